//! Requests of v2. Generated from the endpoint table by `cargo xtask generate`; do not edit.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use ts_rs::TS;

use super::Request;
use crate::endpoint::{Generation, Verb};
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::v2::*;
use crate::types::wire::{Integer, Object, Scalar};

/// The types of this file.
#[cfg(feature = "schema")]
pub(in crate::types) const TYPES: &[Type] = types![
    GetAddressInformationRequest,
    GetExtendedAddressInformationRequest,
    GetWalletInformationRequest,
    GetAddressBalanceRequest,
    GetAddressStateRequest,
    GetTokenDataRequest,
    GetShardAccountCellRequest,
    DnsResolveRequest,
    GetMasterchainInfoRequest,
    GetMasterchainBlockSignaturesRequest,
    GetShardBlockProofRequest,
    GetConsensusBlockRequest,
    LookupBlockRequest,
    GetShardsRequest,
    GetBlockHeaderRequest,
    GetOutMsgQueueSizeRequest,
    GetBlockTransactionsRequest,
    GetBlockTransactionsExtRequest,
    GetTransactionsRequest,
    GetTransactionsStdRequest,
    TryLocateTxRequest,
    TryLocateResultTxRequest,
    TryLocateSourceTxRequest,
    SendBocRequest,
    SendBocReturnHashRequest,
    SendBocReturnHashNoErrorRequest,
    EstimateFeeRequest,
    RunGetMethodRequest,
    RunGetMethodStdRequest,
    DetectAddressRequest,
    DetectHashRequest,
    PackAddressRequest,
    UnpackAddressRequest,
    GetConfigParamRequest,
    GetConfigAllRequest,
    GetLibrariesRequest,
    JsonRPCRequest
];

/// Parameters of `/api/v2/getAddressInformation`.
///
/// State of one account as the node stores it: balance, code, data, last transaction, status.
///
/// - Python: invalid address -> 416
/// - Python result carries "@extra" inside result and no suspended
/// - Python: balance is JSON number 0 when the node reports a negative balance (account never seen; recorded)
///
/// `GET /api/v2/getAddressInformation`, Accounts: "Address information". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetAddressInformationRequest {
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
    /// Masterchain height to read the state at; newest when absent.
    /// Whole number of 32 bits, at least 1.
    /// Servers: C++ requires at least 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("minimum" = 1)))]
    pub seqno: Option<i32>,
}

impl Request for GetAddressInformationRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getAddressInformation");
    type Response = AddressInformation;
}

/// Parameters of `/api/v2/getExtendedAddressInformation`.
///
/// Like getAddressInformation, with the contract data parsed for the few wallet kinds that the node library
/// knows.
///
/// - C++ does not range-check seqno on this method
/// - in Python, int64 fields of account_state are strings
///
/// `GET /api/v2/getExtendedAddressInformation`, Accounts: "Extended address information". TON Center's
/// documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetExtendedAddressInformationRequest {
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
    /// Masterchain height to read the state at; newest when absent.
    /// Whole number of 32 bits.
    /// Servers: no range check in C++ on this method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    pub seqno: Option<i32>,
}

impl Request for GetExtendedAddressInformationRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getExtendedAddressInformation");
    type Response = ExtendedAddressInformation;
}

/// Parameters of `/api/v2/getWalletInformation`.
///
/// Whether the account is a known wallet and, if so, its version, seqno and wallet id.
///
/// - Python wallet set includes nominator pool v1, C++ includes wallet v5 beta
/// - Python balance may be number 0
///
/// `GET /api/v2/getWalletInformation`, Accounts: "Wallet information". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetWalletInformationRequest {
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
    /// Masterchain height to read the state at; newest when absent.
    /// Whole number of 32 bits, at least 1.
    /// Servers: C++ requires at least 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("minimum" = 1)))]
    pub seqno: Option<i32>,
}

impl Request for GetWalletInformationRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getWalletInformation");
    type Response = WalletInformation;
}

/// Parameters of `/api/v2/getAddressBalance`.
///
/// Balance of one account in nanotons, as text.
///
/// - Python returns the JSON number 0 instead of text when the node reports a negative balance (account never
///   seen)
///
/// `GET /api/v2/getAddressBalance`, Accounts: "Address balance". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetAddressBalanceRequest {
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
    /// Masterchain height to read the state at; newest when absent.
    /// Whole number of 32 bits, at least 1.
    /// Servers: C++ requires at least 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("minimum" = 1)))]
    pub seqno: Option<i32>,
}

impl Request for GetAddressBalanceRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getAddressBalance");
    type Response = Integer;
}

