// The routes in the manner of v2: one account, get-methods, fees, sending.
import { Address, Cell, beginCell, external, loadTransaction, storeMessage } from "@ton/core";

import { notAccepted } from "../externals.mjs";
import { runGetMethod, stateAt } from "../view.mjs";
import { Refusal } from "../../refusal.mjs";
import { walletData } from "./wallet.mjs";

const ZERO_HASH = Buffer.alloc(32).toString("base64");
const status = (state) => (state.status === "nonexist" ? "uninit" : state.status);
const last = (state) => ({ last_transaction_lt: String(state.last_tx_lt), last_transaction_hash: state.last_tx_hash ?? ZERO_HASH });
const base64 = (/** @type {Cell | null | undefined} */ cell) => cell?.toBoc().toString("base64") ?? null;

/** An argument of a get-method. */
function argument({ type, value }) {
  try {
    if (type === "num") return { type: "int", value: /^-/.test(value) ? -BigInt(String(value).slice(1)) : BigInt(value) };
    if (type === "cell" || type === "slice") return { type, cell: Cell.fromBase64(value) };
  } catch {
    throw new Refusal(500, `failed to parse stack parameter of type ${type}`);
  }
  throw new Refusal(500, `unsupported stack parameter type: ${type}`);
}

/** A value that a get-method left. @param {import("@ton/core").TupleItem} item */
function result(item) {
  if (item.type === "int") return { type: "num", value: item.value < 0n ? `-0x${(-item.value).toString(16)}` : `0x${item.value.toString(16)}` };
  if (item.type === "cell" || item.type === "slice") return { type: item.type, value: base64(item.cell) };
  if (item.type === "tuple") return { type: "tuple", value: item.items.map(result) };
  if (item.type === "null") return { type: "list", value: [] };
  throw new Refusal(501, `failed to decode api/v2 stack: unsupported type ${item.type}`);
}

/** The message whose fees are asked for. */
function message({ address, body, init_code, init_data }) {
  const init = init_code || init_data ? { code: init_code, data: init_data } : undefined;
  return beginCell().store(storeMessage(external({ to: Address.parseRaw(address), init, body }))).endCell();
}

/** Fees of a transaction: what is left of all of them, when the phases' own are taken off, was paid for the message coming in. */
function fees(tx) {
  const storage = tx.description.storagePhase?.storageFeesCollected ?? 0n;
  const gas = tx.description.computePhase?.type === "vm" ? tx.description.computePhase.gasFees : 0n;
  const actions = tx.description.actionPhase?.totalActionFees ?? 0n;
  return {
    in_fwd_fee: Number(tx.totalFees.coins - storage - gas - actions), storage_fee: Number(storage), gas_fee: Number(gas),
    fwd_fee: Number(tx.description.actionPhase?.totalFwdFees ?? 0n),
  };
}

export const HANDLERS = {
  "/addressInformation"({ address }, ctx) {
    const state = stateAt(ctx.chain, address);
    return { balance: String(state.balance), code: base64(state.code), data: base64(state.data), ...last(state), frozen_hash: state.frozen_hash, status: status(state) };
  },
  "/walletInformation"({ address }, ctx) {
    const state = stateAt(ctx.chain, address);
    const kind = ctx.chain.walletOf(state.code_hash);
    if (state.code_hash !== null && kind === null) throw new Refusal(409, "not a wallet");
    const told = kind === null ? {} : walletData(kind, state.data);
    const { seqno, wallet_id } = told;
    return {
      balance: String(state.balance), ...(kind === null ? {} : { wallet_type: kind, seqno, ...(wallet_id === undefined ? {} : { wallet_id }) }),
      ...last(state), status: status(state),
    };
  },
  async "/runGetMethod"({ address, method, stack = [] }, ctx) {
    const done = await runGetMethod(ctx.chain, { account: address, method, stack: stack.map(argument) });
    return { gas_used: done.gas_used, exit_code: done.exit_code, stack: done.stack.map(result) };
  },
  async "/estimateFee"(params, ctx) {
    const run = await ctx.chain.emulate({ message: message(params), account: params.address, ignoreChksig: params.ignore_chksig ?? false });
    if (!run.ok) throw notAccepted(params.address, run);
    return { source_fees: fees(loadTransaction(run.transaction.beginParse())), destination_fees: [] };
  },
  async "/message"({ boc }, ctx) {
    const { hash, hash_norm } = await ctx.chain.submit(boc);
    return { message_hash: hash, message_hash_norm: hash_norm };
  },
};
