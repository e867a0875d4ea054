// A client for engines that compile wasm only asynchronously: every call waits until the module is compiled.

import { createPendingPager } from "../pagination/pending-pager.js";
import { createPendingIterator, ITERATORS } from "./pending-iterator.js";
import { snapshot } from "./snapshot.js";

/** @param {Promise<void>} ready @param {(options: any) => any} makeClient makes the client, once it is ready */
export function deferClient(ready, makeClient, options) {
  let client;
  const copiedOptions = snapshot(options);
  const clientPromise = ready.then(() => {
    client = makeClient(copiedOptions);
  });
  // Not reported as unhandled: each call rejects with this error.
  clientPromise.catch(() => {});
  const resolvePath = (path) => path.reduce((value, name) => value[name], client);

  async function callWhenReady(path, args) {
    const copiedArgs = snapshot(args);
    await clientPromise;
    return resolvePath(path)(...copiedArgs);
  }

  const makePathProxy = (path) =>
    new Proxy(() => {}, {
      get(_, name) {
        // If the client had a `then`, `await` would treat it as a promise.
        if (typeof name !== "string" || name === "then") return undefined;
        const innerPath = [...path, name];
        return client ? resolvePath(innerPath) : makePathProxy(innerPath);
      },
      apply(_, __, args) {
        const result = callWhenReady(path, args);
        const isIterator = path[0] in ITERATORS;
        if (!isIterator && !path.includes("paginate")) return result;
        // Not reported as unhandled: reading the iterator or pager rejects with this error.
        result.catch(() => {});
        return isIterator ? createPendingIterator(path[0], () => result) : createPendingPager(() => result);
      },
    });
  return makePathProxy([]);
}
