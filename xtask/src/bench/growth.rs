//! `cargo xtask bench growth`: how cost grows with the work, as tables and as pictures. Node measures (`tests/bench/growth.mjs`) and
//! draws (`tests/bench/plots`).

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use crate::bench::figure::Figure;
use crate::bench::picture::Picture;
use crate::bench::report::Section;
use crate::bench::table::{Row, Table};
use crate::bench::{BenchReport, describe_machine, ensure_packages, read_text};
use crate::build;
use crate::shell::{Ui, print_line};

/// The section of the report.
pub(crate) const SECTION: Section = Section { name: "growth", title: "Growth" };

/// A bend is where the cost is this many times the least cost.
const BEND_FACTOR: f64 = 1.5;

/// Measures in Node and workerd.
pub(crate) fn measure(ui: &Ui, root: &Path) -> Result<BenchReport> {
    build::build(ui, root, build::Packer::Alone)?;
    ensure_packages(ui, root)?;
    print_line("nine kinds of work in sizes of 1 to 1 000 000: about seven minutes");
    let mut node = Command::new("node");
    node.arg(root.join("tests/bench/growth.mjs")).current_dir(root);
    let output = ui.require_success("measuring growth", &mut node)?;
    let figures: Value = serde_json::from_str(&output).context("growth.mjs: not JSON")?;
    let all_series: Vec<Series> = list_series(&figures)?.iter().map(Series::read).collect::<Result<_>>()?;
    let introduction = vec![
        describe_machine(&figures),
        format!(
            "workerd {}; each figure is the median of several rounds, in which all rows take turns",
            read_text(&figures, "workerd")
        ),
        String::from(
            "each table shows how the cost of an item, such as a request, grows with a size, such as the \
            number of connections",
        ),
        String::from(
            "*slope*: 0 means that the cost per item does not grow with the size, and 1 that it doubles if \
            the size doubles",
        ),
        String::from(
            "*bend*: from this size on, an item costs more than 1.5 times the lowest cost. A dash means that there is \
             no such size",
        ),
    ];
    Ok(BenchReport {
        tables: all_series.iter().map(Series::build_table).collect(),
        introduction,
        pictures: all_series
            .iter()
            .map(|series| Picture::for_growth(&series.name, &series.title, series.to_json()))
            .collect(),
        ..BenchReport::default()
    })
}

fn list_series(figures: &Value) -> Result<&Vec<Value>> {
    figures.get("series").and_then(Value::as_array).context("the script printed no figures")
}

/// A measured cost that grows with the work.
#[derive(Debug)]
struct Series {
    name: String,
    title: String,
    size: String,
    cost: String,
    lines: Vec<Line>,
}

/// The cost of one contender, by size.
#[derive(Debug)]
struct Line {
    name: String,
    points: Vec<(f64, Figure)>,
}

impl Series {
    fn read(value: &Value) -> Result<Self> {
        let text = |key: &str| {
            value.get(key).and_then(Value::as_str).map(str::to_owned).with_context(|| format!("no {key}"))
        };
        let lines = value.get("lines").and_then(Value::as_array).context("no lines")?;
        Ok(Self {
            name: text("name")?,
            title: text("title")?,
            size: text("size")?,
            cost: text("cost")?,
            lines: lines.iter().map(Line::read).collect::<Result<_>>()?,
        })
    }

    /// Builds a table with one row per line: the cost at each size, then slope and bend.
    fn build_table(&self) -> Table {
        let mut sizes: Vec<f64> =
            self.lines.iter().flat_map(|line| line.points.iter().map(|(size, _)| *size)).collect();
        sizes.sort_by(f64::total_cmp);
        sizes.dedup();
        let mut columns: Vec<String> = sizes.iter().map(|size| group_digits(*size)).collect();
        columns.extend(["slope".to_owned(), "bend".to_owned()]);
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let mut table = Table::without_comparison(
            &format!("{}: {}, for each number of {}", self.title, self.cost, self.size),
            &columns,
        );
        for line in &self.lines {
            let cost_at = |size: &f64| {
                line.points.iter().find(|(point_size, _)| point_size == size).map(|(_, cost)| cost.clone())
            };
            let mut cells: Vec<Option<Figure>> = sizes.iter().map(cost_at).collect();
            cells.push(line.compute_slope().map(Figure::from));
            cells.push(line.find_bend().map(Figure::from));
            table.rows.push(Row { name: line.name.clone(), cells, target: None });
        }
        table
    }

