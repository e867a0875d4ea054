//! Pages through one list that may change meanwhile.

use super::marks::Marks;
use super::route::{Route, Way, make_stalled_error, quote_name};
use super::search::{Search, Step, make_lost_position_error};
use super::window::{ROOM, Window};
use super::{Row, compute_digest};
use crate::error::{Code, Error};
use crate::text::{parse_digits, split_once};

/// If the last known row of a page is followed by this many rows more than remembered rows are missing, the missing
/// rows count as removed from the list.
const MAX_GAP: u32 = 32;

/// A row is compared with this many rows before it on its page: all of them, unless the server ignores the limit. So
/// the time per page is linear in its length.
const MAX_ROWS: usize = 1024;

/// The state of a pagination. It can be written as a cursor ([`super::cursor`]), with which another process continues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pagination {
    pub(super) route: Route,
    /// Digest of the call, which identifies the list.
    pub(super) list: u64,
    /// The newest masterchain block that the pages so far have shown; 0 if none is known.
    pub(super) height: u32,
    /// The number of rows returned so far.
    pub(super) count: u64,
    /// Offset of the next request, in the list that begins at `bound`.
    pub(super) offset: u64,
    /// The number of rows of the next page that are already known if the list has not moved. For [`Way::Envelope`]: if
    /// above 0, the position is after that many rows of the page that begins at the bound.
    pub(super) overlap: u32,
    /// Values of the bound, separated by spaces; empty if the list has no bound yet.
    pub(super) bound: String,
    pub(super) window: Window,
    /// Whether the last page had a row without identity: then the overlap is found by position alone.
    pub(super) blind: bool,
    pub(super) search: Search,
    /// The number of rows of the largest page so far: no server in between limits pages to fewer rows.
    pub(super) proven: u32,
    pub(super) is_done: bool,
    /// Whether the last page was empty: a second empty page is accepted as the end.
    pub(super) was_last_empty: bool,
    /// Requests since the last one that made progress.
    pub(super) idle_count: u32,
    /// A fingerprint of the rows of the last page, independent of their order.
    pub(super) fingerprint: u64,
    pub(super) marks: Marks,
}

/// The next request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRequest {
    /// Rows to request.
    pub limit: u32,
    /// Rows to skip, if the operation has `offset`.
    pub offset: u64,
    /// Values for [`super::Fields::bound`], separated by spaces; empty if there is no bound yet.
    pub bound: String,
    /// The masterchain block that the page must show, because earlier pages have shown it: from a server that is behind
    /// it, rows would be missing. 0 if no block is known.
    pub min_seqno: u32,
}

/// Which rows of a page are new, and how the list has changed.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Accepted {
    /// For each row, whether it is new and must be returned.
    pub keep: Vec<bool>,
    /// Rows that were left out because they came again or lie beyond the bound, without those requested again on
    /// purpose.
    pub duplicates: u32,
    /// Whether the list had moved.
    pub drift: bool,
}

impl Pagination {
    /// Pass this as the limit to [`Pagination::accept`] for the first rows of a page that was accepted as a whole before:
    /// the number of these rows says nothing about the end of the list.
    pub const PART: u32 = u32::MAX;

    /// This many consecutive requests without progress end the pagination. A few are allowed: a cache can send a stale page
    /// once, and rows that share one time can need two requests.
    pub const IDLE: u32 = 5;

    /// How many consecutive requests count as progress although all their rows had moved.
    const MAX_MOVED: u32 = 1000;

    /// Makes a pagination from the beginning of a list. `list` is the digest of the list ([`super::cursor::digest_of`]).
    #[must_use]
    pub fn new(route: Route, list: u64) -> Self {
        Self {
            route,
            list,
            height: 0,
            count: 0,
            offset: 0,
            overlap: 0,
            bound: String::new(),
            window: Window::default(),
            blind: false,
            search: Search::default(),
            proven: 0,
            is_done: false,
            was_last_empty: false,
            idle_count: 0,
            fingerprint: 0,
            marks: Marks::default(),
        }
    }

    /// Returns how the call is paged.
    #[must_use]
    pub const fn route(&self) -> &Route {
        &self.route
    }

