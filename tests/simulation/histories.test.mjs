// What a session has seen does not vanish: random programs of reads, sends and walks by 1 to 20 sessions, through two gateways over upstreams
// that are behind, fail and hang, on a simulated clock. A program that breaks a rule is made smaller and printed. `SEED` and `SEEDS` choose
// other programs, `OPERATIONS` their length.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { createClient } from "ton-edge";
import { createGateway } from "ton-edge/gateway";

import { ACCOUNTS } from "./fake-chain.mjs";
import { findSmallest } from "./chain-world.mjs";
import { createProgram } from "./program.mjs";
import { findViolation, getKey, RULES } from "./rules.mjs";
import { READS } from "./sessions.mjs";

const isFull = process.env.TESTS_FULL === "1";
const SEED = Number(process.env.SEED ?? 1);
const SEEDS = Number(process.env.SEEDS ?? (isFull ? 100 : 3));
const OPERATIONS = Number(process.env.OPERATIONS ?? (isFull ? 10_000 : 400));
const TIMEOUT = { timeout: 3 * 3_600_000 };

const CACHES = ["own", "own", "shared", "shared", "none"];
const SIZE = { operations: OPERATIONS, everyMs: 20, caches: CACHES };

/** A program in which nothing fails, with one session of this kind. */
function createCalmProgram({ kinds, cache, upstreams = [{}, {}] }) {
  const program = createProgram(SEED, { operations: 150, everyMs: 100, caches: [cache], kinds, sessions: 1 });
  const calmUpstream = { lags: [0], indexLagMs: 0, delay: 20, faults: [] };
  return {
    ...program,
    hedgeAfterMs: 0,
    calmMs: 0,
    upstreams: upstreams.map((upstream) => ({ ...calmUpstream, ...upstream })),
  };
}

