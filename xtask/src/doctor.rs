//! `cargo xtask doctor`: prints one line per tool, and for a missing one the command that installs it. Changes nothing.

use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::apt;
use crate::apt_tools::{APT_TOOLS, AptTool};
use crate::node::{self, Packages};
use crate::shell::{print_line, read_output, read_text};
use crate::toolchain;
use crate::{paths, python, serve, versions, wasm_setup};

/// The command line that installs the npm tools.
const NPM_CI: &str = "npm ci --prefix tests --ignore-scripts";

/// The printed lines, and the number of missing tools that are needed.
#[derive(Debug, Default)]
struct Report {
    missing_count: u32,
}

impl Report {
    fn report_found_tool(&self, name: &str, detail: impl Display) {
        print_line(format_args!("ok       {name:14} {detail}"));
    }

    /// Reports that a needed tool is missing.
    fn report_missing_tool(&mut self, name: &str, detail: impl Display, fix: impl Display) {
        self.missing_count += 1;
        print_line(format_args!("MISSING  {name:14} {detail}; fix: {fix}"));
    }

    fn report_optional(&self, name: &str, detail: impl Display, fix: impl Display) {
        print_line(format_args!("optional {name:14} {detail}; fix: {fix}"));
    }

    /// Checks a program by its name: its path, and the first line of `--version`.
    fn check_program(&mut self, name: &str, install: &str) {
        match (paths::find_program(name), read_output(Command::new(name).arg("--version"))) {
            (Some(path), Some(version)) => {
                self.report_found_tool(
                    name,
                    format_args!("{}  {}", path.display(), take_first_line(&version)),
                );
            }
            (Some(path), None) => {
                self.report_missing_tool(name, format_args!("{} does not run", path.display()), install)
            }
            (None, _) => self.report_missing_tool(name, "not found", install),
        }
    }
}

/// Runs the command.
pub(crate) fn run_command() -> Result<ExitCode> {
    let root = paths::find_root()?;
    let mut report = Report::default();
    let install_advice = "https://rustup.rs, then: rustup toolchain install stable";
    report.check_program("rustc", install_advice);
    report.check_program("cargo", install_advice);
    check_wasm(&root, &mut report);
    check_bindgen(&root, &mut report);
    check_node_and_npm(&mut report);
    check_packages(&root, &mut report);
    for tool in &APT_TOOLS {
        check_packaged(&mut report, tool);
    }
    match python::find() {
        Some(version) => report
            .report_found_tool("python", format_args!("{version}  with venv, for the OpenAPI documents")),
        None => report.report_missing_tool("python", "python3 with venv not found", python::install()),
    }
    if !root.join(serve::SERVE_SCRIPT).is_file() {
        report.report_optional(
            "serve",
            format_args!("{} is not in this checkout", serve::SERVE_SCRIPT),
            "git checkout",
        );
    }
    for (name, purpose) in
        [("git", "names the commit in reports"), ("openssl", "makes the certificate of `bench page`")]
    {
        match paths::find_program(name) {
            Some(path) => {
                report.report_found_tool(name, format_args!("{}  (optional: {purpose})", path.display()))
            }
            None => {
                let fix = format_args!("sudo apt-get install -y {name}");
                report.report_optional(name, format_args!("not found; {purpose}"), fix);
            }
        }
    }
    print_line("versions of tools that are not pinned:");
    for line in versions::list_lines() {
        print_line(format_args!("  {line}"));
    }
    Ok(match report.missing_count {
        0 => {
            print_line("nothing is missing");
            ExitCode::SUCCESS
        }
        count => {
            print_line(format_args!("{count} missing; `cargo xtask build` and `test` install most of them"));
            ExitCode::FAILURE
        }
    })
}

/// Checks the wasm target and how it is compiled.
fn check_wasm(root: &Path, report: &mut Report) {
    let name = "wasm target";
    match wasm_setup::find(root) {
        Ok(Some(wasm)) => {
            let location = match &wasm.own_toolchain {
                Some(own_toolchain) => {
                    format!("{} and {}", own_toolchain.sysroot.display(), own_toolchain.linker.display())
                }
                None => {
                    read_output(Command::new(&wasm.rustc).args(["--print", "sysroot"])).unwrap_or_default()
                }
            };
            report.report_found_tool(name, format_args!("{location}  {}", wasm.describe()));
        }
        Ok(None) if paths::find_program("rustup").is_some() => report.report_missing_tool(
            name,
            "not installed",
            format_args!(
                "rustup target add {} (or cargo xtask build, which can also use Debian's compiler)",
                toolchain::WASM_TARGET
            ),
        ),
        Ok(None) => report.report_missing_tool(
            name,
            "not installed",
            "cargo xtask build (sets up Debian's rustc-web)",
        ),
        Err(error) => report.report_missing_tool(name, error, "unset TON_EDGE_WASM_ROAD"),
    }
}

