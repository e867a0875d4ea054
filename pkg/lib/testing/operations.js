// The operations by the names with which a program calls them, such as `v3.jetton.wallets`, and the operation of a request.

import { endpoints } from "../../dist/endpoints.js";
import { fail, kindOf } from "../util/error.js";

/** Kinds of parameters that are numbers, and kinds that are flags; all others are texts. */
const NUMBER_KINDS = ["int", "utime"];
const FLAG_KIND = "bool";

const nameOperation = ({ generation, path }) => `${generation}${path.replace(/\//g, ".")}`;

/** The rows of the endpoint table by name. `decode` has two, one for each HTTP method. @type {Map<string, any[]>} */
const rowsByName = new Map();
for (const row of endpoints)
  if (row.name !== "jsonRPC") rowsByName.set(nameOperation(row), [...(rowsByName.get(nameOperation(row)) ?? []), row]);

/** The names of all operations. JSON-RPC is not one of them: its requests are those of the methods that it calls. */
const OPERATIONS = [...rowsByName.keys()];

/** Returns the name of an operation by its path; undefined if the service has none. */
export function findOperation(generation, path) {
  const name = `${generation}.${path.replace(/\//g, ".")}`;
  return rowsByName.has(name) ? name : undefined;
}

/** Returns the name of an operation that a test names; a path such as `v3/jetton/wallets` is accepted, too. */
export function requireOperation(name) {
  if (typeof name !== "string")
    throw fail("unknown_endpoint", `the name of an operation must be a text, not ${kindOf(name)}`);
  const operation = name.replace(/\//g, ".");
  if (rowsByName.has(operation)) return operation;
  const normalizeName = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const suggestion = OPERATIONS.find((operation) => normalizeName(operation) === normalizeName(name));
  const advice = suggestion
    ? `did you mean \`${suggestion}\`?`
    : "use the name of the client's method: `v3.jetton.wallets`";
  throw fail("unknown_endpoint", `there is no operation \`${name.slice(0, 100)}\`; ${advice}`, { suggestion });
}

/** Converts a text of a query to the type that the client takes. */
function parseText({ kind }, text) {
  if (NUMBER_KINDS.includes(kind) && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (kind === FLAG_KIND && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** Reads the parameters of a query. */
function readQuery(query, row) {
  const params = {};
  for (const name of new Set(query.keys())) {
    if (name === "api_key") continue;
    const param = row?.params?.find((param) => param.name === name) ?? { kind: "string" };
    const values = query.getAll(name).map((text) => parseText(param, text));
    params[name] = param.array || values.length > 1 ? values : values[0];
  }
  return params;
}

/**
 * Returns the operation of a URL, undefined if the service has none, and the parameters of its query.
 *
 * @param {URL} url @param {string} method of HTTP
 */
export function readUrl(url, method) {
  const [, generation = "v2", path = ""] = /\/api\/(v[23])\/(.*)$/.exec(url.pathname) ?? [];
  const operation = findOperation(generation, path);
  const rows = rowsByName.get(operation ?? "") ?? [];
  const row = rows.find(({ verb, alsoPost }) => verb === method || (alsoPost && method === "POST"));
  return {
    generation,
    path,
    operation,
    isMethodAllowed: rows.length === 0 || row !== undefined,
    isRpc: generation === "v2" && path === "jsonRPC",
    params: readQuery(url.searchParams, row),
  };
}
