// The one client of the page. It comes when it is first needed: the inspector does without.

import { loaded } from "./errors.js";

let client;

/**
 * The gateway that serves the page keeps the pace, and the views show an error with a button for another try.
 *
 * @returns {Promise<import("ton-edge").Client>}
 */
export async function loadClient() {
  const { createClient } = await loaded(import("./ton-edge/client.js"));
  return (client ??= createClient({ baseUrl: "/", rateLimit: false, retry: false }));
}
