// Weights between upstreams: a canary gets its share of the first attempts, and every failure goes to the others as without weights.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { createGateway } from "ton-edge/gateway";

import { onSimulatedClock } from "../helpers/simulated-clock.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const MAIN = { baseUrl: "https://main.example" };
const CANARY = { baseUrl: "https://canary.example" };
const SEND = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: '{"boc":"te6cckEBAQEAAgAAAEysuc0="}',
};

/** Never responds until the signal aborts. */
const hangUntilAbort = (signal) =>
  new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));

/** @param {object[]} mainnet @param {(host: string, init: any) => any} [respond] @param {object} [settings] */
function setUp(mainnet, respond = () => undefined, settings = {}) {
  /** The upstreams of all attempts, in their order, without the gateway's requests for their newest blocks. @type {string[]} */
  const sentHosts = [];
  const gateway = createGateway({
    mainnet,
    limits: UNLIMITED,
    cache: { adapter: "none" },
    log() {},
    fetch: async (url, init) => {
      const host = new URL(url).host.replace(".example", "");
      if (!url.endsWith("masterchainInfo")) sentHosts.push(host);
      return (await respond(host, init)) ?? Response.json({ last: { seqno: 7 }, transactions: [], address_book: {} });
    },
    ...settings,
  });
  const request = async (path = "/api/v3/transactions", init = undefined) => {
    const response = await gateway.fetch(new Request(`https://gw.example${path}`, init), {});
    await response.text();
    return response.status;
  };
  /** Sends a request until this upstream gets its first attempt; returns its status and the upstreams of its attempts. */
  async function requestUntilFirstAt(host, init = undefined) {
    for (let call = 0; call < 10_000; call += 1) {
      sentHosts.length = 0;
      const status = await request(init === SEND ? "/api/v3/message" : undefined, init);
      if (sentHosts[0] === host) return { status, sentRequests: [...sentHosts] };
    }
    return assert.fail(`no request went to ${host} first`);
  }
  /** How many of 1000 requests each upstream gets. */
  async function countRequests() {
    sentHosts.length = 0;
    for (let call = 0; call < 1000; call += 1) assert.equal(await request(), 200);
    const count = (host) => sentHosts.filter((otherHost) => otherHost === host).length;
    return { main: count("main"), canary: count("canary") };
  }
  return { sentRequests: sentHosts, gateway, request, requestUntilFirstAt, countRequests };
}

// A share of 5 % of 1000 requests has a standard deviation of 7: it is outside 20 to 90 less than once in 100000 runs.
const assertCanaryShare = (count) => assert.ok(count >= 20 && count <= 90, `${count} of 1000`);

describe("shares", () => {
  for (const [name, mainnet] of /** @type {const} */ ([
    [
      "last",
      [
        { ...MAIN, weight: 95 },
        { ...CANARY, weight: 5 },
      ],
    ],
    [
      "first",
      [
        { ...CANARY, weight: 5 },
        { ...MAIN, weight: 95 },
      ],
    ],
  ]))
    test(`the canary, ${name} in the list, gets 5 of 100 requests`, async () => {
      const counts = await setUp([...mainnet]).countRequests();
      assertCanaryShare(counts.canary);
      assert.equal(counts.main, 1000 - counts.canary);
    });

  test("without weights the first upstream gets all requests", async () => {
    const counts = await setUp([MAIN, CANARY]).countRequests();
    assert.deepEqual(counts, { main: 1000, canary: 0 });
  });

  test("an upstream without a weight beside one with a weight gets none", async () => {
    const counts = await setUp([MAIN, { ...CANARY, weight: 1 }]).countRequests();
    assert.deepEqual(counts, { main: 0, canary: 1000 });
  });

  test("while the canary's breaker is open, the main upstream gets all requests", async () => {
    const { countRequests, requestUntilFirstAt } = setUp(
      [
        { ...MAIN, weight: 95 },
        { ...CANARY, weight: 5 },
      ],
      (host) => (host === "canary" ? new Response("", { status: 503 }) : undefined),
      { breaker: { failures: 1 } },
    );
    assert.deepEqual(await requestUntilFirstAt("canary"), { status: 200, sentRequests: ["canary", "main"] });
    assert.deepEqual(await countRequests(), { main: 1000, canary: 0 });
  });

  test("the metrics count the requests of each upstream", async () => {
    const adminToken = "token-of-the-tests-0123456789";
    const { gateway, countRequests } = setUp(
      [
        { ...MAIN, weight: 95 },
        { ...CANARY, weight: 5 },
      ],
      undefined,
      { adminToken },
    );
    const counts = await countRequests();
    const metrics = new Request("https://gw.example/metrics", { headers: { authorization: `Bearer ${adminToken}` } });
    const text = await (await gateway.fetch(metrics, {})).text();
    const [, count] = /^ton_edge_upstream_attempts_total\{.*upstream="canary\.example".*\} (\d+)$/m.exec(text) ?? [];
    assertCanaryShare(counts.canary);
    assert.equal(Number(count), counts.canary);
  });
});

