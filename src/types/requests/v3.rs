//! Requests of v3. Generated from the endpoint table by `cargo xtask generate`; do not edit.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use ts_rs::TS;

use super::Request;
use crate::endpoint::{Generation, Verb};
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::v3::*;

/// The types of this file.
#[cfg(feature = "schema")]
pub(in crate::types) const TYPES: &[Type] = types![
    AccountStatesRequest,
    AddressBookRequest,
    MetadataRequest,
    WalletStatesRequest,
    ActionsRequest,
    Sort,
    PendingActionsRequest,
    PendingTracesRequest,
    TracesRequest,
    EventsRequest,
    BalanceChangesRequest,
    AdjacentTransactionsRequest,
    Direction,
    BlocksRequest,
    MasterchainBlockShardStateRequest,
    MasterchainBlockShardsRequest,
    MasterchainInfoRequest,
    MessagesRequest,
    PendingTransactionsRequest,
    TransactionsRequest,
    TransactionsByMasterchainBlockRequest,
    TransactionsByMessageRequest,
    JettonBurnsRequest,
    JettonMastersRequest,
    JettonTransfersRequest,
    JettonWalletsRequest,
    NftCollectionsRequest,
    NftItemsRequest,
    NftSalesRequest,
    NftTransfersRequest,
    DnsRecordsRequest,
    DnsActiveAuctionsRequest,
    DnsActiveAuctionsState,
    StakingNominatorPoolsPoolRequest,
    StakingNominatorPoolsNominatorRequest,
    StakingNominatorPoolsNominatorEventsRequest,
    StakingNominatorPoolsNominatorRewardsRequest,
    StakingNominatorPoolsValidatorEventsRequest,
    StakingNominatorPoolsValidatorEventsType,
    StakingNominatorPoolsValidatorRewardsRequest,
    ValidatorsEventsRequest,
    ValidatorsEventsType,
    ValidatorsElectionsRequest,
    ValidatorsCyclesRequest,
    ValidatorsComplaintsRequest,
    MultisigOrdersRequest,
    MultisigWalletsRequest,
    VestingRequest,
    TopAccountsByBalanceRequest,
    DecodeRequest,
    AddressInformationRequest,
    EstimateFeeRequest,
    MessageRequest,
    RunGetMethodRequest,
    WalletInformationRequest
];

/// Parameters of `/api/v3/accountStates`.
///
/// Latest full state of a list of accounts.
///
/// - accounts never seen on chain are left out: match by address, not by position
/// - PostgreSQL backend silently truncates to 1000 rows; kvrocks backend has no cap
/// - every internal failure is a 422 too, not a 500
/// - duplicates in the request are collapsed; keep batches near 100 addresses so the URL stays short
///   (ton-org/kit caps at 100)
///
/// `GET /api/v3/accountStates`, Accounts: "Account states". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AccountStatesRequest {
    /// Accounts to read, any standard form.
    /// One or several, each: account, friendly or raw form; at most 1000 values.
    /// Required.
    /// Servers: list length documented, not enforced.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(extend("maxItems" = 1000)))]
    pub address: Vec<String>,
    /// Include data_boc and code_boc.
    /// `true` or `false`.
    /// Default `true`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool", extend("default" = true)))]
    pub include_boc: Option<bool>,
    /// Extra filter on contract code hash.
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub code_hash: Option<Vec<String>>,
}

impl Request for AccountStatesRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/accountStates");
    type Response = AccountStatesResponse;
}

/// Parameters of `/api/v3/addressBook`.
///
/// Friendly form, DNS name and detected interfaces per address.
///
/// - plain strings on the server: comma lists are NOT split
/// - an unparsable entry does not fail the call: its row has user_friendly=null, domain=null, interfaces=[]
///
/// `GET /api/v3/addressBook`, Accounts: "Address book". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AddressBookRequest {
    /// Addresses in any form; the response is keyed by the text sent.
    /// One or several, each: account or any text, sent unchanged; at most 1024 values.
    /// Required.
    /// Servers: list length documented, not enforced.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(extend("maxItems" = 1024)))]
    pub address: Vec<String>,
}

impl Request for AddressBookRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/addressBook");
    type Response = GenericAddressBook;
}

/// Parameters of `/api/v3/metadata`.
///
/// Token metadata (jetton, NFT item, NFT collection, jetton wallet) per address.
///
/// - keyed by raw address; non-token and unparsable inputs are simply missing
/// - comma lists are NOT split
/// - do not cache long while is_indexed is false
///
/// `GET /api/v3/metadata`, Accounts: "Metadata". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MetadataRequest {
    /// Addresses in any form.
    /// One or several, each: account or any text, sent unchanged; at most 1024 values.
    /// Required.
    /// Servers: list length documented, not enforced.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(extend("maxItems" = 1024)))]
    pub address: Vec<String>,
}

impl Request for MetadataRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/metadata");
    type Response = Metadata;
}

/// Parameters of `/api/v3/walletStates`.
///
/// Wallet view (type, seqno, wallet id, balance) of a list of accounts.
///
/// - unknown accounts are left out
/// - every internal failure is a 422
///
/// `GET /api/v3/walletStates`, Accounts: "Wallet states". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WalletStatesRequest {
    /// Accounts to read, any standard form.
    /// One or several, each: account, friendly or raw form; at most 1000 values.
    /// Required.
    /// Servers: list length documented, not enforced.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(extend("maxItems" = 1000)))]
    pub address: Vec<String>,
    /// Extra filter on contract code hash, as on accountStates.
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub code_hash: Option<Vec<String>>,
}

impl Request for WalletStatesRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/walletStates");
    type Response = WalletStatesResponse;
}

/// Parameters of `/api/v3/actions`.
///
/// Classified actions, newest trace first.
///
/// - a comma list in action_type is refused with 422 (character check), repeat the parameter instead
/// - only finished traces (end_lt not null)
/// - action_type, when set, replaces the supported-types filter
/// - known issue: mc_seqno filter timed out on testnet (ton-http-api#192)
/// - cache: never immutable: actions can be re-classified
///
/// Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
///
/// `GET /api/v3/actions`, Actions and traces: "Actions". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ActionsRequest {
    /// Account that takes part in the action (single value; last one wins).
    /// Account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub account: Option<String>,
    /// Transactions the action covers.
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub tx_hash: Option<Vec<String>>,
    /// Message hash or normalised hash.
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub msg_hash: Option<Vec<String>>,
    /// Action ids.
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub action_id: Option<Vec<String>>,
    /// Trace ids.
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub trace_id: Option<Vec<String>>,
    /// Masterchain seqno in which the trace completed.
    /// Whole number of 32 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    pub mc_seqno: Option<i32>,
    /// Only actions whose trace end time is at or after this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub start_utime: Option<u32>,
    /// Only actions whose trace end time is at or before this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub end_utime: Option<u32>,
    /// Only actions whose trace end lt is at least this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub start_lt: Option<String>,
    /// Only actions whose trace end lt is at most this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub end_lt: Option<String>,
    /// Only actions of these types.
    /// One or several, each: text of letters, digits, `_` and `.`.
    /// Servers: open set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string | readonly string[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub action_type: Option<Vec<String>>,
    /// Drop these action types.
    /// One or several, each: text of letters, digits, `_` and `.`.
    /// Servers: open set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string | readonly string[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub exclude_action_type: Option<Vec<String>>,
    /// Types or shortcut names the client understands; unsupported ones fall back to simpler actions.
    /// One or several, each: text.
    /// If omitted, the service uses `["latest"]`.
    /// Servers: also takes the shortcut names latest, v1 to v5, staking, jettons, nft, nft.v3, dns, dns.v2,
    /// multisig, vesting, evaa, jvault, coffee, tgbtc, layerzero and cocoon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string | readonly string[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub supported_action_types: Option<Vec<String>>,
    /// Add the accounts array to each action.
    /// `true` or `false`.
    /// Default `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool", extend("default" = false)))]
    pub include_accounts: Option<bool>,
    /// Add transactions_full to each action.
    /// `true` or `false`.
    /// Default `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool", extend("default" = false)))]
    pub include_transactions: Option<bool>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Order by trace end lt (or trace end time when a utime bound is present).
    /// `asc` or `desc`.
    /// Default `"desc"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
    /// Replaces supported_action_types with one value.
    /// Text; sent as a header.
    /// TON Center accepts it, but does not document it.
    #[serde(rename = "X-Actions-Version", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub x_actions_version: Option<String>,
}

