//! `cargo xtask build`: the built half of the npm package, `pkg/dist`, and the web app in `target/site`.
//!
//! cargo builds the crate once per module; `xtask-pack` (wasm-bindgen as a library) generates the bindings;
//! npm's binaryen makes the module small; [`crate::outputs`] writes what the entries import; esbuild bundles
//! for CommonJS and workerd; [`crate::sizes`] measures and refuses what is over its budget.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use crate::shell::{Capture, Ui, elapsed, say};
use crate::toolchain::{TARGET, Wasm};
use crate::{inline, licences, locations, node, outputs, paths, roads, sizes, up_to_date};

/// The modules; each is a feature of the crate, named with `js-` before it.
pub(crate) const FACES: [&str; 7] = ["address", "cell", "client", "ed25519", "emulator", "gateway", "tvm"];

/// The features of the Rust tests.
pub(crate) const TEST_FEATURES: &str = "ton-edge/message,ton-edge/tvm,ton-edge/reqwest-no-tls,ton-edge/ureq-no-tls,ton-edge/schema,xtask/generate";

/// With what the packer is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packer {
    /// With as little as a build needs: without the response types, whose files are in `pkg/generated`.
    Alone,
    /// With the response types, for `cargo xtask generate`.
    ForGenerate,
    /// With the Rust tests and their features: the crate with all its types, a minute's work, is compiled once for both.
    WithTests,
}

/// What wasm-opt may use: what rustc and wasm-bindgen write today, by name, so that no newer feature slips
/// in.
pub(crate) const WASM_OPT: [&str; 8] = [
    "-Oz",
    "--strip-target-features",
    "--enable-bulk-memory",
    "--enable-mutable-globals",
    "--enable-sign-ext",
    "--enable-nontrapping-float-to-int",
    "--enable-multivalue",
    "--enable-reference-types",
];

/// What precedes [`WASM_OPT`] where bytes count more than speed: a function that is called once is inlined
/// only if it is short (bodies compress better on their own), control flow is rebuilt from its basic blocks,
/// and offsets are folded into loads, because no data lies below address 1024 (the stack starts there and
/// never grows so far). The rest is what a random search over the passes found: 300 bytes less after brotli.
const SMALLEST: [&str; 13] = [
    "--merge-similar-functions",
    "--one-caller-inline-max-function-size=20",
    "--always-inline-max-function-size=4",
    "--low-memory-unused",
    "--flatten",
    "--gufa-optimizing",
    "--converge",
    "--rereloop",
    "--simplify-locals-nostructure",
    "--optimize-added-constants-propagate",
    "--rse",
    "--coalesce-locals-learning",
    "-Oz",
];

/// The same for address.wasm, whose calls must be fast, too: 60 bytes less, and as fast.
const SMALL_AND_FAST: [&str; 6] = [
    "--rse",
    "--one-caller-inline-max-function-size=30",
    "--gufa-optimizing",
    "--low-memory-unused",
    "--reorder-functions",
    "--merge-blocks",
];

/// The exports that the JavaScript around a module calls, where all arguments and results are numbers. The other exports are
/// removed, so that the module needs no glue and `wasm2js` can translate it.
fn bare_exports(face: &str) -> &'static [&'static str] {
    match face {
        "address" => &["memory", "area", "input", "one", "list", "failure"],
        "cell" | "ed25519" => &["memory", "room", "call", "result"],
        "client" => &["memory", "room", "call", "result", "numbers", "step"],
        _ => &[],
    }
}

/// Replaces the WebAssembly instructions that wasm2js cannot translate.
const LOWERING: [&str; 3] =
    ["--llvm-memory-copy-fill-lowering", "--signext-lowering", "--llvm-nontrapping-fptoint-lowering"];

/// The type declarations that `cargo xtask generate` writes.
const TYPES: [&str; 4] = ["messages.d.ts", "v2.d.ts", "v3.d.ts", "operations.d.ts"];

/// Where they are.
const GENERATED: &str = "pkg/generated";

