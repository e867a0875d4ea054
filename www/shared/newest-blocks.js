// Masterchain blocks with what they contain, from the rows of all workchains.

const MASTERCHAIN = -1;

/**
 * @typedef {{ seqno: number, at: number, transactions: number, shards: number, keyBlock: boolean }} NewBlock
 *   `transactions` are those of the block and of the shard blocks that it commits
 */

/**
 * The newest first. The oldest is left out if the rows may end within it.
 * @param {any[]} rows of v3, the newest first @param {boolean} cut whether there are more rows
 * @returns {NewBlock[]}
 */
export function listNewestBlocks(rows, cut) {
  /** @type {Map<number, NewBlock>} */
  const blocks = new Map();
  for (const { workchain, seqno, gen_utime: at, tx_count: transactions, key_block: keyBlock } of rows)
    if (workchain === MASTERCHAIN)
      blocks.set(seqno, {
        seqno,
        at: Number(at),
        transactions: transactions ?? 0,
        shards: 0,
        keyBlock: keyBlock === true,
      });
  for (const { workchain, masterchain_block_ref: master, tx_count: transactions } of rows) {
    const block = workchain !== MASTERCHAIN && blocks.get(master?.seqno);
    if (!block) continue;
    block.transactions += transactions ?? 0;
    block.shards += 1;
  }
  const found = [...blocks.values()].sort((a, b) => b.seqno - a.seqno);
  return cut && found.length > 1 ? found.slice(0, -1) : found;
}

/**
 * Seconds per block and transactions per second; undefined without two blocks of different times. A chain that stood still between two
 * blocks says nothing of its pace: blocks that took ten times the median do not count.
 * @param {NewBlock[]} blocks
 */
export function paceOf(blocks) {
  const pairs = blocks
    .slice(0, -1)
    .map(({ at, transactions }, place) => ({ seconds: at - blocks[place + 1].at, transactions }));
  const sorted = pairs.map(({ seconds }) => seconds).sort((a, b) => a - b);
  const most = Math.max(1, sorted[sorted.length >> 1] ?? 0) * 10;
  const usual = pairs.filter(({ seconds }) => seconds <= most);
  const seconds = usual.reduce((sum, pair) => sum + pair.seconds, 0);
  if (seconds <= 0) return undefined;
  const transactions = usual.reduce((sum, pair) => sum + pair.transactions, 0);
  return { perBlock: seconds / usual.length, perSecond: transactions / seconds };
}
