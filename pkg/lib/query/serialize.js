// Data of queries as JSON for server rendering: JSON has no bigint.

import { fail } from "../util/error.js";
import { isPlainObject } from "../util/options.js";

/** The only property of an object that stands for a bigint. */
const BIGINT = "$bigint";
/** Replaces the name `$bigint` in data that contains it as an ordinary name. */
const ESCAPED_NAME = "$escaped";

/** @param {any} data @returns {any} */
export function serializeData(data) {
  if (typeof data === "bigint") return { [BIGINT]: String(data) };
  if (typeof data !== "object" || data === null) return data;
  if (Array.isArray(data)) return data.map(serializeData);
  if (!isPlainObject(data))
    throw fail(
      "invalid_parameter",
      "this data has cells or other objects, which cannot be passed from the server to the page: leave this query out of `dehydrate`",
    );
  const serialized = mapValues(data, serializeData);
  return BIGINT in data || ESCAPED_NAME in data ? { [ESCAPED_NAME]: serialized } : serialized;
}

/** @param {any} data @returns {any} */
export function deserializeData(data) {
  if (typeof data !== "object" || data === null) return data;
  if (Array.isArray(data)) return data.map(deserializeData);
  if (BIGINT in data) return BigInt(data[BIGINT]);
  return mapValues(ESCAPED_NAME in data ? data[ESCAPED_NAME] : data, deserializeData);
}

/** `Object.fromEntries` is used instead of assignment, since a key may be `__proto__`. */
const mapValues = (data, convert) =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, convert(value)]));
