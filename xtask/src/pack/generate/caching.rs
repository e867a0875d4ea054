//! The table of TTLs in `docs/caching.md`.

use std::fmt::Write as _;

use ton_edge::endpoint::{CacheClass, Endpoint, Fixed, Generation, V2, V3, Verb};
use ton_edge::gateway::cache::ttl_seconds;

/// Why responses of a class have their TTL, for the heading of an operation in the web app.
pub(super) fn reasons() -> String {
    let mut text = String::from("const REASONS = {\n");
    for class in CacheClass::ALL {
        let name = serde_json::json!(class);
        let name = name.as_str().unwrap_or_default();
        let _ = writeln!(text, "  {name}: {},", serde_json::json!(class.reason()));
    }
    text.push_str("};\n");
    text
}

/// When a response of an operation is final.
fn when(row: &Endpoint) -> &'static str {
    let lists_a_block = row.generation == Generation::V2 && row.path.starts_with("/getBlockTransactions");
    match row.cache.fixed {
        Fixed::Never => "",
        Fixed::Answered if lists_a_block => {
            "the response has content, or names the block and lists no transactions"
        }
        Fixed::Answered => "the response has content",
        Fixed::Found => "the transaction is found",
        Fixed::Seqno | Fixed::BlockSeqno => "`seqno` names the block",
        Fixed::FromSeqno => "`from_seqno` names the block",
        Fixed::Start => {
            "`lt` and `hash` name the first transaction, and the response has as many rows as `limit`"
        }
        Fixed::Run => "never: a get-method can use randomness, and its result does not show that",
        Fixed::EveryHash => "the response has every requested library",
        Fixed::Trace => {
            "the request has hashes, and the response has a trace for each, complete and classified `ok` or `failed`"
        }
        Fixed::Incoming => "`direction=in`, and the transaction is final",
        Fixed::Block => {
            "the request names one block (`root_hash`, `file_hash`, or workchain, shard and seqno), and it is found"
        }
        Fixed::Message => {
            "the request has hashes, and the response has a message for each, sent and received (with `direction`: at that end)"
        }
        Fixed::Transaction => "the request has hashes, and the response has a final transaction for each",
        Fixed::Side => {
            "the request has `msg_hash` and `direction`, and the response has a final transaction for each message"
        }
        Fixed::Election => "`election_id` names the election, and it is finished",
    }
}

/// The table, with one row for all operations that have the same TTLs.
pub(super) fn table() -> String {
    let mut lines: Vec<(&Endpoint, Vec<&str>)> = Vec::new();
    // The gateway computes the utilities of v2 itself, and a JSON-RPC call has the TTL of its method.
    let of_service = |row: &&Endpoint| {
        row.cache.class != CacheClass::AsCalled
            && !(row.generation == Generation::V2 && row.cache.class == CacheClass::Pure)
    };
    for row in V2.iter().chain(V3).filter(of_service) {
        let name = if row.verb == Verb::Post && row.path == "/decode" { continue } else { row.name() };
        let alike = |other: &Endpoint| {
            (other.generation, other.cache, when(other)) == (row.generation, row.cache, when(row))
        };
        match lines.iter_mut().find(|(other, _)| alike(other)) {
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
        let short = ttl_seconds(&cache, false);
        let fixed = cache
            .immutable_ttl
            .filter(|_| cache.fixed != Fixed::Run)
            .map_or_else(String::new, |seconds| seconds.to_string());
        let (generation, names) = (row.generation.as_str(), names.join(", "));
        table.push_str(&format!(
            "| {generation} {names} | {short} | {} | {fixed} | {} |\n",
            cache.class.reason(),
            when(row)
        ));
    }
    table
}
