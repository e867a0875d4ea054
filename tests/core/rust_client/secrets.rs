//! No text for users contains the API key, whatever servers and connections send.

use core::fmt::Debug;

use proptest::prelude::*;
use serde_json::{Value, json};
use ton_edge::client::{ApiKey, Client, KeyIn, RateLimit, Settings};
use ton_edge::endpoint::Generation;
use ton_edge::error::Code;

use super::server::{Reply, Server};
use super::wire::wire;
use crate::rust_client::clock::World;

/// Forms in which a text could contain a key.
fn forms(key: &str) -> Vec<String> {
    let quoted_key = format!("{key:?}");
    let encoded_key: String =
        key.bytes()
            .map(|byte| {
                if byte.is_ascii_alphanumeric() {
                    char::from(byte).to_string()
                } else {
                    format!("%{byte:02X}")
                }
            })
            .collect();
    vec![key.into(), quoted_key.trim_matches('"').into(), encoded_key]
}

fn is_clean(key: &str, shown: &[&dyn Debug]) {
    for text in shown.iter().map(|thing| format!("{thing:?} {thing:#?}")) {
        assert!(forms(key).iter().all(|form| !text.contains(form)), "{text} has {key}");
    }
}

#[test]
fn errors_do_not_show_the_key_that_a_server_echoes_from_the_request() {
    for key_in in [KeyIn::Header, KeyIn::Query] {
        let key = "sEcrEt+/=\"\\key";
        let server = Server::start([Reply::Echo(400), Reply::Echo(200), Reply::Reset]);
        let settings = Settings { api_key: Some(key.into()), key_in, ..super::settings(&server) };
        is_clean(key, &[&settings]);
        let client = Client::new(settings, wire()).unwrap();
        for _ in 0..3 {
            let error = super::blocks(&client).unwrap_err();
            is_clean(key, &[&error, &error.to_string(), &client]);
            assert!(error.url().unwrap().ends_with("/api/v3/blocks?limit=1&sort=desc"));
        }
        let sent_requests = server.requests().concat();
        let key_place = if key_in == KeyIn::Header {
            "x-api-key: sEcrEt+/=\"\\key"
        } else {
            "api_key=sEcrEt%2B%2F%3D%22%5Ckey"
        };
        assert!(sent_requests.to_lowercase().contains(&key_place.to_lowercase()), "{sent_requests}");
    }
}

#[test]
fn errors_do_not_show_secrets_that_a_server_echoes_from_headers() {
    let headers = [
        ("Authorization", "Bearer sEcrEt-token-of-mine"),
        ("Cookie", "sid=sEcrEt-session; theme=dark; name=Jürgen-sEcrEt"),
        ("x-app", "visible"),
    ];
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let server = Server::start([Reply::Echo(400), Reply::Echo(200), Reply::Reset]);
    let client = Client::new(Settings { headers, ..super::settings(&server) }, wire()).unwrap();
    for _ in 0..3 {
        let error = super::blocks(&client).unwrap_err();
        for secret in ["sEcrEt-token-of-mine", "sEcrEt-session", "Jürgen-sEcrEt"] {
            is_clean(secret, &[&error, &error.to_string(), &client]);
        }
    }
    assert!(server.requests().concat().contains("sEcrEt-token-of-mine"), "the header was sent");
}

#[test]
fn headers_with_secrets_are_checked_as_the_key_is() {
    let fault = |name: &str, base_url: &str| {
        let headers = vec![(name.to_owned(), "Bearer 0123456789".to_owned())];
        let settings = Settings { headers, base_url: Some(base_url.to_owned()), ..Settings::default() };
        Client::new(settings, wire())
            .err()
            .map(|error| (error.code, error.parameter.clone(), error.suggestion.clone()))
    };
    for name in ["X-API-Key", "x-api-key"] {
        let expected_error = (Code::InvalidOption, Some("headers".into()), Some("api_key".into()));
        assert_eq!(fault(name, "https://gateway.example"), Some(expected_error));
    }
    for name in ["Authorization", "Proxy-Authorization", "Cookie"] {
        assert_eq!(fault(name, "https://gateway.example"), None);
        let (code, ..) = fault(name, "http://gateway.example").unwrap();
        assert_eq!(code, Code::ApiKeyInsecure, "{name}");
    }
    assert_eq!(fault("x-app", "http://gateway.example"), None);
}

proptest! {
    #[test]
    fn no_error_contains_a_key(key in "[!-~]{8,40}", status in prop::sample::select(vec![200, 302, 400, 401, 429, 500]), in_query: bool) {
        let echoed_key = key.clone();
        let world = World::new(move |request, _| {
            let echoed_request = format!("{} {:?} {echoed_key}", request.uri(), request.headers());
            (status, vec![("retry-after", "100".into())], json!({ "ok": false, "result": echoed_request, "code": 400 }).to_string())
        });
        let key_in = if in_query { KeyIn::Query } else { KeyIn::Header };
        let settings = Settings { api_key: Some(ApiKey::from(key.clone())), key_in, rate_limit: RateLimit::Off, ..Settings::default() };
        let client = Client::new(settings, world.clone()).unwrap();
        let params = json!({ "limit": 1 });
        let v2 = world.run_one(client.call::<Value>(Generation::V2, "getMasterchainInfo", &())).unwrap_err();
        is_clean(&key, &[&v2, &v2.to_string()]);
        // The parse error of a successful response contains the value that serde read.
        if let Err(v3) = world.run_one(client.call::<Vec<u8>>(Generation::V3, "blocks", &params)) {
            is_clean(&key, &[&v3, &v3.to_string()]);
        }
    }
}
