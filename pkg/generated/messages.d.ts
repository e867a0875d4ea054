// Generated from the tables of src/message/ by `cargo xtask generate`; do not edit.

import type { AddressLike } from "../values.js";
import type { Cell, CellLike, ExternalAddress, Slice, TokenContent, WalletAction, WalletActionInput } from "../message.js";

/** An amount of coins, and of other currencies by their ids. */
export interface Currencies {
  /** Nanocoins. */
  coins: bigint;
  /** Ids of other currencies, each with its units. */
  extra: Record<string, bigint>;
}

/** The header of a message: its kind, sender, receiver and value. */
export type MessageInfo =
  /** A message from one account to another. */
  | {
      type: "internal";
      /** Always true today: instant hypercube routing is not in use. */
      ihrDisabled: boolean;
      /** Whether the rest of the value is sent back if the receiver fails. */
      bounce: boolean;
      /** Whether this message was sent back after a failure. */
      bounced: boolean;
      /** The sender; absent before the contract sends the message. */
      src: string | ExternalAddress | null;
      /** The receiver. */
      dest: string;
      /** The value of the message. */
      value: Currencies;
      /** The IHR fee in nanocoins; newer versions of the network store flags here. */
      ihrFee: bigint;
      /** The forwarding fee in nanocoins, without the part of the validators who created the message. */
      fwdFee: bigint;
      /** Logical time of the creation of the message. */
      createdLt: bigint;
      /** Unix time of the creation of the message, in seconds. */
      createdAt: number;
    }
  /** A message from outside of the blockchain. */
  | {
      type: "external-in";
      /** The source, which can be anything; usually absent. */
      src: ExternalAddress | null;
      /** The receiver. */
      dest: string;
      /** The import fee in nanocoins; not in use. */
      importFee: bigint;
    }
  /** A message to the outside of the blockchain, such as a log entry of a contract. */
  | {
      type: "external-out";
      /** The sender; absent before the contract sends the message. */
      src: string | ExternalAddress | null;
      /** The destination, which can be anything; usually absent or a topic. */
      dest: ExternalAddress | null;
      /** Logical time of the creation of the message. */
      createdLt: bigint;
      /** Unix time of the creation of the message, in seconds. */
      createdAt: number;
    };

/** When a special contract of the masterchain runs without a message. */
export interface TickTock {
  /** Whether it runs at the beginning of every block. */
  tick: boolean;
  /** Whether it runs at the end of every block. */
  tock: boolean;
}

/** The initial code and data of a contract. The hash of this cell is the account's address. */
export interface StateInit {
  /** In how many of its first bits the address may differ from the hash, up to 31. Contracts in use do not set it. */
  splitDepth: number | null;
  /** When the contract runs without a message; only for special contracts of the masterchain. */
  special: TickTock | null;
  /** The code. */
  code: Cell | null;
  /** The data. */
  data: Cell | null;
  /** The root of the dictionary of libraries. Each entry has a bit (whether the library is public) and a cell. */
  library: Cell | null;
}

/** A message, with its cells. */
export interface Message {
  /** Hash of its cell, in base64. */
  hash: string;
  /** The header: sender, receiver and value. */
  info: MessageInfo;
  /** The code and data of a contract to deploy. */
  init: StateInit | null;
  /** The body. */
  body: Cell;
}

/** The hashes of the account's state before and after the transaction. */
export interface StateUpdate {
  /** The hash before the transaction. */
  oldHash: string;
  /** The hash after the transaction. */
  newHash: string;
}

/** The phase in which the account pays for its storage. */
export interface StoragePhase {
  /** Nanocoins that were paid. */
  storageFeesCollected: bigint;
  /** Nanocoins that are still due. */
  storageFeesDue: bigint | null;
  /** How the status of the account changed. */
  statusChange: "unchanged" | "frozen" | "deleted";
}

/** The phase in which the account receives the value of the message. */
export interface CreditPhase {
  /** Nanocoins of the value that paid storage fees due. */
  dueFeesCollected: bigint | null;
  /** The value that was credited. */
  credit: Currencies;
}

/** The phase in which the code runs. */
export type ComputePhase =
  /** The code did not run. */
  | {
      type: "skipped";
      /** The reason. */
      reason: "no_state" | "bad_state" | "no_gas" | "suspended";
    }
  /** The code ran. */
  | {
      type: "vm";
      /** Whether the exit code means success, and the gas sufficed. */
      success: boolean;
      /** Whether the state that the message brought was used. */
      msgStateUsed: boolean;
      /** Whether the account received its code. */
      accountActivated: boolean;
      /** Nanocoins for the gas. */
      gasFees: bigint;
      /** Gas that was used. */
      gasUsed: bigint;
      /** Gas that the message pays for. */
      gasLimit: bigint;
      /** Gas that an external message has before it is accepted. */
      gasCredit: bigint | null;
      /** The mode of the virtual machine. */
      mode: number;
      /** The exit code; 0 and 1 mean success. */
      exitCode: number;
      /** An argument of the exception. */
      exitArg: number | null;
      /** Instructions that ran. */
      vmSteps: number;
      /** Hash of the first state of the virtual machine. */
      vmInitStateHash: string;
      /** Hash of the last state of the virtual machine. */
      vmFinalStateHash: string;
    };

/** The size of stored or sent cells. */
export interface StorageUsed {
  /** Distinct cells. */
  cells: bigint;
  /** Bits of these cells. */
  bits: bigint;
}

/** The phase that executes the actions of the code: messages are sent, code is changed, coins are reserved. */
export interface ActionPhase {
  /** Whether all actions succeeded. */
  success: boolean;
  /** Whether the list of actions can be read. */
  valid: boolean;
  /** Whether there were too few coins. */
  noFunds: boolean;
  /** How the status of the account changed. */
  statusChange: "unchanged" | "frozen" | "deleted";
  /** Nanocoins for forwarding messages. */
  totalFwdFees: bigint | null;
  /** The part of these fees that the validators of this block receive, in nanocoins. */
  totalActionFees: bigint | null;
  /** The result code: 0, or the reason why an action failed. */
  resultCode: number;
  /** The index of the action that failed. */
  resultArg: number | null;
  /** The number of actions. */
  totActions: number;
  /** Actions that send no message. */
  specActions: number;
  /** Actions that failed and were left out, as their mode allows. */
  skippedActions: number;
  /** Messages that were sent. */
  msgsCreated: number;
  /** Hash of the list of actions. */
  actionListHash: string;
  /** The size of all messages that were sent. */
  totMsgSize: StorageUsed;
}

