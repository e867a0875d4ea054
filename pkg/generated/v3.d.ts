// Types of requests and responses, as TON Center sends them. Generated from the Rust types of the crate: edit those.
//
// Responses of newer servers may have more fields than their types. Unions of texts list the values known today.

import type { AddressLike, BytesLike, IntegerLike } from "../values.js";

/** A whole number that may be too large for a number of JavaScript: a JSON number, or decimal text. */
export type Integer = number | string;

/** Response of `/masterchainInfo`. */
export interface MasterchainInfo {
  /** Newest masterchain block. */
  last: Block | null;
  /** Oldest block that the service has. */
  first: Block | null;
}

/** A block. */
export interface Block {
  /** Workchain: -1 masterchain, 0 basechain. */
  workchain: number;
  /** Shard. Upper-case hex without `0x`; leading zeros are not padded. */
  shard: string;
  /** Sequence number. */
  seqno: number;
  /** Hash of the block's root cell, in base64. */
  root_hash: string;
  /** Hash of the block's file, in base64. */
  file_hash: string;
  /** Id of the network: -239 mainnet, -3 testnet. */
  global_id: number;
  /** Version. */
  version: number;
  /** Whether the block follows a merge of two shards. */
  after_merge: boolean;
  /** Whether the shard splits after this block. */
  before_split: boolean;
  /** Whether the block follows a split of its shard. */
  after_split: boolean;
  /** Whether the shard wants to merge. */
  want_merge: boolean;
  /** Whether the shard wants to split. */
  want_split: boolean;
  /** Whether the block is a key block. */
  key_block: boolean;
  /** Whether the vertical seqno grew. */
  vert_seqno_incr: boolean;
  /** Flags. */
  flags: number;
  /** Time of the block, in Unix seconds, as decimal text. */
  gen_utime: string;
  /** First logical time, as decimal text. */
  start_lt: string;
  /** Last logical time, as decimal text. */
  end_lt: string;
  /** Short hash of the validator set. Signed, may be negative. */
  validator_list_hash_short: number;
  /** Sequence number of the validators' catchain. */
  gen_catchain_seqno: number;
  /** Smallest seqno of a masterchain block that the block refers to. */
  min_ref_mc_seqno: number;
  /** Seqno of the previous key block. */
  prev_key_block_seqno: number;
  /** Vertical seqno. */
  vert_seqno: number;
  /** Seqno of the masterchain block that the block refers to. */
  master_ref_seqno: number;
  /** Random seed of the block, in base64. */
  rand_seed: string;
  /** Public key of the validator that made the block, in base64. */
  created_by: string;
  /** Number of transactions. */
  tx_count: number;
  /** Masterchain block that includes the block. */
  masterchain_block_ref: BlockId;
  /** Previous blocks: one, or two after a merge. */
  prev_blocks: Array<BlockId> | null;
}

/** Id of a block. */
export interface BlockId {
  /** Workchain: -1 masterchain, 0 basechain. */
  workchain: number;
  /** Shard. Upper-case hex without `0x`; leading zeros are not padded. */
  shard: string;
  /** Sequence number. */
  seqno: number;
}

/** Response of `/blocks`, `/masterchainBlockShardState`, `/masterchainBlockShards`. */
export interface BlocksResponse {
  /** Blocks. */
  blocks: Array<Block>;
}

/**
 * Response of `/adjacentTransactions`, `/pendingTransactions`, `/transactions`,
 * `/transactionsByMasterchainBlock`, `/transactionsByMessage`.
 */
export interface TransactionsResponse {
  /** Transactions. The service may send `null` for none, which the client reads as no rows. */
  transactions: Array<Transaction>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
}

/** A transaction. */
export interface Transaction {
  /** Account, in raw form with upper-case hex. */
  account: string;
  /** Hash, in base64. */
  hash: string;
  /** Logical time of the transaction, as decimal text. */
  lt: string;
  /** Time of the transaction, in Unix seconds. */
  now: number;
  /** Masterchain block that includes the transaction. */
  mc_block_seqno: number;
  /** Id of the trace: hash of its first transaction, in base64. */
  trace_id?: string | undefined;
  /**
   * Hash of the external message that started the trace, in base64. Present only in responses of
   * `pending…`.
   */
  trace_external_hash?: string | undefined;
  /** Hash of the account's previous transaction, in base64. */
  prev_trans_hash: string;
  /** Logical time of the account's previous transaction, as decimal text. */
  prev_trans_lt: string;
  /** Status before the transaction. */
  orig_status: AccountStatus;
  /** Status after the transaction. */
  end_status: AccountStatus;
  /** Total fees, in nanotons, as decimal text. */
  total_fees: string;
  /** Fees in extra currencies: id to amount. */
  total_fees_extra_currencies: { [key in string]: string } | null;
  /** The phases of the transaction. */
  description: TransactionDescr;
  /** Block with the transaction. */
  block_ref: BlockId;
  /** Message that started the transaction. */
  in_msg: Message | null;
  /** Messages that the transaction sent. Ordered by `created_lt` ascending. */
  out_msgs: Array<Message> | null;
  /**
   * State of the account before the transaction. Sub-fields may all be `null` when the state row is
   * unavailable.
   */
  account_state_before: AccountState | null;
  /** State of the account after the transaction. */
  account_state_after: AccountState | null;
  /** Whether the transaction was emulated, which only responses of `pending…` have. */
  emulated: boolean;
  /** Finality. Absent on servers older than 2026. `pending`, `confirmed` or `finalized`. */
  finality?: Finality | undefined;
}

/** State of an account. */
export interface AccountState {
  /** Hash, in base64. */
  hash: string;
  /** Balance, in nanotons, as decimal text. */
  balance: string | null;
  /** Extra currencies: id and amount. */
  extra_currencies: { [key in string]: string } | null;
  /** Status of the account. */
  account_status: AccountStatus | null;
  /** Hash of the state of a frozen account, in base64. */
  frozen_hash: string | null;
  /** Hash of the data, in base64. */
  data_hash: string | null;
  /** Hash of the code, in base64. */
  code_hash: string | null;
  /** Data: a bag of cells in base64. */
  data_boc?: string | undefined;
  /** Code: a bag of cells in base64. */
  code_boc?: string | undefined;
}

/** The phases of a transaction. */
export interface TransactionDescr {
  /** Kind of the transaction. */
  type: TransactionKind;
  /**
   * Whether the transaction was aborted: a phase failed, or no contract ran, and changes of state are undone. The value
   * of the message stays with the account unless there is a bounce phase.
   */
  aborted?: boolean | undefined;
  /** Whether the account was destroyed. */
  destroyed?: boolean | undefined;
  /** Whether the credit phase comes before the storage phase. */
  credit_first?: boolean | undefined;
  /** Whether the transaction is a tock, not a tick. */
  is_tock?: boolean | undefined;
  /** Whether the split or merge was installed. */
  installed?: boolean | undefined;
  /** Storage phase. */
  storage_ph?: StoragePhase | undefined;
  /** Credit phase. */
  credit_ph?: CreditPhase | undefined;
  /** Compute phase. */
  compute_ph?: ComputePhase | undefined;
  /** Action phase. */
  action?: ActionPhase | undefined;
  /** Bounce phase. */
  bounce?: BouncePhase | undefined;
  /** How the account is split. */
  split_info?: SplitInfo | undefined;
}

/** Action phase. */
export interface ActionPhase {
  /** Whether the phase succeeded. */
  success?: boolean | undefined;
  /** Whether the list of actions is valid. */
  valid?: boolean | undefined;
  /** Whether the funds were not enough for an action. */
  no_funds?: boolean | undefined;
  /** Change of the account's status. */
  status_change?: StatusChange | undefined;
  /** Forward fees, in nanotons, as decimal text. */
  total_fwd_fees?: string | undefined;
  /** Fees of the action phase, in nanotons, as decimal text. */
  total_action_fees?: string | undefined;
  /** Result code; 0 is success. */
  result_code?: number | undefined;
  /** Argument of the result code. */
  result_arg?: number | undefined;
  /** Number of actions. */
  tot_actions?: number | undefined;
  /** Number of special actions. */
  spec_actions?: number | undefined;
  /** Number of skipped actions. */
  skipped_actions?: number | undefined;
  /** Number of messages created. */
  msgs_created?: number | undefined;
  /** Hash of the list of output actions, in base64. */
  action_list_hash?: string | undefined;
  /** Size of the messages. */
  tot_msg_size?: MsgSize | undefined;
}

/** Size of messages. */
export interface MsgSize {
  /** Number of cells, as decimal text. */
  cells: string | null;
  /** Number of bits, as decimal text. */
  bits: string | null;
}

/** Bounce phase. */
export interface BouncePhase {
  /** How bouncing ended. */
  type: BounceKind | null;
  /** Size of the message. */
  msg_size?: MsgSize | undefined;
  /** Forward fees that would have been needed, in nanotons, as decimal text. */
  req_fwd_fees?: string | undefined;
  /** Fees of the message, in nanotons, as decimal text. */
  msg_fees?: string | undefined;
  /** Forward fees, in nanotons, as decimal text. */
  fwd_fees?: string | undefined;
}

/** Compute phase. */
export interface ComputePhase {
  /** Whether the phase was skipped. */
  skipped?: boolean | undefined;
  /** Why the phase was skipped. */
  reason?: SkipReason | undefined;
  /** Whether the phase succeeded. */
  success?: boolean | undefined;
  /** Whether the state came from the message. */
  msg_state_used?: boolean | undefined;
  /** Whether this transaction activated the account. */
  account_activated?: boolean | undefined;
  /** Gas fees, in nanotons, as decimal text. */
  gas_fees?: string | undefined;
  /** Gas used, as decimal text. */
  gas_used?: string | undefined;
  /** Gas limit, as decimal text. */
  gas_limit?: string | undefined;
  /** Gas credit, as decimal text. */
  gas_credit?: string | undefined;
  /** Mode of the TVM. */
  mode?: number | undefined;
  /** Exit code of the TVM; 0 and 1 are success. */
  exit_code?: number | undefined;
  /** Argument of the exit code. */
  exit_arg?: number | undefined;
  /** Steps of the TVM. */
  vm_steps?: number | undefined;
  /** Hash of the TVM's first state, in base64. */
  vm_init_state_hash?: string | undefined;
  /** Hash of the TVM's last state, in base64. */
  vm_final_state_hash?: string | undefined;
}

/** Credit phase. */
export interface CreditPhase {
  /** Due storage fees collected, in nanotons, as decimal text. */
  due_fees_collected?: string | undefined;
  /** Amount credited, in nanotons, as decimal text. */
  credit?: string | undefined;
  /** Extra currencies credited: id to amount. */
  credit_extra_currencies?: { [key in string]: string } | undefined;
}

/** How an account is split. */
export interface SplitInfo {
  /** Length of the shard prefix. */
  cur_shard_pfx_len?: number | undefined;
  /** Split depth of the account. */
  acc_split_depth?: number | undefined;
  /** Hash part of this account, in base64. */
  this_addr?: string | undefined;
  /** Hash part of the sibling account, in base64. */
  sibling_addr?: string | undefined;
}

/** Storage phase. */
export interface StoragePhase {
  /** Storage fees collected, in nanotons, as decimal text. */
  storage_fees_collected?: string | undefined;
  /** Storage fees still due, in nanotons, as decimal text. */
  storage_fees_due?: string | undefined;
  /** Change of the account's status. */
  status_change?: StatusChange | undefined;
}

/** Kind of a transaction. */
export type TransactionKind = "ord" | "storage" | "tick_tock" | "split_prepare" | "split_install" | "merge_prepare" | "merge_install" | string & {};

/** How the state of an account changed. */
export type StatusChange = "unchanged" | "frozen" | "deleted" | string & {};

/** How bouncing ended. */
export type BounceKind = "negfunds" | "nofunds" | "ok" | string & {};

/** Why the compute phase was skipped. */
export type SkipReason = "no_state" | "bad_state" | "no_gas" | "suspended" | string & {};

/** Finality. */
export type Finality = "pending" | "confirmed" | "finalized" | string & {};

/** Friendly forms and names, keyed by raw upper-case address. */
export type AddressBook = { [key in string]: AddressBookRow };

/** Friendly form and name of an account. */
export interface AddressBookRow {
  /**
   * Friendly form, base64url: non-bounceable for wallets and for accounts without code. `null` only in
   * `/addressBook`, for a text that is not an address.
   */
  user_friendly: string | null;
  /** Shortest .ton or .t.me name that the account owns and that points at the account. */
  domain: string | null;
  /** Detected contract kinds. */
  interfaces?: Array<string> | null | undefined;
}

/** Names and token data, keyed by raw upper-case address. Response of `/metadata`. */
export type Metadata = { [key in string]: AddressMetadata };

/** Names and token data of one account. */
export interface AddressMetadata {
  /** Whether the service has fetched the off-chain metadata. */
  is_indexed: boolean;
  /** Tokens at that address. */
  token_info: Array<TokenInfo> | null;
}

/** A token at an address. */
export interface TokenInfo {
  /** Whether the data is valid. */
  valid?: boolean | undefined;
  /** Kind of the token. */
  type?: TokenKind | undefined;
  /** Name. */
  name?: string | undefined;
  /** Symbol. */
  symbol?: string | undefined;
  /** Description. */
  description?: string | undefined;
  /** URL of a picture. */
  image?: string | undefined;
  /** Index of the item in its collection, as decimal text. */
  nft_index?: string | undefined;
  /** Whether the token is marked as not safe for work. */
  is_nsfw?: boolean | undefined;
  /** Whether the token is marked as scam. */
  is_scam?: boolean | undefined;
  /**
   * More fields. `jetton_wallets`: owner, jetton, balance; others: decimals, uri, attributes,
   * `_image_small`, `_image_medium`, `_image_big` and more.
   */
  extra?: { [member: string]: unknown } | undefined;
}

/** Response of `/accountStates`. */
export interface AccountStatesResponse {
  /** Accounts; their order is not guaranteed. */
  accounts: Array<AccountStateFull>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
  /** Names, pictures and token data of the accounts in the response. */
  metadata?: Metadata | undefined;
}

/** State of an account. */
export interface AccountStateFull {
  /** Address of the account, in raw form with upper-case hex. */
  address: string | null;
  /** Hash of the account's state, in base64. */
  account_state_hash: string;
  /** Balance, in nanotons, as decimal text. */
  balance: string | null;
  /** Extra currencies: id and amount. */
  extra_currencies: { [key in string]: string } | null;
  /** Status of the account. */
  status: AccountStatus | null;
  /** Hash of the state of a frozen account, in base64. */
  frozen_hash?: string | undefined;
  /** Hash of the last transaction, in base64. */
  last_transaction_hash: string | null;
  /** Logical time of the last transaction, as decimal text. */
  last_transaction_lt: string | null;
  /** Hash of the data, in base64. */
  data_hash?: string | undefined;
  /** Hash of the code, in base64. */
  code_hash?: string | undefined;
  /** Data of the contract: a bag of cells in base64. Absent with `include_boc=false`. */
  data_boc?: string | undefined;
  /** Code of the contract: a bag of cells in base64. Absent with `include_boc=false`. */
  code_boc?: string | undefined;
  /** Ids of the get-methods of the contract. */
  contract_methods: Array<number> | null;
  /** Kinds of contract that the service recognised. */
  interfaces: Array<string> | null;
  /** Whether the account is suspended. Only servers of late 2026 send it. */
  suspended?: boolean | undefined;
}

/** Response of `/walletStates`. */
export interface WalletStatesResponse {
  /** Wallets. */
  wallets: Array<WalletState>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
  /** Names, pictures and token data of the accounts in the response. */
  metadata?: Metadata | undefined;
}

/** State of a wallet. */
export interface WalletState {
  /** Address of the account, in raw form with upper-case hex. */
  address: string;
  /** Whether the account is a wallet that the service knows. */
  is_wallet: boolean;
  /** Version of the wallet. */
  wallet_type?: WalletKind | undefined;
  /** Sequence number. */
  seqno?: number | undefined;
  /** Id of the wallet, so that one key can own several. */
  wallet_id?: number | undefined;
  /** Balance, in nanotons, as decimal text. */
  balance?: string | undefined;
  /** Extra currencies: id and amount. */
  extra_currencies?: { [key in string]: string } | undefined;
  /** Whether a wallet v5 accepts requests with a signature. */
  is_signature_allowed?: boolean | undefined;
  /** Status of the account. */
  status?: AccountStatus | undefined;
  /** Hash of the code, in base64. */
  code_hash?: string | undefined;
  /** Hash of the last transaction, in base64. */
  last_transaction_hash: string | null;
  /** Logical time of the last transaction, as decimal text. */
  last_transaction_lt: string | null;
  /** Whether the account is suspended. Only servers of late 2026 send it. */
  suspended?: boolean | undefined;
}

/** Friendly forms and names, keyed by the address exactly as the request had it. Response of `/addressBook`. */
export type GenericAddressBook = { [key in string]: AddressBookRow };

/** Status of an account. */
export type AccountStatus = "uninit" | "frozen" | "active" | "nonexist" | string & {};

/** Kind of a token contract. */
export type TokenKind = "nft_items" | "nft_collections" | "jetton_masters" | "jetton_wallets" | string & {};

/** Version of a wallet. */
export type WalletKind = "wallet v1 r1" | "wallet v1 r2" | "wallet v1 r3" | "wallet v2 r1" | "wallet v2 r2" | "wallet v3 r1" | "wallet v3 r2" | "wallet v4 r1" | "wallet v4 r2" | "wallet v5 beta" | "wallet v5 r1" | string & {};

/** A message. */
export interface Message {
  /** Hash, in base64. */
  hash: string;
  /** Sender, in raw form with upper-case hex; `null` for external messages in. */
  source: string | null;
  /**
   * Receiver, in raw form with upper-case hex; `null` for external messages out (logs); may be
   * `ext$<bits>:<HEX>` for extern addresses.
   */
  destination: string | null;
  /** Amount sent, in nanotons, as decimal text; `null` for external messages. */
  value: string | null;
  /** Extra currencies sent: id to amount. */
  value_extra_currencies: { [key in string]: string } | null;
  /** Forward fee, in nanotons, as decimal text. */
  fwd_fee: string | null;
  /** Fee of instant hypercube routing, in nanotons, as decimal text. */
  ihr_fee: string | null;
  /** Extra flags of the message, as decimal text. */
  extra_flags?: string | null | undefined;
  /** Logical time of creation, as decimal text. */
  created_lt: string | null;
  /** Time of creation, in Unix seconds, as decimal text. */
  created_at: string | null;
  /** Operation code of the body: `0x` and 8 lower-case hex digits. */
  opcode: string | null;
  /** Schema name or `null`. */
  decoded_opcode?: DecodedOpcode | null | undefined;
  /** Whether instant hypercube routing is off. */
  ihr_disabled: boolean | null;
  /** Whether the message bounces to the sender when it fails. */
  bounce: boolean | null;
  /** Whether the message bounced from its receiver. */
  bounced: boolean | null;
  /** Import fee of an external message, in nanotons, as decimal text. */
  import_fee: string | null;
  /** Transaction that received the message, in base64. Only in `/messages`. */
  in_msg_tx_hash?: string | undefined;
  /** Transaction that sent the message, in base64. Only in `/messages`. */
  out_msg_tx_hash?: string | undefined;
  /** Body of the message. */
  message_content: MessageContent | null;
  /** State to deploy with. */
  init_state: MessageContent | null;
  /** Normalised hash (TEP-467), of external messages in only, in base64. */
  hash_norm?: string | undefined;
}

/** A bag of cells, and the service's decoding of it. */
export interface MessageContent {
  /** Hash, in base64. */
  hash: string | null;
  /** Body, in base64. */
  body: string | null;
  /**
   * The body as the service decodes it: an object with `@type`, `text_comment` for a plain comment;
   * `null` if it is unknown.
   */
  decoded: DecodedBody | null;
}

/** Response of `/messages`. */
export interface MessagesResponse {
  /** Messages. */
  messages: Array<Message>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
  /** Names, pictures and token data of the accounts in the response. */
  metadata?: Metadata | undefined;
}

/** Response of `/nft/collections`. */
export interface NFTCollectionsResponse {
  /** Collections. */
  nft_collections: Array<NFTCollection>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
  /** Names, pictures and token data of the accounts in the response. */
  metadata?: Metadata | undefined;
}

/** An NFT collection. */
export interface NFTCollection {
  /** Address of the account, in raw form with upper-case hex. */
  address: string;
  /** Owner, in raw form with upper-case hex. */
  owner_address: string | null;
  /** Logical time of the last transaction, as decimal text. */
  last_transaction_lt: string;
  /** Index of the next item, as decimal text. */
  next_item_index: string;
  /** Content of the collection (TEP-64). */
  collection_content: { [member: string]: unknown } | null;
  /** Hash of the data, in base64. */
  data_hash: string;
  /** Hash of the code, in base64. */
  code_hash: string;
}

/** Response of `/nft/items`. */
export interface NFTItemsResponse {
  /** Items. */
  nft_items: Array<NFTItem>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
  /** Names, pictures and token data of the accounts in the response. */
  metadata?: Metadata | undefined;
}

/** An NFT item. */
export interface NFTItem {
  /** Address of the account, in raw form with upper-case hex. */
  address: string;
  /** Whether the item is initialised. */
  init: boolean;
  /** Index of the item in its collection, as decimal text. */
  index: string;
  /** Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none. */
  collection_address: string | null;
  /** Owner, in raw form with upper-case hex. */
  owner_address: string | null;
  /** Content of the item (TEP-64), or a DNS record. */
  content: { [member: string]: unknown } | null;
  /** Logical time of the last transaction, as decimal text. */
  last_transaction_lt: string;
  /** Hash of the code, in base64. */
  code_hash: string;
  /** Hash of the data, in base64. */
  data_hash: string;
  /** Collection of the item. `null` when the item has no indexed collection. */
  collection: NFTCollection | null;
  /** Whether the item is on sale. */
  on_sale: boolean;
  /** Sale contract, in raw form with upper-case hex. */
  sale_contract_address?: string | undefined;
  /** Auction contract that holds the item, in raw form with upper-case hex. */
  auction_contract_address?: string | undefined;
  /** Owner who put the item into the sale or auction contract, in raw form with upper-case hex. */
  real_owner?: string | undefined;
}

/** Response of `/nft/transfers`. */
export interface NFTTransfersResponse {
  /** Transfers. */
  nft_transfers: Array<NFTTransfer>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
  /** Names, pictures and token data of the accounts in the response. */
  metadata?: Metadata | undefined;
}

/** A transfer of an NFT item. */
export interface NFTTransfer {
  /** Query id that the sender chose, as decimal text. */
  query_id: string;
  /** NFT item, in raw form with upper-case hex. */
  nft_address: string;
  /** Collection, in raw form with upper-case hex; empty if the item has none. */
  nft_collection: string;
  /** Hash of the transaction, in base64. */
  transaction_hash: string;
  /** Logical time of the transaction, as decimal text. */
  transaction_lt: string;
  /** Time of the transaction, in Unix seconds. */
  transaction_now: number;
  /** Whether the transaction was aborted. */
  transaction_aborted: boolean;
  /** Old owner, in raw form with upper-case hex; may be empty. */
  old_owner: string;
  /** New owner, in raw form with upper-case hex; may be empty. */
  new_owner: string;
  /** Receiver of the remaining TON, in raw form with upper-case hex. */
  response_destination: string | null;
  /** Custom payload of the transfer, in base64. */
  custom_payload: string | null;
  /** Custom payload decoded by the service; `null` if it is unknown. */
  decoded_custom_payload: unknown;
  /** TON forwarded with the notification, in nanotons, as decimal text. */
  forward_amount: string | null;
  /** Payload forwarded with the notification, in base64. */
  forward_payload: string | null;
  /** Forward payload decoded by the service; `null` if it is unknown. */
  decoded_forward_payload: unknown;
  /** Id of the trace: hash of its first transaction, in base64. */
  trace_id: string | null;
}

/** Response of `/nft/sales`. */
export interface NFTSalesResponse {
  /** Sales and auctions. */
  nft_sales: Array<NFTSale>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
  /** Names, pictures and token data of the accounts in the response. */
  metadata?: Metadata | undefined;
}

/** A sale or an auction. */
export interface NFTSale {
  /** Kind of the sale contract. */
  type: NFTSaleKind;
  /** Address of the account, in raw form with upper-case hex. */
  address: string;
  /** NFT item, in raw form with upper-case hex. */
  nft_address?: string | undefined;
  /** Owner of the item, in raw form with upper-case hex. */
  nft_owner_address?: string | undefined;
  /** Contract of the marketplace, in raw form with upper-case hex. */
  marketplace_address?: string | undefined;
  /** Time of creation, in Unix seconds. */
  created_at?: number | undefined;
  /** Logical time of the last transaction, as decimal text. */
  last_transaction_lt?: string | undefined;
  /** Hash of the code, in base64. */
  code_hash?: string | undefined;
  /** Hash of the data, in base64. */
  data_hash?: string | undefined;
  /** Details; `type` decides their type. */
  details: object;
  /** NFT item. */
  nft_item?: NFTItem | undefined;
}

