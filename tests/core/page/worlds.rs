//! Random lists for every kind of position: rows are added, removed and moved; pages are empty, repeated or longer than requested; rows are
//! sent twice; and the reader stops inside pages and continues with a cursor. No row is lost, none is returned twice, and the pagination
//! always ends.

use super::args;
use proptest::prelude::*;
use proptest::test_runner::TestRng;
use std::collections::BTreeSet;
use ton_edge::endpoint::{Generation, find};
use ton_edge::error::Code;
use ton_edge::page::{Mode, PageRequest, Pagination, Route, Row, Way, cursor, route};

/// An operation for each kind of position, and the changes of its list.
#[derive(Clone, Copy, Debug)]
struct Kind {
    generation: Generation,
    name: &'static str,
    mode: Mode,
    ascending: bool,
    /// Rows are removed, and rows are inserted at random positions.
    changes: bool,
    /// Rows move to the newest end.
    rows_move: bool,
    /// The list has some rows several times.
    copies: bool,
}

const fn kind(generation: Generation, name: &'static str, mode: Mode) -> Kind {
    Kind { generation, name, mode, ascending: false, changes: false, rows_move: false, copies: false }
}

const KINDS: [Kind; 11] = [
    kind(Generation::V3, "transactions", Mode::Offset),
    kind(Generation::V3, "transactions", Mode::Keyset),
    Kind { ascending: true, ..kind(Generation::V3, "transactions", Mode::Keyset) },
    Kind { copies: true, ..kind(Generation::V3, "transactionsByMessage", Mode::Offset) },
    kind(Generation::V2, "getTransactions", Mode::Auto),
    kind(Generation::V2, "getTransactionsStd", Mode::Auto),
    kind(Generation::V2, "getBlockTransactions", Mode::Auto),
    Kind { ascending: true, changes: true, ..kind(Generation::V3, "dns/activeAuctions", Mode::Auto) },
    kind(Generation::V3, "staking/nominatorPools/nominatorEvents", Mode::Auto),
    Kind { ascending: true, rows_move: true, ..kind(Generation::V3, "traces", Mode::Keyset) },
    Kind { ascending: true, rows_move: true, ..kind(Generation::V3, "actions", Mode::Keyset) },
];

/// Percentage of responses that have each fault.
#[derive(Clone, Copy, Debug)]
struct Faults {
    empty_percent: u32,
    repeated_percent: u32,
    longer_percent: u32,
}

/// A row: its sort key, and its identity.
type Item = (u64, u64);
/// A page: its rows, and the cursor in the response.
type Page = (Vec<Item>, Option<String>);

struct World {
    kind: Kind,
    /// By time.
    items: BTreeSet<Item>,
    created_count: u64,
    /// Number of moves that are still allowed.
    moves: u32,
    /// The last response, by the limit of its request: a faulty cache may ignore the position of a page.
    last_response: Option<(u32, Page)>,
    /// Responses since the last fault.
    responses_since_fault: u32,
    rng: TestRng,
}

impl World {
    fn draw_below(&mut self, most: u32) -> u32 {
        self.rng.next_u32() % (most + 1)
    }

    fn newest_key(&self) -> u64 {
        self.items.last().map_or(1_000, |item| item.0)
    }

    fn put(&mut self, time: u64) {
        self.created_count += 1;
        self.items.insert((time, self.created_count.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1));
    }

    /// Adds a row at the newest end: with another time, unless the rows of the list can be distinguished within one
    /// time.
    fn add_newest_row(&mut self, way: Way) {
        let has_same_time = way == Way::Keyset && self.draw_below(2) > 0;
        self.put(self.newest_key() + if has_same_time { 0 } else { 10 });
    }

