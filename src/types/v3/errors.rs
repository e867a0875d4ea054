//! Errors.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::types::descriptor::{Type, types};
use crate::types::wire::Unknown;

/// The types of this file.
pub(super) const TYPES: &[Type] = types![IndexError, RequestError, GatewayError];

/// Error body of the service: the text is all there is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct IndexError {
    /// What went wrong, text for people; the only member that is sent.
    pub error: String,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Documented name of the error body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(transparent)]
pub struct RequestError(pub IndexError);

/// Error body of the hosted front (401, 403, 429). It may as well be HTML.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct GatewayError {
    /// The call succeeded.
    pub ok: bool,
    /// What went wrong, from older gateways: `Ratelimit exceed` on 429.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub result: Option<String>,
    /// What went wrong, text for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub error: Option<String>,
    /// HTTP status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub code: Option<i64>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}
