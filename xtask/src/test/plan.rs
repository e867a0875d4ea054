//! The steps of `cargo xtask test`: the work of each step, its needs, and which steps may run at the same time.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::apt_tools::{APT_TOOLS, AptTool};
use crate::build;
use crate::test::schedule::{Inclusion, Job, Lock, Neighbours};
use crate::test::shard::Item;
use crate::test::times::Times;
use crate::test::{filter, suites};
use crate::usage::BadUsage;

/// The prefix of a JavaScript suite in the name of its step.
const JS_PREFIX: &str = "js ";
/// The step that installs the npm packages.
const PACKAGES_STEP: &str = "npm packages";
/// The step that builds the packer, and writes the tables that all entries import.
const PACKER_STEP: &str = "packer";
/// The step that writes the files that depend on all modules.
const PACKAGE_STEP: &str = "package";
/// The step that checks the types of the JavaScript.
const TYPES_STEP: &str = "type checks";
/// The step that builds the worlds of the local chain.
const CHAIN_STEP: &str = "local chain";

/// The step that lints the response types and the code that needs them.
const TYPE_LINTS: &str = "lints of the types";
/// The step that compiles the tests of `tests/core/`.
const RUST_COMPILE: &str = "rust compile";
/// The step that installs the packages of the documents' site.
const SITE_PACKAGES: &str = "site packages";
/// The step that compiles the crate with the oldest versions of its dependencies.
const MINIMAL_VERSIONS: &str = "minimal versions";
/// The step that checks licences and sources of crates, and the SBOM.
const CRATE_RULES: &str = "crate rules";
/// The step that compares the public items of the crate.
const PUBLIC_API: &str = "public api";
/// The step that compiles the Rust programs of `tests/`.
const RUST_CLIENT: &str = "rust client";
/// The step that compares cells with those of another implementation.
const CELL_ORACLE: &str = "cell oracle";

/// The suites that must run alone, with the reason. They come last. All other steps run concurrently, which works because every server takes a
/// free port, every browser a fresh profile, and every folder a random name.
const ALONE_SUITES: [(&str, &str); 3] = [
    ("attacks-delay", "compares the times of requests over HTTP"),
    ("lighthouse", "its scores depend on the time that the machine takes"),
    ("soak", "measures memory and CPU under load"),
];

/// The suites that measure waiting times, with the measured time. Each leaves the CPUs idle nearly all the time, so it runs at the same time as
/// other steps, with a higher priority; on systems without priorities, only at the same time as other suites of this
/// list.
const WAITING_SUITES: [(&str, &str); 7] = [
    ("faults", "how soon an attempt at an upstream that hangs ends"),
    ("attacks-sockets", "how long other callers wait during an attack"),
    ("gateway-fleet", "the requests per second of four processes"),
    ("gateway-streams-processes", "the upstream requests per second of two processes"),
    ("gateway-quota", "four requests that must reach another process within a window of 1.5 s"),
    ("prometheus-alerts", "rules with windows of a few seconds"),
    ("pace-shared", "the starts of requests of several tabs and processes"),
];