describe("failover", () => {
  const THREE_UPSTREAMS = [{ ...MAIN, weight: 50 }, { baseUrl: "https://spare.example" }, { ...CANARY, weight: 50 }];

  test("after the drawn upstream, a failed read goes to the others in the order of the list; the next round starts at the first of the list", async () => {
    const respondFailing = () => new Response("{}", { status: 500 });
    const { requestUntilFirstAt } = setUp(THREE_UPSTREAMS, respondFailing, { retries: 2 });
    assert.deepEqual(await requestUntilFirstAt("canary"), {
      status: 500,
      sentRequests: ["canary", "main", "spare", "main", "spare"],
    });
    assert.deepEqual((await requestUntilFirstAt("main")).sentRequests, ["main", "spare", "canary", "main", "spare"]);
  });

  test("a send has one attempt, at the canary too", async () => {
    const { requestUntilFirstAt } = setUp(THREE_UPSTREAMS, () => new Response("{}", { status: 500 }));
    assert.deepEqual(await requestUntilFirstAt("canary", SEND), { status: 500, sentRequests: ["canary"] });
  });

  test("a hedged read at the canary is also sent to another upstream, and neither is tried again in this round", () => {
    const delays = { canary: 200, main: 300, spare: 0 };
    const respond = async (host) => {
      await new Promise((resolve) => setTimeout(resolve, delays[host]));
      return new Response("{}", { status: 500 });
    };
    const { requestUntilFirstAt } = setUp(THREE_UPSTREAMS, respond, { hedgeAfterMs: 100, retries: 1 });
    return onSimulatedClock(async () => {
      const { sentRequests } = await requestUntilFirstAt("canary");
      assert.deepEqual(sentRequests.slice(0, 4), ["canary", "main", "spare", "main"]);
    });
  });

  test("if both attempts of a hedged read fail, the failure of each upstream counts", () => {
    const respond = async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return new Response("{}", { status: 502 });
    };
    const { request, sentRequests } = setUp([MAIN, { baseUrl: "https://spare.example" }], respond, {
      hedgeAfterMs: 100,
      retries: 0,
      breaker: { failures: 1, openMs: 60_000, probeWaitMs: 0 },
    });
    return onSimulatedClock(async () => {
      assert.equal(await request(), 502);
      assert.deepEqual(sentRequests, ["main", "spare"]);
      assert.equal(await request(), 503);
      assert.deepEqual(sentRequests, ["main", "spare"], "the breakers of both are open");
    });
  });

  test("a canary that hangs, the last of the list, delays a read by the first-byte timeout only", () => {
    const { request, sentRequests } = setUp([MAIN, { ...CANARY, weight: 1 }], (host, { signal }) =>
      host === "canary" ? hangUntilAbort(signal) : undefined,
    );
    return onSimulatedClock(async () => {
      const start = performance.now();
      assert.equal(await request(), 200);
      assert.deepEqual([sentRequests, Math.round(performance.now() - start)], [["canary", "main"], 2000]);
    });
  });

  test("the main upstream after a canary that hangs has the whole timeout, since no other one follows", () => {
    /** The milliseconds until each attempt. @type {number[]} */
    const starts = [];
    const respond = (_, { signal }) => {
      starts.push(Math.round(performance.now()));
      return hangUntilAbort(signal);
    };
    const { request, sentRequests } = setUp([MAIN, { ...CANARY, weight: 1 }], respond, { retries: 0 });
    return onSimulatedClock(async () => {
      const start = Math.round(performance.now());
      assert.equal(await request(), 504);
      assert.deepEqual(sentRequests, ["canary", "main"]);
      const times = [...starts, Math.round(performance.now())].map((time) => time - start);
      assert.deepEqual(times, [0, 2000, 17_000]);
    });
  });
});

describe("requests for which weights do not count", () => {
  test("a caller's own API key goes to the first upstream", async () => {
    const { request, sentRequests } = setUp([MAIN, { ...CANARY, weight: 1 }], undefined, { callerKeys: "forward" });
    assert.equal(await request(undefined, { headers: { "x-api-key": "caller-key" } }), 200);
    assert.deepEqual(sentRequests, ["main"]);
  });

  test("a read that requires a block goes to the first upstream that has reached it", async () => {
    const { request, sentRequests } = setUp([MAIN, { ...CANARY, weight: 1 }]);
    assert.equal(await request(undefined, { headers: { "x-ton-edge-min-seqno": "7" } }), 200);
    assert.deepEqual(new Set(sentRequests), new Set(["main"]));
  });
});
