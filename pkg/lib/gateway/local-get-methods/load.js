// Loads what computes get-methods with the first of them.

import { readStream } from "../../util/body.js";
import { lruMap, ttlMap } from "../../util/bounded-maps.js";
import { fetchCoalesced } from "../cache/coalesce.js";
import { callCore } from "../core.js";
import { logAlert, startRecord } from "../ops/log.js";
import { countLocal } from "../ops/metrics.js";
import { forwardToUpstream } from "../upstream/forward.js";

/** Passed, not imported there: a bundler would divide the gateway to share them, which costs its first load more than all of this. */
const tools = {
  callCore,
  countLocal,
  fetchCoalesced,
  forwardToUpstream,
  logAlert,
  lruMap,
  readStream,
  startRecord,
  ttlMap,
};

/** @typedef {typeof tools} Tools */

/**
 * What `index.js` makes, loaded at its first call.
 *
 * @param {any} ready @param {any} settings @param {any} load
 */
export function lazyGetMethods(ready, settings, load) {
  let answer;
  return async (...call) => {
    // Not one promise for all: in workerd a promise that another request settles may never resolve.
    answer ??= (await import("./index.js")).createGetMethods(tools, ready, settings, load);
    return answer(...call);
  };
}
