// Limits and budgets of one gateway, the same in workerd, Node, Deno and Bun; and how the gateway stores their counts.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { createGateway } from "ton-edge/gateway";

import { createGenerationalMap } from "../../pkg/lib/util/bounded-maps.js";
import * as core from "../../pkg/lib/gateway/limits/core.js";
import { createSlotQueue } from "../../pkg/lib/gateway/limits/queue.js";
import limits from "./scenarios/limits.mjs";
import { play } from "./scenarios/play.mjs";

play("limits", limits);

describe('`limits.callers: "isolate"`', () => {
  for (const { keyless, expected } of [
    { keyless: 1, expected: [200, 429] },
    { keyless: 100, expected: [200, 200] },
  ]) {
    test(`a gateway that counts callers in the isolate permits ${keyless} per second`, async () => {
      const fetch = async () => Response.json({ ok: true, result: {} });
      const gateway = createGateway({
        cache: { adapter: "none" },
        fetch,
        limits: { callers: "isolate", keyless, budget: "off" },
      });
      const call = () => gateway.fetch(new Request("https://gateway.example/api/v2/getMasterchainInfo"));
      assert.deepEqual([(await call()).status, (await call()).status], expected);
    });
  }
});

describe("limits count per caller", () => {
  const makeRule = (key, rate = 1, burst = 1) => ({ key, intervalMs: 1000 / rate, burst });
  const START = 1e12;

  test("a million distinct callers take no more memory than a hundred thousand", () => {
    const callers = createGenerationalMap(100_000, { renewsOnGet: false });
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc");
    const measureHeap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const memoryBefore = measureHeap();
    for (let index = 0; index < 1_000_000; index += 1)
      callers.set(`ip:2001:db8:${(index >> 16).toString(16)}:${(index & 65535).toString(16)}::/64`, START + index);
    assert.ok(callers.size <= 100_000);
    assert.ok(measureHeap() - memoryBefore < 32 * 1024 * 1024, `${(measureHeap() - memoryBefore) / 1024 / 1024} MiB`);
    assert.equal(callers.get("ip:2001:db8:0:0::/64"), undefined, "the oldest caller is forgotten");
    assert.ok(callers.get("ip:2001:db8:f:423f::/64") > START);
  });

  test("a forgotten caller has the rights of a new one, and is forgotten only after enough others", () => {
    const maxCount = 100;
    const callers = createGenerationalMap(maxCount, { renewsOnGet: false });
    const countRequest = (key, now) => core.countAgainstLimits(callers, [makeRule(key, 0.001, 3)], 1, now)[0].allowed;
    for (let index = 0; index < 5; index += 1) assert.equal(countRequest("me", START), index < 3);
    // Until enough other callers have come, the caller's used slots are not free again.
    for (let otherIndex = 0; otherIndex < maxCount / 2 - 1; otherIndex += 1) countRequest(`other ${otherIndex}`, START);
    assert.equal(countRequest("me", START), false);
    for (let otherIndex = 0; otherIndex < maxCount; otherIndex += 1) countRequest(`more ${otherIndex}`, START);
    let passedCount = 0;
    for (let index = 0; index < 10; index += 1) passedCount += countRequest("me", START);
    assert.equal(passedCount, 3);
  });

  test("a caller who sends without a pause gets the rate plus one burst over hours", () => {
    const callers = createGenerationalMap(1000, { renewsOnGet: false });
    let passedCount = 0;
    const hours = 3;
    for (let index = 0; index < hours * 3_600_000; index += 250)
      passedCount += core.countAgainstLimits(
        callers,
        [makeRule("me", 2, 5), makeRule("all", 1.5, 50)],
        1,
        START + index,
      )[0].allowed;
    assert.ok(passedCount <= hours * 3600 * 1.5 + 50 && passedCount >= hours * 3600 * 1.5, String(passedCount));
  });
});

describe("slots in the queue", () => {
  const listHolders = (names) =>
    Object.fromEntries([...names].map((name) => [name, { isKeyed: false, deadline: 1e9, seenAt: 0 }]));

  test("a free slot goes to the next holder in the queue, and after that to new requests", () => {
    const queue = createSlotQueue();
    const { a, b, c } = listHolders("abc");
    queue.add(a, 1, 1000, 1500, 0);
    queue.add(b, 1, 2000, 2500, 0);
    assert.equal(queue.moveUp(b, 100).from, 2000, "no slot is free");
    queue.leave(a);
    assert.equal(queue.take(c, 100, 500), false, "the slot is too late for this request");
    assert.equal(queue.moveUp(b, 200).from, 1000);
    assert.equal(queue.take(c, 300, 2000), true);
    assert.equal(queue.moveUp(c, 300).from, 2000);
    queue.use(b);
    assert.equal(queue.length, 1);
  });

  test("a holder that was not seen for a while loses its slot; expired slots are dropped and counted", () => {
    const queue = createSlotQueue();
    const { a, b, c, d, e } = listHolders("abcde");
    queue.add(a, 3, 0, 500, 0);
    queue.use(a);
    assert.ok(queue.take(b, 100, 1) && queue.take(c, 100, 1));
    assert.equal(queue.take(d, 100, 1), false);
    queue.add(d, 1, 1200, 1700, 100);
    assert.deepEqual(
      [600, 750].map((now) => queue.countWaiting(now)),
      [1, 0],
      "expired slots have no holder",
    );
    assert.equal(queue.take(e, 650, 2000), false);
    assert.equal(queue.take(e, 750, 2000), true);
    assert.equal(queue.moveUp(d, 750), undefined);
    assert.equal(queue.takeLostCount(), 2);
    assert.equal(queue.takeLostCount(), 0);
  });

  test("a slot is used once, however long the machine stalled", () => {
    const queue = createSlotQueue();
    const { a, b } = listHolders("ab");
    queue.add(a, 1, 1000, 1500, 0);
    // After a pause of the whole process, a new request comes before the paused holder's timer fires.
    assert.equal(queue.take(b, 900, 2000), true);
    assert.equal(queue.moveUp(a, 901), undefined);
    queue.leave(a);
    assert.equal(queue.moveUp(b, 1000).from, 1000);
  });
});
