//! CORS headers, on responses of every status: without them a web page sees a network failure instead of the
//! error.

use crate::gateway::config::Config;
use crate::gateway::header::Header;
use crate::gateway::verdict::Verdict;
use std::borrow::Cow;

const EXPOSED_HEADERS: &str = "Retry-After, RateLimit, RateLimit-Policy, Cache-Status, Age, ETag, X-Request-Id, X-API-Version, \
Server-Timing, X-Ton-Edge-Error, X-Ton-Edge-Ignored, X-Ton-Edge-Api-Key, X-Ton-Edge-Limit, X-Ton-Edge-Seqno, X-Ton-Edge-Behind";
const ALLOWED_HEADERS: &str = "Content-Type, X-API-Key, X-Ton-Client-Version, X-Timeout, X-No-Address-Book, X-No-Metadata, \
X-Actions-Version, X-Ton-Edge-Min-Seqno, X-Ton-Edge-Min-Lt, Last-Event-ID, traceparent, tracestate, baggage, sentry-trace";

/// Request headers that change a cacheable response. `Accept` and `X-Timeout` are not among them: they change only
/// errors, which are `no-store`.
const VARY_HEADERS: &str = "X-No-Address-Book, X-No-Metadata, X-Actions-Version";

const ORIGIN_HEADER: &str = "access-control-allow-origin";

/// Returns the headers that every response of a gateway with this configuration has. JavaScript prepares them once.
#[must_use]
pub fn always(config: &Config) -> Vec<Header> {
    // A cache must not serve the response for one origin to another, even if an origin is not allowed. It must not serve
    // a response without the address book to a caller that wants it.
    let origin = if config.origins.is_some() { "Origin, " } else { "" };
    let mut headers = vec![(Cow::Borrowed("vary"), [origin, VARY_HEADERS].concat())];
    if config.origins.is_none() {
        headers.push((Cow::Borrowed(ORIGIN_HEADER), String::from("*")));
    }
    headers.push((Cow::Borrowed("access-control-expose-headers"), String::from(EXPOSED_HEADERS)));
    headers
}

/// Returns the origin to name in a response in addition to [`always`], if the configuration allows it.
pub(in crate::gateway) fn find_allowed_origin<'a>(
    config: &Config,
    origin: Option<&'a str>,
) -> Option<&'a str> {
    let patterns = config.origins.as_ref()?;
    origin.filter(|origin| patterns.iter().any(|pattern| pattern.matches(origin)))
}

/// Adds the CORS headers to the responses of a verdict, before all others. A forwarded request gets them with
/// the upstream's response.
pub(in crate::gateway) fn add_headers(config: &Config, origin: Option<&str>, verdict: &mut Verdict) {
    match verdict {
        Verdict::Respond { headers, .. } | Verdict::Batch { headers, .. } => prepend(config, origin, headers),
        Verdict::Ops { headers, refused, .. } => {
            prepend(config, origin, headers);
            if let Some(refused_header) = refused {
                add_headers(config, origin, refused_header);
            }
        }
        Verdict::Key { .. }
        | Verdict::Body { .. }
        | Verdict::Forward(_)
        | Verdict::Stream(_)
        | Verdict::Image(_)
        | Verdict::Asset => {}
    }
}

fn prepend(config: &Config, origin: Option<&str>, headers: &mut Vec<Header>) {
    let mut cors_headers = always(config);
    cors_headers.extend(
        find_allowed_origin(config, origin)
            .map(|origin| (Cow::Borrowed(ORIGIN_HEADER), String::from(origin))),
    );
    cors_headers.append(headers);
    *headers = cors_headers;
}

/// Builds further headers of the response to a preflight.
pub(in crate::gateway) fn build_preflight(config: &Config, allow: &str) -> [Header; 3] {
    let mut allowed_headers = String::from(ALLOWED_HEADERS);
    for name in &config.allow_headers {
        allowed_headers.extend([", ", name]);
    }
    [
        (Cow::Borrowed("access-control-allow-methods"), String::from(allow)),
        (Cow::Borrowed("access-control-allow-headers"), allowed_headers),
        // The longest time that Chromium accepts.
        (Cow::Borrowed("access-control-max-age"), String::from("7200")),
    ]
}
