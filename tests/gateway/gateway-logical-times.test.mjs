// A read with `X-Ton-Edge-Min-Lt` shows a transaction of the account at that logical time or later, or gets 503 `behind`. On a simulated clock.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { createGateway } from "ton-edge/gateway";

import { onSimulatedClock } from "../helpers/simulated-clock.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const ACCOUNT = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const OTHER_ACCOUNT = `0:${"4".repeat(64)}`;
const READS = {
  "v2 getAddressInformation": `/api/v2/getAddressInformation?address=${ACCOUNT}`,
  "v2 getExtendedAddressInformation": `/api/v2/getExtendedAddressInformation?address=${ACCOUNT}`,
  "v2 getWalletInformation": `/api/v2/getWalletInformation?address=${ACCOUNT}`,
  "v3 accountStates": `/api/v3/accountStates?address=${ACCOUNT}`,
  "v3 walletStates": `/api/v3/walletStates?address=${ACCOUNT}`,
  "v3 addressInformation": `/api/v3/addressInformation?address=${ACCOUNT}`,
  "v3 walletInformation": `/api/v3/walletInformation?address=${ACCOUNT}`,
};
const CALL = { jsonrpc: "2.0", id: "seven", method: "getAddressInformation", params: { address: ACCOUNT } };
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The response of an upstream that shows the account at this logical time. */
function respond(path, lt, addressCount) {
  const id = { "@type": "internal.transactionId", lt: String(lt), hash: "A".repeat(43) + "=" };
  const row = { balance: "1", last_transaction_lt: String(lt) };
  const rows = Array.from({ length: addressCount }, () => row);
  if (path === "accountStates") return { accounts: rows, address_book: {} };
  if (path === "walletStates") return { wallets: rows, address_book: {} };
  if (path === "addressInformation" || path === "walletInformation") return row;
  return { ok: true, result: { balance: "1", last_transaction_id: id } };
}

/** A gateway before upstreams that show the account at these logical times: numbers, or functions of the milliseconds since the start. */
function setUp(times, settings = {}) {
  const sentHosts = [];
  const start = performance.now();
  const gateway = createGateway({
    mainnet: Object.keys(times).map((host) => `https://${host}`),
    limits: UNLIMITED,
    retries: 0,
    logLevel: "off",
    fetch: async (url) => {
      const { host, pathname, searchParams } = new URL(url);
      sentHosts.push(host);
      await sleep(10);
      const source = times[host];
      const lt = typeof source === "function" ? source(performance.now() - start) : source;
      return Number.isNaN(lt)
        ? Response.json({ error: "x" }, { status: 500 })
        : Response.json(respond(pathname.split("/").pop(), lt, searchParams.getAll("address").length));
    },
    ...settings,
  });
  async function read(path, minLt, init = {}) {
    const headers = { ...init.headers, ...(minLt === undefined ? {} : { "x-ton-edge-min-lt": String(minLt) }) };
    const startedAt = performance.now();
    const response = await gateway.fetch(new Request(`https://gw.example${path}`, { ...init, headers }));
    const body = await response.text();
    return {
      status: response.status,
      shownValue: /"(?:last_transaction_)?lt":"(\d+)"/.exec(body)?.[1],
      cache: response.headers.get("cache-status"),
      error: response.headers.get("x-ton-edge-error"),
      retryAfter: response.headers.get("retry-after"),
      ms: Math.round(performance.now() - startedAt),
      body,
    };
  }
  return { sentRequests: sentHosts, times, read };
}

const onClock = (name, work) => test(name, () => onSimulatedClock(work));

