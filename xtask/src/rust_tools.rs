//! Checks of the crate by third-party tools, which a full run installs below `target/tools/`: each feature alone
//! (cargo-hack), the oldest versions of the dependencies, and the public items (cargo-public-api).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::shell::Ui;
use crate::{paths, versions};

/// Allows `-Z` options with a stable compiler and cargo: for rustdoc's JSON, and for choosing the oldest versions.
const UNSTABLE_VARIABLE: (&str, &str) = ("RUSTC_BOOTSTRAP", "1");
/// If this variable is `1`, a test with a golden file writes the file.
const GENERATE_VARIABLE: &str = "TESTS_GENERATE";
/// The features whose items are public, except TLS, which adds no items and whose C code takes half a minute to
/// compile.
const PUBLIC_FEATURES: &str = "gateway,message,openapi,reqwest-no-tls,stream,tvm,types,ureq-no-tls";
/// The other features: together with the public ones, they have every optional dependency except TLS.
const INTERNAL_FEATURES: &str = "js-address,js-client,js-gateway,schema";
/// The file with the list of the crate's public items.
const GOLDEN_FILE: &str = "tests/golden/public-api.txt";
/// Types with thousands of lines, which are left out: they come from the endpoint table and the types of responses, and `pkg/generated/` has
/// their content.
const GENERATED_TYPES: [&str; 2] = ["ton_edge::types::v2::", "ton_edge::types::v3::"];

/// A third-party cargo command on crates.io.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    /// The version of the tool. The version of cargo-public-api must match the compiler's JSON: its error names a format that it cannot
    /// read.
    pub(crate) version: &'static str,
}

const CARGO_HACK: Tool = Tool { name: "cargo-hack", version: "0.6.46" };
const CARGO_PUBLIC_API: Tool = Tool { name: "cargo-public-api", version: "0.52.0" };

impl Tool {
    /// Returns the program of the tool; installs it if it is missing.
    pub(crate) fn ensure(&self, ui: &Ui, root: &Path) -> Result<PathBuf> {
        let folder = root.join("target/tools").join(format!("{}-{}", self.name, self.version));
        let program = folder.join("bin").join(format!("{}{}", self.name, std::env::consts::EXE_SUFFIX));
        if !program.is_file() {
            let mut cargo = paths::cargo_command(root);
            cargo.args(["install", "--quiet", "--locked", self.name, "--version", self.version]);
            cargo.arg("--root").arg(&folder).env("CARGO_TARGET_DIR", root.join("target/tools/build"));
            ui.require_success(&format!("installing {} {}", self.name, self.version), &mut cargo)?;
        }
        Ok(program)
    }
}

/// Returns Clippy's command for the library without features, with each feature alone, and with all of them.
pub(crate) fn build_feature_check(ui: &Ui, root: &Path, jobs: Option<usize>) -> Result<Command> {
    let mut cargo_hack = Command::new(CARGO_HACK.ensure(ui, root)?);
    cargo_hack.args([
        "hack",
        "clippy",
        "--quiet",
        "--locked",
        "--package",
        "ton-edge",
        "--lib",
        "--each-feature",
    ]);
    cargo_hack.args(["--", versions::lint_level()]).current_dir(root);
    if let Some(jobs) = jobs {
        cargo_hack.env("CARGO_BUILD_JOBS", jobs.to_string());
    }
    Ok(cargo_hack)
}

/// Reads the features that docs.rs documents from the manifest.
pub(crate) fn read_documented_features(root: &Path) -> Result<String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).context("Cargo.toml cannot be read")?;
    let section =
        manifest.split_once("[package.metadata.docs.rs]").context("Cargo.toml has no docs.rs section")?.1;
    let line = section.lines().find_map(|line| line.strip_prefix("features = ["));
    let list = line.context("the docs.rs section names no features")?;
    Ok(list.trim_end_matches(']').replace(['"', ' '], ""))
}

/// The base of links on the crate's front page: crates.io shows the page as well, so its links must lead to docs.rs.
const DOCS_RS: &str = "https://docs.rs/ton-edge/latest/";

/// Checks the links of the front page, after rustdoc has written the pages to which they lead.
pub(crate) fn check_front_page(root: &Path) -> Result<()> {
    let page = fs::read_to_string(root.join("src/README.md")).context("src/README.md cannot be read")?;
    let mut dead_links = Vec::new();
    let mut link_count = 0;
    for link in page.split(DOCS_RS).skip(1).filter_map(|rest| rest.split(')').next()) {
        // Items that exist only for wasm are not documented on this machine.
        let Some(path) = link.strip_prefix("ton_edge/") else { continue };
        link_count += 1;
        if !root.join("target/doc/ton_edge").join(path).is_file() {
            dead_links.push(link);
        }
    }
    if !dead_links.is_empty() || link_count == 0 {
        bail!(
            "src/README.md has {link_count} links to docs.rs, of which these lead nowhere: {}",
            dead_links.join(" ")
        );
    }
    Ok(())
}

/// Compiles the crate with the oldest versions that its manifest allows, in a copy with a lockfile of these versions.
pub(crate) fn check_minimal_versions(ui: &Ui, root: &Path) -> Result<()> {
    let folder = root.join("target/minimal-versions/crate");
    copy_library(root, &folder)?;
    let cargo = || {
        let mut cargo = paths::cargo_command(&folder);
        cargo
            .env(UNSTABLE_VARIABLE.0, UNSTABLE_VARIABLE.1)
            .env("CARGO_TARGET_DIR", root.join("target/minimal-versions/target"));
        cargo
    };
    let mut lock = cargo();
    lock.args(["generate-lockfile", "--quiet", "-Zdirect-minimal-versions"]);
    ui.require_success("choosing the oldest versions", &mut lock)?;
    let mut check = cargo();
    check.args([
        "check",
        "--quiet",
        "--locked",
        "--features",
        PUBLIC_FEATURES,
        "--features",
        INTERNAL_FEATURES,
    ]);
    ui.require_success("compiling with the oldest versions", &mut check)?;
    Ok(())
}

