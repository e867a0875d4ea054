// `client.watch` with traces, actions and jetton wallets, over a server that we control: each is reported once, with the fields that the server has
// shown, and the client sends no lists' requests while nothing changes.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { makeAccount } from "../helpers/scripted-chain.mjs";
import { Ledger, makeWalletAddress } from "../helpers/scripted-ledger.mjs";
import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { onSimulatedClock } from "../helpers/simulated-clock.mjs";
import { makeClient, takeEvents } from "./watched-client.mjs";

const RUNS = process.env.TESTS_FULL === "1" ? 300 : 15;
// Loads the code of the actions, which is not on the simulated clock.
before(async () => {
  const { client } = makeClient(() => new Response('{"error":"x"}', { status: 401 }));
  await assert.rejects(client.watch({ accounts: [makeAccount(0)], types: ["trace"] }).next(), { status: 401 });
});

describe("watch with traces", () => {
  test("watch reports a trace and its actions once, when the trace is complete", async () => {
    const [a, b] = [makeAccount(0), makeAccount(1)];
    const ledger = new Ledger();
    ledger.begin(a);
    const { client, sentRequests } = makeClient((url) => ledger.respond(url));
    await onSimulatedClock(async () => {
      const events = client.watch({ accounts: [a], types: ["transactions", "trace", "actions"] });
      let id = "";
      setTimeout(() => (id = ledger.begin(a, 3)), 5000);
      setTimeout(() => ledger.continue(id, b), 10_000);
      setTimeout(() => ledger.continue(id, a), 13_000);
      const takenEvents = await takeEvents(events, 6);
      const writePosition = (index) => `${a}:${ledger.rows[index].lt}:${ledger.rows[index].hash}`;
      assert.deepEqual(
        takenEvents.map(({ type, lt, traceId, isComplete, action, cursor }) => [
          type,
          lt,
          traceId,
          isComplete,
          action?.end_lt,
          cursor,
        ]),
        [
          // The trace is not complete, so a program that stops here goes on before its first transaction.
          ["transactions", 1014n, undefined, undefined, undefined, writePosition(0)],
          ["transactions", 1028n, undefined, undefined, undefined, writePosition(0)],
          ["trace", 1014n, id, true, undefined, writePosition(0)],
          ["actions", 1014n, id, true, "1014", writePosition(0)],
          ["actions", 1014n, id, true, "1021", writePosition(0)],
          ["actions", 1014n, id, true, "1028", writePosition(1)],
        ],
      );
      // While no trace is open, the client reads only the account states.
      sentRequests.length = 0;
      const controller = new AbortController();
      setTimeout(() => controller.abort(new Error("enough")), 31_000);
      const laterEvents = client.watch({ accounts: [a], types: ["trace", "actions"] }, { signal: controller.signal });
      await assert.rejects(laterEvents.next(), /enough/);
      assert.deepEqual(new Set(sentRequests), new Set(["accountStates"]));
      assert.equal(sentRequests.length, 11);
      // After the trace was reported, it is not reported again, although a later transaction belongs to it.
      const resumedWatch = client.watch({ accounts: [a], types: ["actions"], since: takenEvents[5].cursor });
      setTimeout(() => ledger.begin(a), 1000);
      assert.equal((await takeEvents(resumedWatch, 1))[0]?.lt, 1035n);
    });
  });

  test("watch reports a trace that is incomplete after two minutes as far as the server shows it", async () => {
    const account = makeAccount(0);
    const ledger = new Ledger();
    const start = ledger.begin(account);
    const { client } = makeClient((url) => ledger.respond(url));
    ledger.begin(account, 9);
    const lostTrace = ledger.begin(account);
    ledger.traces.set(lostTrace, { rows: [], count: 1 });
    await onSimulatedClock(async () => {
      const startedAt = performance.now();
      const query = { accounts: [account], types: ["trace", "actions"], since: `${account}:1007:${start}` };
      const [first] = await takeEvents(client.watch(/** @type {any} */ (query)), 1);
      assert.deepEqual([first?.type, first?.isComplete, first?.lt], ["trace", false, 1014n]);
      const seconds = Math.floor((performance.now() - startedAt) / 1000);
      assert.ok(seconds >= 120 && seconds < 126, String(seconds));
    });
  });

  test("watch waits for actions that another replica does not show yet", async () => {
    const account = makeAccount(0);
    const ledger = new Ledger();
    const start = ledger.begin(account);
    ledger.begin(account);
    let count = 0;
    const { client } = makeClient((url) =>
      url.pathname.endsWith("/actions") && (count += 1) < 3 ? { actions: [] } : ledger.respond(url),
    );
    await onSimulatedClock(async () => {
      const query = { accounts: [account], types: ["actions"], since: `${account}:1007:${start}` };
      const [first] = await takeEvents(client.watch(/** @type {any} */ (query)), 1);
      assert.deepEqual([first?.action.end_lt, first?.isComplete, count], ["1014", true, 3]);
    });
  });
});

