// Clients of a gateway with streams, over a scripted chain, that record their requests.

import { createClient } from "ton-edge";

import { makeStreamGateway, sleep } from "../gateway/streams.mjs";

/** A client of a gateway. @param {(request: Request) => Promise<Response>} respond */
export function makeClient(respond, options = {}) {
  const paths = [];
  const client = createClient({
    baseUrl: "https://gateway.example",
    rateLimit: false,
    retry: false,
    sessionChannel: false,
    sessionConsistency: false,
    ...options,
    fetch: async (request) => {
      paths.push(new URL(request.url).pathname.split("/").pop());
      return respond(request);
    },
  });
  return { client, paths, count: (name) => paths.filter((path) => path === name).length };
}

/** A client of a gateway over a chain. */
export function makeChainClient(chain, settings = {}, options = {}) {
  const { gateway } = makeStreamGateway((url) => chain.respond(url), settings);
  return makeClient((request) => gateway.fetch(request, {}, { address: "192.0.2.1" }), options);
}

/** Makes responses to requests for a stream that are refused, break off, stall or lie. @param {(limit: number) => number} below */
export function makeBadStreams(below) {
  const encoder = new TextEncoder();
  const wrongEvents = [
    'data: {"type":"state","state":"live"}\n\n',
    'data: {"type":"state","state":"offline"}\n\n',
    'data: {"type":"gap"}\n\n',
    "data: nonsense\n\n",
    ": keepalive\n\n",
  ];
  return async () => {
    if (below(4) === 0) return new Response("", { status: [429, 503, 500][below(3)] });
    if (below(4) === 0) throw new TypeError("fetch failed");
    const parts = Array.from({ length: below(5) }, () => wrongEvents[below(wrongEvents.length)]);
    const body = new ReadableStream({
      async pull(controller) {
        await sleep(below(20_000));
        const part = parts.shift();
        if (part === undefined) controller.error(new Error("broken off"));
        else controller.enqueue(encoder.encode(part));
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
}
