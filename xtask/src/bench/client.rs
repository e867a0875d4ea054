//! `cargo xtask bench client`: the cost of a call without the network, compared with TonClient of @ton/ton.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::bench::figure::Figure;
use crate::bench::report::Section;
use crate::bench::table::{Row, Table, Target};
use crate::bench::{BenchReport, describe_machine, describe_version, ensure_packages};
use crate::build;
use crate::shell::Ui;

/// A call must be this many times as fast as TonClient's. A ratio within one run, because the same code takes twice the time on a busy
/// machine.
const MIN_SPEEDUP: Target = Target::Faster { factor: 2.5, rival: "TonClient" };

/// The section of the report.
pub(crate) const SECTION: Section = Section { name: "client", title: "Client" };

/// Measures a call, and the same call by TonClient.
pub(crate) fn measure(ui: &Ui, root: &Path) -> Result<BenchReport> {
    let wasm = build::build(ui, root, build::Packer::Alone)?;
    ensure_packages(ui, root)?;
    let mut node = Command::new("node");
    node.arg(root.join("tests/bench/client.mjs")).current_dir(root);
    let figures: Value =
        serde_json::from_str(&ui.require_success("measuring the client (about 20 s)", &mut node)?)
            .context("not JSON")?;
    let mut node = Command::new("node");
    node.arg(root.join("tests/bench/client-parts.mjs")).current_dir(root);
    let bundle_sizes: Value =
        serde_json::from_str(&ui.require_success("weighing the parts of the client", &mut node)?)
            .context("not JSON")?;
    let tables = vec![build_table(&figures)?, build_parts_table(&bundle_sizes)?];
    let version = |name| describe_version(&figures, name);
    let introduction = vec![
        describe_machine(&figures),
        format!("npm: {}, {}; wasm modules: {}", version("@ton/ton"), version("@ton/core"), wasm.describe()),
        String::from(
            "the responses come from memory, without a network. Each figure is the median of several rounds, in which \
             all libraries take turns",
        ),
        String::from(
            "*no-wasm* is `ton-edge/no-wasm`. *platform* is what no client can avoid: creating a Request \
            with an AbortSignal, and JSON.parse of the body",
        ),
        String::from(
            "the second table shows by how many bytes the bundle shrinks without a part. Code that a \
            program imports later is not included",
        ),
        String::from(
            "*TonClient* is the client of @ton/ton. It also parses the binary data (cells) of a transaction; \
             our client returns the JSON row as it was sent",
        ),
    ];
    Ok(BenchReport { tables, introduction, ..BenchReport::default() })
}

fn build_table(figures: &Value) -> Result<Table> {
    // The names of the columns in Node's output; below, those in the table.
    let columns = ["ours", "plain", "platform", "TonClient"];
    let titles = ["ours", "no-wasm", "platform", "TonClient"];
    let mut table = Table::new("Node: microseconds per operation", &titles);
    table.mark_uncompared(&["platform"]);
    for row in figures.get("rows").and_then(Value::as_array).context("the script printed no figures")? {
        let name = row.get("operation").and_then(Value::as_str).context("a row of figures has no name")?;
        let cells = columns.map(|column| Figure::read(row.get(column))).to_vec();
        let target = name.starts_with("a call, without").then_some(MIN_SPEEDUP);
        table.rows.push(Row { name: name.to_owned(), cells, target });
    }
    Ok(table)
}

/// Builds the table of the sizes of the parts of the first import.
fn build_parts_table(bundle_sizes: &Value) -> Result<Table> {
    let mut table =
        Table::without_comparison("First import of the client: bytes of the bundle after brotli", &["bytes"]);
    for row in bundle_sizes.get("rows").and_then(Value::as_array).context("the script weighed no part")? {
        let name = row.get("part").and_then(Value::as_str).context("a part has no name")?;
        let cells = vec![Figure::read(row.get("bytes"))];
        table.rows.push(Row { name: name.to_owned(), cells, target: None });
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_part_of_a_call_has_a_target() {
        let figures = serde_json::json!({ "rows": [
            { "operation": "a call, without the platform's part", "ours": 20.0, "TonClient": 48.0 },
            { "operation": "a row", "ours": 1.0 },
        ] });
        assert_eq!(build_table(&figures).unwrap().count_missed(), 1);
        assert!(build_table(&serde_json::json!({})).is_err());
    }
}
