// Finds the last transaction of the account in a response, which a caller may require (`X-Ton-Edge-Min-Lt`).

import { isList } from "../../util/error.js";
import { LAST_LT_FIELDS } from "./logical-time-fields.js";

/**
 * Whether the response to a request shows the last transaction of an account: the request is about one account.
 * @param {{ generation: string, endpoint: string, url?: string }} verdict
 */
export const showsLogicalTime = ({ generation, endpoint, url }) =>
  Object.hasOwn(LAST_LT_FIELDS[generation], endpoint) &&
  !(url !== undefined && new URL(url).searchParams.getAll("address").length > 1);

/** Returns a field of a value. If the value is a list, returns the field of its only row; undefined if it has several rows. */
const readField = (value, name) => (isList(value) ? (value.length === 1 ? value[0] : undefined) : value)?.[name];

/**
 * Returns the logical time of the last transaction that a body shows; undefined if it shows none.
 *
 * @param {{ generation: string, endpoint: string }} verdict @param {unknown} text of the body
 */
export function readLogicalTime({ generation, endpoint }, text) {
  if (typeof text !== "string") return undefined;
  try {
    const lt = LAST_LT_FIELDS[generation][endpoint]?.split(".").reduce(readField, JSON.parse(text));
    return /^\d{1,20}$/.test(String(lt)) ? BigInt(/** @type {any} */ (lt)) : undefined;
  } catch {
    // The body is not JSON.
    return undefined;
  }
}

/**
 * Whether a cached response shows the transaction that the caller requires, or a later one. A final response cannot change, so it counts as new
 * enough.
 *
 * @param {import("../../../gateway.js").CacheEntry} entry @param {any} verdict @param {bigint | undefined} minLt
 */
export const isAtLogicalTime = ({ body, isFinal }, verdict, minLt) =>
  minLt === undefined || isFinal === true || (readLogicalTime(verdict, body) ?? -1n) >= minLt;
