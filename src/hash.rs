//! Hashes of transactions, messages, blocks and code: 256 bits in hexadecimal or base64 (RFC 4648).

use crate::ascii::Ascii;
use crate::base64::{self, Alphabet, Fault};
use crate::diagnostics::{self, PartWriter};
use crate::error::{Code, Error};
use crate::hex;
use std::{fmt, str};

/// A hash of 256 bits.
///
/// Serde writes it as padded base64, like both generations of the service, and reads any form.
///
/// ```
/// use ton_edge::hash::Hash;
/// let hash: Hash = "2ijAeOCcWLOYW9afQi9KufsoRheRB0eO/rrNcH86xU8=".parse()?;
/// assert_eq!(hash.0[0], 0xDA);
/// # Ok::<(), ton_edge::hash::HashError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hash(pub [u8; 32]);

/// All forms of a hash, field for field as `detectHash` of v2 returns them, without `@type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DetectedHash {
    /// Standard base64: 44 characters with padding.
    pub b64: Ascii<44>,
    /// Base64 for URLs: 43 characters without padding, as the service sends it.
    pub b64url: Ascii<43>,
    /// 64 hexadecimal digits, lower-case.
    pub hex: Ascii<64>,
}

/// Reads a hash: 64 hexadecimal digits in any letter case, 44 characters of base64 in one alphabet and padded, or 43
/// characters of base64 for URLs without padding.
///
/// # Errors
///
/// A [`HashError`] with one of the `Hash*` codes and the position of the first bad character.
///
/// ```
/// use ton_edge::{error::Code, hash::parse};
/// let hash = parse("2ijAeOCcWLOYW9afQi9KufsoRheRB0eO_rrNcH86xU8")?;
/// assert_eq!(parse("DA28C078E09C58B3985BD69F422F4AB9FB2846179107478EFEBACD707F3AC54F"), Ok(hash));
///
/// let error = parse("2ijAeOCcWLOYW9afQi9KufsoRheRB0eO/rrNcH86xU8").unwrap_err();
/// assert_eq!((error.code, error.index), (Code::HashCharset, Some(32)));
/// # Ok::<(), ton_edge::hash::HashError>(())
/// ```
pub fn parse(text: &str) -> Result<Hash, HashError> {
    parse_bytes(text.as_bytes())
}

/// [`parse`] for bytes. They need not be UTF-8, since only ASCII is accepted.
///
/// # Errors
///
/// As [`parse`].
///
/// ```
/// assert!(ton_edge::hash::parse_bytes(&[b'0'; 64]).is_ok());
/// ```
pub fn parse_bytes(text: &[u8]) -> Result<Hash, HashError> {
    parse_valid(text).ok_or_else(|| diagnose(text, 0))
}

/// Reads a hash as [`parse`], but also accepts `0x` before the hexadecimal form, like version 3 of the service.
///
/// # Errors
///
/// As [`parse`].
///
/// ```
/// use ton_edge::hash::{parse, parse_prefixed};
/// let digits = "da28c078e09c58b3985bd69f422f4ab9fb2846179107478efebacd707f3ac54f";
/// assert_eq!(parse_prefixed(&format!("0x{digits}")), parse(digits));
/// assert!(parse(&format!("0x{digits}")).is_err());
/// ```
pub fn parse_prefixed(text: &str) -> Result<Hash, HashError> {
    let text = text.as_bytes();
    match text {
        // Base64 can also begin with `0x`, but has another length.
        [b'0', b'x', digits @ ..] if diagnostics::count(digits) == 64 => {
            parse_valid(digits).ok_or_else(|| diagnose(text, 2))
        }
        _ => parse_bytes(text),
    }
}

/// Returns all forms of a hash, as `detectHash` of version 2.
///
/// # Errors
///
/// As [`parse`].
///
/// ```
/// let all = ton_edge::hash::detect("da28c078e09c58b3985bd69f422f4ab9fb2846179107478efebacd707f3ac54f")?;
/// assert_eq!(all.b64, "2ijAeOCcWLOYW9afQi9KufsoRheRB0eO/rrNcH86xU8=");
/// assert_eq!(all.b64url, "2ijAeOCcWLOYW9afQi9KufsoRheRB0eO_rrNcH86xU8");
/// # Ok::<(), ton_edge::hash::HashError>(())
/// ```
pub fn detect(text: &str) -> Result<DetectedHash, HashError> {
    parse(text).map(|hash| hash.detected())
}

