//! The outcomes of a run, and the table at its end.

use std::fmt;
use std::time::Duration;

use crate::cpu;
use crate::shell::format_duration;
use crate::test_counts::TestCounts;

/// The outcome of a step.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The name of the step.
    pub(crate) name: String,
    /// The counts of its tests.
    pub(crate) counts: TestCounts,
    /// The time that the step took.
    pub(crate) time: Duration,
    /// The CPU time of its programs.
    pub(crate) cpu: Duration,
    /// The index of the step in the plan.
    pub(crate) at: usize,
    /// Whether the step failed while other steps ran, and was run again alone, with this result.
    pub(crate) passed_alone: bool,
}

impl Outcome {
    #[cfg(test)]
    pub(crate) fn passed_outcome(name: &str, time: f64, cpu: f64) -> Self {
        let [time, cpu] = [time, cpu].map(Duration::from_secs_f64);
        Self { name: name.to_owned(), counts: TestCounts::check(true), time, cpu, at: 0, passed_alone: false }
    }

    fn skipped(&self) -> String {
        match self.counts.skipped {
            0 => String::new(),
            skipped => format!(", {skipped} skipped"),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}{} in {}", self.name, self.counts, self.skipped(), format_duration(self.time))
    }
}

/// The head of the table.
pub(crate) const HEAD: &str = "                  time           CPU";

/// Returns the lines of the table, slowest step first.
pub(crate) fn table(outcomes: &[Outcome]) -> Vec<String> {
    let mut sorted_outcomes: Vec<&Outcome> = outcomes.iter().collect();
    sorted_outcomes.sort_by_key(|outcome| std::cmp::Reverse(outcome.time));
    let width = sorted_outcomes.iter().map(|outcome| outcome.name.len()).max().unwrap_or(0);
    sorted_outcomes
        .into_iter()
        .map(|outcome| {
            let verdict = match outcome {
                Outcome { counts: TestCounts { failed: 0, .. }, passed_alone: false, .. } => "ok    ",
                Outcome { counts: TestCounts { failed: 0, .. }, .. } => "alone ",
                _ => "FAILED",
            };
            let Outcome { name, counts, time, cpu, .. } = outcome;
            let (time, cpu) = (format_duration(*time), format_duration(*cpu));
            format!("  {verdict} {time:>13} {cpu:>13}  {name:width$}  {counts}{}", outcome.skipped())
        })
        .collect()
}

/// Writes how long the run took, with the CPU time of its programs if the system reports it.
pub(crate) fn format_total(time: Duration) -> String {
    match cpu::measure_children() {
        Some(cpu) => format!("{}, with {} of CPU time", format_duration(time), format_duration(cpu)),
        None => format_duration(time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(name: &str, passed: u64, failed: u64, skipped: u64, seconds: f64) -> Outcome {
        Outcome {
            counts: TestCounts { passed, failed, skipped },
            ..Outcome::passed_outcome(name, seconds, 0.5)
        }
    }

    #[test]
    fn the_table_is_sorted_by_time() {
        let outcomes = [outcome("format", 1, 0, 0, 1.0), outcome("js soak", 1, 1, 2, 75.0)];
        assert_eq!(
            table(&outcomes),
            [
                "  FAILED    1 min 15 s         0.5 s  js soak  1 passed, 1 failed, 2 skipped",
                "  ok             1.0 s         0.5 s  format   1 passed, 0 failed",
            ]
        );
        assert_eq!(outcomes[1].to_string(), "js soak: 1 passed, 1 failed, 2 skipped in 1 min 15 s");
    }

    #[test]
    fn the_table_marks_steps_that_passed_only_alone() {
        let passed_alone = |failed| Outcome { passed_alone: true, ..outcome("js pace", 3, failed, 0, 2.0) };
        assert_eq!(
            table(&[passed_alone(0)]),
            ["  alone          2.0 s         0.5 s  js pace  3 passed, 0 failed"]
        );
        assert_eq!(
            table(&[passed_alone(1)]),
            ["  FAILED         2.0 s         0.5 s  js pace  3 passed, 1 failed"]
        );
    }
}
