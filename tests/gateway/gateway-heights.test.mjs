// A read with `X-Ton-Edge-Min-Seqno` shows that masterchain block or a later one, or gets 503 `behind`. On a simulated clock.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { createGateway } from "ton-edge/gateway";

import { onSimulatedClock } from "../helpers/simulated-clock.mjs";
import { ACCOUNT, BALANCE, BLOCK, isProbe, setUp, STATE, STATES } from "./height-upstreams.mjs";

describe("a read that requires a block", () => {
  // The gateway's wasm module is compiled before the clock is simulated.
  before(() => setUp({ "a.example": 1 }).read(BALANCE));

  for (const path of [BALANCE, STATE, STATES]) {
    test(`a read that requires a block gets no cached response from before it: ${path.split(/[/?]/)[3]}`, () =>
      onSimulatedClock(async () => {
        const { sentRequests, seqnos, read } = setUp({ "a.example": 100 });
        assert.equal((await read(path)).shownValue, 100);
        seqnos["a.example"] = 101;
        assert.equal((await read(path)).shownValue, 100, "without the header the cache serves what it has");
        const ownRead = await read(path, 101);
        assert.deepEqual([ownRead.shownValue, ownRead.seqno], [101, "101"]);
        sentRequests.length = 0;
        const secondRead = await read(path, 101);
        assert.match(secondRead.cache, /hit/);
        assert.deepEqual(
          [secondRead.shownValue, secondRead.seqno, sentRequests],
          [101, "101", []],
          "the entry is known to show the block",
        );
      }));
  }

  test("a read that requires a block waits for an upstream that is behind, and requests its newest block at most five times a second", () =>
    onSimulatedClock(async () => {
      const { sentRequests, read } = setUp({ "a.example": (ms) => 100 + Math.floor(ms / 1000) });
      const { status, shownValue, ms } = await read(BALANCE, 103);
      assert.equal(status, 200);
      assert.equal(shownValue, 103);
      assert.ok(ms >= 3000 && ms < 3400, String(ms));
      assert.ok(sentRequests.filter(isProbe).length <= 16, String(sentRequests.length));
    }));

  test("ten reads that require a block ask an upstream no more often than one read", () =>
    onSimulatedClock(async () => {
      const { sentRequests, read } = setUp({ "a.example": (ms) => 100 + Math.floor(ms / 1000) });
      const paths = Array.from(
        { length: 10 },
        (_, index) => `/api/v2/getAddressBalance?address=0:${String(index).repeat(64)}`,
      );
      const reads = await Promise.all(paths.map((path) => read(path, 102)));
      for (const { shownValue } of reads) assert.ok(shownValue >= 102, String(shownValue));
      assert.ok(sentRequests.filter(isProbe).length <= 11, String(sentRequests.filter(isProbe).length));
    }));

  test("a read that requires a block gets 503 with both blocks if no upstream reaches it in time", () =>
    onSimulatedClock(async () => {
      for (const path of [BALANCE, STATES]) {
        const { read } = setUp({ "a.example": 100, "b.example": 98 });
        const { status, error, seqno, retryAfter, ms, body } = await read(path, 200);
        assert.deepEqual([status, error, seqno, retryAfter], [503, "behind", "100", "1"]);
        assert.match(body, /no upstream reached block 200 in time.*known to have is 100/);
        assert.ok(ms >= 5000 && ms < 5100, String(ms));
      }
      const { status, ms } = await setUp({ "a.example": 100 }, { behindWaitMs: 0 }).read(BALANCE, 200);
      assert.deepEqual([status, ms], [503, 10]);
    }));

  test("a read that requires a block gets 503, and not an older stale response, while the upstream fails", () =>
    onSimulatedClock(async () => {
      const { seqnos, read } = setUp({ "a.example": 100 });
      await read(STATE);
      seqnos["a.example"] = Number.NaN;
      await new Promise((resolve) => setTimeout(resolve, 4000));
      assert.equal((await read(STATE)).shownValue, 100, "without the header");
      const { status, error, seqno } = await read(STATE, 101);
      assert.deepEqual([status, error, seqno], [503, "behind", "100"]);
    }));

  test("reads that require a block go to the upstream that has the block, and stay there", () =>
    onSimulatedClock(async () => {
      const { sentRequests, seqnos, read } = setUp({ "a.example": 100, "b.example": 105 });
      assert.equal((await read(BALANCE, 103)).shownValue, 105);
      seqnos["b.example"] = (_, path) => (isProbe(path) ? 105 : Number.NaN);
      sentRequests.length = 0;
      const { status } = await read(STATES, 103);
      assert.equal(status, 500, "the failure of the only upstream that has the block, not an old state");
      assert.ok(!sentRequests.includes("a.example accountStates"), sentRequests.join());
    }));

  test("a read that requires a block waits 300 ms for an upstream that hangs, and goes on to the next one", () =>
    onSimulatedClock(async () => {
      const { read } = setUp({ "a.example": () => new Promise(() => {}), "b.example": 105 });
      const { shownValue, ms } = await read(BALANCE, 103);
      assert.deepEqual([shownValue, ms], [105, 320]);
    }));

  test("a read that requires a block is repeated if a replica responds that is further behind than the one asked before", () =>
    onSimulatedClock(async () => {
      let stateReadCount = 0;
      const { read } = setUp({
        "a.example": (_, path) => (isProbe(path) || ++stateReadCount > 2 ? 101 : 99),
      });
      const { shownValue, seqno } = await read(STATE, 101);
      assert.deepEqual([shownValue, seqno, stateReadCount], [101, "101", 3]);
    }));

  test("a read that requires a block does not share an equal read without the requirement", () =>
    onSimulatedClock(async () => {
      const { seqnos, read } = setUp({ "a.example": 100 });
      const earlierRead = read(STATES);
      await new Promise((resolve) => setTimeout(resolve, 5));
      seqnos["a.example"] = 101;
      assert.equal((await read(STATES, 101)).shownValue, 101);
      assert.equal((await earlierRead).shownValue, 100);
    }));

  test("a read of an immutable response is served from the cache, whatever block it requires", () =>
    onSimulatedClock(async () => {
      const { sentRequests, read } = setUp({ "a.example": 100 });
      await read(BLOCK);
      assert.match((await read(BLOCK, 999_999_999)).cache, /hit/);
      assert.equal(sentRequests.length, 1);
    }));

  test("a JSON-RPC call, also in a batch, may require a block", () =>
    onSimulatedClock(async () => {
      const { seqnos, read } = setUp({ "a.example": 100 });
      const call = { jsonrpc: "2.0", id: 1, method: "getAddressBalance", params: { address: ACCOUNT } };
      const makeInit = (body) => ({
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      });
      await read("/api/v2/jsonRPC", undefined, makeInit(call));
      seqnos["a.example"] = 101;
      assert.equal((await read("/api/v2/jsonRPC", 101, makeInit(call))).shownValue, 101);
      seqnos["a.example"] = 102;
      assert.equal((await read("/api/v2/jsonRPC", 102, makeInit([call, { ...call, id: 2 }]))).shownValue, 102);
    }));

  test("the header that requires a block must be a whole number", () =>
    onSimulatedClock(async () => {
      const { sentRequests, read } = setUp({ "a.example": 100 });
      for (const value of ["x", "-1", "1.5", "", "0x10", "1234567890123", "1, 2"]) {
        const { status, error, body } = await read(BALANCE, value);
        assert.deepEqual([status, error], [422, "invalid_parameter"], value);
        assert.match(body, /X-Ton-Edge-Min-Seqno/);
      }
      assert.deepEqual(sentRequests, []);
    }));
});

