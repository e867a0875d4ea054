//! What becomes of attempts to ask the service: retries, failover, keys and breakers, on a simulated clock.

use ton_edge::endpoint::Generation;
use ton_edge::error::Code;
use ton_edge::gateway::breaker::{Limits, State, read, write};
use ton_edge::gateway::{Attempt, Begin, Config, Finish, Turn, begin, finish, hedge, unavailable};
use ton_edge::network::Network;

const NET: Network = Network::Testnet;
/// Statuses that say something different about the service; 0 is none.
const STATUSES: [u16; 21] =
    [0, 200, 204, 301, 302, 304, 400, 401, 403, 404, 408, 409, 416, 422, 425, 429, 500, 502, 503, 504, 542];

fn config(services: usize, more: &str) -> Config {
    let urls: Vec<String> = (0..services).map(|at| format!(r#""https://{at}.example""#)).collect();
    Config::from_json(&format!(r#"{{"testnet":[{}]{more}}}"#, urls.join(","))).unwrap()
}

fn attempt(status: u16) -> Attempt<'static> {
    Attempt {
        generation: Generation::V2,
        network: NET,
        problem: false,
        reads: true,
        turn: Turn { tried: 1, ..Turn::default() },
        status,
        failure: (status == 0).then_some("refused"),
        retry_after: None,
        attempts: 1,
        elapsed: 0.0,
        keys: 1,
        now: 1e12,
        chance: 0.5,
        counts: true,
    }
}

/// Numbers by chance, always the same ones.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most
    }

    fn unit(&mut self) -> f64 {
        self.below(1 << 20) as f64 / f64::from(1 << 20)
    }
}

#[test]
fn answers_of_the_service_pass_but_for_its_faults_with_us() {
    let last = config(1, r#","retries":0"#);
    for through in [200, 304, 404, 408, 409, 422, 429, 500, 502, 503, 504, 542] {
        let Finish { status, body, alerts, retry, .. } = finish(&last, &attempt(through), &[]);
        assert_eq!((status, body, alerts.len(), retry), (through, None, 0, None));
    }
    for (given, reason, shown, code) in [
        (401, None, 502, "upstream_key_refused"),
        (403, None, 502, "upstream_key_refused"),
        (302, None, 502, "redirected"),
        (0, Some("refused"), 502, "bad_gateway"),
        (0, Some("timeout"), 504, "upstream_timeout"),
    ] {
        let finish = finish(&last, &Attempt { failure: reason, ..attempt(given) }, &[]);
        assert_eq!(finish.status, shown);
        assert!(finish.body.unwrap().starts_with(r#"{"ok":false,"error":"the service"#));
        assert!(finish.alerts[0].message.starts_with("testnet: "));
        assert_eq!(finish.alerts[0].level, "error");
        assert!(finish.headers.iter().any(|(name, value)| name == "x-ton-edge-error" && value == code));
    }
    let problem = finish(&last, &Attempt { problem: true, ..attempt(0) }, &[]);
    assert!(problem.body.unwrap().contains(r#""code":"bad_gateway""#));
}

#[test]
fn what_is_no_read_is_asked_once_whatever_comes_of_it() {
    for services in 1..4 {
        let config = config(services, "");
        for status in STATUSES {
            for failure in [None, Some("timeout"), Some("ECONNREFUSED")] {
                for keys in 0..3 {
                    let sent = Attempt { reads: false, failure, keys, ..attempt(status) };
                    assert_eq!(finish(&config, &sent, &[]).retry, None, "{status} {failure:?}");
                }
            }
        }
    }
}

#[test]
fn a_refused_key_is_followed_by_the_next_then_by_the_next_service() {
    let config = config(2, "");
    let first = finish(&config, &Attempt { keys: 2, ..attempt(401) }, &[]);
    let turn = first.retry.unwrap().turn;
    assert_eq!((turn.upstream, turn.key, turn.tried), (0, 1, 2));
    assert_eq!((first.alerts[0].level, first.alerts[0].code), ("error", Code::UpstreamKeyRefused));
    // Later requests, sends among them, begin with the second.
    let states = first.states.unwrap();
    assert_eq!(read(&states, 2)[0].key, 1.0);

    let second = finish(&config, &Attempt { keys: 2, turn, attempts: 2, ..attempt(403) }, &states);
    let turn = second.retry.unwrap().turn;
    assert_eq!((turn.upstream, turn.key, turn.tried, turn.refusals), (1, 0, 1, 2));

    let third =
        finish(&config, &Attempt { keys: 1, turn, attempts: 3, ..attempt(401) }, &second.states.unwrap());
    assert_eq!((third.retry, third.status), (None, 502));
    // A service that we have no key for refuses us all the same.
    assert_eq!(finish(&config, &Attempt { keys: 0, turn, ..attempt(403) }, &[]).status, 502);
}

#[test]
fn another_service_is_asked_at_once_the_same_one_after_a_while() {
    let two = config(2, "");
    let over = finish(&two, &attempt(500), &[]).retry.unwrap();
    assert_eq!((over.turn.upstream, over.after), (1, 0.0));
    let round = Attempt { attempts: 2, turn: over.turn, ..attempt(500) };
    let back = finish(&two, &round, &[]).retry.unwrap();
    assert_eq!(back.turn.upstream, 0);
    assert!(back.after > 0.0);

    let one = config(1, "");
    for chance in [0.0, 0.3, 1.0] {
        let retry = finish(&one, &Attempt { chance, ..attempt(542) }, &[]).retry.unwrap();
        assert!((0.0..=200.0).contains(&retry.after), "{}", retry.after);
        let asked = Attempt { chance, retry_after: Some(3000.0), ..attempt(429) };
        assert!(
            finish(&one, &asked, &[]).retry.unwrap().after >= 3000.0,
            "never before the service wants it"
        );
    }
    let late = Attempt { retry_after: Some(60_000.0), ..attempt(429) };
    let passed = finish(&one, &late, &[]);
    assert_eq!((passed.retry, passed.status, passed.body), (None, 429, None), "beyond the deadline");
}

#[test]
fn errors_that_callers_can_cause_never_open_a_breaker() {
    let config = config(1, r#","breaker":{"failures":1}"#);
    for status in STATUSES {
        let states = finish(&config, &attempt(status), &[0.0; 3]).states;
        let opened = states.is_some_and(|states| read(&states, 1)[0].failures > 0.0);
        assert_eq!(opened, matches!(status, 0 | 502..=504), "{status}");
    }
}

#[test]
fn a_breaker_opens_lets_one_probe_through_and_closes() {
    let limits = Limits { failures: 3, pause: 10_000 };
    let mut state = State::default();
    let mut now = 1e12;
    assert_eq!([1, 2, 3, 4].map(|_| state.failed(limits, now)), [false, false, true, false], "told once");
    assert!(!state.admit(limits, now + 9_999.0, 1000.0));
    now += 10_000.0;
    assert!(state.admit(limits, now, 1000.0), "half open: a probe");
    assert!(!state.admit(limits, now + 999.0, 1000.0), "and no second one");
    assert!(state.admit(limits, now + 1000.0, 1000.0), "unless the first never reported back");
    state.failed(limits, now + 1001.0);
    assert!(!state.admit(limits, now + 2001.0, 1000.0), "open again");
    state.answered();
    assert!(state.admit(limits, now, 1000.0) && state.admit(limits, now, 1000.0), "closed");
    for _ in 0..3 {
        state.failed(limits, now);
    }
    assert!(state.admit(limits, now - 1e9, 1000.0), "a clock that was set back");
    assert_eq!(read(&write(&[state]), 1), [state]);
    assert_eq!(read(&[1.0], 2), [State::default(); 2]);
}

#[test]
fn where_all_are_open_the_caller_is_told_when_to_come_back() {
    let config = config(2, r#","breaker":{"failures":1,"pause":5000}"#);
    let states = [1.0, 1e12 + 4200.0, 0.0, 1.0, 1e12 + 2500.0, 0.0];
    let Begin { turn, wait, .. } = begin(&config, NET, &states, 1e12);
    assert_eq!((turn, wait), (None, 2500.0));
    let told = unavailable(Generation::V3, false, NET, wait);
    assert_eq!(told.status, 503);
    assert!(told.headers.iter().any(|(name, value)| name == "retry-after" && value == "3"));
    assert!(
        told.headers
            .iter()
            .any(|(name, value)| name == "x-ton-edge-error" && value == "upstream_unavailable")
    );
    // The second is over first, and takes its one probe.
    let probe = begin(&config, NET, &states, 1e12 + 2500.0);
    assert_eq!(probe.turn.unwrap().upstream, 1);
    assert_eq!(begin(&config, NET, &probe.states, 1e12 + 2500.0).turn, None);
}

#[test]
fn beside_a_slow_service_another_is_asked_that_is_not_left_alone() {
    let config = config(3, r#","breaker":{"failures":1,"pause":5000}"#);
    let well = [0.0; 9];
    let next =
        |states: &[f64], first| hedge(&config, NET, states, first, 1e12).turn.map(|turn| turn.upstream);
    assert_eq!([0, 1, 2].map(|first| next(&well, first)), [Some(1), Some(2), Some(0)]);
    let mut ill = well;
    (ill[3], ill[4]) = (1.0, 1e12 + 5000.0);
    assert_eq!([0, 1, 2].map(|first| next(&ill, first)), [Some(2), Some(2), Some(0)]);
    (ill[6], ill[7]) = (1.0, 1e12 + 5000.0);
    assert_eq!(next(&ill, 0), None);
    assert_eq!(next(&well, 9), Some(0), "whatever the shell says");
    assert_eq!(hedge(&config, NET, &[], 0, 1e12).turn.map(|turn| turn.upstream), Some(1), "no states yet");
}

#[test]
fn only_reads_with_somebody_else_to_ask_are_hedged() {
    use ton_edge::gateway::{Incoming, Verdict, decide};
    let after = |config: &Config, method, url, body| {
        let incoming =
            Incoming { method, url, body, content_type: Some("application/json"), ..Incoming::default() };
        match decide(config, &incoming) {
            Verdict::Forward(forward) => forward.hedge,
            other => panic!("{other:?}"),
        }
    };
    let on = r#","hedge":250"#;
    let get = |config: &Config| after(config, "GET", "/testnet/api/v3/masterchainInfo", None);
    assert_eq!(get(&config(2, on)), Some(250.0));
    assert_eq!(get(&config(1, on)), None);
    assert_eq!(get(&config(2, "")), None);
    let read =
        Some(r#"{"address":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N","method":"seqno","stack":[]}"#);
    assert_eq!(after(&config(2, on), "POST", "/testnet/api/v2/runGetMethod", read), Some(250.0));
    let send = Some(r#"{"boc":"te6cckEBAQEAAgAAAEysuc0="}"#);
    assert_eq!(after(&config(2, on), "POST", "/testnet/api/v3/message", send), None);
}

/// What one request went through.
struct Lived {
    asked: Vec<usize>,
    took: f64,
}

/// A request on the simulated clock: every attempt takes `ms` and gives what `answer` says for that service.
fn live(
    config: &Config,
    states: &mut Vec<f64>,
    now: &mut f64,
    chance: &mut Chance,
    mut answer: impl FnMut(usize, &mut Chance) -> (u16, f64, Option<f64>),
) -> Lived {
    let start = *now;
    let begun = begin(config, NET, states, *now);
    *states = begun.states;
    let Some(mut turn) = begun.turn else { return Lived { asked: vec![], took: 0.0 } };
    let mut timeout = config.timeout;
    let mut asked = Vec::new();
    loop {
        asked.push(turn.upstream as usize);
        let (status, ms, retry_after) = answer(turn.upstream as usize, chance);
        let late = ms > timeout;
        *now += ms.min(timeout);
        let attempt = Attempt {
            turn,
            status: if late { 0 } else { status },
            failure: if late { Some("timeout") } else { (status == 0).then_some("refused") },
            retry_after,
            attempts: u32::try_from(asked.len()).unwrap(),
            elapsed: *now - start,
            keys: 2,
            now: *now,
            chance: chance.unit(),
            ..attempt(status)
        };
        let finish = finish(config, &attempt, states);
        if let Some(changed) = finish.states {
            *states = changed;
        }
        let Some(retry) = finish.retry else { return Lived { asked, took: *now - start } };
        assert!(retry.after >= 0.0 && retry.timeout >= 1.0);
        *now += retry.after;
        (turn, timeout) = (retry.turn, retry.timeout);
    }
}

#[test]
fn any_run_of_outcomes_ends_in_time_and_after_few_attempts() {
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    for round in 0..4000_u32 {
        let services = 1 + chance.below(4);
        let retries = chance.below(4);
        let config = config(services, &format!(r#","retries":{retries},"timeout":900,"deadline":2000"#));
        let (mut states, mut now) = (vec![0.0; services * 3], 1e12);
        for _ in 0..8 {
            let lived = live(&config, &mut states, &mut now, &mut chance, |_, chance| {
                let retry_after = (chance.below(3) == 0).then(|| chance.unit() * 3000.0);
                (STATUSES[chance.below(STATUSES.len())], chance.unit() * 1500.0, retry_after)
            });
            assert!(lived.took <= 2000.01, "round {round}: {} ms", lived.took);
            let counted = services + retries;
            assert!(lived.asked.len() <= counted * 3, "round {round}: {:?}", lived.asked);
            assert!(lived.asked.iter().all(|at| *at < services));
        }
    }
}

#[test]
fn a_dead_service_costs_its_breaker_and_comes_back_by_one_probe() {
    let config = config(2, r#","retries":0,"breaker":{"failures":3,"pause":10000},"timeout":1000"#);
    let mut chance = Chance(7);
    let (mut states, mut now) = (vec![0.0; 6], 1e12);
    let revived = now + 60_000.0;
    let mut first = 0;
    while now < revived {
        let lived = live(&config, &mut states, &mut now, &mut chance, |at, _| {
            (if at == 0 { 0 } else { 200 }, 10.0, None)
        });
        assert_eq!(lived.asked.last(), Some(&1), "every request has its answer from the second");
        first += lived.asked.iter().filter(|at| **at == 0).count();
        now += 90.0;
    }
    // Three to open it, then a probe every ten seconds, of some 550 requests.
    assert!((6..=9).contains(&first), "{first}");
    let mut waited = 0.0;
    loop {
        let before = now;
        let lived = live(&config, &mut states, &mut now, &mut chance, |_, _| (200, 10.0, None));
        if lived.asked == [0] {
            break;
        }
        now += 90.0;
        waited += now - before;
    }
    assert!(waited <= 10_100.0, "back after {waited} ms");
    assert_eq!(read(&states, 2)[0], State::default());
}
