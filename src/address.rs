//! Addresses of accounts: strict parsing and the two forms of text (TEP-2).
//!
//! The friendly form is base64, in either alphabet, of 36 bytes: a tag with the flags, the
//! workchain as a signed byte, the hash of the account, and CRC-16/XMODEM over all before it. The
//! raw form is `workchain:hash` in decimal and hexadecimal. Every other text is refused: a lenient
//! parser could turn a mistyped address into the address of another account.
//!
//! <https://github.com/ton-blockchain/TEPs/blob/master/text/0002-address.md>

mod forms;
mod refusal;

pub use forms::{
    Detected, FORMS, FormRow, GivenType, PackOptions, Variants, detect, normalize, pack, unpack,
};
pub use refusal::AddressError;

#[cfg(any(feature = "gateway", feature = "js-address"))]
pub(crate) use forms::Visitor;
#[cfg(feature = "js-address")]
pub(crate) use refusal::diagnose;

use crate::ascii::Ascii;
use crate::base64::{self, Alphabet};
use crate::crc16::compute_crc16;
use crate::error::Code;
use crate::hex;
use std::{fmt, str};

/// The 48 characters of a friendly address.
pub type Friendly = Ascii<48>;

/// The 66 to 69 characters of a raw address.
pub type Raw = Ascii<69>;

/// An account: its workchain, and the hash of its first state.
///
/// Written with serde as the raw form in upper case, read from either form.
///
/// ```
/// use ton_edge::address::Address;
/// let address: Address = "EQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4wJB".parse()?;
/// assert_eq!(address.workchain, 0);
/// assert_eq!(address.hash[..2], [0x2C, 0xF5]);
/// # Ok::<(), ton_edge::address::AddressError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address {
    /// 0 is the basechain, -1 the masterchain. One signed byte, because the friendly form has no more (TEP-2).
    pub workchain: i8,
    /// Hash of the first state of the account: 256 bits.
    pub hash: [u8; 32],
}

/// The flags of the friendly form (TEP-2).
///
/// The default is the recommended form of new addresses: bounceable, main network, safe in URLs.
///
/// ```
/// use ton_edge::address::Flags;
/// assert_eq!(Flags::default(), Flags { bounceable: true, test_only: false, url_safe: true });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub struct Flags {
    /// Whether coins come back if the contract does not exist or fails.
    pub bounceable: bool,
    /// Whether software of the main network must refuse the address.
    pub test_only: bool,
    /// Whether the alphabet has `-` and `_` instead of `+` and `/`. Also true for a text that is
    /// the same in both alphabets.
    pub url_safe: bool,
}

impl Default for Flags {
    fn default() -> Self {
        Self { bounceable: true, test_only: false, url_safe: true }
    }
}

impl Flags {
    /// Returns the first byte of the friendly form.
    const fn to_tag(self) -> u8 {
        (if self.bounceable { 0x11 } else { 0x51 }) | (if self.test_only { 0x80 } else { 0 })
    }

    const fn from_tag(tag: u8, url_safe: bool) -> Option<Self> {
        match tag & 0x7F {
            0x11 => Some(Self { bounceable: true, test_only: tag != 0x11, url_safe }),
            0x51 => Some(Self { bounceable: false, test_only: tag != 0x51, url_safe }),
            _ => None,
        }
    }
}

/// The form in which an address was written.
///
/// ```
/// use ton_edge::address::{Form, parse};
/// let parsed = parse("-1:3333333333333333333333333333333333333333333333333333333333333333")?;
/// assert_eq!(parsed.form, Form::Raw);
/// # Ok::<(), ton_edge::address::AddressError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Form {
    /// `workchain:hash`.
    Raw,
    /// Base64, with its flags.
    Friendly(Flags),
}

