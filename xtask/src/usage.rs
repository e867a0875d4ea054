//! The command lines of all commands. `lexopt` splits them into options and values; an invalid one is a [`BadUsage`].

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use lexopt::{Arg, Parser, ValueExt as _};

/// An invalid command line. The error is printed together with the usage, and the exit code is 2.
#[derive(Debug)]
pub(crate) struct BadUsage(pub(crate) String);

impl BadUsage {
    /// Returns the error about an argument that a command does not accept.
    pub(crate) fn unexpected_argument(command: &str, arg: Arg<'_>) -> Self {
        let arg = match arg {
            Arg::Long(name) => format!("--{name}"),
            Arg::Short(letter) => format!("-{letter}"),
            Arg::Value(value) => value.to_string_lossy().into_owned(),
        };
        Self(format!("`{command}` does not take `{arg}`"))
    }
}

impl fmt::Display for BadUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadUsage {}

impl From<lexopt::Error> for BadUsage {
    fn from(error: lexopt::Error) -> Self {
        Self(match error {
            lexopt::Error::MissingValue { option: Some(option) } => format!("`{option}` needs a value"),
            lexopt::Error::UnexpectedValue { option, .. } => format!("`{option}` takes no value"),
            error => error.to_string(),
        })
    }
}

/// Reads the value of an option as text.
pub(crate) fn read_text(args: &mut Parser) -> Result<String, BadUsage> {
    Ok(args.value()?.string()?)
}

/// Reads the value of the option `name` as a number within a range.
pub(crate) fn read_number<T>(args: &mut Parser, name: &str, range: RangeInclusive<T>) -> Result<T, BadUsage>
where
    T: FromStr + PartialOrd + fmt::Display,
{
    let value = read_text(args)?;
    value.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        BadUsage(format!(
            "`{name}` must be a number from {} to {}, not `{value}`",
            range.start(),
            range.end()
        ))
    })
}
