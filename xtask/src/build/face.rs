//! Converts one wasm module: compiled, bound, optimized, and written as text for the entries that inline it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context as _, Result};

use crate::build::{Profile, compiled};
use crate::shell::Ui;
use crate::toolchain::{WASM_TARGET, Wasm};
use crate::{inline, node, outputs};

/// The wasm features that wasm-opt may use: those that rustc and wasm-bindgen emit today, by name, so that newer features are not used unnoticed.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-mutable-globals",
    "--enable-sign-ext",
    "--enable-nontrapping-float-to-int",
    "--enable-multivalue",
    "--enable-reference-types",
];

/// Replaces the WebAssembly instructions that wasm2js cannot translate.
const LOWERING: [&str; 3] =
    ["--llvm-memory-copy-fill-lowering", "--signext-lowering", "--llvm-nontrapping-fptoint-lowering"];

/// Returns the exports that JavaScript calls in a module whose arguments and results are all numbers. The other exports are removed, so that
/// the module works without bindings and `wasm2js` can translate it.
fn list_bare_exports(face: &str) -> &'static [&'static str] {
    match face {
        "address" => &["memory", "area", "input", "one", "list", "failure"],
        "cell" | "ed25519" => &["memory", "room", "call", "result"],
        "client" => &["memory", "room", "call", "result", "numbers", "step"],
        _ => &[],
    }
}

/// Returns the flags of wasm-opt for a shipped module.
fn list_optimisation_flags(face: &str) -> &'static [&'static str] {
    match face {
        // The gateway runs on servers, where speed matters more than size.
        "gateway" => &["-O3"],
        // These flags rebuild the branches of functions, which makes them shorter, and shrink twice: this saves 0.3 kB after brotli without loss of
        // speed. Every page loads this module.
        "client" => &["--flatten", "--rereloop", "-Oz", "-Oz"],
        _ => &["-Oz"],
    }
}

/// Returns the optimization level of a module in TOML, if it is not the profile's, which is for size.
fn choose_opt_level(face: &str) -> Option<&'static str> {
    match face {
        // The module is 500 bytes larger after brotli, and a call takes half the time (measured with `cargo xtask bench address`).
        "address" => Some("\"s\""),
        // A verdict without a cache takes 8.6 us in Node. At level 3 it takes 6.6 us, and the module is 35 kB larger after brotli; at `z` it takes
        // 14 us, and the module is 11 kB smaller.
        "gateway" => Some("\"s\""),
        _ => None,
    }
}

/// Returns the settings of crates that have their own optimization level, which costs bytes and saves time.
fn list_package_levels(face: &str) -> &'static [&'static str] {
    match face {
        // SHA-256 takes half the time of parsing a bag; this makes it a tenth faster at the same size.
        "cell" => &["profile.release.package.sha2.opt-level=\"s\""],
        // Integers of 257 bits: this costs 3 kB after brotli.
        "emulator" | "tvm" => &["profile.release.package.num-bigint.opt-level=\"s\""],
        _ => &[],
    }
}

/// Returns the folder of a profile's files. They are copied to `pkg/dist`, so that switching the profile rebuilds
/// nothing.
fn profile_folder(root: &Path, profile: Profile) -> PathBuf {
    root.join(match profile {
        Profile::Shipped => "target/xtask/shipped",
        Profile::Quick => "target/xtask/quick",
    })
}

/// Returns the path of the module that the linker writes.
fn linked_module(root: &Path, profile: Profile, face: &str) -> PathBuf {
    profile_folder(root, profile).join(format!("{face}.raw.wasm"))
}

/// Compiles one module. All modules share a folder, and so their dependencies: with separate folders, a build from
/// scratch takes twice the CPU time.
pub(crate) fn compile(ui: &Ui, root: &Path, wasm: &Wasm, face: &str, profile: Profile) -> Result<()> {
    let mut cargo = wasm.cargo_command(root);
    // `rustc --crate-type`: for a crate that is also built as a Rust library, cargo omits link-time
    // optimization.
    cargo.args(["rustc", "--locked", "--package", "ton-edge"]);
    let name = match profile {
        Profile::Shipped => {
            if let Some(level) = choose_opt_level(face) {
                // Not a separate profile, because each profile has its own folder, and cargo would compile the macros again for it.
                cargo.args(["--config", &format!("profile.release.opt-level={level}")]);
            }
            for level in list_package_levels(face) {
                cargo.args(["--config", level]);
            }
            "release"
        }
        Profile::Quick => "quick",
    };
    cargo.args(["--profile", name, "--lib", "--crate-type", "cdylib"]);
    cargo.args(["--target", WASM_TARGET, "--features", &format!("js-{face}")]);
    let module = linked_module(root, profile, face);
    let method = format!("{}\n{cargo:?}", wasm.describe());
    if compiled::is_up_to_date(root, &module, &method) {
        return Ok(());
    }
    let started_at = SystemTime::now();
    ui.require_success(&format!("compiling {face}.wasm"), &mut cargo)?;
    let built_file = root.join(wasm.target_dir()).join(WASM_TARGET).join(name);
    outputs::copy(&built_file.join("ton_edge.wasm"), &module)?;
    compiled::record_build(root, &module, &method, &built_file.join("ton_edge.d"), started_at)
}

/// Writes the files of a compiled module, and copies them to `pkg/dist`.
pub(crate) fn make(ui: &Ui, root: &Path, pack: &Path, face: &str, profile: Profile) -> Result<()> {
    let mut endings = vec!["wasm", "wasm.js"];
    if list_bare_exports(face).is_empty() {
        endings.push("glue.js");
    }
    write_if_changed(root, face, profile, "", &endings, || write(ui, root, pack, face, profile))
}

