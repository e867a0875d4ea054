//! client.wasm: planning a call, judging its reply, turning its pages.

use super::args;
use super::error::failure;
use crate::endpoint::{Endpoint, Generation, Kind, Verb};
use crate::error::{Code, Error};
use crate::network::Network;
use crate::plan::{self, Plan, Unknown};
use crate::reply::{self, Answer, Facts, Shape};
use crate::text::concat;
use wasm_bindgen::prelude::*;

#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
pub(super) fn thrown(error: Error) -> JsValue {
    failure(&error)
}

pub(super) fn generation(text: &str) -> Result<Generation, Error> {
    match text {
        "v2" => Ok(Generation::V2),
        "v3" => Ok(Generation::V3),
        _ => Err(Error::new(Code::UnknownEndpoint, "the generation must be \"v2\" or \"v3\"")),
    }
}

fn verb(text: Option<String>) -> Result<Option<Verb>, Error> {
    match text.as_deref() {
        None => Ok(None),
        Some("GET") => Ok(Some(Verb::Get)),
        Some("POST") => Ok(Some(Verb::Post)),
        Some(_) => {
            let message = "`verb` must be \"GET\" or \"POST\"";
            Err(Error::new(Code::InvalidOption, message).parameter("verb"))
        }
    }
}

/// One line an operation: generation, verb, path, and `paged` where it has pages.
#[wasm_bindgen]
pub fn operations() -> String {
    let mut lines = String::new();
    for row in [Generation::V2, Generation::V3].iter().flat_map(|generation| generation.rows()) {
        let paged = if row.is_paged() { " paged" } else { "" };
        lines.push_str(&concat(&[
            row.generation.as_str(),
            " ",
            row.verb.as_str(),
            " ",
            row.name(),
            paged,
            "\n",
        ]));
    }
    lines
}

/// Base URL of a network's hosted service.
#[wasm_bindgen(js_name = networkUrl)]
pub fn network_url(network: &str) -> Result<String, JsValue> {
    Network::parse(network).map(|network| String::from(network.base_url())).map_err(thrown)
}

/// How the value of a parameter is read when it is an object: 0 not at all, 1 as JSON, 2 as an address, 3 as bytes.
#[wasm_bindgen]
pub fn reading(of: &str, path: &str, name: &str) -> Result<u8, JsValue> {
    let generation = generation(of).map_err(thrown)?;
    let endpoint = plan::endpoint(generation, None, path).map_err(thrown)?;
    Ok(match endpoint.param(name).map(|param| param.kind) {
        Some(Kind::Stack | Kind::Object) => 1,
        Some(Kind::Address | Kind::AddressText | Kind::AddressOrNull) => 2,
        Some(Kind::Hash | Kind::AccountHash | Kind::Boc | Kind::BocOrHex) => 3,
        _ => 0,
    })
}

/// Checks parameters and sends nothing; tells whether the operation only reads.
#[wasm_bindgen]
pub fn check(of: &str, path: &str, params: &str) -> Result<bool, JsValue> {
    plan_request(of, path, None, params, None).map(|planned| planned.starts_with('1')).map_err(thrown)
}

/// Checks the parameters; `extra` is sent unchecked. What comes out is written like the head and body of HTTP: `1` or
/// `0` whether it may be repeated, verb and target; a line for each header; an empty line and the body, if there is one.
#[wasm_bindgen]
pub fn request(
    of: &str,
    path: &str,
    by: Option<String>,
    params: &str,
    extra: Option<String>,
) -> Result<String, JsValue> {
    plan_request(of, path, by, params, extra.as_deref()).map_err(thrown)
}

/// The plan of a call, and its arguments.
pub(super) fn planned<'a>(
    endpoint: &'static Endpoint,
    params: &'a str,
    extra: Option<&'a str>,
) -> Result<(Plan, args::Args<'a>), Error> {
    let mut args = Vec::new();
    args::read(params, &mut args);
    let mut planned = plan::plan_call(endpoint, &args, Unknown::Refuse)?;
    if let Some(extra) = extra {
        // Names that the row has were checked all the same.
        args::read(extra, &mut args);
        planned = plan::plan_call(endpoint, &args, Unknown::Forward)?;
    }
    Ok((planned, args))
}

fn plan_request(
    of: &str,
    path: &str,
    by: Option<String>,
    params: &str,
    extra: Option<&str>,
) -> Result<String, Error> {
    let endpoint = plan::endpoint(generation(of)?, verb(by)?, path)?;
    let (planned, _) = planned(endpoint, params, extra)?;
    let mut text = String::from(if planned.endpoint.idempotent { "1 " } else { "0 " });
    text.push_str(planned.verb.as_str());
    text.push(' ');
    text.push_str(&planned.target());
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

/// Judges a reply by what the shell saw of it: true when its member `result` is the result, false when all of it is.
///
/// `shape` is 0 empty, 1 not JSON, 2 an object, 3 an array, 4 another value; `ok` 0 absent, 1 true, 2 anything else;
/// `code` 0 when there is none.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "numbers and strings cross cheaply, an object does not")]
pub fn settle(
    of: &str,
    status: u16,
    shape: u8,
    ok: u8,
    has_result: bool,
    error: Option<String>,
    result: Option<String>,
    code: i32,
) -> Result<bool, JsValue> {
    let facts = Facts {
        shape: match shape {
            0 => Shape::Empty,
            1 => Shape::NotJson,
            2 => Shape::Object,
            3 => Shape::Array,
            _ => Shape::Scalar,
        },
        ok: (ok != 0).then_some(ok == 1),
        error: error.as_deref(),
        has_result,
        result: result.as_deref(),
        code: Some(code),
    };
    let answer = generation(of).and_then(|generation| reply::classify(generation, status, &facts));
    answer.map(|answer| answer == Answer::Result).map_err(thrown)
}
