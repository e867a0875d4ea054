// Reads the history of an account after a position, oldest first. Each transaction names the previous one by hash and logical time, so
// omitted, repeated and reordered rows are detected and requested again. The caller gets only an unbroken chain.

import { decodeTransaction, parseBoc } from "../../message.js";
import { BEGINNING, isSamePosition, chainForward } from "../live/account-chain.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { requireTransactionOf } from "./follow-v2.js";
import { isFinalEnough } from "./follow-v3.js";
import { isTransient } from "./follow.js";
import { readInteger, readList, readNumber, readResponse, requireAccount, readText } from "./read-response.js";
import { getTime } from "./time.js";

const PAGE_SIZE = 100;
/** Maximum pages kept in memory while v2 reads backwards; older pages are requested again. */
const MAX_PAGES = 50;
/** Maximum attempts to read a response that is incomplete. */
const MAX_ATTEMPTS = 5;

/**
 * @typedef {import("../live/account-chain.js").Position} Position
 * @typedef {{
 *   lt: bigint, hash: string, previous: Position, utime: number, content: any, isFirst: boolean, isLast: boolean,
 * }} Entry `content`: the result of the reader; `isFirst`: the account did not exist before; `isLast`: the transaction deleted the account
 * @typedef {{ position: Position, entries: Entry[] }} Part transactions, and the position that they follow
 * @typedef {object} Search
 * @property {any} client
 * @property {string} account in raw form
 * @property {Position | undefined} position after which
 * @property {number | undefined} since Unix time in seconds, if the position is not known yet
 * @property {string} finality
 * @property {any} callOptions
 * @property {number} pollIntervalMs
 * @property {{ v3: (row: any) => any, v2: (transaction: any) => any }} read converts a transaction to the `content` of its entry
 */

/** Repeats a request whose response is incomplete: another replica, or the same one later, may return all rows. */
async function readWithRetry({ client, pollIntervalMs, callOptions: { signal } }, readRows) {
  for (let attemptsLeft = MAX_ATTEMPTS - 1; ; attemptsLeft -= 1) {
    try {
      return await readRows();
    } catch (error) {
      if (attemptsLeft === 0 || !(isTonEdgeError(error, "invalid_response") || isTransient(error))) throw error;
      await getTime(client).sleep(pollIntervalMs, signal ?? new AbortController().signal);
    }
  }
}

const gapError = (from, { lt }) =>
  fail(
    "invalid_response",
    from.lt === 0n
      ? `the history of the account does not begin with its first transaction: the server lacks those before lt ${lt}; pass a later time as \`since\``
      : `a transaction is missing between lt ${from.lt} and lt ${lt}; use a position of this network`,
  );

/**
 * Returns the transactions of a page that follow a position without a gap, oldest first.
 *
 * @param {Entry[]} entries @param {Position} position
 */
function chainEntries(entries, position) {
  const { entries: chained, gap } = chainForward(entries, position);
  if (chained.length === 0 && gap) throw gapError(position, gap);
  return chained;
}

// ---- v3: forward ----

function readRowEntry(row, { account, read }) {
  requireAccount("account", row.account, account);
  const lt = readInteger(row.prev_trans_lt);
  return {
    lt: readInteger(row.lt),
    hash: readText(row.hash),
    previous: lt === 0n ? BEGINNING : { lt, hash: readText(row.prev_trans_hash) },
    utime: readNumber(row.now),
    isFirst: lt === 0n && row.orig_status === "nonexist",
    isLast: row.end_status === "nonexist",
    content: read.v3(row),
  };
}

/** Returns the last transaction before a time. @param {Search} search */
async function findAnchorV3(search) {
  const { client, account, since, callOptions } = search;
  const params = { account: [account], end_utime: since - 1, sort: "desc", limit: 1 };
  const response = await client.v3.transactions(params, callOptions);
  return readResponse("transactions", () => {
    const [row] = readList(response.transactions);
    if (!row) return BEGINNING;
    const { lt, hash, utime } = readRowEntry(row, { account, read: { v3: () => null } });
    if (utime >= since) throw fail("invalid_response", "the transaction is not older than `since`");
    return { lt, hash };
  });
}

