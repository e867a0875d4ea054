//! Paths of the checkout, of cargo's folders, and of programs on the PATH.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

/// Finds the root of the checkout: the parent of the folder that cargo gives for this crate; without cargo, the nearest folder above the
/// current one that contains `xtask/`.
pub(crate) fn find_root() -> Result<PathBuf> {
    let cargo_root = std::env::var_os("CARGO_MANIFEST_DIR")
        .and_then(|dir| Path::new(&dir).parent().map(Path::to_path_buf))
        .filter(|dir| dir.join("xtask/Cargo.toml").is_file());
    if let Some(root) = cargo_root {
        return Ok(root);
    }
    let current_folder = std::env::current_dir().context("the current folder cannot be read")?;
    current_folder
        .ancestors()
        .find(|dir| dir.join("xtask/Cargo.toml").is_file())
        .map(Path::to_path_buf)
        .context("run this inside a checkout of ton-edge: neither this folder nor one above it has xtask/Cargo.toml")
}

/// Returns the cargo that runs this program, at the root of the checkout.
pub(crate) fn cargo_command(root: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root);
    // In CI nothing is compiled twice, so incremental compilation would only cost time.
    if std::env::var_os("CI").is_some_and(|value| !value.is_empty()) {
        cargo.env("CARGO_INCREMENTAL", "0");
    }
    cargo
}

/// Finds the compiler that cargo uses.
pub(crate) fn find_rustc() -> PathBuf {
    std::env::var_os("RUSTC").map_or_else(|| PathBuf::from("rustc"), PathBuf::from)
}

/// Finds Cargo's home, where it unpacks crates.
pub(crate) fn find_cargo_home() -> Option<PathBuf> {
    std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
}

/// Finds a program on the PATH, or at a path.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    if name.contains(std::path::MAIN_SEPARATOR) {
        return Some(PathBuf::from(name)).filter(|path| path.is_file());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .flat_map(|dir| {
            let endings: &[&str] = if cfg!(windows) { &[".exe", ".cmd"] } else { &[""] };
            endings.iter().map(move |end| dir.join(format!("{name}{end}"))).collect::<Vec<_>>()
        })
        .find(|file| file.is_file())
}
