//! Sending and fees.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::types::descriptor::{Type, types};
use crate::types::macros::tagged;
use crate::types::wire::Unknown;

/// The types of this file.
pub(super) const TYPES: &[Type] = types![ExtMessageInfo, ResultOk, SendBocResult, Fees, QueryFees];

/// Answer of `/sendBocReturnHash`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ExtMessageInfo {
    /// Tag of the type, `raw.extMessageInfo`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"raw.extMessageInfo\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Hash. Base64.
    pub hash: String,
    /// Normalised hash of the message (TEP-467). Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub hash_norm: Option<String>,
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

/// It was taken. Answer of `/sendBoc`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ResultOk {
    /// Tag of the type, `ok`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"ok\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
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

tagged! {
    /// What sending gives.
    SendBocResult by "@type" {
        "ok" => ResultOk(ResultOk),
        "raw.extMessageInfo" => ExtMessageInfo(ExtMessageInfo),
    }
}

/// Fees of one side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Fees {
    /// Tag of the type, `fees`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Fee of importing the message. Nanotons.
    pub in_fwd_fee: i64,
    /// Storage fee. Nanotons.
    pub storage_fee: i64,
    /// Gas fees. Nanotons.
    pub gas_fee: i64,
    /// Forward fee. Nanotons.
    pub fwd_fee: i64,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Answer of `/estimateFee`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct QueryFees {
    /// Tag of the type, `query.fees`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Fees at the sender.
    pub source_fees: Fees,
    /// Fees at the receivers.
    pub destination_fees: Vec<Fees>,
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
