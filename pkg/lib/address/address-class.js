// The class `Address`, for code written for the class of that name in `@ton/core`. It is as strict as the rest of this package.

import { PACK, PARSE } from "../../dist/address-abi.js";
import { fail, kindOf } from "../util/error.js";
import { requireFlags, requireString } from "../util/options.js";
import { requireGlobal } from "../util/runtime.js";
import { packOption, readChars, readParsedAddress, runOrThrow, tryRun } from "./bindings.js";

const OPTIONS = ["urlSafe", "bounceable", "testOnly"];

/** A token that tells the constructor that its arguments come from `readParsedAddress`, and need no check. */
const PARSED_TOKEN = /* @__PURE__ */ Symbol("parsed");

/**
 * The key under which an `Address` stores its raw form. Several copies of this package in one program recognize each other's
 * addresses by this key.
 */
const BRAND = /* @__PURE__ */ Symbol.for("ton-edge.Address");

/** Returns the raw form of an `Address` from any copy of this package; undefined for anything else. */
function readRawAddress(value) {
  try {
    const rawText = typeof value === "object" && value !== null ? value[BRAND] : undefined;
    return typeof rawText === "string" && /^(0|-?[1-9]\d{0,2}):[\da-f]{64}$/.test(rawText) ? rawText : undefined;
  } catch {
    // The value is a proxy or has a getter that throws, so it is not an address.
    return undefined;
  }
}

const makeAddress = ({ workchain, hash, raw }) => new Address(workchain, hash, PARSED_TOKEN, raw);

/** Converts bytes to hexadecimal digits. */
function encodeHex(bytes) {
  let digits = "";
  for (const byte of bytes) digits += (byte < 16 ? "0" : "") + byte.toString(16);
  return digits;
}

/** Copies the bytes of a hash or of a friendly address. */
function copyBytes(bytes, length, code) {
  if (!ArrayBuffer.isView(bytes))
    throw fail("invalid_parameter", `expected ${length} bytes as Uint8Array, not ${kindOf(bytes)}`);
  if (bytes.byteLength !== length) throw fail(code, `expected ${length} bytes, not ${bytes.byteLength}`);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, length).slice();
}

function checkWorkchain(workChain) {
  if (typeof workChain !== "number") {
    throw fail("invalid_parameter", `the workchain must be a number, not ${kindOf(workChain)}`, {
      parameter: "workChain",
    });
  }
  if (Number.isInteger(workChain) && workChain >= -128 && workChain <= 127) return workChain;
  const message = "the workchain is outside -128 to 127; `0` is the basechain and `-1` the masterchain";
  throw fail("address_workchain_range", message, { parameter: "workChain" });
}

function readForm(source) {
  const outcome = typeof source === "string" ? tryRun(PARSE, source, readParsedAddress) : undefined;
  return outcome?.ok ? outcome.value.form : undefined;
}

/** Parses an address, which must have the form `form`. */
function parseForm(source, form, message) {
  const address = runOrThrow(PARSE, requireString("invalid_parameter", "address", source), readParsedAddress);
  if (address.form !== form) throw fail("invalid_parameter", message);
  return address;
}

export class Address {
  /** The raw form in lower case. It identifies the address, even if a caller changes the bytes of `hash`. */
  #raw;

  constructor(workChain, hash, token, raw) {
    if (token === PARSED_TOKEN) {
      this.workChain = workChain;
      this.hash = hash;
      this.#raw = raw.toLowerCase();
    } else {
      // Adding 0 turns -0 into 0.
      this.workChain = checkWorkchain(workChain) + 0;
      this.hash = copyBytes(hash, 32, "address_hash_length");
      this.#raw = `${this.workChain}:${encodeHex(this.hash)}`;
    }
    Object.freeze(this);
  }

  static isAddress(value) {
    return readRawAddress(value) !== undefined;
  }

  static isFriendly(source) {
    return readForm(source) === "friendly";
  }

  static isRaw(source) {
    return readForm(source) === "raw";
  }

  static parse(source) {
    return makeAddress(runOrThrow(PARSE, requireString("invalid_parameter", "address", source), readParsedAddress));
  }

  static parseRaw(source) {
    return makeAddress(parseForm(source, "raw", "expected the raw form `workchain:hash`; this is a friendly address"));
  }

  static parseFriendly(source) {
    const text = ArrayBuffer.isView(source)
      ? requireGlobal("btoa")(String.fromCharCode(...copyBytes(source, 36, "address_length")))
      : source;
    const address = parseForm(text, "friendly", "expected a friendly address, got a raw address");
    return {
      isBounceable: address.flags.bounceable,
      isTestOnly: address.flags.testOnly,
      address: makeAddress(address),
    };
  }

  static normalize(source) {
    return Address.parse(readRawAddress(source) ?? source).toString();
  }

  equals(other) {
    return readRawAddress(other) === this.#raw;
  }

  toRawString() {
    return this.#raw;
  }

  toString(options) {
    const {
      urlSafe = true,
      bounceable = true,
      testOnly = false,
    } = options === undefined ? {} : requireFlags(options, OPTIONS, "Address.toString");
    return runOrThrow(PACK, this.#raw, readChars, packOption({ urlSafe, bounceable, testOnly }));
  }

  toStringBuffer(options) {
    const { bounceable, testOnly } =
      options === undefined ? {} : requireFlags(options, OPTIONS, "Address.toStringBuffer");
    const characters = requireGlobal("atob")(this.toString({ urlSafe: false, bounceable, testOnly }));
    return Uint8Array.from(characters, (character) => character.charCodeAt(0));
  }

  get [BRAND]() {
    return this.#raw;
  }

  /** The text that Node's console shows. */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    return this.toString();
  }
}
