//! Which limits a request counts against, and how much.

pub use super::limit::Admission;
use super::limit::{Kept, Rule};
use super::peer;
use super::record::Plan;
use super::{Caller, Incoming};
use crate::endpoint::{Endpoint, Generation};
use serde::Serialize;

/// Requests a second, and at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Requests a second on average.
    pub rate: f64,
    /// Requests at once after a rest.
    pub burst: u32,
}

impl Rate {
    /// So many a second, and those of one second at once.
    #[must_use]
    pub fn of(rate: f64) -> Self {
        Self { rate, burst: rate.clamp(1.0, 1e6).ceil() as u32 }
    }
}

/// The limits of a configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Of each client, whatever it sends and whatever comes of it.
    pub requests: Option<Rate>,
    /// Bits of an IPv6 address that name a client.
    pub ipv6_prefix_length: u32,
    /// Of each caller without a key.
    pub keyless: Option<Rate>,
    /// Of all callers together.
    pub global: Option<Rate>,
    /// Of each key, by the name of its plan.
    pub plans: Vec<(String, Rate)>,
    /// Operations that count as more than one request.
    pub costs: Vec<(Generation, &'static str, u32)>,
    /// Where the address of a keyless caller is read.
    pub client: peer::Source,
    /// Budgets of the services, for the shell.
    pub budgets: Budgets,
}

/// What the shell needs to know to keep limits and budgets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Budgets {
    /// Requests a second of each service on the main network; 0: any number; below 0: so many if there is no key.
    pub mainnet: Vec<f64>,
    /// The same on the test network.
    pub testnet: Vec<f64>,
    /// Callers are counted where budgets are kept.
    pub together: bool,
    /// Milliseconds for which a request may wait for the budget.
    pub queue: u32,
    /// Most callers that are remembered.
    pub entries: u32,
    /// The part of every budget that this gateway has while the limiter cannot be reached.
    pub share: f64,
    /// The part that the limiter hands out.
    pub shared: f64,
    /// Keys that do not exist which a client may send: milliseconds between two, and how many at once.
    #[serde(rename = "failedKeys")]
    pub failed_keys: Option<Pace>,
}

/// A rate as a limiter takes it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Pace {
    /// Milliseconds between two at the rate.
    pub interval: f64,
    /// How many at once.
    pub burst: f64,
}

impl From<Rate> for Pace {
    fn from(Rate { rate, burst }: Rate) -> Self {
        let Rule { interval, burst, .. } = Rule::new(rate, burst);
        Self { interval, burst }
    }
}

/// One limit that a request counts against.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Limit {
    /// Whose number it is: `ip:...`, `key:...`, `quota:...` or `all`.
    pub key: String,
    /// Milliseconds between two requests at the rate; 0 for a quota.
    pub interval: f64,
    /// Requests at once; of a quota those of its window.
    pub burst: f64,
    /// Of a quota: when its window ends, milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
    /// Of a quota: which it is, `daily` or `monthly`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quota: Option<&'static str>,
    /// The limit's name for the caller, in quotes; `None`: it is not about him.
    pub name: Option<String>,
    /// Value of `RateLimit-Policy`, behind the name.
    pub policy: String,
}

impl Limits {
    /// What a request counts against: its caller's own limit, the quotas of its key, and the limit of all.
    pub(super) fn of(&self, incoming: &Incoming<'_>, caller: Option<&Caller>) -> Vec<Limit> {
        let own = match caller {
            None => self.keyless.map(|rate| {
                let address = peer::address(&self.client, incoming.client, incoming.peer);
                let name = peer::named(address, self.ipv6_prefix_length);
                limit(format!("ip:{name}"), Some("keyless"), rate)
            }),
            Some(Caller { id, plan, .. }) => {
                self.plan(plan.as_ref()).map(|(name, rate)| limit(format!("key:{id}"), Some(name), rate))
            }
        };
        let all = self.global.map(|rate| limit(String::from("all"), None, rate));
        // Headers name the plan; where there is none, the quotas.
        let mut limits: Vec<Limit> = own.into_iter().collect();
        let is_named = limits.is_empty();
        limits.extend(caller.into_iter().flat_map(|caller| quotas(caller, is_named)));
        limits.extend(all);
        limits
    }

