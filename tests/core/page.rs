//! Pagination: ways and bounds by the table, ends, cursors; `chain` has a simulated list that changes.

mod chain;
mod cursor;
mod liar;
mod worlds;

use std::borrow::Cow;
use ton_edge::endpoint::{Endpoint, Generation, V2, V3, find};
use ton_edge::error::Code;
use ton_edge::page::{Mode, Pagination, Row, Way, identity, route};
use ton_edge::plan::Arg;

fn row(name: &str) -> &'static Endpoint {
    find::by_name(Generation::V3, name).unwrap()
}

fn args(pairs: &[(&'static str, &'static str)]) -> Vec<(Cow<'static, str>, Arg<'static>)> {
    pairs.iter().map(|(name, value)| (Cow::Borrowed(*name), Arg::from(*value))).collect()
}

/// Reads a list that never changes; returns the rows and the number of requests. Fails if the pagination reports
/// drift.
fn read_fixed_list(total: u32, size: u32, cap: u32, operation: &'static Endpoint) -> (Vec<u32>, u32) {
    let mut pagination = Pagination::new(route(operation, &[], Some(size), Mode::Offset).unwrap(), 7);
    let (mut seen, mut requests) = (Vec::new(), 0);
    while let Some(request) = pagination.next_request(u64::MAX) {
        requests += 1;
        let rows: Vec<u32> =
            (0..total).skip(request.offset as usize).take(request.limit.min(cap) as usize).collect();
        let page: Vec<Row> = rows.iter().map(|n| Row { id: u64::from(*n) + 1, key: "" }).collect();
        let accepted_page = pagination.accept(&page, request.limit, None).unwrap();
        assert!(
            !accepted_page.drift && accepted_page.duplicates == 0,
            "total {total}, size {size}, cap {cap}"
        );
        seen.extend(rows.iter().zip(accepted_page.keep).filter(|(_, keep)| *keep).map(|(row, _)| *row));
    }
    (seen, requests)
}

#[test]
fn a_list_that_does_not_change_is_read_completely_and_in_order() {
    for total in 0..=64 {
        for size in 1..=40 {
            let (seen, requests) = read_fixed_list(total, size, u32::MAX, row("jetton/burns"));
            assert_eq!(seen, (0..total).collect::<Vec<_>>(), "total {total}, size {size}");
            // A full last page costs one more request, and so does an empty first page or one with a round number of rows. A page that equals the
            // one before is requested once more.
            let max_requests = total.div_ceil(size).max(1) + 1 + u32::from(total == 1 && size == 1);
            assert!(requests <= max_requests, "total {total}, size {size}: {requests}");
        }
    }
    assert_eq!(read_fixed_list(7, 100, u32::MAX, row("jetton/burns")).1, 1);
    assert_eq!(read_fixed_list(99, 100, u32::MAX, row("jetton/burns")).1, 1);
}

#[test]
fn a_server_that_cuts_pages_is_noticed() {
    for cap in [10, 16, 20, 32, 50, 64, 100, 128, 250, 256, 500, 1000] {
        for total in [cap - 1, cap, cap + 1, 3 * cap, 3 * cap + 7] {
            // The same holds if the first page is as large as requested, and only the overlap makes the second page
            // too large.
            for size in [cap, 1000] {
                let (seen, _) = read_fixed_list(total, size, cap, row("jetton/burns"));
                assert_eq!(seen.len() as u32, total, "cap {cap}, size {size}");
            }
        }
    }
}

/// A case that `chain` found: ten rows and the end looked like a server that cuts pages at ten, so a pagination by time switched to offsets,
/// which lose rows if the rows of one time have no fixed order.
#[test]
fn ten_rows_of_one_time_at_the_end_do_not_switch_pagination_by_time_to_offsets() {
    let mut pagination =
        Pagination::new(route(row("jetton/transfers"), &[], Some(30), Mode::Keyset).unwrap(), 7);
    let rows: Vec<Row> = (1..=10).map(|id| Row { id, key: "7" }).collect();
    pagination.accept(&rows, 30, None).unwrap();
    let request = pagination.next_request(u64::MAX).unwrap();
    assert_eq!((request.offset, request.limit, request.bound.as_str()), (0, 40, "7"));
    let more_rows: Vec<Row> = (1..=15).rev().map(|id| Row { id, key: "7" }).collect();
    let accepted = pagination.accept(&more_rows, request.limit, None).unwrap();
    assert_eq!(accepted.keep.iter().filter(|keep| **keep).count(), 5);
    assert!(pagination.done());
}

