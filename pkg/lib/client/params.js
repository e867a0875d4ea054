// Writes parameters as one text for the core (src/js/args.rs), and catches errors that the caller's getters throw.

import { fail, isList, isTonEdgeError } from "../util/error.js";
import { hasLoneSurrogate } from "../util/lone-surrogate.js";
import { isPlainObject } from "../util/options.js";
import { requireGlobal } from "../util/runtime.js";
import { encodeBase64 } from "../util/base64.js";

// The digit by which the core says that an object is read as JSON.
const JSON_KIND = "1";
const ADDRESS_KIND = "2";
const BYTES_KIND = "3";

/** Maximum number of characters of all parameters of a call: ten times the largest message. Longer parameters are not copied. */
export const MAX_PARAMS_LENGTH = 2 ** 20;
/** Each value counts as at least this many characters, which also bounds long lists of short values. */
const MIN_VALUE_CHARS = 8;
/** Maximum number of bits of a number; numbers of the TVM have 257. */
const MAX_NUMBER_BITS = 1024;

/** A field ends with U+0000, so no field may contain one; a U+0001 alone is `NONE` of `bindings.js`. */
export const writeField = (text) =>
  `${/[\0\x01]/.test(text) ? text.replace(/[\0\x01]/g, (c) => (c === "\0" ? "\x010" : "\x011")) : text}\0`;

/** A name under which services accept the key. */
const API_KEY_NAME = /^(x[_-]?)?api[_-]?key$/i;

/**
 * Writes the parameters as a text. `kindOfParameter` returns how a parameter whose value is an object is written; `areExtra`: the
 * parameters are sent unchecked.
 */
