//! `cargo xtask test`, and the parts that `cargo xtask check` shares: runs all steps concurrently, then prints a table of times and a summary
//! line.

mod affected;
mod again;
mod changes;
pub(crate) mod check;
mod filter;
mod flags;
mod minutes;
mod pieces;
mod plan;
mod priority;
mod report;
mod schedule;
mod shard;
mod suites;
mod times;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::apt_tools::{APT_TOOLS, AptTool};
use crate::build::{Build, Packer, Profile, TEST_FEATURES};
use crate::shell::{
    CLOCK_INTERVAL, Capture, REMINDER_INTERVAL, Ui, format_command_line, format_duration, print_line,
};
use crate::test::again::FailedTests;
pub(crate) use crate::test::flags::Flags;
use crate::test::pieces::{FULL_REPORT, State};
use crate::test::plan::{Step, Work};
use crate::test::report::Outcome;
use crate::test::schedule::{Neighbours, Schedule};
use crate::test::times::{Kind, Times};
use crate::test_counts::TestCounts;
use crate::{
    crate_rules, crates_io, docs, generate, node, paths, python, rust_client, rust_tools, sizes, versions,
};

/// A suite that takes longer than this counts as hanging. On a busy machine, the unit tests in Rust and their compilation take 20 minutes.
const SUITE_LIMIT: Duration = Duration::from_secs(30 * 60);
/// The limit in a full run, whose suites try many more cases at the same time.
const FULL_SUITE_LIMIT: Duration = Duration::from_secs(60 * 60);
/// The number of cases that each property test tries.
const PROPERTY_CASES: &str = "96";
/// The number of cases in a full run.
const FULL_CASES: &str = "20000";
/// The folders that Biome checks.
const JS_FOLDERS: [&str; 5] = ["pkg", "www", "tests", "xtask/js", "xtask/docs"];
/// The configurations of the JavaScript type checks.
const TYPE_CHECKS: [&str; 3] = ["pkg/jsconfig.json", "www/jsconfig.json", "tests/jsconfig.json"];
/// All features that compile on this machine, so that clippy sees all code at once.
const ALL_FEATURES: &str = "ton-edge/message,ton-edge/js-address,ton-edge/js-cell,ton-edge/js-client,ton-edge/js-ed25519,ton-edge/js-gateway,ton-edge/js-tvm,ton-edge/js-emulator,ton-edge/reqwest,ton-edge/ureq,ton-edge/schema,xtask/generate";
/// All of these features except the response types.
const JS_FEATURES: &str = "ton-edge/message,ton-edge/js-address,ton-edge/js-cell,ton-edge/js-client,ton-edge/js-ed25519,ton-edge/js-gateway,ton-edge/js-tvm,ton-edge/js-emulator,ton-edge/reqwest-no-tls,ton-edge/ureq-no-tls";

/// The features of the tests inside `src/` and `xtask/src/`, without the response types, which take most of the time to compile and have no
/// tests beside them.
const UNIT_FEATURES: &str =
    "ton-edge/message,ton-edge/tvm,ton-edge/gateway,ton-edge/reqwest-no-tls,ton-edge/ureq-no-tls";

/// A run in progress.
#[derive(Debug)]
struct Run<'ui> {
    ui: &'ui Ui,
    root: PathBuf,
    kind: Kind,
    is_full: bool,
    /// The number of threads that a cargo may use while other steps run.
    cargo_jobs: Option<usize>,
    /// The features with which the packer is compiled.
    packer: Packer,
    /// The programs with the Rust tests, after they were compiled.
    rust_suites: Mutex<Vec<PathBuf>>,
    /// The Rust tests that failed.
    failed_tests: Mutex<Vec<FailedTests>>,
    /// The state of the files that a full run tests; `None` in other runs, which do not write a report.
    state: Option<State>,
    /// The programs that the steps of this run need.
    tools: Vec<&'static AptTool>,
    /// How the modules are compiled.
    profile: Profile,
    /// The build of the package, after a step has begun it.
    build: Mutex<Option<Arc<Build>>>,
    /// The paths of the programs for the suites, each by the environment variable that names it.
    programs: Mutex<BTreeMap<&'static str, PathBuf>>,
}

