// The chain: its head, its pending messages, and the one step that moves it. view.mjs reads past states.
import { Cell, beginCell, storeShardAccount } from "@ton/core";

import { Refusal } from "../refusal.mjs";
import { getBlockRow } from "./blocks.mjs";
import { loadConfiguration } from "./configuration.mjs";
import { CONFIG_ADDRESS } from "./contracts/governance.mjs";
import { makeCannotApplyRefusal, makeNotAcceptedRefusal, readExternal } from "./externals.mjs";
import { Probes, describe } from "./kinds/index.mjs";
import { putAccount, writeRound } from "./ledger.mjs";
import { Libraries } from "./libraries.mjs";
import { Machine } from "./machine.mjs";
import { writeRawAddress } from "./account-name.mjs";
import { makeStateRow } from "./record.mjs";
import { makeFirstValidation, putValidation, readValidation } from "./validation.mjs";
import { Round, makeExternalItem } from "./round.mjs";
import { findState } from "./view.mjs";
import { findWallet } from "./wallets.mjs";

/** Number of masterchain blocks between two ticks and tocks of the special accounts (on the real chain: 1). */
export const TICK_TOCK_EVERY = 16;
const MAX_STATES = 20_000;
const CONFIG = writeRawAddress(CONFIG_ADDRESS);

/** @typedef {import("@ton/core").ShardAccount} ShardAccount */

export class Chain {
  #machine;
  #log;
  /** @type {import("./machine.mjs").Rules} */
  #rules;
  #libraries;
  #busy = Promise.resolve();
  /** @type {Map<string, Buffer>} newest states, so that a run needs no database */
  #states = new Map();
  #probes = new Probes();
  /** True while the seeded world is being built: external messages are refused. */
  loading = false;

  /**
   * @param {{ db: import("./database.mjs").Store, machine: Machine, globalId?: number, time?: () => number, log?: (text: string) => void }} parts
   *   `time`: current time in seconds, for checks between blocks; by default the time of the newest block; `log`: gets a line for each problem of a block
   */
  constructor({ db, machine, globalId = -239, time, log = () => {} }) {
    this.db = db;
    this.#log = log;
    this.#machine = machine;
    this.globalId = globalId;
    this.seed = db.meta("seed");
    this.findWallet = findWallet;
    const findNewestBlock = (workchain) =>
      db.get("SELECT * FROM blocks WHERE workchain = ? ORDER BY seqno DESC LIMIT 1", [workchain]);
    /** @type {{ mc: any, base: any }} newest block of each workchain */
    this.head = { mc: findNewestBlock(-1), base: findNewestBlock(0) };
    this.time = () => Math.max(this.head.mc.gen_utime, time ? time() : 0);
    const { root_hash, file_hash } = db.get(
      "SELECT root_hash, file_hash FROM blocks WHERE workchain = -1 AND seqno = 0",
    );
    this.init = { workchain: -1, seqno: 0, root_hash, file_hash };
    this.special = JSON.parse(db.meta("special") ?? "[]");
    this.#libraries = new Libraries(db);
    this.#readRules();
  }

  /**
   * Opens a chain; in an empty database it first writes the zero state.
   * @param {{ db: import("./database.mjs").Store, seed: string, utime: number, genesis: ShardAccount[], special?: string[],
   *   globalId?: number, time?: () => number, log?: (text: string) => void, machine?: Machine }} options `special`: accounts that get tick and tock
   */
  static async open({ db, seed, utime, genesis, special = [], globalId, time, log, machine }) {
    if (!db.meta("seed")) db.transaction(() => writeZeroState(db, seed, utime, genesis, special));
    return new Chain({ db, machine: machine ?? (await Machine.create()), globalId, time, log });
  }

