// Runs messages on the accounts that receive them. Each account keeps the state after earlier messages.

import { summarizeCells } from "../actions/transaction-summary.js";
import { parseBoc } from "../message/cell.js";
import { decodeMessage, decodeTransaction } from "../message/decode.js";
import { WORK_LIMIT } from "../tvm/contract.js";
import { listSentMessages, runMessage, explainMissingTransaction } from "./emulator.js";
import { readState } from "./network-reader.js";

/** Maximum units of work of a preview: anyone may have written its contracts, and a message may reach many of them. */
const PREVIEW_WORK_LIMIT = 8 * WORK_LIMIT;

/**
 * @typedef {{ cell: any, info: any, children: any[] }} WaitingMessage a message that was not run yet, and the list to which its transaction is
 *   added
 */

/** The transactions of a preview, and the accounts after them. */
export class MessageRun {
  /** @type {Map<string, { before: any, after: any, transactions: any[] }>} by addresses in raw form */
  accounts = new Map();
  /** The transactions, in the order in which they were run. @type {any[]} */
  nodes = [];
  isRandom = false;
  complete = true;
  #remainingWork = PREVIEW_WORK_LIMIT;

  /**
   * @param {import("./network-reader.js").NetworkReader} reader @param {any} config @param {number} now @param {any} options
   * @param {{ check(): Promise<void> }} watch
   */
  constructor(reader, config, now, options, watch) {
    this.reader = reader;
    this.config = config;
    this.now = now;
    this.options = options;
    this.watch = watch;
  }

  async #accountOf(address) {
    let state = this.accounts.get(address);
    if (!state) {
      const accountBefore = await this.reader.state(address);
      this.accounts.set(address, (state = { before: accountBefore, after: accountBefore, transactions: [] }));
    }
    return state;
  }

  /** Returns the outcome of a message; fetches the libraries that it needs. */
  async #answer(account, message) {
    const { ignoreSignatures, allowNewer } = this.options;
    for (;;) {
      await this.watch.check();
      const result = runMessage(account.after.bag, message, {
        config: this.config,
        now: Math.max(this.now, account.after.account?.lastPaid ?? 0),
        ignoreSignatures,
        allowNewer,
        work: Math.min(WORK_LIMIT, this.#remainingWork),
        libraries: this.reader.libraries,
      });
      this.#remainingWork = Math.max(0, this.#remainingWork - result.work);
      const failure = explainMissingTransaction(result);
      if (failure?.reason !== "library" || !(await this.reader.loadLibrary(failure.library)))
        return { answer: result, none: failure };
    }
  }

  /** Runs a message. @param {WaitingMessage} waiting @returns {Promise<WaitingMessage[]>} the messages that it sends */
  async receive({ cell, info, children }) {
    const address = info.dest;
    const account = await this.#accountOf(address);
    const { answer: result, none: failure } = await this.#answer(account, cell.toBoc({ crc32c: false }));
    if (failure) {
      children.push({ account: address, ...failure });
      this.complete = false;
      return [];
    }
    const transaction = parseBoc(result.transaction);
    const decodedTransaction = decodeTransaction(transaction);
    account.after = readState(parseBoc(result.account));
    const balance = account.after.account?.balance.coins ?? 0n;
    const {
      success,
      exitCode,
      resultCode,
      skippedActions,
      bounced: isBounced,
      reason,
    } = summarizeCells(decodedTransaction, address, balance);
    const node = {
      status: "done",
      account: address,
      success,
      exitCode,
      resultCode,
      skippedActions,
      bounced: isBounced,
      reason,
      transaction: decodedTransaction,
      children: [],
    };
    children.push(node);
    this.nodes.push(node);
    this.isRandom ||= result.isRandom;
    account.transactions.push(decodedTransaction);
    return listSentMessages(transaction)
      .map((message) => ({ cell: message, info: decodeMessage(message).info, children: node.children }))
      .filter((message) => message.info.type === "internal");
  }

  /** Starts to request the accounts of messages that will be run. @param {WaitingMessage[]} waiting */
  readAhead(waiting) {
    const transactionsLeft = this.options.maxTransactions - this.nodes.length;
    // A failed request is an error only when its state is needed.
    for (const { info } of waiting.slice(0, transactionsLeft)) this.reader.state(info.dest).catch(() => {});
  }
}
