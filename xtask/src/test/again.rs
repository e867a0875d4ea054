//! Runs tests that failed while others ran once more, alone: a busy machine delays timers and processes, which is not a fault of the
//! code.

use std::path::PathBuf;
use std::process::Command;
use std::sync::PoisonError;
use std::time::Instant;

use anyhow::Result;

use crate::shell::{Capture, print_line};
use crate::test::plan::{Step, Work};
use crate::test::report::Outcome;
use crate::test::{Run, build_cargo_tests};
use crate::test_counts::TestCounts;

/// The limit of steps that run again alone. On a busy machine a few of 200 suites fail; if more fail, something is broken, and running them
/// again would only delay the report.
const MAX_ALONE: usize = 8;

/// Rust tests that failed.
#[derive(Debug)]
pub(crate) struct FailedTests {
    /// The step of the tests.
    pub(crate) work: Work,
    /// The program with the tests, if it is known; otherwise cargo finds it.
    pub(crate) program: Option<PathBuf>,
    /// The names of the failed tests.
    pub(crate) names: Vec<String>,
}

/// Lists the names of the failed tests, from the output of cargo's programs.
pub(crate) fn list_failed_names(text: &str) -> Vec<String> {
    let mut names: Vec<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"))
        .map(|name| name.trim_end_matches(" - should panic").to_owned())
        .collect();
    names.sort();
    names.dedup();
    names
}

/// Runs failed steps again, one by one, and puts their results into the outcomes.
pub(crate) fn run_alone(run: &Run<'_>, steps: &[Step], outcomes: &mut [Outcome]) {
    let mut failed_steps: Vec<(&mut Outcome, &Step)> = outcomes
        .iter_mut()
        .filter(|outcome| outcome.counts.failed > 0)
        .filter_map(|outcome| Some((steps.get(outcome.at)?, outcome)))
        .map(|(step, outcome)| (outcome, step))
        .collect();
    if failed_steps.len() > MAX_ALONE {
        print_line(format_args!(
            "{} steps failed, more than {MAX_ALONE}: none runs again alone",
            failed_steps.len()
        ));
        return;
    }
    for (outcome, step) in &mut failed_steps {
        if !may_run_again(run, &step.work) {
            continue;
        }
        print_line(format_args!("== {} again, alone", outcome.name));
        let start = Instant::now();
        let capture = Capture::new_direct();
        Capture::set(Some(capture.clone()));
        // The error of the first run was already printed. An error of this run does not change the result.
        if let Ok(counts) = run_again(run, &step.work, outcome.counts) {
            (outcome.counts, outcome.passed_alone) = (counts, true);
            // The time of the first run is kept, because it equals that of a run without a failure.
            if matches!(step.work, Work::Js(_)) {
                (outcome.time, outcome.cpu) = (start.elapsed(), capture.cpu_time());
            }
        }
        Capture::set(None);
        print_line(format_args!("== {outcome}"));
        run.record_outcome(outcome);
    }
}

/// Returns whether a busy machine can have caused the failure: of a suite, or of Rust tests whose names are known. Code that does not compile
/// would not compile alone either.
fn may_run_again(run: &Run<'_>, work: &Work) -> bool {
    let failed_tests = run.failed_tests.lock().unwrap_or_else(PoisonError::into_inner);
    matches!(work, Work::Js(_)) || failed_tests.iter().any(|failed_tests| failed_tests.work == *work)
}

/// Runs a step again: a suite as a whole, but only those Rust tests that failed.
fn run_again(run: &Run<'_>, work: &Work, counts_before: TestCounts) -> Result<TestCounts> {
    let mut failed_tests =
        std::mem::take(&mut *run.failed_tests.lock().unwrap_or_else(PoisonError::into_inner));
    failed_tests.retain(|failed_tests| failed_tests.work == *work);
    if failed_tests.is_empty() {
        return run.do_work(work);
    }
    let mut new_counts = counts_before;
    for FailedTests { program, names, .. } in failed_tests {
        let mut command = match program {
            Some(program) => Command::new(program),
            None => {
                let Some(mut cargo) = build_cargo_tests(run, work) else { return run.do_work(work) };
                cargo.arg("--");
                cargo
            }
        };
        run.set_cases(command.current_dir(&run.root).arg("--exact").args(&names));
        let counts = run.run_suite(&names.join(", "), &mut command, TestCounts::from_cargo)?;
        new_counts.failed = new_counts.failed.saturating_sub(names.len() as u64) + counts.failed;
        new_counts.passed += counts.passed;
    }
    Ok(new_counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_names_of_failed_tests() {
        let text = "running 3 tests\ntest a::one ... ok\ntest a::two ... FAILED\ntest b - should panic ... FAILED\n\
                    test src/lib.rs - f (line 3) ... FAILED\n\nfailures:\n\n---- a::two stdout ----\ntest x\n\nfailures:\n    a::two\n\n\
                    test result: FAILED. 1 passed; 3 failed\n";
        assert_eq!(list_failed_names(text), ["a::two", "b", "src/lib.rs - f (line 3)"]);
        assert!(list_failed_names("error: could not compile\n").is_empty());
    }
}
