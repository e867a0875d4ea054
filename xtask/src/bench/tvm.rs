//! `cargo xtask bench tvm`: locally computed get-methods, compared with `@ton/sandbox`, in Node and in workerd.

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

/// The section of the report.
pub(crate) const SECTION: Section = Section { name: "tvm", title: "Local get-methods" };

/// The limit of a call's time in workerd, as a multiple of its time in Node.
const MAX_OF_NODE: f64 = 2.0;

/// Measures in Node and workerd.
pub(crate) fn measure(ui: &Ui, root: &Path) -> Result<BenchReport> {
    let wasm = build::build(ui, root, build::Packer::Alone)?;
    ensure_packages(ui, root)?;
    let mut node = Command::new("node");
    node.arg(root.join("tests/bench/tvm.mjs")).current_dir(root);
    let figures: Value =
        serde_json::from_str(&ui.require_success("measuring get-methods (about 20 s)", &mut node)?)
            .context("not JSON")?;
    let introduction = vec![
        describe_machine(&figures),
        format!("npm: {}; wasm modules: {}", describe_version(&figures, "@ton/sandbox"), wasm.describe()),
        String::from(
            "a get-method is a read-only function of a contract. The TVM, TON's virtual machine, runs it; ours and \
             @ton/sandbox each have one",
        ),
        String::from(
            "each figure is the median of several rounds, in which all virtual machines take turns. The \
             get-methods have no arguments. The contracts are from the devnet, the local chain of the tests. \
             Ours loads each contract once, before its calls",
        ),
        String::from(
            "@ton/sandbox has the virtual machine of the network, which reads code, data and configuration \
             with every call. It uses its default configuration, that of mainnet",
        ),
    ];
    Ok(BenchReport {
        tables: vec![build_table(&figures)?, build_workerd_table(&figures)?],
        introduction,
        ..BenchReport::default()
    })
}

fn read_rows(figures: &Value) -> Result<&Vec<Value>> {
    figures.get("rows").and_then(Value::as_array).context("the script printed no figures")
}

fn name(row: &Value) -> Result<String> {
    Ok(row.get("operation").and_then(Value::as_str).context("a row of figures has no name")?.to_owned())
}

fn build_table(figures: &Value) -> Result<Table> {
    let mut table = Table::new("Node: microseconds per call", &["ours", "@ton/sandbox"]);
    for row in read_rows(figures)? {
        let cells = ["ours", "sandbox"].map(|column| Figure::read(row.get(column))).to_vec();
        let factor = row.get("factor").and_then(Value::as_f64);
        let target = factor.map(|factor| Target::Faster { factor, rival: "@ton/sandbox" });
        table.rows.push(Row { name: name(row)?, cells, target });
    }
    Ok(table)
}

fn build_workerd_table(figures: &Value) -> Result<Table> {
    let mut table = Table::without_comparison("workerd: the time as a multiple of Node's", &["workerd"]);
    for row in read_rows(figures)? {
        let time = |column| Figure::read(row.get(column));
        let ratio = time("ours").zip(time("workerd")).map(|(node, workerd)| node.divide_into(&workerd));
        table.rows.push(Row {
            name: name(row)?,
            cells: vec![ratio],
            target: Some(Target::AtMost(MAX_OF_NODE)),
        });
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_targets_are_judged() {
        let figures = serde_json::json!({ "rows": [
            { "operation": "seqno", "factor": 100, "ours": 20.0, "sandbox": 2800.0, "workerd": 22.0 },
            { "operation": "slow", "factor": 100, "ours": 30.0, "sandbox": 2800.0, "workerd": 90.0 },
        ] });
        assert_eq!(build_table(&figures).unwrap().count_missed(), 1);
        assert_eq!(build_workerd_table(&figures).unwrap().count_missed(), 1);
        assert!(build_table(&serde_json::json!({})).is_err());
    }
}
