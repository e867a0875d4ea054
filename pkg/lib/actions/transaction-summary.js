// Summarizes the outcome of a message in one transaction, from a row of v3 or the cells of v2.

import { readFinality } from "../live/finality.js";
import { ROWS } from "../../dist/schemas.js";
import { explainExitCode, parseBoc } from "../../message.js";
import { summarizeOutcome } from "./outcome.js";
import { readMessageKind, readPhases } from "./phases.js";
import { readInteger, readList, readNumber, requirePhase, readText } from "./read-response.js";
import { explainFailedAction, explainSkippedMessage } from "./shortage.js";

/** The result code for too little TON for a message. */
const NOT_ENOUGH_TON = 37;

/**
 * Adds details to the reason of an outcome: the meaning of the exit code for the body, and how much TON was missing.
 *
 * @param {ReturnType<typeof summarizeOutcome>} outcome @param {number | null} opcode @param {import("./shortage.js").Sheet | undefined} sheet
 */
function addDetails(outcome, opcode, sheet) {
  const { reason, exitCode, resultCode, skippedActions } = outcome;
  if (reason === null) return outcome;
  if (/^exit code -?\d+, which/.test(reason)) {
    // Wallets v5 r1 and v5 beta share their opcodes but not their exit codes.
    const bodies = opcode === null ? [] : ROWS.filter(([, code]) => code === opcode);
    const meaning = bodies.map(([body]) => explainExitCode(Number(exitCode), body)).find(Boolean);
    return meaning ? { ...outcome, reason: reason.replace(", which the contract chose", `: ${meaning}`) } : outcome;
  }
  const shortageDetails =
    sheet === undefined
      ? undefined
      : / as the send mode allows$/.test(reason)
        ? explainSkippedMessage(sheet, skippedActions)
        : resultCode === NOT_ENOUGH_TON
          ? explainFailedAction(sheet)
          : undefined;
  return shortageDetails ? { ...outcome, reason: reason.replace(/(?=;|$)/, `: ${shortageDetails}`) } : outcome;
}

/** Returns the data for shortage.js: sent messages, and the balance after the transaction; `undefined` if the balance is unknown. */
function readRowSheet(row) {
  const { balance } = row.account_state_after ?? {};
  const { body } = row.in_msg?.message_content ?? {};
  if (typeof balance !== "string" || typeof body !== "string") return undefined;
  const sentMessages = readList(row.out_msgs ?? null)
    .filter(({ destination }) => destination !== null)
    .sort((a, b) => (readInteger(a.created_lt) < readInteger(b.created_lt) ? -1 : 1));
  return {
    body: () => parseBoc(body),
    sent: sentMessages.map(({ destination, value }) => ({ to: destination, value: readInteger(value ?? 0n) })),
    balance: readInteger(balance),
    fees: sentMessages.reduce((sum, { fwd_fee }) => sum + readInteger(fwd_fee ?? 0n), readInteger(row.total_fees)),
    failedIndex: row.description.action?.result_arg ?? 0,
  };
}

/** @param {any} row a transaction of v3 */
export function summarizeRow(row) {
  const outcome = summarizeOutcome(requirePhase(readPhases(row)));
  const opcode = row.in_msg?.opcode ?? null;
  return {
    account: readText(row.account),
    hash: readText(row.hash),
    lt: readInteger(row.lt),
    now: readNumber(row.now),
    ...addDetails(outcome, opcode === null ? null : Number(opcode), outcome.success ? undefined : readRowSheet(row)),
    actsLater: readList(row.out_msgs ?? null).some(({ destination }) => destination === row.account),
    totalFees: readInteger(row.total_fees),
    finality: readFinality(row),
    row,
    decoded: null,
  };
}

const readOpcode = ({ body }) => (body.bits < 32 ? null : body.beginParse().loadUint(32));

function readCellsSheet({ inMsg, outMsgs, totalFees, description }, balance) {
  if (!inMsg || balance === undefined) return undefined;
  const sentMessages = outMsgs.filter(({ info }) => info.type === "internal");
  return {
    body: () => inMsg.body,
    sent: sentMessages.map(({ info }) => ({ to: info.dest, value: info.value.coins })),
    balance,
    fees: sentMessages.reduce((sum, { info }) => sum + info.fwdFee, totalFees.coins),
    failedIndex: description.action?.resultArg ?? 0,
  };
}

/**
 * @param {any} transaction from `decodeTransaction` @param {string} account in raw form
 * @param {bigint} [balance] of the account after it, where that is known
 */
export function summarizeCells(transaction, account, balance) {
  const { computePh, action, bounce, aborted: isAborted } = transaction.description;
  const compute = requirePhase(computePh);
  return {
    account,
    hash: transaction.hash,
    lt: transaction.lt,
    now: transaction.now,
    ...addDetails(
      summarizeOutcome({
        skipped: compute.type === "skipped" ? compute.reason : undefined,
        computeSuccess: compute.success,
        exitCode: compute.exitCode,
        actionSuccess: action?.success,
        resultCode: action?.resultCode,
        skippedActions: action?.skippedActions ?? 0,
        bounce: bounce?.type,
        aborted: isAborted === true,
        kind: transaction.inMsg
          ? readMessageKind(readOpcode(transaction.inMsg), Boolean(transaction.inMsg.init))
          : "request",
      }),
      transaction.inMsg ? readOpcode(transaction.inMsg) : null,
      readCellsSheet(transaction, balance),
    ),
    actsLater: transaction.outMsgs.some(({ info }) => info.dest === account),
    totalFees: transaction.totalFees.coins,
    finality: "finalized",
    row: null,
    decoded: transaction,
  };
}
