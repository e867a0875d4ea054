//! The stored record of a caller's API key: its SHA-256 and what it allows, never the key itself.
//!
//! A plain hash is enough: a key has 32 random bytes, so it cannot be guessed, and a slow hash would gain
//! nothing.

use super::calendar::{self, Window};
use crate::endpoint::Endpoint;
use crate::error::{Code, Error};
use crate::gateway::config::values::clients::Block;
use crate::gateway::config::values::is_safe_name;
use crate::gateway::config::values::operation_selection::Selection;
use crate::gateway::config::values::origin_pattern::OriginPattern;
use crate::network::Network;
use core::net::IpAddr;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The rate limit of an API key.
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
            // A name that looks like a number is a mistake.
            Self::Name(name) => {
                is_safe_name(name) && name.starts_with(|first: char| first.is_ascii_alphabetic())
            }
        }
    }
}

/// The maximum number of entries of a list in a record, and the maximum bytes of an entry.
const MAX_ENTRIES: usize = 200;
const MAX_ENTRY_BYTES: usize = 300;

/// The requests of an API key per calendar day and month, in UTC.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quota {
    /// Requests per day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily: Option<u64>,
    /// Requests per month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monthly: Option<u64>,
}

impl Quota {
    /// The greatest number that is exact in JavaScript.
    pub const MOST: u64 = 1_000_000_000_000;

    fn is_possible(&self) -> bool {
        let is_allowed =
            |number: &Option<u64>| number.is_none_or(|number| (1..=Self::MOST).contains(&number));
        is_allowed(&self.daily) && is_allowed(&self.monthly)
    }

    /// Lists name, count and calendar window of each quota at that time.
    pub(in crate::gateway) fn list_windows(
        &self,
        now: f64,
    ) -> impl Iterator<Item = (&'static str, f64, Window)> {
        let daily_window = self.daily.map(|number| ("daily", number as f64, calendar::day(now)));
        let monthly_window = self.monthly.map(|number| ("monthly", number as f64, calendar::month(now)));
        daily_window.into_iter().chain(monthly_window)
    }
}

/// The record of an API key. Unknown fields are refused: an older gateway must not overlook a restriction
/// that a newer one wrote.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// SHA-256 of the key, 64 hexadecimal digits in lower case.
    pub hash: String,
    /// A name of the key for people: in lists, logs and revocation.
    pub id: String,
    /// The owner of the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The only network on which the key is valid.
    pub network: Network,
    /// The rate limit of the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// The time of its creation: RFC 3339.
    pub created: String,
    /// The time of its revocation: RFC 3339, or `true`. Every value except `null` and `false` revokes the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked: Option<Value>,
    /// The time of its expiry: RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
    /// The time of its suspension, which can be lifted: RFC 3339, or `true`. Every value except `null` and
    /// `false` suspends the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspended: Option<Value>,
    /// The only operations that the key allows, as [`Selection`] reads them. An unknown name allows nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operations: Option<Vec<String>>,
    /// The only origins that may use the key: header `Origin` must be one of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origins: Option<Vec<String>>,
    /// The only client IPs that may use the key: addresses and CIDR ranges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub addresses: Option<Vec<String>>,
    /// The quota of the key: requests per day and month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quota: Option<Quota>,
}

impl Record {
    /// Reads a record and checks its fields.
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
    /// `key_record_invalid`, naming the field.
    pub fn from_json(json: &str) -> Result<Self, Error> {
        let invalid =
            |fault: String| Error::new(Code::KeyRecordInvalid, format!("the record of a key {fault}"));
        let record: Self = serde_json::from_str(json).map_err(|error| {
            // The message must not quote a value, which may be the key itself.
            let may_quote_value = matches!(error.classify(), serde_json::error::Category::Data)
                && !error.to_string().starts_with("missing field")
                && !error.to_string().starts_with("duplicate field");
            let reason = if may_quote_value {
                String::from("has a field of the wrong type, or one that this version does not know")
            } else {
                format!("cannot be read: {error}")
            };
            invalid(reason)
        })?;
        let is_hex_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if record.hash.len() != 64 || !record.hash.bytes().all(is_hex_digit) {
            return Err(invalid(String::from("must have `hash`: 64 hexadecimal digits in lower case")));
        }
        if !is_safe_name(&record.id) {
            return Err(invalid(String::from("must have `id`: 1 to 64 letters, digits, `-` and `_`")));
        }
        if record.name.as_ref().is_some_and(|name| name.len() > 200 || name.contains(char::is_control)) {
            return Err(invalid(String::from(
                "must have a `name` of at most 200 bytes without control characters, or none",
            )));
        }
        if record.plan.as_ref().is_some_and(|plan| !plan.is_possible()) {
            return Err(invalid(String::from(
                "must have as `plan` a number above 0 and at most 1000000 (requests per second), the name of a plan, or none",
            )));
        }
        if record.created.is_empty() || record.created.len() > 64 {
            return Err(invalid(String::from("must have `created`, a time in the format of RFC 3339")));
        }
        record.check_restrictions().map_err(invalid)?;
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
            if list.len() > MAX_ENTRIES
                || list.iter().any(|entry| entry.is_empty() || entry.len() > MAX_ENTRY_BYTES)
            {
                return Err(format!(
                    "must have as `{name}` a list of at most {MAX_ENTRIES} texts of 1 to {MAX_ENTRY_BYTES} bytes, or leave it out"
                ));
            }
        }
        for (index, origin) in self.origins.iter().flatten().enumerate() {
            OriginPattern::parse(origin)
                .map_err(|reason| format!("has `origins[{index}]`, which {reason}"))?;
        }
        for (index, address) in self.addresses.iter().flatten().enumerate() {
            if Block::parse(address).is_none() {
                return Err(format!(
                    "must have `addresses[{index}]`: an address or a range such as \"10.0.0.0/8\""
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

    /// Returns whether the key has expired by that time, milliseconds since 1970. An unreadable expiry counts as
    /// expired.
    #[must_use]
    pub fn is_expired(&self, now: f64) -> bool {
        self.expires.as_ref().is_some_and(|time| calendar::instant(time).is_none_or(|end| now >= end))
    }

    /// Returns whether the key is suspended.
    #[must_use]
    pub fn is_suspended(&self) -> bool {
        is_set(self.suspended.as_ref())
    }

    /// Returns whether the key allows that operation.
    #[must_use]
    pub fn allows(&self, endpoint: &Endpoint) -> bool {
        self.operations.as_ref().is_none_or(|names| Selection::of(names).holds(endpoint))
    }

    /// Returns whether the key may be used from that origin.
    #[must_use]
    pub fn is_for_origin(&self, origin: Option<&str>) -> bool {
        let Some(origins) = &self.origins else { return true };
        let Some(origin) = origin else { return false };
        origins.iter().any(|text| OriginPattern::parse(text).is_ok_and(|pattern| pattern.matches(origin)))
    }

    /// Returns whether the key may be used from that client IP; never from an unknown one.
    #[must_use]
    pub fn is_for_address(&self, address: Option<IpAddr>) -> bool {
        let Some(addresses) = &self.addresses else { return true };
        let Some(address) = address else { return false };
        addresses.iter().any(|text| Block::parse(text).is_some_and(|block| block.holds(address)))
    }

    /// Returns whether the key is revoked.
    #[must_use]
    pub fn is_revoked(&self) -> bool {
        is_set(self.revoked.as_ref())
    }
}

/// Returns whether a flag is set: any value except absent, `null` and `false`.
fn is_set(flag: Option<&Value>) -> bool {
    !matches!(flag, None | Some(Value::Null | Value::Bool(false)))
}
