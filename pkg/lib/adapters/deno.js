// ton-edge/deno: serves a gateway with `Deno.serve`.

import { createByteCounter } from "../gateway/http/byte-counter.js";
import { withTimeout } from "../util/timers.js";
import { guardRequestBody } from "./guarded-body.js";
import { startListeners } from "./listeners.js";
import { refuseInvalidHost } from "./refusal.js";
import { listenerUrl, readServeSettings } from "./serve-settings.js";

export { openapi } from "./openapi.js";
export { settingsOf } from "../settings/server-settings.js";

/** The limits that this module can enforce; Deno itself has no settings for the others. */
const LIMITS = ["writeTimeoutMs", "maxBufferedBytes", "requestTimeoutMs"];

/** Serves a gateway. Resolves to `{ url, operatorsUrl, close() }` once it listens. */
export async function serve(gateway, options = {}) {
  const settings = readServeSettings(options, LIMITS);
  const byteCounter = createByteCounter(settings.maxBufferedBytes, { unreadMs: settings.writeTimeoutMs });
  return startListeners(gateway, { ...settings, byteCounter }, async (address) =>
    listen(gateway, settings, byteCounter, address),
  );
}

function listen(gateway, { env, requestTimeoutMs }, byteCounter, { port, host, name, server: status }) {
  // A shutdown in Deno waits for requests and cannot end them. They can only be aborted, as if their callers had
  // disconnected.
  const controllers = new Set();
  const server = Deno.serve({ port, hostname: host, onListen() {} }, async (request, { remoteAddr }) => {
    const { method, url, headers } = request;
    const refusal = refuseInvalidHost(headers);
    if (refusal) return refusal;
    const body = request.body && guardRequestBody(request.body, requestTimeoutMs, byteCounter);
    const controller = new AbortController();
    request.signal.addEventListener("abort", () => controller.abort(), { once: true });
    controllers.add(controller);
    try {
      const forwardedRequest = { method, url, headers, body: body?.stream ?? null, signal: controller.signal };
      const response = await gateway.fetch(forwardedRequest, env, {
        waitUntil() {},
        address: remoteAddr.hostname,
        listener: name,
        server: status,
      });
      // Without this header, the connection would wait for the rest of the body.
      if (body?.isBroken) response.headers.set("connection", "close");
      return response;
    } finally {
      controllers.delete(controller);
    }
  });
  const abortAll = () => controllers.forEach((controller) => controller.abort());
  return {
    url: listenerUrl(host, server.addr.port),
    close: (drainMs) => withTimeout(drainMs, server.shutdown(), abortAll),
  };
}
