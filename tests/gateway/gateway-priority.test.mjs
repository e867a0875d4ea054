// Budgets serve callers with an API key first, never starve the others completely, and count every attempt. These tests run in one process,
// so that no network delays a request before it gets its slot: on a simulated clock, except the last test.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createGateway, listKeys } from "ton-edge/gateway";

import { createBudget } from "../../pkg/lib/gateway/limits/budget.js";
import { createIsolateLimiter } from "../../pkg/lib/gateway/limits/isolate-limiter.js";
import { createSlotQueue } from "../../pkg/lib/gateway/limits/queue.js";
import { onSimulatedClock } from "../helpers/simulated-clock.mjs";

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const SECOND_MS = 1000;

/** Requests slots from `budget`: `atOnce` at the start, then one every `every` milliseconds, for `ms` milliseconds. */
async function load(budget, isKeyed, { atOnce = 0, every: everyMs, ms }) {
  const waits = [];
  const refusals = [];
  const send = async () => {
    const start = performance.now();
    const outcome = await budget.waitForTurn({}, undefined, isKeyed);
    (outcome ? refusals : waits).push(performance.now() - start);
  };
  const calls = Array.from({ length: atOnce }, send);
  for (const end = performance.now() + ms; performance.now() < end; await sleep(everyMs)) calls.push(send());
  await Promise.all(calls);
  return { waits, refusals };
}

const makeBudget = (rate) =>
  createBudget({ key: "a", rate, queue: 2 * SECOND_MS, share: 0, shared: 1 }, { limiter: createIsolateLimiter(2) });

test("callers with an API key are served within a second while 200 keyless callers wait and get the rest", () =>
  onSimulatedClock(async () => {
    const budgetOfTen = makeBudget(10);
    const [keyless, keyedLoad] = await Promise.all([
      load(budgetOfTen, false, { atOnce: 200, every: 25, ms: 4 * SECOND_MS }),
      // These requests meet a full queue.
      sleep(500).then(() => load(budgetOfTen, true, { every: 200, ms: 3.5 * SECOND_MS })),
    ]);
    assert.equal(keyedLoad.refusals.length, 0);
    assert.equal(keyedLoad.waits.length, 18, "one every 200 ms");
    assert.equal(Math.round(Math.max(...keyedLoad.waits)), 100, "at most one interval of the budget");
    assert.equal(
      keyless.waits.length,
      42,
      "keyless callers get the rest of ten per second for six seconds: four seconds of load, two of the queue",
    );
  }));

test("a flood of callers with an API key leaves one slot in five to keyless callers", () =>
  onSimulatedClock(async () => {
    const budgetOfTwenty = makeBudget(20);
    const [keyedLoad, keyless] = await Promise.all([
      load(budgetOfTwenty, true, { atOnce: 200, every: 10, ms: 4 * SECOND_MS }),
      sleep(500).then(() => load(budgetOfTwenty, false, { every: 50, ms: 3.5 * SECOND_MS })),
    ]);
    const share = keyless.waits.length / (keyless.waits.length + keyedLoad.waits.length);
    // The sum includes the requests before the first keyless one: those of half a second, and the queue.
    assert.equal(share.toFixed(3), "0.183");
  }));

test("if no caller or every caller has an API key, the queue is first come, first served", () =>
  onSimulatedClock(async () => {
    for (const isKeyed of [false, true]) {
      const budgetOfFifty = makeBudget(50);
      const order = [];
      await Promise.all(
        Array.from(
          { length: 40 },
          async (_, index) =>
            (await budgetOfFifty.waitForTurn({}, undefined, isKeyed)) === undefined && order.push(index),
        ),
      );
      assert.deepEqual(
        order,
        Array.from({ length: 40 }, (_, index) => index),
      );
    }
  }));

/** A full queue: `holders` in the order of their arrival, one slot every 100 ms. */
function fillSlots(kinds) {
  const slots = createSlotQueue();
  const holders = [...kinds].map((kind) => ({ kind, isKeyed: kind === "K", deadline: 10_000, seenAt: 0 }));
  for (const [index, holder] of holders.entries()) slots.add(holder, 1, 100 * index, 100 * index + 500, 0);
  return { slots, holders };
}

/** Returns the holders in the order of their slots. */
function serveInOrder(slots, holders) {
  const order = [];
  for (let now = 0; slots.length > 0 && now < 5000; now += 100) {
    const next = holders.find((request) => request.seenAt !== undefined && slots.moveUp(request, now)?.from === now);
    for (const request of holders) request.seenAt = now;
    if (next) {
      slots.use(next);
      order.push(next.kind);
    }
  }
  return order.join("");
}

test("one of five slots goes to a keyless caller, whatever the order of arrival", () => {
  for (const [queueBefore, queueAfter] of [
    ["UUUUUUKK", "KKUUUUUU"],
    ["UUKKKKKKKKKK", "KKKKUKKKKUKK"],
    ["KKKKKKKKKKUU", "KKKKUKKKKUKK"],
    ["UK", "KU"],
    ["UUU", "UUU"],
    ["KKKKKKK", "KKKKKKK"],
  ]) {
    const { slots, holders } = fillSlots(queueBefore);
    // Assigns the slots again, as for a new request that is too late for all of them.
    slots.displace({ isKeyed: true, deadline: -1000, seenAt: 0 }, 0);
    assert.equal(serveInOrder(slots, holders), queueAfter, queueBefore);
  }
});

