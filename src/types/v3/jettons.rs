//! Types about jettons.

use serde_json::Value;

use super::accounts::{AddressBook, Metadata};
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::object;
use crate::types::wire::{Object, rows};

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![
    JettonMastersResponse,
    JettonMaster,
    JettonWalletsResponse,
    JettonWallet,
    JettonWalletMintlessInfo,
    JettonTransfersResponse,
    JettonTransfer,
    JettonBurnsResponse,
    JettonBurn
];

object!(
    /// Response of `/jetton/masters`.
    pub struct JettonMastersResponse {
        /// Jetton masters.
        #[serde(deserialize_with = "rows")]
        pub jetton_masters: Vec<JettonMaster>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
        /// Names, pictures and token data of the accounts in the response.
        #[optional]
        pub metadata: Option<Metadata>,
    }
);

object!(
    /// A jetton master.
    pub struct JettonMaster {
        /// Address of the account, in raw form with upper-case hex.
        pub address: String,
        /// Supply, in the jetton's smallest units, as decimal text.
        pub total_supply: String,
        /// Whether more can be minted.
        pub mintable: bool,
        /// Administrator of the jetton, in raw form with upper-case hex; `null` or absent if there is none.
        pub admin_address: Option<String>,
        /// Content of the jetton (TEP-64).
        #[ts(type = "{ [member: string]: unknown } | null")]
        pub jetton_content: Option<Object>,
        /// Hash of the code of the jetton's wallets, in base64.
        pub jetton_wallet_code_hash: String,
        /// Hash of the code, in base64.
        pub code_hash: String,
        /// Hash of the data, in base64.
        pub data_hash: String,
        /// Logical time of the last transaction, as decimal text.
        pub last_transaction_lt: String,
    }
);

object!(
    /// Response of `/jetton/wallets`.
    pub struct JettonWalletsResponse {
        /// Jetton wallets.
        #[serde(deserialize_with = "rows")]
        pub jetton_wallets: Vec<JettonWallet>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
        /// Names, pictures and token data of the accounts in the response.
        #[optional]
        pub metadata: Option<Metadata>,
    }
);

object!(
    /// A jetton wallet.
    pub struct JettonWallet {
        /// Address of the account, in raw form with upper-case hex.
        pub address: String,
        /// Balance, as decimal text.
        pub balance: String,
        /// Owner, in raw form with upper-case hex.
        pub owner: String,
        /// Jetton master, in raw form with upper-case hex.
        pub jetton: String,
        /// Logical time of the last transaction, as decimal text.
        pub last_transaction_lt: String,
        /// Hash of the code, in base64.
        pub code_hash: Option<String>,
        /// Hash of the data, in base64.
        pub data_hash: Option<String>,
        /// Data of a mintless jetton.
        #[optional]
        pub mintless_info: Option<JettonWalletMintlessInfo>,
    }
);

object!(
    /// Claim of a mintless jetton.
    pub struct JettonWalletMintlessInfo {
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: Option<String>,
        /// Time from which it can be claimed, in Unix seconds.
        pub start_from: Option<i64>,
        /// Time of expiry, in Unix seconds.
        pub expire_at: Option<i64>,
        /// URLs that serve proofs for a mintless jetton.
        pub custom_payload_api_uri: Option<Vec<String>>,
    }
);

object!(
    /// Response of `/jetton/transfers`.
    pub struct JettonTransfersResponse {
        /// Transfers.
        #[serde(deserialize_with = "rows")]
        pub jetton_transfers: Vec<JettonTransfer>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
        /// Names, pictures and token data of the accounts in the response.
        #[optional]
        pub metadata: Option<Metadata>,
    }
);

object!(
    /// A transfer of jettons.
    pub struct JettonTransfer {
        /// Query id that the sender chose, as decimal text.
        pub query_id: String,
        /// Sender, in raw form with upper-case hex; may be empty.
        pub source: String,
        /// Receiver, in raw form with upper-case hex; may be empty.
        pub destination: String,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: String,
        /// Jetton wallet of the sender, in raw form with upper-case hex; may be empty.
        pub source_wallet: String,
        /// Jetton master, in raw form with upper-case hex; may be empty.
        pub jetton_master: String,
        /// Hash of the transaction, in base64.
        pub transaction_hash: String,
        /// Logical time of the transaction, as decimal text.
        pub transaction_lt: String,
        /// Time of the transaction, in Unix seconds.
        pub transaction_now: i64,
        /// Whether the transaction was aborted.
        pub transaction_aborted: bool,
        /// Receiver of the remaining TON, in raw form with upper-case hex.
        pub response_destination: Option<String>,
        /// Custom payload of the transfer, in base64.
        pub custom_payload: Option<String>,
        /// Custom payload decoded by the service; `null` if it is unknown.
        #[ts(type = "unknown")]
        pub decoded_custom_payload: Value,
        /// TON forwarded with the notification, in nanotons, as decimal text.
        pub forward_ton_amount: Option<String>,
        /// Payload forwarded with the notification, in base64.
        pub forward_payload: Option<String>,
        /// Forward payload decoded by the service; `null` if it is unknown.
        #[ts(type = "unknown")]
        pub decoded_forward_payload: Value,
        /// Id of the trace: hash of its first transaction, in base64.
        pub trace_id: Option<String>,
    }
);

object!(
    /// Response of `/jetton/burns`.
    pub struct JettonBurnsResponse {
        /// Burns.
        #[serde(deserialize_with = "rows")]
        pub jetton_burns: Vec<JettonBurn>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
        /// Names, pictures and token data of the accounts in the response.
        #[optional]
        pub metadata: Option<Metadata>,
    }
);

object!(
    /// A burn of jettons.
    pub struct JettonBurn {
        /// Query id that the sender chose, as decimal text.
        pub query_id: String,
        /// Owner, in raw form with upper-case hex; may be empty.
        pub owner: String,
        /// Jetton wallet, in raw form with upper-case hex; may be empty.
        pub jetton_wallet: String,
        /// Jetton master, in raw form with upper-case hex; may be empty.
        pub jetton_master: String,
        /// Hash of the transaction, in base64.
        pub transaction_hash: String,
        /// Logical time of the transaction, as decimal text.
        pub transaction_lt: String,
        /// Time of the transaction, in Unix seconds.
        pub transaction_now: i64,
        /// Whether the transaction was aborted.
        pub transaction_aborted: bool,
        /// Amount, in the smallest units of the asset, as decimal text.
        pub amount: String,
        /// Receiver of the remaining TON, in raw form with upper-case hex.
        pub response_destination: Option<String>,
        /// Custom payload of the transfer, in base64.
        pub custom_payload: Option<String>,
        /// Custom payload decoded by the service; `null` if it is unknown.
        #[ts(type = "unknown")]
        pub decoded_custom_payload: Value,
        /// Id of the trace: hash of its first transaction, in base64.
        pub trace_id: Option<String>,
    }
);
