//! Shortens a recorded response for reading: fields in their order, numbers digit for digit.

use crate::json::Members;
use serde_json::value::RawValue;

/// Longest text that is shown whole, in characters.
const LONGEST_TEXT: usize = 80;
/// Items of a list, and members of a map, that are shown.
const MOST_ITEMS: usize = 2;
/// Members of an object that are shown; more, and it is a map.
const MOST_MEMBERS: usize = 40;

/// The response as valid JSON, in which texts with `…` mark omitted parts.
///
/// # Errors
/// It is not JSON.
pub(super) fn shortened(body: &str) -> serde_json::Result<String> {
    let mut text = String::new();
    push(&mut text, serde_json::from_str(body)?, 0)?;
    Ok(text)
}

fn push(text: &mut String, value: &RawValue, depth: usize) -> serde_json::Result<()> {
    let json = value.get();
    match json.as_bytes().first() {
        Some(b'{') => object(text, json, depth),
        Some(b'[') => list(text, json, depth),
        Some(b'"') => {
            let whole: String = serde_json::from_str(json)?;
            if whole.chars().count() > LONGEST_TEXT {
                let start: String = whole.chars().take(LONGEST_TEXT - 20).collect();
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

fn object(text: &mut String, json: &str, depth: usize) -> serde_json::Result<()> {
    let members: Vec<_> = serde_json::from_str::<Members<'_>>(json)?.into_iter().collect();
    // A map by address, or by any other key that is not a field name.
    let map = members.len() > MOST_MEMBERS || members.iter().any(|(name, _)| name.contains(':'));
    let shown = if map { MOST_ITEMS } else { members.len() };
    let left = members.len().saturating_sub(shown);
    let mut parts = Parts::new(text, '{', depth);
    for (name, value) in members.into_iter().take(shown) {
        let text = parts.next();
        text.push_str(&serde_json::to_string(&name)?);
        text.push_str(": ");
        push(text, value, depth + 1)?;
    }
    if left > 0 {
        parts.next().push_str(&format!("\"…\": \"{left} more\""));
    }
    parts.end('}');
    Ok(())
}

fn list(text: &mut String, json: &str, depth: usize) -> serde_json::Result<()> {
    let items: Vec<&RawValue> = serde_json::from_str(json)?;
    let left = items.len().saturating_sub(MOST_ITEMS);
    let mut parts = Parts::new(text, '[', depth);
    for item in items.into_iter().take(MOST_ITEMS) {
        push(parts.next(), item, depth + 1)?;
    }
    if left > 0 {
        parts.next().push_str(&format!("\"… {left} more\""));
    }
    parts.end(']');
    Ok(())
}

/// Brackets around parts, each part on its own line.
struct Parts<'a> {
    text: &'a mut String,
    depth: usize,
    any: bool,
}

impl<'a> Parts<'a> {
    fn new(text: &'a mut String, open: char, depth: usize) -> Self {
        text.push(open);
        Self { text, depth, any: false }
    }

    fn next(&mut self) -> &mut String {
        self.text.push_str(if self.any { ",\n" } else { "\n" });
        self.text.push_str(&"  ".repeat(self.depth + 1));
        self.any = true;
        self.text
    }

    fn end(self, close: char) {
        if self.any {
            self.text.push('\n');
            self.text.push_str(&"  ".repeat(self.depth));
        }
        self.text.push(close);
    }
}
