// `client.watch` over a server that we control: each transaction comes once and in its order, whatever the server leaves out, repeats, delays or
// refuses, and wherever the program stops and goes on.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { createClient } from "ton-edge";

import { seededRandom } from "../helpers/seeded-random.mjs";
import { onSimulatedClock } from "../helpers/simulated-clock.mjs";

const RUNS = process.env.TESTS_FULL === "1" ? 400 : 15;
const accountAt = (index) => `0:${(0xa0 + index).toString(16).toUpperCase().repeat(32)}`;
const hashOf = (account, lt) => Buffer.from(`${account.slice(-6)}${lt}`.padEnd(32, "_")).toString("base64");
const idOf = ({ account, lt }) => `${account}:${lt}`;

/** A chain of accounts, and a server of v3 that shows it. */
class Chain {
  /** @type {any[]} */
  rows = [];
  lt = 1000;

  /** Adds a transaction of an account. @param {string} account */
  add(account, more = {}) {
    this.lt += 7;
    const previous = this.rows.findLast((row) => row.account === account);
    const row = {
      account,
      lt: String(this.lt),
      hash: hashOf(account, this.lt),
      prev_trans_lt: previous?.lt ?? "0",
      prev_trans_hash: previous?.hash ?? Buffer.alloc(32).toString("base64"),
      orig_status: previous?.end_status ?? "nonexist",
      end_status: "active",
      mc_block_seqno: 1,
      ...more,
    };
    this.rows.push(row);
    return row;
  }

  /** The response to a request, as a server sees it whose index has the first `count` rows. @param {URL} url */
  respond(url, count = this.rows.length) {
    const known = this.rows.slice(0, count);
    const { searchParams } = url;
    if (url.pathname.endsWith("/accountStates"))
      return { accounts: searchParams.getAll("address").flatMap((address) => stateOf(known, address)) };
    const accounts = searchParams.getAll("account").map(toRaw);
    const sort = searchParams.get("sort");
    const startLt = Number(searchParams.get("start_lt") ?? 0);
    const rows = known
      .filter((row) => accounts.includes(row.account) && Number(row.lt) >= startLt)
      .sort((a, b) => (sort === "asc" ? a.lt - b.lt : b.lt - a.lt));
    return { transactions: rows.slice(0, Number(searchParams.get("limit"))), address_book: {} };
  }
}

const toRaw = (text) => text.toUpperCase();
function stateOf(rows, address) {
  const last = rows.findLast((row) => row.account === toRaw(address));
  return last === undefined
    ? []
    : [{ address: last.account, last_transaction_lt: last.lt, last_transaction_hash: last.hash, balance: last.lt }];
}

/** @param {(url: URL) => any} respond */
function makeClient(respond, baseUrl = "https://server.example") {
  /** @type {string[]} */
  const sent = [];
  const client = createClient({
    baseUrl,
    rateLimit: false,
    retry: false,
    sessionChannel: false,
    sessionConsistency: false,
    fetch: async (request) => {
      const url = new URL(request.url);
      sent.push(url.pathname.split("/").pop() ?? "");
      const reply = respond(url);
      return reply instanceof Response ? reply : Response.json(reply);
    },
  });
  return { client, sent };
}

/** Reads events until there are `count`, then ends the iterator. */
async function take(events, count) {
  const taken = [];
  if (count > 0)
    for await (const event of events) {
      taken.push(event);
      if (taken.length === count) break;
    }
  return taken;
}

const LONG_BASE_URL = `https://${"a".repeat(60)}.example/${"b".repeat(300)}`;
const HUNDRED = Array.from({ length: 100 }, (_, index) => `-1:${String(index).padStart(64, "0")}`);

// Loads the code of the actions, and of calls in parts, which is not on the simulated clock.
before(async () => {
  const { client } = makeClient(() => ({ accounts: [] }), LONG_BASE_URL);
  await assert.rejects(client.watch(/** @type {any} */ (undefined)).next());
  await client.v3.accountStates({ address: HUNDRED, include_boc: false });
});

