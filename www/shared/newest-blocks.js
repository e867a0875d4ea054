// Summarizes the newest masterchain blocks from rows of all workchains.

const MASTERCHAIN = -1;

/**
 * @typedef {{ seqno: number, at: number, transactions: number, shards: number, keyBlock: boolean }} NewBlock
 *   `transactions`: the number in the block and in the shard blocks that it commits
 */

/**
 * Returns the blocks, newest first. The oldest block is not returned if some of its rows may be missing.
 * @param {any[]} rows of v3, the newest first @param {boolean} isCut whether further rows exist
 * @returns {NewBlock[]}
 */
export function listNewestBlocks(rows, isCut) {
  /** @type {Map<number, NewBlock>} */
  const blocks = new Map();
  for (const { workchain, seqno, gen_utime: createdAt, tx_count: transactions, key_block: keyBlock } of rows)
    if (workchain === MASTERCHAIN)
      blocks.set(seqno, {
        seqno,
        at: Number(createdAt),
        transactions: transactions ?? 0,
        shards: 0,
        keyBlock: keyBlock === true,
      });
  for (const { workchain, masterchain_block_ref: masterRef, tx_count: transactions } of rows) {
    const block = workchain !== MASTERCHAIN && blocks.get(masterRef?.seqno);
    if (!block) continue;
    block.transactions += transactions ?? 0;
    block.shards += 1;
  }
  const sortedBlocks = [...blocks.values()].sort((a, b) => b.seqno - a.seqno);
  return isCut && sortedBlocks.length > 1 ? sortedBlocks.slice(0, -1) : sortedBlocks;
}

/**
 * Returns seconds per block and transactions per second; undefined unless two blocks have different times. Blocks that took ten times the
 * median are ignored, so that a pause of the chain does not affect the rates.
 * @param {NewBlock[]} blocks
 */
export function computePace(blocks) {
  const pairs = blocks
    .slice(0, -1)
    .map(({ at: createdAt, transactions }, index) => ({ seconds: createdAt - blocks[index + 1].at, transactions }));
  const sortedSeconds = pairs.map(({ seconds }) => seconds).sort((a, b) => a - b);
  const maxSeconds = Math.max(1, sortedSeconds[sortedSeconds.length >> 1] ?? 0) * 10;
  const typicalPairs = pairs.filter(({ seconds }) => seconds <= maxSeconds);
  const seconds = typicalPairs.reduce((sum, pair) => sum + pair.seconds, 0);
  if (seconds <= 0) return undefined;
  const transactions = typicalPairs.reduce((sum, pair) => sum + pair.transactions, 0);
  return { perBlock: seconds / typicalPairs.length, perSecond: transactions / seconds };
}