/// Copies the crate without its tests and the workspace's other member to a folder, in place of an older copy.
pub(crate) fn copy_library(root: &Path, folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).context("an older copy of the crate cannot be removed")?;
    }
    copy(&root.join("src"), &folder.join("src"))?;
    let manifest = fs::read_to_string(root.join("Cargo.toml")).context("Cargo.toml cannot be read")?;
    fs::write(folder.join("Cargo.toml"), strip_to_library(&manifest)).context("the copy cannot be written")
}

/// Returns the manifest without the workspace's other member, the tests, and their dependencies.
fn strip_to_library(manifest: &str) -> String {
    let mut is_library = true;
    let mut text = String::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_library = !["[dev-dependencies]", "[[test]]"].contains(&line);
        }
        if is_library {
            text.push_str(if line.starts_with("members = ") { "members = []" } else { line });
            text.push('\n');
        }
    }
    text
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("{} cannot be made", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("{} cannot be read", from.display()))? {
        let from = entry?.path();
        let Some(name) = from.file_name() else { continue };
        if from.is_dir() {
            copy(&from, &to.join(name))?;
        } else {
            fs::copy(&from, to.join(name)).with_context(|| format!("{} cannot be copied", from.display()))?;
        }
    }
    Ok(())
}

/// Compares the public items of the crate with the golden file, or writes it.
pub(crate) fn check_public_api(ui: &Ui, root: &Path) -> Result<()> {
    let tool = CARGO_PUBLIC_API.ensure(ui, root)?;
    let target = root.join("target/public-api");
    let mut rustdoc = paths::cargo_command(root);
    rustdoc.env(UNSTABLE_VARIABLE.0, UNSTABLE_VARIABLE.1).env("CARGO_TARGET_DIR", &target);
    rustdoc.args(["rustdoc", "--quiet", "--locked", "--package", "ton-edge", "--lib"]);
    rustdoc.args(["--features", PUBLIC_FEATURES]);
    rustdoc.args(["--", "-Zunstable-options", "--output-format", "json"]);
    ui.require_success("documenting the crate as JSON", &mut rustdoc)?;
    let mut list = Command::new(tool);
    list.args(["public-api", "--color", "never", "--rustdoc-json"])
        .arg(target.join("doc/ton_edge.json"))
        .arg("-sss");
    let current =
        select_reviewed_lines(&ui.require_success("listing the public items", list.current_dir(root))?);
    let golden = root.join(GOLDEN_FILE);
    if std::env::var(GENERATE_VARIABLE).is_ok_and(|value| value == "1") {
        return fs::write(&golden, current).with_context(|| format!("{GOLDEN_FILE} cannot be written"));
    }
    let golden_text = fs::read_to_string(&golden).with_context(|| format!("{GOLDEN_FILE} cannot be read"))?;
    let changes = list_changes(&golden_text, &current);
    if !changes.is_empty() {
        bail!(
            "the public items differ from {GOLDEN_FILE}:\n{}\nIf that is intended: {GENERATE_VARIABLE}=1 cargo xtask test \"public api\"",
            changes.join("\n")
        );
    }
    Ok(())
}

/// Returns the lines of the tool's output that a reviewer needs.
fn select_reviewed_lines(tool_output: &str) -> String {
    let is_shown = |line: &&str| !GENERATED_TYPES.iter().any(|module| line.contains(module));
    tool_output.lines().filter(is_shown).fold(String::new(), |text, line| text + line + "\n")
}

/// Lists the lines that only one of two lists has, the removed ones first.
fn list_changes(before: &str, after: &str) -> Vec<String> {
    let lines_only_in = |text: &str, other_text: &str, sign: char| -> Vec<String> {
        let other_text: std::collections::BTreeSet<&str> = other_text.lines().collect();
        text.lines().filter(|line| !other_text.contains(line)).map(|line| format!("{sign}{line}")).collect()
    };
    [lines_only_in(before, after, '-'), lines_only_in(after, before, '+')].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn docs_rs_shows_features_of_the_manifest() {
        let root = paths::find_root().unwrap();
        let features = read_documented_features(&root).unwrap();
        let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
        assert!(features.contains("reqwest"), "{features}");
        for feature in features.split(',') {
            assert!(manifest.contains(&format!("\n{feature} = [")), "{feature}");
        }
    }

    #[test]
    fn a_library_alone_has_no_tests_and_no_members() {
        let manifest = "[workspace]\nmembers = [\"x\"]\n[dependencies]\na = \"1\"\n[dev-dependencies]\nb = \"1\"\n[lib]\n[[test]]\nname = \"c\"\n[lints]\n";
        assert_eq!(
            strip_to_library(manifest),
            "[workspace]\nmembers = []\n[dependencies]\na = \"1\"\n[lib]\n[lints]\n"
        );
    }

    #[test]
    fn changes_name_removed_and_added_lines() {
        let reviewed =
            select_reviewed_lines("pub mod a\npub struct ton_edge::types::v3::Block\npub fn a::b()\n");
        assert_eq!(reviewed, "pub mod a\npub fn a::b()\n");
        assert_eq!(
            list_changes(&reviewed, "pub mod a\npub fn a::c()\n"),
            ["-pub fn a::b()", "+pub fn a::c()"]
        );
        assert!(list_changes(&reviewed, &reviewed).is_empty());
    }
}
