//! Types for JSON values that Rust has no type for: large integers, any object, fields that a type does not name.

use std::collections::BTreeMap;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Number, Value};
#[cfg(feature = "schema")]
use ts_rs::TS;

/// The fields of a response that its type does not name.
pub type Unknown = BTreeMap<String, Value>;

/// Any JSON object.
pub type Object = Map<String, Value>;

/// A whole number that may be too large for a number of JavaScript: a JSON number, or decimal text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(untagged)]
pub enum Integer {
    /// A JSON number.
    Number(#[cfg_attr(feature = "schema", ts(type = "number"))] Number),
    /// Decimal text.
    Text(String),
}

/// A text or a number in a request: the id of a call, or the name or number of a get-method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(untagged)]
pub enum Scalar {
    /// A JSON number.
    Number(#[cfg_attr(feature = "schema", ts(type = "number"))] Number),
    /// A text.
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

/// Reads a field that may be absent or `null`: `Some(None)` is `null`.
pub(super) fn read_nullable<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// Replaces lists that the service sends as `null` with empty lists, as the client of the package does (`withLists` in
/// `pkg/lib/client/attempt.js`).
///
/// ```
/// let mut result = serde_json::json!({ "traces": null, "metadata": null });
/// ton_edge::types::fill_null_lists(&mut result);
/// assert_eq!(result, serde_json::json!({ "traces": [], "metadata": null }));
/// ```
pub fn fill_null_lists(result: &mut Value) {
    for list in ["transactions", "traces"] {
        if let Some(rows) = result.get_mut(list).filter(|rows| rows.is_null()) {
            *rows = Value::Array(Vec::new());
        }
    }
}

/// Reads the rows of a response; some servers send `null` for an empty list.
pub(super) fn rows<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    Option::deserialize(from).map(Option::unwrap_or_default)
}
