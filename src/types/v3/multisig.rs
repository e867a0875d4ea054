//! Multisig.

use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use super::accounts::AddressBook;
use crate::types::descriptor::{Type, choose, types};
use crate::types::macros::keyed;
use crate::types::wire::{Integer, Object, Unknown, rows};

/// The types of this file.
pub(super) const TYPES: &[Type] = types![
    MultisigResponse,
    Multisig,
    MultisigOrder,
    OrderAction,
    MultisigOrderResponse,
    ParsedBodyJettonTransfer,
    ParsedBodyJettonBurn,
    ParsedBodyJettonMint,
    ParsedBodyJettonMintPlain,
    ParsedBodyNftTransfer,
    ParsedBodyTonTransfer,
    ParsedBodyJettonTopUp,
    ParsedBodyJettonChangeAdmin,
    ParsedBodyJettonClaimAdmin,
    ParsedBodyJettonChangeContent,
    ParsedBodyJettonCallTo,
    ParsedBodyJettonSetStatus,
    ParsedBodySingleNominatorWithdraw,
    ParsedBodySingleNominatorChangeValidator,
    ParsedBodyVestingInternalTransfer,
    ParsedBodyMultisigUpdateParams,
    ParsedBodyUnknown
];

/// Answer of `/multisig/wallets`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct MultisigResponse {
    /// Multisigs.
    #[serde(deserialize_with = "rows")]
    pub multisigs: Vec<Multisig>,
    /// Friendly forms and names of the accounts named in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "AddressBook")]
    pub address_book: Option<AddressBook>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A multisig.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Multisig {
    /// Account that it is about. Raw form, upper-case hex.
    pub address: String,
    /// Seqno of the next order. Decimal text.
    pub next_order_seqno: Option<String>,
    /// Approvals needed.
    pub threshold: Option<i64>,
    /// Signers. Raw form, upper-case hex.
    pub signers: Option<Vec<String>>,
    /// Proposers. Raw form, upper-case hex.
    pub proposers: Option<Vec<String>>,
    /// Logical time of the last transaction. Decimal text.
    pub last_transaction_lt: String,
    /// Hash of the code. Base64.
    pub code_hash: Option<String>,
    /// Hash of the data. Base64.
    pub data_hash: Option<String>,
    /// Orders, all of them, with `include_orders=true`; may be `null`.
    pub orders: Option<Vec<MultisigOrder>>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// An order of a multisig.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct MultisigOrder {
    /// Account that it is about. Raw form, upper-case hex.
    pub address: String,
    /// Multisig that it belongs to. Raw form, upper-case hex.
    pub multisig_address: String,
    /// Seqno of the order. Decimal text.
    pub order_seqno: Option<String>,
    /// Approvals needed.
    pub threshold: Option<i64>,
    /// It was sent for execution.
    pub sent_for_execution: Option<bool>,
    /// Bit mask of the signers that approved. Decimal text.
    pub approvals_mask: Option<String>,
    /// Number of approvals.
    pub approvals_num: Option<i64>,
    /// When the order expires, unix seconds.
    pub expiration_date: Option<i64>,
    /// The order, bag of cells. Base64.
    pub order_boc: Option<String>,
    /// Signers. Raw form, upper-case hex.
    pub signers: Option<Vec<String>>,
    /// Logical time of the last transaction. Decimal text.
    pub last_transaction_lt: String,
    /// Hash of the code. Base64.
    pub code_hash: Option<String>,
    /// Hash of the data. Base64.
    pub data_hash: Option<String>,
    /// Actions. `null` unless `parse_actions=true`.
    pub actions: Option<Vec<OrderAction>>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// One message of an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[schemars(transform = by_parsed_body_type)]
pub struct OrderAction {
    /// Receiver; empty or `null` when there is none. Raw form, upper-case hex.
    pub destination: Option<String>,
    /// Amount sent. Nanotons, decimal text.
    pub value: Option<String>,
    /// Body of the message, bag of cells. Base64.
    pub body_raw: Option<String>,
    /// The body was understood.
    pub parsed: bool,
    /// What went wrong, text for people.
    pub error: Option<String>,
    /// Shape chosen by `parsed_body_type`.
    #[ts(type = "object | null")]
    #[schemars(with = "Option<Object>")]
    pub parsed_body: Value,
    /// What the body is; an open set.
    pub parsed_body_type: String,
    /// Send mode.
    pub send_mode: i64,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Answer of `/multisig/orders`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct MultisigOrderResponse {
    /// Orders.
    #[serde(deserialize_with = "rows")]
    pub orders: Vec<MultisigOrder>,
    /// Friendly forms and names of the accounts named in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "AddressBook")]
    pub address_book: Option<AddressBook>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Parsed body of type `jetton_transfer`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ParsedBodyJettonTransfer {
    /// Query id that the sender chose.
    pub query_id: Integer,
    /// Amount, in the smallest units of what is moved. Decimal text.
    pub amount: Option<String>,
    /// Receiver; empty or `null` when there is none. Raw form, upper-case hex.
    pub destination: Option<String>,
    /// Who gets what is left. Raw form, upper-case hex.
    pub response: Option<String>,
    /// Custom payload of the transfer. Base64.
    pub custom_payload: Option<String>,
    /// TON forwarded with the notification. Nanotons, decimal text.
    pub forward_amount: Option<String>,
    /// Text of the comment.
    pub comment: String,
    /// The comment is encrypted.
    pub encrypted_comment: bool,
    /// Payload forwarded with the notification. Base64.
    pub forward_payload: Option<String>,
    /// Which form the payload has.
    pub payload_sum_type: String,
    /// Swap order of STON.fi, parsed.
    #[ts(type = "{ [member: string]: unknown } | null")]
    pub stonfi_swap_body: Option<Object>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Parsed body of type `jetton_burn`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ParsedBodyJettonBurn {
    /// Query id that the sender chose.
    pub query_id: Integer,
    /// Amount, in the smallest units of what is moved. Decimal text.
    pub amount: Option<String>,
    /// Who gets what is left. Raw form, upper-case hex.
    pub response_destination: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Parsed body of type `jetton_mint`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ParsedBodyJettonMint {
    /// Operation code of the body.
    pub opcode: i64,
    /// Query id that the sender chose.
    pub query_id: Integer,
    /// Receiver. Raw form, upper-case hex.
    pub to_address: Option<String>,
    /// TON sent along. Nanotons, decimal text.
    pub ton_amount: Option<String>,
    /// Query id of the inner message.
    pub master_msg_query_id: Integer,
    /// Jettons minted, smallest units. Decimal text.
    pub master_msg_jetton_amount: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Parsed body of type `jetton_mint`, without an inner message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ParsedBodyJettonMintPlain {
    /// Query id that the sender chose.
    pub query_id: Integer,
    /// Receiver. Raw form, upper-case hex.
    pub to_address: Option<String>,
    /// TON sent along. Nanotons, decimal text.
    pub ton_amount: Option<String>,
    /// Amount, in the jetton's smallest units. Decimal text.
    pub jetton_amount: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Parsed body of type `nft_transfer`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ParsedBodyNftTransfer {
    /// Query id that the sender chose.
    pub query_id: Integer,
    /// New owner. Raw form, upper-case hex.
    pub new_owner: Option<String>,
    /// Who gets what is left. Raw form, upper-case hex.
    pub response_destination: Option<String>,
    /// Custom payload of the transfer. Base64.
    pub custom_payload: Option<String>,
    /// TON forwarded with the notification. Nanotons, decimal text.
    pub forward_amount: Option<String>,
    /// Payload forwarded with the notification. Base64.
    pub forward_payload: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Parsed body of type `ton_transfer`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ParsedBodyTonTransfer {
    /// Text of the comment.
    pub comment: String,
    /// The comment is encrypted.
    pub encrypted: bool,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Parsed body of type `jetton_top_up`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ParsedBodyJettonTopUp {
    /// Query id that the sender chose.
    pub query_id: Integer,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Parsed body of type `jetton_change_admin`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ParsedBodyJettonChangeAdmin {
    /// Query id that the sender chose.
    pub query_id: Integer,
    /// New administrator. Raw form, upper-case hex.
    pub new_admin_address: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Parsed body of type `jetton_claim_admin`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ParsedBodyJettonClaimAdmin {
    /// Query id that the sender chose.
    pub query_id: Integer,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Parsed body of type `jetton_change_content`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ParsedBodyJettonChangeContent {
    /// Query id that the sender chose.
    pub query_id: Integer,
    /// New URL of the content.
    pub new_metadata_url: String,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Parsed body of type `jetton_call_to`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ParsedBodyJettonCallTo {
    /// Query id that the sender chose.
    pub query_id: Integer,
    /// Receiver. Raw form, upper-case hex.
    pub to_address: Option<String>,
    /// TON sent along. Nanotons, decimal text.
    pub ton_amount: Option<String>,
    /// Kind of the action called.
    pub action_type: String,
    /// Data of the action. Base64.
    pub action_data: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Parsed body of type `jetton_set_status`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ParsedBodyJettonSetStatus {
    /// Query id that the sender chose.
    pub query_id: Integer,
    /// New status.
    pub new_status: i64,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Parsed body of type `single_nominator_withdraw`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ParsedBodySingleNominatorWithdraw {
    /// Query id that the sender chose.
    pub query_id: Integer,
    /// Amount to withdraw. Nanotons, decimal text.
    pub coins: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Parsed body of type `single_nominator_change_validator`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ParsedBodySingleNominatorChangeValidator {
    /// Query id that the sender chose.
    pub query_id: Integer,
    /// Validator. Raw form, upper-case hex.
    pub validator_address: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Parsed body of type `vesting_internal_transfer`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ParsedBodyVestingInternalTransfer {
    /// Query id that the sender chose.
    pub query_id: Integer,
    /// Send mode.
    pub send_mode: i64,
    /// Receiver; empty or `null` when there is none. Raw form, upper-case hex.
    pub destination: Option<String>,
    /// Amount sent. Nanotons, decimal text.
    pub value: Option<String>,
    /// Body of the message. Base64.
    pub message_body: Option<String>,
    /// Text of the comment.
    pub comment: String,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Parsed body of type `multisig_update_params`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ParsedBodyMultisigUpdateParams {
    /// New threshold.
    pub new_threshold: i64,
    /// New signers. Raw form, upper-case hex.
    pub new_signers: Vec<String>,
    /// New proposers. Raw form, upper-case hex.
    pub new_proposers: Vec<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Parsed body of type `unknown`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ParsedBodyUnknown {
    /// Operation code of the body.
    pub opcode: i64,
    /// Data. Base64.
    pub data: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

keyed! {
    /// Body of a message of an order, read by its type.
    ParsedBody {
        JettonTransfer(ParsedBodyJettonTransfer),
        JettonBurn(ParsedBodyJettonBurn),
        JettonMint(ParsedBodyJettonMint),
        JettonMintPlain(ParsedBodyJettonMintPlain),
        NftTransfer(ParsedBodyNftTransfer),
        TonTransfer(ParsedBodyTonTransfer),
        JettonTopUp(ParsedBodyJettonTopUp),
        JettonChangeAdmin(ParsedBodyJettonChangeAdmin),
        JettonClaimAdmin(ParsedBodyJettonClaimAdmin),
        JettonChangeContent(ParsedBodyJettonChangeContent),
        JettonCallTo(ParsedBodyJettonCallTo),
        JettonSetStatus(ParsedBodyJettonSetStatus),
        SingleNominatorWithdraw(ParsedBodySingleNominatorWithdraw),
        SingleNominatorChangeValidator(ParsedBodySingleNominatorChangeValidator),
        VestingInternalTransfer(ParsedBodyVestingInternalTransfer),
        MultisigUpdateParams(ParsedBodyMultisigUpdateParams),
        Unknown(ParsedBodyUnknown),
    }
    by {
        "jetton_transfer" => JettonTransfer(ParsedBodyJettonTransfer),
        "jetton_burn" => JettonBurn(ParsedBodyJettonBurn),
        "jetton_mint" if has_opcode => JettonMint(ParsedBodyJettonMint),
        "jetton_mint" => JettonMintPlain(ParsedBodyJettonMintPlain),
        "nft_transfer" => NftTransfer(ParsedBodyNftTransfer),
        "ton_transfer" => TonTransfer(ParsedBodyTonTransfer),
        "jetton_top_up" => JettonTopUp(ParsedBodyJettonTopUp),
        "jetton_change_admin" => JettonChangeAdmin(ParsedBodyJettonChangeAdmin),
        "jetton_claim_admin" => JettonClaimAdmin(ParsedBodyJettonClaimAdmin),
        "jetton_change_content" => JettonChangeContent(ParsedBodyJettonChangeContent),
        "jetton_call_to" => JettonCallTo(ParsedBodyJettonCallTo),
        "jetton_set_status" => JettonSetStatus(ParsedBodyJettonSetStatus),
        "single_nominator_withdraw" => SingleNominatorWithdraw(ParsedBodySingleNominatorWithdraw),
        "single_nominator_change_validator" => SingleNominatorChangeValidator(ParsedBodySingleNominatorChangeValidator),
        "vesting_internal_transfer" => VestingInternalTransfer(ParsedBodyVestingInternalTransfer),
        "multisig_update_params" => MultisigUpdateParams(ParsedBodyMultisigUpdateParams),
        "unknown" => Unknown(ParsedBodyUnknown),
    }
}

/// The shape that has an operation code.
fn has_opcode(value: &Value) -> bool {
    value.get("opcode").is_some()
}

/// `parsed_body_type` chooses the shape of `parsed_body`.
fn by_parsed_body_type(schema: &mut Schema) {
    choose(schema, "parsed_body_type", "parsed_body", ParsedBody::KEYS, true);
}
