// The one client of the page. It comes when it is first needed: the inspector does without.

import { loaded } from "./errors.js";

let client;

/** @returns {Promise<import("ton-edge").Client>} */
export async function loadClient() {
  const { createClient } = await loaded(import("./ton-edge/client.js"));
  return (client ??= createClient({ baseUrl: "/" }));
}
