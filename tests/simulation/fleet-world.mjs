// Plays a program with real parts and the real clock: gateways as servers in Node and workerd, which share entries in Redis or in a Durable
// Object, in front of two upstreams as HTTP servers of this process.

import { createServer } from "node:http";

import { startRedis } from "../fleet/redis.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";
import { startFleet } from "../runtimes/fleet.mjs";
import { createChain, createUpstream } from "./fake-chain.mjs";
import { createSession, runOperation } from "./sessions.mjs";

/** Milliseconds between blocks, about as on mainnet. */
const BLOCK_MS = 400;

/**
 * The fleets by name: the runtimes of their gateways, and the cache. Gateways in one list have one process.
 *
 * @type {Record<string, { processes: [runtime: string, gateways: number][], cache: "memory" | "redis" | "durable-object" }>}
 */
export const FLEETS = {
  "Node with Redis": {
    processes: [
      ["Node", 1],
      ["Node", 1],
    ],
    cache: "redis",
  },
  "workerd with a Durable Object": { processes: [["workerd", 2]], cache: "durable-object" },
  "Node and workerd with own caches": {
    processes: [
      ["Node", 1],
      ["workerd", 1],
    ],
    cache: "memory",
  },
  "Node with own caches": { processes: [["Node", 2]], cache: "memory" },
  "workerd with own caches": { processes: [["workerd", 2]], cache: "memory" },
};

/** Serves an upstream over HTTP. @param {ReturnType<typeof createUpstream>} respond */
async function serveUpstream(respond) {
  const server = createServer(async (request, response) => {
    const closedController = new AbortController();
    response.on("close", () => closedController.abort(new Error("the connection was closed")));
    try {
      const parts = [];
      for await (const part of request) parts.push(part);
      const url = `http://upstream.example${request.url}`;
      const body = Buffer.concat(parts).toString();
      const reply = await respond({ method: request.method, url, body }, closedController.signal);
      response.writeHead(reply.status, { "content-type": "application/json" }).end(JSON.stringify(reply.body));
    } catch {
      request.socket.destroy();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * @param {keyof typeof FLEETS} name @param {import("./program.mjs").Program} program its `cache` and `storeMs` are those of the fleet
 * @param {{ isOn?: boolean }} [settings] `isOn`: whether sessions require what they have seen
 * @returns {Promise<import("./rules.mjs").History>}
 */
export async function playInFleet(
  name,
  { upstreams, operations, sessions, hedgeAfterMs, calmMs },
  { isOn = true } = {},
) {
  const { processes, cache } = FLEETS[name];
  let start = performance.now();
  const now = () => performance.now() - start;
  const chain = createChain({ blockMs: BLOCK_MS, now });
  const timing = { now, blockMs: BLOCK_MS, calmMs };
  const cleanUps = [];
  try {
    const servers = await Promise.all(
      upstreams.map((behaviour) => serveUpstream(createUpstream(chain, behaviour, timing))),
    );
    cleanUps.push(...servers.map(({ close }) => close));
    const redis = cache === "redis" ? await startRedis() : undefined;
    if (redis) cleanUps.push(() => redis.close());
    const config = {
      mainnet: servers.map(({ url }) => ({ baseUrl: url })),
      // Longer than on the simulated clock, since this machine may be busy.
      timeoutMs: 2500,
      deadlineMs: 15_000,
      hedgeAfterMs,
      breaker: { failures: 3, openMs: 1000 },
      cache: { adapter: redis ? { redis: redis.url } : cache },
      limits: UNLIMITED,
      logLevel: "off",
    };
    const fleets = await Promise.all(
      processes.map(([runtime, count]) => startFleet(runtime, Array(count).fill(config))),
    );
    cleanUps.push(...fleets.map(({ close }) => close));
    const urls = fleets.flatMap((fleet) => fleet.urls);
    // The first request of a gateway creates its module and its connections.
    await Promise.all(urls.map((url) => fetch(`${url}/healthz`).then((response) => response.text())));
    const entries = [];
    const baseUrl = "http://gw.example";
    const world = {
      now,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      // A connection that breaks is a failure that a session may see.
      send: (gateway, request) =>
        fetch(new Request(urls[gateway] + request.url.slice(baseUrl.length), request)).catch(
          (error) =>
            new Response(null, { status: 503, headers: { "x-ton-edge-error": `connection: ${error.cause?.code}` } }),
        ),
      getBaseUrl: () => baseUrl,
    };
    start = performance.now();
    const sessionRuns = sessions.map((plan, session) => createSession(world, { session, plan, isOn, entries, chain }));
    await Promise.all(
      operations.map(async (operation) => {
        await world.sleep(operation.at);
        await runOperation(sessionRuns[operation.session], operation);
      }),
    );
    const complaints = fleets.flatMap((fleet) => fleet.complaints);
    if (complaints.length > 0) throw new Error(complaints.join("\n"));
    const hasReplicas = upstreams.some(({ lags }) => lags.length > 1);
    return { entries, puts: [], chain, calmMs, storeMs: 0, hasReplicas, hasCache: true };
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}
