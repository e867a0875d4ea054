//! Types about multisigs.

#[cfg(feature = "schema")]
use schemars::Schema;
use serde_json::Value;

use super::accounts::AddressBook;
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, choose, types};
use crate::types::macros::{keyed, object};
use crate::types::wire::{Integer, Object, rows};

/// Types of this file.
#[cfg(feature = "schema")]
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

object!(
    /// Response of `/multisig/wallets`.
    pub struct MultisigResponse {
        /// Multisigs.
        #[serde(deserialize_with = "rows")]
        pub multisigs: Vec<Multisig>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
    }
);

object!(
    /// A multisig.
    pub struct Multisig {
        /// Address of the account, in raw form with upper-case hex.
        pub address: String,
        /// Seqno of the next order, as decimal text.
        pub next_order_seqno: Option<String>,
        /// Approvals needed.
        pub threshold: Option<i64>,
        /// Signers, in raw form with upper-case hex.
        pub signers: Option<Vec<String>>,
        /// Proposers, in raw form with upper-case hex.
        pub proposers: Option<Vec<String>>,
        /// Logical time of the last transaction, as decimal text.
        pub last_transaction_lt: String,
        /// Hash of the code, in base64.
        pub code_hash: Option<String>,
        /// Hash of the data, in base64.
        pub data_hash: Option<String>,
        /// All orders, with `include_orders=true`; may be `null`.
        pub orders: Option<Vec<MultisigOrder>>,
    }
);

object!(
    /// An order of a multisig.
    pub struct MultisigOrder {
        /// Address of the account, in raw form with upper-case hex.
        pub address: String,
        /// Multisig that the order belongs to, in raw form with upper-case hex.
        pub multisig_address: String,
        /// Seqno of the order, as decimal text.
        pub order_seqno: Option<String>,
        /// Approvals needed.
        pub threshold: Option<i64>,
        /// Whether the order was sent for execution.
        pub sent_for_execution: Option<bool>,
        /// Bit mask of the signers that approved, as decimal text.
        pub approvals_mask: Option<String>,
        /// Number of approvals.
        pub approvals_num: Option<i64>,
        /// Time of expiry of the order, in Unix seconds.
        pub expiration_date: Option<i64>,
        /// The order: a bag of cells in base64.
        pub order_boc: Option<String>,
        /// Signers, in raw form with upper-case hex.
        pub signers: Option<Vec<String>>,
        /// Logical time of the last transaction, as decimal text.
        pub last_transaction_lt: String,
        /// Hash of the code, in base64.
        pub code_hash: Option<String>,
        /// Hash of the data, in base64.
        pub data_hash: Option<String>,
        /// Actions. `null` unless `parse_actions=true`.
        pub actions: Option<Vec<OrderAction>>,
    }
);

object!(
    /// One message of an order.
    #[cfg_attr(feature = "schema", schemars(transform = add_parsed_body_choice))]
    pub struct OrderAction {
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
        /// Amount sent, in nanotons, as decimal text.
        pub value: Option<String>,
        /// Body of the message: a bag of cells in base64.
        pub body_raw: Option<String>,
        /// Whether the service could parse the body.
        pub parsed: bool,
        /// Error message, text for people.
        pub error: Option<String>,
        /// The parsed body; `parsed_body_type` decides its type.
        #[ts(type = "object | null")]
        #[schemars(with = "Option<Object>")]
        pub parsed_body: Value,
        /// The kind of the body; an open set.
        pub parsed_body_type: String,
        /// Send mode.
        pub send_mode: i64,
    }
);

object!(
    /// Response of `/multisig/orders`.
    pub struct MultisigOrderResponse {
        /// Orders.
        #[serde(deserialize_with = "rows")]
        pub orders: Vec<MultisigOrder>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
    }
);

object!(
    /// Parsed body of type `jetton_transfer`.
    pub struct ParsedBodyJettonTransfer {
        /// Query id that the sender chose.
        pub query_id: Integer,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
        /// Receiver of the remaining TON, in raw form with upper-case hex.
        pub response: Option<String>,
        /// Custom payload of the transfer, in base64.
        pub custom_payload: Option<String>,
        /// TON forwarded with the notification, in nanotons, as decimal text.
        pub forward_amount: Option<String>,
        /// Text of the comment.
        pub comment: String,
        /// Whether the comment is encrypted.
        pub encrypted_comment: bool,
        /// Payload forwarded with the notification, in base64.
        pub forward_payload: Option<String>,
        /// Form of the payload.
        pub payload_sum_type: String,
        /// Swap order of STON.fi, parsed.
        #[ts(type = "{ [member: string]: unknown } | null")]
        pub stonfi_swap_body: Option<Object>,
    }
);

object!(
    /// Parsed body of type `jetton_burn`.
    pub struct ParsedBodyJettonBurn {
        /// Query id that the sender chose.
        pub query_id: Integer,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// Receiver of the remaining TON, in raw form with upper-case hex.
        pub response_destination: Option<String>,
    }
);

object!(
    /// Parsed body of type `jetton_mint`.
    pub struct ParsedBodyJettonMint {
        /// Operation code of the body.
        pub opcode: i64,
        /// Query id that the sender chose.
        pub query_id: Integer,
        /// Receiver, in raw form with upper-case hex.
        pub to_address: Option<String>,
        /// TON sent along, in nanotons, as decimal text.
        pub ton_amount: Option<String>,
        /// Query id of the inner message.
        pub master_msg_query_id: Integer,
        /// Jettons minted, in their smallest units, as decimal text.
        pub master_msg_jetton_amount: Option<String>,
    }
);

