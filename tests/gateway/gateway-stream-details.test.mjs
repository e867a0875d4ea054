// Streams with actions, traces and jetton wallets over an upstream that we control, on a simulated clock: each action comes once, also to a caller
// who disconnects and resumes at another gateway, and an event reports what the upstream does not show.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { makeAccount } from "../helpers/scripted-chain.mjs";
import { Ledger, getMessageHash, makeWalletAddress } from "../helpers/scripted-ledger.mjs";
import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { onSimulatedClock } from "../helpers/simulated-clock.mjs";
import { StreamReader, makeStreamGateway, sleep } from "./streams.mjs";

const RUNS = process.env.TESTS_FULL === "1" ? 100 : 6;
const [A, B, C] = [makeAccount(0), makeAccount(1), makeAccount(2)];

const listActions = (readers) =>
  readers
    .flatMap((reader) => reader.list("actions"))
    .flatMap(({ data }) => data.actions)
    .map(({ action_id: id }) => id);
const listStates = (reader) => reader.list("state").map(({ data }) => data.state);
const resumeFrom = (reader) => ({ "last-event-id": reader.lastId ?? "" });

// Loads the code of the gateway, which is not on the simulated clock.
before(async () => {
  const { send } = makeStreamGateway(() => ({ accounts: [] }));
  await (await send(`?addresses=${A}&types=transactions`)).body?.cancel();
});

describe("streams with actions", () => {
  test("streams report each action once, when its trace is complete, however many accounts took part", async () => {
    const ledger = new Ledger();
    ledger.begin(A);
    const { open } = makeStreamGateway((url) => ledger.respond(url));
    await onSimulatedClock(async () => {
      const bothReader = await open([A, B], "transactions,actions");
      const reader = await open([A], "actions");
      await sleep(5000);
      const id = ledger.begin(A, 3);
      await sleep(5000);
      ledger.continue(id, B);
      await sleep(5000);
      assert.equal(bothReader.list("transactions").length, 2);
      assert.deepEqual(listActions([bothReader, reader]), [], "the trace is not complete");
      ledger.continue(id, C);
      await sleep(10_000);
      const actions = ledger.listActions(id).map(({ action_id: action }) => action);
      assert.deepEqual(listActions([bothReader]), actions.slice(0, 2));
      assert.deepEqual(listActions([reader]), actions.slice(0, 1), "the account took part in one of them");
      assert.deepEqual(listStates(bothReader), ["catching_up", "live"]);
      await Promise.all([bothReader.close(), reader.close()]);
    });
  });

  test("resumed streams continue with the actions of reported transactions", async () => {
    const ledger = new Ledger();
    ledger.begin(A);
    const firstGateway = makeStreamGateway((url) => ledger.respond(url));
    await onSimulatedClock(async () => {
      const reader = await firstGateway.open([A], "transactions,actions");
      await sleep(5000);
      const id = ledger.begin(A, 2);
      await sleep(5000);
      await reader.close();
      assert.equal(reader.list("transactions").length, 1);
      const secondGateway = makeStreamGateway((url) => ledger.respond(url));
      const otherReader = await secondGateway.open([A], "transactions,actions", resumeFrom(reader));
      await sleep(10_000);
      assert.deepEqual(listStates(otherReader), ["catching_up", "live"], "the stream does not wait for the trace");
      ledger.continue(id, B);
      await sleep(10_000);
      assert.equal(otherReader.list("transactions").length, 0, "the transaction was reported before");
      assert.equal(listActions([otherReader]).length, 1);
      const thirdReader = await firstGateway.open([A], "transactions,actions", resumeFrom(otherReader));
      await sleep(10_000);
      assert.deepEqual(listActions([thirdReader]), []);
      await Promise.all([otherReader.close(), thirdReader.close()]);
    });
  });

  test("streams have the actions of the types that the caller names", async () => {
    const ledger = new Ledger();
    ledger.begin(A);
    const { send } = makeStreamGateway((url) => ledger.respond(url));
    await onSimulatedClock(async () => {
      const response = await send(`?addresses=${A}&types=actions&action_types=jetton_swap`);
      const reader = new StreamReader(response);
      reader.readAll().catch(() => {});
      await sleep(5000);
      ledger.begin(A);
      await sleep(5000);
      assert.deepEqual(reader.list("actions"), []);
      assert.deepEqual(reader.list("gap"), []);
      await reader.close();
    });
  });

  test("streams report unknown traces, and do not delay other events, while the upstream does not show traces", async () => {
    const ledger = new Ledger();
    ledger.begin(A);
    let isDown = true;
    const { open } = makeStreamGateway(
      (url) => (isDown && url.pathname.endsWith("/traces") ? new Response("{}", { status: 500 }) : ledger.respond(url)),
      { retries: 0 },
    );
    await onSimulatedClock(async () => {
      const actionReader = await open([A], "actions");
      const transactionReader = await open([A], "transactions");
      await sleep(5000);
      ledger.begin(A);
      await sleep(20_000);
      assert.deepEqual(listStates(actionReader), ["catching_up", "live", "offline"]);
      assert.deepEqual(listStates(transactionReader), ["catching_up", "live"]);
      assert.equal(transactionReader.list("transactions").length, 1);
      isDown = false;
      await sleep(60_000);
      assert.equal(listActions([actionReader]).length, 1);
      // A trace that the upstream never shows.
      ledger.traces.set(ledger.begin(A), { rows: [], count: 1 });
      await sleep(180_000);
      const hiddenHash = ledger.rows.at(-1).hash;
      // A trace that the upstream does not name, and a trace after it.
      ledger.add(A);
      await sleep(5000);
      ledger.begin(A);
      await sleep(5000);
      assert.deepEqual(
        actionReader.list("gap").map(({ data }) => [data.reason, data.account, data.trace_id]),
        [
          ["incomplete_trace", A, hiddenHash],
          ["incomplete_trace", A, null],
        ],
      );
      assert.equal(listActions([actionReader]).length, 2);
      await Promise.all([actionReader.close(), transactionReader.close()]);
    });
  });
});

