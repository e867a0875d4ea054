//! Types about accounts.

use std::collections::BTreeMap;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use ts_rs::TS;

#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::{object, open_set};
use crate::types::wire::{Object, read_nullable, rows};

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![
    AddressBook,
    AddressBookRow,
    Metadata,
    AddressMetadata,
    TokenInfo,
    AccountStatesResponse,
    AccountStateFull,
    WalletStatesResponse,
    WalletState,
    GenericAddressBook,
    AccountStatus,
    TokenKind,
    WalletKind
];

/// Friendly forms and names, keyed by raw upper-case address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(transparent)]
pub struct AddressBook(pub BTreeMap<String, AddressBookRow>);

object!(
    /// Friendly form and name of an account.
    pub struct AddressBookRow {
        /// Friendly form, base64url: non-bounceable for wallets and for accounts without code. `null` only in
        /// `/addressBook`, for a text that is not an address.
        pub user_friendly: Option<String>,
        /// Shortest .ton or .t.me name that the account owns and that points at the account.
        pub domain: Option<String>,
        /// Detected contract kinds.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_nullable")]
        #[ts(optional, as = "Option<Option<Vec<String>>>")]
        #[schemars(with = "Option<Vec<String>>")]
        pub interfaces: Option<Option<Vec<String>>>,
    }
);

/// Names and token data, keyed by raw upper-case address. Response of `/metadata`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(transparent)]
pub struct Metadata(pub BTreeMap<String, AddressMetadata>);

object!(
    /// Names and token data of one account.
    pub struct AddressMetadata {
        /// Whether the service has fetched the off-chain metadata.
        pub is_indexed: bool,
        /// Tokens at that address.
        pub token_info: Option<Vec<TokenInfo>>,
    }
);

object!(
    /// A token at an address.
    pub struct TokenInfo {
        /// Whether the data is valid.
        #[optional]
        pub valid: Option<bool>,
        /// Kind of the token.
        #[serde(rename = "type")]
        #[optional]
        pub kind: Option<TokenKind>,
        /// Name.
        #[optional]
        pub name: Option<String>,
        /// Symbol.
        #[optional]
        pub symbol: Option<String>,
        /// Description.
        #[optional]
        pub description: Option<String>,
        /// URL of a picture.
        #[optional]
        pub image: Option<String>,
        /// Index of the item in its collection, as decimal text.
        #[optional]
        pub nft_index: Option<String>,
        /// Whether the token is marked as not safe for work.
        #[optional]
        pub is_nsfw: Option<bool>,
        /// Whether the token is marked as scam.
        #[optional]
        pub is_scam: Option<bool>,
        /// More fields. `jetton_wallets`: owner, jetton, balance; others: decimals, uri, attributes,
        /// `_image_small`, `_image_medium`, `_image_big` and more.
        #[ts(type = "{ [member: string]: unknown }")]
        #[optional]
        pub extra: Option<Object>,
    }
);

object!(
    /// Response of `/accountStates`.
    pub struct AccountStatesResponse {
        /// Accounts; their order is not guaranteed.
        #[serde(deserialize_with = "rows")]
        pub accounts: Vec<AccountStateFull>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
        /// Names, pictures and token data of the accounts in the response.
        #[optional]
        pub metadata: Option<Metadata>,
    }
);

