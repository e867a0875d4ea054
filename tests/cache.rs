//! What is kept of answers: one name for one question, and a lifetime by what was asked and what was said.

use crate::samples::{self, Args};
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use std::borrow::Cow;
use std::collections::BTreeMap;
use ton_edge::address;
use ton_edge::endpoint::{CacheClass, Endpoint, Fixed, Generation, Kind, Param, Place, V2, V3, Value, Verb};
use ton_edge::gateway::cache::{judge, keeps};
use ton_edge::gateway::{Config, Forward, Incoming, Verdict, decide};
use ton_edge::hash;
use ton_edge::plan::{Arg, Unknown, plan};

fn config() -> Config {
    Config::from_json("{}").unwrap()
}

fn asked(incoming: &Incoming<'_>) -> Forward {
    match decide(&config(), incoming) {
        Verdict::Forward(forward) => forward,
        other => panic!("{}: {other:?}", incoming.url),
    }
}

fn get(url: &str) -> Forward {
    asked(&Incoming { method: "GET", url, ..Incoming::default() })
}

fn key(url: &str) -> String {
    get(url).keep.unwrap().key
}

fn post(url: &str, body: &str) -> Forward {
    asked(&Incoming {
        method: "POST",
        url,
        content_type: Some("application/json"),
        body: Some(body),
        ..Incoming::default()
    })
}

fn kept_rows() -> impl Iterator<Item = &'static Endpoint> {
    let local = |row: &Endpoint| ["detect", "pack", "unpack"].iter().any(|word| row.name().starts_with(word));
    V2.iter().chain(V3).filter(move |row| keeps(row) && !local(row))
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

