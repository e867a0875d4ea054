//! A full run in pieces: stores the result of each step together with the state of the files, so that a run can continue where another one
//! stopped; and writes the report of all pieces.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use crate::shell::{format_duration, read_output};
use crate::test::report::Outcome;
use crate::test_counts::TestCounts;

/// The report of a full run.
pub(crate) const FULL_REPORT: &str = "docs/full-run.md";
/// The folder of the pieces.
const PIECES_FOLDER: &str = "target/xtask/full-run";
/// Files that a full run writes itself, so changing them does not change the tested state.
const WRITTEN_FILES: [&str; 2] = [FULL_REPORT, "docs/consumers.md"];
/// The text after this line of the report is written by hand, and is preserved.
const HAND_WRITTEN_MARK: &str = "<!-- What follows is written by hand. -->";
/// The beginning of the report.
const REPORT_HEAD: &str = "# The last full run\n\n`cargo xtask test --full` writes this file from the results of its steps; do not edit it by hand. The table \
     has the steps that have run; a step that did not run again keeps its row. The column `behind` counts the commits \
     after the one that the step tested.\n\n";
/// The head of the report's table.
const TABLE_HEAD: &str = "| step | result | passed | failed | skipped | took | CPU | commit | behind | date |\n\
                     |---|---|---:|---:|---:|---:|---:|---|---:|---|\n";

/// The state of the tested files.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// The commit, followed by `+` if files differ from it.
    commit: String,
    /// The hash of all files.
    tree: String,
}

/// The result of a step.
#[derive(Clone, Debug, PartialEq)]
struct Piece {
    commit: String,
    /// The hash of all files; `None` for a row read from the report.
    tree: Option<String>,
    /// The time at which the step ended, in UTC, such as `2026-11-27 13:20`.
    date: String,
    counts: TestCounts,
    time: Duration,
    cpu: Duration,
    passed_alone: bool,
}

/// The pieces by step name.
type Pieces = BTreeMap<String, Piece>;

impl State {
    /// Returns the state of the checkout, including uncommitted changes.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let run_git = |args: &[&str]| {
            read_output(Command::new("git").args(args).current_dir(root)).with_context(|| {
                format!(
                    "`git {}` failed, but a full run needs the commit: it writes it into its report",
                    args.join(" ")
                )
            })
        };
        let head = run_git(&["rev-parse", "HEAD"])?;
        // A separate index, copied from that of the checkout, so that git reads only the changed files.
        let index = root.join("target/xtask/full-run.index");
        if let Some(dir) = index.parent() {
            fs::create_dir_all(dir)?;
        }
        let checkout_index = root.join(run_git(&["rev-parse", "--git-path", "index"])?);
        fs::copy(&checkout_index, &index)
            .with_context(|| format!("cannot copy {}", checkout_index.display()))?;
        let tree = |args: &[&str]| {
            read_output(Command::new("git").args(args).current_dir(root).env("GIT_INDEX_FILE", &index))
                .with_context(|| format!("`git {}` fails", args.join(" ")))
        };
        let removal = ["rm", "-r", "--cached", "--quiet", "--ignore-unmatch", "--"];
        let removal: Vec<&str> = removal.into_iter().chain(WRITTEN_FILES).collect();
        tree(&removal)?;
        let mut changed_files: Vec<String> =
            run_git(&["status", "--porcelain"])?.lines().map(str::to_owned).collect();
        changed_files.retain(|line| !WRITTEN_FILES.iter().any(|file| line.ends_with(file)));
        if !changed_files.is_empty() {
            tree(&["add", "--all"])?;
            tree(&removal)?;
        }
        let change_mark = if changed_files.is_empty() { "" } else { "+" };
        Ok(Self {
            commit: format!("{}{change_mark}", head.get(..10).unwrap_or(&head)),
            tree: tree(&["write-tree"])?,
        })
    }
}

