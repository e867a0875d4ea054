//! CORS on every status: without it a page sees a network failure where the gateway said what was wrong.

use super::{Config, Header};
use std::borrow::Cow;

const EXPOSED: &str = "Retry-After, RateLimit, RateLimit-Policy, Cache-Status, Age, ETag, X-Request-Id, X-API-Version, \
Server-Timing, X-Ton-Edge-Error";
const ALLOWED: &str = "Content-Type, X-API-Key, X-Ton-Client-Version, X-Timeout, X-No-Address-Book, X-No-Metadata, \
X-Actions-Version, traceparent, tracestate";

/// Headers of every answer.
pub(super) fn headers(config: &Config, origin: Option<&str>) -> Vec<Header> {
    let mut headers: Vec<Header> = Vec::new();
    match &config.origins {
        None => headers.push((Cow::Borrowed("access-control-allow-origin"), String::from("*"))),
        Some(allowed) => {
            // Also where this origin is not allowed: a cache must not hand one origin's answer to another.
            headers.push((Cow::Borrowed("vary"), String::from("Origin")));
            if let Some(origin) = origin.filter(|origin| allowed.iter().any(|one| one.matches(origin))) {
                headers.push((Cow::Borrowed("access-control-allow-origin"), String::from(origin)));
            }
        }
    }
    headers.push((Cow::Borrowed("access-control-expose-headers"), String::from(EXPOSED)));
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
