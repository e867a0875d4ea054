// Actions: what accounts did, as ../actions/index.mjs derives it. Order: end of the trace (lt, or time if time is bounded), trace_id, end of
// the action, action_id. Only complete traces are listed here; /pendingActions has the others.
import { TYPES } from "../actions/index.mjs";
import { withMaps } from "./book.mjs";
import { Select, matchAny, hasBusyAccount, hasTimeBounds, readLtBounds, writeUnaryPlus } from "./select.mjs";
import { complete, findMessages, requireMasterBlock } from "./transactions.mjs";

const ROWS = `A.*, E.end_lt AS trace_end_lt, E.end_utime AS trace_end_utime, E.mc_seqno_end AS trace_mc_seqno_end,
  E.external_hash, E.external_hash_norm`;
/** Joins actions to their traces in either direction. CROSS makes SQLite join in the written order. */
const FROM_TRACES = `${ROWS} FROM traces E CROSS JOIN actions A ON A.trace_id = E.trace_id`;
const FROM_ACTIONS = `${ROWS} FROM actions A CROSS JOIN traces E ON E.trace_id = A.trace_id`;
/**
 * A condition for traces that ended in a masterchain block: they lie within the lt range of the transactions that it committed, so the
 * index on end_lt can come first.
 * @param {number} seqno @returns {[string, number, number, number]}
 */
export const makeEndCondition = (seqno) => [
  `E.end_lt >= (SELECT min(start_lt) FROM blocks WHERE mc_seqno = ?)
  AND E.end_lt <= (SELECT max(end_lt) FROM blocks WHERE mc_seqno = ?) AND +E.mc_seqno_end = ?`,
  seqno,
  seqno,
  seqno,
];

/** All types of the devnet's actions. */
const ALL = [...new Set(Object.values(TYPES).flat())];
const GENERAL = /^(latest|v[1-5])$/;

/** The action types that the caller understands. @param {any} params @param {any} context @returns {string[]} */
export function listSupportedTypes(params, context) {
  const names =
    context.headers["x-actions-version"] !== undefined
      ? [context.headers["x-actions-version"]]
      : (params.supported_action_types ?? ["latest"]);
  if (names.some((name) => GENERAL.test(name))) return ALL;
  const wantedTypes = names.flatMap((name) => TYPES[name] ?? [name]);
  return ALL.filter((type) => wantedTypes.includes(type));
}

const TOUCHED_BY =
  "SELECT in_tx AS tx FROM messages WHERE hash IN (SELECT value FROM json_each(?1)) UNION SELECT out_tx FROM messages WHERE hash IN (SELECT value FROM json_each(?1))";
const listTouchingTransactions = (hashes, db) =>
  db
    .all(TOUCHED_BY, [JSON.stringify(findMessages(hashes, db))])
    .map((row) => row.tx)
    .filter(Boolean);

/** Actions that cover one of these transactions. @param {Select} select @param {string[]} hashes */
function selectCovering(select, hashes) {
  const list = JSON.stringify(hashes);
  return select
    .and("A.trace_id IN (SELECT trace_id FROM transactions WHERE hash IN (SELECT value FROM json_each(?)))", list)
    .and("EXISTS (SELECT 1 FROM json_each(A.transactions) J WHERE J.value IN (SELECT value FROM json_each(?)))", list);
}

function filterByAccount(select, account, sought) {
  if (sought) return select.and("A.action_id IN (SELECT action_id FROM action_accounts WHERE account = ?)", account);
  return select.and(
    "EXISTS (SELECT 1 FROM action_accounts X WHERE X.account = ? AND X.end_lt = A.end_lt AND X.action_id = A.action_id)",
    account,
  );
}

/** The SQL statement of a page. @param {any} params @param {any} context @returns {[string, any[]]} */
export function readActionsPage(params, context) {
  const { db } = context,
    lt = readLtBounds(db, params),
    isByTime = hasTimeBounds(params),
    to = params.sort === "asc" ? "ASC" : "DESC";
  const isNamed = params.action_id || params.trace_id || params.tx_hash || params.msg_hash;
  const startsAtActions =
    Boolean(isNamed) ||
    (params.account !== undefined && params.mc_seqno === undefined && !hasBusyAccount(db, [params.account]));
  const select = new Select(startsAtActions ? FROM_ACTIONS : FROM_TRACES).and("+E.state = 'complete'");
  if (params.mc_seqno !== undefined) select.and(...makeEndCondition(params.mc_seqno));
  if (params.action_id) select.and(...matchAny("A.action_id", params.action_id));
  if (params.trace_id) select.and(...matchAny("A.trace_id", params.trace_id));
  if (params.tx_hash) selectCovering(select, params.tx_hash);
  if (params.msg_hash) selectCovering(select, listTouchingTransactions(params.msg_hash, db));
  if (params.account !== undefined) filterByAccount(select, params.account, startsAtActions);
  select
    .between(`${writeUnaryPlus(!startsAtActions && !isByTime)}E.end_lt`, lt.from, lt.to)
    .between(`${writeUnaryPlus(!startsAtActions && isByTime)}E.end_utime`, params.start_utime, params.end_utime);
  const actionTypes = params.action_type ?? listSupportedTypes(params, context);
  select.and("A.type IN (SELECT value FROM json_each(?))", JSON.stringify(actionTypes));
  if (params.exclude_action_type)
    select.and("A.type NOT IN (SELECT value FROM json_each(?))", JSON.stringify(params.exclude_action_type));
  const [trace, ownColumn] = isByTime ? ["E.end_utime", "A.end_utime"] : ["E.end_lt", "A.end_lt"];
  return select.page(`${trace} ${to}, E.trace_id ${to}, ${ownColumn} ${to}, A.action_id ${to}`, params);
}