/// Records the result of a step.
pub(crate) fn record_step(root: &Path, state: &State, outcome: &Outcome) -> Result<()> {
    let piece = Piece {
        commit: state.commit.clone(),
        tree: Some(state.tree.clone()),
        date: read_output(Command::new("date").args(["-u", "+%Y-%m-%d %H:%M"])).unwrap_or_default(),
        counts: outcome.counts,
        time: outcome.time,
        cpu: outcome.cpu,
        passed_alone: outcome.passed_alone,
    };
    let file = piece_file(root, &outcome.name);
    if let Some(dir) = file.parent() {
        fs::create_dir_all(dir)?;
    }
    fs::write(&file, format!("{:#}\n", piece.to_json(&outcome.name)))
        .with_context(|| format!("cannot write {}", file.display()))
}

/// Lists the steps that have passed with these files.
pub(crate) fn list_passed_pieces(root: &Path, state: &State) -> BTreeSet<String> {
    let has_passed = |piece: &Piece| piece.counts.failed == 0 && piece.tree.as_ref() == Some(&state.tree);
    read_stored_pieces(root)
        .into_iter()
        .filter(|(_, piece)| has_passed(piece))
        .map(|(name, _)| name)
        .collect()
}

/// Records notes about the programs of the steps, such as the version of a browser.
pub(crate) fn note_facts(root: &Path, facts: &[(&str, String)]) -> Result<()> {
    let dir = root.join(PIECES_FOLDER);
    fs::create_dir_all(&dir)?;
    let text: String = facts.iter().map(|(name, fact)| format!("- {name}: {fact}\n")).collect();
    fs::write(dir.join("facts.md"), text).context("cannot write the facts of the full run")
}

/// Writes the report of all steps, from the pieces, or from the report's own rows for steps without a piece.
pub(crate) fn report(root: &Path, names: &[String]) -> Result<()> {
    let file = root.join(FULL_REPORT);
    let old_report = fs::read_to_string(&file).unwrap_or_default();
    let mut pieces = parse_report(&old_report);
    let facts_before = if pieces.is_empty() { String::new() } else { find_facts(&old_report) };
    for (name, piece) in read_stored_pieces(root) {
        if pieces.get(&name).is_none_or(|row| row.date <= piece.date) {
            pieces.insert(name, piece);
        }
    }
    let facts = fs::read_to_string(root.join(PIECES_FOLDER).join("facts.md")).unwrap_or_default();
    let facts = if facts.is_empty() { facts_before } else { facts };
    let text = write_text(names, &pieces, &facts, &old_report, |commit| count_commits_behind(root, commit));
    fs::write(&file, text).with_context(|| format!("cannot write {FULL_REPORT}"))
}

/// Writes the number of commits since the tested one, if git knows it.
fn count_commits_behind(root: &Path, commit: &str) -> String {
    let range = format!("{}..HEAD", commit.trim_end_matches('+'));
    read_output(Command::new("git").args(["rev-list", "--count", &range]).current_dir(root))
        .unwrap_or_else(|| "?".to_owned())
}