    fn change(&mut self, way: Way, size: u32, seen: &[u64]) {
        let is_whole = way == Way::Behind;
        // If rows are added faster than they are read, the list never ends. Each copy of a row counts.
        let max_items = if self.kind.copies {
            size / 20
        } else if self.kind.ascending {
            size / 2
        } else {
            (3 * size).min(40)
        };
        for _ in 0..if is_whole || self.draw_below(2) > 0 { 0 } else { self.draw_below(max_items) } {
            self.add_newest_row(way);
        }
        let recent_ids: BTreeSet<u64> = seen.iter().rev().take(40).copied().collect();
        let all_items: Vec<Item> = self.items.iter().copied().collect();
        for item in all_items {
            if self.kind.changes && self.draw_below(99) == 0 && !recent_ids.contains(&item.1) {
                self.items.remove(&item);
                let time = item.0 + 1;
                self.put(time);
            }
            if self.moves > 0 && self.draw_below(60) == 0 {
                self.moves -= 1;
                self.items.remove(&item);
                let time = self.newest_key() + 10;
                self.items.insert((time, item.1));
            }
        }
    }

    /// The whole list, as the service sorts it.
    fn list(&self) -> Vec<Item> {
        let mut list: Vec<Item> = self.items.iter().copied().collect();
        if !self.kind.ascending {
            list.reverse();
        }
        if self.kind.copies {
            list = list.iter().flat_map(|item| vec![*item; (item.1 % 40) as usize / 10 * 10 + 1]).collect();
        }
        list
    }

    fn build_page(&mut self, request: &PageRequest, way: Way, longer: u32) -> Page {
        let list = self.list();
        let request_bound: Option<Item> = request.bound.split_once(' ').map_or_else(
            || request.bound.parse().ok().map(|time| (time, 0)),
            |(time, id)| Some((time.parse().unwrap(), id.parse().unwrap())),
        );
        let ascending = self.kind.ascending;
        let start_index = request_bound.map_or(0, |bound| {
            let is_before_bound = |item: &&Item| match way {
                Way::Keyset if ascending => item.0 < bound.0,
                Way::Keyset => item.0 > bound.0,
                Way::Behind => ascending && **item <= bound || !ascending && **item >= bound,
                _ => ascending && **item < bound || !ascending && **item > bound,
            };
            list.iter().take_while(is_before_bound).count()
        });
        let from = start_index + request.offset as usize;
        let surplus = if self.draw_below(99) < longer { self.draw_below(400) as usize } else { 0 };
        let page: Vec<Item> =
            list.iter().skip(from).take(request.limit as usize + surplus).copied().collect();
        let following_item = list.get(from + page.len());
        let next_cursor = match way {
            Way::Envelope => Some(following_item.map_or("0 0".into(), |(time, id)| format!("{time} {id}"))),
            Way::Behind => Some(following_item.is_some().to_string()),
            _ => None,
        };
        (page, next_cursor)
    }

    fn page(&mut self, request: &PageRequest, way: Way, faults: Faults) -> Page {
        self.responses_since_fault += 1;
        // After several faults in a row nothing can be concluded, and the pager reports that.
        if self.responses_since_fault > 8 && self.draw_below(99) < faults.empty_percent {
            self.responses_since_fault = 0;
            // The empty page may have a cursor that skips the missing rows.
            let next =
                self.build_page(request, way, 0).1.filter(|_| way == Way::Envelope && self.draw_below(1) > 0);
            return (Vec::new(), next);
        }
        if self.responses_since_fault > 8
            && self.draw_below(99) < faults.repeated_percent
            && let Some((limit, page)) = self.last_response.take()
            && limit == request.limit
        {
            self.responses_since_fault = 0;
            return page;
        }
        let page = self.build_page(request, way, faults.longer_percent);
        self.last_response = Some((request.limit, page.clone()));
        page
    }
}

