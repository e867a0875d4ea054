// Opens WebSockets of a Node server, with the library ws, which is a part of this package (docs/decisions/streams.md).

import { MAX_MESSAGE_BYTES } from "../../gateway/streaming/socket.js";

let webSocketServer;
/** The subprotocol that the gateway confirms. @type {WeakMap<object, string | undefined>} */
const protocols = new WeakMap();

/**
 * Responds to a handshake, and connects the WebSocket with the gateway.
 *
 * @param {import("node:http").IncomingMessage} incoming @param {Buffer} head what the caller has sent after the handshake
 * @param {{ accept: (connection: import("../../gateway/streaming/socket.js").Connection) => import("../../gateway/streaming/socket.js").Handlers,
 *   protocol: string | undefined }} opened
 */
export async function openWebSocket(incoming, head, { accept, protocol }) {
  const { WebSocketServer } = await import("../../../dist/web-socket-server.js");
  webSocketServer ??= new WebSocketServer({
    ...{ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES },
    // Without this check, the responses to the pings of a caller who does not read would pile up in memory.
    autoPong: false,
    handleProtocols: (_protocols, request) => protocols.get(request) ?? false,
  });
  protocols.set(incoming, protocol);
  webSocketServer.handleUpgrade(incoming, incoming.socket, head, (socket) => {
    let isAlive = true;
    const handlers = accept({
      send: (text) => socket.send(text),
      close: (code, reason) => socket.close(code, reason),
      countWaiting: () => socket.bufferedAmount,
      terminate: () => socket.terminate(),
      ping() {
        if (!isAlive) return socket.terminate();
        isAlive = false;
        socket.ping();
      },
    });
    socket.on("pong", () => (isAlive = true));
    socket.on("ping", (data) => handlers.allowsPing() && socket.pong(data));
    socket.on("message", (data, isBinary) => handlers.receive(isBinary ? data : data.toString()));
    socket.on("close", () => handlers.handleClose());
    // A connection with an error also closes.
    socket.on("error", () => {});
  });
}
