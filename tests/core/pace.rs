//! The pace of a client on a simulated clock, which passes hours in milliseconds, with servers of every kind of limit.

use proptest::prelude::*;
use std::collections::BinaryHeap;
use ton_edge::pace::{
    ATTEMPTS, Action, Attempts, Backoff, Event, Failed, Failure, KEYED, KEYLESS, MARGIN, Pacer, Refusal,
    interval,
};

/// How a server counts requests.
#[derive(Clone, Copy, Debug)]
enum Limit {
    None,
    /// This many in any period of one second.
    Sliding(f64),
    /// This many in every second of the server's clock.
    Fixed(f64),
    /// This many at once; the bucket is refilled by a rate per second.
    Bucket(f64, f64),
}

#[derive(Debug)]
struct Service {
    limit: Limit,
    accepted_times: Vec<f64>,
    tokens: f64,
    bucket_level: f64,
}

impl Service {
    fn new(limit: Limit) -> Self {
        let tokens = if let Limit::Bucket(size, _) = limit { size } else { 0.0 };
        Self { limit, accepted_times: Vec::new(), tokens, bucket_level: 0.0 }
    }

    /// The number of requests that were accepted after a time.
    fn count_since(&self, time: f64) -> usize {
        self.accepted_times.iter().rev().take_while(|at| **at > time).count()
    }

    fn accept_request(&mut self, now: f64) -> bool {
        let is_accepted = match self.limit {
            Limit::None => true,
            Limit::Sliding(most) => {
                (self.accepted_times.iter().filter(|at| now - **at < 1000.0).count() as f64) < most
            }
            // In whole milliseconds, as clocks report them.
            Limit::Fixed(most) => (self.count_since((now / 1000.0).floor() * 1000.0 - 0.001) as f64) < most,
            Limit::Bucket(size, rate) => {
                self.tokens = (self.tokens + (now - self.bucket_level) / 1000.0 * rate).min(size);
                self.bucket_level = now;
                self.tokens >= 1.0 && {
                    self.tokens -= 1.0;
                    true
                }
            }
        };
        if is_accepted {
            self.accepted_times.push(now);
        }
        is_accepted
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Ask(f64),
    Arrive(f64),
    Answer(f64, bool),
}

/// A due time, the order among equal times, and the call; the earliest comes first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DueStep<S>(pub(crate) f64, pub(crate) usize, pub(crate) usize, pub(crate) S);

impl<S> PartialEq for DueStep<S> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl<S> Eq for DueStep<S> {}
impl<S> PartialOrd for DueStep<S> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<S> Ord for DueStep<S> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.0.total_cmp(&self.0).then(other.1.cmp(&self.1))
    }
}

/// The result of a run.
#[derive(Debug)]
struct Outcome {
    end_time: f64,
    refusals: usize,
    start_times: Vec<f64>,
}

const BACKOFF: Backoff = Backoff { least: 250.0, most: 10_000.0, most_retry_after: 30_000.0 };

#[test]
fn delays_double_up_to_a_bound_and_are_spread_over_the_whole_range() {
    let delays =
        |chance| [0.0, 1.0, 2.0, 5.0, 6.0, 1e9].map(|failures| BACKOFF.delay(failures, chance, None));
    assert_eq!(delays(0.0), [250.0; 6]);
    assert_eq!(delays(1.0), [250.0, 500.0, 1_000.0, 8_000.0, 10_000.0, 10_000.0]);
    assert_eq!(delays(0.5), [250.0, 375.0, 625.0, 4_125.0, 5_125.0, 5_125.0]);
    // The service's own delay is a lower bound, but not without limit.
    assert_eq!([300.0, 600.0, 1e12].map(|own| BACKOFF.delay(1.0, 1.0, Some(own))), [500.0, 600.0, 30_000.0]);
}

/// Simulates calls: each begins when `calls` says, waits for its slot, travels for `latency` each way, and is repeated until the server
/// accepts it.
fn run(
    pacer: Pacer,
    service: &mut Service,
    calls: &[f64],
    latency: f64,
    random: impl FnMut() -> f64,
) -> Outcome {
    run_on(|at| at, pacer, service, calls, latency, random)
}

