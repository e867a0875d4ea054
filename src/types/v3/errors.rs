//! Types about errors.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use ts_rs::TS;

#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::object;

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![IndexError, RequestError, GatewayError];

object!(
    /// Error body of the service, which has only a text.
    pub struct IndexError {
        /// Error message, text for people; the only field of the body.
        pub error: String,
    }
);

/// Documented name of the error body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(transparent)]
pub struct RequestError(pub IndexError);

object!(
    /// Error body of the front of the hosted service (401, 403, 429). The body may also be HTML.
    pub struct GatewayError {
        /// Whether the call succeeded.
        pub ok: bool,
        /// Error message, from older gateways: `Ratelimit exceed` on 429.
        #[optional]
        pub result: Option<String>,
        /// Error message, text for people.
        #[optional]
        pub error: Option<String>,
        /// HTTP status.
        #[optional]
        pub code: Option<i64>,
    }
);
