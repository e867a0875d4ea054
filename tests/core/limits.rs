//! Limits on a simulated clock, which passes hours in milliseconds.

use proptest::prelude::*;
use ton_edge::gateway::limits::gcra::Rule;
use ton_edge::gateway::limits::lease::{AHEAD, FARTHEST, LIFE, lease, max_lease_requests};
use ton_edge::gateway::limits::policy::admit;
use ton_edge::gateway::{Config, Forward, Incoming, Lookup, Verdict, decide};

proptest! {
    #[test]
    fn no_window_passes_more_than_the_burst_and_the_rate(
        rate in 0.2f64..100.0,
        burst in 1u32..50,
        steps in prop::collection::vec((0.0f64..2_000.0, 1u32..4), 1..300),
    ) {
        let rule = Rule::new(rate, burst);
        let (mut now, mut arrival) = (1e12, 0.0);
        let mut passed_requests: Vec<(f64, f64)> = Vec::new();
        for (step, cost) in steps {
            now += if cost == 3 { 0.0 } else { step };
            let admission = rule.admit(arrival, now, f64::from(cost));
            prop_assert!(admission.arrival >= arrival || !admission.allowed);
            arrival = admission.arrival;
            if admission.allowed {
                passed_requests.push((now, f64::from(cost)));
            } else if f64::from(cost) <= rule.burst {
                // The delay is exact, to the millisecond.
                prop_assert!(rule.admit(arrival, now + admission.wait_ms + 0.001, f64::from(cost)).allowed);
                prop_assert!(!rule.admit(arrival, now + admission.wait_ms - 1.0, f64::from(cost)).allowed || admission.wait_ms < 1.0);
            }
        }
        for (from, (start, _)) in passed_requests.iter().enumerate() {
            let mut cost_sum = 0.0;
            for (at, cost) in &passed_requests[from..] {
                cost_sum += cost;
                prop_assert!(cost_sum <= f64::from(burst) + (at - start) / 1000.0 * rate + 0.002 * rate);
            }
        }
    }

    #[test]
    fn a_caller_within_the_rate_is_never_refused(rate in 0.2f64..1_000.0, burst in 1u32..10, count in 1usize..500) {
        keeps_to_the_rate(rate, burst, count);
    }
}

#[track_caller]
fn keeps_to_the_rate(rate: f64, burst: u32, count: usize) {
    let rule = Rule::new(rate, burst);
    let mut arrival = 0.0;
    for at in 0..count {
        let admission = rule.admit(arrival, 1e12 + at as f64 * rule.interval_ms, 1.0);
        assert!(admission.allowed, "request {at} at {rate} per second, burst {burst}");
        arrival = admission.arrival;
    }
}

/// Rates whose intervals have no exact decimal form, as the property above has shown.
#[test]
fn slack_does_not_add_up() {
    keeps_to_the_rate(163.418_587_953_251_94, 1, 9);
    keeps_to_the_rate(679.673_084_755_384_7, 1, 59);
}

#[test]
fn a_clock_set_back_delays_no_caller_for_longer_than_the_burst() {
    let rule = Rule::new(1.0, 5);
    let late_admission = rule.admit(0.0, 2e12, 5.0);
    assert!(late_admission.allowed && late_admission.remaining == 0);
    let admission_after_reset = rule.admit(late_admission.arrival, 1e12, 1.0);
    assert!(!admission_after_reset.allowed && admission_after_reset.wait_ms == 1_000.0);
    assert!(rule.is_idle(0.0, 1.0) && !rule.is_idle(late_admission.arrival, 2e12));
}

/// The times at which requests may be sent, lease by lease, with gateways in any order.
fn list_send_times(rate: f64, requests: &[(f64, u32, f64, f64)]) -> Vec<f64> {
    let (mut now, mut arrival) = (1e12, 0.0);
    let mut times = Vec::new();
    for (step, want, late, horizon) in requests {
        now += step;
        let lease = lease(arrival, now, 1000.0 / rate, *want, *horizon);
        arrival = lease.arrival;
        assert!(
            lease.count <= max_lease_requests(rate)
                && (lease.count == 0 || lease.wait_ms <= horizon.min(FARTHEST))
        );
        // A gateway may use all of its lease at once, at any time until it ends.
        times.extend((0..lease.count).map(|_| now + lease.wait_ms + late * LIFE));
    }
    times.sort_by(f64::total_cmp);
    times
}

/// A lease for a busy gateway holds several requests, so that it does not request a lease for each of
/// them.
#[test]
fn a_lease_has_up_to_a_twentieth_of_a_second_of_the_rate() {
    let counts = [1.0, 20.0, 50.0, 500.0].map(|rate| lease(0.0, 1e12, 1000.0 / rate, 30, 0.0).count);
    assert_eq!(counts, [1, 1, 2, 25]);
}

