// The responses that the gateway caches: its modules on a simulated clock, and the whole gateway in workerd, Node, Deno and Bun.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, mock, test } from "node:test";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Miniflare } from "miniflare";
import { createGateway } from "ton-edge/gateway";

import { createGateway as createGatewayFrom } from "../../pkg/lib/gateway/create-gateway.js";
import { Gateway } from "../../pkg/lib/gateway/gateway.js";
import { computeAge, judgeFreshness } from "../../pkg/lib/gateway/cache/freshness.js";
import { createStore } from "../../pkg/lib/gateway/cache/store.js";
import { createSingleFlight } from "../../pkg/lib/gateway/cache/single-flight.js";
import { getTextOwner } from "../../pkg/lib/gateway/http/text-body.js";
import { BodyInMemory, createByteCounter } from "../../pkg/lib/gateway/http/byte-counter.js";
import { createLruMap } from "../../pkg/lib/util/bounded-maps.js";
import { createPool, readBodyText, readShortBody, watchStream } from "../../pkg/lib/gateway/upstream/body.js";
import { bundleProgram } from "../helpers/bundle.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";
import { onSimulatedClock } from "../helpers/simulated-clock.mjs";
import { startFleet } from "../runtimes/fleet.mjs";
import scenarios from "./scenarios/cache.mjs";
import { play } from "./scenarios/play.mjs";
import { findLeaks, UPSTREAM_KEYS, CALLER_KEYS } from "./scenarios/secrets.mjs";
import { respondWith, makeService, waitUntil } from "../upstream/service-of.mjs";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

const makeEntry = (body, overrides = {}) => ({
  status: 200,
  headers: [["content-type", "application/json"]],
  body,
  size: Buffer.byteLength(body),
  tag: "t",
  control: "max-age=1",
  stored: 0,
  fresh: 1000,
  stale: 1000,
  failing: 30_000,
  ...overrides,
});

test("a cache that a reload leaves in use alerts by the new settings of the log", async () => {
  const failSource = () => Promise.reject(new Error("away"));
  /** @type {string[][]} */
  const logs = [[], []];
  let previousGateway;
  for (const [index, lines] of logs.entries()) {
    const settings = {
      mainnet: "https://gateway.example",
      limits: UNLIMITED,
      fetch: async () => Response.json({ jetton_masters: [], address_book: {}, metadata: {} }),
      cache: { adapter: { get: failSource, put: failSource } },
      logLevel: "warn",
      log: (/** @type {string} */ line) => void lines.push(JSON.parse(line).code),
    };
    const { fetch } = createGatewayFrom(settings, (config) => (previousGateway = new Gateway(config, previousGateway)));
    await fetch(new Request(`https://gw.example/api/v3/jetton/masters?limit=${index + 1}`));
    // One alert for the lookup, one for the entry that it could not store.
    await waitUntil(() => lines.length === 2, "the alerts");
  }
  assert.deepEqual(logs, Array(2).fill(["cache_unavailable", "cache_unavailable"]));
});

