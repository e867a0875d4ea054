// Prints the memory that each of many idle streams takes in a server, as JSON: { heap, resident } in bytes, after garbage collection.
//   node --expose-gc tests/bench/live/memory.mjs ton-edge|node:http [sockets]
// With a URL in place of the server it opens the sockets.

import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, get } from "node:http";
import { fileURLToPath } from "node:url";

const [, , who, count = "2000"] = process.argv;
const SOCKETS = Number(count);
const QUERY = `addresses=0:${"1".repeat(64)}&types=transactions`;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const SERVERS = {
  "ton-edge": async () => {
    const { createGateway } = await import("ton-edge/gateway");
    const { serve } = await import("ton-edge/node");
    const gateway = createGateway({
      fetch: async () => Response.json({ accounts: [], transactions: [] }),
      limits: { keyless: "off" },
      logLevel: "off",
      streaming: { maxConnections: 100_000, maxConnectionsPerCaller: 100_000 },
    });
    const { url } = await serve(gateway, { port: 0, host: "127.0.0.1" });
    return `${url}/api/streaming/v2/sse?${QUERY}`;
  },
  "node:http": async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": open\n\n");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/`;
  },
};

/** Opens sockets one after the other, and keeps them open. */
async function openSockets(url) {
  for (let index = 0; index < SOCKETS; index += 1) {
    const [response] = await once(get(url, { agent: false }), "response");
    response.resume();
  }
}

function readMemory() {
  const collectGarbage = /** @type {any} */ (globalThis).gc;
  collectGarbage();
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed + external, resident: rss };
}

if (who.startsWith("http")) {
  await openSockets(who);
  process.send?.("open");
  await sleep(60_000);
} else {
  const url = await SERVERS[who]();
  // The first stream loads what is loaded once.
  const firstStream = get(url, { agent: false });
  await once(firstStream, "response");
  firstStream.destroy();
  await sleep(1000);
  const memoryBefore = readMemory();
  const caller = fork(fileURLToPath(import.meta.url), [url, count]);
  await once(caller, "message");
  await sleep(3000);
  const memoryAfter = readMemory();
  const getPerSocket = (name) => (memoryAfter[name] - memoryBefore[name]) / SOCKETS;
  process.stdout.write(`${JSON.stringify({ heap: getPerSocket("heap"), resident: getPerSocket("resident") })}\n`);
  caller.kill();
  process.exit();
}
