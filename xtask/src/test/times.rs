//! How long each step took: read before a run, so that the slowest start first, and written after it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// Seconds by step.
pub(crate) type Times = BTreeMap<String, f64>;

/// Where this machine's own times are. A full run does more in the same steps, so it has its own.
fn file(root: &Path, full: bool) -> PathBuf {
    root.join(if full { "target/xtask/test-times-full.txt" } else { "target/xtask/test-times.txt" })
}

/// The times of the last run on this machine, and for other steps those of the report of the last full run.
pub(crate) fn read(root: &Path, full: bool, report: &str) -> Times {
    let mut times =
        fs::read_to_string(root.join(report)).map_or_else(|_| Times::new(), |text| of_report(&text));
    if let Ok(text) = fs::read_to_string(file(root, full)) {
        times.extend(of_lines(&text));
    }
    times
}

/// Writes the times of a run beside those of steps that it left out.
pub(crate) fn write(root: &Path, full: bool, times: &Times) -> Result<()> {
    let file = file(root, full);
    let mut all = fs::read_to_string(&file).map_or_else(|_| Times::new(), |text| of_lines(&text));
    all.extend(times.iter().map(|(name, seconds)| (name.clone(), *seconds)));
    if let Some(dir) = file.parent() {
        fs::create_dir_all(dir)?;
    }
    let text: String = all.iter().map(|(name, seconds)| format!("{seconds:.1}\t{name}\n")).collect();
    fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// Reads lines of seconds, tab, name.
fn of_lines(text: &str) -> Times {
    text.lines()
        .filter_map(|line| line.split_once('\t'))
        .filter_map(|(seconds, name)| Some((name.to_owned(), seconds.parse().ok()?)))
        .collect()
}

/// Reads the table of a report: the first column is the step, the last one its time.
fn of_report(text: &str) -> Times {
    text.lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim);
            Some((cells.next()?.to_owned(), seconds(cells.next_back()?)?))
        })
        .collect()
}

/// Reads `1 min 5 s` and `0.4 s`, as [`crate::shell::elapsed`] writes them.
fn seconds(text: &str) -> Option<f64> {
    let (minutes, rest) = match text.split_once(" min ") {
        Some((minutes, rest)) => (minutes.parse::<f64>().ok()?, rest),
        None => (0.0, text),
    };
    Some(minutes * 60.0 + rest.strip_suffix(" s")?.parse::<f64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_table_of_a_report() {
        let text = "- took: 3 min 2 s\n\n| step | passed | failed | skipped | took |\n|---|---:|---:|---:|---:|\n\
                    | format | 1 | 0 | 0 | 0.9 s |\n| js soak | 2 | 0 | 0 | 10 min 6 s |\n";
        let times = of_report(text);
        assert_eq!(times.len(), 2);
        assert_eq!((times["format"], times["js soak"]), (0.9, 606.0));
    }

    #[test]
    fn reads_the_times_it_writes_and_keeps_those_of_other_steps() {
        let root = std::env::temp_dir().join(format!("ton-edge-xtask-{}-times", std::process::id()));
        let times = |pairs: &[(&str, f64)]| -> Times {
            pairs.iter().map(|(name, seconds)| ((*name).to_owned(), *seconds)).collect()
        };
        write(&root, false, &times(&[("a b", 1.5), ("c", 2.0)])).unwrap();
        write(&root, false, &times(&[("c", 3.0)])).unwrap();
        assert_eq!(read(&root, false, "none.md"), times(&[("a b", 1.5), ("c", 3.0)]));
        assert!(read(&root, true, "none.md").is_empty());
        fs::remove_dir_all(root).unwrap();
    }
}
