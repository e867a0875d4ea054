// The phases of a transaction that decide the outcome of its message. This file contains no texts, because the first load of the web app
// includes it.

import { MESSAGE_KINDS } from "../../dist/message-kinds.js";

/**
 * The phases of a transaction that decide the outcome, and how important it is that the message is read.
 *
 * @typedef {{
 *   skipped?: string, computeSuccess?: boolean, exitCode?: number, actionSuccess?: boolean, resultCode?: number, skippedActions: number,
 *   bounce?: string, aborted: boolean, kind: string,
 * }} Phases
 */

/**
 * Returns how important it is that a contract reads the message: `"value"` (coins with at most a comment), `"notice"` or `"request"`.
 * @param {number | null} opcode @param {boolean} hasStateInit
 */
export function readMessageKind(opcode, hasStateInit) {
  if (hasStateInit) return "request";
  return opcode === null ? "value" : Object.hasOwn(MESSAGE_KINDS, opcode) ? MESSAGE_KINDS[opcode] : "request";
}

/** Whether the contract ran and its actions took effect, except for skipped ones. @param {Phases} phases */
export const hasRun = ({ skipped: skipReason, computeSuccess, actionSuccess, aborted: isAborted }) =>
  !skipReason && computeSuccess === true && actionSuccess === true && !isAborted;

/** @param {Phases} phases */
export function isSuccess(phases) {
  const { skipped: skipReason, skippedActions, bounce, kind } = phases;
  // Coins arrive even without a contract, unless they bounce; a notification changes nothing, so it need not be read.
  const isValueReceived =
    bounce === undefined &&
    ((skipReason === "no_state" && kind !== "request") || (skipReason === "no_gas" && kind === "notice"));
  return isValueReceived || (hasRun(phases) && skippedActions === 0);
}

/**
 * Returns the phases of a transaction of v3; `undefined` if the row lacks a deciding field.
 *
 * @param {any} row @returns {Phases | undefined}
 */
export function readPhases({ description, in_msg: message }) {
  const { compute_ph: computePhase, action, bounce, aborted: isAborted } = description ?? {};
  const skippedActions = action?.skipped_actions ?? 0;
  const isComplete =
    computePhase &&
    typeof isAborted === "boolean" &&
    (computePhase.skipped === true || typeof computePhase.success === "boolean") &&
    [skippedActions, computePhase.exit_code ?? 0, action?.result_code ?? 0].every(Number.isInteger);
  if (!isComplete) return undefined;
  const opcode = message?.opcode ?? null;
  return {
    skipped: computePhase.skipped ? (computePhase.reason ?? "skipped") : undefined,
    computeSuccess: computePhase.skipped ? undefined : computePhase.success,
    exitCode: computePhase.exit_code,
    actionSuccess: action?.success,
    resultCode: action?.result_code,
    skippedActions,
    bounce: bounce?.type ?? undefined,
    aborted: isAborted,
    kind: message ? readMessageKind(opcode === null ? null : Number(opcode), Boolean(message.init_state)) : "request",
  };
}
