//! Detects whether compiling a module again would change it, by a fingerprint of the command and of every source that the compiler
//! read.
//!
//! All modules share cargo's target folder, and so their dependencies. There each module's file replaces that of the previous module, so cargo
//! itself would compile every module again.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context as _, Result};

use crate::outputs;

/// The inputs of the build besides the sources that the compiler lists.
const MANIFESTS: [&str; 2] = ["Cargo.toml", "Cargo.lock"];

/// Returns the path of the fingerprint of a compiled module.
fn find_stamp_path(module: &Path) -> PathBuf {
    module.with_extension("compiled")
}

/// Returns the path of the list of sources, which the compiler writes in make's format.
fn list(module: &Path) -> PathBuf {
    module.with_extension("d")
}

/// Returns whether a module is up to date; `method` is the compiler and the command.
pub(super) fn is_up_to_date(root: &Path, module: &Path, method: &str) -> bool {
    let Ok(recorded_fingerprint) = fs::read_to_string(find_stamp_path(module)) else { return false };
    // A missing source makes the fingerprint an error.
    module.is_file()
        && compute_fingerprint(root, module, method)
            .is_ok_and(|(fingerprint, _)| fingerprint == recorded_fingerprint)
}

/// Records how a module was compiled, unless a source has changed since then.
pub(super) fn record_build(
    root: &Path,
    module: &Path,
    method: &str,
    dep_info: &Path,
    started_at: SystemTime,
) -> Result<()> {
    outputs::copy(dep_info, &list(module))?;
    let (fingerprint, newest_time) = compute_fingerprint(root, module, method)?;
    if newest_time < started_at {
        fs::write(find_stamp_path(module), fingerprint)
            .context("cannot write the fingerprint of a module")?;
    } else {
        let _ = fs::remove_file(find_stamp_path(module));
    }
    Ok(())
}

/// Computes the fingerprint, and the time at which the newest source was written.
fn compute_fingerprint(root: &Path, module: &Path, method: &str) -> Result<(String, SystemTime)> {
    let text = fs::read_to_string(list(module)).context("cannot read the list of sources of a module")?;
    let mut files = parse_sources(&text);
    files.extend(MANIFESTS.map(|manifest| root.join(manifest)));
    let mut newest_time = SystemTime::UNIX_EPOCH;
    for file in &files {
        newest_time = newest_time.max(fs::metadata(file)?.modified()?);
    }
    Ok((format!("{method}\n{}", outputs::hash_files(&files)?), newest_time))
}

/// Reads the files of the first rule: `module: one two`, in which a space inside a name has a backslash before it.
fn parse_sources(rules: &str) -> Vec<PathBuf> {
    const SPACE: &str = "\u{0}";
    let first = rules.lines().next().unwrap_or_default().replace("\\ ", SPACE);
    let files = first.split_once(": ").map_or("", |(_, files)| files);
    files.split_whitespace().map(|file| PathBuf::from(file.replace(SPACE, " "))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_up_to_date_until_a_source_or_the_command_changes() {
        let root = std::env::temp_dir().join(format!("ton-edge-xtask-{}-compiled", std::process::id()));
        fs::create_dir_all(root.join("a folder")).unwrap();
        let (module, source, dep_info) =
            (root.join("cell.raw.wasm"), root.join("a folder/lib.rs"), root.join("ton_edge.d"));
        for manifest in MANIFESTS {
            fs::write(root.join(manifest), "").unwrap();
        }
        fs::write(&source, "one").unwrap();
        fs::write(&module, "module").unwrap();
        let escaped_path = source.display().to_string().replace(' ', "\\ ");
        fs::write(&dep_info, format!("{}: {escaped_path}\n\n{escaped_path}:\n", module.display())).unwrap();
        let up_to_date = |method| is_up_to_date(&root, &module, method);
        let record = |started_at| record_build(&root, &module, "rustc 1", &dep_info, started_at).unwrap();

        assert!(!up_to_date("rustc 1"));
        record(SystemTime::UNIX_EPOCH);
        assert!(!up_to_date("rustc 1"), "the source has changed since the compiler began");
        record(SystemTime::now() + std::time::Duration::from_secs(1));
        assert!(up_to_date("rustc 1"));
        assert!(!up_to_date("rustc 2"));
        fs::write(&source, "two").unwrap();
        assert!(!up_to_date("rustc 1"));
        fs::write(&source, "one").unwrap();
        assert!(up_to_date("rustc 1"));
        fs::remove_file(&source).unwrap();
        assert!(!up_to_date("rustc 1"));
        fs::remove_dir_all(root).unwrap();
    }
}
