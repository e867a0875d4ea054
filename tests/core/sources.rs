//! The source files of the crate, for the suites that read them.

use std::path::{Path, PathBuf};

/// The folder of the crate's sources.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// All Rust files in it.
pub(crate) fn files() -> Vec<PathBuf> {
    let mut source_files = Vec::new();
    collect_sources(&root(), &mut source_files);
    source_files
}

fn collect_sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}
