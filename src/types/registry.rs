//! Lists the types of a generation, finds one by its name, and writes their JSON Schema.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use super::descriptor::{SCHEMAS, Type};
use super::{v2, v3};
use crate::endpoint::Generation;

/// Returns all types of a generation, in groups.
const fn groups(generation: Generation) -> &'static [&'static [Type]] {
    match generation {
        Generation::V2 => v2::GROUPS,
        Generation::V3 => v3::GROUPS,
    }
}

/// Returns all types of a generation.
pub fn all(generation: Generation) -> impl Iterator<Item = &'static Type> {
    groups(generation).iter().copied().flatten()
}

/// Returns the names of all types of a generation.
///
/// ```
/// use ton_edge::{endpoint::Generation, types::names};
/// assert!(names(Generation::V3).contains(&"TransactionsResponse"));
/// ```
#[must_use]
pub fn names(generation: Generation) -> Vec<&'static str> {
    all(generation).map(|descriptor| descriptor.name).collect()
}

/// Finds the type with a name.
#[must_use]
pub fn find(generation: Generation, name: &str) -> Option<&'static Type> {
    all(generation).find(|descriptor| descriptor.name == name)
}

/// Returns all types of a generation as JSON Schema (2020-12), by name; they refer to each other as `#/components/schemas/…`.
///
/// ```
/// use ton_edge::{endpoint::Generation, types::schemas};
/// assert_eq!(schemas(Generation::V3)["BlockId"]["properties"]["seqno"]["type"], "integer");
/// ```
#[must_use]
pub fn schemas(generation: Generation) -> Map<String, Value> {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = SCHEMAS.into();
    let mut generator = settings.into_generator();
    for descriptor in all(generation) {
        (descriptor.schema)(&mut generator);
    }
    generator.take_definitions(true)
}
