// Estimates the fees of an external message: the executor's fees if the account accepts it; otherwise, as in the node
// library, only those of import and storage.
import { Address, Cell, beginCell, external, loadShardAccount, loadTransaction, storeMessage } from "@ton/core";
import { configParse18, configParseMsgPrices } from "@ton/ton/dist/config/ConfigParser.js";
import { computeExternalMessageFees, computeStorageFees } from "@ton/ton/dist/utils/fees.js";

import { findState } from "../view.mjs";
import { loadParameter } from "../configuration.mjs";

const MSG_PRICES = { masterchain: 24, basechain: 25 };
const STORAGE_PRICES = 18;

/** A StateInit only counts while the account has no code. */
function makeMessageCell({ address, body, init_code: code, init_data: data }, state) {
  const init = (code || data) && !state.code ? { code, data } : null;
  return beginCell()
    .store(storeMessage(external({ to: Address.parseRaw(address), init, body })))
    .endCell();
}

/** @param {any} context @param {any} state @param {boolean} isMasterchain */
function computeStorageDue({ chain }, state, isMasterchain) {
  const { account } = loadShardAccount(Cell.fromBoc(state.shard_account)[0].beginParse());
  if (!account) return 0n;
  const { used: storageUsed, lastPaid } = account.storageStats;
  return computeStorageFees({
    now: chain.time(),
    lastPaid,
    storagePrices: configParse18(loadParameter(chain.config, STORAGE_PRICES).beginParse()),
    storageStat: { cells: Number(storageUsed.cells), bits: Number(storageUsed.bits), publicCells: 0 },
    special: false,
    masterchain: isMasterchain,
  });
}

/** @param {import("@ton/core").TransactionDescriptionGeneric} description */
function makeFees({ storagePhase, computePhase, actionPhase }) {
  return {
    storage_fee: storagePhase?.storageFeesCollected ?? 0n,
    gas_fee: computePhase.type === "vm" ? computePhase.gasFees : 0n,
    fwd_fee: actionPhase?.totalFwdFees ?? 0n,
  };
}

export async function estimateFee(params, context) {
  const { address, ignore_chksig: ignoreChksig } = params;
  const masterchain = address.startsWith("-1:");
  const state = findState(context.chain, address);
  const message = makeMessageCell(params, state);
  const prices = configParseMsgPrices(
    loadParameter(context.chain.config, masterchain ? MSG_PRICES.masterchain : MSG_PRICES.basechain).beginParse(),
  );
  const emulation = await context.chain.emulate({ message, account: address, ignoreChksig });
  const fees = emulation.ok
    ? makeFees(/** @type {any} */ (loadTransaction(emulation.transaction.beginParse()).description))
    : { storage_fee: computeStorageDue(context, state, masterchain), gas_fee: 0n, fwd_fee: 0n };
  const allFees = { in_fwd_fee: computeExternalMessageFees(prices, message), ...fees };
  return {
    "@type": "query.fees",
    source_fees: {
      "@type": "fees",
      ...Object.fromEntries(Object.entries(allFees).map(([name, fee]) => [name, Number(fee)])),
    },
    destination_fees: [],
  };
}
