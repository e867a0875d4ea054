//! Bodies of messages by their opcodes: those of wallets, jettons, NFTs and TON DNS.
//!
//! One table, [`ROWS`], has the fields of every body. Decoder, encoder, and the types and reference of the npm package
//! are made from it.

mod actions;
mod decode;
mod encode;
mod table;

pub use actions::Action;
pub(crate) use actions::{BETA_ADD, BETA_REMOVE, BETA_SET_ALLOWED, MAX_ACTIONS, SEND_OPCODE};
pub(crate) use decode::QUERIES_OF_A_CELL;
pub(crate) use encode::store_fields;
pub use encode::{EncodeError, EncodeFault};
pub use table::{ROWS, Row};

use super::field::Form;
use crate::cell::{CellId, Cells, Int, MsgAddress};

/// A decoded body.
///
/// ```
/// use ton_edge::cell::{Builder, Cells};
/// use ton_edge::message::{Body, Value};
/// let mut cells = Cells::new();
/// let mut builder = Builder::new();
/// cells.store_snake(builder.store_uint(0, 32)?, "Hello".as_bytes())?;
/// let id = cells.add(&builder)?;
/// let body = Body::decode(&mut cells, id);
/// assert_eq!(body.name(), "comment");
/// assert_eq!(body.get("text"), Some(&Value::Text("Hello".into())));
/// # Ok::<(), ton_edge::cell::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Body {
    /// The body has no bits and no references, so the message only carries coins.
    Empty,
    /// A body of the table.
    Known(KnownBody),
    /// Any other body.
    Unknown {
        /// The first 32 bits; `None` if there are fewer.
        opcode: Option<u32>,
    },
}

/// A body of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownBody {
    /// The row of the table.
    pub row: &'static Row,
    /// Its fields, in the order of the row.
    pub values: Vec<Value>,
    /// The rest after the last field, if there is any.
    pub rest: Option<CellId>,
}

/// The value of a field.
///
/// ```
/// use ton_edge::message::Value;
/// assert_ne!(Value::Uint(5), Value::Coins(5));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// A number of up to 64 bits.
    Uint(u64),
    /// A number of more than 64 bits.
    Int(Int),
    /// Nanocoins, or units of a jetton.
    Coins(u128),
    /// An address, or an empty one.
    Address(MsgAddress),
    /// An optional cell.
    Cell(Option<CellId>),
    /// A text in UTF-8.
    Text(String),
    /// Bytes: a signature, or an encrypted text.
    Bytes(Vec<u8>),
    /// The actions of a wallet.
    Actions(Vec<Action>),
}

impl Body {
    /// Returns `"empty"`, `"unknown"`, or the name of the row.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Unknown { .. } => "unknown",
            Self::Known(body) => body.row.name,
        }
    }

    /// Returns the first 32 bits, if they are an opcode.
    #[must_use]
    pub fn opcode(&self) -> Option<u32> {
        match self {
            Self::Empty => None,
            Self::Unknown { opcode } => *opcode,
            Self::Known(body) => body.row.opcode,
        }
    }

    /// Returns the value of a field of the table by its name.
    #[must_use]
    pub fn get(&self, field: &str) -> Option<&Value> {
        let Self::Known(body) = self else { return None };
        let index = body.row.fields.iter().position(|row| row.name == field)?;
        body.values.get(index)
    }

    /// Decodes the body of a message by its opcode. A body that has the opcode of a row but does not match the row is
    /// unknown. Wallets v5 r1 and v5 beta share opcodes, and nothing may follow their requests: only the length distinguishes
    /// them.
    ///
    /// Bodies that wallets of versions 3 and 4 sign have no opcode; see [`Row::decode`].
    pub fn decode(cells: &mut Cells, id: CellId) -> Self {
        let Some(cell) = cells.get(id) else { return Self::Unknown { opcode: None } };
        if cell.bits() == 0 && cell.refs().len() == 0 {
            return Self::Empty;
        }
        let opcode = cell.slice_exotic().load_u64(32).ok().map(|opcode| opcode as u32);
        let mut rows = ROWS.iter().filter(|row| row.opcode.is_some() && row.opcode == opcode);
        let Some(first) = rows.next() else { return Self::Unknown { opcode } };
        let mut decoded_body = first.decode(cells, id).ok();
        for row in rows {
            // Rows that share an opcode have different lengths, so that at most one of them uses the whole cell; or the earlier row
            // is a special case of the later one, as text of bytes.
            decoded_body = decoded_body.filter(|body| body.rest.is_none());
            decoded_body = decoded_body.or(row.decode(cells, id).ok().filter(|body| body.rest.is_none()));
        }
        decoded_body.map_or(Self::Unknown { opcode }, Self::Known)
    }
}

impl Row {
    /// Finds the row of a name.
    ///
    /// ```
    /// use ton_edge::message::Row;
    /// assert_eq!(Row::find("jetton_transfer").and_then(|row| row.opcode), Some(0x0F8A_7EA5));
    /// ```
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        ROWS.iter().find(|row| row.name == name)
    }

    /// Writes the row in the language of TL-B.
    ///
    /// ```
    /// use ton_edge::message::Row;
    /// assert_eq!(Row::find("excesses").unwrap().tlb(), "excesses#d53276db query_id:uint64 = InternalMsgBody;");
    /// ```
    #[must_use]
    pub fn tlb(&self) -> String {
        use std::fmt::Write as _;
        let mut text = self.name.to_owned();
        match self.opcode {
            Some(opcode) => {
                let _ = write!(text, "#{opcode:08x}");
            }
            None => text.push_str("$_"),
        }
        let mut end_text = "";
        for field in self.fields {
            if field.form == Form::Enter {
                text.push_str(" ^[");
                end_text = " ]";
            } else {
                let _ = write!(text, " {}:{}", field.name, field.form.tlb());
            }
        }
        text.push_str(end_text);
        text.push_str(if self.opcode.is_none() { " = ExternalMsgBody;" } else { " = InternalMsgBody;" });
        text
    }
}
