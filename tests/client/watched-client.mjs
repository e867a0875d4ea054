// A client of a server that the suites of `client.watch` control.

import { createClient } from "ton-edge";

/** @param {(url: URL) => any} respond */
export function makeClient(respond, baseUrl = "https://server.example") {
  /** @type {string[]} */
  const requests = [];
  const client = createClient({
    baseUrl,
    rateLimit: false,
    retry: false,
    sessionChannel: false,
    sessionConsistency: false,
    fetch: async (request) => {
      const url = new URL(request.url);
      requests.push(url.pathname.split("/").pop() ?? "");
      const reply = respond(url);
      return reply instanceof Response ? reply : Response.json(reply);
    },
  });
  return { client, sentRequests: requests };
}

/** Reads events until there are `count`, then ends the iterator. */
export async function takeEvents(events, count) {
  const takenEvents = [];
  if (count > 0)
    for await (const event of events) {
      takenEvents.push(event);
      if (takenEvents.length === count) break;
    }
  return takenEvents;
}
