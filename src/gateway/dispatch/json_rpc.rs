//! `POST /jsonRPC`: any v2 method by name, one call or a batch of them.
//!
//! A call is sent to the upstream by its REST path, so it shares checks, limits and cache with the other call
//! styles. The caller's `id` is copied into the response as text, so that it keeps its type.

use super::forward::{PlannedCall, build_forward};
use super::resolve::{ResolvedRequest, resolve};
use crate::endpoint::{Endpoint, Generation, Verb, find};
use crate::error::{Code, Error, near};
use crate::gateway::admission::access;
use crate::gateway::config::Config;
use crate::gateway::request::compatibility::ParameterPlace;
use crate::gateway::request::incoming::Incoming;
use crate::gateway::request::params::{self, Members};
use crate::gateway::response::error::Refusal;
use crate::gateway::verdict::Verdict;
use crate::network::Network;
use crate::plan::Arg;
use crate::text::fill;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Handles one call, or every call of a batch.
pub(in crate::gateway) fn handle(
    config: &Config,
    incoming: &Incoming<'_>,
    network: Network,
    body: &str,
) -> Result<Verdict, Error> {
    if !body.trim_start().starts_with('[') {
        return Ok(handle_call(config, incoming, network, body));
    }
    let calls: Vec<&RawValue> =
        serde_json::from_str(body).map_err(|error| make_unreadable_body_error(&error))?;
    if calls.is_empty() {
        return Err(Error::new(Code::InvalidBody, "the batch has no call"));
    }
    if calls.len() > config.max_batch as usize {
        let message = format!("the batch has {} calls; the maximum is {}", calls.len(), config.max_batch);
        return Err(Error::new(Code::BatchTooLarge, message));
    }
    let items = calls.iter().map(|call| handle_call(config, incoming, network, call.get())).collect();
    let headers = vec![(Cow::Borrowed("content-type"), String::from("application/json"))];
    Ok(Verdict::Batch { status: 200, headers, items })
}

fn make_unreadable_body_error(error: &serde_json::Error) -> Error {
    Error::new(
        Code::InvalidBody,
        format!("the body must be a JSON-RPC request object, or a list of them: {error}"),
    )
}

/// Handles one call. An error becomes the response to the call, with its id.
fn handle_call(config: &Config, incoming: &Incoming<'_>, network: Network, call: &str) -> Verdict {
    let request: Result<Members<'_>, _> = serde_json::from_str(call);
    let request = match request.map_err(|error| make_unreadable_body_error(&error)) {
        Ok(request) => request,
        Err(error) => return refuse(incoming, error, build_tail("null")),
    };
    let id = request.get("id").map_or("null", RawValue::get);
    let is_structured = id.starts_with(['{', '[']);
    // The service accepts any id; only `strict` refuses objects and lists.
    if is_structured && config.strict {
        let error = Error::new(Code::InvalidBody, "`id` must be a text, a number, true, false or null")
            .parameter("id");
        return refuse(incoming, error, build_tail("null"));
    }
    let tail = build_tail(if is_structured { "null" } else { id });
    dispatch_call(config, incoming, network, &request, &tail)
        .unwrap_or_else(|error| refuse(incoming, error, tail))
}

/// Builds the tail of the refusal of a whole request: with the id of its call, or `null` for a batch.
pub(in crate::gateway) fn build_refusal_tail(body: Option<&str>) -> String {
    let request: Option<Members<'_>> = body.and_then(|body| serde_json::from_str(body).ok());
    let id = request.as_ref().and_then(|request| request.get("id")).map_or("null", RawValue::get);
    build_tail(if id.starts_with(['{', '[']) { "null" } else { id })
}

/// Builds the tail of a response: the fields before its last brace.
fn build_tail(id: &str) -> String {
    format!(r#","jsonrpc":"2.0","id":{id}"#)
}

fn dispatch_call(
    config: &Config,
    incoming: &Incoming<'_>,
    network: Network,
    request: &Members<'_>,
    tail: &str,
) -> Result<Verdict, Error> {
    for name in ["method", "params", "id"] {
        if request.is_repeated(name) {
            return Err(Error::new(Code::InvalidBody, fill("`{}` occurs twice", &[name])).parameter(name));
        }
    }
    let endpoint = find_method(request)?;
    access::authorize_operation(config, incoming, endpoint)?;
    // `[]` and missing parameters count as `{}`. The C++ server reads everything except a list as `{}`.
    let params = request.get("params").map_or("{}", RawValue::get);
    let counts_as_empty =
        |params: &str| matches!(params, "null" | "[]") || !config.strict && !params.starts_with(['{', '[']);
    let params = if counts_as_empty(params) { "{}" } else { params };
    if !params.starts_with('{') {
        return Err(Error::new(Code::InvalidBody, "params must contain an object").parameter("params"));
    }
    let (args, control) = params::from_body(params)?;
    let (resolved_call, _) = resolve(config, endpoint, (ParameterPlace::Body, args), Verb::Post, tail);
    let plan = match resolved_call? {
        ResolvedRequest::Local(local) => return Ok(local.into_response()),
        ResolvedRequest::Plan(plan) => plan,
    };
    let planned_call = PlannedCall { plan, network, control: &control, tail: Some(tail) };
    build_forward(config, incoming, planned_call)
}

/// Finds the row that the call names.
fn find_method(request: &Members<'_>) -> Result<&'static Endpoint, Error> {
    let Some(Arg::Text(method)) = request.get("method").map(params::parse_argument).transpose()? else {
        return Err(Error::new(Code::MissingParameter, "`method` is required, as text").parameter("method"));
    };
    if let Some(endpoint) = find::by_rpc_method(&method) {
        return Ok(endpoint);
    }
    let names = Generation::V2.rows().iter().filter(|row| row.rpc).map(Endpoint::name);
    let suggestion = near(&method, names);
    let message = match suggestion {
        Some(nearest) => format!("Method not found; did you mean {nearest}?"),
        None => String::from("Method not found"),
    };
    Err(Error::new(Code::UnknownEndpoint, message).parameter("method").suggest(suggestion))
}

fn refuse(incoming: &Incoming<'_>, error: Error, tail: String) -> Verdict {
    Refusal::new(Generation::V2, error).with_tail(tail).into_response(incoming.accept)
}
