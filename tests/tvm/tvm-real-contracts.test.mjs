// Every known real contract, compared with the network's own machine: results that are not `needs_upstream` are equal.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Cell } from "@ton/core";

import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { listLibraries } from "../upstream/devnet/contracts/code.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { getContractsOfDevnet, readContractsOfFixtures, listMethodIds } from "./real-contracts.mjs";
import { makeRandomArguments, createOracle } from "./sandbox-oracle.mjs";

const IS_FULL = process.env.TESTS_FULL === "1";
/** Number of calls; about half of them succeed. */
const CALLS = IS_FULL ? 30_000 : 2_500;
/** Calls on each contract in recorded responses of the real service. */
const PER_FIXTURE = IS_FULL ? 100 : 20;

let devnet;
let oracle;
let contracts;

before(async () => {
  devnet = await startDevnet({ world: "full" });
  await devnet.ready;
  const { chain } = devnet;
  const libraries = chain.db.all("SELECT DISTINCT boc FROM libraries").map(({ boc }) => Cell.fromBoc(boc)[0]);
  oracle = await createOracle({
    config: chain.config,
    now: chain.head.mc.gen_utime,
    libraries,
    allLibraries: listLibraries(...libraries),
  });
  contracts = getContractsOfDevnet(chain);
});
after(() => devnet?.close());

/** Maximum work of a call: a hundredth of the limits of a run and of a request to a gateway. */
const MAX_WORK = 20_000;

/** Compares calls on both machines, and counts their outcomes. */
async function compareCalls(random, pool, calls) {
  const addresses = contracts.map(({ address }) => address);
  const counts = { same: 0, lost: 0, "both fail": 0 };
  const lostByReason = new Map();
  const workUnits = [];
  for (let call = 0; call < calls; call += 1) {
    const { contract, methods } = pool[call % pool.length];
    const method = random.pick(methods);
    const stack = makeRandomArguments(random, addresses);
    const {
      verdict,
      reason,
      ours: edgeResult,
      theirs: machineResult,
    } = await oracle.compare(oracle.open(contract), method, stack);
    const label = () =>
      `${contract.address} method ${method} of ${JSON.stringify(stack, (_, value) => (typeof value === "bigint" ? String(value) : value))}: ${edgeResult.exitCode} ${edgeResult.gasUsed} beside ${machineResult.exit_code} ${machineResult.gas_used}`;
    assert.notEqual(verdict, "differs", verdict === "differs" ? label() : undefined);
    assert.notEqual(verdict, "no result");
    counts[verdict] += 1;
    if (verdict === "same") {
      assert.ok(edgeResult.work < MAX_WORK, `${label()} takes ${edgeResult.work} units`);
      workUnits.push(edgeResult.work);
    }
    if (verdict === "lost") lostByReason.set(reason, (lostByReason.get(reason) ?? 0) + 1);
  }
  workUnits.sort((first, second) => first - second);
  const workText = `${workUnits[workUnits.length >> 1]} units of work in the median, at most ${workUnits.at(-1)}`;
  return { sameCount: counts.same, lostByReason: Object.fromEntries(lostByReason), workText };
}

/** Contracts with the numbers of their methods; random numbers for a contract without a known table of methods. */
const filterWithMethods = (list) =>
  list.map((contract) => {
    const ids = listMethodIds(contract.code);
    return { contract, methods: ids.length > 0 ? ids : [85143, 78748, 0] };
  });

test("get-methods of all contracts of the devnet's world run as on the network's machine", {
  timeout: 600_000,
}, async (t) => {
  const random = createSeededRandom(25);
  const pool = filterWithMethods(contracts);
  assert.ok(pool.length > 1000);
  // Takes the codes in turn, because a few codes have most of the states.
  const entriesByCode = new Map();
  for (const entry of pool) {
    const hash = entry.contract.code.hash().toString("hex");
    entriesByCode.set(hash, [...(entriesByCode.get(hash) ?? []), entry]);
  }
  const codes = [...entriesByCode.values()];
  const mixedCalls = Array.from({ length: CALLS }, () => random.pick(random.pick(codes)));
  const { sameCount, lostByReason, workText } = await compareCalls(random, mixedCalls, CALLS);
  t.diagnostic(`${sameCount} the same, lost ${JSON.stringify(lostByReason)}; ${workText}`);
  assert.ok(sameCount > CALLS / 4);
  assert.ok(Object.values(lostByReason).reduce((sum, count) => sum + count, 0) < sameCount / 50);
});

test("get-methods of all contracts in recorded responses run as on the network's machine", {
  timeout: 600_000,
}, async (t) => {
  const pool = filterWithMethods(readContractsOfFixtures());
  assert.ok(pool.length >= 3);
  const { sameCount, lostByReason, workText } = await compareCalls(
    createSeededRandom(26),
    pool,
    pool.length * PER_FIXTURE,
  );
  t.diagnostic(`${pool.length} contracts, ${sameCount} the same, lost ${JSON.stringify(lostByReason)}; ${workText}`);
  assert.ok(sameCount > 0);
});
