// The outcome of a transaction, determined by the package's code, with a short reason for a failure.

import { readPhases, isSuccess } from "../ton-edge/lib/actions/phases.js";
import { formatCount } from "./format.js";

const SKIP_REASONS = { no_gas: "no gas to run", no_state: "no contract deployed", bad_state: "wrong contract state" };
/** Kinds of transactions in which no contract runs. */
const WITHOUT_CODE = ["storage", "split_install", "merge_prepare"];

/**
 * Whether the transaction succeeded; `null` if the row lacks a field that decides it. @param {any} tx a row of v3 @returns
 * {boolean | null}
 */
export function readSuccess(tx) {
  const { type, aborted: isAborted, compute_ph: computePhase, action } = tx?.description ?? {};
  if (WITHOUT_CODE.includes(type)) return isAborted !== true;
  const phases = tx && readPhases(tx);
  if (phases) return isSuccess(phases);
  // A failure in one of these fields is certain even if others are missing.
  return computePhase?.success === false || action?.success === false ? false : null;
}

/** @param {any} tx a row of v3 */
export const isFailed = (tx) => readSuccess(tx) === false;

/** Returns the reason of a failure in a few words; empty if the row has none. @param {any} tx a row of v3 that failed */
export function describeFailure({ description: { compute_ph: computePhase, action } }) {
  if (computePhase?.skipped) return SKIP_REASONS[computePhase.reason] ?? "not run";
  if (computePhase?.success === false) return `exit code ${computePhase.exit_code}`;
  if (action?.success === false) return `action result ${action.result_code}`;
  return action?.skipped_actions > 0 ? `${formatCount(action.skipped_actions, "action")} skipped` : "";
}
