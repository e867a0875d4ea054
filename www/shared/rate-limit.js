// Reads the RateLimit headers of the gateway (draft-ietf-httpapi-ratelimit-headers).

/**
 * What is left of a quota in a window; undefined if the request was not counted.
 * @param {Headers} headers @returns {{ left: number, reset?: number, quota?: number, seconds?: number } | undefined} `reset`: in seconds
 */
export function readRateLimit(headers) {
  const limit = headers.get("ratelimit") ?? "";
  const left = /[;, ]r=(\d+)/.exec(limit)?.[1];
  if (left === undefined) return undefined;
  const [, quota, seconds] = /q=(\d+);w=(\d+)/.exec(headers.get("ratelimit-policy") ?? "") ?? [];
  const reset = /[;, ]t=(\d+)/.exec(limit)?.[1];
  const number = (text) => (text === undefined ? undefined : Number(text));
  return { left: Number(left), reset: number(reset), quota: number(quota), seconds: number(seconds) };
}
