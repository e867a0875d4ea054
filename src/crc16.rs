//! CRC-16/XMODEM, the checksum of friendly addresses: polynomial 0x1021, start value 0 (TEP-2).
//!
//! Without a table: 2 kB of one do not compress, and would be a fifth of what a page loads for an address.
//! The polynomial is x^16 + x^12 + x^5 + 1, so x^16 = x^12 + x^5 + 1, and because squaring in GF(2) squares each
//! term, also x^32 = x^24 + x^10 + 1 and x^64 = x^48 + x^20 + 1. A step takes eight bytes in some ten shifts.

/// The checksum of `bytes`. Over a text that ends with its own checksum it is 0.
pub(crate) fn crc16(bytes: &[u8]) -> u16 {
    // Leading zeros change nothing, so the odd bytes go first.
    let (odd, words) = bytes.split_at_checked(bytes.len() % 8).unwrap_or_default();
    let number = |bytes: &[u8]| bytes.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
    let mut sum = number(odd);
    for word in words.chunks_exact(8) {
        sum = fold::<4>(sum) ^ number(word);
    }
    let sum = fold::<2>(sum >> 32) ^ sum & 0xFFFF_FFFF;
    let sum = fold::<1>(sum >> 16) ^ sum & 0xFFFF;
    (fold::<1>(sum) & 0xFFFF) as u16
}

/// `high` times x^(16 U), modulo the polynomial, in 16 U bits; `high` has no more bits than that.
const fn fold<const U: u32>(high: u64) -> u64 {
    // Multiplied by x^(12 U) + x^(5 U) + 1, bits run over the top; they are multiplied again, until none is left.
    let once = high >> (4 * U) ^ high >> (11 * U);
    let twice = once >> (4 * U) ^ once >> (11 * U);
    let all = high ^ once ^ twice ^ twice >> (4 * U);
    (all ^ all << (12 * U) ^ all << (5 * U)) & (u64::MAX >> (64 - 16 * U))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, bit by bit.
    fn naive(bytes: &[u8]) -> u16 {
        let mut sum = 0u16;
        for &byte in bytes {
            sum ^= u16::from(byte) << 8;
            for _ in 0..8 {
                sum = if sum & 0x8000 == 0 { sum << 1 } else { sum << 1 ^ 0x1021 };
            }
        }
        sum
    }

    /// The check value of the catalogue of CRC algorithms.
    #[test]
    fn check_value() {
        assert_eq!(crc16(b"123456789"), 0x31C3);
    }

    /// The checksum is linear: right for each single bit at each distance means right for every text.
    #[test]
    fn every_single_bit_as_defined() {
        for length in 0..=40 {
            assert_eq!(crc16(&vec![0; length]), 0);
            for bit in 0..length * 8 {
                let mut bytes = vec![0; length];
                bytes[bit / 8] = 1 << (bit % 8);
                assert_eq!(crc16(&bytes), naive(&bytes), "length {length}, bit {bit}");
            }
        }
    }

    #[test]
    fn zero_over_a_text_with_its_own_checksum() {
        let mut bytes: Vec<u8> = (7..41).collect();
        let sum = crc16(&bytes);
        assert_eq!(sum, naive(&bytes));
        bytes.extend(sum.to_be_bytes());
        assert_eq!(crc16(&bytes), 0);
    }
}
