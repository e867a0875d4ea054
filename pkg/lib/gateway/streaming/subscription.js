// One stream's subscription: the types of its events, and the positions up to which it has reported them.

import { describeActions, describeTraceGap, isForAll, writeConfirmation, writeEvent } from "./events.js";
import { writePosition } from "./position.js";

/** The types of events that are read apart from transactions and states. */
const DETAILS = ["actions", "trace", "jettons_change"];

/**
 * @typedef {"live" | "catching_up" | "offline"} State
 * @typedef {import("./position.js").Position} Position
 * @typedef {import("./event-stream.js").EventStream | import("./frame-stream.js").FrameStream} Stream
 * @typedef {import("../../live/trace-feed.js").SettledTransaction} SettledTransaction
 */

export class Subscription {
  /** The positions up to which events were reported, by account, as far as they are known. @type {Map<string, Position>} */
  positions;
  /** Accounts whose events the hub passes on; the others have missed some, or the hub does not know where they begin. @type {Set<string>} */
  joined = new Set();
  /** Reads the missed events. @type {import("../../live/account-feed.js").AccountFeed | undefined} */
  missed = undefined;
  /** Reads the traces of missed transactions. @type {import("../../live/trace-feed.js").TraceFeed | undefined} */
  missedTraces = undefined;
  /** Accounts whose jetton wallets are still to be reported, since earlier changes may have been missed. @type {Set<string>} */
  owedOwners;
  /** Whether it is to continue an earlier stream, and has not yet written all events since then. */
  isResuming;
  /** Whether events since the earlier stream could not be read. */
  #hasGap = false;
  #onResumed;
  /** @type {State | undefined} */
  #state;
  #types;
  #actionTypes;

  /**
   * @param {{ accounts: string[], types: string[], traces?: string[], action_types?: string[], include_state?: boolean, id?: string, resume?: string, status?: string }} request
   * @param {Map<string, Position>} positions after which to begin; other accounts begin now @param {Stream} stream
   * @param {(result: "continued" | "gap" | "unrelated") => void} onResumed is called when it has continued an earlier stream, or cannot
   */
  constructor(request, positions, stream, onResumed) {
    this.request = request;
    this.accounts = request.accounts;
    /** The normalized hashes of the messages whose traces are reported. */
    this.traces = request.traces ?? [];
    this.#types = new Set(request.types);
    this.#actionTypes = new Set(request.action_types);
    this.positions = positions;
    this.stream = stream;
    this.isResuming = request.resume !== undefined;
    this.#onResumed = onResumed;
    this.owedOwners = new Set(request.resume !== undefined && this.has("jettons_change") ? request.accounts : []);
    stream.writeMessage(writeConfirmation(request.id, request.status ?? "subscribed"));
  }

  /** @param {string} type of events */
  has(type) {
    return isForAll(type) || this.#types.has(type);
  }

