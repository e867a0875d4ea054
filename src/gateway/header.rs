//! A header, and the headers that the gateway reads or passes on.

use std::borrow::Cow;

/// A header: name in lower case, value.
pub type Header = (Cow<'static, str>, String);

/// Request headers that the gateway reads, besides [`FORWARDED`] and [`TRACED`].
pub const READ: &[&str] = &[
    "origin",
    "accept",
    "content-type",
    "content-encoding",
    "content-length",
    "x-api-key",
    "cache-control",
    "connection",
    "sec-fetch-site",
    "last-event-id",
    "sec-websocket-protocol",
];

/// Request headers passed to the upstream: options for the upstream, which do not identify the caller.
pub const FORWARDED: &[&str] = &["x-no-address-book", "x-no-metadata", "x-timeout", "x-actions-version"];

/// The same options as query parameters.
pub(super) const CONTROL_QUERY: &[&str] = &["x_no_address_book", "x_no_metadata", "x_timeout"];

/// Request headers of W3C Trace Context. The gateway reads them and sends its own to the upstream.
pub const TRACED: &[&str] = &["traceparent", "tracestate"];

/// Response headers of the upstream that the gateway returns to the caller; it drops all others.
pub const RETURNED: &[&str] = &[
    "content-type",
    "content-encoding",
    "content-length",
    "retry-after",
    "ratelimit",
    "ratelimit-policy",
    "x-api-version",
    "date",
];

/// Makes the header `X-Ton-Edge-Limit` of a 429 response, which names the exceeded limit.
pub(super) fn name_limit(name: &str) -> Header {
    (Cow::Borrowed("x-ton-edge-limit"), String::from(name))
}

/// Makes `X-Ton-Edge-Seqno`, the masterchain block that a response or an upstream has reached.
pub(super) fn name_height(seqno: u32) -> Header {
    (Cow::Borrowed("x-ton-edge-seqno"), seqno.to_string())
}

/// Makes `Retry-After` from milliseconds, rounded up to whole seconds so that callers do not retry too early.
pub(super) fn retry_after(wait: f64) -> Header {
    (Cow::Borrowed("retry-after"), (wait / 1000.0).ceil().max(1.0).to_string())
}
