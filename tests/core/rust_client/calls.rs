//! Calls to a real server: checks, results, faults, secrets.

mod faults;
mod long_lists;
mod secrets;
mod sessions;
mod transport;

use serde_json::{Value, json};
use ton_edge::client::{Client, Error, PageOptions, Retry, Settings};
use ton_edge::endpoint::Generation;
use ton_edge::error::Code;

use super::wire;
use crate::rust_client::server;
use server::{Reply, Server};
use wire::{Wire, wait, wire};

/// Retries without a delay.
fn immediate_retries() -> Retry {
    Retry {
        min_delay: core::time::Duration::from_millis(1),
        max_delay: core::time::Duration::from_millis(2),
        ..Retry::default()
    }
}

fn settings(server: &Server) -> Settings {
    let base_url = Some(server.url.clone());
    Settings {
        base_url,
        rate_limit: ton_edge::client::RateLimit::Off,
        retry: immediate_retries(),
        ..Settings::default()
    }
}

pub(in crate::rust_client) fn client(server: &Server) -> Client<Wire> {
    Client::new(settings(server), wire()).unwrap()
}

/// Sends a read of v3; returns its result or error.
fn blocks(client: &Client<Wire>) -> Result<Value, Error> {
    wait(client.call(Generation::V3, "blocks", &json!({ "limit": 1 })))
}

#[test]
fn a_call_is_checked_before_anything_is_sent() {
    let server = Server::start([]);
    let client = client(&server);
    let call =
        |path: &str, params: Value| wait(client.call::<Value>(Generation::V3, path, &params)).unwrap_err();
    let error = call("transactions", json!({ "acount": "x" }));
    assert_eq!((error.code, error.suggestion.as_deref()), (Code::UnknownParameter, Some("account")));
    assert_eq!(call("transaction", json!({})).suggestion.as_deref(), Some("transactions"));
    assert_eq!(call("transactions", json!({ "limit": "many" })).code, Code::InvalidParameter);
    assert_eq!(call("transactions", json!([1])).code, Code::InvalidParameter);
    // Without this parameter, the request would be for the list of all transactions.
    let empty_list_error = call("transactions", json!({ "account": [] }));
    assert_eq!(
        (empty_list_error.code, empty_list_error.parameter.as_deref()),
        (Code::InvalidParameter, Some("account"))
    );
    let pages = client.pages::<Value>(
        Generation::V3,
        "transactions",
        &json!({ "account": [] }),
        PageOptions::default(),
    );
    assert_eq!(pages.unwrap_err().code, Code::InvalidParameter);
    #[cfg(feature = "types")]
    {
        let request =
            ton_edge::types::v3::TransactionsRequest { account: Some(vec![]), ..Default::default() };
        assert_eq!(wait(client.send(&request)).unwrap_err().code, Code::InvalidParameter);
    }
    assert_eq!(server.request_lines().len(), 0);
}

#[test]
fn results_are_taken_from_their_envelope_with_all_digits() {
    let body = r#"{"ok":true,"result":{"total_supply":340282366920938463463,"name":"x"}}"#;
    let server = Server::start([Reply::json(200, body)]);
    let address = format!("0:{}", "0".repeat(64));
    let call = client(&server);
    let data: Value =
        wait(call.call(Generation::V2, "getTokenData", &json!({ "address": address }))).unwrap();
    assert_eq!(data, json!({ "total_supply": "340282366920938463463", "name": "x" }));
    assert_eq!(server.request_lines(), [format!("GET /api/v2/getTokenData?address={address} HTTP/1.1")]);
}

#[cfg(feature = "types")]
#[test]
fn a_typed_request_returns_its_typed_response() {
    use ton_edge::types::v3::{Sort, TransactionsRequest};
    let recording = include_str!("../../fixtures/recorded/v3/transactions/10.json");
    let server = Server::start([Reply::json(200, recording)]);
    let request = TransactionsRequest { limit: Some(3), sort: Some(Sort::Asc), ..Default::default() };
    let response = wait(client(&server).send(&request)).unwrap();
    let expected: Value = serde_json::from_str(recording).unwrap();
    let rows = response.transactions;
    assert_eq!(rows.len(), expected["transactions"].as_array().unwrap().len());
    assert_eq!(rows[0].hash, expected["transactions"][0]["hash"].as_str().unwrap());
    assert_eq!(server.request_lines(), ["GET /api/v3/transactions?limit=3&sort=asc HTTP/1.1"]);
}

#[test]
fn a_response_of_another_type_is_an_error_that_says_so() {
    let server = Server::start([Reply::json(200, r#"{"blocks":[]}"#)]);
    let error = wait(client(&server).call::<Vec<u8>>(Generation::V3, "blocks", &())).unwrap_err();
    assert_eq!(error.code, Code::InvalidResponse);
    assert_eq!(error.url().unwrap(), format!("{}/api/v3/blocks?limit=10&sort=desc", server.url));
}

#[test]
fn invalid_settings_are_refused() {
    let settings_error = |settings: Settings| Client::new(settings, wire()).unwrap_err();
    let base = |url: &str| Settings { base_url: Some(url.into()), ..Settings::default() };
    let error = settings_error(base("https://gateway.example/api/v2"));
    assert_eq!(error.suggestion.as_deref(), Some("https://gateway.example"));
    assert_eq!(
        settings_error(Settings { api_key: Some("a b".into()), ..Settings::default() }).code,
        Code::ApiKeyInvalid
    );
    let insecure_settings = Settings { api_key: Some("key".into()), ..base("http://gateway.example") };
    assert_eq!(settings_error(insecure_settings).code, Code::ApiKeyInsecure);
    for settings in [
        Settings { timeout: core::time::Duration::ZERO, ..Settings::default() },
        Settings { concurrency: Some(0), ..Settings::default() },
        Settings { rate_limit: ton_edge::client::RateLimit::PerSecond(-1.0), ..Settings::default() },
        Settings { headers: vec![("a b".into(), "c".into())], ..Settings::default() },
        Settings { headers: vec![("a".into(), "b\nc".into())], ..Settings::default() },
    ] {
        assert_eq!(settings_error(settings).code, Code::InvalidOption);
    }
}

/// If the transport's futures are `Send`, so are those of its client, as multi-threaded runtimes
/// require.
#[test]
fn futures_are_send_where_the_transport_is() {
    fn send<T: Send>(_: &T) {}
    let server = Server::start([]);
    let client = client(&server);
    send(&client);
    send(&client.call::<Value>(Generation::V3, "blocks", &()));
    let mut pages = client.pages::<Value>(Generation::V3, "blocks", &(), Default::default()).unwrap();
    send(&pages.next());
}
