//! Where in a text something is wrong, and how a message shows it. Used only after a text was refused.
//!
//! Text comes as bytes because that is how it crosses from JavaScript; they need not be UTF-8.

use std::{fmt, str};

/// No address and no hash is this long: the rest is never read, so a huge text costs nothing.
const WINDOW: usize = 256;

/// The part of a text that a diagnosis looks at.
pub(crate) fn window(text: &[u8]) -> &[u8] {
    text.get(..WINDOW).unwrap_or(text)
}

/// How many characters a text has; with more than the window, one more than the window has.
pub(crate) fn count(text: &[u8]) -> usize {
    let characters = |text: &[u8]| text.iter().filter(|byte| !continues(**byte)).count();
    characters(window(text)) + usize::from(text.len() > WINDOW)
}

/// The byte at which character number `n` (from 0) begins, or the end of the text.
pub(crate) fn offset_of(text: &[u8], n: usize) -> usize {
    let mut starts = text.iter().enumerate().filter(|(_, byte)| !continues(**byte)).map(|(offset, _)| offset);
    starts.nth(n).unwrap_or(text.len())
}

/// The index of the character at byte `offset`, counted from 0 in UTF-16 code units as JavaScript does, and the
/// character itself unless the text ends there.
pub(crate) fn at(text: &[u8], offset: usize) -> (u32, Option<char>) {
    let (before, after) = text.split_at_checked(offset).unwrap_or((text, &[]));
    let units = |byte: &u8| if continues(*byte) { 0 } else { 1 + u32::from(*byte >= 0xF0) };
    (before.iter().map(units).sum(), first(after))
}

/// The first character of a text. By hand: the decoder of the standard library is an eighth of address.wasm.
fn first(text: &[u8]) -> Option<char> {
    let (&lead, rest) = text.split_first()?;
    let (more, bits) = match lead {
        0..=0x7F => (0, lead),
        0xC2..=0xDF => (1, lead & 0x1F),
        0xE0..=0xEF => (2, lead & 0x0F),
        0xF0..=0xF4 => (3, lead & 0x07),
        _ => return Some(char::REPLACEMENT_CHARACTER),
    };
    let mut value = u32::from(bits);
    for at in 0..more {
        let next = rest.get(at).copied().filter(|byte| continues(*byte));
        let Some(next) = next else { return Some(char::REPLACEMENT_CHARACTER) };
        value = value << 6 | u32::from(next & 0x3F);
    }
    Some(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER))
}

