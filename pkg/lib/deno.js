// The gateway as a Deno server. Deno only.

import { exitOnSignals, SECONDS, within } from "./drain.js";

export { openapi } from "./openapi.js";

/** Serves a gateway. Resolves to `{ url, close() }` once it listens. */
export async function serve(gateway, { port = 8080, host = "127.0.0.1", env = process.env, drain = 10 * SECONDS, exitOnSignal = false } = {}) {
  // Deno has no way to cut what a shutdown waits for, but our requests can be told that their caller is gone.
  const running = new Set();
  const server = Deno.serve({ port, hostname: host, onListen() {} }, async (request) => {
    const { method, url, headers, body } = request;
    const gone = new AbortController();
    request.signal.addEventListener("abort", () => gone.abort(), { once: true });
    running.add(gone);
    try {
      return await gateway.fetch({ method, url, headers, body, signal: gone.signal }, env, { waitUntil() {} });
    } finally {
      running.delete(gone);
    }
  });
  const cut = () => running.forEach((gone) => gone.abort());
  let closed;
  const close = () => (closed ??= within(drain, server.shutdown(), cut));
  if (exitOnSignal) exitOnSignals(close);
  const shown = host.includes(":") ? `[${host}]` : host;
  return { url: `http://${shown}:${server.addr.port}`, close };
}
