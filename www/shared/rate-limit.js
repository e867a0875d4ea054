// Reads the RateLimit headers of the gateway (draft-ietf-httpapi-ratelimit-headers-10).

const ITEM_NAME = /^"((?:[^"\\]|\\.)*)"/;

/** @param {string} item @param {string} parameter */
function readNumber(item, parameter) {
  const digits = new RegExp(`;\\s*${parameter}=(\\d{1,15})\\s*(;|$)`).exec(item)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Returns the items of a list. Splitting at commas is safe, since the gateway's names contain none. @param {string | null} header */
const splitItems = (header) =>
  (header ?? "")
    .split(",")
    .map((item) => item.trim())
    .map((item) => ({ item, name: ITEM_NAME.exec(item)?.[1] }));

/**
 * @typedef {{ name: string, left: number, reset: number, quota?: number, seconds?: number }} RateLimit `reset`: seconds until one further
 *   request is allowed; `quota`: requests in a window of `seconds`
 */

/**
 * Returns the state of the rate limit; undefined if the request was not counted.
 *
 * @param {Headers} headers @returns {RateLimit | undefined}
 */
export function readRateLimit(headers) {
  const limitItem = splitItems(headers.get("ratelimit")).find(
    ({ item, name }) => name !== undefined && readNumber(item, "r") !== undefined,
  );
  if (!limitItem) return undefined;
  const { item = "" } = splitItems(headers.get("ratelimit-policy")).find(({ name }) => name === limitItem.name) ?? {};
  return {
    name: limitItem.name,
    left: readNumber(limitItem.item, "r"),
    reset: readNumber(limitItem.item, "t") ?? 0,
    quota: readNumber(item, "q"),
    seconds: readNumber(item, "w"),
  };
}
