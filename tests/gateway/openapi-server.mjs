// The gateway with an embedded replay upstream. A header of each response names its source: `x-answered-by: gateway`, or `service` if the
// upstream got the request. It handles one request at a time.
//
// It runs in its own process, `node --max-http-header-size=4000000 tests/gateway/openapi-server.mjs`, because Node itself refuses long URLs
// that the gateway should refuse. It prints its URL, and exits when its standard input ends.

import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { startReplay } from "../upstream/replay.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

let upstreamCount = 0;
const replay = await startReplay();
const gateway = createGateway({
  limits: UNLIMITED,
  // The document describes correct requests, not those that the service corrects.
  strict: true,
  mainnet: replay.url,
  fetch: (url, init) => {
    upstreamCount += 1;
    return fetch(url, init);
  },
  // The tester compares the requests that the upstream sees.
  cache: { adapter: "none" },
  log: () => {},
});
const markedWorker = {
  async fetch(request, env) {
    const requestsBefore = upstreamCount;
    const response = await gateway.fetch(request, env);
    const headers = new Headers(response.headers);
    headers.set("x-answered-by", upstreamCount === requestsBefore ? "gateway" : "service");
    return new Response(response.body, { status: response.status, headers });
  },
};
const server = await serve(markedWorker, { port: 0 });
process.stdout.write(`${server.url}\n`);
process.stdin.resume().once("end", () => process.exit(0));
