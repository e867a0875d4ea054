//! Checks the crate as it would be published on crates.io.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::shell::Ui;
use crate::{paths, rust_tools};

/// The files of the crate besides `src/`; cargo writes some of them.
const ALLOWED_FILES: [&str; 8] = [
    ".cargo_vcs_info.json",
    "CHANGELOG.md",
    "Cargo.lock",
    "Cargo.toml",
    "Cargo.toml.orig",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "LICENSE-THIRD-PARTY",
];

/// Returns `cargo package` with further arguments. Uncommitted changes are allowed, because this is only a test.
fn package_command(root: &Path, args: &[&str]) -> Command {
    let mut cargo = paths::cargo_command(root);
    cargo.args(["package", "--allow-dirty", "--locked", "--package", "ton-edge"]).args(args);
    cargo
}

/// Packs the crate and checks its list of files; with `verify`, compiles it with the features that docs.rs
/// documents.
pub(crate) fn check(ui: &Ui, root: &Path, verify: bool) -> Result<()> {
    let file_list = ui.require_success("listing the crate", &mut package_command(root, &["--list"]))?;
    let foreign_files = list_foreign_files(&file_list);
    if !foreign_files.is_empty() {
        bail!("the crate would contain files that do not belong to it: {}", foreign_files.join(" "));
    }
    let features = rust_tools::read_documented_features(root)?;
    let feature_flags: &[&str] = if verify { &["--features", &features] } else { &["--no-verify"] };
    ui.require_success("packing the crate", &mut package_command(root, feature_flags))?;
    Ok(())
}

/// Returns the files of a list that do not belong to the crate.
fn list_foreign_files(file_list: &str) -> Vec<&str> {
    let is_foreign = |path: &&str| !path.starts_with("src/") && !ALLOWED_FILES.contains(path);
    file_list.lines().map(str::trim).filter(|path| !path.is_empty()).filter(is_foreign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sources_licences_and_the_changelog_belong() {
        let file_list = "Cargo.toml\nCHANGELOG.md\nsrc/README.md\nsrc/lib.rs\nREADME.md\ntests/node_modules/a/README.md\npkg/LICENSE-MIT\n";
        assert_eq!(
            list_foreign_files(file_list),
            ["README.md", "tests/node_modules/a/README.md", "pkg/LICENSE-MIT"]
        );
    }
}
