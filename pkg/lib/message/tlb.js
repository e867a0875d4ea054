// Reads and writes cells as the tables of `dist/schemas.js` say, which the build writes from src/message/.

import { fail, isTonEdgeError } from "../util/error.js";
import { beginCell, toCell } from "./cell.js";
import { bytesOf, objectOf } from "./inputs.js";
import { base64, hex } from "./text.js";

/** Values of a dictionary in a message or a transaction: more are not in use, and a small bag can hold billions. */
const MOST_VALUES = 256;
/** The most actions of a list. */
const MOST_ACTIONS = 255;
/** The tag of an action that sends a message. */
const SEND = 0x0ec3c86d;

/** What is wrong with a field. Fields within it have named themselves. */
function within(error, name) {
  if (error.code === "message_invalid" && error.parameter !== undefined) return error;
  if (!isTonEdgeError(error)) return error;
  return fail("message_invalid", `\`${name}\`: ${error.message}`, { parameter: name, cause: error });
}

const wrongTag = () => fail("message_invalid", "the tag is of another type");

/** Passes a tag in binary digits, if it comes next. */
function hasTag(slice, tag) {
  const { length } = tag;
  if (length === 0) return true;
  if (slice.clone().loadUint(length) !== parseInt(tag, 2)) return false;
  slice.skip(length);
  return true;
}

/** Loads fields into an object. */
export function loadFields(fields, slice, into = {}) {
  let name = "";
  try {
    for (const field of fields) {
      name = field[0];
      const form = field[1];
      if (name !== "") into[name] = loadForm(form, slice);
      else if (form[0] === "=") {
        if (!hasTag(slice, form[1])) throw wrongTag();
      } else mergeForm(form, slice, into);
      // What is in a cell of its own, to its end.
      if (form[0] === "n") slice = enter(into[name], slice);
    }
  } catch (error) {
    throw name === "" ? error : within(error, name);
  }
  return into;
}

/** What follows is in that cell, and nothing is left in this one. */
function enter(cell, slice) {
  slice.endParse();
  return cell.beginParse();
}

/** The fields of a record in a record. */
function mergeForm(form, slice, into) {
  if (form[0] === "R") return loadFields(form[1], slice, into);
  const inside = slice.loadRef().beginParse();
  mergeForm(form[1], inside, into);
  inside.endParse();
  return into;
}

/** Loads a value. */
export function loadForm(form, slice) {
  const [kind, a, b, c] = form;
  switch (kind) {
    case "u":
      return a <= 32 ? slice.loadUint(a) : slice.loadUintBig(a);
    case "v":
      return slice.loadVarUint(a);
    case "h":
      return base64(slice.loadBytes(32));
    case "b":
      return slice.loadBit();
    case "?":
      return slice.loadBit() ? loadForm(a, slice) : null;
    case "^": {
      const inside = slice.loadRef().beginParse();
      const value = loadForm(a, inside);
      inside.endParse();
      return value;
    }
    case "M":
      return loadMessage(a, slice.loadRef());
    case "R":
      return loadFields(a, slice);
    case "O":
      for (const [tag, type, fields] of a) if (hasTag(slice, tag)) return loadFields(fields, slice, { type });
      throw wrongTag();
    case "N":
      for (const [tag, name] of a) if (hasTag(slice, tag)) return name;
      throw wrongTag();
    case "a":
      return slice.loadAnyAddress();
    case "A":
      return slice.loadAddress();
    case "X":
      return external(slice.loadAnyAddress());
    case "i":
      return slice.loadInt(a);
    case "U":
      return slice.loadUintBig(256);
    case "H":
      return hex(slice.loadBytes(32)).toUpperCase();
    case "r":
    case "n":
      return slice.loadRef();
    case "e":
      return slice.loadMaybeRef();
    case "o":
      return slice.remainingRefs > 0 ? slice.loadRef() : null;
    case "B":
      return loadEitherCell(slice);
    case "p": {
      const payload = loadEitherCell(slice);
      return payload.bits === 0 && payload.refs.length === 0 ? null : payload;
    }
    case "|":
      if (!slice.loadBit()) return loadForm(a, slice);
      return loadForm(["^", a], slice);
    case "/":
      if (hasTag(slice, a)) return null;
      if (!hasTag(slice, b)) throw wrongTag();
      return loadForm(c, slice);
    case "x": {
      const extra = {};
      for (const [id, value] of slice.loadDict(32, MOST_VALUES))
        extra[`${id}`] = wholly(value, (it) => it.loadVarUint(32));
      return extra;
    }
    case "L":
      return Array.from(slice.loadDict(15, MOST_VALUES), ([key, value], at) => {
        if (key !== BigInt(at)) throw fail("message_invalid", "the messages are not numbered from 0");
        return wholly(value, (it) => loadMessage(a, it.loadRef()));
      });
    case "t":
      return slice.loadStringTail();
    case "y":
      return slice.loadBytesTail();
    case "g":
      return slice.loadBytes(64);
    case "m":
      return loadMessages(slice);
    case "w":
      return loadActions(slice);
    case "l":
      return loadOutList(slice.loadRef());
  }
  throw fail("internal", "no such form");
}

