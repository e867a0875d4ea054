//! Types about transactions.

use std::collections::BTreeMap;

use super::accounts::{AccountStatus, AddressBook};
use super::blocks::BlockId;
use super::messages::Message;
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::{object, open_set};
use crate::types::wire::rows;

/// Types of this file.
#[cfg(feature = "schema")]
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

object!(
    /// Response of `/adjacentTransactions`, `/pendingTransactions`, `/transactions`,
    /// `/transactionsByMasterchainBlock`, `/transactionsByMessage`.
    pub struct TransactionsResponse {
        /// Transactions. The service may send `null` for none, which the client reads as no rows.
        #[serde(deserialize_with = "rows")]
        #[schemars(with = "Option<Vec<Transaction>>")]
        pub transactions: Vec<Transaction>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
    }
);

object!(
    /// A transaction.
    pub struct Transaction {
        /// Account, in raw form with upper-case hex.
        pub account: String,
        /// Hash, in base64.
        pub hash: String,
        /// Logical time of the transaction, as decimal text.
        pub lt: String,
        /// Time of the transaction, in Unix seconds.
        pub now: i64,
        /// Masterchain block that includes the transaction.
        pub mc_block_seqno: i64,
        /// Id of the trace: hash of its first transaction, in base64.
        #[optional]
        pub trace_id: Option<String>,
        /// Hash of the external message that started the trace, in base64. Present only in responses of
        /// `pending…`.
        #[optional]
        pub trace_external_hash: Option<String>,
        /// Hash of the account's previous transaction, in base64.
        pub prev_trans_hash: String,
        /// Logical time of the account's previous transaction, as decimal text.
        pub prev_trans_lt: String,
        /// Status before the transaction.
        pub orig_status: AccountStatus,
        /// Status after the transaction.
        pub end_status: AccountStatus,
        /// Total fees, in nanotons, as decimal text.
        pub total_fees: String,
        /// Fees in extra currencies: id to amount.
        pub total_fees_extra_currencies: Option<BTreeMap<String, String>>,
        /// The phases of the transaction.
        pub description: TransactionDescr,
        /// Block with the transaction.
        pub block_ref: BlockId,
        /// Message that started the transaction.
        pub in_msg: Option<Message>,
        /// Messages that the transaction sent. Ordered by `created_lt` ascending.
        pub out_msgs: Option<Vec<Message>>,
        /// State of the account before the transaction. Sub-fields may all be `null` when the state row is
        /// unavailable.
        pub account_state_before: Option<AccountState>,
        /// State of the account after the transaction.
        pub account_state_after: Option<AccountState>,
        /// Whether the transaction was emulated, which only responses of `pending…` have.
        pub emulated: bool,
        /// Finality. Absent on servers older than 2026. `pending`, `confirmed` or `finalized`.
        #[optional]
        pub finality: Option<Finality>,
    }
);

object!(
    /// State of an account.
    pub struct AccountState {
        /// Hash, in base64.
        pub hash: String,
        /// Balance, in nanotons, as decimal text.
        pub balance: Option<String>,
        /// Extra currencies: id and amount.
        pub extra_currencies: Option<BTreeMap<String, String>>,
        /// Status of the account.
        pub account_status: Option<AccountStatus>,
        /// Hash of the state of a frozen account, in base64.
        pub frozen_hash: Option<String>,
        /// Hash of the data, in base64.
        pub data_hash: Option<String>,
        /// Hash of the code, in base64.
        pub code_hash: Option<String>,
        /// Data: a bag of cells in base64.
        #[optional]
        pub data_boc: Option<String>,
        /// Code: a bag of cells in base64.
        #[optional]
        pub code_boc: Option<String>,
    }
);

object!(
    /// The phases of a transaction.
    pub struct TransactionDescr {
        /// Kind of the transaction.
        #[serde(rename = "type")]
        pub kind: TransactionKind,
        /// Whether the transaction was aborted: a phase failed, or no contract ran, and changes of state are undone. The value
        /// of the message stays with the account unless there is a bounce phase.
        #[optional]
        pub aborted: Option<bool>,
        /// Whether the account was destroyed.
        #[optional]
        pub destroyed: Option<bool>,
        /// Whether the credit phase comes before the storage phase.
        #[optional]
        pub credit_first: Option<bool>,
        /// Whether the transaction is a tock, not a tick.
        #[optional]
        pub is_tock: Option<bool>,
        /// Whether the split or merge was installed.
        #[optional]
        pub installed: Option<bool>,
        /// Storage phase.
        #[optional]
        pub storage_ph: Option<StoragePhase>,
        /// Credit phase.
        #[optional]
        pub credit_ph: Option<CreditPhase>,
        /// Compute phase.
        #[optional]
        pub compute_ph: Option<ComputePhase>,
        /// Action phase.
        #[optional]
        pub action: Option<ActionPhase>,
        /// Bounce phase.
        #[optional]
        pub bounce: Option<BouncePhase>,
        /// How the account is split.
        #[optional]
        pub split_info: Option<SplitInfo>,
    }
);

