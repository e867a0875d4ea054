// The client for calls that the page computes itself, with the virtual machine.

import * as tvm from "../ton-edge/tvm.js";
import { resolveApiBaseUrl } from "../shared/client.js";
import { withLoadError } from "../shared/errors.js";

/** Milliseconds that a run may take with all its requests. */
const TIMEOUT_MS = 30_000;

/** @typedef {{ requests: string[], steps: number | undefined, computingMs: number, onRequest(): void }} Meter what a run has used */

/**
 * Clients by their base URL: each client remembers the configuration of its network, which is large. @type {Map<string,
 * import("ton-edge").Client>}
 */
const clientByUrl = new Map();
/** The meter of the current run; the explorer runs one at a time. @type {Meter | undefined} */
let meter;

/** Counts the requests of a client by the names of their operations. */
function countRequest({ url }) {
  meter?.requests.push(new URL(url).pathname.replace(/^.*\/api\/v[23]\//, ""));
  meter?.onRequest();
}

/**
 * Fetches the current states of accounts, without the browser's cache. The configuration may come from that cache, since it is large
 * and rarely changes.
 */
const fetchWithoutCache = (/** @type {Request} */ request) =>
  fetch(request, { cache: request.url.includes("/getConfigAll") ? "default" : "no-store" });

/** The virtual machine, with a count of its steps and time. */
const meteredTvm = {
  openConfig: tvm.openConfig,
  openContract(/** @type {any} */ options) {
    const contract = tvm.openContract(options);
    return {
      get(/** @type {any} */ method, /** @type {any} */ args) {
        const startedAt = performance.now();
        const result = contract.get(method, args);
        if (meter) {
          meter.computingMs += performance.now() - startedAt;
          meter.steps = result.status === "done" ? result.steps : undefined;
        }
        return result;
      },
    };
  },
};

/**
 * Starts to count, and returns the client for the network that the URL names.
 * @param {() => void} [onRequest] called for each request
 * @returns {Promise<{ client: import("ton-edge").Client, meter: Meter }>}
 */
export async function startLocalRun(onRequest = () => {}) {
  const { createClient } = await withLoadError(import("../ton-edge/client.js"));
  await tvm.ready();
  const baseUrl = resolveApiBaseUrl();
  if (!clientByUrl.has(baseUrl))
    clientByUrl.set(
      baseUrl,
      createClient({
        baseUrl,
        // A run sends several requests, and gateways allow 1 per second without an API key: refused requests wait and are retried.
        rateLimit: "auto",
        paceStore: false,
        sessionConsistency: false,
        retry: { attempts: 2, maxDelayMs: 1000 },
        timeoutMs: TIMEOUT_MS,
        onRequest: countRequest,
        fetch: fetchWithoutCache,
        tvm: () => /** @type {any} */ (meteredTvm),
      }),
    );
  meter = { requests: [], steps: undefined, computingMs: 0, onRequest };
  return { client: /** @type {any} */ (clientByUrl.get(baseUrl)), meter };
}
