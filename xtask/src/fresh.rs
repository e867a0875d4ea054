//! `cargo xtask test --fresh`: the run of a newcomer. Clones the committed tree, installs the newest versions of all tools that are not
//! pinned, and runs `cargo xtask test` in the clone with empty caches.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};

use crate::apt_tools::APT_TOOLS;
use crate::processes::Program;
use crate::shell::{Ui, print_line, read_output};
use crate::{apt, paths, toolchain, versions};

/// Variables that cargo and rustup set for the programs that they start; the fresh run sets its own.
const REMOVED_VARIABLES: [&str; 8] = [
    "CARGO",
    "CARGO_HOME",
    "CARGO_MANIFEST_DIR",
    "CARGO_TARGET_DIR",
    "LD_LIBRARY_PATH",
    "RUSTC",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
];
/// The folders of caches, by the variables that name them.
const CACHE_VARIABLES: [(&str, &str); 4] = [
    ("CARGO_HOME", "cargo"),
    ("npm_config_cache", "npm"),
    ("PIP_CACHE_DIR", "pip"),
    ("XDG_CACHE_HOME", "cache"),
];

/// Runs the command; `args` are those of `cargo xtask test`, without `--fresh`.
pub(crate) fn run_command(ui: &Ui, args: &[String]) -> Result<ExitCode> {
    let root = paths::find_root()?;
    let home = create_folder()?;
    let checkout = home.join("ton-edge");
    if read_output(Command::new("git").args(["status", "--porcelain"]).current_dir(&root)).as_deref()
        != Some("")
    {
        print_line("local changes are ignored: the run uses only committed files");
    }
    ui.require_success(
        "cloning the committed tree",
        Command::new("git").args(["clone", "--quiet"]).arg(&root).arg(&checkout),
    )?;
    upgrade_packages(ui);
    let rust = install_newest_rust(ui, &home);
    print_line(format_args!("running in {}", checkout.display()));
    let mut run = isolate_command(Command::new("cargo"), &home);
    run.args(["xtask", "test"]).args(args).current_dir(&checkout);
    // Elsewhere, lints of a compiler newer than the tested versions only warn; here they fail.
    run.env(versions::STRICT_VARIABLE, "1");
    if let Some(rust) = rust {
        run.env("RUSTUP_HOME", rust);
    }
    let status = Program::start(&mut run).context("cannot start cargo")?.child.wait()?;
    if status.success() {
        fs::remove_dir_all(&home).with_context(|| format!("cannot remove {}", home.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    print_line(format_args!("failed; the clone and its caches are in {}", home.display()));
    Ok(ExitCode::FAILURE)
}

/// Creates a new folder for the clone and the caches.
fn create_folder() -> Result<PathBuf> {
    let home = std::env::temp_dir().join(format!("ton-edge-fresh-{}", std::process::id()));
    fs::create_dir(&home).with_context(|| format!("cannot make {}", home.display()))?;
    Ok(home)
}

/// Isolates a command from the caches of this machine, and from the variables that cargo set for this program.
fn isolate_command(mut command: Command, home: &Path) -> Command {
    for name in REMOVED_VARIABLES {
        command.env_remove(name);
    }
    command.envs(CACHE_VARIABLES.map(|(name, folder)| (name, home.join(folder))));
    command
}

/// Upgrades the installed packages of programs that the suites run; the run itself installs the missing ones.
fn upgrade_packages(ui: &Ui) {
    let packages: Vec<&str> = APT_TOOLS.iter().map(|tool| tool.package).collect();
    if let Err(error) = apt::upgrade_packages(ui, &packages) {
        print_line(format_args!("  the installed packages stay as they are: {error:#}"));
    }
}

/// Installs the newest stable toolchain into a new folder, and returns the folder. If rustup or its host is missing, the run uses this
/// machine's toolchain.
fn install_newest_rust(ui: &Ui, home: &Path) -> Option<PathBuf> {
    paths::find_program("rustup")?;
    let folder = home.join("rustup");
    let mut rustup = isolate_command(Command::new("rustup"), home);
    rustup.args(["toolchain", "install", "stable", "--profile", "minimal", "--no-self-update"]);
    rustup
        .args(["--component", "clippy,rustfmt", "--target", toolchain::WASM_TARGET])
        .env("RUSTUP_HOME", &folder);
    match ui.require_success("installing the newest stable Rust", &mut rustup) {
        Ok(_) => Some(folder),
        Err(error) => {
            print_line(format_args!("  using this machine's toolchain: {error:#}"));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clean_command_has_caches_of_its_own() {
        let command = isolate_command(Command::new("cargo"), Path::new("/fresh"));
        let find_variable = |name: &str| {
            command.get_envs().find(|(key, _)| *key == name).map(|(_, value)| value.map(Path::new))
        };
        assert_eq!(find_variable("RUSTUP_TOOLCHAIN"), Some(None));
        assert_eq!(find_variable("CARGO_HOME"), Some(Some(Path::new("/fresh/cargo"))));
        assert_eq!(find_variable("npm_config_cache"), Some(Some(Path::new("/fresh/npm"))));
    }
}
