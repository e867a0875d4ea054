// The web app's API client, loaded at its first use, since the address inspector works without it.

import { withLoadError } from "./errors.js";
import { formatNetworkPath } from "./network.js";

/**
 * The gateway's URL. If the gateway is on another host, index.html names it in a `meta` element, and `connect-src` must
 * allow it.
 */
const GATEWAY_URL =
  /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="gateway"]'))?.content ?? "/";

/** Returns the gateway's URL with a trailing slash, as the base of relative paths. */
export const resolveGatewayUrl = () =>
  new URL(GATEWAY_URL.endsWith("/") ? GATEWAY_URL : `${GATEWAY_URL}/`, location.href);

/** Returns the base URL of the client for the network that the URL names. */
export const resolveApiBaseUrl = () => new URL(formatNetworkPath(), resolveGatewayUrl()).href;

/** Without the browser's cache, which would hide a change for as long as the gateway's responses are fresh. @param {Request} request */
const fetchUncached = (request) => fetch(request, { cache: "no-cache" });

/** Clients by base URL. @type {Map<string, import("ton-edge").Client>} */
const clientByUrl = new Map();

/**
 * Returns the client for the network that the URL names.
 *
 * The client neither limits its rate nor retries, because the gateway paces requests, and views show errors with a Retry
 * button. It has no session, whose code would be two more files of the first load: the web app sends no messages.
 *
 * @returns {Promise<import("ton-edge").Client>}
 */
export async function loadClient() {
  const { createClient } = await withLoadError(import("../ton-edge/client.js"));
  const baseUrl = resolveApiBaseUrl();
  if (!clientByUrl.has(baseUrl))
    clientByUrl.set(
      baseUrl,
      createClient({ baseUrl, rateLimit: false, retry: false, sessionConsistency: false, fetch: fetchUncached }),
    );
  return clientByUrl.get(baseUrl);
}
