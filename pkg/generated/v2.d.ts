// Types of requests and responses, as TON Center sends them. Generated from the Rust types of the crate: edit those.
//
// Responses of newer servers may have more fields than their types. Unions of texts list the values known today.

import type { AddressLike, BytesLike, IntegerLike } from "../values.js";

/** A whole number that may be too large for a number of JavaScript: a JSON number, or decimal text. */
export type Integer = number | string;

/** An address as an object. */
export interface AccountAddress {
  /** Tag of the type, `accountAddress`; absent from some servers. */
  "@type"?: string | undefined;
  /** The address, in friendly form (base64url). */
  account_address: string;
}

/** An ADNL address as an object. */
export interface AdnlAddress {
  /** Tag of the type, `adnlAddress`; absent from some servers. */
  "@type"?: string | undefined;
  /** ADNL address. */
  adnl_address: string;
}

/** Amount of an extra currency. */
export interface ExtraCurrencyBalance {
  /** Tag of the type, `extraCurrency`; absent from some servers. */
  "@type"?: string | undefined;
  /** Id. */
  id: number;
  /** Amount, in its smallest units, as decimal text. */
  amount: string;
}

/** State of an account without a known wallet code. */
export interface AccountStateRaw {
  /** Tag of the type, `raw.accountState`; absent from some servers. */
  "@type"?: "raw.accountState" | undefined;
  /** Code of the contract: a bag of cells in base64. */
  code: string;
  /** Data of the contract: a bag of cells in base64. */
  data: string;
  /** Hash of the state of a frozen account, in base64; empty if there is none. */
  frozen_hash: string;
}

/** State of a wallet v3. */
export interface AccountStateWalletV3 {
  /** Tag of the type, `wallet.v3.accountState`; absent from some servers. */
  "@type"?: "wallet.v3.accountState" | undefined;
  /** Id of the wallet, so that one key can own several. */
  wallet_id: Integer;
  /** Sequence number. */
  seqno: number;
}

/** State of a wallet v4. */
export interface AccountStateWalletV4 {
  /** Tag of the type, `wallet.v4.accountState`; absent from some servers. */
  "@type"?: "wallet.v4.accountState" | undefined;
  /** Id of the wallet, so that one key can own several. */
  wallet_id: Integer;
  /** Sequence number. */
  seqno: number;
}

/** State of a highload wallet v1. */
export interface AccountStateWalletHighloadV1 {
  /** Tag of the type, `wallet.highload.v1.accountState`; absent from some servers. */
  "@type"?: "wallet.highload.v1.accountState" | undefined;
  /** Id of the wallet, so that one key can own several. */
  wallet_id: Integer;
  /** Sequence number. */
  seqno: number;
}

/** State of a highload wallet v2. */
export interface AccountStateWalletHighloadV2 {
  /** Tag of the type, `wallet.highload.v2.accountState`; absent from some servers. */
  "@type"?: "wallet.highload.v2.accountState" | undefined;
  /** Id of the wallet, so that one key can own several. */
  wallet_id: Integer;
}

/** State of a manual DNS contract. */
export interface AccountStateDns {
  /** Tag of the type, `dns.accountState`; absent from some servers. */
  "@type"?: "dns.accountState" | undefined;
  /** Id of the wallet, so that one key can own several. */
  wallet_id: Integer;
}

/** One limit of a restricted wallet. */
export interface RWalletLimit {
  /** Tag of the type, `rwallet.limit`; absent from some servers. */
  "@type"?: string | undefined;
  /** Length of the time, in seconds. */
  seconds: number;
  /** Maximum that may be spent in that time, in nanotons. */
  value: Integer;
}

/** Limits of a restricted wallet. */
export interface RWalletConfig {
  /** Tag of the type, `rwallet.config`; absent from some servers. */
  "@type"?: string | undefined;
  /** Start, in Unix seconds. */
  start_at: Integer;
  /** Limits of spending. */
  limits: Array<RWalletLimit>;
}

/** State of a restricted wallet. */
export interface AccountStateRWallet {
  /** Tag of the type, `rwallet.accountState`; absent from some servers. */
  "@type"?: "rwallet.accountState" | undefined;
  /** Id of the wallet, so that one key can own several. */
  wallet_id: Integer;
  /** Sequence number. */
  seqno: number;
  /** Balance that may be spent, in nanotons. */
  unlocked_balance: Integer;
  /** Configuration. */
  config: RWalletConfig;
}

/** Configuration of a payment channel. */
export interface PChanConfig {
  /** Tag of the type, `pchan.config`; absent from some servers. */
  "@type"?: string | undefined;
  /** Public key of the first side. */
  alice_public_key: string;
  /** First side of the channel. */
  alice_address: AccountAddress;
  /** Public key of the second side. */
  bob_public_key: string;
  /** Second side of the channel. */
  bob_address: AccountAddress;
  /** Timeout for opening, in seconds. */
  init_timeout: number;
  /** Timeout for closing, in seconds. */
  close_timeout: number;
  /** Id of the channel. */
  channel_id: Integer;
}

/** A payment channel during opening. */
export interface PChanStateInit {
  /** Tag of the type, `pchan.stateInit`; absent from some servers. */
  "@type"?: "pchan.stateInit" | undefined;
  /** Whether the first side has signed. */
  signed_A: boolean;
  /** Whether the second side has signed. */
  signed_B: boolean;
  /** Minimum amount of the first side. */
  min_A: Integer;
  /** Minimum amount of the second side. */
  min_B: Integer;
  /** Time of expiry, in Unix seconds. */
  expire_at: Integer;
  /** Amount of the first side. */
  A: Integer;
  /** Amount of the second side. */
  B: Integer;
}

/** A payment channel during closing. */
export interface PChanStateClose {
  /** Tag of the type, `pchan.stateClose`; absent from some servers. */
  "@type"?: "pchan.stateClose" | undefined;
  /** Whether the first side has signed. */
  signed_A: boolean;
  /** Whether the second side has signed. */
  signed_B: boolean;
  /** Minimum amount of the first side. */
  min_A: Integer;
  /** Minimum amount of the second side. */
  min_B: Integer;
  /** Time of expiry, in Unix seconds. */
  expire_at: Integer;
  /** Amount of the first side. */
  A: Integer;
  /** Amount of the second side. */
  B: Integer;
}

/** A payment channel that pays out. */
export interface PChanStatePayout {
  /** Tag of the type, `pchan.statePayout`; absent from some servers. */
  "@type"?: "pchan.statePayout" | undefined;
  /** Amount of the first side. */
  A: Integer;
  /** Amount of the second side. */
  B: Integer;
}

/** State of a payment channel. */
export type PChanState = PChanStateInit | PChanStateClose | PChanStatePayout;

/** State of a payment channel's account. */
export interface AccountStatePChan {
  /** Tag of the type, `pchan.accountState`; absent from some servers. */
  "@type"?: "pchan.accountState" | undefined;
  /** Configuration. */
  config: PChanConfig;
  /** State. */
  state: PChanState;
  /** Text for people. */
  description: string;
}

/** State of an account without code. */
export interface AccountStateUninited {
  /** Tag of the type, `uninited.accountState`; absent from some servers. */
  "@type"?: "uninited.accountState" | undefined;
  /** Hash of the state of a frozen account, in base64; empty if there is none. */
  frozen_hash: string;
}

/** State of an account. */
export type AccountState = AccountStateRaw | AccountStateWalletV3 | AccountStateWalletV4 | AccountStateWalletHighloadV1 | AccountStateWalletHighloadV2 | AccountStateDns | AccountStateRWallet | AccountStatePChan | AccountStateUninited;

/** Status of an account. Result of `/getAddressState`. */
export type AccountStateEnum = "uninitialized" | "active" | "frozen" | string & {};

