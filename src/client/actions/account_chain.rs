//! The transactions of an account as a chain: each names the previous one by hash and logical time.

use super::account::TransactionId;
use super::response::{Reading, read_hash, read_lt};
use crate::address::{self, Address};
use crate::client::Error;
use crate::error::{self, Code};
use crate::hash::{self, Hash};
use crate::types::v3::{AccountStatus, Transaction as Row};
use std::borrow::Cow;

/// The place of a transaction in the history; logical time 0 without a hash is the place before the first one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) lt: u64,
    pub(super) hash: Option<Hash>,
}

impl Position {
    /// Returns the position as an id. Its hash is zero before the first transaction.
    pub(super) fn id(self) -> TransactionId {
        TransactionId { lt: self.lt, hash: self.hash.unwrap_or(Hash([0; 32])) }
    }

    /// Writes the position in the history of an account as a text that a program can store.
    pub(super) fn format_cursor(self, account: &Address) -> String {
        let hash = self.hash.map(|hash| hash.to_b64().to_string()).unwrap_or_default();
        format!("{account}:{}:{hash}", self.lt)
    }
}

pub(super) fn make_cursor_error(message: impl Into<Cow<'static, str>>) -> Error {
    error::Error::new(Code::CursorInvalid, message).parameter("since").into()
}

/// Reads a cursor: the account, and the position in its history.
pub(super) fn parse_cursor(cursor: &str) -> Result<(Address, Position), Error> {
    let parts: Vec<&str> = cursor.split(':').collect();
    let read = || {
        let [workchain, hash, lt, transaction] = parts[..] else { return None };
        let account = address::parse(&format!("{workchain}:{hash}")).ok()?.address;
        let lt: u64 =
            if lt.bytes().all(|byte| byte.is_ascii_digit()) { lt.parse().ok()? } else { return None };
        let hash = if transaction.is_empty() { None } else { Some(hash::parse(transaction).ok()?) };
        (hash.is_some() == (lt > 0)).then_some((account, Position { lt, hash }))
    };
    read().ok_or_else(|| make_cursor_error("`since` is not a cursor of an account"))
}

/// The place of a transaction in the chain of its account.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) position: Position,
    pub(super) previous_position: Position,
    /// Whether the account did not exist before.
    pub(super) is_first: bool,
    /// Whether the transaction deleted the account.
    pub(super) is_last: bool,
}

impl Link {
    /// Reads the link of a transaction of v3.
    pub(super) fn of_row(row: &Row) -> Reading<Self> {
        let previous_lt = read_lt("prev_trans_lt", &row.prev_trans_lt)?;
        let previous = if previous_lt == 0 {
            Position::default()
        } else {
            Position { lt: previous_lt, hash: Some(read_hash("prev_trans_hash", &row.prev_trans_hash)?) }
        };
        Ok(Self {
            position: Position { lt: read_lt("lt", &row.lt)?, hash: Some(read_hash("hash", &row.hash)?) },
            previous_position: previous,
            // An account that was deleted and deployed again begins a new chain.
            is_first: previous_lt == 0 && row.orig_status == AccountStatus::Nonexist,
            is_last: row.end_status == AccountStatus::Nonexist,
        })
    }
}

/// Transactions that follow a position without a gap, oldest first.
pub(super) struct LinkedEntries<T> {
    pub(super) entries: Vec<T>,
    /// The transactions after a gap: all from the first one that does not follow the entries.
    pub(super) unlinked: Vec<T>,
}

/// Returns the transactions that follow the position without a gap, and those after a gap.
pub(super) fn link_forward<T: AsRef<Link>>(mut entries: Vec<T>, position: Position) -> LinkedEntries<T> {
    entries.sort_by_key(|entry| entry.as_ref().position.lt);
    let mut linked_entries = LinkedEntries { entries: Vec::new(), unlinked: Vec::new() };
    let (mut last, mut is_deleted) = (position, false);
    for entry in entries {
        let link = *entry.as_ref();
        if link.position == last {
            is_deleted = link.is_last;
        }
        if link.position == last || link.position.lt < last.lt {
            continue;
        }
        // Two transactions of one account never have the same lt.
        let is_later = link.position.lt > last.lt;
        if !linked_entries.unlinked.is_empty()
            || !(is_later && (link.previous_position == last || (is_deleted && link.is_first)))
        {
            linked_entries.unlinked.push(entry);
            continue;
        }
        (last, is_deleted) = (link.position, link.is_last);
        linked_entries.entries.push(entry);
    }
    linked_entries
}
