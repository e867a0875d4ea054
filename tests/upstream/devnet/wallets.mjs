// The wallets that the service knows by the hash of their code, with their names in v2 and v3.
import { buildHighload1, buildHighload2, buildHighload3, buildWalletV4R1 } from "./contracts/signed-wallets.mjs";
import * as ton from "./ton-wallets.mjs";

/** @type {Record<string, { create(owner: any): { init: { code: import("@ton/core").Cell } } }>} */
const KINDS = {
  "wallet v1 r1": ton.WalletContractV1R1,
  "wallet v1 r2": ton.WalletContractV1R2,
  "wallet v1 r3": ton.WalletContractV1R3,
  "wallet v2 r1": ton.WalletContractV2R1,
  "wallet v2 r2": ton.WalletContractV2R2,
  "wallet v3 r1": ton.WalletContractV3R1,
  "wallet v3 r2": ton.WalletContractV3R2,
  "wallet v4 r1": { create: buildWalletV4R1 },
  "wallet v4 r2": ton.WalletContractV4,
  "wallet v5 beta": ton.WalletContractV5Beta,
  "wallet v5 r1": ton.WalletContractV5R1,
  "wallet highload v1 r1": { create: (owner) => buildHighload1({ ...owner, revision: 1 }) },
  "wallet highload v1 r2": { create: buildHighload1 },
  "wallet highload v2": { create: buildHighload2 },
  "wallet highload v3 r1": { create: buildHighload3 },
};
const ZERO_KEY = Buffer.alloc(32);
const NAMES_BY_CODE = new Map(
  Object.entries(KINDS).map(([name, kind]) => [
    kind.create({ publicKey: ZERO_KEY, workchain: 0 }).init.code.hash().toString("base64"),
    name,
  ]),
);

/** @param {string | null} codeHash @returns {string | null} */
export const findWallet = (codeHash) => (codeHash === null ? null : (NAMES_BY_CODE.get(codeHash) ?? null));

/** Whether the service treats this kind as the wallet of a person, whose address is then non-bounceable. @param {string | null} name */
export const isPersonal = (name) => name !== null && !name.startsWith("wallet highload");
