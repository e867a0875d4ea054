// The history of an account from a position on, oldest first. Each transaction names the one before it by hash and logical time: what a response
// leaves out, repeats or brings in another order is seen, and read again. Only a chain without a hole goes on to the caller.

import { decodeTransaction, parseBoc } from "../../message.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { sleep } from "../util/timers.js";
import { ofAccount } from "./follow-v2.js";
import { reached } from "./follow-v3.js";
import { isTransient } from "./follow.js";
import { integerIn, listIn, numberIn, readResponse, requireAccount, textIn } from "./read-response.js";

const PAGE = 100;
/** Pages whose transactions are held while v2 goes back; those of more are read again. */
const MOST_PAGES = 50;
/** Most attempts to read a response that is incomplete. */
const ATTEMPTS = 5;
/** The place before the first transaction. */
export const BEGINNING = { lt: 0n, hash: "" };

/**
 * @typedef {{ lt: bigint, hash: string }} Position
 * @typedef {{
 *   lt: bigint, hash: string, previous: Position, utime: number, content: any, isFirst: boolean, isLast: boolean,
 * }} Entry `content`: as the reader makes it; `isFirst`: there was no account before it; `isLast`: it deleted the account
 * @typedef {{ position: Position, entries: Entry[] }} Part transactions, and the position that they follow
 * @typedef {object} Search
 * @property {any} client
 * @property {string} account in raw form
 * @property {Position | undefined} position after which
 * @property {number | undefined} since Unix time in seconds, where the position is not known yet
 * @property {string} finality
 * @property {any} callOptions
 * @property {number} pollIntervalMs
 * @property {{ v3: (row: any) => any, v2: (transaction: any) => any }} read what is of interest in a transaction
 */

const isAt = (one, other) => one.lt === other.lt && one.hash === other.hash;

/** Repeats a request whose response is incomplete: another replica, or the same one later, may have all of it. */
async function persist({ pollIntervalMs, callOptions: { signal } }, read) {
  for (let left = ATTEMPTS - 1; ; left -= 1) {
    try {
      return await read();
    } catch (error) {
      if (left === 0 || !(isTonEdgeError(error, "invalid_response") || isTransient(error))) throw error;
      await sleep(pollIntervalMs, signal ?? new AbortController().signal);
    }
  }
}

const missing = (from, { lt }) =>
  fail(
    "invalid_response",
    from.lt === 0n
      ? `the history of the account does not begin with its first transaction: those before lt ${lt} are missing; with \`since\` it can begin later`
      : `a transaction is missing between lt ${from.lt} and lt ${lt}; if the position itself is not of this network, it can never be found`,
  );

/** The transactions of a page that follow a position without a hole, oldest first. @param {Entry[]} entries @param {Position} position */
function chain(entries, position) {
  const chained = [];
  /** @type {Position & { isLast?: boolean }} */
  let last = position;
  for (const entry of [...entries].sort((a, b) => (a.lt < b.lt ? -1 : a.lt > b.lt ? 1 : 0))) {
    if (isAt(entry, last)) last = entry;
    if (entry.lt < last.lt || isAt(entry, last)) continue;
    // Two transactions of one account never have the same lt.
    if (entry.lt > last.lt && (isAt(entry.previous, last) || (last.isLast && entry.isFirst)))
      chained.push((last = entry));
    else if (chained.length > 0) break;
    else throw missing(last, entry);
  }
  return chained;
}

// ---- v3: forward ----

function entryOfRow(row, { account, read }) {
  requireAccount("account", row.account, account);
  const lt = integerIn(row.prev_trans_lt);
  return {
    lt: integerIn(row.lt),
    hash: textIn(row.hash),
    previous: lt === 0n ? BEGINNING : { lt, hash: textIn(row.prev_trans_hash) },
    utime: numberIn(row.now),
    isFirst: lt === 0n && row.orig_status === "nonexist",
    isLast: row.end_status === "nonexist",
    content: read.v3(row),
  };
}