/// The steps of full runs, with the reason. Other runs include such a step only if a filter names it.
const LONG_STEPS: [(&str, &str); 27] = [
    ("features", "compiles the crate with each feature alone"),
    ("js devnet-consistency", "reads the complete local chain, in each generation"),
    ("js web-app-firefox", "visits in Firefox what other suites visit in Chromium"),
    (TYPE_LINTS, "compiles the crate with all its types for clippy alone"),
    ("js docs-site", "builds the site of the documents"),
    (SITE_PACKAGES, "installs the generator of the site"),
    ("js web-app-explorer-looks", "compares every form in every appearance"),
    ("golang-go", "installs a compiler for one suite"),
    ("js web-app-explorer-go", "compiles a Go program for each operation"),
    ("js openapi-explored", "thousands of requests by a schema-driven tester"),
    ("js openapi-clients", "generators of clients, one of them in Java, and a Go compiler"),
    ("js web-app-screenshots", "takes pictures of every view"),
    ("js web-app-compared", "takes pictures of every view of two builds"),
    (
        "js foreign-suites",
        "installs Python packages, and sends the requests of test suites that others wrote",
    ),
    ("js hooks", "installs four frameworks, and builds a site with each"),
    ("js prometheus-alerts", "watches a Prometheus for three minutes"),
    ("js lighthouse", "installs Lighthouse, and takes a quarter of a minute for each view"),
    ("js container-image", "installs buildah and podman, and builds an image"),
    ("js systemd-unit", "installs systemd-container, and boots a systemd"),
    ("rust docs", "compiles the crate with all its types once more"),
    (RUST_CLIENT, "compiles Rust programs that use the crate, also for wasm"),
    ("js rust-client", "runs what `rust client` compiles"),
    ("js rust-examples", "runs what `rust client` compiles"),
    (MINIMAL_VERSIONS, "compiles the crate with the oldest versions of its dependencies"),
    (CRATE_RULES, "compiles the tools that check licences and write the SBOM"),
    (PUBLIC_API, "documents the crate for a tool that it compiles"),
    (CELL_ORACLE, "compiles another implementation of cells"),
];

/// The packages of [`APT_TOOLS`] that are browsers.
const BROWSER_PACKAGES: [&str; 2] = ["chromium-headless-shell", "firefox-esr"];

/// The assumed seconds of a step whose time is unknown.
const UNKNOWN_SECONDS: f64 = 15.0;
/// The assumed seconds of an unknown suite with a browser: it starts early, and suites without a browser run meanwhile.
const UNKNOWN_BROWSER_SECONDS: f64 = 60.0;