/** Result of `/getAddressInformation`. */
export interface AddressInformation {
  /** Tag of the type, `raw.fullAccountState`; absent from some servers. */
  "@type"?: string | undefined;
  /** Balance, in nanotons, as decimal text. */
  balance: Integer;
  /** Extra currencies: id and amount. */
  extra_currencies?: Array<ExtraCurrencyBalance> | undefined;
  /** Last transaction. */
  last_transaction_id: InternalTransactionId;
  /** Block whose state the result describes. */
  block_id: TonBlockIdExt;
  /** Code of the contract: a bag of cells in base64. */
  code: string;
  /** Data of the contract: a bag of cells in base64. */
  data: string;
  /** Hash of the state of a frozen account, in base64; empty if there is none. */
  frozen_hash: string;
  /** Time of the block that was read, in Unix seconds. */
  sync_utime: number;
  /** Status of the account. */
  state: AccountStateEnum;
  /** Whether the account is suspended. */
  suspended?: boolean | undefined;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Result of `/getExtendedAddressInformation`. */
export interface ExtendedAddressInformation {
  /** Tag of the type, `fullAccountState`; absent from some servers. */
  "@type"?: string | undefined;
  /** Address of the account. */
  address: AccountAddress;
  /** Balance, in nanotons, as decimal text. */
  balance: string;
  /** Extra currencies: id and amount. */
  extra_currencies?: Array<ExtraCurrencyBalance> | undefined;
  /** Last transaction. */
  last_transaction_id: InternalTransactionId;
  /** Block whose state the result describes. */
  block_id: TonBlockIdExt;
  /** Time of the block that was read, in Unix seconds. */
  sync_utime: number;
  /** State of the account. */
  account_state: AccountState;
  /** Revision of the wallet's code. */
  revision: number;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Result of `/getWalletInformation`. */
export interface WalletInformation {
  /** Tag of the type, `ext.accounts.walletInformation`; absent from some servers. */
  "@type"?: string | undefined;
  /** Whether the account is a wallet that the service knows. */
  wallet: boolean;
  /** Balance, in nanotons, as decimal text. */
  balance: Integer;
  /** Status of the account. */
  account_state: AccountStateEnum;
  /** Last transaction. */
  last_transaction_id: InternalTransactionId;
  /** Version of the wallet. */
  wallet_type?: WalletKind | undefined;
  /** Sequence number. */
  seqno?: number | undefined;
  /** Id of the wallet, so that one key can own several. */
  wallet_id?: number | undefined;
  /** Whether a wallet v5 accepts requests with a signature. */
  is_signature_allowed?: boolean | undefined;
  /** Extra currencies: id and amount. */
  extra_currencies?: Array<ExtraCurrencyBalance> | undefined;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Another name of [`AccountStateEnum`]. */
export type AddressState = AccountStateEnum;

/** Version of a wallet. */
export type WalletKind = "wallet v1 r1" | "wallet v1 r2" | "wallet v1 r3" | "wallet v2 r1" | "wallet v2 r2" | "wallet v3 r1" | "wallet v3 r2" | "wallet v4 r1" | "wallet v4 r2" | "wallet v5 beta" | "wallet v5 r1" | "nominator pool v1" | string & {};

/** Id of a block with its hashes. Result of `/lookupBlock`. */
export interface TonBlockIdExt {
  /** Tag of the type, `ton.blockIdExt`; absent from some servers. */
  "@type"?: string | undefined;
  /** Workchain: -1 masterchain, 0 basechain. */
  workchain: number;
  /** Shard, as signed 64-bit decimal text. */
  shard: string;
  /** Sequence number. */
  seqno: number;
  /** Hash of the block's root cell, in base64. */
  root_hash: string;
  /** Hash of the block's file, in base64. */
  file_hash: string;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Signature of a validator. */
export interface BlockSignature {
  /** Tag of the type, `blocks.signature`; absent from some servers. */
  "@type"?: string | undefined;
  /** Short id of the validator's node, in base64. */
  node_id_short: string;
  /** Signature, in base64. */
  signature: string;
}

/** Link of a proof from shard to masterchain. */
export interface ShardBlockLink {
  /** Tag of the type, `blocks.shardBlockLink`; absent from some servers. */
  "@type"?: string | undefined;
  /** Id. */
  id: TonBlockIdExt;
  /** Proof: a bag of cells in base64. */
  proof: string;
}

/** Link of a proof to an older block. */
export interface BlockLinkBack {
  /** Tag of the type, `blocks.blockLinkBack`; absent from some servers. */
  "@type"?: string | undefined;
  /** Whether the link goes to a key block. */
  to_key_block: boolean;
  /** The block at which the link begins. */
  from: TonBlockIdExt;
  /** The block at which the link ends. */
  to: TonBlockIdExt;
  /** Proof of the destination block, in base64. */
  dest_proof: string;
  /** Proof: a bag of cells in base64. */
  proof: string;
  /** Proof of the state, in base64. */
  state_proof: string;
}

/** Size of a shard's queue of outgoing messages. */
export interface OutMsgQueueSize {
  /** Tag of the type, `blocks.outMsgQueueSize`; absent from some servers. */
  "@type"?: string | undefined;
  /** Id. */
  id: TonBlockIdExt;
  /** Number of messages. */
  size: number;
}

/** Result of `/getMasterchainInfo`. */
export interface MasterchainInfo {
  /** Tag of the type, `blocks.masterchainInfo`; absent from some servers. */
  "@type"?: string | undefined;
  /** Newest masterchain block. */
  last: TonBlockIdExt;
  /** Hash of the masterchain's state, in base64. */
  state_root_hash: string;
  /** First block of the chain. */
  init: TonBlockIdExt;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Signatures of the catchain consensus. */
export interface BlockSignatures {
  /** Tag of the type, `blocks.blockSignatures`; absent from some servers. */
  "@type"?: "blocks.blockSignatures" | undefined;
  /** Id. */
  id: TonBlockIdExt;
  /** Signatures. */
  signatures: Array<BlockSignature>;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Signatures of the new consensus (2026). */
export interface BlockSignaturesSimplex {
  /** Tag of the type, `blocks.blockSignatures.simplex`; absent from some servers. */
  "@type"?: "blocks.blockSignatures.simplex" | undefined;
  /** Id. */
  id: TonBlockIdExt;
  /** Signatures. */
  signatures: Array<BlockSignature>;
  /** Id of the consensus session, in base64. */
  session_id: string;
  /** Slot of the consensus. */
  slot: number;
  /** Block candidate that was signed, in base64. */
  candidate: string;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Result of `/getMasterchainBlockSignatures`. */
export type MasterchainBlockSignatures = BlockSignatures | BlockSignaturesSimplex;

/** Result of `/getShardBlockProof`. */
export interface ShardBlockProof {
  /** Tag of the type, `blocks.shardBlockProof`; absent from some servers. */
  "@type"?: string | undefined;
  /** The block at which the link begins. */
  from: TonBlockIdExt;
  /** Masterchain block at which the proof starts. */
  mc_id: TonBlockIdExt;
  /** Links of the proof. */
  links: Array<ShardBlockLink>;
  /** Links between masterchain blocks. */
  mc_proof: Array<BlockLinkBack>;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Result of `/getConsensusBlock`. */
export interface ConsensusBlock {
  /** Tag of the type, `ext.blocks.consensusBlock`; absent from some servers. */
  "@type"?: string | undefined;
  /** Seqno of the newest masterchain block that enough nodes have. */
  consensus_block: number;
  /** Time, in Unix seconds. */
  timestamp: number;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Another name of [`TonBlockIdExt`]. */
export type LookupBlock = TonBlockIdExt;

/** Result of `/getShards`. */
export interface Shards {
  /** Tag of the type, `blocks.shards`; absent from some servers. */
  "@type"?: string | undefined;
  /** Shards. */
  shards: Array<TonBlockIdExt>;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Result of `/getBlockHeader`. */
export interface BlockHeader {
  /** Tag of the type, `blocks.header`; absent from some servers. */
  "@type"?: string | undefined;
  /** Id of the block. */
  id: TonBlockIdExt;
  /** Id of the network: -239 mainnet, -3 testnet. */
  global_id: number;
  /** Version. */
  version: number;
  /** Whether the block follows a merge of two shards. */
  after_merge: boolean;
  /** Whether the block follows a split of its shard. */
  after_split: boolean;
  /** Whether the shard splits after this block. */
  before_split: boolean;
  /** Whether the shard wants to merge. */
  want_merge: boolean;
  /** Whether the shard wants to split. */
  want_split: boolean;
  /** Short hash of the validator set. */
  validator_list_hash_short: number;
  /** Sequence number of the validators' catchain. */
  catchain_seqno: number;
  /** Smallest seqno of a masterchain block that the block refers to. */
  min_ref_mc_seqno: number;
  /** Whether the block is a key block. */
  is_key_block: boolean;
  /** Seqno of the previous key block. */
  prev_key_block_seqno: number;
  /** First logical time, as decimal text. */
  start_lt: string;
  /** Last logical time, as decimal text. */
  end_lt: string;
  /** Time of the block, in Unix seconds. */
  gen_utime: number;
  /** Previous blocks: one, or two after a merge. */
  prev_blocks: Array<TonBlockIdExt>;
  /** Flags. */
  flags?: number | undefined;
  /** Vertical seqno. */
  vert_seqno?: number | undefined;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Result of `/getOutMsgQueueSize`. */
export interface OutMsgQueueSizes {
  /** Tag of the type, `blocks.outMsgQueueSizes`; absent from some servers. */
  "@type"?: string | undefined;
  /** Shards. */
  shards: Array<OutMsgQueueSize>;
  /** Maximum number of messages in the queue of external messages. */
  ext_msg_queue_size_limit: number;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** A friendly form in both alphabets. */
export interface DetectAddressBase64Variant {
  /** Tag of the type, `ext.utils.detectedAddressVariant`; absent from some servers. */
  "@type"?: string | undefined;
  /** Base64. */
  b64: string;
  /** Base64url. */
  b64url: string;
}

/** Result of `/detectAddress`. */
export interface DetectAddress {
  /** Tag of the type, `ext.utils.detectedAddress`; absent from some servers. */
  "@type"?: string | undefined;
  /** Raw form, `workchain:64 hex`. */
  raw_form: string;
  /** Friendly form with the bounce flag. */
  bounceable: DetectAddressBase64Variant;
  /** Friendly form without the bounce flag. */
  non_bounceable: DetectAddressBase64Variant;
  /** Form of the input. */
  given_type: GivenType;
  /** Whether the test flag was set. */
  test_only: boolean;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Result of `/detectHash`. */
export interface DetectHash {
  /** Tag of the type, `ext.utils.detectedHash`; absent from some servers. */
  "@type"?: string | undefined;
  /** Base64. */
  b64: string;
  /** Base64url. */
  b64url: string;
  /** 64 hex digits. */
  hex: string;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Form of an address. */
export type GivenType = "raw_form" | "friendly_bounceable" | "friendly_non_bounceable" | string & {};

/** Logical time and hash of a transaction. */
export interface InternalTransactionId {
  /** Tag of the type, `internal.transactionId`; absent from some servers. */
  "@type"?: string | undefined;
  /** Logical time of the transaction, as decimal text. */
  lt: string;
  /** Hash, in base64; empty if there is none. */
  hash: string;
}

/** A transaction of a block, without details. */
export interface ShortTxId {
  /** Tag of the type, `blocks.shortTxId`; absent from some servers. */
  "@type"?: string | undefined;
  /** Bit mask of the fields that are set. */
  mode: number;
  /** Account, in raw form with lower-case hex. */
  account: string;
  /** Logical time of the transaction, as decimal text. */
  lt: string;
  /** Hash, in base64. */
  hash: string;
}

/** A body that is not a text. */
export interface MsgDataRaw {
  /** Tag of the type, `msg.dataRaw`; absent from some servers. */
  "@type"?: "msg.dataRaw" | undefined;
  /** Body, in base64. */
  body?: string | undefined;
  /** State to deploy with, in base64. */
  init_state?: string | undefined;
}

/** A text comment. */
export interface MsgDataText {
  /** Tag of the type, `msg.dataText`; absent from some servers. */
  "@type"?: "msg.dataText" | undefined;
  /** Text, in base64. */
  text?: string | undefined;
}

/** A decrypted comment. */
export interface MsgDataDecryptedText {
  /** Tag of the type, `msg.dataDecryptedText`; absent from some servers. */
  "@type"?: "msg.dataDecryptedText" | undefined;
  /** Text, in base64. */
  text?: string | undefined;
}

/** An encrypted comment. */
export interface MsgDataEncryptedText {
  /** Tag of the type, `msg.dataEncryptedText`; absent from some servers. */
  "@type"?: "msg.dataEncryptedText" | undefined;
  /** Text, in base64. */
  text?: string | undefined;
}

/** Body of a message. */
export type MsgData = MsgDataRaw | MsgDataText | MsgDataDecryptedText | MsgDataEncryptedText;

/** A message with addresses as objects. */
export interface MessageStd {
  /** Tag of the type, `raw.message`; absent from some servers. */
  "@type"?: string | undefined;
  /** Hash, in base64. */
  hash?: string | undefined;
  /** Sender; empty or `null` if there is none. */
  source: AccountAddress;
  /** Receiver; empty or `null` if there is none. */
  destination: AccountAddress;
  /** Amount sent, in nanotons, as decimal text. */
  value: string;
  /** Extra currencies: id and amount. */
  extra_currencies?: Array<ExtraCurrencyBalance> | undefined;
  /** Forward fee, in nanotons, as decimal text. */
  fwd_fee: string;
  /** Fee of instant hypercube routing, in nanotons, as decimal text. */
  ihr_fee: string;
  /** Logical time of creation, as decimal text. */
  created_lt: string;
  /** Hash of the body, in base64. */
  body_hash: string;
  /** Body of the message, decoded as far as it can be. */
  msg_data: MsgData;
}

/** A transaction with addresses as objects. */
export interface TransactionStd {
  /** Tag of the type, `raw.transaction`; absent from some servers. */
  "@type"?: string | undefined;
  /** Address of the account. */
  address: AccountAddress;
  /** Time, in Unix seconds. */
  utime: number;
  /** The transaction: a bag of cells in base64. */
  data: string;
  /** Logical time and hash of the transaction. */
  transaction_id: InternalTransactionId;
  /** Total fees of the transaction, in nanotons, as decimal text. */
  fee: string;
  /** Storage fee, in nanotons, as decimal text. */
  storage_fee: string;
  /** Fees other than storage, in nanotons, as decimal text. */
  other_fee: string;
  /** Message that started the transaction. */
  in_msg?: MessageStd | undefined;
  /** Messages that the transaction sent. */
  out_msgs: Array<MessageStd>;
}

/** A transaction with its account. */
export interface TransactionExt {
  /** Tag of the type, `raw.transactionExt`; absent from some servers. */
  "@type"?: string | undefined;
  /** Address of the account. */
  address: AccountAddress;
  /** Time, in Unix seconds. */
  utime: number;
  /** The transaction: a bag of cells in base64. */
  data: string;
  /** Logical time and hash of the transaction. */
  transaction_id: InternalTransactionId;
  /** Total fees of the transaction, in nanotons, as decimal text. */
  fee: string;
  /** Storage fee, in nanotons, as decimal text. */
  storage_fee: string;
  /** Fees other than storage, in nanotons, as decimal text. */
  other_fee: string;
  /** Message that started the transaction. */
  in_msg?: MessageStd | undefined;
  /** Messages that the transaction sent. */
  out_msgs: Array<MessageStd>;
  /** Account, in raw form. */
  account?: string | undefined;
}

/** A message. */
export interface Message {
  /** Tag of the type, `ext.message`; absent from some servers. */
  "@type"?: string | undefined;
  /** Hash, in base64. */
  hash?: string | undefined;
  /** Sender, in friendly form (base64url); empty or `null` if there is none. */
  source: string;
  /** Receiver, in friendly form (base64url); empty or `null` if there is none. */
  destination: string;
  /** Amount sent, in nanotons, as decimal text. */
  value: string;
  /** Extra currencies: id and amount. */
  extra_currencies?: Array<ExtraCurrencyBalance> | undefined;
  /** Forward fee, in nanotons, as decimal text. */
  fwd_fee: string;
  /** Fee of instant hypercube routing, in nanotons, as decimal text. */
  ihr_fee: string;
  /** Logical time of creation, as decimal text. */
  created_lt: string;
  /** Hash of the body, in base64. */
  body_hash: string;
  /** Body of the message, decoded as far as it can be. */
  msg_data: MsgData;
  /** Text of a comment, or base64 of the body and a newline. */
  message?: string | undefined;
  /** Why the message could not be decoded. */
  message_decode_error?: string | undefined;
}

/** A transaction. Result of `/getTransactions`, `/tryLocateTx`, `/tryLocateResultTx`, `/tryLocateSourceTx`. */
export interface Transaction {
  /** Tag of the type, `ext.transaction`; absent from some servers. */
  "@type"?: string | undefined;
  /** Address of the account. */
  address?: AccountAddress | undefined;
  /** Account, in raw form. */
  account?: string | undefined;
  /** Time, in Unix seconds. */
  utime: number;
  /** The transaction: a bag of cells in base64. */
  data: string;
  /** Logical time and hash of the transaction. */
  transaction_id: InternalTransactionId;
  /** Total fees of the transaction, in nanotons, as decimal text. */
  fee: string;
  /** Storage fee, in nanotons, as decimal text. */
  storage_fee: string;
  /** Fees other than storage, in nanotons, as decimal text. */
  other_fee: string;
  /** Message that started the transaction. */
  in_msg?: Message | undefined;
  /** Messages that the transaction sent. */
  out_msgs: Array<Message>;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Result of `/getBlockTransactions`. */
export interface BlockTransactions {
  /** Tag of the type, `blocks.transactions`; absent from some servers. */
  "@type"?: string | undefined;
  /** Id. */
  id: TonBlockIdExt;
  /** Number of requested rows. */
  req_count: number;
  /** Whether the block has more rows than this page. */
  incomplete: boolean;
  /** Transactions. */
  transactions: Array<ShortTxId>;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Result of `/getBlockTransactionsExt`. */
export interface BlockTransactionsExt {
  /** Tag of the type, `blocks.transactionsExt`; absent from some servers. */
  "@type"?: string | undefined;
  /** Id. */
  id: TonBlockIdExt;
  /** Number of requested rows. */
  req_count: number;
  /** Whether the block has more rows than this page. */
  incomplete: boolean;
  /** Transactions. */
  transactions: Array<TransactionExt>;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Result of `/getTransactions`: a bare array. */
export type Transactions = Array<Transaction>;

/** Result of `/getTransactionsStd`. */
export interface TransactionsStd {
  /** Tag of the type, `raw.transactions`; absent from some servers. */
  "@type"?: string | undefined;
  /** Transactions, newest first. */
  transactions: Array<TransactionStd>;
  /** Cursor of the next page: the transaction after the last one of this page. */
  previous_transaction_id: InternalTransactionId;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** On-chain content by attribute (TEP-64). */
export type TokenContentDict = { [attribute: string]: unknown };

/** Records of a domain's NFT, by name. */
export interface DnsRecordSet {
  /** Next resolver. */
  dns_next_resolver?: DnsRecord | undefined;
  /** Wallet of the domain. */
  wallet?: DnsRecord | undefined;
  /** Site. */
  site?: DnsRecord | undefined;
  /** Bag in TON Storage. */
  storage?: DnsRecord | undefined;
}

/** Content of an NFT that is a domain. */
export interface DnsContent {
  /** Domain name. */
  domain: string;
  /** Records of the domain. */
  data: DnsRecordSet;
}

/** Content of a token (TEP-64). */
export interface TokenContent {
  /** The kind of the content. */
  type: TokenContentKind;
  /** On-chain: attributes; off-chain: a URI. */
  data: TokenContentData;
}

/** A jetton master. */
export interface JettonMasterData {
  /** Tag of the type, `ext.tokens.jettonMasterData`; absent from some servers. */
  "@type"?: "ext.tokens.jettonMasterData" | undefined;
  /** Address of the account, in friendly form (base64url). */
  address?: string | undefined;
  /** The kind of the contract. */
  contract_type: "jetton_master";
  /** Supply, in the jetton's smallest units, as decimal text. */
  total_supply: Integer;
  /** Whether more can be minted. */
  mintable: boolean;
  /** Administrator of the jetton, in friendly form (base64url); `null` or absent if there is none. */
  admin_address?: string | undefined;
  /** Content of the jetton (TEP-64). */
  jetton_content: TokenContent;
  /** Code of the jetton's wallets, in base64. */
  jetton_wallet_code: string;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** A jetton wallet. */
export interface JettonWalletData {
  /** Tag of the type, `ext.tokens.jettonWalletData`; absent from some servers. */
  "@type"?: "ext.tokens.jettonWalletData" | undefined;
  /** Address of the account, in friendly form (base64url). */
  address?: string | undefined;
  /** The kind of the contract. */
  contract_type: "jetton_wallet";
  /** Balance, as decimal text. */
  balance: Integer;
  /** Owner, in friendly form (base64url). */
  owner: string;
  /** Jetton master, in friendly form (base64url). */
  jetton: string;
  /** Whether the mintless jetton was claimed. */
  mintless_is_claimed?: boolean | undefined;
  /** Code of the jetton's wallets, in base64. */
  jetton_wallet_code: string;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** An NFT collection. */
export interface NftCollectionData {
  /** Tag of the type, `ext.tokens.nftCollectionData`; absent from some servers. */
  "@type"?: "ext.tokens.nftCollectionData" | undefined;
  /** Address of the account, in friendly form (base64url). */
  address?: string | undefined;
  /** The kind of the contract. */
  contract_type: "nft_collection";
  /** Index of the next item, as decimal text. */
  next_item_index: Integer;
  /** Owner, in friendly form (base64url). */
  owner_address?: string | undefined;
  /** Content of the collection (TEP-64). */
  collection_content: TokenContent;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** An NFT item. */
export interface NftItemData {
  /** Tag of the type, `ext.tokens.nftItemData`; absent from some servers. */
  "@type"?: "ext.tokens.nftItemData" | undefined;
  /** Address of the account, in friendly form (base64url). */
  address?: string | undefined;
  /** The kind of the contract. */
  contract_type: "nft_item";
  /** Whether the item is initialised. */
  init: boolean;
  /** Index of the item in its collection, as decimal text. */
  index: Integer;
  /** Collection, in friendly form (base64url); `null`, absent or empty if the item has none. */
  collection_address?: string | undefined;
  /** Owner, in friendly form (base64url). */
  owner_address?: string | undefined;
  /** Content of the item (TEP-64), or a DNS record. */
  content: NftContent;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Data of a jetton or an NFT contract. Result of `/getTokenData`. */
export type TokenData = JettonMasterData | JettonWalletData | NftCollectionData | NftItemData;

/** Whether content is on the chain. */
export type TokenContentKind = "onchain" | "offchain" | string & {};

/** Content of a token: a URI, or its attributes. */
export type TokenContentData = string | TokenContentDict;

/** Content of an NFT item. */
export type NftContent = DnsContent | TokenContent;

/** Record of a bag in TON Storage. */
export interface DnsRecordStorageAddress {
  /** Tag of the type, `dns_storage_address`; absent from some servers. */
  "@type"?: "dns_storage_address" | undefined;
  /** Id of a bag in TON Storage: 64 lower-case hex digits. */
  bag_id: string;
}

/** Record of an ADNL address. */
export interface DnsRecordAdnlAddress {
  /** Tag of the type, `dns_adnl_address`; absent from some servers. */
  "@type"?: "dns_adnl_address" | undefined;
  /** ADNL address: 64 lower-case hex digits. */
  adnl_addr: string;
}

/** Address of a contract, in parts. */
export interface SmcAddr {
  /** Tag of the type, `addr_std`; absent from some servers. */
  "@type"?: string | undefined;
  /** Workchain: -1 masterchain, 0 basechain. */
  workchain_id: number;
  /** Hash part of the address: 64 lower-case hex digits. */
  address: string;
}

/** Record of a contract. */
export interface DnsRecordSmcAddress {
  /** Tag of the type, `dns_smc_address`; absent from some servers. */
  "@type"?: "dns_smc_address" | undefined;
  /** Contract. */
  smc_addr: SmcAddr;
}

/** Record of the next resolver. */
export interface DnsRecordNextResolver {
  /** Tag of the type, `dns_next_resolver`; absent from some servers. */
  "@type"?: "dns_next_resolver" | undefined;
  /** Next resolver. */
  resolver: SmcAddr;
}

/** A DNS record of a domain's NFT. */
export type DnsRecord = DnsRecordStorageAddress | DnsRecordSmcAddress | DnsRecordAdnlAddress | DnsRecordNextResolver;

/** A record of an unknown form. */
export interface DnsEntryDataUnknown {
  /** Tag of the type, `dns.entryDataUnknown`; absent from some servers. */
  "@type"?: "dns.entryDataUnknown" | undefined;
  /** A bag of cells in base64. */
  bytes: string;
}

/** A text record. */
export interface DnsEntryDataText {
  /** Tag of the type, `dns.entryDataText`; absent from some servers. */
  "@type"?: "dns.entryDataText" | undefined;
  /** Text. */
  text: string;
}

/** A next resolver. */
export interface DnsEntryDataNextResolver {
  /** Tag of the type, `dns.entryDataNextResolver`; absent from some servers. */
  "@type"?: "dns.entryDataNextResolver" | undefined;
  /** Next resolver. */
  resolver: AccountAddress;
}

/** A contract. */
export interface DnsEntryDataSmcAddress {
  /** Tag of the type, `dns.entryDataSmcAddress`; absent from some servers. */
  "@type"?: "dns.entryDataSmcAddress" | undefined;
  /** Contract. */
  smc_address: AccountAddress;
}

/** An ADNL address. */
export interface DnsEntryDataAdnlAddress {
  /** Tag of the type, `dns.entryDataAdnlAddress`; absent from some servers. */
  "@type"?: "dns.entryDataAdnlAddress" | undefined;
  /** ADNL address. */
  adnl_address: AdnlAddress;
}

/** A bag in TON Storage. */
export interface DnsEntryDataStorageAddress {
  /** Tag of the type, `dns.entryDataStorageAddress`; absent from some servers. */
  "@type"?: "dns.entryDataStorageAddress" | undefined;
  /** Id of a bag in TON Storage: 64 lower-case hex digits. */
  bag_id: string;
}

/** The value of a DNS entry. */
export type DnsEntryData = DnsEntryDataUnknown | DnsEntryDataText | DnsEntryDataNextResolver | DnsEntryDataSmcAddress | DnsEntryDataAdnlAddress | DnsEntryDataStorageAddress;

/** A DNS entry. */
export interface DnsEntry {
  /** Tag of the type, `dns.entry`; absent from some servers. */
  "@type"?: string | undefined;
  /** Name. */
  name: string;
  /** Category of the record, a hash of its name, in base64. */
  category: string;
  /** The record. */
  entry: DnsEntryData;
}

/** DNS entries found. */
export interface DnsResolved {
  /** Tag of the type, `dns.resolved`; absent from some servers. */
  "@type"?: string | undefined;
  /** Records found. */
  entries: Array<DnsEntry>;
}

/** A library cell. */
export interface LibraryEntry {
  /** Tag of the type, `smc.libraryEntry`; absent from some servers. */
  "@type"?: string | undefined;
  /** Hash, in base64. */
  hash: string;
  /** The library: a bag of cells in base64. */
  data: string;
}

/** Result of `/getConfigParam`, `/getConfigAll`. */
export interface ConfigInfo {
  /** Tag of the type, `configInfo`; absent from some servers. */
  "@type"?: string | undefined;
  /** Configuration. */
  config: TvmCell;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Result of `/getLibraries`. */
export interface LibraryResult {
  /** Tag of the type, `smc.libraryResult`; absent from some servers. */
  "@type"?: string | undefined;
  /** Result. */
  result: Array<LibraryEntry>;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Result of `/sendBocReturnHash`. */
export interface ExtMessageInfo {
  /** Tag of the type, `raw.extMessageInfo`; absent from some servers. */
  "@type"?: "raw.extMessageInfo" | undefined;
  /** Hash, in base64. */
  hash: string;
  /** Normalised hash of the message (TEP-467), in base64. */
  hash_norm?: string | undefined;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Says that the server accepted the message. Result of `/sendBoc`. */
export interface ResultOk {
  /** Tag of the type, `ok`; absent from some servers. */
  "@type"?: "ok" | undefined;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Result of sending a message. */
export type SendBocResult = ResultOk | ExtMessageInfo;

/** Fees of one side. */
export interface Fees {
  /** Tag of the type, `fees`; absent from some servers. */
  "@type"?: string | undefined;
  /** Fee of importing the message, in nanotons. */
  in_fwd_fee: number;
  /** Storage fee, in nanotons. */
  storage_fee: number;
  /** Gas fees, in nanotons. */
  gas_fee: number;
  /** Forward fee, in nanotons. */
  fwd_fee: number;
}

/** Result of `/estimateFee`. */
export interface QueryFees {
  /** Tag of the type, `query.fees`; absent from some servers. */
  "@type"?: string | undefined;
  /** Fees at the sender. */
  source_fees: Fees;
  /** Fees at the receivers. */
  destination_fees: Array<Fees>;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** A slice on the stack. */
export interface TvmStackEntrySlice {
  /** Tag of the type, `tvm.stackEntrySlice`; absent from some servers. */
  "@type"?: "tvm.stackEntrySlice" | undefined;
  /** The slice. */
  slice: TvmSlice;
}

/** A cell on the stack. */
export interface TvmStackEntryCell {
  /** Tag of the type, `tvm.stackEntryCell`; absent from some servers. */
  "@type"?: "tvm.stackEntryCell" | undefined;
  /** The cell. */
  cell: TvmCell;
}

/** A number on the stack. */
export interface TvmStackEntryNumber {
  /** Tag of the type, `tvm.stackEntryNumber`; absent from some servers. */
  "@type"?: "tvm.stackEntryNumber" | undefined;
  /** The number. */
  number: TvmNumberDecimal;
}

/** A tuple on the stack. */
export interface TvmStackEntryTuple {
  /** Tag of the type, `tvm.stackEntryTuple`; absent from some servers. */
  "@type"?: "tvm.stackEntryTuple" | undefined;
  /** The tuple. */
  tuple: TvmTuple;
}

/** A list on the stack; TVM `null` is an empty one. */
export interface TvmStackEntryList {
  /** Tag of the type, `tvm.stackEntryList`; absent from some servers. */
  "@type"?: "tvm.stackEntryList" | undefined;
  /** The list. */
  list: TvmList;
}

/** A value that the service cannot send. */
export interface TvmStackEntryUnsupported {
  /** Tag of the type, `tvm.stackEntryUnsupported`; absent from some servers. */
  "@type"?: "tvm.stackEntryUnsupported" | undefined;
}

/** An entry of a TVM stack. */
export type TvmStackEntry = TvmStackEntrySlice | TvmStackEntryCell | TvmStackEntryNumber | TvmStackEntryTuple | TvmStackEntryList | TvmStackEntryUnsupported;

/** A slice. */
export interface TvmSlice {
  /** Tag of the type, `tvm.slice`; absent from some servers. */
  "@type"?: string | undefined;
  /** A bag of cells in base64. */
  bytes: string;
}

/** A cell. */
export interface TvmCell {
  /** Tag of the type, `tvm.cell`; absent from some servers. */
  "@type"?: string | undefined;
  /** A bag of cells in base64. */
  bytes: string;
}

/** A number. */
export interface TvmNumberDecimal {
  /** Tag of the type, `tvm.numberDecimal`; absent from some servers. */
  "@type"?: string | undefined;
  /** The number, as decimal text. */
  number: string;
}

/** A tuple. */
export interface TvmTuple {
  /** Tag of the type, `tvm.tuple`; absent from some servers. */
  "@type"?: string | undefined;
  /** Entries. */
  elements: Array<TvmStackEntry>;
}

/** A list. */
export interface TvmList {
  /** Tag of the type, `tvm.list`; absent from some servers. */
  "@type"?: string | undefined;
  /** Entries. */
  elements: Array<TvmStackEntry>;
}

/** Result of `/runGetMethodStd`. */
export interface RunGetMethodStdResult {
  /** Tag of the type, `smc.runResult`; absent from some servers. */
  "@type"?: string | undefined;
  /** Gas used. */
  gas_used: number;
  /** Stack. */
  stack: Array<TvmStackEntry>;
  /** Exit code of the TVM; 0 and 1 are success. */
  exit_code: number;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** A cell, parsed. */
export interface LegacyTvmCell {
  /** Bits of the cell. */
  data: LegacyTvmCellData;
  /** References. */
  refs: Array<LegacyTvmCell>;
  /** Whether the cell is exotic. */
  special: boolean;
}

/** A cell or slice on the stack. */
export interface LegacyStackEntryCell {
  /** A bag of cells in base64. */
  bytes: string;
  /** The cell, parsed. */
  object?: LegacyTvmCell | undefined;
}

/** Result of `/runGetMethod`. */
export interface RunGetMethodResult {
  /** Tag of the type, `smc.runResult`; absent from some servers. */
  "@type"?: string | undefined;
  /** Gas used. */
  gas_used: number;
  /** Stack. */
  stack: Array<LegacyStackEntry>;
  /** Exit code of the TVM; 0 and 1 are success. */
  exit_code: number;
  /** Block whose state the result describes. */
  block_id?: TonBlockIdExt | undefined;
  /** Last transaction. */
  last_transaction_id?: InternalTransactionId | undefined;
  /** Timing and worker of the response. Only some servers send it. */
  "@extra"?: string | undefined;
}

/** Bits of a cell. */
export interface LegacyTvmCellData {
  /** Bits, filled up to whole bytes, in base64. */
  b64: string;
  /** Number of bits. */
  len: number;
}

/** An entry of the stack as `/runGetMethod` returns it: a pair of tag and value. */
export type LegacyStackEntry = ["num", string] | ["cell", LegacyStackEntryCell] | ["tuple", TvmTuple] | ["list", TvmList] | ["unsupported", ""];

/**
 * An argument of `/runGetMethod`: a pair of tag and value.
 *
 * `num`: an integer, or its decimal or hex text; `tvm.Cell`, `tvm.Slice`: a bag of cells, base64; `tuple`,
 * `list`: [`TvmTuple`] and [`TvmList`], only for servers in C++.
 */
export type LegacyStackIn = [string, unknown];

/** Envelope of every v2 response. */
export interface Envelope {
  /** Always `true`. */
  ok: true;
  /** The result, of the type that the operation names. */
  result: unknown;
  /** Timing and worker of the response. Differs from call to call. */
  "@extra"?: string | undefined;
  /** `2.0`, from servers in Python. */
  jsonrpc?: string | undefined;
  /** Id of the JSON-RPC request, from servers in Python. */
  id?: string | number | undefined;
}

/** Error of v2, from a server or from the front of the hosted service. */
export interface Failure {
  /** Always `false`. */
  ok: false;
  /** Error message, text for people. */
  error?: string | undefined;
  /** The same, from older gateways. */
  result?: string | undefined;
  /** HTTP status. */
  code?: number | undefined;
  /** Timing and worker of the response. */
  "@extra"?: string | undefined;
  /** `2.0`, from servers in Python. */
  jsonrpc?: string | undefined;
  /** Id of the JSON-RPC request. */
  id?: string | number | undefined;
}

/**
 * Parameters of `/api/v2/getAddressInformation`.
 *
 * State of one account as the node stores it: balance, code, data, last transaction, status.
 *
 * - Python: invalid address -> 416
 * - Python result carries "@extra" inside result and no suspended
 * - Python: balance is JSON number 0 when the node reports a negative balance (account never seen; recorded)
 *
 * `GET /api/v2/getAddressInformation`, Accounts: "Address information". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetAddressInformationRequest {
  /**
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
  /**
   * Masterchain height to read the state at; newest when absent.
   * Whole number of 32 bits, at least 1.
   * Servers: C++ requires at least 1.
   */
  seqno?: number | undefined;
}

/**
 * Parameters of `/api/v2/getExtendedAddressInformation`.
 *
 * Like getAddressInformation, with the contract data parsed for the few wallet kinds that the node library
 * knows.
 *
 * - C++ does not range-check seqno on this method
 * - in Python, int64 fields of account_state are strings
 *
 * `GET /api/v2/getExtendedAddressInformation`, Accounts: "Extended address information". TON Center's
 * documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetExtendedAddressInformationRequest {
  /**
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
  /**
   * Masterchain height to read the state at; newest when absent.
   * Whole number of 32 bits.
   * Servers: no range check in C++ on this method.
   */
  seqno?: number | undefined;
}

/**
 * Parameters of `/api/v2/getWalletInformation`.
 *
 * Whether the account is a known wallet and, if so, its version, seqno and wallet id.
 *
 * - Python wallet set includes nominator pool v1, C++ includes wallet v5 beta
 * - Python balance may be number 0
 *
 * `GET /api/v2/getWalletInformation`, Accounts: "Wallet information". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetWalletInformationRequest {
  /**
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
  /**
   * Masterchain height to read the state at; newest when absent.
   * Whole number of 32 bits, at least 1.
   * Servers: C++ requires at least 1.
   */
  seqno?: number | undefined;
}

/**
 * Parameters of `/api/v2/getAddressBalance`.
 *
 * Balance of one account in nanotons, as text.
 *
 * - Python returns the JSON number 0 instead of text when the node reports a negative balance (account never
 * seen)
 *
 * `GET /api/v2/getAddressBalance`, Accounts: "Address balance". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetAddressBalanceRequest {
  /**
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
  /**
   * Masterchain height to read the state at; newest when absent.
   * Whole number of 32 bits, at least 1.
   * Servers: C++ requires at least 1.
   */
  seqno?: number | undefined;
}

/**
 * Parameters of `/api/v2/getAddressState`.
 *
 * Status word of one account.
 *
 * - docs prose says "uninit"; the wire value is "uninitialized" in both variants
 *
 * `GET /api/v2/getAddressState`, Accounts: "Address state". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetAddressStateRequest {
  /**
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
  /**
   * Masterchain height to read the state at; newest when absent.
   * Whole number of 32 bits, at least 1.
   * Servers: C++ requires at least 1.
   */
  seqno?: number | undefined;
}

/**
 * Parameters of `/api/v2/getTokenData`.
 *
 * Parsed contents of a jetton master, jetton wallet, NFT collection or NFT item.
 *
 * - Python emits big integers as JSON numbers
 *
 * `GET /api/v2/getTokenData`, Accounts: "Token data". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetTokenDataRequest {
  /**
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
  /**
   * Masterchain height.
   * Whole number of 32 bits, at least 1.
   * Servers: C++ requires at least 1; neither the published OpenAPI nor Python has it.
   * TON Center accepts it, but does not document it.
   */
  seqno?: number | undefined;
}

/**
 * Parameters of `/api/v2/getShardAccountCell`.
 *
 * State of one account as a cell of the TL-B type ShardAccount, for tools that run contracts themselves.
 *
 * - beyond the specification: servers in C++ have it, other servers of this interface need not
 * - absent from Python
 * - an account that never existed has a cell, too: account_none, and zeros for its last transaction
 *
 * `GET /api/v2/getShardAccountCell`, Accounts: "Shard account cell". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetShardAccountCellRequest {
  /**
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
  /**
   * Masterchain height to read the state at; newest when absent.
   * Whole number of 32 bits, at least 1.
   * Servers: C++ requires at least 1.
   */
  seqno?: number | undefined;
}

/**
 * Parameters of `/api/v2/dnsResolve`.
 *
 * Records of a name, read by the get-method dnsresolve of DNS contracts.
 *
 * - beyond the specification: servers in C++ have it, other servers of this interface need not
 * - absent from Python
 * - servers in C++ of July 2026 and before take address, name, category and ttl, newer ones domain and
 * resolver_address
 * - Exactly one of `address` and `domain`.
 * - `resolver_address` only with `domain`.
 * - `name` only with `address`.
 * - `category` only with `address`.
 * - `ttl` only with `address`.
 *
 * `GET /api/v2/dnsResolve`, Accounts: "DNS records of a name". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface DnsResolveRequest {
  /**
   * Name, such as foundation.ton; below resolver_address if that is set.
   * Text.
   * Servers: newer servers.
   */
  domain?: string | undefined;
  /**
   * DNS contract where the search starts; the root of the network when absent.
   * Account, friendly or raw form.
   * Servers: newer servers.
   */
  resolver_address?: AddressLike | undefined;
  /**
   * DNS contract: a resolver, or the NFT of a domain.
   * Account, friendly or raw form.
   * Servers: older servers.
   */
  address?: AddressLike | undefined;
  /**
   * Name below that contract, such as foundation.ton below the root; empty: the contract's own.
   * Text.
   * Default `""`.
   * Servers: older servers.
   */
  name?: string | undefined;
  /**
   * Category of the records.
   * Text.
   * Servers: older servers; they ignore it and request all categories.
   * The service ignores it.
   */
  category?: string | undefined;
  /**
   * How many next resolvers to follow; with 0 the record of the next resolver itself is the result.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   * Servers: older servers.
   */
  ttl?: number | undefined;
  /**
   * Masterchain height to read the state at; newest when absent.
   * Whole number of 32 bits, at least 1.
   * Servers: C++ requires at least 1.
   */
  seqno?: number | undefined;
}

/**
 * Parameters of `/api/v2/getMasterchainInfo`.
 *
 * Newest masterchain block and the zero state.
 *
 * `GET /api/v2/getMasterchainInfo`, Blocks: "Masterchain info". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export type GetMasterchainInfoRequest = Record<string, never>;

/**
 * Parameters of `/api/v2/getMasterchainBlockSignatures`.
 *
 * Validator signatures under one masterchain block.
 *
 * - C++: a missing seqno is 0 and fails with "seqno should be positive"
 *
 * `GET /api/v2/getMasterchainBlockSignatures`, Blocks: "Masterchain block signatures". TON Center's
 * documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetMasterchainBlockSignaturesRequest {
  /**
   * Masterchain block height.
   * Whole number of 32 bits, at least 1.
   * Required.
   * Servers: C++ requires at least 1.
   */
  seqno: number;
}

/**
 * Parameters of `/api/v2/getShardBlockProof`.
 *
 * Proof chain that ties a shard block to the masterchain.
 *
 * `GET /api/v2/getShardBlockProof`, Blocks: "Shard block proof". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetShardBlockProofRequest {
  /**
   * Workchain id (-1 masterchain, 0 basechain).
   * Whole number of 32 bits.
   * Required.
   */
  workchain: number;
  /**
   * Shard prefix as signed decimal; send as string (exceeds JS safe integers).
   * Shard as a signed decimal of 64 bits.
   * Required.
   * Servers: signed 64-bit decimal; whole-workchain shard is -9223372036854775808.
   */
  shard: IntegerLike;
  /**
   * Block height inside that shard.
   * Whole number of 32 bits, at least 1.
   * Required.
   * Servers: C++ requires at least 1.
   */
  seqno: number;
  /**
   * Masterchain height the proof starts from; newest masterchain block when absent.
   * Whole number of 32 bits, at least 0.
   * Servers: C++ requires at least 0.
   */
  from_seqno?: number | undefined;
}

/**
 * Parameters of `/api/v2/getConsensusBlock`.
 *
 * Highest masterchain block most liteservers agree on, with a clock reading.
 *
 * - Python: {consensus_block:int, timestamp:float}, no @type
 *
 * `GET /api/v2/getConsensusBlock`, Blocks: "Consensus block". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export type GetConsensusBlockRequest = Record<string, never>;

/**
 * Parameters of `/api/v2/lookupBlock`.
 *
 * Full block id from a height, a logical time or a unix time.
 *
 * - Exactly one of `seqno`, `lt` and `unixtime`.
 *
 * `GET /api/v2/lookupBlock`, Blocks: "Look up a block". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface LookupBlockRequest {
  /**
   * Workchain id (-1 masterchain, 0 basechain).
   * Whole number of 32 bits.
   * Required.
   */
  workchain: number;
  /**
   * Shard prefix as signed decimal; send as string (exceeds JS safe integers).
   * Shard as a signed decimal of 64 bits.
   * Required.
   * Servers: signed 64-bit decimal; whole-workchain shard is -9223372036854775808.
   */
  shard: IntegerLike;
  /**
   * Find by height.
   * Whole number of 32 bits, at least 1.
   * Servers: C++ requires at least 1.
   */
  seqno?: number | undefined;
  /**
   * Find by logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   * Servers: C++ requires at least 0.
   */
  lt?: IntegerLike | undefined;
  /**
   * Find by unix time.
   * Unix seconds.
   * Servers: C++ requires at least 0.
   */
  unixtime?: number | undefined;
}

/**
 * Parameters of `/api/v2/getShards`.
 *
 * Newest block of every shard as of one masterchain block.
 *
 * - REST and JSON-RPC alias: shards
 * - Python only has the name "shards" (REST and JSON-RPC); C++ serves both getShards and shards. @ton/ton
 * and tonweb call "shards".
 *
 * `GET /api/v2/getShards`, Blocks: "Shards". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetShardsRequest {
  /**
   * Masterchain block height.
   * Whole number of 32 bits, at least 1.
   * Required.
   * Servers: C++ requires at least 1.
   */
  seqno: number;
}

/**
 * Parameters of `/api/v2/getBlockHeader`.
 *
 * Header fields of one block.
 *
 * - `root_hash` and `file_hash` only together (otherwise without effect).
 *
 * `GET /api/v2/getBlockHeader`, Blocks: "Block header". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetBlockHeaderRequest {
  /**
   * Workchain id (-1 masterchain, 0 basechain).
   * Whole number of 32 bits.
   * Required.
   */
  workchain: number;
  /**
   * Shard prefix as signed decimal; send as string (exceeds JS safe integers).
   * Shard as a signed decimal of 64 bits.
   * Required.
   * Servers: signed 64-bit decimal; whole-workchain shard is -9223372036854775808.
   */
  shard: IntegerLike;
  /**
   * Block height inside that shard.
   * Whole number of 32 bits, at least 1.
   * Required.
   * Servers: C++ requires at least 1.
   */
  seqno: number;
  /**
   * Block root hash.
   * 32 bytes as hex, base64 or base64url.
   * Servers: used only when both root_hash and file_hash are set.
   */
  root_hash?: BytesLike | undefined;
  /**
   * Block file hash.
   * 32 bytes as hex, base64 or base64url.
   * Servers: used only when both root_hash and file_hash are set.
   */
  file_hash?: BytesLike | undefined;
}

/**
 * Parameters of `/api/v2/getOutMsgQueueSize`.
 *
 * Length of the outgoing message queue per shard, with the limit.
 *
 * - absent from Python
 *
 * `GET /api/v2/getOutMsgQueueSize`, Blocks: "Outbound message queue size". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export type GetOutMsgQueueSizeRequest = Record<string, never>;

/**
 * Parameters of `/api/v2/getBlockTransactions`.
 *
 * Ids of the transactions in one block, in pages.
 *
 * - Python: req_count echoes count, no upper bound
 * - `root_hash` and `file_hash` only together (otherwise without effect).
 * - `after_lt` and `after_hash` only together.
 *
 * Pages have 40 rows by default, at most 10000; `after_lt` and `after_hash` request the next page.
 * `paginate` reads all pages.
 *
 * `GET /api/v2/getBlockTransactions`, Transactions: "Transactions of a block". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetBlockTransactionsRequest {
  /**
   * Workchain id (-1 masterchain, 0 basechain).
   * Whole number of 32 bits.
   * Required.
   */
  workchain: number;
  /**
   * Shard prefix as signed decimal; send as string (exceeds JS safe integers).
   * Shard as a signed decimal of 64 bits.
   * Required.
   * Servers: signed 64-bit decimal; whole-workchain shard is -9223372036854775808.
   */
  shard: IntegerLike;
  /**
   * Block height inside that shard.
   * Whole number of 32 bits, at least 1.
   * Required.
   * Servers: C++ requires at least 1.
   */
  seqno: number;
  /**
   * Block root hash.
   * 32 bytes as hex, base64 or base64url.
   * Servers: used only when both root_hash and file_hash are set.
   */
  root_hash?: BytesLike | undefined;
  /**
   * Block file hash.
   * 32 bytes as hex, base64 or base64url.
   * Servers: used only when both root_hash and file_hash are set.
   */
  file_hash?: BytesLike | undefined;
  /**
   * Cursor: lt of the last item seen.
   * Logical time, decimal text, 0 to 2^63-1.
   * Servers: C++ requires at least 0; must come with after_hash.
   */
  after_lt?: IntegerLike | undefined;
  /**
   * Cursor: ACCOUNT hash (not tx hash) of the last item seen.
   * Hash part of an account: 32 bytes as hex, base64 or base64url.
   * Servers: hex or base64; C++ also takes a full address; must come with after_lt.
   */
  after_hash?: BytesLike | undefined;
  /**
   * Page size; server walks the block in chunks of 256.
   * Whole number of 32 bits, 1 to 10000.
   * Default `40`.
   * Servers: C++ requires 1 to 10000; Python does not check.
   */
  count?: number | undefined;
}

/**
 * Parameters of `/api/v2/getBlockTransactionsExt`.
 *
 * Whole transactions of one block, in pages.
 *
 * - `root_hash` and `file_hash` only together (otherwise without effect).
 * - `after_lt` and `after_hash` only together.
 *
 * Pages have 40 rows by default, at most 10000; `after_lt` and `after_hash` request the next page.
 * `paginate` reads all pages.
 *
 * `GET /api/v2/getBlockTransactionsExt`, Transactions: "Transactions of a block (extended)". TON Center's
 * documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetBlockTransactionsExtRequest {
  /**
   * Workchain id (-1 masterchain, 0 basechain).
   * Whole number of 32 bits.
   * Required.
   */
  workchain: number;
  /**
   * Shard prefix as signed decimal; send as string (exceeds JS safe integers).
   * Shard as a signed decimal of 64 bits.
   * Required.
   * Servers: signed 64-bit decimal; whole-workchain shard is -9223372036854775808.
   */
  shard: IntegerLike;
  /**
   * Block height inside that shard.
   * Whole number of 32 bits, at least 1.
   * Required.
   * Servers: C++ requires at least 1.
   */
  seqno: number;
  /**
   * Block root hash.
   * 32 bytes as hex, base64 or base64url.
   * Servers: used only when both root_hash and file_hash are set.
   */
  root_hash?: BytesLike | undefined;
  /**
   * Block file hash.
   * 32 bytes as hex, base64 or base64url.
   * Servers: used only when both root_hash and file_hash are set.
   */
  file_hash?: BytesLike | undefined;
  /**
   * Cursor: lt of the last item seen.
   * Logical time, decimal text, 0 to 2^63-1.
   * Servers: C++ requires at least 0; must come with after_hash.
   */
  after_lt?: IntegerLike | undefined;
  /**
   * Cursor: ACCOUNT hash (not tx hash) of the last item seen.
   * Hash part of an account: 32 bytes as hex, base64 or base64url.
   * Servers: hex or base64; C++ also takes a full address; must come with after_lt.
   */
  after_hash?: BytesLike | undefined;
  /**
   * Page size; server walks the block in chunks of 256.
   * Whole number of 32 bits, 1 to 10000.
   * Default `40`.
   * Servers: C++ requires 1 to 10000; Python does not check.
   */
  count?: number | undefined;
}

/**
 * Parameters of `/api/v2/getTransactions`.
 *
 * Transactions of one account, newest first, older pages by lt and hash.
 *
 * - newest first; for the next page pass the transaction_id of the last row as lt+hash and drop the first
 * (inclusive) row
 * - limit ceiling 100 (Python) vs 1000 (C++)
 * - `lt` and `hash` only together.
 *
 * Pages have 10 rows by default, at most 1000; `lt` and `hash` request the next page. `paginate` reads all
 * pages.
 *
 * `GET /api/v2/getTransactions`, Transactions: "Transactions". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetTransactionsRequest {
  /**
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
  /**
   * Maximum rows.
   * Whole number of 32 bits, 1 to 1000.
   * Default `10`.
   * Servers: C++ requires 1 to 1000; Python 1 to 100 over REST, and does not check JSON-RPC.
   */
  limit?: number | undefined;
  /**
   * Start transaction logical time (inclusive).
   * Logical time, decimal text, 0 to 2^63-1.
   * Servers: C++ requires at least 0; lt and hash only together (getTransactions: lt=0 counts as absent).
   */
  lt?: IntegerLike | undefined;
  /**
   * Start transaction hash, hex or base64.
   * 32 bytes as hex, base64 or base64url.
   * Servers: with lt.
   */
  hash?: BytesLike | undefined;
  /**
   * Stop when lt <= to_lt (exclusive lower bound).
   * Logical time, decimal text, 0 to 2^63-1.
   * Default `0`.
   */
  to_lt?: IntegerLike | undefined;
  /**
   * true: an archival node; absent: any node; false: see the note.
   * `true` or `false`.
   * Servers: true/false/1/0/yes/no/y/n/t/f/on/off; the published default is false, but on C++ an explicit
   * false excludes archival nodes: omit the parameter unless the caller sets it.
   */
  archival?: boolean | undefined;
}

/**
 * Parameters of `/api/v2/getTransactionsStd`.
 *
 * As getTransactions, with messages in the node library form and a ready cursor to the next page.
 *
 * - in_msg/out_msgs are MessageStd: source/destination are AccountAddress objects; previous_transaction_id
 * is the next-page cursor (lt "0" = end)
 * - absent from Python
 * - lt=0 is NOT treated as absent here
 * - `lt` and `hash` only together.
 *
 * Pages have 10 rows by default, at most 1000; `lt` and `hash` request the next page. `paginate` reads all
 * pages.
 *
 * `GET /api/v2/getTransactionsStd`, Transactions: "Transactions (standard form)". TON Center's
 * documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetTransactionsStdRequest {
  /**
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
  /**
   * Maximum rows.
   * Whole number of 32 bits, 1 to 1000.
   * Default `10`.
   * Servers: C++ requires 1 to 1000.
   */
  limit?: number | undefined;
  /**
   * Start transaction logical time (inclusive).
   * Logical time, decimal text, 0 to 2^63-1.
   * Servers: C++ requires at least 0; lt and hash only together (lt=0 is not treated as absent here).
   */
  lt?: IntegerLike | undefined;
  /**
   * Start transaction hash, hex or base64.
   * 32 bytes as hex, base64 or base64url.
   * Servers: with lt.
   */
  hash?: BytesLike | undefined;
  /**
   * Stop when lt <= to_lt (exclusive lower bound).
   * Logical time, decimal text, 0 to 2^63-1.
   * Default `0`.
   */
  to_lt?: IntegerLike | undefined;
  /**
   * true: an archival node; absent: any node; false: see the note.
   * `true` or `false`.
   * Servers: true/false/1/0/yes/no/y/n/t/f/on/off; the published default is false, but on C++ an explicit
   * false excludes archival nodes: omit the parameter unless the caller sets it.
   */
  archival?: boolean | undefined;
}

/**
 * Parameters of `/api/v2/tryLocateTx`.
 *
 * Transaction that received a message, found by sender, receiver and creation lt.
 *
 * - same handler as tryLocateResultTx in both variants
 *
 * `GET /api/v2/tryLocateTx`, Transactions: "Try to locate a transaction". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface TryLocateTxRequest {
  /**
   * Message sender.
   * Account, friendly or raw form.
   * Required.
   */
  source: AddressLike;
  /**
   * Message receiver.
   * Account, friendly or raw form.
   * Required.
   */
  destination: AddressLike;
  /**
   * Logical time at which the message was created.
   * Logical time, decimal text, 0 to 2^63-1.
   * Required.
   * Servers: C++ requires at least 0.
   */
  created_lt: IntegerLike;
}

/**
 * Parameters of `/api/v2/tryLocateResultTx`.
 *
 * Same search as tryLocateTx: the receiving transaction.
 *
 * - finds the RECEIVER transaction of a message
 *
 * `GET /api/v2/tryLocateResultTx`, Transactions: "Try to locate the result transaction". TON Center's
 * documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface TryLocateResultTxRequest {
  /**
   * Message sender.
   * Account, friendly or raw form.
   * Required.
   */
  source: AddressLike;
  /**
   * Message receiver.
   * Account, friendly or raw form.
   * Required.
   */
  destination: AddressLike;
  /**
   * Logical time at which the message was created.
   * Logical time, decimal text, 0 to 2^63-1.
   * Required.
   * Servers: C++ requires at least 0.
   */
  created_lt: IntegerLike;
}

/**
 * Parameters of `/api/v2/tryLocateSourceTx`.
 *
 * Transaction that sent a message, found by sender, receiver and creation lt.
 *
 * - finds the SENDER transaction of a message
 *
 * `GET /api/v2/tryLocateSourceTx`, Transactions: "Try to locate the source transaction". TON Center's
 * documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface TryLocateSourceTxRequest {
  /**
   * Message sender.
   * Account, friendly or raw form.
   * Required.
   */
  source: AddressLike;
  /**
   * Message receiver.
   * Account, friendly or raw form.
   * Required.
   */
  destination: AddressLike;
  /**
   * Logical time at which the message was created.
   * Logical time, decimal text, 0 to 2^63-1.
   * Required.
   * Servers: C++ requires at least 0.
   */
  created_lt: IntegerLike;
}

/**
 * Parameters of `/api/v2/sendBoc`.
 *
 * Broadcast a signed external message.
 *
 * - sent to up to 5 (C++) or 4 (Python) liteservers
 * - a C++ server started with sending switched off reports success and sends nothing (sendBocReturnHash then
 * returns an all-zero hash)
 *
 * `POST /api/v2/sendBoc`, Send: "Send a serialized message (BoC)". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface SendBocRequest {
  /**
   * Serialised external message (BoC).
   * Bag of cells, base64 with padding.
   * Required.
   * Servers: non-empty; standard base64 with padding (C++ strict); Python decodes leniently.
   */
  boc: BytesLike;
}

/**
 * Parameters of `/api/v2/sendBocReturnHash`.
 *
 * Broadcast a signed external message and return its hashes.
 *
 * - a C++ server started with sending switched off reports success and sends nothing (sendBocReturnHash then
 * returns an all-zero hash)
 *
 * `POST /api/v2/sendBocReturnHash`, Send: "Send a BoC and return its hash". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface SendBocReturnHashRequest {
  /**
   * Serialised external message (BoC).
   * Bag of cells, base64 with padding.
   * Required.
   * Servers: non-empty; standard base64 with padding (C++ strict); Python decodes leniently.
   */
  boc: BytesLike;
}

/**
 * Parameters of `/api/v2/sendBocReturnHashNoError`.
 *
 * As sendBocReturnHash, but a refusal of the network is reported as a success.
 *
 * - beyond the specification: servers in C++ have it, other servers of this interface need not
 * - absent from Python
 * - a response is no evidence that a node has accepted the message: sendBocReturnHash says so
 *
 * `POST /api/v2/sendBocReturnHashNoError`, Send: "Send a BoC and return its hash, whatever the network
 * says". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface SendBocReturnHashNoErrorRequest {
  /**
   * Serialised external message (BoC).
   * Bag of cells, base64 with padding.
   * Required.
   * Servers: non-empty; standard base64 with padding (C++ strict); Python decodes leniently.
   */
  boc: BytesLike;
}

/**
 * Parameters of `/api/v2/estimateFee`.
 *
 * Fees an external message would cost, by emulation.
 *
 * `POST /api/v2/estimateFee`, Send: "Estimate fee". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface EstimateFeeRequest {
  /**
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
  /**
   * Message body.
   * Bag of cells, base64 with padding.
   * Required.
   * Servers: BoC.
   */
  body: BytesLike;
  /**
   * Code for a not-yet-deployed contract.
   * Bag of cells, base64 with padding.
   * Default `""`.
   * Servers: BoC.
   */
  init_code?: BytesLike | undefined;
  /**
   * Data for a not-yet-deployed contract.
   * Bag of cells, base64 with padding.
   * Default `""`.
   * Servers: BoC.
   */
  init_data?: BytesLike | undefined;
  /**
   * Treat signature checks as passing.
   * `true` or `false`.
   * Default `true`.
   * Servers: JSON boolean.
   */
  ignore_chksig?: boolean | undefined;
}

/**
 * Parameters of `/api/v2/runGetMethod`.
 *
 * Run a get-method of a contract; arguments and result in the legacy stack form.
 *
 * - Python REST turns an integer method into a string name (use JSON-RPC for ids)
 * - Python accepts ["cell"|"slice", cell-object]; C++ accepts ["cell"|"slice", {bytes}]
 *
 * `POST /api/v2/runGetMethod`, Run method: "Run a contract get-method". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface RunGetMethodRequest {
  /**
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
  /**
   * Get-method name or numeric id.
   * Name of a get-method, or its number.
   * Required.
   * Servers: C++ reads numeric strings as ids (decimal, 0x hex).
   */
  method: IntegerLike;
  /**
   * Arguments.
   * One or several, each: `LegacyStackIn`.
   * Required.
   * Servers: required even when empty.
   */
  stack: readonly LegacyStackIn[];
  /**
   * Masterchain height.
   * Whole number of 32 bits.
   * Servers: JSON integer only in C++ (no string form).
   */
  seqno?: number | undefined;
}

/**
 * Parameters of `/api/v2/runGetMethodStd`.
 *
 * Run a get-method of a contract; arguments and result as typed stack entries.
 *
 * - absent from Python
 *
 * `POST /api/v2/runGetMethodStd`, Run method: "Run a get-method (standard form)". TON Center's
 * documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface RunGetMethodStdRequest {
  /**
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
  /**
   * Get-method name or numeric id.
   * Name of a get-method, or its number.
   * Required.
   * Servers: C++ reads numeric strings as ids (decimal, 0x hex).
   */
  method: IntegerLike;
  /**
   * Arguments.
   * One or several, each: `TvmStackEntry`.
   * Required.
   * Servers: required even when empty.
   */
  stack: readonly TvmStackEntry[];
  /**
   * Masterchain height.
   * Whole number of 32 bits.
   * Servers: JSON integer only in C++ (no string form).
   */
  seqno?: number | undefined;
}

/**
 * Parameters of `/api/v2/detectAddress`.
 *
 * Every form of one address, and the form of the input.
 *
 * `GET /api/v2/detectAddress`, Utils: "Detect address forms". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface DetectAddressRequest {
  /**
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
}

/**
 * Parameters of `/api/v2/detectHash`.
 *
 * One 256-bit hash as hex, base64 and base64url.
 *
 * - absent from Python (404; JSON-RPC 422 Unknown method)
 *
 * `GET /api/v2/detectHash`, Utils: "Detect hash". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface DetectHashRequest {
  /**
   * Any 256-bit hash.
   * 32 bytes as hex, base64 or base64url.
   * Required.
   * Servers: 43 (base64url) | 44 (base64 or base64url) | 64 (hex) chars.
   */
  hash: BytesLike;
}

/**
 * Parameters of `/api/v2/packAddress`.
 *
 * Friendly form of an address.
 *
 * - C++ returns base64URL; Python returns standard base64 (+ and /)
 *
 * `GET /api/v2/packAddress`, Utils: "Pack address". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface PackAddressRequest {
  /**
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
}

/**
 * Parameters of `/api/v2/unpackAddress`.
 *
 * Raw form of an address.
 *
 * - the published schema models the result as an object {workchain,bounceable,testnet,addr_hex}; no released
 * server returns that, it is a plain string
 * - C++ UPPER-case hex; Python lower-case for friendly input, verbatim echo for raw input
 *
 * `GET /api/v2/unpackAddress`, Utils: "Unpack address". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface UnpackAddressRequest {
  /**
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
}

/**
 * Parameters of `/api/v2/getConfigParam`.
 *
 * One parameter of the network configuration, as a cell.
 *
 * - Python requires config_id and does not know param
 * - C++ GET: config_id is copied into param, so a request with both is accepted and config_id wins
 * - Exactly one of `config_id` and `param`.
 *
 * `GET /api/v2/getConfigParam`, Configuration: "One config parameter". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetConfigParamRequest {
  /**
   * Config parameter number (historic name).
   * Whole number of 32 bits, at least 0.
   * Servers: C++ requires at least 0; exactly one of config_id / param; send this one: it is the published
   * name and works on both variants.
   */
  config_id?: number | undefined;
  /**
   * Config parameter number (new name).
   * Whole number of 32 bits, at least 0.
   * Servers: C++ requires at least 0; exactly one of config_id / param; C++ from 2.1.3 only.
   * TON Center accepts it, but does not document it.
   */
  param?: number | undefined;
  /**
   * Masterchain height.
   * Whole number of 32 bits, at least 1.
   * Servers: C++ requires at least 1.
   */
  seqno?: number | undefined;
}

