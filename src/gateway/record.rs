//! A caller's key as it is kept: its SHA-256 and what it may do, never the key.
//!
//! A plain hash is enough, since a key has 32 bytes of randomness: there is nothing to guess, so nothing to slow down.

use super::calendar::{self, Window};
use super::{Block, OriginPattern, Selection};
use crate::endpoint::Endpoint;
use crate::error::{Code, Error};
use crate::network::Network;
use core::net::IpAddr;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How often a key may be used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Plan {
    /// Requests per second.
    Rate(f64),
    /// A plan of the configuration, by its name.
    Name(String),
}

impl Plan {
    fn is_possible(&self) -> bool {
        match self {
            Self::Rate(rate) => *rate > 0.0 && *rate <= 1_000_000.0,
            // One that looks like a number is a slip.
            Self::Name(name) => is_word(name) && name.starts_with(|first: char| first.is_ascii_alphabetic()),
        }
    }
}

/// Most entries of a list in a record, and most bytes of one.
const MOST_ENTRIES: usize = 200;
const LONGEST_ENTRY: usize = 300;

/// How many requests a key has in a calendar day and month of UTC.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quota {
    /// Requests of a day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily: Option<u64>,
    /// Requests of a month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monthly: Option<u64>,
}

impl Quota {
    /// Greatest number: all of it is exact as a number of JavaScript.
    const MOST: u64 = 1_000_000_000_000;

    fn is_possible(&self) -> bool {
        let good = |number: &Option<u64>| number.is_none_or(|number| (1..=Self::MOST).contains(&number));
        good(&self.daily) && good(&self.monthly)
    }

    /// Name, number and calendar window of each part of it at a time.
    pub(super) fn windows(&self, now: f64) -> impl Iterator<Item = (&'static str, f64, Window)> {
        let daily = self.daily.map(|number| ("daily", number as f64, calendar::day(now)));
        let monthly = self.monthly.map(|number| ("monthly", number as f64, calendar::month(now)));
        daily.into_iter().chain(monthly)
    }
}

/// A name that goes into logs, keys and headers as it is.
pub(super) fn is_word(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=64).contains(&name.len()) && name.bytes().all(plain)
}

/// What is kept of a caller's key. Members that are not named here are refused: an older gateway must not overlook a
/// restriction that a newer one has written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// SHA-256 of the key, 64 hexadecimal digits in lower case.
    pub hash: String,
    /// How people call the key: for lists, logs and revocation.
    pub id: String,
    /// Whose key it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The one network that it is for.
    pub network: Network,
    /// How often it may be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// When it was made: RFC 3339.
    pub created: String,
    /// Since when it is not valid: RFC 3339, or `true`. Anything but absent, `null` and `false` revokes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked: Option<Value>,
    /// When it ends to be valid: RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
    /// Since when it is not taken, though it may be again: RFC 3339, or `true`. Anything but absent, `null` and `false` suspends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspended: Option<Value>,
    /// The only operations that it is for, as [`Selection`] reads them. A name that this version does not know allows nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operations: Option<Vec<String>>,
    /// The only origins that it may be used from: one of them must be header `Origin`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origins: Option<Vec<String>>,
    /// The only client IPs that it may be used from: addresses and CIDR ranges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub addresses: Option<Vec<String>>,
    /// How many requests it has in a day and a month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quota: Option<Quota>,
}

