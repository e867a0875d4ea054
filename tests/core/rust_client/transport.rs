//! What a client requires of a transport.

use core::future::{Future, poll_fn};
use core::pin::pin;
use core::task::Poll;
use core::time::Duration;
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;

use serde_json::{Value, json};
use ton_edge::client::{Client, RateLimit, Retry, Settings, Transport};
use ton_edge::endpoint::Generation;
use ton_edge::error::Code;

use super::wire::{Wire, wait, wire};

/// A client of a server that runs `serve` on its first connection.
fn client(serve: impl FnOnce(TcpStream) + Send + 'static) -> Client<Wire> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base_url = Some(format!("http://{}", listener.local_addr().unwrap()));
    std::thread::spawn(move || serve(listener.accept().unwrap().0));
    let (rate_limit, retry) = (RateLimit::Off, Retry { attempts: 1, ..Retry::default() });
    let settings =
        Settings { base_url, rate_limit, retry, max_response_bytes: 10_000, ..Settings::default() };
    Client::new(settings, wire()).unwrap()
}

async fn blocks(client: &Client<Wire>) -> Result<Value, ton_edge::client::Error> {
    client.call(Generation::V3, "blocks", &json!({ "limit": 1 })).await
}

#[test]
fn a_call_that_is_dropped_ends_its_request() {
    let (told, closed) = mpsc::channel();
    let client = client(move |mut stream| {
        let mut request = Vec::new();
        // The loop ends when the client closes the connection.
        _ = stream.read_to_end(&mut request);
        told.send(request).unwrap();
    });
    let outcome = wait(async {
        let mut call = pin!(blocks(&client));
        let timer = wire();
        let mut timer = pin!(timer.sleep(Duration::from_millis(300)));
        poll_fn(|context| match call.as_mut().poll(context) {
            Poll::Ready(done) => Poll::Ready(Some(done)),
            Poll::Pending => timer.as_mut().poll(context).map(|()| None),
        })
        .await
    });
    assert!(outcome.is_none(), "{outcome:?}");
    let request = closed.recv_timeout(Duration::from_secs(30)).unwrap();
    assert!(request.starts_with(b"GET /api/v3/blocks"), "{}", String::from_utf8_lossy(&request));
}

/// Responds with a body compressed by gzip.
fn serve_compressed(body: &'static [u8]) -> impl FnOnce(TcpStream) + Send {
    move |mut stream| {
        let mut head = [0; 4096];
        let length = stream.read(&mut head).unwrap();
        let head = String::from_utf8_lossy(&head[..length]).to_ascii_lowercase();
        assert!(head.contains("accept-encoding: gzip"), "{head}");
        let length = body.len();
        write!(stream, "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {length}\r\n\r\n")
            .unwrap();
        stream.write_all(body).unwrap();
    }
}

#[test]
fn compressed_bodies_count_as_what_they_decompress_to() {
    // gzip of {"blocks":[]}.
    let small_response = client(serve_compressed(&[
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 74, 202, 201, 79, 206, 46, 86, 178, 138, 142, 173, 5, 0,
        240, 14, 70, 217, 13, 0, 0, 0,
    ]));
    assert_eq!(wait(blocks(&small_response)).unwrap(), json!({ "blocks": [] }));
    // gzip of 65 536 characters.
    let large_response = client(serve_compressed(&[
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 1, 1, 0, 0, 0, 1, 160, 47, 86, 154, 207, 144, 42, 5, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 203, 0, 230, 92,
        177, 24, 2, 0, 1, 0,
    ]));
    assert_eq!(wait(blocks(&large_response)).unwrap_err().code, Code::ResponseTooLarge);
}

#[test]
fn random_numbers_differ() {
    let transport = wire();
    let seen_numbers: BTreeSet<u64> = (0..100)
        .map(|_| transport.chance())
        .inspect(|one| assert!((0.0..1.0).contains(one)))
        .map(f64::to_bits)
        .collect();
    assert!(seen_numbers.len() > 90, "{}", seen_numbers.len());
}
