// What the server adapters and the command add to `/metrics` and `/readyz` of this process.

/**
 * Functions that return further metrics in the form that `write-metrics.js` expects.
 *
 * @type {Set<() => any[][]>} pairs of a `Family` and its `Series`
 */
export const collectors = new Set();

/** Further fields of `/readyz` of this process. @type {Record<string, unknown>} */
export const processReport = {};
