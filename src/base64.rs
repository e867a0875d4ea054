//! Base64 in both alphabets (RFC 4648, sections 4 and 5), strict: one alphabet per text, no stray
//! bits.
//!
//! Addresses and hashes have fixed sizes and need no allocation; a bag of cells has any size; it is
//! checked and passed on as text, without decoding it.

/// The two alphabets; they differ in the last two characters only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alphabet {
    /// `+` and `/`.
    Standard,
    /// `-` and `_`.
    Url,
}

/// Why a text is not base64, and at which byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A character of neither alphabet.
    Character(usize),
    /// A character whose alphabet differs from that of an earlier one.
    SecondAlphabet(usize),
    /// The last character holds bits beyond the last byte, and they are not zero.
    StrayBits(usize),
}

const STANDARD_ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL_ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// A code is the value of a character in six bits, and above them a mark of its alphabet; without a
// mark both alphabets have the character.
const STANDARD_ONLY: u8 = 0x40;
const URL_ONLY: u8 = 0x80;
const ALPHABET_MARKS: u8 = STANDARD_ONLY | URL_ONLY;
/// The code of a character outside base64. It has both marks, so one test at the end of a text
/// finds bad characters and mixed alphabets.
const NOT_BASE64: u8 = 0xFF;

const CODES: [u8; 256] = build_codes();

#[allow(clippy::indexing_slicing, reason = "runs in the compiler, where a panic is a compile error")]
const fn build_codes() -> [u8; 256] {
    let mut codes = [NOT_BASE64; 256];
    let mut value = 0;
    while value < 64 {
        let is_marked = value >= 62;
        codes[STANDARD_ALPHABET[value] as usize] = value as u8 | if is_marked { STANDARD_ONLY } else { 0 };
        codes[URL_ALPHABET[value] as usize] = value as u8 | if is_marked { URL_ONLY } else { 0 };
        value += 1;
    }
    codes
}

#[inline]
fn find_code(character: u8) -> u8 {
    CODES.get(usize::from(character)).copied().unwrap_or(NOT_BASE64)
}

/// Decodes the 36 bytes of a friendly address, and its alphabet unless the text is the same in both.
// Inlined in native code: copying the result from call to call took longer than decoding.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
#[cfg_attr(target_arch = "wasm32", inline)]
pub(crate) fn decode_36(text: &[u8; 48]) -> Result<([u8; 36], Option<Alphabet>), Fault> {
    let mut bytes = [0; 36];
    let marks_seen = decode_quads(text, &mut bytes);
    Ok((bytes, choose_alphabet(marks_seen, text)?))
}

/// Decodes the 32 bytes of a hash without padding, and its alphabet unless the text is the same in
/// both.
pub(crate) fn decode_32(text: &[u8; 43]) -> Result<([u8; 32], Option<Alphabet>), Fault> {
    let mut padded_text = [b'A'; 44];
    let mut bytes = [0; 33];
    for (to, from) in padded_text.iter_mut().zip(text) {
        *to = *from;
    }
    let marks_seen = decode_quads(&padded_text, &mut bytes);
    let alphabet = choose_alphabet(marks_seen, text)?;
    match bytes {
        [hash @ .., 0] => Ok((hash, alphabet)),
        _ => Err(Fault::StrayBits(42)),
    }
}

/// Decodes groups of four characters to three bytes until either slice ends, and returns all marks
/// seen.
#[inline]
fn decode_quads(text: &[u8], bytes: &mut [u8]) -> u8 {
    // Pages load every byte of wasm, so wasm has one small table.
    if cfg!(target_arch = "wasm32") { decode_small(text, bytes) } else { decode_fast(text, bytes) }
}

/// Codes by the index of a character in its group of four, shifted to their bits of the result,
/// with the marks in the first byte.
static QUADS: [[u32; 256]; 4] = build_quads();