impl Request for ActionsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/actions");
    type Response = ActionsResponse;
}

/// Words of the parameter `sort`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
pub enum Sort {
    /// `asc`.
    #[serde(rename = "asc")]
    Asc,
    /// `desc`.
    #[serde(rename = "desc")]
    Desc,
}

/// Parameters of `/api/v3/pendingActions`.
///
/// Actions of traces still being emulated or not yet indexed.
///
/// - 200 with an empty list when nothing is pending
/// - no paging
/// - At least one of `account` and `ext_msg_hash`.
///
/// `GET /api/v3/pendingActions`, Actions and traces: "Pending actions". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PendingActionsRequest {
    /// Account that takes part.
    /// Account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub account: Option<String>,
    /// Hash (plain or normalised) of the external message that started the trace.
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub ext_msg_hash: Option<Vec<String>>,
    /// As in /actions.
    /// One or several, each: text.
    /// If omitted, the service uses `["latest"]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string | readonly string[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub supported_action_types: Option<Vec<String>>,
    /// Add transactions_full.
    /// `true` or `false`.
    /// Default `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool", extend("default" = false)))]
    pub include_transactions: Option<bool>,
    /// Replaces supported_action_types with one value.
    /// Text; sent as a header.
    /// TON Center accepts it, but does not document it.
    #[serde(rename = "X-Actions-Version", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub x_actions_version: Option<String>,
}

impl Request for PendingActionsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/pendingActions");
    type Response = ActionsResponse;
}

/// Parameters of `/api/v3/pendingTraces`.
///
/// Traces still being emulated or not yet indexed.
///
/// - trace_info.trace_state is "pending"
/// - actions array is always present
/// - 200 with an empty list (null on some servers) when nothing is pending
/// - no paging
/// - At least one of `account` and `ext_msg_hash`.
///
/// `GET /api/v3/pendingTraces`, Actions and traces: "Pending traces". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PendingTracesRequest {
    /// Account touched by the trace.
    /// Account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub account: Option<String>,
    /// Hash (plain or normalised) of the external message.
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub ext_msg_hash: Option<Vec<String>>,
    /// As in /actions.
    /// One or several, each: text.
    /// If omitted, the service uses `["latest"]`.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string | readonly string[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub supported_action_types: Option<Vec<String>>,
    /// Replaces supported_action_types with one value.
    /// Text; sent as a header.
    /// TON Center accepts it, but does not document it.
    #[serde(rename = "X-Actions-Version", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub x_actions_version: Option<String>,
}

impl Request for PendingTracesRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/pendingTraces");
    type Response = TracesResponse;
}

/// Parameters of `/api/v3/traces`.
///
/// Transaction trees, newest finished first.
///
/// - pages are large: each trace holds its full transactions; use a small limit
/// - alias GET /events returns the same rows under key events with actions (deprecated, unlisted)
/// - At most one of `account`, `trace_id`, `tx_hash` and `msg_hash`.
///
/// Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
///
/// `GET /api/v3/traces`, Actions and traces: "Traces". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TracesRequest {
    /// Account touched by the trace (single value).
    /// Account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub account: Option<String>,
    /// Trace ids.
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub trace_id: Option<Vec<String>>,
    /// Any transaction of the trace.
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub tx_hash: Option<Vec<String>>,
    /// Any message of the trace (plain or normalised hash).
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub msg_hash: Option<Vec<String>>,
    /// Masterchain seqno in which the trace completed.
    /// Whole number of 32 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    pub mc_seqno: Option<i32>,
    /// Only traces whose end time is at or after this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub start_utime: Option<u32>,
    /// Only traces whose end time is at or before this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub end_utime: Option<u32>,
    /// Only traces whose end lt is at least this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub start_lt: Option<String>,
    /// Only traces whose end lt is at most this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub end_lt: Option<String>,
    /// Add the actions of each trace.
    /// `true` or `false`.
    /// Default `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool", extend("default" = false)))]
    pub include_actions: Option<bool>,
    /// As in /actions.
    /// One or several, each: text.
    /// If omitted, the service uses `["latest"]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string | readonly string[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub supported_action_types: Option<Vec<String>>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Order by end lt (or end time when only utime bounds are set).
    /// `asc` or `desc`.
    /// Default `"desc"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
    /// Replaces supported_action_types with one value.
    /// Text; sent as a header.
    /// TON Center accepts it, but does not document it.
    #[serde(rename = "X-Actions-Version", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub x_actions_version: Option<String>,
}

impl Request for TracesRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/traces");
    type Response = TracesResponse;
}

/// Parameters of `/api/v3/events`.
///
/// The rows of traces with their actions, under the key events. Use traces with include_actions: it has
/// pages.
///
/// - beyond the specification: servers in C++ have it, other servers of this interface need not
/// - deprecated: the server lists it in no document
/// - At most one of `account`, `trace_id`, `tx_hash` and `msg_hash`.
///
/// `GET /api/v3/events`, Actions and traces: "Traces with actions (old name)". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EventsRequest {
    /// Account touched by the trace (single value).
    /// Account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub account: Option<String>,
    /// Trace ids.
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub trace_id: Option<Vec<String>>,
    /// Any transaction of the trace.
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub tx_hash: Option<Vec<String>>,
    /// Any message of the trace (plain or normalised hash).
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub msg_hash: Option<Vec<String>>,
    /// Masterchain seqno in which the trace completed.
    /// Whole number of 32 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    pub mc_seqno: Option<i32>,
    /// Only traces whose end time is at or after this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub start_utime: Option<u32>,
    /// Only traces whose end time is at or before this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub end_utime: Option<u32>,
    /// Only traces whose end lt is at least this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub start_lt: Option<String>,
    /// Only traces whose end lt is at most this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub end_lt: Option<String>,
    /// As in /actions.
    /// One or several, each: text.
    /// If omitted, the service uses `["latest"]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string | readonly string[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub supported_action_types: Option<Vec<String>>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Order by end lt (or end time when only utime bounds are set).
    /// `asc` or `desc`.
    /// Default `"desc"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
    /// Replaces supported_action_types with one value.
    /// Text; sent as a header.
    /// TON Center accepts it, but does not document it.
    #[serde(rename = "X-Actions-Version", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub x_actions_version: Option<String>,
}

impl Request for EventsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/events");
    type Response = EventsResponse;
}

/// Parameters of `/api/v3/balanceChanges`.
///
/// Coins, fees and jettons by which a trace, or one of its actions, changes the balance of each account.
///
/// - beyond the specification: servers in C++ have it, other servers of this interface need not
/// - the server lists it in no document
/// - neither parameter: 400; an unknown action_id without trace_id: 404; an action that the trace does not
///   have: every map is null
/// - At least one of `trace_id` and `action_id`.
///
/// `GET /api/v3/balanceChanges`, Actions and traces: "Balance changes". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BalanceChangesRequest {
    /// Trace.
    /// 32 bytes as hex, with or without `0x`, base64 or base64url.
    /// Servers: compared as text: send base64, as responses have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub trace_id: Option<String>,
    /// Action: only its changes.
    /// 32 bytes as hex, with or without `0x`, base64 or base64url.
    /// Servers: compared as text: send base64, as responses have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub action_id: Option<String>,
}

