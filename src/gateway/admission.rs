//! Admission, before a request is read: checks the hosts, origins and client IPs that the operator allows, and
//! refuses requests that exceed a limit.

pub(super) mod access;

use super::config::Config;
use super::config::values::clients::{Block, Clients};
use super::header::{name_limit, retry_after};
use super::request::incoming::Incoming;
use super::request::ops_endpoint::OpsEndpoint;
use super::request::{client_ip, route};
use super::response::cors;
use super::response::error::Refusal;
use crate::error::{Code, Error};
use serde::Serialize;
use std::borrow::Cow;

/// The facts about a client that JavaScript caches for all its requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Client {
    /// The name of the client in limits: an IPv4 address, an IPv6 prefix, or `unknown`.
    pub name: Cow<'static, str>,
    /// Whether the lists of the operator allow it.
    pub allowed: bool,
}

/// Returns the client that sends a request.
#[must_use]
pub fn client(config: &Config, incoming: &Incoming<'_>) -> Client {
    let address = client_ip::find_client_ip(&config.limits.client, incoming.client, incoming.peer);
    let is_listed =
        |blocks: &[Block]| address.is_some_and(|address| blocks.iter().any(|block| block.holds(address)));
    let Clients { allow, deny } = &config.clients;
    // A client without a known IP matches no list, so an allow list excludes it.
    let is_allowed = allow.as_deref().is_none_or(is_listed) && !is_listed(deny);
    Client { name: client_ip::name_client(address, config.limits.ipv6_prefix_length), allowed: is_allowed }
}

/// Checks host and origin. `/healthz` responds to every caller.
pub(super) fn check_host_and_origin(
    config: &Config,
    incoming: &Incoming<'_>,
    path: &str,
) -> Result<(), Error> {
    if OpsEndpoint::from_path(path) == Some(OpsEndpoint::Health) {
        return Ok(());
    }
    if let Some(allowed) = &config.allowed_hosts {
        let host = route::find_host_name(incoming.url);
        if !allowed.iter().any(|name| name.eq_ignore_ascii_case(host)) {
            return Err(Error::new(
                Code::HostNotAllowed,
                "this gateway does not serve the host of this request",
            ));
        }
    }
    // Paths outside of the API are the operator's own web pages, which any site may link to: they cost no upstream
    // request.
    if config.enforce_origins && path.contains("/api/") {
        let is_foreign = match (incoming.fetch_site, incoming.origin) {
            // A web page of this gateway. Browsers write this header, and no page can forge it.
            (Some("same-origin"), _) => false,
            (_, Some(origin)) => cors::find_allowed_origin(config, Some(origin)).is_none(),
            // With simple reads, such as those of an `<img>`, browsers send this header, but no origin.
            (site, None) => matches!(site, Some("cross-site" | "same-site")),
        };
        if is_foreign {
            return Err(Error::new(Code::OriginNotAllowed, "pages of this origin may not use this gateway"));
        }
    }
    Ok(())
}

/// Checks the origin of a WebSocket's handshake. Browsers let every page open a WebSocket, whatever the CORS headers say, so
/// the gateway itself refuses the pages that could not read its responses.
pub(super) fn check_socket_origin(config: &Config, incoming: &Incoming<'_>) -> Result<(), Error> {
    let Some(origin) = incoming.origin.filter(|_| config.origins.is_some()) else { return Ok(()) };
    let find_authority = |url: &str| {
        let (_, rest) = url.split_once("://")?;
        rest.split(['/', '?', '#']).next().map(str::to_ascii_lowercase)
    };
    // A web page of this gateway: pages cannot forge the header `Host`.
    let is_own = find_authority(origin).is_some_and(|own| find_authority(incoming.url) == Some(own));
    if is_own || cors::find_allowed_origin(config, Some(origin)).is_some() {
        return Ok(());
    }
    Err(Error::new(Code::OriginNotAllowed, "pages of this origin may not use this gateway"))
}

/// Returns whether a request is handled although there is a reason to refuse it: `/healthz` always is, the operators'
/// endpoints are if the reason is the load of the gateway.
fn is_exempt(path: &str, code: Code) -> bool {
    match OpsEndpoint::from_path(path) {
        Some(OpsEndpoint::Health) => true,
        Some(OpsEndpoint::Ready | OpsEndpoint::Metrics) => {
            matches!(code, Code::Overloaded | Code::TooManyInFlight)
        }
        _ => false,
    }
}

/// Builds the refusal of a request before it is read: `code` is the reason, and the caller may retry after `wait`
/// milliseconds. `None` for a request that is handled nevertheless.
pub(super) fn build_refusal(path: &str, code: Code, wait: f64) -> Option<Refusal> {
    if is_exempt(path, code) {
        return None;
    }
    let message = match code {
        Code::Overloaded => "the gateway has reached its limit of requests in flight; try again later",
        Code::TooManyInFlight => "too many requests of this client are in flight at once",
        Code::ClientNotAllowed => "this gateway does not serve this client IP",
        Code::InvalidParameter => {
            "header `X-Ton-Edge-Min-Seqno` must be a masterchain seqno, a whole number of at most 9 digits, and `X-Ton-Edge-Min-Lt` a logical \
             time, a whole number of at most 19 digits"
        }
        _ => "Ratelimit exceeded",
    };
    let retry_header = (wait > 0.0).then(|| retry_after(wait));
    let limit = (code == Code::RateLimited).then(|| name_limit("requests"));
    let headers = retry_header.into_iter().chain(limit);
    Some(Refusal::new(route::find_generation(path), Error::new(code, message)).with_headers(headers))
}