impl Record {
    /// Reads a record and checks its members.
    ///
    /// ```
    /// use ton_edge::gateway::Record;
    /// let hash = "0".repeat(64);
    /// let json = format!(r#"{{"hash":"{hash}","id":"shop","network":"testnet","created":"2026-01-01T00:00:00Z"}}"#);
    /// assert_eq!(Record::from_json(&json)?.id, "shop");
    /// assert!(Record::from_json("{}").is_err());
    /// # Ok::<(), ton_edge::error::Error>(())
    /// ```
    ///
    /// # Errors
    /// `key_record_invalid`, naming the member.
    pub fn from_json(json: &str) -> Result<Self, Error> {
        let wrong = |what: String| Error::new(Code::KeyRecordInvalid, format!("the record of a key {what}"));
        let record: Self = serde_json::from_str(json).map_err(|error| {
            // A value of it may be quoted: someone may have put the key itself there.
            let quotes = matches!(error.classify(), serde_json::error::Category::Data)
                && !error.to_string().starts_with("missing field")
                && !error.to_string().starts_with("duplicate field");
            let reason = if quotes {
                String::from("has a member of the wrong type, or one that this version does not know")
            } else {
                format!("cannot be read: {error}")
            };
            wrong(reason)
        })?;
        let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if record.hash.len() != 64 || !record.hash.bytes().all(hex) {
            return Err(wrong(String::from("must have `hash`: 64 hexadecimal digits in lower case")));
        }
        if !is_word(&record.id) {
            return Err(wrong(String::from("must have `id`: 1 to 64 letters, digits, `-` and `_`")));
        }
        if record.name.as_ref().is_some_and(|name| name.len() > 200 || name.contains(char::is_control)) {
            return Err(wrong(String::from(
                "must have a `name` of at most 200 bytes without control characters, or none",
            )));
        }
        if record.plan.as_ref().is_some_and(|plan| !plan.is_possible()) {
            return Err(wrong(String::from(
                "must have a `plan` above 0 and at most 1000000 requests per second, the name of one, or none",
            )));
        }
        if record.created.is_empty() || record.created.len() > 64 {
            return Err(wrong(String::from("must have `created`: the time as RFC 3339 writes it")));
        }
        record.check_restrictions().map_err(wrong)?;
        Ok(record)
    }

    fn check_restrictions(&self) -> Result<(), String> {
        if self.expires.as_ref().is_some_and(|time| calendar::instant(time).is_none()) {
            return Err(String::from(
                "must have `expires`: a time such as \"2027-01-31T00:00:00Z\" (RFC 3339), or none",
            ));
        }
        let lists =
            [("operations", &self.operations), ("origins", &self.origins), ("addresses", &self.addresses)];
        for (name, list) in lists {
            let Some(list) = list else { continue };
            if list.len() > MOST_ENTRIES || list.iter().any(|one| one.is_empty() || one.len() > LONGEST_ENTRY)
            {
                return Err(format!(
                    "must have `{name}`: a list of at most {MOST_ENTRIES} texts of 1 to {LONGEST_ENTRY} bytes, or none"
                ));
            }
        }
        for (at, one) in self.origins.iter().flatten().enumerate() {
            OriginPattern::parse(one).map_err(|reason| format!("has `origins[{at}]`, which {reason}"))?;
        }
        for (at, one) in self.addresses.iter().flatten().enumerate() {
            if Block::parse(one).is_none() {
                return Err(format!(
                    "must have `addresses[{at}]`: an address or a range such as \"10.0.0.0/8\""
                ));
            }
        }
        if self.quota.as_ref().is_some_and(|quota| !quota.is_possible()) {
            return Err(format!(
                "must have `quota`: `daily`, `monthly` or both, each a whole number from 1 to {}, or none",
                Quota::MOST
            ));
        }
        Ok(())
    }

    /// Whether the key has expired by that time, milliseconds since 1970. What cannot be read has.
    #[must_use]
    pub fn is_expired(&self, now: f64) -> bool {
        self.expires.as_ref().is_some_and(|time| calendar::instant(time).is_none_or(|end| now >= end))
    }

    /// Whether the key is not taken for now.
    #[must_use]
    pub fn is_suspended(&self) -> bool {
        is_set(self.suspended.as_ref())
    }

    /// Whether the key is for that operation.
    #[must_use]
    pub fn allows(&self, endpoint: &Endpoint) -> bool {
        self.operations.as_ref().is_none_or(|names| Selection::of(names).holds(endpoint))
    }

    /// Whether the key may be used from that origin.
    #[must_use]
    pub fn is_for_origin(&self, origin: Option<&str>) -> bool {
        let Some(origins) = &self.origins else { return true };
        let Some(origin) = origin else { return false };
        origins.iter().any(|one| OriginPattern::parse(one).is_ok_and(|pattern| pattern.matches(origin)))
    }

    /// Whether the key may be used from that client IP; never from one that is not known.
    #[must_use]
    pub fn is_for_address(&self, address: Option<IpAddr>) -> bool {
        let Some(addresses) = &self.addresses else { return true };
        let Some(address) = address else { return false };
        addresses.iter().any(|one| Block::parse(one).is_some_and(|block| block.holds(address)))
    }

    /// Whether the key is not valid any more.
    #[must_use]
    pub fn is_revoked(&self) -> bool {
        is_set(self.revoked.as_ref())
    }
}

/// Anything that is no clear "no".
fn is_set(flag: Option<&Value>) -> bool {
    !matches!(flag, None | Some(Value::Null | Value::Bool(false)))
}
