//! The retry policy: which upstream gets the first attempt, and whether another attempt follows.

use super::breaker::{self, State};
use super::outcome::{Alert, Attempt, Begin, Finish, Lagging, Retry, UpstreamPick};
use super::response::{Outcome, classify, describe_failure, respond};
use crate::error::Code;
use crate::gateway::config::Config;
use crate::network::Network;

/// The backoff before the second round over the upstreams is at most twice this number of milliseconds; the maximum doubles
/// with each further round, up to `MAX_BACKOFF`.
const MIN_BACKOFF: f64 = 100.0;
const MAX_BACKOFF: f64 = 2000.0;

/// Returns the upstream for the first attempt: one that `random_number`, from 0 to 1, draws by the weights;
/// without weights, and if no upstream with a weight is available, the first one in the list. Upstreams that lag come
/// after all others. The breaker of the upstream must admit a request. JavaScript need not call this if there are no
/// weights, and the first upstream has no failures and does not lag.
#[must_use]
pub fn begin(
    config: &Config,
    network: Network,
    numbers: &[f64],
    lagging: Lagging,
    now: f64,
    random_number: f64,
) -> Begin {
    let mut states = breaker::read(numbers, config.upstreams(network).len());
    let draw = || WeightedDraw::new(config.weights(network), random_number);
    let is_leading = |index: &usize| !lagging.contains(*index);
    let count = states.len();
    let drawn_upstream = find_first_admitted(config, draw().filter(is_leading), now, &mut states);
    let index = drawn_upstream
        .or_else(|| find_first_admitted(config, (0..count).filter(is_leading), now, &mut states))
        .or_else(|| find_first_admitted(config, draw().chain(0..count), now, &mut states));
    // If upstreams lag, the round begins with this one, so that those before it in the list can follow.
    let first_index = if lagging == Lagging::default() { drawn_upstream } else { index }.unwrap_or(0) as u32;
    let pick = index.map(|index| pick_upstream(index, first_index, 0, &states));
    let has_probe = states.iter().any(|state| state.is_probed(now));
    Begin { pick, wait: breaker::wait(&states, now), probed: has_probe, states: breaker::write(&states) }
}

/// Returns the upstream for a hedged request while the upstream of `slow` is slow: the next one of its round whose breaker
/// admits a request; after the last upstream, the search continues with the first of the list. The result has no `pick` if
/// no other upstream is available. It also has none if the others lag and the slow one does not, since their responses
/// would be used only after the slow one fails.
#[must_use]
pub fn hedge(
    config: &Config,
    network: Network,
    numbers: &[f64],
    lagging: Lagging,
    slow: UpstreamPick,
    now: f64,
) -> Begin {
    let mut states = breaker::read(numbers, config.upstreams(network).len());
    let other_upstreams = (0..states.len()).filter(|index| *index != slow.upstream as usize);
    let other_indices = list_following_upstreams(slow, states.len(), lagging)
        .into_iter()
        .chain(other_upstreams)
        .filter(|index| lagging.contains(slow.upstream as usize) || !lagging.contains(*index));
    let pick = find_first_admitted(config, other_indices, now, &mut states)
        .map(|index| pick_upstream(index, slow.first, 0, &states));
    Begin { pick, wait: 0.0, probed: false, states: breaker::write(&states) }
}

/// Decides on an attempt.
///
/// ```
/// use ton_edge::endpoint::Generation;
/// use ton_edge::gateway::{Attempt, Config, Lagging, UpstreamPick, finish};
/// use ton_edge::network::Network;
/// let config = Config::from_json("{}")?;
/// let attempt = Attempt {
///     generation: Generation::V3, network: Network::Mainnet, problem: false, reads: true, pick: UpstreamPick::default(),
///     status: 401, failure: None, retry_after: None, attempts: 1, elapsed: 20.0, keys: 1, began: 0.0, now: 20.0, chance: 0.5, counts: true,
///     lagging: Lagging::default(),
/// };
/// assert_eq!(finish(&config, &attempt, &[]).status, 502);
/// assert_eq!(finish(&config, &Attempt { status: 404, ..attempt }, &[]).body, None);
/// assert!(finish(&config, &Attempt { status: 500, ..attempt }, &[]).retry.is_some());
/// assert!(finish(&config, &Attempt { status: 500, reads: false, ..attempt }, &[]).retry.is_none());
/// # Ok::<(), ton_edge::error::Error>(())
/// ```
#[must_use]
pub fn finish(config: &Config, attempt: &Attempt<'_>, numbers: &[f64]) -> Finish {
    let outcome = classify(attempt.status, attempt.failure);
    let mut states = breaker::read(numbers, config.upstreams(attempt.network).len());
    let mut alerts = Vec::new();
    record_outcome(config, attempt, outcome, &mut states, &mut alerts);
    let next_step =
        if attempt.reads { next_step(config, attempt, outcome, &mut states) } else { NextStep::Nothing };
    let (retry, is_late) = match next_step {
        NextStep::Attempt(retry) => (Some(retry), false),
        NextStep::TooLate => (None, true),
        NextStep::Nothing => (None, false),
    };
    let mut finish = respond(attempt, outcome);
    alerts.append(&mut finish.alerts);
    if retry.is_some() {
        // A retry can recover from these failures, so they are warnings; a refused upstream key stays an error.
        for alert in alerts.iter_mut().filter(|alert| alert.code != Code::UpstreamKeyRefused) {
            alert.level = "warn";
        }
    }
    let numbers_after = breaker::write(&states);
    let states = (numbers_after != numbers).then_some(numbers_after);
    Finish { retry, late: is_late, alerts, states, ..finish }
}

