//! The gateway's policy: decisions on a request, and on the response of its upstream.
//!
//! Pure functions: they compute a [`Verdict`] from an [`Incoming`] and the [`Config`]. The JavaScript in
//! `pkg/lib/gateway/` does all input and output.

mod admission;
pub mod cache;
pub mod config;
mod dispatch;
mod header;
pub mod keys;
pub mod limits;
mod ops;
mod request;
mod response;
pub mod upstream;
mod verdict;

pub use admission::{Client, client};
pub use cache::{CacheEntry, CacheUse, STORED};
pub use config::settings::{COMMAND_SETTINGS, LEAST_TOKEN, SETTINGS, SWITCHED_GROUPS, greatest};
pub use config::values::clients::{Block, ClientIpSource, Clients};
pub use config::values::operation_selection::Selection;
pub use config::values::origin_pattern::OriginPattern;
pub use config::{BreakerLimits, Caching, Config, Images, Overload, Readiness, Streaming, UnknownParameters};
pub use dispatch::image::refuse_image;
pub use header::{FORWARDED, Header, READ, RETURNED, TRACED};
pub use keys::key_record::{Plan, Quota, Record};
pub use keys::lookup::{Caller, Lookup};
pub use ops::readiness::{Health, ProbeResponse, ReadinessStep, Report, check_readiness, report};
pub use request::incoming::{Incoming, Listener, SocketMessage};
pub use request::ops_endpoint::OpsEndpoint;
pub use request::subscription::Subscription;
pub use request::wire_request::{Control, read_request};
pub use response::cors::always;
pub use upstream::attempt::{begin, finish, hedge};
pub use upstream::outcome::{Alert, Attempt, Begin, Finish, Lagging, Retry, UpstreamPick};
pub use upstream::response::{behind, behind_account, limited, no_logical_time, unavailable};
pub use verdict::{About, Forward, Image, SocketOperation, Stream, Verdict};

use crate::endpoint::{Endpoint, Generation, Verb};
use crate::error::{Code, Error};
use admission::access::{self, Access};
use dispatch::forward::{PlannedCall, build_forward};
use dispatch::json_rpc;
use dispatch::resolve::{ResolvedRequest, resolve};
use dispatch::{image, socket, stream};
use header::retry_after;
use request::compatibility::{self, ParameterPlace};
use request::params;
use request::route::{self, OfferedPaths, Route, RouteMatch, is_json_rpc};
use response::cors;
use response::error::Refusal;
use std::borrow::Cow;

/// Decides on a request.
#[must_use]
pub fn decide(config: &Config, incoming: &Incoming<'_>) -> Verdict {
    decide_about(config, incoming).1
}

/// Decides on a request. Also returns network, operation and category of the request, for the log.
#[must_use]
pub fn decide_about(config: &Config, incoming: &Incoming<'_>) -> (About, Verdict) {
    let mut target = About::default();
    let verdict = handle(config, incoming, &mut target);
    (target, finalize(config, incoming, verdict))
}

/// Returns the response to a request whose body has more bytes than [`Verdict::Body`] allows.
#[must_use]
pub fn too_large(config: &Config, incoming: &Incoming<'_>) -> Verdict {
    let (path, _) = route::split_url(incoming.url);
    let message = format!("the body is larger than {} bytes", config.max_body_bytes);
    let error = Error::new(Code::PayloadTooLarge, message);
    finalize(config, incoming, Err(Refusal::new(route::find_generation(path), error)))
}

/// Returns the response to a request that is refused before it is read: `code` is the reason, and the caller may retry
/// after `wait` milliseconds. `None` for a request that is handled nevertheless.
#[must_use]
pub fn refuse(config: &Config, incoming: &Incoming<'_>, code: Code, wait: f64) -> Option<Verdict> {
    let (path, _) = route::split_url(incoming.url);
    admission::build_refusal(path, code, wait).map(|refusal| finalize(config, incoming, Err(refusal)))
}

/// Finishes a verdict: a refusal becomes a response, every response gets CORS headers, and a response to HEAD loses its
/// body.
fn finalize(config: &Config, incoming: &Incoming<'_>, verdict: Result<Verdict, Refusal>) -> Verdict {
    let mut verdict = verdict.unwrap_or_else(|refusal| refusal.into_response(incoming.accept));
    cors::add_headers(config, incoming.origin, &mut verdict);
    if let Verdict::Respond { body, .. } = &mut verdict
        && incoming.method == "HEAD"
    {
        *body = None;
    }
    verdict
}

