//! Loading and storing by TL-B: a trait, its implementations for all types of fields, and a macro for records.

use super::field::Form;
use crate::address::Address;
use crate::cell::{BuildError, Builder, CellId, Cells, Int, ReadError, Slice};
use crate::hash::Hash;
use std::fmt;

/// Why cells do not have the expected structure, and in which field.
///
/// ```
/// use ton_edge::cell::{Builder, Cells, ReadError};
/// use ton_edge::message::{DecodeFault, StateInit};
/// let mut cells = Cells::new();
/// let id = cells.add(Builder::new().store_bit(true)?)?;
/// let error = StateInit::load(&cells, id).unwrap_err();
/// assert_eq!(error.field, "split_depth");
/// assert_eq!(error.fault, DecodeFault::Read(ReadError::Bits { needed: 5, left: 0 }));
/// assert_eq!(error.to_string(), "`split_depth`: 5 bits are expected, and 0 are left");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// The field, as `crypto/block/block.tlb` of the node names it; or the type, if the whole cell is wrong.
    pub field: &'static str,
    /// The fault.
    pub fault: DecodeFault,
}

/// A fault in a field.
///
/// ```
/// use ton_edge::message::DecodeFault;
/// assert_eq!(DecodeFault::Tag.to_string(), "the tag is of another type");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeFault {
    /// The cell cannot be read in this way.
    Read(ReadError),
    /// An unknown tag of the type.
    Tag,
    /// A number outside of the type's range.
    Value,
    /// The number of items differs from their count.
    Count,
    /// All dictionaries together have more values than a transaction can have: a small bag can have very many, because its
    /// dictionaries can share cells.
    TooMany,
    /// The content does not fit in a separate cell.
    Build(BuildError),
}

impl DecodeFault {
    fn describe(&self) -> String {
        let text = match self {
            Self::Read(error) => return error.describe(),
            Self::Build(error) => return error.describe(),
            Self::Tag => "the tag is of another type",
            Self::Value => "the number is out of range",
            Self::Count => "the number of items is not the one that is stored",
            Self::TooMany => "there are more than 1024 values of dictionaries in all",
        };
        text.to_owned()
    }
}

impl fmt::Display for DecodeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe())
    }
}

impl DecodeError {
    pub(crate) fn describe(&self) -> String {
        let fault = self.fault.describe();
        if self.field.is_empty() { fault } else { ["`", self.field, "`: ", &fault].concat() }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe())
    }
}

impl std::error::Error for DecodeError {}

impl DecodeError {
    /// Makes a fault whose field is not known yet.
    pub(super) const fn new(fault: DecodeFault) -> Self {
        Self { field: "", fault }
    }

    /// Sets the field, unless an inner field is set.
    pub(super) fn in_field(self, field: &'static str) -> Self {
        if self.field.is_empty() { Self { field, ..self } } else { self }
    }
}

impl From<ReadError> for DecodeError {
    fn from(error: ReadError) -> Self {
        Self::new(DecodeFault::Read(error))
    }
}

impl From<BuildError> for DecodeError {
    fn from(error: BuildError) -> Self {
        Self::new(DecodeFault::Build(error))
    }
}

/// A cell that is being built, and the arena for those below it.
pub(crate) struct Writer<'a> {
    pub(crate) cells: &'a mut Cells,
    pub(crate) builder: Builder,
}

impl Writer<'_> {
    /// Stores a separate cell, as a reference.
    pub(crate) fn store_child(
        &mut self,
        fill: impl FnOnce(&mut Writer<'_>) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        let id = add(self.cells, fill)?;
        self.builder.store_ref(id).map(|_| ())
    }
}

