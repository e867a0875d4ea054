//! Types about actions.

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "schema")]
use ts_rs::TS;

use super::accounts::{AddressBook, Metadata};
#[cfg(feature = "schema")]
use super::action_details::ActionDetails;
use super::transactions::{Finality, Transaction};
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, choose, types};
use crate::types::macros::object;
use crate::types::wire::{Object, rows};

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![Action, RawAction, ActionsResponse];

object!(
    /// One thing that a trace did, such as a transfer or a swap.
    #[cfg_attr(feature = "schema", schemars(transform = add_details_choice))]
    pub struct Action {
        /// Id of the trace: hash of its first transaction, in base64.
        pub trace_id: Option<String>,
        /// Id of the action, in base64.
        pub action_id: String,
        /// First logical time, as decimal text.
        pub start_lt: String,
        /// Last logical time, as decimal text.
        pub end_lt: String,
        /// First time, in Unix seconds.
        pub start_utime: i64,
        /// Last time, in Unix seconds.
        pub end_utime: i64,
        /// Last logical time of the trace, as decimal text.
        pub trace_end_lt: String,
        /// Last time of the trace, in Unix seconds.
        pub trace_end_utime: i64,
        /// Masterchain block in which the trace ended.
        pub trace_mc_seqno_end: i64,
        /// Hashes of the transactions, in base64.
        pub transactions: Option<Vec<String>>,
        /// Whether the action succeeded.
        pub success: Option<bool>,
        /// Kind of the action, an open set. Each type known today has its own type of `details`.
        #[serde(rename = "type")]
        pub kind: String,
        /// Details; `type` decides their type. If the server cannot render them, an object with the text `error`.
        #[ts(type = "object")]
        #[schemars(with = "Object")]
        pub details: Value,
        /// All columns of the action, if the server cannot render its type.
        #[optional]
        pub raw_action: Option<RawAction>,
        /// Hash of the external message that started the trace, in base64.
        #[optional]
        pub trace_external_hash: Option<String>,
        /// Normalised hash of that message (TEP-467), in base64.
        #[optional]
        pub trace_external_hash_norm: Option<String>,
        /// Accounts that took part, in raw form with upper-case hex. Only with `include_accounts=true`.
        #[optional]
        pub accounts: Option<Vec<String>>,
        /// The complete transactions. Only with `include_transactions=true`.
        #[optional]
        pub transactions_full: Option<Vec<Transaction>>,
        /// Finality. Absent on servers older than 2026. `pending`, `confirmed` or `finalized`.
        #[optional]
        pub finality: Option<Finality>,
    }
);

/// All columns of an action that the server cannot render. Do not rely on this type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(transparent)]
pub struct RawAction(#[cfg_attr(feature = "schema", ts(type = "{ [member: string]: unknown }"))] pub Object);

object!(
    /// Response of `/actions`, `/pendingActions`.
    pub struct ActionsResponse {
        /// Actions.
        #[serde(deserialize_with = "rows")]
        pub actions: Vec<Action>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
        /// Names, pictures and token data of the accounts in the response.
        #[optional]
        pub metadata: Option<Metadata>,
    }
);

/// Adds to the schema that `type` decides the type of `details`.
#[cfg(feature = "schema")]
fn add_details_choice(schema: &mut Schema) {
    choose(schema, "type", "details", ActionDetails::KEYS, false);
}
