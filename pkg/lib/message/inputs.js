// Reads arguments of callers. They may be objects of other realms or packages, or proxies that throw when they are
// read.

import { fail, kindOf } from "../util/error.js";
import { encodeUtf8 } from "../util/utf8.js";

/**
 * Class names of buffers. Compared by name, because a buffer of another realm, as in test runners, is not an
 * `instanceof` this realm's class.
 */
const BUFFERS = ["[object ArrayBuffer]", "[object SharedArrayBuffer]"];

/** Returns the bytes of a buffer or of a view, without a copy; undefined for anything else. */
export function toBytes(value) {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  try {
    return BUFFERS.includes(Object.prototype.toString.call(value)) ? new Uint8Array(value) : undefined;
  } catch {
    // The value is a revoked proxy, or a buffer that was transferred.
    return undefined;
  }
}

/** Whether a value is an object with this method. */
export function hasMethod(value, name) {
  try {
    return typeof value === "object" && value !== null && typeof value[name] === "function";
  } catch {
    return false;
  }
}

/** Whether a value is a plain object with properties: not a list, a Map or a string. */
export function requireObject(value, parameter) {
  try {
    if (Object.prototype.toString.call(value) === "[object Object]") return value;
  } catch {
    // The value is a revoked proxy; the function throws the error below.
  }
  throw fail(
    "invalid_parameter",
    `expected an object${parameter ? ` as \`${parameter}\`` : ""}, not ${kindOf(value)}`,
    {
      parameter,
    },
  );
}

/**
 * Encodes a text as UTF-8. A lone surrogate is refused: UTF-8 cannot encode it, so another character would be stored
 * and signed.
 *
 * @param {any} text @param {string} [parameter]
 */
export function encodeText(text, parameter) {
  if (typeof text !== "string")
    throw fail("invalid_parameter", `expected a string, not ${kindOf(text)}`, { parameter });
  let index = 0;
  // In Safari 16.0 `search` without `^` finds the second half of a pair.
  for (const symbol of text) {
    if (/^\p{Surrogate}/u.test(symbol))
      throw fail("invalid_parameter", `the text has a lone surrogate at ${index}`, { parameter, index });
    index += symbol.length;
  }
  return encodeUtf8(text);
}

const foldName = (name) => name.toLowerCase().replace(/[_-]/g, "");
/** Names that other libraries use, and the names of these properties here, for a hint. */
const OTHER_NAMES = {
  amount: "value",
  address: "to",
  dest: "to",
  payload: "body",
  stateinit: "init",
  sendmode: "mode",
  timeout: "validUntil",
};

/**
 * Requires an object with no properties other than these: a misspelt name would be ignored.
 *
 * @param {any} value @param {string[]} names
 */
export function pickKnownNames(value, names, parameter) {
  const object = requireObject(value, parameter);
  for (const name of Object.keys(object)) {
    if (names.includes(name)) continue;
    const nearName = names.find((candidate) => foldName(candidate) === foldName(name)) ?? OTHER_NAMES[foldName(name)];
    const suggestion = names.includes(nearName) ? nearName : undefined;
    const hint = suggestion ? `did you mean \`${suggestion}\`?` : `known are ${names.join(", ")}`;
    throw fail("unknown_parameter", `unknown property \`${name}\`; ${hint}`, { parameter: name, suggestion });
  }
  return object;
}