/** Details of a sale at Getgems. */
export interface NFTSaleDetailsGetgemsSale {
  /** Whether the sale has ended. */
  is_complete?: boolean | undefined;
  /** Price, in nanotons, as decimal text. */
  full_price?: string | undefined;
  /** Receiver of the marketplace's fee, in raw form with upper-case hex. */
  marketplace_fee_address?: string | undefined;
  /** Fee of the marketplace, in nanotons, as decimal text. */
  marketplace_fee?: string | undefined;
  /** Receiver of the royalty, in raw form with upper-case hex. */
  royalty_address?: string | undefined;
  /** Royalty, in nanotons, as decimal text. */
  royalty_amount?: string | undefined;
}

/** Details of an auction at Getgems. */
export interface NFTSaleDetailsGetgemsAuction {
  /** Whether the auction has ended. */
  end_flag?: boolean | undefined;
  /** End of the auction, in Unix seconds. */
  end_time?: number | undefined;
  /** Last bid, in nanotons, as decimal text. */
  last_bid?: string | undefined;
  /** Last bidder, in raw form with upper-case hex. */
  last_member?: string | undefined;
  /** Minimum step between bids, in percent. */
  min_step?: number | undefined;
  /** Receiver of the marketplace's fee, in raw form with upper-case hex. */
  mp_fee_address?: string | undefined;
  /** Numerator of the marketplace's fee. */
  mp_fee_factor?: number | undefined;
  /** Denominator of the marketplace's fee. */
  mp_fee_base?: number | undefined;
  /** Receiver of the royalty, in raw form with upper-case hex. */
  royalty_fee_address?: string | undefined;
  /** Numerator of the royalty. */
  royalty_fee_factor?: number | undefined;
  /** Denominator of the royalty. */
  royalty_fee_base?: number | undefined;
  /** Highest bid, in nanotons, as decimal text. */
  max_bid?: string | undefined;
  /** Minimum bid, in nanotons, as decimal text. */
  min_bid?: string | undefined;
  /** When the last bid was made, in Unix seconds. */
  last_bid_at?: number | undefined;
  /** Whether the auction was cancelled. */
  is_canceled?: boolean | undefined;
}

/** Details of an auction at Fragment. */
export interface NFTSaleDetailsTeleitem {
  /** Name of the token. */
  token_name?: string | undefined;
  /** Bidder, in raw form with upper-case hex. */
  bidder_address?: string | undefined;
  /** Last bid, in nanotons, as decimal text. */
  bid?: string | undefined;
  /** When the last bid was made, in Unix seconds, as decimal text. */
  bid_ts?: string | undefined;
  /** Minimum bid, in nanotons, as decimal text. */
  min_bid?: string | undefined;
  /** End of the auction, in Unix seconds. */
  end_time?: number | undefined;
  /** Receiver of the payments, in raw form with upper-case hex. */
  beneficiary_address?: string | undefined;
  /** Minimum first bid, in nanotons, as decimal text. */
  initial_min_bid?: string | undefined;
  /** Highest bid, in nanotons, as decimal text. */
  max_bid?: string | undefined;
  /** Minimum step between bids, in percent, as decimal text. */
  min_bid_step?: string | undefined;
  /** A late bid extends the auction by this many seconds, as decimal text. */
  min_extend_time?: string | undefined;
  /** Duration, in seconds, as decimal text. */
  duration?: string | undefined;
  /** Numerator of the royalty. */
  royalty_numerator?: number | undefined;
  /** Denominator of the royalty. */
  royalty_denominator?: number | undefined;
  /** Receiver of the royalty, in raw form with upper-case hex. */
  royalty_destination?: string | undefined;
}

/** Kind of a sale contract. */
export type NFTSaleKind = "getgems_sale" | "getgems_auction" | "telemint" | string & {};

/** Response of `/jetton/masters`. */
export interface JettonMastersResponse {
  /** Jetton masters. */
  jetton_masters: Array<JettonMaster>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
  /** Names, pictures and token data of the accounts in the response. */
  metadata?: Metadata | undefined;
}

/** A jetton master. */
export interface JettonMaster {
  /** Address of the account, in raw form with upper-case hex. */
  address: string;
  /** Supply, in the jetton's smallest units, as decimal text. */
  total_supply: string;
  /** Whether more can be minted. */
  mintable: boolean;
  /** Administrator of the jetton, in raw form with upper-case hex; `null` or absent if there is none. */
  admin_address: string | null;
  /** Content of the jetton (TEP-64). */
  jetton_content: { [member: string]: unknown } | null;
  /** Hash of the code of the jetton's wallets, in base64. */
  jetton_wallet_code_hash: string;
  /** Hash of the code, in base64. */
  code_hash: string;
  /** Hash of the data, in base64. */
  data_hash: string;
  /** Logical time of the last transaction, as decimal text. */
  last_transaction_lt: string;
}

/** Response of `/jetton/wallets`. */
export interface JettonWalletsResponse {
  /** Jetton wallets. */
  jetton_wallets: Array<JettonWallet>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
  /** Names, pictures and token data of the accounts in the response. */
  metadata?: Metadata | undefined;
}

/** A jetton wallet. */
export interface JettonWallet {
  /** Address of the account, in raw form with upper-case hex. */
  address: string;
  /** Balance, as decimal text. */
  balance: string;
  /** Owner, in raw form with upper-case hex. */
  owner: string;
  /** Jetton master, in raw form with upper-case hex. */
  jetton: string;
  /** Logical time of the last transaction, as decimal text. */
  last_transaction_lt: string;
  /** Hash of the code, in base64. */
  code_hash: string | null;
  /** Hash of the data, in base64. */
  data_hash: string | null;
  /** Data of a mintless jetton. */
  mintless_info?: JettonWalletMintlessInfo | undefined;
}

/** Claim of a mintless jetton. */
export interface JettonWalletMintlessInfo {
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** Time from which it can be claimed, in Unix seconds. */
  start_from: number | null;
  /** Time of expiry, in Unix seconds. */
  expire_at: number | null;
  /** URLs that serve proofs for a mintless jetton. */
  custom_payload_api_uri: Array<string> | null;
}

/** Response of `/jetton/transfers`. */
export interface JettonTransfersResponse {
  /** Transfers. */
  jetton_transfers: Array<JettonTransfer>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
  /** Names, pictures and token data of the accounts in the response. */
  metadata?: Metadata | undefined;
}

/** A transfer of jettons. */
export interface JettonTransfer {
  /** Query id that the sender chose, as decimal text. */
  query_id: string;
  /** Sender, in raw form with upper-case hex; may be empty. */
  source: string;
  /** Receiver, in raw form with upper-case hex; may be empty. */
  destination: string;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string;
  /** Jetton wallet of the sender, in raw form with upper-case hex; may be empty. */
  source_wallet: string;
  /** Jetton master, in raw form with upper-case hex; may be empty. */
  jetton_master: string;
  /** Hash of the transaction, in base64. */
  transaction_hash: string;
  /** Logical time of the transaction, as decimal text. */
  transaction_lt: string;
  /** Time of the transaction, in Unix seconds. */
  transaction_now: number;
  /** Whether the transaction was aborted. */
  transaction_aborted: boolean;
  /** Receiver of the remaining TON, in raw form with upper-case hex. */
  response_destination: string | null;
  /** Custom payload of the transfer, in base64. */
  custom_payload: string | null;
  /** Custom payload decoded by the service; `null` if it is unknown. */
  decoded_custom_payload: unknown;
  /** TON forwarded with the notification, in nanotons, as decimal text. */
  forward_ton_amount: string | null;
  /** Payload forwarded with the notification, in base64. */
  forward_payload: string | null;
  /** Forward payload decoded by the service; `null` if it is unknown. */
  decoded_forward_payload: unknown;
  /** Id of the trace: hash of its first transaction, in base64. */
  trace_id: string | null;
}

/** Response of `/jetton/burns`. */
export interface JettonBurnsResponse {
  /** Burns. */
  jetton_burns: Array<JettonBurn>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
  /** Names, pictures and token data of the accounts in the response. */
  metadata?: Metadata | undefined;
}

/** A burn of jettons. */
export interface JettonBurn {
  /** Query id that the sender chose, as decimal text. */
  query_id: string;
  /** Owner, in raw form with upper-case hex; may be empty. */
  owner: string;
  /** Jetton wallet, in raw form with upper-case hex; may be empty. */
  jetton_wallet: string;
  /** Jetton master, in raw form with upper-case hex; may be empty. */
  jetton_master: string;
  /** Hash of the transaction, in base64. */
  transaction_hash: string;
  /** Logical time of the transaction, as decimal text. */
  transaction_lt: string;
  /** Time of the transaction, in Unix seconds. */
  transaction_now: number;
  /** Whether the transaction was aborted. */
  transaction_aborted: boolean;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string;
  /** Receiver of the remaining TON, in raw form with upper-case hex. */
  response_destination: string | null;
  /** Custom payload of the transfer, in base64. */
  custom_payload: string | null;
  /** Custom payload decoded by the service; `null` if it is unknown. */
  decoded_custom_payload: unknown;
  /** Id of the trace: hash of its first transaction, in base64. */
  trace_id: string | null;
}

/** Response of `/pendingTraces`, `/traces`. */
export interface TracesResponse {
  /** Traces. The service may send `null` for none, which the client reads as no rows. */
  traces: Array<Trace>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
  /** Names, pictures and token data of the accounts in the response. */
  metadata?: Metadata | undefined;
}

/** Response of `/events`. */
export interface EventsResponse {
  /** Traces with their actions. The service may send `null` for none, which the client reads as no rows. */
  events: Array<Trace>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
  /** Names, pictures and token data of the accounts in the response. */
  metadata?: Metadata | undefined;
}

/** Response of `/balanceChanges`. Every map is by account, raw form, upper-case hex; all are `null` if the trace does not have the action. */
export interface BalanceChanges {
  /** Nanotons by which the balance changes, fees included. Integer; text from 16 digits on. */
  changes: { [key in string]: Integer } | null;
  /** Nanotons of fees. Integer; text from 16 digits on. */
  fees: { [key in string]: Integer } | null;
  /** Units by which the balance of each jetton changes, by the jetton's master, as decimal text. */
  jettons: { [key in string]: { [key in string]: string } } | null;
}

/** All transactions that one external message led to. */
export interface Trace {
  /** Id of the trace: hash of its first transaction, in base64. */
  trace_id: string | null;
  /** Hash of the external message that started the trace, in base64. */
  external_hash: string | null;
  /** Masterchain block in which the trace started, as decimal text. */
  mc_seqno_start: string;
  /** Masterchain block in which the trace ended, as decimal text. */
  mc_seqno_end: string;
  /** First logical time, as decimal text. */
  start_lt: string;
  /** First time, in Unix seconds. */
  start_utime: number;
  /** Last logical time, as decimal text. */
  end_lt: string | null;
  /** Last time, in Unix seconds. */
  end_utime: number | null;
  /** State and counts. */
  trace_info: TraceMeta;
  /** Whether the trace has more transactions than the server reads (4000 by default). */
  is_incomplete: boolean;
  /** Warning that the trace is too large, as text for people. */
  warning?: string | undefined;
  /** Actions. Only with `include_actions=true` (always in `/pendingTraces`). */
  actions?: Array<Action> | undefined;
  /** Tree of the transactions. Absent when the trace is too large. */
  trace?: TraceNode | undefined;
  /** Hashes of the transactions, in order, in base64. */
  transactions_order?: Array<string> | undefined;
  /** Transactions. Keyed by base64 transaction hash; absent if there are none. */
  transactions?: { [key in string]: Transaction } | undefined;
}

/** State and counts of a trace. */
export interface TraceMeta {
  /** State of the trace. */
  trace_state: TraceState;
  /** Number of messages. */
  messages: number;
  /** Number of transactions. */
  transactions: number;
  /** Messages not yet processed. */
  pending_messages: number;
  /** State of the classification of actions. */
  classification_state: ClassificationState;
}

/** A transaction of the tree. */
export interface TraceNode {
  /** Hash of the transaction, in base64. */
  tx_hash?: string | undefined;
  /** Hash of the message that started the transaction, in base64. */
  in_msg_hash?: string | undefined;
  /** Transaction. */
  transaction?: Transaction | undefined;
  /** Message that started the transaction. */
  in_msg?: Message | undefined;
  /** The transactions that the messages of this one led to. */
  children: Array<TraceNode> | null;
}

/** State of a trace. */
export type TraceState = "complete" | "pending" | "broken" | string & {};

/** State of the classification of a trace's actions. */
export type ClassificationState = "unclassified" | "failed" | "ok" | "broken" | string & {};

/** One thing that a trace did, such as a transfer or a swap. */
export interface ActionFields {
  /** Id of the trace: hash of its first transaction, in base64. */
  trace_id: string | null;
  /** Id of the action, in base64. */
  action_id: string;
  /** First logical time, as decimal text. */
  start_lt: string;
  /** Last logical time, as decimal text. */
  end_lt: string;
  /** First time, in Unix seconds. */
  start_utime: number;
  /** Last time, in Unix seconds. */
  end_utime: number;
  /** Last logical time of the trace, as decimal text. */
  trace_end_lt: string;
  /** Last time of the trace, in Unix seconds. */
  trace_end_utime: number;
  /** Masterchain block in which the trace ended. */
  trace_mc_seqno_end: number;
  /** Hashes of the transactions, in base64. */
  transactions: Array<string> | null;
  /** Whether the action succeeded. */
  success: boolean | null;
  /** Kind of the action, an open set. Each type known today has its own type of `details`. */
  type: string;
  /** Details; `type` decides their type. If the server cannot render them, an object with the text `error`. */
  details: object;
  /** All columns of the action, if the server cannot render its type. */
  raw_action?: RawAction | undefined;
  /** Hash of the external message that started the trace, in base64. */
  trace_external_hash?: string | undefined;
  /** Normalised hash of that message (TEP-467), in base64. */
  trace_external_hash_norm?: string | undefined;
  /** Accounts that took part, in raw form with upper-case hex. Only with `include_accounts=true`. */
  accounts?: Array<string> | undefined;
  /** The complete transactions. Only with `include_transactions=true`. */
  transactions_full?: Array<Transaction> | undefined;
  /** Finality. Absent on servers older than 2026. `pending`, `confirmed` or `finalized`. */
  finality?: Finality | undefined;
}

/** All columns of an action that the server cannot render. Do not rely on this type. */
export type RawAction = { [member: string]: unknown };

/** Response of `/actions`, `/pendingActions`. */
export interface ActionsResponse {
  /** Actions. */
  actions: Array<Action>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
  /** Names, pictures and token data of the accounts in the response. */
  metadata?: Metadata | undefined;
}

/** Response of `/dns/records`. */
export interface DNSRecordsResponse {
  /** Records. */
  records: Array<DNSRecord>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
}

/** A domain. */
export interface DNSRecord {
  /** NFT item, in raw form with upper-case hex. */
  nft_item_address: string;
  /** Owner of the item, in raw form with upper-case hex. */
  nft_item_owner: string | null;
  /** Domain name. */
  domain: string;
  /** Next resolver, in raw form with upper-case hex. */
  dns_next_resolver: string | null;
  /** Wallet of the domain, in raw form with upper-case hex. */
  dns_wallet: string | null;
  /** ADNL address of the site, in base64. */
  dns_site_adnl: string | null;
  /** Bag in TON Storage, in base64. */
  dns_storage_bag_id: string | null;
}

/** Response of `/dns/activeAuctions`. */
export interface DNSAuctionsResponse {
  /** Auctions. */
  auctions: Array<DNSAuction>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
  /** Names, pictures and token data of the accounts in the response. */
  metadata?: Metadata | undefined;
  /** Cursor of the next page, for the parameter `after`; `null` on the last page. */
  next_cursor: string | null;
}

/** An auction of a domain. */
export interface DNSAuction {
  /** NFT item, in raw form with upper-case hex. */
  nft_item_address: string;
  /** Domain name. */
  domain: string;
  /** Highest bidder, in raw form with upper-case hex. */
  max_bid_address: string | null;
  /** Highest bid, in nanotons, as decimal text. */
  max_bid_amount: string | null;
  /** End of the auction, in Unix seconds, as decimal text. */
  auction_end_time: string | null;
  /** Time of the last payment for the domain, in Unix seconds, as decimal text. */
  last_fill_up_time: string | null;
  /** Whether the auction has ended. */
  finished: boolean;
  /** The NFT item. Only with `include_nft_items=true`. */
  nft_item?: NFTItem | undefined;
}

/** Response of `/multisig/wallets`. */
export interface MultisigResponse {
  /** Multisigs. */
  multisigs: Array<Multisig>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
}

/** A multisig. */
export interface Multisig {
  /** Address of the account, in raw form with upper-case hex. */
  address: string;
  /** Seqno of the next order, as decimal text. */
  next_order_seqno: string | null;
  /** Approvals needed. */
  threshold: number | null;
  /** Signers, in raw form with upper-case hex. */
  signers: Array<string> | null;
  /** Proposers, in raw form with upper-case hex. */
  proposers: Array<string> | null;
  /** Logical time of the last transaction, as decimal text. */
  last_transaction_lt: string;
  /** Hash of the code, in base64. */
  code_hash: string | null;
  /** Hash of the data, in base64. */
  data_hash: string | null;
  /** All orders, with `include_orders=true`; may be `null`. */
  orders: Array<MultisigOrder> | null;
}

/** An order of a multisig. */
export interface MultisigOrder {
  /** Address of the account, in raw form with upper-case hex. */
  address: string;
  /** Multisig that the order belongs to, in raw form with upper-case hex. */
  multisig_address: string;
  /** Seqno of the order, as decimal text. */
  order_seqno: string | null;
  /** Approvals needed. */
  threshold: number | null;
  /** Whether the order was sent for execution. */
  sent_for_execution: boolean | null;
  /** Bit mask of the signers that approved, as decimal text. */
  approvals_mask: string | null;
  /** Number of approvals. */
  approvals_num: number | null;
  /** Time of expiry of the order, in Unix seconds. */
  expiration_date: number | null;
  /** The order: a bag of cells in base64. */
  order_boc: string | null;
  /** Signers, in raw form with upper-case hex. */
  signers: Array<string> | null;
  /** Logical time of the last transaction, as decimal text. */
  last_transaction_lt: string;
  /** Hash of the code, in base64. */
  code_hash: string | null;
  /** Hash of the data, in base64. */
  data_hash: string | null;
  /** Actions. `null` unless `parse_actions=true`. */
  actions: Array<OrderAction> | null;
}

/** One message of an order. */
export interface OrderAction {
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
  /** Amount sent, in nanotons, as decimal text. */
  value: string | null;
  /** Body of the message: a bag of cells in base64. */
  body_raw: string | null;
  /** Whether the service could parse the body. */
  parsed: boolean;
  /** Error message, text for people. */
  error: string | null;
  /** The parsed body; `parsed_body_type` decides its type. */
  parsed_body: object | null;
  /** The kind of the body; an open set. */
  parsed_body_type: string;
  /** Send mode. */
  send_mode: number;
}

/** Response of `/multisig/orders`. */
export interface MultisigOrderResponse {
  /** Orders. */
  orders: Array<MultisigOrder>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
}

/** Parsed body of type `jetton_transfer`. */
export interface ParsedBodyJettonTransfer {
  /** Query id that the sender chose. */
  query_id: Integer;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
  /** Receiver of the remaining TON, in raw form with upper-case hex. */
  response: string | null;
  /** Custom payload of the transfer, in base64. */
  custom_payload: string | null;
  /** TON forwarded with the notification, in nanotons, as decimal text. */
  forward_amount: string | null;
  /** Text of the comment. */
  comment: string;
  /** Whether the comment is encrypted. */
  encrypted_comment: boolean;
  /** Payload forwarded with the notification, in base64. */
  forward_payload: string | null;
  /** Form of the payload. */
  payload_sum_type: string;
  /** Swap order of STON.fi, parsed. */
  stonfi_swap_body: { [member: string]: unknown } | null;
}

/** Parsed body of type `jetton_burn`. */
export interface ParsedBodyJettonBurn {
  /** Query id that the sender chose. */
  query_id: Integer;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** Receiver of the remaining TON, in raw form with upper-case hex. */
  response_destination: string | null;
}

/** Parsed body of type `jetton_mint`. */
export interface ParsedBodyJettonMint {
  /** Operation code of the body. */
  opcode: number;
  /** Query id that the sender chose. */
  query_id: Integer;
  /** Receiver, in raw form with upper-case hex. */
  to_address: string | null;
  /** TON sent along, in nanotons, as decimal text. */
  ton_amount: string | null;
  /** Query id of the inner message. */
  master_msg_query_id: Integer;
  /** Jettons minted, in their smallest units, as decimal text. */
  master_msg_jetton_amount: string | null;
}

/** Parsed body of type `jetton_mint`, without an inner message. */
export interface ParsedBodyJettonMintPlain {
  /** Query id that the sender chose. */
  query_id: Integer;
  /** Receiver, in raw form with upper-case hex. */
  to_address: string | null;
  /** TON sent along, in nanotons, as decimal text. */
  ton_amount: string | null;
  /** Amount, in the jetton's smallest units, as decimal text. */
  jetton_amount: string | null;
}

/** Parsed body of type `nft_transfer`. */
export interface ParsedBodyNftTransfer {
  /** Query id that the sender chose. */
  query_id: Integer;
  /** New owner, in raw form with upper-case hex. */
  new_owner: string | null;
  /** Receiver of the remaining TON, in raw form with upper-case hex. */
  response_destination: string | null;
  /** Custom payload of the transfer, in base64. */
  custom_payload: string | null;
  /** TON forwarded with the notification, in nanotons, as decimal text. */
  forward_amount: string | null;
  /** Payload forwarded with the notification, in base64. */
  forward_payload: string | null;
}

/** Parsed body of type `ton_transfer`. */
export interface ParsedBodyTonTransfer {
  /** Text of the comment. */
  comment: string;
  /** Whether the comment is encrypted. */
  encrypted: boolean;
}

/** Parsed body of type `jetton_top_up`. */
export interface ParsedBodyJettonTopUp {
  /** Query id that the sender chose. */
  query_id: Integer;
}

/** Parsed body of type `jetton_change_admin`. */
export interface ParsedBodyJettonChangeAdmin {
  /** Query id that the sender chose. */
  query_id: Integer;
  /** New administrator, in raw form with upper-case hex. */
  new_admin_address: string | null;
}

/** Parsed body of type `jetton_claim_admin`. */
export interface ParsedBodyJettonClaimAdmin {
  /** Query id that the sender chose. */
  query_id: Integer;
}

/** Parsed body of type `jetton_change_content`. */
export interface ParsedBodyJettonChangeContent {
  /** Query id that the sender chose. */
  query_id: Integer;
  /** New URL of the content. */
  new_metadata_url: string;
}

/** Parsed body of type `jetton_call_to`. */
export interface ParsedBodyJettonCallTo {
  /** Query id that the sender chose. */
  query_id: Integer;
  /** Receiver, in raw form with upper-case hex. */
  to_address: string | null;
  /** TON sent along, in nanotons, as decimal text. */
  ton_amount: string | null;
  /** Kind of the action called. */
  action_type: string;
  /** Data of the action, in base64. */
  action_data: string | null;
}

/** Parsed body of type `jetton_set_status`. */
export interface ParsedBodyJettonSetStatus {
  /** Query id that the sender chose. */
  query_id: Integer;
  /** New status. */
  new_status: number;
}

/** Parsed body of type `single_nominator_withdraw`. */
export interface ParsedBodySingleNominatorWithdraw {
  /** Query id that the sender chose. */
  query_id: Integer;
  /** Amount to withdraw, in nanotons, as decimal text. */
  coins: string | null;
}

/** Parsed body of type `single_nominator_change_validator`. */
export interface ParsedBodySingleNominatorChangeValidator {
  /** Query id that the sender chose. */
  query_id: Integer;
  /** Validator, in raw form with upper-case hex. */
  validator_address: string | null;
}

/** Parsed body of type `vesting_internal_transfer`. */
export interface ParsedBodyVestingInternalTransfer {
  /** Query id that the sender chose. */
  query_id: Integer;
  /** Send mode. */
  send_mode: number;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
  /** Amount sent, in nanotons, as decimal text. */
  value: string | null;
  /** Body of the message, in base64. */
  message_body: string | null;
  /** Text of the comment. */
  comment: string;
}

/** Parsed body of type `multisig_update_params`. */
export interface ParsedBodyMultisigUpdateParams {
  /** New threshold. */
  new_threshold: number;
  /** New signers, in raw form with upper-case hex. */
  new_signers: Array<string>;
  /** New proposers, in raw form with upper-case hex. */
  new_proposers: Array<string>;
}

/** Parsed body of type `unknown`. */
export interface ParsedBodyUnknown {
  /** Operation code of the body. */
  opcode: number;
  /** Data, in base64. */
  data: string | null;
}

/** Response of `/vesting`. */
export interface VestingContractsResponse {
  /** Vesting contracts. */
  vesting_contracts: Array<VestingInfo>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
}

/** A vesting contract. */
export interface VestingInfo {
  /** Address of the account, in raw form with upper-case hex. */
  address: string | null;
  /** Start, in Unix seconds. */
  start_time: number | null;
  /** Total duration, in seconds. */
  total_duration: number | null;
  /** Time between unlocks, in seconds. */
  unlock_period: number | null;
  /** Time before the first unlock, in seconds. */
  cliff_duration: number | null;
  /** Sender, in raw form with upper-case hex. */
  sender_address: string | null;
  /** Owner, in raw form with upper-case hex. */
  owner_address: string | null;
  /** Total amount, in nanotons, as decimal text. */
  total_amount: string | null;
  /** Whitelist, in raw form with upper-case hex. */
  whitelist: Array<string>;
}

