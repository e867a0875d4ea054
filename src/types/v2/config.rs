//! Types about configuration and libraries.

use super::run_method::TvmCell;
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::object;

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![LibraryEntry, ConfigInfo, LibraryResult];

object!(
    /// A library cell.
    pub struct LibraryEntry {
        /// Tag of the type, `smc.libraryEntry`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Hash, in base64.
        pub hash: String,
        /// The library: a bag of cells in base64.
        pub data: String,
    }
);

object!(
    /// Result of `/getConfigParam`, `/getConfigAll`.
    pub struct ConfigInfo {
        /// Tag of the type, `configInfo`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Configuration.
        pub config: TvmCell,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// Result of `/getLibraries`.
    pub struct LibraryResult {
        /// Tag of the type, `smc.libraryResult`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Result.
        pub result: Vec<LibraryEntry>,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);
