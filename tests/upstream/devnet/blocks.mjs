// Makes blocks. The executor makes none, so the devnet puts the executed transactions into blocks of its own: a
// masterchain block commits one or more blocks of the one basechain shard.
//
// Hashes are SHA-256 over the text below, in base64; they name a block and prove nothing:
//   root_hash  "ton-edge devnet block", workchain, shard, seqno, gen_utime, start_lt, end_lt, rand_seed, root hash of the
//              previous block, root hash of the masterchain block that was newest when it was made; then, in order, the hash of each
//              of its transactions; in the masterchain last the root hash of each basechain block it commits.
//              One item per line, joined by line feeds.
//   file_hash  "ton-edge devnet file" and root_hash, joined likewise.
//   rand_seed  "ton-edge devnet seed", the world's seed, workchain, seqno, joined likewise.
import { createHash } from "node:crypto";

export const SHARD = "8000000000000000";
const ZERO_HASH = Buffer.alloc(32).toString("base64");
const LT_STEP = 1_000_000;

/** @param {(string | number)[]} lines */
export const hashSha256 = (...lines) => createHash("sha256").update(lines.join("\n")).digest("base64");

/** @param {string} seed @param {number} workchain @param {number} seqno */
export const computeRandSeed = (seed, workchain, seqno) => hashSha256("ton-edge devnet seed", seed, workchain, seqno);

/** The first lt that the next block may use: the multiple of a million above all ends. @param {number[]} ends */
export const computeNextStart = (...ends) => (Math.floor(Math.max(...ends) / LT_STEP) + 1) * LT_STEP;

/**
 * Root hash of a block; the tests recompute it with this function.
 * @param {any} row of `blocks` @param {string} masterRoot root hash of the masterchain block of its master_ref_seqno
 * @param {string[]} transactions hashes in order @param {string[]} shards root hashes of the basechain blocks it commits
 */
export function computeRootHash(row, masterRoot, transactions, shards) {
  return hashSha256(
    "ton-edge devnet block",
    row.workchain,
    row.shard,
    row.seqno,
    row.gen_utime,
    row.start_lt,
    row.end_lt,
    row.rand_seed,
    row.prev_root_hash,
    masterRoot,
    ...transactions,
    ...shards,
  );
}

/** @param {string} root */
export const computeFileHash = (root) => hashSha256("ton-edge devnet file", root);

/** The newest key block at or before a masterchain block. @param {any} master row of `blocks` */
const findKeyBlock = (master) => (master.key_block ? master.seqno : master.prev_key_block_seqno);

/** The row of a block. `previous` is null for the zero state. `isKey`: it changed the configuration. */
export function getBlockRow({
  seed,
  workchain,
  previous,
  master,
  now,
  startLt,
  endLt,
  mcSeqno,
  transactions,
  shards,
  isKey = !previous && workchain === -1,
}) {
  const seqno = previous ? previous.seqno + 1 : 0;
  const row = {
    workchain,
    shard: SHARD,
    seqno,
    root_hash: "",
    file_hash: "",
    gen_utime: now,
    start_lt: startLt,
    end_lt: endLt,
    mc_seqno: mcSeqno,
    master_ref_seqno: master?.seqno ?? 0,
    prev_seqno: previous?.seqno ?? 0,
    prev_root_hash: previous?.root_hash ?? ZERO_HASH,
    prev_file_hash: previous?.file_hash ?? ZERO_HASH,
    prev_key_block_seqno: master ? findKeyBlock(master) : 0,
    key_block: Number(isKey),
    rand_seed: computeRandSeed(seed, workchain, seqno),
    created_by: hashSha256("ton-edge devnet validator", workchain, seqno % 7),
    tx_count: transactions.length,
  };
  row.root_hash = computeRootHash(row, master?.root_hash ?? ZERO_HASH, transactions, shards);
  row.file_hash = computeFileHash(row.root_hash);
  return row;
}