    /// Returns the number of rows returned so far.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Records the masterchain block that a page shows: later pages must show it, too.
    pub fn raise_height(&mut self, seqno: u32) {
        self.height = self.height.max(seqno);
    }

    /// Returns whether there is no next page.
    #[must_use]
    pub const fn done(&self) -> bool {
        self.is_done
    }

    /// Returns the next request, for at most `max_rows` new rows; `None` at the end.
    ///
    /// ```
    /// use ton_edge::endpoint::{Generation, find};
    /// use ton_edge::page::{self, Mode, Row, Pagination};
    /// let burns = find::by_name(Generation::V3, "jetton/burns").unwrap();
    /// let mut pagination = Pagination::new(page::route(burns, &[], Some(2), Mode::Offset)?, 0);
    ///
    /// let request = pagination.next_request(u64::MAX).unwrap();
    /// assert_eq!((request.offset, request.limit), (0, 2));
    /// let row = |name| Row { id: page::identity(name), key: "" };
    /// pagination.accept(&[row("a"), row("b")], request.limit, None)?;
    ///
    /// // The last row is requested again. Had rows been inserted before it, it would not come first.
    /// let request = pagination.next_request(u64::MAX).unwrap();
    /// assert_eq!((request.offset, request.limit), (1, 3));
    /// let accepted = pagination.accept(&[row("a"), row("b"), row("c")], request.limit, None)?;
    /// assert_eq!((accepted.keep, accepted.duplicates, accepted.drift), (vec![false, false, true], 1, true));
    /// # Ok::<(), ton_edge::error::Error>(())
    /// ```
    #[must_use]
    pub fn next_request(&self, max_rows: u64) -> Option<PageRequest> {
        if self.is_done {
            return None;
        }
        let size = u32::try_from(max_rows.max(1)).unwrap_or(u32::MAX).min(self.route.size);
        let limit = match self.route.way {
            // Never above the page size: some servers refuse more than our default of 100.
            Way::LastRow => size.saturating_add(self.overlap).min(self.route.size).max(self.overlap + 1),
            _ if self.search.attempts > 0 => self.max_width(),
            _ => size.saturating_add(self.overlap),
        };
        Some(PageRequest {
            limit: limit.min(self.route.max),
            offset: self.offset,
            bound: self.bound.clone(),
            min_seqno: self.height,
        })
    }

    /// Returns whether an error with this status means that the list ends before the position; then accept an empty page.
    /// `masterchainBlockShards` responds with 404 past its end.
    #[must_use]
    pub const fn is_empty_page(&self, status: u16) -> bool {
        status == 404 && self.offset > 0
    }

