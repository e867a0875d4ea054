//! Writes the JavaScript for the records of numbers that JavaScript and wasm exchange, from `src/abi.rs`.

use anyhow::{Result, ensure};
use std::fmt::Write as _;

use ton_edge::abi::{Record, TextRecord};

/// Writes a list for each record: the names of its fields in the order of their indices, by which `pkg/lib/client/bindings.js` reads and
/// writes a step.
pub(crate) fn write_fields(records: &[Record]) -> Result<String> {
    let mut text = String::new();
    for Record { name, description, fields } in records {
        let mut fields = fields.to_vec();
        fields.sort_by_key(|(_, position)| *position);
        let is_gapless = fields.iter().zip(0..).all(|((_, position), index)| *position == index);
        ensure!(is_gapless, "the record {name} of src/abi.rs omits a number, or has one twice");
        let names: Vec<String> = fields.iter().map(|(field, _)| format!("\"{field}\"")).collect();
        let _ =
            writeln!(text, "/** {} */\nexport const {name} = [{}];", description.trim(), names.join(", "));
    }
    Ok(text)
}

/// Writes two functions for each record that is passed as a list: `write<Name>(record)`, and `read<Name>(numbers, at)`, in which `at` is the
/// index of the record; and the count of the record's numbers.
pub(crate) fn write_lists(records: &[(&str, &str, &[&str])]) -> String {
    let mut text = String::new();
    for (name, description, fields) in records {
        let description = description.trim();
        let list = |separator: &str, field: &dyn Fn((usize, &&str)) -> String| {
            fields.iter().enumerate().map(field).collect::<Vec<_>>().join(separator)
        };
        let type_fields = list(", ", &|(_, field)| format!("{field}: number"));
        let fields_written = list(", ", &|(_, field)| format!("record.{field}"));
        let fields_read = list(", ", &|(at, field)| format!("{field}: numbers[at + {at}]"));
        let _ = write!(
            text,
            "/** The numbers of a record. {description} @param {{{{ {type_fields} }}}} record */\n\
             export const write{name} = (record) => [{fields_written}];\n\
             /** The record that begins there. {description} @param {{ArrayLike<number>}} numbers @param {{number}} [at] */\n\
             export const read{name} = (numbers, at = 0) => ({{ {fields_read} }});\n\
             export const NUMBERS_OF_{} = {};\n",
            to_screaming(name),
            fields.len()
        );
    }
    text
}

/// Writes the function `write<Name>(record)` for each record that JavaScript passes to wasm: it returns the values as a list, which is passed
/// as text fields.
pub(crate) fn write_inputs(records: &[TextRecord]) -> String {
    let mut text = String::new();
    for (name, holds, fields) in records {
        let values: Vec<String> = fields.iter().map(|(field, _)| format!("record.{field}")).collect();
        let _ = writeln!(
            text,
            "/** The values of a record. {} @param {{{}}} record */\nexport const write{name} = (record) => [{}];",
            holds.trim(),
            write_object_type(fields),
            values.join(", ")
        );
    }
    text
}

/// Writes the function `read<Name>(fields)` for each record that JavaScript gets from wasm; it takes the fields as a list of
/// texts.
pub(crate) fn write_outputs(records: &[TextRecord]) -> String {
    let mut text = String::from(
        "/** A field that is left out is a text of its own. @param {string} field */\n\
         const readOptional = (field) => (field === \"\\x01\" ? undefined : field);\n",
    );
    for (name, holds, fields) in records {
        let read = |(at, (field, kind)): (usize, &(&str, &str))| match *kind {
            "number" => format!("{field}: +fields[{at}]"),
            "flag" => format!("{field}: fields[{at}] === \"1\""),
            "optional" => format!("{field}: readOptional(fields[{at}])"),
            _ => format!("{field}: fields[{at}]"),
        };
        let values: Vec<String> = fields.iter().enumerate().map(read).collect();
        let _ = writeln!(
            text,
            "/** {} @param {{string[]}} fields @returns {{{}}} */\nexport const read{name} = (fields) => ({{ {} }});",
            holds.trim(),
            write_object_type(fields),
            values.join(", ")
        );
    }
    text
}

/// Returns the JavaScript type of an object with these fields.
fn write_object_type(fields: &[(&str, &str)]) -> String {
    let types: Vec<String> = fields
        .iter()
        .map(|(field, kind)| match *kind {
            "number" => format!("{field}: number"),
            "flag" => format!("{field}: boolean"),
            "optional_number" => format!("{field}?: number"),
            "optional" => format!("{field}?: string"),
            _ => format!("{field}: string"),
        })
        .collect();
    format!("{{ {} }}", types.join(", "))
}

/// Converts `LimitState` to `LIMIT_STATE`.
fn to_screaming(name: &str) -> String {
    let mut text = String::new();
    for (index, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && index > 0 {
            text.push('_');
        }
        text.push(letter.to_ascii_uppercase());
    }
    text
}