/** The service renames actions that carry extra currencies; filters still use the former type. @param {string} type @param {any} details */
function makeServiceType(type, details) {
  const { value_extra_currencies: sentCurrencies, extra_currencies: addedCurrencies } = details;
  return {
    type: Object.keys(sentCurrencies ?? addedCurrencies ?? {}).length ? "extra_currency_transfer" : type,
    details,
  };
}

/** @param {any} row of `actions` with the end of its trace @param {{ include_accounts?: boolean, finality?: string }} [as] */
export const makeAction = (row, { include_accounts = false, finality = "finalized" } = {}) => ({
  trace_id: row.trace_id,
  action_id: row.action_id,
  start_lt: String(row.start_lt),
  end_lt: String(row.end_lt),
  start_utime: row.start_utime,
  end_utime: row.end_utime,
  trace_end_lt: String(row.trace_end_lt),
  trace_end_utime: row.trace_end_utime,
  trace_mc_seqno_end: row.trace_mc_seqno_end,
  transactions: JSON.parse(row.transactions),
  success: Boolean(row.success),
  ...makeServiceType(row.type, JSON.parse(row.details)),
  ...(row.external_hash
    ? { trace_external_hash: row.external_hash, trace_external_hash_norm: row.external_hash_norm }
    : {}),
  ...(include_accounts ? { accounts: JSON.parse(row.accounts) } : {}),
  finality,
});

/** The accounts of an action: all addresses in its details. @param {any} a in the shape of v3 */
export const listActionNames = (a) =>
  Object.values(a.details).filter((value) => typeof value === "string" && /^-?\d+:[0-9A-F]{64}$/.test(value));

const ACTIONS_OF_TRACES = `SELECT ${ROWS} FROM actions A CROSS JOIN traces E ON E.trace_id = A.trace_id
  WHERE A.trace_id IN (SELECT value FROM json_each(?)) AND A.type IN (SELECT value FROM json_each(?)) ORDER BY A.trace_id, A.start_lt, A.end_lt, A.action_id`;

/** The actions of these traces, by trace. @param {string[]} ids @param {any} params @param {any} context @returns {Map<string, any[]>} */
export function listTraceActions(ids, params, context) {
  const actionsByTrace = new Map(ids.map((id) => [id, /** @type {any[]} */ ([])]));
  for (const row of context.db.all(ACTIONS_OF_TRACES, [
    JSON.stringify(ids),
    JSON.stringify(listSupportedTypes(params, context)),
  ]))
    actionsByTrace.get(row.trace_id)?.push(makeAction(row));
  return actionsByTrace;
}

const BY_HASH = "SELECT * FROM transactions WHERE hash IN (SELECT value FROM json_each(?))";

/** Adds `transactions_full`, in the order of `transactions`. @param {any[]} actions @param {any} db */
function withTransactions(actions, db) {
  const hashes = [...new Set(actions.flatMap((a) => a.transactions))];
  const fullTransactions = new Map(complete(db.all(BY_HASH, [JSON.stringify(hashes)]), db).map((tx) => [tx.hash, tx]));
  return actions.map((a) => ({
    ...a,
    transactions_full: a.transactions.flatMap((hash) => fullTransactions.get(hash) ?? []),
  }));
}

export const HANDLERS = {
  "/actions"(params, context) {
    requireMasterBlock(params.mc_seqno, context.db);
    const rows = context.db.all(...readActionsPage(params, context)).map((row) => makeAction(row, params));
    const actions = params.include_transactions ? withTransactions(rows, context.db) : rows;
    return withMaps(
      { actions },
      actions.flatMap((a) => [...listActionNames(a), ...(a.accounts ?? [])]),
      context,
    );
  },
};
