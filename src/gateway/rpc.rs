//! `POST /jsonRPC`: any v2 method by name, one call or a batch of them.
//!
//! A call is asked of the service by its REST path, so it shares checks, limits and cache with the other call styles;
//! the caller's `id` is put into the reply, in the type it came in: its text is spliced, never read.

use super::forward::{Planned, forward};
use super::input::{self, Members};
use super::resolve::{Resolved, resolve};
use super::{Config, Header, Incoming, Verdict, access, shape};
use crate::endpoint::{Endpoint, Generation, Verb, find};
use crate::error::{Code, Error, near};
use crate::network::Network;
use crate::plan::Arg;
use serde_json::value::RawValue;

/// Answers a call or every call of a batch, or says what to ask the service.
pub(super) fn answer(
    config: &Config,
    incoming: &Incoming<'_>,
    network: Network,
    body: &str,
    headers: &[Header],
) -> Result<Verdict, Error> {
    if !body.trim_start().starts_with('[') {
        return Ok(one(config, incoming, network, body, headers));
    }
    let calls: Vec<&RawValue> = serde_json::from_str(body).map_err(|error| unreadable(&error))?;
    if calls.is_empty() {
        return Err(Error::new(Code::InvalidBody, "the batch has no call"));
    }
    if calls.len() > config.max_batch as usize {
        let message = format!("the batch has {} calls; at most {} are taken", calls.len(), config.max_batch);
        return Err(Error::new(Code::BatchTooLarge, message));
    }
    let items = calls.iter().map(|call| one(config, incoming, network, call.get(), &[])).collect();
    let Verdict::Answer { status, headers, .. } = shape::json(200, String::new(), headers) else {
        return Err(Error::new(Code::Internal, "an answer is an answer"));
    };
    Ok(Verdict::Batch { status, headers, items })
}

fn unreadable(error: &serde_json::Error) -> Error {
    Error::new(
        Code::InvalidBody,
        format!("the body must be a JSON-RPC request object, or a list of them: {error}"),
    )
}

/// One call; what is wrong with it becomes its answer, with its id.
fn one(
    config: &Config,
    incoming: &Incoming<'_>,
    network: Network,
    call: &str,
    headers: &[Header],
) -> Verdict {
    let request: Result<Members<'_>, _> = serde_json::from_str(call);
    let request = match request.map_err(|error| unreadable(&error)) {
        Ok(request) => request,
        Err(error) => return refused(incoming, &error, &tail("null"), headers),
    };
    let id = request.get("id").map_or("null", RawValue::get);
    if id.starts_with(['{', '[']) {
        let error = Error::new(Code::InvalidBody, "`id` must be a text or a number").parameter("id");
        return refused(incoming, &error, &tail("null"), headers);
    }
    let tail = tail(id);
    call_of(config, incoming, network, &request, &tail, headers)
        .unwrap_or_else(|error| refused(incoming, &error, &tail, headers))
}

/// What the refusal of a whole request ends with: the id of its one call, as far as there is one.
pub(super) fn tail_of(body: Option<&str>) -> String {
    let request: Option<Members<'_>> = body.and_then(|body| serde_json::from_str(body).ok());
    let id = request.as_ref().and_then(|request| request.get("id")).map_or("null", RawValue::get);
    tail(if id.starts_with(['{', '[']) { "null" } else { id })
}

/// What a reply ends with, before its last brace.
fn tail(id: &str) -> String {
    format!(r#","jsonrpc":"2.0","id":{id}"#)
}

fn call_of(
    config: &Config,
    incoming: &Incoming<'_>,
    network: Network,
    request: &Members<'_>,
    tail: &str,
    headers: &[Header],
) -> Result<Verdict, Error> {
    let endpoint = method(request)?;
    access::permit(config, incoming, endpoint)?;
    // `[]` and nothing count as `{}`, as in the C++ variant.
    let params = request.get("params").map_or("{}", RawValue::get);
    let params = if matches!(params, "null" | "[]") { "{}" } else { params };
    if !params.starts_with('{') {
        return Err(Error::new(Code::InvalidBody, "params must contain an object").parameter("params"));
    }
    let (args, control) = input::from_body(params)?;
    let plan = match resolve(config, endpoint, &args, Verb::Post, tail)? {
        Resolved::Local(local) => return Ok(shape::json(local.status, local.body, headers)),
        Resolved::Plan(plan) => plan,
    };
    let planned = Planned { plan, network, control: &control, tail: Some(tail) };
    Ok(forward(config, incoming, planned))
}

/// The row that the call names.
fn method(request: &Members<'_>) -> Result<&'static Endpoint, Error> {
    let Some(Arg::Text(method)) = request.get("method").map(input::argument).transpose()? else {
        return Err(Error::new(Code::MissingParameter, "`method` is required, as text").parameter("method"));
    };
    if let Some(endpoint) = find::by_rpc_method(&method) {
        return Ok(endpoint);
    }
    let names = Generation::V2.rows().iter().filter(|row| row.rpc).map(Endpoint::name);
    let suggestion = near(&method, names);
    let message = match suggestion {
        Some(near) => format!("Method not found; did you mean {near}?"),
        None => String::from("Method not found"),
    };
    Err(Error::new(Code::UnknownEndpoint, message).parameter("method").suggest(suggestion))
}

fn refused(incoming: &Incoming<'_>, error: &Error, tail: &str, headers: &[Header]) -> Verdict {
    shape::refusal(incoming, Generation::V2, error, tail, headers.to_vec())
}
