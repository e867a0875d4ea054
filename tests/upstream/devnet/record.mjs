// Converts an executed transaction to rows of the index.
import {
  Cell,
  Dictionary,
  beginCell,
  loadAccount,
  loadShardAccount,
  loadTransaction,
  loadTransactionCreditPhase,
  loadTransactionStoragePhase,
} from "@ton/core";

import { listCurrencies, writeCurrencies } from "./extra-currencies.mjs";
import { toBase64, makeMessageRow } from "./message.mjs";

const toHash256 = (/** @type {bigint} */ value) =>
  Buffer.from(value.toString(16).padStart(64, "0"), "hex").toString("base64");
const STATUS = { uninitialized: "uninit", frozen: "frozen", active: "active", "non-existing": "nonexist" };
const CHANGE = { unchanged: "unchanged", frozen: "frozen", deleted: "deleted" };
const SKIPPED = { "no-state": "no_state", "bad-state": "bad_state", "no-gas": "no_gas", suspended: "suspended" };
const BOUNCE = { "negative-funds": "negfunds", "no-funds": "nofunds", ok: "ok" };

const toText = (/** @type {bigint | number | null | undefined} */ value) =>
  value === null || value === undefined ? undefined : String(value);
const makeSize = (/** @type {any} */ used) => used && { cells: String(used.cells), bits: String(used.bits) };

const makeStoragePhase = (/** @type {any} */ p) =>
  p && {
    storage_fees_collected: String(p.storageFeesCollected),
    storage_fees_due: toText(p.storageFeesDue),
    status_change: CHANGE[p.statusChange],
  };
const makeCreditPhase = (/** @type {any} */ p) =>
  p && {
    due_fees_collected: toText(p.dueFeesColelcted),
    credit: String(p.credit.coins),
    credit_extra_currencies: p.credit.other?.size ? listCurrencies(writeCurrencies(p.credit.other)) : undefined,
  };

function computePhase(/** @type {any} */ p) {
  if (!p) return undefined;
  if (p.type === "skipped") return { skipped: true, reason: SKIPPED[p.reason] };
  return {
    skipped: false,
    success: p.success,
    msg_state_used: p.messageStateUsed,
    account_activated: p.accountActivated,
    gas_fees: String(p.gasFees),
    gas_used: String(p.gasUsed),
    gas_limit: String(p.gasLimit),
    gas_credit: toText(p.gasCredit),
    mode: p.mode,
    exit_code: p.exitCode,
    exit_arg: p.exitArg ?? undefined,
    vm_steps: p.vmSteps,
    vm_init_state_hash: toHash256(p.vmInitStateHash),
    vm_final_state_hash: toHash256(p.vmFinalStateHash),
  };
}

const makeActionPhase = (/** @type {any} */ p) =>
  p && {
    success: p.success,
    valid: p.valid,
    no_funds: p.noFunds,
    status_change: CHANGE[p.statusChange],
    total_fwd_fees: toText(p.totalFwdFees),
    total_action_fees: toText(p.totalActionFees),
    result_code: p.resultCode,
    result_arg: p.resultArg ?? undefined,
    tot_actions: p.totalActions,
    spec_actions: p.specActions,
    skipped_actions: p.skippedActions,
    msgs_created: p.messagesCreated,
    action_list_hash: toHash256(p.actionListHash),
    tot_msg_size: makeSize(p.totalMessageSize),
  };
const makeBouncePhase = (/** @type {any} */ p) =>
  p && {
    type: BOUNCE[p.type],
    msg_size: makeSize(p.messageSize),
    req_fwd_fees: toText(p.requiredForwardFees),
    msg_fees: toText(p.messageFees),
    fwd_fees: toText(p.forwardFees),
  };

/** The description in the shape of v3; absent phases and fields are left out, as in v3. @param {any} d */
function makeDescription(d) {
  if (d.type === "tick-tock") {
    return {
      type: "tick_tock",
      aborted: d.aborted,
      destroyed: d.destroyed,
      is_tock: d.isTock,
      storage_ph: makeStoragePhase(d.storagePhase),
      compute_ph: computePhase(d.computePhase),
      action: makeActionPhase(d.actionPhase),
    };
  }
  if (d.type !== "generic") throw new Error(`the executor made a ${d.type} transaction, which no message can cause`);
  return {
    type: "ord",
    aborted: d.aborted,
    destroyed: d.destroyed,
    credit_first: d.creditFirst,
    storage_ph: makeStoragePhase(d.storagePhase),
    credit_ph: makeCreditPhase(d.creditPhase),
    compute_ph: computePhase(d.computePhase),
    action: makeActionPhase(d.actionPhase),
    bounce: makeBouncePhase(d.bouncePhase),
  };
}

/**
 * The transaction with another reason in the place of `cskip_suspended$110`, which is one bit longer than the others and unknown to
 * @ton/core.
 * @param {Cell} transaction @returns {Cell | undefined} undefined: it is not of a suspended account
 */
