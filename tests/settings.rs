//! The one list of settings: what is refused, that no value is ever told, and that the guide is made of it.

use proptest::prelude::*;
use serde_json::{Value, json};
use std::path::Path;
use ton_edge::gateway::settings::{Default, Kind};
use ton_edge::gateway::{Config, SETTINGS};
use ton_edge::network::Network;

fn refused(written: &Value) -> String {
    let error = Config::from_json(&written.to_string()).unwrap_err();
    assert_eq!(error.code.as_str(), "config_invalid");
    error.message.clone().into_owned()
}

#[test]
fn every_fault_is_told_at_once() {
    let message = refused(&json!({
        "network": "moon", "orgins": [], "maxBatch": 0, "timeout": 1.5, "log": "console", "admin": "short", "keys": {}, "keyless": "never",
        "mainnet": [{ "url": "ftp://x", "ky": "a" }, 7], "testnet": [], "origins": ["https://a.example/"],
        "hosts": { "A.example": "mainnet", "b.example": "moon" },
    }));
    let expected = [
        "`orgins` is no setting; did you mean `origins`?",
        "`network` must be \"mainnet\" or \"testnet\"",
        "`hosts`: \"A.example\" must be a host name in lower case, without scheme, port and path",
        "`hosts`: \"b.example\" must be \"mainnet\" or \"testnet\"",
        "`mainnet[0].ky` is no setting; did you mean `key`?",
        "`mainnet[0].url` must be a base URL such as \"https://toncenter.com\", without query or user",
        "`mainnet[1]` must be a base URL, `{ url, key, budget }`, or a list of 1 to 8 of them",
        "`testnet` must be a base URL, `{ url, key, budget }`, or a list of 1 to 8 of them",
        "`origins[0]` must be scheme, host and port alone, `*` as the whole first label at most",
        "`keys` must be a store of keys: an object with a function `find`",
        "`keyless` must be \"allow\" or \"refuse\"",
        "`maxBatch` must be a whole number from 1 to 1000",
        "`timeout` must be a whole number from 1 to 600000",
        "`admin` must be a text of 16 or more visible ASCII characters, or a function of `env` that gives one",
        "`log` must be a function",
    ];
    assert_eq!(message, expected.join("; "));
}

#[test]
fn bounds_and_defaults_are_those_of_the_list() {
    let defaults = Config::from_json("{}").unwrap();
    for setting in SETTINGS {
        let with = |value: Value| {
            let (name, value) = match setting.name.split_once('.') {
                Some((group, name)) => (group, json!({ name: value })),
                None => (setting.name, value),
            };
            Config::from_json(&json!({ name: value }).to_string())
        };
        assert_eq!(with(Value::Null), Ok(defaults.clone()), "{}", setting.name);
        match (setting.kind, setting.default) {
            (Kind::Whole { min, max }, Default::Number(number)) => {
                assert_eq!(with(json!(number)), Ok(defaults.clone()), "{}", setting.name);
                for good in [min, max] {
                    assert!(with(json!(good)).is_ok_and(|config| config == defaults || good != number));
                }
                for bad in [
                    json!(i64::from(min) - 1),
                    json!(u64::from(max) + 1),
                    json!(-1),
                    json!("7"),
                    json!(1.5),
                    json!("\0number"),
                ] {
                    assert!(with(bad.clone()).is_err(), "{} {bad}", setting.name);
                }
            }
            (Kind::Choice(words) | Kind::Adapter(words), Default::Word(word)) => {
                assert!(words.contains(&word));
                assert_eq!(with(json!(word)), Ok(defaults.clone()));
                assert!(with(json!("")).is_err());
            }
            (Kind::Rate, Default::Number(number)) => {
                assert_eq!(with(json!(number)), Ok(defaults.clone()));
                assert!(with(json!("1")).is_err());
            }
            (Kind::Scope, Default::Word(word)) => {
                assert_eq!(with(json!(word)), Ok(defaults.clone()));
                assert!(with(json!("\0limiter")).is_ok() && with(json!("redis")).is_err());
            }
            (_, Default::Said(_)) => assert!(with(json!(true)).is_err(), "{}", setting.name),
            other => panic!("{}: {other:?}", setting.name),
        }
    }
}

#[test]
fn several_services_keep_their_order() {
    let config = Config::from_json(
        &json!({ "mainnet": [{ "key": "\0function" }, { "url": "http://two/x/", "key": ["a", "b"] }, "https://three"] }).to_string(),
    )
    .unwrap();
    assert_eq!(
        config.upstreams(Network::Mainnet),
        ["https://toncenter.com", "http://two/x", "https://three"]
    );
    assert_eq!(config.upstream(Network::Testnet), "https://testnet.toncenter.com");
}

