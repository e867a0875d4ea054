import type { Client, ReadOptions } from "./client.js";
import type { AccountState, Cell, CellLike, Transaction } from "./message.js";
import type { Config } from "./tvm.js";
import type { AddressLike, BytesLike } from "./values.js";

/** The options of a run of a message. */
export interface RunOptions {
  /** The account that sends a message from within the network, if the message names none, as those of `internalMessage`. */
  from?: AddressLike | undefined;
  /** Unix time in seconds of the block. Default: now. */
  now?: number | undefined;
  /** The least logical time of the transaction. Default: that of the next block after the account's last transaction. */
  lt?: number | bigint | undefined;
  /** The random seed of the block, 32 bytes. Without one, what depends on it is marked with `isRandom`. */
  randomSeed?: BytesLike | undefined;
  /** Takes every signature for a valid one: for messages that are not signed yet. Default: false. */
  ignoreSignature?: boolean | undefined;
  /** Instructions, beyond which the outcome is unknown. Default: 1000000. */
  stepLimit?: number | undefined;
}

/** A message, an account, and the network around them. */
export interface EmulateOptions extends RunOptions {
  /**
   * The account as the service has it, with its last transaction (`bytes` of `client.v2.getShardAccountCell`) or without; `null`: there is none at
   * the address.
   */
  account: CellLike | null;
  /** The message, from outside or from within the network. It names the account. */
  message: CellLike;
  /** The configuration of the network: `config.bytes` of `client.v2.getConfigAll()`, or what `openConfig` made of it. */
  config: CellLike | Config;
  /** Libraries that contracts refer to by their hashes. */
  libraries?: CellLike[] | undefined;
  /** Runs it also where the configuration names a version of TVM above 14. Default: false. */
  allowNewerVersion?: boolean | undefined;
}

/** Why an account does not accept a message from outside. No block has such a message, and it costs nothing. */
export interface NotAccepted {
  status: "not_accepted";
  /**
   * `exit_code`: the contract ended before it accepted the message. `no_funds`: the balance is too small. `no_state`: there is no contract. `bad_state`:
   * the message has a StateInit that is not that of the account. `suspended`: no contract may be deployed at the address. `too_large`: it is
   * larger, or nested deeper, than messages from outside may be.
   */
  reason: "exit_code" | "no_funds" | "no_state" | "bad_state" | "suspended" | "too_large";
  /** For `exit_code`, else `null`. */
  exitCode: number | null;
  /** The meaning of the exit code; `null` if the code is the contract's own. */
  meaning: string | null;
}

/** The outcome is not certain, so there is no result. */
export interface UnknownOutcome {
  status: "unknown";
  /**
   * `instruction`: one that is invalid or not known here. `version`: one that other versions of TVM run in another way, or a network whose version is
   * below 12 or above 14. `previous_blocks`: the contract reads them. `child_machine`: it runs a machine of its own. `library`: one is missing.
   * `configuration`: its gas has a price of its own. `too_complex`: it takes more instructions than `stepLimit`. `max_transactions`: the
   * preview had as many as it may.
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
  /** For `library`: its hash in 64 hexadecimal digits. */
  library?: string;
}

/** The outcome of a message that was not sent. */
export type Emulation =
  | {
      status: "done";
      transaction: Transaction;
      /** The same as a cell, for `decodeTransaction` and others. */
      transactionCell: Cell;
      /** The account after it (`ShardAccount`): `account` of the next `emulate`. */
      account: Cell;
      /** The messages that it sends. */
      messages: Cell[];
      /** The contract draws random numbers, which will be others, and no `randomSeed` was given. */
      isRandom: boolean;
    }
  | NotAccepted
  | UnknownOutcome;

