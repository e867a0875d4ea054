// Writes a finished round in one commit: blocks, transactions, messages, states, traces and actions. The executor's states and the queues
// are in the same database, so after a kill the chain continues exactly from the state that clients have seen.
import { Cell } from "@ton/core";

import { listActions } from "./actions/index.mjs";
import { SHARD } from "./blocks.mjs";
import { readBody } from "./bodies/index.mjs";
import { KINDS } from "./kinds/index.mjs";
import { putLibraries } from "./libraries.mjs";
import { putPoolEvents } from "./pool-events.mjs";
import { putValidation } from "./validation.mjs";
import { findWallet } from "./wallets.mjs";

/** @param {import("./database.mjs").Store} db @param {any} state row of account_states @param {any} last @param {Buffer} shardAccount */
export function putAccount(db, account, state, last, shardAccount, genesisBalance = 0n) {
  const { boc, account: _none, hash, ...rest } = state;
  db.run(
    `INSERT INTO accounts (account, workchain, balance, status, state_hash, frozen_hash, code_hash, data_hash, last_tx_hash, last_tx_lt,
      last_tx_now, tx_count, genesis_balance, wallet, shard_account) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (account) DO UPDATE SET balance = excluded.balance, status = excluded.status, state_hash = excluded.state_hash,
      frozen_hash = excluded.frozen_hash, code_hash = excluded.code_hash, data_hash = excluded.data_hash, last_tx_hash = excluded.last_tx_hash,
      last_tx_lt = excluded.last_tx_lt, last_tx_now = excluded.last_tx_now, tx_count = tx_count + excluded.tx_count,
      wallet = excluded.wallet, shard_account = excluded.shard_account`,
    [
      account,
      Number(account.split(":")[0]),
      rest.balance,
      rest.status,
      hash,
      rest.frozen_hash,
      rest.code_hash,
      rest.data_hash,
      last.hash,
      last.lt,
      last.now,
      last.count,
      genesisBalance,
      findWallet(rest.code_hash),
      shardAccount,
    ],
  );
}

/** @param {import("./database.mjs").Store} db */
function putMessages(db, entry, tx) {
  const { incoming, out } = entry.rows;
  if (entry.item.kind === "external") {
    db.put("messages", {
      ...incoming,
      sort_lt: tx.lt,
      sort_utime: tx.now,
      in_tx: tx.hash,
      out_tx: null,
      out_index: null,
      trace_id: entry.traceId,
    });
  }
  out.forEach(({ cell, ...row }, i) => {
    db.put("messages", {
      ...row,
      sort_lt: row.created_lt,
      sort_utime: row.created_at,
      in_tx: null,
      out_tx: tx.hash,
      out_index: i,
      trace_id: entry.traceId,
    });
  });
  // This follows the outgoing messages, because a masterchain block receives messages that the same round sent.
  if (entry.item.kind === "internal") db.run("UPDATE messages SET in_tx = ? WHERE hash = ?", [tx.hash, incoming.hash]);
}

/** @param {import("./database.mjs").Store} db */
function putTrace(db, entry, tx) {
  const sends = entry.rows.out.length;
  const waitingCount = entry.rows.out.filter((m) => m.type === "internal").length;
  const beginsTrace = entry.item.traceId === null;
  const { incoming } = entry.rows;
  if (beginsTrace) {
    db.put("traces", {
      trace_id: tx.hash,
      external_hash: incoming?.hash ?? null,
      external_hash_norm: incoming?.hash_norm ?? null,
      state: waitingCount ? "pending" : "complete",
      start_lt: tx.lt,
      end_lt: tx.lt,
      start_utime: tx.now,
      end_utime: tx.now,
      mc_seqno_start: tx.mc_seqno,
      mc_seqno_end: tx.mc_seqno,
      tx_count: 1,
      msg_count: sends + (incoming ? 1 : 0),
      pending_messages: waitingCount,
    });
    return;
  }
  db.run(
    `UPDATE traces SET end_lt = max(end_lt, ?1), end_utime = max(end_utime, ?2), mc_seqno_end = max(mc_seqno_end, ?3), tx_count = tx_count + 1,
      msg_count = msg_count + ?4, pending_messages = pending_messages + ?5,
      state = CASE WHEN pending_messages + ?5 = 0 THEN 'complete' ELSE 'pending' END WHERE trace_id = ?6`,
    [tx.lt, tx.now, tx.mc_seqno, sends, waitingCount - 1, entry.traceId],
  );
}

