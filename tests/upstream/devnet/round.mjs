// One round: executes the pending messages into basechain blocks and the masterchain block that commits them. It writes
// nothing; ledger.mjs writes the whole outcome at once.
//
// A message waits for the round after the one that sent it, so a trace takes as many rounds as it is deep. Only the
// masterchain receives the messages of the basechain blocks that it commits in the same round.
import { Cell } from "@ton/core";

import { isConfigurationChanged } from "./configuration.mjs";
import { getBlockRow, computeNextStart, computeRandSeed } from "./blocks.mjs";
import { writeRawAddress } from "./account-name.mjs";
import { CONFIG_ADDRESS } from "./contracts/governance.mjs";
import { NO_ACCOUNT } from "./machine.mjs";
import { makeTransactionRows } from "./record.mjs";

/** Limits of transactions in a block, and of blocks of a shard in a round; further messages wait for the next round. */
const PER_BLOCK = 300;
const SHARD_BLOCKS = 4;
const CONFIG = writeRawAddress(CONFIG_ADDRESS);
/** Milliseconds after which a round yields to other work of this process. */
const SLICE = 20;

const waitMacrotask = () => new Promise((done) => setImmediate(done));

/**
 * @typedef {{ kind: "external" | "internal" | "tick" | "tock", hash: string, destination: string, workchain: number, boc: Cell | null,
 *   lt: number, traceId: string | null, queueId: number | null, mempoolId: number | null }} Item work to do
 * @typedef {{ item: Item, traceId: string, rows: ReturnType<typeof makeTransactionRows>, block: any,
 *   followed?: import("./kinds/index.mjs").Followed }} Entry work done
 */
export class Round {
  /** @type {Map<string, { shardAccount: Buffer, endLt: number }>} states changed in this round */
  #accounts = new Map();
  #sliceEnd = performance.now() + SLICE;
  /** @type {any[]} rows of `blocks`, in the order they were made */
  blocks = [];
  /** @type {Entry[]} */
  entries = [];
  /** @type {Item[]} messages sent in this round and not yet received */
  sent = [];
  /** @type {Item[]} external messages that were not accepted */
  dropped = [];
  /** @type {{ item: Item, why: string }[]} other items that failed: the account is unchanged, and the message is removed */
  lost = [];
  /** @type {string[]} parts of the outcome that could not be read, for the log */
  problems = [];

  /**
   * @param {{ machine: import("./machine.mjs").Machine, rules: import("./machine.mjs").Rules, configuration: Cell, seed: string, head: { mc: any, base: any }, now: number,
   *   findShardAccount: (account: string) => Buffer | undefined }} world
   */
  constructor(world) {
    this.world = world;
  }

