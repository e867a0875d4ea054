// Streams of two processes with one Redis: a process is killed while it reads for both, and Redis ends, hangs and comes back. What every caller has got
// is compared with the chain.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { startRedis } from "../fleet/redis.mjs";
import { makeAccount, ScriptedChain } from "../helpers/scripted-chain.mjs";
import { startFleet } from "../runtimes/fleet.mjs";
import { OK, makeService, waitUntil } from "../upstream/service-of.mjs";
import { sleep, StreamReader } from "./streams.mjs";

const INTERVAL_MS = 100;
const ACCOUNTS = [0, 1, 2, 3].map(makeAccount);
/** The upstream fails one request in this many of a process. */
const FAULT_PERIOD = 13;

const chain = new ScriptedChain();
/** Processes that may end, each with an upstream of its own, so that it is known which of them has sent a request. */
const processes = [{ isAlive: false }, { isAlive: false }];
/** Called with the index of the process that sends a request. @type {(index: number) => void} */
let onRequest = () => {};
let redis;

before(async () => {
  redis = await startRedis();
  for (const account of ACCOUNTS) chain.add(account);
  for (const index of [0, 1]) await startProcess(index);
});
after(async () => {
  for (const { fleet, upstream } of processes) {
    await fleet?.close();
    await upstream?.close();
  }
  await redis?.close();
});

async function startProcess(index) {
  const upstream = await makeService((request, response, count) => {
    onRequest(index);
    if (count % FAULT_PERIOD === 0) return void response.writeHead(500).end();
    const reply = chain.respond(new URL(request.url ?? "", "http://upstream.example"));
    response.writeHead(200, OK).end(JSON.stringify(reply));
  });
  const fleet = await startFleet("Node", [
    {
      mainnet: { baseUrl: upstream.url },
      limits: { keyless: "off", budget: "off" },
      retries: 0,
      streaming: { intervalMs: INTERVAL_MS, store: { redis: redis.url } },
      logLevel: "off",
    },
  ]);
  processes[index] = { fleet, upstream, isAlive: true };
}

const countRequests = () => processes.reduce((sum, { upstream }) => sum + upstream.seen.length, 0);
/** How many requests of all processes there were per interval, for some time. */
async function measureRate(ms) {
  const [startedAt, countBefore] = [performance.now(), countRequests()];
  await sleep(ms);
  return ((countRequests() - countBefore) * INTERVAL_MS) / (performance.now() - startedAt);
}

/** A caller that reads accounts, and resumes at the other process when its own is away. */
class Caller {
  /** @type {StreamReader[]} */
  readers = [];

  constructor(accounts, index) {
    this.accounts = accounts;
    this.index = index;
  }

  async run(signal) {
    for (; !signal.aborted; await sleep(100)) {
      if (!processes[this.index].isAlive) this.index = 1 - this.index;
      const id = this.readers.findLast(({ lastId }) => lastId !== undefined)?.lastId;
      const url = `${processes[this.index].fleet.urls[0]}/api/streaming/v2/sse?addresses=${this.accounts}&types=transactions`;
      try {
        const response = await fetch(url, { headers: id === undefined ? {} : { "last-event-id": id }, signal });
        assert.equal(response.status, 200);
        const reader = new StreamReader(response);
        this.readers.push(reader);
        await reader.readAll();
      } catch (error) {
        // A process that was killed ends its connections.
        if (error.code === "ERR_ASSERTION") throw error;
      }
    }
  }

  list(type) {
    return this.readers.flatMap((reader) => reader.list(type)).map(({ data }) => data);
  }

  get isLive() {
    return this.readers.at(-1)?.list("state").at(-1)?.data.state === "live";
  }

  /** The hashes of the transactions of an account, in the order of their arrival. */
  listHashes(account) {
    return this.list("transactions")
      .flatMap(({ transactions }) => transactions)
      .filter((row) => row.account === account)
      .map(({ hash }) => hash);
  }
}

test("two processes with one Redis ask as often as one, and lose and repeat nothing", {
  timeout: 150_000,
}, async () => {
  const callers = [0, 1, 2, 3, 4, 5].map(
    (index) => new Caller([ACCOUNTS[index % 4], ACCOUNTS[(index + 1) % 4]].toSorted(), index % 2),
  );
  const controller = new AbortController();
  const callerRuns = callers.map((caller) => caller.run(controller.signal));
  Promise.all(callerRuns).catch(() => {});
  await waitUntil(() => callers.every(({ isLive }) => isLive), "all callers are live");
  const first = chain.rows.length;
  const traffic = setInterval(() => chain.add(ACCOUNTS[(7 * chain.rows.length) % 4]), 200);

  try {
    const sharedRate = await measureRate(3000);
    assert.ok(sharedRate <= 1.1, `${sharedRate} requests per interval of two processes`);

    const leader = await new Promise((resolve) => (onRequest = resolve));
    onRequest = () => {};
    processes[leader].isAlive = false;
    await processes[leader].fleet.close();
    const baseRate = await measureRate(2000);
    assert.ok(baseRate > 0.5 && baseRate <= 1.1, `${baseRate} requests per interval of the other process`);
    await processes[leader].upstream.close();
    await startProcess(leader);
    // It has no streams yet.
    await Promise.all(callers.slice(0, 3).map((caller) => move(caller, leader)));

    await redis.end();
    await sleep(1000);
    const rateWithout = await measureRate(2000);
    assert.ok(rateWithout > 1.3, `${rateWithout} requests per interval of two processes without Redis`);
    await redis.start();
    await waitUntil(async () => (await measureRate(1000)) <= 1.1, "the processes share again");

    redis.pause();
    await sleep(2000);
    redis.resume();
    await waitUntil(async () => (await measureRate(1000)) <= 1.1, "the processes share again");
  } finally {
    clearInterval(traffic);
  }

  const listExpectedRows = (account) => chain.rows.slice(first).filter((row) => row.account === account);
  const isComplete = (caller) =>
    caller.accounts.every((account) =>
      caller.listHashes(account).includes(chain.rows.findLast((row) => row.account === account).hash),
    );
  await waitUntil(() => callers.every(isComplete), "every caller has the last transactions");
  controller.abort();
  await Promise.all(callerRuns);
  assert.ok(chain.rows.length - first > 50, `${chain.rows.length - first} transactions`);
  for (const caller of callers) {
    assert.deepEqual(caller.list("gap"), []);
    for (const account of caller.accounts)
      assert.deepEqual(
        caller.listHashes(account),
        listExpectedRows(account).map(({ hash }) => hash),
      );
  }
  assert.ok(callers.some(({ readers }) => readers.length > 1));
});

/** Lets a caller resume at another process. @param {Caller} caller @param {number} index */
async function move(caller, index) {
  const count = caller.readers.length;
  caller.index = index;
  await caller.readers.at(-1)?.close();
  await waitUntil(() => caller.readers.length > count && caller.isLive, "a caller is live again");
}
