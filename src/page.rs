//! Pagination of a list that changes while it is read: what to request next, which rows are new, and when it ends.
//!
//! Pure decisions, for the client's shell and for Rust users: rows come in as identities ([`Row`]), nothing is fetched here.
//!
//! # What is promised
//!
//! While rows are inserted and removed anywhere between any two requests, and the others keep their order: no row comes
//! twice, and every row that existed when paging began and still exists comes once. A row inserted meanwhile may come or
//! not. If the position cannot be found again, because every remembered row is gone, paging stops with `pagination_drift`.
//!
//! Every pagination ends. A request makes progress when it brings a new row, or when it shows a part of the list that was not
//! looked at in a search for the position. After a few requests in a row without progress ([`Pagination::IDLE`]) paging stops with
//! `pagination_stalled`, which names what the server ignores. A row beyond the bound that was sent, a row that the same page
//! has twice, and rows of a list that begins again ([`marks`]) are not returned.
//!
//! Lists sorted by what changes (balances, last activity) reorder their rows: there a row that moves across the position
//! of the reader can be missed or, beyond [`window::ROOM`] rows, come again. Rows without identity are paged as if
//! nothing moved.
//!
//! # How
//!
//! Every page overlaps the one before it. If the rows remembered are not where they should be, the list moved; rows up to
//! them are left out, the rest is new. If none of them is on the page, pages before and behind are looked at until one
//! is found. With a bound on logical time or on unix time ([`Way::Keyset`]) the list begins at the last row, so nothing that happens
//! before it matters; rows of the same time are requested again and distinguished by identity. So they may come in any order, unless
//! they are as many as are remembered ([`window::ROOM`]): those must keep their order as any other rows.

pub mod cursor;
pub mod marks;
mod pagination;
mod route;
mod search;
pub mod window;

pub use pagination::{Accepted, PageRequest, Pagination};
pub use route::{Fields, Mode, Route, Way, route, size_param};

use crate::error::{Code, Error};

/// Rows of a page when the caller does not say: fewer round trips than the service's 10, small enough to show soon.
pub const PAGE_SIZE: u32 = 100;

/// The part of a row that the pager needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// Its identity, from [`identity`]; 0 for a row without one.
    pub id: u64,
    /// The value that a bound takes, such as its logical time; empty where the way needs none.
    pub key: &'a str,
}

/// The identity of a row by the text of the fields in [`Fields::id`]: 64 bits of FNV-1a. 0 for an empty text.
///
/// Two rows of a window have the same number at random once in 2^49 lists; the texts are hashes and addresses, which no one can choose.
#[must_use]
pub fn identity(text: &str) -> u64 {
    if text.trim_ascii().is_empty() { 0 } else { digest(text).max(1) }
}

/// FNV-1a over 64 bits.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

fn invalid_option(option: &'static str, message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(Code::InvalidOption, message).parameter(option)
}
