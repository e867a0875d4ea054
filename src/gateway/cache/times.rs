//! How long answers hold, by the class of the table and by what they say.

use crate::endpoint::{Cache, CacheClass, Endpoint};
use crate::gateway::Config;
use serde::Serialize;

/// Milliseconds for which a question that found nothing (404) is not asked again.
pub const NEGATIVE: f64 = 1000.0;

/// Seconds for which an answer is kept that the chain can still change, though the table calls its kind fixed: nothing was
/// found, or not everything.
pub const UNPROVEN: u32 = 1;

/// For how long an answer may be given, in milliseconds since it was fetched, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lifetimes {
    /// As it is.
    pub fresh: f64,
    /// After that: at once, while it is fetched anew.
    pub stale: f64,
    /// After `fresh`: in place of a failure of the service.
    pub failing: f64,
    /// What callers are told, but for whom it is: `max-age=...`.
    pub control: String,
}

/// Seconds that an answer of this operation is fresh.
pub(super) fn seconds(cache: &Cache, fixed: bool) -> u32 {
    match (fixed, cache.immutable_ttl, cache.class) {
        (true, Some(seconds), _) => seconds,
        (_, _, CacheClass::Immutable | CacheClass::Pure) => UNPROVEN,
        _ => cache.ttl,
    }
}

/// An old answer is given for no longer than it was fresh.
pub(super) fn of(row: &Endpoint, fixed: bool, config: &Config) -> Lifetimes {
    let seconds = seconds(&row.cache, fixed);
    let ms = |seconds: u32| f64::from(seconds) * 1000.0;
    Lifetimes {
        fresh: ms(seconds),
        stale: ms(config.cache.stale_while_revalidate.min(seconds)),
        failing: ms(config.cache.stale_if_error),
        control: format!("max-age={seconds}"),
    }
}
