//! A call on its way: its plan, its API key and its times.

use super::error::Error;
use super::settings::Retry;
use crate::error::Code;
use crate::pace::Failure;
use crate::plan::Plan;

/// A call on its way.
pub(super) struct Job {
    pub(super) plan: Plan,
    pub(super) key: Option<String>,
    pub(super) retry: Retry,
    /// The timeout in milliseconds, from its first start.
    pub(super) timeout: f64,
    /// The queue timeout in milliseconds.
    pub(super) queue_timeout: f64,
    /// The time of its creation, by the transport's clock.
    pub(super) made: f64,
}

impl Job {
    /// The URL, without the API key.
    pub(super) fn url(&self, base: &str) -> String {
        format!("{base}{}", self.plan.target())
    }

    /// The delay before a retry, in milliseconds; `None` for a permanent error.
    pub(super) fn wait(&self, failure: &Error, failures: f64, chance: f64) -> Option<f64> {
        let status = failure.status.unwrap_or(0);
        if status == 0 && failure.code != Code::ConnectionFailed {
            return None;
        }
        let read = self.plan.endpoint.idempotent;
        let judged = Failure { status, text: &failure.message, read, untaken: failure.is_untaken() };
        judged.may_repeat().then(|| self.retry.backoff().delay(failures, chance, failure.rest()))
    }
}
