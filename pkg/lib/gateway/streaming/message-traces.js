// The traces of external messages that streams wait for, each reported once when it is complete.

import { isBrokenTrace, isCompleteTrace } from "../../live/trace-feed.js";

/** Maximum number of messages in one request. It is low, because the response has all transactions of each trace. */
const MAX_MESSAGES = 20;
/** The longest time between two requests for a message that does not arrive, in milliseconds. */
const MAX_WAIT_MS = 30_000;
/** The delay before a message is requested again, as a part of the time for which it has been awaited. */
const WAIT_PER_AGE = 0.1;

/**
 * @typedef {import("./subscription.js").Subscription} Subscription
 * @typedef {object} WaitingMessage a message whose trace is not complete
 * @property {Set<Subscription>} subscriptions @property {number} since when the first of them came @property {number} nextAt when to request it
 * @property {boolean} isRequested whether it was requested
 */

export class MessageTraces {
  /** By the normalized hash of the message. @type {Map<string, WaitingMessage>} */
  #messages = new Map();
  #readTraces;
  #isFinal;

  /**
   * @param {(hashes: string[]) => Promise<any[]>} readTraces reads the rows of `traces` in which these messages are
   * @param {(row: any) => boolean} isFinal whether a transaction will not change any more
   */
  constructor(readTraces, isFinal) {
    this.#readTraces = readTraces;
    this.#isFinal = isFinal;
  }

  /** The number of messages. */
  get size() {
    return this.#messages.size;
  }

  /** @param {Subscription} subscription */
  add(subscription) {
    const now = performance.now();
    for (const hash of subscription.traces) {
      const waitingMessage = this.#messages.get(hash);
      if (waitingMessage) waitingMessage.subscriptions.add(subscription);
      else
        this.#messages.set(hash, {
          subscriptions: new Set([subscription]),
          since: now,
          nextAt: now,
          isRequested: false,
        });
    }
  }

  /** @param {Subscription} subscription */
  remove(subscription) {
    for (const hash of subscription.traces) {
      const subscriptions = this.#messages.get(hash)?.subscriptions;
      subscriptions?.delete(subscription);
      if (subscriptions?.size === 0) this.#messages.delete(hash);
    }
  }

  /** Whether all messages of a stream were requested. @param {Subscription} subscription */
  hasLookedFor({ traces }) {
    return traces.every((hash) => this.#messages.get(hash)?.isRequested !== false);
  }

  /**
   * Requests the messages that are due. Returns, and no longer requests, those whose traces are complete or will never be.
   *
   * @returns {Promise<{ hash: string, trace: any, isComplete: boolean, subscriptions: Set<Subscription> }[]>}
   */
  async poll() {
    const now = performance.now();
    // Messages that have waited longest come first: otherwise some of many messages would never be requested.
    const dueMessages = [...this.#messages]
      .filter(([, { nextAt }]) => nextAt <= now)
      .sort(([, one], [, other]) => one.nextAt - other.nextAt)
      .slice(0, MAX_MESSAGES);
    if (dueMessages.length === 0) return [];
    const rows = await this.#readTraces(dueMessages.map(([hash]) => hash));
    const traces = [];
    for (const [hash, message] of dueMessages) {
      message.isRequested = true;
      message.nextAt = now + Math.min(MAX_WAIT_MS, (now - message.since) * WAIT_PER_AGE);
      const trace = rows.find((row) => listMessageHashes(row).includes(hash));
      if (trace === undefined) continue;
      const isClassified = trace.trace_info?.classification_state !== "unclassified";
      const isComplete = isCompleteTrace(trace, this.#isFinal) && isClassified;
      if (!isComplete && !isBrokenTrace(trace)) continue;
      this.#messages.delete(hash);
      traces.push({ hash, trace, isComplete, subscriptions: message.subscriptions });
    }
    return traces;
  }
}

/** Returns the hashes of the external message that began a trace. @param {any} row */
function listMessageHashes(row) {
  const message = row?.transactions?.[row.trace?.tx_hash]?.in_msg;
  return [message?.hash_norm, message?.hash, row?.external_hash];
}
