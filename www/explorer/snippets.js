// A request as programs make it, each whole and ready to run.

import { javascript, python, rust, rustText, shell } from "./literal.js";

/**
 * @param {import("./catalogue.js").Operation} operation @param {Record<string, unknown>} values
 * @param {import("./call.js").Request} request
 */
export const snippets = (operation, values, request) => [
  { name: "URL", text: address(request) },
  { name: "curl", text: curl(request) },
  { name: "JavaScript", text: module(operation, values, request) },
  { name: "Python", text: script(request) },
  { name: "Rust", text: crate(operation, values, request) },
];

/** What stands before `/api`. */
const baseOf = ({ url }) => url.slice(0, url.indexOf("/api/v"));

const address = ({ method, url, headers, body }) => (method === "GET" && headers.length === 0 ? url
  : [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`), ...(body ? ["", body] : [])].join("\n"));

function curl({ url, headers, body }) {
  const parts = [`curl -sS ${shell(url)}`, ...headers.map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`)];
  if (body) parts.push(`--data-raw ${shell(body)}`);
  return parts.join(" \\\n  ");
}

function module({ row: { generation, path }, id, method }, values, request) {
  const given = Object.keys(values).length > 0;
  const twin = id.endsWith(".post");
  const params = [given || twin ? javascript(values) : "", twin ? '{ verb: "POST" }' : ""].filter(Boolean).join(", ");
  const call = path === "/jsonRPC" ? `client.call(${javascript(generation)}, "jsonRPC", ${params})` : `client.${generation}.${method}(${params})`;
  return `import { createClient } from "ton-edge";

const client = createClient({ baseUrl: ${javascript(baseOf(request))} });
const result = await ${call};
console.log(result);
`;
}

function script({ url, method, headers, body }) {
  const [place, query] = url.split(/\?(.*)/s);
  const pairs = [...new URLSearchParams(query ?? "")];
  const params = pairs.length === 0 ? "" : `params = [\n${pairs.map(([name, value]) => `    (${python(name)}, ${python(value)}),\n`).join("")}]\n`;
  const arguments_ = [
    pairs.length === 0 ? python(place) : `${python(`${place}?`)} + urlencode(params)`,
    body && `data=${python(body)}.encode()`,
    headers.length > 0 && `headers={${headers.map(([name, value]) => `${python(name)}: ${python(value)}`).join(", ")}}`,
    method !== "GET" && !body && `method=${python(method)}`,
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
  const params = Object.keys(values).length > 0 ? `&json!(${rust(values, "    ")})` : "&()";
  const used = Object.keys(values).length > 0 ? "{Value, json}" : "Value";
  return `// Cargo.toml: ton-edge = { version = "0.1", features = ["client"] }, serde_json = "1"
use serde_json::${used};
use ton_edge::FetchPort;
use ton_edge::client::{${twin ? "CallOptions, " : ""}Client, Error, Settings};
use ton_edge::endpoint::${twin ? "{Generation, Verb}" : "Generation"};

pub async fn ask() -> Result<Value, Error> {
    let base_url = Some(${rustText(baseOf(request))}.to_owned());
    let client = Client::new(Settings { base_url, ..Settings::default() }, FetchPort)?;
${twin ? "    let client = client.with(CallOptions { verb: Some(Verb::Post), ..CallOptions::default() })?;\n" : ""}    client.call(Generation::${generation.toUpperCase()}, ${rustText(path.slice(1))}, ${params}).await
}
`;
}
