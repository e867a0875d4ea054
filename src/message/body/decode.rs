//! Decodes bodies of the table.

use super::actions::{load_actions, load_beta_actions, load_messages, load_out_list};
use super::{KnownBody, Row, Value};
use crate::cell::{BuildError, CellId, Cells, Either, Int, ReadError, Slice};
use crate::message::envelope::load_remainder;
use crate::message::field::{Field, Form};
use crate::message::{DecodeError, DecodeFault};

/// The maximum number of bytes of a text, which is more than a message can have.
const MAX_TEXT: usize = 1 << 20;

/// A value, or content that needs a new cell.
enum LoadedValue {
    Value(Value),
    Inline(crate::cell::Builder),
}

impl Row {
    /// Decodes a body, including its opcode, by this row.
    ///
    /// # Errors
    /// [`DecodeError`] if the cell is something else.
    ///
    /// ```
    /// use ton_edge::cell::{Builder, Cells};
    /// use ton_edge::message::{Row, Value};
    /// let mut cells = Cells::new();
    /// let id = cells.add(Builder::new().store_uint(0xD532_76DB_u32, 32)?.store_uint(7, 64)?)?;
    /// let body = Row::find("excesses").unwrap().decode(&mut cells, id)?;
    /// assert_eq!((body.values, body.rest), (vec![Value::Uint(7)], None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decode(&'static self, cells: &mut Cells, id: CellId) -> Result<KnownBody, DecodeError> {
        self.decode_cell(cells, id).map_err(|error| error.in_field(self.name))
    }

    fn decode_cell(&'static self, cells: &mut Cells, id: CellId) -> Result<KnownBody, DecodeError> {
        let (loaded, rest_builder) = {
            let cell = cells.get(id).ok_or(BuildError::UnknownCell)?;
            let mut slice = cell.slice()?;
            if let Some(opcode) = self.opcode
                && slice.load_u64(32)? != u64::from(opcode)
            {
                return Err(DecodeFault::Tag.into());
            }
            let mut loaded_values = Vec::with_capacity(self.fields.len());
            for (index, field) in self.fields.iter().enumerate() {
                let is_last = index + 1 == self.fields.len();
                loaded_values.push(if is_last && field.may_be_missing() && slice.end().is_ok() {
                    LoadedValue::Value(Value::Cell(None))
                } else {
                    field.load(&mut slice).map_err(|error| error.in_field(field.name))?
                });
            }
            let rest_builder = if slice.end().is_ok() { None } else { Some(load_remainder(&slice)?) };
            (loaded_values, rest_builder)
        };
        let rest_cell = rest_builder.map(|rest_builder| cells.add(&rest_builder)).transpose()?;
        let mut values = Vec::with_capacity(loaded.len());
        for loaded in loaded {
            values.push(match loaded {
                LoadedValue::Value(value) => value,
                LoadedValue::Inline(content) => Value::Cell(Some(cells.add(&content)?)),
            });
        }
        Ok(KnownBody { row: self, values, rest: rest_cell })
    }
}

impl Field {
    /// Whether a body may end before this field if it is the last one. Libraries leave out a payload that they do not use, and TON Center's indexer
    /// reads such bodies.
    fn may_be_missing(&self) -> bool {
        matches!(self.form, Form::MaybeRef | Form::Payload)
    }

    fn load(&self, slice: &mut Slice<'_>) -> Result<LoadedValue, DecodeError> {
        let value = match self.form {
            Form::Uint(bits @ 0..=64) => Value::Uint(slice.load_u64(bits)?),
            Form::Uint(bits) => Value::Int(slice.load_uint(bits)?),
            Form::Uint256 => Value::Int(slice.load_uint(256)?),
            Form::QueryId => Value::Uint(load_query_id(slice)?),
            Form::Coins => Value::Coins(slice.load_coins()?),
            Form::Address | Form::Receiver => Value::Address(slice.load_msg_address()?),
            Form::Cell => Value::Cell(Some(slice.load_ref()?.id())),
            Form::MaybeRef => Value::Cell(slice.load_maybe_ref()?.map(|cell| cell.id())),
            Form::OptionalRef => Value::Cell(slice.load_ref().ok().map(|cell| cell.id())),
            Form::Payload => match slice.load_either()? {
                Either::Ref(cell) => Value::Cell(Some(cell.id())),
                Either::Inline(content) => {
                    let content = load_remainder(&content)?;
                    if content.bits() > 0 || !content.refs().is_empty() {
                        return Ok(LoadedValue::Inline(content));
                    }
                    Value::Cell(None)
                }
            },
            Form::Text => Value::Text(slice.load_snake_text(MAX_TEXT)?),
            Form::Bytes => Value::Bytes(slice.load_snake(MAX_TEXT)?),
            Form::Signature => Value::Bytes(slice.load_bytes(64)?),
            Form::Messages => Value::Actions(load_messages(slice)?),
            Form::Actions => Value::Actions(load_actions(slice)?),
            Form::BetaActions => Value::Actions(load_beta_actions(slice)?),
            Form::OutList => Value::Actions(load_out_list(slice.load_ref()?)?),
            Form::Bool => Value::Uint(slice.load_bit()?.into()),
            Form::Enter => {
                let cell = slice.load_ref()?;
                slice.end()?;
                *slice = cell.slice()?;
                Value::Cell(Some(cell.id()))
            }
            // Only records have these forms.
            _ => return Err(DecodeFault::Tag.into()),
        };
        Ok(LoadedValue::Value(value))
    }
}

/// How many queries a highload wallet remembers in one cell: one per bit.
pub(crate) const QUERIES_OF_A_CELL: u64 = 1023;

/// Reads a query id. The wallet fails at the bit index 1023, because a cell has only 1023 bits.
fn load_query_id(slice: &mut Slice<'_>) -> Result<u64, DecodeError> {
    let (cell, bit) = (slice.load_u64(13)?, slice.load_u64(10)?);
    if bit < QUERIES_OF_A_CELL { Ok(cell * QUERIES_OF_A_CELL + bit) } else { Err(DecodeFault::Value.into()) }
}

/// Returns the number of a query as it is stored; `None` if it is out of range.
pub(super) fn pack_query_id(number: u64) -> Option<u64> {
    let (cell, bit) = (number / QUERIES_OF_A_CELL, number % QUERIES_OF_A_CELL);
    if cell < 1 << 13 { Some(cell << 10 | bit) } else { None }
}

impl Value {
    /// Returns the default of a field that may be left out: zero or empty. Amounts have no default: a forgotten amount
    /// would become a transfer of 0.
    pub(super) fn default_of(form: Form) -> Option<Self> {
        Some(match form {
            Form::Address => Self::Address(crate::cell::MsgAddress::None),
            Form::MaybeRef | Form::OptionalRef | Form::Payload | Form::Enter => Self::Cell(None),
            Form::Uint(64) => Self::Uint(0),
            _ => return None,
        })
    }

    /// Returns the number as an integer of any width.
    pub(super) fn as_int(&self) -> Result<Int, ReadError> {
        match self {
            Self::Int(int) => Ok(*int),
            Self::Uint(number) => Ok(Int::from(*number)),
            _ => Err(ReadError::Width),
        }
    }
}
