// Encodes messages and bodies.

import { Message, ROWS, StateInit } from "../../dist/schemas.js";
import { fail, isList, kindOf } from "../util/error.js";
import { requireAddress, isTestnet, formatRawAddress } from "./address-bytes.js";
import { beginCell, toCell } from "./cell.js";
import { decodeStateInit } from "./decode.js";
import { toBytes, encodeText, hasMethod, pickKnownNames, requireObject } from "./inputs.js";
import { EXTENDED_ACTIONS } from "./loaders.js";
import { storeFields, storeForm, storePayload } from "./tlb.js";

const [, MESSAGE_FIELDS] = Message;
const INFO = MESSAGE_FIELDS[0][1];

const encodeComment = (text, parameter) =>
  beginCell().storeUint(0, 32).storeBytesTail(encodeText(text, parameter)).endCell();

/** Makes the body of a comment. */
export const comment = (text) => encodeComment(text, "text");

/** Whether a value is an object with `type`, which names a row of the body table. */
function hasType(body) {
  try {
    return typeof body.type === "string";
  } catch {
    return false;
  }
}

/** Converts a body to a cell: a cell, an object for the body table, the text of a comment, or nothing. */
export function toBodyCell(body, testnet) {
  if (body === undefined || body === null) return beginCell().endCell();
  if (typeof body === "string") return encodeComment(body, "body");
  return !hasMethod(body, "toBoc") && hasType(body) ? buildBodyCell(body, testnet) : toCell(body);
}

/** Reads coins as a bigint. They have no default, since a forgotten `value` would send nothing. */
export function readCoins(value) {
  if (value === undefined)
    throw fail("missing_parameter", "`value` is required: nanocoins as a bigint, or 0n for none", {
      parameter: "value",
    });
  const amount = typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof amount === "bigint" && amount >= 0n && amount < 1n << 120n) return amount;
  throw fail("invalid_parameter", '`value` must be nanocoins as a bigint, such as `toNano("1.5")`', {
    parameter: "value",
  });
}

/** Reads `bounce`. Default: true; `null` and 0 are errors. */
export function readBounce(bounce) {
  if (bounce === undefined || typeof bounce === "boolean") return bounce ?? true;
  throw fail("invalid_parameter", `\`bounce\` must be true or false, not ${kindOf(bounce)}`, { parameter: "bounce" });
}

/** Whether the option `network` of a function is "testnet". */
function readNetwork(options = {}) {
  return isTestnet(pickKnownNames(options, ["network"], "options").network ?? "mainnet");
}

/** Returns the raw form of the receiver of a message. */
const readReceiver = (to, testnet) => formatRawAddress(requireAddress(to, "to", testnet));

/** Builds the cell of a message. `isDraft`: a contract will send the message, a case that `@ton/core` encodes differently. */
export function buildMessageCell(info, init, body, isDraft) {
  const builder = beginCell();
  storeForm(INFO, info, builder);
  if (init === undefined || init === null) builder.storeUint(0, 1);
  else {
    const cell = encodeStateInit(init);
    builder.storeUint(1, 1);
    // Two bits say whether StateInit and body are inline. As in `@ton/core`, the size of a draft's body is not counted.
    const initBits = 2 + cell.bits;
    const neededBits = isDraft ? initBits : initBits + body.bits;
    // The body also needs a reference, unless it fits inline and has no references.
    const fitsInline = !body.isExotic && body.refs.length === 0 && initBits + body.bits <= builder.availableBits;
    const refs = cell.refs.length + (fitsInline ? 0 : 1);
    if (neededBits <= builder.availableBits && refs <= builder.availableRefs) builder.storeUint(0, 1).storeSlice(cell);
    else builder.storeMaybeRef(cell);
  }
  return storePayload(body, builder).endCell();
}

/** Properties of an internal message. */
export const INTERNAL_PROPERTIES = ["to", "value", "bounce", "body", "init", "extraCurrencies"];
const EXTERNAL_PROPERTIES = ["to", "body", "init"];

/** @param {any} message @param {boolean} testnet */
function buildInternalCell(message, testnet) {
  const { to, value, bounce, body, init, extraCurrencies } = pickKnownNames(message, INTERNAL_PROPERTIES, "message");
  const info = {
    type: "internal",
    ihrDisabled: true,
    bounce: readBounce(bounce),
    bounced: false,
    src: null,
    dest: readReceiver(to, testnet),
    value: { coins: readCoins(value), extra: extraCurrencies },
    createdAt: 0,
  };
  return buildMessageCell(info, init, toBodyCell(body, testnet), true);
}

/** @param {any} message @param {any} [options] */
export const internalMessage = (message, options) => buildInternalCell(message, readNetwork(options));