    /// Accepts the page that came for a request of `limit` rows; `next` is the bound found beside the rows.
    ///
    /// # Errors
    /// `pagination_stalled` if the server repeats pages ([`Route::name`] adds the parameter); `pagination_drift` if the
    /// position cannot be found again; `not_paginated` if more rows share one time than the operation can return at
    /// once.
    pub fn accept(&mut self, rows: &[Row<'_>], limit: u32, next: Option<&str>) -> Result<Accepted, Error> {
        if limit != Self::PART && self.is_reversed(rows) {
            return Err(make_stalled_error(&quote_name("sort")).parameter("sort"));
        }
        let count = rows.len() as u32;
        let mut is_new = Vec::with_capacity(rows.len());
        let mut earlier_ids = Vec::with_capacity(rows.len());
        let (mut hit_count, mut doubled_count, mut beyond_count) = (0, 0, 0);
        let overlap = self.overlap;
        // `first_count` counts the known rows at the beginning of the page, `start_count` the same rows with their copies,
        // and `passed_count` the rows up to the last known one.
        let (mut first_count, mut start_count, mut passed_count) = (0, 0, 0);
        let mut copy_count = 0;
        let (mut is_inverted, mut last_position) = (false, usize::MAX);
        let was_empty = core::mem::replace(&mut self.was_last_empty, rows.is_empty());
        // An empty page can come from a replica that is behind, or from a server that failed: it is requested once
        // more.
        let is_doubtful = rows.is_empty() && !was_empty;
        for (number, row) in (1..).zip(rows) {
            let position = self.window.behind(row.id);
            let is_known = if self.blind { number <= self.overlap } else { position.is_some() };
            // A join in the service's database can repeat a row several times in a row: the copies count as one row.
            if row.id != 0 && earlier_ids.last() == Some(&row.id) {
                is_new.push(false);
                copy_count += 1;
                start_count += u32::from(start_count + 1 == number);
                passed_count += u32::from(passed_count + 1 == number);
                continue;
            }
            let is_repeated =
                row.id != 0 && earlier_ids.iter().rev().take(MAX_ROWS).any(|id: &u64| *id == row.id);
            earlier_ids.push(row.id);
            let is_out = self.is_beyond(row.key);
            is_new.push(!is_known && !is_repeated && !is_out);
            beyond_count += u32::from(is_out);
            doubled_count += u32::from(is_repeated || is_out && !is_known);
            if is_known && !is_repeated {
                hit_count += 1;
                first_count += u32::from(start_count + 1 == number);
                start_count += u32::from(start_count + 1 == number);
                passed_count = number;
                // Rows of one time may come in any order.
                let is_at_bound = self.route.way == Way::Keyset && row.key.trim_ascii() == self.bound;
                is_inverted |= !is_at_bound && position > Some(last_position);
                last_position = position.unwrap_or(last_position);
            }
        }
        if self.route.moves && first_count > 0 {
            // The known rows at the beginning mark the position; a known row after them has moved.
            passed_count = start_count;
        }
        let is_inside_page = self.route.way == Way::Envelope && self.overlap > 0;
        // Inside a page, only its last rows are remembered. If the service drops stale rows, more known rows can come
        // than were counted.
        let is_in_place = if is_inside_page {
            passed_count == self.overlap
        } else {
            first_count == hit_count
                && (hit_count == self.overlap || self.route.stale && hit_count > self.overlap)
        };
        let drift = !is_in_place && self.search.attempts == 0;
        let mut accepted_page = Accepted {
            keep: is_new,
            duplicates: hit_count.saturating_sub(self.overlap) + doubled_count + copy_count,
            drift,
        };
        let fingerprint = self.compute_fingerprint(rows);
        // An empty page has the fingerprint 0. It never counts as a repeated page, because the request after an empty page
        // is for the same page again.
        let same_page =
            core::mem::replace(&mut self.fingerprint, fingerprint) == fingerprint && fingerprint != 0;

        // If the page begins at the bound, all passed rows of the bound's time are remembered, so an unknown row is new.
        let has_bound = self.offset == 0
            && self.search.step == Step::None
            && (self.route.way != Way::Offset || self.overlap == 0);
        let is_last_page = self.is_last_page(count, limit);
        // If one page has the whole list, it is the end, in whatever order its rows are.
        let is_at_start = self.offset == 0;
        if !has_bound && !self.blind {
            if rows.is_empty() && self.offset == 0 {
                // The list has no rows left from its bound on.
                self.is_done = !is_doubtful;
                self.idle_count += 1;
                return Ok(accepted_page);
            }
            if !self.continues_at(rows, passed_count, limit, is_last_page, same_page)? {
                accepted_page.keep = vec![false; rows.len()];
                let progress = self.search.record_page(rows) && hit_count < count;
                self.idle_count = if progress { 0 } else { self.idle_count + 1 };
                return self.check_progress("offset").map(|()| accepted_page);
            }
            // An unknown row before a known one was inserted there, or was read before and has been forgotten.
            accepted_page.keep.iter_mut().take(passed_count as usize).for_each(|flag| *flag = false);
        }
        if is_inside_page && !rows.is_empty() {
            if passed_count == 0 {
                accepted_page.keep = vec![false; rows.len()];
                return self.seek_position(rows, next).map(|()| accepted_page);
            }
            accepted_page.keep.iter_mut().take(passed_count as usize).for_each(|flag| *flag = false);
        }
        // Rows without identity are only recognized if the whole page is repeated.
        if same_page && rows.iter().any(|row| row.id == 0) {
            accepted_page.keep = vec![false; rows.len()];
        }
        let kept_count = self.marks.leave_out(rows, &mut accepted_page.keep, self.route.moves);
        let has_circled = kept_count < rows.len();
        let rows = rows.get(..kept_count).unwrap_or_default();
        let mut new_rows = Vec::new();
        for (row, is_new) in rows.iter().zip(&accepted_page.keep) {
            if *is_new {
                new_rows.push(*row);
            }
        }
        let new_count = new_rows.len() as u32;
        if beyond_count > 0 {
            // Pagination cannot continue from rows beyond the bound.
            self.window.pass_rows(&new_rows);
        } else {
            self.window
                .pass_rows(rows.get(if has_bound { 0 } else { passed_count as usize }..).unwrap_or_default());
        }
        self.marks.add(self.count, &new_rows);
        self.count = self.count.saturating_add(u64::from(new_count));
        // After a page without a new row, larger pages are requested, to keep up with a list that moves fast.
        let attempts = if new_count == 0 { self.search.attempts + 1 } else { 0 };
        let seen_rows = if new_count == 0 { core::mem::take(&mut self.search.seen_rows) } else { Vec::new() };
        self.search = Search { attempts, seen_rows, ..Search::default() };
        let bound = self.bound.clone();
        if limit == Self::PART && self.route.way == Way::Envelope {
            // To continue inside a page, the page is requested again: the service's cursor leads past all its rows.
            self.overlap = count;
        } else if !rows.is_empty() || self.route.way == Way::Envelope && !has_circled && !is_doubtful {
            // The largest page is full of known rows of one time.
            let is_stuck = has_bound
                && new_count == 0
                && !is_last_page
                && beyond_count == 0
                && limit >= self.max_requested_again()
                && !(self.route.moves && self.find_edge(rows) != bound);
            self.advance(rows, new_count, has_bound, is_stuck, next)?;
        }
        // Rows that have moved come again before the others, so the position has advanced without a new row.
        let is_behind_moves = self.route.moves && self.route.way == Way::Keyset && self.bound != bound;
        let is_behind_moves = is_behind_moves && self.search.attempts < Self::MAX_MOVED;
        self.proven = self.proven.max(count);
        // A short page is not proof of the end of the list if it is not the requested page, repeats a row, equals the
        // previous page, or lacks the rows requested again: the page is requested once more.
        let is_end_uncertain = if doubled_count > 0 && new_count > 0 {
            true
        } else if has_bound {
            beyond_count > 0
                || is_doubtful
                || self.idle_count == 0 && new_count == 0 && overlap > 0 && same_page
        } else {
            is_inverted && !is_at_start
                || same_page && new_count == 0 && (self.idle_count == 0 || hit_count + copy_count > overlap)
        };
        self.is_done = match self.route.way {
            _ if has_circled => false,
            _ if is_doubtful => false,
            Way::Envelope => next.is_none_or(is_end),
            // If the server does not say whether more rows follow, the length of the page decides.
            Way::Behind => next != Some("true") && (is_last_page || next == Some("false")),
            // The service drops stale rows from pages: a short page is requested once more.
            _ => {
                is_last_page
                    && !is_end_uncertain
                    && (new_count == 0 || !self.route.stale || count.saturating_mul(2) < limit)
            }
        };
        self.idle_count =
            if new_count > 0 || self.is_done || is_behind_moves { 0 } else { self.idle_count + 1 };
        if limit != Self::PART {
            self.check_progress(if self.offset > 0 && beyond_count == 0 { "offset" } else { "" })?;
        }
        Ok(accepted_page)
    }

    /// Ends the pagination after too many requests without progress. `ignored_param` is the parameter that the server
    /// ignores; if empty, it is the bound.
    fn check_progress(&self, ignored_param: &'static str) -> Result<(), Error> {
        if self.idle_count < Self::IDLE {
            return Ok(());
        }
        Err(if self.route.way == Way::Offset || !ignored_param.is_empty() {
            make_stalled_error(&quote_name("offset")).parameter("offset")
        } else {
            make_stalled_error("the bound of the page")
        })
    }

    /// Returns a fingerprint of the rows of a page, independent of their order. Rows beyond the usual page size do not count.
    fn compute_fingerprint(&self, rows: &[Row<'_>]) -> u64 {
        let has_key_identity = matches!(self.route.way, Way::Offset | Way::Envelope);
        let rows = rows.iter().take(self.route.size as usize);
        let identity_of = |row: &Row<'_>| {
            if row.id == 0 && has_key_identity && !row.key.is_empty() {
                compute_digest(row.key)
            } else {
                row.id
            }
        };
        rows.fold(0, |sum, row| sum.wrapping_add(identity_of(row)))
    }

    /// Returns whether a row lies before the bound, so that the server ignored the bound.
    fn is_beyond(&self, key: &str) -> bool {
        // With `Way::Behind`, rows within a block are ordered by account, not by time.
        self.route.way != Way::Behind && self.is_before(key, &self.bound)
    }

    /// Returns whether one time is before another in the requested order.
    fn is_before(&self, first: &str, second: &str) -> bool {
        match (parse_time(first), parse_time(second)) {
            (Some(first), Some(second)) if self.route.ascending => first < second,
            (Some(first), Some(second)) => first > second,
            _ => false,
        }
    }

    /// Returns whether the rows have the opposite order.
    fn is_reversed(&self, rows: &[Row<'_>]) -> bool {
        match (rows.first(), rows.last()) {
            (Some(first), Some(last)) => self.route.way == Way::Keyset && self.is_before(last.key, first.key),
            _ => false,
        }
    }

    /// Returns the bound of the row that is last by time, wherever it is on the page.
    fn find_edge<'a>(&self, rows: &[Row<'a>]) -> &'a str {
        rows.iter()
            .fold("", |edge, row| if self.is_before(row.key, edge) { edge } else { row.key.trim_ascii() })
    }
}