/** Response of `/decode`. */
export interface DecodeResponse {
  /** One name per input; an unknown opcode has a text that begins with `unknown`. */
  opcodes: Array<string>;
  /**
   * One object per input; it has only `error` if the body is unknown, and only `failed_to_decode_json` if the
   * decoded body is not JSON.
   */
  bodies: Array<{ [member: string]: unknown }>;
}

/** Response of `/staking/nominatorPools/pool`. */
export interface NominatorPoolInfo {
  /** Stake sent to the elector, in nanotons, as decimal text. */
  stake_amount_sent: string;
  /** Stake of the validator, in nanotons, as decimal text. */
  validator_amount: string;
  /** Validator, in raw form with upper-case hex. */
  validator_address: string;
  /** Share of the rewards for the validator, in basis points. */
  validator_reward_share: number;
  /** State of the pool: 0 no stake sent, 1 sent, 2 in the elector. */
  state: number;
  /** Number of nominators. */
  nominators_count: number;
  /** Maximum number of nominators. */
  max_nominators_count: number;
  /** Minimum stake of the validator, in nanotons, as decimal text. */
  min_validator_stake: string;
  /** Minimum stake of a nominator, in nanotons, as decimal text. */
  min_nominator_stake: string;
  /** Nominators with stake in the pool. */
  active_nominators: Array<ActiveNominatorInfo> | null;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
}

/** A nominator of a pool. */
export interface ActiveNominatorInfo {
  /** Address of the account, in raw form with upper-case hex. */
  address: string;
  /** Balance, in nanotons, as decimal text. */
  balance: string;
  /** Stake that waits for the next cycle, in nanotons, as decimal text. */
  pending_balance: string;
}

/** Response of `/staking/nominatorPools/nominatorEvents`. */
export interface NominatorPoolEventsResponse {
  /** First time, in Unix seconds. */
  start_utime?: number | undefined;
  /** Last time, in Unix seconds. */
  end_utime?: number | undefined;
  /** Events. */
  events: Array<NominatorPoolEvent>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
}

/** An event of a nominator. */
export interface NominatorPoolEvent {
  /** Hash of the transaction, in base64. */
  tx_hash: string;
  /** Logical time of the transaction, as decimal text. */
  tx_lt: string;
  /** Time, in Unix seconds. */
  utime: number;
  /** Pool, in raw form with upper-case hex. */
  pool_address: string;
  /** Nominator, in raw form with upper-case hex. */
  nominator_address: string;
  /** Kind of the event. */
  type: NominatorPoolEventKind;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string;
  /** Change of the balance, signed, in nanotons, as decimal text. */
  balance_delta: string;
  /** Change of the stake for the next cycle, signed, in nanotons, as decimal text. */
  pending_balance_delta: string;
  /** Balance before the event, in nanotons, as decimal text. */
  balance_before: string;
  /** Balance after the event, in nanotons, as decimal text. */
  balance_after: string;
  /** Stake for the next cycle before the event, in nanotons, as decimal text. */
  pending_balance_before: string;
  /** Stake for the next cycle after the event, in nanotons, as decimal text. */
  pending_balance_after: string;
  /** Whether a withdrawal was requested before the event. */
  withdraw_request_before: boolean;
  /** Whether a withdrawal is requested after the event. */
  withdraw_request_after: boolean;
}

/** Response of `/staking/nominatorPools/nominator`. */
export interface NominatorPoolsResponse {
  /** Pools. */
  nominator_pools: Array<NominatorPoolPosition>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
}

/** Stake of a nominator in one pool. */
export interface NominatorPoolPosition {
  /** Pool, in raw form with upper-case hex. */
  pool_address: string;
  /** Balance, in nanotons, as decimal text. */
  balance: string;
  /** Stake that waits for the next cycle, in nanotons, as decimal text. */
  pending_balance: string;
}

/** Response of `/staking/nominatorPools/nominatorRewards`. */
export interface NominatorRewardsResponse {
  /** First time, in Unix seconds. */
  start_utime?: number | undefined;
  /** Last time, in Unix seconds. */
  end_utime?: number | undefined;
  /** Sum of the rows of this page, in nanotons, as decimal text. */
  total_on_page: string;
  /** Rewards. */
  rewards: Array<NominatorReward>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
}

/** A reward of a nominator. */
export interface NominatorReward {
  /** Time, in Unix seconds. */
  utime: number;
  /** Reward, in nanotons, as decimal text. */
  reward: string;
  /** Stake before the reward, in nanotons, as decimal text. */
  stake_before: string;
  /** Hash of the transaction, in base64. */
  tx_hash: string;
  /** Logical time of the transaction, as decimal text. */
  tx_lt: string;
}

/** Response of `/staking/nominatorPools/validatorEvents`. */
export interface NominatorPoolValidatorEventsResponse {
  /** First time, in Unix seconds. */
  start_utime?: number | undefined;
  /** Last time, in Unix seconds. */
  end_utime?: number | undefined;
  /** Events. */
  events: Array<NominatorPoolValidatorEvent>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
}

/** An event of a pool's validator. */
export interface NominatorPoolValidatorEvent {
  /** Hash of the transaction, in base64. */
  tx_hash: string;
  /** Logical time of the transaction, as decimal text. */
  tx_lt: string;
  /** Time, in Unix seconds. */
  utime: number;
  /** Pool, in raw form with upper-case hex. */
  pool_address: string;
  /** Validator, in raw form with upper-case hex. */
  validator_address: string;
  /** Kind of the event. */
  type: NominatorPoolValidatorEventKind;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string;
  /** Change of the balance, signed, in nanotons, as decimal text. */
  balance_delta: string;
  /** Balance before the event, in nanotons, as decimal text. */
  balance_before: string;
  /** Balance after the event, in nanotons, as decimal text. */
  balance_after: string;
  /** Query id that the sender chose, as decimal text. */
  query_id?: string | undefined;
  /** Start of the validation cycle, in Unix seconds. */
  cycle_start?: number | undefined;
  /** Share of the rewards for the validator, in basis points. */
  validator_reward_share: number;
}

/** Response of `/staking/nominatorPools/validatorRewards`. */
export interface NominatorPoolValidatorRewardsResponse {
  /** First time, in Unix seconds. */
  start_utime?: number | undefined;
  /** Last time, in Unix seconds. */
  end_utime?: number | undefined;
  /** Sum of the rows of this page, in nanotons, as decimal text. */
  total_on_page: string;
  /** Rewards. */
  rewards: Array<NominatorPoolValidatorReward>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
}

/** A reward of a pool's validator. */
export interface NominatorPoolValidatorReward {
  /** Time, in Unix seconds. */
  utime: number;
  /** Reward, in nanotons, as decimal text. */
  reward: string;
  /** Balance before the event, in nanotons, as decimal text. */
  balance_before: string;
  /** Hash of the transaction, in base64. */
  tx_hash: string;
  /** Logical time of the transaction, as decimal text. */
  tx_lt: string;
  /** Start of the validation cycle, in Unix seconds. */
  cycle_start?: number | undefined;
  /** Query id that the sender chose, as decimal text. */
  query_id?: string | undefined;
}

/** Kind of a nominator's event. */
export type NominatorPoolEventKind = "reward" | "deposit" | "withdrawal" | "pending_deposit_activation" | "withdrawal_request" | string & {};

/** Kind of an event of a pool's validator. */
export type NominatorPoolValidatorEventKind = "reward" | "penalty" | "deposit" | "withdrawal" | string & {};

/** Response of `/validators/events`. */
export interface ValidatorEventsResponse {
  /** First time, in Unix seconds. */
  start_utime?: number | undefined;
  /** Last time, in Unix seconds. */
  end_utime?: number | undefined;
  /** Events. */
  events: Array<ValidatorEvent>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
}

/** An event of a validator's stake. */
export interface ValidatorEvent {
  /** Hash of the transaction, in base64. */
  tx_hash: string;
  /** Logical time of the transaction, as decimal text. */
  tx_lt: string;
  /** Time, in Unix seconds. */
  utime: number;
  /** Kind of the event. */
  type: ValidatorEventKind;
  /** Holder of the stake, in raw form with upper-case hex. */
  stake_holder_address: string;
  /** Public key of the validator: 64 upper-case hex digits. */
  validator_pubkey?: string | undefined;
  /** ADNL address: 64 upper-case hex digits. */
  adnl_addr?: string | undefined;
  /** Id of the election: the start of its cycle, in Unix seconds. */
  election_id?: number | undefined;
  /** Query id that the sender chose, as decimal text. */
  query_id?: string | undefined;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string;
  /** Code of the elector when it refused a stake. */
  reason?: number | undefined;
}

/** Response of `/validators/elections`. */
export interface ValidatorElectionsResponse {
  /** Elections. */
  elections: Array<ValidatorElection>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
}

/** An election. */
export interface ValidatorElection {
  /** Id of the election: the start of its cycle, in Unix seconds. */
  election_id: number;
  /** When the election closes, in Unix seconds. */
  elect_close: number;
  /** Minimum stake that the elector accepts, in nanotons, as decimal text. */
  min_stake: string;
  /** Total stake, in nanotons, as decimal text. */
  total_stake: string;
  /** Number of participants. */
  total_participants: number;
  /** Whether the election failed. */
  failed: boolean;
  /** Whether the election has ended. */
  finished: boolean;
  /** Participants. Only with `return_participants=true`. */
  participants?: Array<ValidatorElectionParticipant> | undefined;
}

/** A participant of an election. */
export interface ValidatorElectionParticipant {
  /** Public key of the validator: 64 upper-case hex digits. */
  validator_pubkey: string;
  /** Position in the validator set. */
  validator_index?: number | undefined;
  /** Stake, in nanotons, as decimal text. */
  stake: string;
  /** Maximum ratio of a stake to the smallest one, in 1/65536. */
  max_factor: number;
  /** Holder of the stake, in raw form with upper-case hex. */
  stake_holder_address: string;
  /** ADNL address: 64 upper-case hex digits. */
  adnl_addr: string;
}

/** Response of `/validators/cycles`. */
export interface ValidatorCyclesResponse {
  /** Validation cycles. */
  cycles: Array<ValidatorCycle>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
}

/** A validation cycle. */
export interface ValidatorCycle {
  /** Id of the election: the start of its cycle, in Unix seconds. */
  election_id?: number | undefined;
  /** Start of the validation cycle, in Unix seconds. */
  cycle_start: number;
  /** End of the validation cycle, in Unix seconds. */
  cycle_end: number;
  /** Number of validators. */
  total: number;
  /** Number of masterchain validators. */
  main: number;
  /** Weight of all validators, as decimal text. */
  total_weight: string;
  /** Total stake, in nanotons, as decimal text. */
  total_stake?: string | undefined;
  /** Length of a cycle, in seconds. */
  validators_elected_for: number;
  /** Elections start this many seconds before the cycle starts. */
  elections_start_before: number;
  /** Elections end this many seconds before the cycle starts. */
  elections_end_before: number;
  /** Stakes are held for this many seconds after the cycle. */
  stake_held_for: number;
  /** Maximum number of validators. */
  max_validators: number;
  /** Maximum number of masterchain validators. */
  max_main_validators: number;
  /** Minimum number of validators. */
  min_validators: number;
  /** Smallest stake elected, in nanotons, as decimal text. */
  min_stake?: string | undefined;
  /** Largest stake elected, in nanotons, as decimal text. */
  max_stake?: string | undefined;
  /** Minimum stake that the configuration allows, in nanotons, as decimal text. */
  min_stake_limit: string;
  /** Maximum stake that the configuration allows, in nanotons, as decimal text. */
  max_stake_limit: string;
  /** Minimum total stake, in nanotons, as decimal text. */
  min_total_stake: string;
  /** Maximum ratio of a stake to the smallest one, in 1/65536. */
  max_stake_factor: number;
  /** Validators. Only with `return_validators=true`. */
  validators?: Array<ValidatorCycleValidator> | undefined;
}

/** A validator of a cycle. */
export interface ValidatorCycleValidator {
  /** Position in the validator set. */
  validator_index: number;
  /** Public key of the validator: 64 upper-case hex digits. */
  validator_pubkey: string;
  /** ADNL address: 64 upper-case hex digits. */
  adnl_addr: string;
  /** Weight, as decimal text. */
  weight: string;
  /** Holder of the stake, in raw form with upper-case hex. */
  stake_holder_address?: string | undefined;
  /** Stake, in nanotons, as decimal text. */
  stake?: string | undefined;
  /** Maximum ratio of a stake to the smallest one, in 1/65536. */
  max_factor?: number | undefined;
  /** Complaints. */
  complaints: Array<ValidatorComplaint>;
}

/** A complaint about a validator. */
export interface ValidatorComplaint {
  /** Start of the validation cycle, in Unix seconds. */
  cycle_start: number;
  /** Id of the election: the start of its cycle, in Unix seconds. */
  election_id: number;
  /** Hash of the complaint, in base64. */
  complaint_hash: string;
  /** Public key of the validator: 64 upper-case hex digits. */
  validator_pubkey: string;
  /** ADNL address: 64 upper-case hex digits. */
  adnl_addr: string | null;
  /** Holder of the stake, in raw form with upper-case hex. */
  stake_holder_address?: string | undefined;
  /** Description: a bag of cells in base64. */
  description_boc: string;
  /** Time of creation, in Unix seconds. */
  created_at: number;
  /** Severity. */
  severity: number;
  /** Receiver of the reward for the complaint, in raw form with upper-case hex. */
  reward_address: string;
  /** Deposit paid for the complaint, in nanotons, as decimal text. */
  paid: string;
  /** Fine suggested, in nanotons, as decimal text. */
  suggested_fine: string;
  /** Part of the stake suggested as fine, in 1/2^32. */
  suggested_fine_part: number;
  /** Validators that voted for the complaint. */
  voted_validators: Array<ValidatorComplaintVote> | null;
  /** Id of the validator set, in base64. */
  vset_id: string;
  /** Weight still needed to pass, as decimal text. */
  weight_remaining: string;
  /** Part of the validators' weight that voted for it, in percent. */
  approved_percent: number;
  /** Whether the complaint has passed. */
  is_passed: boolean;
}

/** A vote for a complaint. */
export interface ValidatorComplaintVote {
  /** Position in the validator set. */
  validator_index: number;
  /** Public key of the validator: 64 upper-case hex digits. */
  validator_pubkey?: string | undefined;
  /** ADNL address: 64 upper-case hex digits. */
  adnl_addr?: string | undefined;
  /** Weight, as decimal text. */
  weight?: string | undefined;
}

/** Response of `/validators/complaints`. */
export interface ValidatorComplaintsResponse {
  /** Complaints. */
  complaints: Array<ValidatorComplaint>;
  /** Friendly forms and names of the accounts in the response. */
  address_book?: AddressBook | undefined;
}

/** Kind of a validator's event. */
export type ValidatorEventKind = "stake_accepted" | "stake_rejected" | "stake_recovered" | string & {};

/** Response of `/addressInformation`. */
export interface V2AddressInformation {
  /** Balance, in nanotons, as decimal text. */
  balance: string;
  /** Code of the contract: a bag of cells in base64. */
  code: string | null;
  /** Data, in base64. */
  data: string | null;
  /** Logical time of the last transaction, as decimal text. */
  last_transaction_lt: string | null;
  /** Hash of the last transaction, in base64. */
  last_transaction_hash: string | null;
  /** Hash of the state of a frozen account, in base64. */
  frozen_hash: string | null;
  /** Status of the account; `uninit`, with the balance `0`, for an account that was never seen. */
  status: string;
  /** Whether the account is suspended. Only servers of late 2026 send it. */
  suspended?: boolean | undefined;
}

/** Response of `/walletInformation`. */
export interface V2WalletInformation {
  /** Balance, in nanotons, as decimal text. */
  balance: string;
  /** Version of the wallet. */
  wallet_type?: WalletKind | undefined;
  /** Sequence number. */
  seqno?: number | undefined;
  /** Id of the wallet, by which one key can own several wallets. */
  wallet_id?: number | undefined;
  /** Logical time of the last transaction, as decimal text. */
  last_transaction_lt: string;
  /** Hash of the last transaction, in base64. */
  last_transaction_hash: string;
  /** Status of the account. */
  status: string;
  /** Whether the account is suspended. Only servers of late 2026 send it. */
  suspended?: boolean | undefined;
}

/** Response of `/message`. */
export interface V2SendMessageResult {
  /** Hash of the message as sent, in base64. */
  message_hash?: string | undefined;
  /** Normalised hash of the message (TEP-467), in base64. */
  message_hash_norm?: string | undefined;
}

/** Response of `/runGetMethod`. */
export interface V2RunGetMethodResult {
  /** Gas used. */
  gas_used: number;
  /** Exit code of the TVM; 0 and 1 are success. */
  exit_code: number;
  /** Stack: numbers as hex with `0x`, cells and slices as base64, tuples and lists nested. */
  stack: Array<V2StackEntity>;
}

/** Response of `/estimateFee`. */
export interface V2EstimateFeeResult {
  /** Fees at the sender. */
  source_fees: V2EstimatedFee;
  /** Fees at the receivers. */
  destination_fees: Array<V2EstimatedFee>;
}

/** Fees of one side. */
export interface V2EstimatedFee {
  /** Fee of importing the message, in nanotons. */
  in_fwd_fee: number;
  /** Storage fee, in nanotons. */
  storage_fee: number;
  /** Gas fees, in nanotons. */
  gas_fee: number;
  /** Forward fee, in nanotons. */
  fwd_fee: number;
}

/** An entry of a TVM stack. */
export interface V2StackEntity {
  /** Kind of the entry. */
  type: V2StackEntityKind;
  /**
   * Value. `num`: hex with `0x` or `-0x`; `cell`, `slice`: bag of cells, base64; `tuple`, `list`: array of
   * entries.
   */
  value: unknown;
}

/** Kind of a stack entry. */
export type V2StackEntityKind = "num" | "cell" | "slice" | "tuple" | "list" | string & {};

/** An account and its balance. */
export interface AccountBalance {
  /** Account, in raw form with upper-case hex. */
  account: string;
  /** Balance, in nanotons, as decimal text. */
  balance: string;
}

/** Response of `/topAccountsByBalance`. A bare array. */
export type TopAccountsByBalanceResponse = Array<AccountBalance>;

/** Error body of the service, which has only a text. */
export interface IndexError {
  /** Error message, text for people; the only field of the body. */
  error: string;
}

/** Documented name of the error body. */
export type RequestError = IndexError;

/** Error body of the front of the hosted service (401, 403, 429). The body may also be HTML. */
export interface GatewayError {
  /** Whether the call succeeded. */
  ok: boolean;
  /** Error message, from older gateways: `Ratelimit exceed` on 429. */
  result?: string | undefined;
  /** Error message, text for people. */
  error?: string | undefined;
  /** HTTP status. */
  code?: number | undefined;
}

/** New value of a DNS record. */
export interface ActionDetailsChangeDnsValue {
  /** Form of the value. */
  sum_type: string | null;
  /** Contract of the record. */
  dns_smc_address: string | null;
  /** ADNL address of the record. */
  dns_adnl_address: string | null;
  /** Text of the record. */
  dns_text: string | null;
  /** Next resolver. */
  dns_next_resolver_address: string | null;
  /** Bag in TON Storage of the record. */
  dns_storage_address: string | null;
  /** Flags. */
  flags: number | null;
}

/** One of the swaps of a route through several pools. */
export interface ActionDetailsJettonSwapPeerSwap {
  /** Asset sent, a jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset_in: string | null;
  /** Amount sent, in its smallest units, as decimal text. */
  amount_in: string | null;
  /** Asset received, a jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset_out: string | null;
  /** Amount received, in its smallest units, as decimal text. */
  amount_out: string | null;
}