proptest! {
    #[test]
    fn no_window_sends_more_than_the_budget_and_the_documented_burst(
        rate in 0.2f64..500.0,
        requests in prop::collection::vec((0.0f64..400.0, 1u32..30, 0.0f64..1.0, prop_oneof![Just(0.0), 0.0f64..3_000.0, Just(60_000.0)]), 1..300),
    ) {
        let times = list_send_times(rate, &requests);
        let burst = rate * LIFE / 1000.0 + f64::from(max_lease_requests(rate));
        for (from, start) in times.iter().enumerate() {
            for (count, at) in times[from..].iter().enumerate() {
                let budget = (at - start) / 1000.0 * rate;
                prop_assert!((count + 1) as f64 <= budget + burst + 1e-3, "{} in {} ms", count + 1, at - start);
            }
        }
    }

    #[test]
    fn the_whole_budget_is_used_while_enough_gateways_request_leases(rate in 0.2f64..500.0, requests in 2u32..6) {
        let interval_ms = 1000.0 / rate;
        // The gateways request slightly more than the limit.
        let steps = vec![(interval_ms / f64::from(requests), 1, 0.0, 2000.0); 2000];
        let times = list_send_times(rate, &steps);
        let time_span = times.last().unwrap() - times.first().unwrap();
        let used_share = (times.len() - 1) as f64 * interval_ms / time_span;
        prop_assert!((0.999..=1.001).contains(&used_share), "{used_share}");
    }

    #[test]
    fn one_refusal_among_several_limits_costs_none_of_them(
        now in 1e12f64..2e12, cost in 1.0f64..5.0, arrivals in prop::collection::vec(-5000.0f64..5000.0, 1..4),
    ) {
        let rules: Vec<(Rule, f64)> = arrivals.iter().enumerate()
            .map(|(at, arrival)| (Rule::new(1.0 + at as f64, 1 + at as u32), now + arrival)).collect();
        let admissions = admit(&rules, now, cost);
        let should_pass = rules.iter().all(|(rule, arrival)| rule.admit(*arrival, now, cost.min(rule.burst)).allowed);
        for ((_, before), after) in rules.iter().zip(&admissions) {
            prop_assert_eq!(after.allowed, should_pass);
            prop_assert!(should_pass || after.arrival == *before);
        }
        prop_assert!(should_pass || admissions.iter().any(|one| one.wait_ms > 0.0));
    }
}

#[test]
fn a_clock_set_back_closes_no_budget_for_long() {
    let future_arrival = lease(0.0, 2e12, 1000.0, 1, 2000.0).arrival;
    let lease_after_reset = lease(future_arrival, 1e12, 1000.0, 1, 2000.0);
    assert_eq!((lease_after_reset.count, lease_after_reset.wait_ms), (0, FARTHEST + AHEAD + 1000.0 - 2000.0));
}

#[test]
fn hours_of_a_million_callers_pass_in_a_moment() {
    let rule = Rule::new(1.0, 3);
    let mut passed_count = 0;
    let mut arrival = 0.0;
    for second in 0..6 * 3600 {
        for _ in 0..3 {
            let admission = rule.admit(arrival, 1e12 + f64::from(second) * 1000.0, 1.0);
            arrival = admission.arrival;
            passed_count += u32::from(admission.allowed);
        }
    }
    assert_eq!(passed_count, 6 * 3600 + 2);
}

fn expect_forward(config: &str, incoming: &Incoming<'_>) -> Forward {
    match decide(&Config::from_json(config).unwrap(), incoming) {
        Verdict::Forward(forward) => forward,
        other => panic!("not forwarded: {other:?}"),
    }
}

fn limits_of(config: &str, incoming: &Incoming<'_>) -> Vec<(String, Option<String>, String, f64, f64)> {
    let limits = expect_forward(config, incoming).limits;
    limits.into_iter().map(|one| (one.key, one.name, one.policy, one.interval_ms, one.burst)).collect()
}

const GET: Incoming<'static> = Incoming {
    cache_control: None,
    method: "GET",
    url: "/api/v3/traces?limit=1",
    origin: None,
    accept: None,
    content_type: None,
    content_encoding: None,
    content_length: None,
    key: None,
    header_bytes: 0,
    control: &[],
    fetch_site: None,
    last_event_id: None,
    listener: None,
    socket: None,
    peer: Some("192.0.2.1"),
    client: Some("2001:db8::1"),
    body: None,
    lookup: None,
};

