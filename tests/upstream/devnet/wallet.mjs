// The seeded wallets: a name gives the key; the key and the version give the address. Nothing is stored: with the seed of
// a world you can sign for all of its wallets. These keys are for the devnet only.
import { createHash } from "node:crypto";

import { keyPairFromSeed } from "../../helpers/fast-core.mjs";
import { beginCell, external, storeMessage } from "@ton/core";
import {
  WalletContractV1R1,
  WalletContractV1R2,
  WalletContractV1R3,
  WalletContractV2R1,
  WalletContractV2R2,
  WalletContractV3R1,
  WalletContractV3R2,
  WalletContractV4,
  WalletContractV5R1,
} from "./ton-wallets.mjs";

import { writeRawAddress } from "./account-name.mjs";

const VERSIONS = {
  v1r1: WalletContractV1R1,
  v1r2: WalletContractV1R2,
  v1r3: WalletContractV1R3,
  v2r1: WalletContractV2R1,
  v2r2: WalletContractV2R2,
  v3r1: WalletContractV3R1,
  v3r2: WalletContractV3R2,
  v4r2: WalletContractV4,
  v5r1: WalletContractV5R1,
};
const GLOBAL_IDS = { mainnet: -239, testnet: -3 };

/** @typedef {keyof typeof VERSIONS} Version */

/** The keys of a name. @param {string} seed of the world @param {string} name */
export const listKeys = (seed, name) =>
  keyPairFromSeed(createHash("sha256").update(`ton-edge devnet key\n${seed}\n${name}`).digest());

export class Wallet {
  /** @param {string} seed of the world @param {string} name @param {Version} version @param {number} [workchain] @param {"mainnet" | "testnet"} [network] */
  constructor(seed, name, version, workchain = 0, network = "mainnet") {
    this.name = name;
    this.version = version;
    this.workchain = workchain;
    this.keys = listKeys(seed, name);
    const walletId = {
      networkGlobalId: GLOBAL_IDS[network],
      context: { workchain, walletVersion: /** @type {const} */ ("v5r1"), subwalletNumber: 0 },
    };
    this.contract = VERSIONS[version].create(
      /** @type {any} */ ({
        publicKey: this.keys.publicKey,
        workchain,
        ...(version === "v5r1" && { walletId }),
      }),
    );
    this.address = this.contract.address;
    this.account = writeRawAddress(this.address);
    this.init = this.contract.init;
  }

  /**
   * A signed external message, as a cell. A wallet v1 sends one message.
   * @param {{ seqno: number, messages: import("@ton/core").MessageRelaxed[], validUntil: number, sendMode?: number }} transfer
   *   the StateInit is sent with seqno 0; `sendMode` 3: fees are paid separately, and a message that cannot be sent is skipped
   */
  transfer({ seqno, messages, validUntil, sendMode = 3 }) {
    const body = /** @type {any} */ (this.contract).createTransfer({
      seqno,
      ...(this.version.startsWith("v1") ? { message: messages[0] } : { messages }),
      sendMode,
      timeout: validUntil,
      secretKey: this.keys.secretKey,
    });
    const init = seqno === 0 ? this.init : undefined;
    return beginCell()
      .store(storeMessage(external({ to: this.address, init, body })))
      .endCell();
  }
}
