//! The list of all types: by name, as TypeScript, as JSON Schema.

use std::fmt::Debug;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};
use ts_rs::{Config, TS};

use super::{v2, v3};
use crate::endpoint::Generation;

/// One type of the interface, by what can be done with it.
#[derive(Clone, Copy, Debug)]
pub struct Type {
    /// Name, the same in Rust, TypeScript and JSON Schema.
    pub name: &'static str,
    read: fn(&Value) -> serde_json::Result<(Value, String)>,
    pub(super) docs: fn() -> Option<String>,
    pub(super) shape: fn(&Config) -> String,
    schema: fn(&mut SchemaGenerator),
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

    /// Reads a value as this type. Gives it written back, and as text for people.
    ///
    /// # Errors
    ///
    /// The value is not of this type.
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

/// All types of a generation, in groups.
const fn groups(generation: Generation) -> &'static [&'static [Type]] {
    match generation {
        Generation::V2 => v2::GROUPS,
        Generation::V3 => v3::GROUPS,
    }
}

/// All types of a generation.
pub fn all(generation: Generation) -> impl Iterator<Item = &'static Type> {
    groups(generation).iter().copied().flatten()
}

/// Names of all types of a generation.
///
/// ```
/// use ton_edge::{endpoint::Generation, types::names};
/// assert!(names(Generation::V3).contains(&"TransactionsResponse"));
/// ```
#[must_use]
pub fn names(generation: Generation) -> Vec<&'static str> {
    all(generation).map(|each| each.name).collect()
}

/// The type of that name.
#[must_use]
pub fn find(generation: Generation, name: &str) -> Option<&'static Type> {
    all(generation).find(|each| each.name == name)
}

/// Where the schemas are meant to stand, in an OpenAPI document.
const PLACE: &str = "/components/schemas";

/// Says in the schema of an object that the text of `by` chooses the shape of `member`.
pub(super) fn choose(schema: &mut Schema, by: &str, member: &str, keys: &[(&str, &str)], nullable: bool) {
    let mut rules: Vec<Value> = Vec::new();
    for pairs in keys.chunk_by(|one, next| one.0 == next.0) {
        let shapes = pairs.iter().map(|(_, shape)| json!({ "$ref": format!("#{PLACE}/{shape}") }));
        let mut shapes: Vec<Value> = shapes.chain(nullable.then(|| json!({ "type": "null" }))).collect();
        let shape = if shapes.len() == 1 { shapes.swap_remove(0) } else { json!({ "anyOf": shapes }) };
        let key = pairs.first().map_or("", |(key, _)| key);
        rules.push(json!({
            "if": { "properties": { by: { "const": key } } },
            "then": { "properties": { member: shape } },
        }));
    }
    schema.insert("allOf".into(), rules.into());
}

/// All types of a generation as JSON Schema (2020-12), by name; they refer to each other as `#/components/schemas/…`.
///
/// ```
/// use ton_edge::{endpoint::Generation, types::schemas};
/// assert_eq!(schemas(Generation::V3)["BlockId"]["properties"]["seqno"]["type"], "integer");
/// ```
#[must_use]
pub fn schemas(generation: Generation) -> Map<String, Value> {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = PLACE.into();
    let mut generator = settings.into_generator();
    for each in all(generation) {
        (each.schema)(&mut generator);
    }
    generator.take_definitions(true)
}
