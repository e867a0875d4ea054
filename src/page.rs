//! Pagination of a list that changes while it is read: what to request next, which rows are new, and when it ends.
//!
//! These are pure decisions, which both clients use: rows are passed as identities ([`Row`]), and nothing is fetched
//! here.
//!
//! # Guarantees
//!
//! Rows may be inserted and removed anywhere between two requests. If the other rows keep their order, every row is
//! returned at most once, and every row that exists from the first request to the last is returned exactly once. A row
//! that is inserted in between may be returned or not. If the position cannot be found again, because every remembered
//! row is gone, paging stops with `pagination_drift`.
//!
//! Every pagination ends. A request makes progress if it returns a new row, or shows a part of the list that a search
//! for the position has not seen. After a few consecutive requests without progress ([`Pagination::IDLE`]) paging stops
//! with `pagination_stalled`, which names the parameter that the server ignores. Rows beyond the bound that was sent,
//! repeated rows of a page, and rows of a list that begins again ([`marks`]) are not returned.
//!
//! Lists sorted by changing values (balances, last activity) reorder their rows: a row that moves across the pager's
//! position can be missed or, more than [`window::ROOM`] rows later, be returned twice. Lists of rows without identity
//! are paged as if they did not change.
//!
//! # Method
//!
//! Every page overlaps the one before it. If the remembered rows are not at their expected position, the list has moved:
//! rows up to the last remembered one are left out, and the rest is new. If the page has no remembered row, pages before
//! and after it are requested until one has. With a bound on logical time or on unix time ([`Way::Keyset`]) the list
//! begins at the last row, so changes before that row have no effect. Rows of the same time are requested again and
//! recognized by identity, so they may come in any order. Only if more than [`window::ROOM`] rows share one time, they
//! must keep their order like other rows.

pub mod cursor;
pub mod marks;
mod pagination;
mod route;
mod search;
pub mod window;

pub use pagination::{Accepted, PageRequest, Pagination};
pub use route::{Fields, Mode, Route, Way, route, size_param};

use crate::error::{Code, Error};

/// The default number of rows of a page: more than the service's default of 10, to save round trips, but few enough to
/// arrive soon.
pub const PAGE_SIZE: u32 = 100;

/// The part of a row that the pager needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// The identity of the row, from [`identity`]; 0 for a row without one.
    pub id: u64,
    /// The value for a bound, such as the logical time; empty if the [`Way`] needs no bound.
    pub key: &'a str,
}

/// Computes the identity of a row from the text of the fields in [`Fields::id`]: 64 bits of FNV-1a; 0 for an empty
/// text.
///
/// By chance two rows of a window have the same identity once in 2^49 lists; the texts are hashes and addresses, which
/// nobody can choose freely.
#[must_use]
pub fn identity(text: &str) -> u64 {
    if text.trim_ascii().is_empty() { 0 } else { compute_digest(text).max(1) }
}

/// Computes FNV-1a with 64 bits.
fn compute_digest(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

fn invalid_option(option: &'static str, message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(Code::InvalidOption, message).parameter(option)
}
