//! How a run went: the table at its end, and the report of a full run.

use std::fmt::{self, Write as _};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::shell::{elapsed, output_of};
use crate::test::times::Times;
use crate::test_counts::TestCounts;
use crate::toolchain::Wasm;

/// Where a full run leaves its report.
pub(crate) const FULL_REPORT: &str = "docs/full-run.md";
/// How the kernel counts CPU time in `/proc`, whatever the machine.
const TICKS_PER_SECOND: u64 = 100;

/// How a step went.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The step.
    pub(crate) name: String,
    /// Its tests.
    pub(crate) counts: TestCounts,
    /// How long it took.
    pub(crate) time: Duration,
    /// Its index in the plan.
    pub(crate) at: usize,
    /// It failed beside other steps, and this is how it went alone.
    pub(crate) alone: bool,
}

impl Outcome {
    fn skipped(&self) -> String {
        match self.counts.skipped {
            0 => String::new(),
            skipped => format!(", {skipped} skipped"),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}{} in {}", self.name, self.counts, self.skipped(), elapsed(self.time))
    }
}

/// The lines of the table, slowest step first.
pub(crate) fn table(outcomes: &[Outcome]) -> Vec<String> {
    let mut sorted: Vec<&Outcome> = outcomes.iter().collect();
    sorted.sort_by_key(|outcome| std::cmp::Reverse(outcome.time));
    let width = sorted.iter().map(|outcome| outcome.name.len()).max().unwrap_or(0);
    sorted
        .into_iter()
        .map(|outcome| {
            let mark = match outcome {
                Outcome { counts: TestCounts { failed: 0, .. }, alone: false, .. } => "ok    ",
                Outcome { counts: TestCounts { failed: 0, .. }, .. } => "alone ",
                _ => "FAILED",
            };
            let Outcome { name, counts, time, .. } = outcome;
            format!("  {mark} {:>13}  {name:width$}  {counts}{}", elapsed(*time), outcome.skipped())
        })
        .collect()
}

/// The seconds of the steps that passed: one that failed says nothing about the next time.
pub(crate) fn times(outcomes: &[Outcome]) -> Times {
    let passed = outcomes.iter().filter(|outcome| outcome.counts.failed == 0);
    passed.map(|outcome| (outcome.name.clone(), outcome.time.as_secs_f64())).collect()
}

/// How long the run took, with the CPU time of its programs where the system tells it.
pub(crate) fn total(time: Duration) -> String {
    let cpu = fs::read_to_string("/proc/self/stat").ok().and_then(|stat| cpu_of_children(&stat));
    match cpu {
        Some(cpu) => format!("{}, with {} of CPU time", elapsed(time), elapsed(cpu)),
        None => elapsed(time),
    }
}

/// Reads the CPU time of programs that have ended out of `/proc/self/stat`.
fn cpu_of_children(stat: &str) -> Option<Duration> {
    // The name of the program, in brackets, may hold spaces; fields 16 and 17 of proc(5) follow it.
    let (_, rest) = stat.rsplit_once(") ")?;
    let ticks: Option<u64> = rest.split(' ').skip(13).take(2).map(|field| field.parse::<u64>().ok()).sum();
    Some(Duration::from_millis(ticks? * 1000 / TICKS_PER_SECOND))
}

/// Writes what a full run found, with what it ran on.
pub(crate) fn write_full(
    root: &Path,
    outcomes: &[Outcome],
    wasm: Option<&Wasm>,
    cases: &str,
    time: Duration,
) -> Result<()> {
    let run = |program: &str, args: &[&str]| {
        output_of(Command::new(program).args(args).current_dir(root)).unwrap_or_else(|| "unknown".to_owned())
    };
    let changed = if run("git", &["status", "--porcelain"]).is_empty() { "" } else { ", with local changes" };
    let facts = [
        ("commit", run("git", &["rev-parse", "HEAD"]) + changed),
        ("took", total(time)),
        ("rustc", run("rustc", &["--version"])),
        ("wasm", wasm.map_or_else(|| "not built".to_owned(), Wasm::describe)),
        ("node", run("node", &["--version"])),
        ("property tests", format!("{cases} cases each")),
    ];
    let report = root.join(FULL_REPORT);
    if let Some(dir) = report.parent() {
        fs::create_dir_all(dir)?;
    }
    fs::write(&report, full(&facts, outcomes)).with_context(|| format!("cannot write {FULL_REPORT}"))
}

/// The text of the report.
fn full(facts: &[(&str, String)], outcomes: &[Outcome]) -> String {
    let mut text = String::from(
        "# The last full run\n\n`cargo xtask test --full` writes this file; do not edit it by hand. Steps ran side by \
         side, so their times add up to more than the whole.\n\n",
    );
    for (name, fact) in facts {
        let _ = writeln!(text, "- {name}: {fact}");
    }
    text.push_str("\n| step | passed | failed | skipped | took |\n|---|---:|---:|---:|---:|\n");
    for Outcome { name, counts, time, .. } in outcomes {
        let TestCounts { passed, failed, skipped } = counts;
        let _ = writeln!(text, "| {name} | {passed} | {failed} | {skipped} | {} |", elapsed(*time));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(name: &str, passed: u64, failed: u64, skipped: u64, seconds: u64) -> Outcome {
        let counts = TestCounts { passed, failed, skipped };
        Outcome { name: name.to_owned(), counts, time: Duration::from_secs(seconds), at: 0, alone: false }
    }

    #[test]
    fn the_table_is_sorted_by_time() {
        let outcomes = [outcome("format", 1, 0, 0, 1), outcome("js soak", 1, 1, 2, 75)];
        assert_eq!(
            table(&outcomes),
            [
                "  FAILED    1 min 15 s  js soak  1 passed, 1 failed, 2 skipped",
                "  ok             1.0 s  format   1 passed, 0 failed",
            ]
        );
        assert_eq!(outcomes[1].to_string(), "js soak: 1 passed, 1 failed, 2 skipped in 1 min 15 s");
        assert_eq!(times(&outcomes).into_iter().collect::<Vec<_>>(), [("format".to_owned(), 1.0)]);
    }

    #[test]
    fn the_table_tells_what_passed_only_alone() {
        let alone = |failed| Outcome { alone: true, ..outcome("js pace", 3, failed, 0, 2) };
        assert_eq!(table(&[alone(0)]), ["  alone          2.0 s  js pace  3 passed, 0 failed"]);
        assert_eq!(table(&[alone(1)]), ["  FAILED         2.0 s  js pace  3 passed, 1 failed"]);
    }

    #[test]
    fn the_report_lists_facts_and_steps() {
        let text = full(&[("node", "v20".to_owned())], &[outcome("js soak", 2, 0, 1, 606)]);
        assert!(text.contains("\n- node: v20\n"), "{text}");
        assert!(text.ends_with("| js soak | 2 | 0 | 1 | 10 min 6 s |\n"), "{text}");
    }

    #[test]
    fn reads_the_cpu_time_of_children() {
        let stat = "7 (a b) c) S 1 2 3 4 5 6 7 8 9 10 11 12 150 50 20 0";
        assert_eq!(cpu_of_children(stat), Some(Duration::from_secs(2)));
        assert_eq!(cpu_of_children("nonsense"), None);
    }
}
