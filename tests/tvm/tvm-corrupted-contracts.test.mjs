// Contracts with flipped bits and swapped cells: no run that succeeds locally ends differently on the network.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Cell, beginCell } from "@ton/core";

import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { listLibraries } from "../upstream/devnet/contracts/code.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { getContractsOfDevnet, listMethodIds } from "./real-contracts.mjs";
import { makeRandomArguments, createOracle } from "./sandbox-oracle.mjs";

const RUNS = process.env.TESTS_FULL === "1" ? 50_000 : 2_500;

let devnet;
before(async () => {
  devnet = await startDevnet({ world: "full" });
  await devnet.ready;
});
after(() => devnet?.close());

/** The number of cells in a tree, counted up to a limit. */
function measureSize(cell, maxCount = 400) {
  let count = 1;
  for (const ref of cell.refs) if (count < maxCount) count += measureSize(ref, maxCount - count);
  return count;
}

/** A tree in which one cell has a flipped bit, is shortened, has one reference more or fewer, or has its references reversed. */
function corruptCell(random, root) {
  const { below, pick } = random;
  let target = below(measureSize(root));
  const visit = (cell) => {
    const isTarget = target === 0;
    target -= 1;
    let refs = cell.refs.map((ref) => (target >= 0 ? visit(ref) : ref));
    let bits = cell.bits;
    if (isTarget && !cell.isExotic) {
      const change = below(10);
      if (change === 0) bits = bits.substring(0, below(bits.length + 1));
      else if (change === 1) refs = refs.slice(1);
      else if (change === 2) refs = [...refs].reverse();
      else if (change === 3 && refs.length < 4)
        refs = [...refs, pick([root, beginCell().storeUint(below(256), 8).endCell()])];
      else if (bits.length > 0) {
        const position = below(bits.length);
        const builder = beginCell().storeBits(bits.substring(0, position)).storeBit(!bits.at(position));
        bits = builder.storeBits(bits.substring(position + 1, bits.length - position - 1)).endCell().bits;
      }
    } else if (!isTarget && refs.every((ref, index) => ref === cell.refs[index])) return cell;
    if (cell.isExotic) return cell;
    const builder = beginCell().storeBits(bits);
    for (const ref of refs) builder.storeRef(ref);
    return builder.endCell();
  };
  return visit(root);
}

test(`no run of ${RUNS} corrupted contracts succeeds locally and ends differently on the network`, {
  timeout: 900_000,
}, async (t) => {
  const { chain } = devnet;
  const libraries = chain.db.all("SELECT DISTINCT boc FROM libraries").map(({ boc }) => Cell.fromBoc(boc)[0]);
  const world = {
    config: chain.config,
    now: chain.head.mc.gen_utime,
    libraries,
    allLibraries: listLibraries(...libraries),
  };
  const oracle = await createOracle(world);
  const random = createSeededRandom(27);
  const contracts = getContractsOfDevnet(chain);
  const addresses = contracts.map(({ address }) => address);
  const fatesByCode = new Map();
  for (const contract of contracts) {
    const hash = contract.code.hash().toString("hex");
    fatesByCode.set(hash, [...(fatesByCode.get(hash) ?? []), contract]);
  }
  const codes = [...fatesByCode.values()];
  const counts = {};
  for (let run = 0; run < RUNS; run += 1) {
    const contract = random.pick(random.pick(codes));
    const methods = listMethodIds(contract.code);
    const method = methods.length > 0 ? random.pick(methods) : 85143;
    const brokenContract = { ...contract };
    const targetKind = random.pick(["code", "code", "data"]);
    for (let changes = 1 + random.below(3); changes > 0; changes -= 1)
      brokenContract[targetKind] = corruptCell(random, brokenContract[targetKind]);
    const stack = makeRandomArguments(random, addresses);
    const {
      verdict,
      ours: edgeResult,
      theirs: machineResult,
    } = await oracle.compare(oracle.open(brokenContract), method, stack);
    counts[verdict] = (counts[verdict] ?? 0) + 1;
    const describeDifference = () =>
      `method ${method}, ${edgeResult.exitCode} ${edgeResult.gasUsed} beside ${machineResult.exit_code} ${machineResult.gas_used}: ${brokenContract.code.toBoc().toString("base64")} ${brokenContract.data.toBoc().toString("base64")}`;
    assert.notEqual(verdict, "differs", verdict === "differs" ? describeDifference() : undefined);
    assert.ok(
      verdict !== "no result" || edgeResult.status === "needs_upstream",
      "a local success although the network's machine gives no result",
    );
  }
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.same > RUNS / 20);
  assert.ok(counts["both fail"] > RUNS / 20);
});