describe("responses in memory", () => {
  test("a million different cache keys stay within the byte limit, in the cache's count and in the process", () => {
    const maxBytes = 4 * 1024 * 1024;
    const entries = createLruMap(maxBytes);
    collect();
    const memoryBefore = process.memoryUsage().heapUsed;
    for (let index = 0; index < 1_000_000; index += 1) {
      entries.put(
        `mainnet/v3/transactions?account=0:${index.toString(16).padStart(64, "0")}&limit=10`,
        makeEntry(`{"n":${index},"more":"${"x".repeat(index % 700)}"}`),
      );
      if (index % 997 === 0) entries.get("mainnet/v3/transactions?account=hot");
      assert.ok(entries.bytes <= maxBytes);
    }
    collect();
    const heldBytes = process.memoryUsage().heapUsed - memoryBefore;
    assert.ok(entries.size > 1000 && entries.bytes > maxBytes * 0.9);
    assert.ok(heldBytes < 1.2 * maxBytes, `${heldBytes} bytes held for ${entries.bytes} counted`);
  });

  test("the cache evicts the least recently used entry", () => {
    const entries = createLruMap(10_000);
    for (const name of "abc") entries.put(name, makeEntry("x".repeat(2000)));
    entries.get("a");
    for (const name of "de") entries.put(name, makeEntry("x".repeat(2000)));
    assert.deepEqual(
      [..."abcde"].map((name) => entries.get(name) !== undefined),
      [true, false, false, true, true],
    );
    entries.put("big", makeEntry("x".repeat(20_000)));
    assert.equal(entries.get("big"), undefined);
    assert.ok(entries.get("a"), "an entry that does not fit evicts no other entry");
    entries.put("a", makeEntry("y"));
    assert.equal(entries.get("a").body, "y");
    entries.delete("a");
    assert.equal(entries.get("a"), undefined);
    for (const name of "abcdefgh") entries.delete(name);
    assert.deepEqual([entries.bytes, entries.size], [0, 0]);
  });

  test("texts with characters beyond ASCII count two bytes per character, as engines store them", () => {
    const [plainMap, wideMap] = [createLruMap(100_000), createLruMap(100_000)];
    plainMap.put("k", makeEntry("x".repeat(1000)));
    wideMap.put("k", makeEntry("ж".repeat(1000)));
    assert.equal(wideMap.bytes - plainMap.bytes, 1000);
  });
});

test("an entry is fresh, then stale, then gone, over simulated hours", () => {
  const entry = makeEntry("{}", { stored: 1_000_000, fresh: 60_000, stale: 10_000, failing: 3_600_000 });
  const judgeAt = (ms) => judgeFreshness(entry, 1_000_000 + ms);
  assert.deepEqual([0, 59_999, 60_000, 69_999, 70_000, 3_659_999, 3_660_000, 1e12].map(judgeAt), [
    "fresh",
    "fresh",
    "stale",
    "stale",
    "failing",
    "failing",
    "gone",
    "gone",
  ]);
  assert.deepEqual(
    [-4000, -6000, -1e9].map(judgeAt),
    ["fresh", "gone", "gone"],
    "an entry of a slightly faster clock is fresh",
  );
  assert.equal(computeAge(entry, 999_000), 0, "the age is never negative");
  const shortEntry = { ...entry, stale: 0, failing: 0 };
  assert.equal(judgeFreshness(shortEntry, 1_060_000), "gone");
});

