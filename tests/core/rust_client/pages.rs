//! Pages of a list that moves while it is read.

use core::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use serde::Deserialize;
use serde_json::{Value, json};
use ton_edge::client::{Client, PageOptions, Pager, RateLimit, Settings};
use ton_edge::endpoint::Generation;
use ton_edge::error::Code;

use super::clock::World;

#[derive(Debug, Deserialize)]
struct Master {
    address: String,
}

fn parameter(request: &http::Request<String>, name: &str) -> Option<usize> {
    let query = request.uri().query().unwrap_or_default();
    query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('=')?.parse().ok())
}

/// A list of masters by offset; `moves` changes it after every answer.
fn list(rows: usize, mut moves: impl FnMut(&mut Vec<u32>) + 'static) -> (World, Rc<RefCell<Vec<u32>>>) {
    let rows = Rc::new(RefCell::new((0..rows as u32).rev().collect::<Vec<u32>>()));
    let shared = Rc::clone(&rows);
    let world = World::new(move |request, _| {
        let (limit, offset) = (parameter(request, "limit").unwrap(), parameter(request, "offset").unwrap());
        let mut rows = shared.borrow_mut();
        let page: Vec<Value> = rows
            .iter()
            .skip(offset)
            .take(limit)
            .map(|row| json!({ "address": format!("0:{row:064X}") }))
            .collect();
        moves(&mut rows);
        (200, vec![], json!({ "jetton_masters": page, "address_book": { "a": 1 } }).to_string())
    });
    (world, rows)
}

fn masters(world: &World, options: PageOptions) -> Result<Pager<World, Master>, ton_edge::client::Error> {
    let settings = Settings { rate_limit: RateLimit::Off, ..Settings::default() };
    Client::new(settings, world.clone())?.pages(Generation::V3, "jetton/masters", &(), options)
}

fn all(world: &World, pager: &mut Pager<World, Master>) -> Vec<String> {
    let mut seen = Vec::new();
    while let Some(page) = world.one(pager.next()).unwrap() {
        assert_eq!(page.offset, seen.len() as u64);
        assert_eq!(page.address_book, Some(json!({ "a": 1 })));
        seen.extend(page.rows.into_iter().map(|row| row.address));
    }
    seen
}

#[test]
fn a_moving_list_loses_and_doubles_no_row() {
    let mut step = 0;
    let (world, rows) = list(130, move |rows| {
        step += 1;
        rows.insert(0, 1000 + step);
        for place in [step as usize * 7, step as usize * 11] {
            rows.remove(place % rows.len());
        }
    });
    let before: BTreeSet<u32> = rows.borrow().iter().copied().collect();
    let mut pager = masters(&world, PageOptions { page_size: Some(20), ..Default::default() }).unwrap();
    let seen = all(&world, &mut pager);
    let distinct: BTreeSet<&String> = seen.iter().collect();
    assert_eq!(distinct.len(), seen.len(), "no row twice");
    for row in rows.borrow().iter().filter(|row| before.contains(row)) {
        assert!(distinct.contains(&format!("0:{row:064X}")), "{row} is missing");
    }
    assert!(pager.stats().drift > 0 && pager.stats().rows == seen.len() as u64, "{:?}", pager.stats());
}

#[test]
fn a_cursor_goes_on_where_the_pages_ended() {
    let (world, _) = list(57, |_| {});
    let expected = all(&world, &mut masters(&world, PageOptions::default()).unwrap());
    assert_eq!(expected.len(), 57);
    for part in [1, 7, 20, 33] {
        let options =
            |cursor, max_items| PageOptions { page_size: Some(10), cursor, max_items, ..Default::default() };
        let mut first = masters(&world, options(None, Some(part))).unwrap();
        let mut seen = all(&world, &mut first);
        assert_eq!(seen.len() as u64, part);
        let mut second = masters(&world, options(Some(first.cursor()), None)).unwrap();
        while let Some(page) = world.one(second.next()).unwrap() {
            seen.extend(page.rows.into_iter().map(|row| row.address));
        }
        assert_eq!(seen, expected, "parted at {part}");
    }
}

