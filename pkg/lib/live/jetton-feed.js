// The jetton wallets of owners, and their changes. An account feed polls the wallets together with the owners, in the same request; this feed
// reads the wallets of an owner when one of them or the owner changed, and once a minute, since a jetton can arrive for the first time without a
// message to its owner. It sends no requests itself: the caller passes functions that do.

import { fail } from "../util/error.js";

/** Maximum number of owners in one request, so that its URL is short enough for every server. */
const MAX_OWNERS = 50;
/** Rows in a page. */
const PAGE_SIZE = 1000;
/** Maximum number of pages of one list. */
const MAX_PAGES = 5;
/** Maximum number of wallets that are compared. Changes of further wallets are not noticed. */
const MAX_SEEN = 10_000;
/** Milliseconds between two reads of an owner without changes. */
const LIST_MS = 60_000;

/**
 * @typedef {{ owner: string, row: any, balance: bigint, lt: bigint }} Wallet
 * @typedef {object} WalletChange
 * @property {string} owner in raw form @property {any} row of `jetton/wallets`
 * @property {bigint | null} before null: not known, since no earlier balance was seen
 * @property {bigint} after
 * @typedef {object} Reads
 * @property {(owners: string[], offset: number, limit: number) => Promise<any[]>} readWallets rows of `jetton/wallets`
 * @property {() => number} now milliseconds of any clock
 * @typedef {object} Limits
 * @property {number} maxFollowed the maximum number of wallets that an account feed polls; further ones are only compared when the wallets of their owner are read
 */

export class JettonFeed {
  #reads;
  #maxFollowed;
  /**
   * The owners, with the logical time after which a wallet that is seen first counts as changed; null: the first list only sets the
   * initial balances.
   * @type {Map<string, bigint | null>}
   */
  #owners;
  /** The wallets that were seen, by address. @type {Map<string, Wallet>} */
  #wallets = new Map();
  /** The owners whose wallets must be read, each with the logical times that the list must reach. @type {Map<string, Map<string, bigint>>} */
  #requiredLts = new Map();
  #listedAt = Number.NEGATIVE_INFINITY;
  /** The wallets that an account feed polls. @type {Set<string>} */
  #followed = new Set();
  /** @type {[address: string, lt: bigint][]} */
  #newWallets = [];
  /** @type {WalletChange[]} */
  #changes = [];

  /** @param {Reads} reads @param {Map<string, bigint | null>} owners in raw form, with the logical time of their position if they have one @param {Limits} limits */
  constructor(reads, owners, { maxFollowed }) {
    this.#reads = reads;
    this.#maxFollowed = maxFollowed;
    this.#owners = owners;
  }

  /** Adds an owner. Its wallets are read with the next poll. @param {string} owner in raw form */
  addOwner(owner) {
    this.#owners.set(owner, null);
    this.#requiredLts.set(owner, new Map());
  }

