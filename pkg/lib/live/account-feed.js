// Finds the changes of a set of accounts since the last poll: one request for the states of all, and one for the transactions of those that
// changed. Each transaction names the previous one by hash and logical time, so a transaction that a response leaves out is noticed: it is
// requested again, and reported as a gap if the server does not return it. It sends no requests itself: the client and the gateway pass
// functions that do.

import { fail } from "../util/error.js";
import { BEGINNING, isSamePosition, chainForward } from "./account-chain.js";

/** The page size for one account without a gap, and the minimum page size for several accounts. */
const PAGE_SIZE = 100;
/** Maximum number of accounts in one request for transactions, so that its URL is short enough for every server. */
const MAX_ACCOUNTS = 50;
/** Maximum number of rows that one request of v3 returns. */
const MAX_PAGE_SIZE = 1000;
/** Consecutive responses with the same gap, after which the gap is reported. Another replica, or the same one later, may have the rows. */
const MAX_ATTEMPTS = 5;

/**
 * @typedef {import("./account-chain.js").Position} Position
 * @typedef {Position & { row: any }} Entry a transaction, and its row of v3
 * @typedef {Entry & { account: string, previous: Position, isFirst: boolean, isLast: boolean }} OwnEntry `isFirst`: the account did not exist before;
 *   `isLast`: the transaction deleted the account
 * @typedef {object} Change of an account
 * @property {string} account in raw form
 * @property {Entry[]} entries the new transactions, oldest first
 * @property {{ after: Position, before: Position }} [gap] the server does not return the transactions between these two; it precedes the entries
 * @property {any} [state] the row of the account's state after the entries; absent while there are more transactions to read
 * @property {Position} position of the last entry, or where to go on after the gap if there are no entries
 * @typedef {object} Reads the requests of a feed
 * @property {(accounts: string[]) => Promise<any[]>} readStates rows of `accountStates`, without cells
 * @property {(params: { account: string[], sort: "asc" | "desc", start_lt: string, limit: number }) => Promise<any[]>} readTransactions
 * @property {(row: any) => boolean} isFinal whether a transaction will not change any more; those that may are left for a later poll
 */

export class AccountFeed {
  #reads;
  /** The last transaction that was reported, or seen when the account was added, by account. @type {Map<string, Position | undefined>} */
  #positions = new Map();
  /** Whether the last poll did not finish an account: no response showed its latest state, or not all its transactions were read. */
  isBehind = true;
  /** The accounts that the last poll did not finish. @type {Set<string>} */
  #accountsBehind = new Set();
  /** Accounts whose state at their position is still to be reported. @type {Set<string>} */
  #owedStates = new Set();
  /** Failed attempts to read the transactions after the position, by account. @type {Map<string, number>} */
  #failures = new Map();

  /** @param {Reads} reads */
  constructor(reads) {
    this.#reads = reads;
  }

  get size() {
    return this.#positions.size;
  }

  /** @param {string} account in raw form */
  has(account) {
    return this.#positions.has(account);
  }

  /**
   * Adds an account. Without a position, the first poll finds its last transaction, and later polls report those that follow.
   *
   * @param {string} account in raw form @param {Position} [position] @param {boolean} [owesState] whether the state at the position is to be
   *   reported, too
   */
  add(account, position = undefined, owesState = false) {
    this.#positions.set(account, position);
    if (owesState) this.#owedStates.add(account);
  }

  /** @param {string} account */
  remove(account) {
    this.#positions.delete(account);
    this.#failures.delete(account);
    this.#accountsBehind.delete(account);
    this.#owedStates.delete(account);
  }

  /** Whether the last poll did not finish this account; false before the first poll. @param {string} account */
  isAccountBehind(account) {
    return this.#accountsBehind.has(account);
  }

  /** Returns the position of an account; undefined until a poll has found it. @param {string} account */
  getPosition(account) {
    return this.#positions.get(account);
  }

