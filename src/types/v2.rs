//! Types of v2, grouped as the service groups its operations.

mod accounts;
mod blocks;
mod config;
mod dns;
mod rpc;
mod run_method;
mod send;
mod tokens;
mod transactions;
mod utils;

pub use super::requests::v2::*;
pub use accounts::*;
pub use blocks::*;
pub use config::*;
pub use dns::*;
pub use rpc::*;
pub use run_method::*;
pub use send::*;
pub use tokens::*;
pub use transactions::*;
pub use utils::*;

#[cfg(feature = "schema")]
use super::descriptor::Type;

/// All types, by group.
#[cfg(feature = "schema")]
pub(super) const GROUPS: &[&[Type]] = &[
    accounts::TYPES,
    blocks::TYPES,
    utils::TYPES,
    transactions::TYPES,
    tokens::TYPES,
    dns::TYPES,
    config::TYPES,
    send::TYPES,
    run_method::TYPES,
    rpc::TYPES,
    super::requests::v2::TYPES,
];
