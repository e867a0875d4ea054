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
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({ port: Number(port), host: hostname, allowHalfOpen: true, noDelay: true });
    const [there, back] = [[], []];
    tap.there.push(there);
    tap.back.push(back);
    for (const [from, to, record] of /** @type {any[][]} */ ([
      [near, far, there],
      [far, near, back],
    ])) {
      sockets.add(from);
      from.on("data", (bytes) => record.push(bytes)).pipe(to);
      from.on("error", () => {}).on("close", () => sockets.delete(from));
    }
    // If one end closes, the other end closes, too; an end that closes early resets the connection. Each end needs its own call, because a
    // socket that is closing can no longer be reset.
    far.on("close", () => near.destroySoon());
    near.on("close", () => (far.readableEnded ? far.destroy() : far.resetAndDestroy()));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  tap.url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
  return tap;
}
