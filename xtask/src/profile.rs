//! `cargo xtask profile`: shows how long functions take in real runs, as a flame graph. Node samples
//! (`tests/bench/profile.mjs`).

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use lexopt::{Arg, Parser, ValueExt as _};
use serde_json::Value;

use crate::bench::ensure_packages;
use crate::build;
use crate::paths;
use crate::shell::{Ui, print_line};
use crate::usage::BadUsage;

/// The names of the profiles. A gateway may also count callers, look up a caller's key, or store each response.
const PROFILE_NAMES: [&str; 6] =
    ["address", "client", "gateway", "gateway-counting", "gateway-key", "gateway-storing"];

/// Builds, lets Node profile, and lists the functions that take the most time by themselves.
pub(crate) fn run_command(ui: &Ui, args: &[String]) -> Result<ExitCode> {
    let name = read(args)?;
    let root = paths::find_root()?;
    build::build(ui, &root, build::Packer::Alone)?;
    ensure_packages(ui, &root)?;
    let file = root.join("target").join(format!("profile-{name}.svg"));
    let mut node = Command::new("node");
    node.arg(root.join("tests/bench/profile.mjs")).arg(name).arg(&file).current_dir(&root);
    let output = ui.require_success(&format!("profiling {name} (about ten seconds)"), &mut node)?;
    print_line(write_table(&serde_json::from_str(&output).context("profile.mjs: not JSON")?)?);
    print_line(format_args!("the flame graph: {}", file.display()));
    Ok(ExitCode::SUCCESS)
}

/// Reads the name that the command takes.
fn read(args: &[String]) -> Result<&'static str, BadUsage> {
    let mut profile_name = None;
    let mut args = Parser::from_args(args);
    while let Some(arg) = args.next()? {
        profile_name = match arg {
            Arg::Value(name) if profile_name.is_none() => Some(name.string()?),
            arg => return Err(BadUsage::unexpected_argument("profile", arg)),
        };
    }
    let profile_name = profile_name.unwrap_or_else(|| "nothing".to_owned());
    let usage_error =
        || BadUsage(format!("`profile` takes one of `{}`, not `{profile_name}`", PROFILE_NAMES.join("`, `")));
    PROFILE_NAMES.into_iter().find(|name| *name == profile_name).ok_or_else(usage_error)
}

/// Writes one line per function.
fn write_table(figures: &Value) -> Result<String> {
    let rows = figures.get("hottest").and_then(Value::as_array).context("the profiler took no samples")?;
    let line = |row: &Value| {
        let share = row.get(1).and_then(Value::as_f64)?;
        Some(format!("{:>5.1} %  {}", 100.0 * share, row.get(0)?.as_str()?))
    };
    let lines: Vec<String> =
        rows.iter().map(line).collect::<Option<_>>().context("a function has no name")?;
    Ok(format!("Time in functions themselves:\n{}", lines.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn one_thing_is_profiled() {
        let args = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(read(&args(&["client"])).unwrap(), "client");
        for invalid_args in [&args(&[]), &args(&["tvm"]), &args(&["client", "gateway"])] {
            assert!(read(invalid_args).is_err(), "{invalid_args:?}");
        }
    }

    #[test]
    fn functions_become_lines() {
        let figures = json!({ "hottest": [["parse", 0.512], ["run a.js:5", 0.03]] });
        assert!(write_table(&figures).unwrap().ends_with("\n 51.2 %  parse\n  3.0 %  run a.js:5"));
        assert!(write_table(&json!({})).is_err());
        assert!(write_table(&json!({ "hottest": [[1, 2]] })).is_err());
    }
}
