// Parameters as one text for the core (src/js/args.rs): whatever the caller's getters throw is caught here.

import { fail, isList, isTonEdgeError } from "./error.js";

// What an object is read as; digits that the core gives.
const JSON_TEXT = "1";
const ADDRESS = "2";
const BYTES = "3";

/** No list of the service is longer than a few thousand; a huge one must not be walked. */
const MOST = 100_000;

/** A name under which services take the key. */
const KEY = /^(x[_-]?)?api[_-]?key$/i;

/** The text of a parameter object; `reading` gives the digit for a name. `isExtra`: they are sent unchecked. */
export function write(params, reading, isExtra) {
  if (params === undefined || params === null) return "";
  if (typeof params !== "object" || isList(params)) {
    throw fail("invalid_parameter", 'the parameters must be an object such as { address: "EQ..." }');
  }
  let text = "";
  let what;
  // A proxy may throw at every step.
  try {
    for (const name of Reflect.ownKeys(params)) {
      if (typeof name === "symbol") throw fail("unknown_parameter", "a parameter's name is a symbol");
      // It would show where URLs do: in errors and hooks.
      if (isExtra && KEY.test(name)) {
        throw fail("unknown_parameter", `give the key as the option \`apiKey\`, not as \`${name}\``, { parameter: name, suggestion: "apiKey" });
      }
      what = name;
      const value = params[name];
      if (value === undefined || value === null) continue;
      text += field(name) + written(name, value, typeof value === "object" ? reading(name) : "");
    }
  } catch (cause) {
    if (isTonEdgeError(cause)) throw cause;
    const where = what === undefined ? "the parameters" : `\`${what}\``;
    throw fail("invalid_parameter", `${where} cannot be read: reading it throws`, { cause });
  }
  return text;
}

const wrong = (name, what) => fail("invalid_parameter", `\`${name}\` ${what}`, { parameter: name });

/** Bytes as the text that parameters have for them. */
function base64(bytes) {
  let characters = "";
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return btoa(characters);
}

/** A field ends with U+0000, so none may be in it; a U+0001 alone is for border.js. */
export const field = (text) => `${/[\0\x01]/.test(text) ? text.replace(/[\0\x01]/g, (c) => (c === "\0" ? "\x010" : "\x011")) : text}\0`;

function written(name, value, reading) {
  switch (typeof value) {
    case "string":
      // Half a pair has no UTF-8 form: it would travel as another text.
      if (/\p{Surrogate}/u.test(value)) throw wrong(name, "has half of a surrogate pair, which is no text");
      return field(`t${value}`);
    case "boolean":
      return field(value ? "b1" : "b0");
    case "number":
      if (!Number.isInteger(value)) throw wrong(name, "must be a whole number");
      if (Number.isSafeInteger(value)) return field(`n${value}`);
      throw wrong(name, "is a number above 2^53, which JavaScript rounds: pass it as text or bigint");
    case "bigint":
      return field(`n${value}`);
    case "object":
      return object(name, value, reading);
    default:
      throw wrong(name, "must be a text, a number, a flag or a list of them");
  }
}

function object(name, value, reading) {
  if (reading === JSON_TEXT) {
    // Stack entries take numbers as decimal text; bytes are the text that parameters have for them.
    const json = JSON.stringify(value, (_, member) => (typeof member === "bigint" ? String(member) : member instanceof Uint8Array ? base64(member) : member));
    if (typeof json === "string") return field(`j${json}`);
    throw wrong(name, "has no JSON form");
  }
  if (isList(value)) return list(name, value, reading);
  if (value instanceof Uint8Array) {
    if (reading !== BYTES) throw wrong(name, "takes no bytes");
    return field(`t${base64(value)}`);
  }
  // Address objects of this or another package.
  if (reading === ADDRESS) {
    for (const method of ["toRawString", "toString"]) {
      const text = typeof value[method] === "function" ? value[method]() : undefined;
      if (typeof text === "string") return written(name, text);
    }
  }
  throw wrong(name, "must be a text, a number, a flag or a list of them, not an object");
}

function list(name, values, reading) {
  if (values.length > MOST) throw wrong(name, "has too many values");
  let text = "";
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at];
    if (value === undefined || value === null) throw wrong(`${name}[${at}]`, "is missing");
    if (isList(value)) throw wrong(`${name}[${at}]`, "must be one value, not a list");
    text += written(name, value, reading);
  }
  // None of them: the same as leaving the parameter out. Then the name alone would remain.
  return text === "" ? "\0" : `[\0${text}]\0`;
}
