// The Redis script compared with the core's formulas: equal requests at the times that Redis reports.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import Valkey from "iovalkey";
import { createClient } from "redis";
import { redisLimiter, redisStreams } from "ton-edge/gateway/redis";

import * as core from "../../pkg/lib/gateway/limits/core.js";
import { SCRIPT } from "../../pkg/lib/gateway/limits/redis-limiter.js";
import { retryWhenDisturbed } from "../helpers/calm.mjs";
import { runDocumented } from "../fleet/documented.mjs";
import { startRedis } from "../fleet/redis.mjs";
import { makeAccount, ScriptedChain } from "../helpers/scripted-chain.mjs";
import { respondWith, makeService } from "../upstream/service-of.mjs";
import { makeStreamGateway } from "./streams.mjs";

let server;
const clients = {};
before(async () => {
  server = await startRedis();
  clients.redis = await createClient({ url: server.url }).connect();
  clients.iovalkey = new /** @type {any} */ (Valkey)(server.url);
});
after(async () => {
  await clients.redis?.close();
  clients.iovalkey?.disconnect();
  await server?.close();
});

/** Random numbers with a seed, so that a failure can be repeated. */
function createChance(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Both sides return milliseconds since 1970 with as many digits as fit. */
const isNear = (first, otherBucket) => Math.abs(first - otherBucket) < 0.01;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

describe("the Redis script and the core", () => {
  test("the Redis script and the core agree on which requests pass", async (t) => {
    const random = createChance(7);
    const storedValues = new Map();
    const arrivals = {
      get: (key) => storedValues.get(key) ?? 0,
      set: (key, arrival) => storedValues.set(key, arrival),
    };
    let refusedCount = 0;
    for (let index = 0; index < 3000; index += 1) {
      const rules = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) => {
        const client = Math.floor(random() * 4);
        return { key: `${index}-${client}`, intervalMs: [5, 20, 0.7, 300][client], burst: [1, 5, 40, 3][client] };
      });
      const cost = 1 + Math.floor(random() * 3);
      if (random() < 0.05) await sleep(random() * 40);
      const [now, allowed, ...numbers] = await clients.redis.eval(SCRIPT, {
        keys: rules.map(({ key }) => key),
        arguments: ["take", cost, ...rules.flatMap(({ intervalMs, burst }) => [intervalMs, burst, 0])].map(String),
      });
      const expected = core.countAgainstLimits(arrivals, rules, cost, Number(now));
      refusedCount += /** @type {any} */ (allowed === "0");
      for (const [
        at,
        { allowed: isPassed, remaining, nextMs: next, resetMs: reset, waitMs: wait },
      ] of expected.entries()) {
        const [tokensLeft, nextTokens, wholeCost, pause] = numbers.slice(at * 4, at * 4 + 4).map(Number);
        const label = JSON.stringify({ turn: index, rules, cost, expected, numbers });
        assert.equal(allowed === "1", isPassed, label);
        // A number at the limit may be rounded to either side.
        assert.ok(tokensLeft === remaining || Math.abs(nextTokens - next) > rules[at].intervalMs / 2, label);
        if (tokensLeft === remaining) assert.ok(isNear(nextTokens, next), label);
        assert.ok(isNear(wholeCost, reset) && isNear(pause, wait), label);
      }
    }
    t.diagnostic(`${refusedCount} of 3000 refused`);
    assert.ok(refusedCount > 300 && refusedCount < 2700);
  });

  test("the Redis script and the core agree on which slots are leased", async (t) => {
    const random = createChance(11);
    const arrivals = new Map();
    let zeroCount = 0;
    for (let index = 0; index < 3000; index += 1) {
      const [key, interval] = [
        ["a", 1],
        ["b", 10],
        ["c", 0.2],
        ["d", 150],
      ][Math.floor(random() * 4)];
      const leaseRequest = {
        intervalMs: interval,
        want: 1 + Math.floor(random() * 300),
        horizonMs: Math.floor(random() * 400),
      };
      if (random() < 0.05) await sleep(random() * 60);
      const { most: maxCount, ahead, farthest } = core.computeLeaseTerms(1000 / /** @type {any} */ (interval));
      const [now, count, wait] = await clients.redis.eval(SCRIPT, {
        keys: [`lease-${key}`],
        arguments: ["lease", interval, leaseRequest.want, leaseRequest.horizonMs, maxCount, ahead, farthest, -1].map(
          String,
        ),
      });
      const expected = core.leaseSlots(arrivals.get(key) ?? 0, leaseRequest, Number(now));
      arrivals.set(key, expected.arrival);
      const label = JSON.stringify({ turn: index, leaseRequest, expected, count, wait });
      assert.equal(Number(count), expected.count, label);
      assert.ok(isNear(Number(wait), expected.waitMs), label);
      zeroCount += /** @type {any} */ (expected.count === 0);
    }
    t.diagnostic(`${zeroCount} of 3000 got nothing`);
    assert.ok(zeroCount > 300 && zeroCount < 2700);
  });
});

