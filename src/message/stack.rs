//! Stacks of the virtual machine: arguments and results of get-methods.
//!
//! One type stands for the cells of `VmStack` and, with the feature `api`, for the JSON of v2, v2 Std and v3. As at the
//! service, lists are flat: pairs of an item and the rest, which end with null, are a [`StackValue::List`].

mod error;
#[cfg(feature = "api")]
mod json;
mod load;
mod store;

pub use error::{StackError, StackFault};
#[cfg(feature = "api")]
pub use json::StackForm;

use crate::address::Address;
use crate::cell::{BuildError, Builder, Cell, CellId, Cells, Int, ReadError, Slice};
use std::borrow::Cow;

/// A value of a stack. Cells are ids of an arena.
///
/// ```
/// use ton_edge::message::StackValue;
/// assert_eq!(StackValue::from(true), StackValue::from(-1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StackValue {
    /// Null, which is also the empty list.
    Null,
    /// A signed integer of up to 257 bits.
    Int(Int),
    /// The result of an integer operation that failed quietly.
    Nan,
    /// A cell.
    Cell(CellId),
    /// The rest of a slice, as a separate cell. The service writes it as a cell.
    Slice(CellId),
    /// The content of a builder, as a cell. The service neither accepts nor sends it.
    Builder(CellId),
    /// A continuation: the part after its tag, unread, as a cell. The service neither accepts nor sends it.
    Continuation(CellId),
    /// A tuple of up to 255 values.
    Tuple(Vec<Self>),
    /// A list of one or more values. The virtual machine has them as nested pairs of an item and the rest, which end
    /// with null.
    List(Vec<Self>),
    /// A value that the service does not write, such as a continuation.
    Unsupported,
}

impl StackValue {
    /// Makes a slice with an address, as get-methods expect it; `None` is `addr_none`.
    ///
    /// # Errors
    /// None, unless the arena is full.
    ///
    /// ```
    /// use ton_edge::cell::Cells;
    /// use ton_edge::message::{Stack, StackValue};
    /// let mut cells = Cells::new();
    /// let owner = "0:0000000000000000000000000000000000000000000000000000000000000001".parse()?;
    /// let stack = Stack::new(vec![StackValue::address(&mut cells, Some(&owner))?]);
    /// assert_eq!(stack.address(&cells, 0)?, Some(owner));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn address(cells: &mut Cells, address: Option<&Address>) -> Result<Self, BuildError> {
        let mut builder = Builder::new();
        match address {
            Some(address) => builder.store_address(address)?,
            None => builder.store_uint(0, 2)?,
        };
        cells.add(&builder).map(Self::Slice)
    }

    /// Makes a slice of whole bytes, such as the domain for `dnsresolve` ([`super::encode_domain`]).
    ///
    /// # Errors
    /// [`BuildError::Overflow`] for more than 127 bytes.
    ///
    /// ```
    /// use ton_edge::cell::Cells;
    /// use ton_edge::message::{Stack, StackValue, encode_domain};
    /// let mut cells = Cells::new();
    /// let domain = StackValue::bytes(&mut cells, &encode_domain("alice.ton")?)?;
    /// let arguments = Stack::new(vec![domain, 0.into()]);
    /// assert_eq!(arguments.slice(&cells, 0)?.load_bytes(10)?, b"ton\0alice\0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bytes(cells: &mut Cells, bytes: &[u8]) -> Result<Self, BuildError> {
        cells.add(Builder::new().store_bytes(bytes)?).map(Self::Slice)
    }

    /// Returns the name of the value's kind, for messages.
    fn name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Int(_) => "an integer",
            Self::Nan => "not a number",
            Self::Cell(_) => "a cell",
            Self::Slice(_) => "a slice",
            Self::Builder(_) => "a builder",
            Self::Continuation(_) => "a continuation",
            Self::Tuple(_) => "a tuple",
            Self::List(_) => "a list",
            Self::Unsupported => "a value that the service does not write",
        }
    }
}

impl From<Int> for StackValue {
    fn from(int: Int) -> Self {
        Self::Int(int)
    }
}

/// True is -1, and false is 0.
impl From<bool> for StackValue {
    fn from(flag: bool) -> Self {
        Self::Int(Int::from(-i8::from(flag)))
    }
}

