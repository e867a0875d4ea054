//! Golden files: the results of a test's inputs, for review. `cargo xtask generate` writes them.

use std::path::Path;

/// `cargo xtask generate` sets this variable and runs the tests that have a golden file.
const GENERATE: &str = "TESTS_GENERATE";

/// Compares `made` with `tests/golden/<name>`, or writes it there.
pub(crate) fn compare_golden(name: &str, content: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os(GENERATE).is_some() {
        std::fs::write(&path, content).unwrap();
        return;
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    for (number, (golden, made)) in golden.lines().zip(content.lines()).enumerate() {
        assert_eq!(made, golden, "{name}, line {} differs: `cargo xtask generate` writes it", number + 1);
    }
    assert_eq!(content.lines().count(), golden.lines().count(), "{name}: number of lines");
}
