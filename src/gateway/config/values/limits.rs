//! Rate limits and budgets as an operator configures them.

use super::clients::ClientIpSource;
use crate::endpoint::{Endpoint, Generation};
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
    /// Makes a rate whose burst is the number of requests per second.
    #[must_use]
    pub fn of(rate: f64) -> Self {
        Self { rate, burst: rate.clamp(1.0, 1e6).ceil() as u32 }
    }
}

/// The rate limits and budgets of a configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// The rate per client IP of all requests, including cache hits and refused ones.
    pub requests: Option<Rate>,
    /// Bits of an IPv6 address that identify a client.
    pub ipv6_prefix_length: u32,
    /// The rate per client IP of callers without an API key.
    pub keyless: Option<Rate>,
    /// The rate for all callers together.
    pub global: Option<Rate>,
    /// The rate per API key, by the name of its plan.
    pub plans: Vec<(String, Rate)>,
    /// Operations that count as more than one request.
    pub costs: Vec<(Generation, &'static str, u32)>,
    /// Where the client IP is read.
    pub client: ClientIpSource,
    /// Budgets of the upstreams, for JavaScript.
    pub budgets: Budgets,
}

/// The numbers with which JavaScript enforces limits and budgets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Budgets {
    /// Requests per second to each upstream on mainnet; 0 means no limit. A negative number, without its sign, is the
    /// limit if there is no upstream key.
    pub mainnet: Vec<f64>,
    /// Requests per second to each upstream on testnet, as for mainnet.
    pub testnet: Vec<f64>,
    /// Whether the limits of callers are counted where the budgets are: in this process or in the shared limiter.
    pub together: bool,
    /// Milliseconds that a request may wait in the queue for the budget.
    pub queue: u32,
    /// The maximum number of callers to count.
    pub entries: u32,
    /// The part of every budget that this gateway uses while the limiter is unreachable.
    pub share: f64,
    /// The part of every budget that the limiter leases out.
    pub shared: f64,
    /// The rate at which a client may send unknown API keys.
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
        Self { interval_ms: 1000.0 / rate, burst: f64::from(burst.max(1)) }
    }
}

impl Limits {
    /// Returns name and rate of a plan, if it is configured.
    pub(in crate::gateway) fn plan(&self, name: &str) -> Option<(&str, Rate)> {
        self.plans
            .iter()
            .find(|(plan_name, _)| plan_name == name)
            .map(|(known, rate)| (known.as_str(), *rate))
    }

    /// Returns the cost of an operation, in requests.
    pub(in crate::gateway) fn cost(&self, endpoint: &Endpoint) -> u32 {
        let is_same_operation = |(generation, path, _): &&(Generation, &str, u32)| {
            *generation == endpoint.generation && *path == endpoint.path
        };
        self.costs.iter().find(is_same_operation).map_or(1, |(_, _, cost)| *cost)
    }
}
