//! The OpenAPI documents without the schemas that have files of their own; the build puts both together.

use anyhow::{Context as _, Result};
use serde_json::Value;
use ton_edge::endpoint::Generation;
use ton_edge::example::Recordings;
use ton_edge::openapi;

/// The document of a generation, laid out for review.
pub(super) fn file(generation: Generation, recordings: &Recordings) -> Result<String> {
    let mut document: Value = serde_json::from_str(&openapi::json(generation, recordings))?;
    let schemas = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut);
    schemas
        .context("the document has no schemas")?
        .retain(|name, _| name.ends_with(".params") || name == "Problem");
    let mut text = String::new();
    lines(&mut text, &document, 0);
    text.push('\n');
    Ok(text)
}

/// Indented JSON, with every value that fits into a line on one line.
fn lines(text: &mut String, value: &Value, depth: usize) {
    let short = value.to_string();
    if short.len() + 2 * depth <= 110 {
        text.push_str(&short);
        return;
    }
    let indent = "  ".repeat(depth);
    let part = |text: &mut String, number: usize, name: String, value: &Value| {
        text.push_str(if number == 0 { "\n" } else { ",\n" });
        text.push_str(&format!("{indent}  {name}"));
        lines(text, value, depth + 1);
    };
    match value {
        Value::Array(items) => {
            text.push('[');
            items.iter().enumerate().for_each(|(number, item)| part(text, number, String::new(), item));
            text.push_str(&format!("\n{indent}]"));
        }
        Value::Object(members) => {
            text.push('{');
            let named = members.iter().enumerate();
            named.for_each(|(number, (name, member))| part(text, number, format!("{name:?}: "), member));
            text.push_str(&format!("\n{indent}}}"));
        }
        scalar => text.push_str(&scalar.to_string()),
    }
}
