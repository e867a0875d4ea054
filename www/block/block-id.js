// Reads the text of a block: its seqno in the masterchain, or workchain, shard and seqno; and finds the blocks before and after.

export const MASTERCHAIN = -1;
const WHOLE_SHARD = "8000000000000000";
/** Shards of a workchain are prefixes: the lowest bit that is set ends them. */
const SHARD_BITS = 64;

/** @typedef {{ workchain: number, shard: string, seqno: number }} BlockId `shard` in hexadecimal digits, as v3 has it */

/** Takes `662`, `-1:8000000000000000:662`, `(0,8000000000000000,662)`. @param {string} text @returns {BlockId | undefined} */
export function readBlockId(text) {
  const trimmed = text
    .trim()
    .replace(/^\((.*)\)$/, "$1")
    .replaceAll(" ", "");
  if (/^\d{1,10}$/.test(trimmed))
    return requireInRange({ workchain: MASTERCHAIN, shard: WHOLE_SHARD, seqno: Number(trimmed) });
  const [, workchain, shard, seqno] = /^(-?\d{1,10})[:,](?:0x)?([0-9a-f]{1,16})[:,](\d{1,10})$/i.exec(trimmed) ?? [];
  if (seqno === undefined) return undefined;
  return requireInRange({ workchain: Number(workchain), shard: shard.toUpperCase(), seqno: Number(seqno) });
}

/** The API takes signed numbers of 32 bits. */
const MAX_INT32 = 0x7fffffff;
const requireInRange = (id) => (id.seqno <= MAX_INT32 && Math.abs(id.workchain) <= MAX_INT32 ? id : undefined);

/** The id of each shard that a shard splits into. @param {string} shard */
function splitShard(shard) {
  const id = BigInt(`0x${shard}`);
  const halfBit = (id & -id) >> 1n;
  if (halfBit === 0n) return [];
  return [id - halfBit, id + halfBit].map((shardId) => BigInt.asUintN(SHARD_BITS, shardId).toString(16).toUpperCase());
}

/** @param {any} block of v3 @returns {BlockId[]} */
export const listPrevious = ({ prev_blocks: blocks }) =>
  (blocks ?? []).map(({ workchain, shard, seqno }) => ({ workchain, shard, seqno }));

/** After a split there are two. A merge is not known ahead. @param {any} block of v3 @returns {BlockId[]} */
export const listNext = ({ workchain, shard, seqno, before_split: willSplit }) =>
  (willSplit === true ? splitShard(shard) : [shard]).map((nextShard) => ({
    workchain,
    shard: nextShard,
    seqno: seqno + 1,
  }));

/** @param {BlockId} id */
export const nameBlock = ({ workchain, shard, seqno }) =>
  workchain === MASTERCHAIN ? `Masterchain block ${seqno}` : `Block ${workchain}:${shard}:${seqno}`;
