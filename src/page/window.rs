//! The rows that a pager remembers: the last ones that it passed, in the order of the list.

/// Most identities that a pager remembers: 2 kB, whatever the length of the list.
///
/// Enough to know a page of the default size again, and a second one behind it.
pub const ROOM: usize = 256;

/// Identities of the last rows passed, in the order of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Window {
    ids: Vec<u64>,
    /// Rows were passed that are not among them.
    pub(super) forgot: bool,
}

impl Window {
    /// A window of these, the last [`ROOM`] of them; `forgot`: there were others before them.
    #[must_use]
    pub fn new(mut ids: Vec<u64>, forgot: bool) -> Self {
        ids.retain(|id| *id != 0);
        let over = ids.len().saturating_sub(ROOM);
        ids.drain(..over);
        Self { ids, forgot: forgot || over > 0 }
    }

    /// It remembers that row.
    #[must_use]
    pub fn has(&self, id: u64) -> bool {
        id != 0 && self.ids.contains(&id)
    }

    /// How many it remembers.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ids.len()
    }

    /// It remembers none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The last `most` of them, in the order of the list.
    #[must_use]
    pub fn last(&self, most: usize) -> &[u64] {
        self.ids.get(self.ids.len().saturating_sub(most)..).unwrap_or(&self.ids)
    }

    /// How many of them stand behind that one; none when it is not among them.
    #[must_use]
    pub fn behind(&self, id: u64) -> usize {
        self.ids.iter().rev().position(|known| *known == id).unwrap_or(0)
    }

    /// Takes in rows of a page, each at its place: rows remembered from behind the page stay behind it. So what is
    /// forgotten is always before what is remembered, and cannot come again behind it.
    pub fn merge(&mut self, page: &[u64]) {
        let mut merged = Vec::with_capacity(self.ids.len() + page.len());
        let mut rest = self.ids.as_slice();
        // New rows wait for the known row that they stand before.
        let mut waiting = Vec::new();
        for id in page {
            if let Some(at) = rest.iter().position(|known| known == id) {
                let (before, behind) = rest.split_at_checked(at).unwrap_or_default();
                merged.extend_from_slice(before);
                merged.append(&mut waiting);
                let (known, behind) = behind.split_at_checked(1).unwrap_or_default();
                merged.extend_from_slice(known);
                rest = behind;
            } else if !self.has(*id) {
                waiting.push(*id);
            }
        }
        merged.append(&mut waiting);
        merged.extend_from_slice(rest);
        *self = Self::new(merged, self.forgot);
    }

    /// Takes in the rows of a page behind all others.
    pub fn append(&mut self, page: &[u64]) {
        let mut ids = self.ids.clone();
        ids.extend(page.iter().filter(|id| !self.has(**id)));
        *self = Self::new(ids, self.forgot);
    }
}
