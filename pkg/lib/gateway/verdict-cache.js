// Caches verdicts by the exact text of the request, because requests often repeat and a verdict depends only on the request and the
// configuration. Request id, trace, time and upstream key are added later.

import { createGenerationalMap } from "../util/bounded-maps.js";

/** Maximum cached verdicts. */
const MAX_VERDICTS = 4096;
/** Maximum characters of a request whose verdict is cached; longer ones are rare. */
const MAX_REQUEST_LENGTH = 1024;
/** Maximum cached verdicts of requests with an API key. They have a separate cache, so that they do not evict the others. */
const MAX_KEYED_VERDICTS = 2048;
/** Maximum characters of an API key's record; with a longer record, verdicts are not cached. */
const MAX_RECORD_LENGTH = 4096;
/** Matches a request that may contain an API key. Its verdict is cached only if the key exists, since anyone can send invented keys. */
const MAYBE_KEY = /\nx-api-key:|api_key/;
/** Matches fields of an API key's record that make a verdict depend on the time. */
const TIMED_FIELD = /"(?:expires|quota)":/;

/**
 * Whether a verdict may be cached: only if it forwards the request, or responds with 200. Code that reads cached verdicts must not change
 * them.
 */
const isCacheable = ({ do: action, status }) => action === "forward" || (action === "respond" && status === 200);

export function createVerdictCache() {
  const keylessVerdicts = createGenerationalMap(MAX_VERDICTS);
  const keyedVerdicts = createGenerationalMap(MAX_KEYED_VERDICTS);
  const isTimeless = (record) =>
    record !== undefined && record.length <= MAX_RECORD_LENGTH && !TIMED_FIELD.test(record);
  const isUsable = (cachedVerdict, bytes) => cachedVerdict !== undefined && bytes <= cachedVerdict.bytes;
  return {
    /**
     * Returns `{ verdict, about }` for a request with `bytes` of headers, if the cached verdict was for at least as many bytes, since fewer
     * bytes do not change a verdict.
     */
    get(text, bytes) {
      const cachedVerdict = keylessVerdicts.get(text);
      return isUsable(cachedVerdict, bytes) ? cachedVerdict : undefined;
    },
    set(text, bytes, verdict, about = verdict) {
      if (isCacheable(verdict) && text.length <= MAX_REQUEST_LENGTH && !MAYBE_KEY.test(text))
        keylessVerdicts.set(text, { bytes, verdict, about });
    },
    /**
     * Returns `{ verdict, about, hash, record }` for a request with an API key in its header. It is valid only while the record of the key
     * with this `hash` is still `record`.
     */
    getByKey(text, bytes) {
      const cachedVerdict = keyedVerdicts.get(text);
      return isUsable(cachedVerdict, bytes) ? cachedVerdict : undefined;
    },
    /** @param {string} text @param {number} bytes @param {{ hash: string, record: string | undefined, verdict: any, about: any }} decided */
    setByKey(text, bytes, { hash, record, verdict, about }) {
      if (verdict.do !== "forward" || text.length > MAX_REQUEST_LENGTH || !isTimeless(record)) return;
      keyedVerdicts.set(text, { bytes, hash, record, verdict, about });
    },
  };
}
