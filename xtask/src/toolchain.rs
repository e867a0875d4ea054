//! The compiler of the wasm modules, which [`crate::wasm_setup`] installs in one of two ways.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::paths;
use crate::shell::read_output;

/// The target of the wasm modules.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// The way the wasm modules are compiled on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WasmToolchain {
    /// With the standard library that came with the toolchain, or that rustup adds.
    Rustup,
    /// With Debian's `rustc-web`, and a standard library built from its sources.
    Debian,
}

/// The compiler of the wasm modules, and its parts.
#[derive(Debug)]
pub(crate) struct Wasm {
    /// The way in which the modules are compiled.
    pub(crate) toolchain: WasmToolchain,
    /// The compiler.
    pub(crate) rustc: PathBuf,
    /// The standard library and the linker; only for [`WasmToolchain::Debian`].
    pub(crate) own_toolchain: Option<OwnSources>,
}

/// The standard library and the linker for Debian's compiler.
#[derive(Debug)]
pub(crate) struct OwnSources {
    /// The folder with the standard library built here.
    pub(crate) sysroot: PathBuf,
    /// The path of the linker.
    pub(crate) linker: PathBuf,
}

impl Wasm {
    /// Returns a cargo command that builds for wasm, without paths of this machine in the output.
    pub(crate) fn cargo_command(&self, root: &Path) -> Command {
        let mut flags: Vec<String> = Vec::new();
        if let Some(own_toolchain) = &self.own_toolchain {
            flags.push(format!("--sysroot={}", own_toolchain.sysroot.display()));
            flags.push(format!("-Clinker={}", own_toolchain.linker.display()));
        }
        flags.extend(list_remaps(root, &self.rustc));
        // Compiles SHA-512 of ed25519.wasm as a loop, which saves 1.6 kB after brotli.
        flags.push("--cfg=sha2_backend_soft=\"compact\"".to_owned());
        let mut cargo = paths::cargo_command(root);
        cargo
            .env("RUSTC", &self.rustc)
            .env_remove("RUSTFLAGS")
            .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
            .env("CARGO_TARGET_DIR", root.join(self.target_dir()));
        cargo
    }

    /// Returns the target folder. Each way has its own, so switching between them rebuilds nothing.
    pub(crate) fn target_dir(&self) -> &'static str {
        match self.toolchain {
            WasmToolchain::Rustup => "target/wasm",
            WasmToolchain::Debian => "target/wasm-debian",
        }
    }

    /// Describes the compiler in one line for users.
    pub(crate) fn describe(&self) -> String {
        let version = read_output(Command::new(&self.rustc).arg("--version")).unwrap_or_default();
        match self.toolchain {
            WasmToolchain::Rustup => {
                format!("compiled by {version}, with the standard library that rustup installs")
            }
            WasmToolchain::Debian => {
                format!(
                    "compiled by Debian's rustc-web ({version}), with a standard library that was built on this machine"
                )
            }
        }
    }
}

/// Returns whether a folder contains a compiled `core`.
pub(crate) fn holds_core(dir: &Path) -> bool {
    std::fs::read_dir(dir).is_ok_and(|entries| {
        entries.flatten().any(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            name.starts_with("libcore-") && name.ends_with(".rlib")
        })
    })
}

/// Lists flags that replace every path of this machine: panics contain the path of their source file, and the same sources must result in the
/// same bytes on every machine.
pub(crate) fn list_remaps(root: &Path, rustc: &Path) -> Vec<String> {
    let mut pairs = vec![(root.to_path_buf(), "/ton-edge".to_owned())];
    if let Some(home) = paths::find_cargo_home() {
        pairs.push((home.join("registry/src"), "/crates".to_owned()));
    }
    let version = read_output(Command::new(rustc).arg("-vV")).unwrap_or_default();
    let field = |name: &str| version.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    // If sources are installed beside the compiler, its library's paths are local ones; this restores the original paths.
    let library = format!("/rustc/{}", field("commit-hash:").unwrap_or("std"));
    if let Some(sysroot) = read_output(Command::new(rustc).args(["--print", "sysroot"])) {
        pairs.push((Path::new(&sysroot).join("lib/rustlib/src/rust"), library.clone()));
    }
    if let Some(version) = field("release:") {
        pairs.push((PathBuf::from(format!("/usr/src/rustc-{version}")), library));
    }
    pairs.into_iter().map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display())).collect()
}