fn read(
    kind: Kind,
    faults: Faults,
    (size, rows, stops): (u32, u32, u32),
    rng: TestRng,
) -> Result<(), TestCaseError> {
    let endpoint = find::by_name(kind.generation, kind.name).unwrap();
    let sort =
        args(if kind.ascending && endpoint.param("sort").is_some() { &[("sort", "asc")] } else { &[] });
    let route_of_size = |size| route(endpoint, &sort, Some(size), kind.mode).unwrap();
    let mut route: Route = route_of_size(size);
    let moves = if kind.rows_move { rows } else { 0 };
    let items = BTreeSet::new();
    let mut world =
        World { kind, items, created_count: 0, moves, last_response: None, responses_since_fault: 7, rng };
    (0..rows).for_each(|_| world.add_newest_row(route.way));
    let ids_before: BTreeSet<u64> = world.items.iter().map(|item| item.1).collect();
    let mut pagination = Pagination::new(route, 7);
    let (mut seen, mut requests) = (Vec::new(), 0);
    while let Some(request) = pagination.next_request(u64::MAX) {
        requests += 1;
        prop_assert!(requests < 20_000, "the pagination does not end");
        let (page, next) = world.page(&request, route.way, faults);
        let keys: Vec<String> = page
            .iter()
            .map(|(time, id)| match route.way {
                Way::Keyset => time.to_string(),
                Way::Offset | Way::Envelope => String::new(),
                _ => format!("{time} {id}"),
            })
            .collect();
        let page: Vec<Row> = page.iter().zip(&keys).map(|((_, id), key)| Row { id: *id, key }).collect();
        let entry = pagination.clone();
        let accepted_page = match pagination.accept(&page, request.limit, next.as_deref()) {
            Ok(accepted) => accepted,
            // Ten rows of one time could be part of a larger number, and without an offset no request gets past them.
            Err(error) if error.code == Code::NotPaginated && !route.offset => return Ok(()),
            // A page of copies has no new row, and faults between such pages add up.
            Err(error) if error.code == Code::PaginationStalled && kind.copies => return Ok(()),
            Err(error) => return Err(TestCaseError::fail(format!("{error} after {} rows", seen.len()))),
        };
        pagination = cursor::unpack(&cursor::pack(pagination)).unwrap();
        let new: Vec<usize> = (0..page.len()).filter(|at| accepted_page.keep[*at]).collect();
        if !new.is_empty() && world.draw_below(99) < stops {
            let taken_count = world.draw_below(new.len() as u32 - 1) as usize;
            let mut rows_left = entry;
            rows_left.accept(&page[..=new[taken_count]], Pagination::PART, next.as_deref()).unwrap();
            seen.extend(new[..=taken_count].iter().map(|at| page[*at].id));
            route = route_of_size(1 + world.draw_below(2 * size));
            pagination = cursor::read(&cursor::write(&rows_left), route, 7).unwrap();
            prop_assert_eq!(pagination.count(), seen.len() as u64);
            // A page from before the stop belonged to another pager.
            world.last_response = None;
        } else {
            seen.extend(new.iter().map(|at| page[*at].id));
        }
        world.change(route.way, size, &seen);
    }
    let unique_ids: BTreeSet<u64> = seen.iter().copied().collect();
    // A cursor remembers only the last rows, so a row that moves past it is returned again.
    prop_assert!(unique_ids.len() == seen.len() || kind.rows_move && stops > 0, "rows came twice");
    let now: BTreeSet<u64> = world.items.iter().map(|item| item.1).collect();
    let lost_count = ids_before.intersection(&now).filter(|id| !unique_ids.contains(id)).count();
    prop_assert!(lost_count == 0, "lost {lost_count} of {}", ids_before.len());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3 * ProptestConfig::default().cases, max_shrink_iters: 200, failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_row_is_lost_or_repeated_by_any_kind_of_position(
        kind in proptest::sample::select(&KINDS[..]), rng in any::<[u8; 32]>(),
        sizes in (1..60_u32, 0..500_u32, prop_oneof![Just(0), Just(40_u32)]),
        faults in (prop_oneof![Just(0), Just(40_u32)], prop_oneof![Just(0), Just(40_u32)], prop_oneof![Just(0), Just(40_u32)])
            .prop_map(|(empty_percent, repeated_percent, longer_percent)| Faults { empty_percent, repeated_percent, longer_percent }),
    ) {
        let rng = TestRng::from_seed(prop::test_runner::RngAlgorithm::ChaCha, &rng);
        read(kind, faults, sizes, rng)?;
    }
}

