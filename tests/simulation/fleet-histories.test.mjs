// What a session has seen does not vanish: the programs of histories.test.mjs with real gateways in Node and workerd, real caches and the real
// clock. All fleets run at the same time.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { retryWhenDisturbed } from "../helpers/calm.mjs";
import { findSmallest } from "./chain-world.mjs";
import { FLEETS, playInFleet } from "./fleet-world.mjs";
import { createProgram, describeProgram } from "./program.mjs";
import { describeEntry, findViolation, RULES } from "./rules.mjs";

const isFull = process.env.TESTS_FULL === "1";
const SEED = Number(process.env.SEED ?? 1);
const SEEDS = Number(process.env.SEEDS ?? (isFull ? 5 : 1));
/** Full runs also play in fleets that differ from these by less. */
const NAMES = Object.keys(FLEETS).slice(0, isFull ? undefined : 3);
const SIZE = isFull
  ? { operations: 1500, everyMs: 20, caches: ["shared"] }
  : { operations: 120, everyMs: 20, caches: ["shared"], maxIndexLagMs: 1000, longestFaultMs: 1000 };

/** Times depend on the speed of this machine, so rules about them are checked on the simulated clock. */
const TIMED_RULES = ["errors have a reason and come in time", "reads succeed after the faults are over"];
const RULE_NAMES = Object.keys(RULES).filter((name) => !TIMED_RULES.includes(name));

describe("what a session has seen does not vanish", { concurrency: true, timeout: 600_000 }, () => {
  for (const [index, name] of NAMES.entries())
    test(`gateways in ${name}`, async (t) => {
      for (let seed = SEED; seed < SEED + SEEDS; seed += 1) {
        const program = createProgram(100 * seed + index, SIZE);
        let history;
        let violation;
        // On a busy machine most reads time out. A violation is final.
        await retryWhenDisturbed(t, async () => {
          history = await playInFleet(name, program);
          violation = findViolation(history, RULE_NAMES);
          if (violation) return;
          const counts = {};
          for (const { kind, status } of history.entries)
            counts[`${kind} ${status}`] = (counts[`${kind} ${status}`] ?? 0) + 1;
          t.diagnostic(`seed ${seed}: ${JSON.stringify(counts)}`);
          assert.equal(history.entries.length, SIZE.operations, "an operation has no outcome");
          assert.ok(counts["read 200"] > SIZE.operations / 4, "hardly any read succeeded");
        });
        if (!violation) continue;
        // The same program may also break the rule on the simulated clock, where it can be made smaller.
        const { text } = await findSmallest(program, { rules: [violation.rule] });
        const lines = [
          `${violation.rule}: ${violation.text}`,
          describeEntry(violation.entry),
          describeProgram(program),
        ];
        const playedLines = history.entries.map(describeEntry);
        assert.fail([...lines, ...playedLines, text ?? "the rule holds on the simulated clock"].join("\n"));
      }
    });
});
