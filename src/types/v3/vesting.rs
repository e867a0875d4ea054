//! Vesting.

use super::accounts::AddressBook;
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::object;
use crate::types::wire::rows;

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![VestingContractsResponse, VestingInfo];

object!(
    /// Response of `/vesting`.
    pub struct VestingContractsResponse {
        /// Vesting contracts.
        #[serde(deserialize_with = "rows")]
        pub vesting_contracts: Vec<VestingInfo>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
    }
);

object!(
    /// A vesting contract.
    pub struct VestingInfo {
        /// Address of the account. Raw form, upper-case hex.
        pub address: Option<String>,
        /// Start, unix seconds.
        pub start_time: Option<i64>,
        /// Total duration, seconds.
        pub total_duration: Option<i64>,
        /// Time between unlocks, seconds.
        pub unlock_period: Option<i64>,
        /// Time before the first unlock, seconds.
        pub cliff_duration: Option<i64>,
        /// Sender. Raw form, upper-case hex.
        pub sender_address: Option<String>,
        /// Owner. Raw form, upper-case hex.
        pub owner_address: Option<String>,
        /// Total amount. Nanotons, decimal text.
        pub total_amount: Option<String>,
        /// Whitelist. Raw form, upper-case hex.
        pub whitelist: Vec<String>,
    }
);
