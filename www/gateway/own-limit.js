// Finds the visitor's rate limit. Only responses to requests that go upstream have it in their headers.

import { formatNetworkPath } from "../shared/network.js";
import { readRateLimit } from "../shared/rate-limit.js";
import { requestGateway } from "./gateway-request.js";

const randomHex = (bytes) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The path of a request that is never cached: the transactions of a random account. */
const makeUncachedPath = () => `api/v3/transactions?account=0:${randomHex(32)}&limit=1`;

/**
 * Reads the visitor's rate limit from a response. A cached response does not contain the limit; then this function sends one more
 * request. Returns null if the gateway does not limit the visitor, and undefined if the limit is unknown: only a successful response
 * proves that there is no limit.
 *
 * @param {Response} response @param {AbortSignal} signal
 * @returns {Promise<import("../shared/rate-limit.js").RateLimit | null | undefined>}
 */
export async function findLimit({ ok, headers }, signal) {
  const limit = readRateLimit(headers);
  if (limit || !ok) return limit;
  const uncachedResponse = await requestGateway(formatNetworkPath() + makeUncachedPath(), signal);
  await uncachedResponse.arrayBuffer();
  return readRateLimit(uncachedResponse.headers) ?? (uncachedResponse.ok ? null : undefined);
}
