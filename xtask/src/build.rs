//! `cargo xtask build`: the npm package's built half, `pkg/dist`, and the page in `target/site`.
//!
//! cargo builds the crate once per face; `xtask-pack` (wasm-bindgen as a library) makes the glue; npm's binaryen
//! makes the module small; [`crate::outputs`] writes what the entries import; esbuild makes the halves for
//! CommonJS and workerd; [`crate::sizes`] measures, and refuses what is over its budget.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use crate::shell::{Ui, elapsed, say};
use crate::toolchain::{self, TARGET, Wasm};
use crate::{inline, node, outputs, papers, places, sizes};

/// The three modules; each is a feature of the crate, named with `js-` before it.
pub(crate) const FACES: [&str; 3] = ["address", "client", "gateway"];

/// What wasm-opt may use: what rustc and wasm-bindgen write today, by name, so that no newer feature slips in.
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

/// What precedes [`WASM_OPT`] where bytes count more than speed: functions that are called once stay functions unless they are short
/// (their bodies are more alike than what they would be in), control flow is taken apart and put together anew, and
/// offsets are folded into loads, for nothing is kept below 1024 (the stack begins there, and never grows so far).
const SMALLEST: [&str; 5] =
    ["--one-caller-inline-max-function-size=20", "--low-memory-unused", "--flatten", "--rereloop", "-Oz"];

/// What of a module its shell calls, where only numbers cross: everything else goes, and it needs no glue. Without
/// wasm-bindgen's table of values address.wasm is a module that wasm2js can translate.
fn bare_exports(face: &str) -> &'static [&'static str] {
    match face {
        "address" => &["memory", "area", "input", "one", "list", "failure"],
        "client" => &["memory", "room", "call", "answer", "numbers", "numbers_count", "pace", "again"],
        _ => &[],
    }
}

/// Takes out, one by one, what JavaScript engines without WebAssembly have no like of.
const LOWERING: [&str; 3] =
    ["--llvm-memory-copy-fill-lowering", "--signext-lowering", "--llvm-nontrapping-fptoint-lowering"];

/// The types that the packer prints, and what it is asked for them.
const TYPES: [(&str, &[&str]); 3] =
    [("v2.d.ts", &["types", "v2"]), ("v3.d.ts", &["types", "v3"]), ("operations.d.ts", &["operations"])];

/// The page, ready for any static host.
const SITE: &str = "target/site";

