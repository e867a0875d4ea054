//! The descriptor of a type: how to read it, and its TypeScript and JSON Schema. Each module of types has a list of them.

use std::fmt::Debug;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use ts_rs::{Config, TS};

/// One type of a request or response. It reads values of the type and describes the type.
#[derive(Clone, Copy, Debug)]
pub struct Type {
    /// The name of the type, the same in Rust, TypeScript and JSON Schema.
    pub name: &'static str,
    read: fn(&Value) -> serde_json::Result<(Value, String)>,
    pub(super) docs: fn() -> Option<String>,
    pub(super) shape: fn(&Config) -> String,
    pub(super) schema: fn(&mut SchemaGenerator),
}

impl Type {
    pub(super) const fn of<T: Serialize + DeserializeOwned + Debug + TS + JsonSchema>(
        name: &'static str,
    ) -> Self {
        Self {
            name,
            read: |value| {
                let read: T = serde_json::from_value(value.clone())?;
                Ok((serde_json::to_value(&read)?, format!("{read:?}")))
            },
            docs: T::docs,
            shape: T::inline,
            schema: |generator| {
                generator.subschema_for::<T>();
            },
        }
    }

    /// Reads a value as this type. Returns the value written back as JSON, and its debug text.
    ///
    /// # Errors
    ///
    /// If the value is not of this type.
    pub fn read(&self, value: &Value) -> serde_json::Result<(Value, String)> {
        (self.read)(value)
    }
}

macro_rules! types {
    ($($name:ident),+ $(,)?) => {
        &[$(Type::of::<$name>(stringify!($name))),+]
    };
}
pub(super) use types;

/// The JSON pointer of the schemas in an OpenAPI document.
pub(super) const SCHEMAS: &str = "/components/schemas";

/// Adds to the schema of an object that the text of the field `by` decides the type of `field`.
pub(super) fn choose(schema: &mut Schema, by: &str, field: &str, keys: &[(&str, &str)], nullable: bool) {
    let mut rules: Vec<Value> = Vec::new();
    for pairs in keys.chunk_by(|one, next| one.0 == next.0) {
        let shapes = pairs.iter().map(|(_, shape)| json!({ "$ref": format!("#{SCHEMAS}/{shape}") }));
        let mut shapes: Vec<Value> = shapes.chain(nullable.then(|| json!({ "type": "null" }))).collect();
        let shape = if shapes.len() == 1 { shapes.swap_remove(0) } else { json!({ "anyOf": shapes }) };
        let key = pairs.first().map_or("", |(key, _)| key);
        rules.push(json!({
            "if": { "properties": { by: { "const": key } } },
            "then": { "properties": { field: shape } },
        }));
    }
    schema.insert("allOf".into(), rules.into());
}

/// Removes `null` from the schema of a field that may be absent, but not `null`.
pub(super) fn forbid_null(schema: &mut Schema) {
    let is_null = |schema: &Value| schema == "null" || schema.get("type").is_some_and(|kind| kind == "null");
    for name in ["type", "anyOf", "enum"] {
        let Some(Value::Array(list)) = schema.get_mut(name) else { continue };
        list.retain(|item| !is_null(item) && !item.is_null());
        if list.len() > 1 {
            continue;
        }
        match (name, list.pop()) {
            ("type", Some(only)) => {
                schema.insert(name.into(), only);
            }
            ("anyOf", Some(Value::Object(only))) => {
                schema.remove(name);
                for (key, value) in only {
                    schema.insert(key, value);
                }
            }
            (_, Some(only)) => {
                schema.insert(name.into(), Value::Array(vec![only]));
            }
            (_, None) => {}
        }
    }
}
