//! Golden files: what the code makes, kept to be read in review. `BLESS=1 cargo test` writes them anew.

use std::path::Path;

/// Holds `made` against `tests/golden/<name>`.
pub(crate) fn hold(name: &str, made: &str) {
    hold_file(&format!("tests/golden/{name}"), made);
}

/// Holds `made` against a file of the project.
pub(crate) fn hold_file(name: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, made).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    for (number, (kept, made)) in kept.lines().zip(made.lines()).enumerate() {
        assert_eq!(made, kept, "{name}, line {}: BLESS=1 cargo test writes it anew", number + 1);
    }
    assert_eq!(made.lines().count(), kept.lines().count(), "{name}: number of lines");
}
