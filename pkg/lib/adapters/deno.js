// ton-edge/deno: serves a gateway with `Deno.serve`.

import { withTimeout } from "../util/timers.js";
import { guardRequestBody } from "./guarded-body.js";
import { heldBytes } from "./held-bytes.js";
import { startListeners } from "./listeners.js";
import { refuseInvalidHost } from "./refusal.js";
import { listenerUrl, readServeSettings } from "./serve-settings.js";

export { openapi } from "./openapi.js";
export { settingsOf } from "../settings/server-settings.js";

/** The limits that this module can enforce; Deno itself has no settings for the others. */
const LIMITS = ["maxBufferedBytes", "requestTimeoutMs"];

/** Serves a gateway. Resolves to `{ url, operatorsUrl, close() }` once it listens. */
export async function serve(gateway, options = {}) {
  const settings = readServeSettings(options, LIMITS);
  const held = heldBytes(settings.maxBufferedBytes);
  return startListeners(gateway, settings, async (where) => listen(gateway, settings, held, where));
}

function listen(gateway, { env, requestTimeoutMs }, held, { port, host, name, server: status }) {
  // Deno has no way to cut what a shutdown waits for, but its requests can be aborted as if their callers had disconnected.
  const running = new Set();
  const server = Deno.serve({ port, hostname: host, onListen() {} }, async (request, { remoteAddr }) => {
    const { method, url, headers } = request;
    const refused = refuseInvalidHost(headers);
    if (refused) return refused;
    const body = request.body && guardRequestBody(request.body, requestTimeoutMs, held);
    const gone = new AbortController();
    request.signal.addEventListener("abort", () => gone.abort(), { once: true });
    running.add(gone);
    try {
      const forwarded = { method, url, headers, body: body?.stream ?? null, signal: gone.signal };
      const response = await gateway.fetch(forwarded, env, {
        waitUntil() {},
        address: remoteAddr.hostname,
        listener: name,
        server: status,
      });
      // Otherwise the connection would wait for the rest of the body.
      if (body?.isBroken) response.headers.set("connection", "close");
      return response;
    } finally {
      running.delete(gone);
    }
  });
  const cut = () => running.forEach((gone) => gone.abort());
  return { url: listenerUrl(host, server.addr.port), close: (drain) => withTimeout(drain, server.shutdown(), cut) };
}
