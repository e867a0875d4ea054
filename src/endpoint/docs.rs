//! The table for people and for tools: the endpoint table of the README, and all of it as JSON.
//!
//! Native only: what is written here goes into files at build time and is never linked into wasm.

use super::{Endpoint, V2, V3};
use serde::Serialize;

/// The endpoint table of the README.
///
/// ```
/// use ton_edge::endpoint::docs::markdown_table;
/// assert!(markdown_table().contains("| v3 | GET | `/transactions` | Transactions | 10, at most 1000 |\n"));
/// ```
#[must_use]
pub fn markdown_table() -> String {
    let mut table = String::from("| | Verb | Path | Purpose | Rows of a page |\n|---|---|---|---|---|\n");
    for row in all_rows() {
        let page = row.live_page.filter(|_| row.is_paged()).map_or_else(String::new, |live| {
            let (default, max) = row.page.map_or((live.default, live.max), |page| (page.default, page.max));
            format!(" {default}, at most {max}")
        });
        table.push_str(&format!(
            "| {} | {} | `{}` | {} |{page} |\n",
            row.generation.as_str(),
            row.verb.as_str(),
            row.path,
            write_title(row),
        ));
    }
    table
}

/// The title in a list of all operations, where those beyond the specification are marked.
pub(crate) fn write_title(row: &Endpoint) -> String {
    let mark = if row.beyond_specification { " (beyond the specification)" } else { "" };
    format!("{}{mark}", row.title.as_str())
}

/// The whole table as a JSON array of rows, what is false, empty or absent left out.
///
/// Names of members are ours and in camelCase; names of parameters and of row members are the wire's.
///
/// ```
/// use ton_edge::endpoint::docs::json;
/// assert!(json().starts_with(r#"[{"name":"getAddressInformation","generation":"v2","verb":"GET","#));
/// ```
#[must_use]
pub fn json() -> String {
    let rows: Vec<_> = all_rows().map(|row| Row { name: row.name(), row, request: row.request() }).collect();
    // Strings, numbers and flags only: there is nothing in a row that serde_json cannot write.
    serde_json::to_string(&rows).unwrap_or_default()
}

/// A row with its name and that of its request, which are not stored because the path tells them.
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
