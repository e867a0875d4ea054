//! `cargo xtask bench gateway`: the cost of a request at the gateway in workerd, compared with gateways in plain JavaScript and with Hono.
//! Node measures (`tests/bench/gateway.mjs`); the targets are in [`RATIO_TARGETS`].

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::bench::figure::Figure;
use crate::bench::picture::Picture;
use crate::bench::report::Section;
use crate::bench::table::{Row, Table, Target};
use crate::bench::{BenchReport, ensure_packages};
use crate::build;
use crate::shell::{Ui, print_line};

/// The section of the report.
pub(crate) const SECTION: Section = Section { name: "gateway", title: "Gateway" };

/// The gateways, by their names in `gateway.mjs` and in the tables.
const CONTENDER_NAMES: [(&str, &str); 11] = [
    ("ours", "ours"),
    ("cached", "ours, cached"),
    ("many", "ours, 10 000 cached"),
    ("limited", "ours, callers counted"),
    ("keyed", "ours, callers' keys"),
    ("computing", "ours, computing"),
    ("plain", "plain JS, same features"),
    ("hono", "Hono, same features"),
    ("bare", "plain JS, bare"),
    ("through", "pass-through"),
    ("constant", "a constant response"),
];

/// The Workers whose start is measured, by their names in `gateway-cold.mjs` and in the table.
const STARTED_NAMES: [(&str, &str); 5] = [
    ("ours", "ours"),
    ("plain", "plain JS, same features"),
    ("hono", "Hono, same features"),
    ("bare", "plain JS, bare"),
    ("empty", "an empty Worker"),
];

/// The figures of callers with sessions, by their names in `gateway-sessions.mjs` and in the table.
const SESSION_FIGURES: [(&str, &str); 3] = [
    ("hits", "served from the cache, per cent"),
    ("cpu", "CPU of a request, microseconds"),
    ("upstream", "upstream requests per 1000 requests"),
];

/// Scenarios of proxied requests that have targets: small responses, where the gateway causes most of the cost.
const SMALL_SCENARIOS: [&str; 3] = ["1 kB, 1", "1 kB, 8", "1 kB, 64"];
/// The columns of the ratios, each with its scenarios.
const RATIO_COLUMNS: [(&str, &[&str]); 5] = [
    ("1 kB", &SMALL_SCENARIOS),
    ("each URL once", &[ONCE_SCENARIO]),
    ("16 kB", &["16 kB, 8"]),
    ("1 MB", &["1 MB, 8"]),
    ("local", &LOCAL_SCENARIOS),
];
/// Requests with different URLs, so that no verdict is cached.
const ONCE_SCENARIO: &str = "1 kB, each URL once, 8";
/// Cache hits, with one entry and with many.
const CACHED_SCENARIOS: [&str; 3] = ["cached, 1", "cached, 8", "cached, 64"];
const MANY_ENTRIES_SCENARIO: &str = "cached of 10000, 8";
/// Rate-limited callers: one that sends all requests, and as many callers as the limiter remembers.
const ONE_CALLER_SCENARIO: &str = "limited, 8";
const MANY_CALLERS_SCENARIO: &str = "limited among 100000, 8";
/// Callers with an API key: one that sends all requests, and many in turn.
const ONE_KEY_SCENARIO: &str = "one key, 8";
const MANY_KEYS_SCENARIO: &str = "one of 10000 keys, 8";
const LOCAL_SCENARIOS: [&str; 3] = ["local, 1", "local, 8", "local, 64"];
/// Get-methods that are not in the cache: computed locally, and proxied.
const GET_METHODS: [&str; 3] = ["get-method, 1", "get-method, 8", "get-method, 64"];

/// The features that gateway-features.mjs compares, each with the limit of a request's CPU time with the feature, in per cent of the time
/// without it.
const FEATURE_TARGETS: [(&str, &str, Option<f64>); 7] = [
    ("nothing, twice", "nothing: the same gateway twice", None),
    ("metrics", "metrics", Some(103.0)),
    ("metrics of cache hits", "metrics of cached responses", None),
    ("traces of 1 %", "traces of 1 %", Some(102.0)),
    ("counting callers", "counting callers", Some(105.0)),
    ("a caller's key", "a caller's key, one of 10 000", Some(105.0)),
    ("storing responses", "storing responses", Some(120.0)),
];