describe("the limiter with Redis", () => {
  for (const name of ["redis", "iovalkey"]) {
    test(`with the client of ${name}, gateways share counts in Redis, counts expire, and a lost script is loaded again`, (t) =>
      retryWhenDisturbed(t, async (attempt) => {
        const client = clients[name];
        const prefix = `${name}-${attempt}`;
        /** @type {any} */
        const limiter = redisLimiter({ client, prefix });
        const rules = [{ key: "ip:192.0.2.1", intervalMs: 400, burst: 2 }];
        const passedSteps = [];
        for (let index = 0; index < 3; index += 1) passedSteps.push((await limiter.take(rules, 1))[0].allowed);
        assert.deepEqual(passedSteps, [true, true, false]);
        /** @type {any} */
        const otherLimiter = redisLimiter({ client: clients[name === "redis" ? "iovalkey" : "redis"], prefix });
        assert.equal((await otherLimiter.take(rules, 1))[0].allowed, false, "another gateway's limiter");
        assert.deepEqual(
          await limiter.lease({ key: "mainnet:https://a.example", intervalMs: 1000, want: 9, horizonMs: 0 }),
          { count: 1, waitMs: 0 },
        );
        assert.deepEqual(
          (await limiter.lease({ key: "mainnet:https://a.example", intervalMs: 1000, want: 9, horizonMs: 0 })).count,
          0,
        );
        assert.deepEqual((await clients.redis.keys(`{${prefix}}:*`)).sort(), [
          `{${prefix}}:budget:mainnet:https://a.example`,
          `{${prefix}}:ip:192.0.2.1`,
        ]);
        // A restart of Redis loses its scripts.
        await clients.redis.scriptFlush();
        await sleep(850);
        assert.equal((await limiter.take(rules, 1))[0].allowed, true);
        assert.equal((await clients.redis.keys(`{${prefix}}:ip:*`)).length, 1);
        await sleep(450);
        assert.equal(
          (await clients.redis.keys(`{${prefix}}:ip:*`)).length,
          0,
          "no entry remains of callers with a full burst",
        );
      }));
  }

  test("the Redis setup of docs/operate/limits.md works", async (t) => {
    const service = await makeService(respondWith(200));
    t.after(() => service.close());
    await runDocumented(
      "redis",
      { "redis://127.0.0.1:6379": server.url, "https://gateway.example": service.url },
      { API_KEY: "key" },
    );
  });

  describe("setting the clock of Redis does not change a budget", () => {
    const HOUR = 3_600_000;
    /** Shifts the stored times by this much, as if the clock had been set since the budget's last use. */
    async function setArrival(key, arrival) {
      const [dueAt, lastUsedAt] = (await clients.redis.get(key)).split(" ").map(Number);
      await clients.redis.set(key, `${dueAt - arrival} ${lastUsedAt - arrival}`);
    }
    for (const [way, arrival] of /** @type {any[][]} */ ([
      ["on", HOUR],
      ["back", -HOUR],
      ["on by two seconds", 2000],
      ["back by two seconds", -2000],
      ["not at all", 0],
    ])) {
      test(way, async () => {
        /** @type {any} */
        const limiter = redisLimiter({ client: clients.redis, prefix: `clock ${way}` });
        const takeLease = async () => (await limiter.lease({ key: "b", intervalMs: 800, want: 5, horizonMs: 0 })).count;
        assert.equal(await takeLease(), 1);
        await setArrival(`{clock ${way}}:budget:b`, arrival);
        assert.equal(await takeLease(), 0, "the budget has no further slot");
        const start = performance.now();
        while ((await takeLease()) === 0) {
          assert.ok(performance.now() - start < 3000, "and no less");
          await sleep(20);
        }
        assert.ok(performance.now() - start > 600);
      });
    }

    test("entries that an older gateway has written are ignored and cause no failure", async () => {
      await clients.redis.set("{old}:budget:b", "1e15");
      const { count } = await /** @type {any} */ (redisLimiter({ client: clients.redis, prefix: "old" }).lease)({
        key: "b",
        intervalMs: 100,
        want: 1,
        horizonMs: 0,
      });
      assert.equal(count, 1);
    });
  });

  test("a prefix that would make no hash tag is refused, since a cluster refuses scripts without one", () => {
    for (const prefix of /** @type {any[]} */ (["", "}", "}x", 7, null]))
      assert.throws(() => redisLimiter({ client: clients.redis, prefix }), { code: "invalid_option" }, String(prefix));
  });

  test("an error of Redis is an error of the limiter", async () => {
    /** @type {any} */
    const limiter = redisLimiter({ client: clients.redis, prefix: "wrong" });
    await clients.redis.hSet("{wrong}:all", "a", "b");
    await assert.rejects(limiter.take([{ key: "all", intervalMs: 1, burst: 1 }], 1), /WRONGTYPE/);
  });
});

