//! The gateway's policy: what to do with a request, and with the answer of the service behind it.
//!
//! Pure: an [`Incoming`] and the [`Config`] give a [`Verdict`]; the JavaScript shell does all input and output and
//! decides nothing.

pub mod access;
mod attempt;
pub mod breaker;
pub mod config;
mod cors;
mod input;
mod local;
mod origin;
mod record;
mod route;
mod rpc;
pub mod settings;
mod shape;
mod trace;

pub use access::{Caller, Lookup};
pub use attempt::{Alert, Attempt, Begin, Finish, Retry, Turn, begin, finish, unavailable};
pub use config::Config;
pub use origin::OriginPattern;
pub use record::Record;
pub use settings::SETTINGS;

use access::Access;

use crate::boc;
use crate::endpoint::{Endpoint, Generation, Kind, Verb};
use crate::error::{Code, Error};
use crate::network::Network;
use crate::plan::{Arg, Plan, plan};
use route::{Found, Route};
use serde::Serialize;
use std::borrow::Cow;

/// A header: name in lower case, value.
pub type Header = (Cow<'static, str>, String);

/// A request as it came in; nothing of it has been decoded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Incoming<'a> {
    /// `GET`, `HEAD`, `POST`, `OPTIONS`, ...
    pub method: &'a str,
    /// The URL as it came: absolute, or its path and query.
    pub url: &'a str,
    /// Header `Origin`.
    pub origin: Option<&'a str>,
    /// Header `Accept`.
    pub accept: Option<&'a str>,
    /// Header `Content-Type`.
    pub content_type: Option<&'a str>,
    /// Header `Content-Length`.
    pub content_length: Option<&'a str>,
    /// Header `X-API-Key`: the caller's, never the gateway's own.
    pub key: Option<&'a str>,
    /// Bytes of all headers together.
    pub header_bytes: u32,
    /// Headers of [`FORWARDED`] that the caller sent.
    pub control: &'a [(&'a str, String)],
    /// The request's id: a UUID. Nothing is traced without.
    pub id: &'a str,
    /// The body, once it was asked for by [`Verdict::Body`].
    pub body: Option<&'a str>,
    /// What came of looking up the caller's key, once it was asked for by [`Verdict::Key`].
    pub lookup: Option<&'a Lookup>,
    /// Milliseconds since 1970.
    pub now: f64,
}

/// Request headers that are passed to the service: inputs that it understands, and nothing of the caller's.
pub const FORWARDED: &[&str] = &["x-no-address-book", "x-no-metadata", "x-timeout", "x-actions-version"];

/// Request headers that are read to write ours from them: W3C Trace Context.
pub const TRACED: &[&str] = &["traceparent", "tracestate"];

/// Query forms of the same inputs.
const CONTROL_QUERY: &[&str] = &["x_no_address_book", "x_no_metadata", "x_timeout"];

/// What to do with a request.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Verdict {
    /// Answer at once.
    Answer {
        /// HTTP status.
        status: u16,
        /// All headers.
        headers: Vec<Header>,
        /// Body; `None` for none.
        body: Option<String>,
    },
    /// Look up the caller's key, and ask again with what came of it.
    Key {
        /// The key, as the caller sent it: visible ASCII, not long.
        key: String,
    },
    /// Read the body, at most `limit` bytes of it, and ask again with it. More bytes: ask with [`too_large`].
    Body {
        /// Most bytes of a body.
        limit: u32,
    },
    /// Ask the service.
    Forward(Forward),
    /// Do each of these, and answer with the list of what they came to, in their order.
    Batch {
        /// HTTP status of the list.
        status: u16,
        /// All headers.
        headers: Vec<Header>,
        /// A verdict on each call: [`Verdict::Answer`] or [`Verdict::Forward`].
        items: Vec<Self>,
    },
    /// Not under `/api`: a page, when the gateway has pages.
    Asset,
}

