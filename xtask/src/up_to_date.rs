//! Detects whether a build would change nothing, by fingerprints of all inputs and of the last build's outputs.

use std::fs;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::{Context as _, Result};

/// The folder with the fingerprints of the last build.
const FINGERPRINTS_PATH: &str = "target/xtask/built";
/// Files that are not inputs of a build: outputs, files that only people and other tools read, and the tests except those of
/// [`TEST_INPUTS`].
const NO_INPUTS: [&str; 29] = [
    ".biome.jsonc",
    ".ci",
    ".editorconfig",
    ".git",
    ".githooks",
    ".github",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "docs",
    "target",
    "tests",
    "pkg/dist",
    "pkg/docs",
    "pkg/CHANGELOG.md",
    "pkg/README.md",
    "pkg/LICENSE-MIT",
    "pkg/LICENSE-APACHE",
    "pkg/LICENSE-THIRD-PARTY",
    "pkg/address",
    "pkg/gateway",
    "pkg/message",
    "pkg/no-wasm",
    "pkg/slim",
    "xtask/budgets.json",
    "xtask/docs",
    "xtask/src/bench",
    "xtask/src/test",
    "xtask/step-times.tsv",
];
/// The files of the tests that a build reads.
const TEST_INPUTS: [&str; 3] =
    ["tests/package-lock.json", "tests/fixtures/recorded", "tests/golden/devnet-answers.json"];

/// Computes a fingerprint that changes with any input of the build; `tools` describes the compilers.
pub(crate) fn hash_inputs(root: &Path, tools: &str) -> Result<String> {
    let mut files = Vec::new();
    list_files(root, root, &NO_INPUTS, &mut files)?;
    for path in TEST_INPUTS {
        list_files(root, &root.join(path), &[], &mut files)?;
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    hasher.write(tools.as_bytes());
    for file in &files {
        hasher.write(file.to_string_lossy().as_bytes());
        hasher.write_u8(0xff);
        hasher.write(&fs::read(file).with_context(|| format!("cannot read {}", file.display()))?);
        hasher.write_u8(0xff);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// Returns whether the last build had these inputs, and its outputs have not changed since.
pub(crate) fn check(root: &Path, inputs: &str, outputs: &[&str]) -> Result<bool> {
    let Ok(fingerprints) = fs::read_to_string(root.join(FINGERPRINTS_PATH)) else { return Ok(false) };
    if fingerprints.split_once(' ').is_none_or(|(built_inputs, _)| built_inputs != inputs) {
        return Ok(false);
    }
    Ok(fingerprints == format!("{inputs} {}", hash_outputs(root, outputs)?))
}

/// Records the fingerprints of a build with these inputs, which has written its outputs.
pub(crate) fn record_build(root: &Path, inputs: &str, outputs: &[&str]) -> Result<()> {
    let fingerprints_path = root.join(FINGERPRINTS_PATH);
    if let Some(dir) = fingerprints_path.parent() {
        fs::create_dir_all(dir)?;
    }
    let text = format!("{inputs} {}", hash_outputs(root, outputs)?);
    fs::write(&fingerprints_path, text)
        .with_context(|| format!("cannot write {}", fingerprints_path.display()))
}

/// Computes a fingerprint that changes if a file is added, removed or written.
fn hash_outputs(root: &Path, outputs: &[&str]) -> Result<String> {
    let mut files = Vec::new();
    for output in outputs {
        list_files(root, &root.join(output), &[], &mut files)?;
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in &files {
        let meta = fs::metadata(file).with_context(|| format!("cannot read {}", file.display()))?;
        let modified_time = meta.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        hasher.write(file.to_string_lossy().as_bytes());
        hasher.write_u64(meta.len());
        hasher.write_u128(modified_time.as_nanos());
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// Collects the files at or below a path, if there are any.
fn list_files(root: &Path, path: &Path, skipped: &[&str], files: &mut Vec<PathBuf>) -> Result<()> {
    let Ok(meta) = fs::symlink_metadata(path) else { return Ok(()) };
    if meta.is_file() {
        files.push(path.to_path_buf());
    }
    if !meta.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))? {
        let path = entry?.path();
        let is_skipped =
            path.strip_prefix(root).is_ok_and(|path| skipped.iter().any(|skip| path == Path::new(skip)));
        if !is_skipped && path.file_name().is_none_or(|name| name != "node_modules") {
            list_files(root, &path, skipped, files)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_up_to_date_until_an_input_or_an_output_changes() {
        let root = std::env::temp_dir().join(format!("ton-edge-xtask-{}-marks", std::process::id()));
        for dir in ["src", "tests", "pkg/dist"] {
            fs::create_dir_all(root.join(dir)).unwrap();
        }
        fs::write(root.join("src/lib.rs"), "one").unwrap();
        fs::write(root.join("pkg/dist/a.js"), "built").unwrap();
        let up_to_date =
            || check(&root, &hash_inputs(&root, "rustc 1").unwrap(), &["pkg/dist", "none"]).unwrap();
        let note =
            || record_build(&root, &hash_inputs(&root, "rustc 1").unwrap(), &["pkg/dist", "none"]).unwrap();

        assert!(!up_to_date());
        note();
        assert!(up_to_date());
        fs::write(root.join("tests/one.test.mjs"), "a test is not an input").unwrap();
        fs::write(root.join("SECURITY.md"), "neither is this").unwrap();
        fs::create_dir_all(root.join("docs")).unwrap();
        fs::write(root.join("docs/errors.md"), "nor this").unwrap();
        assert!(up_to_date());
        assert!(!check(&root, &hash_inputs(&root, "rustc 2").unwrap(), &["pkg/dist"]).unwrap());
        fs::write(root.join("src/lib.rs"), "two").unwrap();
        assert!(!up_to_date());
        note();
        fs::write(root.join("tests/package-lock.json"), "{}").unwrap();
        assert!(!up_to_date());
        note();
        fs::write(root.join("pkg/dist/a.js"), "changed").unwrap();
        assert!(!up_to_date());
        note();
        fs::remove_file(root.join("pkg/dist/a.js")).unwrap();
        assert!(!up_to_date());
        fs::remove_dir_all(root).unwrap();
    }
}
