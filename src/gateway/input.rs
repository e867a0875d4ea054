//! Reading a query or a JSON body into arguments.

use super::forward::CONTROL_QUERY;
use super::{Config, Incoming};
use crate::error::{Code, Error};
use crate::plan::{Arg, json};
use crate::text;
use std::borrow::Cow;

pub(super) use crate::json::Members;
pub(super) use crate::plan::json::{Args, argument};

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

/// Arguments of a JSON body, in which no key may stand.
pub(super) fn from_body(body: &str) -> Result<Args<'_>, Error> {
    let args = json::from_body(body)?;
    args.iter().try_for_each(|(name, _)| no_key(name))?;
    Ok(args)
}
