//! Types of v3, grouped as the service groups its operations.

mod accounts;
mod action_details;
mod actions;
mod blocks;
mod dns;
mod errors;
mod jettons;
mod legacy;
mod messages;
mod multisig;
mod nfts;
#[cfg(feature = "message")]
mod outcomes;
mod staking;
mod stats;
mod traces;
mod transactions;
mod utils;
mod validators;
mod vesting;

pub use super::requests::v3::*;
pub use accounts::*;
pub use action_details::*;
pub use actions::*;
pub use blocks::*;
pub use dns::*;
pub use errors::*;
pub use jettons::*;
pub use legacy::*;
pub use messages::*;
pub use multisig::*;
pub use nfts::*;
pub use staking::*;
pub use stats::*;
pub use traces::*;
pub use transactions::*;
pub use utils::*;
pub use validators::*;
pub use vesting::*;

#[cfg(feature = "schema")]
use super::descriptor::Type;

/// All types, by group.
#[cfg(feature = "schema")]
pub(super) const GROUPS: &[&[Type]] = &[
    blocks::TYPES,
    transactions::TYPES,
    accounts::TYPES,
    messages::TYPES,
    nfts::TYPES,
    jettons::TYPES,
    traces::TYPES,
    actions::TYPES,
    dns::TYPES,
    multisig::TYPES,
    vesting::TYPES,
    utils::TYPES,
    staking::TYPES,
    validators::TYPES,
    legacy::TYPES,
    stats::TYPES,
    errors::TYPES,
    action_details::TYPES,
    super::requests::v3::TYPES,
];