impl Request for BalanceChangesRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/balanceChanges");
    type Response = BalanceChanges;
}

/// Parameters of `/api/v3/adjacentTransactions`.
///
/// Parent and/or child transactions of one transaction.
///
/// - sorted by lt ascending
/// - a leaf with no neighbour is a 404, not an empty list
/// - unknown direction values are ignored
///
/// `GET /api/v3/adjacentTransactions`, Blockchain data: "Adjacent transactions". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AdjacentTransactionsRequest {
    /// Transaction hash (needed in practice).
    /// 32 bytes as hex, with or without `0x`, base64 or base64url.
    /// Required.
    /// Servers: optional in the OpenAPI, required in practice.
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    pub hash: String,
    /// in: parent only; out: children only; absent: both.
    /// `in` or `out`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"in\" | \"out\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Direction"))]
    pub direction: Option<Direction>,
}

impl Request for AdjacentTransactionsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/adjacentTransactions");
    type Response = TransactionsResponse;
}

/// Words of the parameter `direction`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
pub enum Direction {
    /// `in`.
    #[serde(rename = "in")]
    In,
    /// `out`.
    #[serde(rename = "out")]
    Out,
}

/// Parameters of `/api/v3/blocks`.
///
/// Blocks by filter.
///
/// - no address_book key
/// - send sort explicitly
/// - `shard` only with `workchain` (otherwise without effect).
/// - `seqno` only with `workchain` (otherwise without effect).
/// - `seqno` only with `shard` (otherwise without effect).
///
/// Pages have 100 rows by default, at most 1000, ordered by utime. `paginate` reads all pages.
///
/// `GET /api/v3/blocks`, Blockchain data: "Blocks". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BlocksRequest {
    /// Workchain id.
    /// Whole number of 32 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    pub workchain: Option<i32>,
    /// Shard id in hex (0x optional).
    /// Shard as up to 16 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub shard: Option<String>,
    /// Block seqno.
    /// Whole number of 32 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    pub seqno: Option<i32>,
    /// Root hash.
    /// 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub root_hash: Option<String>,
    /// File hash.
    /// 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub file_hash: Option<String>,
    /// Masterchain block that committed it.
    /// Whole number of 32 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    pub mc_seqno: Option<i32>,
    /// Only blocks whose generation time is at or after this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub start_utime: Option<u32>,
    /// Only blocks whose generation time is at or before this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub end_utime: Option<u32>,
    /// Only blocks whose start lt is at least this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub start_lt: Option<String>,
    /// Only blocks whose start lt is at most this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub end_lt: Option<String>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Order by generation time.
    /// `asc` or `desc`.
    /// Default `"desc"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
}

impl Request for BlocksRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/blocks");
    type Response = BlocksResponse;
}

/// Parameters of `/api/v3/masterchainBlockShardState`.
///
/// Shard tops as of a masterchain block (like v2 shards), including the masterchain block itself.
///
/// - OpenAPI wrongly declares TransactionsResponse; the wire carries {"blocks": [...]}
/// - the result never changes; no pagination
///
/// `GET /api/v3/masterchainBlockShardState`, Blockchain data: "Masterchain block shard state". TON Center's
/// documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MasterchainBlockShardStateRequest {
    /// Masterchain seqno.
    /// Whole number of 32 bits.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub seqno: i32,
}

impl Request for MasterchainBlockShardStateRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/masterchainBlockShardState");
    type Response = BlocksResponse;
}

/// Parameters of `/api/v3/masterchainBlockShards`.
///
/// All blocks committed by a masterchain block (new since the previous one), including the masterchain block
/// itself.
///
/// - OpenAPI wrongly declares TransactionsResponse
/// - an offset beyond the end returns 404 {"error":"blocks not found"}: when offset > 0, treat that as the
///   end of the data
/// - sort parameter is ignored
///
/// Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
///
/// `GET /api/v3/masterchainBlockShards`, Blockchain data: "Masterchain block shards". TON Center's
/// documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MasterchainBlockShardsRequest {
    /// Masterchain seqno.
    /// Whole number of 32 bits.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub seqno: i32,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
}

impl Request for MasterchainBlockShardsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/masterchainBlockShards");
    type Response = BlocksResponse;
}

/// Parameters of `/api/v3/masterchainInfo`.
///
/// First and last indexed masterchain blocks.
///
/// - good liveness probe and the cheapest call
///
/// `GET /api/v3/masterchainInfo`, Blockchain data: "Masterchain info". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", ts(type = "Record<string, never>"))]
pub struct MasterchainInfoRequest {}

impl Request for MasterchainInfoRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/masterchainInfo");
    type Response = MasterchainInfo;
}

/// Parameters of `/api/v3/messages`.
///
/// Messages by filter, one row per message.
///
/// - docs advise start_lt=1 with sort=desc to get the latest messages (older server order put NULL created_lt
///   first); v1.3 orders by the effective lt instead
/// - opcode: text that is valid hex is read as hex even without 0x ("10" means 0x10)
/// - At most one of `hash` and `msg_hash`.
///
/// Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
///
/// `GET /api/v3/messages`, Blockchain data: "Messages". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MessagesRequest {
    /// Message hash or normalised hash.
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub msg_hash: Option<Vec<String>>,
    /// Hash of the body cell.
    /// 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub body_hash: Option<String>,
    /// Sender; the literal null selects external-in.
    /// Account, friendly or raw form, or the word `null`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub source: Option<String>,
    /// Receiver; the literal null selects log messages.
    /// Account, friendly or raw form, or the word `null`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub destination: Option<String>,
    /// 32-bit opcode, hex or signed decimal.
    /// Operation code of 32 bits, hex or signed decimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub opcode: Option<String>,
    /// Only messages whose created_at is at or after this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub start_utime: Option<u32>,
    /// Only messages whose created_at is at or before this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub end_utime: Option<u32>,
    /// Only messages whose created_lt is at least this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub start_lt: Option<String>,
    /// Only messages whose created_lt is at most this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub end_lt: Option<String>,
    /// in or out side of the message record.
    /// `in` or `out`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"in\" | \"out\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Direction"))]
    pub direction: Option<Direction>,
    /// Drop external-in messages.
    /// `true` or `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    pub exclude_externals: Option<bool>,
    /// Only external incoming messages.
    /// `true` or `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    pub only_externals: Option<bool>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Order by effective lt: created_lt, or the receiving transaction lt for external-in.
    /// `asc` or `desc`.
    /// Default `"desc"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
    /// Old name of msg_hash.
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub hash: Option<Vec<String>>,
}

impl Request for MessagesRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/messages");
    type Response = MessagesResponse;
}

/// Parameters of `/api/v3/pendingTransactions`.
///
/// Emulated transactions not yet indexed.
///
/// - nothing pending is usually a 404
/// - transactions may be JSON null when everything pending has been indexed meanwhile
/// - finality is pending or confirmed
///
/// `GET /api/v3/pendingTransactions`, Blockchain data: "Pending transactions". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PendingTransactionsRequest {
    /// Accounts whose pending transactions to return.
    /// One or several, each: account, friendly or raw form.
    /// Required.
    /// Servers: optional in the OpenAPI, required in practice.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    pub account: Vec<String>,
    /// Documented, but v1.3 never reads it: account is mandatory and wins.
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    /// The service ignores it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub trace_id: Option<Vec<String>>,
}

impl Request for PendingTransactionsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/pendingTransactions");
    type Response = TransactionsResponse;
}

