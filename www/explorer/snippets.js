// Writes a request as code, each snippet complete and ready to run.

import { quoteForShell, toJavaScript, toPython, toRust, toRustString } from "./literals.js";
import { writeGo } from "./go-snippet.js";

/**
 * @param {import("./catalogue.js").Operation} operation @param {Record<string, unknown>} values
 * @param {import("./call.js").Request} request
 * @param {{ all?: boolean }} [how] `all`: read all rows of a list instead of one page, in languages whose client can
 *   page
 * @returns {{ name: string, language: string, text: string, pages?: boolean }[]} `pages`: the snippet has both forms
 */
export function writeSnippets(operation, values, request, { all = false } = {}) {
  const isPagedList = isPaged(operation.row);
  const isWhole = all && isPagedList;
  return [
    { name: "curl", language: "shell", text: writeCurl(request) },
    {
      name: "JavaScript",
      language: "javascript",
      text: writeJavaScript(operation, values, request, isWhole),
      pages: isPagedList,
    },
    {
      name: "TypeScript",
      language: "typescript",
      text: writeTypeScript(operation, values, request, isWhole),
      pages: isPagedList,
    },
    { name: "Python", language: "python", text: writePython(request) },
    { name: "Rust", language: "rust", text: writeRust(operation, values, request) },
    { name: "Go", language: "go", text: writeGo(request) },
    { name: "URL", language: "text", text: writeUrl(request) },
  ];
}

/** Whether the client's method has `paginate`. @param {import("./catalogue.js").Row} row */
export const isPaged = ({ livePage }) => Boolean(livePage?.id);

/** Returns the URL before `/api`. */
const readBaseUrl = ({ url }) => url.slice(0, url.indexOf("/api/v"));

const writeUrl = ({ method, url, headers, body }) =>
  method === "GET" && headers.length === 0
    ? url
    : [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`), ...(body ? ["", body] : [])].join(
        "\n",
      );

function writeCurl({ url, headers, body }) {
  const parts = [
    `curl -sS ${quoteForShell(url)}`,
    ...headers.map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
  ];
  if (body) parts.push(`--data-raw ${quoteForShell(body)}`);
  return parts.join(" \\\n  ");
}

/** Whether the operation has two HTTP methods and this is the second one, POST. */
const hasTwoVerbs = ({ id }) => id.endsWith(".post");
const isRpc = ({ row }) => row.path === "/jsonRPC";

/** Writes the arguments of the client's method. @param {string | undefined} params the text for the parameters */
const writeArguments = (operation, params) =>
  [params ?? (hasTwoVerbs(operation) ? "{}" : ""), hasTwoVerbs(operation) ? '{ method: "POST" }' : ""]
    .filter(Boolean)
    .join(", ");

function writeCall(operation, params) {
  const { generation } = operation.row;
  const argumentText = writeArguments(operation, params);
  return isRpc(operation)
    ? `client.call(${toJavaScript(generation)}, "jsonRPC", ${argumentText})`
    : `client.${generation}.${operation.method}(${argumentText})`;
}

/** Writes code that reads all rows: the pager sets the limit and the offset itself. */
const writePager = (operation, params) =>
  `client.${operation.row.generation}.${operation.method}.paginate(${params ?? ""})`;

const PAGER_NAMES = ["limit", "offset"];
const omitPagerNames = (values) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !PAGER_NAMES.includes(name)));
const writeParams = (values) => (Object.keys(values).length > 0 ? toJavaScript(values) : undefined);

const writeClient = (request) => `const client = createClient({ baseUrl: ${toJavaScript(readBaseUrl(request))} });`;

function writeJavaScript(operation, values, request, isWhole) {
  const callText = isWhole
    ? `for await (const row of ${writePager(operation, writeParams(omitPagerNames(values)))}) {
  console.log(row);
}
`
    : `const result = await ${writeCall(operation, writeParams(values))};
console.log(result);
`;
  return `import { createClient } from "ton-edge";

${writeClient(request)}
${callText}`;
}

function writeTypeScript(operation, values, request, isWhole) {
  const { generation, path } = operation.row;
  const typeArguments = `<${toJavaScript(generation)}, ${toJavaScript(path.slice(1))}>`;
  const params = writeParams(isWhole ? omitPagerNames(values) : values);
  const type = isWhole ? `Omit<ParamsOf${typeArguments}, "limit" | "offset">` : `ParamsOf${typeArguments}`;
  const declaration = params === undefined ? "" : `const params: ${type} = ${params};\n`;
  const argumentText = params && "params";
  const callText = isWhole
    ? `for await (const row of ${writePager(operation, argumentText)}) {
  console.log(row);
}
`
    : `const result: ResultOf${typeArguments} = await ${writeCall(operation, argumentText)};
console.log(result);
`;
  const types = [params && "type ParamsOf", !isWhole && "type ResultOf"].filter(Boolean);
  return `import { ${["createClient", ...types].join(", ")} } from "ton-edge";

${writeClient(request)}
${declaration}${callText}`;
}

function writePython({ url, method, headers, body }) {
  const [urlPath, query] = url.split(/\?(.*)/s);
  const pairs = [...new URLSearchParams(query ?? "")];
  const params =
    pairs.length === 0
      ? ""
      : `params = [\n${pairs.map(([name, value]) => `    (${toPython(name)}, ${toPython(value)}),\n`).join("")}]\n`;
  const argumentTexts = [
    pairs.length === 0 ? toPython(urlPath) : `${toPython(`${urlPath}?`)} + urlencode(params)`,
    body && `data=${toPython(body)}.encode()`,
    headers.length > 0 &&
      `headers={${headers.map(([name, value]) => `${toPython(name)}: ${toPython(value)}`).join(", ")}}`,
    method !== "GET" && !body && `method=${toPython(method)}`,
  ].filter(Boolean);
  return `import json
${pairs.length === 0 ? "" : "from urllib.parse import urlencode\n"}from urllib.request import Request, urlopen

${params}request = Request(
${argumentTexts.map((argument) => `    ${argument},\n`).join("")})
with urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))
`;
}

function writeRust({ row: { generation, path }, id }, values, request) {
  const isPost = id.endsWith(".post");
  const params = Object.keys(values).length > 0 ? `&json!(${toRust(values, "    ")})` : "&()";
  const imports = Object.keys(values).length > 0 ? "{Value, json}" : "Value";
  return `// Cargo.toml: ton-edge = { version = "0.1", features = ["client"] }, serde_json = "1"
use serde_json::${imports};
use ton_edge::FetchTransport;
use ton_edge::client::{${isPost ? "CallOptions, " : ""}Client, Error, Settings};
use ton_edge::endpoint::${isPost ? "{Generation, Verb}" : "Generation"};

pub async fn request() -> Result<Value, Error> {
    let base_url = Some(${toRustString(readBaseUrl(request))}.to_owned());
    let client = Client::new(Settings { base_url, ..Settings::default() }, FetchTransport)?;
${isPost ? "    let client = client.with(CallOptions { verb: Some(Verb::Post), ..CallOptions::default() })?;\n" : ""}    client.call(Generation::${generation.toUpperCase()}, ${toRustString(path.slice(1))}, ${params}).await
}
`;
}