const OF_TRACE = "SELECT * FROM transactions WHERE trace_id = ? ORDER BY lt, account";
const MESSAGES = "SELECT * FROM messages WHERE trace_id = ? ORDER BY out_index";

/** The content of contracts, by account and kind. @param {import("./database.mjs").Store} db */
export const createContractFinder = (db) => (/** @type {string} */ account, /** @type {string} */ kind) => {
  const row = db.get("SELECT * FROM contracts WHERE account = ? AND kind = ?", [account, kind]);
  return row && { ...row, details: JSON.parse(row.details) };
};

/** The executed transactions of a trace with their messages, in order. @param {string} traceId @param {import("./database.mjs").Store} db */
export function listSteps(traceId, db) {
  const messages = db.all(MESSAGES, [traceId]);
  const receivedMessages = new Map(messages.map((message) => [message.in_tx, message]));
  const steps = new Map(
    db
      .all(OF_TRACE, [traceId])
      .map((tx) => [tx.hash, { tx, incoming: receivedMessages.get(tx.hash) ?? null, out: [] }]),
  );
  for (const message of messages) steps.get(message.out_tx)?.out.push(message);
  return [...steps.values()];
}

/** The actions of a trace, once its last message was received. @param {import("./database.mjs").Store} db @param {string} traceId @param {string[]} problems */
function putActions(db, traceId, problems) {
  if (db.get("SELECT state FROM traces WHERE trace_id = ?", [traceId]).state !== "complete") return;
  let actions;
  try {
    actions = listActions(listSteps(traceId, db), createContractFinder(db));
  } catch (error) {
    problems.push(`the trace ${traceId} has no actions: ${error.stack}`);
    return;
  }
  for (const action of actions) {
    db.put("actions", action);
    for (const account of JSON.parse(action.accounts))
      db.put("action_accounts", { account, end_lt: action.end_lt, action_id: action.action_id });
  }
}

/**
 * Removes a message that got no transaction from the messages that its trace waits for.
 * @param {import("./database.mjs").Store} db @param {import("./round.mjs").Item} item
 */
function putLost(db, { queueId, traceId }) {
  if (queueId !== null) db.run("DELETE FROM queue WHERE id = ?", [queueId]);
  db.run(
    `UPDATE traces SET pending_messages = pending_messages - 1,
      state = CASE WHEN pending_messages = 1 THEN 'complete' ELSE 'pending' END WHERE trace_id = ?`,
    [traceId],
  );
}

/** Digits of the largest number of the TVM. */
export const DIGITS = 78;

/** @param {import("./database.mjs").Store} db @param {string} account @param {Record<string, import("./kinds/index.mjs").Read>} kinds */
function putContracts(db, account, kinds) {
  const names = Object.keys(kinds);
  db.run("DELETE FROM contracts WHERE account = ? AND kind NOT IN (SELECT value FROM json_each(?))", [
    account,
    JSON.stringify(names),
  ]);
  for (const [kind, { owner = null, parent = null, amount, details }] of Object.entries(kinds)) {
    db.run(
      `INSERT INTO contracts (account, kind, owner, parent, amount, details) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (account, kind) DO UPDATE SET owner = excluded.owner, parent = excluded.parent, amount = excluded.amount,
        details = excluded.details`,
      [
        account,
        kind,
        owner,
        parent,
        amount === undefined ? null : String(amount).padStart(DIGITS, "0"),
        JSON.stringify(details),
      ],
    );
  }
}

