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
  MIN_LIST_ITEMS,
  runOrThrow,
  tryRun,
  readChars,
  runOne,
  runMany,
  packOption,
  readParsedAddress,
} from "./lib/address/bindings.js";
import { fail, isList, isTonEdgeError, kindOf, TonEdgeError } from "./lib/util/error.js";
import { requireFlags, requireString } from "./lib/util/options.js";

export { Address } from "./lib/address/address-class.js";
export { isTonEdgeError, TonEdgeError };

const readDetectedForms = (length) => splitForms(readChars(length));

function splitForms(allText) {
  const bits = allText.charCodeAt(0);
  return readForms(
    allText,
    bits === 0 ? "raw_form" : (bits & BOUNCEABLE) === 0 ? "friendly_non_bounceable" : "friendly_bounceable",
    (bits & TEST_ONLY) !== 0,
  );
}

function splitHashes(length) {
  const allText = readChars(length);
  return {
    b64: allText.slice(0, BASE64URL_AT),
    b64url: allText.slice(BASE64URL_AT, HEX_AT),
    hex: allText.slice(HEX_AT),
  };
}

export const parseAddress = (address) =>
  runOrThrow(PARSE, requireString("invalid_parameter", "address", address), readParsedAddress);

export function tryParseAddress(address) {
  return typeof address === "string"
    ? tryRun(PARSE, address, readParsedAddress)
    : notTextResult(address, "an address as a string");
}

const notTextResult = (value, expected) => ({
  ok: false,
  error: {
    code: "invalid_parameter",
    message: `expected ${expected}, not ${kindOf(value)}`,
    index: undefined,
    suggestion: undefined,
  },
});

export const isAddress = (address) => typeof address === "string" && runOne(CHECK, address) >= 0;
export const detectAddress = (address) =>
  runOrThrow(DETECT, requireString("invalid_parameter", "address", address), readDetectedForms);
export const unpackAddress = (address) =>
  runOrThrow(UNPACK, requireString("invalid_parameter", "address", address), readChars);
export const normalizeAddress = unpackAddress;
export const addressesEqual = (a, b) => unpackAddress(a) === unpackAddress(b);
export const packAddress = (address, options) =>
  runOrThrow(PACK, requireString("invalid_parameter", "address", address), readChars, readPackOption(options));

function readPackOption(options) {
  return options === undefined
    ? 0
    : packOption(requireFlags(options, ["bounceable", "testOnly", "urlSafe"], "packAddress"));
}

/** Returns a result for each item of a list, with one call into wasm for many; in place of an invalid item it returns the error. */
function runForList(list, operation, readSingleItem, readItem, option) {
  if (!isList(list)) throw fail("invalid_parameter", `expected an array of strings, not ${kindOf(list)}`);
  let items;
  try {
    items = [...list];
  } catch (cause) {
    throw fail("invalid_parameter", "the list cannot be read: reading it throws", { cause });
  }
  const runSingleItem = (item) =>
    typeof item === "string" ? tryRun(operation, item, readSingleItem, option) : notTextResult(item, "a string");
  if (items.length < MIN_LIST_ITEMS) {
    for (let index = 0; index < items.length; index += 1) items[index] = runSingleItem(items[index]);
    return items;
  }
  runMany(operation, items, option, (result, index) => {
    items[index] = result === undefined ? runSingleItem(items[index]) : { ok: true, value: readItem(result) };
  });
  return items;
}

const identity = (result) => result;

export const packAddresses = (list, options) => runForList(list, PACK, readChars, identity, readPackOption(options));
export const unpackAddresses = (list) => runForList(list, UNPACK, readChars, identity);
export const detectAddresses = (list) => runForList(list, DETECT, readDetectedForms, splitForms);

export const detectHash = (hash) => runOrThrow(HASH, requireString("invalid_parameter", "hash", hash), splitHashes);
export const isHash = (hash) => typeof hash === "string" && runOne(HASH, hash) >= 0;

export function normalizeHash(hash, form) {
  if (form !== "b64" && form !== "b64url" && form !== "hex") {
    throw fail("invalid_option", 'the form must be "b64", "b64url" or "hex"', { parameter: "form" });
  }
  return detectHash(hash)[form];
}
