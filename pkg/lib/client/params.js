// Writes parameters as one text for the core (src/js/args.rs), and catches whatever the getters of the caller throw.

import { fail, isList, isTonEdgeError } from "../util/error.js";
import { isPlainObject } from "../util/options.js";
import { need } from "../util/runtime.js";

// The kind that an object is read as: a digit that the core chooses.
const JSON_TEXT = "1";
const ADDRESS = "2";
const BYTES = "3";

/** Most characters of all parameters of a call, ten times the largest message; longer ones are not copied. */
export const MAX_PARAMS_LENGTH = 2 ** 20;
/** Each value counts as at least this many characters, so that long lists of short values are bounded, too. */
const EACH = 8;
/** Bits of a number; those of the TVM have 257. */
const BITS = 1024;

/** A field ends with U+0000, so none may be in it; a U+0001 alone is `NONE` of `bindings.js`. */
export const writeField = (text) =>
  `${/[\0\x01]/.test(text) ? text.replace(/[\0\x01]/g, (c) => (c === "\0" ? "\x010" : "\x011")) : text}\0`;

/** A name under which services take the key. */
const KEY = /^(x[_-]?)?api[_-]?key$/i;

/** The text of a parameter object; `reading` gives the digit for a name. `isExtra`: they are sent unchecked. */
export function writeParams(params, reading, isExtra) {
  if (params === undefined || params === null) return "";
  let left = MAX_PARAMS_LENGTH;
  let text = "";
  let what;
  // A proxy may throw at every step.
  try {
    // Filters in a `Map` or in what a class brings would not be seen, and the list would be that of everybody.
    if (!isPlainObject(params))
      throw fail("invalid_parameter", 'the parameters must be a plain object such as { address: "EQ..." }');
    for (const name of Reflect.ownKeys(params)) {
      if (typeof name === "symbol") throw fail("unknown_parameter", "a parameter's name is a symbol");
      // The key would be visible in URLs, which errors and hooks contain.
      if (isExtra && KEY.test(name)) {
        throw fail("unknown_parameter", `give the key as the option \`apiKey\`, not as \`${name}\``, {
          parameter: name,
          suggestion: "apiKey",
        });
      }
      what = name.slice(0, 200);
      spend(what, name);
      const value = params[name];
      if (value === undefined || value === null) continue;
      text += writeField(name) + written(what, value, typeof value === "object" ? reading(name) : "");
    }
  } catch (cause) {
    if (isTonEdgeError(cause)) throw cause;
    const where = what === undefined ? "the parameters" : `\`${what}\``;
    throw fail("invalid_parameter", `${where} cannot be read: reading it throws`, { cause });
  }
  return text;

  /** Checks, before reading the text or this many characters, that they still fit. */
  function spend(place, { length }) {
    left -= length + EACH;
    if (left >= 0) return;
    throw tooLongError(place);
  }

  function checked(place, value) {
    spend(place, value);
    // Half a pair has no UTF-8 form: it would travel as another text.
    if (/\p{Surrogate}/u.test(value)) throw wrong(place, "has a lone surrogate, which is not Unicode text");
    return value;
  }

  function digits(place, value) {
    spend(place, "");
    if (typeof value === "bigint" ? BigInt.asIntN(BITS, value) === value : Number.isSafeInteger(value))
      return String(value);
    throw wrong(
      place,
      typeof value === "bigint"
        ? "is too large a number"
        : Number.isInteger(value)
          ? "is a number above 2^53, which JavaScript rounds: pass it as text or bigint"
          : "must be a whole number",
    );
  }

  function written(place, value, reading) {
    switch (typeof value) {
      case "string":
        return writeField(`t${checked(place, value)}`);
      case "boolean":
        spend(place, "");
        return writeField(value ? "b1" : "b0");
      case "number":
      case "bigint":
        return writeField(`n${digits(place, value)}`);
      case "object":
        return object(place, value, reading);
      default:
        throw wrong(place, "must be a text, a number, a flag or a list of them");
    }
  }

  function object(place, value, reading) {
    if (reading === JSON_TEXT) return writeField(`j${json(place, value)}`);
    if (isList(value)) return list(place, value, reading);
    if (isBytes(value)) {
      if (reading !== BYTES) throw wrong(place, "takes no bytes");
      spend(place, value);
      return writeField(`t${base64(value)}`);
    }
    const address = reading === ADDRESS ? addressOf(value) : undefined;
    if (address !== undefined) return written(place, address);
    throw wrong(place, "must be a text, a number, a flag or a list of them, not an object");
  }

  function list(place, values, reading) {
    // An empty list would be the same as no parameter, that is, no filter.
    if (values.length === 0) throw wrong(place, "is an empty list: leave it out, or give one value at least");
    let text = "";
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at];
      if (value === undefined || value === null) throw wrong(`${place}[${at}]`, "is missing");
      if (isList(value)) throw wrong(`${place}[${at}]`, "must be one value, not a list");
      text += written(`${place}[${at}]`, value, reading);
    }
    return `[\0${text}]\0`;
  }

  /** As `JSON.stringify`, but nothing is dropped, rounded or replaced. */
  function json(place, value) {
    switch (typeof value) {
      case "string":
        return JSON.stringify(checked(place, value));
      // Stack entries take numbers as decimal text.
      case "bigint":
        return `"${digits(place, value)}"`;
      case "number":
        return digits(place, value);
      case "boolean":
        spend(place, "");
        return String(value);
      case "object":
        spend(place, "");
        if (value === null) return "null";
        if (isList(value)) return `[${Array.from(value, (item, at) => json(`${place}[${at}]`, item))}]`;
        if (!isPlainObject(value)) break;
        return `{${Object.keys(value).flatMap((name) => {
          const member = value[name];
          return member === undefined
            ? []
            : [`${JSON.stringify(checked(place, name))}:${json(`${place}.${name}`, plainOf(member))}`];
        })}}`;
    }
    // An address object; the text form of any other object is not accepted as a parameter.
    if (typeof value === "object" && typeof value.toRawString === "function")
      return json(place, String(value.toRawString()));
    throw wrong(place, "has no JSON form: only texts, numbers, flags, `null`, lists and plain objects have one");
  }
}

/** A parameter of a call by JSON-RPC: bytes there are text, as in other calls. */
const plainOf = (member) => (isBytes(member) && member.length <= MAX_PARAMS_LENGTH ? base64(member) : member);

/** Also those of another realm: Node's under jsdom. */
const isBytes = (value) => Object.prototype.toString.call(value) === "[object Uint8Array]";

/** Bytes as the text that parameters have for them. */
function base64(bytes) {
  let characters = "";
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return need("btoa")(characters);
}

/** The caller's own names are in a place, however long. */
function wrong(place, what, code = "invalid_parameter") {
  const parameter = place.slice(0, 200);
  return fail(code, `\`${parameter}\` ${what}`, { parameter });
}

export const tooLongError = (place) =>
  wrong(place, `is too long: a call has at most ${MAX_PARAMS_LENGTH} characters of parameters`, "too_long");

/** The text of an address object, of this or another package. */
function addressOf(value) {
  for (const method of ["toRawString", "toString"]) {
    const text = typeof value[method] === "function" ? value[method]() : undefined;
    // The text that every plain object converts to.
    if (typeof text === "string" && !text.startsWith("[object ")) return text;
  }
  return undefined;
}
