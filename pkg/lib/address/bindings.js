// Calls into address.wasm: texts and results are passed in one fixed area of memory. The Rust counterpart is src/js/address_bindings.rs.

import { BOUNCEABLE, FAILURE_HEAD, MANY, PARSED_TAIL, TEST_ONLY, URL_SAFE } from "../../dist/address-abi.js";
import { codes } from "../../dist/codes.js";
import { TonEdgeError } from "../util/error.js";
import { makeCodecs } from "../util/codecs.js";
import { core } from "../wasm/address.js";

/**
 * Maximum UTF-16 units of a text: UTF-8 takes at most three bytes for each, so this many always fit into the area. No valid address is
 * longer.
 */
const MAX_TEXT_CHARS = 512;
/** Maximum length of a text in a batch: `MANY` of these, and their results, fit into the area. */
const MAX_LIST_TEXT_CHARS = 80;
/** Fewer texts than this are passed one by one, since joining texts and splitting results takes as long as a few calls. */
export const MIN_LIST_ITEMS = 8;

let encoder;
let decoder;

/**
 * @typedef {{ memory: WebAssembly.Memory, area(): number, input(): number, one(work: number, bytes: number, option?: number): number,
 *   list(work: number, count: number, option?: number): number, failure(work: number, bytes: number): number }} AddressExports
 */

/**
 * Exports of the instance to which the views belong; undefined while a call runs. A call sets them again when it has its result, so that
 * an instance is never called again after a trap or a stack overflow.
 *
 * @type {AddressExports | undefined}
 */
let idleExports;
let inbox;
let outbox;
/** Views of the first bytes of the outbox, by length, reused because creating a view takes as long as decoding it. */
let views;
/** For a batch: the area of its texts, and the lengths of its results. */
let listInbox;
let lengths;
/** Number of bytes of the last text in the inbox. */
let usedBytes = 0;

function start() {
  const exports = /** @type {AddressExports} */ (core.start());
  [encoder, decoder] = makeCodecs();
  const areaOffset = exports.area() >>> 0;
  inbox = new Uint8Array(exports.memory.buffer, areaOffset, exports.input());
  outbox = new Uint8Array(exports.memory.buffer, areaOffset + inbox.length);
  views = [];
  listInbox = inbox.subarray(MANY);
  lengths = new Uint16Array(outbox.buffer, outbox.byteOffset, MANY);
  idleExports = exports;
  return exports;
}

/** Runs an operation on a text. Returns the length of the result, or -1 if the text is refused. */
export function runOne(operation, text, option) {
  const wasm = idleExports ?? start();
  idleExports = undefined;
  usedBytes = encoder.encodeInto(text.length > MAX_TEXT_CHARS ? text.slice(0, MAX_TEXT_CHARS) : text, inbox).written;
  let length;
  try {
    length = wasm.one(operation, usedBytes, option);
  } catch (cause) {
    throw core.trapped(cause);
  }
  idleExports = wasm;
  return length;
}

/** Returns the first `length` characters of the result. */
export const readChars = (length) => decoder.decode((views[length] ??= outbox.subarray(0, length)));

/**
 * Runs an operation on many values in few calls. Calls `handleResult` with the text of each result (undefined if there is none) and the
 * index of the value.
 */
export function runMany(operation, values, option, handleResult) {
  let parsesAlone = false;
  let size = MIN_LIST_ITEMS;
  for (let start = 0; start < values.length; ) {
    const chunk = values.slice(start, start + size);
    const results = parsesAlone || chunk.length < MIN_LIST_ITEMS ? [] : runPart(operation, chunk, option);
    let refusedCount = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      if (results[index] === "") refusedCount += 1;
      handleResult(results[index] || undefined, start + index);
    }
    start += chunk.length;
    // Refused values are parsed again, one by one, to get the error. If more than a quarter is refused, batches cost more than they save.
    // Then values are parsed one by one, with a small batch from time to time to check whether that changes.
    size = parsesAlone ? MIN_LIST_ITEMS : MANY;
    parsesAlone = refusedCount * 4 > chunk.length;
  }
}

