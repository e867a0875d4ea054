// The v2 methods about the states of accounts.
import { Address, Cell } from "@ton/core";

import { isSuspended } from "../configuration.mjs";
import { listCurrencies } from "../extra-currencies.mjs";
import { findState } from "../view.mjs";
import { findMasterchainBlock } from "./block-lookup.mjs";
import {
  makeAccountAddress,
  makeBlockId,
  toBoc,
  listExtraCurrencies,
  writeFriendlyAddress,
  addTag,
  makeTransactionId,
} from "./shapes.mjs";
import { makeLibraryState, makeWalletFields } from "./wallets.mjs";

/** The state of an account, and the masterchain block at which it is read. @param {{ address: string, seqno?: number }} params @param {any} ctx */
function read({ address, seqno }, ctx) {
  const block = findMasterchainBlock(ctx, seqno);
  return { block, state: findState(ctx.chain, address, seqno) };
}

/** "uninitialized" also for an account that never existed: the service does not distinguish them. */
function writeStatus(state) {
  if (state.status === "active") return "active";
  return state.status === "frozen" ? "frozen" : "uninitialized";
}

/** The balance as a text; the Python variant has the number 0 for an account that was never seen. */
const readBalance = (state, ctx) =>
  ctx.variant === "python" && state.status === "nonexist" ? 0 : String(state.balance);
const makeLastTransaction = (state) => makeTransactionId(state.last_tx_lt ?? 0, state.last_tx_hash);
const toBytes = (cell) => (cell ? toBoc(cell) : "");

export function getAddressInformation(params, ctx) {
  const { block, state } = read(params, ctx);
  const information = {
    "@type": "raw.fullAccountState",
    balance: readBalance(state, ctx),
    extra_currencies: listExtraCurrencies(listCurrencies(state.extra_currencies)),
    last_transaction_id: makeLastTransaction(state),
    block_id: makeBlockId(block),
    code: toBytes(state.code),
    data: toBytes(state.data),
    frozen_hash: state.frozen_hash ?? "",
    sync_utime: block.gen_utime,
    state: writeStatus(state),
  };
  if (ctx.variant === "python") return information;
  const configuration = ctx.chain.configurationAt(params.seqno);
  return { ...information, suspended: isSuspended(configuration, state.account, block.gen_utime) };
}

/** The address in the friendly form, with the flags of the address in the request. @param {any} ctx */
function readSentAddress(rawAddress, ctx) {
  const text = String([ctx.raw.address].flat()[0]);
  if (text.includes(":")) return writeFriendlyAddress(rawAddress);
  const { isBounceable: bounceable, isTestOnly: testOnly } = Address.parseFriendly(text);
  return Address.parse(rawAddress).toString({ urlSafe: true, bounceable, testOnly });
}

export function getExtendedAddressInformation(params, ctx) {
  const { block, state } = read(params, ctx);
  const raw = state.code
    ? {
        "@type": "raw.accountState",
        code: toBytes(state.code),
        data: toBytes(state.data),
        frozen_hash: state.frozen_hash ?? "",
      }
    : { "@type": "uninited.accountState", frozen_hash: state.frozen_hash ?? "" };
  const { account_state, revision } = makeLibraryState(ctx, state) ?? { account_state: raw, revision: 0 };
  return {
    "@type": "fullAccountState",
    address: makeAccountAddress(readSentAddress(params.address, ctx)),
    balance: ctx.variant === "python" && state.status === "nonexist" ? "-1" : String(state.balance),
    extra_currencies: listExtraCurrencies(listCurrencies(state.extra_currencies)),
    last_transaction_id: makeLastTransaction(state),
    block_id: makeBlockId(block),
    sync_utime: block.gen_utime,
    account_state,
    revision,
  };
}

export function getWalletInformation(params, ctx) {
  const { state } = read(params, ctx);
  const wallet = makeWalletFields(ctx, state);
  return addTag(ctx, "ext.accounts.walletInformation", {
    wallet: wallet !== undefined,
    balance: readBalance(state, ctx),
    account_state: writeStatus(state),
    last_transaction_id: makeLastTransaction(state),
    ...wallet,
    ...(ctx.variant === "python" && { extra_currencies: listExtraCurrencies(listCurrencies(state.extra_currencies)) }),
  });
}

export const getAddressBalance = (params, ctx) => readBalance(read(params, ctx).state, ctx);

export const getAddressState = (params, ctx) => writeStatus(read(params, ctx).state);

/** The account with its last transaction. The service writes this bag without a checksum (as recorded). */
export function getShardAccountCell(params, ctx) {
  const [cell] = Cell.fromBoc(read(params, ctx).state.shard_account);
  return { "@type": "tvm.cell", bytes: cell.toBoc({ idx: false, crc32: false }).toString("base64") };
}