/// Admits a request, finds its route, and dispatches it.
fn handle(config: &Config, incoming: &Incoming<'_>, target: &mut About) -> Result<Verdict, Refusal> {
    let (path, query) = route::split_url(incoming.url);
    let build_refusal = |error| Refusal::new(route::find_generation(path), error);
    check_size(config, incoming)
        .and_then(|()| admission::check_host_and_origin(config, incoming, path))
        .map_err(build_refusal)?;
    let network = config.find_network(route::find_host_name(incoming.url));
    let offers = OfferedPaths { streams: config.streaming.is_some(), images: config.images.is_some() };
    let is_message = incoming.socket.is_some();
    match route::find_route(network, path, incoming.method, config.strict, offers, is_message) {
        RouteMatch::Row(_)
        | RouteMatch::Stream(_)
        | RouteMatch::Socket(_)
        | RouteMatch::SocketMessage(_)
        | RouteMatch::Image(_)
        | RouteMatch::Nothing(_)
            if incoming.listener == Some(Listener::Operators) =>
        {
            Err(build_refusal(Error::new(Code::NotFound, "Not Found: this listener is for operators")))
        }
        RouteMatch::Row(Route { network, .. })
        | RouteMatch::Stream(network)
        | RouteMatch::Socket(network)
        | RouteMatch::SocketMessage(network)
        | RouteMatch::Image(network)
            if config.is_off(network) =>
        {
            let message = ["Not Found: this gateway does not serve ", network.as_str()].concat();
            Err(build_refusal(Error::new(Code::NotFound, message)))
        }
        RouteMatch::Row(route) => {
            let endpoint = route.endpoint;
            *target = About {
                network: Some(route.network),
                generation: Some(endpoint.generation),
                endpoint: Some(endpoint.name()),
                category: Some(endpoint.category),
            };
            match access::authorize(config, incoming, query, route.network) {
                Ok(Access::LookUp(key)) => Ok(Verdict::Key { key }),
                Ok(Access::Granted) => dispatch(config, incoming, &route, query),
                Err(error) => refuse_unauthorized(config, incoming, endpoint, error),
            }
        }
        RouteMatch::Stream(network) => {
            *target = About { network: Some(network), endpoint: Some(stream::NAME), ..About::default() };
            match access::authorize(config, incoming, query, network).map_err(build_refusal)? {
                Access::LookUp(key) => Ok(Verdict::Key { key }),
                Access::Granted => stream::handle(config, incoming, network, query),
            }
        }
        RouteMatch::Socket(network) => {
            *target = About { network: Some(network), endpoint: Some(socket::NAME), ..About::default() };
            admission::check_socket_origin(config, incoming).map_err(build_refusal)?;
            match access::authorize_handshake(config, incoming, query, network).map_err(build_refusal)? {
                Access::LookUp(key) => Ok(Verdict::Key { key }),
                Access::Granted => Ok(socket::open(config, incoming, network)),
            }
        }
        RouteMatch::SocketMessage(network) => {
            *target = About { network: Some(network), endpoint: Some(socket::NAME), ..About::default() };
            match access::authorize(config, incoming, query, network).map_err(build_refusal)? {
                Access::LookUp(key) => Ok(Verdict::Key { key }),
                Access::Granted => socket::handle(config, incoming, network),
            }
        }
        RouteMatch::Image(network) => {
            *target = About { network: Some(network), endpoint: Some(image::NAME), ..About::default() };
            match access::authorize(config, incoming, query, network).map_err(build_refusal)? {
                Access::LookUp(key) => Ok(Verdict::Key { key }),
                Access::Granted => image::handle(config, incoming, network, query),
            }
        }
        RouteMatch::Ops(endpoint) if endpoint.is_on_listener(incoming.listener) => {
            target.endpoint = Some(endpoint.name());
            ops::handle::handle(config, incoming.method, endpoint, incoming.accept)
        }
        RouteMatch::Asset if incoming.listener != Some(Listener::Operators) => Ok(Verdict::Asset),
        RouteMatch::Ops(_) | RouteMatch::Asset => {
            Err(Refusal::new(Generation::V3, Error::new(Code::NotFound, "Not Found")))
        }
        RouteMatch::Nothing(route::RouteMiss { allow, .. })
            if incoming.method == "OPTIONS" && !allow.is_empty() =>
        {
            Ok(Verdict::Respond {
                status: 204,
                headers: cors::build_preflight(config, &allow).into(),
                body: None,
            })
        }
        RouteMatch::Nothing(route::RouteMiss { generation, error, allow }) => {
            let allow = (!allow.is_empty()).then_some((Cow::Borrowed("allow"), allow));
            Err(Refusal::new(generation, error).with_headers(allow))
        }
    }
}

