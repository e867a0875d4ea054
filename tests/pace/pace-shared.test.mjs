// Clients that use one IP share a pace if they can: tabs of a site in real browsers, and processes with a store.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { createClient } from "ton-edge";

import { runDocumented } from "../fleet/documented.mjs";
import { onSimulatedClock } from "../helpers/simulated-clock.mjs";
import { startRedis } from "../fleet/redis.mjs";
import { launch as chromium } from "../runtimes/chromium.mjs";
import { launch as firefox } from "../runtimes/firefox.mjs";
import { serveSuites } from "../runtimes/site.mjs";
import { startReplay } from "../upstream/replay.mjs";

const CALLS = 6;

/** Runs in a tab: returns the number of its calls that got a response. */
const runCalls = ({ url, first: firstSeqno, calls }) =>
  import("ton-edge").then(async ({ createClient }) => {
    const { v3 } = createClient({ baseUrl: url });
    const pendingCalls = Array.from({ length: calls }, (_, index) =>
      v3.blocks({ limit: 1, offset: firstSeqno + index }),
    );
    const settledCalls = await Promise.allSettled(pendingCalls);
    return settledCalls.filter(({ status }) => status === "fulfilled").length;
  });

const listLocks = () =>
  navigator.locks.query().then(({ held, pending }) => [...held, ...pending].map(({ name }) => name));

/** The server's record: the tab of each request by its offset, the refusals, and the seconds from first to last. */
function summarize({ requests }) {
  const takenRequests = requests.filter(({ status }) => status !== 429);
  return {
    order: takenRequests
      .map(({ url }) => (Number(new URL(url, "http://x").searchParams.get("offset")) >= 100 ? "B" : "A"))
      .join(""),
    refused: requests.length - takenRequests.length,
  };
}

// Tabs of one browser context share the site's storage; playwright's `browser.newPage` would open a new context.
const BROWSERS = {
  Chromium: async () => {
    const browser = await chromium();
    return { browser, tabs: await browser.newContext() };
  },
  Firefox: async () => {
    const browser = await firefox();
    return { browser, tabs: browser };
  },
};

// Each test spends nearly all of its time waiting for slots, so the tests run at the same time.
describe("a shared pace on the real clock", { concurrency: true }, () => {
  for (const [name, start] of Object.entries(BROWSERS)) {
    test(`two tabs of a site take turns in ${name}`, { timeout: 120_000 }, async (t) => {
      const server = await startReplay({ rps: 1 });
      const site = await serveSuites({});
      const { browser, tabs } = await start();
      try {
        const [firstPage, secondPage] = [await tabs.newPage(), await tabs.newPage()];
        await Promise.all([firstPage, secondPage].map((page) => page.goto(site.url)));
        const startedAt = performance.now();
        const firstResult = /** @type {any} */ (firstPage.evaluate)(runCalls, {
          url: server.url,
          first: 0,
          calls: CALLS,
        });
        await new Promise((resolve) => setTimeout(resolve, 1500));
        const secondResult = /** @type {any} */ (secondPage.evaluate)(runCalls, {
          url: server.url,
          first: 100,
          calls: CALLS,
        });
        assert.deepEqual(await Promise.all([firstResult, secondResult]), [CALLS, CALLS]);
        const seconds = (performance.now() - startedAt) / 1000;
        const { order, refused: refusedCount } = summarize(server);
        t.diagnostic(`${order}, ${refusedCount} refused, ${seconds.toFixed(1)} s`);
        // On an idle machine the server refuses no request. On a busy one, the first of two requests one second apart may be late, so that the
        // server refuses the second.
        assert.ok(refusedCount <= 3, `${refusedCount} refused: ${order}`);
        assert.ok(!/AAAA|BBBB/.test(order.slice(2, -2)), `no tab waits for the other to end: ${order}`);
        assert.ok(seconds >= 2 * CALLS - 1.2 && seconds < 40, `${seconds} s`);
        // Each lock is released when its request ends.
        await new Promise((resolve) => setTimeout(resolve, 2500));
        assert.deepEqual(
          (await /** @type {any} */ (firstPage.evaluate)(listLocks)).filter((lock) => lock.startsWith("ton-edge")),
          [],
        );
      } finally {
        await browser.close();
        await site.close();
        await server.close();
      }
    });
  }

  test("two processes with the store of docs/client.md take turns", { timeout: 120_000 }, async (t) => {
    const server = await startReplay({ rps: 1 });
    const redis = await startRedis();
    try {
      const replacements = { "redis://127.0.0.1:6379": redis.url, "https://gateway.example": server.url };
      await Promise.all([1, 2].map(() => runDocumented("pace-store", replacements, {}, "docs/client.md")));
      const { refused: refusedCount } = summarize(server);
      t.diagnostic(`${server.requests.length} requests, ${refusedCount} refused`);
      assert.ok(refusedCount <= 3, `${refusedCount} refused`);
      assert.equal(server.requests.length, 12 + refusedCount);
    } finally {
      await redis.close?.();
      await server.close();
    }
  });
});