describe("single-flight", () => {
  const advanceTime = (ms) =>
    new Promise((resolve) =>
      setImmediate(() => {
        mock.timers.tick(ms);
        setImmediate(resolve);
      }),
    );
  const distantContext = /** @type {{ deadline: number, staleAt: number, signal: AbortSignal }} */ ({
    deadline: 1e15,
    staleAt: Infinity,
  });

  test("single-flight: a leader that dies silently is replaced by one follower within a second, and its attempts count", async (t) => {
    mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
    t.after(() => mock.timers.reset());
    const timers = [];
    const realSetInterval = globalThis.setInterval;
    t.mock.method(globalThis, "setInterval", (...timerArgs) => {
      timers.push(/** @type {any} */ (realSetInterval)(...timerArgs));
      return timers.at(-1);
    });
    const singleFlight = createSingleFlight(Date.now);
    const flight = singleFlight.join("k");
    flight.attempts = 1;
    singleFlight.lead(flight, () => new Promise(() => {})).catch(() => {});
    const states = [];
    let leaderCount = 0;
    const follow = async () => {
      assert.equal(singleFlight.join("k"), flight);
      for (;;) {
        const state = await singleFlight.follow(flight, distantContext);
        states.push(state);
        if (state !== "lead") return;
        leaderCount += 1;
        await singleFlight.lead(flight, () => new Promise((resolve) => setTimeout(resolve, 500, { shared: { n: 1 } })));
      }
    };
    const followers = Array.from({ length: 20 }, follow);
    for (let index = 0; index < 100; index += 1) await advanceTime(50);
    assert.deepEqual(states, [], "followers wait for a leader that still runs, however long it takes");
    // This is how workerd ends a request: all of its timers stop.
    for (const timer of timers) clearInterval(timer);
    for (let ms = 0; ms < 1000; ms += 10) await advanceTime(10);
    assert.equal(leaderCount, 1, "a follower takes over within a second");
    for (let ms = 0; ms < 1000; ms += 10) await advanceTime(10);
    await Promise.all(followers);
    assert.deepEqual([leaderCount, flight.attempts, flight.shared], [1, 1, { n: 1 }]);
  });

  test("callers of a shared request have their own deadlines, may disconnect, and get the shared outcome", () =>
    onSimulatedClock(async () => {
      const singleFlight = createSingleFlight();
      let land;
      const flight = singleFlight.join("k");
      const leadingCall = singleFlight.lead(flight, () => new Promise((resolve) => (land = resolve)));
      assert.equal(await singleFlight.follow(flight, { ...distantContext, deadline: performance.now() + 30 }), "late");
      assert.equal(performance.now(), 30);
      assert.equal(await singleFlight.follow(flight, { ...distantContext, staleAt: performance.now() + 30 }), "stale");
      assert.ok(performance.now() >= 60 && performance.now() < 80, "at the follower's next check");
      assert.equal(await singleFlight.follow(flight, { ...distantContext, signal: AbortSignal.abort() }), "gone");
      const followers = [singleFlight.follow(flight, distantContext), singleFlight.follow(flight, distantContext)];
      land({ shared: { n: 1 } });
      await leadingCall;
      assert.deepEqual([...(await Promise.all(followers)), flight.shared], ["over", "over", { n: 1 }]);
    }));

  test("an uncached response stays shared for half a second, then frees its memory; a private one is not shared", async (t) => {
    mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
    t.after(() => mock.timers.reset());
    const singleFlight = createSingleFlight(Date.now);
    let releaseCount = 0;
    const completeFlight = async (isShared) => {
      const flight = singleFlight.join("k");
      await singleFlight.lead(flight, async () => ({ shared: isShared }));
      singleFlight.leave(flight);
      return flight;
    };
    const flight = await completeFlight({ status: 502, release: () => (releaseCount += 1) });
    mock.timers.tick(499);
    assert.deepEqual([singleFlight.join("k"), releaseCount], [flight, 0]);
    singleFlight.leave(flight);
    mock.timers.tick(1);
    assert.deepEqual([singleFlight.size, releaseCount], [0, 1]);
    for (const emptyResult of [{ entry: {} }, { status: 200, isPrivate: true, release: () => (releaseCount += 1) }]) {
      await completeFlight(emptyResult);
      assert.equal(singleFlight.size, 0);
    }
    assert.equal(releaseCount, 2);
  });

  test("a follower takes over from a leader without an outcome, and from one at its deadline if the follower has more time", async () => {
    const singleFlight = createSingleFlight();
    const flight = singleFlight.join("k");
    singleFlight.join("k");
    await assert.rejects(
      singleFlight.lead(flight, async () => {
        throw new Error("x");
      }),
      /x/,
    );
    assert.equal(await singleFlight.follow(flight, distantContext), "lead");
    await singleFlight.lead(flight, async () => ({ lost: true }));
    assert.equal(await singleFlight.follow(flight, distantContext), "lead");
    await singleFlight.lead(flight, async () => ({ late: true, shared: { status: 504 } }));
    assert.equal(await singleFlight.follow(flight, distantContext), "lead");
    singleFlight.leave(flight);
    await singleFlight.lead(flight, async () => ({ late: true, shared: { status: 504 } }));
    assert.equal(
      await singleFlight.follow(flight, distantContext),
      "over",
      "no other caller waits for the late response",
    );
  });

  test("the leader of a shared request leaves no timer behind", async (t) => {
    const clearMock = t.mock.method(globalThis, "clearInterval");
    const singleFlight = createSingleFlight();
    await singleFlight.lead(singleFlight.join("k"), async () => ({ lost: true }));
    await assert.rejects(
      singleFlight.lead(singleFlight.join("k"), async () => {
        throw new Error("x");
      }),
    );
    assert.equal(clearMock.mock.callCount(), 2);
  });

  test("when its last caller disconnects, a shared request is aborted, unless it refreshes the cache", () => {
    for (const isRefresh of [false, true]) {
      const singleFlight = createSingleFlight();
      const flight = singleFlight.join("k");
      singleFlight.join("k");
      flight.stop = new AbortController();
      flight.isRefresh = isRefresh;
      singleFlight.lead(flight, () => new Promise(() => {}));
      singleFlight.leave(flight);
      assert.equal(flight.stop.signal.aborted, false);
      singleFlight.leave(flight);
      assert.equal(flight.stop.signal.aborted, !isRefresh);
    }
  });

  test("a response that is too long to share is requested by one caller after another, and no caller blocks the next one", () =>
    onSimulatedClock(async () => {
      const singleFlight = createSingleFlight();
      const flight = singleFlight.join("k");
      await singleFlight.lead(flight, async () => ({ unshared: true, answer: {} }));
      assert.equal(singleFlight.join("k"), flight, "the flight is shared as long as a caller waits or reads");
      const makeContextWithin = (ms) =>
        /** @type {{ deadline: number, maxSlots: number, signal: AbortSignal }} */ ({
          deadline: performance.now() + ms,
          maxSlots: 2,
        });
      const [first, second] = [
        await singleFlight.waitForSlot(flight, makeContextWithin(10_000)),
        await singleFlight.waitForSlot(flight, makeContextWithin(10_000)),
      ];
      assert.equal(await singleFlight.waitForSlot(flight, makeContextWithin(60)), "late");
      /** @type {any} */ (first)();
      /** @type {any} */ (first)();
      const third = await singleFlight.waitForSlot(flight, makeContextWithin(20));
      assert.equal(typeof third, "function");
      assert.equal(
        typeof (await singleFlight.waitForSlot(flight, makeContextWithin(1000))),
        "function",
        "the turn of the third caller ended by itself",
      );
      singleFlight.leave(flight);
      singleFlight.leave(flight);
      for (const end of /** @type {any[]} */ ([second, third])) end();
      assert.notEqual(singleFlight.size, 0, "the fourth caller still reads");
    }));

  test("shared requests without callers do not accumulate", (t) => {
    mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
    t.after(() => mock.timers.reset());
    const singleFlight = createSingleFlight(Date.now);
    for (let index = 0; index < 1000; index += 1) singleFlight.join(`dead ${index}`);
    mock.timers.tick(6000);
    for (let index = 0; index < 300; index += 1) singleFlight.join(`new ${index}`);
    assert.equal(singleFlight.size, 300);
  });
});

