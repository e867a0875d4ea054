//! The limits of a configuration: which of them a request counts against, and at what cost.

pub use super::gcra::Admission;
use super::gcra::{Rule, Stored};
use crate::endpoint::{Endpoint, Generation};
use crate::gateway::keys::key_record::Plan;
use crate::gateway::keys::lookup::Caller;
use crate::gateway::request::client_ip;
use crate::gateway::request::incoming::Incoming;
use serde::Serialize;

/// A rate: requests per second, and a burst.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Requests per second on average.
    pub rate: f64,
    /// The burst after an idle time.
    pub burst: u32,
}

impl Rate {
    /// A rate whose burst is the requests of one second.
    #[must_use]
    pub fn of(rate: f64) -> Self {
        Self { rate, burst: rate.clamp(1.0, 1e6).ceil() as u32 }
    }
}

/// The limits of a configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Per client, counting every request.
    pub requests: Option<Rate>,
    /// Bits of an IPv6 address that identify a client.
    pub ipv6_prefix_length: u32,
    /// Per client IP, for callers without an API key.
    pub keyless: Option<Rate>,
    /// For all callers together.
    pub global: Option<Rate>,
    /// Per API key, by the name of its plan.
    pub plans: Vec<(String, Rate)>,
    /// Operations that count as more than one request.
    pub costs: Vec<(Generation, &'static str, u32)>,
    /// Where the client IP is read.
    pub client: client_ip::Source,
    /// Budgets of the upstreams, for the shell.
    pub budgets: Budgets,
}

/// What the shell needs in order to hold limits and budgets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Budgets {
    /// Requests per second to each upstream on mainnet; 0: unlimited; below 0: that many if there is no
    /// upstream key.
    pub mainnet: Vec<f64>,
    /// The same on testnet.
    pub testnet: Vec<f64>,
    /// Callers are counted where the budgets are.
    pub together: bool,
    /// Milliseconds that a request may wait in the queue for the budget.
    pub queue: u32,
    /// The most callers to remember.
    pub entries: u32,
    /// The part of every budget that this gateway uses while the limiter is unreachable.
    pub share: f64,
    /// The part that the limiter leases out.
    pub shared: f64,
    /// The rate of unknown API keys that a client may send.
    #[serde(rename = "failedKeys")]
    pub failed_keys: Option<Pace>,
}

/// A rate in the form of a limiter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pace {
    /// Milliseconds between two requests at the rate.
    pub interval_ms: f64,
    /// The burst.
    pub burst: f64,
}

impl From<Rate> for Pace {
    fn from(Rate { rate, burst }: Rate) -> Self {
        let Rule { interval_ms, burst, .. } = Rule::new(rate, burst);
        Self { interval_ms, burst }
    }
}

/// One limit that a request counts against.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Limit {
    /// The key of its state: `ip:...`, `key:...`, `quota:...` or `all`.
    pub key: String,
    /// Milliseconds between two requests at the rate; 0 for a quota.
    pub interval_ms: f64,
    /// The burst; of a quota, the requests per window.
    pub burst: f64,
    /// Of a quota: the end of its window, milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
    /// Of a quota: which it is, `daily` or `monthly`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quota: Option<&'static str>,
    /// The limit's name for the caller, in quotes; `None` for a limit that is not the caller's own.
    pub name: Option<String>,
    /// The value of `RateLimit-Policy` after the name.
    pub policy: String,
}

impl Limits {
    /// The limits that a request counts against: the caller's own, the quotas of its API key, and the global
    /// one. The service limits a caller whose own key is forwarded.
    pub(in crate::gateway) fn of(
        &self,
        incoming: &Incoming<'_>,
        caller: Option<&Caller>,
        is_forwarded: bool,
    ) -> Vec<Limit> {
        let own = match caller {
            None if is_forwarded => None,
            None => self.keyless.map(|rate| {
                let address = client_ip::client_ip(&self.client, incoming.client, incoming.peer);
                let name = client_ip::client_name(address, self.ipv6_prefix_length);
                limit(format!("ip:{name}"), Some("keyless"), rate)
            }),
            Some(Caller { id, plan, .. }) => {
                self.plan(plan.as_ref()).map(|(name, rate)| limit(format!("key:{id}"), Some(name), rate))
            }
        };
        let all = self.global.map(|rate| limit(String::from("all"), None, rate));
        // Headers name the plan, or without one the quotas.
        let mut limits: Vec<Limit> = own.into_iter().collect();
        let is_named = limits.is_empty();
        limits.extend(caller.into_iter().flat_map(|caller| quotas(caller, is_named)));
        limits.extend(all);
        limits
    }

