// Caches verdicts by the exact text of the request: the same requests come again and again, and a verdict depends on nothing but the
// request and the configuration. The request id, trace, time and upstream key are added later.

import { generationalMap } from "../util/bounded-maps.js";

/** Most verdicts that are cached. */
const MOST = 4096;
/** Most characters of a request that is cached; longer ones are rare. */
const LONGEST = 1024;
/** Most verdicts of requests with an API key, cached separately, so that callers with keys do not evict all others. */
const MOST_OF_KEYS = 2048;
/** Most characters of an API key's record; with a longer record, verdicts are not cached. */
const LONGEST_RECORD = 4096;
/** A request that may contain an API key. Its verdict is cached only if the key was found, since anyone can send made-up keys. */
const KEY = /\nx-api-key:|api_key/;
/** Fields of an API key's record that make a verdict depend on the time. */
const TIMED = /"(?:expires|quota)":/;

/** Only verdicts that forward a request, or respond to it with 200. Their readers do not change them. */
const isCacheable = ({ do: what, status }) => what === "forward" || (what === "respond" && status === 200);

export function createVerdictCache() {
  const known = generationalMap(MOST);
  const ofKeys = generationalMap(MOST_OF_KEYS);
  const isRemembered = (record) => record !== undefined && record.length <= LONGEST_RECORD && !TIMED.test(record);
  const isKnown = (found, bytes) => found !== undefined && bytes <= found.bytes;
  return {
    /** `{ verdict, about }` of a request whose headers are of `bytes`: it was given to one with as many or more, which is no reason for another. */
    get(text, bytes) {
      const found = known.get(text);
      return isKnown(found, bytes) ? found : undefined;
    },
    set(text, bytes, verdict, about = verdict) {
      if (isCacheable(verdict) && text.length <= LONGEST && !KEY.test(text)) known.set(text, { bytes, verdict, about });
    },
    /**
     * `{ verdict, about, hash, record }` of a request with an API key in its header: it holds while the record of the key, whose hash is `hash`,
     * is `record`.
     */
    ofKey(text, bytes) {
      const found = ofKeys.get(text);
      return isKnown(found, bytes) ? found : undefined;
    },
    /** @param {string} text @param {number} bytes @param {{ hash: string, record: string | undefined, verdict: any, about: any }} decided */
    setOfKey(text, bytes, { hash, record, verdict, about }) {
      if (verdict.do !== "forward" || text.length > LONGEST || !isRemembered(record)) return;
      ofKeys.set(text, { bytes, hash, record, verdict, about });
    },
  };
}