describe("responses from the cache", () => {
  // gateway/scenarios/cache.mjs tests the other differences between hits in every runtime.
  test("the Age of cached responses follows the clock, second by second", async (t) => {
    t.mock.timers.enable({ apis: ["Date"], now: 1_700_000_000_000 });
    const service = await makeService(respondWith(200, { workchain: 0, seqno: 7 }));
    t.after(service.close);
    const gateway = createGateway({ mainnet: { baseUrl: service.url }, logLevel: "off" });
    const readStatusAfter = async (ms) => {
      t.mock.timers.tick(ms);
      const { headers, body } = await gateway.fetch(new Request("http://gateway/api/v3/masterchainInfo"), {});
      await body?.cancel();
      return [headers.get("cache-status").replace("ton-edge; ", ""), headers.get("age")];
    };
    assert.deepEqual(await readStatusAfter(0), ["fwd=miss; stored", null]);
    for (const ms of [0, 0, 0]) assert.deepEqual(await readStatusAfter(ms), ["hit; ttl=1", "0"]);
    for (const ms of [400, 0, 0]) assert.deepEqual(await readStatusAfter(ms), ["hit; ttl=0", "0"]);
    // An older response has a higher Age, however often it was served before.
    assert.equal((await readStatusAfter(1100))[1], "1");
    assert.ok(service.seen.length <= 2);
  });
});

