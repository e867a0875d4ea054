// The node's transaction executor and TVM, compiled to wasm (@ton/sandbox). Only its `Executor` is used, because its `Blockchain` numbers lt
// in its own way and has no blocks. This module stores no state: states are arguments and results.
import { Cell, beginCell, parseTuple, storeShardAccount } from "@ton/core";

import { createExecutor } from "./executor.mjs";

/** The `ShardAccount` cell of an account that does not exist. */
export const NO_ACCOUNT = beginCell()
  .store(storeShardAccount({ account: null, lastTransactionHash: 0n, lastTransactionLt: 0n }))
  .endCell()
  .toBoc();

/** Gas limit of a get-method, as in a node's liteserver. */
const GET_METHOD_GAS = 1_000_000n;

/** CRC-16/XMODEM with bit 16 set: the id of a get-method by its name. @param {string} name */
export function computeMethodId(name) {
  let crc = 0;
  for (const byte of Buffer.from(name)) {
    crc ^= byte << 8;
    for (let i = 0; i < 8; i++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc | 0x10000;
}

/** @type {WeakMap<Cell, Buffer>} */
const bags = new WeakMap();

/**
 * A cell whose bag is serialized only once. The executor serializes every cell that it gets; each call passes the code, and the checksum of
 * a bag costs more than the rest of the serialization.
 * @param {Cell} cell @returns {Cell}
 */
function cacheBag(cell) {
  let boc = bags.get(cell);
  if (!boc) bags.set(cell, (boc = cell.toBoc({ idx: false, crc32: false })));
  return /** @type {any} */ ({ toBoc: () => boc });
}

/**
 * @typedef {import("@ton/sandbox").Executor} Executor
 * @typedef {{ config: string, libs: Cell | null }} Rules the masterchain's data for every run: the configuration as a BoC in base64, and
 *   the public libraries by their hashes
 * @typedef {{ ok: true, transaction: Cell, shardAccount: Buffer, vmLog: string }} Executed
 * @typedef {{ ok: false, error: string, exitCode: number | undefined, vmLog: string }} NotExecuted
 */
export class Machine {
  #executor;

  /** @param {Executor} executor */
  constructor(executor) {
    this.#executor = executor;
  }

  static async create() {
    return new Machine(await createExecutor());
  }

  /**
   * Runs work on the executor. The executor throws where a node has a result code: when an account sends more of an extra currency than it
   * holds. Its stack is not unwound then, so a new executor replaces it.
   * @param {(executor: Executor) => Promise<any>} work @returns {Promise<Executed | NotExecuted>}
   */
  async #attempt(work) {
    try {
      return this.#outcome(await work(this.#executor));
    } catch (error) {
      this.#executor = await createExecutor();
      // The executor throws a C++ exception as a number, which has no message.
      const reason = error instanceof Error ? `: ${error.message}` : "";
      return {
        ok: false,
        error: `the executor could not run the transaction${reason}`,
        exitCode: undefined,
        vmLog: "",
      };
    }
  }

  /** @returns {Executed | NotExecuted} */
  #outcome({ result }) {
    if (!result.success)
      return {
        ok: false,
        error: result.error,
        exitCode: result.vmResults?.vmExitCode,
        vmLog: result.vmResults?.vmLog ?? "",
      };
    return {
      ok: true,
      transaction: Cell.fromBase64(result.transaction),
      shardAccount: Buffer.from(result.shardAccount, "base64"),
      vmLog: result.vmLog,
    };
  }

  /**
   * The arguments of every run.
   * @param {Rules & { shardAccount: Buffer, now: number, lt: number, seed: Buffer, ignoreChksig?: boolean }} run
   */
  #common({ config, libs, shardAccount, now, lt, seed, ignoreChksig = false }) {
    return {
      config,
      libs: libs && cacheBag(libs),
      verbosity: /** @type {const} */ ("short"),
      shardAccount: shardAccount.toString("base64"),
      now,
      lt: BigInt(lt),
      randomSeed: seed,
      ignoreChksig,
      debugEnabled: false,
    };
  }

  /**
   * Runs one ordinary transaction: this message at this account. Returns the next state and leaves the given one unchanged.
   * @param {Rules & { message: Cell, shardAccount: Buffer, now: number, lt: number, seed: Buffer, ignoreChksig?: boolean }} run
   * @returns {Promise<Executed | NotExecuted>}
   */
  run(run) {
    return this.#attempt((executor) =>
      executor.runTransaction({ ...this.#common(run), message: cacheBag(run.message) }),
    );
  }

  /** @param {Rules & { which: "tick" | "tock", shardAccount: Buffer, now: number, lt: number, seed: Buffer }} run */
  tickTock(run) {
    return this.#attempt((executor) => executor.runTickTock({ ...this.#common(run), which: run.which }));
  }

  /**
   * @param {Rules & { code: Cell, data: Cell, address: import("@ton/core").Address, method: string | number,
   *   stack: import("@ton/core").TupleItem[], now: number, balance: bigint, seed: Buffer,
   *   extraCurrencies?: Record<string, string> }} call
   */
  async get({ config, libs, code, data, address, method, stack, now, balance, seed, extraCurrencies = {} }) {
    const { output } = await this.#executor.runGetMethod({
      code: cacheBag(code),
      data: cacheBag(data),
      address,
      stack,
      unixTime: now,
      balance,
      extraCurrency: Object.fromEntries(Object.entries(extraCurrencies).map(([id, amount]) => [id, BigInt(amount)])),
      randomSeed: seed,
      config,
      libs: libs ? cacheBag(libs) : undefined,
      verbosity: "short",
      methodId: typeof method === "number" ? method : computeMethodId(method),
      gasLimit: GET_METHOD_GAS,
      debugEnabled: false,
    });
    if (!output.success) throw new Error(`the get-method could not be run: ${output.error}`);
    const stackCell = Cell.fromBase64(output.stack);
    return {
      exit_code: output.vm_exit_code,
      gas_used: Number(output.gas_used),
      stack: parseTuple(stackCell),
      stackCell,
    };
  }
}
