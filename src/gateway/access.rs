//! Callers' keys: where a key is read, and whether the request that brings it is taken.
//!
//! The shell hashes and looks up; what comes of it is decided here. Nothing here fails open: a store that does not
//! answer, or answers what cannot be read, is a refusal.

use super::{Config, Incoming, is_rpc, peer};
use crate::endpoint::Endpoint;
use crate::error::{Code, Error};
use crate::gateway::record::{Plan, Quota, Record};
use crate::network::Network;
use crate::text;
use serde::{Deserialize, Serialize};

/// Longest key that is looked up.
const MAX_KEY_BYTES: usize = 256;

/// The caller of a request: what its key's record says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Caller {
    /// Id of the record: for logs and limits, in place of the key.
    pub id: String,
    /// How often it may ask.
    pub plan: Option<Plan>,
    /// How many requests it has in a day and a month.
    #[serde(skip)]
    pub quota: Option<Quota>,
    /// When the key was looked up, milliseconds since 1970: which day and month it is.
    #[serde(skip)]
    pub now: f64,
}

/// What the shell found out about a key that [`super::Verdict::Key`] named.
#[derive(Clone, Debug, PartialEq)]
pub enum Lookup {
    /// A record is kept under this hash.
    Found {
        /// SHA-256 of the caller's key as 64 hexadecimal digits.
        hash: String,
        /// What is kept. In a box: other lookups are small.
        record: Box<Record>,
        /// When it was looked up, milliseconds since 1970.
        now: f64,
    },
    /// No record is kept.
    Missing,
    /// The store did not answer, or nothing that can be read.
    Failed,
    /// The client has sent too many keys that do not exist: it may try again in `wait` milliseconds.
    Busy {
        /// Milliseconds.
        wait: f64,
    },
}

impl Lookup {
    /// Reads what the shell says; what cannot be read is a failure.
    #[must_use]
    pub fn from_json(json: &str) -> Self {
        let Ok(told) = serde_json::from_str::<Told<'_>>(json) else { return Self::Failed };
        match (told.state, told.hash, told.record, told.now, told.wait) {
            ("found", Some(hash), Some(record), Some(now), None) => {
                Self::Found { hash: String::from(hash), record, now }
            }
            ("missing", None, None, None, None) => Self::Missing,
            ("busy", None, None, None, Some(wait)) => Self::Busy { wait },
            _ => Self::Failed,
        }
    }

    /// Whose key it is, of a key that was found good.
    pub(super) fn caller(&self) -> Option<Caller> {
        let Self::Found { record, now, .. } = self else { return None };
        let Record { id, plan, quota, .. } = record.as_ref();
        Some(Caller { id: id.clone(), plan: plan.clone(), quota: quota.clone(), now: *now })
    }
}

/// A [`Lookup`] as the shell writes it.
#[derive(Deserialize)]
struct Told<'a> {
    state: &'a str,
    hash: Option<&'a str>,
    record: Option<Box<Record>>,
    now: Option<f64>,
    wait: Option<f64>,
}

/// What stands before a request.
pub(super) enum Access {
    /// Look this key up, and ask again.
    LookUp(String),
    /// Go on: a caller with a key that is known, or without one.
    Granted,
}

