//! Faults on the wire, and which of them cause a retry.

use core::time::Duration;
use std::time::Instant;

use serde_json::{Value, json};
use ton_edge::client::{Client, Error, Settings};
use ton_edge::endpoint::Generation;
use ton_edge::error::Code;

use super::server::{Reply, Server};
use super::wire::{Wire, wait, wire};
use super::{blocks, client, settings};

const GOOD_BODY: &str = r#"{"blocks":[]}"#;

/// An empty bag of cells.
const BOC: &str = "te6cckEBAQEAAgAAAEysuc0=";

fn send(client: &Client<Wire>) -> Result<Value, Error> {
    wait(client.call(Generation::V2, "sendBoc", &json!({ "boc": BOC })))
}

#[test]
fn reads_are_retried_until_they_succeed() {
    let limited_body = r#"{"ok":false,"result":"Ratelimit exceed","code":429}"#;
    let server = Server::start([
        Reply::with_headers(429, "retry-after: 0\r\n", limited_body),
        Reply::json(503, "<html>"),
        Reply::Reset,
        Reply::json(200, GOOD_BODY),
    ]);
    assert_eq!(blocks(&client(&server)).unwrap(), json!({ "blocks": [] }));
    assert_eq!(server.request_lines().len(), 4);
}

#[test]
fn a_cut_body_is_not_a_response() {
    let cut_response = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"blocks\":[".to_owned();
    let server = Server::start([Reply::Bytes(cut_response), Reply::json(200, GOOD_BODY)]);
    assert_eq!(blocks(&client(&server)).unwrap(), json!({ "blocks": [] }));
}

#[test]
fn retry_after_is_reported_if_no_time_is_left_for_it() {
    let server = Server::start([Reply::with_headers(429, "retry-after: 20\r\n", r#"{"error":"slow down"}"#)]);
    let error = blocks(&client(&server)).unwrap_err();
    assert_eq!((error.code, error.retry_after()), (Code::RateLimited, Some(Duration::from_secs(20))));
    assert_eq!(server.request_lines().len(), 1);
}

#[test]
fn a_send_is_retried_only_if_it_was_not_accepted() {
    let sent_body = r#"{"ok":true,"result":{"@type":"ok"}}"#;
    let server =
        Server::start([Reply::with_headers(429, "retry-after: 0\r\n", "{}"), Reply::json(200, sent_body)]);
    assert_eq!(send(&client(&server)).unwrap(), json!({ "@type": "ok" }));
    assert_eq!(server.request_lines().len(), 2);
    assert!(server.requests()[0].ends_with(&json!({ "boc": BOC }).to_string()), "{:?}", server.requests());
    for fault in [Reply::Reset, Reply::json(503, "{}"), Reply::json(200, "{\"ok\"")] {
        let server = Server::start([fault, Reply::json(200, sent_body)]);
        send(&client(&server)).unwrap_err();
        assert_eq!(server.request_lines().len(), 1);
    }
}

#[test]
fn a_refused_connection_proves_that_a_send_was_not_accepted() {
    // Nothing listens on a port that was just released.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let base_url = Some(format!("http://{}", listener.local_addr().unwrap()));
    drop(listener);
    let retry = super::immediate_retries();
    let started_at = Instant::now();
    let client = Client::new(Settings { base_url, retry, ..Settings::default() }, wire()).unwrap();
    let client = client
        .with(ton_edge::client::CallOptions { timeout: Some(Duration::from_secs(3)), ..Default::default() });
    let error = send(&client.unwrap()).unwrap_err();
    assert_eq!(error.code, Code::ConnectionFailed);
    // There are at least two attempts, because the pace without an API key is one request per second.
    assert!(started_at.elapsed() > Duration::from_millis(500), "{:?}", started_at.elapsed());
}

#[test]
fn redirects_are_not_followed() {
    let server = Server::start([Reply::with_headers(302, "location: http://127.0.0.1:1/\r\n", "")]);
    let error = blocks(&client(&server)).unwrap_err();
    assert_eq!((error.code, error.status), (Code::Redirected, Some(302)));
}

#[test]
fn a_huge_body_is_not_read() {
    let body = format!("\"{}\"", "x".repeat(1_000_000));
    let server = Server::start([Reply::json(200, &body)]);
    let small_limit = Settings { max_response_bytes: 1000, ..settings(&server) };
    let error = blocks(&Client::new(small_limit, wire()).unwrap()).unwrap_err();
    assert_eq!((error.code, error.status), (Code::ResponseTooLarge, Some(200)));
}

#[test]
fn the_timeout_covers_all_attempts() {
    let server = Server::start([Reply::json(503, "{}"), Reply::Hang]);
    let timeout = Duration::from_millis(300);
    let start = Instant::now();
    let error = blocks(&Client::new(Settings { timeout, ..settings(&server) }, wire()).unwrap()).unwrap_err();
    assert_eq!(error.code, Code::Timeout);
    assert!(error.message.contains("ms: attempt 2 ran for "), "{error}");
    assert!(start.elapsed() >= timeout && start.elapsed() < Duration::from_secs(30));
}

#[test]
fn permanent_failures_are_not_retried() {
    for (status, body, code) in [
        (404, r#"{"ok":false,"error":"no block","code":404}"#, Code::NotFound),
        (500, r#"{"ok":false,"error":"LITE_SERVER_UNKNOWN: not in db","code":500}"#, Code::LiteServerError),
        (200, "<html>", Code::InvalidResponse),
    ] {
        let server = Server::start([Reply::json(status, body), Reply::json(200, GOOD_BODY)]);
        assert_eq!(blocks(&client(&server)).unwrap_err().code, code);
        assert_eq!(server.request_lines().len(), 1);
    }
}
