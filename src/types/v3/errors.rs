//! Errors.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::types::descriptor::{Type, types};
use crate::types::macros::object;

/// The types of this file.
pub(super) const TYPES: &[Type] = types![IndexError, RequestError, GatewayError];

object!(
    /// Error body of the service: the text is all there is.
    pub struct IndexError {
        /// What went wrong, text for people; the only member that is sent.
        pub error: String,
    }
);

/// Documented name of the error body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(transparent)]
pub struct RequestError(pub IndexError);

object!(
    /// Error body of the hosted front (401, 403, 429). It may as well be HTML.
    pub struct GatewayError {
        /// The call succeeded.
        pub ok: bool,
        /// What went wrong, from older gateways: `Ratelimit exceed` on 429.
        #[optional]
        pub result: Option<String>,
        /// What went wrong, text for people.
        #[optional]
        pub error: Option<String>,
        /// HTTP status.
        #[optional]
        pub code: Option<i64>,
    }
);
