//! The rows that a pager remembers: the last ones that it passed, in the order of the list.

/// Most identities that a pager remembers: 2 kB, whatever the length of the list.
///
/// Enough to know a page of the default size again, and a second one behind it.
pub const ROOM: usize = 256;

/// Identities of the last rows passed, in the order of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Window(Vec<u64>);

impl Window {
    /// A window of these; the last [`ROOM`] of them.
    #[must_use]
    pub fn new(mut ids: Vec<u64>) -> Self {
        ids.retain(|id| *id != 0);
        ids.drain(..ids.len().saturating_sub(ROOM));
        Self(ids)
    }

    /// It remembers that row.
    #[must_use]
    pub fn has(&self, id: u64) -> bool {
        id != 0 && self.0.contains(&id)
    }

    /// How many it remembers.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// It remembers none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The last `most` of them, in the order of the list.
    #[must_use]
    pub fn last(&self, most: usize) -> &[u64] {
        self.0.get(self.0.len().saturating_sub(most)..).unwrap_or(&self.0)
    }

    /// Takes in rows of a page, each at its place: rows remembered from behind the page stay behind it. So what is
    /// forgotten is always before what is remembered, and cannot come again behind it.
    pub fn merge(&mut self, page: impl Iterator<Item = u64>) {
        let mut merged = Vec::with_capacity(self.0.len() + 16);
        let mut rest = self.0.as_slice();
        for id in page {
            if let Some((before, behind)) =
                rest.iter().position(|known| *known == id).and_then(|at| rest.split_at_checked(at + 1))
            {
                merged.extend_from_slice(before);
                rest = behind;
            } else if !self.has(id) {
                merged.push(id);
            }
        }
        merged.extend_from_slice(rest);
        *self = Self::new(merged);
    }
}