/// Judges the key of a request for that network.
pub(super) fn judge(
    config: &Config,
    incoming: &Incoming<'_>,
    query: &str,
    network: Network,
) -> Result<Access, Error> {
    if !config.keys {
        // Keys of callers mean nothing here; they are dropped on the way.
        return Ok(Access::Granted);
    }
    let Some(key) = given(incoming.key, query)? else {
        return if config.keyless {
            Ok(Access::Granted)
        } else {
            let message = "an API key is required: header X-API-Key, or api_key in the query";
            Err(Error::new(Code::ApiKeyUnknown, message))
        };
    };
    let Some(lookup) = incoming.lookup else {
        // What no store can hold costs no lookup.
        let plain = key.len() <= MAX_KEY_BYTES && key.bytes().all(|byte| byte.is_ascii_graphic());
        return if plain { Ok(Access::LookUp(key)) } else { Err(unknown()) };
    };
    match lookup {
        Lookup::Missing => Err(unknown()),
        Lookup::Failed => Err(Error::new(
            Code::KeyStoreUnavailable,
            "API keys cannot be checked at the moment; try again later",
        )),
        Lookup::Busy { .. } => Err(Error::new(Code::RateLimited, "Ratelimit exceeded")),
        Lookup::Found { hash, record, now } => {
            admit(hash, record, network, *now)?;
            let client = &config.limits.client;
            if !record.is_for_address(peer::address(client, incoming.client, incoming.peer)) {
                let message = "this API key may not be used from this client IP";
                return Err(Error::new(Code::ClientNotAllowed, message));
            }
            if !record.is_for_origin(incoming.origin) {
                let message = "this API key may not be used from this origin";
                return Err(Error::new(Code::OriginNotAllowed, message));
            }
            if config.limits.has(record.plan.as_ref()) {
                return Ok(Access::Granted);
            }
            Err(Error::new(
                Code::ConfigInvalid,
                "the key's plan is not among `limits.plans` of the configuration",
            ))
        }
    }
}

/// Whether the gateway has an operation, and the caller's key is for it. Every call of a batch is checked by its own; the key
/// of a JSON-RPC request by its calls alone.
pub(super) fn permit(config: &Config, incoming: &Incoming<'_>, endpoint: &Endpoint) -> Result<(), Error> {
    if config.denied_operations.holds(endpoint) {
        return Err(Error::new(Code::OperationNotAllowed, "this gateway does not have this operation"));
    }
    if is_rpc(endpoint) {
        return Ok(());
    }
    match incoming.lookup {
        Some(Lookup::Found { record, .. }) if !record.allows(endpoint) => {
            Err(Error::new(Code::OperationNotAllowed, "this API key does not allow this operation"))
        }
        _ => Ok(()),
    }
}

/// Milliseconds after which a caller whose key could not be judged may try again.
pub(super) fn wait(incoming: &Incoming<'_>) -> f64 {
    if let Some(Lookup::Busy { wait }) = incoming.lookup { *wait } else { 1000.0 }
}

fn admit(hash: &str, record: &Record, network: Network, now: f64) -> Result<(), Error> {
    if !same(hash.as_bytes(), record.hash.as_bytes()) || record.is_revoked() {
        return Err(unknown());
    }
    if record.is_expired(now) {
        return Err(Error::new(Code::ApiKeyExpired, "this API key has expired"));
    }
    if record.network != network {
        return Err(Error::new(Code::NetworkNotAllowed, "Network not allowed"));
    }
    if record.is_suspended() {
        return Err(Error::new(Code::ApiKeySuspended, "this API key is suspended"));
    }
    Ok(())
}

/// The text of the specification, section 7. A revoked key is as one that never was.
fn unknown() -> Error {
    Error::new(Code::ApiKeyUnknown, "API key does not exist")
}

/// In the same time wherever the first difference is.
fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

/// The key that the caller sent; an empty one is none. Two that differ are refused: whichever counted, the other
/// would be a surprise.
fn given(header: Option<&str>, query: &str) -> Result<Option<String>, Error> {
    let mut key = header.filter(|key| !key.is_empty()).map(String::from);
    for pair in query.split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        if text::decode_query(name).as_deref() != Some("api_key") {
            continue;
        }
        // A broken escape is part of no key: it is judged as one with white space.
        let value = text::decode_query(value).unwrap_or_else(|| String::from(" "));
        match &key {
            _ if value.is_empty() => {}
            Some(present) if !same(present.as_bytes(), value.as_bytes()) => {
                let message = "the request has two different API keys: send one, as header X-API-Key or as api_key in the query";
                return Err(Error::new(Code::ApiKeyConflict, message));
            }
            _ => key = Some(value),
        }
    }
    Ok(key)
}
