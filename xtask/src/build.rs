//! `cargo xtask build`: the built part of the npm package, `pkg/dist`, and the web app in `target/site`.
//!
//! A [`Build`] has four kinds of steps, which `cargo xtask test` schedules one by one and [`build`] runs concurrently: building the packer and
//! its tables, compiling each module, converting each module for the entries that import it ([`face`]), and writing the package: the bundles
//! for CommonJS and workerd, the single files, the web app.

mod compiled;
mod face;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::mpsc::channel;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use lexopt::{Arg, Parser};

use crate::shell::{Capture, Ui, format_duration, print_line};
use crate::toolchain::Wasm;
use crate::usage::BadUsage;
use crate::{guides, licences, node, outputs, paths, sizes, up_to_date, wasm_setup};

/// The wasm modules; each has a feature of the crate, with the prefix `js-`.
pub(crate) const FACES: [&str; 7] = ["address", "cell", "client", "ed25519", "emulator", "gateway", "tvm"];

/// The features of the Rust tests.
pub(crate) const TEST_FEATURES: &str = "ton-edge/message,ton-edge/tvm,ton-edge/reqwest-no-tls,ton-edge/ureq-no-tls,ton-edge/stream,ton-edge/schema,xtask/generate";

/// The features with which the packer is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packer {
    /// Only with the features for a build: without the response types, whose files are in `pkg/generated`.
    Alone,
    /// With the response types, for `cargo xtask generate`.
    ForGenerate,
    /// Together with the Rust tests and their features, so that the crate with all of its types, which takes a minute, is compiled only
    /// once.
    WithTests,
}

/// How the modules are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// As users load the modules: optimized for size across all crates.
    Shipped,
    /// For `cargo xtask check`: compiled incrementally and without optimizing for size. These modules are never measured or
    /// published.
    Quick,
}

/// A file that marks the modules in `pkg/dist` as those of the quick profile. With shipped modules it is absent.
const QUICK_MARK: &str = "pkg/dist/QUICK";
const QUICK_TEXT: &str = "The modules in this folder are only for tests: `cargo xtask build` writes the ones for measurements and releases.\n";

/// The tables that `xtask-pack` writes into `pkg/dist`, each with its arguments.
const TABLES: [(&str, &[&str]); 10] = [
    ("address-abi.js", &["abi", "address"]),
    ("cell-abi.js", &["abi", "cell"]),
    ("client-abi.js", &["abi", "client"]),
    ("ed25519-abi.js", &["abi", "ed25519"]),
    ("gateway-abi.js", &["abi", "gateway"]),
    ("message-abi.js", &["abi", "message"]),
    ("mnemonic-words.js", &["mnemonic-words"]),
    ("schemas.js", &["schemas"]),
    ("vm-codes.js", &["vm-codes"]),
    ("message-kinds.js", &["message-kinds"]),
];

/// The type declarations that `cargo xtask generate` writes.
const TYPES: [&str; 4] = ["messages.d.ts", "v2.d.ts", "v3.d.ts", "operations.d.ts"];

/// The folder of the type declarations.
const GENERATED_FOLDER: &str = "pkg/generated";

/// The folder of the web app, ready for any static host.
const SITE_FOLDER: &str = "target/site";
/// The folders that a build writes.
const OUTPUT_FOLDERS: [&str; 11] = [
    "pkg/dist",
    SITE_FOLDER,
    "pkg/README.md",
    "pkg/LICENSE-MIT",
    "pkg/LICENSE-APACHE",
    "pkg/LICENSE-THIRD-PARTY",
    "pkg/address",
    "pkg/gateway",
    "pkg/message",
    "pkg/no-wasm",
    "pkg/slim",
];

