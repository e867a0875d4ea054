// Transactions of the fake chain: a cell with the right hash, and from it the rows of both generations.

import { EXAMPLES } from "../../dist/examples.js";
import { beginCell, decodeTransaction } from "../../message.js";
import { encodeStateInit } from "../message/encode.js";
import { encodeBase64 } from "../message/text.js";
import { decodeBase64 } from "../util/base64.js";

/** The bits of an account's status. */
const STATUS_BITS = { uninit: 0, frozen: 1, active: 2, nonexist: 3 };
/** The fees of every transaction, in nanocoins. */
const FEES = 2_000_000n;
const GAS = 4000;
const NO_HASH = encodeBase64(new Uint8Array(32));

const storeHash = (builder, hash) => builder.storeBytes(decodeBase64(hash));
/** An amount without other currencies. */
const storeCoins = (builder, value) => builder.storeCoins(value).storeBit(false);

/** The compute phase: whether the contract ran, and with which exit code; `null` without a contract. */
function storeComputePhase(builder, exitCode) {
  // `tr_phase_compute_skipped$0`, with the reason `no_state`.
  if (exitCode === null) return builder.storeUint(0, 3);
  const details = beginCell();
  details.storeVarUint(GAS, 7).storeVarUint(1_000_000, 7).storeBit(false).storeInt(0, 8).storeInt(exitCode, 32);
  details.storeBit(false).storeUint(50, 32);
  storeHash(storeHash(details, NO_HASH), NO_HASH);
  return builder
    .storeUint(1, 1)
    .storeBit(exitCode === 0)
    .storeUint(0, 2)
    .storeCoins(0)
    .storeRef(details.endCell());
}

function makeActionPhase() {
  const phase = beginCell().storeUint(0b110, 3).storeUint(0, 1).storeUint(0, 2).storeInt(0, 32).storeBit(false);
  for (let count = 0; count < 4; count += 1) phase.storeUint(0, 16);
  return storeHash(phase, NO_HASH).storeVarUint(0, 7).storeVarUint(0, 7).endCell();
}

function makeDescription({ credit, exitCode }) {
  const hasSucceeded = exitCode === 0;
  const description = beginCell().storeUint(0, 4).storeBit(false).storeBit(false);
  // The credit phase has no due fees.
  description.storeBit(credit !== null);
  if (credit !== null) storeCoins(description.storeBit(false), credit);
  storeComputePhase(description, exitCode).storeMaybeRef(hasSucceeded ? makeActionPhase() : null);
  // Three bits: aborted, no bounce phase, account not destroyed.
  return description.storeBit(!hasSucceeded).storeBit(false).storeBit(false).endCell();
}

/**
 * Makes the cell of a transaction without outgoing messages.
 *
 * @param {{
 *   account: string, lt: bigint, now: number, previous: { lt: bigint, hash: string } | null, status: { before: string, after: string },
 *   message: any, credit: bigint | null, exitCode: number | null,
 * }} transaction `message`: the cell of the received message; `exitCode`: `null` without a contract
 */
export function makeTransactionCell({ account, lt, now, previous, status, message, credit, exitCode }) {
  const head = beginCell()
    .storeUint(7, 4)
    .storeUint(BigInt(`0x${account.slice(account.indexOf(":") + 1)}`), 256)
    .storeUint(lt, 64);
  storeHash(head, previous?.hash ?? NO_HASH)
    .storeUint(previous?.lt ?? 0n, 64)
    .storeUint(now, 32)
    .storeUint(0, 15)
    .storeUint(STATUS_BITS[status.before], 2)
    .storeUint(STATUS_BITS[status.after], 2);
  head.storeRef(beginCell().storeMaybeRef(message).storeBit(false).endCell());
  const update = storeHash(storeHash(beginCell().storeUint(0x72, 8), NO_HASH), NO_HASH).endCell();
  return storeCoins(head, FEES).storeRef(update).storeRef(makeDescription({ credit, exitCode })).endCell();
}

/** Finds a recorded row whose incoming message is external, or one whose message comes from an account. */
const rowWithMessage = (isExternal) =>
  [
    ...Object.values(EXAMPLES["v3.traces"].body.traces[0].transactions),
    ...EXAMPLES["v3.transactionsByMessage"].body.transactions,
  ].find(({ in_msg }) => (in_msg.source === null) === isExternal);

