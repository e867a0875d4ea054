// What became of a message in one transaction: from a row of v3, or from the cells of v2.

import { ROWS } from "../../dist/schemas.js";
import { explainExitCode, explainResultCode } from "../../message.js";
import { flagIn, integerIn, listIn, numberIn, phaseIn, textIn } from "./read-response.js";

/** What a wallet sends with a value: no contract has to read it. */
const COMMENTS = ["comment", "encrypted_comment"];
/** What tells an account of something that is done: mostly with a single nanocoin, which pays for no contract. */
const NOTICES = ["excesses", "jetton_notification", "nft_ownership_assigned"];

/** How much depends on a message being read: `"value"` (a comment at most), `"notice"`, or `"request"`. @param {number | null} opcode */
function kindOf(opcode, hasStateInit) {
  if (hasStateInit) return "request";
  if (opcode === null) return "value";
  const type = ROWS.find(([, code]) => code === opcode)?.[0];
  return COMMENTS.includes(type) ? "value" : NOTICES.includes(type) ? "notice" : "request";
}

/** What is common to both generations, from the phases of an ordinary transaction. */
function outcome({
  skipped,
  computeSuccess,
  exitCode,
  actionSuccess,
  resultCode,
  skippedActions,
  bounce,
  aborted,
  kind,
}) {
  // A value arrives where there is no contract, unless it bounces; a notice changes nothing, whether it is read or not.
  const arrived =
    bounce === undefined &&
    ((skipped === "no_state" && kind !== "request") || (skipped === "no_gas" && kind === "notice"));
  const ran = !skipped && computeSuccess === true && actionSuccess === true && !aborted;
  const success = arrived || (ran && skippedActions === 0);
  return {
    success,
    exitCode: exitCode ?? null,
    resultCode: resultCode ?? null,
    bounced: bounce === "ok",
    reason: success
      ? null
      : ran
        ? leftOut(skippedActions)
        : reasonOf({ skipped, computeSuccess, exitCode, resultCode, bounce }),
    skippedActions,
  };
}

const leftOut = (count) =>
  `${count} action${count === 1 ? "" : "s"} could not be done and ${count === 1 ? "was" : "were"} left out, as the send mode allows`;

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
  const { compute_ph: phase, action, bounce, aborted } = row.description;
  const compute = phaseIn(phase);
  const opcode = row.in_msg?.opcode ?? null;
  return {
    account: textIn(row.account),
    hash: textIn(row.hash),
    lt: integerIn(row.lt),
    now: numberIn(row.now),
    ...outcome({
      skipped: compute.skipped ? (compute.reason ?? "skipped") : undefined,
      computeSuccess: compute.skipped ? undefined : flagIn(compute.success),
      exitCode: compute.exit_code,
      actionSuccess: action?.success,
      resultCode: action?.result_code,
      skippedActions: numberIn(action?.skipped_actions ?? 0),
      bounce: bounce?.type ?? undefined,
      aborted: flagIn(aborted),
      kind: kindOf(opcode === null ? null : Number(opcode), Boolean(row.in_msg?.init_state)),
    }),
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
    ...outcome({
      skipped: compute.type === "skipped" ? compute.reason : undefined,
      computeSuccess: compute.success,
      exitCode: compute.exitCode,
      actionSuccess: action?.success,
      resultCode: action?.resultCode,
      skippedActions: action?.skippedActions ?? 0,
      bounce: bounce?.type,
      aborted: flagIn(aborted),
      kind: transaction.inMsg ? kindOf(opcodeOf(transaction.inMsg), Boolean(transaction.inMsg.init)) : "request",
    }),
    actsLater: transaction.outMsgs.some(({ info }) => info.dest === account),
    totalFees: transaction.totalFees.coins,
    finality: "finalized",
    row: null,
    decoded: transaction,
  };
}
