// The judge in JavaScript and that in Rust (src/message/outcome.rs) say the same of every combination of phases: tests/golden/outcomes.txt is what
// Rust says, a line for each.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { judge, outcomeOf } from "../../pkg/lib/actions/outcome.js";
import { phasesOfRow } from "../../pkg/lib/actions/phases.js";

const lines = readFileSync(new URL("../golden/outcomes.txt", import.meta.url), "utf8")
  .trim()
  .split("\n");

test("every combination of phases has the outcome that Rust gives it", () => {
  assert.ok(lines.length > 100, `${lines.length} lines`);
  const counts = { true: 0, false: 0, none: 0 };
  for (const line of lines) {
    const [description, message, expected] = JSON.parse(line);
    const in_msg = message && { opcode: message[0], init_state: message[1] ? {} : null };
    const phases = phasesOfRow({ description, in_msg });
    const outcome = phases && outcomeOf(phases);
    assert.deepEqual(outcome ? [outcome.success, outcome.bounced, outcome.reason] : null, expected, line);
    counts[outcome ? String(outcome.success) : "none"] += 1;
  }
  for (const [answer, count] of Object.entries(counts)) assert.ok(count > 3, `${answer}: ${count}`);
});

test("a message of which no transaction was seen is not known, also where nothing seems to be missing", () => {
  assert.deepEqual(judge([], null), { success: null, reason: "not known: no transaction was seen" });
  assert.deepEqual(judge([], "the trace was cut"), { success: null, reason: "not known: the trace was cut" });
});
