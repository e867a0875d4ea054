//! Types about DNS.

use super::accounts::{AccountAddress, AdnlAddress};
#[cfg(feature = "schema")]
use crate::types::descriptor::{Type, types};
use crate::types::macros::{object, tagged};

/// Types of this file.
#[cfg(feature = "schema")]
pub(super) const TYPES: &[Type] = types![
    DnsRecordStorageAddress,
    DnsRecordAdnlAddress,
    SmcAddr,
    DnsRecordSmcAddress,
    DnsRecordNextResolver,
    DnsRecord,
    DnsEntryDataUnknown,
    DnsEntryDataText,
    DnsEntryDataNextResolver,
    DnsEntryDataSmcAddress,
    DnsEntryDataAdnlAddress,
    DnsEntryDataStorageAddress,
    DnsEntryData,
    DnsEntry,
    DnsResolved
];

object!(
    /// Record of a bag in TON Storage.
    pub struct DnsRecordStorageAddress {
        /// Tag of the type, `dns_storage_address`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"dns_storage_address\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Id of a bag in TON Storage: 64 lower-case hex digits.
        pub bag_id: String,
    }
);

object!(
    /// Record of an ADNL address.
    pub struct DnsRecordAdnlAddress {
        /// Tag of the type, `dns_adnl_address`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"dns_adnl_address\"")]
        #[optional]
        pub at_type: Option<String>,
        /// ADNL address: 64 lower-case hex digits.
        pub adnl_addr: String,
    }
);

object!(
    /// Address of a contract, in parts.
    pub struct SmcAddr {
        /// Tag of the type, `addr_std`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Workchain: -1 masterchain, 0 basechain.
        pub workchain_id: i64,
        /// Hash part of the address: 64 lower-case hex digits.
        pub address: String,
    }
);

object!(
    /// Record of a contract.
    pub struct DnsRecordSmcAddress {
        /// Tag of the type, `dns_smc_address`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"dns_smc_address\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Contract.
        pub smc_addr: SmcAddr,
    }
);

object!(
    /// Record of the next resolver.
    pub struct DnsRecordNextResolver {
        /// Tag of the type, `dns_next_resolver`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"dns_next_resolver\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Next resolver.
        pub resolver: SmcAddr,
    }
);

tagged! {
    /// A DNS record of a domain's NFT.
    DnsRecord by "@type" {
        "dns_storage_address" => StorageAddress(DnsRecordStorageAddress),
        "dns_smc_address" => SmcAddress(DnsRecordSmcAddress),
        "dns_adnl_address" => AdnlAddress(DnsRecordAdnlAddress),
        "dns_next_resolver" => NextResolver(DnsRecordNextResolver),
    }
}

object!(
    /// A record of an unknown form.
    pub struct DnsEntryDataUnknown {
        /// Tag of the type, `dns.entryDataUnknown`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"dns.entryDataUnknown\"")]
        #[optional]
        pub at_type: Option<String>,
        /// A bag of cells in base64.
        pub bytes: String,
    }
);

object!(
    /// A text record.
    pub struct DnsEntryDataText {
        /// Tag of the type, `dns.entryDataText`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"dns.entryDataText\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Text.
        pub text: String,
    }
);

object!(
    /// A next resolver.
    pub struct DnsEntryDataNextResolver {
        /// Tag of the type, `dns.entryDataNextResolver`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"dns.entryDataNextResolver\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Next resolver.
        pub resolver: AccountAddress,
    }
);

object!(
    /// A contract.
    pub struct DnsEntryDataSmcAddress {
        /// Tag of the type, `dns.entryDataSmcAddress`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"dns.entryDataSmcAddress\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Contract.
        pub smc_address: AccountAddress,
    }
);

object!(
    /// An ADNL address.
    pub struct DnsEntryDataAdnlAddress {
        /// Tag of the type, `dns.entryDataAdnlAddress`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"dns.entryDataAdnlAddress\"")]
        #[optional]
        pub at_type: Option<String>,
        /// ADNL address.
        pub adnl_address: AdnlAddress,
    }
);

object!(
    /// A bag in TON Storage.
    pub struct DnsEntryDataStorageAddress {
        /// Tag of the type, `dns.entryDataStorageAddress`; absent from some servers.
        #[serde(rename = "@type")]
        #[ts(type = "\"dns.entryDataStorageAddress\"")]
        #[optional]
        pub at_type: Option<String>,
        /// Id of a bag in TON Storage: 64 lower-case hex digits.
        pub bag_id: String,
    }
);

tagged! {
    /// The value of a DNS entry.
    DnsEntryData by "@type" {
        "dns.entryDataUnknown" => Unknown(DnsEntryDataUnknown),
        "dns.entryDataText" => Text(DnsEntryDataText),
        "dns.entryDataNextResolver" => NextResolver(DnsEntryDataNextResolver),
        "dns.entryDataSmcAddress" => SmcAddress(DnsEntryDataSmcAddress),
        "dns.entryDataAdnlAddress" => AdnlAddress(DnsEntryDataAdnlAddress),
        "dns.entryDataStorageAddress" => StorageAddress(DnsEntryDataStorageAddress),
    }
}

object!(
    /// A DNS entry.
    pub struct DnsEntry {
        /// Tag of the type, `dns.entry`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Name.
        pub name: String,
        /// Category of the record, a hash of its name, in base64.
        pub category: String,
        /// The record.
        pub entry: DnsEntryData,
    }
);

object!(
    /// DNS entries found.
    pub struct DnsResolved {
        /// Tag of the type, `dns.resolved`; absent from some servers.
        #[serde(rename = "@type")]
        #[optional]
        pub at_type: Option<String>,
        /// Records found.
        pub entries: Vec<DnsEntry>,
    }
);
