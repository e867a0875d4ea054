//! gateway.wasm: the decisions of the gateway on requests, attempts and responses.

use super::error::failure;
use crate::abi::gateway::MeasuredAttempt;
use crate::endpoint::Generation;
use crate::error::{Code, Error};
use crate::gateway::config::values::limits::Budgets;
use crate::gateway::config::values::operation_selection::nearest;
use crate::gateway::limits::policy::{Limit, select_request_limit};
use crate::gateway::{
    self, About, Attempt, Config, FORWARDED, Header, Images, Incoming, Lagging, Lookup, Overload, READ,
    RETURNED, Record, Selection, Streaming, TRACED, UpstreamPick, Verdict, cache,
};
use crate::network::Network;
use serde::Serialize;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Writes a value as JSON: passing one text to JavaScript is faster than an object, whose names and values are passed one
/// by one.
fn json<T: Serialize>(value: &T) -> Result<String, JsValue> {
    serde_json::to_string(value).map_err(|error| failure(&Error::new(Code::Internal, error.to_string())))
}

std::thread_local! {
    /// Configurations by their numbers. A configuration is stored when a gateway is created, and only read afterwards. If
    /// JavaScript loads a new module, it stores its configurations again.
    static CONFIGS: RefCell<Vec<Rc<Config>>> = const { RefCell::new(Vec::new()) };
}

/// Checks and stores a configuration. Returns its number for the calls below.
#[wasm_bindgen]
pub fn configure(json: &str) -> Result<u32, JsValue> {
    let config = Config::from_json(json).map_err(|error| failure(&error))?;
    CONFIGS.with_borrow_mut(|configs| {
        configs.push(Rc::new(config));
        Ok(u32::try_from(configs.len() - 1).unwrap_or(u32::MAX))
    })
}

fn config(number: u32) -> Result<Rc<Config>, JsValue> {
    let config = CONFIGS.with_borrow(|configs| configs.get(number as usize).cloned());
    config.ok_or_else(|| failure(&Error::new(Code::Internal, "no configuration has this number")))
}

/// Returns the names of the request headers that the core reads, and of the upstream's response headers that the
/// gateway returns.
#[wasm_bindgen]
pub fn headers() -> Result<String, JsValue> {
    #[derive(Serialize)]
    struct Headers {
        read: Vec<&'static str>,
        returned: &'static [&'static str],
    }
    json(&Headers { read: [READ, FORWARDED, TRACED].concat(), returned: RETURNED })
}

/// Returns the part of a configuration that JavaScript needs: base URLs of the upstreams (whose indices the calls below
/// use), headers of every response, the header with the client IP, budgets and limits.
#[wasm_bindgen]
pub fn settled(number: u32) -> Result<String, JsValue> {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct GatewaySettings<'a> {
        mainnet: &'a [String],
        testnet: &'a [String],
        headers: Vec<Header>,
        client: Option<&'a str>,
        budgets: &'a Budgets,
        requests: Option<Limit>,
        /// The names of the plans.
        plans: Vec<&'a str>,
        overload: Overload,
        deadline: f64,
        retries: u32,
        max_attempts: u32,
        first_byte_timeout: u32,
        probe_wait: u32,
        behind_wait: u32,
        max_behind: u32,
        breaker_failures: u32,
        streaming: Option<Streaming>,
        images: Option<&'a Images>,
        log_client: &'static str,
        version: &'static str,
        /// The minimum number of characters of an admin token that a function returns.
        least_token: usize,
        /// The greatest `maxUrlBytes` and `maxHeaderBytes`: JavaScript never passes longer texts.
        most_url: u32,
        most_headers: u32,
    }
    let config = config(number)?;
    json(&GatewaySettings {
        mainnet: &config.mainnet,
        testnet: &config.testnet,
        headers: gateway::always(&config),
        client: config.limits.client.header(),
        budgets: &config.limits.budgets,
        requests: select_request_limit(&config.limits),
        plans: config.limits.plans.iter().map(|(name, _)| name.as_str()).collect(),
        overload: config.overload,
        deadline: config.deadline,
        retries: config.retries,
        max_attempts: config.max_attempts,
        first_byte_timeout: config.first_byte_timeout,
        probe_wait: config.probe_wait,
        behind_wait: config.behind_wait,
        max_behind: config.max_behind,
        breaker_failures: config.breaker.failures,
        streaming: config.streaming,
        images: config.images.as_ref(),
        log_client: config.log_client,
        version: env!("CARGO_PKG_VERSION"),
        least_token: gateway::LEAST_TOKEN,
        most_url: gateway::greatest("maxUrlBytes"),
        most_headers: gateway::greatest("maxHeaderBytes"),
    })
}

/// Returns the client that sends a request, by the lines `@peer` and `@client` of [`gateway::read_request`].
#[wasm_bindgen]
pub fn client(number: u32, lines: &str) -> Result<String, JsValue> {
    let request = ["GET\n", lines, "\n/"].concat();
    let (incoming, _) = gateway::read_request(&request).ok_or_else(make_missing_part_error)?;
    json(&gateway::client(&*config(number)?, &incoming))
}

