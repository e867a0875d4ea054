// All instructions: each prefix of 16 bits has the same result as on the network's own machine, or `needs_upstream`.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { beginCell } from "@ton/core";

import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { getProgram, createStackMaker } from "./instruction-programs.mjs";
import { createOracle } from "./sandbox-oracle.mjs";

const IS_FULL = process.env.TESTS_FULL === "1";

/** Groups of prefixes, and how many times each prefix runs in a full run. Dictionaries need the most cases. */
const GROUPS = [
  { name: "stack, tuples, constants and arithmetic", from: 0x0000, to: 0xd000, times: 1 },
  { name: "cells, continuations and control", from: 0xd000, to: 0xf400, times: 2 },
  { name: "dictionaries", from: 0xf400, to: 0xf500, times: 100 },
  { name: "exceptions, context, cryptography, messages, debugging", from: 0xf500, to: 0x10000, times: 8 },
];
/** Runs of each group in an ordinary run. */
const CALLS_IN_SHORT_RUN = 1500;

let oracle;
before(async () => {
  const devnet = await startDevnet({ world: "small" });
  await devnet.ready;
  oracle = await createOracle({ config: devnet.chain.config, now: devnet.chain.head.mc.gen_utime });
  await devnet.close();
});

for (const { name, from, to, times } of GROUPS)
  test(name, { timeout: 1_200_000 }, async (t) => {
    const random = createSeededRandom(from + 1);
    const stackFor = createStackMaker(random);
    const runCount = IS_FULL ? (to - from) * times : CALLS_IN_SHORT_RUN;
    const counts = {};
    for (let run = 0; run < runCount; run += 1) {
      const prefix = IS_FULL ? from + (run % (to - from)) : from + random.below(to - from);
      const code = getProgram(random, prefix);
      const data = beginCell().storeUint(7, 32).endCell();
      const contract = { code, data, address: `0:${"5".repeat(64)}`, balance: 10n ** 9n, extraCurrencies: {} };
      const stack = stackFor(prefix);
      const {
        verdict,
        ours: edgeResult,
        theirs: machineResult,
      } = await oracle.compare(oracle.open(contract), 85143, stack);
      counts[verdict] = (counts[verdict] ?? 0) + 1;
      const describeBoth = () =>
        `${code.bits}: ${edgeResult.exitCode} ${edgeResult.gasUsed} beside ${machineResult.exit_code} ${machineResult.gas_used}`;
      assert.notEqual(verdict, "differs", verdict === "differs" ? describeBoth() : undefined);
    }
    t.diagnostic(JSON.stringify(counts));
    assert.ok(counts.same > runCount / 50);
    assert.ok((counts.lost ?? 0) < counts.same / 2);
  });
