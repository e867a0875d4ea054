//! What comes from the table of address forms: how JavaScript reads the result of address.wasm, its type, the rows of the
//! inspector.

use std::fmt::Write as _;

use anyhow::{Context as _, Result, bail};
use ton_edge::address::{FORMS, FormRow};

/// `readForms` of `pkg/dist/address-abi.js`: the result of `DETECT` as an object. The one form that is not of a fixed length is
/// the first, so the others are counted from the end.
pub(crate) fn reader() -> Result<String> {
    let [first, fixed @ ..] = FORMS else { bail!("there is no form of an address") };
    if first.length.is_some() || !first.parts.is_empty() {
        bail!("the first form of an address has to be the one that is not of a fixed length");
    }
    let mut left = total(fixed)?;
    let mut text = format!(
        "/** The forms of an address behind the byte of form and flags. */\nexport const readForms = (all, given_type, test_only) => ({{\n  {}: all.slice(1, -{left}),\n",
        first.name
    );
    fields(fixed, "  ", &mut left, &mut text)?;
    text.push_str("  given_type,\n  test_only,\n});\n");
    Ok(text)
}

/// Characters of forms of a fixed length.
fn total(rows: &[FormRow]) -> Result<usize> {
    rows.iter()
        .try_fold(0, |sum, row| Ok(sum + if row.parts.is_empty() { length(row)? } else { total(row.parts)? }))
}

fn length(row: &FormRow) -> Result<usize> {
    row.length
        .with_context(|| format!("the form `{}` has no length; only the first one may have none", row.name))
}

/// The fields of an object, with `left` characters from the first of them to the end.
fn fields(rows: &[FormRow], indent: &str, left: &mut usize, text: &mut String) -> Result<()> {
    for row in rows {
        if !row.parts.is_empty() {
            let _ = writeln!(text, "{indent}{}: {{", row.name);
            fields(row.parts, &format!("{indent}  "), left, text)?;
            let _ = writeln!(text, "{indent}}},");
            continue;
        }
        let rest = *left - length(row)?;
        let end = if rest == 0 { String::new() } else { format!(", -{rest}") };
        let _ = writeln!(text, "{indent}{}: all.slice(-{left}{end}),", row.name);
        *left = rest;
    }
    Ok(())
}

/// The forms in `DetectedAddress` of `pkg/address.d.ts`.
pub(super) fn types() -> String {
    let mut text = String::new();
    for row in FORMS {
        let _ = writeln!(text, "  /** {} */", row.doc.trim());
        if row.parts.is_empty() {
            let _ = writeln!(text, "  {}: string;", row.name);
            continue;
        }
        let _ = writeln!(text, "  {}: {{", row.name);
        for part in row.parts {
            let _ = write!(text, "    /** {} */\n    {}: string;\n", part.doc.trim(), part.name);
        }
        text.push_str("  };\n");
    }
    text
}

/// The rows of the inspector: where a form is in the result of `detectAddress`, and what it is called.
pub(super) fn inspector() -> String {
    let mut text = String::from("const FORMS = [\n");
    let mut push = |label: String, path: &[&str]| {
        let path: Vec<String> = path.iter().map(|field| format!("\"{field}\"")).collect();
        let _ = writeln!(text, "  {{ label: {}, path: [{}] }},", serde_json::json!(label), path.join(", "));
    };
    for row in FORMS {
        if row.parts.is_empty() {
            push(row.label.to_owned(), &[row.name]);
        }
        // base64url, which most callers want, is the last in a group, and the inspector shows it first.
        for part in row.parts.iter().rev() {
            push(format!("{}, {}", row.label, part.label), &[row.name, part.name]);
        }
    }
    text.push_str("];\n");
    text
}