/** The phase in which a message that failed is sent back. */
export type BouncePhase =
  /** There were no coins left to send the message back. */
  | {
      type: "negfunds";
    }
  /** There were too few coins to send the message back. */
  | {
      type: "nofunds";
      /** The size of the message. */
      msgSize: StorageUsed;
      /** Nanocoins that sending it back would have cost. */
      reqFwdFees: bigint;
    }
  /** The message was sent back. */
  | {
      type: "ok";
      /** The size of the message. */
      msgSize: StorageUsed;
      /** Nanocoins that the validators of this block receive. */
      msgFees: bigint;
      /** Nanocoins for the forwarding. */
      fwdFees: bigint;
    };

/** The accounts of a split or merge of shards. No network has such transactions today. */
export interface SplitMergeInfo {
  /** Bits of the shard's prefix. */
  curShardPfxLen: number;
  /** The split depth of the account. */
  accSplitDepth: number;
  /** This account. */
  thisAddr: string;
  /** The account in the other shard. */
  siblingAddr: string;
}

/** The kind of a transaction, and its phases, with the names of `block.tlb`. */
export type Description =
  /** A message was received: nearly all transactions. */
  | {
      type: "ord";
      /** Whether the value of the message was credited before storage fees were paid. */
      creditFirst: boolean;
      /** The storage phase. */
      storagePh: StoragePhase | null;
      /** The credit phase. */
      creditPh: CreditPhase | null;
      /** The compute phase. */
      computePh: ComputePhase;
      /** The action phase. */
      action: ActionPhase | null;
      /** Whether the compute phase or the action phase failed. */
      aborted: boolean;
      /** The bounce phase, if there was one. */
      bounce: BouncePhase | null;
      /** Whether the account was deleted. */
      destroyed: boolean;
    }
  /** A transaction with a storage phase only. */
  | {
      type: "storage";
      /** The storage phase. */
      storagePh: StoragePhase;
    }
  /** A special contract of the masterchain ran without a message. */
  | {
      type: "tick_tock";
      /** Whether it ran at the end of the block, not at its beginning. */
      isTock: boolean;
      /** The storage phase. */
      storagePh: StoragePhase;
      /** The compute phase. */
      computePh: ComputePhase;
      /** The action phase. */
      action: ActionPhase | null;
      /** Whether the compute phase or the action phase failed. */
      aborted: boolean;
      /** Whether the account was deleted. */
      destroyed: boolean;
    }
  /** The transaction before a split of shards. */
  | {
      type: "split_prepare";
      /** The accounts of the split or merge. */
      splitInfo: SplitMergeInfo;
      /** The storage phase. */
      storagePh: StoragePhase | null;
      /** The compute phase. */
      computePh: ComputePhase;
      /** The action phase. */
      action: ActionPhase | null;
      /** Whether the compute phase or the action phase failed. */
      aborted: boolean;
      /** Whether the account was deleted. */
      destroyed: boolean;
    }
  /** The transaction after a split of shards. */
  | {
      type: "split_install";
      /** The accounts of the split or merge. */
      splitInfo: SplitMergeInfo;
      /** The transaction that prepared the split or merge. */
      prepareTransaction: Cell;
      /** Whether the split was installed. */
      installed: boolean;
    }
  /** The transaction before a merge of shards. */
  | {
      type: "merge_prepare";
      /** The accounts of the split or merge. */
      splitInfo: SplitMergeInfo;
      /** The storage phase. */
      storagePh: StoragePhase;
      /** Whether the merge failed. */
      aborted: boolean;
    }
  /** The transaction after a merge of shards. */
  | {
      type: "merge_install";
      /** The accounts of the split or merge. */
      splitInfo: SplitMergeInfo;
      /** The transaction that prepared the split or merge. */
      prepareTransaction: Cell;
      /** The storage phase. */
      storagePh: StoragePhase | null;
      /** The credit phase, with the value of the other account. */
      creditPh: CreditPhase | null;
      /** The compute phase. */
      computePh: ComputePhase;
      /** The action phase. */
      action: ActionPhase | null;
      /** Whether the compute phase or the action phase failed. */
      aborted: boolean;
      /** Whether the account was deleted. */
      destroyed: boolean;
    };

/** A transaction of an account. */
export interface Transaction {
  /** Hash of its cell, in base64. */
  hash: string;
  /** The hash of the account's address in upper-case hexadecimal digits: its raw form without the workchain. */
  accountAddr: string;
  /** The logical time of the transaction. */
  lt: bigint;
  /** Hash of the account's previous transaction; zeros for the first transaction. */
  prevTransHash: string;
  /** Logical time of the account's previous transaction; 0 for the first transaction. */
  prevTransLt: bigint;
  /** The Unix time of the transaction, in seconds. */
  now: number;
  /** The status of the account before the transaction. */
  origStatus: "uninit" | "frozen" | "active" | "nonexist";
  /** The status of the account after the transaction. */
  endStatus: "uninit" | "frozen" | "active" | "nonexist";
  /** The message that was received. */
  inMsg: Message | null;
  /** The messages that were sent, in their order. */
  outMsgs: Message[];
  /** All fees, which the validators receive. */
  totalFees: Currencies;
  /** Hashes of the account's state. */
  stateUpdate: StateUpdate;
  /** The phases. */
  description: Description;
}

/** The state of an account that exists. */
export type AccountState =
  /** Code and data. */
  | {
      type: "active";
      /** Code and data of the account. */
      state: StateInit;
    }
  /** The account owes storage fees, and only the hash of its state is stored. */
  | {
      type: "frozen";
      /** Hash of the `StateInit` that unfreezes the account. */
      stateHash: string;
    }
  /** The account has a balance, but no code. */
  | {
      type: "uninit";
    };

/** An account that exists: `account` of `block.tlb`. */
export interface Account {
  /** The address of the account. */
  addr: string;
  /** The size of the account's state. */
  used: StorageUsed;
  /** Hash of the dictionary of its cells, in large accounts. */
  storageExtra: string | null;
  /** Unix time in seconds up to which storage is paid. */
  lastPaid: number;
  /** Nanocoins of storage fees that the account owes. */
  duePayment: bigint | null;
  /** Logical time after its last transaction. */
  lastTransLt: bigint;
  /** The balance. */
  balance: Currencies;
  /** Code and data, if there are any. */
  state: AccountState;
}

