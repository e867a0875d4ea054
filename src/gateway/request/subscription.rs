//! The subscription of a stream: the accounts and the types of events, as TON Center's streaming interface writes them.

use super::params::Args;
use crate::address;
use crate::error::{Code, Error, near};
use crate::hash;
use crate::plan::Arg;
use serde::Serialize;
use std::borrow::Cow;

/// The type of events about traces that the caller names; those of all other types are about accounts.
const TRACE: &str = "trace";
/// The types of events that a stream can have.
const TYPES: [&str; 5] = ["transactions", "account_state_change", "actions", TRACE, "jettons_change"];
const FINALITIES: [&str; 3] = ["pending", "confirmed", "finalized"];
/// The longest position that is read: 1000 accounts, each with a tag and a logical time.
const MAX_RESUME_BYTES: usize = 32_768;
/// The maximum number of types of actions: more than there are.
const MAX_ACTION_TYPES: usize = 100;
/// TON Center's status for an invalid subscription.
const BAD_REQUEST: u16 = 400;

/// The accounts, traces and types of events that a stream reports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Subscription {
    /// The accounts in raw form, each once, in the caller's order.
    pub accounts: Vec<String>,
    /// The types of events.
    pub types: Vec<&'static str>,
    /// The normalized hashes of the external messages whose traces are reported, in base64, each once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub traces: Vec<String>,
    /// The types of actions that are reported; empty: all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub action_types: Vec<String>,
    /// Whether the stream reports its own state; `None`: as its transport does by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_state: Option<bool>,
    /// The position after which the stream goes on: the id of an event of an earlier stream.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resume: Option<String>,
    /// The caller's id of the subscription, which the confirmation repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// Reads a subscription from the arguments of a query or a body. Also returns the names of the arguments that have no
/// effect.
pub(in crate::gateway) fn read_subscription(
    args: &Args<'_>,
    last_event_id: Option<&str>,
    max_addresses: u32,
) -> Result<(Subscription, Vec<String>), Error> {
    let mut subscription = Subscription::default();
    let mut ignored_names = Vec::new();
    for (name, value) in args {
        match &**name {
            "addresses" => subscription.accounts = read_accounts(value, max_addresses)?,
            "types" => subscription.types = read_types(value)?,
            "min_finality" => check_finality(value)?,
            "include_state" => subscription.include_state = read_flag(name, value)?,
            "resume" => subscription.resume = read_text(name, value)?,
            "id" => subscription.id = read_text(name, value)?,
            "trace_external_hash_norms" => subscription.traces = read_traces(value, max_addresses)?,
            "action_types" => subscription.action_types = read_action_types(value)?,
            _ if is_without_effect(value) => {}
            _ => ignored_names.push(String::from(&**name)),
        }
    }
    // A browser that reconnects repeats the URL, and sends the newer position in the header.
    if let Some(position) = last_event_id.filter(|position| !position.is_empty()) {
        subscription.resume = Some(String::from(position));
    }
    if subscription.resume.as_ref().is_some_and(|position| position.len() > MAX_RESUME_BYTES) {
        return Err(refuse("resume", format!("the position is longer than {MAX_RESUME_BYTES} bytes")));
    }
    check_combination(&subscription)?;
    Ok((subscription, ignored_names))
}

/// Reads what to remove from a subscription.
pub(in crate::gateway) fn read_unsubscription(
    args: &Args<'_>,
    max_addresses: u32,
) -> Result<Subscription, Error> {
    let mut removed_part = Subscription::default();
    for (name, value) in args {
        match &**name {
            "addresses" => removed_part.accounts = read_accounts(value, max_addresses)?,
            "trace_external_hash_norms" => removed_part.traces = read_traces(value, max_addresses)?,
            "id" => removed_part.id = read_text(name, value)?,
            _ => {}
        }
    }
    if removed_part.accounts.is_empty() && removed_part.traces.is_empty() {
        return Err(refuse("addresses", "`addresses` or `trace_external_hash_norms` are required"));
    }
    Ok(removed_part)
}

/// Checks that each type of event has its accounts or traces, and that all accounts and traces have a type.
fn check_combination(subscription: &Subscription) -> Result<(), Error> {
    let Subscription { accounts, types, traces, .. } = subscription;
    if types.is_empty() {
        return Err(refuse("types", format!("`types` are required: {}", TYPES.join(", "))));
    }
    let has_trace = types.contains(&TRACE);
    if has_trace && traces.is_empty() {
        return Err(refuse(
            "trace_external_hash_norms",
            "type \"trace\" requires `trace_external_hash_norms`",
        ));
    }
    if !has_trace && !traces.is_empty() {
        return Err(refuse("types", "`trace_external_hash_norms` requires type \"trace\""));
    }
    let is_about_accounts = types.iter().any(|known| *known != TRACE);
    if is_about_accounts && accounts.is_empty() {
        return Err(refuse("addresses", "`addresses` are required"));
    }
    if !is_about_accounts && !accounts.is_empty() {
        return Err(refuse("types", "`addresses` require another type than \"trace\""));
    }
    Ok(())
}

