// The database of a guide's program that may be killed at any moment. It is loaded before the program: the process that starts the program has
// the tables, and executes each call at once, completely or not at all.

let count = 0;
/** Calls that have no result yet, by their numbers. @type {Map<number, (value: any) => void>} */
const openEntries = new Map();

process.on("message", (/** @type {any} */ { number, value }) => {
  openEntries.get(number)?.(value);
  openEntries.delete(number);
  if (openEntries.size === 0) process.channel?.unref();
});
process.channel?.unref();

/** @param {string} name @param {any[]} args @returns {Promise<any>} */
function call(name, ...args) {
  process.channel?.ref();
  const number = (count += 1);
  process.send?.({ number, name, args });
  return new Promise((resolve) => openEntries.set(number, resolve));
}

/** Replaces the placeholders for a database in docs/sending.md and docs/payments.md. */
Object.assign(globalThis, {
  database: {
    payments: { get: (id) => call("payment", id) },
    replace: (id, oldStatus, newStatus) => call("replace", id, oldStatus, newStatus),
    load: (table, key) => call("load", table, key),
    loadCursor: () => call("cursor"),
    store: (change) => call("store", change),
  },
});