/// The byte at which the first white space begins: what `trim` of JavaScript takes away, and the invisible
/// characters of width zero that are copied along from web pages.
pub(crate) fn white_space(text: &[u8]) -> Option<usize> {
    let invisible = text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii_graphic());
    invisible.map(|(offset, _)| offset).find(|&offset| {
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

/// Whether a byte continues a character of UTF-8 instead of beginning one.
const fn continues(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Takes a message part by part. Messages are said, not formatted: `core::fmt` would be half of address.wasm.
pub(crate) type Say<'a> = dyn FnMut(&[u8]) + 'a;

/// A message, as `Display` wants it.
pub(crate) fn display(f: &mut fmt::Formatter<'_>, tell: impl FnOnce(&mut Say<'_>)) -> fmt::Result {
    let mut result = Ok(());
    // Parts are ASCII, whole words of ours or single characters.
    tell(&mut |part| result = result.and_then(|()| f.write_str(str::from_utf8(part).unwrap_or_default())));
    result
}

/// A message as a text.
pub(crate) fn text(tell: impl FnOnce(&mut Say<'_>)) -> String {
    let mut text = String::new();
    tell(&mut |part| text.extend(part.iter().map(|byte| char::from(*byte))));
    text
}

/// The error for the first character of a second alphabet.
pub(crate) const OTHER_ALPHABET: &[u8] =
    b" is of the other base64 alphabet than one before it: `+` and `/` never \
stand together with `-` and `_`";

/// "character 17, `!`," or, of white space, "character 17 is a space:". Positions for people count from 1.
pub(crate) fn say_place(say: &mut Say<'_>, index: Option<u32>, found: Option<char>, white: bool) {
    say(b"character ");
    say_number(say, index.map_or(0, |index| index.saturating_add(1)));
    say(if white { b" is " } else { b", " });
    say_character(say, found);
    say(if white { b":" } else { b"," });
}

/// A number in decimal.
pub(crate) fn say_number(say: &mut Say<'_>, number: u32) {
    if number >= 10 {
        say_number(say, number / 10);
    }
    say(&[b'0' + (number % 10) as u8]);
}

/// A character: visible ASCII as it is, all else by name or number, so that no message has line breaks, look-alikes
/// of other scripts, or characters that turn the direction of writing. None: the text ends there.
pub(crate) fn say_character(say: &mut Say<'_>, found: Option<char>) {
    match found {
        None => say(b"the end of the text"),
        Some(' ') => say(b"a space"),
        Some('\t') => say(b"a tab"),
        Some('\n' | '\r') => say(b"a line break"),
        Some('`') => say(b"a backtick"),
        Some(c) if c.is_ascii_graphic() => say(&[b'`', c as u8, b'`']),
        Some(c) => {
            say(b"U+");
            let digits = if u32::from(c) > 0xFFFF { 6 } else { 4 };
            for place in (0..digits).rev() {
                let digit = (u32::from(c) >> (4 * place) & 15) as u8;
                // Four digits at least, and no leading zero beyond them.
                if place < 4 || u32::from(c) >> (4 * place) != 0 {
                    say(&[if digit < 10 { b'0' + digit } else { b'A' + digit - 10 }]);
                }
            }
        }
    }
}

/// A count: beyond the window, text was not counted.
pub(crate) fn say_count(say: &mut Say<'_>, count: u16) {
    match usize::from(count) {
        0 => say(b"none"),
        1..=WINDOW => say_number(say, u32::from(count)),
        _ => say(b"hundreds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_counts_as_javascript_does() {
        let text = "aé😀b".as_bytes();
        assert_eq!(at(text, 0), (0, Some('a')));
        assert_eq!(at(text, 1), (1, Some('é')));
        assert_eq!(at(text, 3), (2, Some('😀')));
        assert_eq!(at(text, 7), (4, Some('b')));
        assert_eq!(at(text, 8), (5, None));
        assert_eq!(at(text, 99), (5, None));
        assert_eq!(at(b"a\xFFb", 1), (1, Some('\u{FFFD}')));
        assert_eq!((count(text), offset_of(text, 2), offset_of(text, 9)), (4, 3, 8));
    }

    #[test]
    fn the_first_character_is_the_standard_librarys() {
        for c in '\0'..=char::MAX {
            assert_eq!(first(format!("{c}x").as_bytes()), Some(c));
        }
        for broken in [&b"\x80"[..], b"\xE2\x82", b"\xE2\x82x", b"\xED\xA0\x80", b"\xF4\x90\x80\x80", b"\xFF"]
        {
            assert_eq!(first(broken), Some(char::REPLACEMENT_CHARACTER), "{broken:x?}");
        }
        assert_eq!(first(b""), None);
    }

    /// All that `char::is_whitespace` knows, and the characters of width zero.
    #[test]
    fn every_white_space_and_nothing_else() {
        for c in '\0'..=char::MAX {
            let expected = c.is_whitespace()
                || matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}' | '\u{FEFF}');
            let text = format!("{c}");
            assert_eq!(white_space(text.as_bytes()) == Some(0), expected, "U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn messages_show_only_visible_ascii() {
        for c in '\0'..=char::MAX {
            let mut shown = Vec::new();
            say_character(&mut |part| shown.extend_from_slice(part), Some(c));
            assert!(shown.iter().all(|b| *b == b' ' || b.is_ascii_graphic()), "{shown:?}");
            if !c.is_ascii() {
                assert_eq!(shown, format!("U+{:04X}", u32::from(c)).into_bytes());
            }
        }
    }
}
