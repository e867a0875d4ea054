// Pending data: external messages that wait for a block, and traces with messages that have not been received yet. Their effect is computed
// by running the messages on the newest state; such transactions are marked `emulated`.
import { Cell } from "@ton/core";

import { listActions } from "../actions/index.mjs";
import { createContractFinder, listSteps } from "../ledger.mjs";
import { makeTransactionRows } from "../record.mjs";
import { Refusal } from "../../refusal.mjs";
import { makeAction, listActionNames, listSupportedTypes } from "./actions.mjs";
import { listTransactionNames, withBook, withMaps } from "./book.mjs";
import { makeTransaction } from "./shapes.mjs";
import { makeTrace, listTransactions } from "./traces.mjs";

/** Most transactions that are emulated for one trace. */
const MOST = 100;

const compareOrder = (a, b) => Number(a.lt) - Number(b.lt) || (a.account < b.account ? -1 : 1);

/**
 * Runs messages, and the messages that those send, on the newest states, without changing them.
 * @param {{ cell: Cell, account: string }[]} messages @param {string | null} traceId null: of the first transaction @param {any} context
 */
async function emulate(messages, traceId, context) {
  const states = new Map(),
    emulations = [];
  const { mc, base } = context.chain.head;
  for (const remainingMessages = [...messages]; remainingMessages.length && emulations.length < MOST; ) {
    const [{ cell, account }] = remainingMessages.splice(0, 1);
    const emulation = await context.chain.emulate({ message: cell, account, shardAccount: states.get(account) });
    if (!emulation.ok) continue; // no longer accepted: the next block will drop it
    states.set(account, emulation.shardAccount);
    const {
      transaction: tx,
      incoming,
      out,
      state,
    } = makeTransactionRows(account, emulation.transaction, emulation.shardAccount);
    const workchain = Number(account.split(":")[0]),
      block = workchain === -1 ? mc : base;
    const row = {
      ...tx,
      trace_id: (traceId ??= tx.hash),
      mc_seqno: mc.seqno + 1,
      workchain,
      shard: block.shard,
      seqno: block.seqno + 1,
    };
    emulations.push({ row, incoming, out, state });
    for (const m of out) if (m.type === "internal") remainingMessages.push({ cell: m.cell, account: m.destination });
  }
  return emulations;
}

const STATE = "SELECT * FROM account_states WHERE hash = ?";
const makeShownTransaction = (f, context, external) => ({
  ...makeTransaction(
    f.row,
    { incoming: f.incoming, out: f.out, before: context.db.get(STATE, [f.row.state_before]), after: f.state },
    { emulated: true, finality: "pending" },
  ),
  trace_external_hash: external,
});

/** Counts and end of a trace: those of its executed transactions plus those of its emulated ones. */
const countWithEmulated = (emulations, { tx_count, msg_count, end_lt, end_utime, mc_seqno_end }) => ({
  tx_count: tx_count + emulations.length,
  msg_count: msg_count + emulations.reduce((n, f) => n + f.out.length, 0),
  pending_messages: emulations.length,
  end_lt: Math.max(end_lt, ...emulations.map((f) => f.row.lt)),
  end_utime: Math.max(end_utime, ...emulations.map((f) => f.row.now)),
  mc_seqno_end: Math.max(mc_seqno_end, ...emulations.map((f) => f.row.mc_seqno)),
});

const PENDING_TRACES = "SELECT * FROM traces WHERE state = 'pending' ORDER BY start_lt, trace_id";
const QUEUED_MESSAGES = "SELECT boc, destination FROM queue WHERE trace_id = ? ORDER BY id";

/** A trace some of whose messages were received. */
async function readBegunTrace(row, context) {
  const queuedMessages = context.db
    .all(QUEUED_MESSAGES, [row.trace_id])
    .map((q) => ({ cell: Cell.fromBoc(q.boc)[0], account: q.destination }));
  const emulations = await emulate(queuedMessages, row.trace_id, context);
  const done = listTransactions([row], context.db).get(row.trace_id) ?? [];
  return {
    row: { ...row, ...countWithEmulated(emulations, row) },
    done,
    emulations,
    emulated: emulations.map((f) => makeShownTransaction(f, context, row.external_hash)),
  };
}