/// Parameters of `/api/v2/getAddressState`.
///
/// Status word of one account.
///
/// - docs prose says "uninit"; the wire value is "uninitialized" in both variants
///
/// `GET /api/v2/getAddressState`, Accounts: "Address state". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetAddressStateRequest {
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
    /// Masterchain height to read the state at; newest when absent.
    /// Whole number of 32 bits, at least 1.
    /// Servers: C++ requires at least 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("minimum" = 1)))]
    pub seqno: Option<i32>,
}

impl Request for GetAddressStateRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getAddressState");
    type Response = AccountStateEnum;
}

/// Parameters of `/api/v2/getTokenData`.
///
/// Parsed contents of a jetton master, jetton wallet, NFT collection or NFT item.
///
/// - Python emits big integers as JSON numbers
///
/// `GET /api/v2/getTokenData`, Accounts: "Token data". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetTokenDataRequest {
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
    /// Masterchain height.
    /// Whole number of 32 bits, at least 1.
    /// Servers: C++ requires at least 1; neither the published OpenAPI nor Python has it.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("minimum" = 1)))]
    pub seqno: Option<i32>,
}

impl Request for GetTokenDataRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getTokenData");
    type Response = TokenData;
}

/// Parameters of `/api/v2/getShardAccountCell`.
///
/// State of one account as a cell of the TL-B type ShardAccount, for tools that run contracts themselves.
///
/// - beyond the specification: servers in C++ have it, other servers of this interface need not
/// - absent from Python
/// - an account that never existed has a cell, too: account_none, and zeros for its last transaction
///
/// `GET /api/v2/getShardAccountCell`, Accounts: "Shard account cell". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetShardAccountCellRequest {
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
    /// Masterchain height to read the state at; newest when absent.
    /// Whole number of 32 bits, at least 1.
    /// Servers: C++ requires at least 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("minimum" = 1)))]
    pub seqno: Option<i32>,
}

impl Request for GetShardAccountCellRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getShardAccountCell");
    type Response = TvmCell;
}

/// Parameters of `/api/v2/dnsResolve`.
///
/// Records of a name, read by the get-method dnsresolve of DNS contracts.
///
/// - beyond the specification: servers in C++ have it, other servers of this interface need not
/// - absent from Python
/// - servers in C++ of July 2026 and before take address, name, category and ttl, newer ones domain and
///   resolver_address
/// - Exactly one of `address` and `domain`.
/// - `resolver_address` only with `domain`.
/// - `name` only with `address`.
/// - `category` only with `address`.
/// - `ttl` only with `address`.
///
/// `GET /api/v2/dnsResolve`, Accounts: "DNS records of a name". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DnsResolveRequest {
    /// Name, such as foundation.ton; below resolver_address if that is set.
    /// Text.
    /// Servers: newer servers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub domain: Option<String>,
    /// DNS contract where the search starts; the root of the network when absent.
    /// Account, friendly or raw form.
    /// Servers: newer servers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub resolver_address: Option<String>,
    /// DNS contract: a resolver, or the NFT of a domain.
    /// Account, friendly or raw form.
    /// Servers: older servers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub address: Option<String>,
    /// Name below that contract, such as foundation.ton below the root; empty: the contract's own.
    /// Text.
    /// Default `""`.
    /// Servers: older servers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("default" = "")))]
    pub name: Option<String>,
    /// Category of the records.
    /// Text.
    /// Servers: older servers; they ignore it and request all categories.
    /// The service ignores it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub category: Option<String>,
    /// How many next resolvers to follow; with 0 the record of the next resolver itself is the result.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    /// Servers: older servers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub ttl: Option<i32>,
    /// Masterchain height to read the state at; newest when absent.
    /// Whole number of 32 bits, at least 1.
    /// Servers: C++ requires at least 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("minimum" = 1)))]
    pub seqno: Option<i32>,
}

impl Request for DnsResolveRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/dnsResolve");
    type Response = DnsResolved;
}

/// Parameters of `/api/v2/getMasterchainInfo`.
///
/// Newest masterchain block and the zero state.
///
/// `GET /api/v2/getMasterchainInfo`, Blocks: "Masterchain info". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(type = "Record<string, never>"))]
pub struct GetMasterchainInfoRequest {}

impl Request for GetMasterchainInfoRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getMasterchainInfo");
    type Response = MasterchainInfo;
}

/// Parameters of `/api/v2/getMasterchainBlockSignatures`.
///
/// Validator signatures under one masterchain block.
///
/// - C++: a missing seqno is 0 and fails with "seqno should be positive"
///
/// `GET /api/v2/getMasterchainBlockSignatures`, Blocks: "Masterchain block signatures". TON Center's
/// documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetMasterchainBlockSignaturesRequest {
    /// Masterchain block height.
    /// Whole number of 32 bits, at least 1.
    /// Required.
    /// Servers: C++ requires at least 1.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(extend("minimum" = 1)))]
    pub seqno: i32,
}

impl Request for GetMasterchainBlockSignaturesRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getMasterchainBlockSignatures");
    type Response = MasterchainBlockSignatures;
}

/// Parameters of `/api/v2/getShardBlockProof`.
///
/// Proof chain that ties a shard block to the masterchain.
///
/// `GET /api/v2/getShardBlockProof`, Blocks: "Shard block proof". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetShardBlockProofRequest {
    /// Workchain id (-1 masterchain, 0 basechain).
    /// Whole number of 32 bits.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub workchain: i32,
    /// Shard prefix as signed decimal; send as string (exceeds JS safe integers).
    /// Shard as a signed decimal of 64 bits.
    /// Required.
    /// Servers: signed 64-bit decimal; whole-workchain shard is -9223372036854775808.
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    pub shard: String,
    /// Block height inside that shard.
    /// Whole number of 32 bits, at least 1.
    /// Required.
    /// Servers: C++ requires at least 1.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(extend("minimum" = 1)))]
    pub seqno: i32,
    /// Masterchain height the proof starts from; newest masterchain block when absent.
    /// Whole number of 32 bits, at least 0.
    /// Servers: C++ requires at least 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("minimum" = 0)))]
    pub from_seqno: Option<i32>,
}

impl Request for GetShardBlockProofRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getShardBlockProof");
    type Response = ShardBlockProof;
}

/// Parameters of `/api/v2/getConsensusBlock`.
///
/// Highest masterchain block most liteservers agree on, with a clock reading.
///
/// - Python: {consensus_block:int, timestamp:float}, no @type
///
/// `GET /api/v2/getConsensusBlock`, Blocks: "Consensus block". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(type = "Record<string, never>"))]
pub struct GetConsensusBlockRequest {}

impl Request for GetConsensusBlockRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getConsensusBlock");
    type Response = ConsensusBlock;
}

/// Parameters of `/api/v2/lookupBlock`.
///
/// Full block id from a height, a logical time or a unix time.
///
/// - Exactly one of `seqno`, `lt` and `unixtime`.
///
/// `GET /api/v2/lookupBlock`, Blocks: "Look up a block". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LookupBlockRequest {
    /// Workchain id (-1 masterchain, 0 basechain).
    /// Whole number of 32 bits.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub workchain: i32,
    /// Shard prefix as signed decimal; send as string (exceeds JS safe integers).
    /// Shard as a signed decimal of 64 bits.
    /// Required.
    /// Servers: signed 64-bit decimal; whole-workchain shard is -9223372036854775808.
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    pub shard: String,
    /// Find by height.
    /// Whole number of 32 bits, at least 1.
    /// Servers: C++ requires at least 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("minimum" = 1)))]
    pub seqno: Option<i32>,
    /// Find by logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    /// Servers: C++ requires at least 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub lt: Option<String>,
    /// Find by unix time.
    /// Unix seconds.
    /// Servers: C++ requires at least 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub unixtime: Option<u32>,
}

impl Request for LookupBlockRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/lookupBlock");
    type Response = TonBlockIdExt;
}

/// Parameters of `/api/v2/getShards`.
///
/// Newest block of every shard as of one masterchain block.
///
/// - REST and JSON-RPC alias: shards
/// - Python only has the name "shards" (REST and JSON-RPC); C++ serves both getShards and shards. @ton/ton
///   and tonweb call "shards".
///
/// `GET /api/v2/getShards`, Blocks: "Shards". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetShardsRequest {
    /// Masterchain block height.
    /// Whole number of 32 bits, at least 1.
    /// Required.
    /// Servers: C++ requires at least 1.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(extend("minimum" = 1)))]
    pub seqno: i32,
}

impl Request for GetShardsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getShards");
    type Response = Shards;
}

