// Writes a request as code, each snippet complete and ready to run.

import { quoteForShell, toJavaScript, toPython, toRust, toRustString } from "./literals.js";
import { writeGo } from "./go-snippet.js";

/**
 * @param {import("./catalogue.js").Operation} operation @param {Record<string, unknown>} values
 * @param {import("./call.js").Request} request
 * @param {{ all?: boolean }} [how] `all` rows of a list instead of one page, in the languages whose client pages
 * @returns {{ name: string, language: string, text: string, pages?: boolean }[]} `pages`: the snippet has both forms
 */
export function writeSnippets(operation, values, request, { all = false } = {}) {
  const pages = isPaged(operation.row);
  const whole = all && pages;
  return [
    { name: "curl", language: "shell", text: curl(request) },
    { name: "JavaScript", language: "javascript", text: javaScript(operation, values, request, whole), pages },
    { name: "TypeScript", language: "typescript", text: typeScript(operation, values, request, whole), pages },
    { name: "Python", language: "python", text: script(request) },
    { name: "Rust", language: "rust", text: crate(operation, values, request) },
    { name: "Go", language: "go", text: writeGo(request) },
    { name: "URL", language: "text", text: address(request) },
  ];
}

/** Whether the client's method has `paginate`. @param {import("./catalogue.js").Row} row */
export const isPaged = ({ livePage }) => Boolean(livePage?.id);

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

/** An operation with two verbs is called with its second one. */
const isTwin = ({ id }) => id.endsWith(".post");
const isRpc = ({ row }) => row.path === "/jsonRPC";

/** The arguments of the client's method. @param {string | undefined} params the text for the parameters */
const argumentsOf = (operation, params) =>
  [params ?? (isTwin(operation) ? "{}" : ""), isTwin(operation) ? '{ method: "POST" }' : ""].filter(Boolean).join(", ");

function callOf(operation, params) {
  const { generation } = operation.row;
  const given = argumentsOf(operation, params);
  return isRpc(operation)
    ? `client.call(${toJavaScript(generation)}, "jsonRPC", ${given})`
    : `client.${generation}.${operation.method}(${given})`;
}

/** Reads all rows: the pager sets the limit and the offset itself. */
const pagerOf = (operation, params) =>
  `client.${operation.row.generation}.${operation.method}.paginate(${params ?? ""})`;

const PAGER_SETS = ["limit", "offset"];
const forPager = (values) => Object.fromEntries(Object.entries(values).filter(([name]) => !PAGER_SETS.includes(name)));
const written = (values) => (Object.keys(values).length > 0 ? toJavaScript(values) : undefined);

const created = (request) => `const client = createClient({ baseUrl: ${toJavaScript(baseOf(request))} });`;

function javaScript(operation, values, request, whole) {
  const work = whole
    ? `for await (const row of ${pagerOf(operation, written(forPager(values)))}) {
  console.log(row);
}
`
    : `const result = await ${callOf(operation, written(values))};
console.log(result);
`;
  return `import { createClient } from "ton-edge";

${created(request)}
${work}`;
}

function typeScript(operation, values, request, whole) {
  const { generation, path } = operation.row;
  const of = `<${toJavaScript(generation)}, ${toJavaScript(path.slice(1))}>`;
  const params = written(whole ? forPager(values) : values);
  const type = whole ? `Omit<ParamsOf${of}, "limit" | "offset">` : `ParamsOf${of}`;
  const declared = params === undefined ? "" : `const params: ${type} = ${params};\n`;
  const given = params && "params";
  const work = whole
    ? `for await (const row of ${pagerOf(operation, given)}) {
  console.log(row);
}
`
    : `const result: ResultOf${of} = await ${callOf(operation, given)};
console.log(result);
`;
  const types = [params && "type ParamsOf", !whole && "type ResultOf"].filter(Boolean);
  return `import { ${["createClient", ...types].join(", ")} } from "ton-edge";

${created(request)}
${declared}${work}`;
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
