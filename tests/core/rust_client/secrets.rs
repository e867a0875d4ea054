//! The key is in nothing that people read, whatever servers and connections say.

use core::fmt::Debug;

use proptest::prelude::*;
use serde_json::{Value, json};
use ton_edge::client::{ApiKey, Client, KeyIn, RateLimit, Settings};
use ton_edge::endpoint::Generation;

use super::clock::World;
use super::server::{Reply, Server};
use super::wire::wire;

/// Forms in which a key could stand in a text.
fn forms(key: &str) -> Vec<String> {
    let quoted = format!("{key:?}");
    let encoded: String =
        key.bytes()
            .map(|byte| {
                if byte.is_ascii_alphanumeric() {
                    char::from(byte).to_string()
                } else {
                    format!("%{byte:02X}")
                }
            })
            .collect();
    vec![key.into(), quoted.trim_matches('"').into(), encoded]
}

fn is_clean(key: &str, shown: &[&dyn Debug]) {
    for text in shown.iter().map(|thing| format!("{thing:?} {thing:#?}")) {
        assert!(forms(key).iter().all(|form| !text.contains(form)), "{text} has {key}");
    }
}

#[test]
fn a_server_that_echoes_the_request_gives_no_key_away() {
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
        let sent = server.requests().concat();
        let where_ = if key_in == KeyIn::Header {
            "x-api-key: sEcrEt+/=\"\\key"
        } else {
            "api_key=sEcrEt%2B%2F%3D%22%5Ckey"
        };
        assert!(sent.to_lowercase().contains(&where_.to_lowercase()), "{sent}");
    }
}

proptest! {
    #[test]
    fn no_error_holds_a_key(key in "[!-~]{8,40}", status in prop::sample::select(vec![200, 302, 400, 401, 429, 500]), in_query: bool) {
        let echoed = key.clone();
        let world = World::new(move |request, _| {
            let said = format!("{} {:?} {echoed}", request.uri(), request.headers());
            (status, vec![("retry-after", "100".into())], json!({ "ok": false, "result": said, "code": 400 }).to_string())
        });
        let key_in = if in_query { KeyIn::Query } else { KeyIn::Header };
        let settings = Settings { api_key: Some(ApiKey::from(key.clone())), key_in, rate_limit: RateLimit::Off, ..Settings::default() };
        let client = Client::new(settings, world.clone()).unwrap();
        let params = json!({ "limit": 1 });
        let v2 = world.one(client.call::<Value>(Generation::V2, "getMasterchainInfo", &())).unwrap_err();
        is_clean(&key, &[&v2, &v2.to_string()]);
        // Of an answer that is taken for good, serde tells what it read.
        if let Err(v3) = world.one(client.call::<Vec<u8>>(Generation::V3, "blocks", &params)) {
            is_clean(&key, &[&v3, &v3.to_string()]);
        }
    }
}
