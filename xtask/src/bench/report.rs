//! The document with the figures: each bench has a section between its marks.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::bench::BenchReport;

const REPORT_PATH: &str = "docs/benchmarks.md";

/// The part of the report that one bench writes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    /// The word after `cargo xtask bench`, which is also in the marks.
    pub(crate) name: &'static str,
    /// The heading of the section.
    pub(crate) title: &'static str,
}

impl Section {
    fn format_marks(self) -> [String; 2] {
        let name = self.name;
        [
            format!("<!-- bench {name}: written by `cargo xtask bench {name} --write` -->"),
            format!("<!-- bench {name}: end -->"),
        ]
    }

    /// Writes the section as text, with its marks.
    fn write_text(self, figures: &BenchReport) -> String {
        let [begin, end] = self.format_marks();
        let mut text = format!("{begin}\n\n## {}\n\n    cargo xtask bench {}\n\n", self.title, self.name);
        for line in &figures.introduction {
            text.push_str(&format!("- {line}\n"));
        }
        for table in &figures.tables {
            text.push_str(&format!("\n{}", table.write_markdown()));
        }
        for picture in &figures.pictures {
            text.push_str(&format!("\n{}\n", picture.to_markdown()));
        }
        for note in &figures.notes {
            text.push_str(&format!("\nNot measured: {note}\n"));
        }
        text + &format!("\n{end}\n")
    }

    /// Replaces the section between its marks in `old`, or appends it if `old` has no marks.
    fn splice(self, old_report: &str, section_text: &str) -> String {
        let [begin, end] = self.format_marks();
        match old_report.split_once(&begin).and_then(|(head, rest)| Some((head, rest.split_once(&end)?.1))) {
            Some((head, tail)) => format!("{head}{section_text}{}", tail.strip_prefix('\n').unwrap_or(tail)),
            None => format!("{}\n\n{section_text}", old_report.trim_end()),
        }
    }
}

/// Writes a section, and returns the path of the report.
pub(crate) fn write(root: &Path, section: Section, report: &BenchReport) -> Result<&'static str> {
    let path = root.join(REPORT_PATH);
    let old_report = fs::read_to_string(&path).unwrap_or_else(|_| {
        String::from(
            "# Benchmarks\n\nThese figures were measured on one machine; run the commands to measure yours. *Ours* is ton-edge; \
             `2.3x (1.9 to 2.7)` is the factor compared with ours, with its 95 % confidence interval. A *bare* gateway only allows \
             listed paths, adds its API key and CORS headers, and forwards the request.\n",
        )
    });
    fs::write(&path, section.splice(&old_report, &section.write_text(report)))
        .with_context(|| format!("cannot write {REPORT_PATH}"))?;
    Ok(REPORT_PATH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::picture::Picture;

    #[test]
    fn a_section_is_replaced_and_its_surroundings_stay() {
        let section = Section { name: "x", title: "X" };
        let figures = |line: &str| BenchReport {
            introduction: vec![line.to_owned()],
            pictures: vec![Picture::for_growth("p", "P", serde_json::json!({}))],
            ..BenchReport::default()
        };
        let first = section.splice("# B\n", &section.write_text(&figures("one")));
        assert!(
            first.contains("    cargo xtask bench x\n\n- one\n\n![P](pictures/bench/growth-p.svg)\n"),
            "{first}"
        );
        let second = section.splice(&format!("{first}after\n"), &section.write_text(&figures("two")));
        assert_eq!(second, format!("# B\n\n{}after\n", section.write_text(&figures("two"))));
        let other_section = Section { name: "y", title: "Y" };
        let both_sections = other_section.splice(&second, &other_section.write_text(&figures("three")));
        assert!(both_sections.contains("- two\n") && both_sections.contains("- three\n"));
    }
}