describe("streams of traces", () => {
  test("streams report the trace of a message once, as soon as it is complete", async () => {
    const ledger = new Ledger();
    const { send, requests } = makeStreamGateway((url) => ledger.respond(url));
    await onSimulatedClock(async () => {
      const watch = async (hashes) => {
        const body = JSON.stringify({ types: ["trace"], trace_external_hash_norms: hashes });
        const headers = { "content-type": "application/json" };
        const reader = new StreamReader(await send("", { method: "POST", headers, body }));
        reader.readAll().catch(() => {});
        return reader;
      };
      const [first, second] = [getMessageHash(1007), getMessageHash(1014)];
      const reader = await watch([first, second]);
      await sleep(3000);
      assert.deepEqual(listStates(reader), ["catching_up", "live"]);
      const id = ledger.begin(A, 2);
      await sleep(5000);
      assert.deepEqual(reader.list("trace"), []);
      ledger.continue(id, B);
      await sleep(5000);
      const [event] = reader.list("trace");
      assert.deepEqual(
        [event.data.trace_external_hash_norm, event.data.finality, Object.keys(event.data.transactions).length],
        [first, "finalized", 2],
      );
      assert.equal(event.data.actions.length, 2);
      assert.equal(event.data.trace.tx_hash, id);
      const lateReader = await watch([first]);
      await sleep(3000);
      assert.equal(lateReader.list("trace").length, 1);
      // The gateway looks less often for a message that does not arrive.
      const requestsBefore = requests.length;
      await sleep(600_000);
      assert.ok(requests.length - requestsBefore <= 60, `${requests.length - requestsBefore} requests in ten minutes`);
      assert.equal(reader.list("trace").length, 1);
      await Promise.all([reader.close(), lateReader.close()]);
    });
  });
});

test("streams look for each of many messages, not only for the first ones", async () => {
  const ledger = new Ledger();
  const { send } = makeStreamGateway((url) => ledger.respond(url));
  await onSimulatedClock(async () => {
    const hashes = Array.from({ length: 100 }, (_, index) => getMessageHash(9_000_000 + index));
    const body = JSON.stringify({ types: ["trace"], trace_external_hash_norms: hashes });
    const headers = { "content-type": "application/json" };
    const reader = new StreamReader(await send("", { method: "POST", headers, body }));
    reader.readAll().catch(() => {});
    await sleep(9000);
    assert.equal(listStates(reader).at(-1), "live");
    await reader.close();
  });
});

describe("streams of jetton wallets", () => {
  test("streams report each change, and the present balances to a caller who resumes", async () => {
    const ledger = new Ledger();
    ledger.begin(A);
    ledger.move(0, 1, 100);
    const { open } = makeStreamGateway((url) => ledger.respond(url));
    await onSimulatedClock(async () => {
      const reader = await open([A, B], "jettons_change,account_state_change");
      await sleep(5000);
      assert.deepEqual(reader.list("jettons_change"), []);
      ledger.move(0, 1, 70);
      await sleep(5000);
      ledger.move(0, 2, 5);
      ledger.begin(A);
      await sleep(70_000);
      const listBalances = (from) =>
        from.list("jettons_change").map(({ data: { jetton } }) => [jetton.address, jetton.balance]);
      assert.deepEqual(listBalances(reader), [
        [makeWalletAddress(0, 1), "70"],
        [makeWalletAddress(0, 2), "5"],
      ]);
      assert.deepEqual(Object.keys(reader.list("jettons_change")[0].data.jetton), [
        "address",
        "balance",
        "owner",
        "jetton",
        "last_transaction_lt",
      ]);
      await reader.close();
      ledger.move(0, 1, 60);
      const otherReader = await open([A, B], "jettons_change,account_state_change", resumeFrom(reader));
      await sleep(70_000);
      assert.deepEqual(listBalances(otherReader).toSorted(), [
        [makeWalletAddress(0, 1), "60"],
        [makeWalletAddress(0, 2), "5"],
      ]);
      await otherReader.close();
    });
  });
});

