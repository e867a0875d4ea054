//! Figures side by side: ton-edge first, each other one with its ratio to it, and whether the target holds at the bad end of the
//! interval, not at the median.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::bench::figure::Figure;
use crate::bench::picture::Picture;

/// The target that a row must meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Target {
    /// ton-edge must be this many times as fast as that library.
    Faster {
        /// So many times.
        factor: f64,
        /// The name of its column.
        than: &'static str,
    },
    /// ton-edge must be this many times as fast as the fastest other library.
    FasterThanAll(f64),
    /// The figure of ton-edge is at most this.
    AtMost(f64),
}

/// One operation.
#[derive(Debug)]
pub(crate) struct Row {
    /// Its name.
    pub(crate) name: String,
    /// A figure for each column, where there is one; ton-edge's is the first.
    pub(crate) cells: Vec<Option<Figure>>,
    /// The target of the row, if it has one.
    pub(crate) target: Option<Target>,
}

/// Rows under a title.
#[derive(Debug)]
pub(crate) struct Table {
    title: String,
    columns: Vec<String>,
    /// Whether the other columns are compared with the first.
    ratios: bool,
    /// Columns that do not compare with other libraries: figures about ton-edge.
    alone: Vec<String>,
    /// The operations.
    pub(crate) rows: Vec<Row>,
}