/// Writes the module as JavaScript, if it has that form; call this after [`make`].
pub(crate) fn make_without_wasm(ui: &Ui, root: &Path, face: &str, profile: Profile) -> Result<()> {
    if list_bare_exports(face).is_empty() {
        return Ok(());
    }
    write_if_changed(root, face, profile, ".nowasm", &["nowasm.js"], || {
        write_without_wasm(ui, root, face, profile)
    })
}

/// Writes files of a compiled module unless they are up to date, and copies them to `pkg/dist`.
fn write_if_changed(
    root: &Path,
    face: &str,
    profile: Profile,
    label: &str,
    endings: &[&str],
    write: impl FnOnce() -> Result<()>,
) -> Result<()> {
    let folder = profile_folder(root, profile);
    let names: Vec<String> = endings.iter().map(|end| format!("{face}.{end}")).collect();
    // The lockfile has the version of wasm-bindgen; these sources determine the rest.
    let sources = [
        "Cargo.lock",
        "tests/node_modules/binaryen/package.json",
        "xtask/src/pack/main.rs",
        "xtask/src/build/face.rs",
        "xtask/src/inline.rs",
        "xtask/src/outputs.rs",
    ];
    let mut inputs = vec![linked_module(root, profile, face)];
    inputs.extend(sources.map(|source| root.join(source)));
    let stamp_path = folder.join(format!("{face}{label}.stamp"));
    let fingerprint = outputs::hash_files(&inputs)?;
    let is_up_to_date = names.iter().all(|name| folder.join(name).is_file())
        && fs::read_to_string(&stamp_path).is_ok_and(|old_fingerprint| old_fingerprint == fingerprint);
    if !is_up_to_date {
        write()?;
        fs::write(stamp_path, fingerprint)?;
    }
    for name in names {
        let bytes = fs::read(folder.join(&name)).with_context(|| format!("cannot read {name}"))?;
        outputs::write(&root.join("pkg/dist").join(name), &bytes)?;
    }
    Ok(())
}

/// Returns the path of the module that has only the exports of [`list_bare_exports`].
fn stripped_module(root: &Path, face: &str, profile: Profile) -> PathBuf {
    profile_folder(root, profile).join("bound").join(format!("{face}_bg.bare.wasm"))
}

/// Converts the linker's module to the files that entries import: bindings, the module, and the module as text.
fn write(ui: &Ui, root: &Path, pack: &Path, face: &str, profile: Profile) -> Result<()> {
    let folder = profile_folder(root, profile);
    let (bound, exports) = (folder.join("bound"), list_bare_exports(face));
    let output_path = |end: &str| folder.join(format!("{face}.{end}"));
    let mut bind = Command::new(pack);
    bind.arg("bind").arg(linked_module(root, profile, face)).arg(&bound).arg(face);
    ui.require_success(&format!("binding {face}.wasm"), &mut bind)?;
    let mut module = bound.join(format!("{face}_bg.wasm"));
    if exports.is_empty() {
        outputs::copy_glue(&bound.join(format!("{face}.js")), &output_path("glue.js"))?;
    } else {
        let stripped_path = stripped_module(root, face, profile);
        strip_unused(ui, root, &module, &stripped_path, exports)?;
        module = stripped_path;
    }
    match profile {
        Profile::Shipped => {
            let mut wasm_opt = node::tool_command(root, "binaryen/bin/wasm-opt");
            wasm_opt.args(list_optimisation_flags(face)).arg("--strip-target-features").args(FEATURES);
            ui.require_success(
                &format!("shrinking {face}.wasm"),
                wasm_opt.arg(module).arg("-o").arg(output_path("wasm")),
            )?;
        }
        Profile::Quick => outputs::copy(&module, &output_path("wasm"))?,
    }
    inline::write(&output_path("wasm"), &output_path("wasm.js"))
}

/// Removes the parts of a module that its exports do not use.
fn strip_unused(ui: &Ui, root: &Path, module: &Path, to: &Path, exports: &[&str]) -> Result<()> {
    let graph = module.with_extension("json");
    fs::write(&graph, outputs::write_graph(exports))?;
    let mut tool = node::tool_command(root, "binaryen/bin/wasm-metadce");
    tool.args(FEATURES).arg("--graph-file").arg(graph).arg(module).arg("-o").arg(to);
    ui.require_success(&format!("stripping {}", module.display()), &mut tool)?;
    Ok(())
}

/// Writes the module as JavaScript, for runtimes that refuse WebAssembly.
fn write_without_wasm(ui: &Ui, root: &Path, face: &str, profile: Profile) -> Result<()> {
    let module = stripped_module(root, face, profile);
    let (lowered_path, translated_path) =
        (module.with_extension("lowered.wasm"), module.with_extension("js"));
    let mut wasm_opt = node::tool_command(root, "binaryen/bin/wasm-opt");
    wasm_opt.args(FEATURES).args(LOWERING).args(["-Oz", "--strip-target-features"]);
    ui.require_success(&format!("lowering {face}.wasm"), wasm_opt.arg(module).arg("-o").arg(&lowered_path))?;
    let mut tool = node::tool_command(root, "binaryen/bin/wasm2js");
    tool.args(["-Oz", "--enable-mutable-globals"]).arg(&lowered_path).arg("-o").arg(&translated_path);
    ui.require_success(&format!("translating {face}.wasm to JavaScript"), &mut tool)?;
    outputs::write_translated(
        &translated_path,
        &profile_folder(root, profile).join(format!("{face}.nowasm.js")),
    )
}
