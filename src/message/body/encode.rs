//! Encodes bodies of the table.

use super::actions::{load_ordinary, store_actions, store_beta_actions, store_messages, store_out_list};
use super::decode::pack_query_id;
use super::{Action, Row, Value};
use crate::cell::{BuildError, Builder, CellId, Cells, MAX_REFS, MsgAddress, write_number};
use crate::message::field::{Field, Form};
use std::fmt;

/// Why a body cannot be encoded.
///
/// ```
/// use ton_edge::cell::Cells;
/// use ton_edge::message::Row;
/// let error = Row::find("comment").unwrap().encode(&mut Cells::new(), &[]).unwrap_err();
/// assert_eq!(error.to_string(), "`text` is required");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodeError {
    /// The field, or the body if a value belongs to no field.
    pub field: &'static str,
    /// The fault.
    pub fault: EncodeFault,
}

/// A fault in the value of a field.
///
/// ```
/// use ton_edge::message::EncodeFault;
/// assert_eq!(EncodeFault::Missing.to_string(), "is required");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeFault {
    /// The value is missing, and the field has no default.
    Missing,
    /// The value has another type.
    Type,
    /// The body has no field of this name.
    Unknown {
        /// The index among the values.
        at: usize,
    },
    /// There are more actions than the contract accepts.
    TooMany {
        /// The maximum number of actions.
        most: usize,
    },
    /// The value cannot be stored.
    Build(BuildError),
}

impl EncodeFault {
    fn describe(&self) -> String {
        match self {
            Self::Missing => "is required".to_owned(),
            Self::Type => "has the wrong type".to_owned(),
            Self::Unknown { at } => ["has no field with the name of value ", &write_number(*at)].concat(),
            Self::TooMany { most } => ["must have at most ", &write_number(*most), " items"].concat(),
            Self::Build(error) => ["cannot be stored: ", &error.describe()].concat(),
        }
    }
}

impl fmt::Display for EncodeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe())
    }
}

impl EncodeError {
    pub(crate) fn describe(&self) -> String {
        ["`", self.field, "` ", &self.fault.describe()].concat()
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe())
    }
}

impl std::error::Error for EncodeError {}

impl Row {
    /// Adds the cell of a body, including its opcode.
    ///
    /// Fields that are not among `values` have defaults: 0 for `query_id`, nothing for cells and most addresses. Amounts
    /// have no default, and the receiving account (`destination`, `new_owner`) is required. An
    /// [`Address`](crate::address::Address) has no network: before you convert a text, check `flags.test_only` of
    /// [`parse`](crate::address::parse). The content of an `Either` is inline if it fits.
    ///
    /// # Errors
    /// [`EncodeError`] for a field that is missing, has another type or does not fit, and for a value that belongs to
    /// no field.
    ///
    /// ```
    /// use ton_edge::cell::{Cells, MsgAddress};
    /// use ton_edge::message::{Row, Value};
    /// let mut cells = Cells::new();
    /// let destination = "0:0000000000000000000000000000000000000000000000000000000000000001".parse()?;
    /// let transfer = Row::find("jetton_transfer").unwrap();
    /// let values = [
    ///     ("amount", Value::Coins(5)),
    ///     ("destination", Value::Address(MsgAddress::Std(destination))),
    ///     ("forward_ton_amount", Value::Coins(0)),
    /// ];
    /// let id = transfer.encode(&mut cells, &values)?;
    /// assert_eq!(transfer.decode(&mut cells, id)?.values[1], Value::Coins(5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn encode(&self, cells: &mut Cells, values: &[(&str, Value)]) -> Result<CellId, EncodeError> {
        let is_known = |name: &str| self.fields.iter().any(|field| field.name == name);
        if let Some(index) = values.iter().position(|(name, _)| !is_known(name)) {
            return Err(EncodeError { field: self.name, fault: EncodeFault::Unknown { at: index } });
        }
        let mut builder = Builder::new();
        store_opcode(&mut builder, self)?;
        let enter_index = self.fields.iter().position(|field| field.form == Form::Enter);
        let (outer_fields, inner_fields) =
            self.fields.split_at_checked(enter_index.unwrap_or(self.fields.len())).unwrap_or_default();
        store_fields(cells, &mut builder, outer_fields, values)?;
        let mut outer = None;
        if let Some(inner_fields) = inner_fields.get(1..) {
            outer = Some(std::mem::take(&mut builder));
            store_fields(cells, &mut builder, inner_fields, values)?;
        }
        let add = || {
            let inner_id = cells.add(&builder)?;
            match outer {
                Some(mut outer) => {
                    outer.store_ref(inner_id)?;
                    cells.add(&outer)
                }
                None => Ok(inner_id),
            }
        };
        add().map_err(|error| EncodeError { field: self.name, fault: EncodeFault::Build(error) })
    }

    /// Builds the signed part of a body with a signature: all other fields.
    pub(crate) fn build_unsigned_body(
        &self,
        cells: &mut Cells,
        values: &[(&str, Value)],
    ) -> Result<Builder, EncodeError> {
        let mut builder = Builder::new();
        store_opcode(&mut builder, self)?;
        let signed_fields =
            self.fields.iter().filter(|field| !matches!(field.form, Form::Signature | Form::Enter));
        store_fields(cells, &mut builder, signed_fields, values)?;
        Ok(builder)
    }
}