/** The last transaction before a time. @param {Search} search */
async function anchorV3(search) {
  const { client, account, since, callOptions } = search;
  const params = { account: [account], end_utime: since - 1, sort: "desc", limit: 1 };
  const response = await client.v3.transactions(params, callOptions);
  return readResponse("transactions", () => {
    const [row] = listIn(response.transactions);
    if (!row) return BEGINNING;
    const { lt, hash, utime } = entryOfRow(row, { account, read: { v3: () => null } });
    if (utime >= since) throw fail("invalid_response", "it is about another time");
    return { lt, hash };
  });
}

/** @param {Search} search @returns {AsyncGenerator<Part>} one page at most */
async function* forwardV3(search) {
  const { client, account, finality, callOptions } = search;
  const position = search.since === undefined ? search.position : await persist(search, () => anchorV3(search));
  const params = { account: [account], start_lt: String(position.lt), sort: "asc", limit: PAGE };
  const entries = await persist(search, async () => {
    const response = await client.v3.transactions(params, callOptions);
    return readResponse("transactions", () => {
      const rows = listIn(response.transactions);
      const open = rows.findIndex((row) => !reached(row, finality));
      return chain(
        (open < 0 ? rows : rows.slice(0, open)).map((row) => entryOfRow(row, search)),
        position,
      );
    });
  });
  yield { position, entries };
}

// ---- v2: back from the newest, and forward through what was read ----

function entryOfCells(row, { account, read }) {
  const transaction = decodeTransaction(parseBoc(row.data));
  ofAccount(transaction, account);
  const { lt, hash, prevTransLt, prevTransHash, now } = transaction;
  const previous = prevTransLt === 0n ? BEGINNING : { lt: prevTransLt, hash: prevTransHash };
  // v2 goes back along one chain, and does not have the one before it.
  return { lt, hash, previous, utime: now, isFirst: false, isLast: false, content: read.v2(transaction) };
}

/** Transactions from one on, newest first, without a hole. @param {Search} search @param {Position | undefined} from */
async function pageV2(search, from) {
  const { client, account, position, since, callOptions } = search;
  const params = {
    address: account,
    limit: PAGE,
    ...(from && { lt: String(from.lt), hash: from.hash }),
    ...(since === undefined && position.lt > 0n && { to_lt: String(position.lt) }),
  };
  const response = await client.v2.getTransactions(params, callOptions);
  return readResponse("getTransactions", () => {
    const entries = listIn(response).map((row) => entryOfCells(row, search));
    let next = from;
    for (const entry of entries) {
      if (next && !isAt(entry, next)) throw missing(entry, next);
      next = entry.previous;
    }
    if (from && entries.length === 0) throw missing(position ?? BEGINNING, from);
    // The place is passed, and was not on the way: nothing that follows it is certain.
    const oldest = entries.at(-1);
    if (since === undefined && oldest && oldest.lt > position.lt && oldest.previous.lt < position.lt)
      throw missing(position, oldest);
    return entries;
  });
}

/** @param {Search} search @returns {AsyncGenerator<Part>} */
async function* backV2(search) {
  let { since, position = BEGINNING } = search;
  const isBefore = ({ lt, utime }) => (since === undefined ? lt <= position.lt : utime < since);
  /** Where pages begin that are read again, the newest first. */
  const marks = [];
  /** Newest first. @type {Entry[][]} */
  let pages = [];
  for (let from; ; ) {
    const page = await persist(search, () => pageV2({ ...search, since, position }, from));
    const first = page.findIndex(isBefore);
    const isNew = from === undefined && (page.length === 0 || first === 0);
    if (since !== undefined && first >= 0) position = page[first];
    if (isNew) {
      yield { position, entries: [] };
      return;
    }
    const entries = first < 0 ? page : page.slice(0, first);
    pages.push(entries);
    const next = entries.at(-1)?.previous ?? position;
    if (first < 0 && next.lt > position.lt) {
      from = next;
      if (pages.length > MOST_PAGES) marks.push(pages.shift()[0]);
      continue;
    }
    const all = pages.flat();
    const chained = chain(all, position);
    if (chained.length < all.length) throw missing(position, all[all.length - 1]);
    yield { position, entries: chained };
    from = marks.pop();
    if (from === undefined) return;
    ({ position, since, pages } = { position: chained.at(-1) ?? position, since: undefined, pages: [] });
  }
}

/** The readers of each generation. They yield the history after a position in consecutive parts. */
export const READERS = { v3: forwardV3, v2: backV2 };
