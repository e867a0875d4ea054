/**
 * `ton-edge/tvm` computes get-methods locally, from the code and data of a contract, without a request. It also previews what a message would
 * do before you send it.
 *
 * It returns a result only if the network certainly gives the same one. Otherwise the status is `needs_upstream` with the reason; call
 * `client.get` then. The module has 181 kB after compression, and only programs that import this entry load it.
 *
 * @packageDocumentation
 */
import type { CellLike, Stack, StackInput } from "./message.js";
import type { PlatformBytes } from "./platform.js";
import type { Emulation, RunOptions } from "./preview.js";
import type { AddressLike } from "./values.js";

export * from "./preview.js";
export type { AddressLike } from "./values.js";
export type { CellLike, StackInput } from "./message.js";
export { isTonEdgeError, TonEdgeError, type TonEdgeErrorCode } from "./address.js";

/** A contract, and the values of its environment that you know. If a get-method reads any other value, its result is `needs_upstream`. */
export interface ContractOptions extends GetLimits {
  code: CellLike;
  data: CellLike;
  address: AddressLike;
  /** Nanocoins, as a number or in decimal digits. */
  balance?: number | bigint | string | undefined;
  /** Amounts of extra currencies by their ids. They count only with `balance`. Default: none. */
  extraCurrencies?: Readonly<Record<string, number | bigint | string>> | undefined;
  /** Libraries that the code refers to by their hashes. */
  libraries?: CellLike[] | undefined;
  /** The configuration of the network: `config.bytes` of `client.v2.getConfigAll()`, or the result of {@link openConfig}. */
  config?: CellLike | Config | undefined;
  /** Unix time in seconds of the block to which the state belongs. */
  now?: number | undefined;
  /** Logical time of that block. */
  blockLt?: number | bigint | string | undefined;
  /** Whether to run contracts although the configuration names a version of TVM above 14. Default: false. */
  allowNewerVersion?: boolean | undefined;
}

/** The limits of a run of a get-method. */
export interface GetLimits {
  /** Maximum gas. Default: 1000000, as TON Center allows. */
  gasLimit?: number | undefined;
  /**
   * Maximum work, in units of CPU time: gas, and everything that takes CPU time but no gas. A unit is the CPU time that most instructions take per
   * unit of gas. Default: 2000000.
   */
  workLimit?: number | undefined;
}

/** A configuration that several contracts share. */
export interface Config {
  /** The version of TVM that the configuration names. */
  readonly version: number;
}

/** The outcome of a get-method. */
export type LocalResult =
  /** The get-method succeeded, and the network returns the same result for this state. */
  | {
      status: "done";
      stack: Stack;
      exitCode: 0 | 1;
      gasUsed: number;
      /** Number of instructions that ran. */
      steps: number;
      /** Units of work that the run took; see `workLimit`. */
      work: number;
    }
  /** The get-method failed with this exit code. */
  | { status: "needs_upstream"; reason: "exit_code"; exitCode: number; meaning: string | null; work: number }
  /** The code needs the library with this hash, 64 hexadecimal digits. `client.v2.getLibraries` returns it. */
  | { status: "needs_upstream"; reason: "library"; library: string; work: number }
  | {
      status: "needs_upstream";
      /**
       * - `instruction`: it runs an instruction that is invalid, or that this virtual machine does not implement.
       * - `version`: it runs an instruction whose effect depends on the version of TVM, or the configuration names a version above 14.
       * - `configuration`, `previous_blocks`, `time`, `balance`: it reads this value, which you did not pass.
       * - `random`: it draws a random number.
       * - `context`: it reads its whole context (register c7).
       * - `child_machine`: it starts another virtual machine (`RUNVM`).
       * - `exception`: it catches an exception of the virtual machine, such as a stack underflow, whose exit code may differ on the network.
       * - `continuation`: it returns a continuation, which the API cannot represent.
       * - `too_complex`: it takes more work than `workLimit`, or its result is too large.
       */
      reason:
        | "instruction"
        | "version"
        | "configuration"
        | "previous_blocks"
        | "time"
        | "balance"
        | "random"
        | "context"
        | "child_machine"
        | "exception"
        | "continuation"
        | "too_complex";
      work: number;
    };

/** A contract whose get-methods can be called. */
export interface Contract {
  /**
   * Calls a get-method by its name or number.
   *
   * @throws TonEdgeError `stack_invalid` for an argument
   */
  get(method: string | number, args?: readonly StackInput[], limits?: GetLimits): LocalResult;

  /**
   * Runs a message on the contract. Its storage debt is not known, so no storage fee is charged; {@link emulate} takes a whole account, with
   * its storage debt.
   *
   * @throws TonEdgeError as `emulate`
   */
  emulate(message: CellLike, options?: RunOptions & { config?: CellLike | Config | undefined }): Promise<Emulation>;

  /**
   * Calls a get-method with bags of cells: arguments and result are a `VmStack`, which `stackToCell` of `ton-edge/message` writes and
   * `stackFromCell` reads. A call takes half the time of `get`, because nothing is converted.
   *
   * @throws TonEdgeError `boc_invalid`, `stack_invalid` for the arguments
   */
  getBoc(method: string | number, stack: CellLike, limits?: GetLimits): LocalBocResult;
  /** The hash of the code, in 64 hexadecimal digits. */
  readonly codeHash: string;
}

/** The outcome of a get-method, with its stack as a bag. */
export type LocalBocResult =
  | (Omit<Extract<LocalResult, { status: "done" }>, "stack"> & { stack: PlatformBytes })
  | Extract<LocalResult, { status: "needs_upstream" }>;

/**
 * Opens a contract from its code and data, to call its get-methods locally.
 *
 * @example
 * ```js
 * import { walletV5R1 } from "ton-edge/message";
 * import { openContract } from "ton-edge/tvm";
 * const { address, stateInit } = walletV5R1({ publicKey: new Uint8Array(32) });
 * const slice = stateInit.beginParse().skip(2);
 * const contract = openContract({ address, code: slice.loadMaybeRef(), data: slice.loadMaybeRef() });
 * const result = contract.get("seqno");
 * if (result.status === "done") result.stack.number(0); // 0
 * ```
 * @throws TonEdgeError `boc_invalid`, `invalid_option`, `wasm_unavailable`
 */
export function openContract(options: ContractOptions): Contract;

/**
 * Parses the configuration of a network once for many contracts, because it is large.
 *
 * @example
 * ```js
 * const { config } = await client.v2.getConfigAll();
 * const parsed = openConfig(config.bytes);
 * const contract = openContract({ address: account, code: message, data: message, config: parsed });
 * ```
 * @throws TonEdgeError `boc_invalid`, `message_invalid`
 */
export function openConfig(boc: CellLike): Config;

/**
 * Compiles the WebAssembly modules of get-methods and cells without blocking the page. Without `ready` the first call compiles them; only web pages
 * in Chromium before 115 require `ready`. Chromium 92 lacks reference types of WebAssembly, which get-methods need.
 *
 * @example
 * ```js
 * await ready();
 * ```
 * @throws TonEdgeError `wasm_unavailable`, `missing_global`
 */
export function ready(): Promise<void>;
