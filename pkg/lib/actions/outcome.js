// The outcome of a message: success, failure or unknown. `client.send`, `client.waitForMessage`, previews and the web app use this file;
// Rust programs use src/message/outcome.rs. tests/golden/outcomes.txt compares the texts of both.

import { EXIT_CODES, RESULT_CODES, SKIP_REASONS } from "../../dist/vm-codes.js";
import { hasRun, isSuccess } from "./phases.js";

/** @typedef {import("./phases.js").Phases} Phases */

/** Returns the outcome of the message of one transaction. @param {Phases} phases */
export function summarizeOutcome(phases) {
  const { skippedActions, bounce } = phases;
  const success = isSuccess(phases);
  return {
    success,
    exitCode: phases.exitCode ?? null,
    resultCode: phases.resultCode ?? null,
    bounced: bounce === "ok",
    reason: success ? null : hasRun(phases) ? describeSkippedActions(skippedActions) : describeFailure(phases),
    skippedActions,
  };
}

const lookUpText = (table, key) => (Object.hasOwn(table, key) ? table[key] : undefined);

const describeSkippedActions = (count) =>
  `${count} action${count === 1 ? "" : "s"} could not be done and ${count === 1 ? "was" : "were"} left out, as the send mode allows`;

/** Returns as text why a transaction failed. @param {Phases} phases */
function describeFailure({ skipped, computeSuccess, exitCode, resultCode, bounce }) {
  const bounceText =
    bounce === undefined ? "" : bounce === "ok" ? "; its value went back" : "; too little was left to send it back";
  if (skipped) return (lookUpText(SKIP_REASONS, skipped) ?? "the contract did not run") + bounceText;
  if (computeSuccess === false) {
    if (exitCode === undefined || exitCode === null) return `the contract failed${bounceText}`;
    const meaning = lookUpText(EXIT_CODES, exitCode);
    return `exit code ${exitCode}${meaning ? `: ${meaning}` : ", which the contract chose"}${bounceText}`;
  }
  if (resultCode === undefined || resultCode === null) return `the transaction was undone${bounceText}`;
  const meaning = lookUpText(RESULT_CODES, resultCode);
  return `the actions failed with result code ${resultCode}${meaning ? `: ${meaning}` : ""}${bounceText}`;
}

/**
 * Judges the outcome of a message: `true` if every transaction succeeded, `false` if one of them failed, otherwise unknown.
 *
 * @param {{ account: string, success: boolean, reason: string | null }[]} transactions the known transactions, first the one that
 *   executed the message
 * @param {string | null} uncertainty why further transactions may exist; `null` if these are all
 * @param {boolean} [isFirstSeen] `false`: the transaction of the message is not among them
 * @returns {{ success: boolean | null, reason: string | null }}
 */
export function judgeOutcome(transactions, uncertainty, isFirstSeen = true) {
  const failedIndex = transactions.findIndex(({ success }) => !success);
  if (failedIndex === 0 && isFirstSeen) return { success: false, reason: transactions[0].reason };
  if (failedIndex >= 0)
    return { success: false, reason: `${transactions[failedIndex].reason} (at ${transactions[failedIndex].account})` };
  const uncertaintyText = uncertainty ?? (transactions.length === 0 ? "no transaction was seen" : null);
  return uncertaintyText === null
    ? { success: true, reason: null }
    : { success: null, reason: `not known: ${uncertaintyText}` };
}
