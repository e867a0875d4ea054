//! Signed integers of up to 257 bits.

use std::cmp::Ordering;
use std::{fmt, str};

/// 257 bits of two's complement fit into five limbs of 64 bits, the lowest first.
const LIMBS: usize = 5;

/// An integer of the virtual machine: -2^256 to 2^256 - 1.
///
/// It carries numbers to and from cells and has no arithmetic.
///
/// ```
/// use ton_edge::cell::Int;
/// let int: Int = "-115792089237316195423570985008687907853269984665640564039457584007913129639936".parse()?;
/// assert_eq!(int, Int::MIN);
/// assert_eq!(Int::from(-5_i64).to_string(), "-5");
/// assert_eq!(Int::from(7_u8).to_i128(), Some(7));
/// # Ok::<(), ton_edge::cell::IntError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Int([u64; LIMBS]);

/// A text that is not an integer of up to 257 bits in plain decimal.
///
/// ```
/// use ton_edge::cell::{Int, IntError};
/// assert_eq!("1e3".parse::<Int>(), Err(IntError));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntError;

impl fmt::Display for IntError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it must be a whole decimal number of up to 257 bits")
    }
}

impl std::error::Error for IntError {}

impl Int {
    /// -2^256.
    pub const MIN: Self = Self([0, 0, 0, 0, u64::MAX]);
    /// 2^256 - 1.
    pub const MAX: Self = Self([u64::MAX, u64::MAX, u64::MAX, u64::MAX, 0]);

    /// Returns whether the number is less than zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        let [.., top] = self.0;
        top != 0
    }

    /// Returns the number as `i128`; `None` if it does not fit.
    #[must_use]
    pub fn to_i128(&self) -> Option<i128> {
        let [a, b, ..] = self.0;
        let number = (u128::from(b) << 64 | u128::from(a)).cast_signed();
        (Self::from(number) == *self).then_some(number)
    }

    /// Returns the number as `u128`; `None` if it does not fit.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        let [a, b, ..] = self.0;
        let number = u128::from(b) << 64 | u128::from(a);
        (Self::from(number) == *self).then_some(number)
    }

    /// Returns how many bits hold the number: with its sign if `is_signed`, else without one (`None`
    /// if it is negative).
    #[must_use]
    pub fn bit_len(&self, is_signed: bool) -> Option<u16> {
        if self.is_negative() && !is_signed {
            return None;
        }
        let flip = if self.is_negative() { u64::MAX } else { 0 };
        let mut len = 0;
        for (index, limb) in self.0.iter().enumerate() {
            let limb = limb ^ flip;
            if limb != 0 {
                len = index as u16 * 64 + 64 - limb.leading_zeros() as u16;
            }
        }
        Some(len + u16::from(is_signed && (len > 0 || flip != 0)))
    }

    /// Reads the number in 32 bytes, the highest first.
    #[cfg(feature = "message")]
    pub(crate) fn from_bytes_be(bytes: &[u8; 32]) -> Self {
        let mut int = Self([0; LIMBS]);
        for (limb, bytes) in int.0.iter_mut().zip(bytes.as_chunks::<8>().0.iter().rev()) {
            *limb = u64::from_be_bytes(*bytes);
        }
        int
    }

    /// Writes two's complement, the highest byte first.
    pub(super) fn to_bytes(self) -> [u8; LIMBS * 8] {
        let mut bytes = [0; LIMBS * 8];
        for (to, limb) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(self.0.iter().rev()) {
            *to = limb.to_be_bytes();
        }
        bytes
    }

    /// Reads the number in the lowest `bits` (0 to 257) of bytes as [`Self::to_bytes`] writes them.
    pub(super) fn from_bytes(bytes: &[u8; LIMBS * 8], bits: u16, is_signed: bool) -> Self {
        let mut int = Self([0; LIMBS]);
        for (limb, from) in int.0.iter_mut().rev().zip(bytes.as_chunks::<8>().0) {
            *limb = u64::from_be_bytes(*from);
        }
        let sign = bits.checked_sub(1).map(|index| (usize::from(index / 64), index % 64));
        let is_negative_number = is_signed
            && sign.is_some_and(|(limb, bit)| int.0.get(limb).is_some_and(|limb| limb >> bit & 1 == 1));
        for (index, limb) in int.0.iter_mut().enumerate() {
            let bits_here = usize::from(bits).saturating_sub(index * 64);
            if bits_here < 64 {
                let high_bits = u64::MAX << bits_here;
                *limb = if is_negative_number { *limb | high_bits } else { *limb & !high_bits };
            }
        }
        int
    }

    fn negate(self) -> Self {
        let mut carry = true;
        Self(self.0.map(|limb| {
            let (opposite, overflows) = (!limb).overflowing_add(carry.into());
            carry = overflows;
            opposite
        }))
    }
}

