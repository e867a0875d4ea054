//! A simulated list that changes: rows are added and removed between any two requests, and no row may be returned twice or be lost.

use super::row;
use proptest::prelude::*;
use proptest::test_runner::TestRng;
use std::collections::BTreeSet;
use ton_edge::error::Code;
use ton_edge::page::{Mode, PageRequest, Pagination, Row, cursor, route};

/// A row: its time, then its identity, in the service's sort order.
type NewRow = (u32, u64);

/// The changes of the list between two requests.
#[derive(Clone, Debug)]
struct ListChanges {
    /// Most rows that arrive at the newest end.
    max_arrivals: u32,
    /// Most rows that are inserted at random positions.
    max_inserted: u32,
    /// Percentage of rows that are removed.
    removed_percent: u32,
    /// Most rows that share one time.
    max_equal_times: u32,
}

struct Chain {
    rows: BTreeSet<NewRow>,
    ascending: bool,
    /// Whether rows of one time have no fixed order.
    is_unordered: bool,
    created_count: u64,
    rng: TestRng,
}

impl Chain {
    fn draw_below(&mut self, most: u32) -> u32 {
        self.rng.next_u32() % (most + 1)
    }

    fn put(&mut self, time: u32) {
        // If a time has more rows than a cursor remembers, and their order changes, nobody can know which of them were
        // read.
        if self.is_unordered && self.rows.range((time, 0)..=(time, u64::MAX)).count() >= 250 {
            return;
        }
        self.created_count += 1;
        // The order of rows with equal times, which does not depend on when a row was added.
        let id = self.created_count.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        self.rows.insert((time, id));
    }

    fn change(&mut self, changes: &ListChanges, spared: Option<u64>) {
        let newest_time = self.rows.last().map_or(1, |row| row.0);
        for _ in 0..self.draw_below(changes.max_arrivals) {
            let step = u32::from(self.draw_below(changes.max_equal_times) == 0);
            self.put(newest_time + step);
        }
        for _ in 0..self.draw_below(changes.max_inserted) {
            let time = self.draw_below(newest_time);
            self.put(time);
        }
        if changes.removed_percent > 0 {
            let all_rows: Vec<NewRow> = self.rows.iter().copied().collect();
            for made in all_rows {
                if self.draw_below(99) < changes.removed_percent && spared != Some(made.1) {
                    self.rows.remove(&made);
                }
            }
        }
    }

    /// Returns one of the last rows that were read, which is not removed: a cursor remembers eight rows, and the position is lost if all are
    /// removed at once.
    fn pick_spared_row(&mut self, seen: &[u64]) -> Option<u64> {
        let present_ids: BTreeSet<u64> = self.rows.iter().map(|row| row.1).collect();
        let last_seen = &seen[seen.len().saturating_sub(8)..];
        let last: Vec<u64> = last_seen.iter().filter(|id| present_ids.contains(id)).copied().collect();
        let last_index = u32::try_from(last.len()).unwrap().checked_sub(1)?;
        last.get(self.draw_below(last_index) as usize).copied()
    }

