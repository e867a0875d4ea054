//! Looking for the place again, when no row of a page is known: pages before it and behind it, by turns.

use crate::error::{Code, Error};

/// Requests without a new row after which a search gives up: then the list grows faster than it can be read.
const MOST: u32 = 1000;

/// Where a search stands. All between `low` and `high` has been looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Search {
    pub(super) step: Step,
    pub(super) low: u64,
    /// [`Search::END`]: the list ends before it.
    pub(super) high: u64,
    /// Requests since the last new row: above 0, larger pages are asked for.
    pub(super) tries: u32,
}

/// Which page was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Step {
    /// The one expected: there is no search.
    #[default]
    None,
    Before,
    Behind,
    /// All was looked at: once more from the beginning, for the place may have moved into what was looked at already. If
    /// no rows were passed but those remembered, there is no place to find.
    Again,
}

impl Search {
    const END: u64 = u64::MAX;

    /// A page at `offset` had `rows` rows, none of them known: the offset to look at next.
    ///
    /// `width`: rows that it could have had; `ends`: the list ends with it.
    pub(super) fn next(&mut self, offset: u64, rows: u32, width: u32, ends: bool) -> Result<u64, Error> {
        let end = offset.saturating_add(u64::from(rows));
        match self.step {
            Step::None => (self.low, self.high) = (offset, end),
            Step::Before => self.low = offset,
            Step::Behind | Step::Again => self.high = end,
        }
        if ends && self.step != Step::Before {
            self.high = Self::END;
        }
        self.count()?;
        let behind = self.high != Self::END;
        // Pages overlap by a quarter, or the place could slip past between two of them while the list moves.
        // Removals move the place by little, and before is a bounded way: that first.
        if self.low > 0 && (self.step != Step::Before || !behind) {
            self.step = Step::Before;
            return Ok(self.low.saturating_sub(u64::from((width - width / 4).max(1))));
        }
        if behind {
            self.step = if self.step == Step::Again { Step::Again } else { Step::Behind };
            return Ok(self.high.saturating_sub(u64::from(rows / 4)));
        }
        if self.step == Step::Again {
            return Err(lost());
        }
        (self.step, self.high) = (Step::Again, 0);
        Ok(0)
    }

    /// One more request without a new row.
    pub(super) fn count(&mut self) -> Result<(), Error> {
        self.tries += 1;
        if self.tries > MOST { Err(lost()) } else { Ok(()) }
    }
}

fn lost() -> Error {
    let message =
        "rows moved so far that the place in the list cannot be found again: every row remembered is gone";
    Error::new(Code::PaginationDrift, message)
}
