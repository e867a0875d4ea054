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
use crate::bench::{Measured, ensure_packages, text_of, where_measured};
use crate::build;
use crate::shell::{Ui, say};

/// The section of the report.
pub(crate) const SECTION: Section = Section { name: "growth", title: "Growth" };

/// So many times the least cost are a bend.
const BEND: f64 = 1.5;

/// Measures in Node and workerd.
pub(crate) fn measure(ui: &Ui, root: &Path) -> Result<Measured> {
    build::build(ui, root, build::Packer::Alone)?;
    ensure_packages(ui, root)?;
    say("nine kinds of work in sizes of 1 to 1 000 000: about seven minutes");
    let mut node = Command::new("node");
    node.arg(root.join("tests/bench/growth.mjs")).current_dir(root);
    let printed = ui.must("measuring growth", &mut node)?;
    let measured: Value = serde_json::from_str(&printed).context("growth.mjs: not JSON")?;
    let found: Vec<Series> = series(&measured)?.iter().map(Series::read).collect::<Result<_>>()?;
    let about = vec![
        where_measured(&measured),
        format!("workerd {}; medians of rounds in which all lines take turns", text_of(&measured, "workerd")),
        String::from(
            "slope: the power of the size that the cost of each follows, by least squares of the logarithms; 0 is cost that does not grow. \
             Bend: from this size on, each costs more than 1.5 times the least",
        ),
    ];
    Ok(Measured {
        tables: found.iter().map(Series::table).collect(),
        about,
        pictures: found.iter().map(|one| Picture::of_growth(&one.name, &one.title, one.json())).collect(),
        ..Measured::default()
    })
}

fn series(measured: &Value) -> Result<&Vec<Value>> {
    measured.get("series").and_then(Value::as_array).context("Node measured nothing")
}

/// What grows.
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

    /// A row a line: the cost at each size, then slope and bend.
    fn table(&self) -> Table {
        let mut sizes: Vec<f64> =
            self.lines.iter().flat_map(|line| line.points.iter().map(|(size, _)| *size)).collect();
        sizes.sort_by(f64::total_cmp);
        sizes.dedup();
        let mut columns: Vec<String> = sizes.iter().map(|size| grouped(*size)).collect();
        columns.extend(["slope".to_owned(), "bend".to_owned()]);
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let mut table = Table::plain(&format!("{}: {}, by {}", self.title, self.cost, self.size), &columns);
        for line in &self.lines {
            let at =
                |size: &f64| line.points.iter().find(|(one, _)| one == size).map(|(_, cost)| cost.clone());
            let mut cells: Vec<Option<Figure>> = sizes.iter().map(at).collect();
            cells.push(line.slope().map(Figure::from));
            cells.push(line.bend().map(Figure::from));
            table.rows.push(Row { name: line.name.clone(), cells, target: None });
        }
        table
    }

    fn json(&self) -> Value {
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
            name: value.get("name").and_then(Value::as_str).context("a line without a name")?.to_owned(),
            points: points.iter().map(point).collect::<Option<_>>().context("a point without figures")?,
        })
    }

    /// The power of the size that the cost follows: the slope of a straight line between their logarithms, by least squares.
    fn slope(&self) -> Option<f64> {
        let logs: Vec<(f64, f64)> =
            self.points.iter().map(|(size, cost)| (size.ln(), cost.median().ln())).collect();
        let count = logs.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|point| point.0), mean(|point| point.1));
        let spread: f64 = logs.iter().map(|point| (point.0 - x).powi(2)).sum();
        let slope = logs.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>() / spread;
        slope.is_finite().then_some(slope)
    }

    /// The size from which on each costs more than [`BEND`] times the least, if there is one.
    fn bend(&self) -> Option<f64> {
        let costs: Vec<f64> = self.points.iter().map(|(_, cost)| cost.median()).collect();
        let least = costs.iter().copied().min_by(f64::total_cmp)?;
        let cheapest = costs.iter().position(|cost| *cost == least)?;
        let (size, _) =
            self.points.iter().zip(&costs).skip(cheapest).find(|(_, cost)| **cost > BEND * least)?.0;
        Some(*size)
    }
}

/// `100000` as `100 000`.
fn grouped(size: f64) -> String {
    let digits = format!("{size:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(costs: &[f64]) -> Line {
        let points = (0..).map(|power| 10_f64.powi(power)).zip(costs.iter().map(|cost| Figure::from(*cost)));
        Line { name: "l".to_owned(), points: points.collect() }
    }

    #[test]
    fn slopes_and_bends_are_found() {
        let near = |slope: Option<f64>, wanted: f64| slope.is_some_and(|slope| (slope - wanted).abs() < 1e-9);
        assert!(near(line(&[2.0, 2.0, 2.0]).slope(), 0.0));
        assert!(near(line(&[1.0, 10.0, 100.0]).slope(), 1.0));
        assert_eq!(line(&[1.0]).slope(), None);
        assert_eq!(line(&[9.0, 2.0, 2.5, 3.5]).bend(), Some(1000.0));
        assert_eq!(line(&[9.0, 2.0, 2.5]).bend(), None, "few cost more at first");
    }

    #[test]
    fn a_series_becomes_a_table_and_a_picture() {
        let value = json!({ "name": "lists", "title": "Lists", "size": "addresses", "cost": "ns", "lines": [
            { "name": "ours", "points": [{ "size": 1, "rounds": [4.0, 5.0, 6.0] }, { "size": 100_000, "rounds": [1.0] }] },
            { "name": "other", "points": [{ "size": 1, "rounds": [9.0] }] },
        ] });
        let series = Series::read(&value).unwrap();
        let text = series.table().markdown();
        assert!(
            text.contains("| 1 | 100 000 | slope | bend |") && text.contains("| other | 9.0 | - | - | - |"),
            "{text}"
        );
        assert_eq!(
            series.json()["lines"][0]["points"][0],
            json!({ "size": 1.0, "low": 4.0, "median": 5.0, "high": 6.0 })
        );
        assert!(Series::read(&json!({ "name": "lists" })).is_err());
    }
}
