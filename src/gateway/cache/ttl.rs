//! TTLs of cached responses, by the cache class of the operation and by finality.

use crate::endpoint::{Cache, Endpoint, Storage};
use crate::gateway::config::Config;
use serde::Serialize;

/// The TTL of a 404, in milliseconds.
pub const NEGATIVE: f64 = 1000.0;

/// The TTL in seconds of a response that is not final, although its class is immutable: some or all of the requested data
/// was not found.
const NOT_FINAL_TTL_SECONDS: u32 = 1;

/// The lifetimes of a cached response, in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lifetimes {
    /// Fresh: served without a request to the upstream.
    pub fresh: f64,
    /// After `fresh`: served stale while it is revalidated.
    pub stale: f64,
    /// After `fresh`: served stale if the upstream fails.
    pub failing: f64,
    /// `Cache-Control` for callers, without `public` or `private`: `max-age=...`.
    pub control: String,
}

/// Returns the TTL of an operation's response in seconds; 0 if it is not cached. `is_final` says whether the response
/// is final.
#[must_use]
pub fn ttl_seconds(cache: &Cache, is_final: bool) -> u32 {
    match (is_final, cache.immutable_ttl, cache.class) {
        (true, Some(seconds), _) => seconds,
        (_, _, class) if class.storage() == Storage::OnceFinal => NOT_FINAL_TTL_SECONDS,
        _ => cache.ttl,
    }
}

/// Finds the lifetimes of a response. It is served stale for no longer than it was fresh.
pub(super) fn find_lifetimes(row: &Endpoint, is_final: bool, config: &Config) -> Lifetimes {
    let seconds = ttl_seconds(&row.cache, is_final);
    let fresh_ms = f64::from(seconds) * 1000.0;
    Lifetimes {
        fresh: fresh_ms,
        stale: f64::from(config.cache.stale_while_revalidate_ms).min(fresh_ms),
        failing: f64::from(config.cache.stale_if_error_ms),
        control: format!("max-age={seconds}"),
    }
}
