//! The pages about the types of results, from their JSON Schemas.

use super::operation::cell;
use super::{MADE, Page, slug};
use crate::endpoint::Generation;
use crate::types::v3::ActionDetails;
use crate::types::{names, schemas};
use serde_json::{Map, Value};

/// The page of a generation's types; in v3 the details of actions have one of their own.
pub(super) fn pages(generation: Generation) -> Vec<Page> {
    let folder = generation.as_str();
    let schemas = schemas(generation);
    let mut names = names(generation);
    // Types that occur only inside other types.
    let inner: Vec<&str> = schemas.keys().map(String::as_str).filter(|name| !names.contains(name)).collect();
    names.extend(inner);
    let detail = |name: &str| generation == Generation::V3 && is_detail(name);
    let make = |file: &str, title: &str, wanted: &dyn Fn(&str) -> bool| {
        let mut text = format!("{MADE}# {folder}: {title}\n\n[Reference](../README.md)\n");
        for name in names.iter().filter(|name| wanted(name)) {
            if let Some(schema) = schemas.get(*name) {
                text.push_str(&section(generation, name, schema));
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

/// The shape of some action's details.
fn is_detail(name: &str) -> bool {
    ActionDetails::KEYS.iter().any(|(_, shape)| *shape == name)
}

fn section(generation: Generation, name: &str, schema: &Value) -> String {
    let mut text = format!("\n## {name}\n");
    let keys: Vec<String> = ActionDetails::KEYS
        .iter()
        .filter(|(_, shape)| *shape == name)
        .map(|(key, _)| format!("`{key}`"))
        .collect();
    if generation == Generation::V3 && !keys.is_empty() {
        text.push_str(&format!("\nOf actions {}.\n", keys.join(", ")));
    }
    let description = description(generation, schema);
    if !description.is_empty() {
        text.push_str(&format!("\n{description}\n"));
    }
    match schema.get("properties").and_then(Value::as_object) {
        Some(properties) if !properties.is_empty() => fields(&mut text, generation, schema, properties),
        _ => text.push_str(&format!("\n{}\n", shape(generation, schema))),
    }
    text
}

fn fields(text: &mut String, generation: Generation, schema: &Value, properties: &Map<String, Value>) {
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    text.push_str("\n| Field | Type | Meaning |\n|---|---|---|\n");
    for (name, field) in properties {
        let absent = if required.contains(&name.as_str()) { "" } else { ", may be absent" };
        text.push_str(&format!(
            "| `{name}` | {}{absent} | {} |\n",
            cell(&shape(generation, field)),
            cell(&description(generation, field))
        ));
    }
}

/// The description, links of rustdoc made links of Markdown.
fn description(generation: Generation, schema: &Value) -> String {
    let description = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let mut text = String::new();
    for (number, part) in description.split("[`").enumerate() {
        match part.split_once("`]").filter(|_| number > 0) {
            Some((name, rest)) => {
                text.push_str(&link(generation, name.rsplit("::").next().unwrap_or(name)));
                text.push_str(rest);
            }
            None => text.push_str(part),
        }
    }
    text
}

fn link(generation: Generation, name: &str) -> String {
    let page = if generation == Generation::V3 && is_detail(name) { "action-details.md" } else { "types.md" };
    format!("[{name}]({page}#{})", slug(name))
}

/// A schema in words.
fn shape(generation: Generation, schema: &Value) -> String {
    let of = |schema: &Value| shape(generation, schema);
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        return link(generation, name.rsplit('/').next().unwrap_or_default());
    }
    if let Some(word) = schema.get("const") {
        return format!("`{word}`");
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        let words = words.iter().map(|word| format!("`{}`", word.as_str().unwrap_or("null")));
        return words.collect::<Vec<_>>().join(" | ");
    }
    if let Some(forms) = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array) {
        return forms.iter().map(of).collect::<Vec<_>>().join(" | ");
    }
    if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
        return format!("[{}]", items.iter().map(of).collect::<Vec<_>>().join(", "));
    }
    let types: Vec<&str> = match schema.get("type") {
        Some(Value::String(one)) => vec![one.as_str()],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => return String::from("any value"),
    };
    let word = |kind: &&str| match *kind {
        "array" => {
            schema.get("items").map_or_else(|| String::from("list"), |items| format!("list of {}", of(items)))
        }
        "object" => match schema.get("additionalProperties").filter(|values| values.is_object()) {
            Some(values) => format!("map of {}", of(values)),
            None => String::from("object"),
        },
        "string" => String::from("text"),
        "boolean" => String::from("flag"),
        other => String::from(other),
    };
    types.iter().map(word).collect::<Vec<_>>().join(" | ")
}
