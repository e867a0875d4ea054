//! The endpoint table compared with the specification itself: the Markdown tables of its section 4.

use std::collections::BTreeSet;
use ton_edge::endpoint::{Endpoint, Generation, V2, V3, Value};

const SPEC: &str = include_str!("../fixtures/spec.md");

/// The cells of the rows of every Markdown table in a section, including the heads.
fn tables(section: &str) -> Vec<Vec<&'static str>> {
    SPEC.lines()
        .skip_while(|line| !line.starts_with(&format!("### {section} ")))
        .skip(1)
        .take_while(|line| !line.starts_with('#'))
        .filter(|line| line.starts_with('|') && !line.starts_with("|---"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

fn operations(section: &str) -> Vec<[&'static str; 4]> {
    let rows = tables(section);
    assert_eq!(rows[0], ["Category", "Method and path", "Purpose"]);
    rows[1..]
        .iter()
        .map(|row| {
            let (verb, path) = row[1].split_once(' ').unwrap();
            [row[0], verb, path, row[2]]
        })
        .collect()
}

/// The rows that the specification lists.
fn specified_rows(rows: &'static [Endpoint]) -> impl Iterator<Item = &'static Endpoint> {
    rows.iter().filter(|row| !row.beyond_specification)
}

fn list_table_rows(rows: &'static [Endpoint]) -> Vec<[&'static str; 4]> {
    specified_rows(rows)
        .map(|row| [row.category.as_str(), row.verb.as_str(), row.path, row.title.as_str()])
        .collect()
}

/// A row in the form of `golden/operations.mjs`.
fn golden_form(row: &Endpoint) -> String {
    format!("{} {} {}", row.generation.as_str(), row.verb.as_str(), row.path)
}

#[test]
fn v2_is_section_4_1() {
    assert_eq!(list_table_rows(V2), operations("4.1"));
    assert_eq!(
        specified_rows(V2).map(golden_form).collect::<Vec<_>>(),
        super::operations::specified_operations("v2")
    );
    assert!(V2.iter().all(|row| row.generation == Generation::V2));
}

#[test]
fn v3_is_section_4_2() {
    assert_eq!(list_table_rows(V3), operations("4.2"));
    assert_eq!(
        specified_rows(V3).map(golden_form).collect::<Vec<_>>(),
        super::operations::specified_operations("v3")
    );
    assert!(V3.iter().all(|row| row.generation == Generation::V3));
}

#[test]
fn keys_are_unique() {
    let keys: BTreeSet<_> = V2.iter().chain(V3).map(|row| (row.generation, row.verb, row.path)).collect();
    assert_eq!(keys.len(), super::operations::all_operations().len());
}

#[test]
fn operations_beyond_the_specification_are_marked() {
    let rows_beyond: Vec<_> = V2.iter().chain(V3).filter(|row| row.beyond_specification).collect();
    assert_eq!(
        rows_beyond.iter().copied().map(golden_form).collect::<Vec<_>>(),
        super::operations::server_only_operations()
    );
    assert!(
        rows_beyond.iter().all(|row| row.says().iter().any(|line| line.contains("beyond the specification")))
    );
}

#[test]
fn pages_are_section_4_3() {
    let rows = tables("4.3");
    let head = rows.iter().position(|row| row[0] == "Endpoint").unwrap();
    let mut listed_rows: Vec<(&str, u32, u32, bool)> = rows[head + 1..]
        .iter()
        .map(|row| (row[0], row[1].parse().unwrap(), row[2].parse().unwrap(), row[3] == "yes"))
        .collect();
    assert_eq!(listed_rows.len(), 20);
    let mut table_rows: Vec<_> = V2
        .iter()
        .chain(V3)
        .filter_map(|row| row.page.map(|page| (row.name(), page.default, page.max, page.sortable)))
        .collect();
    listed_rows.sort_unstable();
    table_rows.sort_unstable();
    assert_eq!(table_rows, listed_rows);
}

/// The parameter table of 4.3: `offset` defaults to 0, `sort` is `desc` or `asc` and defaults to `desc`.
#[test]
fn paged_rows_have_the_parameters_of_4_3() {
    let rows = tables("4.3");
    assert_eq!(rows[1..4].iter().map(|row| row[0]).collect::<Vec<_>>(), ["limit", "offset", "sort"]);
    for row in V3.iter().filter(|row| row.page.is_some()) {
        let page = row.page.unwrap();
        let limit = row.param("limit").unwrap();
        assert_eq!(limit.default, Some(Value::Int(page.default.try_into().unwrap())), "{}", row.path);
        assert_eq!(limit.max, Some(page.max.try_into().unwrap()), "{}", row.path);
        assert_eq!(row.param("offset").unwrap().default, Some(Value::Int(0)), "{}", row.path);
        match row.param("sort") {
            Some(sort) => {
                assert_eq!(sort.default, Some(Value::Text("desc")), "{}", row.path);
                assert_eq!(sort.choices, ["asc", "desc"], "{}", row.path);
                // transactionsByMessage accepts `sort`, although no document says so.
                assert_eq!(sort.documented, page.sortable, "{}", row.path);
            }
            None => assert!(!page.sortable, "{}", row.path),
        }
    }
}

/// 4.3, rule 5: `jetton/wallets` is ordered by balance; `blocks` by time; every other sortable row by lt.
#[test]
fn orders_are_those_of_4_3() {
    for row in V3 {
        let Some(page) = row.page else { continue };
        let order = match (row.name(), page.sortable) {
            (_, false) => "",
            ("jetton/wallets", true) => "balance",
            ("blocks", true) => "utime",
            (_, true) => "lt",
        };
        assert_eq!(page.order.as_str(), order, "{}", row.path);
    }
}

/// 4.3, rule 6, and the request object of section 2.
#[test]
fn parameters_that_the_specification_names() {
    let transactions = ton_edge::endpoint::find::by_name(Generation::V3, "transactions").unwrap();
    for name in ["account", "limit", "offset", "sort"] {
        assert!(transactions.param(name).unwrap().documented, "{name}");
    }
    let json_rpc = ton_edge::endpoint::find::by_name(Generation::V2, "jsonRPC").unwrap();
    assert_eq!(
        json_rpc.params.iter().map(|param| param.name).collect::<Vec<_>>(),
        ["jsonrpc", "id", "method", "params"]
    );
}
