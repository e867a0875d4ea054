//! Writes the reference, every operation and every type as Markdown, from the endpoint table, the types and the recordings.
//!
//! Native only (feature `types`). `tests/core/reference.rs` compares the result with `docs/reference`.

mod call;
mod operation;
mod response;
mod types;
mod words;

pub use words::final_when;

use crate::endpoint::{Endpoint, Generation};
use crate::example::Recordings;
use crate::openapi::heights;

/// One file in `docs/reference`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The path of the file: `v3/jettons.md`.
    pub path: String,
    /// The text as Markdown.
    pub text: String,
}

/// Returns all pages.
///
/// ```
/// use ton_edge::{example::Recordings, reference};
/// let pages = reference::pages(&Recordings::default());
/// let jettons = pages.iter().find(|page| page.path == "v3/jettons.md").unwrap();
/// assert!(jettons.text.contains("`GET /api/v3/jetton/wallets`"));
/// ```
#[must_use]
pub fn pages(recordings: &Recordings) -> Vec<Page> {
    let mut pages = vec![Page { path: String::from("README.md"), text: index() }];
    for generation in [Generation::V2, Generation::V3] {
        let folder = generation.as_str();
        for category in list_categories(generation) {
            let path = format!("{folder}/{}.md", write_slug(category));
            pages.push(Page { path, text: write_page(generation, category, recordings) });
        }
        pages.extend(types::write_pages(generation));
    }
    pages
}

/// Lists categories of a generation, in the order of the specification.
fn list_categories(generation: Generation) -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for row in generation.rows() {
        if !names.contains(&row.category.as_str()) {
            names.push(row.category.as_str());
        }
    }
    names
}

/// Returns the anchor of a heading, as GitHub makes it.
fn write_slug(heading: &str) -> String {
    let slug_characters = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    slug_characters.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// The first lines of every page, which say that it is generated.
const GENERATED_NOTE: &str =
    "<!-- Generated from the endpoint table and the types by `cargo xtask generate`; do not edit. -->\n\n";

fn index() -> String {
    let mut text = format!(
        "{GENERATED_NOTE}# Reference\n\n\
         The reference lists every operation of the TON Center HTTP API with its parameters, the type of its result, and an \
         example that was run. In the examples, a gateway listens on `localhost:8080` (`npx ton-edge gateway` starts \
         it), and `ton-edge` is the npm package.\n\n\
         The line above each response says where the response was recorded: at a server with TON Center's software, or at the \
         local chain for tests, the [devnet](../devnet.md). In a response, `…` marks omitted parts. `C++` and \
         `Python` are the two servers that implement v2; the hosted service runs the server in C++. *Beyond the \
         specification* marks an operation that servers have but TON Center's specification lacks.\n\n\
         Programs can read the operations as OpenAPI 3.1 (`ton-edge/openapi/v2.json` and `ton-edge/openapi/v3.json`), \
         or as the endpoint table of the npm package (`ton-edge/endpoints`).\n\n\
         All operations that only read have headers for [reads after writes](../reads-after-writes.md), which make \
         sure that a read shows what an earlier write has changed. By these headers, a request says how new its \
         response must be, and a response says how new it is. In these headers, a block of the masterchain, the chain of \
         TON that orders the blocks of all other chains, is named by its number (seqno). Only gateways know these \
         headers: TON Center ignores them in requests, and does not send them.\n\n\
         | Header | Meaning |\n|---|---|\n"
    );
    for (name, meaning) in heights::list() {
        text.push_str(&format!("| `{name}` | {meaning} |\n"));
    }
    for generation in [Generation::V2, Generation::V3] {
        let name = generation.as_str();
        text.push_str(&format!(
            "\n## {name}\n\n[The types of the results]({name}/types.md) are on a page of their own.\n\n"
        ));
        text.push_str("| | Operation | Verb and path |\n|---|---|---|\n");
        let mut last_category = "";
        for row in generation.rows() {
            let category = row.category.as_str();
            let heading = if category == last_category { "" } else { category };
            last_category = category;
            text.push_str(&format!(
                "| {heading} | [{}]({name}/{}.md#{}) | `{} /api/{name}{}` |\n",
                write_title(row),
                write_slug(category),
                write_slug(&operation::write_heading(row)),
                row.verb.as_str(),
                row.path
            ));
        }
    }
    text
}

/// Writes the title for the list of all operations, with a mark if the specification does not have the operation.
fn write_title(row: &Endpoint) -> String {
    let specification_mark = if row.beyond_specification { " (beyond the specification)" } else { "" };
    format!("{}{specification_mark}", row.title.as_str())
}

fn write_page(generation: Generation, category: &str, recordings: &Recordings) -> String {
    let name = generation.as_str();
    let mut text =
        format!("{GENERATED_NOTE}# {name}: {category}\n\n[Reference](../README.md) · [types](types.md)\n");
    for row in generation.rows().iter().filter(|row| row.category.as_str() == category) {
        text.push_str(&operation::write_section(row, recordings));
    }
    text
}
