//! Builds the upstream request of a checked call: URL, headers, limits and cache key.

use super::trace;
use crate::address::Address;
use crate::boc;
use crate::error::{Code, Error};
use crate::gateway::admission::access;
use crate::gateway::cache;
use crate::gateway::config::Config;
use crate::gateway::header::{FORWARDED, Header};
use crate::gateway::keys::lookup::Lookup;
use crate::gateway::limits::policy::select_limits;
use crate::gateway::request::incoming::Incoming;
use crate::gateway::response::cors;
use crate::gateway::response::error::wants_problem;
use crate::gateway::verdict::{Forward, Verdict};
use crate::network::Network;
use crate::plan::Plan;
use serde::Deserialize;
use std::borrow::Cow;

/// The header by which a caller chooses the upstream's timeout.
const TIMEOUT_HEADER: &str = "x-timeout";

/// A checked call, and the options that the caller sent with it.
pub(in crate::gateway) struct PlannedCall<'a> {
    pub(in crate::gateway) plan: Plan,
    pub(in crate::gateway) network: Network,
    pub(in crate::gateway) control: &'a str,
    pub(in crate::gateway) tail: Option<&'a str>,
}

/// Builds the upstream request for a checked call. Its URL can be longer than the caller's, or come from a body.
pub(in crate::gateway) fn build_forward(
    config: &Config,
    incoming: &Incoming<'_>,
    planned: PlannedCall<'_>,
) -> Result<Verdict, Error> {
    let PlannedCall { plan, network, control, tail } = planned;
    let mut url = [config.upstream(network), &plan.target()].concat();
    if !control.is_empty() {
        url.push(if plan.query.is_empty() { '?' } else { '&' });
        url.push_str(control);
    }
    if url.len() > config.max_url_bytes as usize {
        let message = format!("the URL to the upstream is longer than {} bytes", config.max_url_bytes);
        return Err(Error::new(Code::UriTooLong, message));
    }
    let (mut headers, trace) = build_upstream_headers(incoming);
    for (name, value) in &plan.headers {
        let name = name.to_ascii_lowercase();
        // If both are set, the parameter takes precedence: it was checked.
        headers.retain(|(present, _)| *present != name);
        headers.push((Cow::Owned(name), value.clone()));
    }
    let cache_use = cache::plan_cache_use(config, incoming, (network, &plan), &headers, control);
    if plan.body.is_some() {
        headers.push((Cow::Borrowed("content-type"), String::from("application/json")));
    }
    let caller = incoming.lookup.and_then(Lookup::to_caller);
    let caller_key = access::find_forwarded_key(config, incoming);
    let reads = plan.endpoint.idempotent && !plan.endpoint.side_effect;
    let destination = if plan.endpoint.side_effect { find_destination(&plan) } else { None };
    Ok(Verdict::Forward(Forward {
        limits: select_limits(&config.limits, incoming, caller.as_ref(), caller_key.is_some()),
        cost: config.limits.cost(plan.endpoint),
        network,
        generation: plan.endpoint.generation,
        endpoint: plan.endpoint.name(),
        category: plan.endpoint.category,
        reads,
        hurried: headers.iter().any(|(name, _)| name == TIMEOUT_HEADER) || control.contains("x_timeout="),
        timeout: config.timeout,
        hedge: (reads && config.hedge > 0.0 && config.upstreams(network).len() > 1).then_some(config.hedge),
        url,
        verb: plan.verb,
        headers,
        trace,
        body: plan.body,
        head: incoming.method == "HEAD",
        caller,
        caller_key,
        origin: cors::find_allowed_origin(config, incoming.origin).map(String::from),
        notes: Vec::new(),
        problem: tail.is_none() && wants_problem(incoming.accept),
        tail: tail.map(String::from),
        destination,
        cache_use,
    }))
}

/// Returns the account to which a sent message goes, in raw form. The parameter has been checked before.
fn find_destination(plan: &Plan) -> Option<String> {
    #[derive(Deserialize)]
    struct Sent<'a> {
        #[serde(borrow)]
        boc: Cow<'a, str>,
    }
    let Sent { boc } = serde_json::from_str(plan.body.as_deref()?).ok()?;
    let (workchain, hash) = boc::read_destination(&boc)?;
    Some(Address { workchain, hash }.to_raw().to_string())
}

/// Builds the headers of the upstream request. Also returns id and flags of the caller's trace, which JavaScript continues.
fn build_upstream_headers(incoming: &Incoming<'_>) -> (Vec<Header>, Option<String>) {
    let mut headers = vec![(Cow::Borrowed("accept"), String::from("application/json"))];
    for name in FORWARDED {
        if let Some((_, value)) = incoming.control.iter().find(|(header_name, _)| header_name == name) {
            headers.push((Cow::Borrowed(name), value.clone()));
        }
    }
    let find_header = |name| {
        incoming.control.iter().find(|(header_name, _)| *header_name == name).map(|(_, value)| value.as_str())
    };
    let trace = trace::continue_trace(find_header("traceparent"));
    if let Some(state) =
        find_header("tracestate").filter(|state| trace.is_some() && trace::is_valid_state(state))
    {
        headers.push((Cow::Borrowed("tracestate"), String::from(state)));
    }
    (headers, trace)
}
