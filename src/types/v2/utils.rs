//! Types about the address utilities.

#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::{object, open_set};

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![DetectAddressBase64Variant, DetectAddress, DetectHash, GivenType];

object!(
    /// A friendly form in both alphabets.
    pub struct DetectAddressBase64Variant {
        /// Tag of the type, `ext.utils.detectedAddressVariant`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Base64.
        pub b64: String,
        /// Base64url.
        pub b64url: String,
    }
);

object!(
    /// Result of `/detectAddress`.
    pub struct DetectAddress {
        /// Tag of the type, `ext.utils.detectedAddress`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Raw form, `workchain:64 hex`.
        pub raw_form: String,
        /// Friendly form with the bounce flag.
        pub bounceable: DetectAddressBase64Variant,
        /// Friendly form without the bounce flag.
        pub non_bounceable: DetectAddressBase64Variant,
        /// Form of the input.
        pub given_type: GivenType,
        /// Whether the test flag was set.
        pub test_only: bool,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// Result of `/detectHash`.
    pub struct DetectHash {
        /// Tag of the type, `ext.utils.detectedHash`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Base64.
        pub b64: String,
        /// Base64url.
        pub b64url: String,
        /// 64 hex digits.
        pub hex: String,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

open_set! {
    /// Form of an address.
    GivenType {
        RawForm = "raw_form",
        FriendlyBounceable = "friendly_bounceable",
        FriendlyNonBounceable = "friendly_non_bounceable",
    }
}
