// Checks the items of a list in chunks, so that the browser stays responsive.

import { detectAddresses, detectHash, isHash } from "../ton-edge/address.js";

/** Items per chunk: some 10 ms of work. */
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
 * @property {number} [same] the first row that is the same account or hash
 */

/**
 * @param {string[]} items @param {(done: number) => void} progress @param {AbortSignal} signal
 * @returns {Promise<Row[] | undefined>} undefined if aborted
 */
export async function checkItems(items, progress, signal) {
  /** @type {Row[]} */
  const rows = [];
  const first = new Map();
  for (let at = 0; at < items.length; at += CHUNK_SIZE) {
    if (at > 0) await new Promise((done) => setTimeout(done));
    if (signal.aborted) return undefined;
    const part = items.slice(at, at + CHUNK_SIZE);
    detectAddresses(part).forEach((outcome, place) => {
      /** @type {Row} */
      const row = { number: at + place + 1, given: part[place], ...found(part[place], outcome) };
      const key = row.raw ?? row.hash?.hex;
      if (first.has(key)) row.same = first.get(key);
      else if (key) first.set(key, row.number);
      rows.push(row);
    });
    progress(rows.length);
  }
  return rows;
}

/**
 * @param {string} text @param {{ ok: boolean, value?: import("ton-edge/address").DetectedAddress, error?: Fault }} outcome
 * @returns {Omit<Row, "number" | "given">}
 */
function found(text, { ok, value, error }) {
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
  const of = (...kinds) => rows.filter(({ kind }) => kinds.includes(kind));
  const addresses = of("raw", "friendly");
  return {
    all: rows.length,
    addresses: addresses.length,
    accounts: addresses.filter(({ same }) => same === undefined).length,
    hashes: of("hash").length,
    faults: of("fault").length,
  };
}
