//! `pkg/lib/settings/names.js`: the names of the settings, grouped by how the text of a variable or an option is parsed.

use ton_edge::gateway::config::settings::{COMMAND_SETTINGS, Kind, SETTINGS, SWITCHED_GROUPS, Setting};

/// Returns the way of parsing a text into a value; `None` if a text cannot express the value.
fn find_text_form(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Choice(_)
        | Kind::Adapter(_)
        | Kind::Scope
        | Kind::Client
        | Kind::Address
        | Kind::Path
        | Kind::Url
        | Kind::HttpsUrl
        | Kind::Name => "text",
        Kind::Token | Kind::Secret | Kind::Reference => "secret",
        Kind::Whole { .. } | Kind::Share => "number",
        Kind::Flag => "flag",
        Kind::Origins | Kind::HeaderNames | Kind::HostNames | Kind::Blocks | Kind::Operations => "list",
        Kind::Rate | Kind::Budget => "rate",
        Kind::Hosts | Kind::Plans | Kind::Costs => "pairs",
        Kind::Services => "upstreams",
        Kind::Store | Kind::StreamStore | Kind::Function | Kind::Functions | Kind::Telemetry => return None,
    })
}

/// Lists the names of the settings with that form, as lines of JavaScript.
fn list_names(list: &[Setting], wanted_form: &str) -> String {
    let setting_names: Vec<&str> = list
        .iter()
        .filter(|setting| find_text_form(setting.kind) == Some(wanted_form))
        .map(|one| one.name)
        .collect();
    setting_names.join(" ")
}

const TEXT_FORMS: [&str; 8] = ["text", "secret", "number", "flag", "list", "rate", "pairs", "upstreams"];

fn write_table(name: &str, comment: &str, list: &[Setting]) -> String {
    let mut text = format!("\n/** {comment} */\nexport const {name} = {{\n");
    for form in TEXT_FORMS {
        let mut names = list_names(list, form);
        if form == "flag" && name == "GATEWAY_NAMES" {
            for group in SWITCHED_GROUPS {
                names.extend([" ", group]);
            }
        }
        if !names.is_empty() {
            text.push_str(&format!("  {form}: \"{names}\",\n"));
        }
    }
    text.push_str("};\n");
    text
}

/// Writes the module.
pub(super) fn write_module() -> String {
    let mut text = String::from(
        "// Generated from src/gateway/config/settings.rs by `cargo xtask generate`: the settings that a text can express, by how it is read. See\n// texts.js.\n",
    );
    text.push_str(&write_table("GATEWAY_NAMES", "The settings of a gateway.", SETTINGS));
    text.push_str(&write_table(
        "COMMAND_NAMES",
        "The settings that only `ton-edge gateway` has.",
        COMMAND_SETTINGS,
    ));
    text
}