/// A request to the service behind the gateway.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Forward {
    /// Whose key to inject, as the header `X-API-Key`.
    pub network: Network,
    /// Generation, for the shape of errors.
    pub generation: Generation,
    /// Name of the operation, for the log.
    pub endpoint: &'static str,
    /// It only reads: it may be asked again.
    pub reads: bool,
    /// Milliseconds that the first attempt may take.
    pub timeout: f64,
    /// Absolute URL at the preferred service, without any key. Those of others differ in the base.
    pub url: String,
    /// Verb.
    pub verb: Verb,
    /// Headers but the key.
    pub headers: Vec<Header>,
    /// JSON body of a POST.
    pub body: Option<String>,
    /// The caller asked by HEAD: answer without the body.
    pub head: bool,
    /// Whose request it is, when a key was checked.
    pub caller: Option<Caller>,
    /// Headers of the answer whatever happens: CORS.
    pub answer_headers: Vec<Header>,
    /// The caller wants problems as `application/problem+json`.
    pub problem: bool,
    /// For a JSON-RPC call: what to put before the last brace of the reply, the caller's id.
    pub tail: Option<String>,
}

/// A checked call, and how it was asked.
struct Planned<'a> {
    plan: Plan,
    network: Network,
    control: &'a str,
    tail: Option<&'a str>,
}

/// What a request is about, for the log: never its raw URL, which may have a key in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct About {
    /// Whose chain; `None` where the request leads nowhere.
    pub network: Option<Network>,
    /// Which generation of the interface.
    pub generation: Option<Generation>,
    /// Name of the operation: `getAddressBalance`, `jetton/wallets`.
    pub endpoint: Option<&'static str>,
}

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
    let mut headers = cors::headers(config, incoming.origin);
    let (path, query) = route::split(incoming.url);
    if incoming.url.len() > config.max_url_bytes as usize {
        let error =
            Error::new(Code::UriTooLong, format!("the URL is longer than {} bytes", config.max_url_bytes));
        return shape::refusal(incoming, route::generation_of(path), &error, "", headers);
    }
    if incoming.header_bytes > config.max_header_bytes {
        let message = format!("the headers are larger than {} bytes together", config.max_header_bytes);
        let error = Error::new(Code::HeadersTooLarge, message);
        return shape::refusal(incoming, route::generation_of(path), &error, "", headers);
    }
    let network = config.network_of(route::host(incoming.url));
    let route = match route::find(network, path, incoming.method) {
        Found::Row(route) => {
            let endpoint = route.endpoint;
            *about = About {
                network: Some(route.network),
                generation: Some(endpoint.generation),
                endpoint: Some(endpoint.name()),
            };
            route
        }
        Found::Page => return Verdict::Asset,
        Found::Nothing(route::Miss { generation, error, allow }) => {
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
        Err(error) => return no_access(config, incoming, &route, &error, headers),
    }
    match answer(config, incoming, &route, query, &headers) {
        Ok(verdict) => verdict,
        Err(error) => shape::refusal(incoming, route.endpoint.generation, &error, "", headers),
    }
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
        headers.push((Cow::Borrowed("retry-after"), String::from("1")));
    }
    shape::refusal(incoming, route.endpoint.generation, error, &tail, headers)
}

fn is_rpc(endpoint: &Endpoint) -> bool {
    endpoint.generation == Generation::V2 && endpoint.path == "/jsonRPC"
}

fn answer(
    config: &Config,
    incoming: &Incoming<'_>,
    route: &Route,
    query: &str,
    headers: &[Header],
) -> Result<Verdict, Error> {
    let endpoint = route.endpoint;
    let (args, control) = if route.verb == Verb::Post {
        input::acceptable(config, incoming)?;
        let Some(body) = incoming.body else {
            return Ok(Verdict::Body { limit: config.max_body_bytes });
        };
        if is_rpc(endpoint) {
            return rpc::answer(config, incoming, route.network, body, headers);
        }
        (input::from_body(body)?, String::new())
    } else {
        input::from_query(query)?
    };
    let plan = match resolve(config, incoming, endpoint, &args, route.verb, "")? {
        Resolved::Local(local) => return Ok(shape::json(local.status, local.body, headers)),
        Resolved::Plan(plan) => plan,
    };
    let planned = Planned { plan, network: route.network, control: &control, tail: None };
    Ok(forward(config, incoming, planned, headers))
}

/// What checked arguments lead to.
enum Resolved {
    Local(local::Local),
    Plan(Plan),
}

/// The gateway's own answer, or the plan of what to ask. An unknown parameter is refused in both.
fn resolve(
    config: &Config,
    incoming: &Incoming<'_>,
    endpoint: &'static Endpoint,
    args: &input::Args<'_>,
    verb: Verb,
    tail: &str,
) -> Result<Resolved, Error> {
    let local = local::answer(endpoint, args, verb, incoming.now, tail);
    match local {
        Some(refusal) if refusal.status != 200 => Ok(Resolved::Local(refusal)),
        local => {
            let plan = plan(endpoint, args, config.unknown_parameters)?;
            bags(endpoint, args)?;
            Ok(local.map_or(Resolved::Plan(plan), Resolved::Local))
        }
    }
}

