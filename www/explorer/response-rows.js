// Finds the lists of objects in a response.

import { Digits } from "./exact-json.js";

/** Levels below the top that are searched. */
const DEEPEST = 3;
/** Lists offered. */
const MOST = 20;

const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Digits);

/**
 * Lists of objects, the outer ones first.
 * @param {unknown} value of `parseExact` @returns {{ path: string, rows: Record<string, unknown>[] }[]}
 */
export function findRows(value) {
  const found = [];
  let level = [{ path: "", value }];
  for (let depth = 0; depth <= DEEPEST && found.length < MOST; depth++) {
    const next = [];
    for (const { path, value: one } of level) {
      if (Array.isArray(one)) {
        if (one.length > 0 && one.every(isObject)) found.push({ path, rows: one });
      } else if (isObject(one))
        for (const [key, inner] of Object.entries(one))
          next.push({ path: path ? `${path}.${key}` : key, value: inner });
    }
    level = next.slice(0, 1000);
  }
  return found.slice(0, MOST);
}
