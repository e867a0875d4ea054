//! The table of TTLs in `docs/operate/caching.md`.

use std::fmt::Write as _;

use ton_edge::endpoint::{CacheClass, Endpoint, Fixed, Generation, V2, V3, Verb};
use ton_edge::gateway::cache::ttl_seconds;
use ton_edge::reference::final_when as when;

/// Writes the reason for the TTL of each class, for the heading of an operation in the web app.
pub(super) fn write_reasons() -> String {
    let mut text = String::from("const REASONS = {\n");
    for class in CacheClass::ALL {
        let name = serde_json::json!(class);
        let name = name.as_str().unwrap_or_default();
        let _ = writeln!(text, "  {name}: {},", serde_json::json!(class.reason()));
    }
    text.push_str("};\n");
    text
}

/// Writes the table; all operations with equal TTLs share a row.
pub(super) fn write_table() -> String {
    let mut lines: Vec<(&Endpoint, Vec<&str>)> = Vec::new();
    // Without the utilities of v2, which the gateway computes itself, and JSON-RPC, whose calls have the TTL of their method.
    let is_forwarded = |row: &&Endpoint| {
        row.cache.class != CacheClass::AsCalled
            && !(row.generation == Generation::V2 && row.cache.class == CacheClass::Pure)
    };
    for row in V2.iter().chain(V3).filter(is_forwarded) {
        let name = if row.verb == Verb::Post && row.path == "/decode" { continue } else { row.name() };
        let has_same_cache = |row_before: &Endpoint| {
            (row_before.generation, row_before.cache, when(row_before))
                == (row.generation, row.cache, when(row))
        };
        match lines.iter_mut().find(|(row_before, _)| has_same_cache(row_before)) {
            Some((_, names)) => names.push(name),
            None => lines.push((row, vec![name])),
        }
    }
    let mut table = String::from(
        "| operations | TTL (s) | why | TTL if final (s) | final when |\n|---|---|---|---|---|\n",
    );
    for (row, names) in lines {
        let cache = row.cache;
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let short_ttl = ttl_seconds(&cache, false);
        let final_ttl = cache
            .immutable_ttl
            .filter(|_| cache.fixed != Fixed::Run)
            .map_or_else(String::new, |seconds| seconds.to_string());
        let (generation, names) = (row.generation.as_str(), names.join(", "));
        table.push_str(&format!(
            "| {generation} {names} | {short_ttl} | {} | {final_ttl} | {} |\n",
            cache.class.reason(),
            when(row)
        ));
    }
    table
}
