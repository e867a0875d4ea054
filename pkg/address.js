// ton-edge/address: TON addresses and hashes, strict, without network. Documented in address.d.ts.

import { byte, chars, copy, cross, failure, refusal } from "./lib/crossing.js";
import { fail, isList, isTonEdgeError, kindOf, TonEdgeError } from "./lib/error.js";
import { only } from "./lib/options.js";

export { isTonEdgeError, TonEdgeError };

function text(value, what = "an address") {
  if (typeof value === "string") return value;
  throw fail("invalid_parameter", `expected ${what} as a string, not ${kindOf(value)}`);
}

const reason = (name) => (name === "detectHash" ? "hashFailure" : "addressFailure");

/** Calls an export and reads its answer by its length. */
function ask(name, input, read, option) {
  const length = cross(name, input, option);
  if (length < 0) throw refusal(reason(name));
  return read(length);
}

/** As `ask`, without an exception: making one costs more than all the rest. */
function attempt(name, input, read, option) {
  const length = cross(name, input, option);
  if (length >= 0) return { ok: true, value: read(length) };
  return { ok: false, error: failure(reason(name)) };
}

const whole = (length) => chars(0, length);

function flagsOf(bits) {
  return bits === 0 ? null : { bounceable: (bits & 2) !== 0, testOnly: (bits & 4) !== 0, urlSafe: (bits & 8) !== 0 };
}

function parsed(length) {
  const flags = flagsOf(byte(1));
  return {
    workchain: (byte(0) << 24) >> 24,
    hash: copy(2, 34),
    raw: chars(34, length),
    form: flags === null ? "raw" : "friendly",
    flags,
  };
}

function detected(length) {
  const all = chars(0, length);
  const flags = flagsOf(byte(192));
  const form = (at) => all.slice(at, at + 48);
  return {
    raw_form: all.slice(193),
    bounceable: { b64: form(0), b64url: form(48) },
    non_bounceable: { b64: form(96), b64url: form(144) },
    given_type: flags === null ? "raw_form" : flags.bounceable ? "friendly_bounceable" : "friendly_non_bounceable",
    test_only: flags !== null && flags.testOnly,
  };
}

function hashes(length) {
  const all = chars(0, length);
  return { b64: all.slice(0, 44), b64url: all.slice(44, 87), hex: all.slice(87) };
}

export const parseAddress = (address) => ask("parse", text(address), parsed);

export function tryParseAddress(address) {
  if (typeof address === "string") return attempt("parse", address, parsed);
  return { ok: false, error: { code: "invalid_parameter", message: `expected an address as a string, not ${kindOf(address)}` } };
}

export const isAddress = (address) => typeof address === "string" && cross("unpack", address) >= 0;
export const detectAddress = (address) => ask("detect", text(address), detected);
export const unpackAddress = (address) => ask("unpack", text(address), whole);
export const normalizeAddress = unpackAddress;
export const addressesEqual = (a, b) => unpackAddress(a) === unpackAddress(b);
export const packAddress = (address, options) => ask("pack", text(address), whole, packBits(options));

const choice = (flag) => (flag === undefined ? 0 : flag ? 2 : 1);

function packBits(written) {
  if (written === undefined) return 0;
  const options = only(written, ["bounceable", "testOnly", "urlSafe"], "packAddress");
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || typeof value === "boolean") continue;
    throw fail("invalid_option", `\`${name}\` must be true or false, not ${kindOf(value)}`, { parameter: name });
  }
  return choice(options.bounceable) | (choice(options.testOnly) << 2) | (choice(options.urlSafe) << 4);
}

/** Each item of a list; a bad one gives its error in place. */
function each(list, name, read, option) {
  if (!isList(list)) throw fail("invalid_parameter", `expected an array of strings, not ${kindOf(list)}`);
  let items;
  try {
    items = Array.from(list);
  } catch (cause) {
    throw fail("invalid_parameter", "the list cannot be read: reading it throws", { cause });
  }
  return items.map((item) => {
    if (typeof item === "string") return attempt(name, item, read, option);
    return { ok: false, error: { code: "invalid_parameter", message: `expected a string, not ${kindOf(item)}` } };
  });
}

export const packAddresses = (list, options) => each(list, "pack", whole, packBits(options));
export const unpackAddresses = (list) => each(list, "unpack", whole);
export const detectAddresses = (list) => each(list, "detect", detected);

export const detectHash = (hash) => ask("detectHash", text(hash, "a hash"), hashes);
export const isHash = (hash) => typeof hash === "string" && cross("detectHash", hash) >= 0;

export function normalizeHash(hash, form) {
  if (form !== "b64" && form !== "b64url" && form !== "hex") {
    throw fail("invalid_option", 'the form must be "b64", "b64url" or "hex"', { parameter: "form" });
  }
  return detectHash(hash)[form];
}