/// The web app, ready for any static host.
const SITE: &str = "target/site";
/// The folders that a build writes.
const OUTPUTS: [&str; 11] = [
    "pkg/dist",
    SITE,
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
pub(crate) fn command(ui: &Ui) -> Result<ExitCode> {
    let start = Instant::now();
    let root = paths::root()?;
    let wasm = build(ui, &root, Packer::Alone)?;
    let fits = sizes::report(ui, &root, wasm.road)?;
    say(format_args!("built pkg/dist and {SITE} in {}", elapsed(start.elapsed())));
    Ok(if fits { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Sets up and builds everything, without measuring; does nothing where nothing has changed since the last
/// build.
pub(crate) fn build(ui: &Ui, root: &Path, packer: Packer) -> Result<Wasm> {
    node::ensure_node()?;
    let wasm = roads::ensure(ui, root)?;
    say(format_args!("wasm target: {}", wasm.describe()));
    let inputs = up_to_date::inputs(root, &wasm.describe())?;
    if up_to_date::check(root, &inputs, &OUTPUTS)? {
        say(format_args!("pkg/dist and {SITE} are up to date"));
        // What uses the build needs them, too.
        node::ensure_packages(ui, root)?;
        return Ok(wasm);
    }
    let pack = modules(ui, root, &wasm, packer)?;
    let dist = root.join("pkg/dist");
    let table = ui.must("writing the endpoint table", Command::new(&pack).arg("endpoints"))?;
    outputs::endpoints(&dist, &table)?;
    let codes = ui.must("writing the error codes", Command::new(&pack).arg("codes"))?;
    fs::write(
        dist.join("codes.js"),
        format!("export const codes = /* @__PURE__ */ \"{codes}\".split(\",\");\n"),
    )?;
    for face in ["address", "cell", "client", "ed25519"] {
        let abi =
            ui.must(&format!("writing the ABI of {face}.wasm"), Command::new(&pack).args(["abi", face]))?;
        fs::write(dist.join(format!("{face}-abi.js")), abi)?;
    }
    let schemas = ui.must("writing the schemas of messages", Command::new(&pack).arg("schemas"))?;
    fs::write(dist.join("schemas.js"), schemas)?;
    let codes = ui.must("writing the codes of the virtual machine", Command::new(&pack).arg("vm-codes"))?;
    fs::write(dist.join("vm-codes.js"), codes)?;
    for file in TYPES {
        outputs::copy(&root.join(GENERATED).join(file), &dist.join(file))?;
    }
    outputs::scripts(ui, root)?;
    licences::copy(root)?;
    site(ui, root)?;
    up_to_date::note(root, &inputs, &OUTPUTS)?;
    Ok(wasm)
}

/// Builds the packer and the modules, and installs the npm packages, side by side; gives the packer.
fn modules(ui: &Ui, root: &Path, wasm: &Wasm, kind: Packer) -> Result<PathBuf> {
    let capture = Capture::current();
    // Cargo uses all CPUs for the dependencies, but one for the last crate and its link-time optimisation.
    let (pack, packages, raw) = std::thread::scope(|scope| {
        let packer = scope.spawn(|| {
            Capture::set(capture.clone());
            packer(ui, root, kind)
        });
        let packages = scope.spawn(|| {
            Capture::set(capture.clone());
            node::ensure_packages(ui, root)
        });
        let raw: Result<Vec<PathBuf>> = FACES.into_iter().map(|face| compile(ui, root, wasm, face)).collect();
        (joined(packer), joined(packages), raw)
    });
    let (pack, (), raw) = (pack?, packages?, raw?);
    outputs::sweep(&root.join("pkg/dist"))?;
    std::thread::scope(|scope| {
        let (pack, capture) = (&pack, &capture);
        let shrinking: Vec<_> = FACES
            .into_iter()
            .zip(&raw)
            .map(|(face, raw)| {
                scope.spawn(move || {
                    Capture::set(capture.clone());
                    shrink(ui, root, pack, raw, face)
                })
            })
            .collect();
        shrinking.into_iter().try_for_each(joined)
    })?;
    Ok(pack)
}

/// What a thread came to.
fn joined<T>(thread: std::thread::ScopedJoinHandle<'_, Result<T>>) -> Result<T> {
    thread.join().unwrap_or_else(|_| bail!("a part of the build stopped with a panic"))
}

/// Writes the web app as a static host serves it.
fn site(ui: &Ui, root: &Path) -> Result<()> {
    let mut node = Command::new("node");
    node.arg(root.join("xtask/js/site.mjs")).arg(root.join(SITE));
    ui.must(&format!("writing the web app to {SITE}"), &mut node)?;
    Ok(())
}

/// The optimisation level of a module in TOML, if it is not the profile's, which is for size.
fn opt_level(face: &str) -> Option<&'static str> {
    match face {
        // 500 bytes more after brotli, and half the time of a call (measured with `cargo xtask bench address`).
        "address" => Some("\"s\""),
        // A verdict that no cache knows takes 8.6 us in Node; at 3 it takes 6.6 and the module has 35 kB more after brotli, at `z` 14 and
        // 11 kB less.
        "gateway" => Some("\"s\""),
        _ => None,
    }
}

/// Crates with a level of their own: what they cost in bytes, they save in time.
fn package_levels(face: &str) -> &'static [&'static str] {
    match face {
        // Half the time of parsing a bag is SHA-256; this makes it a tenth faster for no byte more.
        "cell" => &["profile.release.package.sha2.opt-level=\"s\""],
        // Integers of 257 bits: 3 kB after brotli.
        "emulator" | "tvm" => &["profile.release.package.num-bigint.opt-level=\"s\""],
        _ => &[],
    }
}

/// Compiles one module; gives the module as the linker left it.
fn compile(ui: &Ui, root: &Path, wasm: &Wasm, face: &str) -> Result<PathBuf> {
    let mut cargo = wasm.cargo(root);
    // `rustc --crate-type`: while the crate is also built as a Rust library, cargo leaves out link-time
    // optimisation.
    cargo.args(["rustc", "--locked", "--release", "--package", "ton-edge"]);
    if let Some(level) = opt_level(face) {
        // Not a profile of its own: each has a folder, and cargo would compile the macros once more for it.
        cargo.args(["--config", &format!("profile.release.opt-level={level}")]);
    }
    for level in package_levels(face) {
        cargo.args(["--config", level]);
    }
    cargo.args(["--lib", "--crate-type", "cdylib"]);
    cargo.args(["--target", TARGET, "--features", &format!("js-{face}")]);
    ui.must(&format!("compiling {face}.wasm"), &mut cargo)?;
    let built = root.join(wasm.target_dir()).join(TARGET).join("release/ton_edge.wasm");
    let raw = root.join("target/xtask").join(format!("{face}.raw.wasm"));
    outputs::copy(&built, &raw)?;
    Ok(raw)
}

/// Builds the program that holds wasm-bindgen and the endpoint table.
pub(crate) fn packer(ui: &Ui, root: &Path, kind: Packer) -> Result<PathBuf> {
    let mut cargo = paths::cargo(root);
    cargo.args(["build", "--locked", "--bin", "xtask-pack"]);
    match kind {
        Packer::Alone => cargo.args(["--package", "xtask", "--features", "pack"]),
        Packer::ForGenerate => cargo.args(["--package", "xtask", "--features", "generate"]),
        // What is selected decides the features of all dependencies.
        Packer::WithTests => cargo.args(["--workspace", "--features", TEST_FEATURES, "--test", "lib"]),
    };
    ui.must("building the packer (wasm-bindgen as a library)", &mut cargo)?;
    packer_file()
}

/// The program that [`packer`] has built.
pub(crate) fn packer_file() -> Result<PathBuf> {
    // The same cargo builds it that built this program, so it lands beside it.
    let here = std::env::current_exe().context("this program cannot be found")?;
    let pack = here.with_file_name(format!("xtask-pack{}", std::env::consts::EXE_SUFFIX));
    if !pack.is_file() {
        bail!("cargo built the packer, but not as {}", pack.display());
    }
    Ok(pack)
}

/// From the linker's module to what is shipped: glue, small module, and the module as text.
fn shrink(ui: &Ui, root: &Path, pack: &Path, raw: &Path, face: &str) -> Result<()> {
    let dist = root.join("pkg/dist");
    // The version of wasm-bindgen is in the lockfile; the rest of what happens here is in these sources.
    let sources = [
        "Cargo.lock",
        "xtask/src/pack/main.rs",
        "xtask/src/build.rs",
        "xtask/src/inline.rs",
        "xtask/src/locations.rs",
        "xtask/src/outputs.rs",
    ];
    let mut inputs = vec![raw.to_path_buf(), root.join("tests/node_modules/binaryen/package.json")];
    inputs.extend(sources.map(|source| root.join(source)));
    let exports = bare_exports(face);
    let third = if exports.is_empty() { "glue.js" } else { "nowasm.js" };
    let made: Vec<PathBuf> =
        ["wasm", "wasm.js", third].into_iter().map(|end| dist.join(format!("{face}.{end}"))).collect();
    let stamp = root.join("target/xtask").join(format!("{face}.stamp"));
    let mark = outputs::mark(&inputs)?;
    if made.iter().all(|file| file.is_file()) && fs::read_to_string(&stamp).is_ok_and(|old| old == mark) {
        return Ok(());
    }
    let bound = root.join("target/xtask/bound");
    let mut bind = Command::new(pack);
    bind.arg("bind").arg(raw).arg(&bound).arg(face);
    ui.must(&format!("binding {face}.wasm"), &mut bind)?;
    let mut module = bound.join(format!("{face}_bg.wasm"));
    let mut bytes = fs::read(&module).with_context(|| format!("cannot read {}", module.display()))?;
    locations::blank(&mut bytes);
    fs::write(&module, bytes).with_context(|| format!("cannot write {}", module.display()))?;
    if exports.is_empty() {
        outputs::glue(&bound.join(format!("{face}.js")), &dist.join(format!("{face}.glue.js")))?;
    } else {
        module = strip(ui, root, &module, face, exports)?;
        without_wasm(ui, root, &module, face, &dist.join(format!("{face}.nowasm.js")))?;
    }
    let mut opt = node::tool(root, "binaryen/bin/wasm-opt");
    match face {
        "address" => opt.args(SMALL_AND_FAST),
        "cell" | "client" | "ed25519" => opt.args(SMALLEST),
        _ => &mut opt,
    };
    opt.args(WASM_OPT);
    if face == "gateway" {
        // The last of its options for size or speed counts.
        opt.arg("-O3");
    }
    opt.arg(module).arg("-o").arg(dist.join(format!("{face}.wasm")));
    ui.must(&format!("shrinking {face}.wasm"), &mut opt)?;
    inline::write(face, &dist.join(format!("{face}.wasm")), &dist.join(format!("{face}.wasm.js")))?;
    fs::write(stamp, mark)?;
    Ok(())
}

/// Removes from a module what its exports do not reach.
fn strip(ui: &Ui, root: &Path, module: &Path, face: &str, exports: &[&str]) -> Result<PathBuf> {
    let (graph, stripped) = (module.with_extension("json"), module.with_extension("bare.wasm"));
    fs::write(&graph, outputs::graph(exports))?;
    let mut tool = node::tool(root, "binaryen/bin/wasm-metadce");
    tool.args(features()).arg("--graph-file").arg(graph).arg(module).arg("-o").arg(&stripped);
    ui.must(&format!("stripping {face}.wasm"), &mut tool)?;
    Ok(stripped)
}

/// The module as JavaScript, for places that refuse WebAssembly.
fn without_wasm(ui: &Ui, root: &Path, module: &Path, face: &str, to: &Path) -> Result<()> {
    let (lowered, translated) = (module.with_extension("lowered.wasm"), module.with_extension("js"));
    let mut opt = node::tool(root, "binaryen/bin/wasm-opt");
    opt.args(features()).args(LOWERING).args(["-Oz", "--strip-target-features"]);
    ui.must(&format!("lowering {face}.wasm"), opt.arg(module).arg("-o").arg(&lowered))?;
    let mut tool = node::tool(root, "binaryen/bin/wasm2js");
    tool.args(["-Oz", "--enable-mutable-globals"]).arg(&lowered).arg("-o").arg(&translated);
    ui.must(&format!("translating {face}.wasm to JavaScript"), &mut tool)?;
    outputs::translated(&translated, to)
}

/// The features of [`WASM_OPT`], without what it does with them.
fn features() -> impl Iterator<Item = &'static str> {
    WASM_OPT.into_iter().filter(|flag| flag.starts_with("--enable-"))
}