/// Ratios with their limits of the CPU time, in per cent of another gateway's (design, section 7).
const RATIO_TARGETS: [(&str, &str, f64); 3] = [
    ("compared with a plain-JS gateway with the same features", "plain", 100.0),
    ("compared with a bare plain-JS gateway", "bare", 125.0),
    ("compared with Hono with the same features", "hono", 70.0),
];

/// Builds, lets Node measure, and puts the figures into tables.
pub(crate) fn measure(ui: &Ui, root: &Path) -> Result<BenchReport> {
    build::build(ui, root, build::Packer::Alone)?;
    ensure_packages(ui, root)?;
    print_line("eleven Workers take turns: about ten minutes");
    let gateway_figures = run(ui, root, "gateway.mjs", "measuring the gateway")?;
    let feature_figures =
        run(ui, root, "gateway-features.mjs", "measuring what features add (about five minutes)")?;
    let sessions =
        run(ui, root, "gateway-sessions.mjs", "measuring callers with sessions (about three minutes)")?;
    let start_timings = run(ui, root, "gateway-cold.mjs", "measuring new processes (about a minute)")?;
    let figures = Figures::read(&gateway_figures)?;
    let tables = vec![
        figures.build_ratio_table(),
        build_feature_table(&feature_figures),
        build_session_table(&sessions)?,
        build_start_table(&start_timings)?,
        figures.build_table("CPU time of the process, microseconds per request", "cpu", 1.0),
        figures.build_table("Requests per second", "rps", 1.0),
        figures.build_table("99th percentile of latency, milliseconds", "p99", 1000.0),
    ];
    let pictures = vec![figures.draw_ratios()];
    Ok(BenchReport {
        tables,
        introduction: write_notes(&gateway_figures),
        pictures,
        ..BenchReport::default()
    })
}

/// Runs a script in `tests/bench`, and returns its output.
fn run(ui: &Ui, root: &Path, script: &str, subject: &str) -> Result<Value> {
    let mut node = Command::new("node");
    node.arg(root.join("tests/bench").join(script)).current_dir(root);
    serde_json::from_str(&ui.require_success(subject, &mut node)?)
        .with_context(|| format!("{script}: not JSON"))
}

/// Builds the table of the CPU time of a request with a feature, in per cent of one without it in the same process.
fn build_feature_table(figures: &Value) -> Table {
    let mut table = Table::without_comparison(
        "CPU time of a request with a feature, in per cent of a request without this feature",
        &["with it"],
    );
    let rows = figures.get("rows").and_then(Value::as_array);
    for (name, title, max_percent) in FEATURE_TARGETS {
        let row = rows
            .into_iter()
            .flatten()
            .find(|row| row.get("operation").is_some_and(|operation| operation == name));
        let rounds = |side| Figure::read(row.and_then(|row| row.get(side)));
        let share = rounds("without").zip(rounds("with"));
        let share = share.map(|(without, with)| without.divide_into(&with).scale(100.0));
        table.rows.push(Row {
            name: title.to_owned(),
            cells: vec![share],
            target: max_percent.map(Target::AtMost),
        });
    }
    table
}

/// Builds the table of what callers with sessions cost, beside callers without one.
fn build_session_table(figures: &Value) -> Result<Table> {
    let columns = SESSION_FIGURES.map(|(_, title)| title);
    let mut table = Table::without_comparison("Callers of a gateway with a cache", &columns);
    for row in figures.get("rows").and_then(Value::as_array).context("no caller was measured")? {
        let name = row.get("operation").and_then(Value::as_str).context("a row of figures has no name")?;
        let cells = SESSION_FIGURES.map(|(figure, _)| Figure::read(row.get(figure))).to_vec();
        table.rows.push(Row { name: name.to_owned(), cells, target: None });
    }
    Ok(table)
}

/// Builds the table of the CPU time of new processes.
fn build_start_table(figures: &Value) -> Result<Table> {
    let mut table = Table::without_comparison(
        "CPU time of a new process, milliseconds",
        &STARTED_NAMES.map(|(_, title)| title),
    );
    for row in figures.get("rows").and_then(Value::as_array).context("no start was measured")? {
        let name = row.get("operation").and_then(Value::as_str).context("a row of figures has no name")?;
        let cells = STARTED_NAMES.map(|(worker, _)| Figure::read(row.get(worker))).to_vec();
        table.rows.push(Row { name: name.to_owned(), cells, target: None });
    }
    Ok(table)
}

