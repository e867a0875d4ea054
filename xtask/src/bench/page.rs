//! `cargo xtask bench page`: how soon a first visitor sees the web app and the inspector's first result, compared with a page that only shows
//! the same results by @ton/core. Chromium measures (`tests/bench/page.mjs`).

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::apt_tools::APT_TOOLS;
use crate::bench::figure::Figure;
use crate::bench::report::Section;
use crate::bench::table::{Row, Table, Target};
use crate::bench::{BenchReport, ensure_packages};
use crate::build;
use crate::shell::Ui;

/// The name of the other page.
const PEER_NAME: &str = "@ton/core alone";

/// The limit of the first load, in transferred bytes.
const MAX_BUNDLE_BYTES: f64 = 156_000.0;

/// The limits of a view on a slow phone: milliseconds to its largest contentful paint, milliseconds of blocked main thread, and no layout shift.
const VIEW_TARGETS: [(&str, &str, f64); 3] =
    [("paint", "largest paint", 4000.0), ("blocked", "blocking time", 300.0), ("shift", "layout shift", 0.0)];

/// The section of the report.
pub(crate) const SECTION: Section = Section { name: "page", title: "The page's first load" };

/// Builds the web app, and opens it and the other page alternately.
pub(crate) fn measure(ui: &Ui, root: &Path) -> Result<BenchReport> {
    build::build(ui, root, build::Packer::Alone)?;
    ensure_packages(ui, root)?;
    let chromium =
        APT_TOOLS.iter().find(|tool| tool.variable == "CHROMIUM").context("no Chromium is listed")?;
    let mut node = Command::new("node");
    node.arg(root.join("tests/bench/page.mjs"))
        .env(chromium.variable, chromium.ensure(ui, &[])?)
        .current_dir(root);
    let output = ui.require_success("measuring the page (about two minutes)", &mut node)?;
    let figures = serde_json::from_str(&output).context("page.mjs: not JSON")?;
    Ok(BenchReport {
        tables: vec![build_table(&figures)?, build_view_table(&figures)?],
        introduction: write_notes(&figures),
        ..BenchReport::default()
    })
}

fn build_table(figures: &Value) -> Result<Table> {
    let mut table = Table::new("Milliseconds from the request, and bytes", &["ours", PEER_NAME]);
    for row in
        figures.get("rows").and_then(Value::as_array).context("the script printed no figures of Chromium")?
    {
        let name = row.get("operation").and_then(Value::as_str).context("a row of figures has no name")?;
        let cells = ["ours", "peer"].map(|column| Figure::read(row.get(column))).to_vec();
        let target = match name {
            "bytes transferred" => Some(Target::AtMost(MAX_BUNDLE_BYTES)),
            "first result, Slow 4G" => Some(Target::Faster { factor: 1.0, rival: PEER_NAME }),
            _ => None,
        };
        table.rows.push(Row { name: name.to_owned(), cells, target });
    }
    Ok(table)
}

/// Builds the table of views on a slow phone: one row per figure, each with its own target.
fn build_view_table(figures: &Value) -> Result<Table> {
    let mut table = Table::without_comparison(
        "Each view on a phone with a CPU 4 times slower, over Slow 4G",
        &["milliseconds, or score"],
    );
    for view in figures.get("views").and_then(Value::as_array).context("no view was measured")? {
        let name = view.get("view").and_then(Value::as_str).context("a view has no name")?;
        for (key, title, max_value) in VIEW_TARGETS {
            table.rows.push(Row {
                name: format!("{name}: {title}"),
                cells: vec![Figure::read(view.get(key))],
                target: Some(Target::AtMost(max_value)),
            });
        }
    }
    Ok(table)
}

/// Notes for readers of the figures.
fn write_notes(figures: &Value) -> Vec<String> {
    let text_of = |key: &str| figures.get(key).and_then(Value::as_str).unwrap_or("unknown").to_owned();
    let rounds = figures.get("rounds").and_then(Value::as_u64).unwrap_or_default();
    vec![
        format!("measured on {}, on {} with {}", text_of("date"), text_of("cpu"), text_of("browser")),
        format!(
            "each figure is the median of {rounds} rounds, in which two pages take turns, each in a new \
             browser context: the address inspector of ton-edge's web app, and a page that shows the same \
             results by @ton/core"
        ),
        String::from("the files are compressed by brotli, and sent over HTTP/2 with TLS"),
        String::from(
            "*first result*: an address is typed as soon as the page has an input. The measured time ends \
             when the page shows all forms of this address",
        ),
        String::from(
            "*@ton/core alone* is the page by @ton/core. It has one unstyled input, and one bundled file \
             with @ton/core and the Buffer that this package needs",
        ),
        String::from(
            "*as it is*: CPU and network are not slowed. *Slow 4G* is the profile of Chromium's developer \
            tools (562 ms, 180 kB per second)",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn bytes_have_a_target_and_times_a_ratio() {
        let figures = json!({ "rows": [
            { "operation": "first result, as it is", "ours": 300.0, "peer": 150.0 },
            { "operation": "first result, Slow 4G", "ours": [1500.0, 1501.0], "peer": [1500.0, 1500.0] },
            { "operation": "bytes transferred", "ours": 156_001, "peer": 76_000 },
        ] });
        let table = build_table(&figures).unwrap();
        assert_eq!(table.count_missed(), 2);
        assert!(
            table.write_markdown().contains("| first result, as it is | 300 | 150 0.5x |"),
            "{}",
            table.write_markdown()
        );
        assert!(super::build_table(&json!({})).is_err());
    }

    #[test]
    fn a_view_that_moves_misses_its_target() {
        let views = |shift| json!({ "views": [{ "view": "home", "paint": 1500.0, "blocked": 20.0, "shift": shift }] });
        assert_eq!(super::build_view_table(&views(0.0)).unwrap().count_missed(), 0);
        assert_eq!(super::build_view_table(&views(0.01)).unwrap().count_missed(), 1);
        assert!(super::build_view_table(&json!({})).is_err());
    }
}
