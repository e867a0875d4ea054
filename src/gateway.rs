//! The gateway's policy: what to do with a request, and with the answer of the service behind it.
//!
//! Pure: an [`Incoming`] and the [`Config`] give a [`Verdict`]; the JavaScript shell does all input and output and
//! decides nothing.

pub mod access;
mod admission;
pub mod allowance;
mod answer;
mod asked;
mod attempt;
pub mod breaker;
pub mod cache;
pub mod calendar;
pub mod config;
mod cors;
mod finish;
mod forward;
mod incoming;
mod input;
pub mod lease;
pub mod limit;
mod local;
mod operate;
pub mod operations;
mod origin;
pub mod peer;
mod ready;
mod record;
mod resolve;
mod route;
mod rpc;
pub mod settings;
mod shape;
mod trace;
mod verdict;

pub use access::{Caller, Lookup};
pub use admission::{Client, Clients, client, refuse};
use answer::retry_after;
pub use answer::{limited, unavailable};
pub use asked::{Control, read};
pub use attempt::{begin, finish, hedge};
pub use cache::{Keep, Kept, STORED};
pub use config::{Caching, Config, Overload};
pub use cors::always;
pub use finish::{Alert, Attempt, Begin, Finish, Retry, Turn};
pub use forward::{FORWARDED, KEPT, TRACED};
pub use incoming::{Incoming, Listener, READ};
pub use operate::Operation;
pub use operations::Selection;
pub use origin::OriginPattern;
pub use peer::Block;
pub use ready::{Answered, Health, Look, Readiness, Report, look, report};
pub use record::{Plan, Quota, Record};
pub use settings::{LEAST_TOKEN, SETTINGS};
pub use verdict::{About, Forward, Header, Verdict};

use crate::endpoint::{Endpoint, Generation, Verb};
use crate::error::{Code, Error};
use access::Access;
use forward::{Planned, forward};
use resolve::{Resolved, resolve};
use route::{Found, Route};
use std::borrow::Cow;

/// Decides on a request.
#[must_use]
pub fn decide(config: &Config, incoming: &Incoming<'_>) -> Verdict {
    decide_about(config, incoming).1
}

/// Decides on a request, and says what it is about.
#[must_use]
pub fn decide_about(config: &Config, incoming: &Incoming<'_>) -> (About, Verdict) {
    let mut about = About::default();
    match judge(config, incoming, &mut about) {
        Verdict::Answer { status, headers, .. } if incoming.method == "HEAD" => {
            (about, Verdict::Answer { status, headers, body: None })
        }
        verdict => (about, verdict),
    }
}

