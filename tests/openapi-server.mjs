// The gateway on an embedded replay upstream, which says of every answer who gave it: `x-answered-by: gateway`, or
// `service` when the upstream saw the request. For one request after the other.

import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { startReplay } from "./upstream/replay.mjs";

export async function startMarked() {
  let asked = 0;
  const replay = await startReplay();
  const gateway = createGateway({
    mainnet: replay.url,
    fetch: (url, init) => {
      asked += 1;
      return fetch(url, init);
    },
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
  return {
    url: server.url,
    async close() {
      await server.close();
      await replay.close();
    },
  };
}
