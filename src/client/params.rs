//! Parameters, from whatever serde can write as a JSON object.

use super::error::Error;
use crate::error::{self, Code};
use crate::plan::json::{Args, from_body};
use serde::Serialize;

/// Parameters as JSON.
pub(super) fn write(params: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(params)
        .map_err(|error| wrong(format!("the parameters cannot be written as JSON: {error}")))
}

/// Parameters from JSON.
pub(super) fn read(json: &str) -> Result<Args<'_>, Error> {
    if json == "null" {
        return Ok(Vec::new());
    }
    from_body(json).map_err(|_| wrong("the parameters must be an object such as json!({ \"address\": … })"))
}

fn wrong(message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    error::Error::new(Code::InvalidParameter, message).into()
}
