//! All pairs of requests: two that share a cache entry cause equal upstream requests, and two that share a request in flight also have
//! equal timeouts.
//!
//! The oracle reads only the upstream requests of a verdict, by its own rules. It compares all requests of one configuration: equal cache
//! keys must have equal meanings.

use super::spelled::{Chance, canonical_value, spell_value};
use super::*;
use std::collections::HashMap;
use ton_edge::endpoint::find;
use ton_edge::gateway::{CacheUse, FORWARDED, read_request};

/// Requests per operation and configuration.
const REQUESTS: usize = 120;

/// Names that no operation has: odd names, names of the gateway's own inputs, and names that resemble an API key.
const STRANGE_NAMES: &[&str] = &[
    "evil",
    "other",
    "x_debug_request",
    "x_no_metadata",
    "x_no_address_book",
    "x_timeout",
    "x-no-metadata",
    "api_key",
    "api_key[]",
    "api.key",
    "API-Key",
    "#x-no-metadata",
    "evil&other",
    "evil=1",
    "?",
    "",
];
const STRANGE_VALUES: &[&str] = &["1", "2", "true", "", "a,b", "1&other=1", "#", " "];
const CONTROL_VALUES: &[&str] = &["true", "false", "1", ""];

/// A request with all its parts.
#[derive(Clone, Debug)]
struct Request {
    method: &'static str,
    url: String,
    headers: Vec<(&'static str, &'static str)>,
    body: Option<String>,
}

fn pick<T: Copy>(chance: &mut Chance, from: &[T]) -> T {
    from[chance.draw_below(from.len())]
}

/// Random arguments of an operation: few values in many spellings.
fn arguments(chance: &mut Chance, row: &'static Endpoint) -> Args {
    let params =
        if chance.draw_below(3) == 0 { samples::full_args(row) } else { samples::required_args(row) };
    let mut args = Args::new();
    for (name, arg) in params {
        let param = row.param(&name).unwrap();
        let count = if matches!(arg, Arg::List(_)) { 1 + chance.draw_below(2) } else { 1 };
        let mut items: Vec<_> = (0..count)
            .map(|_| {
                let value_meaning = canonical_value(param, chance.draw_below(2));
                spell_value(param, row.generation, &value_meaning, chance)
            })
            .collect();
        let list = param.array && param.kind != Kind::Stack;
        let arg = if list { Arg::List(items) } else { items.remove(0) };
        let index = chance.draw_below(args.len() + 1);
        args.insert(index, (name, arg));
    }
    args
}