/** @param {import("./database.mjs").Store} db @param {Record<string, import("./kinds/index.mjs").Read>} kinds of the account */
function putEvents(db, entry, tx, kinds) {
  const { incoming } = entry.rows;
  if (!incoming || incoming.bounced) return;
  const body = readBody(incoming.opcode, Cell.fromBoc(incoming.body)[0]);
  if (!body) return;
  for (const [kind, read] of Object.entries(kinds)) {
    const event = KINDS[kind].findEvent?.(read, body.name, body.values, incoming.source);
    if (!event) continue;
    db.put("token_events", {
      tx_hash: tx.hash,
      kind: event.kind,
      token: tx.account,
      parent: event.parent,
      source: event.source,
      destination: event.destination,
      lt: tx.lt,
      now: tx.now,
      aborted: tx.aborted,
      trace_id: tx.trace_id,
      details: JSON.stringify(event.details),
    });
  }
}

/** @param {import("./database.mjs").Store} db */
function putTransaction(db, entry, kinds) {
  const { block, rows } = entry;
  const { workchain, shard, seqno, mc_seqno } = block;
  const tx = { ...rows.transaction, workchain, shard, seqno, mc_seqno, trace_id: entry.traceId };
  db.put("transactions", tx);
  // "No account" is one state, shared by all accounts that do not exist.
  db.put("account_states", rows.state, "INSERT OR IGNORE");
  if (tx.orig_status === "nonexist")
    db.put(
      "account_states",
      {
        hash: tx.state_before,
        account: null,
        balance: 0,
        status: "nonexist",
        frozen_hash: null,
        code_hash: null,
        data_hash: null,
        boc: null,
      },
      "INSERT OR IGNORE",
    );
  putAccount(db, tx.account, rows.state, { ...tx, count: 1 }, rows.shardAccount);
  putMessages(db, entry, tx);
  putTrace(db, entry, tx);
  putEvents(db, entry, tx, kinds);
  putPoolEvents(db, entry, tx, createContractFinder(db));
}

/**
 * @param {import("./database.mjs").Store} db @param {import("./round.mjs").Round} round
 * @param {Map<string, Record<string, import("./kinds/index.mjs").Read>>} contracts the kinds of its accounts after it
 * @param {{ libraries: ReturnType<import("./libraries.mjs").Libraries["update"]>, validation: import("./validation.mjs").Validation }} changes
 *   of the masterchain: libraries, elections
 */
export function writeRound(db, round, contracts, { libraries, validation }) {
  db.transaction(() => {
    for (const row of round.blocks) db.put("blocks", row);
    const mc = round.blocks.at(-1),
      base = round.blocks.at(-2);
    db.put("shards", { mc_seqno: mc.seqno, workchain: 0, shard: SHARD, seqno: base.seqno });
    for (const entry of round.entries) {
      putTransaction(db, entry, contracts.get(entry.item.destination) ?? {});
      if (entry.item.queueId !== null) db.run("DELETE FROM queue WHERE id = ?", [entry.item.queueId]);
      if (entry.item.mempoolId !== null) db.run("DELETE FROM mempool WHERE id = ?", [entry.item.mempoolId]);
    }
    putValidation(db, validation);
    for (const [account, kinds] of contracts) putContracts(db, account, kinds);
    putLibraries(db, libraries);
    const lostItems = round.lost.map(({ item }) => item).filter((item) => item.kind === "internal");
    for (const item of lostItems) putLost(db, item);
    const traces = [...round.entries, ...lostItems].map((entry) => /** @type {string} */ (entry.traceId));
    for (const traceId of new Set(traces)) putActions(db, traceId, round.problems);
    for (const item of round.dropped)
      if (item.mempoolId !== null) db.run("DELETE FROM mempool WHERE id = ?", [item.mempoolId]);
    for (const { hash, destination, workchain, traceId, boc } of round.sent) {
      db.put("queue", { hash, destination, workchain, trace_id: traceId, boc: boc.toBoc() });
    }
  });
}
