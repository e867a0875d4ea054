//! The result of looking up a caller's API key, and the caller as its record describes it.

use super::key_record::{Plan, Quota, Record};
use serde::{Deserialize, Serialize};

/// The caller of a request, from the record of its API key.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Caller {
    /// The id of the record: logs and limits use it in place of the key.
    pub id: String,
    /// The plan or the rate limit of the key.
    pub plan: Option<Plan>,
    /// Its requests per day and month.
    #[serde(skip)]
    pub quota: Option<Quota>,
    /// The time of the lookup, in milliseconds since 1970. It selects the windows of quotas.
    #[serde(skip)]
    pub now: f64,
}

/// The result of looking up the API key of [`crate::gateway::Verdict::Key`].
#[derive(Clone, Debug, PartialEq)]
pub enum Lookup {
    /// A record is stored under this hash.
    Found {
        /// The SHA-256 of the caller's API key, as 64 hexadecimal digits.
        hash: String,
        /// The record; boxed, since the other variants are small.
        record: Box<Record>,
        /// The time of the lookup, milliseconds since 1970.
        now: f64,
    },
    /// No record is stored.
    Missing,
    /// The store did not respond, or its response is unreadable.
    Failed,
    /// The client has sent too many unknown API keys: it may retry in `wait` milliseconds.
    Busy {
        /// The delay in milliseconds.
        wait: f64,
    },
}

impl Lookup {
    /// Reads JSON from JavaScript; anything unreadable is a failure.
    #[must_use]
    pub fn from_json(json: &str) -> Self {
        let Ok(report) = serde_json::from_str::<LookupReport<'_>>(json) else { return Self::Failed };
        match (report.state, report.hash, report.record, report.now, report.wait) {
            ("found", Some(hash), Some(record), Some(now), None) => {
                Self::Found { hash: String::from(hash), record, now }
            }
            ("missing", None, None, None, None) => Self::Missing,
            ("busy", None, None, None, Some(wait)) => Self::Busy { wait },
            _ => Self::Failed,
        }
    }

    /// Returns the caller, if a record was found.
    pub(in crate::gateway) fn to_caller(&self) -> Option<Caller> {
        let Self::Found { record, now, .. } = self else { return None };
        let Record { id, plan, quota, .. } = record.as_ref();
        Some(Caller { id: id.clone(), plan: plan.clone(), quota: quota.clone(), now: *now })
    }
}

/// A [`Lookup`] as JavaScript writes it.
#[derive(Deserialize)]
struct LookupReport<'a> {
    state: &'a str,
    hash: Option<&'a str>,
    record: Option<Box<Record>>,
    now: Option<f64>,
    wait: Option<f64>,
}
