// What a gateway after a reload inherits from the one that it replaces, in this process; tests/command/reload.test.mjs reloads the command.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createGateway } from "../../pkg/lib/gateway/create-gateway.js";
import { Gateway } from "../../pkg/lib/gateway/gateway.js";

const READ_PATH = "/api/v2/getMasterchainInfo";
const KEY = `tonedge_${"k".repeat(43)}`;
const LIMITS_OFF = { keyless: "off", budget: "off" };

/** A gateway whose parts come from a predecessor, as the command makes it. @param {any} config @param {any} [predecessor] */
function load(config, predecessor) {
  /** @type {any} */
  let parts;
  const settings = {
    mainnet: "https://service.example",
    limits: LIMITS_OFF,
    cache: { adapter: "none" },
    fetch: async () => new Response('{"ok":true,"result":1}', { headers: { "content-type": "application/json" } }),
    log() {},
    ...config,
  };
  const gateway = createGateway(settings, (checkedConfig) => (parts = new Gateway(checkedConfig, predecessor?.parts)));
  gateway.check();
  const send = async (path = READ_PATH, headers = {}) => {
    const response = await gateway.fetch(new Request(`http://gw${path}`, { headers }), {}, { address: "192.0.2.1" });
    return [response.status, response.headers.get("x-ton-edge-error")];
  };
  return { gateway, parts, send };
}

test("requests in flight at a reload count among those of the next gateway until they end", async () => {
  let respond = () => {};
  const gate = new Promise((resolve) => (respond = () => resolve(undefined)));
  const overload = { maxInFlightPerClient: 1 };
  const gatewayBefore = load({ overload, fetch: () => gate.then(() => new Response("{}")) });
  const runningBatch = gatewayBefore.send("/api/v3/transactions?limit=1");
  await new Promise(setImmediate);
  const loadAfter = load({ overload }, gatewayBefore);
  assert.deepEqual(await loadAfter.send(), [429, "too_many_in_flight"]);
  respond();
  await runningBatch;
  assert.deepEqual(await loadAfter.send(), [200, null]);
});

test("what a client has used of limits.requests stays used over a reload", async () => {
  const limits = { ...LIMITS_OFF, requests: { rate: 0.01, burst: 2 } };
  const gatewayBefore = load({ limits });
  assert.deepEqual(
    [await gatewayBefore.send(), await gatewayBefore.send()],
    [
      [200, null],
      [200, null],
    ],
  );
  const loadAfter = load({ limits, origins: ["https://a.example"] }, gatewayBefore);
  assert.deepEqual(await loadAfter.send(), [429, "rate_limited"]);
});

test("a quota that is used up stays so over a reload, whatever limits change", async () => {
  const find = async (hash) => ({
    hash,
    id: "shop",
    network: "mainnet",
    created: "2026-01-01T00:00:00Z",
    quota: { daily: 2 },
  });
  const apiKeys = { find };
  const headers = { "x-api-key": KEY };
  const gatewayBefore = load({ apiKeys });
  for (let index = 0; index < 2; index += 1)
    assert.deepEqual(await gatewayBefore.send(READ_PATH, headers), [200, null]);
  const loadAfter = load(
    { apiKeys, limits: { ...LIMITS_OFF, maxCallers: 5000, plans: { default: 100 } } },
    gatewayBefore,
  );
  assert.deepEqual(await loadAfter.send(READ_PATH, headers), [429, "quota_exceeded"]);
});

test("a client has the same name in the log after a reload, unless its salt has changed", async () => {
  const names = [];
  const log = (line) => names.push(JSON.parse(line).client);
  const gatewayBefore = load({ log });
  await gatewayBefore.send();
  const loadAfter = load({ log, origins: ["https://a.example"] }, gatewayBefore);
  await loadAfter.send();
  await load({ log, logSalt: "another-salt-of-the-operator" }, loadAfter).send();
  assert.match(names[0], /^\w+$/);
  assert.deepEqual([names.length, names[1] === names[0], names[2] === names[0]], [3, true, false]);
});

test("/readyz lists the alerts from before and after a reload", async () => {
  const adminToken = "a-token-of-the-operators";
  const failFetch = async () => {
    throw new TypeError("the connection failed");
  };
  const countAlerts = async ({ gateway }) => {
    const request = new Request("http://gw/readyz", { headers: { authorization: `Bearer ${adminToken}` } });
    const { alerts } = await (await gateway.fetch(request)).json();
    return alerts.filter(({ code }) => code === "bad_gateway").reduce((sum, { count }) => sum + count, 0);
  };
  const config = { adminToken, fetch: failFetch, retries: 0, breaker: { failures: 100 } };
  const gatewayBefore = load(config);
  await gatewayBefore.send();
  const alertCount = await countAlerts(gatewayBefore);
  assert.ok(alertCount > 0);
  const loadAfter = load({ ...config, origins: ["https://a.example"] }, gatewayBefore);
  await loadAfter.send();
  assert.ok((await countAlerts(loadAfter)) > alertCount);
});

test("an upstream with the same URL and keys keeps its breaker, latency and health, wherever it is in the list", () => {
  const [firstUpstream, secondUpstream] = [
    { baseUrl: "https://a.example", apiKey: "k1" },
    { baseUrl: "https://b.example" },
  ];
  const gatewayBefore = load({ mainnet: [firstUpstream, secondUpstream] });
  const { breakers, latencies, upstreams } = gatewayBefore.parts.networks.mainnet;
  breakers[0] = 3;
  latencies.set([111, 11], 0);
  latencies.set([222, 22], 2);
  upstreams[0].health = { ready: true, seqno: 7 };
  const { mainnet } = load({ mainnet: [secondUpstream, firstUpstream] }, gatewayBefore).parts.networks;
  assert.deepEqual([...mainnet.latencies], [222, 22, 111, 11]);
  assert.equal(mainnet.breakers[mainnet.breakers.length / 2], 3);
  assert.deepEqual(
    mainnet.upstreams.map(({ health }) => health),
    [undefined, { ready: true, seqno: 7 }],
  );
  // With another key, the old numbers mean nothing.
  const { mainnet: changedNetwork } = load(
    { mainnet: [{ ...firstUpstream, apiKey: "k2" }, secondUpstream] },
    gatewayBefore,
  ).parts.networks;
  assert.notEqual(changedNetwork.latencies[0], 111);
  assert.deepEqual([changedNetwork.breakers[0], changedNetwork.upstreams[0].health], [0, undefined]);
});
