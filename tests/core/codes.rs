//! Error codes never change: programs compare with them.

use std::path::Path;
use ton_edge::error::Code;

#[test]
fn no_code_is_renamed_moved_or_taken_away() {
    let texts: String = Code::ALL.iter().map(|code| format!("{}\n", code.as_str())).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/codes.txt");
    let kept = std::fs::read_to_string(path).unwrap();
    assert!(texts.starts_with(&kept), "new codes come after the old ones, and no old one changes");
    assert_eq!(texts, kept, "`cargo xtask generate` adds new codes to the list");
}