/// Parses a valid hash; `None` for any other text. [`diagnose`] finds the reason of a refusal.
pub(crate) fn parse_valid(text: &[u8]) -> Option<Hash> {
    let bytes = match text.len() {
        64 => hex::decode(text.first_chunk()?)?,
        44 => match text {
            [digits @ .., b'='] => base64::decode_32(digits.first_chunk()?).ok()?.0,
            _ => return None,
        },
        43 => match base64::decode_32(text.first_chunk()?).ok()? {
            // Servers refuse the standard alphabet without its padding.
            (_, Some(Alphabet::Standard)) => return None,
            (bytes, _) => bytes,
        },
        _ => return None,
    };
    Some(Hash(bytes))
}

impl Hash {
    /// Returns 64 hexadecimal digits in lower case.
    ///
    /// ```
    /// assert!(ton_edge::hash::Hash([0xAB; 32]).to_hex().starts_with("abab"));
    /// ```
    #[must_use]
    pub fn to_hex(&self) -> Ascii<64> {
        Ascii::from_bytes(hex::encode(&self.0, false))
    }

    /// Returns standard base64 with its padding: 44 characters.
    ///
    /// ```
    /// assert!(ton_edge::hash::Hash([0xFF; 32]).to_b64().ends_with("//8="));
    /// ```
    #[must_use]
    pub fn to_b64(&self) -> Ascii<44> {
        let mut padded_text = [b'='; 44];
        for (to, from) in padded_text.iter_mut().zip(base64::encode_32(&self.0, Alphabet::Standard)) {
            *to = from;
        }
        Ascii::from_bytes(padded_text)
    }

    /// Returns base64 for URLs without padding: 43 characters.
    ///
    /// ```
    /// assert!(ton_edge::hash::Hash([0xFF; 32]).to_b64url().ends_with("__8"));
    /// ```
    #[must_use]
    pub fn to_b64url(&self) -> Ascii<43> {
        Ascii::from_bytes(base64::encode_32(&self.0, Alphabet::Url))
    }

    /// Returns all forms at once.
    ///
    /// ```
    /// assert_eq!(ton_edge::hash::Hash([0; 32]).detected().hex, "0".repeat(64).as_str());
    /// ```
    #[must_use]
    pub fn detected(&self) -> DetectedHash {
        DetectedHash { b64: self.to_b64(), b64url: self.to_b64url(), hex: self.to_hex() }
    }
}

/// Why a text is not a hash. Its `Display` text tells a person what to do; positions in that text count from 1.
///
/// ```
/// use ton_edge::{error::Code, hash::parse};
/// let error = parse(&"g".repeat(64)).unwrap_err();
/// assert_eq!((error.code, error.index, error.found), (Code::HashCharset, Some(0), Some('g')));
/// assert_eq!(error.to_string(), "character 1, `g`, is not a hexadecimal digit");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HashError {
    /// One of the `Hash*` codes.
    pub code: Code,
    /// The first bad character, counted from 0 in UTF-16 code units as JavaScript does; the end of the text if
    /// characters are missing. `None` for an empty text.
    pub index: Option<u32>,
    /// The character at `index`; `None` also at the end of the text.
    pub found: Option<char>,
    /// The number of characters.
    count: u16,
}

/// Returns why `parse_valid` refused a text. Its first `skip` bytes are the prefix `0x`, which is not checked.
#[cold]
fn diagnose(text: &[u8], skip: usize) -> HashError {
    if text.is_empty() {
        return HashError { code: Code::HashEmpty, index: None, found: None, count: 0 };
    }
    if let Some(offset) = diagnostics::find_white_space(diagnostics::cut_window(text)) {
        return HashError::at_offset(Code::HashWhitespace, text, offset);
    }
    let body = text.get(skip..).unwrap_or_default();
    let (code, offset) = match diagnostics::count(body) {
        64 => (Code::HashCharset, hex::find_non_hex(body)),
        44 => diagnose_base64(body, true),
        43 => diagnose_base64(body, false),
        // The index of the first surplus character, or of the end.
        _ => (Code::HashLength, Some(diagnostics::find_offset(diagnostics::cut_window(body), 64))),
    };
    HashError::at_offset(code, text, skip + offset.unwrap_or(body.len()))
}

