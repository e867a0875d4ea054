// `client.watch` on the local chain under traffic, beside the chain's own record: each transaction of the watched accounts once and in order, by a
// program that is stopped and started again.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { createClient } from "ton-edge";

import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { makeTraffic } from "../upstream/devnet/traffic/index.mjs";

const BLOCKS = process.env.TESTS_FULL === "1" ? 1000 : 60;
const SECONDS = 5;
const { below } = createSeededRandom(Number(process.env.SEED ?? 6201));

/** @type {any} */
let devnet;
before(async () => {
  devnet = await startDevnet({ world: "small", clock: "manual" });
  await devnet.ready;
});
after(() => devnet?.close());

const listTransactions = (startSeqno) =>
  devnet.db.all("SELECT account, lt, hash FROM transactions WHERE mc_seqno > ? ORDER BY account, lt", [startSeqno]);

test("watch reports the transactions that the chain recorded", { timeout: 600_000 }, async () => {
  const { chain, cast } = devnet;
  const startSeqno = chain.head.mc.seqno;
  // The accounts of the traffic, found by a part of it.
  for (let count = 0; count < 20; count += 1) await step();
  const accounts = [...new Set(listTransactions(startSeqno).map(({ account }) => account))].slice(0, 100);
  assert.ok(accounts.length > 10, `${accounts.length} accounts`);
  const client = createClient({ baseUrl: devnet.url, rateLimit: false });
  const firstSeqno = chain.head.mc.seqno;
  const receivedEvents = [];
  let startedAt;
  let steps = 0;
  for (let programs = 0; steps < BLOCKS; programs += 1) {
    const stop = new AbortController();
    const events = client.watch({ accounts, since: startedAt }, { signal: stop.signal, pollIntervalMs: 5 });
    const readLoop = (async () => {
      for await (const event of events) {
        assert.equal(event.type, "transactions");
        receivedEvents.push(event);
      }
    })();
    readLoop.catch(() => {});
    await waitUntilBegun(events, accounts.length);
    for (const finalStep = Math.min(BLOCKS, steps + 5 + below(20)); steps < finalStep; steps += 1) await step();
    await waitUntilSeen(receivedEvents, firstSeqno, accounts);
    stop.abort(new Error("stopped"));
    await assert.rejects(readLoop, /stopped/);
    startedAt = events.cursors;
  }
  const expected = listTransactions(firstSeqno).filter(({ account }) => accounts.includes(account));
  const eventsByAccount = groupBy(receivedEvents);
  const events = [...eventsByAccount.keys()].sort().flatMap((account) => eventsByAccount.get(account) ?? []);
  assert.ok(expected.length > BLOCKS, `${expected.length} transactions`);
  assert.deepEqual(
    events.map(({ account, lt, hash }) => [account, String(lt), hash]),
    expected.map(({ account, lt, hash }) => [account, String(lt), readText(hash)]),
  );

  async function step() {
    const externals = await makeTraffic(chain, cast);
    await chain.step({ now: chain.head.mc.gen_utime + SECONDS, externals });
  }
});

const readText = (hash) => (typeof hash === "string" ? hash : Buffer.from(hash).toString("base64"));

function groupBy(events) {
  const groups = new Map();
  for (const event of events) groups.set(event.account, [...(groups.get(event.account) ?? []), event]);
  return groups;
}

async function waitUntilBegun(events, count) {
  while (events.cursors.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Waits until as many transactions were reported as the chain has; the test compares them afterwards. */
async function waitUntilSeen(receivedEvents, from, accounts) {
  const expected = listTransactions(from).filter(({ account }) => accounts.includes(account)).length;
  const end = Date.now() + 60_000;
  while (receivedEvents.length < expected && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
}