#[allow(clippy::indexing_slicing, reason = "runs in the compiler, where a panic is a compile error")]
const fn build_quads() -> [[u32; 256]; 4] {
    let mut quads = [[0; 256]; 4];
    let mut character = 0;
    while character < 256 {
        let code = CODES[character] as u32;
        let mut position = 0;
        while position < 4 {
            quads[position][character] = (code & 0xC0) << 24 | (code & 0x3F) << (18 - 6 * position);
            position += 1;
        }
        character += 1;
    }
    quads
}

#[inline]
fn decode_fast(text: &[u8], bytes: &mut [u8]) -> u8 {
    let mut marks_seen = 0;
    for (quad, output_bytes) in text.as_chunks::<4>().0.iter().zip(bytes.as_chunks_mut::<3>().0) {
        let bits = QUADS.iter().zip(quad).fold(0, |bits, (table, character)| {
            bits | table.get(usize::from(*character)).copied().unwrap_or(u32::MAX)
        });
        marks_seen |= bits;
        let [_, decoded_bytes @ ..] = bits.to_be_bytes();
        *output_bytes = decoded_bytes;
    }
    let [marks_seen, ..] = marks_seen.to_be_bytes();
    marks_seen
}

#[inline]
fn decode_small(text: &[u8], bytes: &mut [u8]) -> u8 {
    let mut marks_seen = 0;
    for (quad, triple) in text.as_chunks::<4>().0.iter().zip(bytes.as_chunks_mut::<3>().0) {
        // Spelled out: with optimisation for size the compiler would not unroll a loop.
        let [a, b, c, d] = *quad;
        let codes = [find_code(a), find_code(b), find_code(c), find_code(d)];
        let [a, b, c, d] = codes;
        marks_seen |= a | b | c | d;
        *triple = decode_quad(codes);
    }
    marks_seen
}

#[inline]
fn decode_quad([a, b, c, d]: [u8; 4]) -> [u8; 3] {
    [a << 2 | b >> 4 & 3, b << 4 | c >> 2 & 15, c << 6 | d & 63]
}

fn choose_alphabet(marks_seen: u8, text: &[u8]) -> Result<Option<Alphabet>, Fault> {
    match marks_seen & ALPHABET_MARKS {
        0 => Ok(None),
        STANDARD_ONLY => Ok(Some(Alphabet::Standard)),
        URL_ONLY => Ok(Some(Alphabet::Url)),
        _ => Err(locate_fault(text)),
    }
}

/// Finds the first invalid character of a text that has one.
#[cold]
fn locate_fault(text: &[u8]) -> Fault {
    let mut marks_seen = 0;
    for (position, &character) in text.iter().enumerate() {
        let code = find_code(character);
        if code == NOT_BASE64 {
            return Fault::Character(position);
        }
        marks_seen |= code & ALPHABET_MARKS;
        if marks_seen == ALPHABET_MARKS {
            return Fault::SecondAlphabet(position);
        }
    }
    Fault::Character(text.len())
}

/// Encodes the 48 characters of a friendly address.
pub(crate) fn encode_36(bytes: &[u8; 36], alphabet: Alphabet) -> [u8; 48] {
    let mut text = [0; 48];
    encode_triples(bytes, &mut text, alphabet);
    text
}

/// Encodes the 43 characters of a hash, without padding.
pub(crate) fn encode_32(bytes: &[u8; 32], alphabet: Alphabet) -> [u8; 43] {
    let mut padded_hash = [0; 33];
    for (to, from) in padded_hash.iter_mut().zip(bytes) {
        *to = *from;
    }
    let mut text = [0; 44];
    encode_triples(&padded_hash, &mut text, alphabet);
    let [text @ .., _] = text;
    text
}

#[inline]
fn encode_triples(bytes: &[u8], text: &mut [u8], alphabet: Alphabet) {
    if cfg!(target_arch = "wasm32") {
        encode_small(bytes, text, alphabet);
    } else {
        encode_fast(bytes, text, alphabet);
    }
}