  /** Forgets an owner. Returns its wallets that an account feed polls. @param {string} owner */
  removeOwner(owner) {
    this.#owners.delete(owner);
    this.#requiredLts.delete(owner);
    const wallets = [...this.#wallets].filter(([, wallet]) => wallet.owner === owner).map(([address]) => address);
    for (const address of wallets) this.#wallets.delete(address);
    this.#newWallets = this.#newWallets.filter(([address]) => this.#wallets.has(address));
    return wallets.filter((address) => this.#followed.delete(address));
  }

  /** Returns the rows of all wallets of an owner; undefined until all were read. @param {string} owner */
  listRows(owner) {
    if (this.#owners.get(owner) !== START_POSITION) return undefined;
    return [...this.#wallets.values()].filter((wallet) => wallet.owner === owner).map(({ row }) => row);
  }

  /** Whether an account is one of the wallets. @param {string} account */
  hasWallet(account) {
    return this.#wallets.has(account);
  }

  /** Notes that an owner or a wallet has a new transaction. @param {string} account @param {bigint} lt */
  note(account, lt) {
    const owner = this.#wallets.get(account)?.owner ?? account;
    const requiredLts = this.#requiredLts.get(owner) ?? new Map();
    if (this.#wallets.has(account)) requiredLts.set(account, lt);
    this.#requiredLts.set(owner, requiredLts);
  }

  /** The wallets that an account feed polls. */
  listWallets() {
    return [...this.#followed];
  }

  /** Takes the changes that were read. @returns {WalletChange[]} */
  takeChanges() {
    return this.#changes.splice(0);
  }

  /** Takes the wallets that an account feed should poll from now on, each with the logical time of its row. @returns {[address: string, lt: bigint][]} */
  takeNewWallets() {
    return this.#newWallets.splice(0);
  }

  /** Reads the wallets of the owners that may have changed. The changes stay until they are taken. */
  async poll() {
    const { now } = this.#reads;
    const isDue = now() - this.#listedAt >= LIST_MS;
    const owners = isDue ? [...this.#owners.keys()] : [...this.#requiredLts.keys()];
    for (let start = 0; start < owners.length; start += MAX_OWNERS)
      await this.#readOwners(owners.slice(start, start + MAX_OWNERS));
    if (isDue) this.#listedAt = now();
  }

  /** Reads the wallets of owners, and compares them with the rows seen before. @param {string[]} owners */
  async #readOwners(owners) {
    const openOwners = owners.map((owner) => ({ owner, required: this.#requiredLts.get(owner) ?? new Map() }));
    // A change that is noted during the request may be missing in the response.
    for (const owner of owners) this.#requiredLts.delete(owner);
    const openAgain = (owner, missingLts) => {
      if (this.#owners.has(owner))
        this.#requiredLts.set(owner, new Map([...missingLts, ...(this.#requiredLts.get(owner) ?? [])]));
    };
    let list;
    try {
      list = await this.#readList(owners);
    } catch (error) {
      for (const { owner, required: missingLts } of openOwners) openAgain(owner, missingLts);
      throw error;
    }
    const hasRoom = this.#compare(list.rows);
    for (const { owner, required: missingLts } of openOwners) {
      // A list from a replica that lags behind is read again.
      const isShown = ([address, lt]) => !this.#wallets.has(address) || this.#getWallet(address).lt >= lt;
      if (![...missingLts].every(isShown)) openAgain(owner, missingLts);
      if (list.isWhole && hasRoom && this.#owners.has(owner)) this.#owners.set(owner, START_POSITION);
    }
  }

  #getWallet = (address) => /** @type {Wallet} */ (this.#wallets.get(address));

  /** Reads all pages of the wallets of owners. @param {string[]} owners */
  async #readList(owners) {
    const rows = [];
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const walletRows = await this.#reads.readWallets(owners, page * PAGE_SIZE, PAGE_SIZE);
      rows.push(...walletRows.map((row) => readWallet(row, owners)));
      if (walletRows.length < PAGE_SIZE) return { rows, isWhole: true };
    }
    return { rows, isWhole: false };
  }

  /** Compares rows with those seen before. Returns whether there was room for all of them. @param {(Wallet & { address: string })[]} rows */
  #compare(rows) {
    let hasRoom = true;
    for (const { address, ...wallet } of rows) {
      const knownWallet = this.#wallets.get(address);
      // A row that is older than the last one comes from a replica that lags behind; an owner may have been removed meanwhile.
      if ((knownWallet && wallet.lt <= knownWallet.lt) || !this.#owners.has(wallet.owner)) continue;
      if (!knownWallet && this.#wallets.size >= MAX_SEEN) {
        hasRoom = false;
        continue;
      }
      const { owner, row, balance: balanceAfter } = wallet;
      const since = this.#owners.get(owner) ?? null;
      if (knownWallet) this.#changes.push({ owner, row, before: knownWallet.balance, after: balanceAfter });
      // It is not known whether a wallet that was not seen before had a balance.
      else if (since !== null && wallet.lt > since)
        this.#changes.push({ owner, row, before: null, after: balanceAfter });
      this.#wallets.set(address, wallet);
      if (knownWallet || this.#followed.size >= this.#maxFollowed) continue;
      this.#followed.add(address);
      this.#newWallets.push([address, wallet.lt]);
    }
    return hasRoom;
  }
}

/** The position of an owner whose wallets were all read: each wallet that appears later is new. */
const START_POSITION = 0n;

/** Reads a row, about one of the owners that the request named. @param {any} row @param {string[]} owners */
function readWallet(row, owners) {
  const isDigits = (value) => typeof value === "string" && /^\d{1,80}$/.test(value);
  const { balance, last_transaction_lt: lt } = row ?? {};
  if (!isDigits(balance) || !isDigits(lt))
    throw fail(
      "invalid_response",
      "the response of jetton/wallets cannot be read: a row lacks its balance or logical time",
    );
  const [address, owner] = [row.address, row.owner].map((value) => String(value).toUpperCase());
  if (!owners.includes(owner))
    throw fail("invalid_response", `the response of jetton/wallets is also about ${owner}, which was not requested`);
  return { address, owner, row, balance: BigInt(balance), lt: BigInt(lt) };
}
