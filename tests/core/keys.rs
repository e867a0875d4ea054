//! The restrictions of a caller's API key: time, operations, origins, client IPs, quotas. In doubt, each of them
//! refuses.

use proptest::prelude::*;
use ton_edge::gateway::keys::calendar::instant;
use ton_edge::gateway::limits::gcra::{LONGEST_WINDOW, Rule, Stored};
use ton_edge::gateway::limits::policy::{Limit, admit};
use ton_edge::gateway::{Config, Incoming, Lookup, Record, Verdict, decide};

const HASH: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const NOW: &str = "2026-05-31T22:00:00Z";

fn config(more: &str) -> Config {
    Config::from_json(&format!(r#"{{"apiKeys":"\u0000store"{more}}}"#)).unwrap()
}

fn record(more: &str) -> String {
    format!(r#"{{"hash":"{HASH}","id":"shop","network":"mainnet","created":"2026-01-01T00:00:00Z",{more}}}"#)
}

fn found_at(now: &str, more: &str) -> Lookup {
    let now = instant(now).unwrap();
    let lookup = format!(r#"{{"state":"found","now":{now},"hash":"{HASH}","record":{}}}"#, record(more));
    let lookup = Lookup::from_json(&lookup);
    assert!(matches!(lookup, Lookup::Found { .. }), "{more}");
    lookup
}

fn found_lookup(more: &str) -> Lookup {
    found_at(NOW, more)
}

fn get<'a>(url: &'a str, lookup: &'a Lookup) -> Incoming<'a> {
    Incoming { method: "GET", url, key: Some("k"), lookup: Some(lookup), ..Incoming::default() }
}

/// Status and code of the response; 0 for a request that is passed on.
#[track_caller]
fn outcome(incoming: &Incoming<'_>) -> (u16, String) {
    match decide(&config(""), incoming) {
        Verdict::Forward(_) => (0, String::new()),
        Verdict::Respond { status, headers, .. } => {
            let code = headers.into_iter().find(|(name, _)| name == "x-ton-edge-error");
            (status, code.map_or(String::new(), |(_, code)| code))
        }
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn assert_refused(incoming: &Incoming<'_>, status: u16, code: &str) {
    assert_eq!(outcome(incoming), (status, code.to_owned()));
}

#[track_caller]
fn assert_forwarded(incoming: &Incoming<'_>) {
    assert_eq!(outcome(incoming), (0, String::new()));
}

const URL: &str = "/api/v3/blocks?limit=1";

#[test]
fn a_key_expires_to_the_millisecond() {
    let expiry_field = r#""expires":"2026-06-01T00:00:00+02:00""#;
    assert_forwarded(&get(URL, &found_at("2026-05-31T21:59:59.999Z", expiry_field)));
    assert_refused(&get(URL, &found_at("2026-05-31T22:00:00Z", expiry_field)), 401, "api_key_expired");
    assert_refused(
        &get("/testnet/api/v3/blocks", &found_at("2027-01-01T00:00:00Z", expiry_field)),
        401,
        "api_key_expired",
    );
}

#[test]
fn an_unclear_suspension_suspends() {
    for suspended in ["true", r#""2026-01-01T00:00:00Z""#, r#""2099-01-01T00:00:00Z""#, "1", "{}", r#""""#] {
        let lookup = found_lookup(&format!(r#""suspended":{suspended}"#));
        assert_refused(&get(URL, &lookup), 403, "api_key_suspended");
    }
    for suspended in ["false", "null"] {
        assert_forwarded(&get(URL, &found_lookup(&format!(r#""suspended":{suspended}"#))));
    }
    // A revoked key gets this code even if it is suspended, so that callers cannot learn that the key existed.
    assert_refused(&get(URL, &found_lookup(r#""suspended":true,"revoked":true"#)), 401, "api_key_unknown");
}

#[test]
fn only_the_operations_of_the_record_pass() {
    let balance = "/api/v2/getAddressBalance?address=0:5555555555555555555555555555555555555555555555555555555555555555";
    let utility_url =
        "/api/v2/unpackAddress?address=0:5555555555555555555555555555555555555555555555555555555555555555";
    for (operations, allowed, others) in [
        (r#"["getAddressBalance"]"#, vec![balance], vec![URL, utility_url]),
        (r#"["v3"]"#, vec![URL], vec![balance, utility_url]),
        (r#"["Accounts","Blockchain data"]"#, vec![URL, balance], vec![utility_url]),
        (r#"["/api/v3/blocks"]"#, vec![URL], vec![balance]),
        ("[]", vec![], vec![URL, balance, utility_url]),
        // An older gateway does not know the operations of a newer one, so their names permit nothing.
        (r#"["v4","v3/weather","blocks2"]"#, vec![], vec![URL, balance, utility_url]),
    ] {
        let lookup = found_lookup(&format!(r#""operations":{operations}"#));
        for url in allowed {
            assert_forwarded(&get(url, &lookup));
        }
        for url in others {
            assert_refused(&get(url, &lookup), 403, "operation_not_allowed");
        }
    }
}

#[test]
fn every_call_of_a_batch_is_checked_by_its_own_operation() {
    let lookup = found_lookup(r#""operations":["getMasterchainInfo"]"#);
    let body = |calls: &str| Incoming {
        method: "POST",
        content_type: Some("application/json"),
        body: Some(Box::leak(calls.to_owned().into_boxed_str())),
        ..get("/api/v2/jsonRPC", &lookup)
    };
    assert_forwarded(&body(r#"{"id":1,"method":"getMasterchainInfo"}"#));
    assert_refused(&body(r#"{"id":1,"method":"getConsensusBlock"}"#), 403, "operation_not_allowed");
    let batch = body(
        r#"[{"id":1,"method":"getMasterchainInfo"},{"id":2,"method":"getConsensusBlock"},{"id":3,"method":"sendBoc","params":{"boc":"x"}}]"#,
    );
    let Verdict::Batch { status, items, .. } = decide(&config(""), &batch) else { panic!("no batch") };
    assert_eq!(status, 200);
    assert!(matches!(items[0], Verdict::Forward(_)));
    for (item, id) in items[1..].iter().zip([2, 3]) {
        let Verdict::Respond { status: 403, body: Some(body), .. } = item else { panic!("{item:?}") };
        let expected = format!(
            r#"{{"ok":false,"error":"this API key does not allow this operation","code":403,"@extra":"_","jsonrpc":"2.0","id":{id}}}"#
        );
        assert_eq!(*body, expected);
    }
}

#[test]
fn a_key_is_bound_to_its_origins() {
    let lookup = found_lookup(r#""origins":["https://shop.example","https://*.app.example:8443"]"#);
    let request_from = |origin| Incoming { origin, ..get(URL, &lookup) };
    assert_forwarded(&request_from(Some("https://shop.example")));
    assert_forwarded(&request_from(Some("https://a.app.example:8443")));
    for origin in [
        None,
        Some(""),
        Some("null"),
        Some("http://shop.example"),
        Some("https://shop.example.evil.example"),
        Some("https://evilshop.example"),
        Some("https://app.example:8443"),
        Some("https://a.app.example"),
    ] {
        assert_refused(&request_from(origin), 403, "origin_not_allowed");
    }
    assert_eq!(
        outcome(&Incoming {
            origin: Some("https://shop.example"),
            ..get(URL, &found_lookup(r#""origins":[]"#))
        })
        .0,
        403
    );
}

#[test]
fn a_key_is_bound_to_its_client_ips() {
    let lookup = found_lookup(r#""addresses":["192.0.2.7","10.0.0.0/8","2001:db8::/32"]"#);
    let from = |peer| Incoming { peer, ..get(URL, &lookup) };
    for peer in ["192.0.2.7", "::ffff:192.0.2.7", "10.255.0.1", "2001:db8:ffff::1"] {
        assert_forwarded(&from(Some(peer)));
    }
    for peer in [None, Some("192.0.2.8"), Some("11.0.0.1"), Some("2001:db9::1"), Some("rubbish")] {
        assert_refused(&from(peer), 403, "client_not_allowed");
    }
    // A client IP in a caller's header counts only with the setting `clientIp`.
    assert_refused(
        &Incoming { client: Some("192.0.2.7"), ..from(Some("198.51.100.1")) },
        403,
        "client_not_allowed",
    );
    let cloudflare = config(r#","clientIp":"cloudflare""#);
    let incoming = Incoming { client: Some("192.0.2.7"), ..from(Some("198.51.100.1")) };
    assert!(matches!(decide(&cloudflare, &incoming), Verdict::Forward(_)));
}

#[test]
fn records_of_the_old_and_the_new_version_are_read_and_no_other() {
    let read = |more: &str| Record::from_json(&record(more));
    let old_record = r#"{"hash":"0000000000000000000000000000000000000000000000000000000000000000","id":"a","network":"mainnet","created":"2026-01-01T00:00:00Z","plan":"shop","name":"x","revoked":false}"#;
    let old = Record::from_json(old_record).unwrap();
    assert!(
        old.quota.is_none() && old.operations.is_none() && !old.is_suspended() && !old.is_expired(f64::MAX)
    );
    let all_restrictions = r#""expires":"2027-01-01T00:00:00Z","suspended":false,"operations":["v2"],"origins":["https://a.example"],"addresses":["::1"],"quota":{"daily":1,"monthly":1000000000000}"#;
    let record_json = serde_json::to_string(&read(all_restrictions).unwrap()).unwrap();
    assert_eq!(Record::from_json(&record_json).unwrap(), read(all_restrictions).unwrap());
    for (more, names) in [
        (r#""expires":"tomorrow""#, "`expires`"),
        (r#""expires":"2027-01-01""#, "`expires`"),
        (r#""operations":[""]"#, "`operations`"),
        (r#""origins":[""]"#, "`origins`"),
        (r#""addresses":[""]"#, "`addresses`"),
        (r#""origins":["https://A.example"]"#, "`origins[0]`"),
        (r#""origins":["https://a.example","*"]"#, "`origins[1]`"),
        (r#""addresses":["10.0.0.0/33"]"#, "`addresses[0]`"),
        (r#""addresses":["::1","localhost"]"#, "`addresses[1]`"),
        (r#""quota":{"daily":0}"#, "`quota`"),
        (r#""quota":{"monthly":1000000000001}"#, "`quota`"),
    ] {
        let error = read(more).unwrap_err();
        assert_eq!(error.code.as_str(), "key_record_invalid");
        assert!(error.message.contains(names), "{more}: {}", error.message);
    }
    for more in [
        r#""expires":5"#,
        r#""operations":"v2""#,
        r#""operations":[5]"#,
        r#""quota":5"#,
        r#""quota":{"daily":1.5}"#,
        r#""quota":{"daily":-1}"#,
        r#""quota":{"weekly":1}"#,
        r#""scopes":[]"#,
    ] {
        assert!(read(more).is_err(), "{more}");
    }
    for (names, bytes, good) in [(200, 2, true), (201, 2, false), (1, 300, true), (1, 301, false)] {
        let list = vec!["v".repeat(bytes); names];
        let read = read(&format!(r#""operations":{}"#, serde_json::to_string(&list).unwrap()));
        assert_eq!(read.is_ok(), good, "{names} of {bytes} bytes");
        assert!(good || read.unwrap_err().message.contains("at most 200 texts of 1 to 300 bytes"));
    }
}

fn limits(config: &Config, lookup: &Lookup) -> Vec<Limit> {
    let Verdict::Forward(forward) = decide(config, &get(URL, lookup)) else { panic!("not forwarded") };
    forward.limits
}

fn quota_of(quota: &'static str, count: f64, policy: &str, until: Option<f64>) -> Limit {
    let (key, name) = (format!("quota:shop:{quota}"), Some(format!("\"{quota}\"")));
    Limit { key, interval_ms: 0.0, burst: count, until, quota: Some(quota), name, policy: policy.to_owned() }
}

#[test]
fn a_quota_follows_the_calendar_and_is_named_if_there_is_no_plan() {
    let (midnight, june) = (instant("2026-06-01T00:00:00Z"), instant("2026-07-01T00:00:00Z"));
    let quota = r#""quota":{"daily":100,"monthly":2000}"#;
    assert_eq!(
        limits(&config(""), &found_lookup(quota)),
        [
            quota_of("daily", 100.0, ";q=100;w=86400", midnight),
            // May has 31 days.
            quota_of("monthly", 2000.0, ";q=2000;w=2678400", midnight),
        ]
    );
    let next_limits = limits(&config(""), &found_at("2026-06-01T00:00:00Z", quota));
    assert_eq!((next_limits[0].until, next_limits[1].until), (instant("2026-06-02T00:00:00Z"), june));
    let limits_with_plan =
        limits(&config(r#","limits":{"global":50}"#), &found_lookup(&format!(r#"{quota},"plan":5"#)));
    let keys: Vec<_> = limits_with_plan.iter().map(|one| (one.key.as_str(), one.name.is_some())).collect();
    assert_eq!(
        keys,
        [("key:shop", true), ("quota:shop:daily", false), ("quota:shop:monthly", false), ("all", false)]
    );
}

proptest! {
    /// For requests in any order, from gateways whose clocks differ by up to a minute, also with a rate: no window lets more than the
    /// quota pass, and the whole quota passes if enough requests arrive.
    #[test]
    fn no_window_passes_more_than_the_quota(
        quota in 1u32..60,
        burst in 1u32..40,
        requests in prop::collection::vec((0u64..1_200_000, -60_000i64..60_000, 1u32..4), 1..400),
    ) {
        const DAY: f64 = 86_400_000.0;
        // The limiter's clock advances; the gateways' clocks are close to it.
        let mut now = 20_000.0 * DAY;
        let (mut counted, mut rate) = (Stored::default(), Stored::default());
        let mut passed_by_window: std::collections::BTreeMap<u64, f64> = std::collections::BTreeMap::new();
        for (step, skew, cost) in requests {
            now += step as f64;
            let cost = f64::from(cost);
            let window_end = ((now + skew as f64) / DAY).floor() * DAY + DAY;
            let rules = [(Rule::new(5.0, burst), rate), (Rule::quota(f64::from(quota), window_end), counted)];
            let admissions = admit(&rules, now, cost);
            let cost = cost.min(f64::from(quota));
            prop_assert_eq!(admissions[0].allowed, admissions[1].allowed);
            if admissions[1].allowed {
                rate = Stored { arrival: admissions[0].arrival, ends: admissions[0].ends };
                counted = Stored { arrival: admissions[1].arrival, ends: admissions[1].ends };
                let window_sum = passed_by_window.entry(counted.ends as u64).or_default();
                *window_sum += cost;
                prop_assert!(*window_sum <= f64::from(quota), "{} of {quota}", *window_sum);
                prop_assert_eq!(f64::from(admissions[1].remaining), f64::from(quota) - *window_sum);
            } else {
                prop_assert_eq!((admissions[1].arrival, admissions[1].ends), (counted.arrival, counted.ends));
                prop_assert!(admissions.iter().any(|one| one.wait_ms > 0.0));
                prop_assert!(admissions[1].wait_ms <= DAY + 60_000.0);
            }
        }
    }

    #[test]
    fn all_of_a_quota_passes_and_then_nothing_until_its_end(quota in 1u32..200, more in 1u32..50) {
        let (now, until) = (1.8e12, 1.8e12 + 5_000.0);
        let rule = Rule::quota(f64::from(quota), until);
        let mut stored = Stored::default();
        for turn in 0..quota + more {
            let first_count = rule.count(stored, now, 1.0);
            prop_assert_eq!(first_count.allowed, turn < quota);
            prop_assert_eq!(first_count.wait_ms, if turn < quota { 0.0 } else { 5_000.0 });
            stored = Stored { arrival: first_count.arrival, ends: first_count.ends };
        }
        prop_assert!(Rule::quota(f64::from(quota), until + 1.0).count(stored, until, 1.0).allowed);
    }
}

#[test]
fn a_refused_request_leaves_the_rest_of_a_quota() {
    let (now, until) = (1.8e12, 1.8e12 + 5_000.0);
    let quota = Rule::quota(3.0, until);
    let first_refusal = quota.count(Stored::default(), now, 4.0);
    assert_eq!((first_refusal.allowed, first_refusal.arrival, first_refusal.remaining), (false, 0.0, 3));
    assert_eq!((first_refusal.next_ms, first_refusal.reset_ms, first_refusal.wait_ms), (0.0, 0.0, 5_000.0));
    let single_admission =
        quota.count(Stored { arrival: first_refusal.arrival, ends: first_refusal.ends }, now, 1.0);
    assert_eq!(
        (single_admission.allowed, single_admission.arrival, single_admission.remaining),
        (true, 1.0, 2)
    );
    assert_eq!(
        (single_admission.next_ms, single_admission.reset_ms, single_admission.wait_ms),
        (5_000.0, 5_000.0, 0.0)
    );
    let refused_admission =
        quota.count(Stored { arrival: single_admission.arrival, ends: single_admission.ends }, now, 3.0);
    assert_eq!(
        (refused_admission.allowed, refused_admission.arrival, refused_admission.remaining),
        (false, 1.0, 2)
    );
    let second_admission =
        quota.count(Stored { arrival: refused_admission.arrival, ends: refused_admission.ends }, now, 2.0);
    assert_eq!(
        (second_admission.allowed, second_admission.arrival, second_admission.remaining),
        (true, 3.0, 0)
    );
}

#[test]
fn a_gateway_whose_clock_is_years_ahead_neither_counts_nor_passes_requests() {
    let now = 1.8e12;
    let quota = |until: f64| Rule::quota(2.0, until);
    let count_with_wrong_clock = quota(now + LONGEST_WINDOW + 1.0).count(Stored::default(), now, 1.0);
    assert!(!count_with_wrong_clock.allowed && count_with_wrong_clock.arrival == 0.0);
    // A count by a wrong clock is ignored when the limiter's clock is right again.
    let stored = Stored { arrival: 2.0, ends: now + 1e12 };
    assert!(quota(now + 1000.0).count(stored, now, 1.0).allowed);
}
