// Messages and bodies, encoded.

import { Message, ROWS, StateInit } from "../../dist/schemas.js";
import { fail, isList, kindOf } from "../util/error.js";
import { addressOf, isTestnet, rawText } from "./address-bytes.js";
import { beginCell, toCell } from "./cell.js";
import { decodeStateInit } from "./decode.js";
import { bytesOf, encodeText, hasMethod, knownOnly, objectOf } from "./inputs.js";
import { EXTENDED } from "./loaders.js";
import { storeFields, storeForm, storePayload } from "./tlb.js";

const [, MESSAGE_FIELDS] = Message;
const INFO = MESSAGE_FIELDS[0][1];

const commentOf = (text, parameter) =>
  beginCell().storeUint(0, 32).storeBytesTail(encodeText(text, parameter)).endCell();

/** The body of a comment. */
export const comment = (text) => commentOf(text, "text");

/** Whether a value says which body it is. */
function hasType(body) {
  try {
    return typeof body.type === "string";
  } catch {
    return false;
  }
}

/** A body: a cell, a body of the table for a network, the text of a comment, or nothing. */
export function bodyOf(body, testnet) {
  if (body === undefined || body === null) return beginCell().endCell();
  if (typeof body === "string") return commentOf(body, "body");
  return !hasMethod(body, "toBoc") && hasType(body) ? bodyCell(body, testnet) : toCell(body);
}

/** Coins as a bigint. They have no default: a forgotten value would be a payment of nothing. */
export function coins(value) {
  if (value === undefined)
    throw fail("missing_parameter", "`value` is required: nanocoins as a bigint, and 0n for none", {
      parameter: "value",
    });
  const amount = typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof amount === "bigint" && amount >= 0n && amount < 1n << 120n) return amount;
  throw fail("invalid_parameter", '`value` must be nanocoins as a bigint, such as `toNano("1.5")`', {
    parameter: "value",
  });
}

/** Whether the value comes back if the receiver fails. Only left out, it is true: null and 0 are mistakes. */
export function bounceOf(bounce) {
  if (bounce === undefined || typeof bounce === "boolean") return bounce ?? true;
  throw fail("invalid_parameter", `\`bounce\` must be true or false, not ${kindOf(bounce)}`, { parameter: "bounce" });
}

/** Whether the options of a function say that addresses are of the test network. */
function readNetwork(options = {}) {
  return isTestnet(knownOnly(options, ["network"], "options").network ?? "mainnet");
}

/** The raw form of the receiver of a message. */
const receiverOf = (to, testnet) => rawText(addressOf(to, "to", testnet));

/** The cell of a message with the cell of a body. `draft`: a contract is about to send it. */
export function messageCell(info, init, body, draft) {
  const builder = beginCell();
  storeForm(INFO, info, builder);
  if (init === undefined || init === null) builder.storeUint(0, 1);
  else {
    const cell = encodeStateInit(init);
    builder.storeUint(1, 1);
    // As `@ton/core` does: two bits say where the parts are; the body counts, too, but in messages to be sent.
    const own = 2 + cell.bits;
    const needed = draft ? own : own + body.bits;
    // The body also needs a reference, unless it fits inline and has no references.
    const alone = !body.isExotic && body.refs.length === 0 && own + body.bits <= builder.availableBits;
    const refs = cell.refs.length + (alone ? 0 : 1);
    if (needed <= builder.availableBits && refs <= builder.availableRefs) builder.storeUint(0, 1).storeSlice(cell);
    else builder.storeMaybeRef(cell);
  }
  return storePayload(body, builder).endCell();
}

/** The properties of a message that a contract is to send. */
export const INTERNAL = ["to", "value", "bounce", "body", "init", "extraCurrencies"];
const EXTERNAL = ["to", "body", "init"];

/** @param {any} message @param {boolean} testnet */
function internalCell(message, testnet) {
  const { to, value, bounce, body, init, extraCurrencies } = knownOnly(message, INTERNAL, "message");
  const info = {
    type: "internal",
    ihrDisabled: true,
    bounce: bounceOf(bounce),
    bounced: false,
    src: null,
    dest: receiverOf(to, testnet),
    value: { coins: coins(value), extra: extraCurrencies },
    createdAt: 0,
  };
  return messageCell(info, init, bodyOf(body, testnet), true);
}

/** @param {any} message @param {any} [options] */
export const internalMessage = (message, options) => internalCell(message, readNetwork(options));

