//! `cargo xtask check`: tests what a change may have broken, as far as the tests fit into a minute.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::Result;
use lexopt::{Arg, Parser};

use crate::build::{self, Profile};
use crate::shell::{Ui, print_line};
use crate::test::changes::{self, Changes, Since};
use crate::test::plan::{self, Step, Work};
use crate::test::schedule::Inclusion;
use crate::test::times::{self, Kind, Times};
use crate::test::{
    Choice, JS_FEATURES, JS_FOLDERS, Run, TYPE_CHECKS, UNIT_FEATURES, affected, default_jobs, run, run_clippy,
};
use crate::test_counts::TestCounts;
use crate::usage::{BadUsage, read_number, read_text};
use crate::{node, paths};

/// The default time limit in seconds, for code that was compiled before.
const DEFAULT_SECONDS: u64 = 60;
/// The time limit before a commit.
const STAGED_SECONDS: u64 = 10;
/// Below this many seconds, even cargo and the type checker run only if they fit.
const ALL_STEPS_SECONDS: u64 = 30;
/// The assumed time of a build step that is already up to date.
const UNCHANGED_SECONDS: f64 = 2.0;
/// The assumed time of a build step if a wasm module is compiled again.
const QUICK_BUILD_SECONDS: f64 = 10.0;
/// The number of cases that each property test tries.
const PROPERTY_CASES: &str = "16";
/// The step that only checks the changed files.
const FILES_STEP: &str = "changed files";
/// The step of the type checker.
const TYPES_STEP: &str = "changed types";
/// The step of clippy.
const LINTS_STEP: &str = "changed lints";
/// The step of the Rust tests.
const RUST_STEP: &str = "changed rust tests";

/// The sources of the response types: changing them may make the files generated from these types outdated.
const TYPE_SOURCES: [&str; 7] = [
    "src/types",
    "src/types.rs",
    "src/endpoint",
    "src/endpoint.rs",
    "src/openapi",
    "src/reference",
    "src/example.rs",
];

/// The options of the command.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags {
    since: Since,
    seconds: Option<u64>,
}

impl Flags {
    /// Reads the arguments after `check`.
    pub(crate) fn read(args: &[String]) -> Result<Self, BadUsage> {
        let mut flags = Self::default();
        let mut args = Parser::from_args(args);
        while let Some(arg) = args.next()? {
            match arg {
                Arg::Long("staged") => flags.since = Since::Staged,
                Arg::Long("since") => flags.since = Since::Commit(read_text(&mut args)?),
                Arg::Long("seconds") => flags.seconds = Some(read_number(&mut args, "--seconds", 1..=3600)?),
                arg => return Err(BadUsage::unexpected_argument("check", arg)),
            }
        }
        Ok(flags)
    }
}

/// Runs the command.
pub(crate) fn run_command(ui: &Ui, flags: &Flags) -> Result<ExitCode> {
    let root = paths::find_root()?;
    let Changes { base_name: since, files } = changes::read(&root, &flags.since)?;
    if files.is_empty() {
        print_line(format_args!("nothing has changed since {since}"));
        return Ok(ExitCode::SUCCESS);
    }
    print_line(format_args!("changed since {since}: {} files", files.len()));
    let default = if flags.since == Since::Staged { STAGED_SECONDS } else { DEFAULT_SECONDS };
    let seconds = flags.seconds.unwrap_or(default);
    let mut times = times::read(&root, Kind::Check);
    let mut suites: Vec<(PathBuf, usize)> = affected::find_suites(&root, &files)?.into_iter().collect();
    let all_steps = plan::list_steps(&root)?;
    let cost = |file: &Path| {
        all_steps
            .iter()
            .find(|step| step.work == Work::Js(root.join(file)))
            .map_or(0.0, |step| step.estimate_seconds(&times))
    };
    // The suites nearest to the change come first, and among equally near ones the fastest.
    suites.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| cost(&a.0).total_cmp(&cost(&b.0))));
    let suites: Vec<PathBuf> = suites.into_iter().map(|(file, _)| root.join(file)).collect();
    let compiles = !affected::find_faces(&root, &files)?.is_empty();
    let max_seconds = if compiles { QUICK_BUILD_SECONDS } else { UNCHANGED_SECONDS };
    // If no module has changed, those of the last build are used, whatever their profile.
    let profile = if !compiles && build::has_shipped(&root) { Profile::Shipped } else { Profile::Quick };
    expect_short_builds(&all_steps, &mut times, max_seconds);
    let steps = choose_steps(all_steps, &root, &files, &suites, seconds >= ALL_STEPS_SECONDS);
    let limit = Some(Duration::from_secs(seconds));
    let choice = Choice {
        jobs: default_jobs(),
        kind: Kind::Check,
        profile: Some(profile),
        limit,
        times: Some(times),
        ..Choice::default()
    };
    run(ui, root, steps, choice)
}

