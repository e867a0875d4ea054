//! Reads arguments from a JSON object.

use super::Arg;
use crate::error::{Code, Error};
use crate::json::{Members, Text};
use crate::text::sort_indices;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Names and values, in the caller's order.
pub(crate) type Args<'a> = Vec<(Cow<'a, str>, Arg<'a>)>;

/// Reads the arguments in a JSON body.
pub(crate) fn from_body(body: &str) -> Result<Args<'_>, Error> {
    let members: Members<'_> = serde_json::from_str(body)
        .map_err(|error| Error::new(Code::InvalidBody, format!("the body must be a JSON object: {error}")))?;
    let mut args = Args::new();
    for (name, raw) in members {
        args.push((name, parse_argument(raw)?));
    }
    let names: Vec<&str> = args.iter().map(|(name, _)| &**name).collect();
    let mut last_name = None;
    for index in sort_indices(&names) {
        let name = names.get(index);
        if last_name.is_some() && name == last_name {
            let excerpt: String = name.into_iter().flat_map(|name| name.chars().take(64)).collect();
            return Err(Error::new(Code::InvalidBody, format!("the body has `{excerpt}` twice")));
        }
        last_name = name;
    }
    Ok(args)
}

/// Reads a JSON value as an argument: lists of scalars as lists, deeper values as their text.
pub(crate) fn parse_argument(raw: &RawValue) -> Result<Arg<'_>, Error> {
    let json = raw.get();
    let json_error =
        |error: serde_json::Error| Error::new(Code::InvalidBody, format!("the body cannot be read: {error}"));
    Ok(match json.as_bytes().first() {
        Some(b'n') => Arg::Null,
        Some(b't') => Arg::Bool(true),
        Some(b'f') => Arg::Bool(false),
        Some(b'"') => Arg::Text(serde_json::from_str::<Text<'_>>(json).map_err(json_error)?.0),
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(json).map_err(json_error)?;
            let has_nested = items.iter().any(|item| item.get().starts_with(['{', '[']));
            if items.is_empty() {
                Arg::Json(Cow::Borrowed("[]"))
            } else if has_nested {
                Arg::Json(Cow::Borrowed(json))
            } else {
                Arg::List(items.into_iter().map(parse_argument).collect::<Result<_, _>>()?)
            }
        }
        Some(b'{') => Arg::Json(Cow::Borrowed(json)),
        _ => Arg::Number(Cow::Borrowed(json)),
    })
}
