// The hub of a network: asks the upstreams once for the accounts of all streams, and passes on what changed. What a stream missed before it was opened
// is read for it alone, in turns with the new events, within the same number of requests.

import { BEGINNING } from "../../live/account-chain.js";
import { AccountFeed } from "../../live/account-feed.js";
import { listEvents, writeEvent } from "./events.js";
import { Pace } from "./pace.js";

/**
 * @typedef {import("./subscription.js").Subscription} Subscription
 * @typedef {import("./position.js").Position} Position
 */

/** Accounts in one request for their states, whose URL then has about 7 kB. */
const STATES_PER_REQUEST = 100;
/** Accounts whose missed events are read in one turn. */
const MISSED_PER_TURN = 10;
/** The longest time between two attempts while the upstreams fail, in milliseconds. */
const MAX_RETRY_MS = 30_000;
/** More doublings than any interval needs to reach the longest time. */
const MAX_DOUBLINGS = 9;
/** Milliseconds between two looks at what a stream with missed events has sent. */
const DRAIN_MS = 50;
/** Milliseconds that such a stream has for it: other streams wait for their turns meanwhile. */
const MAX_DRAIN_MS = 5000;
/** Milliseconds between two comments on a stream without events, as at the service. Proxies close connections that are silent for a minute. */
const KEEPALIVE_MS = 15_000;
/** Milliseconds between two looks at the age of streams. */
const LOOK_MS = 1000;

export class Hub {
  /** The streams, by account. @type {Map<string, Set<Subscription>>} */
  #accounts = new Map();
  /** @type {Set<Subscription>} */
  #subscriptions = new Set();
  /** Streams that have missed events, in the order of their turns. @type {Subscription[]} */
  #late = [];
  /** When the upstreams were asked who have shown that everything about an account is known, by `performance.now()`. @type {Map<string, number>} */
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
  /** Accounts from here on are next to be polled. */
  #next = 0;

  /**
   * @param {(waitForTurn: () => Promise<void>) => import("../../live/account-feed.js").Reads} createReads @param {{ intervalMs: number, maxAgeMs:
   *   number }} limits from the settings
   * @param {(account: string) => void} onChange is called for each account that has changed
   */
  constructor(createReads, { intervalMs, maxAgeMs }, onChange) {
    this.#onChange = onChange;
    this.#maxAgeMs = maxAgeMs;
    this.#createReads = createReads;
    this.#intervalMs = intervalMs;
    this.#pace = new Pace(intervalMs);
    this.#feed = new AccountFeed(createReads(() => this.#pace.waitForTurn("live")));
  }

  /** The number of accounts of all streams. */
  get size() {
    return this.#accounts.size;
  }

