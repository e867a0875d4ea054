//! One walk over a list: from page to page, whatever happens to the list meanwhile.

use super::Row;
use super::route::{Route, Way};
use super::search::{Search, Step};
use super::window::{ROOM, Window};
use crate::error::{Code, Error};

/// So many new rows between two that are remembered are taken as a sign that those behind are gone.
const GAP: u32 = 32;

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
    /// A row had no identity: overlaps are told by position alone.
    pub(super) blind: bool,
    pub(super) search: Search,
    /// Rows of the largest page that was as large as asked for: the service does not cut shorter than that.
    pub(super) proven: u32,
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
    /// The limit to [`Walk::take`] with for the first rows of a page that was taken as a whole before: what its length
    /// says of the list was judged then, and that of a part says nothing.
    pub const PART: u32 = u32::MAX;

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
            proven: 0,
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
    /// let burns = find::by_name(Generation::V3, "jetton/burns").unwrap();
    /// let mut walk = Walk::new(page::route(burns, &[], Some(2), Mode::Offset)?, 0);
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
        let size = u32::try_from(wanted.max(1)).unwrap_or(u32::MAX).min(self.route.size);
        let limit = match self.route.way {
            // Some servers take no more than the 100 that is our default: never above the page size.
            Way::LastRow => size.saturating_add(self.overlap).min(self.route.size).max(self.overlap + 1),
            _ if self.search.tries > 0 => self.route.size.max(ROOM as u32).saturating_add(self.overlap),
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
        let mut keep = Vec::with_capacity(rows.len());
        let mut hits = 0;
        // Known rows at the beginning, and up to the last known one.
        let (mut first, mut from) = (0, 0);
        for (at, row) in (1..).zip(rows) {
            let known = if self.blind { at <= self.overlap } else { self.window.behind(row.id).is_some() };
            keep.push(!known);
            if known {
                hits += 1;
                first += u32::from(first + 1 == at);
                from = at;
            }
        }
        // Where rows go stale, more of the rows passed come again than were counted.
        let in_place = first == hits && (hits == self.overlap || self.route.stale && hits > self.overlap);
        let drift = !in_place && self.search.tries == 0;
        let mut took = Took { keep, duplicates: hits.saturating_sub(self.overlap), drift };

        // A list that begins at a bound is remembered from there on: whatever is not known is new.
        let bounded = self.at == 0
            && self.search.step == Step::None
            && (self.route.way != Way::Offset || self.overlap == 0);
        let ends = self.ends(count, limit);
        if !bounded && !self.blind {
            if !self.connects(rows, from, limit, ends)? {
                took.keep = vec![false; rows.len()];
                return Ok(took);
            }
            // What stands before a row known was inserted there, or it was passed and is forgotten.
            took.keep.iter_mut().take(from as usize).for_each(|keep| *keep = false);
        }
        let fresh = took.keep.iter().filter(|keep| **keep).count() as u32;
        self.window.pass(rows.get(if bounded { 0 } else { from as usize }..).unwrap_or_default());
        self.count = self.count.saturating_add(u64::from(fresh));
        // Nothing new on a full page: larger ones may follow what moves faster.
        let tries = if bounded && fresh == 0 { self.search.tries + 1 } else { 0 };
        self.search = Search { tries, ..Search::default() };
        if count > 0 {
            // Of one time came all that fits into the largest page, and it is known.
            let stuck = bounded && fresh == 0 && !ends && limit >= self.room();
            self.advance(rows, fresh, bounded, stuck, next)?;
        }
        self.proven = if count < limit { self.proven } else { self.proven.max(count) };
        self.done = match self.route.way {
            Way::Envelope => count == 0 || next.is_none_or(is_end),
            // Stale rows make pages shorter: that is asked about once more.
            _ => ends && (fresh == 0 || !self.route.stale || count.saturating_mul(2) < limit),
        };
        Ok(took)
    }
}

