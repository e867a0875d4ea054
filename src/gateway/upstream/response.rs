//! Classifies the response of an upstream, and builds the caller's response if no retry follows.

use super::outcome::{Alert, Attempt, Finish, UpstreamPick};
use crate::endpoint::Generation;
use crate::error::{Code, Error};
use crate::gateway::header::{name_height, name_limit, retry_after};
use crate::gateway::response::error::{ERROR_HEADER, format_error};
use crate::network::Network;
use std::borrow::Cow;

/// The failure of an attempt that was not sent because the budget of its upstream is used up for too long.
pub(in crate::gateway) const BUDGET: &str = "budget";
/// The failure of an attempt that got 401 or 403 with an HTML page, which the upstream's API does not send.
const HTML_REFUSAL: &str = "blocked";
/// The failure of an attempt that was not sent because the limiter cannot say how much of the budget remains.
const LIMITER: &str = "limiter";
/// The failure of an attempt whose response is longer than the gateway's limit.
const TOO_LONG: &str = "too-long";
/// The failure of an attempt because the gateway lacks memory for its response.
const OVERLOADED: &str = "overloaded";
/// The failure of a call without an attempt: its request has used all of its attempts.
const ATTEMPTS: &str = "attempts";
/// The failure of an attempt that the platform did not send, because the request has sent as many as the platform allows.
const PLATFORM: &str = "platform";
/// The failure of a call whose response does not fit into the response of its batch.
const BATCH_BYTES: &str = "batch-bytes";
/// After this many milliseconds, callers of an overloaded gateway may retry.
const OVERLOADED_WAIT: f64 = 1000.0;

/// Milliseconds after which an upstream that is behind may have the next block.
const BEHIND_WAIT: f64 = 1000.0;

/// Returns the message for a failure, for callers and for the operator; `None` if the failure is an error text of the runtime.
fn describe_known_failure(failure: &str) -> Option<&'static str> {
    Some(match failure {
        "timeout" => "the upstream did not respond in time",
        "broken-off" => "the upstream's response broke off",
        "html" => "the upstream responded with 200 and HTML",
        "not-json" => "the upstream responded with 200 and a body that is not JSON",
        TOO_LONG => "the upstream's response is too long to be read",
        HTML_REFUSAL => "a firewall before the upstream refused the request with an HTML page",
        "lost" => "the caller that the upstream request was made for has disconnected",
        _ => return None,
    })
}

/// Returns the failure, for the operator.
pub(in crate::gateway) fn describe_failure(attempt: &Attempt<'_>) -> String {
    match attempt.failure {
        Some(reason) if attempt.status == 0 || reason == HTML_REFUSAL => {
            String::from(describe_known_failure(reason).unwrap_or(reason))
        }
        _ => format!("the upstream responded with {}", attempt.status),
    }
}

/// The class of an upstream's response.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::gateway) enum Outcome {
    /// A response for the caller.
    Response,
    /// A temporary failure: 408, 425, 429, 500, 542 and other 5xx. Callers can cause these, so breakers do
    /// not count them.
    Temporary,
    /// The upstream or a proxy before it is unavailable: no connection, a timeout, 502, 503, 504.
    Unavailable,
    /// A status that HTTP does not define.
    InvalidStatus,
    /// 401, 403: the upstream refused the API key that the gateway sent.
    KeyRefused,
    /// 401, 403 with an HTML page: a firewall before the upstream refuses the gateway, or this request.
    Blocked,
    /// 3xx: the configured URL is wrong. This includes 304, since the gateway's requests have no condition.
    Redirect,
    /// Not sent: the budget is used up for too long, or unknown.
    NotSent,
    /// A limit of this gateway or of its platform, which says nothing about the upstream. Another attempt would reach
    /// the same limit.
    OwnBound,
}

pub(in crate::gateway) fn classify(status: u16, failure: Option<&str>) -> Outcome {
    if matches!(failure, Some(BUDGET | LIMITER)) {
        return Outcome::NotSent;
    }
    if matches!(failure, Some(TOO_LONG | OVERLOADED | ATTEMPTS | PLATFORM | BATCH_BYTES)) {
        return Outcome::OwnBound;
    }
    match status {
        0 | 502..=504 => Outcome::Unavailable,
        300..=399 => Outcome::Redirect,
        401 | 403 if failure == Some(HTML_REFUSAL) => Outcome::Blocked,
        401 | 403 => Outcome::KeyRefused,
        408 | 425 | 429 | 500..=599 => Outcome::Temporary,
        1..200 | 600.. => Outcome::InvalidStatus,
        _ => Outcome::Response,
    }
}

