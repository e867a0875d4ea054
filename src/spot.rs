//! Where in a text something is wrong, and how a message shows it. Used only after a text was refused.
//!
//! Text comes as bytes because that is how it crosses from JavaScript; they need not be UTF-8.

use std::fmt;

/// No address and no hash is this long: what stands behind is never looked at, so a huge text costs nothing.
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
    let first = after.get(..4).unwrap_or(after).utf8_chunks().next();
    let found = first.map(|chunk| chunk.valid().chars().next().unwrap_or(char::REPLACEMENT_CHARACTER));
    (before.iter().map(units).sum(), found)
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

/// A character in a message: visible ASCII as it is, all else by name or number, so that no message has line
/// breaks, look-alikes of other scripts, or characters that turn the direction of writing.
pub(crate) struct Shown(pub(crate) Option<char>);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("the end of the text"),
            Some(' ') => f.write_str("a space"),
            Some('\t') => f.write_str("a tab"),
            Some('\n' | '\r') => f.write_str("a line break"),
            Some('`') => f.write_str("a backtick"),
            Some(c) if c.is_ascii_graphic() => write!(f, "`{c}`"),
            Some(c) => write!(f, "U+{:04X}", u32::from(c)),
        }
    }
}

/// A count in a message: beyond the window, text was not counted.
pub(crate) struct Counted(pub(crate) usize);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("none"),
            1..=WINDOW => write!(f, "{}", self.0),
            _ => f.write_str("hundreds"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{format, string::ToString};

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
            let shown = Shown(Some(c)).to_string();
            assert!(shown.bytes().all(|b| b == b' ' || b.is_ascii_graphic()), "{shown:?}");
        }
    }
}
