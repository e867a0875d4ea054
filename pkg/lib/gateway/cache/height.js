// Compares cached responses by the masterchain block that they show.

/**
 * A final response cannot change, so it is valid for every block. A response whose block is not known is not accepted for any
 * block.
 *
 * @param {import("../../../gateway.js").CacheEntry} entry @param {number | undefined} minSeqno the block that the request
 *   requires
 */
export const isAtHeight = ({ seqno, isFinal }, minSeqno) =>
  minSeqno === undefined || isFinal === true || (seqno !== undefined && seqno >= minSeqno);

/**
 * Whether an entry shows an older block than another entry with the same key.
 *
 * @param {import("../../../gateway.js").CacheEntry} entry @param {import("../../../gateway.js").CacheEntry | undefined} otherEntry
 */
export const isLower = (entry, otherEntry) =>
  entry.seqno !== undefined && otherEntry?.seqno !== undefined && entry.seqno < otherEntry.seqno;