impl Run<'_> {
    /// Runs a command that passes or fails as a whole.
    fn check(&self, command: &mut Command) -> Result<TestCounts> {
        let result = self.ui.run(&format_command_line(command), command, None)?;
        if !result.status.success() {
            self.ui.show(&result);
        }
        Ok(TestCounts::check(result.status.success()))
    }

    /// Returns a cargo command that uses its share of the CPUs.
    fn cargo_command(&self) -> Command {
        let mut cargo = paths::cargo_command(&self.root);
        if let Some(jobs) = self.cargo_jobs {
            cargo.env("CARGO_BUILD_JOBS", jobs.to_string());
        }
        cargo
    }

    /// Returns the build of the package.
    fn build(&self) -> Result<Arc<Build>> {
        let mut build_state = self.build.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(build) = build_state.as_ref() {
            return Ok(build.clone());
        }
        Ok(build_state.insert(Arc::new(Build::prepare(self.ui, &self.root, self.profile)?)).clone())
    }

    /// Sets the number of cases that each property test tries.
    fn set_cases(&self, tests: &mut Command) {
        tests.env("PROPTEST_CASES", if self.is_full { FULL_CASES } else { PROPERTY_CASES });
    }

    /// Runs a command that runs tests and prints a summary at the end.
    fn run_suite(
        &self,
        label: &str,
        command: &mut Command,
        count: fn(&str) -> TestCounts,
    ) -> Result<TestCounts> {
        self.run_tests(label, command, count).map(|(counts, _)| counts)
    }

    /// Runs a command like that of [`Self::run_suite`], and also returns its output.
    fn run_tests(
        &self,
        label: &str,
        command: &mut Command,
        count: fn(&str) -> TestCounts,
    ) -> Result<(TestCounts, String)> {
        let limit = if self.is_full { FULL_SUITE_LIMIT } else { SUITE_LIMIT };
        let result = self.ui.run(label, command, Some(limit))?;
        let raw_counts = count(&result.text);
        let counts = raw_counts.require_success(result.status.success());
        if counts.failed > 0 {
            self.ui.show(&result);
            if raw_counts.passed + raw_counts.failed == 0 {
                print_line(format_args!("error: {label} ran no test"));
            } else if raw_counts.failed == 0 {
                print_line(format_args!(
                    "error: {label} exited with {} though no test failed",
                    result.status
                ));
            }
        }
        Ok((counts, result.text))
    }

    /// Runs a command that runs Rust tests; records the failed ones, so that they can be run again alone.
    fn run_rust_tests(
        &self,
        label: &str,
        command: &mut Command,
        work: &Work,
        program: Option<&Path>,
    ) -> Result<TestCounts> {
        self.set_cases(command);
        let (counts, text) = self.run_tests(label, command, TestCounts::from_cargo)?;
        let names = again::list_failed_names(&text);
        if !names.is_empty() {
            let failed_tests =
                FailedTests { work: work.clone(), program: program.map(Path::to_path_buf), names };
            self.failed_tests.lock().unwrap_or_else(PoisonError::into_inner).push(failed_tests);
        }
        Ok(counts)
    }

    /// Records the result of a step of a full run.
    fn record_outcome(&self, outcome: &Outcome) {
        let Some(state) = &self.state else { return };
        if let Err(error) = pieces::record_step(&self.root, state, outcome) {
            print_line(format_args!("error: {error:#}"));
        }
    }

    /// Does the work of a step.
    fn do_work(&self, work: &Work) -> Result<TestCounts> {
        match work {
            Work::Format => self.check(self.cargo_command().args(["fmt", "--all", "--check"])),
            Work::Lints => run_lints(self),
            Work::TypeLints => run_clippy(self, ALL_FEATURES),
            Work::Features => check_features(self),
            Work::Docs => {
                // Once with all features, and once as docs.rs builds the crate.
                let mut totals = TestCounts::default();
                let documented_features = rust_tools::read_documented_features(&self.root)?;
                for features in ["--all-features", &format!("--features={documented_features}")] {
                    let mut cargo = self.cargo_command();
                    cargo.args([
                        "doc",
                        "--quiet",
                        "--no-deps",
                        "--locked",
                        "--package",
                        "ton-edge",
                        features,
                    ]);
                    totals += self.check(cargo.env("RUSTDOCFLAGS", versions::lint_level()))?;
                }
                if totals.failed == 0 {
                    rust_tools::check_front_page(&self.root)?;
                }
                Ok(totals)
            }
            Work::MinimalVersions => {
                rust_tools::check_minimal_versions(self.ui, &self.root)?;
                Ok(TestCounts::check(true))
            }
            Work::CrateRules => {
                crate_rules::check(self.ui, &self.root)?;
                Ok(TestCounts::check(true))
            }
            Work::PublicApi => {
                rust_tools::check_public_api(self.ui, &self.root)?;
                Ok(TestCounts::check(true))
            }
            Work::Crate => {
                crates_io::check(self.ui, &self.root, self.is_full)?;
                Ok(TestCounts::check(true))
            }
            // Each kind runs separately, so that a kind without any test is noticed.
            Work::Units | Work::DocTests => {
                let mut cargo = build_cargo_tests(self, work).context("not a step of cargo's tests")?;
                let label = if *work == Work::Units { "cargo test --lib --bins" } else { "cargo test --doc" };
                self.run_rust_tests(label, &mut cargo, work, None)
            }
            Work::Compile => {
                let suites = compile_suites(self)?;
                *self.rust_suites.lock().unwrap_or_else(PoisonError::into_inner) = suites;
                Ok(TestCounts::check(true))
            }
            Work::Suites => {
                let programs = self.rust_suites.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let mut totals = TestCounts::default();
                for program in programs {
                    let mut suite = Command::new(&program);
                    suite.current_dir(&self.root);
                    totals +=
                        self.run_rust_tests("the tests of tests/core", &mut suite, work, Some(&program))?;
                }
                Ok(totals)
            }
            Work::Packer => {
                self.build()?.build_packer(self.ui, self.packer)?;
                Ok(TestCounts::check(true))
            }
            Work::CompileFace(face) => {
                self.build()?.compile(self.ui, face)?;
                Ok(TestCounts::check(true))
            }
            Work::Face(face) => {
                self.build()?.build_face(self.ui, face)?;
                Ok(TestCounts::check(true))
            }
            Work::Package => {
                self.build()?.build_package(self.ui)?;
                Ok(TestCounts::check(true))
            }
            Work::Sizes => {
                let are_sizes_within = sizes::report(self.ui, &self.root, self.build()?.wasm.toolchain)?;
                Ok(TestCounts::check(are_sizes_within))
            }
            Work::Generated => {
                let is_for_tests = self.packer == Packer::WithTests;
                let packer = if is_for_tests { Packer::WithTests } else { Packer::ForGenerate };
                generate::check(self.ui, &self.root, packer)?;
                Ok(TestCounts::check(true))
            }
            Work::RustClient => {
                rust_client::build(self.ui, &self.root, &self.build()?.wasm)?;
                Ok(TestCounts::check(true))
            }
            Work::CellOracle => {
                let mut cargo = self.cargo_command();
                // Not `--locked`: ton-edge's dependencies are locked by its own Cargo.lock, which may be newer.
                cargo.args(["run", "--quiet", "--release", "--manifest-path", "tests/oracles/Cargo.toml"]);
                cargo.args(["--target-dir", "target/oracles"]);
                print_line(
                    self.ui
                        .require_success(
                            "random cells and stacks compared with tycho-types and tycho-vm",
                            &mut cargo,
                        )?
                        .trim_end(),
                );
                Ok(TestCounts::check(true))
            }
            Work::Tool(index) => {
                let tool = APT_TOOLS.get(*index).context("the step names a program that does not exist")?;
                let path = tool.ensure(self.ui, &self.tools)?;
                print_line(format_args!("  {}", path.display()));
                self.programs.lock().unwrap_or_else(PoisonError::into_inner).insert(tool.variable, path);
                Ok(TestCounts::check(true))
            }
            Work::Python => {
                print_line(format_args!("  {}", python::ensure(self.ui)?));
                python::ensure_environment(self.ui, &self.root)?;
                Ok(TestCounts::check(true))
            }
            Work::Types => {
                let mut totals = TestCounts::default();
                for config in TYPE_CHECKS {
                    let mut tsc = node::tool_command(&self.root, "typescript/bin/tsc");
                    totals += self.check(tsc.args(["-p", config]).current_dir(&self.root))?;
                }
                Ok(totals)
            }
            Work::Packages => {
                node::ensure_packages(self.ui, &self.root)?;
                Ok(TestCounts::check(true))
            }
            Work::SitePackages => {
                docs::ensure_packages(self.ui, &self.root)?;
                Ok(TestCounts::check(true))
            }
            Work::Chain => {
                let mut node = Command::new("node");
                node.arg("tests/upstream/devnet/cache-worlds.mjs").current_dir(&self.root);
                self.check(&mut node)
            }
            Work::Js(suite) => run_js_suite(self, suite),
            Work::CheckFiles { sources, scripts } => check::check_files(self, sources, scripts),
            Work::CheckTypes(configs) => check::check_types(self, configs),
            Work::CheckLints => check::run_lints(self),
            Work::CheckRust(words) => check::run_rust_tests(self, words),
        }
    }
}