impl From<i128> for Int {
    fn from(number: i128) -> Self {
        let sign = if number < 0 { u64::MAX } else { 0 };
        Self([number as u64, (number >> 64) as u64, sign, sign, sign])
    }
}

impl From<u128> for Int {
    fn from(number: u128) -> Self {
        Self([number as u64, (number >> 64) as u64, 0, 0, 0])
    }
}

macro_rules! from_smaller {
    ($($smaller:ty => $wide:ty),*) => {$(
        impl From<$smaller> for Int {
            fn from(number: $smaller) -> Self {
                Self::from(<$wide>::from(number))
            }
        }
    )*};
}

from_smaller!(i8 => i128, i16 => i128, i32 => i128, i64 => i128, u8 => u128, u16 => u128, u32 => u128, u64 => u128);

impl Ord for Int {
    fn cmp(&self, other: &Self) -> Ordering {
        let [.., top] = self.0;
        let [.., other_top] = other.0;
        let signs = top.cast_signed().cmp(&other_top.cast_signed());
        signs.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Int {
    /// Halves of the limbs, the highest first: their products and remainders fit 64 bits.
    fn list_halves(&self) -> [u32; 2 * LIMBS] {
        let mut halves = [0; 2 * LIMBS];
        for (pair, limb) in halves.as_chunks_mut::<2>().0.iter_mut().zip(self.0.iter().rev()) {
            *pair = [(limb >> 32) as u32, *limb as u32];
        }
        halves
    }

    fn from_halves(halves: [u32; 2 * LIMBS]) -> Self {
        let mut int = Self([0; LIMBS]);
        for ([high, low], limb) in halves.as_chunks::<2>().0.iter().zip(int.0.iter_mut().rev()) {
            *limb = u64::from(*high) << 32 | u64::from(*low);
        }
        int
    }

    /// Writes the digits of the number, without its sign and without `fmt`, which adds 10 kB to a
    /// module.
    fn write_digits(&self) -> String {
        let mut dividend = if self.is_negative() { self.negate() } else { *self }.list_halves();
        let mut digits = Vec::new();
        while digits.is_empty() || dividend != [0; 2 * LIMBS] {
            let mut remainder = 0;
            for half in &mut dividend {
                let number = remainder << 32 | u64::from(*half);
                *half = (number / 10) as u32;
                remainder = number % 10;
            }
            digits.push(b'0' + remainder as u8);
        }
        digits.iter().rev().map(|digit| char::from(*digit)).collect()
    }

    /// Writes the number in decimal digits, with its sign.
    #[cfg(feature = "message")]
    pub(crate) fn write_text(&self) -> String {
        let mut text = String::new();
        if self.is_negative() {
            text.push('-');
        }
        text.push_str(&self.write_digits());
        text
    }
}

/// Written in decimal digits, since most formats have no numbers of 257 bits.
#[cfg(feature = "serde")]
impl serde::Serialize for Int {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad_integral(!self.is_negative(), "", &self.write_digits())
    }
}

impl str::FromStr for Int {
    type Err = IntError;

    /// Reads `-?[0-9]+` in range; leading zeros are allowed.
    fn from_str(text: &str) -> Result<Self, IntError> {
        let (has_minus, digits) = match text.as_bytes() {
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        let mut halves = [0; 2 * LIMBS];
        for digit in digits {
            let mut carry = u64::from(digit.wrapping_sub(b'0'));
            if carry > 9 {
                return Err(IntError);
            }
            for half in halves.iter_mut().rev() {
                let number = u64::from(*half) * 10 + carry;
                *half = number as u32;
                carry = number >> 32;
            }
            // The top limb is 0, or 1 for 2^256, of which only the negative is in range.
            let [0, top, rest @ ..] = halves else { return Err(IntError) };
            if top > 1 || (top == 1 && rest != [0; 2 * LIMBS - 2]) {
                return Err(IntError);
            }
        }
        let [_, top, ..] = halves;
        if digits.is_empty() || (top == 1 && !has_minus) {
            return Err(IntError);
        }
        let int = Self::from_halves(halves);
        Ok(if has_minus { int.negate() } else { int })
    }
}
