//! Reads and writes stacks in the JSON formats of the service: the pairs of v2, the entries of v2 Std and of v3.

use super::{Stack, StackError, StackFault, StackValue};
use crate::base64;
use crate::cell::{BuildError, CellId, Cells, Int, Limits, parse_text};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// The operation that reads or writes the entries of a stack.
///
/// ```
/// use serde_json::{Value, json};
/// use ton_edge::cell::Cells;
/// use ton_edge::message::{Stack, StackForm};
/// let stack = Stack::new(vec![7.into()]);
/// let entries: Vec<Value> = stack.to_entries(&Cells::new(), StackForm::V3)?;
/// assert_eq!(entries, [json!({ "type": "num", "value": "7" })]);
/// # Ok::<(), ton_edge::message::StackError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StackForm {
    /// `runGetMethod` of v2.
    V2,
    /// `runGetMethodStd` of v2.
    V2Std,
    /// `runGetMethod` of v3.
    V3,
}

impl Stack<'static> {
    /// Reads the values of a stack in any of the forms. An entry is a JSON value, or one of the types of the feature
    /// `types`: `LegacyStackEntry` and `TvmStackEntry` of v2, `V2StackEntity` of v3.
    ///
    /// # Errors
    /// [`StackError`] with the index of the entry, and [`StackFault::Entry`], [`StackFault::Number`], [`StackFault::Boc`] or
    /// [`StackFault::Nesting`].
    ///
    /// ```
    /// use serde_json::json;
    /// use ton_edge::cell::Cells;
    /// use ton_edge::message::Stack;
    /// let mut cells = Cells::new();
    /// let v2 = Stack::from_entries(&mut cells, &[json!(["num", "0x1c"])])?;
    /// let v3 = Stack::from_entries(&mut cells, &[json!({ "type": "num", "value": "0x1c" })])?;
    /// assert_eq!(v2.number::<u8>(0)?, 28);
    /// assert_eq!(v2, v3);
    /// # Ok::<(), ton_edge::message::StackError>(())
    /// ```
    pub fn from_entries<T: Serialize>(cells: &mut Cells, entries: &[T]) -> Result<Self, StackError> {
        let values = entries.iter().enumerate().map(|(index, entry)| {
            let entry = serde_json::to_value(entry).map_err(|_| StackFault::Entry);
            let value = entry.and_then(|entry| decode(cells, &entry, 0));
            value.map_err(|fault| StackError::at_index(index, fault))
        });
        Ok(Self::new(values.collect::<Result<_, _>>()?))
    }
}

impl Stack<'_> {
    /// Writes the entries of a stack: JSON values, or those of a request of the feature `types`.
    ///
    /// # Errors
    /// [`StackFault::Unsupported`] for values that the form cannot express, such as builders; [`StackFault::Nesting`]
    /// and [`StackFault::TupleLength`] for more than the limits; [`StackFault::Entry`] if `T` does not accept entries
    /// of this form.
    pub fn to_entries<T: DeserializeOwned>(
        &self,
        cells: &Cells,
        form: StackForm,
    ) -> Result<Vec<T>, StackError> {
        let entry = |(index, value)| {
            let entry = encode(cells, value, form, 0)
                .and_then(|entry| serde_json::from_value(entry).map_err(|_| StackFault::Entry));
            entry.map_err(|fault| StackError::at_index(index, fault))
        };
        self.values.iter().enumerate().map(entry).collect()
    }
}

/// Reads name and value of an entry.
fn read_entry(entry: &Value) -> Option<(String, &Value)> {
    match entry {
        Value::Array(pair) => {
            let [Value::String(name), value] = pair.as_slice() else { return None };
            Some((name.strip_prefix("tvm.").unwrap_or(name).to_lowercase(), value))
        }
        Value::Object(fields) => {
            let text = |name: &str| fields.get(name).and_then(Value::as_str);
            if let Some(kind) = text("@type").and_then(|tag| tag.strip_prefix("tvm.stackEntry")) {
                let name = kind.to_lowercase();
                let value = fields.get(&name).unwrap_or(&Value::Null);
                return Some((name, value));
            }
            let name = text("type")?.to_owned();
            Some((name, fields.get("value").unwrap_or(&Value::Null)))
        }
        _ => None,
    }
}

/// Recursion is limited by the allowed nesting of values.
fn decode(cells: &mut Cells, entry: &Value, depth: usize) -> Result<StackValue, StackFault> {
    if depth > Stack::MAX_NESTING {
        return Err(StackFault::Nesting);
    }
    let (name, value) = read_entry(entry).ok_or(StackFault::Entry)?;
    match name.as_str() {
        "num" => parse_integer(value),
        "number" => parse_integer(value.get("number").unwrap_or(value)),
        "cell" => read_bag(cells, value).map(StackValue::Cell),
        "slice" => read_bag(cells, value).map(StackValue::Slice),
        "tuple" => read_elements(cells, value, depth).map(StackValue::Tuple),
        "list" => read_elements(cells, value, depth)
            .map(|items| if items.is_empty() { StackValue::Null } else { StackValue::List(items) }),
        "null" => Ok(StackValue::Null),
        "unsupported" => Ok(StackValue::Unsupported),
        _ => Err(StackFault::Entry),
    }
}

