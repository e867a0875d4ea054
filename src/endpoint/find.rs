//! Finds a row by its name, path or JSON-RPC method. Names are exact; `near_path` suggests one for a mistyped path.

use super::{Endpoint, Generation, Verb};
use crate::error::near;

/// Finds the row of a path or an alias: what follows `/api/v2` or `/api/v3`, with or without its leading slash.
/// A read of v2 is found by POST too, because the service takes it.
///
/// ```
/// use ton_edge::endpoint::{Generation, Verb, find};
/// let row = find::by_path(Generation::V3, Verb::Get, "/jetton/wallets").unwrap();
/// assert_eq!(row.title.as_str(), "Jetton wallets");
/// assert!(find::by_path(Generation::V2, Verb::Post, "getAddressBalance").is_some());
/// assert!(find::by_path(Generation::V3, Verb::Post, "/jetton/wallets").is_none());
/// ```
#[must_use]
pub fn by_path(generation: Generation, verb: Verb, path: &str) -> Option<&'static Endpoint> {
    find_on_path(generation, path, Some(verb))
}

/// Finds the row of a name, which is the path without the leading slash. For `decode`, which has two rows, it is the GET row.
///
/// ```
/// use ton_edge::endpoint::{Generation, Verb, find};
/// assert_eq!(find::by_name(Generation::V3, "decode").unwrap().verb, Verb::Get);
/// assert_eq!(find::by_name(Generation::V2, "shards").unwrap().name(), "getShards");
/// assert!(find::by_name(Generation::V3, "/decode").is_none());
/// ```
#[must_use]
pub fn by_name(generation: Generation, name: &str) -> Option<&'static Endpoint> {
    if name.starts_with('/') {
        return None;
    }
    // The GET row comes first in the table.
    find_on_path(generation, name, None)
}

/// Returns the verbs that a path takes, as the `Allow` header of a 405 lists them; empty if there is no such path.
///
/// ```
/// use ton_edge::endpoint::{Generation, find};
/// assert_eq!(find::verbs(Generation::V3, "/decode"), ["GET", "HEAD", "POST"]);
/// assert_eq!(find::verbs(Generation::V3, "/message"), ["POST"]);
/// assert!(find::verbs(Generation::V3, "/nothing").is_empty());
/// ```
#[must_use]
pub fn verbs(generation: Generation, path: &str) -> &'static [&'static str] {
    let has_verb = |verb| by_path(generation, verb, path).is_some();
    match (has_verb(Verb::Get), has_verb(Verb::Post)) {
        (true, true) => &["GET", "HEAD", "POST"],
        (true, false) => &["GET", "HEAD"],
        (false, true) => &["POST"],
        (false, false) => &[],
    }
}

/// Finds the v2 row that `POST /jsonRPC` calls by that method name.
///
/// ```
/// use ton_edge::endpoint::find;
/// assert_eq!(find::by_rpc_method("shards").unwrap().name(), "getShards");
/// assert!(find::by_rpc_method("jsonRPC").is_none());
/// ```
#[must_use]
pub fn by_rpc_method(method: &str) -> Option<&'static Endpoint> {
    Generation::V2
        .rows()
        .iter()
        .find(|row| row.rpc && (row.name() == method || row.rpc_aliases.contains(&method)))
}

/// Suggests the path that a caller most likely meant, with its leading slash.
///
/// ```
/// use ton_edge::endpoint::{Generation, find};
/// assert_eq!(find::near_path(Generation::V3, "jetton/walets"), Some("/jetton/wallets"));
/// assert_eq!(find::near_path(Generation::V2, "/getaddressbalance"), Some("/getAddressBalance"));
/// assert_eq!(find::near_path(Generation::V2, "/transactions"), None);
/// ```
#[must_use]
pub fn near_path(generation: Generation, path: &str) -> Option<&'static str> {
    let mut paths = Vec::new();
    for row in generation.rows() {
        paths.push(row.path);
        paths.extend_from_slice(row.aliases);
    }
    let name = near(strip_slash(path), paths.iter().copied().map(strip_slash))?;
    paths.into_iter().find(|path| strip_slash(path) == name)
}

/// Finds the first row of a path that takes the verb.
fn find_on_path(generation: Generation, path: &str, verb: Option<Verb>) -> Option<&'static Endpoint> {
    let name = strip_slash(path);
    // Every path of the table begins with a slash. Comparing lengths first takes half the time of removing the slash.
    let has_name = |path: &&str| path.len() == name.len() + 1 && path.ends_with(name);
    generation.rows().iter().find(|row| {
        verb.is_none_or(|verb| row.takes(verb)) && (has_name(&row.path) || row.aliases.iter().any(has_name))
    })
}

fn strip_slash(path: &str) -> &str {
    path.strip_prefix('/').unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_exact() {
        for path in
            ["", "/", "//transactions", "/Transactions", "/transactions/", "/transactions?x", "transaction"]
        {
            assert!(by_path(Generation::V3, Verb::Get, path).is_none(), "{path}");
        }
    }

    #[test]
    fn every_path_begins_with_a_slash() {
        for row in [Generation::V2, Generation::V3].into_iter().flat_map(Generation::rows) {
            assert!(row.aliases.iter().chain([&row.path]).all(|path| path.starts_with('/')), "{}", row.path);
        }
    }

    #[test]
    fn names_of_one_generation_do_not_find_rows_of_the_other() {
        let v2_row = by_name(Generation::V2, "runGetMethod").unwrap();
        let v3_row = by_name(Generation::V3, "runGetMethod").unwrap();
        assert_ne!(v2_row.result.as_str(), v3_row.result.as_str());
        assert!(by_name(Generation::V3, "getTransactions").is_none());
        assert!(by_name(Generation::V2, "transactions").is_none());
    }

    #[test]
    fn decode_is_two_rows() {
        let get = by_path(Generation::V3, Verb::Get, "/decode").unwrap();
        let post = by_path(Generation::V3, Verb::Post, "/decode").unwrap();
        assert_eq!((get.verb, post.verb), (Verb::Get, Verb::Post));
    }

    #[test]
    fn aliases_lead_to_their_row() {
        assert_eq!(by_path(Generation::V3, Verb::Get, "/wallet").unwrap().path, "/walletInformation");
        assert_eq!(verbs(Generation::V2, "shards"), ["GET", "HEAD", "POST"]);
        assert!(by_path(Generation::V3, Verb::Get, "shards").is_none());
    }

    #[test]
    fn rpc_names_are_exact() {
        assert!(by_rpc_method("getMasterchainInfo").is_some());
        for method in ["", "/getMasterchainInfo", "getmasterchaininfo", "transactions"] {
            assert!(by_rpc_method(method).is_none(), "{method}");
        }
    }
}
