//! Finds the position again if no row of a page is known, by requesting pages before and after it in turn.

use super::Row;
use crate::error::{Code, Error};

/// A search gives up after this many requests without a new row: the list grows faster than it can be read.
const MAX_ATTEMPTS: u32 = 1000;

/// How many rows a search remembers at most, one per page.
const MAX_SEEN: usize = 16;

/// The state of a search. Everything between `low` and `high` has been searched.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Search {
    pub(super) step: Step,
    pub(super) low_offset: u64,
    /// The end of the searched part; [`Search::LIST_END`] if the list ends before it.
    pub(super) high_offset: u64,
    /// Requests since the last new row: above 0, larger pages are requested.
    pub(super) attempts: u32,
    /// The middle row of each searched page. Pages overlap by a quarter, so a page with one of these rows shows nothing
    /// new.
    pub(super) seen_rows: Vec<u64>,
}

/// Which page a search requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Step {
    /// The expected page; no search is running.
    #[default]
    None,
    Before,
    Behind,
    /// A page from the beginning again: everything was searched without success, but the position may have moved into
    /// the searched part. Skipped if all passed rows are remembered: then there is no position to find.
    Again,
    /// A page half-way back: the last page was empty, so the list ends before it.
    Half,
}

impl Search {
    const LIST_END: u64 = u64::MAX;

    /// Returns the next offset to search, after a page at `offset` with `rows` unknown rows.
    ///
    /// `width` is the maximum number of rows of the next page; `is_last_page` says whether the list ends with this page.
    pub(super) fn next_offset(
        &mut self,
        offset: u64,
        rows: u32,
        width: u32,
        is_last_page: bool,
    ) -> Result<u64, Error> {
        let page_end = offset.saturating_add(u64::from(rows));
        let step_back = |low: u64, width: u32| low.saturating_sub(u64::from((width - width / 4).max(1)));
        if self.step == Step::Before && rows > 0 && page_end < self.low_offset && !is_last_page {
            // A server cut the page, which does not reach the searched part: the next page must be nearer to it.
            self.count_attempt()?;
            return Ok(step_back(self.low_offset, rows));
        }
        // The request skipped the rows remembered after a known one, and some of these are gone: this is the first
        // empty page.
        if self.step == Step::Behind && self.low_offset == self.high_offset {
            self.step = Step::None;
        }
        if rows == 0 && offset > 0 && self.step != Step::None {
            // This is the second empty page: a list can lose more rows than consecutive pages can go back over.
            self.step = Step::Half;
            self.count_attempt()?;
            return Ok(offset / 2);
        }
        match self.step {
            Step::None | Step::Half => (self.low_offset, self.high_offset) = (offset, page_end),
            Step::Before => self.low_offset = offset,
            Step::Behind | Step::Again => self.high_offset = page_end,
        }
        if is_last_page && self.step != Step::Before {
            self.high_offset = Self::LIST_END;
        }
        self.count_attempt()?;
        let has_rows_behind = self.high_offset != Self::LIST_END;
        // Pages overlap by a quarter; otherwise the position could slip between two of them while the list moves. The
        // pages before are searched first: removals move the position only a little, and there are fewer pages before it.
        if self.low_offset > 0 && (self.step != Step::Before || !has_rows_behind) {
            self.step = Step::Before;
            return Ok(step_back(self.low_offset, width));
        }
        if has_rows_behind {
            self.step = if self.step == Step::Again { Step::Again } else { Step::Behind };
            return Ok(self.high_offset.saturating_sub(u64::from(rows / 4)));
        }
        if self.step == Step::Again {
            return Err(make_lost_position_error());
        }
        (self.step, self.high_offset) = (Step::Again, 0);
        self.seen_rows.clear();
        Ok(0)
    }

    /// Remembers a searched page, and returns whether it shows a part of the list that was not searched before.
    pub(super) fn record_page(&mut self, rows: &[Row<'_>]) -> bool {
        let Some(middle) = rows.get(rows.len() / 2) else { return false };
        if rows.iter().any(|row| self.seen_rows.contains(&row.id)) {
            return false;
        }
        self.seen_rows.truncate(MAX_SEEN - 1);
        self.seen_rows.insert(0, middle.id);
        true
    }

    /// Counts a request without a new row.
    pub(super) fn count_attempt(&mut self) -> Result<(), Error> {
        self.attempts += 1;
        if self.attempts > MAX_ATTEMPTS { Err(make_lost_position_error()) } else { Ok(()) }
    }
}

pub(super) fn make_lost_position_error() -> Error {
    let message =
        "rows moved so far that the position in the list cannot be found again: every row remembered is gone";
    Error::new(Code::PaginationDrift, message)
}
