// What became of a message in one transaction: from a row of v3, or from the cells of v2.

import { outcomeOf } from "./outcome.js";
import { kindOf, phasesOfRow } from "./phases.js";
import { integerIn, listIn, numberIn, phaseIn, textIn } from "./read-response.js";

/** @param {any} row a transaction of v3 */
export function summaryOfRow(row) {
  return {
    account: textIn(row.account),
    hash: textIn(row.hash),
    lt: integerIn(row.lt),
    now: numberIn(row.now),
    ...outcomeOf(phaseIn(phasesOfRow(row))),
    actsLater: listIn(row.out_msgs ?? null).some(({ destination }) => destination === row.account),
    totalFees: integerIn(row.total_fees),
    // Servers before 2026 only list what is final.
    finality: row.finality ?? "finalized",
    row,
    decoded: null,
  };
}

const opcodeOf = ({ body }) => (body.bits < 32 ? null : body.beginParse().loadUint(32));

/** @param {any} transaction from `decodeTransaction` @param {string} account in raw form */
export function summaryOfCells(transaction, account) {
  const { computePh, action, bounce, aborted } = transaction.description;
  const compute = phaseIn(computePh);
  return {
    account,
    hash: transaction.hash,
    lt: transaction.lt,
    now: transaction.now,
    ...outcomeOf({
      skipped: compute.type === "skipped" ? compute.reason : undefined,
      computeSuccess: compute.success,
      exitCode: compute.exitCode,
      actionSuccess: action?.success,
      resultCode: action?.resultCode,
      skippedActions: action?.skippedActions ?? 0,
      bounce: bounce?.type,
      aborted: aborted === true,
      kind: transaction.inMsg ? kindOf(opcodeOf(transaction.inMsg), Boolean(transaction.inMsg.init)) : "request",
    }),
    actsLater: transaction.outMsgs.some(({ info }) => info.dest === account),
    totalFees: transaction.totalFees.coins,
    finality: "finalized",
    row: null,
    decoded: transaction,
  };
}
