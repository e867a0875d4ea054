//! Who may send requests at all, before anything of a request is read: hosts, pages and client IPs that the operator allows,
//! and what a request that the gateway has no room for is answered.

use super::answer::retry_after;
use super::operate::Operation;
use super::peer::{self, Block};
use super::{Config, Header, Incoming, Verdict, cors, route, shape};
use crate::error::{Code, Error};
use serde::Serialize;
use std::borrow::Cow;

/// Client IPs that may use the gateway.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clients {
    /// Only these; `None`: all.
    pub allow: Option<Vec<Block>>,
    /// Never these, whatever `allow` says.
    pub deny: Vec<Block>,
}

/// What the shell needs to know of a client, once for all of its requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Client {
    /// Its name in limits: an IPv4 address, an IPv6 prefix, or `unknown`.
    pub name: Cow<'static, str>,
    /// The operator serves it.
    pub allowed: bool,
}

/// The client that sends a request.
#[must_use]
pub fn client(config: &Config, incoming: &Incoming<'_>) -> Client {
    let address = peer::address(&config.limits.client, incoming.client, incoming.peer);
    let listed =
        |blocks: &[Block]| address.is_some_and(|address| blocks.iter().any(|block| block.holds(address)));
    let Clients { allow, deny } = &config.clients;
    // A client whose address is not known is on no list: where only some are let in it is not one of them.
    let allowed = allow.as_deref().is_none_or(listed) && !listed(deny);
    Client { name: peer::named(address, config.limits.ipv6_prefix_length), allowed }
}

/// Judges host and origin. `/healthz` answers whoever asks.
pub(super) fn judge(config: &Config, incoming: &Incoming<'_>, path: &str) -> Result<(), Error> {
    if Operation::of(path) == Some(Operation::Health) {
        return Ok(());
    }
    if let Some(allowed) = &config.allowed_hosts {
        let host = route::without_port(route::host(incoming.url));
        if !allowed.iter().any(|one| one.eq_ignore_ascii_case(host)) {
            return Err(Error::new(Code::HostNotAllowed, "this gateway does not answer for that host"));
        }
    }
    // The operator's own pages may be visited from anywhere: they spend nothing.
    if config.enforce_origins && path.contains("/api/") {
        let foreign = match (incoming.fetch_site, incoming.origin) {
            // A page of this very gateway, by its browser's word, which no page can forge.
            (Some("same-origin"), _) => false,
            (_, Some(origin)) => cors::allowed(config, Some(origin)).is_none(),
            // Browsers leave the origin out of simple reads, such as those of an `<img>`, but say how the page relates.
            (site, None) => matches!(site, Some("cross-site" | "same-site")),
        };
        if foreign {
            return Err(Error::new(Code::OriginNotAllowed, "pages of this origin may not use this gateway"));
        }
    }
    Ok(())
}

/// Whether a client that is over its limits, or a gateway that has no room, still answers this request: `/healthz` always, the
/// operators' endpoints where the reason is the gateway's load.
fn exempt(path: &str, code: Code) -> bool {
    match Operation::of(path) {
        Some(Operation::Health) => true,
        Some(Operation::Ready | Operation::Metrics) => {
            matches!(code, Code::Overloaded | Code::TooManyInFlight)
        }
        _ => false,
    }
}

/// The answer to a request that is refused before it is read, for that reason and for `wait` milliseconds; `None` for one that is
/// answered all the same.
#[must_use]
pub fn refuse(config: &Config, incoming: &Incoming<'_>, code: Code, wait: f64) -> Option<Verdict> {
    let (path, _) = route::split(incoming.url);
    if exempt(path, code) {
        return None;
    }
    let message = match code {
        Code::Overloaded => "the gateway has as many requests in flight as it takes; try again later",
        Code::TooManyInFlight => "too many requests of this client are in flight at once",
        Code::ClientNotAllowed => "this gateway does not serve this client IP",
        _ => "Ratelimit exceeded",
    };
    let mut headers: Vec<Header> = cors::headers(config, incoming.origin);
    if wait > 0.0 {
        headers.push(retry_after(wait));
    }
    let generation = route::generation_of(path);
    Some(match shape::refusal(incoming, generation, &Error::new(code, message), "", headers) {
        Verdict::Answer { status, headers, .. } if incoming.method == "HEAD" => {
            Verdict::Answer { status, headers, body: None }
        }
        verdict => verdict,
    })
}
