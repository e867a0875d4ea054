// The one client of the page. It comes when it is first needed: the inspector does without.

import { loaded } from "./errors.js";

/** Where the gateway is. A page on another host says so in index.html, and has to allow it in its `connect-src`. */
export const GATEWAY = document.querySelector('meta[name="gateway"]')?.content ?? "/";

/** The same as a URL, with a slash at its end. */
export const gatewayUrl = () => new URL(GATEWAY.endsWith("/") ? GATEWAY : `${GATEWAY}/`, location.href);

let client;

/**
 * The gateway that serves the page keeps the pace, and the views show an error with a button for another try.
 *
 * @returns {Promise<import("ton-edge").Client>}
 */
export async function loadClient() {
  const { createClient } = await loaded(import("../ton-edge/client.js"));
  return (client ??= createClient({ baseUrl: GATEWAY, rateLimit: false, retry: false }));
}