    /// The service's response to a request for a page.
    fn page(&mut self, request: &PageRequest, keyset: bool) -> Vec<(u64, String)> {
        let time_bound: Option<u32> = request.bound.parse().ok();
        let mut list: Vec<NewRow> = self.rows.iter().copied().collect();
        if self.is_unordered {
            let salt = u64::from(self.rng.next_u32());
            list.sort_by_key(|(time, id)| (*time, (id ^ salt).wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        }
        if !self.ascending {
            list.reverse();
        }
        let is_within_bound = |time: u32| match time_bound {
            Some(bound) if keyset => {
                if self.ascending {
                    time >= bound
                } else {
                    time <= bound
                }
            }
            _ => true,
        };
        list.iter()
            .filter(|made| is_within_bound(made.0))
            .skip(request.offset as usize)
            .take(request.limit as usize)
            .map(|(time, id)| (*id, time.to_string()))
            .collect()
    }
}

struct Case {
    mode: Mode,
    ascending: bool,
    is_untied: bool,
    size: u32,
    rows: u32,
    changes: ListChanges,
    /// Percentage of pages in whose middle the reader stops and continues with the cursor.
    resume: u32,
    rng: TestRng,
}

fn seeded_rng(seed: &[u8; 32]) -> TestRng {
    TestRng::from_seed(prop::test_runner::RngAlgorithm::ChaCha, seed)
}

/// Reads the whole list and checks that no row is lost and none is returned twice.
fn read(case: Case) -> Result<(), TestCaseError> {
    let Case { mode, ascending, is_untied, size, rows, changes, resume, rng } = case;
    let mut chain =
        Chain { rows: BTreeSet::new(), ascending, is_unordered: is_untied, created_count: 0, rng };
    for _ in 0..rows {
        chain.change(&ListChanges { max_arrivals: 1, max_inserted: 0, removed_percent: 0, ..changes }, None);
        chain.put(chain.rows.last().map_or(1, |row| row.0));
    }
    let rows_before = chain.rows.clone();
    let operation = row("jetton/transfers");
    let sort = super::args(if ascending { &[("sort", "asc")] } else { &[] });
    let route = route(operation, &sort, Some(size), mode).unwrap();
    let mut pagination = Pagination::new(route, 7);
    let mut seen_ids: Vec<u64> = Vec::new();
    let mut requests = 0;
    while let Some(request) = pagination.next_request(u64::MAX) {
        requests += 1;
        prop_assert!(requests < 3_000, "the pagination does not end");
        let page = chain.page(&request, mode == Mode::Keyset);
        let page: Vec<Row> = page.iter().map(|(id, key)| Row { id: *id, key }).collect();
        let entry = pagination.clone();
        let accepted_page = match pagination.accept(&page, request.limit, None) {
            Ok(accepted) => accepted,
            // This error is allowed only if no remembered row is left, which `spare` prevents.
            Err(error) => return Err(TestCaseError::fail(format!("{error} after {} rows", seen_ids.len()))),
        };
        pagination = cursor::unpack(&cursor::pack(pagination.clone())).unwrap();
        let new: Vec<usize> = (0..page.len()).filter(|at| accepted_page.keep[*at]).collect();
        if !new.is_empty() && chain.draw_below(99) < resume {
            // The reader takes only some rows of the page, and another process continues.
            let taken_count = chain.draw_below(new.len() as u32 - 1) as usize;
            let mut partial_pagination = entry;
            partial_pagination.accept(&page[..=new[taken_count]], Pagination::PART, None).unwrap();
            let text = cursor::write(&partial_pagination);
            seen_ids.extend(new[..=taken_count].iter().map(|at| page[*at].id));
            pagination = cursor::read(&text, route, 7).unwrap();
            prop_assert_eq!(pagination.count(), seen_ids.len() as u64);
        } else {
            seen_ids.extend(new.iter().map(|at| page[*at].id));
        }
        let spared_id = chain.pick_spared_row(&seen_ids);
        chain.change(&changes, spared_id);
    }
    let unique_ids: BTreeSet<u64> = seen_ids.iter().copied().collect();
    prop_assert_eq!(unique_ids.len(), seen_ids.len(), "a row was returned twice");
    let lost_rows: Vec<&NewRow> =
        rows_before.intersection(&chain.rows).filter(|made| !unique_ids.contains(&made.1)).collect();
    prop_assert!(lost_rows.is_empty(), "lost {} of {}: {:?}", lost_rows.len(), rows_before.len(), lost_rows);
    Ok(())
}

fn changes() -> impl Strategy<Value = ListChanges> {
    (0..40_u32, 0..6_u32, prop_oneof![Just(0), 0..3_u32, 0..20_u32], 0..12_u32).prop_map(
        |(max_arrivals, slip_in, go, max_equal_times)| ListChanges {
            max_arrivals,
            max_inserted: slip_in,
            removed_percent: go,
            max_equal_times,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: ProptestConfig::default().cases / 2, max_shrink_iters: 60, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn by_offset_no_row_is_lost_or_repeated(
        changes in changes(), ascending: bool, size in 1..60_u32, rows in 0..700_u32,
        rng in any::<[u8; 32]>(), resume in prop_oneof![Just(0), Just(30_u32)],
    ) {
        // If rows are added faster than they are read, the list never ends.
        let max_arrivals = changes.max_arrivals.min(if ascending { size / 2 } else { 40 });
        let changes = ListChanges { max_arrivals, max_inserted: changes.max_inserted.min(size / 3), ..changes };
        let rng = seeded_rng(&rng);
        read(Case { mode: Mode::Offset, ascending, is_untied: false, size, rows, changes, resume, rng })?;
    }

    #[test]
    fn by_keyset_no_row_is_lost_or_repeated_even_among_rows_of_one_time(
        changes in changes(), ascending: bool, is_untied: bool, size in 1..60_u32, rows in 0..700_u32,
        rng in any::<[u8; 32]>(), resume in prop_oneof![Just(0), Just(30_u32)],
    ) {
        let max_arrivals = changes.max_arrivals.min(if ascending { size / 2 } else { 40 });
        let changes = ListChanges { max_arrivals, max_inserted: changes.max_inserted.min(size / 3), ..changes };
        let rng = seeded_rng(&rng);
        read(Case { mode: Mode::Keyset, ascending, is_untied, size, rows, changes, resume, rng })?;
    }
}

#[test]
fn a_thousand_rows_of_one_time_are_read() {
    for (seed, mode) in [Mode::Keyset, Mode::Offset].into_iter().enumerate() {
        let changes =
            ListChanges { max_arrivals: 5, max_inserted: 0, removed_percent: 1, max_equal_times: 100_000 };
        let rng = seeded_rng(&[seed as u8; 32]);
        let case =
            Case { mode, ascending: false, is_untied: false, size: 100, rows: 700, changes, resume: 0, rng };
        read(case).unwrap();
    }
}

#[test]
fn a_position_that_is_gone_is_an_error() {
    let mut pagination =
        Pagination::new(route(row("jetton/masters"), &[], Some(100), Mode::Auto).unwrap(), 7);
    let page = |from: u64, rows: u64| (from..from + rows).map(|id| Row { id, key: "" }).collect::<Vec<_>>();
    let mut next_id = 1;
    for _ in 0..4 {
        let request = pagination.next_request(u64::MAX).unwrap();
        let overlap = u64::from(next_id > 1);
        pagination.accept(&page(next_id - overlap, u64::from(request.limit)), request.limit, None).unwrap();
        next_id += u64::from(request.limit) - overlap;
    }
    // The list now has entirely different rows.
    let error = loop {
        let request = pagination.next_request(u64::MAX).unwrap();
        let rows = 500_u64.saturating_sub(request.offset).min(u64::from(request.limit));
        match pagination.accept(&page(100_000 + request.offset, rows), request.limit, None) {
            Ok(accepted) => assert!(accepted.keep.iter().all(|keep| !keep)),
            Err(error) => break error,
        }
    };
    assert_eq!(error.code, Code::PaginationDrift);
}

/// Rows before the position are removed, and others are added while the pagination searches for the position, which moves to a page that the
/// search has already passed.
#[test]
fn a_position_that_moves_past_the_search_is_found_by_a_second_search() {
    let mut pagination =
        Pagination::new(route(row("jetton/masters"), &[], Some(100), Mode::Offset).unwrap(), 7);
    let mut list: Vec<u64> = (1..3_000).collect();
    let mut read: Vec<u64> = Vec::new();
    let mut requests = 0;
    while let Some(request) = pagination.next_request(u64::MAX) {
        requests += 1;
        match requests {
            11 => drop(list.drain(..700)),
            15 => drop(list.splice(..0, 10_000..10_760)),
            _ => {}
        }
        let ids: Vec<u64> =
            list.iter().skip(request.offset as usize).take(request.limit as usize).copied().collect();
        let page: Vec<Row> = ids.iter().map(|id| Row { id: *id, key: "" }).collect();
        let accepted = pagination.accept(&page, request.limit, None).unwrap();
        read.extend(ids.iter().zip(&accepted.keep).filter(|(_, keep)| **keep).map(|(id, _)| *id));
    }
    assert_eq!(read, (1..3_000).collect::<Vec<u64>>());
    assert!(requests > 35, "{requests} requests: the position was found at once");
}

/// The rows of one time have no fixed order, and their number looks like the cap of a server on the way.
#[test]
fn rows_of_one_time_in_any_order_are_read_once_although_the_page_may_be_cut() {
    let mut pagination =
        Pagination::new(route(row("jetton/transfers"), &[], Some(29), Mode::Keyset).unwrap(), 7);
    let pages = [
        (1..30).collect(),
        (1..31).rev().collect(),
        (1..31).collect(),
        (1..31).rev().collect(),
        vec![6, 7, 8, 9],
    ];
    let mut read: Vec<u64> = Vec::new();
    for page in pages {
        let request = pagination.next_request(u64::MAX).unwrap();
        let rows: Vec<Row> = page.iter().map(|id| Row { id: *id, key: "5" }).collect();
        let accepted = pagination.accept(&rows, request.limit, None).unwrap();
        read.extend(page.iter().zip(accepted.keep).filter(|(_, keep)| *keep).map(|(id, _)| *id));
    }
    assert!(pagination.done(), "{:?}", pagination.next_request(u64::MAX));
    assert_eq!(read, (1..31).collect::<Vec<u64>>());
}

/// The server may have cut a page with a round number of rows, unless it has sent larger pages before. Pages that were read before the
/// cursor was written also count.
#[test]
fn a_cursor_stores_the_largest_page_size() {
    let way = route(row("jetton/transfers"), &[], Some(30), Mode::Offset).unwrap();
    let page = |from: u64, to: u64| (from..to).map(|id| Row { id, key: "5" }).collect::<Vec<_>>();
    let mut pagination = Pagination::new(way, 7);
    let request = pagination.next_request(u64::MAX).unwrap();
    pagination.accept(&page(1, 31), request.limit, None).unwrap();
    let mut pagination = cursor::read(&cursor::write(&pagination), way, 7).unwrap();
    let request = pagination.next_request(u64::MAX).unwrap();
    assert_eq!((request.offset, request.limit), (29, 31));
    let accepted = pagination.accept(&page(30, 50), request.limit, None).unwrap();
    assert_eq!(accepted.keep.iter().filter(|keep| **keep).count(), 19);
    assert!(pagination.done(), "{:?}", pagination.next_request(u64::MAX));
}

/// Near its end, the list loses more rows per request than it has after the position: a search must not miss the end each
/// time.
#[test]
fn the_end_of_a_list_that_shrinks_quickly_is_found() {
    let seed = [
        159, 46, 91, 210, 72, 181, 238, 118, 151, 245, 70, 220, 149, 153, 67, 6, 112, 156, 122, 73, 85, 177,
        50, 161, 105, 196, 159, 84, 147, 133, 220, 4,
    ];
    let rng = seeded_rng(&seed);
    let changes = ListChanges { max_arrivals: 7, max_inserted: 0, removed_percent: 1, max_equal_times: 1 };
    let (mode, resume) = (Mode::Offset, 30);
    read(Case { mode, ascending: false, is_untied: false, size: 2, rows: 673, changes, resume, rng })
        .unwrap();
}

/// Near the end, some of the remembered rows are removed: skipping all of them leads past the end, so the end is
/// near.
#[test]
fn the_end_is_found_after_a_skip_beyond_it() {
    let seed = [
        177, 44, 246, 166, 114, 22, 22, 197, 195, 22, 188, 156, 91, 196, 11, 246, 217, 52, 25, 215, 128, 212,
        211, 16, 17, 85, 245, 15, 11, 239, 83, 18,
    ];
    let rng = seeded_rng(&seed);
    let changes = ListChanges { max_arrivals: 23, max_inserted: 0, removed_percent: 1, max_equal_times: 2 };
    let (mode, resume) = (Mode::Offset, 0);
    read(Case { mode, ascending: false, is_untied: false, size: 5, rows: 651, changes, resume, rng })
        .unwrap();
}
