//! The second road to wasm, for Debian and its children: `rustc-web`, the compiler Debian keeps up to date for its
//! browsers, and a standard library built from `rust-web-src` into `target/wasm-sysroot`. Nothing is written to
//! `/usr` besides what apt installs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::shell::{Ui, answer, say};
use crate::toolchain::{Own, Road, TARGET, Wasm, holds_core, remaps};
use crate::{apt, places};

/// Debian's compiler, beside which rustup's may come first on the PATH.
const RUSTC: &str = "/usr/bin/rustc";
/// Debian's cargo: `-Z build-std` goes with the sources of the same version.
const CARGO: &str = "/usr/bin/cargo";
/// The packages of this road; the linker's name carries a number.
const PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];
/// Where the built standard library goes, with the version of the compiler that built it beside it.
const SYSROOT: &str = "target/wasm-sysroot";

/// Whether this machine has apt at all.
pub(crate) fn possible() -> bool {
    places::program("apt-get").is_some()
}

/// The road if it is ready: a compiler, and a standard library built by this very version.
pub(crate) fn find(root: &Path) -> Option<Wasm> {
    let version = answer(Command::new(RUSTC).arg("-vV"))?;
    let sysroot = root.join(SYSROOT);
    let made_by = fs::read_to_string(sysroot.join("made-by")).ok()?;
    let linker = linker()?;
    (made_by == version && holds_core(&lib(&sysroot))).then(|| Wasm {
        road: Road::Debian,
        rustc: RUSTC.into(),
        own: Some(Own { sysroot, linker }),
    })
}

/// Installs the packages that are missing and builds the standard library.
pub(crate) fn install(ui: &Ui, root: &Path) -> Result<Wasm> {
    if !installed() {
        say("installing Debian's compiler for wasm (rustc-web, its sources, and a linker; some 150 MB)");
        if newest_lld().is_none() {
            apt::update(ui)?;
        }
        let lld = newest_lld().context("apt knows no package lld-*: are its lists complete?")?;
        let packages: Vec<&str> = PACKAGES.iter().copied().chain([lld.as_str()]).collect();
        apt::install(ui, &packages)?;
    }
    build_std(ui, root)?;
    find(root).context("the standard library was built but is not where it should be")
}

/// Whether the compiler, its sources and a linker are there.
fn installed() -> bool {
    Path::new(RUSTC).is_file() && Path::new(CARGO).is_file() && sources().is_some() && linker().is_some()
}

/// The folder with the sources of the standard library for Debian's compiler.
fn sources() -> Option<PathBuf> {
    let sysroot = answer(Command::new(RUSTC).args(["--print", "sysroot"]))?;
    Some(Path::new(&sysroot).join("lib/rustlib/src/rust/library"))
        .filter(|dir| dir.join("Cargo.toml").is_file())
}

/// The newest linker for wasm; Debian adds LLVM's version to its name, and rustc would look for its own.
fn linker() -> Option<PathBuf> {
    let entries = fs::read_dir("/usr/bin").ok()?;
    entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            Some((name.strip_prefix("wasm-ld-")?.parse::<u32>().ok()?, entry.path()))
        })
        .max()
        .map(|(_, path)| path)
}

/// The newest linker apt knows: `lld-22` before `lld-9`.
fn newest_lld() -> Option<String> {
    let list = answer(Command::new("apt-cache").args(["search", "--names-only", "^lld-[0-9]+$"]))?;
    list.lines()
        .filter_map(|line| line.split_whitespace().next())
        .filter_map(|name| Some((name.strip_prefix("lld-")?.parse::<u32>().ok()?, name)))
        .max()
        .map(|(_, name)| name.to_owned())
}

/// Where a compiler looks for the libraries of the target under a sysroot.
fn lib(sysroot: &Path) -> PathBuf {
    sysroot.join("lib/rustlib").join(TARGET).join("lib")
}

/// Builds the standard library through an empty crate and copies what came with it.
fn build_std(ui: &Ui, root: &Path) -> Result<()> {
    let dir = root.join("target/wasm-std");
    fs::create_dir_all(dir.join("src"))?;
    fs::write(dir.join("src/lib.rs"), "#![no_std]\n")?;
    fs::write(
        dir.join("Cargo.toml"),
        "[package]\nname = \"empty\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n\n\
         [profile.release]\nopt-level = \"s\"\ncodegen-units = 1\n",
    )?;
    // Fat LTO needs the bitcode. Paths are replaced here too: they end up in panics.
    let mut flags = vec!["-Cembed-bitcode=yes".to_owned()];
    flags.extend(remaps(root, Path::new(RUSTC)));
    let mut cargo = Command::new(CARGO);
    cargo
        .current_dir(&dir)
        .args(["build", "--release", "-Z", "build-std=std,panic_abort,panic_unwind,test", "--target", TARGET])
        .env("RUSTC", RUSTC)
        .env("RUSTC_BOOTSTRAP", "1")
        .env_remove("RUSTFLAGS")
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
        .env("CARGO_TARGET_DIR", dir.join("target"));
    ui.must("building the standard library for wasm", &mut cargo)?;

    let sysroot = root.join(SYSROOT);
    if sysroot.exists() {
        fs::remove_dir_all(&sysroot)?;
    }
    fs::create_dir_all(lib(&sysroot))?;
    let built = dir.join("target").join(TARGET).join("release/deps");
    for entry in fs::read_dir(&built).with_context(|| format!("cannot read {}", built.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".rlib") && !name.starts_with("libempty-") {
            fs::copy(entry.path(), lib(&sysroot).join(&name))?;
        }
    }
    let Some(version) = answer(Command::new(RUSTC).arg("-vV")) else {
        bail!("{RUSTC} does not tell its version");
    };
    // Written last: its presence says that all before it is complete.
    fs::write(sysroot.join("made-by"), version)?;
    Ok(())
}
