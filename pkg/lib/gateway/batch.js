// A JSON-RPC batch: every call by itself, a few at a time, and one list of what they came to.

import { proxied } from "./proxied.js";
import { withTime } from "./reply.js";

/** Calls that are on their way at once; workerd keeps six connections for a request. */
const AT_ONCE = 5;

/** The list as text, in the order of the calls. */
export async function batch(ready, verdict, request, env, ctx, seen) {
  const { items } = verdict;
  seen.calls = items.length;
  const bodies = new Array(items.length);
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const at = next;
      next += 1;
      const item = items[at];
      bodies[at] = item.do === "answer" ? withTime(item.body) : (await proxied(ready, item, request, env, ctx, seen)).body;
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
  // Of many calls there is no one word for it.
  seen.cache = undefined;
  return `[${bodies.join(",")}]`;
}