#[test]
fn a_caller_counts_against_their_own_limit_and_the_total() {
    let expected_limit = |key: &str, name: Option<&str>, policy: &str, interval_ms: f64, burst: f64| {
        (key.to_owned(), name.map(|name| format!("\"{name}\"")), policy.to_owned(), interval_ms, burst)
    };
    let keyless_limit = expected_limit("ip:192.0.2.1", Some("keyless"), ";q=1;w=1", 1000.0, 1.0);
    assert_eq!(limits_of(r#"{"limits":{"keyless":1}}"#, &GET), [keyless_limit]);
    assert_eq!(limits_of(r#"{"limits":{"keyless":"off"}}"#, &GET), []);
    let cloudflare = r#"{"clientIp":"cloudflare","limits":{"keyless":{"rate":0.5,"burst":4},"global":100}}"#;
    assert_eq!(
        limits_of(cloudflare, &GET),
        [
            expected_limit("ip:2001:db8::/64", Some("keyless"), ";q=4;w=8", 2000.0, 4.0),
            expected_limit("all", None, ";q=100;w=1", 10.0, 100.0)
        ]
    );
    let request_without_ip = Incoming { peer: None, ..GET };
    assert_eq!(limits_of("{}", &request_without_ip)[0].0, "ip:unknown");
    let hash = "0".repeat(64);
    let keys = r#"{"apiKeys":"\u0000store","limits":{"plans":{"shop":{"rate":10,"burst":50},"default":2}}}"#;
    let own_limit = |settings: &str, plan: &str| {
        let record = format!(
            r#"{{"hash":"{hash}","id":"me","network":"mainnet","created":"2026-01-01T00:00:00Z"{plan}}}"#
        );
        let lookup = Lookup::from_json(&format!(
            r#"{{"state":"found","now":1.8e12,"hash":"{hash}","record":{record}}}"#
        ));
        let incoming = Incoming { key: Some("k"), lookup: Some(&lookup), ..GET };
        let verdict = decide(&Config::from_json(settings).unwrap(), &incoming);
        let Verdict::Forward(forward) = verdict else { panic!("{plan}") };
        let limit = forward.limits.into_iter().next();
        limit.map(|limit| (limit.key, limit.name, limit.policy, limit.interval_ms, limit.burst))
    };
    for (plan, name, policy, interval_ms, burst) in [
        (r#","plan":"shop""#, "shop", ";q=50;w=5", 100.0, 50.0),
        (r#","plan":7"#, "key", ";q=7;w=1", 1000.0 / 7.0, 7.0),
        ("", "default", ";q=2;w=1", 500.0, 2.0),
        (r#","plan":"shp""#, "default", ";q=2;w=1", 500.0, 2.0),
    ] {
        assert_eq!(
            own_limit(keys, plan),
            Some(expected_limit("key:me", Some(name), policy, interval_ms, burst))
        );
    }
    // API keys of an unknown plan get the plan of keys without one; if that plan is not configured either, they get the keyless rate.
    let config_without_default = r#"{"apiKeys":"\u0000store","limits":{"plans":{"shop":10},"keyless":3}}"#;
    assert_eq!(
        own_limit(config_without_default, r#","plan":"shp""#),
        Some(expected_limit("key:me", Some("keyless"), ";q=3;w=1", 1000.0 / 3.0, 3.0))
    );
    assert_eq!(own_limit(config_without_default, ""), None);
    let unlimited_config = r#"{"apiKeys":"\u0000store","limits":{"keyless":"off"}}"#;
    assert_eq!(own_limit(unlimited_config, r#","plan":"shp""#), None, "nobody is limited");
}

#[test]
fn operations_have_their_cost_in_every_call_style() {
    let config = r#"{"limits":{"costs":{"/api/v3/traces":5,"/api/v2/getTransactions":3}}}"#;
    assert_eq!(expect_forward(config, &GET).cost, 5);
    assert_eq!(expect_forward(config, &Incoming { url: "/api/v3/blocks", ..GET }).cost, 1);
    let account = r#"{"address":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"}"#;
    let post = Incoming { method: "POST", content_type: Some("application/json"), ..GET };
    assert_eq!(
        expect_forward(config, &Incoming { url: "/api/v2/getTransactions", body: Some(account), ..post })
            .cost,
        3
    );
    let call = |id: u32| format!(r#"{{"id":{id},"method":"getTransactions","params":{account}}}"#);
    let batch = format!(
        "[{},{},{}]",
        call(1),
        call(2),
        r#"{"id":3,"method":"detectAddress","params":{"address":"x"}}"#
    );
    let batch = Incoming { url: "/api/v2/jsonRPC", body: Some(&batch), ..post };
    let Verdict::Batch { items, .. } = decide(&Config::from_json(config).unwrap(), &batch) else { panic!() };
    let call_costs: Vec<u32> =
        items.iter().map(|item| if let Verdict::Forward(one) = item { one.cost } else { 0 }).collect();
    assert_eq!(call_costs, [3, 3, 0]);
}