impl Table {
    /// A table without rows.
    pub(crate) fn new(title: &str, columns: &[&str]) -> Self {
        Self {
            title: title.to_owned(),
            columns: columns.iter().map(|column| (*column).to_owned()).collect(),
            ratios: true,
            alone: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Names columns that are not compared with the first.
    pub(crate) fn alone(&mut self, columns: &[&str]) {
        self.alone = columns.iter().map(|column| (*column).to_owned()).collect();
    }

    /// A table without rows whose columns are not compared: no ratios.
    pub(crate) fn plain(title: &str, columns: &[&str]) -> Self {
        Self { ratios: false, ..Self::new(title, columns) }
    }

    /// How many targets do not hold.
    pub(crate) fn missed(&self) -> usize {
        self.rows.iter().filter(|row| self.holds(row) == Some(false)).count()
    }

    /// Whether the target of a row holds; one that cannot be judged does not.
    fn holds(&self, row: &Row) -> Option<bool> {
        let target = row.target?;
        let ours = row.cells.first().and_then(Option::as_ref);
        let least = |ours: &Figure, theirs: &Figure| {
            let [low, _] = ours.goes_into(theirs).interval();
            low
        };
        let holds = ours.is_some_and(|ours| match target {
            Target::Faster { factor, than } => self
                .columns
                .iter()
                .position(|column| column == than)
                .and_then(|at| row.cells.get(at)?.as_ref())
                .is_some_and(|theirs| least(ours, theirs) >= factor),
            Target::FasterThanAll(factor) => {
                let others = row.cells.iter().enumerate().skip(1);
                let others = others.filter(|(at, _)| !self.is_alone(*at));
                let others: Vec<&Figure> = others.filter_map(|(_, cell)| cell.as_ref()).collect();
                !others.is_empty() && others.iter().all(|theirs| least(ours, theirs) >= factor)
            }
            Target::AtMost(most) => {
                let [_, high] = ours.interval();
                high <= most
            }
        });
        Some(holds)
    }

    /// Head and rows as texts; a ratio follows its figure, and an interval what it is of.
    fn cells(&self) -> Vec<Vec<String>> {
        let mut head = vec![String::new()];
        head.extend(self.columns.iter().cloned());
        head.extend(["target".to_owned(), String::new()]);
        let rows = self.rows.iter().map(|row| {
            let ours = row.cells.first().and_then(Option::as_ref);
            let figures = row.cells.iter().enumerate().map(|(at, cell)| match (cell, ours) {
                (None, _) => "-".to_owned(),
                // Their time divided by ours.
                (Some(theirs), Some(ours))
                    if self.ratios && at > 0 && ours.median() > 0.0 && !self.is_alone(at) =>
                {
                    let ratio = ours.goes_into(theirs);
                    let times = format!("{:.1}x", ratio.median());
                    format!("{} {times:>6}{}", figure(theirs.median()), between(&ratio))
                }
                // Figures with a target show their interval.
                (Some(one), _) if at == 0 && matches!(row.target, Some(Target::AtMost(_))) => {
                    format!("{}{}", figure(one.median()), between(one))
                }
                (Some(one), _) => figure(one.median()),
            });
            let target = row.target.map_or_else(String::new, described);
            let holds = self.holds(row).map_or("", |holds| if holds { "holds" } else { "MISSED" });
            let mut cells = vec![row.name.clone()];
            cells.extend(figures);
            cells.extend([target, holds.to_owned()]);
            cells
        });
        std::iter::once(head).chain(rows).collect()
    }

    fn is_alone(&self, at: usize) -> bool {
        self.columns.get(at).is_some_and(|column| self.alone.contains(column))
    }

    /// The table as text, for a terminal.
    pub(crate) fn text(&self) -> String {
        let all = self.cells();
        let columns = all.first().map_or(0, Vec::len);
        let width = |at: usize| all.iter().filter_map(|row| row.get(at)).map(String::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = format!("{}\n", self.title);
        for row in &all {
            let mut line = String::new();
            for (at, (cell, width)) in row.iter().zip(&widths).enumerate() {
                // Names and targets are read from the left, figures from the right.
                if at == 0 || at + 2 >= columns {
                    _ = write!(line, "  {cell:width$}");
                } else {
                    _ = write!(line, "  {cell:>width$}");
                }
            }
            _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    /// The table as Markdown, for a document.
    pub(crate) fn markdown(&self) -> String {
        let mut text = format!("{}:\n\n", self.title);
        for (number, row) in self.cells().iter().enumerate() {
            let cells: Vec<String> =
                row.iter().map(|cell| cell.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
            _ = writeln!(text, "| {} |", cells.join(" | "));
            if number == 0 {
                let rules = (0..row.len()).map(|at| match at {
                    0 => "---",
                    _ if at + 2 >= row.len() => "---",
                    _ => "---:",
                });
                _ = writeln!(text, "|{}|", rules.collect::<Vec<_>>().join("|"));
            }
        }
        text
    }

    /// The ratios as a picture of that name, where there are others with at least two of them.
    pub(crate) fn picture(&self, name: &str) -> Option<Picture> {
        if !self.ratios {
            return None;
        }
        let mut ratios = Vec::new();
        for row in &self.rows {
            let Some(ours) = row.cells.first().and_then(Option::as_ref) else { continue };
            // The first column is ours.
            for (at, (column, cell)) in self.columns.iter().zip(&row.cells).enumerate().skip(1) {
                let Some(theirs) = cell.as_ref().filter(|_| !self.is_alone(at)) else { continue };
                let ratio = ours.goes_into(theirs);
                let [low, high] = ratio.interval();
                // Nothing, which some take, has no ratio.
                if low > 0.0 && high.is_finite() {
                    ratios.push((row.name.as_str(), column.as_str(), ratio));
                }
            }
        }
        (ratios.len() > 1).then(|| Picture::of_ratios(name, &self.title, ratios))
    }

    /// The table as JSON, for other programs.
    pub(crate) fn json(&self) -> Value {
        let rows = self.rows.iter().map(|row| {
            let figures: serde_json::Map<String, Value> = self
                .columns
                .iter()
                .zip(&row.cells)
                .filter_map(|(column, cell)| {
                    let figure = cell.as_ref()?;
                    Some((
                        column.clone(),
                        json!({ "median": figure.median(), "interval": figure.interval() }),
                    ))
                })
                .collect();
            json!({
                "operation": row.name,
                "figures": figures,
                "target": row.target.map(described),
                "holds": self.holds(row),
            })
        });
        json!({ "title": self.title, "rows": rows.collect::<Vec<_>>() })
    }
}

/// A figure in three digits or more.
fn figure(figure: f64) -> String {
    if figure == 0.0 || figure >= 100.0 { format!("{figure:.0}") } else { format!("{figure:.1}") }
}

/// The interval of a figure, if it has one.
fn between(of: &Figure) -> String {
    let [low, high] = of.interval();
    if of.has_rounds() { format!(" ({} to {})", figure(low), figure(high)) } else { String::new() }
}

fn described(target: Target) -> String {
    match target {
        Target::Faster { factor, than } => format!(">= {factor}x {than}"),
        Target::FasterThanAll(factor) => format!(">= {factor}x the fastest"),
        Target::AtMost(most) => format!("<= {most}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(ours: f64, theirs: Option<f64>, target: Target) -> Table {
        let mut table = Table::new("t", &["ours", "in lists", "other"]);
        table.alone(&["in lists"]);
        let cells = [Some(ours), Some(1.0), theirs].map(|one| one.map(Figure::from)).to_vec();
        table.rows.push(Row { name: "work".to_owned(), cells, target: Some(target) });
        table
    }

    #[test]
    fn targets_are_judged() {
        let than = |factor| Target::Faster { factor, than: "other" };
        assert_eq!(table(10.0, Some(120.0), than(12.0)).missed(), 0);
        assert_eq!(table(10.0, Some(119.0), than(12.0)).missed(), 1);
        assert_eq!(table(10.0, None, than(12.0)).missed(), 1, "what was not measured does not hold");
        assert_eq!(table(10.0, None, Target::AtMost(10.0)).missed(), 0);
        assert_eq!(table(10.1, None, Target::AtMost(10.0)).missed(), 1);
    }

    #[test]
    fn the_bad_end_of_an_interval_is_judged() {
        let rounds = |all: [f64; 3]| Figure::of(all.to_vec());
        let missed = |ours, target| {
            let mut table = Table::new("t", &["ours", "other"]);
            table.rows.push(Row {
                name: "work".to_owned(),
                cells: vec![ours, rounds([12.0, 12.0, 12.0])],
                target: Some(target),
            });
            assert!(table.text().contains(" to "), "{}", table.text());
            table.missed()
        };
        let than = Target::Faster { factor: 12.0, than: "other" };
        assert_eq!(missed(rounds([1.0, 0.9, 0.8]), than), 0);
        assert_eq!(missed(rounds([1.1, 0.9, 0.8]), than), 1, "its median would hold");
        assert_eq!(missed(rounds([1.0, 0.9, 0.8]), Target::AtMost(1.0)), 0);
        assert_eq!(missed(rounds([1.1, 0.9, 0.8]), Target::AtMost(1.0)), 1);
    }

    #[test]
    fn a_picture_shows_the_others_and_not_our_lists() {
        let mut table = table(10.0, Some(125.0), Target::AtMost(1.0));
        assert!(table.picture("x").is_none(), "one ratio is no picture");
        table.rows.push(Row {
            name: "more".to_owned(),
            cells: vec![Some(Figure::from(2.0)), None, Some(Figure::from(3.0))],
            target: None,
        });
        let shown = format!("{:?}", table.picture("x"));
        assert!(shown.contains("12.5") && shown.contains("1.5") && !shown.contains("in lists"), "{shown}");
        assert!(Table::plain("t", &["a", "b"]).picture("x").is_none());
    }

    #[test]
    fn ratios_stand_beside_the_others_and_not_beside_our_lists() {
        let table = table(10.0, Some(125.0), Target::Faster { factor: 12.0, than: "other" });
        let text = table.text();
        assert!(text.contains("12.5x") && text.contains("holds") && !text.contains("0.1x"), "{text}");
        assert!(table.markdown().contains("| work | 10.0 | 1.0 | 125 12.5x | >= 12x other | holds |"));
        assert_eq!(table.json()["rows"][0]["holds"], json!(true));
    }
}