describe("a read that requires a transaction of its account", () => {
  // The gateway's wasm module is compiled before the clock is simulated.
  before(() => setUp({ "a.example": 1 }).read(READS["v3 accountStates"]));

  for (const [name, path] of Object.entries(READS))
    onClock(`the read gets no earlier response from the cache: ${name}`, async () => {
      const { sentRequests, times, read } = setUp({ "a.example": 100 });
      assert.equal((await read(path)).shownValue, "100");
      times["a.example"] = 101;
      assert.equal((await read(path)).shownValue, "100", "without the header the cache serves what it has");
      assert.equal((await read(path, 101)).shownValue, "101");
      sentRequests.length = 0;
      const secondRead = await read(path, 101);
      assert.match(secondRead.cache, /hit/);
      assert.deepEqual([secondRead.shownValue, sentRequests], ["101", []]);
      assert.equal((await read(path, 100)).shownValue, "101", "a later transaction also counts");
    });

  onClock("the read waits until a response shows the transaction, with at most five requests per second", async () => {
    for (const settings of [{}, { cache: { adapter: "none" } }]) {
      const { sentRequests, read } = setUp({ "a.example": (ms) => 100 + Math.floor(ms / 1000) }, settings);
      const { status, shownValue, ms } = await read(READS["v3 accountStates"], 103);
      assert.deepEqual([status, shownValue], [200, "103"]);
      assert.ok(ms >= 3000 && ms < 3500, String(ms));
      assert.ok(sentRequests.length <= 17, String(sentRequests.length));
    }
  });

  onClock("the read is sent to another upstream that shows the transaction", async () => {
    const { read } = setUp({ "a.example": 100, "b.example": 105 });
    const { status, shownValue, ms } = await read(READS["v2 getAddressInformation"], 103);
    assert.deepEqual([status, shownValue], [200, "105"]);
    assert.ok(ms < 1000, String(ms));
  });

  onClock("the read gets 503 with both logical times if no response shows the transaction in time", async () => {
    for (const path of Object.values(READS)) {
      const { read } = setUp({ "a.example": 100, "b.example": 98 });
      const { status, error, retryAfter, ms, body } = await read(path, "9000000000000000000");
      assert.deepEqual([status, error, retryAfter], [503, "behind", "1"], path);
      assert.match(body, /at logical time 9000000000000000000 or later.*a response showed is at 100/);
      assert.ok(ms >= 5000 && ms < 5300, String(ms));
    }
    const failedRead = await setUp({ "a.example": 0 }, { behindWaitMs: 0 }).read(READS["v3 accountStates"], 5);
    assert.deepEqual([failedRead.status, failedRead.error], [503, "behind"]);
  });

  onClock("the read gets the failure of the upstream, not an earlier response", async () => {
    const { times, read } = setUp({ "a.example": 100 });
    await read(READS["v3 accountStates"]);
    times["a.example"] = Number.NaN;
    await sleep(7000);
    assert.equal((await read(READS["v3 accountStates"])).shownValue, "100", "without the header");
    assert.ok((await read(READS["v3 accountStates"], 101)).status >= 500);
  });

  onClock("the read may be a JSON-RPC call, or a call of a batch", async () => {
    const { times, read } = setUp({ "a.example": 100 });
    const post = (body) => ({
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    assert.equal((await read("/api/v2/jsonRPC", undefined, post(CALL))).shownValue, "100");
    times["a.example"] = 101;
    const reply101 = await read("/api/v2/jsonRPC", 101, post(CALL));
    assert.deepEqual([reply101.status, reply101.shownValue, JSON.parse(reply101.body).id], [200, "101", "seven"]);
    const balance = { ...CALL, id: 8, method: "getAddressBalance" };
    const batch = await read("/api/v2/jsonRPC", 101, post([CALL, balance]));
    const [state, refusal] = JSON.parse(batch.body);
    assert.equal(state.result.last_transaction_id.lt, "101");
    assert.match(JSON.stringify(refusal), /X-Ton-Edge-Min-Lt/);
  });

  onClock(
    "the read is refused if its response shows no transaction of one account, or if the header is wrong",
    async () => {
      const { sentRequests, read } = setUp({ "a.example": 100 });
      for (const path of [`/api/v2/getAddressBalance?address=${ACCOUNT}`, "/api/v3/masterchainInfo"]) {
        const { status, error, body } = await read(path, 5);
        assert.deepEqual([status, error], [422, "invalid_parameter"], path);
        assert.match(body, /X-Ton-Edge-Min-Lt/);
      }
      for (const value of ["", "x", "-1", "1.5", "99999999999999999999"])
        assert.equal((await read(READS["v3 accountStates"], value)).status, 422, value);
      assert.deepEqual(sentRequests, []);
      const severalReads = await setUp({ "a.example": 100 }, { behindWaitMs: 0 }).read(
        `/api/v3/accountStates?address=${ACCOUNT}&address=${OTHER_ACCOUNT}`,
        5,
      );
      assert.deepEqual(
        [severalReads.status, severalReads.error],
        [422, "invalid_parameter"],
        "the header is about one account",
      );
    },
  );
});
