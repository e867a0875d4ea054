//! Codes of errors are for ever: programs compare with them.

use crate::golden;
use std::path::Path;
use ton_edge::error::Code;

#[test]
fn no_code_is_renamed_moved_or_taken_away() {
    let texts: String = Code::ALL.iter().map(|code| format!("{}\n", code.as_str())).collect();
    // Also when the file is about to be written anew.
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/codes.txt");
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(texts.starts_with(&kept), "new codes come after the old ones, and no old one changes");
    golden::hold("codes.txt", &texts);
}
