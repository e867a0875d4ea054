// The hub of a network polls the accounts of all streams together, and passes on the changes. Events that a stream missed before it was opened are
// read for this stream alone, alternating with the new events, within the same number of requests.

import { BEGINNING } from "../../live/account-chain.js";
import { AccountFeed } from "../../live/account-feed.js";
import { TraceFeed } from "../../live/trace-feed.js";
import { Details } from "./details.js";
import { listEvents, writeEvent } from "./events.js";
import { Pace } from "./pace.js";

/**
 * @typedef {import("./subscription.js").Subscription} Subscription
 * @typedef {import("../../live/account-chain.js").Position} ChainPosition
 */

/** Accounts in one request for their states, whose URL then has about 7 kB. */
const STATES_PER_REQUEST = 100;
/** Accounts of a stream whose missed events are read in one turn. */
const MISSED_PER_TURN = 10;
/** Accounts whose missed events are read in one turn, including the accounts of streams that wait for later turns. */
const ACCOUNTS_PER_TURN = 20;
/** The longest time between two attempts while the upstreams fail, in milliseconds. */
const MAX_RETRY_MS = 30_000;
/** Maximum number of times that the delay doubles. Every interval reaches `MAX_RETRY_MS` earlier. */
const MAX_DOUBLINGS = 9;
/** Milliseconds between two checks whether a stream with missed events has sent its buffer. */
const DRAIN_MS = 50;
/** Milliseconds in which a stream with missed events must send its buffer, since other streams wait for their turns. */
const MAX_DRAIN_MS = 5000;
/** Milliseconds between two comments on a stream without events, as TON Center does. Proxies close connections that are silent for a minute. */
const KEEPALIVE_MS = 15_000;
/** Milliseconds between two checks of the age of streams. */
const LOOK_MS = 1000;

export class Hub {
  /** The streams, by account. @type {Map<string, Set<Subscription>>} */
  #accounts = new Map();
  /** @type {Set<Subscription>} */
  #subscriptions = new Set();
  /** Streams that have missed events, in the order of their turns. @type {Set<Subscription>} */
  #lateSubscriptions = new Set();
  /** Reads the events other than transactions and states. @type {Details} */
  #details;
  /** The time of the last poll that showed no later transaction of an account, by `performance.now()`. @type {Map<string, number>} */
  #confirmedAt = new Map();
  #feed;
  #createReads;
  #onChange;
  #intervalMs;
  #maxAgeMs;
  #timer;
  #keptAliveAt = 0;
  #pace;
  #isPolling = false;
  #isReadingMissed = false;
  /** The index of the next account to poll. */
  #nextIndex = 0;

  /**
   * @param {(waitForTurn: () => Promise<void>) => ReturnType<typeof import("./upstream-reads.js").createUpstreamReads>} createReads
   * @param {{ intervalMs: number, maxAgeMs: number }} limits from the settings
   * @param {(account: string) => void} onChange is called for each account that has changed
   */
  constructor(createReads, { intervalMs, maxAgeMs }, onChange) {
    this.#onChange = onChange;
    this.#maxAgeMs = maxAgeMs;
    this.#createReads = createReads;
    this.#intervalMs = intervalMs;
    this.#pace = new Pace(intervalMs);
    this.#feed = new AccountFeed(createReads(() => this.#pace.waitForTurn("live")));
    this.#details = new Details(
      createReads(() => this.#pace.waitForTurn("details")),
      intervalMs,
      {
        feed: this.#feed,
        listReceivers: (account) => this.#listReceivers(account),
        dropSlowReaders,
        reportState: (subscription) => this.#reportState(subscription),
      },
    );
  }

  /** The number of accounts of all streams, of their jetton wallets, and of the messages whose traces are awaited. */
  get size() {
    return this.#accounts.size + this.#details.size;
  }