/// Refuses a URL or headers above their limits.
fn check_size(config: &Config, incoming: &Incoming<'_>) -> Result<(), Error> {
    if incoming.url.len() > config.max_url_bytes as usize {
        let message = format!("the URL is longer than {} bytes", config.max_url_bytes);
        return Err(Error::new(Code::UriTooLong, message));
    }
    if incoming.header_bytes > config.max_header_bytes {
        let message = format!("the headers are larger than {} bytes together", config.max_header_bytes);
        return Err(Error::new(Code::HeadersTooLarge, message));
    }
    Ok(())
}

/// Refuses a caller whose API key is not accepted. The body of a JSON-RPC call is read first, for its id.
fn refuse_unauthorized(
    config: &Config,
    incoming: &Incoming<'_>,
    endpoint: &Endpoint,
    error: Error,
) -> Result<Verdict, Refusal> {
    let is_rpc = is_json_rpc(endpoint);
    if is_rpc && incoming.body.is_none() && params::check_body_headers(config, incoming).is_ok() {
        return Ok(Verdict::Body { limit: config.max_body_bytes });
    }
    let tail = if is_rpc { json_rpc::build_refusal_tail(incoming.body) } else { String::new() };
    let is_temporary = matches!(error.code, Code::RateLimited | Code::KeyStoreUnavailable);
    let retry_header = is_temporary.then(|| retry_after(access::retry_delay(incoming)));
    Err(Refusal::new(endpoint.generation, error).with_tail(tail).with_headers(retry_header))
}

/// Passes an authorized request to its handler, and adds headers that name what the gateway ignored.
fn dispatch(
    config: &Config,
    incoming: &Incoming<'_>,
    route: &Route,
    query: &str,
) -> Result<Verdict, Refusal> {
    let mut notes: Vec<Header> =
        access::build_ignored_key_header(config, incoming, query).into_iter().collect();
    match dispatch_with_notes(config, incoming, route, query, &mut notes) {
        Ok(mut verdict) => {
            verdict.add_headers(notes);
            Ok(verdict)
        }
        Err(error) => Err(Refusal::new(route.endpoint.generation, error).with_headers(notes)),
    }
}

fn dispatch_with_notes(
    config: &Config,
    incoming: &Incoming<'_>,
    route: &Route,
    query: &str,
    notes: &mut Vec<Header>,
) -> Result<Verdict, Error> {
    let endpoint = route.endpoint;
    access::authorize_operation(config, incoming, endpoint)?;
    let (place, (args, control)) = if route.verb == Verb::Post {
        params::check_body_headers(config, incoming)?;
        let Some(body) = incoming.body else {
            return Ok(Verdict::Body { limit: config.max_body_bytes });
        };
        params::check_json_size(config, body)?;
        if is_json_rpc(endpoint) {
            return json_rpc::handle(config, incoming, route.network, body);
        }
        (ParameterPlace::Body, params::from_body(body)?)
    } else {
        (ParameterPlace::Query, params::from_query(config, query)?)
    };
    let (resolved_call, ignored_names) = resolve(config, endpoint, (place, args), route.verb, "");
    notes.extend(compatibility::build_ignored_header(&ignored_names));
    let plan = match resolved_call? {
        ResolvedRequest::Local(local) => return Ok(local.into_response()),
        ResolvedRequest::Plan(plan) => plan,
    };
    let planned_call = PlannedCall { plan, network: route.network, control: &control, tail: None };
    build_forward(config, incoming, planned_call)
}
