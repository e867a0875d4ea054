//! `cargo xtask bench live`: many streams of events on one gateway in Node, on two with one Redis, and on one Durable Object in workerd. Node
//! measures (`tests/bench/live.mjs`).

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use crate::bench::figure::Figure;
use crate::bench::picture::Picture;
use crate::bench::report::Section;
use crate::bench::table::{Row, Table, Target};
use crate::bench::{BenchReport, describe_machine, ensure_packages};
use crate::build;
use crate::shell::{Ui, print_line};

/// The section of the report.
pub(crate) const SECTION: Section = Section { name: "live", title: "Streams of events" };

/// The figures of a row: key, title, and the target.
const FIGURES: [(&str, &str, Option<Target>); 4] = [
    ("lost", "Events that were lost or arrived twice", Some(Target::AtMost(0.0))),
    ("requests", "Upstream requests per second", Some(Target::AtMost(1.0))),
    ("p50", "Milliseconds from the upstream's response until a socket has the event, median", None),
    (
        "p99",
        "Milliseconds from the upstream's response until a socket has the event, 99th percentile",
        Some(Target::AtMost(100.0)),
    ),
];

/// The numbers that grow in a picture: the key of each, and the key and value of the other number, which stays the same.
const SIZES: [(&str, (&str, f64)); 2] = [("sockets", ("accounts", 100.0)), ("accounts", ("sockets", 1000.0))];

/// The quantity that a picture shows.
struct Cost {
    name: &'static str,
    title: &'static str,
    unit: &'static str,
    /// The figures that are its lines: key, and the end of the line's name.
    figures: &'static [(&'static str, &'static str)],
}

/// The pictures of each size.
const COSTS: [Cost; 3] = [
    Cost {
        name: "delay",
        title: "From the upstream's response to the socket",
        unit: "milliseconds",
        figures: &[("p50", ", median"), ("p99", ", 99th percentile")],
    },
    Cost {
        name: "requests",
        title: "Upstream requests",
        unit: "requests per second",
        figures: &[("requests", "")],
    },
    Cost { name: "cpu", title: "CPUs that the gateway used", unit: "CPUs", figures: &[("cpu", "")] },
];

/// The picture of the memory by idle sockets.
const MEMORY: Cost = Cost {
    name: "memory",
    title: "Memory per idle socket, after garbage collection",
    unit: "bytes",
    figures: &[("heap", ", heap"), ("resident", ", resident")],
};

/// Measures, and puts the figures into tables and pictures.
pub(crate) fn measure(ui: &Ui, root: &Path) -> Result<BenchReport> {
    build::build(ui, root, build::Packer::Alone)?;
    ensure_packages(ui, root)?;
    print_line("twelve numbers of sockets and accounts: about eleven minutes");
    let mut node = Command::new("node");
    node.arg(root.join("tests/bench/live.mjs")).current_dir(root);
    let figures: Value = serde_json::from_str(&ui.require_success("measuring streams", &mut node)?)
        .context("live.mjs: not JSON")?;
    let number = |key: &str| figures.get(key).and_then(Value::as_f64).unwrap_or_default();
    let introduction = vec![
        describe_machine(&figures),
        String::from(
            "a socket is the open connection of a caller, over which the gateway sends an event for each new \
             transaction of an account",
        ),
        String::from(
            "*Node* is one gateway in Node, *two Nodes* are two gateways in Node with one Redis, and *Durable Object* \
             is a Worker with a Durable Object in workerd. The upstream and the callers are in another process",
        ),
        format!(
            "each socket watches one account. The upstream has {} new transactions of 2.5 kB per second, for {} s",
            number("rate"),
            number("seconds")
        ),
        String::from(
            "with two gateways, only one reads the upstream, and the other reads Redis, so its events come \
            up to one interval later. *node:http* is a server in plain Node that sends no events",
        ),
    ];
    Ok(BenchReport {
        tables: build_tables(&figures)?,
        introduction,
        pictures: build_pictures(list_rows(&figures, "rows")?, list_rows(&figures, "memoryGrowth")?),
        ..BenchReport::default()
    })
}

fn list_rows<'a>(figures: &'a Value, key: &str) -> Result<&'a Vec<Value>> {
    figures.get(key).and_then(Value::as_array).context("the script printed no figures")
}

fn build_tables(figures: &Value) -> Result<Vec<Table>> {
    let rows = list_rows(figures, "rows")?;
    let mut tables: Vec<Table> = FIGURES
        .iter()
        .map(|(key, title, target)| build_table(rows, key, title, *target))
        .collect::<Result<_>>()?;
    tables.push(build_memory_table(figures));
    Ok(tables)
}

fn build_table(rows: &[Value], key: &str, title: &str, target: Option<Target>) -> Result<Table> {
    let mut table = Table::without_comparison(title, &["ton-edge"]);
    for row in rows {
        let number =
            |key: &str| row.get(key).and_then(Value::as_f64).context("a row of figures lacks a figure");
        let place = row.get("place").and_then(Value::as_str).context("a row of figures has no place")?;
        table.rows.push(Row {
            name: format!("{place}: {} sockets on {} accounts", number("sockets")?, number("accounts")?),
            cells: vec![Some(Figure::from(number(key)?))],
            // One of the two gateways takes rows from Redis up to one interval later.
            target: target.filter(|_| key != "p99" || place != "two Nodes"),
        });
    }
    Ok(table)
}

