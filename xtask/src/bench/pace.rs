//! `cargo xtask bench pace`: how clients behave at an upstream that allows 1 request per second, ton-edge compared
//! with others.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::bench::figure::Figure;
use crate::bench::report::Section;
use crate::bench::table::{Row, Table, Target};
use crate::bench::{BenchReport, ensure_packages};
use crate::shell::{Ui, print_line};
use crate::{build, python};

/// The section of the report.
pub(crate) const SECTION: Section = Section { name: "pace", title: "The pace of clients" };

/// The clients.
const CLIENT_COLUMNS: [&str; 4] = ["ton-edge", "@ton/ton", "tonweb", "toncenter"];

/// The limits of the time, as multiples of the best schedule, for one client and for two that do not know of each other.
const MAX_RATIOS: [f64; 2] = [1.15, 1.5];

/// Runs the trials and puts their figures into tables.
pub(crate) fn measure(ui: &Ui, root: &Path) -> Result<BenchReport> {
    build::build(ui, root, build::Packer::Alone)?;
    ensure_packages(ui, root)?;
    python::ensure(ui)?;
    print_line("six limiters, each with one client and with two clients: about six minutes");
    let mut node = Command::new("node");
    node.arg(root.join("tests/bench/pace.mjs")).current_dir(root);
    let figures: Value = serde_json::from_str(&ui.require_success("measuring the pace", &mut node)?)
        .context("pace.mjs: not JSON")?;
    Ok(BenchReport {
        tables: build_tables(&figures)?,
        introduction: write_notes(&figures),
        ..BenchReport::default()
    })
}

fn build_tables(output: &Value) -> Result<Vec<Table>> {
    let calls =
        output.get("calls").and_then(Value::as_f64).context("the script printed no number of calls")?;
    let mut wrong_results = Table::without_comparison("Calls without the right result", &CLIENT_COLUMNS);
    let mut time = Table::without_comparison(
        "Time until the last right result, as a multiple of the best schedule's",
        &CLIENT_COLUMNS,
    );
    let mut refusal_table = Table::without_comparison("Requests that the upstream refused", &CLIENT_COLUMNS);
    for row in output.get("rows").and_then(Value::as_array).context("the script printed no figures")? {
        let limiter =
            row.get("limiter").and_then(Value::as_str).context("a row of figures has no limiter")?;
        let clients =
            row.get("clients").and_then(Value::as_f64).context("a row of figures has no clients")?;
        let figure_of = |client: &str, key: &str| {
            row.get(client).and_then(|figures| figures.get(key)).and_then(Value::as_f64)
        };
        let name = match clients {
            1.0 => limiter.to_owned(),
            _ => format!("{limiter}, {clients} processes"),
        };
        let total_calls = clients * calls;
        let cells = |figure: &dyn Fn(&str) -> Option<f64>| {
            CLIENT_COLUMNS.map(|client| figure(client).map(Figure::from)).to_vec()
        };
        let failure_target = Some(Target::AtMost(0.0));
        let missing_results = cells(&|client| Some(total_calls - figure_of(client, "right")?));
        wrong_results.rows.push(Row { name: name.clone(), cells: missing_results, target: failure_target });
        // A client without all right results has no time.
        let best_times = cells(&|client| {
            (figure_of(client, "right")? == total_calls)
                .then_some(figure_of(client, "seconds")? / (total_calls - 1.0))
        });
        let max_ratio = if clients > 1.0 { MAX_RATIOS[1] } else { MAX_RATIOS[0] };
        time.rows.push(Row {
            name: name.clone(),
            cells: best_times,
            target: Some(Target::AtMost(max_ratio)),
        });
        let refusals = cells(&|client| figure_of(client, "refused"));
        refusal_table.rows.push(Row { name, cells: refusals, target: None });
    }
    Ok(vec![wrong_results, time, refusal_table])
}

/// Notes for readers of the figures.
fn write_notes(figures: &Value) -> Vec<String> {
    let text_of = |key: &str| figures.get(key).and_then(Value::as_str).unwrap_or("unknown");
    let number = |key: &str| figures.get(key).and_then(Value::as_f64).unwrap_or_default();
    let versions = ["@ton/ton", "tonweb", "toncenter"].map(|name| {
        let version = figures.get("versions").and_then(|versions| versions.get(name)).and_then(Value::as_str);
        format!("{name} {}", version.unwrap_or("unknown"))
    });
    vec![
        format!("measured on {}, on {} with Node {}", text_of("date"), text_of("cpu"), text_of("node")),
        format!("{}; each client has its defaults, and no API key", versions.join(", ")),
        format!(
            "each process makes {} calls at once, over HTTP connections. The upstream accepts one request \
             per second. Each row names the kind of rate limiter that the upstream uses",
            number("calls"),
        ),
        String::from("*refusals count, too*: this rate limiter also counts the requests that it refuses"),
        format!(
            "in rows with two processes, the second process begins {} s after the first one; the processes share no state",
            number("apart") / 1000.0,
        ),
        String::from(
            "the *best schedule* sends the first request at once and then one request per second, so the \
             upstream refuses no request",
        ),
        String::from(
            "a dash means that not all calls had the right result. A refusal that a client returns as a result counts \
             as a wrong result",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn calls_without_a_right_result_have_no_time() {
        let good_row = json!({ "right": 24, "refused": 2, "seconds": 34.0 });
        let bad_row = json!({ "right": 1, "refused": 23, "seconds": 1.0 });
        let row = json!({ "limiter": "leaky", "clients": 2, "ton-edge": good_row, "tonweb": bad_row });
        let built_tables = build_tables(&json!({ "calls": 12, "rows": [row] })).unwrap();
        assert_eq!(built_tables.iter().map(Table::count_missed).sum::<usize>(), 0);
        let [wrong_results, time, refusals] =
            built_tables.iter().map(Table::write_markdown).collect::<Vec<_>>().try_into().unwrap();
        assert!(
            wrong_results.contains("| leaky, 2 processes | 0 | - | 23.0 | - | <= 0 | holds |"),
            "{wrong_results}"
        );
        assert!(time.contains("| leaky, 2 processes | 1.5 | - | - | - | <= 1.5 | holds |"), "{time}");
        assert!(refusals.contains("| 2.0 | - | 23.0 |"), "{refusals}");
        assert!(build_tables(&json!({ "calls": 12 })).is_err());
    }
}