/** @param {any} message @param {any} [options] */
export function externalMessage(message, options) {
  const testnet = readNetwork(options);
  const { to, body, init } = knownOnly(message, EXTERNAL, "message");
  const info = { type: "external-in", src: null, dest: receiverOf(to, testnet) };
  return messageCell(info, init, bodyOf(body, testnet), false);
}

/** @param {any} init */
export function encodeStateInit(init) {
  if (typeof init === "string" || hasMethod(init, "toBoc") || hasMethod(init, "endCell") || bytesOf(init)) {
    const cell = toCell(init);
    decodeStateInit(cell);
    return cell;
  }
  const names = StateInit[1].map(([name]) => name);
  return storeForm(StateInit, knownOnly(init, names, "init"), beginCell()).endCell();
}

/** The fields of a row that are signed: all but the signature, in one cell. */
export const signedFields = (fields) => fields.filter(([, [kind]]) => kind !== "g" && kind !== "n");

/** The row of a name. */
export function rowOf(type) {
  const row = ROWS.find(([name]) => name === type);
  if (row) return row;
  throw fail("invalid_parameter", `there is no body \`${type}\``, { parameter: "type" });
}

/** @param {any} body @param {any} [options] */
export const encodeBody = (body, options) => bodyCell(body, readNetwork(options));

/** @param {any} body @param {boolean} testnet */
function bodyCell(body, testnet) {
  if (!hasType(objectOf(body, "body")))
    throw fail("invalid_parameter", `expected a body with \`type\`, not ${kindOf(body)}`, { parameter: "type" });
  const [, opcode, fields] = rowOf(body.type);
  // What `decodeBody` gives is accepted, too.
  const names = ["type", "opcode", ...fields.map(([name]) => name), "rest"];
  const values = { ...knownOnly(body, names, "body") };
  for (const [name, [kind]] of fields) {
    if ("mwWl".includes(kind)) values[name] = actionsOf(values[name], name, testnet);
    const isNothing = values[name] === undefined || values[name] === null;
    if ("ad".includes(kind) && !isNothing) addressOf(values[name], name, testnet);
    // Amounts of other tables, such as those of fees, are 0 where they are left out.
    if (kind === "v" && isNothing) throw fail("missing_parameter", `\`${name}\` is required`, { parameter: name });
  }
  const enter = fields.findIndex(([, [kind]]) => kind === "n");
  const builder = beginCell();
  if (opcode !== null) builder.storeUint(opcode, 32);
  if (enter < 0) {
    storeFields(fields, values, builder);
    return (values.rest ? builder.storeSlice(values.rest) : builder).endCell();
  }
  storeFields(fields.slice(0, enter), values, builder);
  return builder.storeRef(storeFields(fields.slice(enter + 1), values, beginCell()).endCell()).endCell();
}

/** How messages are sent unless the caller says otherwise: fees from the balance, errors ignored. */
const MODE = 3;

/** An action of a wallet's own: about an extension, or about signatures. */
function ownAction(action, name, testnet) {
  const { type, address, allowed } = knownOnly(action, ["type", "address", "allowed"], name);
  if (!Object.values(EXTENDED).includes(type))
    throw fail("invalid_parameter", "no wallet has this action", { parameter: "type" });
  if (type === "set_signature_allowed") {
    if (typeof allowed === "boolean") return { type, allowed };
    throw fail("invalid_parameter", `\`allowed\` must be true or false, not ${kindOf(allowed)}`, {
      parameter: "allowed",
    });
  }
  return { type, address: rawText(addressOf(address, "address", testnet)) };
}

/** The actions of a wallet on a network: messages to send, and changes of the wallet itself. */
export function actionsOf(actions, name, testnet) {
  if (!isList(actions))
    throw fail("invalid_parameter", `\`${name}\` must be an array, not ${kindOf(actions)}`, { parameter: name });
  return actions.map((given) => {
    const action = objectOf(given, name);
    if (action.type !== undefined && action.type !== "send_message") return ownAction(action, name, testnet);
    const { type: _, mode = MODE, ...content } = action;
    const message =
      content.message === undefined
        ? internalCell(content, testnet)
        : toCell(knownOnly(content, ["message"], name).message);
    if (!(Number.isInteger(mode) && mode >= 0 && mode <= 255))
      throw fail("invalid_parameter", "`mode` is a whole number from 0 to 255", { parameter: "mode" });
    return { type: "send_message", mode, message };
  });
}
