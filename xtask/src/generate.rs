//! `cargo xtask generate`: writes every file of the project that comes from the endpoint table, the types, the settings or
//! a test's inputs; with `--check` it only compares.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use lexopt::{Arg, Parser};

use crate::build::Packer;
use crate::shell::{Ui, print_line};
use crate::usage::BadUsage;
use crate::{build, node, paths};

/// Makes the tests write their golden files.
const GENERATE_VARIABLE: &str = "TESTS_GENERATE";

/// The Rust tests that have a golden file.
const RUST_TESTS: [&str; 6] = [
    "cors::the_header_names_in_cors_headers",
    "plan::every_row_plans_in_full_and_at_least",
    "plan::bad_parameters_say_what_and_where",
    "reply::irregular_bodies_have_their_errors",
    "message::outcomes::every_outcome",
    "tvm::instructions::the_list_of_instructions_is_the_machines",
];

/// The JavaScript suites that write files: the list of files in the npm package, the sentences about actions, the tables of
/// `docs/addresses.md`, rules and dashboard for operators, the responses of the devnet.
const GOLDEN_SUITES: [&str; 7] = [
    "tests/package/package.test.mjs",
    "tests/package/describe-action.test.mjs",
    "tests/address/addresses-docs.test.mjs",
    "tests/gateway/stream-events.test.mjs",
    "tests/operate/ops-files.test.mjs",
    "tests/address/ton-core.test.mjs",
    "tests/devnet/devnet-answers.test.mjs",
];

/// The options of the command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags {
    /// Whether to compare instead of writing.
    check: bool,
}

impl Flags {
    /// Reads the command line.
    pub(crate) fn read_flags(args: &[String]) -> Result<Self, BadUsage> {
        let mut flags = Self::default();
        let mut args = Parser::from_args(args);
        while let Some(arg) = args.next()? {
            match arg {
                Arg::Long("check") => flags.check = true,
                arg => return Err(BadUsage::unexpected_argument("generate", arg)),
            }
        }
        Ok(flags)
    }
}

/// Runs the command.
pub(crate) fn run_command(ui: &Ui, flags: Flags) -> Result<ExitCode> {
    let root = paths::find_root()?;
    if flags.check {
        check(ui, &root, Packer::ForGenerate)?;
        print_line("every generated file is up to date");
        return Ok(ExitCode::SUCCESS);
    }
    let mut written_files =
        run_stage(ui, &root, &build::compile_packer(ui, &root, Packer::ForGenerate)?, "requests", false)?;
    // The types of the requests are Rust, so the files that depend on them are written by a packer compiled with them.
    written_files.extend(run_stage(
        ui,
        &root,
        &build::compile_packer(ui, &root, Packer::ForGenerate)?,
        "rest",
        false,
    )?);
    write_snapshots(ui, &root)?;
    // The reference and the OpenAPI documents show responses of the devnet, which a suite has just written.
    written_files.extend(run_stage(
        ui,
        &root,
        &build::compile_packer(ui, &root, Packer::ForGenerate)?,
        "rest",
        false,
    )?);
    if written_files.is_empty() {
        print_line("every file generated from the table, the types and the settings was up to date");
    }
    for file in written_files {
        print_line(format_args!("  written: {file}"));
    }
    print_line(
        "`git diff --stat` lists the changed files, including golden files of tests: review the difference",
    );
    Ok(ExitCode::SUCCESS)
}

/// Compares the files generated from the table, the types and the settings. The tests compare their own golden
/// files.
pub(crate) fn check(ui: &Ui, root: &Path, packer: Packer) -> Result<()> {
    let pack = build::compile_packer(ui, root, packer)?;
    run_stage(ui, root, &pack, "requests", true)?;
    run_stage(ui, root, &pack, "rest", true)?;
    Ok(())
}

/// Runs a stage of the packer, and returns the files that it wrote.
fn run_stage(ui: &Ui, root: &Path, pack: &Path, name: &str, check: bool) -> Result<Vec<String>> {
    let mut run = Command::new(pack);
    run.args(["generate", name]).arg(root).args(check.then_some("--check"));
    let output = ui.require_success(&format!("generated files: {name}"), &mut run)?;
    Ok(output.lines().map(str::to_owned).collect())
}

/// Runs the tests that have golden files, so that they write these files.
fn write_snapshots(ui: &Ui, root: &Path) -> Result<()> {
    let mut cargo = paths::cargo_command(root);
    cargo.args([
        "test",
        "--quiet",
        "--locked",
        "--package",
        "ton-edge",
        "--features",
        "message,tvm,reqwest-no-tls,ureq-no-tls,schema",
    ]);
    cargo.args(["--test", "lib", "--", "--exact"]).args(RUST_TESTS).env(GENERATE_VARIABLE, "1");
    ui.require_success("golden files of the Rust tests", &mut cargo)?;
    build::build(ui, root, Packer::Alone)
        .context("the golden files of the JavaScript tests need the package")?;
    node::ensure_packages(ui, root)?;
    for suite in GOLDEN_SUITES {
        let mut node = Command::new("node");
        node.arg(root.join(suite)).current_dir(root).env(GENERATE_VARIABLE, "1");
        ui.require_success(&format!("golden files of {suite}"), &mut node)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_only_flag_is_check() {
        let read_flags =
            |args: &[&str]| Flags::read_flags(&args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>());
        assert_eq!(read_flags(&[]).unwrap(), Flags { check: false });
        assert_eq!(read_flags(&["--check"]).unwrap(), Flags { check: true });
        assert!(read_flags(&["--chek"]).unwrap_err().to_string().contains("--chek"));
        assert!(read_flags(&["--check", "x"]).is_err());
    }

    #[test]
    fn every_test_that_writes_exists() {
        let root = paths::find_root().unwrap();
        let source = |file: &str| std::fs::read_to_string(root.join(file)).unwrap();
        for test in RUST_TESTS {
            let (module, name) = test.rsplit_once("::").unwrap();
            let file = module.trim_end_matches("::instructions").replace("::", "/");
            let text = source(&format!("tests/core/{file}.rs"));
            let body = text.split_once(&format!("fn {name}()")).unwrap().1;
            assert!(body.contains("golden::compare_golden("), "{test} has no golden file");
        }
        let golden_count: usize =
            ["cors", "plan", "reply", "message/outcomes", "tvm", "address", "hash", "boc"]
                .map(|module| {
                    source(&format!("tests/core/{module}.rs")).matches("golden::compare_golden(").count()
                })
                .iter()
                .sum();
        assert_eq!(golden_count, RUST_TESTS.len(), "a golden file of a test that `generate` does not run");
        for suite in GOLDEN_SUITES {
            let text = source(suite);
            assert!(
                text.contains("compareGolden(") || text.contains("fileContains("),
                "{suite} has no golden file"
            );
        }
    }
}