test(`actions come once: ${RUNS} runs with faults, restarts and two gateways`, async () => {
  const seed = Number(process.env.SEED ?? 1);
  let count = 0;
  for (let run = 0; run < RUNS; run += 1) count += await playRun(seed + run);
  assert.ok(count > 100 * RUNS, `${count} actions in ${RUNS} runs`);
});

/** Plays random traces, faults and callers; compares the actions that each caller has got with the chain. Returns their number. */
async function playRun(seed) {
  const { below, pick } = createSeededRandom(seed);
  const isHappening = (share) => below(1000) < share * 1000;
  const accounts = Array.from({ length: 6 }, (_, index) => makeAccount(index));
  const ledger = new Ledger();
  for (const account of accounts) ledger.begin(account);
  let faultShare = 0;
  const respond = async (url) => {
    if (isHappening(faultShare / 4)) return new Response("{}", { status: pick([500, 502, 503]) });
    if (isHappening(faultShare / 8)) await sleep(4000);
    const reply = ledger.respond(url, isHappening(faultShare) ? Math.max(6, ledger.rows.length - below(8)) : undefined);
    const name = Object.keys(reply)[0];
    if (isHappening(faultShare)) reply[name] = reply[name].filter(() => isHappening(0.8));
    if (isHappening(faultShare)) reply[name].reverse();
    return reply;
  };
  const settings = { retries: 0, streaming: { maxConnectionsPerCaller: 100 } };
  let gateways = [makeStreamGateway(respond, settings), makeStreamGateway(respond, settings)];
  let total = 0;
  await onSimulatedClock(async () => {
    const callers = Array.from({ length: 8 }, () => ({
      accounts: accounts.filter((account, index) => index === 0 || isHappening(0.4)),
      readers: /** @type {any[]} */ ([]),
    }));
    const connect = async (caller) => {
      const lastReader = caller.readers.findLast((reader) => reader.lastId !== undefined);
      const gateway = pick(gateways);
      caller.readers.push(
        await gateway.open(
          caller.accounts,
          "transactions,actions",
          lastReader === undefined ? {} : resumeFrom(lastReader),
        ),
      );
    };
    for (const caller of callers) await connect(caller);
    await sleep(20_000);
    for (const caller of callers) assert.ok(caller.readers[0].lastId, `seed ${seed}: a caller without a position`);
    const start = ledger.rows.length;
    faultShare = seed % 3 === 0 ? 0 : 0.2;
    const openReaders = [];
    for (let step = 0; step < 40; step += 1) {
      for (let count = below(3); count > 0; count -= 1) {
        const length = 1 + below(4);
        const id = ledger.begin(pick(accounts), length);
        if (length > 1) openReaders.push({ id, left: length - 1 });
      }
      for (const trace of openReaders.filter(() => isHappening(0.5))) {
        ledger.continue(trace.id, pick(accounts));
        trace.left -= 1;
      }
      for (const [index, { left: blocksLeft }] of [...openReaders.entries()].reverse())
        if (blocksLeft === 0) openReaders.splice(index, 1);
      await sleep(below(3000));
      const caller = pick(callers);
      if (isHappening(0.5)) {
        await caller.readers.at(-1).close();
        await connect(caller);
      }
      if (isHappening(0.05)) gateways = [gateways[1], makeStreamGateway(respond, settings)];
    }
    faultShare = 0;
    for (const { id, left: blocksLeft } of openReaders)
      for (let count = blocksLeft; count > 0; count -= 1) ledger.continue(id, pick(accounts));
    await sleep(400_000);
    for (const { accounts: ownAccounts, readers } of callers) {
      const label = `seed ${seed}: ${ownAccounts.length} accounts, ${readers.length} streams`;
      const gaps = readers.flatMap((reader) => reader.list("gap")).map(({ data }) => data);
      assert.deepEqual(gaps, [], label);
      const expected = [...ledger.traces.keys()]
        .filter((id) => ledger.rows.slice(start).some(({ hash }) => hash === id))
        .flatMap((id) => ledger.listActions(id))
        .filter((action) => action.accounts.some((account) => ownAccounts.includes(account)))
        .map(({ action_id: id }) => id);
      assert.deepEqual(listActions(readers).toSorted(), expected.toSorted(), label);
      const rows = ledger.rows.slice(start).filter(({ account }) => ownAccounts.includes(account));
      assert.equal(readers.flatMap((reader) => reader.list("transactions")).length, rows.length, label);
      total += expected.length;
    }
    await Promise.all(callers.map(({ readers }) => readers.at(-1).close()));
  });
  return total;
}