/// Runs the command.
pub(crate) fn command(ui: &Ui) -> Result<ExitCode> {
    let start = Instant::now();
    let root = places::root()?;
    let wasm = build(ui, &root)?;
    let fits = sizes::report(ui, &root, wasm.road)?;
    say(format_args!("built pkg/dist and {SITE} in {}", elapsed(start.elapsed())));
    Ok(if fits { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Sets up and builds everything, without measuring.
pub(crate) fn build(ui: &Ui, root: &Path) -> Result<Wasm> {
    node::ensure_packages(ui, root)?;
    let wasm = toolchain::ensure(ui, root)?;
    say(format_args!("wasm target: {}", wasm.describe()));
    let pack = packer(ui, root)?;
    let dist = root.join("pkg/dist");
    outputs::sweep(&dist)?;
    for face in FACES {
        let raw = compile(ui, root, &wasm, face)?;
        shrink(ui, root, &pack, &raw, face)?;
    }
    let table = ui.must("writing the endpoint table", Command::new(&pack).arg("endpoints"))?;
    outputs::endpoints(&dist, &table)?;
    let codes = ui.must("writing the error codes", Command::new(&pack).arg("codes"))?;
    fs::write(
        dist.join("codes.js"),
        format!("export const codes = /* @__PURE__ */ \"{codes}\".split(\",\");\n"),
    )?;
    for (file, args) in TYPES {
        let types = ui.must(&format!("writing {file}"), Command::new(&pack).args(args))?;
        fs::write(dist.join(file), types)?;
    }
    for generation in ["v2", "v3"] {
        let mut make = Command::new(&pack);
        make.args(["openapi", generation]).arg(root.join("tests/fixtures/recorded"));
        let document = ui.must(&format!("writing the OpenAPI document of {generation}"), &mut make)?;
        // Below a folder of their own, which a Worker can have as its assets.
        fs::create_dir_all(dist.join("assets/openapi"))?;
        fs::write(dist.join(format!("assets/openapi/{generation}.json")), document)?;
    }
    outputs::halves(ui, root)?;
    papers::write(root)?;
    site(ui, root)?;
    Ok(wasm)
}

/// Puts the page together as a static host serves it.
fn site(ui: &Ui, root: &Path) -> Result<()> {
    let mut node = Command::new("node");
    node.arg(root.join("xtask/js/site.mjs")).arg(root.join(SITE));
    ui.must(&format!("putting the page together in {SITE}"), &mut node)?;
    Ok(())
}

/// Compiles one face; gives the module as the linker left it.
fn compile(ui: &Ui, root: &Path, wasm: &Wasm, face: &str) -> Result<PathBuf> {
    let mut cargo = wasm.cargo(root);
    // `rustc --crate-type`: while the crate is also built as a Rust library, cargo leaves out link-time optimisation.
    // Addresses are many, and their module is small: speed is worth a few hundred bytes there.
    // So are requests at the gateway, whose module no page loads.
    let profile = if face == "client" { "release" } else { face };
    cargo.args(["rustc", "--locked", "--profile", profile, "--package", "ton-edge"]);
    cargo.args(["--lib", "--crate-type", "cdylib"]);
    cargo.args(["--target", TARGET, "--features", &format!("js-{face}")]);
    ui.must(&format!("compiling {face}.wasm"), &mut cargo)?;
    // The next face is written to the same place, so the module moves on at once.
    let built = root.join(wasm.target_dir()).join(TARGET).join(profile).join("ton_edge.wasm");
    let raw = root.join("target/xtask").join(format!("{face}.raw.wasm"));
    outputs::copy(&built, &raw)?;
    Ok(raw)
}

/// Builds the program that holds wasm-bindgen and the endpoint table.
pub(crate) fn packer(ui: &Ui, root: &Path) -> Result<PathBuf> {
    let mut cargo = places::cargo(root);
    cargo.args(["build", "--locked", "--package", "xtask", "--features", "pack", "--bin", "xtask-pack"]);
    ui.must("building the packer (wasm-bindgen as a library)", &mut cargo)?;
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
    let inputs = [
        raw.to_path_buf(),
        pack.to_path_buf(),
        root.join("tests/node_modules/binaryen/package.json"),
        // What is done here with the module changes with this program.
        std::env::current_exe().context("this program cannot be found")?,
    ];
    let third = match face {
        "address" => Some("nowasm.js"),
        "gateway" => Some("glue.js"),
        _ => None,
    };
    let made: Vec<PathBuf> =
        ["wasm", "wasm.js"].into_iter().chain(third).map(|end| dist.join(format!("{face}.{end}"))).collect();
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
    let exports = bare_exports(face);
    if !exports.is_empty() {
        module = strip(ui, root, &module, face, exports)?;
    }
    if face == "address" {
        without_wasm(ui, root, &module, &dist.join("address.nowasm.js"))?;
    }
    if exports.is_empty() {
        outputs::glue(&bound.join(format!("{face}.js")), &dist.join(format!("{face}.glue.js")))?;
    }
    let mut opt = node::tool(root, "binaryen/bin/wasm-opt");
    if face == "client" {
        opt.args(SMALLEST);
    }
    opt.args(WASM_OPT);
    if face == "gateway" {
        // The last of its options for size or speed counts.
        opt.arg("-O3");
    }
    opt.arg(module).arg("-o").arg(dist.join(format!("{face}.wasm")));
    ui.must(&format!("shrinking {face}.wasm"), &mut opt)?;
    inline::write(&dist.join(format!("{face}.wasm")), &dist.join(format!("{face}.wasm.js")))?;
    fs::write(stamp, mark)?;
    Ok(())
}

/// Keeps of a module what its exports reach.
fn strip(ui: &Ui, root: &Path, module: &Path, face: &str, exports: &[&str]) -> Result<PathBuf> {
    let (graph, stripped) = (module.with_extension("json"), module.with_extension("bare.wasm"));
    fs::write(&graph, outputs::graph(exports))?;
    let mut tool = node::tool(root, "binaryen/bin/wasm-metadce");
    tool.args(features()).arg("--graph-file").arg(graph).arg(module).arg("-o").arg(&stripped);
    ui.must(&format!("stripping {face}.wasm"), &mut tool)?;
    Ok(stripped)
}

/// The module as JavaScript, for places that refuse WebAssembly.
fn without_wasm(ui: &Ui, root: &Path, module: &Path, to: &Path) -> Result<()> {
    let (lowered, translated) = (module.with_extension("lowered.wasm"), module.with_extension("js"));
    let mut opt = node::tool(root, "binaryen/bin/wasm-opt");
    opt.args(features()).args(LOWERING).args(["-Oz", "--strip-target-features"]);
    ui.must("lowering address.wasm", opt.arg(module).arg("-o").arg(&lowered))?;
    let mut tool = node::tool(root, "binaryen/bin/wasm2js");
    tool.args(["-Oz", "--enable-mutable-globals"]).arg(&lowered).arg("-o").arg(&translated);
    ui.must("translating address.wasm to JavaScript", &mut tool)?;
    outputs::translated(&translated, to)
}

/// The features of [`WASM_OPT`], without what it does with them.
fn features() -> impl Iterator<Item = &'static str> {
    WASM_OPT.into_iter().filter(|flag| flag.starts_with("--enable-"))
}