/// Properties of a body that no operation has.
fn strange_value(chance: &mut Chance) -> Arg<'static> {
    let text = |text: &'static str| Arg::Text(Cow::Borrowed(text));
    match chance.draw_below(6) {
        0 => Arg::from(1),
        1 => Arg::from(true),
        2 => Arg::Null,
        3 => Arg::Json(Cow::Borrowed(r#"{"a":1}"#)),
        4 => Arg::List(vec![text("1"), text("2")]),
        _ => text(pick(chance, STRANGE_VALUES)),
    }
}

fn escape_json(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// A request for an operation in one of its styles, with any further input that a caller may add.
fn request(chance: &mut Chance, row: &'static Endpoint) -> Request {
    let mut args = arguments(chance, row);
    let prefix = ["", "/mainnet", "/testnet"][chance.draw_below(3)];
    let mut paths = vec![row.path];
    paths.extend(row.aliases);
    let path = format!("{prefix}/api/{}{}", row.generation.as_str(), pick(chance, &paths));
    let mut extra_input = String::new();
    for _ in 0..chance.draw_below(3) {
        extra_input.push_str(&match chance.draw_below(3) {
            0 => format!(
                "&{}={}",
                pick(chance, &["x_no_metadata", "x_no_address_book", "x_timeout", "x_debug_request"]),
                pick(chance, CONTROL_VALUES)
            ),
            1 => format!(
                "&{}={}",
                escape_json(pick(chance, STRANGE_NAMES)),
                escape_json(pick(chance, STRANGE_VALUES))
            ),
            _ => String::from("&api_key=a"),
        });
    }
    let mut headers = Vec::new();
    for name in FORWARDED {
        if chance.draw_below(6) == 0 {
            headers.push((*name, pick(chance, CONTROL_VALUES)));
        }
    }
    if chance.draw_below(8) == 0 {
        headers.push(("connection", "x-no-metadata, X-Timeout"));
    }
    let mut styles = Vec::new();
    if row.verb == Verb::Get {
        styles.extend(["GET", "GET", "HEAD"]);
    }
    if row.verb == Verb::Post || row.also_post {
        styles.extend(["POST", "POST"]);
    }
    if row.rpc {
        styles.extend(["rpc", "batch"]);
    }
    let style = pick(chance, &styles);
    if matches!(style, "GET" | "HEAD") {
        return Request {
            method: style,
            url: format!("{path}?{}{extra_input}", query(&args)),
            headers,
            body: None,
        };
    }
    for _ in 0..chance.draw_below(3) {
        let name = pick(chance, STRANGE_NAMES);
        if !args.iter().any(|(given, _)| given == name) {
            let value = strange_value(chance);
            args.push((Cow::Borrowed(name), value));
        }
    }
    headers.push(("content-type", "application/json"));
    let members = samples::json(&args);
    // No name has quotes or backslashes.
    let call = format!(r#"{{"method":"{}","id":{},"params":{members}}}"#, row.name(), chance.draw_below(3));
    let extra = if chance.draw_below(2) == 0 { String::new() } else { format!("?{extra_input}") };
    let (url, body) = match style {
        "POST" => (format!("{path}{extra}"), members),
        "rpc" => (format!("{prefix}/api/v2/jsonRPC{extra}"), call),
        _ => (format!("{prefix}/api/v2/jsonRPC"), format!("[{call},{call}]")),
    };
    Request { method: "POST", url, headers, body: Some(body) }
}

/// The upstream requests of the gateway for a request: none, one, or those of a batch.
fn list_forwards(config: &Config, request: &Request) -> Vec<Forward> {
    let lines: String = request.headers.iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
    let text = format!("{}\n{lines}\n{}", request.method, request.url);
    let (incoming, control) = read_request(&text).unwrap();
    let incoming = Incoming { control: &control, body: request.body.as_deref(), ..incoming };
    match decide(config, &incoming) {
        Verdict::Forward(forward) => vec![forward],
        Verdict::Batch { items, .. } => items
            .into_iter()
            .filter_map(|item| if let Verdict::Forward(forward) = item { Some(forward) } else { None })
            .collect(),
        _ => Vec::new(),
    }
}

/// A control input beside the parameters: its header, and its text in the query.
type Control = (Option<String>, Vec<String>);

/// The meaning of a request for the upstream.
#[derive(Clone, Debug, PartialEq, Eq)]
struct UpstreamMeaning {
    target: String,
    params: BTreeMap<String, Vec<String>>,
    unknown_params: BTreeMap<(&'static str, String), Vec<String>>,
    controls: BTreeMap<String, Control>,
    headers: BTreeMap<String, String>,
}

fn decode_percent(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut remaining_bytes = text.bytes();
    while let Some(byte) = remaining_bytes.next() {
        bytes.push(match byte {
            b'%' => {
                let pair: Vec<u8> = remaining_bytes.by_ref().take(2).collect();
                u8::from_str_radix(std::str::from_utf8(&pair).unwrap(), 16).unwrap()
            }
            b'+' => b' ',
            byte => byte,
        });
    }
    String::from_utf8(bytes).unwrap()
}

/// The value as a parameter of its kind reads it.
fn read_meaning(param: &Param, generation: Generation, text: &str) -> String {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    match param.kind {
        Kind::Address | Kind::AddressOrNull => {
            address::parse(text).map_or_else(|_| text.into(), |found| found.address.to_raw().to_string())
        }
        Kind::Hash | Kind::AccountHash if generation == Generation::V3 => {
            hash::parse_prefixed(text).unwrap().to_hex().to_string()
        }
        Kind::Hash | Kind::AccountHash => hash::parse(text).unwrap().to_hex().to_string(),
        Kind::Lt | Kind::Int | Kind::Utime | Kind::ShardDec => text.parse::<i128>().unwrap().to_string(),
        Kind::Dec => text.trim_start_matches('0').into(),
        Kind::ShardHex if text.starts_with('-') => text.parse::<i64>().unwrap().cast_unsigned().to_string(),
        Kind::ShardHex => u64::from_str_radix(digits, 16).unwrap().to_string(),
        // Hexadecimal first, as the upstream reads it.
        Kind::Opcode => u32::from_str_radix(digits, 16)
            .unwrap_or_else(|_| text.parse::<i64>().unwrap() as u32)
            .to_string(),
        _ => text.into(),
    }
}

/// A JSON value as values of a parameter; only methods differ by its type.
fn list_values(param: Option<&Param>, value: &Json) -> Vec<String> {
    match value {
        Json::Array(items) if param.is_some_and(|param| param.array && param.kind != Kind::Stack) => {
            items.iter().flat_map(|item| list_values(param, item)).collect()
        }
        Json::String(text) if param.is_some_and(|param| param.kind == Kind::Method) => {
            vec![format!("name {text}")]
        }
        Json::String(text) => vec![text.clone()],
        other => vec![other.to_string()],
    }
}

fn upstream_meaning(config: &Config, forward: &Forward) -> UpstreamMeaning {
    let target = forward.url.strip_prefix(config.upstream(forward.network)).unwrap();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let target = format!("{:?} {path}", forward.network);
    let generation = forward.generation;
    let path = path.strip_prefix("/api/").unwrap().split_at(generation.as_str().len()).1;
    let row = find::by_path(generation, forward.verb, path).unwrap();
    let mut meaning = UpstreamMeaning {
        target,
        params: BTreeMap::new(),
        unknown_params: BTreeMap::new(),
        controls: BTreeMap::new(),
        headers: BTreeMap::new(),
    };
    for (name, value) in &forward.headers {
        if FORWARDED.contains(&name.as_ref()) {
            meaning.controls.entry(name.to_string()).or_default().0 = Some(value.clone());
        } else if !matches!(name.as_ref(), "accept" | "content-type" | "tracestate") {
            meaning.headers.insert(name.to_string(), value.clone());
        }
    }
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (decode_percent(name), decode_percent(value));
        if let Some(control) = FORWARDED.iter().find(|control| control.replace('-', "_") == name) {
            meaning.controls.entry((*control).into()).or_default().1.push(value);
        } else if let Some(param) = row.param(&name) {
            let value = if param.kind == Kind::Method { format!("name {value}") } else { value };
            meaning.params.entry(name).or_default().push(read_meaning(param, generation, &value));
        } else {
            meaning.unknown_params.entry(("query", name)).or_default().push(value);
        }
    }
    if let Some(body) = &forward.body {
        let members: BTreeMap<String, Json> = serde_json::from_str(body).unwrap();
        for (name, value) in members {
            match row.param(&name) {
                Some(param) => {
                    let values = list_values(Some(param), &value);
                    let values = values.iter().map(|value| read_meaning(param, generation, value));
                    meaning.params.entry(name).or_default().extend(values);
                }
                None => meaning
                    .unknown_params
                    .entry(("body", name))
                    .or_default()
                    .extend(list_values(None, &value)),
            }
        }
    }
    for (name, values) in &mut meaning.params {
        let param = row.param(name).unwrap();
        // The values are looked up one by one, so order and repetition do not matter.
        if matches!(
            param.kind,
            Kind::Address | Kind::AddressOrNull | Kind::AddressText | Kind::AccountHash | Kind::Hash
        ) && param.array
        {
            values.sort();
            values.dedup();
        }
    }
    meaning.params.retain(|name, values| !is_implied(row.param(name).unwrap(), values));
    // Equal values count once, wherever and however often they are sent.
    for (header, values) in meaning.controls.values_mut() {
        let mut control_values: Vec<&String> = header.iter().chain(values.iter()).collect();
        control_values.dedup();
        if let [value] = control_values[..] {
            (*header, *values) = (Some(value.clone()), Vec::new());
        }
    }
    meaning
}

/// Whether these values are what the upstream uses without the parameter, and specification and server agree on them.
fn is_implied(param: &Param, values: &[String]) -> bool {
    let is_server_default = match param.server_default {
        Some(Value::Int(number)) => number.to_string(),
        Some(Value::Bool(flag)) => flag.to_string(),
        Some(Value::Text(text) | Value::Texts(&[text])) => text.into(),
        _ => return false,
    };
    values == [is_server_default] && (param.default.is_none() || param.default == param.server_default)
}

/// The key of the request in flight that a request joins. Without a separate field it is the cache key.
fn flight_key(cache_use: &CacheUse) -> String {
    let cache_use_json = serde_json::to_value(cache_use).unwrap();
    String::from(cache_use_json["flight"].as_str().unwrap_or(&cache_use.key))
}

/// Splits a meaning into the timeout and the rest.
fn split_timeout(mut meaning: UpstreamMeaning) -> (UpstreamMeaning, Option<Control>) {
    let timeout = meaning.controls.remove("x-timeout");
    (meaning, timeout)
}

/// Compares all pairs of requests of a configuration that share a name by `name_of`: their upstream requests
/// must be equal in the part that `part_of` takes.
fn compare<T: PartialEq + std::fmt::Debug>(
    json: &str,
    seed: u64,
    name_of: impl Fn(&CacheUse) -> String,
    part_of: impl Fn(UpstreamMeaning) -> T,
) {
    let config = Config::from_json(json).unwrap();
    let mut random = Chance(seed);
    let mut requests_by_name: HashMap<String, (T, Request)> = HashMap::new();
    let mut shared_count = 0;
    for row in cached_rows() {
        for _ in 0..REQUESTS {
            let request = request(&mut random, row);
            for forward in list_forwards(&config, &request) {
                let Some(cache_use) = &forward.cache_use else { continue };
                let part = part_of(upstream_meaning(&config, &forward));
                let name = name_of(cache_use);
                match requests_by_name.get(&name) {
                    None => drop(requests_by_name.insert(name, (part, request.clone()))),
                    Some((first, other)) => {
                        shared_count += usize::from(other.url != request.url || other.body != request.body);
                        assert_eq!(*first, part, "{name}\n{other:?}\n{request:?}");
                    }
                }
            }
        }
    }
    assert!(
        shared_count > 1000 && requests_by_name.len() > 500,
        "{shared_count} pairs of different requests, {} names",
        requests_by_name.len()
    );
}

const STRICT_SETTINGS: &str = "{}";
const FORWARD_SETTINGS: &str = r#"{"unknownParameters":"forward"}"#;
const TESTNET_SETTINGS: &str = r#"{"network":"testnet","unknownParameters":"forward"}"#;

#[test]
fn requests_that_share_an_entry_send_the_same_upstream() {
    for (seed, json) in (1..).zip([STRICT_SETTINGS, FORWARD_SETTINGS, TESTNET_SETTINGS]) {
        compare(json, seed, |cache_use| cache_use.key.clone(), |meaning| split_timeout(meaning).0);
    }
}

#[test]
fn requests_that_share_a_flight_send_the_same_with_the_same_timeout() {
    for (seed, json) in (11..).zip([STRICT_SETTINGS, FORWARD_SETTINGS, TESTNET_SETTINGS]) {
        compare(json, seed, flight_key, split_timeout);
    }
}

/// No input of a caller makes the upstream log, changes its responses unnoticed, or looks like an API key.
#[test]
fn debugging_and_keys_never_go_upstream() {
    for (seed, json) in (21..).zip([STRICT_SETTINGS, FORWARD_SETTINGS, TESTNET_SETTINGS]) {
        let config = Config::from_json(json).unwrap();
        let mut chance = Chance(seed);
        let mut all = 0;
        for row in cached_rows() {
            for _ in 0..REQUESTS {
                let request = request(&mut chance, row);
                for forward in list_forwards(&config, &request) {
                    all += 1;
                    for (_, name) in upstream_meaning(&config, &forward).unknown_params.keys() {
                        let letters_only: String =
                            name.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
                        assert!(
                            !["apikey", "xapikey", "xdebugrequest"].contains(&&*letters_only),
                            "{request:?}"
                        );
                    }
                }
            }
        }
        assert!(all > 5000, "{all}");
    }
}