/// Returns the response to a request that is refused before it is read; `null` if it is served nevertheless. `reason`
/// is the code of the refusal.
#[wasm_bindgen]
pub fn refuse(number: u32, request: &str, reason: &str, wait: f64) -> Result<String, JsValue> {
    let config = config(number)?;
    let (incoming, _) = gateway::read_request(request).ok_or_else(make_missing_part_error)?;
    let code = Code::ALL.iter().copied().find(|code| code.as_str() == reason).unwrap_or(Code::Internal);
    json(&gateway::refuse(&config, &incoming, code, wait))
}

/// Returns the response to a caller who may retry in `wait` milliseconds; `quota` names the used-up quota of the API
/// key, if any.
#[wasm_bindgen]
pub fn limited(v3: bool, problem: bool, wait: f64, quota: Option<String>) -> Result<String, JsValue> {
    let generation = if v3 { Generation::V3 } else { Generation::V2 };
    json(&gateway::limited(generation, problem, wait, quota.as_deref()))
}

/// Returns the settings of the cache, and the names of the service's response headers that it stores.
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

/// Returns the fault of a response's body, if any, and how long the response may be cached. `key` is the cache key of the
/// request, if it is cacheable.
#[wasm_bindgen]
pub fn inspect(
    number: u32,
    key: Option<String>,
    status: u16,
    cache_control: Option<String>,
    body: &str,
) -> Result<String, JsValue> {
    json(&cache::inspect(&*config(number)?, key.as_deref(), status, cache_control.as_deref(), body))
}

/// Checks the record of a caller's key: returns it as JSON, or the reason why it is invalid.
#[wasm_bindgen(js_name = keyRecord)]
pub fn key_record(json: &str) -> Result<String, JsValue> {
    let record = Record::from_json(json).map_err(|error| failure(&error))?;
    Ok(serde_json::to_string(&record).unwrap_or_default())
}

/// Returns the names of a JSON list that select no operation, each with a similar name: `[[name, similar name or null],
/// ...]`.
#[wasm_bindgen(js_name = unknownOperations)]
pub fn unknown_operations(names: &str) -> Result<String, JsValue> {
    let names: Vec<String> = serde_json::from_str(names)
        .map_err(|error| failure(&Error::new(Code::Internal, error.to_string())))?;
    let unknown_names = Selection::parse(&names).err().unwrap_or_default();
    json(&unknown_names.iter().map(|name| (name, nearest(name))).collect::<Vec<_>>())
}

/// A verdict, and network and operation of the request if the verdict does not contain them.
#[derive(Serialize)]
struct Decision<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<About>,
    verdict: &'a Verdict,
}

/// Returns the verdict on a request in the form of [`gateway::read_request`]. `header_bytes` is the size of all its
/// headers; `body` and `lookup` are passed after an earlier verdict has requested them.
#[wasm_bindgen]
pub fn decide(
    number: u32,
    request: &str,
    header_bytes: f64,
    body: Option<String>,
    lookup: Option<String>,
) -> Result<String, JsValue> {
    let config = config(number)?;
    let lookup = lookup.as_deref().map(Lookup::from_json);
    let (incoming, control) = gateway::read_request(request).ok_or_else(make_missing_part_error)?;
    let incoming = Incoming {
        control: &control,
        header_bytes: header_bytes as u32,
        body: body.as_deref(),
        lookup: lookup.as_ref(),
        ..incoming
    };
    let (target, verdict) = gateway::decide_about(&config, &incoming);
    let target = (!matches!(verdict, Verdict::Forward(_))).then_some(target);
    json(&Decision { about: target, verdict: &verdict })
}

/// Returns the verdict on a request whose body is too large.
#[wasm_bindgen(js_name = decideTooLarge)]
pub fn decide_too_large(number: u32, request: &str, header_bytes: f64) -> Result<String, JsValue> {
    let config = config(number)?;
    let (incoming, control) = gateway::read_request(request).ok_or_else(make_missing_part_error)?;
    let incoming = Incoming { control: &control, header_bytes: header_bytes as u32, ..incoming };
    json(&Decision { about: Some(About::default()), verdict: &gateway::too_large(&config, &incoming) })
}

/// Returns the upstream for the first attempt, by the breakers and weights of the network. `chance` is a random number
/// from 0 to 1; `lagging` has a bit for each upstream that lags.
#[wasm_bindgen]
pub fn begin(
    number: u32,
    testnet: bool,
    states: &[f64],
    lagging: u32,
    now: f64,
    chance: f64,
) -> Result<String, JsValue> {
    json(&gateway::begin(&*config(number)?, network(testnet), states, Lagging(lagging), now, chance))
}

