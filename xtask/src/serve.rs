//! `cargo xtask serve`: sets up, builds, and starts the script that serves the web app and the gateway.

use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Result, bail};
use lexopt::{Arg, Parser};

use crate::shell::{Ui, format_duration, print_line};
use crate::usage::{BadUsage, read_text};
use crate::{build, paths, processes};

/// The server's script; when it listens, it prints `ton-edge is listening on http://127.0.0.1:PORT`.
pub(crate) const SERVE_SCRIPT: &str = "tests/serve/serve.mjs";

/// Checks a value, and returns its fault if it has one.
type Check = fn(&str) -> Result<(), String>;

/// The checked options, as arguments of the server's script.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags(Vec<String>);

impl Flags {
    /// Reads the command line.
    pub(crate) fn read(args: &[String]) -> Result<Self, BadUsage> {
        let mut flags = Self::default();
        let mut args = Parser::from_args(args);
        while let Some(arg) = args.next()? {
            let (name, check): (_, Option<Check>) = match arg {
                Arg::Long("no-page") => ("--no-page", None),
                Arg::Long("port") => ("--port", Some(check_port)),
                Arg::Long("upstream") => ("--upstream", Some(check_upstream)),
                Arg::Long("network") => ("--network", Some(check_network)),
                Arg::Long("state") => ("--state", Some(check_folder)),
                arg => return Err(BadUsage::unexpected_argument("serve", arg)),
            };
            if flags.0.iter().any(|given_name| given_name == name) {
                return Err(BadUsage(format!("`{name}` is given twice")));
            }
            flags.0.push(name.to_owned());
            let Some(check) = check else { continue };
            let value = read_text(&mut args)?;
            check(&value).map_err(|reason| BadUsage(format!("`{name}`: {reason}")))?;
            // The script runs in the checkout, but the path is relative to the user's current folder.
            flags.0.push(if name == "--state" { make_absolute(&value)? } else { value });
        }
        Ok(flags)
    }
}

fn check_port(value: &str) -> Result<(), String> {
    value
        .parse::<u16>()
        .map(drop)
        .map_err(|_| format!("a port must be a number from 0 to 65535, not `{value}`"))
}

fn check_upstream(value: &str) -> Result<(), String> {
    let host = value.strip_prefix("https://").or_else(|| value.strip_prefix("http://"));
    if value == "devnet"
        || value == "replay"
        || host.is_some_and(|host| !host.is_empty() && !host.starts_with('/'))
    {
        return Ok(());
    }
    Err(format!("`devnet`, `replay` or an http(s) URL, not `{value}`"))
}

fn check_folder(value: &str) -> Result<(), String> {
    if value.is_empty() { Err("a folder is needed".to_owned()) } else { Ok(()) }
}

fn make_absolute(path: &str) -> Result<String, BadUsage> {
    let absolute_path = std::path::absolute(path).map_err(|error| {
        BadUsage(format!("`--state`: cannot find the absolute path of `{path}`: {error}"))
    })?;
    absolute_path
        .into_os_string()
        .into_string()
        .map_err(|path| BadUsage(format!("`--state`: {} is not plain text", path.display())))
}

fn check_network(value: &str) -> Result<(), String> {
    if value == "mainnet" || value == "testnet" {
        return Ok(());
    }
    Err(format!("`mainnet` or `testnet`, not `{value}`"))
}

/// Runs the command.
pub(crate) fn run_command(ui: &Ui, flags: &Flags) -> Result<ExitCode> {
    let root = paths::find_root()?;
    if !root.join(SERVE_SCRIPT).is_file() {
        bail!("{SERVE_SCRIPT} is not in this checkout");
    }
    let start = Instant::now();
    print_line(
        "1 of 2: building the package and the web app: takes some minutes in a fresh clone, and nothing if both are up to date",
    );
    build::build(ui, &root, build::Packer::Alone)?;
    print_line(format_args!(
        "2 of 2: starting the server, after {}; stop with Ctrl-C",
        format_duration(start.elapsed())
    ));
    if flags.0.iter().all(|flag| flag != "--upstream") {
        print_line(
            "  it responds within seconds; at its first start it also builds the world of each local chain, which takes some minutes",
        );
    }
    let mut node = Command::new("node");
    node.arg(root.join(SERVE_SCRIPT)).args(&flags.0).current_dir(&root).env_remove("LD_LIBRARY_PATH");
    processes::replace(node)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Flags, BadUsage> {
        Flags::read(&crate::shell::split_arguments(line))
    }

    #[test]
    fn passes_good_flags_on() {
        assert_eq!(read("").unwrap(), Flags::default());
        let flags = read("--port=0 --upstream https://toncenter.com --network testnet --no-page").unwrap();
        assert_eq!(
            flags.0.join(" "),
            "--port 0 --upstream https://toncenter.com --network testnet --no-page"
        );
    }

    #[test]
    fn a_relative_folder_becomes_absolute() {
        let Flags(flags) = read("--upstream devnet --state kept").unwrap();
        assert_eq!(flags[3], std::path::absolute("kept").unwrap().to_str().unwrap());
    }

    #[test]
    fn refuses_bad_flags_with_their_reason() {
        for (line, message) in [
            ("--port", "`--port` needs a value"),
            ("--port 70000", "`--port`: a port must be a number from 0 to 65535, not `70000`"),
            ("--state=", "`--state`: a folder is needed"),
            ("--network mars", "`--network`: `mainnet` or `testnet`, not `mars`"),
            ("--upstream ftp://x", "`--upstream`: `devnet`, `replay` or an http(s) URL, not `ftp://x`"),
            ("--upstream http://", "`--upstream`: `devnet`, `replay` or an http(s) URL, not `http://`"),
            ("--no-page=1", "`--no-page` takes no value"),
            ("--port 1 --port 2", "`--port` is given twice"),
            ("--pord 1", "`serve` does not take `--pord`"),
        ] {
            let error = read(line).unwrap_err();
            assert_eq!(error.to_string(), message, "{line}");
        }
    }
}