/// Builds the pictures of how the costs grow with the sockets, and with the accounts.
fn build_pictures(rows: &[Value], memory: &[Value]) -> Vec<Picture> {
    let pictures_of_rows = SIZES.iter().flat_map(|(size, (fixed, count))| {
        let chosen_rows = rows.iter().filter(move |row| row[*fixed] == *count);
        let condition = format!(", with {count} {fixed}");
        COSTS.iter().filter_map(move |cost| cost.draw(size, &condition, chosen_rows.clone()))
    });
    pictures_of_rows.chain(MEMORY.draw("sockets", "", memory.iter())).collect()
}

impl Cost {
    /// Draws the cost of these rows by their sizes, if there is a line. `condition`: the end of the title.
    fn draw<'a>(
        &self,
        size: &str,
        condition: &str,
        rows: impl Iterator<Item = &'a Value> + Clone,
    ) -> Option<Picture> {
        let lines = build_lines(rows, size, self.figures);
        let title = format!("{}{condition}", self.title);
        let growth = json!({ "title": title, "size": size, "cost": self.unit, "lines": lines });
        (!lines.is_empty())
            .then(|| Picture::for_growth(&format!("live-{}-{size}", self.name), &title, growth))
    }
}

/// Builds a line per place and figure. One point shows no growth, and a logarithmic axis has no 0.
fn build_lines<'a>(
    rows: impl Iterator<Item = &'a Value> + Clone,
    size: &str,
    figures: &[(&str, &str)],
) -> Vec<Value> {
    let mut places: Vec<&str> = Vec::new();
    for place in rows.clone().filter_map(|row| row["place"].as_str()) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let mut lines = Vec::new();
    for place in places {
        for (key, suffix) in figures {
            let rows_of_place = rows.clone().filter(|row| row["place"] == place);
            let points: Vec<Value> = rows_of_place
                .filter(|row| row[key].as_f64().is_some_and(|cost| cost > 0.0))
                .map(
                    |row| json!({ "size": row[size], "low": row[key], "median": row[key], "high": row[key] }),
                )
                .collect();
            if points.len() > 1 {
                lines.push(json!({ "name": format!("{place}{suffix}"), "points": points }));
            }
        }
    }
    lines
}

/// Compares the memory of an idle socket with that of a server that only writes a comment.
fn build_memory_table(figures: &Value) -> Table {
    let mut table =
        Table::without_comparison("kB per idle socket, after garbage collection", &["ton-edge", "node:http"]);
    for (name, key, target) in [("heap", "heap", Some(Target::AtMost(20.0))), ("resident", "resident", None)]
    {
        let cells = ["ton-edge", "node:http"].map(|server| {
            let bytes = figures.get("memory").and_then(|memory| memory.get(server))?.get(key)?.as_f64()?;
            Some(Figure::from(bytes / 1000.0))
        });
        table.rows.push(Row { name: String::from(name), cells: cells.to_vec(), target });
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn figures_grow_with_sockets_and_with_accounts() {
        let row = |place: &str, sockets: u32, accounts: u32, p99: u32, cpu: f64| json!({ "place": place, "sockets": sockets, "accounts": accounts, "p50": 1, "p99": p99, "cpu": cpu, "requests": 1 });
        let rows = [
            row("Node", 100, 100, 10, 0.0),
            row("Node", 1000, 100, 20, 0.1),
            row("Node", 1000, 10, 30, 0.2),
            row("Durable Object", 1000, 100, 40, 0.3),
        ];
        let memory = [500, 1000]
            .map(|sockets| json!({ "place": "Node", "sockets": sockets, "heap": 9000, "resident": 20_000 }));
        let names: Vec<String> = build_pictures(&rows, &memory).iter().map(Picture::to_markdown).collect();
        let write_image =
            |title: &str, name: &str| format!("![{title}](pictures/bench/growth-live-{name}.svg)");
        assert_eq!(
            names,
            [
                // With one figure of the CPUs that is not 0, there is no line.
                write_image("From the upstream's response to the socket, with 100 accounts", "delay-sockets"),
                write_image("Upstream requests, with 100 accounts", "requests-sockets"),
                write_image(
                    "From the upstream's response to the socket, with 1000 sockets",
                    "delay-accounts"
                ),
                write_image("Upstream requests, with 1000 sockets", "requests-accounts"),
                write_image("CPUs that the gateway used, with 1000 sockets", "cpu-accounts"),
                write_image("Memory per idle socket, after garbage collection", "memory-sockets"),
            ]
        );
        let lines = build_lines(rows[..2].iter(), "sockets", COSTS[0].figures);
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert_eq!(lines[1]["name"], "Node, 99th percentile");
        assert_eq!(lines[1]["points"][1], json!({ "size": 1000, "low": 20, "median": 20, "high": 20 }));
    }
}