/// Runs `cargo xtask test`.
pub(crate) fn run_command(ui: &Ui, flags: &Flags) -> Result<ExitCode> {
    let root = paths::find_root()?;
    let all_steps = plan::list_steps(&root)?;
    let names: Vec<String> = all_steps.iter().map(|step| step.name.clone()).collect();
    if flags.report {
        pieces::report(&root, &names)?;
        print_line(format_args!("written: {FULL_REPORT}"));
        return Ok(ExitCode::SUCCESS);
    }
    let named_steps = plan::select_named_steps(&all_steps, &flags.filters)?;
    let mut steps = plan::add_needed_steps(all_steps, named_steps.clone());
    if !flags.full && flags.filters.is_empty() {
        let (kept_steps, long_names) = plan::split_long(steps);
        print_line(format_args!("only in a run with `--full` or by name: {}", long_names.join(", ")));
        steps = kept_steps;
    }
    if let Some(shard) = flags.shard {
        let times = times::select_times_by_clock(&times::read_recorded_times(&root), flags.full);
        let part = shard.select(&plan::list_items(&steps, &times));
        steps = plan::add_needed_steps(steps, part);
    }
    let state = flags.full.then(|| State::read(&root)).transpose()?;
    if let (Some(state), true) = (&state, flags.resume) {
        let passed_pieces = pieces::list_passed_pieces(&root, state);
        let (passed_names, remaining_names): (BTreeSet<String>, _) =
            steps.iter().map(|step| step.name.clone()).partition(|name| passed_pieces.contains(name));
        if !passed_names.is_empty() {
            let passed_names = Vec::from_iter(passed_names).join(", ");
            print_line(format_args!("already passed with these files: {passed_names}"));
        }
        steps = plan::add_needed_steps(steps, remaining_names);
    }
    let records = match (flags.record, flags.filters.is_empty()) {
        (false, _) => None,
        // Only a run that starts without build outputs records the times of all steps.
        (true, is_complete) => Some(Record {
            named_steps: if is_complete { None } else { Some(named_steps) },
            names: names.clone(),
        }),
    };
    let is_full_report = flags.full && flags.filters.is_empty();
    let choice = Choice {
        jobs: flags.jobs.unwrap_or_else(default_jobs),
        kind: if flags.full { Kind::Full } else { Kind::Ordinary },
        profile: flags.quick.then_some(Profile::Quick),
        limit: None,
        times: None,
        state,
        record: records,
        report: is_full_report.then_some(names),
    };
    run(ui, root, steps, choice)
}

