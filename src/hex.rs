//! Hexadecimal digits of 32 bytes, in both directions, without allocation.

/// The 32 bytes of 64 digits in any letter case; `None` when one is no digit ([`position_of_other`] says which).
pub(crate) fn decode(digits: &[u8; 64]) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let mut seen = 0;
    // No early exit: a straight loop becomes vector instructions.
    for (byte, [high, low]) in bytes.iter_mut().zip(digits.as_chunks().0) {
        let (high, low) = (value(*high), value(*low));
        *byte = high << 4 | low & 15;
        seen |= high | low;
    }
    (seen < NONE).then_some(bytes)
}

/// Where the first character stands that is no hexadecimal digit.
pub(crate) fn position_of_other(text: &[u8]) -> Option<usize> {
    text.iter().position(|byte| !byte.is_ascii_hexdigit())
}

/// 64 digits, upper-case or lower-case.
pub(crate) fn encode(bytes: &[u8; 32], upper: bool) -> [u8; 64] {
    // From the digit after 9 in ASCII to the first letter.
    let gap = if upper { b'A' - b':' } else { b'a' - b':' };
    let digit = |value: u8| b'0' + value + gap * u8::from(value > 9);
    let mut text = [0; 64];
    for (byte, [high, low]) in bytes.iter().zip(text.as_chunks_mut().0) {
        *high = digit(byte >> 4);
        *low = digit(byte & 15);
    }
    text
}

/// The mark of a character that is no digit.
const NONE: u8 = 0x80;

/// The value of a digit, with the mark if it is none.
#[inline(always)]
const fn value(digit: u8) -> u8 {
    let decimal = digit.wrapping_sub(b'0');
    let letter = (digit | 0x20).wrapping_sub(b'a');
    let value = if decimal < 10 { decimal } else { letter.wrapping_add(10) & 15 };
    if (decimal > 9) & (letter > 5) { NONE } else { value }
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
                assert_eq!(decode(&text).is_some(), digit.is_some(), "{byte}");
                assert_eq!(position_of_other(&text), digit.is_none().then_some(position));
                if let (Some(bytes), Some(digit)) = (decode(&text), digit) {
                    let expected = (digit as u8) << if position % 2 == 0 { 4 } else { 0 };
                    assert_eq!(bytes[position / 2], expected);
                    assert_eq!(encode(&bytes, true), text.map(|b| b.to_ascii_uppercase()));
                    assert_eq!(encode(&bytes, false), text.map(|b| b.to_ascii_lowercase()));
                }
            }
        }
    }
}
