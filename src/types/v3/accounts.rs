//! Accounts.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::types::descriptor::{Type, types};
use crate::types::macros::open_set;
use crate::types::wire::{Object, Unknown, present, rows};

/// The types of this file.
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(transparent)]
pub struct AddressBook(pub BTreeMap<String, AddressBookRow>);

/// Friendly form and name of an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AddressBookRow {
    /// Friendly form, base64url: non-bounceable for wallets and for accounts without code. `null` only in
    /// `/addressBook`, for what is no address.
    pub user_friendly: Option<String>,
    /// Shortest .ton/.t.me name the account owns and points at itself.
    pub domain: Option<String>,
    /// Detected contract kinds.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    #[ts(optional, as = "Option<Option<Vec<String>>>")]
    #[schemars(with = "Option<Vec<String>>")]
    pub interfaces: Option<Option<Vec<String>>>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Names and token data, keyed by raw upper-case address. Answer of `/metadata`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(transparent)]
pub struct Metadata(pub BTreeMap<String, AddressMetadata>);

/// Names and token data of one account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AddressMetadata {
    /// False while off-chain metadata is still being fetched.
    pub is_indexed: bool,
    /// Tokens at that address.
    pub token_info: Option<Vec<TokenInfo>>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A token at an address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TokenInfo {
    /// Valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub valid: Option<bool>,
    /// What kind it is.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "TokenKind")]
    pub kind: Option<TokenKind>,
    /// Name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub name: Option<String>,
    /// Symbol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub symbol: Option<String>,
    /// Description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub description: Option<String>,
    /// URL of a picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub image: Option<String>,
    /// Index of the item in its collection. Decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub nft_index: Option<String>,
    /// Marked as not safe for work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub is_nsfw: Option<bool>,
    /// Marked as scam.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub is_scam: Option<bool>,
    /// `jetton_wallets`: owner, jetton, balance; others: decimals, uri, attributes,
    /// _image_small/_image_medium/_image_big, ...
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "{ [member: string]: unknown }")]
    #[schemars(with = "Object")]
    pub extra: Option<Object>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Answer of `/accountStates`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AccountStatesResponse {
    /// Accounts, in no promised order.
    #[serde(deserialize_with = "rows")]
    pub accounts: Vec<AccountStateFull>,
    /// Friendly forms and names of the accounts named in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "AddressBook")]
    pub address_book: Option<AddressBook>,
    /// Names, pictures and token data of the accounts named in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "Metadata")]
    pub metadata: Option<Metadata>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// State of an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AccountStateFull {
    /// Account that it is about. Raw form, upper-case hex.
    pub address: Option<String>,
    /// Hash of the account's state. Base64.
    pub account_state_hash: String,
    /// Balance. Nanotons, decimal text.
    pub balance: Option<String>,
    /// Extra currencies: id and amount.
    pub extra_currencies: Option<BTreeMap<String, String>>,
    /// Status of the account.
    pub status: Option<AccountStatus>,
    /// Hash of the state of a frozen account. Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub frozen_hash: Option<String>,
    /// Hash of the last transaction. Base64.
    pub last_transaction_hash: Option<String>,
    /// Logical time of the last transaction. Decimal text.
    pub last_transaction_lt: Option<String>,
    /// Hash of the data. Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub data_hash: Option<String>,
    /// Hash of the code. Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub code_hash: Option<String>,
    /// Data of the contract, bag of cells. Absent with `include_boc=false`. Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub data_boc: Option<String>,
    /// Code of the contract, bag of cells. Absent with `include_boc=false`. Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub code_boc: Option<String>,
    /// Ids of its get-methods.
    pub contract_methods: Option<Vec<i64>>,
    /// Kinds of contract that the service recognised.
    pub interfaces: Option<Vec<String>>,
    /// The account is suspended. Only servers of late 2026 send it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub suspended: Option<bool>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Answer of `/walletStates`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct WalletStatesResponse {
    /// Wallets.
    #[serde(deserialize_with = "rows")]
    pub wallets: Vec<WalletState>,
    /// Friendly forms and names of the accounts named in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "AddressBook")]
    pub address_book: Option<AddressBook>,
    /// Names, pictures and token data of the accounts named in the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "Metadata")]
    pub metadata: Option<Metadata>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// State of a wallet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct WalletState {
    /// Account that it is about. Raw form, upper-case hex.
    pub address: String,
    /// It is a wallet that the service knows.
    pub is_wallet: bool,
    /// Version of the wallet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "WalletKind")]
    pub wallet_type: Option<WalletKind>,
    /// Sequence number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub seqno: Option<i64>,
    /// Id of the wallet, so that one key can own several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "i64")]
    pub wallet_id: Option<i64>,
    /// Balance. Nanotons, decimal text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub balance: Option<String>,
    /// Extra currencies: id and amount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub extra_currencies: Option<BTreeMap<String, String>>,
    /// Wallet v5 takes requests by signature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub is_signature_allowed: Option<bool>,
    /// Status of the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "AccountStatus")]
    pub status: Option<AccountStatus>,
    /// Hash of the code. Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub code_hash: Option<String>,
    /// Hash of the last transaction. Base64.
    pub last_transaction_hash: Option<String>,
    /// Logical time of the last transaction. Decimal text.
    pub last_transaction_lt: Option<String>,
    /// The account is suspended. Only servers of late 2026 send it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "bool")]
    pub suspended: Option<bool>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Friendly forms and names, keyed by the address exactly as it was asked for. Answer of `/addressBook`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
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
