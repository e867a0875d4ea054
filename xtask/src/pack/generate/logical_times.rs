//! `pkg/lib/gateway/cache/logical-time-fields.js`: where results have the logical time of an account's last transaction.

use ton_edge::endpoint::{Generation, V2, V3};

/// Writes the module.
pub(super) fn write_module() -> String {
    let mut text = String::from(
        "// Generated from the endpoint table by `cargo xtask generate`: where results have the logical time of an account's last transaction.\n\n\
         /** The path of fields to the logical time, by generation and operation. */\n\
         export const LAST_LT_FIELDS = {\n",
    );
    for (generation, rows) in [(Generation::V2, V2), (Generation::V3, V3)] {
        text.push_str(&format!("  {}: {{\n", generation.as_str()));
        for row in rows.iter().filter(|row| !row.last_lt.as_str().is_empty()) {
            text.push_str(&format!("    {}: \"{}\",\n", row.name(), row.last_lt.as_str()));
        }
        text.push_str("  },\n");
    }
    text.push_str("};\n");
    text
}