/// Removed rows must not stay in the list of remembered rows, where they would displace existing ones.
#[test]
fn the_last_row_may_be_removed_before_every_request() {
    let mut pagination = Pagination::new(route(row("jetton/masters"), &[], Some(5), Mode::Auto).unwrap(), 7);
    let mut list: Vec<u64> = (1..=3_000).collect();
    let mut seen_ids = Vec::new();
    while let Some(request) = pagination.next_request(u64::MAX) {
        let page = list.iter().skip(request.offset as usize).take(request.limit as usize);
        let page: Vec<Row> = page.map(|id| Row { id: *id, key: "" }).collect();
        let accepted = pagination.accept(&page, request.limit, None).unwrap();
        let new = page.iter().zip(accepted.keep).filter(|(_, keep)| *keep);
        seen_ids.extend(new.map(|(row, _)| row.id));
        list.retain(|id| seen_ids.last() != Some(id));
    }
    assert_eq!(seen_ids, (1..=3_000).collect::<Vec<_>>());
}

#[test]
fn a_short_page_of_a_list_that_omits_stale_rows_is_not_the_end() {
    for name in
        ["jetton/masters", "jetton/wallets", "nft/items", "nft/collections", "multisig/orders", "vesting"]
    {
        let mut pagination = Pagination::new(route(row(name), &[], Some(100), Mode::Auto).unwrap(), 7);
        let rows: Vec<Row> = (1..=97).map(|id| Row { id, key: "" }).collect();
        pagination.accept(&rows, 100, None).unwrap();
        assert_eq!(pagination.next_request(u64::MAX).unwrap().offset, 96, "{name}");
        let accepted = pagination.accept(&rows[96..], 101, None).unwrap();
        assert_eq!((accepted.keep, pagination.done()), (vec![false], true), "{name}");
    }
    let mut small_pagination =
        Pagination::new(route(row("jetton/masters"), &[], Some(100), Mode::Auto).unwrap(), 7);
    small_pagination.accept(&[Row { id: 1, key: "" }], 100, None).unwrap();
    assert!(small_pagination.done());
}

#[test]
fn page_sizes_follow_the_table() {
    let transactions = row("transactions");
    assert_eq!(route(transactions, &[], None, Mode::Auto).unwrap().size, 100);
    assert_eq!(route(transactions, &[], Some(1000), Mode::Auto).unwrap().size, 1000);
    for size in [0, 1001] {
        let error = route(transactions, &[], Some(size), Mode::Auto).unwrap_err();
        assert_eq!(error.code, Code::InvalidOption);
        assert_eq!(error.to_string(), "`pageSize` must be a whole number from 1 to 1000");
    }
    let members = args(&[("return_participants", "true")]);
    assert!(route(row("validators/elections"), &members, Some(101), Mode::Auto).is_err());
    assert!(route(row("validators/elections"), &[], Some(101), Mode::Auto).is_ok());
    let pagination =
        Pagination::new(route(row("validators/elections"), &members, Some(100), Mode::Auto).unwrap(), 7);
    assert_eq!(pagination.next_request(u64::MAX).unwrap().limit, 100);
    assert_eq!(pagination.next_request(5).unwrap().limit, 5);
}

#[test]
fn every_paged_row_has_an_identity_and_a_way() {
    assert_eq!(V3.iter().filter(|row| row.page.is_some()).count(), 20);
    for row in V2.iter().chain(V3) {
        let route = route(row, &[], None, Mode::Auto);
        assert_eq!(route.is_ok(), row.is_paged(), "{}", row.path);
        assert!(row.page.is_none() || row.is_paged(), "{}", row.path);
        if let Ok(route) = route {
            let fields = route.fields(row).unwrap();
            assert!(!fields.id.is_empty());
            assert!(route.way == Way::Offset || !fields.bound.is_empty(), "{}", row.path);
            assert!(fields.bound.iter().all(|name| row.param(name).is_some()), "{}", row.path);
        } else {
            assert_eq!(route.unwrap_err().code, Code::NotPaginated);
        }
    }
    // 20 of the specification, 4 of validators, 4 of staking, the auctions; and in v2 two histories and two lists of a
    // block.
    assert_eq!(V2.iter().chain(V3).filter(|row| row.is_paged()).count(), 33);
}