macro_rules! from_integer {
    ($($type:ty),*) => {$(
        impl From<$type> for StackValue {
            fn from(number: $type) -> Self {
                Self::Int(Int::from(number))
            }
        }
    )*};
}

from_integer!(i8, i16, i32, i64, i128, u8, u16, u32, u64, u128);

/// The values of a stack, from the bottom up, with methods that read them by their position.
///
/// ```
/// use ton_edge::cell::{Cells, Int};
/// use ton_edge::message::{Stack, StackValue};
/// let mut cells = Cells::new();
/// let stack = Stack::new(vec![7.into(), true.into(), StackValue::Tuple(vec![1.into(), StackValue::Null])]);
///
/// // `VmStack`, as liteservers and the virtual machine read it.
/// let id = stack.add(&mut cells)?;
/// let stack = Stack::load(&mut cells, id, 1000)?;
/// assert_eq!((stack.int(0)?, stack.bool(1)?), (Int::from(7), true));
/// // A pair that ends with null is a list. It can still be read as a tuple.
/// assert_eq!(stack.list(2)?.int(0)?, Int::from(1));
/// assert!(stack.tuple(2)?.is_null(1)?);
/// assert_eq!(stack.cell(0).unwrap_err().to_string(), "item 0 of the stack is an integer, not a cell");
/// # Ok::<(), ton_edge::message::StackError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack<'a> {
    values: Cow<'a, [StackValue]>,
}

impl Stack<'static> {
    /// Makes a stack of values, the bottom first.
    #[must_use]
    pub fn new(values: Vec<StackValue>) -> Self {
        Self { values: Cow::Owned(values) }
    }
}

