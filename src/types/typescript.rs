//! Writes the types of a generation as TypeScript declarations.

use ts_rs::{Config, TS as _};

use super::descriptor::Type;
use super::registry::all;
use super::v3::ActionDetails;
use super::wire::Integer;
use crate::endpoint::Generation;

const HEAD: &str = "\
// Types of requests and responses, as TON Center sends them. Generated from the Rust types of the crate: edit those.\n\
//\n\
// Responses of newer servers may have more fields than their types. Unions of texts list the values known today.\n\
\n\
import type { AddressLike, BytesLike, IntegerLike } from \"../values.js\";\n\n";

/// All types of a generation as a module, a `.d.ts`.
///
/// ```
/// use ton_edge::{endpoint::Generation, types::typescript};
/// assert!(typescript(Generation::V3).contains("export interface TransactionsResponse {\n"));
/// ```
#[must_use]
pub fn typescript(generation: Generation) -> String {
    let config = Config::new().with_large_int("number");
    let mut text = String::from(HEAD);
    push_docs(&mut text, "", Integer::docs().as_deref().unwrap_or_default());
    text.push_str(&format!("export type Integer = {};\n", Integer::inline(&config)));
    for each in all(generation) {
        text.push('\n');
        declare(&mut text, each, &config);
    }
    if generation == Generation::V3 {
        actions(&mut text);
    }
    text
}

fn declare(text: &mut String, each: &Type, config: &Config) {
    push_docs(text, "", (each.docs)().as_deref().unwrap_or_default());
    let shape = (each.shape)(config);
    match fields(&shape) {
        Some(fields) => {
            text.push_str(&format!("export interface {} {{\n", each.name));
            for Field { docs, name, shape } in fields {
                push_docs(text, "  ", &docs);
                let or = if name.ends_with('?') { " | undefined" } else { "" };
                text.push_str(&format!("  {name}: {shape}{or};\n"));
            }
            text.push_str("}\n");
        }
        None => text.push_str(&format!("export type {} = {shape};\n", each.name)),
    }
}

/// Declares the types that narrow an action by its `type`.
fn actions(text: &mut String) {
    text.push_str("\n/** Details of an action by its type. */\nexport interface ActionDetailsByType {\n");
    let mut last = "";
    for (key, shape) in ActionDetails::KEYS {
        if *key == last {
            text.truncate(text.trim_end().trim_end_matches(';').len());
            text.push_str(&format!(" | {shape};\n"));
        } else {
            text.push_str(&format!("  {key}: {shape};\n"));
        }
        last = key;
    }
    text.push_str(
        "}\n\n/** An action of one type. */\n\
         export interface ActionOf<T extends keyof ActionDetailsByType> extends Action {\n  \
         type: T;\n  details: ActionDetailsByType[T];\n}\n\n\
         /** An action of a type known today: `switch (action.type)` narrows its details. */\n\
         export type KnownAction = { [T in keyof ActionDetailsByType]: ActionOf<T> }[keyof ActionDetailsByType];\n",
    );
}

fn push_docs(text: &mut String, indent: &str, docs: &str) {
    let lines: Vec<_> = docs.lines().map(str::trim).filter(|line| !matches!(*line, "/**" | "*/")).collect();
    let lines: Vec<_> = lines.iter().map(|line| line.strip_prefix('*').unwrap_or(line).trim()).collect();
    let text_of = |line: &&str| !line.is_empty();
    let first = lines.iter().position(text_of).unwrap_or(0);
    let last = lines.iter().rposition(text_of).map_or(0, |last| last + 1);
    match lines.get(first..last).unwrap_or_default() {
        [] => {}
        [line] => text.push_str(&format!("{indent}/** {line} */\n")),
        lines => {
            text.push_str(&format!("{indent}/**\n"));
            for line in lines {
                text.push_str(format!("{indent} * {line}").trim_end());
                text.push('\n');
            }
            text.push_str(&format!("{indent} */\n"));
        }
    }
}

struct Field<'a> {
    docs: String,
    name: &'a str,
    shape: &'a str,
}

/// The fields of an object type; `None` for any other type.
fn fields(shape: &str) -> Option<Vec<Field<'_>>> {
    let mut rest = shape.strip_prefix('{')?.strip_suffix('}')?.trim();
    if rest.starts_with('[') {
        return None;
    }
    let mut fields = Vec::new();
    while !rest.is_empty() {
        let mut docs = String::new();
        if rest.starts_with("/*") {
            let (comment, after) = rest.split_once("*/")?;
            docs = comment.to_owned();
            rest = after.trim_start();
        }
        let (name, after) = rest.split_once(": ")?;
        let end = comma(after);
        fields.push(Field { docs, name: name.trim(), shape: after.get(..end)?.trim() });
        rest = after.get(end..)?.trim_start_matches(',').trim();
    }
    Some(fields)
}

/// The position of the first comma outside brackets.
fn comma(text: &str) -> usize {
    let mut depth = 0_i32;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' | b'{' | b'[' | b'(' => depth += 1,
            b'>' | b'}' | b']' | b')' => depth -= 1,
            b',' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}
