// ton-edge/address: TON addresses and hashes, strict, without network. Documented in address.d.ts.

import { fail, isList, isTonEdgeError, kindOf, TonEdgeError } from "./lib/error.js";
import { core } from "./lib/load/address.js";
import { only } from "./lib/options.js";

export { isTonEdgeError, TonEdgeError };

/** No valid text is longer than 70 characters; a pasted novel need not cross into wasm to be refused. */
const LONGEST = 512;

function text(value, what = "an address") {
  if (typeof value !== "string") {
    throw fail("invalid_parameter", `expected ${what} as a string, not ${kindOf(value)}`);
  }
  return value.length > LONGEST ? value.slice(0, LONGEST) : value;
}

function outcome(work) {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    if (!isTonEdgeError(error)) throw error;
    const { code, index, message } = error;
    return { ok: false, error: index === undefined ? { code, message } : { code, index, message } };
  }
}

function each(list, work) {
  if (!isList(list)) throw fail("invalid_parameter", `expected an array of strings, not ${kindOf(list)}`);
  let items;
  try {
    items = Array.from(list);
  } catch (cause) {
    throw fail("invalid_parameter", "the list cannot be read: reading it throws", { cause });
  }
  return items.map((item) => outcome(() => work(item)));
}

export const parseAddress = (address) => core.call("parse", text(address));
export const tryParseAddress = (address) => outcome(() => parseAddress(address));
export const isAddress = (address) => typeof address === "string" && tryParseAddress(address).ok;
export const detectAddress = (address) => core.call("detect", text(address));
export const unpackAddress = (address) => core.call("unpack", text(address));
export const normalizeAddress = unpackAddress;
export const addressesEqual = (a, b) => unpackAddress(a) === unpackAddress(b);

export function packAddress(address, options) {
  const { bounceable, testOnly, urlSafe = true } = flags(options);
  return core.call("pack", text(address), bounceable, testOnly, urlSafe);
}

function flags(written = {}) {
  const options = only(written, ["bounceable", "testOnly", "urlSafe"], "packAddress");
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || typeof value === "boolean") continue;
    throw fail("invalid_option", `\`${name}\` must be true or false, not ${kindOf(value)}`, { parameter: name });
  }
  return options;
}

export const packAddresses = (list, options) => each(list, (item) => packAddress(item, options));
export const unpackAddresses = (list) => each(list, unpackAddress);
export const detectAddresses = (list) => each(list, detectAddress);

export const detectHash = (hash) => core.call("detectHash", text(hash, "a hash"));
export const isHash = (hash) => typeof hash === "string" && outcome(() => detectHash(hash)).ok;

export function normalizeHash(hash, form) {
  if (form !== "b64" && form !== "b64url" && form !== "hex") {
    throw fail("invalid_option", 'the form must be "b64", "b64url" or "hex"', { parameter: "form" });
  }
  return detectHash(hash)[form];
}
