//! What JSON needs that Rust has not.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Number, Value};
use ts_rs::TS;

/// Members that no field stands for.
pub type Unknown = BTreeMap<String, Value>;

/// Any JSON object.
pub type Object = Map<String, Value>;

/// A whole number that JavaScript could round: a JSON number, or its decimal text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(untagged)]
pub enum Integer {
    /// As a JSON number.
    Number(#[ts(type = "number")] Number),
    /// As decimal text.
    Text(String),
}

/// A text or a number, in a request: the id of a call, the name of a get-method or its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(untagged)]
pub enum Scalar {
    /// As a JSON number.
    Number(#[ts(type = "number")] Number),
    /// As text.
    Text(String),
}

impl Default for Scalar {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl From<&str> for Scalar {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Scalar {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Scalar {
    fn from(number: i64) -> Self {
        Self::Number(number.into())
    }
}

/// A member that may be absent and may be `null`: `Some(None)` is `null`.
pub(super) fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// Rows of an answer: some servers send `null` for none.
pub(super) fn rows<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    Option::deserialize(from).map(Option::unwrap_or_default)
}

/// The same JSON with whole numbers of 16 and more digits as texts, as the JavaScript client reads them.
///
/// Of numbers beyond 64 bits serde_json keeps no digits: pass a text through this before it is read.
///
/// ```
/// use ton_edge::types::exact;
/// assert_eq!(exact(r#"{"supply":340282366920938463463,"n":1}"#), r#"{"supply":"340282366920938463463","n":1}"#);
/// assert_eq!(exact(r#"["1234567890123456789"]"#), r#"["1234567890123456789"]"#);
/// ```
#[must_use]
pub fn exact(json: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut rest = json;
    while let Some(start) = rest.find(|c: char| c == '"' || c == '-' || c.is_ascii_digit()) {
        let (before, token) = rest.split_at(start);
        let end = if token.starts_with('"') { text_end(token) } else { number_end(token) };
        let (token, after) = token.split_at(end);
        let digits = token.strip_prefix('-').unwrap_or(token);
        out.push_str(before);
        if digits.len() >= 16 && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            out.push_str(&format!("\"{token}\""));
        } else {
            out.push_str(token);
        }
        rest = after;
    }
    if out.len() + rest.len() == json.len() {
        return Cow::Borrowed(json);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn text_end(token: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in token.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    token.len()
}

fn number_end(token: &str) -> usize {
    let part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E');
    token.find(|c| !part(c)).unwrap_or(token.len())
}
