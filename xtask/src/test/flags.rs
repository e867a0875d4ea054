//! The command line of `cargo xtask test`.

use lexopt::{Arg, Parser, ValueExt as _};

use crate::test::shard::Shard;
use crate::usage::{BadUsage, read_number, read_text};

/// The options of the command.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags {
    /// Parts of the names of the steps to run; empty for all steps.
    pub(crate) filters: Vec<String>,
    /// The number of steps that run concurrently; by default two per CPU.
    pub(crate) jobs: Option<usize>,
    /// Whether to run more cases and longer scenarios.
    pub(crate) full: bool,
    /// The part of the steps to run; `None` for all of them.
    pub(crate) shard: Option<Shard>,
    /// Whether to leave out steps that have already passed with these files.
    pub(crate) resume: bool,
    /// Whether to only write the report of the full run.
    pub(crate) report: bool,
    /// Whether to record the times.
    pub(crate) record: bool,
    /// Whether to test modules of the quick profile.
    pub(crate) quick: bool,
}

impl Flags {
    /// Reads the arguments after `test`.
    pub(crate) fn read(args: &[String]) -> Result<Self, BadUsage> {
        let mut flags = Self::default();
        let mut args = Parser::from_args(args);
        while let Some(arg) = args.next()? {
            match arg {
                Arg::Long("full") => flags.full = true,
                Arg::Long("resume") => flags.resume = true,
                Arg::Long("report") => flags.report = true,
                Arg::Long("record") => flags.record = true,
                Arg::Long("quick") => flags.quick = true,
                Arg::Long("jobs") => flags.jobs = Some(read_number(&mut args, "--jobs", 1..=256)?),
                Arg::Long("shard") => {
                    let value = read_text(&mut args)?;
                    let usage_error =
                        || BadUsage(format!("`--shard` must be a part such as 2/8, not `{value}`"));
                    flags.shard = Some(Shard::parse(&value).ok_or_else(usage_error)?);
                }
                Arg::Value(filter) if filter.is_empty() => {
                    return Err(BadUsage("a filter must not be empty".to_owned()));
                }
                Arg::Value(filter) => flags.filters.push(filter.string()?),
                arg => return Err(BadUsage::unexpected_argument("test", arg)),
            }
        }
        for (set, name) in [(flags.resume, "--resume"), (flags.report, "--report")] {
            if set && !flags.full {
                return Err(BadUsage(format!("`{name}` requires `--full`")));
            }
        }
        // Runs that record, report or measure need shipped modules.
        if flags.quick && (flags.full || flags.record || flags.filters.is_empty()) {
            let message = "`--quick` requires names of suites, and excludes `--full` and `--record`";
            return Err(BadUsage(message.to_owned()));
        }
        Ok(flags)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Flags, BadUsage> {
        Flags::read(&crate::shell::split_arguments(line))
    }

    #[test]
    fn reads_filters_and_flags_in_any_order() {
        assert_eq!(read("").unwrap(), Flags::default());
        let flags = read("pace --jobs 3 --full slim --resume --shard 2/8").unwrap();
        assert_eq!((flags.filters.join(" ").as_str(), flags.jobs, flags.full), ("pace slim", Some(3), true));
        assert_eq!((flags.resume, flags.shard), (true, Shard::parse("2/8")));
        assert_eq!(read("--jobs=8").unwrap().jobs, Some(8));
    }

    #[test]
    fn refuses_bad_flags_with_their_reason() {
        for (line, message) in [
            ("--jobs", "`--jobs` needs a value"),
            ("--jobs 0", "`--jobs` must be a number from 1 to 256, not `0`"),
            ("--jobs=many", "`--jobs` must be a number from 1 to 256, not `many`"),
            ("--shard", "`--shard` needs a value"),
            ("--shard 9/8", "`--shard` must be a part such as 2/8, not `9/8`"),
            ("--resume", "`--resume` requires `--full`"),
            ("--quick", "`--quick` requires names of suites, and excludes `--full` and `--record`"),
            (
                "--quick --full node",
                "`--quick` requires names of suites, and excludes `--full` and `--record`",
            ),
            ("--ful", "`test` does not take `--ful`"),
            ("--full=1", "`--full` takes no value"),
        ] {
            let error = read(line).unwrap_err();
            assert_eq!(error.to_string(), message, "{line}");
        }
    }
}
