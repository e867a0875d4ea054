// Messages and bodies, encoded.

import { Message, ROWS, StateInit } from "../../dist/schemas.js";
import { fail, isList, kindOf } from "../util/error.js";
import { beginCell, toCell } from "./cell.js";
import { decodeStateInit } from "./decode.js";
import { bytesOf, hasMethod, knownOnly, objectOf } from "./inputs.js";
import { storeFields, storeForm, storePayload } from "./tlb.js";

const [, MESSAGE_FIELDS] = Message;
const INFO = MESSAGE_FIELDS[0][1];

/** The body of a comment. */
export const comment = (text) => beginCell().storeUint(0, 32).storeStringTail(text).endCell();

/** Whether a value says which body it is. */
function hasType(body) {
  try {
    return typeof body.type === "string";
  } catch {
    return false;
  }
}

/** A body: a cell, a body of the table, the text of a comment, or nothing. */
export function bodyOf(body) {
  if (body === undefined || body === null) return beginCell().endCell();
  if (typeof body === "string") return comment(body);
  return !hasMethod(body, "toBoc") && hasType(body) ? encodeBody(body) : toCell(body);
}

/** Coins as a bigint. */
export function coins(value) {
  const amount = typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof amount === "bigint" && amount >= 0n && amount < 1n << 120n) return amount;
  throw fail("invalid_parameter", '`value` must be nanocoins as a bigint, such as `toNano("1.5")`', {
    parameter: "value",
  });
}

/** The cell of a message. `draft`: a contract is about to send it. */
export function messageCell(info, init, content, draft) {
  const body = bodyOf(content);
  const builder = beginCell();
  storeForm(INFO, info, builder);
  if (init === undefined || init === null) builder.storeUint(0, 1);
  else {
    const cell = encodeStateInit(init);
    builder.storeUint(1, 1);
    // As `@ton/core` does: two bits say where the parts are; the body counts, too, but in messages to be sent.
    const own = 2 + cell.bits;
    const needed = draft ? own : own + body.bits;
    // The body needs a reference, too, unless it has none and fits.
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

/** @param {any} message */
export function internalMessage(message) {
  const { to, value = 0n, bounce = true, body, init, extraCurrencies } = knownOnly(message, INTERNAL, "message");
  if (to === undefined || to === null) throw fail("missing_parameter", "`to` is required", { parameter: "to" });
  const info = {
    type: "internal",
    ihrDisabled: true,
    bounce,
    bounced: false,
    src: null,
    dest: to,
    value: { coins: coins(value), extra: extraCurrencies },
    createdAt: 0,
  };
  return messageCell(info, init, body, true);
}

/** @param {any} message */
export function externalMessage(message) {
  const { to, body, init } = knownOnly(message, EXTERNAL, "message");
  if (to === undefined || to === null) throw fail("missing_parameter", "`to` is required", { parameter: "to" });
  return messageCell({ type: "external-in", src: null, dest: to }, init, body, false);
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

/** @param {any} body */
export function encodeBody(body) {
  if (!hasType(objectOf(body, "body")))
    throw fail("invalid_parameter", `expected a body with \`type\`, not ${kindOf(body)}`, { parameter: "type" });
  const [, opcode, fields] = rowOf(body.type);
  // What `decodeBody` gives is accepted, too.
  const names = ["type", "opcode", ...fields.map(([name]) => name), "rest"];
  const values = { ...knownOnly(body, names, "body") };
  for (const [name, [kind]] of fields) if ("mwl".includes(kind)) values[name] = actionsOf(values[name], name);
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

/** What a wallet is to do: messages to send, and actions of its own. */
export function actionsOf(actions, name = "actions") {
  if (!isList(actions))
    throw fail("invalid_parameter", `\`${name}\` must be an array, not ${kindOf(actions)}`, { parameter: name });
  return actions.map((given) => {
    const action = objectOf(given, name);
    if (action.type !== undefined && action.type !== "send_message")
      return knownOnly(action, ["type", "address", "allowed"], name);
    const { type: _, mode = MODE, ...content } = action;
    const message = content.message === undefined ? internalMessage(content) : toCell(content.message);
    if (!(Number.isInteger(mode) && mode >= 0 && mode <= 255))
      throw fail("invalid_parameter", "`mode` is a whole number from 0 to 255", { parameter: "mode" });
    return { type: "send_message", mode, message };
  });
}