    fn to_json(&self) -> Value {
        let point = |(size, cost): &(f64, Figure)| {
            let [low, high] = cost.interval();
            json!({ "size": size, "low": low, "median": cost.median(), "high": high })
        };
        let lines = self.lines.iter().map(
            |line| json!({ "name": line.name, "points": line.points.iter().map(point).collect::<Vec<_>>() }),
        );
        json!({ "title": self.title, "size": self.size, "cost": self.cost, "lines": lines.collect::<Vec<_>>() })
    }
}

impl Line {
    fn read(value: &Value) -> Result<Self> {
        let point = |point: &Value| Some((point.get("size")?.as_f64()?, Figure::read(point.get("rounds"))?));
        let points = value.get("points").and_then(Value::as_array).context("no points")?;
        Ok(Self {
            name: value.get("name").and_then(Value::as_str).context("a line has no name")?.to_owned(),
            points: points.iter().map(point).collect::<Option<_>>().context("a point has no figures")?,
        })
    }

    /// Computes the power of the size that the cost follows: the slope of a straight line through the logarithms, by least
    /// squares.
    fn compute_slope(&self) -> Option<f64> {
        let logs: Vec<(f64, f64)> =
            self.points.iter().map(|(size, cost)| (size.ln(), cost.median().ln())).collect();
        let count = logs.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|point| point.0), mean(|point| point.1));
        let spread: f64 = logs.iter().map(|point| (point.0 - x).powi(2)).sum();
        let slope = logs.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>() / spread;
        slope.is_finite().then_some(slope)
    }

    /// Finds the size above which every cost is more than [`BEND_FACTOR`] times the least cost, if there is such a size.
    fn find_bend(&self) -> Option<f64> {
        let costs: Vec<f64> = self.points.iter().map(|(_, cost)| cost.median()).collect();
        let least_cost = costs.iter().copied().min_by(f64::total_cmp)?;
        let cheapest_index = costs.iter().position(|cost| *cost == least_cost)?;
        let (size, _) = self
            .points
            .iter()
            .zip(&costs)
            .skip(cheapest_index)
            .find(|(_, cost)| **cost > BEND_FACTOR * least_cost)?
            .0;
        Some(*size)
    }
}

/// Writes `100000` as `100 000`.
fn group_digits(size: f64) -> String {
    let digits = format!("{size:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build_line(costs: &[f64]) -> Line {
        let points = (0..).map(|power| 10_f64.powi(power)).zip(costs.iter().map(|cost| Figure::from(*cost)));
        Line { name: "l".to_owned(), points: points.collect() }
    }

    #[test]
    fn slopes_and_bends_are_found() {
        let is_near =
            |slope: Option<f64>, expected: f64| slope.is_some_and(|slope| (slope - expected).abs() < 1e-9);
        assert!(is_near(build_line(&[2.0, 2.0, 2.0]).compute_slope(), 0.0));
        assert!(is_near(build_line(&[1.0, 10.0, 100.0]).compute_slope(), 1.0));
        assert_eq!(build_line(&[1.0]).compute_slope(), None);
        assert_eq!(build_line(&[9.0, 2.0, 2.5, 3.5]).find_bend(), Some(1000.0));
        assert_eq!(build_line(&[9.0, 2.0, 2.5]).find_bend(), None, "few cost more at first");
    }

    #[test]
    fn a_series_becomes_a_table_and_a_picture() {
        let value = json!({ "name": "lists", "title": "Lists", "size": "addresses", "cost": "ns", "lines": [
            { "name": "ours", "points": [{ "size": 1, "rounds": [4.0, 5.0, 6.0] }, { "size": 100_000, "rounds": [1.0] }] },
            { "name": "other", "points": [{ "size": 1, "rounds": [9.0] }] },
        ] });
        let series = Series::read(&value).unwrap();
        let text = series.build_table().write_markdown();
        assert!(
            text.contains("| 1 | 100 000 | slope | bend |") && text.contains("| other | 9.0 | - | - | - |"),
            "{text}"
        );
        assert_eq!(
            series.to_json()["lines"][0]["points"][0],
            json!({ "size": 1.0, "low": 4.0, "median": 5.0, "high": 6.0 })
        );
        assert!(Series::read(&json!({ "name": "lists" })).is_err());
    }
}
