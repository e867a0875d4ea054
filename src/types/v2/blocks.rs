//! Types about blocks.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;
#[cfg(feature = "schema")]
use ts_rs::TS;

#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::{object, tagged};

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![
    TonBlockIdExt,
    BlockSignature,
    ShardBlockLink,
    BlockLinkBack,
    OutMsgQueueSize,
    MasterchainInfo,
    BlockSignatures,
    BlockSignaturesSimplex,
    MasterchainBlockSignatures,
    ShardBlockProof,
    ConsensusBlock,
    LookupBlock,
    Shards,
    BlockHeader,
    OutMsgQueueSizes
];

object!(
    /// Id of a block with its hashes. Result of `/lookupBlock`.
    pub struct TonBlockIdExt {
        /// Tag of the type, `ton.blockIdExt`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Workchain: -1 masterchain, 0 basechain.
        pub workchain: i64,
        /// Shard, as signed 64-bit decimal text.
        pub shard: String,
        /// Sequence number.
        pub seqno: i64,
        /// Hash of the block's root cell, in base64.
        pub root_hash: String,
        /// Hash of the block's file, in base64.
        pub file_hash: String,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// Signature of a validator.
    pub struct BlockSignature {
        /// Tag of the type, `blocks.signature`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Short id of the validator's node, in base64.
        pub node_id_short: String,
        /// Signature, in base64.
        pub signature: String,
    }
);

object!(
    /// Link of a proof from shard to masterchain.
    pub struct ShardBlockLink {
        /// Tag of the type, `blocks.shardBlockLink`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Id.
        pub id: TonBlockIdExt,
        /// Proof: a bag of cells in base64.
        pub proof: String,
    }
);

object!(
    /// Link of a proof to an older block.
    pub struct BlockLinkBack {
        /// Tag of the type, `blocks.blockLinkBack`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Whether the link goes to a key block.
        pub to_key_block: bool,
        /// The block at which the link begins.
        pub from: TonBlockIdExt,
        /// The block at which the link ends.
        pub to: TonBlockIdExt,
        /// Proof of the destination block, in base64.
        pub dest_proof: String,
        /// Proof: a bag of cells in base64.
        pub proof: String,
        /// Proof of the state, in base64.
        pub state_proof: String,
    }
);

object!(
    /// Size of a shard's queue of outgoing messages.
    pub struct OutMsgQueueSize {
        /// Tag of the type, `blocks.outMsgQueueSize`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Id.
        pub id: TonBlockIdExt,
        /// Number of messages.
        pub size: i64,
    }
);

object!(
    /// Result of `/getMasterchainInfo`.
    pub struct MasterchainInfo {
        /// Tag of the type, `blocks.masterchainInfo`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Newest masterchain block.
        pub last: TonBlockIdExt,
        /// Hash of the masterchain's state, in base64.
        pub state_root_hash: String,
        /// First block of the chain.
        pub init: TonBlockIdExt,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// Signatures of the catchain consensus.
    pub struct BlockSignatures {
        /// Tag of the type, `blocks.blockSignatures`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"blocks.blockSignatures\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Id.
        pub id: TonBlockIdExt,
        /// Signatures.
        pub signatures: Vec<BlockSignature>,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// Signatures of the new consensus (2026).
    pub struct BlockSignaturesSimplex {
        /// Tag of the type, `blocks.blockSignatures.simplex`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"blocks.blockSignatures.simplex\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Id.
        pub id: TonBlockIdExt,
        /// Signatures.
        pub signatures: Vec<BlockSignature>,
        /// Id of the consensus session, in base64.
        pub session_id: String,
        /// Slot of the consensus.
        pub slot: i64,
        /// Block candidate that was signed, in base64.
        pub candidate: String,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

tagged! {
    /// Result of `/getMasterchainBlockSignatures`.
    MasterchainBlockSignatures by "@type" {
        "blocks.blockSignatures" => BlockSignatures(BlockSignatures),
        "blocks.blockSignatures.simplex" => BlockSignaturesSimplex(BlockSignaturesSimplex),
    }
}

object!(
    /// Result of `/getShardBlockProof`.
    pub struct ShardBlockProof {
        /// Tag of the type, `blocks.shardBlockProof`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// The block at which the link begins.
        pub from: TonBlockIdExt,
        /// Masterchain block at which the proof starts.
        pub mc_id: TonBlockIdExt,
        /// Links of the proof.
        pub links: Vec<ShardBlockLink>,
        /// Links between masterchain blocks.
        pub mc_proof: Vec<BlockLinkBack>,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// Result of `/getConsensusBlock`.
    pub struct ConsensusBlock {
        /// Tag of the type, `ext.blocks.consensusBlock`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Seqno of the newest masterchain block that enough nodes have.
        pub consensus_block: i64,
        /// Time, in Unix seconds.
        #[ts(type = "number")]
        pub timestamp: Number,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

/// Another name of [`TonBlockIdExt`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(transparent)]
pub struct LookupBlock(pub TonBlockIdExt);

object!(
    /// Result of `/getShards`.
    pub struct Shards {
        /// Tag of the type, `blocks.shards`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Shards.
        pub shards: Vec<TonBlockIdExt>,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// Result of `/getBlockHeader`.
    pub struct BlockHeader {
        /// Tag of the type, `blocks.header`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Id of the block.
        pub id: TonBlockIdExt,
        /// Id of the network: -239 mainnet, -3 testnet.
        pub global_id: i64,
        /// Version.
        pub version: i64,
        /// Whether the block follows a merge of two shards.
        pub after_merge: bool,
        /// Whether the block follows a split of its shard.
        pub after_split: bool,
        /// Whether the shard splits after this block.
        pub before_split: bool,
        /// Whether the shard wants to merge.
        pub want_merge: bool,
        /// Whether the shard wants to split.
        pub want_split: bool,
        /// Short hash of the validator set.
        pub validator_list_hash_short: i64,
        /// Sequence number of the validators' catchain.
        pub catchain_seqno: i64,
        /// Smallest seqno of a masterchain block that the block refers to.
        pub min_ref_mc_seqno: i64,
        /// Whether the block is a key block.
        pub is_key_block: bool,
        /// Seqno of the previous key block.
        pub prev_key_block_seqno: i64,
        /// First logical time, as decimal text.
        pub start_lt: String,
        /// Last logical time, as decimal text.
        pub end_lt: String,
        /// Time of the block, in Unix seconds.
        pub gen_utime: i64,
        /// Previous blocks: one, or two after a merge.
        pub prev_blocks: Vec<TonBlockIdExt>,
        /// Flags.
        #[optional]
        pub flags: Option<i64>,
        /// Vertical seqno.
        #[optional]
        pub vert_seqno: Option<i64>,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// Result of `/getOutMsgQueueSize`.
    pub struct OutMsgQueueSizes {
        /// Tag of the type, `blocks.outMsgQueueSizes`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Shards.
        pub shards: Vec<OutMsgQueueSize>,
        /// Maximum number of messages in the queue of external messages.
        pub ext_msg_queue_size_limit: i64,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);