  /** Whether it has events that are read apart from transactions and states. */
  get hasDetails() {
    return DETAILS.some((type) => this.#types.has(type));
  }

  /** Whether the transactions of its accounts are needed. */
  get readsTransactions() {
    return this.#types.has("transactions") || this.#types.has("actions");
  }

  /** Records the position up to which all transactions of an account were reported. @param {Position} position */
  getReportedLt({ lt, actionsLt = lt }) {
    return this.#types.has("actions") ? actionsLt : lt;
  }

  /**
   * Reports an event, unless it was reported before, or is of a type that the stream does not have.
   *
   * @param {string} account @param {ReturnType<typeof import("./events.js").listEvents>[number]} event @param {Uint8Array} bytes of the event
   */
  report(account, { type, lt: eventLt, position }, bytes) {
    const reachedPosition = this.positions.get(account) ?? BEGINNING;
    const { lt, owesState } = position;
    const isNew =
      eventLt > reachedPosition.lt || (eventLt === reachedPosition.lt && reachedPosition.owesState && !owesState);
    if (!isNew) return;
    this.positions.set(account, {
      lt,
      owesState: owesState && this.#types.has("account_state_change"),
      actionsLt: reachedPosition.actionsLt,
    });
    if (type === "gap") this.#hasGap = true;
    if (this.has(type)) this.write(bytes);
  }

  /** @param {"continued" | "gap" | "unrelated"} result */
  endResuming(result) {
    if (!this.isResuming) return;
    this.isResuming = false;
    this.#onResumed(result);
  }

  /**
   * Reports the actions of a transaction whose trace is known, unless they were reported before.
   * @param {SettledTransaction & { bytes?: Uint8Array }} transaction
   */
  reportActions(transaction) {
    const { account, position, previous, traceId, isFirst, hasAllActions } = transaction;
    const reachedPosition = this.positions.get(account);
    if (!this.#types.has("actions") || !reachedPosition) return;
    const reportedLt = this.getReportedLt(reachedPosition);
    // Ignores actions that were already reported, and those that come too early: the hub read the early ones for another stream, and reads them again, in order.
    if (position.lt <= reportedLt || previous.lt > reportedLt) return;
    this.positions.set(account, { ...reachedPosition, actionsLt: position.lt });
    if (!isFirst) return;
    const actions = this.#selectActions(transaction);
    if (actions.length === transaction.actions.length)
      transaction.bytes ??= writeEvent(describeActions(transaction, actions));
    if (actions.length > 0)
      this.write(
        actions.length === transaction.actions.length
          ? /** @type {Uint8Array} */ (transaction.bytes)
          : writeEvent(describeActions(transaction, actions)),
      );
    if (hasAllActions) return;
    this.#hasGap = true;
    this.write(writeEvent(describeTraceGap(traceId, { account })));
  }

  /** Reports a change of a jetton wallet. @param {string} owner @param {Uint8Array} bytes of the event */
  reportWallet(owner, bytes) {
    if (this.has("jettons_change") && this.accounts.includes(owner) && !this.owedOwners.has(owner)) this.write(bytes);
  }

  /** Writes an event, with the position after it. @param {Uint8Array} bytes */
  write(bytes) {
    this.stream.writeEvent(bytes, this.#writePosition());
  }

  /**
   * Joins an account to the events of the hub.
   * @param {string} account
   * @param {bigint} lt the logical time up to which everything was reported
   */
  join(account, lt) {
    this.positions.set(account, { lt, owesState: false, actionsLt: this.positions.get(account)?.actionsLt ?? lt });
    this.joined.add(account);
  }

  get hasJoinedAll() {
    return this.joined.size === this.accounts.length;
  }

  /** Reports the state of the stream if it has changed. @param {State} state */
  setState(state) {
    if (state === this.#state) return;
    this.#state = state;
    if (state === "live") this.endResuming(this.#hasGap ? "gap" : "continued");
    if (this.request.include_state ?? this.stream.reportsState) this.write(writeEvent({ type: "state", state }));
  }

  /**
   * The actions of a trace that are reported with an account. An action in which several accounts of the stream took part is reported with the one that
   * the trace reaches last, so it comes once, wherever the stream resumes.
   *
   * @param {SettledTransaction} settled
   */
  #selectActions({ account, actions, trace }) {
    const firstLts = new Map();
    for (const { account: holder, lt } of Object.values(trace?.transactions ?? {})) {
      const name = String(holder).toUpperCase();
      if (!firstLts.has(name) || BigInt(lt) < firstLts.get(name)) firstLts.set(name, BigInt(lt));
    }
    const isLater = (otherPosition) =>
      firstLts.get(otherPosition) > firstLts.get(account) ||
      (firstLts.get(otherPosition) === firstLts.get(account) && otherPosition > account);
    const otherAccounts = this.accounts.filter(
      (otherAccount) => otherAccount !== account && firstLts.has(otherAccount) && isLater(otherAccount),
    );
    return actions.filter(
      ({ type, accounts }) =>
        (this.#actionTypes.size === 0 || this.#actionTypes.has(type)) &&
        !accounts.some((otherAccount) => otherAccounts.includes(String(otherAccount).toUpperCase())),
    );
  }

  /** The position, once it has all accounts: until then a caller could not resume without losing some. */
  #writePosition() {
    if (this.positions.size < this.accounts.length) return "";
    const keepsActions = this.#types.has("actions");
    return writePosition(
      [...this.positions].map(([account, { lt, owesState, actionsLt }]) => [
        account,
        { lt, owesState, actionsLt: keepsActions ? actionsLt : lt },
      ]),
    );
  }
}

/** The position before the first transaction of an account. */
const BEGINNING = { lt: 0n, owesState: true, actionsLt: undefined };