/// The work of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// The npm packages of `tests/`.
    Packages,
    /// The npm packages of `xtask/docs/`.
    SitePackages,
    /// Runs rustfmt without writing.
    Format,
    /// Runs clippy and Biome.
    Lints,
    /// Runs clippy with the response types and the packer.
    TypeLints,
    /// Checks that each feature compiles alone.
    Features,
    /// Runs rustdoc, without accepting a warning.
    Docs,
    /// Checks the crate as it would be published on crates.io.
    Crate,
    /// Runs the tests inside `src/` and `xtask/src/`.
    Units,
    /// Compiles the tests of `tests/core/`.
    Compile,
    /// Runs the tests of `tests/core/`.
    Suites,
    /// Runs the examples in the Rust documentation.
    DocTests,
    /// Builds the packer, and writes the tables.
    Packer,
    /// Compiles a wasm module with cargo.
    CompileFace(&'static str),
    /// Converts a wasm module for the entries that import it.
    Face(&'static str),
    /// Writes the files of the package that depend on all modules.
    Package,
    /// Compares the sizes of the package with their budgets.
    Sizes,
    /// Checks that the generated files are up to date.
    Generated,
    /// Checks that the crate compiles with the oldest versions of its dependencies.
    MinimalVersions,
    /// Checks licences and sources of crates, and the SBOM.
    CrateRules,
    /// Compares the public items of the crate with the golden file.
    PublicApi,
    /// Compiles the Rust programs that the suites `rust-client` and `rust-examples` run.
    RustClient,
    /// Compares random cells with those of another implementation.
    CellOracle,
    /// Installs one of [`APT_TOOLS`], by index.
    Tool(usize),
    /// Installs Python and its packages.
    Python,
    /// Checks the types of the JavaScript sources, which are in JSDoc, with TypeScript.
    Types,
    /// Builds the worlds of the local chain, once for all suites that start it.
    Chain,
    /// Runs a JavaScript suite.
    Js(PathBuf),
    /// Checks format and lints of changed files.
    CheckFiles { sources: Vec<PathBuf>, scripts: Vec<PathBuf> },
    /// Runs the type checks of these configurations.
    CheckTypes(Vec<&'static str>),
    /// Runs clippy alone.
    CheckLints,
    /// Runs the Rust tests that have one of these words in their names.
    CheckRust(Vec<String>),
}

/// A step of a run.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The name of the step for users.
    pub(crate) name: String,
    /// The work of the step.
    pub(crate) work: Work,
    /// The names of the steps that must pass first.
    needs: Vec<String>,
    locks: Vec<Lock>,
    /// The number of slots that the step takes; a run with fewer slots gives it all of them.
    slots: usize,
    pub(crate) neighbours: Neighbours,
    inclusion: Inclusion,
}

impl Step {
    pub(crate) fn new(name: &str, work: Work) -> Self {
        Self {
            name: name.to_owned(),
            work,
            needs: Vec::new(),
            locks: Vec::new(),
            slots: 1,
            neighbours: Neighbours::All,
            inclusion: Inclusion::Always,
        }
    }

    /// Returns the same step with another priority.
    pub(crate) fn with_inclusion(self, inclusion: Inclusion) -> Self {
        Self { inclusion, ..self }
    }

    /// Returns the same step, which also waits for the installation of the npm packages.
    pub(crate) fn after_packages(mut self) -> Self {
        self.needs.push(PACKAGES_STEP.to_owned());
        self
    }

    /// Returns the same step, which also waits for all needs of another step.
    pub(crate) fn after_needs_of(mut self, other_step: &Self) -> Self {
        self.needs.extend(other_step.needs.iter().cloned());
        self
    }

    /// Returns the expected seconds of the step.
    pub(crate) fn estimate_seconds(&self, times: &Times) -> f64 {
        let needs_browser = self.needs.iter().any(|need| BROWSER_PACKAGES.contains(&need.as_str()));
        let default_seconds = if needs_browser { UNKNOWN_BROWSER_SECONDS } else { UNKNOWN_SECONDS };
        times.get(&self.name).copied().unwrap_or(default_seconds)
    }

    /// Returns whether other runs than full ones include the step only if a filter names it.
    pub(crate) fn is_of_full_runs(&self) -> bool {
        LONG_STEPS.iter().any(|(name, _)| *name == self.name)
    }

    pub(crate) fn cargo_step(name: &str, work: Work) -> Self {
        Self { locks: vec![Lock::Cargo], ..Self::new(name, work) }
    }
}

/// Lists all steps, in the order in which they are printed.
pub(crate) fn list_steps(root: &Path) -> Result<Vec<Step>> {
    let packages = || vec![PACKAGES_STEP.to_owned()];
    let mut steps = vec![
        Step { slots: 0, ..Step::new(PACKAGES_STEP, Work::Packages) },
        Step { slots: 0, needs: packages(), ..Step::new(SITE_PACKAGES, Work::SitePackages) },
        Step::new("format", Work::Format),
        Step { needs: packages(), ..Step::cargo_step("lints", Work::Lints) },
        Step::cargo_step(TYPE_LINTS, Work::TypeLints),
        Step::cargo_step("features", Work::Features),
        Step::cargo_step(MINIMAL_VERSIONS, Work::MinimalVersions),
        Step::cargo_step(CRATE_RULES, Work::CrateRules),
        Step::cargo_step("rust docs", Work::Docs),
        Step::cargo_step(PUBLIC_API, Work::PublicApi),
        Step::cargo_step("crate", Work::Crate),
        Step::cargo_step("rust units", Work::Units),
        Step::cargo_step(RUST_COMPILE, Work::Compile),
        // While they run, cargo is free for the next step.
        Step { needs: vec![RUST_COMPILE.to_owned()], slots: 2, ..Step::new("rust suites", Work::Suites) },
        Step::cargo_step("rust examples in docs", Work::DocTests),
        Step::cargo_step(PACKER_STEP, Work::Packer),
        // Waits for the packer, which compares the files; it is built while the Rust suites run.
        Step { needs: vec![PACKER_STEP.to_owned()], ..Step::cargo_step("generated files", Work::Generated) },
        Step {
            needs: vec![PACKER_STEP.to_owned()],
            locks: vec![Lock::Wasm],
            ..Step::new(RUST_CLIENT, Work::RustClient)
        },
        // A separate workspace with its own target folder, so it does not lock cargo.
        Step::new(CELL_ORACLE, Work::CellOracle),
    ];
    for face in build::FACES {
        let compile = Step::new(&format!("compile {face}.wasm"), Work::CompileFace(face));
        let needs = [PACKAGES_STEP, PACKER_STEP, &compile.name].map(str::to_owned).to_vec();
        steps.push(Step { needs, ..Step::new(&face_step_name(face), Work::Face(face)) });
        steps.push(Step { locks: vec![Lock::Wasm], ..compile });
    }
    steps.push(Step {
        needs: build::FACES.map(face_step_name).to_vec(),
        ..Step::new(PACKAGE_STEP, Work::Package)
    });
    steps.push(Step { needs: vec![PACKAGE_STEP.to_owned()], ..Step::new("sizes", Work::Sizes) });
    // The type checks read sources that import files of the build.
    steps.push(Step { needs: vec![PACKAGE_STEP.to_owned()], ..Step::new(TYPES_STEP, Work::Types) });
    for (index, tool) in APT_TOOLS.iter().enumerate() {
        let step = Step::new(tool.package, Work::Tool(index));
        steps.push(Step { locks: vec![Lock::Apt], slots: 0, ..step });
    }
    steps.push(Step { locks: vec![Lock::Apt], slots: 0, ..Step::new("python", Work::Python) });
    steps.push(Step { needs: packages(), ..Step::new(CHAIN_STEP, Work::Chain) });
    for suite in suites::find(root)? {
        let mut needs = match suite.package {
            true => vec![PACKAGE_STEP.to_owned()],
            false => [PACKAGES_STEP, PACKER_STEP].map(str::to_owned).to_vec(),
        };
        if !suite.package {
            needs.extend(suite.faces.iter().map(|face| face_step_name(face)));
        }
        needs.extend(suite.tools.iter().map(|tool| (*tool).to_owned()));
        if suite.python {
            needs.push("python".to_owned());
        }
        if suite.chain {
            needs.push(CHAIN_STEP.to_owned());
        }
        match suite.name.as_str() {
            "rust-client" | "rust-examples" => needs.push(RUST_CLIENT.to_owned()),
            "docs-site" | "lighthouse" => needs.push(SITE_PACKAGES.to_owned()),
            _ => {}
        }
        let neighbours = if ALONE_SUITES.iter().any(|(name, _)| *name == suite.name) {
            Neighbours::Nothing
        } else if WAITING_SUITES.iter().any(|(name, _)| *name == suite.name) {
            Neighbours::Waiting
        } else {
            Neighbours::All
        };
        let step = Step::new(&format!("{JS_PREFIX}{}", suite.name), Work::Js(suite.file));
        // A browser consists of several busy processes.
        let slots = if suite.tools.iter().any(|tool| BROWSER_PACKAGES.contains(tool)) { 2 } else { 1 };
        steps.push(Step { needs, slots, neighbours, ..step });
    }
    Ok(steps)
}

/// Returns the name of the step that converts a module.
fn face_step_name(face: &str) -> String {
    format!("{face}.wasm")
}

/// Returns the names of the steps that the filters select.
pub(crate) fn select_named_steps(steps: &[Step], filters: &[String]) -> Result<BTreeSet<String>> {
    let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
    let selected_names = filter::select_names(&names, filters).map_err(BadUsage)?;
    Ok(selected_names.into_iter().map(str::to_owned).collect())
}

/// Lists the programs that steps install.
pub(crate) fn list_tools(steps: &[Step]) -> Vec<&'static AptTool> {
    let tool = |step: &Step| if let Work::Tool(index) = step.work { APT_TOOLS.get(index) } else { None };
    steps.iter().filter_map(tool).collect()
}

