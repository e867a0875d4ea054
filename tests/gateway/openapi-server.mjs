// The gateway on an embedded replay upstream, which says of every answer who gave it: `x-answered-by: gateway`, or
// `service` when the upstream saw the request. For one request after the other.
//
// A process of its own, `node --max-http-header-size=4000000 tests/gateway/openapi-server.mjs`: Node itself refuses long URLs
// that the gateway is to refuse. It writes its URL, and ends when its input does.

import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { startReplay } from "../upstream/replay.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

let asked = 0;
const replay = await startReplay();
const gateway = createGateway({
  limits: UNLIMITED,
  mainnet: replay.url,
  fetch: (url, init) => {
    asked += 1;
    return fetch(url, init);
  },
  // What the upstream sees is what is judged.
  cache: { adapter: "none" },
  log: () => {},
});
const marked = {
  async fetch(request, env) {
    const before = asked;
    const response = await gateway.fetch(request, env);
    const headers = new Headers(response.headers);
    headers.set("x-answered-by", asked === before ? "gateway" : "service");
    return new Response(response.body, { status: response.status, headers });
  },
};
const server = await serve(marked, { port: 0 });
process.stdout.write(`${server.url}\n`);
process.stdin.resume().once("end", () => process.exit(0));
