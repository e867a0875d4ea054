//! Reads the settings of limits: rates, plans, costs, and the source of the client IP.

use super::fault::unknown_setting;
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

const GREATEST: f64 = 1_000_000.0;
const MOST_COST: u64 = 1000;

/// A rate; `Some(None)` for any number.
pub(super) fn rate(place: &str, written: &Value, faults: &mut Vec<String>) -> Option<Option<Rate>> {
    if written == "off" {
        return Some(None);
    }
    let read = match written {
        Value::Object(members) => {
            refuse_others(place, members, ["rate", "burst"], faults);
            let burst = members.get("burst").filter(|burst| !burst.is_null());
            match (number(members.get("rate")), burst.map(|burst| whole(burst, GREATEST as u64))) {
                (Some(rate), None) => Some(Rate::of(rate)),
                (Some(rate), Some(Some(burst))) => Some(Rate { rate, burst }),
                _ => None,
            }
        }
        other => number(Some(other)).map(Rate::of),
    };
    if read.is_none() {
        faults.push(format!("`{place}` must be {RATE}"));
    }
    read.map(Some)
}

/// Requests per second to an upstream; 0 for no limit.
pub(super) fn budget(place: &str, written: &Value, faults: &mut Vec<String>) -> Option<f64> {
    let read = if written == "off" { Some(0.0) } else { number(Some(written)) };
    if read.is_none() {
        // A budget has no burst: services count in ways of their own, and only an even pace suits all.
        faults.push(format!("`{place}` must be {BUDGET}"));
    }
    read
}

fn number(written: Option<&Value>) -> Option<f64> {
    written?.as_f64().filter(|rate| *rate >= 0.001 && *rate <= GREATEST)
}

fn whole(written: &Value, most: u64) -> Option<u32> {
    written
        .as_u64()
        .filter(|number| (1..=most).contains(number))
        .and_then(|number| u32::try_from(number).ok())
}

pub(super) fn plans(place: &str, written: &Value, faults: &mut Vec<String>) -> Option<Vec<(String, Rate)>> {
    let Value::Object(members) = written else {
        faults.push(format!("`{place}` must be {PLANS}"));
        return None;
    };
    let mut plans = Vec::new();
    for (name, written) in members {
        let shown: String = name.chars().take(64).collect();
        if !is_safe_name(name) || !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            faults.push(format!(
                "`{place}`: the name {shown:?} must be a letter and up to 63 letters, digits, `-` and `_`"
            ));
        } else if written == "off" {
            faults.push(format!("`{place}.{shown}` must be a rate: leave the plan out of the keys' records"));
        } else if let Some(Some(rate)) = rate(&format!("{place}.{shown}"), written, faults) {
            plans.push((name.clone(), rate));
        }
    }
    Some(plans)
}

/// Operations that count as more than one request.
pub(super) fn costs(
    place: &str,
    written: &Value,
    faults: &mut Vec<String>,
) -> Option<Vec<(Generation, &'static str, u32)>> {
    let Value::Object(members) = written else {
        faults.push(format!("`{place}` must be {COSTS}"));
        return None;
    };
    let path = |row: &Endpoint| format!("/api/{}{}", row.generation.as_str(), row.path);
    let rows = || V2.iter().chain(V3);
    let mut costs = Vec::new();
    for (name, written) in members {
        let shown: String = name.chars().take(64).collect();
        match (rows().find(|row| path(row) == *name), whole(written, MOST_COST)) {
            (Some(row), Some(cost)) => costs.push((row.generation, row.path, cost)),
            (Some(_), None) => {
                faults.push(format!("`{place}`: {shown:?} must be a whole number from 1 to {MOST_COST}"))
            }
            (None, _) => {
                let paths: Vec<String> = rows().map(path).collect();
                let near = near(name, paths.iter().map(String::as_str));
                let hint = near.map(|near| format!("; did you mean {near:?}?")).unwrap_or_default();
                faults.push(format!("`{place}`: {shown:?} is no path of an operation{hint}"));
            }
        }
    }
    Some(costs)
}

pub(super) fn client(place: &str, written: &Value, faults: &mut Vec<String>) -> Option<ClientIpSource> {
    let members = match written {
        Value::String(word) if word == "cloudflare" => return Some(ClientIpSource::Cloudflare),
        Value::String(word) if word == "socket" => return Some(ClientIpSource::Socket),
        Value::Object(members) => members,
        _ => {
            faults.push(format!("`{place}` must be {CLIENT}"));
            return None;
        }
    };
    refuse_others(place, members, ["header", "trustedProxies"], faults);
    let token = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let header = members.get("header").and_then(Value::as_str);
    let header =
        header.filter(|name| !name.is_empty() && name.bytes().all(token)).map(str::to_ascii_lowercase);
    if header.is_none() {
        faults.push(format!("`{place}.header` must be the name of a header"));
    }
    let listed = members.get("trustedProxies").and_then(Value::as_array).filter(|list| !list.is_empty());
    if listed.is_none() {
        faults.push(format!(
            "`{place}.trustedProxies` must be a list of addresses and blocks such as \"10.0.0.0/8\""
        ));
    }
    let mut trusted = Vec::new();
    for (at, one) in listed.into_iter().flatten().enumerate() {
        match one.as_str().and_then(Block::parse) {
            Some(block) => trusted.push(block),
            None => faults.push(format!(
                "`{place}.trustedProxies[{at}]` must be an address or a block such as \"10.0.0.0/8\""
            )),
        }
    }
    header.map(|header| ClientIpSource::Proxies { header, trusted })
}

fn refuse_others(place: &str, members: &Map<String, Value>, known: [&str; 2], faults: &mut Vec<String>) {
    for name in members.keys().filter(|name| !known.contains(&name.as_str())) {
        let place = format!("{place}.");
        faults.push(unknown_setting(&place, &place, name, near(name, known)));
    }
}
