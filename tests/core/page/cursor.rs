//! Cursors: the positions that they contain, and the texts that are refused.

use super::{args, row};
use proptest::prelude::*;
use ton_edge::endpoint::Endpoint;
use ton_edge::error::Code;
use ton_edge::page::{Mode, Pagination, Row, cursor, route};
use ton_edge::plan::{Unknown, plan_call};

fn route_digest(operation: &'static Endpoint, pairs: &[(&'static str, &'static str)]) -> u64 {
    cursor::digest_of(
        &plan_call(operation, &args(pairs), Unknown::Refuse).unwrap(),
        "mainnet",
        "https://toncenter.com",
    )
}

fn read_two_pages() -> Pagination {
    let mut pagination = Pagination::new(route(row("transactions"), &[], Some(3), Mode::Auto).unwrap(), 7);
    let rows = [Row { id: 1, key: "9" }, Row { id: u64::MAX, key: "8" }, Row { id: 3, key: "8" }];
    pagination.accept(&rows, 3, None).unwrap();
    pagination
}

#[test]
fn a_cursor_is_plain_and_means_the_same_to_another_process() {
    let pagination = read_two_pages();
    let text = cursor::write(&pagination);
    assert!(text.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit()), "{text}");
    assert!(text.len() < 400);
    let reread = cursor::read(&text, *pagination.route(), 7).unwrap();
    assert_eq!(
        (reread.count(), reread.next_request(u64::MAX)),
        (pagination.count(), pagination.next_request(u64::MAX))
    );
    assert_eq!(cursor::write(&reread), text);
    assert_eq!(cursor::unpack(&cursor::pack(pagination.clone())).unwrap(), pagination);
}

#[test]
fn a_cursor_carries_the_height_and_those_of_the_earlier_version_are_read() {
    let mut pagination = read_two_pages();
    let cursor_without_height = cursor::write(&pagination);
    pagination.raise_height(0x1234);
    pagination.raise_height(7);
    let text = cursor::write(&pagination);
    assert!(text.starts_with("3-1234-"), "{text}");
    let resumed_pagination = cursor::read(&text, *pagination.route(), 7).unwrap();
    assert_eq!(resumed_pagination.next_request(9).unwrap().min_seqno, 0x1234);
    assert_eq!(
        cursor::unpack(&cursor::pack(resumed_pagination)).unwrap().next_request(9).unwrap().min_seqno,
        0x1234
    );
    // The earlier version has no height.
    let (body, _) = cursor_without_height.rsplit_once('-').unwrap();
    let earlier_cursor = add_checksum(&body.replacen("3-0-", "2-", 1));
    let read = cursor::read(&earlier_cursor, *pagination.route(), 7).unwrap();
    assert_eq!(read.next_request(9).unwrap().min_seqno, 0);
    assert_eq!(cursor::write(&read), cursor_without_height);
    for version in ["1", "4", "22", ""] {
        let other_cursor = add_checksum(&body.replacen('3', version, 1));
        assert!(cursor::read(&other_cursor, *pagination.route(), 7).is_err(), "{version}");
    }
}

#[test]
fn a_cursor_of_another_list_is_refused() {
    let transactions = row("transactions");
    let account = ("account", "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8");
    let own_digest = route_digest(transactions, &[account]);
    let pagination = Pagination::new(route(transactions, &[], Some(3), Mode::Auto).unwrap(), own_digest);
    let text = cursor::write(&pagination);
    for other in [
        route_digest(transactions, &[]),
        route_digest(transactions, &[account, ("sort", "asc")]),
        route_digest(transactions, &[account, ("mc_seqno", "1")]),
        route_digest(row("messages"), &[]),
        route_digest(row("actions"), &[("X-Actions-Version", "v1")]),
    ] {
        let error = cursor::read(&text, *pagination.route(), other).unwrap_err();
        assert_eq!(error.code, Code::CursorInvalid);
        assert_eq!(error.to_string(), "the cursor belongs to another operation or to other parameters");
        assert_eq!(error.parameter.as_deref(), Some("cursor"));
    }
    assert_ne!(
        route_digest(row("actions"), &[]),
        route_digest(row("actions"), &[("X-Actions-Version", "v1")])
    );
    let offset = route(transactions, &[], Some(3), Mode::Offset).unwrap();
    assert_eq!(
        cursor::read(&text, offset, own_digest).unwrap_err().to_string(),
        "the cursor is of another `mode`"
    );
}