fn read_elements(cells: &mut Cells, value: &Value, depth: usize) -> Result<Vec<StackValue>, StackFault> {
    let items = value.as_array().or_else(|| value.get("elements")?.as_array()).ok_or(StackFault::Entry)?;
    items.iter().map(|item| decode(cells, item, depth + 1)).collect()
}

/// Reads a bag of cells from a text, or from an object.
fn read_bag(cells: &mut Cells, value: &Value) -> Result<CellId, StackFault> {
    let text = value.as_str().or_else(|| value.get("bytes").or_else(|| value.get("b64"))?.as_str());
    let bag = parse_text(text.ok_or(StackFault::Entry)?, &Limits::default())?;
    let root = bag.root()?.id();
    Ok(cells.copy_from(&bag.cells, root)?)
}

/// The maximum number of characters of an integer: 257 bits are 78 decimal digits.
const MAX_DIGITS: usize = 90;

/// Reads an integer in decimal or hexadecimal digits.
fn parse_integer(value: &Value) -> Result<StackValue, StackFault> {
    if matches!(value.as_str(), Some("NaN" | "0xNaN")) {
        return Ok(StackValue::Nan);
    }
    let parse = || {
        let text = value.as_str().filter(|text| text.len() <= MAX_DIGITS)?;
        let digits = text.strip_prefix('-').unwrap_or(text);
        let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) else {
            return text.parse::<Int>().ok();
        };
        let decimal = convert_hex(hex)?;
        if digits.len() < text.len() { ["-", &decimal].concat().parse().ok() } else { decimal.parse().ok() }
    };
    parse().map(StackValue::Int).ok_or(StackFault::Number)
}

/// Converts hexadecimal digits to decimal digits.
fn convert_hex(hex: &str) -> Option<String> {
    let mut digits = vec![0_u8];
    for digit in hex.chars() {
        let mut carry = digit.to_digit(16)?;
        for decimal in &mut digits {
            carry += u32::from(*decimal) * 16;
            *decimal = (carry % 10) as u8;
            carry /= 10;
        }
        while carry > 0 {
            digits.push((carry % 10) as u8);
            carry /= 10;
        }
    }
    let text = || digits.iter().rev().map(|digit| char::from(b'0' + digit)).collect();
    (!hex.is_empty()).then(text)
}

/// Recursion is limited by the allowed nesting of values.
fn encode(cells: &Cells, value: &StackValue, form: StackForm, depth: usize) -> Result<Value, StackFault> {
    if depth > Stack::MAX_NESTING {
        return Err(StackFault::Nesting);
    }
    let encode_each = |items: &[StackValue]| -> Result<Value, StackFault> {
        items.iter().map(|item| encode(cells, item, StackForm::V2Std, depth + 1)).collect()
    };
    match value {
        // v3 writes these values in its responses, and refuses them in requests.
        StackValue::Null | StackValue::Tuple(_) | StackValue::List(_) if form == StackForm::V3 => {
            Err(StackFault::Unsupported { found: value.name() })
        }
        StackValue::Null => Ok(form.entry("list", json!([]))),
        StackValue::Int(int) => Ok(form.entry("num", int.to_string().into())),
        StackValue::Cell(id) => Ok(form.entry("cell", write_boc(cells, *id)?)),
        StackValue::Slice(id) => Ok(form.entry("slice", write_boc(cells, *id)?)),
        StackValue::Tuple(items) if items.len() > Stack::MAX_TUPLE => Err(StackFault::TupleLength),
        StackValue::Tuple(items) => Ok(form.entry("tuple", encode_each(items)?)),
        StackValue::List(items) => Ok(form.entry("list", encode_each(items)?)),
        unsupported => Err(StackFault::Unsupported { found: unsupported.name() }),
    }
}

fn write_boc(cells: &Cells, id: CellId) -> Result<Value, StackFault> {
    let cell = cells.get(id).ok_or(BuildError::UnknownCell)?;
    Ok(base64::encode_standard(&cell.to_boc()).into())
}

impl StackForm {
    /// Makes an entry with its value, which is a text, or the entries of a tuple or a list.
    fn entry(self, kind: &'static str, value: Value) -> Value {
        let (name, field, tag) = match kind {
            "num" => ("Number", "number", "tvm.numberDecimal"),
            "cell" => ("Cell", "bytes", "tvm.cell"),
            "slice" => ("Slice", "bytes", "tvm.slice"),
            "tuple" => ("Tuple", "elements", "tvm.tuple"),
            _ => ("List", "elements", "tvm.list"),
        };
        let wrap_value = |value| json!({ "@type": tag, field: value });
        match self {
            Self::V3 => json!({ "type": kind, "value": value }),
            Self::V2Std => {
                let mut entry = Map::new();
                entry.insert("@type".to_owned(), ["tvm.stackEntry", name].concat().into());
                entry.insert(name.to_lowercase(), wrap_value(value));
                entry.into()
            }
            Self::V2 if kind == "num" => json!(["num", value]),
            Self::V2 if value.is_array() => json!([format!("tvm.{name}"), wrap_value(value)]),
            Self::V2 => json!([format!("tvm.{name}"), value]),
        }
    }
}
