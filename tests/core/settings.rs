//! The list of settings: refused values, messages that do not show values, and the guide that is generated from the
//! list.

use proptest::prelude::*;
use serde_json::{Value, json};
use std::path::Path;
use ton_edge::endpoint::{Generation, Kind as ParamKind, Place};
use ton_edge::gateway::config::settings::{Default, Kind};
use ton_edge::gateway::{Block, ClientIpSource, Config, Overload, SETTINGS};
use ton_edge::network::Network;

fn config_error(written: &Value) -> String {
    let error = Config::from_json(&written.to_string()).unwrap_err();
    assert_eq!(error.code.as_str(), "config_invalid");
    error.message.clone().into_owned()
}

#[test]
fn all_faults_are_reported_at_once() {
    let message = config_error(&json!({
        "network": "moon", "orgins": [], "maxBatch": 0, "timeoutMs": 1.5, "log": "console", "adminToken": "short", "apiKeys": {}, "keyless": "never",
        "mainnet": [{ "baseUrl": "ftp://x", "apKey": "a" }, 7], "testnet": [], "origins": ["https://a.example/"],
        "hosts": { "A.example": "mainnet", "b.example": "moon" },
    }));
    let expected = [
        "`orgins` is not a setting; did you mean `origins`?",
        "`network` must be \"mainnet\" or \"testnet\"",
        "`hosts`: \"A.example\" must be a host name in lower case, without scheme, port and path",
        "`hosts`: \"b.example\" must be \"mainnet\" or \"testnet\"",
        "`mainnet[0].apKey` is not a setting; did you mean `apiKey`?",
        "`mainnet[0].baseUrl` must be a base URL such as \"https://toncenter.com\", without query or user",
        "`mainnet[1]` must be a base URL, `{ baseUrl, apiKey, budget, weight }`, a list of 1 to 8 of them, or \"off\"",
        "`testnet` must be a base URL, `{ baseUrl, apiKey, budget, weight }`, a list of 1 to 8 of them, or \"off\"",
        "`origins[0]` must have only a scheme, a host and a port; `*` may only be the whole first label",
        "`apiKeys` must be a store of keys: an object with a function `find`",
        "`keyless` must be \"allow\" or \"refuse\"",
        "`maxBatch` must be a whole number from 1 to 1000",
        "`timeoutMs` must be a whole number from 1 to 600000",
        "`adminToken` must be a text of 16 or more visible ASCII characters, or a function of `env` that returns one",
        "`log` must be a function",
    ];
    assert_eq!(message, expected.join("; "));
}

