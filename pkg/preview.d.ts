import type { Client, ReadOptions } from "./client.js";
import type { AccountState, Cell, CellLike, Transaction } from "./message.js";
import type { Config } from "./tvm.js";
import type { AddressLike, BytesLike } from "./values.js";

/** Options for running a message. */
export interface RunOptions {
  /** The sender of an internal message that names none, such as one of `internalMessage`. */
  from?: AddressLike | undefined;
  /** Unix time in seconds of the block. Default: now. */
  now?: number | undefined;
  /** Minimum logical time of the transaction. Default: that of the next block after the account's last transaction. */
  lt?: number | bigint | undefined;
  /** The random seed of the block, 32 bytes. Without a seed, `isRandom` marks a result that depends on random numbers. */
  randomSeed?: BytesLike | undefined;
  /** Whether every signature check succeeds, to run messages that are not signed yet. Default: false. */
  ignoreSignature?: boolean | undefined;
  /**
   * Maximum work in units of CPU time; if a run needs more, its outcome is unknown. A unit is the CPU time that most instructions take per unit of
   * gas. Default: 2000000.
   */
  workLimit?: number | undefined;
}

/** Options of {@link emulate}: a message, an account, and the state of the network. */
export interface EmulateOptions extends RunOptions {
  /**
   * The account as a cell: a `ShardAccount` (`bytes` of `client.v2.getShardAccountCell`), or an `Account`, which lacks the last transaction; `null`:
   * the account does not exist.
   */
  account: CellLike | null;
  /** The external or internal message. Its destination is the account. */
  message: CellLike;
  /** The configuration of the network: `config.bytes` of `client.v2.getConfigAll()`, or the result of `openConfig`. */
  config: CellLike | Config;
  /** Libraries that contracts refer to by their hashes. */
  libraries?: CellLike[] | undefined;
  /** Whether to run the message although the configuration names a version of TVM above 14. Default: false. */
  allowNewerVersion?: boolean | undefined;
}

/** Why an account does not accept an external message. Such a message is never included in a block, and costs nothing. */
export interface NotAccepted {
  status: "not_accepted";
  /**
   * `exit_code`: the contract ended before it accepted the message. `no_funds`: the balance is too small. `no_state`: the account has no contract.
   * `bad_state`: the StateInit of the message does not match the account's address. `suspended`: no contract may be deployed at the address.
   * `too_large`: the message is larger, or nested deeper, than external messages may be.
   */
  reason: "exit_code" | "no_funds" | "no_state" | "bad_state" | "suspended" | "too_large";
  /** The exit code if `reason` is `exit_code`, otherwise `null`. */
  exitCode: number | null;
  /** The meaning of the exit code; `null` if the contract defines the code itself. */
  meaning: string | null;
}

/** The outcome is not certain, so no result is returned. */
export interface UnknownOutcome {
  status: "unknown";
  /**
   * `instruction`: the contract runs an invalid or unimplemented instruction. `version`: it runs an instruction whose effect depends on the version
   * of TVM, or the network's version is below 12 or above 14. `previous_blocks`: it reads previous blocks. `child_machine`: it starts another virtual
   * machine. `library`: a library is missing. `configuration`: its account has a special gas price. `too_complex`: it takes more work than
   * `workLimit`, or all messages of a preview take more than 16000000 units. `max_transactions`: the preview reached `maxTransactions`.
   */
  reason:
    | "instruction"
    | "version"
    | "previous_blocks"
    | "child_machine"
    | "library"
    | "configuration"
    | "too_complex"
    | "max_transactions";
  /** The hash of the missing library in 64 hexadecimal digits, if `reason` is `library`. */
  library?: string;
}

/** The outcome of a message that was not sent. */
export type Emulation =
  | {
      status: "done";
      transaction: Transaction;
      /** The transaction as a cell, for example for `decodeTransaction`. */
      transactionCell: Cell;
      /** The account after the transaction (`ShardAccount`). Pass it as `account` to the next `emulate`. */
      account: Cell;
      /** The messages that the transaction sends. */
      messages: Cell[];
      /** Whether the contract used random numbers without a `randomSeed`: on the network they will differ. */
      isRandom: boolean;
    }
  | NotAccepted
  | UnknownOutcome;

/**
 * Runs a message on an account, without a request. Returns fees, exit codes, sent messages, and the account afterwards. The first call loads
 * emulator.wasm, which has 220 kB after compression.
 *
 * @example
 * ```js
 * import { createClient } from "ton-edge";
 * import { emulate } from "ton-edge/tvm";
 * const client = createClient({ baseUrl: "https://gateway.example" });
 * const [account, config] = await Promise.all([
 *   client.v2.getShardAccountCell({ address }),
 *   client.v2.getConfigAll(),
 * ]);
 * const outcome = await emulate({ account: account.bytes, config: config.config.bytes, message });
 * if (outcome.status === "done") console.log(outcome.transaction.totalFees.coins);
 * ```
 * @throws TonEdgeError `boc_invalid`, `message_invalid`, `invalid_parameter`, `invalid_option`, `missing_parameter`, `wasm_unavailable`
 * @see https://docs.ton.org/foundations/phases
 */
export function emulate(options: EmulateOptions): Promise<Emulation>;