/// How to run the steps, and what to record at the end.
#[derive(Debug, Default)]
struct Choice {
    /// The number of slots; a step takes one or more.
    jobs: usize,
    kind: Kind,
    /// The profile of the modules; by default the shipped one.
    profile: Option<Profile>,
    /// The time limit of the run: steps that would end later are left out.
    limit: Option<Duration>,
    /// The expected time of each step; by default that of the last run of this kind.
    times: Option<Times>,
    /// The tested files, if the results of steps are recorded.
    state: Option<State>,
    record: Option<Record>,
    /// The names of all steps, if the report of a full run is written.
    report: Option<Vec<String>>,
}

/// Which times to record.
#[derive(Debug)]
struct Record {
    /// Only these steps.
    named_steps: Option<BTreeSet<String>>,
    /// All steps.
    names: Vec<String>,
}

/// Returns two per CPU: most suites wait for timers, sockets and browsers during half of their time.
fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get) * 2
}

/// Runs the steps concurrently, prints the output of each when it ends, and then the table and the last line.
fn run(ui: &Ui, root: PathBuf, steps: Vec<Step>, choice: Choice) -> Result<ExitCode> {
    let start = Instant::now();
    let Choice { jobs, kind, profile, limit, times, state, record, report } = choice;
    let times = times.unwrap_or_else(|| times::read(&root, kind));
    let is_full = kind == Kind::Full;
    // If all steps run one after the other, none needs a priority.
    let has_priorities = jobs > 1 && priority::can_lower();
    let mut schedule = Schedule::new(plan::list_jobs(&steps, &times), jobs, has_priorities);
    let run = Run {
        ui,
        root,
        kind,
        is_full,
        packer: match (steps.iter().any(|step| step.work == Work::Suites), is_full) {
            (false, _) => Packer::Alone,
            (true, false) => Packer::WithTests,
            // In a full run, the tests are compiled separately from the packer.
            (true, true) => Packer::ForGenerate,
        },
        cargo_jobs: (jobs > 1 && steps.len() > 1).then_some(jobs.div_ceil(2)),
        rust_suites: Mutex::default(),
        failed_tests: Mutex::default(),
        state,
        tools: plan::list_tools(&steps),
        profile: profile.unwrap_or(Profile::Shipped),
        build: Mutex::default(),
        programs: Mutex::default(),
    };
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut late_names: Vec<&str> = Vec::new();
    std::thread::scope(|scope| {
        let (send, ended) = channel();
        let mut running_steps: BTreeMap<usize, (Instant, Capture)> = BTreeMap::new();
        let mut printed_at = Instant::now();
        loop {
            if let Some(limit) = limit {
                let late_steps =
                    schedule.drop_late_steps(limit.saturating_sub(start.elapsed()).as_secs_f64());
                late_names
                    .extend(late_steps.into_iter().filter_map(|index| Some(steps.get(index)?.name.as_str())));
            }
            while let Some(index) = schedule.take_next() {
                let Some(step) = steps.get(index) else { continue };
                // If only one step runs at a time, it prints immediately.
                let is_direct = jobs == 1;
                let capture = if is_direct { Capture::new_direct() } else { Capture::default() };
                running_steps.insert(index, (Instant::now(), capture.clone()));
                if is_direct {
                    print_line(format_args!("== {}", step.name));
                }
                let (send, run) = (send.clone(), &run);
                scope.spawn(move || {
                    Capture::set(Some(capture));
                    if has_priorities && step.neighbours == Neighbours::All {
                        priority::lower_priority();
                    }
                    // A step that panics has failed, and the others continue.
                    let work = std::panic::AssertUnwindSafe(|| run.do_work(&step.work));
                    let counts = std::panic::catch_unwind(work)
                        .unwrap_or_else(|_| Err(anyhow::anyhow!("the step stopped with a panic")))
                        .unwrap_or_else(|error| {
                            print_line(format_args!("error: {error:#}"));
                            TestCounts::check(false)
                        });
                    let _ = send.send((index, counts));
                });
            }
            if running_steps.is_empty() {
                break;
            }
            match ended.recv_timeout(CLOCK_INTERVAL) {
                Ok((index, counts)) => {
                    let Some((started_at, capture)) = running_steps.remove(&index) else { continue };
                    let Some(step) = steps.get(index) else { continue };
                    let name = step.name.clone();
                    let (time, cpu) = (started_at.elapsed(), capture.cpu_time());
                    let outcome = Outcome { name, counts, time, cpu, at: index, passed_alone: false };
                    run.record_outcome(&outcome);
                    ui.clear_clock();
                    show(&outcome, &capture.take_text(), jobs == 1);
                    outcomes.push(outcome);
                    for lost_index in schedule.finish(index, counts.failed == 0) {
                        if let Some(lost_index) = steps.get(lost_index) {
                            print_line(format_args!(
                                "== {}: not run, because {} failed",
                                lost_index.name, step.name
                            ));
                        }
                    }
                    printed_at = Instant::now();
                }
                Err(RecvTimeoutError::Timeout) if jobs > 1 => {
                    let line = describe_progress(&steps, &running_steps, schedule.count_waiting());
                    if !ui.draw_clock(&line) && printed_at.elapsed() > REMINDER_INTERVAL {
                        print_line(format_args!("  {line}"));
                        printed_at = Instant::now();
                    }
                }
                Err(_) => {}
            }
        }
    });
    if !late_names.is_empty() {
        print_line(format_args!(
            "left out because of the time limit, {}: {}",
            late_names.len(),
            late_names.join(", ")
        ));
    }
    if jobs > 1 && kind != Kind::Check {
        again::run_alone(&run, &steps, &mut outcomes);
    }
    finish(&run, outcomes, record, report, start.elapsed())
}

