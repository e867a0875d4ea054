//! `cargo xtask mutants`: how many small changes of the package's JavaScript the suites detect (`xtask/js/mutants`).

use std::process::{Command, ExitCode};

use anyhow::Result;
use lexopt::{Arg, Parser};

use crate::shell::Ui;
use crate::usage::{BadUsage, read_number, read_text};
use crate::{build, paths, processes};

/// The options with a number, each with its default.
const DEFAULT_OPTIONS: [(&str, u64); 4] = [("count", 400), ("seed", 1), ("jobs", 2), ("seconds", 60)];
/// The options without a value.
const SWITCHES: [&str; 3] = ["again", "measure", "report"];

/// Builds, and lets Node test the mutants.
pub(crate) fn run_command(ui: &Ui, args: &[String]) -> Result<ExitCode> {
    let flags = read_flags(args)?;
    let root = paths::find_root()?;
    build::build(ui, &root, build::Packer::Alone)?;
    let mut node = Command::new("node");
    node.arg(root.join("xtask/js/mutants/run.mjs")).args(flags).current_dir(&root);
    processes::replace(node)
}

/// Reads the arguments after `mutants`, and returns those of the script.
fn read_flags(args: &[String]) -> Result<Vec<String>, BadUsage> {
    let mut numbers = DEFAULT_OPTIONS;
    let mut flags = Vec::new();
    let mut args = Parser::from_args(args);
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long(name @ ("only" | "suite")) => {
                let name = name.to_owned();
                flags.push(format!("--{name}={}", read_text(&mut args)?));
            }
            Arg::Long("control") => {
                let count = read_number(&mut args, "--control", 1..=u64::from(u32::MAX))?;
                flags.push(format!("--control={count}"));
            }
            Arg::Long(name) if SWITCHES.contains(&name) => flags.push(format!("--{name}")),
            Arg::Long(name) if DEFAULT_OPTIONS.iter().any(|(number, _)| *number == name) => {
                let name = name.to_owned();
                let value = read_number(&mut args, &format!("--{name}"), 1..=u64::from(u32::MAX))?;
                numbers
                    .iter_mut()
                    .filter(|(number, _)| *number == name)
                    .for_each(|(_, number)| *number = value);
            }
            arg => return Err(BadUsage::unexpected_argument("mutants", arg)),
        }
    }
    flags.extend(numbers.map(|(name, value)| format!("--{name}={value}")));
    Ok(flags)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::split_arguments;

    #[test]
    fn flags_are_passed_to_the_script() {
        let read = |line: &str| read_flags(&split_arguments(line)).map(|flags| flags.join(" "));
        assert_eq!(read("").unwrap(), "--count=400 --seed=1 --jobs=2 --seconds=60");
        assert_eq!(
            read("--seed 7 --only gateway/ --again").unwrap(),
            "--only=gateway/ --again --count=400 --seed=7 --jobs=2 --seconds=60"
        );
        assert_eq!(
            read("--control 40 --suite gateway").unwrap(),
            "--control=40 --suite=gateway --count=400 --seed=1 --jobs=2 --seconds=60"
        );
        for invalid in ["--control 0", "--suite", "--count none", "--count 0", "message", "--all", "--only"] {
            assert!(read(invalid).is_err(), "{invalid}");
        }
    }
}