object!(
    /// Parsed body of type `jetton_mint`, without an inner message.
    pub struct ParsedBodyJettonMintPlain {
        /// Query id that the sender chose.
        pub query_id: Integer,
        /// Receiver, in raw form with upper-case hex.
        pub to_address: Option<String>,
        /// TON sent along, in nanotons, as decimal text.
        pub ton_amount: Option<String>,
        /// Amount, in the jetton's smallest units, as decimal text.
        pub jetton_amount: Option<String>,
    }
);

object!(
    /// Parsed body of type `nft_transfer`.
    pub struct ParsedBodyNftTransfer {
        /// Query id that the sender chose.
        pub query_id: Integer,
        /// New owner, in raw form with upper-case hex.
        pub new_owner: Option<String>,
        /// Receiver of the remaining TON, in raw form with upper-case hex.
        pub response_destination: Option<String>,
        /// Custom payload of the transfer, in base64.
        pub custom_payload: Option<String>,
        /// TON forwarded with the notification, in nanotons, as decimal text.
        pub forward_amount: Option<String>,
        /// Payload forwarded with the notification, in base64.
        pub forward_payload: Option<String>,
    }
);

object!(
    /// Parsed body of type `ton_transfer`.
    pub struct ParsedBodyTonTransfer {
        /// Text of the comment.
        pub comment: String,
        /// Whether the comment is encrypted.
        pub encrypted: bool,
    }
);

object!(
    /// Parsed body of type `jetton_top_up`.
    pub struct ParsedBodyJettonTopUp {
        /// Query id that the sender chose.
        pub query_id: Integer,
    }
);

object!(
    /// Parsed body of type `jetton_change_admin`.
    pub struct ParsedBodyJettonChangeAdmin {
        /// Query id that the sender chose.
        pub query_id: Integer,
        /// New administrator, in raw form with upper-case hex.
        pub new_admin_address: Option<String>,
    }
);

object!(
    /// Parsed body of type `jetton_claim_admin`.
    pub struct ParsedBodyJettonClaimAdmin {
        /// Query id that the sender chose.
        pub query_id: Integer,
    }
);

object!(
    /// Parsed body of type `jetton_change_content`.
    pub struct ParsedBodyJettonChangeContent {
        /// Query id that the sender chose.
        pub query_id: Integer,
        /// New URL of the content.
        pub new_metadata_url: String,
    }
);

object!(
    /// Parsed body of type `jetton_call_to`.
    pub struct ParsedBodyJettonCallTo {
        /// Query id that the sender chose.
        pub query_id: Integer,
        /// Receiver, in raw form with upper-case hex.
        pub to_address: Option<String>,
        /// TON sent along, in nanotons, as decimal text.
        pub ton_amount: Option<String>,
        /// Kind of the action called.
        pub action_type: String,
        /// Data of the action, in base64.
        pub action_data: Option<String>,
    }
);

object!(
    /// Parsed body of type `jetton_set_status`.
    pub struct ParsedBodyJettonSetStatus {
        /// Query id that the sender chose.
        pub query_id: Integer,
        /// New status.
        pub new_status: i64,
    }
);

object!(
    /// Parsed body of type `single_nominator_withdraw`.
    pub struct ParsedBodySingleNominatorWithdraw {
        /// Query id that the sender chose.
        pub query_id: Integer,
        /// Amount to withdraw, in nanotons, as decimal text.
        pub coins: Option<String>,
    }
);

object!(
    /// Parsed body of type `single_nominator_change_validator`.
    pub struct ParsedBodySingleNominatorChangeValidator {
        /// Query id that the sender chose.
        pub query_id: Integer,
        /// Validator, in raw form with upper-case hex.
        pub validator_address: Option<String>,
    }
);

object!(
    /// Parsed body of type `vesting_internal_transfer`.
    pub struct ParsedBodyVestingInternalTransfer {
        /// Query id that the sender chose.
        pub query_id: Integer,
        /// Send mode.
        pub send_mode: i64,
        /// Receiver, in raw form with upper-case hex; empty or `null` if there is none.
        pub destination: Option<String>,
        /// Amount sent, in nanotons, as decimal text.
        pub value: Option<String>,
        /// Body of the message, in base64.
        pub message_body: Option<String>,
        /// Text of the comment.
        pub comment: String,
    }
);

object!(
    /// Parsed body of type `multisig_update_params`.
    pub struct ParsedBodyMultisigUpdateParams {
        /// New threshold.
        pub new_threshold: i64,
        /// New signers, in raw form with upper-case hex.
        pub new_signers: Vec<String>,
        /// New proposers, in raw form with upper-case hex.
        pub new_proposers: Vec<String>,
    }
);

object!(
    /// Parsed body of type `unknown`.
    pub struct ParsedBodyUnknown {
        /// Operation code of the body.
        pub opcode: i64,
        /// Data, in base64.
        pub data: Option<String>,
    }
);

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

/// Returns whether the value has an operation code.
fn has_opcode(value: &Value) -> bool {
    value.get("opcode").is_some()
}

/// Adds to the schema that `parsed_body_type` decides the type of `parsed_body`.
#[cfg(feature = "schema")]
fn add_parsed_body_choice(schema: &mut Schema) {
    choose(schema, "parsed_body_type", "parsed_body", ParsedBody::KEYS, true);
}
