//! What becomes of an attempt to ask the service: the answer goes to the caller, or another attempt is made.

use super::breaker::{self, State};
use super::{Config, Header, shape};
use crate::endpoint::Generation;
use crate::error::{Code, Error};
use crate::network::Network;
use serde::Serialize;
use std::borrow::Cow;

/// Shortest wait before a service is asked again, doubled from round to round.
const FIRST_WAIT: f64 = 100.0;
const LONGEST_WAIT: f64 = 2000.0;

/// Whom an attempt asks, and what the request has behind it. The shell hands it back as it got it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Turn {
    /// Which service of the network's list.
    pub upstream: u32,
    /// Which of our keys for it, counted on past the last one: the shell takes it modulo their number.
    pub key: u32,
    /// Keys tried in a row there, this one included.
    pub tried: u32,
    /// Attempts that ended in a refused key: they do not count as retries.
    pub refusals: u32,
}

/// One attempt and what became of it.
#[derive(Clone, Copy, Debug)]
pub struct Attempt<'a> {
    /// Generation, for the shape of errors.
    pub generation: Generation,
    /// Whose services are asked.
    pub network: Network,
    /// The caller wants problems as `application/problem+json`.
    pub problem: bool,
    /// The operation only reads. Anything else is asked once, whatever comes of it.
    pub reads: bool,
    /// Whom it asked.
    pub turn: Turn,
    /// HTTP status; 0 when there was none.
    pub status: u16,
    /// Why there was none: `timeout`, or words for the operator.
    pub failure: Option<&'a str>,
    /// Milliseconds that the service asked to wait.
    pub retry_after: Option<f64>,
    /// Attempts so far, this one included.
    pub attempts: u32,
    /// Milliseconds since the request came in.
    pub elapsed: f64,
    /// Our keys for this service.
    pub keys: u32,
    /// Milliseconds since 1970.
    pub now: f64,
    /// 0 to 1, by chance: the jitter of a wait.
    pub chance: f64,
}

/// Another attempt.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Retry {
    /// Whom to ask.
    pub turn: Turn,
    /// Milliseconds to wait before.
    pub after: f64,
    /// Milliseconds that it may take.
    pub timeout: f64,
}

/// Something for the operator's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Alert {
    /// `"error"`: somebody must do something. `"warn"`: it went wrong, and was got round or will pass.
    pub level: &'static str,
    /// Our code for it.
    pub code: Code,
    /// In words.
    pub message: String,
}

/// What becomes of the service's answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finish {
    /// Ask again; the rest, but alerts and states, is then for nobody.
    pub retry: Option<Retry>,
    /// HTTP status for the caller.
    pub status: u16,
    /// Headers for the caller, besides [`super::Forward::answer_headers`] and, where the body goes through, those of
    /// [`super::KEPT`].
    pub headers: Vec<Header>,
    /// `None`: the service's body goes through untouched. Otherwise it is dropped for this one.
    pub body: Option<String>,
    /// For the operator's log.
    pub alerts: Vec<Alert>,
    /// Breakers of the network's services, where they changed: a flat list, see [`breaker::write`].
    pub states: Option<Vec<f64>>,
}

/// Whom a request asks first, and within how many milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Begin {
    /// `None`: all services are left alone; `retry` says for how many milliseconds.
    pub turn: Option<Turn>,
    /// Milliseconds until one may be asked.
    pub wait: f64,
    /// See [`Finish::states`].
    pub states: Vec<f64>,
}

/// Whom to ask first: the first service that is not left alone. The shell need not ask while the first one has no
/// failure behind it: then it is that one.
#[must_use]
pub fn begin(config: &Config, network: Network, numbers: &[f64], now: f64) -> Begin {
    let mut states = breaker::read(numbers, config.upstreams(network).len());
    let turn = states
        .iter_mut()
        .position(|state| state.admit(config.breaker, now, config.timeout))
        .map(|at| turn_to(at, &states, 0));
    Begin { turn, wait: breaker::wait(&states, now), states: breaker::write(&states) }
}

/// The answer where all services of a network are left alone, for `wait` more milliseconds.
#[must_use]
pub fn unavailable(generation: Generation, problem: bool, network: Network, wait: f64) -> Finish {
    let words = "the service failed too often and is left alone for a moment";
    let mut finish = ours(generation, problem, &Error::new(Code::UpstreamUnavailable, words));
    let seconds = (wait / 1000.0).ceil().max(1.0);
    finish.headers.push((Cow::Borrowed("retry-after"), seconds.to_string()));
    let message = format!("{}: no service may be asked for {seconds} s", network.as_str());
    finish.alerts.push(Alert { level: "warn", code: Code::UpstreamUnavailable, message });
    finish
}