/// Computes first all values, then all characters: the compiler turns loops without branches into vector
/// instructions.
#[inline]
fn encode_fast(bytes: &[u8], text: &mut [u8], alphabet: Alphabet) {
    for ([a, b, c], quad) in bytes.as_chunks::<3>().0.iter().zip(text.as_chunks_mut::<4>().0) {
        let bits = u32::from_be_bytes([0, *a, *b, *c]);
        let groups_of_twelve = bits & 0x0FFF | (bits & 0xFF_F000) << 4;
        *quad = (groups_of_twelve & 0x003F_003F | (groups_of_twelve & 0x0FC0_0FC0) << 2).to_be_bytes();
    }
    let (plus, slash) = match alphabet {
        Alphabet::Standard => (b'+', b'/'),
        Alphabet::Url => (b'-', b'_'),
    };
    for character in text {
        // All values are computed and one is selected, without a branch.
        let value = *character;
        let mut letter_of_value = value.wrapping_add(b'A');
        for (first_value, letter) in [
            (26, value.wrapping_add(b'a' - 26)),
            (52, value.wrapping_sub(52 - b'0')),
            (62, plus),
            (63, slash),
        ] {
            letter_of_value = if value >= first_value { letter } else { letter_of_value };
        }
        *character = letter_of_value;
    }
}

#[inline]
fn encode_small(bytes: &[u8], text: &mut [u8], alphabet: Alphabet) {
    for (triple, quad) in bytes.as_chunks::<3>().0.iter().zip(text.as_chunks_mut::<4>().0) {
        *quad = encode_triple(*triple, alphabet);
    }
}

#[inline]
fn encode_triple([a, b, c]: [u8; 3], alphabet: Alphabet) -> [u8; 4] {
    let characters = match alphabet {
        Alphabet::Standard => STANDARD_ALPHABET,
        Alphabet::Url => URL_ALPHABET,
    };
    let character = |six: u8| characters.get(usize::from(six & 63)).copied().unwrap_or(b'=');
    [character(a >> 2), character(a << 4 | b >> 4), character(b << 2 | c >> 6), character(c)]
}

/// Encodes bytes of any length in the standard alphabet with padding.
#[cfg(any(test, all(feature = "message", feature = "api")))]
pub(crate) fn encode_standard(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    let (triples, rest) = bytes.as_chunks::<3>();
    let mut push = |quad: [u8; 4]| text.extend(quad.map(char::from));
    for triple in triples {
        push(encode_triple(*triple, Alphabet::Standard));
    }
    match *rest {
        [a] => {
            let [first, second, ..] = encode_triple([a, 0, 0], Alphabet::Standard);
            push([first, second, b'=', b'=']);
        }
        [a, b] => {
            let [first, second, third, _] = encode_triple([a, b, 0], Alphabet::Standard);
            push([first, second, third, b'=']);
        }
        _ => {}
    }
    text
}

/// Returns how many bytes a text in the standard alphabet with padding holds, or the index of its
/// first fault: a character outside the alphabet, an early `=`, stray bits, or the end if
/// characters are missing.
#[cfg(any(test, feature = "api"))]
pub(crate) fn check_standard_padded(text: &[u8]) -> Result<usize, usize> {
    let (body, padding) = match text {
        [body @ .., b'=', b'='] => (body, 2),
        [body @ .., b'='] => (body, 1),
        body => (body, 0),
    };
    let is_url_only = |character: &u8| find_code(*character) & URL_ONLY != 0;
    if let Some(position) = body.iter().position(is_url_only) {
        return Err(position);
    }
    if !text.len().is_multiple_of(4) {
        return Err(text.len());
    }
    let stray_bits_mask = if padding == 2 { 0x0F } else { 0x03 };
    match body {
        [.., last] if padding > 0 && find_code(*last) & stray_bits_mask != 0 => Err(body.len() - 1),
        _ => Ok(body.len() * 3 / 4),
    }
}

