// Writes events in the form of TON Center's streaming interface, as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html).

import { decodeUtf8, encodeUtf8 } from "../../util/utf8.js";

/** A comment, which keeps a connection open while there are no events. */
export const KEEPALIVE = encodeUtf8(": keepalive\n\n");

/** The beginning of every event. */
const EVENT_START = "event: event\ndata: ";

/**
 * Writes an event, without the empty line that ends it: each stream adds its own position.
 *
 * @param {object} event
 */
export const writeEvent = (event) => encodeUtf8(`${EVENT_START}${JSON.stringify(event)}\n`);

/** Writes the end of an event. @param {string} position of the stream after it; empty if it is not known */
export const writeEnd = (position) => encodeUtf8(position === "" ? "\n" : `id: ${position}\n\n`);

/** Writes the confirmation of a subscription. @param {string | undefined} id the caller's own @param {string} status */
export const writeConfirmation = (id, status) =>
  encodeUtf8(`event: connected\ndata: ${JSON.stringify({ ...(id !== undefined && { id }), status })}\n\n`);

/** The texts of events by their bytes, since many streams can send the same event. @type {WeakMap<Uint8Array, string>} */
const texts = new WeakMap();

/** Reads the JSON of an event of `writeEvent`. @param {Uint8Array} event */
export function readEventText(event) {
  let text = texts.get(event);
  if (text === undefined) {
    text = /** @type {string} */ (decodeUtf8(event.subarray(EVENT_START.length, -1)));
    texts.set(event, text);
  }
  return text;
}

/** Reads the JSON of a confirmation. @param {Uint8Array} message */
export const readMessageText = (message) => /** @type {string} */ (decodeUtf8(message)).split("data: ")[1].trim();

/**
 * Lists the events of a change: `lt` is the logical time of its subject, `position` the position of the account after it.
 *
 * @param {import("../../live/account-feed.js").Change} change
 * @returns {{ type: string, lt: bigint, position: import("./position.js").Position, event: object }[]}
 */
export function listEvents({ account, gap, entries, state, position: end }) {
  const events = [];
  if (gap) {
    // The position lies before the transactions that follow the gap, so a caller who resumes at the gap gets them.
    const position = { lt: entries.length > 0 ? gap.after.lt : end.lt, owesState: true };
    events.push({ type: "gap", lt: gap.before.lt, position, event: describeGap(account, gap) });
  }
  for (const { lt, row } of entries)
    events.push({ type: "transactions", lt, position: { lt, owesState: true }, event: describeTransaction(row) });
  if (state) {
    const position = { lt: end.lt, owesState: false };
    events.push({ type: "account_state_change", lt: end.lt, position, event: describeState(account, state) });
  }
  return events;
}

/** The actions of a trace in which an account took part. @param {import("../../live/trace-feed.js").SettledTransaction} settled @param {any[]} actions */
export const describeActions = ({ trace }, actions) => ({
  type: "actions",
  finality: "finalized",
  trace_external_hash_norm: actions[0]?.trace_external_hash_norm ?? trace?.external_hash ?? "",
  actions,
});

/** The trace of a message. @param {string} hash the normalized hash of the message @param {any} row of `traces` */
export const describeTrace = (hash, row) => ({
  type: "trace",
  finality: "finalized",
  trace_external_hash_norm: hash,
  trace: row.trace,
  transactions: row.transactions,
  actions: row.actions ?? null,
});

/**
 * Describes a gap: the upstream does not show the actions of a trace on an account, or the transactions of the trace.
 *
 * @param {string | undefined} traceId undefined: the upstream does not name the trace @param {{ account?: string, hash?: string }} about
 */
export const describeTraceGap = (traceId, { account, hash }) => ({
  type: "gap",
  reason: "incomplete_trace",
  trace_id: traceId ?? null,
  ...(account !== undefined && { account }),
  ...(hash !== undefined && { trace_external_hash_norm: hash }),
});

/** @param {any} row of `jetton/wallets` */
export const describeJettonWallet = ({ address, balance, owner, jetton, last_transaction_lt: lt }) => ({
  type: "jettons_change",
  finality: "finalized",
  jetton: { address, balance, owner, jetton, last_transaction_lt: lt },
});

/** Whether every stream reports this type of event, whatever types were requested. */
export const isForAll = (type) => type === "gap";

const describePosition = ({ lt, hash }) => ({ lt: String(lt), ...(hash && { hash }) });

/** The upstream does not return the transactions between these two. */
const describeGap = (account, { after, before }) => ({
  type: "gap",
  account,
  after: describePosition(after),
  before: describePosition(before),
});

const describeTransaction = (row) => ({
  type: "transactions",
  finality: "finalized",
  trace_external_hash_norm: readExternalHash(row),
  transactions: [row],
});

/**
 * The hash of the external message that began the trace. Only its first transaction shows it; for others it is empty, which means that it is not known.
 */
const readExternalHash = ({ hash, trace_id: traceId, in_msg: message }) =>
  hash === traceId && message?.source === null ? (message.hash_norm ?? message.hash ?? "") : "";

const describeState = (account, row) => ({
  type: "account_state_change",
  finality: "finalized",
  account,
  state: {
    hash: row.account_state_hash ?? null,
    balance: row.balance ?? null,
    account_status: row.status ?? null,
    data_hash: row.data_hash ?? null,
    code_hash: row.code_hash ?? null,
  },
});