impl Walk {
    /// The rows of a page from `from` on go on where the walk stands. If not, the next request looks elsewhere.
    fn connects(&mut self, rows: &[Row<'_>], from: u32, limit: u32, ends: bool) -> Result<bool, Error> {
        let count = rows.len() as u32;
        let last_known = (from as usize).checked_sub(1).and_then(|at| rows.get(at));
        let Some(ahead) = last_known.and_then(|row| self.window.behind(row.id)) else {
            if self.search.step == Step::Again && !self.window.forgot {
                return Ok(true);
            }
            let width = if ends { limit } else { count };
            self.at = self.search.next(self.at, count, width, ends)?;
            return Ok(false);
        };
        // Rows passed are missing behind the last known one: they are gone, or they stand behind this page because rows
        // were inserted. Handed out too early, rows would come out of order, and what is forgotten could come again.
        let rest = count.saturating_sub(from);
        let gone = ahead == 0
            || ends
            || rest >= ahead as u32 + GAP
            || self.search.tries > 0 && rest.saturating_mul(2) >= limit;
        if gone {
            self.window.drop_last(ahead);
            return Ok(true);
        }
        let skip = if rest == 0 { ahead as u64 } else { 0 };
        self.at = self.at.saturating_add(u64::from(from) - 1).saturating_add(skip);
        (self.search.step, self.search.low, self.search.high) = (Step::Behind, self.at, self.at);
        self.search.count()?;
        Ok(false)
    }

    /// Most rows of one time that are asked for again, rather than walked through by offset.
    fn room(&self) -> u32 {
        self.route.max.min(ROOM as u32)
    }

    /// Moves on behind the rows of a page.
    fn advance(
        &mut self,
        rows: &[Row<'_>],
        fresh: u32,
        bounded: bool,
        stuck: bool,
        next: Option<&str>,
    ) -> Result<(), Error> {
        self.blind = rows.iter().any(|row| row.id == 0);
        let last = rows.len() as u64 - 1;
        let key = rows.last().map_or("", |row| row.key.trim_ascii());
        let same = match self.route.way {
            Way::Envelope => {
                match next.filter(|next| !is_end(next)) {
                    Some(next) => (self.bound, self.overlap) = (String::from(next), 0),
                    // To go on later means to ask for this page again.
                    None => self.overlap = rows.len() as u32,
                }
                return Ok(());
            }
            Way::LastRow if key.is_empty() => return Err(no_key()),
            Way::LastRow => {
                (self.bound, self.overlap) = (String::from(key), 1);
                return Ok(());
            }
            // The list begins at the time of the last row from now on. All rows of that time are asked for again, because
            // they may come in any order.
            Way::Keyset if !key.is_empty() && self.bound != key => {
                let same = rows.iter().rev().take_while(|row| row.key.trim_ascii() == key).count() as u32;
                (self.bound, self.at, self.overlap) = (String::from(key), u64::from(same) - 1, 1);
                same
            }
            _ => {
                let same = if bounded && !key.is_empty() { self.overlap + fresh } else { u32::MAX };
                (self.at, self.overlap) = (self.at.saturating_add(last), 1);
                same
            }
        };
        if self.route.way == Way::Offset {
            return Ok(());
        }
        if same < self.room() && !stuck {
            (self.at, self.overlap) = (0, same);
        } else if !self.route.offset {
            // Only an offset leads through more of them than can be remembered.
            return Err(if key.is_empty() { no_key() } else { crowded() });
        }
        Ok(())
    }

    /// No row follows a page of `count` rows: it is shorter than its limit (specification, section 4.3).
    ///
    /// A server between may cut pages shorter than asked for. Caps are round numbers; so a page of a round number is no
    /// end, unless larger ones came: one walk in six of a single page costs another request.
    fn ends(&self, count: u32, limit: u32) -> bool {
        let round = count >= 10 && count.is_multiple_of(10) || count >= 16 && count.is_power_of_two();
        limit == Self::PART || count < limit && !(round && count >= self.proven)
    }
}

fn crowded() -> Error {
    let message = "more rows share one time than a page holds, and the operation cannot skip rows";
    Error::new(Code::NotPaginated, message)
}

/// There is no bound, or the logical time 0 of the transaction before the first.
fn is_end(next: &str) -> bool {
    next.trim_ascii().is_empty() || next.starts_with("0 ")
}

fn no_key() -> Error {
    let message = "the last row of the page lacks what the next page begins at";
    Error::new(Code::InvalidResponse, message)
}
