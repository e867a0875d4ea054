// Opens a WebSocket for events, with the setting `streaming`.

import { getByteCounter } from "../http/byte-counter.js";
import { refuseStream } from "./open-stream.js";

/** @typedef {import("../streaming/socket.js").Connection} Connection @typedef {import("../streaming/socket.js").Handlers} Handlers */

/** The subprotocol that the gateway confirms. A web page sends it together with the one that has its API key. */
const PROTOCOL = "ton-edge";
/** The only version of the protocol (RFC 6455, section 4.1). */
const VERSION = "13";
/** 16 bytes in base64. */
const KEY = /^[+/0-9A-Za-z]{22}==$/;

/** @param {import("../request-context.js").RequestContext} context @param {import("../create-gateway.js").Next} next */
export async function openSocket(context, next) {
  const { gateway, verdict, request, record, ctx } = context;
  if (verdict.do !== "stream" || verdict.socket !== "open") return next(context);
  record.noteCaller(verdict.caller);
  const refusal = findHandshakeFault(request.headers);
  if (refusal) return refusal;
  const remoteSocket = await gateway.streams.openSocketElsewhere(context);
  if (remoteSocket)
    return "code" in remoteSocket ? refuseStream(remoteSocket, undefined) : makeSwitchingReply(remoteSocket);
  const streams = await gateway.streams.load();
  const limitRefusal = streams.findSocketRefusal(context);
  // Such a caller is accepted and gets the error as a message, as TON Center sends it: clients switch to another API key then.
  if (limitRefusal && limitRefusal.status !== 429) return refuseStream(limitRefusal, undefined);
  const byteCounter = getByteCounter(context);
  /** @param {Connection} connection @returns {Handlers} */
  const acceptSocket = (connection) => {
    const socket = streams.acceptSocket(connection, context, byteCounter);
    if (limitRefusal)
      // Bun reports the end of a connection at once, so its handlers must be set before.
      queueMicrotask(() => {
        socket.send(JSON.stringify({ error: limitRefusal.message, code: limitRefusal.code }));
        socket.refuse(TRY_AGAIN_LATER, "connection limit reached");
      });
    return socket;
  };
  const offeredProtocols = (request.headers.get("sec-websocket-protocol") ?? "").split(",").map((name) => name.trim());
  const upgrade = ctx?.upgrade ?? (globalThis.WebSocketPair && upgradeInWorkers);
  const switchingResponse = await upgrade?.(acceptSocket, offeredProtocols.includes(PROTOCOL) ? PROTOCOL : undefined);
  return switchingResponse
    ? makeSwitchingReply(switchingResponse)
    : refuseUpgrade(
        "this request cannot become a WebSocket: it needs the header `Connection: Upgrade`, which proxies may remove, and `serve` of ton-edge/node, ton-edge/deno or ton-edge/bun",
      );
}

/** @param {any} switchingResponse the runtime's response to the handshake */
const makeSwitchingReply = (switchingResponse) => ({
  status: 101,
  headers: [],
  body: null,
  switching: switchingResponse,
});

/** Close code: the caller can try again later. */
const TRY_AGAIN_LATER = 1013;

/** @param {Headers} headers */
function findHandshakeFault(headers) {
  if (headers.get("upgrade")?.toLowerCase() !== "websocket")
    return refuseUpgrade(
      "this path is a WebSocket: connect with ws:// or wss://; server-sent events are at /api/streaming/v2/sse",
    );
  if (headers.get("sec-websocket-version") !== VERSION)
    return refuseUpgrade(`the header \`Sec-WebSocket-Version\` must be ${VERSION}`);
  if (!KEY.test(headers.get("sec-websocket-key") ?? ""))
    return refuseStream(
      { code: "bad_request", status: 400, message: "the header `Sec-WebSocket-Key` must be 16 bytes in base64" },
      undefined,
    );
  return undefined;
}

/** @param {string} message */
function refuseUpgrade(message) {
  const reply = refuseStream({ code: "bad_request", status: 426, message }, undefined);
  reply.headers.push(["upgrade", "websocket"], ["sec-websocket-version", VERSION]);
  return reply;
}

/**
 * Opens a WebSocket in Workers. The platform answers pings itself, and does not report how many sent bytes the caller has not read.
 *
 * @param {(connection: Connection) => Handlers} accept @param {string | undefined} protocol
 */
function upgradeInWorkers(accept, protocol) {
  const [client, server] = Object.values(new globalThis.WebSocketPair());
  server.accept();
  const handlers = accept({
    send: (text) => server.send(text),
    close: (code, reason) => server.close(code, reason),
  });
  server.addEventListener("message", ({ data }) => handlers.receive(data));
  server.addEventListener("close", () => handlers.handleClose());
  server.addEventListener("error", () => handlers.handleClose());
  const headers = protocol === undefined ? {} : { "sec-websocket-protocol": protocol };
  return new Response(null, /** @type {ResponseInit} */ ({ status: 101, webSocket: client, headers }));
}
