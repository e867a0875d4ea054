//! The rows that a pager remembers: the last ones that it has passed, in the order of the list.

use super::Row;

/// The maximum number of identities that a pager remembers: 2 kB, for lists of any length.
///
/// They are enough to recognize two consecutive pages of the default size.
pub const ROOM: usize = 256;

/// Identities of the last rows passed, in the order of the list. All forgotten rows come before the remembered ones, so
/// they cannot appear again after them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Window {
    pub(super) ids: Vec<u64>,
    /// Whether rows were passed and forgotten.
    pub(super) forgot: bool,
}

impl Window {
    /// Returns how many remembered rows are after the row with this identity; `None` if the row is not remembered.
    #[must_use]
    pub fn behind(&self, id: u64) -> Option<usize> {
        self.ids.iter().rev().position(|remembered| id != 0 && *remembered == id)
    }

    /// Returns a window of the last `max_rows` rows.
    #[must_use]
    pub fn last(&self, max_rows: usize) -> Self {
        let excess = self.ids.len().saturating_sub(max_rows);
        Self { ids: Vec::from(self.ids.get(excess..).unwrap_or_default()), forgot: self.forgot || excess > 0 }
    }

    /// Forgets the last `count` rows: they were removed from the list.
    pub(super) fn drop_last(&mut self, count: usize) {
        self.ids.truncate(self.ids.len().saturating_sub(count));
    }

    /// Adds passed rows. Rows that are already remembered move to their place in this page.
    pub(super) fn pass_rows(&mut self, rows: &[Row<'_>]) {
        self.ids.retain(|id| !rows.iter().any(|row| row.id == *id));
        for row in rows {
            if row.id != 0 && self.ids.last() != Some(&row.id) {
                self.ids.push(row.id);
            }
        }
        *self = self.last(ROOM);
    }
}
