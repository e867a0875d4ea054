//! Types about DNS.

use super::accounts::{AddressBook, Metadata};
use super::nfts::NFTItem;
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::object;
use crate::types::wire::rows;

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![DNSRecordsResponse, DNSRecord, DNSAuctionsResponse, DNSAuction];

object!(
    /// Response of `/dns/records`.
    pub struct DNSRecordsResponse {
        /// Records.
        #[serde(deserialize_with = "rows")]
        pub records: Vec<DNSRecord>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
    }
);

object!(
    /// A domain.
    pub struct DNSRecord {
        /// NFT item, in raw form with upper-case hex.
        pub nft_item_address: String,
        /// Owner of the item, in raw form with upper-case hex.
        pub nft_item_owner: Option<String>,
        /// Domain name.
        pub domain: String,
        /// Next resolver, in raw form with upper-case hex.
        pub dns_next_resolver: Option<String>,
        /// Wallet of the domain, in raw form with upper-case hex.
        pub dns_wallet: Option<String>,
        /// ADNL address of the site, in base64.
        pub dns_site_adnl: Option<String>,
        /// Bag in TON Storage, in base64.
        pub dns_storage_bag_id: Option<String>,
    }
);

object!(
    /// Response of `/dns/activeAuctions`.
    pub struct DNSAuctionsResponse {
        /// Auctions.
        #[serde(deserialize_with = "rows")]
        pub auctions: Vec<DNSAuction>,
        /// Friendly forms and names of the accounts in the response.
        #[optional]
        pub address_book: Option<AddressBook>,
        /// Names, pictures and token data of the accounts in the response.
        #[optional]
        pub metadata: Option<Metadata>,
        /// Cursor of the next page, for the parameter `after`; `null` on the last page.
        pub next_cursor: Option<String>,
    }
);

object!(
    /// An auction of a domain.
    pub struct DNSAuction {
        /// NFT item, in raw form with upper-case hex.
        pub nft_item_address: String,
        /// Domain name.
        pub domain: String,
        /// Highest bidder, in raw form with upper-case hex.
        pub max_bid_address: Option<String>,
        /// Highest bid, in nanotons, as decimal text.
        pub max_bid_amount: Option<String>,
        /// End of the auction, in Unix seconds, as decimal text.
        pub auction_end_time: Option<String>,
        /// Time of the last payment for the domain, in Unix seconds, as decimal text.
        pub last_fill_up_time: Option<String>,
        /// Whether the auction has ended.
        pub finished: bool,
        /// The NFT item. Only with `include_nft_items=true`.
        #[optional]
        pub nft_item: Option<NFTItem>,
    }
);
