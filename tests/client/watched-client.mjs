// A client of a server that the suites of `client.watch` control.

import { createClient } from "ton-edge";

/** @param {(url: URL) => any} respond */
export function makeClient(respond, baseUrl = "https://server.example") {
  /** @type {string[]} */
  const sent = [];
  const client = createClient({
    baseUrl,
    rateLimit: false,
    retry: false,
    sessionChannel: false,
    sessionConsistency: false,
    fetch: async (request) => {
      const url = new URL(request.url);
      sent.push(url.pathname.split("/").pop() ?? "");
      const reply = respond(url);
      return reply instanceof Response ? reply : Response.json(reply);
    },
  });
  return { client, sent };
}

/** Reads events until there are `count`, then ends the iterator. */
export async function take(events, count) {
  const taken = [];
  if (count > 0)
    for await (const event of events) {
      taken.push(event);
      if (taken.length === count) break;
    }
  return taken;
}
