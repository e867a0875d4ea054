// Finds transactions by a message between two accounts.
import { Refusal } from "../../refusal.mjs";
import { makeTransaction } from "./messages.mjs";

/** @param {any} params @param {any} ctx @param {"in_tx" | "out_tx"} side the transaction that received, or sent, the message */
function findTransaction({ source, destination, created_lt: lt }, ctx, side) {
  const row = ctx.db.get(
    `SELECT t.* FROM messages m JOIN transactions t ON t.hash = m.${side} WHERE m.source = ? AND m.destination = ? AND m.created_lt = ?`,
    [source, destination, ctx.db.int64(lt)],
  );
  if (row) return makeTransaction(ctx, row);
  throw ctx.variant === "python" ? new Refusal(503, "Tx not found") : new Refusal(404, "transaction was not found");
}

export const tryLocateTx = (params, ctx) => findTransaction(params, ctx, "in_tx");
export const tryLocateResultTx = tryLocateTx;
export const tryLocateSourceTx = (params, ctx) => findTransaction(params, ctx, "out_tx");
