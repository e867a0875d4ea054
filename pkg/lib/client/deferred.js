// The client while its wasm module is being compiled, where the engine does that asynchronously only: every call waits for it.

import { createPendingPager } from "../pagination/pending-pager.js";
import { createPendingPayments } from "./pending-payments.js";
import { snapshot } from "./snapshot.js";

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
        const isIterator = path[0] === "payments";
        if (!isIterator && !path.includes("paginate")) return result;
        // Reading it reports a refusal.
        result.catch(() => {});
        return isIterator ? createPendingPayments(() => result) : createPendingPager(() => result);
      },
    });
  return at([]);
}
