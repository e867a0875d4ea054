//! What passes between caller and service: the request that a checked call becomes, and the headers of either side that
//! go on. All others stay where they are.

use super::access::Lookup;
use super::{Config, Forward, Header, Incoming, Verdict, cache, cors, shape, trace};
use crate::network::Network;
use crate::plan::Plan;
use std::borrow::Cow;

/// Request headers that are passed to the service: inputs that it understands, and nothing of the caller's.
pub const FORWARDED: &[&str] = &["x-no-address-book", "x-no-metadata", "x-timeout", "x-actions-version"];

/// The control input by which a caller chooses how long the upstream may take.
const TIMEOUT: &str = "x-timeout";

/// Request headers that are read to write ours from them: W3C Trace Context.
pub const TRACED: &[&str] = &["traceparent", "tracestate"];

/// Query forms of the same inputs.
pub(super) const CONTROL_QUERY: &[&str] = &["x_no_address_book", "x_no_metadata", "x_timeout"];

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

/// A checked call, and how it was asked.
pub(super) struct Planned<'a> {
    pub(super) plan: Plan,
    pub(super) network: Network,
    pub(super) control: &'a str,
    pub(super) tail: Option<&'a str>,
}

/// The request to the service that a checked call becomes.
pub(super) fn forward(config: &Config, incoming: &Incoming<'_>, planned: Planned<'_>) -> Verdict {
    let Planned { plan, network, control, tail } = planned;
    let mut url = [config.upstream(network), &plan.target()].concat();
    if !control.is_empty() {
        url.push(if plan.query.is_empty() { '?' } else { '&' });
        url.push_str(control);
    }
    let (mut headers, trace) = upstream_headers(incoming);
    for (name, value) in &plan.headers {
        let name = name.to_ascii_lowercase();
        // Said twice, the parameter counts: it was checked.
        headers.retain(|(given, _)| *given != name);
        headers.push((Cow::Owned(name), value.clone()));
    }
    let keep = cache::keep(config, incoming, (network, &plan), &headers, control);
    if plan.body.is_some() {
        headers.push((Cow::Borrowed("content-type"), String::from("application/json")));
    }
    let caller = incoming.lookup.and_then(Lookup::caller);
    let reads = plan.endpoint.idempotent && !plan.endpoint.side_effect;
    Verdict::Forward(Forward {
        limits: config.limits.of(incoming, caller.as_ref()),
        cost: config.limits.cost(plan.endpoint),
        network,
        generation: plan.endpoint.generation,
        endpoint: plan.endpoint.name(),
        reads,
        hurried: headers.iter().any(|(name, _)| name == TIMEOUT) || control.contains("x_timeout="),
        timeout: config.timeout,
        hedge: (reads && config.hedge > 0.0 && config.upstreams(network).len() > 1).then_some(config.hedge),
        url,
        verb: plan.verb,
        headers,
        trace,
        body: plan.body,
        head: incoming.method == "HEAD",
        caller,
        origin: cors::allowed(config, incoming.origin).map(String::from),
        problem: tail.is_none() && shape::wants_problem(incoming.accept),
        tail: tail.map(String::from),
        keep,
    })
}

/// The headers, and what goes on of the caller's trace.
fn upstream_headers(incoming: &Incoming<'_>) -> (Vec<Header>, Option<String>) {
    let mut headers = vec![(Cow::Borrowed("accept"), String::from("application/json"))];
    for name in FORWARDED {
        if let Some((_, value)) = incoming.control.iter().find(|(given, _)| given == name) {
            headers.push((Cow::Borrowed(name), value.clone()));
        }
    }
    let given =
        |name| incoming.control.iter().find(|(given, _)| *given == name).map(|(_, value)| value.as_str());
    let trace = trace::continued(given("traceparent"));
    if let Some(state) = given("tracestate").filter(|state| trace.is_some() && trace::state(state)) {
        headers.push((Cow::Borrowed("tracestate"), String::from(state)));
    }
    (headers, trace)
}
