//! Reads cells bit by bit.

use super::builder::count_length_bits;
use super::{Bits, Cell, CellId, Cells, Int, Node, ReadError, bits};
use crate::address::Address;
use std::fmt;

/// The unread part of a cell.
///
/// A method that fails leaves the slice unchanged. To return to a position later, copy the slice there.
///
/// ```
/// use ton_edge::cell::{Builder, Cells, ReadError};
/// let mut cells = Cells::new();
/// let id = cells.add(Builder::new().store_uint(0xF8A7_EA5_u32, 32)?.store_bit(true)?)?;
/// let mut slice = cells.get(id).unwrap().slice()?;
/// assert_eq!(slice.load_u64(32)?, 0xF8A_7EA5);
/// assert!(slice.load_bit()?);
/// assert_eq!(slice.load_bit(), Err(ReadError::Bits { needed: 1, left: 0 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Slice<'a> {
    cells: &'a Cells,
    data: &'a [u8],
    start_bit: u16,
    end_bit: u16,
    refs: &'a [CellId],
}

impl fmt::Debug for Slice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slice").field("bits", &self.bits()).field("refs", &self.refs).finish_non_exhaustive()
    }
}

/// An address of a message (`MsgAddress`).
///
/// ```
/// use ton_edge::cell::{Bits, MsgAddress};
/// let external = MsgAddress::Extern(Bits::from_u64(1, 8).unwrap());
/// assert_ne!(external, MsgAddress::None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::large_enum_variant, reason = "copied where it is read, never collected")]
pub enum MsgAddress {
    /// No address (`addr_none`).
    None,
    /// An external address of up to 511 bits (`addr_extern`).
    Extern(Bits),
    /// The address of an account (`addr_std`).
    Std(Address),
}

/// Writes an account in its raw form, no address as nothing, and an external address as `external:`
/// with its bits in binary digits.
#[cfg(feature = "serde")]
impl serde::Serialize for MsgAddress {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::None => serializer.serialize_none(),
            Self::Extern(bits) => serializer.collect_str(&format_args!("external:{bits}")),
            Self::Std(address) => address.serialize(serializer),
        }
    }
}