/** An account in the list of a shard, with its last transaction. */
export interface ShardAccount {
  /** The cell of the account; see [`Account::load`]. */
  account: Cell;
  /** Hash of its last transaction; zeros if there is none. */
  lastTransHash: string;
  /** Logical time of its last transaction. */
  lastTransLt: bigint;
}

/** Id of a block. */
export interface BlockId {
  /** Bits of the shard's prefix. */
  shardPfxBits: number;
  /** -1 for the masterchain, 0 for the basechain. */
  workchain: number;
  /** The prefix. */
  shardPrefix: bigint;
  /** The number of the block in its shard. */
  seqno: number;
  /** Hash of the block's root cell. */
  rootHash: string;
  /** Hash of the block's file. */
  fileHash: string;
}

/**
 * A text comment.
 *
 * `comment#00000000 text:Text = InternalMsgBody;`
 *
 * @see https://docs.ton.org/foundations/messages/internal
 */
export interface Comment {
  type: "comment";
  opcode: 0;
  /** The text. */
  text: string;
  /** What follows the last field. */
  rest: Cell | null;
}

/** A text comment. To encode. */
export interface CommentInput {
  type: "comment";
  /** The text. */
  text: string;
}

/**
 * A comment that is not UTF-8 text, such as the number of a purchase.
 *
 * `binary_comment#00000000 data:SnakeData = InternalMsgBody;`
 *
 * @see https://docs.ton.org/foundations/messages/internal
 */
export interface BinaryComment {
  type: "binary_comment";
  opcode: 0;
  /** All bytes of the comment; the standard marks binary comments by a first byte `0xff`. */
  data: Uint8Array;
  /** What follows the last field. */
  rest: Cell | null;
}

/** A comment that is not UTF-8 text, such as the number of a purchase. To encode. */
export interface BinaryCommentInput {
  type: "binary_comment";
  /** All bytes of the comment; the standard marks binary comments by a first byte `0xff`. */
  data: Uint8Array;
}

/**
 * A text that only sender and receiver can read.
 *
 * `encrypted_comment#2167da4b data:SnakeData = InternalMsgBody;`
 *
 * @see https://docs.ton.org/standard/wallets/comments
 */
export interface EncryptedComment {
  type: "encrypted_comment";
  opcode: 560454219;
  /** Public keys joined by XOR, 16 bytes of a checksum, and the cipher text. */
  data: Uint8Array;
  /** What follows the last field. */
  rest: Cell | null;
}

/** A text that only sender and receiver can read. To encode. */
export interface EncryptedCommentInput {
  type: "encrypted_comment";
  /** Public keys joined by XOR, 16 bytes of a checksum, and the cipher text. */
  data: Uint8Array;
}

/**
 * Returns the coins that remain after fees.
 *
 * `excesses#d53276db query_id:uint64 = InternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0074-jettons-standard.md
 */
export interface Excesses {
  type: "excesses";
  opcode: 3576854235;
  /** Chosen by the sender; responses repeat it. */
  queryId: bigint;
  /** What follows the last field. */
  rest: Cell | null;
}

/** Returns the coins that remain after fees. To encode. */
export interface ExcessesInput {
  type: "excesses";
  /** Chosen by the sender; responses repeat it. */
  queryId?: number | bigint | undefined;
}

/**
 * The owner instructs their jetton wallet to send units.
 *
 * `jetton_transfer#0f8a7ea5 query_id:uint64 amount:(VarUInteger 16) destination:MsgAddress response_destination:MsgAddress custom_payload:(Maybe ^Cell) forward_ton_amount:(VarUInteger 16) forward_payload:(Either Cell ^Cell) = InternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0074-jettons-standard.md
 */
export interface JettonTransfer {
  type: "jetton_transfer";
  opcode: 260734629;
  /** Chosen by the sender; responses repeat it. */
  queryId: bigint;
  /** Units of the jetton, without its decimals. */
  amount: bigint;
  /** The new owner: an account, not its jetton wallet. */
  destination: string | ExternalAddress | null;
  /** The account that receives excess coins; `null` for none. */
  responseDestination: string | ExternalAddress | null;
  /** Data for the contract that receives the message. */
  customPayload: Cell | null;
  /** Nanocoins for the notification of the receiver. */
  forwardTonAmount: bigint;
  /** Data for the receiver: often the cell of a comment. */
  forwardPayload: Cell | null;
  /** What follows the last field. */
  rest: Cell | null;
}

/** The owner instructs their jetton wallet to send units. To encode. */
export interface JettonTransferInput {
  type: "jetton_transfer";
  /** Chosen by the sender; responses repeat it. */
  queryId?: number | bigint | undefined;
  /** Units of the jetton, without its decimals. */
  amount: number | bigint;
  /** The new owner: an account, not its jetton wallet. */
  destination: AddressLike;
  /** The account that receives excess coins; `null` for none. */
  responseDestination?: AddressLike | null | undefined;
  /** Data for the contract that receives the message. */
  customPayload?: CellLike | null | undefined;
  /** Nanocoins for the notification of the receiver. */
  forwardTonAmount: number | bigint;
  /** Data for the receiver: often the cell of a comment. */
  forwardPayload?: CellLike | null | undefined;
}

/**
 * A jetton wallet sends units to another jetton wallet.
 *
 * `jetton_internal_transfer#178d4519 query_id:uint64 amount:(VarUInteger 16) from:MsgAddress response_address:MsgAddress forward_ton_amount:(VarUInteger 16) forward_payload:(Either Cell ^Cell) = InternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0074-jettons-standard.md
 */
export interface JettonInternalTransfer {
  type: "jetton_internal_transfer";
  opcode: 395134233;
  /** Chosen by the sender; responses repeat it. */
  queryId: bigint;
  /** Units of the jetton, without its decimals. */
  amount: bigint;
  /** The owner who sends; `null` if units were minted, and the minter names no owner. */
  from: string | ExternalAddress | null;
  /** The account that receives excess coins; `null` for none. */
  responseAddress: string | ExternalAddress | null;
  /** Nanocoins for the notification of the receiver. */
  forwardTonAmount: bigint;
  /** Data for the receiver: often the cell of a comment. */
  forwardPayload: Cell | null;
  /** What follows the last field. */
  rest: Cell | null;
}