impl Stack<'_> {
    /// The maximum number of levels of tuples and lists in which a value may be nested.
    pub const MAX_NESTING: usize = 128;
    /// The maximum number of items of a tuple.
    pub const MAX_TUPLE: usize = 255;

    /// Returns all values.
    #[must_use]
    pub fn values(&self) -> &[StackValue] {
        &self.values
    }

    /// Returns how many values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns whether the stack is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    fn value_at(&self, index: usize) -> Result<&StackValue, StackError> {
        self.values.get(index).ok_or(StackError::at_index(index, StackFault::Missing { len: self.len() }))
    }

    fn report_other_kind<T>(&self, index: usize, expected: &'static str) -> Result<T, StackError> {
        let kind_name = self.value_at(index)?.name();
        Err(StackError::at_index(index, StackFault::Kind { expected, found: kind_name }))
    }

    /// Returns whether an item is null.
    ///
    /// # Errors
    /// [`StackFault::Missing`].
    pub fn is_null(&self, index: usize) -> Result<bool, StackError> {
        Ok(*self.value_at(index)? == StackValue::Null)
    }

    /// Returns an integer.
    ///
    /// # Errors
    /// [`StackFault::Kind`] if the item is another value, [`StackFault::Missing`].
    pub fn int(&self, index: usize) -> Result<Int, StackError> {
        match self.value_at(index)? {
            StackValue::Int(int) => Ok(*int),
            _ => self.report_other_kind(index, "an integer"),
        }
    }

    /// Returns an integer of a smaller type.
    ///
    /// # Errors
    /// As [`Stack::int`], and [`StackFault::Range`] if it does not fit.
    ///
    /// ```
    /// use ton_edge::message::Stack;
    /// let stack = Stack::new(vec![300.into()]);
    /// assert_eq!(stack.number::<u32>(0)?, 300);
    /// assert!(stack.number::<u8>(0).is_err());
    /// # Ok::<(), ton_edge::message::StackError>(())
    /// ```
    pub fn number<T: TryFrom<i128>>(&self, index: usize) -> Result<T, StackError> {
        let number = self.int(index)?.to_i128().and_then(|number| T::try_from(number).ok());
        number.ok_or(StackError::at_index(index, StackFault::Range))
    }

    /// Returns whether an integer is not 0.
    ///
    /// # Errors
    /// As [`Stack::int`].
    pub fn bool(&self, index: usize) -> Result<bool, StackError> {
        Ok(self.int(index)? != Int::from(0))
    }

    /// Returns an unsigned integer of 256 bits, such as a public key, the highest byte first.
    ///
    /// # Errors
    /// As [`Stack::int`], and [`StackFault::Range`] if it is negative.
    ///
    /// ```
    /// use ton_edge::message::Stack;
    /// assert_eq!(Stack::new(vec![258.into()]).bytes32(0)?[30..], [1, 2]);
    /// # Ok::<(), ton_edge::message::StackError>(())
    /// ```
    pub fn bytes32(&self, index: usize) -> Result<[u8; 32], StackError> {
        let int = self.int(index)?;
        let bytes = || {
            let mut cells = Cells::new();
            let id = cells.add(Builder::new().store_uint(int, 256).ok()?).ok()?;
            cells.get(id)?.slice().ok()?.load_hash().ok()
        };
        bytes().ok_or(StackError::at_index(index, StackFault::Range))
    }

    /// Returns a cell, or the rest of a slice.
    ///
    /// # Errors
    /// As [`Stack::int`].
    pub fn cell(&self, index: usize) -> Result<CellId, StackError> {
        match self.value_at(index)? {
            // The service writes a slice as a cell; a virtual machine as a slice.
            StackValue::Cell(id) | StackValue::Slice(id) => Ok(*id),
            _ => self.report_other_kind(index, "a cell"),
        }
    }

    /// Returns a slice, or a cell from its beginning.
    ///
    /// # Errors
    /// As [`Stack::int`], and [`StackFault::Read`] for an exotic cell.
    pub fn slice<'a>(&self, cells: &'a Cells, index: usize) -> Result<Slice<'a>, StackError> {
        let cell = cells.get(self.cell(index)?).ok_or(BuildError::UnknownCell);
        let cell = cell.map_err(|error| StackError::at_index(index, StackFault::Build(error)))?;
        cell.slice().map_err(|error| StackError::at_index(index, StackFault::Read(error)))
    }

    /// Reads a slice to its end.
    fn read<'a, T>(
        &self,
        cells: &'a Cells,
        index: usize,
        read: impl FnOnce(&mut Slice<'a>) -> Result<T, ReadError>,
    ) -> Result<T, StackError> {
        let mut slice = self.slice(cells, index)?;
        let value = read(&mut slice).and_then(|value| slice.end().map(|()| value));
        value.map_err(|error| StackError::at_index(index, StackFault::Read(error)))
    }

    /// Returns an account; `None` for null and `addr_none`.
    ///
    /// # Errors
    /// As [`Stack::slice`], and [`StackFault::Read`] if its content is not exactly an address.
    pub fn address(&self, cells: &Cells, index: usize) -> Result<Option<Address>, StackError> {
        if self.is_null(index)? {
            return Ok(None);
        }
        self.read(cells, index, Slice::load_address)
    }

    /// Reads UTF-8 of up to `max_bytes` in a chain of cells.
    ///
    /// # Errors
    /// As [`Stack::slice`], and [`StackFault::Read`] with the errors of [`Slice::load_snake_text`].
    pub fn text(&self, cells: &Cells, index: usize, max_bytes: usize) -> Result<String, StackError> {
        self.read(cells, index, |slice| slice.load_snake_text(max_bytes))
    }

    /// Returns the items of a tuple. A list is read as a pair of its first item and the rest.
    ///
    /// # Errors
    /// As [`Stack::int`].
    pub fn tuple(&self, index: usize) -> Result<Stack<'_>, StackError> {
        match self.value_at(index)? {
            StackValue::Tuple(items) => Ok(Stack { values: Cow::Borrowed(items) }),
            StackValue::List(items) => {
                let Some((first, rest)) = items.split_first() else {
                    return self.report_other_kind(index, "a tuple");
                };
                let rest_value =
                    if rest.is_empty() { StackValue::Null } else { StackValue::List(rest.to_vec()) };
                Ok(Stack::new(vec![first.clone(), rest_value]))
            }
            _ => self.report_other_kind(index, "a tuple"),
        }
    }

    /// Returns the items of a list; null is an empty list.
    ///
    /// # Errors
    /// As [`Stack::int`].
    pub fn list(&self, index: usize) -> Result<Stack<'_>, StackError> {
        match self.value_at(index)? {
            StackValue::Null => Ok(Stack::new(Vec::new())),
            StackValue::List(items) => Ok(Stack { values: Cow::Borrowed(items) }),
            _ => self.report_other_kind(index, "a list"),
        }
    }
}

pub(super) fn get_cell(cells: &Cells, id: CellId) -> Result<Cell<'_>, StackFault> {
    cells.get(id).ok_or(StackFault::Build(BuildError::UnknownCell))
}
