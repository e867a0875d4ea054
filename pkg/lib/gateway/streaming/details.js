// The events of streams other than transactions and states: actions of accounts, traces of messages, and changes of jetton wallets. They are read
// separately, alternating with transactions and states, so that an upstream without these operations does not delay the other streams.

import { JettonFeed } from "../../live/jetton-feed.js";
import { TraceFeed } from "../../live/trace-feed.js";
import { describeJettonWallet, describeTrace, describeTraceGap, writeEvent } from "./events.js";
import { MessageTraces } from "./message-traces.js";

/** Maximum number of jetton wallets that a hub polls besides its accounts. Each 100 of them delay the events of all streams by an interval. */
const MAX_WALLETS = 200;
/** The longest time between two attempts while the upstreams fail, in milliseconds. */
const MAX_RETRY_MS = 30_000;
/** Maximum number of times that the delay doubles. Every interval reaches `MAX_RETRY_MS` earlier. */
const MAX_DOUBLINGS = 9;

/**
 * @typedef {import("./subscription.js").Subscription} Subscription
 * @typedef {import("../../live/account-feed.js").AccountFeed} AccountFeed
 * @typedef {object} Owner the hub
 * @property {AccountFeed} feed which also polls the jetton wallets
 * @property {(account: string) => Subscription[]} listReceivers the streams that have joined an account
 * @property {(subscriptions: Iterable<Subscription>) => Promise<void>} dropSlowReaders
 * @property {(subscription: Subscription) => void} reportState
 */

export class Details {
  /** Whether the last attempt failed. */
  isFailing = false;
  /** Jetton wallets whose states are read, besides the accounts of streams. @type {Set<string>} */
  wallets = new Set();
  /** The streams that have details. @type {Set<Subscription>} */
  #subscriptions = new Set();
  /** The number of streams with jetton wallets, by owner. @type {Map<string, number>} */
  #owners = new Map();
  #isPolling = false;
  #hub;
  #intervalMs;
  #traces;
  #jettons;
  #messages;

  /** @param {ReturnType<typeof import("./upstream-reads.js").createUpstreamReads>} reads @param {number} intervalMs @param {Owner} hub */
  constructor(reads, intervalMs, hub) {
    this.#hub = hub;
    this.#intervalMs = intervalMs;
    this.#traces = new TraceFeed(reads);
    this.#jettons = new JettonFeed(reads, new Map(), { maxFollowed: MAX_WALLETS });
    this.#messages = new MessageTraces(reads.readMessageTraces, reads.isFinal);
  }

  /** The number of jetton wallets and messages that are polled. */
  get size() {
    return this.wallets.size + this.#messages.size;
  }

