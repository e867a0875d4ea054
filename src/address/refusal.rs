//! Why a text is not an address: the code, the position and the message.

use super::{Form, Parsed, parse_valid, parse_workchain};
use crate::ascii::Ascii;
use crate::base64::{self, Fault};
use crate::crc16::compute_crc16;
use crate::diagnostics::{self, PartWriter};
use crate::error::{Code, Error};
use crate::hex;
use std::borrow::Cow;
use std::fmt;

/// Why a text is not an address.
///
/// Its `Display` text tells a person what to do; positions in that text count from 1. It never
/// proposes a corrected address: a mistyped address may belong to another account.
///
/// ```
/// use ton_edge::{address::parse, error::{Code, Error}};
/// let error = parse("https://tonviewer.com/EQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4wJB").unwrap_err();
/// assert_eq!(error.code, Code::AddressIsLink);
/// assert!(error.inside.is_some());
/// let error: Error = error.into(); // with the message, and the address in the link as `suggestion`
/// assert_eq!(error.suggestion.as_deref(), Some("EQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi4wJB"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AddressError {
    /// One of the `Address*` codes.
    pub code: Code,
    /// The first bad character, counted from 0 in UTF-16 code units as JavaScript does; the end of
    /// the text where characters are missing. `None` if no single character is wrong: empty texts,
    /// checksums, links, domain names, hashes without a workchain.
    pub index: Option<u32>,
    /// The character at `index`; `None` also at the end of the text.
    pub found: Option<char>,
    /// The address in a link, if there is one.
    pub inside: Option<Parsed>,
    /// The text of `inside`: formatting it again would link both forms into modules that only check
    /// addresses.
    text: Ascii<69>,
    /// The number of characters, if the code is about the length.
    count: u16,
}

impl AddressError {
    const fn new(code: Code) -> Self {
        Self { code, index: None, found: None, inside: None, text: Ascii::from_prefix([0; 69], 0), count: 0 }
    }

    fn at_offset(code: Code, text: &[u8], offset: usize) -> Self {
        let (index, character) = diagnostics::find_character(text, offset);
        Self { index: Some(index), found: character, ..Self::new(code) }
    }

    fn with_count(self, count: usize) -> Self {
        Self { count: count.try_into().unwrap_or(u16::MAX), ..self }
    }
}

/// Returns why `parse_valid` refused a text: it is another kind of text, such as a link, or else a
/// character breaks the rules of the form.
#[cold]
pub(crate) fn diagnose(text: &[u8]) -> AddressError {
    let decoded_bytes = text.first_chunk().filter(|_| text.len() == 48).map(base64::decode_36);
    let window = diagnostics::cut_window(text);
    if let Some(Ok((bytes, _))) = decoded_bytes {
        // 48 characters of base64 can only be a friendly address. This case comes first, because an input field checks
        // its text after every key stroke.
        match compute_crc16(&bytes) {
            0 => AddressError::at_offset(Code::AddressTag, text, 0),
            _ => AddressError::new(Code::AddressChecksum),
        }
    } else if text.is_empty() {
        AddressError::new(Code::AddressEmpty)
    } else if is_link(window) {
        find_inner_refusal(window).unwrap_or(AddressError::new(Code::AddressIsLink))
    } else if let Some(offset) = diagnostics::find_white_space(window) {
        // Checked before length and form, which mean nothing in a text with white space.
        AddressError::at_offset(Code::AddressWhitespace, text, offset)
    } else if is_domain(text) {
        AddressError::new(Code::AddressIsDomain)
    } else if is_bare_hash(text) {
        AddressError::new(Code::AddressBareHash)
    } else if let Some(colon) = find_raw_colon(text) {
        diagnose_raw_form(text, colon)
    } else {
        diagnose_friendly(text)
    }
}

fn diagnose_raw_form(text: &[u8], colon: usize) -> AddressError {
    let (head, rest) = text.split_at_checked(colon).unwrap_or_default();
    if let Err((code, offset)) = parse_workchain(head) {
        return AddressError::at_offset(code, text, offset);
    }
    let digits = rest.get(1..).unwrap_or_default();
    let first_digits = digits.get(..64).unwrap_or(digits);
    match hex::find_non_hex(first_digits) {
        Some(position) => AddressError::at_offset(Code::AddressHashCharset, text, colon + 1 + position),
        None => {
            let digits_end = colon + 1 + first_digits.len();
            AddressError::at_offset(Code::AddressHashLength, text, digits_end)
                .with_count(diagnostics::count(digits))
        }
    }
}

fn diagnose_friendly(text: &[u8]) -> AddressError {
    let count = diagnostics::count(text);
    // 48 characters can have more than 48 bytes; then the first 48 bytes have a character that is not base64.
    match text.first_chunk().filter(|_| count == 48).map(base64::decode_36) {
        Some(Err(Fault::Character(offset))) => AddressError::at_offset(Code::AddressCharset, text, offset),
        Some(Err(Fault::SecondAlphabet(offset))) => {
            AddressError::at_offset(Code::AddressMixedAlphabet, text, offset)
        }
        _ => {
            let end = diagnostics::find_offset(diagnostics::cut_window(text), 48);
            AddressError::at_offset(Code::AddressLength, text, end).with_count(count)
        }
    }
}

