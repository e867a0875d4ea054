//! Writes the pages about the types of results from their JSON Schemas.

use super::operation::write_cell;
use super::{GENERATED_NOTE, Page, write_slug};
use crate::endpoint::Generation;
use crate::types::v3::ActionDetails;
use crate::types::{names, schemas};
use serde_json::{Map, Value};

/// Writes the page of a generation's types; in v3 the details of actions have a separate page.
pub(super) fn write_pages(generation: Generation) -> Vec<Page> {
    let folder = generation.as_str();
    let schemas = schemas(generation);
    let mut names = names(generation);
    // Types that occur only inside other types.
    let inner_names: Vec<&str> =
        schemas.keys().map(String::as_str).filter(|name| !names.contains(name)).collect();
    names.extend(inner_names);
    let detail = |name: &str| generation == Generation::V3 && is_detail(name);
    let make = |file: &str, title: &str, is_wanted: &dyn Fn(&str) -> bool| {
        let mut text = format!("{GENERATED_NOTE}# {folder}: {title}\n\n[Reference](../README.md)\n");
        for name in names.iter().filter(|name| is_wanted(name)) {
            if let Some(schema) = schemas.get(*name) {
                text.push_str(&write_section(generation, name, schema));
            }
        }
        Page { path: format!("{folder}/{file}"), text }
    };
    let mut pages = vec![make("types.md", "types of the results", &|name| !detail(name))];
    if generation == Generation::V3 {
        pages.push(make("action-details.md", "details of actions by their type", &detail));
    }
    pages
}

/// Returns whether the type is that of an action's details.
fn is_detail(name: &str) -> bool {
    ActionDetails::KEYS.iter().any(|(_, shape)| *shape == name)
}

fn write_section(generation: Generation, name: &str, schema: &Value) -> String {
    let mut text = format!("\n## {name}\n");
    let keys: Vec<String> = ActionDetails::KEYS
        .iter()
        .filter(|(_, shape)| *shape == name)
        .map(|(key, _)| format!("`{key}`"))
        .collect();
    if generation == Generation::V3 && !keys.is_empty() {
        text.push_str(&format!("\nOf actions {}.\n", keys.join(", ")));
    }
    let description = write_description(generation, schema);
    if !description.is_empty() {
        text.push_str(&format!("\n{description}\n"));
    }
    match schema.get("properties").and_then(Value::as_object) {
        Some(properties) if !properties.is_empty() => {
            append_fields(&mut text, generation, schema, properties)
        }
        _ => text.push_str(&format!("\n{}\n", describe_shape(generation, schema))),
    }
    text
}

fn append_fields(text: &mut String, generation: Generation, schema: &Value, properties: &Map<String, Value>) {
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    text.push_str("\n| Field | Type | Meaning |\n|---|---|---|\n");
    for (name, field) in properties {
        let null_suffix = if required.contains(&name.as_str()) { "" } else { ", may be absent" };
        text.push_str(&format!(
            "| `{name}` | {}{null_suffix} | {} |\n",
            write_cell(&describe_shape(generation, field)),
            write_cell(&write_description(generation, field))
        ));
    }
}

/// Writes the description; links of rustdoc become links of Markdown.
fn write_description(generation: Generation, schema: &Value) -> String {
    let description = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let mut text = String::new();
    for (number, part) in description.split("[`").enumerate() {
        match part.split_once("`]").filter(|_| number > 0) {
            Some((name, rest)) => {
                text.push_str(&write_link(generation, name.rsplit("::").next().unwrap_or(name)));
                text.push_str(rest);
            }
            None => text.push_str(part),
        }
    }
    text
}

fn write_link(generation: Generation, name: &str) -> String {
    let page = if generation == Generation::V3 && is_detail(name) { "action-details.md" } else { "types.md" };
    format!("[{name}]({page}#{})", write_slug(name))
}

/// Describes a schema in words.
fn describe_shape(generation: Generation, schema: &Value) -> String {
    let describe = |schema: &Value| describe_shape(generation, schema);
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        return write_link(generation, name.rsplit('/').next().unwrap_or_default());
    }
    if let Some(constant) = schema.get("const") {
        return format!("`{constant}`");
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        let words = words.iter().map(|choice| format!("`{}`", choice.as_str().unwrap_or("null")));
        return words.collect::<Vec<_>>().join(" | ");
    }
    if let Some(forms) = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array) {
        return forms.iter().map(describe).collect::<Vec<_>>().join(" | ");
    }
    if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
        return format!("[{}]", items.iter().map(describe).collect::<Vec<_>>().join(", "));
    }
    let types: Vec<&str> = match schema.get("type") {
        Some(Value::String(kind)) => vec![kind.as_str()],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return String::from("any value"),
    };
    let name_kind = |kind: &&str| match *kind {
        "array" => schema
            .get("items")
            .map_or_else(|| String::from("list"), |items| format!("list of {}", describe(items))),
        "object" => match schema.get("additionalProperties").filter(|values| values.is_object()) {
            Some(values) => format!("map of {}", describe(values)),
            None => String::from("object"),
        },
        "string" => String::from("text"),
        "boolean" => String::from("boolean"),
        kind_name => String::from(kind_name),
    };
    types.iter().map(name_kind).collect::<Vec<_>>().join(" | ")
}
