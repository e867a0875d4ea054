//! Servers that do not send the requested rows. Whatever they send, no row is returned twice, a pagination ends after at most five requests
//! without progress, and if rows are missing it ends with an error.

use std::collections::BTreeSet;
use ton_edge::endpoint::{Endpoint, Generation, V2, V3, find};
use ton_edge::error::{Code, Error};
use ton_edge::page::{Mode, PageRequest, Pagination, Route, Row, Way, marks, route};

/// The fault of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ServerFault {
    None,
    IgnoresOffset,
    IgnoresBound,
    IgnoresBoth,
    /// No page begins after that row: later positions are clamped to it.
    Clamps(usize),
    /// The last row is followed by the first one.
    Circles,
    /// The last row is followed by one from the middle of the list.
    CirclesBehind(usize),
    /// After that many requests the server sends the first page again.
    StartsAgain(u32),
    /// Every row is sent twice in a row.
    Doubles,
    /// Every page is sent twice.
    RepeatsPages,
    /// The rows of a page have a random order.
    Shuffles,
    /// The first page is sent repeatedly in random order, as long as requested.
    ShufflesTheStart,
    /// The list begins at its other end: `sort` has no effect.
    IgnoresSort,
    /// Pages have at most that many rows.
    Caps(usize),
    IgnoresLimit(usize),
    /// From that request on, pages are empty but say that more rows follow.
    Empties(u32),
    /// The response to that request is the first page, as a cache could send it.
    Slips(u32),
    /// From that request on, every response is the same page.
    Freezes(u32),
}

const SERVER_FAULTS: [ServerFault; 28] = [
    ServerFault::None,
    ServerFault::IgnoresOffset,
    ServerFault::IgnoresBound,
    ServerFault::IgnoresBoth,
    ServerFault::Clamps(50),
    ServerFault::Clamps(500),
    ServerFault::Clamps(555),
    ServerFault::Circles,
    ServerFault::CirclesBehind(40),
    ServerFault::CirclesBehind(300),
    ServerFault::StartsAgain(2),
    ServerFault::StartsAgain(4),
    ServerFault::StartsAgain(9),
    ServerFault::Doubles,
    ServerFault::RepeatsPages,
    ServerFault::Shuffles,
    ServerFault::ShufflesTheStart,
    ServerFault::IgnoresSort,
    ServerFault::Caps(10),
    ServerFault::Caps(20),
    ServerFault::Caps(64),
    ServerFault::IgnoresLimit(30),
    ServerFault::IgnoresLimit(400),
    ServerFault::Empties(2),
    ServerFault::Empties(6),
    ServerFault::Slips(3),
    ServerFault::Slips(7),
    ServerFault::Freezes(5),
];

struct Server {
    rows: usize,
    fault: ServerFault,
    requests: u32,
    last_page: Vec<usize>,
    random_state: u64,
}

impl Server {
    /// The time of a row: three rows share a time if a bound has only the time; if it names a row, each row has its own.
    fn time(&self, row: usize, by: &Route) -> usize {
        let row = if by.ascending { row } else { 10 * self.rows - row };
        if by.way == Way::Keyset { 1000 + row / 3 } else { 1000 + row }
    }

