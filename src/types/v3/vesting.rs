//! Types about vesting.

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
        /// Address of the account, in raw form with upper-case hex.
        pub address: Option<String>,
        /// Start, in Unix seconds.
        pub start_time: Option<i64>,
        /// Total duration, in seconds.
        pub total_duration: Option<i64>,
        /// Time between unlocks, in seconds.
        pub unlock_period: Option<i64>,
        /// Time before the first unlock, in seconds.
        pub cliff_duration: Option<i64>,
        /// Sender, in raw form with upper-case hex.
        pub sender_address: Option<String>,
        /// Owner, in raw form with upper-case hex.
        pub owner_address: Option<String>,
        /// Total amount, in nanotons, as decimal text.
        pub total_amount: Option<String>,
        /// Whitelist, in raw form with upper-case hex.
        pub whitelist: Vec<String>,
    }
);
