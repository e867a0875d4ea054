// The web app's API client, loaded on its first use: the address inspector works without it.

import { withLoadError } from "./errors.js";
import { networkPath } from "./network.js";

/** The gateway's URL. On another host, index.html names it in a `meta` element, and `connect-src` has to allow it. */
const GATEWAY_URL =
  /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="gateway"]'))?.content ?? "/";

/** The gateway's URL with a slash at its end, as the base of relative paths. */
export const resolveGatewayUrl = () =>
  new URL(GATEWAY_URL.endsWith("/") ? GATEWAY_URL : `${GATEWAY_URL}/`, location.href);

/** The base URL of the client for the network that the URL names. */
export const apiBaseUrl = () => new URL(networkPath(), resolveGatewayUrl()).href;

/** The clients by their base URL. @type {Map<string, import("ton-edge").Client>} */
const clients = new Map();

/**
 * The client of the network that the URL names.
 *
 * Neither limits its rate nor retries: the gateway paces requests, and views show errors with a Retry button.
 *
 * @returns {Promise<import("ton-edge").Client>}
 */
export async function loadClient() {
  const { createClient } = await withLoadError(import("../ton-edge/client.js"));
  const baseUrl = apiBaseUrl();
  if (!clients.has(baseUrl)) clients.set(baseUrl, createClient({ baseUrl, rateLimit: false, retry: false }));
  return clients.get(baseUrl);
}
