// Get-methods of the table in src/message/get_method.rs: their arguments for the stack, and their results as objects.

import { BODY_EXIT_CODES, GET_METHODS } from "../../dist/schemas.js";
import { EXIT_CODES, RESULT_CODES } from "../../dist/vm-codes.js";
import { fail, isList, isTonEdgeError, kindOf } from "../util/error.js";
import { beginCell, toCell } from "./cell.js";
import { decodeContent } from "./content.js";
import { bytesOf, hasMethod } from "./inputs.js";
import { Stack } from "./stack.js";

/** Signers of a multisig: their numbers have 8 bits. */
const MOST_SIGNERS = 256;

/** @param {string} method */
function methodOf(method) {
  if (typeof method === "string" && Object.hasOwn(GET_METHODS, method)) return GET_METHODS[method];
  const known = Object.keys(GET_METHODS).join(", ");
  throw fail("invalid_parameter", `the table has no get-method of this name; it has ${known}`, { parameter: "method" });
}

/** A cell as a slice. */
const sliceOf = (value) => (hasMethod(value, "asCell") ? value : toCell(value).beginParse(true));

/** An argument for the stack. */
function argument(kind, value) {
  if (kind === "s") return bytesOf(value) ? beginCell().storeBytes(value).endCell().beginParse() : sliceOf(value);
  return kind === "c" ? toCell(value) : value;
}

/** @param {string} method @param {any} values */
export function getMethodArguments(method, values) {
  const [items] = methodOf(method);
  const given = values ?? [];
  if (!isList(given) || given.length !== items.length) {
    const names = items.map(([name]) => `\`${name}\``).join(", ");
    throw fail(
      "invalid_parameter",
      `\`${method}\` takes ${items.length ? `an array of ${names}` : "no arguments"}, not ${kindOf(given)}`,
      { parameter: "args" },
    );
  }
  return items.map(([name, kind], at) => {
    try {
      return argument(kind, given[at]);
    } catch (cause) {
      if (!isTonEdgeError(cause)) throw cause;
      throw fail(cause.code, `\`${name}\`: ${cause.message}`, { parameter: name, cause });
    }
  });
}

/** The addresses of a dictionary by numbers, in their order. */
function addresses(stack, at) {
  if (stack.isNull(at)) return [];
  const dict = beginCell().storeMaybeRef(stack.cell(at)).endCell().beginParse().loadDict(8, MOST_SIGNERS);
  return Array.from(dict.values(), (value) => value.loadAddress());
}

/** How items are read, by their kinds. */
const READ = {
  i: (stack, at) => stack.int(at),
  n: (stack, at) => stack.number(at),
  b: (stack, at) => stack.bool(at),
  k: (stack, at) => stack.bytes32(at),
  a: (stack, at) => stack.address(at),
  s: (stack, at) => stack.slice(at),
  c: (stack, at) => stack.cell(at),
  t: (stack, at) => decodeContent(stack.cell(at)),
  A: addresses,
  "?c": (stack, at) => (stack.isNull(at) ? null : stack.cell(at)),
  "?i": (stack, at) => (stack.isNull(at) ? null : stack.int(at)),
};

/** @param {string} method @param {any} values */
export function readGetMethod(method, values) {
  const [, items] = methodOf(method);
  const stack = values instanceof Stack ? values : new Stack(values);
  if (stack.length < items.length)
    throw fail("stack_invalid", `\`${method}\` returned ${stack.length} items, not ${items.length}`, {
      parameter: method,
    });
  const read = ([name, kind], at) => {
    try {
      return READ[kind](stack, at);
    } catch (cause) {
      if (!isTonEdgeError(cause)) throw cause;
      const of = name === "" ? method : `${method}.${name}`;
      throw fail("stack_invalid", `\`${of}\`: ${cause.message}`, { parameter: of, index: at, cause });
    }
  };
  if (items.length === 1 && items[0][0] === "") return read(items[0], 0);
  return Object.fromEntries(items.map((item, at) => [item[0], read(item, at)]));
}

/** A code of a response may be anything. */
const meaningOf = (codes, code) => (typeof code === "number" && Object.hasOwn(codes, code) ? codes[code] : undefined);

/** @param {number} exitCode @param {any} [body] */
export const explainExitCode = (exitCode, body) =>
  (Object.hasOwn(BODY_EXIT_CODES, body) ? meaningOf(BODY_EXIT_CODES[body], exitCode) : undefined) ??
  meaningOf(EXIT_CODES, exitCode);

/** @param {number} resultCode */
export const explainResultCode = (resultCode) => meaningOf(RESULT_CODES, resultCode);
