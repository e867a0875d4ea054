//! client.wasm: planning a call, judging its reply, turning its pages.

use super::args;
use super::error::failure;
use crate::endpoint::{Generation, Kind, Verb};
use crate::error::{Code, Error};
use crate::network::Network;
use crate::page::Cursor;
use crate::plan::{self, Unknown};
use crate::reply::{self, Answer, Facts, Shape};
use crate::text::concat;
use js_sys::Float64Array;
use wasm_bindgen::prelude::*;

#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
fn thrown(error: Error) -> JsValue {
    failure(&error)
}

fn generation(text: &str) -> Result<Generation, Error> {
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
        let paged = if row.page.is_some() { " paged" } else { "" };
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

fn plan_request(
    of: &str,
    path: &str,
    by: Option<String>,
    params: &str,
    extra: Option<&str>,
) -> Result<String, Error> {
    let endpoint = plan::endpoint(generation(of)?, verb(by)?, path)?;
    let mut args = Vec::new();
    args::read(params, &mut args);
    let mut planned = plan::plan_call(endpoint, &args, Unknown::Refuse)?;
    if let Some(extra) = extra {
        // Names that the row has are checked all the same.
        args::read(extra, &mut args);
        planned = plan::plan_call(endpoint, &args, Unknown::Forward)?;
    }
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

/// State of a new pager: offset, size, rows left (-1: all), done.
#[wasm_bindgen(js_name = pageStart)]
pub fn page_start(
    of: &str,
    path: &str,
    size: Option<f64>,
    max_items: Option<f64>,
) -> Result<Float64Array, JsValue> {
    let generation = generation(of).map_err(thrown)?;
    let endpoint = plan::endpoint(generation, None, path).map_err(thrown)?;
    let whole = |name: &'static str, value: f64| {
        if value % 1.0 == 0.0 && (0.0..=9_007_199_254_740_991.0).contains(&value) {
            Ok(value as u64)
        } else {
            let message = concat(&["`", name, "` must be a whole number"]);
            Err(thrown(Error::new(Code::InvalidOption, message).parameter(name)))
        }
    };
    let size = size.map(|size| whole("pageSize", size)).transpose()?;
    let size = size.map(|size| u32::try_from(size).unwrap_or(u32::MAX));
    let max_items = max_items.map(|most| whole("maxItems", most)).transpose()?;
    let cursor = Cursor::new(endpoint, size, max_items).map_err(thrown)?;
    Ok(state(&cursor))
}

/// Takes a page of `rows` rows: the new state, and how many of them to hand out as its fifth number.
#[wasm_bindgen(js_name = pageAccept)]
pub fn page_accept(now: &Float64Array, rows: u32) -> Float64Array {
    let mut cursor = cursor(now);
    let wanted = cursor.accept(rows);
    let next = state(&cursor);
    next.set_index(4, f64::from(wanted));
    next
}

/// Takes an error: true when it is the service's way to say that there are no more rows.
#[wasm_bindgen(js_name = pageEnds)]
pub fn page_ends(now: &Float64Array, status: u16) -> bool {
    cursor(now).ends(status)
}

fn state(cursor: &Cursor) -> Float64Array {
    let numbers = Float64Array::new_with_length(5);
    numbers.set_index(0, cursor.offset as f64);
    numbers.set_index(1, f64::from(cursor.size));
    numbers.set_index(2, cursor.left.map_or(-1.0, |left| left as f64));
    numbers.set_index(3, f64::from(u8::from(cursor.done)));
    numbers
}

fn cursor(numbers: &Float64Array) -> Cursor {
    let left = numbers.get_index(2);
    Cursor {
        offset: numbers.get_index(0) as u64,
        size: numbers.get_index(1) as u32,
        left: (left >= 0.0).then_some(left as u64),
        done: numbers.get_index(3) != 0.0,
    }
}

/// Member of a page that holds its rows; empty when the page is the bare array.
#[wasm_bindgen(js_name = rowsOf)]
pub fn rows_of(of: &str, path: &str) -> Result<String, JsValue> {
    let generation = generation(of).map_err(thrown)?;
    let endpoint = plan::endpoint(generation, None, path).map_err(thrown)?;
    Ok(String::from(endpoint.page.and_then(|page| page.rows).unwrap_or_default()))
}