/// Returns the response while all breakers of a network are open, for `wait` more milliseconds.
#[must_use]
pub fn unavailable(generation: Generation, problem: bool, network: Network, wait: f64) -> Finish {
    let message = "every upstream failed too often; the gateway sends them nothing for a moment";
    let mut finish = make_gateway_error(generation, problem, &Error::new(Code::UpstreamUnavailable, message));
    let (name, seconds) = retry_after(wait);
    let message = format!("{}: no upstream may be called for {seconds} s", network.as_str());
    finish.alerts.push(Alert { level: "warn", code: Code::UpstreamUnavailable, message });
    finish.headers.push((name, seconds));
    finish
}

/// Returns the response to a read that requires a masterchain block (`X-Ton-Edge-Min-Seqno`) that no upstream has
/// reached in time; `newest_block` is the newest block that one of them is known to have.
#[must_use]
pub fn behind(generation: Generation, problem: bool, required: u32, newest_block: Option<u32>) -> Finish {
    let reached_text = match newest_block {
        Some(seqno) => format!("the newest block that an upstream is known to have is {seqno}"),
        None => String::from("no upstream reported its newest block"),
    };
    let message =
        format!("no upstream reached block {required} in time, which the request requires: {reached_text}");
    let mut finish = make_gateway_error(generation, problem, &Error::new(Code::Behind, message));
    finish.headers.push(retry_after(BEHIND_WAIT));
    finish.headers.extend(newest_block.map(name_height));
    finish
}

/// Returns the response to a read that requires a transaction of an account (`X-Ton-Edge-Min-Lt`) that no response has
/// shown in time; `shown_lt` is the latest one that a response has shown.
#[must_use]
pub fn behind_account(
    generation: Generation,
    problem: bool,
    required: &str,
    shown_lt: Option<&str>,
) -> Finish {
    let shown_text = match shown_lt {
        Some(lt) => format!("the latest one that a response showed is at {lt}"),
        None => String::from("no response showed one"),
    };
    let words = format!(
        "no upstream showed a transaction of the account at logical time {required} or later in time, which the request requires: {shown_text}"
    );
    let mut finish = make_gateway_error(generation, problem, &Error::new(Code::Behind, words));
    finish.headers.push(retry_after(BEHIND_WAIT));
    finish
}

/// Returns the response to a read that requires a transaction (`X-Ton-Edge-Min-Lt`), although the responses of its
/// operation show no last transaction, or the last transactions of several accounts.
#[must_use]
pub fn no_logical_time(generation: Generation, problem: bool) -> Finish {
    let words = "header `X-Ton-Edge-Min-Lt` needs a read of one account whose response shows the account's last transaction, such \
                 as `getAddressInformation`, or `accountStates` with one address";
    make_gateway_error(generation, problem, &Error::new(Code::InvalidParameter, words))
}

/// Returns the response to a caller over its rate limit, or when the upstream's budget is used up: the caller may retry
/// in `wait` milliseconds. `quota` names the used-up quota of the caller's API key, if that is the reason.
#[must_use]
pub fn limited(generation: Generation, problem: bool, wait: f64, quota: Option<&str>) -> Finish {
    let error = match quota {
        Some(name) => Error::new(Code::QuotaExceeded, format!("the {name} quota of this API key is used up")),
        None => Error::new(Code::RateLimited, "Ratelimit exceeded"),
    };
    let mut finish = make_gateway_error(generation, problem, &error);
    finish.headers.push(retry_after(wait));
    finish
}