describe("what a session has seen does not vanish", () => {
  // All modules are loaded and compiled before the clock is simulated.
  before(async () => {
    await createGateway({ logLevel: "off" }).fetch(new Request("https://gw.example/healthz"));
    const fetch = async () => Response.json({ error: "x" }, { status: 400 });
    await createClient({ baseUrl: "https://gw.example", fetch })
      .account(ACCOUNTS[0])
      .catch(() => {});
  });

  for (let seed = SEED; seed < SEED + SEEDS; seed += 1) {
    const replicas = seed % 4 === 0 ? 2 : 1;
    test(`program ${seed} of ${OPERATIONS} operations breaks no rule`, TIMEOUT, async (t) => {
      const { history, violation, text } = await findSmallest(createProgram(seed, { ...SIZE, replicas }));
      if (violation) assert.fail(`seed ${seed}: ${text}`);
      const { entries, puts } = history;
      const counts = {};
      for (const { kind, status } of entries) counts[`${kind} ${status}`] = (counts[`${kind} ${status}`] ?? 0) + 1;
      t.diagnostic(`${JSON.stringify(counts)}, ${puts.length} entries stored or found`);
      assert.equal(entries.length, OPERATIONS, "an operation has no outcome");
      const hits = entries.filter(
        ({ cache, path }) => /; hit/.test(cache ?? "") && path !== READS["v2 get-method"].request("")[0],
      );
      const keys = new Set(puts.map(({ key }) => key));
      const knownHits = hits.filter(({ path }) => keys.has(getKey(path)));
      assert.ok(knownHits.length >= hits.length / 2, "the stored entries of most hits are known");
    });
  }

  test("without the header, the checker finds that time goes backwards after a failover (G7)", TIMEOUT, async () => {
    const program = createCalmProgram({
      kinds: ["headers"],
      cache: "none",
      upstreams: [{ faults: [{ from: 10_000, ms: 5000, kind: "refused" }] }, { lags: [50] }],
    });
    const switchedOff = { ...program, calmMs: 60_000 };
    const {
      violation,
      smallest: smallestProgram,
      text,
    } = await findSmallest(switchedOff, { isOn: false, rules: ["monotonic reads"] });
    const { min, shown } = violation.entry;
    assert.ok(shown.block <= min - 40, text);
    assert.equal(smallestProgram.operations.length, 2, text);
    assert.equal((await findSmallest(switchedOff)).violation, undefined);
  });

  test("with `sessionConsistency: false`, the checker finds that an own write is not read (P4)", TIMEOUT, async () => {
    const program = createCalmProgram({ kinds: ["client"], cache: "own" });
    const { smallest: smallestProgram, text } = await findSmallest(program, {
      isOn: false,
      rules: ["own writes are read"],
    });
    assert.ok(smallestProgram, "no violation was found");
    assert.ok(smallestProgram.operations.length <= 8, text);
    assert.ok(
      smallestProgram.operations.some(({ kind }) => kind === "send"),
      text,
    );
    assert.equal((await findSmallest(program)).violation, undefined);
  });

  test("each rule finds a violation", () => {
    const account = ACCOUNTS[0];
    const lts = Array.from({ length: 10 }, (_, index) => BigInt(index + 1));
    const history = lts.map((lt, index) => ({ index, lt, block: 10 * index }));
    const chain = /** @type {any} */ ({
      getHistory: () => history,
      countUpTo: (_, block) => history.filter((transaction) => transaction.block <= block).length,
    });
    const knowledge = { min: 0, minCount: 0, minHead: 0, ownCount: 0, ownSeqno: 0 };
    const base = {
      session: 0,
      account,
      gateway: 0,
      start: 50_000,
      end: 50_001,
      status: 200,
      error: null,
      ...knowledge,
    };
    const read = { ...base, kind: "read", name: "v2 state", plan: { kind: "headers" }, shown: { block: 50, count: 6 } };
    const walkEntry = { ...base, kind: "walk", name: "", plan: { kind: "headers" }, lts: [3n, 2n, 1n] };
    const client = { plan: { kind: "client" } };
    const putEntry = {
      time: 1,
      gateway: 0,
      key: "mainnet/v2/getMasterchainInfo",
      seqno: 9,
      usableUntil: 60_000,
      isOwn: true,
    };
    const earlierEntry = { ...read, start: 1, end: 2, shown: { block: 150 }, named: 150 };
    const missEntry = { ...read, cache: "ton-edge; fwd=miss; stored" };
    const hit = { ...read, path: "/api/v2/getMasterchainInfo", cache: "ton-edge; hit; ttl=1", named: 8 };
    /** @type {[string, any, any[]?][]} */
    const cases = [
      ["monotonic reads", { ...read, min: 51 }],
      ["monotonic reads", { ...read, ...client, minCount: 7 }],
      ["monotonic reads", { ...read, ...client, name: "v2 head", shown: { block: 50 }, minHead: 51 }],
      ["own writes are read", { ...read, ownCount: 7 }],
      ["own writes are read", { ...read, ...client, ownCount: 7 }],
      ["a client's reads show the block of its writes", { ...read, ...client, ownSeqno: 51 }],
      ["a response names no newer block than it shows", { ...read, named: 51 }],
      ["walks lose and repeat no row", { ...walkEntry, lts: [3n, 1n] }],
      ["walks lose and repeat no row", { ...walkEntry, lts: [3n, 3n, 2n] }],
      ["walks lose and repeat no row", { ...walkEntry, lts: [3n, 2n], isWhole: true }],
      ["walks lose and repeat no row", { ...walkEntry, ownCount: 4 }],
      [
        "no entry of a lower height replaces a higher one",
        read,
        [{ ...putEntry, replaced: { ...putEntry, seqno: 10, time: 0 } }],
      ],
      ["no entry of a lower height replaces a higher one", hit, [putEntry]],
      ["a response that is behind says so", [earlierEntry, { ...missEntry, named: 50, behind: null }]],
      ["errors have a reason and come in time", { ...read, status: 500 }],
      ["errors have a reason and come in time", { ...read, end: 60_000 }],
      ["reads succeed after the faults are over", { ...read, status: 503 }],
    ];
    const play = (entry, puts = []) => ({
      ...{ entries: [entry].flat(), puts, chain, calmMs: 1000, storeMs: 0, hasReplicas: false, hasCache: true },
    });
    for (const goodEntry of [read, walkEntry]) assert.equal(findViolation(play(goodEntry)), undefined);
    for (const [rule, entry, puts] of cases) assert.equal(findViolation(play(entry, puts))?.rule, rule, rule);
    assert.deepEqual([...new Set(cases.map(([rule]) => rule))], Object.keys(RULES));
  });
});
