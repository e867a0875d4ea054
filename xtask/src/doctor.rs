//! `cargo xtask doctor`: one line per tool; for a missing one, the command that installs it. Changes nothing.

use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::apt;
use crate::apt_tools::{APT_TOOLS, AptTool};
use crate::node::{self, Packages};
use crate::shell::{output_of, say, text_of};
use crate::toolchain;
use crate::{paths, python, roads, serve, versions};

/// The command line that installs the npm tools.
const NPM_CI: &str = "npm ci --prefix tests --ignore-scripts";

/// The lines so far, and how many needed tools are missing.
#[derive(Debug, Default)]
struct Report {
    missing: u32,
}

impl Report {
    fn found(&self, name: &str, what: impl Display) {
        say(format_args!("ok       {name:14} {what}"));
    }

    /// A needed tool that is missing.
    fn missing(&mut self, name: &str, what: impl Display, fix: impl Display) {
        self.missing += 1;
        say(format_args!("MISSING  {name:14} {what}; fix: {fix}"));
    }

    fn optional(&self, name: &str, what: impl Display, fix: impl Display) {
        say(format_args!("optional {name:14} {what}; fix: {fix}"));
    }

    /// A program by its name: its path, and the first line of `--version`.
    fn program(&mut self, name: &str, install: &str) {
        match (paths::program(name), output_of(Command::new(name).arg("--version"))) {
            (Some(path), Some(version)) => {
                self.found(name, format_args!("{}  {}", path.display(), first_line(&version)));
            }
            (Some(path), None) => {
                self.missing(name, format_args!("{} does not run", path.display()), install)
            }
            (None, _) => self.missing(name, "not found", install),
        }
    }
}

/// Runs the command.
pub(crate) fn command() -> Result<ExitCode> {
    let root = paths::root()?;
    let mut report = Report::default();
    let rust = "https://rustup.rs, then: rustup toolchain install stable";
    report.program("rustc", rust);
    report.program("cargo", rust);
    wasm(&root, &mut report);
    bindgen(&root, &mut report);
    node_and_npm(&mut report);
    packages(&root, &mut report);
    for known in &APT_TOOLS {
        packaged(&mut report, known);
    }
    match python::find() {
        Some(version) => {
            report.found("python", format_args!("{version}  with venv, for the OpenAPI documents"))
        }
        None => report.missing("python", "python3 with venv not found", python::install()),
    }
    if !root.join(serve::SCRIPT).is_file() {
        report.optional("serve", format_args!("{} is not in this checkout", serve::SCRIPT), "git checkout");
    }
    for (name, what) in
        [("git", "names the commit in reports"), ("openssl", "makes the certificate of `bench page`")]
    {
        match paths::program(name) {
            Some(path) => report.found(name, format_args!("{}  (optional: {what})", path.display())),
            None => {
                let fix = format_args!("sudo apt-get install -y {name}");
                report.optional(name, format_args!("not found; {what}"), fix);
            }
        }
    }
    say("versions of what is not pinned:");
    for line in versions::lines() {
        say(format_args!("  {line}"));
    }
    Ok(match report.missing {
        0 => {
            say("nothing is missing");
            ExitCode::SUCCESS
        }
        missing => {
            say(format_args!("{missing} missing; `cargo xtask build` and `test` install most of them"));
            ExitCode::FAILURE
        }
    })
}

/// The wasm target, and which road it takes.
fn wasm(root: &Path, report: &mut Report) {
    let name = "wasm target";
    match roads::find(root) {
        Ok(Some(wasm)) => {
            let place = match &wasm.own {
                Some(own) => format!("{} and {}", own.sysroot.display(), own.linker.display()),
                None => output_of(Command::new(&wasm.rustc).args(["--print", "sysroot"])).unwrap_or_default(),
            };
            report.found(name, format_args!("{place}  {}", wasm.describe()));
        }
        Ok(None) if paths::program("rustup").is_some() => report.missing(
            name,
            "not installed",
            format_args!(
                "rustup target add {} (or cargo xtask build, which knows a second road)",
                toolchain::TARGET
            ),
        ),
        Ok(None) => report.missing(name, "not installed", "cargo xtask build (sets up Debian's rustc-web)"),
        Err(error) => report.missing(name, error, "unset TON_EDGE_WASM_ROAD"),
    }
}

