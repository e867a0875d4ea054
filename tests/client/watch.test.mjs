// `client.watch` over a server that we control: each transaction comes once and in its order, whatever the server leaves out, repeats, delays or
// refuses, and wherever the program stops and goes on.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";

import { ScriptedChain, makeAccount, computeHash } from "../helpers/scripted-chain.mjs";
import { Ledger } from "../helpers/scripted-ledger.mjs";
import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { onSimulatedClock } from "../helpers/simulated-clock.mjs";
import { makeClient, takeEvents } from "./watched-client.mjs";

const RUNS = process.env.TESTS_FULL === "1" ? 400 : 15;
const getId = ({ account, lt }) => `${account}:${lt}`;

const LONG_BASE_URL = `https://${"a".repeat(60)}.example/${"b".repeat(300)}`;
const HUNDRED_ACCOUNTS = Array.from({ length: 100 }, (_, index) => `-1:${String(index).padStart(64, "0")}`);

// Loads the code of the actions, and of calls in parts, which is not on the simulated clock.
before(async () => {
  const { client } = makeClient(() => ({ accounts: [] }), LONG_BASE_URL);
  await assert.rejects(client.watch(/** @type {any} */ (undefined)).next());
  await client.v3.accountStates({ address: HUNDRED_ACCOUNTS, include_boc: false });
  const { client: otherClient } = makeClient(() => new Response('{"error":"x"}', { status: 401 }));
  await assert.rejects(otherClient.watch({ accounts: [makeAccount(0)], types: ["trace"] }).next(), { status: 401 });
});

/** @type {{ scenarios: any[] }} */
const { scenarios } = JSON.parse(readFileSync(new URL("../fixtures/watch-scenarios.json", import.meta.url), "utf8"));

/** The response of the server of a scenario. @param {any} scenario @param {Ledger} chain @param {URL} url @param {number} now */
function respondInScenario({ chain: transactions, faults = [] }, chain, url, now) {
  const activeFaults = faults.filter(({ from, until: endTime }) => from <= now && now < endTime);
  const hasFault = (kind) => activeFaults.some((fault) => fault.kind === kind);
  if (hasFault("down")) return new Response("", { status: 502 });
  const shownTime = activeFaults.find(({ kind }) => kind === "behind")?.shows ?? now;
  const reply = chain.respond(url, transactions.filter(({ at: index = 0 }) => index <= shownTime).length);
  if (reply.traces) return hasFault("no_traces") ? new Response("", { status: 502 }) : reply;
  if (reply.actions) return hasFault("no_actions") ? { actions: [] } : reply;
  if (reply.accounts) return hasFault("no_states") ? { accounts: [] } : reply;
  if (hasFault("no_transactions")) return { transactions: [] };
  const rows = reply.transactions.map((row) => ({ row, ...transactions[chain.rows.indexOf(row)] }));
  return {
    transactions: rows
      .filter(({ lost }) => !lost)
      .map(({ row, finalAt = 0 }) => ({ ...row, finality: now < finalAt ? "confirmed" : "finalized" })),
  };
}

