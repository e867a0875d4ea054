//! Reads the setting of one upstream: its base URL and its upstream keys.

use super::fault::{FUNCTION, unknown_setting};
use super::limits;
use super::setting::Setting;
use crate::error::near;
use serde_json::Value;

const FIELDS: [&str; 3] = ["baseUrl", "apiKey", "budget"];

/// Reads an upstream: its base URL without a slash at its end, and its budget; `None` for what is absent.
pub(super) fn read_service(
    path: &str,
    value: &Value,
    setting: &Setting,
    faults: &mut Vec<String>,
) -> (Option<String>, Option<f64>) {
    match value {
        Value::String(url) => (read_base_url(path, url, faults), None),
        Value::Object(members) => {
            for name in members.keys().filter(|name| !FIELDS.contains(&name.as_str())) {
                faults.push(unknown_setting(&format!("{path}."), "upstream.", name, near(name, FIELDS)));
            }
            check_keys(&format!("{path}.apiKey"), members.get("apiKey"), faults);
            let budget = members.get("budget").filter(|budget| !budget.is_null());
            let budget =
                budget.and_then(|budget| limits::read_budget(&format!("{path}.budget"), budget, faults));
            let url = match members.get("baseUrl") {
                None | Some(Value::Null) => None,
                Some(Value::String(url)) => read_base_url(&format!("{path}.baseUrl"), url, faults),
                Some(_) => {
                    faults.push(format!("`{path}.baseUrl` must be a base URL, as text"));
                    None
                }
            };
            (url, budget)
        }
        _ => {
            faults.push(format!("`{path}` must be {}", setting.kind.allowed()));
            (None, None)
        }
    }
}

fn read_base_url(setting_path: &str, url: &str, faults: &mut Vec<String>) -> Option<String> {
    let url = url.trim_end_matches('/');
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let is_plain = |text: &str| {
        !text.is_empty()
            && !text.starts_with('/')
            && text.bytes().all(|byte| byte.is_ascii_graphic() && !b"?#@\\".contains(&byte))
    };
    if !rest.is_some_and(is_plain) {
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
        Some("") => "it is empty: leave it out to call without one",
        Some("<API_KEY>") => "it is still the placeholder <API_KEY>",
        Some(key) if !key.bytes().all(|byte| byte.is_ascii_graphic()) => {
            "it has white space, control or non-ASCII characters in it"
        }
        Some(_) => return,
    };
    faults.push(format!("`{path}` must be an API key: {fault}"));
}