describe("reading upstream bodies", () => {
  const makeStream = (...chunks) =>
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(Buffer.from(chunk));
        controller.close();
      },
    });
  const byteCounter = createByteCounter(1000);
  const makeCounts = (pool = undefined) => ({ pool, memory: new BodyInMemory(byteCounter, false) });

  test("an upstream body is read as a whole or as a stream", async () => {
    const allCounts = makeCounts();
    assert.deepEqual(await readBodyText(makeStream("a", "ж"), 10, allCounts), { text: "aж", size: 3, pooledBytes: 0 });
    assert.equal(byteCounter.total, 3);
    allCounts.memory.forget();
    assert.deepEqual(await readBodyText(null, 10, makeCounts()), { text: "", size: 0, pooledBytes: 0 });
    const { stream, reason } = await readBodyText(makeStream("abc", "def", "ghi"), 5, makeCounts());
    assert.equal(byteCounter.total, 6);
    assert.deepEqual([reason, await new Response(stream).text()], ["too-large", "abcdefghi"]);
    const notText = await readBodyText(makeStream([0xff, 0x41]), 5, makeCounts());
    assert.deepEqual(
      [notText.reason, [...new Uint8Array(await new Response(notText.stream).arrayBuffer())]],
      ["no-text", [0xff, 0x41]],
    );
    const readBody = (bytes) => readShortBody(new Response(bytes), makeCounts().memory);
    assert.deepEqual(await readBody("aж"), { text: "aж", size: 3, pooledBytes: 0 });
    const { stream: rest } = await readBody(Buffer.from([0xff, 0x41]));
    assert.deepEqual([...new Uint8Array(await new Response(rest).arrayBuffer())], [0xff, 0x41]);
    assert.equal(byteCounter.total, 0, "bytes that a stream has passed on do not count");
    const markedBody = await readBodyText(makeStream("\ufeff{}"), 9, makeCounts());
    assert.equal(markedBody.text, "\ufeff{}");
  });

  test("long responses share a pool of bytes and return theirs to it", async () => {
    const pool = createPool(8);
    const body = await readBodyText(makeStream("abcdef", "ghi"), 4, makeCounts(pool));
    assert.deepEqual([body.text, body.pooledBytes, pool.pooledBytes], ["abcdefghi", 5, 5]);
    const secondBody = await readBodyText(makeStream("abcdef", "ghi"), 4, makeCounts(pool));
    assert.deepEqual(
      [await new Response(secondBody.stream).text(), secondBody.reason, pool.pooledBytes],
      ["abcdefghi", "too-large", 5],
    );
    pool.release(body.pooledBytes);
    const cutStream = new ReadableStream({
      pull: (controller) => (
        cutStream.sent ? controller.error(new Error("cut")) : controller.enqueue(Buffer.alloc(8)),
        (cutStream.sent = true)
      ),
    });
    await assert.rejects(readBodyText(cutStream, 4, makeCounts(pool)), /cut/);
    assert.deepEqual(
      [
        (await readBodyText(makeStream([0x41, 0x41, 0x41, 0x41, 0x41, 0xff]), 4, makeCounts(pool))).reason,
        pool.pooledBytes,
      ],
      ["no-text", 0],
    );
  });

  test("the end of a body's stream is reported once: complete, failed, or cancelled", async () => {
    const endNotes = [];
    const onEnd = (name) => (endReason) => endNotes.push([name, endReason]);
    await new Response(watchStream(makeStream("a", "b"), onEnd("whole"))).text();
    let pullCount = 0;
    const cutStream = new ReadableStream({
      pull: (controller) =>
        (pullCount += 1) > 1 ? controller.error(new Error("cut")) : controller.enqueue(Buffer.from("a")),
    });
    await assert.rejects(new Response(watchStream(cutStream, onEnd("cut"))).text());
    await watchStream(makeStream("a"), onEnd("left")).cancel();
    assert.deepEqual(endNotes, [
      ["whole", "whole"],
      ["cut", "broken-off"],
      ["left", "cancelled"],
    ]);
  });
});