/** A jetton wallet sends units to another jetton wallet. To encode. */
export interface JettonInternalTransferInput {
  type: "jetton_internal_transfer";
  /** Chosen by the sender; responses repeat it. */
  queryId?: number | bigint | undefined;
  /** Units of the jetton, without its decimals. */
  amount: number | bigint;
  /** The owner who sends; `null` if units were minted, and the minter names no owner. */
  from?: AddressLike | null | undefined;
  /** The account that receives excess coins; `null` for none. */
  responseAddress?: AddressLike | null | undefined;
  /** Nanocoins for the notification of the receiver. */
  forwardTonAmount: number | bigint;
  /** Data for the receiver: often the cell of a comment. */
  forwardPayload?: CellLike | null | undefined;
}

/**
 * A jetton wallet notifies its owner of received units.
 *
 * `jetton_notification#7362d09c query_id:uint64 amount:(VarUInteger 16) sender:MsgAddress forward_payload:(Either Cell ^Cell) = InternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0074-jettons-standard.md
 */
export interface JettonNotification {
  type: "jetton_notification";
  opcode: 1935855772;
  /** Chosen by the sender; responses repeat it. */
  queryId: bigint;
  /** Units of the jetton, without its decimals. */
  amount: bigint;
  /** The owner who sent it. */
  sender: string | ExternalAddress | null;
  /** Data for the receiver: often the cell of a comment. */
  forwardPayload: Cell | null;
  /** What follows the last field. */
  rest: Cell | null;
}

/** A jetton wallet notifies its owner of received units. To encode. */
export interface JettonNotificationInput {
  type: "jetton_notification";
  /** Chosen by the sender; responses repeat it. */
  queryId?: number | bigint | undefined;
  /** Units of the jetton, without its decimals. */
  amount: number | bigint;
  /** The owner who sent it. */
  sender?: AddressLike | null | undefined;
  /** Data for the receiver: often the cell of a comment. */
  forwardPayload?: CellLike | null | undefined;
}

/**
 * The owner instructs their jetton wallet to destroy units.
 *
 * `jetton_burn#595f07bc query_id:uint64 amount:(VarUInteger 16) response_destination:MsgAddress custom_payload:(Maybe ^Cell) = InternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0074-jettons-standard.md
 */
export interface JettonBurn {
  type: "jetton_burn";
  opcode: 1499400124;
  /** Chosen by the sender; responses repeat it. */
  queryId: bigint;
  /** Units of the jetton, without its decimals. */
  amount: bigint;
  /** The account that receives excess coins; `null` for none. */
  responseDestination: string | ExternalAddress | null;
  /** Data for the contract that receives the message. */
  customPayload: Cell | null;
  /** What follows the last field. */
  rest: Cell | null;
}

/** The owner instructs their jetton wallet to destroy units. To encode. */
export interface JettonBurnInput {
  type: "jetton_burn";
  /** Chosen by the sender; responses repeat it. */
  queryId?: number | bigint | undefined;
  /** Units of the jetton, without its decimals. */
  amount: number | bigint;
  /** The account that receives excess coins; `null` for none. */
  responseDestination?: AddressLike | null | undefined;
  /** Data for the contract that receives the message. */
  customPayload?: CellLike | null | undefined;
}

/**
 * A jetton wallet notifies the minter of destroyed units.
 *
 * `jetton_burn_notification#7bdd97de query_id:uint64 amount:(VarUInteger 16) sender:MsgAddress response_destination:MsgAddress = InternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0074-jettons-standard.md
 */
export interface JettonBurnNotification {
  type: "jetton_burn_notification";
  opcode: 2078119902;
  /** Chosen by the sender; responses repeat it. */
  queryId: bigint;
  /** Units of the jetton, without its decimals. */
  amount: bigint;
  /** The owner. */
  sender: string | ExternalAddress | null;
  /** The account that receives excess coins; `null` for none. */
  responseDestination: string | ExternalAddress | null;
  /** What follows the last field. */
  rest: Cell | null;
}

/** A jetton wallet notifies the minter of destroyed units. To encode. */
export interface JettonBurnNotificationInput {
  type: "jetton_burn_notification";
  /** Chosen by the sender; responses repeat it. */
  queryId?: number | bigint | undefined;
  /** Units of the jetton, without its decimals. */
  amount: number | bigint;
  /** The owner. */
  sender?: AddressLike | null | undefined;
  /** The account that receives excess coins; `null` for none. */
  responseDestination?: AddressLike | null | undefined;
}

/**
 * The owner transfers an NFT to another account.
 *
 * `nft_transfer#5fcc3d14 query_id:uint64 new_owner:MsgAddress response_destination:MsgAddress custom_payload:(Maybe ^Cell) forward_amount:(VarUInteger 16) forward_payload:(Either Cell ^Cell) = InternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0062-nft-standard.md
 */
export interface NftTransfer {
  type: "nft_transfer";
  opcode: 1607220500;
  /** Chosen by the sender; responses repeat it. */
  queryId: bigint;
  /** The new owner. */
  newOwner: string | ExternalAddress | null;
  /** The account that receives excess coins; `null` for none. */
  responseDestination: string | ExternalAddress | null;
  /** Data for the contract that receives the message. */
  customPayload: Cell | null;
  /** Nanocoins for the notification of the new owner. */
  forwardAmount: bigint;
  /** Data for the receiver: often the cell of a comment. */
  forwardPayload: Cell | null;
  /** What follows the last field. */
  rest: Cell | null;
}

/** The owner transfers an NFT to another account. To encode. */
export interface NftTransferInput {
  type: "nft_transfer";
  /** Chosen by the sender; responses repeat it. */
  queryId?: number | bigint | undefined;
  /** The new owner. */
  newOwner: AddressLike;
  /** The account that receives excess coins; `null` for none. */
  responseDestination?: AddressLike | null | undefined;
  /** Data for the contract that receives the message. */
  customPayload?: CellLike | null | undefined;
  /** Nanocoins for the notification of the new owner. */
  forwardAmount: number | bigint;
  /** Data for the receiver: often the cell of a comment. */
  forwardPayload?: CellLike | null | undefined;
}

/**
 * An NFT notifies its new owner of the transfer.
 *
 * `nft_ownership_assigned#05138d91 query_id:uint64 prev_owner:MsgAddress forward_payload:(Either Cell ^Cell) = InternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0062-nft-standard.md
 */
