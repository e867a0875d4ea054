//! What the JavaScript side needs: Node, the npm tools of `tests/`, a browser; and apt, which installs the last.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::places::program;
use crate::shell::{Ui, answer, say};

/// The oldest Node that everything here runs on.
pub(crate) const OLDEST_NODE: u32 = 20;
/// How to get Node, for those who have none or an old one.
pub(crate) const GET_NODE: &str =
    "install Node 20 or newer: https://nodejs.org/en/download, or your package manager";
/// How to get npm, where a distribution splits it from Node.
pub(crate) const GET_NPM: &str =
    "install npm: it comes with Node from https://nodejs.org, or apt-get install npm";
/// The one package that is the browser.
const CHROMIUM_PACKAGE: &str = "chromium";
/// Names a Chromium goes by, on the PATH or at a fixed place.
const CHROMIUM_NAMES: [&str; 7] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// Node's version, as `(20, "v20.1.0")`.
pub(crate) fn node_version() -> Option<(u32, String)> {
    let version = answer(Command::new("node").arg("--version"))?;
    let major = version.trim_start_matches('v').split('.').next()?.parse().ok()?;
    Some((major, version))
}

/// Refuses a missing or old Node.
pub(crate) fn ensure_node() -> Result<()> {
    match node_version() {
        None => bail!("node is missing: {GET_NODE}"),
        Some((major, version)) if major < OLDEST_NODE => {
            bail!("node {version} is too old: {GET_NODE}")
        }
        Some(_) => Ok(()),
    }
}

/// npm; its name on Windows is a script's.
pub(crate) fn npm() -> Command {
    Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// The state of `tests/node_modules`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packages {
    /// Nothing was installed.
    Missing,
    /// The lockfile is newer than what is installed.
    Stale,
    /// As the lockfile says.
    Ready,
}

/// Compares what npm installed with the lockfile.
pub(crate) fn packages(root: &Path) -> Packages {
    let age = |path: &str| fs::metadata(root.join(path)).and_then(|meta| meta.modified()).ok();
    match (age("tests/node_modules/.package-lock.json"), age("tests/package-lock.json")) {
        (Some(installed), Some(wanted)) if installed >= wanted => Packages::Ready,
        (Some(_), _) => Packages::Stale,
        (None, _) => Packages::Missing,
    }
}

/// Installs the npm tools if they are not as the lockfile says. No install script runs: none of them needs one.
pub(crate) fn ensure_packages(ui: &Ui, root: &Path) -> Result<()> {
    ensure_node()?;
    if packages(root) == Packages::Ready {
        return Ok(());
    }
    if program("npm").is_none() {
        bail!("npm is missing: {GET_NPM}");
    }
    let mut command = npm();
    command.current_dir(root).args([
        "ci",
        "--prefix",
        "tests",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
    ]);
    ui.must("installing the npm tools of tests/", &mut command)?;
    Ok(())
}

/// A tool of `tests/node_modules`, run by Node: `tool(root, "binaryen/bin/wasm-opt")`.
pub(crate) fn tool(root: &Path, path: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(root.join("tests/node_modules").join(path)).current_dir(root);
    command
}

/// The browser on this machine: `CHROMIUM` wins.
pub(crate) fn find_chromium() -> Result<Option<PathBuf>> {
    if let Some(named) = std::env::var_os("CHROMIUM").filter(|named| !named.is_empty()) {
        let path = PathBuf::from(named);
        return match program(&path.to_string_lossy()) {
            Some(found) => Ok(Some(found)),
            None => bail!("CHROMIUM names {}, which is not there", path.display()),
        };
    }
    Ok(CHROMIUM_NAMES.iter().find_map(|name| program(name)))
}

/// Finds a browser, or installs Debian's.
pub(crate) fn ensure_chromium(ui: &Ui) -> Result<PathBuf> {
    if let Some(found) = find_chromium()? {
        return Ok(found);
    }
    let advice = "the suites need a browser: install Chromium or Chrome, or name one: CHROMIUM=/path/to/it";
    if program("apt-get").is_none() {
        bail!("no Chromium found, and no apt-get to install it with: {advice}");
    }
    say("no Chromium found: installing Debian's (some 300 MB installed)");
    apt_install(ui, &[CHROMIUM_PACKAGE]).context(advice)?;
    find_chromium()?.with_context(|| format!("apt installed chromium, but it is not on the PATH: {advice}"))
}

/// The command that installs packages, as one types it.
pub(crate) fn apt_line(packages: &[&str]) -> String {
    format!("sudo apt-get install -y --no-install-recommends {}", packages.join(" "))
}

/// Refreshes apt's lists.
pub(crate) fn apt_update(ui: &Ui) -> Result<()> {
    must_be_root("refreshing apt's lists", "sudo apt-get update")?;
    ui.must("apt-get update", apt().arg("update")).map(drop)
}

/// Installs Debian packages, with fresh lists if the old ones do not do; who is not root is told the command instead.
pub(crate) fn apt_install(ui: &Ui, packages: &[&str]) -> Result<()> {
    let names = packages.join(" ");
    must_be_root(&format!("installing {names}"), &apt_line(packages))?;
    let label = format!("apt-get install {names}");
    let mut install = apt();
    install.args(["install", "-y", "--no-install-recommends"]).args(packages);
    if ui.run(&label, &mut install, None)?.status.success() {
        return Ok(());
    }
    apt_update(ui)?;
    ui.must(&label, &mut install).map(drop)
}

/// apt that asks nothing and waits for its turn.
fn apt() -> Command {
    let mut apt = Command::new("apt-get");
    apt.env("DEBIAN_FRONTEND", "noninteractive").args(["-o", "DPkg::Lock::Timeout=300"]);
    apt
}

/// Tells who is not root what to run.
fn must_be_root(what: &str, line: &str) -> Result<()> {
    if answer(Command::new("id").arg("-u")).as_deref() == Some("0") {
        return Ok(());
    }
    bail!("{what} needs root; run this, then try again:\n  {line}")
}
