//! Errors of bags, cells, builders and readers.

use crate::boc::Fault;
use std::fmt;

/// Where a bag of cells is wrong.
///
/// ```
/// use ton_edge::cell::{Limits, Position, parse};
/// assert_eq!(parse(&[0; 20], &Limits::default()).unwrap_err().position, Position::Byte(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// A character of the text, from 0.
    Character(usize),
    /// A byte of the bag, from 0.
    Byte(usize),
    /// A cell, by its index in the bag.
    Cell(u32),
}

/// Why bytes or a text are refused as a bag of cells, and where.
///
/// ```
/// use ton_edge::cell::{Limits, parse_text};
/// let error = parse_text("te6cckEBAQEAAgAAAEysuc4=", &Limits::default()).unwrap_err();
/// assert_eq!(error.to_string(), "the bag of cells is wrong at byte 13: its checksum (CRC-32C) is wrong");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BocError {
    /// The fault.
    pub fault: BocFault,
    /// Its position.
    pub position: Position,
}

/// A fault in a bag of cells.
///
/// ```
/// use ton_edge::cell::{BocFault, Limits, parse};
/// let limits = Limits { max_bytes: 10, ..Limits::default() };
/// assert_eq!(parse(&[0; 20], &limits).unwrap_err().fault, BocFault::TooManyBytes);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BocFault {
    /// The text is neither base64 nor an even number of hexadecimal digits.
    Text,
    /// Header, sizes or checksum are wrong.
    Outside(Fault),
    /// More bytes than the limit.
    TooManyBytes,
    /// More cells than the limit.
    TooManyCells,
    /// The cell is truncated.
    Short,
    /// The first byte declares five to seven references.
    Descriptor,
    /// The cell was left out of the bag.
    Absent,
    /// The padding after the last bit fills a whole byte.
    Padding,
    /// A reference to the cell itself, an earlier one, or one that does not exist.
    Reference,
    /// The levels in the first byte differ from those of the content.
    LevelMask,
    /// A stored hash or depth differs from that of the cell.
    StoredHash,
    /// There are bytes between the last cell and the end of the cells.
    Unused,
    /// The form of the cell is wrong.
    Cell(CellFault),
    /// There must be exactly one root.
    Roots,
    /// The root must have level 0: it has pruned branches that no Merkle cell covers.
    RootLevel,
}

/// A fault in the depth, type or content of a cell.
///
/// ```
/// use ton_edge::cell::{BuildError, Builder, CellFault, Cells};
/// let mut exotic = Builder::new();
/// exotic.store_uint(9, 8)?.set_exotic(true);
/// assert_eq!(Cells::new().add(&exotic), Err(BuildError::Cell(CellFault::Kind)));
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CellFault {
    /// It is deeper than the limit, at one of its levels.
    Depth,
    /// An exotic cell of an unknown type.
    Kind,
    /// An exotic cell has more or less data than its type requires.
    Length,
    /// An exotic cell has more or fewer references than its type requires.
    References,
    /// A pruned branch without a level, or with a level above 3.
    LevelMask,
    /// The hash in a Merkle proof or update differs from that of the cell below.
    ChildHash,
    /// The depth in a Merkle proof or update differs from that of the cell below.
    ChildDepth,
    /// There are 2^32 cells already.
    ArenaFull,
}

impl CellFault {
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Self::Depth => "it is too deep",
            Self::Kind => "its type of exotic cell is unknown",
            Self::Length => "an exotic cell of its type has another length",
            Self::References => "an exotic cell of its type has another number of references",
            Self::LevelMask => "a pruned branch must have levels from 1 to 3",
            Self::ChildHash => "its hash of the cell below is wrong",
            Self::ChildDepth => "its depth of the cell below is wrong",
            Self::ArenaFull => "there are too many cells",
        }
    }
}

impl fmt::Display for CellFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.describe())
    }
}

impl BocFault {
    fn describe(self) -> &'static str {
        match self {
            Self::Text => "it must be base64 or hexadecimal digits",
            Self::Outside(fault) => fault.describe(),
            Self::TooManyBytes => "it has more bytes than the limit",
            Self::TooManyCells => "it has more cells than the limit",
            Self::Short => "the cell is truncated",
            Self::Descriptor => "the cell has more than four references",
            Self::Absent => "the bag does not contain the cell",
            Self::Padding => "the padding of the cell fills its last byte",
            Self::Reference => "a reference must be to a later cell of the bag",
            Self::LevelMask => "the level of the cell is wrong",
            Self::StoredHash => "a stored hash or depth of the cell is wrong",
            Self::Unused => "there are bytes after the last cell",
            Self::Cell(fault) => fault.describe(),
            Self::Roots => "it must have exactly one root",
            Self::RootLevel => "its root must have level 0",
        }
    }
}

impl fmt::Display for BocFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.describe())
    }
}

/// Writes a number in decimal digits. Errors make their texts without `fmt`, which adds 10 kB to a
/// module.
pub(crate) fn write_number(number: usize) -> String {
    let mut quotient = number;
    let mut digits = Vec::new();
    while digits.is_empty() || quotient > 0 {
        digits.push(b'0' + (quotient % 10) as u8);
        quotient /= 10;
    }
    digits.iter().rev().map(|digit| char::from(*digit)).collect()
}

impl BocError {
    pub(crate) fn describe(&self) -> String {
        let (unit, offset) = match self.position {
            Position::Character(offset) => ("character", offset),
            Position::Byte(offset) => ("byte", offset),
            Position::Cell(offset) => ("cell", offset as usize),
        };
        let mut text = String::from("the bag of cells is wrong at ");
        for part in &[unit, " ", &write_number(offset), ": ", self.fault.describe()] {
            text.push_str(part);
        }
        text
    }
}

