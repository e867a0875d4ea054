// The validators of the chain. Their keys follow from the seed, like those of the wallets.
import { createHash } from "node:crypto";

import { Dictionary, beginCell } from "@ton/core";
import { keyPairFromSeed, sign } from "../../helpers/fast-core.mjs";

/** The number of validators of the zero state. */
const COUNT = 5;
/** The weight of each validator, of 2^60 in all. */
const WEIGHT = (1n << 60n) / BigInt(COUNT);

/** @param {string} seed of the world @param {number} index */
export const makeValidatorKeys = (seed, index) =>
  keyPairFromSeed(createHash("sha256").update(`ton-edge devnet validator\n${seed}\n${index}`).digest());

/** A validator of the seed has no node, so its ADNL address is a hash of its key. @param {Buffer} publicKey */
export const computeAdnl = (publicKey) => createHash("sha256").update(publicKey).digest();

/**
 * `validators_ext#12` of block.tlb: a set of validators with equal weights.
 * @param {{ seed: string, since: number, until: number }} round in seconds of utime
 */
export function makeValidatorSet({ seed, since, until }) {
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
    const { publicKey } = makeValidatorKeys(seed, index);
    list.set(index, { publicKey, adnl: computeAdnl(publicKey) });
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

const VALIDATOR = { serialize() {}, parse: readValidator };

/** @param {import("@ton/core").Slice} slice */
function readValidator(slice) {
  const tag = slice.loadUint(8);
  if (slice.loadUint(32) !== 0x8e81278a) throw new Error("a validator without an Ed25519 key");
  const publicKey = slice.loadBuffer(32);
  const weight = slice.loadUintBig(64);
  return { publicKey, weight, adnl: tag === 0x73 ? slice.loadBuffer(32) : Buffer.alloc(32) };
}

/** A validator set of the configuration, its validators in order; undefined if its form is unknown. @param {import("@ton/core").Cell} cell */
export function readValidatorSet(cell) {
  const slice = cell.beginParse();
  if (slice.remainingBits < 8 || slice.loadUint(8) !== 0x12) return undefined;
  return {
    since: slice.loadUint(32),
    until: slice.loadUint(32),
    total: slice.loadUint(16),
    main: slice.loadUint(16),
    totalWeight: slice.loadUintBig(64),
    list: slice.loadDict(Dictionary.Keys.Uint(16), VALIDATOR).values(),
  };
}

/** Most keys that are derived: a seed yields any number of keys, but the chain never has more validators. */
const MOST_KEYS = 32;
/** @type {Map<string, Map<string, Buffer>>} secret keys by public key, by seed */
const keyRings = new Map();

function makeKeyRing(/** @type {string} */ seed) {
  let ring = keyRings.get(seed);
  if (!ring) {
    const pairs = Array.from({ length: MOST_KEYS }, (_, i) => makeValidatorKeys(seed, i));
    ring = new Map(pairs.map(({ publicKey, secretKey }) => [publicKey.toString("hex"), secretKey]));
    keyRings.set(seed, ring);
  }
  return ring;
}

/** The first bytes of `ton.blockId` and `pub.ed25519`, by the TL scheme of a node. */
const BLOCK_ID = Buffer.from("706e0bc5", "hex"),
  PUBLIC_KEY = Buffer.from("c6b41348", "hex");

/**
 * The signatures of a set under a block. A validator whose key does not follow from the seed does not sign, because the key is unknown.
 * @param {string} seed @param {{ root_hash: string, file_hash: string }} block row of `blocks` @param {import("@ton/core").Cell} set
 * @returns {{ node_id_short: string, signature: string }[]} base64
 */
export function listSignatures(seed, { root_hash, file_hash }, set) {
  const message = Buffer.concat([BLOCK_ID, Buffer.from(root_hash, "base64"), Buffer.from(file_hash, "base64")]);
  const ring = makeKeyRing(seed);
  return (readValidatorSet(set)?.list ?? []).flatMap(({ publicKey }) => {
    const secretKey = ring.get(publicKey.toString("hex"));
    if (!secretKey) return [];
    const node = createHash("sha256").update(PUBLIC_KEY).update(publicKey).digest("base64");
    return [{ node_id_short: node, signature: sign(message, secretKey).toString("base64") }];
  });
}
