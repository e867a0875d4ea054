//! The document with the figures: each bench has its own section there, between its marks.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::bench::Measured;

const REPORT: &str = "docs/benchmarks.md";

/// The part of the report that one bench writes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    /// The word after `cargo xtask bench`.
    pub(crate) name: &'static str,
    /// The heading.
    pub(crate) title: &'static str,
}

impl Section {
    fn marks(self) -> [String; 2] {
        let name = self.name;
        [
            format!("<!-- bench {name}: written by `cargo xtask bench {name} --write` -->"),
            format!("<!-- bench {name}: end -->"),
        ]
    }

    /// The section as text, with its marks.
    fn text(self, measured: &Measured) -> String {
        let [begin, end] = self.marks();
        let mut text = format!("{begin}\n\n## {}\n\n    cargo xtask bench {}\n\n", self.title, self.name);
        for line in &measured.about {
            text.push_str(&format!("- {line}\n"));
        }
        for table in &measured.tables {
            text.push_str(&format!("\n{}", table.markdown()));
        }
        for picture in &measured.pictures {
            text.push_str(&format!("\n{}\n", picture.markdown()));
        }
        for note in &measured.notes {
            text.push_str(&format!("\nNot measured: {note}\n"));
        }
        text + &format!("\n{end}\n")
    }

    /// Replaces the section between its marks in `old`, or appends it where there are no marks.
    fn spliced(self, old: &str, ours: &str) -> String {
        let [begin, end] = self.marks();
        match old.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1))) {
            Some((before, after)) => format!("{before}{ours}{}", after.strip_prefix('\n').unwrap_or(after)),
            None => format!("{}\n\n{ours}", old.trim_end()),
        }
    }
}

/// Writes a section; gives the path of the report.
pub(crate) fn write(root: &Path, section: Section, measured: &Measured) -> Result<&'static str> {
    let path = root.join(REPORT);
    let old = fs::read_to_string(&path).unwrap_or_else(|_| {
        String::from(
            "# Benchmarks\n\nFigures of one machine, as the commands printed them; run them on yours.\n",
        )
    });
    fs::write(&path, section.spliced(&old, &section.text(measured)))
        .with_context(|| format!("cannot write {REPORT}"))?;
    Ok(REPORT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::picture::Picture;

    #[test]
    fn a_section_is_replaced_and_its_surroundings_stay() {
        let section = Section { name: "x", title: "X" };
        let measured = |line: &str| Measured {
            about: vec![line.to_owned()],
            pictures: vec![Picture::of_growth("p", "P", serde_json::json!({}))],
            ..Measured::default()
        };
        let first = section.spliced("# B\n", &section.text(&measured("one")));
        assert!(
            first.contains("    cargo xtask bench x\n\n- one\n\n![P](pictures/bench/growth-p.svg)\n"),
            "{first}"
        );
        let second = section.spliced(&format!("{first}after\n"), &section.text(&measured("two")));
        assert_eq!(second, format!("# B\n\n{}after\n", section.text(&measured("two"))));
        let other = Section { name: "y", title: "Y" };
        let both = other.spliced(&second, &other.text(&measured("three")));
        assert!(both.contains("- two\n") && both.contains("- three\n"));
    }
}
