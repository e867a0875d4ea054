//! The facts of an attempt to ask the service, and what the shell is told of them.

use super::Header;
use crate::endpoint::Generation;
use crate::error::Code;
use crate::network::Network;
use serde::Serialize;

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
    /// Why there was none: `timeout`; `broken-off`, `html`, `not-json` or `too-long` where the body of a good status is none;
    /// `lost` where the request ended with its caller; `budget` or `limiter` where it was not asked; or words for the operator.
    pub failure: Option<&'a str>,
    /// Milliseconds that the service asked to wait.
    pub retry_after: Option<f64>,
    /// Attempts so far, this one included.
    pub attempts: u32,
    /// Milliseconds since the request came in.
    pub elapsed: f64,
    /// A failure counts for the upstream's breaker: it is the first of this request there, and not of the caller's own making.
    pub counts: bool,
    /// When it began, milliseconds since 1970.
    pub began: f64,
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
    /// Another attempt is due, and this request has no time left for it. One that waits for the same answer may have.
    pub late: bool,
    /// HTTP status for the caller.
    pub status: u16,
    /// Headers for the caller, besides [`super::always`] and, where the body goes through, those of
    /// [`super::KEPT`].
    pub headers: Vec<Header>,
    /// `None`: the service's body goes through untouched. Otherwise it is dropped for this one.
    pub body: Option<String>,
    /// For the operator's log.
    pub alerts: Vec<Alert>,
    /// Breakers of the network's services, where they changed: a flat list, see [`super::breaker::write`].
    pub states: Option<Vec<f64>>,
}

/// Whom a request asks first, and within how many milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Begin {
    /// `None`: all services are left alone; `retry` says for how many milliseconds.
    pub turn: Option<Turn>,
    /// Milliseconds until one may be asked.
    pub wait: f64,
    /// A request that tests one of them is in flight: waiting for its outcome may be worth while.
    pub probed: bool,
    /// See [`Finish::states`].
    pub states: Vec<f64>,
}
