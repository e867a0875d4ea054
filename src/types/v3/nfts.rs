//! Types about NFTs.

#[cfg(feature = "schema")]
use schemars::Schema;
use serde_json::Value;

use super::accounts::{AddressBook, Metadata};
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, choose, types};
use crate::types::macros::{keyed, object, open_set};
use crate::types::wire::{Object, rows};

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![
    NFTCollectionsResponse,
    NFTCollection,
    NFTItemsResponse,
    NFTItem,
    NFTTransfersResponse,
    NFTTransfer,
    NFTSalesResponse,
    NFTSale,
    NFTSaleDetailsGetgemsSale,
    NFTSaleDetailsGetgemsAuction,
    NFTSaleDetailsTeleitem,
    NFTSaleKind
];

object!(
    /// Response of `/nft/collections`.
    pub struct NFTCollectionsResponse {
        /// Collections.
        #[serde(deserialize_with = "rows")]
        pub nft_collections: Vec<NFTCollection>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
        /// Names, pictures and token data of the accounts in the response.
        #[optional]
        pub metadata: Option<Metadata>,
    }
);

object!(
    /// An NFT collection.
    pub struct NFTCollection {
        /// Address of the account, in raw form with upper-case hex.
        pub address: String,
        /// Owner, in raw form with upper-case hex.
        pub owner_address: Option<String>,
        /// Logical time of the last transaction, as decimal text.
        pub last_transaction_lt: String,
        /// Index of the next item, as decimal text.
        pub next_item_index: String,
        /// Content of the collection (TEP-64).
        #[ts(type = "{ [member: string]: unknown } | null")]
        pub collection_content: Option<Object>,
        /// Hash of the data, in base64.
        pub data_hash: String,
        /// Hash of the code, in base64.
        pub code_hash: String,
    }
);

object!(
    /// Response of `/nft/items`.
    pub struct NFTItemsResponse {
        /// Items.
        #[serde(deserialize_with = "rows")]
        pub nft_items: Vec<NFTItem>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
        /// Names, pictures and token data of the accounts in the response.
        #[optional]
        pub metadata: Option<Metadata>,
    }
);

object!(
    /// An NFT item.
    pub struct NFTItem {
        /// Address of the account, in raw form with upper-case hex.
        pub address: String,
        /// Whether the item is initialised.
        pub init: bool,
        /// Index of the item in its collection, as decimal text.
        pub index: String,
        /// Collection, in raw form with upper-case hex; `null`, absent or empty if the item has none.
        pub collection_address: Option<String>,
        /// Owner, in raw form with upper-case hex.
        pub owner_address: Option<String>,
        /// Content of the item (TEP-64), or a DNS record.
        #[ts(type = "{ [member: string]: unknown } | null")]
        pub content: Option<Object>,
        /// Logical time of the last transaction, as decimal text.
        pub last_transaction_lt: String,
        /// Hash of the code, in base64.
        pub code_hash: String,
        /// Hash of the data, in base64.
        pub data_hash: String,
        /// Collection of the item. `null` when the item has no indexed collection.
        pub collection: Option<NFTCollection>,
        /// Whether the item is on sale.
        pub on_sale: bool,
        /// Sale contract, in raw form with upper-case hex.
        #[optional]
        pub sale_contract_address: Option<String>,
        /// Auction contract that holds the item, in raw form with upper-case hex.
        #[optional]
        pub auction_contract_address: Option<String>,
        /// Owner who put the item into the sale or auction contract, in raw form with upper-case hex.
        #[optional]
        pub real_owner: Option<String>,
    }
);

object!(
    /// Response of `/nft/transfers`.
    pub struct NFTTransfersResponse {
        /// Transfers.
        #[serde(deserialize_with = "rows")]
        pub nft_transfers: Vec<NFTTransfer>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
        /// Names, pictures and token data of the accounts in the response.
        #[optional]
        pub metadata: Option<Metadata>,
    }
);

