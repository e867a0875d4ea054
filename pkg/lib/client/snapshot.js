// Copies what the caller may change before it is read.

import { isList } from "../util/error.js";
import { isPlainObject } from "../util/options.js";

/** More values than a call can have. */
const MOST = 2 ** 19;

/**
 * Lists, plain objects, bytes and slices, copied to the last level; parts that are too large for a call, or cannot be read, are not copied.
 */
export function snapshot(value) {
  let left = MOST;
  function copy(value) {
    try {
      if (isList(value)) return (left -= value.length) > 0 ? value.map(copy) : value;
      if (isPlainObject(value)) {
        const own = { ...value };
        const names = Object.keys(own);
        if ((left -= names.length) > 0) for (const name of names) own[name] = copy(own[name]);
        return own;
      }
      if (ArrayBuffer.isView(value)) return /** @type {any} */ (value).slice();
      if (value?.asCell && value.clone) return value.clone();
    } catch {
      // The call itself reports it.
    }
    return value;
  }
  return copy(value);
}
