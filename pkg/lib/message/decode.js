// Messages, transactions, accounts and bodies, decoded.

import { Account, Message, ROWS, ShardAccount, StateInit, Transaction } from "../../dist/schemas.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { toCell } from "./cell.js";
import { messageHash } from "./hash.js";
import { base64 } from "./text.js";
import { loadFields, loadForm, loadMessage } from "./tlb.js";

/** The result of `load`. A cell that ends too early or too late, or is exotic, is nothing that can be decoded. */
function decoded(load) {
  try {
    return load();
  } catch (cause) {
    throw isTonEdgeError(cause, "cell_read") ? fail("message_invalid", cause.message, { cause }) : cause;
  }
}

/** Loads all of a cell. */
function whole(form, source) {
  const cell = toCell(source);
  return decoded(() => {
    const slice = cell.beginParse();
    const value = loadForm(form, slice);
    slice.endParse();
    return value;
  });
}

export function decodeMessage(source) {
  const cell = toCell(source);
  /** @type {any} */
  const { hash, ...message } = decoded(() => loadMessage(Message, cell));
  const normalizedHash = message.info.type === "external-in" ? messageHash(cell) : hash;
  return { hash, normalizedHash, ...message, decoded: decodeBody(message.body) };
}

export function decodeTransaction(source) {
  const cell = toCell(source);
  /** @type {any} */
  const transaction = decoded(() => {
    const slice = cell.beginParse();
    const fields = loadFields(Transaction[1], slice, { hash: base64(cell.hash()) });
    slice.endParse();
    return fields;
  });
  const { outmsgCnt, ...rest } = transaction;
  if (outmsgCnt !== rest.outMsgs.length)
    throw fail("message_invalid", "the number of messages is not the one that is stored", { parameter: "outMsgs" });
  return rest;
}

export const decodeStateInit = (source) => whole(StateInit, source);
export const decodeAccount = (source) => whole(["?", Account], source);
export const decodeShardAccount = (source) => whole(ShardAccount, source);

/** A body as a row of the table. */
function decodeRow([type, opcode, fields], cell) {
  const slice = cell.beginParse();
  if (opcode !== null && slice.loadUint(32) !== opcode)
    throw fail("message_invalid", `the opcode is not that of \`${type}\``, { parameter: "opcode" });
  const body = loadFields(fields, slice, { type, opcode });
  // Where the last fields are in a cell of their own, nothing is left in the first one.
  const entered = fields.some(([, [kind]]) => kind === "n");
  body.rest = !entered && (slice.remainingBits > 0 || slice.remainingRefs > 0) ? slice.asCell() : null;
  return body;
}

/** @param {any} source @param {{ as?: string }} [options] */
export function decodeBody(source, { as } = {}) {
  const cell = toCell(source);
  if (as !== undefined) {
    const row = ROWS.find(([name]) => name === as);
    if (!row) throw fail("invalid_option", `there is no body \`${as}\``, { parameter: "as" });
    return decoded(() => decodeRow(row, cell));
  }
  if (cell.bits === 0 && cell.refs.length === 0) return { type: "empty", opcode: null };
  const opcode = cell.bits < 32 ? null : cell.beginParse(true).loadUint(32);
  const row = opcode === null ? undefined : ROWS.find(([, code]) => code === opcode);
  if (row) {
    try {
      return decodeRow(row, cell);
    } catch {
      // It begins like a body of the table, and goes on in another way.
    }
  }
  return { type: "unknown", opcode };
}