export interface NftOwnershipAssigned {
  type: "nft_ownership_assigned";
  opcode: 85167505;
  /** Chosen by the sender; responses repeat it. */
  queryId: bigint;
  /** The owner before. */
  prevOwner: string | ExternalAddress | null;
  /** Data for the receiver: often the cell of a comment. */
  forwardPayload: Cell | null;
  /** What follows the last field. */
  rest: Cell | null;
}

/** An NFT notifies its new owner of the transfer. To encode. */
export interface NftOwnershipAssignedInput {
  type: "nft_ownership_assigned";
  /** Chosen by the sender; responses repeat it. */
  queryId?: number | bigint | undefined;
  /** The owner before. */
  prevOwner?: AddressLike | null | undefined;
  /** Data for the receiver: often the cell of a comment. */
  forwardPayload?: CellLike | null | undefined;
}

/**
 * Requests that an NFT report its index and its collection.
 *
 * `nft_get_static_data#2fcb26a2 query_id:uint64 = InternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0062-nft-standard.md
 */
export interface NftGetStaticData {
  type: "nft_get_static_data";
  opcode: 801842850;
  /** Chosen by the sender; responses repeat it. */
  queryId: bigint;
  /** What follows the last field. */
  rest: Cell | null;
}

/** Requests that an NFT report its index and its collection. To encode. */
export interface NftGetStaticDataInput {
  type: "nft_get_static_data";
  /** Chosen by the sender; responses repeat it. */
  queryId?: number | bigint | undefined;
}

/**
 * An NFT reports its index and its collection.
 *
 * `nft_report_static_data#8b771735 query_id:uint64 index:uint256 collection:MsgAddress = InternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0062-nft-standard.md
 */
export interface NftReportStaticData {
  type: "nft_report_static_data";
  opcode: 2339837749;
  /** Chosen by the sender; responses repeat it. */
  queryId: bigint;
  /** Its index in the collection. */
  index: bigint;
  /** The collection; `null` for an NFT without one. */
  collection: string | ExternalAddress | null;
  /** What follows the last field. */
  rest: Cell | null;
}

/** An NFT reports its index and its collection. To encode. */
export interface NftReportStaticDataInput {
  type: "nft_report_static_data";
  /** Chosen by the sender; responses repeat it. */
  queryId?: number | bigint | undefined;
  /** Its index in the collection. */
  index: number | bigint;
  /** The collection; `null` for an NFT without one. */
  collection?: AddressLike | null | undefined;
}

/**
 * The owner of a domain sets or removes a record.
 *
 * `change_dns_record#4eb1f0f9 query_id:uint64 key:uint256 value:^Cell = InternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0081-dns-standard.md
 */
export interface ChangeDnsRecord {
  type: "change_dns_record";
  opcode: 1320284409;
  /** Chosen by the sender; responses repeat it. */
  queryId: bigint;
  /** SHA-256 of the name of the record, such as `wallet`. */
  key: bigint;
  /** The record; `null` removes it. */
  value: Cell | null;
  /** What follows the last field. */
  rest: Cell | null;
}

/** The owner of a domain sets or removes a record. To encode. */
export interface ChangeDnsRecordInput {
  type: "change_dns_record";
  /** Chosen by the sender; responses repeat it. */
  queryId?: number | bigint | undefined;
  /** SHA-256 of the name of the record, such as `wallet`. */
  key: number | bigint;
  /** The record; `null` removes it. */
  value?: CellLike | null | undefined;
}

/**
 * A signed request to a wallet v5 r1, in an external message.
 *
 * `wallet_v5_external#7369676e wallet_id:uint32 valid_until:uint32 seqno:uint32 actions:W5InnerRequest signature:bits512 = InternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/wallet-contract-v5/blob/main/types.tlb
 */
export interface WalletV5External {
  type: "wallet_v5_external";
  opcode: 1936287598;
  /** Distinguishes wallets with the same public key. */
  walletId: number;
  /** Unix time in seconds after which the wallet refuses the request. */
  validUntil: number;
  /** The number of the request; each number is accepted once. */
  seqno: number;
  /** The actions of the wallet. */
  actions: WalletAction[];
  /** The Ed25519 signature of the hash of the other fields. */
  signature: Uint8Array;
  /** What follows the last field. */
  rest: Cell | null;
}

/** A signed request to a wallet v5 r1, in an external message. To encode. */
export interface WalletV5ExternalInput {
  type: "wallet_v5_external";
  /** Distinguishes wallets with the same public key. */
  walletId: number | bigint;
  /** Unix time in seconds after which the wallet refuses the request. */
  validUntil: number | bigint;
  /** The number of the request; each number is accepted once. */
  seqno: number | bigint;
  /** The actions of the wallet. */
  actions: WalletActionInput[];
  /** The Ed25519 signature of the hash of the other fields. */
  signature: Uint8Array;
}

/**
 * A signed request to a wallet v5 r1, in a message of another contract that pays for the gas.
 *
 * `wallet_v5_internal#73696e74 wallet_id:uint32 valid_until:uint32 seqno:uint32 actions:W5InnerRequest signature:bits512 = InternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/wallet-contract-v5/blob/main/types.tlb
 */
export interface WalletV5Internal {
  type: "wallet_v5_internal";
  opcode: 1936289396;
  /** Distinguishes wallets with the same public key. */
  walletId: number;
  /** Unix time in seconds after which the wallet refuses the request. */
  validUntil: number;
  /** The number of the request; each number is accepted once. */
  seqno: number;
  /** The actions of the wallet. */
  actions: WalletAction[];
  /** The Ed25519 signature of the hash of the other fields. */
  signature: Uint8Array;
  /** What follows the last field. */
  rest: Cell | null;
}

/** A signed request to a wallet v5 r1, in a message of another contract that pays for the gas. To encode. */
export interface WalletV5InternalInput {
  type: "wallet_v5_internal";
  /** Distinguishes wallets with the same public key. */
  walletId: number | bigint;
  /** Unix time in seconds after which the wallet refuses the request. */
  validUntil: number | bigint;
  /** The number of the request; each number is accepted once. */
  seqno: number | bigint;
  /** The actions of the wallet. */
  actions: WalletActionInput[];
  /** The Ed25519 signature of the hash of the other fields. */
  signature: Uint8Array;
}

/**
 * A request of an extension to a wallet v5 r1.
 *
 * `wallet_v5_extension#6578746e query_id:uint64 actions:W5InnerRequest = InternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/wallet-contract-v5/blob/main/types.tlb
 */