/// What an outcome says about the service.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// An answer for the caller.
    Answer,
    /// It answered, but not now: 408, 425, 429, 500, 542 and other 5xx. Callers can bring these about, so breakers do
    /// not count them.
    NotNow,
    /// It, or what stands before it, does not work: no connection, no answer in time, 502, 503, 504.
    Sick,
    /// 401, 403: the caller's key never gets there, so it is ours that is wrong.
    KeyRefused,
    /// 3xx: the URL in our configuration is wrong.
    Redirect,
}

fn outcome(status: u16) -> Outcome {
    match status {
        0 | 502..=504 => Outcome::Sick,
        300..=303 | 305..=399 => Outcome::Redirect,
        401 | 403 => Outcome::KeyRefused,
        408 | 425 | 429 | 500..=599 => Outcome::NotNow,
        _ => Outcome::Answer,
    }
}

/// Decides on an attempt.
///
/// ```
/// use ton_edge::endpoint::Generation;
/// use ton_edge::gateway::{Attempt, Config, Turn, finish};
/// use ton_edge::network::Network;
/// let config = Config::from_json("{}")?;
/// let attempt = Attempt {
///     generation: Generation::V3, network: Network::Mainnet, problem: false, reads: true, turn: Turn::default(),
///     status: 401, failure: None, retry_after: None, attempts: 1, elapsed: 20.0, keys: 1, now: 0.0, chance: 0.5,
/// };
/// assert_eq!(finish(&config, &attempt, &[]).status, 502);
/// assert_eq!(finish(&config, &Attempt { status: 404, ..attempt }, &[]).body, None);
/// assert!(finish(&config, &Attempt { status: 500, ..attempt }, &[]).retry.is_some());
/// assert!(finish(&config, &Attempt { status: 500, reads: false, ..attempt }, &[]).retry.is_none());
/// # Ok::<(), ton_edge::error::Error>(())
/// ```
#[must_use]
pub fn finish(config: &Config, attempt: &Attempt<'_>, numbers: &[f64]) -> Finish {
    let outcome = outcome(attempt.status);
    let mut states = breaker::read(numbers, config.upstreams(attempt.network).len());
    let mut alerts = Vec::new();
    note(config, attempt, outcome, &mut states, &mut alerts);
    let retry = if attempt.reads { again(config, attempt, outcome, &mut states) } else { None };
    let mut finish = answer(attempt, outcome);
    alerts.append(&mut finish.alerts);
    if retry.is_some() {
        // It was got round; a refused key stays what it is.
        for alert in alerts.iter_mut().filter(|alert| alert.code != Code::UpstreamKeyRefused) {
            alert.level = "warn";
        }
    }
    let written = breaker::write(&states);
    let states = (written != numbers).then_some(written);
    Finish { retry, alerts, states, ..finish }
}

/// Writes down what the outcome says about the service.
fn note(
    config: &Config,
    attempt: &Attempt<'_>,
    outcome: Outcome,
    states: &mut [State],
    alerts: &mut Vec<Alert>,
) {
    let turn = attempt.turn;
    let Some(state) = states.get_mut(turn.upstream as usize) else { return };
    if outcome != Outcome::Sick {
        state.answered();
    } else if state.failed(config.breaker, attempt.now) {
        let network = attempt.network.as_str();
        let seconds = f64::from(config.breaker.pause) / 1000.0;
        let message = format!("{network}: service {} is left alone for {seconds} s", turn.upstream);
        alerts.push(Alert { level: "error", code: Code::UpstreamUnavailable, message });
    }
    // Later requests begin with the next key, unless another request has moved on already.
    if outcome == Outcome::KeyRefused && state.key == f64::from(turn.key) {
        state.key = f64::from((turn.key + 1) % attempt.keys.max(1));
    }
}

