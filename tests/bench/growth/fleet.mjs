// Gateways in workerd with their upstream; measures the CPU time of requests to them.

import { once } from "node:events";
import { Worker } from "node:worker_threads";

import { load } from "../gateway/load.mjs";
import { start } from "../gateway/workers.mjs";

const TIMEOUT_MS = 60_000;
/** The greatest `limit`. */
const MOST_ROWS = 1000;

/** @param {string[]} names of contenders in the folder `gateway` */
export async function startFleet(names) {
  const service = new Worker(new URL("../gateway/service.mjs", import.meta.url));
  const [port] = await once(service, "message");
  const contenders = new Map();
  for (const name of names) contenders.set(name, await start(name, port));
  const send = (name, path, how) =>
    load(contenders.get(name).url, path, { timeoutMs: TIMEOUT_MS, ...how, requests: Math.ceil(how.requests) });
  return {
    /** A response of this many kilobytes. */
    proxied(kilobytes) {
      const limit = Math.min(kilobytes, MOST_ROWS);
      const more = kilobytes > limit ? `&offset=${kilobytes / limit}` : "";
      return `/api/v3/transactions?account=0:${"A1".repeat(32)}&limit=${limit}${more}&sort=desc`;
    },
    /** An immutable response, of 1 kB. */
    block: (at) => `/api/v3/blocks?workchain=0&shard=8000000000000000&seqno=${at + 1}`,
    /** Sends requests that are not measured. */
    once: send,
    /** Microseconds of CPU for a request. */
    async cpu(name, path, how) {
      // A process that was idle is slower.
      await send(name, path, { ...how, requests: how.requests * 0.3 });
      const before = contenders.get(name).cpu();
      await send(name, path, how);
      return (contenders.get(name).cpu() - before) / Math.ceil(how.requests);
    },
    async stop() {
      await Promise.all([...contenders.values()].map((contender) => contender.stop()));
      await service.terminate();
    },
  };
}
