// After a send, the gateway serves no earlier response about the accounts that the message changed. On a simulated clock.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { createGateway } from "ton-edge/gateway";
import { beginCell, externalMessage } from "ton-edge/message";

import { createRecentWrites } from "../../pkg/lib/gateway/cache/recent-writes.js";
import { onSimulatedClock } from "../helpers/simulated-clock.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const ACCOUNT = `0:${"A1".repeat(32)}`;
const OTHER_ACCOUNT = `0:${"B2".repeat(32)}`;
const THIRD_ACCOUNT = `0:${"C3".repeat(32)}`;
/** Milliseconds after a send in which no cached response about its account is served. */
const WINDOW_MS = 10_000;
const HASH = Buffer.alloc(32, 7).toString("base64");
const HEX = Buffer.alloc(32, 7).toString("hex");

const makeMessageTo = (destination) =>
  Buffer.from(externalMessage({ to: destination, body: beginCell().endCell() }).toBoc()).toString("base64");

/** Reads of an account, by name. */
const READS = {
  "v2 balance": (account) => `/api/v2/getAddressBalance?address=${account}`,
  "v2 state": (account) => `/api/v2/getAddressInformation?address=${account}`,
  "v2 get-method": (account) => ({
    path: "/api/v2/runGetMethod",
    body: { address: account, method: "seqno", stack: [] },
  }),
  "v3 states": (account) => `/api/v3/accountStates?address=${account}`,
  "v3 transactions": (account) => `/api/v3/transactions?account=${account}&limit=1`,
  "v3 jetton wallets": (account) => `/api/v3/jetton/wallets?owner_address=${account}`,
  "v3 traces": (account) => `/api/v3/traces?account=${account}`,
};

/** Ways to send a message. */
const SENDS = {
  "v2 sendBoc": (boc) => ({ path: "/api/v2/sendBoc", body: { boc } }),
  "v2 sendBocReturnHash": (boc) => ({ path: "/api/v2/sendBocReturnHash", body: { boc } }),
  "v2 sendBocReturnHashNoError": (boc) => ({ path: "/api/v2/sendBocReturnHashNoError", body: { boc } }),
  "v3 message": (boc) => ({ path: "/api/v3/message", body: { boc } }),
  "JSON-RPC": (boc) => ({
    path: "/api/v2/jsonRPC",
    body: { id: 1, jsonrpc: "2.0", method: "sendBoc", params: { boc } },
  }),
  "a JSON-RPC batch": (boc) => ({
    path: "/api/v2/jsonRPC",
    body: [{ id: 1, jsonrpc: "2.0", method: "sendBoc", params: { boc } }],
  }),
};

const makeTransaction = (account, lt, fields = {}) => ({
  account,
  hash: HASH,
  lt: String(lt),
  now: Math.floor(Date.now() / 1000),
  trace_id: HASH,
  mc_block_seqno: 500,
  finality: "finalized",
  in_msg: { hash: HASH, source: null, destination: account },
  ...fields,
});

/**
 * A gateway before an upstream whose responses show `chain.version`. `chain.reply` replaces the response to an operation; `chain.delayMs` is
 * how long the upstream takes.
 */