proptest! {
    /// A slip may put a secret anywhere: no message has it.
    #[test]
    fn no_value_is_told(place in 0..10usize, secret in "[a-zA-Z0-9]{12,40} [ -~]{0,5}") {
        let written = match place {
            0 => json!({ "network": secret }),
            1 => json!({ "mainnet": secret }),
            2 => json!({ "mainnet": { "key": secret } }),
            3 => json!({ "testnet": [{ "url": secret, "key": [secret, 7] }] }),
            4 => json!({ "origins": [secret], "keys": secret, "clientIp": { "header": [secret], "trustedProxies": [secret] } }),
            5 => json!({ "maxBatch": secret, "log": secret, "limits": {
                "keyless": secret, "budget": { "rate": secret }, "plans": { "a": secret }, "scope": secret, "costs": { "/api/v3/traces": secret },
            } }),
            6 => json!({ "hosts": secret }),
            8 => json!({ "admin": format!(" {secret}"), "readiness": { "identity": secret } }),
            7 => json!({ "hosts": { "a.example": secret } }),
            _ => json!(secret),
        };
        prop_assert!(!refused(&written).contains(&secret));
    }
}

#[test]
fn more_faults_than_anybody_reads_are_counted() {
    let message = refused(&json!({ "origins": vec!["x"; 1000], "maxBatch": 0 }));
    assert!(message.ends_with("; and 961 faults more"), "{message}");
    assert!(message.len() < 3000, "{message}");
}

/// The table of the guide.
fn table() -> String {
    let mut table =
        String::from("| setting | what it may be | default | what it does |\n|---|---|---|---|\n");
    for setting in SETTINGS {
        let (allowed, default) = (setting.kind.allowed(), setting.default.told());
        table.push_str(&format!(
            "| `{}` | {allowed} | {default} | {} |\n",
            setting.name,
            setting.meaning.as_str()
        ));
    }
    table
}

#[test]
fn the_guide_has_the_list() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/gateway.md");
    let guide = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = guide.split_once("<!-- settings -->\n").unwrap();
    let (kept, after) = rest.split_once("<!-- /settings -->").unwrap();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, format!("{before}<!-- settings -->\n{}<!-- /settings -->{after}", table()))
            .unwrap();
        return;
    }
    assert_eq!(kept, table(), "BLESS=1 cargo test writes it anew");
}

#[test]
fn the_types_have_the_list() {
    let types =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("pkg/gateway.d.ts")).unwrap();
    let (_, rest) = types.split_once("export interface GatewayConfig {").unwrap();
    let (body, _) = rest.split_once("\n}").unwrap();
    let mut declared: Vec<&str> = body
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_once("?: "))
        .map(|(name, _)| name)
        .collect();
    let mut listed: Vec<&str> =
        SETTINGS.iter().filter_map(|setting| setting.name.split('.').next()).collect();
    declared.sort_unstable();
    listed.sort_unstable();
    listed.dedup();
    assert_eq!(declared, listed);
}

#[test]
fn limits_are_told_what_is_wrong_with_them() {
    let message = refused(&json!({
        "limits": {
            "keyless": 0, "global": { "rate": 5, "burst": 0, "brst": 1 }, "plans": { "a b": 1, "shop": "off", "big": { "burst": 7 } },
            "costs": { "/api/v3/trace": 2, "/api/v3/traces": 0 }, "budget": { "rate": 1 }, "queue": -1, "scope": {}, "keyles": 1,
        },
        "mainnet": { "budget": 0, "url": "https://a.example" },
        "clientIp": { "header": "x forwarded", "trustedProxies": ["10.0.0.0/40", "localhost"], "trust": 1 },
    }));
    let rate = "a number of requests a second from 0.001 to 1000000";
    let expected = [
        "`limits.keyles` is no setting; did you mean `keyless`?",
        &format!("`mainnet.budget` must be {rate}, or \"off\""),
        &format!("`limits.budget` must be {rate}, or \"off\""),
        "`limits.queue` must be a whole number from 0 to 10000",
        &format!("`limits.keyless` must be {rate}, `{{ rate, burst }}`, or \"off\""),
        "`limits.global.brst` is no setting; did you mean `burst`?",
        &format!("`limits.global` must be {rate}, `{{ rate, burst }}`, or \"off\""),
        "`limits.plans`: the name \"a b\" must be a letter and up to 63 letters, digits, `-` and `_`",
        &format!("`limits.plans.big` must be {rate}, `{{ rate, burst }}`, or \"off\""),
        "`limits.plans.shop` must be a rate: leave the plan out of the keys' records",
        "`limits.costs`: \"/api/v3/trace\" is no path of an operation; did you mean \"/api/v3/traces\"?",
        "`limits.costs`: \"/api/v3/traces\" must be a whole number from 1 to 1000",
        "`clientIp.trust` is no setting",
        "`clientIp.header` must be the name of a header",
        "`clientIp.trustedProxies[0]` must be an address or a block such as \"10.0.0.0/8\"",
        "`clientIp.trustedProxies[1]` must be an address or a block such as \"10.0.0.0/8\"",
        "`limits.scope` must be \"isolate\" or \"durable-object\" or a limiter: an object with functions `take` and `lease`",
    ];
    assert_eq!(message, expected.join("; "));
}
