// The outcome of a message in one transaction, from a row of v3 or the cells of v2.

import { ROWS } from "../../dist/schemas.js";
import { explainExitCode, parseBoc } from "../../message.js";
import { outcomeOf } from "./outcome.js";
import { kindOf, phasesOfRow } from "./phases.js";
import { integerIn, listIn, numberIn, phaseIn, textIn } from "./read-response.js";
import { failedFor, leftOutFor } from "./shortage.js";

/** The result code of too little TON for a message. */
const NOT_ENOUGH = 37;

/**
 * The outcome, with more in its reason: the meaning of the exit code for the body, and how much TON was missing.
 *
 * @param {ReturnType<typeof outcomeOf>} outcome @param {number | null} opcode @param {import("./shortage.js").Sheet | undefined} sheet
 */
function withDetails(outcome, opcode, sheet) {
  const { reason, exitCode, resultCode, skippedActions } = outcome;
  if (reason === null) return outcome;
  if (/^exit code -?\d+, which/.test(reason)) {
    // Wallets v5 r1 and v5 beta share their opcodes, and no exit code.
    const bodies = opcode === null ? [] : ROWS.filter(([, code]) => code === opcode);
    const meaning = bodies.map(([body]) => explainExitCode(Number(exitCode), body)).find(Boolean);
    return meaning ? { ...outcome, reason: reason.replace(", which the contract chose", `: ${meaning}`) } : outcome;
  }
  const figures =
    sheet === undefined
      ? undefined
      : / as the send mode allows$/.test(reason)
        ? leftOutFor(sheet, skippedActions)
        : resultCode === NOT_ENOUGH
          ? failedFor(sheet)
          : undefined;
  return figures ? { ...outcome, reason: reason.replace(/(?=;|$)/, `: ${figures}`) } : outcome;
}

/** The facts about messages that the balance after a transaction proves; `undefined` if the balance is unknown. */
function balanceSheetOfRow(row) {
  const { balance } = row.account_state_after ?? {};
  const { body } = row.in_msg?.message_content ?? {};
  if (typeof balance !== "string" || typeof body !== "string") return undefined;
  const sent = listIn(row.out_msgs ?? null)
    .filter(({ destination }) => destination !== null)
    .sort((one, other) => (integerIn(one.created_lt) < integerIn(other.created_lt) ? -1 : 1));
  return {
    body: () => parseBoc(body),
    sent: sent.map(({ destination, value }) => ({ to: destination, value: integerIn(value ?? 0n) })),
    balance: integerIn(balance),
    fees: sent.reduce((sum, { fwd_fee }) => sum + integerIn(fwd_fee ?? 0n), integerIn(row.total_fees)),
    at: row.description.action?.result_arg ?? 0,
  };
}

/**
 * The finality of a transaction of v3. A transaction that the service only expects has none, and servers before 2026 list only final ones.
 * @param {any} row
 */
export const finalityOf = ({ emulated, finality }) => (emulated === true ? "pending" : (finality ?? "finalized"));

/** @param {any} row a transaction of v3 */
export function summaryOfRow(row) {
  const outcome = outcomeOf(phaseIn(phasesOfRow(row)));
  const opcode = row.in_msg?.opcode ?? null;
  return {
    account: textIn(row.account),
    hash: textIn(row.hash),
    lt: integerIn(row.lt),
    now: numberIn(row.now),
    ...withDetails(
      outcome,
      opcode === null ? null : Number(opcode),
      outcome.success ? undefined : balanceSheetOfRow(row),
    ),
    actsLater: listIn(row.out_msgs ?? null).some(({ destination }) => destination === row.account),
    totalFees: integerIn(row.total_fees),
    finality: finalityOf(row),
    row,
    decoded: null,
  };
}

const opcodeOf = ({ body }) => (body.bits < 32 ? null : body.beginParse().loadUint(32));

function balanceSheetOfCells({ inMsg, outMsgs, totalFees, description }, balance) {
  if (!inMsg || balance === undefined) return undefined;
  const sent = outMsgs.filter(({ info }) => info.type === "internal");
  return {
    body: () => inMsg.body,
    sent: sent.map(({ info }) => ({ to: info.dest, value: info.value.coins })),
    balance,
    fees: sent.reduce((sum, { info }) => sum + info.fwdFee, totalFees.coins),
    at: description.action?.resultArg ?? 0,
  };
}

/**
 * @param {any} transaction from `decodeTransaction` @param {string} account in raw form
 * @param {bigint} [balance] of the account after it, where that is known
 */
export function summaryOfCells(transaction, account, balance) {
  const { computePh, action, bounce, aborted } = transaction.description;
  const compute = phaseIn(computePh);
  return {
    account,
    hash: transaction.hash,
    lt: transaction.lt,
    now: transaction.now,
    ...withDetails(
      outcomeOf({
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
      transaction.inMsg ? opcodeOf(transaction.inMsg) : null,
      balanceSheetOfCells(transaction, balance),
    ),
    actsLater: transaction.outMsgs.some(({ info }) => info.dest === account),
    totalFees: transaction.totalFees.coins,
    finality: "finalized",
    row: null,
    decoded: transaction,
  };
}
