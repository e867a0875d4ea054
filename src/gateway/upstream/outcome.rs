//! An attempt to send a request to an upstream, and its consequences: a response, a retry, alerts.

use crate::endpoint::Generation;
use crate::error::Code;
use crate::gateway::header::Header;
use crate::network::Network;
use serde::Serialize;

/// The upstream and key of an attempt, and the attempts before it. JavaScript passes it back unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UpstreamPick {
    /// Index in the network's list of upstreams.
    pub upstream: u32,
    /// Index of the upstream key. It may exceed the number of keys; JavaScript takes it modulo that number.
    #[serde(rename = "keyIndex")]
    pub key_index: u32,
    /// Consecutive keys tried at this upstream, this one included.
    pub tried: u32,
    /// Attempts that ended in a refused key; they do not count as retries.
    pub refusals: u32,
    /// The upstream that comes first in this round over the upstreams; the others follow in the order of the list, those
    /// that lag at the end.
    pub first: u32,
}

/// The upstreams of a network that lag behind the newest block by more than `maxBehindBlocks`: a bit for each, the lowest
/// for the first one. They get a request only after all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lagging(pub u32);

impl Lagging {
    /// Returns whether the upstream at this index lags.
    #[must_use]
    pub fn contains(self, index: usize) -> bool {
        u32::try_from(index)
            .ok()
            .and_then(|index| self.0.checked_shr(index))
            .is_some_and(|bits| bits & 1 == 1)
    }
}

/// One attempt and its result.
#[derive(Clone, Copy, Debug)]
pub struct Attempt<'a> {
    /// The generation, for the form of errors.
    pub generation: Generation,
    /// The network of the upstreams.
    pub network: Network,
    /// Whether the caller accepts `application/problem+json`.
    pub problem: bool,
    /// Whether the operation only reads. Any other operation is sent once, even if it fails.
    pub reads: bool,
    /// The upstream and key that the attempt used.
    pub pick: UpstreamPick,
    /// The HTTP status; 0 without a response.
    pub status: u16,
    /// Why there is no response: `timeout`; `broken-off`, `html`, `not-json` or `too-long` for an unusable body
    /// under a good status; `lost` if the request ended with its caller; `budget` or `limiter` if it was not
    /// sent; `overloaded`, `attempts`, `platform` or `batch-bytes` for a bound of the gateway or its platform; or
    /// a text for the operator.
    pub failure: Option<&'a str>,
    /// The upstream's `Retry-After`, in milliseconds.
    pub retry_after: Option<f64>,
    /// The number of attempts, this one included.
    pub attempts: u32,
    /// Milliseconds since the gateway received the request.
    pub elapsed: f64,
    /// Whether a failure counts for the breaker: if it is the first of this request at that upstream, and the caller
    /// did not cause it.
    pub counts: bool,
    /// The time when the attempt began, milliseconds since 1970.
    pub began: f64,
    /// The number of keys for this upstream.
    pub keys: u32,
    /// The current time, milliseconds since 1970.
    pub now: f64,
    /// A random number from 0 to 1, for the jitter of the backoff.
    pub chance: f64,
    /// The upstreams that lag behind the newest block.
    pub lagging: Lagging,
}

/// A retry.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Retry {
    /// The upstream and key to use.
    pub pick: UpstreamPick,
    /// The delay before the retry, in milliseconds.
    pub after: f64,
    /// The timeout of the retry, in milliseconds.
    pub timeout: f64,
}

/// An entry for the operator's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Alert {
    /// `"error"`: the fault needs the operator's attention. `"warn"`: a retry recovered from the fault, or it is temporary.
    pub level: &'static str,
    /// The error code.
    pub code: Code,
    /// The message.
    pub message: String,
}

/// The result of an attempt for the caller.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finish {
    /// The retry, if there is one: then all other fields except alerts and states are unused.
    pub retry: Option<Retry>,
    /// Whether a retry would follow if the request had time left; a coalesced request with a later deadline may make it.
    pub late: bool,
    /// The HTTP status for the caller.
    pub status: u16,
    /// Headers for the caller, besides [`crate::gateway::always`] and, if the body is passed on,
    /// [`crate::gateway::RETURNED`].
    pub headers: Vec<Header>,
    /// A body in place of the upstream's. `None`: the upstream's body is passed on unchanged.
    pub body: Option<String>,
    /// Entries for the operator's log.
    pub alerts: Vec<Alert>,
    /// The breakers of the network, if they changed: a flat list, see [`super::breaker::write`].
    pub states: Option<Vec<f64>>,
}

/// The first upstream of a request, or the time until one becomes available.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Begin {
    /// The upstream and key. `None`: all breakers are open, for `wait` milliseconds.
    pub pick: Option<UpstreamPick>,
    /// Milliseconds until an upstream admits a request.
    pub wait: f64,
    /// Whether a probe of one of the upstreams is in flight: its outcome may be worth waiting for.
    pub probed: bool,
    /// The breakers of the network, as in [`Finish::states`].
    pub states: Vec<f64>,
}
