// The client while its wasm module is being compiled, where the engine does that asynchronously only: every call waits for it.

import { createPendingPager } from "../pagination/pending-pager.js";
import { copyParams, isPlainObject } from "../util/options.js";

/** @param {Promise<any>} made the client */
export function deferClient(made) {
  let client;
  const run = async (path, given) => {
    const own = given.map((one) => (isPlainObject(one) ? copyParams(one) : one));
    let home;
    let found = await made;
    for (const name of path) [home, found] = [found, found[name]];
    return found.apply(home, own);
  };
  const at = (path) =>
    new Proxy(() => {}, {
      get(_, name) {
        // With a `then` it would be a promise.
        if (typeof name !== "string" || name === "then") return undefined;
        if (client) return path.reduce((home, step) => home[step], client)[name];
        const inner = [...path, name];
        if (name !== "paginate") return at(inner);
        return (...given) => {
          const made = run(inner, given);
          // Reading it reports a refusal.
          made.catch(() => {});
          return createPendingPager(() => made);
        };
      },
      apply: (_, __, given) => run(path, given),
    });
  made.then(
    (one) => {
      client = one;
    },
    // Each call rejects with it.
    () => {},
  );
  return at([]);
}
