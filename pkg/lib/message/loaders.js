// Decodes cells by the schemas of `dist/schemas.js`, which the build writes from src/message/. Each schema is compiled into a
// function once, because interpreting it takes a third longer.

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
import { INNER_SLICE, PEEK, READ } from "./cell.js";
import { encodeBase64, readBase64, readUpperHex } from "./text.js";

/** The actions of wallets v5 by their tags. @type {Record<string, string>} */
export const EXTENDED_ACTIONS = { 2: "add_extension", 3: "remove_extension", 4: "set_signature_allowed" };

/**
 * @type {Record<string, string>} The actions of wallets v5 beta by their tags:
 * https://github.com/tonkeeper/w5/blob/fa1b372a417a32af104fe1b949b6b31d29cee349/types.tlb
 */
export const BETA_EXTENDED = {
  [BETA_ADD]: EXTENDED_ACTIONS[2],
  [BETA_REMOVE]: EXTENDED_ACTIONS[3],
  [BETA_SET_ALLOWED]: EXTENDED_ACTIONS[4],
};

/**
 * Number of dictionary values that the current call has loaded, and number of messages that the transaction declares. Globals
 * suffice, since calls do not nest.
 */
let loadedCount = 0;
let announcedCount = 0;

const wrongTagError = () => fail("message_invalid", "the tag does not match the type");

/** Adds a field's name to an error. Inner fields have already added theirs. */
function namedError(error, name) {
  if (name === "" || !isTonEdgeError(error)) return error;
  if (error.code === "message_invalid" && error.parameter !== undefined) return error;
  return fail("message_invalid", `\`${name}\`: ${error.message}`, { parameter: name, cause: error });
}

/** Makes a function that skips a tag, given in binary digits, and throws if another one comes next. */
function makeTagCheck(digits) {
  const { length } = digits;
  const number = Number(`0b0${digits}`);
  return (slice) => {
    if (slice[PEEK](length) !== number) return false;
    slice.skip(length);
    return true;
  };
}

const loaderByForm = new WeakMap();

/** Returns the function that loads a schema from a slice. */
function getLoader(form) {
  let load = loaderByForm.get(form);
  if (!load) loaderByForm.set(form, (load = compileForm(form)));
  return load;
}

/** Makes a function that loads fields into an object. */
export function makeFieldsLoader(fields) {
  const steps = fields.map(([name, form]) => ({ name, load: name === "" ? makePartLoader(form) : getLoader(form) }));
  // All fields after this one are in a separate cell.
  const nextCellIndex = fields.findIndex(([, [kind]]) => kind === "n");
  return (slice, target) => {
    let index = 0;
    try {
      for (; index < steps.length; index += 1) {
        const { name, load } = steps[index];
        if (name === "") load(slice, target);
        else target[name] = load(slice);
        if (index === nextCellIndex) {
          slice.endParse();
          slice = target[name].beginParse();
        }
      }
    } catch (error) {
      throw namedError(error, steps[index].name);
    }
    return target;
  };
}

/** Makes a loader for an unnamed part: a tag, or the fields of a nested record. */
function makePartLoader([kind, firstPart]) {
  if (kind === "R") return makeFieldsLoader(firstPart);
  if (kind === "^") {
    const load = makePartLoader(firstPart);
    return (slice, target) => loadChild(load, slice, target);
  }
  if (kind === "c") return (slice) => (announcedCount = slice.loadUint(15));
  const hasTag = makeTagCheck(firstPart);
  return (slice) => {
    if (!hasTag(slice)) throw wrongTagError();
  };
}

/** Loads a cell, and requires that nothing is left. */
function loadCell(load, cell, target) {
  const slice = cell[INNER_SLICE]();
  const value = load(slice, target);
  slice.endParse();
  return value;
}

const loadChild = (load, slice, target) => loadCell(load, slice.loadRef(), target);

/** Resets the counters at the beginning of a decoding call. */
export function startCall() {
  loadedCount = 0;
}

/** Makes a function that loads a whole cell by a schema. */
export function makeCellLoader(form) {
  const load = getLoader(form);
  return (cell) => loadCell(load, cell);
}