/// An address and the form it was written in; the result of [`parse`].
///
/// ```
/// use ton_edge::address::{Form, parse};
/// let parsed = parse("UQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi41-E")?;
/// let Form::Friendly(flags) = parsed.form else { unreachable!() };
/// assert!(!flags.bounceable);
/// # Ok::<(), ton_edge::address::AddressError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Parsed {
    /// The account.
    pub address: Address,
    /// The form in which it was written.
    pub form: Form,
}

/// Reads an address in either form.
///
/// Accepts exactly these: 48 characters of one base64 alphabet with tag 0x11, 0x51, 0x91 or 0xD1
/// and the right checksum; or a plain decimal workchain in -128..=127, a colon, and 64 hexadecimal
/// digits.
///
/// # Errors
///
/// An [`AddressError`] with one of the `Address*` codes and the position of the first bad character.
///
/// ```
/// use ton_edge::{address::parse, error::Code};
/// let friendly = parse("EQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4wJB")?;
/// let raw = parse("0:2cf55953e92efbeadab7ba725c3f93a0b23f842cbba72d7b8e6f510a70e422e3")?;
/// assert_eq!(friendly.address, raw.address);
///
/// let error = parse("EQAs9VlT6S776tq3!nJcP5Ogsj-ELLunLXuOb1EKcOQi4wJB").unwrap_err();
/// assert_eq!((error.code, error.index), (Code::AddressCharset, Some(16)));
/// assert_eq!(error.to_string(), "character 17, `!`, is in neither base64 alphabet");
/// # Ok::<(), ton_edge::address::AddressError>(())
/// ```
pub fn parse(text: &str) -> Result<Parsed, AddressError> {
    parse_bytes(text.as_bytes())
}

/// [`parse`] for bytes. They need not be UTF-8, since only ASCII is accepted.
///
/// # Errors
///
/// As [`parse`].
///
/// ```
/// use ton_edge::address::parse_bytes;
/// assert!(parse_bytes(b"EQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4wJB").is_ok());
/// assert!(parse_bytes(&[0xFF; 48]).is_err());
/// ```
pub fn parse_bytes(text: &[u8]) -> Result<Parsed, AddressError> {
    parse_valid(text).ok_or_else(|| refusal::diagnose(text))
}

/// Parses a valid address; `None` for any other text. Only valid addresses must be fast, so [`diagnose`] finds the reason
/// of a refusal in a second pass.
pub(crate) fn parse_valid(text: &[u8]) -> Option<Parsed> {
    match text.first_chunk::<48>() {
        Some(friendly) if text.len() == 48 => parse_friendly(friendly),
        _ => parse_raw(text),
    }
}

fn parse_friendly(text: &[u8; 48]) -> Option<Parsed> {
    let (bytes, alphabet) = base64::decode_36(text).ok()?;
    if compute_crc16(&bytes) != 0 {
        return None;
    }
    let [tag, workchain, hash @ .., _, _] = bytes;
    let flags = Flags::from_tag(tag, alphabet != Some(Alphabet::Standard))?;
    let address = Address { workchain: i8::from_be_bytes([workchain]), hash };
    Some(Parsed { address, form: Form::Friendly(flags) })
}

fn parse_raw(text: &[u8]) -> Option<Parsed> {
    // `split_last_chunk` and `strip_suffix` would link a panic, with all its texts, into wasm.
    let (head, digits) = text.split_at_checked(text.len().checked_sub(64)?)?;
    let ([head @ .., b':'], Some(digits)) = (head, digits.first_chunk::<64>()) else { return None };
    let workchain = parse_workchain(head).ok()?;
    Some(Parsed { address: Address { workchain, hash: hex::decode(digits)? }, form: Form::Raw })
}

