//! `cargo xtask bench message`: cells, messages and wallets, compared with `@ton/core` and `@ton/ton`; and a decoded transaction, compared with
//! other ways of passing it out of wasm, which are in a crate of a separate workspace
//! (`tests/bench/objects`).

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::bench::figure::Figure;
use crate::bench::report::Section;
use crate::bench::table::{Row, Table, Target};
use crate::bench::{BenchReport, describe_machine, describe_version, ensure_packages};
use crate::build;
use crate::shell::Ui;
use crate::toolchain::{WASM_TARGET, Wasm};

/// The section of the report.
pub(crate) const SECTION: Section = Section { name: "message", title: "Cells, messages and wallets" };

/// Measures in Node.
pub(crate) fn measure(ui: &Ui, root: &Path) -> Result<BenchReport> {
    let wasm = build::build(ui, root, build::Packer::Alone)?;
    ensure_packages(ui, root)?;
    let objects = build_objects(ui, root, &wasm)?;
    let mut node = Command::new("node");
    node.arg(root.join("tests/bench/message.mjs")).arg(objects).current_dir(root);
    let figures: Value =
        serde_json::from_str(&ui.require_success("measuring messages (about 30 s)", &mut node)?)
            .context("not JSON")?;
    let tables = vec![build_table(&figures)?, build_crossing_table(&figures)?];
    let version = |name| describe_version(&figures, name);
    let introduction = vec![
        describe_machine(&figures),
        format!("npm: {}, {}; wasm modules: {}", version("@ton/ton"), version("@ton/core"), wasm.describe()),
        String::from(
            "a cell is the unit of TON's binary data; messages and transactions consist of cells. The \
             measured transactions and messages were recorded from the network, in base64. A dictionary is a \
             map in cells, here with 1000 entries",
        ),
        String::from("each figure is the median of several rounds, in which all libraries take turns"),
        String::from("ours and *no-wasm* sign with WebCrypto; @ton/ton signs with its own JavaScript"),
        String::from(
            "the second table compares other ways to pass a result from wasm to JavaScript. *JSON text* \
            goes to JSON.parse, which rounds large numbers. *no result* returns only one number",
        ),
    ];
    Ok(BenchReport { tables, introduction, ..BenchReport::default() })
}

/// Builds the module with the other ways of passing, and returns the path of its bindings.
fn build_objects(ui: &Ui, root: &Path, wasm: &Wasm) -> Result<PathBuf> {
    let target = root.join("target/bench/objects");
    let mut cargo = wasm.cargo_command(root);
    // Not `--locked`: ton-edge's dependencies are locked by ton-edge's own Cargo.lock, which may be newer.
    cargo.args([
        "build",
        "--release",
        "--manifest-path",
        "tests/bench/objects/Cargo.toml",
        "--target",
        WASM_TARGET,
    ]);
    ui.require_success("building the bench of objects", cargo.env("CARGO_TARGET_DIR", &target))?;
    let bound = target.join("bound");
    let mut bind = Command::new(build::compile_packer(ui, root, build::Packer::Alone)?);
    bind.arg("bind")
        .arg(target.join(WASM_TARGET).join("release/ton_edge_bench_objects.wasm"))
        .arg(&bound)
        .arg("objects");
    ui.require_success("binding the bench of objects", &mut bind)?;
    Ok(bound.join("objects.js"))
}

/// Builds the table of the cost of passing a decoded transaction to JavaScript.
fn build_crossing_table(figures: &Value) -> Result<Table> {
    let timings = figures.get("crossing").context("the script printed no figures of ways out of wasm")?;
    let time = |way: &str| Figure::read(timings.get(way));
    let share = |way: &str| Some(Figure::from((1.0 - time("lt")?.median() / time(way)?.median()) * 100.0));
    let mut table = Table::new(
        "Decoding a transaction in Node, by how the result leaves wasm: microseconds",
        &["ours", "serde-wasm-bindgen", "JSON text", "no result"],
    );
    let mut push = |name: &str, cells| table.rows.push(Row { name: name.to_owned(), cells, target: None });
    push("parse and decode a transaction", vec![time("ours"), time("object"), time("json"), time("lt")]);
    push("the result, per cent of the call", vec![None, share("object"), share("json"), None]);
    Ok(table)
}

fn build_table(figures: &Value) -> Result<Table> {
    // The columns' names in Node's output; below, those in the table.
    let columns = ["ours", "plain", "core"];
    let titles = ["ours", "no-wasm", "@ton/core"];
    let mut table = Table::new("Node: microseconds per operation", &titles);
    for row in figures.get("rows").and_then(Value::as_array).context("the script printed no figures")? {
        let name = row.get("operation").and_then(Value::as_str).context("a row of figures has no name")?;
        let cells = columns.map(|column| Figure::read(row.get(column))).to_vec();
        let factor = row.get("factor").and_then(Value::as_f64);
        let target = factor.map(|factor| Target::Faster { factor, rival: "@ton/core" });
        table.rows.push(Row { name: name.to_owned(), cells, target });
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_with_a_factor_have_a_target() {
        let figures = serde_json::json!({ "rows": [
            { "operation": "parse", "factor": 10, "ours": 20.0, "core": 48.0 },
            { "operation": "address", "ours": 1.0, "core": 0.5 },
        ] });
        assert_eq!(build_table(&figures).unwrap().count_missed(), 1);
        assert!(build_table(&serde_json::json!({})).is_err());
        assert!(build_crossing_table(&serde_json::json!({})).is_err());
    }
}
