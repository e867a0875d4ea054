//! gateway.wasm: verdicts on requests and on replies.

use super::error::failure;
use crate::endpoint::Generation;
use crate::error::{Code, Error};
use crate::gateway::{
    self, About, Attempt, Config, FORWARDED, Incoming, KEPT, Lookup, Record, TRACED, Turn, Verdict,
};
use crate::network::Network;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Any value as plain objects, arrays, strings and numbers.
fn to_js<T: Serialize>(value: &T) -> JsValue {
    // Fails for maps with odd keys and numbers beyond 2^53 only: our types have neither.
    value.serialize(&Serializer::json_compatible()).unwrap_or(JsValue::NULL)
}

std::thread_local! {
    /// Written when a gateway is made and only read afterwards; made again by the shell after a reset.
    static CONFIGS: RefCell<Vec<Rc<Config>>> = const { RefCell::new(Vec::new()) };
}

#[wasm_bindgen]
extern "C" {
    /// `Headers` of whatever runtime, by its one method that we call.
    pub type HeadersLike;

    #[wasm_bindgen(method, structural, catch)]
    fn get(this: &HeadersLike, name: &str) -> Result<Option<String>, JsValue>;
}

fn header(headers: &HeadersLike, name: &str) -> Option<String> {
    headers.get(name).ok().flatten()
}

/// Checks a configuration and keeps it: its number for the calls below.
#[wasm_bindgen]
pub fn configure(json: &str) -> Result<u32, JsValue> {
    let config = Config::from_json(json).map_err(|error| failure(&error))?;
    CONFIGS.with_borrow_mut(|configs| {
        configs.push(Rc::new(config));
        Ok(u32::try_from(configs.len() - 1).unwrap_or(u32::MAX))
    })
}

fn config(number: u32) -> Result<Rc<Config>, JsValue> {
    let found = CONFIGS.with_borrow(|configs| configs.get(number as usize).cloned());
    found.ok_or_else(|| failure(&Error::new(Code::Internal, "this gateway was not configured")))
}

/// Names of the service's response headers that are passed on.
#[wasm_bindgen(js_name = keptHeaders)]
pub fn kept_headers() -> Vec<String> {
    KEPT.iter().map(|name| String::from(*name)).collect()
}

/// Base URLs of the services on both networks, as the calls below count them.
#[wasm_bindgen]
pub fn services(number: u32) -> Result<JsValue, JsValue> {
    #[derive(Serialize)]
    struct Services<'a> {
        mainnet: &'a [String],
        testnet: &'a [String],
    }
    let config = config(number)?;
    Ok(to_js(&Services { mainnet: &config.mainnet, testnet: &config.testnet }))
}

/// Checks the record of a caller's key: the same as JSON, or why it is none.
#[wasm_bindgen(js_name = keyRecord)]
pub fn key_record(json: &str) -> Result<String, JsValue> {
    let record = Record::from_json(json).map_err(|error| failure(&error))?;
    Ok(serde_json::to_string(&record).unwrap_or_default())
}

/// A verdict, and what it is about.
#[derive(Serialize)]
struct Decided<'a> {
    about: About,
    verdict: &'a Verdict,
}

/// The verdict on a request; `body` and `lookup` once they were asked for, `too_large` when the body turned out to be
/// too large.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "plain values cross faster than an object")]
pub fn decide(
    number: u32,
    method: &str,
    url: &str,
    headers: &HeadersLike,
    id: &str,
    body: Option<String>,
    too_large: bool,
    header_bytes: u32,
    lookup: Option<String>,
    now: f64,
) -> Result<JsValue, JsValue> {
    let config = config(number)?;
    let [origin, accept, content_type, content_length, key] =
        ["origin", "accept", "content-type", "content-length", "x-api-key"].map(|name| header(headers, name));
    let lookup = lookup.as_deref().map(Lookup::from_json);
    // What the caller's connection is told by `Connection` is for that connection only (RFC 9110, section 7.6.1).
    let hop = header(headers, "connection").unwrap_or_default().to_ascii_lowercase();
    let hop: Vec<&str> = hop.split(',').map(str::trim).collect();
    let control: Vec<(&str, String)> = FORWARDED
        .iter()
        .chain(TRACED)
        .filter(|name| !hop.contains(*name))
        .filter_map(|name| Some((*name, header(headers, name)?)))
        .collect();
    let incoming = Incoming {
        method,
        url,
        origin: origin.as_deref(),
        accept: accept.as_deref(),
        content_type: content_type.as_deref(),
        content_length: content_length.as_deref(),
        key: key.as_deref(),
        header_bytes,
        control: &control,
        id,
        body: body.as_deref(),
        lookup: lookup.as_ref(),
        now,
    };
    let (about, verdict) = if too_large {
        (About::default(), gateway::too_large(&config, &incoming))
    } else {
        gateway::decide_about(&config, &incoming)
    };
    Ok(to_js(&Decided { about, verdict: &verdict }))
}

/// Whom to ask first, by the breakers of that network.
#[wasm_bindgen]
pub fn begin(number: u32, testnet: bool, states: &[f64], now: f64) -> Result<JsValue, JsValue> {
    Ok(to_js(&gateway::begin(&*config(number)?, network(testnet), states, now)))
}

fn network(testnet: bool) -> Network {
    if testnet { Network::Testnet } else { Network::Mainnet }
}

/// What becomes of an attempt: flags of its verdict, why there is no answer, its numbers, and the breakers.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "plain values cross faster than an object")]
pub fn finish(
    number: u32,
    v3: bool,
    testnet: bool,
    problem: bool,
    reads: bool,
    failure: Option<String>,
    numbers: &[f64],
    states: &[f64],
) -> Result<JsValue, JsValue> {
    let attempt = Attempt {
        generation: if v3 { Generation::V3 } else { Generation::V2 },
        network: network(testnet),
        problem,
        reads,
        failure: failure.as_deref(),
        ..measured(numbers).ok_or_else(miscounted)?
    };
    Ok(to_js(&gateway::finish(&*config(number)?, &attempt, states)))
}

/// The answer where no service may be asked for `wait` milliseconds.
#[wasm_bindgen]
pub fn unavailable(v3: bool, testnet: bool, problem: bool, wait: f64) -> JsValue {
    let generation = if v3 { Generation::V3 } else { Generation::V2 };
    to_js(&gateway::unavailable(generation, problem, network(testnet), wait))
}

fn miscounted() -> JsValue {
    failure(&Error::new(Code::Internal, "an attempt is eleven numbers"))
}

/// An attempt's numbers, in the order of `upstream.js`.
fn measured(numbers: &[f64]) -> Option<Attempt<'static>> {
    let &[status, retry_after, attempts, elapsed, upstream, key, tried, refusals, keys, now, chance] =
        numbers
    else {
        return None;
    };
    let [attempts, upstream, key, tried, refusals, keys] =
        [attempts, upstream, key, tried, refusals, keys].map(|number| number as u32);
    Some(Attempt {
        generation: Generation::V3,
        network: Network::Mainnet,
        problem: false,
        reads: false,
        failure: None,
        turn: Turn { upstream, key, tried, refusals },
        status: status as u16,
        retry_after: (!retry_after.is_nan()).then_some(retry_after),
        attempts,
        elapsed,
        keys,
        now,
        chance,
    })
}
