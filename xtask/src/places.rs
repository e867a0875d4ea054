//! Where things are: the checkout, cargo's folders, programs on the PATH.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

/// The root of the checkout. Cargo tells where this crate is; without cargo, the folder above us with `xtask/`.
pub(crate) fn root() -> Result<PathBuf> {
    let told = std::env::var_os("CARGO_MANIFEST_DIR")
        .and_then(|dir| Path::new(&dir).parent().map(Path::to_path_buf))
        .filter(|dir| dir.join("xtask/Cargo.toml").is_file());
    if let Some(root) = told {
        return Ok(root);
    }
    let here = std::env::current_dir().context("the current folder cannot be read")?;
    here.ancestors()
        .find(|dir| dir.join("xtask/Cargo.toml").is_file())
        .map(Path::to_path_buf)
        .context("run this inside a checkout of ton-edge: no folder above here holds xtask/Cargo.toml")
}

/// Cargo, the same one that runs us, at the root of the checkout.
pub(crate) fn cargo(root: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root);
    cargo
}

/// The compiler that cargo uses here.
pub(crate) fn rustc() -> PathBuf {
    std::env::var_os("RUSTC").map_or_else(|| PathBuf::from("rustc"), PathBuf::from)
}

/// Cargo's own folder, where it unpacks crates.
pub(crate) fn cargo_home() -> Option<PathBuf> {
    std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
}

/// A program on the PATH; a name with a path in it is taken as it is.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    if name.contains(std::path::MAIN_SEPARATOR) {
        return Some(PathBuf::from(name)).filter(|path| path.is_file());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .flat_map(|dir| {
            let ends: &[&str] = if cfg!(windows) { &[".exe", ".cmd"] } else { &[""] };
            ends.iter().map(move |end| dir.join(format!("{name}{end}"))).collect::<Vec<_>>()
        })
        .find(|file| file.is_file())
}
