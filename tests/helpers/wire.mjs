// A reverse proxy between a browser and a host. It counts the bytes of the host's responses as sent, changes the encodings that the browser
// accepts, and imitates the latency and the rate of a slow network. It works with every browser; the protocols of developer tools do not
// promise these figures.

import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Returns a function that passes on chunks at a rate, for all bodies together.
 *
 * @param {number} bytesPerSecond
 */
export function createPacer(bytesPerSecond) {
  let idleSince = 0;
  return async function* paceChunks(/** @type {AsyncIterable<Uint8Array>} */ body) {
    for await (const chunk of body) {
      idleSince = Math.max(idleSince, performance.now()) + (chunk.length / bytesPerSecond) * 1000;
      await delay(idleSince - performance.now());
      yield chunk;
    }
  };
}

/**
 * @param {string} host origin of the host
 * @param {{ acceptEncoding?: string, latencyMs?: number, bytesPerSecond?: number }} [options]
 *   `acceptEncoding`: the header of each request, instead of the browser's; `latencyMs`: of each request; `bytesPerSecond`: of all bodies
 *   together
 */
export async function startWire(host, { acceptEncoding, latencyMs = 0, bytesPerSecond = Infinity } = {}) {
  const agent = new Agent({ keepAlive: true });
  /** @type {{ path: string, bytes: number }[]} */
  const responses = [];
  const pacedBody = createPacer(bytesPerSecond);

  const server = createServer(async (incoming, outgoing) => {
    const path = new URL(incoming.url, host).pathname;
    if (latencyMs) await delay(latencyMs);
    const headers = { ...incoming.headers, ...(acceptEncoding && { "accept-encoding": acceptEncoding }) };
    const forwardedRequest = request(host + incoming.url, { agent, method: incoming.method, headers });
    // A connection carries one request at a time.
    let countBefore = 0;
    forwardedRequest.on("socket", (socket) => (countBefore = socket.bytesRead));
    forwardedRequest.on("error", () => outgoing.destroy());
    forwardedRequest.on("response", (response) => {
      const { socket } = response;
      response.on("end", () => responses.push({ path, bytes: socket.bytesRead - countBefore }));
      response.on("error", () => outgoing.destroy());
      outgoing.writeHead(response.statusCode, response.statusMessage, response.rawHeaders);
      if (bytesPerSecond === Infinity) response.pipe(outgoing);
      else pipeline(response, pacedBody, outgoing).catch(() => outgoing.destroy());
    });
    outgoing.on("close", () => forwardedRequest.destroy());
    incoming.pipe(forwardedRequest);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    /** The complete responses since the last call: the path of each, and its bytes with the headers. */
    take: () => responses.splice(0),
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
