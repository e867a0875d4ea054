//! Builds cells bit by bit.

use super::{Bits, BuildError, CellId, Int, MAX_BITS, MAX_REFS, MsgAddress, Slice, bits};
use crate::address::Address;
use std::fmt;

/// The bits and references of a cell under construction.
///
/// A method that fails leaves the builder unchanged.
///
/// ```
/// use ton_edge::cell::{Builder, Cells};
/// let mut cells = Cells::new();
/// let mut builder = Builder::new();
/// builder.store_bit(true)?.store_int(-1, 257)?;
/// assert_eq!(builder.free_bits(), 1023 - 258);
/// let id = cells.add(&builder)?;
/// # Ok::<(), ton_edge::cell::BuildError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Builder {
    /// The bits; all after the last one are clear.
    bytes: [u8; 128],
    bits: u16,
    refs: [CellId; MAX_REFS],
    ref_count: u8,
    exotic: bool,
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("bits", &self.bits)
            .field("refs", &self.refs())
            .finish_non_exhaustive()
    }
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    /// Makes an empty builder.
    #[must_use]
    pub fn new() -> Self {
        Self { bytes: [0; 128], bits: 0, refs: [CellId(0); MAX_REFS], ref_count: 0, exotic: false }
    }

    /// Returns how many bits are stored.
    #[must_use]
    pub fn bits(&self) -> u16 {
        self.bits
    }

    /// Returns how many bits are free.
    #[must_use]
    pub fn free_bits(&self) -> u16 {
        MAX_BITS - self.bits
    }

    /// Returns the references that are stored.
    #[must_use]
    pub fn refs(&self) -> &[CellId] {
        self.refs.get(..usize::from(self.ref_count)).unwrap_or_default()
    }

    /// Returns whether the cell is exotic; its first byte is the type then.
    #[must_use]
    pub fn is_exotic(&self) -> bool {
        self.exotic
    }

    /// Makes the cell exotic, or ordinary again. [`super::Cells::add`] checks its form.
    pub fn set_exotic(&mut self, exotic: bool) -> &mut Self {
        self.exotic = exotic;
        self
    }

    pub(super) fn bytes(&self) -> &[u8; 128] {
        &self.bytes
    }

    /// Stores `count` bits of `bytes`, from the bit at position `from` on.
    pub(crate) fn store_part(
        &mut self,
        bytes: &[u8],
        start_bit: usize,
        count: usize,
    ) -> Result<&mut Self, BuildError> {
        if count > self.free_bits().into() {
            return Err(BuildError::Overflow { needed: count, free: self.free_bits() });
        }
        bits::copy(bytes, start_bit, &mut self.bytes, self.bits.into(), count);
        self.bits += count as u16;
        Ok(self)
    }

    /// Stores one bit.
    ///
    /// # Errors
    /// [`BuildError::Overflow`] if none is free.
    pub fn store_bit(&mut self, bit: bool) -> Result<&mut Self, BuildError> {
        self.store_part(&[u8::from(bit) << 7], 0, 1)
    }

    /// Stores bits.
    ///
    /// # Errors
    /// [`BuildError::Overflow`] if too few are free.
    ///
    /// ```
    /// use ton_edge::cell::{Bits, Builder};
    /// let mut builder = Builder::new();
    /// builder.store_bits(&Bits::from_u64(5, 3).unwrap())?;
    /// # Ok::<(), ton_edge::cell::BuildError>(())
    /// ```
    pub fn store_bits(&mut self, bits: &Bits) -> Result<&mut Self, BuildError> {
        self.store_part(bits.as_bytes(), 0, bits.len().into())
    }

    /// Stores whole bytes.
    ///
    /// # Errors
    /// [`BuildError::Overflow`] if too few bits are free.
    pub fn store_bytes(&mut self, bytes: &[u8]) -> Result<&mut Self, BuildError> {
        self.store_part(bytes, 0, bytes.len().saturating_mul(8))
    }

    /// Stores an unsigned integer in 0 to 256 bits, the highest first.
    ///
    /// # Errors
    /// [`BuildError::Range`] if it is negative or needs more bits, [`BuildError::Width`] for more than 256,
    /// [`BuildError::Overflow`] if too few are free.
    ///
    /// ```
    /// use ton_edge::cell::{BuildError, Builder};
    /// assert_eq!(Builder::new().store_uint(256, 8), Err(BuildError::Range));
    /// ```
    pub fn store_uint(&mut self, number: impl Into<Int>, bits: u16) -> Result<&mut Self, BuildError> {
        self.store_number(number.into(), bits, false)
    }

    /// Stores a signed integer in 0 to 257 bits of two's complement.
    ///
    /// # Errors
    /// As [`Builder::store_uint`], with 257 bits.
    ///
    /// ```
    /// use ton_edge::cell::{BuildError, Builder};
    /// assert!(Builder::new().store_int(-128, 8).is_ok());
    /// assert_eq!(Builder::new().store_int(128, 8), Err(BuildError::Range));
    /// ```
    pub fn store_int(&mut self, number: impl Into<Int>, bits: u16) -> Result<&mut Self, BuildError> {
        self.store_number(number.into(), bits, true)
    }

    fn store_number(&mut self, number: Int, bits: u16, is_signed: bool) -> Result<&mut Self, BuildError> {
        if bits > 256 + u16::from(is_signed) {
            return Err(BuildError::Width);
        }
        if number.bit_len(is_signed).is_none_or(|needed| needed > bits) {
            return Err(BuildError::Range);
        }
        let bytes = number.to_bytes();
        self.store_part(&bytes, bytes.len() * 8 - usize::from(bits), bits.into())
    }

    /// Stores a number of nanocoins below 2^120 (`VarUInteger 16`).
    ///
    /// # Errors
    /// As [`Builder::store_var_uint`].
    pub fn store_coins(&mut self, coins: u128) -> Result<&mut Self, BuildError> {
        self.store_var_uint(coins, 16)
    }

    /// Stores a number with its length in bytes, which is less than `limit` (`VarUInteger limit`);
    /// for coins `limit` is 16.
    ///
    /// # Errors
    /// [`BuildError::Range`] if it is negative or has more bytes, [`BuildError::Width`] for limits outside of 1 to 32,
    /// [`BuildError::Overflow`] if too few bits are free.
    ///
    /// ```
    /// use ton_edge::cell::Builder;
    /// let mut builder = Builder::new();
    /// builder.store_var_uint(1_000, 32)?;
    /// assert_eq!(builder.bits(), 5 + 16);
    /// # Ok::<(), ton_edge::cell::BuildError>(())
    /// ```
    pub fn store_var_uint(&mut self, number: impl Into<Int>, limit: u8) -> Result<&mut Self, BuildError> {
        let number = number.into();
        let length_bits = count_length_bits(limit).ok_or(BuildError::Width)?;
        let bytes = number.bit_len(false).ok_or(BuildError::Range)?.div_ceil(8);
        if bytes >= limit.into() {
            return Err(BuildError::Range);
        }
        let needed_bits = usize::from(length_bits + bytes * 8);
        if needed_bits > self.free_bits().into() {
            return Err(BuildError::Overflow { needed: needed_bits, free: self.free_bits() });
        }
        self.store_uint(bytes, length_bits)?.store_uint(number, bytes * 8)
    }

    /// Stores the address of an account (`addr_std` without anycast): 267 bits.
    ///
    /// # Errors
    /// [`BuildError::Overflow`] if too few bits are free.
    pub fn store_address(&mut self, address: &Address) -> Result<&mut Self, BuildError> {
        let mut bytes = [0; 34];
        let [first, second, hash @ ..] = &mut bytes;
        // The tag 10 and no anycast are three bits; with five more they fill a byte.
        *first = 0b100;
        [*second] = address.workchain.to_be_bytes();
        *hash = address.hash;
        self.store_part(&bytes, 5, 267)
    }

    /// Stores any address of a message.
    ///
    /// # Errors
    /// [`BuildError::Overflow`] if too few bits are free, [`BuildError::Width`] for an external one of more than 511 bits.
    ///
    /// ```
    /// use ton_edge::cell::{Builder, MsgAddress};
    /// let mut builder = Builder::new();
    /// builder.store_msg_address(&MsgAddress::None)?;
    /// assert_eq!(builder.bits(), 2);
    /// # Ok::<(), ton_edge::cell::BuildError>(())
    /// ```
    pub fn store_msg_address(&mut self, address: &MsgAddress) -> Result<&mut Self, BuildError> {
        match address {
            MsgAddress::None => self.store_part(&[0], 0, 2),
            MsgAddress::Std(address) => self.store_address(address),
            MsgAddress::Extern(bits) => {
                if bits.len() > 511 {
                    return Err(BuildError::Width);
                }
                let needed = usize::from(11 + bits.len());
                if needed > self.free_bits().into() {
                    return Err(BuildError::Overflow { needed, free: self.free_bits() });
                }
                self.store_uint(0b01 << 9 | bits.len(), 11)?.store_bits(bits)
            }
        }
    }

    /// Stores a reference.
    ///
    /// # Errors
    /// [`BuildError::References`] if there are four.
    pub fn store_ref(&mut self, id: CellId) -> Result<&mut Self, BuildError> {
        *self.refs.get_mut(usize::from(self.ref_count)).ok_or(BuildError::References)? = id;
        self.ref_count += 1;
        Ok(self)
    }

    /// Stores a bit that says whether a reference follows, and the reference (`Maybe ^X`); also an optional dictionary.
    ///
    /// # Errors
    /// [`BuildError::Overflow`] or [`BuildError::References`] if there is no room.
    ///
    /// ```
    /// use ton_edge::cell::Builder;
    /// let mut builder = Builder::new();
    /// builder.store_maybe_ref(None)?;
    /// assert_eq!((builder.bits(), builder.refs().len()), (1, 0));
    /// # Ok::<(), ton_edge::cell::BuildError>(())
    /// ```
    pub fn store_maybe_ref(&mut self, id: Option<CellId>) -> Result<&mut Self, BuildError> {
        let has_room = id.is_none() || usize::from(self.ref_count) < MAX_REFS;
        if !has_room {
            return Err(BuildError::References);
        }
        self.store_bit(id.is_some())?;
        match id {
            Some(id) => self.store_ref(id),
            None => Ok(self),
        }
    }

    /// Stores a clear bit and the content of another builder (`Either X ^X`, left).
    ///
    /// # Errors
    /// As [`Builder::store_builder`].
    pub fn store_either_inline(&mut self, content: &Self) -> Result<&mut Self, BuildError> {
        self.check_room(1 + usize::from(content.bits), content.refs().len())?;
        self.store_bit(false)?.store_builder(content)
    }

    /// Stores a set bit and a reference (`Either X ^X`, right).
    ///
    /// # Errors
    /// [`BuildError::Overflow`] or [`BuildError::References`] if there is no room.
    pub fn store_either_ref(&mut self, id: CellId) -> Result<&mut Self, BuildError> {
        self.store_maybe_ref(Some(id))
    }

    /// Stores all bits and references of another builder.
    ///
    /// # Errors
    /// [`BuildError::Overflow`] or [`BuildError::References`] if there is no room.
    pub fn store_builder(&mut self, content: &Self) -> Result<&mut Self, BuildError> {
        self.check_room(content.bits.into(), content.refs().len())?;
        for id in content.refs() {
            self.store_ref(*id)?;
        }
        self.store_part(&content.bytes, 0, content.bits.into())
    }

    /// Stores all bits and references that are left in a slice of the same arena.
    ///
    /// # Errors
    /// [`BuildError::Overflow`] or [`BuildError::References`] if there is no room.
    pub fn store_slice(&mut self, slice: &Slice<'_>) -> Result<&mut Self, BuildError> {
        self.check_room(slice.bits().into(), slice.ref_ids().len())?;
        for id in slice.ref_ids() {
            self.store_ref(*id)?;
        }
        let (bytes, from) = slice.raw_data();
        self.store_part(bytes, from, slice.bits().into())
    }

    /// Checks that this many bits and references fit.
    fn check_room(&self, needed: usize, refs: usize) -> Result<(), BuildError> {
        if needed > self.free_bits().into() {
            return Err(BuildError::Overflow { needed, free: self.free_bits() });
        }
        if refs + usize::from(self.ref_count) > MAX_REFS { Err(BuildError::References) } else { Ok(()) }
    }
}

/// Returns how many bits store a length below `limit`; `None` if `limit` is not in 1 to 32.
pub(super) fn count_length_bits(limit: u8) -> Option<u16> {
    let max_length = limit.checked_sub(1).filter(|max_length| *max_length < 32)?;
    Some(8 - max_length.leading_zeros() as u16)
}
