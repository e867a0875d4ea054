//! Transactions.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::accounts::{AccountStatus, AddressBook};
use super::blocks::BlockId;
use super::messages::Message;
use crate::types::descriptor::{Type, types};
use crate::types::macros::open_set;
use crate::types::wire::Unknown;

/// The types of this file.
pub(super) const TYPES: &[Type] = types![
    TransactionsResponse,
    Transaction,
    AccountState,
    TransactionDescr,
    ActionPhase,
    MsgSize,
    BouncePhase,
    ComputePhase,
    CreditPhase,
    SplitInfo,
    StoragePhase,
    TransactionKind,
    StatusChange,
    BounceKind,
    SkipReason,
    Finality
];

/// Answer of `/adjacentTransactions`, `/pendingTransactions`, `/transactions`,
/// `/transactionsByMasterchainBlock`, `/transactionsByMessage`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TransactionsResponse {
    /// Transactions.
    pub transactions: Option<Vec<Transaction>>,
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

/// A transaction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Transaction {
    /// Account. Raw form, upper-case hex.
    pub account: String,
    /// Hash. Base64.
    pub hash: String,
    /// Logical time of the transaction. Decimal text.
    pub lt: String,
    /// When it ran, unix seconds.
    pub now: i64,
    /// Masterchain block that includes it.
    pub mc_block_seqno: i64,
    /// Id of the trace: hash of its first transaction. Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub trace_id: Option<String>,
    /// Hash of the external message that began the trace. Present only in answers of `pending…`. Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub trace_external_hash: Option<String>,
    /// Hash of the account's transaction before it. Base64.
    pub prev_trans_hash: String,
    /// Logical time of the account's transaction before it. Decimal text.
    pub prev_trans_lt: String,
    /// Status before the transaction.
    pub orig_status: AccountStatus,
    /// Status after the transaction.
    pub end_status: AccountStatus,
    /// Fees in all. Nanotons, decimal text.
    pub total_fees: String,
    /// Fees in extra currencies: id to amount.
    pub total_fees_extra_currencies: Option<BTreeMap<String, String>>,
    /// What it did, phase by phase.
    pub description: TransactionDescr,
    /// Block that holds the transaction.
    pub block_ref: BlockId,
    /// Message that began the transaction.
    pub in_msg: Option<Message>,
    /// Messages that it sent. Ordered by `created_lt` ascending.
    pub out_msgs: Option<Vec<Message>>,
    /// State of the account before the transaction. Sub-fields may all be `null` when the state row is
    /// unavailable.
    pub account_state_before: Option<AccountState>,
    /// State of the account after the transaction.
    pub account_state_after: Option<AccountState>,
    /// True only in answers of `pending…` that come from emulation.
    pub emulated: bool,
    /// How settled it is. Absent on servers older than 2026. `pending`, `confirmed` or `finalized`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "Finality")]
    pub finality: Option<Finality>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// State of an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AccountState {
    /// Hash. Base64.
    pub hash: String,
    /// Balance. Nanotons, decimal text.
    pub balance: Option<String>,
    /// Extra currencies: id and amount.
    pub extra_currencies: Option<BTreeMap<String, String>>,
    /// Status of the account.
    pub account_status: Option<AccountStatus>,
    /// Hash of the state of a frozen account. Base64.
    pub frozen_hash: Option<String>,
    /// Hash of the data. Base64.
    pub data_hash: Option<String>,
    /// Hash of the code. Base64.
    pub code_hash: Option<String>,
    /// Data, bag of cells. Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub data_boc: Option<String>,
    /// Code, bag of cells. Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub code_boc: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// What a transaction did, phase by phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TransactionDescr {
    /// Kind of the transaction.
    #[serde(rename = "type")]
    pub kind: TransactionKind,
    /// The transaction was aborted: a phase failed and changes of state are undone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub aborted: Option<bool>,
    /// The account was destroyed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub destroyed: Option<bool>,
    /// Credit comes before the storage phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub credit_first: Option<bool>,
    /// Tock, not tick.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub is_tock: Option<bool>,
    /// The split or merge was installed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub installed: Option<bool>,
    /// Storage phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "StoragePhase")]
    pub storage_ph: Option<StoragePhase>,
    /// Credit phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "CreditPhase")]
    pub credit_ph: Option<CreditPhase>,
    /// Compute phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "ComputePhase")]
    pub compute_ph: Option<ComputePhase>,
    /// Action phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "ActionPhase")]
    pub action: Option<ActionPhase>,
    /// Bounce phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "BouncePhase")]
    pub bounce: Option<BouncePhase>,
    /// How the account is split.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "SplitInfo")]
    pub split_info: Option<SplitInfo>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Action phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ActionPhase {
    /// It succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub success: Option<bool>,
    /// Valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub valid: Option<bool>,
    /// Not enough funds for an action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub no_funds: Option<bool>,
    /// Change of the account's status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "StatusChange")]
    pub status_change: Option<StatusChange>,
    /// Forward fees. Nanotons, decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub total_fwd_fees: Option<String>,
    /// Fees of the action phase. Nanotons, decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub total_action_fees: Option<String>,
    /// Result code; 0 is success.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub result_code: Option<i64>,
    /// Argument of the result code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub result_arg: Option<i64>,
    /// Actions in all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub tot_actions: Option<i64>,
    /// Special actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub spec_actions: Option<i64>,
    /// Actions skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub skipped_actions: Option<i64>,
    /// Messages created.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub msgs_created: Option<i64>,
    /// Hash of the list of output actions. Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub action_list_hash: Option<String>,
    /// Size of the messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "MsgSize")]
    pub tot_msg_size: Option<MsgSize>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Size of messages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct MsgSize {
    /// Number of cells. Decimal text.
    pub cells: Option<String>,
    /// Number of bits. Decimal text.
    pub bits: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Bounce phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct BouncePhase {
    /// How bouncing ended.
    #[serde(rename = "type")]
    pub kind: Option<BounceKind>,
    /// Size of the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "MsgSize")]
    pub msg_size: Option<MsgSize>,
    /// Forward fees that would have been needed. Nanotons, decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub req_fwd_fees: Option<String>,
    /// Fees of the message. Nanotons, decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub msg_fees: Option<String>,
    /// Forward fees. Nanotons, decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub fwd_fees: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Compute phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ComputePhase {
    /// The phase was skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub skipped: Option<bool>,
    /// Why the phase was skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "SkipReason")]
    pub reason: Option<SkipReason>,
    /// It succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub success: Option<bool>,
    /// State came from the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub msg_state_used: Option<bool>,
    /// The account was activated by this transaction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub account_activated: Option<bool>,
    /// Gas fees. Nanotons, decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub gas_fees: Option<String>,
    /// Gas used. Decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub gas_used: Option<String>,
    /// Gas limit. Decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub gas_limit: Option<String>,
    /// Gas credit. Decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub gas_credit: Option<String>,
    /// Mode of the TVM.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub mode: Option<i64>,
    /// Exit code of the TVM; 0 and 1 are success.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub exit_code: Option<i64>,
    /// Argument of the exit code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub exit_arg: Option<i64>,
    /// Steps of the TVM.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub vm_steps: Option<i64>,
    /// Hash of the TVM's first state. Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub vm_init_state_hash: Option<String>,
    /// Hash of the TVM's last state. Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub vm_final_state_hash: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Credit phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CreditPhase {
    /// Due storage fees collected. Nanotons, decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub due_fees_collected: Option<String>,
    /// Amount credited. Nanotons, decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub credit: Option<String>,
    /// Extra currencies credited: id to amount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub credit_extra_currencies: Option<BTreeMap<String, String>>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// How an account is split.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SplitInfo {
    /// Length of the shard prefix.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub cur_shard_pfx_len: Option<i64>,
    /// Split depth of the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub acc_split_depth: Option<i64>,
    /// Hash part of this account. Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub this_addr: Option<String>,
    /// Hash part of the sibling account. Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub sibling_addr: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Storage phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct StoragePhase {
    /// Storage fees collected. Nanotons, decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub storage_fees_collected: Option<String>,
    /// Storage fees still due. Nanotons, decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub storage_fees_due: Option<String>,
    /// Change of the account's status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "StatusChange")]
    pub status_change: Option<StatusChange>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

open_set! {
    /// Kind of a transaction.
    TransactionKind {
        Ord = "ord",
        Storage = "storage",
        TickTock = "tick_tock",
        SplitPrepare = "split_prepare",
        SplitInstall = "split_install",
        MergePrepare = "merge_prepare",
        MergeInstall = "merge_install",
    }
}

open_set! {
    /// What became of an account.
    StatusChange {
        Unchanged = "unchanged",
        Frozen = "frozen",
        Deleted = "deleted",
    }
}

open_set! {
    /// How bouncing ended.
    BounceKind {
        Negfunds = "negfunds",
        Nofunds = "nofunds",
        Ok = "ok",
    }
}

open_set! {
    /// Why the compute phase was skipped.
    SkipReason {
        NoState = "no_state",
        BadState = "bad_state",
        NoGas = "no_gas",
        Suspended = "suspended",
    }
}

open_set! {
    /// How settled it is.
    Finality {
        Pending = "pending",
        Confirmed = "confirmed",
        Finalized = "finalized",
    }
}
