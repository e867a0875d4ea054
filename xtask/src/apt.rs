//! Installs Debian packages, or names the command that does it.

use std::process::Command;

use anyhow::{Result, bail};

use crate::paths::find_program;
use crate::shell::{Ui, read_output};

/// Returns the command line that installs packages.
pub(crate) fn install_line(packages: &[&str]) -> String {
    format!("sudo apt-get install -y --no-install-recommends {}", packages.join(" "))
}

/// Refreshes apt's package lists.
pub(crate) fn update(ui: &Ui) -> Result<()> {
    require_root("refreshing apt's lists", "sudo apt-get update")?;
    ui.require_success("apt-get update", get().arg("update")).map(drop)
}

/// Installs Debian packages; if that fails at first, refreshes apt's package lists and tries again. Needs root: without it the error names
/// the command to run.
pub(crate) fn install(ui: &Ui, packages: &[&str]) -> Result<()> {
    let names = packages.join(" ");
    require_root(&format!("installing {names}"), &install_line(packages))?;
    let label = format!("apt-get install {names}");
    let mut command = get();
    command.args(["install", "-y", "--no-install-recommends"]).args(packages);
    if ui.run(&label, &mut command, None)?.status.success() {
        return Ok(());
    }
    update(ui)?;
    ui.require_success(&label, &mut command).map(drop)
}

/// Upgrades those of these packages that are installed.
pub(crate) fn upgrade_packages(ui: &Ui, packages: &[&str]) -> Result<()> {
    if find_program("apt-get").is_none() {
        bail!("apt-get is not installed");
    }
    // apt refuses the whole command if it does not know one of the packages.
    let is_installed = |package: &&&str| {
        let status =
            read_output(Command::new("dpkg-query").args(["--show", "--showformat", "${Status}", package]));
        status.is_some_and(|status| status.ends_with(" installed"))
    };
    let packages: Vec<&str> = packages.iter().filter(is_installed).copied().collect();
    update(ui)?;
    let mut command = get();
    command.args(["install", "-y", "--only-upgrade"]).args(&packages);
    ui.require_success(&format!("upgrading {}", packages.join(" ")), &mut command).map(drop)
}

/// Returns an apt-get command that asks no questions and waits while another apt-get runs.
fn get() -> Command {
    let mut apt = Command::new("apt-get");
    apt.env("DEBIAN_FRONTEND", "noninteractive").args(["-o", "DPkg::Lock::Timeout=300"]);
    apt
}

/// Refuses a user who is not root, with the command line to run.
fn require_root(action: &str, line: &str) -> Result<()> {
    if read_output(Command::new("id").arg("-u")).as_deref() == Some("0") {
        return Ok(());
    }
    bail!("{action} needs root; run this, then try again:\n  {line}")
}
