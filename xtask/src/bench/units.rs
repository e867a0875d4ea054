//! `cargo xtask bench units`: the CPU time of each instruction of the virtual machine per unit of work, as a multiple of
//! the median.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::bench::figure::Figure;
use crate::bench::report::Section;
use crate::bench::table::{Row, Table, Target};
use crate::bench::{BenchReport, describe_machine, ensure_packages};
use crate::build;
use crate::shell::Ui;

/// The section of the report.
pub(crate) const SECTION: Section = Section { name: "units", title: "Work of instructions" };

/// The greatest multiple of the median.
const MAX_OF_MEDIAN: f64 = 10.0;
/// The rows of the table: the slowest instructions.
const ROWS: usize = 12;

/// Measures in Node.
pub(crate) fn measure(ui: &Ui, root: &Path) -> Result<BenchReport> {
    let wasm = build::build(ui, root, build::Packer::Alone)?;
    ensure_packages(ui, root)?;
    let mut node = Command::new("node");
    node.arg(root.join("tests/bench/units.mjs")).current_dir(root);
    let figures: Value =
        serde_json::from_str(&ui.require_success("measuring each instruction (about 2 min)", &mut node)?)
            .context("not JSON")?;
    let mut introduction = vec![describe_machine(&figures), format!("wasm modules: {}", wasm.describe())];
    introduction.extend(describe_medians(&figures)?);
    Ok(BenchReport { tables: vec![build_table(&figures)?], introduction, ..BenchReport::default() })
}

fn describe_medians(figures: &Value) -> Result<Vec<String>> {
    let number = |name| figures.get(name).and_then(Value::as_f64).context("the script printed no median");
    let list = |name| figures.get(name).and_then(Value::as_array).context("the script printed no figures");
    Ok(vec![
        String::from(
            "the instructions are those of the TVM, which runs contracts. *Gas* is the network's measure \
            of their cost. *Work* is ton-edge's own measure, which limits local get-methods",
        ),
        format!(
            "{} instructions were measured, each with the operands that take longest; the table shows the slowest ones by their opcodes. \
             The medians are {:.1} ns per unit of work and {:.1} ns per unit of gas",
            list("rows")?.len(),
            number("unit")?,
            number("gas")?
        ),
        format!(
            "{} instructions have no figure, since they do not run in this measurement, or end the TVM program \
             that contains them",
            list("unmeasured")?.len()
        ),
    ])
}

fn build_table(figures: &Value) -> Result<Table> {
    let mut table = Table::without_comparison(
        "Node: CPU time as a multiple of the median",
        &["per unit of work", "per unit of gas"],
    );
    let rows = figures.get("rows").and_then(Value::as_array).context("the script printed no figures")?;
    // The slowest come first.
    for row in rows.iter().take(ROWS) {
        table.rows.push(Row {
            name: row
                .get("operation")
                .and_then(Value::as_str)
                .context("a row of figures has no name")?
                .to_owned(),
            cells: ["units", "gas"].map(|column| Figure::read(row.get(column))).to_vec(),
            target: Some(Target::AtMost(MAX_OF_MEDIAN)),
        });
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_above_the_limit_misses_its_target() {
        let figures = serde_json::json!({
            "unit": 20.0, "gas": 20.0, "unmeasured": ["F2C0"],
            "rows": [
                { "operation": "F916", "units": 11.0, "gas": 30.0 },
                { "operation": "A0", "units": 9.0, "gas": 12.0 },
            ],
        });
        assert_eq!(build_table(&figures).unwrap().count_missed(), 1);
        let notes = describe_medians(&figures).unwrap();
        assert!(notes.iter().any(|note| note.starts_with("2 instructions")), "{notes:?}");
        assert!(build_table(&serde_json::json!({})).is_err());
    }
}