/// Lists the data about steps that a split over several machines needs.
pub(crate) fn list_items(steps: &[Step], times: &Times) -> Vec<Item> {
    steps
        .iter()
        .map(|step| {
            let mut needs = collect_needed(steps, BTreeSet::from([step.name.clone()]));
            needs.remove(&step.name);
            Item { name: step.name.clone(), seconds: step.estimate_seconds(times), needs }
        })
        .collect()
}

/// Removes the steps of full runs, and returns their names.
pub(crate) fn split_long(steps: Vec<Step>) -> (Vec<Step>, Vec<String>) {
    let is_long = |step: &Step| step.is_of_full_runs();
    let (long_steps, steps): (Vec<Step>, Vec<Step>) = steps.into_iter().partition(is_long);
    (steps, long_steps.into_iter().map(|step| step.name).collect())
}

/// Keeps the steps with these names and all steps that they need, directly or indirectly.
pub(crate) fn add_needed_steps(mut steps: Vec<Step>, names: BTreeSet<String>) -> Vec<Step> {
    let names = collect_needed(&steps, names);
    steps.retain(|step| names.contains(&step.name));
    steps
}

/// Returns these names and those of all steps that they need, directly or indirectly.
fn collect_needed(steps: &[Step], mut names: BTreeSet<String>) -> BTreeSet<String> {
    loop {
        let needs: Vec<String> = steps
            .iter()
            .filter(|step| names.contains(&step.name))
            .flat_map(|step| step.needs.clone())
            .collect();
        let count_before = names.len();
        names.extend(needs);
        if names.len() == count_before {
            return names;
        }
    }
}

