// The operations by name, group and search, from the package's table.

import { endpoints } from "../ton-edge/endpoints.js";

import { formatCount } from "../shared/format.js";
import { identifyRows } from "./identified.js";

/**
 * @typedef {import("ton-edge/endpoints").EndpointRow} Row
 * @typedef {{ id: string, row: Row, method: string, group: string, words: string }} Operation
 * `id` names the operation in URLs, `method` is its name in the client, `words` is the text in which the search looks.
 */

/** Words for the purpose of operations that are missing in their names and titles, for the search. @type {Record<string, string>} */
const PURPOSES = {
  "v2.estimateFee": "gas cost",
  "v2.getMasterchainInfo": "newest latest last block",
  "v2.getTransactions": "history payments",
  "v2.runGetMethod": "call contract",
  "v2.sendBoc": "broadcast submit send message",
  "v2.sendBocReturnHash": "broadcast submit send message",
  "v3.accountStates": "balance wallet contract",
  "v3.actions": "history payments transfers swaps",
  "v3.dns.records": "domain name resolve",
  "v3.estimateFee": "gas cost",
  "v3.jetton.masters": "token supply metadata",
  "v3.jetton.wallets": "holders owners token balance",
  "v3.masterchainInfo": "newest latest last block",
  "v3.message": "broadcast submit send",
  "v3.nft.items": "owners collectibles",
  "v3.runGetMethod": "call contract",
  "v3.topAccountsByBalance": "richest largest",
  "v3.traces": "tree",
  "v3.transactions": "history payments",
  "v3.walletStates": "balance seqno",
};

/** @type {readonly Operation[]} */
export const operations = nameOperations(endpoints());

const beyondCount = operations.filter(({ row }) => row.beyondSpecification).length;

/** The number of operations, in words. */
export const countText = `${formatCount(operations.length - beyondCount, "operation")} of the specification, and ${beyondCount} beyond it`;

const operationById = new Map(operations.map((operation) => [operation.id.toLowerCase(), operation]));

/** Finds the operation that a URL names. It ignores case, and accepts slashes instead of dots. */
export const findOperation = (id) =>
  operationById.get(
    id
      .toLowerCase()
      .replace(/^(v[23])\/+/, "$1.")
      .replaceAll("/", "."),
  );

/** The operations that most programs call. */
const POPULAR_IDS = [
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

/** Returns the most used operations, the most used first. */
export const listPopularOperations = () => POPULAR_IDS.map(findOperation);

/** Groups the operations, in the order of the table. @returns {Map<string, Operation[]>} */
export function groupOperations() {
  const operationsByGroup = new Map();
  for (const operation of operations)
    operationsByGroup.set(operation.group, [...(operationsByGroup.get(operation.group) ?? []), operation]);
  return operationsByGroup;
}

/** Ranks an operation for a search: 0 is best, undefined is no match. Every word of the query must match. */
export function rankOperation({ id, row, method, words }, query) {
  const queryWords = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!queryWords.every((word) => words.includes(word))) return undefined;
  // The generation does not affect the rank: "v3 transactions" means the operation named transactions.
  const firstWord = queryWords.find((word) => !/^v[23]$/.test(word)) ?? queryWords[0];
  const names = [method, row.name, id, row.path.slice(1), ...(row.aliases ?? [])].map((name) => name.toLowerCase());
  if (names.includes(firstWord)) return 0;
  if (names.some((name) => name.startsWith(firstWord))) return 1;
  if (names.some((name) => name.includes(firstWord))) return 2;
  return row.title.toLowerCase().includes(firstWord) ? 3 : 4;
}

function nameOperations(rows) {
  return identifyRows(rows).map(({ id, row }) => {
    const method = row.path.slice(1).replaceAll("/", ".");
    return { id, row, method, group: `${row.generation} · ${row.category}`, words: writeSearchText(row, id, method) };
  });
}

function writeSearchText(row, id, method) {
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
    PURPOSES[id],
  ]
    .join(" ")
    .toLowerCase();
}

/** Whether the call sends a message to the network; for JSON-RPC this depends on the method. @param {Row} row @param {Record<string, unknown>} values */
export function isSend(row, values) {
  if (!row.sideEffect || row.path !== "/jsonRPC") return row.sideEffect === true;
  const calledOperation = operations.find(
    ({ row: { generation, name, aliases = [], rpcAliases = [] } }) =>
      generation === "v2" && [name, ...aliases, ...rpcAliases].includes(/** @type {string} */ (values.method)),
  );
  return calledOperation?.row.sideEffect === true || calledOperation === undefined;
}