/// Adds a cell that `fill` writes.
pub(crate) fn add(
    cells: &mut Cells,
    fill: impl FnOnce(&mut Writer<'_>) -> Result<(), BuildError>,
) -> Result<CellId, BuildError> {
    let mut writer = Writer { cells, builder: Builder::new() };
    fill(&mut writer)?;
    let builder = writer.builder;
    cells.add(&builder)
}

/// A type of TL-B.
pub(crate) trait Tlb: Sized {
    /// The form in which it is stored, for the npm package and for documents.
    const FORM: Form;

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError>;
    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError>;
}

/// Loads a whole cell. Faults outside of its fields are reported with `name`, the name of the type.
pub(crate) fn load_all<T: Tlb>(cells: &Cells, id: CellId, name: &'static str) -> Result<T, DecodeError> {
    let load = || {
        let cell = cells.get(id).ok_or(BuildError::UnknownCell)?;
        let mut slice = cell.slice()?;
        let value = T::load(&mut slice)?;
        slice.end()?;
        Ok(value)
    };
    load().map_err(|error: DecodeError| error.in_field(name))
}

/// Loads the whole cell of a reference.
pub(crate) fn load_child<T: Tlb>(slice: &mut Slice<'_>) -> Result<T, DecodeError> {
    let mut child = slice.load_ref()?.slice()?;
    let value = T::load(&mut child)?;
    child.end()?;
    Ok(value)
}

macro_rules! uint {
    ($($type:ty: $bits:literal),*) => {$(
        impl Tlb for $type {
            const FORM: Form = Form::Uint($bits);

            fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
                Ok(slice.load_u64($bits)? as Self)
            }

            fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
                to.builder.store_uint(*self, $bits).map(|_| ())
            }
        }
    )*};
}

uint!(u8: 8, u16: 16, u32: 32, u64: 64);

impl Tlb for i32 {
    const FORM: Form = Form::Int(32);

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        Ok((slice.load_u64(32)? as u32).cast_signed())
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        to.builder.store_int(*self, 32).map(|_| ())
    }
}

impl Tlb for i8 {
    const FORM: Form = Form::Int(8);

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        Ok((slice.load_u64(8)? as u8).cast_signed())
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        to.builder.store_int(*self, 8).map(|_| ())
    }
}

impl Tlb for bool {
    const FORM: Form = Form::Bool;

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        Ok(slice.load_bit()?)
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        to.builder.store_bit(*self).map(|_| ())
    }
}

/// Coins (`Grams`, that is `VarUInteger 16`).
impl Tlb for u128 {
    const FORM: Form = Form::Coins;

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        Ok(slice.load_coins()?)
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        to.builder.store_coins(*self).map(|_| ())
    }
}

impl Tlb for Hash {
    const FORM: Form = Form::Hash;

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        Ok(Self(slice.load_hash()?))
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        to.builder.store_bytes(&self.0).map(|_| ())
    }
}

/// The TL-B type `MsgAddressInt`, of an account.
impl Tlb for Address {
    const FORM: Form = Form::Account;

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        slice.load_address()?.ok_or(DecodeError::new(DecodeFault::Read(ReadError::AddressKind)))
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        to.builder.store_address(self).map(|_| ())
    }
}

/// The TL-B type `^Cell`.
impl Tlb for CellId {
    const FORM: Form = Form::Cell;

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        Ok(slice.load_ref()?.id())
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        to.builder.store_ref(*self).map(|_| ())
    }
}

/// The TL-B type `Maybe`.
impl<T: Tlb> Tlb for Option<T> {
    const FORM: Form = Form::Maybe(&T::FORM);

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        if slice.load_bit()? { T::load(slice).map(Some) } else { Ok(None) }
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        to.builder.store_bit(self.is_some())?;
        match self {
            Some(value) => value.store(to),
            None => Ok(()),
        }
    }
}

/// A number of up to `N - 1` bytes (`VarUInteger N`), for `N` up to 8.
#[derive(Clone, Copy)]
pub(crate) struct VarUint<const N: u8>(pub(crate) u64);

impl<const N: u8> From<u64> for VarUint<N> {
    fn from(number: u64) -> Self {
        Self(number)
    }
}

impl<const N: u8> Tlb for VarUint<N> {
    const FORM: Form = Form::VarUint(N);

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        let number = slice.load_var_uint(N)?.to_u128().and_then(|number| u64::try_from(number).ok());
        number.map(Self).ok_or(DecodeError::new(DecodeFault::Value))
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        to.builder.store_var_uint(self.0, N).map(|_| ())
    }
}

/// Extra currencies (`HashmapE 32 (VarUInteger 32)`).
///
/// The network allows a few in a message. Reading is bounded, since a dictionary of 32 cells can have 2^32 values.
impl Tlb for Vec<(u32, Int)> {
    const FORM: Form = Form::Extra;

    fn load(slice: &mut Slice<'_>) -> Result<Self, DecodeError> {
        let dict = crate::cell::Dict::load(slice, 32)?;
        let mut currencies = Self::new();
        for pair in dict.iter(MAX_STEPS) {
            let (key, mut value) = pair?;
            let amount = value.load_var_uint(32)?;
            value.end()?;
            currencies.push((key.to_u64().unwrap_or_default() as u32, amount));
        }
        Ok(currencies)
    }