/// Parameters of `/api/v3/transactions`.
///
/// Transactions by filter.
///
/// - no metadata key
/// - exclude_account is not implemented server-side
/// - adding a utime bound switches the sort key to now
/// - address_book inside may change (DNS names), rows do not
/// - `shard` only with `workchain` (otherwise without effect).
/// - `seqno` only with `workchain` (otherwise without effect).
/// - `seqno` only with `shard` (otherwise without effect).
/// - `direction` only with `msg_hash` or `opcode`.
///
/// Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
///
/// `GET /api/v3/transactions`, Blockchain data: "Transactions". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TransactionsRequest {
    /// Workchain of the block.
    /// Whole number of 32 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    pub workchain: Option<i32>,
    /// Shard id in hex.
    /// Shard as up to 16 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub shard: Option<String>,
    /// Block seqno.
    /// Whole number of 32 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    pub seqno: Option<i32>,
    /// Masterchain block that committed it.
    /// Whole number of 32 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    pub mc_seqno: Option<i32>,
    /// Accounts whose transactions to return.
    /// One or several, each: account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub account: Option<Vec<String>>,
    /// Documented exclusion list; the server ignores it.
    /// One or several, each: account, friendly or raw form.
    /// The service ignores it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub exclude_account: Option<Vec<String>>,
    /// Transaction hash (documented as a single value; repeats work).
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    /// Servers: the OpenAPI types it as one value; the server reads a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub hash: Option<Vec<String>>,
    /// Exact transaction lt.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub lt: Option<String>,
    /// Only transactions whose time is at or after this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub start_utime: Option<u32>,
    /// Only transactions whose time is at or before this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub end_utime: Option<u32>,
    /// Only transactions whose lt is at least this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub start_lt: Option<String>,
    /// Only transactions whose lt is at most this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub end_lt: Option<String>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Order by lt.
    /// `asc` or `desc`.
    /// Default `"desc"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
    /// Message side; only with msg_hash or opcode.
    /// `in` or `out`.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"in\" | \"out\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Direction"))]
    pub direction: Option<Direction>,
    /// Message hash.
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub msg_hash: Option<Vec<String>>,
    /// Message sender.
    /// Account, friendly or raw form.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub source: Option<String>,
    /// Message receiver.
    /// Account, friendly or raw form.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub destination: Option<String>,
    /// Message body hash.
    /// 32 bytes as hex, with or without `0x`, base64 or base64url.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub body_hash: Option<String>,
    /// Message opcode.
    /// Operation code of 32 bits, hex or signed decimal.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub opcode: Option<String>,
}

impl Request for TransactionsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/transactions");
    type Response = TransactionsResponse;
}

/// Parameters of `/api/v3/transactionsByMasterchainBlock`.
///
/// All transactions committed by one masterchain block, all shards.
///
/// - the rows never change, so pagination by offset is safe here
/// - 404 for a block not indexed yet: retry later, never cache
///
/// Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
///
/// `GET /api/v3/transactionsByMasterchainBlock`, Blockchain data: "Transactions by masterchain block". TON
/// Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TransactionsByMasterchainBlockRequest {
    /// Masterchain seqno.
    /// Whole number of 32 bits.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub seqno: i32,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Order by lt.
    /// `asc` or `desc`.
    /// Default `"desc"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
}

impl Request for TransactionsByMasterchainBlockRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/transactionsByMasterchainBlock");
    type Response = TransactionsResponse;
}

/// Parameters of `/api/v3/transactionsByMessage`.
///
/// Transactions whose in or out message matches.
///
/// - all other /transactions filters are accepted too
/// - At least one of `msg_hash`, `body_hash` and `opcode`.
///
/// Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
///
/// `GET /api/v3/transactionsByMessage`, Blockchain data: "Transactions by message". TON Center's
/// documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TransactionsByMessageRequest {
    /// Message hash or normalised hash (documented as single).
    /// One or several, each: 32 bytes as hex, with or without `0x`, base64 or base64url.
    /// Servers: the OpenAPI types it as one value; the server reads a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub msg_hash: Option<Vec<String>>,
    /// Body hash.
    /// 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub body_hash: Option<String>,
    /// Opcode.
    /// Operation code of 32 bits, hex or signed decimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub opcode: Option<String>,
    /// Message side.
    /// `in` or `out`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"in\" | \"out\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Direction"))]
    pub direction: Option<Direction>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Order by lt.
    /// `asc` or `desc`.
    /// Default `"desc"`.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
}

impl Request for TransactionsByMessageRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/transactionsByMessage");
    type Response = TransactionsResponse;
}

/// Parameters of `/api/v3/jetton/burns`.
///
/// Jetton burns.
///
/// - prefer owner_address: it is validated and takes lists
///
/// Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
///
/// `GET /api/v3/jetton/burns`, Jettons: "Jetton burns". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JettonBurnsRequest {
    /// Owner of the burning wallet. Documented as a list, but only the first value is read and an unparsable
    /// one is silently ignored (no filter!).
    /// Account, friendly or raw form.
    /// Servers: the OpenAPI types it as a list; the server reads one value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub address: Option<String>,
    /// Owners; the real list filter.
    /// One or several, each: account, friendly or raw form.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub owner_address: Option<Vec<String>>,
    /// Jetton wallets.
    /// One or several, each: account, friendly or raw form; at most 1000 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1000)))]
    pub jetton_wallet: Option<Vec<String>>,
    /// Jetton master.
    /// Account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub jetton_master: Option<String>,
    /// Only burns whose time is at or after this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub start_utime: Option<u32>,
    /// Only burns whose time is at or before this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub end_utime: Option<u32>,
    /// Only burns whose lt is at least this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub start_lt: Option<String>,
    /// Only burns whose lt is at most this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub end_lt: Option<String>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Order by lt.
    /// `asc` or `desc`.
    /// Default `"desc"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
}

impl Request for JettonBurnsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/jetton/burns");
    type Response = JettonBurnsResponse;
}

/// Parameters of `/api/v3/jetton/masters`.
///
/// Jetton masters.
///
/// - stale or destroyed rows are removed after paging: a short page does not prove the end
///
/// Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
///
/// `GET /api/v3/jetton/masters`, Jettons: "Jetton masters". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JettonMastersRequest {
    /// Masters.
    /// One or several, each: account, friendly or raw form; at most 1024 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1024)))]
    pub address: Option<Vec<String>>,
    /// Admins.
    /// One or several, each: account, friendly or raw form; at most 1024 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1024)))]
    pub admin_address: Option<Vec<String>>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
}

impl Request for JettonMastersRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/jetton/masters");
    type Response = JettonMastersResponse;
}

/// Parameters of `/api/v3/jetton/transfers`.
///
/// Jetton transfers (aborted ones excluded).
///
/// - any direction other than in/both acts as out
/// - timeouts reported for busy wallets (ton-http-api#130)
/// - `direction` only with `owner_address` (otherwise without effect).
///
/// Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
///
/// `GET /api/v3/jetton/transfers`, Jettons: "Jetton transfers". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JettonTransfersRequest {
    /// Owner of the sending or receiving wallet.
    /// One or several, each: account, friendly or raw form; at most 1000 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1000)))]
    pub owner_address: Option<Vec<String>>,
    /// Sending jetton wallets.
    /// One or several, each: account, friendly or raw form; at most 1000 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1000)))]
    pub jetton_wallet: Option<Vec<String>>,
    /// Jetton master.
    /// Account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub jetton_master: Option<String>,
    /// in or out relative to owner_address; both is accepted as no filter.
    /// `in` or `out`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"in\" | \"out\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Direction"))]
    pub direction: Option<Direction>,
    /// Only transfers whose time is at or after this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub start_utime: Option<u32>,
    /// Only transfers whose time is at or before this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub end_utime: Option<u32>,
    /// Only transfers whose lt is at least this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub start_lt: Option<String>,
    /// Only transfers whose lt is at most this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub end_lt: Option<String>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Order by lt.
    /// `asc` or `desc`.
    /// Default `"desc"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
    /// Old single-value name of owner_address; unparsable text is silently ignored.
    /// Account, friendly or raw form.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub address: Option<String>,
}

