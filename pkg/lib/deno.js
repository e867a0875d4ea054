// The gateway as a Deno server. Deno only.

import { exitOnSignals, SECONDS, within } from "./drain.js";

/** Serves a gateway. Resolves to `{ url, close() }` once it listens. */
export async function serve(gateway, { port = 8080, host = "127.0.0.1", env = process.env, drain = 10 * SECONDS, exitOnSignal = false } = {}) {
  const cut = new AbortController();
  const server = Deno.serve(
    { port, hostname: host, signal: cut.signal, onListen() {} },
    (request) => gateway.fetch(request, env, { waitUntil() {} }),
  );
  let closed;
  const close = () => (closed ??= within(drain, server.shutdown(), () => cut.abort()));
  if (exitOnSignal) exitOnSignals(close);
  const shown = host.includes(":") ? `[${host}]` : host;
  return { url: `http://${shown}:${server.addr.port}`, close };
}