describe("a cache store that the operator provides", () => {
  const makeBlockResponse = () => new Response('{"last":[1]}', { headers: { "content-type": "application/json" } });
  const makeCache = (adapter, alerts = []) => {
    let count = 0;
    const fetch = async () => ((count += 1), makeBlockResponse());
    const gateway = createGateway({
      mainnet: { baseUrl: "https://service.example", apiKey: UPSTREAM_KEYS[0] },
      fetch,
      cache: { adapter },
      logLevel: "warn",
      log: (line) => alerts.push(JSON.parse(line)),
    });
    const send = (path = "/api/v3/masterchainInfo", headers = {}) =>
      gateway.fetch(new Request(`http://gw${path}`, { headers }), { A: 1 }, { waitUntil() {} });
    return { send, count: () => count, alerts };
  };
  const createSharedStore = () => {
    const map = new Map();
    return {
      map,
      get: async (key) => map.get(key),
      put: async (key, entry) => void map.set(key, structuredClone(entry)),
    };
  };

  test("gateways share the operator's cache store, which never contains an API key", async () => {
    const store = createSharedStore();
    const [firstProcess, otherProcess] = [makeCache(store), makeCache(store)];
    await (
      await firstProcess.send(`/api/v3/masterchainInfo?api_key=${encodeURIComponent(CALLER_KEYS.foreign)}`, {
        "x-api-key": CALLER_KEYS.foreign,
        origin: "https://a.example",
      })
    ).text();
    const reply = await otherProcess.send();
    assert.match(reply.headers.get("cache-status"), /hit/);
    assert.deepEqual([await reply.text(), firstProcess.count(), otherProcess.count()], ['{"last":[1]}', 1, 0]);
    const storedText = JSON.stringify([...store.map]);
    assert.deepEqual(findLeaks(storedText), []);
    assert.ok(!storedText.includes("a.example") && !storedText.includes("request-id"));
    assert.deepEqual(Object.keys([...store.map.values()][0]).sort(), [
      "began",
      "body",
      "control",
      "failing",
      "fresh",
      "headers",
      "size",
      "stale",
      "status",
      "stored",
      "tag",
    ]);
  });

  describe("an entry of a lower block never replaces one of a higher block", () => {
    const KEY = "mainnet/v3/masterchainInfo";
    /** @returns {any} */
    const makeEntryAt = (seqno, overrides = {}) => makeEntry(`{"last":{"seqno":${seqno}}}`, { seqno, ...overrides });
    const context = /** @type {any} */ ({ env: {}, ctx: {}, record: {} });
    /** A gateway's store in front of a store that other gateways also use. */
    const storeBefore = (adapter) => {
      const failOnAlert = (problem) => assert.fail(JSON.stringify(problem));
      const urls = { mainnet: [], testnet: [] };
      return createStore({ maxBytes: 1_000_000, adapter: "own" }, { urls, adapter, log: { alert: failOnAlert } });
    };
    const settle = () => new Promise((resolve) => setTimeout(resolve, 10));

    test("if another gateway has stored the higher one during the request", async () => {
      const sharedStore = createSharedStore();
      const [firstProcess, otherProcess] = [storeBefore(sharedStore), storeBefore(sharedStore)];
      const storedAt = Date.now();
      otherProcess.put(KEY, makeEntryAt(101, { stored: storedAt }), context);
      await settle();
      firstProcess.put(KEY, makeEntryAt(100, { stored: storedAt }), context);
      await settle();
      assert.equal(sharedStore.map.get(KEY).seqno, 101);
      assert.equal(firstProcess.memory.get(KEY).seqno, 101, "the gateway serves the higher one from now on");
      otherProcess.put(KEY, makeEntryAt(102, { stored: storedAt }), context);
      await settle();
      assert.equal(sharedStore.map.get(KEY).seqno, 102);
    });

    test("if another gateway has stored the lower one", async () => {
      const sharedStore = createSharedStore();
      const store = storeBefore(sharedStore);
      const storedAt = Date.now() - 1500;
      store.put(KEY, makeEntryAt(101, { stored: storedAt }), context);
      await settle();
      sharedStore.map.set(KEY, makeEntryAt(100, { stored: Date.now() }));
      const storedEntry = await store.find(KEY, () => false, context);
      assert.deepEqual([storedEntry.seqno, store.memory.get(KEY).seqno], [101, 101]);
    });

    test("unless the higher one may not be served any more", async () => {
      const sharedStore = createSharedStore();
      const store = storeBefore(sharedStore);
      sharedStore.map.set(KEY, makeEntryAt(101, { stored: Date.now() - 60_000 }));
      store.put(KEY, makeEntryAt(100, { stored: Date.now() }), context);
      await settle();
      assert.equal(sharedStore.map.get(KEY).seqno, 100);
    });
  });

  test("the operator's cache store may fail, hang or return nonsense", async () => {
    for (const get of [
      () => {
        throw new Error("on fire");
      },
      async () => {
        throw new TypeError("x");
      },
      () => new Promise(() => {}),
      () => 7,
      () => ({}),
      () => ({ ...makeEntry("{}"), headers: [["a"]] }),
      () => null,
    ]) {
      const { send, count, alerts } = makeCache({
        get,
        put: () => {
          throw new Error("full");
        },
      });
      assert.equal((await send()).status, 200);
      assert.match((await send()).headers.get("cache-status"), /hit/, "the entry in memory is read first");
      assert.equal(count(), 1);
      assert.ok(
        alerts.length >= 1 && alerts.every(({ code, level }) => code === "cache_unavailable" && level === "warn"),
      );
    }
  });

  test("a shared store that does not respond within half a second raises an alert", async () => {
    const { send, alerts } = makeCache({ get: () => new Promise(() => {}), put() {} });
    assert.equal((await send()).status, 200);
    assert.deepEqual(
      alerts.map(({ code, alert }) => [code, alert]),
      [["cache_unavailable", "the cache failed to find an entry: no response within 500 ms"]],
    );
  });

  test("a Cache API that does not exist is a configuration error", async () => {
    const { send } = makeCache("cache-api");
    const reply = await send();
    assert.deepEqual([reply.status, (await reply.json()).reason], [500, "config_invalid"]);
  });
});

