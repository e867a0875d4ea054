// The calls that a visitor has sent, on this device only: operation and parameters, without messages, keys or responses.

import { findOperation, operations } from "./catalogue.js";
import { readNetwork } from "../shared/network.js";

const STORAGE_KEY = "ton-edge:calls";
/** Maximum number of calls that are remembered. */
const MAX_CALLS = 50;
/** Maximum number of characters of a value; longer values are not stored. */
const MAX_VALUE_CHARS = 500;
/** Kinds of parameters that hold messages, or parts of them. */
const MESSAGE_KINDS = ["boc", "boc_or_hex"];

/**
 * @typedef {{ id: string, network: string, query: Record<string, string>, status: number | undefined, at: number, cut: boolean }} Call
 * `at` is in milliseconds; `cut` is true if some parameters were not stored
 */

/** Whether any call is remembered; cheap enough for the first screen. */
export const hasCalls = () => readCalls().length > 0;

/** Returns the calls, newest first. Skips malformed entries, such as entries that another version of the app stored. @returns {Call[]} */
export function readCalls() {
  try {
    const storedCalls = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(storedCalls) ? storedCalls.filter(isCall).slice(0, MAX_CALLS) : [];
  } catch {
    return [];
  }
}

function isCall(call) {
  return (
    typeof call?.id === "string" &&
    findOperation(call.id) !== undefined &&
    typeof call.network === "string" &&
    Number.isFinite(call.at) &&
    typeof call.query === "object" &&
    call.query !== null &&
    Object.values(call.query).every((value) => typeof value === "string")
  );
}

/** @param {import("./catalogue.js").Operation} operation @param {Record<string, string>} query @param {number} [status] @param {string} [network] */
export function recordCall(operation, query, status, network = readNetwork()) {
  const storedQuery = Object.fromEntries(
    Object.entries(omitMessages(operation, query)).filter(([, value]) => value.length <= MAX_VALUE_CHARS),
  );
  const call = { id: operation.id, network, query: storedQuery, status, at: Date.now(), cut: false };
  call.cut = Object.keys(storedQuery).length < Object.keys(query).length;
  const isSameCall = (otherCall) =>
    otherCall.id === call.id &&
    otherCall.network === call.network &&
    JSON.stringify(otherCall.query) === JSON.stringify(storedQuery);
  writeCalls([call, ...readCalls().filter((otherCall) => !isSameCall(otherCall))].slice(0, MAX_CALLS));
}

export function clearCalls() {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // If the browser blocks storage, there is nothing to remove.
  }
}

function writeCalls(calls) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(calls));
  } catch {
    // The browser blocks storage, or it is full. The app works without a history.
  }
}

/**
 * Returns the parameters except those that may hold a message or a part of a message.
 * @param {import("./catalogue.js").Operation} operation @param {Record<string, string>} query
 */
export function omitMessages({ row }, query) {
  const hiddenNames = new Set(row.params?.filter(holdsMessage).map(({ name }) => name));
  if (row.path === "/jsonRPC" && mayHoldMessage(query.method)) hiddenNames.add("params");
  return Object.fromEntries(Object.entries(query).filter(([name]) => !hiddenNames.has(name)));
}

const holdsMessage = ({ kind }) => MESSAGE_KINDS.includes(kind);

/** Whether a method of JSON-RPC has a parameter for a message; an unknown method may have one. */
function mayHoldMessage(method) {
  const operation = operations.find(
    ({ row: { generation, name, aliases = [], rpcAliases = [] } }) =>
      generation === "v2" && [name, ...aliases, ...rpcAliases].includes(method),
  );
  return operation === undefined || (operation.row.params ?? []).some(holdsMessage);
}
