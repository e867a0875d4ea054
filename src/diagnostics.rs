//! Positions of faults in a text, and the messages that show them. Used only after a text was refused.
//!
//! Texts are bytes, as they come from JavaScript; they need not be UTF-8.

use std::{fmt, str};

/// How many bytes are read at most: more than any address or hash has, but so few that a huge text takes no time.
const WINDOW_BYTES: usize = 256;

/// Returns the part of a text that a diagnosis reads.
pub(crate) fn cut_window(text: &[u8]) -> &[u8] {
    text.get(..WINDOW_BYTES).unwrap_or(text)
}

/// Counts the characters of a text; if it is longer than the window, returns one more than the window has.
pub(crate) fn count(text: &[u8]) -> usize {
    let characters = |text: &[u8]| text.iter().filter(|byte| !is_continuation(**byte)).count();
    characters(cut_window(text)) + usize::from(text.len() > WINDOW_BYTES)
}

/// Finds the byte at which the character of index `number` (from 0) begins, or the end of the text.
pub(crate) fn find_offset(text: &[u8], number: usize) -> usize {
    let mut character_starts =
        text.iter().enumerate().filter(|(_, byte)| !is_continuation(**byte)).map(|(offset, _)| offset);
    character_starts.nth(number).unwrap_or(text.len())
}

/// Finds the index of the character at byte `offset`, counted from 0 in UTF-16 code units as JavaScript does, and the
/// character itself unless the text ends there.
pub(crate) fn find_character(text: &[u8], offset: usize) -> (u32, Option<char>) {
    let (head, tail) = text.split_at_checked(offset).unwrap_or((text, &[]));
    let units = |byte: &u8| if is_continuation(*byte) { 0 } else { 1 + u32::from(*byte >= 0xF0) };
    (head.iter().map(units).sum(), decode_first(tail))
}

/// Decodes the first character of a text. The decoder of the standard library would be an eighth of address.wasm.
fn decode_first(text: &[u8]) -> Option<char> {
    let (&lead, rest) = text.split_first()?;
    let (more_bytes, bits) = match lead {
        0..=0x7F => (0, lead),
        0xC2..=0xDF => (1, lead & 0x1F),
        0xE0..=0xEF => (2, lead & 0x0F),
        0xF0..=0xF4 => (3, lead & 0x07),
        _ => return Some(char::REPLACEMENT_CHARACTER),
    };
    let mut value = u32::from(bits);
    for index in 0..more_bytes {
        let next_continuation = rest.get(index).copied().filter(|byte| is_continuation(*byte));
        let Some(next) = next_continuation else { return Some(char::REPLACEMENT_CHARACTER) };
        value = value << 6 | u32::from(next & 0x3F);
    }
    Some(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER))
}

/// Finds the byte at which the first white space begins: the characters that `trim` of JavaScript removes, and
/// invisible characters of width zero, which are often copied from web pages.
pub(crate) fn find_white_space(text: &[u8]) -> Option<usize> {
    let invisible_bytes = text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii_graphic());
    invisible_bytes.map(|(offset, _)| offset).find(|&offset| {
        matches!(
            text.get(offset..).unwrap_or_default(),
            [b'\t'..=b'\r' | b' ', ..]
                | [0xC2, 0x85 | 0xA0, ..]
                | [0xE1, 0x9A, 0x80, ..]
                | [0xE2, 0x80, 0x80..=0x8F | 0xA8..=0xAF, ..]
                | [0xE2, 0x81, 0x9F | 0xA0, ..]
                | [0xE3, 0x80, 0x80, ..]
                | [0xEF, 0xBB, 0xBF, ..]
        )
    })
}

/// Returns whether a byte continues a character of UTF-8 instead of beginning one.
const fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Takes a message part by part, because `core::fmt` would be half of address.wasm.
pub(crate) type PartWriter<'a> = dyn FnMut(&[u8]) + 'a;