export interface WalletV5Extension {
  type: "wallet_v5_extension";
  opcode: 1702392942;
  /** Chosen by the sender; responses repeat it. */
  queryId: bigint;
  /** The actions of the wallet. */
  actions: WalletAction[];
  /** What follows the last field. */
  rest: Cell | null;
}

/** A request of an extension to a wallet v5 r1. To encode. */
export interface WalletV5ExtensionInput {
  type: "wallet_v5_extension";
  /** Chosen by the sender; responses repeat it. */
  queryId?: number | bigint | undefined;
  /** The actions of the wallet. */
  actions: WalletActionInput[];
}

/**
 * A signed request to a wallet v5 beta, in an external message. It is longer than a request to a wallet v5 r1, which has the same opcode.
 *
 * `wallet_v5_beta_external#7369676e wallet_id:uint80 valid_until:uint32 seqno:uint32 actions:W5BetaInnerRequest signature:bits512 = InternalMsgBody;`
 *
 * @see https://github.com/tonkeeper/w5/blob/fa1b372a417a32af104fe1b949b6b31d29cee349/types.tlb
 */
export interface WalletV5BetaExternal {
  type: "wallet_v5_beta_external";
  opcode: 1936287598;
  /** Global id of the network (32 bits), workchain (8), version (8) and number of the subwallet (32). */
  walletId: bigint;
  /** Unix time in seconds after which the wallet refuses the request. */
  validUntil: number;
  /** The number of the request; each number is accepted once. */
  seqno: number;
  /** The actions of the wallet. */
  actions: WalletAction[];
  /** The Ed25519 signature of the hash of the other fields. */
  signature: Uint8Array;
  /** What follows the last field. */
  rest: Cell | null;
}

/** A signed request to a wallet v5 beta, in an external message. It is longer than a request to a wallet v5 r1, which has the same opcode. To encode. */
export interface WalletV5BetaExternalInput {
  type: "wallet_v5_beta_external";
  /** Global id of the network (32 bits), workchain (8), version (8) and number of the subwallet (32). */
  walletId: number | bigint;
  /** Unix time in seconds after which the wallet refuses the request. */
  validUntil: number | bigint;
  /** The number of the request; each number is accepted once. */
  seqno: number | bigint;
  /** The actions of the wallet. */
  actions: WalletActionInput[];
  /** The Ed25519 signature of the hash of the other fields. */
  signature: Uint8Array;
}

/**
 * A signed request to a wallet v5 beta, in a message of another contract that pays for the gas.
 *
 * `wallet_v5_beta_internal#73696e74 wallet_id:uint80 valid_until:uint32 seqno:uint32 actions:W5BetaInnerRequest signature:bits512 = InternalMsgBody;`
 *
 * @see https://github.com/tonkeeper/w5/blob/fa1b372a417a32af104fe1b949b6b31d29cee349/types.tlb
 */
export interface WalletV5BetaInternal {
  type: "wallet_v5_beta_internal";
  opcode: 1936289396;
  /** Global id of the network (32 bits), workchain (8), version (8) and number of the subwallet (32). */
  walletId: bigint;
  /** Unix time in seconds after which the wallet refuses the request. */
  validUntil: number;
  /** The number of the request; each number is accepted once. */
  seqno: number;
  /** The actions of the wallet. */
  actions: WalletAction[];
  /** The Ed25519 signature of the hash of the other fields. */
  signature: Uint8Array;
  /** What follows the last field. */
  rest: Cell | null;
}

/** A signed request to a wallet v5 beta, in a message of another contract that pays for the gas. To encode. */
export interface WalletV5BetaInternalInput {
  type: "wallet_v5_beta_internal";
  /** Global id of the network (32 bits), workchain (8), version (8) and number of the subwallet (32). */
  walletId: number | bigint;
  /** Unix time in seconds after which the wallet refuses the request. */
  validUntil: number | bigint;
  /** The number of the request; each number is accepted once. */
  seqno: number | bigint;
  /** The actions of the wallet. */
  actions: WalletActionInput[];
  /** The Ed25519 signature of the hash of the other fields. */
  signature: Uint8Array;
}

/**
 * A request of an extension to a wallet v5 beta.
 *
 * `wallet_v5_beta_extension#6578746e actions:W5BetaInnerRequest = InternalMsgBody;`
 *
 * @see https://github.com/tonkeeper/w5/blob/fa1b372a417a32af104fe1b949b6b31d29cee349/types.tlb
 */
export interface WalletV5BetaExtension {
  type: "wallet_v5_beta_extension";
  opcode: 1702392942;
  /** The actions of the wallet. */
  actions: WalletAction[];
  /** What follows the last field. */
  rest: Cell | null;
}

/** A request of an extension to a wallet v5 beta. To encode. */
export interface WalletV5BetaExtensionInput {
  type: "wallet_v5_beta_extension";
  /** The actions of the wallet. */
  actions: WalletActionInput[];
}

/**
 * A highload wallet v3 sends itself a list of messages to send, since a request contains only one message.
 *
 * `highload_v3_transfer#ae42e5a4 query_id:uint64 actions:^Cell = InternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/highload-wallet-contract-v3/blob/main/contracts/scheme.tlb
 */
export interface HighloadV3Transfer {
  type: "highload_v3_transfer";
  opcode: 2923619748;
  /** Chosen by the sender; responses repeat it. */
  queryId: bigint;
  /** Up to 254 messages to send. */
  actions: WalletAction[];
  /** What follows the last field. */
  rest: Cell | null;
}

/** A highload wallet v3 sends itself a list of messages to send, since a request contains only one message. To encode. */
export interface HighloadV3TransferInput {
  type: "highload_v3_transfer";
  /** Chosen by the sender; responses repeat it. */
  queryId?: number | bigint | undefined;
  /** Up to 254 messages to send. */
  actions: WalletActionInput[];
}

/**
 * A signed request to a wallet v3 r1 or r2.
 *
 * `wallet_v3_signed$_ signature:bits512 wallet_id:uint32 valid_until:uint32 seqno:uint32 actions:(HList SendMessage) = ExternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/wallet-contract
 */
export interface WalletV3Signed {
  type: "wallet_v3_signed";
  opcode: null;
  /** The Ed25519 signature of the hash of the other fields. */
  signature: Uint8Array;
  /** Distinguishes wallets with the same public key. */
  walletId: number;
  /** Unix time in seconds after which the wallet refuses the request. */
  validUntil: number;
  /** The number of the request; each number is accepted once. */
  seqno: number;
  /** Up to four messages to send. */
  actions: WalletAction[];
  /** What follows the last field. */
  rest: Cell | null;
}

