//! Node, npm, and the npm tools of `tests/`.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, bail};

use crate::paths::find_program;
use crate::shell::{Ui, read_output};

/// The oldest version of Node with which build and tests run.
pub(crate) const OLDEST_NODE: u32 = 20;
/// The advice on getting Node 20 or newer.
pub(crate) const GET_NODE: &str =
    "install Node 20 or newer: https://nodejs.org/en/download, or your package manager";
/// The advice on getting npm, which some distributions package separately from Node.
pub(crate) const GET_NPM: &str =
    "install npm: it comes with Node from https://nodejs.org, or apt-get install npm";
/// The folder with the npm tools of build and tests.
const TESTS_FOLDER: &str = "tests";
/// The name of a lockfile that `xtask/js/locks.mjs` has packed.
const PACKED_LOCKFILE: &str = "package-lock.json.gz";

/// Finds Node's version, as `(20, "v20.1.0")`.
pub(crate) fn find_node_version() -> Option<(u32, String)> {
    let version = read_output(Command::new("node").arg("--version"))?;
    let major = version.trim_start_matches('v').split('.').next()?.parse().ok()?;
    Some((major, version))
}

/// Refuses a missing or old Node.
pub(crate) fn ensure_node() -> Result<()> {
    match find_node_version() {
        None => bail!("node is missing: {GET_NODE}"),
        Some((major, version)) if major < OLDEST_NODE => {
            bail!("node {version} is too old: {GET_NODE}")
        }
        Some(_) => Ok(()),
    }
}

/// Returns the npm command, which on Windows is a script with an extension.
pub(crate) fn npm_command() -> Command {
    Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// The state of `tests/node_modules`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packages {
    /// No packages are installed.
    Missing,
    /// The lockfile is newer than the installed packages.
    Stale,
    /// The packages of the lockfile are installed.
    Ready,
}

/// Compares what npm installed in `tests/` with the lockfile.
pub(crate) fn check_packages(root: &Path) -> Packages {
    check_packages_in(root, TESTS_FOLDER)
}

fn check_packages_in(root: &Path, folder: &str) -> Packages {
    let read_age =
        |path: &str| fs::metadata(root.join(folder).join(path)).and_then(|meta| meta.modified()).ok();
    let lockfile_age = read_age(PACKED_LOCKFILE).or_else(|| read_age("package-lock.json"));
    match (read_age("node_modules/.package-lock.json"), lockfile_age) {
        (Some(installed), Some(lockfile_age)) if installed >= lockfile_age => Packages::Ready,
        (Some(_), _) => Packages::Stale,
        (None, _) => Packages::Missing,
    }
}

/// Installs the npm tools of `tests/`.
pub(crate) fn ensure_packages(ui: &Ui, root: &Path) -> Result<()> {
    ensure_packages_in(ui, root, TESTS_FOLDER)
}

/// Held while npm installs, because two installations at once would disturb each other.
static INSTALL_LOCK: Mutex<()> = Mutex::new(());

/// Installs the npm packages of a folder if they differ from its lockfile, which may be packed. Install scripts do not run, because the
/// packages work without them. A concurrent call waits.
pub(crate) fn ensure_packages_in(ui: &Ui, root: &Path, folder: &str) -> Result<()> {
    ensure_node()?;
    let _installing = INSTALL_LOCK.lock().unwrap_or_else(PoisonError::into_inner);
    if check_packages_in(root, folder) == Packages::Ready {
        return Ok(());
    }
    if find_program("npm").is_none() {
        bail!("npm is missing: {GET_NPM}");
    }
    if root.join(folder).join(PACKED_LOCKFILE).is_file() {
        let mut unpack = Command::new("node");
        unpack.current_dir(root).args(["xtask/js/locks.mjs", "unpack", folder]);
        ui.require_success(&format!("unpacking the lockfile of {folder}/"), &mut unpack)?;
    }
    let mut command = npm_command();
    command.current_dir(root).args(["ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"]);
    ui.require_success(&format!("installing the npm packages of {folder}/"), &mut command)?;
    Ok(())
}

/// Returns the command that runs a tool of `tests/node_modules` with Node: `tool_command(root, "binaryen/bin/wasm-opt")`.
pub(crate) fn tool_command(root: &Path, path: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(root.join("tests/node_modules").join(path)).current_dir(root);
    command
}
