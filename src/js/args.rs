//! JavaScript parameters as arguments: read by typed getters, guided by the row.

use crate::endpoint::{Endpoint, Kind};
use crate::error::{Code, Error};
use crate::plan::Arg;
use js_sys::{Function, JSON, JsString, Object, Reflect, Uint8Array};
use std::borrow::Cow;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// `Array.isArray` throws for a revoked proxy, and nothing may be thrown across our frames.
    #[wasm_bindgen(js_namespace = Array, js_name = isArray, catch)]
    fn try_is_array(value: &JsValue) -> Result<bool, JsValue>;
}

fn is_array(value: &JsValue) -> bool {
    try_is_array(value).unwrap_or(false)
}

/// What went wrong, with the value that the caller's own code threw, if it did.
pub(super) struct Fault {
    pub(super) error: Error,
    pub(super) cause: Option<JsValue>,
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self { error, cause: None }
    }
}

/// Arguments by their names.
pub(super) type Args = Vec<(Cow<'static, str>, Arg<'static>)>;

/// The own enumerable members of a parameter object.
pub(super) fn read(endpoint: &Endpoint, params: &JsValue) -> Result<Args, Fault> {
    if params.is_undefined() || params.is_null() {
        return Ok(Vec::new());
    }
    if !params.is_object() || params.is_function() || is_array(params) {
        let message = "the parameters must be an object such as { address: \"EQ...\" }";
        return Err(Error::new(Code::InvalidParameter, message).into());
    }
    // A proxy may throw at every step.
    let keys = Reflect::own_keys(params).map_err(|cause| unreadable("the parameters", cause))?;
    let mut args = Vec::new();
    for key in keys.iter() {
        let Some(name) = key.as_string() else {
            return Err(Error::new(Code::UnknownParameter, "a parameter's name is a symbol").into());
        };
        let value = Reflect::get(params, &key).map_err(|cause| unreadable(&format!("`{name}`"), cause))?;
        if value.is_undefined() || value.is_null() {
            continue;
        }
        let kind = endpoint.param(&name).map(|param| param.kind);
        let arg = argument(kind, &name, &value)?;
        args.push((Cow::Owned(name), arg));
    }
    Ok(args)
}

fn unreadable(what: &str, cause: JsValue) -> Fault {
    let error = Error::new(Code::InvalidParameter, format!("{what} cannot be read: reading it throws"));
    Fault { error, cause: Some(cause) }
}

fn wrong(name: &str, what: &str) -> Fault {
    let message = format!("`{name}` {what}");
    Error::new(Code::InvalidParameter, message).parameter(String::from(name)).into()
}

fn argument(kind: Option<Kind>, name: &str, value: &JsValue) -> Result<Arg<'static>, Fault> {
    if matches!(kind, Some(Kind::Stack | Kind::Object)) {
        return as_json(name, value);
    }
    if let Some(text) = value.dyn_ref::<JsString>() {
        // Half a pair has no UTF-8 form: it would travel as another text.
        if !text.is_valid_utf16() {
            return Err(wrong(name, "has half of a surrogate pair, which is no text"));
        }
        return Ok(Arg::Text(Cow::Owned(String::from(text))));
    }
    if let Some(flag) = value.as_bool() {
        return Ok(Arg::Bool(flag));
    }
    if let Some(number) = value.as_f64() {
        return whole(name, number);
    }
    if value.is_bigint() {
        let text = value.dyn_ref::<js_sys::BigInt>().and_then(|big| big.to_string(10).ok());
        let text = text.ok_or_else(|| wrong(name, "is a bigint that cannot be read"))?;
        return Ok(Arg::Number(Cow::Owned(String::from(text))));
    }
    if is_array(value) {
        let length =
            Reflect::get(value, &JsValue::from_str("length")).ok().and_then(|n| n.as_f64()).unwrap_or(0.0);
        // No list of the service is longer than a few thousand; a huge one must not be walked.
        if length > 100_000.0 {
            return Err(wrong(name, "has too many values"));
        }
        let mut items = Vec::new();
        for index in 0..length as u32 {
            let item =
                Reflect::get_u32(value, index).map_err(|cause| unreadable(&format!("`{name}`"), cause))?;
            if is_array(&item) {
                return Err(wrong(&format!("{name}[{index}]"), "must be one value, not a list"));
            }
            if item.is_undefined() || item.is_null() {
                return Err(wrong(&format!("{name}[{index}]"), "is missing"));
            }
            items.push(argument(kind, name, &item)?);
        }
        // None of them: the same as leaving the parameter out.
        return Ok(if items.is_empty() { Arg::Null } else { Arg::List(items) });
    }
    if value.is_object() {
        return object(kind, name, value);
    }
    Err(wrong(name, "must be a text, a number, a flag or a list of them"))
}

/// Numbers that are whole and exact.
fn whole(name: &str, number: f64) -> Result<Arg<'static>, Fault> {
    const SAFE: f64 = 9_007_199_254_740_991.0;
    if number.is_nan() || number.is_infinite() || number % 1.0 != 0.0 {
        return Err(wrong(name, "must be a whole number"));
    }
    if number.abs() > SAFE {
        return Err(wrong(
            name,
            "is a number above 2^53, which JavaScript rounds: pass it as text or bigint",
        ));
    }
    Ok(Arg::Number(Cow::Owned(format!("{}", number as i64))))
}

/// Bytes, and address objects of this or another package.
fn object(kind: Option<Kind>, name: &str, value: &JsValue) -> Result<Arg<'static>, Fault> {
    if let Some(bytes) = value.dyn_ref::<Uint8Array>() {
        let wanted = matches!(kind, Some(Kind::Hash | Kind::AccountHash | Kind::Boc | Kind::BocOrHex));
        if !wanted {
            return Err(wrong(name, "takes no bytes"));
        }
        return Ok(Arg::Text(Cow::Owned(crate::base64::encode_standard(&bytes.to_vec()))));
    }
    if matches!(kind, Some(Kind::Address | Kind::AddressText | Kind::AddressOrNull)) {
        for method in ["toRawString", "toString"] {
            let found = Reflect::get(value, &JsValue::from_str(method))
                .map_err(|cause| unreadable(&format!("`{name}`"), cause))?;
            if let Some(function) = found.dyn_ref::<Function>() {
                let text = function.call0(value).map_err(|cause| unreadable(&format!("`{name}`"), cause))?;
                if let Some(text) = text.as_string() {
                    return Ok(Arg::Text(Cow::Owned(text)));
                }
            }
        }
    }
    Err(wrong(name, "must be a text, a number, a flag or a list of them, not an object"))
}

/// Objects and stacks as JSON; a bigint in them as its decimal text, which stack entries take.
fn as_json(name: &str, value: &JsValue) -> Result<Arg<'static>, Fault> {
    if !value.is_object() || value.is_function() {
        return Err(wrong(name, "must be an object or an array"));
    }
    let json = JSON::stringify(value.unchecked_ref::<Object>())
        .map_err(|cause| unreadable(&format!("`{name}`"), cause))?;
    match json.as_string() {
        Some(json) => Ok(Arg::Json(Cow::Owned(json))),
        None => Err(wrong(name, "has no JSON form")),
    }
}
