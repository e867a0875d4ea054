// The parts that the alerts are about: upstreams, a gateway and callers that fail on demand; and series in promtool's format.

import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { startReplay } from "../upstream/replay.mjs";

export const TOKEN = "token-of-the-operators";
const MANY_TIMES = 1e9;

const computeHash = async (key) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key))).toString("hex");

/** An upstream whose newest block has the given age, and which can have further faults. */
export async function startUpstream(network) {
  const frontReplay = await startReplay({ network });
  const state = { headAge: 2, faults: /** @type {[string, string][]} */ ([]) };
  const apply = () => {
    frontReplay.faults.clear();
    const lastBlock = {
      seqno: 7,
      global_id: network === "mainnet" ? -239 : -3,
      gen_utime: String(Math.floor(Date.now() / 1000) - state.headAge),
    };
    frontReplay.faults.add(
      { body: JSON.stringify({ last: lastBlock }) },
      { times: MANY_TIMES, path: "v3/masterchainInfo" },
    );
    for (const [fault, path] of state.faults) frontReplay.faults.add(fault, { times: MANY_TIMES, path });
  };
  apply();
  const timer = setInterval(apply, 500);
  return {
    url: frontReplay.url,
    set(/** @type {Partial<typeof state>} */ changes) {
      Object.assign(state, changes);
      apply();
    },
    async close() {
      clearInterval(timer);
      await frontReplay.close();
    },
  };
}

/** A gateway whose parts fail on demand. */
export async function startGateway(mainnet, testnet, ports) {
  const keys = { small: "tonedge_small", other: "tonedge_other" };
  const faults = { keyStore: false, limiter: "up" };
  const smallHash = await computeHash(keys.small);
  const otherKeyHash = await computeHash(keys.other);
  /** @returns {any} */
  const record = (hash, id, plan) => ({
    hash,
    id,
    name: id,
    network: "mainnet",
    plan,
    created: "2026-01-01T00:00:00.000Z",
  });
  const limiter = {
    take: (rules) => rules.map(() => ({ allowed: true, remaining: 1, nextMs: 0, resetMs: 0, waitMs: 0 })),
    lease: ({ want }) => {
      if (faults.limiter === "down") throw new Error("down");
      return faults.limiter === "empty" ? { count: 0, waitMs: 60_000 } : { count: want, waitMs: 0 };
    },
  };
  const gateway = createGateway({
    adminToken: TOKEN,
    mainnet: { baseUrl: mainnet.url, apiKey: "mainnet-key" },
    testnet: { baseUrl: testnet.url, budget: 500 },
    apiKeys: {
      reportStaleness() {
        return faults.keyStore ? { cause: new Error("down"), since: Date.now() - 1000, until: Date.now() } : undefined;
      },
      async find(hash) {
        if (hash === smallHash) return record(hash, "small", "small");
        if (faults.keyStore) throw new Error("down");
        return hash === otherKeyHash ? record(hash, "other", "large") : undefined;
      },
    },
    limits: {
      keyless: "off",
      budget: "off",
      plans: { small: 1, large: 1000 },
      failedKeys: "off",
      scope: limiter,
      callers: "isolate",
      queueTimeoutMs: 500,
    },
    overload: { maxInFlight: 20, maxInFlightPerClient: 20, reservedForKeys: 0 },
    cache: { adapter: "none" },
    retries: 0,
    timeoutMs: 8000,
    deadlineMs: 9000,
    breaker: { failures: 5, openMs: 3000 },
    readiness: { ttlMs: 0 },
    log() {},
  });
  const startServer = () => serve(gateway, { port: ports.main, operators: { port: ports.operators } });
  let server = await startServer();
  return {
    keys,
    faults,
    url: server.url,
    close: () => server.close(),
    restart: async () => {
      server = await startServer();
    },
  };
}

/** Sends requests at a steady rate, whatever their responses. */
export function createLoad(base) {
  const timers = new Set();
  const runningNames = new Set();
  let offset = 0;
  return {
    /** @param {(at: number) => string} path @param {number} perSecond @param {Record<string, string>} [headers] */
    start(path, perSecond, headers = {}) {
      const timer = setInterval(() => {
        const call = fetch(base + path((offset += 1)), { headers, signal: AbortSignal.timeout(10_000) }).then(
          (response) => response.arrayBuffer(),
          () => {},
        );
        runningNames.add(call);
        call.finally(() => runningNames.delete(call)).catch(() => {});
      }, 1000 / perSecond);
      timers.add(timer);
      return () => {
        clearInterval(timer);
        timers.delete(timer);
      };
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.allSettled(runningNames);
    },
  };
}

/** Blocks this thread repeatedly, without using the CPU. */
export function createBlocker() {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  let timer;
  return {
    start() {
      timer = setInterval(() => Atomics.wait(cell, 0, 0, 350), 700);
    },
    stop: () => clearInterval(timer),
  };
}

/** A series in promtool's format. @param {Record<string, string>} metric */
export const formatMetric = ({ __name__, ...labels }) =>
  `${__name__}{${Object.entries(labels)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(", ")}}`;

/** The values of a series, one per second. A series that has ended is stale. @param {[number, string][]} values @param {number} startTime */
export function writeSeries(values, startTime) {
  const valuesBySecond = new Map(values.map(([time, value]) => [Math.round(time - startTime), value]));
  const lastSecond = Math.max(...valuesBySecond.keys());
  const seriesValues = [];
  for (let second = 0; second <= lastSecond + 1; second += 1) {
    const isGap = !valuesBySecond.has(second);
    // The clock may cause a gap of one second between scrapes; a longer gap means that the series ended.
    const isLastSample = isGap && !valuesBySecond.has(second + 1) && valuesBySecond.has(second - 1);
    seriesValues.push(valuesBySecond.get(second) ?? (isLastSample ? "stale" : "_"));
  }
  return seriesValues.join(" ");
}
