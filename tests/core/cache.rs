//! The response cache: one key for equal requests, and a TTL by request and response.

mod lifetimes;
mod pairs;
mod spelled;

use crate::samples::{self, Args};
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use std::borrow::Cow;
use std::collections::BTreeMap;
use ton_edge::address;
use ton_edge::endpoint::{CacheClass, Endpoint, Fixed, Generation, Kind, Param, Place, V2, V3, Value, Verb};
use ton_edge::gateway::cache::{CacheEntry, inspect, is_cacheable};
use ton_edge::gateway::{Config, Forward, Incoming, Verdict, decide};
use ton_edge::hash;
use ton_edge::plan::{Arg, Unknown, plan};

fn config() -> Config {
    Config::from_json("{}").unwrap()
}

/// The time for which a response may be cached; `None` if it may not.
fn cached_entry(
    config: &Config,
    key: &str,
    status: u16,
    cache_control: Option<&str>,
    body: &str,
) -> Option<CacheEntry> {
    inspect(config, Some(key), status, cache_control, body).entry
}

/// A gateway that compares its upstreams reads how far each of them is.
#[test]
fn a_response_tells_the_masterchain_block_that_it_shows() {
    let height = |url: &str, status, result: &str| {
        let body = match get(url).generation {
            Generation::V2 => format!(r#"{{"ok":true,"result":{result}}}"#),
            Generation::V3 => result.to_owned(),
        };
        inspect(&config(), Some(&key(url)), status, None, &body).seqno
    };
    let account = format!("/api/v2/getAddressInformation?address={}", samples::ADDRESS);
    let block = r#"{"balance":"0","block_id":{"workchain":-1,"seqno":7}}"#;
    assert_eq!(height(&account, 200, block), Some(7));
    assert_eq!(height("/api/v2/getMasterchainInfo", 200, r#"{"last":{"workchain":-1,"seqno":8}}"#), Some(8));
    assert_eq!(height("/api/v3/masterchainInfo", 200, r#"{"last":{"workchain":-1,"seqno":9}}"#), Some(9));
    // It names none, it names the block of a shard, it is an error, or the request has chosen the block.
    assert_eq!(height(&account, 200, r#"{"balance":"0"}"#), None);
    assert_eq!(height(&account, 200, r#"{"balance":"0","block_id":{"workchain":0,"seqno":7}}"#), None);
    assert_eq!(height(&account, 404, block), None);
    assert_eq!(height(&format!("{account}&seqno=7"), 200, block), None);
    // Other operations are not read for it.
    assert_eq!(height("/api/v2/getShards?seqno=5", 200, block), None);
    assert_eq!(height(&account.replace("Information", "Balance"), 200, block), None);
}

#[test]
fn nothing_but_success_is_cached() {
    let key = key("/api/v2/getShards?seqno=5");
    let inspect_body = |body: &str| {
        let inspected = inspect(&config(), Some(&key), 200, None, body);
        (inspected.entry.is_some(), inspected.fault)
    };
    assert_eq!(inspect_body(r#"{"ok":true,"result":[1]}"#), (true, None));
    assert_eq!(inspect_body(r#"{"ok":true,"result":[1],"code":200,"error":null}"#), (true, None));
    for body in [
        r#"{"result":[1]}"#,
        r#"{"ok":false,"result":[1]}"#,
        r#"{"ok":"true","result":[1]}"#,
        r#"{"ok":true,"result":[1],"code":500}"#,
        r#"{"ok":true,"result":[1],"error":"no"}"#,
        r#"{"ok":false,"result":"429"}"#,
    ] {
        assert_eq!(inspect_body(body), (false, None), "{body}");
    }
    for ok in [r#""ok":true,"#, r#""ok":false,"#, ""] {
        let body = format!(r#"{{{ok}"result":"Ratelimit exceed","code":429}}"#);
        assert_eq!(inspect_body(&body), (false, Some("limited")), "{body}");
        assert_eq!(inspect(&config(), None, 200, None, &body).fault, Some("limited"), "{body}");
    }
    assert_eq!(inspect(&config(), None, 200, None, r#"{"429":[{"code":429}]}"#).fault, None);
}

/// A body without the list of its operation does not show whether the list is empty, so it goes only to its caller and is not cached.
#[test]
fn a_response_without_its_list_is_not_cached() {
    let is_cached = |url: &str, body: &str| {
        let inspected = inspect(&config(), Some(&key(url)), 200, None, body);
        assert_eq!(inspected.fault, None, "{body}");
        inspected.entry.is_some()
    };
    for url in [
        "/api/v3/jetton/masters",
        "/api/v3/accountStates?address=0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8",
    ] {
        for body in ["{}", "[]", r#"{"ok":true}"#] {
            assert!(!is_cached(url, body), "{url} {body}");
        }
        assert!(is_cached(url, r#"{"jetton_masters":[],"accounts":[]}"#), "{url}");
        assert!(is_cached(url, r#"{"jetton_masters":null,"accounts":null}"#), "{url}");
    }
    assert!(
        is_cached("/api/v3/topAccountsByBalance", "[]") && !is_cached("/api/v3/topAccountsByBalance", "{}")
    );
    let block = "/api/v2/getBlockTransactions?workchain=-1&shard=-9223372036854775808&seqno=5";
    assert!(!is_cached(block, r#"{"ok":true,"result":{}}"#));
    assert!(is_cached(block, r#"{"ok":true,"result":{"transactions":[]}}"#));
}

fn read_forward(incoming: &Incoming<'_>) -> Forward {
    match decide(&config(), incoming) {
        Verdict::Forward(forward) => forward,
        other => panic!("{}: {other:?}", incoming.url),
    }
}

fn get(url: &str) -> Forward {
    read_forward(&Incoming { method: "GET", url, ..Incoming::default() })
}

fn key(url: &str) -> String {
    get(url).cache_use.unwrap().key
}

fn post(url: &str, body: &str) -> Forward {
    read_forward(&Incoming {
        method: "POST",
        url,
        content_type: Some("application/json"),
        body: Some(body),
        ..Incoming::default()
    })
}

fn cached_rows() -> impl Iterator<Item = &'static Endpoint> {
    let is_local =
        |row: &Endpoint| ["detect", "pack", "unpack"].iter().any(|word| row.name().starts_with(word));
    V2.iter().chain(V3).filter(move |row| is_cacheable(row) && !is_local(row))
}

fn query(args: &Args) -> String {
    let mut query = String::new();
    for (name, arg) in args {
        let items = if let Arg::List(items) = arg { items.clone() } else { vec![arg.clone()] };
        for item in items {
            let (Arg::Text(text) | Arg::Number(text) | Arg::Json(text)) = &item else {
                let Arg::Bool(flag) = item else { panic!("{item:?}") };
                query.push_str(&format!("&{name}={flag}"));
                continue;
            };
            let text: String = text.bytes().map(|byte| format!("%{byte:02x}")).collect();
            query.push_str(&format!("&{name}={text}"));
        }
    }
    query
}

/// The forward verdicts of a request in every style that its row has.
fn styles(row: &Endpoint, args: &Args) -> Vec<Forward> {
    let path = format!("/api/{}{}", row.generation.as_str(), row.path);
    let mut forwards = Vec::new();
    if row.verb == Verb::Get {
        forwards.push(get(&format!("{path}?{}", query(args))));
        forwards.push(read_forward(&Incoming {
            method: "HEAD",
            url: &format!("{path}?api_key=x&{}&x_timeout=9", query(args)),
            ..Incoming::default()
        }));
    }
    if row.verb == Verb::Post || row.also_post {
        forwards.push(post(&path, &samples::json(args)));
    }
    if row.rpc {
        let call = format!(r#"{{"method":"{}","id":[7],"params":{}}}"#, row.name(), samples::json(args))
            .replace("[7]", "7");
        forwards.push(post("/api/v2/jsonRPC", &call));
    }
    for alias in row.aliases {
        forwards.push(get(&format!("/mainnet/api/{}{alias}?{}", row.generation.as_str(), query(args))));
    }
    forwards
}

#[test]
fn every_style_of_a_request_has_one_cache_key() {
    let mut pairs = 0;
    for row in cached_rows() {
        for args in [samples::full_args(row), samples::required_args(row)] {
            let keys: Vec<String> =
                styles(row, &args).into_iter().map(|one| one.cache_use.unwrap().key).collect();
            assert!(keys.iter().all(|key| *key == keys[0]), "{keys:#?}");
            pairs += keys.len();
        }
    }
    assert!(pairs > 250, "{pairs}");
}

#[test]
fn requests_that_must_not_be_cached_have_no_cache_key() {
    let mut uncached_names = Vec::new();
    for row in V2.iter().chain(V3).filter(|row| !is_cacheable(row) && row.path != "/jsonRPC") {
        for forward in styles(row, &samples::full_args(row)) {
            assert_eq!(forward.cache_use, None, "{}", row.path);
        }
        uncached_names.push(row.name());
    }
    let all = [
        "sendBoc",
        "sendBocReturnHash",
        "sendBocReturnHashNoError",
        "estimateFee",
        "pendingActions",
        "pendingTraces",
        "events",
        "balanceChanges",
        "pendingTransactions",
        "estimateFee",
        "message",
    ];
    assert_eq!(uncached_names, all);
    let cacheless_config = Config::from_json(r#"{"cache":{"adapter":"none"}}"#).unwrap();
    let incoming = Incoming { method: "GET", url: "/api/v3/masterchainInfo", ..Incoming::default() };
    let Verdict::Forward(forward) = decide(&cacheless_config, &incoming) else { panic!() };
    assert_eq!(forward.cache_use, None);
}

#[test]
fn a_cache_key_has_the_request_and_nothing_of_the_caller() {
    let raw_account = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
    assert_eq!(
        key(&format!(
            "/api/v3/transactions?sort=desc&limit=010&account={}&offset=0&api_key=secret",
            samples::ADDRESS
        )),
        format!("mainnet/v3/transactions?account={raw_account}&limit=10")
    );
    assert_eq!(key("/testnet/api/v2/shards?seqno=7"), "testnet/v2/getShards?seqno=7");
    // Specification and server disagree about the default limit, so "absent" and 10 have different cache keys.
    assert_ne!(key("/api/v3/transactions"), key("/api/v3/transactions?limit=10"));
    assert_eq!(
        key("/api/v3/decode?opcodes=f8a7ea5&opcodes=-5"),
        "mainnet/v3/decode?opcodes=0f8a7ea5&opcodes=fffffffb"
    );
    assert_eq!(
        post("/api/v3/decode", r#"{"opcodes":["0x0F8A7EA5", "-5"]}"#).cache_use.unwrap().key,
        "mainnet/v3/decode?opcodes=0f8a7ea5&opcodes=fffffffb"
    );
}

#[test]
fn inputs_beside_the_parameters_change_the_cache_key_if_they_change_the_response() {
    let key_with_header = |name: &'static str, value: &str| {
        let control = [(name, String::from(value))];
        read_forward(&Incoming {
            method: "GET",
            url: "/api/v3/actions",
            control: &control,
            ..Incoming::default()
        })
        .cache_use
        .unwrap()
        .key
    };
    let plain_key = key("/api/v3/actions");
    assert_eq!(key_with_header("x-timeout", "9000"), plain_key);
    assert_eq!(key("/api/v3/actions?x_timeout=9000"), plain_key);
    assert_eq!(key("/api/v3/actions?x_timeout=9000&x_timeout=9"), plain_key);
    assert_eq!(
        key_with_header("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
        plain_key
    );
    for (header, name) in [
        ("x-no-address-book", Some("x_no_address_book")),
        ("x-no-metadata", Some("x_no_metadata")),
        ("x-actions-version", None),
    ] {
        let key_with_control = key_with_header(header, "true");
        assert_eq!(key_with_control, format!("{plain_key}#{header}=true"));
        assert_ne!(key_with_header(header, "false"), key_with_control);
        if let Some(name) = name {
            assert_eq!(key(&format!("/api/v3/actions?{name}=true")), key_with_control);
            // A parameter whose name only resembles the control input does not count as one.
            let forward_config = Config::from_json(r#"{"unknownParameters":"forward"}"#).unwrap();
            let url = format!("/api/v3/actions?%23{header}=true&%26{header}=true");
            let Verdict::Forward(forward) =
                decide(&forward_config, &Incoming { method: "GET", url: &url, ..Incoming::default() })
            else {
                panic!()
            };
            assert!(![&plain_key, &key_with_control].contains(&&forward.cache_use.unwrap().key));
        }
    }
}

#[test]
fn a_repeated_control_input_counts_once() {
    let with = |header: Option<&str>, query: &str| {
        let control: Vec<_> =
            header.into_iter().map(|value| ("x-no-metadata", String::from(value))).collect();
        let url = format!("/api/v3/actions?{query}");
        read_forward(&Incoming { method: "GET", url: &url, control: &control, ..Incoming::default() })
            .cache_use
            .unwrap()
            .key
    };
    let plain_key = key("/api/v3/actions");
    let key_with_one_control = format!("{plain_key}#x-no-metadata=1");
    for (header, query) in [
        (Some("1"), ""),
        (None, "x_no_metadata=1"),
        (Some("1"), "x_no_metadata=1"),
        (Some("1"), "x_no_metadata=1&x_no_metadata=1"),
    ] {
        assert_eq!(with(header, query), key_with_one_control, "{header:?} {query}");
    }
    // The upstream decides which of several values counts, so they keep their order.
    for (header, query, controls) in [
        (None, "x_no_metadata", "x-no-metadata="),
        (None, "x_no_metadata=1&x_no_metadata=1", "x_no_metadata=1&x_no_metadata=1"),
        (None, "x_no_metadata=1&x_no_metadata=0", "x_no_metadata=1&x_no_metadata=0"),
        (Some("1"), "x_no_metadata=0", "x-no-metadata=1&x_no_metadata=0"),
        (Some("0"), "x_no_metadata=0&x_no_metadata=1", "x-no-metadata=0&x_no_metadata=0&x_no_metadata=1"),
    ] {
        assert_eq!(with(header, query), format!("{plain_key}#{controls}"), "{header:?} {query}");
    }
}

#[test]
fn each_kind_of_value_has_one_form() {
    let account = samples::ADDRESS;
    let shard = "mainnet/v3/blocks?seqno=7&shard=8000000000000000&workchain=-1";
    let lower_key = "mainnet/v3/blocks?seqno=7&shard=6&workchain=-1";
    for (url, name) in [
        ("blocks?workchain=-1&shard=0x8000000000000000&seqno=7", shard),
        ("blocks?workchain=-1&shard=8000000000000000&seqno=007", shard),
        ("blocks?workchain=-1&shard=-9223372036854775808&seqno=7", shard),
        ("blocks?workchain=-1&shard=0006&seqno=7", lower_key),
        ("blocks?workchain=-1&shard=0x6&seqno=7", lower_key),
    ] {
        assert_eq!(key(&format!("/api/v3/{url}")), name, "{url}");
    }
    let items = |index: &str| {
        let key = key(&format!("/api/v3/nft/items?collection_address={account}&index={index}"));
        let (_, index) = key.split_once("&index=").unwrap();
        index.to_owned()
    };
    assert_eq!((items("007"), items("7")), ("7".into(), "7".into()));
    assert_eq!((items("000"), items("0")), ("0".into(), "0".into()));
    assert_eq!(items("00340282366920938463463374607431768211456"), "340282366920938463463374607431768211456");
}

#[test]
fn a_parameter_at_the_servers_default_is_left_out() {
    let account = samples::ADDRESS;
    let state = |more: &str| key(&format!("/api/v3/addressInformation?address={account}{more}"));
    assert_eq!(state("&use_v2=false"), state(""));
    assert_eq!(state("&use_v2=0"), state(""));
    assert!(state("&use_v2=true").ends_with("&use_v2=true"));
    let actions = |more: &str| key(&format!("/api/v3/actions?{more}"));
    assert_eq!(actions("supported_action_types=latest"), actions(""));
    // The default is 10 in the specification and 100 in the server, and a caller may rely on either.
    let transactions = |more: &str| key(&format!("/api/v3/transactions?{more}"));
    assert_ne!(transactions("limit=100"), transactions(""));
    // More than one value means another list.
    for types in ["v1", "latest,v1", "v1,latest"] {
        let types = types.replace(',', "&supported_action_types=");
        assert_ne!(actions(&format!("supported_action_types={types}")), actions(""), "{types}");
    }
}

#[test]
fn a_value_of_a_set_counts_once() {
    let set = |values: &[&str]| {
        let hashes: Vec<String> = values.iter().map(|one| format!("account=0:{}", one.repeat(64))).collect();
        key(&format!("/api/v3/transactions?{}", hashes.join("&")))
    };
    assert_eq!(set(&["a", "b"]), set(&["b", "a", "b", "b", "a"]));
    assert_ne!(set(&["a", "b"]), set(&["a"]));
}

#[test]
fn a_method_by_number_and_by_text_has_two_cache_keys() {
    let run = |method: &str, stack: &str| {
        let body = format!(r#"{{"address":"{}","method":{method},"stack":{stack}}}"#, samples::ADDRESS);
        post("/api/v2/runGetMethod", &body).cache_use.unwrap().key
    };
    assert_ne!(run("85143", "[]"), run("\"85143\"", "[]"));
    assert_ne!(run("\"'85143\"", "[]"), run("\"85143\"", "[]"));
    assert_eq!(run("\"seqno\"", r#"[ [ "num" , "0x1 2" ] ]"#), run("\"seqno\"", r#"[["num","0x1 2"]]"#));
    assert_ne!(run("\"seqno\"", r#"[["num","0x1 2"]]"#), run("\"seqno\"", r#"[["num","0x12"]]"#));
    // An escape always ends with a letter.
    assert_eq!(
        run("\"seqno\"", r#"[["num","\n"] , ["num","1"]]"#),
        run("\"seqno\"", r#"[["num","\n"],["num","1"]]"#)
    );
    let key_with_slice = |text: &str| run("\"seqno\"", &json!([["tvm.Slice", text]]).to_string());
    assert_ne!(key_with_slice("a\\\" \""), key_with_slice("a\\\"\""));
}

#[test]
fn callers_with_keys_get_private_responses_and_may_refresh() {
    let keyed_config = Config::from_json(r#"{"apiKeys":"\u0000store"}"#).unwrap();
    let base = Incoming {
        method: "GET",
        url: "/api/v3/masterchainInfo",
        cache_control: Some("max-age=0, No-Cache"),
        ..Incoming::default()
    };
    let cache_use_of = |config: &Config, incoming: &Incoming<'_>| match decide(config, incoming) {
        Verdict::Forward(forward) => forward.cache_use.unwrap(),
        other => panic!("{other:?}"),
    };
    let keyless_use = cache_use_of(&config(), &base);
    assert!(!keyless_use.private && !keyless_use.renew, "without API keys no caller can bypass the cache");
    let keyless_private_use = cache_use_of(&keyed_config, &base);
    assert!(keyless_private_use.private && !keyless_private_use.renew);
    let hash = "0".repeat(64);
    let record = ton_edge::gateway::Record::from_json(&format!(
        r#"{{"hash":"{hash}","id":"shop","network":"mainnet","created":"2026-01-01T00:00:00Z"}}"#
    ))
    .unwrap();
    let lookup = ton_edge::gateway::Lookup::Found { hash, record: Box::new(record), now: 1.8e12 };
    let use_with_key =
        cache_use_of(&keyed_config, &Incoming { key: Some("k"), lookup: Some(&lookup), ..base });
    assert!(use_with_key.private && use_with_key.renew);
    assert_eq!(use_with_key.key, keyless_private_use.key, "the response does not depend on the API key");
    assert!(
        !cache_use_of(
            &keyed_config,
            &Incoming { key: Some("k"), lookup: Some(&lookup), cache_control: Some("x-no-cache"), ..base }
        )
        .renew
    );
}
