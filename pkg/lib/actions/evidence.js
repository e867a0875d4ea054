// Decides whether a message can still be executed, from the wallet itself and from the history of its account.

import { GRACE, seconds } from "./follow-options.js";
import { callOptions } from "./follow.js";
import { rawAddress } from "./raw-address.js";
import { summaryOfCells } from "./transaction-summary.js";
import { isOfAccount, readWitness, seqnoOf, testimony, walkBack } from "./witness.js";

/** Milliseconds between two looks at the wallet, and before the first one: the clock here may be wrong, so it does not decide. */
const INTERVAL_MS = 20_000;

const timeOf = (unix) => new Date(unix * 1000).toISOString();

/** @typedef {{ says: "executed" | "never" | "open" | "unknown", why: string, transaction?: any, witness: any }} Verdict */

export class Evidence {
  #next;

  /** @param {any} client @param {string} hash @param {any} message decoded; `undefined` if only its hash is known @param {any} options */
  constructor(client, hash, message, options) {
    this.client = client;
    this.hash = hash;
    this.message = message;
    this.options = options;
    this.account = options.account === undefined ? undefined : rawAddress(options.account);
    /** Describes in words where the search looked last. @type {string | undefined} */
    this.why = undefined;
    const { timeoutMs } = options;
    // Only a wallet whose version is known says for certain until when; this is enough to look there at once.
    const validUntil =
      options.validUntil ??
      (/^wallet_v5(_beta)?_external$/.test(message?.decoded.type) ? message.decoded.validUntil : undefined);
    const mayBeOver = validUntil !== undefined && seconds() > validUntil + GRACE;
    this.#next = mayBeOver ? 0 : Date.now() + Math.min(INTERVAL_MS, timeoutMs / 2);
  }

  /** Whether the wallet may have changed since it was last read. */
  isDue() {
    return this.account !== undefined && Date.now() >= this.#next;
  }

  /**
   * What is certain: the message is executed, it never will be, it was not so far (`"open"`), or none of these is known.
   *
   * @param {boolean} [isDeep] reads the history of an account that is not a known wallet also before the message is out of date
   * @returns {Promise<Verdict>}
   */
  async ask(isDeep = false) {
    const { client, account, message, options } = this;
    const witness = await readWitness(client, account, callOptions(options));
    const { says, why, validUntil } = testimony(message, witness, options.validUntil);
    this.why = why;
    const isLate = validUntil !== undefined && witness.time > validUntil + GRACE;
    const restMs = validUntil === undefined ? INTERVAL_MS : (validUntil + GRACE + 1 - witness.time) * 1000;
    this.#next = Date.now() + Math.max(options.pollIntervalMs, Math.min(restMs, INTERVAL_MS));
    if (says === "open" && (isLate || isDeep) && !(await isOfAccount(client, account, witness, callOptions(options)))) {
      this.why = `${why}, and the history of the account does not begin with its last transaction`;
      return { says: "unknown", why: this.why, witness };
    }
    if (says === "open")
      return isLate
        ? { says: "never", why: `${why}; it was valid until ${timeOf(validUntil)}`, witness }
        : { says, why, witness };
    if (says === "unknown" && !isLate && !isDeep) return { says, why, witness };
    const history = await this.#history(witness, says === "past");
    if (typeof history === "object")
      return { says: "executed", why, transaction: summaryOfCells(history, account), witness };
    if (!message) {
      // An account that is not the one of the message has not received it either.
      this.why = `${why}, nor which account receives it: ${account} has not received it by block ${witness.block}; pass the message itself`;
      return { says: "unknown", why: this.why, witness };
    }
    if (history === "cut") {
      this.why = `${why}, and the history of the account is longer than what was read`;
      return { says: "unknown", why: this.why, witness };
    }
    if (history === "other")
      return { says: "never", why: `${why}: the wallet executed another one in its place`, witness };
    return {
      says: says === "past" || isLate ? "never" : "open",
      why: `${why}, and no transaction received it`,
      witness,
    };
  }

  /** Searches the history of the account, up to the witness. */
  #history(witness, isPast) {
    const { client, account, message, hash, options } = this;
    return walkBack(client, account, witness, {
      hash,
      seqno: isPast ? seqnoOf(message, witness.version) : undefined,
      since: options.isSinceGiven ? options.since : undefined,
      until: options.until,
      optionsOf: () => callOptions(options),
    });
  }
}
