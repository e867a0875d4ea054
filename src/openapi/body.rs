//! Builds request bodies: an object of the row's parameters, with the rules between them.

use super::describe::describe;
use super::value::{In, build_schema};
use crate::endpoint::{Endpoint, Generation, Op, Place, Rule, Verb};
use serde_json::{Map, Value, json};

/// Returns the name of a row's body among the schemas. No type has a dot in its name.
fn name(endpoint: &Endpoint) -> String {
    format!("{}.params", endpoint.path.trim_start_matches('/').replace('/', "."))
}

fn build_reference(endpoint: &Endpoint) -> Value {
    json!({ "$ref": format!("#/components/schemas/{}", name(endpoint)) })
}

/// Returns the request body of an operation by POST.
pub(super) fn request(endpoint: &Endpoint, example: Value) -> Value {
    json!({
        "required": true,
        "content": { "application/json": { "schema": build_reference(endpoint), "example": example } },
    })
}

/// Builds request bodies of all rows with the verb POST.
pub(super) fn build_components(generation: Generation) -> Map<String, Value> {
    let rows = generation.rows().iter().filter(|row| row.takes(Verb::Post));
    rows.map(|row| (name(row), if row.path == "/jsonRPC" { build_rpc(row) } else { build_object(row) }))
        .collect()
}

fn build_object(endpoint: &Endpoint) -> Value {
    let mut properties = Map::new();
    for param in endpoint.params.iter().filter(|param| param.place != Place::Header) {
        let mut value = build_schema(endpoint.generation, param, In::Json);
        if let Value::Object(members) = &mut value {
            members.insert(String::from("description"), json!(describe(param)));
        }
        properties.insert(String::from(param.name), value);
    }
    let required_names: Vec<_> =
        endpoint.params.iter().filter(|param| param.required).map(|param| param.name).collect();
    let mut object = Map::from_iter([
        (String::from("type"), json!("object")),
        (String::from("properties"), Value::Object(properties)),
        (String::from("additionalProperties"), json!(false)),
    ]);
    if !required_names.is_empty() {
        object.insert(String::from("required"), json!(required_names));
    }
    let rules: Vec<Value> =
        endpoint.rules.iter().filter(|rule| rule.enforced).filter_map(build_rule_schema).collect();
    if !rules.is_empty() {
        object.insert(String::from("allOf"), json!(rules));
    }
    Value::Object(object)
}

/// Converts a rule to JSON Schema, which cannot compare values: such rules are only in `x-rules`.
fn build_rule_schema(rule: &Rule) -> Option<Value> {
    let required =
        |names: &[&str]| -> Vec<Value> { names.iter().map(|name| json!({ "required": [name] })).collect() };
    let mut schema = match rule.op {
        Op::ExactlyOne(names) => json!({ "oneOf": required(names) }),
        Op::AtLeastOne(names) => json!({ "anyOf": required(names) }),
        Op::AtMostOne(names) => {
            json!({ "oneOf": required(names).into_iter().chain([json!({ "not": { "anyOf": required(names) } })]).collect::<Vec<_>>() })
        }
        Op::Together(names) => {
            let dependents = names.iter().map(|name| {
                let other_names: Vec<_> = names.iter().filter(|name_beside| *name_beside != name).collect();
                (String::from(*name), json!(other_names))
            });
            json!({ "dependentRequired": dependents.collect::<Map<_, _>>() })
        }
        Op::Requires(name, any_of) => json!({ "dependentSchemas": { name: { "anyOf": required(any_of) } } }),
        Op::SeveralNeedOne(..) | Op::Ordered(..) | Op::Cap(..) => return None,
    };
    if let Value::Object(members) = &mut schema {
        members.insert(String::from("x-rule"), json!(true));
    }
    Some(schema)
}

/// Builds the schema of a JSON-RPC call, in which the method determines the parameters.
fn build_rpc(endpoint: &Endpoint) -> Value {
    let rpc_rows = endpoint.generation.rows().iter().filter(|row| row.rpc);
    json!({ "anyOf": rpc_rows.map(|row| build_rpc_call(endpoint, row)).collect::<Vec<_>>() })
}

/// Builds the call of one method.
fn build_rpc_call(endpoint: &Endpoint, row: &Endpoint) -> Value {
    let schema_of = |name: &str| endpoint.param(name).map(describe).unwrap_or_default();
    let names: Vec<&str> = std::iter::once(row.name()).chain(row.rpc_aliases.iter().copied()).collect();
    let mut params = build_reference(row);
    if let Value::Object(members) = &mut params {
        members.insert(String::from("description"), json!(schema_of("params")));
        members.insert(String::from("x-also-accepted"), build_empty_object());
    }
    let required = row.params.iter().any(|param| param.required)
        || row.rules.iter().any(|rule| rule.enforced && needs_parameter(rule));
    json!({
        "type": "object",
        "required": if required { vec!["method", "params"] } else { vec!["method"] },
        "properties": {
            "jsonrpc": { "const": "2.0", "default": "2.0", "description": schema_of("jsonrpc"), "x-also-accepted": true },
            "id": {
                "type": ["string", "number"], "description": schema_of("id"),
                "x-also-accepted": { "type": ["boolean", "null"] },
            },
            "method": { "type": "string", "enum": names, "description": schema_of("method") },
            "params": params,
        },
    })
}

/// Returns the definition of an empty object.
fn build_empty_object() -> Value {
    json!({ "anyOf": [{ "type": "null" }, { "type": "array", "maxItems": 0 }] })
}

/// Returns whether leaving out all parameters breaks the rule.
fn needs_parameter(rule: &Rule) -> bool {
    matches!(rule.op, Op::ExactlyOne(_) | Op::AtLeastOne(_))
}
