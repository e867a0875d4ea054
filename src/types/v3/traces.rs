//! Types about traces.

use std::collections::BTreeMap;

use super::accounts::{AddressBook, Metadata};
use super::actions::Action;
use super::messages::Message;
use super::transactions::Transaction;
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::{object, open_set};
use crate::types::wire::{Integer, rows};

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![
    TracesResponse,
    EventsResponse,
    BalanceChanges,
    Trace,
    TraceMeta,
    TraceNode,
    TraceState,
    ClassificationState
];

object!(
    /// Response of `/pendingTraces`, `/traces`.
    pub struct TracesResponse {
        /// Traces. The service may send `null` for none, which the client reads as no rows.
        #[serde(deserialize_with = "rows")]
        #[schemars(with = "Option<Vec<Trace>>")]
        pub traces: Vec<Trace>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
        /// Names, pictures and token data of the accounts in the response.
        #[optional]
        pub metadata: Option<Metadata>,
    }
);

object!(
    /// Response of `/events`.
    pub struct EventsResponse {
        /// Traces with their actions. The service may send `null` for none, which the client reads as no rows.
        #[serde(deserialize_with = "rows")]
        #[schemars(with = "Option<Vec<Trace>>")]
        pub events: Vec<Trace>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
        /// Names, pictures and token data of the accounts in the response.
        #[optional]
        pub metadata: Option<Metadata>,
    }
);

object!(
    /// Response of `/balanceChanges`. Every map is by account, raw form, upper-case hex; all are `null` if the trace does not have the action.
    pub struct BalanceChanges {
        /// Nanotons by which the balance changes, fees included. Integer; text from 16 digits on.
        pub changes: Option<BTreeMap<String, Integer>>,
        /// Nanotons of fees. Integer; text from 16 digits on.
        pub fees: Option<BTreeMap<String, Integer>>,
        /// Units by which the balance of each jetton changes, by the jetton's master, as decimal text.
        pub jettons: Option<BTreeMap<String, BTreeMap<String, String>>>,
    }
);

object!(
    /// All transactions that one external message led to.
    pub struct Trace {
        /// Id of the trace: hash of its first transaction, in base64.
        pub trace_id: Option<String>,
        /// Hash of the external message that started the trace, in base64.
        pub external_hash: Option<String>,
        /// Masterchain block in which the trace started, as decimal text.
        pub mc_seqno_start: String,
        /// Masterchain block in which the trace ended, as decimal text.
        pub mc_seqno_end: String,
        /// First logical time, as decimal text.
        pub start_lt: String,
        /// First time, in Unix seconds.
        pub start_utime: i64,
        /// Last logical time, as decimal text.
        pub end_lt: Option<String>,
        /// Last time, in Unix seconds.
        pub end_utime: Option<i64>,
        /// State and counts.
        pub trace_info: TraceMeta,
        /// Whether the trace has more transactions than the server reads (4000 by default).
        pub is_incomplete: bool,
        /// Warning that the trace is too large, as text for people.
        #[optional]
        pub warning: Option<String>,
        /// Actions. Only with `include_actions=true` (always in `/pendingTraces`).
        #[optional]
        pub actions: Option<Vec<Action>>,
        /// Tree of the transactions. Absent when the trace is too large.
        #[optional]
        pub trace: Option<TraceNode>,
        /// Hashes of the transactions, in order, in base64.
        #[optional]
        pub transactions_order: Option<Vec<String>>,
        /// Transactions. Keyed by base64 transaction hash; absent if there are none.
        #[optional]
        pub transactions: Option<BTreeMap<String, Transaction>>,
    }
);

object!(
    /// State and counts of a trace.
    pub struct TraceMeta {
        /// State of the trace.
        pub trace_state: TraceState,
        /// Number of messages.
        pub messages: i64,
        /// Number of transactions.
        pub transactions: i64,
        /// Messages not yet processed.
        pub pending_messages: i64,
        /// State of the classification of actions.
        pub classification_state: ClassificationState,
    }
);

object!(
    /// A transaction of the tree.
    pub struct TraceNode {
        /// Hash of the transaction, in base64.
        #[optional]
        pub tx_hash: Option<String>,
        /// Hash of the message that started the transaction, in base64.
        #[optional]
        pub in_msg_hash: Option<String>,
        /// Transaction.
        #[optional]
        pub transaction: Option<Transaction>,
        /// Message that started the transaction.
        #[optional]
        pub in_msg: Option<Message>,
        /// The transactions that the messages of this one led to.
        pub children: Option<Vec<Self>>,
    }
);

open_set! {
    /// State of a trace.
    TraceState {
        Complete = "complete",
        Pending = "pending",
        Broken = "broken",
    }
}

open_set! {
    /// State of the classification of a trace's actions.
    ClassificationState {
        Unclassified = "unclassified",
        Failed = "failed",
        Ok = "ok",
        Broken = "broken",
    }
}
