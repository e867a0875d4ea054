//! Writes the JavaScript that reads the result of address.wasm, from the table of address forms.

use std::fmt::Write as _;

use anyhow::{Context as _, Result, bail};
use ton_edge::address::{FORMS, FormRow};

/// Writes `readForms` of `pkg/dist/address-abi.js`, which returns the result of `DETECT` as an object. Only the first form has a variable
/// length, so the others are located from the end.
pub(crate) fn write_reader() -> Result<String> {
    let [first, fixed_rows @ ..] = FORMS else { bail!("there is no form of an address") };
    if first.length.is_some() || !first.parts.is_empty() {
        bail!("the first form of an address must be the one without a fixed length");
    }
    let mut characters_left = count_characters(fixed_rows)?;
    let mut text = format!(
        "/** The forms of an address behind the byte of form and flags. */\nexport const readForms = (all, given_type, test_only) => ({{\n  {}: all.slice(1, -{characters_left}),\n",
        first.name
    );
    write_fields(fixed_rows, "  ", &mut characters_left, &mut text)?;
    text.push_str("  given_type,\n  test_only,\n});\n");
    Ok(text)
}

/// Counts the characters of forms with a fixed length.
fn count_characters(rows: &[FormRow]) -> Result<usize> {
    rows.iter().try_fold(0, |sum, row| {
        Ok(sum + if row.parts.is_empty() { read_form_length(row)? } else { count_characters(row.parts)? })
    })
}

fn read_form_length(row: &FormRow) -> Result<usize> {
    row.length
        .with_context(|| format!("the form `{}` has no length; only the first one may have none", row.name))
}

/// Writes the fields of an object; `characters_left` is the number of characters from the first field to the end.
fn write_fields(
    rows: &[FormRow],
    indent: &str,
    characters_left: &mut usize,
    text: &mut String,
) -> Result<()> {
    for row in rows {
        if !row.parts.is_empty() {
            let _ = writeln!(text, "{indent}{}: {{", row.name);
            write_fields(row.parts, &format!("{indent}  "), characters_left, text)?;
            let _ = writeln!(text, "{indent}}},");
            continue;
        }
        let remaining_characters = *characters_left - read_form_length(row)?;
        let end =
            if remaining_characters == 0 { String::new() } else { format!(", -{remaining_characters}") };
        let _ = writeln!(text, "{indent}{}: all.slice(-{characters_left}{end}),", row.name);
        *characters_left = remaining_characters;
    }
    Ok(())
}
