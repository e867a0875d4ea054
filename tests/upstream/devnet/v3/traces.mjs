// Traces: everything that one external message led to. Order: end_lt (end_utime if only time is bounded), then trace_id. A
// trace with pending messages is listed with its transactions so far, and the state "pending".
import { namedBy, withMaps } from "./book.mjs";
import { actionsOfTraces, endedIn } from "./actions.mjs";
import { Select, busy, byTime, ltBounds, plus } from "./select.mjs";
import { complete, messagesCalled, requireMasterBlock } from "./transactions.mjs";

/** Larger traces come without their transactions, as from the service. */
const MAX_TRANSACTIONS = 4000;

const TRANSACTIONS =
  "SELECT * FROM transactions WHERE trace_id IN (SELECT value FROM json_each(?)) ORDER BY trace_id, lt, account";
const OF_MESSAGES = "SELECT trace_id FROM messages WHERE hash IN (SELECT value FROM json_each(?))";
const OF_TRANSACTIONS = "SELECT trace_id FROM transactions WHERE hash IN (SELECT value FROM json_each(?))";

/** Restricts to the traces of an account: from its transactions or, if it has many, in the order of the list. */
function ofAccount(select, account, alongOrder) {
  if (!alongOrder) return select.and("E.trace_id IN (SELECT trace_id FROM transactions WHERE account = ?)", account);
  return select.and("EXISTS (SELECT 1 FROM transactions T WHERE T.trace_id = E.trace_id AND +T.account = ?)", account);
}

/** The SQL statement of a page. @param {any} params @param {any} db @returns {[string, any[]]} */
export function tracesPage(params, db) {
  const lt = ltBounds(db, params),
    time = byTime(params) && lt.from === undefined && lt.to === undefined;
  const to = params.sort === "asc" ? "ASC" : "DESC";
  const alongOrder = params.account !== undefined && busy(db, [params.account]);
  const sought = params.trace_id || params.tx_hash || params.msg_hash || (params.account !== undefined && !alongOrder);
  const select = new Select("E.* FROM traces E");
  if (params.trace_id) select.and("E.trace_id IN (SELECT value FROM json_each(?))", JSON.stringify(params.trace_id));
  if (params.tx_hash) select.and(`E.trace_id IN (${OF_TRANSACTIONS})`, JSON.stringify(params.tx_hash));
  if (params.msg_hash)
    select.and(`E.trace_id IN (${OF_MESSAGES})`, JSON.stringify(messagesCalled(params.msg_hash, db)));
  if (params.account !== undefined) ofAccount(select, params.account, alongOrder);
  if (params.mc_seqno !== undefined) select.and("+E.state = 'complete'").and(...endedIn(params.mc_seqno));
  select
    .between(`${plus(!sought && !time)}E.end_lt`, lt.from, lt.to)
    .between(`${plus(!sought && time)}E.end_utime`, params.start_utime, params.end_utime);
  return select.page(`${time ? "E.end_utime" : "E.end_lt"} ${to}, E.trace_id ${to}`, params);
}

/**
 * The tree of a trace. Children are in the order of the transactions (lt, account), which is also the order of the messages.
 * @param {any[]} transactions in the shape of v3, in order
 */
function tree(transactions) {
  const senders = new Map();
  let root;
  for (const tx of transactions) {
    const node = { tx_hash: tx.hash, ...(tx.in_msg ? { in_msg_hash: tx.in_msg.hash } : {}), children: [] };
    senders.get(tx.in_msg?.hash)?.children.push(node);
    root ??= node;
    for (const m of tx.out_msgs) senders.set(m.hash, node);
  }
  return root;
}

/** @param {any} row of `traces` @param {any[]} transactions in the shape of v3; empty when there are too many @param {any[] | undefined} actions */
export function trace(row, transactions, actions) {
  const tooLarge = row.tx_count > MAX_TRANSACTIONS;
  return {
    trace_id: row.trace_id,
    external_hash: row.external_hash,
    mc_seqno_start: String(row.mc_seqno_start),
    mc_seqno_end: String(row.mc_seqno_end),
    start_lt: String(row.start_lt),
    start_utime: row.start_utime,
    end_lt: String(row.end_lt),
    end_utime: row.end_utime,
    trace_info: {
      trace_state: row.state,
      messages: row.msg_count,
      transactions: row.tx_count,
      pending_messages: row.pending_messages,
      classification_state: row.state === "complete" ? "ok" : "unclassified",
    },
    is_incomplete: tooLarge,
    ...(tooLarge ? { warning: "trace is too large" } : {}),
    ...(actions ? { actions } : {}),
    ...(transactions.length
      ? {
          trace: tree(transactions),
          transactions_order: transactions.map((tx) => tx.hash),
          transactions: Object.fromEntries(transactions.map((tx) => [tx.hash, tx])),
        }
      : {}),
  };
}

/** The transactions of traces, in the shape of v3, by trace. @param {any[]} rows of `traces` @param {any} db */
export function transactionsOf(rows, db) {
  const wanted = rows.filter((row) => row.tx_count <= MAX_TRANSACTIONS).map((row) => row.trace_id);
  const found = new Map(rows.map((row) => [row.trace_id, /** @type {any[]} */ ([])]));
  for (const tx of complete(db.all(TRANSACTIONS, [JSON.stringify(wanted)]), db)) found.get(tx.trace_id)?.push(tx);
  return found;
}

export const HANDLERS = {
  "/traces"(params, ctx) {
    requireMasterBlock(params.mc_seqno, ctx.db);
    const rows = ctx.db.all(...tracesPage(params, ctx.db));
    const transactions = transactionsOf(rows, ctx.db);
    const settled = rows.filter((row) => row.state === "complete").map((row) => row.trace_id);
    const actions = params.include_actions ? actionsOfTraces(settled, params, ctx) : undefined;
    const traces = rows.map((row) =>
      trace(row, transactions.get(row.trace_id) ?? [], actions && (actions.get(row.trace_id) ?? [])),
    );
    return withMaps({ traces }, [...transactions.values()].flat().flatMap(namedBy), ctx);
  },
};
