// Further metrics of this process in `/metrics`; the adapters of servers and the command add them.

/**
 * Functions that return further metrics, as `write-metrics.js` takes them.
 *
 * @type {Set<() => any[][]>} pairs of a `Family` and its `Series`
 */
export const collectors = new Set();
