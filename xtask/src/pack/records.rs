//! The records of numbers that cross, as JavaScript needs them: written from `src/abi.rs`.

use anyhow::{Result, ensure};
use std::fmt::Write as _;

use ton_edge::abi::Record;

/// A list for each record: the names of its fields in the order of their places, which `writeRecord` and `readRecord` of
/// `pkg/lib/client/bindings.js` take.
pub(crate) fn fields(records: &[Record]) -> Result<String> {
    let mut text = String::new();
    for Record { name, holds, fields } in records {
        let mut fields = fields.to_vec();
        fields.sort_by_key(|(_, place)| *place);
        let gapless = fields.iter().zip(0..).all(|((_, place), at)| *place == at);
        ensure!(gapless, "the record {name} of src/abi.rs leaves a number out, or names one twice");
        let names: Vec<String> = fields.iter().map(|(field, _)| format!("\"{field}\"")).collect();
        let _ = writeln!(text, "/** {} */\nexport const {name} = [{}];", holds.trim(), names.join(", "));
    }
    Ok(text)
}

/// Two functions for each record that crosses as a list: `write<Name>(record)`, and `read<Name>(numbers, at)`, `at` being where it
/// begins; and how many numbers it has.
pub(crate) fn lists(records: &[(&str, &str, &[&str])]) -> String {
    let mut text = String::new();
    for (name, holds, fields) in records {
        let holds = holds.trim();
        let list = |separator: &str, field: &dyn Fn((usize, &&str)) -> String| {
            fields.iter().enumerate().map(field).collect::<Vec<_>>().join(separator)
        };
        let of_type = list(", ", &|(_, field)| format!("{field}: number"));
        let written = list(", ", &|(_, field)| format!("record.{field}"));
        let read = list(", ", &|(at, field)| format!("{field}: numbers[at + {at}]"));
        let _ = write!(
            text,
            "/** The numbers of a record. {holds} @param {{{{ {of_type} }}}} record */\n\
             export const write{name} = (record) => [{written}];\n\
             /** The record that begins there. {holds} @param {{ArrayLike<number>}} numbers @param {{number}} [at] */\n\
             export const read{name} = (numbers, at = 0) => ({{ {read} }});\n\
             export const NUMBERS_OF_{} = {};\n",
            screaming(name),
            fields.len()
        );
    }
    text
}

/// `LimitState` as `LIMIT_STATE`.
fn screaming(name: &str) -> String {
    let mut text = String::new();
    for (at, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && at > 0 {
            text.push('_');
        }
        text.push(letter.to_ascii_uppercase());
    }
    text
}
