//! `cargo xtask bench message`: cells, messages and wallets, beside `@ton/core` and `@ton/ton`.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::bench::report::Section;
use crate::bench::table::{Row, Table, Target};
use crate::bench::{Measured, ensure_packages};
use crate::build;
use crate::shell::Ui;

/// The section of the report.
pub(crate) const SECTION: Section = Section { name: "message", title: "Cells, messages and wallets" };

/// Measures in Node.
pub(crate) fn measure(ui: &Ui, root: &Path) -> Result<Measured> {
    let wasm = build::build(ui, root, build::Packer::Alone)?;
    ensure_packages(ui, root)?;
    let mut node = Command::new("node");
    node.arg(root.join("tests/bench/message.mjs")).current_dir(root);
    let measured: Value =
        serde_json::from_str(&ui.must("measuring messages (about 30 s)", &mut node)?).context("not JSON")?;
    let tables = vec![table(&measured)?];
    let text_of = |key: &str| measured.get(key).and_then(Value::as_str).unwrap_or("unknown");
    let version = |name: &str| {
        let found = measured.get("versions").and_then(|versions| versions.get(name)).and_then(Value::as_str);
        format!("{name} {}", found.unwrap_or("unknown"))
    };
    let about = vec![
        format!("{}, {}, Node {}", text_of("date"), text_of("cpu"), text_of("node")),
        format!("npm: {}, {}; wasm target: {}", version("@ton/ton"), version("@ton/core"), wasm.describe()),
        String::from(
            "medians of rounds in which all take turns; transactions and messages are recorded ones, in base64",
        ),
        String::from("ours and no-wasm sign by WebCrypto, @ton/ton by its own JavaScript"),
    ];
    Ok(Measured { tables, notes: Vec::new(), about })
}

fn table(measured: &Value) -> Result<Table> {
    // As Node names them, and as the table does.
    let columns = ["ours", "plain", "core"];
    let titles = ["ours", "no-wasm", "@ton/core"];
    let mut table = Table::new("Node: microseconds per operation", &titles);
    for row in measured.get("rows").and_then(Value::as_array).context("Node measured nothing")? {
        let name = row.get("operation").and_then(Value::as_str).context("a row without a name")?;
        let cells = columns.map(|column| row.get(column).and_then(Value::as_f64)).to_vec();
        let factor = row.get("factor").and_then(Value::as_f64);
        let target = factor.map(|factor| Target::Faster { factor, than: "@ton/core" });
        table.rows.push(Row { name: name.to_owned(), cells, target });
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_with_a_factor_have_a_target() {
        let measured = serde_json::json!({ "rows": [
            { "operation": "parse", "factor": 10, "ours": 20.0, "core": 48.0 },
            { "operation": "address", "ours": 1.0, "core": 0.5 },
        ] });
        assert_eq!(table(&measured).unwrap().missed(), 1);
        assert!(table(&serde_json::json!({})).is_err());
    }
}
