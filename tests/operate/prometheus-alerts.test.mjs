// Alerts in a real Prometheus: it scrapes a gateway under load while the upstream fails, the chain stands still, budgets and plans run
// out, and each of these ends. Then `promtool test rules` runs the rules of the package over the series of that run, slowed down.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { recordReload } from "../../pkg/lib/gateway/ops/reload-metrics.js";
import { opsFiles } from "../../xtask/js/ops/files.mjs";
import { rulesFile } from "../../xtask/js/ops/rules.mjs";
import { freePort } from "../helpers/free-port.mjs";
import { promtool, startPrometheus } from "../helpers/prometheus.mjs";
import { startReplay } from "../upstream/replay.mjs";

const TOKEN = "token-of-the-operators";
/** The rules of this test: a minute is less than a second. */
const SHORT = { rate: "4s", slow: "8s", hold: (minutes) => `${Math.min(3, Math.max(1, minutes))}s` };
/** Seconds of the series of the run become minutes for the rules of the package. */
const STEP_MINUTES = 2;
/** Seconds that a state lasts, so that it is long enough for the rules of the package too: more than 15 of their minutes. */
const LASTS_MS = 10_000;
const ALWAYS = 1e9;
const PATIENCE_MS = 45_000;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const hashOf = async (key) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key))).toString("hex");

/** An upstream whose head has that age, with further faults. */
async function startUpstream(network) {
  const front = await startReplay({ network });
  const state = { headAge: 2, faults: /** @type {[string, string][]} */ ([]) };
  const apply = () => {
    front.faults.clear();
    const last = {
      seqno: 7,
      global_id: network === "mainnet" ? -239 : -3,
      gen_utime: String(Math.floor(Date.now() / 1000) - state.headAge),
    };
    front.faults.add({ body: JSON.stringify({ last }) }, { times: ALWAYS, path: "v3/masterchainInfo" });
    for (const [fault, path] of state.faults) front.faults.add(fault, { times: ALWAYS, path });
  };
  apply();
  const timer = setInterval(apply, 500);
  return {
    url: front.url,
    set(/** @type {Partial<typeof state>} */ changes) {
      Object.assign(state, changes);
      apply();
    },
    async close() {
      clearInterval(timer);
      await front.close();
    },
  };
}

