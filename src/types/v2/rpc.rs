//! Types about the envelope and errors.

use serde_json::Value;

#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::object;
use crate::types::wire::read_nullable;

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![Envelope, Failure];

object!(
    /// Envelope of every v2 response.
    pub struct Envelope {
        /// Always `true`.
        #[ts(type = "true")]
        #[schemars(extend("const" = true))]
        pub ok: bool,
        /// The result, of the type that the operation names.
        #[ts(type = "unknown")]
        pub result: Value,
        /// Timing and worker of the response. Differs from call to call.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
        /// `2.0`, from servers in Python.
        #[optional]
        pub jsonrpc: Option<String>,
        /// Id of the JSON-RPC request, from servers in Python.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_nullable")]
        #[ts(optional, type = "string | number")]
        #[schemars(with = "Value")]
        pub id: Option<Value>,
    }
);

object!(
    /// Error of v2, from a server or from the front of the hosted service.
    pub struct Failure {
        /// Always `false`.
        #[ts(type = "false")]
        #[schemars(extend("const" = false))]
        pub ok: bool,
        /// Error message, text for people.
        #[optional]
        pub error: Option<String>,
        /// The same, from older gateways.
        #[optional]
        pub result: Option<String>,
        /// HTTP status.
        #[optional]
        pub code: Option<i64>,
        /// Timing and worker of the response.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
        /// `2.0`, from servers in Python.
        #[optional]
        pub jsonrpc: Option<String>,
        /// Id of the JSON-RPC request.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_nullable")]
        #[ts(optional, type = "string | number")]
        #[schemars(with = "Value")]
        pub id: Option<Value>,
    }
);
