// A client of a server that the suites of `client.watch` control.

import { createClient } from "ton-edge";

/** @param {(url: URL) => any} respond */
export function makeClient(respond, baseUrl = "https://server.example") {
  /** @type {string[]} */
  const sentItems = [];
  const client = createClient({
    baseUrl,
    rateLimit: false,
    retry: false,
    sessionChannel: false,
    sessionConsistency: false,
    fetch: async (request) => {
      const url = new URL(request.url);
      sentItems.push(url.pathname.split("/").pop() ?? "");
      const reply = respond(url);
      return reply instanceof Response ? reply : Response.json(reply);
    },
  });
  return { client, sentRequests: sentItems };
}

/** Reads events until there are `count`, then ends the iterator. */
export async function take(events, count) {
  const takenEvents = [];
  if (count > 0)
    for await (const event of events) {
      takenEvents.push(event);
      if (takenEvents.length === count) break;
    }
  return takenEvents;
}
