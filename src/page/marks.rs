//! A sample of all rows returned, which shows when a list begins again.

use super::Row;

/// The maximum number of rows in the sample: 8 kB, for lists of any length. A shorter list is remembered as a whole.
pub const ROOM: usize = 1024;

/// Identities of returned rows: of every row at first, in a longer list of every second row, every fourth and so on.
///
/// A server that repeats the list sends rows that the window ([`super::window`]) has forgotten. A single repeated row
/// may have moved, in a list sorted by a changing value: only that row is left out. If rows of the sample come again as
/// densely as they came first, the list begins again, and the rows between them are repetitions as well.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    pub(super) ids: Vec<u64>,
    /// One of every 2^`shift` rows is in the sample.
    pub(super) shift: u32,
    /// Rows of the sample that came again, and rows since the first of them.
    pub(super) hit_count: u64,
    pub(super) rows: u64,
}

impl Marks {
    /// Clears `is_new` of rows that were returned before. Returns the number of rows before the position where the list
    /// begins again. If rows move (`moves`), any number of them may come again, so the list never counts as restarted.
    pub(super) fn leave_out(&mut self, rows: &[Row<'_>], is_new: &mut [bool], moves: bool) -> usize {
        // Nearly all rows are new, and a table of bits shows that without a search through the sample.
        let mut sample_bits = [0_u64; 256];
        for id in &self.ids {
            if let Some(bits) = sample_bits.get_mut(*id as usize >> 6 & 255) {
                *bits |= 1 << (id & 63);
            }
        }
        let may_be_in =
            |id: u64| sample_bits.get(id as usize >> 6 & 255).is_some_and(|bits| bits >> (id & 63) & 1 == 1);
        let mut match_start = None;
        for (index, (row, is_new)) in
            rows.iter().zip(&mut *is_new).enumerate().filter(|(_, (_, is_new))| **is_new)
        {
            if may_be_in(row.id) && self.ids.contains(&row.id) {
                *is_new = false;
                self.hit_count += 1;
                match_start = match_start.or(Some(index));
            }
            self.rows += u64::from(self.hit_count > 0);
        }
        let spacing = 1 << self.shift;
        let covered_rows = self.hit_count.saturating_mul(spacing);
        let has_restarted =
            !moves && self.hit_count > 1 && covered_rows >= 8 && covered_rows.saturating_mul(2) >= self.rows;
        if let Some(start) = match_start.filter(|_| has_restarted) {
            // Rows less than one spacing of marks before the first repeated mark belong to the same cycle.
            let sample_start = start.saturating_sub(spacing as usize - 1);
            is_new.iter_mut().skip(sample_start).for_each(|is_new| *is_new = false);
            return sample_start;
        }
        if covered_rows.saturating_mul(4) < self.rows {
            (self.hit_count, self.rows) = (0, 0);
        }
        rows.len()
    }

    /// Adds rows that are returned; `count` were returned before them.
    pub(super) fn add(&mut self, count: u64, rows: &[Row<'_>]) {
        for (number, Row { id, .. }) in (0..).zip(rows) {
            if count.wrapping_add(number).trailing_zeros() >= self.shift && *id != 0 {
                self.ids.push(*id);
            }
            if self.ids.len() > ROOM {
                let mut is_odd = false;
                self.ids.retain(|_| {
                    is_odd = !is_odd;
                    is_odd
                });
                self.shift += 1;
            }
        }
    }
}
