//! Writes the operations as TypeScript: their parameters and results, and the methods of a client.

use crate::endpoint::{Endpoint, Generation};

/// The result of an operation. `i256str`, `string` and `any` in a row are names of TON Center's documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultType {
    /// A type of the generation.
    Type(&'static str),
    /// A list of a type of the generation.
    List(&'static str),
    /// A whole number as decimal text; the server in Python sends the number 0 for an empty account.
    Integer,
    /// A text.
    Text,
    /// The result of whichever method was called.
    Any,
}

impl ResultType {
    /// Returns the result of a row.
    #[must_use]
    pub fn of(row: &Endpoint) -> Self {
        match row.result.as_str() {
            "i256str" => Self::Integer,
            "string" => Self::Text,
            "any" => Self::Any,
            result => result.strip_suffix("[]").map_or(Self::Type(result), Self::List),
        }
    }

    /// Writes the type as TypeScript, for a module other than that of its generation.
    #[must_use]
    pub fn typescript(self, generation: Generation) -> String {
        let module = generation.as_str();
        match self {
            Self::Type(name) => format!("{module}.{name}"),
            Self::List(name) => format!("{module}.{name}[]"),
            Self::Integer => format!("{module}.Integer"),
            Self::Text => "string".into(),
            Self::Any => "unknown".into(),
        }
    }
}

const HEAD: &str = "\
// The operations of the endpoint table. Generated from it: edit the table.\n\
\n\
import type { Method, PagedMethod } from \"../client.js\";\n\
import type * as v2 from \"./v2.js\";\n\
import type * as v3 from \"./v3.js\";\n";

/// Writes the operations as a `.d.ts`: parameters and results by path, and the methods of a client as `V2` and `V3`, in
/// which a slash of a path is a dot.
///
/// ```
/// let text = ton_edge::types::operations();
/// assert!(text.contains("    \"jetton/wallets\": { params: v3.JettonWalletsRequest; result: v3.JettonWalletsResponse };\n"));
/// ```
#[must_use]
pub fn operations() -> String {
    let mut text = String::from(HEAD);
    text.push_str("\n/** Parameters and result of every operation, by generation and path. */\n");
    text.push_str("export interface Operations {\n");
    for generation in [Generation::V2, Generation::V3] {
        text.push_str(&format!("  {}: {{\n", generation.as_str()));
        write_by_path(&mut text, generation);
        text.push_str("  };\n");
    }
    text.push_str("}\n");
    for generation in [Generation::V2, Generation::V3] {
        let name = generation.as_str();
        text.push_str(&format!("\n/** The methods of {name}. */\n"));
        text.push_str(&format!("export interface {} {{\n", name.to_ascii_uppercase()));
        write_methods(&mut text, generation, "", 1);
        text.push_str("}\n");
    }
    text
}

fn write_by_path(text: &mut String, generation: Generation) {
    let mut last = "";
    for row in generation.rows() {
        // `decode` has two rows with the same parameters and result.
        if row.path == last {
            continue;
        }
        last = row.path;
        for path in std::iter::once(&row.path).chain(row.aliases) {
            text.push_str(&format!(
                "    \"{}\": {{ params: {}.{}; result: {} }};\n",
                path.trim_start_matches('/'),
                generation.as_str(),
                row.request(),
                ResultType::of(row).typescript(generation),
            ));
        }
    }
}

/// Writes methods and folders directly below a path prefix, in the order of the table.
fn write_methods(text: &mut String, generation: Generation, prefix: &str, depth: usize) {
    let indent = "  ".repeat(depth);
    let mut written_names: Vec<&str> = Vec::new();
    for row in generation.rows() {
        let Some(name_below) = row.name().strip_prefix(prefix) else { continue };
        let (name, deeper) =
            name_below.split_once('/').map_or((name_below, false), |(folder, _)| (folder, true));
        // A name can repeat: `decode` has two rows, a folder has many. `jsonRpc(method, params)` in `client.d.ts` is the method for `jsonRPC`.
        if written_names.contains(&name) || name == "jsonRPC" {
            continue;
        }
        written_names.push(name);
        if deeper {
            text.push_str(&format!("{indent}{name}: {{\n"));
            write_methods(text, generation, &format!("{prefix}{name}/"), depth + 1);
            text.push_str(&format!("{indent}}};\n"));
        } else {
            write_docs(text, row, &indent);
            text.push_str(&format!("{indent}{name}: {};\n", write_method(row)));
        }
    }
}

fn write_method(row: &Endpoint) -> String {
    let generation = row.generation;
    let params = format!("{}.{}", generation.as_str(), row.request());
    let result = ResultType::of(row).typescript(generation);
    match row.live_page.filter(|_| row.is_paged()) {
        None => format!("Method<{params}, {result}>"),
        Some(page) => {
            // Some servers send `null` for no rows.
            let rows = page.rows.map(|member| format!("NonNullable<{result}[\"{member}\"]>"));
            format!("PagedMethod<{params}, {result}, {}[number]>", rows.unwrap_or_else(|| result.clone()))
        }
    }
}

/// Writes the TSDoc of a method with its parameters as tags, all of which an editor shows.
fn write_docs(text: &mut String, row: &Endpoint, indent: &str) {
    let mut lines = row.says();
    if !row.params.is_empty() {
        lines.push(String::new());
    }
    for param in row.params {
        lines.push(format!("@param params.{} - {}", param.name, param.says(row.generation).join(" ")));
    }
    text.push_str(&format!("{indent}/**\n"));
    for line in lines {
        text.push_str(format!("{indent} * {}", line.replace("*/", "*\\/")).trim_end());
        text.push('\n');
    }
    text.push_str(&format!("{indent} */\n"));
}
