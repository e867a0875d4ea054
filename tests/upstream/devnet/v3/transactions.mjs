// Lists of transactions. Their order is the same at every call, so that pages neither overlap nor leave a gap:
//   with `lt`, by account in the requested direction
//   with `hash`, by hash
//   with bounds of the time and without `mc_seqno`, by now, then lt, then account (always ascending)
//   otherwise by lt, then account (always ascending)
// (account, lt) is unique, so no two rows compare as equal.
import { Refusal } from "../../refusal.mjs";
import { listTransactionNames, withBook } from "./book.mjs";
import { Select, hasBusyAccount, hasTimeBounds, readLtBounds, writeUnaryPlus } from "./select.mjs";
import { makeTransaction } from "./shapes.mjs";

const INCOMING_MESSAGES = "SELECT * FROM messages WHERE in_tx IN (SELECT value FROM json_each(?))";
const OUTGOING_MESSAGES =
  "SELECT * FROM messages WHERE out_tx IN (SELECT value FROM json_each(?)) ORDER BY out_tx, out_index";
const STATES =
  "SELECT hash, account, balance, extra_currencies, status, frozen_hash, code_hash, data_hash FROM account_states WHERE hash IN (SELECT value FROM json_each(?))";

/** Rows of `transactions` with their messages, states and trace, in the shape of v3. @param {any[]} rows @param {any} db */
export function complete(rows, db) {
  const hashes = JSON.stringify(rows.map((row) => row.hash));
  const incoming = new Map(db.all(INCOMING_MESSAGES, [hashes]).map((m) => [m.in_tx, m]));
  const messagesByTransaction = new Map(rows.map((row) => [row.hash, /** @type {any[]} */ ([])]));
  for (const m of db.all(OUTGOING_MESSAGES, [hashes])) messagesByTransaction.get(m.out_tx)?.push(m);
  const states = new Map(
    db
      .all(STATES, [JSON.stringify(rows.flatMap((row) => [row.state_before, row.state_after]))])
      .map((s) => [s.hash, s]),
  );
  return rows.map((row) =>
    makeTransaction(row, {
      incoming: incoming.get(row.hash),
      out: messagesByTransaction.get(row.hash),
      before: states.get(row.state_before),
      after: states.get(row.state_after),
    }),
  );
}

/** @param {number | undefined} seqno @param {any} db */
export function requireMasterBlock(seqno, db) {
  if (seqno === undefined) return;
  if (
    seqno > 0 &&
    db.get("SELECT 1 FROM blocks WHERE workchain = -1 AND shard = '8000000000000000' AND seqno = ?", [seqno])
  )
    return;
  throw new Refusal(404, `masterchain block ${seqno} not found`);
}

/** Hashes that name a message: its own, and the normalized hash of an external one. */
const MESSAGES_CALLED = `SELECT hash FROM messages WHERE hash IN (SELECT value FROM json_each(?1)) UNION
  SELECT hash FROM messages WHERE hash_norm IN (SELECT value FROM json_each(?1))`;
export const findMessages = (/** @type {string[]} */ hashes, db) =>
  db.all(MESSAGES_CALLED, [JSON.stringify(hashes)]).map((row) => row.hash);

/** Filters on a message of the transaction, as one condition. As in the service, `opcode` matches only the incoming message. */
function writeMessageCondition(params, messageNames) {
  const conditions = [],
    values = [];
  const addCondition = (sql, value) => value !== undefined && (conditions.push(sql), values.push(value));
  addCondition("+M.hash IN (SELECT value FROM json_each(?))", messageNames && JSON.stringify(messageNames));
  addCondition("+M.source = ?", params.source);
  addCondition("+M.destination = ?", params.destination);
  addCondition("+M.body_hash = ?", params.body_hash);
  addCondition("+M.opcode = ?", params.opcode);
  const matchingSides = ["in", "out"].filter(
    (side) => (params.direction ?? side) === side && !(params.opcode !== undefined && side === "out"),
  );
  if (!conditions.length && params.direction === undefined) return undefined;
  const writeExists = (side) =>
    `EXISTS (SELECT 1 FROM messages M WHERE M.${side}_tx = T.hash${conditions.map((t) => ` AND ${t}`).join("")})`;
  return {
    sql: matchingSides.length ? `(${matchingSides.map(writeExists).join(" OR ")})` : "0",
    values: matchingSides.flatMap(() => values),
  };
}

