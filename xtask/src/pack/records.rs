//! The records of numbers that cross, as JavaScript needs them: written from `src/abi.rs`.

use anyhow::{Result, ensure};
use std::fmt::Write as _;

use ton_edge::abi::Record;

/// A list for each record: the names of its fields in the order of their places, which `writeRecord` and `readRecord` of
/// `pkg/lib/client/bindings.js` take.
pub(crate) fn write_fields(records: &[Record]) -> Result<String> {
    let mut text = String::new();
    for Record { name, holds: type_name, fields } in records {
        let mut fields = fields.to_vec();
        fields.sort_by_key(|(_, position)| *position);
        let is_gapless = fields.iter().zip(0..).all(|((_, position), index)| *position == index);
        ensure!(is_gapless, "the record {name} of src/abi.rs leaves a number out, or names one twice");
        let names: Vec<String> = fields.iter().map(|(field, _)| format!("\"{field}\"")).collect();
        let _ = writeln!(text, "/** {} */\nexport const {name} = [{}];", type_name.trim(), names.join(", "));
    }
    Ok(text)
}

/// Two functions for each record that crosses as a list: `write<Name>(record)`, and `read<Name>(numbers, at)`, `at` being where it
/// begins; and how many numbers it has.
pub(crate) fn write_lists(records: &[(&str, &str, &[&str])]) -> String {
    let mut text = String::new();
    for (name, type_name, fields) in records {
        let type_name = type_name.trim();
        let list = |separator: &str, field: &dyn Fn((usize, &&str)) -> String| {
            fields.iter().enumerate().map(field).collect::<Vec<_>>().join(separator)
        };
        let of_type = list(", ", &|(_, field)| format!("{field}: number"));
        let fields_written = list(", ", &|(_, field)| format!("record.{field}"));
        let fields_read = list(", ", &|(at, field)| format!("{field}: numbers[at + {at}]"));
        let _ = write!(
            text,
            "/** The numbers of a record. {type_name} @param {{{{ {of_type} }}}} record */\n\
             export const write{name} = (record) => [{fields_written}];\n\
             /** The record that begins there. {type_name} @param {{ArrayLike<number>}} numbers @param {{number}} [at] */\n\
             export const read{name} = (numbers, at = 0) => ({{ {fields_read} }});\n\
             export const NUMBERS_OF_{} = {};\n",
            to_screaming(name),
            fields.len()
        );
    }
    text
}

/// `LimitState` as `LIMIT_STATE`.
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