function withoutSuspension(transaction) {
  const cell = transaction.refs[2];
  const slice = cell.beginParse();
  if (slice.loadUint(4) !== 0) return undefined;
  slice.loadBit();
  if (slice.loadBit()) loadTransactionStoragePhase(slice);
  if (slice.loadBit()) loadTransactionCreditPhase(slice);
  const read = cell.bits.length - slice.remainingBits;
  if (slice.remainingBits < 4 || slice.loadUint(4) !== 0b0110) return undefined;
  const { refs } = cell;
  const description = beginCell().storeBits(cell.bits.substring(0, read)).storeUint(0b010, 3).storeSlice(slice);
  // Phases before the reason have no references, so the slice has all of them.
  if (refs.length !== description.refs) throw new Error("a phase before the computation has a reference");
  const [messages, update] = transaction.refs;
  return beginCell().storeBits(transaction.bits).storeRef(messages).storeRef(update).storeRef(description).endCell();
}

/** The cells of the messages: @ton/core returns only parsed messages, but a hash needs the original cell. @param {Cell} transaction */
function loadMessageCells(transaction) {
  const slice = transaction.refs[0].beginParse();
  const incoming = slice.loadMaybeRef();
  const outgoing = slice.loadDict(Dictionary.Keys.Uint(15), Dictionary.Values.Cell());
  return {
    incoming,
    out: outgoing
      .keys()
      .sort((a, b) => a - b)
      .map((i) => /** @type {Cell} */ (outgoing.get(i))),
  };
}

/**
 * A row of `account_states`, and code and data, of a ShardAccount.
 * @param {string} account @param {Buffer} shardAccount
 */
export function makeStateRow(account, shardAccount) {
  const [cell] = Cell.fromBoc(shardAccount);
  const accountCell = cell.refs[0];
  const parsedAccount = loadShardAccount(cell.beginParse()).account;
  const state = parsedAccount?.storage.state;
  const activeState = state?.type === "active" ? state.state : undefined;
  const boc = parsedAccount ? accountCell.toBoc({ idx: false, crc32: false }) : null;
  if (boc) read.set(boc, { code: activeState?.code ?? null, data: activeState?.data ?? null });
  return {
    hash: toBase64(accountCell.hash()),
    account: parsedAccount ? account : null,
    balance: parsedAccount?.storage.balance.coins ?? 0n,
    extra_currencies: writeCurrencies(parsedAccount?.storage.balance.other),
    status: !state ? "nonexist" : state.type === "active" ? "active" : state.type === "frozen" ? "frozen" : "uninit",
    frozen_hash: state?.type === "frozen" ? toHash256(state.stateHash) : null,
    code_hash: activeState?.code ? toBase64(activeState.code.hash()) : null,
    data_hash: activeState?.data ? toBase64(activeState.data.hash()) : null,
    boc,
  };
}

/**
 * Code and data of bags that were just made, so that they are not parsed again.
 * @type {WeakMap<Buffer, { code: Cell | null, data: Cell | null }>}
 */
const read = new WeakMap();

/** Code and data of an Account cell. @param {Buffer | null} boc */
export function loadCodeAndData(boc) {
  if (!boc) return { code: null, data: null };
  const knownParts = read.get(boc);
  if (knownParts) return knownParts;
  const state = loadAccount(Cell.fromBoc(boc)[0].beginParse().skip(1)).storage.state;
  return state.type === "active"
    ? { code: state.state.code ?? null, data: state.state.data ?? null }
    : { code: null, data: null };
}

/**
 * Rows of one transaction. The chain adds the fields that only it knows: block, mc_seqno, trace_id, id.
 * @param {string} account @param {Cell} cell @param {Buffer} shardAccount the state after it
 */
export function makeTransactionRows(account, cell, shardAccount) {
  const readableTransaction = withoutSuspension(cell);
  const tx = loadTransaction((readableTransaction ?? cell).beginParse());
  const parsed = makeDescription(tx.description);
  if (readableTransaction) parsed.compute_ph = { skipped: true, reason: "suspended" };
  const cells = loadMessageCells(cell);
  const incoming = cells.incoming ? makeMessageRow(cells.incoming) : null;
  return {
    transaction: {
      hash: toBase64(cell.hash()),
      account,
      lt: Number(tx.lt),
      now: tx.now,
      prev_hash: toHash256(tx.prevTransactionHash),
      prev_lt: Number(tx.prevTransactionLt),
      orig_status: STATUS[tx.oldStatus],
      end_status: STATUS[tx.endStatus],
      total_fees: tx.totalFees.coins,
      type: parsed.type,
      aborted: Number(parsed.aborted),
      exit_code: parsed.compute_ph?.exit_code ?? null,
      description: JSON.stringify(parsed),
      state_before: toBase64(tx.stateUpdate.oldHash),
      state_after: toBase64(tx.stateUpdate.newHash),
      in_msg: incoming?.hash ?? null,
      out_count: cells.out.length,
      boc: cell.toBoc(),
    },
    incoming,
    out: cells.out.map((c) => ({ ...makeMessageRow(c), cell: c })),
    state: makeStateRow(account, shardAccount),
  };
}