test("watch loses no event if a row of actions cannot be read", async () => {
  const account = makeAccount(0);
  const ledger = new Ledger();
  const start = ledger.begin(account);
  const ids = [ledger.begin(account), ledger.begin(account)];
  let count = 0;
  const { client } = makeClient((url) => {
    const reply = ledger.respond(url);
    if (!reply.actions || (count += 1) > 1) return reply;
    return { actions: reply.actions.map((action, index) => (index === 1 ? { ...action, accounts: null } : action)) };
  });
  await onSimulatedClock(async () => {
    const query = { accounts: [account], types: ["actions"], since: `${account}:1007:${start}` };
    const events = await takeEvents(client.watch(/** @type {any} */ (query)), 2);
    assert.deepEqual(
      events.map(({ traceId }) => traceId),
      ids,
    );
    assert.equal(count, 2);
  });
});

describe("watch with jetton wallets", () => {
  test("watch reports the balance before and after each change, and null for an unknown balance", async () => {
    const owner = makeAccount(0);
    const ledger = new Ledger();
    ledger.begin(owner);
    ledger.move(0, 1, 100);
    const { client, sentRequests } = makeClient((url) => ledger.respond(url));
    await onSimulatedClock(async () => {
      const events = client.watch({ accounts: [owner], types: ["jettons_change"] });
      // Three changes: without a message to the owner, with one, and in a new wallet.
      setTimeout(() => ledger.move(0, 1, 70), 10_000);
      setTimeout(() => (ledger.move(0, 1, 90), ledger.begin(owner)), 20_000);
      setTimeout(() => (ledger.move(0, 2, 5), ledger.begin(owner)), 30_000);
      setTimeout(() => ledger.move(0, 3, 6), 70_000);
      const takenEvents = await takeEvents(events, 4);
      assert.deepEqual(
        takenEvents.map(({ account, jetton, before, after }) => [account, jetton.address, before, after]),
        [
          [owner, makeWalletAddress(0, 1), 100n, 70n],
          [owner, makeWalletAddress(0, 1), 70n, 90n],
          [owner, makeWalletAddress(0, 2), null, 5n],
          [owner, makeWalletAddress(0, 3), null, 6n],
        ],
      );
      // The client requests one list at the beginning, one per change, and one each minute.
      assert.equal(sentRequests.filter((name) => name === "wallets").length, 6);
      // A restarted program does not know the earlier balances.
      ledger.move(0, 1, 1);
      const query = { accounts: [owner], types: ["jettons_change"], since: takenEvents[2].cursor };
      const missedEvents = await takeEvents(client.watch(/** @type {any} */ (query)), 2);
      assert.deepEqual(
        missedEvents.map(({ jetton, before, after }) => [jetton.address, before, after]),
        [
          [makeWalletAddress(0, 1), null, 1n],
          [makeWalletAddress(0, 3), null, 6n],
        ],
      );
    });
  });
});

test("a list of jetton wallets that is behind is read again", async () => {
  const owner = makeAccount(0);
  const ledger = new Ledger();
  ledger.begin(owner);
  ledger.move(0, 1, 100);
  let isBehind = false;
  const { client } = makeClient((url) =>
    ledger.respond(url, isBehind && url.pathname.endsWith("/wallets") ? 2 : undefined),
  );
  await onSimulatedClock(async () => {
    const startedAt = performance.now();
    setTimeout(() => (ledger.move(0, 1, 70), (isBehind = true)), 10_000);
    setTimeout(() => (isBehind = false), 20_000);
    const [change] = await takeEvents(client.watch({ accounts: [owner], types: ["jettons_change"] }), 1);
    assert.deepEqual([change?.before, change?.after], [100n, 70n]);
    assert.equal(Math.floor((performance.now() - startedAt) / 1000), 21);
  });
});

test("traces, actions and balances are right over a server that lies", async () => {
  for (let seed = 1; seed <= RUNS; seed += 1) await runLaboratory(seed);
});