/** A transfer to or from an exchange. */
export interface ActionDetailsJettonSwapTransfer {
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
  /** Jetton wallet of the source, in raw form with upper-case hex. */
  source_jetton_wallet: string | null;
  /** Jetton wallet of the receiver, in raw form with upper-case hex. */
  destination_jetton_wallet: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** A LayerZero packet. */
export interface ActionDetailsLayerZeroPacket {
  /** Application at the source. */
  src_oapp: string | null;
  /** Application at the destination. */
  dst_oapp: string | null;
  /** Endpoint id of the source chain. */
  src_eid: number | null;
  /** Endpoint id of the destination chain. */
  dst_eid: number | null;
  /** Nonce. */
  nonce: Integer | null;
  /** Globally unique id of the packet. */
  guid: string | null;
  /** Payload of the packet. */
  message: string | null;
}

/** How a LayerZero packet was sent. */
export interface ActionDetailsLayerZeroSendDetails {
  /** Id of the request. */
  send_request_id: Integer | null;
  /** Manager of message libraries. */
  msglib_manager: string | null;
  /** Message library. */
  msglib: string | null;
  /** Message library contract, in raw form with upper-case hex. */
  uln: string | null;
  /** Fee in nanotons. */
  native_fee: Integer | null;
  /** Fee in ZRO. */
  zro_fee: Integer | null;
  /** Endpoint contract, in raw form with upper-case hex. */
  endpoint: string | null;
  /** Channel contract, in raw form with upper-case hex. */
  channel: string | null;
}

/** An asset that a vault returned. */
export interface ActionDetailsLiquidityVaultExcess {
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** A jetton and an amount. */
export interface JettonAmountPair {
  /** Jetton master, in raw form with upper-case hex. */
  jetton: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** Details of an action of type `auction_bid`. */
export interface ActionDetailsAuctionBid {
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** Bidder, in raw form with upper-case hex. */
  bidder: string | null;
  /** Auction contract, in raw form with upper-case hex. */
  auction: string | null;
  /** NFT item, in raw form with upper-case hex. */
  nft_item: string | null;
  /** Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none. */
  nft_collection: string | null;
  /** Index of the item in its collection, as decimal text. */
  nft_item_index: string | null;
}

/** Details of an action of type `auction_outbid`. */
export interface ActionDetailsAuctionOutbid {
  /** Auction contract, in raw form with upper-case hex. */
  auction_address: string | null;
  /** Bidder, in raw form with upper-case hex. */
  bidder: string | null;
  /** New highest bidder, in raw form with upper-case hex. */
  new_bidder: string | null;
  /** NFT item, in raw form with upper-case hex. */
  nft_item: string | null;
  /** Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none. */
  nft_collection: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** Text of the comment. */
  comment?: string | undefined;
  /** Name of the marketplace. */
  marketplace?: string | undefined;
}

/** Details of an action of type `call_contract`. */
export interface ActionDetailsCallContract {
  /** Operation code of the body: `0x` and 8 lower-case hex digits. */
  opcode?: string | undefined;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source?: string | undefined;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination?: string | undefined;
  /** Amount sent, in nanotons, as decimal text. */
  value?: string | undefined;
  /** Extra currencies: id and amount. */
  extra_currencies?: { [key in string]: string } | undefined;
}

/** Details of an action of type `change_dns`. */
export interface ActionDetailsChangeDns {
  /** Key of the record, a hash of its name. */
  key: string | null;
  /** New value of the record. */
  value: ActionDetailsChangeDnsValue;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none. */
  nft_collection: string | null;
}

/** Details of an action of type `cocoon_client_change_secret_hash`. */
export interface ActionDetailsCocoonClientChangeSecretHash {
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Hash of the new secret. */
  new_secret_hash: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
}

/** Details of an action of type `cocoon_client_increase_stake`. */
export interface ActionDetailsCocoonClientIncreaseStake {
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** New stake, in nanotons, as decimal text. */
  new_stake: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** Details of an action of type `cocoon_client_register`. */
export interface ActionDetailsCocoonClientRegister {
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Nonce, as decimal text. */
  nonce: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
}

/** Details of an action of type `cocoon_client_request_refund`. */
export interface ActionDetailsCocoonClientRequestRefund {
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Whether the refund was requested through the wallet. */
  via_wallet: boolean | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
}

/** Details of an action of type `cocoon_client_top_up`. */
export interface ActionDetailsCocoonClientTopUp {
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** Details of an action of type `cocoon_client_withdraw`. */
export interface ActionDetailsCocoonClientWithdraw {
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Amount withdrawn, as decimal text. */
  withdraw_amount: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** Details of an action of type `cocoon_grant_refund`. */
export interface ActionDetailsCocoonGrantRefund {
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Total of the tokens, as decimal text. */
  new_tokens_used: string | null;
  /** Address that the protocol expected. */
  expected_address: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** Details of an action of type `cocoon_proxy_charge`. */
export interface ActionDetailsCocoonProxyCharge {
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Total of the tokens, as decimal text. */
  new_tokens_used: string | null;
  /** Address that the protocol expected. */
  expected_address: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
}

/** Details of an action of type `cocoon_proxy_payout`. */
export interface ActionDetailsCocoonProxyPayout {
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
}

/** Details of an action of type `cocoon_register_proxy`. */
export interface ActionDetailsCocoonRegisterProxy {
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
}

/** Details of an action of type `cocoon_unregister_proxy`. */
export interface ActionDetailsCocoonUnregisterProxy {
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Sequence number of the request. */
  seqno: number | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
}

/** Details of an action of type `cocoon_worker_payout`. */
export interface ActionDetailsCocoonWorkerPayout {
  /** The kind of the payout. */
  payout_type: string | null;
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Total of the tokens, as decimal text. */
  new_tokens: string | null;
  /** State of the worker. */
  worker_state: number | null;
  /** Tokens of the worker, as decimal text. */
  worker_tokens: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** Details of an action of type `coffee_create_pool`. */
export interface ActionDetailsCoffeeCreatePool {
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Jetton wallet of the source, in raw form with upper-case hex. */
  source_jetton_wallet: string | null;
  /** Provider of the first asset, in raw form with upper-case hex. */
  initiator_1: string | null;
  /** Provider of the second asset, in raw form with upper-case hex. */
  initiator_2: string | null;
  /** Pool, in raw form with upper-case hex. */
  pool: string | null;
  /** Contract that creates the pool, in raw form with upper-case hex. */
  pool_creator_contract: string | null;
  /** Asset provided, in raw form with upper-case hex; `null` for TON itself. */
  provided_asset: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** First asset, a jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset_1: string | null;
  /** Second asset, a jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset_2: string | null;
  /** Amount of the first asset, in its smallest units, as decimal text. */
  amount_1: string | null;
  /** Amount of the second asset, in its smallest units, as decimal text. */
  amount_2: string | null;
  /** Liquidity tokens minted, in their smallest units, as decimal text. */
  lp_tokens_minted: string | null;
}

/** Details of an action of type `coffee_create_pool_creator`. */
export interface ActionDetailsCoffeeCreatePoolCreator {
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Jetton wallet of the source, in raw form with upper-case hex. */
  source_jetton_wallet: string | null;
  /** Receiver of the pool's shares, in raw form with upper-case hex. */
  deposit_recipient: string | null;
  /** Contract that creates the pool, in raw form with upper-case hex. */
  pool_creator_contract: string | null;
  /** Asset provided, in raw form with upper-case hex; `null` for TON itself. */
  provided_asset: string | null;
  /** First asset, a jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset_1: string | null;
  /** Second asset, a jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset_2: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** Details of an action of type `coffee_create_vault`. */
export interface ActionDetailsCoffeeCreateVault {
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Vault contract, in raw form with upper-case hex. */
  vault: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Amount sent, in nanotons, as decimal text. */
  value: string | null;
}

/** Details of an action of type `coffee_mev_protect_hold_funds`. */
export interface ActionDetailsCoffeeMevProtectHoldFunds {
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Jetton wallet of the source, in raw form with upper-case hex. */
  source_jetton_wallet: string | null;
  /** Contract that holds the funds, in raw form with upper-case hex. */
  mev_contract: string | null;
  /** Jetton wallet of the mev contract, in raw form with upper-case hex. */
  mev_contract_jetton_wallet: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** Details of an action of type `coffee_staking_claim_rewards`. */
export interface ActionDetailsCoffeeStakingClaimRewards {
  /** Pool, in raw form with upper-case hex. */
  pool: string | null;
  /** Jetton wallet of the pool, in raw form with upper-case hex. */
  pool_jetton_wallet: string | null;
  /** Receiver, in raw form with upper-case hex. */
  recipient: string | null;
  /** Jetton wallet of the recipient, in raw form with upper-case hex. */
  recipient_jetton_wallet: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** Details of an action of type `coffee_staking_deposit`. */
export interface ActionDetailsCoffeeStakingDeposit {
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Jetton wallet of the source, in raw form with upper-case hex. */
  source_jetton_wallet: string | null;
  /** Pool, in raw form with upper-case hex. */
  pool: string | null;
  /** Jetton wallet of the pool, in raw form with upper-case hex. */
  pool_jetton_wallet: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** Position NFT that was minted, in raw form with upper-case hex. */
  minted_item_address: string | null;
  /** Index of the item in its collection, as decimal text. */
  minted_item_index: string | null;
}

/** Details of an action of type `coffee_staking_withdraw`. */
export interface ActionDetailsCoffeeStakingWithdraw {
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Jetton wallet of the source, in raw form with upper-case hex. */
  source_jetton_wallet: string | null;
  /** Pool, in raw form with upper-case hex. */
  pool: string | null;
  /** Jetton wallet of the pool, in raw form with upper-case hex. */
  pool_jetton_wallet: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** NFT item, in raw form with upper-case hex. */
  nft_address: string | null;
  /** Index of the item in its collection, as decimal text. */
  nft_index: string | null;
  /** Points, as decimal text. */
  points: string | null;
}

/** Details of an action of type `contract_deploy`. */
export interface ActionDetailsContractDeploy {
  /** Operation code of the body: `0x` and 8 lower-case hex digits. */
  opcode?: string | undefined;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source?: string | undefined;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination?: string | undefined;
  /** Amount sent, in nanotons, as decimal text. */
  value?: string | undefined;
}

/** Details of an action of type `dedust_v2_claim_fees`. */
export interface ActionDetailsDedustV2ClaimFees {
  /** Exchange, such as `stonfi` or `dedust`. */
  dex: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Pool, in raw form with upper-case hex. */
  pool: string | null;
  /** Position contract, in raw form with upper-case hex. */
  position: string | null;
  /** First asset, a jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset_1: string | null;
  /** Second asset, a jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset_2: string | null;
  /** Amount of the first asset, in its smallest units, as decimal text. */
  amount_1: string | null;
  /** Amount of the second asset, in its smallest units, as decimal text. */
  amount_2: string | null;
  /** Jetton wallet of the user for the first asset, in raw form with upper-case hex. */
  user_jetton_wallet_1: string | null;
  /** Jetton wallet of the user for the second asset, in raw form with upper-case hex. */
  user_jetton_wallet_2: string | null;
  /** Jetton wallet of the dex for the first asset, in raw form with upper-case hex. */
  dex_jetton_wallet_1: string | null;
  /** Jetton wallet of the dex for the second asset, in raw form with upper-case hex. */
  dex_jetton_wallet_2: string | null;
}

/** Details of an action of type `dedust_v2_claim_reward`. */
export interface ActionDetailsDedustV2ClaimReward {
  /** Exchange, such as `stonfi` or `dedust`. */
  dex: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Pool, in raw form with upper-case hex. */
  pool: string | null;
  /** Position contract, in raw form with upper-case hex. */
  position: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** Jetton wallet of the user, in raw form with upper-case hex. */
  user_jetton_wallet: string | null;
  /** Jetton wallet of the dex, in raw form with upper-case hex. */
  dex_jetton_wallet: string | null;
}

/** Details of an action of type `delete_dns`. */
export interface ActionDetailsDeleteDns {
  /** Key of the record, a hash of its name. */
  hash: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none. */
  nft_collection: string | null;
}

/** Details of an action of type `dex_deposit_liquidity`. */
export interface ActionDetailsDexDepositLiquidity {
  /** Exchange, such as `stonfi` or `dedust`. */
  dex: string | null;
  /** Amount of the first asset, in its smallest units, as decimal text. */
  amount_1: string | null;
  /** Amount of the second asset, in its smallest units, as decimal text. */
  amount_2: string | null;
  /** First asset, a jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset_1: string | null;
  /** Second asset, a jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset_2: string | null;
  /** Jetton wallet of the user for the first asset, in raw form with upper-case hex. */
  user_jetton_wallet_1: string | null;
  /** Jetton wallet of the user for the second asset, in raw form with upper-case hex. */
  user_jetton_wallet_2: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Pool, in raw form with upper-case hex. */
  pool: string | null;
  /** Receiver of the liquidity, in raw form with upper-case hex. */
  destination_liquidity: string | null;
  /** Liquidity tokens minted, in their smallest units, as decimal text. */
  lp_tokens_minted: string | null;
  /** First asset of the pool, in raw form with upper-case hex. */
  target_asset_1: string | null;
  /** Second asset of the pool, in raw form with upper-case hex. */
  target_asset_2: string | null;
  /** Amount of the first asset that the pool wants, as decimal text. */
  target_amount_1: string | null;
  /** Amount of the second asset that the pool wants, as decimal text. */
  target_amount_2: string | null;
  /** The assets that vaults returned. */
  vault_excesses: Array<ActionDetailsLiquidityVaultExcess>;
  /** Lower tick of the position, as decimal text. */
  tick_lower: string | null;
  /** Upper tick of the position, as decimal text. */
  tick_upper: string | null;
  /** Index of the item in its collection, as decimal text. */
  nft_index: string | null;
  /** NFT item, in raw form with upper-case hex. */
  nft_address: string | null;
}

/** Details of an action of type `dex_withdraw_liquidity`. */
export interface ActionDetailsDexWithdrawLiquidity {
  /** Exchange, such as `stonfi` or `dedust`. */
  dex: string | null;
  /** Amount of the first asset, in its smallest units, as decimal text. */
  amount_1: string | null;
  /** Amount of the second asset, in its smallest units, as decimal text. */
  amount_2: string | null;
  /** First asset, a jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset_1: string | null;
  /** Second asset, a jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset_2: string | null;
  /** Jetton wallet of the user for the first asset, in raw form with upper-case hex. */
  user_jetton_wallet_1: string | null;
  /** Jetton wallet of the user for the second asset, in raw form with upper-case hex. */
  user_jetton_wallet_2: string | null;
  /** Liquidity tokens burnt, in their smallest units, as decimal text. */
  lp_tokens_burnt: string | null;
  /** Liquidity that was refunded. */
  is_refund: boolean | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Pool, in raw form with upper-case hex. */
  pool: string | null;
  /** Receiver of the liquidity, in raw form with upper-case hex. */
  destination_liquidity: string | null;
  /** Index of the burnt position NFT, as decimal text. */
  burnt_nft_index: string | null;
  /** Position NFT that was burnt, in raw form with upper-case hex. */
  burnt_nft_address: string | null;
  /** Lower tick of the position, as decimal text. */
  tick_lower: string | null;
  /** Upper tick of the position, as decimal text. */
  tick_upper: string | null;
}

/** Details of an action of type `tgbtc_dkg_log_fallback`. */
export interface ActionDetailsDkgLogFallback {
  /** Coordinator contract, in raw form with upper-case hex. */
  coordinator: string | null;
  /** Public key. */
  pubkey: string | null;
  /** Time, in Unix seconds, as decimal text. */
  timestamp: string | null;
}

/** Details of an action of type `dns_purchase`. */
export interface ActionDetailsDnsPurchase {
  /** Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none. */
  nft_collection: string | null;
  /** NFT item, in raw form with upper-case hex. */
  nft_item: string | null;
  /** Index of the item in its collection, as decimal text. */
  nft_item_index: string | null;
  /** New owner, in raw form with upper-case hex. */
  new_owner: string | null;
  /** Price, in nanotons, as decimal text. */
  price: string | null;
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Amount paid, in nanotons, as decimal text. */
  payout_amount: string | null;
}

/** Details of an action of type `dns_release`. */
export interface ActionDetailsDnsRelease {
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** NFT item, in raw form with upper-case hex. */
  nft_item: string | null;
  /** Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none. */
  nft_collection: string | null;
  /** Index of the item in its collection, as decimal text. */
  nft_item_index: string | null;
  /** Amount sent, in nanotons, as decimal text. */
  value: string | null;
}

/** Details of an action of type `election_deposit`. */
export interface ActionDetailsElectionDeposit {
  /** Holder of the stake, in raw form with upper-case hex. */
  stake_holder: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount?: string | undefined;
}

/** Details of an action of type `election_recover`. */
export interface ActionDetailsElectionRecover {
  /** Holder of the stake, in raw form with upper-case hex. */
  stake_holder: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount?: string | undefined;
}

/** Details of an action of type `evaa_liquidate`. */
export interface ActionDetailsEvaaLiquidate {
  /** Why it failed; `null` on success. */
  fail_reason: string | null;
  /** Debt paid, in the smallest units of the asset, as decimal text. */
  debt_amount: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Borrower whose debt is paid, in raw form with upper-case hex. */
  borrower: string | null;
  /** Contract of the borrower in the protocol, in raw form with upper-case hex. */
  borrower_contract: string | null;
  /** Jetton master of the collateral, in raw form with upper-case hex. */
  collateral: string | null;
  /** Id of the asset in the protocol: `0x` and lower-case hex digits. */
  asset_id: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Whether the service knows the asset. */
  is_known_asset: boolean;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** Details of an action of type `evaa_supply`. */
export interface ActionDetailsEvaaSupply {
  /** Jetton wallet of the sender, in raw form with upper-case hex. */
  sender_jetton_wallet: string | null;
  /** Jetton wallet of the recipient, in raw form with upper-case hex. */
  recipient_jetton_wallet: string | null;
  /** Jetton wallet of the protocol's master, in raw form with upper-case hex. */
  master_jetton_wallet: string | null;
  /** Jetton master, in raw form with upper-case hex. */
  master: string | null;
  /** Id of the asset in the protocol: `0x` and lower-case hex digits. */
  asset_id: string | null;
  /** Whether the asset is TON itself. */
  is_ton: boolean | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Jetton wallet of the sender, in raw form with upper-case hex. */
  source_wallet: string | null;
  /** Receiver, in raw form with upper-case hex. */
  recipient: string | null;
  /** Contract of the receiver in the protocol, in raw form with upper-case hex. */
  recipient_contract: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** Details of an action of type `evaa_withdraw`. */
export interface ActionDetailsEvaaWithdraw {
  /** Jetton wallet of the recipient, in raw form with upper-case hex. */
  recipient_jetton_wallet: string | null;
  /** Jetton wallet of the protocol's master, in raw form with upper-case hex. */
  master_jetton_wallet: string | null;
  /** Jetton master, in raw form with upper-case hex. */
  master: string | null;
  /** Why it failed; `null` on success. */
  fail_reason: string | null;
  /** Id of the asset in the protocol: `0x` and lower-case hex digits. */
  asset_id: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Receiver, in raw form with upper-case hex. */
  recipient: string | null;
  /** Contract of the owner in the protocol, in raw form with upper-case hex. */
  owner_contract: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** Details of an action of type `jetton_burn`. */
export interface ActionDetailsJettonBurn {
  /** Owner, in raw form with upper-case hex. */
  owner: string | null;
  /** Jetton wallet of the owner, in raw form with upper-case hex. */
  owner_jetton_wallet: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** Details of an action of type `jetton_mint`. */
export interface ActionDetailsJettonMint {
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Receiver, in raw form with upper-case hex. */
  receiver: string | null;
  /** Jetton wallet of the receiver, in raw form with upper-case hex. */
  receiver_jetton_wallet: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** TON sent along, in nanotons, as decimal text. */
  ton_amount: string | null;
}

/** Details of an action of type `jetton_swap`. */
export interface ActionDetailsJettonSwap {
  /** Exchange, such as `stonfi` or `dedust`. */
  dex: string | null;
  /** Sender, in raw form with upper-case hex. */
  sender: string | null;
  /** Asset sent, a jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset_in: string | null;
  /** Asset received, a jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset_out: string | null;
  /** Transfer to the exchange. */
  dex_incoming_transfer: ActionDetailsJettonSwapTransfer | null;
  /** Transfer from the exchange. */
  dex_outgoing_transfer: ActionDetailsJettonSwapTransfer | null;
  /** The swaps of a route through several pools. */
  peer_swaps: Array<ActionDetailsJettonSwapPeerSwap>;
}

/** Details of an action of type `jetton_transfer`. */
export interface ActionDetailsJettonTransfer {
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Sender, in raw form with upper-case hex. */
  sender: string | null;
  /** Receiver, in raw form with upper-case hex. */
  receiver: string | null;
  /** Jetton wallet of the sender, in raw form with upper-case hex. */
  sender_jetton_wallet: string | null;
  /** Jetton wallet of the receiver, in raw form with upper-case hex. */
  receiver_jetton_wallet: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** Text of the comment. */
  comment: string | null;
  /** Whether the comment is encrypted. */
  is_encrypted_comment: boolean | null;
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Receiver of the remaining TON, in raw form with upper-case hex. */
  response_destination: string | null;
  /** Custom payload of the transfer, in base64. */
  custom_payload: string | null;
  /** Payload forwarded with the notification, in base64. */
  forward_payload: string | null;
  /** TON forwarded with the notification, in nanotons, as decimal text. */
  forward_amount: string | null;
}

/** Details of an action of type `jvault_claim`. */
export interface ActionDetailsJvaultClaim {
  /** Rewards claimed. */
  claimed_rewards: Array<JettonAmountPair>;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Wallet of the stake, in raw form with upper-case hex. */
  stake_wallet: string | null;
  /** Pool, in raw form with upper-case hex. */
  pool: string | null;
}

/** Details of an action of type `jvault_stake`. */
export interface ActionDetailsJvaultStake {
  /** Period, in seconds. */
  period: number | null;
  /** Stake jettons minted, in their smallest units, as decimal text. */
  minted_stake_jettons: string | null;
  /** Wallet of the stake, in raw form with upper-case hex. */
  stake_wallet: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Jetton wallet of the source, in raw form with upper-case hex. */
  source_jetton_wallet: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Pool, in raw form with upper-case hex. */
  pool: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** Details of an action of type `jvault_unstake`. */
export interface ActionDetailsJvaultUnstake {
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Wallet of the stake, in raw form with upper-case hex. */
  stake_wallet: string | null;
  /** Pool, in raw form with upper-case hex. */
  pool: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** Exit code of the TVM; 0 and 1 are success. */
  exit_code: number | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Jetton of the stake, in raw form with upper-case hex. */
  staking_asset: string | null;
}

/** Details of an action of type `jvault_unstake_request`. */
export interface ActionDetailsJvaultUnstakeRequest {
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Wallet of the stake, in raw form with upper-case hex. */
  stake_wallet: string | null;
  /** Pool, in raw form with upper-case hex. */
  pool: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** Exit code of the TVM; 0 and 1 are success. */
  exit_code: number | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Jetton of the stake, in raw form with upper-case hex. */
  staking_asset: string | null;
}

/** Details of an action of type `layerzero_commit_packet`. */
export interface ActionDetailsLayerZeroCommitPacket {
  /** Sender, in raw form with upper-case hex. */
  sender: string | null;
  /** Endpoint contract, in raw form with upper-case hex. */
  endpoint: string | null;
  /** Message library contract, in raw form with upper-case hex. */
  uln: string | null;
  /** Message library contract, in raw form with upper-case hex. */
  uln_connection: string | null;
  /** Channel contract, in raw form with upper-case hex. */
  channel: string | null;
  /** Connection of the message library, in raw form with upper-case hex. */
  msglib_connection: string | null;
  /** The packet. */
  layerzero_packet_data: ActionDetailsLayerZeroPacket;
}

/** Details of an action of type `layerzero_dvn_verify`. */
export interface ActionDetailsLayerZeroDvnVerify {
  /** Initiator, in raw form with upper-case hex. */
  initiator: string | null;
  /** Nonce. */
  nonce: Integer | null;
  /** Status of the verification. */
  status: string | null;
  /** Verifier network, in raw form with upper-case hex. */
  dvn: string | null;
  /** Proxy contract, in raw form with upper-case hex. */
  proxy: string | null;
  /** Message library contract, in raw form with upper-case hex. */
  uln: string | null;
  /** Message library contract, in raw form with upper-case hex. */
  uln_connection: string | null;
}

/** Details of an action of type `layerzero_receive`. */
export interface ActionDetailsLayerZeroReceive {
  /** Sender, in raw form with upper-case hex. */
  sender: string | null;
  /** Application contract, in raw form with upper-case hex. */
  oapp: string | null;
  /** Channel contract, in raw form with upper-case hex. */
  channel: string | null;
  /** The packet. */
  layerzero_packet_data: ActionDetailsLayerZeroPacket;
}

/** Details of an action of type `layerzero_send`. */
export interface ActionDetailsLayerZeroSend {
  /** Initiator, in raw form with upper-case hex. */
  initiator: string | null;
  /** How the packet was sent. */
  layerzero_send_data: ActionDetailsLayerZeroSendDetails;
  /** The packet. */
  layerzero_packet_data: ActionDetailsLayerZeroPacket;
}

/** Details of an action of type `layerzero_send_tokens`. */
export interface ActionDetailsLayerZeroSendTokens {
  /** Sender, in raw form with upper-case hex. */
  sender: string | null;
  /** Jetton wallet of the sender, in raw form with upper-case hex. */
  sender_wallet: string | null;
  /** Application contract, in raw form with upper-case hex. */
  oapp: string | null;
  /** Jetton wallet of the application, in raw form with upper-case hex. */
  oapp_wallet: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** How the packet was sent. */
  layerzero_send_data: ActionDetailsLayerZeroSendDetails;
  /** The packet. */
  layerzero_packet_data: ActionDetailsLayerZeroPacket;
}

/** Details of an action of type `multisig_approve`. */
export interface ActionDetailsMultisigApprove {
  /** Position of the signer. */
  signer_index: number | null;
  /** Exit code of the TVM; 0 and 1 are success. */
  exit_code: number | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
}

/** Details of an action of type `multisig_create_order`. */
export interface ActionDetailsMultisigCreateOrder {
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Seqno of the order, as decimal text. */
  order_seqno: string | null;
  /** Whether a signer, not a proposer, created the order. */
  is_created_by_signer: boolean | null;
  /** Whether the creator has also signed the order. */
  is_signed_by_creator: boolean | null;
  /** Position of the creator among signers or proposers. */
  creator_index: number | null;
  /** Time of expiry of the order, in Unix seconds. */
  expiration_date: number | null;
  /** The order: a bag of cells in base64. */
  order_boc: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
  /** Order contract, in raw form with upper-case hex. */
  destination_order: string | null;
}

/** Details of an action of type `multisig_execute`. */
export interface ActionDetailsMultisigExecute {
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Seqno of the order, as decimal text. */
  order_seqno: string | null;
  /** Time of expiry of the order, in Unix seconds. */
  expiration_date: number | null;
  /** Number of approvals. */
  approvals_num: number | null;
  /** Hash of the signers. */
  signers_hash: string | null;
  /** The order: a bag of cells in base64. */
  order_boc: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
}

/** Details of actions of type `nft_cancel_auction`, `teleitem_cancel_auction`. */
export interface ActionDetailsNftCancelAuction {
  /** Owner, in raw form with upper-case hex. */
  owner: string | null;
  /** NFT item, in raw form with upper-case hex. */
  nft_item: string | null;
  /** Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none. */
  nft_collection: string | null;
  /** Auction contract, in raw form with upper-case hex. */
  auction_address: string | null;
  /** Contract of the marketplace, in raw form with upper-case hex. */
  marketplace_address: string | null;
  /** Name of the marketplace. */
  marketplace: string | null;
}

/** Details of an action of type `nft_cancel_sale`. */
export interface ActionDetailsNftCancelSale {
  /** Owner, in raw form with upper-case hex. */
  owner: string | null;
  /** NFT item, in raw form with upper-case hex. */
  nft_item: string | null;
  /** Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none. */
  nft_collection: string | null;
  /** Sale contract, in raw form with upper-case hex. */
  sale_address: string | null;
  /** Contract of the marketplace, in raw form with upper-case hex. */
  marketplace_address: string | null;
  /** Name of the marketplace. */
  marketplace: string | null;
}

/** Details of an action of type `nft_discovery`. */
export interface ActionDetailsNftDiscovery {
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** NFT item, in raw form with upper-case hex. */
  nft_item: string | null;
  /** Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none. */
  nft_collection: string | null;
  /** Index of the item in its collection, as decimal text. */
  nft_item_index: string | null;
}

/** Details of an action of type `nft_finish_auction`. */
export interface ActionDetailsNftFinishAuction {
  /** Owner, in raw form with upper-case hex. */
  owner: string | null;
  /** NFT item, in raw form with upper-case hex. */
  nft_item: string | null;
  /** Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none. */
  nft_collection: string | null;
  /** Auction contract, in raw form with upper-case hex. */
  auction_address: string | null;
  /** Contract of the marketplace, in raw form with upper-case hex. */
  marketplace_address: string | null;
  /** Name of the marketplace. */
  marketplace: string | null;
}

/** Details of an action of type `nft_mint`. */
export interface ActionDetailsNftMint {
  /** Owner, in raw form with upper-case hex. */
  owner?: string | undefined;
  /** NFT item, in raw form with upper-case hex. */
  nft_item: string | null;
  /** Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none. */
  nft_collection: string | null;
  /** Index of the item in its collection, as decimal text. */
  nft_item_index: string | null;
}

/** Details of actions of type `nft_put_on_auction`, `teleitem_start_auction`. */
export interface ActionDetailsNftPutOnAuction {
  /** Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none. */
  nft_collection: string | null;
  /** NFT item, in raw form with upper-case hex. */
  nft_item: string | null;
  /** Index of the item in its collection, as decimal text. */
  nft_item_index: string | null;
  /** Owner, in raw form with upper-case hex. */
  owner: string | null;
  /** Contract that put the item on auction, in raw form with upper-case hex. */
  listing_address: string | null;
  /** Auction contract, in raw form with upper-case hex. */
  auction_address: string | null;
  /** Contract of the marketplace, in raw form with upper-case hex. */
  marketplace_address: string | null;
  /** Numerator of the marketplace's fee, as decimal text. */
  marketplace_fee_factor: string | null;
  /** Denominator of the marketplace's fee, as decimal text. */
  marketplace_fee_base: string | null;
  /** Denominator of the royalty, as decimal text. */
  royalty_fee_base: string | null;
  /** Highest bid, in nanotons, as decimal text. */
  max_bid: string | null;
  /** Minimum bid, in nanotons, as decimal text. */
  min_bid: string | null;
  /** Receiver of the marketplace's fee, in raw form with upper-case hex. */
  marketplace_fee_address: string | null;
  /** Receiver of the royalty, in raw form with upper-case hex. */
  royalty_address: string | null;
  /** Name of the marketplace. */
  marketplace: string | null;
}

/** Details of an action of type `nft_put_on_sale`. */
export interface ActionDetailsNftPutOnSale {
  /** Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none. */
  nft_collection: string | null;
  /** NFT item, in raw form with upper-case hex. */
  nft_item: string | null;
  /** Index of the item in its collection, as decimal text. */
  nft_item_index: string | null;
  /** Owner, in raw form with upper-case hex. */
  owner: string | null;
  /** Contract that put the item on auction, in raw form with upper-case hex. */
  listing_address: string | null;
  /** Sale contract, in raw form with upper-case hex. */
  sale_address: string | null;
  /** Contract of the marketplace, in raw form with upper-case hex. */
  marketplace_address: string | null;
  /** Price, in nanotons, as decimal text. */
  full_price: string | null;
  /** Fee of the marketplace, in nanotons, as decimal text. */
  marketplace_fee: string | null;
  /** Royalty, in nanotons, as decimal text. */
  royalty_amount: string | null;
  /** Receiver of the marketplace's fee, in raw form with upper-case hex. */
  marketplace_fee_address: string | null;
  /** Receiver of the royalty, in raw form with upper-case hex. */
  royalty_address: string | null;
  /** Name of the marketplace. */
  marketplace: string | null;
}

/** Details of actions of type `nft_purchase`, `nft_transfer`. */
export interface ActionDetailsNftTransfer {
  /** Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none. */
  nft_collection: string | null;
  /** NFT item, in raw form with upper-case hex. */
  nft_item: string | null;
  /** Index of the item in its collection, as decimal text. */
  nft_item_index: string | null;
  /** Old owner, in raw form with upper-case hex. */
  old_owner?: string | undefined;
  /** New owner, in raw form with upper-case hex. */
  new_owner: string | null;
  /** Whether the transfer is a purchase. */
  is_purchase: boolean | null;
  /** Price, in nanotons, as decimal text. */
  price?: string | undefined;
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Receiver of the remaining TON, in raw form with upper-case hex. */
  response_destination: string | null;
  /** Custom payload of the transfer, in base64. */
  custom_payload: string | null;
  /** Payload forwarded with the notification, in base64. */
  forward_payload: string | null;
  /** TON forwarded with the notification, in nanotons, as decimal text. */
  forward_amount: string | null;
  /** Text of the comment. */
  comment: string | null;
  /** Whether the comment is encrypted. */
  is_encrypted_comment: boolean | null;
  /** Name of the marketplace. */
  marketplace: string | null;
  /** Owner who put the item into the sale or auction contract, in raw form with upper-case hex. */
  real_old_owner: string | null;
  /** Contract of the marketplace, in raw form with upper-case hex. */
  marketplace_address?: string | null | undefined;
  /** Amount paid, in nanotons, as decimal text. */
  payout_amount?: string | null | undefined;
  /** Receiver of the payment, in raw form with upper-case hex. */
  payout_address?: string | null | undefined;
  /** Comment of the payment. */
  payout_comment?: string | null | undefined;
  /** Whether the comment of the payment is encrypted. */
  payout_comment_encrypted?: boolean | null | undefined;
  /** Whether the comment of the payment is encoded. */
  payout_comment_encoded?: boolean | null | undefined;
  /** Royalty, in nanotons, as decimal text. */
  royalty_amount?: string | null | undefined;
  /** Receiver of the royalty, in raw form with upper-case hex. */
  royalty_address?: string | null | undefined;
}

/** Details of an action of type `nft_update_sale`. */
export interface ActionDetailsNftUpdateSale {
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Sale contract, in raw form with upper-case hex. */
  sale_contract: string | null;
  /** NFT item, in raw form with upper-case hex. */
  nft_address: string | null;
  /** Contract of the marketplace, in raw form with upper-case hex. */
  marketplace_address: string | null;
  /** Name of the marketplace. */
  marketplace: string | null;
  /** Price, in nanotons, as decimal text. */
  full_price: string | null;
  /** Fee of the marketplace, in nanotons, as decimal text. */
  marketplace_fee: string | null;
  /** Royalty, in nanotons, as decimal text. */
  royalty_amount: string | null;
}

/** Details of an action of type `renew_dns`. */
export interface ActionDetailsRenewDns {
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none. */
  nft_collection: string | null;
}

/** Details of an action of type `stake_deposit`. */
export interface ActionDetailsStakeDeposit {
  /** Name of the staking provider. */
  provider: string | null;
  /** Holder of the stake, in raw form with upper-case hex. */
  stake_holder: string | null;
  /** Pool, in raw form with upper-case hex. */
  pool: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** Tokens minted, in their smallest units, as decimal text. */
  tokens_minted: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Asset sent, in raw form with upper-case hex. */
  source_asset?: string | undefined;
}

/** Details of an action of type `subscribe`. */
export interface ActionDetailsSubscribe {
  /** Payer, in raw form with upper-case hex. */
  subscriber: string | null;
  /** Receiver of the payments, in raw form with upper-case hex. */
  beneficiary?: string | undefined;
  /** Subscription contract, in raw form with upper-case hex. */
  subscription: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** Details of actions of type `tgbtc_burn`, `tgbtc_burn_fallback`. */
export interface ActionDetailsTgbtcBurn {
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Jetton wallet of the sender, in raw form with upper-case hex. */
  source_wallet: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
}

/** Details of actions of type `tgbtc_mint`, `tgbtc_mint_fallback`. */
export interface ActionDetailsTgbtcMint {
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Bitcoin transaction. */
  bitcoin_tx_id: string | null;
  /** Jetton wallet of the receiver, in raw form with upper-case hex. */
  destination_wallet: string | null;
}

/** Details of actions of type `tgbtc_new_key`, `tgbtc_new_key_fallback`. */
export interface ActionDetailsTgbtcNewKey {
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Public key. */
  pubkey: string | null;
  /** Coordinator contract, in raw form with upper-case hex. */
  coordinator: string | null;
  /** Pegout contract, in raw form with upper-case hex. */
  pegout: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
}

/** Details of an action of type `tick_tock`. */
export interface ActionDetailsTickTock {
  /** Account, in raw form with upper-case hex. */
  account?: string | undefined;
}

/** Details of actions of type `extra_currency_transfer`, `ton_transfer`. */
export interface ActionDetailsTonTransfer {
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
  /** Amount sent, in nanotons, as decimal text. */
  value: string | null;
  /** Extra currencies sent: id to amount. */
  value_extra_currencies?: { [key in string]: string } | undefined;
  /** Text of the comment. */
  comment: string | null;
  /** Whether the comment is encrypted. */
  encrypted: boolean | null;
}

/** Details of an action of type `tonco_deploy_pool`. */
export interface ActionDetailsToncoDeployPool {
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Pool, in raw form with upper-case hex. */
  pool: string | null;
  /** Router contract, in raw form with upper-case hex. */
  router: string | null;
  /** Jetton wallet of the router for the first asset, in raw form with upper-case hex. */
  router_jetton_wallet_1: string | null;
  /** Jetton wallet of the router for the second asset, in raw form with upper-case hex. */
  router_jetton_wallet_2: string | null;
  /** Jetton master of the first asset, in raw form with upper-case hex. */
  jetton_minter_1: string | null;
  /** Jetton master of the second asset, in raw form with upper-case hex. */
  jetton_minter_2: string | null;
  /** Distance of ticks, as decimal text. */
  tick_spacing: string | null;
  /** First price, in 1/2^96, as decimal text. */
  initial_price_x96: string | null;
  /** Fee of the protocol, as decimal text. */
  protocol_fee: string | null;
  /** Base of the liquidity providers' fee, as decimal text. */
  lp_fee_base: string | null;
  /** Current fee of the liquidity providers, as decimal text. */
  lp_fee_current: string | null;
  /** Whether the pool is active. */
  pool_active: boolean | null;
}

/** Details of a `jetton_swap` at `tonco` or `dedust_v2`. */
export interface ActionDetailsToncoJettonSwap {
  /** Exchange, such as `stonfi` or `dedust`. */
  dex: string | null;
  /** Sender, in raw form with upper-case hex. */
  sender: string | null;
  /** Asset sent, a jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset_in: string | null;
  /** Asset received, a jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset_out: string | null;
  /** Transfer to the exchange. */
  dex_incoming_transfer: ActionDetailsJettonSwapTransfer | null;
  /** Transfer from the exchange. */
  dex_outgoing_transfer: ActionDetailsJettonSwapTransfer | null;
  /** The swaps of a route through several pools. */
  peer_swaps: Array<ActionDetailsJettonSwapPeerSwap>;
  /** Minimum amount to receive, as decimal text. */
  min_out_amount: string | null;
}

/** Details of an action of type `unsubscribe`. */
export interface ActionDetailsUnsubscribe {
  /** Payer, in raw form with upper-case hex. */
  subscriber: string | null;
  /** Receiver of the payments, in raw form with upper-case hex. */
  beneficiary?: string | undefined;
  /** Subscription contract, in raw form with upper-case hex. */
  subscription: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount?: string | undefined;
}

/** Details of an action of type `vesting_add_whitelist`. */
export interface ActionDetailsVestingAddWhitelist {
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Accounts added to the whitelist, in raw form with upper-case hex. */
  accounts_added: Array<string> | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Vesting contract, in raw form with upper-case hex. */
  vesting: string | null;
}

/** Details of an action of type `vesting_send_message`. */
export interface ActionDetailsVestingSendMessage {
  /** Query id that the sender chose, as decimal text. */
  query_id: string | null;
  /** Message: a bag of cells in base64. */
  message_boc: string | null;
  /** Sender, in raw form with upper-case hex; empty or `null` if there is none. */
  source: string | null;
  /** Vesting contract, in raw form with upper-case hex. */
  vesting: string | null;
  /** Receiver, in raw form with upper-case hex; empty or `null` if there is none. */
  destination: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
}

/** Details of an action of type `stake_withdrawal`. */
export interface ActionDetailsWithdrawStake {
  /** Name of the staking provider. */
  provider: string | null;
  /** Holder of the stake, in raw form with upper-case hex. */
  stake_holder: string | null;
  /** Pool, in raw form with upper-case hex. */
  pool: string | null;
  /** Amount, in the smallest units of the asset, as decimal text. */
  amount: string | null;
  /** NFT with which the payout is claimed, in raw form with upper-case hex. */
  payout_nft: string | null;
  /** Tokens burnt, in their smallest units, as decimal text. */
  tokens_burnt: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
}

/** Details of an action of type `stake_withdrawal_request`. */
export interface ActionDetailsWithdrawStakeRequest {
  /** Name of the staking provider. */
  provider: string | null;
  /** Holder of the stake, in raw form with upper-case hex. */
  stake_holder: string | null;
  /** Pool, in raw form with upper-case hex. */
  pool: string | null;
  /** NFT with which the payout is claimed, in raw form with upper-case hex. */
  payout_nft: string | null;
  /** Jetton master, in raw form with upper-case hex; `null` for TON itself. */
  asset: string | null;
  /** Tokens burnt, in their smallest units, as decimal text. */
  tokens_burnt: string | null;
  /** Tokens minted, in their smallest units, as decimal text. */
  tokens_minted?: string | undefined;
}

/**
 * Parameters of `/api/v3/accountStates`.
 *
 * Latest full state of a list of accounts.
 *
 * - accounts never seen on chain are left out: match by address, not by position
 * - PostgreSQL backend silently truncates to 1000 rows; kvrocks backend has no cap
 * - every internal failure is a 422 too, not a 500
 * - duplicates in the request are collapsed; keep batches near 100 addresses so the URL stays short
 * (ton-org/kit caps at 100)
 *
 * `GET /api/v3/accountStates`, Accounts: "Account states". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface AccountStatesRequest {
  /**
   * Accounts to read, any standard form.
   * One or several, each: account, friendly or raw form; at most 1000 values.
   * Required.
   * Servers: list length documented, not enforced.
   */
  address: AddressLike | readonly AddressLike[];
  /**
   * Include data_boc and code_boc.
   * `true` or `false`.
   * Default `true`.
   */
  include_boc?: boolean | undefined;
  /**
   * Extra filter on contract code hash.
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * TON Center accepts it, but does not document it.
   */
  code_hash?: BytesLike | readonly BytesLike[] | undefined;
}

/**
 * Parameters of `/api/v3/addressBook`.
 *
 * Friendly form, DNS name and detected interfaces per address.
 *
 * - plain strings on the server: comma lists are NOT split
 * - an unparsable entry does not fail the call: its row has user_friendly=null, domain=null, interfaces=[]
 *
 * `GET /api/v3/addressBook`, Accounts: "Address book". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface AddressBookRequest {
  /**
   * Addresses in any form; the response is keyed by the text sent.
   * One or several, each: account or any text, sent unchanged; at most 1024 values.
   * Required.
   * Servers: list length documented, not enforced.
   */
  address: AddressLike | readonly AddressLike[];
}

/**
 * Parameters of `/api/v3/metadata`.
 *
 * Token metadata (jetton, NFT item, NFT collection, jetton wallet) per address.
 *
 * - keyed by raw address; non-token and unparsable inputs are simply missing
 * - comma lists are NOT split
 * - do not cache long while is_indexed is false
 *
 * `GET /api/v3/metadata`, Accounts: "Metadata". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface MetadataRequest {
  /**
   * Addresses in any form.
   * One or several, each: account or any text, sent unchanged; at most 1024 values.
   * Required.
   * Servers: list length documented, not enforced.
   */
  address: AddressLike | readonly AddressLike[];
}

/**
 * Parameters of `/api/v3/walletStates`.
 *
 * Wallet view (type, seqno, wallet id, balance) of a list of accounts.
 *
 * - unknown accounts are left out
 * - every internal failure is a 422
 *
 * `GET /api/v3/walletStates`, Accounts: "Wallet states". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface WalletStatesRequest {
  /**
   * Accounts to read, any standard form.
   * One or several, each: account, friendly or raw form; at most 1000 values.
   * Required.
   * Servers: list length documented, not enforced.
   */
  address: AddressLike | readonly AddressLike[];
  /**
   * Extra filter on contract code hash, as on accountStates.
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * TON Center accepts it, but does not document it.
   */
  code_hash?: BytesLike | readonly BytesLike[] | undefined;
}

/**
 * Parameters of `/api/v3/actions`.
 *
 * Classified actions, newest trace first.
 *
 * - a comma list in action_type is refused with 422 (character check), repeat the parameter instead
 * - only finished traces (end_lt not null)
 * - action_type, when set, replaces the supported-types filter
 * - known issue: mc_seqno filter timed out on testnet (ton-http-api#192)
 * - cache: never immutable: actions can be re-classified
 *
 * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
 *
 * `GET /api/v3/actions`, Actions and traces: "Actions". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface ActionsRequest {
  /**
   * Account that takes part in the action (single value; last one wins).
   * Account, friendly or raw form.
   */
  account?: AddressLike | undefined;
  /**
   * Transactions the action covers.
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  tx_hash?: BytesLike | readonly BytesLike[] | undefined;
  /**
   * Message hash or normalised hash.
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  msg_hash?: BytesLike | readonly BytesLike[] | undefined;
  /**
   * Action ids.
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  action_id?: BytesLike | readonly BytesLike[] | undefined;
  /**
   * Trace ids.
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  trace_id?: BytesLike | readonly BytesLike[] | undefined;
  /**
   * Masterchain seqno in which the trace completed.
   * Whole number of 32 bits.
   */
  mc_seqno?: number | undefined;
  /**
   * Only actions whose trace end time is at or after this Unix second.
   * Unix seconds.
   */
  start_utime?: number | undefined;
  /**
   * Only actions whose trace end time is at or before this Unix second.
   * Unix seconds.
   */
  end_utime?: number | undefined;
  /**
   * Only actions whose trace end lt is at least this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  start_lt?: IntegerLike | undefined;
  /**
   * Only actions whose trace end lt is at most this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  end_lt?: IntegerLike | undefined;
  /**
   * Only actions of these types.
   * One or several, each: text of letters, digits, `_` and `.`.
   * Servers: open set.
   */
  action_type?: string | readonly string[] | undefined;
  /**
   * Drop these action types.
   * One or several, each: text of letters, digits, `_` and `.`.
   * Servers: open set.
   */
  exclude_action_type?: string | readonly string[] | undefined;
  /**
   * Types or shortcut names the client understands; unsupported ones fall back to simpler actions.
   * One or several, each: text.
   * If omitted, the service uses `["latest"]`.
   * Servers: also takes the shortcut names latest, v1 to v5, staking, jettons, nft, nft.v3, dns, dns.v2,
   * multisig, vesting, evaa, jvault, coffee, tgbtc, layerzero and cocoon.
   */
  supported_action_types?: string | readonly string[] | undefined;
  /**
   * Add the accounts array to each action.
   * `true` or `false`.
   * Default `false`.
   */
  include_accounts?: boolean | undefined;
  /**
   * Add transactions_full to each action.
   * `true` or `false`.
   * Default `false`.
   */
  include_transactions?: boolean | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
  /**
   * Order by trace end lt (or trace end time when a utime bound is present).
   * `asc` or `desc`.
   * Default `"desc"`.
   */
  sort?: "asc" | "desc" | undefined;
  /**
   * Replaces supported_action_types with one value.
   * Text; sent as a header.
   * TON Center accepts it, but does not document it.
   */
  "X-Actions-Version"?: string | undefined;
}

/** Words of the parameter `sort`. */
export type Sort = "asc" | "desc";

/**
 * Parameters of `/api/v3/pendingActions`.
 *
 * Actions of traces still being emulated or not yet indexed.
 *
 * - 200 with an empty list when nothing is pending
 * - no paging
 * - At least one of `account` and `ext_msg_hash`.
 *
 * `GET /api/v3/pendingActions`, Actions and traces: "Pending actions". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface PendingActionsRequest {
  /**
   * Account that takes part.
   * Account, friendly or raw form.
   */
  account?: AddressLike | undefined;
  /**
   * Hash (plain or normalised) of the external message that started the trace.
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  ext_msg_hash?: BytesLike | readonly BytesLike[] | undefined;
  /**
   * As in /actions.
   * One or several, each: text.
   * If omitted, the service uses `["latest"]`.
   */
  supported_action_types?: string | readonly string[] | undefined;
  /**
   * Add transactions_full.
   * `true` or `false`.
   * Default `false`.
   */
  include_transactions?: boolean | undefined;
  /**
   * Replaces supported_action_types with one value.
   * Text; sent as a header.
   * TON Center accepts it, but does not document it.
   */
  "X-Actions-Version"?: string | undefined;
}

/**
 * Parameters of `/api/v3/pendingTraces`.
 *
 * Traces still being emulated or not yet indexed.
 *
 * - trace_info.trace_state is "pending"
 * - actions array is always present
 * - 200 with an empty list (null on some servers) when nothing is pending
 * - no paging
 * - At least one of `account` and `ext_msg_hash`.
 *
 * `GET /api/v3/pendingTraces`, Actions and traces: "Pending traces". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface PendingTracesRequest {
  /**
   * Account touched by the trace.
   * Account, friendly or raw form.
   */
  account?: AddressLike | undefined;
  /**
   * Hash (plain or normalised) of the external message.
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  ext_msg_hash?: BytesLike | readonly BytesLike[] | undefined;
  /**
   * As in /actions.
   * One or several, each: text.
   * If omitted, the service uses `["latest"]`.
   * TON Center accepts it, but does not document it.
   */
  supported_action_types?: string | readonly string[] | undefined;
  /**
   * Replaces supported_action_types with one value.
   * Text; sent as a header.
   * TON Center accepts it, but does not document it.
   */
  "X-Actions-Version"?: string | undefined;
}

/**
 * Parameters of `/api/v3/traces`.
 *
 * Transaction trees, newest finished first.
 *
 * - pages are large: each trace holds its full transactions; use a small limit
 * - alias GET /events returns the same rows under key events with actions (deprecated, unlisted)
 * - At most one of `account`, `trace_id`, `tx_hash` and `msg_hash`.
 *
 * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
 *
 * `GET /api/v3/traces`, Actions and traces: "Traces". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface TracesRequest {
  /**
   * Account touched by the trace (single value).
   * Account, friendly or raw form.
   */
  account?: AddressLike | undefined;
  /**
   * Trace ids.
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  trace_id?: BytesLike | readonly BytesLike[] | undefined;
  /**
   * Any transaction of the trace.
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  tx_hash?: BytesLike | readonly BytesLike[] | undefined;
  /**
   * Any message of the trace (plain or normalised hash).
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  msg_hash?: BytesLike | readonly BytesLike[] | undefined;
  /**
   * Masterchain seqno in which the trace completed.
   * Whole number of 32 bits.
   */
  mc_seqno?: number | undefined;
  /**
   * Only traces whose end time is at or after this Unix second.
   * Unix seconds.
   */
  start_utime?: number | undefined;
  /**
   * Only traces whose end time is at or before this Unix second.
   * Unix seconds.
   */
  end_utime?: number | undefined;
  /**
   * Only traces whose end lt is at least this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  start_lt?: IntegerLike | undefined;
  /**
   * Only traces whose end lt is at most this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  end_lt?: IntegerLike | undefined;
  /**
   * Add the actions of each trace.
   * `true` or `false`.
   * Default `false`.
   */
  include_actions?: boolean | undefined;
  /**
   * As in /actions.
   * One or several, each: text.
   * If omitted, the service uses `["latest"]`.
   */
  supported_action_types?: string | readonly string[] | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
  /**
   * Order by end lt (or end time when only utime bounds are set).
   * `asc` or `desc`.
   * Default `"desc"`.
   */
  sort?: "asc" | "desc" | undefined;
  /**
   * Replaces supported_action_types with one value.
   * Text; sent as a header.
   * TON Center accepts it, but does not document it.
   */
  "X-Actions-Version"?: string | undefined;
}

/**
 * Parameters of `/api/v3/events`.
 *
 * The rows of traces with their actions, under the key events. Use traces with include_actions: it has
 * pages.
 *
 * - beyond the specification: servers in C++ have it, other servers of this interface need not
 * - deprecated: the server lists it in no document
 * - At most one of `account`, `trace_id`, `tx_hash` and `msg_hash`.
 *
 * `GET /api/v3/events`, Actions and traces: "Traces with actions (old name)". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface EventsRequest {
  /**
   * Account touched by the trace (single value).
   * Account, friendly or raw form.
   */
  account?: AddressLike | undefined;
  /**
   * Trace ids.
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  trace_id?: BytesLike | readonly BytesLike[] | undefined;
  /**
   * Any transaction of the trace.
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  tx_hash?: BytesLike | readonly BytesLike[] | undefined;
  /**
   * Any message of the trace (plain or normalised hash).
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  msg_hash?: BytesLike | readonly BytesLike[] | undefined;
  /**
   * Masterchain seqno in which the trace completed.
   * Whole number of 32 bits.
   */
  mc_seqno?: number | undefined;
  /**
   * Only traces whose end time is at or after this Unix second.
   * Unix seconds.
   */
  start_utime?: number | undefined;
  /**
   * Only traces whose end time is at or before this Unix second.
   * Unix seconds.
   */
  end_utime?: number | undefined;
  /**
   * Only traces whose end lt is at least this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  start_lt?: IntegerLike | undefined;
  /**
   * Only traces whose end lt is at most this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  end_lt?: IntegerLike | undefined;
  /**
   * As in /actions.
   * One or several, each: text.
   * If omitted, the service uses `["latest"]`.
   */
  supported_action_types?: string | readonly string[] | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
  /**
   * Order by end lt (or end time when only utime bounds are set).
   * `asc` or `desc`.
   * Default `"desc"`.
   */
  sort?: "asc" | "desc" | undefined;
  /**
   * Replaces supported_action_types with one value.
   * Text; sent as a header.
   * TON Center accepts it, but does not document it.
   */
  "X-Actions-Version"?: string | undefined;
}

/**
 * Parameters of `/api/v3/balanceChanges`.
 *
 * Coins, fees and jettons by which a trace, or one of its actions, changes the balance of each account.
 *
 * - beyond the specification: servers in C++ have it, other servers of this interface need not
 * - the server lists it in no document
 * - neither parameter: 400; an unknown action_id without trace_id: 404; an action that the trace does not
 * have: every map is null
 * - At least one of `trace_id` and `action_id`.
 *
 * `GET /api/v3/balanceChanges`, Actions and traces: "Balance changes". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface BalanceChangesRequest {
  /**
   * Trace.
   * 32 bytes as hex, with or without `0x`, base64 or base64url.
   * Servers: compared as text: send base64, as responses have it.
   */
  trace_id?: BytesLike | undefined;
  /**
   * Action: only its changes.
   * 32 bytes as hex, with or without `0x`, base64 or base64url.
   * Servers: compared as text: send base64, as responses have it.
   */
  action_id?: BytesLike | undefined;
}

/**
 * Parameters of `/api/v3/adjacentTransactions`.
 *
 * Parent and/or child transactions of one transaction.
 *
 * - sorted by lt ascending
 * - a leaf with no neighbour is a 404, not an empty list
 * - unknown direction values are ignored
 *
 * `GET /api/v3/adjacentTransactions`, Blockchain data: "Adjacent transactions". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface AdjacentTransactionsRequest {
  /**
   * Transaction hash (needed in practice).
   * 32 bytes as hex, with or without `0x`, base64 or base64url.
   * Required.
   * Servers: optional in the OpenAPI, required in practice.
   */
  hash: BytesLike;
  /**
   * in: parent only; out: children only; absent: both.
   * `in` or `out`.
   */
  direction?: "in" | "out" | undefined;
}

/** Words of the parameter `direction`. */
export type Direction = "in" | "out";

/**
 * Parameters of `/api/v3/blocks`.
 *
 * Blocks by filter.
 *
 * - no address_book key
 * - send sort explicitly
 * - `shard` only with `workchain` (otherwise without effect).
 * - `seqno` only with `workchain` (otherwise without effect).
 * - `seqno` only with `shard` (otherwise without effect).
 *
 * Pages have 100 rows by default, at most 1000, ordered by utime. `paginate` reads all pages.
 *
 * `GET /api/v3/blocks`, Blockchain data: "Blocks". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface BlocksRequest {
  /**
   * Workchain id.
   * Whole number of 32 bits.
   */
  workchain?: number | undefined;
  /**
   * Shard id in hex (0x optional).
   * Shard as up to 16 hex digits.
   */
  shard?: string | undefined;
  /**
   * Block seqno.
   * Whole number of 32 bits.
   */
  seqno?: number | undefined;
  /**
   * Root hash.
   * 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  root_hash?: BytesLike | undefined;
  /**
   * File hash.
   * 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  file_hash?: BytesLike | undefined;
  /**
   * Masterchain block that committed it.
   * Whole number of 32 bits.
   */
  mc_seqno?: number | undefined;
  /**
   * Only blocks whose generation time is at or after this Unix second.
   * Unix seconds.
   */
  start_utime?: number | undefined;
  /**
   * Only blocks whose generation time is at or before this Unix second.
   * Unix seconds.
   */
  end_utime?: number | undefined;
  /**
   * Only blocks whose start lt is at least this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  start_lt?: IntegerLike | undefined;
  /**
   * Only blocks whose start lt is at most this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  end_lt?: IntegerLike | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
  /**
   * Order by generation time.
   * `asc` or `desc`.
   * Default `"desc"`.
   */
  sort?: "asc" | "desc" | undefined;
}

/**
 * Parameters of `/api/v3/masterchainBlockShardState`.
 *
 * Shard tops as of a masterchain block (like v2 shards), including the masterchain block itself.
 *
 * - OpenAPI wrongly declares TransactionsResponse; the wire carries {"blocks": [...]}
 * - the result never changes; no pagination
 *
 * `GET /api/v3/masterchainBlockShardState`, Blockchain data: "Masterchain block shard state". TON Center's
 * documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface MasterchainBlockShardStateRequest {
  /**
   * Masterchain seqno.
   * Whole number of 32 bits.
   * Required.
   */
  seqno: number;
}

/**
 * Parameters of `/api/v3/masterchainBlockShards`.
 *
 * All blocks committed by a masterchain block (new since the previous one), including the masterchain block
 * itself.
 *
 * - OpenAPI wrongly declares TransactionsResponse
 * - an offset beyond the end returns 404 {"error":"blocks not found"}: when offset > 0, treat that as the
 * end of the data
 * - sort parameter is ignored
 *
 * Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
 *
 * `GET /api/v3/masterchainBlockShards`, Blockchain data: "Masterchain block shards". TON Center's
 * documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface MasterchainBlockShardsRequest {
  /**
   * Masterchain seqno.
   * Whole number of 32 bits.
   * Required.
   */
  seqno: number;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
}

/**
 * Parameters of `/api/v3/masterchainInfo`.
 *
 * First and last indexed masterchain blocks.
 *
 * - good liveness probe and the cheapest call
 *
 * `GET /api/v3/masterchainInfo`, Blockchain data: "Masterchain info". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export type MasterchainInfoRequest = Record<string, never>;

/**
 * Parameters of `/api/v3/messages`.
 *
 * Messages by filter, one row per message.
 *
 * - docs advise start_lt=1 with sort=desc to get the latest messages (older server order put NULL created_lt
 * first); v1.3 orders by the effective lt instead
 * - opcode: text that is valid hex is read as hex even without 0x ("10" means 0x10)
 * - At most one of `hash` and `msg_hash`.
 *
 * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
 *
 * `GET /api/v3/messages`, Blockchain data: "Messages". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface MessagesRequest {
  /**
   * Message hash or normalised hash.
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  msg_hash?: BytesLike | readonly BytesLike[] | undefined;
  /**
   * Hash of the body cell.
   * 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  body_hash?: BytesLike | undefined;
  /**
   * Sender; the literal null selects external-in.
   * Account, friendly or raw form, or the word `null`.
   */
  source?: AddressLike | undefined;
  /**
   * Receiver; the literal null selects log messages.
   * Account, friendly or raw form, or the word `null`.
   */
  destination?: AddressLike | undefined;
  /**
   * 32-bit opcode, hex or signed decimal.
   * Operation code of 32 bits, hex or signed decimal.
   */
  opcode?: IntegerLike | undefined;
  /**
   * Only messages whose created_at is at or after this Unix second.
   * Unix seconds.
   */
  start_utime?: number | undefined;
  /**
   * Only messages whose created_at is at or before this Unix second.
   * Unix seconds.
   */
  end_utime?: number | undefined;
  /**
   * Only messages whose created_lt is at least this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  start_lt?: IntegerLike | undefined;
  /**
   * Only messages whose created_lt is at most this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  end_lt?: IntegerLike | undefined;
  /**
   * in or out side of the message record.
   * `in` or `out`.
   */
  direction?: "in" | "out" | undefined;
  /**
   * Drop external-in messages.
   * `true` or `false`.
   */
  exclude_externals?: boolean | undefined;
  /**
   * Only external incoming messages.
   * `true` or `false`.
   */
  only_externals?: boolean | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
  /**
   * Order by effective lt: created_lt, or the receiving transaction lt for external-in.
   * `asc` or `desc`.
   * Default `"desc"`.
   */
  sort?: "asc" | "desc" | undefined;
  /**
   * Old name of msg_hash.
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * TON Center accepts it, but does not document it.
   */
  hash?: BytesLike | readonly BytesLike[] | undefined;
}

/**
 * Parameters of `/api/v3/pendingTransactions`.
 *
 * Emulated transactions not yet indexed.
 *
 * - nothing pending is usually a 404
 * - transactions may be JSON null when everything pending has been indexed meanwhile
 * - finality is pending or confirmed
 *
 * `GET /api/v3/pendingTransactions`, Blockchain data: "Pending transactions". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface PendingTransactionsRequest {
  /**
   * Accounts whose pending transactions to return.
   * One or several, each: account, friendly or raw form.
   * Required.
   * Servers: optional in the OpenAPI, required in practice.
   */
  account: AddressLike | readonly AddressLike[];
  /**
   * Documented, but v1.3 never reads it: account is mandatory and wins.
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * The service ignores it.
   */
  trace_id?: BytesLike | readonly BytesLike[] | undefined;
}

/**
 * Parameters of `/api/v3/transactions`.
 *
 * Transactions by filter.
 *
 * - no metadata key
 * - exclude_account is not implemented server-side
 * - adding a utime bound switches the sort key to now
 * - address_book inside may change (DNS names), rows do not
 * - `shard` only with `workchain` (otherwise without effect).
 * - `seqno` only with `workchain` (otherwise without effect).
 * - `seqno` only with `shard` (otherwise without effect).
 * - `direction` only with `msg_hash` or `opcode`.
 *
 * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
 *
 * `GET /api/v3/transactions`, Blockchain data: "Transactions". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface TransactionsRequest {
  /**
   * Workchain of the block.
   * Whole number of 32 bits.
   */
  workchain?: number | undefined;
  /**
   * Shard id in hex.
   * Shard as up to 16 hex digits.
   */
  shard?: string | undefined;
  /**
   * Block seqno.
   * Whole number of 32 bits.
   */
  seqno?: number | undefined;
  /**
   * Masterchain block that committed it.
   * Whole number of 32 bits.
   */
  mc_seqno?: number | undefined;
  /**
   * Accounts whose transactions to return.
   * One or several, each: account, friendly or raw form.
   */
  account?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Documented exclusion list; the server ignores it.
   * One or several, each: account, friendly or raw form.
   * The service ignores it.
   */
  exclude_account?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Transaction hash (documented as a single value; repeats work).
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * Servers: the OpenAPI types it as one value; the server reads a list.
   */
  hash?: BytesLike | readonly BytesLike[] | undefined;
  /**
   * Exact transaction lt.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  lt?: IntegerLike | undefined;
  /**
   * Only transactions whose time is at or after this Unix second.
   * Unix seconds.
   */
  start_utime?: number | undefined;
  /**
   * Only transactions whose time is at or before this Unix second.
   * Unix seconds.
   */
  end_utime?: number | undefined;
  /**
   * Only transactions whose lt is at least this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  start_lt?: IntegerLike | undefined;
  /**
   * Only transactions whose lt is at most this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  end_lt?: IntegerLike | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
  /**
   * Order by lt.
   * `asc` or `desc`.
   * Default `"desc"`.
   */
  sort?: "asc" | "desc" | undefined;
  /**
   * Message side; only with msg_hash or opcode.
   * `in` or `out`.
   * TON Center accepts it, but does not document it.
   */
  direction?: "in" | "out" | undefined;
  /**
   * Message hash.
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * TON Center accepts it, but does not document it.
   */
  msg_hash?: BytesLike | readonly BytesLike[] | undefined;
  /**
   * Message sender.
   * Account, friendly or raw form.
   * TON Center accepts it, but does not document it.
   */
  source?: AddressLike | undefined;
  /**
   * Message receiver.
   * Account, friendly or raw form.
   * TON Center accepts it, but does not document it.
   */
  destination?: AddressLike | undefined;
  /**
   * Message body hash.
   * 32 bytes as hex, with or without `0x`, base64 or base64url.
   * TON Center accepts it, but does not document it.
   */
  body_hash?: BytesLike | undefined;
  /**
   * Message opcode.
   * Operation code of 32 bits, hex or signed decimal.
   * TON Center accepts it, but does not document it.
   */
  opcode?: IntegerLike | undefined;
}

