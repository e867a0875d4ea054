//! Writes a wasm module as text, for the entries that inline it.
//!
//! Compressors find a module's patterns only if the same byte is always written as the same characters, and predict the next byte only if it is
//! one character. So the 90 most common bytes are one printable character each, and all others are two. After compression the text is 5 %
//! smaller than hexadecimal digits and a quarter smaller than base64; before compression it is half as long as hexadecimal digits.
//! `pkg/lib/wasm/decode.js` decodes it.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

/// The number of bytes that have their own character.
const SINGLE_COUNT: usize = 90;

/// The first characters of pairs: a pair stands for one of the bytes 0 to 89 with the first prefix, 90 to 179 with the
/// second, the rest with the third.
const PREFIXES: [char; 3] = ['|', '}', '~'];

/// The opcode of `local.get`, the most common byte: it is written as a space, which differs in kind from all other
/// characters.
const LOCAL_GET: u8 = 0x20;

/// Writes the JavaScript module that contains the wasm.
pub(crate) fn write(wasm: &Path, to: &Path) -> Result<()> {
    let bytes = fs::read(wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
    fs::write(to, format!("export const text = \"{}\";\n", encode(&bytes)))
        .with_context(|| format!("cannot write {}", to.display()))
}

/// Lists the printable ASCII characters, except the two that a string literal would escape and those that serve as
/// prefixes.
fn list_characters() -> impl Iterator<Item = char> {
    (' '..'|').filter(|c| !matches!(c, '"' | '\\'))
}

/// Chooses the most common bytes, each with its character: bytes of text in the module keep their characters, and other bytes get the free
/// characters in the order of ASCII.
fn choose_singles(bytes: &[u8]) -> Vec<(u8, char)> {
    let mut byte_counts: Vec<(usize, u8)> = (0..=u8::MAX).map(|byte| (0, byte)).collect();
    for byte in bytes {
        if let Some((count, _)) = byte_counts.get_mut(usize::from(*byte)) {
            *count += 1;
        }
    }
    byte_counts.sort_by_key(|(count, byte)| (std::cmp::Reverse(*count), *byte));
    let mut common_bytes: Vec<u8> = byte_counts.iter().take(SINGLE_COUNT).map(|(_, byte)| *byte).collect();
    common_bytes.sort_unstable();
    let is_kept = |byte: u8| byte.is_ascii_lowercase() || byte == LOCAL_GET;
    let (kept_bytes, remaining_bytes): (Vec<u8>, Vec<u8>) =
        common_bytes.into_iter().partition(|byte| is_kept(*byte));
    let free_characters = list_characters().filter(|c| !kept_bytes.contains(&(*c as u8)));
    kept_bytes
        .iter()
        .map(|byte| (*byte, char::from(*byte)))
        .chain(remaining_bytes.into_iter().zip(free_characters))
        .collect()
}

/// Encodes first the byte of each character as two hexadecimal digits, in the order of [`list_characters`], and then the
/// module.
fn encode(bytes: &[u8]) -> String {
    let singles = choose_singles(bytes);
    let mut text = String::with_capacity(bytes.len() * 5 / 4);
    for character in list_characters() {
        let byte = singles.iter().find(|(_, c)| *c == character).map_or(0, |(byte, _)| *byte);
        text.push_str(&format!("{byte:02x}"));
    }
    let encoded_bytes: Vec<String> = (0..=u8::MAX)
        .map(|byte| match singles.iter().find(|(single, _)| *single == byte) {
            Some((_, character)) => String::from(*character),
            None => {
                let (prefix, rest) = (usize::from(byte) / SINGLE_COUNT, usize::from(byte) % SINGLE_COUNT);
                PREFIXES.iter().skip(prefix).take(1).copied().chain(list_characters().nth(rest)).collect()
            }
        })
        .collect();
    text.extend(bytes.iter().filter_map(|byte| encoded_bytes.get(usize::from(*byte))).map(String::as_str));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes a text as decode.js does.
    fn decode(text: &str) -> Vec<u8> {
        let (head, body) = text.split_at(2 * SINGLE_COUNT);
        let read_single = |index: usize| u8::from_str_radix(&head[2 * index..2 * index + 2], 16).unwrap();
        let position_of = |c: char| list_characters().chain(PREFIXES).position(|listed| listed == c).unwrap();
        let mut body = body.chars();
        let mut bytes = Vec::new();
        while let Some(c) = body.next() {
            bytes.push(match position_of(c) {
                index if index < SINGLE_COUNT => read_single(index),
                index => ((index - SINGLE_COUNT) * SINGLE_COUNT + position_of(body.next().unwrap())) as u8,
            });
        }
        bytes
    }

    #[test]
    fn every_byte_comes_back() {
        assert_eq!(list_characters().count(), SINGLE_COUNT);
        let all_bytes: Vec<u8> = (0..=u8::MAX).collect();
        let mut skewed_bytes = all_bytes.clone();
        skewed_bytes.extend((0..40_000_u32).map(|n| (n * n % 251 % 97) as u8));
        for bytes in [&[][..], &[0, 255], &all_bytes, &skewed_bytes] {
            let text = encode(bytes);
            assert_eq!(decode(&text), bytes);
            assert!(text.chars().all(|c| (' '..='~').contains(&c) && c != '"' && c != '\\'));
        }
    }

    #[test]
    fn text_in_the_module_stays_text() {
        assert!(encode(b"invalid parameter").ends_with("invalid parameter"));
    }
}