/** A signed request to a wallet v3 r1 or r2. To encode. */
export interface WalletV3SignedInput {
  type: "wallet_v3_signed";
  /** The Ed25519 signature of the hash of the other fields. */
  signature: Uint8Array;
  /** Distinguishes wallets with the same public key. */
  walletId: number | bigint;
  /** Unix time in seconds after which the wallet refuses the request. */
  validUntil: number | bigint;
  /** The number of the request; each number is accepted once. */
  seqno: number | bigint;
  /** Up to four messages to send. */
  actions: WalletActionInput[];
}

/**
 * A signed request to a wallet v4 r1 or r2. Only `op` 0, which sends messages, has actions; requests with another `op` have fields that are not decoded.
 *
 * `wallet_v4_signed$_ signature:bits512 wallet_id:uint32 valid_until:uint32 seqno:uint32 op:uint8 actions:(HList SendMessage) = ExternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/wallet-contract/blob/main/func/wallet-v4-code.fc
 */
export interface WalletV4Signed {
  type: "wallet_v4_signed";
  opcode: null;
  /** The Ed25519 signature of the hash of the other fields. */
  signature: Uint8Array;
  /** Distinguishes wallets with the same public key. */
  walletId: number;
  /** Unix time in seconds after which the wallet refuses the request. */
  validUntil: number;
  /** The number of the request; each number is accepted once. */
  seqno: number;
  /** 0 to send messages, 1 to 3 to manage plugins. */
  op: number;
  /** Up to four messages to send. */
  actions: WalletAction[];
  /** What follows the last field. */
  rest: Cell | null;
}

/** A signed request to a wallet v4 r1 or r2. Only `op` 0, which sends messages, has actions; requests with another `op` have fields that are not decoded. To encode. */
export interface WalletV4SignedInput {
  type: "wallet_v4_signed";
  /** The Ed25519 signature of the hash of the other fields. */
  signature: Uint8Array;
  /** Distinguishes wallets with the same public key. */
  walletId: number | bigint;
  /** Unix time in seconds after which the wallet refuses the request. */
  validUntil: number | bigint;
  /** The number of the request; each number is accepted once. */
  seqno: number | bigint;
  /** 0 to send messages, 1 to 3 to manage plugins. */
  op: number | bigint;
  /** Up to four messages to send. */
  actions: WalletActionInput[];
}

/**
 * A signed request to a highload wallet v3.
 *
 * `highload_v3_signed$_ signature:bits512 ^[ subwallet_id:uint32 message:^Cell mode:uint8 query_id:QueryId created_at:uint64 timeout:uint22 ] = ExternalMsgBody;`
 *
 * @see https://github.com/ton-blockchain/highload-wallet-contract-v3/blob/main/contracts/scheme.tlb
 */
export interface HighloadV3Signed {
  type: "highload_v3_signed";
  opcode: null;
  /** The Ed25519 signature of the hash of the other fields. */
  signature: Uint8Array;
  /** The cell that is signed. */
  request: Cell;
  /** Distinguishes wallets with the same public key. */
  subwalletId: number;
  /** The message to send. */
  message: Cell;
  /** The send mode of the message. */
  mode: number;
  /** 0 to 8380415. Each id is accepted once until it has timed out. */
  queryId: number;
  /** Unix time in seconds of the signature. */
  createdAt: bigint;
  /** Seconds after which the wallet refuses the request. */
  timeout: number;
  /** What follows the last field. */
  rest: Cell | null;
}

/** A signed request to a highload wallet v3. To encode. */
export interface HighloadV3SignedInput {
  type: "highload_v3_signed";
  /** The Ed25519 signature of the hash of the other fields. */
  signature: Uint8Array;
  /** Distinguishes wallets with the same public key. */
  subwalletId: number | bigint;
  /** The message to send. */
  message: CellLike;
  /** The send mode of the message. */
  mode: number | bigint;
  /** 0 to 8380415. Each id is accepted once until it has timed out. */
  queryId: number | bigint;
  /** Unix time in seconds of the signature. */
  createdAt?: number | bigint | undefined;
  /** Seconds after which the wallet refuses the request. */
  timeout: number | bigint;
}

/** A body of the table. */
export type KnownBody =
  | Comment
  | BinaryComment
  | EncryptedComment
  | Excesses
  | JettonTransfer
  | JettonInternalTransfer
  | JettonNotification
  | JettonBurn
  | JettonBurnNotification
  | NftTransfer
  | NftOwnershipAssigned
  | NftGetStaticData
  | NftReportStaticData
  | ChangeDnsRecord
  | WalletV5External
  | WalletV5Internal
  | WalletV5Extension
  | WalletV5BetaExternal
  | WalletV5BetaInternal
  | WalletV5BetaExtension
  | HighloadV3Transfer
  | WalletV3Signed
  | WalletV4Signed
  | HighloadV3Signed;

/** A body of the table, to encode. */
export type BodyInput =
  | CommentInput
  | BinaryCommentInput
  | EncryptedCommentInput
  | ExcessesInput
  | JettonTransferInput
  | JettonInternalTransferInput
  | JettonNotificationInput
  | JettonBurnInput
  | JettonBurnNotificationInput
  | NftTransferInput
  | NftOwnershipAssignedInput
  | NftGetStaticDataInput
  | NftReportStaticDataInput
  | ChangeDnsRecordInput
  | WalletV5ExternalInput
  | WalletV5InternalInput
  | WalletV5ExtensionInput
  | WalletV5BetaExternalInput
  | WalletV5BetaInternalInput
  | WalletV5BetaExtensionInput
  | HighloadV3TransferInput
  | WalletV3SignedInput
  | WalletV4SignedInput
  | HighloadV3SignedInput;

