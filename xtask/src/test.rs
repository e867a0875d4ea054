//! `cargo xtask test`: every check and every suite, one after the other, to the end; then one line that sums up.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::packaged::PACKAGED;
use crate::shell::{Ui, answer, elapsed, line_of, say};
use crate::tally::Tally;
use crate::toolchain::Wasm;
use crate::{BadUsage, build, crates_io, places, python, rust_client, sizes};

/// A suite that has not ended after this long hangs.
const SUITE_LIMIT: Duration = Duration::from_secs(20 * 60);
/// How many cases each property test tries in a full run; otherwise proptest's own 256.
const FULL_CASES: &str = "20000";
/// Where a full run leaves its report.
const FULL_REPORT: &str = "docs/full-run.md";

/// Reads the flags: whether it is a full run.
pub(crate) fn read_flags(args: &[String]) -> Result<bool> {
    match args {
        [] => Ok(false),
        [flag] if flag == "--full" => Ok(true),
        [first, ..] => {
            let flag = args.iter().find(|arg| *arg != "--full").unwrap_or(first);
            Err(BadUsage(format!("`test` does not take `{flag}` here")).into())
        }
    }
}

/// A run in progress.
#[derive(Debug)]
struct Run<'ui> {
    ui: &'ui Ui,
    root: PathBuf,
    full: bool,
    /// Every step so far: its name, what it came to, how long it took.
    steps: Vec<(String, Tally, Duration)>,
}

impl Run<'_> {
    /// Runs a step under a heading; an error in it is a failure, not the end.
    fn step(&mut self, name: &str, work: impl FnOnce(&Self) -> Result<Tally>) -> Tally {
        say(format_args!("== {name}"));
        let start = Instant::now();
        let tally = work(self).unwrap_or_else(|error| {
            say(format_args!("error: {error:#}"));
            Tally::check(false)
        });
        let skipped = if tally.skipped == 0 { String::new() } else { format!(", {} skipped", tally.skipped) };
        say(format_args!("== {name}: {tally}{skipped} in {}", elapsed(start.elapsed())));
        self.steps.push((name.to_owned(), tally, start.elapsed()));
        tally
    }

    /// A command that passes or fails as a whole.
    fn check(&self, command: &mut Command) -> Result<Tally> {
        let ran = self.ui.run(&line_of(command), command, None)?;
        if !ran.status.success() {
            self.ui.show(&ran);
        }
        Ok(Tally::check(ran.status.success()))
    }

    /// Cargo with these arguments, as a check.
    fn cargo(&self, args: &[&str]) -> Result<Tally> {
        self.check(places::cargo(&self.root).args(args))
    }

    /// A command that runs tests and says at its end how they went.
    fn suite(&self, label: &str, command: &mut Command, count: fn(&str) -> Tally) -> Result<Tally> {
        let ran = self.ui.run(label, command, Some(SUITE_LIMIT))?;
        let counted = count(&ran.text);
        let tally = counted.judged(ran.status.success());
        if tally.failed > 0 {
            self.ui.show(&ran);
            if counted.passed + counted.failed == 0 {
                say(format_args!("error: {label} ran no test"));
            } else if counted.failed == 0 {
                say(format_args!("error: {label} ended badly ({}) though no test failed", ran.status));
            }
        }
        Ok(tally)
    }
}

/// Runs the command.
pub(crate) fn command(ui: &Ui, full: bool) -> Result<ExitCode> {
    let start = Instant::now();
    let mut run = Run { ui, root: places::root()?, full, steps: Vec::new() };
    run.step("format", |run| run.cargo(&["fmt", "--all", "--check"]));
    run.step("lints", lints);
    run.step("features", features);
    run.step("rust docs", |run| {
        let mut cargo = places::cargo(&run.root);
        cargo.args(["doc", "--quiet", "--no-deps", "--locked", "--package", "ton-edge", "--all-features"]);
        run.check(cargo.env("RUSTDOCFLAGS", "-Dwarnings"))
    });
    run.step("crate", |run| {
        crates_io::check(run.ui, &run.root, run.full)?;
        Ok(Tally::check(true))
    });
    // Each on its own, so that one of them without a test is noticed.
    run.step("rust units", |run| cargo_test(run, &["--lib", "--bins"]));
    run.step("rust suites", |run| cargo_test(run, &["--test", "*"]));
    run.step("rust examples in docs", |run| cargo_test(run, &["--doc"]));

    let mut built = None;
    let root = run.root.clone();
    run.step("build", |run| {
        let wasm = build::build(run.ui, &run.root)?;
        let fits = sizes::report(run.ui, &run.root, wasm.road)?;
        built = Some(wasm);
        Ok(Tally::check(fits))
    });
    if let Some(wasm) = &built {
        run.step("rust client", |run| {
            rust_client::build(run.ui, &run.root, wasm)?;
            Ok(Tally::check(true))
        });
    }
    let mut programs = Vec::new();
    for program in &PACKAGED {
        run.step(program.package, |run| {
            let found = program.ensure(run.ui)?;
            say(format_args!("  {}", found.display()));
            programs.push((program.variable, found));
            Ok(Tally::check(true))
        });
    }
    run.step("python", |run| {
        say(format_args!("  {}", python::ensure(run.ui)?));
        Ok(Tally::check(true))
    });
    match suites(&root) {
        // Suites of what was not built would only repeat that failure many times over.
        Ok(_) if built.is_none() => say("the JavaScript suites need the build: not run"),
        Ok(suites) => {
            for suite in suites {
                let name =
                    suite.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
                run.step(&format!("js {}", name.trim_end_matches(".test.mjs")), |run| {
                    js_suite(run, &suite, &programs)
                });
            }
        }
        Err(error) => {
            run.step("js", |_| Err(error));
        }
    }
    finish(&run, built.as_ref(), start.elapsed())
}

