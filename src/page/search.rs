//! Looking for the place again, when no row of a page is known: pages before it and behind it, by turns.

use crate::error::{Code, Error};

/// Requests after which a search gives up: then the list grows faster than it can be read.
const MOST: u32 = 1000;

/// Where a search stands. All between `low` and `high` has been looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Search {
    pub(super) step: Step,
    pub(super) low: u64,
    /// [`Search::END`]: the list ends before it.
    pub(super) high: u64,
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
    /// None of the remembered rows is left, and no others were passed: from the beginning.
    Again,
}

impl Search {
    const END: u64 = u64::MAX;

    /// A page at `offset` had `rows` rows of `limit`, none of them known: the offset to look at next.
    ///
    /// `forgot`: rows were passed that are not remembered any more.
    pub(super) fn next(&mut self, offset: u64, rows: u32, limit: u32, forgot: bool) -> Result<u64, Error> {
        let end = offset.saturating_add(u64::from(rows));
        match self.step {
            Step::None => (self.low, self.high) = (offset, end),
            Step::Before => self.low = offset,
            Step::Behind | Step::Again => self.high = end,
        }
        if rows < limit && self.step != Step::Before {
            self.high = Self::END;
        }
        self.tries += 1;
        let behind = self.high != Self::END;
        // Removals move the place by little, and before is a bounded way: that first.
        if self.low > 0 && (self.step != Step::Before || !behind) {
            self.step = Step::Before;
            return self.within(self.low.saturating_sub(u64::from(limit)));
        }
        if behind {
            self.step = Step::Behind;
            return self.within(self.high);
        }
        if forgot { Err(lost()) } else { self.again() }
    }

    fn within(&self, offset: u64) -> Result<u64, Error> {
        if self.tries > MOST { Err(lost()) } else { Ok(offset) }
    }

    fn again(&mut self) -> Result<u64, Error> {
        self.step = Step::Again;
        self.within(0)
    }
}

fn lost() -> Error {
    let message =
        "rows moved so far that the place in the list cannot be found again: every row remembered is gone";
    Error::new(Code::PaginationDrift, message)
}
