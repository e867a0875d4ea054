// The outcome of a message: success, failure or unknown. `client.send`, `client.waitForMessage`, previews and the web app have their answer
// from here, and Rust programs from src/message/outcome.rs: tests/golden/outcomes.txt holds the two to the same words.

import { EXIT_CODES, RESULT_CODES, SKIP_REASONS } from "../../dist/vm-codes.js";
import { ran, succeeds } from "./phases.js";

/** @typedef {import("./phases.js").Phases} Phases */

/** The outcome of the message of one transaction. @param {Phases} phases */
export function outcomeOf(phases) {
  const { skippedActions, bounce } = phases;
  const success = succeeds(phases);
  return {
    success,
    exitCode: phases.exitCode ?? null,
    resultCode: phases.resultCode ?? null,
    bounced: bounce === "ok",
    reason: success ? null : ran(phases) ? leftOut(skippedActions) : reasonOf(phases),
    skippedActions,
  };
}

const textOf = (table, key) => (Object.hasOwn(table, key) ? table[key] : undefined);

const leftOut = (count) =>
  `${count} action${count === 1 ? "" : "s"} could not be done and ${count === 1 ? "was" : "were"} left out, as the send mode allows`;

/** Why a transaction failed, in a sentence. @param {Phases} phases */
function reasonOf({ skipped, computeSuccess, exitCode, resultCode, bounce }) {
  const back =
    bounce === undefined ? "" : bounce === "ok" ? "; its value went back" : "; too little was left to send it back";
  if (skipped) return (textOf(SKIP_REASONS, skipped) ?? "the contract did not run") + back;
  if (computeSuccess === false) {
    if (exitCode === undefined || exitCode === null) return `the contract failed${back}`;
    const meaning = textOf(EXIT_CODES, exitCode);
    return `exit code ${exitCode}${meaning ? `: ${meaning}` : ", which the contract chose"}${back}`;
  }
  if (resultCode === undefined || resultCode === null) return `the transaction was undone${back}`;
  const meaning = textOf(RESULT_CODES, resultCode);
  return `the actions failed with result code ${resultCode}${meaning ? `: ${meaning}` : ""}${back}`;
}

/**
 * `true` needs every transaction, `false` one that failed, wherever it is; anything else is unknown.
 *
 * @param {{ account: string, success: boolean, reason: string | null }[]} transactions those that were seen, the one of the message first
 * @param {string | null} unseen why there may be more; `null` if these are all
 * @param {boolean} [isFirstSeen] `false`: the one of the message is not among them
 * @returns {{ success: boolean | null, reason: string | null }}
 */
export function judge(transactions, unseen, isFirstSeen = true) {
  const at = transactions.findIndex(({ success }) => !success);
  if (at === 0 && isFirstSeen) return { success: false, reason: transactions[0].reason };
  if (at >= 0) return { success: false, reason: `${transactions[at].reason} (at ${transactions[at].account})` };
  const why = unseen ?? (transactions.length === 0 ? "no transaction was seen" : null);
  return why === null ? { success: true, reason: null } : { success: null, reason: `not known: ${why}` };
}