    /// What every request of a client counts against; its key is that of the client's name.
    #[must_use]
    pub fn of_everything(&self) -> Option<Limit> {
        self.requests.map(|rate| limit(String::from("requests:"), None, rate))
    }

    /// Name and rate of a plan; a key without one has that of the name `default`, where there is one.
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

    /// Whether a plan can be kept to. One that nobody has configured must not be as none.
    pub(super) fn has(&self, plan: Option<&Plan>) -> bool {
        !matches!(plan, Some(Plan::Name(name)) if self.named(name).is_none())
    }

    /// How many requests an operation counts as.
    pub(super) fn cost(&self, endpoint: &Endpoint) -> u32 {
        let same = |(generation, path, _): &&(Generation, &str, u32)| {
            *generation == endpoint.generation && *path == endpoint.path
        };
        self.costs.iter().find(same).map_or(1, |(_, _, cost)| *cost)
    }
}

fn limit(key: String, name: Option<&str>, rate: Rate) -> Limit {
    let Rule { interval, burst, .. } = Rule::new(rate.rate, rate.burst);
    let name = name.map(|name| format!("\"{name}\""));
    Limit { key, interval, burst, until: None, quota: None, name, policy: policy(rate) }
}

/// The quotas of a key, in the windows of the time at which it was looked up.
fn quotas(Caller { id, quota, now, .. }: &Caller, is_named: bool) -> Vec<Limit> {
    let windows = quota.iter().flat_map(|quota| quota.windows(*now));
    windows
        .map(|(name, count, window)| Limit {
            key: format!("quota:{id}:{name}"),
            interval: 0.0,
            burst: count,
            until: Some(window.end),
            quota: Some(name),
            name: is_named.then(|| format!("\"{name}\"")),
            policy: format!(";q={count};w={}", (window.end - window.start) / 1000.0),
        })
        .collect()
}

/// Quota and window that say the same as the rate: whole seconds in which the burst comes back, one at least.
fn policy(Rate { rate, burst }: Rate) -> String {
    let window = (f64::from(burst) / rate).ceil().max(1.0);
    format!(";q={};w={window}", (rate * window + 1e-9).floor().max(1.0))
}

/// A request that counts as `cost`, against several limits at once: it passes where all of them let it, and costs nothing
/// where one does not. `rules` have each its number beside it.
///
/// ```
/// use ton_edge::gateway::{allowance::admit, limit::Rule};
/// let rules = [(Rule::new(1.0, 2), 0.0), (Rule::new(1.0, 1), 10_000.0)];
/// let admissions = admit(&rules, 9_500.0, 1.0);
/// assert!(admissions.iter().all(|one| !one.allowed));
/// assert_eq!((admissions[0].remaining, admissions[0].arrival), (2, 0.0));
/// assert_eq!(admissions[1].wait, 500.0);
/// ```
#[must_use]
pub fn admit<K: Copy + Into<Kept>>(rules: &[(Rule, K)], now: f64, cost: f64) -> Vec<Admission> {
    let ask = |cost: f64| {
        rules.iter().map(move |(rule, kept)| rule.take((*kept).into(), now, cost.min(rule.burst))).collect()
    };
    let asked: Vec<Admission> = ask(cost);
    if asked.iter().all(|one| one.allowed) {
        return asked;
    }
    let untouched: Vec<Admission> = ask(0.0);
    let kept = untouched.iter().zip(rules).zip(&asked);
    kept.map(|((one, (_, kept)), asked)| Admission {
        allowed: false,
        arrival: (*kept).into().arrival,
        ends: (*kept).into().ends,
        remaining: one.remaining,
        next: one.next,
        reset: one.reset,
        wait: asked.wait,
    })
    .collect()
}