/// Parameters of `/api/v2/getBlockHeader`.
///
/// Header fields of one block.
///
/// - `root_hash` and `file_hash` only together (otherwise without effect).
///
/// `GET /api/v2/getBlockHeader`, Blocks: "Block header". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetBlockHeaderRequest {
    /// Workchain id (-1 masterchain, 0 basechain).
    /// Whole number of 32 bits.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub workchain: i32,
    /// Shard prefix as signed decimal; send as string (exceeds JS safe integers).
    /// Shard as a signed decimal of 64 bits.
    /// Required.
    /// Servers: signed 64-bit decimal; whole-workchain shard is -9223372036854775808.
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    pub shard: String,
    /// Block height inside that shard.
    /// Whole number of 32 bits, at least 1.
    /// Required.
    /// Servers: C++ requires at least 1.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(extend("minimum" = 1)))]
    pub seqno: i32,
    /// Block root hash.
    /// 32 bytes as hex, base64 or base64url.
    /// Servers: used only when both root_hash and file_hash are set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub root_hash: Option<String>,
    /// Block file hash.
    /// 32 bytes as hex, base64 or base64url.
    /// Servers: used only when both root_hash and file_hash are set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub file_hash: Option<String>,
}

impl Request for GetBlockHeaderRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getBlockHeader");
    type Response = BlockHeader;
}

/// Parameters of `/api/v2/getOutMsgQueueSize`.
///
/// Length of the outgoing message queue per shard, with the limit.
///
/// - absent from Python
///
/// `GET /api/v2/getOutMsgQueueSize`, Blocks: "Outbound message queue size". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(type = "Record<string, never>"))]
pub struct GetOutMsgQueueSizeRequest {}

impl Request for GetOutMsgQueueSizeRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getOutMsgQueueSize");
    type Response = OutMsgQueueSizes;
}

/// Parameters of `/api/v2/getBlockTransactions`.
///
/// Ids of the transactions in one block, in pages.
///
/// - Python: req_count echoes count, no upper bound
/// - `root_hash` and `file_hash` only together (otherwise without effect).
/// - `after_lt` and `after_hash` only together.
///
/// Pages have 40 rows by default, at most 10000; `after_lt` and `after_hash` request the next page.
/// `paginate` reads all pages.
///
/// `GET /api/v2/getBlockTransactions`, Transactions: "Transactions of a block". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetBlockTransactionsRequest {
    /// Workchain id (-1 masterchain, 0 basechain).
    /// Whole number of 32 bits.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub workchain: i32,
    /// Shard prefix as signed decimal; send as string (exceeds JS safe integers).
    /// Shard as a signed decimal of 64 bits.
    /// Required.
    /// Servers: signed 64-bit decimal; whole-workchain shard is -9223372036854775808.
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    pub shard: String,
    /// Block height inside that shard.
    /// Whole number of 32 bits, at least 1.
    /// Required.
    /// Servers: C++ requires at least 1.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(extend("minimum" = 1)))]
    pub seqno: i32,
    /// Block root hash.
    /// 32 bytes as hex, base64 or base64url.
    /// Servers: used only when both root_hash and file_hash are set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub root_hash: Option<String>,
    /// Block file hash.
    /// 32 bytes as hex, base64 or base64url.
    /// Servers: used only when both root_hash and file_hash are set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub file_hash: Option<String>,
    /// Cursor: lt of the last item seen.
    /// Logical time, decimal text, 0 to 2^63-1.
    /// Servers: C++ requires at least 0; must come with after_hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub after_lt: Option<String>,
    /// Cursor: ACCOUNT hash (not tx hash) of the last item seen.
    /// Hash part of an account: 32 bytes as hex, base64 or base64url.
    /// Servers: hex or base64; C++ also takes a full address; must come with after_lt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub after_hash: Option<String>,
    /// Page size; server walks the block in chunks of 256.
    /// Whole number of 32 bits, 1 to 10000.
    /// Default `40`.
    /// Servers: C++ requires 1 to 10000; Python does not check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 40, "minimum" = 1, "maximum" = 10000)))]
    pub count: Option<i32>,
}

impl Request for GetBlockTransactionsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getBlockTransactions");
    type Response = BlockTransactions;
}