/// The step after an attempt.
enum NextStep {
    Attempt(Retry),
    /// A retry would follow, but the deadline leaves no time for it.
    TooLate,
    /// The outcome is final.
    Nothing,
}

/// Updates the breaker of the upstream with the outcome.
fn record_outcome(
    config: &Config,
    attempt: &Attempt<'_>,
    outcome: Outcome,
    states: &mut [State],
    alerts: &mut Vec<Alert>,
) {
    let pick = attempt.pick;
    let Some(state) = states.get_mut(pick.upstream as usize) else { return };
    if matches!(outcome, Outcome::NotSent | Outcome::OwnBound) {
        // These outcomes say nothing about the upstream; a probe that was not sent ends by its timeout.
    } else if !matches!(outcome, Outcome::Unavailable | Outcome::InvalidStatus) {
        state.succeeded(attempt.now);
    } else if !attempt.counts {
        // A request counts as one failure, however often it is retried; a timeout that the caller chose does
        // not count.
    } else if state.failed(config.breaker, attempt.began, attempt.now) {
        let network = attempt.network.as_str();
        let seconds = f64::from(config.breaker.open_ms) / 1000.0;
        let fault = describe_failure(attempt);
        let message = format!(
            "{network}: upstream {} is not used for {seconds} s after {} failures; the last: {fault}",
            pick.upstream, state.failures
        );
        alerts.push(Alert { level: "error", code: Code::UpstreamUnavailable, message });
    }
    // Later requests begin with the next upstream key, unless another request has switched already.
    if outcome == Outcome::KeyRefused && state.key_index == f64::from(pick.key_index) {
        state.key_index = f64::from((pick.key_index + 1) % attempt.keys.max(1));
    }
}

fn next_step(config: &Config, attempt: &Attempt<'_>, outcome: Outcome, states: &mut [State]) -> NextStep {
    find_retry(config, attempt, outcome, states).unwrap_or(NextStep::Nothing)
}

fn find_retry(
    config: &Config,
    attempt: &Attempt<'_>,
    outcome: Outcome,
    states: &mut [State],
) -> Option<NextStep> {
    let pick = attempt.pick;
    let other_upstreams = list_following_upstreams(pick, states.len(), attempt.lagging).into_iter();
    let remaining_ms = config.deadline - attempt.elapsed;
    let (pick, after) = match outcome {
        Outcome::Response | Outcome::OwnBound => return None,
        Outcome::KeyRefused if pick.tried < attempt.keys => {
            let key_index = (pick.key_index + 1) % attempt.keys;
            (UpstreamPick { key_index, tried: pick.tried + 1, refusals: pick.refusals + 1, ..pick }, 0.0)
        }
        // A retry at the same upstream would have the same outcome.
        Outcome::KeyRefused | Outcome::Blocked | Outcome::Redirect | Outcome::NotSent => {
            let index = find_first_admitted(config, other_upstreams, attempt.now, states)?;
            let refusals = pick.refusals + u32::from(outcome == Outcome::KeyRefused);
            (pick_upstream(index, pick.first, refusals, states), 0.0)
        }
        Outcome::Temporary | Outcome::Unavailable | Outcome::InvalidStatus => {
            let counted_attempts = attempt.attempts.saturating_sub(pick.refusals);
            let count = u32::try_from(states.len()).unwrap_or(u32::MAX);
            if counted_attempts >= count.saturating_add(config.retries) {
                return None;
            }
            if let Some(index) = find_first_admitted(config, other_upstreams, attempt.now, states) {
                (pick_upstream(index, pick.first, pick.refusals, states), 0.0)
            } else {
                let wait = compute_backoff(attempt, counted_attempts / count.max(1));
                if wait >= remaining_ms {
                    return Some(NextStep::TooLate);
                }
                // The next round has the order of the list.
                let next_round = sort_by_lag(0..states.len(), attempt.lagging);
                let first = *next_round.first().unwrap_or(&0) as u32;
                let index = find_first_admitted(config, next_round.into_iter(), attempt.now, states)?;
                (pick_upstream(index, first, pick.refusals, states), wait)
            }
        }
    };
    let timeout = config.timeout.min(remaining_ms - after);
    Some(if timeout >= 1.0 { NextStep::Attempt(Retry { pick, after, timeout }) } else { NextStep::TooLate })
}

