// Alerts in a real Prometheus, which scrapes a gateway under load while the upstream fails, the chain stops, and budgets and plans run out,
// one after the other. Then `promtool test rules` runs the package's rules over the recorded series, slowed down.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { recordReload } from "../../pkg/lib/gateway/ops/reload-metrics.js";
import { makeOpsFiles } from "../../xtask/js/ops/files.mjs";
import { writeRulesFile } from "../../xtask/js/ops/rules.mjs";
import { findFreePort } from "../helpers/free-port.mjs";
import { runPromtool, startPrometheus } from "../helpers/prometheus.mjs";
import {
  createBlocker,
  createLoad,
  formatMetric,
  startGateway,
  startUpstream,
  TOKEN,
  writeSeries,
} from "./failing-parts.mjs";

/** The rules of this test: a minute is less than a second. */
const SHORT_INTERVALS = { rate: "4s", slow: "8s", hold: (minutes) => `${Math.min(3, Math.max(1, minutes))}s` };
/** Minutes of the package's rules for each second of the series. */
const STEP_MINUTES = 2;
/** Milliseconds for which a state lasts: long enough for the package's rules as well, which is more than 15 of their minutes. */
const STATE_MS = 10_000;
const PATIENCE_MS = 45_000;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test("alerts fire under faults and resolve after them, with the rules of this test and those of the package", {
  timeout: 500_000,
}, async (t) => {
  const ports = { main: await findFreePort(), operators: await findFreePort() };
  const mainnet = await startUpstream("mainnet");
  const testnet = await startUpstream("testnet");
  recordReload(true);
  const gateway = await startGateway(mainnet, testnet, ports);
  const load = createLoad(gateway.url);
  const prometheus = await startPrometheus({
    target: `127.0.0.1:${ports.operators}`,
    token: TOKEN,
    rules: writeRulesFile(SHORT_INTERVALS, "runbooks.md"),
  });
  const blocker = createBlocker();
  t.after(async () => {
    blocker.stop();
    await load.stop();
    await prometheus.close();
    await gateway.close();
    await Promise.all([mainnet.close(), testnet.close()]);
  });

  // Each step begins after the one before has ended, so that the first failure ends the test.
  const step = async (name, work) => {
    t.diagnostic(name);
    await work();
  };
  const listFiringAlerts = async () => {
    const { alerts } = await prometheus.api("alerts");
    const names = new Set(alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname));
    // The watchdog always fires once Prometheus has evaluated the rules.
    const isWatched = names.delete("TonEdgeWatchdog");
    assert.ok(isWatched || names.size === 0);
    return [...names].sort();
  };
  /** Waits until exactly these alerts fire, and for as long as the state has to last. Resolves to the last second of the state. */
  const waitForAlerts = async (names) => {
    const startedAt = performance.now();
    let alerts;
    do {
      await sleep(500);
      alerts = await listFiringAlerts();
    } while (alerts.join() !== names.join() && performance.now() - startedAt < PATIENCE_MS);
    assert.deepEqual(alerts, names);
    await sleep(STATE_MS);
    const lateAlerts = await listFiringAlerts();
    assert.deepEqual(lateAlerts, names, "and stay so");
    return Date.now() / 1000 - 1;
  };
  /** @type {{ at: number, alerts: string[] }[]} */
  const moments = [];
  /** `allowedLost`: alerts that the package's rules cannot notice in such a short series. */
  const recordMoment = async (alerts, allowedLost = []) =>
    moments.push({ at: await waitForAlerts(alerts), alerts: alerts.filter((alert) => !allowedLost.includes(alert)) });

  load.start((index) => `/api/v3/accountStates?address=0:${String(index % 10).repeat(64)}`, 8);
  load.start(() => "/testnet/api/v3/accountStates?address=0:" + "1".repeat(64), 4);
  await recordMoment([]);

  await step("an upstream that responds with 503, sometimes and then always", async () => {
    mainnet.set({ faults: ["00", "22", "44", "66"].map((digits) => ["status=503", digits]) });
    await recordMoment(["TonEdgeRequestsFailing", "TonEdgeUpstreamFailing"]);
    mainnet.set({ faults: [["status=503", "/accountStates"]] });
    await recordMoment(
      ["TonEdgeBreakerOpen", "TonEdgeNoUpstream", "TonEdgeRequestsFailing", "TonEdgeUpstreamFailing"],
      // One probe in six minutes is not enough for a rate.
      ["TonEdgeUpstreamFailing"],
    );
    mainnet.set({ faults: [] });
    await recordMoment([]);
  });

  await step(
    "a chain without new blocks, a faulty reload, an API key at its limit, an unreachable key store and limiter, a blocked event loop",
    async () => {
      mainnet.set({ headAge: 500 });
      recordReload(false);
      gateway.faults.keyStore = true;
      gateway.faults.limiter = "down";
      blocker.start();
      const stopLoads = [
        load.start(() => "/api/v3/accountStates?address=0:" + "2".repeat(64), 8, { "x-api-key": gateway.keys.small }),
        load.start(() => "/api/v3/accountStates?address=0:" + "3".repeat(64), 4, { "x-api-key": gateway.keys.other }),
      ];
      await recordMoment([
        "TonEdgeConfigReloadFailed",
        "TonEdgeEventLoopBlocked",
        "TonEdgeKeyLimited",
        "TonEdgeKeyStoreStale",
        "TonEdgeKeyStoreUnavailable",
        "TonEdgeLimiterUnavailable",
        "TonEdgeRequestsFailing",
        "TonEdgeUpstreamBehind",
      ]);
      for (const end of stopLoads) end();
      blocker.stop();
      mainnet.set({ headAge: 2 });
      recordReload(true);
      Object.assign(gateway.faults, { keyStore: false, limiter: "up" });
      await recordMoment([]);
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
    const stopLoads = [
      load.start((index) => `/api/v3/blocks?limit=${1 + (index % 9)}`, 2),
      load.start((index) => `/api/v3/transactions?limit=${1 + (index % 9)}`, 2),
    ];
    await recordMoment(["TonEdgeBudgetUsedUp", "TonEdgeRequestsFailing", "TonEdgeSlow", "TonEdgeUpstreamKeyRefused"]);
    for (const end of stopLoads) end();
    mainnet.set({ faults: [] });
    gateway.faults.limiter = "up";
    await recordMoment([]);
  });

  await step("more requests than the gateway admits", async () => {
    mainnet.set({ faults: [["delay=2000", "/transactions"]] });
    const end = load.start((index) => `/api/v3/transactions?limit=${1 + (index % 9)}`, 25);
    await recordMoment(["TonEdgeOverloaded"]);
    end();
    mainnet.set({ faults: [] });
    await recordMoment([]);
  });

  await step("a gateway that is stopped and started again", async () => {
    await gateway.close();
    await recordMoment(["TonEdgeDown"]);
    await gateway.restart();
    await recordMoment([]);
  });

  await step("exemplars are stored with the traces of requests", async () => {
    const exemplars = await prometheus.api(
      `query_exemplars?query=ton_edge_request_duration_seconds_bucket&start=${moments[0].at - 60}&end=${Date.now() / 1000}`,
    );
    const traces = exemplars.flatMap(({ exemplars }) => exemplars.map(({ labels }) => labels.trace_id));
    assert.ok(traces.length > 0);
    for (const trace of traces) assert.match(trace, /^[0-9a-f]{32}$/);
  });

  await step("promtool finds the same alerts with the package's rules, over the series of this run", async () => {
    const rules = makeOpsFiles()["pkg/templates/ops/rules/ton-edge.yml"];
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
              series: formatMetric(metric),
              values: writeSeries(values, start),
            })),
            // Compares which alerts fire, but not for how many series.
            promql_expr_test: moments.map(({ at, alerts }) => ({
              expr: 'group by (alertname) (ALERTS{alertstate="firing", alertname!="TonEdgeWatchdog"})',
              eval_time: `${Math.floor(at - start) * STEP_MINUTES}m`,
              exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
            })),
          },
        ],
      };
      await writeFile(join(folder, "test.yml"), JSON.stringify(file));
      const { code, output } = await runPromtool(["test", "rules", join(folder, "test.yml")]);
      assert.equal(code, 0, output.slice(0, 4000));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