/// The value of an `Either X ^X`.
#[derive(Clone, Copy, Debug)]
pub enum Either<'a> {
    /// The rest of the cell.
    Inline(Slice<'a>),
    /// A separate cell.
    Ref(Cell<'a>),
}

impl<'a> Slice<'a> {
    pub(super) fn new(cells: &'a Cells, node: &'a Node) -> Self {
        Self { cells, data: cells.padded_data(node), start_bit: 0, end_bit: node.bits, refs: node.refs() }
    }

    /// Returns the arena of the cell.
    #[must_use]
    pub fn cells(&self) -> &'a Cells {
        self.cells
    }

    /// Returns how many bits are left.
    #[must_use]
    pub fn bits(&self) -> u16 {
        self.end_bit - self.start_bit
    }

    /// Returns how many references are left.
    #[must_use]
    pub fn refs(&self) -> usize {
        self.refs.len()
    }

    pub(super) fn ref_ids(&self) -> &'a [CellId] {
        self.refs
    }

    /// Returns the data of the cell, and the position of the first unread bit in it.
    pub(super) fn raw_data(&self) -> (&'a [u8], usize) {
        (self.data, self.start_bit.into())
    }

    /// Skips some bits.
    ///
    /// # Errors
    /// [`ReadError::Bits`] if fewer are left.
    pub fn skip(&mut self, bits: u16) -> Result<(), ReadError> {
        self.take_bits(bits).map(|_| ())
    }

    /// Skips some bits and returns where they begin.
    fn take_bits(&mut self, count: u16) -> Result<usize, ReadError> {
        let available_bits = self.bits();
        if count > available_bits {
            return Err(ReadError::Bits { needed: count, left: available_bits });
        }
        let start = self.start_bit;
        self.start_bit += count;
        Ok(start.into())
    }

    /// Skips the rest.
    pub(super) fn skip_all(&mut self) {
        self.start_bit = self.end_bit;
        self.refs = &[];
    }

    /// Checks that nothing is left.
    ///
    /// # Errors
    /// [`ReadError::NotAtEnd`] otherwise.
    pub fn end(&self) -> Result<(), ReadError> {
        if self.bits() == 0 && self.refs.is_empty() { Ok(()) } else { Err(ReadError::NotAtEnd) }
    }

    /// Reads one bit, such as that of `Maybe X`.
    ///
    /// # Errors
    /// [`ReadError::Bits`] if none is left.
    pub fn load_bit(&mut self) -> Result<bool, ReadError> {
        self.take_bits(1).map(|start| bits::read_bit(self.data, start))
    }

    /// Reads some bits.
    ///
    /// # Errors
    /// [`ReadError::Bits`] if fewer are left.
    pub fn load_bits(&mut self, count: u16) -> Result<Bits, ReadError> {
        let start = self.take_bits(count)?;
        Ok(Bits::copy(self.data, start, count.into()).unwrap_or_default())
    }

    /// Reads whole bytes.
    ///
    /// # Errors
    /// [`ReadError::Bits`] if fewer are left.
    ///
    /// ```
    /// use ton_edge::cell::{Builder, Cells};
    /// let mut cells = Cells::new();
    /// let id = cells.add(Builder::new().store_bytes(&[1, 2])?)?;
    /// assert_eq!(cells.get(id).unwrap().slice()?.load_bytes(2)?, [1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load_bytes(&mut self, count: u16) -> Result<Vec<u8>, ReadError> {
        let start = self.take_bits(count.saturating_mul(8))?;
        let mut bytes = vec![0; count.into()];
        bits::copy(self.data, start, &mut bytes, 0, usize::from(count) * 8);
        Ok(bytes)
    }

    /// Reads 256 bits: a hash, a public key.
    ///
    /// # Errors
    /// [`ReadError::Bits`] if fewer are left.
    pub fn load_hash(&mut self) -> Result<[u8; 32], ReadError> {
        let start = self.take_bits(256)?;
        let mut bytes = [0; 32];
        bits::copy(self.data, start, &mut bytes, 0, 256);
        Ok(bytes)
    }

    /// Reads an unsigned integer of up to 64 bits.
    ///
    /// # Errors
    /// [`ReadError::Width`] for more than 64, [`ReadError::Bits`] if fewer are left.
    pub fn load_u64(&mut self, count: u16) -> Result<u64, ReadError> {
        if count > 64 {
            return Err(ReadError::Width);
        }
        self.load_bits(count).map(|bits| bits.to_u64().unwrap_or_default())
    }

    /// Reads an unsigned integer of up to 256 bits.
    ///
    /// # Errors
    /// [`ReadError::Width`] for more than 256, [`ReadError::Bits`] if fewer are left.
    pub fn load_uint(&mut self, count: u16) -> Result<Int, ReadError> {
        self.load_number(count, false)
    }

    /// Reads a signed integer of up to 257 bits.
    ///
    /// # Errors
    /// [`ReadError::Width`] for more than 257, [`ReadError::Bits`] if fewer are left.
    ///
    /// ```
    /// use ton_edge::cell::{Builder, Cells, Int};
    /// let mut cells = Cells::new();
    /// let id = cells.add(Builder::new().store_int(Int::MIN, 257)?)?;
    /// assert_eq!(cells.get(id).unwrap().slice()?.load_int(257)?, Int::MIN);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load_int(&mut self, count: u16) -> Result<Int, ReadError> {
        self.load_number(count, true)
    }

    fn load_number(&mut self, count: u16, is_signed: bool) -> Result<Int, ReadError> {
        if count > 256 + u16::from(is_signed) {
            return Err(ReadError::Width);
        }
        let start = self.take_bits(count)?;
        let mut bytes = [0; 40];
        bits::copy(self.data, start, &mut bytes, 320 - usize::from(count), count.into());
        Ok(Int::from_bytes(&bytes, count, is_signed))
    }

    /// Reads a number of nanocoins (`VarUInteger 16`). Leading zeros are accepted, as by the virtual machine.
    ///
    /// # Errors
    /// [`ReadError::Bits`] if fewer bits are left.
    pub fn load_coins(&mut self) -> Result<u128, ReadError> {
        // The number has at most 15 bytes, so it fits `u128`.
        self.load_var_uint(16).map(|coins| coins.to_u128().unwrap_or_default())
    }

    /// Reads a number with its length in bytes, which is less than `limit` (`VarUInteger limit`).
    ///
    /// # Errors
    /// [`ReadError::Width`] for limits outside of 1 to 32, [`ReadError::Length`] if it has `limit` bytes or more,
    /// [`ReadError::Bits`] if fewer bits are left.
    pub fn load_var_uint(&mut self, limit: u8) -> Result<Int, ReadError> {
        let mut reader = *self;
        let length = reader.load_u64(count_length_bits(limit).ok_or(ReadError::Width)?)?;
        if length >= limit.into() {
            return Err(ReadError::Length);
        }
        let number = reader.load_uint(length as u16 * 8)?;
        *self = reader;
        Ok(number)
    }

    /// Reads any address of a message.
    ///
    /// # Errors
    /// [`ReadError::Anycast`] and [`ReadError::AddressVar`] for forms that the network does not
    /// use, [`ReadError::Bits`] if fewer bits are left.
    ///
    /// ```
    /// use ton_edge::cell::{Builder, Cells, MsgAddress, ReadError};
    /// let mut cells = Cells::new();
    /// let none = cells.add(Builder::new().store_uint(0, 2)?)?;
    /// assert_eq!(cells.get(none).unwrap().slice()?.load_msg_address()?, MsgAddress::None);
    /// let var = cells.add(Builder::new().store_uint(3, 2)?)?;
    /// assert_eq!(cells.get(var).unwrap().slice()?.load_msg_address(), Err(ReadError::AddressVar));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load_msg_address(&mut self) -> Result<MsgAddress, ReadError> {
        let mut reader = *self;
        let address = match reader.load_u64(2)? {
            0 => MsgAddress::None,
            1 => {
                let length = reader.load_u64(9)?;
                MsgAddress::Extern(reader.load_bits(length as u16)?)
            }
            2 => {
                if reader.load_bit()? {
                    return Err(ReadError::Anycast);
                }
                let [workchain] = (reader.load_u64(8)? as u8).to_be_bytes();
                let hash = reader.load_hash()?;
                MsgAddress::Std(Address { workchain: i8::from_be_bytes([workchain]), hash })
            }
            _ => return Err(ReadError::AddressVar),
        };
        *self = reader;
        Ok(address)
    }

    /// Reads the address of an account; `None` for `addr_none`.
    ///
    /// # Errors
    /// As [`Slice::load_msg_address`], and [`ReadError::AddressKind`] for an external address.
    pub fn load_address(&mut self) -> Result<Option<Address>, ReadError> {
        let mut reader = *self;
        let address = match reader.load_msg_address()? {
            MsgAddress::None => None,
            MsgAddress::Std(address) => Some(address),
            MsgAddress::Extern(_) => return Err(ReadError::AddressKind),
        };
        *self = reader;
        Ok(address)
    }

    /// Reads the next reference.
    ///
    /// # Errors
    /// [`ReadError::References`] if none is left.
    pub fn load_ref(&mut self) -> Result<Cell<'a>, ReadError> {
        let (first, rest) = self.refs.split_first().ok_or(ReadError::References)?;
        let cell = self.cells.get(*first).ok_or(ReadError::References)?;
        self.refs = rest;
        Ok(cell)
    }

    /// Reads a bit, and a reference if the bit is set (`Maybe ^X`); also the root of an optional
    /// dictionary.
    ///
    /// # Errors
    /// [`ReadError::Bits`] or [`ReadError::References`] if something is missing.
    pub fn load_maybe_ref(&mut self) -> Result<Option<Cell<'a>>, ReadError> {
        let mut reader = *self;
        let cell = if reader.load_bit()? { Some(reader.load_ref()?) } else { None };
        *self = reader;
        Ok(cell)
    }

    /// Reads a bit, then a reference if the bit is set, else all that is left (`Either X ^X` at the
    /// end of a cell).
    ///
    /// # Errors
    /// [`ReadError::Bits`] or [`ReadError::References`] if something is missing.
    pub fn load_either(&mut self) -> Result<Either<'a>, ReadError> {
        match self.load_maybe_ref()? {
            Some(cell) => Ok(Either::Ref(cell)),
            None => {
                let reader = *self;
                self.skip_all();
                Ok(Either::Inline(reader))
            }
        }
    }
}