/// Assumes short times for the build steps that the suites need: a long recorded time comes from a build with more work, and would exclude the
/// suites from every later check.
fn expect_short_builds(all_steps: &[Step], times: &mut Times, max_seconds: f64) {
    for step in
        all_steps.iter().filter(|step| !matches!(step.work, Work::Js(_) | Work::TypeLints | Work::Generated))
    {
        times.insert(step.name.clone(), step.estimate_seconds(times).min(max_seconds));
    }
}

/// Returns the steps for changed files.
fn choose_steps(
    all_steps: Vec<Step>,
    root: &Path,
    files: &[PathBuf],
    suites: &[PathBuf],
    is_plenty: bool,
) -> Vec<Step> {
    let rust = concerns_cargo(files);
    let scripts: Vec<PathBuf> =
        files.iter().filter(|file| is_read_by_biome(file) && root.join(file).is_file()).cloned().collect();
    let sources: Vec<PathBuf> = files
        .iter()
        .filter(|file| file.extension().is_some_and(|end| end == "rs") && root.join(file).is_file())
        .cloned()
        .collect();
    let base = if is_plenty { Inclusion::Always } else { Inclusion::IfTime(0) };
    let mut names = BTreeSet::new();
    let mut steps: Vec<Step> = Vec::new();
    let mut add = |step: Step| steps.push(step);
    if !scripts.is_empty() || !sources.is_empty() {
        let mut step = Step::new(FILES_STEP, Work::CheckFiles { sources, scripts: scripts.clone() });
        if !scripts.is_empty() {
            step = step.after_packages();
        }
        add(step.with_inclusion(Inclusion::Always));
    }
    let configs = list_type_checks(files);
    if !configs.is_empty() {
        // The sources import files that the build writes, so the build must be complete.
        let step = Step::new(TYPES_STEP, Work::CheckTypes(configs))
            .with_inclusion(Inclusion::IfTime(0))
            .after_packages();
        let similar_step = all_steps.iter().find(|step| step.work == Work::Types);
        add(similar_step.map_or_else(|| step.clone(), |like| step.clone().after_needs_of(like)));
    }
    if rust {
        add(Step::cargo_step(LINTS_STEP, Work::CheckLints).with_inclusion(base));
        add(Step::cargo_step(RUST_STEP, Work::CheckRust(list_rust_tests(files))).with_inclusion(base));
    }
    let changes_types = files.iter().any(|file| TYPE_SOURCES.iter().any(|source| file.starts_with(source)));
    let mut kept_steps = Vec::new();
    for step in all_steps {
        let suite_index = match &step.work {
            Work::TypeLints | Work::Generated if changes_types => Some(suites.len() + 1),
            // Steps of full runs need compilers and browsers whose installation takes minutes, and their time is not known.
            Work::Js(_) if step.is_of_full_runs() => None,
            Work::Js(file) => suites.iter().position(|suite| suite == file),
            _ => None,
        };
        match suite_index {
            Some(index) => {
                names.insert(step.name.clone());
                kept_steps.push(step.with_inclusion(Inclusion::IfTime(index + 1)));
            }
            None => kept_steps.push(step.with_inclusion(Inclusion::IfNeeded)),
        }
    }
    names.extend(steps.iter().map(|step| step.name.clone()));
    kept_steps.extend(steps);
    plan::add_needed_steps(kept_steps, names)
}

/// Returns whether a change affects what cargo compiles.
fn concerns_cargo(files: &[PathBuf]) -> bool {
    let is_workspace_source = |file: &Path| {
        ["src", "xtask/src", "tests/core"].iter().any(|folder| file.starts_with(folder))
            && file.extension().is_some_and(|end| end == "rs")
    };
    files.iter().any(|file| {
        is_workspace_source(file)
            || ["Cargo.toml", "Cargo.lock", "xtask/Cargo.toml"].iter().any(|name| file == Path::new(name))
    })
}