/** Makes a function that loads a whole cell as a record, and adds the hash of the cell. */
export function makeHashedLoader([, fields]) {
  const load = makeFieldsLoader(fields);
  return (cell) => loadCell(load, cell, { hash: encodeBase64(cell.hash()) });
}

/** Compiles a schema that contains other schemas, or has a parameter. */
function compileForm(form) {
  const [kind, firstPart, secondPart, thirdPart] = form;
  switch (kind) {
    case "u": {
      const readPart = firstPart <= 32 ? readNumber : readInteger;
      return (slice) => slice[READ](firstPart, readPart);
    }
    case "i":
      return (slice) => slice[READ](firstPart, readSigned);
    case "v":
      return (slice) => slice.loadVarUint(firstPart);
    case "?": {
      const load = getLoader(firstPart);
      return (slice) => (slice.loadBit() ? load(slice) : null);
    }
    case "^": {
      const load = getLoader(firstPart);
      return (slice) => loadChild(load, slice);
    }
    case "|": {
      const load = getLoader(firstPart);
      return (slice) => (slice.loadBit() ? loadChild(load, slice) : load(slice));
    }
    case "/": {
      const [isNone, isSome, load] = [makeTagCheck(firstPart), makeTagCheck(secondPart), getLoader(thirdPart)];
      return (slice) => {
        if (isNone(slice)) return null;
        if (!isSome(slice)) throw wrongTagError();
        return load(slice);
      };
    }
    case "R": {
      const load = makeFieldsLoader(firstPart);
      return (slice) => load(slice, {});
    }
    case "O":
      return makeVariantLoader(
        firstPart.map(([tag, type, fields]) => ({ hasTag: makeTagCheck(tag), type, load: makeFieldsLoader(fields) })),
      );
    case "N":
      return makeVariantLoader(firstPart.map(([tag, name]) => ({ hasTag: makeTagCheck(tag), type: name })));
    case "M": {
      const load = makeHashedLoader(firstPart);
      return (slice) => load(slice.loadRef());
    }
    case "L":
      return makeMessagesLoader(makeHashedLoader(firstPart));
  }
  return SIMPLE_LOADERS[kind];
}

/** Makes a loader of variants: it returns the name of the variant whose tag comes next, or its fields. */
function makeVariantLoader(variants) {
  return (slice) => {
    for (const { hasTag, type, load } of variants)
      if (hasTag(slice)) return load === undefined ? type : load(slice, { type });
    throw wrongTagError();
  };
}

/** Loaders of schemas without parameters. */
const SIMPLE_LOADERS = {
  h: (slice) => slice[READ](256, readBase64),
  H: (slice) => slice[READ](256, readUpperHex),
  b: (slice) => slice.loadBit(),
  a: (slice) => slice.loadAnyAddress(),
  d: (slice) => slice.loadAnyAddress(),
  A: (slice) => slice.loadAddress(),
  X: (slice) => requireExternal(slice.loadAnyAddress()),
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
  x: loadExtraCurrencies,
  t: (slice) => slice.loadStringTail(),
  y: (slice) => slice.loadBytesTail(),
  g: (slice) => slice.loadBytes(64),
  m: loadMessages,
  w: loadActions,
  W: loadBetaActions,
  q: loadQueryId,
  l: (slice) => loadOutList(slice.loadRef()),
};

/** Requires an external address or "no address". */
function requireExternal(address) {
  if (typeof address === "string") throw fail("cell_read", "the address is of an account, not external");
  return address;
}

/** Loads the values of a dictionary, each completely. */
function loadValues(slice, keyBits, load) {
  // An empty dictionary, as in most messages, needs no further work.
  if (slice[PEEK](1) === 0) {
    slice.skip(1);
    return [];
  }
  const pairs = [...slice.loadDict(keyBits, MAX_ENTRIES)];
  loadedCount += pairs.length;
  if (loadedCount > MAX_VALUES)
    throw fail("message_invalid", `the dictionaries have more than ${MAX_VALUES} values in total`);
  return pairs.map(([key, value], index) => {
    const loadedValue = load(value, key, index);
    value.endParse();
    return loadedValue;
  });
}