#[test]
fn no_setting_may_name_a_network_that_is_off() {
    assert!(Config::from_json(r#"{"testnet":"off"}"#).is_ok());
    for (written, fault) in [
        (json!({ "mainnet": "off" }), "`network` cannot be \"mainnet\", because `mainnet` is \"off\""),
        (
            json!({ "mainnet": "off", "testnet": "off" }),
            "`network` cannot be \"mainnet\", because `mainnet` is \"off\"",
        ),
        (
            json!({ "testnet": "off", "hosts": { "a.example": "testnet" } }),
            "`hosts` cannot name \"testnet\", since `testnet` is \"off\"",
        ),
    ] {
        assert_eq!(config_error(&written), fault);
    }
    assert!(config_error(&json!({ "testnet": "of" })).contains("`testnet` must be"));
}

#[test]
fn bounds_and_defaults_are_those_of_the_list() {
    for setting in SETTINGS {
        // A group that can be switched on is on if one of its settings is present.
        let defaults = match setting.name.split_once('.') {
            Some((group @ ("streaming" | "images"), _)) => json!({ group: true }),
            _ => json!({}),
        };
        let defaults = Config::from_json(&defaults.to_string()).unwrap();
        let config_with = |value: Value| {
            let (name, value) = match setting.name.split_once('.') {
                Some((group, name)) => (group, json!({ name: value })),
                None => (setting.name, value),
            };
            Config::from_json(&json!({ name: value }).to_string())
        };
        assert_eq!(config_with(Value::Null), Ok(defaults.clone()), "{}", setting.name);
        match (setting.kind, setting.default) {
            (Kind::Whole { min, max }, Default::Number(number)) => {
                assert_eq!(config_with(json!(number)), Ok(defaults.clone()), "{}", setting.name);
                for good in [min, max] {
                    assert!(
                        config_with(json!(good)).is_ok_and(|config| config == defaults || good != number)
                    );
                }
                for bad in [
                    json!(i64::from(min) - 1),
                    json!(u64::from(max) + 1),
                    json!(-1),
                    json!("7"),
                    json!(1.5),
                    json!("\0number"),
                ] {
                    assert!(config_with(bad.clone()).is_err(), "{} {bad}", setting.name);
                }
            }
            (Kind::Choice(words) | Kind::Adapter(words), Default::Word(word)) => {
                assert!(words.contains(&word));
                assert_eq!(config_with(json!(word)), Ok(defaults.clone()));
                assert!(config_with(json!("")).is_err());
            }
            (Kind::Rate, Default::Number(number)) => {
                assert_eq!(config_with(json!(number)), Ok(defaults.clone()));
                assert!(config_with(json!("1")).is_err());
            }
            (Kind::Scope, Default::Word(word)) => {
                assert_eq!(config_with(json!(word)), Ok(defaults.clone()));
                assert!(config_with(json!("durable-object")).is_ok());
                assert!(config_with(json!("\0limiter")).is_ok() && config_with(json!("redis")).is_err());
            }
            (Kind::Flag, Default::Said(word)) => {
                assert_eq!(config_with(json!(word == "true")), Ok(defaults.clone()), "{}", setting.name);
                assert!(config_with(json!("on")).is_err() && config_with(json!("off")).is_err());
            }
            (Kind::HttpsUrl, Default::Said(url)) => {
                assert_eq!(config_with(json!(url.trim_matches('`'))), Ok(defaults.clone()));
                let error = config_with(json!("http://ipfs.example/")).unwrap_err();
                assert_eq!(error.message, format!("`{}` must be {}", setting.name, setting.kind.allowed()));
            }
            (_, Default::Said(_)) => assert!(config_with(json!(true)).is_err(), "{}", setting.name),
            other => panic!("{}: {other:?}", setting.name),
        }
    }
}

#[test]
fn several_upstreams_keep_their_order() {
    let config = Config::from_json(
        &json!({ "mainnet": [{ "apiKey": "\0function" }, { "baseUrl": "http://two/x/", "apiKey": ["a", "b"] }, "https://three"] }).to_string(),
    )
    .unwrap();
    assert_eq!(
        config.upstreams(Network::Mainnet),
        ["https://toncenter.com", "http://two/x", "https://three"]
    );
    assert_eq!(config.upstream(Network::Testnet), "https://testnet.toncenter.com");
    let config_with_upstreams =
        |count| Config::from_json(&json!({ "testnet": vec!["https://a.example"; count] }).to_string());
    assert!(
        config_with_upstreams(8).is_ok_and(|config| config.upstreams(Network::Testnet).len() == 8)
            && config_with_upstreams(9).is_err()
    );
}

#[test]
fn faults_in_the_settings_of_admission_are_explained() {
    let message = config_error(&json!({
        "allowedHosts": ["gw.example", "GW.example", "*.example", "gw.example:80", "[::1]", "[::1]:80", "https://gw.example", 7, "", "*.a.example"],
        "clients": { "allow": ["192.0.2.0/24", "192.0.2.0/33"], "deny": "192.0.2.1", "dny": [] },
        "operations": { "deny": ["Send", "v3/message", "sendBok", "v4"] },
        "enforceOrigins": "yes", "origins": 5, "logSalt": "short", "keyless": "refuse",
    }));
    let host = "must be a host name in lower case, without scheme, port and path";
    for odd in ["*.a.example", "a.example:80", "[::1]", "A.example"] {
        assert_eq!(config_error(&json!({ "hosts": { odd: "testnet" } })), format!("`hosts`: {odd:?} {host}"));
    }
    let expected = [
        "`clients.dny` is not a setting; did you mean `deny`?",
        "`origins` must be a list of origins such as \"https://app.example\"",
        "`operations.deny`: \"sendBok\" is not an operation, a category or a generation; did you mean \"sendBoc\"?",
        "`operations.deny`: \"v4\" is not an operation, a category or a generation",
        "`clients.allow[1]` must be an address or a range such as \"192.0.2.0/24\"",
        "`clients.deny` must be a list of addresses and ranges such as \"192.0.2.0/24\"",
        &format!("`allowedHosts[1]` {host}"),
        &format!("`allowedHosts[2]` {host}"),
        &format!("`allowedHosts[3]` {host}"),
        &format!("`allowedHosts[5]` {host}"),
        &format!("`allowedHosts[6]` {host}"),
        "`allowedHosts[7]` must be a text",
        &format!("`allowedHosts[8]` {host}"),
        &format!("`allowedHosts[9]` {host}"),
        "`enforceOrigins` must be true or false",
        "`logSalt` must be a text of 16 or more visible ASCII characters",
        "`keyless` can be \"refuse\" only with `apiKeys` or `callerKeys: \"forward\"`",
    ];
    assert_eq!(message.split("; ").collect::<Vec<_>>().join("; "), expected.join("; "));
    for enforced in [true, false] {
        let read = Config::from_json(&json!({ "enforceOrigins": enforced }).to_string());
        let faults = read.err().map(|error| error.message.clone().into_owned());
        let expected =
            enforced.then(|| String::from("`enforceOrigins` needs `origins`: list the origins to allow"));
        assert_eq!(faults, expected);
    }
}

#[test]
fn streams_are_not_for_keys_that_nobody_checks() {
    let read = |keyless: &str, streaming: bool| {
        let settings = json!({ "callerKeys": "forward", "keyless": keyless, "streaming": streaming });
        Config::from_json(&settings.to_string()).err().map(|error| error.message.clone().into_owned())
    };
    assert!(read("refuse", true).is_some_and(|message| message.contains("would not be checked")));
    assert_eq!(read("refuse", false), None);
    assert_eq!(read("allow", true), None);
}

#[test]
fn a_secret_is_a_text_and_a_token_may_be_a_function() {
    let read = |name: &str, value: &str| Config::from_json(&json!({ name: value }).to_string()).is_ok();
    for name in ["adminToken", "logSalt"] {
        assert!(read(name, "0123456789abcdef") && !read(name, "0123456789abcde"));
        assert!(!read(name, "0123456789abcde ") && !read(name, "0123456789abcdé"));
        assert_eq!(read(name, "\0function"), name == "adminToken", "only the token may be a function");
    }
    let admin = |value: Value| Config::from_json(&json!({ "adminToken": value }).to_string()).unwrap().admin;
    assert!(admin(json!("0123456789abcdef")) && !admin(Value::Null));
}

#[test]
fn the_defaults_take_each_documented_list() {
    let defaults = Config::from_json("{}").unwrap();
    let mut lists = 0;
    for row in Generation::V3.rows() {
        for param in row.params.iter().filter(|param| param.place == Place::Query) {
            let (Some(most), ParamKind::Address | ParamKind::AddressText) = (param.max_items, param.kind)
            else {
                continue;
            };
            lists += 1;
            // The longest form of an address: raw, with the colon escaped, behind the longest usual host.
            let value = format!("&{}=-1%3A{}", param.name, "0".repeat(64));
            let bytes = value.len() * usize::from(most)
                + "https://".len()
                + 253
                + "/testnet/api/v3".len()
                + row.path.len();
            assert!(bytes <= defaults.max_url_bytes as usize, "{} {}: {bytes}", row.path, param.name);
            assert!(2 * u32::from(most) + 100 < defaults.max_parameters, "{} {}", row.path, param.name);
        }
    }
    assert!(lists >= 20, "{lists}");
}

#[test]
fn protections_of_the_gateway_are_on_by_default() {
    let defaults = Config::from_json("{}").unwrap();
    assert_eq!(
        (defaults.max_json_depth, defaults.max_json_members, defaults.max_parameters),
        (128, 10_000, 4096)
    );
    assert_eq!(
        (defaults.max_body_bytes, defaults.max_url_bytes, defaults.max_header_bytes, defaults.max_batch),
        (1_048_576, 131_072, 16_384, 20)
    );
    assert_eq!(
        defaults.limits.budgets.failed_keys.map(|one| (one.interval_ms, one.burst)),
        Some((1000.0, 20.0))
    );
    let overload = |json: Value| Config::from_json(&json.to_string()).unwrap().overload;
    let Overload { max_in_flight, reserved, .. } = overload(json!({}));
    assert_eq!((max_in_flight, reserved), (1024, 204));
    let all_limits =
        json!({ "overload": { "maxInFlight": 10, "maxInFlightPerClient": 3, "reservedForKeys": 90 } });
    let expected = Overload { max_in_flight: 10, max_in_flight_per_client: 3, reserved: 9 };
    assert_eq!(overload(all_limits), expected);
    // A fraction of a slot is rounded down.
    assert_eq!(overload(json!({ "overload": { "maxInFlight": 1, "reservedForKeys": 90 } })).reserved, 0);

    let budgets =
        |limits: Value| Config::from_json(&json!({ "limits": limits }).to_string()).unwrap().limits.budgets;
    let reserve = budgets(json!({ "reservePercent": 20, "maxGateways": 4 }));
    assert_eq!((reserve.share, reserve.shared), (0.05, 0.8));
    assert_eq!((budgets(json!({})).share, budgets(json!({})).shared), (0.0, 1.0));
    assert_eq!(budgets(json!({ "failedKeys": "off" })).failed_keys, None);
    let own_rate = budgets(json!({ "failedKeys": { "rate": 4, "burst": 2 } })).failed_keys.unwrap();
    assert_eq!((own_rate.interval_ms, own_rate.burst), (250.0, 2.0));
    assert!(budgets(json!({})).together && !budgets(json!({ "callers": "isolate" })).together);
}

#[test]
fn rates_and_budgets_have_bounds_and_may_be_off() {
    let limits = |limits: Value| Config::from_json(&json!({ "limits": limits }).to_string());
    for name in ["requests", "keyless", "global", "failedKeys", "budget"] {
        for good in [json!(0.001), json!(1_000_000), json!("off")] {
            assert!(limits(json!({ name: good })).is_ok(), "{name}: {good}");
        }
        for bad in [json!(0.0009), json!(0), json!(-1), json!(1_000_000.1), json!("on"), json!([])] {
            assert!(limits(json!({ name: bad })).is_err(), "{name}: {bad}");
        }
        for burst in [json!(1), json!(1_000_000), Value::Null] {
            let read = limits(json!({ name: { "rate": 5, "burst": burst } }));
            assert_eq!(read.is_ok(), name != "budget", "a budget has no burst");
        }
        for burst in [json!(0), json!(1_000_001), json!(1.5), json!("1")] {
            assert!(limits(json!({ name: { "rate": 5, "burst": burst } })).is_err(), "{name}: {burst}");
        }
    }
    let plans = |name: &str| limits(json!({ "plans": { name: 1 } })).is_ok();
    assert!(plans("a") && plans("default") && plans(&"a".repeat(64)));
    assert!(!plans("") && !plans("1") && !plans("-a") && !plans("a.b") && !plans(&"a".repeat(65)));
    let budgets = |written: Value| {
        let budgets = Config::from_json(&written.to_string()).unwrap().limits.budgets;
        (budgets.mainnet, budgets.testnet)
    };
    assert_eq!(budgets(json!({})), (vec![-1.0], vec![-1.0]), "the default depends on the upstream key");
    assert_eq!(budgets(json!({ "limits": { "budget": "off" } })), (vec![0.0], vec![0.0]));
    let own_budgets =
        json!({ "mainnet": [{ "budget": 7 }, { "budget": "off" }, {}], "limits": { "budget": 3 } });
    assert_eq!(budgets(own_budgets), (vec![7.0, 0.0, 3.0], vec![3.0]));
}

#[test]
fn weights_are_whole_numbers_of_which_one_is_above_zero() {
    let read = |mainnet: Value| Config::from_json(&json!({ "mainnet": mainnet }).to_string());
    let weights = |mainnet: Value| read(mainnet).unwrap().mainnet_weights;
    assert_eq!(
        weights(json!([{ "weight": 1000 }, {}, "https://a.example", { "weight": 0 }])),
        [1000, 0, 0, 0]
    );
    assert_eq!(weights(json!({ "weight": 1 })), [1]);
    for unweighted in [json!(null), json!("https://a.example"), json!([{}, { "weight": null }])] {
        assert_eq!(weights(unweighted), [0; 0]);
    }
    for bad in [json!(-1), json!(1001), json!(0.5), json!("5"), json!(true), json!(4_294_967_296_u64)] {
        let fault = read(json!([{ "weight": bad }, { "weight": 0 }])).unwrap_err();
        assert_eq!(fault.message, "`mainnet[0].weight` must be a whole number from 0 to 1000");
    }
    for zero in [json!([{ "weight": 0 }, {}]), json!({ "weight": 0 })] {
        assert_eq!(
            read(zero).unwrap_err().message,
            "`mainnet` must have an upstream with a `weight` above 0"
        );
    }
    let misspelt_error = read(json!({ "wieght": 5 })).unwrap_err();
    assert_eq!(misspelt_error.message, "`mainnet.wieght` is not a setting; did you mean `weight`?");
}

#[test]
fn a_base_url_is_scheme_host_and_path() {
    let read = |url: &str| Config::from_json(&json!({ "mainnet": { "baseUrl": url } }).to_string());
    for (url, base) in [
        ("https://toncenter.com", "https://toncenter.com"),
        ("http://[::1]:8081/x/y//", "http://[::1]:8081/x/y"),
    ] {
        assert_eq!(read(url).unwrap().upstream(Network::Mainnet), base);
    }
    for bad in [
        "",
        "https://",
        "https:///x",
        "toncenter.com",
        "ftp://toncenter.com",
        "https://toncenter.com?x",
        "https://toncenter.com#x",
        "https://user@toncenter.com",
        "https://toncenter.com\\x",
        "https://toncenter.com/a b",
        "https://tönc.example",
        "https://toncenter.com/api",
        "https://toncenter.com/api/v2",
        "https://toncenter.com/api/v3/",
        "https://toncenter.com/api/v2/jsonRPC",
    ] {
        assert!(read(bad).is_err(), "{bad}");
    }
    assert_eq!(
        config_error(&json!({ "mainnet": { "baseUrl": 7 } })),
        "`mainnet.baseUrl` must be a base URL, as text"
    );
    let keys = json!({ "mainnet": { "apiKey": ["good", "", "<API_KEY>", "a b", 7] } });
    let expected = [
        "`mainnet.apiKey[1]` must be an API key: it is empty: remove it to send requests without an API key",
        "`mainnet.apiKey[2]` must be an API key: it is still the placeholder <API_KEY>",
        "`mainnet.apiKey[3]` must be an API key: it contains white space, control characters or non-ASCII characters",
        "`mainnet.apiKey[4]` must be an API key: expected a string, an array of strings or a function",
    ];
    assert_eq!(config_error(&keys), expected.join("; "));
}

#[test]
fn the_client_ip_has_one_of_three_sources() {
    let read = |source: Value| {
        let config = Config::from_json(&json!({ "clientIp": source }).to_string()).ok()?;
        Some(config.limits.client)
    };
    assert_eq!(read(json!("cloudflare")), Some(ClientIpSource::Cloudflare));
    assert_eq!(
        (read(json!("socket")), read(Value::Null)),
        (Some(ClientIpSource::Socket), Some(ClientIpSource::Socket))
    );
    let proxies = |header: &str, trusted: Value| read(json!({ "header": header, "trustedProxies": trusted }));
    let trusted_blocks = vec![Block::parse("10.0.0.0/8").unwrap()];
    let expected =
        ClientIpSource::Proxies { header: String::from("x-forwarded-for"), trusted: trusted_blocks };
    assert_eq!(proxies("X-Forwarded-For", json!(["10.0.0.0/8"])), Some(expected));
    for header in ["", "x forwarded", "x:y", "é"] {
        assert_eq!(proxies(header, json!(["10.0.0.0/8"])), None, "{header}");
    }
    for trusted in [json!([]), json!("10.0.0.0/8"), json!([7]), Value::Null] {
        assert_eq!(proxies("x-real-ip", trusted.clone()), None, "{trusted}");
    }
    assert_eq!((read(json!("proxy")), read(json!(7)), read(json!({}))), (None, None, None));
}

#[test]
fn the_cache_follows_its_settings() {
    let cache = |cache: Value| {
        let config = Config::from_json(&json!({ "cache": cache }).to_string()).unwrap();
        (config.cache.on, config.cache.adapter, config.cache.coalesce)
    };
    assert_eq!(cache(json!({})), (true, "memory", true));
    assert_eq!(cache(json!({ "adapter": "none", "coalesce": false })), (false, "none", false));
    assert_eq!(cache(json!({ "adapter": "\0cache" })), (true, "own", true));
}

proptest! {
    /// A secret may be in the wrong setting by mistake, so no message contains a value.
    #[test]
    fn no_message_contains_a_value(place in 0..10usize, secret in "[a-zA-Z0-9]{12,40} [ -~]{0,5}") {
        let misplaced_config = match place {
            0 => json!({ "network": secret }),
            1 => json!({ "mainnet": secret }),
            2 => json!({ "mainnet": { "apiKey": secret } }),
            3 => json!({ "testnet": [{ "baseUrl": secret, "apiKey": [secret, 7] }] }),
            4 => json!({ "origins": [secret], "apiKeys": secret, "clientIp": { "header": [secret], "trustedProxies": [secret] } }),
            5 => json!({ "maxBatch": secret, "log": secret, "limits": {
                "keyless": secret, "budget": { "rate": secret }, "plans": { "a": secret }, "scope": secret, "costs": { "/api/v3/traces": secret },
            } }),
            6 => json!({ "hosts": secret }),
            8 => json!({ "adminToken": format!(" {secret}"), "readiness": { "identity": secret } }),
            7 => json!({ "hosts": { "a.example": secret } }),
            _ => json!(secret),
        };
        prop_assert!(!config_error(&misplaced_config).contains(&secret));
    }
}

#[test]
fn faults_beyond_the_first_few_are_counted() {
    let message = config_error(&json!({ "origins": vec!["x"; 1000], "maxBatch": 0 }));
    assert!(message.ends_with("; and 961 more faults"), "{message}");
    assert!(message.len() < 3000, "{message}");
}

#[test]
fn the_types_match_the_list() {
    let types =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("pkg/gateway.d.ts")).unwrap();
    let (_, rest) =
        types.split_once("export interface GatewayConfig<Env = Record<string, unknown>> {").unwrap();
    let (body, _) = rest.split_once("\n}").unwrap();
    let mut declared_names: Vec<&str> = body
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_once("?:"))
        .map(|(name, _)| name)
        .filter(|name| name.chars().all(|letter| letter.is_ascii_alphanumeric()))
        .collect();
    let mut listed_names: Vec<&str> =
        SETTINGS.iter().filter_map(|setting| setting.name.split('.').next()).collect();
    declared_names.sort_unstable();
    listed_names.sort_unstable();
    listed_names.dedup();
    assert_eq!(declared_names, listed_names);
}

