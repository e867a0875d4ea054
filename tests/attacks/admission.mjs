// Attacks on admission: which requests a full gateway accepts, and how much of it one client may use.

import assert from "node:assert/strict";

import { respondWith, waitUntil } from "../upstream/service-of.mjs";
import { BOC, READ_PATH, READING, RPC } from "../gateway/scenarios/requests.mjs";
import { RECORDS, CALLER_KEYS, TOKEN } from "../gateway/scenarios/secrets.mjs";

const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const LOCAL_PATH = `/api/v2/detectAddress?address=${RAW}`;
/** Sends Cloudflare's client-IP header, which counts if the configuration trusts it. */
const requestFrom = (address, overrides = {}) => ({ headers: { "cf-connecting-ip": address, ...overrides } });
const summarize = ({ status, headers }) => [status, headers["x-ton-edge-error"], headers["retry-after"]];
const LIMITS_OFF = { keyless: "off", budget: "off" };

/** Makes the upstream respond only after `release()`. */
function holdUpstream(world) {
  const heldRequests = [];
  world.service.act = (request, response) => heldRequests.push(() => respondWith(200)(request, response));
  return { heldRequests, release: () => heldRequests.splice(0).forEach((respond) => respond()) };
}

export default [
  {
    name: "a full gateway refuses at once, serves health checks, and accepts callers with an API key first",
    config: () => ({
      clientIp: "cloudflare",
      overload: { maxInFlight: 10, reservedForKeys: 20 },
      apiKeys: RECORDS,
      adminToken: TOKEN,
    }),
    async steps(world) {
      const { heldRequests, release } = holdUpstream(world);
      const runningRequests = Array.from({ length: 8 }, (_, index) =>
        world.request(`/api/v3/blocks?limit=${index + 1}`, requestFrom(`192.0.2.${index}`)),
      );
      await waitUntil(() => heldRequests.length === 8, "all requests wait for the upstream");
      for (const send of [
        () => world.request(READ_PATH, requestFrom("198.51.100.1")),
        () => world.request(LOCAL_PATH, requestFrom("198.51.100.1")),
        () => world.post(RPC, READING, requestFrom("198.51.100.1").headers),
      ]) {
        assert.deepEqual(summarize(await send()), [503, "overloaded", "1"]);
      }
      assert.equal((await world.request("/healthz", requestFrom("198.51.100.1"))).status, 200);
      assert.equal(
        (await world.request("/metrics", requestFrom("198.51.100.1", { authorization: `Bearer ${TOKEN}` }))).status,
        200,
      );
      // An unknown key gets 401, and occupies capacity only for a moment.
      assert.equal(
        (await world.request(READ_PATH, requestFrom("198.51.100.2", { "x-api-key": CALLER_KEYS.unknown }))).status,
        401,
      );
      const keyedReplies = [READ_PATH, `${READ_PATH}?`].map((path) =>
        world.request(path, requestFrom("198.51.100.3", { "x-api-key": CALLER_KEYS.good })),
      );
      await waitUntil(() => heldRequests.length === 10, "two requests with an API key are admitted");
      assert.deepEqual(
        summarize(
          await world.request(
            "/api/v3/blocks?limit=99",
            requestFrom("198.51.100.3", { "x-api-key": CALLER_KEYS.good }),
          ),
        ),
        [503, "overloaded", "1"],
      );
      release();
      assert.ok((await Promise.all([...runningRequests, ...keyedReplies])).every(({ status }) => status === 200));
      world.service.act = respondWith(200);
      assert.equal(
        (await world.request(READ_PATH, requestFrom("198.51.100.1"))).status,
        200,
        "a request is admitted again",
      );
    },
  },
  {
    name: "one client has no more than its share of the gateway",
    config: () => ({ clientIp: "cloudflare", overload: { maxInFlightPerClient: 3 }, adminToken: TOKEN }),
    async steps(world) {
      const { heldRequests, release } = holdUpstream(world);
      const runningRequests = [1, 2, 3].map((limit) =>
        world.request(`/api/v3/blocks?limit=${limit}`, requestFrom("192.0.2.1")),
      );
      await waitUntil(() => heldRequests.length === 3, "three wait");
      assert.deepEqual(summarize(await world.request(READ_PATH, requestFrom("192.0.2.1"))), [
        429,
        "too_many_in_flight",
        "1",
      ]);
      assert.equal(
        (await world.request("/metrics", requestFrom("192.0.2.1", { authorization: `Bearer ${TOKEN}` }))).status,
        200,
        "the limit does not apply to /metrics",
      );
      const otherReply = world.request(READ_PATH, requestFrom("192.0.2.2"));
      await waitUntil(() => heldRequests.length === 4, "another client is served");
      release();
      assert.ok((await Promise.all([...runningRequests, otherReply])).every(({ status }) => status === 200));
      world.service.act = respondWith(200);
      assert.equal((await world.request(READ_PATH, requestFrom("192.0.2.1"))).status, 200);
    },
  },
  {
    name: "capacity reserved for callers with an API key is not given to a query that only looks like a key",
    config: () => ({ clientIp: "cloudflare", overload: { maxInFlight: 10, reservedForKeys: 50 }, apiKeys: RECORDS }),
    async steps(world) {
      const { heldRequests, release } = holdUpstream(world);
      const runningRequests = Array.from({ length: 5 }, (_, index) =>
        world.request(`/api/v3/blocks?limit=${index + 1}`, requestFrom(`192.0.2.${index}`)),
      );
      await waitUntil(() => heldRequests.length === 5, "five wait");
      for (let index = 0; index < 6; index += 1) {
        assert.deepEqual(
          summarize(await world.request("/api/v3/dns/records?domain=api_key=1", requestFrom(`192.0.2.${index}`))),
          [503, "overloaded", "1"],
        );
        assert.deepEqual(summarize(await world.request(`${READ_PATH}?api_key=`, requestFrom(`192.0.2.${index}`))), [
          503,
          "overloaded",
          "1",
        ]);
      }
      runningRequests.push(world.request(READ_PATH, requestFrom("192.0.2.9", { "x-api-key": CALLER_KEYS.good })));
      await waitUntil(() => heldRequests.length === 6, "a valid key has capacity");
      release();
      assert.ok((await Promise.all(runningRequests)).every(({ status }) => status === 200));
    },
  },
  {
    name: "callers who disconnect free their capacity",
    config: () => ({
      clientIp: "cloudflare",
      overload: { maxInFlightPerClient: 3 },
      timeoutMs: 60_000,
      deadlineMs: 60_000,
    }),
    async steps(world) {
      const { heldRequests, release } = holdUpstream(world);
      const sockets = [1, 2, 3].map((limit) =>
        world.open(`GET /api/v3/blocks?limit=${limit} HTTP/1.1\r\nhost: gw\r\ncf-connecting-ip: 192.0.2.1\r\n\r\n`),
      );
      await waitUntil(() => heldRequests.length === 3, "three wait");
      assert.deepEqual(summarize(await world.request(READ_PATH, requestFrom("192.0.2.1"))), [
        429,
        "too_many_in_flight",
        "1",
      ]);
      for (const socket of sockets) socket.resetAndDestroy();
      world.service.act = respondWith(200);
      let status;
      // Workers do not report that a caller has disconnected.
      for (let index = 0; index < 20 && status !== 200; index += 1) {
        await new Promise((resolve) => setTimeout(resolve, 500));
        ({ status } = await world.request(READ_PATH, requestFrom("192.0.2.1")));
      }
      assert.equal(status, 200);
      release();
    },
  },
  {
    name: "`limits.requests` counts every request: hits, local responses, refusals, wrong keys and tokens",
    config: () => ({
      clientIp: "cloudflare",
      limits: { ...LIMITS_OFF, requests: { rate: 0.01, burst: 6 } },
      apiKeys: RECORDS,
      adminToken: TOKEN,
      cache: {},
    }),
    async steps(world) {
      const spendingRequests = [
        [READ_PATH, {}],
        [READ_PATH, {}],
        [LOCAL_PATH, {}],
        ["/api/v3/nothing", {}],
        [READ_PATH, { "x-api-key": CALLER_KEYS.unknown }],
        ["/metrics", { authorization: "Bearer wrong-token-of-nobody" }],
      ];
      const statuses = [];
      for (const [path, headers] of spendingRequests)
        statuses.push((await world.request(path, requestFrom("192.0.2.1", headers))).status);
      assert.deepEqual(statuses, [200, 200, 200, 404, 401, 401]);
      for (const [path, headers] of /** @type {any[][]} */ (spendingRequests)) {
        const reply = await world.request(path, requestFrom("192.0.2.1", headers));
        assert.deepEqual(summarize(reply).slice(0, 2), [429, "rate_limited"], path);
        assert.ok(Number(reply.headers["retry-after"]) > 60, "one per hundred seconds");
      }
      assert.equal((await world.request("/healthz", requestFrom("192.0.2.1"))).status, 200);
      assert.equal((await world.request(READ_PATH, requestFrom("192.0.2.2"))).status, 200, "another client");
    },
  },
  {
    name: "each call of a batch counts as a request, cached or not, and so do documents and preflights",
    config: () => ({
      clientIp: "cloudflare",
      limits: { ...LIMITS_OFF, requests: { rate: 0.01, burst: 9 } },
      cache: {},
    }),
    async steps(world) {
      const postCalls = (calls, address) => world.post(RPC, calls, requestFrom(address).headers);
      const listCodes = ({ json }) => json.map(({ id, code = 200 }) => `${id}:${code}`).join(" ");
      const calls = (count) => Array.from({ length: count }, (_, id) => ({ ...READING, id }));
      assert.equal(listCodes(await postCalls(calls(4), "192.0.2.1")), "0:200 1:200 2:200 3:200");
      world.service.seen.length = 0;
      // Five more cache hits have room. A send has none, so it does not go upstream.
      const batch = [...calls(7), { id: 7, method: "sendBoc", params: { boc: BOC } }];
      assert.equal(listCodes(await postCalls(batch, "192.0.2.1")), "0:200 1:200 2:200 3:200 4:200 5:429 6:429 7:429");
      assert.deepEqual(world.service.seen, []);
      assert.deepEqual(summarize(await postCalls(calls(1), "192.0.2.1")).slice(0, 2), [429, "rate_limited"]);
      assert.equal(listCodes(await postCalls(calls(2), "192.0.2.2")), "0:200 1:200", "another client");

      for (const [method, path] of [
        ["GET", "/api/v3/openapi.json"],
        ["OPTIONS", READ_PATH],
      ]) {
        const address = `198.51.100.${method.length}`;
        const send = () => world.request(path, { method, ...requestFrom(address, { origin: "https://app.example" }) });
        for (let index = 0; index < 9; index += 1) assert.notEqual((await send()).status, 429, path);
        assert.equal((await send()).status, 429, path);
      }
    },
  },
];
