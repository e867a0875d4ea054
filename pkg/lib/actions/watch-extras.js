// The parts of a watch other than states and transactions: the traces of the transactions with their actions, and the jetton wallets of the accounts.

import { JettonFeed } from "../live/jetton-feed.js";
import { TraceFeed } from "../live/trace-feed.js";
import { fail } from "../util/error.js";
import { isFinalEnough } from "./follow-v3.js";
import { readList, readResponse } from "./read-response.js";
import { getTime } from "./time.js";

/** Maximum number of jetton wallets that a watch polls besides its accounts. */
const MAX_WALLETS = 900;

/** @typedef {import("../live/account-chain.js").Position} Position */

/** The feed of the traces, if their events are watched. */
function createTraceFeed(client, { types }, { finality, callOptions }) {
  if (!types.has("actions") && !types.has("trace")) return undefined;
  return new TraceFeed({
    readTraces: async (ids) => {
      const params = { trace_id: ids, limit: ids.length, include_actions: types.has("actions") };
      const response = await client.v3.traces(params, callOptions);
      return readResponse("traces", () => readList(response.traces));
    },
    readActions: types.has("actions")
      ? async (ids, offset, limit) => {
          const params = { trace_id: ids, include_accounts: true, sort: "asc", offset, limit };
          const response = await client.v3.actions(params, callOptions);
          return readResponse("actions", () => readList(response.actions));
        }
      : undefined,
    isFinal: (row) => isFinalEnough(row, finality),
    now: () => getTime(client).now(),
  });
}

/** The feed of the jetton wallets, if they are watched. */
function createJettonFeed(client, { accounts, types, positions }, { callOptions }) {
  if (!types.has("jettons_change")) return undefined;
  const readWallets = async (owners, offset, limit) => {
    const response = await client.v3.jetton.wallets({ owner_address: owners, offset, limit }, callOptions);
    return readResponse("jetton/wallets", () => readList(response.jetton_wallets));
  };
  const owners = new Map(accounts.map((account) => [account, positions.get(account)?.lt ?? null]));
  return new JettonFeed({ readWallets, now: () => getTime(client).now() }, owners, { maxFollowed: MAX_WALLETS });
}

/** Returns the events of a transaction whose trace is known, each with the position after it. */
function listTraceEvents(transaction, types) {
  const { account, position, previous, traceId, trace, actions, isComplete, hasAllActions, isFirst } = transaction;
  if (!isFirst) return [];
  const events = [];
  const commonFields = { account, ...position, traceId };
  if (types.has("trace") && trace) events.push({ type: "trace", ...commonFields, trace, isComplete });
  for (const action of actions) events.push({ type: "actions", ...commonFields, action, isComplete: hasAllActions });
  // A program that stops between these events gets all of them again.
  return events.map((event, index) => ({
    account,
    event,
    position: index === events.length - 1 ? position : previous,
  }));
}

export class WatchExtras {
  #feed;
  #accounts;
  #types;
  #traces;
  #jettons;
  #hasBegun = false;
  /** Whether the last attempt to read traces or wallets failed. */
  hasFailed = false;

  /** @param {any} client @param {import("../live/account-feed.js").AccountFeed} feed @param {any} query @param {any} options */
  constructor(client, feed, query, options) {
    this.#feed = feed;
    this.#accounts = query.accounts;
    this.#types = query.types;
    this.#traces = createTraceFeed(client, query, options);
    this.#jettons = createJettonFeed(client, query, options);
  }

  /** Whether the transactions of the accounts are needed. */
  get readsTraces() {
    return this.#traces !== undefined;
  }

  /** Whether an account has too many transactions with open traces, so that it is not read further. */
  get isFull() {
    return this.#accounts.some((account) => this.#traces?.isFull(account) === true);
  }

  /** The accounts and wallets whose states are read. */
  listAccounts() {
    const owners = this.#accounts.filter((account) => this.#traces?.isFull(account) !== true);
    return [...new Set([...owners, ...(this.#jettons?.listWallets() ?? [])])];
  }

  /** Reads the wallets before the first states, so that no change between the two is missed. */
  async begin() {
    if (this.#hasBegun || !this.#jettons) return;
    await this.#jettons.poll();
    this.#addWallets();
    this.#hasBegun = true;
  }

  /**
   * Records a change of an account or a wallet.
   * @param {import("../live/account-feed.js").Change} change
   * @param {Position | undefined} before
   */
  note(change, before) {
    const { account, gap, entries, position } = change;
    this.#jettons?.note(account, position.lt);
    if (!this.#traces || !this.#accounts.includes(account)) return;
    if (entries.some(({ row }) => typeof row.trace_id !== "string"))
      throw fail("invalid_response", "a transaction of v3 lacks its `trace_id`");
    this.#traces.add(account, entries, gap?.after ?? /** @type {Position} */ (before));
  }

  /**
   * Returns the position up to which an account is handled. A transaction counts as handled once the caller has handled the events of its
   * trace.
   * @param {string} account
   * @param {Position} position
   */
  limit(account, position) {
    const positionBefore = this.#traces?.getPositionBeforeWaiting(account);
    return positionBefore !== undefined && positionBefore.lt < position.lt ? positionBefore : position;
  }

  /**
   * Reads the open traces and wallets. Returns the events, each with the position after it; an event without a position does not move the
   * position.
   */
  async poll() {
    // Each feed stores its results until they are taken, so no result is lost if the other feed fails.
    await this.#traces?.poll();
    await this.#jettons?.poll();
    this.#addWallets();
    const events = [];
    for (const transaction of this.#traces?.takeSettledTransactions() ?? []) {
      events.push(...listTraceEvents(transaction, this.#types));
      events.push({ account: transaction.account, event: undefined, position: transaction.position });
    }
    for (const { owner: account, row: jetton, before, after } of this.#jettons?.takeChanges() ?? [])
      events.push({ account, event: { type: "jettons_change", account, jetton, before, after }, position: undefined });
    return events;
  }

  #addWallets() {
    // Only the logical time of a wallet is compared, not its chain.
    for (const [wallet, lt] of this.#jettons?.takeNewWallets() ?? [])
      if (!this.#feed.has(wallet)) this.#feed.add(wallet, { lt, hash: undefined });
  }
}
