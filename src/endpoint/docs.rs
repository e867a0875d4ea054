//! The table for people and for tools: the endpoint table of the README, and all of it as JSON.
//!
//! Native only: what is written here goes into files at build time and is never linked into wasm.

use super::{Endpoint, Generation, V2, V3};
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
    for row in rows() {
        let page =
            row.page.map(|page| format!(" {}, at most {}", page.default, page.max)).unwrap_or_default();
        table.push_str(&format!(
            "| {} | {} | `{}` | {} |{page} |\n",
            row.generation.as_str(),
            row.verb.as_str(),
            row.path,
            row.title.as_str(),
        ));
    }
    table
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
    let rows: Vec<_> = rows().map(|row| Row { name: row.name(), row }).collect();
    // Strings, numbers and flags only: there is nothing in a row that serde_json cannot write.
    serde_json::to_string(&rows).unwrap_or_default()
}

/// The methods of a client as TypeScript: interfaces `V2` and `V3`, a slash of a path being a dot.
///
/// ```
/// use ton_edge::endpoint::docs::typescript;
/// assert!(typescript().contains("    /** NFT items. `/api/v3/nft/items` */\n    items: PagedMethod;\n"));
/// ```
#[must_use]
pub fn typescript() -> String {
    let mut text = String::from("import type { Method, PagedMethod } from \"../client.js\";\n");
    for generation in [Generation::V2, Generation::V3] {
        text.push_str(&format!("\nexport interface {} {{\n", generation.as_str().to_ascii_uppercase()));
        members(&mut text, generation, "", 1);
        text.push_str("}\n");
    }
    text
}

/// Methods and folders directly below a path prefix, in the order of the table.
fn members(text: &mut String, generation: Generation, prefix: &str, depth: usize) {
    let indent = "  ".repeat(depth);
    let mut done: Vec<&str> = Vec::new();
    for row in generation.rows() {
        let Some(below) = row.name().strip_prefix(prefix) else { continue };
        let (name, deeper) = below.split_once('/').map_or((below, false), |(folder, _)| (folder, true));
        // `decode` has two rows and one method; a folder has many.
        if done.contains(&name) {
            continue;
        }
        done.push(name);
        if deeper {
            text.push_str(&format!("{indent}{name}: {{\n"));
            members(text, generation, &format!("{prefix}{name}/"), depth + 1);
            text.push_str(&format!("{indent}}};\n"));
        } else {
            let of = generation.as_str();
            let method =
                if row.live_page.is_some_and(|live| !live.id.is_empty()) { "PagedMethod" } else { "Method" };
            text.push_str(&format!(
                "{indent}/** {}. `/api/{of}{}` */\n{indent}{name}: {method};\n",
                row.title.as_str(),
                row.path
            ));
        }
    }
}

/// A row with its name, which is not stored because the path tells it.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    #[serde(flatten)]
    row: &'static Endpoint,
}

fn rows() -> impl Iterator<Item = &'static Endpoint> {
    V2.iter().chain(V3)
}