/// Writes the text of the report.
fn write_text(
    names: &[String],
    pieces: &Pieces,
    facts: &str,
    old: &str,
    count_commits: impl Fn(&str) -> String,
) -> String {
    let mut text = REPORT_HEAD.to_owned();
    let rows: Vec<(&String, &Piece)> =
        names.iter().filter_map(|name| Some((name, pieces.get(name)?))).collect();
    let cpu: Duration = rows.iter().map(|(_, piece)| piece.cpu).sum();
    let failed_count = rows.iter().filter(|(_, piece)| piece.counts.failed > 0).count();
    let missing_text = match names.len() - rows.len() {
        0 => String::new(),
        count => format!(". `cargo xtask test --full --resume` runs the {count} steps that have not run"),
    };
    let _ = writeln!(
        text,
        "- {} of {} steps have run, and {failed_count} of them failed. They took {} of CPU time{missing_text}",
        rows.len(),
        names.len(),
        format_duration(cpu)
    );
    text.push_str(facts);
    if !rows.is_empty() {
        text.push('\n');
        text.push_str(TABLE_HEAD);
    }
    for (name, piece) in rows {
        let TestCounts { passed, failed, skipped } = piece.counts;
        let result = match (failed, piece.passed_alone) {
            (0, false) => "ok",
            (0, true) => "ok alone",
            _ => "FAILED",
        };
        let _ = writeln!(
            text,
            "| {name} | {result} | {passed} | {failed} | {skipped} | {} | {} | {} | {} | {} |",
            format_duration(piece.time),
            format_duration(piece.cpu),
            piece.commit,
            count_commits(&piece.commit),
            piece.date,
        );
    }
    if let Some((_, by_hand)) = old.split_once(HAND_WRITTEN_MARK) {
        text.push('\n');
        text.push_str(HAND_WRITTEN_MARK);
        text.push_str(by_hand);
    }
    text
}

/// Reads the rows of a report.
fn parse_report(text: &str) -> Pieces {
    text.lines()
        .filter_map(|line| {
            let cells: Vec<&str> =
                line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect();
            let [name, result, passed, failed, skipped, time, cpu, commit, _, date] = *cells else {
                return None;
            };
            let counts = TestCounts {
                passed: passed.parse().ok()?,
                failed: failed.parse().ok()?,
                skipped: skipped.parse().ok()?,
            };
            let piece = Piece {
                commit: commit.to_owned(),
                tree: None,
                date: date.to_owned(),
                counts,
                time: parse_seconds(time)?,
                cpu: parse_seconds(cpu)?,
                passed_alone: result == "ok alone",
            };
            Some((name.to_owned(), piece))
        })
        .collect()
}

/// Finds the notes of a report, except for the first line, which is computed.
fn find_facts(text: &str) -> String {
    let facts = text.lines().filter(|line| line.starts_with("- ")).skip(1);
    facts.map(|line| format!("{line}\n")).collect()
}

/// Reads a duration such as `1 min 5 s` or `0.4 s`, as [`format_duration`] writes it.
fn parse_seconds(text: &str) -> Option<Duration> {
    let (minutes, rest) = match text.split_once(" min ") {
        Some((minutes, rest)) => (minutes.parse::<u64>().ok()?, rest),
        None => (0, text),
    };
    let seconds = rest.strip_suffix(" s")?.parse::<f64>().ok()?;
    Some(Duration::from_secs(minutes * 60) + Duration::try_from_secs_f64(seconds).ok()?)
}

impl Piece {
    fn to_json(&self, name: &str) -> Value {
        json!({
            "step": name,
            "commit": self.commit,
            "tree": self.tree,
            "date": self.date,
            "passed": self.counts.passed,
            "failed": self.counts.failed,
            "skipped": self.counts.skipped,
            "alone": self.passed_alone,
            "seconds": self.time.as_secs_f64(),
            "cpuSeconds": self.cpu.as_secs_f64(),
        })
    }

    /// Reads the output of [`Piece::json`]; returns the name of the step and the piece.
    fn parse(text: &str) -> Option<(String, Self)> {
        let value: Value = serde_json::from_str(text).ok()?;
        let text = |key: &str| Some(value.get(key)?.as_str()?.to_owned());
        let count = |key: &str| value.get(key)?.as_u64();
        let time = |key: &str| Duration::try_from_secs_f64(value.get(key)?.as_f64()?).ok();
        let piece = Self {
            commit: text("commit")?,
            tree: text("tree"),
            date: text("date")?,
            counts: TestCounts {
                passed: count("passed")?,
                failed: count("failed")?,
                skipped: count("skipped")?,
            },
            time: time("seconds")?,
            cpu: time("cpuSeconds")?,
            passed_alone: value.get("alone")?.as_bool()?,
        };
        Some((text("step")?, piece))
    }
}

