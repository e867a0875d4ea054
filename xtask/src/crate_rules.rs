//! Licences and sources of all crates, and the crate's software bill of materials (SBOM), which a full run checks.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::rust_tools::{Tool, copy_library};
use crate::shell::Ui;

const CARGO_DENY: Tool = Tool { name: "cargo-deny", version: "0.20.2" };
const CARGO_CYCLONEDX: Tool = Tool { name: "cargo-cyclonedx", version: "0.5.9" };
/// The rules of cargo-deny.
const RULES: &str = ".cargo/deny.toml";
/// The folder of the copy of the crate to which the SBOM belongs.
const FOLDER: &str = "target/sbom";

/// Checks the licences and sources of all crates, and that the crate's SBOM is complete.
pub(crate) fn check(ui: &Ui, root: &Path) -> Result<()> {
    let mut deny = Command::new(CARGO_DENY.ensure(ui, root)?);
    deny.args(["--locked", "--config", RULES, "check", "licenses", "bans", "sources"]).current_dir(root);
    ui.require_success("checking the rules for crates", &mut deny)?;
    let path = write_sbom(ui, root)?;
    let text = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    check_sbom(&text).with_context(|| format!("{} is wrong", path.display()))
}

/// Writes the SBOM of the crate with all its features, on all systems, and returns its path. The tool writes beside the manifest, so it gets a
/// copy of the crate.
fn write_sbom(ui: &Ui, root: &Path) -> Result<PathBuf> {
    let folder = root.join(FOLDER);
    copy_library(root, &folder)?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).context("the lock file cannot be copied")?;
    let mut cyclonedx = Command::new(CARGO_CYCLONEDX.ensure(ui, root)?);
    cyclonedx.args(["cyclonedx", "--format", "json", "--spec-version", "1.5"]);
    cyclonedx.args(["--all-features", "--target", "all", "--override-filename", "ton-edge"]);
    ui.require_success("writing the SBOM", cyclonedx.current_dir(&folder))?;
    Ok(folder.join("ton-edge.json"))
}

/// Checks that an SBOM in the format CycloneDX is of the crate, and that each component has a version, a licence and a digest.
fn check_sbom(text: &str) -> Result<()> {
    let sbom: Value = serde_json::from_str(text)?;
    let field = |value: &Value, pointer: &str| value.pointer(pointer).cloned().unwrap_or_default();
    if field(&sbom, "/bomFormat") != "CycloneDX" || field(&sbom, "/metadata/component/name") != "ton-edge" {
        bail!("it is not an SBOM of the crate in the format CycloneDX");
    }
    let components = field(&sbom, "/components");
    let components = components.as_array().context("it has no list of components")?;
    for name in ["serde_json", "sha2", "tycho-vm"] {
        if !components.iter().any(|component| field(component, "/name") == name) {
            bail!("{name} is missing");
        }
    }
    let required = ["/version", "/purl", "/licenses/0", "/hashes/0/content"];
    for component in components {
        if let Some(pointer) = required.iter().find(|pointer| field(component, pointer).is_null()) {
            bail!("{} has no {pointer}", field(component, "/name"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_sbom_names_each_crate_with_version_licence_and_digest() {
        let component = |name: &str| {
            serde_json::json!({
                "name": name, "version": "1.0.0", "purl": format!("pkg:cargo/{name}@1.0.0"),
                "licenses": [{ "expression": "MIT" }], "hashes": [{ "alg": "SHA-256", "content": "00" }],
            })
        };
        let components = ["serde_json", "sha2", "tycho-vm"].map(component);
        let sbom = serde_json::json!({
            "bomFormat": "CycloneDX",
            "metadata": { "component": { "name": "ton-edge" } },
            "components": components,
        });
        check_sbom(&sbom.to_string()).unwrap();
        for pointer in ["/bomFormat", "/components/1", "/components/2/licenses", "/components/0/hashes/0"] {
            let mut wrong_sbom = sbom.clone();
            *wrong_sbom.pointer_mut(pointer).unwrap() = Value::Null;
            assert!(check_sbom(&wrong_sbom.to_string()).is_err(), "{pointer}");
        }
    }
}
