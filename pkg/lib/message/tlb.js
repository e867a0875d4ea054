// Encodes cells by the schemas of `dist/schemas.js`, which the build writes from src/message/.

import { QUERIES_OF_A_CELL, SEND } from "../../dist/message-abi.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { beginCell, toCell } from "./cell.js";
import { toBytes, requireObject } from "./inputs.js";
import { BETA_EXTENDED, EXTENDED_ACTIONS } from "./loaders.js";

const missingError = (name) => fail("missing_parameter", `\`${name}\` is required`, { parameter: name });

/** Stores the fields of an object. Callers may omit fields that are zero or empty. */
export function storeFields(fields, values, builder) {
  let name = "";
  try {
    for (const field of fields) {
      name = field[0];
      if (name === "") storeForm(field[1], values, builder);
      else storeForm(field[1], values[name], builder);
    }
  } catch (error) {
    throw name === "" || error.parameter === name || !isTonEdgeError(error) ? error : namedError(error, name);
  }
  return builder;
}

/** Adds the name of the field to an error about its value. */
const namedError = (error, name) =>
  error.code === NOTHING_CODE
    ? missingError(name)
    : fail(error.code === "cell_build" ? "invalid_parameter" : error.code, `\`${name}\`: ${error.message}`, {
        parameter: name,
        cause: error,
        index: error.index,
        suggestion: error.suggestion,
      });

const NOTHING_CODE = "nothing";
const isNothing = (value) => value === undefined || value === null;

/** Stores a value by its schema. */
export function storeForm(form, value, builder) {
  const [kind, firstPart, secondPart, thirdPart] = form;
  switch (kind) {
    case "u":
      return builder.storeUint(isNothing(value) && firstPart === 64 ? 0 : requireValue(value), firstPart);
    case "v":
      return builder.storeVarUint(value ?? 0, firstPart);
    case "i":
      return builder.storeInt(value ?? 0, firstPart);
    case "U":
      return builder.storeUint(requireValue(value), 256);
    case "b":
      return builder.storeBit(value ?? false);
    case "=":
      return builder.storeUint(parseInt(firstPart, 2), firstPart.length);
    case "?":
      builder.storeBit(!isNothing(value));
      return isNothing(value) ? builder : storeForm(firstPart, value, builder);
    case "/":
      storeForm(["=", isNothing(value) ? firstPart : secondPart], value, builder);
      return isNothing(value) ? builder : storeForm(thirdPart, value, builder);
    case "^":
      return builder.storeRef(storeForm(firstPart, value, beginCell()).endCell());
    case "R":
      return storeFields(firstPart, value, builder);
    case "O": {
      const variant = firstPart.find(([, type]) => type === value.type);
      if (!variant) throw fail("invalid_parameter", "unknown `type`", { parameter: "type" });
      storeForm(["=", variant[0]], undefined, builder);
      return storeFields(variant[2], value, builder);
    }
    case "a":
    case "X":
      return builder.storeAddress(value);
    case "A":
    case "d":
      return builder.storeAddress(requireValue(value));
    case "r":
      return builder.storeRef(requireValue(value));
    case "e":
      return builder.storeMaybeRef(value);
    case "o":
      return isNothing(value) ? builder : builder.storeRef(value);
    case "p":
      return storePayload(value, builder);
    case "x":
      return builder.storeDict(
        32,
        Object.entries(requireObject(value ?? {})).map(([id, amount]) => [
          Number(id),
          beginCell().storeVarUint(amount, 32),
        ]),
      );
    case "t":
      return builder.storeStringTail(requireValue(value));
    case "y":
      return builder.storeBytesTail(requireValue(value));
    case "g":
      if (toBytes(requireValue(value))?.length !== 64)
        throw fail("invalid_parameter", "a signature must have 64 bytes");
      return builder.storeBytes(value);
    case "m":
      for (const { type, mode, message } of requireValue(value)) {
        if (type !== "send_message")
          throw fail("invalid_parameter", "this wallet version accepts only actions of the type `send_message`");
        builder.storeUint(mode, 8).storeRef(message);
      }
      return builder;
    case "w":
      return storeActions(requireValue(value), builder);
    case "W":
      return storeBetaActions(requireValue(value), builder);
    case "q":
      return storeQueryId(requireValue(value), builder);
    case "l":
      return builder.storeRef(buildOutList(requireValue(value)));
  }
  throw fail("internal", "unknown schema kind");
}