    /// The limit on every request of a client; the client's name completes its key.
    #[must_use]
    pub fn of_everything(&self) -> Option<Limit> {
        self.requests.map(|rate| limit(String::from("requests:"), None, rate))
    }

    /// Name and rate of a plan; an API key without one has the plan `default`, if it is configured.
    fn plan<'a>(&'a self, plan: Option<&'a Plan>) -> Option<(&'a str, Rate)> {
        match plan {
            Some(Plan::Rate(rate)) => Some(("key", Rate::of(*rate))),
            Some(Plan::Name(name)) => self.named(name),
            None => self.named("default"),
        }
    }

    fn named(&self, wanted: &str) -> Option<(&str, Rate)> {
        self.plans.iter().find(|(name, _)| name == wanted).map(|(name, rate)| (name.as_str(), *rate))
    }

    /// Whether a plan is configured. An unknown plan must not mean no limit.
    pub(in crate::gateway) fn has(&self, plan: Option<&Plan>) -> bool {
        !matches!(plan, Some(Plan::Name(name)) if self.named(name).is_none())
    }

    /// The cost of an operation, in requests.
    pub(in crate::gateway) fn cost(&self, endpoint: &Endpoint) -> u32 {
        let same = |(generation, path, _): &&(Generation, &str, u32)| {
            *generation == endpoint.generation && *path == endpoint.path
        };
        self.costs.iter().find(same).map_or(1, |(_, _, cost)| *cost)
    }
}

fn limit(key: String, name: Option<&str>, rate: Rate) -> Limit {
    let Rule { interval_ms, burst, .. } = Rule::new(rate.rate, rate.burst);
    let name = name.map(|name| format!("\"{name}\""));
    Limit { key, interval_ms, burst, until: None, quota: None, name, policy: policy(rate) }
}

/// The quotas of an API key, in the windows of the time of its lookup.
fn quotas(Caller { id, quota, now, .. }: &Caller, is_named: bool) -> Vec<Limit> {
    let windows = quota.iter().flat_map(|quota| quota.windows(*now));
    windows
        .map(|(name, count, window)| Limit {
            key: format!("quota:{id}:{name}"),
            interval_ms: 0.0,
            burst: count,
            until: Some(window.end),
            quota: Some(name),
            name: is_named.then(|| format!("\"{name}\"")),
            policy: format!(";q={count};w={}", (window.end - window.start) / 1000.0),
        })
        .collect()
}

/// The rate as quota and window: the whole seconds in which the burst refills, at least one.
fn policy(Rate { rate, burst }: Rate) -> String {
    let window = (f64::from(burst) / rate).ceil().max(1.0);
    format!(";q={};w={window}", (rate * window + 1e-9).floor().max(1.0))
}

/// Counts a request of that `cost` against several limits at once: it is allowed if all of them allow it, and
/// counts against none otherwise. `rules` have each its state beside it.
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
    let count = |cost: f64| {
        let limits = rules.iter();
        limits.map(move |(rule, stored)| rule.take((*stored).into(), now, cost.min(rule.burst))).collect()
    };
    let counted: Vec<Admission> = count(cost);
    if counted.iter().all(|one| one.allowed) {
        return counted;
    }
    let unchanged: Vec<Admission> = count(0.0);
    let refused = unchanged.iter().zip(rules).zip(&counted);
    refused
        .map(|((one, (_, stored)), counted)| Admission {
            allowed: false,
            arrival: (*stored).into().arrival,
            ends: (*stored).into().ends,
            remaining: one.remaining,
            next_ms: one.next_ms,
            reset_ms: one.reset_ms,
            wait_ms: counted.wait_ms,
        })
        .collect()
}
