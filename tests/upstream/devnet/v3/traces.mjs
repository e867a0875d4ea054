// Traces: everything that one external message led to. Order: end_lt (end_utime if only time is bounded), then trace_id. A
// trace with pending messages is listed with its transactions so far, and the state "pending".
import { listTransactionNames, withMaps } from "./book.mjs";
import { listTraceActions, makeEndCondition } from "./actions.mjs";
import { Refusal } from "../../refusal.mjs";
import { Select, hasBusyAccount, hasTimeBounds, readLtBounds, writeUnaryPlus } from "./select.mjs";
import { complete, findMessages, requireMasterBlock } from "./transactions.mjs";

/** Larger traces come without their transactions, as from the service. */
const MAX_TRANSACTIONS = 4000;

const TRANSACTIONS =
  "SELECT * FROM transactions WHERE trace_id IN (SELECT value FROM json_each(?)) ORDER BY trace_id, lt, account";
const TRACES_OF_MESSAGES = "SELECT trace_id FROM messages WHERE hash IN (SELECT value FROM json_each(?))";
const TRACES_OF_TRANSACTIONS = "SELECT trace_id FROM transactions WHERE hash IN (SELECT value FROM json_each(?))";

/** Restricts to the traces of an account: from its transactions or, if it has many, in the order of the list. */
function filterByAccount(select, account, isAlongOrder) {
  if (!isAlongOrder) return select.and("E.trace_id IN (SELECT trace_id FROM transactions WHERE account = ?)", account);
  return select.and("EXISTS (SELECT 1 FROM transactions T WHERE T.trace_id = E.trace_id AND +T.account = ?)", account);
}

/** The SQL statement of a page. @param {any} params @param {any} db @returns {[string, any[]]} */
export function readTracesPage(params, db) {
  const lt = readLtBounds(db, params),
    isByTime = hasTimeBounds(params) && lt.from === undefined && lt.to === undefined;
  const sortDirection = params.sort === "asc" ? "ASC" : "DESC";
  const alongOrder = params.account !== undefined && hasBusyAccount(db, [params.account]);
  const isNamed = params.trace_id || params.tx_hash || params.msg_hash || (params.account !== undefined && !alongOrder);
  const select = new Select("E.* FROM traces E");
  if (params.trace_id) select.and("E.trace_id IN (SELECT value FROM json_each(?))", JSON.stringify(params.trace_id));
  if (params.tx_hash) select.and(`E.trace_id IN (${TRACES_OF_TRANSACTIONS})`, JSON.stringify(params.tx_hash));
  if (params.msg_hash)
    select.and(`E.trace_id IN (${TRACES_OF_MESSAGES})`, JSON.stringify(findMessages(params.msg_hash, db)));
  if (params.account !== undefined) filterByAccount(select, params.account, alongOrder);
  if (params.mc_seqno !== undefined) select.and("+E.state = 'complete'").and(...makeEndCondition(params.mc_seqno));
  select
    .between(`${writeUnaryPlus(!isNamed && !isByTime)}E.end_lt`, lt.from, lt.to)
    .between(`${writeUnaryPlus(!isNamed && isByTime)}E.end_utime`, params.start_utime, params.end_utime);
  return select.page(`${isByTime ? "E.end_utime" : "E.end_lt"} ${sortDirection}, E.trace_id ${sortDirection}`, params);
}

/**
 * The tree of a trace. Children are in the order of the transactions (lt, account), which is also the order of the messages.
 * @param {any[]} transactions in the shape of v3, in order
 */
function makeTree(transactions) {
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
export function makeTrace(row, transactions, actions) {
  const isTooLarge = row.tx_count > MAX_TRANSACTIONS;
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
    is_incomplete: isTooLarge,
    ...(isTooLarge ? { warning: "trace is too large" } : {}),
    ...(actions ? { actions } : {}),
    ...(transactions.length
      ? {
          trace: makeTree(transactions),
          transactions_order: transactions.map((tx) => tx.hash),
          transactions: Object.fromEntries(transactions.map((tx) => [tx.hash, tx])),
        }
      : {}),
  };
}

/** The transactions of traces, in the shape of v3, by trace. @param {any[]} rows of `traces` @param {any} db */
export function listTransactions(rows, db) {
  const wantedIds = rows.filter((row) => row.tx_count <= MAX_TRANSACTIONS).map((row) => row.trace_id);
  const transactionsByTrace = new Map(rows.map((row) => [row.trace_id, /** @type {any[]} */ ([])]));
  for (const tx of complete(db.all(TRANSACTIONS, [JSON.stringify(wantedIds)]), db))
    transactionsByTrace.get(tx.trace_id)?.push(tx);
  return transactionsByTrace;
}

