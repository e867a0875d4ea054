// The operator's endpoints: health, readiness, metrics; and the OpenAPI document.

import assert from "node:assert/strict";

import { respondWith } from "../../upstream/service-of.mjs";
import { READ_PATH, READING, RPC, V2 } from "./requests.mjs";
import { CALLER_KEYS, TOKEN } from "./secrets.mjs";

const OPERATOR = { authorization: `Bearer ${TOKEN}` };
const makeBlock = (globalId, age = 0) => ({
  seqno: 7,
  global_id: globalId,
  gen_utime: String(Math.floor(Date.now() / 1000) - age),
});
const onChain = (globalId, age) => (request, response) =>
  respondWith(200, { last: makeBlock(globalId, age), first: null })(request, response);
/** An upstream with v2 only. */
const handleOld = (request, response) => {
  if (request.url.startsWith("/api/v3")) return respondWith(404, { error: "no" })(request, response);
  const header = request.url.includes("getBlockHeader");
  return respondWith(200, {
    ok: true,
    result: header ? { global_id: -239, gen_utime: Math.floor(Date.now() / 1000) } : { last: { seqno: 7 } },
  })(request, response);
};

export default [
  {
    name: "health is 200 for every caller, whatever the upstreams do",
    config: () => ({ keyless: "refuse", apiKeys: [] }),
    async steps(world) {
      world.service.act = (request, response) => response.destroy();
      for (const method of ["GET", "HEAD"]) {
        const { status, headers, text } = await world.request("/healthz?x=1", { method });
        assert.deepEqual([status, headers["cache-control"]], [200, "no-store"]);
        if (method === "GET") assert.match(text, /^\{"status":"ok","version":"\d+\.\d+\.\d+","streaming":false\}$/);
        else assert.equal(text, "");
      }
      const response = await world.request("/healthz", { method: "POST" });
      assert.deepEqual([response.status, response.headers.allow], [405, "GET, HEAD, OPTIONS"]);
      assert.equal((await world.request("/healthz", { method: "OPTIONS" })).status, 204);
      for (const path of ["/readyz", "/metrics", "/api/v3/openapi.json"]) {
        assert.equal((await world.request(path, { headers: OPERATOR })).status, 404, path);
      }
      assert.equal(world.service.seen.length, 0);
      assert.equal((await world.logged(({ status }) => status === 200)).endpoint, "healthz");
    },
  },
  {
    name: "the operator's endpoints require the admin token, which is not passed on",
    config: () => ({ adminToken: TOKEN }),
    async steps(world) {
      world.service.act = onChain(-239);
      for (const path of ["/readyz", "/metrics"]) {
        for (const authorization of [
          undefined,
          "",
          "Bearer",
          "Bearer ",
          "Bearer x",
          TOKEN,
          `Basic ${TOKEN}`,
          `Bearer ${TOKEN}x`,
          `Bearer ${TOKEN.slice(0, -1)}`,
          `Bearer ${CALLER_KEYS.good}`,
        ]) {
          const reply = await world.request(path, { headers: authorization === undefined ? {} : { authorization } });
          assert.deepEqual(
            [reply.status, reply.headers["x-ton-edge-error"], reply.headers["cache-control"]],
            [401, "admin_token_wrong", "no-store"],
            authorization,
          );
        }
        const { status } = await world.request(path, { headers: { authorization: `bearer ${TOKEN}` } });
        assert.equal(status, 200);
        assert.equal((await world.request(`${path}?token=${encodeURIComponent(TOKEN)}`)).status, 401);
      }
      // The token grants nothing else, and the upstream never sees it.
      await world.request(READ_PATH, { headers: OPERATOR });
      assert.ok(world.service.seen.every(({ headers }) => headers.authorization === undefined));
    },
  },
  {
    name: "readiness requires an upstream on the right chain with a recent head; a check is cached for a while",
    services: [onChain(-3), onChain(-239, 3)],
    config: ([firstService, secondService]) => ({
      adminToken: TOKEN,
      mainnet: [firstService, secondService],
      testnet: firstService,
      readiness: { ttlMs: 60_000 },
    }),
    async steps(world) {
      const firstReply = await world.request("/readyz", { headers: OPERATOR });
      assert.equal(firstReply.status, 200);
      const {
        ready: readyField,
        networks: { mainnet, testnet },
      } = firstReply.json;
      assert.ok(readyField && mainnet.ready && mainnet.needed && testnet.ready && !testnet.needed);
      const [wrongService, right] = mainnet.services;
      assert.deepEqual(
        [wrongService.ready, wrongService.globalId, wrongService.fault],
        [false, -3, "global_id is -3, but that of mainnet is -239"],
      );
      assert.deepEqual([right.ready, right.globalId, right.seqno], [true, -239, 7]);
      assert.ok(right.headAge >= 3 && right.headAge < 60);
      assert.deepEqual(
        [wrongService.host, right.host],
        world.services.map(({ url }) => new URL(url).host),
      );
      assert.deepEqual(firstReply.json.alerts, []);
      const seenBefore = world.services.map(({ seen }) => seen.length);
      for (const service of world.services) service.act = respondWith(500);
      assert.equal((await world.request("/readyz", { headers: OPERATOR })).status, 200);
      assert.deepEqual(
        world.services.map(({ seen }) => seen.length),
        seenBefore,
      );
      assert.equal((await world.request("/readyz", { method: "HEAD", headers: OPERATOR })).text, "");
    },
  },
  {
    name: "readiness lists recent alerts: newest first, equal ones once, without values that were sent, and only for the operator",
    config: ([firstService]) => ({
      adminToken: TOKEN,
      mainnet: firstService,
      retries: 0,
      readiness: { ttlMs: 60_000 },
    }),
    async steps(world) {
      const listAlerts = async () => (await world.request("/readyz", { headers: OPERATOR })).json.alerts;
      assert.deepEqual(await listAlerts(), []);
      const secret = "EQsecretaccount";
      world.service.act = respondWith(401, { ok: false, error: "no such key", code: 401 });
      for (let n = 0; n < 3; n++) await world.request(`${READ_PATH}?_=${secret}${n}`);
      const alerts = await listAlerts();
      assert.ok(alerts.length >= 1 && alerts.length <= 20, JSON.stringify(alerts));
      const [lastAlert] = alerts;
      assert.ok(
        alerts.some(({ count }) => count >= 2),
        JSON.stringify(alerts),
      );
      assert.deepEqual(
        [
          typeof lastAlert.code,
          typeof lastAlert.alert,
          lastAlert.network,
          lastAlert.upstream,
          /^\d{4}-.*Z$/.test(lastAlert.time),
        ],
        ["string", "string", "mainnet", 0, true],
      );
      assert.match(lastAlert.level, /^(error|warn)$/);
      assert.ok(!JSON.stringify(alerts).includes(secret));
      const { status, text } = await world.request("/readyz");
      assert.deepEqual([status, text.includes("alerts")], [401, false]);
    },
  },
  {
    name: "readiness fails for a chain without new blocks, no response, or a malformed one; v2 alone is enough",
    config: () => ({ adminToken: TOKEN, readiness: { ttlMs: 0, maxHeadAgeMs: 30_000 } }),
    async steps(world) {
      for (const [handler, fault] of /** @type {any[][]} */ ([
        [onChain(-239, 100), /^its last block is 10\d(\.\d)? s old, but the maximum is 30 s$/],
        [(request, response) => response.destroy(), /^it cannot be reached/],
        [respondWith(502), /^it responded with 502$/],
        [respondWith(200, []), /^its response is not a JSON object$/],
        [respondWith(200, { last: {} }), /^its response has no global_id$/],
        [(request, response) => response.writeHead(200).end("x".repeat(100_000)), /^it cannot be reached/],
        [respondWith(302, {}, { location: "http://169.254.169.254/" }), /^it responded with 302$/],
      ])) {
        world.service.act = handler;
        const { status, json } = await world.request("/readyz", { headers: OPERATOR });
        assert.equal(status, 503);
        assert.match(json.networks.mainnet.services[0].fault, fault);
      }
      world.service.act = handleOld;
      assert.equal((await world.request("/readyz", { headers: OPERATOR })).status, 200);
      // A failing readiness check does not trip the breaker.
      world.service.act = respondWith(200);
      assert.equal((await world.request(READ_PATH)).status, 200);
    },
  },
  {
    name: "metrics have requests, errors, attempts and times by isolate, without values that were sent",
    config: () => ({ adminToken: TOKEN, retries: 1 }),
    async steps(world) {
      const oddText = "EQnobody";
      await world.request(READ_PATH);
      await world.request(READ_PATH);
      await world.request(`/api/v3/transactions?account=${oddText}`);
      await world.request(`/api/v3/${oddText}`);
      await world.post(RPC, [READING, READING]);
      world.service.act = respondWith(500);
      await world.request(V2);
      const { headers, text } = await world.request("/metrics", { headers: OPERATOR });
      assert.equal(headers["content-type"], "text/plain; version=0.0.4; charset=utf-8");
      const count = (name, ...labels) => {
        const line = text
          .split("\n")
          .find((item) => item.startsWith(`${name}{`) && labels.every((label) => item.includes(label)));
        return line && Number(line.split(" ").at(-1));
      };
      assert.match(text, /isolate="[0-9a-f]{8}"/);
      assert.equal(
        count(
          "ton_edge_requests_total",
          'network="mainnet",generation="v3",operation="masterchainInfo"',
          'outcome="success"',
        ),
        2,
      );
      assert.equal(count("ton_edge_requests_total", 'operation="transactions"', 'outcome="invalid"'), 1);
      assert.equal(count("ton_edge_requests_total", 'operation="jsonRPC"', 'outcome="success"'), 1);
      assert.equal(count("ton_edge_errors_total", 'code="address_length"'), 1);
      assert.equal(count("ton_edge_errors_total", 'code="not_found"'), 1);
      assert.equal(count("ton_edge_upstream_attempts_total", 'network="mainnet"', 'outcome="success"'), 4);
      assert.equal(count("ton_edge_upstream_attempts_total", 'network="mainnet"', 'outcome="failed"'), 2);
      assert.equal(count("ton_edge_request_duration_seconds_count", 'category="Blockchain data"', 'cache="bypass"'), 2);
      assert.equal(count("ton_edge_breaker_state", 'network="mainnet"', 'state="open"'), 0);
      assert.ok(!text.includes(oddText));
    },
  },
  {
    name: "the OpenAPI document is an asset like any other, for every caller",
    config: () => ({ openapi: { openapi: "3.1.0" }, keyless: "refuse", apiKeys: [] }),
    async steps(world) {
      for (const generation of ["v2", "v3"]) {
        for (const prefix of ["", "/mainnet", "/testnet"]) {
          const { status, headers, json } = await world.request(`${prefix}/api/${generation}/openapi.json`);
          assert.deepEqual(
            [status, headers["content-type"].split(";")[0], json],
            [200, "application/json", { generation, openapi: "3.1.0" }],
          );
          assert.equal(headers["access-control-allow-origin"], "*");
        }
      }
      assert.equal((await world.request("/api/v2/openapi.json", { method: "HEAD" })).text, "");
      assert.equal((await world.request("/api/v2/openapi.json", { method: "DELETE" })).status, 405);
    },
  },
];
