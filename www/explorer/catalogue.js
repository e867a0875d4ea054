// The operations by name, group and search, from the package's table.

import { endpoints } from "../ton-edge/endpoints.js";

import { formatCount } from "../shared/format.js";
import { identified } from "./identified.js";

/**
 * @typedef {import("ton-edge/endpoints").EndpointRow} Row
 * @typedef {{ id: string, row: Row, method: string, group: string, words: string }} Operation
 * `id` names the operation in URLs, `method` is its name in the client, `words` is what the search reads.
 */

/** @type {readonly Operation[]} */
export const operations = named(endpoints());

const beyond = operations.filter(({ row }) => row.beyondSpecification).length;

/** How many there are, in words. */
export const counted = `${formatCount(operations.length - beyond, "operation")} of the specification, and ${beyond} beyond it`;

const byName = new Map(operations.map((one) => [one.id.toLowerCase(), one]));

/** Finds the operation that a URL names; ignores case, and accepts slashes for dots. */
export const findOperation = (id) =>
  byName.get(
    id
      .toLowerCase()
      .replace(/^(v[23])\/+/, "$1.")
      .replaceAll("/", "."),
  );

/** The operations that most programs call. */
const POPULAR = [
  "v3.transactions",
  "v3.actions",
  "v3.accountStates",
  "v3.jetton.wallets",
  "v3.nft.items",
  "v2.runGetMethod",
  "v2.getAddressInformation",
  "v2.sendBocReturnHash",
  "v3.traces",
  "v3.masterchainInfo",
];

/** The most used operations, the most used first. */
export const popularOperations = () => POPULAR.map(findOperation);

/** Groups the operations, in the order of the table. @returns {Map<string, Operation[]>} */
export function groupOperations() {
  const found = new Map();
  for (const one of operations) found.set(one.group, [...(found.get(one.group) ?? []), one]);
  return found;
}

/** Ranks an operation for a search: 0 is best, undefined means no match. Every word of the query must match. */
export function rankOperation({ id, row, method, words }, query) {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.every((word) => words.includes(word))) return undefined;
  const [first] = wanted;
  const names = [method, row.name, id, row.path.slice(1), ...(row.aliases ?? [])].map((name) => name.toLowerCase());
  if (names.includes(first)) return 0;
  if (names.some((name) => name.startsWith(first))) return 1;
  if (names.some((name) => name.includes(first))) return 2;
  return row.title.toLowerCase().includes(first) ? 3 : 4;
}

function named(rows) {
  return identified(rows).map(({ id, row }) => {
    const method = row.path.slice(1).replaceAll("/", ".");
    return { id, row, method, group: `${row.generation} · ${row.category}`, words: searched(row, id, method) };
  });
}

function searched(row, id, method) {
  const names = [...(row.params ?? []).map(({ name }) => name), ...(row.aliases ?? []), ...(row.rpcAliases ?? [])];
  return [
    id,
    method,
    row.name,
    row.path,
    `/api/${row.generation}${row.path}`,
    row.verb,
    row.category,
    row.title,
    ...names,
  ]
    .join(" ")
    .toLowerCase();
}

/** Whether the call sends a message to the network; for JSON-RPC this depends on the method. @param {Row} row @param {Record<string, unknown>} values */
export function isSend(row, values) {
  if (!row.sideEffect || row.path !== "/jsonRPC") return row.sideEffect === true;
  const called = operations.find(
    ({ row: { generation, name, aliases = [], rpcAliases = [] } }) =>
      generation === "v2" && [name, ...aliases, ...rpcAliases].includes(/** @type {string} */ (values.method)),
  );
  return called?.row.sideEffect === true || called === undefined;
}
