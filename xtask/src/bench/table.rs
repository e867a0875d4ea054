//! Figures side by side: ton-edge's first, then each other library's with its ratio to ton-edge's. A target must hold at the worse end of the
//! interval.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::bench::figure::Figure;
use crate::bench::picture::Picture;

/// The target that a row must meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Target {
    /// ton-edge must be this many times as fast as the named library.
    Faster {
        /// How many times as fast ton-edge must be.
        factor: f64,
        /// The name of the library's column.
        rival: &'static str,
    },
    /// ton-edge must be this many times as fast as the fastest other library.
    FasterThanAll(f64),
    /// The figure of ton-edge is at most this.
    AtMost(f64),
}

/// One operation.
#[derive(Debug)]
pub(crate) struct Row {
    /// The name of the operation.
    pub(crate) name: String,
    /// One figure per column, if the column has one; the first is ton-edge's.
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
    /// Columns with figures about ton-edge alone, which are not compared with other libraries.
    uncompared_columns: Vec<String>,
    /// The operations.
    pub(crate) rows: Vec<Row>,
}

impl Table {
    /// Makes a table without rows.
    pub(crate) fn new(title: &str, columns: &[&str]) -> Self {
        Self {
            title: title.to_owned(),
            columns: columns.iter().map(|column| (*column).to_owned()).collect(),
            ratios: true,
            uncompared_columns: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Declares columns that are not compared with the first one.
    pub(crate) fn mark_uncompared(&mut self, columns: &[&str]) {
        self.uncompared_columns = columns.iter().map(|column| (*column).to_owned()).collect();
    }

    /// Returns a table without rows that has no ratios, because its columns are not compared.
    pub(crate) fn without_comparison(title: &str, columns: &[&str]) -> Self {
        Self { ratios: false, ..Self::new(title, columns) }
    }

    /// Counts the missed targets.
    pub(crate) fn count_missed(&self) -> usize {
        self.rows.iter().filter(|row| self.is_target_held(row) == Some(false)).count()
    }

    /// Returns whether the target of a row is met; a target that cannot be checked counts as missed.
    fn is_target_held(&self, row: &Row) -> Option<bool> {
        let target = row.target?;
        let own_figure = row.cells.first().and_then(Option::as_ref);
        let lowest_ratio = |own_figure: &Figure, rival_figure: &Figure| {
            let [low, _] = own_figure.divide_into(rival_figure).interval();
            low
        };
        let is_held = own_figure.is_some_and(|own_figure| match target {
            Target::Faster { factor, rival: than } => self
                .columns
                .iter()
                .position(|column| column == than)
                .and_then(|index| row.cells.get(index)?.as_ref())
                .is_some_and(|rival_figure| lowest_ratio(own_figure, rival_figure) >= factor),
            Target::FasterThanAll(factor) => {
                let rival_cells = row.cells.iter().enumerate().skip(1);
                let rival_cells = rival_cells.filter(|(index, _)| !self.is_uncompared(*index));
                let rival_cells: Vec<&Figure> = rival_cells.filter_map(|(_, cell)| cell.as_ref()).collect();
                !rival_cells.is_empty()
                    && rival_cells.iter().all(|rival_figure| lowest_ratio(own_figure, rival_figure) >= factor)
            }
            Target::AtMost(max_value) => {
                let [_, high] = own_figure.interval();
                high <= max_value
            }
        });
        Some(is_held)
    }

    /// Builds the head and the rows as texts; a ratio follows its figure, and an interval follows the figure or ratio.
    fn build_cells(&self) -> Vec<Vec<String>> {
        let mut head = vec![String::new()];
        head.extend(self.columns.iter().cloned());
        head.extend(["target".to_owned(), String::new()]);
        let rows = self.rows.iter().map(|row| {
            let our_cell = row.cells.first().and_then(Option::as_ref);
            let figures = row.cells.iter().enumerate().map(|(index, cell)| match (cell, our_cell) {
                (None, _) => "-".to_owned(),
                // The other library's time divided by ton-edge's.
                (Some(theirs), Some(our_cell))
                    if self.ratios && index > 0 && our_cell.median() > 0.0 && !self.is_uncompared(index) =>
                {
                    let ratio = our_cell.divide_into(theirs);
                    let ratio_text = format!("{:.1}x", ratio.median());
                    format!("{} {ratio_text:>6}{}", format_figure(theirs.median()), format_interval(&ratio))
                }
                // A figure with a target shows its interval.
                (Some(figure_value), _) if index == 0 && matches!(row.target, Some(Target::AtMost(_))) => {
                    format!("{}{}", format_figure(figure_value.median()), format_interval(figure_value))
                }
                (Some(figure_value), _) => format_figure(figure_value.median()),
            });
            let target = row.target.map_or_else(String::new, describe_target);
            let verdict =
                self.is_target_held(row).map_or("", |verdict| if verdict { "holds" } else { "MISSED" });
            let mut cells = vec![row.name.clone()];
            cells.extend(figures);
            cells.extend([target, verdict.to_owned()]);
            cells
        });
        std::iter::once(head).chain(rows).collect()
    }

    fn is_uncompared(&self, index: usize) -> bool {
        self.columns.get(index).is_some_and(|column| self.uncompared_columns.contains(column))
    }

    /// Writes the table as text, for a terminal.
    pub(crate) fn write_text(&self) -> String {
        let rows = self.build_cells();
        let columns = rows.first().map_or(0, Vec::len);
        let width =
            |index: usize| rows.iter().filter_map(|row| row.get(index)).map(String::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = format!("{}\n", self.title);
        for row in &rows {
            let mut line = String::new();
            for (index, (cell, width)) in row.iter().zip(&widths).enumerate() {
                // Names and targets are aligned left, figures right.
                if index == 0 || index + 2 >= columns {
                    _ = write!(line, "  {cell:width$}");
                } else {
                    _ = write!(line, "  {cell:>width$}");
                }
            }
            _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    /// Writes the table as Markdown, for a document.
    pub(crate) fn write_markdown(&self) -> String {
        let mut text = format!("{}:\n\n", self.title);
        for (number, row) in self.build_cells().iter().enumerate() {
            let cells: Vec<String> =
                row.iter().map(|cell| cell.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
            _ = writeln!(text, "| {} |", cells.join(" | "));
            if number == 0 {
                let rules = (0..row.len()).map(|index| match index {
                    0 => "---",
                    _ if index + 2 >= row.len() => "---",
                    _ => "---:",
                });
                _ = writeln!(text, "|{}|", rules.collect::<Vec<_>>().join("|"));
            }
        }
        text
    }

    /// Draws the ratios as a picture with that name, if another library has at least two ratios.
    pub(crate) fn draw_ratios(&self, name: &str) -> Option<Picture> {
        if !self.ratios {
            return None;
        }
        let mut ratios = Vec::new();
        for row in &self.rows {
            let Some(our_cell) = row.cells.first().and_then(Option::as_ref) else { continue };
            // The first column is ton-edge's.
            for (index, (column, cell)) in self.columns.iter().zip(&row.cells).enumerate().skip(1) {
                let Some(their_cell) = cell.as_ref().filter(|_| !self.is_uncompared(index)) else { continue };
                let ratio = our_cell.divide_into(their_cell);
                let [low, high] = ratio.interval();
                // A figure of zero has no ratio.
                if low > 0.0 && high.is_finite() {
                    ratios.push((row.name.as_str(), column.as_str(), ratio));
                }
            }
        }
        (ratios.len() > 1).then(|| Picture::for_ratios(name, &self.title, ratios))
    }

    /// Returns the table as JSON, for other programs.
    pub(crate) fn to_json(&self) -> Value {
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
                "target": row.target.map(describe_target),
                "holds": self.is_target_held(row),
            })
        });
        json!({ "title": self.title, "rows": rows.collect::<Vec<_>>() })
    }
}

/// Writes a figure with at least three digits.
fn format_figure(figure: f64) -> String {
    if figure == 0.0 || figure >= 100.0 { format!("{figure:.0}") } else { format!("{figure:.1}") }
}

/// Returns the interval of a figure, if it has one.
fn format_interval(figure: &Figure) -> String {
    let [low, high] = figure.interval();
    if figure.has_rounds() {
        format!(" ({} to {})", format_figure(low), format_figure(high))
    } else {
        String::new()
    }
}

fn describe_target(target: Target) -> String {
    match target {
        Target::Faster { factor, rival: than } => format!(">= {factor}x {than}"),
        Target::FasterThanAll(factor) => format!(">= {factor}x the fastest"),
        Target::AtMost(max_value) => format!("<= {max_value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build_table(own_figure: f64, rival_figure: Option<f64>, target: Target) -> Table {
        let mut table = Table::new("t", &["ours", "in lists", "other"]);
        table.mark_uncompared(&["in lists"]);
        let cells =
            [Some(own_figure), Some(1.0), rival_figure].map(|number| number.map(Figure::from)).to_vec();
        table.rows.push(Row { name: "work".to_owned(), cells, target: Some(target) });
        table
    }

    #[test]
    fn targets_are_judged() {
        let faster_than = |factor| Target::Faster { factor, rival: "other" };
        assert_eq!(build_table(10.0, Some(120.0), faster_than(12.0)).count_missed(), 0);
        assert_eq!(build_table(10.0, Some(119.0), faster_than(12.0)).count_missed(), 1);
        assert_eq!(
            build_table(10.0, None, faster_than(12.0)).count_missed(),
            1,
            "a figure that was not measured misses its target"
        );
        assert_eq!(build_table(10.0, None, Target::AtMost(10.0)).count_missed(), 0);
        assert_eq!(build_table(10.1, None, Target::AtMost(10.0)).count_missed(), 1);
    }

    #[test]
    fn the_bad_end_of_an_interval_is_judged() {
        let rounds = |all: [f64; 3]| Figure::from_rounds(all.to_vec());
        let missed = |ours, target| {
            let mut table = Table::new("t", &["ours", "other"]);
            table.rows.push(Row {
                name: "work".to_owned(),
                cells: vec![ours, rounds([12.0, 12.0, 12.0])],
                target: Some(target),
            });
            assert!(table.write_text().contains(" to "), "{}", table.write_text());
            table.count_missed()
        };
        let target = Target::Faster { factor: 12.0, rival: "other" };
        assert_eq!(missed(rounds([1.0, 0.9, 0.8]), target), 0);
        assert_eq!(missed(rounds([1.1, 0.9, 0.8]), target), 1, "its median alone would meet the target");
        assert_eq!(missed(rounds([1.0, 0.9, 0.8]), Target::AtMost(1.0)), 0);
        assert_eq!(missed(rounds([1.1, 0.9, 0.8]), Target::AtMost(1.0)), 1);
    }

    #[test]
    fn a_picture_shows_other_libraries_without_our_lists() {
        let mut table = build_table(10.0, Some(125.0), Target::AtMost(1.0));
        assert!(table.draw_ratios("x").is_none(), "one ratio is not enough for a picture");
        table.rows.push(Row {
            name: "more".to_owned(),
            cells: vec![Some(Figure::from(2.0)), None, Some(Figure::from(3.0))],
            target: None,
        });
        let picture_text = format!("{:?}", table.draw_ratios("x"));
        assert!(
            picture_text.contains("12.5")
                && picture_text.contains("1.5")
                && !picture_text.contains("in lists"),
            "{picture_text}"
        );
        assert!(Table::without_comparison("t", &["a", "b"]).draw_ratios("x").is_none());
    }

    #[test]
    fn other_libraries_have_ratios_and_our_lists_have_none() {
        let table = build_table(10.0, Some(125.0), Target::Faster { factor: 12.0, rival: "other" });
        let text = table.write_text();
        assert!(text.contains("12.5x") && text.contains("holds") && !text.contains("0.1x"), "{text}");
        assert!(table.write_markdown().contains("| work | 10.0 | 1.0 | 125 12.5x | >= 12x other | holds |"));
        assert_eq!(table.to_json()["rows"][0]["holds"], json!(true));
    }
}
