// Reads option objects: unknown and unusable options are errors, so that a typing error is not a silent default.

import { fail, kindOf } from "./error.js";

/**
 * A plain object: not a list or a `Map`, and without properties of a class or another prototype.
 * A proxy may throw here.
 */
export function isPlainObject(value) {
  if (typeof value !== "object" || value === null) return false;
  const proto = Object.getPrototypeOf(value);
  // The root of all objects, perhaps that of another realm.
  return proto === null || (Object.getPrototypeOf(proto) === null && "isPrototypeOf" in proto);
}

/**
 * The members of an options object that are in `known`, read once; others are refused. `renamed`: each old name with the new one
 * after it; those that only got their unit are found by their spelling.
 *
 * @param {string[]} [renamed]
 */
export function pickOptions(options, known, what, renamed = []) {
  // Properties of a class or a prototype would be dropped silently.
  let read;
  try {
    // A copy: getters and proxies run once.
    if (isPlainObject(options)) read = { ...options };
  } catch (cause) {
    throw fail("invalid_option", `the options of ${what} cannot be read: reading them throws`, { cause });
  }
  if (!read) {
    const kind = kindOf(options).replace("an object", "an instance of a class");
    throw fail("invalid_option", `the options of ${what} must be a plain object, not ${kind}`);
  }
  for (const name of Object.keys(read)) {
    if (known.includes(name)) continue;
    const fold = (text) => text.toLowerCase().replace(/[_-]|ms$/g, "");
    const now = renamed[renamed.indexOf(name) + 1];
    const suggestion = known.find((one) => one === now || fold(one) === fold(name));
    const hint = suggestion
      ? suggestion === now
        ? `it is now \`${now}\``
        : `did you mean \`${suggestion}\`?`
      : `it has ${known.join(", ")}`;
    throw fail("invalid_option", `${what} has no option \`${name}\`; ${hint}`, { parameter: name, suggestion });
  }
  return read;
}

/** A positive number, or the default; or 0 where that says something. */
export function positive(name, value, otherwise, isZeroGood = false) {
  if (value === undefined) return otherwise;
  if (typeof value === "number" && (value > 0 || (isZeroGood && value === 0))) return value;
  throw fail("invalid_option", `\`${name}\` must be a number ${isZeroGood ? "from 0 on" : "above 0"}`, {
    parameter: name,
  });
}

/** A value of that type, or undefined. */
function typed(name, value, type, words) {
  if (value === undefined || typeof value === type) return value;
  throw fail("invalid_option", `\`${name}\` must be ${words}, not ${kindOf(value)}`, { parameter: name });
}

/** True or false, or the default. */
export const flag = (name, value, otherwise) => typed(name, value, "boolean", "true or false") ?? otherwise;

/** One of the given texts, or the default. */
export function choice(name, value, among, otherwise) {
  if (value === undefined) return otherwise;
  if (among.includes(value)) return value;
  throw fail("invalid_option", `\`${name}\` must be ${among.map((one) => `"${one}"`).join(" or ")}`, {
    parameter: name,
  });
}

/** A function, or undefined. */
export const callable = (name, value) => typed(name, value, "function", "a function");

/**
 * The option `signal`, where `null` means no signal, as in `fetch`. A signal is recognised by its properties, because polyfills have their
 * own classes.
 */
export function readSignal(value) {
  try {
    if (value === undefined || value === null) return undefined;
    if (typeof value.aborted === "boolean" && typeof value.addEventListener === "function") return value;
  } catch {
    // Reading it threw, so the value is not a signal.
  }
  throw fail("invalid_option", "`signal` must be an AbortSignal", { parameter: "signal" });
}

/** A string, where anything else would be read as one by accident. */
export function requireString(code, name, value) {
  if (typeof value === "string") return value;
  throw fail(code, `the ${name} must be a string, not ${kindOf(value)}`);
}

/** `only`, of options that are true, false or left out. */
export function requireFlags(options, known, what) {
  const read = pickOptions(options, known, what);
  for (const name of known) flag(name, read[name]);
  return read;
}