/// Decodes a text that [`check_standard_padded`] accepts.
#[cfg(any(test, feature = "gateway", feature = "client"))]
pub(crate) fn decode_standard(text: &[u8]) -> Vec<u8> {
    let length = check_standard_padded(text).unwrap_or_default();
    let mut bytes = vec![0; text.len() / 4 * 3];
    // Padding has no value; the bytes that it fills are cut off.
    decode_quads(text, &mut bytes);
    bytes.truncate(length);
    bytes
}

/// Decodes a text of any length in either alphabet; in the alphabet for URLs the padding is optional.
#[cfg(feature = "cell")]
pub(crate) fn decode(text: &[u8]) -> Result<Vec<u8>, Fault> {
    let (body, padding) = match text {
        [body @ .., b'=', b'='] => (body, 2),
        [body @ .., b'='] => (body, 1),
        body => (body, 0),
    };
    let (quads, rest) = body.as_chunks::<4>();
    let padding_needed = (4 - rest.len()) % 4;
    let mut bytes = vec![0; (quads.len() + 1) * 3];
    let (whole_bytes, last_bytes) = bytes.split_at_mut_checked(quads.len() * 3).unwrap_or_default();
    let mut quad = [b'A'; 4];
    for (to, from) in quad.iter_mut().zip(rest) {
        *to = *from;
    }
    let marks_seen = decode_quads(body, whole_bytes) | decode_quads(&quad, last_bytes);
    let alphabet = choose_alphabet(marks_seen, body)?;
    let is_cut = padding != padding_needed && (padding > 0 || alphabet == Some(Alphabet::Standard));
    if padding_needed == 3 || is_cut {
        return Err(Fault::Character(text.len()));
    }
    let length = body.len() * 3 / 4;
    if bytes.get(length..).is_some_and(|rest| rest.iter().any(|byte| *byte != 0)) {
        return Err(Fault::StrayBits(body.len() - 1));
    }
    bytes.truncate(length);
    Ok(bytes)
}