/** @param {Search} search @returns {AsyncGenerator<Part>} one page at most */
async function* readForwardV3(search) {
  const { client, account, finality, callOptions } = search;
  const position =
    search.since === undefined ? search.position : await readWithRetry(search, () => findAnchorV3(search));
  const params = { account: [account], start_lt: String(position.lt), sort: "asc", limit: PAGE_SIZE };
  const entries = await readWithRetry(search, async () => {
    const response = await client.v3.transactions(params, callOptions);
    return readResponse("transactions", () => {
      const rows = readList(response.transactions);
      const firstOpenIndex = rows.findIndex((row) => !isFinalEnough(row, finality));
      return chainEntries(
        (firstOpenIndex < 0 ? rows : rows.slice(0, firstOpenIndex)).map((row) => readRowEntry(row, search)),
        position,
      );
    });
  });
  yield { position, entries };
}

// ---- v2: reads backwards from the newest transaction, then yields forwards ----

function readCellEntry(row, { account, read }) {
  const transaction = decodeTransaction(parseBoc(row.data));
  requireTransactionOf(transaction, account);
  const { lt, hash, prevTransLt, prevTransHash, now } = transaction;
  const previous = prevTransLt === 0n ? BEGINNING : { lt: prevTransLt, hash: prevTransHash };
  // v2 has only the newest chain of an account, not the one before a deletion.
  return { lt, hash, previous, utime: now, isFirst: false, isLast: false, content: read.v2(transaction) };
}

/**
 * Returns a page of transactions backwards from the given one, newest first, without a gap. @param {Search} search @param {Position |
 * undefined} from
 */
async function readPageV2(search, from) {
  const { client, account, position, since, callOptions } = search;
  const params = {
    address: account,
    limit: PAGE_SIZE,
    ...(from && { lt: String(from.lt), hash: from.hash }),
    ...(since === undefined && position.lt > 0n && { to_lt: String(position.lt) }),
  };
  const response = await client.v2.getTransactions(params, callOptions);
  return readResponse("getTransactions", () => {
    const entries = readList(response).map((row) => readCellEntry(row, search));
    let next = from;
    for (const entry of entries) {
      if (next && !isSamePosition(entry, next)) throw gapError(entry, next);
      next = entry.previous;
    }
    if (from && entries.length === 0) throw gapError(position ?? BEGINNING, from);
    // The search passed the position without finding it, so nothing after the position is certain.
    const oldestEntry = entries[entries.length - 1];
    if (since === undefined && oldestEntry && oldestEntry.lt > position.lt && oldestEntry.previous.lt < position.lt)
      throw gapError(position, oldestEntry);
    return entries;
  });
}

/** @param {Search} search @returns {AsyncGenerator<Part>} */
async function* readBackV2(search) {
  let { since, position = BEGINNING } = search;
  const isBefore = ({ lt, utime }) => (since === undefined ? lt <= position.lt : utime < since);
  /** The start positions of the pages that are read again, newest first. */
  const rereadPositions = [];
  /** Newest first. @type {Entry[][]} */
  let pages = [];
  for (let from; ; ) {
    const page = await readWithRetry(search, () => readPageV2({ ...search, since, position }, from));
    const firstEarlierIndex = page.findIndex(isBefore);
    const hasNothingNew = from === undefined && (page.length === 0 || firstEarlierIndex === 0);
    if (since !== undefined && firstEarlierIndex >= 0) position = page[firstEarlierIndex];
    if (hasNothingNew) {
      yield { position, entries: [] };
      return;
    }
    const entries = firstEarlierIndex < 0 ? page : page.slice(0, firstEarlierIndex);
    pages.push(entries);
    const next = entries[entries.length - 1]?.previous ?? position;
    if (firstEarlierIndex < 0 && next.lt > position.lt) {
      from = next;
      if (pages.length > MAX_PAGES) rereadPositions.push(pages.shift()[0]);
      continue;
    }
    const allEntries = pages.flat();
    const chained = chainEntries(allEntries, position);
    if (chained.length < allEntries.length) throw gapError(position, allEntries[allEntries.length - 1]);
    yield { position, entries: chained };
    from = rereadPositions.pop();
    if (from === undefined) return;
    ({ position, since, pages } = { position: chained[chained.length - 1] ?? position, since: undefined, pages: [] });
  }
}

/** The readers of each generation. They yield the history after a position in consecutive parts. */
export const READERS = { v3: readForwardV3, v2: readBackV2 };
