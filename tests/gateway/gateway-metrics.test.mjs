// The gateway's metrics, parsed by Prometheus's own client for Python in both formats, and linted by promtool.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { FAMILIES, FLEET, PROCESS, RELOAD } from "../../pkg/lib/gateway/ops/metric-families.js";
import { recordReload } from "../../pkg/lib/gateway/ops/reload-metrics.js";
import { calmly } from "../helpers/calm.mjs";
import { promtool, python } from "../helpers/prometheus.mjs";

const TOKEN = "token-of-the-operators";
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
/** As Prometheus 2.42 asks. */
const OPENMETRICS =
  "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";
const READER = (module) => `
import json, sys
from prometheus_client.${module} import text_string_to_metric_families
print(json.dumps([[f.name, f.type, f.unit, f.documentation,
  [[s.name, s.labels, s.value, s.exemplar and [s.exemplar.labels, s.exemplar.value]] for s in f.samples]]
  for f in text_string_to_metric_families(sys.stdin.read())]))
`;
const parseText = (text) => python(READER("parser"), text);
const parseOpenMetrics = (text) => python(READER("openmetrics.parser"), text);

const nowhere = {
  adminToken: TOKEN,
  mainnet: "http://127.0.0.1:1",
  testnet: "http://127.0.0.1:1",
  retries: 0,
  log() {},
};
/** Responds to everything as a good upstream does. */
const good = async () => Response.json({ ok: true, result: {} });

const client =
  (gateway) =>
  (path, headers = {}, init = {}) =>
    gateway.fetch(new Request(`http://localhost${path}`, { headers, ...init }), {});
const scrape = async (gateway, accept = "") => {
  const response = await client(gateway)("/metrics", { authorization: `Bearer ${TOKEN}`, accept });
  return { type: response.headers.get("content-type"), text: await response.text() };
};
/** Sums samples of a name. @param {any[]} families @param {string} name @param {(labels: any) => boolean} [of] */
const sum = (families, name, of = () => true) =>
  families
    .flatMap(([, , , , samples]) => samples)
    .filter(([one, labels]) => one === name && of(labels))
    .reduce((total, [, , value]) => total + value, 0);

test("Prometheus reads every series, and histograms add up", { timeout: 180_000 }, async () => {
  const gateway = createGateway(nowhere);
  const send = client(gateway);
  for (const path of [
    "/api/v3/masterchainInfo",
    "/api/v3/blocks?limit=1001",
    "/api/v2/packAddress?address=0:0000000000000000000000000000000000000000000000000000000000000000&adress=x&_=1",
    "/api/v2/detectAddress?address=x",
    "/no",
    "/healthz",
  ])
    await send(path);
  const { type, text } = await scrape(gateway);
  assert.equal(type, "text/plain; version=0.0.4; charset=utf-8");
  const families = await parseText(text);
  const expected = Object.values(FAMILIES).map(({ name, type: kind }) => [name, kind]);
  assert.deepEqual(
    Object.fromEntries(families.map(([name, kind]) => [name, kind])),
    Object.fromEntries(expected.filter(([name]) => !/local|upstream_(ready|head)/.test(name))),
  );
  assert.equal(sum(families, "ton_edge_requests_total"), 6);
  assert.equal(sum(families, "ton_edge_request_duration_seconds_count"), 6);
  assert.equal(
    sum(families, "ton_edge_request_duration_seconds_bucket", ({ le }) => le === "+Inf"),
    6,
  );
  assert.equal(
    sum(families, "ton_edge_ignored_parameters_total", ({ operation }) => operation === "packAddress"),
    1,
    "requests, not parameters",
  );
  const ofRequest = (labels) =>
    sum(families, "ton_edge_requests_total", (found) =>
      Object.entries(labels).every(([name, value]) => found[name] === value),
    );
  assert.equal(ofRequest({ operation: "masterchainInfo", outcome: "failed", cache: "miss", network: "mainnet" }), 1);
  assert.equal(ofRequest({ operation: "blocks", outcome: "invalid", cache: "none", generation: "v3" }), 1);
  assert.equal(ofRequest({ operation: "unknown", outcome: "invalid", network: "", generation: "" }), 1);
  assert.equal(
    sum(families, "ton_edge_upstream_attempts_total", ({ outcome }) => outcome === "unreachable"),
    1,
  );
  assert.equal(
    sum(families, "ton_edge_upstream_attempts_total", ({ upstream }) => upstream === "127.0.0.1:1"),
    1,
  );
  assert.equal(
    sum(families, "ton_edge_errors_total", ({ code }) => code === "bad_gateway"),
    1,
  );
  assert.equal(
    sum(families, "ton_edge_request_duration_seconds_count", ({ category }) => category === "Utils"),
    2,
  );
  assert.equal(
    sum(families, "ton_edge_key_requests_total", ({ key, plan }) => key === "none" && plan === "none"),
    4,
    "requests to the API",
  );
  const buckets = families
    .flatMap(([, , , , samples]) => samples)
    .filter(([name, labels]) => name.endsWith("request_duration_seconds_bucket") && labels.category === "Utils")
    .map(([, , count]) => count);
  assert.deepEqual(
    buckets,
    [...buckets].sort((one, other) => one - other),
    "each bucket includes those below it",
  );
  const isolates = new Set(families.flatMap(([, , , , samples]) => samples).map(([, { isolate }]) => isolate));
  assert.equal(isolates.size, 2, "on a server only the time of the start names the isolate");
});