  /**
   * Reads what has changed since the last poll. `readsTransactions` says whether the transactions of an account are needed; of other accounts only
   * the state is reported. `reportsState` says whether its state is needed: if not, transactions that are newer than the response with the states are
   * reported at once. If some requests fail, the changes that the others showed are returned; it throws if nothing was read.
   *
   * @param {(account: string) => boolean} [readsTransactions] @param {string[]} [accounts] those to poll; default: all
   * @param {(account: string) => boolean} [reportsState] @returns {Promise<Change[]>} of the accounts that changed
   */
  async poll(readsTransactions = () => true, accounts = [...this.#positions.keys()], reportsState = () => true) {
    this.isBehind = true;
    const states = await this.#readStates(accounts);
    const changedAccounts = this.#findChanged(states.values());
    await this.#confirmAbsent(accounts.filter((account) => this.#isNew(account)));
    const followedAccounts = changedAccounts.filter(
      ({ account, last, position }) => last.lt > position.lt && readsTransactions(account),
    );
    const jointEntries = [];
    for (const accountBatch of splitList(followedAccounts))
      jointEntries.push(...(await this.#readEntries(describeJointPage(accountBatch))));
    const changes = [];
    const errors = [];
    /** Accounts whose newest transactions were shown by a response after the one with the states. @type {Set<string>} */
    const aheadAccounts = new Set();
    for (const changedAccount of changedAccounts) {
      try {
        const change = followedAccounts.includes(changedAccount)
          ? await this.#readChange(changedAccount, jointEntries, !reportsState(changedAccount.account))
          : {
              account: changedAccount.account,
              entries: [],
              state: changedAccount.state,
              position: changedAccount.last,
            };
        // The account may have been removed meanwhile.
        if (!change || !this.#positions.has(changedAccount.account)) continue;
        this.#positions.set(changedAccount.account, change.position);
        // A response with transactions can be newer than the one with the states.
        const isAhead = !reportsState(changedAccount.account) && change.position.lt > changedAccount.last.lt;
        if (change.state || isAhead) this.#owedStates.delete(changedAccount.account);
        else this.#owedStates.add(changedAccount.account);
        if (isAhead) aheadAccounts.add(changedAccount.account);
        changes.push(change);
      } catch (error) {
        // The changes that have been read are not lost; the next poll reads this account again.
        errors.push(error);
      }
    }
    if (changes.length === 0 && errors.length > 0) throw errors[0];
    for (const account of accounts) {
      if (aheadAccounts.has(account) || this.#isUpToDate(account, states.get(account)?.last ?? BEGINNING))
        this.#accountsBehind.delete(account);
      else this.#accountsBehind.add(account);
    }
    this.isBehind = accounts.some((account) => this.#accountsBehind.has(account));
    return changes;
  }

  /** Reads the states of accounts, each once. @param {string[]} accounts */
  async #readStates(accounts) {
    if (accounts.length === 0) return new Map();
    const states = readRows("accountStates", await this.#reads.readStates(accounts), accounts, (state) => ({
      account: readAccount(state.address),
      last: readLastPosition(state),
      state,
    }));
    return new Map(states.map((state) => [state.account, state]));
  }

  /**
   * Whether all transactions of an account were read, according to the last transaction in the response. A response that omits the
   * account, or shows an earlier transaction, proves nothing.
   *
   * @param {string} account @param {Position} last
   */
  #isUpToDate(account, last) {
    const position = this.#positions.get(account);
    return position !== undefined && position.lt === last.lt && !this.#owedStates.has(account);
  }

  /** Reads transactions. @param {Parameters<Reads["readTransactions"]>[0]} params */
  async #readEntries(params) {
    return readRows("transactions", await this.#reads.readTransactions(params), params.account, readEntry);
  }

  /**
   * Returns the accounts with a newer transaction than the last one that was reported. A state that is older than that comes from a
   * replica that lags behind.
   *
   * @param {Iterable<{ account: string, last: Position, state: any }>} states
   */
  #findChanged(states) {
    const changedAccounts = [];
    for (const { account, last, state } of states) {
      if (!this.#positions.has(account)) continue;
      const position = this.#positions.get(account);
      if (position === undefined) this.#positions.set(account, last);
      else if (last.lt > position.lt || (last.lt === position.lt && this.#owedStates.has(account)))
        changedAccounts.push({ account, state, last, position });
    }
    return changedAccounts;
  }

  #isNew = (account) => this.#positions.has(account) && this.#positions.get(account) === undefined;

  /**
   * Sets the position of accounts that the states omitted. The service omits accounts without a transaction. If an index omitted another
   * account, treating it as empty would report its whole history as new; so its transactions must be missing, too.
   *
   * @param {string[]} accounts
   */
  async #confirmAbsent(accounts) {
    for (const part of splitList(accounts)) {
      const limit = computePageSize(part.length);
      const entries = await this.#readEntries({ account: part, sort: "desc", start_lt: "0", limit });
      for (const account of part.filter(this.#isNew)) {
        const [newestEntry] = entries
          .filter((entry) => entry.account === account)
          .sort((a, b) => (a.lt > b.lt ? -1 : 1));
        if (newestEntry) this.#positions.set(account, toPosition(newestEntry));
        // A full page may have left out the rows of this account: the next poll looks again.
        else if (entries.length < limit) this.#positions.set(account, BEGINNING);
      }
    }
  }

  /**
   * Returns the transactions after the position of an account, up to its last one or as many as a page has; undefined if a response leaves some out.
   *
   * @param {{ account: string, state: any, last: Position, position: Position }} seen @param {OwnEntry[]} jointEntries
   * @param {boolean} goesAhead whether the transactions after the last one that follow it are returned, too @returns {Promise<Change | undefined>}
   */
  async #readChange({ account, state, last, position }, jointEntries, goesAhead) {
    const params = {
      account: [account],
      sort: /** @type {const} */ ("asc"),
      start_lt: String(position.lt),
      limit: PAGE_SIZE,
    };
    const ownEntries = jointEntries.filter((entry) => entry.account === account);
    const linkedEntries =
      chainBackward(ownEntries, last, position) ?? chainForward(await this.#readEntries(params), position);
    let { entries } = linkedEntries;
    if (goesAhead && linkedEntries.gap === undefined && entries.length > 0)
      entries = [...entries, ...chainForward(ownEntries, entries[entries.length - 1]).entries];
    let gap;
    if (entries.length === 0 && linkedEntries.gap) {
      const gapStart = linkedEntries.gap;
      // If this transaction may still change, so may the gap before it.
      if (!this.#reads.isFinal(gapStart.row)) return undefined;
      const failures = (this.#failures.get(account) ?? 0) + 1;
      this.#failures.set(account, failures);
      if (failures < MAX_ATTEMPTS) return undefined;
      gap = { after: position, before: toPosition(gapStart) };
      // The next poll continues with the first transaction after the gap.
      if (gapStart.previous.lt > position.lt) {
        this.#failures.delete(account);
        return { account, entries, gap, position: gapStart.previous };
      }
      // A new chain of the account has no position before its first transaction.
      entries = [gapStart, ...chainForward(linkedEntries.rest, gapStart).entries];
    }
    this.#failures.delete(account);
    const firstOpenIndex = entries.findIndex(({ row }) => !this.#reads.isFinal(row));
    if (firstOpenIndex >= 0) entries = entries.slice(0, firstOpenIndex);
    if (entries.length === 0) return undefined;
    const newestPosition = toPosition(entries[entries.length - 1]);
    return {
      account,
      ...(gap && { gap }),
      entries,
      position: newestPosition,
      ...(isSamePosition(newestPosition, last) && { state }),
    };
  }
}

/** The request for the newest transactions of all changed accounts. @param {{ account: string, position: Position }[]} changedAccounts */
function describeJointPage(changedAccounts) {
  const oldestPosition = changedAccounts.reduce(
    (lt, { position }) => (position.lt < lt ? position.lt : lt),
    changedAccounts[0].position.lt,
  );
  return {
    account: changedAccounts.map(({ account }) => account),
    sort: /** @type {const} */ ("desc"),
    start_lt: String(oldestPosition + 1n),
    limit: computePageSize(changedAccounts.length),
  };
}

/** Returns the rows of a page for this many accounts: enough for several new transactions of each. */
const computePageSize = (accounts) => Math.min(MAX_PAGE_SIZE, Math.max(PAGE_SIZE, 4 * accounts));

/** Splits a list of accounts into those of each request. @template T @param {T[]} list @returns {T[][]} */
const splitList = (list) =>
  Array.from({ length: Math.ceil(list.length / MAX_ACCOUNTS) }, (_, part) =>
    list.slice(part * MAX_ACCOUNTS, (part + 1) * MAX_ACCOUNTS),
  );

const toPosition = ({ lt, hash }) => ({ lt, hash });

/** Servers write the digits of an account in upper or in lower case. @param {unknown} value */
const readAccount = (value) => String(value).toUpperCase();

/**
 * Reads the rows of a response, each about one of the accounts that the request named.
 *
 * @template {{ account: string }} T @param {string} source @param {any[]} rows @param {string[]} accounts @param {(row: any) => T} readRow
 */
function readRows(source, rows, accounts, readRow) {
  const requestedAccounts = new Set(accounts);
  return rows.map((row) => {
    if (typeof row !== "object" || row === null)
      throw fail("invalid_response", `the response of ${source} cannot be read: a row is not an object`);
    const result = readRow(row);
    if (requestedAccounts.has(result.account)) return result;
    throw fail(
      "invalid_response",
      `the response of ${source} is also about ${result.account}, which was not requested`,
    );
  });
}

/** Reads a number of digits. @param {unknown} value @param {string} field */
function readLt(value, field) {
  if (typeof value === "string" && /^\d{1,20}$/.test(value)) return BigInt(value);
  throw fail("invalid_response", `\`${field}\` must be a logical time in digits`);
}

/** Reads a hash in base64. @param {unknown} value @param {string} field */
function readHash(value, field) {
  if (typeof value === "string" && value !== "") return value;
  throw fail("invalid_response", `\`${field}\` must be a hash`);
}

/** The last transaction of an account in the row of its state. @param {any} state @returns {Position} */
function readLastPosition({ last_transaction_lt: lt, last_transaction_hash: hash }) {
  // The account has no transaction yet, or the index does not list its first one yet.
  if (lt === null || lt === undefined || lt === "0") return BEGINNING;
  return { lt: readLt(lt, "last_transaction_lt"), hash: readHash(hash, "last_transaction_hash") };
}

/** @returns {OwnEntry} */
function readEntry(row) {
  const previousLt = readLt(row.prev_trans_lt, "prev_trans_lt");
  return {
    account: readAccount(row.account),
    lt: readLt(row.lt, "lt"),
    hash: readHash(row.hash, "hash"),
    previous:
      previousLt === 0n ? BEGINNING : { lt: previousLt, hash: readHash(row.prev_trans_hash, "prev_trans_hash") },
    // An account that was deleted and deployed again begins a new chain.
    isFirst: previousLt === 0n && row.orig_status === "nonexist",
    isLast: row.end_status === "nonexist",
    row,
  };
}

/**
 * Returns the transactions from the position to the last one, oldest first, if all of them are among the entries; otherwise undefined.
 *
 * @param {OwnEntry[]} entries @param {Position} last @param {Position} position
 */
function chainBackward(entries, last, position) {
  const entriesByHash = new Map(entries.map((entry) => [entry.hash, entry]));
  const linkedEntries = [];
  for (let next = last; !isSamePosition(next, position); ) {
    const entry = entriesByHash.get(next.hash);
    if (!entry || entry.lt !== next.lt || entry.lt <= position.lt) return undefined;
    linkedEntries.push(entry);
    next = entry.previous;
  }
  return { entries: linkedEntries.reverse(), gap: undefined, rest: [] };
}