/// Like `run`, but work runs only when `awake` says, not at its due time.
fn run_on(
    mut awake: impl FnMut(f64) -> f64,
    mut pacer: Pacer,
    service: &mut Service,
    calls: &[f64],
    latency: f64,
    mut chance: impl FnMut() -> f64,
) -> Outcome {
    let mut due_steps = BinaryHeap::new();
    let mut serial = 0;
    for (call, at) in calls.iter().enumerate() {
        due_steps.push(DueStep(*at, serial, call, Step::Ask(f64::NAN)));
        serial += 1;
    }
    let (mut end, mut refusals, mut starts) = (0.0, 0, Vec::new());
    let mut start_times = vec![0.0; calls.len()];
    while let Some(DueStep(now, _, call, step)) = due_steps.pop() {
        assert!(now < 1e8 && due_steps.len() <= calls.len(), "it ends");
        let (at, next) = match step {
            Step::Ask(ticket) => {
                let ticket = if ticket.is_nan() { pacer.reserve(now, 1.0, None) } else { ticket };
                match pacer.turn(now, ticket, 1.0) {
                    (_, 0.0) => {
                        start_times[call] = now;
                        starts.push(now);
                        (now + latency, Step::Arrive(now))
                    }
                    // The JavaScript code checks again after a delay; timers never fire early.
                    (ticket, wait) => (now + wait.clamp(1.0, 250.0) + chance(), Step::Ask(ticket)),
                }
            }
            Step::Arrive(sent) => (now + latency, Step::Answer(sent, service.accept_request(now))),
            Step::Answer(sent, true) => {
                pacer.succeeded(now, sent);
                end = now;
                continue;
            }
            Step::Answer(sent, false) => {
                refusals += 1;
                let delay = BACKOFF.delay(pacer.streak + 1.0, chance(), None);
                (
                    now,
                    Step::Ask(pacer.refused(
                        now,
                        Refusal { started: sent, delay, weight: 1.0, limited: true, chance: chance() },
                    )),
                )
            }
        };
        due_steps.push(DueStep(awake(at), serial, call, next));
        serial += 1;
    }
    Outcome { end_time: end, refusals, start_times: starts }
}

