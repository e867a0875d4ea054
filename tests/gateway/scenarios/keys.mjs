// Callers' API keys: which are accepted, and that the upstream never gets one.

import assert from "node:assert/strict";

import { READ_PATH, READING, RPC, V2 } from "./requests.mjs";
import { RECORDS, CALLER_KEYS } from "./secrets.mjs";

/** The same key in the header and in the query. */
const withKey = (path, key) => [
  [path, { "x-api-key": key }],
  [`${path}?api_key=${encodeURIComponent(key)}`, {}],
];

export default [
  {
    name: "without a store, callers' API keys are ignored and not passed on",
    async steps(world) {
      for (const key of Object.values(CALLER_KEYS)) {
        for (const [path, headers] of withKey(READ_PATH, key))
          assert.equal((await world.request(path, { headers })).status, 200);
      }
      assert.equal(
        (
          await world.post(`${RPC}?api_key=${CALLER_KEYS.good}`, READING, {
            "x-api-key": CALLER_KEYS.good,
            authorization: `Bearer ${CALLER_KEYS.good}`,
          })
        ).status,
        200,
      );
    },
  },
  {
    name: "with a store, invalid API keys get 401, 403 or 400, in each shape and on each network",
    config: () => ({ apiKeys: RECORDS }),
    async steps(world) {
      const { good, other, revoked, unknown, foreign } = CALLER_KEYS;
      for (const [path, key, status, error] of [
        [READ_PATH, good, 200],
        [V2, good, 200],
        [READ_PATH, other, 403, "Network not allowed"],
        [`/testnet${READ_PATH}`, other, 200],
        [`/testnet${V2}`, good, 403, "Network not allowed"],
        [READ_PATH, revoked, 401, "API key does not exist"],
        [V2, unknown, 401, "API key does not exist"],
        [READ_PATH, foreign, 401, "API key does not exist"],
        ["/api/v2/detectAddress", unknown, 401, "API key does not exist"],
      ]) {
        for (const [url, headers] of withKey(path, key)) {
          const reply = await world.request(url, { headers });
          assert.equal(reply.status, status, url);
          if (error) assert.equal(reply.json.error, error);
        }
        if (status === 200) continue;
        const problem = await world.request(path, {
          headers: { "x-api-key": key, accept: "application/problem+json" },
        });
        assert.deepEqual([problem.json.status, problem.json.detail], [status, error]);
      }
      assert.equal((await world.request(READ_PATH)).status, 200, "no key is needed");
      assert.equal(
        (await world.request(`${READ_PATH}?api_key=${good}`, { headers: { "x-api-key": other } })).status,
        400,
      );
      assert.equal((await world.request(`${READ_PATH}?api_key=${good}&api_key=${other}`)).status, 400);
      // Two values in one header make a text that cannot be a key.
      assert.equal((await world.request(READ_PATH, { headers: { "x-api-key": [good, other] } })).status, 401);
      assert.equal((await world.request(READ_PATH, { headers: { "x-api-key": [good, good] } })).status, 401);
      assert.equal((await world.request(READ_PATH, { headers: { "x-api-key": "", "X-Api-Key": good } })).status, 200);
      const rpc = await world.post(RPC, { ...READING, id: "k" }, { "x-api-key": unknown });
      assert.deepEqual([rpc.status, rpc.json.id, rpc.json.error], [401, "k", "API key does not exist"]);
      assert.equal((await world.logged(({ caller }) => caller)).caller, "shop");
    },
  },
  {
    name: "a missing API key is 401 if keys are required, except for a preflight",
    config: () => ({ apiKeys: RECORDS, keyless: "refuse" }),
    async steps(world) {
      assert.equal((await world.request(READ_PATH)).status, 401);
      assert.equal((await world.request(READ_PATH, { headers: { "x-api-key": CALLER_KEYS.good } })).status, 200);
      assert.equal(
        (
          await world.request(READ_PATH, {
            method: "OPTIONS",
            headers: { origin: "https://a.example", "access-control-request-method": "GET" },
          })
        ).status,
        204,
      );
      // A key in a parameter of another name has no effect.
      for (const headers of [
        { authorization: `Bearer ${CALLER_KEYS.good}` },
        { cookie: `api_key=${CALLER_KEYS.good}` },
        { "x-api_key": CALLER_KEYS.good },
      ]) {
        assert.equal((await world.request(READ_PATH, { headers })).status, 401);
      }
    },
  },
  {
    name: "a store that fails admits no API key",
    config: () => ({ apiKeys: "failing" }),
    async steps(world) {
      const reply = await world.request(READ_PATH, {
        headers: { "x-api-key": CALLER_KEYS.good, accept: "application/problem+json" },
      });
      assert.deepEqual(
        [reply.status, reply.json.code, reply.headers["retry-after"]],
        [503, "key_store_unavailable", "1"],
      );
      assert.equal(world.service.seen.length, 0);
    },
  },
];
