// A proxy that records every byte between two ends, as it was sent.

import { connect, createServer } from "node:net";

/** @param {string} url the server to which the proxy connects */
export async function startTap(url) {
  const { hostname, port } = new URL(url);
  const sockets = new Set();
  const tap = {
    url: "",
    /** Bytes by connection: those to the server, and those from it. */
    there: [],
    back: [],
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (callerSocket) => {
    const upstreamSocket = connect({ port: Number(port), host: hostname, allowHalfOpen: true, noDelay: true });
    const [requestBytes, responseBytes] = [[], []];
    tap.there.push(requestBytes);
    tap.back.push(responseBytes);
    for (const [from, to, record] of /** @type {any[][]} */ ([
      [callerSocket, upstreamSocket, requestBytes],
      [upstreamSocket, callerSocket, responseBytes],
    ])) {
      sockets.add(from);
      from.on("data", (bytes) => record.push(bytes)).pipe(to);
      from.on("error", () => {}).on("close", () => sockets.delete(from));
    }
    // If one end closes, the other end closes, too; an end that closes early resets the connection. Each end needs its own call, because a
    // socket that is closing can no longer be reset.
    upstreamSocket.on("close", () => callerSocket.destroySoon());
    callerSocket.on("close", () =>
      upstreamSocket.readableEnded ? upstreamSocket.destroy() : upstreamSocket.resetAndDestroy(),
    );
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  tap.url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
  return tap;
}
