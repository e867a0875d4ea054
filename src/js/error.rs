//! Errors on their way out: plain objects with the fields of [`Error`].

use crate::error::Error;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

/// Any value as plain objects, arrays, strings and numbers.
pub(super) fn to_js<T: Serialize>(value: &T) -> JsValue {
    // Fails for maps with odd keys and numbers beyond 2^53 only: our types have neither.
    value.serialize(&Serializer::json_compatible()).unwrap_or(JsValue::NULL)
}

/// The failure object of an error, for `throw`.
pub(super) fn failure(error: &Error) -> JsValue {
    to_js(error)
}
