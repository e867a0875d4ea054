//! Counts tests: reads the summaries of test runners and adds them up.

use std::fmt;
use std::ops::AddAssign;

/// The numbers of passed, failed and skipped tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TestCounts {
    /// Tests that passed.
    pub(crate) passed: u64,
    /// Tests that failed.
    pub(crate) failed: u64,
    /// Tests that their suite skipped.
    pub(crate) skipped: u64,
}

impl TestCounts {
    /// Returns the counts of a check that passes or fails as a whole.
    pub(crate) fn check(has_passed: bool) -> Self {
        Self { passed: u64::from(has_passed), failed: u64::from(!has_passed), skipped: 0 }
    }

    /// Adds up cargo's `test result: ok. 3 passed; 1 failed; 2 ignored; ...` lines.
    pub(crate) fn from_cargo(text: &str) -> Self {
        let mut totals = Self::default();
        for line in text.lines().filter_map(|line| line.trim().strip_prefix("test result:")) {
            for part in line.split([';', '.']) {
                let mut words = part.split_whitespace();
                let (Some(count), Some(word)) = (words.next(), words.next()) else { continue };
                totals.count(word, count.parse().unwrap_or(0));
            }
        }
        totals
    }

    /// Reads Node's `# pass 3` or `ℹ pass 3` lines. Cancelled tests, which Node counts separately, count as failed.
    pub(crate) fn from_node(text: &str) -> Self {
        let mut totals = Self::default();
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let (Some("#" | "ℹ"), Some(word), Some(Ok(count)), None) =
                (words.next(), words.next(), words.next().map(str::parse), words.next())
            else {
                continue;
            };
            totals.count(word, count);
        }
        totals
    }

    /// Adds a count by the word that a runner prints.
    fn count(&mut self, word: &str, count: u64) {
        match word {
            "pass" | "passed" => self.passed += count,
            "fail" | "failed" | "cancelled" => self.failed += count,
            "skipped" | "todo" | "ignored" => self.skipped += count,
            _ => {}
        }
    }

    /// Corrects the counts of a suite by how its runner ended: a suite without tests counts as a failure, as does an exit code other than 0 without
    /// a failed test.
    pub(crate) fn require_success(mut self, ended_well: bool) -> Self {
        if self.failed == 0 && (!ended_well || self.passed == 0) {
            self.failed = 1;
        }
        self
    }
}

impl AddAssign for TestCounts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

/// The summary in the last line of a run.
impl fmt::Display for TestCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_up_cargo() {
        let text = "test a ... ok\ntest result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 9 filtered out; \
                    finished in 0.01s\n\n\
                    test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\n";
        assert_eq!(TestCounts::from_cargo(text), TestCounts { passed: 4, failed: 2, skipped: 1 });
    }

    #[test]
    fn reads_both_forms_of_node() {
        let spec = "✔ works (1ms)\nℹ tests 4\nℹ suites 0\nℹ pass 2\nℹ fail 1\nℹ cancelled 1\nℹ skipped 3\nℹ todo 0\n";
        assert_eq!(TestCounts::from_node(spec), TestCounts { passed: 2, failed: 2, skipped: 3 });
        assert_eq!(TestCounts::from_node("# pass 5\n# fail 0\n# pass me the salt\n").passed, 5);
    }

    #[test]
    fn nothing_run_is_a_failure_and_so_is_a_bad_end() {
        assert_eq!(TestCounts::default().require_success(true).failed, 1);
        assert_eq!(
            TestCounts::check(true).require_success(false),
            TestCounts { passed: 1, failed: 1, skipped: 0 }
        );
        assert_eq!(TestCounts::check(false).require_success(false), TestCounts::check(false));
        assert_eq!(TestCounts::check(true).require_success(true), TestCounts::check(true));
    }
}
