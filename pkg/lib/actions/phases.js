// The phases of a transaction that decide the outcome of its message. Without words, for the web app's first load.

import { MESSAGE_KINDS } from "../../dist/message-kinds.js";

/**
 * The phases of a transaction that decide, and how much depends on its message being read.
 *
 * @typedef {{
 *   skipped?: string, computeSuccess?: boolean, exitCode?: number, actionSuccess?: boolean, resultCode?: number, skippedActions: number,
 *   bounce?: string, aborted: boolean, kind: string,
 * }} Phases
 */

/**
 * How important it is that a contract reads the message: `"value"` (a comment at most), `"notice"`, or `"request"`. @param {number | null}
 * opcode @param {boolean} hasStateInit
 */
export function kindOf(opcode, hasStateInit) {
  if (hasStateInit) return "request";
  return opcode === null ? "value" : Object.hasOwn(MESSAGE_KINDS, opcode) ? MESSAGE_KINDS[opcode] : "request";
}

/** Whether the contract ran, with all that it decided, if perhaps not all that it listed. @param {Phases} phases */
export const ran = ({ skipped, computeSuccess, actionSuccess, aborted }) =>
  !skipped && computeSuccess === true && actionSuccess === true && !aborted;

/** @param {Phases} phases */
export function succeeds(phases) {
  const { skipped, skippedActions, bounce, kind } = phases;
  // A value arrives where there is no contract, unless it bounces; a notice changes nothing, whether it is read or not.
  const arrived =
    bounce === undefined &&
    ((skipped === "no_state" && kind !== "request") || (skipped === "no_gas" && kind === "notice"));
  return arrived || (ran(phases) && skippedActions === 0);
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
