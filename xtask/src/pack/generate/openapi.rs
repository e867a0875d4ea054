//! `tests/golden/openapi.txt`: a summary of the OpenAPI documents for review. It has one line per operation, parameter, response and field, without
//! prose, examples and the schemas of types: those are in the table, `tests/golden/devnet-answers.json` and `pkg/generated/schemas-*.json`.

use anyhow::{Context as _, Result};
use serde_json::{Map, Value};
use ton_edge::endpoint::Generation::{V2, V3};
use ton_edge::example::Recordings;
use ton_edge::openapi;

/// Fields with texts for people.
const PROSE_KEYS: [&str; 5] = ["description", "example", "examples", "externalDocs", "summary"];
/// Fields with objects whose keys are data.
const MAP_KEYS: [&str; 2] = ["properties", "dependentRequired"];
/// The beginning of a reference to an error response.
const ERROR_PREFIX: &str = "#/components/responses/";

/// Writes the summary of both documents.
pub(super) fn write_summary(recordings: &Recordings) -> Result<String> {
    let mut text = String::new();
    for generation in [V2, V3] {
        let mut document: Map<String, Value> = serde_json::from_str(&openapi::json(generation, recordings))?;
        let mut take = |name: &str| take_object(&mut document, name);
        let (paths, mut components) = (take("paths")?, take("components")?);
        text.push_str(&format!("{}\n", generation.as_str()));
        push_members(&mut text, "", &document);
        for (path, item) in &paths {
            for (verb, operation) in item.as_object().context("a path is an object")? {
                let verb = verb.to_uppercase();
                add_operation(&mut text, &verb, path, operation).with_context(|| format!("{verb} {path}"))?;
            }
        }
        let schemas = take_object(&mut components, "schemas")?;
        for (name, schema) in &schemas {
            if name.ends_with(".params") || name == "Problem" {
                let mut schema = schema.as_object().context("a schema is an object")?.clone();
                let fields = take_object(&mut schema, "properties").unwrap_or_default();
                text.push_str(&format!("schema {name} {}\n", without_prose(&schema.into())));
                push_members(&mut text, "  ", &fields);
            }
        }
        for (kind, entries) in &components {
            push_members(
                &mut text,
                &format!("{kind} "),
                entries.as_object().context("components are objects")?,
            );
        }
    }
    Ok(text)
}

/// Removes a field that is an object, and returns the object.
fn take_object(object: &mut Map<String, Value>, name: &str) -> Result<Map<String, Value>> {
    match object.remove(name) {
        Some(Value::Object(members)) => Ok(members),
        _ => Err(anyhow::anyhow!("`{name}` is not an object")),
    }
}

/// Writes a line for each field.
fn push_members(text: &mut String, prefix: &str, object: &Map<String, Value>) {
    for (name, value) in object.iter().filter(|(name, _)| !PROSE_KEYS.contains(&name.as_str())) {
        text.push_str(&format!("{prefix}{name} {}\n", without_prose(value)));
    }
}

/// Writes the lines of an operation.
fn add_operation(text: &mut String, verb: &str, path: &str, operation: &Value) -> Result<()> {
    let mut operation = operation.as_object().context("an operation is an object")?.clone();
    let responses = take_object(&mut operation, "responses")?;
    let parameters = operation.remove("parameters").unwrap_or_default();
    let mut take_field = |name: &str| operation.remove(name).unwrap_or_default();
    let (id, tags, cache) = (take_field("operationId"), take_field("tags"), take_field("x-cache"));
    text.push_str(&format!("{verb} {path} {id} {tags} x-cache {cache}\n"));
    push_members(text, "  ", &operation);
    for parameter in parameters.as_array().into_iter().flatten() {
        let mut parameter = parameter.as_object().context("a parameter is an object")?.clone();
        let mut take_field = |name: &str| parameter.remove(name).unwrap_or_default();
        let (location, name) = (take_field("in"), take_field("name"));
        let (location, name) = (location.as_str().unwrap_or_default(), name.as_str().unwrap_or_default());
        text.push_str(&format!("  {location} {name} {}\n", without_prose(&parameter.into())));
    }
    let mut errors = Vec::new();
    for (status, response) in &responses {
        let reference = response.get("$ref").and_then(Value::as_str);
        if reference.and_then(|reference| reference.strip_prefix(ERROR_PREFIX)) == Some(status) {
            errors.push(status.as_str());
        } else {
            text.push_str(&format!("  {status} {}\n", without_prose(response)));
        }
    }
    text.push_str(&format!("  errors {}\n", errors.join(" ")));
    Ok(())
}

/// Returns a value without prose.
fn without_prose(value: &Value) -> Value {
    let without_prose_in = |(name, value): (&String, &Value)| (name.clone(), without_prose(value));
    match value {
        Value::Array(items) => items.iter().map(without_prose).collect(),
        Value::Object(object) => {
            let kept_members = object.iter().filter(|(name, _)| !PROSE_KEYS.contains(&name.as_str()));
            kept_members
                .map(|(name, value)| match value {
                    Value::Object(fields) if MAP_KEYS.contains(&name.as_str()) => {
                        (name.clone(), fields.iter().map(without_prose_in).collect())
                    }
                    value => (name.clone(), without_prose(value)),
                })
                .collect()
        }
        scalar => scalar.clone(),
    }
}