object!(
    /// State of an account.
    pub struct AccountStateFull {
        /// Address of the account, in raw form with upper-case hex.
        pub address: Option<String>,
        /// Hash of the account's state, in base64.
        pub account_state_hash: String,
        /// Balance, in nanotons, as decimal text.
        pub balance: Option<String>,
        /// Extra currencies: id and amount.
        pub extra_currencies: Option<BTreeMap<String, String>>,
        /// Status of the account.
        pub status: Option<AccountStatus>,
        /// Hash of the state of a frozen account, in base64.
        #[optional]
        pub frozen_hash: Option<String>,
        /// Hash of the last transaction, in base64.
        pub last_transaction_hash: Option<String>,
        /// Logical time of the last transaction, as decimal text.
        pub last_transaction_lt: Option<String>,
        /// Hash of the data, in base64.
        #[optional]
        pub data_hash: Option<String>,
        /// Hash of the code, in base64.
        #[optional]
        pub code_hash: Option<String>,
        /// Data of the contract: a bag of cells in base64. Absent with `include_boc=false`.
        #[optional]
        pub data_boc: Option<String>,
        /// Code of the contract: a bag of cells in base64. Absent with `include_boc=false`.
        #[optional]
        pub code_boc: Option<String>,
        /// Ids of the get-methods of the contract.
        pub contract_methods: Option<Vec<i64>>,
        /// Kinds of contract that the service recognised.
        pub interfaces: Option<Vec<String>>,
        /// Whether the account is suspended. Only servers of late 2026 send it.
        #[optional]
        pub suspended: Option<bool>,
    }
);

object!(
    /// Response of `/walletStates`.
    pub struct WalletStatesResponse {
        /// Wallets.
        #[serde(deserialize_with = "rows")]
        pub wallets: Vec<WalletState>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
        /// Names, pictures and token data of the accounts in the response.
        #[optional]
        pub metadata: Option<Metadata>,
    }
);

object!(
    /// State of a wallet.
    pub struct WalletState {
        /// Address of the account, in raw form with upper-case hex.
        pub address: String,
        /// Whether the account is a wallet that the service knows.
        pub is_wallet: bool,
        /// Version of the wallet.
        #[optional]
        pub wallet_type: Option<WalletKind>,
        /// Sequence number.
        #[optional]
        pub seqno: Option<i64>,
        /// Id of the wallet, so that one key can own several.
        #[optional]
        pub wallet_id: Option<i64>,
        /// Balance, in nanotons, as decimal text.
        #[optional]
        pub balance: Option<String>,
        /// Extra currencies: id and amount.
        #[optional]
        pub extra_currencies: Option<BTreeMap<String, String>>,
        /// Whether a wallet v5 accepts requests with a signature.
        #[optional]
        pub is_signature_allowed: Option<bool>,
        /// Status of the account.
        #[optional]
        pub status: Option<AccountStatus>,
        /// Hash of the code, in base64.
        #[optional]
        pub code_hash: Option<String>,
        /// Hash of the last transaction, in base64.
        pub last_transaction_hash: Option<String>,
        /// Logical time of the last transaction, as decimal text.
        pub last_transaction_lt: Option<String>,
        /// Whether the account is suspended. Only servers of late 2026 send it.
        #[optional]
        pub suspended: Option<bool>,
    }
);

/// Friendly forms and names, keyed by the address exactly as the request had it. Response of `/addressBook`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(transparent)]
pub struct GenericAddressBook(pub BTreeMap<String, AddressBookRow>);

open_set! {
    /// Status of an account.
    AccountStatus {
        Uninit = "uninit",
        Frozen = "frozen",
        Active = "active",
        Nonexist = "nonexist",
    }
}

open_set! {
    /// Kind of a token contract.
    TokenKind {
        NftItems = "nft_items",
        NftCollections = "nft_collections",
        JettonMasters = "jetton_masters",
        JettonWallets = "jetton_wallets",
    }
}

open_set! {
    /// Version of a wallet.
    WalletKind {
        WalletV1R1 = "wallet v1 r1",
        WalletV1R2 = "wallet v1 r2",
        WalletV1R3 = "wallet v1 r3",
        WalletV2R1 = "wallet v2 r1",
        WalletV2R2 = "wallet v2 r2",
        WalletV3R1 = "wallet v3 r1",
        WalletV3R2 = "wallet v3 r2",
        WalletV4R1 = "wallet v4 r1",
        WalletV4R2 = "wallet v4 r2",
        WalletV5Beta = "wallet v5 beta",
        WalletV5R1 = "wallet v5 r1",
    }
}