fn refuse(parameter: &str, message: impl Into<Cow<'static, str>>) -> Error {
    Error::new(Code::InvalidParameter, message).parameter(String::from(parameter)).status(BAD_REQUEST)
}

/// Returns whether an argument has no effect: `include_metadata: false`, or an empty list.
fn is_without_effect(value: &Arg<'_>) -> bool {
    match value {
        Arg::Null | Arg::Bool(false) => true,
        Arg::Text(text) => text.is_empty() || text == "false",
        Arg::Json(json) => json == "[]",
        _ => false,
    }
}

fn read_flag(name: &str, value: &Arg<'_>) -> Result<Option<bool>, Error> {
    match value {
        Arg::Null => Ok(None),
        Arg::Bool(flag) => Ok(Some(*flag)),
        Arg::Text(text) if text == "true" || text == "false" => Ok(Some(text == "true")),
        _ => Err(refuse(name, format!("`{name}` must be true or false"))),
    }
}

fn read_text(name: &str, value: &Arg<'_>) -> Result<Option<String>, Error> {
    match value {
        Arg::Null => Ok(None),
        Arg::Text(text) => Ok(Some(String::from(&**text))),
        _ => Err(refuse(name, format!("`{name}` must be a text"))),
    }
}

/// Reads a list of texts; in a query, also a text with commas.
fn read_texts<'a>(name: &str, value: &'a Arg<'_>) -> Result<Vec<&'a str>, Error> {
    let refuse_list = || refuse(name, format!("`{name}` must be a list of texts"));
    let texts = match value {
        Arg::Null => Vec::new(),
        Arg::Text(text) => vec![&**text],
        Arg::List(list) => list
            .iter()
            .map(|item| if let Arg::Text(text) = item { Ok(&**text) } else { Err(refuse_list()) })
            .collect::<Result<_, _>>()?,
        Arg::Json(json) if json == "[]" => Vec::new(),
        _ => return Err(refuse_list()),
    };
    Ok(texts.into_iter().flat_map(|text| text.split(',')).filter(|text| !text.is_empty()).collect())
}

fn read_accounts(value: &Arg<'_>, max: u32) -> Result<Vec<String>, Error> {
    let texts = read_texts("addresses", value)?;
    if texts.len() > max as usize {
        return Err(refuse("addresses", format!("too many addresses: {} > max {max}", texts.len())));
    }
    let mut accounts: Vec<String> = Vec::with_capacity(texts.len());
    for (index, text) in texts.into_iter().enumerate() {
        let parsed_address = address::parse(text).map_err(|error| {
            let index = u32::try_from(index).unwrap_or(u32::MAX);
            refuse("addresses", format!("invalid address at position {}: {error}", index.saturating_add(1)))
                .at(index)
        })?;
        let account = parsed_address.address.to_raw().to_string();
        if !accounts.contains(&account) {
            accounts.push(account);
        }
    }
    Ok(accounts)
}