/// Random numbers that are the same in every run: xorshift.
fn random_chances(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[test]
fn twelve_keyless_calls_take_eleven_seconds_and_none_is_refused() {
    for latency in [0.0, 1.0, 5.0, 40.0, 150.0, 700.0, 3000.0] {
        for seed in 1..20 {
            let mut service = Service::new(Limit::Sliding(1.0));
            let outcome =
                run(Pacer::new(0.0, false), &mut service, &[0.0; 12], latency, random_chances(seed));
            assert_eq!((service.accepted_times.len(), outcome.refusals), (12, 0), "latency {latency}");
            let end = outcome.end_time - 2.0 * latency - (2.0 * latency).min(KEYLESS);
            assert!((11_000.0..=11_500.0).contains(&end), "latency {latency}: {end}");
        }
    }
}

#[test]
fn a_limit_of_ten_is_found_in_twelve_seconds_with_at_most_eight_refusals() {
    for limit in
        [Limit::Sliding(10.0), Limit::Fixed(10.0), Limit::Bucket(1.0, 10.0), Limit::Bucket(10.0, 10.0)]
    {
        for latency in [0.0, 2.0, 20.0, 60.0, 100.0] {
            for seed in 1..20 {
                let mut service = Service::new(limit);
                let outcome =
                    run(Pacer::new(0.0, true), &mut service, &[0.0; 100], latency, random_chances(seed));
                assert!(
                    outcome.refusals <= 8 && outcome.end_time <= 12_000.0,
                    "{limit:?}, latency {latency}, seed {seed}: {} refusals, {} ms",
                    outcome.refusals,
                    outcome.end_time
                );
            }
        }
    }
}

/// A busy machine: it stalls repeatedly, for up to `longest` milliseconds at a time.
fn stalling_clock(longest: f64, end: f64, mut chance: impl FnMut() -> f64) -> impl FnMut(f64) -> f64 {
    let mut stalls = Vec::new();
    let mut time = 0.0;
    while time < end {
        time += 100.0 + 1400.0 * chance();
        let length = longest * chance();
        stalls.push((time, time + length));
        time += length;
    }
    move |at| {
        let stall_index = stalls.partition_point(|(_, end)| *end <= at);
        stalls.get(stall_index).filter(|(start, _)| *start <= at).map_or(at, |(_, end)| *end)
    }
}

#[test]
fn a_stalling_machine_does_not_learn_a_wrong_pace() {
    for latency in [2.0, 20.0, 60.0] {
        for (longest, most) in [(50.0, 12_500.0), (200.0, 14_000.0), (400.0, 16_000.0)] {
            for seed in 1..100 {
                let mut service = Service::new(Limit::Sliding(10.0));
                let next_awake_time = stalling_clock(longest, 60_000.0, random_chances(seed * 977));
                let pacer = Pacer::new(0.0, true);
                let outcome =
                    run_on(next_awake_time, pacer, &mut service, &[0.0; 100], latency, random_chances(seed));
                assert!(
                    outcome.refusals <= 8 && outcome.end_time <= most,
                    "stalls of {longest} ms, latency {latency}, seed {seed}: {} refusals, {} ms",
                    outcome.refusals,
                    outcome.end_time
                );
            }
        }
    }
}

#[test]
fn any_other_limit_is_found_as_well() {
    for rate in [1.0, 2.0, 5.0, 25.0, 80.0] {
        for seed in 1..4 {
            let mut service = Service::new(Limit::Sliding(rate));
            let calls = vec![0.0; (rate * 60.0) as usize];
            let outcome = run(Pacer::new(0.0, true), &mut service, &calls, 20.0, random_chances(seed));
            assert!(outcome.end_time < 80_000.0, "{rate}: {} ms", outcome.end_time);
            assert!(outcome.refusals <= 30, "{rate}: {} refusals", outcome.refusals);
        }
    }
    let mut unlimited_service = Service::new(Limit::None);
    let outcome = run(Pacer::new(0.0, true), &mut unlimited_service, &[0.0; 2000], 20.0, random_chances(7));
    assert!(outcome.end_time < 12_000.0, "{}", outcome.end_time);
}

#[test]
fn hours_of_steady_load_stay_within_the_limit() {
    let calls: Vec<f64> = (0..4 * 3600).map(|second| f64::from(second) * 1000.0).collect();
    let mut service = Service::new(Limit::Sliding(1.0));
    let outcome = run(Pacer::new(0.0, false), &mut service, &calls[..3600], 30.0, random_chances(3));
    assert_eq!(outcome.refusals, 0);
    // Twenty calls per second to a server that accepts ten, for four hours, in bursts.
    let bursts: Vec<f64> = calls.iter().step_by(10).flat_map(|at| [*at; 90]).collect();
    let mut service = Service::new(Limit::Bucket(10.0, 10.0));
    let outcome = run(Pacer::new(0.0, true), &mut service, &bursts[..40_000], 30.0, random_chances(5));
    assert!(outcome.refusals < 1200, "{}", outcome.refusals);
}

#[test]
fn a_new_policy_moves_waiting_calls() {
    let mut pacer = Pacer::new(0.0, false);
    let tickets: Vec<f64> = (0..12).map(|_| pacer.reserve(0.0, 1.0, None)).collect();
    assert_eq!(pacer.turn(0.0, tickets[11], 1.0).1, 11.0 * KEYLESS);
    pacer.apply_policy(0.0, "\"default\";q=10;w=1");
    let wait = pacer.turn(0.0, tickets[11], 1.0).1;
    assert!((wait - 1100.0 * MARGIN).abs() < 0.01, "{wait}");
    pacer.succeeded(10.0, 0.0);
    pacer.apply_policy(20.0, "nonsense");
    assert_eq!(pacer.queue.interval(), 100.0 * MARGIN);
}

#[test]
fn a_pause_delays_all_calls_and_the_refused_one_goes_first() {
    let mut pacer = Pacer::new(0.0, true);
    let tickets: Vec<f64> = (0..4).map(|_| pacer.reserve(0.0, 1.0, None)).collect();
    let retry_ticket =
        pacer.refused(0.0, Refusal { started: 0.0, delay: 5000.0, weight: 1.0, limited: true, chance: 0.0 });
    assert_eq!(pacer.turn(0.0, retry_ticket, 1.0).1, 5000.0);
    assert_eq!(pacer.turn(0.0, tickets[1], 1.0).1, 5000.0 + 2.0 * KEYED);
    // A second refusal of the same burst does not lengthen the pause, and counts once.
    let other_pacer =
        pacer.refused(10.0, Refusal { started: 0.0, delay: 1000.0, weight: 1.0, limited: true, chance: 0.0 });
    assert_eq!(
        (pacer.turn(10.0, other_pacer, 1.0).1, pacer.turn(10.0, retry_ticket, 1.0).1),
        (4990.0, 4990.0 + KEYED)
    );
    assert_eq!(pacer.streak, 1.0);
    pacer.succeeded(6000.0, 5000.0);
    assert_eq!(pacer.streak, 0.0);
}

#[test]
fn a_thousand_returned_tickets_delay_no_call() {
    let orders: [fn(Vec<f64>) -> Vec<f64>; 3] = [
        |tickets| tickets,
        |tickets| tickets.into_iter().rev().collect(),
        // From both ends alternately.
        |tickets| {
            let half_count = tickets.len() / 2;
            let (left, right) = tickets.split_at(half_count);
            left.iter().zip(right.iter().rev()).flat_map(|(one, other)| [*one, *other]).collect()
        },
    ];
    for order in orders {
        let mut pacer = Pacer::new(0.0, false);
        let first_ticket = pacer.reserve(0.0, 1.0, None);
        assert_eq!(pacer.turn(0.0, first_ticket, 1.0).1, 0.0);
        let tickets: Vec<f64> = (0..1000).map(|_| pacer.reserve(0.0, 1.0, None)).collect();
        for ticket in order(tickets) {
            pacer.release(10.0, ticket, 1.0);
        }
        for at in 1..=3 {
            let ticket = pacer.reserve(10.0, 1.0, None);
            assert!((pacer.turn(10.0, ticket, 1.0).1 - (KEYLESS * f64::from(at) - 10.0)).abs() < 1.0);
        }
    }
}

#[test]
fn returned_tickets_are_used_again() {
    for backwards in [false, true] {
        let mut pacer = Pacer::new(0.0, false);
        let mut tickets: Vec<f64> = (0..15).map(|_| pacer.reserve(0.0, 1.0, None)).collect();
        let last_ticket = pacer.reserve(0.0, 1.0, None);
        assert_eq!(pacer.turn(0.0, tickets.remove(0), 1.0).1, 0.0);
        if backwards {
            tickets.reverse();
        }
        for ticket in tickets {
            pacer.release(1.0, ticket, 1.0);
        }
        // Calls that are still waiting move forward, and a new call follows them.
        let (better, wait) = pacer.turn(1.0, last_ticket, 1.0);
        assert_eq!((better, wait), (1.0, KEYLESS - 1.0));
        let next_ticket = pacer.reserve(1.0, 1.0, None);
        assert_eq!(pacer.turn(1.0, next_ticket, 1.0).1, 2.0 * KEYLESS - 1.0);
    }
}

#[test]
fn a_late_start_delays_the_following_ones() {
    let mut pacer = Pacer::new(0.0, false);
    let tickets: Vec<f64> = (0..3).map(|_| pacer.reserve(0.0, 1.0, None)).collect();
    assert_eq!(pacer.turn(0.0, tickets[0], 1.0).1, 0.0);
    assert_eq!(pacer.turn(1900.0, tickets[1], 1.0).1, 0.0);
    let wait = pacer.turn(1900.0, tickets[2], 1.0).1;
    assert!(wait >= 1000.0, "{wait}");
}

#[test]
fn the_callers_own_interval_is_kept() {
    let mut own_pacer = Pacer::fixed(0.0, 40.0);
    let mut wait = |weight| {
        let ticket = own_pacer.reserve(0.0, weight, None);
        own_pacer.turn(0.0, ticket, weight).1
    };
    assert_eq!([wait(1.0), wait(1.0), wait(1.0)], [0.0, 40.0, 80.0]);
    assert_eq!((wait(10.0), wait(1.0)), (120.0, 520.0));
    // The default rate does not delay a client that knows its rate, but a limit from the server does.
    let mut shared_pacer = Pacer::new(0.0, false);
    let free_ticket = shared_pacer.reserve(0.0, 1.0, Some(40.0));
    assert_eq!((free_ticket, shared_pacer.turn(0.0, free_ticket, 1.0).1), (f64::NEG_INFINITY, 0.0));
    shared_pacer
        .refused(0.0, Refusal { started: 0.0, delay: 600.0, weight: 0.0, limited: false, chance: 0.0 });
    assert_eq!(shared_pacer.turn(0.0, free_ticket, 1.0).1, 600.0, "a pause applies to all clients");
    assert_eq!(shared_pacer.reserve(0.0, 1.0, Some(2000.0)), 0.0, "a slower client takes a slot");
    shared_pacer.apply_policy(0.0, "10;w=1");
    assert_eq!(shared_pacer.reserve(0.0, 1.0, Some(40.0)), 1.0);
    // The bound of one client does not change that of another client.
    assert_eq!(Pacer::new(0.0, false).queue.interval(), KEYLESS);
}

#[test]
fn a_refusal_costs_only_its_own_slot() {
    for delay in [0.0, 300.0, 2500.0] {
        let mut pacer = Pacer::new(0.0, false);
        let tickets: Vec<f64> = (0..4).map(|_| pacer.reserve(0.0, 1.0, None)).collect();
        assert_eq!(pacer.turn(0.0, tickets[0], 1.0).1, 0.0);
        let retry_ticket =
            pacer.refused(20.0, Refusal { started: 0.0, delay, weight: 1.0, limited: true, chance: 0.0 });
        let first = pacer.turn(20.0, retry_ticket, 1.0).1 + 20.0;
        // The response came 20 ms after the first start, so the server may have counted the request up to 20 ms
        // later.
        assert_eq!(first, (KEYLESS + 20.0).max(20.0 + delay), "no sooner than the next slot");
        let gap = pacer.turn(20.0, tickets[1], 1.0).1 + 20.0 - first;
        assert!((gap - pacer.queue.interval()).abs() < 1e-6, "{gap}: the next one follows without a gap");
    }
}

#[test]
fn a_batch_keeps_its_slots_when_it_is_refused_or_aborted() {
    let mut pacer = Pacer::new(0.0, true);
    let batch = pacer.reserve(0.0, 10.0, None);
    let later_ticket = pacer.reserve(0.0, 1.0, None);
    assert_eq!(pacer.turn(0.0, batch, 10.0).1, 0.0);
    let retry_ticket = pacer
        .refused(0.0, Refusal { started: 0.0, delay: 5000.0, weight: 10.0, limited: false, chance: 0.0 });
    assert_eq!(pacer.turn(0.0, retry_ticket, 10.0).1, 5000.0);
    assert!((pacer.turn(0.0, later_ticket, 1.0).1 - 5000.0 - 10.0 * KEYED).abs() < 1e-6);
    pacer.release(0.0, retry_ticket, 10.0);
    let (_, wait) = pacer.turn(0.0, later_ticket, 1.0);
    assert_eq!(wait, 5000.0, "all ten are free again");
}

#[test]
fn a_keyless_pace_is_not_multiplied_by_refusals() {
    let mut pacer = Pacer::new(0.0, false);
    for refusal in 1..50 {
        let now = f64::from(refusal) * 20_000.0;
        let ticket = pacer.reserve(now, 1.0, None);
        assert_eq!(pacer.turn(now, ticket, 1.0).1, 0.0);
        let retry_ticket = pacer.refused(
            now + 10.0,
            Refusal { started: now, delay: 250.0, weight: 1.0, limited: true, chance: 0.0 },
        );
        pacer.release(now + 10.0, retry_ticket, 1.0);
        assert!(pacer.queue.interval() <= 2.0 * KEYLESS);
    }
    for round in 0..50 {
        let now = 2e6 + f64::from(round) * 2000.0;
        let ticket = pacer.reserve(now, 1.0, None);
        pacer.turn(now, ticket, 1.0);
        pacer.succeeded(now + 10.0, now);
    }
    assert_eq!(pacer.queue.interval(), KEYLESS, "and the pace recovers");
}

#[test]
fn policies_in_every_form() {
    let known_interval = |header| interval(header).map(|ms| (ms / MARGIN * 1000.0).round() / 1000.0);
    assert_eq!(known_interval("\"default\";q=10;w=1"), Some(100.0));
    assert_eq!(known_interval("\"burst\";q=100;w=60,\"day\";q=1000;w=86400"), Some(600.0));
    assert_eq!(known_interval("10;w=1"), Some(100.0));
    assert_eq!(known_interval("10, 10;window=1, 1000;window=3600"), Some(100.0));
    assert_eq!(known_interval(" 1 ; w = 1 "), None);
    for nothing in ["", "0;w=1", "10", "10;w=0", "-1;w=1", "q=1", "\u{0};w=1", "99999999999;w=1", ";;;,,,="] {
        assert_eq!(interval(nothing), None, "{nothing}");
    }
}

#[test]
fn errors_that_are_retried_and_errors_that_never_are() {
    let read = |status, text| Failure { status, text, read: true, untaken: false }.may_repeat();
    let send = |status, untaken| Failure { status, text: "", read: false, untaken }.may_repeat();
    for status in [0, 408, 425, 429, 500, 502, 503, 504, 520, 533, 542, 599] {
        assert!(read(status, "LITE_SERVER_NETWORK"), "{status}");
    }
    for status in [200, 204, 301, 400, 401, 403, 404, 405, 409, 413, 414, 415, 416, 422, 451, 501, 505, 600] {
        assert!(!read(status, ""), "{status}");
    }
    for text in [
        "LITE_SERVER_UNKNOWN: cannot apply external message to current state : External message was not accepted",
        "exitcode=33",
        "Failed to unpack account state",
        "cannot compute block with specified transaction: lt not in db",
        "Tx not found",
        "Unsupported stack entry type: tvm.Builder",
        "internal server error: Cannot GET /api/v3/x",
        "limit is not allowed: 1001 > 1000",
        "wrong value for sort parameter",
    ] {
        assert!(!read(500, text), "{text}");
        assert!(read(429, text), "429 is a rate limit whatever its text");
    }
    for text in [
        "LITE_SERVER_UNKNOWN: block is not applied",
        "timeout: context deadline exceeded",
        "",
        "no workers available (archival)",
    ] {
        assert!(read(542, text), "{text}");
    }
    let retried_statuses: Vec<u16> = (0..600).filter(|status| send(*status, false)).collect();
    assert_eq!(retried_statuses, [429], "only 429 proves that the server did not accept a send");
    assert!(send(0, true));
}

proptest! {
    /// Two starts are always an interval apart, except for the tolerance for late timers.
    #[test]
    fn starts_are_an_interval_apart(gaps in prop::collection::vec(0.0..3000.0, 1..60), latency in 0.0..2000.0, seed in 1..u64::MAX) {
        let mut at = 0.0;
        let calls: Vec<f64> = gaps.iter().map(|gap| { at += gap; at }).collect();
        let mut service = Service::new(Limit::None);
        let outcome = run(Pacer::new(0.0, false), &mut service, &calls, latency, random_chances(seed));
        prop_assert_eq!(outcome.start_times.len(), calls.len());
        for pair in outcome.start_times.windows(2) {
            prop_assert!(pair[1] - pair[0] >= 1000.0, "{} and {}", pair[0], pair[1]);
        }
    }

    /// After any steps in any order, all figures are numbers, and no call waits forever.
    #[test]
    fn any_steps_leave_finite_figures_and_no_endless_wait(steps in prop::collection::vec((0..7_u8, 0.0..5000.0, 0..40_usize), 0..200), keyed: bool) {
        let mut pacer = Pacer::new(0.0, keyed);
        let (mut now, mut tickets) = (0.0, vec![0.0]);
        for (step, by, which) in steps {
            let ticket = tickets[which % tickets.len()];
            match step {
                0 => now += by,
                1 => tickets.push(pacer.reserve(now, 1.0, None)),
                2 => { pacer.turn(now, ticket, 1.0); }
                3 => pacer.release(now, ticket, 1.0),
                4 => pacer.succeeded(now, now - by),
                5 => tickets.push(pacer.refused(now, Refusal { started: now - by, delay: by, weight: 1.0, limited: which % 2 == 0, chance: 0.5 })),
                _ => pacer.apply_policy(now, &format!("{which};w=1")),
            }
            prop_assert!(pacer.queue.interval() > 0.0 && pacer.queue.interval() <= 60_000.0 * MARGIN);
            // NaN does not equal itself, so this fails for NaN.
            prop_assert_eq!(&pacer, &pacer.clone());
        }
    }

    #[test]
    fn delays_are_bounded(failures in 0.0..1e9, chance in 0.0..1.0, retry_after in prop::option::of(0.0..1e15)) {
        let delay = BACKOFF.delay(failures, chance, retry_after);
        prop_assert!((250.0..=30_000.0).contains(&delay));
        if let Some(retry_after) = retry_after { prop_assert!(delay >= retry_after.min(30_000.0)); }
    }

    #[test]
    fn any_header_is_read(header: String) {
        if let Some(interval) = interval(&header) { prop_assert!((0.1..=60_000.0 * MARGIN).contains(&interval)); }
    }
}

fn failed_event(status: u16, retry_after: Option<f64>) -> Event<'static> {
    let failure = Failure { status, text: "", read: true, untaken: false };
    Event::Failed(Failed { failure, retry_after, chance: [0.0, 0.0] })
}