/** The get-methods of the table: their arguments and results. */
export interface GetMethods {
  /**
   * The sequence number that the next request to a wallet must have.
   *
   * @see https://github.com/ton-blockchain/wallet-contract
   */
  seqno: {
    arguments: [];
    result: number;
  };
  /**
   * The Ed25519 public key of a wallet.
   *
   * @see https://github.com/ton-blockchain/wallet-contract
   */
  get_public_key: {
    arguments: [];
    result: Uint8Array;
  };
  /**
   * The wallet id, which distinguishes wallets with the same public key.
   *
   * @see https://github.com/ton-blockchain/wallet-contract
   */
  get_subwallet_id: {
    arguments: [];
    result: number;
  };
  /**
   * Whether a wallet v5 accepts requests that its key signed.
   *
   * @see https://github.com/ton-blockchain/wallet-contract-v5/blob/main/contracts/wallet_v5.fc
   */
  is_signature_allowed: {
    arguments: [];
    result: boolean;
  };
  /**
   * The time in seconds for which a highload wallet accepts and remembers a request.
   *
   * @see https://github.com/ton-blockchain/highload-wallet-contract-v3/blob/main/contracts/highload-wallet-v3.func
   */
  get_timeout: {
    arguments: [];
    result: number;
  };
  /**
   * Supply, administrator, metadata and wallet code of a jetton.
   *
   * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0074-jettons-standard.md
   */
  get_jetton_data: {
    arguments: [];
    result: {
      /** Units in existence, without the decimals. */
      totalSupply: bigint;
      /** Whether more can be minted. */
      mintable: boolean;
      /** The administrator; `null` if there is none. */
      adminAddress: string | null;
      /** The metadata of the collection. */
      content: TokenContent;
      /** The code of its wallets. */
      walletCode: Cell;
    };
  };
  /**
   * The address of an owner's jetton wallet.
   *
   * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0074-jettons-standard.md
   */
  get_wallet_address: {
    arguments: [ownerAddress: AddressLike];
    result: string | null;
  };
  /**
   * Balance, owner and master of a jetton wallet.
   *
   * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0074-jettons-standard.md
   */
  get_wallet_data: {
    arguments: [];
    result: {
      /** Units of the jetton, without its decimals. */
      balance: bigint;
      /** The owner. */
      ownerAddress: string | null;
      /** The jetton master. */
      masterAddress: string | null;
      /** The code of the wallets of this jetton. */
      walletCode: Cell;
    };
  };
  /**
   * Index, collection, owner and content of an NFT.
   *
   * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0062-nft-standard.md
   */
  get_nft_data: {
    arguments: [];
    result: {
      /** Whether it has an owner and content. */
      initialized: boolean;
      /** The index of the NFT in its collection. */
      index: bigint;
      /** The collection; `null` for an NFT without one. */
      collectionAddress: string | null;
      /** The owner. */
      ownerAddress: string | null;
      /** The NFT's own part of the metadata; `get_nft_content` of the collection returns the whole metadata. */
      individualContent: Cell | null;
    };
  };
  /**
   * Size, metadata and owner of an NFT collection.
   *
   * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0062-nft-standard.md
   */
  get_collection_data: {
    arguments: [];
    result: {
      /** The index of the next item; -1 if items are not numbered in order. */
      nextItemIndex: bigint;
      /** The metadata of the collection. */
      collectionContent: TokenContent;
      /** The owner; `null` if there is none. */
      ownerAddress: string | null;
    };
  };
  /**
   * The address of an NFT in a collection, by its index.
   *
   * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0062-nft-standard.md
   */
  get_nft_address_by_index: {
    arguments: [index: number | bigint];
    result: string | null;
  };
  /**
   * The metadata of an NFT of a collection.
   *
   * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0062-nft-standard.md
   */
  get_nft_content: {
    arguments: [index: number | bigint, individualContent: CellLike];
    result: TokenContent;
  };
  /**
   * The share of a sale that goes to the author of an NFT.
   *
   * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0066-nft-royalty-standard.md
   */
  royalty_params: {
    arguments: [];
    result: {
      /** The share is `numerator / denominator`. */
      numerator: number;
      /** See `numerator`. */
      denominator: number;
      /** The account that receives the royalty. */
      destination: string | null;
    };
  };
  /**
   * The account that may revoke a soulbound token (SBT, an NFT bound to its owner).
   *
   * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0085-sbt-standard.md
   */
  get_authority_address: {
    arguments: [];
    result: string | null;
  };
  /**
   * The Unix time at which a soulbound token (SBT) was revoked.
   *
   * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0085-sbt-standard.md
   */
  get_revoked_time: {
    arguments: [];
    result: number;
  };
  /**
   * The records of a domain, or the next resolver. `client.resolve` follows the chain of resolvers.
   *
   * @see https://github.com/ton-blockchain/TEPs/blob/master/text/0081-dns-standard.md
   */
  dnsresolve: {
    arguments: [subdomain: Slice | CellLike, category: number | bigint];
    result: {
      /** The number of bits of the domain that it resolved; 0 for none. */
      resolvedBits: number;
      /** The record, all records, or the next resolver. */
      value: Cell | null;
    };
  };
  /**
   * Signers, proposers and threshold of a multisig v2.
   *
   * @see https://github.com/ton-blockchain/multisig-contract-v2/blob/master/contracts/multisig.func
   */
  get_multisig_data: {
    arguments: [];
    result: {
      /** The number of the next order; -1 if orders may have any number. */
      nextOrderSeqno: bigint;
      /** The number of signers that must approve. */
      threshold: number;
      /** The accounts that may approve and propose. */
      signers: string[];
      /** The accounts that may only propose. */
      proposers: string[];
    };
  };
  /**
   * The address of an order of a multisig v2.
   *
   * @see https://github.com/ton-blockchain/multisig-contract-v2/blob/master/contracts/multisig.func
   */
  get_order_address: {
    arguments: [orderSeqno: number | bigint];
    result: string | null;
  };
  /**
   * Actions and approvals of an order of a multisig v2. All fields but the first two are `null` before it is initialized.
   *
   * @see https://github.com/ton-blockchain/multisig-contract-v2/blob/master/contracts/order.func
   */
  get_order_data: {
    arguments: [];
    result: {
      /** The multisig. */
      multisigAddress: string | null;
      /** The number of the order. */
      orderSeqno: bigint;
      /** The number of signers that must approve. */
      threshold: bigint | null;
      /** -1 if it was executed, else 0. */
      sentForExecution: bigint | null;
      /** The accounts that may approve. */
      signers: string[];
      /** A bit for each signer who approved, the lowest for signer 0. */
      approvalsMask: bigint | null;
      /** The number of signers who approved. */
      approvalsNum: bigint | null;
      /** Unix time in seconds after which the order is refused. */
      expirationDate: bigint | null;
      /** The actions of the order. */
      order: Cell | null;
    };
  };
}