impl Request for JettonTransfersRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/jetton/transfers");
    type Response = JettonTransfersResponse;
}

/// Parameters of `/api/v3/jetton/wallets`.
///
/// Jetton wallets.
///
/// - spec and docs say it orders by balance: true only when sort is sent; omit sort for stable pages
///   (append-only id order, removals aside)
/// - deep offsets time out with 500 (ton-http-api#156, offset 3.7M)
/// - mintless_info appears only while a mintless airdrop is unclaimed
/// - Several `jetton_address` only with exactly one `owner_address`.
///
/// Pages have 100 rows by default, at most 1000, ordered by balance. `paginate` reads all pages.
///
/// `GET /api/v3/jetton/wallets`, Jettons: "Jetton wallets". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JettonWalletsRequest {
    /// Jetton wallet addresses.
    /// One or several, each: account, friendly or raw form; at most 1000 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1000)))]
    pub address: Option<Vec<String>>,
    /// Owners.
    /// One or several, each: account, friendly or raw form; at most 1000 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1000)))]
    pub owner_address: Option<Vec<String>>,
    /// Jetton masters.
    /// One or several, each: account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub jetton_address: Option<Vec<String>>,
    /// Drop empty wallets.
    /// `true` or `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    pub exclude_zero_balance: Option<bool>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Order by balance. The spec says desc is the default; without sort the server orders by internal id
    /// instead.
    /// `asc` or `desc`.
    /// Default `"desc"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
}

impl Request for JettonWalletsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/jetton/wallets");
    type Response = JettonWalletsResponse;
}

/// Parameters of `/api/v3/nft/collections`.
///
/// NFT collections.
///
/// Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
///
/// `GET /api/v3/nft/collections`, NFTs: "NFT collections". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NftCollectionsRequest {
    /// Collections.
    /// One or several, each: account, friendly or raw form; at most 1024 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1024)))]
    pub collection_address: Option<Vec<String>>,
    /// Collection owners.
    /// One or several, each: account, friendly or raw form; at most 1024 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1024)))]
    pub owner_address: Option<Vec<String>>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
}

impl Request for NftCollectionsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/nft/collections");
    type Response = NFTCollectionsResponse;
}

/// Parameters of `/api/v3/nft/items`.
///
/// NFT items.
///
/// - the index-without-collection error is a 500 on the wire, so validate it client-side
/// - include_on_sale covers GetGems sale/auction contracts (v4r1 requested in ton-http-api#187; v4 detector
///   present in v1.3)
/// - index: comma lists are not split
/// - `index` only with `collection_address`.
/// - Several `collection_address` only with exactly one `owner_address`.
///
/// Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
///
/// `GET /api/v3/nft/items`, NFTs: "NFT items". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NftItemsRequest {
    /// Items.
    /// One or several, each: account, friendly or raw form; at most 1000 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1000)))]
    pub address: Option<Vec<String>>,
    /// Owners.
    /// One or several, each: account, friendly or raw form; at most 1000 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1000)))]
    pub owner_address: Option<Vec<String>>,
    /// Collections.
    /// One or several, each: account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub collection_address: Option<Vec<String>>,
    /// Item indexes inside the collection, decimal digits.
    /// One or several, each: decimal digits; at most 1000 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike | readonly IntegerLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1000)))]
    pub index: Option<Vec<String>>,
    /// With owner_address: also items held by a sale or auction contract for that owner.
    /// `true` or `false`.
    /// Default `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool", extend("default" = false)))]
    pub include_on_sale: Option<bool>,
    /// Newest activity first; unstable while paging.
    /// `true` or `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    pub sort_by_last_transaction_lt: Option<bool>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Listed as sortable by the spec; the server ignores it.
    /// `asc` or `desc`.
    /// Default `"desc"`.
    /// The service ignores it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
}

impl Request for NftItemsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/nft/items");
    type Response = NFTItemsResponse;
}

/// Parameters of `/api/v3/nft/sales`.
///
/// Sale and auction contracts (GetGems sale, GetGems auction, Telemint) by contract address.
///
/// - limit/offset are parsed but unused: no paging
/// - on a PostgreSQL-only server Telemint rows may surface without details (type naming slip in source)
///
/// `GET /api/v3/nft/sales`, NFTs: "NFT sales and auctions". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NftSalesRequest {
    /// Sale or auction contract addresses.
    /// One or several, each: account, friendly or raw form; at most 1000 values.
    /// Required.
    /// Servers: the server refuses longer lists.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(extend("maxItems" = 1000)))]
    pub address: Vec<String>,
}

impl Request for NftSalesRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/nft/sales");
    type Response = NFTSalesResponse;
}

/// Parameters of `/api/v3/nft/transfers`.
///
/// NFT ownership transfers.
///
/// - `direction` only with `owner_address` (otherwise without effect).
///
/// Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
///
/// `GET /api/v3/nft/transfers`, NFTs: "NFT transfers". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NftTransfersRequest {
    /// Previous or new owner.
    /// One or several, each: account, friendly or raw form; at most 1000 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1000)))]
    pub owner_address: Option<Vec<String>>,
    /// Items.
    /// One or several, each: account, friendly or raw form; at most 1000 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1000)))]
    pub item_address: Option<Vec<String>>,
    /// Collection.
    /// Account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub collection_address: Option<String>,
    /// in or out relative to owner_address; both means no filter.
    /// `in` or `out`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"in\" | \"out\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Direction"))]
    pub direction: Option<Direction>,
    /// Only transfers whose time is at or after this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub start_utime: Option<u32>,
    /// Only transfers whose time is at or before this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub end_utime: Option<u32>,
    /// Only transfers whose lt is at least this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub start_lt: Option<String>,
    /// Only transfers whose lt is at most this logical time.
    /// Logical time, decimal text, 0 to 2^63-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub end_lt: Option<String>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Order by lt.
    /// `asc` or `desc`.
    /// Default `"desc"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
    /// Old single-value name of owner_address.
    /// Account, friendly or raw form.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub address: Option<String>,
}

impl Request for NftTransfersRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/nft/transfers");
    type Response = NFTTransfersResponse;
}

/// Parameters of `/api/v3/dns/records`.
///
/// DNS records by wallet or exact domain (.ton, .t.me).
///
/// - row key is records
/// - every internal failure is a 422
/// - Exactly one of `wallet` and `domain`.
///
/// Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
///
/// `GET /api/v3/dns/records`, DNS: "DNS records". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DnsRecordsRequest {
    /// Records whose wallet entry points here.
    /// Account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub wallet: Option<String>,
    /// Exact domain name.
    /// Text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub domain: Option<String>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 100, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
}

impl Request for DnsRecordsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/dns/records");
    type Response = DNSRecordsResponse;
}

/// Parameters of `/api/v3/dns/activeAuctions`.
///
/// DNS auctions the address currently leads or has won but not claimed.
///
/// - the only v3 endpoint with a real cursor; not in the pagination table of the spec
/// - At most one of `after` and `offset`.
///
/// Pages have 100 rows by default, at most 1000; `after` requests the next page. `paginate` reads all pages.
///
/// `GET /api/v3/dns/activeAuctions`, DNS: "DNS auctions by bidder". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DnsActiveAuctionsRequest {
    /// Leading bidder (standard address).
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub bidder: String,
    /// won: ended unclaimed; bidding: still open.
    /// `all`, `won` or `bidding`.
    /// Default `"all"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"all\" | \"won\" | \"bidding\""))]
    #[cfg_attr(feature = "schema", schemars(with = "DnsActiveAuctionsState", extend("default" = "all")))]
    pub state: Option<DnsActiveAuctionsState>,
    /// Attach the NFT item.
    /// `true` or `false`.
    /// Default `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool", extend("default" = false)))]
    pub include_nft_items: Option<bool>,
    /// Opaque cursor: next_cursor of the previous page.
    /// Text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub after: Option<String>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 100, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
}

