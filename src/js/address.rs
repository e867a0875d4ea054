//! address.wasm: addresses and hashes.

use super::error::{failure, to_js};
use crate::address::{self, Form, PackOptions};
use crate::error::Error;
use crate::hash;
use js_sys::{Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;

fn thrown(error: impl Into<Error>) -> JsValue {
    failure(&error.into())
}

/// `{ workchain, hash, raw, form, flags }`
#[wasm_bindgen]
pub fn parse(text: &str) -> Result<JsValue, JsValue> {
    let parsed = address::parse(text).map_err(thrown)?;
    let object = Object::new();
    let set =
        |name: &str, value: &JsValue| Reflect::set(&object, &JsValue::from_str(name), value).map(|_| ());
    set("workchain", &JsValue::from(parsed.address.workchain))?;
    set("hash", &Uint8Array::from(parsed.address.hash.as_slice()))?;
    set("raw", &JsValue::from_str(&parsed.address.to_raw()))?;
    let (form, flags) = match parsed.form {
        Form::Raw => ("raw", JsValue::NULL),
        Form::Friendly(flags) => ("friendly", to_js(&flags)),
    };
    set("form", &JsValue::from_str(form))?;
    set("flags", &flags)?;
    Ok(object.into())
}

#[wasm_bindgen]
pub fn detect(text: &str) -> Result<JsValue, JsValue> {
    address::detect(text).map(|found| to_js(&found)).map_err(thrown)
}

#[wasm_bindgen]
pub fn pack(
    text: &str,
    bounceable: Option<bool>,
    test_only: Option<bool>,
    url_safe: bool,
) -> Result<String, JsValue> {
    let options = PackOptions { bounceable, test_only, url_safe };
    address::pack(text, options).map(|friendly| String::from(&*friendly)).map_err(thrown)
}

#[wasm_bindgen]
pub fn unpack(text: &str) -> Result<String, JsValue> {
    address::unpack(text).map(|raw| String::from(&*raw)).map_err(thrown)
}

#[wasm_bindgen(js_name = detectHash)]
pub fn detect_hash(text: &str) -> Result<JsValue, JsValue> {
    hash::detect(text).map(|found| to_js(&found)).map_err(thrown)
}