/** A gateway whose parts fail on demand. */
async function startGateway(mainnet, testnet, ports) {
  const keys = { small: "tonedge_small", other: "tonedge_other" };
  const faults = { keyStore: false, limiter: "up" };
  const small = await hashOf(keys.small);
  const other = await hashOf(keys.other);
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
      async find(hash) {
        if (hash === small) return record(hash, "small", "small");
        if (faults.keyStore) throw new Error("down");
        return hash === other ? record(hash, "other", "large") : undefined;
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
  const start = () => serve(gateway, { port: ports.main, operators: { port: ports.operators } });
  let server = await start();
  return {
    keys,
    faults,
    url: server.url,
    close: () => server.close(),
    restart: async () => {
      server = await start();
    },
  };
}

/** Sends requests at a steady rate, whatever becomes of them. */
function createLoad(base) {
  const timers = new Set();
  const running = new Set();
  let at = 0;
  return {
    /** @param {(at: number) => string} path @param {number} perSecond @param {Record<string, string>} [headers] */
    start(path, perSecond, headers = {}) {
      const timer = setInterval(() => {
        const call = fetch(base + path((at += 1)), { headers, signal: AbortSignal.timeout(10_000) }).then(
          (response) => response.arrayBuffer(),
          () => {},
        );
        running.add(call);
        call.finally(() => running.delete(call)).catch(() => {});
      }, 1000 / perSecond);
      timers.add(timer);
      return () => {
        clearInterval(timer);
        timers.delete(timer);
      };
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.allSettled(running);
    },
  };
}

/** Blocks this thread every now and then, without use of the CPU. */
function createBlocker() {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  let timer;
  return {
    start() {
      timer = setInterval(() => Atomics.wait(cell, 0, 0, 350), 700);
    },
    stop: () => clearInterval(timer),
  };
}

test("rules fire under faults, resolve when they end, and the rules of the package do so too", {
  timeout: 500_000,
}, async (t) => {
  const ports = { main: await freePort(), operators: await freePort() };
  const mainnet = await startUpstream("mainnet");
  const testnet = await startUpstream("testnet");
  recordReload(true);
  const gateway = await startGateway(mainnet, testnet, ports);
  const load = createLoad(gateway.url);
  const prometheus = await startPrometheus({
    target: `127.0.0.1:${ports.operators}`,
    token: TOKEN,
    rules: rulesFile(SHORT, "runbooks.md"),
  });
  const blocker = createBlocker();
  t.after(async () => {
    blocker.stop();
    await load.stop();
    await prometheus.close();
    await gateway.close();
    await Promise.all([mainnet.close(), testnet.close()]);
  });

  // Each begins where the one before has ended, so the first that fails ends the test.
  const step = async (name, work) => {
    t.diagnostic(name);
    await work();
  };
  const firing = async () => {
    const { alerts } = await prometheus.api("alerts");
    return [...new Set(alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname))].sort();
  };
  /** Waits until exactly these alerts fire, and for as long as the state has to last. Resolves to its last second. */
  const settled = async (wanted) => {
    const begun = performance.now();
    let found;
    do {
      await sleep(500);
      found = await firing();
    } while (found.join() !== wanted.join() && performance.now() - begun < PATIENCE_MS);
    assert.deepEqual(found, wanted);
    await sleep(LASTS_MS);
    const late = await firing();
    assert.deepEqual(late, wanted, "and stay so");
    return Date.now() / 1000 - 1;
  };
  /** @type {{ at: number, alerts: string[] }[]} */
  const moments = [];
  /** `lost`: alerts that the rules of the package do not see in a series this short. */
  const moment = async (alerts, lost = []) =>
    moments.push({ at: await settled(alerts), alerts: alerts.filter((one) => !lost.includes(one)) });

  load.start((at) => `/api/v3/accountStates?address=0:${String(at % 10).repeat(64)}`, 8);
  load.start(() => "/testnet/api/v3/accountStates?address=0:" + "1".repeat(64), 4);
  await moment([]);

  await step("an upstream that responds with 503, sometimes and then always", async () => {
    mainnet.set({ faults: ["00", "22", "44", "66"].map((digits) => ["status=503", digits]) });
    await moment(["TonEdgeRequestsFailing", "TonEdgeUpstreamFailing"]);
    mainnet.set({ faults: [["status=503", "/accountStates"]] });
    await moment(
      ["TonEdgeBreakerOpen", "TonEdgeNoUpstream", "TonEdgeRequestsFailing", "TonEdgeUpstreamFailing"],
      // One probe in six minutes is no rate.
      ["TonEdgeUpstreamFailing"],
    );
    mainnet.set({ faults: [] });
    await moment([]);
  });

  await step(
    "a head that stands still, a faulty reload, an eager key, a key store and a limiter that are away, a blocked event loop",
    async () => {
      mainnet.set({ headAge: 500 });
      recordReload(false);
      gateway.faults.keyStore = true;
      gateway.faults.limiter = "down";
      blocker.start();
      const ends = [
        load.start(() => "/api/v3/accountStates?address=0:" + "2".repeat(64), 8, { "x-api-key": gateway.keys.small }),
        load.start(() => "/api/v3/accountStates?address=0:" + "3".repeat(64), 4, { "x-api-key": gateway.keys.other }),
      ];
      await moment([
        "TonEdgeConfigReloadFailed",
        "TonEdgeEventLoopBlocked",
        "TonEdgeKeyLimited",
        "TonEdgeKeyStoreUnavailable",
        "TonEdgeLimiterUnavailable",
        "TonEdgeRequestsFailing",
        "TonEdgeUpstreamBehind",
      ]);
      for (const end of ends) end();
      blocker.stop();
      mainnet.set({ headAge: 2 });
      recordReload(true);
      Object.assign(gateway.faults, { keyStore: false, limiter: "up" });
      await moment([]);
    },
  );

  await step("a refused upstream key, a used-up budget, slow responses", async () => {
    mainnet.set({
      faults: [
        ["status=401", "/blocks"],
        ["delay=7000", "/transactions"],
      ],
    });
    gateway.faults.limiter = "empty";
    const ends = [
      load.start((at) => `/api/v3/blocks?limit=${1 + (at % 9)}`, 2),
      load.start((at) => `/api/v3/transactions?limit=${1 + (at % 9)}`, 2),
    ];
    await moment(["TonEdgeBudgetUsedUp", "TonEdgeRequestsFailing", "TonEdgeSlow", "TonEdgeUpstreamKeyRefused"]);
    for (const end of ends) end();
    mainnet.set({ faults: [] });
    gateway.faults.limiter = "up";
    await moment([]);
  });

  await step("more requests than the gateway takes", async () => {
    mainnet.set({ faults: [["delay=2000", "/transactions"]] });
    const end = load.start((at) => `/api/v3/transactions?limit=${1 + (at % 9)}`, 25);
    await moment(["TonEdgeOverloaded"]);
    end();
    mainnet.set({ faults: [] });
    await moment([]);
  });

  await step("a gateway that is stopped, and started again", async () => {
    await gateway.close();
    await moment(["TonEdgeDown"]);
    await gateway.restart();
    await moment([]);
  });

  await step("exemplars are stored with the traces of requests", async () => {
    const found = await prometheus.api(
      `query_exemplars?query=ton_edge_request_duration_seconds_bucket&start=${moments[0].at - 60}&end=${Date.now() / 1000}`,
    );
    const traces = found.flatMap(({ exemplars }) => exemplars.map(({ labels }) => labels.trace_id));
    assert.ok(traces.length > 0);
    for (const trace of traces) assert.match(trace, /^[0-9a-f]{32}$/);
  });

  await step("promtool finds the same with the rules of the package, over the series of this run", async () => {
    const rules = opsFiles()["pkg/templates/ops/rules/ton-edge.yml"];
    const names = [...new Set([...rules.matchAll(/\bton_edge_\w+|\bup\b(?=\{)/g)].map(([name]) => name))];
    const selector = encodeURIComponent(`{__name__=~"${names.join("|")}"}[10m]`);
    const { result } = await prometheus.api(`query?query=${selector}`);
    const start = Math.min(...result.map(({ values }) => values[0][0]));
    const folder = await mkdtemp(join(tmpdir(), "ton-edge-rules-"));
    try {
      await writeFile(join(folder, "rules.yml"), rules);
      const file = {
        rule_files: ["rules.yml"],
        evaluation_interval: "1m",
        tests: [
          {
            interval: `${STEP_MINUTES}m`,
            input_series: result.map(({ metric, values }) => ({
              series: named(metric),
              values: written(values, start),
            })),
            // Which alerts fire, not for how many series.
            promql_expr_test: moments.map(({ at, alerts }) => ({
              expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
              eval_time: `${Math.floor(at - start) * STEP_MINUTES}m`,
              exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
            })),
          },
        ],
      };
      await writeFile(join(folder, "test.yml"), JSON.stringify(file));
      const { code, output } = await promtool(["test", "rules", join(folder, "test.yml")]);
      assert.equal(code, 0, output.slice(0, 4000));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** A series as promtool reads it. @param {Record<string, string>} metric */
const named = ({ __name__, ...labels }) =>
  `${__name__}{${Object.entries(labels)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(", ")}}`;

/** Its values, one per second. Where a series ended it is stale. @param {[number, string][]} values @param {number} start */
function written(values, start) {
  const bySecond = new Map(values.map(([at, value]) => [Math.round(at - start), value]));
  const last = Math.max(...bySecond.keys());
  const all = [];
  for (let second = 0; second <= last + 1; second += 1) {
    const isGap = !bySecond.has(second);
    // One second may have no scrape by the clock; a series that ended has none for longer.
    const ended = isGap && !bySecond.has(second + 1) && bySecond.has(second - 1);
    all.push(bySecond.get(second) ?? (ended ? "stale" : "_"));
  }
  return all.join(" ");
}
