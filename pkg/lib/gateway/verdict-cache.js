// Caches verdicts by the exact text of the request: the same requests come again and again, and a verdict depends only on the
// request and the configuration. The request id, trace, time and upstream key are added later.

import { createGenerationalMap } from "../util/bounded-maps.js";

/** Most cached verdicts. */
const MAX_VERDICTS = 4096;
/** Most characters of a request whose verdict is cached; longer ones are rare. */
const MAX_REQUEST_LENGTH = 1024;
/** Most verdicts of requests with an API key, cached separately, so that callers with keys do not evict all others. */
const MAX_KEYED_VERDICTS = 2048;
/** Most characters of an API key's record; with a longer record, verdicts are not cached. */
const MAX_RECORD_LENGTH = 4096;
/** Matches a request that may contain an API key. Its verdict is cached only if the key was found, since anyone can send made-up keys. */
const MAYBE_KEY = /\nx-api-key:|api_key/;
/** Fields of an API key's record that make a verdict depend on the time. */
const TIMED_FIELD = /"(?:expires|quota)":/;

/** Whether a verdict is cached: only if it forwards a request, or responds to it with 200. Readers must not change cached verdicts. */
const isCacheable = ({ do: action, status }) => action === "forward" || (action === "respond" && status === 200);

export function createVerdictCache() {
  const keylessVerdicts = createGenerationalMap(MAX_VERDICTS);
  const keyedVerdicts = createGenerationalMap(MAX_KEYED_VERDICTS);
  const isTimeless = (record) =>
    record !== undefined && record.length <= MAX_RECORD_LENGTH && !TIMED_FIELD.test(record);
  const isUsable = (cachedVerdict, bytes) => cachedVerdict !== undefined && bytes <= cachedVerdict.bytes;
  return {
    /**
     * Returns `{ verdict, about }` for a request with `bytes` of headers, if the cached verdict was for at least as many bytes: fewer bytes
     * do not change it.
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
     * Returns `{ verdict, about, hash, record }` for a request with an API key in its header: valid while the record of the key, whose hash
     * is `hash`, is `record`.
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