/// Reads the time with which a bound begins.
fn parse_time(bound: &str) -> Option<u64> {
    parse_digits(split_once(bound.trim_ascii(), b' ').0, 10)
}

impl Pagination {
    /// Returns whether the rows of a page from `from` on continue at the position of the pagination. If not, the next
    /// request searches elsewhere.
    fn continues_at(
        &mut self,
        rows: &[Row<'_>],
        first_row: u32,
        limit: u32,
        is_last_page: bool,
        same_page: bool,
    ) -> Result<bool, Error> {
        let count = rows.len() as u32;
        let last_known = (first_row as usize).checked_sub(1).and_then(|index| rows.get(index));
        let Some(missing) = last_known.and_then(|row| self.window.behind(row.id)) else {
            if self.search.step == Step::Again && !self.window.forgot && !same_page {
                return Ok(true);
            }
            let is_cut = count < limit && !is_last_page;
            let width = if is_cut { count } else { self.max_width() };
            self.offset = self.search.next_offset(self.offset, count, width, is_last_page)?;
            if rows.is_empty() && self.idle_count + 2 == Self::IDLE {
                // This is the last request before the pagination ends: perhaps the list has lost all of its rows.
                self.offset = 0;
            }
            return Ok(false);
        };
        // Passed rows are missing after the last known one: they are gone, or are after this page because rows were
        // inserted. If rows were returned too early, they would be out of order, and forgotten rows could come again.
        let remaining_count = count.saturating_sub(first_row);
        let are_gone = missing == 0
            || is_last_page
            || remaining_count >= missing as u32 + MAX_GAP
            || self.search.attempts > 0 && remaining_count.saturating_mul(2) >= limit;
        if are_gone {
            self.window.drop_last(missing);
            return Ok(true);
        }
        // Some of these rows may be gone, too: at first, and after an empty page, the next page overlaps by half.
        let overlap_rows = match self.search {
            Search {
                attempts: 2.., step: Step::None | Step::Before | Step::Behind | Step::Again, ..
            } => 0,
            _ => self.max_width() / 2,
        };
        let skip =
            if remaining_count == 0 { (missing as u64).saturating_sub(u64::from(overlap_rows)) } else { 0 };
        self.offset = self.offset.saturating_add(u64::from(first_row) - 1).saturating_add(skip);
        (self.search.step, self.search.low_offset, self.search.high_offset) =
            (Step::Behind, self.offset, self.offset);
        self.search.count_attempt()?;
        Ok(false)
    }

    /// Returns the rows per page while the pagination searches for its position.
    fn max_width(&self) -> u32 {
        self.route.size.max(ROOM as u32).saturating_add(self.overlap).min(self.route.max)
    }

    /// Returns how many rows of one time are requested again at most; more rows are skipped by offset.
    fn max_requested_again(&self) -> u32 {
        self.route.max.min(ROOM as u32)
    }

    /// Continues the search on the next page, if the position is inside a page and this page has no remembered row: rows
    /// were inserted before the remembered ones, so these are on a later page.
    fn seek_position(&mut self, rows: &[Row<'_>], next: Option<&str>) -> Result<(), Error> {
        self.bound = String::from(next.filter(|next| !is_end(next)).ok_or_else(make_lost_position_error)?);
        self.search.count_attempt()?;
        self.idle_count = if self.search.record_page(rows) { 0 } else { self.idle_count + 1 };
        self.check_progress("")
    }

    /// Moves the position after the rows of a page.
    fn advance(
        &mut self,
        rows: &[Row<'_>],
        fresh_count: u32,
        has_bound: bool,
        is_stuck: bool,
        next_cursor: Option<&str>,
    ) -> Result<(), Error> {
        self.blind = rows.iter().any(|row| row.id == 0);
        let last_index = (rows.len() as u64).saturating_sub(1);
        let key = if self.route.way == Way::Offset { "" } else { self.find_edge(rows) };
        if self.is_beyond(key) {
            return Ok(());
        }
        let same_time = match self.route.way {
            Way::Envelope => {
                match next_cursor.filter(|next| !is_end(next)) {
                    Some(next) => (self.bound, self.overlap) = (String::from(next), 0),
                    // To continue later means to request this page again.
                    None if rows.is_empty() => {}
                    None => self.overlap = rows.len() as u32,
                }
                return Ok(());
            }
            // Pagination cannot continue from a repeated page.
            Way::Behind if fresh_count == 0 => return Ok(()),
            Way::Behind => {
                let last = rows.last().map_or("", |row| row.key.trim_ascii());
                if split_once(last, b' ').1.is_none() {
                    return Err(make_missing_key_error());
                }
                (self.bound, self.overlap) = (String::from(last), 0);
                return Ok(());
            }
            Way::LastRow if key.is_empty() => return Err(make_missing_key_error()),
            Way::LastRow => {
                (self.bound, self.overlap) = (String::from(key), 1);
                return Ok(());
            }
            // From now on the list begins at the time of the last row. All rows of that time are requested again,
            // because they may come in any order.
            Way::Keyset if !key.is_empty() && self.bound != key => {
                let same_time = rows.iter().filter(|row| row.key.trim_ascii() == key).count() as u32;
                (self.bound, self.offset, self.overlap) = (String::from(key), u64::from(same_time) - 1, 1);
                same_time
            }
            _ => {
                let same_time =
                    if has_bound && !key.is_empty() { self.overlap + fresh_count } else { u32::MAX };
                (self.offset, self.overlap) = (self.offset.saturating_add(last_index), 1);
                same_time
            }
        };
        if self.route.way == Way::Offset {
            return Ok(());
        }
        if same_time < self.max_requested_again() && !is_stuck {
            (self.offset, self.overlap) = (0, same_time);
        } else if !self.route.offset {
            // If more rows share one time than can be remembered, only an offset can skip them.
            return Err(if key.is_empty() { make_missing_key_error() } else { make_crowded_time_error() });
        }
        Ok(())
    }

    /// Returns whether a page of `count` rows is the last one, because it is shorter than its limit.
    ///
    /// A server in between may limit pages, usually to a round number of rows. So a page with a round number of rows is
    /// not the end, unless a larger page came before. This costs one in six lists of a single page another request.
    fn is_last_page(&self, count: u32, limit: u32) -> bool {
        let is_round = count >= 10 && count.is_multiple_of(10) || count >= 16 && count.is_power_of_two();
        limit == Self::PART || count < limit && !(is_round && count >= self.proven)
    }
}

fn make_crowded_time_error() -> Error {
    let message = "more rows share one time than a page holds, and the operation cannot skip rows";
    Error::new(Code::NotPaginated, message)
}

/// Returns whether there is no next bound. The first transaction of an account has the logical time 0 as its
/// predecessor.
fn is_end(next: &str) -> bool {
    next.trim_ascii().is_empty() || next.starts_with("0 ")
}

fn make_missing_key_error() -> Error {
    let message = "the last row of the page lacks the field where the next page begins";
    Error::new(Code::InvalidResponse, message)
}
