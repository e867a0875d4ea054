//! `cargo xtask profile`: where the time of real runs goes, as a flame graph. Node samples (`tests/bench/profile.mjs`).

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use lexopt::{Arg, Parser, ValueExt as _};
use serde_json::Value;

use crate::bench::ensure_packages;
use crate::build;
use crate::paths;
use crate::shell::{Ui, say};
use crate::usage::BadUsage;

/// The targets of a profile. A gateway may count callers, find a caller's key, or store each response.
const WHAT: [&str; 6] =
    ["address", "client", "gateway", "gateway-counting", "gateway-key", "gateway-storing"];

/// Builds, has Node profile, and lists the functions that take the most time by themselves.
pub(crate) fn command(ui: &Ui, args: &[String]) -> Result<ExitCode> {
    let what = read(args)?;
    let root = paths::root()?;
    build::build(ui, &root, build::Packer::Alone)?;
    ensure_packages(ui, &root)?;
    let file = root.join("target").join(format!("profile-{what}.svg"));
    let mut node = Command::new("node");
    node.arg(root.join("tests/bench/profile.mjs")).arg(what).arg(&file).current_dir(&root);
    let printed = ui.must(&format!("profiling {what} (about ten seconds)"), &mut node)?;
    say(table(&serde_json::from_str(&printed).context("profile.mjs: not JSON")?)?);
    say(format_args!("the flame graph: {}", file.display()));
    Ok(ExitCode::SUCCESS)
}

/// Reads the one name that the command takes.
fn read(args: &[String]) -> Result<&'static str, BadUsage> {
    let mut what = None;
    let mut args = Parser::from_args(args);
    while let Some(arg) = args.next()? {
        what = match arg {
            Arg::Value(name) if what.is_none() => Some(name.string()?),
            arg => return Err(BadUsage::unexpected("profile", arg)),
        };
    }
    let what = what.unwrap_or_else(|| "nothing".to_owned());
    let wrong = || BadUsage(format!("`profile` takes one of `{}`, not `{what}`", WHAT.join("`, `")));
    WHAT.into_iter().find(|known| *known == what).ok_or_else(wrong)
}

/// A line a function.
fn table(measured: &Value) -> Result<String> {
    let rows = measured.get("hottest").and_then(Value::as_array).context("nothing was sampled")?;
    let line = |row: &Value| {
        let share = row.get(1).and_then(Value::as_f64)?;
        Some(format!("{:>5.1} %  {}", 100.0 * share, row.get(0)?.as_str()?))
    };
    let lines: Vec<String> =
        rows.iter().map(line).collect::<Option<_>>().context("a function without a name")?;
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
        for wrong in [&args(&[]), &args(&["tvm"]), &args(&["client", "gateway"])] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn functions_become_lines() {
        let measured = json!({ "hottest": [["parse", 0.512], ["run a.js:5", 0.03]] });
        assert!(table(&measured).unwrap().ends_with("\n 51.2 %  parse\n  3.0 %  run a.js:5"));
        assert!(table(&json!({})).is_err());
        assert!(table(&json!({ "hottest": [[1, 2]] })).is_err());
    }
}