/// Lists the data about steps that the schedule needs.
pub(crate) fn list_jobs(steps: &[Step], times: &Times) -> Vec<Job> {
    let index_of = |name: &String| steps.iter().position(|step| step.name == *name);
    steps
        .iter()
        .map(|step| Job {
            seconds: step.estimate_seconds(times),
            needs: step.needs.iter().filter_map(index_of).collect(),
            locks: step.locks.clone(),
            slots: step.slots,
            neighbours: step.neighbours,
            inclusion: step.inclusion,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::paths;
    use crate::test::shard::Shard;

    fn step_names(steps: &[Step]) -> Vec<&str> {
        steps.iter().map(|step| step.name.as_str()).collect()
    }

    fn filter_steps(steps: Vec<Step>, filters: &[String]) -> Result<Vec<Step>> {
        let named_steps = select_named_steps(&steps, filters)?;
        Ok(add_needed_steps(steps, named_steps))
    }

    fn all_steps() -> Vec<Step> {
        // Shared by the tests, because listing the steps reads every suite.
        static ALL_STEPS: LazyLock<Vec<Step>> =
            LazyLock::new(|| list_steps(&paths::find_root().unwrap()).unwrap());
        ALL_STEPS.clone()
    }

    #[test]
    fn a_filter_selects_its_steps_and_their_needs() {
        let steps = filter_steps(all_steps(), &["lints".to_owned(), "format".to_owned()]).unwrap();
        assert_eq!(step_names(&steps), [PACKAGES_STEP, "format", "lints", TYPE_LINTS]);
        let steps = filter_steps(all_steps(), &["js slim".to_owned()]).unwrap();
        let slim_names = step_names(&steps);
        assert_eq!(
            (slim_names.len(), &slim_names[slim_names.len() - 2..]),
            (2 + 2 * 7 + 2, [PACKAGE_STEP, "js slim"].as_slice())
        );
        let steps = filter_steps(all_steps(), &["js rust-client".to_owned()]).unwrap();
        assert!(step_names(&steps).contains(&RUST_CLIENT));
        let steps = filter_steps(all_steps(), &["js openapi-explored".to_owned()]).unwrap();
        assert!(step_names(&steps).contains(&"python"));
        assert!(filter_steps(all_steps(), &["slimm".to_owned()]).unwrap_err().is::<BadUsage>());
    }

    #[test]
    fn browsers_and_redis_are_installed_for_the_suites_that_start_them() {
        let steps = filter_steps(all_steps(), &["js firefox".to_owned()]).unwrap();
        assert!(step_names(&steps).contains(&"firefox-esr"));
        assert_eq!(
            steps.last().map(|step| (step.name.as_str(), step.slots)),
            Some(("js firefox", 2)),
            "a browser"
        );
        assert!(BROWSER_PACKAGES.iter().all(|name| APT_TOOLS.iter().any(|tool| tool.package == *name)));
        assert!(
            step_names(&filter_steps(all_steps(), &["js gateway-redis".to_owned()]).unwrap())
                .contains(&"redis-server")
        );
    }

    #[test]
    fn suites_that_start_the_local_chain_wait_for_its_worlds() {
        let steps = filter_steps(all_steps(), &["js devnet-v2".to_owned()]).unwrap();
        let names = step_names(&steps);
        assert!(
            [PACKAGES_STEP, PACKER_STEP, CHAIN_STEP, "js devnet-v2"].iter().all(|step| names.contains(step)),
            "{names:?}"
        );
    }

    #[test]
    fn a_suite_waits_for_the_modules_that_it_imports() {
        let steps = filter_steps(all_steps(), &["js amounts".to_owned()]).unwrap();
        assert_eq!(
            step_names(&steps),
            [PACKAGES_STEP, PACKER_STEP, "cell.wasm", "compile cell.wasm", "js amounts"]
        );
    }

    #[test]
    fn every_suite_of_the_lists_exists() {
        let steps = all_steps();
        let names = step_names(&steps);
        for (name, _) in ALONE_SUITES.into_iter().chain(WAITING_SUITES) {
            assert!(names.contains(&format!("{JS_PREFIX}{name}").as_str()), "no suite is named {name}");
        }
    }

    #[test]
    fn only_long_steps_are_left_to_full_runs() {
        let step_count = all_steps().len();
        let (steps, long_names) = split_long(all_steps());
        let expected_names = [
            "site packages",
            "features",
            "js devnet-consistency",
            "js web-app-explorer-looks",
            "js web-app-firefox",
            "lints of the types",
            "rust docs",
            "rust client",
            "js docs-site",
            "js openapi-explored",
            "js openapi-clients",
            "js rust-client",
            "js rust-examples",
            "minimal versions",
            "crate rules",
            "public api",
            "cell oracle",
            "js web-app-screenshots",
            "js web-app-compared",
            "js lighthouse",
            "js hooks",
            "js prometheus-alerts",
            "js foreign-suites",
            "golang-go",
            "js web-app-explorer-go",
            "js container-image",
            "js systemd-unit",
        ];
        assert_eq!(
            BTreeSet::from_iter(long_names.iter().map(String::as_str)),
            BTreeSet::from(expected_names)
        );
        assert_eq!(steps.len(), step_count - long_names.len());
        let is_needed = |name: &String| steps.iter().any(|step| step.needs.contains(name));
        assert!(!long_names.iter().any(is_needed), "a step of ordinary runs needs a step of full runs");
    }

    #[test]
    fn the_parts_of_a_split_run_every_step_with_what_it_needs() {
        let (names, items) = (step_names(&all_steps()).join(" "), list_items(&all_steps(), &Times::new()));
        let mut run = BTreeSet::new();
        for part in ["1/3", "2/3", "3/3"] {
            let part = Shard::parse(part).unwrap().select(&items);
            assert!(part.len() > 20, "{part:?}");
            run.extend(add_needed_steps(all_steps(), part).into_iter().map(|step| step.name));
        }
        assert_eq!(all_steps().iter().filter(|step| !run.contains(&step.name)).count(), 0, "{names}");
    }

    #[test]
    fn jobs_follow_the_steps() {
        let steps = filter_steps(all_steps(), &["js rust-client".to_owned(), "js soak".to_owned()]).unwrap();
        let index_of = |name: &str| steps.iter().position(|step| step.name == name).unwrap();
        let jobs = list_jobs(&steps, &Times::from([(PACKER_STEP.to_owned(), 90.0)]));
        assert!((jobs[index_of(PACKER_STEP)].seconds - 90.0).abs() < f64::EPSILON);
        let (client, soak) = (&jobs[index_of("js rust-client")], &jobs[index_of("js soak")]);
        assert_eq!(client.needs, [index_of(PACKAGE_STEP), index_of(RUST_CLIENT)]);
        assert!((client.seconds - UNKNOWN_SECONDS).abs() < f64::EPSILON);
        assert_eq!((client.neighbours, soak.neighbours), (Neighbours::All, Neighbours::Nothing));
    }
}