/// Decodes the first four bytes of a text in the standard alphabet: enough to recognise a bag of
/// cells by its magic number.
#[cfg(any(test, feature = "api"))]
pub(crate) fn decode_prefix(text: &[u8]) -> Option<[u8; 4]> {
    let codes = text.first_chunk::<6>()?.map(find_code);
    if codes.iter().any(|code| code & URL_ONLY != 0) {
        return None;
    }
    let [a, b, c, d, e, f] = codes;
    let [first, second, third] = decode_quad([a, b, c, d]);
    Some([first, second, third, e << 2 | f >> 4 & 3])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 4648, section 10.
    #[test]
    fn vectors_of_the_rfc() {
        let vectors = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        for (length, text) in vectors.iter().enumerate() {
            assert_eq!(encode_standard(&b"foobar"[..length]), *text);
            assert_eq!(check_standard_padded(text.as_bytes()), Ok(length));
        }
    }

    #[test]
    fn every_character_at_every_position() {
        for position in 0..48 {
            for character in 0..=u8::MAX {
                let mut text = [b'A'; 48];
                text[position] = character;
                let value = STANDARD_ALPHABET
                    .iter()
                    .chain(URL_ALPHABET)
                    .position(|&c| c == character)
                    .map(|p| p % 64);
                match (decode_36(&text), value) {
                    (Ok((bytes, alphabet)), Some(value)) => {
                        let mut bits = 0u32;
                        for i in 0..3 {
                            bits = bits << 8 | u32::from(bytes[position / 4 * 3 + i]);
                        }
                        assert_eq!(bits as usize >> (18 - position % 4 * 6), value);
                        let expected = match character {
                            b'+' | b'/' => Some(Alphabet::Standard),
                            b'-' | b'_' => Some(Alphabet::Url),
                            _ => None,
                        };
                        assert_eq!(alphabet, expected);
                        assert_eq!(encode_36(&bytes, alphabet.unwrap_or(Alphabet::Url)), text);
                    }
                    (result, None) => assert_eq!(result, Err(Fault::Character(position))),
                    (result, Some(_)) => panic!("{character}: {result:?}"),
                }
            }
        }
    }

    /// The code for wasm and the code for other targets agree on valid and invalid texts.
    #[test]
    fn small_and_fast_agree() {
        for seed in 0..=u8::MAX {
            let bytes: [u8; 36] = std::array::from_fn(|i| (i as u8).wrapping_mul(seed).wrapping_add(seed));
            for alphabet in [Alphabet::Standard, Alphabet::Url] {
                let (mut small_output, mut fast_output) = ([0; 48], [0; 48]);
                encode_small(&bytes, &mut small_output, alphabet);
                encode_fast(&bytes, &mut fast_output, alphabet);
                assert_eq!(small_output, fast_output);
                for index in 0..48 {
                    let mut text = small_output;
                    text[index] = seed;
                    let (mut small_output, mut fast_output) = ([0; 36], [0; 36]);
                    let marks_seen =
                        [decode_small(&text, &mut small_output), decode_fast(&text, &mut fast_output)];
                    assert_eq!(marks_seen[0] & ALPHABET_MARKS, marks_seen[1] & ALPHABET_MARKS);
                    assert_eq!(small_output, fast_output);
                }
            }
        }
    }

    #[test]
    fn the_second_alphabet_is_located() {
        for (text, position) in [("+_", 1), ("/A-", 2), ("_AA/", 3), ("-+!", 1)] {
            let mut padded_text = [b'A'; 48];
            padded_text[..text.len()].copy_from_slice(text.as_bytes());
            assert_eq!(decode_36(&padded_text), Err(Fault::SecondAlphabet(position)), "{text}");
        }
        let mut padded_text = [b'A'; 48];
        padded_text[..3].copy_from_slice(b"+!-");
        assert_eq!(decode_36(&padded_text), Err(Fault::Character(1)));
    }

    #[test]
    fn a_hash_has_no_stray_bits() {
        for last in 0..64u8 {
            let mut text = [b'B'; 43];
            text[42] = URL_ALPHABET[usize::from(last)];
            match decode_32(&text) {
                Ok((bytes, _)) => {
                    assert_eq!(last % 4, 0);
                    assert_eq!(encode_32(&bytes, Alphabet::Url), text);
                }
                Err(fault) => {
                    assert_ne!(last % 4, 0);
                    assert_eq!(fault, Fault::StrayBits(42));
                }
            }
        }
    }

    #[test]
    fn padded_texts_are_checked() {
        for (text, expected) in [
            ("A", Err(1)),
            ("AA", Err(2)),
            ("AAA", Err(3)),
            ("AA=", Err(3)),
            ("=", Err(1)),
            ("==", Err(2)),
            ("A===", Err(1)),
            ("====", Err(0)),
            ("AB==", Err(1)),
            ("AAB=", Err(2)),
            ("AA==AAAA", Err(2)),
            ("AA-A", Err(2)),
            ("AA_A", Err(2)),
            ("A\nAA", Err(1)),
            ("++//", Ok(3)),
            ("/w==", Ok(1)),
        ] {
            assert_eq!(check_standard_padded(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn any_bytes_round_trip() {
        let bytes: Vec<u8> = (0..=255u8).map(|b| b.wrapping_mul(167)).collect();
        for length in 0..bytes.len() {
            let text = encode_standard(&bytes[..length]);
            assert_eq!(check_standard_padded(text.as_bytes()), Ok(length));
            if length >= 4 {
                assert_eq!(decode_prefix(text.as_bytes()), bytes[..4].try_into().ok());
            }
        }
        assert_eq!(decode_prefix(b"te6cc"), None);
        assert_eq!(decode_prefix(b"te6-ck"), None);
        assert_eq!(decode_prefix(b"te6cckECCwEAAYg"), Some([0xB5, 0xEE, 0x9C, 0x72]));
    }
}
