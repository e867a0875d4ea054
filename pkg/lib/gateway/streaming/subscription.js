// One stream's subscription: which events it has, and up to where it has reported them.

import { isForAll, writeConfirmation, writeEvent } from "./events.js";
import { writePosition } from "./position.js";

/**
 * @typedef {"live" | "catching_up" | "offline"} State
 * @typedef {import("./position.js").Position} Position
 */

export class Subscription {
  /** Up to where events were reported, by account; of those that are known. @type {Map<string, Position>} */
  positions;
  /** Accounts whose events the hub passes on; the others have missed some, or the hub does not know where they begin. @type {Set<string>} */
  joined = new Set();
  /** Reads what was missed. @type {import("../../live/account-feed.js").AccountFeed | undefined} */
  missed = undefined;
  /** @type {State | undefined} */
  #state;

  /**
   * @param {{ accounts: string[], types: string[], id?: string }} request @param {Map<string, Position>} positions after which to begin; other accounts
   *   begin now @param {import("./event-stream.js").EventStream} stream
   */
  constructor({ accounts, types, id }, positions, stream) {
    this.accounts = accounts;
    this.types = new Set(types);
    this.positions = positions;
    this.stream = stream;
    stream.writeMessage(writeConfirmation(id));
  }

  /** @param {string} type of events */
  has(type) {
    return isForAll(type) || this.types.has(type);
  }

  /**
   * Reports an event if the stream has events of its type.
   *
   * @param {string} account @param {ReturnType<typeof import("./events.js").listEvents>[number]} event @param {Uint8Array} bytes of the event
   */
  report(account, { type, position }, bytes) {
    const { lt, owesState } = position;
    this.positions.set(account, { lt, owesState: owesState && this.types.has("account_state_change") });
    if (this.has(type)) this.stream.writeEvent(bytes, this.#writePosition());
  }

  /** Joins an account to the events of the hub. @param {string} account @param {bigint} lt up to where everything was reported */
  join(account, lt) {
    this.positions.set(account, { lt, owesState: false });
    this.joined.add(account);
  }

  get hasJoinedAll() {
    return this.joined.size === this.accounts.length;
  }

  /** Reports the state of the stream if it has changed. @param {State} state */
  setState(state) {
    if (state === this.#state) return;
    this.#state = state;
    this.stream.writeEvent(writeEvent({ type: "state", state }), this.#writePosition());
  }

  /** The position, once it has all accounts: until then a caller could not resume without losing some. */
  #writePosition() {
    return this.positions.size === this.accounts.length ? writePosition(this.positions) : "";
  }
}