function setUp(settings = {}) {
  const chain = { version: 1, delayMs: 10, sent: [], active: new Map(), most: 0, reply: (_name) => undefined };
  const respond = (name, version) => {
    const text = String(version);
    const block = { workchain: -1, shard: "-9223372036854775808", seqno: version };
    if (name === "getMasterchainInfo") return { ok: true, result: { last: block } };
    if (name === "masterchainInfo") return { last: block, first: block };
    if (/^send|message$/.test(name)) return { ok: true, result: { hash: HASH } };
    if (name === "getAddressBalance") return { ok: true, result: text };
    if (name === "getAddressInformation")
      return { ok: true, result: { balance: text, state: "active", block_id: block } };
    if (name === "runGetMethod") return { ok: true, result: { stack: [["num", text]], exit_code: 0 } };
    return {
      accounts: [{ v: text }],
      transactions: [{ v: text }],
      jetton_wallets: [{ v: text }],
      traces: [{ v: text }],
    };
  };
  const gateway = createGateway({
    mainnet: [{ baseUrl: "https://a.example" }],
    limits: UNLIMITED,
    retries: 0,
    logLevel: "off",
    fetch: async (url) => {
      const name = new URL(url).pathname.split("/").pop();
      chain.sent.push(name);
      const activeRequests = (chain.active.get(url) ?? 0) + 1;
      chain.active.set(url, activeRequests);
      chain.most = Math.max(chain.most, activeRequests);
      const { version } = chain;
      await new Promise((resolve) => setTimeout(resolve, chain.delayMs));
      chain.active.set(url, chain.active.get(url) - 1);
      const reply = chain.reply(name) ?? respond(name, version);
      return reply instanceof Response ? reply : Response.json(reply);
    },
    ...settings,
  });
  async function request(target, headers = {}) {
    const { path, body } = typeof target === "string" ? { path: target, body: undefined } : target;
    const init = body && {
      method: "POST",
      body: JSON.stringify(body),
      headers: { ...headers, "content-type": "application/json" },
    };
    const response = await gateway.fetch(new Request(`https://gw.example${path}`, init ?? { headers }));
    const text = await response.text();
    return {
      status: response.status,
      text,
      shownValue: Number(/"(?:result|balance|v)":"(\d+)"|"num","(\d+)"/.exec(text)?.slice(1).find(Boolean)),
      cache: response.headers.get("cache-status"),
    };
  }
  const send = (to = ACCOUNT, way = "v2 sendBoc") => request(SENDS[way](makeMessageTo(to)));
  return { chain, request, send };
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a read after a send", () => {
  // The gateway's wasm module is compiled before the clock is simulated.
  before(() => setUp().request(READS["v2 balance"](OTHER_ACCOUNT)));

  for (const way of Object.keys(SENDS)) {
    test(`after a send by ${way} no earlier response about its account is served, over v2 and v3`, () =>
      onSimulatedClock(async () => {
        const { chain, request, send } = setUp();
        for (const read of Object.values(READS)) {
          await request(read(ACCOUNT));
          await request(read(OTHER_ACCOUNT));
        }
        assert.equal((await send(ACCOUNT, way)).status, 200);
        chain.version = 2;
        for (const [name, read] of Object.entries(READS)) {
          assert.equal((await request(read(ACCOUNT))).shownValue, 2, name);
          const otherReply = await request(read(OTHER_ACCOUNT));
          assert.deepEqual(
            [otherReply.shownValue, /hit/.test(otherReply.cache)],
            [1, true],
            `${name} of another account`,
          );
        }
      }));
  }

  test("a response that was stored before the message was executed is not served after it, at any time", () =>
    onSimulatedClock(async () => {
      for (const read of Object.values(READS)) {
        for (const executedAfterMs of [100, 2000, 5000, 9900]) {
          const { chain, request, send } = setUp();
          await send();
          setTimeout(() => {
            chain.version = 2;
          }, executedAfterMs);
          const end = performance.now() + 30_000;
          while (performance.now() < end) {
            const { version } = chain;
            const { shownValue } = await request(read(ACCOUNT));
            assert.ok(shownValue >= version, `${JSON.stringify(read(ACCOUNT))}: ${shownValue} after ${version}`);
            await sleep(70);
          }
        }
      }
    }));

  test("the account is cached again after two blocks", () =>
    onSimulatedClock(async () => {
      const { chain, request, send } = setUp();
      await send();
      await sleep(WINDOW_MS + 10);
      chain.sent.length = 0;
      for (let readCount = 0; readCount < 10; readCount += 1) await request(READS["v3 states"](ACCOUNT));
      assert.equal(chain.sent.length, 1);
    }));

  test("a response with a long TTL from before the send is not served after those two blocks either", () =>
    onSimulatedClock(async () => {
      const { chain, request, send } = setUp();
      const read = `/api/v3/dns/records?wallet=${ACCOUNT}`;
      chain.reply = (name) => (name === "records" ? { records: [{ v: String(chain.version) }] } : undefined);
      assert.equal((await request(read)).shownValue, 1);
      await send();
      chain.version = 2;
      await sleep(WINDOW_MS + 10);
      assert.equal((await request(read)).shownValue, 2);
      chain.version = 3;
      assert.equal((await request(read)).shownValue, 2, "the account is cached again");
    }));

  test("a read that began before the send is not delivered to a caller who comes after it", () =>
    onSimulatedClock(async () => {
      const { chain, request, send } = setUp();
      chain.delayMs = 500;
      const earlierRead = request(READS["v2 balance"](ACCOUNT));
      await sleep(50);
      chain.delayMs = 10;
      await send();
      chain.version = 2;
      const laterReads = await Promise.all(Array.from({ length: 5 }, () => request(READS["v2 balance"](ACCOUNT))));
      assert.deepEqual(
        laterReads.map(({ shownValue }) => shownValue),
        [2, 2, 2, 2, 2],
      );
      assert.equal((await earlierRead).shownValue, 1);
      assert.equal(chain.sent.filter((name) => name === "getAddressBalance").length, 2);
      assert.equal(chain.most, 1, "the reads of the later callers did not overlap with the earlier one");
    }));

  test("a refresh that began before the send does not bring the earlier state back", () =>
    onSimulatedClock(async () => {
      const { chain, request, send } = setUp();
      await request(READS["v2 balance"](ACCOUNT));
      await sleep(1100);
      chain.delayMs = 1000;
      assert.match((await request(READS["v2 balance"](ACCOUNT))).cache, /ttl=-/);
      chain.delayMs = 10;
      await send();
      chain.version = 2;
      await sleep(1000);
      assert.equal((await request(READS["v2 balance"](ACCOUNT))).shownValue, 2);
    }));

  test("no earlier response replaces a failure of the upstream", () =>
    onSimulatedClock(async () => {
      const { chain, request, send } = setUp();
      await request(READS["v3 states"](ACCOUNT));
      await send();
      chain.reply = () => Response.json({ error: "x" }, { status: 503 });
      await sleep(6000);
      assert.equal((await request(READS["v3 states"](ACCOUNT))).status, 503);
    }));

  test("a final response is served as before", () =>
    onSimulatedClock(async () => {
      const { chain, request, send } = setUp();
      const read = `/api/v2/getAddressBalance?address=${ACCOUNT}&seqno=7`;
      await request(read);
      await send();
      chain.version = 2;
      const { shownValue, cache } = await request(read);
      assert.deepEqual([shownValue, /hit/.test(cache)], [1, true]);
    }));

  test("on another network the account keeps its entries", () =>
    onSimulatedClock(async () => {
      const { chain, request, send } = setUp({ testnet: [{ baseUrl: "https://b.example" }] });
      const read = `/testnet${READS["v2 balance"](ACCOUNT)}`;
      await request(read);
      await send();
      chain.version = 2;
      assert.equal((await request(read)).shownValue, 1);
    }));

  test("a caller that requires a block gets no stale response while it is refreshed", () =>
    onSimulatedClock(async () => {
      const { chain, request } = setUp();
      const session = { "x-ton-edge-min-seqno": "1" };
      await request(READS["v2 state"](ACCOUNT));
      await sleep(1500);
      chain.version = 2;
      assert.equal((await request(READS["v2 state"](ACCOUNT), session)).shownValue, 2);
    }));
});