/** Locks of an origin, as `navigator.locks` has them. Each tab has the same ones. */
function createLocks() {
  const heldLocks = [];
  const waitingCalls = [];
  const isFree = ({ name, mode }) =>
    heldLocks.every((lock) => lock.name !== name || (mode === "shared" && lock.mode === "shared"));
  function grantLocks() {
    for (const lock of [...waitingCalls]) {
      if (!isFree(lock)) continue;
      waitingCalls.splice(waitingCalls.indexOf(lock), 1);
      heldLocks.push(lock);
      Promise.resolve(lock.run())
        .then(lock.done, lock.fail)
        .finally(() => {
          heldLocks.splice(heldLocks.indexOf(lock), 1);
          grantLocks();
        });
    }
  }
  return {
    query: async () => ({ held: heldLocks.map(({ name }) => ({ name })), pending: [] }),
    request: (name, { mode = "exclusive" }, run) =>
      new Promise((resolve, fail) => {
        waitingCalls.push({ name, mode, run, done: resolve, fail });
        grantLocks();
      }),
  };
}

describe("tabs with one set of locks", () => {
  /** The function of a tab that reserves a slot; each tab has its own modules. */
  async function openTab(number) {
    const { reserveSharedSlot, shareBackoff } = await import(`../../pkg/lib/client/shared-pace.js?tab=${number}`);
    const call = { settings: { paceStore: true, origin: "https://tabs.example" }, key: undefined };
    return { reserve: () => reserveSharedSlot(call, 1000), rest: (ms) => shareBackoff(call, ms) };
  }

  test("a tab waits for the slots that other tabs have reserved, and for their refusals", async (t) => {
    const { navigator: savedNavigator } = globalThis;
    Object.defineProperty(globalThis, "navigator", { value: { locks: createLocks() }, configurable: true });
    t.after(() => Object.defineProperty(globalThis, "navigator", { value: savedNavigator, configurable: true }));
    const [tab1, tab2, tab3] = [await openTab(1), await openTab(2), await openTab(3)];
    const assertAbout = (waitMs, expected) =>
      assert.ok(Math.abs(waitMs - expected) < 400, `${waitMs}, not ${expected}`);
    assert.equal(await tab1.reserve(), 0);
    assertAbout(await tab2.reserve(), 1000);
    assertAbout(await tab1.reserve(), 2000);
    await tab3.rest(5000);
    assertAbout(await tab2.reserve(), 5000);
    assertAbout(await tab3.reserve(), 6000);
  });
});

