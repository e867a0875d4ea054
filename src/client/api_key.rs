//! The API key: how it is checked, and how it is removed from the texts of errors.

use crate::error::{Code, Error};
use crate::text;
use std::fmt;
use std::sync::Arc;

/// The API key of a client. Nothing prints it.
///
/// ```
/// use ton_edge::client::ApiKey;
/// let key = ApiKey::from("0123abcd");
/// assert_eq!(format!("{key:?}"), "ApiKey(***)");
/// ```
#[derive(Clone)]
pub struct ApiKey(Source);

#[derive(Clone)]
enum Source {
    Fixed(String),
    PerCall(Arc<dyn Fn() -> String + Send + Sync>),
}

impl ApiKey {
    /// Makes an API key from a function that returns the key of each call, so that it can change during the life of the
    /// client.
    pub fn per_call(key: impl Fn() -> String + Send + Sync + 'static) -> Self {
        Self(Source::PerCall(Arc::new(key)))
    }

    /// Returns the current key.
    pub(super) fn read_key(&self) -> Result<String, Error> {
        let key = match &self.0 {
            Source::Fixed(key) => key.clone(),
            Source::PerCall(key) => key(),
        };
        check(&key).map(|()| key)
    }

    /// Refuses a malformed key, if the key is known before a call.
    pub(super) fn check(&self) -> Result<(), Error> {
        match &self.0 {
            Source::Fixed(key) => check(key),
            Source::PerCall(_) => Ok(()),
        }
    }
}

impl From<&str> for ApiKey {
    fn from(key: &str) -> Self {
        Self(Source::Fixed(key.into()))
    }
}

impl From<String> for ApiKey {
    fn from(key: String) -> Self {
        Self(Source::Fixed(key))
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(***)")
    }
}

/// Checks that the service could have issued the key.
fn check(key: &str) -> Result<(), Error> {
    let fault = if key.is_empty() {
        "the API key is empty: remove it to send requests without an API key"
    } else if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        "the API key contains white space, control characters or non-ASCII characters"
    } else if key == "<API_KEY>" {
        "the API key is still the placeholder <API_KEY>"
    } else {
        return Ok(());
    };
    Err(Error::new(Code::ApiKeyInvalid, fault).parameter("api_key"))
}

/// Returns whether services read the API key from a parameter of this name. Callers must not pass it as a parameter:
/// the key would be visible in URLs, which errors contain.
pub(super) fn is_name(name: &str) -> bool {
    let mut letters = name.to_ascii_lowercase();
    letters.retain(|c| !matches!(c, '_' | '-'));
    matches!(&*letters, "apikey" | "xapikey")
}

/// Removes the secrets (the API key, and those in headers) from a text, in every spelling: plain, percent-encoded as in
/// a URL, and escaped as by `Debug`.
pub(super) fn redact(text: &str, secrets: &[String]) -> String {
    let mut clean_text = String::from(text);
    for secret in secrets {
        for spelling in [secret.clone(), encode_key(secret), secret.escape_debug().to_string()] {
            clean_text = clean_text.replace(&spelling, "***");
        }
        if secret.len() >= SHORTEST_SECRET && clean_text.contains(is_gap) {
            clean_text = redact_with_gaps(&clean_text, secret);
        }
    }
    clean_text
}

/// Shorter secrets are not searched across gaps such as line breaks. Shorter parts of a header do not count as secrets:
/// they are words such as `Bearer`.
const SHORTEST_SECRET: usize = 8;

/// Returns whether a header carries credentials.
pub(super) fn is_secret(header: &str) -> bool {
    ["authorization", "proxy-authorization", "cookie"].iter().any(|name| name.eq_ignore_ascii_case(header))
}

/// Lists the secrets in the value of a header with credentials: the whole value, and each token in it, because a server
/// might echo a token alone.
pub(super) fn list_secrets(value: &str) -> impl Iterator<Item = String> + '_ {
    let parts = value.split(|c: char| c.is_whitespace() || matches!(c, ';' | ','));
    // Of `sid=token`, both the whole and `token` are secrets.
    let parts = parts.flat_map(|part| [part, part.split_once('=').map_or("", |(_, rest)| rest)]);
    let parts = parts.filter(|part| part.len() >= SHORTEST_SECRET);
    core::iter::once(value).filter(|value| !value.is_empty()).chain(parts).map(String::from)
}

/// Returns whether a character is white space or a control character, which some servers insert in
/// text that they quote.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// Removes the API key from a text, even if gaps separate its characters.
fn redact_with_gaps(text: &str, key: &str) -> String {
    let mut clean_text = String::new();
    let mut tail = text;
    while let Some(c) = tail.chars().next() {
        let text_after_key = strip_key(tail, key);
        clean_text.push_str(if text_after_key.is_some() { "***" } else { &tail[..c.len_utf8()] });
        tail = text_after_key.unwrap_or(&tail[c.len_utf8()..]);
    }
    clean_text
}

/// Returns the rest of a text that begins with the API key, which may have gaps between its
/// characters.
fn strip_key<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let mut tail = text;
    for (index, letter) in key.chars().enumerate() {
        if index > 0 {
            tail = tail.trim_start_matches(is_gap);
        }
        tail = tail.strip_prefix(letter)?;
    }
    Some(tail)
}

/// Encodes the key as a value of a query.
pub(super) fn encode_key(key: &str) -> String {
    let mut query = String::new();
    text::push_query(&mut query, "", key);
    query.split_off(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_the_key_count_as_such() {
        for name in ["api_key", "apiKey", "API-KEY", "x-api-key", "X_API_Key"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "key", "api", "archival", "api_keys", "new one"] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn a_key_is_removed_even_with_gaps_in_it() {
        for (text, clean) in
            [("no secret", "no secret"), ("a k e\ny, key", "a ***, ***"), ("ke kez", "ke kez")]
        {
            assert_eq!(redact_with_gaps(text, "key"), clean);
        }
    }
}