function loadExtraCurrencies(slice) {
  const extraCurrencies = {};
  loadValues(slice, 32, (value, id) => (extraCurrencies[`${id}`] = value.loadVarUint(32)));
  return extraCurrencies;
}

/** Makes a loader for the outgoing messages of a transaction, whose keys are 0, 1, 2 and so on. */
const makeMessagesLoader = (load) => (slice) => {
  const messages = loadValues(slice, 15, (value, key, index) => {
    if (key !== BigInt(index)) throw fail("message_invalid", "the messages are not numbered from 0");
    return load(value.loadRef());
  });
  if (messages.length !== announcedCount)
    throw fail("message_invalid", "the stored number of messages differs from their number", { parameter: "outMsgs" });
  return messages;
};

/** Loads the rest of the cell or a separate cell. */
function loadEitherCell(slice) {
  if (slice.loadBit()) return slice.loadRef();
  const remainder = slice.asCell();
  slice.skipAll();
  return remainder;
}

/** Loads a mode and a message for each reference. */
function loadMessages(slice) {
  const actions = [];
  while (slice.remainingRefs > 0)
    actions.push({ type: "send_message", mode: slice.loadUint(8), message: slice.loadRef() });
  return actions;
}

/** Loads an action list, in which each cell refers to the previous action. */
function loadOutList(cell) {
  const actions = [];
  for (let list = cell.beginParse(); list.remainingBits > 0 || list.remainingRefs > 0; ) {
    const previousList = list.loadRef().beginParse();
    if (list.loadUint(32) !== SEND) throw wrongTagError();
    actions.push({ type: "send_message", mode: list.loadUint(8), message: list.loadRef() });
    list.endParse();
    if (actions.length > MOST_ACTIONS) throw fail("message_invalid", "there are more actions than a wallet accepts");
    list = previousList;
  }
  return actions.reverse();
}

function loadActions(slice) {
  const list = slice.loadMaybeRef();
  const actions = list ? loadOutList(list) : [];
  if (!slice.loadBit()) return actions;
  actions.push(loadExtendedAction(slice));
  let next = slice.remainingRefs > 0 ? slice.loadRef() : undefined;
  while (next) {
    const actionSlice = next.beginParse();
    actions.push(loadExtendedAction(actionSlice));
    next = actionSlice.remainingRefs > 0 ? actionSlice.loadRef() : undefined;
    actionSlice.endParse();
    if (actions.length > 2 * MOST_ACTIONS)
      throw fail("message_invalid", "there are more actions than a wallet accepts");
  }
  return actions;
}

/** Loads a query id. The wallet itself fails for a bit number above the size of its cells. */
function loadQueryId(slice) {
  const [cell, bit] = [slice.loadUint(13), slice.loadUint(10)];
  if (bit >= QUERIES_OF_A_CELL) throw fail("message_invalid", "the bit number of the query id is out of range");
  return cell * QUERIES_OF_A_CELL + bit;
}

/** Loads actions of a wallet v5 beta: changes of the wallet, each with a reference to the next action, then the messages. */
function loadBetaActions(slice) {
  const actions = [];
  let currentSlice = slice;
  while (currentSlice.loadBit()) {
    const type = BETA_EXTENDED[currentSlice.loadUint(32)];
    if (type === undefined) throw wrongTagError();
    actions.push(
      type === EXTENDED_ACTIONS[4]
        ? { type, allowed: currentSlice.loadBit() }
        : { type, address: currentSlice.loadAddress() },
    );
    if (actions.length > 2 * MOST_ACTIONS)
      throw fail("message_invalid", "there are more actions than a wallet accepts");
    const next = currentSlice.loadRef().beginParse();
    if (currentSlice !== slice) currentSlice.endParse();
    currentSlice = next;
  }
  actions.push(...loadOutList(currentSlice.loadRef()));
  if (currentSlice !== slice) currentSlice.endParse();
  return actions;
}

function loadExtendedAction(slice) {
  const type = EXTENDED_ACTIONS[slice.loadUint(8)];
  if (type === undefined) throw wrongTagError();
  return type === EXTENDED_ACTIONS[4] ? { type, allowed: slice.loadBit() } : { type, address: slice.loadAddress() };
}
