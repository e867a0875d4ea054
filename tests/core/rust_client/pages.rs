//! Pages of a list that changes while it is read.

use core::cell::RefCell;
use core::time::Duration;
use std::collections::BTreeSet;
use std::rc::Rc;

use serde::Deserialize;
use serde_json::{Value, json};
use ton_edge::client::{
    Client, Outgoing, PageOptions, Pager, RateLimit, SendTransport, Settings, TransportError,
};
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

/// A list of masters by offset; `moves` changes it after every response.
fn list(rows: usize, mut moves: impl FnMut(&mut Vec<u32>) + 'static) -> (World, Rc<RefCell<Vec<u32>>>) {
    let rows = Rc::new(RefCell::new((0..rows as u32).rev().collect::<Vec<u32>>()));
    let shared_rows = Rc::clone(&rows);
    let world = World::new(move |request, _| {
        let (limit, offset) = (parameter(request, "limit").unwrap(), parameter(request, "offset").unwrap());
        let mut rows = shared_rows.borrow_mut();
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

fn read_all(world: &World, pager: &mut Pager<World, Master>) -> Vec<String> {
    let mut seen_addresses = Vec::new();
    while let Some(page) = world.run_one(pager.next()).unwrap() {
        assert_eq!(page.offset, seen_addresses.len() as u64);
        assert_eq!(page.address_book, Some(json!({ "a": 1 })));
        seen_addresses.extend(page.rows.into_iter().map(|row| row.address));
    }
    seen_addresses
}

#[test]
fn a_changing_list_loses_and_repeats_no_row() {
    let mut step = 0;
    let (world, rows) = list(130, move |rows| {
        step += 1;
        rows.insert(0, 1000 + step);
        for place in [step as usize * 7, step as usize * 11] {
            rows.remove(place % rows.len());
        }
    });
    let rows_before: BTreeSet<u32> = rows.borrow().iter().copied().collect();
    let mut pager = masters(&world, PageOptions { page_size: Some(20), ..Default::default() }).unwrap();
    let addresses = read_all(&world, &mut pager);
    let distinct_addresses: BTreeSet<&String> = addresses.iter().collect();
    assert_eq!(distinct_addresses.len(), addresses.len(), "no row twice");
    for row in rows.borrow().iter().filter(|row| rows_before.contains(row)) {
        assert!(distinct_addresses.contains(&format!("0:{row:064X}")), "{row} is missing");
    }
    assert!(pager.stats().drift > 0 && pager.stats().rows == addresses.len() as u64, "{:?}", pager.stats());
}

#[test]
fn a_cursor_continues_after_the_last_page() {
    let (world, _) = list(57, |_| {});
    let expected = read_all(&world, &mut masters(&world, PageOptions::default()).unwrap());
    assert_eq!(expected.len(), 57);
    for part in [1, 7, 20, 33] {
        let options =
            |cursor, max_items| PageOptions { page_size: Some(10), cursor, max_items, ..Default::default() };
        let mut first_pager = masters(&world, options(None, Some(part))).unwrap();
        let mut seen = read_all(&world, &mut first_pager);
        assert_eq!(seen.len() as u64, part);
        let mut second_pager = masters(&world, options(Some(first_pager.cursor()), None)).unwrap();
        while let Some(page) = world.run_one(second_pager.next()).unwrap() {
            seen.extend(page.rows.into_iter().map(|row| row.address));
        }
        assert_eq!(seen, expected, "parted at {part}");
    }
}

#[test]
fn pages_require_the_block_that_earlier_pages_have_shown() {
    let required_blocks = Rc::new(RefCell::new(Vec::new()));
    let log = Rc::clone(&required_blocks);
    let heights = ["100", "105", "103", "", "104", "105"];
    let world = World::new(move |request, _| {
        let header = request.headers().get("x-ton-edge-min-seqno");
        log.borrow_mut().push(header.map(|value| value.to_str().unwrap().to_owned()));
        let (limit, offset) = (parameter(request, "limit").unwrap(), parameter(request, "offset").unwrap());
        let rows: Vec<Value> = (0..100)
            .skip(offset)
            .take(limit)
            .map(|row| json!({ "address": format!("0:{row:064X}") }))
            .collect();
        let height = heights[log.borrow().len() - 1];
        let headers = if height.is_empty() { vec![] } else { vec![("x-ton-edge-seqno", height.into())] };
        (200, headers, json!({ "jetton_masters": rows }).to_string())
    });
    let options = |cursor| PageOptions { page_size: Some(5), cursor, ..Default::default() };
    let mut pager = masters(&world, options(None)).unwrap();
    for _ in 0..5 {
        world.run_one(pager.next()).unwrap().unwrap();
    }
    let texts = |texts: &[&str]| texts.iter().map(|text| Some((*text).to_owned())).collect::<Vec<_>>();
    let requirements = required_blocks.take();
    assert_eq!(requirements[0], None);
    assert_eq!(requirements[1..], texts(&["100", "105", "105", "105"]));
    // A stored cursor requires it in another process.
    let mut second = masters(&world, options(Some(pager.cursor()))).unwrap();
    required_blocks.borrow_mut().extend(requirements);
    world.run_one(second.next()).unwrap().unwrap();
    assert_eq!(required_blocks.borrow()[5..], texts(&["105"]));
}

#[test]
fn operations_without_pages_are_refused() {
    let (world, _) = list(1, |_| {});
    let client = Client::new(Settings::default(), world).unwrap();
    let pages = |path, params: Value, options| {
        client.pages::<Value>(Generation::V3, path, &params, options).unwrap_err()
    };
    let error = pages("jetton/masters", json!({ "limit": 3 }), PageOptions::default());
    assert_eq!((error.code, error.suggestion.as_deref()), (Code::InvalidOption, Some("page_size")));
    assert_eq!(pages("masterchainInfo", json!({}), PageOptions::default()).code, Code::NotPaginated);
    let broken_options = PageOptions { cursor: Some("x".into()), ..Default::default() };
    assert_eq!(pages("jetton/masters", json!({}), broken_options).code, Code::CursorInvalid);
}

#[test]
fn rows_of_another_type_and_unwanted_drift_are_errors() {
    let (world, _) = list(50, |rows| drop(rows.drain(..3)));
    let client =
        Client::new(Settings { rate_limit: RateLimit::Off, ..Settings::default() }, world.clone()).unwrap();
    let mut mistyped_pager =
        client.pages::<u32>(Generation::V3, "jetton/masters", &(), PageOptions::default()).unwrap();
    assert_eq!(world.run_one(mistyped_pager.next()).unwrap_err().code, Code::InvalidResponse);
    let options = PageOptions { page_size: Some(10), fail_on_drift: true, ..Default::default() };
    let mut strict_pager = masters(&world, options).unwrap();
    assert!(world.run_one(strict_pager.next()).is_ok());
    assert_eq!(world.run_one(strict_pager.next()).unwrap_err().code, Code::PaginationDrift);
}

#[test]
fn an_ignored_offset_is_an_error_without_further_requests() {
    let requests = Rc::new(RefCell::new(0));
    let request_count = Rc::clone(&requests);
    let world = World::new(move |request, _| {
        *request_count.borrow_mut() += 1;
        let rows = 0..parameter(request, "limit").unwrap().min(20);
        let page: Vec<Value> = rows.map(|row| json!({ "address": format!("0:{row:064X}") })).collect();
        (200, vec![], json!({ "jetton_masters": page }).to_string())
    });
    let mut pager = masters(&world, PageOptions { page_size: Some(20), ..Default::default() }).unwrap();
    let mut seen = BTreeSet::new();
    let error = loop {
        match world.run_one(pager.next()) {
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
    // A second call returns the same error.
    assert_eq!(world.run_one(pager.next()).unwrap_err().code, Code::PaginationStalled);
}

#[test]
fn a_cursor_belongs_to_a_network_and_a_base_url() {
    let (world, _) = list(57, |_| {});
    let mut first = masters(&world, PageOptions { max_items: Some(7), ..Default::default() }).unwrap();
    assert_eq!(read_all(&world, &mut first).len(), 7);
    let other_clients = [
        Settings { network: ton_edge::network::Network::Testnet, ..Settings::default() },
        Settings { base_url: Some("https://gateway.example".into()), ..Settings::default() },
    ];
    for settings in other_clients {
        let options = PageOptions { cursor: Some(first.cursor()), ..Default::default() };
        let client = Client::new(settings, world.clone()).unwrap();
        let error = client.pages::<Master>(Generation::V3, "jetton/masters", &(), options).unwrap_err();
        assert_eq!(error.code, Code::CursorInvalid);
        assert_eq!(error.to_string(), "the cursor belongs to another network or base URL");
    }
}

/// Histories by the cursor in the response, from a server that sends 64 rows whatever the limit.
#[test]
fn a_cursor_inside_a_page_loses_no_row_if_the_response_has_the_cursor() {
    let hash = |row: u64| format!("{}{row:A>5}A=", "A".repeat(37));
    let world = World::new(move |request, _| {
        let start_index = parameter(request, "lt").map_or(0, |lt| 1_000 - lt);
        let id = |row: usize| json!({ "lt": (1_000 - row).to_string(), "hash": hash(row as u64) });
        let page: Vec<Value> =
            (start_index..100).take(64).map(|row| json!({ "transaction_id": id(row) })).collect();
        let next_id =
            if start_index + 64 < 100 { id(start_index + 64) } else { json!({ "lt": "0", "hash": hash(0) }) };
        let result = json!({ "transactions": page, "previous_transaction_id": next_id });
        (200, vec![], json!({ "ok": true, "result": result }).to_string())
    });
    let settings = || Settings { rate_limit: RateLimit::Off, ..Settings::default() };
    for part in [1, 20, 63, 64, 70] {
        let (mut seen, mut cursor) = (Vec::new(), None);
        loop {
            let client = Client::new(settings(), world.clone()).unwrap();
            let address = json!({ "address": "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N" });
            let options =
                PageOptions { page_size: Some(20), max_items: Some(part), cursor, ..Default::default() };
            let mut pager =
                client.pages::<Value>(Generation::V2, "getTransactionsStd", &address, options).unwrap();
            let before = seen.len();
            while let Some(page) = world.run_one(pager.next()).unwrap() {
                seen.extend(page.rows.iter().map(|row| row["transaction_id"]["lt"].clone()));
            }
            if seen.len() - before < part as usize {
                break;
            }
            cursor = Some(pager.cursor());
        }
        let expected: Vec<Value> = (0..100).map(|row| json!((1_000 - row).to_string())).collect();
        assert_eq!(seen, expected, "by {part}");
    }
}

/// A replica that lags behind, a null, and a body without the list do not count as the end.
#[test]
fn an_empty_page_and_a_missing_list_are_requested_again() {
    for fault in [json!({ "jetton_masters": [] }), json!({ "jetton_masters": null }), json!({}), json!([])] {
        for at in [1, 2] {
            let (mut requests, fault) = (0, fault.clone());
            let world = World::new(move |request, _| {
                requests += 1;
                let (limit, offset) =
                    (parameter(request, "limit").unwrap(), parameter(request, "offset").unwrap());
                let page: Vec<Value> = (offset..500)
                    .take(limit)
                    .map(|row| json!({ "address": format!("0:{row:064X}") }))
                    .collect();
                let body = if requests == at { fault.clone() } else { json!({ "jetton_masters": page }) };
                (200, vec![], body.to_string())
            });
            let options = PageOptions { page_size: Some(1), max_items: Some(3), ..Default::default() };
            let mut pager = masters(&world, options).unwrap();
            let mut rows = 0;
            while let Some(page) = world.run_one(pager.next()).unwrap() {
                rows += page.rows.len();
            }
            assert_eq!(rows, 3);
        }
    }
    let world = World::new(|_, _| (200, vec![], "{}".into()));
    let error = world.run_one(masters(&world, PageOptions::default()).unwrap().next()).unwrap_err();
    assert_eq!(error.code, Code::InvalidResponse);
}

/// The transactions of one message hash: several transactions accepted the message. If the fields that distinguish them are missing, rows
/// that differ are an error.
#[test]
fn rows_that_share_a_hash_are_all_returned_or_an_error() {
    let read = |row: fn(usize) -> Value| {
        let world = World::new(move |request, _| {
            let (limit, offset) =
                (parameter(request, "limit").unwrap(), parameter(request, "offset").unwrap());
            let page: Vec<Value> = (offset..300).take(limit).map(row).collect();
            (200, vec![], json!({ "messages": page }).to_string())
        });
        let settings = Settings { rate_limit: RateLimit::Off, ..Settings::default() };
        let client = Client::new(settings, world.clone()).unwrap();
        let mut pager =
            client.pages::<Value>(Generation::V3, "messages", &(), PageOptions::default()).unwrap();
        let mut rows = 0;
        loop {
            match world.run_one(pager.next()) {
                Ok(Some(page)) => rows += page.rows.len(),
                Ok(None) => return Ok(rows),
                Err(error) => return Err(error.code),
            }
        }
    };
    assert_eq!(
        read(|at| json!({ "hash": "m", "created_lt": null, "in_msg_tx_hash": at.to_string() })),
        Ok(300)
    );
    assert_eq!(read(|at| json!({ "hash": "m", "value": at })), Err(Code::InvalidResponse));
}

/// Code that is generic over its transport can send calls and pages to other threads.
#[expect(clippy::manual_async_fn, reason = "an `async fn` would not say that its future is `Send`")]
fn read_pages<T: SendTransport>(client: Client<T>) -> impl Future<Output = Vec<usize>> + Send + 'static {
    async move {
        let options = PageOptions { page_size: Some(20), ..Default::default() };
        let mut pager = client.pages::<Value>(Generation::V3, "jetton/masters", &(), options).unwrap();
        let mut lengths = Vec::new();
        while let Some(page) = pager.next().await.unwrap() {
            lengths.push(page.rows.len());
        }
        assert!(pager.cursor().len() > 20);
        lengths
    }
}

struct CannedTransport;

impl SendTransport for CannedTransport {
    async fn send(&self, outgoing: Outgoing) -> Result<http::Response<Vec<u8>>, TransportError> {
        let (limit, offset) =
            (parameter(&outgoing.request, "limit").unwrap(), parameter(&outgoing.request, "offset").unwrap());
        let page: Vec<Value> =
            (offset..57).take(limit).map(|row| json!({ "address": row.to_string() })).collect();
        Ok(http::Response::new(json!({ "jetton_masters": page }).to_string().into_bytes()))
    }

    fn now(&self) -> f64 {
        0.0
    }

    fn unix_now(&self) -> f64 {
        0.0
    }

    fn chance(&self) -> f64 {
        0.5
    }

    async fn sleep(&self, _: Duration) {
        core::future::pending::<()>().await;
    }
}

#[test]
fn a_client_of_any_sendable_transport_can_be_spawned() {
    let settings = Settings { rate_limit: RateLimit::Off, ..Settings::default() };
    let spawned_work = read_pages(Client::new(settings, CannedTransport).unwrap());
    let lengths = std::thread::spawn(move || pollster::block_on(spawned_work)).join().unwrap();
    assert_eq!(lengths, [20, 20, 17]);
}

#[test]
#[cfg(feature = "stream")]
fn pages_are_a_stream_of_a_pager() {
    use core::future::poll_fn;
    use core::pin::Pin;
    use futures_core::Stream;

    let (world, _) = list(57, |_| {});
    let mut pager = masters(&world, PageOptions { page_size: Some(20), ..Default::default() }).unwrap();
    let mut stream = pager.stream();
    let first = world.run_one(poll_fn(|context| Pin::new(&mut stream).poll_next(context)));
    assert_eq!(first.unwrap().unwrap().rows.len(), 20);
    drop(stream);
    assert_eq!(pager.stats().rows, 20);
    let mut stream = pager.stream();
    let mut lengths = Vec::new();
    while let Some(page) = world.run_one(poll_fn(|context| Pin::new(&mut stream).poll_next(context))) {
        lengths.push(page.unwrap().rows.len());
    }
    assert_eq!(lengths, [20, 17]);
}
