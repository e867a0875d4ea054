// The database schema of the devnet: executor state and index are in one file, so that one commit closes a block and a
// kill loses nothing that a client has seen. Every table uses these forms:
//   account, source, destination  raw, upper-case hex ("0:AB…"), as in v3 responses
//   *hash, rand_seed              padded standard base64
//   shard                         upper-case hex without 0x ("8000000000000000")
//   lt                            INTEGER; lt and utime stay far below 2^53 and are read as numbers
//   amounts in nanotons           INTEGER of 64 bits; the driver gives a number, or a BigInt from 2^53 on: use String(x)
//   boc                           BLOB, a bag of one root
//   JSON columns                  TEXT in the shapes of v3 (named so in their comment)
// Tables with blobs have row ids: in a table without them, a row above a quarter of a page takes its own page.

/** Increase this number when stored databases can no longer be read. */
export const SCHEMA_VERSION = 3;

export const SCHEMA = `
CREATE TABLE meta (
  key TEXT PRIMARY KEY,           -- seed, schema, genesis_utime, world ('loading' | 'complete'), queue_seq, …
  value TEXT NOT NULL
) WITHOUT ROWID;

-- Blocks of workchain -1 (masterchain) and 0 (basechain). A masterchain block commits one or more basechain blocks.
CREATE TABLE blocks (
  workchain INTEGER NOT NULL, shard TEXT NOT NULL, seqno INTEGER NOT NULL,
  root_hash TEXT NOT NULL,        -- SHA-256 over documented fields (blocks.mjs), not a proof
  file_hash TEXT NOT NULL,
  gen_utime INTEGER NOT NULL,
  start_lt INTEGER NOT NULL,      -- a multiple of 1 000 000
  end_lt INTEGER NOT NULL,        -- above every lt in the block
  mc_seqno INTEGER NOT NULL,      -- masterchain block that committed it; its own seqno in the masterchain
  master_ref_seqno INTEGER NOT NULL, -- newest masterchain block when it was made (v3 master_ref_seqno; v2 min_ref_mc_seqno)
  prev_seqno INTEGER NOT NULL, prev_root_hash TEXT NOT NULL, prev_file_hash TEXT NOT NULL,
  prev_key_block_seqno INTEGER NOT NULL,
  key_block INTEGER NOT NULL,     -- 0 or 1; the zero state of the masterchain, and blocks that changed the configuration
  rand_seed TEXT NOT NULL,
  created_by TEXT NOT NULL,       -- 32 bytes that name no real key
  tx_count INTEGER NOT NULL,
  PRIMARY KEY (workchain, shard, seqno)
) WITHOUT ROWID;
CREATE INDEX blocks_mc ON blocks (mc_seqno, workchain, seqno);
CREATE INDEX blocks_utime ON blocks (gen_utime);
CREATE INDEX blocks_lt ON blocks (start_lt);
CREATE INDEX blocks_root ON blocks (root_hash);
CREATE INDEX blocks_file ON blocks (file_hash);

-- The shard state of each masterchain block: newest block of every shard it knows. (v2 shards, v3 masterchainBlockShardState)
CREATE TABLE shards (
  mc_seqno INTEGER NOT NULL, workchain INTEGER NOT NULL, shard TEXT NOT NULL, seqno INTEGER NOT NULL,
  PRIMARY KEY (mc_seqno, workchain, shard)
) WITHOUT ROWID;

CREATE TABLE transactions (
  id INTEGER PRIMARY KEY,         -- order of execution; breaks ties of equal lt
  hash TEXT NOT NULL,
  account TEXT NOT NULL, lt INTEGER NOT NULL, now INTEGER NOT NULL,
  workchain INTEGER NOT NULL, shard TEXT NOT NULL, seqno INTEGER NOT NULL,  -- its block
  mc_seqno INTEGER NOT NULL,
  trace_id TEXT NOT NULL,         -- hash of the first transaction of its trace
  prev_hash TEXT NOT NULL, prev_lt INTEGER NOT NULL,
  orig_status TEXT NOT NULL, end_status TEXT NOT NULL, -- nonexist, uninit, frozen, active
  total_fees INTEGER NOT NULL,
  type TEXT NOT NULL,             -- ord, tick_tock, storage
  aborted INTEGER NOT NULL, exit_code INTEGER,  -- exit_code null when the compute phase was skipped
  description TEXT NOT NULL,      -- JSON, v3 TransactionDescr
  state_before TEXT NOT NULL, state_after TEXT NOT NULL, -- account_states.hash
  in_msg TEXT,                    -- messages.hash; null for tick-tock
  out_count INTEGER NOT NULL,     -- its messages: messages.out_tx = hash, by out_index
  boc BLOB NOT NULL
);
CREATE UNIQUE INDEX transactions_hash ON transactions (hash);
CREATE UNIQUE INDEX transactions_account ON transactions (account, lt);
CREATE INDEX transactions_account_now ON transactions (account, now);
CREATE INDEX transactions_lt ON transactions (lt);
CREATE INDEX transactions_now ON transactions (now);
CREATE INDEX transactions_block ON transactions (workchain, shard, seqno, lt);
CREATE INDEX transactions_mc ON transactions (mc_seqno, lt);
CREATE INDEX transactions_trace ON transactions (trace_id, lt);

-- Every message once, whether sent, received or both.
CREATE TABLE messages (
  hash TEXT PRIMARY KEY,
  hash_norm TEXT NOT NULL,        -- external-in: TEP-467 normalized hash; else the hash
  type TEXT NOT NULL,             -- ext_in, internal, ext_out
  source TEXT, destination TEXT,  -- null: none; an external address as "ext$<bits>:<HEX>"
  extra_currencies TEXT,          -- JSON of v3, {"239":"1"}; null: none
  value INTEGER, fwd_fee INTEGER, ihr_fee INTEGER, import_fee TEXT,
  created_lt INTEGER, created_at INTEGER,  -- null for ext_in
  sort_lt INTEGER NOT NULL, sort_utime INTEGER NOT NULL, -- those of the message; for ext_in of its transaction
  bounce INTEGER, bounced INTEGER, ihr_disabled INTEGER, extra_flags INTEGER,
  opcode TEXT,                    -- "0x" and 8 lower-case digits; null when the body has under 32 bits
  body_hash TEXT NOT NULL, body BLOB NOT NULL,
  init_hash TEXT, init BLOB,      -- StateInit
  decoded TEXT,                   -- JSON of a known body: {"@type":"text_comment","comment":…}; else null
  in_tx TEXT,                     -- transaction that received it; null while it is on its way, and for ext_out
  out_tx TEXT, out_index INTEGER, -- transaction that sent it, and its index there; null for ext_in
  trace_id TEXT NOT NULL,
  boc BLOB NOT NULL
);
CREATE INDEX messages_norm ON messages (hash_norm);
CREATE INDEX messages_body ON messages (body_hash);
CREATE INDEX messages_source ON messages (source, sort_lt);
CREATE INDEX messages_destination ON messages (destination, sort_lt);
CREATE INDEX messages_opcode ON messages (opcode, sort_lt);
CREATE INDEX messages_lt ON messages (sort_lt);
CREATE INDEX messages_utime ON messages (sort_utime);
CREATE INDEX messages_in_tx ON messages (in_tx);
CREATE INDEX messages_out_tx ON messages (out_tx, out_index);
CREATE INDEX messages_trace ON messages (trace_id);

-- Every state an account ever had; the hash is that of its Account cell, as in a transaction's state_update.
CREATE TABLE account_states (
  hash TEXT PRIMARY KEY,
  account TEXT,                   -- null in the one row of "no account"
  balance INTEGER NOT NULL, status TEXT NOT NULL,
  extra_currencies TEXT,          -- JSON of v3; null: none
  frozen_hash TEXT, code_hash TEXT, data_hash TEXT,
  boc BLOB                        -- Account cell (code and data inside); null in the row of "no account"
);

-- The newest state of every account that ever had one.
CREATE TABLE accounts (
  account TEXT PRIMARY KEY, workchain INTEGER NOT NULL,
  balance INTEGER NOT NULL, status TEXT NOT NULL,
  state_hash TEXT NOT NULL, frozen_hash TEXT, code_hash TEXT, data_hash TEXT,
  last_tx_hash TEXT, last_tx_lt INTEGER NOT NULL,  -- null and 0 before the first transaction (genesis)
  last_tx_now INTEGER NOT NULL,
  tx_count INTEGER NOT NULL,
  genesis_balance INTEGER NOT NULL, -- what the zero state gave it; all else came by messages
  wallet TEXT,                    -- "wallet v5 r1"…, by code hash; null: not a known wallet
  shard_account BLOB NOT NULL     -- ShardAccount cell: what the executor goes on with
);
CREATE INDEX accounts_balance ON accounts (balance);
CREATE INDEX accounts_code ON accounts (code_hash);

CREATE TABLE traces (
  trace_id TEXT PRIMARY KEY,      -- hash of its first transaction
  external_hash TEXT, external_hash_norm TEXT, -- of the ext_in that began it; null for tick-tock
  state TEXT NOT NULL,            -- pending (messages on their way), complete
  start_lt INTEGER NOT NULL, end_lt INTEGER NOT NULL, start_utime INTEGER NOT NULL, end_utime INTEGER NOT NULL,
  mc_seqno_start INTEGER NOT NULL, mc_seqno_end INTEGER NOT NULL,
  tx_count INTEGER NOT NULL, msg_count INTEGER NOT NULL, pending_messages INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX traces_start ON traces (start_lt);
CREATE INDEX traces_end ON traces (end_lt);
CREATE INDEX traces_end_utime ON traces (end_utime);
CREATE INDEX traces_external ON traces (external_hash);
CREATE INDEX traces_external_norm ON traces (external_hash_norm);
CREATE INDEX traces_state ON traces (state);

CREATE TABLE actions (
  action_id TEXT PRIMARY KEY,     -- SHA-256 of trace id, type and transactions
  trace_id TEXT NOT NULL,
  type TEXT NOT NULL,             -- ton_transfer, contract_deploy, jetton_transfer, …
  success INTEGER NOT NULL,
  start_lt INTEGER NOT NULL, end_lt INTEGER NOT NULL, start_utime INTEGER NOT NULL, end_utime INTEGER NOT NULL,
  mc_seqno INTEGER NOT NULL,      -- of its last transaction
  details TEXT NOT NULL,          -- JSON, v3 action details of the type
  accounts TEXT NOT NULL,         -- JSON list
  transactions TEXT NOT NULL      -- JSON list of hashes
);
CREATE INDEX actions_trace ON actions (trace_id);
CREATE INDEX actions_end ON actions (end_lt);
CREATE INDEX actions_end_utime ON actions (end_utime);
CREATE INDEX actions_mc ON actions (mc_seqno);
CREATE TABLE action_accounts (
  account TEXT NOT NULL, end_lt INTEGER NOT NULL, action_id TEXT NOT NULL,
  PRIMARY KEY (account, end_lt, action_id)
) WITHOUT ROWID;

-- What contracts say of themselves by their get-methods (kinds/), a row for each kind that an account is of.
CREATE TABLE contracts (
  id INTEGER PRIMARY KEY,         -- order in which they were first seen
  account TEXT NOT NULL,
  kind TEXT NOT NULL,             -- jetton_master, nft_item, …
  owner TEXT, parent TEXT,        -- owner, admin or seller; the jetton of a wallet, the collection of an item, the item of a sale
  amount TEXT,                    -- balance of a wallet or index of an item as 78 decimal digits, so that texts compare as numbers do
  details TEXT NOT NULL           -- JSON in the shape of v3, without the fields that every account has
);
CREATE UNIQUE INDEX contracts_account ON contracts (account, kind);
CREATE INDEX contracts_owner ON contracts (kind, owner);
CREATE INDEX contracts_parent ON contracts (kind, parent);
CREATE INDEX contracts_amount ON contracts (kind, amount);
CREATE INDEX dns_domain ON contracts (json_extract(details, '$.domain')) WHERE kind = 'dns';
CREATE INDEX dns_wallet ON contracts (json_extract(details, '$.dns_wallet')) WHERE kind = 'dns';
CREATE INDEX dns_bidder ON contracts (json_extract(details, '$.max_bid_address'), json_extract(details, '$.auction_end_time'), account) WHERE kind = 'dns';

-- Transfers and burns of tokens: the transactions of their contracts that received such a message.
CREATE TABLE token_events (
  tx_hash TEXT NOT NULL,
  kind TEXT NOT NULL,             -- jetton_transfer, jetton_burn, nft_transfer
  token TEXT NOT NULL,            -- account of the transaction
  parent TEXT,                    -- the jetton, the collection
  source TEXT, destination TEXT,  -- owners
  lt INTEGER NOT NULL, now INTEGER NOT NULL, aborted INTEGER NOT NULL,
  trace_id TEXT NOT NULL,
  details TEXT NOT NULL,          -- JSON, the fields of v3 that come from the message
  PRIMARY KEY (tx_hash, kind)
);
CREATE INDEX token_events_lt ON token_events (kind, lt);
CREATE INDEX token_events_now ON token_events (kind, now);
CREATE INDEX token_events_token ON token_events (token, lt);
CREATE INDEX token_events_parent ON token_events (parent, lt);

-- What happened to the coins of nominators and validators in a nominator pool; a transaction may have several.
CREATE TABLE pool_events (
  tx_hash TEXT NOT NULL,
  side TEXT NOT NULL,             -- nominator, validator
  event_index INTEGER NOT NULL,   -- order within the transaction
  pool TEXT NOT NULL,
  account TEXT NOT NULL,          -- of the nominator or validator
  type TEXT NOT NULL,             -- deposit, withdrawal, withdrawal_request, reward, penalty, pending_deposit_activation
  lt INTEGER NOT NULL, now INTEGER NOT NULL,
  details TEXT NOT NULL,          -- JSON, the other fields of v3
  PRIMARY KEY (tx_hash, side, event_index)
) WITHOUT ROWID;
CREATE INDEX pool_events_pool ON pool_events (side, pool, now, lt);
CREATE INDEX pool_events_account ON pool_events (side, account, now, lt);

-- The public libraries of the masterchain, by the accounts that publish them.
CREATE TABLE libraries (
  account TEXT NOT NULL,
  hash TEXT NOT NULL,             -- of the cell
  boc BLOB NOT NULL,
  PRIMARY KEY (account, hash)
);
CREATE INDEX libraries_hash ON libraries (hash);

-- What the elector says of elections, by its get-methods after each round that changed it. Stakes in nanotons.
CREATE TABLE validator_elections (
  election_id INTEGER PRIMARY KEY, -- utime for which it elects
  elect_close INTEGER NOT NULL, min_stake INTEGER NOT NULL, total_stake INTEGER NOT NULL,
  failed INTEGER NOT NULL, finished INTEGER NOT NULL
);
CREATE TABLE validator_participants (
  election_id INTEGER NOT NULL, pubkey TEXT NOT NULL, -- keys and ADNL addresses in upper-case hex
  stake INTEGER NOT NULL, max_factor INTEGER NOT NULL, stake_holder TEXT NOT NULL, adnl TEXT NOT NULL,
  PRIMARY KEY (election_id, pubkey)
) WITHOUT ROWID;

-- Validator sets of the configuration, as key blocks showed them in the parameters 32, 34 and 36.
CREATE TABLE validator_cycles (
  cycle_start INTEGER PRIMARY KEY, cycle_end INTEGER NOT NULL,
  election_id INTEGER,            -- null: no election that the elector knew
  total INTEGER NOT NULL, main INTEGER NOT NULL, total_weight TEXT NOT NULL, total_stake INTEGER,
  limits TEXT NOT NULL            -- JSON in the shape of v3: parameters 15, 16 and 17
);
CREATE TABLE validator_members (
  cycle_start INTEGER NOT NULL, validator_index INTEGER NOT NULL,
  pubkey TEXT NOT NULL, adnl TEXT NOT NULL, weight TEXT NOT NULL, stake INTEGER,
  PRIMARY KEY (cycle_start, validator_index)
) WITHOUT ROWID;
CREATE TABLE validator_complaints (
  election_id INTEGER NOT NULL, hash TEXT NOT NULL, pubkey TEXT NOT NULL, adnl TEXT, created_at INTEGER NOT NULL,
  details TEXT NOT NULL,          -- JSON in the shape of v3, without the fields that other tables have
  PRIMARY KEY (election_id, hash)
) WITHOUT ROWID;

-- Stakes that the elector took, refused or paid back: its transactions, or those of the wallets that it paid.
CREATE TABLE validator_events (
  tx_hash TEXT PRIMARY KEY, lt INTEGER NOT NULL, now INTEGER NOT NULL,
  type TEXT NOT NULL,             -- stake_accepted, stake_rejected, stake_recovered
  stake_holder TEXT NOT NULL, pubkey TEXT, adnl TEXT,
  details TEXT NOT NULL           -- JSON in the shape of v3
);
CREATE INDEX validator_events_now ON validator_events (now, lt);

-- Internal messages on their way, in the order they will be delivered. Their rows are in messages, too.
CREATE TABLE queue (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL, destination TEXT NOT NULL, workchain INTEGER NOT NULL, trace_id TEXT NOT NULL, boc BLOB NOT NULL
);

-- External messages that were accepted by sendBoc and wait for the next block.
CREATE TABLE mempool (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE, hash_norm TEXT NOT NULL, destination TEXT NOT NULL, received_at INTEGER NOT NULL, boc BLOB NOT NULL
);
CREATE INDEX mempool_norm ON mempool (hash_norm);
CREATE INDEX mempool_destination ON mempool (destination);
`;
