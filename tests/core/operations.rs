//! The reviewed lists of operations, `golden/operations.mjs`, with which the tests of tables and lists compare.

const LISTS: &str = include_str!("../golden/operations.mjs");

/// The items of a list, such as `v2 GET /getShards`.
fn list(name: &str) -> Vec<&'static str> {
    let (_, rest) = LISTS.split_once(&format!("export const {name} = [\n")).unwrap();
    let (items, _) = rest.split_once("];").unwrap();
    items.lines().map(|line| line.trim().trim_matches([',', '"'])).collect()
}

/// The operations of a generation that the specification lists.
pub(crate) fn specified_operations(generation: &str) -> Vec<&'static str> {
    list("SPECIFIED").into_iter().filter(|item| item.starts_with(generation)).collect()
}

/// The operations that only a server has, and the specification does not list.
pub(crate) fn server_only_operations() -> Vec<&'static str> {
    list("BEYOND")
}

/// Every operation.
pub(crate) fn all_operations() -> Vec<&'static str> {
    [list("SPECIFIED"), server_only_operations()].concat()
}