/** Adds to an amount of a map. @param {Map<string, bigint>} amounts @param {string} key @param {number | bigint} amount */
const add = (amounts, key, amount) => amounts.set(key, (amounts.get(key) ?? 0n) + BigInt(amount));

const JETTON_TRANSFERS = "SELECT * FROM token_events WHERE kind = 'jetton_transfer' AND trace_id = ?";

/** The changes of balances by transactions of a trace, as ton-index-go computes them (index/crud/balances.go). */
function makeBalanceChanges(traceId, transactions, db) {
  const [values, fees, jettons] = [new Map(), new Map(), new Map()];
  for (const tx of transactions) {
    const message = tx.in_msg;
    if (!message) continue;
    add(fees, tx.account, tx.total_fees);
    if (message.source) {
      add(fees, message.source, message.fwd_fee);
      add(values, message.source, -BigInt(message.value));
      add(values, tx.account, message.value);
    }
    for (const sentMessage of tx.out_msgs)
      if (!sentMessage.destination && sentMessage.fwd_fee !== null) add(fees, tx.account, sentMessage.fwd_fee);
  }
  const hashes = new Set(transactions.map(({ hash }) => hash));
  for (const { tx_hash: hash, parent, source, destination, details } of db.all(JETTON_TRANSFERS, [traceId])) {
    if (!hashes.has(hash)) continue;
    const amount = BigInt(JSON.parse(details).amount);
    for (const [owner, change] of /** @type {const} */ ([
      [source, -amount],
      [destination, amount],
    ])) {
      if (!jettons.has(owner)) jettons.set(owner, new Map());
      add(jettons.get(owner), parent, change);
    }
  }
  for (const [account, fee] of fees) add(values, account, -fee);
  const toNumbers = (amounts) => Object.fromEntries([...amounts].map(([account, amount]) => [account, Number(amount)]));
  const toTexts = (amounts) => Object.fromEntries([...amounts].map(([jetton, amount]) => [jetton, String(amount)]));
  return {
    changes: toNumbers(values),
    fees: toNumbers(fees),
    jettons: Object.fromEntries([...jettons].map(([account, amounts]) => [account, toTexts(amounts)])),
  };
}

export const HANDLERS = {
  "/events"(params, context) {
    const { traces, ...maps } = /** @type {any} */ (HANDLERS["/traces"]({ ...params, include_actions: true }, context));
    return { events: traces, ...maps };
  },
  "/balanceChanges"({ trace_id: named, action_id: actionId }, { db }) {
    const action =
      actionId && db.get("SELECT trace_id, type, transactions FROM actions WHERE action_id = ?", [actionId]);
    if (named === undefined && !action) throw new Refusal(404, "action_id not found");
    const traceId = named ?? action.trace_id;
    const transactions = complete(db.all(TRANSACTIONS, [JSON.stringify([traceId])]), db);
    if (transactions.length === 0) throw new Refusal(500, "trace not found");
    if (actionId === undefined) return makeBalanceChanges(traceId, transactions, db);
    if (action?.trace_id !== traceId || action.type === "contract_deploy")
      return { changes: null, fees: null, jettons: null };
    const hashes = JSON.parse(action.transactions);
    const coveredTransactions = transactions
      .filter(({ hash }) => hashes.includes(hash))
      .sort((a, b) => Number(a.lt) - Number(b.lt));
    // The first one only sent the message with which the action began.
    return makeBalanceChanges(
      traceId,
      coveredTransactions[0]?.in_msg?.source ? coveredTransactions.slice(1) : coveredTransactions,
      db,
    );
  },
  "/traces"(params, context) {
    requireMasterBlock(params.mc_seqno, context.db);
    const rows = context.db.all(...readTracesPage(params, context.db));
    const transactions = listTransactions(rows, context.db);
    const completeIds = rows.filter((row) => row.state === "complete").map((row) => row.trace_id);
    const actions = params.include_actions ? listTraceActions(completeIds, params, context) : undefined;
    const traces = rows.map((row) =>
      makeTrace(row, transactions.get(row.trace_id) ?? [], actions && (actions.get(row.trace_id) ?? [])),
    );
    return withMaps({ traces }, [...transactions.values()].flat().flatMap(listTransactionNames), context);
  },
};
