// Reads cells as the tables of `dist/schemas.js` say, which the build writes from src/message/. Each form is compiled into a function
// once: following the tables themselves takes a third longer.

import {
  BETA_ADD,
  BETA_REMOVE,
  BETA_SET_ALLOWED,
  MAX_ENTRIES,
  MAX_VALUES,
  MOST_ACTIONS,
  QUERIES_OF_A_CELL,
  SEND,
} from "../../dist/message-abi.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { readInteger, readNumber, readSigned } from "./bits.js";
import { PEEK, READ } from "./cell.js";
import { base64, readBase64, readUpperHex } from "./text.js";

/** The actions of wallets v5 by their tags. @type {Record<string, string>} */
export const EXTENDED = { 2: "add_extension", 3: "remove_extension", 4: "set_signature_allowed" };

/** @type {Record<string, string>} The same of wallets v5 beta: https://github.com/tonkeeper/w5/blob/fa1b372a417a32af104fe1b949b6b31d29cee349/types.tlb */
export const BETA_EXTENDED = {
  [BETA_ADD]: EXTENDED[2],
  [BETA_REMOVE]: EXTENDED[3],
  [BETA_SET_ALLOWED]: EXTENDED[4],
};

/** How many values the call has loaded, and how many messages the transaction announces. Calls do not nest. */
let values = 0;
let announced = 0;

const wrongTag = () => fail("message_invalid", "the tag is of another type");

/** An error in a field. Fields inside it have added their names already. */
function within(error, name) {
  if (name === "" || !isTonEdgeError(error)) return error;
  if (error.code === "message_invalid" && error.parameter !== undefined) return error;
  return fail("message_invalid", `\`${name}\`: ${error.message}`, { parameter: name, cause: error });
}

/** A function that passes a tag in binary digits, if it comes next. */
function tagOf(digits) {
  const { length } = digits;
  const number = Number(`0b0${digits}`);
  return (slice) => {
    if (slice[PEEK](length) !== number) return false;
    slice.skip(length);
    return true;
  };
}

const compiled = new WeakMap();

/** A function that loads a form from a slice. */
function loaderOf(form) {
  let load = compiled.get(form);
  if (!load) compiled.set(form, (load = compile(form)));
  return load;
}

/** A function that loads fields into an object. */
export function fieldsOf(fields) {
  const steps = fields.map(([name, form]) => ({ name, load: name === "" ? partOf(form) : loaderOf(form) }));
  // All fields after this one are in a separate cell.
  const enter = fields.findIndex(([, [kind]]) => kind === "n");
  return (slice, into) => {
    let at = 0;
    try {
      for (; at < steps.length; at += 1) {
        const { name, load } = steps[at];
        if (name === "") load(slice, into);
        else into[name] = load(slice);
        if (at === enter) {
          slice.endParse();
          slice = into[name].beginParse();
        }
      }
    } catch (error) {
      throw within(error, steps[at].name);
    }
    return into;
  };
}

/** A loader for a part without a name: a tag, or the fields of a nested record. */
function partOf([kind, a]) {
  if (kind === "R") return fieldsOf(a);
  if (kind === "^") {
    const load = partOf(a);
    return (slice, into) => loadChild(load, slice, into);
  }
  if (kind === "c") return (slice) => (announced = slice.loadUint(15));
  const hasTag = tagOf(a);
  return (slice) => {
    if (!hasTag(slice)) throw wrongTag();
  };
}

/** Loads a whole cell. */
function loadCell(load, cell, into) {
  const slice = cell.beginParse();
  const value = load(slice, into);
  slice.endParse();
  return value;
}

const loadChild = (load, slice, into) => loadCell(load, slice.loadRef(), into);

/** Begins a call that decodes. */
export function startCall() {
  values = 0;
}

/** A function that loads all of a cell as a form. */
export function wholeOf(form) {
  const load = loaderOf(form);
  return (cell) => loadCell(load, cell);
}

/** The same of a record that has the hash of its cell. */
export function hashedOf([, fields]) {
  const load = fieldsOf(fields);
  return (cell) => loadCell(load, cell, { hash: base64(cell.hash()) });
}

/** Compiles what holds other forms, or has a parameter. */
function compile(form) {
  const [kind, a, b, c] = form;
  switch (kind) {
    case "u": {
      const read = a <= 32 ? readNumber : readInteger;
      return (slice) => slice[READ](a, read);
    }
    case "i":
      return (slice) => slice[READ](a, readSigned);
    case "v":
      return (slice) => slice.loadVarUint(a);
    case "?": {
      const load = loaderOf(a);
      return (slice) => (slice.loadBit() ? load(slice) : null);
    }
    case "^": {
      const load = loaderOf(a);
      return (slice) => loadChild(load, slice);
    }
    case "|": {
      const load = loaderOf(a);
      return (slice) => (slice.loadBit() ? loadChild(load, slice) : load(slice));
    }
    case "/": {
      const [isNone, isSome, load] = [tagOf(a), tagOf(b), loaderOf(c)];
      return (slice) => {
        if (isNone(slice)) return null;
        if (!isSome(slice)) throw wrongTag();
        return load(slice);
      };
    }
    case "R": {
      const load = fieldsOf(a);
      return (slice) => load(slice, {});
    }
    case "O":
      return variantOf(a.map(([tag, type, fields]) => ({ hasTag: tagOf(tag), type, load: fieldsOf(fields) })));
    case "N":
      return variantOf(a.map(([tag, name]) => ({ hasTag: tagOf(tag), type: name })));
    case "M": {
      const load = hashedOf(a);
      return (slice) => load(slice.loadRef());
    }
    case "L":
      return messagesOf(hashedOf(a));
  }
  return SIMPLE[kind];
}