/// Runs the command.
pub(crate) fn run_command(ui: &Ui, args: &[String]) -> Result<ExitCode> {
    let record = reads_record(args)?;
    let start = Instant::now();
    let root = paths::find_root()?;
    let wasm = build(ui, &root, Packer::Alone)?;
    let are_sizes_within = if record {
        sizes::record(ui, &root, wasm.toolchain)?;
        true
    } else {
        sizes::report(ui, &root, wasm.toolchain)?
    };
    print_line(format_args!("built pkg/dist and {SITE_FOLDER} in {}", format_duration(start.elapsed())));
    Ok(if are_sizes_within { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns whether the command line has `--record`, the only option.
fn reads_record(args: &[String]) -> Result<bool, BadUsage> {
    let mut record = false;
    let mut args = Parser::from_args(args);
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long("record") => record = true,
            arg => return Err(BadUsage::unexpected_argument("build", arg)),
        }
    }
    Ok(record)
}

/// Sets up and builds everything as it is shipped, without measuring sizes. Does nothing if nothing has changed since the last
/// build.
pub(crate) fn build(ui: &Ui, root: &Path, packer: Packer) -> Result<Wasm> {
    let build = Build::prepare(ui, root, Profile::Shipped)?;
    if build.is_up_to_date() {
        print_line(format_args!("pkg/dist and {SITE_FOLDER} are up to date"));
        // Callers also need the npm packages.
        node::ensure_packages(ui, root)?;
        return Ok(build.wasm);
    }
    let capture = Capture::for_this_thread();
    let capture_output = || Capture::set(capture.clone());
    std::thread::scope(|scope| {
        let (send, compiled_faces) = channel();
        let compile_thread = scope.spawn({
            let build = &build;
            move || {
                capture_output();
                // The modules are compiled one after the other: they share their dependencies, and cargo uses all CPUs for one module.
                for face in FACES {
                    build.compile(ui, face)?;
                    let _ = send.send(face);
                }
                Ok(())
            }
        });
        let packer_thread = scope.spawn(|| {
            capture_output();
            build.build_packer(ui, packer)
        });
        node::ensure_packages(ui, root)?;
        join_thread(packer_thread)?;
        let face_builds: Vec<_> = compiled_faces
            .iter()
            .map(|face| {
                let build = &build;
                scope.spawn(move || {
                    capture_output();
                    build.build_face(ui, face)
                })
            })
            .collect();
        join_thread(compile_thread)?;
        face_builds.into_iter().try_for_each(join_thread)
    })?;
    build.build_package(ui)?;
    Ok(build.wasm)
}

/// Waits for a thread, and returns its result.
fn join_thread<T>(thread: std::thread::ScopedJoinHandle<'_, Result<T>>) -> Result<T> {
    thread.join().unwrap_or_else(|_| bail!("a part of the build stopped with a panic"))
}

/// A build in progress. Its steps do nothing if nothing has changed since the last complete build.
#[derive(Debug)]
pub(crate) struct Build {
    root: PathBuf,
    /// How the modules are compiled on this machine.
    pub(crate) wasm: Wasm,
    profile: Profile,
    /// A fingerprint of all inputs of the build, to detect changes.
    inputs: String,
    is_up_to_date: bool,
}

impl Build {
    /// Sets up the compiler, and compares the outputs of the last build.
    pub(crate) fn prepare(ui: &Ui, root: &Path, profile: Profile) -> Result<Self> {
        node::ensure_node()?;
        // Documents are not inputs of the modules, so a change of documents alone compiles nothing.
        guides::copy(root)?;
        let wasm = wasm_setup::ensure(ui, root)?;
        print_line(format_args!("wasm target: {}", wasm.describe()));
        let inputs = up_to_date::hash_inputs(root, &format!("{} {profile:?}", wasm.describe()))?;
        let is_up_to_date = up_to_date::check(root, &inputs, &OUTPUT_FOLDERS)?;
        Ok(Self { root: root.to_path_buf(), wasm, profile, inputs, is_up_to_date })
    }

    /// Returns whether everything is up to date.
    pub(crate) fn is_up_to_date(&self) -> bool {
        self.is_up_to_date
    }

    /// Builds the packer, and writes the tables that all entries import.
    pub(crate) fn build_packer(&self, ui: &Ui, kind: Packer) -> Result<()> {
        if self.is_up_to_date {
            return Ok(());
        }
        let pack = compile_packer(ui, &self.root, kind)?;
        let dist = self.root.join("pkg/dist");
        self.set_profile()?;
        let table = ui.require_success("writing the endpoint table", Command::new(&pack).arg("endpoints"))?;
        outputs::write_endpoints(&dist, &table)?;
        let codes = ui.require_success("writing the error codes", Command::new(&pack).arg("codes"))?;
        outputs::write_codes(&dist, &codes)?;
        let mut examples = Command::new(&pack);
        examples.arg("examples").arg(&self.root);
        let examples = ui.require_success("writing the recorded responses", &mut examples)?;
        outputs::write(&dist.join(outputs::EXAMPLES), examples.as_bytes())?;
        for (file, args) in TABLES {
            let text = ui.require_success(&format!("writing {file}"), Command::new(&pack).args(args))?;
            outputs::write(&dist.join(file), text.as_bytes())?;
        }
        for file in TYPES {
            outputs::copy(&self.root.join(GENERATED_FOLDER).join(file), &dist.join(file))?;
        }
        Ok(())
    }

    /// Compiles one module.
    pub(crate) fn compile(&self, ui: &Ui, face: &str) -> Result<()> {
        if self.is_up_to_date {
            return Ok(());
        }
        face::compile(ui, &self.root, &self.wasm, face, self.profile)
    }

    /// Writes the files that the entries import for a compiled module. Requires the packer and the npm packages.
    pub(crate) fn build_face(&self, ui: &Ui, face: &str) -> Result<()> {
        if self.is_up_to_date {
            return Ok(());
        }
        face::make(ui, &self.root, &find_packer()?, face, self.profile)?;
        match self.profile {
            Profile::Shipped => face::make_without_wasm(ui, &self.root, face, self.profile),
            // Only the published package needs these files, which take longer than the rest of a quick build.
            Profile::Quick => Ok(()),
        }
    }

    /// Writes all files that depend on several modules and the tables, and records that the build is complete.
    pub(crate) fn build_package(&self, ui: &Ui) -> Result<()> {
        if self.is_up_to_date {
            return Ok(());
        }
        let root = &self.root;
        outputs::remove_old_files(&root.join("pkg/dist"), &list_tables().collect::<Vec<_>>())?;
        if self.profile == Profile::Quick {
            fs::write(root.join(QUICK_MARK), QUICK_TEXT)?;
            for face in FACES {
                face::make_without_wasm(ui, root, face, self.profile)?;
            }
        }
        let mut openapi = Command::new(find_packer()?);
        openapi.arg("openapi").arg(root).arg(root.join("pkg/dist/assets/openapi"));
        ui.require_success("writing the OpenAPI documents", &mut openapi)?;
        outputs::run_scripts(ui, root)?;
        licences::copy(root)?;
        build_site(ui, root)?;
        up_to_date::record_build(root, &self.inputs, &OUTPUT_FOLDERS)
    }

    /// Removes modules of the other profile from `pkg/dist`, and marks the profile.
    fn set_profile(&self) -> Result<()> {
        let (dist, mark_path) = (self.root.join("pkg/dist"), self.root.join(QUICK_MARK));
        fs::create_dir_all(&dist).with_context(|| format!("cannot make {}", dist.display()))?;
        let is_quick = self.profile == Profile::Quick;
        if mark_path.is_file() != is_quick {
            outputs::remove_old_files(&dist, &[])?;
            outputs::remove_modules(&dist)?;
        }
        if is_quick {
            fs::write(&mark_path, QUICK_TEXT)
                .with_context(|| format!("cannot write {}", mark_path.display()))?;
        }
        Ok(())
    }
}

/// Returns whether a file of `pkg/dist` is a table that [`Build::build_packer`] writes.
pub(crate) fn is_table(name: &str) -> bool {
    list_tables().any(|table| table == name)
}

fn list_tables() -> impl Iterator<Item = &'static str> {
    TABLES.map(|(file, _)| file).into_iter().chain(TYPES).chain(outputs::MORE_TABLES)
}