/** An address outside of the blockchain, or none. */
function external(address) {
  if (typeof address === "string") throw fail("cell_read", "the address is of an account, not external");
  return address;
}

/** Reads a slice to its end. */
function wholly(slice, read) {
  const value = read(slice);
  slice.endParse();
  return value;
}

/** A message in a cell of its own, with its hash. */
export const loadMessage = (form, cell) => {
  const slice = cell.beginParse();
  const message = loadFields(form[1], slice, { hash: base64(cell.hash()) });
  slice.endParse();
  return message;
};

/** Either the rest of the cell or a cell of its own. */
function loadEitherCell(slice) {
  if (slice.loadBit()) return slice.loadRef();
  const rest = slice.asCell();
  slice.skipAll();
  return rest;
}

/** Modes and messages, as many as there are references. */
function loadMessages(slice) {
  const actions = [];
  while (slice.remainingRefs > 0)
    actions.push({ type: "send_message", mode: slice.loadUint(8), message: slice.loadRef() });
  return actions;
}

/** Messages in a list in which each cell refers to the one before. */
function loadOutList(cell) {
  const actions = [];
  for (let list = cell.beginParse(); list.remainingBits > 0 || list.remainingRefs > 0; ) {
    const before = list.loadRef().beginParse();
    if (list.loadUint(32) !== SEND) throw wrongTag();
    actions.push({ type: "send_message", mode: list.loadUint(8), message: list.loadRef() });
    list.endParse();
    if (actions.length > MOST_ACTIONS) throw fail("message_invalid", "there are more actions than a wallet accepts");
    list = before;
  }
  return actions.reverse();
}

function loadActions(slice) {
  const list = slice.loadMaybeRef();
  const actions = list ? loadOutList(list) : [];
  if (!slice.loadBit()) return actions;
  actions.push(loadExtended(slice));
  let next = slice.remainingRefs > 0 ? slice.loadRef() : undefined;
  while (next) {
    const inside = next.beginParse();
    actions.push(loadExtended(inside));
    next = inside.remainingRefs > 0 ? inside.loadRef() : undefined;
    inside.endParse();
    if (actions.length > 2 * MOST_ACTIONS)
      throw fail("message_invalid", "there are more actions than a wallet accepts");
  }
  return actions;
}

/** The actions of wallets v5 by their tags. */
const EXTENDED = { 2: "add_extension", 3: "remove_extension", 4: "set_signature_allowed" };

function loadExtended(slice) {
  const type = EXTENDED[slice.loadUint(8)];
  if (type === undefined) throw wrongTag();
  return type === EXTENDED[4] ? { type, allowed: slice.loadBit() } : { type, address: slice.loadAddress() };
}

const missing = (name) => fail("missing_parameter", `\`${name}\` is required`, { parameter: name });

/** Stores the fields of an object. Zero and nothing are left out by callers. */
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

function storeExtended(action, builder) {
  const tag = Object.keys(EXTENDED).find((key) => EXTENDED[key] === action.type);
  if (tag === undefined) throw fail("invalid_parameter", "no wallet has this action", { parameter: "type" });
  builder.storeUint(Number(tag), 8);
  return tag === "4" ? builder.storeBit(action.allowed) : builder.storeAddress(action.address);
}