/// Returns the response for the caller, if no retry follows.
pub(in crate::gateway) fn respond(attempt: &Attempt<'_>, outcome: Outcome) -> Finish {
    let (code, words) = match outcome {
        Outcome::Unavailable if attempt.status == 0 => {
            let words =
                attempt.failure.and_then(describe_known_failure).unwrap_or("the upstream cannot be reached");
            let is_timeout = attempt.failure == Some("timeout");
            (if is_timeout { Code::UpstreamTimeout } else { Code::BadGateway }, words)
        }
        Outcome::InvalidStatus => {
            (Code::BadGateway, "the upstream responded with a status that HTTP does not define")
        }
        Outcome::NotSent => return finish_unsent(attempt),
        Outcome::OwnBound => return finish_over_limit(attempt),
        Outcome::Redirect if attempt.status == 304 => {
            (Code::BadGateway, "the upstream responded with 304 to a request without a condition")
        }
        Outcome::Redirect => {
            (Code::Redirected, "the upstream responded with a redirect, which the gateway does not follow")
        }
        Outcome::Blocked => (
            Code::BadGateway,
            "a firewall before the upstream refused the gateway's request; this is not about your API key",
        ),
        Outcome::KeyRefused => (
            Code::UpstreamKeyRefused,
            "the upstream refused the API key of the gateway; this is not about your request",
        ),
        Outcome::Response | Outcome::Temporary | Outcome::Unavailable => {
            let is_failure = attempt.status >= 400;
            let no_store = is_failure.then(|| (Cow::Borrowed("cache-control"), String::from("no-store")));
            return Finish {
                retry: None,
                late: false,
                status: attempt.status,
                headers: no_store.into_iter().collect(),
                body: None,
                alerts: Vec::new(),
                states: None,
            };
        }
    };
    let mut finish = make_gateway_error(attempt.generation, attempt.problem, &Error::new(code, words));
    let UpstreamPick { upstream, key_index, .. } = attempt.pick;
    let network = attempt.network.as_str();
    let message = match (outcome, attempt.failure) {
        (Outcome::KeyRefused, _) => {
            format!(
                "{network}: upstream {upstream} refused API key {key_index} of the gateway with {}",
                attempt.status
            )
        }
        _ => format!("{network}: {}", describe_failure(attempt)),
    };
    finish.alerts.push(Alert { level: "error", code, message });
    finish
}

/// Returns the response if the request was not sent. A used-up budget is not an error of the gateway.
fn finish_unsent(attempt: &Attempt<'_>) -> Finish {
    let wait = attempt.retry_after.unwrap_or(0.0);
    if attempt.failure == Some(BUDGET) {
        let mut finish = limited(attempt.generation, attempt.problem, wait, None);
        // All callers of this gateway share this limit.
        finish.headers.push(name_limit("upstream"));
        return finish;
    }
    let code = Code::LimiterUnavailable;
    let words = "the gateway cannot reach its limiter, which grants the upstream's budget";
    let mut finish = make_gateway_error(attempt.generation, attempt.problem, &Error::new(code, words));
    finish.headers.push(retry_after(wait));
    // Without an alert: JavaScript logged one when the limiter failed.
    finish
}

/// Returns the response if a limit of the gateway or of its platform is reached.
fn finish_over_limit(attempt: &Attempt<'_>) -> Finish {
    let (code, words) = match attempt.failure {
        Some(TOO_LONG) => (Code::BadGateway, describe_known_failure(TOO_LONG).unwrap_or_default()),
        Some(ATTEMPTS) => (
            Code::BatchTooLarge,
            "this request has used all of its attempts at upstreams (`maxAttempts`): split the batch",
        ),
        Some(PLATFORM) => (
            Code::BatchTooLarge,
            "the platform of the gateway lets one request send no more requests upstream: split the batch",
        ),
        Some(BATCH_BYTES) => (
            Code::BatchTooLarge,
            "the responses to this batch are too long together: split the batch, or send this call alone",
        ),
        _ => (
            Code::Overloaded,
            "the gateway has reached its limit of response bytes in memory; try again later",
        ),
    };
    let mut finish = make_gateway_error(attempt.generation, attempt.problem, &Error::new(code, words));
    if code == Code::Overloaded {
        finish.headers.push(retry_after(OVERLOADED_WAIT));
    }
    let network = attempt.network.as_str();
    match attempt.failure {
        Some(TOO_LONG) => {
            let message = format!("{network}: {}", describe_failure(attempt));
            finish.alerts.push(Alert { level: "error", code, message });
        }
        Some(PLATFORM) => {
            let message = format!(
                "{network}: the platform lets one request send no more requests upstream: lower `maxBatch` or `maxAttempts`"
            );
            finish.alerts.push(Alert { level: "warn", code, message });
        }
        _ => {}
    }
    finish
}

/// Returns an error response of the gateway itself.
fn make_gateway_error(generation: Generation, problem: bool, error: &Error) -> Finish {
    let (status, content_type, body) = format_error(generation, error, problem, "");
    let headers = vec![
        (Cow::Borrowed("content-type"), String::from(content_type)),
        (Cow::Borrowed("cache-control"), String::from("no-store")),
        (Cow::Borrowed(ERROR_HEADER), String::from(error.code.as_str())),
    ];
    Finish { retry: None, late: false, status, headers, body: Some(body), alerts: Vec::new(), states: None }
}
