// Gateways in workerd with their upstream; measures the CPU time of requests to them.

import { once } from "node:events";
import { Worker } from "node:worker_threads";

import { load } from "../gateway/load.mjs";
import { startContender } from "../gateway/workers.mjs";

const TIMEOUT_MS = 60_000;
/** The greatest `limit`. */
const MOST_ROWS = 1000;

/** @param {string[]} names of contenders in the folder `gateway` */
export async function startFleet(names) {
  const service = new Worker(new URL("../gateway/service.mjs", import.meta.url));
  const [port] = await once(service, "message");
  const contenders = new Map();
  for (const name of names) contenders.set(name, await startContender(name, port));
  const sendTo = (name, path, loadOptions) =>
    load(contenders.get(name).url, path, {
      timeoutMs: TIMEOUT_MS,
      ...loadOptions,
      requests: Math.ceil(loadOptions.requests),
    });
  return {
    /** A response of this many kilobytes. */
    proxied(kilobytes) {
      const limit = Math.min(kilobytes, MOST_ROWS);
      const offsetParam = kilobytes > limit ? `&offset=${kilobytes / limit}` : "";
      return `/api/v3/transactions?account=0:${"A1".repeat(32)}&limit=${limit}${offsetParam}&sort=desc`;
    },
    /** An immutable response, of 1 kB. */
    block: (at) => `/api/v3/blocks?workchain=0&shard=8000000000000000&seqno=${at + 1}`,
    /** Sends requests that are not measured. */
    once: sendTo,
    /** Microseconds of CPU for a request. */
    async cpu(name, path, options) {
      // A process that was idle is slower.
      await sendTo(name, path, { ...options, requests: options.requests * 0.3 });
      const cpuBefore = contenders.get(name).cpu();
      await sendTo(name, path, options);
      return (contenders.get(name).cpu() - cpuBefore) / Math.ceil(options.requests);
    },
    async stop() {
      await Promise.all([...contenders.values()].map((contender) => contender.stop()));
      await service.terminate();
    },
  };
}
