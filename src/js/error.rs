//! Errors on their way out: JSON text, which the shell parses into a `TonEdgeError`.
//!
//! Text, because the object that serde-wasm-bindgen would make costs client.wasm 5 kB for a thing that happens rarely.

use crate::error::Error;
use crate::text::push_json_string;

/// The failure of an error, for `throw`.
#[cfg(any(feature = "js-emulator", feature = "js-gateway", feature = "js-tvm"))]
pub(super) fn failure(error: &Error) -> wasm_bindgen::JsValue {
    wasm_bindgen::JsValue::from_str(&json(error))
}

/// The failure of an error.
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