describe("watch, scenarios of both clients", () => {
  for (const scenario of scenarios)
    test(scenario.name, async () => {
      const chain = new Ledger();
      const accounts = Array.from({ length: scenario.accounts }, (_, index) => makeAccount(index));
      for (const { account, orig, end = "active", trace } of scenario.chain) {
        const row = chain.add(makeAccount(account), {
          end_status: end,
          ...(orig && { orig_status: orig, prev_trans_lt: "0", prev_trans_hash: Buffer.alloc(32).toString("base64") }),
        });
        row.trace_id = (chain.rows[trace] ?? row).hash;
        const rows = [...(chain.traces.get(row.trace_id)?.rows ?? []), row];
        chain.traces.set(row.trace_id, { rows, count: rows.length });
      }
      const getIndex = ({ hash }) => chain.rows.findIndex((row) => row.hash === hash);
      const makeCursor = (row) => `${row.account}:${row.lt}:${row.hash}`;
      let begunCount = 0;
      const readSeconds = () => Math.floor((performance.now() - begunCount) / 1000);
      const { client, sentRequests } = makeClient((url) =>
        respondInScenario(scenario, chain, url, performance.now() - begunCount),
      );
      await onSimulatedClock(async () => {
        begunCount = performance.now();
        const states = [];
        const events = /** @type {any} */ (client).watch(
          {
            accounts,
            types: scenario.types,
            since: scenario.since === undefined ? undefined : makeCursor(chain.rows[scenario.since]),
          },
          {
            finality: scenario.finality,
            onState: (state, error) => states.push([state, readSeconds(), ...(error ? [error.code] : [])]),
          },
        );
        const addresses = [];
        let cursors = [];
        for await (const event of events) {
          const position =
            event.type === "gap"
              ? [getIndex(event.after), getIndex(event.before)]
              : [getIndex(event.state ? { hash: event.state.last_transaction_hash } : event)];
          if (event.action) position.push(chain.rows.findIndex(({ lt }) => lt === event.action.end_lt));
          if (event.traceId) position.push(event.isComplete);
          addresses.push([event.type, accounts.indexOf(event.account), ...position, readSeconds()]);
          cursors = events.cursors;
          if (event.type === "gap") assert.equal(event.cursor, makeCursor(chain.rows[scenario.gapCursor]));
          if (addresses.length === scenario.events.length) break;
        }
        assert.deepEqual(addresses, scenario.events);
        assert.deepEqual(states, scenario.states);
        assert.deepEqual(
          cursors,
          scenario.cursors.map(([, index]) => makeCursor(chain.rows[index])),
        );
        if (scenario.requests) assert.deepEqual(sentRequests, scenario.requests);
      });
    });
});

describe("watch", () => {
  test("watch follows a hundred accounts that all change at once, over a server with a long base URL", async () => {
    const chain = new ScriptedChain();
    const { client } = makeClient((url) => chain.respond(url), LONG_BASE_URL);
    await onSimulatedClock(async () => {
      setTimeout(() => HUNDRED_ACCOUNTS.forEach((account) => chain.add(account)), 1000);
      const events = await takeEvents(client.watch({ accounts: HUNDRED_ACCOUNTS }), 100);
      assert.deepEqual(events.map(({ account }) => account).sort(), HUNDRED_ACCOUNTS);
    });
  });

  test("watch does not treat an account as new because the states left it out", async () => {
    const account = makeAccount(0);
    const chain = new ScriptedChain();
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
      const [event] = await takeEvents(client.watch({ accounts: [account] }), 1);
      assert.equal(event?.hash, chain.rows[5].hash);
    });
  });

  test("watch continues where it stopped, over a long history", async () => {
    const account = makeAccount(0);
    const chain = new ScriptedChain();
    const { client } = makeClient((url) => chain.respond(url));
    const first = chain.add(account);
    for (let count = 0; count < 450; count += 1) chain.add(account);
    await onSimulatedClock(async () => {
      const states = [];
      const events = client.watch(
        { accounts: [account], since: `${account}:${first.lt}:${first.hash}` },
        { onState: (state) => states.push(state) },
      );
      const takenEvents = await takeEvents(events, 450);
      assert.deepEqual(
        takenEvents.map(({ hash }) => hash),
        chain.rows.slice(1).map(({ hash }) => hash),
      );
      assert.deepEqual(states, ["catching_up", "live"]);
      const laterEvents = client.watch({ accounts: [account], since: [takenEvents[440].cursor] });
      assert.deepEqual(
        (await takeEvents(laterEvents, 9)).map(({ hash }) => hash),
        chain.rows.slice(442).map(({ hash }) => hash),
      );
      const watch = client.watch({ accounts: [account], since: `${account}:0:` });
      assert.equal((await takeEvents(watch, 451))[0]?.hash, first.hash);
    });
  });

  test("watch ends with its signal, also while it waits", async () => {
    const { client } = makeClient((url) => new ScriptedChain().respond(url));
    await onSimulatedClock(async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new Error("enough")), 10_000);
      const events = client.watch({ accounts: [makeAccount(0)] }, { signal: controller.signal });
      await assert.rejects(events.next(), /enough/);
    });
  });

  test("watch refuses an invalid query", async () => {
    const { client, sentRequests } = makeClient(() => ({}));
    const account = makeAccount(0);
    for (const [query, code, text] of [
      [undefined, "invalid_parameter", /must be a plain object/],
      [{ accounts: [] }, "invalid_parameter", /1 to 100 addresses/],
      [{ accounts: Array(101).fill(account) }, "invalid_parameter", /1 to 100 addresses/],
      [{ accounts: ["nobody"] }, "invalid_parameter", /address/],
      [{ accounts: [account], types: ["blocks"] }, "invalid_parameter", /`types`/],
      [{ accounts: [account], since: 1 }, "invalid_parameter", /`since` must be a cursor/],
      [{ accounts: [account], since: "1" }, "cursor_invalid", /not a cursor/],
      [{ accounts: [account], since: `${makeAccount(1)}:0:` }, "cursor_invalid", /not in `accounts`/],
      [{ account }, "invalid_option", /no option `account`/],
    ])
      await assert.rejects(
        client.watch(/** @type {any} */ (query)).next(),
        (/** @type {any} */ error) => error.code === code && /** @type {RegExp} */ (text).test(error.message),
        JSON.stringify(query),
      );
    assert.deepEqual(sentRequests, []);
    const lostClient = makeClient(() => new Response('{"error":"x"}', { status: 401 }));
    await assert.rejects(lostClient.client.watch({ accounts: [account] }).next(), { status: 401 });
  });
});