describe("without the header", () => {
  test("an upstream is never asked for its block, and a lower block does not replace a higher one", () =>
    onSimulatedClock(async () => {
      const { sentRequests, seqnos, read } = setUp({ "a.example": 100 });
      assert.equal((await read(STATE)).seqno, "100");
      seqnos["a.example"] = 99;
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await read(STATE);
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal((await read(STATE)).shownValue, 100, "the higher one is still served");
      assert.ok(!sentRequests.some(isProbe), sentRequests.join());
    }));

  test("a response names the newest block that its upstream showed before", () =>
    onSimulatedClock(async () => {
      const { seqnos, read } = setUp({ "a.example": 100 });
      assert.equal((await read(STATES)).seqno, null, "no block is known yet");
      await read("/api/v3/masterchainInfo");
      seqnos["a.example"] = 101;
      const otherRead = await read(STATES.replace("83", "84"));
      assert.deepEqual([otherRead.shownValue, otherRead.seqno], [101, "100"], "at least block 100");
    }));
});

test("the block in an error response of an upstream is not a height, nor a sign that it works", async () => {
  for (const [status, expected] of [
    [200, 200],
    [404, 503],
    [500, 503],
    [503, 503],
  ]) {
    const time = String(Math.floor(Date.now() / 1000));
    const block = { workchain: -1, shard: "8000000000000000", seqno: 5, gen_utime: time, global_id: -239 };
    const gateway = createGateway({
      adminToken: "a-token-of-an-operator",
      mainnet: "https://a.example",
      retries: 0,
      logLevel: "off",
      fetch: async () => Response.json({ last: block, first: block }, { status }),
    });
    const headers = { authorization: "Bearer a-token-of-an-operator" };
    const response = await gateway.fetch(new Request("https://gw.example/readyz", { headers }));
    assert.equal(response.status, expected, `${status}: ${await response.text()}`);
  }
});