function requireValue(value) {
  if (isNothing(value)) throw fail(NOTHING_CODE, "");
  return value;
}

/** Reads the cell of a payload. Callers who pass the text of a comment learn how to make its cell. */
function toPayloadCell(value) {
  try {
    return toCell(value);
  } catch (error) {
    if (typeof value !== "string" || !isTonEdgeError(error)) throw error;
    const message = `${error.message}; the cell of a text is \`comment(text)\``;
    throw fail(error.code, message, { index: error.index, cause: error });
  }
}

/** Stores a cell inline if it fits, otherwise by reference (`Either`). */
export function storePayload(value, builder) {
  if (isNothing(value)) return builder.storeUint(0, 1);
  const cell = toPayloadCell(value);
  const fitsInline = cell.bits < builder.availableBits && cell.refs.length <= builder.availableRefs && !cell.isExotic;
  return fitsInline ? builder.storeUint(0, 1).storeSlice(cell) : builder.storeMaybeRef(cell);
}

/** Builds the action list of the virtual machine (`OutList`). */
function buildOutList(actions) {
  let list = beginCell().endCell();
  for (const { mode, message } of actions)
    list = beginCell().storeRef(list).storeUint(SEND, 32).storeUint(mode, 8).storeRef(message).endCell();
  return list;
}

function storeActions(actions, builder) {
  const messages = actions.filter(({ type }) => type === "send_message");
  const walletActions = actions.filter(({ type }) => type !== "send_message");
  builder.storeMaybeRef(messages.length > 0 ? buildOutList(messages) : null).storeBit(walletActions.length > 0);
  // Builds the last action first, because each refers to the next one.
  let next;
  for (let index = walletActions.length - 1; index >= 0; index -= 1) {
    const target = index === 0 ? builder : beginCell();
    storeExtendedAction(walletActions[index], target);
    if (next) target.storeRef(next);
    if (index > 0) next = target.endCell();
  }
  return builder;
}

function storeExtendedAction(action, builder, tags = EXTENDED_ACTIONS, bits = 8) {
  const tag = Object.keys(tags).find((key) => tags[key] === action.type);
  builder.storeUint(Number(tag), bits);
  return action.type === EXTENDED_ACTIONS[4] ? builder.storeBit(action.allowed) : builder.storeAddress(action.address);
}

/**
 * Stores the actions of a wallet v5 beta: changes of the wallet first, each with a reference to the rest, then the
 * messages.
 */
function storeBetaActions(actions, builder) {
  const walletActions = actions.filter(({ type }) => type !== "send_message");
  const list = buildOutList(actions.filter(({ type }) => type === "send_message"));
  if (walletActions.length === 0) return builder.storeBit(false).storeRef(list);
  let next = beginCell().storeBit(false).storeRef(list);
  for (let index = walletActions.length - 1; index >= 0; index -= 1) {
    const target = (index === 0 ? builder : beginCell()).storeBit(true);
    storeExtendedAction(walletActions[index], target, BETA_EXTENDED, 32).storeRef(next.endCell());
    next = target;
  }
  return builder;
}

/** Stores a query id: the index of one of 8192 cells, and the index of a bit in that cell. */
function storeQueryId(value, builder) {
  const number = beginCell().storeUint(value, 23).endCell().beginParse().loadUint(23);
  return builder.storeUint(Math.floor(number / QUERIES_OF_A_CELL), 13).storeUint(number % QUERIES_OF_A_CELL, 10);
}