fn read_types(value: &Arg<'_>) -> Result<Vec<&'static str>, Error> {
    let mut types = Vec::new();
    for text in read_texts("types", value)? {
        let Some(known_type) = TYPES.into_iter().find(|known_type| *known_type == text) else {
            let excerpt: String = text.chars().take(64).collect();
            let error = refuse("types", format!("invalid event type: {excerpt}"));
            return Err(error.suggest(near(text, TYPES)));
        };
        if !types.contains(&known_type) {
            types.push(known_type);
        }
    }
    Ok(types)
}

/// Reads the hashes of external messages, in hex or base64.
fn read_traces(value: &Arg<'_>, max: u32) -> Result<Vec<String>, Error> {
    const NAME: &str = "trace_external_hash_norms";
    let texts = read_texts(NAME, value)?;
    if texts.len() > max as usize {
        return Err(refuse(NAME, format!("too many traces: {} > max {max}", texts.len())));
    }
    let mut traces: Vec<String> = Vec::with_capacity(texts.len());
    for (index, text) in texts.into_iter().enumerate() {
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        let parsed_hash = hash::parse(text).map_err(|error| {
            refuse(NAME, format!("invalid hash at position {}: {error}", index.saturating_add(1))).at(index)
        })?;
        let trace = parsed_hash.to_b64().to_string();
        if !traces.contains(&trace) {
            traces.push(trace);
        }
    }
    Ok(traces)
}

fn read_action_types(value: &Arg<'_>) -> Result<Vec<String>, Error> {
    const NAME: &str = "action_types";
    let texts = read_texts(NAME, value)?;
    if texts.len() > MAX_ACTION_TYPES {
        return Err(refuse(
            NAME,
            format!("too many types of actions: {} > max {MAX_ACTION_TYPES}", texts.len()),
        ));
    }
    Ok(texts.into_iter().map(String::from).collect())
}

/// Checks the least finality of events. The gateway reports only final ones, which every choice includes.
fn check_finality(value: &Arg<'_>) -> Result<(), Error> {
    match read_text("min_finality", value)? {
        Some(text) if !FINALITIES.contains(&text.as_str()) => {
            Err(refuse("min_finality", format!("`min_finality` must be one of {}", FINALITIES.join(", "))))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gateway::request::params;

    const RAW: &str = "0:2CF55953E92EFBEADAB7BA725C3F93A0B23F842CBBA72D7B8E6F510A70E422E3";
    const FRIENDLY: &str = "EQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4wJB";

    fn read(body: &str) -> Result<(Subscription, Vec<String>), Error> {
        let (args, _) = params::from_body(body).unwrap();
        read_subscription(&args, None, 2)
    }

    #[test]
    fn a_subscription_is_that_of_the_service() {
        let body = format!(
            r#"{{"addresses":["{RAW}","{FRIENDLY}"],"types":["transactions"],"min_finality":"pending","id":"7","include_metadata":true,"action_types":["ton_transfer"]}}"#
        );
        let (subscription, ignored) = read(&body).unwrap();
        assert_eq!(subscription.accounts, [RAW]);
        assert_eq!(subscription.types, ["transactions"]);
        assert_eq!(subscription.id.as_deref(), Some("7"));
        assert_eq!(subscription.action_types, ["ton_transfer"]);
        assert_eq!(ignored, ["include_metadata"]);
    }

    #[test]
    fn traces_are_those_of_messages() {
        let hex = "00".repeat(32);
        let body = format!(
            r#"{{"types":["trace"],"trace_external_hash_norms":["{hex}","AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]}}"#
        );
        let (subscription, _) = read(&body).unwrap();
        assert_eq!(subscription.traces, ["AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]);
        assert!(subscription.accounts.is_empty());
    }

    #[test]
    fn the_header_of_a_browser_is_newer_than_the_url() {
        let args: Args<'_> =
            [("addresses", FRIENDLY), ("types", "account_state_change,transactions"), ("resume", "old")]
                .map(|(name, value)| (Cow::Borrowed(name), Arg::Text(Cow::Borrowed(value))))
                .into();
        let (subscription, _) = read_subscription(&args, Some("new"), 1).unwrap();
        assert_eq!(subscription.types, ["account_state_change", "transactions"]);
        assert_eq!(subscription.resume.as_deref(), Some("new"));
        let (subscription, _) = read_subscription(&args, None, 1).unwrap();
        assert_eq!(subscription.resume.as_deref(), Some("old"));
    }

    #[test]
    fn an_invalid_subscription_says_what_is_wrong() {
        let list = format!(r#"["{RAW}"]"#);
        for (body, message) in [
            (String::from("{}"), "`types` are required"),
            (String::from(r#"{"types":["transactions"]}"#), "`addresses` are required"),
            (String::from(r#"{"types":["transactions"],"addresses":[]}"#), "`addresses` are required"),
            (format!(r#"{{"types":["trace"],"addresses":{list}}}"#), "requires `trace_external_hash_norms`"),
            (
                format!(
                    r#"{{"types":["trace"],"addresses":{list},"trace_external_hash_norms":["{}"]}}"#,
                    "00".repeat(32)
                ),
                "another type than",
            ),
            (
                String::from(r#"{"types":["trace"],"trace_external_hash_norms":["a"]}"#),
                "invalid hash at position 1",
            ),
            (format!(r#"{{"types":["transaction"],"addresses":{list}}}"#), "invalid event type: transaction"),
            (
                format!(r#"{{"types":"transactions","min_finality":"soon","addresses":{list}}}"#),
                "pending, confirmed",
            ),
            (
                String::from(r#"{"types":["transactions"],"addresses":["EQ"]}"#),
                "invalid address at position 1",
            ),
            (format!(r#"{{"types":["transactions"],"addresses":["{RAW}","{RAW}","{RAW}"]}}"#), "3 > max 2"),
            (String::from(r#"{"types":["transactions"],"addresses":[1]}"#), "must be a list of texts"),
            (
                format!(
                    r#"{{"types":["transactions"],"addresses":{list},"trace_external_hash_norms":["{}"]}}"#,
                    "00".repeat(32)
                ),
                "requires type",
            ),
        ] {
            let error = read(&body).unwrap_err();
            assert!(error.message.contains(message), "{body}: {}", error.message);
            assert_eq!(error.status, Some(400), "{body}");
        }
    }
}