/// Prints a step that has ended: its heading, all of its output, and its result.
fn show(outcome: &Outcome, output: &str, has_heading: bool) {
    if !has_heading {
        print_line(format_args!("== {}", outcome.name));
    }
    if !output.is_empty() {
        print_line(output.trim_end());
    }
    print_line(format_args!("== {outcome}"));
}

/// Describes the running steps and the number of waiting ones.
fn describe_progress(
    steps: &[Step],
    running: &BTreeMap<usize, (Instant, Capture)>,
    waiting: usize,
) -> String {
    let names: Vec<String> = running
        .iter()
        .filter_map(|(index, (started_at, _))| Some((steps.get(*index)?, started_at)))
        .map(|(step, started_at)| format!("{} {}", step.name, format_duration(started_at.elapsed())))
        .collect();
    format!("running: {}; {waiting} of {} waiting", names.join(", "), steps.len())
}

/// Runs clippy on libraries, programs and tests with these features.
fn run_clippy(run: &Run<'_>, features: &str) -> Result<TestCounts> {
    let mut cargo = run.cargo_command();
    cargo.args(["clippy", "--quiet", "--workspace", "--locked", "--features", features]);
    run.check(cargo.args(["--lib", "--bins", "--test", "*", "--", versions::lint_level()]))
}

