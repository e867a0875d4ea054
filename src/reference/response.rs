//! Shortens a recorded response for reading: fields in their order, numbers digit for digit.

use crate::json::Members;
use serde_json::value::RawValue;

/// The longest text that is shown completely, in characters.
const MAX_TEXT_CHARS: usize = 80;
/// Items of a list, and members of a map, that are shown.
const MAX_ITEMS: usize = 2;
/// The maximum number of fields of an object that are shown; an object with more is a map.
const MAX_MEMBERS: usize = 40;

/// Returns the response as valid JSON, in which texts with `…` mark omitted parts.
///
/// # Errors
/// If the body is not JSON.
pub(super) fn shorten(body: &str) -> serde_json::Result<String> {
    let mut text = String::new();
    push(&mut text, serde_json::from_str(body)?, 0)?;
    Ok(text)
}

fn push(text: &mut String, value: &RawValue, depth: usize) -> serde_json::Result<()> {
    let json = value.get();
    match json.as_bytes().first() {
        Some(b'{') => write_object(text, json, depth),
        Some(b'[') => list(text, json, depth),
        Some(b'"') => {
            let text_value: String = serde_json::from_str(json)?;
            if text_value.chars().count() > MAX_TEXT_CHARS {
                let start: String = text_value.chars().take(MAX_TEXT_CHARS - 20).collect();
                text.push_str(&serde_json::to_string(&format!("{start}…"))?);
            } else {
                text.push_str(json);
            }
            Ok(())
        }
        _ => {
            text.push_str(json);
            Ok(())
        }
    }
}

fn write_object(text: &mut String, json: &str, depth: usize) -> serde_json::Result<()> {
    let members: Vec<_> = serde_json::from_str::<Members<'_>>(json)?.into_iter().collect();
    // A map by address, or by any other key that is not a field name.
    let map = members.len() > MAX_MEMBERS || members.iter().any(|(name, _)| name.contains(':'));
    let shown_count = if map { MAX_ITEMS } else { members.len() };
    let omitted = members.len().saturating_sub(shown_count);
    let mut parts = Parts::new(text, '{', depth);
    for (name, value) in members.into_iter().take(shown_count) {
        let text = parts.next();
        text.push_str(&serde_json::to_string(&name)?);
        text.push_str(": ");
        push(text, value, depth + 1)?;
    }
    if omitted > 0 {
        parts.next().push_str(&format!("\"…\": \"{omitted} more\""));
    }
    parts.finish('}');
    Ok(())
}

fn list(text: &mut String, json: &str, depth: usize) -> serde_json::Result<()> {
    let items: Vec<&RawValue> = serde_json::from_str(json)?;
    let omitted = items.len().saturating_sub(MAX_ITEMS);
    let mut parts = Parts::new(text, '[', depth);
    for item in items.into_iter().take(MAX_ITEMS) {
        push(parts.next(), item, depth + 1)?;
    }
    if omitted > 0 {
        parts.next().push_str(&format!("\"… {omitted} more\""));
    }
    parts.finish(']');
    Ok(())
}

/// Brackets around parts, each part on its own line.
struct Parts<'a> {
    text: &'a mut String,
    depth: usize,
    has_parts: bool,
}

impl<'a> Parts<'a> {
    fn new(text: &'a mut String, open_bracket: char, depth: usize) -> Self {
        text.push(open_bracket);
        Self { text, depth, has_parts: false }
    }

    fn next(&mut self) -> &mut String {
        self.text.push_str(if self.has_parts { ",\n" } else { "\n" });
        self.text.push_str(&"  ".repeat(self.depth + 1));
        self.has_parts = true;
        self.text
    }

    fn finish(self, close: char) {
        if self.has_parts {
            self.text.push('\n');
            self.text.push_str(&"  ".repeat(self.depth));
        }
        self.text.push(close);
    }
}
