// Collectors of further metrics for `/metrics` of this process; the server adapters and the command add them.

/**
 * Functions that return further metrics in the form that `write-metrics.js` expects.
 *
 * @type {Set<() => any[][]>} pairs of a `Family` and its `Series`
 */
export const collectors = new Set();
