// A stablecoin like USDT: its minter can forbid wallets to send or to receive, and can move or burn their jettons. The code of its wallets
// is a library. Transfer, burn and mint are those of `jetton.mjs`, with `OP.mint`.
import { beginCell } from "@ton/core";

import { readCode, buildLibraryCell, makeState } from "./code.mjs";
import { buildBurn, buildTransfer } from "./jetton.mjs";

/** @typedef {import("@ton/core").Address} Address */
/** @typedef {import("@ton/core").Cell} Cell */

const OP = { callTo: 0x235caf52, setStatus: 0xeed236d3, topUp: 0xd372158c };

/** Status of a wallet, as bits. */
export const STATUS = { unlocked: 0, lockedOut: 1, lockedIn: 2, locked: 3 };

/** The code that has to be a library of the masterchain before a wallet can run. */
export const getWalletLibrary = () => readCode("stablecoin-wallet");

/** @param {{ admin: Address, nextAdmin?: Address, uri: string }} minter */
export const buildMinter = ({ admin, nextAdmin, uri }) =>
  makeState(
    readCode("stablecoin-minter"),
    beginCell()
      .storeCoins(0)
      .storeAddress(admin)
      .storeAddress(nextAdmin)
      .storeRef(buildLibraryCell(getWalletLibrary()))
      .storeRef(beginCell().storeStringTail(uri).endCell())
      .endCell(),
  );

/** TON for the contract itself, also sent with its deployment. */
export const buildTopUp = (queryId = 0) => beginCell().storeUint(OP.topUp, 32).storeUint(queryId, 64).endCell();

/** @param {{ owner: Address, minter: Address }} wallet */
export const buildWallet = ({ owner, minter: master }) =>
  makeState(
    buildLibraryCell(getWalletLibrary()),
    beginCell().storeUint(STATUS.unlocked, 4).storeCoins(0).storeAddress(owner).storeAddress(master).endCell(),
  );

/**
 * The admin makes the minter send `body` to the wallet of `owner`.
 * @param {{ owner: Address, value: bigint, body: Cell, queryId?: number }} call
 */
const callTo = ({ owner, value, body, queryId = 0 }) =>
  beginCell()
    .storeUint(OP.callTo, 32)
    .storeUint(queryId, 64)
    .storeAddress(owner)
    .storeCoins(value)
    .storeRef(body)
    .endCell();

/** @param {{ owner: Address, status: number, value: bigint, queryId?: number }} change `status`: one of `STATUS` */
export const buildSetStatus = ({ owner, status, value, queryId = 0 }) =>
  callTo({
    owner,
    value,
    queryId,
    body: beginCell().storeUint(OP.setStatus, 32).storeUint(queryId, 64).storeUint(status, 4).endCell(),
  });

/** @param {{ owner: Address, value: bigint } & Parameters<typeof buildTransfer>[0]} move */
export const buildForceTransfer = ({ owner, value, ...move }) =>
  callTo({ owner, value, queryId: move.queryId, body: buildTransfer(move) });

/** @param {{ owner: Address, value: bigint } & Parameters<typeof buildBurn>[0]} forced */
export const buildForceBurn = ({ owner, value, ...forced }) =>
  callTo({ owner, value, queryId: forced.queryId, body: buildBurn(forced) });