/// Returns whether `pkg/dist` has every module as it is shipped.
pub(crate) fn has_shipped(root: &Path) -> bool {
    !root.join(QUICK_MARK).exists()
        && FACES.iter().all(|face| root.join(format!("pkg/dist/{face}.wasm")).is_file())
}

/// Fails if `pkg/dist` has modules of the quick profile, which must not be measured.
pub(crate) fn refuse_quick(root: &Path) -> Result<()> {
    if root.join(QUICK_MARK).exists() {
        bail!(
            "pkg/dist has modules of the quick profile, which are not for benches or releases: run cargo xtask build"
        );
    }
    Ok(())
}

/// Writes the web app as a static host serves it.
fn build_site(ui: &Ui, root: &Path) -> Result<()> {
    let mut node = Command::new("node");
    node.arg(root.join("xtask/js/site.mjs")).arg(root.join(SITE_FOLDER));
    ui.require_success(&format!("writing the web app to {SITE_FOLDER}"), &mut node)?;
    Ok(())
}

/// Builds the program that links wasm-bindgen and the endpoint table.
pub(crate) fn compile_packer(ui: &Ui, root: &Path, kind: Packer) -> Result<PathBuf> {
    let mut cargo = paths::cargo_command(root);
    cargo.args(["build", "--locked", "--bin", "xtask-pack"]);
    match kind {
        Packer::Alone => cargo.args(["--package", "xtask", "--features", "pack"]),
        Packer::ForGenerate => cargo.args(["--package", "xtask", "--features", "generate"]),
        // Selected as for the tests, since the selected packages determine the features of all dependencies: with another
        // selection cargo compiles them twice.
        Packer::WithTests => cargo.args(["--workspace", "--features", TEST_FEATURES, "--test", "lib"]),
    };
    ui.require_success("building the packer (wasm-bindgen as a library)", &mut cargo)?;
    find_packer()
}

/// Finds the program that [`compile_packer`] has built.
pub(crate) fn find_packer() -> Result<PathBuf> {
    // The same cargo builds this program and the packer, so both are in one folder.
    let this_program = std::env::current_exe().context("this program cannot be found")?;
    let packer_path = this_program.with_file_name(format!("xtask-pack{}", std::env::consts::EXE_SUFFIX));
    if !packer_path.is_file() {
        bail!("cargo built the packer, but not as {}", packer_path.display());
    }
    Ok(packer_path)
}