fn judge(config: &Config, incoming: &Incoming<'_>, about: &mut About) -> Verdict {
    let cors = || cors::headers(config, incoming.origin);
    let (path, query) = route::split(incoming.url);
    if incoming.url.len() > config.max_url_bytes as usize {
        let error =
            Error::new(Code::UriTooLong, format!("the URL is longer than {} bytes", config.max_url_bytes));
        return shape::refusal(incoming, route::generation_of(path), &error, "", cors());
    }
    if incoming.header_bytes > config.max_header_bytes {
        let message = format!("the headers are larger than {} bytes together", config.max_header_bytes);
        let error = Error::new(Code::HeadersTooLarge, message);
        return shape::refusal(incoming, route::generation_of(path), &error, "", cors());
    }
    if let Err(error) = admission::judge(config, incoming, path) {
        return shape::refusal(incoming, route::generation_of(path), &error, "", cors());
    }
    let network = config.network_of(route::host(incoming.url));
    let route = match route::find(network, path, incoming.method) {
        Found::Row(_) | Found::Nothing(_) if incoming.listener == Some(Listener::Operators) => {
            let error = Error::new(Code::NotFound, "Not Found: this listener is for operators");
            return shape::refusal(incoming, route::generation_of(path), &error, "", cors());
        }
        Found::Row(route) => {
            let endpoint = route.endpoint;
            *about = About {
                network: Some(route.network),
                generation: Some(endpoint.generation),
                endpoint: Some(endpoint.name()),
            };
            route
        }
        Found::Operation(operation) if operation.answers_on(incoming.listener) => {
            about.endpoint = Some(operation.name());
            return operate::answer(config, incoming, operation, cors());
        }
        Found::Page if incoming.listener != Some(Listener::Operators) => return Verdict::Asset,
        Found::Operation(_) | Found::Page => {
            let error = Error::new(Code::NotFound, "Not Found");
            return shape::refusal(incoming, Generation::V3, &error, "", cors());
        }
        Found::Nothing(route::Miss { generation, error, allow }) => {
            let mut headers = cors();
            if incoming.method == "OPTIONS" && !allow.is_empty() {
                headers.extend(cors::preflight(&allow));
                return Verdict::Answer { status: 204, headers, body: None };
            }
            if !allow.is_empty() {
                headers.push((Cow::Borrowed("allow"), allow));
            }
            return shape::refusal(incoming, generation, &error, "", headers);
        }
    };
    match access::judge(config, incoming, query, route.network) {
        Ok(Access::LookUp(key)) => return Verdict::Key { key },
        Ok(Access::Granted) => {}
        Err(error) => return no_access(config, incoming, &route, &error, cors()),
    }
    answer(config, incoming, &route, query)
        .unwrap_or_else(|error| shape::refusal(incoming, route.endpoint.generation, &error, "", cors()))
}

/// The answer to a caller whose key is not taken. A JSON-RPC call is read first, for its id.
fn no_access(
    config: &Config,
    incoming: &Incoming<'_>,
    route: &Route,
    error: &Error,
    mut headers: Vec<Header>,
) -> Verdict {
    let rpc = is_rpc(route.endpoint);
    if rpc && incoming.body.is_none() && input::acceptable(config, incoming).is_ok() {
        return Verdict::Body { limit: config.max_body_bytes };
    }
    let tail = if rpc { rpc::tail_of(incoming.body) } else { String::new() };
    if matches!(error.code, Code::RateLimited | Code::KeyStoreUnavailable) {
        headers.push(retry_after(access::wait(incoming)));
    }
    shape::refusal(incoming, route.endpoint.generation, error, &tail, headers)
}

fn is_rpc(endpoint: &Endpoint) -> bool {
    endpoint.generation == Generation::V2 && endpoint.path == "/jsonRPC"
}

fn answer(config: &Config, incoming: &Incoming<'_>, route: &Route, query: &str) -> Result<Verdict, Error> {
    let endpoint = route.endpoint;
    access::permit(config, incoming, endpoint)?;
    let (args, control) = if route.verb == Verb::Post {
        input::acceptable(config, incoming)?;
        let Some(body) = incoming.body else {
            return Ok(Verdict::Body { limit: config.max_body_bytes });
        };
        input::bounded(config, body)?;
        if is_rpc(endpoint) {
            return rpc::answer(
                config,
                incoming,
                route.network,
                body,
                &cors::headers(config, incoming.origin),
            );
        }
        input::from_body(body)?
    } else {
        input::from_query(config, query)?
    };
    let plan = match resolve(config, endpoint, &args, route.verb, "")? {
        Resolved::Local(local) => {
            return Ok(shape::json(local.status, local.body, &cors::headers(config, incoming.origin)));
        }
        Resolved::Plan(plan) => plan,
    };
    let planned = Planned { plan, network: route.network, control: &control, tail: None };
    Ok(forward(config, incoming, planned))
}

/// The answer to a request whose body has more bytes than [`Verdict::Body`] allows.
#[must_use]
pub fn too_large(config: &Config, incoming: &Incoming<'_>) -> Verdict {
    let (path, _) = route::split(incoming.url);
    let message = format!("the body is larger than {} bytes", config.max_body_bytes);
    let error = Error::new(Code::PayloadTooLarge, message);
    shape::refusal(incoming, route::generation_of(path), &error, "", cors::headers(config, incoming.origin))
}
