//! Types about blocks.

#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::object;
use crate::types::wire::rows;

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![MasterchainInfo, Block, BlockId, BlocksResponse];

object!(
    /// Response of `/masterchainInfo`.
    pub struct MasterchainInfo {
        /// Newest masterchain block.
        pub last: Option<Block>,
        /// Oldest block that the service has.
        pub first: Option<Block>,
    }
);

object!(
    /// A block.
    pub struct Block {
        /// Workchain: -1 masterchain, 0 basechain.
        pub workchain: i64,
        /// Shard. Upper-case hex without `0x`; leading zeros are not padded.
        pub shard: String,
        /// Sequence number.
        pub seqno: i64,
        /// Hash of the block's root cell, in base64.
        pub root_hash: String,
        /// Hash of the block's file, in base64.
        pub file_hash: String,
        /// Id of the network: -239 mainnet, -3 testnet.
        pub global_id: i64,
        /// Version.
        pub version: i64,
        /// Whether the block follows a merge of two shards.
        pub after_merge: bool,
        /// Whether the shard splits after this block.
        pub before_split: bool,
        /// Whether the block follows a split of its shard.
        pub after_split: bool,
        /// Whether the shard wants to merge.
        pub want_merge: bool,
        /// Whether the shard wants to split.
        pub want_split: bool,
        /// Whether the block is a key block.
        pub key_block: bool,
        /// Whether the vertical seqno grew.
        pub vert_seqno_incr: bool,
        /// Flags.
        pub flags: i64,
        /// Time of the block, in Unix seconds, as decimal text.
        pub gen_utime: String,
        /// First logical time, as decimal text.
        pub start_lt: String,
        /// Last logical time, as decimal text.
        pub end_lt: String,
        /// Short hash of the validator set. Signed, may be negative.
        pub validator_list_hash_short: i64,
        /// Sequence number of the validators' catchain.
        pub gen_catchain_seqno: i64,
        /// Smallest seqno of a masterchain block that the block refers to.
        pub min_ref_mc_seqno: i64,
        /// Seqno of the previous key block.
        pub prev_key_block_seqno: i64,
        /// Vertical seqno.
        pub vert_seqno: i64,
        /// Seqno of the masterchain block that the block refers to.
        pub master_ref_seqno: i64,
        /// Random seed of the block, in base64.
        pub rand_seed: String,
        /// Public key of the validator that made the block, in base64.
        pub created_by: String,
        /// Number of transactions.
        pub tx_count: i64,
        /// Masterchain block that includes the block.
        pub masterchain_block_ref: BlockId,
        /// Previous blocks: one, or two after a merge.
        pub prev_blocks: Option<Vec<BlockId>>,
    }
);

object!(
    /// Id of a block.
    pub struct BlockId {
        /// Workchain: -1 masterchain, 0 basechain.
        pub workchain: i64,
        /// Shard. Upper-case hex without `0x`; leading zeros are not padded.
        pub shard: String,
        /// Sequence number.
        pub seqno: i64,
    }
);

object!(
    /// Response of `/blocks`, `/masterchainBlockShardState`, `/masterchainBlockShards`.
    pub struct BlocksResponse {
        /// Blocks.
        #[serde(deserialize_with = "rows")]
        pub blocks: Vec<Block>,
    }
);
