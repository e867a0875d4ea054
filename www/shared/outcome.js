// The outcome of a transaction, as the package decides it, with the chain's reason in short form.

import { readPhases, isSuccess } from "../ton-edge/lib/actions/phases.js";
import { formatCount } from "./format.js";

const SKIP_REASONS = { no_gas: "no gas to run", no_state: "no contract deployed", bad_state: "wrong contract state" };
/** Kinds of transactions in which no contract runs. */
const WITHOUT_CODE = ["storage", "split_install", "merge_prepare"];

/** Whether it succeeded; `null` if the row lacks a deciding field. @param {any} tx a row of v3 @returns {boolean | null} */
export function readSuccess(tx) {
  const { type, aborted, compute_ph: computePhase, action } = tx?.description ?? {};
  if (WITHOUT_CODE.includes(type)) return aborted !== true;
  const phases = tx && readPhases(tx);
  if (phases) return isSuccess(phases);
  // A failure in the row is certain, whatever the row lacks.
  return computePhase?.success === false || action?.success === false ? false : null;
}

/** @param {any} tx a row of v3 */
export const isFailed = (tx) => readSuccess(tx) === false;

/** Returns the reason in a few words; empty if the chain gives none. @param {any} tx a row of v3 that failed */
export function describeFailure({ description: { compute_ph: computePhase, action } }) {
  if (computePhase?.skipped) return SKIP_REASONS[computePhase.reason] ?? "not run";
  if (computePhase?.success === false) return `exit code ${computePhase.exit_code}`;
  if (action?.success === false) return `action result ${action.result_code}`;
  return action?.skipped_actions > 0 ? `${formatCount(action.skipped_actions, "action")} left out` : "";
}
