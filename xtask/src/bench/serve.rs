//! `cargo xtask bench serve`: how long a newcomer waits after the build: from the start of the server's process to the first correct response,
//! and to the complete seeded world. Node measures
//! (`tests/bench/serve.mjs`).

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::bench::BenchReport;
use crate::bench::figure::Figure;
use crate::bench::report::Section;
use crate::bench::table::{Row, Table};
use crate::build;
use crate::shell::{Ui, print_line};

/// The section of the report.
pub(crate) const SECTION: Section = Section { name: "serve", title: "The server with its local chain" };

/// Builds, starts the server several times, and puts the times into a table.
pub(crate) fn measure(ui: &Ui, root: &Path) -> Result<BenchReport> {
    build::build(ui, root, build::Packer::Alone)?;
    print_line("starts the server ten times, five of them without its cache: about three minutes");
    let mut node = Command::new("node");
    node.arg(root.join("tests/bench/serve.mjs")).current_dir(root);
    let output = ui.require_success("measuring the server", &mut node)?;
    let timings = serde_json::from_str(&output).context("serve.mjs: not JSON")?;
    Ok(BenchReport {
        tables: vec![build_table(&timings)?],
        introduction: write_notes(&timings),
        ..BenchReport::default()
    })
}

/// Builds the table of the medians and of the slowest runs.
fn build_table(timings: &Value) -> Result<Table> {
    let mut table = Table::without_comparison(
        "Milliseconds from the start of the process",
        &["no cache", "no cache, slowest", "cached", "cached, slowest"],
    );
    for row in timings.get("rows").and_then(Value::as_array).context("the script printed no figures")? {
        let name = row.get("operation").and_then(Value::as_str).context("a row of figures has no name")?;
        let mut cells = Vec::new();
        for column in ["no cache", "cached"] {
            let [median, slowest] =
                summarize(row.get(column)).with_context(|| format!("{name} has no times"))?;
            cells.extend([median, slowest].map(|number| Some(Figure::from(number))));
        }
        table.rows.push(Row { name: name.to_owned(), cells, target: None });
    }
    Ok(table)
}

/// Returns the median and the largest number of a list.
fn summarize(list: Option<&Value>) -> Option<[f64; 2]> {
    let mut numbers: Vec<f64> = list?.as_array()?.iter().map(Value::as_f64).collect::<Option<_>>()?;
    numbers.sort_by(f64::total_cmp);
    Some([*numbers.get(numbers.len() / 2)?, *numbers.last()?])
}

/// Notes for readers of the figures.
fn write_notes(timings: &Value) -> Vec<String> {
    let text_of = |key: &str| timings.get(key).and_then(Value::as_str).unwrap_or("unknown").to_owned();
    let runs = timings.get("runs").and_then(Value::as_u64).unwrap_or_default();
    vec![
        format!("measured on {}, on {} with Node {}", text_of("date"), text_of("cpu"), text_of("node")),
        format!("each figure is the median of {runs} starts, or the slowest of these starts"),
        String::from(
            "each start runs `cargo xtask serve`, which starts the local chain, the gateway in workerd, and \
             the web app",
        ),
        String::from("the first requests are sent when the server reports that it listens"),
        String::from(
            "the *seeded world* is the history with which the local chain begins. *no cache*: the chain executes its \
             transactions at the start. *cached*: the chain loads the result from its cache",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn times_become_a_table() {
        let row = json!({ "operation": "first", "no cache": [3.0, 1.0, 200.0], "cached": [5.0, 4.0, 6.0] });
        let table = build_table(&json!({ "rows": [row] })).unwrap();
        assert_eq!(table.count_missed(), 0);
        assert!(
            table.write_markdown().contains("| first | 3.0 | 200 | 5.0 | 6.0 |"),
            "{}",
            table.write_markdown()
        );
        assert!(super::build_table(&json!({ "rows": [{ "operation": "first", "no cache": [] }] })).is_err());
        assert!(super::build_table(&json!({})).is_err());
    }
}