  /**
   * Runs pieces of work one after the other, in the order of the calls. @template T @param {() => Promise<T>} work @returns {Promise<T>}
   */
  #runAlone(work) {
    const result = this.#busy.then(work);
    this.#busy = result.then(
      () => {},
      () => {},
    );
    return result;
  }

  /** Reads the settings of the masterchain that every run needs. */
  #readRules() {
    const root = loadConfiguration(findState(this, CONFIG).boc);
    if (root.hash().equals(this.config?.hash() ?? Buffer.alloc(0))) return;
    /** The configuration after the newest block. */
    this.config = root;
    this.#rules = { config: root.toBoc().toString("base64"), libs: this.#libraries.root };
  }

  #findShardAccount(account) {
    let shardAccount = this.#states.get(account);
    if (!shardAccount) {
      shardAccount = this.db.get("SELECT shard_account FROM accounts WHERE account = ?", [account])?.shard_account;
      if (shardAccount) this.#store(account, shardAccount);
    }
    return shardAccount;
  }

  #store(account, shardAccount) {
    if (this.#states.size >= MAX_STATES) this.#states.clear();
    this.#states.set(account, shardAccount);
  }

  /** The pending messages, oldest first. @returns {import("./round.mjs").Item[]} */
  #waiting() {
    const internalItems = this.db.all("SELECT * FROM queue ORDER BY id").map((row) => ({
      kind: /** @type {const} */ ("internal"),
      hash: row.hash,
      destination: row.destination,
      workchain: row.workchain,
      boc: Cell.fromBoc(row.boc)[0],
      lt: this.db.get("SELECT created_lt FROM messages WHERE hash = ?", [row.hash]).created_lt,
      traceId: row.trace_id,
      queueId: row.id,
      mempoolId: null,
    }));
    const externalItems = this.db.all("SELECT * FROM mempool ORDER BY id").map((row) => {
      const { cell, hash, destination } = readExternal(row.boc);
      return makeExternalItem(cell, hash, destination, row.id);
    });
    return [...internalItems, ...externalItems];
  }

  /**
   * Closes a masterchain block, and the basechain blocks it commits, with all pending messages.
   * @param {{ now?: number, externals?: Cell[] }} [options] `now`: utime of the blocks, never before that of the last
   * @returns {Promise<{ block: any, transactions: number, dropped: string[], lost: string[] }>} dropped: hashes of external messages not
   *   accepted; lost: hashes of internal messages that the executor could not run, and that are removed
   */
  step({ now = this.time(), externals = [] } = {}) {
    return this.#runAlone(async () => {
      const utime = Math.max(now, this.head.mc.gen_utime);
      const ownItems = externals
        .map((cell) => readExternal(cell))
        .map(({ cell, hash, destination }) => makeExternalItem(cell, hash, destination));
      const round = new Round({
        machine: this.#machine,
        rules: this.#rules,
        configuration: this.config,
        seed: this.seed,
        head: this.head,
        now: utime,
        findShardAccount: (a) => this.#findShardAccount(a),
      });
      await round.run([...this.#waiting(), ...ownItems], this.#ticks());
      for (const { item, rows } of round.entries) this.#store(item.destination, rows.shardAccount);
      const libraries = this.#libraries.update(round.entries);
      if (libraries.size) this.#rules = { ...this.#rules, libs: this.#libraries.root };
      const contracts = await describe(round.entries, {
        get: (call) => this.get(call),
        findShardAccount: (a) => this.#findShardAccount(a),
        findWallet,
        probes: this.#probes,
        now: utime,
        seed: Buffer.from(round.blocks.at(-1).rand_seed, "base64"),
      });
      const validation = await readValidation(round, {
        db: this.db,
        configuration: this.config,
        get: (call) => this.get(call),
        findShardAccount: (a) => this.#findShardAccount(a),
      }).catch((error) => {
        // The owner of the config contract's key can make any contract the elector, so reading it may fail.
        round.problems.push(`nothing of the elector was read: ${error.stack}`);
        return [];
      });
      writeRound(this.db, round, contracts, { libraries, validation });
      if (contracts.has(CONFIG)) this.#readRules();
      this.head = { base: round.blocks.at(-2), mc: round.blocks.at(-1) };
      for (const { item, why } of round.lost)
        round.problems.push(`lost an ${item.kind} message ${item.hash} to ${item.destination}: ${why}`);
      for (const problem of round.problems) this.#log(`block ${this.head.mc.seqno}: ${problem}`);
      return {
        block: this.head.mc,
        transactions: round.entries.length,
        dropped: round.dropped.map((i) => i.hash),
        lost: round.lost.map(({ item }) => item.hash),
      };
    });
  }

  #ticks() {
    if ((this.head.mc.seqno + 1) % TICK_TOCK_EVERY) return [];
    return this.special.flatMap((destination) =>
      /** @type {const} */ (["tick", "tock"]).map((kind) => ({
        kind,
        hash: "",
        destination,
        workchain: -1,
        boc: null,
        lt: 0,
        traceId: null,
        queueId: null,
        mempoolId: null,
      })),
    );
  }

  /** The configuration after a masterchain block. @param {number} [mcSeqno] default the newest @returns {Cell} */
  configurationAt(mcSeqno) {
    return mcSeqno === undefined ? this.config : loadConfiguration(findState(this, CONFIG, mcSeqno).boc);
  }

  /** Resolves when the current step is done. */
  idle() {
    return this.#busy;
  }

  /** Whether messages are pending. */
  get busy() {
    const { n } = this.db.get("SELECT (SELECT count(*) FROM queue) + (SELECT count(*) FROM mempool) AS n");
    return n > 0;
  }

  /** Makes blocks until no message is pending. @param {{ now?: () => number, most?: number }} [options] */
  async settle({ now, most = 100 } = {}) {
    for (let i = 0; this.busy; i++) {
      if (i >= most) throw new Error(`messages are still pending after ${most} blocks`);
      await this.step({ now: now?.() });
    }
  }

  /**
   * Accepts an external message for the next block, after the check that a node makes: a dry run on the newest state.
   * @param {Buffer | Cell} boc @param {{ ignoreRefusals?: boolean }} [options] `ignoreRefusals`: what the node refuses is dropped silently
   * @returns {Promise<{ hash: string, hash_norm: string }>} base64
   * @throws {import("../refusal.mjs").Refusal} with the node's text
   */
  async submit(boc, { ignoreRefusals = false } = {}) {
    if (this.loading) throw new Refusal(500, "LITE_SERVER_NOTREADY: the seeded world is still being built");
    const { cell, hash, hash_norm, account } = readExternal(boc);
    const knownMessage = this.db.get(
      "SELECT 1 FROM messages WHERE hash = ?1 UNION ALL SELECT 1 FROM mempool WHERE hash = ?1",
      [hash],
    );
    const refusal = knownMessage ? makeCannotApplyRefusal("duplicate message") : await this.#refusalOf(cell, account);
    if (refusal && ignoreRefusals) return { hash, hash_norm };
    if (refusal) throw refusal;
    this.db.put(
      "mempool",
      { hash, hash_norm, destination: account, received_at: this.time(), boc: cell.toBoc() },
      "INSERT OR IGNORE",
    );
    return { hash, hash_norm };
  }

  /** The node's refusal of an external message, by a dry run; undefined if it accepts the message. */
  async #refusalOf(message, account) {
    const dryRun = await this.emulate({ message, account });
    return dryRun.ok ? undefined : makeNotAcceptedRefusal(account, dryRun);
  }

  /**
   * Runs a message without changing the chain.
   * @param {{ message: Cell, account: string, shardAccount?: Buffer, ignoreChksig?: boolean, now?: number }} run
   *   `shardAccount`: the state to run on; default the account's newest
   */
  emulate({
    message,
    account,
    shardAccount = findState(this, account).shard_account,
    ignoreChksig = false,
    now = this.time(),
  }) {
    const lt = Math.floor(this.head.mc.end_lt / 1e6 + 1) * 1e6 + 1;
    return this.#machine.run({
      ...this.#rules,
      message,
      shardAccount,
      ignoreChksig,
      now,
      lt,
      seed: Buffer.from(this.head.mc.rand_seed, "base64"),
    });
  }

  /** @param {Omit<Parameters<Machine["get"]>[0], "config" | "libs">} call */
  get(call) {
    return this.#machine.get({ ...this.#rules, ...call });
  }
}

