// The context of the suites: the gateway in workerd, the upstream behind it, and fixtures.

import { readFile } from "node:fs/promises";

import { startStack } from "../helpers/stack.mjs";
import { startLive } from "../upstream/live.mjs";

export async function startContext(options) {
  const stack = await startStack(options);
  const listServer = await startLive();
  return {
    /** Base URL of the gateway. */
    url: stack.url,
    /** Base URL of the upstream behind it. */
    direct: stack.upstream,
    busiest: stack.busiest,
    /** Base URL of lists that change (tests/upstream/live.mjs). */
    live: listServer.url,
    browser: false,
    /** The number of requests that the upstream saw, and the last one: "GET /api/v3/blocks". */
    async seen() {
      const { requests } = stack.own;
      const lastRequest = requests.at(-1);
      return {
        count: stack.own.requests.length,
        last: lastRequest && `${lastRequest.method} ${lastRequest.url.split("?")[0]}`,
      };
    },
    /** Sets one fault for the next request, or the next few; for none, it removes all faults. See tests/upstream/faults.mjs. */
    async fault(spec, repeatCount = 1) {
      stack.own.faults.clear();
      if (repeatCount > 0) stack.own.faults.add(spec, { times: repeatCount });
    },
    fixture: async (name) => JSON.parse(await readFile(new URL(`../fixtures/${name}`, import.meta.url), "utf8")),
    stack,
    async close() {
      await listServer.close();
      await stack.close();
    },
  };
}