describe("watch", () => {
  test("begins now, and yields each transaction and the state after it", async () => {
    const [a, b] = [accountAt(0), accountAt(1)];
    const chain = new Chain();
    chain.add(a);
    const { client, sent } = makeClient((url) => chain.respond(url));
    const states = [];
    await onSimulatedClock(async () => {
      const events = client.watch(
        { accounts: [a, b], types: ["transactions", "account_state_change"] },
        { onState: (state) => states.push(state) },
      );
      assert.deepEqual(events.cursors, []);
      setTimeout(() => (chain.add(a), chain.add(b), chain.add(a)), 5000);
      const taken = await take(events, 5);
      assert.deepEqual(
        taken.map(({ type, account, lt, state }) => [type, account, lt ?? BigInt(state.balance)]),
        [
          ["transactions", a, 1014n],
          ["transactions", a, 1028n],
          ["account_state_change", a, 1028n],
          ["transactions", b, 1021n],
          ["account_state_change", b, 1021n],
        ],
      );
      // The last event was yielded, but the next one was not requested.
      assert.deepEqual(events.cursors, [taken[2].cursor, `${b}:1021:${hashOf(b, 1021)}`]);
    });
    assert.deepEqual(states, ["catching_up", "live"]);
    // The second account is not in the states, so its transactions must be missing, too. Two polls without a change, and one with changes: two
    // requests for both accounts.
    assert.deepEqual(sent, ["accountStates", "transactions", "accountStates", "accountStates", "transactions"]);
  });

  test("follows a hundred accounts that all change at once, over a server with a long base URL", async () => {
    const chain = new Chain();
    const { client } = makeClient((url) => chain.respond(url), LONG_BASE_URL);
    await onSimulatedClock(async () => {
      setTimeout(() => HUNDRED.forEach((account) => chain.add(account)), 1000);
      const taken = await take(client.watch({ accounts: HUNDRED }), 100);
      assert.deepEqual(taken.map(({ account }) => account).sort(), HUNDRED);
    });
  });

  test("does not take an account for a new one because the states left it out", async () => {
    const account = accountAt(0);
    const chain = new Chain();
    for (let count = 0; count < 5; count += 1) chain.add(account);
    let isFirst = true;
    const { client } = makeClient((url) => {
      const reply = chain.respond(url);
      if (!isFirst || reply.transactions) return reply;
      isFirst = false;
      return { accounts: [] };
    });
    await onSimulatedClock(async () => {
      setTimeout(() => chain.add(account), 10_000);
      const [event] = await take(client.watch({ accounts: [account] }), 1);
      assert.equal(event?.hash, chain.rows[5].hash);
    });
  });

  test("goes on where it stopped, over a long history", async () => {
    const account = accountAt(0);
    const chain = new Chain();
    const { client } = makeClient((url) => chain.respond(url));
    const first = chain.add(account);
    for (let count = 0; count < 450; count += 1) chain.add(account);
    await onSimulatedClock(async () => {
      const states = [];
      const events = client.watch(
        { accounts: [account], since: `${account}:${first.lt}:${first.hash}` },
        { onState: (state) => states.push(state) },
      );
      const taken = await take(events, 450);
      assert.deepEqual(
        taken.map(({ hash }) => hash),
        chain.rows.slice(1).map(({ hash }) => hash),
      );
      assert.deepEqual(states, ["catching_up", "live"]);
      const rest = client.watch({ accounts: [account], since: [taken[440].cursor] });
      assert.deepEqual(
        (await take(rest, 9)).map(({ hash }) => hash),
        chain.rows.slice(442).map(({ hash }) => hash),
      );
      const all = client.watch({ accounts: [account], since: `${account}:0:` });
      assert.equal((await take(all, 451))[0]?.hash, first.hash);
    });
  });

  test("reports a gap that the server never fills, and goes on after it", async () => {
    const account = accountAt(0);
    const chain = new Chain();
    const start = chain.add(account);
    const lost = [chain.add(account), chain.add(account)];
    const { client } = makeClient((url) => {
      const reply = chain.respond(url);
      return reply.transactions ? { transactions: reply.transactions.filter((row) => !lost.includes(row)) } : reply;
    });
    const [after, last] = [chain.add(account), chain.add(account)];
    await onSimulatedClock(async () => {
      const query = { accounts: [account], since: `${account}:${start.lt}:${start.hash}` };
      const [gap, ...rest] = await take(client.watch(query), 3);
      assert.equal(gap?.type, "gap");
      assert.deepEqual([gap.after.hash, gap.before.hash], [start.hash, after.hash]);
      assert.deepEqual(
        rest.map(({ hash }) => hash),
        [after.hash, last.hash],
      );
      // Resumed after the gap, it is not reported again.
      const [next] = await take(client.watch({ ...query, since: gap.cursor }), 1);
      assert.equal(next?.hash, after.hash);
    });
  });

  test("goes on when the server comes back, and says when it is away", async () => {
    const account = accountAt(0);
    const chain = new Chain();
    chain.add(account);
    let isAway = false;
    const { client, sent } = makeClient((url) => (isAway ? new Response("", { status: 502 }) : chain.respond(url)));
    await onSimulatedClock(async () => {
      const states = [];
      const events = client.watch({ accounts: [account] }, { onState: (...args) => states.push(args) });
      setTimeout(() => (isAway = true), 1000);
      setTimeout(() => chain.add(account), 100_000);
      setTimeout(() => (isAway = false), 300_000);
      const [event] = await take(events, 1);
      assert.equal(event?.hash, chain.rows[1].hash);
      assert.deepEqual(
        states.map(([state, error]) => [state, error?.code]),
        [
          ["catching_up", undefined],
          ["live", undefined],
          ["offline", "bad_gateway"],
          ["live", undefined],
        ],
      );
      // 3, 6, 12, 24, and then every 30 seconds.
      assert.ok(sent.length < 20, `${sent.length} requests`);
    });
  });

  test("is not live while a response leaves out an account or its transactions", async () => {
    const account = accountAt(0);
    const chain = new Chain();
    chain.add(account);
    /** @type {(url: URL, reply: any) => any} */
    let leaveOut = (_, reply) => reply;
    const { client } = makeClient((url) => leaveOut(url, chain.respond(url)));
    await onSimulatedClock(async () => {
      const states = [];
      const begun = performance.now();
      const onState = (state) => states.push([state, Math.round((performance.now() - begun) / 1000)]);
      const events = client.watch({ accounts: [account] }, { onState });
      setTimeout(() => (leaveOut = (url) => (url.pathname.endsWith("/accountStates") ? { accounts: [] } : null)), 4000);
      setTimeout(() => {
        leaveOut = (_, reply) => (reply.transactions ? { transactions: [] } : reply);
        chain.add(account);
      }, 10_000);
      setTimeout(() => (leaveOut = (_, reply) => reply), 16_000);
      assert.equal((await take(events, 1))[0]?.hash, chain.rows[1].hash);
      assert.deepEqual(states, [
        ["catching_up", 0],
        ["live", 0],
        ["catching_up", 6],
        ["live", 18],
      ]);
    });
  });

  test("ends with its signal, while it waits too", async () => {
    const { client } = makeClient((url) => new Chain().respond(url));
    await onSimulatedClock(async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new Error("enough")), 10_000);
      const events = client.watch({ accounts: [accountAt(0)] }, { signal: controller.signal });
      await assert.rejects(events.next(), /enough/);
    });
  });

  test("refuses a query that it cannot answer", async () => {
    const { client, sent } = makeClient(() => ({}));
    const account = accountAt(0);
    for (const [query, code, text] of [
      [undefined, "invalid_parameter", /must be a plain object/],
      [{ accounts: [] }, "invalid_parameter", /1 to 100 addresses/],
      [{ accounts: Array(101).fill(account) }, "invalid_parameter", /1 to 100 addresses/],
      [{ accounts: ["nobody"] }, "invalid_parameter", /address/],
      [{ accounts: [account], types: ["blocks"] }, "invalid_parameter", /`types`/],
      [{ accounts: [account], since: 1 }, "invalid_parameter", /`since` must be a cursor/],
      [{ accounts: [account], since: "1" }, "cursor_invalid", /not a cursor/],
      [{ accounts: [account], since: `${accountAt(1)}:0:` }, "cursor_invalid", /not in `accounts`/],
      [{ account }, "invalid_option", /no option `account`/],
    ])
      await assert.rejects(
        client.watch(/** @type {any} */ (query)).next(),
        (/** @type {any} */ error) => error.code === code && /** @type {RegExp} */ (text).test(error.message),
        JSON.stringify(query),
      );
    assert.deepEqual(sent, []);
    const lost = makeClient(() => new Response('{"error":"x"}', { status: 401 }));
    await assert.rejects(lost.client.watch({ accounts: [account] }).next(), { status: 401 });
  });
});

