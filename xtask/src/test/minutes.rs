//! The budget of minutes: compares the CPU time of a run with the recorded one. It only warns, because machines differ: it computes this
//! machine's speed from the suites themselves.

use std::time::Duration;

use crate::shell::format_duration;
use crate::test::report::Outcome;
use crate::test::times::{RECORDED_FILE, Records};

/// The limit of a step's CPU time, as a multiple of its recorded CPU time: a busy machine alone adds up to a
/// fifth.
const STEP_SLACK: f64 = 1.25;
/// Seconds added to that limit, because the times of short steps vary.
const STEP_SECONDS: f64 = 2.0;
/// The limit of the CPU time of all steps together, as a multiple of their recorded CPU time.
const TOTAL_SLACK: f64 = 1.1;
/// With fewer seconds of recorded CPU time than this, the speed of the machine cannot be computed.
const MIN_SECONDS: f64 = 30.0;

/// A step that passed: its CPU seconds on this machine, and the recorded ones.
#[derive(Debug)]
struct Pair<'a> {
    name: &'a str,
    seconds_here: f64,
    recorded: f64,
}

/// Lists warnings about the CPU time of a run.
pub(crate) fn list_warnings(records: &Records, outcomes: &[Outcome]) -> Vec<String> {
    let pairs: Vec<Pair<'_>> = outcomes
        .iter()
        .filter(|outcome| outcome.counts.failed == 0)
        .filter_map(|outcome| {
            let recorded_seconds = records.get(&outcome.name)?.cpu?;
            Some(Pair {
                name: &outcome.name,
                seconds_here: outcome.cpu.as_secs_f64(),
                recorded: recorded_seconds,
            })
        })
        .collect();
    let Some(speed) = compute_speed(&pairs) else { return Vec::new() };
    let mut slower_pairs: Vec<&Pair<'_>> = pairs
        .iter()
        .filter(|pair| pair.seconds_here > pair.recorded * speed * STEP_SLACK + STEP_SECONDS * speed.max(1.0))
        .collect();
    slower_pairs.sort_by(|a, b| {
        (b.seconds_here - b.recorded * speed).total_cmp(&(a.seconds_here - a.recorded * speed))
    });
    let mut lines: Vec<String> = slower_pairs
        .into_iter()
        .map(|pair| {
            format!(
                "warning: {} needs {} of CPU time, recorded are {}",
                pair.name,
                format_seconds(pair.seconds_here / speed),
                format_seconds(pair.recorded)
            )
        })
        .collect();
    let sum = |of: fn(&Pair<'_>) -> f64| pairs.iter().map(of).sum::<f64>();
    let (total_here, recorded) = (sum(|pair| pair.seconds_here) / speed, sum(|pair| pair.recorded));
    if total_here > recorded * TOTAL_SLACK {
        lines.push(format!(
            "warning: the run needs {} of CPU time, recorded are {}",
            format_seconds(total_here),
            format_seconds(recorded)
        ));
    }
    if !lines.is_empty() {
        lines.push(format!(
            "  seconds are those of the machine of {RECORDED_FILE}, a second here is {:.2} there; to accept the new figures: \
             cargo xtask test --record NAME",
            1.0 / speed
        ));
    }
    lines
}

/// Computes how long a recorded CPU second takes on this machine: the median ratio, weighted by recorded time, so that a suite that has become
/// slower changes it little. Only suites count, because they do the same work in every run, while a compiler may have nothing to
/// do.
fn compute_speed(pairs: &[Pair<'_>]) -> Option<f64> {
    let mut ratios: Vec<(f64, f64)> = pairs
        .iter()
        .filter(|pair| pair.name.starts_with("js ") && pair.recorded > 0.0 && pair.seconds_here > 0.0)
        .map(|pair| (pair.seconds_here / pair.recorded, pair.recorded))
        .collect();
    let total_weight: f64 = ratios.iter().map(|(_, weight)| weight).sum();
    if total_weight < MIN_SECONDS {
        return None;
    }
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut weight_below = 0.0;
    ratios.into_iter().find_map(|(ratio, weight)| {
        weight_below += weight;
        (weight_below >= total_weight / 2.0).then_some(ratio)
    })
}

fn format_seconds(seconds: f64) -> String {
    format_duration(Duration::from_secs_f64(seconds.max(0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::times::RecordedTimes;

    const SUITE_SECONDS: [(&str, f64); 4] =
        [("js a", 20.0), ("js b", 20.0), ("js c", 20.0), ("build", 100.0)];

    fn build_records() -> Records {
        SUITE_SECONDS
            .iter()
            .map(|(name, cpu)| {
                ((*name).to_owned(), RecordedTimes { cpu: Some(*cpu), ..RecordedTimes::default() })
            })
            .collect()
    }

    fn run(cpu: [f64; 4]) -> Vec<Outcome> {
        SUITE_SECONDS
            .iter()
            .zip(cpu)
            .map(|((name, _), cpu)| Outcome::passed_outcome(name, cpu, cpu))
            .collect()
    }

    #[test]
    fn a_slower_machine_and_a_warm_one_fit() {
        assert!(list_warnings(&build_records(), &run([20.0, 20.0, 20.0, 100.0])).is_empty());
        assert!(list_warnings(&build_records(), &run([50.0, 48.0, 53.0, 250.0])).is_empty());
        assert!(list_warnings(&build_records(), &run([10.0, 11.0, 10.0, 0.2])).is_empty());
    }

    #[test]
    fn names_the_suites_that_grew_beside_the_others() {
        let lines = list_warnings(&build_records(), &run([40.0, 80.0, 42.0, 200.0]));
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert_eq!(lines[0], "warning: js b needs 38 s of CPU time, recorded are 20 s");
        assert!(lines[1].contains("cargo xtask test --record NAME"), "{lines:?}");
    }

    #[test]
    fn warns_of_a_run_that_grew_as_a_whole() {
        let lines = list_warnings(&build_records(), &run([20.0, 20.0, 24.0, 135.0]));
        assert_eq!(lines[0], "warning: build needs 2 min 15 s of CPU time, recorded are 1 min 40 s");
        assert_eq!(lines[1], "warning: the run needs 3 min 19 s of CPU time, recorded are 2 min 40 s");
    }

    #[test]
    fn a_few_suites_say_nothing_and_neither_does_one_that_failed() {
        assert!(list_warnings(&build_records(), &run([20.0, 200.0, 20.0, 100.0])[1..2]).is_empty());
        let mut outcomes = run([20.0, 200.0, 20.0, 100.0]);
        outcomes[1].counts.failed = 1;
        assert!(list_warnings(&build_records(), &outcomes).is_empty());
    }
}
