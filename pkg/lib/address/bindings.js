// Calls into address.wasm: texts go in and results come out through one area of memory that both sides know. See src/js/address_bindings.rs.

import { BOUNCEABLE, FAILURE_HEAD, MANY, PARSED_TAIL, TEST_ONLY, URL_SAFE } from "../../dist/address-abi.js";
import { codes } from "../../dist/codes.js";
import { TonEdgeError } from "../util/error.js";
import { makeCodecs } from "../util/codecs.js";
import { core } from "../wasm/address.js";

/** UTF-8 has at most three bytes for a UTF-16 unit: this many always fit into the area. No valid text is longer. */
const LONGEST = 512;
/** The longest text of a list that crosses with others: `MANY` of them fit, and so do their results. */
const SHORT = 80;
/** So few cross alone: joining texts and dividing results costs as much as some crossings. */
export const FEWEST = 8;

let encoder;
let decoder;

/**
 * @typedef {{ memory: WebAssembly.Memory, area(): number, input(): number, one(work: number, bytes: number, option?: number): number,
 *   list(work: number, count: number, option?: number): number, failure(work: number, bytes: number): number }} AddressExports
 */

/**
 * Exports of the instance that the views are of, while no call is in it. A call takes them and puts them back when it has its
 * result: what a trap or the end of the stack broke off in the middle of its work is never called again.
 *
 * @type {AddressExports | undefined}
 */
let idle;
let inbox;
let outbox;
/** Views of the first bytes of the outbox, by length: making a view costs as much as decoding it. */
let views;
/** For a list: the area of its texts, and the lengths of its results. */
let inboxOfList;
let lengths;
/** The bytes of the inbox that the last text used. */
let taken = 0;

function start() {
  const exports = /** @type {AddressExports} */ (core.start());
  [encoder, decoder] = makeCodecs();
  const at = exports.area() >>> 0;
  inbox = new Uint8Array(exports.memory.buffer, at, exports.input());
  outbox = new Uint8Array(exports.memory.buffer, at + inbox.length);
  views = [];
  inboxOfList = inbox.subarray(MANY);
  lengths = new Uint16Array(outbox.buffer, outbox.byteOffset, MANY);
  idle = exports;
  return exports;
}

/** Does `work` with a text; returns the length of the result, or -1. */
export function runOne(work, text, option) {
  const wasm = idle ?? start();
  idle = undefined;
  taken = encoder.encodeInto(text.length > LONGEST ? text.slice(0, LONGEST) : text, inbox).written;
  let length;
  try {
    length = wasm.one(work, taken, option);
  } catch (cause) {
    throw core.trapped(cause);
  }
  idle = wasm;
  return length;
}

/** The result as text, or its first `length` characters. */
export const readChars = (length) => decoder.decode((views[length] ??= outbox.subarray(0, length)));

/**
 * Does `work` with many values in few calls. Calls `each` with the text of a result, or with undefined without a result, and with the index
 * of the value.
 */
export function runMany(work, values, option, each) {
  let isAlone = false;
  let size = FEWEST;
  for (let from = 0; from < values.length; ) {
    const part = values.slice(from, from + size);
    const results = isAlone || part.length < FEWEST ? [] : runPart(work, part, option);
    let refused = 0;
    for (let at = 0; at < part.length; at += 1) {
      if (results[at] === "") refused += 1;
      each(results[at] || undefined, from + at);
    }
    from += part.length;
    // Refused values are parsed again, one by one, to get the error. If more than a quarter is refused, batches cost more than they save:
    // then values are parsed alone, and a small batch now and then checks whether that changes.
    size = isAlone ? FEWEST : MANY;
    isAlone = refused * 4 > part.length;
  }
}

/** A result for each value, empty for a refused one; an empty list if each value must be parsed alone. */
function runPart(work, values, option) {
  const wasm = idle ?? start();
  const texts = values.map((value) => (typeof value === "string" && value.length <= SHORT ? value : ""));
  for (let at = 0; at < texts.length; at += 1) inbox[at] = texts[at].length;
  const joined = texts.join("");
  // Where a text has a character beyond ASCII, the lengths are not those of the bytes.
  if (encoder.encodeInto(joined, inboxOfList).written !== joined.length) return [];
  idle = undefined;
  let length;
  try {
    length = wasm.list(work, texts.length, option);
  } catch (cause) {
    throw core.trapped(cause);
  }
  idle = wasm;
  if (length < 0) return [];
  const all = decoder.decode(outbox.subarray(2 * MANY, length));
  let end = 0;
  // All texts are cut before any is used, since the next call overwrites the lengths.
  for (let at = 0; at < texts.length; at += 1) texts[at] = all.slice(end, (end += lengths[at]));
  return texts;
}

/** Messages of refusals that are about no place in the text, by number of the code: always the same. */
const said = [];

/** Why the last text was refused, which is still in the inbox. */
function failure(work) {
  const wasm = idle;
  idle = undefined;
  let length;
  try {
    length = wasm.failure(work, taken);
  } catch (cause) {
    throw core.trapped(cause);
  }
  idle = wasm;
  const code = outbox[0];
  const place = outbox[1] | (outbox[2] << 8);
  const suggested = outbox[3];
  const text = (from, to) => decoder.decode(outbox.subarray(from, to));
  if (place === 0 && suggested === 0) {
    return {
      code: codes[code],
      message: (said[code] ??= text(FAILURE_HEAD, length)),
      index: undefined,
      suggestion: undefined,
    };
  }
  return {
    code: codes[code],
    message: text(FAILURE_HEAD + suggested, length),
    index: place === 0 ? undefined : place - 1,
    suggestion: suggested === 0 ? undefined : text(FAILURE_HEAD, FAILURE_HEAD + suggested),
  };
}

/** Does `work` with a text and reads the result by its length, or throws. */
export function runOrThrow(work, text, read, option) {
  const length = runOne(work, text, option);
  if (length < 0) throw new TonEdgeError(failure(work));
  return read(length);
}

/** The same as `runOrThrow`, without an exception: making one costs more than all the rest. */
export function tryRun(work, text, read, option) {
  const length = runOne(work, text, option);
  return length < 0 ? { ok: false, error: failure(work) } : { ok: true, value: read(length) };
}

function flagsOf(bits) {
  return bits === 0
    ? null
    : { bounceable: (bits & BOUNCEABLE) !== 0, testOnly: (bits & TEST_ONLY) !== 0, urlSafe: (bits & URL_SAFE) !== 0 };
}

/** Reads the result of PARSE. */
export function readParsed(length) {
  const end = length - PARSED_TAIL;
  const flags = flagsOf(outbox[end + 1]);
  return {
    workchain: (outbox[end] << 24) >> 24,
    hash: outbox.slice(end + 2, length),
    raw: readChars(end),
    form: flags === null ? "raw" : "friendly",
    flags,
  };
}

/** The option of PACK: two bits a flag, 0 as given, 1 off, 2 on. */
export function packOption({ bounceable, testOnly, urlSafe }) {
  const choice = (flag) => (flag === undefined ? 0 : flag ? 2 : 1);
  return choice(bounceable) | (choice(testOnly) << 2) | (choice(urlSafe) << 4);
}
