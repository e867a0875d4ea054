//! Builds the OpenAPI object of an operation and a verb.

use super::describe::describe;
use super::value::{In, build_schema};
use super::{body, heights, responses};
use crate::endpoint::{Endpoint, Param, Place, Verb};
use crate::example::Recordings;
use serde_json::{Map, Value, json};

/// Builds the operation object of a row under one of its paths.
pub(super) fn build_operation(
    endpoint: &'static Endpoint,
    path: &str,
    verb: Verb,
    recordings: &Recordings,
) -> Value {
    let mut args = recordings.args(endpoint);
    let mut members = Map::new();
    let mut set_field = |name: &str, value: Value| members.insert(String::from(name), value);
    set_field("operationId", json!(build_id(endpoint, path, verb)));
    set_field("tags", json!([endpoint.category]));
    set_field("summary", json!(endpoint.title));
    set_field("description", json!(write_description(endpoint)));
    let is_listed = |param: &&Param| param.place == Place::Header || verb == Verb::Get;
    let mut parameters: Vec<Value> = endpoint
        .params
        .iter()
        .filter(is_listed)
        .map(|param| build_parameter(endpoint, param, args.remove(param.name)))
        .collect();
    if heights::has_height(endpoint) {
        parameters.extend(heights::parameters(endpoint));
    }
    if !parameters.is_empty() {
        set_field("parameters", json!(parameters));
    }
    if verb == Verb::Post {
        set_field("requestBody", body::request(endpoint, json!(args)));
    }
    let rules: Vec<_> = endpoint.rules.iter().filter(|rule| rule.enforced).collect();
    if !rules.is_empty() {
        set_field("x-rules", json!(rules));
    }
    set_field("x-cache", json!(endpoint.cache));
    set_field("responses", responses::build_responses(endpoint, verb, recordings));
    Value::Object(members)
}

/// Makes the id: the path in camel case, and `Post` if GET is the usual verb.
fn build_id(endpoint: &Endpoint, path: &str, verb: Verb) -> String {
    let mut id = String::new();
    for part in path.split('/').filter(|part| !part.is_empty()) {
        let mut letters = part.chars();
        match letters.next() {
            Some(first) if !id.is_empty() => id.push(first.to_ascii_uppercase()),
            Some(first) => id.push(first),
            None => {}
        }
        id.push_str(letters.as_str());
    }
    let get = endpoint.takes(Verb::Get)
        || crate::endpoint::find::by_path(endpoint.generation, Verb::Get, path).is_some();
    if verb == Verb::Post && get {
        id.push_str("Post");
    }
    id
}

/// Writes the sentence about the result, then the notes as a list.
fn write_description(endpoint: &Endpoint) -> String {
    let mut text = String::from(endpoint.doc.as_str());
    let notes: Vec<&str> = endpoint.remarks().collect();
    if !notes.is_empty() {
        text.push_str("\n\nNotes:\n");
        notes.iter().for_each(|note| text.push_str(&format!("\n- {note}")));
    }
    text
}

fn build_parameter(endpoint: &Endpoint, param: &Param, example: Option<Value>) -> Value {
    let mut members = Map::new();
    let mut set_field = |name: &str, value: Value| members.insert(String::from(name), value);
    set_field("name", json!(param.name));
    set_field("in", json!(if param.place == Place::Header { "header" } else { "query" }));
    set_field("description", json!(describe(param)));
    if param.required {
        set_field("required", json!(true));
    }
    if param.array {
        set_field("style", json!("form"));
        set_field("explode", json!(true));
    }
    set_field("schema", build_schema(endpoint.generation, param, In::Text));
    if let Some(example) = example {
        set_field("example", example);
    }
    Value::Object(members)
}
