//! Reads the settings of limits: rates, plans, costs, and the source of the client IP.

use super::fault::describe_unknown_setting;
use crate::endpoint::{Endpoint, Generation, V2, V3};
use crate::error::near;
use crate::gateway::config::values::clients::{Block, ClientIpSource};
use crate::gateway::config::values::is_safe_name;
use crate::gateway::config::values::limits::Rate;
use serde_json::{Map, Value};

pub(super) const RATE: &str =
    "a number of requests per second from 0.001 to 1000000, `{ rate, burst }`, or \"off\"";
pub(super) const BUDGET: &str = "a number of requests per second from 0.001 to 1000000, or \"off\"";
pub(super) const PLANS: &str =
    "an object of plans, each a number of requests per second or `{ rate, burst }`";
pub(super) const COSTS: &str =
    "an object of paths such as \"/api/v3/traces\", each with a whole number from 1 to 1000";
pub(super) const CLIENT: &str = "\"cloudflare\" or \"socket\" or `{ header, trustedProxies }`";

const MAX_RATE: f64 = 1_000_000.0;
const MAX_COST: u64 = 1000;

/// Reads a rate; `Some(None)` for `"off"`, which means no limit.
pub(super) fn read_rate(path: &str, value: &Value, faults: &mut Vec<String>) -> Option<Option<Rate>> {
    if value == "off" {
        return Some(None);
    }
    let parsed_rate = match value {
        Value::Object(members) => {
            refuse_unknown_fields(path, members, ["rate", "burst"], faults);
            let burst = members.get("burst").filter(|burst| !burst.is_null());
            match (
                parse_number(members.get("rate")),
                burst.map(|burst| parse_whole_number(burst, MAX_RATE as u64)),
            ) {
                (Some(rate), None) => Some(Rate::of(rate)),
                (Some(rate), Some(Some(burst))) => Some(Rate { rate, burst }),
                _ => None,
            }
        }
        value => parse_number(Some(value)).map(Rate::of),
    };
    if parsed_rate.is_none() {
        faults.push(format!("`{path}` must be {RATE}"));
    }
    parsed_rate.map(Some)
}

/// Reads the requests per second to an upstream; 0 for `"off"`, which means no limit.
pub(super) fn read_budget(path: &str, value: &Value, faults: &mut Vec<String>) -> Option<f64> {
    let budget = if value == "off" { Some(0.0) } else { parse_number(Some(value)) };
    if budget.is_none() {
        // The form with `rate` and `burst` is refused: services count in different ways, and only evenly spaced requests
        // suit all of them.
        faults.push(format!("`{path}` must be {BUDGET}"));
    }
    budget
}

fn parse_number(value: Option<&Value>) -> Option<f64> {
    value?.as_f64().filter(|rate| *rate >= 0.001 && *rate <= MAX_RATE)
}

fn parse_whole_number(value: &Value, max: u64) -> Option<u32> {
    value.as_u64().filter(|number| (1..=max).contains(number)).and_then(|number| u32::try_from(number).ok())
}

pub(super) fn read_plans(
    setting_path: &str,
    value: &Value,
    faults: &mut Vec<String>,
) -> Option<Vec<(String, Rate)>> {
    let Value::Object(members) = value else {
        faults.push(format!("`{setting_path}` must be {PLANS}"));
        return None;
    };
    let mut plans = Vec::new();
    for (name, value) in members {
        let excerpt: String = name.chars().take(64).collect();
        if !is_safe_name(name) || !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            faults.push(format!(
                "`{setting_path}`: the name {excerpt:?} must be a letter and up to 63 letters, digits, `-` and `_`"
            ));
        } else if value == "off" {
            faults.push(format!(
                "`{setting_path}.{excerpt}` must be a rate: for no limit, leave `plan` out of the keys' records"
            ));
        } else if let Some(Some(rate)) = read_rate(&format!("{setting_path}.{excerpt}"), value, faults) {
            plans.push((name.clone(), rate));
        }
    }
    Some(plans)
}

/// Reads the operations that count as more than one request.
pub(super) fn read_costs(
    place: &str,
    setting_value: &Value,
    faults: &mut Vec<String>,
) -> Option<Vec<(Generation, &'static str, u32)>> {
    let Value::Object(members) = setting_value else {
        faults.push(format!("`{place}` must be {COSTS}"));
        return None;
    };
    let build_path = |row: &Endpoint| format!("/api/{}{}", row.generation.as_str(), row.path);
    let all_rows = || V2.iter().chain(V3);
    let mut costs = Vec::new();
    for (name, value) in members {
        let excerpt: String = name.chars().take(64).collect();
        match (all_rows().find(|row| build_path(row) == *name), parse_whole_number(value, MAX_COST)) {
            (Some(row), Some(cost)) => costs.push((row.generation, row.path, cost)),
            (Some(_), None) => {
                faults.push(format!("`{place}`: {excerpt:?} must be a whole number from 1 to {MAX_COST}"))
            }
            (None, _) => {
                let paths: Vec<String> = all_rows().map(build_path).collect();
                let nearest_name = near(name, paths.iter().map(String::as_str));
                let hint = nearest_name
                    .map(|nearest_name| format!("; did you mean {nearest_name:?}?"))
                    .unwrap_or_default();
                faults.push(format!("`{place}`: {excerpt:?} is not the path of an operation{hint}"));
            }
        }
    }
    Some(costs)
}

pub(super) fn read_client(
    setting_path: &str,
    value: &Value,
    faults: &mut Vec<String>,
) -> Option<ClientIpSource> {
    let members = match value {
        Value::String(word) if word == "cloudflare" => return Some(ClientIpSource::Cloudflare),
        Value::String(word) if word == "socket" => return Some(ClientIpSource::Socket),
        Value::Object(members) => members,
        _ => {
            faults.push(format!("`{setting_path}` must be {CLIENT}"));
            return None;
        }
    };
    refuse_unknown_fields(setting_path, members, ["header", "trustedProxies"], faults);
    let is_token_byte = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let header = members.get("header").and_then(Value::as_str);
    let header = header
        .filter(|name| !name.is_empty() && name.bytes().all(is_token_byte))
        .map(str::to_ascii_lowercase);
    if header.is_none() {
        faults.push(format!("`{setting_path}.header` must be the name of a header"));
    }
    let proxies = members.get("trustedProxies").and_then(Value::as_array).filter(|list| !list.is_empty());
    if proxies.is_none() {
        faults.push(format!(
            "`{setting_path}.trustedProxies` must be a list of addresses and blocks such as \"10.0.0.0/8\""
        ));
    }
    let mut trusted_blocks = Vec::new();
    for (index, item) in proxies.into_iter().flatten().enumerate() {
        match item.as_str().and_then(Block::parse) {
            Some(block) => trusted_blocks.push(block),
            None => faults.push(format!(
                "`{setting_path}.trustedProxies[{index}]` must be an address or a block such as \"10.0.0.0/8\""
            )),
        }
    }
    header.map(|header| ClientIpSource::Proxies { header, trusted: trusted_blocks })
}

fn refuse_unknown_fields(
    place: &str,
    members: &Map<String, Value>,
    known_names: [&str; 2],
    faults: &mut Vec<String>,
) {
    for name in members.keys().filter(|name| !known_names.contains(&name.as_str())) {
        let place = format!("{place}.");
        faults.push(describe_unknown_setting(&place, &place, name, near(name, known_names)));
    }
}