/// Clippy on everything native, then on the JavaScript face, which type-checks on this machine as well.
fn lints(run: &Run<'_>) -> Result<Tally> {
    let mut all =
        run.cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--locked", "--", "-Dwarnings"])?;
    let faces = build::FACES.map(|face| format!("ton-edge/js-{face}")).join(",") + ",xtask/pack";
    let face = [
        "clippy",
        "--quiet",
        "--workspace",
        "--all-targets",
        "--locked",
        "--features",
        &faces,
        "--",
        "-Dwarnings",
    ];
    all += run.cargo(&face)?;
    Ok(all)
}

/// Each feature compiles on its own.
fn features(run: &Run<'_>) -> Result<Tally> {
    let mut all = run.cargo(&["check", "--quiet", "--locked", "--package", "ton-edge"])?;
    for face in build::FACES.map(|face| format!("js-{face}")).into_iter().chain([
        "client".into(),
        "reqwest".into(),
        "types".into(),
    ]) {
        all += run.cargo(&["check", "--quiet", "--locked", "--package", "ton-edge", "--features", &face])?;
    }
    Ok(all)
}

/// Some of the Rust tests of the whole workspace.
fn cargo_test(run: &Run<'_>, which: &[&str]) -> Result<Tally> {
    let mut cargo = places::cargo(&run.root);
    cargo
        .args([
            "test",
            "--workspace",
            "--locked",
            "--no-fail-fast",
            "--features",
            "ton-edge/reqwest,ton-edge/types",
        ])
        .args(which);
    if run.full {
        cargo.env("PROPTEST_CASES", FULL_CASES);
    }
    run.suite(&format!("cargo test {}", which.join(" ")), &mut cargo, Tally::of_cargo)
}

/// The suites in `tests/js`, by name.
fn suites(root: &Path) -> Result<Vec<PathBuf>> {
    let dir = root.join("tests/js");
    let mut suites: Vec<PathBuf> = fs::read_dir(&dir)
        .with_context(|| format!("cannot read {}", dir.display()))?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.to_string_lossy().ends_with(".test.mjs"))
        .collect();
    suites.sort();
    if suites.is_empty() {
        anyhow::bail!("no *.test.mjs in {}", dir.display());
    }
    Ok(suites)
}

/// One JavaScript suite. Not `node --test`: that counts a file without a test as one that passed.
fn js_suite(run: &Run<'_>, suite: &Path, programs: &[(&str, PathBuf)]) -> Result<Tally> {
    let mut command = Command::new("node");
    command.args(["--test-reporter=spec"]).arg(suite).current_dir(&run.root);
    command.envs(programs.iter().map(|(variable, path)| (variable, path)));
    if run.full {
        command.env("TON_EDGE_FULL", "1");
    }
    run.suite(
        &format!("node {}", suite.strip_prefix(&run.root).unwrap_or(suite).display()),
        &mut command,
        Tally::of_node,
    )
}

/// The table of steps, the report of a full run, and the last line.
fn finish(run: &Run<'_>, built: Option<&Wasm>, time: Duration) -> Result<ExitCode> {
    let mut all = Tally::default();
    say("== summary");
    for (name, tally, time) in &run.steps {
        all += *tally;
        let mark = if tally.failed == 0 { "ok    " } else { "FAILED" };
        let skipped = if tally.skipped == 0 { String::new() } else { format!(", {} skipped", tally.skipped) };
        say(format_args!("  {mark} {name:24} {tally}{skipped}, {}", elapsed(*time)));
    }
    say(format_args!("  everything took {}", elapsed(time)));
    if run.full {
        let report = run.root.join(FULL_REPORT);
        if let Some(dir) = report.parent() {
            fs::create_dir_all(dir)?;
        }
        fs::write(&report, full_report(run, built, time))
            .with_context(|| format!("cannot write {FULL_REPORT}"))?;
        say(format_args!("  written: {FULL_REPORT}"));
    }
    say(all);
    Ok(if all.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What a full run found, with what it ran on.
fn full_report(run: &Run<'_>, built: Option<&Wasm>, time: Duration) -> String {
    let told = |program: &str, args: &[&str]| {
        answer(Command::new(program).args(args).current_dir(&run.root))
            .unwrap_or_else(|| "unknown".to_owned())
    };
    let mut text =
        String::from("# The last full run\n\nWritten by `cargo xtask test --full`; not edited by hand.\n\n");
    let changed =
        if told("git", &["status", "--porcelain"]).is_empty() { "" } else { ", with local changes" };
    let facts = [
        ("commit", told("git", &["rev-parse", "HEAD"]) + changed),
        ("took", elapsed(time)),
        ("rustc", told("rustc", &["--version"])),
        ("wasm", built.map_or_else(|| "not built".to_owned(), Wasm::describe)),
        ("node", told("node", &["--version"])),
        ("property tests", format!("{FULL_CASES} cases each")),
    ];
    for (name, fact) in facts {
        let _ = writeln!(text, "- {name}: {fact}");
    }
    text.push_str("\n| step | passed | failed | skipped | took |\n|---|---:|---:|---:|---:|\n");
    for (name, tally, time) in &run.steps {
        let Tally { passed, failed, skipped } = tally;
        let _ = writeln!(text, "| {name} | {passed} | {failed} | {skipped} | {} |", elapsed(*time));
    }
    text
}
