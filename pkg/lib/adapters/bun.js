// ton-edge/bun: serves a gateway with `Bun.serve`.

import { getText } from "../gateway/http/text-body.js";
import { withTimeout } from "../util/timers.js";
import { guardRequestBody } from "./guarded-body.js";
import { heldBytes } from "./held-bytes.js";
import { startListeners } from "./listeners.js";
import { refuseInvalidHost } from "./refusal.js";
import { listenerUrl, readServeSettings, SECONDS } from "./serve-settings.js";

export { openapi } from "./openapi.js";
export { settingsOf } from "../settings/server-settings.js";

/** The limits that this module can enforce; Bun itself has no settings for the others. */
const LIMITS = ["writeTimeoutMs", "maxBufferedBytes", "requestTimeoutMs"];

/** Seconds that a connection may be idle; longer than any wait for the upstream, during which it is idle too. */
const IDLE_SECONDS = 120;
/** Bun counts no further. */
const MAX_IDLE_SECONDS = 255;

/** Serves a gateway. Resolves to `{ url, operatorsUrl, close() }` once it listens. */
export async function serve(gateway, options = {}) {
  const settings = readServeSettings(options, LIMITS);
  const held = heldBytes(settings.maxBufferedBytes);
  return startListeners(gateway, settings, async (where) => listen(gateway, settings, held, where));
}

function listen(gateway, { env, requestTimeoutMs, writeTimeoutMs }, held, { port, host, name, server: status }) {
  let draining = false;
  const writeSeconds = Math.min(MAX_IDLE_SECONDS, Math.ceil(writeTimeoutMs / SECONDS));
  const server = Bun.serve({
    port,
    hostname: host,
    idleTimeout: IDLE_SECONDS,
    async fetch(request, server) {
      const { method, url, headers, signal } = request;
      const refused = refuseInvalidHost(headers);
      if (refused) return refused;
      const address = server.requestIP(request)?.address;
      const body = request.body && guardRequestBody(request.body, requestTimeoutMs, held);
      const forwarded = body ? { method, url, headers, signal, body: body.stream } : request;
      const response = await gateway.fetch(forwarded, env, { waitUntil() {}, address, listener: name, server: status });
      // A text is complete, so from now on only the reader can be slow.
      if (getText(response) !== undefined) server.timeout(request, writeSeconds);
      if (draining || body?.isBroken) response.headers.set("connection", "close");
      return response;
    },
  });
  const close = (drain) => {
    draining = true;
    return withTimeout(drain, server.stop(false), () => server.stop(true));
  };
  return { url: listenerUrl(host, server.port), close };
}