/// Returns whether the text has a scheme, or a host and a path. An address never has `:` or `.`
/// before `/`.
fn is_link(text: &[u8]) -> bool {
    let dot = text.iter().position(|byte| *byte == b'.');
    let slash = text.iter().rposition(|byte| *byte == b'/');
    let has_path = matches!((dot, slash), (Some(dot), Some(slash)) if dot < slash);
    has_path || text.windows(3).any(|three| three == b"://")
}

/// Returns the refusal of a link with the first address in it. Links use the alphabet for URLs, so
/// `/` separates addresses here.
fn find_inner_refusal(link: &[u8]) -> Option<AddressError> {
    let is_separator = |byte: &u8| !(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':'));
    link.split(is_separator).find_map(|part| {
        let parsed_address = parse_valid(part)?;
        let mut bytes = [0; 69];
        for (to, from) in bytes.iter_mut().zip(part) {
            // Each address has one spelling per form, except for the letter case of the raw form.
            *to = if parsed_address.form == Form::Raw { from.to_ascii_uppercase() } else { *from };
        }
        let text = Ascii::from_prefix(bytes, part.len() as u8);
        Some(AddressError { inside: Some(parsed_address), text, ..AddressError::new(Code::AddressIsLink) })
    })
}

/// Returns whether a text is a TON DNS name: such names end in `.ton` or `.t.me` (TEP-81) and have
/// at most 126 characters.
fn is_domain(text: &[u8]) -> bool {
    let ends_with = |suffix: &[u8]| {
        let suffix_start = text.len().checked_sub(suffix.len()).filter(|begin| *begin > 0);
        suffix_start.and_then(|begin| text.get(begin..)).is_some_and(|end| end.eq_ignore_ascii_case(suffix))
    };
    text.len() <= 128 && (ends_with(b".ton") || ends_with(b".t.me"))
}

fn is_bare_hash(text: &[u8]) -> bool {
    let digits = if let [b'0', b'x', digits @ ..] = text { digits } else { text };
    digits.len() == 64 && hex::find_non_hex(digits).is_none()
}

/// Finds the position of the colon of a raw address. A text of 48 characters is raw only if it begins like a workchain:
/// otherwise its colon is a bad character of a friendly address.
fn find_raw_colon(text: &[u8]) -> Option<usize> {
    let colon = diagnostics::cut_window(text).iter().position(|byte| *byte == b':')?;
    let is_numeric = |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-');
    let starts_with_number =
        text.get(..colon).is_some_and(|head| !head.is_empty() && head.iter().all(is_numeric));
    (starts_with_number || diagnostics::count(text) != 48).then_some(colon)
}

impl AddressError {
    /// Returns the address in a link, in the form that it was written in.
    pub(crate) fn write_inner_text(&self) -> Option<&[u8]> {
        self.inside.is_some().then_some(self.text.as_bytes())
    }

    /// Writes the message, part by part.
    pub(crate) fn write_message(&self, write_part: &mut PartWriter<'_>) {
        match self.code {
            Code::AddressEmpty => write_part(b"the address is empty"),
            Code::AddressLength => {
                write_part(b"an address has 48 characters, or is `0:` or `-1:` and 64 hexadecimal digits; this text has ");
                diagnostics::write_count(write_part, self.count);
            }
            Code::AddressChecksum => write_part(
                b"the checksum does not match: at least one character is wrong; copy the address again from its \
                  source",
            ),
            Code::AddressTag => write_part(
                b"the first byte is not 0x11, 0x51, 0x91 or 0xD1, so this is base64 of something other than an \
                  address",
            ),
            Code::AddressWorkchainRange => {
                write_part(b"the workchain is outside -128 to 127; `0` is the basechain and `-1` the masterchain");
            }
            Code::AddressHashLength => {
                write_part(b"exactly 64 hexadecimal digits must follow the colon; counted here: ");
                diagnostics::write_count(write_part, self.count);
            }
            Code::AddressIsLink => match self.write_inner_text() {
                Some(text) => {
                    write_part(b"this is a link; the address in it is `");
                    write_part(text);
                    write_part(b"`");
                }
                None => write_part(b"this is a link; an address has no `://` and no path"),
            },
            Code::AddressIsDomain => write_part(
                b"this is a domain name; look it up with `dns/records` and use the returned address",
            ),
            Code::AddressBareHash => write_part(
                b"64 hexadecimal digits alone are not an address: put `0:` before them for the basechain, `-1:` for the \
                  masterchain",
            ),
            code => {
                diagnostics::write_position(write_part, self.index, self.found, code == Code::AddressWhitespace);
                write_part(match code {
                    Code::AddressCharset => b" is in neither base64 alphabet",
                    Code::AddressMixedAlphabet => diagnostics::OTHER_ALPHABET,
                    Code::AddressWorkchainFormat => {
                        b" does not belong there: the workchain is a plain number such as `0` or `-1`"
                    }
                    Code::AddressHashCharset => {
                        b" is not a hexadecimal digit; 64 must follow the colon"
                    }
                    _ => b" an address has no white space in it or around it",
                });
            }
        }
    }
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        diagnostics::display(f, |write_part| self.write_message(write_part))
    }
}

impl std::error::Error for AddressError {}

impl From<AddressError> for Error {
    fn from(refusal: AddressError) -> Self {
        let mut error =
            Self::new(refusal.code, diagnostics::to_text(|write_part| refusal.write_message(write_part)));
        error.index = refusal.index;
        let inner_text = refusal.write_inner_text();
        error.suggestion =
            inner_text.map(|text| Cow::Owned(diagnostics::to_text(|write_part| write_part(text))));
        error
    }
}