#[test]
fn a_cursor_of_another_network_or_base_url_is_refused() {
    let transactions = row("transactions");
    let plan = plan_call(transactions, &[], Unknown::Refuse).unwrap();
    let own_digest = cursor::digest_of(&plan, "mainnet", "https://gateway.example");
    let pagination = Pagination::new(route(transactions, &[], Some(3), Mode::Auto).unwrap(), own_digest);
    let text = cursor::write(&pagination);
    assert!(cursor::read(&text, *pagination.route(), own_digest).is_ok());
    for (network, base_url) in [("testnet", "https://gateway.example"), ("mainnet", "https://toncenter.com")]
    {
        let other_digest = cursor::digest_of(&plan, network, base_url);
        let error = cursor::read(&text, *pagination.route(), other_digest).unwrap_err();
        assert_eq!(error.code, Code::CursorInvalid);
        assert_eq!(error.to_string(), "the cursor belongs to another network or base URL");
    }
}

/// A cursor that anyone who knows the format can write: `body` with its checksum.
fn add_checksum(body: &str) -> String {
    let check = body.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    format!("{body}-{check:x}")
}

/// The pagination searches for all rows that a cursor remembers, so their number is bounded.
#[test]
fn a_cursor_that_remembers_more_than_a_pager_is_refused() {
    let text = cursor::write(&read_two_pages());
    let body = text.rsplit_once('-').unwrap().0;
    assert_eq!(add_checksum(body), text);
    let field_count = body.split('-').count();
    let pagination = read_two_pages();
    for (more, good) in [(200, true), (ton_edge::page::window::ROOM, false), (100_000, false)] {
        let read =
            cursor::read(&add_checksum(&format!("{body}{}", "-abc".repeat(more))), *pagination.route(), 7);
        assert_eq!(read.is_ok(), good, "{more} more than {field_count} numbers");
        if let Err(error) = read {
            assert_eq!(error.code, Code::CursorInvalid);
        }
    }
    // The numbers of a search and of an overlap in a cursor must not overflow.
    let numbers: Vec<&str> = body.split('-').collect();
    for at in 1..17 {
        for huge in ["ffffffff", "ffffffffffffffff"] {
            let mut numbers = numbers.clone();
            numbers[at] = huge;
            let Ok(mut pagination) = cursor::read(&add_checksum(&numbers.join("-")), *pagination.route(), 7)
            else {
                continue;
            };
            if let Some(request) = pagination.next_request(u64::MAX) {
                drop(pagination.accept(
                    &[Row { id: 5, key: "7" }, Row { id: 6, key: "7" }],
                    request.limit,
                    None,
                ));
            }
        }
    }
}

proptest! {
    #[test]
    fn no_malformed_cursor_is_accepted(at in 0..200_usize, put in "[ -~]", junk in "\\PC{0,80}") {
        let pagination = read_two_pages();
        let text = cursor::write(&pagination);
        let position = at % text.len();
        let changed_cursor = format!("{}{put}{}", &text[..position], &text[position + 1..]);
        for broken in [&text[..position], &changed_cursor, &junk, &format!("{text}0"), &text.to_uppercase()] {
            if *broken == text || broken.eq_ignore_ascii_case(&text) {
                continue;
            }
            prop_assert_eq!(cursor::read(broken, *pagination.route(), 7).unwrap_err().code, Code::CursorInvalid);
        }
        prop_assert!(cursor::unpack(&junk).is_err());
    }
}
