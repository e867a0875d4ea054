//! Errors as data: a stable code, a message for people, and what the message is about (such as a parameter).
//!
//! Identify an error by its code, never by its Rust or JavaScript type: two copies of the package share codes, but not
//! types. A message may be improved; a code is never renamed, reused or given another meaning.

mod codes;

pub use codes::Code;
#[cfg(feature = "schema")]
pub use codes::Source;

use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// Returns the codes of addresses and hashes, joined by commas. address.wasm returns only the number of a code; its
/// JavaScript has the texts, which take fewer bytes there than in the module.
#[cfg(not(target_arch = "wasm32"))]
#[doc(hidden)]
#[must_use]
pub fn text_codes() -> String {
    let texts = Code::ALL.iter().map(|code| code.as_str());
    texts
        .take_while(|text| text.starts_with("address_") || text.starts_with("hash_"))
        .collect::<Vec<_>>()
        .join(",")
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// An error: its code, its message and its subject.
///
/// ```
/// use ton_edge::error::{Code, Error};
/// let error = Error::new(Code::MissingParameter, "`address` is required").parameter("address");
/// assert_eq!(error.to_string(), "`address` is required");
/// assert_eq!(error.parameter.as_deref(), Some("address"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct Error(Box<Details>);

/// The content of an [`Error`], which boxes it: a `Result` stays small, and errors are rare.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
pub struct Details {
    /// The stable code, by which programs identify the error.
    pub code: Code,
    /// A description of the failure, for people. The text has neither the API key nor the whole value that the caller passed.
    pub message: Cow<'static, str>,
    /// Position of the first bad character, or of the bad item of a list; counted from 0.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub index: Option<u32>,
    /// The parameter or option that the error is about, as the caller wrote it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub parameter: Option<Cow<'static, str>>,
    /// The name that the caller most likely meant.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub suggestion: Option<Cow<'static, str>>,
    /// HTTP status of the response, if there was one.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub status: Option<u16>,
    /// Exit code of the contract that did not accept a message.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub exit_code: Option<i32>,
}

impl Deref for Error {
    type Target = Details;

    fn deref(&self) -> &Details {
        &self.0
    }
}

impl DerefMut for Error {
    fn deref_mut(&mut self) -> &mut Details {
        &mut self.0
    }
}

impl Error {
    /// Makes an error with a code and a message.
    #[must_use]
    pub fn new(code: Code, message: impl Into<Cow<'static, str>>) -> Self {
        let message = message.into();
        Self(Box::new(Details {
            code,
            message,
            index: None,
            parameter: None,
            suggestion: None,
            status: None,
            exit_code: None,
        }))
    }

    /// Sets the index of the character or item that is wrong, counted from 0.
    #[must_use]
    pub fn at(mut self, index: u32) -> Self {
        self.index = Some(index);
        self
    }

    /// Sets the parameter that the error is about.
    #[must_use]
    pub fn parameter(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.parameter = Some(name.into());
        self
    }

    /// Sets the name that the caller most likely meant.
    #[must_use]
    pub fn suggest(mut self, name: Option<&'static str>) -> Self {
        self.suggestion = name.map(Cow::Borrowed);
        self
    }

    /// Sets the HTTP status of the response.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// Finds the name that a caller who wrote `name` most likely meant: one that differs only in letter case, `_` and `-`,
/// or by at most two edits (one for short names). `None` if no name is that similar.
///
/// ```
/// use ton_edge::error::near;
/// assert_eq!(near("apiKey", ["api_key", "address"]), Some("api_key"));
/// assert_eq!(near("acount", ["address", "account"]), Some("account"));
/// assert_eq!(near("colour", ["address", "account"]), None);
/// ```
pub fn near<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    find_nearest(name, &mut names.into_iter())
}

/// [`near`] without generics, so that it is compiled once for all iterators.
fn find_nearest<'a>(wanted_name: &str, names: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    // Longer than any known name, so no comparison is needed, and the table of distances stays small.
    if wanted_name.len() > 64 {
        return None;
    }
    let wanted_name = fold_name(wanted_name);
    let mut best_match: Option<(usize, &'a str)> = None;
    for name in names {
        let folded_name = fold_name(name);
        let distance = count_edits(&wanted_name, &folded_name);
        let max_edits = if folded_name.len() <= 4 { 1 } else { 2 };
        if distance <= max_edits && best_match.is_none_or(|(best_distance, _)| distance < best_distance) {
            best_match = Some((distance, name));
        }
    }
    best_match.map(|(_, name)| name)
}

pub(crate) fn fold_name(name: &str) -> Vec<u8> {
    let mut letters = name.as_bytes().to_ascii_lowercase();
    letters.retain(|byte| !matches!(byte, b'_' | b'-'));
    letters
}

/// Computes the Levenshtein distance; keeps only one row of the table in memory.
fn count_edits(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = i;
        let mut left_cell = i + 1;
        if let Some(first) = row.first_mut() {
            *first = left_cell;
        }
        for (cell, y) in row.iter_mut().skip(1).zip(b) {
            let above_cell = *cell;
            let replaced = diagonal + usize::from(x != y);
            left_cell = replaced.min(above_cell + 1).min(left_cell + 1);
            *cell = left_cell;
            diagonal = above_cell;
        }
    }
    row.last().copied().unwrap_or(a.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn codes_are_unique_and_lower_snake() {
        let texts: BTreeSet<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(texts.len(), Code::ALL.len());
        for text in texts {
            assert!(text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'), "{text}");
        }
    }

    /// address.wasm returns the number of a code, and its JavaScript has the texts in this order.
    #[test]
    fn codes_of_texts_come_first() {
        assert_eq!(text_codes().split(',').count(), Code::HashWhitespace as usize + 1);
        assert!(Code::ALL.iter().enumerate().all(|(number, code)| *code as usize == number));
    }

    #[test]
    fn near_prefers_the_nearest() {
        assert_eq!(near("ofset", ["offset", "sort", "limit"]), Some("offset"));
        assert_eq!(near("jettonAddress", ["jetton_address", "owner_address"]), Some("jetton_address"));
        assert_eq!(near("srt", ["sort", "limit"]), Some("sort"));
        assert_eq!(near("", ["lt"]), None);
        assert_eq!(near(&"x".repeat(1000), ["lt"]), None);
    }
}
