// ton-edge/address: TON addresses and hashes, strict, without network. Documented in address.d.ts.

import {
  BASE64URL_AT,
  BOUNCEABLE,
  CHECK,
  DETECT,
  HASH,
  HEX_AT,
  PACK,
  PARSE,
  readForms,
  TEST_ONLY,
  UNPACK,
} from "./dist/address-abi.js";
import {
  FEWEST,
  runOrThrow,
  tryRun,
  readChars,
  runOne,
  runMany,
  packOption,
  readParsed,
} from "./lib/address/bindings.js";
import { fail, isList, isTonEdgeError, kindOf, TonEdgeError } from "./lib/util/error.js";
import { requireFlags, requireString } from "./lib/util/options.js";

export { Address } from "./lib/address/address-class.js";
export { isTonEdgeError, TonEdgeError };

const detected = (length) => forms(readChars(length));

function forms(all) {
  const bits = all.charCodeAt(0);
  return readForms(
    all,
    bits === 0 ? "raw_form" : (bits & BOUNCEABLE) === 0 ? "friendly_non_bounceable" : "friendly_bounceable",
    (bits & TEST_ONLY) !== 0,
  );
}

function hashes(length) {
  const all = readChars(length);
  return { b64: all.slice(0, BASE64URL_AT), b64url: all.slice(BASE64URL_AT, HEX_AT), hex: all.slice(HEX_AT) };
}

export const parseAddress = (address) =>
  runOrThrow(PARSE, requireString("invalid_parameter", "address", address), readParsed);

export function tryParseAddress(address) {
  return typeof address === "string" ? tryRun(PARSE, address, readParsed) : noText(address, "an address as a string");
}

const noText = (value, what) => ({
  ok: false,
  error: {
    code: "invalid_parameter",
    message: `expected ${what}, not ${kindOf(value)}`,
    index: undefined,
    suggestion: undefined,
  },
});

export const isAddress = (address) => typeof address === "string" && runOne(CHECK, address) >= 0;
export const detectAddress = (address) =>
  runOrThrow(DETECT, requireString("invalid_parameter", "address", address), detected);
export const unpackAddress = (address) =>
  runOrThrow(UNPACK, requireString("invalid_parameter", "address", address), readChars);
export const normalizeAddress = unpackAddress;
export const addressesEqual = (a, b) => unpackAddress(a) === unpackAddress(b);
export const packAddress = (address, options) =>
  runOrThrow(PACK, requireString("invalid_parameter", "address", address), readChars, packBits(options));

function packBits(options) {
  return options === undefined
    ? 0
    : packOption(requireFlags(options, ["bounceable", "testOnly", "urlSafe"], "packAddress"));
}

/** Each item of a list, a crossing for many; a bad one gives its error in place. */
function all(list, work, single, read, option) {
  if (!isList(list)) throw fail("invalid_parameter", `expected an array of strings, not ${kindOf(list)}`);
  let items;
  try {
    items = [...list];
  } catch (cause) {
    throw fail("invalid_parameter", "the list cannot be read: reading it throws", { cause });
  }
  const alone = (item) => (typeof item === "string" ? tryRun(work, item, single, option) : noText(item, "a string"));
  if (items.length < FEWEST) {
    for (let at = 0; at < items.length; at += 1) items[at] = alone(items[at]);
    return items;
  }
  runMany(work, items, option, (result, at) => {
    items[at] = result === undefined ? alone(items[at]) : { ok: true, value: read(result) };
  });
  return items;
}

const same = (result) => result;

export const packAddresses = (list, options) => all(list, PACK, readChars, same, packBits(options));
export const unpackAddresses = (list) => all(list, UNPACK, readChars, same);
export const detectAddresses = (list) => all(list, DETECT, detected, forms);

export const detectHash = (hash) => runOrThrow(HASH, requireString("invalid_parameter", "hash", hash), hashes);
export const isHash = (hash) => typeof hash === "string" && runOne(HASH, hash) >= 0;

export function normalizeHash(hash, form) {
  if (form !== "b64" && form !== "b64url" && form !== "hex") {
    throw fail("invalid_option", 'the form must be "b64", "b64url" or "hex"', { parameter: "form" });
  }
  return detectHash(hash)[form];
}
