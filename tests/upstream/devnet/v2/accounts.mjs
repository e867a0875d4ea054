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

/** The state of an account, and the masterchain block at which it is read. @param {{ address: string, seqno?: number }} params @param {any} context */
function read({ address, seqno }, context) {
  const block = findMasterchainBlock(context, seqno);
  return { block, state: findState(context.chain, address, seqno) };
}

/** "uninitialized" also for an account that never existed: the service does not distinguish them. */
function writeStatus(state) {
  if (state.status === "active") return "active";
  return state.status === "frozen" ? "frozen" : "uninitialized";
}

/** The balance as a text; the Python variant has the number 0 for an account that was never seen. */
const readBalance = (state, context) =>
  context.variant === "python" && state.status === "nonexist" ? 0 : String(state.balance);
const makeLastTransaction = (state) => makeTransactionId(state.last_tx_lt ?? 0, state.last_tx_hash);
const toBytes = (cell) => (cell ? toBoc(cell) : "");

export function getAddressInformation(params, context) {
  const { block, state } = read(params, context);
  const information = {
    "@type": "raw.fullAccountState",
    balance: readBalance(state, context),
    extra_currencies: listExtraCurrencies(listCurrencies(state.extra_currencies)),
    last_transaction_id: makeLastTransaction(state),
    block_id: makeBlockId(block),
    code: toBytes(state.code),
    data: toBytes(state.data),
    frozen_hash: state.frozen_hash ?? "",
    sync_utime: block.gen_utime,
    state: writeStatus(state),
  };
  if (context.variant === "python") return information;
  const configuration = context.chain.configurationAt(params.seqno);
  return { ...information, suspended: isSuspended(configuration, state.account, block.gen_utime) };
}

/** The address in the friendly form, with the flags of the address in the request. @param {any} context */
function readSentAddress(rawAddress, context) {
  const text = String([context.raw.address].flat()[0]);
  if (text.includes(":")) return writeFriendlyAddress(rawAddress);
  const { isBounceable: bounceable, isTestOnly: testOnly } = Address.parseFriendly(text);
  return Address.parse(rawAddress).toString({ urlSafe: true, bounceable, testOnly });
}

export function getExtendedAddressInformation(params, context) {
  const { block, state } = read(params, context);
  const raw = state.code
    ? {
        "@type": "raw.accountState",
        code: toBytes(state.code),
        data: toBytes(state.data),
        frozen_hash: state.frozen_hash ?? "",
      }
    : { "@type": "uninited.accountState", frozen_hash: state.frozen_hash ?? "" };
  const { account_state, revision } = makeLibraryState(context, state) ?? { account_state: raw, revision: 0 };
  return {
    "@type": "fullAccountState",
    address: makeAccountAddress(readSentAddress(params.address, context)),
    balance: context.variant === "python" && state.status === "nonexist" ? "-1" : String(state.balance),
    extra_currencies: listExtraCurrencies(listCurrencies(state.extra_currencies)),
    last_transaction_id: makeLastTransaction(state),
    block_id: makeBlockId(block),
    sync_utime: block.gen_utime,
    account_state,
    revision,
  };
}

export function getWalletInformation(params, context) {
  const { state } = read(params, context);
  const wallet = makeWalletFields(context, state);
  return addTag(context, "ext.accounts.walletInformation", {
    wallet: wallet !== undefined,
    balance: readBalance(state, context),
    account_state: writeStatus(state),
    last_transaction_id: makeLastTransaction(state),
    ...wallet,
    ...(context.variant === "python" && {
      extra_currencies: listExtraCurrencies(listCurrencies(state.extra_currencies)),
    }),
  });
}

export const getAddressBalance = (params, context) => readBalance(read(params, context).state, context);

export const getAddressState = (params, context) => writeStatus(read(params, context).state);

/** The account with its last transaction. The service writes this bag without a checksum (as recorded). */
export function getShardAccountCell(params, context) {
  const [cell] = Cell.fromBoc(read(params, context).state.shard_account);
  return { "@type": "tvm.cell", bytes: cell.toBoc({ idx: false, crc32: false }).toString("base64") };
}
