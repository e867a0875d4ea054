//! What becomes of an attempt to ask the service: the answer goes to the caller, or another attempt is made.

use super::answer::{Outcome, answer, fault, outcome};
use super::breaker::{self, State};
use super::{Alert, Attempt, Begin, Config, Finish, Retry, Turn};
use crate::error::Code;
use crate::network::Network;

/// Shortest wait before a service is asked again, doubled from round to round.
const FIRST_WAIT: f64 = 100.0;
const LONGEST_WAIT: f64 = 2000.0;

/// Whom to ask first: the first service that is not left alone. The shell need not ask while the first one has no
/// failure behind it: then it is that one.
#[must_use]
pub fn begin(config: &Config, network: Network, numbers: &[f64], now: f64) -> Begin {
    let mut states = breaker::read(numbers, config.upstreams(network).len());
    let turn = admitted(config, 0..states.len(), now, &mut states).map(|at| turn_to(at, &states, 0));
    let probed = states.iter().any(|state| state.is_probed(now));
    Begin { turn, wait: breaker::wait(&states, now), probed, states: breaker::write(&states) }
}

/// Whom to ask besides `first`, which is slow: the first other service that is not left alone, those after it before those
/// before it. No turn: nobody.
#[must_use]
pub fn hedge(config: &Config, network: Network, numbers: &[f64], first: u32, now: f64) -> Begin {
    let mut states = breaker::read(numbers, config.upstreams(network).len());
    let here = first as usize;
    let others = (here + 1..states.len()).chain(0..here.min(states.len()));
    let turn = admitted(config, others, now, &mut states).map(|at| turn_to(at, &states, 0));
    Begin { turn, wait: 0.0, probed: false, states: breaker::write(&states) }
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
///     status: 401, failure: None, retry_after: None, attempts: 1, elapsed: 20.0, keys: 1, began: 0.0, now: 20.0, chance: 0.5, counts: true,
/// };
/// assert_eq!(finish(&config, &attempt, &[]).status, 502);
/// assert_eq!(finish(&config, &Attempt { status: 404, ..attempt }, &[]).body, None);
/// assert!(finish(&config, &Attempt { status: 500, ..attempt }, &[]).retry.is_some());
/// assert!(finish(&config, &Attempt { status: 500, reads: false, ..attempt }, &[]).retry.is_none());
/// # Ok::<(), ton_edge::error::Error>(())
/// ```
#[must_use]
pub fn finish(config: &Config, attempt: &Attempt<'_>, numbers: &[f64]) -> Finish {
    let outcome = outcome(attempt.status, attempt.failure);
    let mut states = breaker::read(numbers, config.upstreams(attempt.network).len());
    let mut alerts = Vec::new();
    note(config, attempt, outcome, &mut states, &mut alerts);
    let next = if attempt.reads { again(config, attempt, outcome, &mut states) } else { Next::Nothing };
    let (retry, late) = match next {
        Next::Attempt(retry) => (Some(retry), false),
        Next::TooLate => (None, true),
        Next::Nothing => (None, false),
    };
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
    Finish { retry, late, alerts, states, ..finish }
}

/// What comes after an attempt.
enum Next {
    Attempt(Retry),
    /// An attempt is due for which there is no time left.
    TooLate,
    /// Its outcome stands.
    Nothing,
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
    if outcome == Outcome::Unasked {
        // Nothing was learned, and a probe that was not made is over when its time is.
    } else if !matches!(outcome, Outcome::Sick | Outcome::Broken) {
        state.answered(attempt.now);
    } else if !attempt.counts {
        // One request is one failure, however often it is retried; and what a caller cut short is none.
    } else if state.failed(config.breaker, attempt.began, attempt.now) {
        let network = attempt.network.as_str();
        let seconds = f64::from(config.breaker.pause) / 1000.0;
        let fault = fault(attempt);
        let message = format!(
            "{network}: upstream {} is not used for {seconds} s after {} failures; the last: {fault}",
            turn.upstream, state.failures
        );
        alerts.push(Alert { level: "error", code: Code::UpstreamUnavailable, message });
    }
    // Later requests begin with the next key, unless another request has moved on already.
    if outcome == Outcome::KeyRefused && state.key == f64::from(turn.key) {
        state.key = f64::from((turn.key + 1) % attempt.keys.max(1));
    }
}

fn again(config: &Config, attempt: &Attempt<'_>, outcome: Outcome, states: &mut [State]) -> Next {
    next(config, attempt, outcome, states).unwrap_or(Next::Nothing)
}

fn next(config: &Config, attempt: &Attempt<'_>, outcome: Outcome, states: &mut [State]) -> Option<Next> {
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
        Outcome::KeyRefused | Outcome::Redirect | Outcome::Unasked => {
            let at = admitted(config, here + 1..states.len(), attempt.now, states)?;
            (turn_to(at, states, turn.refusals + u32::from(outcome == Outcome::KeyRefused)), 0.0)
        }
        Outcome::NotNow | Outcome::Sick | Outcome::Broken => {
            let counted = attempt.attempts.saturating_sub(turn.refusals);
            let count = u32::try_from(states.len()).unwrap_or(u32::MAX);
            if counted >= count.saturating_add(config.retries) {
                return None;
            }
            if let Some(at) = admitted(config, here + 1..states.len(), attempt.now, states) {
                (turn_to(at, states, turn.refusals), 0.0)
            } else {
                let wait = pause(attempt, counted / count.max(1));
                if wait >= left {
                    return Some(Next::TooLate);
                }
                let at = admitted(config, 0..here + 1, attempt.now, states)?;
                (turn_to(at, states, turn.refusals), wait)
            }
        }
    };
    let timeout = config.timeout.min(left - after);
    Some(if timeout >= 1.0 { Next::Attempt(Retry { turn, after, timeout }) } else { Next::TooLate })
}

/// The first of these services that may be asked.
fn admitted(
    config: &Config,
    mut services: impl Iterator<Item = usize>,
    now: f64,
    states: &mut [State],
) -> Option<usize> {
    services
        .find(|at| states.get_mut(*at).is_some_and(|state| state.admit(config.breaker, now, config.timeout)))
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