/// Reads `0|-?[1-9][0-9]*` in the range of a signed byte. Otherwise returns the error and the index
/// of its byte.
fn parse_workchain(text: &[u8]) -> Result<i8, (Code, usize)> {
    let (sign, digits) = match text {
        [b'-', digits @ ..] => (-1, digits),
        digits => (1, digits),
    };
    let digits_start = text.len() - digits.len();
    let format = |position| Err((Code::AddressWorkchainFormat, digits_start + position));
    match digits {
        [] => return format(0),
        [b'0', ..] if sign < 0 => return format(0),
        [b'0', _, ..] => return format(1),
        _ => {}
    }
    let mut number = 0i16;
    for (position, digit) in digits.iter().enumerate() {
        if !digit.is_ascii_digit() {
            return format(position);
        }
        number = number.saturating_mul(10).saturating_add(sign * i16::from(digit - b'0'));
    }
    i8::try_from(number).map_err(|_| (Code::AddressWorkchainRange, 0))
}

impl Address {
    /// Writes the friendly form with these flags (TEP-2).
    ///
    /// ```
    /// use ton_edge::address::{Address, Flags};
    /// let zero = Address { workchain: 0, hash: [0; 32] };
    /// assert_eq!(zero.to_friendly(Flags::default()), "EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c");
    /// ```
    #[must_use]
    pub fn to_friendly(&self, flags: Flags) -> Friendly {
        let alphabet = if flags.url_safe { Alphabet::Url } else { Alphabet::Standard };
        Ascii::from_bytes(base64::encode_36(&self.to_bytes(flags), alphabet))
    }

    /// Returns the 36 bytes of the friendly form.
    fn to_bytes(self, flags: Flags) -> [u8; 36] {
        let mut bytes = [0; 36];
        let [tag, workchain, hash @ .., _, _] = &mut bytes;
        *tag = flags.to_tag();
        [*workchain] = self.workchain.to_be_bytes();
        *hash = self.hash;
        let checksum =
            bytes.first_chunk::<34>().map_or(0, |checked_bytes| compute_crc16(checked_bytes)).to_be_bytes();
        let [.., high, low] = &mut bytes;
        [*high, *low] = checksum;
        bytes
    }

    /// Returns the raw form in upper case, which is the canonical form; v3 and `unpackAddress` return it.
    ///
    /// ```
    /// let address: ton_edge::address::Address = "Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF".parse()?;
    /// assert_eq!(address.to_raw(), format!("-1:{}", "3".repeat(64)).as_str());
    /// # Ok::<(), ton_edge::address::AddressError>(())
    /// ```
    #[must_use]
    pub fn to_raw(&self) -> Raw {
        self.write_raw(true)
    }

    /// Returns the raw form in lower case, as `detectAddress` returns it.
    ///
    /// ```
    /// use ton_edge::address::Address;
    /// let raw = Address { workchain: -128, hash: [0xAB; 32] }.to_raw_lower();
    /// assert!(raw.starts_with("-128:abab"));
    /// ```
    #[must_use]
    pub fn to_raw_lower(&self) -> Raw {
        self.write_raw(false)
    }

    fn write_raw(self, upper: bool) -> Raw {
        let mut bytes = [0; 69];
        let mut length = 0;
        let mut push = |byte| {
            if let Some(to) = bytes.get_mut(length) {
                *to = byte;
                length += 1;
            }
        };
        if self.workchain < 0 {
            push(b'-');
        }
        let number = self.workchain.unsigned_abs();
        for (power, digit) in [(100, number / 100), (10, number / 10 % 10)] {
            if number >= power {
                push(b'0' + digit);
            }
        }
        push(b'0' + number % 10);
        push(b':');
        if let Some(hash) = bytes.get_mut(length..).and_then(|rest| rest.first_chunk_mut()) {
            hex::encode_into(hash, &self.hash, upper);
        }
        Ascii::from_prefix(bytes, length as u8 + 64)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_raw().fmt(f)
    }
}

impl str::FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        parse(text).map(|parsed| parsed.address)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Address {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_raw().serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Address {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl serde::de::Visitor<'_> for Text {
            type Value = Address;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a friendly or raw address")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Address, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Text)
    }
}