fn again(config: &Config, attempt: &Attempt<'_>, outcome: Outcome, states: &mut [State]) -> Option<Retry> {
    let turn = attempt.turn;
    let here = turn.upstream as usize;
    let left = config.deadline - attempt.elapsed;
    let (turn, after) = match outcome {
        Outcome::Answer => return None,
        Outcome::KeyRefused if turn.tried < attempt.keys => {
            let key = (turn.key + 1) % attempt.keys;
            (Turn { key, tried: turn.tried + 1, refusals: turn.refusals + 1, ..turn }, 0.0)
        }
        // Asking there again would come to the same.
        Outcome::KeyRefused | Outcome::Redirect => {
            let at = admitted(config, here + 1..states.len(), attempt, states)?;
            (turn_to(at, states, turn.refusals + u32::from(outcome == Outcome::KeyRefused)), 0.0)
        }
        Outcome::NotNow | Outcome::Sick => {
            let counted = attempt.attempts.saturating_sub(turn.refusals);
            let count = u32::try_from(states.len()).unwrap_or(u32::MAX);
            if counted >= count.saturating_add(config.retries) {
                return None;
            }
            if let Some(at) = admitted(config, here + 1..states.len(), attempt, states) {
                (turn_to(at, states, turn.refusals), 0.0)
            } else {
                let wait = pause(attempt, counted / count.max(1));
                if wait >= left {
                    return None;
                }
                let at = admitted(config, 0..here + 1, attempt, states)?;
                (turn_to(at, states, turn.refusals), wait)
            }
        }
    };
    let timeout = config.timeout.min(left - after);
    (timeout >= 1.0).then_some(Retry { turn, after, timeout })
}

/// The first service of that range that may be asked.
fn admitted(
    config: &Config,
    mut range: std::ops::Range<usize>,
    attempt: &Attempt<'_>,
    states: &mut [State],
) -> Option<usize> {
    range.find(|at| {
        states.get_mut(*at).is_some_and(|state| state.admit(config.breaker, attempt.now, config.timeout))
    })
}

fn turn_to(at: usize, states: &[State], refusals: u32) -> Turn {
    let key = states.get(at).map_or(0.0, |state| state.key);
    // Small whole numbers, whatever the shell handed in.
    Turn { upstream: at as u32, key: key.clamp(0.0, 1e6) as u32, tried: 1, refusals }
}

/// Milliseconds before another round: full jitter, and never before the service wants it.
fn pause(attempt: &Attempt<'_>, round: u32) -> f64 {
    let most = (FIRST_WAIT * f64::from(1_u32 << round.min(8))).min(LONGEST_WAIT);
    let jitter = most * attempt.chance.clamp(0.0, 1.0);
    attempt.retry_after.map_or(jitter, |asked| asked + jitter)
}

/// The answer for the caller, if it is the last word.
fn answer(attempt: &Attempt<'_>, outcome: Outcome) -> Finish {
    let (code, words) = match outcome {
        Outcome::Sick if attempt.status == 0 && attempt.failure == Some("timeout") => {
            (Code::UpstreamTimeout, "the service did not answer in time")
        }
        Outcome::Sick if attempt.status == 0 => (Code::BadGateway, "the service cannot be reached"),
        Outcome::Redirect => {
            (Code::Redirected, "the service answered with a redirect, which is not followed")
        }
        Outcome::KeyRefused => (
            Code::UpstreamKeyRefused,
            "the service refused the gateway's own key; this is not about your request",
        ),
        Outcome::Answer | Outcome::NotNow | Outcome::Sick => {
            let failed = attempt.status >= 400;
            let no_store = failed.then(|| (Cow::Borrowed("cache-control"), String::from("no-store")));
            return Finish {
                retry: None,
                status: attempt.status,
                headers: no_store.into_iter().collect(),
                body: None,
                alerts: Vec::new(),
                states: None,
            };
        }
    };
    let mut finish = ours(attempt.generation, attempt.problem, &Error::new(code, words));
    let Turn { upstream, key, .. } = attempt.turn;
    let network = attempt.network.as_str();
    let message = match (outcome, attempt.failure) {
        (Outcome::KeyRefused, _) => {
            format!("{network}: service {upstream} refused our key {key} with {}", attempt.status)
        }
        (_, Some(reason)) if attempt.status == 0 => format!("{network}: {reason}"),
        _ => format!("{network}: the service answered {}", attempt.status),
    };
    finish.alerts.push(Alert { level: "error", code, message });
    finish
}

/// An answer of our own making.
fn ours(generation: Generation, problem: bool, error: &Error) -> Finish {
    let (status, content_type, body) = shape::error(generation, error, problem, "");
    let headers = vec![
        (Cow::Borrowed("content-type"), String::from(content_type)),
        (Cow::Borrowed("cache-control"), String::from("no-store")),
        (Cow::Borrowed(shape::ERROR), String::from(error.code.as_str())),
    ];
    Finish { retry: None, status, headers, body: Some(body), alerts: Vec::new(), states: None }
}
