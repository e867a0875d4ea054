//! The table of settings in `docs/gateway.md`.

use ton_edge::gateway::settings::SETTINGS;

/// The table.
pub(super) fn table() -> String {
    let mut table =
        String::from("| setting | what it may be | default | what it does |\n|---|---|---|---|\n");
    for setting in SETTINGS {
        let (allowed, default) = (setting.kind.allowed(), setting.default.describe());
        table.push_str(&format!(
            "| `{}` | {allowed} | {default} | {} |\n",
            setting.name,
            setting.meaning.as_str()
        ));
    }
    table
}
