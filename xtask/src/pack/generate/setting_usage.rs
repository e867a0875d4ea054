//! `pkg/lib/command/settings-usage.js`: the text of `ton-edge gateway --help` about every setting.

use ton_edge::gateway::config::settings::Kind;

use super::setting_schema::list_command_settings;

/// The maximum number of columns in a line.
const MAX_LINE_WIDTH: usize = 100;

/// Returns the placeholder for the value of an option; `None` if an option cannot express the value.
fn choose_value_word(kind: Kind) -> Option<String> {
    Some(match kind {
        Kind::Choice(words) | Kind::Adapter(words) => words.join("|"),
        Kind::Whole { .. } | Kind::Share => String::from("N"),
        Kind::Flag => String::from("true|false"),
        Kind::Services => String::from("URL,..."),
        Kind::Origins => String::from("ORIGIN,..."),
        Kind::HeaderNames | Kind::Operations => String::from("NAME,..."),
        Kind::HostNames => String::from("HOST,..."),
        Kind::Blocks => String::from("RANGE,..."),
        Kind::Hosts => String::from("HOST=NETWORK,..."),
        Kind::Plans => String::from("PLAN=RATE,..."),
        Kind::Costs => String::from("PATH=N,..."),
        Kind::Rate | Kind::Budget => String::from("RATE"),
        Kind::Token | Kind::Secret | Kind::Reference => String::from("env:NAME|file:PATH"),
        Kind::Scope => String::from("isolate"),
        Kind::Client => String::from("WORD|JSON"),
        Kind::Address => String::from("ADDRESS"),
        Kind::Path => String::from("PATH"),
        Kind::Url | Kind::HttpsUrl => String::from("URL"),
        Kind::Name => String::from("TEXT"),
        Kind::Store | Kind::StreamStore | Kind::Function | Kind::Functions | Kind::Telemetry => return None,
    })
}

/// Converts `limits.maxCallers` to `limits-max-callers`.
fn to_option_name(name: &str) -> String {
    let mut option = String::new();
    for character in name.chars() {
        match character {
            '.' => option.push('-'),
            upper if upper.is_ascii_uppercase() => {
                option.push('-');
                option.push(upper.to_ascii_lowercase());
            }
            letter => option.push(letter),
        }
    }
    option
}

fn wrap_text(text: &str, indent: &str) -> String {
    let mut lines = String::new();
    let mut line = String::from(indent);
    for word in text.split(' ') {
        if line.len() + word.len() >= MAX_LINE_WIDTH && line.trim() != "" {
            lines.push_str(line.trim_end());
            lines.push('\n');
            line = String::from(indent);
        }
        line.push_str(word);
        line.push(' ');
    }
    lines.push_str(line.trim_end());
    lines.push('\n');
    lines
}

/// The groups that are options themselves: the first setting of the group, the option, and its meaning.
const GROUPS: [(&str, &str, &str); 3] = [
    ("localGetMethods.verify", "local-get-methods", "Whether to compute get-methods."),
    ("streaming.maxConnections", "streaming", "Whether to serve streams of events."),
    ("images.maxBytes", "images", "Whether to serve pictures of tokens."),
];

/// Writes the module.
pub(super) fn write_module() -> String {
    let mut text = String::new();
    for setting in list_command_settings() {
        let Some(word) = choose_value_word(setting.kind) else { continue };
        if let Some((_, option, meaning)) = GROUPS.iter().find(|(first, ..)| *first == setting.name) {
            text.push_str(&format!("  --{option}, --no-{option}\n      {meaning} Default: false.\n"));
        }
        let option = to_option_name(setting.name);
        text.push_str(&match setting.kind {
            Kind::Flag => format!("  --{option}, --no-{option}\n"),
            _ => format!("  --{option} {word}\n"),
        });
        let default = setting.default.describe();
        let help_text = format!("{} Default: {default}.", setting.meaning.as_str()).replace('`', "");
        text.push_str(&wrap_text(&help_text, "      "));
    }
    let text = text.replace('\\', "\\\\").replace("${", "\\${");
    format!(
        "// Generated from src/gateway/config/settings.rs by `cargo xtask generate`: what `ton-edge gateway --help` says of every setting.\n\nexport const SETTINGS_USAGE = `{text}`;\n"
    )
}
