//! The headers of a gateway about the height of a response, the masterchain block that it shows.

use crate::endpoint::Endpoint;
use serde_json::{Map, Value, json};

/// The request headers by which a caller requires a height, and their meanings.
const REQUIREMENTS: [(&str, &str); 2] = [
    (
        "X-Ton-Edge-Min-Seqno",
        "For a gateway: the seqno of a masterchain block. The response must show this block or a later one. If no upstream reaches \
         this block in time, the response is 503 `behind`.",
    ),
    (
        "X-Ton-Edge-Min-Lt",
        "For a gateway: the logical time of a transaction, which orders the transactions of an account. The response must show this \
         transaction of the account or a later one. Only reads of one account whose response shows the account's last transaction accept \
         this header; others respond with 422. If no upstream shows the transaction in time, the response is 503 `behind`.",
    ),
];

/// The response headers with their meanings.
const HEADERS: [(&str, &str); 2] = [
    (
        "X-Ton-Edge-Seqno",
        "From a gateway: the seqno of a masterchain block. The response shows this block or a later one. The header is absent if the \
         gateway does not know the block.",
    ),
    (
        "X-Ton-Edge-Behind",
        "From a gateway: the number of blocks by which the response is behind the newest known block. The header is present only if \
         this number is above the gateway's setting `maxBehindBlocks`, because no upstream with a newer block could respond.",
    ),
];

/// Returns the names and meanings of all headers, for the reference.
pub(crate) fn list() -> impl Iterator<Item = (&'static str, &'static str)> {
    REQUIREMENTS.into_iter().chain(HEADERS)
}

/// Returns whether responses of an operation have a height: all but those of operations that write.
pub(super) fn has_height(endpoint: &Endpoint) -> bool {
    endpoint.idempotent && !endpoint.side_effect
}

/// Returns references to the request headers of an operation.
pub(super) fn parameters(endpoint: &Endpoint) -> impl Iterator<Item = Value> {
    let count = if endpoint.last_lt.as_str().is_empty() { 1 } else { 2 };
    REQUIREMENTS
        .iter()
        .take(count)
        .map(|(name, ..)| json!({ "$ref": format!("#/components/parameters/{name}") }))
}

/// Returns references to the response headers.
pub(super) fn headers() -> Value {
    let reference = |name: &str| json!({ "$ref": format!("#/components/headers/{name}") });
    HEADERS.iter().map(|(name, _)| (String::from(*name), reference(name))).collect::<Map<_, _>>().into()
}

/// Builds the components of the request headers.
pub(super) fn build_parameters() -> Value {
    // A logical time is a string, as in the parameters of operations: many languages have no integer for it.
    let schemas = [
        json!({ "type": "integer", "minimum": 0, "maximum": 999_999_999 }),
        json!({ "type": "string", "pattern": "^[0-9]{1,19}$" }),
    ];
    let component = |((name, description), schema): (&(&str, &str), Value)| {
        let parameter = json!({ "name": name, "in": "header", "description": description, "schema": schema });
        (String::from(*name), parameter)
    };
    REQUIREMENTS.iter().zip(schemas).map(component).collect::<Map<_, _>>().into()
}

/// Adds the components of the response headers.
pub(super) fn add_headers(headers: &mut Map<String, Value>) {
    headers.extend(HEADERS.iter().map(|(name, meaning)| {
        let header = json!({ "description": meaning, "schema": { "type": "integer", "minimum": 0 } });
        (String::from(*name), header)
    }));
}
