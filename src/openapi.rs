//! Writes the OpenAPI 3.1 documents of both generations from the endpoint table and the types.
//!
//! Native only (feature `openapi`): the build writes the documents with the schemas in `pkg/generated`, so that it does
//! not compile the types. `tests/golden/openapi.txt` summarises the documents. Extensions express facts that JSON Schema
//! cannot, and a test checks that the gateway follows them:
//!
//! - `x-rules`: the rules between parameters that are enforced, as in the endpoint table;
//! - `x-also-accepted`: other forms of a value that are accepted, too; the schema itself is the form to send;
//! - `x-rule`: marks the parts of a schema that repeat `x-rules` as far as JSON Schema can.

mod body;
mod describe;
pub(crate) mod heights;
mod operation;
mod responses;
mod tags;
mod value;

use crate::endpoint::{Generation, Verb};
use crate::example::Recordings;
use crate::network::Network;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::{Map, Value, json};

/// A document with its fields in the usual order.
#[derive(Debug, Serialize)]
struct Document {
    openapi: &'static str,
    info: Value,
    #[serde(rename = "externalDocs")]
    external_docs: Value,
    servers: Value,
    tags: Vec<Value>,
    security: Value,
    #[serde(serialize_with = "serialize_in_order")]
    paths: Vec<(String, Value)>,
    components: Value,
}

/// Writes the paths in the order of the table.
fn serialize_in_order<S: Serializer>(entries: &[(String, Value)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(entries.len()))?;
    entries.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
    map.end()
}

/// Writes the document of a generation as JSON, with examples from the recordings.
///
/// ```
/// use ton_edge::{endpoint::Generation, example::Recordings, openapi};
/// let text = openapi::json(Generation::V3, &Recordings::default());
/// assert!(text.starts_with(r#"{"openapi":"3.1.0""#));
/// assert!(text.contains(r#""operationId":"jettonWallets""#));
/// ```
#[cfg(feature = "schema")]
#[must_use]
pub fn json(generation: Generation, recordings: &Recordings) -> String {
    with_schemas(generation, recordings, crate::types::schemas(generation))
}

/// Writes the document with the given schemas of the generation's types, as `types::schemas` makes them.
#[must_use]
pub fn with_schemas(generation: Generation, recordings: &Recordings, schemas: Map<String, Value>) -> String {
    let paths = build_paths(generation, recordings);
    let mut components = build_components(generation, schemas);
    keep_referenced(&mut components, &paths);
    let document = Document {
        openapi: "3.1.0",
        info: build_info(generation),
        external_docs: json!({
            "description": "The service's own documentation.",
            "url": "https://docs.ton.org/ecosystem/api/toncenter/introduction",
        }),
        servers: build_servers(generation),
        tags: tags::build_tags(generation),
        // Without an API key, or with one in the header or the query.
        security: json!([{}, { "keyInHeader": [] }, { "keyInQuery": [] }]),
        paths,
        components,
    };
    // Never fails: the document has only texts, numbers and flags.
    serde_json::to_string(&document).unwrap_or_default() + "\n"
}

fn build_info(generation: Generation) -> Value {
    let (role, version) = match generation {
        Generation::V2 => (
            "Not indexed: results come from the nodes. Reads blocks, accounts and transactions, runs get-methods, sends messages.",
            "2.1",
        ),
        Generation::V3 => (
            "Indexed: history, filtered searches over several accounts, decoded data of jettons, NFTs and actions.",
            "3",
        ),
    };
    let name = generation.as_str();
    json!({
        "title": format!("TON access service, {name}"),
        "version": version,
        "summary": role,
        "description": format!(
            "{role}\n\nWithout an API key, 1 request per second is allowed. An API key is valid for one network. A ton-edge gateway serves \
             the same requests under `/api/{name}`; behaviour of the gateway alone is marked so. It leaves out parameters \
             that an operation does not have, and names them in `X-Ton-Edge-Ignored`; in its strict mode it refuses them."
        ),
        "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
    })
}