/// Reads the pieces of this machine, and those that were copied here from other machines.
fn read_stored_pieces(root: &Path) -> Pieces {
    let files = fs::read_dir(root.join(PIECES_FOLDER)).into_iter().flatten().flatten();
    files.filter_map(|entry| Piece::parse(&fs::read_to_string(entry.path()).ok()?)).collect()
}

/// Returns the path of a piece.
fn piece_file(root: &Path, name: &str) -> PathBuf {
    root.join(PIECES_FOLDER).join(name.replace(' ', "-") + ".json")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build_piece(failed_count: u64, date: &str) -> Piece {
        Piece {
            commit: "0123456789".to_owned(),
            tree: None,
            date: date.to_owned(),
            counts: TestCounts { passed: 2, failed: failed_count, skipped: 1 },
            time: Duration::from_secs(606),
            cpu: Duration::from_millis(1500),
            passed_alone: false,
        }
    }

    #[test]
    fn reads_the_pieces_it_writes() {
        let full_piece =
            Piece { tree: Some("abc".to_owned()), passed_alone: true, ..build_piece(0, "2026-11-27 13:20") };
        assert_eq!(
            Piece::parse(&full_piece.to_json("js a").to_string()),
            Some(("js a".to_owned(), full_piece))
        );
        assert_eq!(Piece::parse("{}"), None);
    }

    #[test]
    fn the_report_lists_the_steps_that_have_run_and_is_read_again() {
        let names = ["format", "js a", "js b"].map(str::to_owned);
        let pieces = Pieces::from([
            ("js a".to_owned(), build_piece(0, "x")),
            ("js b".to_owned(), build_piece(1, "y")),
        ]);
        let old = format!("old\n\n{HAND_WRITTEN_MARK}\n\n## More\n");
        let report = write_text(&names, &pieces, "- node: v20\n", &old, |_| "3".to_owned());
        assert!(
            report.contains(
                "- 2 of 3 steps have run, and 1 of them failed. They took 3.0 s of CPU time. \
                 `cargo xtask test --full --resume` runs the 1 steps that have not run\n- node: v20\n\n| step |"
            ),
            "{report}"
        );
        assert!(!report.contains("format"), "{report}");
        assert!(
            report.contains("\n| js a | ok | 2 | 0 | 1 | 10 min 6 s | 1.5 s | 0123456789 | 3 | x |\n"),
            "{report}"
        );
        assert!(report.ends_with("\n## More\n"), "{report}");
        assert_eq!(parse_report(&report), pieces);
        assert_eq!(find_facts(&report), "- node: v20\n");
        let complete = write_text(&names[1..], &pieces, "", "", |_| "3".to_owned());
        assert!(
            complete.contains(
                "- 2 of 2 steps have run, and 1 of them failed. They took 3.0 s of CPU time\n\n| step |"
            ),
            "{complete}"
        );
        let empty = write_text(&names, &Pieces::new(), "", "", |_| "3".to_owned());
        assert!(empty.contains("- 0 of 3 steps have run") && !empty.contains('|'), "{empty}");
    }

    #[test]
    fn a_step_passes_for_one_state_of_the_files() {
        let root = std::env::temp_dir().join(format!("ton-edge-xtask-{}-pieces", std::process::id()));
        let state = |tree: &str| State { commit: "c".to_owned(), tree: tree.to_owned() };
        record_step(&root, &state("1"), &Outcome::passed_outcome("js a", 1.0, 1.0)).unwrap();
        let mut failed_outcome = Outcome::passed_outcome("rust units", 1.0, 1.0);
        failed_outcome.counts.failed = 1;
        record_step(&root, &state("1"), &failed_outcome).unwrap();
        assert_eq!(list_passed_pieces(&root, &state("1")), BTreeSet::from(["js a".to_owned()]));
        assert!(list_passed_pieces(&root, &state("2")).is_empty());
        fs::remove_dir_all(root).unwrap();
    }
}
