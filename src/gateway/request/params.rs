//! Reads the parameters of a request, in a query or in a JSON body, as arguments.

use super::incoming::Incoming;
use crate::error::{Code, Error};
use crate::gateway::config::Config;
use crate::gateway::header::CONTROL_QUERY;
use crate::json::{ExceededLimit, check_size};
use crate::plan::{Arg, json};
use crate::text::{self, sort_indices};
use std::borrow::Cow;

pub(in crate::gateway) use crate::json::Members;
pub(in crate::gateway) use crate::plan::json::{Args, parse_argument};

/// Checks the headers of a body: its type must be JSON, uncompressed, and its length within the limit.
pub(in crate::gateway) fn check_body_headers(config: &Config, incoming: &Incoming<'_>) -> Result<(), Error> {
    let media_type = incoming.content_type.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if !media_type.eq_ignore_ascii_case("application/json") {
        let message = "the body must be application/json: send it with `Content-Type: application/json`";
        return Err(Error::new(Code::UnsupportedMediaType, message));
    }
    if incoming.content_encoding.is_some_and(|coding| !coding.trim().eq_ignore_ascii_case("identity")) {
        let message = "the body must not be compressed: send it without `Content-Encoding`";
        return Err(Error::new(Code::UnsupportedMediaType, message));
    }
    // Without a valid length, the bytes are counted while reading.
    let length = incoming.content_length.and_then(|length| length.parse::<u64>().ok());
    let body_length = incoming.body.map(|body| body.len() as u64);
    if length.into_iter().chain(body_length).any(|bytes| bytes > u64::from(config.max_body_bytes)) {
        let message = format!("the body is larger than {} bytes", config.max_body_bytes);
        return Err(Error::new(Code::PayloadTooLarge, message));
    }
    Ok(())
}

/// Checks the depth and the number of values of a JSON body before it is parsed.
pub(in crate::gateway) fn check_json_size(config: &Config, body: &str) -> Result<(), Error> {
    check_size(body, config.max_json_depth, config.max_json_members).map_err(|excess| match excess {
        ExceededLimit::Depth => Error::new(
            Code::JsonTooDeep,
            format!("the body nests deeper than {} levels", config.max_json_depth),
        ),
        ExceededLimit::Members => Error::new(
            Code::TooManyMembers,
            format!("the body has more than {} members and items", config.max_json_members),
        ),
    })
}

/// Reads the arguments of a query, without the caller's API key; control options are returned separately, as a query.
pub(in crate::gateway) fn from_query(config: &Config, query: &str) -> Result<(Args<'static>, String), Error> {
    let mut params: Vec<(String, String)> = Vec::new();
    let mut control = String::new();
    for (count, pair) in query.split('&').filter(|pair| !pair.is_empty()).enumerate() {
        if count >= config.max_parameters as usize {
            let message = format!("the query has more than {} parameters", config.max_parameters);
            return Err(Error::new(Code::TooManyParameters, message));
        }
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (Some(name), Some(value)) = (text::decode_query(name), text::decode_query(value)) else {
            let message = "the query has a broken percent-escape, or bytes that are not UTF-8";
            return Err(Error::new(Code::InvalidParameter, message));
        };
        if name == "api_key" {
            continue;
        }
        refuse_key(&name)?;
        if take_control(&name, &value, &mut control) {
            continue;
        }
        params.push((name, value));
    }
    Ok((group_by_name(params), control))
}

/// Sorts arguments by name; a repeated name makes a list.
fn group_by_name(mut params: Vec<(String, String)>) -> Args<'static> {
    let order = sort_indices(&params.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>());
    let mut args: Args<'static> = Vec::new();
    for index in order {
        let Some((name, value)) = params.get_mut(index).map(std::mem::take) else { continue };
        let value = Arg::Text(Cow::Owned(value));
        match args.last_mut().filter(|(last, _)| *last == name) {
            Some((_, arg)) => append_value(arg, value),
            None => args.push((Cow::Owned(name), value)),
        }
    }
    args
}

/// Appends a control option to `control`; false for a parameter. Drops `x_debug_request`: callers must not make the
/// upstream log the query.
fn take_control(name: &str, value: &str, control: &mut String) -> bool {
    if name == "x_debug_request" {
        return true;
    }
    let is_control = CONTROL_QUERY.contains(&name);
    if is_control {
        text::push_query(control, name, value);
    }
    is_control
}

/// Refuses an API key under another name: it would count as a parameter, and could be sent to the upstream.
fn refuse_key(name: &str) -> Result<(), Error> {
    // Servers of other languages read `api.key`, `api_key[]` and `api_key[0]` as `api_key`.
    let mut letters =
        name.bytes().rev().filter(u8::is_ascii_alphabetic).map(|letter| letter.to_ascii_lowercase());
    if b"yekipa".iter().all(|letter| letters.next() == Some(*letter)) {
        let name: String = name.chars().take(64).collect();
        let message = format!(
            "`{name}` is not a parameter: pass the API key in the header X-API-Key, or in the query as `api_key`"
        );
        return Err(Error::new(Code::UnknownParameter, message).suggest(Some("api_key")));
    }
    Ok(())
}

fn append_value<'a>(arg: &mut Arg<'a>, value: Arg<'a>) {
    match arg {
        Arg::List(list) => list.push(value),
        scalar => {
            let first_value = std::mem::replace(scalar, Arg::Null);
            *scalar = Arg::List(vec![first_value, value]);
        }
    }
}

/// Reads the arguments of a JSON body, which must not have an API key; control options are returned separately, as a
/// query.
pub(in crate::gateway) fn from_body(body: &str) -> Result<(Args<'_>, String), Error> {
    let mut args = json::from_body(body)?;
    args.iter().try_for_each(|(name, _)| refuse_key(name))?;
    let mut control = String::new();
    args.retain(|(name, value)| match value {
        Arg::Text(value) | Arg::Number(value) => !take_control(name, value, &mut control),
        Arg::Bool(flag) => !take_control(name, if *flag { "true" } else { "false" }, &mut control),
        _ => !take_control(name, "", &mut String::new()),
    });
    Ok((args, control))
}