/// Returns whether Biome checks a file.
fn is_read_by_biome(file: &Path) -> bool {
    let endings = ["js", "mjs", "cjs", "ts", "mts", "css", "json", "jsonc"];
    file.extension().is_some_and(|end| endings.iter().any(|ending| end == *ending))
        && JS_FOLDERS.iter().any(|folder| file.starts_with(folder))
}

/// Lists the type checks that read a changed file; all of them read the package's files.
fn list_type_checks(files: &[PathBuf]) -> Vec<&'static str> {
    let endings = ["js", "mjs", "ts", "json"];
    let typed =
        |file: &&PathBuf| file.extension().is_some_and(|end| endings.iter().any(|ending| end == *ending));
    let is_touched = |folder: &str| files.iter().filter(typed).any(|file| file.starts_with(folder));
    let (package, web_app) = (is_touched("pkg"), is_touched("www"));
    let tests = is_touched("tests") || is_touched("xtask/js") || is_touched("xtask/docs");
    let are_wanted = [package, package || web_app, package || web_app || tests];
    TYPE_CHECKS
        .into_iter()
        .zip(are_wanted)
        .filter(|(_, are_wanted)| *are_wanted)
        .map(|(config, _)| config)
        .collect()
}

/// Lists the words to search for in the names of the Rust tests: the names of the changed modules and of the modules that contain them. An empty
/// list means all tests.
fn list_rust_tests(files: &[PathBuf]) -> Vec<String> {
    let mut names = BTreeSet::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "rs" || end == "toml")) {
        let module_path =
            ["src", "xtask/src", "tests/core"].iter().find_map(|folder| file.strip_prefix(folder).ok());
        let Some(module_path) = module_path else {
            if file.file_name().is_some_and(|name| name == "Cargo.toml") {
                return Vec::new();
            }
            continue;
        };
        let module_path = module_path.with_extension("");
        let words = module_path.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
        // A change of a crate's root may affect the whole crate.
        let words: Vec<String> = words.filter(|word| word != "lib" && word != "main").collect();
        if words.is_empty() {
            return Vec::new();
        }
        names.extend(words.into_iter().map(|word| format!("{word}::")));
    }
    names.into_iter().collect()
}

/// Checks formats and lints of changed files.
pub(super) fn check_files(run: &Run<'_>, sources: &[PathBuf], scripts: &[PathBuf]) -> Result<TestCounts> {
    let mut totals = TestCounts::default();
    if !sources.is_empty() {
        let mut rustfmt = Command::new("rustfmt");
        rustfmt.args(["--check", "--edition", "2024"]).args(sources).current_dir(&run.root);
        totals += run.check(&mut rustfmt)?;
    }
    if !scripts.is_empty() {
        let mut biome = node::tool_command(&run.root, "@biomejs/biome/bin/biome");
        biome.args(["check", "--error-on-warnings", "--diagnostic-level=warn", "--no-errors-on-unmatched"]);
        totals += run.check(biome.args(scripts).current_dir(&run.root))?;
    }
    Ok(totals)
}

/// Runs the type checks, each of which reads only the changes since its last run.
pub(super) fn check_types(run: &Run<'_>, configs: &[&str]) -> Result<TestCounts> {
    let mut totals = TestCounts::default();
    for config in configs {
        let state = format!("target/xtask/{}.tsbuildinfo", config.replace('/', "-"));
        let mut tsc = node::tool_command(&run.root, "typescript/bin/tsc");
        tsc.args(["-p", config, "--incremental", "--tsBuildInfoFile", &state]);
        totals += run.check(tsc.current_dir(&run.root))?;
    }
    Ok(totals)
}

/// Runs clippy on the changed code and on all code that uses it.
pub(super) fn run_lints(run: &Run<'_>) -> Result<TestCounts> {
    run_clippy(run, JS_FEATURES)
}