/**
 * Parameters of `/api/v3/transactionsByMasterchainBlock`.
 *
 * All transactions committed by one masterchain block, all shards.
 *
 * - the rows never change, so pagination by offset is safe here
 * - 404 for a block not indexed yet: retry later, never cache
 *
 * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
 *
 * `GET /api/v3/transactionsByMasterchainBlock`, Blockchain data: "Transactions by masterchain block". TON
 * Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface TransactionsByMasterchainBlockRequest {
  /**
   * Masterchain seqno.
   * Whole number of 32 bits.
   * Required.
   */
  seqno: number;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
  /**
   * Order by lt.
   * `asc` or `desc`.
   * Default `"desc"`.
   */
  sort?: "asc" | "desc" | undefined;
}

/**
 * Parameters of `/api/v3/transactionsByMessage`.
 *
 * Transactions whose in or out message matches.
 *
 * - all other /transactions filters are accepted too
 * - At least one of `msg_hash`, `body_hash` and `opcode`.
 *
 * Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
 *
 * `GET /api/v3/transactionsByMessage`, Blockchain data: "Transactions by message". TON Center's
 * documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface TransactionsByMessageRequest {
  /**
   * Message hash or normalised hash (documented as single).
   * One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
   * Servers: the OpenAPI types it as one value; the server reads a list.
   */
  msg_hash?: BytesLike | readonly BytesLike[] | undefined;
  /**
   * Body hash.
   * 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  body_hash?: BytesLike | undefined;
  /**
   * Opcode.
   * Operation code of 32 bits, hex or signed decimal.
   */
  opcode?: IntegerLike | undefined;
  /**
   * Message side.
   * `in` or `out`.
   */
  direction?: "in" | "out" | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
  /**
   * Order by lt.
   * `asc` or `desc`.
   * Default `"desc"`.
   * TON Center accepts it, but does not document it.
   */
  sort?: "asc" | "desc" | undefined;
}