/** The name of the variant whose tag comes next, or its fields. */
function variantOf(variants) {
  return (slice) => {
    for (const { hasTag, type, load } of variants)
      if (hasTag(slice)) return load === undefined ? type : load(slice, { type });
    throw wrongTag();
  };
}

/** Forms that their kind says all about. */
const SIMPLE = {
  h: (slice) => slice[READ](256, readBase64),
  H: (slice) => slice[READ](256, readUpperHex),
  b: (slice) => slice.loadBit(),
  a: (slice) => slice.loadAnyAddress(),
  d: (slice) => slice.loadAnyAddress(),
  A: (slice) => slice.loadAddress(),
  X: (slice) => external(slice.loadAnyAddress()),
  U: (slice) => slice.loadUintBig(256),
  r: (slice) => slice.loadRef(),
  n: (slice) => slice.loadRef(),
  e: (slice) => slice.loadMaybeRef(),
  o: (slice) => (slice.remainingRefs > 0 ? slice.loadRef() : null),
  B: loadEitherCell,
  p(slice) {
    const payload = loadEitherCell(slice);
    return payload.bits === 0 && payload.refs.length === 0 ? null : payload;
  },
  x: loadExtra,
  t: (slice) => slice.loadStringTail(),
  y: (slice) => slice.loadBytesTail(),
  g: (slice) => slice.loadBytes(64),
  m: loadMessages,
  w: loadActions,
  W: loadBetaActions,
  q: loadQueryId,
  l: (slice) => loadOutList(slice.loadRef()),
};

/** An address outside of the blockchain, or an empty one. */
function external(address) {
  if (typeof address === "string") throw fail("cell_read", "the address is of an account, not external");
  return address;
}

/** The values of a dictionary, each loaded to its end. */
function loadValues(slice, keyBits, load) {
  // Most messages have none.
  if (slice[PEEK](1) === 0) {
    slice.skip(1);
    return [];
  }
  const pairs = [...slice.loadDict(keyBits, MAX_ENTRIES)];
  values += pairs.length;
  if (values > MAX_VALUES)
    throw fail("message_invalid", `there are more than ${MAX_VALUES} values of dictionaries in all`);
  return pairs.map(([key, value], at) => {
    const loaded = load(value, key, at);
    value.endParse();
    return loaded;
  });
}

function loadExtra(slice) {
  const extra = {};
  loadValues(slice, 32, (value, id) => (extra[`${id}`] = value.loadVarUint(32)));
  return extra;
}

/** The messages 0, 1, 2 ... of a transaction. */
const messagesOf = (load) => (slice) => {
  const messages = loadValues(slice, 15, (value, key, at) => {
    if (key !== BigInt(at)) throw fail("message_invalid", "the messages are not numbered from 0");
    return load(value.loadRef());
  });
  if (messages.length !== announced)
    throw fail("message_invalid", "the number of messages is not the one that is stored", { parameter: "outMsgs" });
  return messages;
};

/** Either the rest of the cell or a separate cell. */
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

/** The number of a query. The wallet itself fails at a bit that its cells do not have. */
function loadQueryId(slice) {
  const [cell, bit] = [slice.loadUint(13), slice.loadUint(10)];
  if (bit >= QUERIES_OF_A_CELL) throw fail("message_invalid", "the number is out of range");
  return cell * QUERIES_OF_A_CELL + bit;
}

/** Actions of the wallet itself, each with a reference to the next; the messages come last. */
function loadBetaActions(slice) {
  const actions = [];
  let at = slice;
  while (at.loadBit()) {
    const type = BETA_EXTENDED[at.loadUint(32)];
    if (type === undefined) throw wrongTag();
    actions.push(type === EXTENDED[4] ? { type, allowed: at.loadBit() } : { type, address: at.loadAddress() });
    if (actions.length > 2 * MOST_ACTIONS)
      throw fail("message_invalid", "there are more actions than a wallet accepts");
    const next = at.loadRef().beginParse();
    if (at !== slice) at.endParse();
    at = next;
  }
  actions.push(...loadOutList(at.loadRef()));
  if (at !== slice) at.endParse();
  return actions;
}

function loadExtended(slice) {
  const type = EXTENDED[slice.loadUint(8)];
  if (type === undefined) throw wrongTag();
  return type === EXTENDED[4] ? { type, allowed: slice.loadBit() } : { type, address: slice.loadAddress() };
}