fn store_opcode(builder: &mut Builder, row: &Row) -> Result<(), EncodeError> {
    let Some(opcode) = row.opcode else { return Ok(()) };
    let result = builder.store_uint(opcode, 32).map(|_| ());
    result.map_err(|error| EncodeError { field: row.name, fault: EncodeFault::Build(error) })
}

/// Stores fields in their order. Values of other fields are ignored, so that callers can pass the same values for all
/// wallet versions.
pub(crate) fn store_fields<'a>(
    cells: &mut Cells,
    builder: &mut Builder,
    fields: impl IntoIterator<Item = &'a Field>,
    values: &[(&str, Value)],
) -> Result<(), EncodeError> {
    for field in fields {
        let to_error = |fault| EncodeError { field: field.name, fault };
        let given_value = values.iter().find(|(name, _)| *name == field.name).map(|(_, value)| value.clone());
        let value =
            given_value.or_else(|| Value::default_of(field.form)).ok_or(to_error(EncodeFault::Missing))?;
        store(cells, builder, field.form, &value).map_err(to_error)?;
    }
    Ok(())
}

fn store(cells: &mut Cells, builder: &mut Builder, form: Form, value: &Value) -> Result<(), EncodeFault> {
    let result = match (form, value) {
        (Form::Uint(bits), Value::Uint(number)) => builder.store_uint(*number, bits).map(|_| ()),
        (Form::Uint(bits), Value::Int(number)) => builder.store_uint(*number, bits).map(|_| ()),
        (Form::QueryId, Value::Uint(number)) => {
            let result = pack_query_id(*number).ok_or(EncodeFault::Build(BuildError::Range))?;
            builder.store_uint(result, 23).map(|_| ())
        }
        (Form::Uint256, value) => {
            let int = value.as_int().map_err(|_| EncodeFault::Type)?;
            builder.store_uint(int, 256).map(|_| ())
        }
        (Form::Coins, Value::Coins(coins)) => builder.store_coins(*coins).map(|_| ()),
        (Form::Receiver, Value::Address(MsgAddress::None)) => return Err(EncodeFault::Missing),
        (Form::Receiver, Value::Address(address @ MsgAddress::Std(_))) => {
            builder.store_msg_address(address).map(|_| ())
        }
        (Form::Address, Value::Address(address)) => builder.store_msg_address(address).map(|_| ()),
        (Form::Cell, Value::Cell(Some(id))) => builder.store_ref(*id).map(|_| ()),
        (Form::MaybeRef, Value::Cell(id)) => builder.store_maybe_ref(*id).map(|_| ()),
        (Form::OptionalRef, Value::Cell(id)) => match id {
            Some(id) => builder.store_ref(*id).map(|_| ()),
            None => Ok(()),
        },
        (Form::Payload, Value::Cell(id)) => store_payload(cells, builder, *id),
        (Form::Text, Value::Text(text)) => cells.store_snake(builder, text.as_bytes()),
        (Form::Bytes, Value::Bytes(bytes)) => cells.store_snake(builder, bytes),
        (Form::Signature, Value::Bytes(bytes)) if bytes.len() == 64 => builder.store_bytes(bytes).map(|_| ()),
        (Form::Messages, Value::Actions(actions)) if actions.iter().all(Action::is_message) => {
            store_messages(builder, actions)
        }
        (Form::Actions, Value::Actions(actions)) => store_actions(cells, builder, actions),
        (Form::BetaActions, Value::Actions(actions)) => store_beta_actions(cells, builder, actions),
        (Form::OutList, Value::Actions(actions)) if actions.iter().all(Action::is_message) => {
            store_out_list(cells, actions).and_then(|list| builder.store_ref(list).map(|_| ()))
        }
        (Form::Bool, Value::Uint(bit)) => builder.store_bit(*bit != 0).map(|_| ()),
        _ => return Err(EncodeFault::Type),
    };
    result.map_err(EncodeFault::Build)
}

/// Stores a payload inline if it fits, else as a reference.
fn store_payload(cells: &Cells, builder: &mut Builder, id: Option<CellId>) -> Result<(), BuildError> {
    let Some(id) = id else { return builder.store_bit(false).map(|_| ()) };
    match load_ordinary(cells, id) {
        Ok(content)
            if content.bits() < builder.free_bits() && content.refs() + builder.refs().len() <= MAX_REFS =>
        {
            builder.store_bit(false)?.store_slice(&content).map(|_| ())
        }
        Err(BuildError::UnknownCell) => Err(BuildError::UnknownCell),
        _ => builder.store_either_ref(id).map(|_| ()),
    }
}