/**
 * Runs a message at an account, without a request: fees, exit codes, sent messages, and the account afterwards. emulator.wasm, which does it, is
 * loaded with the first call and has 220 kB after compression.
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

/** Options of {@link previewTransfer}, beside those of requests. */
export interface PreviewOptions
  extends Pick<ReadOptions, "signal" | "queueTimeoutMs" | "retry">,
    Pick<RunOptions, "from" | "now" | "ignoreSignature"> {
  /** Milliseconds for all of it. Default: 30000. */
  timeoutMs?: number | undefined;
  /** The masterchain block whose accounts and configuration are read. Default: the newest of each request. */
  seqno?: number | undefined;
  /** The configuration, if the program has it; it is read otherwise. */
  config?: CellLike | Config | undefined;
  /** Runs it also where the configuration names a version of TVM above 14. Default: false. */
  allowNewerVersion?: boolean | undefined;
  /** Transactions, after which messages are not followed further. Default: 64. */
  maxTransactions?: number | undefined;
  /** Looks for jettons and NFTs that change hands. Default: true. */
  tokens?: boolean | undefined;
}

/** A transaction that would be executed. */
export interface PreviewTransaction {
  status: "done";
  /** The account in raw form. */
  account: string;
  /**
   * The contract runs, all its actions succeed, and none is left out; or there is no contract, and a plain value (with a comment at most)
   * arrives.
   */
  success: boolean;
  /** Exit code of the contract; `null` if it did not run. */
  exitCode: number | null;
  /** Result code of its actions; `null` if there were none. */
  resultCode: number | null;
  /** Actions that failed and were left out, as their send mode allows: messages that were not sent. */
  skippedActions: number;
  /** The rest of the value goes back to the sender. */
  bounced: boolean;
  /** Why it fails, for people; `null` if it does not. */
  reason: string | null;
  /** As `decodeTransaction` reads it. Hashes and logical times will be others. */
  transaction: Transaction;
  /** The messages that it sends, in their order. */
  children: PreviewNode[];
}

/** A message of a preview: the transaction that it leads to, or why that is not known. */
export type PreviewNode = PreviewTransaction | ((NotAccepted | UnknownOutcome) & { account: string });

/** How a message changes the coins of an account. */
export interface AccountChange {
  /** In raw form. */
  account: string;
  /** Nanocoins. */
  before: bigint;
  /** Nanocoins. */
  after: bigint;
  /** `after - before`: fees are part of it. */
  change: bigint;
  /** Changes of extra currencies by their ids, of those that change. */
  extraCurrencies: Record<string, bigint>;
  statusBefore: AccountState["type"] | "nonexist";
  statusAfter: AccountState["type"] | "nonexist";
}

/** A jetton that an account has more or less of. The master confirmed the wallet. */
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

/** An NFT that changes hands. Its collection confirmed it. */
export interface NftChange {
  /** The NFT in raw form. */
  nft: string;
  /** The collection in raw form; `null` for an NFT without one. */
  collection: string | null;
  /** Its number in the collection. */
  index: bigint;
  /** The owner in raw form; `null` if it did not exist. */
  from: string | null;
  /** The owner in raw form; `null` if it has no owner any more. */
  to: string | null;
}

/** The consequences of a message. */
export interface CompletePreview {
  status: "done";
  /** Every message was followed to its end. If not, one of the nodes says why. */
  complete: boolean;
  /**
   * `true`: every message was followed to its end, and each transaction succeeds and leaves out no action. `false`: one of them does not.
   * `null` (not known): a message could not be followed.
   */
  success: boolean | null;
  /** Why it would fail and where, or why that is not known, for people; `null` for a success. */
  reason: string | null;
  /** A contract draws random numbers, which will be others. */
  isRandom: boolean;
  /** The transaction of the message itself. */
  root: PreviewTransaction;
  /** All of them, in the order in which they were run. */
  transactions: PreviewTransaction[];
  /** Nanocoins that all accounts together lose, with the fees of the messages. */
  totalFees: bigint;
  /** The accounts that have a transaction. */
  accounts: AccountChange[];
  jettons: JettonChange[];
  nfts: NftChange[];
  /** Accounts in raw form of which this machine cannot say whether they are tokens. */
  unread: string[];
}

/** The result of {@link previewTransfer}. */
export type Preview = CompletePreview | ((NotAccepted | UnknownOutcome) & { account: string });

/**
 * The consequences of a message before it is sent: the transactions as a tree, fees, and the changes of balances. Reads each account
 * that the messages reach by `client.v2.getShardAccountCell`, and runs the rest here. Sends nothing.
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
