//! The subscription of a stream: the accounts and the types of events, as TON Center's streaming interface writes them.

use super::params::Args;
use crate::address;
use crate::error::{Code, Error, near};
use crate::plan::Arg;
use serde::Serialize;
use std::borrow::Cow;

/// The types of events that a stream can have.
const TYPES: [&str; 2] = ["transactions", "account_state_change"];
/// The types that only the service's own streams have.
const TYPES_OF_SERVICE: [&str; 3] = ["actions", "trace", "jettons_change"];
const FINALITIES: [&str; 3] = ["pending", "confirmed", "finalized"];
/// The longest position that is read: 1000 accounts, each with a tag and a logical time.
const MAX_RESUME_BYTES: usize = 32_768;
/// The service's answer to an invalid subscription.
const BAD_REQUEST: u16 = 400;

/// What a stream reports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Subscription {
    /// The accounts in raw form, each once, in the caller's order.
    pub accounts: Vec<String>,
    /// The types of events.
    pub types: Vec<&'static str>,
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
    let mut ignored = Vec::new();
    for (name, value) in args {
        match &**name {
            "addresses" => subscription.accounts = read_accounts(value, max_addresses)?,
            "types" => subscription.types = read_types(value)?,
            "min_finality" => check_finality(value)?,
            "resume" => subscription.resume = read_text(name, value)?,
            "id" => subscription.id = read_text(name, value)?,
            "trace_external_hash_norms" if !read_texts(name, value)?.is_empty() => {
                return Err(refuse(
                    name,
                    "`trace_external_hash_norms` requires type \"trace\", which this gateway does not offer",
                ));
            }
            _ if is_without_effect(value) => {}
            _ => ignored.push(String::from(&**name)),
        }
    }
    // A browser that reconnects repeats the URL, and sends the newer position in the header.
    if let Some(position) = last_event_id.filter(|position| !position.is_empty()) {
        subscription.resume = Some(String::from(position));
    }
    if subscription.resume.as_ref().is_some_and(|position| position.len() > MAX_RESUME_BYTES) {
        return Err(refuse("resume", format!("the position is longer than {MAX_RESUME_BYTES} bytes")));
    }
    if subscription.types.is_empty() {
        return Err(refuse("types", "`types` are required: transactions, account_state_change"));
    }
    if subscription.accounts.is_empty() {
        return Err(refuse("addresses", "`addresses` are required"));
    }
    Ok((subscription, ignored))
}

fn refuse(parameter: &str, message: impl Into<Cow<'static, str>>) -> Error {
    Error::new(Code::InvalidParameter, message).parameter(String::from(parameter)).status(BAD_REQUEST)
}

/// Whether an argument asks for nothing: `include_metadata: false`, or an empty list.
fn is_without_effect(value: &Arg<'_>) -> bool {
    match value {
        Arg::Null | Arg::Bool(false) => true,
        Arg::Text(text) => text.is_empty() || text == "false",
        Arg::Json(json) => json == "[]",
        _ => false,
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
        let parsed = address::parse(text).map_err(|error| {
            let index = u32::try_from(index).unwrap_or(u32::MAX);
            refuse("addresses", format!("invalid address at position {}: {error}", index.saturating_add(1)))
                .at(index)
        })?;
        let account = parsed.address.to_raw().to_string();
        if !accounts.contains(&account) {
            accounts.push(account);
        }
    }
    Ok(accounts)
}

fn read_types(value: &Arg<'_>) -> Result<Vec<&'static str>, Error> {
    let mut types = Vec::new();
    for text in read_texts("types", value)? {
        let Some(known) = TYPES.into_iter().find(|known| *known == text) else {
            return Err(describe_unknown_type(text));
        };
        if !types.contains(&known) {
            types.push(known);
        }
    }
    Ok(types)
}

fn describe_unknown_type(text: &str) -> Error {
    if TYPES_OF_SERVICE.contains(&text) {
        let message =
            format!("this gateway does not offer events of type \"{text}\", only {}", TYPES.join(" and "));
        return refuse("types", message);
    }
    let excerpt: String = text.chars().take(64).collect();
    refuse("types", format!("invalid event type: {excerpt}")).suggest(near(text, TYPES))
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
            r#"{{"addresses":["{RAW}","{FRIENDLY}"],"types":["transactions"],"min_finality":"pending","id":"7","include_metadata":true,"action_types":[]}}"#
        );
        let (subscription, ignored) = read(&body).unwrap();
        assert_eq!(subscription.accounts, [RAW]);
        assert_eq!(subscription.types, ["transactions"]);
        assert_eq!(subscription.id.as_deref(), Some("7"));
        assert_eq!(ignored, ["include_metadata"]);
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
            (
                format!(r#"{{"types":["trace"],"addresses":{list}}}"#),
                "does not offer events of type \"trace\"",
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
                    r#"{{"types":["transactions"],"addresses":{list},"trace_external_hash_norms":["a"]}}"#
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