describe("the store of streams", () => {
  for (const name of ["redis", "iovalkey"])
    test(`the store of streams has texts and leases, through ${name}`, async () => {
      const store = redisStreams({ client: clients[name], prefix: `streams-${name}` });
      const lookUp = (gateway, keys = ["a", "b"]) => store.look(keys, { turn: "turn", gateway, ms: 300 });
      assert.deepEqual(await lookUp("one"), { texts: [null, null], hasTurn: true });
      assert.equal((await lookUp("one")).hasTurn, false, "one turn in the time");
      assert.equal((await lookUp("two")).hasTurn, false);
      await store.save([["a", "[1]"]], 60_000);
      assert.deepEqual((await lookUp("two")).texts, ["[1]", null]);
      await sleep(320);
      // The gateway that has waited first is next.
      assert.equal((await lookUp("two")).hasTurn, false);
      assert.equal((await lookUp("one")).hasTurn, true);
      assert.equal((await lookUp("two")).hasTurn, false);
      await sleep(320);
      assert.equal((await lookUp("one")).hasTurn, false);
      assert.equal((await lookUp("two")).hasTurn, true);
      await sleep(320);
      assert.deepEqual(await lookUp("one", ["a"]), { texts: ["[1]"], hasTurn: false }, "nothing is missing");
      await store.save([["b", "[2]"]], 50);
      await sleep(100);
      assert.deepEqual((await lookUp("one")).texts, ["[1]", null]);
    });

  test("the store of streams lets two gateways send as many upstream requests as one", async () => {
    const chain = new ScriptedChain();
    const account = makeAccount(0);
    chain.add(account);
    const gateways = Object.values(clients).map((client) =>
      makeStreamGateway((url) => chain.respond(url), {
        streaming: { intervalMs: 200, store: redisStreams({ client, prefix: "two" }) },
      }),
    );
    const readers = [];
    for (const { open } of gateways) readers.push(await open([account]));
    const isLive = (reader) => reader.list("state").at(-1)?.data.state === "live";
    while (!readers.every(isLive)) await sleep(50);
    const count = () => gateways.reduce((sum, { requests }) => sum + requests.length, 0);
    const countBefore = count();
    await sleep(4000);
    assert.ok(count() - countBefore <= 21, `${count() - countBefore} requests in 20 intervals`);
    const { hash } = chain.add(account);
    const listHashes = (reader) => reader.list("transactions").map(({ data }) => data.transactions[0].hash);
    while (!readers.every((reader) => listHashes(reader).length > 0)) await sleep(50);
    assert.deepEqual(readers.map(listHashes), [[hash], [hash]]);
    await Promise.all(readers.map((reader) => reader.close()));
  });
});
