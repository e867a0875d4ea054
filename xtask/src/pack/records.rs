//! The fields of the records of numbers that cross, as JavaScript needs them: written from `src/abi.rs`.

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