/// One gateway in one scenario.
#[derive(Debug)]
struct Cell<'a> {
    scenario: &'a str,
    contender: &'a str,
    /// The lists of figures of the gateway, one figure per round.
    figures: &'a Value,
}

#[derive(Debug)]
struct Figures<'a>(Vec<Cell<'a>>);

impl<'a> Figures<'a> {
    fn read(output: &'a Value) -> Result<Self> {
        let cells = output.get("cells").and_then(Value::as_array).context("the script printed no figures")?;
        let cell = |figures: &'a Value| {
            let text = |key: &str| figures.get(key).and_then(Value::as_str);
            Some(Cell { scenario: text("scenario")?, contender: text("contender")?, figures })
        };
        let parsed_cells = cells.iter().map(cell).collect::<Option<_>>().context("a figure has no name")?;
        Ok(Self(parsed_cells))
    }

    /// Lists a kind of figure of a gateway in a scenario, one per round.
    fn list_rounds(&self, scenario: &str, contender: &str, figure: &str) -> Vec<f64> {
        let matching_cell =
            self.0.iter().find(|cell| cell.scenario == scenario && cell.contender == contender);
        let list = matching_cell.and_then(|cell| cell.figures.get(figure)).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_f64).collect()
    }

    /// Medians of a kind of figure, divided by `unit`.
    fn build_table(&self, title: &str, figure_name: &str, unit: f64) -> Table {
        let mut table = Table::without_comparison(title, &CONTENDER_NAMES.map(|(_, title)| title));
        let mut scenarios: Vec<&str> = Vec::new();
        for cell in &self.0 {
            if !scenarios.contains(&cell.scenario) {
                scenarios.push(cell.scenario);
            }
        }
        for scenario in scenarios {
            let cell = |(name, _)| {
                Figure::from_rounds(self.list_rounds(scenario, name, figure_name))
                    .map(|figure| figure.scale(1.0 / unit))
            };
            let cells = CONTENDER_NAMES.into_iter().map(cell).collect();
            table.rows.push(Row { name: scenario.to_owned(), cells, target: None });
        }
        table
    }

    /// Computes one gateway's CPU time in per cent of another's, for each round of each of these pairs of
    /// scenarios.
    fn compute_share(&self, pairs: &[(&str, &str)], contender: &str, rival: &str) -> Option<Figure> {
        let rounds_of_pair = |(scenario, other_scenario): &(&str, &str)| {
            let own_rounds = self.list_rounds(scenario, contender, "cpu");
            own_rounds.into_iter().zip(self.list_rounds(other_scenario, rival, "cpu")).collect::<Vec<_>>()
        };
        let shares = pairs
            .iter()
            .flat_map(rounds_of_pair)
            .map(|(own_value, rival_value)| 100.0 * own_value / rival_value);
        Figure::from_rounds(shares.collect())
    }

    /// Draws the time of the other gateways, as a multiple of ton-edge's.
    fn draw_ratios(&self) -> Picture {
        let rivals = || {
            CONTENDER_NAMES
                .into_iter()
                .filter(|(name, _)| RATIO_TARGETS.iter().any(|(_, rival, _)| rival == name))
        };
        let ratios = RATIO_COLUMNS.into_iter().flat_map(|(column, scenarios)| {
            rivals().filter_map(move |(contender, name)| {
                let share = self.compute_share(&pair_with_itself(scenarios), contender, "ours")?;
                Some((column, name, share.scale(0.01)))
            })
        });
        Picture::for_ratios("gateway", "CPU of a request", ratios)
    }

    fn build_ratio_table(&self) -> Table {
        let columns = RATIO_COLUMNS.map(|(name, _)| name);
        let mut table = Table::without_comparison(
            "CPU time of a request at our gateway, in per cent of what the row compares it with",
            &columns,
        );
        for (name, rival, max_percent) in RATIO_TARGETS {
            let cells = RATIO_COLUMNS
                .map(|(_, scenarios)| self.compute_share(&pair_with_itself(scenarios), "ours", rival));
            table.rows.push(Row {
                name: name.to_owned(),
                cells: cells.to_vec(),
                target: Some(Target::AtMost(max_percent)),
            });
        }
        let local: Vec<_> = LOCAL_SCENARIOS.into_iter().zip(SMALL_SCENARIOS).collect();
        for (name, share, max_percent) in [
            (
                "a local response, compared with a proxied response",
                self.compute_share(&local, "ours", "ours"),
                Some(50.0),
            ),
            (
                "a cached response, compared with a proxied response",
                self.compute_share(&pair_with_itself(&CACHED_SCENARIOS), "cached", "ours"),
                Some(50.0),
            ),
            (
                "a constant response with a log line, compared with a proxied response",
                self.compute_share(&pair_with_itself(&CACHED_SCENARIOS), "constant", "ours"),
                None,
            ),
            (
                "a computed get-method, compared with a proxied get-method",
                self.compute_share(&pair_with_itself(&GET_METHODS), "computing", "ours"),
                Some(150.0),
            ),
            (
                "one of 10 000 cached responses, compared with a single cached response",
                self.compute_share(&[(MANY_ENTRIES_SCENARIO, "cached, 8")], "many", "cached"),
                Some(125.0),
            ),
            (
                "one of 100 000 callers, compared with a single caller",
                self.compute_share(&[(MANY_CALLERS_SCENARIO, ONE_CALLER_SCENARIO)], "limited", "limited"),
                None,
            ),
            (
                "one of 10 000 API keys, compared with a single API key",
                self.compute_share(&[(MANY_KEYS_SCENARIO, ONE_KEY_SCENARIO)], "keyed", "keyed"),
                None,
            ),
        ] {
            let mut cells = vec![None; columns.len()];
            if let Some(first) = cells.first_mut() {
                *first = share;
            }
            table.rows.push(Row { name: name.to_owned(), cells, target: max_percent.map(Target::AtMost) });
        }
        table
    }
}

