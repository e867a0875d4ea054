//! The time that each step takes. It is read before a run, so that the slowest steps start first, and written after the run.
//!
//! `xtask/step-times.tsv` has the recorded times, for the first run in a fresh clone and for [`crate::test::minutes`]; `target/xtask/` has those of
//! this machine's last run, which take precedence.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::test::report::Outcome;

/// The file of the recorded times.
pub(crate) const RECORDED_FILE: &str = "xtask/step-times.tsv";
/// The first lines of the file of recorded times.
const FILE_HEADER: &str = "# Seconds of each step in a fresh clone on two quiet CPUs: CPU time, time by the clock, and the latter in a full run.\n\
                      # `cargo xtask test --record` writes this file.\n";

/// The kind of run. Each kind has its own times, because the same steps do more work in some kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `cargo xtask test`.
    #[default]
    Ordinary,
    /// `cargo xtask test --full`.
    Full,
    /// `cargo xtask check`.
    Check,
}

/// Seconds by step name.
pub(crate) type Times = BTreeMap<String, f64>;

/// The recorded seconds of a step; `None` if no run has recorded them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct RecordedTimes {
    /// CPU time in an ordinary run.
    pub(crate) cpu: Option<f64>,
    /// Time by the clock in an ordinary run.
    pub(crate) time: Option<f64>,
    /// Time by the clock in a full run.
    pub(crate) full: Option<f64>,
}

/// The recorded times by step.
pub(crate) type Records = BTreeMap<String, RecordedTimes>;

/// Reads the recorded times; empty without the file.
pub(crate) fn read_recorded_times(root: &Path) -> Records {
    fs::read_to_string(root.join(RECORDED_FILE)).map_or_else(|_| Records::new(), |text| parse_records(&text))
}

/// Returns the recorded times by the clock; for a step that only the other kind of run has, the time in that kind.
pub(crate) fn select_times_by_clock(records: &Records, is_full: bool) -> Times {
    let time = |record: &RecordedTimes| {
        if is_full { record.full.or(record.time) } else { record.time.or(record.full) }
    };
    records.iter().filter_map(|(name, record)| Some((name.clone(), time(record)?))).collect()
}

/// Reads the times of the last run on this machine; for steps without one, the recorded times.
pub(crate) fn read(root: &Path, kind: Kind) -> Times {
    let mut times = select_times_by_clock(&read_recorded_times(root), kind == Kind::Full);
    if let Ok(text) = fs::read_to_string(times_file(root, kind)) {
        times.extend(parse_lines(&text));
    }
    times
}

