// A wire that is listened to: every byte between two ends goes through it and is kept, as it was sent.

import { connect, createServer } from "node:net";

/** @param {string} url where it leads */
export async function startTap(url) {
  const { hostname, port } = new URL(url);
  const sockets = new Set();
  const tap = {
    url: "",
    /** Bytes by connection: those to the far end, and those back from it. */
    there: [],
    back: [],
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({ port: Number(port), host: hostname, allowHalfOpen: true, noDelay: true });
    const [there, back] = [[], []];
    tap.there.push(there);
    tap.back.push(back);
    for (const [from, to, keep] of /** @type {any[][]} */ ([
      [near, far, there],
      [far, near, back],
    ])) {
      sockets.add(from);
      from.on("data", (bytes) => keep.push(bytes)).pipe(to);
      from.on("error", () => {}).on("close", () => sockets.delete(from));
    }
    // Whoever goes, goes for both; who goes before the end, goes with a reset. One call each: a socket that is being
    // shut can no more be reset.
    far.on("close", () => near.destroySoon());
    near.on("close", () => (far.readableEnded ? far.destroy() : far.resetAndDestroy()));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  tap.url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
  return tap;
}