/**
 * Runs an operation on a batch. Returns a text for each value, empty for a refused one; an empty list if the values must be parsed one by
 * one.
 */
function runPart(operation, values, option) {
  const wasm = idleExports ?? start();
  const texts = values.map((value) => (typeof value === "string" && value.length <= MAX_LIST_TEXT_CHARS ? value : ""));
  for (let index = 0; index < texts.length; index += 1) inbox[index] = texts[index].length;
  const joinedText = texts.join("");
  // With a non-ASCII character, lengths in characters differ from lengths in bytes, which the module needs.
  if (encoder.encodeInto(joinedText, listInbox).written !== joinedText.length) return [];
  idleExports = undefined;
  let length;
  try {
    length = wasm.list(operation, texts.length, option);
  } catch (cause) {
    throw core.trapped(cause);
  }
  idleExports = wasm;
  if (length < 0) return [];
  const allText = decoder.decode(outbox.subarray(2 * MANY, length));
  let end = 0;
  // Splits all results before any is used, since the next call overwrites the lengths.
  for (let index = 0; index < texts.length; index += 1) texts[index] = allText.slice(end, (end += lengths[index]));
  return texts;
}

/** Cached messages of errors without a position, by the number of the code: their texts are constant. */
const messageByCode = [];

/** Returns why the last text was refused. The text is still in the inbox. */
function readFailure(operation) {
  const wasm = idleExports;
  idleExports = undefined;
  let length;
  try {
    length = wasm.failure(operation, usedBytes);
  } catch (cause) {
    throw core.trapped(cause);
  }
  idleExports = wasm;
  const code = outbox[0];
  const positionCode = outbox[1] | (outbox[2] << 8);
  const suggestionBytes = outbox[3];
  const readText = (from, to) => decoder.decode(outbox.subarray(from, to));
  if (positionCode === 0 && suggestionBytes === 0) {
    return {
      code: codes[code],
      message: (messageByCode[code] ??= readText(FAILURE_HEAD, length)),
      index: undefined,
      suggestion: undefined,
    };
  }
  return {
    code: codes[code],
    message: readText(FAILURE_HEAD + suggestionBytes, length),
    index: positionCode === 0 ? undefined : positionCode - 1,
    suggestion: suggestionBytes === 0 ? undefined : readText(FAILURE_HEAD, FAILURE_HEAD + suggestionBytes),
  };
}

/** Runs an operation on a text, and returns what `readResult` returns for the length of the result; throws if the text is refused. */
export function runOrThrow(operation, text, readResult, option) {
  const length = runOne(operation, text, option);
  if (length < 0) throw new TonEdgeError(readFailure(operation));
  return readResult(length);
}

/** Like `runOrThrow`, but returns the error, since throwing takes longer than everything else. */
export function tryRun(operation, text, readResult, option) {
  const length = runOne(operation, text, option);
  return length < 0 ? { ok: false, error: readFailure(operation) } : { ok: true, value: readResult(length) };
}

function toFlags(bits) {
  return bits === 0
    ? null
    : { bounceable: (bits & BOUNCEABLE) !== 0, testOnly: (bits & TEST_ONLY) !== 0, urlSafe: (bits & URL_SAFE) !== 0 };
}

/** Reads the result of the operation PARSE. */
export function readParsedAddress(length) {
  const end = length - PARSED_TAIL;
  const flags = toFlags(outbox[end + 1]);
  return {
    workchain: (outbox[end] << 24) >> 24,
    hash: outbox.slice(end + 2, length),
    raw: readChars(end),
    form: flags === null ? "raw" : "friendly",
    flags,
  };
}

/** Encodes the options of PACK: two bits per flag, 0 for the default, 1 for off, 2 for on. */
export function packOption({ bounceable, testOnly, urlSafe }) {
  const encodeFlag = (flag) => (flag === undefined ? 0 : flag ? 2 : 1);
  return encodeFlag(bounceable) | (encodeFlag(testOnly) << 2) | (encodeFlag(urlSafe) << 4);
}