/** @param {import("./database.mjs").Store} db @param {ShardAccount[]} genesis */
function writeZeroState(db, seed, utime, genesis, specialAccounts) {
  for (const [key, value] of Object.entries({ seed, genesis_utime: utime, special: JSON.stringify(specialAccounts) }))
    db.setMeta(key, value);
  const common = { seed, previous: null, now: utime, startLt: 0, endLt: 0, mcSeqno: 0, transactions: [] };
  const base = getBlockRow({ ...common, workchain: 0, master: null, shards: [] });
  db.put("blocks", base);
  db.put("blocks", getBlockRow({ ...common, workchain: -1, master: null, shards: [base.root_hash] }));
  db.put("shards", { mc_seqno: 0, workchain: 0, shard: base.shard, seqno: 0 });
  for (const shardAccount of genesis) {
    const account = writeRawAddress(/** @type {any} */ (shardAccount.account).addr);
    const boc = beginCell().store(storeShardAccount(shardAccount)).endCell().toBoc();
    const state = makeStateRow(account, boc);
    db.put("account_states", state);
    putAccount(db, account, state, { hash: null, lt: 0, now: utime, count: 0 }, boc, state.balance);
    if (account === CONFIG) putValidation(db, makeFirstValidation(loadConfiguration(state.boc)));
  }
}
