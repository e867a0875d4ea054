// Decodes messages, transactions, accounts and bodies.

import { Account, Message, ROWS, ShardAccount, StateInit, Transaction } from "../../dist/schemas.js";
import { fail, isDataError, isTonEdgeError } from "../util/error.js";
import { toCell } from "./cell.js";
import { messageHash } from "./hash.js";
import { makeFieldsLoader, makeHashedLoader, startCall, makeCellLoader } from "./loaders.js";

/** Returns the result of `load`. Errors about cells that are too short, too long or exotic become `message_invalid`. */
function runDecoder(load) {
  try {
    return load();
  } catch (cause) {
    throw isTonEdgeError(cause, "cell_read") ? fail("message_invalid", cause.message, { cause }) : cause;
  }
}

/**
 * Returns a function that decodes cells by a schema. The schema is compiled at the first call.
 *
 * @returns {(source: any) => any}
 */
function makeDecoder(compile, form) {
  let load;
  return (source) => {
    const cell = toCell(source);
    return runDecoder(() => {
      load ??= compile(form);
      startCall();
      return load(cell);
    });
  };
}

const decodeEnvelope = /* @__PURE__ */ makeDecoder(makeHashedLoader, Message);

export function decodeMessage(source) {
  const cell = toCell(source);
  const { hash, ...message } = decodeEnvelope(cell);
  const normalizedHash = message.info.type === "external-in" ? messageHash(cell) : hash;
  return { hash, normalizedHash, ...message, decoded: decodeBody(message.body) };
}

export const decodeTransaction = /* @__PURE__ */ makeDecoder(makeHashedLoader, Transaction);
export const decodeStateInit = /* @__PURE__ */ makeDecoder(makeCellLoader, StateInit);
export const decodeAccount = /* @__PURE__ */ makeDecoder(makeCellLoader, ["?", Account]);
export const decodeShardAccount = /* @__PURE__ */ makeDecoder(makeCellLoader, ShardAccount);

/** Functions that load the fields of a body, by its schema. */
const loaderByFields = new Map();

function getBodyLoader(fields) {
  let load = loaderByFields.get(fields);
  if (!load) loaderByFields.set(fields, (load = makeBodyLoader(fields)));
  return load;
}

/**
 * A body may end before its last field if that is a payload ("e" and "p"): libraries leave out a payload that they do not use, and TON Center's indexer
 * reads such bodies.
 */
function makeBodyLoader(fields) {
  const [lastName, [lastKind] = []] = fields[fields.length - 1] ?? [];
  if (lastKind !== "e" && lastKind !== "p") return makeFieldsLoader(fields);
  const loadLeadingFields = makeFieldsLoader(fields.slice(0, -1));
  const loadLastField = makeFieldsLoader(fields.slice(-1));
  return (slice, target) => {
    loadLeadingFields(slice, target);
    if (slice.remainingBits > 0 || slice.remainingRefs > 0) return loadLastField(slice, target);
    target[lastName] = null;
    return target;
  };
}

/** Decodes a body as a row of the table. */
function decodeRow([type, opcode, fields], cell) {
  const slice = cell.beginParse();
  if (opcode !== null && slice.loadUint(32) !== opcode)
    throw fail("message_invalid", `the opcode does not match \`${type}\``, { parameter: "opcode" });
  const body = getBodyLoader(fields)(slice, { type, opcode });
  // If the last fields are in a separate cell, the loader has already required the first cell to end, so nothing can remain.
  const entersNextCell = fields.some(([, [kind]]) => kind === "n");
  body.rest = !entersNextCell && (slice.remainingBits > 0 || slice.remainingRefs > 0) ? slice.asCell() : null;
  return body;
}

/** @param {any} source @param {{ as?: string }} [options] */
export function decodeBody(source, { as } = {}) {
  const cell = toCell(source);
  if (as !== undefined) {
    const row = ROWS.find(([name]) => name === as);
    if (!row) throw fail("invalid_option", `unknown body \`${as}\``, { parameter: "as" });
    return runDecoder(() => decodeRow(row, cell));
  }
  if (cell.bits === 0 && cell.refs.length === 0) return { type: "empty", opcode: null };
  const opcode = cell.bits < 32 ? null : cell.beginParse(true).loadUint(32);
  const rows = opcode === null ? [] : ROWS.filter(([, code]) => code === opcode);
  // Wallets v5 r1 and v5 beta share their opcodes, but only one of the two rows uses the whole cell. Text comments and binary comments
  // share an opcode, and text is tried first.
  const decodedBody = rows
    .map((row) => tryDecodeRow(row, cell))
    .find((body) => body && (rows.length === 1 || body.rest === null));
  return decodedBody ?? { type: "unknown", opcode };
}

/** Decodes a body as a row of the table; undefined if only its beginning matches that row. */
function tryDecodeRow(row, cell) {
  try {
    return decodeRow(row, cell);
  } catch (cause) {
    if (!isDataError(cause)) throw cause;
    return undefined;
  }
}
