// Checks the items of a list in chunks, so that the browser stays responsive.

import { detectAddresses, detectHash, isHash } from "../ton-edge/address.js";

/** Items per chunk: about 10 ms of work. */
export const CHUNK_SIZE = 250;

/**
 * @typedef {{ code: string, message: string, index?: number, suggestion?: string }} Fault
 *
 * @typedef {object} Row
 * @property {number} number from 1
 * @property {string} given
 * @property {"friendly" | "raw" | "hash" | "fault"} kind
 * @property {string} [raw] of an address, upper-case
 * @property {string} [bounceable] of an address, base64url, for the network of the given text
 * @property {string} [nonBounceable]
 * @property {{ bounceable: boolean, testOnly: boolean, urlSafe: boolean }} [flags] of a friendly address
 * @property {{ b64: string, b64url: string, hex: string }} [hash] of a hash
 * @property {Fault} [error] of a fault
 * @property {number} [same] the number of the first row with the same account or hash
 */

/**
 * @param {string[]} items @param {(done: number) => void} onProgress @param {AbortSignal} signal
 * @returns {Promise<Row[] | undefined>} undefined if aborted
 */
export async function checkItems(items, onProgress, signal) {
  /** @type {Row[]} */
  const rows = [];
  const firstRowByKey = new Map();
  for (let start = 0; start < items.length; start += CHUNK_SIZE) {
    if (start > 0) await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return undefined;
    const chunk = items.slice(start, start + CHUNK_SIZE);
    detectAddresses(chunk).forEach((outcome, index) => {
      /** @type {Row} */
      const row = { number: start + index + 1, given: chunk[index], ...describeItem(chunk[index], outcome) };
      const key = row.raw ?? row.hash?.hex;
      if (firstRowByKey.has(key)) row.same = firstRowByKey.get(key);
      else if (key) firstRowByKey.set(key, row.number);
      rows.push(row);
    });
    onProgress(rows.length);
  }
  return rows;
}

/**
 * @param {string} text @param {{ ok: boolean, value?: import("ton-edge/address").DetectedAddress, error?: Fault }} outcome
 * @returns {Omit<Row, "number" | "given">}
 */
function describeItem(text, { ok, value, error }) {
  if (!ok) return isHash(text) ? { kind: "hash", hash: detectHash(text) } : { kind: "fault", error };
  const { given_type: type, test_only: testOnly } = value;
  const forms = {
    raw: value.raw_form.toUpperCase(),
    bounceable: value.bounceable.b64url,
    nonBounceable: value.non_bounceable.b64url,
  };
  if (type === "raw_form") return { kind: "raw", ...forms };
  return {
    kind: "friendly",
    ...forms,
    flags: { bounceable: type === "friendly_bounceable", testOnly, urlSafe: !/[+/]/.test(text) },
  };
}

/** Counts the rows by kind. @param {Row[]} rows */
export function countTotals(rows) {
  const selectKinds = (...kinds) => rows.filter(({ kind }) => kinds.includes(kind));
  const addresses = selectKinds("raw", "friendly");
  return {
    all: rows.length,
    addresses: addresses.length,
    accounts: addresses.filter(({ same }) => same === undefined).length,
    hashes: selectKinds("hash").length,
    faults: selectKinds("fault").length,
  };
}