fn attempts(own: Option<f64>) -> Attempts {
    Attempts::new(f64::from(ATTEMPTS), Backoff::DEFAULT, 15_000.0, own, 1.0)
}

#[test]
fn a_call_without_a_rate_sleeps_between_its_attempts_and_then_fails() {
    let mut call = attempts(None);
    let mut now = 0.0;
    for attempt in 1..=ATTEMPTS {
        assert_eq!(call.step(now, Event::Done(Action::Sleep), None), Action::Send);
        assert_eq!((call.attempt, call.started), (f64::from(attempt), now));
        let last = attempt == ATTEMPTS;
        let next = call.step(now + 10.0, failed_event(503, None), None);
        assert_eq!(next, if last { Action::Fail } else { Action::Sleep });
        now += 10.0 + call.delay;
    }
    assert_eq!(call.left, 15_000.0 - now);
}

#[test]
fn a_refusal_does_not_count_as_an_attempt_and_goes_back_to_the_queue() {
    let mut pacer = Pacer::new(0.0, false);
    let mut call = attempts(None);
    let mut now = 0.0;
    assert_eq!(call.step(now, Event::Done(Action::Sleep), Some(&mut pacer)), Action::Turn);
    for _ in 0..6 {
        assert_eq!(call.step(now, Event::Done(Action::Turn), Some(&mut pacer)), Action::Send);
        assert_eq!(call.step(now, failed_event(429, None), Some(&mut pacer)), Action::Turn);
        assert!(call.ticket.is_finite());
        now += 100.0;
    }
    assert_eq!((call.attempt, call.refusals), (6.0, 6.0));
    // The call's timeout ends it, and its ticket is returned.
    assert_eq!(call.step(now, Event::Done(Action::Turn), Some(&mut pacer)), Action::Send);
    assert_eq!(call.step(now + 15_000.0, failed_event(429, None), Some(&mut pacer)), Action::Fail);
    assert!(call.ticket.is_nan());
}