/**
 * Parameters of `/api/v3/jetton/burns`.
 *
 * Jetton burns.
 *
 * - prefer owner_address: it is validated and takes lists
 *
 * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
 *
 * `GET /api/v3/jetton/burns`, Jettons: "Jetton burns". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface JettonBurnsRequest {
  /**
   * Owner of the burning wallet. Documented as a list, but only the first value is read and an unparsable
   * one is silently ignored (no filter!).
   * Account, friendly or raw form.
   * Servers: the OpenAPI types it as a list; the server reads one value.
   */
  address?: AddressLike | undefined;
  /**
   * Owners; the real list filter.
   * One or several, each: account, friendly or raw form.
   * TON Center accepts it, but does not document it.
   */
  owner_address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Jetton wallets.
   * One or several, each: account, friendly or raw form; at most 1000 values.
   * Servers: list length documented, not enforced.
   */
  jetton_wallet?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Jetton master.
   * Account, friendly or raw form.
   */
  jetton_master?: AddressLike | undefined;
  /**
   * Only burns whose time is at or after this Unix second.
   * Unix seconds.
   */
  start_utime?: number | undefined;
  /**
   * Only burns whose time is at or before this Unix second.
   * Unix seconds.
   */
  end_utime?: number | undefined;
  /**
   * Only burns whose lt is at least this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  start_lt?: IntegerLike | undefined;
  /**
   * Only burns whose lt is at most this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  end_lt?: IntegerLike | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
  /**
   * Order by lt.
   * `asc` or `desc`.
   * Default `"desc"`.
   */
  sort?: "asc" | "desc" | undefined;
}

/**
 * Parameters of `/api/v3/jetton/masters`.
 *
 * Jetton masters.
 *
 * - stale or destroyed rows are removed after paging: a short page does not prove the end
 *
 * Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
 *
 * `GET /api/v3/jetton/masters`, Jettons: "Jetton masters". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface JettonMastersRequest {
  /**
   * Masters.
   * One or several, each: account, friendly or raw form; at most 1024 values.
   * Servers: list length documented, not enforced.
   */
  address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Admins.
   * One or several, each: account, friendly or raw form; at most 1024 values.
   * Servers: list length documented, not enforced.
   */
  admin_address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
}

/**
 * Parameters of `/api/v3/jetton/transfers`.
 *
 * Jetton transfers (aborted ones excluded).
 *
 * - any direction other than in/both acts as out
 * - timeouts reported for busy wallets (ton-http-api#130)
 * - `direction` only with `owner_address` (otherwise without effect).
 *
 * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
 *
 * `GET /api/v3/jetton/transfers`, Jettons: "Jetton transfers". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface JettonTransfersRequest {
  /**
   * Owner of the sending or receiving wallet.
   * One or several, each: account, friendly or raw form; at most 1000 values.
   * Servers: list length documented, not enforced.
   */
  owner_address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Sending jetton wallets.
   * One or several, each: account, friendly or raw form; at most 1000 values.
   * Servers: list length documented, not enforced.
   */
  jetton_wallet?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Jetton master.
   * Account, friendly or raw form.
   */
  jetton_master?: AddressLike | undefined;
  /**
   * in or out relative to owner_address; both is accepted as no filter.
   * `in` or `out`.
   */
  direction?: "in" | "out" | undefined;
  /**
   * Only transfers whose time is at or after this Unix second.
   * Unix seconds.
   */
  start_utime?: number | undefined;
  /**
   * Only transfers whose time is at or before this Unix second.
   * Unix seconds.
   */
  end_utime?: number | undefined;
  /**
   * Only transfers whose lt is at least this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  start_lt?: IntegerLike | undefined;
  /**
   * Only transfers whose lt is at most this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  end_lt?: IntegerLike | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
  /**
   * Order by lt.
   * `asc` or `desc`.
   * Default `"desc"`.
   */
  sort?: "asc" | "desc" | undefined;
  /**
   * Old single-value name of owner_address; unparsable text is silently ignored.
   * Account, friendly or raw form.
   * TON Center accepts it, but does not document it.
   */
  address?: AddressLike | undefined;
}

/**
 * Parameters of `/api/v3/jetton/wallets`.
 *
 * Jetton wallets.
 *
 * - spec and docs say it orders by balance: true only when sort is sent; omit sort for stable pages
 * (append-only id order, removals aside)
 * - deep offsets time out with 500 (ton-http-api#156, offset 3.7M)
 * - mintless_info appears only while a mintless airdrop is unclaimed
 * - Several `jetton_address` only with exactly one `owner_address`.
 *
 * Pages have 100 rows by default, at most 1000, ordered by balance. `paginate` reads all pages.
 *
 * `GET /api/v3/jetton/wallets`, Jettons: "Jetton wallets". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface JettonWalletsRequest {
  /**
   * Jetton wallet addresses.
   * One or several, each: account, friendly or raw form; at most 1000 values.
   * Servers: list length documented, not enforced.
   */
  address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Owners.
   * One or several, each: account, friendly or raw form; at most 1000 values.
   * Servers: list length documented, not enforced.
   */
  owner_address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Jetton masters.
   * One or several, each: account, friendly or raw form.
   */
  jetton_address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Drop empty wallets.
   * `true` or `false`.
   */
  exclude_zero_balance?: boolean | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
  /**
   * Order by balance. The spec says desc is the default; without sort the server orders by internal id
   * instead.
   * `asc` or `desc`.
   * Default `"desc"`.
   */
  sort?: "asc" | "desc" | undefined;
}

/**
 * Parameters of `/api/v3/nft/collections`.
 *
 * NFT collections.
 *
 * Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
 *
 * `GET /api/v3/nft/collections`, NFTs: "NFT collections". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface NftCollectionsRequest {
  /**
   * Collections.
   * One or several, each: account, friendly or raw form; at most 1024 values.
   * Servers: list length documented, not enforced.
   */
  collection_address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Collection owners.
   * One or several, each: account, friendly or raw form; at most 1024 values.
   * Servers: list length documented, not enforced.
   */
  owner_address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
}

/**
 * Parameters of `/api/v3/nft/items`.
 *
 * NFT items.
 *
 * - the index-without-collection error is a 500 on the wire, so validate it client-side
 * - include_on_sale covers GetGems sale/auction contracts (v4r1 requested in ton-http-api#187; v4 detector
 * present in v1.3)
 * - index: comma lists are not split
 * - `index` only with `collection_address`.
 * - Several `collection_address` only with exactly one `owner_address`.
 *
 * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
 *
 * `GET /api/v3/nft/items`, NFTs: "NFT items". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface NftItemsRequest {
  /**
   * Items.
   * One or several, each: account, friendly or raw form; at most 1000 values.
   * Servers: list length documented, not enforced.
   */
  address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Owners.
   * One or several, each: account, friendly or raw form; at most 1000 values.
   * Servers: list length documented, not enforced.
   */
  owner_address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Collections.
   * One or several, each: account, friendly or raw form.
   */
  collection_address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Item indexes inside the collection, decimal digits.
   * One or several, each: decimal digits; at most 1000 values.
   * Servers: list length documented, not enforced.
   */
  index?: IntegerLike | readonly IntegerLike[] | undefined;
  /**
   * With owner_address: also items held by a sale or auction contract for that owner.
   * `true` or `false`.
   * Default `false`.
   */
  include_on_sale?: boolean | undefined;
  /**
   * Newest activity first; unstable while paging.
   * `true` or `false`.
   */
  sort_by_last_transaction_lt?: boolean | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
  /**
   * Listed as sortable by the spec; the server ignores it.
   * `asc` or `desc`.
   * Default `"desc"`.
   * The service ignores it.
   */
  sort?: "asc" | "desc" | undefined;
}

/**
 * Parameters of `/api/v3/nft/sales`.
 *
 * Sale and auction contracts (GetGems sale, GetGems auction, Telemint) by contract address.
 *
 * - limit/offset are parsed but unused: no paging
 * - on a PostgreSQL-only server Telemint rows may surface without details (type naming slip in source)
 *
 * `GET /api/v3/nft/sales`, NFTs: "NFT sales and auctions". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface NftSalesRequest {
  /**
   * Sale or auction contract addresses.
   * One or several, each: account, friendly or raw form; at most 1000 values.
   * Required.
   * Servers: the server refuses longer lists.
   */
  address: AddressLike | readonly AddressLike[];
}

/**
 * Parameters of `/api/v3/nft/transfers`.
 *
 * NFT ownership transfers.
 *
 * - `direction` only with `owner_address` (otherwise without effect).
 *
 * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
 *
 * `GET /api/v3/nft/transfers`, NFTs: "NFT transfers". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface NftTransfersRequest {
  /**
   * Previous or new owner.
   * One or several, each: account, friendly or raw form; at most 1000 values.
   * Servers: list length documented, not enforced.
   */
  owner_address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Items.
   * One or several, each: account, friendly or raw form; at most 1000 values.
   * Servers: list length documented, not enforced.
   */
  item_address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Collection.
   * Account, friendly or raw form.
   */
  collection_address?: AddressLike | undefined;
  /**
   * in or out relative to owner_address; both means no filter.
   * `in` or `out`.
   */
  direction?: "in" | "out" | undefined;
  /**
   * Only transfers whose time is at or after this Unix second.
   * Unix seconds.
   */
  start_utime?: number | undefined;
  /**
   * Only transfers whose time is at or before this Unix second.
   * Unix seconds.
   */
  end_utime?: number | undefined;
  /**
   * Only transfers whose lt is at least this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  start_lt?: IntegerLike | undefined;
  /**
   * Only transfers whose lt is at most this logical time.
   * Logical time, decimal text, 0 to 2^63-1.
   */
  end_lt?: IntegerLike | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
  /**
   * Order by lt.
   * `asc` or `desc`.
   * Default `"desc"`.
   */
  sort?: "asc" | "desc" | undefined;
  /**
   * Old single-value name of owner_address.
   * Account, friendly or raw form.
   * TON Center accepts it, but does not document it.
   */
  address?: AddressLike | undefined;
}

/**
 * Parameters of `/api/v3/dns/records`.
 *
 * DNS records by wallet or exact domain (.ton, .t.me).
 *
 * - row key is records
 * - every internal failure is a 422
 * - Exactly one of `wallet` and `domain`.
 *
 * Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
 *
 * `GET /api/v3/dns/records`, DNS: "DNS records". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface DnsRecordsRequest {
  /**
   * Records whose wallet entry points here.
   * Account, friendly or raw form.
   */
  wallet?: AddressLike | undefined;
  /**
   * Exact domain name.
   * Text.
   */
  domain?: string | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`.
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
}

/**
 * Parameters of `/api/v3/dns/activeAuctions`.
 *
 * DNS auctions the address currently leads or has won but not claimed.
 *
 * - the only v3 endpoint with a real cursor; not in the pagination table of the spec
 * - At most one of `after` and `offset`.
 *
 * Pages have 100 rows by default, at most 1000; `after` requests the next page. `paginate` reads all pages.
 *
 * `GET /api/v3/dns/activeAuctions`, DNS: "DNS auctions by bidder". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface DnsActiveAuctionsRequest {
  /**
   * Leading bidder (standard address).
   * Account, friendly or raw form.
   * Required.
   */
  bidder: AddressLike;
  /**
   * won: ended unclaimed; bidding: still open.
   * `all`, `won` or `bidding`.
   * Default `"all"`.
   */
  state?: "all" | "won" | "bidding" | undefined;
  /**
   * Attach the NFT item.
   * `true` or `false`.
   * Default `false`.
   */
  include_nft_items?: boolean | undefined;
  /**
   * Opaque cursor: next_cursor of the previous page.
   * Text.
   */
  after?: string | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`.
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
}

/** Words of the parameter `state`. */
export type DnsActiveAuctionsState = "all" | "won" | "bidding";

/**
 * Parameters of `/api/v3/staking/nominatorPools/pool`.
 *
 * State of one nominator pool.
 *
 * `GET /api/v3/staking/nominatorPools/pool`, Staking: "Nominator pool". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface StakingNominatorPoolsPoolRequest {
  /**
   * Pool.
   * Account, friendly or raw form.
   * Required.
   */
  pool: AddressLike;
}

/**
 * Parameters of `/api/v3/staking/nominatorPools/nominator`.
 *
 * Positions of one nominator across pools.
 *
 * `GET /api/v3/staking/nominatorPools/nominator`, Staking: "Nominator positions in nominator pools". TON
 * Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface StakingNominatorPoolsNominatorRequest {
  /**
   * Nominator.
   * Account, friendly or raw form.
   * Required.
   */
  nominator: AddressLike;
}

