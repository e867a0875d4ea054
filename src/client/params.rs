//! Parameters, from any type that serde writes as a JSON object.

use super::error::Error;
use crate::endpoint::{Endpoint, Kind};
use crate::error::{self, Code};
use crate::plan::Arg;
use crate::plan::json::{Args, from_body};
use serde::Serialize;

/// Writes parameters as JSON.
pub(super) fn write(params: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(params)
        .map_err(|error| make_parameters_error(format!("the parameters cannot be written as JSON: {error}")))
}

/// Reads parameters from JSON.
pub(super) fn read(json: &str) -> Result<Args<'_>, Error> {
    if json == "null" {
        return Ok(Vec::new());
    }
    from_body(json).map_err(|_| {
        make_parameters_error("the parameters must be an object such as json!({ \"address\": … })")
    })
}

/// Refuses an empty list: it would be sent as no parameter, so the request would have no filter. A stack may be empty,
/// since it is not a filter.
pub(super) fn refuse_empty_lists(endpoint: &Endpoint, args: &Args<'_>) -> Result<(), Error> {
    let is_empty = |arg: &Arg<'_>| match arg {
        Arg::Json(json) => json == "[]",
        Arg::List(items) => items.is_empty(),
        _ => false,
    };
    for (name, arg) in args {
        let filter = endpoint.param(name).filter(|param| param.array && param.kind != Kind::Stack);
        if filter.is_some() && is_empty(arg) {
            let message = format!("`{name}` is an empty list: leave it out, or give one value at least");
            return Err(error::Error::new(Code::InvalidParameter, message)
                .parameter(name.to_string())
                .into());
        }
    }
    Ok(())
}

fn make_parameters_error(message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    error::Error::new(Code::InvalidParameter, message).into()
}
