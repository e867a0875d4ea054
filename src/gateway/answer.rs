//! What an attempt's outcome is, and what the caller is answered if it is the last word.

use super::{Alert, Attempt, Finish, Header, Turn, shape};
use crate::endpoint::Generation;
use crate::error::{Code, Error};
use crate::network::Network;
use std::borrow::Cow;

/// The failure of an attempt that was not made, since the budget of its service has nothing left in time.
pub(super) const BUDGET: &str = "budget";
/// The same, since nobody can say what is left of it.
const LIMITER: &str = "limiter";

/// What an attempt failed of, for callers and for the operator. `None` where these are not the gateway's words.
fn words(failure: &str) -> Option<&'static str> {
    Some(match failure {
        "timeout" => "the upstream did not answer in time",
        "broken-off" => "the upstream's response broke off",
        "html" => "the upstream answered 200 with HTML",
        "not-json" => "the upstream answered 200 with what is not JSON",
        "too-long" => "the upstream's response is too long to be read",
        "lost" => "the request to the upstream ended with the caller that it was made for",
        _ => return None,
    })
}

/// What went wrong, in words for the operator.
pub(super) fn fault(attempt: &Attempt<'_>) -> String {
    match attempt.failure {
        Some(reason) if attempt.status == 0 => String::from(words(reason).unwrap_or(reason)),
        _ => format!("the upstream answered {}", attempt.status),
    }
}

/// What an outcome says about the service.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// An answer for the caller.
    Answer,
    /// It answered, but not now: 408, 425, 429, 500, 542 and other 5xx. Callers can bring these about, so breakers do
    /// not count them.
    NotNow,
    /// It, or what stands before it, does not work: no connection, no answer in time, 502, 503, 504.
    Sick,
    /// A status that HTTP does not have.
    Broken,
    /// 401, 403: the caller's key never gets there, so it is ours that is wrong.
    KeyRefused,
    /// 3xx: the URL in our configuration is wrong.
    Redirect,
    /// It was not asked: our budget for it has nothing left in time, or cannot be known.
    Unasked,
}

pub(super) fn outcome(status: u16, failure: Option<&str>) -> Outcome {
    if matches!(failure, Some(BUDGET | LIMITER)) {
        return Outcome::Unasked;
    }
    match status {
        0 | 502..=504 => Outcome::Sick,
        300..=303 | 305..=399 => Outcome::Redirect,
        401 | 403 => Outcome::KeyRefused,
        408 | 425 | 429 | 500..=599 => Outcome::NotNow,
        1..200 | 600.. => Outcome::Broken,
        _ => Outcome::Answer,
    }
}

/// The answer where all services of a network are left alone, for `wait` more milliseconds.
#[must_use]
pub fn unavailable(generation: Generation, problem: bool, network: Network, wait: f64) -> Finish {
    let words = "the service failed too often and is left alone for a moment";
    let mut finish = ours(generation, problem, &Error::new(Code::UpstreamUnavailable, words));
    let (name, seconds) = retry_after(wait);
    let message = format!("{}: no service may be asked for {seconds} s", network.as_str());
    finish.alerts.push(Alert { level: "warn", code: Code::UpstreamUnavailable, message });
    finish.headers.push((name, seconds));
    finish
}

/// The answer to a caller who has asked too often, or for whom the service's budget has nothing left: he may ask again in
/// `wait` milliseconds. `quota` names the quota of the caller's API key that is used up, if it is one.
#[must_use]
pub fn limited(generation: Generation, problem: bool, wait: f64, quota: Option<&str>) -> Finish {
    let error = match quota {
        Some(name) => Error::new(Code::QuotaExceeded, format!("the {name} quota of this API key is used up")),
        None => Error::new(Code::RateLimited, "Ratelimit exceeded"),
    };
    let mut finish = ours(generation, problem, &error);
    finish.headers.push(retry_after(wait));
    finish
}

/// Whole seconds, so that nobody comes back too early.
pub(super) fn retry_after(wait: f64) -> Header {
    (Cow::Borrowed("retry-after"), (wait / 1000.0).ceil().max(1.0).to_string())
}

/// The answer for the caller, if it is the last word.
pub(super) fn answer(attempt: &Attempt<'_>, outcome: Outcome) -> Finish {
    let (code, words) = match outcome {
        Outcome::Sick if attempt.status == 0 => {
            let words = attempt.failure.and_then(words).unwrap_or("the upstream cannot be reached");
            let late = attempt.failure == Some("timeout");
            (if late { Code::UpstreamTimeout } else { Code::BadGateway }, words)
        }
        Outcome::Broken => (Code::BadGateway, "the upstream answered with a status that HTTP does not have"),
        Outcome::Unasked => return unasked(attempt),
        Outcome::Redirect => {
            (Code::Redirected, "the upstream answered with a redirect, which is not followed")
        }
        Outcome::KeyRefused => (
            Code::UpstreamKeyRefused,
            "the upstream refused the API key of the gateway; this is not about your request",
        ),
        Outcome::Answer | Outcome::NotNow | Outcome::Sick => {
            let failed = attempt.status >= 400;
            let no_store = failed.then(|| (Cow::Borrowed("cache-control"), String::from("no-store")));
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
    let mut finish = ours(attempt.generation, attempt.problem, &Error::new(code, words));
    let Turn { upstream, key, .. } = attempt.turn;
    let network = attempt.network.as_str();
    let message = match (outcome, attempt.failure) {
        (Outcome::KeyRefused, _) => {
            format!(
                "{network}: upstream {upstream} refused API key {key} of the gateway with {}",
                attempt.status
            )
        }
        _ => format!("{network}: {}", fault(attempt)),
    };
    finish.alerts.push(Alert { level: "error", code, message });
    finish
}

/// The answer where a service was not asked. Nothing is wrong where its budget is used up.
fn unasked(attempt: &Attempt<'_>) -> Finish {
    let wait = attempt.retry_after.unwrap_or(0.0);
    if attempt.failure == Some(BUDGET) {
        return limited(attempt.generation, attempt.problem, wait, None);
    }
    let code = Code::LimiterUnavailable;
    let words = "the gateway cannot tell at the moment whether the service may be asked";
    let mut finish = ours(attempt.generation, attempt.problem, &Error::new(code, words));
    finish.headers.push(retry_after(wait));
    let message =
        format!("{}: the limiter cannot be reached, and no share is kept", attempt.network.as_str());
    finish.alerts.push(Alert { level: "error", code, message });
    finish
}

/// An answer of our own making.
fn ours(generation: Generation, problem: bool, error: &Error) -> Finish {
    let (status, content_type, body) = shape::error(generation, error, problem, "");
    let headers = vec![
        (Cow::Borrowed("content-type"), String::from(content_type)),
        (Cow::Borrowed("cache-control"), String::from("no-store")),
        (Cow::Borrowed(shape::ERROR), String::from(error.code.as_str())),
    ];
    Finish { retry: None, late: false, status, headers, body: Some(body), alerts: Vec::new(), states: None }
}
