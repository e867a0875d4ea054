//! DNS.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::accounts::{AccountAddress, AdnlAddress};
use crate::types::descriptor::{Type, types};
use crate::types::macros::tagged;
use crate::types::wire::Unknown;

/// The types of this file.
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

/// Record of a bag in TON Storage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DnsRecordStorageAddress {
    /// Tag of the type, `dns_storage_address`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"dns_storage_address\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Id of a bag in TON Storage. 64 lower-case hex digits.
    pub bag_id: String,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Record of an ADNL address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DnsRecordAdnlAddress {
    /// Tag of the type, `dns_adnl_address`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"dns_adnl_address\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// ADNL address. 64 lower-case hex digits.
    pub adnl_addr: String,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Address of a contract, in parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SmcAddr {
    /// Tag of the type, `addr_std`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Workchain: -1 masterchain, 0 basechain.
    pub workchain_id: i64,
    /// Hash part of the address. 64 lower-case hex digits.
    pub address: String,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Record of a contract.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DnsRecordSmcAddress {
    /// Tag of the type, `dns_smc_address`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"dns_smc_address\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Contract.
    pub smc_addr: SmcAddr,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// Record of the next resolver.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DnsRecordNextResolver {
    /// Tag of the type, `dns_next_resolver`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"dns_next_resolver\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Next resolver.
    pub resolver: SmcAddr,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

tagged! {
    /// A DNS record of a domain's NFT.
    DnsRecord by "@type" {
        "dns_storage_address" => StorageAddress(DnsRecordStorageAddress),
        "dns_smc_address" => SmcAddress(DnsRecordSmcAddress),
        "dns_adnl_address" => AdnlAddress(DnsRecordAdnlAddress),
        "dns_next_resolver" => NextResolver(DnsRecordNextResolver),
    }
}

/// A record of an unknown form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DnsEntryDataUnknown {
    /// Tag of the type, `dns.entryDataUnknown`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"dns.entryDataUnknown\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Bag of cells. Base64.
    pub bytes: String,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A text record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DnsEntryDataText {
    /// Tag of the type, `dns.entryDataText`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"dns.entryDataText\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Text.
    pub text: String,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A next resolver.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DnsEntryDataNextResolver {
    /// Tag of the type, `dns.entryDataNextResolver`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"dns.entryDataNextResolver\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Next resolver.
    pub resolver: AccountAddress,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A contract.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DnsEntryDataSmcAddress {
    /// Tag of the type, `dns.entryDataSmcAddress`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"dns.entryDataSmcAddress\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Contract.
    pub smc_address: AccountAddress,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// An ADNL address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DnsEntryDataAdnlAddress {
    /// Tag of the type, `dns.entryDataAdnlAddress`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"dns.entryDataAdnlAddress\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// ADNL address.
    pub adnl_address: AdnlAddress,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// A bag in TON Storage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DnsEntryDataStorageAddress {
    /// Tag of the type, `dns.entryDataStorageAddress`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"dns.entryDataStorageAddress\"")]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Id of a bag in TON Storage. 64 lower-case hex digits.
    pub bag_id: String,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

tagged! {
    /// What a DNS entry holds.
    DnsEntryData by "@type" {
        "dns.entryDataUnknown" => Unknown(DnsEntryDataUnknown),
        "dns.entryDataText" => Text(DnsEntryDataText),
        "dns.entryDataNextResolver" => NextResolver(DnsEntryDataNextResolver),
        "dns.entryDataSmcAddress" => SmcAddress(DnsEntryDataSmcAddress),
        "dns.entryDataAdnlAddress" => AdnlAddress(DnsEntryDataAdnlAddress),
        "dns.entryDataStorageAddress" => StorageAddress(DnsEntryDataStorageAddress),
    }
}

/// A DNS entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DnsEntry {
    /// Tag of the type, `dns.entry`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Name.
    pub name: String,
    /// Category of the record, a hash of its name. Base64.
    pub category: String,
    /// The record.
    pub entry: DnsEntryData,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}

/// DNS entries found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DnsResolved {
    /// Tag of the type, `dns.resolved`; absent from some servers.
    #[serde(rename = "@type", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schemars(with = "String")]
    pub at_type: Option<String>,
    /// Records found.
    pub entries: Vec<DnsEntry>,
    /// Members that are not listed here, as they came.
    #[serde(flatten)]
    #[ts(skip)]
    pub unknown: Unknown,
}
