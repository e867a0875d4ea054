// Decides whether a message can still be executed, from the wallet's state and from the history of its account.

import { GRACE_SECONDS, nowSeconds } from "./follow-options.js";
import { callOptions } from "./follow.js";
import { toRawAddress } from "./raw-address.js";
import { summarizeCells } from "./transaction-summary.js";
import { isWitnessOfAccount, readWitness, readSeqno, judgeByWitness, walkHistoryBack } from "./witness.js";

/**
 * Milliseconds between two reads of the wallet, and before the first one. The local clock may be wrong, so it decides only when to read.
 */
const INTERVAL_MS = 20_000;

const formatTime = (seconds) => new Date(seconds * 1000).toISOString();

/** @typedef {{ status: "executed" | "never" | "open" | "unknown", explanation: string, transaction?: any, witness: any }} Verdict */

export class Evidence {
  #next;

  /** @param {any} client @param {string} hash @param {any} message decoded; `undefined` if only its hash is known @param {any} options */
  constructor(client, hash, message, options) {
    this.client = client;
    this.hash = hash;
    this.message = message;
    this.options = options;
    this.account = options.account === undefined ? undefined : toRawAddress(options.account);
    /** Text that says why the outcome is not certain yet. @type {string | undefined} */
    this.explanation = undefined;
    const { timeoutMs, time } = options;
    // Only the `validUntil` of a known wallet version is reliable, but any value is good enough to decide when to read first.
    const validUntil =
      options.validUntil ??
      (/^wallet_v5(_beta)?_external$/.test(message?.decoded.type) ? message.decoded.validUntil : undefined);
    const mayBeExpired = validUntil !== undefined && nowSeconds(time) > validUntil + GRACE_SECONDS;
    this.#next = mayBeExpired ? 0 : time.now() + Math.min(INTERVAL_MS, timeoutMs / 2);
  }

  /** Whether the wallet may have changed since it was last read. */
  isDue() {
    return this.account !== undefined && this.options.time.now() >= this.#next;
  }

  /**
   * Returns what is certain: the message was executed, it never will be (`"never"`), it was not so far (`"open"`), or none of these
   * (`"unknown"`).
   *
   * @param {boolean} [isDeep] whether to read the history of an account that is not a known wallet also before the message has expired
   * @returns {Promise<Verdict>}
   */
  async ask(isDeep = false) {
    const { client, account, message, options } = this;
    const witness = await readWitness(client, account, callOptions(options));
    const { status, explanation, validUntil } = judgeByWitness(message, witness, options.validUntil);
    this.explanation = explanation;
    const isLate = validUntil !== undefined && witness.time > validUntil + GRACE_SECONDS;
    const remainingMs = validUntil === undefined ? INTERVAL_MS : (validUntil + GRACE_SECONDS + 1 - witness.time) * 1000;
    this.#next = options.time.now() + Math.max(options.pollIntervalMs, Math.min(remainingMs, INTERVAL_MS));
    if (
      status === "open" &&
      (isLate || isDeep) &&
      !(await isWitnessOfAccount(client, account, witness, callOptions(options)))
    ) {
      this.explanation = `${explanation}, and the history of the account does not begin with its last transaction`;
      return { status: "unknown", explanation: this.explanation, witness };
    }
    if (status === "open")
      return isLate
        ? { status: "never", explanation: `${explanation}; it was valid until ${formatTime(validUntil)}`, witness }
        : { status, explanation, witness };
    if (status === "unknown" && !isLate && !isDeep) return { status, explanation, witness };
    const history = await this.#searchHistory(witness, status === "past");
    if (typeof history === "object")
      return { status: "executed", explanation, transaction: summarizeCells(history, account), witness };
    if (!message) {
      // The caller may have named the wrong account. It has not received the message either, so its history proves nothing.
      this.explanation = `${explanation}, nor which account receives it: ${account} has not received it by block ${witness.block}; pass the message itself`;
      return { status: "unknown", explanation: this.explanation, witness };
    }
    if (history === "cut") {
      this.explanation = `${explanation}, and the history of the account is longer than the part that was read`;
      return { status: "unknown", explanation: this.explanation, witness };
    }
    if (history === "other")
      return { status: "never", explanation: `${explanation}: the wallet executed another one in its place`, witness };
    return {
      status: status === "past" || isLate ? "never" : "open",
      explanation: `${explanation}, and no transaction received it`,
      witness,
    };
  }

  /** Searches the history of the account, up to the witness. */
  #searchHistory(witness, isPast) {
    const { client, account, message, hash, options } = this;
    return walkHistoryBack(client, account, witness, {
      hash,
      seqno: isPast ? readSeqno(message, witness.version) : undefined,
      since: options.isSinceGiven ? options.since : undefined,
      until: options.until,
      optionsOf: () => callOptions(options),
    });
  }
}
