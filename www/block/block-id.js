// Parses the id of a block: its seqno in the masterchain, or workchain, shard and seqno. Also lists the previous and next
// blocks.

import { t } from "../shared/messages.js";

export const MASTERCHAIN = -1;
const WHOLE_SHARD = "8000000000000000";
/** A shard id is a prefix of account hashes, followed by a 1 bit and zeros, 64 bits in total. */
const SHARD_BITS = 64;

/** @typedef {{ workchain: number, shard: string, seqno: number }} BlockId `shard` in hexadecimal digits, as in v3 */

/** Reads `662`, `-1:8000000000000000:662`, `(0,8000000000000000,662)`. @param {string} text @returns {BlockId | undefined} */
export function readBlockId(text) {
  const trimmedText = text
    .trim()
    .replace(/^\((.*)\)$/, "$1")
    .replaceAll(" ", "");
  if (/^\d{1,10}$/.test(trimmedText))
    return requireInRange({ workchain: MASTERCHAIN, shard: WHOLE_SHARD, seqno: Number(trimmedText) });
  const [, workchain, shard, seqno] =
    /^(-?\d{1,10})[:,](?:0x)?([0-9a-f]{1,16})[:,](\d{1,10})$/i.exec(trimmedText) ?? [];
  if (seqno === undefined) return undefined;
  return requireInRange({ workchain: Number(workchain), shard: shard.toUpperCase(), seqno: Number(seqno) });
}

/** The maximum that the API accepts: signed 32-bit numbers. */
const MAX_INT32 = 0x7fffffff;
const requireInRange = (id) => (id.seqno <= MAX_INT32 && Math.abs(id.workchain) <= MAX_INT32 ? id : undefined);

/** Returns the ids of the two shards into which a shard splits. @param {string} shard */
function splitShard(shard) {
  const id = BigInt(`0x${shard}`);
  const halfOfLowestBit = (id & -id) >> 1n;
  if (halfOfLowestBit === 0n) return [];
  return [id - halfOfLowestBit, id + halfOfLowestBit].map((shardId) =>
    BigInt.asUintN(SHARD_BITS, shardId).toString(16).toUpperCase(),
  );
}

/** @param {any} block of v3 @returns {BlockId[]} */
export const listPreviousBlocks = ({ prev_blocks: blocks }) =>
  (blocks ?? []).map(({ workchain, shard, seqno }) => ({ workchain, shard, seqno }));

/**
 * Returns the next blocks: two after a split. A merge cannot be known in advance. @param {any} block of v3 @returns {BlockId[]}
 */
export const listNextBlocks = ({ workchain, shard, seqno, before_split: willSplit }) =>
  (willSplit === true ? splitShard(shard) : [shard]).map((nextShard) => ({
    workchain,
    shard: nextShard,
    seqno: seqno + 1,
  }));

/** @param {BlockId} id */
export const nameBlock = ({ workchain, shard, seqno }) =>
  workchain === MASTERCHAIN
    ? t("Masterchain block {seqno}", { seqno })
    : t("Block {id}", { id: `${workchain}:${shard}:${seqno}` });