#[test]
fn what_cannot_be_paged_is_refused() {
    let (world, _) = list(1, |_| {});
    let client = Client::new(Settings::default(), world).unwrap();
    let pages = |path, params: Value, options| {
        client.pages::<Value>(Generation::V3, path, &params, options).unwrap_err()
    };
    let error = pages("jetton/masters", json!({ "limit": 3 }), PageOptions::default());
    assert_eq!((error.code, error.suggestion.as_deref()), (Code::InvalidOption, Some("page_size")));
    assert_eq!(pages("masterchainInfo", json!({}), PageOptions::default()).code, Code::NotPaginated);
    let broken = PageOptions { cursor: Some("x".into()), ..Default::default() };
    assert_eq!(pages("jetton/masters", json!({}), broken).code, Code::CursorInvalid);
}

#[test]
fn rows_of_another_type_and_drift_that_is_not_wanted_are_errors() {
    let (world, _) = list(50, |rows| drop(rows.drain(..3)));
    let client =
        Client::new(Settings { rate_limit: RateLimit::Off, ..Settings::default() }, world.clone()).unwrap();
    let mut wrong =
        client.pages::<u32>(Generation::V3, "jetton/masters", &(), PageOptions::default()).unwrap();
    assert_eq!(world.one(wrong.next()).unwrap_err().code, Code::InvalidResponse);
    let options = PageOptions { page_size: Some(10), fail_on_drift: true, ..Default::default() };
    let mut strict = masters(&world, options).unwrap();
    assert!(world.one(strict.next()).is_ok());
    assert_eq!(world.one(strict.next()).unwrap_err().code, Code::PaginationDrift);
}

#[test]
fn a_server_that_ignores_the_offset_is_named_and_asked_no_more() {
    let requests = Rc::new(RefCell::new(0));
    let shared = Rc::clone(&requests);
    let world = World::new(move |request, _| {
        *shared.borrow_mut() += 1;
        let rows = 0..parameter(request, "limit").unwrap().min(20);
        let page: Vec<Value> = rows.map(|row| json!({ "address": format!("0:{row:064X}") })).collect();
        (200, vec![], json!({ "jetton_masters": page }).to_string())
    });
    let mut pager = masters(&world, PageOptions { page_size: Some(20), ..Default::default() }).unwrap();
    let mut seen = BTreeSet::new();
    let error = loop {
        match world.one(pager.next()) {
            Ok(page) => {
                assert!(page.unwrap().rows.into_iter().all(|row| seen.insert(row.address)), "no row twice")
            }
            Err(error) => break error,
        }
    };
    assert_eq!((error.code, error.parameter.as_deref()), (Code::PaginationStalled, Some("offset")));
    assert!(
        seen.len() == 20 && *requests.borrow() <= 6,
        "{} rows, {} requests",
        seen.len(),
        requests.borrow()
    );
    // Asked once more, it says so again.
    assert_eq!(world.one(pager.next()).unwrap_err().code, Code::PaginationStalled);
}

#[test]
fn a_cursor_belongs_to_a_network_and_a_base_url() {
    let (world, _) = list(57, |_| {});
    let mut first = masters(&world, PageOptions { max_items: Some(7), ..Default::default() }).unwrap();
    assert_eq!(all(&world, &mut first).len(), 7);
    let elsewhere = [
        Settings { network: ton_edge::network::Network::Testnet, ..Settings::default() },
        Settings { base_url: Some("https://gateway.example".into()), ..Settings::default() },
    ];
    for settings in elsewhere {
        let options = PageOptions { cursor: Some(first.cursor()), ..Default::default() };
        let client = Client::new(settings, world.clone()).unwrap();
        let error = client.pages::<Master>(Generation::V3, "jetton/masters", &(), options).unwrap_err();
        assert_eq!(error.code, Code::CursorInvalid);
        assert_eq!(error.to_string(), "the cursor belongs to another network or base URL");
    }
}
