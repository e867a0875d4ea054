// Finds the lists of objects in a response.

import { Digits } from "./exact-json.js";

/** Maximum number of levels below the top that are searched. */
const MAX_DEPTH = 3;
/** Maximum number of lists to choose from. */
const MAX_LISTS = 20;

const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Digits);

/**
 * Returns the lists of objects, outer lists before inner lists.
 * @param {unknown} value of `parseExact` @returns {{ path: string, rows: Record<string, unknown>[] }[]}
 */
export function findRows(value) {
  const lists = [];
  let level = [{ path: "", value }];
  for (let depth = 0; depth <= MAX_DEPTH && lists.length < MAX_LISTS; depth++) {
    const nextLevel = [];
    for (const { path, value: item } of level) {
      if (Array.isArray(item)) {
        if (item.length > 0 && item.every(isObject)) lists.push({ path, rows: item });
      } else if (isObject(item))
        for (const [key, child] of Object.entries(item))
          nextLevel.push({ path: path ? `${path}.${key}` : key, value: child });
    }
    level = nextLevel.slice(0, 1000);
  }
  return lists.slice(0, MAX_LISTS);
}
