// Writes cells as the tables of `dist/schemas.js` say, which the build writes from src/message/.

import { QUERIES_OF_A_CELL, SEND } from "../../dist/message-abi.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { beginCell, toCell } from "./cell.js";
import { bytesOf, objectOf } from "./inputs.js";
import { BETA_EXTENDED, EXTENDED } from "./loaders.js";

const missing = (name) => fail("missing_parameter", `\`${name}\` is required`, { parameter: name });

/** Stores the fields of an object. Callers may leave out fields that are zero or empty. */
export function storeFields(fields, values, builder) {
  let name = "";
  try {
    for (const field of fields) {
      name = field[0];
      if (name === "") storeForm(field[1], values, builder);
      else storeForm(field[1], values[name], builder);
    }
  } catch (error) {
    throw name === "" || error.parameter === name || !isTonEdgeError(error) ? error : named(error, name);
  }
  return builder;
}

/** An error of a value that has the name of its field. */
const named = (error, name) =>
  error.code === NOTHING
    ? missing(name)
    : fail(error.code === "cell_build" ? "invalid_parameter" : error.code, `\`${name}\`: ${error.message}`, {
        parameter: name,
        cause: error,
        index: error.index,
        suggestion: error.suggestion,
      });

const NOTHING = "nothing";
const isNothing = (value) => value === undefined || value === null;

/** Stores a value. */
export function storeForm(form, value, builder) {
  const [kind, a, b, c] = form;
  switch (kind) {
    case "u":
      return builder.storeUint(isNothing(value) && a === 64 ? 0 : need(value), a);
    case "v":
      return builder.storeVarUint(value ?? 0, a);
    case "i":
      return builder.storeInt(value ?? 0, a);
    case "U":
      return builder.storeUint(need(value), 256);
    case "b":
      return builder.storeBit(value ?? false);
    case "=":
      return builder.storeUint(parseInt(a, 2), a.length);
    case "?":
      builder.storeBit(!isNothing(value));
      return isNothing(value) ? builder : storeForm(a, value, builder);
    case "/":
      storeForm(["=", isNothing(value) ? a : b], value, builder);
      return isNothing(value) ? builder : storeForm(c, value, builder);
    case "^":
      return builder.storeRef(storeForm(a, value, beginCell()).endCell());
    case "R":
      return storeFields(a, value, builder);
    case "O": {
      const variant = a.find(([, type]) => type === value.type);
      if (!variant) throw fail("invalid_parameter", "the variant is unknown", { parameter: "type" });
      storeForm(["=", variant[0]], undefined, builder);
      return storeFields(variant[2], value, builder);
    }
    case "a":
    case "X":
      return builder.storeAddress(value);
    case "A":
    case "d":
      return builder.storeAddress(need(value));
    case "r":
      return builder.storeRef(need(value));
    case "e":
      return builder.storeMaybeRef(value);
    case "o":
      return isNothing(value) ? builder : builder.storeRef(value);
    case "p":
      return storePayload(value, builder);
    case "x":
      return builder.storeDict(
        32,
        Object.entries(objectOf(value ?? {})).map(([id, amount]) => [Number(id), beginCell().storeVarUint(amount, 32)]),
      );
    case "t":
      return builder.storeStringTail(need(value));
    case "y":
      return builder.storeBytesTail(need(value));
    case "g":
      if (bytesOf(need(value))?.length !== 64) throw fail("invalid_parameter", "a signature has 64 bytes");
      return builder.storeBytes(value);
    case "m":
      for (const { type, mode, message } of need(value)) {
        if (type !== "send_message") throw fail("invalid_parameter", "this wallet only sends messages");
        builder.storeUint(mode, 8).storeRef(message);
      }
      return builder;
    case "w":
      return storeActions(need(value), builder);
    case "W":
      return storeBetaActions(need(value), builder);
    case "q":
      return storeQueryId(need(value), builder);
    case "l":
      return builder.storeRef(outList(need(value)));
  }
  throw fail("internal", "no such form");
}

function need(value) {
  if (isNothing(value)) throw fail(NOTHING, "");
  return value;
}

/** Inline if it fits, else a reference. */
export function storePayload(value, builder) {
  if (isNothing(value)) return builder.storeUint(0, 1);
  const cell = toCell(value);
  const fits = cell.bits < builder.availableBits && cell.refs.length <= builder.availableRefs && !cell.isExotic;
  return fits ? builder.storeUint(0, 1).storeSlice(cell) : builder.storeMaybeRef(cell);
}

/** Messages as the virtual machine lists them. */
function outList(actions) {
  let list = beginCell().endCell();
  for (const { mode, message } of actions)
    list = beginCell().storeRef(list).storeUint(SEND, 32).storeUint(mode, 8).storeRef(message).endCell();
  return list;
}

function storeActions(actions, builder) {
  const messages = actions.filter(({ type }) => type === "send_message");
  const others = actions.filter(({ type }) => type !== "send_message");
  builder.storeMaybeRef(messages.length > 0 ? outList(messages) : null).storeBit(others.length > 0);
  // The last first: each refers to the next.
  let next;
  for (let at = others.length - 1; at >= 0; at -= 1) {
    const to = at === 0 ? builder : beginCell();
    storeExtended(others[at], to);
    if (next) to.storeRef(next);
    if (at > 0) next = to.endCell();
  }
  return builder;
}

function storeExtended(action, builder, tags = EXTENDED, bits = 8) {
  const tag = Object.keys(tags).find((key) => tags[key] === action.type);
  builder.storeUint(Number(tag), bits);
  return action.type === EXTENDED[4] ? builder.storeBit(action.allowed) : builder.storeAddress(action.address);
}

/** The actions of a wallet v5 beta: its own actions first, each with a reference to the rest. */
function storeBetaActions(actions, builder) {
  const others = actions.filter(({ type }) => type !== "send_message");
  const list = outList(actions.filter(({ type }) => type === "send_message"));
  if (others.length === 0) return builder.storeBit(false).storeRef(list);
  let next = beginCell().storeBit(false).storeRef(list);
  for (let at = others.length - 1; at >= 0; at -= 1) {
    const to = (at === 0 ? builder : beginCell()).storeBit(true);
    storeExtended(others[at], to, BETA_EXTENDED, 32).storeRef(next.endCell());
    next = to;
  }
  return builder;
}

/** The id of a query: the index of one of 8192 cells, and of a bit in it. */
function storeQueryId(value, builder) {
  const number = beginCell().storeUint(value, 23).endCell().beginParse().loadUint(23);
  return builder.storeUint(Math.floor(number / QUERIES_OF_A_CELL), 13).storeUint(number % QUERIES_OF_A_CELL, 10);
}