describe("the effect of a send on the cache", () => {
  test("a message that the upstream refuses drops nothing", () =>
    onSimulatedClock(async () => {
      for (const status of [400, 422, 429, 500, 503]) {
        const { chain, request, send } = setUp();
        await request(READS["v3 states"](ACCOUNT));
        chain.reply = (name) => (name === "sendBoc" ? Response.json({ ok: false, error: "x" }, { status }) : undefined);
        await send();
        assert.match((await request(READS["v3 states"](ACCOUNT))).cache, /hit/, String(status));
      }
    }));

  test("while the account is not cached, each of its reads has at most one upstream request at a time", () =>
    onSimulatedClock(async () => {
      const { chain, request, send } = setUp();
      chain.delayMs = 100;
      await send();
      chain.sent.length = 0;
      const callers = Array.from({ length: 50 }, async (_, index) => {
        await sleep(index);
        const end = performance.now() + 5000;
        while (performance.now() < end) {
          await request(READS["v2 balance"](ACCOUNT));
          await sleep(20);
        }
      });
      await Promise.all(callers);
      assert.equal(chain.most, 1);
      assert.ok(chain.sent.length <= 55, String(chain.sent.length));
    }));

  test("while the upstream fails, callers share its failure for half a second as without a send", () =>
    onSimulatedClock(async () => {
      const { chain, request, send } = setUp();
      await send();
      chain.reply = () => Response.json({ error: "x" }, { status: 503 });
      chain.sent.length = 0;
      for (let readCount = 0; readCount < 20; readCount += 1) await request(READS["v2 balance"](ACCOUNT));
      assert.ok(chain.sent.length <= 2, String(chain.sent.length));
    }));
});

