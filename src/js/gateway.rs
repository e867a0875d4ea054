//! gateway.wasm: verdicts on requests and on replies.

use super::error::failure;
use crate::endpoint::Generation;
use crate::error::{Code, Error};
use crate::gateway::{
    self, About, Attempt, Config, FORWARDED, Incoming, KEPT, Lookup, Record, TRACED, Turn, Verdict, cache,
};
use crate::network::Network;
use serde::Serialize;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Any value as JSON: one text crosses faster than an object, whose every name and value is a crossing of its own.
fn json<T: Serialize>(value: &T) -> Result<String, JsValue> {
    serde_json::to_string(value).map_err(|error| failure(&Error::new(Code::Internal, error.to_string())))
}

std::thread_local! {
    /// Written when a gateway is made and only read afterwards; made again by the shell after a reset.
    static CONFIGS: RefCell<Vec<Rc<Config>>> = const { RefCell::new(Vec::new()) };
}

/// Headers as HTTP/1.1 writes them: `name: value` and CR LF, names in lower case. One text for all of them, since reading
/// each by a call of its own costs more than all the rest of a verdict.
#[derive(Clone, Copy)]
struct Headers<'a>(&'a str);

impl<'a> Headers<'a> {
    fn all(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0.split_terminator("\r\n").filter_map(|line| line.split_once(": "))
    }

    fn get(self, name: &str) -> Option<&'a str> {
        self.all().find(|(given, _)| *given == name).map(|(_, value)| value)
    }

    /// A character of a header is a byte of it.
    fn bytes(self) -> u32 {
        u32::try_from(self.0.chars().count()).unwrap_or(u32::MAX)
    }
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
pub fn services(number: u32) -> Result<String, JsValue> {
    #[derive(Serialize)]
    struct Services<'a> {
        mainnet: &'a [String],
        testnet: &'a [String],
    }
    let config = config(number)?;
    json(&Services { mainnet: &config.mainnet, testnet: &config.testnet })
}

/// Settings of the cache, and the names of the service's response headers that are kept in it.
#[wasm_bindgen]
pub fn caching(number: u32) -> Result<String, JsValue> {
    #[derive(Serialize)]
    struct Caching<'a> {
        #[serde(flatten)]
        settings: gateway::Caching,
        stored: &'a [&'static str],
    }
    json(&Caching { settings: config(number)?.cache, stored: gateway::STORED })
}

/// For how long an answer to that question holds; `null`: it must not be kept.
#[wasm_bindgen]
pub fn keep(
    number: u32,
    key: &str,
    status: u16,
    cache_control: Option<String>,
    body: &str,
) -> Result<String, JsValue> {
    json(&cache::judge(&*config(number)?, key, status, cache_control.as_deref(), body))
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
    headers: &str,
    id: &str,
    body: Option<String>,
    too_large: bool,
    lookup: Option<String>,
    now: f64,
) -> Result<String, JsValue> {
    let config = config(number)?;
    let headers = Headers(headers);
    let lookup = lookup.as_deref().map(Lookup::from_json);
    // What the caller's connection is told by `Connection` is for that connection only (RFC 9110, section 7.6.1).
    let hop = headers.get("connection").unwrap_or_default().to_ascii_lowercase();
    let hop: Vec<&str> = hop.split(',').map(str::trim).collect();
    let control: Vec<(&str, String)> = headers
        .all()
        .filter(|(name, _)| FORWARDED.iter().chain(TRACED).any(|known| known == name) && !hop.contains(name))
        .map(|(name, value)| (name, String::from(value)))
        .collect();
    let incoming = Incoming {
        method,
        url,
        origin: headers.get("origin"),
        accept: headers.get("accept"),
        content_type: headers.get("content-type"),
        content_length: headers.get("content-length"),
        key: headers.get("x-api-key"),
        cache_control: headers.get("cache-control"),
        header_bytes: headers.bytes(),
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
    json(&Decided { about, verdict: &verdict })
}

/// Whom to ask first, by the breakers of that network.
#[wasm_bindgen]
pub fn begin(number: u32, testnet: bool, states: &[f64], now: f64) -> Result<String, JsValue> {
    json(&gateway::begin(&*config(number)?, network(testnet), states, now))
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
) -> Result<String, JsValue> {
    let attempt = Attempt {
        generation: if v3 { Generation::V3 } else { Generation::V2 },
        network: network(testnet),
        problem,
        reads,
        failure: failure.as_deref(),
        ..measured(numbers).ok_or_else(miscounted)?
    };
    json(&gateway::finish(&*config(number)?, &attempt, states))
}

/// The answer where no service may be asked for `wait` milliseconds.
#[wasm_bindgen]
pub fn unavailable(v3: bool, testnet: bool, problem: bool, wait: f64) -> Result<String, JsValue> {
    let generation = if v3 { Generation::V3 } else { Generation::V2 };
    json(&gateway::unavailable(generation, problem, network(testnet), wait))
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
