// The restrictions of callers' API keys: time, operations, origins, client IPs and quotas.

import assert from "node:assert/strict";

import { READ_PATH, READING, RPC, V2 } from "./requests.mjs";
import { RECORDS, CALLER_KEYS } from "./secrets.mjs";

const PROXIES = { header: "X-Forwarded-For", trustedProxies: ["127.0.0.0/8", "::1"] };
const DETECT = "/api/v2/detectAddress?address=0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const [SHOP] = RECORDS;
const makeKeys = (overrides) => [{ ...SHOP, ...overrides }];
const listOutcome = ({ status, headers }) => [status, headers["x-ton-edge-error"]];

/** Sends a request with the good key. */
const makeSender =
  (world) =>
  (path, headers = {}) =>
    world.request(path, { headers: { "x-api-key": CALLER_KEYS.good, ...headers } });

export default [
  {
    name: "an expired API key is 401, in each shape",
    config: () => ({ apiKeys: makeKeys({ expires: "2020-01-01T00:00:00Z" }) }),
    async steps(world) {
      const send = makeSender(world);
      assert.deepEqual(listOutcome(await send(READ_PATH)), [401, "api_key_expired"]);
      assert.deepEqual((await send(V2)).json, {
        ok: false,
        error: "this API key has expired",
        code: 401,
        "@extra": "_",
      });
      assert.equal((await send(READ_PATH, { accept: "application/problem+json" })).json.code, "api_key_expired");
      assert.equal(world.service.seen.length, 0);
    },
  },
  {
    name: "a suspended API key is 403, and one that expires later is valid",
    config: () => ({
      apiKeys: [
        { ...SHOP, suspended: "2026-01-01T00:00:00Z" },
        { ...RECORDS[1], expires: "2999-01-01T00:00:00+14:00" },
      ],
    }),
    async steps(world) {
      assert.deepEqual(listOutcome(await makeSender(world)(READ_PATH)), [403, "api_key_suspended"]);
      assert.equal(
        (await world.request(`/testnet${READ_PATH}`, { headers: { "x-api-key": CALLER_KEYS.other } })).status,
        200,
      );
    },
  },
  {
    name: "an API key allows only its operations, also for local utilities and in every call of a batch",
    config: () => ({ apiKeys: makeKeys({ operations: ["v2/getMasterchainInfo", "Stats"] }) }),
    async steps(world) {
      const send = makeSender(world);
      assert.equal((await send(V2)).status, 200);
      for (const path of [READ_PATH, DETECT])
        assert.deepEqual(listOutcome(await send(path)), [403, "operation_not_allowed"]);
      const post = (body) => world.post(RPC, body, { "x-api-key": CALLER_KEYS.good });
      assert.equal((await post(READING)).status, 200);
      const refusal = await post({ id: 2, method: "getConsensusBlock" });
      assert.deepEqual(
        [refusal.status, refusal.json.id, refusal.json.error],
        [403, 2, "this API key does not allow this operation"],
      );
      const batch = await post([
        READING,
        { id: 2, method: "sendBoc", params: { boc: "te6cckEBAQEAAgAAAEysuc0=" } },
        { id: 3, method: "detectAddress", params: { address: "x" } },
      ]);
      assert.deepEqual(
        batch.json.map(({ id, code }) => [id, code ?? 200]),
        [
          [1, 200],
          [2, 403],
          [3, 403],
        ],
      );
      assert.equal(world.service.seen.length, 3);
      assert.equal((await world.request(READ_PATH)).status, 200, "callers without a key are not restricted");
    },
  },
  {
    name: "an API key is valid only for its origins and client IPs",
    config: () => ({
      clientIp: PROXIES,
      apiKeys: [
        { ...SHOP, origins: ["https://*.shop.example"] },
        { ...RECORDS[1], addresses: ["192.0.2.0/24", "2001:db8::1"] },
      ],
    }),
    async steps(world) {
      const send = makeSender(world);
      assert.equal((await send(READ_PATH, { origin: "https://www.shop.example" })).status, 200);
      for (const headers of [
        {},
        { origin: "https://shop.example" },
        { origin: "https://www.shop.example.evil.example" },
        { origin: "null" },
      ]) {
        assert.deepEqual(listOutcome(await send(READ_PATH, headers)), [403, "origin_not_allowed"]);
      }
      const requestFrom = (address) =>
        world.request(`/testnet${READ_PATH}`, {
          headers: { "x-api-key": CALLER_KEYS.other, "x-forwarded-for": address, "cf-connecting-ip": "127.0.0.1" },
        });
      for (const address of ["192.0.2.7", "10.1.1.1, 192.0.2.7", "2001:db8::1", "::ffff:192.0.2.9"])
        assert.equal((await requestFrom(address)).status, 200, address);
      for (const address of ["198.51.100.1", "192.0.2.7, 198.51.100.1", "2001:db8::2"])
        assert.deepEqual(listOutcome(await requestFrom(address)), [403, "client_not_allowed"], address);
    },
  },
  {
    name: "a daily quota resets with the day, and headers name it if the API key has no plan",
    config: () => ({
      apiKeys: [
        { ...SHOP, quota: { daily: 3, monthly: 1000 } },
        { ...RECORDS[1], plan: 100, quota: { monthly: 2 } },
      ],
    }),
    async steps(world) {
      const send = makeSender(world);
      const replies = [];
      for (let index = 0; index < 5; index += 1) replies.push(await send(`/api/v3/blocks?seqno=${index}&workchain=-1`));
      assert.deepEqual(
        replies.map(({ status }) => status),
        [200, 200, 200, 429, 429],
      );
      const [first] = replies;
      const lastReply = replies.at(-1);
      assert.match(
        first.headers["ratelimit-policy"],
        /^"daily";q=3;w=86400, "monthly";q=1000;w=(2419200|2505600|2592000|2678400)$/,
      );
      assert.match(first.headers.ratelimit, /^"daily";r=2;t=\d+, "monthly";r=999;t=\d+$/);
      assert.match(
        lastReply.headers.ratelimit,
        /^"daily";r=0;t=\d+, "monthly";r=997;t=\d+$/,
        "a refused request does not count",
      );
      assert.deepEqual(
        [lastReply.headers["x-ton-edge-error"], lastReply.json],
        ["quota_exceeded", { error: "the daily quota of this API key is used up" }],
      );
      const secondsLeft = (Math.ceil(Date.now() / 86_400_000) * 86_400_000 - Date.now()) / 1000;
      const retryAfter = Number(lastReply.headers["retry-after"]);
      // A test that runs at midnight sees the next day's quota.
      assert.ok(retryAfter >= secondsLeft - 5 && retryAfter <= secondsLeft + 30, `${retryAfter} of ${secondsLeft}`);
      assert.equal((await send(DETECT)).status, 200, "a local utility does not count");
      const otherReplies = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          world.request(`/testnet/api/v3/blocks?seqno=${index}&workchain=-1`, {
            headers: { "x-api-key": CALLER_KEYS.other },
          }),
        ),
      );
      assert.equal(
        otherReplies.filter(({ status }) => status === 200).length,
        2,
        "two of six simultaneous requests pass",
      );
      assert.equal(otherReplies[0].headers["ratelimit-policy"], '"key";q=100;w=1', "the plan's");
    },
  },
];