describe("gateways that share a cache", () => {
  const makeShare = () => {
    const entries = new Map();
    const adapter = {
      get: async (key) => structuredClone(entries.get(key)),
      put: async (key, entry) => void entries.set(key, structuredClone(entry)),
    };
    return [setUp({ cache: { adapter } }), setUp({ cache: { adapter } })];
  };
  const read = READS["v3 states"](ACCOUNT);

  test("the gateway that passed the send serves no earlier entry of the others", () =>
    onSimulatedClock(async () => {
      const [firstProcess, secondProcess] = makeShare();
      await firstProcess.send();
      firstProcess.chain.version = 2;
      await secondProcess.request(read);
      assert.equal((await firstProcess.request(read)).shownValue, 2);
      firstProcess.chain.version = 3;
      await sleep(WINDOW_MS + 1);
      await secondProcess.request(read);
      firstProcess.chain.version = 4;
      const { shownValue, cache } = await firstProcess.request(read);
      assert.deepEqual([shownValue, /hit/.test(cache)], [1, true], "an entry whose request began after the two blocks");
    }));

  test("the other gateway may serve its earlier entry, but not to a caller that requires the block", () =>
    onSimulatedClock(async () => {
      const [firstProcess, secondProcess] = makeShare();
      await secondProcess.request(read);
      await firstProcess.send();
      secondProcess.chain.version = 2;
      assert.equal((await secondProcess.request(read)).shownValue, 1);
      assert.equal((await secondProcess.request(read, { "x-ton-edge-min-seqno": "2" })).shownValue, 2);
    }));
});

describe("the record of written accounts", () => {
  const makeKey = (number) =>
    `mainnet/v3/accountStates?address=0:${number.toString(16).toUpperCase().padStart(64, "0")}`;
  const getAccount = (number) => makeKey(number).split("=")[1];

  test("the record has at most 8192 accounts, and forgets the oldest first", () => {
    const recentWrites = createRecentWrites(0);
    for (let number = 0; number < 8193; number += 1) recentWrites.noteSend("mainnet", getAccount(number));
    assert.equal(recentWrites.findNotBefore(makeKey(0)), undefined);
    assert.equal(recentWrites.findNotBefore(makeKey(1)), Infinity);
    assert.equal(recentWrites.findNotBefore(makeKey(8192)), Infinity);
    recentWrites.noteSend("mainnet", getAccount(1));
    recentWrites.noteSend("mainnet", getAccount(9000));
    assert.deepEqual(
      [1, 2].map((number) => recentWrites.findNotBefore(makeKey(number))),
      [Infinity, undefined],
    );
  });

  test("the record is empty once no response from before the send can be served", () =>
    onSimulatedClock(async () => {
      const recentWrites = createRecentWrites(30_000);
      const verdict = { endpoint: "traces", generation: "v3" };
      recentWrites.noteSend("mainnet", getAccount(1));
      await sleep(WINDOW_MS + 89_000);
      assert.equal(typeof recentWrites.findNotBefore(makeKey(1)), "number");
      assert.equal(recentWrites.isTraceRead(verdict), true);
      await sleep(2000);
      assert.equal(recentWrites.findNotBefore(makeKey(1)), undefined);
      assert.equal(recentWrites.isTraceRead(verdict), false);
    }));

  test("a response of a hostile form adds nothing", () => {
    const recentWrites = createRecentWrites(0);
    recentWrites.noteSend("mainnet", ACCOUNT);
    const verdict = { network: "mainnet", endpoint: "traces", generation: "v3" };
    const rows = [null, 1, {}, { account: ACCOUNT, lt: "x" }, { account: ACCOUNT, lt: null, in_msg: null }];
    const bodies = [
      ...rows.flatMap((row) => [
        { transactions: [row] },
        { traces: [{ transactions: { h: row } }] },
        { traces: [row] },
      ]),
      { traces: 1 },
      [],
      null,
    ];
    const accountText = `{"account":"${ACCOUNT}"}`;
    for (const body of bodies) recentWrites.noteResponse(verdict, JSON.stringify([body, JSON.parse(accountText)]));
    for (const body of bodies) recentWrites.noteResponse(verdict, JSON.stringify(body));
    recentWrites.noteResponse(verdict, accountText.slice(0, -1));
    assert.equal(recentWrites.findNotBefore(`mainnet/v3/accountStates?address=${OTHER_ACCOUNT}`), undefined);
  });
});

