//! The tables of settings in `docs/operate/settings.md`.

use ton_edge::gateway::config::settings::{COMMAND_SETTINGS, SETTINGS, Setting};

/// Writes the table of the gateway's settings.
pub(super) fn write_gateway_table() -> String {
    write_table(SETTINGS)
}

/// Writes the table of the settings that only the command has.
pub(super) fn write_command_table() -> String {
    write_table(COMMAND_SETTINGS)
}

fn write_table(settings: &[Setting]) -> String {
    let mut table = String::from("| setting | allowed values | default | effect |\n|---|---|---|---|\n");
    for setting in settings {
        let (allowed, default) = (setting.kind.allowed(), setting.default.describe());
        table.push_str(&format!(
            "| `{}` | {allowed} | {default} | {} |\n",
            setting.name,
            setting.meaning.as_str()
        ));
    }
    table
}
