//! Reads and writes the texts of messages, URLs and JSON.

#[cfg(feature = "gateway")]
use percent_encoding::percent_decode_str;

/// Fills a template with a value for each `{}`. Messages use this instead of formatting: `core::fmt` would be 5 % of
/// client.wasm, and the pieces of a message as separate constants would take more bytes than one template.
pub(crate) fn fill(template: &str, values: &[&str]) -> String {
    let mut text = String::new();
    let mut values = values.iter();
    for part in split_at(template, b'{') {
        match part.strip_prefix('}') {
            Some(part) => {
                text.push_str(values.next().copied().unwrap_or_default());
                text.push_str(part);
            }
            None => text.push_str(part),
        }
    }
    text
}

/// Returns the first characters of a text that may be very long.
pub(crate) fn cut_start(text: &str, max_chars: usize) -> String {
    let mut start = String::new();
    for c in text.chars().take(max_chars) {
        start.push(c);
    }
    start
}

/// Joins several texts.
pub(crate) fn concat(parts: &[&str]) -> String {
    let mut text = String::new();
    parts.iter().for_each(|part| text.push_str(part));
    text
}

/// Joins texts by `separator`.
pub(crate) fn join<'a>(parts: impl IntoIterator<Item = &'a str>, separator: &str) -> String {
    join_all(&mut parts.into_iter(), separator)
}

/// [`join`] without generics, so that it is compiled once for all iterators.
fn join_all(parts: &mut dyn Iterator<Item = &str>, separator: &str) -> String {
    let mut text = String::new();
    for part in parts {
        if !text.is_empty() {
            text.push_str(separator);
        }
        text.push_str(part);
    }
    text
}

/// Sorts texts and returns their indices: equal texts are adjacent and keep their order. A hash map would not do: in
/// wasm its seed is known, so hostile texts could make it slow. Not generic, so that gateway.wasm has one sorting
/// algorithm for all lists of names.
#[cfg(any(feature = "client", feature = "gateway"))]
pub(crate) fn sort_indices(texts: &[&str]) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..texts.len()).collect();
    indices
        .sort_unstable_by(|first, second| texts.get(*first).cmp(&texts.get(*second)).then(first.cmp(second)));
    indices
}

/// Returns the part before the first `mark` (ASCII), and the part after it if the text has a mark. Searches bytes, because
/// the standard library's search for a character would add 1 kB to client.wasm.
pub(crate) fn split_once(text: &str, mark: u8) -> (&str, Option<&str>) {
    let index = text.bytes().position(|byte| byte == mark);
    match index.and_then(|index| text.split_at_checked(index)) {
        Some((head, tail)) => (head, tail.get(1..)),
        None => (text, None),
    }
}

/// The parts of a text between marks (ASCII).
pub(crate) struct Parts<'a> {
    rest: Option<&'a str>,
    mark: u8,
}

/// Like `str::split`, but by [`split_once`].
pub(crate) const fn split_at(text: &str, mark: u8) -> Parts<'_> {
    Parts { rest: Some(text), mark }
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let (part, rest) = split_once(self.rest?, self.mark);
        self.rest = rest;
        Some(part)
    }
}

/// Reads a whole number: digits, with or without a minus before them. `None` for any other text, or beyond 64 bits.
pub(crate) fn parse_int(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let size = parse_digits(digits, 10)?;
    if digits.len() == text.len() { i64::try_from(size).ok() } else { 0_i64.checked_sub_unsigned(size) }
}

/// Reads a number that consists of digits. The standard library's parsers are larger, since each type has its own, and
/// they accept a plus.
pub(crate) fn parse_digits(digits: &str, base: u32) -> Option<u64> {
    if digits.is_empty() {
        return None;
    }
    digits.chars().try_fold(0_u64, |number, digit| {
        let digit = u64::from(digit.to_digit(base)?);
        let max_before = (u64::MAX - digit) / u64::from(base);
        (number <= max_before).then(|| number * u64::from(base) + digit)
    })
}

/// Writes a number in decimal.
pub(crate) fn write_int(number: i64) -> String {
    let mut text = String::new();
    if number < 0 {
        text.push('-');
    }
    push_digits(&mut text, number.unsigned_abs());
    text
}

/// Writes eight hexadecimal digits in lower case.
pub(crate) fn write_hex(number: u32) -> String {
    let digit = |position: u32| to_hex_digit((number >> (4 * position)) as u8).to_ascii_lowercase();
    (0..8).rev().map(digit).collect()
}

