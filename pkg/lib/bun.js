// The gateway as a Bun server. Bun only.

import { exitOnSignals, SECONDS, within } from "./drain.js";

export { openapi } from "./openapi.js";

/** Seconds that a connection may be silent; above every wait for the service, which is silence too. */
const IDLE_SECONDS = 120;

/** Serves a gateway. Resolves to `{ url, close() }` once it listens. */
export async function serve(gateway, { port = 8080, host = "127.0.0.1", env = process.env, drain = 10 * SECONDS, exitOnSignal = false } = {}) {
  let draining = false;
  const server = Bun.serve({
    port,
    hostname: host,
    idleTimeout: IDLE_SECONDS,
    async fetch(request) {
      const response = await gateway.fetch(request, env, { waitUntil() {} });
      if (draining) response.headers.set("connection", "close");
      return response;
    },
  });
  let closed;
  const end = () => {
    draining = true;
    return within(drain, server.stop(false), () => server.stop(true));
  };
  const close = () => (closed ??= end());
  if (exitOnSignal) exitOnSignals(close);
  const shown = host.includes(":") ? `[${host}]` : host;
  return { url: `http://${shown}:${server.port}`, close };
}