test("each transaction comes once and in order, over a server that lies and programs that stop", async () => {
  for (let seed = 1; seed <= RUNS; seed += 1) await runLaboratory(seed);
});

/** One program and one chain. Each run prints its seed if it fails. @param {number} seed */
async function runLaboratory(seed) {
  const { below, chance = (share) => below(1000) < share * 1000, pick } = /** @type {any} */ (seededRandom(seed));
  const accounts = Array.from({ length: 1 + below(6) }, (_, index) => accountAt(index));
  const chain = new Chain();
  for (const account of accounts) if (chance(0.7)) chain.add(account);
  const started = chain.rows.length;
  // The server is honest until the program has begun: what happens before is not reported.
  let faults = 0;
  const { client } = makeClient((url) => {
    if (chance(faults / 4)) return new Response("", { status: pick([500, 502, 503, 429]) });
    const reply = chain.respond(url, chance(faults) ? Math.max(started, chain.rows.length - below(20)) : undefined);
    const name = reply.accounts ? "accounts" : "transactions";
    if (chance(faults)) reply[name] = reply[name].filter(() => chance(0.8));
    if (chance(faults)) reply[name] = [...reply[name], ...reply[name].slice(0, 2)].sort(() => below(3) - 1);
    return reply;
  });
  /** @type {any[]} */
  const seen = [];
  await onSimulatedClock(async () => {
    let cursors;
    const adding = setInterval(() => {
      const count = chance(0.1) ? below(300) : below(5);
      for (let index = 0; index < count; index += 1) chain.add(pick(accounts));
      if (chain.rows.length > 1500) clearInterval(adding);
    }, 4000);
    while (seen.length < 1400) {
      const events = client.watch({ accounts, since: cursors });
      // Sometimes the program ends before it has handled the last event: that one comes again.
      const left = below(200);
      for await (const event of events) {
        faults = seed % 2 === 0 ? 0.4 : 0;
        assert.equal(event.type, "transactions", `seed ${seed}, ${event.account}`);
        if (left > 150 && seen.length % 50 === 49 && chance(0.5)) {
          cursors = events.cursors;
          break;
        }
        seen.push(event);
        // The accounts that have begun, and this event.
        cursors = [...events.cursors.filter((cursor) => !cursor.startsWith(event.account)), event.cursor];
        if (seen.length >= 1400 || chance(0.01)) break;
      }
    }
    clearInterval(adding);
  });
  for (const account of accounts) {
    const expected = chain.rows.slice(started).filter((row) => row.account === account);
    const found = seen.filter((event) => event.account === account);
    assert.deepEqual(found.map(idOf), expected.slice(0, found.length).map(idOf), `seed ${seed}, ${account}`);
  }
}
