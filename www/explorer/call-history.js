// The calls that a visitor has sent, on this device only: the operation and its parameters, but no message, no key and no response.

import { findOperation, operations } from "./catalogue.js";
import { networkOf } from "../shared/network.js";

const KEY = "ton-edge:calls";
/** Calls remembered. */
const MOST_CALLS = 50;
/** Characters of a value; longer ones are left out. */
const LONGEST = 500;
/** Kinds of parameters that hold messages, or parts of them. */
const MESSAGES = ["boc", "boc_or_hex"];

/**
 * @typedef {{ id: string, network: string, query: Record<string, string>, status: number | undefined, at: number, cut: boolean }} Call
 * `at` in milliseconds; `cut` if parameters were left out
 */

/** Whether any call is remembered: cheap, for the first screen. */
export const hasCalls = () => readCalls().length > 0;

/** The calls, newest first. Entries that another version or a person has written are left out. @returns {Call[]} */
export function readCalls() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isCall).slice(0, MOST_CALLS) : [];
  } catch {
    return [];
  }
}

function isCall(one) {
  return (
    typeof one?.id === "string" &&
    findOperation(one.id) !== undefined &&
    typeof one.network === "string" &&
    Number.isFinite(one.at) &&
    typeof one.query === "object" &&
    one.query !== null &&
    Object.values(one.query).every((value) => typeof value === "string")
  );
}

/** @param {import("./catalogue.js").Operation} operation @param {Record<string, string>} query @param {number} [status] @param {string} [network] */
export function recordCall(operation, query, status, network = networkOf()) {
  const kept = Object.fromEntries(
    Object.entries(withoutMessages(operation, query)).filter(([, value]) => value.length <= LONGEST),
  );
  const call = { id: operation.id, network, query: kept, status, at: Date.now(), cut: false };
  call.cut = Object.keys(kept).length < Object.keys(query).length;
  const same = (one) =>
    one.id === call.id && one.network === call.network && JSON.stringify(one.query) === JSON.stringify(kept);
  write([call, ...readCalls().filter((one) => !same(one))].slice(0, MOST_CALLS));
}

export function clearCalls() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // If the browser blocks storage, there is nothing to remove.
  }
}

function write(calls) {
  try {
    localStorage.setItem(KEY, JSON.stringify(calls));
  } catch {
    // Blocked or full: the history is a convenience.
  }
}

/**
 * Without what may be a message, or a part of one.
 * @param {import("./catalogue.js").Operation} operation @param {Record<string, string>} query
 */
export function withoutMessages({ row }, query) {
  const hidden = new Set(row.params?.filter(holdsMessage).map(({ name }) => name));
  if (row.path === "/jsonRPC" && mayHoldMessage(query.method)) hidden.add("params");
  return Object.fromEntries(Object.entries(query).filter(([name]) => !hidden.has(name)));
}

const holdsMessage = ({ kind }) => MESSAGES.includes(kind);

/** Whether a method of JSON-RPC has a parameter for a message; an unknown method may have one. */
function mayHoldMessage(method) {
  const called = operations.find(
    ({ row: { generation, name, aliases = [], rpcAliases = [] } }) =>
      generation === "v2" && [name, ...aliases, ...rpcAliases].includes(method),
  );
  return called === undefined || (called.row.params ?? []).some(holdsMessage);
}