/** @param {any} message @param {any} [options] */
export function externalMessage(message, options) {
  const testnet = readNetwork(options);
  const { to, body, init } = pickKnownNames(message, EXTERNAL_PROPERTIES, "message");
  const info = { type: "external-in", src: null, dest: readReceiver(to, testnet) };
  return buildMessageCell(info, init, toBodyCell(body, testnet), false);
}

/** @param {any} init */
export function encodeStateInit(init) {
  if (typeof init === "string" || hasMethod(init, "toBoc") || hasMethod(init, "endCell") || toBytes(init)) {
    const cell = toCell(init);
    decodeStateInit(cell);
    return cell;
  }
  const names = StateInit[1].map(([name]) => name);
  return storeForm(StateInit, pickKnownNames(init, names, "init"), beginCell()).endCell();
}

/** Returns the fields of a row that are signed, in one cell: all except the signature. */
export const selectSignedFields = (fields) => fields.filter(([, [kind]]) => kind !== "g" && kind !== "n");

/** Returns the row of the body table with this name. */
export function findRow(type) {
  const row = ROWS.find(([name]) => name === type);
  if (row) return row;
  throw fail("invalid_parameter", `unknown body \`${type}\``, { parameter: "type" });
}

/** @param {any} body @param {any} [options] */
export const encodeBody = (body, options) => buildBodyCell(body, readNetwork(options));

/** @param {any} body @param {boolean} testnet */
function buildBodyCell(body, testnet) {
  if (!hasType(requireObject(body, "body")))
    throw fail("invalid_parameter", `expected a body with \`type\`, not ${kindOf(body)}`, { parameter: "type" });
  const [, opcode, fields] = findRow(body.type);
  // Results of `decodeBody` have `opcode` and `rest`, and are accepted, too.
  const names = ["type", "opcode", ...fields.map(([name]) => name), "rest"];
  const values = { ...pickKnownNames(body, names, "body") };
  for (const [name, [kind]] of fields) {
    if ("mwWl".includes(kind)) values[name] = readActions(values[name], name, testnet);
    const isNothing = values[name] === undefined || values[name] === null;
    if ("ad".includes(kind) && !isNothing) requireAddress(values[name], name, testnet);
    // Amounts of a body are required. In other tables, such as fees, an omitted amount is 0.
    if (kind === "v" && isNothing) throw fail("missing_parameter", `\`${name}\` is required`, { parameter: name });
  }
  const nextCellIndex = fields.findIndex(([, [kind]]) => kind === "n");
  const builder = beginCell();
  if (opcode !== null) builder.storeUint(opcode, 32);
  if (nextCellIndex < 0) {
    storeFields(fields, values, builder);
    return (values.rest ? builder.storeSlice(values.rest) : builder).endCell();
  }
  storeFields(fields.slice(0, nextCellIndex), values, builder);
  return builder.storeRef(storeFields(fields.slice(nextCellIndex + 1), values, beginCell()).endCell()).endCell();
}

/** The default send mode: fees are paid from the balance, and an action that fails is skipped. */
const DEFAULT_MODE = 3;

/** Reads an action that changes the wallet itself: its extensions, or whether it accepts signatures. */
function readWalletAction(action, name, testnet) {
  const { type, address, allowed } = pickKnownNames(action, ["type", "address", "allowed"], name);
  if (!Object.values(EXTENDED_ACTIONS).includes(type))
    throw fail("invalid_parameter", "unknown type of wallet action", { parameter: "type" });
  if (type === "set_signature_allowed") {
    if (typeof allowed === "boolean") return { type, allowed };
    throw fail("invalid_parameter", `\`allowed\` must be true or false, not ${kindOf(allowed)}`, {
      parameter: "allowed",
    });
  }
  return { type, address: formatRawAddress(requireAddress(address, "address", testnet)) };
}

/** Reads the actions of a wallet: messages to send, and changes of the wallet itself. */
export function readActions(actions, name, testnet) {
  if (!isList(actions))
    throw fail("invalid_parameter", `\`${name}\` must be an array, not ${kindOf(actions)}`, { parameter: name });
  return actions.map((value) => {
    const action = requireObject(value, name);
    if (action.type !== undefined && action.type !== "send_message") return readWalletAction(action, name, testnet);
    const { type: _, mode = DEFAULT_MODE, ...content } = action;
    const message =
      content.message === undefined
        ? buildInternalCell(content, testnet)
        : toCell(pickKnownNames(content, ["message"], name).message);
    if (!(Number.isInteger(mode) && mode >= 0 && mode <= 255))
      throw fail("invalid_parameter", "`mode` must be a whole number from 0 to 255", { parameter: "mode" });
    return { type: "send_message", mode, message };
  });
}
