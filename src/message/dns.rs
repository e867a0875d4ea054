//! Domains in the format of TEP-81: names as bytes, and records.

use super::tlb::MAX_STEPS;
use super::{DNS_CATEGORIES, DecodeError};
use crate::address::Address;
use crate::cell::{BuildError, CellId, Cells, Dict, ReadError, Slice};
use crate::hash::Hash;
use sha2::{Digest as _, Sha256};
use std::fmt;

/// The maximum bytes of a name in a request to a resolver.
pub(crate) const MAX_BYTES: usize = 126;

/// Why a text is not a domain.
///
/// ```
/// use ton_edge::message::{DomainError, encode_domain};
/// assert_eq!(encode_domain("a..ton"), Err(DomainError::EmptyName));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DomainError {
    /// More than 126 bytes.
    TooLong,
    /// An empty name between two dots, or before the first.
    EmptyName,
    /// A space or a control character.
    Character,
}

impl fmt::Display for DomainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "the domain has more than {MAX_BYTES} bytes"),
            Self::EmptyName => f.write_str("the domain has an empty name"),
            Self::Character => f.write_str("the domain has a space or a control character"),
        }
    }
}

impl std::error::Error for DomainError {}

/// Encodes a domain for `dnsresolve`: the names from the last to the first in lower case, each followed by a zero byte.
/// A dot at the end is ignored.
///
/// # Errors
/// [`DomainError`].
///
/// ```
/// use ton_edge::message::encode_domain;
/// assert_eq!(encode_domain("Wallet.Alice.ton")?, b"ton\0alice\0wallet\0");
/// # Ok::<(), ton_edge::message::DomainError>(())
/// ```
pub fn encode_domain(domain: &str) -> Result<Vec<u8>, DomainError> {
    // A text of more than three times the limit also exceeds the limit in lower case, which never shortens a letter
    // to less than a third.
    if domain.len() > 3 * MAX_BYTES {
        return Err(DomainError::TooLong);
    }
    let lower_domain = domain.to_lowercase();
    let mut bytes = Vec::new();
    for name in lower_domain.strip_suffix('.').unwrap_or(&lower_domain).rsplit('.') {
        if name.is_empty() {
            return Err(DomainError::EmptyName);
        }
        // These characters end or hide a name. All others are allowed.
        if name.bytes().any(|byte| byte <= b' ' || byte == 0x7F) {
            return Err(DomainError::Character);
        }
        bytes.extend_from_slice(name.as_bytes());
        bytes.push(0);
    }
    if bytes.len() > MAX_BYTES + 1 { Err(DomainError::TooLong) } else { Ok(bytes) }
}

/// The location of a site of TON Sites.
///
/// ```
/// use ton_edge::{hash::Hash, message::DnsSite};
/// assert_ne!(DnsSite::Adnl(Hash([1; 32])), DnsSite::Bag(Hash([1; 32])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DnsSite {
    /// An ADNL address.
    Adnl(Hash),
    /// A bag of TON Storage.
    Bag(Hash),
}

/// The records of a domain; `None` for records that the domain does not have.
///
/// <https://github.com/ton-blockchain/TEPs/blob/master/text/0081-dns-standard.md>
///
/// ```
/// use ton_edge::cell::Cells;
/// use ton_edge::message::DnsRecords;
/// assert_eq!(DnsRecords::load(&Cells::new(), None)?, DnsRecords::default());
/// # Ok::<(), ton_edge::message::DecodeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DnsRecords {
    /// The account that receives transfers to the domain.
    pub wallet: Option<Address>,
    /// A site of TON Sites.
    pub site: Option<DnsSite>,
    /// A bag of TON Storage.
    pub storage: Option<Hash>,
    /// The contract that resolves names below the domain.
    pub resolver: Option<Address>,
    /// A text.
    pub text: Option<String>,
}

/// The value of a record.
enum Record {
    Wallet(Address),
    Resolver(Address),
    Adnl(Hash),
    Bag(Hash),
    Text(String),
}

impl DnsRecords {
    /// Reads the dictionary that `dnsresolve` returns for category 0; `None` is an empty dictionary. Records that cannot be
    /// read are left out: the owner of a domain may write anything.
    ///
    /// # Errors
    /// [`DecodeError`] if the cell is not a dictionary, or has more than 256 records.
    pub fn load(cells: &Cells, root: Option<CellId>) -> Result<Self, DecodeError> {
        let mut records = Self::default();
        let read_records = |records: &mut Self| -> Result<(), DecodeError> {
            let root = root.map(|id| cells.get(id).ok_or(BuildError::UnknownCell)).transpose()?;
            let entries: Vec<_> = Dict::new(root, 256)?.iter(MAX_STEPS).collect::<Result<_, _>>()?;
            for (key, value) in entries {
                if let Ok(Some(record)) = record(value) {
                    records.set(key.as_bytes(), record);
                }
            }
            Ok(())
        };
        read_records(&mut records).map_err(|error| error.in_field("records"))?;
        Ok(records)
    }

    /// Sets a record, unless its kind does not fit its category.
    fn set(&mut self, key: &[u8], record: Record) {
        let category = DNS_CATEGORIES.iter().find(|name| Sha256::digest(name.as_bytes()).as_slice() == key);
        match (category.copied(), record) {
            (Some("wallet"), Record::Wallet(address)) => self.wallet = Some(address),
            (Some("site"), Record::Adnl(hash)) => self.site = Some(DnsSite::Adnl(hash)),
            (Some("site"), Record::Bag(hash)) => self.site = Some(DnsSite::Bag(hash)),
            (Some("storage"), Record::Bag(hash)) => self.storage = Some(hash),
            (Some("dns_next_resolver"), Record::Resolver(address)) => self.resolver = Some(address),
            (Some("text"), Record::Text(text)) => self.text = Some(text),
            _ => {}
        }
    }
}

/// Reads a record; `None` for kinds outside of the standard. Records are in a separate cell, but some contracts store
/// them inline.
fn record(mut value: Slice<'_>) -> Result<Option<Record>, ReadError> {
    if value.bits() == 0 && value.refs() > 0 {
        value = value.load_ref()?.slice()?;
    }
    let account = |slice: &mut Slice<'_>| slice.load_address()?.ok_or(ReadError::AddressKind);
    Ok(Some(match value.load_u64(16)? {
        0x9FD3 => Record::Wallet(account(&mut value)?),
        0xBA93 => Record::Resolver(account(&mut value)?),
        0xAD01 => Record::Adnl(Hash(value.load_hash()?)),
        0x7473 => Record::Bag(Hash(value.load_hash()?)),
        0x1EDA => Record::Text(read_text(value)?),
        _ => return Ok(None),
    }))
}

/// Reads `Text`: chunks, each with its length, in a chain of cells. Bytes that are not UTF-8 are replaced.
fn read_text(mut slice: Slice<'_>) -> Result<String, ReadError> {
    let chunks = slice.load_u64(8)?;
    let mut bytes = Vec::new();
    for index in 0..chunks {
        if index > 0 {
            slice = slice.load_ref()?.slice()?;
        }
        let length = slice.load_u64(8)? as u16;
        bytes.extend(slice.load_bytes(length)?);
    }
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    Ok(String::from_utf8_lossy(text).into_owned())
}