export function writeParams(params, kindOfParameter, isExtra) {
  if (params === undefined || params === null) return "";
  let charsLeft = MAX_PARAMS_LENGTH;
  let text = "";
  let shownName;
  // A proxy may throw at every step.
  try {
    // Filters in a `Map` or a class instance would be ignored, and the response would contain the rows of all accounts.
    if (!isPlainObject(params))
      throw fail("invalid_parameter", 'the parameters must be a plain object such as { address: "EQ..." }');
    for (const name of Reflect.ownKeys(params)) {
      if (typeof name === "symbol")
        throw fail("unknown_parameter", "the name of a parameter must be a text, not a symbol");
      // The key would be visible in URLs, which errors and hooks contain.
      if (isExtra && API_KEY_NAME.test(name)) {
        throw fail("unknown_parameter", `give the key as the option \`apiKey\`, not as \`${name}\``, {
          parameter: name,
          suggestion: "apiKey",
        });
      }
      shownName = name.slice(0, 200);
      spendCharacters(shownName, name);
      const value = params[name];
      if (value === undefined || value === null) continue;
      text += writeField(name) + writeValue(shownName, value, typeof value === "object" ? kindOfParameter(name) : "");
    }
  } catch (cause) {
    if (isTonEdgeError(cause)) throw cause;
    const subject = shownName === undefined ? "the parameters" : `\`${shownName}\``;
    throw fail("invalid_parameter", `${subject} cannot be read: reading it throws`, { cause });
  }
  return text;

  /** Checks that the characters still fit, before reading the text or this many characters. */
  function spendCharacters(path, { length }) {
    charsLeft -= length + MIN_VALUE_CHARS;
    if (charsLeft >= 0) return;
    throw tooLongError(path);
  }

  function checkText(path, value) {
    spendCharacters(path, value);
    // A lone surrogate has no UTF-8 form: it would be sent as another text.
    if (hasLoneSurrogate(value)) throw parameterError(path, "has a lone surrogate, which is not Unicode text");
    return value;
  }

  function writeDigits(path, value) {
    spendCharacters(path, "");
    if (typeof value === "bigint" ? BigInt.asIntN(MAX_NUMBER_BITS, value) === value : Number.isSafeInteger(value))
      return String(value);
    throw parameterError(
      path,
      typeof value === "bigint"
        ? "is too large a number"
        : Number.isInteger(value)
          ? "is a number above 2^53, which JavaScript rounds: pass it as text or bigint"
          : "must be a whole number",
    );
  }

  function writeValue(path, value, kind) {
    switch (typeof value) {
      case "string":
        return writeField(`t${checkText(path, value)}`);
      case "boolean":
        spendCharacters(path, "");
        return writeField(value ? "b1" : "b0");
      case "number":
      case "bigint":
        return writeField(`n${writeDigits(path, value)}`);
      case "object":
        return writeObject(path, value, kind);
      default:
        throw parameterError(path, "must be a text, a number, a boolean or a list of them");
    }
  }

  function writeObject(path, value, kind) {
    if (kind === JSON_KIND) return writeField(`j${writeJson(path, value)}`);
    if (isList(value)) return writeList(path, value, kind);
    if (isBytes(value)) {
      if (kind !== BYTES_KIND) throw parameterError(path, "must not be bytes");
      spendCharacters(path, value);
      return writeField(`t${encodeBase64(value)}`);
    }
    const address = kind === ADDRESS_KIND ? readAddressText(value) : undefined;
    if (address !== undefined) return writeValue(path, address);
    throw parameterError(path, "must be a text, a number, a boolean or a list of them, not an object");
  }

  function writeList(path, values, kind) {
    // The service treats an empty list like an omitted parameter, that is, as no filter.
    if (values.length === 0) throw parameterError(path, "is an empty list: leave it out, or pass at least one value");
    let text = "";
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index];
      if (value === undefined || value === null) throw parameterError(`${path}[${index}]`, "is missing");
      if (isList(value)) throw parameterError(`${path}[${index}]`, "must be one value, not a list");
      text += writeValue(`${path}[${index}]`, value, kind);
    }
    return `[\0${text}]\0`;
  }

  /** Like `JSON.stringify`, but without dropping, rounding or replacing values. */
  function writeJson(path, value) {
    switch (typeof value) {
      case "string":
        return JSON.stringify(checkText(path, value));
      // Numbers in stack entries are decimal text.
      case "bigint":
        return `"${writeDigits(path, value)}"`;
      case "number":
        return writeDigits(path, value);
      case "boolean":
        spendCharacters(path, "");
        return String(value);
      case "object":
        spendCharacters(path, "");
        if (value === null) return "null";
        if (isList(value)) return `[${Array.from(value, (item, index) => writeJson(`${path}[${index}]`, item))}]`;
        if (!isPlainObject(value)) break;
        return `{${Object.keys(value).flatMap((name) => {
          const property = value[name];
          return property === undefined
            ? []
            : [`${JSON.stringify(checkText(path, name))}:${writeJson(`${path}.${name}`, toPlainValue(property))}`];
        })}}`;
    }
    // An address object; no other object is accepted by its text form.
    if (typeof value === "object" && typeof value.toRawString === "function")
      return writeJson(path, String(value.toRawString()));
    throw parameterError(
      path,
      "has no JSON form: only texts, numbers, booleans, `null`, lists and plain objects have one",
    );
  }
}

/** Converts a parameter of a JSON-RPC call: bytes become text, as in other calls. */
const toPlainValue = (property) =>
  isBytes(property) && property.length <= MAX_PARAMS_LENGTH ? encodeBase64(property) : property;

/** Also recognises arrays of bytes of another realm, such as Node's under jsdom. */
const isBytes = (value) => Object.prototype.toString.call(value) === "[object Uint8Array]";

/** Makes the error of a parameter; shortens its path, since names that the caller chose may have any length. */
function parameterError(path, shownName, code = "invalid_parameter") {
  const parameter = path.slice(0, 200);
  return fail(code, `\`${parameter}\` ${shownName}`, { parameter });
}

export const tooLongError = (path) =>
  parameterError(path, `is too long: a call has at most ${MAX_PARAMS_LENGTH} characters of parameters`, "too_long");

/** Returns the text of an address object, of this or another package. */
function readAddressText(value) {
  for (const method of ["toRawString", "toString"]) {
    const text = typeof value[method] === "function" ? value[method]() : undefined;
    // A plain object converts to "[object Object]", which is not an address.
    if (typeof text === "string" && !text.startsWith("[object ")) return text;
  }
  return undefined;
}
