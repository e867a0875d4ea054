//! What a bench found, on the screen, as JSON, and in the report: each bench has a section of its own there.

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::bench::Flags;
use crate::bench::table::Table;
use crate::shell::{elapsed, say};

/// The report.
const REPORT: &str = "docs/benchmarks.md";

/// One bench's part of the report.
#[derive(Debug)]
pub(crate) struct Section {
    /// As `cargo xtask bench` takes it.
    name: &'static str,
    title: &'static str,
}

/// `cargo xtask bench address`.
pub(crate) const ADDRESS: Section = Section { name: "address", title: "Addresses" };
/// `cargo xtask bench client`.
pub(crate) const CLIENT: Section = Section { name: "client", title: "Client" };

impl Section {
    /// The marks that it stands between.
    fn marks(&self) -> [String; 2] {
        let name = self.name;
        [
            format!("<!-- bench {name}: written by `cargo xtask bench {name} --write` -->"),
            format!("<!-- bench {name}: end -->"),
        ]
    }

    /// The text `old` with what was found now in the place of what stood there, or at the end.
    fn spliced(&self, old: &str, found: &str) -> String {
        let [begin, end] = self.marks();
        let ours = format!("{begin}\n{found}\n{end}\n");
        match old.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1))) {
            Some((before, after)) => format!("{before}{ours}{}", after.strip_prefix('\n').unwrap_or(after)),
            None => format!("{}\n\n{ours}", old.trim_end()),
        }
    }
}

/// What was found.
#[derive(Debug)]
pub(crate) struct Found<'a> {
    /// The figures.
    pub(crate) tables: &'a [Table],
    /// What could not be measured.
    pub(crate) notes: &'a [String],
    /// What a reader must know to judge the figures.
    pub(crate) about: &'a [String],
}

/// Prints, writes and judges as the flags say.
pub(crate) fn finish(
    root: &Path,
    flags: &Flags,
    section: &Section,
    found: &Found<'_>,
    start: Instant,
) -> Result<ExitCode> {
    let Found { tables, notes, about } = found;
    say("");
    for table in *tables {
        say(table.text());
    }
    for note in *notes {
        say(format_args!("NOTE: {note}"));
    }
    let missed: usize = tables.iter().map(Table::missed).sum();
    for line in *about {
        say(line);
    }
    say(format_args!("{missed} targets missed; measured in {}", elapsed(start.elapsed())));
    if flags.write {
        let path = root.join(REPORT);
        let old = fs::read_to_string(&path).unwrap_or_else(|_| {
            String::from(
                "# Benchmarks\n\nFigures of one machine, as the commands printed them; run them on yours.\n",
            )
        });
        fs::write(&path, section.spliced(&old, &markdown(section, found)))
            .with_context(|| format!("cannot write {REPORT}"))?;
        say(format_args!("written to {REPORT}"));
    }
    if flags.json {
        let tables: Vec<Value> = tables.iter().map(Table::json).collect();
        say(serde_json::json!({ "about": about, "tables": tables, "notes": notes, "missed": missed }));
    }
    Ok(if flags.check && (missed > 0 || !notes.is_empty()) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn markdown(section: &Section, found: &Found<'_>) -> String {
    let mut text = format!("\n## {}\n\n    cargo xtask bench {}\n\n", section.title, section.name);
    for line in found.about {
        text.push_str(&format!("- {line}\n"));
    }
    for table in found.tables {
        text.push_str(&format!("\n{}", table.markdown()));
    }
    for note in found.notes {
        text.push_str(&format!("\nNot measured: {note}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_replaced_and_its_surroundings_stay() {
        let first = ADDRESS.spliced("# B\n", "one");
        let second = ADDRESS.spliced(&format!("{first}after\n"), "two");
        let [begin, end] = ADDRESS.marks();
        assert_eq!(second, format!("# B\n\n{begin}\ntwo\n{end}\nafter\n"));
        let both = CLIENT.spliced(&second, "three");
        assert!(both.starts_with(&second) && both.contains("three"));
    }
}
