// The web app's API client, loaded on its first use: the address inspector works without it.

import { withLoadError } from "./errors.js";

/** The gateway's URL. On another host, index.html names it in a `meta` element, and `connect-src` has to allow it. */
export const GATEWAY_URL =
  /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="gateway"]'))?.content ?? "/";

/** The gateway's URL with a slash at its end, as the base of relative paths. */
export const resolveGatewayUrl = () =>
  new URL(GATEWAY_URL.endsWith("/") ? GATEWAY_URL : `${GATEWAY_URL}/`, location.href);

let client;

/**
 * Neither limits its rate nor retries: the gateway paces requests, and views show errors with a Retry button.
 *
 * @returns {Promise<import("ton-edge").Client>}
 */
export async function loadClient() {
  const { createClient } = await withLoadError(import("../ton-edge/client.js"));
  return (client ??= createClient({ baseUrl: GATEWAY_URL, rateLimit: false, retry: false }));
}