#[test]
fn faults_in_limits_are_explained() {
    let message = config_error(&json!({
        "limits": {
            "keyless": 0, "global": { "rate": 5, "burst": 0, "brst": 1 }, "plans": { "a b": 1, "shop": "off", "big": { "burst": 7 } },
            "costs": { "/api/v3/trace": 2, "/api/v3/traces": 0 }, "budget": { "rate": 1 }, "queueTimeoutMs": -1, "scope": {}, "keyles": 1,
        },
        "mainnet": { "budget": 0, "baseUrl": "https://a.example" },
        "clientIp": { "header": "x forwarded", "trustedProxies": ["10.0.0.0/40", "localhost"], "trust": 1 },
    }));
    let rate = "a number of requests per second from 0.001 to 1000000";
    let expected = [
        "`limits.keyles` is not a setting; did you mean `keyless`?",
        &format!("`mainnet.budget` must be {rate}, or \"off\""),
        &format!("`limits.budget` must be {rate}, or \"off\""),
        "`limits.queueTimeoutMs` must be a whole number from 0 to 10000",
        &format!("`limits.keyless` must be {rate}, `{{ rate, burst }}`, or \"off\""),
        "`limits.global.brst` is not a setting; did you mean `burst`?",
        &format!("`limits.global` must be {rate}, `{{ rate, burst }}`, or \"off\""),
        "`limits.plans`: the name \"a b\" must be a letter and up to 63 letters, digits, `-` and `_`",
        &format!("`limits.plans.big` must be {rate}, `{{ rate, burst }}`, or \"off\""),
        "`limits.plans.shop` must be a rate: for no limit, leave `plan` out of the keys' records",
        "`limits.costs`: \"/api/v3/trace\" is not the path of an operation; did you mean \"/api/v3/traces\"?",
        "`limits.costs`: \"/api/v3/traces\" must be a whole number from 1 to 1000",
        "`clientIp.trust` is not a setting",
        "`clientIp.header` must be the name of a header",
        "`clientIp.trustedProxies[0]` must be an address or a block such as \"10.0.0.0/8\"",
        "`clientIp.trustedProxies[1]` must be an address or a block such as \"10.0.0.0/8\"",
        "`limits.scope` must be \"isolate\" or \"durable-object\" or a limiter: an object with functions `take` and `lease`",
    ];
    assert_eq!(message, expected.join("; "));
}
