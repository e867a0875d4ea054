//! The crate as crates.io would get it.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::places;
use crate::shell::Ui;

/// What is in it beside `src/`; cargo makes some of them.
const BESIDE: [&str; 8] = [
    ".cargo_vcs_info.json",
    "CHANGELOG.md",
    "Cargo.lock",
    "Cargo.toml",
    "Cargo.toml.orig",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
];

/// `cargo package` with further arguments. A checkout with changes is fine, for a test.
fn package(root: &Path, args: &[&str]) -> Command {
    let mut cargo = places::cargo(root);
    cargo.args(["package", "--allow-dirty", "--locked", "--package", "ton-edge"]).args(args);
    cargo
}

/// Packs the crate and looks at what is in it; `verify` compiles what was packed, with all that a user can turn on.
pub(crate) fn check(ui: &Ui, root: &Path, verify: bool) -> Result<()> {
    let listed = ui.must("listing the crate", &mut package(root, &["--list"]))?;
    let strange = strange(&listed);
    if !strange.is_empty() {
        bail!("the crate would have files that are none of it: {}", strange.join(" "));
    }
    let how: &[&str] = if verify { &["--features", "reqwest,types"] } else { &["--no-verify"] };
    ui.must("packing the crate", &mut package(root, how))?;
    Ok(())
}

/// Files of a list that do not belong.
fn strange(listed: &str) -> Vec<&str> {
    let ours = |path: &&str| !path.starts_with("src/") && !BESIDE.contains(path);
    listed.lines().map(str::trim).filter(|path| !path.is_empty()).filter(ours).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sources_and_papers_belong() {
        let listed = "Cargo.toml\nREADME.md\nsrc/lib.rs\ntests/node_modules/a/README.md\npkg/LICENSE-MIT\n";
        assert_eq!(strange(listed), ["tests/node_modules/a/README.md", "pkg/LICENSE-MIT"]);
    }
}