#[test]
fn a_keyset_is_used_only_where_it_is_exact() {
    let way_of = |name, pairs: &[(&'static str, &'static str)]| {
        route(row(name), &args(pairs), None, Mode::Auto).unwrap().way
    };
    let account = ("account", "0:0");
    assert_eq!(way_of("transactions", &[account]), Way::Keyset);
    assert_eq!(way_of("transactions", &[]), Way::Keyset);
    // Lists that sort rows by unix time or by hash, or read them from other data.
    assert_eq!(way_of("transactions", &[account, ("start_utime", "1")]), Way::Offset);
    assert_eq!(way_of("transactions", &[("hash", "x")]), Way::Offset);
    assert_eq!(way_of("transactions", &[("opcode", "1")]), Way::Offset);
    // A bound on the logical time would exclude external messages.
    assert_eq!(way_of("messages", &[]), Way::Offset);
    assert_eq!(way_of("messages", &[("exclude_externals", "true")]), Way::Keyset);
    assert_eq!(way_of("messages", &[("start_lt", "1")]), Way::Keyset);
    assert_eq!(way_of("blocks", &[("end_utime", "9")]), Way::Keyset);
    assert_eq!(way_of("traces", &[account]), Way::Keyset);
    assert_eq!(way_of("traces", &[("trace_id", "x")]), Way::Offset);
    for name in ["actions", "jetton/burns", "jetton/transfers", "nft/transfers"] {
        assert_eq!(way_of(name, &[]), Way::Keyset, "{name}");
        assert_eq!(way_of(name, &[("end_utime", "1")]), Way::Offset, "{name}");
    }
    assert_eq!(way_of("jetton/masters", &[]), Way::Offset);
    assert_eq!(way_of("dns/activeAuctions", &[]), Way::Envelope);
    assert_eq!(way_of("staking/nominatorPools/nominatorEvents", &[]), Way::Keyset);

    let route_error = |name, mode, pairs| route(row(name), &args(pairs), None, mode).unwrap_err();
    assert_eq!(route_error("messages", Mode::Keyset, &[]).parameter.as_deref(), Some("mode"));
    assert_eq!(route_error("jetton/masters", Mode::Keyset, &[]).suggestion.as_deref(), Some("auto"));
    assert_eq!(
        route_error("staking/nominatorPools/nominatorEvents", Mode::Offset, &[]).code,
        Code::InvalidOption
    );
    assert_eq!(route(row("dns/activeAuctions"), &[], None, Mode::Offset).unwrap().way, Way::Offset);
}

#[test]
fn a_404_past_the_end_is_the_end_and_not_an_error() {
    let mut pagination =
        Pagination::new(route(row("masterchainBlockShards"), &[], Some(2), Mode::Auto).unwrap(), 7);
    assert!(!pagination.is_empty_page(404), "on the first page, 404 is an error");
    pagination.accept(&[Row { id: 1, key: "" }, Row { id: 2, key: "" }], 2, None).unwrap();
    assert!(pagination.is_empty_page(404) && !pagination.is_empty_page(500));
}

#[test]
fn v2_history_continues_at_the_last_row_and_drops_its_repetition() {
    let history = find::by_name(Generation::V2, "getTransactions").unwrap();
    let mut pagination = Pagination::new(route(history, &[], Some(3), Mode::Auto).unwrap(), 7);
    let page =
        |rows: &[(u64, &'static str)]| rows.iter().map(|(id, key)| Row { id: *id, key }).collect::<Vec<_>>();
    pagination.accept(&page(&[(5, "50 e="), (4, "40 d="), (3, "30 c=")]), 3, None).unwrap();
    let request = pagination.next_request(u64::MAX).unwrap();
    assert_eq!(
        (request.limit, request.bound.as_str()),
        (3, "30 c="),
        "no more than the page size: the Python server accepts at most 100"
    );
    let accepted = pagination.accept(&page(&[(3, "30 c="), (2, "20 b="), (1, "10 a=")]), 3, None).unwrap();
    assert_eq!((accepted.keep, accepted.duplicates, accepted.drift), (vec![false, true, true], 0, false));
    // The only row is the one sent.
    pagination.accept(&page(&[(1, "10 a=")]), 3, None).unwrap();
    assert!(pagination.done());
}

#[test]
fn auctions_follow_the_cursor_of_the_service_until_it_is_null() {
    let mut pagination =
        Pagination::new(route(row("dns/activeAuctions"), &[], Some(2), Mode::Auto).unwrap(), 7);
    let single_row = [Row { id: 1, key: "" }];
    pagination.accept(&single_row, 2, Some("next one")).unwrap();
    assert_eq!(
        pagination.next_request(u64::MAX).unwrap().bound,
        "next one",
        "a short page, but not the last one"
    );
    pagination.accept(&[Row { id: 2, key: "" }, Row { id: 3, key: "" }], 2, None).unwrap();
    assert!(pagination.done());
}

#[test]
fn rows_without_identity_are_distinguished_by_position() {
    let mut pagination = Pagination::new(route(row("jetton/masters"), &[], Some(2), Mode::Auto).unwrap(), 7);
    let row_without_identity = Row { id: identity(" "), key: "" };
    pagination.accept(&[row_without_identity, row_without_identity], 2, None).unwrap();
    let accepted = pagination
        .accept(&[row_without_identity, row_without_identity, row_without_identity], 3, None)
        .unwrap();
    assert_eq!(accepted.keep, [false, true, true]);
}

#[test]
fn more_rows_of_one_time_than_can_be_skipped_are_an_error_and_not_an_endless_loop() {
    let mut pagination = Pagination::new(
        route(row("staking/nominatorPools/nominatorEvents"), &[], Some(300), Mode::Auto).unwrap(),
        7,
    );
    let rows: Vec<Row> = (1..=300).map(|id| Row { id, key: "7" }).collect();
    assert_eq!(pagination.accept(&rows, 300, None).unwrap_err().code, Code::NotPaginated);
}
