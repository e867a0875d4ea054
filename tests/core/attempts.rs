//! Upstream attempts on a simulated clock: retries, failover, keys and breakers.

use ton_edge::endpoint::Generation;
use ton_edge::error::Code;
use ton_edge::gateway::BreakerLimits;
use ton_edge::gateway::upstream::breaker::{self, NUMBERS, State, read, write};
use ton_edge::gateway::{
    Attempt, Begin, Config, Finish, Lagging, UpstreamPick, begin, finish, hedge, limited, unavailable,
};
use ton_edge::network::Network;

const NETWORK: Network = Network::Testnet;
const NO_LAG: Lagging = Lagging(0);
/// Statuses with different meanings for an upstream's health; 0 stands for no response.
const STATUSES: [u16; 21] =
    [0, 200, 204, 301, 302, 304, 400, 401, 403, 404, 408, 409, 416, 422, 425, 429, 500, 502, 503, 504, 542];

fn config(services: usize, more: &str) -> Config {
    let urls: Vec<String> = (0..services).map(|at| format!(r#""https://{at}.example""#)).collect();
    Config::from_json(&format!(r#"{{"testnet":[{}]{more}}}"#, urls.join(","))).unwrap()
}

fn attempt(status: u16) -> Attempt<'static> {
    Attempt {
        generation: Generation::V2,
        network: NETWORK,
        problem: false,
        reads: true,
        pick: UpstreamPick { tried: 1, ..UpstreamPick::default() },
        status,
        failure: (status == 0).then_some("refused"),
        retry_after: None,
        attempts: 1,
        elapsed: 0.0,
        keys: 1,
        began: 1e12 - 10.0,
        now: 1e12,
        chance: 0.5,
        counts: true,
        lagging: NO_LAG,
    }
}

/// Pseudo-random numbers, the same in every run.
struct Chance(u64);

impl Chance {
    fn draw_below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most
    }

    fn unit(&mut self) -> f64 {
        self.draw_below(1 << 20) as f64 / f64::from(1 << 20)
    }
}

#[test]
fn upstream_responses_pass_except_for_faults_of_the_gateway() {
    let single_attempt_config = config(1, r#","retries":0"#);
    for through in [200, 404, 408, 409, 422, 429, 500, 502, 503, 504, 542] {
        let Finish { status, body, alerts, retry, .. } =
            finish(&single_attempt_config, &attempt(through), &[]);
        assert_eq!((status, body, alerts.len(), retry), (through, None, 0, None));
    }
    for (given, reason, shown, code) in [
        (401, None, 502, "upstream_key_refused"),
        (403, None, 502, "upstream_key_refused"),
        (302, None, 502, "redirected"),
        (304, None, 502, "bad_gateway"),
        (0, Some("refused"), 502, "bad_gateway"),
        (0, Some("timeout"), 504, "upstream_timeout"),
    ] {
        let outcome = finish(&single_attempt_config, &Attempt { failure: reason, ..attempt(given) }, &[]);
        assert_eq!(outcome.status, shown);
        assert!(outcome.body.unwrap().starts_with(r#"{"ok":false,"error":"the upstream"#));
        assert!(outcome.alerts[0].message.starts_with("testnet: "));
        assert_eq!(outcome.alerts[0].level, "error");
        assert!(outcome.headers.iter().any(|(name, value)| name == "x-ton-edge-error" && value == code));
    }
    let problem = finish(&single_attempt_config, &Attempt { problem: true, ..attempt(0) }, &[]);
    assert!(problem.body.unwrap().contains(r#""code":"bad_gateway""#));
}

#[test]
fn a_send_is_never_retried() {
    for services in 1..4 {
        let config = config(services, "");
        for status in STATUSES {
            for failure in [None, Some("timeout"), Some("ECONNREFUSED")] {
                for keys in 0..3 {
                    let send_attempt = Attempt { reads: false, failure, keys, ..attempt(status) };
                    assert_eq!(finish(&config, &send_attempt, &[]).retry, None, "{status} {failure:?}");
                }
            }
        }
    }
}

#[test]
fn a_refused_key_is_followed_by_the_next_then_by_the_next_upstream() {
    let config = config(2, "");
    let first_outcome = finish(&config, &Attempt { keys: 2, ..attempt(401) }, &[]);
    let pick = first_outcome.retry.unwrap().pick;
    assert_eq!((pick.upstream, pick.key_index, pick.tried), (0, 1, 2));
    assert_eq!(first_outcome.retry.unwrap().after, 0.0, "at once");
    assert_eq!(
        (first_outcome.alerts[0].level, first_outcome.alerts[0].code),
        ("error", Code::UpstreamKeyRefused)
    );
    // Later requests, including sends, start at the second upstream.
    let states = first_outcome.states.unwrap();
    assert_eq!(read(&states, 2)[0].key_index, 1.0);

    let second_outcome = finish(&config, &Attempt { keys: 2, pick, attempts: 2, ..attempt(403) }, &states);
    let pick = second_outcome.retry.unwrap().pick;
    assert_eq!((pick.upstream, pick.key_index, pick.tried, pick.refusals), (1, 0, 1, 2));
    assert_eq!(second_outcome.retry.unwrap().after, 0.0, "at once");

    let third_outcome = finish(
        &config,
        &Attempt { keys: 1, pick, attempts: 3, ..attempt(401) },
        &second_outcome.states.unwrap(),
    );
    assert_eq!((third_outcome.retry, third_outcome.status), (None, 502));
    // An upstream may also refuse a gateway that has no API key for it.
    assert_eq!(finish(&config, &Attempt { keys: 0, pick, ..attempt(403) }, &[]).status, 502);
}

#[test]
fn a_refusal_of_an_earlier_key_does_not_move_the_current_one() {
    let config = config(1, "");
    let next_key_after_refusal = |state_key: f64, key_index: u32, keys: u32| {
        let pick = UpstreamPick { key_index, tried: 1, ..UpstreamPick::default() };
        let finish =
            finish(&config, &Attempt { pick, keys, ..attempt(401) }, &[0.0, 0.0, state_key, 0.0, 0.0]);
        finish.states.map_or(state_key, |states| read(&states, 1)[0].key_index)
    };
    assert_eq!(next_key_after_refusal(0.0, 0, 3), 1.0);
    assert_eq!(next_key_after_refusal(2.0, 2, 3), 0.0, "after the last key, the first one is used");
    assert_eq!(next_key_after_refusal(2.0, 0, 3), 2.0, "another request has already chosen the next key");
    assert_eq!(
        (next_key_after_refusal(0.0, 0, 1), next_key_after_refusal(0.0, 0, 0)),
        (0.0, 0.0),
        "there is no other key"
    );
}

#[test]
fn the_delay_before_another_round_doubles_up_to_two_seconds() {
    let more_settings = r#","retries":9,"deadlineMs":600000"#;
    let delay_after = |services, attempts, chance| {
        let pick = UpstreamPick { upstream: services as u32 - 1, tried: 1, ..UpstreamPick::default() };
        let attempt = Attempt { attempts, chance, pick, ..attempt(500) };
        finish(&config(services, more_settings), &attempt, &[]).retry.unwrap().after
    };
    let longest = [1, 2, 3, 4, 5, 9].map(|attempts| delay_after(1, attempts, 1.0));
    assert_eq!(longest, [200.0, 400.0, 800.0, 1600.0, 2000.0, 2000.0]);
    assert_eq!(
        [2, 3, 4, 6, 8].map(|attempts| delay_after(2, attempts, 1.0)),
        [200.0, 200.0, 400.0, 800.0, 1600.0]
    );
    assert_eq!((delay_after(1, 2, 0.0), delay_after(1, 2, 0.25)), (0.0, 100.0), "full jitter");
    // Numbers from the JavaScript code are clamped to their bounds.
    assert_eq!((delay_after(1, 2, -1.0), delay_after(1, 2, 7.0)), (0.0, 400.0));
    let attempt_with_retry_after = Attempt { retry_after: Some(5000.0), chance: 1.0, ..attempt(429) };
    assert_eq!(
        finish(&config(1, more_settings), &attempt_with_retry_after, &[]).retry.unwrap().after,
        5200.0
    );
}

#[test]
fn no_upstream_is_probed_for_an_attempt_that_comes_too_late() {
    let config = config(2, r#","breaker":{"failures":1}"#);
    // The first upstream's pause is over: the next request is its probe.
    let states = [1.0, 1e12 - 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1e12, 0.0];
    let pick = UpstreamPick { upstream: 1, tried: 1, ..UpstreamPick::default() };
    let late_attempt = Attempt { pick, retry_after: Some(60_000.0), ..attempt(429) };
    let Finish { retry, states: written, .. } = finish(&config, &late_attempt, &states);
    assert_eq!((retry, written), (None, None));
    let early_attempt = Attempt { retry_after: None, ..late_attempt };
    assert_eq!(finish(&config, &early_attempt, &states).retry.unwrap().pick.upstream, 0);
}

#[test]
fn a_retry_goes_to_another_upstream_at_once_and_to_the_same_one_after_a_delay() {
    let two_upstreams_config = config(2, "");
    let failover = finish(&two_upstreams_config, &attempt(500), &[]).retry.unwrap();
    assert_eq!((failover.pick.upstream, failover.after), (1, 0.0));
    let second_attempt = Attempt { attempts: 2, pick: failover.pick, ..attempt(500) };
    let second_retry = finish(&two_upstreams_config, &second_attempt, &[]).retry.unwrap();
    assert_eq!(second_retry.pick.upstream, 0);
    assert!(second_retry.after > 0.0);

    let single_upstream_config = config(1, "");
    for chance in [0.0, 0.3, 1.0] {
        let retry = finish(&single_upstream_config, &Attempt { chance, ..attempt(542) }, &[]).retry.unwrap();
        assert!((0.0..=200.0).contains(&retry.after), "{}", retry.after);
        let attempt_with_retry_after = Attempt { chance, retry_after: Some(3000.0), ..attempt(429) };
        assert!(
            finish(&single_upstream_config, &attempt_with_retry_after, &[]).retry.unwrap().after >= 3000.0,
            "never before the time in Retry-After"
        );
    }
    let late_attempt = Attempt { retry_after: Some(60_000.0), ..attempt(429) };
    let outcome_after_pause = finish(&single_upstream_config, &late_attempt, &[]);
    assert_eq!(
        (outcome_after_pause.retry, outcome_after_pause.status, outcome_after_pause.body),
        (None, 429, None),
        "beyond the deadline"
    );
}

#[test]
fn errors_that_callers_can_cause_never_open_a_breaker() {
    let config = config(1, r#","breaker":{"failures":1}"#);
    for status in STATUSES {
        let states = finish(&config, &attempt(status), &[0.0; NUMBERS]).states;
        let has_failures = states.is_some_and(|states| read(&states, 1)[0].failures > 0.0);
        assert_eq!(has_failures, matches!(status, 0 | 502..=504), "{status}");
    }
}

#[test]
fn outcomes_that_say_nothing_about_an_upstream_leave_its_breaker_unchanged() {
    let config = config(1, r#","breaker":{"failures":2,"openMs":1500}"#);
    let half_open_state = [1.0, 0.0, 0.0, 0.0, 0.0];
    let breakers_after = |attempt: &Attempt<'_>| {
        let Finish { states, alerts, .. } = finish(&config, attempt, &half_open_state);
        (states.map(|states| read(&states, 1)[0].failures), alerts)
    };
    // No budget, or no limiter: nothing was sent.
    for reason in ["budget", "limiter"] {
        assert_eq!(breakers_after(&Attempt { failure: Some(reason), ..attempt(0) }).0, None, "{reason}");
    }
    // A second failure of one request, or a failure that the caller caused, does not count.
    assert_eq!(breakers_after(&Attempt { counts: false, ..attempt(503) }).0, None);
    assert_eq!(breakers_after(&attempt(200)).0, Some(0.0));
    let (failures, alerts) = breakers_after(&attempt(503));
    assert_eq!(failures, Some(2.0));
    assert_eq!(
        alerts[0].message,
        "testnet: upstream 0 is not used for 1.5 s after 2 failures; the last: the upstream responded with 503"
    );
    assert_eq!(alerts[0].code, Code::UpstreamUnavailable);
    let last = breakers_after(&Attempt { reads: false, ..attempt(503) }).1;
    assert_eq!(last[0].level, "error");
}

#[test]
fn an_attempt_has_a_millisecond_at_least_or_is_not_made() {
    let config = config(2, r#","retries":0,"timeoutMs":900,"deadlineMs":2000"#);
    let timeout =
        |elapsed| finish(&config, &Attempt { elapsed, ..attempt(500) }, &[]).retry.map(|retry| retry.timeout);
    assert_eq!(timeout(0.0), Some(900.0));
    assert_eq!(timeout(1500.0), Some(500.0));
    assert_eq!(timeout(1999.0), Some(1.0));
    assert_eq!((timeout(1999.5), timeout(2000.0), timeout(9000.0)), (None, None, None));
}

#[test]
fn out_of_range_numbers_are_limited_to_their_bounds() {
    let config = config(1, "");
    let key = |number| {
        begin(&config, NETWORK, &[0.0, 0.0, number, 0.0, 0.0], NO_LAG, 1e12, 0.0).pick.unwrap().key_index
    };
    assert_eq!(
        [-1.0, 0.0, 3.0, 1e6, 1e6 + 1.0, f64::INFINITY].map(key),
        [0, 0, 3, 1_000_000, 1_000_000, 1_000_000]
    );
    assert_eq!(key(f64::NAN), 0);
}

#[test]
fn a_failure_that_a_retry_recovers_from_is_a_warning() {
    let levels = |config: &Config, attempt: &Attempt<'_>| {
        let finish = finish(config, attempt, &[]);
        let levels: Vec<_> = finish.alerts.iter().map(|alert| (alert.level, alert.code)).collect();
        (finish.retry.is_some(), levels)
    };
    let (single_upstream_config, two_upstreams_config) =
        (config(1, r#","retries":0"#), config(2, r#","retries":0"#));
    assert_eq!(levels(&single_upstream_config, &attempt(0)), (false, vec![("error", Code::BadGateway)]));
    assert_eq!(levels(&two_upstreams_config, &attempt(0)), (true, vec![("warn", Code::BadGateway)]));
    assert_eq!(levels(&two_upstreams_config, &attempt(302)), (true, vec![("warn", Code::Redirected)]));
    // An upstream key that was refused stays refused.
    assert_eq!(
        levels(&two_upstreams_config, &attempt(401)),
        (true, vec![("error", Code::UpstreamKeyRefused)])
    );
    assert_eq!(
        levels(&two_upstreams_config, &Attempt { reads: false, ..attempt(0) }),
        (false, vec![("error", Code::BadGateway)])
    );
}

#[test]
fn a_breaker_opens_lets_one_probe_through_and_closes() {
    let limits = BreakerLimits { failures: 3, open_ms: 10_000 };
    let mut state = State::default();
    let mut now = 1e12;
    let mut state_after_failure = state;
    state_after_failure.failed(limits, now, now);
    assert_eq!(state_after_failure, State { failures: 1.0, ..state }, "the breaker is still closed");
    assert_eq!(
        [1, 2, 3, 4].map(|_| state.failed(limits, now, now)),
        [false, false, true, false],
        "reported once"
    );
    assert!(!state.admit(limits, now + 9_999.0, 1000.0));
    now += 10_000.0;
    assert!(state.admit(limits, now, 1000.0), "half open: a probe");
    assert!(!state.admit(limits, now + 999.0, 1000.0), "and no second probe");
    assert!(state.admit(limits, now + 1000.0, 1000.0), "unless the first probe never ended");
    state.failed(limits, now, now + 1001.0);
    assert!(!state.admit(limits, now + 2001.0, 1000.0), "open again");
    state.succeeded(now);
    assert!(state.admit(limits, now, 1000.0) && state.admit(limits, now, 1000.0), "closed");
    for _ in 0..3 {
        state.failed(limits, now + 1.0, now + 1.0);
    }
    assert!(state.admit(limits, now - 1e9, 1000.0), "the clock was set back");
    assert_eq!(read(&write(&[state]), 1), [state]);
    assert_eq!(read(&[1.0], 2), [State::default(); 2]);
}

#[test]
fn failures_that_began_before_the_last_success_do_not_count() {
    let limits = BreakerLimits { failures: 2, open_ms: 10_000 };
    let mut state = State::default();
    state.succeeded(1e12);
    for _ in 0..9 {
        assert!(!state.failed(limits, 1e12 - 15_000.0, 1e12 + 5.0));
    }
    assert_eq!(state.failures, 0.0, "other requests succeeded while it ran");
    assert!(!state.failed(limits, 1e12, 1e12 + 5.0) && state.failed(limits, 1e12 + 1.0, 1e12 + 5.0));
    // A clock that was set back: the last success is in the future.
    let mut future_state = State { last_success: 1e12 + 9e9, ..State::default() };
    assert!(!future_state.failed(limits, 1e12, 1e12 + 5.0) && future_state.failed(limits, 1e12, 1e12 + 5.0));
    // `finish` compares the last success with the start of the attempt.
    let config = config(1, r#","breaker":{"failures":1}"#);
    let failures = |began| {
        let states = write(&[State { last_success: 1e12 - 5.0, ..State::default() }]);
        let finish = finish(&config, &Attempt { began, ..attempt(503) }, &states);
        finish.states.map_or(0.0, |states| read(&states, 1)[0].failures)
    };
    assert_eq!((failures(1e12 - 6.0), failures(1e12 - 5.0)), (0.0, 1.0));
}

#[test]
fn other_requests_know_that_one_is_probing() {
    let config = config(1, r#","breaker":{"failures":1,"openMs":5000},"timeoutMs":1000"#);
    let failed_states = finish(&config, &attempt(503), &[]).states.unwrap();
    let pick_before_pause_ends = begin(&config, NETWORK, &failed_states, NO_LAG, 1e12 + 4999.0, 0.0);
    assert_eq!(
        (pick_before_pause_ends.pick, pick_before_pause_ends.probed),
        (None, false),
        "an upstream with an open breaker gets no request"
    );
    let probe = begin(&config, NETWORK, &failed_states, NO_LAG, 1e12 + 5000.0, 0.0);
    assert!(probe.pick.is_some());
    let pick_during_probe = begin(&config, NETWORK, &probe.states, NO_LAG, 1e12 + 5001.0, 0.0);
    assert_eq!((pick_during_probe.pick, pick_during_probe.probed), (None, true));
    assert_eq!(
        begin(&config, NETWORK, &probe.states, NO_LAG, 1e12 + 6000.0, 0.0).pick.map(|pick| pick.upstream),
        Some(0)
    );
    let probe_attempt = Attempt { began: 1e12 + 5000.0, now: 1e12 + 5500.0, ..attempt(503) };
    let states_after_probe = finish(&config, &probe_attempt, &probe.states).states.unwrap();
    let begin_after_failure = begin(&config, NETWORK, &states_after_probe, NO_LAG, 1e12 + 5501.0, 0.0);
    assert_eq!(
        (begin_after_failure.pick, begin_after_failure.probed),
        (None, false),
        "its failure is already known"
    );
}

#[test]
fn an_attempt_that_is_due_at_the_deadline_is_late() {
    let is_late = |config: &Config, attempt: &Attempt<'_>| {
        let finish = finish(config, attempt, &[]);
        assert!(!(finish.late && finish.retry.is_some()));
        finish.late
    };
    let (single_upstream_config, two_upstreams_config) = (config(1, ""), config(2, ""));
    let attempt_at_deadline = Attempt { elapsed: single_upstream_config.deadline, ..attempt(0) };
    assert!(
        is_late(&single_upstream_config, &attempt_at_deadline)
            && is_late(&two_upstreams_config, &attempt_at_deadline)
    );
    assert!(is_late(&single_upstream_config, &Attempt { retry_after: Some(60_000.0), ..attempt(429) }));
    assert!(
        !is_late(&single_upstream_config, &Attempt { elapsed: 0.0, ..attempt_at_deadline }),
        "there is time"
    );
    assert!(
        !is_late(&single_upstream_config, &Attempt { attempts: 3, ..attempt_at_deadline }),
        "no other attempt follows"
    );
    assert!(
        !is_late(&single_upstream_config, &Attempt { reads: false, ..attempt_at_deadline }),
        "a send is never repeated"
    );
    assert!(!is_late(
        &single_upstream_config,
        &Attempt { status: 200, failure: None, ..attempt_at_deadline }
    ));
}

#[test]
fn a_bad_response_is_reported_with_its_fault() {
    let last = config(1, r#","retries":0"#);
    for (failure, status, words) in [
        ("timeout", 504, "the upstream did not respond in time"),
        ("broken-off", 502, "the upstream's response broke off"),
        ("html", 502, "the upstream responded with 200 and HTML"),
        ("not-json", 502, "the upstream responded with 200 and a body that is not JSON"),
        ("too-long", 502, "the upstream's response is too long to be read"),
        ("lost", 502, "the caller that the upstream request was made for has disconnected"),
        ("ECONNREFUSED", 502, "the upstream cannot be reached"),
    ] {
        let finish = finish(&last, &Attempt { failure: Some(failure), ..attempt(0) }, &[]);
        assert_eq!(finish.status, status, "{failure}");
        assert!(finish.body.unwrap().contains(words), "{failure}");
        let expected = if failure == "ECONNREFUSED" { failure } else { words };
        assert_eq!(finish.alerts[0].message, format!("testnet: {expected}"));
        // The limit of a response's length is the gateway's own: exceeding it says nothing about the upstream.
        let failures = finish.states.map_or(0.0, |states| read(&states, 1)[0].failures);
        assert_eq!(failures, if failure == "too-long" { 0.0 } else { 1.0 }, "{failure} counts");
    }
}

#[test]
fn if_all_breakers_are_open_the_caller_gets_a_retry_after() {
    let config = config(2, r#","breaker":{"failures":1,"openMs":5000}"#);
    let states = [1.0, 1e12 + 4200.0, 0.0, 0.0, 0.0, 1.0, 1e12 + 2500.0, 0.0, 0.0, 0.0];
    let Begin { pick, wait, .. } = begin(&config, NETWORK, &states, NO_LAG, 1e12, 0.0);
    assert_eq!((pick, wait), (None, 2500.0));
    let refusal = unavailable(Generation::V3, false, NETWORK, wait);
    assert_eq!(refusal.status, 503);
    assert_eq!((refusal.alerts[0].level, refusal.alerts[0].code), ("warn", Code::UpstreamUnavailable));
    assert_eq!(refusal.alerts[0].message, "testnet: no upstream may be called for 3 s");
    assert!(refusal.headers.iter().any(|(name, value)| name == "retry-after" && value == "3"));
    assert!(
        refusal
            .headers
            .iter()
            .any(|(name, value)| name == "x-ton-edge-error" && value == "upstream_unavailable")
    );
    // No caller has to wait if an upstream's pause is over.
    let state = |until| State { failures: 1.0, until, ..State::default() };
    assert_eq!(breaker::wait(&[state(1e12 + 4200.0), state(1e12 - 1.0)], 1e12), 0.0);
    // The second pause is over first, and its upstream gets one probe.
    let probe = begin(&config, NETWORK, &states, NO_LAG, 1e12 + 2500.0, 0.0);
    assert_eq!(probe.pick.unwrap().upstream, 1);
    assert_eq!(begin(&config, NETWORK, &probe.states, NO_LAG, 1e12 + 2500.0, 0.0).pick, None);
}

fn header<'a>(finish: &'a Finish, name: &str) -> Option<&'a str> {
    finish.headers.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
}

#[test]
fn a_caller_over_a_limit_gets_its_name_and_a_retry_after() {
    for (wait, seconds) in [(0.0, "1"), (1.0, "1"), (1000.0, "1"), (1000.1, "2"), (86_400_000.0, "86400")] {
        let finish = limited(Generation::V2, false, wait, None);
        assert_eq!((finish.status, header(&finish, "retry-after")), (429, Some(seconds)), "{wait}");
    }
    let rate = limited(Generation::V3, false, 1.0, None);
    assert_eq!(rate.body.as_deref(), Some(r#"{"error":"Ratelimit exceeded"}"#));
    assert_eq!(header(&rate, "x-ton-edge-error"), Some("rate_limited"));
    assert_eq!(header(&rate, "cache-control"), Some("no-store"));
    assert_eq!(header(&rate, "content-type"), Some("application/json"));
    assert_eq!((rate.retry, rate.alerts.len(), rate.states), (None, 0, None));
    let quota = limited(Generation::V3, true, 1.0, Some("daily"));
    assert_eq!(header(&quota, "x-ton-edge-error"), Some("quota_exceeded"));
    assert_eq!(header(&quota, "content-type"), Some("application/problem+json"));
    assert!(quota.body.unwrap().contains("the daily quota of this API key is used up"));
}

#[test]
fn an_upstream_without_an_attempt_for_lack_of_budget_has_no_fault() {
    let config = config(1, "");
    let outcome_of_unsent = |reason| {
        let attempt = Attempt { failure: Some(reason), retry_after: Some(2500.0), ..attempt(0) };
        let finish = finish(&config, &attempt, &[]);
        assert_eq!((finish.retry, header(&finish, "retry-after")), (None, Some("3")), "{reason}");
        finish
    };
    let budget = outcome_of_unsent("budget");
    assert_eq!((budget.status, header(&budget, "x-ton-edge-error")), (429, Some("rate_limited")));
    assert_eq!(header(&budget, "x-ton-edge-limit"), Some("upstream"), "not a limit of this caller");
    assert_eq!(budget.alerts, []);
    let limiter_outcome = outcome_of_unsent("limiter");
    assert_eq!(
        (limiter_outcome.status, header(&limiter_outcome, "x-ton-edge-error")),
        (503, Some("limiter_unavailable"))
    );
    assert_eq!(limiter_outcome.alerts, [], "the JavaScript code has logged one");
    // Another upstream has a separate budget.
    let two_upstreams_outcome =
        finish(&self::config(2, ""), &Attempt { failure: Some("budget"), ..attempt(0) }, &[]);
    assert_eq!(two_upstreams_outcome.retry.unwrap().pick.upstream, 1);
    let outcome_without_budget = finish(&config, &Attempt { failure: Some("budget"), ..attempt(0) }, &[]);
    assert_eq!(header(&outcome_without_budget, "retry-after"), Some("1"));
}

#[test]
fn a_status_that_http_does_not_have_is_a_bad_gateway() {
    let last = config(1, r#","retries":0"#);
    for status in [1, 100, 199, 600, 999, 65_535] {
        let finish = finish(&last, &attempt(status), &[]);
        assert_eq!(
            (finish.status, header(&finish, "x-ton-edge-error")),
            (502, Some("bad_gateway")),
            "{status}"
        );
        assert_eq!(finish.alerts[0].message, format!("testnet: the upstream responded with {status}"));
    }
    // An error that is passed on must not be cached; a success may be.
    assert_eq!(header(&finish(&last, &attempt(400), &[]), "cache-control"), Some("no-store"));
    assert_eq!(finish(&last, &attempt(204), &[]).headers, []);
    for (status, message) in [
        (302, "the upstream responded with 302"),
        (403, "upstream 0 refused API key 0 of the gateway with 403"),
    ] {
        assert_eq!(finish(&last, &attempt(status), &[]).alerts[0].message, format!("testnet: {message}"));
    }
    assert_eq!(finish(&last, &attempt(0), &[]).alerts[0].message, "testnet: refused");
}

#[test]
fn a_hedge_goes_to_another_upstream_whose_breaker_is_closed() {
    let config = config(3, r#","breaker":{"failures":1,"openMs":5000}"#);
    let healthy_states = [0.0; 15];
    let pick_upstream = |upstream| UpstreamPick { upstream, ..UpstreamPick::default() };
    let hedge_upstream = |states: &[f64], slow| {
        hedge(&config, NETWORK, states, NO_LAG, pick_upstream(slow), 1e12).pick.map(|pick| pick.upstream)
    };
    assert_eq!([0, 1, 2].map(|first| hedge_upstream(&healthy_states, first)), [Some(1), Some(2), Some(0)]);
    let mut failing_states = healthy_states;
    (failing_states[5], failing_states[6]) = (1.0, 1e12 + 5000.0);
    assert_eq!([0, 1, 2].map(|first| hedge_upstream(&failing_states, first)), [Some(2), Some(2), Some(0)]);
    (failing_states[10], failing_states[11]) = (1.0, 1e12 + 5000.0);
    assert_eq!(hedge_upstream(&failing_states, 0), None);
    assert_eq!(hedge_upstream(&healthy_states, 9), Some(0), "an index out of range is accepted");
    let second = UpstreamPick { upstream: 1, key_index: 0, tried: 1, refusals: 0, first: 0 };
    let expected_begin =
        Begin { pick: Some(second), wait: 0.0, probed: false, states: healthy_states.to_vec() };
    assert_eq!(hedge(&config, NETWORK, &healthy_states, NO_LAG, pick_upstream(0), 1e12), expected_begin);
    assert_eq!(
        hedge(&config, NETWORK, &[], NO_LAG, pick_upstream(0), 1e12).pick.map(|pick| pick.upstream),
        Some(1),
        "no states yet"
    );
}

#[test]
fn only_reads_with_another_upstream_are_hedged() {
    use ton_edge::gateway::{Incoming, Verdict, decide};
    let hedge_delay = |config: &Config, method, url, body| {
        let incoming =
            Incoming { method, url, body, content_type: Some("application/json"), ..Incoming::default() };
        match decide(config, &incoming) {
            Verdict::Forward(forward) => forward.hedge,
            other => panic!("{other:?}"),
        }
    };
    let hedging_setting = r#","hedgeAfterMs":250"#;
    let get = |config: &Config| hedge_delay(config, "GET", "/testnet/api/v3/masterchainInfo", None);
    assert_eq!(get(&config(2, hedging_setting)), Some(250.0));
    assert_eq!(
        (get(&config(2, r#","hedgeAfterMs":1"#)), get(&config(2, r#","hedgeAfterMs":0"#))),
        (Some(1.0), None)
    );
    assert_eq!(get(&config(1, hedging_setting)), None);
    assert_eq!(get(&config(2, "")), None);
    let read =
        Some(r#"{"address":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N","method":"seqno","stack":[]}"#);
    assert_eq!(
        hedge_delay(&config(2, hedging_setting), "POST", "/testnet/api/v2/runGetMethod", read),
        Some(250.0)
    );
    let send = Some(r#"{"boc":"te6cckEBAQEAAgAAAEysuc0="}"#);
    assert_eq!(hedge_delay(&config(2, hedging_setting), "POST", "/testnet/api/v3/message", send), None);
}

/// A configuration with an upstream per weight; `None`: an upstream without one.
fn weighted_config(weights: &[Option<u32>], more: &str) -> Config {
    let upstream = |(at, weight): (usize, &Option<u32>)| {
        let weight = weight.map(|weight| format!(r#","weight":{weight}"#)).unwrap_or_default();
        format!(r#"{{"baseUrl":"https://{at}.example"{weight}}}"#)
    };
    let upstreams: Vec<String> = weights.iter().enumerate().map(upstream).collect();
    Config::from_json(&format!(r#"{{"testnet":[{}]{more}}}"#, upstreams.join(","))).unwrap()
}

/// How often each upstream is the first one, over `count` evenly spaced random numbers.
fn count_first(config: &Config, states: &[f64], count: u32) -> Vec<u32> {
    let mut counts = vec![0; config.testnet.len()];
    for at in 0..count {
        let random_number = (f64::from(at) + 0.5) / f64::from(count);
        let pick = begin(config, NETWORK, states, NO_LAG, 1e12, random_number).pick.unwrap();
        counts[pick.upstream as usize] += 1;
    }
    counts
}

/// The breaker of an upstream that is not used until a time after `1e12`.
const OPEN_BREAKER: [f64; NUMBERS] = [1.0, 1e12 + 4000.0, 0.0, 0.0, 0.0];
const CLOSED_BREAKER: [f64; NUMBERS] = [0.0; NUMBERS];
const BREAKER: &str = r#","breaker":{"failures":1,"openMs":5000}"#;

#[test]
fn weights_are_the_shares_of_first_attempts() {
    let shares = |weights: &[Option<u32>], states: &[f64]| {
        count_first(&weighted_config(weights, BREAKER), states, 1000)
    };
    assert_eq!(shares(&[Some(95), Some(5)], &[]), [950, 50]);
    assert_eq!(shares(&[Some(5), Some(95)], &[]), [50, 950], "the order of the list does not matter");
    assert_eq!(shares(&[Some(1000), None, Some(600), Some(0), Some(400)], &[]), [500, 0, 300, 0, 200]);
    assert_eq!(shares(&[None, None, None], &[]), [1000, 0, 0], "without weights all go to the first");
    // The share of an upstream whose breaker is open goes to the others by their weights.
    let states = [OPEN_BREAKER, CLOSED_BREAKER, CLOSED_BREAKER].concat();
    assert_eq!(shares(&[Some(50), Some(40), Some(10)], &states), [0, 800, 200]);
    // Upstreams without a weight follow in the order of the list once no upstream with one is available.
    let states = [CLOSED_BREAKER, CLOSED_BREAKER, OPEN_BREAKER, OPEN_BREAKER].concat();
    assert_eq!(shares(&[None, Some(0), Some(95), Some(5)], &states), [1000, 0, 0, 0]);
    let states = [OPEN_BREAKER, OPEN_BREAKER].concat();
    let pick_without_weights_left =
        begin(&weighted_config(&[Some(95), Some(5)], BREAKER), NETWORK, &states, NO_LAG, 1e12, 0.3);
    assert_eq!((pick_without_weights_left.pick, pick_without_weights_left.wait), (None, 4000.0));
    let extreme_numbers = [-1.0, 0.0, 1.0, 2.0, f64::NAN];
    let config = weighted_config(&[Some(0), Some(3), Some(1), Some(0)], "");
    let drawn_upstreams = extreme_numbers
        .map(|chance| begin(&config, NETWORK, &[], NO_LAG, 1e12, chance).pick.unwrap().upstream);
    assert_eq!(drawn_upstreams, [1, 1, 2, 2, 2], "any number draws an upstream with a weight");
}

#[test]
fn only_a_drawn_upstream_is_probed() {
    let config = weighted_config(&[Some(95), Some(5)], BREAKER);
    let probe_due_state = [1.0, 1e12 - 1.0, 0.0, 0.0, 0.0];
    let states = [CLOSED_BREAKER, probe_due_state].concat();
    let first_pick = begin(&config, NETWORK, &states, NO_LAG, 1e12, 0.5);
    assert_eq!(
        (first_pick.pick.unwrap().upstream, first_pick.states),
        (0, states.clone()),
        "the canary is not probed"
    );
    let probe = begin(&config, NETWORK, &states, NO_LAG, 1e12, 0.96);
    assert_eq!((probe.pick.unwrap().upstream, probe.probed), (1, true));
    let next = begin(&config, NETWORK, &probe.states, NO_LAG, 1e12, 0.96);
    assert_eq!(next.pick.unwrap().upstream, 0, "one probe at a time; its share goes to the others");
}

#[test]
fn after_the_drawn_upstream_the_others_follow_in_the_order_of_the_list() {
    let order = |weights: &[Option<u32>], chance: f64, status: u16| {
        let config = weighted_config(weights, r#","retries":2"#);
        let mut pick = begin(&config, NETWORK, &[], NO_LAG, 1e12, chance).pick.unwrap();
        let mut tried_upstreams = vec![pick.upstream];
        let fail_attempt =
            |pick, attempts| finish(&config, &Attempt { pick, attempts, ..attempt(status) }, &[]);
        while let Some(retry) = fail_attempt(pick, u32::try_from(tried_upstreams.len()).unwrap()).retry {
            pick = retry.pick;
            tried_upstreams.push(pick.upstream);
        }
        tried_upstreams
    };
    let weights = [Some(1), None, Some(1), Some(1)];
    assert_eq!(order(&weights, 0.1, 500), [0, 1, 2, 3, 0, 1]);
    assert_eq!(order(&weights, 0.5, 500), [2, 0, 1, 3, 0, 1], "the next round has the order of the list");
    assert_eq!(order(&weights, 0.9, 500), [3, 0, 1, 2, 0, 1]);
    assert_eq!(order(&[None, None, None], 0.9, 500), [0, 1, 2, 0, 1]);
    assert_eq!(order(&weights, 0.5, 302), [2, 0, 1, 3], "after a redirect each upstream is tried once");
    // An upstream whose breaker is open is skipped, and one that was drawn is not tried twice in a round.
    let config = weighted_config(&[Some(1), Some(0), Some(1)], BREAKER);
    let pick = begin(&config, NETWORK, &[], NO_LAG, 1e12, 0.9).pick.unwrap();
    let retry = finish(
        &config,
        &Attempt { pick, ..attempt(500) },
        &[OPEN_BREAKER, CLOSED_BREAKER, CLOSED_BREAKER].concat(),
    )
    .retry;
    assert_eq!(
        retry.unwrap().pick,
        UpstreamPick { upstream: 1, first: 2, tried: 1, ..UpstreamPick::default() }
    );
    // A hedged request goes to the next upstream of the round, after which the rest of it follows.
    let config = weighted_config(&[Some(0), Some(1), Some(0)], "");
    let slow_upstream = begin(&config, NETWORK, &[], NO_LAG, 1e12, 0.5).pick.unwrap();
    let pick = hedge(&config, NETWORK, &[], NO_LAG, slow_upstream, 1e12).pick.unwrap();
    assert_eq!((slow_upstream.upstream, pick.upstream, pick.first), (1, 0, 1));
    let retry = finish(&config, &Attempt { pick, attempts: 2, ..attempt(302) }, &[]).retry;
    assert_eq!(retry.map(|retry| retry.pick.upstream), Some(2));
    // A refused key is followed by the next key of the same upstream, then by the others.
    let config = weighted_config(&[Some(1), Some(0), Some(1)], "");
    let pick = begin(&config, NETWORK, &[], NO_LAG, 1e12, 0.9).pick.unwrap();
    let key = finish(&config, &Attempt { pick, keys: 2, ..attempt(401) }, &[]).retry.unwrap().pick;
    assert_eq!((key.upstream, key.key_index, key.first), (2, 1, 2));
    let second_retry =
        finish(&config, &Attempt { pick: key, keys: 2, attempts: 2, ..attempt(401) }, &[]).retry;
    assert_eq!(second_retry.map(|retry| retry.pick.upstream), Some(0));
}

#[test]
fn upstreams_that_lag_come_after_all_others() {
    let order = |config: &Config, lagging, chance: f64| {
        let mut pick = begin(config, NETWORK, &[], lagging, 1e12, chance).pick.unwrap();
        let mut tried = vec![pick.upstream];
        let fail = |pick, attempts| finish(config, &Attempt { pick, attempts, lagging, ..attempt(500) }, &[]);
        while let Some(retry) = fail(pick, u32::try_from(tried.len()).unwrap()).retry {
            pick = retry.pick;
            tried.push(pick.upstream);
        }
        tried
    };
    let four_upstreams_config = config(4, r#","retries":2"#);
    assert_eq!(order(&four_upstreams_config, Lagging(0b0010), 0.5), [0, 2, 3, 1, 0, 2]);
    assert_eq!(order(&four_upstreams_config, Lagging(0b0001), 0.5), [1, 2, 3, 0, 1, 2]);
    assert_eq!(order(&four_upstreams_config, Lagging(0b0011), 0.5), [2, 3, 0, 1, 2, 3]);
    assert_eq!(
        order(&four_upstreams_config, Lagging(0b1111), 0.5),
        [0, 1, 2, 3, 0, 1],
        "if all lag, the order of the list"
    );
    let drawn_config = weighted_config(&[Some(1), None, Some(1), Some(1)], r#","retries":2"#);
    assert_eq!(
        order(&drawn_config, Lagging(0b0100), 0.5),
        [3, 0, 1, 2, 0, 1],
        "the draw leaves out one that lags"
    );
    assert_eq!(
        order(&drawn_config, Lagging(0b1101), 0.5),
        [1, 0, 2, 3, 1, 0],
        "even one without a weight comes first"
    );
    // While the breakers of the others are open, one that lags is used.
    let equal_upstreams_config = weighted_config(&[None, None], BREAKER);
    let only_choice = begin(
        &equal_upstreams_config,
        NETWORK,
        &[CLOSED_BREAKER, OPEN_BREAKER].concat(),
        Lagging(1),
        1e12,
        0.0,
    );
    assert_eq!(only_choice.pick.map(|pick| pick.upstream), Some(0));
    assert!(!Lagging(1).contains(32), "an index out of range is accepted");
}

#[test]
fn a_hedge_goes_to_an_upstream_that_lags_only_if_the_slow_one_lags() {
    let three_upstreams_config = config(3, "");
    let at = |upstream| UpstreamPick { upstream, ..UpstreamPick::default() };
    let next = |lagging, slow| {
        hedge(&three_upstreams_config, NETWORK, &[], Lagging(lagging), at(slow), 1e12)
            .pick
            .map(|pick| pick.upstream)
    };
    assert_eq!(
        [0b010, 0b110, 0b001, 0b011].map(|lagging| next(lagging, 0)),
        [Some(2), None, Some(1), Some(2)]
    );
    assert_eq!(next(0b111, 0), Some(1));
    assert_eq!(next(0b001, 2), Some(1));
}

/// The outcome of one simulated request.
struct SimulatedOutcome {
    tried: Vec<usize>,
    elapsed_ms: f64,
}

/// Simulates a request: every attempt takes `ms`, and `outcome` determines its result for the upstream.
fn simulate_request(
    config: &Config,
    states: &mut Vec<f64>,
    now: &mut f64,
    chance: &mut Chance,
    mut outcome: impl FnMut(usize, &mut Chance) -> (u16, f64, Option<f64>),
) -> SimulatedOutcome {
    let started_at = *now;
    let begin_result = begin(config, NETWORK, states, NO_LAG, *now, 0.0);
    *states = begin_result.states;
    let Some(mut pick) = begin_result.pick else {
        return SimulatedOutcome { tried: vec![], elapsed_ms: 0.0 };
    };
    let mut timeout = config.timeout;
    let mut tried = Vec::new();
    loop {
        tried.push(pick.upstream as usize);
        let (status, ms, retry_after) = outcome(pick.upstream as usize, chance);
        let late = ms > timeout;
        *now += ms.min(timeout);
        let attempt = Attempt {
            pick,
            status: if late { 0 } else { status },
            failure: if late { Some("timeout") } else { (status == 0).then_some("refused") },
            retry_after,
            attempts: u32::try_from(tried.len()).unwrap(),
            elapsed: *now - started_at,
            keys: 2,
            began: *now - ms.min(timeout),
            now: *now,
            chance: chance.unit(),
            ..attempt(status)
        };
        let finish = finish(config, &attempt, states);
        if let Some(changed) = finish.states {
            *states = changed;
        }
        let Some(retry) = finish.retry else {
            return SimulatedOutcome { tried, elapsed_ms: *now - started_at };
        };
        assert!(retry.after >= 0.0 && retry.timeout >= 1.0);
        *now += retry.after;
        (pick, timeout) = (retry.pick, retry.timeout);
    }
}

#[test]
fn any_run_of_outcomes_ends_in_time_and_after_few_attempts() {
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    for round in 0..4000_u32 {
        let services = 1 + chance.draw_below(4);
        let retries = chance.draw_below(4);
        let config = config(services, &format!(r#","retries":{retries},"timeoutMs":900,"deadlineMs":2000"#));
        let (mut states, mut now) = (vec![0.0; services * NUMBERS], 1e12);
        for _ in 0..8 {
            let outcome = simulate_request(&config, &mut states, &mut now, &mut chance, |_, chance| {
                let retry_after = (chance.draw_below(3) == 0).then(|| chance.unit() * 3000.0);
                (STATUSES[chance.draw_below(STATUSES.len())], chance.unit() * 1500.0, retry_after)
            });
            assert!(outcome.elapsed_ms <= 2000.01, "round {round}: {} ms", outcome.elapsed_ms);
            let max_attempts = services + retries;
            assert!(outcome.tried.len() <= max_attempts * 3, "round {round}: {:?}", outcome.tried);
            assert!(outcome.tried.iter().all(|at| *at < services));
        }
    }
}

#[test]
fn a_dead_upstream_costs_its_breaker_threshold_and_returns_by_one_probe() {
    let config = config(2, r#","retries":0,"breaker":{"failures":3,"openMs":10000},"timeoutMs":1000"#);
    let mut chance = Chance(7);
    let (mut states, mut now) = (vec![0.0; 2 * NUMBERS], 1e12);
    let revival_time = now + 60_000.0;
    let mut first_upstream_count = 0;
    while now < revival_time {
        let outcome = simulate_request(&config, &mut states, &mut now, &mut chance, |at, _| {
            (if at == 0 { 0 } else { 200 }, 10.0, None)
        });
        assert_eq!(outcome.tried.last(), Some(&1), "the second upstream responds to every request");
        first_upstream_count += outcome.tried.iter().filter(|at| **at == 0).count();
        now += 90.0;
    }
    // Three failures open the breaker, then there is one probe every ten seconds, in some 550 requests.
    assert!((6..=9).contains(&first_upstream_count), "{first_upstream_count}");
    let mut waited_ms = 0.0;
    loop {
        let time_before = now;
        let outcome = simulate_request(&config, &mut states, &mut now, &mut chance, |_, _| (200, 10.0, None));
        if outcome.tried == [0] {
            break;
        }
        now += 90.0;
        waited_ms += now - time_before;
    }
    assert!(waited_ms <= 10_100.0, "used again after {waited_ms} ms");
    let first = read(&states, 2)[0];
    assert_eq!(State { last_success: 0.0, ..first }, State::default());
}