/// Writes a message for `Display`.
pub(crate) fn display(
    f: &mut fmt::Formatter<'_>,
    write_message: impl FnOnce(&mut PartWriter<'_>),
) -> fmt::Result {
    let mut result = Ok(());
    // Parts are ASCII: constant texts or single characters.
    write_message(&mut |part| {
        result = result.and_then(|()| f.write_str(str::from_utf8(part).unwrap_or_default()))
    });
    result
}

/// Returns a message as a text.
pub(crate) fn to_text(write_message: impl FnOnce(&mut PartWriter<'_>)) -> String {
    let mut text = String::new();
    write_message(&mut |part| text.extend(part.iter().map(|byte| char::from(*byte))));
    text
}

/// The error for the first character of a second alphabet.
pub(crate) const OTHER_ALPHABET: &[u8] =
    b" is of another base64 alphabet than an earlier character: use either `+` and `/` or `-` and `_`";

/// Writes "character 17, `!`," or, for white space, "character 17 is a space:". Positions for people count from 1.
pub(crate) fn write_position(
    write_part: &mut PartWriter<'_>,
    index: Option<u32>,
    character: Option<char>,
    is_white_space: bool,
) {
    write_part(b"character ");
    write_decimal(write_part, index.map_or(0, |index| index.saturating_add(1)));
    write_part(if is_white_space { b" is " } else { b", " });
    write_character(write_part, character);
    write_part(if is_white_space { b":" } else { b"," });
}

/// Writes a number in decimal.
pub(crate) fn write_decimal(write_part: &mut PartWriter<'_>, number: u32) {
    if number >= 10 {
        write_decimal(write_part, number / 10);
    }
    write_part(&[b'0' + (number % 10) as u8]);
}

/// Writes a character: visible ASCII as it is, all others by name or number, so that messages never have line breaks,
/// look-alikes of other scripts, or characters that change the direction of writing. `None` stands for the end of the
/// text.
pub(crate) fn write_character(write_part: &mut PartWriter<'_>, character: Option<char>) {
    match character {
        None => write_part(b"the end of the text"),
        Some(' ') => write_part(b"a space"),
        Some('\t') => write_part(b"a tab"),
        Some('\n' | '\r') => write_part(b"a line break"),
        Some('`') => write_part(b"a backtick"),
        Some(c) if c.is_ascii_graphic() => write_part(&[b'`', c as u8, b'`']),
        Some(c) => {
            write_part(b"U+");
            let digits = if u32::from(c) > 0xFFFF { 6 } else { 4 };
            for position in (0..digits).rev() {
                let digit = (u32::from(c) >> (4 * position) & 15) as u8;
                // The number has at least four digits, and no further leading zeros.
                if position < 4 || u32::from(c) >> (4 * position) != 0 {
                    write_part(&[if digit < 10 { b'0' + digit } else { b'A' + digit - 10 }]);
                }
            }
        }
    }
}

/// Writes a count: characters beyond the window were not counted.
pub(crate) fn write_count(write_part: &mut PartWriter<'_>, count: u16) {
    match usize::from(count) {
        0 => write_part(b"none"),
        1..=WINDOW_BYTES => write_decimal(write_part, u32::from(count)),
        _ => write_part(b"hundreds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_counts_as_javascript_does() {
        let text = "aé😀b".as_bytes();
        assert_eq!(find_character(text, 0), (0, Some('a')));
        assert_eq!(find_character(text, 1), (1, Some('é')));
        assert_eq!(find_character(text, 3), (2, Some('😀')));
        assert_eq!(find_character(text, 7), (4, Some('b')));
        assert_eq!(find_character(text, 8), (5, None));
        assert_eq!(find_character(text, 99), (5, None));
        assert_eq!(find_character(b"a\xFFb", 1), (1, Some('\u{FFFD}')));
        assert_eq!((count(text), find_offset(text, 2), find_offset(text, 9)), (4, 3, 8));
    }

    #[test]
    fn the_first_character_is_the_standard_librarys() {
        for c in '\0'..=char::MAX {
            assert_eq!(decode_first(format!("{c}x").as_bytes()), Some(c));
        }
        for broken_bytes in
            [&b"\x80"[..], b"\xE2\x82", b"\xE2\x82x", b"\xED\xA0\x80", b"\xF4\x90\x80\x80", b"\xFF"]
        {
            assert_eq!(decode_first(broken_bytes), Some(char::REPLACEMENT_CHARACTER), "{broken_bytes:x?}");
        }
        assert_eq!(decode_first(b""), None);
    }

    /// All characters of `char::is_whitespace`, and those of width zero.
    #[test]
    fn every_white_space_and_nothing_else() {
        for c in '\0'..=char::MAX {
            let expected = c.is_whitespace()
                || matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}' | '\u{FEFF}');
            let text = format!("{c}");
            assert_eq!(find_white_space(text.as_bytes()) == Some(0), expected, "U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn messages_show_only_visible_ascii() {
        for c in '\0'..=char::MAX {
            let mut text = Vec::new();
            write_character(&mut |part| text.extend_from_slice(part), Some(c));
            assert!(text.iter().all(|b| *b == b' ' || b.is_ascii_graphic()), "{text:?}");
            if !c.is_ascii() {
                assert_eq!(text, format!("U+{:04X}", u32::from(c)).into_bytes());
            }
        }
    }
}
