// Limits and budgets of one gateway, the same in workerd, Node, Deno and Bun; and the numbers that they are kept as.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { createGateway } from "ton-edge/gateway";

import { generationalMap } from "../../pkg/lib/util/bounded-maps.js";
import * as keep from "../../pkg/lib/gateway/limits/core.js";
import { createSlotQueue } from "../../pkg/lib/gateway/limits/queue.js";
import limits from "./scenarios/limits.mjs";
import { play } from "./scenarios/play.mjs";

play("limits", limits);

describe("callers counted in the isolate", () => {
  for (const { keyless, expected } of [
    { keyless: 1, expected: [200, 429] },
    { keyless: 100, expected: [200, 200] },
  ]) {
    test(`serve requests: ${keyless} per second`, async () => {
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

describe("what callers have used", () => {
  const rule = (key, rate = 1, burst = 1) => ({ key, intervalMs: 1000 / rate, burst });
  const START = 1e12;

  test("a million distinct callers take no more memory than a hundred thousand", () => {
    const callers = generationalMap(100_000, { renewsOnGet: false });
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc");
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = heap();
    for (let at = 0; at < 1_000_000; at += 1)
      callers.set(`ip:2001:db8:${(at >> 16).toString(16)}:${(at & 65535).toString(16)}::/64`, START + at);
    assert.ok(callers.size <= 100_000);
    assert.ok(heap() - before < 32 * 1024 * 1024, `${(heap() - before) / 1024 / 1024} MiB`);
    assert.equal(callers.get("ip:2001:db8:0:0::/64"), undefined, "the oldest is forgotten");
    assert.ok(callers.get("ip:2001:db8:f:423f::/64") > START);
  });

  test("who is forgotten has what a new caller has, and that only after as many others", () => {
    const most = 100;
    const callers = generationalMap(most, { renewsOnGet: false });
    const pass = (key, now) => keep.countAgainstLimits(callers, [rule(key, 0.001, 3)], 1, now)[0].allowed;
    for (let turn = 0; turn < 5; turn += 1) assert.equal(pass("me", START), turn < 3);
    // While fewer others come, nothing comes back.
    for (let other = 0; other < most / 2 - 1; other += 1) pass(`other ${other}`, START);
    assert.equal(pass("me", START), false);
    for (let other = 0; other < most; other += 1) pass(`more ${other}`, START);
    let passed = 0;
    for (let turn = 0; turn < 10; turn += 1) passed += pass("me", START);
    assert.equal(passed, 3);
  });

  test("hours of a caller who asks all the time are his rate and one burst", () => {
    const callers = generationalMap(1000, { renewsOnGet: false });
    let passed = 0;
    const hours = 3;
    for (let at = 0; at < hours * 3_600_000; at += 250)
      passed += keep.countAgainstLimits(callers, [rule("me", 2, 5), rule("all", 1.5, 50)], 1, START + at)[0].allowed;
    assert.ok(passed <= hours * 3600 * 1.5 + 50 && passed >= hours * 3600 * 1.5, String(passed));
  });
});

describe("places in line", () => {
  const holders = (names) =>
    Object.fromEntries([...names].map((name) => [name, { isKeyed: false, end: 1e9, seen: 0 }]));

  test("a free place goes to the one behind, and to newcomers after", () => {
    const places = createSlotQueue();
    const { a, b, c } = holders("abc");
    places.add(a, 1, 1000, 1500, 0);
    places.add(b, 1, 2000, 2500, 0);
    assert.equal(places.forward(b, 100).from, 2000, "nothing is free");
    places.leave(a);
    assert.equal(places.take(c, 100, 500), false, "too late for this one");
    assert.equal(places.forward(b, 200).from, 1000);
    assert.equal(places.take(c, 300, 2000), true);
    assert.equal(places.forward(c, 300).from, 2000);
    places.use(b);
    assert.equal(places.length, 1);
  });

  test("who has not been seen for long has left; what is over is gone and counted", () => {
    const places = createSlotQueue();
    const { a, b, c, d, e } = holders("abcde");
    places.add(a, 3, 0, 500, 0);
    places.use(a);
    assert.ok(places.take(b, 100, 1) && places.take(c, 100, 1));
    assert.equal(places.take(d, 100, 1), false);
    places.add(d, 1, 1200, 1700, 100);
    assert.deepEqual(
      [600, 750].map((now) => places.waiting(now)),
      [1, 0],
      "those that are over are nobody's",
    );
    assert.equal(places.take(e, 650, 2000), false);
    assert.equal(places.take(e, 750, 2000), true);
    assert.equal(places.forward(d, 750), undefined);
    assert.equal(places.lost(), 2);
    assert.equal(places.lost(), 0);
  });

  test("a place is used once, however long the machine stood still", () => {
    const places = createSlotQueue();
    const { a, b } = holders("ab");
    places.add(a, 1, 1000, 1500, 0);
    // After a pause of the whole process a newcomer comes first, and the one who slept wakes then.
    assert.equal(places.take(b, 900, 2000), true);
    assert.equal(places.forward(a, 901), undefined);
    places.leave(a);
    assert.equal(places.forward(b, 1000).from, 1000);
  });
});
