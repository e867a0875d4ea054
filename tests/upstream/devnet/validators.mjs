// The validators of the chain: their keys follow from the seed, as those of wallets do.
import { createHash } from "node:crypto";

import { Dictionary, beginCell } from "@ton/core";
import { keyPairFromSeed } from "@ton/crypto";

/** The number of validators of a round. */
const COUNT = 5;
/** The part of the weight 2^60 that each has. */
const WEIGHT = (1n << 60n) / BigInt(COUNT);

/** @param {string} seed of the world @param {number} index */
export const validatorKeys = (seed, index) =>
  keyPairFromSeed(createHash("sha256").update(`ton-edge devnet validator\n${seed}\n${index}`).digest());

/**
 * `validators_ext#12` of block.tlb: a set of validators with equal weights.
 * @param {{ seed: string, since: number, until: number }} round in seconds of utime
 */
export function validatorSet({ seed, since, until }) {
  /** @type {import("@ton/core").Dictionary<number, { publicKey: Buffer, adnl: Buffer }>} */
  const list = Dictionary.empty(Dictionary.Keys.Uint(16), {
    serialize: ({ publicKey, adnl }, builder) =>
      // validator_addr#73 public_key:(ed25519_pubkey#8e81278a pubkey:bits256) weight:uint64 adnl_addr:bits256
      builder
        .storeUint(0x73, 8)
        .storeUint(0x8e81278a, 32)
        .storeBuffer(publicKey)
        .storeUint(WEIGHT, 64)
        .storeBuffer(adnl),
    parse: () => {
      throw new Error("sets are only written here");
    },
  });
  for (let index = 0; index < COUNT; index += 1) {
    const { publicKey } = validatorKeys(seed, index);
    list.set(index, { publicKey, adnl: createHash("sha256").update(publicKey).digest() });
  }
  return beginCell()
    .storeUint(0x12, 8)
    .storeUint(since, 32)
    .storeUint(until, 32)
    .storeUint(COUNT, 16)
    .storeUint(COUNT, 16)
    .storeUint(WEIGHT * BigInt(COUNT), 64)
    .storeDict(list)
    .endCell();
}
