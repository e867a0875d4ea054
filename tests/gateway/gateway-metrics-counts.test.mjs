// The counts in the gateway's metrics, and that no caller can create new series.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createGateway } from "ton-edge/gateway";

import { createGateway as createWithMeter } from "../../pkg/lib/gateway/create-gateway.js";
import { Gateway } from "../../pkg/lib/gateway/gateway.js";
import { CACHE_STATES, OUTCOMES, REQUEST_OUTCOMES } from "../../pkg/lib/gateway/ops/metric-families.js";
import { countAttempt, countRequest, createMeter, getUpstreamCounts } from "../../pkg/lib/gateway/ops/metrics.js";
import { recordReload } from "../../pkg/lib/gateway/ops/reload-metrics.js";
import { countForFleet } from "../../pkg/lib/gateway/ops/write-metrics.js";
import { retryWhenDisturbed } from "../helpers/calm.mjs";
import { makeClient, fetchOk, UNREACHABLE_CONFIG, openLimiter, scrape, createCountSum } from "./metrics-reading.mjs";

test("whatever callers send, the number of series stays the same", async () => {
  const gateway = createGateway({
    ...UNREACHABLE_CONFIG,
    fetch: async () =>
      new Response("x", {
        status: 200 + Math.floor(Math.random() * 399),
        headers: { "x-ton-edge-error": `e${Math.random()}` },
      }),
    apiKeys: { find: () => undefined },
    limits: { keyless: "off", budget: "off", failedKeys: "off" },
    cache: { adapter: "none" },
    assets: async () => new Response("x", { headers: { "x-ton-edge-error": `made-up-${Math.random()}` } }),
  });
  const send = makeClient(gateway);
  const oddValues = ['"', "\\", "\n", "\u{1F600}", "%00", "%0a", '"} 1', "x".repeat(300), "../..", "EQnobody"];
  const measureTurn = async (index) => {
    const word = encodeURIComponent(oddValues[index % oddValues.length]) + index;
    await send(`/api/v3/${word}`);
    await send(`/api/v2/${word}?${word}=${word}`);
    await send(`/${word}/api/v3/blocks`);
    await send(`/testnet/api/v2/${word}`);
    await send(`/api/v2/getAddressBalance?address=${word}&${word}=1`, { traceparent: word, "x-request-id": word });
    await send(`/api/v3/blocks?limit=1&api_key=${word}`);
    await send(
      "/api/v2/jsonRPC",
      { "content-type": "application/json" },
      { method: "POST", body: JSON.stringify({ id: word, jsonrpc: "2.0", method: word, params: { [word]: word } }) },
    );
    await send(`/assets/${word}`);
  };
  const listNames = async () =>
    (await scrape(gateway)).text
      .split("\n")
      .filter((line) => line && !line.startsWith("#"))
      .map((line) => line.slice(0, line.lastIndexOf(" ")));
  for (let index = 0; index < 40; index += 1) await measureTurn(index);
  const namesBefore = await listNames();
  for (let index = 40; index < 400; index += 1) await measureTurn(index);
  const namesAfter = await listNames();
  const isBounded = (name) => !name.startsWith("ton_edge_errors_total");
  const addedNames = namesAfter.filter((name) => isBounded(name) && !namesBefore.includes(name));
  assert.ok(addedNames.length < 40, addedNames.join("\n"));
  const codes = namesAfter.filter((name) => !isBounded(name));
  assert.ok(codes.length <= 270, "error codes of the operator's assets are bounded");
  assert.ok(codes.includes('ton_edge_errors_total{code="other"}'));
  assert.ok(namesAfter.length < 800, `${namesAfter.length} series`);
  for (const name of namesAfter) {
    assert.match(name, /^\w+(\{\w+="[\w .:/()#+-]*"(,\w+="[\w .:/()#+-]*")*\})?$/);
    assert.ok(name.length < 200 && !/nobody|xxxx/.test(name), name);
  }
});

