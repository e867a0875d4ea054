//! Strings of bits, which may begin and end inside a byte.

use super::MAX_BITS;
use std::fmt;

/// Up to 1023 bits: keys of dictionaries, external addresses. Ordered as dictionaries order their keys.
///
/// ```
/// use ton_edge::cell::Bits;
/// let bits = Bits::from_u64(5, 4).unwrap();
/// assert_eq!(bits.to_string(), "0101");
/// assert_eq!(bits.bit(1), Some(true));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits {
    /// The bits; all after the last one are clear.
    bytes: [u8; 128],
    len: u16,
}

impl Default for Bits {
    fn default() -> Self {
        Self { bytes: [0; 128], len: 0 }
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bits({self})")
    }
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.len).try_for_each(|index| f.write_str(if self.bit(index) == Some(true) { "1" } else { "0" }))
    }
}

impl Bits {
    /// Makes bits of whole bytes; `None` for more than 127 bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Self::copy(bytes, 0, bytes.len().checked_mul(8)?)
    }

    /// Makes bits of the lowest `len` bits of a number, the highest first; `None` for more than 64
    /// bits, or if the number needs more than `len`.
    #[must_use]
    pub fn from_u64(number: u64, len: u16) -> Option<Self> {
        let fits_in = len <= 64 && (len == 64 || number >> len == 0);
        if fits_in { Self::copy(&number.to_be_bytes(), 64 - usize::from(len), len.into()) } else { None }
    }

    /// Copies bits of a longer string of bytes; `None` for more than 1023 bits.
    pub(super) fn copy(bytes: &[u8], from: usize, len: usize) -> Option<Self> {
        if len > MAX_BITS.into() {
            return None;
        }
        let mut bits = Self { bytes: [0; 128], len: len as u16 };
        copy(bytes, from, &mut bits.bytes, 0, len);
        Some(bits)
    }

    /// Returns the number of bits.
    #[must_use]
    pub fn len(&self) -> u16 {
        self.len
    }

    /// Returns whether there are no bits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the bit at a position, from 0.
    #[must_use]
    pub fn bit(&self, index: u16) -> Option<bool> {
        if index < self.len { Some(read_bit(&self.bytes, index.into())) } else { None }
    }

    /// Returns the bytes of the bits; all bits after the last one are clear.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.len).div_ceil(8)).unwrap_or_default()
    }

    /// Returns the bits as a number; `None` for more than 64 bits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        let [a, b, c, d, e, f, g, h, ..] = self.bytes;
        let number = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
        match self.len {
            0 => Some(0),
            1..=64 => Some(number >> (64 - self.len)),
            _ => None,
        }
    }

    /// Adds bits of another string; false if they do not fit.
    pub(super) fn push(&mut self, bytes: &[u8], from: usize, count: usize) -> bool {
        let len = usize::from(self.len) + count;
        if len > MAX_BITS.into() {
            return false;
        }
        copy(bytes, from, &mut self.bytes, self.len.into(), count);
        self.len = len as u16;
        true
    }
}

/// Returns the bit at a position; false after the end.
pub(super) fn read_bit(bytes: &[u8], index: usize) -> bool {
    bytes.get(index / 8).is_some_and(|byte| byte << (index % 8) & 0x80 != 0)
}

/// Returns eight bits from a position on; bits after the end are clear.
fn read_byte(bytes: &[u8], start: usize) -> u8 {
    let byte = |index| u16::from(bytes.get(index).copied().unwrap_or_default());
    ((byte(start / 8) << 8 | byte(start / 8 + 1)) << (start % 8) >> 8) as u8
}

/// Copies bits into `to`, whose bits must be clear from `to_bit` on.
pub(super) fn copy(from: &[u8], from_bit: usize, to: &mut [u8], to_bit: usize, count: usize) {
    let shift = to_bit % 8;
    let mut copied_count = 0;
    while copied_count < count {
        let count_now = (count - copied_count).min(8);
        let bits = read_byte(from, from_bit + copied_count) & 0xFF_u8 << (8 - count_now);
        let byte_index = (to_bit + copied_count) / 8;
        if let Some(byte) = to.get_mut(byte_index) {
            *byte |= bits >> shift;
        }
        if shift > 0
            && let Some(byte) = to.get_mut(byte_index + 1)
        {
            *byte |= bits << (8 - shift);
        }
        copied_count += 8;
    }
}

/// Pads bits to whole bytes: with one set bit, then with clear ones. All bits after the last one must be clear.
pub(super) fn pad_to_bytes(bytes: &mut [u8], bits: u16) {
    if !bits.is_multiple_of(8)
        && let Some(byte) = bytes.get_mut(usize::from(bits / 8))
    {
        *byte |= 0x80 >> (bits % 8);
    }
}

/// Counts the bits that two strings have in common, each from a position on, up to a limit.
pub(super) fn count_common(
    first_bytes: &[u8],
    first_start: usize,
    second_bytes: &[u8],
    second_start: usize,
    count: usize,
) -> usize {
    let mut count_done = 0;
    while count_done < count {
        let equal_bits = (read_byte(first_bytes, first_start + count_done)
            ^ read_byte(second_bytes, second_start + count_done))
        .leading_zeros() as usize;
        count_done += equal_bits;
        if equal_bits < 8 {
            break;
        }
    }
    count_done.min(count)
}
