//! CRC-16/XMODEM, the checksum of friendly addresses: polynomial 0x1021, start value 0 (TEP-2).
//!
//! There are three implementations. On wasm none uses a table: a table of 2 kB does not compress and would be a fifth of
//! the bytes that a page loads for an address. client.wasm, which reads few addresses, computes byte by byte, which saves
//! 180 bytes after brotli. Native code uses tables, which take less than half the time. All three are compiled and
//! tested everywhere.

/// Computes the checksum of `bytes`. It is 0 if `bytes` end with their own checksum.
#[inline]
pub(crate) fn compute_crc16(bytes: &[u8]) -> u16 {
    if cfg!(feature = "js-client") {
        compute_bytewise(bytes)
    } else if cfg!(target_arch = "wasm32") {
        compute_folded(bytes)
    } else {
        compute_by_table(bytes)
    }
}

/// Computes byte by byte, without a table, by x^16 = x^12 + x^5 + 1.
fn compute_bytewise(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |sum: u16, &byte| {
        let high_byte = sum >> 8 ^ u16::from(byte);
        let mixed_bits = high_byte ^ high_byte >> 4;
        sum << 8 ^ mixed_bits << 12 ^ mixed_bits << 5 ^ mixed_bits
    })
}

/// How many bytes the tables process at once: the 36 bytes of an address take three rounds.
const SLICE_BYTES: usize = 12;

/// The contribution of a byte to the checksum, in one table per distance from the end of a slice: the first table is
/// for the farthest byte.
static TABLES: [[u16; 256]; SLICE_BYTES] = build_tables();

#[allow(clippy::indexing_slicing, reason = "runs in the compiler, where a panic is a compile error")]
const fn build_tables() -> [[u16; 256]; SLICE_BYTES] {
    let mut tables = [[0; 256]; SLICE_BYTES];
    let mut byte = 0;
    while byte < 256 {
        let mut checksum = (byte as u16) << 8;
        let mut table = SLICE_BYTES;
        while table > 0 {
            table -= 1;
            let mut bit = 0;
            while bit < 8 {
                checksum = if checksum & 0x8000 == 0 { checksum << 1 } else { checksum << 1 ^ 0x1021 };
                bit += 1;
            }
            tables[table][byte] = checksum;
        }
        byte += 1;
    }
    tables
}

/// Computes by one look-up per byte; the look-ups of a slice are independent.
#[inline]
fn compute_by_table(bytes: &[u8]) -> u16 {
    // Leading zeros change nothing, so the odd bytes go first.
    let (remainder, slices) = bytes.as_rchunks::<SLICE_BYTES>();
    let find_entry = |table: &[u16; 256], byte: u8| table.get(usize::from(byte)).copied().unwrap_or(0);
    let tables = TABLES.iter().skip(SLICE_BYTES - remainder.len());
    let mut sum = tables.zip(remainder).fold(0, |sum, (table, byte)| sum ^ find_entry(table, *byte));
    for slice in slices {
        let [high, low] = sum.to_be_bytes();
        let mut slice = *slice;
        let [first, second, ..] = &mut slice;
        *first ^= high;
        *second ^= low;
        sum = TABLES.iter().zip(slice).fold(0, |sum, (table, byte)| sum ^ find_entry(table, byte));
    }
    sum
}

/// Computes eight bytes at a time: the polynomial is x^16 + x^12 + x^5 + 1, so x^16 = x^12 + x^5 + 1, and because
/// squaring in GF(2) squares each term, also x^32 = x^24 + x^10 + 1 and x^64 = x^48 + x^20 + 1. A step takes eight
/// bytes in some ten shifts.
fn compute_folded(bytes: &[u8]) -> u16 {
    // Leading zeros change nothing, so the odd bytes go first.
    let (remainder, words) = bytes.split_at_checked(bytes.len() % 8).unwrap_or_default();
    let mut sum = remainder.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
    for word in words.as_chunks().0 {
        sum = fold::<4>(sum) ^ u64::from_be_bytes(*word);
    }
    let sum = fold::<2>(sum >> 32) ^ sum & 0xFFFF_FFFF;
    let sum = fold::<1>(sum >> 16) ^ sum & 0xFFFF;
    (fold::<1>(sum) & 0xFFFF) as u16
}

/// Returns `high` times x^(16 U), modulo the polynomial, in 16 U bits; `high` has at most as many bits.
const fn fold<const U: u32>(high: u64) -> u64 {
    // Multiplying by x^(12 U) + x^(5 U) + 1 moves bits over the top; they are multiplied again, until none is left.
    let folded_once = high >> (4 * U) ^ high >> (11 * U);
    let folded_twice = folded_once >> (4 * U) ^ folded_once >> (11 * U);
    let folded_high = high ^ folded_once ^ folded_twice ^ folded_twice >> (4 * U);
    (folded_high ^ folded_high << (12 * U) ^ folded_high << (5 * U)) & (u64::MAX >> (64 - 16 * U))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes the checksum bit by bit, by its definition.
    fn compute_naive(bytes: &[u8]) -> u16 {
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
        assert_eq!(compute_by_table(b"123456789"), 0x31C3);
        assert_eq!(compute_folded(b"123456789"), 0x31C3);
        assert_eq!(compute_bytewise(b"123456789"), 0x31C3);
    }

    /// The checksum is linear: if it is right for each single bit at each distance, it is right for every text.
    #[test]
    fn every_single_bit_as_defined() {
        for length in 0..=40 {
            assert_eq!((compute_by_table(&vec![0; length]), compute_folded(&vec![0; length])), (0, 0));
            for bit in 0..length * 8 {
                let mut bytes = vec![0; length];
                bytes[bit / 8] = 1 << (bit % 8);
                let sum = compute_naive(&bytes);
                assert_eq!(
                    (compute_by_table(&bytes), compute_folded(&bytes)),
                    (sum, sum),
                    "length {length}, bit {bit}"
                );
                assert_eq!(compute_bytewise(&bytes), sum, "length {length}, bit {bit}");
            }
        }
    }

    #[test]
    fn zero_over_a_text_with_its_own_checksum() {
        let mut bytes: Vec<u8> = (7..41).collect();
        let sum = compute_crc16(&bytes);
        assert_eq!(sum, compute_naive(&bytes));
        bytes.extend(sum.to_be_bytes());
        assert_eq!(compute_crc16(&bytes), 0);
    }
}
