//! The command line of `cargo xtask test`.

use anyhow::Result;

use crate::test::shard::Shard;
use crate::usage::BadUsage;

/// What the user chose.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags {
    /// Parts of the names of the steps to run; none: all steps.
    pub(crate) filters: Vec<String>,
    /// How many steps run side by side; not set: two per CPU.
    pub(crate) jobs: Option<usize>,
    /// More cases, longer scenes.
    pub(crate) full: bool,
    /// Only these of the steps.
    pub(crate) shard: Option<Shard>,
    /// Not the steps that have passed with these files.
    pub(crate) resume: bool,
    /// Only writes the report of the full run.
    pub(crate) report: bool,
    /// Records the times.
    pub(crate) record: bool,
    /// On modules of the quick profile.
    pub(crate) quick: bool,
}

impl Flags {
    /// Reads what follows `test`.
    pub(crate) fn read(args: &[String]) -> Result<Self> {
        let mut flags = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let (name, inline) = match arg.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
                _ => (arg.as_str(), None),
            };
            let has_value = inline.is_some();
            let mut value = |what: &str| {
                inline
                    .clone()
                    .or_else(|| args.next().cloned())
                    .ok_or_else(|| BadUsage(format!("`{name}` needs {what}")))
            };
            match name {
                "--full" if !has_value => flags.full = true,
                "--resume" if !has_value => flags.resume = true,
                "--report" if !has_value => flags.report = true,
                "--record" if !has_value => flags.record = true,
                "--quick" if !has_value => flags.quick = true,
                "--jobs" => {
                    let value = value("a number")?;
                    let jobs = value.parse().ok().filter(|jobs| (1..=256).contains(jobs));
                    let wrong = || BadUsage(format!("`--jobs` is a number from 1 to 256, not `{value}`"));
                    flags.jobs = Some(jobs.ok_or_else(wrong)?);
                }
                "--shard" => {
                    let value = value("a part such as 2/8")?;
                    let wrong = || BadUsage(format!("`--shard` is a part such as 2/8, not `{value}`"));
                    flags.shard = Some(Shard::parse(&value).ok_or_else(wrong)?);
                }
                flag if flag.starts_with('-') => {
                    return Err(BadUsage(format!("`test` does not take `{arg}`")).into());
                }
                "" => return Err(BadUsage("an empty filter names no step".to_owned()).into()),
                _ => flags.filters.push(arg.clone()),
            }
        }
        for (set, name) in [(flags.resume, "--resume"), (flags.report, "--report")] {
            if set && !flags.full {
                return Err(BadUsage(format!("`{name}` goes with `--full`")).into());
            }
        }
        // What is recorded, reported and measured is shipped.
        if flags.quick && (flags.full || flags.record || flags.filters.is_empty()) {
            let message = "`--quick` goes with the names of suites, and without `--full` and `--record`";
            return Err(BadUsage(message.to_owned()).into());
        }
        Ok(flags)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Flags> {
        Flags::read(&crate::shell::arguments(line))
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
        for (line, why) in [
            ("--jobs", "`--jobs` needs a number"),
            ("--jobs 0", "`--jobs` is a number from 1 to 256, not `0`"),
            ("--jobs=many", "`--jobs` is a number from 1 to 256, not `many`"),
            ("--shard", "`--shard` needs a part such as 2/8"),
            ("--shard 9/8", "`--shard` is a part such as 2/8, not `9/8`"),
            ("--resume", "`--resume` goes with `--full`"),
            ("--quick", "`--quick` goes with the names of suites, and without `--full` and `--record`"),
            (
                "--quick --full node",
                "`--quick` goes with the names of suites, and without `--full` and `--record`",
            ),
            ("--ful", "`test` does not take `--ful`"),
            ("--full=1", "`test` does not take `--full=1`"),
        ] {
            let error = read(line).unwrap_err();
            assert!(error.is::<BadUsage>(), "{line}");
            assert_eq!(error.to_string(), why);
        }
    }
}
