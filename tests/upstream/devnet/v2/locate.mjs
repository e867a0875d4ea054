// Finds transactions by a message between two accounts.
import { Refusal } from "../../refusal.mjs";
import { makeTransaction } from "./messages.mjs";

/** @param {any} params @param {any} context @param {"in_tx" | "out_tx"} side the transaction that received, or sent, the message */
function findTransaction({ source, destination, created_lt: lt }, context, side) {
  const row = context.db.get(
    `SELECT t.* FROM messages m JOIN transactions t ON t.hash = m.${side} WHERE m.source = ? AND m.destination = ? AND m.created_lt = ?`,
    [source, destination, context.db.int64(lt)],
  );
  if (row) return makeTransaction(context, row);
  throw context.variant === "python" ? new Refusal(503, "Tx not found") : new Refusal(404, "transaction was not found");
}

export const tryLocateTx = (params, context) => findTransaction(params, context, "in_tx");
export const tryLocateResultTx = tryLocateTx;
export const tryLocateSourceTx = (params, context) => findTransaction(params, context, "out_tx");