/**
 * Parameters of `/api/v2/getConfigAll`.
 *
 * The whole network configuration, as a cell.
 *
 * - absent from Python
 *
 * `GET /api/v2/getConfigAll`, Configuration: "All config parameters". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetConfigAllRequest {
  /**
   * Masterchain height.
   * Whole number of 32 bits, at least 1.
   * Servers: C++ requires at least 1.
   */
  seqno?: number | undefined;
}

/**
 * Parameters of `/api/v2/getLibraries`.
 *
 * Library cells by hash.
 *
 * - Python accepts only 44-char base64 or 64-char hex
 *
 * `GET /api/v2/getLibraries`, Configuration: "Libraries". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface GetLibrariesRequest {
  /**
   * Library cell hashes.
   * One or several, each: 32 bytes as hex, base64 or base64url.
   * Servers: GET: repeat the key; POST: JSON array; Python: required.
   */
  libraries?: BytesLike | readonly BytesLike[] | undefined;
}

/**
 * Parameters of `/api/v2/jsonRPC`.
 *
 * Call any v2 method by name, with its parameters in a JSON body.
 *
 * - the spec, section 2, types id as integer; the published schema says required string; accept both
 * - idempotent, side_effect and cache follow the method called; the values here are the strictest
 * - send all four fields; the published schema requires them
 *
 * `POST /api/v2/jsonRPC`, RPC: "JSON-RPC endpoint". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
 */
export interface JsonRPCRequest {
  /**
   * Protocol tag.
   * `2.0`.
   * Default `"2.0"`.
   * Servers: not checked by either server; required in the published schema.
   */
  jsonrpc?: "2.0" | undefined;
  /**
   * Caller id.
   * Text or number.
   * Servers: Python: string, or number coerced to string; array/object -> 422. C++: ignored entirely.
   */
  id?: IntegerLike | undefined;
  /**
   * v2 method name.
   * Text.
   * Required.
   */
  method: string;
  /**
   * Named parameters.
   * Object of parameters.
   * Default `{}`.
   * Servers: C++: [] and null and scalars count as {}, a non-empty array -> 422; Python: object only.
   */
  params?: { readonly [name: string]: unknown } | undefined;
}