/// Runs clippy on all code at once, including the JavaScript bindings, which can be type-checked on this machine, but without the response types,
/// which take most of the time; then the linter and the formatter of JavaScript.
fn run_lints(run: &Run<'_>) -> Result<TestCounts> {
    let mut totals = run_clippy(run, JS_FEATURES)?;
    let mut biome = node::tool_command(&run.root, "@biomejs/biome/bin/biome");
    biome.args(["check", "--error-on-warnings", "--diagnostic-level=warn"]).args(JS_FOLDERS);
    totals += run.check(&mut biome)?;
    if run.is_full {
        // The tests as a user who enables no feature compiles them.
        let mut cargo = run.cargo_command();
        cargo.args([
            "clippy",
            "--quiet",
            "--workspace",
            "--all-targets",
            "--locked",
            "--",
            versions::lint_level(),
        ]);
        totals += run.check(&mut cargo)?;
    }
    Ok(totals)
}

/// Checks that the crate compiles without warnings with each feature alone, without features and with all of them; in a full run also the
/// fuzz targets.
fn check_features(run: &Run<'_>) -> Result<TestCounts> {
    let mut totals = run.check(&mut rust_tools::build_feature_check(run.ui, &run.root, run.cargo_jobs)?)?;
    if run.is_full {
        // The fuzz targets are a separate workspace, which no other step compiles.
        let mut cargo = run.cargo_command();
        cargo.args(["check", "--quiet", "--locked", "--manifest-path", "tests/fuzz/Cargo.toml"]);
        totals += run.check(cargo.env("CARGO_TARGET_DIR", run.root.join("target/fuzz-check")))?;
    }
    Ok(totals)
}

