// The first-byte timeout: an upstream that hangs delays a caller by about a second if another upstream follows, and an upstream that is only
// slow keeps its breaker closed. On a simulated clock.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { createGateway } from "ton-edge/gateway";

import { onSimulatedClock } from "../helpers/simulated-clock.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const PATH = "/api/v3/transactions?limit=";
const UPSTREAMS = [{ baseUrl: "https://a.example" }, { baseUrl: "https://b.example" }];

/** Responds after this many milliseconds; `Infinity` never responds until the signal aborts. */
const respondAfter = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (ms !== Infinity) setTimeout(() => resolve(Response.json({ transactions: [], address_book: {} })), ms);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/** @param {Record<string, number>} delays of upstreams by host, in milliseconds @param {object} [settings] */
function setUp(delays, settings = {}) {
  const sentHosts = [];
  const alerts = [];
  const gateway = createGateway({
    mainnet: UPSTREAMS,
    limits: UNLIMITED,
    cache: { adapter: "none" },
    retries: 0,
    log: (line) => line.includes('"alert"') && alerts.push(JSON.parse(line).code),
    fetch: (url, { signal }) => {
      const { host } = new URL(url);
      sentHosts.push(host);
      return respondAfter(delays[host], signal);
    },
    ...settings,
  });
  let count = 0;
  /** The status, and the milliseconds until the response. */
  async function send(init = undefined, path = PATH + (count += 1)) {
    const start = performance.now();
    const response = await gateway.fetch(new Request(`https://gw.example${path}`, init));
    await response.text();
    return [response.status, Math.round(performance.now() - start)];
  }
  return { sentRequests: sentHosts, alerts, send };
}

describe("first-byte timeout: the first of two upstreams", () => {
  // The gateway's wasm module is compiled before the clock is simulated.
  before(() => setUp({ "a.example": 0, "b.example": 0 }).send());

  test("the first upstream hangs: the first callers wait for 2 s, later callers do not wait", () =>
    onSimulatedClock(async () => {
      const { sentRequests, alerts, send } = setUp({ "a.example": Infinity, "b.example": 10 });
      for (let call = 0; call < 5; call += 1) assert.deepEqual(await send(), [200, 2010]);
      assert.deepEqual(await send(), [200, 10], "the breaker is open");
      assert.deepEqual(sentRequests.slice(0, 2), ["a.example", "b.example"]);
      assert.deepEqual(alerts.filter((code) => code === "upstream_unavailable").length, 1);
    }));

  test("the first upstream hangs after it was fast: callers wait for 1 s", () =>
    onSimulatedClock(async () => {
      const delays = { "a.example": 100, "b.example": 10 };
      const { send } = setUp(delays);
      for (let call = 0; call < 30; call += 1) assert.deepEqual(await send(), [200, 100]);
      delays["a.example"] = Infinity;
      assert.deepEqual(await send(), [200, 1010]);
    }));

  test("both upstreams hang: the first one's failures count, and the second has the whole timeout", () =>
    onSimulatedClock(async () => {
      const { sentRequests, send } = setUp(
        { "a.example": Infinity, "b.example": Infinity },
        { breaker: { failures: 2 } },
      );
      for (let call = 0; call < 2; call += 1) assert.deepEqual(await send(), [504, 17_000]);
      assert.equal((await send())[0], 503);
      assert.deepEqual(sentRequests, ["a.example", "b.example", "a.example", "b.example"]);
    }));

  test("a slow operation keeps the breaker of the first upstream closed, and lengthens its first-byte timeout", () =>
    onSimulatedClock(async () => {
      const { sentRequests, send } = setUp({ "a.example": 3000, "b.example": 3000 }, { breaker: { failures: 2 } });
      assert.deepEqual(await send(), [200, 5000]);
      sentRequests.length = 0;
      // From the second call on.
      for (let call = 0; call < 10; call += 1) assert.deepEqual(await send(), [200, 3000]);
      assert.deepEqual(new Set(sentRequests), new Set(["a.example"]));
    }));

  test("an upstream that became slower than its first-byte timeout is used again after a probe", () =>
    onSimulatedClock(async () => {
      const delays = { "a.example": 100, "b.example": 100 };
      const { sentRequests, send } = setUp(delays, { breaker: { failures: 2, openMs: 1000 } });
      for (let call = 0; call < 30; call += 1) await send();
      delays["a.example"] = 4000;
      for (let call = 0; call < 2; call += 1) assert.deepEqual(await send(), [200, 1100]);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      assert.deepEqual(await send(), [200, 4000], "the probe has a timeout of 5 s");
      sentRequests.length = 0;
      assert.deepEqual(await send(), [200, 4000], "the timeout follows the latency");
      assert.deepEqual(sentRequests, ["a.example"]);
    }));

  test("with only one attempt per request there is no first-byte timeout", () =>
    onSimulatedClock(async () => {
      const { send } = setUp({ "a.example": 3000, "b.example": 10 }, { maxAttempts: 1 });
      assert.deepEqual(await send(), [200, 3000]);
    }));

  test("while the breakers of all other upstreams are open, there is no first-byte timeout", () =>
    onSimulatedClock(async () => {
      let delay = 10;
      const hosts = [];
      const { send } = setUp(
        {},
        {
          // The second upstream comes first until its breaker opens.
          mainnet: [
            { ...UPSTREAMS[0], weight: 0 },
            { ...UPSTREAMS[1], weight: 1 },
          ],
          breaker: { failures: 1, openMs: 60_000 },
          fetch: async (url, { signal }) => {
            const { host } = new URL(url);
            hosts.push(host);
            return host === "b.example" ? new Response("{}", { status: 503 }) : respondAfter(delay, signal);
          },
        },
      );
      for (let call = 0; call < 5; call += 1) assert.deepEqual(await send(), [200, 10]);
      assert.deepEqual(
        hosts,
        ["b.example", ...Array(5).fill("a.example")],
        "the breaker of the second upstream is open",
      );
      delay = 3000;
      assert.deepEqual(await send(), [200, 3000]);
    }));

  test("the first upstream hangs until the deadline: its failures count", () =>
    onSimulatedClock(async () => {
      const { sentRequests, send } = setUp(
        { "a.example": Infinity, "b.example": 10 },
        { breaker: { failures: 2 }, deadlineMs: 2000 },
      );
      for (let call = 0; call < 2; call += 1) assert.deepEqual(await send(), [504, 2000]);
      assert.deepEqual(await send(), [200, 10], "the breaker is open");
      assert.deepEqual(sentRequests, ["a.example", "a.example", "b.example"]);
    }));

  const boc = "te6cckEBAQEAAgAAAEysuc0=";
  const sendInit = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ boc }) };
  for (const [name, settings, status, init, path] of /** @type {const} */ ([
    ["a send", {}, 504, sendInit, "/api/v2/sendBoc"],
    ["the setting 0", { firstByteTimeoutMs: 0 }, 200],
    ["hedging", { hedgeAfterMs: 300 }, 200],
    ["one upstream", { mainnet: UPSTREAMS.slice(0, 1) }, 504],
  ]))
    test(`with ${name} there is no first-byte timeout of 2 s`, () =>
      onSimulatedClock(async () => {
        const { send } = setUp({ "a.example": Infinity, "b.example": 10 }, settings);
        const expected = name === "hedging" ? 310 : name === "the setting 0" ? 15_010 : 15_000;
        assert.deepEqual(await send(init, path), [status, expected]);
      }));
});
