//! Reads the setting of one upstream: its base URL, its upstream keys, its budget and its weight.

use super::fault::{FUNCTION, describe_unknown_setting};
use super::limits;
use super::setting::Setting;
use crate::error::near;
use serde_json::Value;

const FIELDS: [&str; 4] = ["baseUrl", "apiKey", "budget", "weight"];

/// The greatest weight of an upstream.
const MAX_WEIGHT: u32 = 1000;

/// The setting of an upstream; a field is `None` if it is absent.
#[derive(Default)]
pub(in crate::gateway) struct Service {
    /// The base URL, without a slash at its end.
    pub base_url: Option<String>,
    /// Requests per second; 0 for no limit.
    pub budget: Option<f64>,
    /// The share of first attempts, relative to the other weights of the network.
    pub weight: Option<u32>,
}

/// Reads an upstream.
pub(super) fn read_service(
    path: &str,
    value: &Value,
    setting: &Setting,
    faults: &mut Vec<String>,
) -> Service {
    match value {
        Value::String(url) => Service { base_url: read_base_url(path, url, faults), ..Service::default() },
        Value::Object(members) => {
            for name in members.keys().filter(|name| !FIELDS.contains(&name.as_str())) {
                faults.push(describe_unknown_setting(
                    &format!("{path}."),
                    "upstream.",
                    name,
                    near(name, FIELDS),
                ));
            }
            check_keys(&format!("{path}.apiKey"), members.get("apiKey"), faults);
            let budget = members.get("budget").filter(|budget| !budget.is_null());
            let budget =
                budget.and_then(|budget| limits::read_budget(&format!("{path}.budget"), budget, faults));
            let weight = members.get("weight").filter(|weight| !weight.is_null());
            let weight = weight.map(|weight| read_weight(&format!("{path}.weight"), weight, faults));
            let base_url = match members.get("baseUrl") {
                None | Some(Value::Null) => None,
                Some(Value::String(url)) => read_base_url(&format!("{path}.baseUrl"), url, faults),
                Some(_) => {
                    faults.push(format!("`{path}.baseUrl` must be a base URL, as text"));
                    None
                }
            };
            Service { base_url, budget, weight }
        }
        _ => {
            faults.push(format!("`{path}` must be {}", setting.kind.allowed()));
            Service::default()
        }
    }
}

/// Reads a weight; a wrong one counts as 1, so that only its own fault is reported.
fn read_weight(path: &str, value: &Value, faults: &mut Vec<String>) -> u32 {
    let weight = value.as_u64().and_then(|weight| u32::try_from(weight).ok());
    weight.filter(|weight| *weight <= MAX_WEIGHT).unwrap_or_else(|| {
        faults.push(format!("`{path}` must be a whole number from 0 to {MAX_WEIGHT}"));
        1
    })
}

fn read_base_url(setting_path: &str, url: &str, faults: &mut Vec<String>) -> Option<String> {
    let url = url.trim_end_matches('/');
    let authority = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let is_plain = |text: &str| {
        !text.is_empty()
            && !text.starts_with('/')
            && text.bytes().all(|byte| byte.is_ascii_graphic() && !b"?#@\\".contains(&byte))
    };
    if !authority.is_some_and(is_plain) {
        faults.push(format!(
            "`{setting_path}` must be a base URL such as \"https://toncenter.com\", without query or user"
        ));
    } else if ["/api", "/api/v2", "/api/v3", "/jsonRPC"].iter().any(|end| url.ends_with(end)) {
        faults.push(format!("`{setting_path}` must be the base URL: leave out the path from /api on"));
    }
    Some(String::from(url))
}

/// Checks an API key, a list of API keys, or a function that returns one of these.
fn check_keys(path: &str, value: Option<&Value>, faults: &mut Vec<String>) {
    match value {
        None | Some(Value::Null) => {}
        Some(Value::Array(list)) => {
            for (index, key) in list.iter().enumerate() {
                check_key(&format!("{path}[{index}]"), key, faults);
            }
        }
        Some(Value::String(text)) if text == FUNCTION => {}
        Some(key) => check_key(path, key, faults),
    }
}

fn check_key(path: &str, value: &Value, faults: &mut Vec<String>) {
    let fault = match value.as_str() {
        None => "expected a string, an array of strings or a function",
        Some("") => "it is empty: remove it to send requests without an API key",
        Some("<API_KEY>") => "it is still the placeholder <API_KEY>",
        Some(key) if !key.bytes().all(|byte| byte.is_ascii_graphic()) => {
            "it contains white space, control characters or non-ASCII characters"
        }
        Some(_) => return,
    };
    faults.push(format!("`{path}` must be an API key: {fault}"));
}