describe("a response that shows the trace of a sent message", () => {
  const makeRow = (account, lt, fields) => makeTransaction(account, lt, { in_msg: { source: ACCOUNT }, ...fields });
  const makeTrace = (rows) => ({
    traces: [{ trace_id: HASH, transactions: Object.fromEntries(rows.map((row, index) => [`h${index}`, row])) }],
  });
  /** Responses with the same trace, by operation. @type {Record<string, [string, (rows: any[]) => object]>} */
  const RESPONSES_BY_READ = {
    traces: [`/api/v3/traces?msg_hash=${HEX}`, makeTrace],
    transactions: [`/api/v3/transactions?account=${THIRD_ACCOUNT}`, (transactions) => ({ transactions })],
    transactionsByMessage: [`/api/v3/transactionsByMessage?msg_hash=${HEX}`, (transactions) => ({ transactions })],
    pendingTraces: [`/api/v3/pendingTraces?ext_msg_hash=${HEX}`, makeTrace],
    pendingTransactions: [`/api/v3/pendingTransactions?account=${THIRD_ACCOUNT}`, (transactions) => ({ transactions })],
  };

  for (const [name, [path, write]] of Object.entries(RESPONSES_BY_READ)) {
    test(`after ${name} showed it, no earlier response about its accounts is served`, () =>
      onSimulatedClock(async () => {
        const { chain, request, send } = setUp();
        await send();
        for (const read of Object.values(READS)) await request(read(OTHER_ACCOUNT));
        chain.version = 2;
        for (const read of Object.values(READS))
          assert.equal((await request(read(OTHER_ACCOUNT))).shownValue, 1, "the trace is not yet known");
        chain.reply = (target) =>
          target === name
            ? write([makeTransaction(ACCOUNT, 1000), makeRow(OTHER_ACCOUNT, 1002), makeRow(THIRD_ACCOUNT, 1004)])
            : undefined;
        await request(path);
        await sleep(1);
        for (const [key, read] of Object.entries(READS)) {
          if (getOperationName(read(OTHER_ACCOUNT)) === name) continue;
          assert.equal((await request(read(OTHER_ACCOUNT))).shownValue, 2, key);
          if (!/^pending/.test(name))
            assert.match((await request(read(OTHER_ACCOUNT))).cache, /hit/, "the account is cached again");
        }
      }));
  }
  const getOperationName = (target) => new URL(`https://x.example${target.path ?? target}`).pathname.split("/").pop();

  test("a trace of another message, an old trace and a trace that was shown before drop nothing", () =>
    onSimulatedClock(async () => {
      const { chain, request, send } = setUp();
      await send();
      const readTraces = async (rows, hash) => {
        chain.reply = (name) => (name === "traces" ? makeTrace(rows) : undefined);
        await request(`/api/v3/traces?msg_hash=${hash.repeat(64)}`);
        await sleep(1);
        return (await request(READS["v3 states"](OTHER_ACCOUNT))).cache;
      };
      await request(READS["v3 states"](OTHER_ACCOUNT));
      const root = makeTransaction(ACCOUNT, 1000);
      assert.match(
        await readTraces([makeTransaction(THIRD_ACCOUNT, 1000), makeRow(OTHER_ACCOUNT, 1002)], "1"),
        /hit/,
        "the trace of a message that somebody else sent",
      );
      const internalTrace = { ...root, in_msg: { source: THIRD_ACCOUNT } };
      assert.match(
        await readTraces([internalTrace, makeRow(OTHER_ACCOUNT, 1002)], "2"),
        /hit/,
        "the trace that another account began",
      );
      const oldTrace = { ...root, now: root.now - 3600 };
      assert.match(await readTraces([oldTrace, makeRow(OTHER_ACCOUNT, 1002)], "3"), /hit/, "an old trace");
      assert.match(await readTraces([root, makeRow(OTHER_ACCOUNT, 1002)], "4"), /miss/, "the trace of the message");
      assert.match(await readTraces([root, makeRow(OTHER_ACCOUNT, 1002)], "5"), /hit/, "the same trace again");
    }));

  test("a trace of one transaction drops the responses about its account, also after the two blocks", () =>
    onSimulatedClock(async () => {
      const { chain, request, send } = setUp();
      await send();
      await sleep(WINDOW_MS + 10);
      await request(READS["v3 states"](ACCOUNT));
      chain.reply = (name) => (name === "traces" ? makeTrace([makeTransaction(ACCOUNT, 1000)]) : undefined);
      await request(`/api/v3/traces?msg_hash=${HEX}`);
      await sleep(1);
      assert.match((await request(READS["v3 states"](ACCOUNT))).cache, /miss/);
    }));

  test("a trace without a send drops nothing", () =>
    onSimulatedClock(async () => {
      const { chain, request } = setUp();
      await request(READS["v3 states"](OTHER_ACCOUNT));
      chain.reply = (name) =>
        name === "traces" ? makeTrace([makeTransaction(ACCOUNT, 1), makeRow(OTHER_ACCOUNT, 2)]) : undefined;
      await request(`/api/v3/traces?msg_hash=${HEX}`);
      assert.match((await request(READS["v3 states"](OTHER_ACCOUNT))).cache, /hit/);
    }));
});
