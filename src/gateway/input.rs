//! Reading a query or a JSON body into arguments.

use super::forward::CONTROL_QUERY;
use super::{Config, Incoming};
use crate::error::{Code, Error};
use crate::plan::Arg;
use crate::text;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// Names and values, in the caller's order.
pub(super) type Args<'a> = Vec<(Cow<'a, str>, Arg<'a>)>;

/// A body that may be read: JSON by its type, small by its length.
pub(super) fn acceptable(config: &Config, incoming: &Incoming<'_>) -> Result<(), Error> {
    let media = incoming.content_type.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if !media.eq_ignore_ascii_case("application/json") {
        return Err(Error::new(Code::UnsupportedMediaType, "the body must be application/json"));
    }
    // A length that is no number is counted while reading.
    let length = incoming.content_length.and_then(|length| length.parse::<u64>().ok());
    let read = incoming.body.map(|body| body.len() as u64);
    if length.into_iter().chain(read).any(|bytes| bytes > u64::from(config.max_body_bytes)) {
        let message = format!("the body is larger than {} bytes", config.max_body_bytes);
        return Err(Error::new(Code::PayloadTooLarge, message));
    }
    Ok(())
}

/// Arguments of a query, without the caller's key; control inputs apart, as a query.
pub(super) fn from_query(query: &str) -> Result<(Args<'static>, String), Error> {
    let mut args: Args<'static> = Vec::new();
    let mut control = String::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (Some(name), Some(value)) = (text::decode_query(name), text::decode_query(value)) else {
            let message = "the query has a broken percent-escape, or bytes that are not UTF-8";
            return Err(Error::new(Code::InvalidParameter, message));
        };
        if name == "api_key" {
            continue;
        }
        no_key(&name)?;
        // It makes the service log the query: not for the public.
        if name == "x_debug_request" {
            continue;
        }
        if CONTROL_QUERY.contains(&name.as_str()) {
            text::push_query(&mut control, &name, &value);
            continue;
        }
        push(&mut args, Cow::Owned(name), Arg::Text(Cow::Owned(value)));
    }
    Ok((args, control))
}

/// A key under another name would be taken for a parameter, and could get as far as the service.
fn no_key(name: &str) -> Result<(), Error> {
    let plain = || name.chars().filter(|letter| !matches!(letter, '-' | '_'));
    if ["apikey", "xapikey"]
        .iter()
        .any(|key| plain().map(|letter| letter.to_ascii_lowercase()).eq(key.chars()))
    {
        let message = format!(
            "`{name}` is no parameter: the API key goes into header X-API-Key, or into the query as `api_key`"
        );
        return Err(Error::new(Code::UnknownParameter, message).suggest(Some("api_key")));
    }
    Ok(())
}

/// A repeated name makes a list.
fn push<'a>(args: &mut Args<'a>, name: Cow<'a, str>, value: Arg<'a>) {
    let Some((_, present)) = args.iter_mut().find(|(given, _)| *given == name) else {
        args.push((name, value));
        return;
    };
    match present {
        Arg::List(list) => list.push(value),
        other => {
            let first = std::mem::replace(other, Arg::Null);
            *other = Arg::List(vec![first, value]);
        }
    }
}

/// Arguments of a JSON body.
pub(super) fn from_body(body: &str) -> Result<Args<'_>, Error> {
    let members: Members<'_> = serde_json::from_str(body)
        .map_err(|error| Error::new(Code::InvalidBody, format!("the body must be a JSON object: {error}")))?;
    let mut args = Args::new();
    for (name, raw) in members.0 {
        no_key(&name)?;
        let value = argument(raw)?;
        if args.iter().any(|(given, _)| *given == name) {
            let shown: String = name.chars().take(64).collect();
            return Err(Error::new(Code::InvalidBody, format!("the body has `{shown}` twice")));
        }
        args.push((name, value));
    }
    Ok(args)
}

/// A JSON value as an argument: lists of scalars as lists, everything deeper as its text.
pub(super) fn argument(raw: &RawValue) -> Result<Arg<'_>, Error> {
    let json = raw.get();
    let broken =
        |error: serde_json::Error| Error::new(Code::InvalidBody, format!("the body cannot be read: {error}"));
    Ok(match json.as_bytes().first() {
        Some(b'n') => Arg::Null,
        Some(b't') => Arg::Bool(true),
        Some(b'f') => Arg::Bool(false),
        Some(b'"') => Arg::Text(serde_json::from_str::<Text<'_>>(json).map_err(broken)?.0),
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(json).map_err(broken)?;
            let deep = items.iter().any(|item| item.get().starts_with(['{', '[']));
            if items.is_empty() {
                Arg::Json(Cow::Borrowed("[]"))
            } else if deep {
                Arg::Json(Cow::Borrowed(json))
            } else {
                Arg::List(items.into_iter().map(argument).collect::<Result<_, _>>()?)
            }
        }
        Some(b'{') => Arg::Json(Cow::Borrowed(json)),
        _ => Arg::Number(Cow::Borrowed(json)),
    })
}

/// Borrowed where the JSON has no escape.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// The members of an object in their order, values unread.
pub(super) struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> Members<'a> {
    /// The value of that name, unread.
    pub(super) fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.0.iter().find(|(given, _)| given == name).map(|(_, value)| *value)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some((Text(name), value)) = map.next_entry::<Text<'de>, &'de RawValue>()? {
                    members.push((name, value));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Object)
    }
}