object!(
    /// A transfer of an NFT item.
    pub struct NFTTransfer {
        /// Query id that the sender chose, as decimal text.
        pub query_id: String,
        /// NFT item, in raw form with upper-case hex.
        pub nft_address: String,
        /// Collection, in raw form with upper-case hex; empty if the item has none.
        pub nft_collection: String,
        /// Hash of the transaction, in base64.
        pub transaction_hash: String,
        /// Logical time of the transaction, as decimal text.
        pub transaction_lt: String,
        /// Time of the transaction, in Unix seconds.
        pub transaction_now: i64,
        /// Whether the transaction was aborted.
        pub transaction_aborted: bool,
        /// Old owner, in raw form with upper-case hex; may be empty.
        pub old_owner: String,
        /// New owner, in raw form with upper-case hex; may be empty.
        pub new_owner: String,
        /// Receiver of the remaining TON, in raw form with upper-case hex.
        pub response_destination: Option<String>,
        /// Custom payload of the transfer, in base64.
        pub custom_payload: Option<String>,
        /// Custom payload decoded by the service; `null` if it is unknown.
        #[ts(type = "unknown")]
        pub decoded_custom_payload: Value,
        /// TON forwarded with the notification, in nanotons, as decimal text.
        pub forward_amount: Option<String>,
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
    /// Response of `/nft/sales`.
    pub struct NFTSalesResponse {
        /// Sales and auctions.
        #[serde(deserialize_with = "rows")]
        pub nft_sales: Vec<NFTSale>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
        /// Names, pictures and token data of the accounts in the response.
        #[optional]
        pub metadata: Option<Metadata>,
    }
);

object!(
    /// A sale or an auction.
    #[cfg_attr(feature = "schema", schemars(transform = add_details_choice))]
    pub struct NFTSale {
        /// Kind of the sale contract.
        #[serde(rename = "type")]
        pub kind: NFTSaleKind,
        /// Address of the account, in raw form with upper-case hex.
        pub address: String,
        /// NFT item, in raw form with upper-case hex.
        #[optional]
        pub nft_address: Option<String>,
        /// Owner of the item, in raw form with upper-case hex.
        #[optional]
        pub nft_owner_address: Option<String>,
        /// Contract of the marketplace, in raw form with upper-case hex.
        #[optional]
        pub marketplace_address: Option<String>,
        /// Time of creation, in Unix seconds.
        #[optional]
        pub created_at: Option<i64>,
        /// Logical time of the last transaction, as decimal text.
        #[optional]
        pub last_transaction_lt: Option<String>,
        /// Hash of the code, in base64.
        #[optional]
        pub code_hash: Option<String>,
        /// Hash of the data, in base64.
        #[optional]
        pub data_hash: Option<String>,
        /// Details; `type` decides their type.
        #[ts(type = "object")]
        #[schemars(with = "Object")]
        pub details: Value,
        /// NFT item.
        #[optional]
        pub nft_item: Option<NFTItem>,
    }
);

object!(
    /// Details of a sale at Getgems.
    pub struct NFTSaleDetailsGetgemsSale {
        /// Whether the sale has ended.
        #[optional]
        pub is_complete: Option<bool>,
        /// Price, in nanotons, as decimal text.
        #[optional]
        pub full_price: Option<String>,
        /// Receiver of the marketplace's fee, in raw form with upper-case hex.
        #[optional]
        pub marketplace_fee_address: Option<String>,
        /// Fee of the marketplace, in nanotons, as decimal text.
        #[optional]
        pub marketplace_fee: Option<String>,
        /// Receiver of the royalty, in raw form with upper-case hex.
        #[optional]
        pub royalty_address: Option<String>,
        /// Royalty, in nanotons, as decimal text.
        #[optional]
        pub royalty_amount: Option<String>,
    }
);

object!(
    /// Details of an auction at Getgems.
    pub struct NFTSaleDetailsGetgemsAuction {
        /// Whether the auction has ended.
        #[optional]
        pub end_flag: Option<bool>,
        /// End of the auction, in Unix seconds.
        #[optional]
        pub end_time: Option<i64>,
        /// Last bid, in nanotons, as decimal text.
        #[optional]
        pub last_bid: Option<String>,
        /// Last bidder, in raw form with upper-case hex.
        #[optional]
        pub last_member: Option<String>,
        /// Minimum step between bids, in percent.
        #[optional]
        pub min_step: Option<i64>,
        /// Receiver of the marketplace's fee, in raw form with upper-case hex.
        #[optional]
        pub mp_fee_address: Option<String>,
        /// Numerator of the marketplace's fee.
        #[optional]
        pub mp_fee_factor: Option<i64>,
        /// Denominator of the marketplace's fee.
        #[optional]
        pub mp_fee_base: Option<i64>,
        /// Receiver of the royalty, in raw form with upper-case hex.
        #[optional]
        pub royalty_fee_address: Option<String>,
        /// Numerator of the royalty.
        #[optional]
        pub royalty_fee_factor: Option<i64>,
        /// Denominator of the royalty.
        #[optional]
        pub royalty_fee_base: Option<i64>,
        /// Highest bid, in nanotons, as decimal text.
        #[optional]
        pub max_bid: Option<String>,
        /// Minimum bid, in nanotons, as decimal text.
        #[optional]
        pub min_bid: Option<String>,
        /// When the last bid was made, in Unix seconds.
        #[optional]
        pub last_bid_at: Option<i64>,
        /// Whether the auction was cancelled.
        #[optional]
        pub is_canceled: Option<bool>,
    }
);

object!(
    /// Details of an auction at Fragment.
    pub struct NFTSaleDetailsTeleitem {
        /// Name of the token.
        #[optional]
        pub token_name: Option<String>,
        /// Bidder, in raw form with upper-case hex.
        #[optional]
        pub bidder_address: Option<String>,
        /// Last bid, in nanotons, as decimal text.
        #[optional]
        pub bid: Option<String>,
        /// When the last bid was made, in Unix seconds, as decimal text.
        #[optional]
        pub bid_ts: Option<String>,
        /// Minimum bid, in nanotons, as decimal text.
        #[optional]
        pub min_bid: Option<String>,
        /// End of the auction, in Unix seconds.
        #[optional]
        pub end_time: Option<i64>,
        /// Receiver of the payments, in raw form with upper-case hex.
        #[optional]
        pub beneficiary_address: Option<String>,
        /// Minimum first bid, in nanotons, as decimal text.
        #[optional]
        pub initial_min_bid: Option<String>,
        /// Highest bid, in nanotons, as decimal text.
        #[optional]
        pub max_bid: Option<String>,
        /// Minimum step between bids, in percent, as decimal text.
        #[optional]
        pub min_bid_step: Option<String>,
        /// A late bid extends the auction by this many seconds, as decimal text.
        #[optional]
        pub min_extend_time: Option<String>,
        /// Duration, in seconds, as decimal text.
        #[optional]
        pub duration: Option<String>,
        /// Numerator of the royalty.
        #[optional]
        pub royalty_numerator: Option<i64>,
        /// Denominator of the royalty.
        #[optional]
        pub royalty_denominator: Option<i64>,
        /// Receiver of the royalty, in raw form with upper-case hex.
        #[optional]
        pub royalty_destination: Option<String>,
    }
);

open_set! {
    /// Kind of a sale contract.
    NFTSaleKind {
        GetgemsSale = "getgems_sale",
        GetgemsAuction = "getgems_auction",
        Telemint = "telemint",
    }
}

keyed! {
    /// Details of a sale, read by its type.
    NFTSaleDetails {
        GetgemsSale(NFTSaleDetailsGetgemsSale),
        GetgemsAuction(NFTSaleDetailsGetgemsAuction),
        Teleitem(NFTSaleDetailsTeleitem),
    }
    by {
        "getgems_sale" => GetgemsSale(NFTSaleDetailsGetgemsSale),
        "getgems_auction" => GetgemsAuction(NFTSaleDetailsGetgemsAuction),
        "telemint" => Teleitem(NFTSaleDetailsTeleitem),
    }
}

/// Adds to the schema that `type` decides the type of `details`.
#[cfg(feature = "schema")]
fn add_details_choice(schema: &mut Schema) {
    choose(schema, "type", "details", NFTSaleDetails::KEYS, false);
}
