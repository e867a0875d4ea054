// ton-edge/address: TON addresses and hashes, strict, without network. Documented in address.d.ts.

import { ask, attempt, chars, cross, crossAll, DETECT, HASH, PACK, packing, PARSE, parsed, UNPACK } from "./lib/crossing.js";
import { fail, isList, isTonEdgeError, kindOf, TonEdgeError } from "./lib/error.js";
import { flags, text } from "./lib/options.js";

export { Address } from "./lib/address-class.js";
export { isTonEdgeError, TonEdgeError };

const detected = (length) => forms(chars(length));

function forms(all) {
  const bits = all.charCodeAt(192);
  const form = (at) => all.slice(at, at + 48);
  return {
    raw_form: all.slice(193),
    bounceable: { b64: form(0), b64url: form(48) },
    non_bounceable: { b64: form(96), b64url: form(144) },
    given_type: bits === 0 ? "raw_form" : (bits & 2) === 0 ? "friendly_non_bounceable" : "friendly_bounceable",
    test_only: (bits & 4) !== 0,
  };
}

function hashes(length) {
  const all = chars(length);
  return { b64: all.slice(0, 44), b64url: all.slice(44, 87), hex: all.slice(87) };
}

export const parseAddress = (address) => ask(PARSE, text("invalid_parameter", "address", address), parsed);

export function tryParseAddress(address) {
  return typeof address === "string" ? attempt(PARSE, address, parsed) : noText(address, "an address as a string");
}

const noText = (value, what) => ({
  ok: false,
  error: { code: "invalid_parameter", message: `expected ${what}, not ${kindOf(value)}`, index: undefined, suggestion: undefined },
});

export const isAddress = (address) => typeof address === "string" && cross(UNPACK, address) >= 0;
export const detectAddress = (address) => ask(DETECT, text("invalid_parameter", "address", address), detected);
export const unpackAddress = (address) => ask(UNPACK, text("invalid_parameter", "address", address), chars);
export const normalizeAddress = unpackAddress;
export const addressesEqual = (a, b) => unpackAddress(a) === unpackAddress(b);
export const packAddress = (address, options) => ask(PACK, text("invalid_parameter", "address", address), chars, packBits(options));

function packBits(options) {
  return options === undefined ? 0 : packing(flags(options, ["bounceable", "testOnly", "urlSafe"], "packAddress"));
}

/** Each item of a list, a crossing for many; a bad one gives its error in place. */
function all(list, work, single, read, option) {
  if (!isList(list)) throw fail("invalid_parameter", `expected an array of strings, not ${kindOf(list)}`);
  let items;
  try {
    items = Array.from(list);
  } catch (cause) {
    throw fail("invalid_parameter", "the list cannot be read: reading it throws", { cause });
  }
  crossAll(work, items, option, (answer, at) => {
    const item = items[at];
    if (answer !== undefined) items[at] = { ok: true, value: read(answer) };
    else if (typeof item === "string") items[at] = attempt(work, item, single, option);
    else items[at] = noText(item, "a string");
  });
  return items;
}

const same = (answer) => answer;

export const packAddresses = (list, options) => all(list, PACK, chars, same, packBits(options));
export const unpackAddresses = (list) => all(list, UNPACK, chars, same);
export const detectAddresses = (list) => all(list, DETECT, detected, forms);

export const detectHash = (hash) => ask(HASH, text("invalid_parameter", "hash", hash), hashes);
export const isHash = (hash) => typeof hash === "string" && cross(HASH, hash) >= 0;

export function normalizeHash(hash, form) {
  if (form !== "b64" && form !== "b64url" && form !== "hex") {
    throw fail("invalid_option", 'the form must be "b64", "b64url" or "hex"', { parameter: "form" });
  }
  return detectHash(hash)[form];
}
