//! The base URL of a client. The tests of the JavaScript client use the same table.

use serde_json::{Map, Value};
use ton_edge::client::{Client, Error, Settings};
use ton_edge::error::Code;
use ton_edge::network::Network;

use super::wire::wire;

fn table(name: &str) -> Map<String, Value> {
    let mut table: Value = serde_json::from_str(include_str!("../../fixtures/base-urls.json")).unwrap();
    let part = table[name].take();
    assert!(part.as_object().is_some_and(|part| part.len() > 3), "{name}");
    serde_json::from_value(part).unwrap()
}

fn create_client(url: &str) -> Result<(), Error> {
    Client::new(Settings { base_url: Some(url.into()), ..Settings::default() }, wire()).map(drop)
}

#[test]
fn base_urls_are_accepted() {
    for url in table("accepted").keys() {
        assert_eq!(create_client(url), Ok(()), "{url}");
    }
}

#[test]
fn other_texts_than_base_urls_are_refused_with_the_reason() {
    for (url, fault) in table("refused") {
        let error = create_client(&url).unwrap_err();
        assert_eq!(
            (error.code, error.parameter.as_deref()),
            (Code::InvalidOption, Some("base_url")),
            "{url}"
        );
        assert_eq!(error.message, format!("`base_url` {}", fault.as_str().unwrap()), "{url}");
    }
}

#[test]
fn a_path_of_the_api_is_refused_with_what_stands_before_it() {
    for (url, before) in table("suggested") {
        let error = create_client(&url).unwrap_err();
        assert_eq!(
            (error.code, error.suggestion.as_deref()),
            (Code::InvalidOption, before.as_str()),
            "{url}"
        );
    }
}

#[test]
fn testnet_at_a_base_url_that_does_not_name_it_is_refused() {
    for (url, fix) in table("testnet") {
        let settings =
            Settings { base_url: Some(url.clone()), network: Network::Testnet, ..Settings::default() };
        let suggestion = Client::new(settings, wire()).map(drop).map_err(|error| error.suggestion.clone());
        assert_eq!(suggestion.err().flatten().as_deref(), fix.as_str(), "{url}");
    }
}
