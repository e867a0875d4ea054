//! Types about operations in the style of v2.

use serde_json::Value;

use super::accounts::WalletKind;
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::{object, open_set};

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![
    V2AddressInformation,
    V2WalletInformation,
    V2SendMessageResult,
    V2RunGetMethodResult,
    V2EstimateFeeResult,
    V2EstimatedFee,
    V2StackEntity,
    V2StackEntityKind
];

object!(
    /// Response of `/addressInformation`.
    pub struct V2AddressInformation {
        /// Balance, in nanotons, as decimal text.
        pub balance: String,
        /// Code of the contract: a bag of cells in base64.
        pub code: Option<String>,
        /// Data, in base64.
        pub data: Option<String>,
        /// Logical time of the last transaction, as decimal text.
        pub last_transaction_lt: Option<String>,
        /// Hash of the last transaction, in base64.
        pub last_transaction_hash: Option<String>,
        /// Hash of the state of a frozen account, in base64.
        pub frozen_hash: Option<String>,
        /// Status of the account; `uninit`, with the balance `0`, for an account that was never seen.
        pub status: String,
        /// Whether the account is suspended. Only servers of late 2026 send it.
        #[optional]
        pub suspended: Option<bool>,
    }
);

object!(
    /// Response of `/walletInformation`.
    pub struct V2WalletInformation {
        /// Balance, in nanotons, as decimal text.
        pub balance: String,
        /// Version of the wallet.
        #[optional]
        pub wallet_type: Option<WalletKind>,
        /// Sequence number.
        #[optional]
        pub seqno: Option<i64>,
        /// Id of the wallet, by which one key can own several wallets.
        #[optional]
        pub wallet_id: Option<i64>,
        /// Logical time of the last transaction, as decimal text.
        pub last_transaction_lt: String,
        /// Hash of the last transaction, in base64.
        pub last_transaction_hash: String,
        /// Status of the account.
        pub status: String,
        /// Whether the account is suspended. Only servers of late 2026 send it.
        #[optional]
        pub suspended: Option<bool>,
    }
);

object!(
    /// Response of `/message`.
    pub struct V2SendMessageResult {
        /// Hash of the message as sent, in base64.
        #[optional]
        pub message_hash: Option<String>,
        /// Normalised hash of the message (TEP-467), in base64.
        #[optional]
        pub message_hash_norm: Option<String>,
    }
);

object!(
    /// Response of `/runGetMethod`.
    pub struct V2RunGetMethodResult {
        /// Gas used.
        pub gas_used: i64,
        /// Exit code of the TVM; 0 and 1 are success.
        pub exit_code: i64,
        /// Stack: numbers as hex with `0x`, cells and slices as base64, tuples and lists nested.
        pub stack: Vec<V2StackEntity>,
    }
);

object!(
    /// Response of `/estimateFee`.
    pub struct V2EstimateFeeResult {
        /// Fees at the sender.
        pub source_fees: V2EstimatedFee,
        /// Fees at the receivers.
        pub destination_fees: Vec<V2EstimatedFee>,
    }
);

object!(
    /// Fees of one side.
    pub struct V2EstimatedFee {
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
    /// An entry of a TVM stack.
    pub struct V2StackEntity {
        /// Kind of the entry.
        #[serde(rename = "type")]
        pub kind: V2StackEntityKind,
        /// Value. `num`: hex with `0x` or `-0x`; `cell`, `slice`: bag of cells, base64; `tuple`, `list`: array of
        /// entries.
        #[ts(type = "unknown")]
        pub value: Value,
    }
);

open_set! {
    /// Kind of a stack entry.
    V2StackEntityKind {
        Num = "num",
        Cell = "cell",
        Slice = "slice",
        Tuple = "tuple",
        List = "list",
    }
}