impl Request for DnsActiveAuctionsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/dns/activeAuctions");
    type Response = DNSAuctionsResponse;
}

/// Words of the parameter `state`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
pub enum DnsActiveAuctionsState {
    /// `all`.
    #[serde(rename = "all")]
    All,
    /// `won`.
    #[serde(rename = "won")]
    Won,
    /// `bidding`.
    #[serde(rename = "bidding")]
    Bidding,
}

/// Parameters of `/api/v3/staking/nominatorPools/pool`.
///
/// State of one nominator pool.
///
/// `GET /api/v3/staking/nominatorPools/pool`, Staking: "Nominator pool". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StakingNominatorPoolsPoolRequest {
    /// Pool.
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub pool: String,
}

impl Request for StakingNominatorPoolsPoolRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/staking/nominatorPools/pool");
    type Response = NominatorPoolInfo;
}

/// Parameters of `/api/v3/staking/nominatorPools/nominator`.
///
/// Positions of one nominator across pools.
///
/// `GET /api/v3/staking/nominatorPools/nominator`, Staking: "Nominator positions in nominator pools". TON
/// Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StakingNominatorPoolsNominatorRequest {
    /// Nominator.
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub nominator: String,
}

impl Request for StakingNominatorPoolsNominatorRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/staking/nominatorPools/nominator");
    type Response = NominatorPoolsResponse;
}

/// Parameters of `/api/v3/staking/nominatorPools/nominatorEvents`.
///
/// Nominator-side events of a pool.
///
/// - limit only, no offset: for the next page set end_utime to the utime of the last row and drop repeated
///   rows
/// - start_utime/end_utime echo the request and are absent when not sent
/// - `start_utime` is at most `end_utime`.
///
/// Pages have 100 rows by default, at most 1000; there is no next page. `paginate` reads all pages.
///
/// `GET /api/v3/staking/nominatorPools/nominatorEvents`, Staking: "Nominator events from nominator pools".
/// TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StakingNominatorPoolsNominatorEventsRequest {
    /// Pool.
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub pool: String,
    /// Only this nominator.
    /// Account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub nominator: Option<String>,
    /// Only rows whose transaction time is at or after this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub start_utime: Option<u32>,
    /// Only rows whose transaction time is at or before this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub end_utime: Option<u32>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 100, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
}

impl Request for StakingNominatorPoolsNominatorEventsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/staking/nominatorPools/nominatorEvents");
    type Response = NominatorPoolEventsResponse;
}

/// Parameters of `/api/v3/staking/nominatorPools/nominatorRewards`.
///
/// Rewards of one nominator in one pool.
///
/// - total_on_page sums only the returned rows
/// - `start_utime` is at most `end_utime`.
///
/// Pages have 100 rows by default, at most 1000; there is no next page. `paginate` reads all pages.
///
/// `GET /api/v3/staking/nominatorPools/nominatorRewards`, Staking: "Nominator rewards from a pool". TON
/// Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StakingNominatorPoolsNominatorRewardsRequest {
    /// Nominator.
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub nominator: String,
    /// Pool.
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub pool: String,
    /// Only rows whose transaction time is at or after this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub start_utime: Option<u32>,
    /// Only rows whose transaction time is at or before this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub end_utime: Option<u32>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 100, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
}

impl Request for StakingNominatorPoolsNominatorRewardsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/staking/nominatorPools/nominatorRewards");
    type Response = NominatorRewardsResponse;
}

/// Parameters of `/api/v3/staking/nominatorPools/validatorEvents`.
///
/// Validator-side accounting events of pools.
///
/// - At least one of `validator` and `pool`.
/// - `start_utime` is at most `end_utime`.
///
/// Pages have 100 rows by default, at most 1000; there is no next page. `paginate` reads all pages.
///
/// `GET /api/v3/staking/nominatorPools/validatorEvents`, Staking: "Validator accounting events from pools".
/// TON Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StakingNominatorPoolsValidatorEventsRequest {
    /// Validator.
    /// Account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub validator: Option<String>,
    /// Pool.
    /// Account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub pool: Option<String>,
    /// Event kind (server does not validate the text).
    /// `reward`, `penalty`, `deposit` or `withdrawal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"reward\" | \"penalty\" | \"deposit\" | \"withdrawal\""))]
    #[cfg_attr(feature = "schema", schemars(with = "StakingNominatorPoolsValidatorEventsType"))]
    pub r#type: Option<StakingNominatorPoolsValidatorEventsType>,
    /// Only rows whose transaction time is at or after this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub start_utime: Option<u32>,
    /// Only rows whose transaction time is at or before this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub end_utime: Option<u32>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 100, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
}

impl Request for StakingNominatorPoolsValidatorEventsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/staking/nominatorPools/validatorEvents");
    type Response = NominatorPoolValidatorEventsResponse;
}

/// Words of the parameter `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
pub enum StakingNominatorPoolsValidatorEventsType {
    /// `reward`.
    #[serde(rename = "reward")]
    Reward,
    /// `penalty`.
    #[serde(rename = "penalty")]
    Penalty,
    /// `deposit`.
    #[serde(rename = "deposit")]
    Deposit,
    /// `withdrawal`.
    #[serde(rename = "withdrawal")]
    Withdrawal,
}

/// Parameters of `/api/v3/staking/nominatorPools/validatorRewards`.
///
/// Validator rewards from one pool.
///
/// - `start_utime` is at most `end_utime`.
///
/// Pages have 100 rows by default, at most 1000; there is no next page. `paginate` reads all pages.
///
/// `GET /api/v3/staking/nominatorPools/validatorRewards`, Staking: "Validator rewards from a pool". TON
/// Center's documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StakingNominatorPoolsValidatorRewardsRequest {
    /// Validator.
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub validator: String,
    /// Pool.
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub pool: String,
    /// Only rows whose transaction time is at or after this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub start_utime: Option<u32>,
    /// Only rows whose transaction time is at or before this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub end_utime: Option<u32>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 100, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
}

impl Request for StakingNominatorPoolsValidatorRewardsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/staking/nominatorPools/validatorRewards");
    type Response = NominatorPoolValidatorRewardsResponse;
}

/// Parameters of `/api/v3/validators/events`.
///
/// Stake accepted / rejected / recovered events at the elector.
///
/// - offset and sort work although the OpenAPI omits them (ton-indexer#432)
/// - At most one of `stake_holder_address` and `adnl_address`.
/// - `start_utime` is at most `end_utime`.
///
/// Pages have 10 rows by default, at most 1000; `offset` requests the next page. `paginate` reads all pages.
///
/// `GET /api/v3/validators/events`, Validators: "Validator stake and recover events". TON Center's
/// documentation: <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ValidatorsEventsRequest {
    /// Stake holder wallet.
    /// Account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub stake_holder_address: Option<String>,
    /// ADNL id.
    /// 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub adnl_address: Option<String>,
    /// Validator public key.
    /// 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub validator_pubkey: Option<String>,
    /// Event kind.
    /// `stake_accepted`, `stake_rejected` or `stake_recovered`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"stake_accepted\" | \"stake_rejected\" | \"stake_recovered\""))]
    #[cfg_attr(feature = "schema", schemars(with = "ValidatorsEventsType"))]
    pub r#type: Option<ValidatorsEventsType>,
    /// Only events whose time is at or after this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub start_utime: Option<u32>,
    /// Only events whose time is at or before this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub end_utime: Option<u32>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `10`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Direction of the time order.
    /// `asc` or `desc`.
    /// Default `"desc"`.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
}

