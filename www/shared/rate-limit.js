// Reads the RateLimit headers of the gateway (draft-ietf-httpapi-ratelimit-headers-10).

const NAME = /^"((?:[^"\\]|\\.)*)"/;

/** @param {string} item @param {string} parameter */
function number(item, parameter) {
  const found = new RegExp(`;\\s*${parameter}=(\\d{1,15})\\s*(;|$)`).exec(item)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The items of a list, each with its name: names of the gateway have no comma. @param {string | null} header */
const itemsOf = (header) =>
  (header ?? "")
    .split(",")
    .map((item) => item.trim())
    .map((item) => ({ item, name: NAME.exec(item)?.[1] }));

/**
 * @typedef {{ name: string, left: number, reset: number, quota?: number, seconds?: number }} RateLimit `reset`: seconds until there is one
 *   more; `quota` in a window of `seconds`
 */

/** The rest of a quota in a window; undefined if the request was not counted. @param {Headers} headers @returns {RateLimit | undefined} */
export function readRateLimit(headers) {
  const found = itemsOf(headers.get("ratelimit")).find(
    ({ item, name }) => name !== undefined && number(item, "r") !== undefined,
  );
  if (!found) return undefined;
  const { item = "" } = itemsOf(headers.get("ratelimit-policy")).find(({ name }) => name === found.name) ?? {};
  return {
    name: found.name,
    left: number(found.item, "r"),
    reset: number(found.item, "t") ?? 0,
    quota: number(item, "q"),
    seconds: number(item, "w"),
  };
}
