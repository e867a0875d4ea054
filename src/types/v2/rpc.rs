//! Envelope and errors.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::types::descriptor::{Type, types};
use crate::types::wire::{Unknown, present};

/// The types of this file.
pub(super) const TYPES: &[Type] = types![Envelope, Failure];

/// What every answer of v2 comes in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Envelope {
    /// `true`.
    pub ok: bool,
    /// The result, of the type that the operation names.
    #[ts(type = "unknown")]
    pub result: Value,
    /// Times and workers of the answer. Differs from call to call.
    #[serde(rename = "@extra", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_extra: Option<String>,
    /// `2.0`, from servers in Python.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub jsonrpc: Option<String>,
    /// Id of the JSON-RPC request, from servers in Python.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    #[ts(optional, type = "string | number")]
    #[schemars(with = "Value")]
    pub id: Option<Value>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Error of v2, from a server or from the hosted front.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Failure {
    /// `false`.
    pub ok: bool,
    /// What went wrong, text for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub error: Option<String>,
    /// The same, from older gateways.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub result: Option<String>,
    /// HTTP status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub code: Option<i64>,
    /// Times and workers of the answer.
    #[serde(rename = "@extra", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_extra: Option<String>,
    /// `2.0`, from servers in Python.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub jsonrpc: Option<String>,
    /// Id of the JSON-RPC request.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    #[ts(optional, type = "string | number")]
    #[schemars(with = "Value")]
    pub id: Option<Value>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}
