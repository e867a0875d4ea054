//! The table of `docs/caching.md` is made of the code.

use super::*;

/// Why answers of a class hold that long.
const fn why(class: CacheClass) -> &'static str {
    match class {
        CacheClass::Live => "follows the chain",
        CacheClass::Slow => "changes rarely",
        CacheClass::Immutable => "never changes once it is there",
        CacheClass::Pure => "depends on what was asked alone",
        CacheClass::Never => "a send, an estimate, or what is still to come",
        CacheClass::AsCalled => "",
    }
}

/// When an answer holds for longer, in words for people.
const fn when(fixed: Fixed) -> &'static str {
    match fixed {
        Fixed::Never => "",
        Fixed::Answered => "something is in it",
        Fixed::Found => "it was found",
        Fixed::Seqno => "`seqno` names the block",
        Fixed::FromSeqno => "`from_seqno` names the block",
        Fixed::BlockSeqno => "`seqno` names the block",
        Fixed::Start => "`lt` and `hash` say where to begin, and the page is full",
        Fixed::Run => "never: what runs may use chance, and no result shows that",
        Fixed::EveryHash => "every library asked for is in it",
        Fixed::Trace => {
            "asked for by hashes, and all of these traces are complete and classified `ok` or `failed`"
        }
        Fixed::Incoming => "`direction=in`, and it is final",
        Fixed::Block => {
            "one block is asked for (`root_hash`, `file_hash`, or workchain, shard and seqno) and found"
        }
        Fixed::Message => "asked for by hashes, and all of these messages have been sent and received",
        Fixed::Transaction => "asked for by hashes, and all of these transactions are final",
        Fixed::Side => "`msg_hash` and `direction` say which, and all of them are final",
        Fixed::Election => "`election_id` says which, and it is over",
    }
}

/// The table of the guide: operations whose answers hold alike in one line.
fn guide() -> String {
    let mut lines: Vec<(Generation, ton_edge::endpoint::Cache, Vec<&str>)> = Vec::new();
    // Utilities of v2 are answered by the gateway itself, JSON-RPC is asked as the method called.
    let of_service = |row: &&Endpoint| {
        row.cache.class != CacheClass::AsCalled
            && !(row.generation == Generation::V2 && row.cache.class == CacheClass::Pure)
    };
    for row in V2.iter().chain(V3).filter(of_service) {
        let name = if row.verb == Verb::Post && row.path == "/decode" { continue } else { row.name() };
        match lines
            .iter_mut()
            .find(|(generation, cache, _)| *generation == row.generation && *cache == row.cache)
        {
            Some((.., names)) => names.push(name),
            None => lines.push((row.generation, row.cache, vec![name])),
        }
    }
    let mut table = String::from(
        "| operations | seconds | why | seconds, if fixed | fixed when |\n|---|---|---|---|---|\n",
    );
    for (generation, cache, names) in lines {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        // What the table of operations calls fixed holds a second while nothing is in it.
        let short = match cache.class {
            CacheClass::Immutable | CacheClass::Pure => ton_edge::gateway::cache::UNPROVEN,
            _ => cache.ttl,
        };
        let short = if cache.class == CacheClass::Never { 0 } else { short };
        let fixed = cache
            .immutable_ttl
            .filter(|_| cache.fixed != Fixed::Run)
            .map_or_else(String::new, |seconds| seconds.to_string());
        let (generation, names) = (generation.as_str(), names.join(", "));
        table.push_str(&format!(
            "| {generation} {names} | {short} | {} | {fixed} | {} |\n",
            why(cache.class),
            when(cache.fixed)
        ));
    }
    table
}

#[test]
fn the_guide_says_how_long() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/caching.md");
    let guide_text = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = guide_text.split_once("<!-- lifetimes -->\n").unwrap();
    let (kept, after) = rest.split_once("<!-- /lifetimes -->").unwrap();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, format!("{before}<!-- lifetimes -->\n{}<!-- /lifetimes -->{after}", guide()))
            .unwrap();
        return;
    }
    assert_eq!(kept, guide(), "BLESS=1 cargo test writes it anew");
}