fn push_digits(text: &mut String, number: u64) {
    if number >= 10 {
        push_digits(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

const HEX: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];

fn to_hex_digit(value: u8) -> char {
    HEX.get(usize::from(value & 15)).copied().unwrap_or('0')
}

/// Appends `name=value` to a query, percent-encoded (RFC 3986): everything except unreserved characters and `:`, which
/// a query may contain and which keeps raw addresses readable. `+` must be encoded, because servers read it as a space.
pub(crate) fn push_query(query: &mut String, name: &str, value: &str) {
    if !query.is_empty() {
        query.push('&');
    }
    push_encoded(query, name);
    query.push('=');
    push_encoded(query, value);
}

/// Percent-encodes text. Written by hand: the crate that [`decode_query`] uses would add 400 bytes to client.wasm.
fn push_encoded(output: &mut String, text: &str) {
    let is_unreserved =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b':');
    if text.bytes().all(is_unreserved) {
        return output.push_str(text);
    }
    for byte in text.bytes() {
        if is_unreserved(byte) {
            output.push(char::from(byte));
        } else {
            output.push('%');
            output.push(to_hex_digit(byte >> 4));
            output.push(to_hex_digit(byte));
        }
    }
}

/// Reads a percent-encoded part of a query: `%XX` and `+`. `None` for a broken escape or bytes that are not UTF-8: guessing the intended
/// text could name another account.
#[cfg(feature = "gateway")]
pub(crate) fn decode_query(text: &str) -> Option<String> {
    // Most texts have nothing to decode.
    if !text.bytes().any(|byte| matches!(byte, b'%' | b'+')) {
        return Some(String::from(text));
    }
    let broken_text =
        |rest: &str| !rest.as_bytes().get(..2).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit));
    if text.split('%').skip(1).any(broken_text) {
        return None;
    }
    let spaced_text = text.replace('+', " ");
    percent_decode_str(&spaced_text).decode_utf8().ok().map(std::borrow::Cow::into_owned)
}

/// Returns whether the text contains the words, in any letter case (ASCII).
pub(crate) fn has_words(text: &str, words: &str) -> bool {
    find_words(text, words).is_some()
}

/// Finds the position of words in a text, in any letter case.
pub(crate) fn find_words(text: &str, words: &str) -> Option<usize> {
    // `windows` would panic for a length of 0.
    let window_at = |start: usize| text.as_bytes().get(start..start + words.len());
    (0..text.len())
        .find(|index| window_at(*index).is_some_and(|part| part.eq_ignore_ascii_case(words.as_bytes())))
}

/// Appends a JSON string (RFC 8259, section 7).
pub(crate) fn push_json_string(output: &mut String, text: &str) {
    output.push('"');
    for c in text.chars() {
        match c {
            '"' => output.push_str("\\\""),
            '\\' => output.push_str("\\\\"),
            '\n' => output.push_str("\\n"),
            '\r' => output.push_str("\\r"),
            '\t' => output.push_str("\\t"),
            c if c < ' ' => {
                // The character is below 0x20, so it fits into one byte.
                let byte = c as u8;
                output.push_str("\\u00");
                output.push(to_hex_digit(byte >> 4));
                output.push(to_hex_digit(byte));
            }
            c => output.push(c),
        }
    }
    output.push('"');
}

/// Appends a field to a JSON object that is not closed yet.
#[cfg(feature = "js-client")]
pub(crate) fn push_json_field(json: &mut String, name: &str, value: &str) {
    json.push(if json.is_empty() { '{' } else { ',' });
    push_json_string(json, name);
    json.push(':');
    push_json_string(json, value);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_plus_is_always_encoded() {
        let mut query = String::new();
        push_query(&mut query, "hash", "a+b/c=");
        push_query(&mut query, "account", "0:AB");
        assert_eq!(query, "hash=a%2Bb%2Fc%3D&account=0:AB");
    }

    #[cfg(feature = "gateway")]
    #[test]
    fn broken_escapes_are_refused() {
        assert_eq!(decode_query("a%2"), None);
        assert_eq!(decode_query("a%zz"), None);
        assert_eq!(decode_query("%ff"), None);
        assert_eq!(decode_query("a+b%20").as_deref(), Some("a b "));
    }

    #[test]
    fn a_template_is_filled_in_order() {
        assert_eq!(fill("`{}` needs {}", &["a", "{}"]), "`a` needs {}");
        assert_eq!(fill("{}{}", &["a", "b"]), "ab");
        assert_eq!(fill("plain", &[]), "plain");
    }

    #[test]
    fn texts_are_cut_as_the_standard_library_does() {
        for text in ["", ",", "a", "a,", ",a", "a,b,,c", "é,ü"] {
            assert!(split_at(text, b',').eq(text.split(',')), "{text}");
            assert_eq!(split_once(text, b',').1, text.split_once(',').map(|(_, rest)| rest), "{text}");
        }
    }

    #[test]
    fn whole_numbers_are_digits_with_or_without_a_minus() {
        let edges = [
            ("0", 0),
            ("-0", 0),
            ("007", 7),
            ("9223372036854775807", i64::MAX),
            ("-9223372036854775808", i64::MIN),
        ];
        for (text, number) in edges {
            assert_eq!(parse_int(text), Some(number), "{text}");
        }
        for text in ["", "-", "+1", "--1", "1.0", " 1", "9223372036854775808", "-9223372036854775809", "1e3"]
        {
            assert_eq!(parse_int(text), None, "{text}");
        }
    }

    proptest! {
        #[cfg(feature = "gateway")]
        #[test]
        fn query_text_survives(text in "\\PC*") {
            let mut query = String::new();
            push_query(&mut query, "", &text);
            prop_assert_eq!(decode_query(&query[1..]), Some(text));
        }

        #[test]
        fn json_text_survives(text in any::<String>()) {
            let mut json = String::new();
            push_json_string(&mut json, &text);
            prop_assert_eq!(serde_json::from_str::<String>(&json).ok(), Some(text));
        }
    }
}