test("requests are counted by API key and plan: the first keys individually, all others together", async () => {
  const records = new Map();
  const gateway = createGateway({
    ...UNREACHABLE_CONFIG,
    fetch: fetchOk,
    apiKeys: { find: (hash) => records.get(hash) },
    limits: { keyless: "off", budget: "off", plans: { shop: 2, default: 1000 }, failedKeys: "off" },
  });
  const send = makeClient(gateway);
  const makeKey = async (index, plan) => {
    const key = `tonedge_${String(index).padStart(43, "a")}`;
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key)));
    const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    records.set(hash, {
      hash,
      id: `id-${index}`,
      name: "x",
      network: "mainnet",
      plan,
      created: "2026-01-01T00:00:00.000Z",
    });
    return key;
  };
  const shop = await makeKey(1, "shop");
  for (let index = 0; index < 4; index += 1) await send(`/api/v3/blocks?limit=${index + 1}`, { "x-api-key": shop });
  await send("/api/v2/detectAddress?address=x", { "x-api-key": shop });
  await send("/api/v3/blocks?limit=1", { "x-api-key": await makeKey(2, 5) });
  await send("/api/v3/blocks?limit=1", { "x-api-key": await makeKey(3) });
  await send("/api/v3/blocks?limit=1");
  const count = (text, labels) =>
    Number(new RegExp(`^ton_edge_key_requests_total\\{${labels}\\} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  const { text } = await scrape(gateway);
  assert.equal(count(text, 'plan="shop",key="id-1",outcome="success"'), 2);
  assert.equal(count(text, 'plan="shop",key="id-1",outcome="limited"'), 2);
  assert.equal(
    count(text, 'plan="shop",key="id-1",outcome="invalid"'),
    1,
    "a response of the gateway itself counts for its caller",
  );
  assert.equal(count(text, 'plan="custom",key="id-2",outcome="success"'), 1);
  assert.equal(count(text, 'plan="default",key="id-3",outcome="success"'), 1);
  assert.equal(count(text, 'plan="none",key="none",outcome="success"'), 1);
  assert.match(text, /^ton_edge_key_cost_total\{plan="shop",key="id-1"\} 4$/m);
  for (let index = 10; index < 600; index += 1)
    await send("/api/v3/blocks?limit=1", { "x-api-key": await makeKey(index) });
  const { text: manyText } = await scrape(gateway);
  assert.ok(count(manyText, 'plan="other",key="other",outcome="success"') >= 90);
  const keys = new Set(
    Array.from(manyText.matchAll(/^ton_edge_key_requests_total\{.*key="([^"]+)"/gm), ([, key]) => key),
  );
  assert.ok(keys.size <= 501, String(keys.size));
});

test("metrics name upstreams by their hosts, without secrets in their paths", async () => {
  let status = 200;
  const gateway = createGateway({
    ...UNREACHABLE_CONFIG,
    mainnet: ["https://one.example/secret-of-the-path/", "https://one.example/other", "https://two.example:8443"],
    // The gateway's own requests for the newest blocks, before the failover, succeed.
    fetch: async (url) =>
      Response.json({ ok: status < 400, result: {} }, { status: url.endsWith("masterchainInfo") ? 200 : status }),
    limits: { keyless: "off", budget: "off" },
    cache: { adapter: "none" },
    breaker: { failures: 1, openMs: 60_000 },
  });
  const send = makeClient(gateway);
  await send("/api/v3/blocks?limit=1");
  status = 503;
  await send("/api/v3/blocks?limit=2");
  const { text } = await scrape(gateway);
  const readValue = (name, labels) => Number(new RegExp(`^${name}\\{${labels}\\} (\\S+)$`, "m").exec(text)?.[1]);
  assert.equal(
    readValue("ton_edge_upstream_attempts_total", 'network="mainnet",upstream="one.example",outcome="success"'),
    1,
  );
  for (const upstream of ["one.example", "one.example#2", "two.example:8443"]) {
    assert.equal(
      readValue("ton_edge_upstream_attempts_total", `network="mainnet",upstream="${upstream}",outcome="failed"`),
      1,
    );
    assert.equal(readValue("ton_edge_breaker_state", `network="mainnet",upstream="${upstream}",state="open"`), 1);
    assert.equal(readValue("ton_edge_breaker_state", `network="mainnet",upstream="${upstream}",state="closed"`), 0);
  }
  assert.equal(readValue("ton_edge_breaker_state", 'network="testnet",upstream="127.0.0.1:1",state="closed"'), 1);
  assert.ok(!text.includes("secret-of-the-path"));
});

test("metrics have the head age of used networks from the first scrape on; it grows while the upstream is away", async () => {
  let isUp = true;
  const paths = [];
  const gateway = createGateway({
    ...UNREACHABLE_CONFIG,
    fetch: async (url) => {
      paths.push(String(url));
      if (!isUp) throw new TypeError("fetch failed");
      const lastBlock = { seqno: 7, global_id: -239, gen_utime: String(Math.floor(Date.now() / 1000) - 100) };
      return Response.json({ last: lastBlock, blocks: [] });
    },
    limits: { keyless: "off", budget: "off" },
    cache: { adapter: "none" },
    readiness: { ttlMs: 0 },
  });
  const readHead = async () => {
    const { text } = await scrape(gateway);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return [
      Number(/^ton_edge_upstream_head_age_seconds\{network="mainnet",upstream="127.0.0.1:1"\} (\S+)$/m.exec(text)?.[1]),
      /^ton_edge_upstream_ready\{network="mainnet",upstream="127.0.0.1:1"\} (\S+)$/m.exec(text)?.[1],
      text.includes('ton_edge_upstream_ready{network="testnet"'),
    ];
  };
  assert.deepEqual(await readHead(), [Number.NaN, undefined, false]);
  assert.deepEqual(paths, [], "no request goes to networks that no caller has used");
  await makeClient(gateway)("/api/v3/blocks");
  await readHead();
  const [age, isReady, hasTestnet] = /** @type {any[]} */ (await readHead());
  assert.ok(age >= 100 && age < 105, String(age));
  assert.deepEqual([isReady, hasTestnet], ["0", false], "the head of the network is older than a minute");
  assert.ok(
    paths.filter((path) => path.includes("masterchainInfo")).length === 1,
    "a scrape does not always request the head",
  );
  isUp = false;
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await readHead();
  const [laterHead, stillReady] = /** @type {any[]} */ (await readHead());
  assert.ok(laterHead > age && laterHead < age + 5, `${age}, ${laterHead}`);
  assert.equal(stillReady, "0");
});

test("metrics have an upstream's budget, and its queue while callers wait in it", (t) =>
  retryWhenDisturbed(t, async () => {
    const gateway = createGateway({
      ...UNREACHABLE_CONFIG,
      limits: { keyless: "off" },
      cache: { adapter: "none" },
      // A readiness check would also wait in the queue: the check of the first scrape fills it before the test does.
      readiness: { ttlMs: 600_000 },
    });
    const send = makeClient(gateway);
    const readMetrics = async () => {
      const { text } = await scrape(gateway);
      return ["requests_per_second", "waiting_requests"].map(
        (name) =>
          new RegExp(`^ton_edge_budget_${name}\\{network="mainnet",upstream="127.0.0.1:1"\\} (\\d+)$`, "m").exec(
            text,
          )?.[1],
      );
    };
    assert.deepEqual(await readMetrics(), [undefined, undefined], "no request was sent");
    await send("/api/v3/blocks");
    assert.equal((await readMetrics())[0], "1");
    await new Promise((resolve) => setTimeout(resolve, 2500));
    assert.deepEqual(await readMetrics(), ["1", "0"]);
    await send("/api/v3/blocks");
    const responses = [1, 2].map((limit) => send(`/api/v3/blocks?limit=${limit}`));
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual(await readMetrics(), ["1", "2"]);
    await Promise.all(responses);
    assert.deepEqual(await readMetrics(), ["1", "0"]);
    await Promise.all([1, 2, 3, 4, 5, 6].map((limit) => send(`/api/v3/blocks?limit=${limit}`)));
    const { text } = await scrape(gateway);
    const refusalCount = Number(/^ton_edge_budget_refusals_total\{network="mainnet".*\} (\d+)$/m.exec(text)[1]);
    assert.ok(refusalCount >= 2, String(refusalCount));
    const waitCount = Number(/^ton_edge_budget_wait_seconds_count\{network="mainnet".*\} (\d+)$/m.exec(text)[1]);
    assert.ok(waitCount >= 8, String(waitCount));
  }));

test("metrics have the result of the last reload and the time of the last success", async () => {
  recordReload(true, {}, 1_700_000_000_000);
  recordReload(false, {}, 1_700_000_060_000);
  const { text } = await scrape(createGateway(UNREACHABLE_CONFIG));
  assert.match(text, /^ton_edge_config_last_reload_successful 0$/m);
  assert.match(text, /^ton_edge_config_last_reload_success_timestamp_seconds 1700000000$/m);
  recordReload(true, {}, 1_700_000_120_000);
  assert.match((await scrape(createGateway(UNREACHABLE_CONFIG))).text, /^ton_edge_config_last_reload_successful 1$/m);
});

test("counts that the limiter refused are sent again; counts that it may have received are not", async () => {
  const takenCounts = createCountSum();
  let tally = takenCounts;
  const gateway = createGateway({ ...UNREACHABLE_CONFIG, limits: { scope: openLimiter((counts) => tally(counts)) } });
  const send = makeClient(gateway);
  const readMetrics = async () =>
    /ton_edge_fleet_requests_total\{.*operation="healthz".*\} (\d+)/.exec((await scrape(gateway)).text)?.[1];
  await send("/healthz");
  assert.equal(await readMetrics(), "1");
  tally = () => Promise.reject(Object.assign(new Error("busy"), { name: "TonEdgeError", code: "limiter_unavailable" }));
  await send("/healthz");
  assert.equal(await readMetrics(), undefined, "no sums over gateways, but all other metrics");
  tally = takenCounts;
  assert.equal(await readMetrics(), "2");
  tally = () => {
    throw new Error("connection reset");
  };
  await send("/healthz");
  assert.equal(await readMetrics(), undefined);
  tally = takenCounts;
  assert.equal(await readMetrics(), "2");
});

test("the numbers of outcomes and cache states match their names", () => {
  const statuses = { success: 200, invalid: 404, limited: 429, cancelled: 499, failed: 502 };
  assert.deepEqual(Object.keys(statuses), REQUEST_OUTCOMES);
  const requestLabels = { network: "testnet", generation: "v3", endpoint: "blocks", category: "Blocks" };
  for (const [outcome, status] of Object.entries(statuses)) {
    const meter = createMeter(undefined);
    countRequest(meter, { about: requestLabels, cost: 0, attempts: 0 }, status, 1);
    const labels = `network="testnet",generation="v3",operation="blocks",outcome="${outcome}"`;
    assert.deepEqual([...countForFleet(meter)], [[`requests ${labels}`, 1]]);
  }
  for (const cache of CACHE_STATES.slice(1)) {
    const meter = createMeter(undefined);
    countRequest(meter, { about: requestLabels, cost: 0, attempts: 0, cache }, 200, 1);
    assert.equal(countForFleet(meter).get(`cache cache="${cache}"`), 1);
  }
  const failures = {
    cancelled: ["gone"],
    timeout: ["timeout"],
    unreachable: ["TypeError: ECONNREFUSED"],
    broken_off: ["broken-off", "html", "not-json", "too-long"],
  };
  for (const outcome of OUTCOMES)
    for (const failure of failures[outcome] ?? [undefined]) {
      const meter = createMeter(undefined);
      const counts = getUpstreamCounts(meter, "mainnet", "one.example");
      countAttempt(counts, failure ? 0 : statuses[outcome], failure, 1, "v3 blocks");
      assert.deepEqual(
        [...countForFleet(meter)],
        [[`attempts network="mainnet",upstream="one.example",outcome="${outcome}"`, 1]],
      );
    }
});

test("a gateway with new settings continues the counts of its predecessor", async () => {
  let predecessor;
  const createChecked = (overrides) =>
    createWithMeter(
      { ...UNREACHABLE_CONFIG, fetch: fetchOk, limits: { keyless: "off", budget: "off" }, ...overrides },
      (writtenConfig) => {
        predecessor = new Gateway(writtenConfig, predecessor);
        return predecessor;
      },
    );
  const gatewayBefore = createChecked({ mainnet: ["https://one.example", "https://two.example"] });
  await makeClient(gatewayBefore)("/api/v3/blocks?limit=1");
  const familiesAfter = createChecked({ mainnet: ["https://two.example", "https://three.example"] });
  await makeClient(familiesAfter)("/api/v3/blocks?limit=1");
  // A request that began before the change is handled with the old settings.
  await makeClient(gatewayBefore)("/api/v3/blocks?limit=2");
  const { text } = await scrape(familiesAfter);
  const count = (name, labels) => Number(new RegExp(`^${name}\\{${labels}\\} (\\d+)$`, "m").exec(text)?.[1]);
  const countAttempts = (upstream) =>
    count("ton_edge_upstream_attempts_total", `network="mainnet",upstream="${upstream}",outcome="success"`);
  assert.deepEqual(["one.example", "two.example", "three.example"].map(countAttempts), [2, 1, 0]);
  assert.match(text, /^ton_edge_requests_total\{.*operation="blocks",outcome="success",cache="miss"\} 3$/m);
  assert.ok(
    !text.includes('ton_edge_breaker_state{network="mainnet",upstream="one.example"'),
    "breaker states are those of the current settings",
  );
});

test("in workerd every series names its isolate, since a scrape reaches any one of many", async () => {
  const gateway = createWithMeter({ ...UNREACHABLE_CONFIG, fetch: fetchOk }, (config) =>
    Object.assign(new Gateway(config), { isWorkerd: true }),
  );
  await makeClient(gateway)("/api/v3/masterchainInfo");
  const { text } = await scrape(gateway);
  const series = text.split("\n").filter((line) => line && !line.startsWith("#"));
  const isolates = new Set(series.map((line) => /[{,]isolate="([^"]+)"/.exec(line)?.[1]));
  assert.ok(series.length > 50);
  assert.equal(isolates.size, 1, [...isolates].join());
  assert.ok(!isolates.has(undefined));
});
