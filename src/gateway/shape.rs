//! The shape of errors: each generation's own, or a problem (RFC 9457) for those who ask for one.

use super::{Header, Incoming, Verdict};
use crate::endpoint::Generation;
use crate::error::{Code, Error};
use crate::text;
use std::borrow::Cow;

/// Header that names our code for an error of the gateway itself: bodies have no place for it.
pub(super) const ERROR: &str = "x-ton-edge-error";

/// The answer to a request that is not taken. `tail` is put before the last brace of a v2 body: `,"id":1`.
pub(super) fn refusal(
    incoming: &Incoming<'_>,
    generation: Generation,
    refused: &Error,
    tail: &str,
    mut headers: Vec<Header>,
) -> Verdict {
    let (status, content_type, body) = error(generation, refused, wants_problem(incoming.accept), tail);
    headers.push((Cow::Borrowed("content-type"), String::from(content_type)));
    headers.push((Cow::Borrowed("cache-control"), String::from("no-store")));
    headers.push((Cow::Borrowed(ERROR), String::from(refused.code.as_str())));
    Verdict::Answer { status, headers, body: Some(body) }
}

/// Status, content type and body of an error of the gateway itself.
pub(super) fn error(
    generation: Generation,
    error: &Error,
    problem: bool,
    tail: &str,
) -> (u16, &'static str, String) {
    let status = status(error.code);
    let mut message = String::new();
    text::push_json_string(&mut message, &error.message);
    // A call among others has no content type of its own.
    if problem && tail.is_empty() {
        let code = error.code;
        let mut body = format!(
            r#"{{"type":"about:blank","title":"{}","status":{status},"detail":{message},"code":"{code}""#,
            title(status)
        );
        for (name, value) in [("parameter", &error.parameter), ("suggestion", &error.suggestion)] {
            if let Some(value) = value {
                body.push_str(&format!(r#","{name}":"#));
                text::push_json_string(&mut body, value);
            }
        }
        body.push('}');
        return (status, "application/problem+json", body);
    }
    let body = match generation {
        Generation::V2 => format!(r#"{{"ok":false,"error":{message},"code":{status},"@extra":"_"{tail}}}"#),
        Generation::V3 => format!(r#"{{"error":{message}}}"#),
    };
    (status, "application/json", body)
}

/// An answer that is JSON of ours.
pub(super) fn json(status: u16, body: String, headers: &[Header]) -> Verdict {
    let mut headers = headers.to_vec();
    headers.push((Cow::Borrowed("content-type"), String::from("application/json")));
    if status >= 400 {
        headers.push((Cow::Borrowed("cache-control"), String::from("no-store")));
    }
    Verdict::Answer { status, headers, body: Some(body) }
}

/// The caller names `application/problem+json` in `Accept`.
pub(super) fn wants_problem(accept: Option<&str>) -> bool {
    accept.is_some_and(|accept| accept.to_ascii_lowercase().contains("application/problem+json"))
}

fn status(code: Code) -> u16 {
    match code {
        Code::ApiKeyConflict | Code::InvalidHost => 400,
        Code::ApiKeyUnknown | Code::ApiKeyExpired | Code::AdminTokenWrong => 401,
        Code::NetworkNotAllowed
        | Code::ApiKeySuspended
        | Code::OperationNotAllowed
        | Code::OriginNotAllowed
        | Code::ClientNotAllowed => 403,
        Code::NotFound | Code::UnknownEndpoint => 404,
        Code::MethodNotAllowed => 405,
        Code::PayloadTooLarge | Code::TooManyMembers | Code::BatchTooLarge => 413,
        Code::UriTooLong => 414,
        Code::UnsupportedMediaType => 415,
        Code::HostNotAllowed => 421,
        Code::RateLimited | Code::QuotaExceeded | Code::TooManyInFlight => 429,
        Code::HeadersTooLarge => 431,
        Code::BadGateway | Code::UpstreamKeyRefused | Code::Redirected => 502,
        Code::KeyStoreUnavailable
        | Code::UpstreamUnavailable
        | Code::LimiterUnavailable
        | Code::Overloaded => 503,
        Code::UpstreamTimeout => 504,
        Code::ConfigInvalid | Code::Internal => 500,
        // Every other one is about the request's parameters or body.
        _ => 422,
    }
}

fn title(status: u16) -> &'static str {
    match status {
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        413 => "Content Too Large",
        414 => "URI Too Long",
        415 => "Unsupported Media Type",
        421 => "Misdirected Request",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        500 => "Internal Server Error",
        _ => "Unprocessable Content",
    }
}
