// JavaScript and Rust (src/message/outcome.rs) determine the same outcome for every combination of phases: tests/golden/outcomes.txt has
// Rust's outcomes, one per line.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { makeTraceResult } from "../../pkg/lib/actions/follow.js";
import { followV3 } from "../../pkg/lib/actions/follow-v3.js";
import { judgeOutcome, summarizeOutcome } from "../../pkg/lib/actions/outcome.js";
import { readPhases } from "../../pkg/lib/actions/phases.js";

const lines = readFileSync(new URL("../golden/outcomes.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

test("every combination of phases has the same outcome in JavaScript and Rust", () => {
  assert.ok(lines.length > 100, `${lines.length} lines`);
  const counts = { true: 0, false: 0, none: 0 };
  for (const line of lines.filter(Array.isArray)) {
    const [description, message, expected] = line;
    const in_msg = message && { opcode: message[0], init_state: message[1] ? {} : null };
    const phases = readPhases({ description, in_msg });
    const outcome = phases && summarizeOutcome(phases);
    assert.deepEqual(
      outcome ? [outcome.success, outcome.bounced, outcome.reason] : null,
      expected,
      JSON.stringify(line),
    );
    counts[outcome ? String(outcome.success) : "none"] += 1;
  }
  for (const [answer, count] of Object.entries(counts)) assert.ok(count > 3, `${answer}: ${count}`);
});

test("every trace has the same verdict in JavaScript and Rust, also if rows are missing", async () => {
  const traces = lines.filter((line) => !Array.isArray(line));
  const counts = { true: 0, false: 0, null: 0 };
  for (const { trace, message, verdict } of traces) {
    const row = trace.transactions[message];
    const v3 = {
      transactionsByMessage: async () => ({ transactions: [row] }),
      traces: async () => ({ traces: [trace] }),
    };
    const follower = followV3({ v3 }, row.in_msg.hash);
    const transaction = await follower.executed({}, "finalized");
    const result = await follower.trace({}, Infinity, transaction);
    const { success, reason } = makeTraceResult(row.in_msg.hash, transaction, /** @type {any} */ (result));
    assert.deepEqual([success, reason], verdict);
    counts[String(success)] += 1;
  }
  for (const [answer, count] of Object.entries(counts)) assert.ok(count > 0, `${answer}: ${count}`);
});

test("the outcome of a message without a transaction is not known, also if no row seems to be missing", () => {
  assert.deepEqual(judgeOutcome([], null), { success: null, reason: "not known: no transaction was seen" });
  assert.deepEqual(judgeOutcome([], "the trace was cut"), { success: null, reason: "not known: the trace was cut" });
});
