//! Callers' API keys: which are accepted, and the responses to the others.

use proptest::prelude::*;
use ton_edge::gateway::{Config, Incoming, Lookup, Plan, Record, Verdict, decide};

const KEY: &str = "tonedge_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2V";
const HASH: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

fn config(more: &str) -> Config {
    Config::from_json(&format!(r#"{{"apiKeys":"\u0000store"{more}}}"#)).unwrap()
}

fn record(more: &str) -> String {
    format!(r#"{{"hash":"{HASH}","id":"shop","network":"mainnet","created":"2026-01-01T00:00:00Z"{more}}}"#)
}

fn found_lookup(record: &str) -> Lookup {
    Lookup::from_json(&format!(r#"{{"state":"found","now":1.8e12,"hash":"{HASH}","record":{record}}}"#))
}

fn get<'a>(url: &'a str, key: Option<&'a str>, lookup: Option<&'a Lookup>) -> Incoming<'a> {
    Incoming { method: "GET", url, key, lookup, ..Incoming::default() }
}

#[track_caller]
fn response_of(verdict: Verdict) -> (u16, String) {
    match verdict {
        Verdict::Respond { status, body, .. } => (status, body.unwrap()),
        other => panic!("no response: {other:?}"),
    }
}

#[test]
fn a_key_is_looked_up_and_its_caller_passed_on() {
    let config = config("");
    let url_with_key = format!("/api/v3/blocks?limit=1&api_key={KEY}");
    let expected_verdict = Verdict::Key { key: KEY.to_owned() };
    assert_eq!(decide(&config, &get("/api/v3/blocks", Some(KEY), None)), expected_verdict);
    assert_eq!(decide(&config, &get(&url_with_key, None, None)), expected_verdict);
    assert_eq!(decide(&config, &get(&url_with_key, Some(KEY), None)), expected_verdict);
    assert_eq!(
        decide(&config, &get(&url_with_key, Some(""), None)),
        expected_verdict,
        "an empty key counts as missing"
    );
    for query in ["api_key=", "api_key", "limit=1&api_key=&api_key"] {
        let url = format!("/api/v3/blocks?{query}");
        assert_eq!(decide(&config, &get(&url, Some(KEY), None)), expected_verdict, "{query}");
        let Verdict::Forward(forward) = decide(&config, &get(&url, None, None)) else { panic!("{query}") };
        assert_eq!(forward.caller, None, "{query}");
    }
    let lookup = found_lookup(&record(r#","plan":5,"name":"Shop""#));
    let Verdict::Forward(forward) = decide(&config, &get(&url_with_key, Some(KEY), Some(&lookup))) else {
        panic!("not forwarded")
    };
    let caller = forward.caller.clone().unwrap();
    assert_eq!((caller.id.as_str(), caller.plan), ("shop", Some(Plan::Rate(5.0))));
    assert!(!format!("{forward:?}").contains(KEY));
}

#[test]
fn refusals_are_those_of_the_specification_in_every_shape() {
    let config = config("");
    let testnet = found_lookup(&record("").replace("mainnet", "testnet"));
    let revoked_lookup = found_lookup(&record(r#","revoked":"2026-02-01T00:00:00Z""#));
    let testnet_lookup = Lookup::from_json(&format!(
        r#"{{"state":"found","now":1.8e12,"hash":"{}","record":{}}}"#,
        "0".repeat(64),
        record("")
    ));
    for (lookup, status, text) in [
        (&Lookup::Missing, 401, "API key does not exist"),
        (&revoked_lookup, 401, "API key does not exist"),
        (&testnet_lookup, 401, "API key does not exist"),
        (&testnet, 403, "Network not allowed"),
        (&Lookup::Busy { wait: 1000.0 }, 429, "Ratelimit exceeded"),
        (&Lookup::Failed, 503, "API keys cannot be checked at the moment; try again later"),
    ] {
        let send = |url| response_of(decide(&config, &get(url, Some(KEY), Some(lookup))));
        let v2 = format!(r#"{{"ok":false,"error":"{text}","code":{status},"@extra":"_"}}"#);
        assert_eq!(send("/api/v2/getMasterchainInfo"), (status, v2.clone()));
        assert_eq!(send("/api/v3/blocks"), (status, format!(r#"{{"error":"{text}"}}"#)));
        let utility_url = "/api/v2/unpackAddress?address=0:5555555555555555555555555555555555555555555555555555555555555555";
        assert_eq!(
            send(utility_url),
            (status, v2.clone()),
            "operations of the gateway itself also need a valid key"
        );
        let call = |body| Incoming {
            method: "POST",
            content_type: Some("application/json"),
            body,
            ..get("/api/v2/jsonRPC", Some(KEY), Some(lookup))
        };
        assert!(
            matches!(decide(&config, &call(None)), Verdict::Body { .. }),
            "the body is read to get its id"
        );
        for (body, id) in [
            (r#"{"id":"a","method":"getMasterchainInfo"}"#, r#""a""#),
            ("[]", "null"),
            ("broken", "null"),
            (r#"{"id":{}}"#, "null"),
        ] {
            let tail = format!(r#","jsonrpc":"2.0","id":{id}}}"#);
            let expected = format!("{}{tail}", v2.strip_suffix('}').unwrap());
            assert_eq!(response_of(decide(&config, &call(Some(body)))), (status, expected));
        }
    }
    // The gateway does not read a body that it would refuse, not even to get its id.
    for (content_type, content_length) in
        [(Some("text/plain"), None), (None, None), (Some("application/json"), Some("99999999"))]
    {
        let call = Incoming {
            method: "POST",
            content_type,
            content_length,
            ..get("/api/v2/jsonRPC", Some(KEY), None)
        };
        let (status, body) =
            response_of(decide(&config, &Incoming { lookup: Some(&Lookup::Missing), ..call }));
        assert!(status == 401 && body.ends_with(r#""id":null}"#), "{status} {body}");
    }
    // The key of the other network is accepted on that network.
    let verdict = decide(&config, &get("/testnet/api/v3/blocks", Some(KEY), Some(&testnet)));
    assert!(matches!(verdict, Verdict::Forward(_)), "{verdict:?}");
}

#[test]
fn a_malformed_key_is_refused_without_a_lookup() {
    let config = config("");
    let long_key = "a".repeat(257);
    let longest = &long_key[1..];
    let expected_verdict = Verdict::Key { key: longest.to_owned() };
    assert_eq!(decide(&config, &get("/api/v3/blocks", Some(longest), None)), expected_verdict);
    for key in ["a b", " ", "a\tb", "a\u{7f}", "ключ", long_key.as_str(), "a, b"] {
        assert_eq!(response_of(decide(&config, &get("/api/v3/blocks", Some(key), None))).0, 401, "{key:?}");
    }
    for query in ["api_key=%zz", "api_key=a%20b", "api_key=%00", "%61pi_key=%ff"] {
        assert_eq!(
            response_of(decide(&config, &get(&format!("/api/v3/blocks?{query}"), None, None))).0,
            401,
            "{query}"
        );
    }
    for (header, query) in [
        (Some("one"), "api_key=two"),
        (None, "api_key=one&api_key=two"),
        // Two keys with the same beginning are different keys.
        (Some("one"), "api_key=one2"),
        (Some("one2"), "api_key=one"),
    ] {
        let (status, body) =
            response_of(decide(&config, &get(&format!("/api/v3/blocks?{query}"), header, None)));
        assert_eq!(status, 400);
        assert!(body.contains("two different API keys"));
    }
}

#[test]
fn a_failed_lookup_gets_a_retry_after() {
    for (lookup, seconds) in [
        (r#"{"state":"busy","wait":2500}"#, Some("3")),
        (r#"{"state":"failed"}"#, Some("1")),
        (r#"{"state":"busy","wait":1}"#, Some("1")),
        (r#"{"state":"missing"}"#, None),
    ] {
        let lookup = Lookup::from_json(lookup);
        let Verdict::Respond { status, headers, .. } =
            decide(&config(""), &get("/api/v3/blocks", Some(KEY), Some(&lookup)))
        else {
            panic!("{lookup:?}: no response")
        };
        let expected = match lookup {
            Lookup::Busy { .. } => 429,
            Lookup::Failed => 503,
            _ => 401,
        };
        assert_eq!(status, expected);
        let retry_after =
            headers.iter().find(|(name, _)| name == "retry-after").map(|(_, value)| value.as_str());
        assert_eq!(retry_after, seconds, "{lookup:?}");
    }
}

#[test]
fn an_operation_that_is_switched_off_is_off_for_every_caller() {
    let config = config(r#","operations":{"deny":["Send","v3/blocks","getShards"]}"#);
    let lookup = found_lookup(&record(r#","operations":["v2","v3"]"#));
    let post = |url, body| Incoming {
        method: "POST",
        content_type: Some("application/json"),
        body: Some(body),
        ..get(url, None, None)
    };
    let denied_message = "this gateway does not have this operation";
    for key in [None, Some(KEY)] {
        let add_key = |incoming| Incoming { key, lookup: key.map(|_| &lookup), ..incoming };
        for incoming in [
            get("/api/v3/blocks", None, None),
            get("/api/v2/shards?seqno=1", None, None),
            post("/api/v2/sendBoc", r#"{"boc":"te6cckEBAQEAAgAAAEysuc0="}"#),
            post(
                "/api/v2/jsonRPC",
                r#"{"id":1,"method":"sendBoc","params":{"boc":"te6cckEBAQEAAgAAAEysuc0="}}"#,
            ),
        ] {
            let (status, body) = response_of(decide(&config, &add_key(incoming)));
            assert!(status == 403 && body.contains(denied_message), "{}: {status} {body}", incoming.url);
        }
        for incoming in [
            get("/api/v3/masterchainInfo", None, None),
            post("/api/v2/jsonRPC", r#"{"id":1,"method":"getMasterchainInfo"}"#),
        ] {
            let verdict = decide(&config, &add_key(incoming));
            assert!(matches!(verdict, Verdict::Forward(_)), "{}: {verdict:?}", incoming.url);
        }
    }
    let rpc = Config::from_json(r#"{"operations":{"deny":["jsonRPC"]}}"#).unwrap();
    let call = post("/api/v2/jsonRPC", r#"{"id":1,"method":"getMasterchainInfo"}"#);
    assert_eq!(response_of(decide(&rpc, &call)).0, 403);
}

#[test]
fn requests_without_a_key_are_accepted_if_the_operator_allows_them() {
    let get = get("/api/v3/blocks", None, None);
    assert!(matches!(decide(&config(""), &get), Verdict::Forward(_)));
    let refusing_config = config(r#","keyless":"refuse""#);
    let (status, body) = response_of(decide(&refusing_config, &get));
    assert_eq!(status, 401);
    assert!(body.contains("an API key is required"));
    // Two requests need no API key: a preflight, which cannot have one, and one for an unknown path.
    let preflight = decide(&refusing_config, &Incoming { method: "OPTIONS", ..get });
    assert!(matches!(preflight, Verdict::Respond { status: 204, .. }));
    assert_eq!(response_of(decide(&refusing_config, &Incoming { url: "/api/v3/no", ..get })).0, 404);
    // Without a store, API keys have no meaning and are not passed on.
    let open_config = Config::from_json("{}").unwrap();
    let Verdict::Forward(forward) =
        decide(&open_config, &Incoming { key: Some("a b"), url: "/api/v3/blocks?api_key=c", ..get })
    else {
        panic!("not forwarded")
    };
    assert_eq!((forward.url.as_str(), forward.caller), ("https://toncenter.com/api/v3/blocks", None));
}

#[test]
fn a_key_under_another_name_is_not_passed_on() {
    let config = Config::from_json(r#"{"unknownParameters":"forward"}"#).unwrap();
    for name in ["apiKey", "apikey", "api-key", "API_KEY", "x-api-key", "xApiKey"] {
        let (status, body) =
            response_of(decide(&config, &get(&format!("/api/v3/blocks?{name}={KEY}"), None, None)));
        assert_eq!(status, 422, "{name}");
        assert!(body.contains("api_key") && !body.contains(KEY), "{body}");
        let body = format!(r#"{{"{name}":"{KEY}"}}"#);
        let post = Incoming {
            method: "POST",
            content_type: Some("application/json"),
            body: Some(&body),
            ..get("/api/v2/getMasterchainInfo", None, None)
        };
        assert_eq!(response_of(decide(&config, &post)).0, 422, "{name}");
    }
    // The refusal has the beginning of a long name, and suggests the intended one.
    let name = format!("{}api_key", "x".repeat(80));
    let url = format!("/api/v3/blocks?{name}={KEY}");
    let problem = Incoming { accept: Some("application/problem+json"), ..get(&url, None, None) };
    let (_, body) = response_of(decide(&config, &problem));
    assert!(
        body.contains(&format!("`{}`", &name[..64])) && body.contains(r#""suggestion":"api_key""#),
        "{body}"
    );
}

#[test]
fn records_must_have_their_form() {
    let read = |json: &str| Record::from_json(json);
    assert!(read(&record("")).is_ok());
    for (revoked, is) in [("null", false), ("false", false), ("true", true), (r#""""#, true), ("0", true)] {
        assert_eq!(read(&record(&format!(r#","revoked":{revoked}"#))).unwrap().is_revoked(), is, "{revoked}");
    }
    let longest = "n".repeat(200);
    for good in [
        r#","plan":0.000001"#,
        r#","plan":1000000"#,
        r#","plan":"s-1_""#,
        &format!(r#","name":"{longest}""#),
        &format!(r#","plan":"{}""#, &longest[..64]),
    ] {
        assert!(read(&record(good)).is_ok(), "{good}");
    }
    assert!(read(&record("").replacen("2026-01-01T00:00:00Z", &longest[..64], 1)).is_ok());
    for id in ["a", "0", "-", "_", "a-b_C9", &longest[..64]] {
        assert_eq!(read(&record("").replacen("shop", id, 1)).unwrap().id, id);
    }
    for bad in [
        r#","plan":0"#,
        r#","plan":-1"#,
        r#","plan":1000000.1"#,
        r#","plan":"""#,
        r#","plan":"a b""#,
        r#","plan":"-a""#,
        &format!(r#","name":"{longest}n""#),
        &format!(r#","plan":"{}""#, &longest[..65]),
    ] {
        assert!(read(&record(bad)).is_err(), "{bad}");
    }
    for (from, to) in [
        (HASH, &HASH[1..]),
        (HASH, &HASH.replace('f', "g")),
        ("shop", ""),
        ("shop", "a.b"),
        ("shop", &longest[..65]),
        ("2026-01-01T00:00:00Z", ""),
        ("2026-01-01T00:00:00Z", &longest[..65]),
        ("mainnet", "moon"),
        (HASH, "tonedge_the-key-itself"),
        ("aabb", "AABB"),
        (r#""id":"shop","#, ""),
        ("shop", "a b"),
        (r#""created""#, r#""origin":"x","created""#),
        (r#""created""#, r#""plan":0,"created""#),
        (r#""created""#, r#""plan":"5","created""#),
        (r#""created""#, r#""name":"a\nb","created""#),
    ] {
        let changed_record = record("").replacen(from, to, 1);
        assert_ne!(changed_record, record(""));
        let error = read(&changed_record).unwrap_err();
        assert_eq!(error.code.as_str(), "key_record_invalid");
        assert!(
            !error.message.contains("the-key-itself") && !error.message.contains("moon"),
            "{}",
            error.message
        );
    }
    // An unreadable result of the JavaScript code counts as a failure of the store.
    let found_without_now = format!(r#"{{"state":"found","hash":"{HASH}","record":{}}}"#, record(""));
    for odd in [
        "",
        "{}",
        r#"{"state":"found"}"#,
        r#"{"state":"open"}"#,
        r#"{"state":"found","hash":"x","record":{}}"#,
        &found_without_now,
        r#"{"state":"busy"}"#,
        r#"{"state":"missing","now":1}"#,
    ] {
        assert_eq!(Lookup::from_json(odd), Lookup::Failed, "{odd}");
    }
}

#[test]
fn the_error_of_a_refused_record_has_a_reason_and_no_values() {
    let secret = "tonedge_the-key-itself";
    let reason = |json: &str| {
        let error = Record::from_json(json).unwrap_err();
        assert!(!error.message.contains(secret), "{}", error.message);
        error.message.clone()
    };
    let good_record = record("");
    for (json, says) in [
        (good_record.replacen(r#""id":"shop","#, "", 1), "cannot be read: missing field `id`"),
        (record(&format!(r#","id":"{secret}""#)), "cannot be read: duplicate field `id`"),
        (good_record.replacen(r#""id""#, &format!(r#" {secret}"#), 1), "cannot be read: "),
        (record(&format!(r#","{secret}":1"#)), "a field of the wrong type, or one that this version"),
        (good_record.replacen("mainnet", secret, 1), "a field of the wrong type, or one that this version"),
        (record(&format!(r#","operations":"{secret}""#)), "a field of the wrong type"),
        (good_record.replacen(HASH, secret, 1), "`hash`"),
        (good_record.replacen("shop", &format!("{secret}."), 1), "`id`"),
        (record(&format!(r#","name":"{secret}\n""#)), "`name`"),
        (record(&format!(r#","plan":"{secret}.""#)), "`plan`"),
        (good_record.replacen("2026-01-01T00:00:00Z", &secret.repeat(3), 1), "`created`"),
    ] {
        let message = reason(&json);
        assert!(message.starts_with("the record of a key ") && message.contains(says), "{says}: {message}");
    }
}

proptest! {
    /// Only this hash is accepted, and no response repeats the key.
    #[test]
    fn no_other_hash_is_accepted(hash in "[0-9a-f]{64}|(0011(2233)?)?|[0-9a-f]{0,80}", key in "[!-~]{8,300}") {
        let lookup = Lookup::from_json(&format!(r#"{{"state":"found","now":1.8e12,"hash":"{hash}","record":{}}}"#, record("")));
        let (status, body) = response_of(decide(&config(""), &get("/api/v3/blocks", Some(&key), Some(&lookup))));
        prop_assert_eq!(status, 401);
        prop_assert!(!body.contains(&key));
    }
}