  /** @param {Subscription} subscription */
  add(subscription) {
    if (!subscription.hasDetails) return;
    this.#subscriptions.add(subscription);
    this.#messages.add(subscription);
    for (const owner of subscription.has("jettons_change") ? subscription.accounts : []) {
      const count = this.#owners.get(owner) ?? 0;
      this.#owners.set(owner, count + 1);
      if (count === 0) this.#jettons.addOwner(owner);
    }
    if (!this.#isPolling) this.#poll();
  }

  /** @param {Subscription} subscription */
  remove(subscription) {
    if (!this.#subscriptions.delete(subscription)) return;
    this.#messages.remove(subscription);
    for (const owner of subscription.has("jettons_change") ? subscription.accounts : []) {
      const count = /** @type {number} */ (this.#owners.get(owner)) - 1;
      if (count > 0) {
        this.#owners.set(owner, count);
        continue;
      }
      this.#owners.delete(owner);
      for (const wallet of this.#jettons.removeOwner(owner)) {
        if (this.wallets.delete(wallet)) this.#hub.feed.remove(wallet);
      }
    }
    for (const account of subscription.accounts)
      if (!this.#isFollowed(account)) this.#traces.takeWaitingTransactions(account);
  }

  /** Whether an account has too many transactions that wait for their traces, so that it is not read further. @param {string} account */
  isFull(account) {
    return this.#traces.isFull(account);
  }

  /** Whether all details of a stream were read once. @param {Subscription} subscription */
  hasBegun(subscription) {
    if (!this.#messages.hasLookedFor(subscription)) return false;
    return (
      !subscription.has("jettons_change") ||
      subscription.accounts.every((owner) => this.#jettons.listRows(owner) !== undefined)
    );
  }

  /**
   * Records a change of an account or a wallet.
   * @param {import("../../live/account-feed.js").Change} change
   * @param {import("../../live/account-chain.js").Position} before
   */
  note({ account, entries, position }, before) {
    if (this.#owners.has(account) || this.#jettons.hasWallet(account)) this.#jettons.note(account, position.lt);
    if (this.#isFollowed(account)) this.#traces.add(account, entries, before);
  }

  /**
   * Adopts the transactions whose traces a stream waits for, when the stream joins an account.
   * @param {string} account
   * @param {TraceFeed} traces
   */
  adopt(account, traces) {
    this.#traces.adopt(account, traces.takeWaitingTransactions(account));
  }

  /** Whether a stream reports the actions of an account. @param {string} account */
  #isFollowed(account) {
    return this.#hub.listReceivers(account).some((subscription) => subscription.has("actions"));
  }

  /** Polls until no stream with details is left. */
  async #poll() {
    this.#isPolling = true;
    for (let failures = 0; this.#subscriptions.size > 0; ) {
      try {
        await this.#traces.poll();
        await this.#reportActions();
        await this.#jettons.poll();
        await this.#reportWallets();
        await this.#reportTraces(await this.#messages.poll());
        this.isFailing = false;
        failures = 0;
      } catch {
        // Attempts at upstreams are logged and counted where they are made. Rows that were already read are kept.
        this.isFailing = true;
        failures = Math.min(failures + 1, MAX_DOUBLINGS);
      }
      for (const subscription of this.#subscriptions) this.#hub.reportState(subscription);
      await wait(Math.min(MAX_RETRY_MS, this.#intervalMs * 2 ** failures));
    }
    this.#isPolling = false;
  }

  async #reportActions() {
    // A stream that joins during this request brings its own transactions, which precede the next ones that settle.
    const deliveries = this.#traces
      .takeSettledTransactions()
      .map((transaction) => ({ settled: transaction, receivers: this.#hub.listReceivers(transaction.account) }));
    for (const { settled, receivers } of deliveries) {
      for (const subscription of receivers) subscription.reportActions(settled);
      await this.#hub.dropSlowReaders(receivers);
    }
  }

  async #reportWallets() {
    for (const [wallet, lt] of this.#jettons.takeNewWallets()) {
      if (this.#hub.feed.has(wallet)) continue;
      this.wallets.add(wallet);
      // Only the logical time of a wallet is compared, not its chain.
      this.#hub.feed.add(wallet, { lt, hash: undefined });
    }
    const changes = this.#jettons.takeChanges().map(({ owner, row }) => ({ owner, bytes: writeWallet(row) }));
    for (const subscription of this.#subscriptions) {
      for (const { owner, bytes } of changes) subscription.reportWallet(owner, bytes);
      // It is not known which changes a stream has missed, so the stream gets the present balances.
      for (const owner of subscription.owedOwners) {
        const rows = this.#jettons.listRows(owner);
        if (rows === undefined) continue;
        subscription.owedOwners.delete(owner);
        for (const row of rows) subscription.reportWallet(owner, writeWallet(row));
      }
    }
    await this.#hub.dropSlowReaders(this.#subscriptions);
  }

  /** @param {Awaited<ReturnType<MessageTraces["poll"]>>} traces */
  async #reportTraces(traces) {
    for (const { hash, trace, isComplete, subscriptions } of traces) {
      const bytes = writeEvent(isComplete ? describeTrace(hash, trace) : describeTraceGap(trace.trace_id, { hash }));
      for (const subscription of subscriptions) subscription.write(bytes);
      await this.#hub.dropSlowReaders(subscriptions);
    }
  }
}

const writeWallet = (row) => writeEvent(describeJettonWallet(row));

/** @param {number} ms @returns {Promise<void>} */
const wait = (ms) => new Promise((resolve) => void setTimeout(resolve, ms));