    fn random(&mut self, below: usize) -> usize {
        self.random_state =
            self.random_state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random_state >> 33) as usize % below.max(1)
    }

    /// The numbers of the rows on the page.
    fn page(&mut self, request: &PageRequest, by: &Route) -> Vec<usize> {
        self.requests += 1;
        let ignores_bound = matches!(self.fault, ServerFault::IgnoresBound | ServerFault::IgnoresBoth);
        let ignores_offset = matches!(self.fault, ServerFault::IgnoresOffset | ServerFault::IgnoresBoth);
        let time: Option<usize> = request.bound.split(' ').next().and_then(|time| time.parse().ok());
        let bound_start = match time.filter(|_| !ignores_bound) {
            Some(time) => {
                let row = (0..self.rows).position(|row| self.time(row, by) == time).unwrap_or(self.rows);
                row + usize::from(by.way == Way::Behind)
            }
            None => 0,
        };
        let mut page_start = bound_start + if ignores_offset { 0 } else { request.offset as usize };
        let mut limit = request.limit as usize;
        match self.fault {
            ServerFault::Clamps(most) => page_start = page_start.min(most),
            ServerFault::StartsAgain(from) if self.requests > from => page_start = 0,
            ServerFault::Slips(at) if self.requests == at => page_start = 0,
            ServerFault::Caps(most) => limit = limit.min(most),
            ServerFault::IgnoresLimit(rows) => limit = rows,
            ServerFault::Empties(from) if self.requests >= from => limit = 0,
            ServerFault::ShufflesTheStart => page_start = 0,
            _ => {}
        }
        let wrap_row = |row: usize| match self.fault {
            ServerFault::Circles => row % self.rows.max(1),
            ServerFault::CirclesBehind(tail) if row >= self.rows && tail < self.rows => {
                tail + (row - tail) % (self.rows - tail)
            }
            _ => row,
        };
        let mut page: Vec<usize> =
            (page_start..page_start + limit).map(wrap_row).filter(|row| *row < self.rows).collect();
        match self.fault {
            ServerFault::Doubles => page = page.iter().flat_map(|row| [*row, *row]).take(limit).collect(),
            ServerFault::RepeatsPages if self.requests.is_multiple_of(2) => page.clone_from(&self.last_page),
            ServerFault::Freezes(from) if self.requests > from => page.clone_from(&self.last_page),
            ServerFault::IgnoresSort => page = page.iter().map(|row| self.rows - 1 - row).collect(),
            ServerFault::Shuffles | ServerFault::ShufflesTheStart => {
                for at in (1..page.len()).rev() {
                    let other_index = self.random(at + 1);
                    page.swap(at, other_index);
                }
            }
            _ => {}
        }
        self.last_page.clone_from(&page);
        page
    }

    /// The cursor in the response: the time of the row after the page.
    fn next_cursor(&self, page: &[usize], by: &Route) -> String {
        let following_row = page.last().map_or(1, |row| row + 1);
        match self.fault {
            ServerFault::Circles if following_row >= self.rows => format!("{} x", self.time(0, by)),
            ServerFault::CirclesBehind(tail) if following_row >= self.rows => {
                format!("{} x", self.time(tail.min(following_row - 1), by))
            }
            _ if following_row >= self.rows => "0 x".into(),
            _ => format!("{} x", self.time(following_row, by)),
        }
    }

    /// The flag in the response of [`Way::Behind`]: whether more rows follow.
    fn has_more(&self, page: &[usize]) -> bool {
        let is_circular = matches!(self.fault, ServerFault::Circles | ServerFault::CirclesBehind(_));
        is_circular || page.last().map_or(1, |row| row + 1) < self.rows
    }
}

struct ReadRun {
    seen_ids: Vec<usize>,
    /// The longest run of requests that returned only rows seen since the last new row.
    longest_idle_run: u32,
    /// The longest run of requests without a new row.
    rowless_run: u32,
    drift: bool,
    result: Result<(), Error>,
}

