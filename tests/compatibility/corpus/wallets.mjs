// What the writers in JavaScript make with their own functions: states and signed transfers of wallets, and bodies.

import { Buffer } from "node:buffer";

import { WALLET } from "./cases.mjs";

const { seqno, now: timeout, to, value, comment } = WALLET;
const sendMode = 3;

/** Wallets of @ton/ton with @ton/core, or of their predecessors. */
export const ton =
  (library, core) =>
  async ({ publicKey, secretKey }) => {
    const { Address, beginCell, external, internal, storeMessage, storeStateInit } = core;
    const kinds = { ...library };
    const versions = ["V1R1", "V1R2", "V1R3", "V2R1", "V2R2", "V3R1", "V3R2", "V4", "V5Beta", "V5R1"];
    return versions
      .filter((version) => kinds[`WalletContract${version}`])
      .flatMap((version) => {
        const wallet = kinds[`WalletContract${version}`].create({ workchain: 0, publicKey });
        const name = version === "V4" ? "v4r2" : version.toLowerCase();
        const messages = [internal({ to: Address.parse(to), value: BigInt(value), body: comment })];
        const pack = (store, value) => beginCell().store(store(value)).endCell();
        const transfer = () => {
          const body = wallet.createTransfer({
            seqno,
            secretKey,
            timeout,
            sendMode,
            messages,
            message: messages[0],
            ...(version < "V2" ? { timeout: undefined } : {}),
          });
          return pack(storeMessage, external({ to: wallet.address, body }));
        };
        return [
          [`${name}, state`, () => pack(storeStateInit, wallet.init)],
          [`${name}, transfer`, transfer],
        ];
      });
  };

/** Wallets of the package `ton` before ton-core. */
export const oldTon =
  (library) =>
  async ({ publicKey, secretKey }) => {
    const {
      Address,
      Cell,
      CellMessage,
      CommentMessage,
      CommonMessageInfo,
      ExternalMessage,
      InternalMessage,
      StateInit,
      WalletContract,
      BN,
    } = library;
    return ["V1R1", "V1R2", "V1R3", "V2R1", "V2R2", "V3R1", "V3R2"].flatMap((version) => {
      const source = library[`Wallet${version}Source`].create({ publicKey, workchain: 0 });
      const pack = (value) => {
        const cell = new Cell();
        value.writeTo(cell);
        return cell;
      };
      const transfer = () => {
        const wallet = WalletContract.create(null, source);
        const body = new CommonMessageInfo({ body: new CommentMessage(comment) });
        const order = new InternalMessage({ to: Address.parse(to), value: new BN(value), bounce: true, body });
        const transfer = wallet.createTransfer({ seqno, sendMode, secretKey, order, timeout });
        return pack(
          new ExternalMessage({ to: wallet.address, body: new CommonMessageInfo({ body: new CellMessage(transfer) }) }),
        );
      };
      const name = version.toLowerCase();
      return [
        [`${name}, state`, () => pack(new StateInit({ code: source.initialCode, data: source.initialData }))],
        [`${name}, transfer`, transfer],
      ];
    });
  };

/** Wallets of tonweb. */
export const tonweb =
  (TonWeb) =>
  async ({ publicKey, secretKey }) => {
    const { all: walletClasses } = TonWeb.Wallets;
    const names = { simpleR1: "v1r1", simpleR2: "v1r2", simpleR3: "v1r3" };
    return Object.entries(walletClasses).flatMap(([version, Wallet]) => {
      const wallet = new Wallet(null, { publicKey: Uint8Array.from(publicKey), wc: 0 });
      const name = names[version] ?? version.toLowerCase();
      const order = [Uint8Array.from(secretKey), to, new TonWeb.utils.BN(value), seqno, comment, sendMode];
      return [
        [`${name}, state`, async () => (await wallet.createStateInit()).stateInit],
        [`${name}, transfer`, async () => (await wallet.createTransferMessage(...order)).message],
      ];
    });
  };

/** Bodies of tonweb. */
export const tonwebBodies =
  (TonWeb, { alice, bob }) =>
  async () => {
    const { JettonWallet } = TonWeb.token.jetton;
    const { NftItem } = TonWeb.token.nft;
    const { Address, utils } = { Address: TonWeb.Address, utils: TonWeb.utils };
    const [jetton, nft] = [new JettonWallet(null, {}), new NftItem(null, {})];
    const helloBytes = Uint8Array.from(Buffer.concat([Buffer.alloc(4), Buffer.from("Hello")]));
    const endOptions = { queryId: 7, responseAddress: new Address(bob) };
    const transfer = { ...endOptions, jettonAmount: new utils.BN(1_000_000), toAddress: new Address(alice) };
    const forward = { forwardAmount: new utils.BN(1), forwardPayload: helloBytes };
    const move = { ...endOptions, newOwnerAddress: new Address(alice) };
    return [
      ["body: jetton transfer, no payload", () => jetton.createTransferBody(transfer)],
      ["body: jetton transfer, payload inside", () => jetton.createTransferBody({ ...transfer, ...forward })],
      ["body: jetton burn, no end", () => jetton.createBurnBody({ ...endOptions, jettonAmount: new utils.BN(5) })],
      ["body: NFT transfer, no payload", () => nft.createTransferBody(move)],
      ["body: NFT transfer, payload inside", () => nft.createTransferBody({ ...move, ...forward })],
      ["body: NFT request", () => nft.createGetStaticDataBody({ queryId: 7 })],
    ];
  };
