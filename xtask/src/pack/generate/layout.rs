//! Formats JSON for review.

use serde_json::Value;

/// Writes indented JSON, in which every value that fits into a line is on one line.
pub(super) fn write_json(value: &Value) -> String {
    let mut text = String::new();
    push_lines(&mut text, value, 0);
    text.push('\n');
    text
}

/// Appends a value at a depth of indentation.
fn push_lines(text: &mut String, value: &Value, depth: usize) {
    let one_line = value.to_string();
    if one_line.len() + 2 * depth <= 140 {
        text.push_str(&one_line);
        return;
    }
    let indent = "  ".repeat(depth);
    let push_part = |text: &mut String, number: usize, name: String, value: &Value| {
        text.push_str(if number == 0 { "\n" } else { ",\n" });
        text.push_str(&format!("{indent}  {name}"));
        push_lines(text, value, depth + 1);
    };
    match value {
        Value::Array(items) => {
            text.push('[');
            items.iter().enumerate().for_each(|(number, item)| push_part(text, number, String::new(), item));
            text.push_str(&format!("\n{indent}]"));
        }
        Value::Object(members) => {
            text.push('{');
            let numbered_members = members.iter().enumerate();
            numbered_members
                .for_each(|(number, (name, member))| push_part(text, number, format!("{name:?}: "), member));
            text.push_str(&format!("\n{indent}}}"));
        }
        scalar => text.push_str(&scalar.to_string()),
    }
}