test("each transaction comes once and in order, over a server that lies and programs that stop", async () => {
  for (let seed = 1; seed <= RUNS; seed += 1) await runLaboratory(seed);
});

/** One program and one chain. Each run prints its seed if it fails. @param {number} seed */
async function runLaboratory(seed) {
  const { below, chance = (share) => below(1000) < share * 1000, pick } = /** @type {any} */ (createSeededRandom(seed));
  const accounts = Array.from({ length: 1 + below(6) }, (_, index) => makeAccount(index));
  const chain = new ScriptedChain();
  for (const account of accounts) if (chance(0.7)) chain.add(account);
  const startRow = chain.rows.length;
  // The server is honest until the program has begun: what happens before is not reported.
  let faults = 0;
  const { client } = makeClient((url) => {
    if (chance(faults / 4)) return new Response("", { status: pick([500, 502, 503, 429]) });
    const reply = chain.respond(url, chance(faults) ? Math.max(startRow, chain.rows.length - below(20)) : undefined);
    const name = reply.accounts ? "accounts" : "transactions";
    if (chance(faults)) reply[name] = reply[name].filter(() => chance(0.8));
    if (chance(faults)) reply[name] = [...reply[name], ...reply[name].slice(0, 2)].sort(() => below(3) - 1);
    return reply;
  });
  /** @type {any[]} */
  const receivedEvents = [];
  await onSimulatedClock(async () => {
    let cursors;
    const addTimer = setInterval(() => {
      const count = chance(0.1) ? below(300) : below(5);
      for (let index = 0; index < count; index += 1) chain.add(pick(accounts));
      if (chain.rows.length > 1500) clearInterval(addTimer);
    }, 4000);
    while (receivedEvents.length < 1400) {
      const events = client.watch({ accounts, since: cursors });
      // Sometimes the program ends before it has handled the last event, so this event comes again.
      const eventsLeft = below(200);
      for await (const event of events) {
        faults = seed % 2 === 0 ? 0.4 : 0;
        assert.equal(event.type, "transactions", `seed ${seed}, ${event.account}`);
        if (eventsLeft > 150 && receivedEvents.length % 50 === 49 && chance(0.5)) {
          cursors = events.cursors;
          break;
        }
        receivedEvents.push(event);
        // The cursors of accounts that have begun, and the cursor of this event.
        cursors = [...events.cursors.filter((cursor) => !cursor.startsWith(event.account)), event.cursor];
        if (receivedEvents.length >= 1400 || chance(0.01)) break;
      }
    }
    clearInterval(addTimer);
  });
  for (const account of accounts) {
    const expected = chain.rows.slice(startRow).filter((row) => row.account === account);
    const events = receivedEvents.filter((event) => event.account === account);
    assert.deepEqual(events.map(getId), expected.slice(0, events.length).map(getId), `seed ${seed}, ${account}`);
  }
}
