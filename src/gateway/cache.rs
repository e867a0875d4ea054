//! What may be kept of an answer, under which name, and for how long.
//!
//! A question that may be kept has a [`Keep`] in its verdict; of its answer [`inspect`] says for how long it holds. Between the
//! two nothing is remembered here: the name of a question says everything about it.

mod canon;
mod fixed;
mod key;
mod times;

pub use times::{Lifetimes, NEGATIVE, UNPROVEN};

use super::{Config, Header, Incoming};
use crate::endpoint::{CacheClass, Endpoint, Generation};
use crate::json::Members;
use crate::network::Network;
use crate::plan::Plan;
use key::Question;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use xxhash_rust::xxh3::xxh3_128;

/// Headers of the service that are kept with its answer. Limits and waits are about one request, not about the answer.
pub const STORED: &[&str] = &["content-type", "x-api-version", "date"];

/// Longest name of a question that is kept, in bytes: a long list of arguments is hardly ever asked twice.
const MAX_KEY_BYTES: usize = 8192;

/// A question whose answer may be kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Keep {
    /// Its one name, however it was asked. Nothing of the caller's is in it, and no key.
    pub key: String,
    /// The name of its flight, where it is another one: requests that share it are answered by one request to the upstream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flight: Option<String>,
    /// The answer is for this caller alone as far as caches between us are concerned: callers here have keys.
    pub private: bool,
    /// The caller wants what the service says now, and may: `Cache-Control: no-cache` with a key.
    pub renew: bool,
}

/// What to keep an answer with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Kept {
    /// How long it holds.
    #[serde(flatten)]
    pub times: Lifetimes,
    /// Opaque part of its entity tag: a digest of what it says.
    pub tag: String,
}

/// Whether an operation's answers may be kept at all.
#[must_use]
pub fn keeps(row: &Endpoint) -> bool {
    let unkept = matches!(row.cache.class, CacheClass::Never | CacheClass::AsCalled);
    !unkept && row.idempotent && !row.side_effect
}

/// The question of a plan with these headers and control inputs of its query; `None` where its answer is not kept.
pub(super) fn keep(
    config: &Config,
    incoming: &Incoming<'_>,
    (network, plan): (Network, &Plan),
    headers: &[Header],
    control: &str,
) -> Option<Keep> {
    if !config.cache.on || !keeps(plan.endpoint) {
        return None;
    }
    let names = key::of(network, plan, headers, control).filter(|names| names.key.len() <= MAX_KEY_BYTES)?;
    let key::Names { key, flight } = names;
    let no_cache = incoming.cache_control.is_some_and(|value| directive(value, "no-cache"));
    Some(Keep { key, flight, private: config.keys, renew: no_cache && incoming.lookup.is_some() })
}

/// What the whole body of a response is worth.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Inspected {
    /// It may be cached, for so long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<Kept>,
    /// The upstream wants it to be reused by nobody: it is for those alone who wait for it already.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
    /// Status 200 with a body that no operation has: `html` or `not-json`; or `limited`, where its envelope says 429.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<&'static str>,
}

/// Inspects the whole body of a response. `key` is the cache key of its question, where it may be cached; `cache_control` is the
/// upstream's own header, which can forbid it.
#[must_use]
pub fn inspect(
    config: &Config,
    key: Option<&str>,
    status: u16,
    cache_control: Option<&str>,
    body: &str,
) -> Inspected {
    let question = key.and_then(Question::read);
    let row = question.as_ref().map(|question| question.row);
    let result = row.and_then(|row| result(row.generation, status, body));
    // Most bodies have a result, and are JSON if they have.
    if result.is_none() && status == 200 && serde_json::from_str::<IgnoredAny>(body).is_err() {
        let fault = if body.trim_start().starts_with('<') { "html" } else { "not-json" };
        return Inspected { fault: Some(fault), ..Inspected::default() };
    }
    // Few bodies have these digits, so the envelope is hardly ever read for them.
    if result.is_none() && status == 200 && body.contains("429") && is_limited(body) {
        return Inspected { fault: Some("limited"), ..Inspected::default() };
    }
    let private =
        cache_control.is_some_and(|value| ["no-store", "private"].iter().any(|word| directive(value, word)));
    let kept = question.zip(result).and_then(|(question, result)| {
        if private || !keeps(question.row) {
            return None;
        }
        let times = if status == 200 {
            times::of(question.row, fixed::is(&question, result), config)
        } else {
            Lifetimes { fresh: NEGATIVE, stale: 0.0, failing: 0.0, control: String::from("no-store") }
        };
        Some(Kept { times, tag: format!("{:032x}", xxh3_128(result.as_bytes())) })
    });
    Inspected { kept, private, fault: None }
}

/// The envelope of v2, as far as it tells success from failure.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(default)]
    ok: bool,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    error: Option<IgnoredAny>,
    #[serde(borrow)]
    code: Option<&'a RawValue>,
}

impl Envelope<'_> {
    /// Its `code`, where that is a whole number: a status.
    fn code(&self) -> i64 {
        self.code.and_then(|code| code.get().parse().ok()).unwrap_or_default()
    }
}

/// The service refuses under status 200 what it should refuse with 429.
fn is_limited(body: &str) -> bool {
    serde_json::from_str::<Envelope<'_>>(body).is_ok_and(|envelope| envelope.code() == 429)
}

/// What an answer says, without its envelope: it changes from call to call. `None` for what is no answer: broken, an error
/// under status 200, or of a status that is not kept.
fn result(generation: Generation, status: u16, body: &str) -> Option<&str> {
    match (status, generation) {
        (200, Generation::V2) => {
            let envelope: Envelope<'_> = serde_json::from_str(body).ok()?;
            let good = envelope.ok && envelope.error.is_none() && envelope.code() < 400;
            envelope.result.filter(|_| good).map(RawValue::get)
        }
        (200, Generation::V3) if body.trim_start().starts_with('{') => {
            let all: Members<'_> = serde_json::from_str(body).ok()?;
            all.get("error").is_none().then(|| body.trim())
        }
        (200, Generation::V3) => serde_json::from_str(body).ok().map(RawValue::get),
        (404, _) => serde_json::from_str::<Members<'_>>(body).ok().map(|_| body.trim()),
        _ => None,
    }
}

/// A `Cache-Control` has that directive.
fn directive(value: &str, name: &str) -> bool {
    value.split(',').any(|one| one.split('=').next().unwrap_or_default().trim().eq_ignore_ascii_case(name))
}