/// Checks that wasm-bindgen has the same version as a library of the build and of the crate.
fn check_bindgen(root: &Path, report: &mut Report) {
    let name = "wasm-bindgen";
    let lock = fs::read_to_string(root.join("Cargo.lock")).unwrap_or_default();
    match (find_locked_version(&lock, "wasm-bindgen"), find_locked_version(&lock, "wasm-bindgen-cli-support"))
    {
        (Some(linked), Some(packer)) if linked == packer => {
            report.report_found_tool(
                name,
                format_args!("Cargo.lock  {linked}, the same as a library of xtask"),
            );
        }
        (Some(linked), Some(packer)) => report.report_missing_tool(
            name,
            format_args!("the crate links {linked}, xtask {packer}: the versions must be equal"),
            format_args!("cargo update -p wasm-bindgen --precise {packer}"),
        ),
        _ => report.report_missing_tool(name, "not in Cargo.lock", "cargo generate-lockfile"),
    }
}

/// Finds the version of a crate in Cargo.lock.
fn find_locked_version(lock: &str, name: &str) -> Option<String> {
    let (_, rest) = lock.split_once(&format!("\nname = \"{name}\"\nversion = \""))?;
    Some(rest.split_once('"')?.0.to_owned())
}

/// Checks that Node is new enough, and npm.
fn check_node_and_npm(report: &mut Report) {
    match (paths::find_program("node"), node::find_node_version()) {
        (Some(path), Some((major, version))) if major >= node::OLDEST_NODE => {
            report.report_found_tool("node", format_args!("{}  {version}", path.display()));
        }
        (_, Some((_, version))) => {
            report.report_missing_tool("node", format_args!("{version} is too old"), node::GET_NODE)
        }
        (_, None) => report.report_missing_tool("node", "not found", node::GET_NODE),
    }
    report.check_program("npm", node::GET_NPM);
}

/// Checks the npm tools of `tests/`, including wasm-opt.
fn check_packages(root: &Path, report: &mut Report) {
    let name = "npm packages";
    match node::check_packages(root) {
        Packages::Ready => {
            report.report_found_tool(name, "tests/node_modules  as tests/package-lock.json says")
        }
        Packages::Stale => {
            report.report_missing_tool(name, "tests/node_modules is older than its lockfile", NPM_CI)
        }
        Packages::Missing => report.report_missing_tool(name, "tests/node_modules is missing", NPM_CI),
    }
    let opt = "binaryen/bin/wasm-opt";
    match read_output(node::tool_command(root, opt).arg("--version")) {
        Some(version) => report.report_found_tool(
            "wasm-opt",
            format_args!("tests/node_modules/{opt}  {}", take_first_line(&version)),
        ),
        None => report.report_missing_tool("wasm-opt", "not found", NPM_CI),
    }
}

/// Checks a program that the suites run.
fn check_packaged(report: &mut Report, tool: &AptTool) {
    let install = apt::install_line(&[tool.package]);
    match tool.find() {
        Ok(Some(path)) => match read_text(Command::new(&path).arg(tool.version)) {
            Some(version) => {
                report.report_found_tool(
                    tool.package,
                    format_args!("{}  {}", path.display(), take_first_line(&version)),
                );
            }
            None => report.report_missing_tool(
                tool.package,
                format_args!("{} does not run", path.display()),
                install,
            ),
        },
        Ok(None) if tool.full_only => {
            report.report_optional(tool.package, "not found; full runs need it", install)
        }
        Ok(None) => report.report_missing_tool(tool.package, "not found", install),
        Err(error) => {
            report.report_missing_tool(tool.package, error, format_args!("unset {}", tool.variable))
        }
    }
}

fn take_first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_version_of_a_locked_crate() {
        let lock = "[[package]]\nname = \"a-b\"\nversion = \"2.0.0\"\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n";
        assert_eq!(find_locked_version(lock, "a").as_deref(), Some("1.0.0"));
        assert_eq!(find_locked_version(lock, "b"), None);
    }
}
