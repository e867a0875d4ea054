//! client.wasm: planning a call and judging its reply.

use super::args::{Args, Fields};
use crate::endpoint::{Endpoint, Generation, Kind, Verb};
use crate::error::{Code, Error};
use crate::network::Network;
use crate::plan::{self, Plan, Unknown};
use crate::reply::{self, Facts, Payload, Shape};
use crate::text::fill;

pub(super) fn generation(text: &str) -> Result<Generation, Error> {
    match text {
        "v2" => Ok(Generation::V2),
        "v3" => Ok(Generation::V3),
        _ => Err(Error::new(Code::UnknownEndpoint, "the generation must be \"v2\" or \"v3\"")),
    }
}

fn verb(text: Option<&str>) -> Result<Option<Verb>, Error> {
    match text {
        None => Ok(None),
        Some("GET") => Ok(Some(Verb::Get)),
        Some("POST") => Ok(Some(Verb::Post)),
        Some(_) => {
            let message = "`method` must be \"GET\" or \"POST\"";
            Err(Error::new(Code::InvalidOption, message).parameter("method"))
        }
    }
}

/// A yes or no, as text.
pub(super) fn yes(yes: bool) -> String {
    String::from(if yes { "1" } else { "" })
}

/// The row that generation and path name.
pub(super) fn endpoint(fields: &mut Fields<'_>, by: Option<Verb>) -> Result<&'static Endpoint, Error> {
    let generation = generation(&fields.text())?;
    plan::endpoint(generation, by, &fields.text())
}

/// One line an operation: generation, verb, path, and `paged` where it has pages.
pub(super) fn operations() -> String {
    let mut lines = String::new();
    for generation in [Generation::V2, Generation::V3] {
        for row in generation.rows() {
            let paged = if row.is_paged() { " paged" } else { "" };
            let line = [generation.as_str(), row.verb.as_str(), row.name(), paged];
            lines.push_str(&fill("{} {} {}{}\n", &line));
        }
    }
    lines
}

/// Base URL of a network's hosted service.
pub(super) fn network_url(fields: &mut Fields<'_>) -> Result<String, Error> {
    Network::parse(&fields.text()).map(|network| String::from(network.base_url()))
}

/// How the value of a parameter is read when it is an object: 0 not at all, 1 as JSON, 2 as an address, 3 as bytes.
pub(super) fn reading(fields: &mut Fields<'_>) -> Result<String, Error> {
    let endpoint = endpoint(fields, None)?;
    Ok(String::from(match endpoint.param(&fields.text()).map(|param| param.kind) {
        Some(Kind::Stack | Kind::Object) => "1",
        Some(Kind::Address | Kind::AddressText | Kind::AddressOrNull) => "2",
        Some(Kind::Hash | Kind::AccountHash | Kind::Boc | Kind::BocOrHex) => "3",
        _ => "0",
    }))
}

/// The plan of a call, and its arguments: parameters, and perhaps others behind them that are sent unchecked.
pub(super) fn planned<'a>(
    endpoint: &'static Endpoint,
    fields: &mut Fields<'a>,
) -> Result<(Plan, Args<'a>), Error> {
    let mut args = Vec::new();
    let more = fields.params(&mut args);
    let mut planned = plan::plan_call(endpoint, &args, Unknown::Refuse)?;
    if more {
        // Names that the row has were checked all the same.
        fields.params(&mut args);
        planned = plan::plan_call(endpoint, &args, Unknown::Forward)?;
    }
    Ok((planned, args))
}

/// Checks the parameters. What comes out is written like the head and body of HTTP: `1` or `0` whether it may be
/// repeated, verb, target, and the field that has a list in every result; a line for each header; an empty line and the body, if there is one.
pub(super) fn request(fields: &mut Fields<'_>) -> Result<String, Error> {
    let by = verb(fields.optional().as_deref())?;
    let endpoint = endpoint(fields, by)?;
    let (planned, _) = planned(endpoint, fields)?;
    let mut text = String::from(if planned.endpoint.idempotent { "1 " } else { "0 " });
    text.push_str(planned.verb.as_str());
    text.push(' ');
    text.push_str(&planned.target());
    if let Some(name) = planned.endpoint.list_field() {
        text.push(' ');
        text.push_str(name);
    }
    for (name, value) in &planned.headers {
        for part in ["\n", name, ": ", value] {
            text.push_str(part);
        }
    }
    if let Some(body) = &planned.body {
        text.push_str("\n\n");
        text.push_str(body);
    }
    Ok(text)
}

/// Judges a reply by what the shell saw of it: yes when its member `result` is the result, no when all of it is.
///
/// Fields: generation; status; shape, which is 0 empty, 1 not JSON, 2 an object, 3 an array, 4 another value; `ok`, 0
/// absent, 1 true, 2 anything else; 1 when there is a `result`; 1 when the list of the operation is missing; `code`, 0 when there is none; `error`; `result`.
pub(super) fn settle(fields: &mut Fields<'_>) -> Result<String, Error> {
    let generation = generation(fields.word())?;
    let status = fields.number() as u16;
    let shape = match fields.word() {
        "0" => Shape::Empty,
        "1" => Shape::NotJson,
        "2" => Shape::Object,
        "3" => Shape::Array,
        _ => Shape::Scalar,
    };
    let ok = fields.word();
    let has_result = fields.word() == "1";
    let lacks_list = fields.word() == "1";
    let code = Some(fields.number() as i32);
    let (error, result) = (fields.optional(), fields.optional());
    let facts = Facts {
        shape,
        ok: (ok != "0").then_some(ok == "1"),
        error: error.as_deref(),
        has_result,
        result: result.as_deref(),
        code,
        lacks_list,
    };
    Ok(yes(reply::classify(generation, status, &facts)? == Payload::Result))
}
