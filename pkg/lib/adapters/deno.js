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

/** Seconds in which a caller must answer a ping, which Deno sends itself. */
const SOCKET_IDLE_SECONDS = 60;

/** Opens a WebSocket. */
function upgradeSocket(request, acceptSocket, protocol) {
  // Deno finds a subprotocol only in a list that is written as browsers write it, and throws otherwise.
  const isFound = protocol && request.headers.get("sec-websocket-protocol")?.split(", ").includes(protocol);
  const { socket, response } = Deno.upgradeWebSocket(request, {
    idleTimeout: SOCKET_IDLE_SECONDS,
    ...(isFound && { protocol }),
  });
  socket.onopen = () => {
    const handlers = acceptSocket({
      send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
      close: (code, reason) => socket.close(code, reason),
      countWaiting: () => socket.bufferedAmount,
    });
    socket.onmessage = ({ data }) => handlers.receive(data);
    socket.onclose = () => handlers.handleClose();
  };
  // A connection with an error also closes.
  socket.onerror = () => {};
  return response;
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
        upgrade: (accept, protocol) => upgradeSocket(request, accept, protocol),
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
