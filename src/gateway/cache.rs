//! The cache policy: whether a response may be cached, under which key, and for how long.
//!
//! The verdict on a cacheable request has a [`CacheUse`]; [`inspect`] later computes the TTL from the response. It needs
//! no state of the verdict, because the cache key contains everything about the request.

mod canonical;
mod finality;
mod height;
mod key;
mod ttl;

pub use ttl::{Lifetimes, NEGATIVE, ttl_seconds};

use super::config::Config;
use super::header::Header;
use super::request::incoming::Incoming;
use crate::endpoint::{Endpoint, Generation, Storage};
use crate::json::{Members, lacks_list};
use crate::network::Network;
use crate::plan::Plan;
use key::CachedRequest;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use xxhash_rust::xxh3::xxh3_128;

/// Response headers that are cached. Headers about limits and delays are not cached: they belong to one request.
pub const STORED: &[&str] = &["content-type", "x-api-version", "date"];

/// The longest cache key, in bytes. Longer requests are not cached: a long list of arguments is hardly ever repeated.
const MAX_KEY_BYTES: usize = 8192;

/// How a request uses the cache.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CacheUse {
    /// The cache key, the same for every spelling of a request. It contains nothing about the caller, and no API key.
    pub key: String,
    /// The single-flight key, if it differs: requests that share it are coalesced into one upstream request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flight: Option<String>,
    /// Whether the response is private for caches between gateway and caller, because callers have API keys.
    pub private: bool,
    /// Whether the caller bypasses the cache: `Cache-Control: no-cache` with an API key.
    pub renew: bool,
}

/// The data that the cache stores beside a response.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CacheEntry {
    /// How long the entry is fresh and stale.
    #[serde(flatten)]
    pub times: Lifetimes,
    /// The opaque part of the entity tag (`ETag`): a digest of the result.
    pub tag: String,
    /// Whether the chain can never change it.
    #[serde(rename = "isFinal", skip_serializing_if = "std::ops::Not::not")]
    pub is_final: bool,
}

/// Returns whether the responses of an operation may be cached at all.
#[must_use]
pub fn is_cacheable(row: &Endpoint) -> bool {
    row.cache.class.storage() != Storage::Never && row.idempotent && !row.side_effect
}

/// How a planned request with these headers and control options uses the cache; `None` if it is not
/// cacheable.
pub(super) fn plan_cache_use(
    config: &Config,
    incoming: &Incoming<'_>,
    (network, plan): (Network, &Plan),
    headers: &[Header],
    control: &str,
) -> Option<CacheUse> {
    if !config.cache.on || !is_cacheable(plan.endpoint) {
        return None;
    }
    let names =
        key::build_keys(network, plan, headers, control).filter(|names| names.key.len() <= MAX_KEY_BYTES)?;
    let key::Names { key, flight_key: flight } = names;
    let bypasses_cache = incoming.cache_control.is_some_and(|value| has_directive(value, "no-cache"));
    let renew = bypasses_cache && incoming.lookup.is_some();
    Some(CacheUse { key, flight, private: config.reads_keys(), renew })
}

/// The result of inspecting the whole body of a response.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Inspected {
    /// How to cache it, if it may be cached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<CacheEntry>,
    /// The seqno of the masterchain block whose state the response shows, if it names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seqno: Option<u32>,
    /// Whether the upstream forbids reuse: the response is only for the requests that wait for it already.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
    /// The fault of a body with status 200: `html` or `not-json`; or `limited`, if its envelope says
    /// 429.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<&'static str>,
}

/// Inspects the whole body of a response. `key` is the cache key, if the request is cacheable;
/// `cache_control` is the upstream's own header, which can forbid caching.
#[must_use]
pub fn inspect(
    config: &Config,
    key: Option<&str>,
    status: u16,
    cache_control: Option<&str>,
    body: &str,
) -> Inspected {
    let request = key.and_then(CachedRequest::read);
    let row = request.as_ref().map(|request| request.row);
    let result = row.and_then(|row| read_result(row, status, body));
    // Most bodies have a result, and a body with a result is JSON.
    if result.is_none() && status == 200 && serde_json::from_str::<IgnoredAny>(body).is_err() {
        let fault = if body.trim_start().starts_with('<') { "html" } else { "not-json" };
        return Inspected { fault: Some(fault), ..Inspected::default() };
    }
    // Few bodies contain these digits, so the envelope is rarely parsed.
    if result.is_none() && status == 200 && body.contains("429") && is_limited(body) {
        return Inspected { fault: Some("limited"), ..Inspected::default() };
    }
    let private = cache_control
        .is_some_and(|value| ["no-store", "private"].iter().any(|name| has_directive(value, name)));
    let Some((request, result)) = request.zip(result) else {
        return Inspected { private, ..Inspected::default() };
    };
    let seqno = if status == 200 { height::read_height(&request, result) } else { None };
    let entry = (!private && is_cacheable(request.row)).then(|| {
        let is_final = status == 200 && finality::is_final(&request, result);
        let times = if status == 200 {
            ttl::find_lifetimes(request.row, is_final, config)
        } else {
            Lifetimes { fresh: NEGATIVE, stale: 0.0, failing: 0.0, control: String::from("no-store") }
        };
        CacheEntry { times, tag: format!("{:032x}", xxh3_128(result.as_bytes())), is_final }
    });
    Inspected { entry, seqno, private, fault: None }
}

/// The fields of the envelope of v2 that tell success from failure.
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
    /// Returns the field `code`, an HTTP status, if it is an integer.
    fn code(&self) -> i64 {
        self.code.and_then(|code| code.get().parse().ok()).unwrap_or_default()
    }
}

/// Returns whether a body with status 200 is a refusal that should have had status 429.
fn is_limited(body: &str) -> bool {
    serde_json::from_str::<Envelope<'_>>(body).is_ok_and(|envelope| envelope.code() == 429)
}

/// Reads the result in a response, without the envelope, which changes from call to call. `None` for a broken body, an
/// error under status 200, a result without the list of its operation, or a status that is not cached.
fn read_result<'a>(row: &Endpoint, status: u16, body: &'a str) -> Option<&'a str> {
    let result = read_payload(row.generation, status, body)?;
    let lacks_list_field = row.list_field().is_some_and(|name| lacks_list(result, name));
    (status != 200 || !lacks_list_field).then_some(result)
}

fn read_payload(generation: Generation, status: u16, body: &str) -> Option<&str> {
    match (status, generation) {
        (200, Generation::V2) => {
            let envelope: Envelope<'_> = serde_json::from_str(body).ok()?;
            let is_success = envelope.ok && envelope.error.is_none() && envelope.code() < 400;
            envelope.result.filter(|_| is_success).map(RawValue::get)
        }
        (200, Generation::V3) if body.trim_start().starts_with('{') => {
            let members: Members<'_> = serde_json::from_str(body).ok()?;
            members.get("error").is_none().then(|| body.trim())
        }
        (200, Generation::V3) => serde_json::from_str(body).ok().map(RawValue::get),
        (404, _) => serde_json::from_str::<Members<'_>>(body).ok().map(|_| body.trim()),
        _ => None,
    }
}

/// Returns whether a `Cache-Control` has the directive `name`.
fn has_directive(value: &str, name: &str) -> bool {
    value.split(',').any(|part| part.split('=').next().unwrap_or_default().trim().eq_ignore_ascii_case(name))
}
