//! client.wasm: planning a call, judging its reply, turning its pages.

use super::args::{self, Fault};
use super::error::failure;
use crate::endpoint::{Endpoint, Generation, Verb};
use crate::error::{Code, Error};
use crate::network::Network;
use crate::plan::{self, Plan, Unknown};
use crate::reply::{self, Answer, Facts, Shape};
use gloo_net::http::{Method, RequestBuilder};
use js_sys::{Array, JsString, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

/// What is thrown: the failure, or with what the caller's own code threw the pair of both.
pub(super) fn thrown(fault: impl Into<Fault>) -> JsValue {
    let fault = fault.into();
    let failure = failure(&fault.error);
    match fault.cause {
        Some(cause) => Array::of2(&failure, &cause).into(),
        None => failure,
    }
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
        let paged = if crate::page::is_paged(row) { " paged" } else { "" };
        lines.push_str(&format!("{} {} {}{paged}\n", row.generation.as_str(), row.verb.as_str(), row.name()));
    }
    lines
}

/// Base URL of a network's hosted service.
#[wasm_bindgen(js_name = networkUrl)]
pub fn network_url(network: &str) -> Result<String, JsValue> {
    Network::parse(network).map(|network| String::from(network.base_url())).map_err(thrown)
}

/// Checks parameters and sends nothing.
#[wasm_bindgen]
pub fn check(of: &str, path: &str, params: &JsValue) -> Result<(), JsValue> {
    let generation = generation(of).map_err(thrown)?;
    let endpoint = plan::endpoint(generation, None, path).map_err(thrown)?;
    let args = args::read(endpoint, params).map_err(thrown)?;
    plan::plan_call(endpoint, &args, Unknown::Refuse).map(|_| ()).map_err(thrown)
}

/// The plan of a call, and its arguments.
pub(super) fn planned(
    endpoint: &'static Endpoint,
    params: &JsValue,
    extra: &JsValue,
) -> Result<(Plan, args::Args), Fault> {
    let mut args = args::read(endpoint, params)?;
    let plan = plan::plan_call(endpoint, &args, Unknown::Refuse)?;
    if extra.is_undefined() || extra.is_null() {
        return Ok((plan, args));
    }
    // Names that the row has were checked all the same.
    args.extend(args::read(endpoint, extra)?);
    let plan = plan::plan_call(endpoint, &args, Unknown::Forward)?;
    Ok((plan, args))
}

/// Checks the parameters and builds the `Request`; `extra` is sent unchecked. The shell adds the client's headers.
///
/// What came out besides: the URL without the key in `shown`, the only form that errors and hooks get to see.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "numbers and strings cross cheaply, an options object does not")]
pub fn request(
    of: &str,
    path: &str,
    by: Option<String>,
    params: &JsValue,
    extra: &JsValue,
    base_url: &str,
    query_key: Option<String>,
    signal: Option<AbortSignal>,
    shown: &Array,
) -> Result<web_sys::Request, JsValue> {
    let generation = generation(of).map_err(thrown)?;
    let asked = verb(by).map_err(thrown)?;
    let endpoint = plan::endpoint(generation, asked, path).map_err(thrown)?;
    let (planned, _) = planned(endpoint, params, extra).map_err(thrown)?;

    let mut url = format!("{base_url}{}", planned.target());
    shown.push(&JsValue::from_str(&url));
    shown.push(&JsValue::from_bool(planned.endpoint.idempotent));
    if let Some(key) = query_key {
        url.push(if planned.query.is_empty() { '?' } else { '&' });
        let mut pair = String::new();
        crate::text::push_query(&mut pair, "api_key", &key);
        url.push_str(&pair);
    }
    let method = if planned.verb == Verb::Post { Method::POST } else { Method::GET };
    let mut builder = RequestBuilder::new(&url)
        .method(method)
        .redirect(web_sys::RequestRedirect::Manual)
        .abort_signal(signal.as_ref());
    for (name, value) in &planned.headers {
        builder = builder.header(name, value);
    }
    let built = match planned.body {
        Some(body) => builder.header("content-type", "application/json").body(body),
        None => builder.build(),
    };
    built.map(web_sys::Request::from).map_err(|error| {
        let message = format!("the request cannot be built: {error}");
        thrown(Error::new(Code::InvalidOption, message).parameter("baseUrl"))
    })
}

/// Judges a reply: returns its result or throws a failure. `shape` is 0 empty, 1 not JSON, 2 JSON in `body`.
#[wasm_bindgen]
pub fn settle(of: &str, status: u16, shape: u8, body: &JsValue) -> Result<JsValue, JsValue> {
    let generation = generation(of).map_err(thrown)?;
    // Own data of a freshly parsed JSON value: reading it runs nobody's code.
    let member = |name: &str| Reflect::get(body, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED);
    let object = shape == 2 && body.is_object() && !Array::is_array(body);
    if !object {
        let shape = match shape {
            0 => Shape::Empty,
            1 => Shape::NotJson,
            _ if Array::is_array(body) => Shape::Array,
            _ => Shape::Scalar,
        };
        reply::classify(generation, status, &Facts::bare(shape)).map_err(thrown)?;
        return Ok(body.clone());
    }
    let error_member = member("error");
    let error = text_of(&error_member).or_else(|| {
        Reflect::get(&error_member, &JsValue::from_str("message")).ok().as_ref().and_then(text_of)
    });
    let result = member("result");
    let result_text = if error.is_none() && status >= 400 { text_of(&result) } else { None };
    let ok = member("ok");
    let facts = Facts {
        shape: Shape::Object,
        ok: if ok.is_undefined() { None } else { Some(ok.is_truthy() && ok.as_bool().is_some()) },
        error: error.as_deref(),
        has_result: !result.is_undefined(),
        result: result_text.as_deref(),
        code: member("code")
            .as_f64()
            .filter(|code| code % 1.0 == 0.0 && code.abs() < 1e9)
            .map(|code| code as i32),
    };
    match reply::classify(generation, status, &facts).map_err(thrown)? {
        Answer::Whole => Ok(body.clone()),
        Answer::Result => Ok(result),
    }
}

/// The beginning of a text member: enough for a message, and never a copy of megabytes.
fn text_of(value: &JsValue) -> Option<String> {
    value.dyn_ref::<JsString>().map(|text| String::from(text.slice(0, 1000)))
}
