//! CORS on every status: without it a page sees a network failure where the gateway said what was wrong.

use super::{Config, Header};
use std::borrow::Cow;

const EXPOSED: &str = "Retry-After, RateLimit, RateLimit-Policy, Cache-Status, Age, ETag, X-Request-Id, X-API-Version, \
Server-Timing, X-Ton-Edge-Error";
const ALLOWED: &str = "Content-Type, X-API-Key, X-Ton-Client-Version, X-Timeout, X-No-Address-Book, X-No-Metadata, \
X-Actions-Version, traceparent, tracestate";

/// Request headers that change an answer that caches may keep. `Accept` and `X-Timeout` change errors only, which are `no-store`.
const VARY: &str = "X-No-Address-Book, X-No-Metadata, X-Actions-Version";

const ORIGIN: &str = "access-control-allow-origin";

/// Headers of every answer under that configuration, whoever asks: the shell prepares them once.
#[must_use]
pub fn always(config: &Config) -> Vec<Header> {
    // A cache must not hand one origin's answer to another, also where an origin is not allowed; nor an answer without the
    // address book to a caller who wants it.
    let origin = if config.origins.is_some() { "Origin, " } else { "" };
    let mut headers = vec![(Cow::Borrowed("vary"), [origin, VARY].concat())];
    if config.origins.is_none() {
        headers.push((Cow::Borrowed(ORIGIN), String::from("*")));
    }
    headers.push((Cow::Borrowed("access-control-expose-headers"), String::from(EXPOSED)));
    headers
}

/// The origin to name in an answer, besides [`always`].
pub(super) fn allowed<'a>(config: &Config, origin: Option<&'a str>) -> Option<&'a str> {
    let allowed = config.origins.as_ref()?;
    origin.filter(|origin| allowed.iter().any(|one| one.matches(origin)))
}

/// Headers of an answer.
pub(super) fn headers(config: &Config, origin: Option<&str>) -> Vec<Header> {
    let mut headers = always(config);
    headers.extend(allowed(config, origin).map(|origin| (Cow::Borrowed(ORIGIN), String::from(origin))));
    headers
}

/// Further headers of the answer to a preflight.
pub(super) fn preflight(allow: &str) -> [Header; 3] {
    [
        (Cow::Borrowed("access-control-allow-methods"), String::from(allow)),
        (Cow::Borrowed("access-control-allow-headers"), String::from(ALLOWED)),
        // Chromium's cap.
        (Cow::Borrowed("access-control-max-age"), String::from("7200")),
    ]
}
