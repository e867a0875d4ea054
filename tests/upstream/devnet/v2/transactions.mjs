// The v2 methods about transactions: histories of accounts and lists of blocks.
import { Refusal } from "../../refusal.mjs";
import { findState } from "../view.mjs";
import { findByFullId } from "./block-lookup.mjs";
import { makeTransaction, makeTransactionExt, makeTransactionStd } from "./messages.mjs";
import { makeBlockId, makeTransactionId } from "./shapes.mjs";

/** The service reads a history in steps of this size; only the cursor of getTransactionsStd shows it. */
const CHUNK = 30;

/**
 * The transaction from which a history is read, with a liteserver's checks: the account must have a transaction with this lt, which must
 * have this hash.
 */
function checkStart({ db }, account, { lt, hash }) {
  const foundTransaction = db.get("SELECT hash FROM transactions WHERE account = ? AND lt = ?", [
    account,
    db.int64(lt),
  ]);
  if (foundTransaction?.hash === hash) return;
  if (foundTransaction) throw new Refusal(500, "LITE_SERVER_UNKNOWN: transaction hash mismatch");
  const laterBlock = db.get("SELECT 1 FROM blocks WHERE end_lt >= ? LIMIT 1", [db.int64(lt)]);
  throw new Refusal(
    500,
    laterBlock
      ? "LITE_SERVER_UNKNOWN: cannot locate transaction in block with specified logical time"
      : "LITE_SERVER_UNKNOWN: cannot compute block with specified transaction: lt not in db",
  );
}

/**
 * Rows of an account from the requested one on, newest first. The devnet stores the whole history, so `archival` changes nothing.
 * @param {any} params @param {any} context @param {boolean} isZeroAbsent lt 0 means the newest
 * @returns {{ rows: any[], next: { lt: number, hash: string | null } }} `next`: the transaction at which the service would continue
 */
function readHistory({ address, limit, lt, hash, to_lt: to }, context, isZeroAbsent) {
  const hasPosition = lt !== undefined && hash !== undefined && !(isZeroAbsent && lt === 0n);
  if (hasPosition && lt > 0n) checkStart(context, address, { lt, hash });
  const { last_tx_lt: newestLt } = findState(context.chain, address);
  const firstLt = hasPosition ? lt : (newestLt ?? 0);
  const { db } = context;
  const read = db.all("SELECT * FROM transactions WHERE account = ? AND lt <= ? ORDER BY lt DESC LIMIT ?", [
    address,
    hasPosition ? db.int64(lt) : firstLt,
    limit,
  ]);
  const indexBelow = read.findIndex((row) => BigInt(row.lt) <= (to ?? 0n));
  const count = indexBelow < 0 ? read.length : indexBelow;
  const lastRow =
    indexBelow < 0 ? read.at(-1) : read[Math.min(read.length, (Math.floor(indexBelow / CHUNK) + 1) * CHUNK) - 1];
  return {
    rows: read.slice(0, count),
    next: lastRow ? { lt: lastRow.prev_lt, hash: lastRow.prev_hash } : { lt: 0, hash: null },
  };
}

export const getTransactions = (params, context) =>
  readHistory(params, context, true).rows.map((row) => makeTransaction(context, row));

export function getTransactionsStd(params, context) {
  const { rows, next } = readHistory(params, context, false);
  return {
    "@type": "raw.transactions",
    transactions: rows.map(makeTransactionStd),
    previous_transaction_id: makeTransactionId(next.lt, next.hash),
  };
}

/** Rows of a block by account, then lt; a page begins after the given account and lt. */
function findBlockPage(params, context) {
  const block = findByFullId(context, params);
  const { count, after_lt: afterLt, after_hash: afterHash, workchain } = params;
  const afterKey =
    afterHash === undefined
      ? ["", -1]
      : [`${workchain}:${Buffer.from(afterHash, "base64").toString("hex").toUpperCase()}`, context.db.int64(afterLt)];
  const rows = context.db.all(
    "SELECT * FROM transactions WHERE workchain = ? AND shard = ? AND seqno = ? AND (account, lt) > (?, ?) ORDER BY account, lt LIMIT ?",
    [block.workchain, block.shard, block.seqno, ...afterKey, count + 1],
  );
  return {
    page: rows.slice(0, count),
    fields: { id: makeBlockId(block), req_count: count, incomplete: rows.length > count },
  };
}

/** The mode that requests every field of a short id (1 + 2 + 4), and begins after a given transaction (128). */
const MODE = 7 + 128;

export function getBlockTransactions(params, context) {
  const { page, fields } = findBlockPage(params, context);
  const makeShortId = (row) => ({
    "@type": "blocks.shortTxId",
    mode: MODE,
    account: row.account.toLowerCase(),
    lt: String(row.lt),
    hash: row.hash,
  });
  return { "@type": "blocks.transactions", ...fields, transactions: page.map(makeShortId) };
}

export function getBlockTransactionsExt(params, context) {
  const { page, fields } = findBlockPage(params, context);
  return {
    "@type": "blocks.transactionsExt",
    ...fields,
    transactions: page.map((row) => makeTransactionExt(context, row)),
  };
}
