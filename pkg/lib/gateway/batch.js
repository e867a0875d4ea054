// A JSON-RPC batch: every call by itself, a few at a time, and one list of what they came to.

import { ask } from "./upstream.js";

/** Calls that are on their way at once; workerd keeps six connections for a request. */
const AT_ONCE = 5;

/** The list as text, in the order of the calls. */
export async function batch(ready, verdict, request, env, seen) {
  const { items } = verdict;
  seen.calls = items.length;
  const bodies = new Array(items.length);
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const at = next;
      next += 1;
      const item = items[at];
      bodies[at] = item.do === "answer" ? item.body : (await ask(ready, item, request, env, seen)).body;
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
  return `[${bodies.join(",")}]`;
}
