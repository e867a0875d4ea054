// Finds operations of the API by their names.

import { formatRoute } from "../app/route.js";

/**
 * Finds views and operations whose names match.
 * @param {string} text @param {readonly import("../explorer/catalogue.js").Operation[]} operations
 * @param {(operation: any, query: string) => number | undefined} rank @returns {import("./recognise.js").Found[]}
 */
export function findOperations(text, operations, rank) {
  return operations
    .map((operation) => ({ operation, at: rank(operation, text) }))
    .filter(({ at }) => at !== undefined)
    .sort((a, b) => a.at - b.at)
    .slice(0, 6)
    .map(({ operation: { id, row, method } }) => ({
      kind: "operation",
      icon: "play",
      title: `${row.generation} ${method}`,
      detail: row.title,
      href: formatRoute({ view: "explorer", text: id }),
    }));
}

/** Whether a text may be the name of an operation. For other texts the catalogue need not be loaded. */
export const canBeOperation = (text) => /^[a-z][\w ./]{1,60}$/i.test(text.trim());