/// Returns the second upstream for a hedged read, by the breakers of the network. `upstream` already has the request, in a
/// round that began with `first`.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "JavaScript passes numbers one by one, without a conversion")]
pub fn hedge(
    number: u32,
    testnet: bool,
    states: &[f64],
    lagging: u32,
    upstream: u32,
    first: u32,
    now: f64,
) -> Result<String, JsValue> {
    let slow_upstream = UpstreamPick { upstream, first, ..UpstreamPick::default() };
    json(&gateway::hedge(&*config(number)?, network(testnet), states, Lagging(lagging), slow_upstream, now))
}

fn network(testnet: bool) -> Network {
    if testnet { Network::Testnet } else { Network::Mainnet }
}

/// Decides on an attempt by the reason why it has no response, its `MeasuredAttempt`, and the breakers.
#[wasm_bindgen]
pub fn finish(
    number: u32,
    failure: Option<String>,
    numbers: &[f64],
    states: &[f64],
) -> Result<String, JsValue> {
    let attempt_numbers = MeasuredAttempt::read(numbers).ok_or_else(make_missing_part_error)?;
    let attempt = Attempt {
        generation: if attempt_numbers.is_v3 > 0.0 { Generation::V3 } else { Generation::V2 },
        network: network(attempt_numbers.is_testnet > 0.0),
        problem: attempt_numbers.problem > 0.0,
        reads: attempt_numbers.reads > 0.0,
        failure: failure.as_deref(),
        pick: UpstreamPick {
            upstream: attempt_numbers.upstream as u32,
            key_index: attempt_numbers.key_index as u32,
            tried: attempt_numbers.tried as u32,
            refusals: attempt_numbers.refusals as u32,
            first: attempt_numbers.first as u32,
        },
        status: attempt_numbers.status as u16,
        retry_after: (!attempt_numbers.retry_after.is_nan()).then_some(attempt_numbers.retry_after),
        attempts: attempt_numbers.attempts as u32,
        elapsed: attempt_numbers.elapsed,
        counts: attempt_numbers.counts > 0.0,
        keys: attempt_numbers.keys as u32,
        began: attempt_numbers.began,
        now: attempt_numbers.now,
        chance: attempt_numbers.chance,
        lagging: Lagging(attempt_numbers.lagging as u32),
    };
    json(&gateway::finish(&*config(number)?, &attempt, states))
}

/// Returns the response while no upstream may be called for `wait` milliseconds.
#[wasm_bindgen]
pub fn unavailable(v3: bool, testnet: bool, problem: bool, wait: f64) -> Result<String, JsValue> {
    let generation = if v3 { Generation::V3 } else { Generation::V2 };
    json(&gateway::unavailable(generation, problem, network(testnet), wait))
}

/// Returns the response to a read that requires block `required`, while the newest block that an upstream is known to
/// have is `reached`.
#[wasm_bindgen]
pub fn behind(v3: bool, problem: bool, required: u32, reached: Option<u32>) -> Result<String, JsValue> {
    let generation = if v3 { Generation::V3 } else { Generation::V2 };
    json(&gateway::behind(generation, problem, required, reached))
}

/// Returns the response to a read that requires a transaction at the logical time `required`, while the latest one that a
/// response has shown is `shown`.
#[wasm_bindgen(js_name = behindAccount)]
pub fn behind_account(
    v3: bool,
    problem: bool,
    required: &str,
    shown: Option<String>,
) -> Result<String, JsValue> {
    let generation = if v3 { Generation::V3 } else { Generation::V2 };
    json(&gateway::behind_account(generation, problem, required, shown.as_deref()))
}

/// Returns the response to a read that requires a transaction, although its operation shows none.
#[wasm_bindgen(js_name = noLogicalTime)]
pub fn no_logical_time(v3: bool, problem: bool) -> Result<String, JsValue> {
    let generation = if v3 { Generation::V3 } else { Generation::V2 };
    json(&gateway::no_logical_time(generation, problem))
}

/// Returns the next step of a readiness check; `responses` is the JSON list of the upstream's responses, `{ status,
/// body }`.
#[wasm_bindgen(js_name = checkReadiness)]
pub fn check_readiness(number: u32, testnet: bool, responses: &str, now: f64) -> Result<String, JsValue> {
    json(&gateway::check_readiness(
        &*config(number)?,
        network(testnet),
        &gateway::ProbeResponse::list(responses),
        now,
    ))
}

/// Returns the response of `/readyz`; `services` is the JSON of all checked upstreams.
#[wasm_bindgen]
pub fn report(number: u32, services: &str) -> Result<String, JsValue> {
    json(&gateway::report(&*config(number)?, services))
}

/// Returns the response to a request for a picture that cannot be served.
#[wasm_bindgen(js_name = refuseImage)]
pub fn refuse_image(problem: bool, reason: &str) -> Result<String, JsValue> {
    json(&gateway::refuse_image(problem, reason))
}

fn make_missing_part_error() -> JsValue {
    failure(&Error::new(Code::Internal, "a request or an attempt lacks a part"))
}
