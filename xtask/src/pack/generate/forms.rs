//! Generates files from the table of address forms: the type of a result, and the rows of the inspector.

use std::fmt::Write as _;

use ton_edge::address::FORMS;

/// Writes the forms in `DetectedAddress` of `pkg/address.d.ts`.
pub(super) fn write_types() -> String {
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

/// Writes the rows of the inspector: the path of a form in the result of `detectAddress`, and its label.
pub(super) fn write_inspector() -> String {
    let mut text = String::from("const FORMS = [\n");
    let mut push = |label: String, path: &[&str]| {
        let path: Vec<String> = path.iter().map(|field| format!("\"{field}\"")).collect();
        let _ = writeln!(text, "  {{ label: {}, path: [{}] }},", serde_json::json!(label), path.join(", "));
    };
    for row in FORMS {
        if row.parts.is_empty() {
            push(row.label.to_owned(), &[row.name]);
        }
        // The last form of a group is base64url, which most callers want, so the inspector shows it first.
        for part in row.parts.iter().rev() {
            push(format!("{}, {}", row.label, part.label), &[row.name, part.name]);
        }
    }
    text.push_str("];\n");
    text
}