/// Bags of cells whose form the plan found good must also be whole: a send that cannot work spends no request.
fn bags(endpoint: &Endpoint, args: &input::Args<'_>) -> Result<(), Error> {
    for param in endpoint.params.iter().filter(|param| matches!(param.kind, Kind::Boc | Kind::BocOrHex)) {
        let Some((_, arg)) = args.iter().find(|(name, _)| name == param.name) else { continue };
        let items = if let Arg::List(items) = arg { items.as_slice() } else { std::slice::from_ref(arg) };
        for (at, item) in items.iter().enumerate() {
            let Arg::Text(text) = item else { continue };
            // The estimate of a deployed contract has an empty code.
            let Some(fault) = boc::check_text(text).err().filter(|_| !text.is_empty()) else { continue };
            let item = if param.array { format!("[{at}]") } else { String::new() };
            let message = format!("`{}{item}` must be a whole bag of cells; {fault}", param.name);
            return Err(Error::new(Code::InvalidParameter, message).parameter(param.name));
        }
    }
    Ok(())
}

fn forward(
    config: &Config,
    incoming: &Incoming<'_>,
    planned: Planned<'_>,
    answer_headers: &[Header],
) -> Verdict {
    let Planned { plan, network, control, tail } = planned;
    let mut url = format!("{}{}", config.upstream(network), plan.target());
    if !control.is_empty() {
        url.push(if plan.query.is_empty() { '?' } else { '&' });
        url.push_str(control);
    }
    let mut headers = upstream_headers(incoming);
    for (name, value) in plan.headers {
        let name = name.to_ascii_lowercase();
        // Said twice, the parameter counts: it was checked.
        headers.retain(|(given, _)| *given != name);
        headers.push((Cow::Owned(name), value));
    }
    if plan.body.is_some() {
        headers.push((Cow::Borrowed("content-type"), String::from("application/json")));
    }
    Verdict::Forward(Forward {
        network,
        generation: plan.endpoint.generation,
        endpoint: plan.endpoint.name(),
        reads: plan.endpoint.idempotent && !plan.endpoint.side_effect,
        timeout: config.timeout,
        url,
        verb: plan.verb,
        headers,
        body: plan.body,
        head: incoming.method == "HEAD",
        caller: incoming.lookup.and_then(Lookup::caller),
        answer_headers: answer_headers.to_vec(),
        problem: tail.is_none() && shape::wants_problem(incoming.accept),
        tail: tail.map(String::from),
    })
}

fn upstream_headers(incoming: &Incoming<'_>) -> Vec<Header> {
    let mut headers = vec![(Cow::Borrowed("accept"), String::from("application/json"))];
    for name in FORWARDED {
        if let Some((_, value)) = incoming.control.iter().find(|(given, _)| given == name) {
            headers.push((Cow::Borrowed(name), value.clone()));
        }
    }
    let given =
        |name| incoming.control.iter().find(|(given, _)| *given == name).map(|(_, value)| value.as_str());
    if let Some((parent, continued)) = trace::parent(given("traceparent"), incoming.id) {
        headers.push((Cow::Borrowed("traceparent"), parent));
        if let Some(state) = given("tracestate").filter(|state| continued && trace::state(state)) {
            headers.push((Cow::Borrowed("tracestate"), String::from(state)));
        }
    }
    headers
}

/// The answer to a request whose body has more bytes than [`Verdict::Body`] allows.
#[must_use]
pub fn too_large(config: &Config, incoming: &Incoming<'_>) -> Verdict {
    let (path, _) = route::split(incoming.url);
    let message = format!("the body is larger than {} bytes", config.max_body_bytes);
    let error = Error::new(Code::PayloadTooLarge, message);
    shape::refusal(incoming, route::generation_of(path), &error, "", cors::headers(config, incoming.origin))
}

/// Response headers of the service that are passed on; all others are its own business.
pub const KEPT: &[&str] = &[
    "content-type",
    "content-encoding",
    "content-length",
    "retry-after",
    "ratelimit",
    "ratelimit-policy",
    "x-api-version",
    "date",
];
