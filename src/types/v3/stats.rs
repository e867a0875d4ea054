//! Types about statistics.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use ts_rs::TS;

#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::object;

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![AccountBalance, TopAccountsByBalanceResponse];

object!(
    /// An account and its balance.
    pub struct AccountBalance {
        /// Account, in raw form with upper-case hex.
        pub account: String,
        /// Balance, in nanotons, as decimal text.
        pub balance: String,
    }
);

/// Response of `/topAccountsByBalance`. A bare array.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(transparent)]
pub struct TopAccountsByBalanceResponse(pub Vec<AccountBalance>);