test("responses to hits name their entry to the server, which counts its text once", async () => {
  const gateway = createGateway({
    mainnet: "https://gateway.example",
    limits: UNLIMITED,
    logLevel: "off",
    fetch: async () => Response.json({ jetton_masters: [], address_book: {}, metadata: {} }),
  });
  const request = (limit) => gateway.fetch(new Request(`https://gw.example/api/v3/jetton/masters?limit=${limit}`));
  await request(1);
  await request(2);
  const owners = [];
  for (const limit of [1, 1, 2]) owners.push(getTextOwner(await request(limit)));
  assert.notEqual(owners[0], undefined);
  assert.equal(owners[0], owners[1]);
  assert.notEqual(owners[0], owners[2]);
});

test("an alert of a refresh names the client whose request began it", async () => {
  const lines = [];
  let isUp = true;
  const gateway = createGateway({
    mainnet: "https://gateway.example",
    limits: UNLIMITED,
    retries: 0,
    log: (line) => lines.push(JSON.parse(line)),
    fetch: async () => {
      if (isUp) return Response.json({ last: { seqno: 1 } });
      throw new TypeError("fetch failed");
    },
  });
  const request = () =>
    gateway.fetch(new Request("https://gw.example/api/v3/masterchainInfo"), {}, { address: "192.0.2.7" });
  await request();
  isUp = false;
  while (!/ttl=-/.test((await request()).headers.get("cache-status")))
    await new Promise((resolve) => setTimeout(resolve, 50));
  await waitUntil(() => lines.some(({ event }) => event === "alert"), "the alert");
  const { client } = lines.find(({ event }) => event === "alert");
  assert.match(client, /^[0-9a-f]{16}$/);
  assert.deepEqual(new Set(lines.map((line) => line.client)), new Set([client]));
});