impl Request for ValidatorsEventsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/validators/events");
    type Response = ValidatorEventsResponse;
}

/// Words of the parameter `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
pub enum ValidatorsEventsType {
    /// `stake_accepted`.
    #[serde(rename = "stake_accepted")]
    StakeAccepted,
    /// `stake_rejected`.
    #[serde(rename = "stake_rejected")]
    StakeRejected,
    /// `stake_recovered`.
    #[serde(rename = "stake_recovered")]
    StakeRecovered,
}

/// Parameters of `/api/v3/validators/elections`.
///
/// Validator elections.
///
/// - At most one of `stake_holder_address` and `adnl_address`.
/// - `start_utime` is at most `end_utime`.
/// - `limit` is at most 100 with `return_participants`.
///
/// Pages have 10 rows by default, at most 1000; `offset` requests the next page. `paginate` reads all pages.
///
/// `GET /api/v3/validators/elections`, Validators: "Validator elections". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ValidatorsElectionsRequest {
    /// Election id (start of the round, unix seconds).
    /// Whole number of 32 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    pub election_id: Option<i32>,
    /// Stake holder wallet.
    /// Account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub stake_holder_address: Option<String>,
    /// ADNL id.
    /// 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub adnl_address: Option<String>,
    /// Validator public key.
    /// 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub validator_pubkey: Option<String>,
    /// Attach participants (only matching ones when a filter for one validator is set).
    /// `true` or `false`.
    /// Default `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool", extend("default" = false)))]
    pub return_participants: Option<bool>,
    /// Filter by finished flag.
    /// `true` or `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    pub finished: Option<bool>,
    /// Lower bound applied to election_id.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub start_utime: Option<u32>,
    /// Upper bound applied to election_id.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub end_utime: Option<u32>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `10`.
    /// Servers: at most 100 when the request includes that list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Direction of the time order.
    /// `asc` or `desc`.
    /// Default `"desc"`.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
}

impl Request for ValidatorsElectionsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/validators/elections");
    type Response = ValidatorElectionsResponse;
}

/// Parameters of `/api/v3/validators/cycles`.
///
/// Validation cycles.
///
/// - max_factor is the raw declared factor, 65536 = 1.0; effective = min(max_factor, max_stake_factor)
/// - At most one of `stake_holder_address` and `adnl_address`.
/// - `start_utime` is at most `end_utime`.
/// - `limit` is at most 100 with `return_validators`.
///
/// Pages have 10 rows by default, at most 1000; `offset` requests the next page. `paginate` reads all pages.
///
/// `GET /api/v3/validators/cycles`, Validators: "Validator cycles". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ValidatorsCyclesRequest {
    /// Cycle start (unix seconds).
    /// Whole number of 32 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    pub cycle_start: Option<i32>,
    /// Election that produced it.
    /// Whole number of 32 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    pub election_id: Option<i32>,
    /// Stake holder wallet.
    /// Account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub stake_holder_address: Option<String>,
    /// ADNL id.
    /// 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub adnl_address: Option<String>,
    /// Validator public key.
    /// 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub validator_pubkey: Option<String>,
    /// Attach validators (only matching ones when a filter for one validator is set).
    /// `true` or `false`.
    /// Default `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool", extend("default" = false)))]
    pub return_validators: Option<bool>,
    /// Only cycles whose start is at or after this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub start_utime: Option<u32>,
    /// Only cycles whose start is at or before this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub end_utime: Option<u32>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `10`.
    /// Servers: at most 100 when the request includes that list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Direction of the time order.
    /// `asc` or `desc`.
    /// Default `"desc"`.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
}

impl Request for ValidatorsCyclesRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/validators/cycles");
    type Response = ValidatorCyclesResponse;
}

/// Parameters of `/api/v3/validators/complaints`.
///
/// Complaints against validators.
///
/// - At most one of `stake_holder_address` and `adnl_address`.
/// - `start_utime` is at most `end_utime`.
///
/// Pages have 10 rows by default, at most 1000; `offset` requests the next page. `paginate` reads all pages.
///
/// `GET /api/v3/validators/complaints`, Validators: "Validator complaints". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ValidatorsComplaintsRequest {
    /// Cycle start.
    /// Whole number of 32 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    pub cycle_start: Option<i32>,
    /// Election id.
    /// Whole number of 32 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32"))]
    pub election_id: Option<i32>,
    /// Stake holder wallet.
    /// Account, friendly or raw form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub stake_holder_address: Option<String>,
    /// ADNL id.
    /// 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub adnl_address: Option<String>,
    /// Validator public key.
    /// 32 bytes as hex, with or without `0x`, base64 or base64url.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub validator_pubkey: Option<String>,
    /// Only complaints whose created_at is at or after this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub start_utime: Option<u32>,
    /// Only complaints whose created_at is at or before this Unix second.
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub end_utime: Option<u32>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `10`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Direction of the time order.
    /// `asc` or `desc`.
    /// Default `"desc"`.
    /// TON Center accepts it, but does not document it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
}

impl Request for ValidatorsComplaintsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/validators/complaints");
    type Response = ValidatorComplaintsResponse;
}

/// Parameters of `/api/v3/multisig/orders`.
///
/// Multisig v2 orders.
///
/// - page maximum: spec 1000, OpenAPI 1024, server cap 1000
/// - At least one of `address` and `multisig_address`.
///
/// Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
///
/// `GET /api/v3/multisig/orders`, Multisig: "Multisig orders". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MultisigOrdersRequest {
    /// Order contracts.
    /// One or several, each: account, friendly or raw form; at most 1024 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1024)))]
    pub address: Option<Vec<String>>,
    /// Owning multisigs.
    /// One or several, each: account, friendly or raw form; at most 1024 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1024)))]
    pub multisig_address: Option<Vec<String>>,
    /// Decode order actions.
    /// `true` or `false`.
    /// Default `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool", extend("default" = false)))]
    pub parse_actions: Option<bool>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    /// Servers: OpenAPI maximum 1024.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Order (documented: last_transaction_lt; real: internal id).
    /// `asc` or `desc`.
    /// Default `"desc"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
}

impl Request for MultisigOrdersRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/multisig/orders");
    type Response = MultisigOrderResponse;
}

/// Parameters of `/api/v3/multisig/wallets`.
///
/// Multisig v2 wallets.
///
/// - row key is multisigs (not wallets)
/// - page maximum: spec 1000, OpenAPI 1024, server cap 1000
/// - At least one of `address` and `wallet_address`.
///
/// Pages have 100 rows by default, at most 1000, ordered by lt. `paginate` reads all pages.
///
/// `GET /api/v3/multisig/wallets`, Multisig: "Multisig wallets". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MultisigWalletsRequest {
    /// Multisig contracts.
    /// One or several, each: account, friendly or raw form; at most 1024 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1024)))]
    pub address: Option<Vec<String>>,
    /// Signer or proposer wallets.
    /// One or several, each: account, friendly or raw form; at most 1024 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1024)))]
    pub wallet_address: Option<Vec<String>>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    /// Servers: OpenAPI maximum 1024.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
    /// Order (documented: last_transaction_lt; real: internal id).
    /// `asc` or `desc`.
    /// Default `"desc"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "\"asc\" | \"desc\""))]
    #[cfg_attr(feature = "schema", schemars(with = "Sort", extend("default" = "desc")))]
    pub sort: Option<Sort>,
    /// Attach all orders.
    /// `true` or `false`.
    /// Default `true`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool", extend("default" = true)))]
    pub include_orders: Option<bool>,
}