#[test]
fn a_client_with_a_rate_waits_for_its_own_slot_first_each_time() {
    let mut pacer = Pacer::new(0.0, false);
    let mut call = attempts(Some(2000.0));
    for first in [Event::Done(Action::Sleep), failed_event(429, None)] {
        assert_eq!(call.step(0.0, first, Some(&mut pacer)), Action::OwnTurn);
        assert!(call.ticket.is_nan(), "it holds no slot meanwhile");
        assert_eq!(call.step(0.0, Event::Done(Action::OwnTurn), Some(&mut pacer)), Action::Turn);
        assert_eq!(call.step(0.0, Event::Done(Action::Turn), Some(&mut pacer)), Action::Send);
    }
    assert_eq!(call.step(0.0, Event::Done(Action::Send), Some(&mut pacer)), Action::Return);
}

#[test]
fn only_a_failed_connection_is_retried_without_a_status() {
    for (status, next) in [(0, Action::Sleep), (Failure::PERMANENT, Action::Fail), (404, Action::Fail)] {
        let mut call = attempts(None);
        call.step(0.0, Event::Done(Action::Sleep), None);
        assert_eq!(call.step(0.0, failed_event(status, None), None), next, "{status}");
    }
    let mut call = attempts(None);
    call.step(0.0, Event::Done(Action::Sleep), None);
    assert_eq!(call.step(0.0, Event::Stopped, None), Action::Fail);
}