/** One program and one chain. Each run prints its seed if it fails. @param {number} seed */
async function runLaboratory(seed) {
  const { below, pick } = createSeededRandom(seed);
  const isHappening = (share) => below(1000) < share * 1000;
  const accounts = Array.from({ length: 1 + below(4) }, (_, index) => makeAccount(index));
  const otherAccounts = [...accounts, makeAccount(8), makeAccount(9)];
  const ledger = new Ledger();
  for (const account of accounts) ledger.begin(account);
  for (const owner of accounts.keys())
    for (let index = below(3); index > 0; index -= 1) ledger.move(owner, index, below(1000));
  const startRow = ledger.rows.length;
  let faultShare = 0;
  const { client } = makeClient((url) => {
    if (isHappening(faultShare / 4)) return new Response("", { status: pick([500, 502, 503, 429]) });
    const reply = ledger.respond(
      url,
      isHappening(faultShare) ? Math.max(startRow, ledger.rows.length - below(12)) : undefined,
    );
    const name = Object.keys(reply)[0];
    if (isHappening(faultShare)) reply[name] = reply[name].filter(() => isHappening(0.8));
    if (isHappening(faultShare)) reply[name] = [...reply[name], ...reply[name].slice(0, 2)].sort(() => below(3) - 1);
    return reply;
  });
  /** @type {any[]} */
  const receivedEvents = [];
  const openTraces = [];
  await onSimulatedClock(async () => {
    const startedAt = performance.now();
    const controller = new AbortController();
    const addTimer = setInterval(() => {
      if (performance.now() - startedAt > 90_000) {
        // All traces are complete now, and the server is honest again.
        faultShare = 0;
        for (const { id, left } of openTraces.splice(0))
          for (let count = left; count > 0; count -= 1) ledger.continue(id, pick(otherAccounts));
        return;
      }
      faultShare = seed % 2 === 0 ? 0.3 : 0;
      for (let count = below(4); count > 0; count -= 1) {
        const total = 1 + below(4);
        const id = ledger.begin(pick(otherAccounts), total);
        if (total > 1) openTraces.push({ id, left: total - 1 });
      }
      for (const trace of openTraces) {
        ledger.continue(trace.id, pick(otherAccounts));
        trace.left -= 1;
      }
      for (const [index, { left }] of [...openTraces.entries()].reverse()) if (left === 0) openTraces.splice(index, 1);
      if (isHappening(0.5)) ledger.move(below(accounts.length), 1 + below(4), below(1000));
    }, 4000);
    setTimeout(() => controller.abort(new Error("over")), 400_000);
    const types = ["transactions", "trace", "actions", "jettons_change"];
    const events = client.watch(/** @type {any} */ ({ accounts, types }), { signal: controller.signal });
    await assert.rejects(async () => {
      for await (const event of events) receivedEvents.push(event);
    }, /over/);
    clearInterval(addTimer);
  });
  for (const account of accounts)
    checkAccount(
      ledger,
      startRow,
      account,
      receivedEvents.filter((event) => event.account === account),
      seed,
    );
}

/** Compares the events of an account with the chain's own record. */
function checkAccount(ledger, startedAtRow, account, events, seed) {
  const label = `seed ${seed}, ${account}`;
  const listEvents = (type) => events.filter((event) => event.type === type);
  const rows = ledger.rows.slice(startedAtRow).filter((row) => row.account === account);
  assert.deepEqual(
    listEvents("transactions").map(({ hash }) => hash),
    rows.map(({ hash }) => hash),
    label,
  );
  // Expects each trace once, in order, with the account's first transaction in it.
  const firstTransactions = rows.filter(
    (row) => ledger.traces.get(row.trace_id).rows.find((row) => row.account === account) === row,
  );
  assert.deepEqual(
    listEvents("trace").map(({ hash, traceId, isComplete }) => [hash, traceId, isComplete]),
    firstTransactions.map((row) => [row.hash, row.trace_id, true]),
    label,
  );
  assert.deepEqual(
    listEvents("actions").map(({ action, isComplete }) => [action.action_id, isComplete]),
    firstTransactions
      .flatMap((row) => ledger.listActions(row.trace_id))
      .filter((action) => action.accounts.includes(account))
      .map((action) => [action.action_id, true]),
    label,
  );
  /** @type {Map<string, any[]>} */
  const eventsByWallet = new Map();
  for (const event of listEvents("jettons_change"))
    eventsByWallet.set(event.jetton.address, [...(eventsByWallet.get(event.jetton.address) ?? []), event]);
  for (const [wallet, owner] of ledger.owners) {
    if (owner !== account) continue;
    const history = ledger.rows.filter((row) => row.account === wallet);
    const changes = eventsByWallet.get(wallet) ?? [];
    let lastRow = history.findLast((row) => ledger.rows.indexOf(row) < startedAtRow);
    for (const { jetton, before, after } of changes) {
      const row = history.find(({ lt }) => lt === jetton.last_transaction_lt);
      assert.ok(row && (!lastRow || Number(row.lt) > Number(lastRow.lt)), `${label}: in order`);
      assert.deepEqual([before, after], [lastRow ? BigInt(lastRow.balance) : null, BigInt(row.balance)], label);
      lastRow = row;
    }
    assert.equal(lastRow?.lt, history.at(-1)?.lt, `${label}: the last balance of ${wallet} is known`);
  }
}
