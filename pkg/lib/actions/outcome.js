// What became of a message: yes, no, or not known. `client.send`, `client.waitForMessage`, previews and the web app have their answer from here, and
// Rust programs from src/message/outcome.rs: tests/golden/outcomes.txt holds the two to the same words.

import { EXIT_CODES, MESSAGE_KINDS, RESULT_CODES, SKIP_REASONS } from "../../dist/vm-codes.js";

/**
 * The phases of a transaction that decide, and how much depends on its message being read.
 *
 * @typedef {{
 *   skipped?: string, computeSuccess?: boolean, exitCode?: number, actionSuccess?: boolean, resultCode?: number, skippedActions: number,
 *   bounce?: string, aborted: boolean, kind: string,
 * }} Phases
 */

/** How much depends on a message being read: `"value"` (a comment at most), `"notice"`, or `"request"`. @param {number | null} opcode @param {boolean} hasStateInit */
export function kindOf(opcode, hasStateInit) {
  if (hasStateInit) return "request";
  return opcode === null ? "value" : (textOf(MESSAGE_KINDS, opcode) ?? "request");
}

/** What became of the message of one transaction. @param {Phases} phases */
export function outcomeOf(phases) {
  const { skipped, computeSuccess, actionSuccess, skippedActions, bounce, aborted, kind } = phases;
  // A value arrives where there is no contract, unless it bounces; a notice changes nothing, whether it is read or not.
  const arrived =
    bounce === undefined &&
    ((skipped === "no_state" && kind !== "request") || (skipped === "no_gas" && kind === "notice"));
  const ran = !skipped && computeSuccess === true && actionSuccess === true && !aborted;
  const success = arrived || (ran && skippedActions === 0);
  return {
    success,
    exitCode: phases.exitCode ?? null,
    resultCode: phases.resultCode ?? null,
    bounced: bounce === "ok",
    reason: success ? null : ran ? leftOut(skippedActions) : reasonOf(phases),
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
 * The phases of a transaction of v3; `undefined` if the row lacks what decides.
 *
 * @param {any} row @returns {Phases | undefined}
 */
export function phasesOfRow({ description, in_msg: message }) {
  const { compute_ph: compute, action, bounce, aborted } = description ?? {};
  const skippedActions = action?.skipped_actions ?? 0;
  const isWhole =
    compute &&
    typeof aborted === "boolean" &&
    (compute.skipped === true || typeof compute.success === "boolean") &&
    [skippedActions, compute.exit_code ?? 0, action?.result_code ?? 0].every(Number.isInteger);
  if (!isWhole) return undefined;
  const opcode = message?.opcode ?? null;
  return {
    skipped: compute.skipped ? (compute.reason ?? "skipped") : undefined,
    computeSuccess: compute.skipped ? undefined : compute.success,
    exitCode: compute.exit_code,
    actionSuccess: action?.success,
    resultCode: action?.result_code,
    skippedActions,
    bounce: bounce?.type ?? undefined,
    aborted,
    kind: message ? kindOf(opcode === null ? null : Number(opcode), Boolean(message.init_state)) : "request",
  };
}

/**
 * `true` needs every transaction, `false` one that failed, wherever it is; anything else is not known.
 *
 * @param {{ account: string, success: boolean, reason: string | null }[]} transactions those that were seen, the one of the message first
 * @param {string | null} unseen why there may be more; `null` if these are all
 * @returns {{ success: boolean | null, reason: string | null }}
 */
export function judge(transactions, unseen) {
  const at = transactions.findIndex(({ success }) => !success);
  if (at === 0) return { success: false, reason: transactions[0].reason };
  if (at > 0) return { success: false, reason: `${transactions[at].reason} (at ${transactions[at].account})` };
  return unseen === null ? { success: true, reason: null } : { success: null, reason: `not known: ${unseen}` };
}