/// Writes the times of a run, and keeps those of steps that were not run. The time of a failed step is ignored.
pub(crate) fn write(root: &Path, kind: Kind, outcomes: &[Outcome]) -> Result<()> {
    let file = times_file(root, kind);
    let mut times = fs::read_to_string(&file).map_or_else(|_| Times::new(), |text| parse_lines(&text));
    let passed_outcomes = outcomes.iter().filter(|outcome| outcome.counts.failed == 0);
    times.extend(passed_outcomes.map(|outcome| (outcome.name.clone(), outcome.time.as_secs_f64())));
    if let Some(dir) = file.parent() {
        fs::create_dir_all(dir)?;
    }
    let text: String = times.iter().map(|(name, seconds)| format!("{seconds:.1}\t{name}\n")).collect();
    fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// Records the times of the steps that passed, and removes the records of steps outside `names`.
pub(crate) fn record(
    root: &Path,
    is_full: bool,
    outcomes: &[Outcome],
    names: &BTreeSet<String>,
) -> Result<()> {
    let records = merge_records(read_recorded_times(root), is_full, outcomes, names);
    fs::write(root.join(RECORDED_FILE), write_records(&records))
        .with_context(|| format!("cannot write {RECORDED_FILE}"))
}

fn merge_records(
    mut records: Records,
    full: bool,
    outcomes: &[Outcome],
    names: &BTreeSet<String>,
) -> Records {
    for outcome in outcomes.iter().filter(|outcome| outcome.counts.failed == 0) {
        let record = records.entry(outcome.name.clone()).or_default();
        let time = Some(outcome.time.as_secs_f64());
        if full {
            record.full = time;
        } else {
            (record.cpu, record.time) = (Some(outcome.cpu.as_secs_f64()), time);
        }
    }
    records.retain(|name, _| names.contains(name));
    records
}

/// Returns the path of the file with this machine's own times.
fn times_file(root: &Path, kind: Kind) -> PathBuf {
    root.join(match kind {
        Kind::Ordinary => "target/xtask/test-times.txt",
        Kind::Full => "target/xtask/test-times-full.txt",
        Kind::Check => "target/xtask/check-times.txt",
    })
}

/// Reads lines of seconds, a tab, and a name.
fn parse_lines(text: &str) -> Times {
    text.lines()
        .filter_map(|line| line.split_once('\t'))
        .filter_map(|(seconds, name)| Some((name.to_owned(), seconds.parse().ok()?)))
        .collect()
}

/// Reads lines of three times and a name, separated by tabs; `-` means no time.
fn parse_records(text: &str) -> Records {
    text.lines()
        .filter_map(|line| {
            let mut fields = line.split('\t');
            let mut time = || fields.next().and_then(|field| field.parse().ok());
            let record = RecordedTimes { cpu: time(), time: time(), full: time() };
            Some((fields.next()?.to_owned(), record))
        })
        .collect()
}

/// Writes the lines that [`parse_records`] reads.
fn write_records(records: &Records) -> String {
    let field = |time: Option<f64>| time.map_or_else(|| "-".to_owned(), |time| format!("{time:.1}"));
    let line = |(name, record): (&String, &RecordedTimes)| {
        format!("{}\t{}\t{}\t{name}\n", field(record.cpu), field(record.time), field(record.full))
    };
    FILE_HEADER.to_owned() + &records.iter().map(line).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build_times(pairs: &[(&str, f64)]) -> Times {
        pairs.iter().map(|(name, seconds)| ((*name).to_owned(), *seconds)).collect()
    }

    #[test]
    fn reads_the_times_it_writes_and_keeps_those_of_other_steps() {
        let root = std::env::temp_dir().join(format!("ton-edge-xtask-{}-times", std::process::id()));
        write(
            &root,
            Kind::Ordinary,
            &[Outcome::passed_outcome("a b", 1.5, 0.0), Outcome::passed_outcome("c", 2.0, 0.0)],
        )
        .unwrap();
        let mut failed_outcome = Outcome::passed_outcome("a b", 9.0, 0.0);
        failed_outcome.counts.failed = 1;
        write(&root, Kind::Ordinary, &[Outcome::passed_outcome("c", 3.0, 0.0), failed_outcome]).unwrap();
        assert_eq!(read(&root, Kind::Ordinary), build_times(&[("a b", 1.5), ("c", 3.0)]));
        assert!(read(&root, Kind::Full).is_empty());
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn records_passed_steps_and_keeps_the_other_kind_of_run() {
        let names = BTreeSet::from(["js a".to_owned(), "js b".to_owned()]);
        let old_records =
            parse_records("# header\n1.0\t2.0\t-\tjs a\n7.0\t8.0\t9.0\tjs gone\n-\t-\t5.0\tjs b\n");
        let records = merge_records(old_records, true, &[Outcome::passed_outcome("js a", 3.0, 0.5)], &names);
        assert_eq!(write_records(&records), format!("{FILE_HEADER}1.0\t2.0\t3.0\tjs a\n-\t-\t5.0\tjs b\n"));
        assert_eq!(select_times_by_clock(&records, false), build_times(&[("js a", 2.0), ("js b", 5.0)]));
        assert_eq!(select_times_by_clock(&records, true), build_times(&[("js a", 3.0), ("js b", 5.0)]));
        let records = merge_records(records, false, &[Outcome::passed_outcome("js a", 4.0, 0.5)], &names);
        assert_eq!(parse_records(&write_records(&records)), records);
        assert_eq!(records["js a"], RecordedTimes { cpu: Some(0.5), time: Some(4.0), full: Some(3.0) });
    }
}