/// Runs the Rust tests whose names contain one of these words.
pub(super) fn run_rust_tests(run: &Run<'_>, words: &[String]) -> Result<TestCounts> {
    let mut cargo = run.cargo_command();
    cargo.args(["test", "--workspace", "--locked", "--no-fail-fast", "--features", UNIT_FEATURES]);
    cargo.args(["--lib", "--bins", "--test", "lib", "--"]).args(words).env("PROPTEST_CASES", PROPERTY_CASES);
    let result = run.ui.run("cargo test", &mut cargo, None)?;
    let mut counts = TestCounts::from_cargo(&result.text);
    if result.status.success() && counts.passed == 0 {
        print_line("  the Rust tests compile; none has the name of a changed module, so none was run");
        counts = TestCounts::check(true);
    }
    let counts = counts.require_success(result.status.success());
    if counts.failed > 0 {
        run.ui.show(&result);
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Flags, BadUsage> {
        Flags::read(&crate::shell::split_arguments(line))
    }

    fn list_files(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn reads_flags_and_refuses_bad_ones() {
        assert_eq!(read("").unwrap(), Flags::default());
        assert_eq!(read("--staged --seconds 5").unwrap(), Flags { since: Since::Staged, seconds: Some(5) });
        assert_eq!(read("--since=HEAD~2").unwrap().since, Since::Commit("HEAD~2".to_owned()));
        for (line, message) in [
            ("--since", "`--since` needs a value"),
            ("--seconds 0", "`--seconds` must be a number from 1 to 3600, not `0`"),
            ("--staged=1", "`--staged` takes no value"),
            ("pace", "`check` does not take `pace`"),
        ] {
            assert_eq!(read(line).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_long_build_leaves_no_suite_out() {
        let all_steps =
            [Step::new("package", Work::Package), Step::new("js a", Work::Js(PathBuf::from("a.test.mjs")))];
        let mut times = Times::from([("package".to_owned(), 179.0), ("js a".to_owned(), 30.0)]);
        expect_short_builds(&all_steps, &mut times, UNCHANGED_SECONDS);
        assert_eq!(
            times,
            Times::from([("package".to_owned(), UNCHANGED_SECONDS), ("js a".to_owned(), 30.0)])
        );
    }

    #[test]
    fn finds_the_rust_tests_of_a_module() {
        assert_eq!(
            list_rust_tests(&list_files(&["src/gateway/cache/ttl.rs"])),
            ["cache::", "gateway::", "ttl::"]
        );
        assert_eq!(
            list_rust_tests(&list_files(&["xtask/src/test/plan.rs", "tests/core/pace.rs"])),
            ["pace::", "plan::", "test::"]
        );
        assert!(list_rust_tests(&list_files(&["src/pace.rs", "src/lib.rs"])).is_empty());
        assert!(list_rust_tests(&list_files(&["src/pace.rs", "Cargo.toml"])).is_empty());
    }

    #[test]
    fn the_package_is_read_by_every_type_check() {
        assert_eq!(list_type_checks(&list_files(&["pkg/client.d.ts"])), TYPE_CHECKS);
        assert_eq!(
            list_type_checks(&list_files(&["www/app/main.js"])),
            ["www/jsconfig.json", "tests/jsconfig.json"]
        );
        assert_eq!(list_type_checks(&list_files(&["tests/pace/pace.test.mjs"])), ["tests/jsconfig.json"]);
        assert!(list_type_checks(&list_files(&["src/pace.rs", "README.md"])).is_empty());
    }

    #[test]
    fn a_change_selects_its_steps_and_their_needs() {
        let root = paths::find_root().unwrap();
        let all_steps = plan::list_steps(&root).unwrap();
        let names = |changed: &[&str], suites: &[&str]| -> Vec<String> {
            let suites: Vec<PathBuf> = suites.iter().map(|suite| root.join(suite)).collect();
            choose_steps(all_steps.clone(), &root, &list_files(changed), &suites, true)
                .into_iter()
                .map(|step| step.name)
                .collect()
        };
        assert_eq!(names(&["README.md"], &[]), Vec::<String>::new());
        assert_eq!(names(&["xtask/src/main.rs"], &[]), [FILES_STEP, LINTS_STEP, RUST_STEP]);
        let suite_steps = names(&["tests/pace/pace.test.mjs"], &["tests/pace/pace.test.mjs"]);
        assert!(
            ["npm packages", "js pace", FILES_STEP, TYPES_STEP]
                .iter()
                .all(|name| suite_steps.contains(&(*name).to_owned())),
            "{suite_steps:?}"
        );
        assert!(names(&["src/types/v3.rs"], &[]).contains(&"lints of the types".to_owned()));
    }
}
