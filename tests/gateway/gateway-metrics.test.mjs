// The gateway's metrics, parsed by Prometheus's own client for Python.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { createGateway } from "ton-edge/gateway";

import { calmly } from "../helpers/calm.mjs";
import { ensurePython } from "../helpers/python.mjs";

const TOKEN = "token-of-the-operators";
const READER = `
import json, sys
from prometheus_client.parser import text_string_to_metric_families
print(json.dumps([[one.name, one.type, [[s.name, s.labels, s.value] for s in one.samples]] for one in text_string_to_metric_families(sys.stdin.read())]))
`;

test("Prometheus reads every series, and histograms add up", { timeout: 180_000 }, async () => {
  const gateway = createGateway({
    adminToken: () => Promise.resolve(TOKEN),
    mainnet: "http://127.0.0.1:1",
    retries: 0,
    log() {},
  });
  const send = (path, headers) => gateway.fetch(new Request(`http://localhost${path}`, { headers }));
  for (const path of [
    "/api/v3/masterchainInfo",
    "/api/v3/blocks?limit=1001",
    "/api/v2/packAddress?address=0:0000000000000000000000000000000000000000000000000000000000000000&adress=x&_=1",
    "/api/v2/detectAddress?address=x",
    "/no",
    "/healthz",
  ])
    await send(path);
  const metrics = await (await send("/metrics", { authorization: `Bearer ${TOKEN}` })).text();

  const reader = spawn(await ensurePython(), ["-c", READER], { stdio: ["pipe", "pipe", "inherit"] });
  reader.stdin.end(metrics);
  const families = JSON.parse(await text(reader.stdout));
  const kinds = Object.fromEntries(families.map(([name, kind]) => [name, kind]));
  assert.deepEqual(kinds, {
    ton_edge_requests: "counter",
    ton_edge_ignored_parameters: "counter",
    ton_edge_errors: "counter",
    ton_edge_upstream_attempts: "counter",
    ton_edge_upstream_cuts: "counter",
    ton_edge_cache: "counter",
    ton_edge_operation_cache: "counter",
    ton_edge_cache_bytes: "gauge",
    ton_edge_cache_entries: "gauge",
    ton_edge_local_get_methods: "counter",
    ton_edge_local_verifications: "counter",
    ton_edge_limit_callers: "gauge",
    ton_edge_budget_rate: "gauge",
    ton_edge_budget_waiting: "gauge",
    ton_edge_request_duration_seconds: "histogram",
    ton_edge_upstream_duration_seconds: "histogram",
    ton_edge_breaker_open: "gauge",
    ton_edge_wasm_resets: "gauge",
    ton_edge_requests_in_flight: "gauge",
    ton_edge_start_time_seconds: "gauge",
  });
  const samples = families.flatMap(([, , list]) => list);
  assert.equal(new Set(samples.map(([, { isolate }]) => isolate)).size, 1);
  /** @param {string} name @param {(labels: any) => boolean} [of] */
  const sum = (name, of = () => true) =>
    samples.filter((one) => one[0] === name && of(one[1])).reduce((total, one) => total + one[2], 0);
  assert.equal(sum("ton_edge_requests_total"), 6);
  assert.equal(sum("ton_edge_request_duration_seconds_count"), 6);
  assert.equal(
    sum("ton_edge_request_duration_seconds_bucket", ({ le }) => le === "+Inf"),
    6,
  );
  assert.equal(sum("ton_edge_ignored_parameters_total"), 1, "requests, not parameters");
  assert.equal(
    sum("ton_edge_ignored_parameters_total", ({ endpoint }) => endpoint === "packAddress"),
    1,
  );
  assert.equal(
    sum("ton_edge_upstream_attempts_total", ({ status }) => status === "0"),
    1,
  );
  assert.equal(
    sum("ton_edge_cache_total", ({ verdict }) => verdict === "miss"),
    1,
  );
  assert.equal(
    sum("ton_edge_errors_total", ({ code }) => code === "bad_gateway"),
    1,
  );
  assert.equal(
    sum(
      "ton_edge_operation_cache_total",
      ({ endpoint, verdict }) => endpoint === "masterchainInfo" && verdict === "miss",
    ),
    1,
  );
  assert.equal(
    sum("ton_edge_request_duration_seconds_count", (labels) => labels.class === "pure"),
    2,
  );
  const buckets = samples
    .filter(
      ([name, labels]) =>
        name.endsWith("request_duration_seconds_bucket") && labels.generation === "v3" && labels.class === "live",
    )
    .map(([, , count]) => count);
  assert.deepEqual(
    buckets,
    [...buckets].sort((one, other) => one - other),
    "each bucket includes those below it",
  );
});

test("an upstream's budget is reported, and its queue for as long as callers wait in it", (t) =>
  calmly(t, async () => {
    const gateway = createGateway({
      adminToken: TOKEN,
      mainnet: "http://127.0.0.1:1",
      limits: { keyless: "off" },
      cache: { adapter: "none" },
      retries: 0,
      log() {},
    });
    const send = (path) =>
      gateway.fetch(new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${TOKEN}` } }));
    const metric = async () => {
      const text = await (await send("/metrics")).text();
      return ["rate", "waiting"].map(
        (name) =>
          new RegExp(`^ton_edge_budget_${name}\\{isolate="\\w+",network="mainnet",upstream="0"\\} (\\d+)$`, "m").exec(
            text,
          )?.[1],
      );
    };
    assert.deepEqual(await metric(), [undefined, undefined], "no request was sent");
    await send("/api/v3/blocks");
    assert.deepEqual(await metric(), ["1", "0"]);
    const both = [1, 2].map((limit) => send(`/api/v3/blocks?limit=${limit}`));
    await new Promise((done) => setTimeout(done, 100));
    assert.deepEqual(await metric(), ["1", "2"]);
    await Promise.all(both);
    assert.deepEqual(await metric(), ["1", "0"]);
  }));

/** A limiter that refuses nothing, with the given `tally`. */
const open = (tally) => ({
  take: (rules) => rules.map(() => ({ allowed: true, remaining: 1, nextMs: 0, resetMs: 0, waitMs: 0 })),
  lease: ({ want }) => ({ count: want, waitMs: 0 }),
  tally,
});

test("counts that the limiter could not take are sent later; counts that it may have taken are not", async () => {
  const sums = new Map();
  const taken = (counts) => {
    for (const [name, count] of Object.entries(counts)) sums.set(name, (sums.get(name) ?? 0) + count);
    return Object.fromEntries(sums);
  };
  let tally = taken;
  const gateway = createGateway({
    adminToken: TOKEN,
    limits: { scope: open((counts) => tally(counts)) },
    log() {},
  });
  const send = (path) =>
    gateway.fetch(new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${TOKEN}` } }));
  const metric = async () =>
    /ton_edge_fleet_requests_total\{.*endpoint="healthz".*\} (\d+)/.exec(await (await send("/metrics")).text())?.[1];
  await send("/healthz");
  assert.equal(await metric(), "1");
  tally = () => Promise.reject(Object.assign(new Error("busy"), { name: "TonEdgeError", code: "limiter_unavailable" }));
  await send("/healthz");
  assert.equal(await metric(), undefined, "no sums, but all other metrics");
  tally = taken;
  assert.equal(await metric(), "2");
  tally = () => {
    throw new Error("connection reset");
  };
  await send("/healthz");
  assert.equal(await metric(), undefined);
  tally = taken;
  assert.equal(await metric(), "2");
});