describe("the option for a shared pace's store", () => {
  const respond = async () => Response.json({ blocks: [] });
  // A call that compiles WebAssembly waits for more than timers, so it runs before the simulated clock.
  before(() => createClient({ baseUrl: makeOrigin(), fetch: respond }).v3.blocks());
  let origins = 0;
  /** An origin that no other client here uses. */
  const makeOrigin = () => `https://shared-${(origins += 1)}.example`;

  test("the store of a shared pace is called once per request, and gets refusals", async () => {
    const reservations = [];
    const restCalls = [];
    const paceStore = {
      reserve: (...request) => reservations.push(request) && 0,
      rest: (...request) => restCalls.push(request),
    };
    let requests = 0;
    const fetch = async () => ((requests += 1) === 1 ? Response.json({}, { status: 429 }) : respond());
    const { v3 } = createClient({ baseUrl: makeOrigin(), fetch, paceStore, apiKey: "a-key-that-is-secret" });
    await Promise.all([v3.blocks({ limit: 1 }), v3.blocks({ limit: 2 })]);
    assert.equal(reservations.length, 3);
    assert.equal(restCalls.length, 1);
    assert.ok(restCalls[0][1] >= 250, `${restCalls}`);
    assert.ok(
      reservations.every(([name, ms]) => name === reservations[0][0] && ms >= 100),
      `${reservations}`,
    );
    assert.doesNotMatch(reservations[0][0], /secret/);
  });

  test("the store of a shared pace gets a name for the API key that is the same in every process and does not reveal the key", async () => {
    const names = new Set();
    const paceStore = { reserve: (name) => (names.add(name), 0) };
    const baseUrl = makeOrigin();
    for (const apiKey of ["key-one", "key-one", "key-two", undefined]) {
      await createClient({ baseUrl, fetch: respond, paceStore, apiKey }).v3.blocks({ limit: 1 });
    }
    assert.equal(names.size, 3);
    assert.equal([...names].at(-1), `ton-edge ${baseUrl}`);
  });

  test("the store of a shared pace returns how long to wait", () =>
    onSimulatedClock(async () => {
      const starts = [];
      const fetch = async () => (starts.push(performance.now()), respond());
      const { v3 } = createClient({ baseUrl: makeOrigin(), fetch, paceStore: { reserve: async () => 700 } });
      await v3.blocks({ limit: 1 });
      assert.deepEqual(starts, [700]);
      const lateError = await v3.blocks({ limit: 2 }, { queueTimeoutMs: 1200 }).catch((error) => error);
      assert.equal(lateError.code, "timeout");
    }));

  for (const [title, reserve] of /** @type {any[][]} */ ([
    [
      "throws",
      () => {
        throw new Error("no store");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no store"))],
    ["never responds", () => new Promise(() => {})],
    ["returns NaN", () => NaN],
    ["returns a text", () => "soon"],
    ["returns a time before now", () => -5000],
    ["returns Infinity", () => Infinity],
    ["returns nothing", () => {}],
  ])) {
    test(`calls succeed although the store of the shared pace ${title}`, () =>
      onSimulatedClock(async () => {
        const { v3 } = createClient({ baseUrl: makeOrigin(), fetch: respond, paceStore: { reserve } });
        await v3.blocks({ limit: 1 });
        // Only a store that never responds delays calls.
        assert.equal(performance.now(), title === "never responds" ? 1000 : 0);
      }));
  }

  test("a store of a shared pace must have its method", () => {
    for (const paceStore of /** @type {any[]} */ ([
      true,
      5,
      "tabs",
      {},
      null,
      { reserve: 1 },
      { reserve: () => 0, rest: 1 },
      {
        get reserve() {
          throw new Error();
        },
      },
    ])) {
      assert.throws(() => createClient({ baseUrl: makeOrigin(), paceStore }), {
        code: "invalid_option",
        parameter: "paceStore",
      });
    }
  });

  test("the store is not called if there is no pace to share", async () => {
    /** @type {any} */
    const paceStore = {
      reserve: () => {
        throw new Error("called");
      },
    };
    let reservations = 0;
    paceStore.reserve = () => {
      reservations += 1;
    };
    await createClient({ baseUrl: makeOrigin(), fetch: respond, paceStore, rateLimit: false }).v3.blocks({ limit: 1 });
    await createClient({ baseUrl: makeOrigin(), fetch: respond, paceStore, rateLimit: 1000 }).v3.blocks({ limit: 1 });
    assert.equal(reservations, 0);
  });

  test("the store of a shared pace shares the rate that a client configures", async () => {
    const reservations = [];
    const paceStore = { reserve: (...request) => reservations.push(request) && 0 };
    await createClient({ baseUrl: makeOrigin(), fetch: respond, paceStore, rateLimit: 20 }).v3.blocks({ limit: 1 });
    assert.deepEqual(
      reservations.map(([, ms]) => Math.round(ms)),
      [51],
    );
  });
});