const TRANSACTIONS_OF_MESSAGES = `SELECT in_tx FROM messages WHERE hash IN (SELECT value FROM json_each(?)) UNION
  SELECT out_tx FROM messages WHERE hash IN (SELECT value FROM json_each(?))`;

/** The filter whose index reads the rows. */
function findLeadingFilter(params, called, db) {
  if (params.hash) return "hash";
  if (called) return "message";
  if (params.lt !== undefined && !params.account) return "lt";
  if (params.mc_seqno !== undefined) return "mc_seqno";
  if (params.workchain !== undefined && params.shard !== undefined && params.seqno !== undefined) return "block";
  if (params.account && (params.account.length === 1 || !hasBusyAccount(db, params.account))) return "account";
  return hasTimeBounds(params) ? "now" : "lt";
}

function getOrder(params) {
  const sortDirection = params.sort === "asc" ? "ASC" : "DESC";
  if (params.lt !== undefined) return `T.lt, T.account ${sortDirection}`;
  if (params.hash) return `T.hash ${sortDirection}`;
  return hasTimeBounds(params) && params.mc_seqno === undefined
    ? `T.now ${sortDirection}, T.lt ${sortDirection}, T.account`
    : `T.lt ${sortDirection}, T.account`;
}

/** The SQL statement of a page. @param {any} params @param {any} db @returns {[string, any[]]} */
export function readTransactionsPage(params, db) {
  const messages = params.msg_hash && findMessages(params.msg_hash, db);
  const leadingFilter = findLeadingFilter(params, messages, db);
  const isByTime = hasTimeBounds(params) && params.mc_seqno === undefined;
  const select = new Select("T.* FROM transactions T");
  const lt = readLtBounds(db, params);
  const inBlock = writeUnaryPlus(leadingFilter === "block");
  select
    .among(`${writeUnaryPlus(leadingFilter === "hash")}T.hash`, params.hash)
    .among(`${writeUnaryPlus(leadingFilter === "account")}T.account`, params.account)
    .equal(`${writeUnaryPlus(leadingFilter === "mc_seqno")}T.mc_seqno`, params.mc_seqno)
    .equal(`${inBlock}T.workchain`, params.workchain)
    .equal(`${inBlock}T.shard`, params.shard)
    .equal(`${inBlock}T.seqno`, params.seqno)
    .equal(
      `${writeUnaryPlus(leadingFilter === "lt" || leadingFilter === "account")}T.lt`,
      params.lt === undefined ? undefined : db.int64(params.lt),
    )
    .between(
      `${writeUnaryPlus(!isByTime && (leadingFilter === "lt" || leadingFilter === "account"))}T.lt`,
      lt.from,
      lt.to,
    )
    .between(
      `${writeUnaryPlus(isByTime && (leadingFilter === "now" || leadingFilter === "account"))}T.now`,
      params.start_utime,
      params.end_utime,
    );
  if (leadingFilter === "message")
    select.and(`T.hash IN (${TRANSACTIONS_OF_MESSAGES})`, JSON.stringify(messages), JSON.stringify(messages));
  const condition = writeMessageCondition(params, messages);
  if (condition) select.and(condition.sql, ...condition.values);
  return select.page(getOrder(params), params);
}

function respond(rows, context) {
  const transactions = complete(rows, context.db);
  return withBook({ transactions }, transactions.flatMap(listTransactionNames), context);
}

function list(params, context) {
  requireMasterBlock(params.mc_seqno, context.db);
  return respond(context.db.all(...readTransactionsPage(params, context.db)), context);
}

/** The transactions that sent or received the messages of a transaction. */
const ADJACENT_TRANSACTIONS = {
  in: "SELECT P.* FROM messages M JOIN transactions P ON P.hash = M.out_tx WHERE M.in_tx = ?",
  out: "SELECT C.* FROM messages M JOIN transactions C ON C.hash = M.in_tx WHERE M.out_tx = ?",
};

export const HANDLERS = {
  "/transactions": list,
  "/transactionsByMessage": list,
  "/transactionsByMasterchainBlock": ({ seqno, ...page }, context) => list({ ...page, mc_seqno: seqno }, context),
  "/adjacentTransactions"({ hash, direction }, context) {
    const rows = Object.entries(ADJACENT_TRANSACTIONS).flatMap(([side, sql]) =>
      (direction ?? side) === side ? context.db.all(sql, [hash]) : [],
    );
    if (!rows.length) throw new Refusal(404, "adjacent transactions not found");
    return respond(
      rows.sort((a, b) => a.lt - b.lt || (a.account < b.account ? -1 : 1)),
      context,
    );
  },
};
