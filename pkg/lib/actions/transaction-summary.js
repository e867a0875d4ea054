// What became of a message in one transaction: from a row of v3, or from the cells of v2.

import { explainExitCode, explainResultCode } from "../../message.js";
import { integerIn, numberIn, textIn } from "./read-response.js";

/** What is common to both generations, from the phases of an ordinary transaction. */
function outcome({ skipped, computeSuccess, exitCode, actionSuccess, resultCode, bounce, aborted }) {
  // Without code there is nothing to compute: the value arrives unless it bounces.
  const success = skipped ? bounce === undefined : computeSuccess !== false && actionSuccess !== false && !aborted;
  return {
    success,
    exitCode: exitCode ?? null,
    resultCode: resultCode ?? null,
    bounced: bounce === "ok",
    reason: success ? null : reasonOf({ skipped, computeSuccess, exitCode, resultCode, bounce }),
  };
}

const SKIPPED = {
  no_state: "the account has no contract",
  bad_state: "the message's StateInit is not that of the account",
  no_gas: "not enough TON for gas",
  suspended: "the account is suspended",
};

/** Why a transaction failed, in a sentence. */
function reasonOf({ skipped, computeSuccess, exitCode, resultCode, bounce }) {
  const back =
    bounce === undefined ? "" : bounce === "ok" ? "; its value went back" : "; too little was left to send it back";
  if (skipped) return (SKIPPED[skipped] ?? "the contract did not run") + back;
  if (computeSuccess === false) {
    const meaning = explainExitCode(exitCode);
    return `exit code ${exitCode}${meaning ? `: ${meaning}` : ", which the contract chose"}${back}`;
  }
  const meaning = explainResultCode(resultCode);
  return `the actions failed with result code ${resultCode}${meaning ? `: ${meaning}` : ""}${back}`;
}

/** @param {any} row a transaction of v3 */
export function summaryOfRow(row) {
  const { compute_ph: compute, action, bounce, aborted } = row.description;
  return {
    account: textIn(row.account),
    hash: textIn(row.hash),
    lt: integerIn(row.lt),
    now: numberIn(row.now),
    ...outcome({
      skipped: compute?.skipped ? (compute.reason ?? "skipped") : undefined,
      computeSuccess: compute?.success,
      exitCode: compute?.exit_code,
      actionSuccess: action?.success,
      resultCode: action?.result_code,
      bounce: bounce?.type ?? undefined,
      aborted: aborted === true,
    }),
    skippedActions: action?.skipped_actions ?? 0,
    totalFees: integerIn(row.total_fees),
    // Servers before 2026 only list what is final.
    finality: row.finality ?? "finalized",
    row,
    decoded: null,
  };
}

/** @param {any} transaction from `decodeTransaction` @param {string} account in raw form */
export function summaryOfCells(transaction, account) {
  const { computePh: compute, action, bounce, aborted } = transaction.description;
  return {
    account,
    hash: transaction.hash,
    lt: transaction.lt,
    now: transaction.now,
    ...outcome({
      skipped: compute?.type === "skipped" ? compute.reason : undefined,
      computeSuccess: compute?.success,
      exitCode: compute?.exitCode,
      actionSuccess: action?.success,
      resultCode: action?.resultCode,
      bounce: bounce?.type,
      aborted: aborted === true,
    }),
    skippedActions: action?.skippedActions ?? 0,
    totalFees: transaction.totalFees.coins,
    finality: "finalized",
    row: null,
    decoded: transaction,
  };
}
