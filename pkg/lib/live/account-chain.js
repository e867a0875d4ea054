// The transactions of an account as a chain: each names the previous one by hash and logical time.

/** The position before the first transaction. */
export const BEGINNING = { lt: 0n, hash: "" };

/**
 * @typedef {{ lt: bigint, hash: string | undefined }} Position of a transaction of an account; the hash is undefined if only the logical time is known
 * @typedef {Position & { previous: Position, isFirst: boolean, isLast: boolean }} Link `isFirst`: the account did not exist before; `isLast`: the
 *   transaction deleted the account
 */

/**
 * Two transactions of an account never have the same logical time, so the logical time alone identifies a position without a hash.
 *
 * @param {Position} position @param {Position} otherPosition
 */
export const isSamePosition = (position, otherPosition) =>
  position.lt === otherPosition.lt &&
  (position.hash === otherPosition.hash || position.hash === undefined || otherPosition.hash === undefined);

/**
 * Returns the transactions that follow the position without a gap, oldest first, and the others, beginning with the first one that does not continue
 * them (`gap`).
 *
 * @template {Link} T @param {T[]} entries @param {Position} position
 */
export function chainForward(entries, position) {
  /** @type {T[]} */
  const linkedEntries = [];
  /** @type {Position & { isLast?: boolean }} */
  let last = position;
  const sortedEntries = [...entries].sort((a, b) => (a.lt < b.lt ? -1 : a.lt > b.lt ? 1 : 0));
  for (const [index, entry] of sortedEntries.entries()) {
    if (isSamePosition(entry, last)) last = entry;
    if (entry.lt < last.lt || isSamePosition(entry, last)) continue;
    // Two transactions of one account never have the same lt. An account that was deleted and deployed again begins a new chain.
    const isNext = entry.lt > last.lt && (isSamePosition(entry.previous, last) || (last.isLast && entry.isFirst));
    if (!isNext) return { entries: linkedEntries, gap: entry, rest: sortedEntries.slice(index) };
    linkedEntries.push(entry);
    last = entry;
  }
  return { entries: linkedEntries, gap: undefined, rest: [] };
}