/// Builds the command that runs Rust tests of the whole workspace.
fn build_cargo_tests(run: &Run<'_>, work: &Work) -> Option<Command> {
    let (features, selection): (&str, &[&str]) = match work {
        Work::Units => (UNIT_FEATURES, &["--lib", "--bins"]),
        Work::DocTests => (TEST_FEATURES, &["--doc"]),
        _ => return None,
    };
    let mut cargo = run.cargo_command();
    cargo.args(["test", "--workspace", "--locked", "--no-fail-fast", "--features", features]).args(selection);
    Some(cargo)
}

/// Compiles the tests of `tests/core/`, and returns the programs that run them.
fn compile_suites(run: &Run<'_>) -> Result<Vec<PathBuf>> {
    let mut cargo = run.cargo_command();
    cargo.args(["test", "--workspace", "--locked", "--features", TEST_FEATURES, "--test", "*", "--no-run"]);
    if run.is_full {
        // In optimized code the cases take a sixteenth of the time. Overflow checks and debug assertions stay on.
        cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
    }
    let messages = run
        .ui
        .require_success("compiling the Rust tests", cargo.arg("--message-format=json-render-diagnostics"))?;
    let programs: Vec<PathBuf> = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter(|message| message.pointer("/profile/test") == Some(&serde_json::Value::Bool(true)))
        .filter_map(|message| message.get("executable")?.as_str().map(PathBuf::from))
        .collect();
    if programs.is_empty() {
        bail!("cargo compiled no test");
    }
    Ok(programs)
}

/// Runs a JavaScript suite without `node --test`, which would count a file without tests as a passed test.
fn run_js_suite(run: &Run<'_>, suite: &Path) -> Result<TestCounts> {
    let mut command = Command::new("node");
    command.args(["--test-reporter=spec"]).arg(suite).current_dir(&run.root);
    command.envs(run.programs.lock().unwrap_or_else(PoisonError::into_inner).iter());
    if run.is_full {
        command.env("TESTS_FULL", "1");
    }
    run.run_suite(
        &format!("node {}", suite.strip_prefix(&run.root).unwrap_or(suite).display()),
        &mut command,
        TestCounts::from_node,
    )
}

/// Prints the table of times, the budget of minutes, the report of a full run, and the last line.
fn finish(
    run: &Run<'_>,
    outcomes: Vec<Outcome>,
    record: Option<Record>,
    report: Option<Vec<String>>,
    time: Duration,
) -> Result<ExitCode> {
    let mut totals = TestCounts::default();
    for outcome in &outcomes {
        totals += outcome.counts;
    }
    print_line("== summary, slowest first");
    print_line(report::HEAD);
    for line in report::table(&outcomes) {
        print_line(line);
    }
    if outcomes.iter().any(|outcome| outcome.passed_alone && outcome.counts.failed == 0) {
        print_line("  alone: failed while other steps ran, and passed when it ran alone");
    }
    print_line(format_args!("  everything took {}", report::format_total(time)));
    if run.kind != Kind::Check {
        print_line(format_args!("  with {}", versions::list_lines().join(", ")));
    }
    times::write(&run.root, run.kind, &outcomes)?;
    if let Some(Record { named_steps: named, names }) = record {
        let is_recorded =
            |outcome: &Outcome| named.as_ref().is_none_or(|named_steps| named_steps.contains(&outcome.name));
        let outcomes: Vec<Outcome> = outcomes.into_iter().filter(is_recorded).collect();
        times::record(&run.root, run.is_full, &outcomes, &names.into_iter().collect())?;
        print_line(format_args!("  written: {}", times::RECORDED_FILE));
    } else if run.kind == Kind::Ordinary {
        for line in minutes::list_warnings(&times::read_recorded_times(&run.root), &outcomes) {
            print_line(line);
        }
    }
    if run.state.is_some() {
        let build = run.build.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let facts = [
            ("versions", versions::list_lines().join(", ")),
            ("wasm", build.map_or_else(|| "not built".to_owned(), |build| build.wasm.describe())),
            ("property tests", format!("{FULL_CASES} cases each")),
        ];
        pieces::note_facts(&run.root, &facts)?;
    }
    if let Some(names) = report {
        pieces::report(&run.root, &names)?;
        print_line(format_args!("  written: {FULL_REPORT}"));
    }
    print_line(totals);
    Ok(if totals.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
