//! One walk over a list: from page to page, whatever happens to the list meanwhile.

use super::Row;
use super::route::{Route, Way};
use super::search::{Search, Step};
use super::window::{ROOM, Window};
use crate::error::{Code, Error};

/// Where a walk stands. It can be written down ([`super::cursor`]) and gone on with by another process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    pub(super) route: Route,
    /// Digest of the call: which list it is.
    pub(super) list: u64,
    /// Rows handed out.
    pub(super) count: u64,
    /// Offset of the next request, in the list that begins at `bound`.
    pub(super) at: u64,
    /// So many rows of the next page are known when nothing has moved.
    pub(super) overlap: u32,
    /// Values of the bound, parted by spaces; empty: the list as it is.
    pub(super) bound: String,
    pub(super) window: Window,
    /// The last row had no identity: overlaps are told by position alone.
    pub(super) blind: bool,
    pub(super) search: Search,
    /// A page came as large as asked for: the service does not cut pages shorter.
    pub(super) full: bool,
    /// The last page brought nothing new: the list moves faster than pages of the usual size follow.
    pub(super) idle: bool,
    pub(super) done: bool,
}

/// The next request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Rows to ask for.
    pub limit: u32,
    /// Rows to skip, where the operation takes `offset`.
    pub offset: u64,
    /// Values for [`super::Fields::bound`], parted by spaces; empty: none yet.
    pub bound: String,
}

/// What a page brought.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Took {
    /// For each row: it is new, to be handed out.
    pub keep: Vec<bool>,
    /// Rows that came again, besides those asked for again on purpose.
    pub duplicates: u32,
    /// The list had moved.
    pub drift: bool,
}

impl Walk {
    /// A walk from the beginning of the list with that digest ([`super::cursor::digest_of`]).
    #[must_use]
    pub fn new(route: Route, list: u64) -> Self {
        Self {
            route,
            list,
            count: 0,
            at: 0,
            overlap: 0,
            bound: String::new(),
            window: Window::default(),
            blind: false,
            search: Search::default(),
            full: false,
            idle: false,
            done: false,
        }
    }

    /// How it goes.
    #[must_use]
    pub const fn route(&self) -> &Route {
        &self.route
    }

    /// Rows handed out.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// There is no next page.
    #[must_use]
    pub const fn done(&self) -> bool {
        self.done
    }

    /// The next request, for at most `wanted` new rows; `None` at the end.
    ///
    /// ```
    /// use ton_edge::endpoint::{Generation, find};
    /// use ton_edge::page::{self, Mode, Row, Walk};
    /// let masters = find::by_name(Generation::V3, "jetton/masters").unwrap();
    /// let mut walk = Walk::new(page::route(masters, &[], Some(2), Mode::Auto)?, 0);
    ///
    /// let ask = walk.ask(u64::MAX).unwrap();
    /// assert_eq!((ask.offset, ask.limit), (0, 2));
    /// let row = |name| Row { id: page::identity(name), key: "" };
    /// walk.take(&[row("a"), row("b")], ask.limit, None)?;
    ///
    /// // The last row is asked for again. Had rows been inserted before it, it would not come first.
    /// let ask = walk.ask(u64::MAX).unwrap();
    /// assert_eq!((ask.offset, ask.limit), (1, 3));
    /// let took = walk.take(&[row("a"), row("b"), row("c")], ask.limit, None)?;
    /// assert_eq!((took.keep, took.duplicates, took.drift), (vec![false, false, true], 1, true));
    /// # Ok::<(), ton_edge::error::Error>(())
    /// ```
    #[must_use]
    pub fn ask(&self, wanted: u64) -> Option<Ask> {
        if self.done {
            return None;
        }
        let size = u32::try_from(wanted).unwrap_or(u32::MAX).clamp(1, self.route.size);
        let limit = match self.route.way {
            // Some servers take no more than the 100 that is our default: never above the page size.
            Way::LastRow => size.saturating_add(self.overlap).min(self.route.size).max(self.overlap + 1),
            _ if self.idle || self.search.step != Step::None => {
                self.route.size.max(ROOM as u32).saturating_add(self.overlap)
            }
            _ => size.saturating_add(self.overlap),
        };
        Some(Ask { limit: limit.min(self.route.max), offset: self.at, bound: self.bound.clone() })
    }

    /// Takes an error of that status: true when it is how the service says that no row is that far behind, which is then
    /// taken as an empty page. `masterchainBlockShards` answers 404 past its end.
    #[must_use]
    pub const fn is_empty_page(&self, status: u16) -> bool {
        status == 404 && self.at > 0
    }