/** The trace of a pending external message. */
async function readWaitingTrace(external, context) {
  const emulations = await emulate(
    [{ cell: Cell.fromBoc(external.boc)[0], account: external.destination }],
    null,
    context,
  );
  if (!emulations.length) return [];
  const [{ row: first }] = emulations;
  const row = {
    trace_id: first.trace_id,
    external_hash: external.hash,
    external_hash_norm: external.hash_norm,
    state: "pending",
    start_lt: first.lt,
    start_utime: first.now,
    mc_seqno_start: first.mc_seqno,
    ...countWithEmulated(emulations, { tx_count: 0, msg_count: 1, end_lt: 0, end_utime: 0, mc_seqno_end: 0 }),
  };
  return [
    { row, done: [], emulations, emulated: emulations.map((f) => makeShownTransaction(f, context, external.hash)) },
  ];
}

/** All pending traces of accounts or external messages; if both are given, accounts count. @param {{ accounts?: string[], hashes?: string[] }} sought @param {any} context */
async function listPendingTraces({ accounts, hashes }, context) {
  const traces = [];
  for (const row of context.db.all(PENDING_TRACES)) traces.push(await readBegunTrace(row, context));
  for (const row of context.db.all("SELECT * FROM mempool ORDER BY id"))
    traces.push(...(await readWaitingTrace(row, context)));
  const wantedIds = accounts
    ? ({ done, emulated }) => [...done, ...emulated].some((tx) => accounts.includes(tx.account))
    : ({ row }) => [row.external_hash, row.external_hash_norm].some((hash) => hashes?.includes(hash));
  return traces.filter(wantedIds);
}

const readFilter = ({ account, ext_msg_hash }) =>
  account === undefined ? { hashes: ext_msg_hash } : { accounts: [account] };

/** Actions of a pending trace: from its executed and its emulated transactions. */
function listPendingActions({ row, emulations }, params, context) {
  const executedSteps = listSteps(row.trace_id, context.db);
  const traceEnd = {
    trace_end_lt: row.end_lt,
    trace_end_utime: row.end_utime,
    trace_mc_seqno_end: row.mc_seqno_end,
    external_hash: row.external_hash,
    external_hash_norm: row.external_hash_norm,
  };
  const types = listSupportedTypes(params, context);
  const steps = [...executedSteps, ...emulations.map(({ row: tx, incoming, out }) => ({ tx, incoming, out }))];
  const certainHashes = new Set(executedSteps.map(({ tx }) => tx.hash));
  return listActions(steps, createContractFinder(context.db))
    .filter((a) => types.includes(a.type))
    .map((a) => makeAction({ ...a, ...traceEnd }))
    .map((a) => ({
      ...a,
      finality: a.transactions.every((hash) => certainHashes.has(hash)) ? "confirmed" : "pending",
    }));
}

export const HANDLERS = {
  async "/pendingTransactions"({ account }, context) {
    const pendingTraces = await listPendingTraces({ accounts: account }, context);
    if (!pendingTraces.length) throw new Refusal(404, "emulated traces not found");
    const transactions = pendingTraces
      .flatMap((p) => p.emulated)
      .filter((tx) => account.includes(tx.account))
      .sort(compareOrder);
    return withBook({ transactions }, transactions.flatMap(listTransactionNames), context);
  },
  async "/pendingTraces"(params, context) {
    const pendingTraces = await listPendingTraces(readFilter(params), context);
    const traces = pendingTraces.map((p) =>
      makeTrace(p.row, [...p.done, ...p.emulated].sort(compareOrder), listPendingActions(p, params, context)),
    );
    return withMaps(
      { traces },
      pendingTraces.flatMap((p) => [...p.done, ...p.emulated]).flatMap(listTransactionNames),
      context,
    );
  },
  async "/pendingActions"(params, context) {
    const pendingTraces = await listPendingTraces(readFilter(params), context);
    const transactionsByHash = new Map(
      pendingTraces.flatMap((p) => [...p.done, ...p.emulated]).map((tx) => [tx.hash, tx]),
    );
    const rows = pendingTraces.flatMap((p) => listPendingActions(p, params, context));
    const actions = params.include_transactions
      ? rows.map((a) => ({
          ...a,
          transactions_full: a.transactions.flatMap((hash) => transactionsByHash.get(hash) ?? []),
        }))
      : rows;
    return withMaps({ actions }, actions.flatMap(listActionNames), context);
  },
};
