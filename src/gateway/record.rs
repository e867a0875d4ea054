//! A caller's key as it is kept: its SHA-256 and what it may do, never the key.
//!
//! A plain hash is enough, since a key has 32 bytes of randomness: there is nothing to guess, so nothing to slow down.

use crate::error::{Code, Error};
use crate::network::Network;
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
        Ok(record)
    }

    /// Whether the key is not valid any more.
    #[must_use]
    pub fn is_revoked(&self) -> bool {
        !matches!(self.revoked, None | Some(Value::Null | Value::Bool(false)))
    }
}