  #shardAccount(account) {
    return this.#accounts.get(account)?.shardAccount ?? this.world.findShardAccount(account) ?? NO_ACCOUNT;
  }

  /** @param {Item} item @param {any} block under construction @returns {Promise<Entry | null>} null: not accepted, or lost */
  async #execute(item, block) {
    const { machine, rules, now } = this.world;
    const knownAccount = this.#accounts.get(item.destination);
    const lt = Math.max(block.startLt + 1, knownAccount?.endLt ?? 0, item.lt + 1);
    const runArguments = { ...rules, shardAccount: this.#shardAccount(item.destination), now, lt, seed: block.seed };
    const done = item.boc
      ? await machine.run({ ...runArguments, message: item.boc })
      : await machine.tickTock({ ...runArguments, which: /** @type {"tick" | "tock"} */ (item.kind) });
    if (!done.ok) return this.#refuse(item, /** @type {any} */ (done).error);
    let rows;
    try {
      rows = makeTransactionRows(item.destination, done.transaction, done.shardAccount);
    } catch (error) {
      // The executor can make cells that @ton/core cannot read.
      return this.#refuse(item, `its transaction cannot be read: ${error.message}`);
    }
    const endLt = rows.transaction.lt + 1 + rows.out.length;
    this.#accounts.set(item.destination, { shardAccount: done.shardAccount, endLt });
    block.endLt = Math.max(block.endLt, endLt);
    return {
      item,
      traceId: item.traceId ?? rows.transaction.hash,
      rows: { ...rows, shardAccount: done.shardAccount },
      block: null,
    };
  }

  /**
   * Drops an item that makes no transaction: otherwise it would return in each round and stop the chain.
   * @param {Item} item @param {string} reason
   */
  #refuse(item, reason) {
    if (item.kind === "external") this.dropped.push(item);
    else this.lost.push({ item, why: reason });
    return null;
  }

  /** The messages of an executed transaction that have not been received yet. @param {Entry} entry @returns {Item[]} */
  #onTheirWay(entry) {
    return entry.rows.out
      .filter((m) => m.type === "internal")
      .map((m) => ({
        kind: "internal",
        hash: m.hash,
        destination: /** @type {string} */ (m.destination),
        workchain: Number(/** @type {string} */ (m.destination).split(":")[0]),
        boc: m.cell,
        lt: /** @type {number} */ (m.created_lt),
        traceId: entry.traceId,
        queueId: null,
        mempoolId: null,
      }));
  }

  /** Executes items into one new block. @param {number} workchain @param {Item[]} items @param {any[]} commits blocks a masterchain block commits */
  async close(workchain, items, commits) {
    const { head, now, seed } = this.world;
    const previousBlock = workchain === -1 ? head.mc : head.base;
    // A masterchain block has a higher lt than all blocks that it commits, and a basechain block a higher one than the masterchain block
    // that it refers to.
    const startLt = computeNextStart(previousBlock.end_lt, head.mc.end_lt, ...commits.map((b) => b.end_lt));
    const block = {
      startLt,
      endLt: startLt + 1,
      seed: Buffer.from(computeRandSeed(seed, workchain, previousBlock.seqno + 1), "base64"),
    };
    /** @type {Entry[]} */
    const entries = [];
    for (const item of items) {
      const entry = await this.#execute(item, block);
      if (entry) {
        entries.push(entry);
        this.sent.push(...this.#onTheirWay(entry));
      }
      if (performance.now() > this.#sliceEnd) {
        await waitMacrotask();
        this.#sliceEnd = performance.now() + SLICE;
      }
    }
    const row = getBlockRow({
      seed,
      workchain,
      previous: previousBlock,
      master: head.mc,
      now,
      startLt,
      endLt: block.endLt + 1,
      mcSeqno: head.mc.seqno + 1,
      transactions: entries.map((e) => e.rows.transaction.hash),
      shards: commits.map((b) => b.root_hash),
      isKey:
        workchain === -1 && isConfigurationChanged(this.world.configuration, this.#accounts.get(CONFIG)?.shardAccount),
    });
    for (const entry of entries) entry.block = row;
    this.entries.push(...entries);
    this.blocks.push(row);
    return row;
  }

  /** @param {Item[]} items everything that waits, oldest first @param {Item[]} ticks */
  async run(items, ticks) {
    const base = items.filter((i) => i.workchain === 0).slice(0, PER_BLOCK * SHARD_BLOCKS);
    const commits = [];
    do {
      const row = await this.close(0, base.splice(0, PER_BLOCK), []);
      commits.push(row);
      this.world = { ...this.world, head: { ...this.world.head, base: row } };
    } while (base.length);
    const newItems = this.sent.filter((i) => i.workchain === -1);
    const blockItems = [...items.filter((i) => i.workchain === -1), ...newItems].slice(0, PER_BLOCK);
    this.sent = this.sent.filter((i) => !blockItems.includes(i));
    const workItems = [
      ...ticks.filter((t) => t.kind === "tick"),
      ...blockItems,
      ...ticks.filter((t) => t.kind === "tock"),
    ];
    await this.close(-1, workItems, commits);
  }
}

/** @param {Cell} boc an external message @param {string} hash @param {import("@ton/core").Address} destination @returns {Item} */
export const makeExternalItem = (boc, hash, destination, mempoolId = null) => ({
  kind: "external",
  hash,
  destination: writeRawAddress(destination),
  workchain: destination.workChain,
  boc,
  lt: 0,
  traceId: null,
  queueId: null,
  mempoolId,
});
