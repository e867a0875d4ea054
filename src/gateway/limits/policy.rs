//! Selects the configured limits against which a request counts, and the cost of the request.

pub use super::gcra::Admission;
use super::gcra::{Rule, Stored};
use crate::gateway::config::values::limits::{Limits, Pace, Rate};
use crate::gateway::keys::key_record::Plan;
use crate::gateway::keys::lookup::Caller;
use crate::gateway::request::client_ip;
use crate::gateway::request::incoming::Incoming;
use serde::Serialize;

/// The plan of API keys without a plan.
const DEFAULT_PLAN: &str = "default";

/// One limit that a request counts against.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Limit {
    /// The key of its state: `ip:...`, `key:...`, `quota:...` or `all`.
    pub key: String,
    /// Milliseconds between two requests at the rate; 0 for a quota.
    pub interval_ms: f64,
    /// The burst; for a quota, the requests per window.
    pub burst: f64,
    /// For a quota: the end of its window, milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
    /// For a quota: its name, `daily` or `monthly`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quota: Option<&'static str>,
    /// The limit's name for the caller, in quotes; `None` for a limit that is not the caller's own.
    pub name: Option<String>,
    /// The value of `RateLimit-Policy` after the name.
    pub policy: String,
}

/// Selects the limits against which a request counts: the caller's own limit, the quotas of the API key, and the global
/// limit. A caller whose own key is forwarded has no limit here: the service limits the key.
pub(in crate::gateway) fn select_limits(
    limits: &Limits,
    incoming: &Incoming<'_>,
    caller: Option<&Caller>,
    is_forwarded: bool,
) -> Vec<Limit> {
    let own_limit = match caller {
        None if is_forwarded => None,
        None => limits.keyless.map(|rate| {
            let address = client_ip::find_client_ip(&limits.client, incoming.client, incoming.peer);
            let name = client_ip::name_client(address, limits.ipv6_prefix_length);
            build_limit(format!("ip:{name}"), Some("keyless"), rate)
        }),
        Some(Caller { id, plan, .. }) => select_plan(limits, plan.as_ref())
            .map(|(name, rate)| build_limit(format!("key:{id}"), Some(name), rate)),
    };
    let global_limit = limits.global.map(|rate| build_limit(String::from("all"), None, rate));
    // Headers name the plan, or the quotas if there is no plan.
    let mut limits: Vec<Limit> = own_limit.into_iter().collect();
    let names_quotas = limits.is_empty();
    limits.extend(caller.into_iter().flat_map(|caller| build_quotas(caller, names_quotas)));
    limits.extend(global_limit);
    limits
}

/// Selects the limit on the pictures that one caller makes the gateway fetch.
pub(in crate::gateway) fn select_image_limit(
    limits: &Limits,
    rate: Option<Rate>,
    incoming: &Incoming<'_>,
    caller: Option<&Caller>,
) -> Option<Limit> {
    let key = match caller {
        Some(Caller { id, .. }) => format!("image:key:{id}"),
        None => {
            let address = client_ip::find_client_ip(&limits.client, incoming.client, incoming.peer);
            format!("image:ip:{}", client_ip::name_client(address, limits.ipv6_prefix_length))
        }
    };
    rate.map(|rate| build_limit(key, Some("images"), rate))
}

/// Selects the limit on all requests of a client. Its key ends before the client's name, which JavaScript appends.
#[must_use]
pub fn select_request_limit(limits: &Limits) -> Option<Limit> {
    limits.requests.map(|rate| build_limit(String::from("requests:"), None, rate))
}

/// Returns name and rate of the plan of an API key. A key without a plan has the plan `default`, if it is configured. A
/// key whose plan is not configured also has the plan `default`, or else the rate of callers without a key: an unknown
/// plan must not mean that there is no limit.
fn select_plan<'a>(limits: &'a Limits, plan: Option<&Plan>) -> Option<(&'a str, Rate)> {
    match plan {
        Some(Plan::Rate(rate)) => Some(("key", Rate::of(*rate))),
        Some(Plan::Name(name)) => limits
            .plan(name)
            .or_else(|| limits.plan(DEFAULT_PLAN))
            .or_else(|| limits.keyless.map(|rate| ("keyless", rate))),
        None => limits.plan(DEFAULT_PLAN),
    }
}

fn build_limit(key: String, name: Option<&str>, rate: Rate) -> Limit {
    let Pace { interval_ms, burst } = Pace::from(rate);
    let name = name.map(|name| format!("\"{name}\""));
    Limit { key, interval_ms, burst, until: None, quota: None, name, policy: write_policy(rate) }
}

/// Builds the quotas of an API key, in the windows of the time of its lookup.
fn build_quotas(Caller { id, quota, now, .. }: &Caller, with_name: bool) -> Vec<Limit> {
    let windows = quota.iter().flat_map(|quota| quota.list_windows(*now));
    windows
        .map(|(name, count, window)| Limit {
            key: format!("quota:{id}:{name}"),
            interval_ms: 0.0,
            burst: count,
            until: Some(window.end),
            quota: Some(name),
            name: with_name.then(|| format!("\"{name}\"")),
            policy: format!(";q={count};w={}", (window.end - window.start) / 1000.0),
        })
        .collect()
}

/// Writes the rate as quota and window: the whole seconds in which the burst refills, at least one.
fn write_policy(Rate { rate, burst }: Rate) -> String {
    let window = (f64::from(burst) / rate).ceil().max(1.0);
    format!(";q={};w={window}", (rate * window + 1e-9).floor().max(1.0))
}

/// Counts a request of that `cost` against several limits at once: it is allowed if all of them allow it, and otherwise
/// not counted at all. Each rule comes with its state.
///
/// ```
/// use ton_edge::gateway::limits::{gcra::Rule, policy::admit};
/// let rules = [(Rule::new(1.0, 2), 0.0), (Rule::new(1.0, 1), 10_000.0)];
/// let admissions = admit(&rules, 9_500.0, 1.0);
/// assert!(admissions.iter().all(|one| !one.allowed));
/// assert_eq!((admissions[0].remaining, admissions[0].arrival), (2, 0.0));
/// assert_eq!(admissions[1].wait_ms, 500.0);
/// ```
#[must_use]
pub fn admit<S: Copy + Into<Stored>>(rules: &[(Rule, S)], now: f64, cost: f64) -> Vec<Admission> {
    let count_all = |cost: f64| {
        let limits = rules.iter();
        limits.map(move |(rule, stored)| rule.take((*stored).into(), now, cost.min(rule.burst))).collect()
    };
    let admissions: Vec<Admission> = count_all(cost);
    if admissions.iter().all(|admission| admission.allowed) {
        return admissions;
    }
    let unchanged_admissions: Vec<Admission> = count_all(0.0);
    let pairs = unchanged_admissions.iter().zip(rules).zip(&admissions);
    pairs
        .map(|((state_now, (_, stored)), refused)| Admission {
            allowed: false,
            arrival: (*stored).into().arrival,
            ends: (*stored).into().ends,
            remaining: state_now.remaining,
            next_ms: state_now.next_ms,
            reset_ms: state_now.reset_ms,
            wait_ms: refused.wait_ms,
        })
        .collect()
}