const hexOpcode = ({ opcode }) => (opcode === null ? null : `0x${opcode.toString(16).padStart(8, "0")}`);

/** Makes the message of a row of v3. @param {any} example @param {any} message decoded */
function makeMessageRow(example, { hash, normalizedHash, info, init, body, decoded }) {
  const isExternal = info.type === "external-in";
  const state = init && encodeStateInit(init);
  return {
    ...example,
    hash,
    ...(isExternal
      ? { hash_norm: normalizedHash }
      : {
          source: info.src,
          value: String(info.value.coins),
          value_extra_currencies: {},
          fwd_fee: String(info.fwdFee),
          ihr_fee: String(info.ihrFee),
          ihr_disabled: info.ihrDisabled,
          bounce: info.bounce,
          bounced: info.bounced,
          created_lt: String(info.createdLt),
          created_at: String(info.createdAt),
        }),
    destination: info.dest,
    opcode: hexOpcode(decoded),
    decoded_opcode: null,
    init_state: state && { hash: encodeBase64(state.hash()), body: state.toBase64() },
    message_content: { hash: encodeBase64(body.hash()), body: body.toBase64(), decoded: null },
  };
}

/**
 * Makes the row of v3 of a transaction, from a recorded row of the same kind.
 *
 * @param {any} cell @param {any} message decoded @param {{ account: string, status: any, exitCode: number | null, seqno: number, balance: bigint }} facts
 */
export function makeRow(cell, message, { account, status, exitCode, seqno, balance }) {
  const isExternal = message.info.type === "external-in";
  const example = structuredClone(rowWithMessage(isExternal));
  const decodedTransaction = decodeTransaction(cell);
  const { description } = example;
  const hasSucceeded = exitCode === 0;
  const computePhase =
    exitCode === null
      ? { skipped: true, reason: "no_state" }
      : { ...description.compute_ph, success: hasSucceeded, exit_code: exitCode };
  return {
    ...example,
    account,
    hash: decodedTransaction.hash,
    lt: String(decodedTransaction.lt),
    now: decodedTransaction.now,
    mc_block_seqno: seqno,
    trace_id: decodedTransaction.hash,
    prev_trans_hash: decodedTransaction.prevTransHash,
    prev_trans_lt: String(decodedTransaction.prevTransLt),
    orig_status: status.before,
    end_status: status.after,
    total_fees: String(FEES),
    description: {
      ...description,
      aborted: !hasSucceeded,
      credit_ph: isExternal ? undefined : { credit: String(message.info.value.coins) },
      compute_ph: computePhase,
      action: hasSucceeded
        ? { ...description.action, tot_actions: 0, skipped_actions: 0, msgs_created: 0, result_code: 0, success: true }
        : undefined,
    },
    block_ref: { ...example.block_ref, seqno },
    in_msg: makeMessageRow(example.in_msg, message),
    out_msgs: [],
    account_state_before: null,
    account_state_after: { ...example.account_state_after, balance: String(balance), account_status: status.after },
    emulated: false,
    finality: "finalized",
  };
}

/** Makes the row of v2 of a transaction. @param {any} cell @param {any} row of v3 */
export function makeBagRow(cell, row) {
  const [example] = structuredClone(EXAMPLES["v2.getTransactions"].body.result);
  const { in_msg: message } = row;
  return {
    ...example,
    address: { ...example.address, account_address: row.account },
    data: cell.toBase64(),
    utime: row.now,
    fee: row.total_fees,
    storage_fee: "0",
    other_fee: row.total_fees,
    transaction_id: { ...example.transaction_id, lt: row.lt, hash: row.hash },
    in_msg: {
      ...example.in_msg,
      source: message.source ?? "",
      destination: message.destination,
      value: message.value ?? "0",
      fwd_fee: "0",
      ihr_fee: "0",
      created_lt: message.created_lt ?? "0",
      body_hash: message.message_content.hash,
      message: "",
      msg_data: { "@type": "msg.dataRaw", body: message.message_content.body, init_state: "" },
    },
    out_msgs: [],
  };
}
