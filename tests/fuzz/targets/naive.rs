//! The rules of addresses and hashes, written as simply as possible, with which the targets compare.

pub mod steps;

const STANDARD: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// CRC-16/XMODEM by its definition.
fn checksum(bytes: &[u8]) -> u16 {
    let mut sum = 0u16;
    for byte in bytes {
        sum ^= u16::from(*byte) << 8;
        for _ in 0..8 {
            sum = if sum & 0x8000 == 0 { sum << 1 } else { sum << 1 ^ 0x1021 };
        }
    }
    sum
}

/// The bytes of a text in one alphabet, and the bits left over.
fn bytes_of(text: &str, alphabet: &str) -> Option<(Vec<u8>, Vec<bool>)> {
    let mut bits = Vec::new();
    for character in text.chars() {
        let value = alphabet.find(character)?;
        bits.extend((0..6).rev().map(|bit| value >> bit & 1 == 1));
    }
    let whole = bits.len() / 8 * 8;
    let rest = bits.split_off(whole);
    let byte = |eight: &[bool]| eight.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
    Some((bits.chunks(8).map(byte).collect(), rest))
}

/// Workchain, hash and optional tag of a text, if it is an address.
#[must_use]
pub fn address(text: &str) -> Option<(i8, Vec<u8>, Option<u8>)> {
    if let Some((workchain, digits)) = text.split_once(':') {
        let number: i8 = workchain.parse().ok()?;
        // A number has only one spelling.
        return Some((number, hex(digits).filter(|_| number.to_string() == workchain)?, None));
    }
    if text.len() != 48 {
        return None;
    }
    let (bytes, _) = bytes_of(text, STANDARD).or_else(|| bytes_of(text, URL))?;
    let right =
        [0x11, 0x51, 0x91, 0xD1].contains(&bytes[0]) && checksum(&bytes[..34]).to_be_bytes() == bytes[34..];
    right.then(|| (bytes[1] as i8, bytes[2..34].to_vec(), Some(bytes[0])))
}

/// The bytes of 64 hexadecimal digits.
fn hex(text: &str) -> Option<Vec<u8>> {
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    (0..64).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

/// The bytes of a text, if it is a hash.
#[must_use]
pub fn hash(text: &str) -> Option<Vec<u8>> {
    let exact =
        |(bytes, rest): (Vec<u8>, Vec<bool>)| (bytes.len() == 32 && !rest.contains(&true)).then_some(bytes);
    match text.len() {
        64 => hex(text),
        44 => {
            let text = text.strip_suffix('=')?;
            exact(bytes_of(text, STANDARD).or_else(|| bytes_of(text, URL))?)
        }
        43 => exact(bytes_of(text, URL)?),
        _ => None,
    }
}
