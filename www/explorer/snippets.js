// Writes a request as code, each snippet complete and ready to run.

import { quoteForShell, toJavaScript, toPython, toRust, toRustString } from "./literals.js";

/**
 * @param {import("./catalogue.js").Operation} operation @param {Record<string, unknown>} values
 * @param {import("./call.js").Request} request
 */
export const writeSnippets = (operation, values, request) => [
  { name: "URL", text: address(request) },
  { name: "curl", text: curl(request) },
  { name: "JavaScript", text: module(operation, values, request) },
  { name: "Python", text: script(request) },
  { name: "Rust", text: crate(operation, values, request) },
];

/** The URL before `/api`. */
const baseOf = ({ url }) => url.slice(0, url.indexOf("/api/v"));

const address = ({ method, url, headers, body }) =>
  method === "GET" && headers.length === 0
    ? url
    : [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`), ...(body ? ["", body] : [])].join(
        "\n",
      );

function curl({ url, headers, body }) {
  const parts = [
    `curl -sS ${quoteForShell(url)}`,
    ...headers.map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
  ];
  if (body) parts.push(`--data-raw ${quoteForShell(body)}`);
  return parts.join(" \\\n  ");
}

function module({ row: { generation, path }, id, method }, values, request) {
  const hasParams = Object.keys(values).length > 0;
  const twin = id.endsWith(".post");
  const params = [hasParams || twin ? toJavaScript(values) : "", twin ? '{ method: "POST" }' : ""]
    .filter(Boolean)
    .join(", ");
  const call =
    path === "/jsonRPC"
      ? `client.call(${toJavaScript(generation)}, "jsonRPC", ${params})`
      : `client.${generation}.${method}(${params})`;
  return `import { createClient } from "ton-edge";

const client = createClient({ baseUrl: ${toJavaScript(baseOf(request))} });
const result = await ${call};
console.log(result);
`;
}

function script({ url, method, headers, body }) {
  const [place, query] = url.split(/\?(.*)/s);
  const pairs = [...new URLSearchParams(query ?? "")];
  const params =
    pairs.length === 0
      ? ""
      : `params = [\n${pairs.map(([name, value]) => `    (${toPython(name)}, ${toPython(value)}),\n`).join("")}]\n`;
  const arguments_ = [
    pairs.length === 0 ? toPython(place) : `${toPython(`${place}?`)} + urlencode(params)`,
    body && `data=${toPython(body)}.encode()`,
    headers.length > 0 &&
      `headers={${headers.map(([name, value]) => `${toPython(name)}: ${toPython(value)}`).join(", ")}}`,
    method !== "GET" && !body && `method=${toPython(method)}`,
  ].filter(Boolean);
  return `import json
${pairs.length === 0 ? "" : "from urllib.parse import urlencode\n"}from urllib.request import Request, urlopen

${params}request = Request(
${arguments_.map((one) => `    ${one},\n`).join("")})
with urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))
`;
}

function crate({ row: { generation, path }, id }, values, request) {
  const twin = id.endsWith(".post");
  const params = Object.keys(values).length > 0 ? `&json!(${toRust(values, "    ")})` : "&()";
  const used = Object.keys(values).length > 0 ? "{Value, json}" : "Value";
  return `// Cargo.toml: ton-edge = { version = "0.1", features = ["client"] }, serde_json = "1"
use serde_json::${used};
use ton_edge::FetchTransport;
use ton_edge::client::{${twin ? "CallOptions, " : ""}Client, Error, Settings};
use ton_edge::endpoint::${twin ? "{Generation, Verb}" : "Generation"};

pub async fn request() -> Result<Value, Error> {
    let base_url = Some(${toRustString(baseOf(request))}.to_owned());
    let client = Client::new(Settings { base_url, ..Settings::default() }, FetchTransport)?;
${twin ? "    let client = client.with(CallOptions { verb: Some(Verb::Post), ..CallOptions::default() })?;\n" : ""}    client.call(Generation::${generation.toUpperCase()}, ${toRustString(path.slice(1))}, ${params}).await
}
`;
}
