// Jettons (TEP-74, TEP-89): the standard minter and wallet, and version 2 of them, whose wallets have their code in a library.
import { beginCell } from "@ton/core";

import { readCode, buildLibraryCell, buildStateInShard, makeState } from "./code.mjs";

/** @typedef {import("@ton/core").Address} Address */
/** @typedef {import("@ton/core").Cell} Cell */

export const OP = {
  transfer: 0x0f8a7ea5,
  internalTransfer: 0x178d4519,
  burn: 0x595f07bc,
  provideWalletAddress: 0x2c76b973,
  standardMint: 21,
  standardChangeAdmin: 3,
  standardChangeContent: 4,
  mint: 0x642b7d07,
  changeAdmin: 0x6501f354,
  claimAdmin: 0xfb88e119,
  dropAdmin: 0x7431f221,
  changeContent: 0xcb862902,
};

/** @param {{ admin: Address, content: Cell }} minter `content` is metadata of TEP-64 */
export const buildMinter = ({ admin, content }) =>
  makeState(
    readCode("jetton-minter"),
    beginCell().storeCoins(0).storeAddress(admin).storeRef(content).storeRef(readCode("jetton-wallet")).endCell(),
  );

/** @param {{ owner: Address, minter: Address }} wallet its minter deploys it with the first jettons */
export const buildWallet = ({ owner, minter: master }) =>
  makeState(
    readCode("jetton-wallet"),
    beginCell().storeCoins(0).storeAddress(owner).storeAddress(master).storeRef(readCode("jetton-wallet")).endCell(),
  );

/** The code that has to be a library of the masterchain before a wallet of version 2 can run. */
export const getWallet2Library = () => readCode("jetton2-wallet");

/** @param {{ admin: Address, nextAdmin?: Address, uri: string }} minter version 2 stores the text of its URI without a prefix */
export const buildMinter2 = ({ admin, nextAdmin, uri }) =>
  makeState(
    readCode("jetton2-minter"),
    beginCell()
      .storeCoins(0)
      .storeAddress(admin)
      .storeAddress(nextAdmin)
      .storeRef(buildLibraryCell(getWallet2Library()))
      .storeRef(beginCell().storeStringTail(uri).endCell())
      .endCell(),
  );

/** The address of a wallet of version 2 is in the shard of its owner. @param {{ owner: Address, minter: Address }} wallet */
export const buildWallet2 = ({ owner, minter: master }) =>
  buildStateInShard(
    buildLibraryCell(getWallet2Library()),
    beginCell().storeCoins(0).storeAddress(owner).storeAddress(master).endCell(),
    owner,
  );

/** @param {{ amount: bigint, from?: Address, responseTo?: Address, forwardAmount?: bigint, forwardPayload?: Cell, queryId?: number }} transfer */
export const buildInternalTransfer = ({ amount, from, responseTo, forwardAmount = 0n, forwardPayload, queryId = 0 }) =>
  beginCell()
    .storeUint(OP.internalTransfer, 32)
    .storeUint(queryId, 64)
    .storeCoins(amount)
    .storeAddress(from)
    .storeAddress(responseTo)
    .storeCoins(forwardAmount)
    .storeMaybeRef(forwardPayload)
    .endCell();

/**
 * The admin mints. `op` is that of the minter: `OP.standardMint`, or `OP.mint` for version 2 and the stablecoin.
 * @param {{ to: Address, amount: bigint, value: bigint, op?: number, responseTo?: Address, forwardAmount?: bigint, forwardPayload?: Cell, queryId?: number }} mint
 *   `value`: the nanotons that go on to the wallet
 */
export const buildMint = ({ to, value, op = OP.standardMint, queryId = 0, ...transfer }) =>
  beginCell()
    .storeUint(op, 32)
    .storeUint(queryId, 64)
    .storeAddress(to)
    .storeCoins(value)
    .storeRef(buildInternalTransfer({ queryId, ...transfer }))
    .endCell();

/**
 * The owner sends this to their own wallet.
 * @param {{ to: Address, amount: bigint, responseTo?: Address, customPayload?: Cell, forwardAmount?: bigint, forwardPayload?: Cell, queryId?: number }} transfer
 *   with a `forwardAmount` the receiver gets a notification with the payload, for example `buildComment(text)`
 */
export const buildTransfer = ({
  to,
  amount,
  responseTo,
  customPayload,
  forwardAmount = 0n,
  forwardPayload,
  queryId = 0,
}) =>
  beginCell()
    .storeUint(OP.transfer, 32)
    .storeUint(queryId, 64)
    .storeCoins(amount)
    .storeAddress(to)
    .storeAddress(responseTo)
    .storeMaybeRef(customPayload)
    .storeCoins(forwardAmount)
    .storeMaybeRef(forwardPayload)
    .endCell();

/** @param {{ amount: bigint, responseTo?: Address, customPayload?: Cell, queryId?: number }} burn */
export const buildBurn = ({ amount, responseTo, customPayload, queryId = 0 }) =>
  beginCell()
    .storeUint(OP.burn, 32)
    .storeUint(queryId, 64)
    .storeCoins(amount)
    .storeAddress(responseTo)
    .storeMaybeRef(customPayload)
    .endCell();

/** Requests the address of a wallet from the minter (TEP-89). @param {{ owner: Address, includeOwner?: boolean, queryId?: number }} request */
export const buildProvideAddress = ({ owner, includeOwner = true, queryId = 0 }) =>
  beginCell()
    .storeUint(OP.provideWalletAddress, 32)
    .storeUint(queryId, 64)
    .storeAddress(owner)
    .storeBit(includeOwner)
    .endCell();

/** In version 2, the new admin has to send `buildClaimAdmin` after it. @param {{ admin: Address, op?: number, queryId?: number }} change */
export const buildChangeAdmin = ({ admin, op = OP.standardChangeAdmin, queryId = 0 }) =>
  beginCell().storeUint(op, 32).storeUint(queryId, 64).storeAddress(admin).endCell();

export const buildClaimAdmin = (queryId = 0) =>
  beginCell().storeUint(OP.claimAdmin, 32).storeUint(queryId, 64).endCell();

/** @param {{ content: Cell, queryId?: number }} change */
export const buildChangeContent = ({ content, queryId = 0 }) =>
  beginCell().storeUint(OP.standardChangeContent, 32).storeUint(queryId, 64).storeRef(content).endCell();

/** For version 2 and the stablecoin. @param {{ uri: string, queryId?: number }} change */
export const buildChangeUri = ({ uri, queryId = 0 }) =>
  beginCell().storeUint(OP.changeContent, 32).storeUint(queryId, 64).storeStringTail(uri).endCell();
