//! Writes the endpoint table for tools, as JSON.
//!
//! Native only: the build writes the results into files, and no wasm module contains this code.

use super::{Endpoint, V2, V3};
use serde::Serialize;

/// Writes the whole table as a JSON array of rows, without members that are false, empty or absent.
///
/// Names of members are in camelCase and belong to this package; names of parameters and of fields of rows are those of the service.
///
/// ```
/// use ton_edge::endpoint::docs::json;
/// assert!(json().starts_with(r#"[{"name":"getAddressInformation","generation":"v2","verb":"GET","#));
/// ```
#[must_use]
pub fn json() -> String {
    let rows: Vec<_> = all_rows().map(|row| Row { name: row.name(), row, request: row.request() }).collect();
    // Never fails: a row has only strings, numbers and flags.
    serde_json::to_string(&rows).unwrap_or_default()
}

/// A row with its name and that of its request; neither is stored, because both follow from the path.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    #[serde(flatten)]
    row: &'static Endpoint,
    request: String,
}

fn all_rows() -> impl Iterator<Item = &'static Endpoint> {
    V2.iter().chain(V3)
}