/// Pairs each of the scenarios with itself.
fn pair_with_itself(scenarios: &[&'static str]) -> Vec<(&'static str, &'static str)> {
    scenarios.iter().map(|name| (*name, *name)).collect()
}

/// Notes for readers of the figures.
fn write_notes(figures: &Value) -> Vec<String> {
    let text_of = |key: &str| figures.get(key).and_then(Value::as_str).unwrap_or("unknown");
    let rounds = figures.get("rounds").and_then(Value::as_u64).unwrap_or_default();
    vec![
        format!("measured on {}, on {} with Node {}", text_of("date"), text_of("cpu"), text_of("node")),
        format!(
            "workerd {}, hono {}; each gateway has its own process. All gateways take turns in {rounds} rounds; after \
             every third round, new processes start",
            text_of("workerd"),
            text_of("hono")
        ),
        String::from(
            "the name of a scenario ends with the number of connections: in *1 kB, 8*, responses of 1 kB are sent over \
             8 connections",
        ),
        String::from(
            "*proxied*: the response comes from the upstream. *local*: the gateway computes the response \
             itself. *cached*: one response is in the cache; *cached of 10000*: 10 000 responses are in it. \
             *limited*: the gateway counts requests per client IP; *among 100000*: it counts the requests of \
             100 000 callers in turn",
        ),
        String::from(
            "*get-method*: a request calls a read-only function of a contract; *ours, computing* runs this function in \
             the gateway. *one key*, *one of 10000 keys*: the gateway has API keys of callers",
        ),
        String::from(
            "callers, upstream and gateways share the machine, so requests per second and latency depend on all of \
             them. The CPU time is that of the gateway's process alone",
        ),
        String::from("a figure in per cent is a ratio of two CPU times"),
        String::from(
            "the cost of a feature: a process has two gateways, one with the feature and one without it, \
            which take turns",
        ),
        String::from(
            "only the gateway with API keys gets requests with an API key. The gateway with traces sends \
            them to a collector, with the default settings",
        ),
        String::from(
            "callers of a gateway with a cache: each kind of callers has its own gateway and upstream, and all run at \
             the same time, for 12 s",
        ),
        String::from(
            "8 callers of each kind send 25 requests per second each. One of 10 requests reads the newest block, the \
             others the states of 50 accounts. The chain makes a block per second",
        ),
        String::from(
            "the table about a new process: each gateway starts 21 times. \
             *An empty Worker* has no upstream and no log line. In later tables, *a constant response* is \
             a Worker that always sends the same text and writes a log line; *pass-through* is a Worker \
             that only forwards requests",
        ),
        String::from(
            "the other gateways are written in plain JavaScript (*plain JS*) or with the web framework Hono. \
             *Same features* are checks of the parameters, CORS, request ids, trace headers, \
             `Server-Timing`, a log line, a timeout, retries and a circuit breaker",
        ),
        String::from(
            "the targets apply to responses of 1 kB over 1, 8 and 64 connections. The requests go to 1000 accounts in \
             turn, as those of web apps do",
        ),
        String::from(
            "*each URL once*: no URL is requested twice, so the gateway cannot reuse what it has computed \
            for a URL",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn build_cells(own_cpu: f64, local: f64, cached: f64) -> Value {
        let cell = |scenario: &str, contender: &str, cpu: f64| json!({ "scenario": scenario, "contender": contender, "cpu": [cpu, cpu, cpu, cpu, cpu, cpu, cpu, cpu, 900.0], "rps": [5], "p50": [7], "p99": [9000] });
        let mut cells = Vec::new();
        for (small, local_) in SMALL_SCENARIOS.into_iter().zip(LOCAL_SCENARIOS) {
            for (name, cpu) in
                [("ours", own_cpu), ("plain", 100.0), ("bare", 80.0), ("hono", 143.0), ("through", 50.0)]
            {
                cells.push(cell(small, name, cpu));
            }
            cells.push(cell(local_, "ours", local));
        }
        for name in CACHED_SCENARIOS {
            cells.push(cell(name, "ours", own_cpu));
            cells.push(cell(name, "cached", cached));
        }
        for name in GET_METHODS {
            cells.push(cell(name, "ours", 100.0));
            cells.push(cell(name, "computing", 150.0));
        }
        cells.push(cell(MANY_ENTRIES_SCENARIO, "many", 50.0));
        json!({ "cells": cells })
    }

    #[test]
    fn ratios_are_judged() {
        let missed = |own_cpu, local, cached| {
            Figures::read(&build_cells(own_cpu, local, cached)).unwrap().build_ratio_table().count_missed()
        };
        assert_eq!(missed(100.0, 50.0, 50.0), 0);
        assert_eq!(missed(100.0, 51.0, 50.0), 1);
        assert_eq!(missed(101.0, 20.0, 50.0), 3);
        assert_eq!(missed(100.0, 50.0, 51.0), 1);
        assert_eq!(missed(100.0, 50.0, 39.0), 1, "many cost more than one");
        let empty_figures = json!({ "cells": [] });
        assert_eq!(
            Figures::read(&empty_figures).unwrap().build_ratio_table().count_missed(),
            7,
            "a figure that was not measured misses its target"
        );
        assert!(Figures::read(&json!({})).is_err());
    }

    #[test]
    fn the_picture_shows_other_gateways_as_multiples_of_ours() {
        let figures = build_cells(100.0, 50.0, 50.0);
        let picture_text = format!("{:?}", Figures::read(&figures).unwrap().draw_ratios());
        assert!(
            picture_text.contains("1.43")
                && picture_text.contains("Hono")
                && !picture_text.contains("pass-through"),
            "{picture_text}"
        );
    }

    #[test]
    fn figures_become_tables() {
        let figures = build_cells(100.0, 50.0, 50.0);
        let table = Figures::read(&figures).unwrap().build_table("t", "p99", 1000.0);
        assert!(
            table.write_markdown().contains("| 1 kB, 8 | 9.0 | - | - | - | - | - | 9.0 | 9.0 | 9.0 | 9.0 |"),
            "{}",
            table.write_markdown()
        );
        assert!(
            table.write_markdown().contains("| local, 8 | 9.0 | - | - | - | - | - | - | - | - | - |"),
            "{}",
            table.write_markdown()
        );
    }

    #[test]
    fn sessions_become_rows() {
        let figures = json!({ "rows": [{ "operation": "no session", "hits": [90.0], "cpu": [100.0], "upstream": [80.0] }] });
        let table = build_session_table(&figures).unwrap();
        assert!(
            table.write_markdown().contains("| no session | 90.0 | 100 | 80.0 |"),
            "{}",
            table.write_markdown()
        );
        assert!(build_session_table(&json!({})).is_err());
    }

    #[test]
    fn features_are_judged_at_the_bad_end() {
        let row = |max_with: f64| json!({ "rows": [{ "operation": "metrics", "with": [101.0, 102.0, max_with], "without": [100.0, 100.0, 100.0] }] });
        let missed = |max_with| build_feature_table(&row(max_with)).count_missed();
        assert_eq!(missed(103.0), 4, "those that were not measured");
        assert_eq!(missed(104.0), 5);
    }
}
