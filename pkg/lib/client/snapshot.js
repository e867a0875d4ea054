// Copies arguments that the caller may change before they are read.

import { isList } from "../util/error.js";
import { isPlainObject } from "../util/options.js";

/** The maximum number of copied values: more than a call can have. */
const MAX_VALUES = 2 ** 19;

/**
 * Copies lists, plain objects, bytes and slices deeply. Does not copy parts that are too large for a call or unreadable.
 */
export function snapshot(value) {
  let valuesLeft = MAX_VALUES;
  function copy(value) {
    try {
      if (isList(value)) return (valuesLeft -= value.length) > 0 ? value.map(copy) : value;
      if (isPlainObject(value)) {
        const copiedObject = { ...value };
        const names = Object.keys(copiedObject);
        if ((valuesLeft -= names.length) > 0) for (const name of names) copiedObject[name] = copy(copiedObject[name]);
        return copiedObject;
      }
      if (ArrayBuffer.isView(value)) return /** @type {any} */ (value).slice();
      if (value?.asCell && value.clone) return value.clone();
    } catch {
      // The call itself reports the error.
    }
    return value;
  }
  return copy(value);
}
