// A fleet on a simulated clock: gateways that share the budget in a Durable Object, load on each, and the requests that reach the upstream.

import { createGateway } from "ton-edge/gateway";

import { LimiterObject } from "../../pkg/lib/gateway/limits/durable-object-server.js";

const NAMES = ["first", "second", "third", "fourth"];
/** Milliseconds between a gateway and the limiter or the upstream, one way. */
const DISTANCE_MS = 5;

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The Durable Objects of a fleet; their storage outlives them. */
function makeLimiterHost() {
  const storages = new Map();
  let objects = new Map();
  let isUp = true;
  const fetch = async (name, body) => {
    await sleep(DISTANCE_MS);
    if (!isUp) throw new TypeError("fetch failed");
    if (!storages.has(name)) storages.set(name, new Map());
    const storage = storages.get(name);
    if (!objects.has(name))
      objects.set(
        name,
        new LimiterObject({
          storage: {
            get: async (key) => structuredClone(storage.get(key)),
            put: (key, value) => storage.set(key, value),
          },
        }),
      );
    const response = await objects.get(name).fetch(new Request("https://limiter/", { method: "POST", body }));
    await sleep(DISTANCE_MS);
    return response;
  };
  return {
    binding: { idFromName: (name) => name, get: (name) => ({ fetch: (url, { body }) => fetch(name, body) }) },
    end: () => (isUp = false),
    start() {
      objects = new Map();
      isUp = true;
    },
  };
}

/**
 * Runs four gateways at three times their budget. `steps` may stop or end parts of the fleet.
 *
 * @param {any} clock
 * @param {number} budget requests per second
 * @param {(parts: { limiter: ReturnType<typeof makeLimiterHost>, end(at: number): void, pause(at: number, ms: number): void }) => Promise<any>} steps
 */
export async function runFleet(clock, budget, steps) {
  const limiter = makeLimiterHost();
  const times = [];
  const fleet = NAMES.map((name) => ({ name, statuses: {}, isLoaded: true, gateway: undefined }));
  const fetch = async () => {
    await sleep(DISTANCE_MS);
    times.push(clock.time);
    await sleep(DISTANCE_MS);
    return Response.json({ answer: 200 });
  };
  const loadTimes = fleet.map((item) =>
    clock.as(item.name, async () => {
      const gateway = createGateway({
        mainnet: { baseUrl: "https://upstream.example", budget },
        limits: { keyless: "off", scope: "durable-object" },
        cache: { adapter: "none" },
        logLevel: "error",
        log() {},
        fetch,
      });
      const send = async () => {
        const request = new Request("https://gw.example/api/v3/masterchainInfo");
        const { status } = await gateway.fetch(request, { LIMITER: limiter.binding }, { waitUntil() {} });
        item.statuses[status] = (item.statuses[status] ?? 0) + 1;
      };
      const start = clock.time;
      for (let count = 0; item.isLoaded; await sleep(Math.min(100, 500 / budget)))
        // After a pause, sends all requests that are due.
        for (
          const dueCount = ((clock.time - start) / 1000) * ((3 * budget) / NAMES.length);
          count < dueCount;
          count += 1
        )
          send();
    }),
  );
  const end = (index) => {
    fleet[index].isLoaded = false;
    clock.die(fleet[index].name);
    loadTimes[index] = undefined;
  };
  // Lets a queue form.
  await sleep(1000);
  const startedAt = clock.time;
  const marks = await steps({ limiter, end, pause: (index, ms) => clock.pause(fleet[index].name, ms) });
  const endedAt = clock.time;
  for (const process of fleet) process.isLoaded = false;
  await Promise.all(loadTimes);
  await sleep(5000);
  return { since: startedAt, until: endedAt, marks, times, statuses: fleet.map(({ statuses }) => statuses) };
}
