// Loads the code that computes get-methods, at the first get-method.

import { readStream } from "../../util/body.js";
import { createLruMap, createTtlMap } from "../../util/bounded-maps.js";
import { countLocalResult } from "../ops/metrics.js";

/**
 * Passed as arguments, because if both sides imported them, a bundler would split the gateway into more files, which slows its first
 * load.
 */
const tools = { countLocalResult, lruMap: createLruMap, readStream, ttlMap: createTtlMap };

/**
 * @typedef {typeof tools} Tools
 * @typedef {import("../request-context.js").RequestContext} RequestContext
 * @typedef {{ core: import("../core/gateway-core.js").GatewayCore, log: import("../ops/log.js").Log,
 *   meter: import("../ops/metrics.js").Meter | undefined, cache: import("../cache/create-cache.js").Cache | undefined,
 *   urls: Record<string, string[]>, deadlineMs: number }} Parts of the gateway
 * @typedef {{ read: (context: RequestContext) => Promise<import("../cache/outcome.js").Outcome>,
 *   forward: (context: RequestContext) => Promise<import("../upstream/deliver-response.js").UpstreamReply> }} Upstream how the following
 *   steps read from it: coalesced and cached, or directly
 */

/**
 * Returns the function that `createGetMethods` of `index.js` creates; its code is loaded at the first call.
 *
 * @param {Parts} parts @param {any} settings @param {any} loadTvm
 * @returns {(context: RequestContext, upstream: Upstream) => Promise<import("../cache/outcome.js").Outcome | undefined>}
 */
export function createLazyGetMethods(parts, settings, loadTvm) {
  let computeGetMethod;
  return async (context, upstream) => {
    // Each request awaits its own import: in workerd a promise that another request settles may never resolve.
    if (computeGetMethod === undefined) {
      const { createGetMethods } = await import("./index.js");
      // Another call may have created it meanwhile. All calls share its limits.
      computeGetMethod ??= createGetMethods(tools, parts, settings, loadTvm);
    }
    return computeGetMethod(context, upstream);
  };
}
