//! `tests/golden/openapi.txt`: the OpenAPI documents in short, for review. It has a line for each operation, parameter, response and field, and
//! leaves out prose, examples and the schemas of types: the table, `tests/golden/devnet-answers.json` and `pkg/generated/schemas-*.json` have them.

use anyhow::{Context as _, Result};
use serde_json::{Map, Value};
use ton_edge::endpoint::Generation::{V2, V3};
use ton_edge::example::Recordings;
use ton_edge::openapi;

/// Members for people.
const PROSE: [&str; 5] = ["description", "example", "examples", "externalDocs", "summary"];
/// Objects whose members have names of their own.
const NAMED: [&str; 2] = ["properties", "dependentRequired"];
/// The reference to the response of an error.
const ERRORS: &str = "#/components/responses/";

/// Both documents.
pub(super) fn summary(recordings: &Recordings) -> Result<String> {
    let mut text = String::new();
    for generation in [V2, V3] {
        let mut document: Map<String, Value> = serde_json::from_str(&openapi::json(generation, recordings))?;
        let mut take = |name: &str| taken(&mut document, name);
        let (paths, mut components) = (take("paths")?, take("components")?);
        text.push_str(&format!("{}\n", generation.as_str()));
        members(&mut text, "", &document);
        for (path, item) in &paths {
            for (verb, operation) in item.as_object().context("a path is an object")? {
                let verb = verb.to_uppercase();
                add_operation(&mut text, &verb, path, operation).with_context(|| format!("{verb} {path}"))?;
            }
        }
        let schemas = taken(&mut components, "schemas")?;
        for (name, schema) in &schemas {
            if name.ends_with(".params") || name == "Problem" {
                let mut schema = schema.as_object().context("a schema is an object")?.clone();
                let fields = taken(&mut schema, "properties").unwrap_or_default();
                text.push_str(&format!("schema {name} {}\n", plain(&schema.into())));
                members(&mut text, "  ", &fields);
            }
        }
        for (kind, all) in &components {
            members(&mut text, &format!("{kind} "), all.as_object().context("components are objects")?);
        }
    }
    Ok(text)
}

/// Removes a member that is an object.
fn taken(object: &mut Map<String, Value>, name: &str) -> Result<Map<String, Value>> {
    match object.remove(name) {
        Some(Value::Object(members)) => Ok(members),
        _ => Err(anyhow::anyhow!("`{name}` is not an object")),
    }
}

/// A line for each member.
fn members(text: &mut String, before: &str, object: &Map<String, Value>) {
    for (name, value) in object.iter().filter(|(name, _)| !PROSE.contains(&name.as_str())) {
        text.push_str(&format!("{before}{name} {}\n", plain(value)));
    }
}

/// The lines of an operation.
fn add_operation(text: &mut String, verb: &str, path: &str, operation: &Value) -> Result<()> {
    let mut operation = operation.as_object().context("an operation is an object")?.clone();
    let responses = taken(&mut operation, "responses")?;
    let parameters = operation.remove("parameters").unwrap_or_default();
    let mut part = |name: &str| operation.remove(name).unwrap_or_default();
    let (id, tags, cache) = (part("operationId"), part("tags"), part("x-cache"));
    text.push_str(&format!("{verb} {path} {id} {tags} x-cache {cache}\n"));
    members(text, "  ", &operation);
    for parameter in parameters.as_array().into_iter().flatten() {
        let mut parameter = parameter.as_object().context("a parameter is an object")?.clone();
        let mut part = |name: &str| parameter.remove(name).unwrap_or_default();
        let (place, name) = (part("in"), part("name"));
        let (place, name) = (place.as_str().unwrap_or_default(), name.as_str().unwrap_or_default());
        text.push_str(&format!("  {place} {name} {}\n", plain(&parameter.into())));
    }
    let mut errors = Vec::new();
    for (status, response) in &responses {
        let reference = response.get("$ref").and_then(Value::as_str);
        if reference.and_then(|reference| reference.strip_prefix(ERRORS)) == Some(status) {
            errors.push(status.as_str());
        } else {
            text.push_str(&format!("  {status} {}\n", plain(response)));
        }
    }
    text.push_str(&format!("  errors {}\n", errors.join(" ")));
    Ok(())
}

/// A value without prose.
fn plain(value: &Value) -> Value {
    let whole = |(name, value): (&String, &Value)| (name.clone(), plain(value));
    match value {
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(object) => {
            let kept = object.iter().filter(|(name, _)| !PROSE.contains(&name.as_str()));
            kept.map(|(name, value)| match value {
                Value::Object(fields) if NAMED.contains(&name.as_str()) => {
                    (name.clone(), fields.iter().map(whole).collect())
                }
                value => (name.clone(), plain(value)),
            })
            .collect()
        }
        scalar => scalar.clone(),
    }
}
