// Get-methods of the table in src/message/get_method.rs: converts their arguments to stack values, and their results to
// objects.

import { BODY_EXIT_CODES, GET_METHODS } from "../../dist/schemas.js";
import { EXIT_CODES, RESULT_CODES } from "../../dist/vm-codes.js";
import { fail, isList, isTonEdgeError, kindOf } from "../util/error.js";
import { beginCell, toCell } from "./cell.js";
import { decodeContent } from "./content.js";
import { toBytes, hasMethod } from "./inputs.js";
import { Stack } from "./stack.js";

/** Maximum signers of a multisig: their indices have 8 bits. */
const MAX_SIGNERS = 256;

/** @param {string} method */
function findMethod(method) {
  if (typeof method === "string" && Object.hasOwn(GET_METHODS, method)) return GET_METHODS[method];
  const knownNames = Object.keys(GET_METHODS).join(", ");
  throw fail("invalid_parameter", `unknown get-method; known are ${knownNames}`, {
    parameter: "method",
  });
}

/** Converts a cell or slice to a slice. */
const toSlice = (value) => (hasMethod(value, "asCell") ? value : toCell(value).beginParse(true));

/** Converts an argument for the stack. */
function encodeArgument(kind, value) {
  if (kind === "s") return toBytes(value) ? beginCell().storeBytes(value).endCell().beginParse() : toSlice(value);
  return kind === "c" ? toCell(value) : value;
}

/** @param {string} method @param {any} values */
export function getMethodArguments(method, values) {
  const [items] = findMethod(method);
  const args = values ?? [];
  if (!isList(args) || args.length !== items.length) {
    const names = items.map(([name]) => `\`${name}\``).join(", ");
    const expected = items.length ? `an array of length ${items.length} (${names})` : "no arguments";
    const receivedText = isList(args) ? `an array of length ${args.length}` : kindOf(args);
    throw fail("invalid_parameter", `\`${method}\` takes ${expected}, not ${receivedText}`, { parameter: "args" });
  }
  return items.map(([name, kind], index) => {
    try {
      return encodeArgument(kind, args[index]);
    } catch (cause) {
      if (!isTonEdgeError(cause)) throw cause;
      throw fail(cause.code, `\`${name}\`: ${cause.message}`, { parameter: name, cause });
    }
  });
}

/** Reads the addresses of a dictionary with integer keys, in the order of the keys. */
function readAddresses(stack, index) {
  if (stack.isNull(index)) return [];
  const dict = beginCell().storeMaybeRef(stack.cell(index)).endCell().beginParse().loadDict(8, MAX_SIGNERS);
  return Array.from(dict.values(), (value) => value.loadAddress());
}

/** Functions that read a stack item, by the type that the table gives it. */
const READER_BY_KIND = {
  i: (stack, index) => stack.int(index),
  n: (stack, index) => stack.number(index),
  b: (stack, index) => stack.bool(index),
  k: (stack, index) => stack.bytes32(index),
  a: (stack, index) => stack.address(index),
  s: (stack, index) => stack.slice(index),
  c: (stack, index) => stack.cell(index),
  t: (stack, index) => decodeContent(stack.cell(index)),
  A: readAddresses,
  "?c": (stack, index) => (stack.isNull(index) ? null : stack.cell(index)),
  "?i": (stack, index) => (stack.isNull(index) ? null : stack.int(index)),
};

/** @param {string} method @param {any} values */
export function readGetMethod(method, values) {
  const [, items] = findMethod(method);
  // A stack of another copy of the package has another class.
  const stack = values instanceof Stack ? values : new Stack(hasMethod(values, "bytes32") ? values.values : values);
  if (stack.length < items.length)
    throw fail("stack_invalid", `\`${method}\` returned ${stack.length} items, not ${items.length}`, {
      parameter: method,
    });
  const readItem = ([name, kind], index) => {
    try {
      return READER_BY_KIND[kind](stack, index);
    } catch (cause) {
      if (!isTonEdgeError(cause)) throw cause;
      const itemName = name === "" ? method : `${method}.${name}`;
      throw fail("stack_invalid", `\`${itemName}\`: ${cause.message}`, { parameter: itemName, index, cause });
    }
  };
  if (items.length === 1 && items[0][0] === "") return readItem(items[0], 0);
  return Object.fromEntries(items.map((item, index) => [item[0], readItem(item, index)]));
}

/** The exit code may come from a response, so it may have any type. */
const lookUpMeaning = (codes, code) =>
  typeof code === "number" && Object.hasOwn(codes, code) ? codes[code] : undefined;

/** @param {number} exitCode @param {any} [body] */
export const explainExitCode = (exitCode, body) =>
  (Object.hasOwn(BODY_EXIT_CODES, body) ? lookUpMeaning(BODY_EXIT_CODES[body], exitCode) : undefined) ??
  lookUpMeaning(EXIT_CODES, exitCode);

/** @param {number} resultCode */
export const explainResultCode = (resultCode) => lookUpMeaning(RESULT_CODES, resultCode);