test("two gateways of a runtime share entries by the Cache API", async (t) => {
  const entries = new Map();
  const cache = {
    match: async (url) => entries.get(url)?.clone(),
    put: async (url, response) => void entries.set(url, response),
  };
  Object.assign(globalThis, { caches: { default: cache } });
  t.after(() => Reflect.deleteProperty(globalThis, "caches"));
  let fetchCount = 0;
  const request = async () => {
    const gateway = createGateway({
      mainnet: "https://gateway.example",
      limits: UNLIMITED,
      logLevel: "off",
      fetch: async () =>
        Response.json({ jetton_masters: [{ fetches: (fetchCount += 1) }], address_book: {}, metadata: {} }),
      cache: { adapter: "cache-api" },
    });
    const response = await gateway.fetch(new Request("https://gw.example/api/v3/jetton/masters?limit=1"));
    return [(await response.json()).jetton_masters[0].fetches, /hit/.test(response.headers.get("cache-status"))];
  };
  assert.deepEqual(await request(), [1, false]);
  await waitUntil(() => entries.size === 1, "the entry is stored");
  assert.deepEqual(await request(), [1, true]);
  const [[url, storedEntry]] = entries;
  assert.doesNotMatch(url, /gateway\.example/, "a base URL may have a secret");
  assert.match(storedEntry.headers.get("cache-control"), /^public, max-age=\d+$/);
});

describe("the Cache API", () => {
  const makeConfig = (url) => ({
    mainnet: { baseUrl: url, apiKey: UPSTREAM_KEYS[0] },
    cache: { adapter: "cache-api" },
    logLevel: "warn",
  });

  /** Two gateways that share only the runtime. */
  const TWO_PROCESSES = {
    async Deno(url, otherUrl) {
      const fleet = await startFleet("Deno", [makeConfig(url), makeConfig(url), makeConfig(otherUrl)]);
      return { urls: fleet.urls, close: () => fleet.close() };
    },
    async workerd(url, otherUrl) {
      const program = `
import { createGateway } from "ton-edge/gateway";
const gateways = ${JSON.stringify([makeConfig(url), makeConfig(url), makeConfig(otherUrl)])}.map((config) => createGateway({ ...config, log: (line) => console.log(line) }));
export default {
  fetch(request, env, ctx) {
    const { pathname, search } = new URL(request.url);
    return gateways[Number(pathname[1])].fetch(new Request("http://gw" + pathname.slice(2) + search, request), env, ctx);
  },
};`;
      const wasm = fileURLToPath(new URL("../../pkg/dist/gateway.wasm", import.meta.url));
      const worker = new Miniflare({
        host: "127.0.0.1",
        port: 0,
        cf: false,
        telemetry: { enabled: false },
        compatibilityDate: "2026-04-01",
        modulesRoot: "/",
        modules: [
          {
            type: "ESModule",
            path: "/main.mjs",
            contents: await bundleProgram(program, { "ton-edge/gateway": "../pkg/dist/gateway.workerd.js" }),
          },
          { type: "CompiledWasm", path: "/gateway.wasm", contents: readFileSync(wasm) },
        ],
      });
      const { origin } = await worker.ready;
      return { urls: [0, 1, 2].map((index) => `${origin}/${index}`), close: () => worker.dispose() };
    },
  };

  for (const [runtime, start] of Object.entries(TWO_PROCESSES)) {
    test(`gateways share responses through the Cache API in ${runtime}, but not those of other upstreams`, {
      timeout: 60_000,
    }, async (t) => {
      // Deno's cache outlives a process, so each run uses a new cache key.
      const path = `/api/v3/vesting?contract_address=0:${randomBytes(32).toString("hex")}`;
      const service = await makeService((request, response, count) =>
        respondWith(200, { vesting_contracts: [], rows: [count] })(request, response),
      );
      const unrelatedService = await makeService(respondWith(200, { vesting_contracts: [], rows: ["another"] }));
      const { urls, close } = await start(service.url, unrelatedService.url);
      t.after(async () => {
        await close();
        await Promise.all([service.close(), unrelatedService.close()]);
      });
      const send = async (index) => {
        const response = await fetch(urls[index] + path);
        return [response.headers.get("cache-status").split(";")[1].trim(), (await response.json()).rows[0]];
      };
      assert.deepEqual(await send(0), ["fwd=miss", 1]);
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.deepEqual(await send(1), ["hit", 1]);
      assert.deepEqual(await send(2), ["fwd=miss", "another"]);
      assert.equal(service.seen.length, 1);
    });
  }
});

play("cache", scenarios);
