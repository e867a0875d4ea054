/**
 * `ton-edge/tvm`: get-methods computed where they are called, from the code and data of a contract, without a request; and what a message
 * would do before it is sent.
 *
 * A result is given only where it is certain to be the one of the network. Everything else is `needs_upstream` with the reason; ask
 * `client.get` then. The module has 170 kB after compression, and only programs that import this entry load it.
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

/** A contract and its known surroundings. If it reads anything else, the result is `needs_upstream`. */
export interface ContractOptions extends GetLimits {
  code: CellLike;
  data: CellLike;
  address: AddressLike;
  /** Nanocoins, as a number or in decimal digits. */
  balance?: number | bigint | string | undefined;
  /** Amounts of extra currencies by their ids. They count only with `balance`. Default: none. */
  extraCurrencies?: Readonly<Record<string, number | bigint | string>> | undefined;
  /** Libraries that its code refers to by their hashes. */
  libraries?: CellLike[] | undefined;
  /** The configuration of the network: `config.bytes` of `client.v2.getConfigAll()`, or what {@link openConfig} made of it. */
  config?: CellLike | Config | undefined;
  /** Unix time in seconds of the block that the state belongs to. */
  now?: number | undefined;
  /** Logical time of that block. */
  blockLt?: number | bigint | string | undefined;
  /** Runs it also where the configuration names a version of TVM above 14. Default: false. */
  allowNewerVersion?: boolean | undefined;
}

/** The limits of a run of a get-method. */
export interface GetLimits {
  /** Gas. Default: 1000000, as at the service. */
  gasLimit?: number | undefined;
  /** Instructions. Default: 1000000. */
  stepLimit?: number | undefined;
}

/** A configuration that several contracts share. */
export interface Config {
  /** The version of TVM that it names. */
  readonly version: number;
}

/** The outcome of a get-method. */
export type LocalResult =
  /** It succeeded, and the network gives the same result for this state. */
  | {
      status: "done";
      stack: Stack;
      exitCode: 0 | 1;
      gasUsed: number;
      /** Instructions. */
      steps: number;
    }
  /** It ended with an exit code that is not a success. */
  | { status: "needs_upstream"; reason: "exit_code"; exitCode: number; meaning: string | null }
  /** It needs a library, whose hash has 64 hexadecimal digits: `client.v2.getLibraries` has it. */
  | { status: "needs_upstream"; reason: "library"; library: string }
  | {
      status: "needs_upstream";
      /**
       * - `instruction`: it runs an instruction that is invalid, or that this machine does not have.
       * - `version`: it runs an instruction that other versions of TVM run in another way, or the configuration names a version above 14.
       * - `configuration`, `previous_blocks`, `time`, `balance`: it reads that, and it was not given.
       * - `random`: it draws a random number.
       * - `context`: it reads its whole context (register c7).
       * - `child_machine`: it runs a machine within the machine (`RUNVM`).
       * - `exception`: it handles an exception of the machine itself, such as a stack underflow, of which there are several kinds.
       * - `continuation`: it returns a continuation, for which the service has no form.
       * - `too_complex`: it runs more instructions than `stepLimit`, or its result is too large.
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
   * Runs a message at the contract. What it owes for storage is not known here, and no fee is taken for that; {@link emulate} takes an account
   * as the service has it.
   *
   * @throws TonEdgeError as `emulate`
   */
  emulate(message: CellLike, options?: RunOptions & { config?: CellLike | Config | undefined }): Promise<Emulation>;

  /**
   * The same with bags of cells: arguments and result are a `VmStack`, as `stackToCell` of `ton-edge/message` makes one and `stackFromCell`
   * reads it. Nothing of them is read here, so that a call takes half the time.
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
 * Opens a contract.
 *
 * @example
 * ```js
 * import { walletV5R1 } from "ton-edge/message";
 * import { openContract } from "ton-edge/tvm";
 * const { address, stateInit } = walletV5R1({ publicKey: new Uint8Array(32) });
 * const slice = stateInit.beginParse().skip(2);
 * const contract = openContract({ address, code: slice.loadMaybeRef(), data: slice.loadMaybeRef() });
 * contract.get("seqno").stack.number(0); // 0
 * ```
 * @throws TonEdgeError `boc_invalid`, `invalid_option`, `wasm_unavailable`
 */
export function openContract(options: ContractOptions): Contract;

/**
 * Opens the configuration of a network, which is large, once for many contracts.
 *
 * @throws TonEdgeError `boc_invalid`, `message_invalid`
 */
export function openConfig(boc: CellLike): Config;

/**
 * Compiles the module, if it is not compiled yet, without blocking the page. Without it the first call compiles it; in Chromium before
 * 115 it is needed.
 *
 * @throws TonEdgeError `wasm_unavailable`
 */
export function ready(): Promise<void>;