/// The caller has taken only a part of a page, whose cursor leads to the next page: the page is requested
/// again.
#[test]
fn a_cursor_inside_a_page_loses_no_row_if_the_response_has_the_next_cursor() {
    for name in ["getTransactionsStd", "dns/activeAuctions"] {
        let generation = if name.contains('/') { Generation::V3 } else { Generation::V2 };
        let endpoint = find::by_name(generation, name).unwrap();
        let way = route(endpoint, &[], Some(64), Mode::Auto).unwrap();
        for taken in [1_usize, 20, 63] {
            let rows: Vec<Row> = (1..=64).map(|id| Row { id, key: "" }).collect();
            let mut pagination = Pagination::new(way, 7);
            pagination.accept(&rows[..taken], Pagination::PART, Some("36 x")).unwrap();
            let mut pagination = cursor::read(&cursor::write(&pagination), way, 7).unwrap();
            let request = pagination.next_request(u64::MAX).unwrap();
            assert_eq!((request.bound.as_str(), request.limit), ("", 64 + taken as u32), "{name}");
            let accepted = pagination.accept(&rows, request.limit, Some("36 x")).unwrap();
            assert_eq!(accepted.keep.iter().filter(|keep| **keep).count(), 64 - taken);
            assert!(!accepted.drift && accepted.duplicates == 0);
            assert_eq!(pagination.next_request(u64::MAX).unwrap().bound, "36 x");
        }
    }
}

/// Rows were added before the position since, so the position is on a later page.
#[test]
fn a_position_inside_a_page_is_found_after_new_rows() {
    let endpoint = find::by_name(Generation::V2, "getTransactionsStd").unwrap();
    let way = route(endpoint, &[], Some(10), Mode::Auto).unwrap();
    let page = |from: u64, to: u64| (from..to).map(|id| Row { id, key: "" }).collect::<Vec<_>>();
    let mut pagination = Pagination::new(way, 7);
    pagination.accept(&page(500, 504), Pagination::PART, Some("9 x")).unwrap();
    let mut pagination = cursor::read(&cursor::write(&pagination), way, 7).unwrap();
    let accepted = pagination.accept(&page(400, 450), 50, Some("8 x")).unwrap();
    assert!(accepted.keep.iter().all(|keep| !keep) && !pagination.done());
    assert_eq!(pagination.next_request(u64::MAX).unwrap().bound, "8 x");
    let accepted = pagination.accept(&page(498, 510), 12, Some("0 x")).unwrap();
    assert_eq!(accepted.keep.iter().filter(|keep| **keep).count(), 6);
    assert!(pagination.done());
    // If the end is reached first, it is unknown which rows were returned.
    let mut pagination = Pagination::new(way, 7);
    pagination.accept(&page(500, 504), Pagination::PART, Some("9 x")).unwrap();
    let error = pagination.accept(&page(400, 405), 14, Some("0 x")).unwrap_err();
    assert_eq!(error.code, Code::PaginationDrift);
}

/// One empty page is not the end, wherever it is; a second one is.
#[test]
fn an_empty_page_is_requested_once_more() {
    for kind in KINDS {
        let endpoint = find::by_name(kind.generation, kind.name).unwrap();
        let mut pagination = Pagination::new(route(endpoint, &[], Some(5), kind.mode).unwrap(), 7);
        for done in [false, true] {
            let request = pagination.next_request(u64::MAX).unwrap();
            assert_eq!((request.offset, request.bound.as_str()), (0, ""));
            let next = (kind.name == "getBlockTransactions").then_some("false");
            pagination.accept(&[], request.limit, next).unwrap();
            assert_eq!(pagination.done(), done, "{}", kind.name);
        }
    }
    // After one row of five hundred, with pages of one row, the request begins at offset 0 again.
    let mut pagination =
        Pagination::new(route(super::row("jetton/masters"), &[], Some(1), Mode::Auto).unwrap(), 7);
    pagination.accept(&[Row { id: 1, key: "" }], 1, None).unwrap();
    let request = pagination.next_request(u64::MAX).unwrap();
    pagination.accept(&[], request.limit, None).unwrap();
    assert!(!pagination.done());
    let rows = [Row { id: 1, key: "" }, Row { id: 2, key: "" }];
    let request = pagination.next_request(u64::MAX).unwrap();
    assert_eq!(pagination.accept(&rows, request.limit, None).unwrap().keep, [false, true]);
}