fn diagnose_base64(text: &[u8], is_padded: bool) -> (Code, Option<usize>) {
    // A text of 43 characters has at least 43 bytes, so `first_chunk` always succeeds.
    let decode_result = text.first_chunk().map_or(Err(Fault::Character(text.len())), base64::decode_32);
    match decode_result {
        Err(Fault::Character(42)) if text.get(42) == Some(&b'=') => (Code::HashTrailingBits, Some(42)),
        Err(Fault::Character(offset)) => (Code::HashCharset, Some(offset)),
        Err(Fault::SecondAlphabet(offset)) => (Code::HashMixedAlphabet, Some(offset)),
        Err(Fault::StrayBits(offset)) => (Code::HashTrailingBits, Some(offset)),
        Ok((_, alphabet)) if is_padded => match text.get(43) {
            Some(b'+' | b'/') if alphabet == Some(Alphabet::Url) => (Code::HashMixedAlphabet, Some(43)),
            Some(b'-' | b'_') if alphabet == Some(Alphabet::Standard) => (Code::HashMixedAlphabet, Some(43)),
            Some(byte) if byte.is_ascii_alphanumeric() || b"+/-_".contains(byte) => {
                (Code::HashTrailingBits, Some(43))
            }
            _ => (Code::HashCharset, Some(43)),
        },
        Ok(_) => (Code::HashCharset, text.iter().position(|byte| matches!(byte, b'+' | b'/'))),
    }
}

impl HashError {
    fn at_offset(code: Code, text: &[u8], offset: usize) -> Self {
        let (index, character) = diagnostics::find_character(text, offset);
        let count = diagnostics::count(text).try_into().unwrap_or(u16::MAX);
        Self { code, index: Some(index), found: character, count }
    }
}

impl HashError {
    /// Writes the message, part by part.
    pub(crate) fn write_message(&self, write_part: &mut PartWriter<'_>) {
        match self.code {
            Code::HashEmpty => write_part(b"the hash is empty"),
            Code::HashLength => {
                write_part(
                    b"a hash has 64 hexadecimal digits, 44 characters of base64 with padding, or 43 of base64url \
                      without; this text has ",
                );
                diagnostics::write_count(write_part, self.count);
            }
            code => {
                diagnostics::write_position(write_part, self.index, self.found, code == Code::HashWhitespace);
                write_part(match code {
                    Code::HashCharset if self.count >= 64 => b" is not a hexadecimal digit",
                    Code::HashCharset if self.count == 43 => {
                        b" is not in the alphabet for URLs; `+` and `/` need `=` at the end"
                    }
                    Code::HashCharset => b" is in neither base64 alphabet",
                    Code::HashMixedAlphabet => diagnostics::OTHER_ALPHABET,
                    Code::HashTrailingBits => {
                        b" cannot end a hash: this base64 does not hold exactly 32 bytes"
                    }
                    _ => b" a hash has no white space in it or around it",
                });
            }
        }
    }
}

impl fmt::Display for HashError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        diagnostics::display(f, |write_part| self.write_message(write_part))
    }
}

impl std::error::Error for HashError {}

impl From<HashError> for Error {
    fn from(error: HashError) -> Self {
        let mut result =
            Self::new(error.code, diagnostics::to_text(|write_part| error.write_message(write_part)));
        result.index = error.index;
        result
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_b64().fmt(f)
    }
}

impl str::FromStr for Hash {
    type Err = HashError;

    fn from_str(text: &str) -> Result<Self, HashError> {
        parse(text)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Hash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_b64().serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Hash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl serde::de::Visitor<'_> for Text {
            type Value = Hash;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a hash in hexadecimal or base64")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Hash, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Text)
    }
}