    fn store(&self, to: &mut Writer<'_>) -> Result<(), BuildError> {
        let mut pairs = Vec::with_capacity(self.len());
        for (id, amount) in self {
            let key = crate::cell::Bits::from_u64(u64::from(*id), 32).ok_or(BuildError::Width)?;
            let mut value = Builder::new();
            value.store_var_uint(*amount, 32)?;
            pairs.push((key, value));
        }
        let root = to.cells.add_dict(32, pairs)?;
        to.builder.store_maybe_ref(root).map(|_| ())
    }
}

/// The maximum number of values of a dictionary in a message or a transaction. No real one has more, but a small bag
/// can have billions.
pub(crate) const MAX_ENTRIES: usize = 256;

/// How many cells of such a dictionary are read at most.
pub(super) const MAX_STEPS: usize = 2 * MAX_ENTRIES - 1;

/// The maximum number of values of all dictionaries of a transaction, whose messages can share cells of dictionaries.
pub(crate) const MAX_VALUES: usize = 1024;

/// Defines records: their fields are loaded and stored in their order.
macro_rules! record {
    ($(
        #[doc = $title:literal]
        $(#[$doc:meta])*
        $public:vis struct $name:ident {
            $($(#[doc = $field_doc:literal])+ pub $field:ident: $type:ty $(as $how:ty)?,)+
        }
    )+) => {$(
        #[doc = $title]
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
        $public struct $name {
            $($(#[doc = $field_doc])+ pub $field: $type,)+
        }

        impl $crate::message::tlb::Tlb for $name {
            const FORM: $crate::message::field::Form = $crate::message::field::Form::Record(
                stringify!($name),
                $title,
                &[$($crate::message::tlb::field!($field, $type, $($how)?, $($field_doc),+)),+],
            );

            fn load(
                slice: &mut $crate::cell::Slice<'_>,
            ) -> Result<Self, $crate::message::tlb::DecodeError> {
                Ok(Self { $($field: $crate::message::tlb::load!(slice, $field, $type $(, $how)?),)+ })
            }

            fn store(
                &self,
                to: &mut $crate::message::tlb::Writer<'_>,
            ) -> Result<(), $crate::cell::BuildError> {
                $($crate::message::tlb::put!(self.$field, to, $type $(, $how)?);)+
                Ok(())
            }
        }
    )+};
}

/// Defines enumerations: each variant has a tag, a name and fields.
macro_rules! one_of {
    ($(
        #[doc = $title:literal]
        $(#[$doc:meta])*
        pub enum $name:ident {
            $(
                $(#[doc = $variant_doc:literal])+
                $variant:ident = $tag:literal as $label:literal $({
                    $($(#[doc = $field_doc:literal])+ $field:ident: $type:ty $(as $how:ty)?,)+
                })?,
            )+
        }
    )+) => {$(
        #[doc = $title]
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[cfg_attr(
            feature = "serde",
            derive(serde::Serialize),
            serde(tag = "type", rename_all_fields = "camelCase")
        )]
        pub enum $name {
            $(
                $(#[doc = $variant_doc])+
                #[cfg_attr(feature = "serde", serde(rename = $label))]
                $variant $({ $($(#[doc = $field_doc])+ $field: $type,)+ })?,
            )+
        }

        impl $crate::message::tlb::Tlb for $name {
            const FORM: $crate::message::field::Form = $crate::message::field::Form::OneOf(
                stringify!($name),
                $title,
                &[$($crate::message::field::Variant {
                    tag: $tag,
                    name: $label,
                    doc: concat!($($variant_doc),+),
                    fields: &[$($($crate::message::tlb::field!($field, $type, $($how)?, $($field_doc),+)),+)?],
                }),+],
            );

            fn load(
                slice: &mut $crate::cell::Slice<'_>,
            ) -> Result<Self, $crate::message::tlb::DecodeError> {
                $(if $crate::message::tlb::has_tag(slice, $tag)? {
                    return Ok(Self::$variant $({
                        $($field: $crate::message::tlb::load!(slice, $field, $type $(, $how)?),)+
                    })?);
                })+
                Err($crate::message::tlb::DecodeError::new($crate::message::tlb::DecodeFault::Tag))
            }

            fn store(
                &self,
                to: &mut $crate::message::tlb::Writer<'_>,
            ) -> Result<(), $crate::cell::BuildError> {
                match self {
                    $(Self::$variant $({ $($field),+ })? => {
                        $crate::message::tlb::store_tag(to, $tag)?;
                        $($($crate::message::tlb::put!((*$field), to, $type $(, $how)?);)+)?
                        Ok(())
                    })+
                }
            }
        }
    )+};
}

/// Makes the row of a field.
macro_rules! field {
    ($field:ident, $type:ty, $how:ty, $($doc:literal),+) => {
        $crate::message::field::Field {
            name: stringify!($field),
            form: <$how as $crate::message::tlb::Tlb>::FORM,
            doc: concat!($($doc),+),
        }
    };
    ($field:ident, $type:ty, , $($doc:literal),+) => {
        $crate::message::field::Field {
            name: stringify!($field),
            form: <$type as $crate::message::tlb::Tlb>::FORM,
            doc: concat!($($doc),+),
        }
    };
}

/// Loads a field in the TL-B form of its own type, or of another type.
macro_rules! load {
    ($slice:ident, $field:ident, $type:ty) => {
        <$type as $crate::message::tlb::Tlb>::load($slice)
            .map_err(|error| error.in_field(stringify!($field)))?
    };
    ($slice:ident, $field:ident, $type:ty, $how:ty) => {
        <$how as $crate::message::tlb::Tlb>::load($slice)
            .map_err(|error| error.in_field(stringify!($field)))?
            .0
    };
}

/// Stores a field in the TL-B form of its own type, or of another type.
macro_rules! put {
    ($value:expr, $to:ident, $type:ty) => {
        $crate::message::tlb::Tlb::store(&$value, $to)?
    };
    ($value:expr, $to:ident, $type:ty, $how:ty) => {
        $crate::message::tlb::Tlb::store(&<$how>::from($value.clone()), $to)?
    };
}

/// Defines enumerations without fields: each variant has a tag.
macro_rules! tags {
    ($(
        $(#[$doc:meta])*
        pub enum $name:ident {
            $($(#[$variant_doc:meta])* $variant:ident = $tag:literal as $label:literal,)+
        }
    )+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        pub enum $name {
            $($(#[$variant_doc])* #[cfg_attr(feature = "serde", serde(rename = $label))] $variant,)+
        }

        impl $crate::message::tlb::Tlb for $name {
            const FORM: $crate::message::field::Form =
                $crate::message::field::Form::Names(stringify!($name), &[$(($tag, $label)),+]);

            fn load(
                slice: &mut $crate::cell::Slice<'_>,
            ) -> Result<Self, $crate::message::tlb::DecodeError> {
                $(if $crate::message::tlb::has_tag(slice, $tag)? {
                    return Ok(Self::$variant);
                })+
                Err($crate::message::tlb::DecodeError::new($crate::message::tlb::DecodeFault::Tag))
            }

            fn store(
                &self,
                to: &mut $crate::message::tlb::Writer<'_>,
            ) -> Result<(), $crate::cell::BuildError> {
                $crate::message::tlb::store_tag(to, match self {
                    $(Self::$variant => $tag,)+
                })
            }
        }
    )+};
}

/// Defines a wrapper type, which gives a field of another type its own TL-B form.
macro_rules! stored_as {
    ($name:ident($type:ty)) => {
        impl From<$type> for $name {
            fn from(value: $type) -> Self {
                Self(value)
            }
        }
    };
}

pub(crate) use {field, load, one_of, put, record, stored_as, tags};

/// Skips a tag, given in binary digits, if it comes next, and returns whether it does. Fails if too few bits are left
/// to tell.
pub(crate) fn has_tag(slice: &mut Slice<'_>, tag: &str) -> Result<bool, DecodeError> {
    let mut reader = *slice;
    for digit in tag.bytes() {
        if reader.load_bit()? != (digit == b'1') {
            return Ok(false);
        }
    }
    *slice = reader;
    Ok(true)
}

/// Stores a tag, given in binary digits.
pub(crate) fn store_tag(to: &mut Writer<'_>, tag: &str) -> Result<(), BuildError> {
    for digit in tag.bytes() {
        to.builder.store_bit(digit == b'1')?;
    }
    Ok(())
}

/// Skips a tag that must come next.
pub(crate) fn expect_tag(slice: &mut Slice<'_>, tag: &str) -> Result<(), DecodeError> {
    if has_tag(slice, tag)? { Ok(()) } else { Err(DecodeError::new(DecodeFault::Tag)) }
}
