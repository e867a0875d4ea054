//! Utilities.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::types::descriptor::{Type, types};
use crate::types::macros::open_set;
use crate::types::wire::Unknown;

/// The types of this file.
pub(super) const TYPES: &[Type] = types![DetectAddressBase64Variant, DetectAddress, DetectHash, GivenType];

/// A friendly form in both alphabets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DetectAddressBase64Variant {
    /// Tag of the type, `ext.utils.detectedAddressVariant`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Base64.
    pub b64: String,
    /// Base64url.
    pub b64url: String,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Answer of `/detectAddress`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DetectAddress {
    /// Tag of the type, `ext.utils.detectedAddress`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Raw form, `workchain:64 hex`.
    pub raw_form: String,
    /// Friendly form with the bounce flag.
    pub bounceable: DetectAddressBase64Variant,
    /// Friendly form without the bounce flag.
    pub non_bounceable: DetectAddressBase64Variant,
    /// Form that was asked about.
    pub given_type: GivenType,
    /// The test flag was set.
    pub test_only: bool,
    /// Times and workers of the answer, as some servers add it.
    #[serde(rename = "@extra", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_extra: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Answer of `/detectHash`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DetectHash {
    /// Tag of the type, `ext.utils.detectedHash`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Base64.
    pub b64: String,
    /// Base64url.
    pub b64url: String,
    /// 64 hex digits.
    pub hex: String,
    /// Times and workers of the answer, as some servers add it.
    #[serde(rename = "@extra", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_extra: Option<String>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

open_set! {
    /// Form of an address.
    GivenType {
        RawForm = "raw_form",
        FriendlyBounceable = "friendly_bounceable",
        FriendlyNonBounceable = "friendly_non_bounceable",
    }
}
