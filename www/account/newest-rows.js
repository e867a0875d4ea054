// Adds the newest rows of a history above those that have been read.

/**
 * @typedef {import("../activity/describe-action.js").Entry & { covered: string[], isShown: boolean }} HistoryRow
 *   `covered`: the hashes of the transactions of an action; `isShown`: whether the row passes the filter
 */

const isTransaction = (/** @type {HistoryRow} */ { activity }) => activity.type === "transaction";

/**
 * Returns all rows, newest first; undefined if rows are missing between the newest ones and those that have been read. A row that was read
 * stays the same object. The API may have found the action of a transaction meanwhile: then the action replaces it. Rows that are older
 * than all read rows come with the next page.
 *
 * @param {HistoryRow[]} rows that have been read @param {HistoryRow[]} newestRows as the API shows them now
 * @param {boolean} isComplete whether the account has no other rows
 */
export function addNewest(rows, newestRows, isComplete) {
  const rowById = new Map(rows.map((row) => [row.activity.id, row]));
  const newestIds = new Set(newestRows.map(({ activity }) => activity.id));
  const findPlace = (/** @type {HistoryRow} */ { activity, covered: coveredHashes }) =>
    rows.findLastIndex(
      (row) => row.activity.id === activity.id || (isTransaction(row) && coveredHashes.includes(row.activity.id)),
    );
  const lastKnownIndex = newestRows.findLastIndex((row) => findPlace(row) >= 0);
  if (lastKnownIndex < 0 && rows.length > 0 && !isComplete) return undefined;
  const splitIndex = lastKnownIndex < 0 ? rows.length : findPlace(newestRows[lastKnownIndex]);
  const addedRows =
    lastKnownIndex >= 0 && splitIndex === rows.length - 1 ? newestRows.slice(0, lastKnownIndex + 1) : newestRows;
  const coveredHashes = new Set(newestRows.flatMap((row) => row.covered));
  const isMissing = (/** @type {HistoryRow} */ row) =>
    !newestIds.has(row.activity.id) && !(isTransaction(row) && coveredHashes.has(row.activity.id));
  return [
    // A response from a cache may be older than what has been read.
    ...rows.slice(0, splitIndex).filter(isMissing),
    ...addedRows.map((row) => rowById.get(row.activity.id) ?? row),
    ...rows.slice(splitIndex + 1).filter(isMissing),
  ];
}

/**
 * Whether the API may still find an action for one of the rows that are newer than this logical time.
 * @param {HistoryRow[]} rows @param {bigint} lt
 */
export const mayGetActions = (rows, lt) => rows.some((row) => isTransaction(row) && BigInt(row.activity.lt || 0) > lt);
