//! Errors for JavaScript, as JSON text, which JavaScript parses into a `TonEdgeError`.
//!
//! Objects made by serde-wasm-bindgen would add 5 kB to client.wasm, and errors are rare.

use crate::error::Error;
use crate::text::push_json_string;

/// Returns the value to throw for an error.
#[cfg(any(feature = "js-emulator", feature = "js-gateway", feature = "js-tvm"))]
pub(super) fn failure(error: &Error) -> wasm_bindgen::JsValue {
    wasm_bindgen::JsValue::from_str(&json(error))
}

/// Writes an error as JSON.
pub(super) fn json(error: &Error) -> String {
    let mut json = String::from("{\"code\":");
    push_json_string(&mut json, error.code.as_str());
    for (name, text) in [
        ("message", Some(&error.message)),
        ("parameter", error.parameter.as_ref()),
        ("suggestion", error.suggestion.as_ref()),
    ] {
        if let Some(text) = text {
            push_member(&mut json, name);
            push_json_string(&mut json, text);
        }
    }
    for (name, number) in [
        ("index", error.index.map(i64::from)),
        ("status", error.status.map(i64::from)),
        ("exitCode", error.exit_code.map(i64::from)),
    ] {
        if let Some(number) = number {
            push_member(&mut json, name);
            json.push_str(&crate::text::write_int(number));
        }
    }
    json.push('}');
    json
}

fn push_member(json: &mut String, name: &str) {
    json.push(',');
    push_json_string(json, name);
    json.push(':');
}
