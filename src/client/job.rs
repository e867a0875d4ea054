//! A running call: its plan, its API key and its times.

use super::error::Error;
use super::settings::Retry;
use crate::error::Code;
use crate::pace::{Event, Failed, Failure};
use crate::plan::Plan;

/// A running call.
pub(super) struct Job {
    pub(super) plan: Plan,
    pub(super) key: Option<String>,
    /// The masterchain block that the response must show; 0 for any.
    pub(super) min_seqno: u32,
    pub(super) retry: Retry,
    /// The timeout in milliseconds, from the start of the first attempt.
    pub(super) timeout: f64,
    /// The queue timeout in milliseconds.
    pub(super) queue_timeout: f64,
    /// When the call was created, by the transport's clock.
    pub(super) created_at: f64,
}

impl Job {
    /// Returns a job for another request within the same call.
    pub(super) fn with_plan(&self, plan: Plan) -> Self {
        Self { plan, key: self.key.clone(), min_seqno: 0, ..*self }
    }

    /// Builds the URL, without the API key.
    pub(super) fn build_url(&self, base: &str) -> String {
        format!("{base}{}", self.plan.target())
    }

    /// Describes a failed attempt for [`crate::pace::Attempts`], which decides what to do next.
    pub(super) fn failed_event<'a>(&self, error: &'a Error, chance: [f64; 2]) -> Event<'a> {
        if error.code == Code::Timeout && error.status.is_none() {
            return Event::Stopped;
        }
        let is_read = self.plan.endpoint.idempotent;
        let status = match error.status.filter(|status| *status != 0) {
            Some(status) => status,
            None if error.code == Code::ConnectionFailed => 0,
            None => Failure::PERMANENT,
        };
        let failure =
            Failure { status, text: &error.message, read: is_read, untaken: error.was_never_sent() };
        Event::Failed(Failed { failure, retry_after: error.requested_delay(), chance })
    }
}
