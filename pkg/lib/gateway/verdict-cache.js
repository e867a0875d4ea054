// Caches verdicts by the exact text of the request: the same requests come again and again, and a verdict depends on nothing but the
// request and the configuration. The request id, trace, time and upstream key are added later.

import { generationalMap } from "../util/bounded-maps.js";

/** Verdicts that are remembered. */
const MOST = 4096;
/** Most characters of a request that is cached; longer ones are rare. */
const LONGEST = 1024;
/** A request with an API key is not cached: the key stays out of this memory. */
const KEY = /\nx-api-key:|api_key/;

/** Only verdicts that forward a request, or respond to it with 200. Their readers do not change them. */
const isCacheable = ({ do: what, status }) => what === "forward" || (what === "respond" && status === 200);

export function createVerdictCache() {
  const known = generationalMap(MOST);
  return {
    /** `{ verdict, about }` of a request whose headers are of `bytes`: it was given to one with as many or more, which is no reason for another. */
    get(text, bytes) {
      const found = known.get(text);
      return found !== undefined && bytes <= found.bytes ? found : undefined;
    },
    set(text, bytes, verdict, about = verdict) {
      if (isCacheable(verdict) && text.length <= LONGEST && !KEY.test(text)) known.set(text, { bytes, verdict, about });
    },
  };
}