fn read(operation: &'static Endpoint, by: Route, rows: usize, server_fault: ServerFault) -> ReadRun {
    let mut server =
        Server { rows, fault: server_fault, requests: 0, last_page: Vec::new(), random_state: 7 };
    let mut pagination = Pagination::new(by, 7);
    let mut read =
        ReadRun { seen_ids: Vec::new(), longest_idle_run: 0, rowless_run: 0, drift: false, result: Ok(()) };
    let (mut idle, mut rowless_run, mut returned_ids) = (0, 0, BTreeSet::new());
    while let Some(request) = pagination.next_request(u64::MAX) {
        assert!(server.requests < 20_000, "the pagination does not end");
        let page_rows = server.page(&request, &by);
        let times: Vec<String> =
            page_rows.iter().map(|row| format!("{} h{row}", server.time(*row, &by))).collect();
        let keys: Vec<&str> = times
            .iter()
            .map(|key| match by.way {
                Way::Keyset => key.split(' ').next().unwrap(),
                Way::LastRow | Way::Behind => key,
                _ => "",
            })
            .collect();
        let page: Vec<Row> =
            page_rows.iter().zip(&keys).map(|(row, key)| Row { id: *row as u64 + 1, key }).collect();
        let next = match by.way {
            Way::Envelope => Some(server.next_cursor(&page_rows, &by)),
            Way::Behind => Some(server.has_more(&page_rows).to_string()),
            _ => None,
        };
        let counts_before = (read.seen_ids.len(), returned_ids.len());
        returned_ids.extend(page_rows.iter().copied());
        match pagination.accept(&page, request.limit, next.as_deref()) {
            Ok(accepted) => {
                let new = page_rows.iter().zip(&accepted.keep).filter(|(_, keep)| **keep);
                read.seen_ids.extend(new.map(|(row, _)| *row));
                read.drift |= accepted.drift;
            }
            Err(error) => read.result = Err(by.name(operation, error)),
        }
        if read.seen_ids.len() > counts_before.0 || pagination.done() {
            (idle, rowless_run) = (0, 0);
            returned_ids.clear();
        } else {
            rowless_run += 1;
            idle = if returned_ids.len() > counts_before.1 { 0 } else { idle + 1 };
        }
        read.longest_idle_run = read.longest_idle_run.max(idle);
        read.rowless_run = read.rowless_run.max(rowless_run);
        if read.result.is_err() {
            break;
        }
    }
    read
}

fn paged_calls() -> impl Iterator<Item = (&'static Endpoint, Mode, &'static [(&'static str, &'static str)])> {
    let sorts: [&[(&str, &str)]; 2] = [&[], &[("sort", "asc")]];
    V2.iter().chain(V3).filter(|row| row.is_paged()).flat_map(move |row| {
        let sorts = sorts.into_iter().filter(|sort| sort.is_empty() || row.param("sort").is_some());
        sorts.flat_map(move |sort| [(row, Mode::Auto, sort), (row, Mode::Offset, sort)])
    })
}

/// Returns what a pagination did wrong, if anything.
fn find_violation(read: &ReadRun, way: Way, rows: usize, server_fault: ServerFault) -> Option<String> {
    let distinct_count = read.seen_ids.iter().copied().collect::<BTreeSet<_>>().len();
    if distinct_count < read.seen_ids.len() {
        return Some(format!("{} rows were returned twice", read.seen_ids.len() - distinct_count));
    }
    // Only an offset needs a search: in a list of this length, at most twelve requests.
    if read.longest_idle_run > 5 || read.rowless_run > if way == Way::Offset { 12 } else { 5 } {
        return Some(format!(
            "{} requests without progress, {} without a row",
            read.longest_idle_run, read.rowless_run
        ));
    }
    if let Err(error) = &read.result {
        let is_stalled = error.code == Code::PaginationStalled;
        let is_expected_error =
            is_stalled || matches!(error.code, Code::PaginationDrift | Code::NotPaginated);
        let sends_all_rows =
            matches!(server_fault, ServerFault::None | ServerFault::Slips(_) | ServerFault::Caps(_));
        if !is_expected_error
            || is_stalled && error.parameter.is_none()
            || sends_all_rows && way != Way::Envelope
        {
            return Some(format!("{:?} {error} after {distinct_count}", error.parameter));
        }
    }
    // A pagination by offset reports rows in random order as drift. A list that is empty from some position on ends
    // there.
    let is_reported = read.result.is_err()
        || server_fault == ServerFault::Shuffles && read.drift
        || matches!(server_fault, ServerFault::Empties(_));
    (!is_reported && distinct_count < rows).then(|| format!("{distinct_count} rows, without an error"))
}