/// Parameters of `/api/v2/getBlockTransactionsExt`.
///
/// Whole transactions of one block, in pages.
///
/// - `root_hash` and `file_hash` only together (otherwise without effect).
/// - `after_lt` and `after_hash` only together.
///
/// Pages have 40 rows by default, at most 10000; `after_lt` and `after_hash` request the next page.
/// `paginate` reads all pages.
///
/// `GET /api/v2/getBlockTransactionsExt`, Transactions: "Transactions of a block (extended)". TON Center's
/// documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetBlockTransactionsExtRequest {
    /// Workchain id (-1 masterchain, 0 basechain).
    /// Whole number of 32 bits.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub workchain: i32,
    /// Shard prefix as signed decimal; send as string (exceeds JS safe integers).
    /// Shard as a signed decimal of 64 bits.
    /// Required.
    /// Servers: signed 64-bit decimal; whole-workchain shard is -9223372036854775808.
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    pub shard: String,
    /// Block height inside that shard.
    /// Whole number of 32 bits, at least 1.
    /// Required.
    /// Servers: C++ requires at least 1.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(extend("minimum" = 1)))]
    pub seqno: i32,
    /// Block root hash.
    /// 32 bytes as hex, base64 or base64url.
    /// Servers: used only when both root_hash and file_hash are set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub root_hash: Option<String>,
    /// Block file hash.
    /// 32 bytes as hex, base64 or base64url.
    /// Servers: used only when both root_hash and file_hash are set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub file_hash: Option<String>,
    /// Cursor: lt of the last item seen.
    /// Logical time, decimal text, 0 to 2^63-1.
    /// Servers: C++ requires at least 0; must come with after_hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub after_lt: Option<String>,
    /// Cursor: ACCOUNT hash (not tx hash) of the last item seen.
    /// Hash part of an account: 32 bytes as hex, base64 or base64url.
    /// Servers: hex or base64; C++ also takes a full address; must come with after_lt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub after_hash: Option<String>,
    /// Page size; server walks the block in chunks of 256.
    /// Whole number of 32 bits, 1 to 10000.
    /// Default `40`.
    /// Servers: C++ requires 1 to 10000; Python does not check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 40, "minimum" = 1, "maximum" = 10000)))]
    pub count: Option<i32>,
}

impl Request for GetBlockTransactionsExtRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getBlockTransactionsExt");
    type Response = BlockTransactionsExt;
}

/// Parameters of `/api/v2/getTransactions`.
///
/// Transactions of one account, newest first, older pages by lt and hash.
///
/// - newest first; for the next page pass the transaction_id of the last row as lt+hash and drop the first
///   (inclusive) row
/// - limit ceiling 100 (Python) vs 1000 (C++)
/// - `lt` and `hash` only together.
///
/// Pages have 10 rows by default, at most 1000; `lt` and `hash` request the next page. `paginate` reads all
/// pages.
///
/// `GET /api/v2/getTransactions`, Transactions: "Transactions". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetTransactionsRequest {
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
    /// Maximum rows.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `10`.
    /// Servers: C++ requires 1 to 1000; Python 1 to 100 over REST, and does not check JSON-RPC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Start transaction logical time (inclusive).
    /// Logical time, decimal text, 0 to 2^63-1.
    /// Servers: C++ requires at least 0; lt and hash only together (getTransactions: lt=0 counts as absent).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub lt: Option<String>,
    /// Start transaction hash, hex or base64.
    /// 32 bytes as hex, base64 or base64url.
    /// Servers: with lt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub hash: Option<String>,
    /// Stop when lt <= to_lt (exclusive lower bound).
    /// Logical time, decimal text, 0 to 2^63-1.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("default" = "0")))]
    pub to_lt: Option<String>,
    /// true: an archival node; absent: any node; false: see the note.
    /// `true` or `false`.
    /// Servers: true/false/1/0/yes/no/y/n/t/f/on/off; the published default is false, but on C++ an explicit
    /// false excludes archival nodes: omit the parameter unless the caller sets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    pub archival: Option<bool>,
}

impl Request for GetTransactionsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getTransactions");
    type Response = Vec<Transaction>;
}

/// Parameters of `/api/v2/getTransactionsStd`.
///
/// As getTransactions, with messages in the node library form and a ready cursor to the next page.
///
/// - in_msg/out_msgs are MessageStd: source/destination are AccountAddress objects; previous_transaction_id
///   is the next-page cursor (lt "0" = end)
/// - absent from Python
/// - lt=0 is NOT treated as absent here
/// - `lt` and `hash` only together.
///
/// Pages have 10 rows by default, at most 1000; `lt` and `hash` request the next page. `paginate` reads all
/// pages.
///
/// `GET /api/v2/getTransactionsStd`, Transactions: "Transactions (standard form)". TON Center's
/// documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetTransactionsStdRequest {
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
    /// Maximum rows.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `10`.
    /// Servers: C++ requires 1 to 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Start transaction logical time (inclusive).
    /// Logical time, decimal text, 0 to 2^63-1.
    /// Servers: C++ requires at least 0; lt and hash only together (lt=0 is not treated as absent here).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub lt: Option<String>,
    /// Start transaction hash, hex or base64.
    /// 32 bytes as hex, base64 or base64url.
    /// Servers: with lt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub hash: Option<String>,
    /// Stop when lt <= to_lt (exclusive lower bound).
    /// Logical time, decimal text, 0 to 2^63-1.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("default" = "0")))]
    pub to_lt: Option<String>,
    /// true: an archival node; absent: any node; false: see the note.
    /// `true` or `false`.
    /// Servers: true/false/1/0/yes/no/y/n/t/f/on/off; the published default is false, but on C++ an explicit
    /// false excludes archival nodes: omit the parameter unless the caller sets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    pub archival: Option<bool>,
}

