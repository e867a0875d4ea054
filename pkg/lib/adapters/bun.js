// ton-edge/bun: serves a gateway with `Bun.serve`.

import { createByteCounter } from "../gateway/http/byte-counter.js";
import { isComplete } from "../gateway/http/text-body.js";
import { MAX_MESSAGE_BYTES } from "../gateway/streaming/socket.js";
import { withTimeout } from "../util/timers.js";
import { guardRequestBody } from "./guarded-body.js";
import { startListeners } from "./listeners.js";
import { refuseInvalidHost } from "./refusal.js";
import { listenerUrl, readServeSettings, SECONDS } from "./serve-settings.js";
import { SWITCHING_RESPONSE } from "./switching.js";

export { openapi } from "./openapi.js";
export { settingsOf } from "../settings/server-settings.js";

/** The limits that this module can enforce; Bun itself has no settings for the others. */
const LIMITS = ["writeTimeoutMs", "maxBufferedBytes", "requestTimeoutMs"];

/** Seconds that a connection may be idle. Longer than any wait for the upstream, during which the connection is also idle. */
const IDLE_SECONDS = 120;
/** The largest idle timeout that Bun accepts. */
const MAX_IDLE_SECONDS = 255;

/** Serves a gateway. Resolves to `{ url, operatorsUrl, close() }` once it listens. */
export async function serve(gateway, options = {}) {
  const settings = readServeSettings(options, LIMITS);
  const byteCounter = createByteCounter(settings.maxBufferedBytes, { unreadMs: settings.writeTimeoutMs });
  return startListeners(gateway, { ...settings, byteCounter }, async (address) =>
    listen(gateway, settings, byteCounter, address),
  );
}

/** Bytes that Bun may buffer for a WebSocket, such as its own responses to pings. The gateway buffers events itself. */
const MAX_SOCKET_BYTES = 1_048_576;

/** Connect a WebSocket with the gateway. Bun sends pings itself, and closes a connection that does not respond. */
const SOCKET_HANDLERS = {
  open(socket) {
    socket.data.handlers = socket.data.accept({
      send: (text) => socket.send(text),
      close: (code, reason) => socket.close(code, reason),
      countWaiting: () => socket.getBufferedAmount(),
      terminate: () => socket.terminate(),
    });
  },
  message: (socket, data) => socket.data.handlers.receive(data),
  close: (socket) => socket.data.handlers.handleClose(),
};

function listen(gateway, { env, requestTimeoutMs, writeTimeoutMs }, byteCounter, { port, host, name, server: status }) {
  const writeSeconds = Math.min(MAX_IDLE_SECONDS, Math.ceil(writeTimeoutMs / SECONDS));
  const server = Bun.serve({
    port,
    hostname: host,
    idleTimeout: IDLE_SECONDS,
    websocket: {
      ...{ ...SOCKET_HANDLERS, maxPayloadLength: MAX_MESSAGE_BYTES, idleTimeout: IDLE_SECONDS, sendPings: true },
      ...{ backpressureLimit: MAX_SOCKET_BYTES, closeOnBackpressureLimit: true },
    },
    async fetch(request, server) {
      const { method, url, headers, signal } = request;
      const refusal = refuseInvalidHost(headers);
      if (refusal) return refusal;
      const address = server.requestIP(request)?.address;
      const body = request.body && guardRequestBody(request.body, requestTimeoutMs, byteCounter);
      const forwardedRequest = body ? { method, url, headers, signal, body: body.stream } : request;
      const response = await gateway.fetch(forwardedRequest, env, {
        waitUntil() {},
        address,
        listener: name,
        server: status,
        upgrade: (acceptSocket, protocol) =>
          server.upgrade(request, {
            data: { accept: acceptSocket },
            headers: protocol === undefined ? {} : { "sec-websocket-protocol": protocol },
          })
            ? SWITCHING_RESPONSE
            : undefined,
      });
      if (response === SWITCHING_RESPONSE) return undefined;
      // The whole body is in memory, so from now on only the reader can delay the response.
      if (isComplete(response)) server.timeout(request, writeSeconds);
      if (status.isDraining || body?.isBroken) response.headers.set("connection", "close");
      return response;
    },
  });
  const closeServer = (drainMs) => withTimeout(drainMs, server.stop(false), () => server.stop(true));
  return { url: listenerUrl(host, server.port), close: closeServer };
}
