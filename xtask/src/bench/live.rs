//! `cargo xtask bench live`: many streams of events on one gateway in Node, on two with one Redis, and on one Durable Object in workerd. Node
//! measures (`tests/bench/live.mjs`).

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::bench::figure::Figure;
use crate::bench::report::Section;
use crate::bench::table::{Row, Table, Target};
use crate::bench::{Measured, describe_machine};
use crate::build;
use crate::shell::{Ui, print_line};

/// The section of the report.
pub(crate) const SECTION: Section = Section { name: "live", title: "Streams of events" };

/// The figures of a row: key, title, and the target.
const FIGURES: [(&str, &str, Option<Target>); 6] = [
    ("events", "Events that arrived", None),
    ("lost", "Events that did not arrive, or twice", Some(Target::AtMost(0.0))),
    ("requests", "Upstream requests per second", Some(Target::AtMost(1.0))),
    ("p50", "Milliseconds from the upstream's response to the socket, median", None),
    (
        "p99",
        "Milliseconds from the upstream's response to the socket, 99th percentile",
        Some(Target::AtMost(100.0)),
    ),
    ("cpu", "CPUs that the gateway used", None),
];

/// Measures, and puts the figures into tables.
pub(crate) fn measure(ui: &Ui, root: &Path) -> Result<Measured> {
    build::build(ui, root, build::Packer::Alone)?;
    print_line("ten numbers of sockets and accounts: about nine minutes");
    let mut node = Command::new("node");
    node.arg(root.join("tests/bench/live.mjs")).current_dir(root);
    let measured: Value = serde_json::from_str(&ui.require_success("measuring streams", &mut node)?)
        .context("live.mjs: not JSON")?;
    let number = |key: &str| measured.get(key).and_then(Value::as_f64).unwrap_or_default();
    let about = vec![
        describe_machine(&measured),
        format!(
            "a gateway in Node, two in Node with one Redis, or a Worker with a Durable Object in workerd; the upstream and the callers in another \
             process; each socket watches one account; {} transactions of 2.5 kB per second for {} s",
            number("rate"),
            number("seconds")
        ),
        String::from(
            "of two gateways, one reads the upstream, and the other one takes the rows from Redis at its own pace: its events come up to one interval later",
        ),
    ];
    Ok(Measured { tables: build_tables(&measured)?, about, ..Measured::default() })
}

fn build_tables(measured: &Value) -> Result<Vec<Table>> {
    let rows = measured.get("rows").and_then(Value::as_array).context("Node measured nothing")?;
    let mut tables: Vec<Table> = FIGURES
        .iter()
        .map(|(key, title, target)| build_table(rows, key, title, *target))
        .collect::<Result<_>>()?;
    tables.push(build_memory_table(measured));
    Ok(tables)
}

fn build_table(rows: &[Value], key: &str, title: &str, target: Option<Target>) -> Result<Table> {
    let mut table = Table::uncompared_table(title, &["ton-edge"]);
    for row in rows {
        let number = |key: &str| row.get(key).and_then(Value::as_f64).context("a row without a figure");
        let place = row.get("place").and_then(Value::as_str).context("a row without a place")?;
        table.rows.push(Row {
            name: format!("{place}: {} sockets on {} accounts", number("sockets")?, number("accounts")?),
            cells: vec![Some(Figure::from(number(key)?))],
            // One of the two gateways takes rows from Redis up to one interval later.
            target: target.filter(|_| key != "p99" || place != "two Nodes"),
        });
    }
    Ok(table)
}

/// Compares the memory of an idle socket with that of a server that only writes a comment.
fn build_memory_table(measured: &Value) -> Table {
    let mut table =
        Table::uncompared_table("kB per idle socket, after garbage collection", &["ton-edge", "node:http"]);
    for (name, key, target) in [("heap", "heap", Some(Target::AtMost(20.0))), ("resident", "resident", None)]
    {
        let cells = ["ton-edge", "node:http"].map(|server| {
            let bytes = measured.get("memory").and_then(|memory| memory.get(server))?.get(key)?.as_f64()?;
            Some(Figure::from(bytes / 1000.0))
        });
        table.rows.push(Row { name: String::from(name), cells: cells.to_vec(), target });
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_row_has_each_figure() {
        let row = json!({
            "sockets": 1000, "accounts": 100, "place": "Node", "events": 3000, "lost": 1, "requests": 0.9, "p50": 3, "p99": 30,
            "cpu": 0.1
        });
        let tables = build_tables(
            &json!({ "rows": [row], "memory": { "ton-edge": { "heap": 15_000, "resident": 40_000 } } }),
        )
        .unwrap();
        assert_eq!(tables.len(), FIGURES.len() + 1);
        assert_eq!(tables.iter().map(Table::count_missed).sum::<usize>(), 1);
        let memory = tables.last().unwrap().write_markdown();
        assert!(memory.contains("| heap | 15.0 | - | <= 20 | holds |"), "{memory}");
        assert!(build_tables(&json!({ "rows": [{ "sockets": 1 }] })).is_err());
    }
}
