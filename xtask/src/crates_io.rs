//! Checks the crate as it would be published on crates.io.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::shell::Ui;
use crate::{paths, rust_tools};

/// The files of the crate besides `src/`; cargo writes some of them.
const BESIDE: [&str; 8] = [
    ".cargo_vcs_info.json",
    "CHANGELOG.md",
    "Cargo.lock",
    "Cargo.toml",
    "Cargo.toml.orig",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "LICENSE-THIRD-PARTY",
];

/// `cargo package` with further arguments. Uncommitted changes are allowed, since this is a test.
fn package(root: &Path, args: &[&str]) -> Command {
    let mut cargo = paths::cargo(root);
    cargo.args(["package", "--allow-dirty", "--locked", "--package", "ton-edge"]).args(args);
    cargo
}

/// Packs the crate and checks its list of files; `verify` compiles it with the features that docs.rs
/// shows.
pub(crate) fn check(ui: &Ui, root: &Path, verify: bool) -> Result<()> {
    let listed = ui.must("listing the crate", &mut package(root, &["--list"]))?;
    let strange = strange(&listed);
    if !strange.is_empty() {
        bail!("the crate would contain files that do not belong to it: {}", strange.join(" "));
    }
    let features = rust_tools::documented_features(root)?;
    let how: &[&str] = if verify { &["--features", &features] } else { &["--no-verify"] };
    ui.must("packing the crate", &mut package(root, how))?;
    Ok(())
}

/// The files of a list that do not belong to the crate.
fn strange(listed: &str) -> Vec<&str> {
    let ours = |path: &&str| !path.starts_with("src/") && !BESIDE.contains(path);
    listed.lines().map(str::trim).filter(|path| !path.is_empty()).filter(ours).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sources_licences_and_the_changelog_belong() {
        let listed = "Cargo.toml\nCHANGELOG.md\nsrc/README.md\nsrc/lib.rs\nREADME.md\ntests/node_modules/a/README.md\npkg/LICENSE-MIT\n";
        assert_eq!(strange(listed), ["README.md", "tests/node_modules/a/README.md", "pkg/LICENSE-MIT"]);
    }
}
