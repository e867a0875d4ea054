// The gateway as a Deno server. Deno only.

import { within } from "./drain.js";
import { guardRequestBody } from "./guarded-body.js";
import { heldBytes } from "./held-bytes.js";
import { startListeners } from "./listeners.js";
import { hostRefusal } from "./refusal.js";
import { serveSettings, urlOf } from "./serve-settings.js";

export { openapi } from "./openapi.js";

/** What this module can hold; the rest is Deno's own, which has no settings for it. */
const LIMITS = ["maxBufferedBytes", "requestTimeoutMs"];

/** Serves a gateway. Resolves to `{ url, operatorsUrl, close() }` once it listens. */
export async function serve(gateway, options = {}) {
  const settings = serveSettings(options, LIMITS);
  const held = heldBytes(settings.maxBufferedBytes);
  return startListeners(settings, async (where) => listen(gateway, settings, held, where));
}

function listen(gateway, { env, requestTimeoutMs }, held, { port, host, name }) {
  // Deno has no way to cut what a shutdown waits for, but our requests can be told that their caller is gone.
  const running = new Set();
  const server = Deno.serve({ port, hostname: host, onListen() {} }, async (request, { remoteAddr }) => {
    const { method, url, headers } = request;
    const refused = hostRefusal(headers);
    if (refused) return refused;
    const body = request.body && guardRequestBody(request.body, requestTimeoutMs, held);
    const gone = new AbortController();
    request.signal.addEventListener("abort", () => gone.abort(), { once: true });
    running.add(gone);
    try {
      const asked = { method, url, headers, body: body?.stream ?? null, signal: gone.signal };
      const response = await gateway.fetch(asked, env, { waitUntil() {}, address: remoteAddr.hostname, listener: name });
      // Else the connection waits for the rest of the body.
      if (body?.isBroken) response.headers.set("connection", "close");
      return response;
    } finally {
      running.delete(gone);
    }
  });
  const cut = () => running.forEach((gone) => gone.abort());
  return { url: urlOf(host, server.addr.port), close: (drain) => within(drain, server.shutdown(), cut) };
}