  /**
   * Returns the maximum number of accounts and messages that a stream adds to those of the other streams. @param {{ accounts: string[],
   * traces?: string[] }} request
   */
  countNew({ accounts, traces = [] }) {
    return accounts.filter((account) => !this.#accounts.has(account)).length + traces.length;
  }

  /** @param {Subscription} subscription */
  add(subscription) {
    this.#subscriptions.add(subscription);
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS);
    subscription.setState("catching_up");
    for (const account of subscription.accounts) {
      const subscriptions = this.#accounts.get(account);
      if (subscriptions) subscriptions.add(subscription);
      else {
        this.#accounts.set(account, new Set([subscription]));
        // A jetton wallet of another account has a position already.
        if (!this.#feed.has(account)) this.#feed.add(account);
      }
    }
    this.#details.add(subscription);
    this.#joinAccounts(subscription);
    if (!this.#isPolling) this.#poll();
  }

  /** @param {Subscription} subscription */
  remove(subscription) {
    this.#subscriptions.delete(subscription);
    for (const account of subscription.accounts) {
      const subscriptions = this.#accounts.get(account);
      subscriptions?.delete(subscription);
      if (subscriptions?.size !== 0) continue;
      this.#accounts.delete(account);
      if (!this.#details.wallets.has(account)) this.#feed.remove(account);
      this.#confirmedAt.delete(account);
    }
    this.#details.remove(subscription);
    if (this.#subscriptions.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Ends the streams that are too old, and those of a server that closes; keeps the others open. */
  #look() {
    const now = performance.now();
    const isKeepalive = now - this.#keptAliveAt >= KEEPALIVE_MS;
    if (isKeepalive) this.#keptAliveAt = now;
    for (const { stream } of this.#subscriptions) {
      if (stream.isDraining) stream.end("drained");
      else if (now - stream.openedAt >= this.#maxAgeMs) stream.end("age");
      else if (isKeepalive) stream.keepAlive();
    }
  }

  /**
   * The last transaction of an account, if the upstreams have shown within `ms` that there is no later one. @param {string} account @param {number} ms
   */
  getCurrentLt(account, ms) {
    const confirmedAt = this.#confirmedAt.get(account);
    if (confirmedAt === undefined || performance.now() - confirmedAt > ms) return undefined;
    return this.#feed.getPosition(account)?.lt;
  }

  /** Polls until no stream is left. */
  async #poll() {
    this.#isPolling = true;
    for (let failures = 0; this.#subscriptions.size > 0; ) {
      const accounts = this.#takeAccounts();
      if (accounts.length === 0) {
        await wait(this.#intervalMs);
        continue;
      }
      const positionsBefore = new Map(accounts.map((account) => [account, this.#feed.getPosition(account)]));
      try {
        const changes = await this.#feed.poll(
          (account) => this.#isFollowed(account),
          accounts,
          (account) => this.#reportsState(account),
        );
        this.#noteConfirmed(accounts);
        for (const { account } of changes) this.#onChange(account);
        for (const change of changes) {
          await this.#publish(change);
          this.#details.note(change, positionsBefore.get(change.account) ?? BEGINNING);
        }
        failures = 0;
        for (const subscription of this.#listSubscriptions(accounts)) {
          this.#joinAccounts(subscription);
          this.#reportState(subscription);
        }
      } catch {
        // Attempts at upstreams are logged and counted where they are made.
        for (const subscription of this.#listSubscriptions(accounts)) subscription.setState("offline");
        await wait(Math.min(MAX_RETRY_MS, this.#intervalMs * 2 ** failures));
        failures = Math.min(failures + 1, MAX_DOUBLINGS);
      }
    }
    this.#isPolling = false;
  }

  /** @param {string[]} accounts of a poll */
  #noteConfirmed(accounts) {
    const now = performance.now();
    for (const account of accounts)
      if (this.#accounts.has(account) && this.#feed.getPosition(account) && !this.#feed.isAccountBehind(account))
        this.#confirmedAt.set(account, now);
  }

  /** Takes the accounts of the next request for states. */
  #takeAccounts() {
    const accounts = [...new Set([...this.#accounts.keys(), ...this.#details.wallets])].filter(
      (account) => !this.#details.isFull(account),
    );
    if (this.#nextIndex >= accounts.length) this.#nextIndex = 0;
    const nextAccounts = accounts.slice(this.#nextIndex, this.#nextIndex + STATES_PER_REQUEST);
    this.#nextIndex += STATES_PER_REQUEST;
    return nextAccounts;
  }

  /** Whether a stream reports the transactions of an account. @param {string} account */
  #isFollowed(account) {
    for (const subscription of this.#accounts.get(account) ?? []) if (subscription.readsTransactions) return true;
    return false;
  }

  /** Whether a stream reports the states of an account. @param {string} account */
  #reportsState(account) {
    for (const subscription of this.#accounts.get(account) ?? [])
      if (subscription.has("account_state_change")) return true;
    return false;
  }

  /** The streams that have joined an account. @param {string} account */
  #listReceivers(account) {
    return [...(this.#accounts.get(account) ?? [])].filter(({ joined }) => joined.has(account));
  }

  /** @param {string[]} accounts @returns {Set<Subscription>} */
  #listSubscriptions(accounts) {
    return new Set(accounts.flatMap((account) => [...(this.#accounts.get(account) ?? [])]));
  }

  /**
   * Passes on the events of a change to the streams that have joined the account. Streams can join while this function waits; they begin
   * after the change.
   *
   * @param {import("../../live/account-feed.js").Change} change
   */
  async #publish(change) {
    const { account } = change;
    const receivers = this.#listReceivers(account);
    for (const event of listEvents(change)) {
      const bytes = writeEvent(event.event);
      // A stream that joined during the hub's request has this event already.
      for (const subscription of receivers) subscription.report(account, event, bytes);
      await dropSlowReaders(receivers);
    }
  }

  /**
   * Joins the accounts of which the stream has missed no event; the missed events of other accounts are read first.
   * @param {Subscription} subscription
   */
  #joinAccounts(subscription) {
    if (subscription.hasJoinedAll || subscription.missed) return;
    const reads = this.#createReads(() => this.#pace.waitForTurn("missed"));
    /** @type {AccountFeed | undefined} */
    let missedFeed;
    for (const account of subscription.accounts) {
      const position = this.#feed.getPosition(account);
      if (subscription.joined.has(account) || position === undefined) continue;
      const reachedPosition = subscription.positions.get(account);
      const reportedLt = reachedPosition && subscription.getReportedLt(reachedPosition);
      // The upstream is behind the position of the stream; a later poll reaches this position.
      if (reachedPosition && reachedPosition.lt > position.lt) continue;
      if (reachedPosition === undefined || (reportedLt === position.lt && !reachedPosition.owesState))
        subscription.join(account, position.lt);
      else {
        missedFeed ??= new AccountFeed(reads);
        missedFeed.add(
          account,
          reportedLt === 0n ? BEGINNING : { lt: reportedLt, hash: undefined },
          reachedPosition.owesState,
        );
      }
    }
    if (missedFeed === undefined) return;
    subscription.missed = missedFeed;
    if (subscription.has("actions")) subscription.missedTraces = new TraceFeed(reads);
    this.#lateSubscriptions.add(subscription);
    if (!this.#isReadingMissed) this.#readMissed();
  }

  /** Reads the missed events of streams, one stream per turn. */
  async #readMissed() {
    this.#isReadingMissed = true;
    while (this.#lateSubscriptions.size > 0) {
      const [subscription] = this.#lateSubscriptions;
      this.#lateSubscriptions.delete(subscription);
      const { missed: missedEvents } = subscription;
      if (subscription.stream.isOver || !missedEvents) continue;
      try {
        await this.#readTurn(subscription, missedEvents);
      } catch {
        // The upstreams fail. The next turn, which `Pace` delays, repeats the request.
        subscription.setState("offline");
      }
      this.#reportState(subscription);
      if (subscription.missed) this.#lateSubscriptions.add(subscription);
    }
    this.#isReadingMissed = false;
  }

  /**
   * Reads the missed events of a stream, and of some streams that wait for later turns: after a restart, many streams have missed the
   * same events.
   *
   * @param {Subscription} subscription @param {AccountFeed} missed
   */
  async #readTurn(subscription, missed) {
    const traces = subscription.missedTraces;
    const missedAccounts = subscription.accounts.filter((account) => missed.has(account)).slice(0, MISSED_PER_TURN);
    const guestAccounts = this.#addGuests(missed, ACCOUNTS_PER_TURN - missedAccounts.length);
    const accounts = [...missedAccounts.filter((account) => !traces?.isFull(account)), ...guestAccounts];
    const initialPositions = new Map(accounts.map((account) => [account, missed.getPosition(account) ?? BEGINNING]));
    // Excludes the streams that are opened during this turn, because the streams of a turn decide which events are read.
    const readers = new Map(
      Array.from(initialPositions, ([account, start]) => [
        account,
        [...(missedAccounts.includes(account) ? [subscription] : []), ...this.#lateSubscriptions].filter((reader) =>
          hasReached(reader, account, start),
        ),
      ]),
    );
    const listReaders = (account) => /** @type {Subscription[]} */ (readers.get(account));
    try {
      const changes = await missed.poll(
        (account) => listReaders(account).some(({ readsTransactions }) => readsTransactions),
        accounts,
        (account) => listReaders(account).some((reader) => reader.has("account_state_change")),
      );
      for (const change of changes) {
        const { account } = change;
        await this.#reportMissed(change, listReaders(account), missed, initialPositions.get(account) ?? BEGINNING);
      }
    } finally {
      for (const account of guestAccounts) missed.remove(account);
    }
    await traces?.poll();
    for (const transaction of traces?.takeSettledTransactions() ?? []) {
      subscription.reportActions(transaction);
      await awaitReader(subscription.stream);
    }
    for (const account of [...missedAccounts, ...guestAccounts])
      for (const reader of [subscription, ...this.#lateSubscriptions]) this.#joinRead(reader, account);
  }

  /** Adds accounts of waiting streams to a turn, and returns these accounts. @param {AccountFeed} missed of the turn @param {number} room */
  #addGuests(missed, room) {
    const guestAccounts = [];
    for (const { accounts, positions, missed: other, missedTraces } of this.#lateSubscriptions)
      for (const account of accounts) {
        if (guestAccounts.length >= room) return guestAccounts;
        if (!other?.has(account) || missed.has(account) || missedTraces?.isFull(account)) continue;
        missed.add(account, other.getPosition(account), positions.get(account)?.owesState);
        guestAccounts.push(account);
      }
    return guestAccounts;
  }

  /**
   * @param {import("../../live/account-feed.js").Change} change @param {Subscription[]} readers who lack it @param {AccountFeed} missed of the turn
   * @param {ChainPosition} start of the change
   */
  async #reportMissed(change, readers, missed, start) {
    const { account, entries, position } = change;
    for (const reader of readers) {
      const reachedPosition = reader.missed?.getPosition(account);
      if (!reader.missed || !reachedPosition) continue;
      if (reader.missed === missed) reader.missedTraces?.add(account, entries, start);
      else
        reader.missedTraces?.add(
          account,
          entries.filter(({ lt }) => lt > reachedPosition.lt),
          reachedPosition,
        );
    }
    for (const event of listEvents(change)) {
      const bytes = writeEvent(event.event);
      for (const reader of readers) reader.report(account, event, bytes);
      await Promise.all(readers.map(({ stream }) => awaitReader(stream)));
    }
    for (const { missed: other, positions } of readers) {
      if (!other || other === missed || !((other.getPosition(account)?.lt ?? position.lt) < position.lt)) continue;
      other.remove(account);
      other.add(account, position, positions.get(account)?.owesState);
    }
  }

  /** Joins an account whose missed events a stream has read. @param {Subscription} subscription @param {string} account */
  #joinRead(subscription, account) {
    const { missed: missedEvents, missedTraces: traces } = subscription;
    const position = this.#feed.getPosition(account);
    const reachedPosition = missedEvents?.getPosition(account);
    const owesState = subscription.positions.get(account)?.owesState;
    if (
      !missedEvents ||
      reachedPosition === undefined ||
      position === undefined ||
      owesState ||
      reachedPosition.lt < position.lt
    )
      return;
    missedEvents.remove(account);
    // If the hub is behind this read, its next traces would be repeated, so the account joins at a later poll. Events are not reported again.
    if (reachedPosition.lt === position.lt || !traces) {
      subscription.join(account, reachedPosition.lt);
      // The other streams that have joined the account wait for the same traces.
      if (traces) this.#details.adopt(account, traces);
    }
    if (missedEvents.size > 0) return;
    subscription.missed = undefined;
    subscription.missedTraces = undefined;
    this.#lateSubscriptions.delete(subscription);
    this.#reportState(subscription);
  }

  /** @param {Subscription} subscription */
  #reportState(subscription) {
    if (subscription.hasDetails && this.#details.isFailing) {
      subscription.setState("offline");
      return;
    }
    const isLive =
      subscription.hasJoinedAll &&
      !subscription.accounts.some((account) => this.#feed.isAccountBehind(account) || this.#details.isFull(account)) &&
      this.#details.hasBegun(subscription);
    subscription.setState(isLive ? "live" : "catching_up");
  }
}

/**
 * Whether a stream that had missed events of an account now has all events before a position.
 * @param {Subscription} subscription
 * @param {string} account
 * @param {ChainPosition} position
 */
const hasReached = ({ missed: missedEvents, missedTraces }, account, position) =>
  (missedEvents?.getPosition(account)?.lt ?? -1n) >= position.lt && !missedTraces?.isFull(account);

/**
 * Gives readers with many buffered bytes time to read, and ends the streams of readers who do not.
 * @param {Iterable<Subscription>} subscriptions
 */
async function dropSlowReaders(subscriptions) {
  const fullSubscriptions = [...subscriptions].filter(({ stream }) => stream.isHalfFull);
  if (fullSubscriptions.length === 0) return;
  await wait(0);
  for (const { stream } of fullSubscriptions) if (stream.isTooFull) stream.drop();
}

/**
 * Waits until a reader has read its buffered events, and ends the stream if it does not.
 * @param {import("./subscription.js").Stream} stream
 */
async function awaitReader(stream) {
  const end = performance.now() + MAX_DRAIN_MS;
  while (stream.isHalfFull && !stream.isOver && performance.now() < end) await wait(DRAIN_MS);
  if (stream.isHalfFull) stream.drop();
}

/** @param {number} ms @returns {Promise<void>} */
const wait = (ms) => new Promise((resolve) => void setTimeout(resolve, ms));
