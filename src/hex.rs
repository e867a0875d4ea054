//! Hexadecimal digits of 32 bytes, in both directions, without allocation.

/// Repeats a byte eight times: eight digits are processed at once, in the bytes of a number.
const fn repeat_byte(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Decodes 64 digits in any letter case to 32 bytes; `None` if a character is not a digit ([`find_non_hex`] finds it).
pub(crate) fn decode(digits: &[u8; 64]) -> Option<[u8; 32]> {
    // client.wasm reads few addresses, and every page loads it: decoding digit by digit saves 160 bytes after brotli.
    if cfg!(feature = "js-client") { decode_small(digits) } else { decode_fast(digits) }
}

fn decode_small(digits: &[u8; 64]) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
        for digit in pair {
            *byte = *byte << 4 | char::from(*digit).to_digit(16)? as u8;
        }
    }
    Some(bytes)
}

fn decode_fast(digits: &[u8; 64]) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let mut is_hex_mask = u64::MAX;
    for (output, group) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(digits.as_chunks::<8>().0) {
        let text = u64::from_le_bytes(*group);
        // Without the top bits, the sums below do not carry into the next byte. In the sums, a top bit means: at least 10
        // (in `no_decimal`); at least 1, and at least 7 (in `hex_letter`).
        let ascii = text & repeat_byte(0x7F);
        let no_decimal = (ascii ^ repeat_byte(b'0')) + repeat_byte(0x80 - 10);
        let letter = (ascii | repeat_byte(0x20)) ^ repeat_byte(b'a' - 1);
        let hex_letter = (letter + repeat_byte(0x80 - 1)) & !(letter + repeat_byte(0x80 - 7));
        is_hex_mask &= (!no_decimal | hex_letter) & !text;
        let values = (text & repeat_byte(0x0F)) + (no_decimal >> 7 & repeat_byte(1)) * 9;
        let lanes = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF;
        let pairs = (lanes | lanes >> 8) & 0x0000_FFFF_0000_FFFF;
        *output = ((pairs | pairs >> 16) as u32).to_le_bytes();
    }
    (is_hex_mask & repeat_byte(0x80) == repeat_byte(0x80)).then_some(bytes)
}

/// Decodes an even number of valid digits.
#[cfg(any(test, feature = "gateway", feature = "cell", feature = "client"))]
pub(crate) fn decode_pairs(digits: &[u8]) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or_default() as u8;
    digits.as_chunks::<2>().0.iter().map(|[a, b]| digit(*a) << 4 | digit(*b)).collect()
}

/// Finds the position of the first character that is not a hexadecimal digit.
pub(crate) fn find_non_hex(text: &[u8]) -> Option<usize> {
    text.iter().position(|byte| !byte.is_ascii_hexdigit())
}

/// Encodes 64 digits in upper or lower case.
pub(crate) fn encode(bytes: &[u8; 32], upper: bool) -> [u8; 64] {
    let mut text = [0; 64];
    encode_into(&mut text, bytes, upper);
    text
}

/// Encodes like [`encode`], directly into `text`: in wasm each copy of so few bytes takes as long as encoding them.
pub(crate) fn encode_into(text: &mut [u8; 64], bytes: &[u8; 32], upper: bool) {
    // The distance in ASCII from the character after 9 to the first letter.
    let gap = u64::from(if upper { b'A' - b':' } else { b'a' - b':' });
    for (four, digits) in bytes.as_chunks::<4>().0.iter().zip(text.as_chunks_mut::<8>().0) {
        let pairs = u64::from(u32::from_le_bytes(*four));
        let pairs = (pairs | pairs << 16) & 0x0000_FFFF_0000_FFFF;
        let lanes = (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF;
        let values = (lanes >> 4 | lanes << 8) & repeat_byte(0x0F);
        let letters = (values + repeat_byte(6)) >> 4 & repeat_byte(1);
        *digits = (values + repeat_byte(b'0') + letters * gap).to_le_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_value_at_every_position() {
        for position in 0..64 {
            for byte in 0..=u8::MAX {
                let mut text = [b'0'; 64];
                text[position] = byte;
                let digit = char::from(byte).to_digit(16);
                assert_eq!(decode_fast(&text).is_some(), digit.is_some(), "{byte}");
                assert_eq!(decode_small(&text), decode_fast(&text));
                assert_eq!(find_non_hex(&text), digit.is_none().then_some(position));
                if let (Some(bytes), Some(digit)) = (decode_fast(&text), digit) {
                    let expected = (digit as u8) << if position % 2 == 0 { 4 } else { 0 };
                    assert_eq!(bytes[position / 2], expected);
                    assert_eq!(encode(&bytes, true), text.map(|b| b.to_ascii_uppercase()));
                    assert_eq!(encode(&bytes, false), text.map(|b| b.to_ascii_lowercase()));
                }
            }
        }
    }
}
