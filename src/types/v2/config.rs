//! Configuration and libraries.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::run_method::TvmCell;
use crate::types::descriptor::{Type, types};
use crate::types::wire::Unknown;

/// The types of this file.
pub(super) const TYPES: &[Type] = types![LibraryEntry, ConfigInfo, LibraryResult];

/// A library cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LibraryEntry {
    /// Tag of the type, `smc.libraryEntry`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Hash. Base64.
    pub hash: String,
    /// The library, bag of cells. Base64.
    pub data: String,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Answer of `/getConfigParam`, `/getConfigAll`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ConfigInfo {
    /// Tag of the type, `configInfo`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Configuration.
    pub config: TvmCell,
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

/// Answer of `/getLibraries`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LibraryResult {
    /// Tag of the type, `smc.libraryResult`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Result.
    pub result: Vec<LibraryEntry>,
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