impl Request for GetTransactionsStdRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getTransactionsStd");
    type Response = TransactionsStd;
}

/// Parameters of `/api/v2/tryLocateTx`.
///
/// Transaction that received a message, found by sender, receiver and creation lt.
///
/// - same handler as tryLocateResultTx in both variants
///
/// `GET /api/v2/tryLocateTx`, Transactions: "Try to locate a transaction". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TryLocateTxRequest {
    /// Message sender.
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub source: String,
    /// Message receiver.
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub destination: String,
    /// Logical time at which the message was created.
    /// Logical time, decimal text, 0 to 2^63-1.
    /// Required.
    /// Servers: C++ requires at least 0.
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    pub created_lt: String,
}

impl Request for TryLocateTxRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/tryLocateTx");
    type Response = Transaction;
}

/// Parameters of `/api/v2/tryLocateResultTx`.
///
/// Same search as tryLocateTx: the receiving transaction.
///
/// - finds the RECEIVER transaction of a message
///
/// `GET /api/v2/tryLocateResultTx`, Transactions: "Try to locate the result transaction". TON Center's
/// documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TryLocateResultTxRequest {
    /// Message sender.
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub source: String,
    /// Message receiver.
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub destination: String,
    /// Logical time at which the message was created.
    /// Logical time, decimal text, 0 to 2^63-1.
    /// Required.
    /// Servers: C++ requires at least 0.
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    pub created_lt: String,
}

impl Request for TryLocateResultTxRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/tryLocateResultTx");
    type Response = Transaction;
}

/// Parameters of `/api/v2/tryLocateSourceTx`.
///
/// Transaction that sent a message, found by sender, receiver and creation lt.
///
/// - finds the SENDER transaction of a message
///
/// `GET /api/v2/tryLocateSourceTx`, Transactions: "Try to locate the source transaction". TON Center's
/// documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TryLocateSourceTxRequest {
    /// Message sender.
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub source: String,
    /// Message receiver.
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub destination: String,
    /// Logical time at which the message was created.
    /// Logical time, decimal text, 0 to 2^63-1.
    /// Required.
    /// Servers: C++ requires at least 0.
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    pub created_lt: String,
}

impl Request for TryLocateSourceTxRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/tryLocateSourceTx");
    type Response = Transaction;
}

/// Parameters of `/api/v2/sendBoc`.
///
/// Broadcast a signed external message.
///
/// - sent to up to 5 (C++) or 4 (Python) liteservers
/// - a C++ server started with sending switched off reports success and sends nothing (sendBocReturnHash then
///   returns an all-zero hash)
///
/// `POST /api/v2/sendBoc`, Send: "Send a serialized message (BoC)". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SendBocRequest {
    /// Serialised external message (BoC).
    /// Bag of cells, base64 with padding.
    /// Required.
    /// Servers: non-empty; standard base64 with padding (C++ strict); Python decodes leniently.
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    pub boc: String,
}

impl Request for SendBocRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Post, "/sendBoc");
    type Response = ResultOk;
}

/// Parameters of `/api/v2/sendBocReturnHash`.
///
/// Broadcast a signed external message and return its hashes.
///
/// - a C++ server started with sending switched off reports success and sends nothing (sendBocReturnHash then
///   returns an all-zero hash)
///
/// `POST /api/v2/sendBocReturnHash`, Send: "Send a BoC and return its hash". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SendBocReturnHashRequest {
    /// Serialised external message (BoC).
    /// Bag of cells, base64 with padding.
    /// Required.
    /// Servers: non-empty; standard base64 with padding (C++ strict); Python decodes leniently.
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    pub boc: String,
}

impl Request for SendBocReturnHashRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Post, "/sendBocReturnHash");
    type Response = ExtMessageInfo;
}

/// Parameters of `/api/v2/sendBocReturnHashNoError`.
///
/// As sendBocReturnHash, but a refusal of the network is reported as a success.
///
/// - beyond the specification: servers in C++ have it, other servers of this interface need not
/// - absent from Python
/// - a response is no evidence that a node has accepted the message: sendBocReturnHash says so
///
/// `POST /api/v2/sendBocReturnHashNoError`, Send: "Send a BoC and return its hash, whatever the network
/// says". TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SendBocReturnHashNoErrorRequest {
    /// Serialised external message (BoC).
    /// Bag of cells, base64 with padding.
    /// Required.
    /// Servers: non-empty; standard base64 with padding (C++ strict); Python decodes leniently.
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    pub boc: String,
}

impl Request for SendBocReturnHashNoErrorRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Post, "/sendBocReturnHashNoError");
    type Response = ExtMessageInfo;
}

/// Parameters of `/api/v2/estimateFee`.
///
/// Fees an external message would cost, by emulation.
///
/// `POST /api/v2/estimateFee`, Send: "Estimate fee". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EstimateFeeRequest {
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
    /// Message body.
    /// Bag of cells, base64 with padding.
    /// Required.
    /// Servers: BoC.
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    pub body: String,
    /// Code for a not-yet-deployed contract.
    /// Bag of cells, base64 with padding.
    /// Default `""`.
    /// Servers: BoC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("default" = "")))]
    pub init_code: Option<String>,
    /// Data for a not-yet-deployed contract.
    /// Bag of cells, base64 with padding.
    /// Default `""`.
    /// Servers: BoC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("default" = "")))]
    pub init_data: Option<String>,
    /// Treat signature checks as passing.
    /// `true` or `false`.
    /// Default `true`.
    /// Servers: JSON boolean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool", extend("default" = true)))]
    pub ignore_chksig: Option<bool>,
}

impl Request for EstimateFeeRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Post, "/estimateFee");
    type Response = QueryFees;
}

/// Parameters of `/api/v2/runGetMethod`.
///
/// Run a get-method of a contract; arguments and result in the legacy stack form.
///
/// - Python REST turns an integer method into a string name (use JSON-RPC for ids)
/// - Python accepts ["cell"|"slice", cell-object]; C++ accepts ["cell"|"slice", {bytes}]
///
/// `POST /api/v2/runGetMethod`, Run method: "Run a contract get-method". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RunGetMethodRequest {
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
    /// Get-method name or numeric id.
    /// Name of a get-method, or its number.
    /// Required.
    /// Servers: C++ reads numeric strings as ids (decimal, 0x hex).
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    pub method: Scalar,
    /// Arguments.
    /// One or several, each: `LegacyStackIn`.
    /// Required.
    /// Servers: required even when empty.
    #[cfg_attr(feature = "schema", ts(type = "readonly LegacyStackIn[]"))]
    pub stack: Vec<LegacyStackIn>,
    /// Masterchain height.
    /// Whole number of 32 bits.
    /// Servers: JSON integer only in C++ (no string form).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    pub seqno: Option<i32>,
}

impl Request for RunGetMethodRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Post, "/runGetMethod");
    type Response = RunGetMethodResult;
}

/// Parameters of `/api/v2/runGetMethodStd`.
///
/// Run a get-method of a contract; arguments and result as typed stack entries.
///
/// - absent from Python
///
/// `POST /api/v2/runGetMethodStd`, Run method: "Run a get-method (standard form)". TON Center's
/// documentation: <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RunGetMethodStdRequest {
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
    /// Get-method name or numeric id.
    /// Name of a get-method, or its number.
    /// Required.
    /// Servers: C++ reads numeric strings as ids (decimal, 0x hex).
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    pub method: Scalar,
    /// Arguments.
    /// One or several, each: `TvmStackEntry`.
    /// Required.
    /// Servers: required even when empty.
    #[cfg_attr(feature = "schema", ts(type = "readonly TvmStackEntry[]"))]
    pub stack: Vec<TvmStackEntry>,
    /// Masterchain height.
    /// Whole number of 32 bits.
    /// Servers: JSON integer only in C++ (no string form).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    pub seqno: Option<i32>,
}

impl Request for RunGetMethodStdRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Post, "/runGetMethodStd");
    type Response = RunGetMethodStdResult;
}

/// Parameters of `/api/v2/detectAddress`.
///
/// Every form of one address, and the form of the input.
///
/// `GET /api/v2/detectAddress`, Utils: "Detect address forms". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DetectAddressRequest {
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
}

impl Request for DetectAddressRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/detectAddress");
    type Response = DetectAddress;
}

/// Parameters of `/api/v2/detectHash`.
///
/// One 256-bit hash as hex, base64 and base64url.
///
/// - absent from Python (404; JSON-RPC 422 Unknown method)
///
/// `GET /api/v2/detectHash`, Utils: "Detect hash". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DetectHashRequest {
    /// Any 256-bit hash.
    /// 32 bytes as hex, base64 or base64url.
    /// Required.
    /// Servers: 43 (base64url) | 44 (base64 or base64url) | 64 (hex) chars.
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    pub hash: String,
}

impl Request for DetectHashRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/detectHash");
    type Response = DetectHash;
}