  /** How many of these accounts no other stream has. @param {string[]} accounts */
  countNew(accounts) {
    return accounts.filter((account) => !this.#accounts.has(account)).length;
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
        this.#feed.add(account);
      }
    }
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
      this.#feed.remove(account);
      this.#confirmedAt.delete(account);
    }
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
      try {
        const changes = await this.#feed.poll((account) => this.#isFollowed(account), accounts);
        this.#noteConfirmed(accounts);
        for (const { account } of changes) this.#onChange(account);
        for (const change of changes) await this.#publish(change);
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
    const accounts = [...this.#accounts.keys()];
    if (this.#next >= accounts.length) this.#next = 0;
    const taken = accounts.slice(this.#next, this.#next + STATES_PER_REQUEST);
    this.#next += STATES_PER_REQUEST;
    return taken;
  }

  /** Whether a stream reports the transactions of an account. @param {string} account */
  #isFollowed(account) {
    for (const subscription of this.#accounts.get(account) ?? []) if (subscription.has("transactions")) return true;
    return false;
  }

  /** @param {string[]} accounts @returns {Set<Subscription>} */
  #listSubscriptions(accounts) {
    return new Set(accounts.flatMap((account) => [...(this.#accounts.get(account) ?? [])]));
  }

  /**
   * Passes on the events of a change to the streams that have joined the account. Streams can join while this waits: they begin after the change.
   *
   * @param {import("../../live/account-feed.js").Change} change
   */
  async #publish(change) {
    const { account } = change;
    const receivers = [...(this.#accounts.get(account) ?? [])]
      .filter(({ joined }) => joined.has(account))
      .map((subscription) => ({ subscription, start: subscription.positions.get(account) ?? BEGINNING_OF_STREAM }));
    for (const event of listEvents(change)) {
      const bytes = writeEvent(event.event);
      let isAnyFull = false;
      for (const { subscription, start } of receivers) {
        // A stream that joined while the hub was asking has this event already.
        if (!isAfter(event, start)) continue;
        subscription.report(account, event, bytes);
        isAnyFull ||= subscription.stream.isHalfFull;
      }
      if (isAnyFull) await this.#dropSlowReaders(account);
    }
  }

  /** Lets the readers read, and ends the streams of those who have not. @param {string} account */
  async #dropSlowReaders(account) {
    await wait(0);
    for (const { stream } of this.#accounts.get(account) ?? []) if (stream.isTooFull) stream.drop();
  }

  /** Joins the accounts of which the stream has missed nothing; what it has missed of others is read. @param {Subscription} subscription */
  #joinAccounts(subscription) {
    if (subscription.hasJoinedAll || subscription.missed) return;
    /** @type {AccountFeed | undefined} */
    let missed;
    for (const account of subscription.accounts) {
      const position = this.#feed.getPosition(account);
      if (subscription.joined.has(account) || position === undefined) continue;
      const reached = subscription.positions.get(account);
      if (reached === undefined || (reached.lt === position.lt && !reached.owesState))
        subscription.join(account, position.lt);
      else if (reached.lt <= position.lt) {
        missed ??= new AccountFeed(this.#createReads(() => this.#pace.waitForTurn("missed")));
        missed.add(account, reached.lt === 0n ? BEGINNING : { lt: reached.lt, hash: undefined }, reached.owesState);
      }
      // Otherwise the upstream is behind the stream: a later poll reaches it.
    }
    if (missed === undefined) return;
    subscription.missed = missed;
    this.#late.push(subscription);
    if (!this.#isReadingMissed) this.#readMissed();
  }

  /** Reads what streams have missed, in turns. */
  async #readMissed() {
    this.#isReadingMissed = true;
    for (let subscription = this.#late.shift(); subscription !== undefined; subscription = this.#late.shift()) {
      if (subscription.stream.isOver) continue;
      try {
        await this.#readTurn(subscription, /** @type {AccountFeed} */ (subscription.missed));
      } catch {
        // The upstreams fail, and are asked again in the next turn, which `Pace` delays.
        subscription.setState("offline");
      }
      this.#reportState(subscription);
      if (subscription.missed) this.#late.push(subscription);
    }
    this.#isReadingMissed = false;
  }

  /** @param {Subscription} subscription @param {AccountFeed} missed */
  async #readTurn(subscription, missed) {
    const accounts = subscription.accounts.filter((account) => missed.has(account)).slice(0, MISSED_PER_TURN);
    const changes = await missed.poll(() => subscription.has("transactions"), accounts);
    for (const change of changes) {
      for (const event of listEvents(change)) {
        subscription.report(change.account, event, writeEvent(event.event));
        await awaitReader(subscription.stream);
      }
    }
    for (const account of accounts) {
      const position = this.#feed.getPosition(account);
      const reached = missed.getPosition(account);
      const owesState = subscription.positions.get(account)?.owesState;
      if (reached === undefined || position === undefined || owesState) continue;
      if (reached.lt !== position.lt) {
        // The hub is behind this read: its next events would be repeated, so the account joins at a later poll.
        if (reached.lt > position.lt) missed.remove(account);
        continue;
      }
      missed.remove(account);
      subscription.join(account, reached.lt);
    }
    if (missed.size === 0) subscription.missed = undefined;
  }

  /** @param {Subscription} subscription */
  #reportState(subscription) {
    const isLive =
      subscription.hasJoinedAll && !subscription.accounts.some((account) => this.#feed.isAccountBehind(account));
    subscription.setState(isLive ? "live" : "catching_up");
  }
}

const BEGINNING_OF_STREAM = { lt: 0n, owesState: true };

/** Whether a stream at `start` lacks an event. @param {{ lt: bigint, position: Position }} event @param {Position} start */
const isAfter = ({ lt, position }, start) =>
  lt > start.lt || (lt === start.lt && start.owesState && !position.owesState);

/** Waits until a reader has read, and ends the stream of one who does not. @param {import("./event-stream.js").EventStream} stream */
async function awaitReader(stream) {
  const end = performance.now() + MAX_DRAIN_MS;
  while (stream.isHalfFull && !stream.isOver && performance.now() < end) await wait(DRAIN_MS);
  if (stream.isHalfFull) stream.drop();
}

/** @param {number} ms @returns {Promise<void>} */
const wait = (ms) => new Promise((resolve) => void setTimeout(resolve, ms));
