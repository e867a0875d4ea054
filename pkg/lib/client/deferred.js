// The client while its wasm module is being compiled, where the engine does that asynchronously only: every call waits for it.

import { createPendingPager } from "../pagination/pending-pager.js";
import { isList } from "../util/error.js";
import { isPlainObject } from "../util/options.js";

/** @param {Promise<void>} ready @param {(options: any) => any} make the client, when it is ready */
export function deferClient(ready, make, options) {
  let client;
  const own = snapshot(options);
  const made = ready.then(() => {
    client = make(own);
  });
  // Each call rejects with it.
  made.catch(() => {});
  const walk = (path) => path.reduce((home, name) => home[name], client);

  async function run(path, given) {
    const own = snapshot(given);
    await made;
    return walk(path)(...own);
  }

  const at = (path) =>
    new Proxy(() => {}, {
      get(_, name) {
        // With a `then` it would be a promise.
        if (typeof name !== "string" || name === "then") return undefined;
        const inner = [...path, name];
        return client ? walk(inner) : at(inner);
      },
      apply(_, __, given) {
        const result = run(path, given);
        if (!path.includes("paginate")) return result;
        // Reading it reports a refusal.
        result.catch(() => {});
        return createPendingPager(() => result);
      },
    });
  return at([]);
}

/** What the caller may change before it is read: lists, plain objects and bytes, copied. */
function snapshot(value, depth = 6) {
  try {
    if (depth > 0 && isList(value)) return value.map((one) => snapshot(one, depth - 1));
    if (depth > 0 && isPlainObject(value)) {
      const copy = { ...value };
      for (const name of Object.keys(copy)) copy[name] = snapshot(copy[name], depth - 1);
      return copy;
    }
    if (ArrayBuffer.isView(value)) return /** @type {any} */ (value).slice();
  } catch {
    // The call itself reports what cannot be read.
  }
  return value;
}