test("the names follow Prometheus's rules, in either format, and the list has all of them", {
  timeout: 180_000,
}, async (t) => {
  const limiter = open(summing());
  const gateway = createGateway({
    ...nowhere,
    fetch: good,
    localGetMethods: true,
    tvm: () => import("ton-edge/tvm"),
    limits: { keyless: "off", scope: limiter },
  });
  recordReload(true);
  const server = await serve(gateway, { port: 0 });
  t.after(() => server.close());
  await client(gateway)("/api/v3/masterchainInfo?_=1");
  const found = await (await fetch(`${server.url}/readyz`, { headers: { authorization: `Bearer ${TOKEN}` } })).json();
  assert.equal(typeof found.ready, "boolean");
  const { text } = await scrape(gateway);
  const linted = await promtool(["check", "metrics"], text);
  assert.deepEqual(linted, { code: 0, output: "" });
  const { type, text: open_ } = await scrape(gateway, OPENMETRICS);
  assert.equal(type, "application/openmetrics-text; version=1.0.0; charset=utf-8");
  assert.ok(open_.endsWith("\n# EOF\n"));
  const families = await parseOpenMetrics(open_);
  const listed = Object.values({ ...FAMILIES, ...prefixed(FLEET), ...prefixed(PROCESS), ...prefixed(RELOAD) });
  const missing = ["ton_edge_upstream_head_age_seconds", "ton_edge_upstream_head_block"];
  assert.deepEqual(
    families.map(([name, kind, unit, help]) => ({ name, type: kind, unit: unit || undefined, help })).sort(byName),
    listed
      .filter(({ name }) => !missing.includes(name))
      .map(({ name, type: kind, unit, help }) => ({ name, type: kind, unit, help }))
      .sort(byName),
    "all but what a good upstream's readiness says, with types, units and texts of the list",
  );
  for (const { name, labels } of listed) {
    const samples = families.find((one) => one[0] === name)?.[4] ?? [];
    for (const [, own] of samples)
      assert.deepEqual(
        Object.keys(own).filter((label) => label !== "le"),
        labels,
        name,
      );
  }
  const plain = await parseText(text);
  assert.equal(
    sum(plain, "ton_edge_requests_total"),
    sum(families, "ton_edge_requests_total") - 1,
    "the same, and one scrape",
  );
});

const byName = (one, other) => (one.name < other.name ? -1 : 1);
const prefixed = (list) => Object.fromEntries(Object.values(list).map((family) => [family.name, family]));

test("OpenMetrics only for those who ask for it", async () => {
  const gateway = createGateway(nowhere);
  for (const [accept, isOpen] of /** @type {[string, boolean][]} */ ([
    ["application/openmetrics-text", true],
    ["application/openmetrics-text; version=1.0.0; charset=utf-8, text/plain;q=0.5", true],
    ["text/plain;q=0.9, application/openmetrics-text;q=0.8", false],
    ["application/openmetrics-text;q=0", false],
    ["application/openmetrics-text;version=2.0.0", false],
    ["text/html, */*", false],
    ["application/openmetrics-text;q=x", false],
    ["", false],
    [`${"a,".repeat(4000)}text/plain`, false],
  ])) {
    const { type, text } = await scrape(gateway, accept);
    assert.equal(type.startsWith("application/openmetrics-text"), isOpen, accept.slice(0, 60));
    assert.equal(text.includes("# EOF"), isOpen);
  }
});

