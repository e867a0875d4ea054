//! `POST /jsonRPC`: any v2 method by name.

use super::input::{self, Members};
use super::route::Route;
use super::{Config, Header, Incoming, Verdict, forward, local, shape};
use crate::endpoint::{Generation, Verb, find};
use crate::error::{Code, Error, near};
use crate::plan::{Arg, Plan, plan};

/// Answers a local method with the caller's id, checks any other and sends the request on as it came.
pub(super) fn answer(
    config: &Config,
    incoming: &Incoming<'_>,
    route: &Route,
    body: &str,
    headers: &[Header],
) -> Result<Verdict, Error> {
    let request: Members<'_> = serde_json::from_str(body).map_err(|error| {
        Error::new(Code::InvalidBody, format!("the body must be a JSON-RPC request object: {error}"))
    })?;
    let member = |name: &str| request.0.iter().find(|(given, _)| given == name).map(|(_, value)| *value);

    let id = member("id").map_or("null", |raw| raw.get());
    if id.starts_with(['{', '[']) {
        return Err(Error::new(Code::InvalidBody, "`id` must be a text or a number").parameter("id"));
    }
    let method = match member("method").map(input::argument).transpose()? {
        Some(Arg::Text(method)) => method,
        _ => {
            return Err(
                Error::new(Code::MissingParameter, "`method` is required, as text").parameter("method")
            );
        }
    };
    let Some(endpoint) = find::by_rpc_method(&method) else {
        let names = Generation::V2.rows().iter().filter(|row| row.rpc).map(crate::endpoint::Endpoint::name);
        let suggestion = near(&method, names);
        let message = match suggestion {
            Some(near) => format!("Method not found; did you mean {near}?"),
            None => String::from("Method not found"),
        };
        return Err(Error::new(Code::UnknownEndpoint, message).parameter("method").suggest(suggestion));
    };
    // `[]` and nothing count as `{}`, as in the C++ variant.
    let params = member("params").map_or("{}", |raw| raw.get());
    let params = if matches!(params, "null" | "[]") { "{}" } else { params };
    if !params.starts_with('{') {
        return Err(Error::new(Code::InvalidBody, "params must contain an object").parameter("params"));
    }
    let args = input::from_body(params)?;
    // The id goes back in the type it came in: its text is spliced, never read.
    let tail = format!(r#","jsonrpc":"2.0","id":{id}"#);
    let local = local::answer(endpoint, &args, Verb::Post, incoming.now, &tail);
    if let Some(local) = local.as_ref().filter(|local| local.status != 200) {
        return Ok(shape::json(local.status, local.body.clone(), headers));
    }
    plan(endpoint, &args, config.unknown_parameters)?;
    if let Some(local) = local {
        return Ok(shape::json(local.status, local.body, headers));
    }
    let untouched = Plan {
        endpoint: route.endpoint,
        verb: Verb::Post,
        query: String::new(),
        headers: Vec::new(),
        body: Some(String::from(body)),
    };
    Ok(forward(config, incoming, route, untouched, headers, ""))
}