/// The forward verdicts of a question in every style that its row has.
fn styles(row: &Endpoint, args: &Args) -> Vec<Forward> {
    let path = format!("/api/{}{}", row.generation.as_str(), row.path);
    let mut all = Vec::new();
    if row.verb == Verb::Get {
        all.push(get(&format!("{path}?{}", query(args))));
        all.push(asked(&Incoming {
            method: "HEAD",
            url: &format!("{path}?api_key=x&{}&x_timeout=9", query(args)),
            ..Incoming::default()
        }));
    }
    if row.verb == Verb::Post || row.also_post {
        all.push(post(&path, &samples::json(args)));
    }
    if row.rpc {
        let call = format!(r#"{{"method":"{}","id":[7],"params":{}}}"#, row.name(), samples::json(args))
            .replace("[7]", "7");
        all.push(post("/api/v2/jsonRPC", &call));
    }
    for alias in row.aliases {
        all.push(get(&format!("/mainnet/api/{}{alias}?{}", row.generation.as_str(), query(args))));
    }
    all
}

#[test]
fn every_style_of_a_question_has_one_name() {
    let mut pairs = 0;
    for row in kept_rows() {
        for args in [samples::full(row), samples::least(row)] {
            let keys: Vec<String> = styles(row, &args).into_iter().map(|one| one.keep.unwrap().key).collect();
            assert!(keys.iter().all(|key| *key == keys[0]), "{keys:#?}");
            pairs += keys.len();
        }
    }
    assert!(pairs > 250, "{pairs}");
}

#[test]
fn what_must_not_be_kept_has_no_name() {
    let mut unkept = Vec::new();
    for row in V2.iter().chain(V3).filter(|row| !keeps(row) && row.path != "/jsonRPC") {
        for forward in styles(row, &samples::full(row)) {
            assert_eq!(forward.keep, None, "{}", row.path);
        }
        unkept.push(row.name());
    }
    let all = [
        "sendBoc",
        "sendBocReturnHash",
        "estimateFee",
        "pendingActions",
        "pendingTraces",
        "pendingTransactions",
        "estimateFee",
        "message",
    ];
    assert_eq!(unkept, all);
    let off = Config::from_json(r#"{"cache":{"adapter":"none"}}"#).unwrap();
    let incoming = Incoming { method: "GET", url: "/api/v3/masterchainInfo", ..Incoming::default() };
    let Verdict::Forward(forward) = decide(&off, &incoming) else { panic!() };
    assert_eq!(forward.keep, None);
}

#[test]
fn a_name_says_what_was_asked_and_nothing_of_the_caller() {
    let raw = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
    assert_eq!(
        key(&format!(
            "/api/v3/transactions?sort=desc&limit=010&account={}&offset=0&api_key=secret",
            samples::ADDRESS
        )),
        format!("mainnet/v3/transactions?account={raw}&limit=10")
    );
    assert_eq!(key("/testnet/api/v2/shards?seqno=7"), "testnet/v2/getShards?seqno=7");
    // Specification and server do not agree on the limit: absent and 10 are two questions.
    assert_ne!(key("/api/v3/transactions"), key("/api/v3/transactions?limit=10"));
    assert_eq!(
        key("/api/v3/decode?opcodes=f8a7ea5&opcodes=-5"),
        "mainnet/v3/decode?opcodes=0f8a7ea5&opcodes=fffffffb"
    );
    assert_eq!(
        post("/api/v3/decode", r#"{"opcodes":["0x0F8A7EA5", "-5"]}"#).keep.unwrap().key,
        "mainnet/v3/decode?opcodes=0f8a7ea5&opcodes=fffffffb"
    );
}

#[test]
fn inputs_beside_the_parameters_part_questions_where_they_change_the_answer() {
    let with = |name: &'static str, value: &str| {
        let control = [(name, String::from(value))];
        asked(&Incoming { method: "GET", url: "/api/v3/actions", control: &control, ..Incoming::default() })
            .keep
            .unwrap()
            .key
    };
    let plain = key("/api/v3/actions");
    assert_eq!(with("x-timeout", "9000"), plain);
    assert_eq!(key("/api/v3/actions?x_timeout=9000"), plain);
    assert_eq!(with("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"), plain);
    for (header, name) in [
        ("x-no-address-book", Some("x_no_address_book")),
        ("x-no-metadata", Some("x_no_metadata")),
        ("x-actions-version", None),
    ] {
        let parted = with(header, "true");
        assert_eq!(parted, format!("{plain}#{header}=true"));
        assert_ne!(with(header, "false"), parted);
        if let Some(name) = name {
            assert_eq!(key(&format!("/api/v3/actions?{name}=true")), parted);
            // No parameter of that look is taken for it.
            let forwarding = Config::from_json(r#"{"unknownParameters":"forward"}"#).unwrap();
            let url = format!("/api/v3/actions?%23{header}=true&%26{header}=true");
            let Verdict::Forward(forward) =
                decide(&forwarding, &Incoming { method: "GET", url: &url, ..Incoming::default() })
            else {
                panic!()
            };
            assert!(![&plain, &parted].contains(&&forward.keep.unwrap().key));
        }
    }
}

#[test]
fn a_method_and_its_number_as_text_are_two_questions() {
    let run = |method: &str, stack: &str| {
        let body = format!(r#"{{"address":"{}","method":{method},"stack":{stack}}}"#, samples::ADDRESS);
        post("/api/v2/runGetMethod", &body).keep.unwrap().key
    };
    assert_ne!(run("85143", "[]"), run("\"85143\"", "[]"));
    assert_ne!(run("\"'85143\"", "[]"), run("\"85143\"", "[]"));
    assert_eq!(run("\"seqno\"", r#"[ [ "num" , "0x1 2" ] ]"#), run("\"seqno\"", r#"[["num","0x1 2"]]"#));
    assert_ne!(run("\"seqno\"", r#"[["num","0x1 2"]]"#), run("\"seqno\"", r#"[["num","0x12"]]"#));
    let nested = |text: &str| run("\"seqno\"", &json!([["tvm.Slice", text]]).to_string());
    assert_ne!(nested("a\\\" \""), nested("a\\\"\""));
}

#[test]
fn callers_with_keys_keep_answers_to_themselves_and_may_renew() {
    let keyed = Config::from_json(r#"{"keys":"\u0000store"}"#).unwrap();
    let base = Incoming {
        method: "GET",
        url: "/api/v3/masterchainInfo",
        cache_control: Some("max-age=0, No-Cache"),
        ..Incoming::default()
    };
    let keep = |config: &Config, incoming: &Incoming<'_>| match decide(config, incoming) {
        Verdict::Forward(forward) => forward.keep.unwrap(),
        other => panic!("{other:?}"),
    };
    let open = keep(&config(), &base);
    assert!(!open.private && !open.renew, "without keys nobody can make the cache step aside");
    let keyless = keep(&keyed, &base);
    assert!(keyless.private && !keyless.renew);
    let hash = "0".repeat(64);
    let record = ton_edge::gateway::Record::from_json(&format!(
        r#"{{"hash":"{hash}","id":"shop","network":"mainnet","created":"2026-01-01T00:00:00Z"}}"#
    ))
    .unwrap();
    let lookup = ton_edge::gateway::Lookup::Found { hash, record };
    let with_key = keep(&keyed, &Incoming { key: Some("k"), lookup: Some(&lookup), ..base });
    assert!(with_key.private && with_key.renew);
    assert_eq!(with_key.key, keyless.key, "a key colours nothing");
    assert!(
        !keep(
            &keyed,
            &Incoming { key: Some("k"), lookup: Some(&lookup), cache_control: Some("x-no-cache"), ..base }
        )
        .renew
    );
}

// Questions by their meaning, and spelled by chance.

/// Numbers by chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// One of three values of a parameter, in its one form.
fn meaning(param: &Param, which: usize) -> String {
    let filled = |byte: u8| (0..32).map(|_| format!("{byte:02x}")).collect::<String>();
    match param.kind {
        Kind::Address | Kind::AddressOrNull => format!("0:{}", filled(which as u8 + 0xA0)),
        Kind::AddressText => ["alice.ton", "bob", "carol"][which].into(),
        Kind::AccountHash | Kind::Hash => filled(which as u8 + 0xB0),
        Kind::Lt | Kind::Dec => (which + 41).to_string(),
        Kind::Utime => (which + 1_700_000_000).to_string(),
        Kind::Int => {
            (param.min.unwrap_or(0).max(0) + which as i32).min(param.max.unwrap_or(i32::MAX)).to_string()
        }
        Kind::Bool => (which == 1).to_string(),
        Kind::Enum => param.choices[which % param.choices.len()].into(),
        Kind::String => ["one", "two", "three"][which].into(),
        Kind::ShardDec => ["-9223372036854775808", "4611686018427387904", "6"][which].into(),
        Kind::ShardHex => ["8000000000000000", "4000000000000000", "6"][which].into(),
        Kind::Opcode => ["0f8a7ea5", "00000001", "ffffffff"][which].into(),
        Kind::Method => ["seqno", "get_wallet_data", "85143"][which].into(),
        Kind::Stack => ["[]", r#"[["num","0x1"]]"#, r#"[["num","0x2"]]"#][which].into(),
        Kind::Boc | Kind::BocOrHex => "te6cckEBAQEAAgAAAEysuc0=".into(),
        Kind::Scalar | Kind::Object => panic!("{}: no row that is kept takes one", param.name),
    }
}

/// The same value in other words.
fn spelled(param: &Param, generation: Generation, meant: &str, chance: &mut Chance) -> Arg<'static> {
    let text = |text: String| Arg::Text(Cow::Owned(text));
    let zeros = |chance: &mut Chance| format!("{}{meant}", ["", "0", "000"][chance.below(3)]);
    match param.kind {
        Kind::Address | Kind::AddressOrNull => {
            let parsed = address::parse(meant).unwrap().address;
            let friendly = |bounceable, chance: &mut Chance| {
                let flags = address::Flags {
                    bounceable,
                    test_only: chance.below(2) == 1,
                    ..address::Flags::default()
                };
                parsed.to_friendly(flags).to_string()
            };
            text(match chance.below(4) {
                0 => parsed.to_raw().to_string(),
                1 => parsed.to_raw_lower().to_string(),
                2 => friendly(true, chance),
                _ => friendly(false, chance),
            })
        }
        Kind::AccountHash | Kind::Hash => {
            let parsed = hash::parse(meant).unwrap();
            text(match chance.below(5) {
                0 => parsed.to_hex().to_string(),
                1 => parsed.to_hex().to_uppercase(),
                2 => parsed.to_b64().to_string(),
                3 if generation == Generation::V3 => format!("0x{}", parsed.to_hex()),
                _ => parsed.to_b64url().to_string(),
            })
        }
        Kind::Lt | Kind::Dec => text(zeros(chance)),
        Kind::Int | Kind::Utime if chance.below(2) == 0 => Arg::Number(Cow::Owned(meant.into())),
        // In a body a number is a number.
        Kind::Int | Kind::Utime if param.place == Place::Body => text(meant.into()),
        Kind::Int | Kind::Utime => text(zeros(chance)),
        Kind::Bool => {
            let words = if meant == "true" { ["true", "T", "1", "on"] } else { ["false", "F", "0", "OFF"] };
            text(words[chance.below(4)].into())
        }
        Kind::ShardHex => text(match (chance.below(3), meant) {
            (0, "8000000000000000") => "-9223372036854775808".into(),
            (1, _) => format!("0x{meant}"),
            _ => format!("{}{meant}", if meant.len() < 16 { "0" } else { "" }),
        }),
        Kind::Opcode => text(match (chance.below(4), meant) {
            (0, "ffffffff") => "-1".into(),
            (1, _) => format!("0x{meant}"),
            (2, _) => meant.to_uppercase(),
            _ => meant.trim_start_matches('0').into(),
        }),
        Kind::Stack => {
            Arg::Json(Cow::Owned(if chance.below(2) == 0 { meant.into() } else { meant.replace(',', " , ") }))
        }
        _ => text(meant.into()),
    }
}

/// A question: its row, and what it says of each parameter.
type Question = (usize, BTreeMap<&'static str, Vec<usize>>);

fn question(chance: &mut Chance, rows: &[&'static Endpoint]) -> Question {
    let at = chance.below(rows.len());
    let row = rows[at];
    let args = if chance.below(2) == 0 { samples::full(row) } else { samples::least(row) };
    let mut said = BTreeMap::new();
    for (name, arg) in args {
        let param = row.param(&name).unwrap();
        let count = if matches!(arg, Arg::List(_)) { 1 + chance.below(3) } else { 1 };
        said.insert(param.name, (0..count).map(|_| chance.below(3)).collect());
    }
    (at, said)
}

/// What a question comes to: sets as sets, and without what goes without saying.
fn sense((at, said): &Question, rows: &[&'static Endpoint]) -> (usize, BTreeMap<&'static str, Vec<String>>) {
    let mut sense = BTreeMap::new();
    for (name, values) in said {
        let param = rows[*at].param(name).unwrap();
        let mut values: Vec<String> = values.iter().map(|which| meaning(param, *which)).collect();
        if matches!(
            param.kind,
            Kind::Address | Kind::AddressOrNull | Kind::AddressText | Kind::Hash | Kind::AccountHash
        ) {
            values.sort();
            values.dedup();
        }
        let default = match param.server_default {
            Some(Value::Int(number)) => Some(number.to_string()),
            Some(Value::Bool(flag)) => Some(flag.to_string()),
            Some(Value::Text(text) | Value::Texts(&[text])) => Some(text.into()),
            _ => None,
        };
        let agreed = param.default.is_none() || param.default == param.server_default;
        if !(agreed && values.len() == 1 && Some(&values[0]) == default.as_ref()) {
            sense.insert(*name, values);
        }
    }
    // The twin rows of `decode` ask one question.
    let twin =
        rows.iter().position(|row| (row.generation, row.path) == (rows[*at].generation, rows[*at].path));
    (twin.unwrap(), sense)
}

fn spell((at, said): &Question, rows: &[&'static Endpoint], chance: &mut Chance) -> Option<Vec<String>> {
    let row = rows[*at];
    let mut args: Args = Args::new();
    for (name, values) in said {
        let param = row.param(name).unwrap();
        let mut items: Vec<_> = values
            .iter()
            .map(|which| spelled(param, row.generation, &meaning(param, *which), chance))
            .collect();
        let set = matches!(param.kind, Kind::Address | Kind::AddressText | Kind::Hash | Kind::AccountHash);
        if set && items.len() > 1 && chance.below(2) == 0 {
            items.reverse();
        }
        let list = param.array && param.kind != Kind::Stack;
        let arg = if list { Arg::List(items) } else { items.remove(0) };
        let place = chance.below(args.len() + 1);
        args.insert(place, (Cow::Borrowed(*name), arg));
    }
    // What the rules between parameters refuse is no question.
    plan(row, &args, Unknown::Refuse).ok()?;
    Some(styles(row, &args).into_iter().map(|one| one.keep.unwrap().key).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    /// Two spellings of one question share one entry, two questions never do.
    #[test]
    fn one_name_for_one_question(seed in any::<u64>()) {
        let rows: Vec<_> = kept_rows().collect();
        let mut chance = Chance(seed);
        let one = question(&mut chance, &rows);
        // Mostly the same operation with a value changed: others never come near.
        let mut other = if chance.below(4) == 0 { question(&mut chance, &rows) } else { one.clone() };
        for values in other.1.values_mut() {
            if chance.below(3) == 0 { values[0] = chance.below(3); }
        }
        let (Some(first), Some(again)) = (spell(&one, &rows, &mut chance), spell(&one, &rows, &mut chance)) else { return Ok(()) };
        for key in first.iter().chain(&again) {
            prop_assert_eq!(key, &first[0]);
        }
        let Some(another) = spell(&other, &rows, &mut chance) else { return Ok(()) };
        prop_assert_eq!(sense(&one, &rows) == sense(&other, &rows), another[0] == first[0], "{:?} {:?}", &first[0], &another[0]);
    }

    /// Whatever stands in a name or a body: it is judged without a panic, and nothing but 200 and 404 is kept.
    #[test]
    fn anything_can_be_judged(key in "[ -~]{0,60}", status in 0..600u16, body in "[ -~]{0,80}") {
        let kept = judge(&config(), &key, status, None, &body);
        prop_assert!(kept.is_none() || matches!(status, 200 | 404));
        let kept = judge(&config(), "mainnet/v3/masterchainInfo", status, Some(&key), &body);
        prop_assert!(kept.is_none() || matches!(status, 200 | 404));
    }
}

// Lifetimes.

/// Seconds that an answer of a question is fresh; `None`: it is not kept.
fn fresh(url: &str, result: &Json) -> Option<f64> {
    let forward = get(url);
    let body = match forward.generation {
        Generation::V2 => json!({ "ok": true, "result": result, "@extra": "1:2:3" }),
        Generation::V3 => result.clone(),
    };
    let kept = judge(&config(), &forward.keep.unwrap().key, 200, None, &body.to_string())?;
    assert_eq!(kept.times.control, format!("max-age={}", kept.times.fresh / 1000.0));
    Some(kept.times.fresh / 1000.0)
}

#[test]
fn an_empty_answer_is_never_fixed() {
    for row in kept_rows().filter(|row| row.verb == Verb::Get) {
        let url = format!("/api/{}{}?{}", row.generation.as_str(), row.path, query(&samples::full(row)));
        let rows = [
            "blocks",
            "transactions",
            "messages",
            "traces",
            "shards",
            "elections",
            "actions",
            "result",
            "signatures",
            "opcodes",
        ];
        let mut nothings = vec![json!({}), json!([]), json!(""), json!(null)];
        nothings
            .extend(rows.iter().map(|name| json!({ *name: [], "address_book": {}, "incomplete": false })));
        for nothing in nothings {
            if let Some(seconds) = fresh(&url, &nothing) {
                let short = if matches!(row.cache.class, CacheClass::Immutable | CacheClass::Pure) {
                    1
                } else {
                    row.cache.ttl
                };
                assert_eq!(seconds, f64::from(short), "{url} {nothing}");
            }
        }
    }
}

#[test]
fn what_names_a_block_fixes_the_answer() {
    let something = json!({ "balance": "1" });
    let address = samples::ADDRESS;
    for name in [
        "getAddressInformation",
        "getExtendedAddressInformation",
        "getWalletInformation",
        "getAddressBalance",
        "getAddressState",
    ] {
        let at = |more: &str| fresh(&format!("/api/v2/{name}?address={address}{more}"), &something);
        assert_eq!(at(""), Some(1.0));
        assert_eq!(at("&seqno=7"), Some(86400.0));
    }
    // This one takes any number, and servers may take 0 for the newest.
    assert_eq!(
        fresh(&format!("/api/v2/getExtendedAddressInformation?address={address}&seqno=0"), &something),
        Some(1.0)
    );
    assert_eq!(
        fresh("/api/v2/lookupBlock?workchain=0&shard=-9223372036854775808&seqno=7", &something),
        Some(86400.0)
    );
    assert_eq!(
        fresh("/api/v2/lookupBlock?workchain=0&shard=-9223372036854775808&unixtime=7", &something),
        Some(1.0)
    );
    assert_eq!(fresh("/api/v2/getShards?seqno=7", &json!({ "shards": [1] })), Some(86400.0));
    assert_eq!(fresh("/api/v2/getConfigParam?config_id=1", &something), Some(5.0));
    assert_eq!(fresh("/api/v2/getConfigParam?config_id=1&seqno=7", &something), Some(86400.0));
    // Chance is no input of a get-method, and its result does not show it.
    let run = post(
        "/api/v2/runGetMethod",
        &format!(r#"{{"address":"{address}","method":"seqno","stack":[],"seqno":7}}"#),
    );
    let kept = judge(
        &config(),
        &run.keep.unwrap().key,
        200,
        None,
        r#"{"ok":true,"result":{"exit_code":0,"stack":[["num","0x1"]]}}"#,
    );
    assert_eq!(kept.unwrap().times.fresh, 1000.0);
}

#[test]
fn a_list_of_transactions_is_fixed_when_it_is_full() {
    let url =
        format!("/api/v2/getTransactions?address={}&limit=2&lt=7&hash={}", samples::ADDRESS, "ab".repeat(32));
    assert_eq!(fresh(&url, &json!([1, 2])), Some(86400.0));
    // A node that has forgotten what lies behind gives fewer.
    assert_eq!(fresh(&url, &json!([1])), Some(1.0));
    assert_eq!(fresh(&url.replace("&limit=2", ""), &json!(vec![1; 9])), Some(1.0));
    assert_eq!(fresh(&url.replace("&limit=2", ""), &json!(vec![1; 10])), Some(86400.0));
    assert_eq!(fresh(&url.replace("lt=7", "lt=0"), &json!([1, 2])), Some(1.0));
    let std = url.replace("Transactions?", "TransactionsStd?");
    assert_eq!(fresh(&std, &json!({ "transactions": [1, 2] })), Some(86400.0));
    assert_eq!(fresh(&std, &json!({ "transactions": [1] })), Some(1.0));
}

#[test]
fn libraries_are_fixed_when_all_are_there() {
    let (one, two) = ("ab".repeat(32), "cd".repeat(32));
    let url = format!("/api/v2/getLibraries?libraries={one}&libraries={two}");
    let found = |hashes: &[&str]| {
        let rows: Vec<_> = hashes
            .iter()
            .map(|hash| json!({ "hash": hash::parse(hash).unwrap().to_b64().to_string(), "data": "x" }))
            .collect();
        fresh(&url, &json!({ "result": rows }))
    };
    assert_eq!(found(&[&one, &two]), Some(86400.0));
    assert_eq!(found(&[&one, &one]), Some(5.0));
}

#[test]
fn indexed_rows_are_fixed_when_they_are_final() {
    let hash = "ab".repeat(32);
    let last = json!({ "finality": "finalized", "mc_block_seqno": 7 });
    let near = json!({ "finality": "confirmed", "mc_block_seqno": 7 });
    let old = json!({ "mc_block_seqno": 7 });
    let made_up = json!({ "mc_block_seqno": 7, "emulated": true });
    let rows = |name: &str, rows: &[&Json]| json!({ name: rows, "address_book": {} });
    let by_hash = format!("/api/v3/transactions?hash={hash}");
    assert_eq!(fresh(&by_hash, &rows("transactions", &[&last])), Some(3600.0));
    assert_eq!(fresh(&by_hash, &rows("transactions", &[&old])), Some(3600.0));
    for rest in [
        rows("transactions", &[&near]),
        rows("transactions", &[&made_up]),
        rows("transactions", &[&last, &last]),
        rows("transactions", &[&json!({})]),
    ] {
        assert_eq!(fresh(&by_hash, &rest), Some(2.0), "{rest}");
    }
    assert_eq!(fresh("/api/v3/transactions?mc_seqno=7", &rows("transactions", &[&last])), Some(2.0));

    let adjacent = |direction: &str| {
        fresh(
            &format!("/api/v3/adjacentTransactions?hash={hash}{direction}"),
            &rows("transactions", &[&last]),
        )
    };
    assert_eq!(
        [adjacent("&direction=in"), adjacent("&direction=out"), adjacent("")],
        [Some(3600.0), Some(10.0), Some(10.0)]
    );

    let side = |direction: &str| {
        fresh(
            &format!("/api/v3/transactionsByMessage?msg_hash={hash}{direction}"),
            &rows("transactions", &[&last]),
        )
    };
    assert_eq!([side("&direction=in"), side("")], [Some(600.0), Some(2.0)]);

    let block = |query: &str, count: usize| {
        fresh(&format!("/api/v3/blocks?{query}"), &rows("blocks", &vec![&old; count]))
    };
    assert_eq!(block(&format!("root_hash={hash}"), 1), Some(86400.0));
    assert_eq!(block("workchain=0&shard=8000000000000000&seqno=7", 1), Some(86400.0));
    assert_eq!(block("workchain=0&shard=8000000000000000&seqno=7", 2), Some(2.0));
    assert_eq!(block("workchain=0&seqno=7", 1), Some(2.0));

    let message = |source: Json, taken: Json| {
        let row = json!({ "source": source, "destination": "0:1", "in_msg_tx_hash": taken, "out_msg_tx_hash": source });
        fresh(&format!("/api/v3/messages?msg_hash={hash}"), &rows("messages", &[&row]))
    };
    assert_eq!(message(json!("0:2"), json!("x")), Some(600.0));
    assert_eq!(message(json!(null), json!("x")), Some(600.0));
    assert_eq!(message(json!("0:2"), json!(null)), Some(2.0));

    let trace = |state: &str, class: &str, incomplete: bool| {
        let row = json!({ "is_incomplete": incomplete, "trace_info": { "trace_state": state, "classification_state": class } });
        fresh(&format!("/api/v3/traces?tx_hash={hash}"), &rows("traces", &[&row]))
    };
    assert_eq!(trace("complete", "ok", false), Some(3600.0));
    for doubt in [
        trace("pending", "ok", false),
        trace("complete", "unclassified", false),
        trace("complete", "ok", true),
    ] {
        assert_eq!(doubt, Some(2.0));
    }

    let election = |query: &str, over: bool| {
        fresh(
            &format!("/api/v3/validators/elections{query}"),
            &rows("elections", &[&json!({ "finished": over })]),
        )
    };
    assert_eq!(
        [election("?election_id=7", true), election("?election_id=7", false), election("", true)],
        [Some(3600.0), Some(60.0), Some(60.0)]
    );
}

#[test]
fn every_condition_of_the_table_can_hold() {
    // The tests above name them; a new one needs its own.
    let used: std::collections::BTreeSet<String> =
        V2.iter().chain(V3).map(|row| format!("{:?}", row.cache.fixed)).collect();
    let known: std::collections::BTreeSet<String> =
        Fixed::ALL.iter().map(|fixed| format!("{fixed:?}")).collect();
    assert_eq!(used, known);
    for row in V2.iter().chain(V3) {
        assert_eq!(row.cache.immutable_when, row.cache.fixed.words(), "{}", row.path);
    }
}

#[test]
fn failures_are_not_kept_save_a_second_of_nothing_found() {
    let judged = |key: &str, status: u16, control: Option<&str>, body: &str| {
        judge(&config(), key, status, control, body)
    };
    let (v2, v3) = ("mainnet/v2/getMasterchainInfo", "mainnet/v3/masterchainInfo");
    let good = r#"{"ok":true,"result":{"last":1},"@extra":"1"}"#;
    assert_eq!(judged(v2, 200, None, good).unwrap().times.fresh, 1000.0);
    for status in [0, 201, 204, 206, 301, 400, 401, 403, 409, 416, 422, 429, 500, 502, 503, 504, 542] {
        assert_eq!(judged(v2, status, None, good), None, "{status}");
        assert_eq!(judged(v3, status, None, good), None, "{status}");
    }
    for (key, body) in [
        (v2, ""),
        (v2, "<html>"),
        (v2, r#"{"ok":false,"result":"Ratelimit exceed","code":429}"#),
        (v2, r#"{"ok":true}"#),
        (v2, r#"{"ok":true,"result":{"last":1}"#),
        (v2, "[]"),
        (v3, ""),
        (v3, "<html>"),
        (v3, r#"{"error":"x"}"#),
        (v3, r#"{"last":1}}"#),
    ] {
        assert_eq!(judged(key, 200, None, body), None, "{body}");
    }
    let missing = judged(v3, 404, None, r#"{"error":"block not found"}"#).unwrap().times;
    assert_eq!(
        (missing.fresh, missing.stale, missing.failing, missing.control.as_str()),
        (1000.0, 0.0, 0.0, "no-store")
    );
    assert_eq!(judged(v3, 404, None, "<html>not here</html>"), None);
    for (control, kept) in [
        ("no-store", false),
        ("max-age=5, Private", false),
        ("private=x", false),
        ("no-cache", true),
        ("max-age=0", true),
        ("x-private", true),
    ] {
        assert_eq!(judged(v2, 200, Some(control), good).is_some(), kept, "{control}");
    }
    for key in [
        "",
        "x",
        "mainnet",
        "mainnet/v2",
        "mainnet/v4/x",
        "mainnet/v2/sendBoc",
        "mainnet/v2/jsonRPC",
        "mainnet/v3/pendingTraces",
        "mainnet/v3/message",
    ] {
        assert_eq!(judged(key, 200, None, good), None, "{key}");
    }
}

#[test]
fn the_tag_is_of_what_is_said() {
    let tag = |body: &str| judge(&config(), "mainnet/v2/getMasterchainInfo", 200, None, body).unwrap().tag;
    let one = tag(r#"{"ok":true,"result":{"last":1},"@extra":"1:0:1"}"#);
    assert_eq!(one, tag(r#"{"ok":true,"result":{"last":1},"@extra":"2:0:9"}"#));
    assert_ne!(one, tag(r#"{"ok":true,"result":{"last":2},"@extra":"1:0:1"}"#));
    assert_eq!(one.len(), 32);
}

#[test]
fn stale_answers_are_given_for_no_longer_than_they_were_fresh() {
    let times = |config: &str, key: &str| {
        let config = Config::from_json(config).unwrap();
        judge(&config, key, 200, None, r#"{"last":[1]}"#).unwrap().times
    };
    for (config, key, fresh, stale, failing) in [
        ("{}", "mainnet/v3/masterchainInfo", 1.0, 1.0, 30.0),
        ("{}", "mainnet/v3/vesting", 60.0, 10.0, 30.0),
        (r#"{"cache":{"staleWhileRevalidate":0,"staleIfError":0}}"#, "mainnet/v3/vesting", 60.0, 0.0, 0.0),
        (
            r#"{"cache":{"staleWhileRevalidate":3600,"staleIfError":7}}"#,
            "mainnet/v3/vesting",
            60.0,
            60.0,
            7.0,
        ),
    ] {
        let times = times(config, key);
        assert_eq!(
            (times.fresh, times.stale, times.failing),
            (fresh * 1000.0, stale * 1000.0, failing * 1000.0)
        );
    }
}

// The guide.

/// Why answers of a class hold that long.
const fn why(class: CacheClass) -> &'static str {
    match class {
        CacheClass::Live => "follows the chain",
        CacheClass::Slow => "changes rarely",
        CacheClass::Immutable => "never changes once it is there",
        CacheClass::Pure => "depends on what was asked alone",
        CacheClass::Never => "a send, an estimate, or what is still to come",
        CacheClass::AsCalled => "",
    }
}

/// When an answer holds for longer, in words for people.
const fn when(fixed: Fixed) -> &'static str {
    match fixed {
        Fixed::Never => "",
        Fixed::Answered => "something is in it",
        Fixed::Found => "it was found",
        Fixed::Seqno => "`seqno` names the block",
        Fixed::FromSeqno => "`from_seqno` names the block",
        Fixed::BlockSeqno => "`seqno` names the block",
        Fixed::Start => "`lt` and `hash` say where to begin, and the page is full",
        Fixed::Run => "never: what runs may use chance, and no result shows that",
        Fixed::EveryHash => "every library asked for is in it",
        Fixed::Trace => {
            "asked for by hashes, and all of these traces are complete and classified `ok` or `failed`"
        }
        Fixed::Incoming => "`direction=in`, and it is final",
        Fixed::Block => {
            "one block is asked for (`root_hash`, `file_hash`, or workchain, shard and seqno) and found"
        }
        Fixed::Message => "asked for by hashes, and all of these messages have been sent and received",
        Fixed::Transaction => "asked for by hashes, and all of these transactions are final",
        Fixed::Side => "`msg_hash` and `direction` say which, and all of them are final",
        Fixed::Election => "`election_id` says which, and it is over",
    }
}

/// The table of the guide: operations whose answers hold alike in one line.
fn guide() -> String {
    let mut lines: Vec<(Generation, ton_edge::endpoint::Cache, Vec<&str>)> = Vec::new();
    // Utilities of v2 are answered by the gateway itself, JSON-RPC is asked as the method called.
    let of_service = |row: &&Endpoint| {
        row.cache.class != CacheClass::AsCalled
            && !(row.generation == Generation::V2 && row.cache.class == CacheClass::Pure)
    };
    for row in V2.iter().chain(V3).filter(of_service) {
        let name = if row.verb == Verb::Post && row.path == "/decode" { continue } else { row.name() };
        match lines
            .iter_mut()
            .find(|(generation, cache, _)| *generation == row.generation && *cache == row.cache)
        {
            Some((.., names)) => names.push(name),
            None => lines.push((row.generation, row.cache, vec![name])),
        }
    }
    let mut table = String::from(
        "| operations | seconds | why | seconds, if fixed | fixed when |\n|---|---|---|---|---|\n",
    );
    for (generation, cache, names) in lines {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        // What the table of operations calls fixed holds a second while nothing is in it.
        let short = match cache.class {
            CacheClass::Immutable | CacheClass::Pure => ton_edge::gateway::cache::UNPROVEN,
            _ => cache.ttl,
        };
        let short = if cache.class == CacheClass::Never { 0 } else { short };
        let fixed = cache
            .immutable_ttl
            .filter(|_| cache.fixed != Fixed::Run)
            .map_or_else(String::new, |seconds| seconds.to_string());
        let (generation, names) = (generation.as_str(), names.join(", "));
        table.push_str(&format!(
            "| {generation} {names} | {short} | {} | {fixed} | {} |\n",
            why(cache.class),
            when(cache.fixed)
        ));
    }
    table
}

#[test]
fn the_guide_says_how_long() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/caching.md");
    let guide_text = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = guide_text.split_once("<!-- lifetimes -->\n").unwrap();
    let (kept, after) = rest.split_once("<!-- /lifetimes -->").unwrap();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, format!("{before}<!-- lifetimes -->\n{}<!-- /lifetimes -->{after}", guide()))
            .unwrap();
        return;
    }
    assert_eq!(kept, guide(), "BLESS=1 cargo test writes it anew");
}