#[test]
fn no_server_makes_a_pagination_endless() {
    let (mut walks, mut wrong, mut walked) = (0, Vec::new(), Vec::new());
    for (operation, mode, sort) in paged_calls() {
        for size in [3, 20, 100] {
            let Ok(by) = route(operation, &super::args(sort), Some(size), mode) else { continue };
            // Operations with the same route are read alike.
            if walked.contains(&by) {
                continue;
            }
            walked.push(by);
            for server_fault in SERVER_FAULTS {
                for rows in [0, 1, 95, 700] {
                    let description = format!(
                        "{} {:?} {sort:?} by {size} of {rows}, {server_fault:?}",
                        operation.path, by.way
                    );
                    let read = read(operation, by, rows, server_fault);
                    walks += 1;
                    wrong.extend(
                        find_violation(&read, by.way, rows, server_fault)
                            .map(|fault| format!("{description}: {fault}")),
                    );
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {walks} paginations:\n{}", wrong.len(), wrong.join("\n"));
    assert!(walks > 1_000, "{walks}");
}

/// The parameter that a pagination names in its error about the server.
fn blamed_parameter(
    generation: Generation,
    name: &str,
    mode: Mode,
    sort: &[(&'static str, &'static str)],
    server_fault: ServerFault,
) -> String {
    let operation = find::by_name(generation, name).unwrap();
    let route = route(operation, &super::args(sort), Some(20), mode).unwrap();
    let error = read(operation, route, 700, server_fault).result.unwrap_err();
    assert_eq!(error.code, Code::PaginationStalled);
    let message = error.to_string();
    assert!(message.contains(&format!("`{}`", error.parameter.as_deref().unwrap())), "{message}");
    error.parameter.as_deref().unwrap().to_owned()
}

#[test]
fn parameters_that_the_server_ignores_are_named() {
    let v3 = Generation::V3;
    let asc = [("sort", "asc")];
    assert_eq!(blamed_parameter(v3, "jetton/masters", Mode::Auto, &[], ServerFault::IgnoresOffset), "offset");
    assert_eq!(blamed_parameter(v3, "transactions", Mode::Offset, &[], ServerFault::IgnoresOffset), "offset");
    assert_eq!(blamed_parameter(v3, "transactions", Mode::Auto, &[], ServerFault::IgnoresBound), "end_lt");
    assert_eq!(blamed_parameter(v3, "transactions", Mode::Auto, &asc, ServerFault::IgnoresBound), "start_lt");
    assert_eq!(blamed_parameter(v3, "blocks", Mode::Auto, &[], ServerFault::IgnoresBound), "end_utime");
    assert_eq!(blamed_parameter(v3, "blocks", Mode::Auto, &asc, ServerFault::IgnoresBound), "start_utime");
    assert_eq!(blamed_parameter(v3, "blocks", Mode::Auto, &asc, ServerFault::IgnoresSort), "sort");
    assert_eq!(
        blamed_parameter(
            v3,
            "staking/nominatorPools/nominatorEvents",
            Mode::Auto,
            &[],
            ServerFault::IgnoresBound
        ),
        "end_utime"
    );
    assert_eq!(
        blamed_parameter(v3, "dns/activeAuctions", Mode::Auto, &[], ServerFault::IgnoresBound),
        "after"
    );
    assert_eq!(
        blamed_parameter(Generation::V2, "getTransactions", Mode::Auto, &[], ServerFault::IgnoresBound),
        "lt"
    );
    assert_eq!(
        blamed_parameter(Generation::V2, "getTransactionsStd", Mode::Auto, &[], ServerFault::IgnoresBound),
        "lt"
    );
}

/// Beyond [`marks::ROOM`] rows the pagination remembers only a sample, but still notices within a page that rows
/// repeat.
#[test]
fn a_server_that_repeats_a_long_list_is_noticed() {
    let masters = super::row("jetton/masters");
    for (size, rows) in [(100, marks::ROOM), (100, 5_000), (1000, 20_000), (20, 3_000)] {
        let masters_route = route(masters, &[], Some(size), Mode::Auto).unwrap();
        let read = read(masters, masters_route, rows, ServerFault::Circles);
        assert_eq!(read.result.unwrap_err().code, Code::PaginationStalled);
        let distinct_count = read.seen_ids.iter().copied().collect::<BTreeSet<_>>().len();
        let (lost_count, repeated_count) = (rows - distinct_count, read.seen_ids.len() - distinct_count);
        let sample_distance = rows.div_ceil(marks::ROOM).next_power_of_two();
        assert!(
            lost_count < sample_distance && repeated_count < 2 * sample_distance,
            "{lost_count} lost, {repeated_count} twice of {rows}, by {size}"
        );
    }
}

/// A list may lose far more rows than a page has between two requests: the pagination finds the position, and does not mistake this for
/// repeated rows.
#[test]
fn a_list_that_shrinks_at_once_is_read_to_its_end() {
    let masters_route = route(super::row("jetton/masters"), &[], Some(100), Mode::Auto).unwrap();
    for gone in [50, 300, 1_000, 1_500, 1_900] {
        let mut list: Vec<u64> = (1..=2_500).collect();
        let (mut pagination, mut seen, mut requests) = (Pagination::new(masters_route, 7), Vec::new(), 0);
        while let Some(request) = pagination.next_request(u64::MAX) {
            requests += 1;
            if requests == 21 {
                list.drain(..gone);
            }
            let page = list.iter().skip(request.offset as usize).take(request.limit as usize);
            let page: Vec<Row> = page.map(|id| Row { id: *id, key: "" }).collect();
            let accepted = pagination.accept(&page, request.limit, None).unwrap();
            seen.extend(page.iter().zip(accepted.keep).filter(|(_, keep)| *keep).map(|(row, _)| row.id));
        }
        assert_eq!(seen, (1..=2_500).collect::<Vec<_>>(), "{gone} gone");
    }
}

/// Pending items disappear: a list that is empty now has no more rows, and its rows did not repeat.
#[test]
fn a_list_that_is_emptied_ends() {
    let by = route(super::row("jetton/masters"), &[], Some(100), Mode::Auto).unwrap();
    for whole in [1, 3, 20] {
        let (mut pagination, mut seen, mut requests) = (Pagination::new(by, 7), 0, 0);
        while let Some(request) = pagination.next_request(u64::MAX) {
            requests += 1;
            let remaining_rows = if requests <= whole { 2_500 } else { 0 };
            let page: Vec<Row> = (request.offset..remaining_rows)
                .take(request.limit as usize)
                .map(|at| Row { id: at + 1, key: "" })
                .collect();
            seen += pagination
                .accept(&page, request.limit, None)
                .unwrap()
                .keep
                .iter()
                .filter(|keep| **keep)
                .count();
        }
        assert_eq!(seen, whole * 100, "all rows of {whole} pages, each once");
        assert!(requests <= whole + 6, "{requests} requests");
    }
}

/// Rows without identity, and a server that ignores `offset`: the content of the rows shows that the page is the first one
/// again.
#[test]
fn pages_of_rows_without_identity_that_repeat_end() {
    let by = route(super::row("jetton/masters"), &[], Some(10), Mode::Auto).unwrap();
    let mut pagination = Pagination::new(by, 7);
    let texts: Vec<String> = (0..300).map(|row| format!("{{\"content\":{row}}}")).collect();
    let mut returned_count = 0;
    let error = loop {
        let request = pagination.next_request(u64::MAX).unwrap();
        let page: Vec<Row> =
            texts.iter().take(request.limit as usize).map(|key| Row { id: 0, key }).collect();
        match pagination.accept(&page, request.limit, None) {
            Ok(accepted) => returned_count += accepted.keep.iter().filter(|keep| **keep).count(),
            Err(error) => break error,
        }
    };
    assert_eq!((error.code, returned_count), (Code::PaginationStalled, 10));
}
