// The forms of fields in the bodies of messages: each reads a slice, and returns the value for the index and its form in v3.
import { writeRawAddress } from "../account-name.mjs";

/** @typedef {import("@ton/core").Slice} Slice @typedef {import("@ton/core").Cell} Cell */
/** @typedef {(slice: Slice) => [value: any, decoded: any]} Form */
/** @typedef {[name: string, fields: [string, Form][]]} Body */
/** @typedef {Record<string, [...Body, otherwise?: Body]>} Bodies by the operation code; `otherwise`: a second form, for what the first does not fit */

const toBase64 = (/** @type {Cell} */ cell) => cell.toBoc().toString("base64");
const toBoc = (/** @type {Cell | null} */ cell) => (cell === null ? null : toBase64(cell));
export const isEmpty = (/** @type {Cell} */ cell) => cell.bits.length === 0 && cell.refs.length === 0;
const NOTHING = { "@type": "nothing_from_maybe" };

/** The known content of a cell: nothing, or a comment. @param {Cell} cell */
function getAnyCell(cell) {
  if (isEmpty(cell)) return { "@type": "empty_cell" };
  const text = readComment(cell);
  return text === null ? toBase64(cell) : { "@type": "text_comment", text };
}

/** The text of a plain comment, or null. @param {Cell} body */
export function readComment(body) {
  const slice = body.beginParse();
  if (slice.remainingBits < 32 || slice.loadUint(32) !== 0 || slice.remainingBits % 8) return null;
  try {
    return slice.loadStringTail();
  } catch {
    return null; // the tail is not a chain of whole bytes
  }
}

/** @returns {Form} */
export const readUint = (bits) => (slice) => {
  const text = String(slice.loadUintBig(bits));
  return [text, text];
};

/** 256 bits, as hexadecimal digits. @type {Form} */
export const readBits256 = (slice) => {
  const digits = slice.loadBuffer(32).toString("hex").toUpperCase();
  return [digits, digits];
};

/** @type {Form} */
export const readFlag = (slice) => {
  const isSet = slice.loadBit();
  return [isSet, isSet];
};

/** @type {Form} */
export const readCoins = (slice) => {
  const length = slice.preloadUint(4);
  const value = String(slice.loadCoins());
  return [value, { "@type": "var_uint", len: String(length), value }];
};

/** @type {Form} */
export const readAddress = (slice) => {
  const foundAddress = slice.loadMaybeAddress();
  if (foundAddress === null) return [null, { "@type": "addr_none" }];
  const [workchain_id, digits] = writeRawAddress(foundAddress).split(":");
  return [writeRawAddress(foundAddress), { "@type": "addr_std", anycast: NOTHING, workchain_id, address: digits }];
};

/** @type {Form} */
export const readMaybeCell = (slice) => {
  const cell = slice.loadMaybeRef();
  return [toBoc(cell), cell ? { "@type": "something_from_maybe", value: toBase64(cell) } : NOTHING];
};

/** @type {Form} */
export const readCell = (slice) => {
  const child = slice.loadRef();
  return [toBase64(child), getAnyCell(child)];
};

/**
 * `Either Cell ^Cell` at the end of a body: the rest of the cell, or a reference. Careless clients omit it; it then counts as empty.
 * @type {Form}
 */
export const readEitherCell = (slice) => {
  const isReference = slice.remainingBits > 0 && slice.loadBit();
  const content = isReference ? slice.loadRef() : slice.asCell();
  const decoded = getAnyCell(content);
  return [
    isEmpty(content) ? null : toBase64(content),
    isReference
      ? { "@type": "second_from_either", value: { cell_reference: decoded } }
      : { "@type": "first_from_either", value: decoded },
  ];
};

/** Text to the end of the body, in snake format. @type {Form} */
const readTail = (slice) => {
  const text = slice.loadStringTail();
  return [text, text];
};

export const u8 = readUint(8),
  u16 = readUint(16),
  u32 = readUint(32),
  u64 = readUint(64);
