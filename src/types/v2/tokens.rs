//! Types about jettons and NFTs.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use ts_rs::TS;

use super::dns::DnsRecord;
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::{object, open_set, tagged};
use crate::types::wire::{Integer, Object};

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![
    TokenContentDict,
    DnsRecordSet,
    DnsContent,
    TokenContent,
    JettonMasterData,
    JettonWalletData,
    NftCollectionData,
    NftItemData,
    TokenData,
    TokenContentKind,
    TokenContentData,
    NftContent
];

/// On-chain content by attribute (TEP-64).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(transparent)]
#[cfg_attr(
    feature = "schema",
    schemars(extend("properties" = {
        "uri": { "type": "string", "description": "URI of a document with the attributes." },
        "name": { "type": "string", "description": "Name of the token." },
        "symbol": { "type": "string", "description": "Symbol of the token, such as `USDT`." },
        "decimals": { "type": "string", "description": "Decimal places of an amount, decimal text." },
        "description": { "type": "string", "description": "Description of the token." },
        "image": { "type": "string", "description": "URI of a picture." },
    }))
)]
pub struct TokenContentDict(
    #[cfg_attr(feature = "schema", ts(type = "{ [attribute: string]: unknown }"))] pub Object,
);

object!(
    /// Records of a domain's NFT, by name.
    pub struct DnsRecordSet {
        /// Next resolver.
        #[optional]
        pub dns_next_resolver: Option<DnsRecord>,
        /// Wallet of the domain.
        #[optional]
        pub wallet: Option<DnsRecord>,
        /// Site.
        #[optional]
        pub site: Option<DnsRecord>,
        /// Bag in TON Storage.
        #[optional]
        pub storage: Option<DnsRecord>,
    }
);

object!(
    /// Content of an NFT that is a domain.
    pub struct DnsContent {
        /// Domain name.
        pub domain: String,
        /// Records of the domain.
        pub data: DnsRecordSet,
    }
);

object!(
    /// Content of a token (TEP-64).
    pub struct TokenContent {
        /// The kind of the content.
        #[serde(rename = "type")]
        pub kind: TokenContentKind,
        /// On-chain: attributes; off-chain: a URI.
        pub data: TokenContentData,
    }
);

object!(
    /// A jetton master.
    pub struct JettonMasterData {
        /// Tag of the type, `ext.tokens.jettonMasterData`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"ext.tokens.jettonMasterData\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Address of the account, in friendly form (base64url).
        #[optional]
        pub address: Option<String>,
        /// The kind of the contract.
        #[ts(type = "\"jetton_master\"")]
        pub contract_type: String,
        /// Supply, in the jetton's smallest units, as decimal text.
        pub total_supply: Integer,
        /// Whether more can be minted.
        pub mintable: bool,
        /// Administrator of the jetton, in friendly form (base64url); `null` or absent if there is none.
        #[optional]
        pub admin_address: Option<String>,
        /// Content of the jetton (TEP-64).
        pub jetton_content: TokenContent,
        /// Code of the jetton's wallets, in base64.
        pub jetton_wallet_code: String,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// A jetton wallet.
    pub struct JettonWalletData {
        /// Tag of the type, `ext.tokens.jettonWalletData`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"ext.tokens.jettonWalletData\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Address of the account, in friendly form (base64url).
        #[optional]
        pub address: Option<String>,
        /// The kind of the contract.
        #[ts(type = "\"jetton_wallet\"")]
        pub contract_type: String,
        /// Balance, as decimal text.
        pub balance: Integer,
        /// Owner, in friendly form (base64url).
        pub owner: String,
        /// Jetton master, in friendly form (base64url).
        pub jetton: String,
        /// Whether the mintless jetton was claimed.
        #[optional]
        pub mintless_is_claimed: Option<bool>,
        /// Code of the jetton's wallets, in base64.
        pub jetton_wallet_code: String,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// An NFT collection.
    pub struct NftCollectionData {
        /// Tag of the type, `ext.tokens.nftCollectionData`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"ext.tokens.nftCollectionData\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Address of the account, in friendly form (base64url).
        #[optional]
        pub address: Option<String>,
        /// The kind of the contract.
        #[ts(type = "\"nft_collection\"")]
        pub contract_type: String,
        /// Index of the next item, as decimal text.
        pub next_item_index: Integer,
        /// Owner, in friendly form (base64url).
        #[optional]
        pub owner_address: Option<String>,
        /// Content of the collection (TEP-64).
        pub collection_content: TokenContent,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

object!(
    /// An NFT item.
    pub struct NftItemData {
        /// Tag of the type, `ext.tokens.nftItemData`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"ext.tokens.nftItemData\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Address of the account, in friendly form (base64url).
        #[optional]
        pub address: Option<String>,
        /// The kind of the contract.
        #[ts(type = "\"nft_item\"")]
        pub contract_type: String,
        /// Whether the item is initialised.
        pub init: bool,
        /// Index of the item in its collection, as decimal text.
        pub index: Integer,
        /// Collection, in friendly form (base64url); `null`, absent or empty if the item has none.
        #[optional]
        pub collection_address: Option<String>,
        /// Owner, in friendly form (base64url).
        #[optional]
        pub owner_address: Option<String>,
        /// Content of the item (TEP-64), or a DNS record.
        pub content: NftContent,
        /// Timing and worker of the response. Only some servers send it.
        #[serde(rename = "@extra")]
        #[optional]
        pub at_extra: Option<String>,
    }
);

tagged! {
    /// Data of a jetton or an NFT contract. Result of `/getTokenData`.
    TokenData by "contract_type" {
        "jetton_master" => JettonMasterData(JettonMasterData),
        "jetton_wallet" => JettonWalletData(JettonWalletData),
        "nft_collection" => NftCollectionData(NftCollectionData),
        "nft_item" => NftItemData(NftItemData),
    }
}

open_set! {
    /// Whether content is on the chain.
    TokenContentKind {
        Onchain = "onchain",
        Offchain = "offchain",
    }
}

/// Content of a token: a URI, or its attributes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(untagged)]
pub enum TokenContentData {
    /// The URI of the content.
    Uri(String),
    /// The content.
    Attributes(TokenContentDict),
}

/// Content of an NFT item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, JsonSchema))]
#[serde(untagged)]
pub enum NftContent {
    /// The content of an item that is a domain.
    Dns(DnsContent),
    /// The content of any other item.
    Token(TokenContent),
}