/** Options of {@link previewTransfer}, in addition to those of requests. */
export interface PreviewOptions
  extends Pick<ReadOptions, "signal" | "queueTimeoutMs" | "retry">,
    Pick<RunOptions, "from" | "now" | "ignoreSignature"> {
  /** Milliseconds for the whole preview. Default: 30000. */
  timeoutMs?: number | undefined;
  /** The masterchain block whose accounts and configuration are read. Default: the newest one at each request. */
  seqno?: number | undefined;
  /** The configuration of the network. Default: it is requested. */
  config?: CellLike | Config | undefined;
  /** Whether to run messages although the configuration names a version of TVM above 14. Default: false. */
  allowNewerVersion?: boolean | undefined;
  /** Maximum number of transactions; further messages are not run. Default: 64. */
  maxTransactions?: number | undefined;
  /** Whether to look for jettons and NFTs that change owners. Default: true. */
  tokens?: boolean | undefined;
}

/** A transaction that would be executed. */
export interface PreviewTransaction {
  status: "done";
  /** The account in raw form. */
  account: string;
  /**
   * `true` if the contract runs and all its actions succeed, none skipped; also if the account has no contract and receives coins (with at most a
   * comment).
   */
  success: boolean;
  /** Exit code of the contract; `null` if it did not run. */
  exitCode: number | null;
  /** Result code of the contract's actions; `null` if there were none. */
  resultCode: number | null;
  /** Number of actions that failed and were skipped, as their send mode allows: messages that are not sent. */
  skippedActions: number;
  /** Whether the rest of the value goes back to the sender. */
  bounced: boolean;
  /** Why the transaction fails, as text for people; `null` if it succeeds. */
  reason: string | null;
  /** The result of `decodeTransaction`. The real transaction will have other hashes and logical times. */
  transaction: Transaction;
  /** The messages that the transaction sends, in order. */
  children: PreviewNode[];
}

/** A message of a preview: the transaction that it causes, or why that is not known. */
export type PreviewNode = PreviewTransaction | ((NotAccepted | UnknownOutcome) & { account: string });

/** The change of an account's coins by a message. */
export interface AccountChange {
  /** In raw form. */
  account: string;
  /** Nanocoins. */
  before: bigint;
  /** Nanocoins. */
  after: bigint;
  /** `after - before`: fees are part of it. */
  change: bigint;
  /** Changes of extra currencies by their ids; currencies without a change are absent. */
  extraCurrencies: Record<string, bigint>;
  statusBefore: AccountState["type"] | "nonexist";
  statusAfter: AccountState["type"] | "nonexist";
}

/** A change of an account's jetton balance. The jetton master confirmed that the jetton wallet is genuine. */
export interface JettonChange {
  /** The owner in raw form. */
  owner: string;
  /** The jetton master in raw form, which identifies the jetton. Its name does not: anyone can choose the same. */
  master: string;
  /** The jetton wallet in raw form. */
  wallet: string;
  /** Units, without the decimals. */
  before: bigint;
  /** Units, without the decimals. */
  after: bigint;
  /** `after - before`. */
  change: bigint;
}

/** An NFT that changes its owner. Its collection confirmed that the NFT is genuine. */
export interface NftChange {
  /** The NFT in raw form. */
  nft: string;
  /** The collection in raw form; `null` for an NFT without one. */
  collection: string | null;
  /** The index of the NFT in its collection. */
  index: bigint;
  /** The previous owner in raw form; `null` if the NFT did not exist. */
  from: string | null;
  /** The new owner in raw form; `null` if the NFT no longer has one. */
  to: string | null;
}

/** The consequences of a message. */
export interface CompletePreview {
  status: "done";
  /** Whether every message was run, including those that it causes. If not, one of the nodes says why. */
  complete: boolean;
  /**
   * `true`: every message was run, and each transaction succeeds and skips no action. `false`: at least one transaction fails or skips an action.
   * `null` (not known): no known transaction fails, but a message could not be run.
   */
  success: boolean | null;
  /** Text for people: why and where it would fail, or why the outcome is not known; `null` for a success. */
  reason: string | null;
  /** Whether a contract used random numbers: on the network they will differ. */
  isRandom: boolean;
  /** The transaction of the message itself. */
  root: PreviewTransaction;
  /** All transactions, in the order in which they were run. */
  transactions: PreviewTransaction[];
  /** Nanocoins that all accounts together lose, including the forward fees of messages. */
  totalFees: bigint;
  /** The balance changes of all accounts that have a transaction. */
  accounts: AccountChange[];
  jettons: JettonChange[];
  nfts: NftChange[];
  /** Accounts, in raw form, that may be jetton wallets or NFTs but could not be checked locally. */
  unread: string[];
}

/** The result of {@link previewTransfer}. */
export type Preview = CompletePreview | ((NotAccepted | UnknownOutcome) & { account: string });

/**
 * Previews what a message would cause: the tree of transactions, fees, and balance changes. Requests each account that the messages reach with
 * `client.v2.getShardAccountCell`, and runs the messages locally. Sends nothing to the network.
 *
 * @example
 * ```js
 * import { createClient } from "ton-edge";
 * import { previewTransfer } from "ton-edge/tvm";
 * const client = createClient({ baseUrl: "https://gateway.example" });
 * const preview = await previewTransfer(client, boc);
 * if (preview.status === "done") for (const { account, change } of preview.accounts) console.log(account, change);
 * else console.log(preview.reason);
 * ```
 * @throws TonEdgeError `message_invalid` for a bag that is not a message; `timeout`; errors of requests
 */
export function previewTransfer(client: Pick<Client, "v2">, boc: CellLike, options?: PreviewOptions): Promise<Preview>;
