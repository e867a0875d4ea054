// Reads option objects: unknown and invalid options are errors, so that a misspelt option does not silently become a default.

import { fail, kindOf } from "./error.js";

/**
 * Requires a plain object: not a list or a `Map`, and without properties of a class or another prototype.
 * A proxy may throw here.
 */
export function isPlainObject(value) {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  // The prototype must be `Object.prototype`, possibly of another realm.
  return prototype === null || (Object.getPrototypeOf(prototype) === null && "isPrototypeOf" in prototype);
}

/**
 * Returns the properties of an options object, each read once; refuses properties that are not in `names`. `renamedPairs`: each old name
 * followed by the new one. Options that only got a unit in their name need no pair: they are suggested by their spelling.
 *
 * @param {string[]} [renamedPairs]
 */
export function pickOptions(options, names, subject, renamedPairs = []) {
  // Only plain objects, because properties of a class or a prototype would silently be ignored.
  let copiedOptions;
  try {
    // Copied, so that getters and proxies run only once.
    if (isPlainObject(options)) copiedOptions = { ...options };
  } catch (cause) {
    throw fail("invalid_option", `the options of ${subject} cannot be read: reading them throws`, { cause });
  }
  if (!copiedOptions) {
    const kind = kindOf(options).replace("an object", "an instance of a class");
    throw fail("invalid_option", `the options of ${subject} must be a plain object, not ${kind}`);
  }
  for (const name of Object.keys(copiedOptions)) {
    if (names.includes(name)) continue;
    const foldName = (text) => text.toLowerCase().replace(/[_-]|ms$/g, "");
    const newName = renamedPairs[renamedPairs.indexOf(name) + 1];
    const suggestion = names.find((knownName) => knownName === newName || foldName(knownName) === foldName(name));
    const advice = suggestion
      ? suggestion === newName
        ? `it is now \`${newName}\``
        : `did you mean \`${suggestion}\`?`
      : `it has ${names.join(", ")}`;
    throw fail("invalid_option", `${subject} has no option \`${name}\`; ${advice}`, { parameter: name, suggestion });
  }
  return copiedOptions;
}

/** Reads a positive number, with a default. `isZeroAllowed`: whether 0 is valid, too. */
export function readPositiveOption(name, value, fallback, isZeroAllowed = false) {
  if (value === undefined) return fallback;
  if (typeof value === "number" && (value > 0 || (isZeroAllowed && value === 0))) return value;
  throw fail("invalid_option", `\`${name}\` must be a number ${isZeroAllowed ? "of 0 or more" : "above 0"}`, {
    parameter: name,
  });
}

/** Requires a value of this type, or undefined. */
function readTypedOption(name, value, type, expectedText) {
  if (value === undefined || typeof value === type) return value;
  throw fail("invalid_option", `\`${name}\` must be ${expectedText}, not ${kindOf(value)}`, { parameter: name });
}

/** Reads a boolean, with a default. */
export const readFlagOption = (name, value, fallback) =>
  readTypedOption(name, value, "boolean", "true or false") ?? fallback;

/** Reads one of the given texts, with a default. */
export function readChoiceOption(name, value, choices, fallback) {
  if (value === undefined) return fallback;
  if (choices.includes(value)) return value;
  throw fail("invalid_option", `\`${name}\` must be ${choices.map((choice) => `"${choice}"`).join(" or ")}`, {
    parameter: name,
  });
}

/** Requires a function, or undefined. */
export const readFunctionOption = (name, value) => readTypedOption(name, value, "function", "a function");

/**
 * Reads the option `signal`; `null` means no signal, as in `fetch`. A signal is recognised by its properties, because polyfills have their
 * own classes.
 */
export function readSignal(value) {
  try {
    if (value === undefined || value === null) return undefined;
    if (typeof value.aborted === "boolean" && typeof value.addEventListener === "function") return value;
  } catch {
    // Reading the value threw, so it is not a signal.
  }
  throw fail("invalid_option", "`signal` must be an AbortSignal", { parameter: "signal" });
}

/** Requires a string, so that other values are not converted to one by accident. */
export function requireString(code, name, value) {
  if (typeof value === "string") return value;
  throw fail(code, `the ${name} must be a string, not ${kindOf(value)}`);
}

/** Returns the options; each must be true, false or omitted. */
export function requireFlags(options, names, subject) {
  const pickedOptions = pickOptions(options, names, subject);
  for (const name of names) readFlagOption(name, pickedOptions[name]);
  return pickedOptions;
}
