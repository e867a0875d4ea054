// The gateway on an embedded replay upstream. Each response says where it is from: `x-answered-by: gateway`, or `service` if the
// upstream saw the request. It serves one request at a time.
//
// It is a process of its own, `node --max-http-header-size=4000000 tests/gateway/openapi-server.mjs`, because Node itself refuses
// long URLs that the gateway is to refuse. It prints its URL, and ends when its input does.

import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { startReplay } from "../upstream/replay.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

let upstreamRequests = 0;
const replay = await startReplay();
const gateway = createGateway({
  limits: UNLIMITED,
  // The document describes correct requests, not those that the service corrects.
  strict: true,
  mainnet: replay.url,
  fetch: (url, init) => {
    upstreamRequests += 1;
    return fetch(url, init);
  },
  // The tester compares the requests that the upstream sees.
  cache: { adapter: "none" },
  log: () => {},
});
const marked = {
  async fetch(request, env) {
    const before = upstreamRequests;
    const response = await gateway.fetch(request, env);
    const headers = new Headers(response.headers);
    headers.set("x-answered-by", upstreamRequests === before ? "gateway" : "service");
    return new Response(response.body, { status: response.status, headers });
  },
};
const server = await serve(marked, { port: 0 });
process.stdout.write(`${server.url}\n`);
process.stdin.resume().once("end", () => process.exit(0));