    /// Takes the page that came for a request of `limit` rows; `next` is the bound found beside the rows.
    ///
    /// # Errors
    /// `pagination_drift` when the place cannot be found again; `not_paginated` when more rows share one time than the
    /// operation can give at once.
    pub fn take(&mut self, rows: &[Row<'_>], limit: u32, next: Option<&str>) -> Result<Took, Error> {
        let count = rows.len() as u32;
        let known: Vec<bool> = if self.blind {
            (0..count).map(|at| at < self.overlap).collect()
        } else {
            rows.iter().map(|row| self.window.has(row.id)).collect()
        };
        let hits = known.iter().filter(|known| **known).count() as u32;
        let step = self.search.step;
        let begun = self.at > 0 || self.overlap > 0;
        // A list that begins at a bound is remembered from there on.
        let bounded = self.route.way != Way::Offset && self.at == 0 && step == Step::None;
        if hits == 0 && begun && !bounded && !self.blind && step != Step::Again {
            self.at = self.search.next(self.at, count, limit, self.window.forgot)?;
            return Ok(Took { keep: vec![false; rows.len()], duplicates: 0, drift: step == Step::None });
        }
        // Before the first row known stand rows that were inserted, or that were passed and are forgotten.
        let from = if !begun || step == Step::Again || bounded {
            0
        } else {
            known.iter().position(|known| *known).unwrap_or(0)
        };
        let keep: Vec<bool> = known.iter().enumerate().map(|(at, known)| at >= from && !known).collect();
        let fresh = keep.iter().filter(|keep| **keep).count() as u32;
        let in_place = hits == self.overlap && known.iter().take(hits as usize).all(|known| *known);
        let drift = !in_place && step == Step::None;
        let took = Took { keep, duplicates: hits.saturating_sub(self.overlap), drift };

        let passed: Vec<u64> = rows.iter().skip(from).map(|row| row.id).collect();
        // Where nothing of the page was known, what is remembered is gone; from a bound on, the order does not matter.
        if bounded || hits == 0 {
            self.window.append(&passed)
        } else {
            self.window.merge(&passed)
        }
        self.count = self.count.saturating_add(u64::from(fresh));
        self.search = Search::default();
        self.idle = !rows.is_empty() && fresh == 0;
        let short = count < limit;
        if !rows.is_empty() {
            // A larger page may bring what this one had no room for.
            let larger = self.at == 0 && limit < self.route.max.min(ROOM as u32);
            let moves = fresh > 0 || short || larger;
            self.advance(rows, fresh, moves, bounded || !begun, next)?;
        }
        self.done = self.is_last(count, fresh, limit, next);
        Ok(took)
    }
}

impl Walk {
    /// Moves on behind the rows of a page. `moves`: not moving the bound would ask for the same page again; `bounded`: all
    /// rows passed of the bound's time are remembered.
    fn advance(
        &mut self,
        rows: &[Row<'_>],
        fresh: u32,
        moves: bool,
        bounded: bool,
        next: Option<&str>,
    ) -> Result<(), Error> {
        self.blind = rows.iter().any(|row| row.id == 0);
        let last = rows.len() as u64 - 1;
        let key = rows.last().map_or("", |row| row.key.trim_ascii());
        match self.route.way {
            Way::Envelope => match next.filter(|next| !is_end(next)) {
                Some(next) => (self.bound, self.overlap) = (String::from(next), 0),
                // To go on later means to ask for this page again.
                None => self.overlap = rows.len() as u32,
            },
            Way::LastRow if key.is_empty() => return Err(no_key()),
            Way::LastRow => (self.bound, self.overlap) = (String::from(key), 1),
            Way::Keyset if moves && !key.is_empty() && (bounded || self.bound != key) => {
                return self.rebase(rows, key, fresh);
            }
            Way::Keyset if !self.route.offset => return Err(no_key()),
            Way::Keyset | Way::Offset => {
                // Rows remembered from behind this page stand between it and the place.
                let behind = rows.last().map_or(0, |row| self.window.behind(row.id)) as u64;
                (self.at, self.overlap) = (self.at.saturating_add(last).saturating_add(behind), 1);
            }
        }
        Ok(())
    }

    /// Lets the list begin at the time of the last row. All rows of that time are asked for again, because they may come
    /// in any order; only when they are more than can be remembered, an offset leads through them.
    fn rebase(&mut self, rows: &[Row<'_>], key: &str, fresh: u32) -> Result<(), Error> {
        let same = if self.bound == key {
            // All rows of the page are of that time.
            self.at.saturating_add(u64::from(self.overlap)).saturating_add(u64::from(fresh))
        } else {
            self.bound = String::from(key);
            rows.iter().rev().take_while(|row| row.key.trim_ascii() == key).count() as u64
        };
        if same < u64::from(self.route.max.min(ROOM as u32)) {
            (self.at, self.overlap) = (0, same as u32);
        } else if self.route.offset {
            (self.at, self.overlap) = (same - 1, 1);
        } else {
            let message = format!("{same} rows and more share one time, and the operation cannot skip rows");
            return Err(Error::new(Code::NotPaginated, message));
        }
        Ok(())
    }

    /// No page follows one of `count` rows, `fresh` of them new. A page shorter than its limit is the last one
    /// (specification, section 4.3), with two exceptions that are asked about once more.
    fn is_last(&mut self, count: u32, fresh: u32, limit: u32, next: Option<&str>) -> bool {
        if self.route.way == Way::Envelope {
            return count == 0 || next.is_none_or(is_end);
        }
        if count >= limit {
            self.full |= count >= self.route.size;
            return false;
        }
        if fresh == 0 {
            return true;
        }
        // A server between may cut pages shorter than asked for. Caps are round numbers; so one page in six that is the
        // first and the last costs another request.
        if !self.full
            && count > self.overlap
            && (count >= 10 && count.is_multiple_of(10) || count >= 16 && count.is_power_of_two())
        {
            self.route.max = count;
            return false;
        }
        !(self.route.stale && count.saturating_mul(2) >= limit)
    }
}

/// There is no bound, or the logical time 0 of the transaction before the first.
fn is_end(next: &str) -> bool {
    next.trim_ascii().is_empty() || next.starts_with("0 ")
}

fn no_key() -> Error {
    let message = "the last row of the page lacks what the next page begins at";
    Error::new(Code::InvalidResponse, message)
}
