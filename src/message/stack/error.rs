//! Errors of stacks.

use super::Stack;
use crate::cell::{BocError, BuildError, ReadError};
use crate::message::DecodeError;
use std::fmt;

/// Why a stack cannot be read or written, and at which item.
///
/// ```
/// use ton_edge::message::{Stack, StackFault};
/// let error = Stack::new(Vec::new()).int(0).unwrap_err();
/// assert_eq!((error.index, &error.fault), (Some(0), &StackFault::Missing { len: 0 }));
/// assert_eq!(error.to_string(), "there is no item 0: the stack has 0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackError {
    /// The index of the item that is wrong or contains a wrong value, counted from 0 at the bottom; `None` if the stack
    /// as a whole is wrong.
    pub index: Option<usize>,
    /// The fault.
    pub fault: StackFault,
}

/// A fault in a stack or one of its items.
///
/// ```
/// use ton_edge::message::StackFault;
/// assert_eq!(StackFault::Range.to_string(), "the integer does not fit");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StackFault {
    /// The stack has no such item.
    Missing {
        /// The number of items.
        len: usize,
    },
    /// The item is a value of another kind.
    Kind {
        /// The expected kind.
        expected: &'static str,
        /// The kind of the value.
        found: &'static str,
    },
    /// The integer does not fit the requested type.
    Range,
    /// An unknown tag of a value.
    Tag,
    /// A slice whose end is before its beginning.
    Window,
    /// Values are nested deeper than [`Stack::MAX_NESTING`].
    Nesting,
    /// A tuple with more items than [`Stack::MAX_TUPLE`].
    TupleLength,
    /// More values than the limit, those within tuples and lists included.
    Limit,
    /// A cell cannot be read in this way.
    Read(ReadError),
    /// A cell cannot be built.
    Build(BuildError),
    /// A bag of cells cannot be read.
    Boc(BocError),
    /// The content of a cell cannot be decoded.
    Decode(DecodeError),
    /// An integer is not a text with up to 257 bits in decimal or hexadecimal digits.
    Number,
    /// An entry has neither a form of v2 nor one of v3.
    Entry,
    /// The form cannot express the value.
    Unsupported {
        /// The kind of the value.
        found: &'static str,
    },
}

impl StackError {
    pub(in crate::message) fn at_index(index: usize, fault: StackFault) -> Self {
        Self { index: Some(index), fault }
    }
}

impl fmt::Display for StackFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { len } => write!(f, "there is no such item: the stack has {len}"),
            Self::Kind { expected, found } => write!(f, "the value is {found}, not {expected}"),
            Self::Range => f.write_str("the integer does not fit"),
            Self::Tag => f.write_str("no value has this tag"),
            Self::Window => f.write_str("the slice ends before it begins"),
            Self::Nesting => write!(f, "values are nested deeper than {}", Stack::MAX_NESTING),
            Self::TupleLength => write!(f, "a tuple has at most {} items", Stack::MAX_TUPLE),
            Self::Limit => f.write_str("there are more values than the limit"),
            Self::Read(error) => error.fmt(f),
            Self::Build(error) => error.fmt(f),
            Self::Boc(error) => error.fmt(f),
            Self::Decode(error) => error.fmt(f),
            Self::Number => {
                f.write_str("an integer is a text of decimal or hexadecimal digits with at most 257 bits")
            }
            Self::Entry => f.write_str("the entry has no form of v2 or v3"),
            Self::Unsupported { found } => write!(f, "the service has no form for {found}"),
        }
    }
}

impl fmt::Display for StackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.index, &self.fault) {
            (Some(index), StackFault::Missing { len }) => {
                write!(f, "there is no item {index}: the stack has {len}")
            }
            (Some(index), StackFault::Kind { expected, found }) => {
                write!(f, "item {index} of the stack is {found}, not {expected}")
            }
            (Some(index), fault) => write!(f, "item {index} of the stack: {fault}"),
            (None, fault) => write!(f, "the stack: {fault}"),
        }
    }
}

impl std::error::Error for StackError {}

impl From<ReadError> for StackFault {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

impl From<BuildError> for StackFault {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

impl From<BocError> for StackFault {
    fn from(error: BocError) -> Self {
        Self::Boc(error)
    }
}