/**
 * Parameters of `/api/v3/staking/nominatorPools/nominatorEvents`.
 *
 * Nominator-side events of a pool.
 *
 * - limit only, no offset: for the next page set end_utime to the utime of the last row and drop repeated
 * rows
 * - start_utime/end_utime echo the request and are absent when not sent
 * - `start_utime` is at most `end_utime`.
 *
 * Pages have 100 rows by default, at most 1000; there is no next page. `paginate` reads all pages.
 *
 * `GET /api/v3/staking/nominatorPools/nominatorEvents`, Staking: "Nominator events from nominator pools".
 * TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface StakingNominatorPoolsNominatorEventsRequest {
  /**
   * Pool.
   * Account, friendly or raw form.
   * Required.
   */
  pool: AddressLike;
  /**
   * Only this nominator.
   * Account, friendly or raw form.
   */
  nominator?: AddressLike | undefined;
  /**
   * Only rows whose transaction time is at or after this Unix second.
   * Unix seconds.
   */
  start_utime?: number | undefined;
  /**
   * Only rows whose transaction time is at or before this Unix second.
   * Unix seconds.
   */
  end_utime?: number | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`.
   */
  limit?: number | undefined;
}

/**
 * Parameters of `/api/v3/staking/nominatorPools/nominatorRewards`.
 *
 * Rewards of one nominator in one pool.
 *
 * - total_on_page sums only the returned rows
 * - `start_utime` is at most `end_utime`.
 *
 * Pages have 100 rows by default, at most 1000; there is no next page. `paginate` reads all pages.
 *
 * `GET /api/v3/staking/nominatorPools/nominatorRewards`, Staking: "Nominator rewards from a pool". TON
 * Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface StakingNominatorPoolsNominatorRewardsRequest {
  /**
   * Nominator.
   * Account, friendly or raw form.
   * Required.
   */
  nominator: AddressLike;
  /**
   * Pool.
   * Account, friendly or raw form.
   * Required.
   */
  pool: AddressLike;
  /**
   * Only rows whose transaction time is at or after this Unix second.
   * Unix seconds.
   */
  start_utime?: number | undefined;
  /**
   * Only rows whose transaction time is at or before this Unix second.
   * Unix seconds.
   */
  end_utime?: number | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`.
   */
  limit?: number | undefined;
}

/**
 * Parameters of `/api/v3/staking/nominatorPools/validatorEvents`.
 *
 * Validator-side accounting events of pools.
 *
 * - At least one of `validator` and `pool`.
 * - `start_utime` is at most `end_utime`.
 *
 * Pages have 100 rows by default, at most 1000; there is no next page. `paginate` reads all pages.
 *
 * `GET /api/v3/staking/nominatorPools/validatorEvents`, Staking: "Validator accounting events from pools".
 * TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface StakingNominatorPoolsValidatorEventsRequest {
  /**
   * Validator.
   * Account, friendly or raw form.
   */
  validator?: AddressLike | undefined;
  /**
   * Pool.
   * Account, friendly or raw form.
   */
  pool?: AddressLike | undefined;
  /**
   * Event kind (server does not validate the text).
   * `reward`, `penalty`, `deposit` or `withdrawal`.
   */
  type?: "reward" | "penalty" | "deposit" | "withdrawal" | undefined;
  /**
   * Only rows whose transaction time is at or after this Unix second.
   * Unix seconds.
   */
  start_utime?: number | undefined;
  /**
   * Only rows whose transaction time is at or before this Unix second.
   * Unix seconds.
   */
  end_utime?: number | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`.
   */
  limit?: number | undefined;
}

/** Words of the parameter `type`. */
export type StakingNominatorPoolsValidatorEventsType = "reward" | "penalty" | "deposit" | "withdrawal";

/**
 * Parameters of `/api/v3/staking/nominatorPools/validatorRewards`.
 *
 * Validator rewards from one pool.
 *
 * - `start_utime` is at most `end_utime`.
 *
 * Pages have 100 rows by default, at most 1000; there is no next page. `paginate` reads all pages.
 *
 * `GET /api/v3/staking/nominatorPools/validatorRewards`, Staking: "Validator rewards from a pool". TON
 * Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface StakingNominatorPoolsValidatorRewardsRequest {
  /**
   * Validator.
   * Account, friendly or raw form.
   * Required.
   */
  validator: AddressLike;
  /**
   * Pool.
   * Account, friendly or raw form.
   * Required.
   */
  pool: AddressLike;
  /**
   * Only rows whose transaction time is at or after this Unix second.
   * Unix seconds.
   */
  start_utime?: number | undefined;
  /**
   * Only rows whose transaction time is at or before this Unix second.
   * Unix seconds.
   */
  end_utime?: number | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`.
   */
  limit?: number | undefined;
}

/**
 * Parameters of `/api/v3/validators/events`.
 *
 * Stake accepted / rejected / recovered events at the elector.
 *
 * - offset and sort work although the OpenAPI omits them (ton-indexer#432)
 * - At most one of `stake_holder_address` and `adnl_address`.
 * - `start_utime` is at most `end_utime`.
 *
 * Pages have 10 rows by default, at most 1000; `offset` requests the next page. `paginate` reads all pages.
 *
 * `GET /api/v3/validators/events`, Validators: "Validator stake and recover events". TON Center's
 * documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface ValidatorsEventsRequest {
  /**
   * Stake holder wallet.
   * Account, friendly or raw form.
   */
  stake_holder_address?: AddressLike | undefined;
  /**
   * ADNL id.
   * 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  adnl_address?: BytesLike | undefined;
  /**
   * Validator public key.
   * 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  validator_pubkey?: BytesLike | undefined;
  /**
   * Event kind.
   * `stake_accepted`, `stake_rejected` or `stake_recovered`.
   */
  type?: "stake_accepted" | "stake_rejected" | "stake_recovered" | undefined;
  /**
   * Only events whose time is at or after this Unix second.
   * Unix seconds.
   */
  start_utime?: number | undefined;
  /**
   * Only events whose time is at or before this Unix second.
   * Unix seconds.
   */
  end_utime?: number | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `10`.
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   * TON Center accepts it, but does not document it.
   */
  offset?: number | undefined;
  /**
   * Direction of the time order.
   * `asc` or `desc`.
   * Default `"desc"`.
   * TON Center accepts it, but does not document it.
   */
  sort?: "asc" | "desc" | undefined;
}

/** Words of the parameter `type`. */
export type ValidatorsEventsType = "stake_accepted" | "stake_rejected" | "stake_recovered";

/**
 * Parameters of `/api/v3/validators/elections`.
 *
 * Validator elections.
 *
 * - At most one of `stake_holder_address` and `adnl_address`.
 * - `start_utime` is at most `end_utime`.
 * - `limit` is at most 100 with `return_participants`.
 *
 * Pages have 10 rows by default, at most 1000; `offset` requests the next page. `paginate` reads all pages.
 *
 * `GET /api/v3/validators/elections`, Validators: "Validator elections". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface ValidatorsElectionsRequest {
  /**
   * Election id (start of the round, unix seconds).
   * Whole number of 32 bits.
   */
  election_id?: number | undefined;
  /**
   * Stake holder wallet.
   * Account, friendly or raw form.
   */
  stake_holder_address?: AddressLike | undefined;
  /**
   * ADNL id.
   * 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  adnl_address?: BytesLike | undefined;
  /**
   * Validator public key.
   * 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  validator_pubkey?: BytesLike | undefined;
  /**
   * Attach participants (only matching ones when a filter for one validator is set).
   * `true` or `false`.
   * Default `false`.
   */
  return_participants?: boolean | undefined;
  /**
   * Filter by finished flag.
   * `true` or `false`.
   */
  finished?: boolean | undefined;
  /**
   * Lower bound applied to election_id.
   * Unix seconds.
   */
  start_utime?: number | undefined;
  /**
   * Upper bound applied to election_id.
   * Unix seconds.
   */
  end_utime?: number | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `10`.
   * Servers: at most 100 when the request includes that list.
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   * TON Center accepts it, but does not document it.
   */
  offset?: number | undefined;
  /**
   * Direction of the time order.
   * `asc` or `desc`.
   * Default `"desc"`.
   * TON Center accepts it, but does not document it.
   */
  sort?: "asc" | "desc" | undefined;
}

/**
 * Parameters of `/api/v3/validators/cycles`.
 *
 * Validation cycles.
 *
 * - max_factor is the raw declared factor, 65536 = 1.0; effective = min(max_factor, max_stake_factor)
 * - At most one of `stake_holder_address` and `adnl_address`.
 * - `start_utime` is at most `end_utime`.
 * - `limit` is at most 100 with `return_validators`.
 *
 * Pages have 10 rows by default, at most 1000; `offset` requests the next page. `paginate` reads all pages.
 *
 * `GET /api/v3/validators/cycles`, Validators: "Validator cycles". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface ValidatorsCyclesRequest {
  /**
   * Cycle start (unix seconds).
   * Whole number of 32 bits.
   */
  cycle_start?: number | undefined;
  /**
   * Election that produced it.
   * Whole number of 32 bits.
   */
  election_id?: number | undefined;
  /**
   * Stake holder wallet.
   * Account, friendly or raw form.
   */
  stake_holder_address?: AddressLike | undefined;
  /**
   * ADNL id.
   * 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  adnl_address?: BytesLike | undefined;
  /**
   * Validator public key.
   * 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  validator_pubkey?: BytesLike | undefined;
  /**
   * Attach validators (only matching ones when a filter for one validator is set).
   * `true` or `false`.
   * Default `false`.
   */
  return_validators?: boolean | undefined;
  /**
   * Only cycles whose start is at or after this Unix second.
   * Unix seconds.
   */
  start_utime?: number | undefined;
  /**
   * Only cycles whose start is at or before this Unix second.
   * Unix seconds.
   */
  end_utime?: number | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `10`.
   * Servers: at most 100 when the request includes that list.
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   * TON Center accepts it, but does not document it.
   */
  offset?: number | undefined;
  /**
   * Direction of the time order.
   * `asc` or `desc`.
   * Default `"desc"`.
   * TON Center accepts it, but does not document it.
   */
  sort?: "asc" | "desc" | undefined;
}

/**
 * Parameters of `/api/v3/validators/complaints`.
 *
 * Complaints against validators.
 *
 * - At most one of `stake_holder_address` and `adnl_address`.
 * - `start_utime` is at most `end_utime`.
 *
 * Pages have 10 rows by default, at most 1000; `offset` requests the next page. `paginate` reads all pages.
 *
 * `GET /api/v3/validators/complaints`, Validators: "Validator complaints". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface ValidatorsComplaintsRequest {
  /**
   * Cycle start.
   * Whole number of 32 bits.
   */
  cycle_start?: number | undefined;
  /**
   * Election id.
   * Whole number of 32 bits.
   */
  election_id?: number | undefined;
  /**
   * Stake holder wallet.
   * Account, friendly or raw form.
   */
  stake_holder_address?: AddressLike | undefined;
  /**
   * ADNL id.
   * 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  adnl_address?: BytesLike | undefined;
  /**
   * Validator public key.
   * 32 bytes as hex, with or without `0x`, base64 or base64url.
   */
  validator_pubkey?: BytesLike | undefined;
  /**
   * Only complaints whose created_at is at or after this Unix second.
   * Unix seconds.
   */
  start_utime?: number | undefined;
  /**
   * Only complaints whose created_at is at or before this Unix second.
   * Unix seconds.
   */
  end_utime?: number | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `10`.
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   * TON Center accepts it, but does not document it.
   */
  offset?: number | undefined;
  /**
   * Direction of the time order.
   * `asc` or `desc`.
   * Default `"desc"`.
   * TON Center accepts it, but does not document it.
   */
  sort?: "asc" | "desc" | undefined;
}

/**
 * Parameters of `/api/v3/multisig/orders`.
 *
 * Multisig v2 orders.
 *
 * - page maximum: spec 1000, OpenAPI 1024, server cap 1000
 * - At least one of `address` and `multisig_address`.
 *
 * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
 *
 * `GET /api/v3/multisig/orders`, Multisig: "Multisig orders". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface MultisigOrdersRequest {
  /**
   * Order contracts.
   * One or several, each: account, friendly or raw form; at most 1024 values.
   * Servers: list length documented, not enforced.
   */
  address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Owning multisigs.
   * One or several, each: account, friendly or raw form; at most 1024 values.
   * Servers: list length documented, not enforced.
   */
  multisig_address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Decode order actions.
   * `true` or `false`.
   * Default `false`.
   */
  parse_actions?: boolean | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   * Servers: OpenAPI maximum 1024.
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
  /**
   * Order (documented: last_transaction_lt; real: internal id).
   * `asc` or `desc`.
   * Default `"desc"`.
   */
  sort?: "asc" | "desc" | undefined;
}

/**
 * Parameters of `/api/v3/multisig/wallets`.
 *
 * Multisig v2 wallets.
 *
 * - row key is multisigs (not wallets)
 * - page maximum: spec 1000, OpenAPI 1024, server cap 1000
 * - At least one of `address` and `wallet_address`.
 *
 * Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
 *
 * `GET /api/v3/multisig/wallets`, Multisig: "Multisig wallets". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface MultisigWalletsRequest {
  /**
   * Multisig contracts.
   * One or several, each: account, friendly or raw form; at most 1024 values.
   * Servers: list length documented, not enforced.
   */
  address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Signer or proposer wallets.
   * One or several, each: account, friendly or raw form; at most 1024 values.
   * Servers: list length documented, not enforced.
   */
  wallet_address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   * Servers: OpenAPI maximum 1024.
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
  /**
   * Order (documented: last_transaction_lt; real: internal id).
   * `asc` or `desc`.
   * Default `"desc"`.
   */
  sort?: "asc" | "desc" | undefined;
  /**
   * Attach all orders.
   * `true` or `false`.
   * Default `true`.
   */
  include_orders?: boolean | undefined;
}

/**
 * Parameters of `/api/v3/vesting`.
 *
 * Vesting contracts.
 *
 * - Exactly one of `contract_address` and `wallet_address`.
 *
 * Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
 *
 * `GET /api/v3/vesting`, Vesting: "Vesting contracts". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface VestingRequest {
  /**
   * Vesting contracts.
   * One or several, each: account, friendly or raw form; at most 1000 values.
   * Servers: list length documented, not enforced.
   */
  contract_address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Owner or sender wallets.
   * One or several, each: account, friendly or raw form; at most 1000 values.
   * Servers: list length documented, not enforced.
   */
  wallet_address?: AddressLike | readonly AddressLike[] | undefined;
  /**
   * Also match whitelisted wallets.
   * `true` or `false`.
   * Default `false`.
   */
  check_whitelist?: boolean | undefined;
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1000.
   * Default `100`. (TON Center's documentation says `10`.)
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
}

/**
 * Parameters of `/api/v3/topAccountsByBalance`.
 *
 * Accounts by balance, largest first.
 *
 * - bare JSON array without address_book
 * - page maximum: spec 1024, OpenAPI 1000, server cap 1000 unless its flag was raised: a page of 1001..1024
 * may be refused
 *
 * Pages have 100 rows by default, at most 1024. `paginate` reads all pages.
 *
 * `GET /api/v3/topAccountsByBalance`, Stats: "Top accounts by balance". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface TopAccountsByBalanceRequest {
  /**
   * Page size.
   * Whole number of 32 bits, 1 to 1024.
   * Default `100`. (TON Center's documentation says `10`.)
   * Servers: OpenAPI maximum 1000.
   */
  limit?: number | undefined;
  /**
   * Rows to skip.
   * Whole number of 32 bits, at least 0.
   * Default `0`.
   */
  offset?: number | undefined;
}

/**
 * Parameters of `/api/v3/decode`.
 *
 * Name opcodes and decode bodies.
 *
 * - opcode texts are read as hex first (0x optional), then decimal, then signed decimal
 * - pure function of the server schema set: safe to cache
 * - both lists empty: 200 {"opcodes":[],"bodies":[]}
 * - comma lists are not split
 * - percent-encode + / = in base64
 *
 * `GET /api/v3/decode`, Utils: "Decode opcodes and bodies". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface DecodeRequest {
  /**
   * 32-bit opcodes, hex or decimal.
   * One or several, each: operation code of 32 bits, hex or signed decimal; at most 1000 values.
   * Servers: the server refuses longer lists.
   */
  opcodes?: IntegerLike | readonly IntegerLike[] | undefined;
  /**
   * Body cells as base64 or hex BoC.
   * One or several, each: bag of cells, base64 or hex; at most 1000 values.
   * Servers: the server refuses longer lists.
   */
  bodies?: BytesLike | readonly BytesLike[] | undefined;
}

/**
 * Parameters of `/api/v3/addressInformation`.
 *
 * Balance, code, data and last transaction of one account.
 *
 * - plain object, no ok/result wrapper
 * - never-seen account: 200 with balance "0", status "uninit", zero last transaction
 * - documented default of use_v2 is true, the code default is false
 * - alias GET /account
 *
 * `GET /api/v3/addressInformation`, Legacy (v2-style): "Address information". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface AddressInformationRequest {
  /**
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
  /**
   * Read from the v2 backend instead of the index.
   * `true` or `false`.
   * If omitted, the service uses `false`.
   * Servers: the OpenAPI says true, the server takes false; omit it unless the caller sets it.
   */
  use_v2?: boolean | undefined;
}

/**
 * Parameters of `/api/v3/estimateFee`.
 *
 * Estimate processing fees.
 *
 * `POST /api/v3/estimateFee`, Legacy (v2-style): "Estimate fee". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface EstimateFeeRequest {
  /**
   * Account the message goes to.
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
  /**
   * Message body.
   * Bag of cells, base64 with padding.
   * Required.
   */
  body: BytesLike;
  /**
   * Code of a contract not deployed yet.
   * Bag of cells, base64 with padding.
   */
  init_code?: BytesLike | undefined;
  /**
   * Data of a contract not deployed yet.
   * Bag of cells, base64 with padding.
   */
  init_data?: BytesLike | undefined;
  /**
   * Treat every signature check as passed.
   * `true` or `false`.
   * If omitted, the service uses `false`.
   * Servers: absent means false here, true in v2.
   */
  ignore_chksig?: boolean | undefined;
}

/**
 * Parameters of `/api/v3/message`.
 *
 * Send an external message.
 *
 * - not idempotent to retry blindly: a resend is harmless on chain only because of wallet seqno
 * - proxied to v2 sendBocReturnHash
 *
 * `POST /api/v3/message`, Legacy (v2-style): "Send a message". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface MessageRequest {
  /**
   * Signed external message.
   * Bag of cells, base64 with padding.
   * Required.
   */
  boc: BytesLike;
}

/**
 * Parameters of `/api/v3/runGetMethod`.
 *
 * Run a get-method against the latest state.
 *
 * - OpenAPI wrongly declares V2RunGetMethodRequest as the 200 body
 * - a seqno field in the body is ignored by v1.3 although ton-org/kit sends it
 * - safe to retry although POST
 *
 * `POST /api/v3/runGetMethod`, Legacy (v2-style): "Run a get-method". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface RunGetMethodRequest {
  /**
   * Contract.
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
  /**
   * Get-method name.
   * Text.
   * Required.
   */
  method: string;
  /**
   * Arguments; entry types num, cell and slice.
   * One or several, each: `V2StackEntity`.
   */
  stack?: readonly V2StackEntity[] | undefined;
}

/**
 * Parameters of `/api/v3/walletInformation`.
 *
 * Wallet type, seqno and balance of one account.
 *
 * - 409 only for an initialised account that is not a known wallet
 * - alias GET /wallet
 *
 * `GET /api/v3/walletInformation`, Legacy (v2-style): "Wallet information". TON Center's documentation:
 * <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
 */
export interface WalletInformationRequest {
  /**
   * Account, friendly or raw form.
   * Required.
   */
  address: AddressLike;
  /**
   * Read from the v2 backend instead of the index.
   * `true` or `false`.
   * If omitted, the service uses `false`.
   * Servers: the OpenAPI says true, the server takes false; omit it unless the caller sets it.
   */
  use_v2?: boolean | undefined;
}

/**
 * A word that this version does not know. Only the type has the prefix, so that TypeScript can tell the word from those that are
 * known; the value has none. To compare it with a new word: `const type: string = action.type;`, then `type === "new_type"`.
 */
export type OtherType = `other: ${string}`;

/** A whole number in a decoded body. */
export interface DecodedAmount {
  "@type": "var_uint";
  /** The number of bytes. Decimal text. */
  len: string;
  /** Decimal text. */
  value: string;
}

/** An address in a decoded body. */
export type DecodedAddress =
  | { "@type": "addr_std"; anycast: object; workchain_id: string; address: string }
  | { "@type": "addr_none" };

/** What a payload holds: a comment has `"@type": "text_comment"` and `text`. */
export interface DecodedPart {
  "@type"?: string | undefined;
  text?: string | undefined;
  [member: string]: unknown;
}

/**
 * A payload in a decoded body: in `value` if it is inline, in `value.cell_reference` if it is in a cell. Read both, since the sender decides:
 * `(payload.value.cell_reference ?? payload.value).text` is the text of a comment.
 */
export interface DecodedPayload {
  "@type": string;
  value: DecodedPart & { cell_reference?: DecodedPart | undefined };
}

/** A plain comment. */
export interface DecodedComment {
  "@type": "text_comment";
  type?: "text_comment" | undefined;
  comment: string;
}

/** An empty body. */
export interface DecodedEmpty {
  "@type": "empty_cell";
}

/** Excess coins (TEP-74). */
export interface DecodedExcess {
  "@type": "excess";
  query_id: string;
}

/** The transfer message to the sender's jetton wallet (TEP-74). */
export interface DecodedJettonTransfer {
  "@type": "jetton_transfer";
  query_id: string;
  amount: DecodedAmount;
  destination: DecodedAddress;
  response_destination: DecodedAddress;
  custom_payload: object;
  forward_ton_amount: DecodedAmount;
  forward_payload: DecodedPayload;
}

/** The message from one jetton wallet to another (TEP-74). */
export interface DecodedJettonInternalTransfer {
  "@type": "jetton_internal_transfer";
  query_id: string;
  amount: DecodedAmount;
  from: DecodedAddress;
  response_address: DecodedAddress;
  forward_ton_amount: DecodedAmount;
  forward_payload: DecodedPayload;
}

/** The notification of the new owner of jettons (TEP-74). */
export interface DecodedJettonNotification {
  "@type": "jetton_notify";
  query_id: string;
  amount: DecodedAmount;
  sender: DecodedAddress;
  forward_payload: DecodedPayload;
}

/** The transfer message to an NFT item (TEP-62). */
export interface DecodedNftTransfer {
  "@type": "nft_transfer";
  query_id: string;
  new_owner: DecodedAddress;
  response_destination: DecodedAddress;
  custom_payload: object;
  forward_amount: DecodedAmount;
  forward_payload: DecodedPayload;
}

/** The notification of the new owner of an NFT (TEP-62). */
export interface DecodedNftOwnership {
  "@type": "nft_ownership_assigned";
  query_id: string;
  prev_owner: DecodedAddress;
  forward_payload: DecodedPayload;
}

/** A body that the service write_names, and that has no type here. */
export interface NamedDecodedBody {
  "@type": DecodedBodyName;
  [member: string]: unknown;
}

/** A body of another type. */
export interface OtherDecodedBody {
  "@type": OtherType;
  [member: string]: unknown;
}

/** A body as the service decodes it: `body["@type"]` decides its type. */
export type DecodedBody =
  | DecodedComment
  | DecodedEmpty
  | DecodedExcess
  | DecodedJettonTransfer
  | DecodedJettonInternalTransfer
  | DecodedJettonNotification
  | DecodedNftTransfer
  | DecodedNftOwnership
  | NamedDecodedBody
  | OtherDecodedBody;