object!(
    /// Action phase.
    pub struct ActionPhase {
        /// Whether the phase succeeded.
        #[optional]
        pub success: Option<bool>,
        /// Whether the list of actions is valid.
        #[optional]
        pub valid: Option<bool>,
        /// Whether the funds were not enough for an action.
        #[optional]
        pub no_funds: Option<bool>,
        /// Change of the account's status.
        #[optional]
        pub status_change: Option<StatusChange>,
        /// Forward fees, in nanotons, as decimal text.
        #[optional]
        pub total_fwd_fees: Option<String>,
        /// Fees of the action phase, in nanotons, as decimal text.
        #[optional]
        pub total_action_fees: Option<String>,
        /// Result code; 0 is success.
        #[optional]
        pub result_code: Option<i64>,
        /// Argument of the result code.
        #[optional]
        pub result_arg: Option<i64>,
        /// Number of actions.
        #[optional]
        pub tot_actions: Option<i64>,
        /// Number of special actions.
        #[optional]
        pub spec_actions: Option<i64>,
        /// Number of skipped actions.
        #[optional]
        pub skipped_actions: Option<i64>,
        /// Number of messages created.
        #[optional]
        pub msgs_created: Option<i64>,
        /// Hash of the list of output actions, in base64.
        #[optional]
        pub action_list_hash: Option<String>,
        /// Size of the messages.
        #[optional]
        pub tot_msg_size: Option<MsgSize>,
    }
);

object!(
    /// Size of messages.
    pub struct MsgSize {
        /// Number of cells, as decimal text.
        pub cells: Option<String>,
        /// Number of bits, as decimal text.
        pub bits: Option<String>,
    }
);

object!(
    /// Bounce phase.
    pub struct BouncePhase {
        /// How bouncing ended.
        #[serde(rename = "type")]
        pub kind: Option<BounceKind>,
        /// Size of the message.
        #[optional]
        pub msg_size: Option<MsgSize>,
        /// Forward fees that would have been needed, in nanotons, as decimal text.
        #[optional]
        pub req_fwd_fees: Option<String>,
        /// Fees of the message, in nanotons, as decimal text.
        #[optional]
        pub msg_fees: Option<String>,
        /// Forward fees, in nanotons, as decimal text.
        #[optional]
        pub fwd_fees: Option<String>,
    }
);

object!(
    /// Compute phase.
    pub struct ComputePhase {
        /// Whether the phase was skipped.
        #[optional]
        pub skipped: Option<bool>,
        /// Why the phase was skipped.
        #[optional]
        pub reason: Option<SkipReason>,
        /// Whether the phase succeeded.
        #[optional]
        pub success: Option<bool>,
        /// Whether the state came from the message.
        #[optional]
        pub msg_state_used: Option<bool>,
        /// Whether this transaction activated the account.
        #[optional]
        pub account_activated: Option<bool>,
        /// Gas fees, in nanotons, as decimal text.
        #[optional]
        pub gas_fees: Option<String>,
        /// Gas used, as decimal text.
        #[optional]
        pub gas_used: Option<String>,
        /// Gas limit, as decimal text.
        #[optional]
        pub gas_limit: Option<String>,
        /// Gas credit, as decimal text.
        #[optional]
        pub gas_credit: Option<String>,
        /// Mode of the TVM.
        #[optional]
        pub mode: Option<i64>,
        /// Exit code of the TVM; 0 and 1 are success.
        #[optional]
        pub exit_code: Option<i64>,
        /// Argument of the exit code.
        #[optional]
        pub exit_arg: Option<i64>,
        /// Steps of the TVM.
        #[optional]
        pub vm_steps: Option<i64>,
        /// Hash of the TVM's first state, in base64.
        #[optional]
        pub vm_init_state_hash: Option<String>,
        /// Hash of the TVM's last state, in base64.
        #[optional]
        pub vm_final_state_hash: Option<String>,
    }
);

object!(
    /// Credit phase.
    pub struct CreditPhase {
        /// Due storage fees collected, in nanotons, as decimal text.
        #[optional]
        pub due_fees_collected: Option<String>,
        /// Amount credited, in nanotons, as decimal text.
        #[optional]
        pub credit: Option<String>,
        /// Extra currencies credited: id to amount.
        #[optional]
        pub credit_extra_currencies: Option<BTreeMap<String, String>>,
    }
);

object!(
    /// How an account is split.
    pub struct SplitInfo {
        /// Length of the shard prefix.
        #[optional]
        pub cur_shard_pfx_len: Option<i64>,
        /// Split depth of the account.
        #[optional]
        pub acc_split_depth: Option<i64>,
        /// Hash part of this account, in base64.
        #[optional]
        pub this_addr: Option<String>,
        /// Hash part of the sibling account, in base64.
        #[optional]
        pub sibling_addr: Option<String>,
    }
);

object!(
    /// Storage phase.
    pub struct StoragePhase {
        /// Storage fees collected, in nanotons, as decimal text.
        #[optional]
        pub storage_fees_collected: Option<String>,
        /// Storage fees still due, in nanotons, as decimal text.
        #[optional]
        pub storage_fees_due: Option<String>,
        /// Change of the account's status.
        #[optional]
        pub status_change: Option<StatusChange>,
    }
);

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
    /// How the state of an account changed.
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
    /// Finality.
    Finality {
        Pending = "pending",
        Confirmed = "confirmed",
        Finalized = "finalized",
    }
}
