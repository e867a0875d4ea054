//! Types about sending and fees.

#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::{object, tagged};

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![ExtMessageInfo, ResultOk, SendBocResult, Fees, QueryFees];

object!(
    /// Result of `/sendBocReturnHash`.
    pub struct ExtMessageInfo {
        /// Tag of the type, `raw.extMessageInfo`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"raw.extMessageInfo\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Hash, in base64.
        pub hash: String,
        /// Normalised hash of the message (TEP-467), in base64.
        #[optional]
        pub hash_norm: Option<String>,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// Says that the server accepted the message. Result of `/sendBoc`.
    pub struct ResultOk {
        /// Tag of the type, `ok`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"ok\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

tagged! {
    /// Result of sending a message.
    SendBocResult by "@type" {
        "ok" => ResultOk(ResultOk),
        "raw.extMessageInfo" => ExtMessageInfo(ExtMessageInfo),
    }
}

object!(
    /// Fees of one side.
    pub struct Fees {
        /// Tag of the type, `fees`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Fee of importing the message, in nanotons.
        pub in_fwd_fee: i64,
        /// Storage fee, in nanotons.
        pub storage_fee: i64,
        /// Gas fees, in nanotons.
        pub gas_fee: i64,
        /// Forward fee, in nanotons.
        pub fwd_fee: i64,
    }
);

object!(
    /// Result of `/estimateFee`.
    pub struct QueryFees {
        /// Tag of the type, `query.fees`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Fees at the sender.
        pub source_fees: Fees,
        /// Fees at the receivers.
        pub destination_fees: Vec<Fees>,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);