/** The names of bodies without a type of their own here, as the service's decoder has them. */
export type DecodedBodyName =
  | "accept_storage_contract"
  | "approve"
  | "auction_fill_up"
  | "bemo_deploy_unstake_request"
  | "bemo_return_unstake_request"
  | "bemo_stake"
  | "bemo_unstake"
  | "bemo_unstake_notification"
  | "bidask_adding_liquidity_notify"
  | "bidask_burn"
  | "bidask_burn_all"
  | "bidask_burn_payout"
  | "bidask_internal_burn"
  | "bidask_internal_continue_provide"
  | "bidask_internal_continue_swap"
  | "bidask_internal_continue_swap_v2"
  | "bidask_internal_provide"
  | "bidask_internal_swap"
  | "bidask_internal_swap_v2"
  | "bidask_liquidity_added_notify"
  | "bidask_multitoken_mint"
  | "bidask_native_transfer_notification"
  | "bidask_provide"
  | "bidask_provide_both_forward_payload"
  | "bidask_provide_forward_payload"
  | "bidask_provide_refund"
  | "bidask_save_liquidity_info"
  | "bidask_swap"
  | "bidask_swap_fallback"
  | "bidask_swap_fallback_v2"
  | "bidask_swap_forward_payload"
  | "bidask_swap_success"
  | "bidask_swap_success_v2"
  | "bidask_swap_v2"
  | "bidask_swap_v2_forward_payload"
  | "blum_memepad_buy"
  | "blum_memepad_buy_log"
  | "blum_memepad_sell"
  | "blum_memepad_sell_log"
  | "blum_memepad_send_liq_log"
  | "blum_memepad_unlock_wallet"
  | "bounce"
  | "challenge_quarantined_channel_state"
  | "change_dns_record"
  | "channel_closed"
  | "channel_cooperative_close"
  | "channel_cooperative_commit"
  | "close_storage_contract"
  | "cocoon_add_model_type"
  | "cocoon_add_proxy_type"
  | "cocoon_add_worker_type"
  | "cocoon_change_fees"
  | "cocoon_change_owner"
  | "cocoon_change_params"
  | "cocoon_charge_payload"
  | "cocoon_client_proxy_refund_force"
  | "cocoon_client_proxy_refund_granted"
  | "cocoon_client_proxy_register"
  | "cocoon_client_proxy_request"
  | "cocoon_client_proxy_top_up"
  | "cocoon_close_complete_request_payload"
  | "cocoon_close_request_payload"
  | "cocoon_del_model_type"
  | "cocoon_del_proxy_type"
  | "cocoon_del_worker_type"
  | "cocoon_ext_client_top_up"
  | "cocoon_ext_proxy_increase_stake"
  | "cocoon_ext_proxy_payout_request"
  | "cocoon_grant_refund_payload"
  | "cocoon_last_payout_payload"
  | "cocoon_owner_client_change_secret_hash"
  | "cocoon_owner_client_change_secret_hash_and_top_up"
  | "cocoon_owner_client_increase_stake"
  | "cocoon_owner_client_register"
  | "cocoon_owner_client_request_refund"
  | "cocoon_owner_client_withdraw"
  | "cocoon_owner_proxy_close"
  | "cocoon_owner_worker_register"
  | "cocoon_payout"
  | "cocoon_payout_payload"
  | "cocoon_register_proxy"
  | "cocoon_reset_root"
  | "cocoon_return_excesses_back"
  | "cocoon_unregister_proxy"
  | "cocoon_update_proxy"
  | "cocoon_upgrade_code"
  | "cocoon_upgrade_contracts"
  | "cocoon_upgrade_full"
  | "cocoon_worker_proxy_payout_request"
  | "cocoon_worker_proxy_request"
  | "coffee_activate_vault"
  | "coffee_activate_vault_internal"
  | "coffee_create_liquidity_depository_internal"
  | "coffee_create_liquidity_depository_request"
  | "coffee_create_pool"
  | "coffee_create_pool_creator_internal"
  | "coffee_create_pool_creator_request"
  | "coffee_create_pool_extra"
  | "coffee_create_pool_forward_payload"
  | "coffee_create_pool_internal"
  | "coffee_create_pool_request"
  | "coffee_create_vault"
  | "coffee_create_vault_internal"
  | "coffee_cross_dex_failure"
  | "coffee_cross_dex_failure_forward_payload"
  | "coffee_cross_dex_resend"
  | "coffee_cross_dex_resend_forward_payload"
  | "coffee_deploy"
  | "coffee_deposit_liquidity"
  | "coffee_deposit_liquidity_extra"
  | "coffee_deposit_liquidity_failed"
  | "coffee_deposit_liquidity_forward_payload"
  | "coffee_deposit_liquidity_internal"
  | "coffee_deposit_liquidity_succeeded"
  | "coffee_mev_protect_failed_swap"
  | "coffee_mev_protect_failed_swap_forward_payload"
  | "coffee_mev_protect_hold_funds"
  | "coffee_notification"
  | "coffee_notification_forward_payload"
  | "coffee_payout"
  | "coffee_payout_internal"
  | "coffee_staking_claim_rewards"
  | "coffee_staking_deposit"
  | "coffee_staking_init"
  | "coffee_staking_lock_forward_payload"
  | "coffee_staking_rewards_claimed"
  | "coffee_staking_rewards_updated"
  | "coffee_staking_update_rewards"
  | "coffee_swap"
  | "coffee_swap_extra"
  | "coffee_swap_failed"
  | "coffee_swap_forward_payload"
  | "coffee_swap_internal"
  | "coffee_swap_succeeded"
  | "coffee_update_admin"
  | "coffee_update_code_cells"
  | "coffee_update_contract"
  | "coffee_update_contract_internal"
  | "coffee_update_withdrawer"
  | "coffee_withdraw"
  | "coffee_withdraw_deposit"
  | "coffee_withdraw_internal"
  | "coffee_withdraw_liquidity_succeeded"
  | "credit"
  | "cron_destroyed"
  | "cron_init"
  | "cron_notify"
  | "cron_reward"
  | "cron_trigger"
  | "daolama_vault_supply"
  | "dedust_accept_ownership"
  | "dedust_cancel_deposit"
  | "dedust_cancel_ownership_transfer"
  | "dedust_change_operator_user_addr"
  | "dedust_collect_fees"
  | "dedust_configure_fee_collector_addr"
  | "dedust_configure_pool_asset_quote_provider"
  | "dedust_configure_quote_provider"
  | "dedust_configure_start_time"
  | "dedust_configure_trade_fee"
  | "dedust_create_legacy_jetton_vault"
  | "dedust_create_liquidity_deposit"
  | "dedust_create_stable_pool"
  | "dedust_create_vault"
  | "dedust_create_volatile_pool"
  | "dedust_deploy_operator"
  | "dedust_deposit"
  | "dedust_deposit_asset"
  | "dedust_deposit_liquidity"
  | "dedust_deposit_liquidity_all"
  | "dedust_destroy_non_ready"
  | "dedust_destroy_non_ready_vault"
  | "dedust_forward"
  | "dedust_fulfill_deposit"
  | "dedust_install"
  | "dedust_install_liquidity_deposit_code"
  | "dedust_install_operator_code"
  | "dedust_install_pool_code"
  | "dedust_install_vault_code"
  | "dedust_pay_out_from_deposit"
  | "dedust_pay_out_from_pool"
  | "dedust_payout"
  | "dedust_provide_current_quote"
  | "dedust_provide_pool_state"
  | "dedust_provide_vault_state"
  | "dedust_reject_deposit"
  | "dedust_reset_gas"
  | "dedust_reset_gas_v2"
  | "dedust_set_user_addr"
  | "dedust_swap"
  | "dedust_swap_external"
  | "dedust_swap_peer"
  | "dedust_sync_asset_quote"
  | "dedust_sync_fee_collector_addr"
  | "dedust_sync_pool_asset_quote"
  | "dedust_take_current_quote"
  | "dedust_take_pool_state"
  | "dedust_take_vault_state"
  | "dedust_transfer_ownership"
  | "dedust_upgrade"
  | "dedust_upgrade_operator"
  | "dedust_upgrade_pool"
  | "dedust_upgrade_vault"
  | "dedust_withdrawal"
  | "delete_dns_record"
  | "deploy_storage_contract"
  | "disapprove"
  | "dns_balance_release"
  | "elector_new_stake"
  | "elector_new_stake_confirmation"
  | "elector_recover_stake_request"
  | "elector_recover_stake_response"
  | "encrypted_text_comment"
  | "encrypted_text_comment_forward_payload"
  | "evaa_add_new_token"
  | "evaa_add_to_reserve"
  | "evaa_cancel_upgrade"
  | "evaa_claim_asset_reserves"
  | "evaa_debug_principals_edit_user"
  | "evaa_disable_contract_for_upgrade"
  | "evaa_do_data_checks"
  | "evaa_force_disable_contract"
  | "evaa_force_enable"
  | "evaa_get_store_request"
  | "evaa_get_store_response"
  | "evaa_idle_excess"
  | "evaa_idle_master"
  | "evaa_idle_user"
  | "evaa_init_master"
  | "evaa_init_upgrade"
  | "evaa_liquidate_fail"
  | "evaa_liquidate_fail_report"
  | "evaa_liquidate_master"
  | "evaa_liquidate_satisfied"
  | "evaa_liquidate_success"
  | "evaa_liquidate_success_report"
  | "evaa_liquidate_unsatisfied"
  | "evaa_liquidate_user"
  | "evaa_revert_call"
  | "evaa_submit_upgrade"
  | "evaa_supply_excess"
  | "evaa_supply_excess_with_data"
  | "evaa_supply_fail"
  | "evaa_supply_fail_with_data"
  | "evaa_supply_master"
  | "evaa_supply_success"
  | "evaa_supply_user"
  | "evaa_supply_withdraw_fail"
  | "evaa_supply_withdraw_master_jetton"
  | "evaa_supply_withdraw_master_without_prices"
  | "evaa_supply_withdraw_satisfied"
  | "evaa_supply_withdraw_success"
  | "evaa_supply_withdraw_unsatisfied"
  | "evaa_supply_withdraw_user"
  | "evaa_update_config"
  | "evaa_user_execute_action"
  | "evaa_withdraw_collateralized"
  | "evaa_withdraw_execution_crashed"
  | "evaa_withdraw_fail"
  | "evaa_withdraw_locked_excess"
  | "evaa_withdraw_master"
  | "evaa_withdraw_missing_prices_excess"
  | "evaa_withdraw_no_funds_excess"
  | "evaa_withdraw_not_collateralized_excess"
  | "evaa_withdraw_success"
  | "evaa_withdraw_success_excess_with_data"
  | "evaa_withdraw_user"
  | "finish_uncooperative_channel_close"
  | "gas_pump_buy_log"
  | "gas_pump_change_trade_state_log"
  | "gas_pump_sell_log"
  | "gas_pump_send_to_pool_log"
  | "get_royalty_params"
  | "get_static_data"
  | "gram_submit_proof_of_work"
  | "highload_v3_internal_request"
  | "highload_wallet_signed_v1"
  | "highload_wallet_signed_v2"
  | "highload_wallet_signed_v3"
  | "hipo_finance_deposit_coins"
  | "hipo_finance_proxy_tokens_minted"
  | "hipo_finance_tokens_minted"
  | "init_payment_channel"
  | "invoice_payload"
  | "invoice_payload_forward_payload"
  | "jetton_burn"
  | "jetton_burn_notification"
  | "jetton_change_admin"
  | "jetton_mint"
  | "jetton_set_status"
  | "jvault_claim_rewards_msg"
  | "jvault_receive_jettons"
  | "jvault_request_update_referrer"
  | "jvault_request_update_rewards"
  | "jvault_send_claimed_rewards"
  | "jvault_set_data"
  | "jvault_unstake_jettons"
  | "jvault_unstake_request"
  | "jvault_update_referrer"
  | "jvault_update_rewards"
  | "lock_and_claim"
  | "logs"
  | "megaton_swap"
  | "megaton_update_mining_params"
  | "megaton_wton_mint"
  | "minter_jetton_mint"
  | "moon_boost_pool"
  | "moon_boost_pool_forward_payload"
  | "moon_cancel_order"
  | "moon_create_order"
  | "moon_create_order_forward_payload"
  | "moon_deploy_order"
  | "moon_deposit_liquidity"
  | "moon_deposit_liquidity_forward_payload"
  | "moon_fill_order"
  | "moon_fill_order_forward_payload"
  | "moon_order_cancelled"
  | "moon_order_payout"
  | "moon_swap"
  | "moon_swap_failed"
  | "moon_swap_failed_forward_payload"
  | "moon_swap_forward_payload"
  | "moon_swap_succeed"
  | "moon_swap_succeed_forward_payload"
  | "moon_vesting_payout"
  | "mulisig_new_order"
  | "multisig_approve"
  | "multisig_approve_accepted"
  | "multisig_approve_rejected"
  | "multisig_execute"
  | "multisig_execute_internal"
  | "multisig_order_init"
  | "nerd_qr_verify"
  | "offer_storage_contract"
  | "outbid_notification"
  | "ownership_proof"
  | "payment_confirmed"
  | "payment_request"
  | "preprocessed_wallet_signed_v2"
  | "process_governance_decision"
  | "proof_storage"
  | "prove_ownership"
  | "pton_deploy_wallet"
  | "pton_internal_deploy"
  | "pton_reset_gas"
  | "pton_ton_refund"
  | "pton_ton_transfer"
  | "pyth_parse_price_feed_updates"
  | "pyth_parse_unique_price_feed_updates"
  | "pyth_response_error"
  | "pyth_response_success"
  | "pyth_update_guardian_set"
  | "report_royalty_params"
  | "report_static_data"
  | "sale_update_message"
  | "sbt_destroy"
  | "sbt_owner_info"
  | "sbt_request_owner"
  | "sbt_revoke"
  | "scaled_ui_display_multiplier_changed"
  | "settle_channel_conditionals"
  | "signed_2fa_external"
  | "start_uncooperative_channel_close"
  | "stonfi_add_liquidity_v2"
  | "stonfi_burn_notification_ext_v2"
  | "stonfi_cb_add_liquidity_v2"
  | "stonfi_deposit_ref_fee_v2"
  | "stonfi_pay_to_v2"
  | "stonfi_pay_vault_v2"
  | "stonfi_payment_request"
  | "stonfi_provide_liquidity_forward_payload"
  | "stonfi_provide_lp_v2"
  | "stonfi_provide_lp_v2_forward_payload"
  | "stonfi_swap"
  | "stonfi_swap_forward_payload"
  | "stonfi_swap_ok_forward_payload"
  | "stonfi_swap_ok_ref_forward_payload"
  | "stonfi_swap_v2"
  | "stonfi_swap_v2_forward_payload"
  | "stonfi_vault_pay_to_v2"
  | "stonfi_withdraw_fee_v2"
  | "storage_contract_confirmed"
  | "storage_contract_terminated"
  | "storage_reward_withdrawal"
  | "storage_withdraw"
  | "storm_add_public_key"
  | "storm_change_cold_key"
  | "storm_change_cold_key_factory"
  | "storm_change_cold_key_request"
  | "storm_change_factory_code"
  | "storm_change_factory_content"
  | "storm_change_hot_key"
  | "storm_change_hot_key_factory"
  | "storm_change_lazer_data"
  | "storm_change_lazer_data_request"
  | "storm_change_max_leverage"
  | "storm_change_max_leverage_request"
  | "storm_change_v3_state"
  | "storm_complete_order"
  | "storm_deploy_ordinary_sa"
  | "storm_deposit_jetton"
  | "storm_deposit_native"
  | "storm_deposit_notify"
  | "storm_deposit_notify_with_deploy"
  | "storm_deposit_revert"
  | "storm_deposit_ton"
  | "storm_execute_order"
  | "storm_execute_orders_bundle"
  | "storm_fail_notification"
  | "storm_failed_bundle_execution"
  | "storm_force_close_max_leverage"
  | "storm_force_close_min_margin"
  | "storm_init_sa"
  | "storm_notify_update_position"
  | "storm_notify_with_deploy"
  | "storm_provide_position"
  | "storm_referral_fees"
  | "storm_remove_all_keys_except_current"
  | "storm_remove_public_key"
  | "storm_self_deposit_jetton"
  | "storm_self_deposit_native"
  | "storm_take_position_v2"
  | "storm_trade_notification"
  | "storm_trade_notification_v2"
  | "storm_unsuccessful_deposit"
  | "storm_update_position"
  | "storm_update_sa_ordinary_code"
  | "storm_withdraw_request"
  | "storm_withdraw_request_user"
  | "storm_withdraw_success"
  | "subscription_deploy"
  | "subscription_fallback"
  | "subscription_payment"
  | "subscription_reduce_payment"
  | "tegro_add_liquidity_forward_payload"
  | "tegro_jetton_swap_forward_payload"
  | "tegro_swap_ton"
  | "teleitem_bid_info"
  | "teleitem_msg_cancel_auction"
  | "teleitem_msg_deploy"
  | "teleitem_msg_deploy_head"
  | "teleitem_msg_start_auction"
  | "teleitem_ok"
  | "teleitem_return_bid"
  | "telemint_msg_deploy"
  | "telemint_msg_deploy_v2"
  | "tgbtc_burn_event"
  | "tgbtc_dkg_completed_event"
  | "tgbtc_mint_event"
  | "tgbtc_new_key_event"
  | "tonco_account_add_liquidity"
  | "tonco_account_refund_me"
  | "tonco_pool_burn"
  | "tonco_pool_fund_account"
  | "tonco_pool_fund_account_payload"
  | "tonco_pool_init"
  | "tonco_pool_lock"
  | "tonco_pool_mint"
  | "tonco_pool_mint_and_refund"
  | "tonco_pool_set_fee"
  | "tonco_pool_start_burn"
  | "tonco_pool_swap"
  | "tonco_pool_unlock"
  | "tonco_position_nft_burn"
  | "tonco_position_nft_init"
  | "tonco_reset_gas"
  | "tonco_router_create_pool"
  | "tonco_router_pay_to_exit_code_201"
  | "tonco_router_pay_to_normal"
  | "tonkeeper_2fa_signed"
  | "tonkeeper_relayer_fee_forward_payload"
  | "tonstake_controller_new_stake"
  | "tonstake_controller_pool_halt"
  | "tonstake_controller_pool_send_message"
  | "tonstake_controller_pool_set_sudoer"
  | "tonstake_controller_pool_unhalt"
  | "tonstake_controller_pool_upgrade"
  | "tonstake_controller_recover_stake"
  | "tonstake_controller_return_available_funds"
  | "tonstake_controller_return_unused_loan"
  | "tonstake_controller_send_request_loan"
  | "tonstake_controller_update_validator_hash"
  | "tonstake_controller_validator_withdrawal"
  | "tonstake_controller_withdraw_validator"
  | "tonstake_imanager_operation_fee"
  | "tonstake_imanager_request_notification"
  | "tonstake_imanager_set_interest"
  | "tonstake_imanager_stats"
  | "tonstake_nft_burn"
  | "tonstake_nft_burn_notification"
  | "tonstake_nft_init"
  | "tonstake_nft_payout"
  | "tonstake_payout_mint_jettons"
  | "tonstake_pool_deploy_controller"
  | "tonstake_pool_deposit"
  | "tonstake_pool_loan_repayment"
  | "tonstake_pool_prepare_governance_migration"
  | "tonstake_pool_request_loan"
  | "tonstake_pool_set_deposit_settings"
  | "tonstake_pool_set_governance_fee"
  | "tonstake_pool_set_roles"
  | "tonstake_pool_touch"
  | "tonstake_pool_withdraw"
  | "tonstake_pool_withdrawal"
  | "top_up"
  | "top_up_channel_balance"
  | "update_pubkey"
  | "update_storage_params"
  | "vesting_add_white_list"
  | "vesting_add_white_list_response"
  | "vesting_send_message"
  | "vesting_send_message_response"
  | "w5_dns_renewal_calc_and_topup"
  | "w5_extension_action_request"
  | "w5_external_signed_request"
  | "w5_internal_signed_request"
  | "wallet_plugin_destruct"
  | "wallet_plugin_destruct_response"
  | "wallet_plugin_installation_notification"
  | "wallet_signed_v1_v2"
  | "wallet_signed_v3"
  | "wallet_signed_v4"
  | "whales_nominators_accept_stake"
  | "whales_nominators_accept_withdraws"
  | "whales_nominators_deposit"
  | "whales_nominators_force_kick"
  | "whales_nominators_send_stake"
  | "whales_nominators_stake_withdraw_completed"
  | "whales_nominators_stake_withdraw_delayed"
  | "whales_nominators_withdraw"
  | "whales_nominators_withdraw_unowned"
  | "whales_nominators_withdraw_unowned_response";

/** The name of an opcode: that of a decoded body, or another one of a newer server. */
export type DecodedOpcode = DecodedBody["@type"] | (string & {});

/** Details of an action by its type. */
export interface ActionDetailsByType {
  auction_bid: ActionDetailsAuctionBid;
  auction_outbid: ActionDetailsAuctionOutbid;
  call_contract: ActionDetailsCallContract;
  change_dns: ActionDetailsChangeDns;
  cocoon_client_change_secret_hash: ActionDetailsCocoonClientChangeSecretHash;
  cocoon_client_increase_stake: ActionDetailsCocoonClientIncreaseStake;
  cocoon_client_register: ActionDetailsCocoonClientRegister;
  cocoon_client_request_refund: ActionDetailsCocoonClientRequestRefund;
  cocoon_client_top_up: ActionDetailsCocoonClientTopUp;
  cocoon_client_withdraw: ActionDetailsCocoonClientWithdraw;
  cocoon_grant_refund: ActionDetailsCocoonGrantRefund;
  cocoon_proxy_charge: ActionDetailsCocoonProxyCharge;
  cocoon_proxy_payout: ActionDetailsCocoonProxyPayout;
  cocoon_register_proxy: ActionDetailsCocoonRegisterProxy;
  cocoon_unregister_proxy: ActionDetailsCocoonUnregisterProxy;
  cocoon_worker_payout: ActionDetailsCocoonWorkerPayout;
  coffee_create_pool: ActionDetailsCoffeeCreatePool;
  coffee_create_pool_creator: ActionDetailsCoffeeCreatePoolCreator;
  coffee_create_vault: ActionDetailsCoffeeCreateVault;
  coffee_mev_protect_hold_funds: ActionDetailsCoffeeMevProtectHoldFunds;
  coffee_staking_claim_rewards: ActionDetailsCoffeeStakingClaimRewards;
  coffee_staking_deposit: ActionDetailsCoffeeStakingDeposit;
  coffee_staking_withdraw: ActionDetailsCoffeeStakingWithdraw;
  contract_deploy: ActionDetailsContractDeploy;
  dedust_v2_claim_fees: ActionDetailsDedustV2ClaimFees;
  dedust_v2_claim_reward: ActionDetailsDedustV2ClaimReward;
  delete_dns: ActionDetailsDeleteDns;
  dex_deposit_liquidity: ActionDetailsDexDepositLiquidity;
  dex_withdraw_liquidity: ActionDetailsDexWithdrawLiquidity;
  dns_purchase: ActionDetailsDnsPurchase;
  dns_release: ActionDetailsDnsRelease;
  election_deposit: ActionDetailsElectionDeposit;
  election_recover: ActionDetailsElectionRecover;
  evaa_liquidate: ActionDetailsEvaaLiquidate;
  evaa_supply: ActionDetailsEvaaSupply;
  evaa_withdraw: ActionDetailsEvaaWithdraw;
  extra_currency_transfer: ActionDetailsCallContract | ActionDetailsTonTransfer;
  jetton_burn: ActionDetailsJettonBurn;
  jetton_mint: ActionDetailsJettonMint;
  jetton_swap: ActionDetailsToncoJettonSwap | ActionDetailsJettonSwap;
  jetton_transfer: ActionDetailsJettonTransfer;
  jvault_claim: ActionDetailsJvaultClaim;
  jvault_stake: ActionDetailsJvaultStake;
  jvault_unstake: ActionDetailsJvaultUnstake;
  jvault_unstake_request: ActionDetailsJvaultUnstakeRequest;
  layerzero_commit_packet: ActionDetailsLayerZeroCommitPacket;
  layerzero_dvn_verify: ActionDetailsLayerZeroDvnVerify;
  layerzero_receive: ActionDetailsLayerZeroReceive;
  layerzero_send: ActionDetailsLayerZeroSend;
  layerzero_send_tokens: ActionDetailsLayerZeroSendTokens;
  multisig_approve: ActionDetailsMultisigApprove;
  multisig_create_order: ActionDetailsMultisigCreateOrder;
  multisig_execute: ActionDetailsMultisigExecute;
  nft_cancel_auction: ActionDetailsNftCancelAuction;
  nft_cancel_sale: ActionDetailsNftCancelSale;
  nft_discovery: ActionDetailsNftDiscovery;
  nft_finish_auction: ActionDetailsNftFinishAuction;
  nft_mint: ActionDetailsNftMint;
  nft_purchase: ActionDetailsNftTransfer;
  nft_put_on_auction: ActionDetailsNftPutOnAuction;
  nft_put_on_sale: ActionDetailsNftPutOnSale;
  nft_transfer: ActionDetailsNftTransfer;
  nft_update_sale: ActionDetailsNftUpdateSale;
  renew_dns: ActionDetailsRenewDns;
  stake_deposit: ActionDetailsStakeDeposit;
  stake_withdrawal: ActionDetailsWithdrawStake;
  stake_withdrawal_request: ActionDetailsWithdrawStakeRequest;
  subscribe: ActionDetailsSubscribe;
  teleitem_cancel_auction: ActionDetailsNftCancelAuction;
  teleitem_start_auction: ActionDetailsNftPutOnAuction;
  tgbtc_burn: ActionDetailsTgbtcBurn;
  tgbtc_burn_fallback: ActionDetailsTgbtcBurn;
  tgbtc_dkg_log_fallback: ActionDetailsDkgLogFallback;
  tgbtc_mint: ActionDetailsTgbtcMint;
  tgbtc_mint_fallback: ActionDetailsTgbtcMint;
  tgbtc_new_key: ActionDetailsTgbtcNewKey;
  tgbtc_new_key_fallback: ActionDetailsTgbtcNewKey;
  tick_tock: ActionDetailsTickTock;
  ton_transfer: ActionDetailsTonTransfer;
  tonco_deploy_pool: ActionDetailsToncoDeployPool;
  unsubscribe: ActionDetailsUnsubscribe;
  vesting_add_whitelist: ActionDetailsVestingAddWhitelist;
  vesting_send_message: ActionDetailsVestingSendMessage;
}

/** An action of one type. */
export interface ActionOf<T extends keyof ActionDetailsByType> extends ActionFields {
  type: T;
  details: ActionDetailsByType[T];
}

/** An action of a type known today. */
export type KnownAction = { [T in keyof ActionDetailsByType]: ActionOf<T> }[keyof ActionDetailsByType];

/** An action of another type. */
export interface OtherAction extends ActionFields {
  type: OtherType;
}

/**
 * One thing that a trace did, such as a transfer or a swap. Comparing `type` narrows `details`: `if (action.type === "jetton_transfer")`.
 */
export type Action = KnownAction | OtherAction;
