//! A short text of fixed capacity: addresses and hashes are written into it without allocation.

use std::{fmt, ops::Deref, str};

/// At most `N` bytes of ASCII. It is `Copy`, and is used like a `&str`.
///
/// ```
/// let hash = ton_edge::hash::Hash([0xAB; 32]);
/// let text = hash.to_hex();
/// assert!(text.starts_with("abab")); // every method of `str`
/// assert_eq!(text.as_bytes().len(), 64);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ascii<const N: usize> {
    bytes: [u8; N],
    length: u8,
}

impl<const N: usize> Ascii<N> {
    /// Makes a text of all `bytes`, which are ASCII and at most 255.
    pub(crate) const fn from_bytes(bytes: [u8; N]) -> Self {
        Self { bytes, length: N as u8 }
    }

    /// Makes a text of the first `length` of `bytes`; the rest are zeros, so that equal texts are
    /// equal values.
    pub(crate) const fn from_prefix(bytes: [u8; N], length: u8) -> Self {
        Self { bytes, length }
    }

    /// Returns all `N` bytes, with zeros after the text, and the length of the text: the bytes are
    /// copied at once, without a loop.
    #[cfg(feature = "js-address")]
    pub(crate) const fn padded_bytes(&self) -> (&[u8; N], usize) {
        (&self.bytes, self.length as usize)
    }

    /// Returns the text.
    ///
    /// ```
    /// assert_eq!(ton_edge::hash::Hash([0; 32]).to_hex().as_str(), "0".repeat(64));
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        // Only ASCII is written, so this never fails; `unsafe` is not worth the few nanoseconds.
        str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// Returns the bytes of the text, to copy them into another buffer.
    ///
    /// ```
    /// assert_eq!(ton_edge::hash::Hash([0; 32]).to_hex().as_bytes(), [b'0'; 64]);
    /// ```
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.length)).unwrap_or_default()
    }
}

impl<const N: usize> Deref for Ascii<N> {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl<const N: usize> AsRef<str> for Ascii<N> {
    fn as_ref(&self) -> &str {
        self
    }
}

impl<const N: usize> PartialEq<str> for Ascii<N> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl<const N: usize> PartialEq<&str> for Ascii<N> {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl<const N: usize> fmt::Display for Ascii<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl<const N: usize> fmt::Debug for Ascii<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(feature = "serde")]
impl<const N: usize> serde::Serialize for Ascii<N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}