/// Returns the upstreams that follow in the round of this attempt: the round begins with the upstream `first`, and the others follow in the
/// order of the list, those that lag at the end.
fn list_following_upstreams(pick: UpstreamPick, count: usize, lagging: Lagging) -> Vec<usize> {
    let (current, first) = (pick.upstream as usize, pick.first as usize);
    let other_indices = sort_by_lag((0..count).filter(|index| *index != first), lagging);
    let position = other_indices.iter().position(|index| *index == current);
    let tried_count = position.map_or(if current == first { 0 } else { count }, |position| position + 1);
    other_indices.into_iter().skip(tried_count).collect()
}

/// Returns these upstreams in their order, those that lag at the end.
fn sort_by_lag(upstreams: impl Iterator<Item = usize>, lagging: Lagging) -> Vec<usize> {
    let (mut sorted, last): (Vec<usize>, Vec<usize>) = upstreams.partition(|index| !lagging.contains(*index));
    sorted.extend(last);
    sorted
}

/// Finds the first of these upstreams whose breaker admits a request.
fn find_first_admitted(
    config: &Config,
    mut services: impl Iterator<Item = usize>,
    now: f64,
    states: &mut [State],
) -> Option<usize> {
    services.find(|index| {
        states.get_mut(*index).is_some_and(|state| state.admit(config.breaker, now, config.timeout))
    })
}

/// Draws upstreams by their weights, each at most once, with one random number.
struct WeightedDraw {
    /// The weights of the upstreams; 0 for those that were drawn.
    weights: Vec<f64>,
    random_number: f64,
}

impl WeightedDraw {
    fn new(weights: &[u32], random_number: f64) -> Self {
        Self { weights: weights.iter().copied().map(f64::from).collect(), random_number }
    }
}

impl Iterator for WeightedDraw {
    type Item = usize;

    /// Returns the next drawn upstream; `None` if only weights of 0 are left.
    fn next(&mut self) -> Option<usize> {
        let mut point = self.random_number.clamp(0.0, 1.0) * self.weights.iter().sum::<f64>();
        let is_drawn = |weight: &f64| {
            let is_drawn = point < *weight;
            if !is_drawn {
                point -= *weight;
            }
            is_drawn
        };
        // Rounding may leave the point behind the last weight.
        let find_last_weighted = || self.weights.iter().rposition(|weight| *weight > 0.0);
        let index = self.weights.iter().position(is_drawn).or_else(find_last_weighted)?;
        let weight = std::mem::take(self.weights.get_mut(index)?);
        // The position of the point within the weight is the random number of the next draw.
        self.random_number = point / weight;
        Some(index)
    }
}

fn pick_upstream(index: usize, first: u32, refusals: u32, states: &[State]) -> UpstreamPick {
    let key_index = states.get(index).map_or(0.0, |state| state.key_index);
    // The state comes from JavaScript: make sure that the index is a small integer.
    let key_index = key_index.clamp(0.0, 1e6) as u32;
    UpstreamPick { upstream: index as u32, key_index, tried: 1, refusals, first }
}

/// Computes the milliseconds before another round: full jitter, in addition to the upstream's `Retry-After`.
fn compute_backoff(attempt: &Attempt<'_>, round: u32) -> f64 {
    let max_delay = (MIN_BACKOFF * f64::from(1_u32 << round.min(8))).min(MAX_BACKOFF);
    let jitter = max_delay * attempt.chance.clamp(0.0, 1.0);
    attempt.retry_after.map_or(jitter, |delay| delay + jitter)
}
