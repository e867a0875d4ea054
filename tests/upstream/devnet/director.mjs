// Plays scenes on a chain: sends the messages of its wallets, and makes the blocks that receive them. All of it follows from the seed.
import { internal, toNano } from "@ton/core";

import { createRandom } from "./chance.mjs";

/** A message of a wallet; it does not bounce unless `options` has `bounce`. */
export const makeMessage = (to, value, options = {}) =>
  internal({ to, value: toNano(value), bounce: false, ...options });

/** @typedef {import("./cast.mjs").Cast} Cast */

/** The error that stops a world that is no longer needed. */
export class Stopped extends Error {}

export class Director {
  /** @type {Map<string, number>} next seqno of each wallet */
  #seqnos = new Map();

  /**
   * @param {import("./chain.mjs").Chain} chain @param {Cast} cast
   * @param {{ progress: (done: number, of: number) => void, stopped: () => boolean }} hooks
   */
  constructor(chain, cast, { progress, stopped }) {
    this.chain = chain;
    this.cast = cast;
    this.progress = progress;
    this.stopped = stopped;
    this.chance = createRandom(chain.seed, "world");
    this.now = chain.head.mc.gen_utime;
  }

  /** A signed transfer of a wallet, valid at the next block. `lost`: the wallet's transaction fails, so its seqno does not count. */
  send(wallet, messages, { sendMode = 3, lost = false } = {}) {
    const seqno = this.#seqnos.get(wallet.name) ?? 0;
    if (!lost) this.#seqnos.set(wallet.name, seqno + 1);
    return wallet.transfer({ seqno, messages, validUntil: this.now + 86_400, sendMode });
  }

  /** Makes the next block with these external messages. @param {import("@ton/core").Cell[]} externals */
  async round(...externals) {
    await this.roundAt(this.now + 5 + this.chance.below(55), ...externals);
  }

  /** Makes the next block at a given utime. @param {number} now @param {import("@ton/core").Cell[]} externals */
  async roundAt(now, ...externals) {
    if (this.stopped()) throw new Stopped();
    this.now = now;
    const { dropped, lost } = await this.chain.step({ now: this.now, externals });
    if (dropped.length || lost.length)
      throw new Error(`the world's own message was not accepted in block ${this.chain.head.mc.seqno}`);
  }

  async settle() {
    while (this.chain.busy) await this.round();
  }
}