/// wasm-bindgen is a library of the build; its version and the crate's must be equal.
fn bindgen(root: &Path, report: &mut Report) {
    let name = "wasm-bindgen";
    let lock = fs::read_to_string(root.join("Cargo.lock")).unwrap_or_default();
    match (locked(&lock, "wasm-bindgen"), locked(&lock, "wasm-bindgen-cli-support")) {
        (Some(linked), Some(packer)) if linked == packer => {
            report.found(name, format_args!("Cargo.lock  {linked}, the same as a library of xtask"));
        }
        (Some(linked), Some(packer)) => report.missing(
            name,
            format_args!("the crate links {linked}, xtask {packer}: the versions must be equal"),
            format_args!("cargo update -p wasm-bindgen --precise {packer}"),
        ),
        _ => report.missing(name, "not in Cargo.lock", "cargo generate-lockfile"),
    }
}

/// The version of a crate in Cargo.lock.
fn locked(lock: &str, name: &str) -> Option<String> {
    let (_, rest) = lock.split_once(&format!("\nname = \"{name}\"\nversion = \""))?;
    Some(rest.split_once('"')?.0.to_owned())
}

/// Node, not too old, and npm.
fn node_and_npm(report: &mut Report) {
    match (paths::program("node"), node::node_version()) {
        (Some(path), Some((major, version))) if major >= node::OLDEST_NODE => {
            report.found("node", format_args!("{}  {version}", path.display()));
        }
        (_, Some((_, version))) => {
            report.missing("node", format_args!("{version} is too old"), node::GET_NODE)
        }
        (_, None) => report.missing("node", "not found", node::GET_NODE),
    }
    report.program("npm", node::GET_NPM);
}

/// The npm tools of `tests/`, and wasm-opt among them.
fn packages(root: &Path, report: &mut Report) {
    let name = "npm packages";
    match node::packages(root) {
        Packages::Ready => report.found(name, "tests/node_modules  as tests/package-lock.json says"),
        Packages::Stale => report.missing(name, "tests/node_modules is older than its lockfile", NPM_CI),
        Packages::Missing => report.missing(name, "tests/node_modules is missing", NPM_CI),
    }
    let opt = "binaryen/bin/wasm-opt";
    match output_of(node::tool(root, opt).arg("--version")) {
        Some(version) => {
            report.found("wasm-opt", format_args!("tests/node_modules/{opt}  {}", first_line(&version)))
        }
        None => report.missing("wasm-opt", "not found", NPM_CI),
    }
}

/// A program the suites run.
fn packaged(report: &mut Report, known: &AptTool) {
    let install = apt::line(&[known.package]);
    match known.find() {
        Ok(Some(path)) => match text_of(Command::new(&path).arg(known.version)) {
            Some(version) => {
                report.found(known.package, format_args!("{}  {}", path.display(), first_line(&version)));
            }
            None => report.missing(known.package, format_args!("{} does not run", path.display()), install),
        },
        Ok(None) if known.full_only => {
            report.optional(known.package, "not found; full runs need it", install)
        }
        Ok(None) => report.missing(known.package, "not found", install),
        Err(error) => report.missing(known.package, error, format_args!("unset {}", known.variable)),
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_version_of_a_locked_crate() {
        let lock = "[[package]]\nname = \"a-b\"\nversion = \"2.0.0\"\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n";
        assert_eq!(locked(lock, "a").as_deref(), Some("1.0.0"));
        assert_eq!(locked(lock, "b"), None);
    }
}