impl fmt::Display for BocError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe())
    }
}

impl std::error::Error for BocError {}

/// Why a value cannot be stored, or a cell cannot be added.
///
/// ```
/// use ton_edge::cell::{BuildError, Builder};
/// let error = Builder::new().store_bytes(&[0; 128]).unwrap_err();
/// assert_eq!(error, BuildError::Overflow { needed: 1024, free: 1023 });
/// assert_eq!(error.to_string(), "1024 bits do not fit: 1023 are free");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// The cell has too few bits left.
    Overflow {
        /// Bits to store.
        needed: usize,
        /// Bits that are free.
        free: u16,
    },
    /// The cell has no reference left.
    References,
    /// The number needs more bits, or is negative where it must not be.
    Range,
    /// More bits than an integer (257), a key of a dictionary (1023) or an external address (511) can have, or a limit of
    /// a number's bytes outside of 1 to 32.
    Width,
    /// A reference is not of this arena.
    UnknownCell,
    /// The form of the cell is wrong.
    Cell(CellFault),
    /// The text needs a chain of cells longer than the greatest depth of a cell.
    TextLength,
    /// A key of a dictionary has a different number of bits than the dictionary.
    KeyWidth,
    /// Two values of a dictionary have the same key.
    DuplicateKey,
    /// A cell of the dictionary that is to be changed cannot be read.
    Read(ReadError),
    /// A bag needs one to 2^32 - 1 roots, and not more roots than cells.
    Roots,
}

impl BuildError {
    pub(crate) fn describe(&self) -> String {
        let text = match self {
            Self::Overflow { needed, free } => {
                let (needed, free) = (write_number(*needed), write_number((*free).into()));
                return [&needed, " bits do not fit: ", &free, " are free"].concat();
            }
            Self::References => "the cell has four references already",
            Self::Range => "the number does not fit the bits it is stored in",
            Self::Width => {
                "there are at most 257 bits in an integer, 1023 in a key and 511 in an external address"
            }
            Self::UnknownCell => "the reference is to a cell of another arena",
            Self::Cell(fault) => return ["the cell is wrong: ", fault.describe()].concat(),
            Self::TextLength => "the text is too long for a chain of cells",
            Self::KeyWidth => "the key has a different number of bits than the dictionary",
            Self::DuplicateKey => "two values have the same key",
            Self::Read(error) => return error.describe(),
            Self::Roots => "a bag needs at least one root, and not more roots than cells",
        };
        text.to_owned()
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe())
    }
}

impl std::error::Error for BuildError {}

/// Why a cell cannot be read in the expected way.
///
/// ```
/// use ton_edge::cell::{Builder, Cells, ReadError};
/// let mut cells = Cells::new();
/// let id = cells.add(Builder::new().store_uint(1, 8)?)?;
/// let error = cells.get(id).unwrap().slice()?.load_u64(32).unwrap_err();
/// assert_eq!(error, ReadError::Bits { needed: 32, left: 8 });
/// assert_eq!(error.to_string(), "32 bits are expected, and 8 are left");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// Too few bits are left.
    Bits {
        /// Bits to read.
        needed: u16,
        /// Bits that are left.
        left: u16,
    },
    /// No reference is left.
    References,
    /// Bits or references are left where the end is expected.
    NotAtEnd,
    /// More bits were requested than the result can hold.
    Width,
    /// The length of a number is greater than its type allows.
    Length,
    /// The cell is exotic.
    Exotic,
    /// An address with anycast, which the network no longer uses.
    Anycast,
    /// An address of variable length (`addr_var`), which the network does not use.
    AddressVar,
    /// Another kind of address is expected.
    AddressKind,
    /// The number of bits is not a multiple of 8.
    Bytes,
    /// More bytes or steps than the limit.
    Limit,
    /// The bytes are not UTF-8.
    Utf8 {
        /// The position of the first byte that is not UTF-8.
        at: usize,
    },
    /// Chunks of a text are missing.
    Chunks,
    /// The label of a node of a dictionary is broken, or longer than the rest of the key.
    Label,
    /// The label is not in its shortest form.
    LabelForm,
    /// A fork of a dictionary must have two references and nothing else.
    Fork,
    /// The key has a different number of bits than the dictionary.
    KeyWidth,
}

impl ReadError {
    pub(crate) fn describe(&self) -> String {
        let text = match self {
            Self::Bits { needed, left } => {
                let (needed, left) = (write_number((*needed).into()), write_number((*left).into()));
                return [&needed, " bits are expected, and ", &left, " are left"].concat();
            }
            Self::References => "a reference is expected, and none is left",
            Self::NotAtEnd => "the cell has data or references after its expected end",
            Self::Width => "the number has more bits than can be read at once",
            Self::Length => "the number is longer than its type allows",
            Self::Exotic => "the cell is exotic",
            Self::Anycast => "the address has anycast, which is not supported",
            Self::AddressVar => "the address has a variable length (addr_var), which is not supported",
            Self::AddressKind => "the address is not of the expected kind",
            Self::Bytes => "the number of bits is not a multiple of 8",
            Self::Limit => "the limit of bytes or steps is reached",
            Self::Utf8 { at } => return ["byte ", &write_number(*at), " of the text is not UTF-8"].concat(),
            Self::Chunks => "chunks of the text are missing",
            Self::Label => "the label of a node of the dictionary is broken",
            Self::LabelForm => "a label of the dictionary is not in its shortest form",
            Self::Fork => "a fork of the dictionary must have two references and nothing else",
            Self::KeyWidth => "the key has a different number of bits than the dictionary",
        };
        text.to_owned()
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe())
    }
}

impl std::error::Error for ReadError {}

impl From<ReadError> for BuildError {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}
