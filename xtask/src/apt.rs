//! Installs Debian's packages, or names the command that does.

use std::process::Command;

use anyhow::{Result, bail};

use crate::shell::{Ui, output_of};

/// The command line that installs packages.
pub(crate) fn line(packages: &[&str]) -> String {
    format!("sudo apt-get install -y --no-install-recommends {}", packages.join(" "))
}

/// Refreshes apt's lists.
pub(crate) fn update(ui: &Ui) -> Result<()> {
    must_be_root("refreshing apt's lists", "sudo apt-get update")?;
    ui.must("apt-get update", get().arg("update")).map(drop)
}

/// Installs Debian packages, refreshing apt's lists if that fails at first. Needs root: without it the error
/// names the command to run.
pub(crate) fn install(ui: &Ui, packages: &[&str]) -> Result<()> {
    let names = packages.join(" ");
    must_be_root(&format!("installing {names}"), &line(packages))?;
    let label = format!("apt-get install {names}");
    let mut command = get();
    command.args(["install", "-y", "--no-install-recommends"]).args(packages);
    if ui.run(&label, &mut command, None)?.status.success() {
        return Ok(());
    }
    update(ui)?;
    ui.must(&label, &mut command).map(drop)
}

/// apt-get that asks no question and waits while another one runs.
fn get() -> Command {
    let mut apt = Command::new("apt-get");
    apt.env("DEBIAN_FRONTEND", "noninteractive").args(["-o", "DPkg::Lock::Timeout=300"]);
    apt
}

/// Refuses a user who is not root, with the command line to run.
fn must_be_root(what: &str, line: &str) -> Result<()> {
    if output_of(Command::new("id").arg("-u")).as_deref() == Some("0") {
        return Ok(());
    }
    bail!("{what} needs root; run this, then try again:\n  {line}")
}