/// Parameters of `/api/v2/packAddress`.
///
/// Friendly form of an address.
///
/// - C++ returns base64URL; Python returns standard base64 (+ and /)
///
/// `GET /api/v2/packAddress`, Utils: "Pack address". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PackAddressRequest {
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
}

impl Request for PackAddressRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/packAddress");
    type Response = String;
}

/// Parameters of `/api/v2/unpackAddress`.
///
/// Raw form of an address.
///
/// - the published schema models the result as an object {workchain,bounceable,testnet,addr_hex}; no released
///   server returns that, it is a plain string
/// - C++ UPPER-case hex; Python lower-case for friendly input, verbatim echo for raw input
///
/// `GET /api/v2/unpackAddress`, Utils: "Unpack address". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UnpackAddressRequest {
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
}

impl Request for UnpackAddressRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/unpackAddress");
    type Response = String;
}

/// Parameters of `/api/v2/getConfigParam`.
///
/// One parameter of the network configuration, as a cell.
///
/// - Python requires config_id and does not know param
/// - C++ GET: config_id is copied into param, so a request with both is accepted and config_id wins
/// - Exactly one of `config_id` and `param`.
///
/// `GET /api/v2/getConfigParam`, Configuration: "One config parameter". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetConfigParamRequest {
    /// Config parameter number (historic name).
    /// Whole number of 32 bits, at least 0.
    /// Servers: C++ requires at least 0; exactly one of config_id / param; send this one: it is the published
    /// name and works on both variants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("minimum" = 0)))]
    pub config_id: Option<i32>,
    /// Config parameter number (new name).
    /// Whole number of 32 bits, at least 0.
    /// Servers: C++ requires at least 0; exactly one of config_id / param; C++ from 2.1.3 only.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("minimum" = 0)))]
    pub param: Option<i32>,
    /// Masterchain height.
    /// Whole number of 32 bits, at least 1.
    /// Servers: C++ requires at least 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("minimum" = 1)))]
    pub seqno: Option<i32>,
}

impl Request for GetConfigParamRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getConfigParam");
    type Response = ConfigInfo;
}

/// Parameters of `/api/v2/getConfigAll`.
///
/// The whole network configuration, as a cell.
///
/// - absent from Python
///
/// `GET /api/v2/getConfigAll`, Configuration: "All config parameters". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetConfigAllRequest {
    /// Masterchain height.
    /// Whole number of 32 bits, at least 1.
    /// Servers: C++ requires at least 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("minimum" = 1)))]
    pub seqno: Option<i32>,
}

impl Request for GetConfigAllRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getConfigAll");
    type Response = ConfigInfo;
}

/// Parameters of `/api/v2/getLibraries`.
///
/// Library cells by hash.
///
/// - Python accepts only 44-char base64 or 64-char hex
///
/// `GET /api/v2/getLibraries`, Configuration: "Libraries". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GetLibrariesRequest {
    /// Library cell hashes.
    /// One or several, each: 32 bytes as hex, base64 or base64url.
    /// Servers: GET: repeat the key; POST: JSON array; Python: required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub libraries: Option<Vec<String>>,
}

impl Request for GetLibrariesRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Get, "/getLibraries");
    type Response = LibraryResult;
}

/// Parameters of `/api/v2/jsonRPC`.
///
/// Call any v2 method by name, with its parameters in a JSON body.
///
/// - the spec, section 2, types id as integer; the published schema says required string; accept both
/// - idempotent, side_effect and cache follow the method called; the values here are the strictest
/// - send all four fields; the published schema requires them
///
/// `POST /api/v2/jsonRPC`, RPC: "JSON-RPC endpoint". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v2/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JsonRPCRequest {
    /// Protocol tag.
    /// `2.0`.
    /// Default `"2.0"`.
    /// Servers: not checked by either server; required in the published schema.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"2.0\""))]
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("default" = "2.0", "const" = "2.0")))]
    pub jsonrpc: Option<String>,
    /// Caller id.
    /// Text or number.
    /// Servers: Python: string, or number coerced to string; array/object -> 422. C++: ignored entirely.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "Scalar"))]
    pub id: Option<Scalar>,
    /// v2 method name.
    /// Text.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    pub method: String,
    /// Named parameters.
    /// Object of parameters.
    /// Default `{}`.
    /// Servers: C++: [] and null and scalars count as {}, a non-empty array -> 422; Python: object only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "{ readonly [name: string]: unknown }"))]
    #[cfg_attr(feature = "schema", schemars(with = "Object", extend("default" = {})))]
    pub params: Option<Object>,
}

impl Request for JsonRPCRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V2, Verb::Post, "/jsonRPC");
    type Response = serde_json::Value;
}
