//! Authorization: reads a caller's API key, and decides whether the request is accepted.
//!
//! JavaScript hashes the key and looks it up; this module decides. In doubt it refuses a request, for example if the
//! store of keys does not respond, or if the response is unreadable.

use crate::endpoint::Endpoint;
use crate::error::{Code, Error};
use crate::gateway::config::Config;
use crate::gateway::header::Header;
use crate::gateway::keys::key_record::Record;
use crate::gateway::keys::lookup::Lookup;
use crate::gateway::request::client_ip;
use crate::gateway::request::incoming::Incoming;
use crate::gateway::request::route::{self, is_json_rpc};
use crate::network::Network;
use crate::text;
use std::borrow::Cow;

/// The longest key that is looked up, in bytes.
const MAX_KEY_BYTES: usize = 256;

/// The next step of an authorization.
pub(in crate::gateway) enum Access {
    /// Look up this API key, and decide again.
    LookUp(String),
    /// The caller has a valid API key, or needs none.
    Granted,
}

/// Authorizes the handshake of a WebSocket. Without an API key it is accepted: the first message can bring one.
pub(in crate::gateway) fn authorize_handshake(
    config: &Config,
    incoming: &Incoming<'_>,
    query: &str,
    network: Network,
) -> Result<Access, Error> {
    if config.reads_keys() && read_caller_key(incoming.key, query)?.is_none() {
        return Ok(Access::Granted);
    }
    authorize(config, incoming, query, network)
}

/// Authorizes the API key of a request for a network.
pub(in crate::gateway) fn authorize(
    config: &Config,
    incoming: &Incoming<'_>,
    query: &str,
    network: Network,
) -> Result<Access, Error> {
    if !config.reads_keys() {
        // The gateway ignores API keys of callers, and does not forward them.
        return Ok(Access::Granted);
    }
    let Some(key) = read_caller_key(incoming.key, query)? else {
        return if config.keyless {
            Ok(Access::Granted)
        } else {
            let message = "an API key is required: header X-API-Key, or api_key in the query";
            Err(Error::new(Code::ApiKeyUnknown, message))
        };
    };
    // A text that cannot be a key costs no lookup.
    if key.len() > MAX_KEY_BYTES || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(make_unknown_key_error());
    }
    if config.forwards_keys {
        // The service checks the key.
        return Ok(Access::Granted);
    }
    let Some(lookup) = incoming.lookup else { return Ok(Access::LookUp(key)) };
    match lookup {
        Lookup::Missing => Err(make_unknown_key_error()),
        Lookup::Failed => Err(Error::new(
            Code::KeyStoreUnavailable,
            "API keys cannot be checked at the moment; try again later",
        )),
        Lookup::Busy { .. } => Err(Error::new(Code::RateLimited, "Ratelimit exceeded")),
        Lookup::Found { hash, record, now } => {
            check_record(hash, record, network, *now)?;
            let client = &config.limits.client;
            if !record.is_for_address(client_ip::find_client_ip(client, incoming.client, incoming.peer)) {
                let message = "this API key may not be used from this client IP";
                return Err(Error::new(Code::ClientNotAllowed, message));
            }
            if !record.is_for_origin(incoming.origin) {
                let message = "this API key may not be used from this origin";
                return Err(Error::new(Code::OriginNotAllowed, message));
            }
            Ok(Access::Granted)
        }
    }
}

/// Builds the header that says that the API key of a request was ignored: the gateway has no store of callers' API
/// keys.
pub(in crate::gateway) fn build_ignored_key_header(
    config: &Config,
    incoming: &Incoming<'_>,
    query: &str,
) -> Option<Header> {
    // Two different keys are an error of `read_caller_key`; here they count as a key.
    let has_key = || read_caller_key(incoming.key, query).map_or(true, |key| key.is_some());
    (!config.reads_keys() && has_key())
        .then(|| (Cow::Borrowed("x-ton-edge-api-key"), String::from("ignored")))
}

/// Finds the API key to send to the upstream in place of the gateway's own.
pub(in crate::gateway) fn find_forwarded_key(config: &Config, incoming: &Incoming<'_>) -> Option<String> {
    if !config.forwards_keys {
        return None;
    }
    let (_, query) = route::split_url(incoming.url);
    // Two different keys were refused before.
    read_caller_key(incoming.key, query).ok().flatten()
}

/// Checks that the gateway offers an operation and that the caller's API key allows it. A JSON-RPC request is
/// checked call by call.
pub(in crate::gateway) fn authorize_operation(
    config: &Config,
    incoming: &Incoming<'_>,
    endpoint: &Endpoint,
) -> Result<(), Error> {
    if config.denied_operations.holds(endpoint) {
        return Err(Error::new(Code::OperationNotAllowed, "this gateway does not have this operation"));
    }
    if is_json_rpc(endpoint) {
        return Ok(());
    }
    match incoming.lookup {
        Some(Lookup::Found { record, .. }) if !record.allows(endpoint) => {
            Err(Error::new(Code::OperationNotAllowed, "this API key does not allow this operation"))
        }
        _ => Ok(()),
    }
}

/// Returns after how many milliseconds a caller whose API key could not be checked may retry.
pub(in crate::gateway) fn retry_delay(incoming: &Incoming<'_>) -> f64 {
    if let Some(Lookup::Busy { wait }) = incoming.lookup { *wait } else { 1000.0 }
}

fn check_record(hash: &str, record: &Record, network: Network, now: f64) -> Result<(), Error> {
    if !timing_safe_equal(hash.as_bytes(), record.hash.as_bytes()) || record.is_revoked() {
        return Err(make_unknown_key_error());
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

/// Makes the error for an unknown API key, with the text of TON Center's specification. A revoked API key gets the same
/// error.
fn make_unknown_key_error() -> Error {
    Error::new(Code::ApiKeyUnknown, "API key does not exist")
}

/// Compares in constant time, independent of the first difference.
fn timing_safe_equal(first: &[u8], second: &[u8]) -> bool {
    first.len() == second.len()
        && first.iter().zip(second).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}

/// Reads the API key that the caller sent; an empty key counts as absent. Two different keys are refused as ambiguous.
fn read_caller_key(header: Option<&str>, query: &str) -> Result<Option<String>, Error> {
    let mut key = header.filter(|key| !key.is_empty()).map(String::from);
    for pair in query.split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        if text::decode_query(name).as_deref() != Some("api_key") {
            continue;
        }
        // An API key never has a broken escape: such a value becomes a space, which no valid key has.
        let value = text::decode_query(value).unwrap_or_else(|| String::from(" "));
        match &key {
            _ if value.is_empty() => {}
            Some(header_key) if !timing_safe_equal(header_key.as_bytes(), value.as_bytes()) => {
                let message = "the request has two different API keys: send one, as header X-API-Key or as api_key in the query";
                return Err(Error::new(Code::ApiKeyConflict, message));
            }
            _ => key = Some(value),
        }
    }
    Ok(key)
}