impl Request for MultisigWalletsRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/multisig/wallets");
    type Response = MultisigResponse;
}

/// Parameters of `/api/v3/vesting`.
///
/// Vesting contracts.
///
/// - Exactly one of `contract_address` and `wallet_address`.
///
/// Pages have 100 rows by default, at most 1000. `paginate` reads all pages.
///
/// `GET /api/v3/vesting`, Vesting: "Vesting contracts". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VestingRequest {
    /// Vesting contracts.
    /// One or several, each: account, friendly or raw form; at most 1000 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1000)))]
    pub contract_address: Option<Vec<String>>,
    /// Owner or sender wallets.
    /// One or several, each: account, friendly or raw form; at most 1000 values.
    /// Servers: list length documented, not enforced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "AddressLike | readonly AddressLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1000)))]
    pub wallet_address: Option<Vec<String>>,
    /// Also match whitelisted wallets.
    /// `true` or `false`.
    /// Default `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool", extend("default" = false)))]
    pub check_whitelist: Option<bool>,
    /// Page size.
    /// Whole number of 32 bits, 1 to 1000.
    /// Default `100`. (TON Center's documentation says `10`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1000)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
}

impl Request for VestingRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/vesting");
    type Response = VestingContractsResponse;
}

/// Parameters of `/api/v3/topAccountsByBalance`.
///
/// Accounts by balance, largest first.
///
/// - bare JSON array without address_book
/// - page maximum: spec 1024, OpenAPI 1000, server cap 1000 unless its flag was raised: a page of 1001..1024
///   may be refused
///
/// Pages have 100 rows by default, at most 1024. `paginate` reads all pages.
///
/// `GET /api/v3/topAccountsByBalance`, Stats: "Top accounts by balance". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TopAccountsByBalanceRequest {
    /// Page size.
    /// Whole number of 32 bits, 1 to 1024.
    /// Default `100`. (TON Center's documentation says `10`.)
    /// Servers: OpenAPI maximum 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 10, "minimum" = 1, "maximum" = 1024)))]
    pub limit: Option<i32>,
    /// Rows to skip.
    /// Whole number of 32 bits, at least 0.
    /// Default `0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    #[cfg_attr(feature = "schema", schemars(with = "i32", extend("default" = 0, "minimum" = 0)))]
    pub offset: Option<i32>,
}

impl Request for TopAccountsByBalanceRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/topAccountsByBalance");
    type Response = TopAccountsByBalanceResponse;
}

/// Parameters of `/api/v3/decode`.
///
/// Name opcodes and decode bodies.
///
/// - opcode texts are read as hex first (0x optional), then decimal, then signed decimal
/// - pure function of the server schema set: safe to cache
/// - both lists empty: 200 {"opcodes":[],"bodies":[]}
/// - comma lists are not split
/// - percent-encode + / = in base64
///
/// `GET /api/v3/decode`, Utils: "Decode opcodes and bodies". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DecodeRequest {
    /// 32-bit opcodes, hex or decimal.
    /// One or several, each: operation code of 32 bits, hex or signed decimal; at most 1000 values.
    /// Servers: the server refuses longer lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "IntegerLike | readonly IntegerLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1000)))]
    pub opcodes: Option<Vec<String>>,
    /// Body cells as base64 or hex BoC.
    /// One or several, each: bag of cells, base64 or hex; at most 1000 values.
    /// Servers: the server refuses longer lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike | readonly BytesLike[]"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>", extend("maxItems" = 1000)))]
    pub bodies: Option<Vec<String>>,
}

impl Request for DecodeRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/decode");
    type Response = DecodeResponse;
}

/// Parameters of `/api/v3/addressInformation`.
///
/// Balance, code, data and last transaction of one account.
///
/// - plain object, no ok/result wrapper
/// - never-seen account: 200 with balance "0", status "uninit", zero last transaction
/// - documented default of use_v2 is true, the code default is false
/// - alias GET /account
///
/// `GET /api/v3/addressInformation`, Legacy (v2-style): "Address information". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AddressInformationRequest {
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
    /// Read from the v2 backend instead of the index.
    /// `true` or `false`.
    /// If omitted, the service uses `false`.
    /// Servers: the OpenAPI says true, the server takes false; omit it unless the caller sets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    pub use_v2: Option<bool>,
}

impl Request for AddressInformationRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/addressInformation");
    type Response = V2AddressInformation;
}

/// Parameters of `/api/v3/estimateFee`.
///
/// Estimate processing fees.
///
/// `POST /api/v3/estimateFee`, Legacy (v2-style): "Estimate fee". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EstimateFeeRequest {
    /// Account the message goes to.
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
    /// Message body.
    /// Bag of cells, base64 with padding.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    pub body: String,
    /// Code of a contract not deployed yet.
    /// Bag of cells, base64 with padding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub init_code: Option<String>,
    /// Data of a contract not deployed yet.
    /// Bag of cells, base64 with padding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub init_data: Option<String>,
    /// Treat every signature check as passed.
    /// `true` or `false`.
    /// If omitted, the service uses `false`.
    /// Servers: absent means false here, true in v2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    pub ignore_chksig: Option<bool>,
}

impl Request for EstimateFeeRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Post, "/estimateFee");
    type Response = V2EstimateFeeResult;
}

/// Parameters of `/api/v3/message`.
///
/// Send an external message.
///
/// - not idempotent to retry blindly: a resend is harmless on chain only because of wallet seqno
/// - proxied to v2 sendBocReturnHash
///
/// `POST /api/v3/message`, Legacy (v2-style): "Send a message". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MessageRequest {
    /// Signed external message.
    /// Bag of cells, base64 with padding.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "BytesLike"))]
    pub boc: String,
}

impl Request for MessageRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Post, "/message");
    type Response = V2SendMessageResult;
}

/// Parameters of `/api/v3/runGetMethod`.
///
/// Run a get-method against the latest state.
///
/// - OpenAPI wrongly declares V2RunGetMethodRequest as the 200 body
/// - a seqno field in the body is ignored by v1.3 although ton-org/kit sends it
/// - safe to retry although POST
///
/// `POST /api/v3/runGetMethod`, Legacy (v2-style): "Run a get-method". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RunGetMethodRequest {
    /// Contract.
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
    /// Get-method name.
    /// Text.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    pub method: String,
    /// Arguments; entry types num, cell and slice.
    /// One or several, each: `V2StackEntity`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(type = "readonly V2StackEntity[]"))]
    pub stack: Vec<V2StackEntity>,
}

impl Request for RunGetMethodRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Post, "/runGetMethod");
    type Response = V2RunGetMethodResult;
}

/// Parameters of `/api/v3/walletInformation`.
///
/// Wallet type, seqno and balance of one account.
///
/// - 409 only for an initialised account that is not a known wallet
/// - alias GET /wallet
///
/// `GET /api/v3/walletInformation`, Legacy (v2-style): "Wallet information". TON Center's documentation:
/// <https://docs.ton.org/ecosystem/api/toncenter/v3/overview>.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WalletInformationRequest {
    /// Account, friendly or raw form.
    /// Required.
    #[cfg_attr(feature = "schema", ts(type = "AddressLike"))]
    pub address: String,
    /// Read from the v2 backend instead of the index.
    /// `true` or `false`.
    /// If omitted, the service uses `false`.
    /// Servers: the OpenAPI says true, the server takes false; omit it unless the caller sets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(type = "boolean"))]
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    pub use_v2: Option<bool>,
}

impl Request for WalletInformationRequest {
    const ROW: (Generation, Verb, &'static str) = (Generation::V3, Verb::Get, "/walletInformation");
    type Response = V2WalletInformation;
}
