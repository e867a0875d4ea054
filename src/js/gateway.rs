//! gateway.wasm: verdicts on requests and on replies.

use super::error::failure;
use crate::endpoint::Generation;
use crate::error::{Code, Error};
use crate::gateway::{self, Config, FORWARDED, Incoming, KEPT, Lookup, Record};
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

/// What the shell needs of a configuration: numbers, and the services in the order in which they are used.
#[derive(Serialize)]
struct Settled<'a> {
    timeout: u32,
    mainnet: &'a [String],
    testnet: &'a [String],
}

/// What the shell needs of the configuration with that number.
#[wasm_bindgen]
pub fn settled(number: u32) -> Result<JsValue, JsValue> {
    let config = config(number)?;
    Ok(to_js(&Settled { timeout: config.timeout, mainnet: &config.mainnet, testnet: &config.testnet }))
}

/// Checks the record of a caller's key: the same as JSON, or why it is none.
#[wasm_bindgen(js_name = keyRecord)]
pub fn key_record(json: &str) -> Result<String, JsValue> {
    let record = Record::from_json(json).map_err(|error| failure(&error))?;
    Ok(serde_json::to_string(&record).unwrap_or_default())
}

/// The verdict on a request; `body` and `lookup` once they were asked for, `too_large` when the body turned out to be
/// too large.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "an object would be read member by member, at a price")]
pub fn decide(
    number: u32,
    method: &str,
    url: &str,
    headers: &HeadersLike,
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
    let control: Vec<(&str, String)> =
        FORWARDED.iter().filter_map(|name| Some((*name, header(headers, name)?))).collect();
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
        body: body.as_deref(),
        lookup: lookup.as_ref(),
        now,
    };
    Ok(if too_large {
        to_js(&gateway::too_large(&config, &incoming))
    } else {
        to_js(&gateway::decide(&config, &incoming))
    })
}

/// What becomes of the service's answer; `status` 0 when there was none.
#[wasm_bindgen]
pub fn finish(v3: bool, testnet: bool, problem: bool, status: u16, reason: Option<String>) -> JsValue {
    let generation = if v3 { Generation::V3 } else { Generation::V2 };
    let network = if testnet { Network::Testnet } else { Network::Mainnet };
    to_js(&gateway::finish(generation, network, problem, status, reason.as_deref()))
}