test("in a full queue, a new request displaces the last holder of the other kind, never one of its own kind", () => {
  for (const [queueBefore, newcomer, isWaiting, queueAfter] of [
    ["UUUUU", "K", true, "KUUUU"],
    ["UUUUU", "U", false, "UUUUU"],
    ["KKKKK", "K", false, "KKKKK"],
    ["KKKKK", "U", true, "KKKKU"],
    ["KKKKU", "K", false, "KKKKU"],
    ["KKKKU", "U", false, "KKKKU"],
    ["KKKUU", "K", true, "KKKKU"],
  ]) {
    const { slots, holders } = fillSlots(queueBefore);
    const request = { kind: newcomer, isKeyed: newcomer === "K", deadline: 10_000, seenAt: 0 };
    assert.equal(slots.displace(request, 0), isWaiting, `${newcomer} into ${queueBefore}`);
    assert.equal(serveInOrder(slots, [...holders, request]), queueAfter, `${newcomer} into ${queueBefore}`);
  }
});

test("a holder whose slot moves past its deadline leaves the queue", () => {
  const slots = createSlotQueue();
  const [firstRequest, otherRequest] = [
    { isKeyed: false, deadline: 100, seenAt: 0 },
    { isKeyed: true, deadline: 5000, seenAt: 0 },
  ];
  slots.add(firstRequest, 1, 0, 500, 0);
  slots.add(otherRequest, 1, 1000, 1500, 0);
  assert.equal(slots.moveUp(firstRequest, 0), undefined);
  assert.equal(slots.moveUp(otherRequest, 0).from, 0);
});

test("the budget counts every attempt: the first, its retries, the hedge, and readiness checks", {
  timeout: 30_000,
}, async () => {
  const admin = "token-of-the-operators";
  const takenKeys = [];
  const limiter = {
    take: (rules) => rules.map(() => ({ allowed: true, remaining: 1, nextMs: 0, resetMs: 0, waitMs: 0 })),
    lease: ({ key }) => (takenKeys.push(key), { count: 1, waitMs: 0 }),
  };
  const sentOrigins = [];
  /** @type {(origin: string) => Promise<Response>} */
  let respond = async () => Response.json({ ok: true, result: {} });
  const gateway = createGateway({
    mainnet: [
      { baseUrl: "https://a.example", budget: 100 },
      { baseUrl: "https://b.example", budget: 100 },
    ],
    testnet: { baseUrl: "https://c.example", budget: 100 },
    adminToken: admin,
    hedgeAfterMs: 50,
    cache: { adapter: "none" },
    limits: { keyless: "off", scope: limiter },
    logLevel: "off",
    log() {},
    fetch: (url) => (sentOrigins.push(new URL(url).origin), respond(new URL(url).origin)),
  });
  const send = async (path, headers = {}) => {
    [takenKeys.length, sentOrigins.length] = [0, 0];
    const response = await gateway.fetch(new Request(`https://gw.example${path}`, { headers }));
    await response.text();
    return [...sentOrigins].sort();
  };
  const listChargedKeys = () => takenKeys.map((key) => key.slice(key.indexOf(":") + 1)).sort();
  assert.deepEqual(await send("/api/v3/blocks"), ["https://a.example"]);
  assert.deepEqual(listChargedKeys(), sentOrigins);
  respond = async () => Response.json({ error: "busy" }, { status: 500 });
  assert.ok((await send("/api/v3/blocks")).length >= 3, "retries");
  assert.deepEqual(listChargedKeys(), [...sentOrigins].sort());
  respond = async (origin) => {
    if (origin === "https://a.example") await sleep(300);
    return Response.json({ blocks: [] });
  };
  assert.deepEqual(await send("/api/v3/blocks"), ["https://a.example", "https://b.example"], "the hedge");
  assert.deepEqual(listChargedKeys(), [...sentOrigins].sort());
  respond = async () => Response.json({});
  assert.ok((await send("/readyz", { authorization: `Bearer ${admin}` })).length >= 3, "readiness");
  assert.deepEqual(listChargedKeys(), [...sentOrigins].sort());
});

test("a caller with an API key does not wait for the equal request of a keyless caller", {
  timeout: 30_000,
}, async (t) => {
  const key = `tonedge_${"g".repeat(43)}`;
  const { createHash } = await import("node:crypto");
  const record = {
    hash: createHash("sha256").update(key).digest("hex"),
    id: "shop",
    network: "mainnet",
    created: "2026-01-01T00:00:00Z",
  };
  const gateway = createGateway({
    mainnet: { baseUrl: "https://a.example", budget: 2 },
    apiKeys: listKeys([/** @type {any} */ (record)]),
    limits: { keyless: "off" },
    logLevel: "off",
    log() {},
    fetch: async () => Response.json({ ok: true, result: {} }),
  });
  const send = async (path, headers = {}) => {
    const response = await gateway.fetch(new Request(`https://gw.example${path}`, { headers }));
    await response.text();
    return { status: response.status, at: performance.now() };
  };
  const waitingReplies = [1, 2, 3, 4, 5].map((seqno) =>
    send(`/api/v2/getBlockHeader?workchain=-1&shard=-9223372036854775808&seqno=${seqno}`),
  );
  await sleep(50);
  const keyedReply = await send("/api/v2/getBlockHeader?workchain=-1&shard=-9223372036854775808&seqno=4", {
    "x-api-key": key,
  });
  const keylessReplies = await Promise.all(waitingReplies);
  t.diagnostic(keylessReplies.map(({ status }) => status).join(" "));
  assert.equal(keyedReply.status, 200);
  // The first holder had left before the new request came; the slot of the last one was too late.
  const servedReplies = keylessReplies.slice(1).filter(({ status }) => status === 200);
  assert.ok(
    servedReplies.length >= 2 && servedReplies.every(({ at }) => at > keyedReply.at),
    "the request with an API key went upstream before the waiting keyless ones",
  );
});