fn build_servers(generation: Generation) -> Value {
    let name = generation.as_str();
    let server = |network: Network| {
        json!({
            "url": format!("{}/api/{name}", network.base_url()),
            "description": match network {
                Network::Mainnet => "Main network.",
                Network::Testnet => "Test network.",
            },
        })
    };
    let mut servers = Network::ALL.map(server).to_vec();
    // Last, because this URL does not work in a document that is read from a file.
    servers.push(
        json!({ "url": format!("/api/{name}"), "description": "The gateway that this document comes from." }),
    );
    servers.into()
}

/// Builds every path with its operations; aliases of an operation are separate paths.
fn build_paths(generation: Generation, recordings: &Recordings) -> Vec<(String, Value)> {
    let mut paths: Vec<(String, Map<String, Value>)> = Vec::new();
    for row in generation.rows() {
        for path in std::iter::once(&row.path).chain(row.aliases) {
            for verb in [Verb::Get, Verb::Post].into_iter().filter(|verb| row.takes(*verb)) {
                let operation_object = operation::build_operation(row, path, verb, recordings);
                let method = verb.as_str().to_ascii_lowercase();
                match paths.iter_mut().find(|(listed, _)| listed == path) {
                    Some((_, item)) => drop(item.insert(method, operation_object)),
                    None => paths.push((String::from(*path), Map::from_iter([(method, operation_object)]))),
                }
            }
        }
    }
    paths.into_iter().map(|(path, item)| (path, Value::Object(item))).collect()
}

/// Removes the schemas that nothing refers to, such as types of requests whose parameters are in the URL: a generator of clients would make a type
/// of each.
fn keep_referenced(components: &mut Value, paths: &[(String, Value)]) {
    let Some(mut schemas) = components.get_mut("schemas").map(Value::take) else { return };
    let mut names = Vec::new();
    collect_references(components, &mut names);
    paths.iter().for_each(|(_, path)| collect_references(path, &mut names));
    let mut kept_schemas = Map::new();
    while let Some(name) = names.pop() {
        if let Some(schema) = schemas.as_object_mut().and_then(|schemas| schemas.remove(&name)) {
            collect_references(&schema, &mut names);
            kept_schemas.insert(name, schema);
        }
    }
    kept_schemas.sort_keys();
    if let Value::Object(fields) = components {
        fields.insert(String::from("schemas"), kept_schemas.into());
    }
}

/// Adds the names of the schemas that a part of the document refers to.
fn collect_references(part: &Value, names: &mut Vec<String>) {
    match part {
        Value::Object(fields) => {
            let reference = fields.get("$ref").and_then(Value::as_str);
            names.extend(
                reference.and_then(|path| path.strip_prefix("#/components/schemas/")).map(String::from),
            );
            fields.values().for_each(|value| collect_references(value, names));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_references(item, names)),
        _ => {}
    }
}

fn build_components(generation: Generation, mut schemas: Map<String, Value>) -> Value {
    schemas.insert(String::from("Problem"), responses::build_problem());
    schemas.extend(body::build_components(generation));
    let mut headers = Map::from_iter([(
        String::from("Retry-After"),
        json!({
            "description": "Seconds to wait, or a date. Not every server sends it.",
            "schema": { "type": "string" },
        }),
    )]);
    heights::add_headers(&mut headers);
    json!({
        "schemas": schemas,
        "responses": responses::build_components(generation),
        "parameters": heights::build_parameters(),
        "headers": headers,
        "securitySchemes": {
            "keyInHeader": {
                "type": "apiKey", "in": "header", "name": "X-API-Key",
                "description": "API key, bound to one network.",
            },
            "keyInQuery": {
                "type": "apiKey", "in": "query", "name": "api_key",
                "description": "The same key in the URL, which servers write to logs: prefer the header.",
            },
        },
    })
}