test("exemplars are the traces of callers, in OpenMetrics alone", { timeout: 180_000 }, async () => {
  const gateway = createGateway({ ...nowhere, fetch: good, limits: { keyless: "off", budget: "off" } });
  const send = client(gateway);
  await send("/api/v3/transactions?limit=1", { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` });
  await send("/api/v3/transactions?limit=2", { traceparent: 'x"} 1 # {a="' });
  const families = await parseOpenMetrics((await scrape(gateway, OPENMETRICS)).text);
  const exemplars = families.flatMap(([, , , , samples]) => samples).flatMap(([, , , one]) => (one ? [one] : []));
  assert.ok(exemplars.length >= 1);
  for (const [labels, value] of exemplars) {
    assert.deepEqual(Object.keys(labels), ["trace_id"]);
    assert.match(labels.trace_id, /^[0-9a-f]{32}$/);
    assert.ok(value >= 0 && value < 10);
  }
  assert.ok(!(await scrape(gateway)).text.includes("trace_id"));
});

test("whatever callers send, the number of series stays the same", async () => {
  const gateway = createGateway({
    ...nowhere,
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
  const send = client(gateway);
  const odd = ['"', "\\", "\n", "\u{1F600}", "%00", "%0a", '"} 1', "x".repeat(300), "../..", "EQnobody"];
  const turn = async (at) => {
    const word = encodeURIComponent(odd[at % odd.length]) + at;
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
  const names = async () =>
    (await scrape(gateway)).text
      .split("\n")
      .filter((line) => line && !line.startsWith("#"))
      .map((line) => line.slice(0, line.lastIndexOf(" ")));
  for (let at = 0; at < 40; at += 1) await turn(at);
  const before = await names();
  for (let at = 40; at < 400; at += 1) await turn(at);
  const after = await names();
  const isBounded = (name) => !name.startsWith("ton_edge_errors_total");
  const added = after.filter((name) => isBounded(name) && !before.includes(name));
  assert.ok(added.length < 40, added.join("\n"));
  const codes = after.filter((name) => !isBounded(name));
  assert.ok(codes.length <= 270, "codes of assets, which are the operator's, are bounded too");
  assert.ok(codes.includes('ton_edge_errors_total{code="other"}'));
  assert.ok(after.length < 800, `${after.length} series`);
  for (const name of after) {
    assert.match(name, /^\w+(\{\w+="[\w .:/()#+-]*"(,\w+="[\w .:/()#+-]*")*\})?$/);
    assert.ok(name.length < 200 && !/nobody|xxxx/.test(name), name);
  }
});

test("use is counted by API key and plan, of the first keys apart and of further ones together", async () => {
  const records = new Map();
  const gateway = createGateway({
    ...nowhere,
    fetch: good,
    apiKeys: { find: (hash) => records.get(hash) },
    limits: { keyless: "off", budget: "off", plans: { shop: 2, default: 1000 }, failedKeys: "off" },
  });
  const send = client(gateway);
  const keyOf = async (at, plan) => {
    const key = `tonedge_${String(at).padStart(43, "a")}`;
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key)));
    const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    records.set(hash, {
      hash,
      id: `id-${at}`,
      name: "x",
      network: "mainnet",
      plan,
      created: "2026-01-01T00:00:00.000Z",
    });
    return key;
  };
  const shop = await keyOf(1, "shop");
  for (let at = 0; at < 4; at += 1) await send(`/api/v3/blocks?limit=${at + 1}`, { "x-api-key": shop });
  await send("/api/v2/detectAddress?address=x", { "x-api-key": shop });
  await send("/api/v3/blocks?limit=1", { "x-api-key": await keyOf(2, 5) });
  await send("/api/v3/blocks?limit=1", { "x-api-key": await keyOf(3) });
  await send("/api/v3/blocks?limit=1");
  const count = (text, labels) =>
    Number(new RegExp(`^ton_edge_key_requests_total\\{${labels}\\} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  const { text } = await scrape(gateway);
  assert.equal(count(text, 'plan="shop",key="id-1",outcome="success"'), 2);
  assert.equal(count(text, 'plan="shop",key="id-1",outcome="limited"'), 2);
  assert.equal(
    count(text, 'plan="shop",key="id-1",outcome="invalid"'),
    1,
    "a response of the gateway itself is its caller's too",
  );
  assert.equal(count(text, 'plan="custom",key="id-2",outcome="success"'), 1);
  assert.equal(count(text, 'plan="default",key="id-3",outcome="success"'), 1);
  assert.equal(count(text, 'plan="none",key="none",outcome="success"'), 1);
  assert.match(text, /^ton_edge_key_cost_total\{plan="shop",key="id-1"\} 4$/m);
  for (let at = 10; at < 600; at += 1) await send("/api/v3/blocks?limit=1", { "x-api-key": await keyOf(at) });
  const { text: many } = await scrape(gateway);
  assert.ok(count(many, 'plan="other",key="other",outcome="success"') >= 90);
  const keys = new Set(Array.from(many.matchAll(/^ton_edge_key_requests_total\{.*key="([^"]+)"/gm), ([, key]) => key));
  assert.ok(keys.size <= 501, String(keys.size));
});

test("upstreams have the names of their hosts, and no secret of their paths", async () => {
  let status = 200;
  const gateway = createGateway({
    ...nowhere,
    mainnet: ["https://one.example/secret-of-the-path/", "https://one.example/other", "https://two.example:8443"],
    fetch: async () => Response.json({ ok: status < 400, result: {} }, { status }),
    limits: { keyless: "off", budget: "off" },
    cache: { adapter: "none" },
    breaker: { failures: 1, openMs: 60_000 },
  });
  const send = client(gateway);
  await send("/api/v3/blocks?limit=1");
  status = 503;
  await send("/api/v3/blocks?limit=2");
  const { text } = await scrape(gateway);
  const value = (name, labels) => Number(new RegExp(`^${name}\\{${labels}\\} (\\S+)$`, "m").exec(text)?.[1]);
  assert.equal(
    value("ton_edge_upstream_attempts_total", 'network="mainnet",upstream="one.example",outcome="success"'),
    1,
  );
  for (const upstream of ["one.example", "one.example#2", "two.example:8443"]) {
    assert.equal(
      value("ton_edge_upstream_attempts_total", `network="mainnet",upstream="${upstream}",outcome="failed"`),
      1,
    );
    assert.equal(value("ton_edge_breaker_state", `network="mainnet",upstream="${upstream}",state="open"`), 1);
    assert.equal(value("ton_edge_breaker_state", `network="mainnet",upstream="${upstream}",state="closed"`), 0);
  }
  assert.equal(value("ton_edge_breaker_state", 'network="testnet",upstream="127.0.0.1:1",state="closed"'), 1);
  assert.ok(!text.includes("secret-of-the-path"));
});

test("the age of the head is known after a scrape, of networks that are used, and grows while the upstream is away", async () => {
  let isUp = true;
  const paths = [];
  const gateway = createGateway({
    ...nowhere,
    fetch: async (url) => {
      paths.push(String(url));
      if (!isUp) throw new TypeError("fetch failed");
      const last = { seqno: 7, global_id: -239, gen_utime: String(Math.floor(Date.now() / 1000) - 100) };
      return Response.json({ last, blocks: [] });
    },
    limits: { keyless: "off", budget: "off" },
    cache: { adapter: "none" },
    readiness: { ttlMs: 0 },
  });
  const head = async () => {
    const { text } = await scrape(gateway);
    await new Promise((done) => setTimeout(done, 20));
    return [
      Number(/^ton_edge_upstream_head_age_seconds\{network="mainnet",upstream="127.0.0.1:1"\} (\S+)$/m.exec(text)?.[1]),
      /^ton_edge_upstream_ready\{network="mainnet",upstream="127.0.0.1:1"\} (\S+)$/m.exec(text)?.[1],
      text.includes('ton_edge_upstream_ready{network="testnet"'),
    ];
  };
  assert.deepEqual(await head(), [Number.NaN, undefined, false]);
  assert.deepEqual(paths, [], "nothing goes to networks that no request has used");
  await client(gateway)("/api/v3/blocks");
  await head();
  const [age, isReady, hasTestnet] = await head();
  assert.ok(age >= 100 && age < 105, String(age));
  assert.deepEqual([isReady, hasTestnet], ["0", false], "its head is older than a minute");
  assert.ok(paths.filter((path) => path.includes("masterchainInfo")).length === 1, "not at every scrape");
  isUp = false;
  await new Promise((done) => setTimeout(done, 1100));
  await head();
  const [later, stillReady] = await head();
  assert.ok(later > age && later < age + 5, `${age}, ${later}`);
  assert.equal(stillReady, "0");
});

test("an upstream's budget is reported, and its queue for as long as callers wait in it", (t) =>
  calmly(t, async () => {
    const gateway = createGateway({
      ...nowhere,
      limits: { keyless: "off" },
      cache: { adapter: "none" },
      // A readiness check would wait in the queue too: the one of the first scrape fills it before the test does.
      readiness: { ttlMs: 600_000 },
    });
    const send = client(gateway);
    const metric = async () => {
      const { text } = await scrape(gateway);
      return ["requests_per_second", "waiting_requests"].map(
        (name) =>
          new RegExp(`^ton_edge_budget_${name}\\{network="mainnet",upstream="127.0.0.1:1"\\} (\\d+)$`, "m").exec(
            text,
          )?.[1],
      );
    };
    assert.deepEqual(await metric(), [undefined, undefined], "no request was sent");
    await send("/api/v3/blocks");
    assert.equal((await metric())[0], "1");
    await new Promise((done) => setTimeout(done, 2500));
    assert.deepEqual(await metric(), ["1", "0"]);
    await send("/api/v3/blocks");
    const both = [1, 2].map((limit) => send(`/api/v3/blocks?limit=${limit}`));
    await new Promise((done) => setTimeout(done, 100));
    assert.deepEqual(await metric(), ["1", "2"]);
    await Promise.all(both);
    assert.deepEqual(await metric(), ["1", "0"]);
    await Promise.all([1, 2, 3, 4, 5, 6].map((limit) => send(`/api/v3/blocks?limit=${limit}`)));
    const { text } = await scrape(gateway);
    const refused = Number(/^ton_edge_budget_refusals_total\{network="mainnet".*\} (\d+)$/m.exec(text)[1]);
    assert.ok(refused >= 2, String(refused));
    const waits = Number(/^ton_edge_budget_wait_seconds_count\{network="mainnet".*\} (\d+)$/m.exec(text)[1]);
    assert.ok(waits >= 8, String(waits));
  }));

test("a reload is reported with its result and the time of the last success", async () => {
  recordReload(true, 1_700_000_000_000);
  recordReload(false, 1_700_000_060_000);
  const { text } = await scrape(createGateway(nowhere));
  assert.match(text, /^ton_edge_config_last_reload_successful 0$/m);
  assert.match(text, /^ton_edge_config_last_reload_success_timestamp_seconds 1700000000$/m);
  recordReload(true, 1_700_000_120_000);
  assert.match((await scrape(createGateway(nowhere))).text, /^ton_edge_config_last_reload_successful 1$/m);
});

/** Sums up what it gets, as the Durable Object does. */
function summing() {
  const sums = new Map();
  return (counts) => {
    for (const [name, count] of Object.entries(counts)) sums.set(name, (sums.get(name) ?? 0) + count);
    return Object.fromEntries(sums);
  };
}

/** A limiter that refuses nothing, with the given `tally`. */
const open = (tally) => ({
  take: (rules) => rules.map(() => ({ allowed: true, remaining: 1, nextMs: 0, resetMs: 0, waitMs: 0 })),
  lease: ({ want }) => ({ count: want, waitMs: 0 }),
  tally,
});

test("counts that the limiter could not take are sent later; counts that it may have taken are not", async () => {
  const taken = summing();
  let tally = taken;
  const gateway = createGateway({ ...nowhere, limits: { scope: open((counts) => tally(counts)) } });
  const send = client(gateway);
  const metric = async () =>
    /ton_edge_fleet_requests_total\{.*operation="healthz".*\} (\d+)/.exec((await scrape(gateway)).text)?.[1];
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
