//! `pkg/lib/settings/numbers.js`: numbers of `src/gateway/` that JavaScript code also needs.

use anyhow::{Result, bail};
use ton_edge::gateway::Quota;
use ton_edge::gateway::config::settings::{COMMAND_SETTINGS, Default, MOST_SERVICES, SETTINGS};
use ton_edge::gateway::upstream::breaker;

/// Defaults of settings that the JavaScript code uses itself: the constant's name, and the setting.
const REPEATED_DEFAULTS: [(&str, &str); 5] = [
    ("READINESS_TTL_MS", "readiness.ttlMs"),
    ("GAS_LIMIT", "localGetMethods.gasLimit"),
    ("WORK_PER_REQUEST", "localGetMethods.workPerRequest"),
    ("WORK_PER_SECOND", "localGetMethods.workPerSecond"),
    ("API_KEYS_STALE_MS", "apiKeysStaleMs"),
];

/// Writes the module.
pub(super) fn write_module() -> Result<String> {
    let mut text = format!(
        "// Generated from src/gateway/ by `cargo xtask generate`: numbers that the gateway's JavaScript uses, too.\n\n\
         /** Most upstreams of a network. */\nexport const MAX_UPSTREAMS = {MOST_SERVICES};\n\
         /** The greatest quota of an API key. */\nexport const MAX_QUOTA = {};\n\
         /** Numbers of the state of a circuit breaker. */\nexport const BREAKER_NUMBERS = {};\n",
        Quota::MOST,
        breaker::NUMBERS
    );
    for (name, setting) in REPEATED_DEFAULTS {
        let row = SETTINGS.iter().chain(COMMAND_SETTINGS).find(|row| row.name == setting);
        let Some(Default::Number(number)) = row.map(|row| row.default) else {
            bail!("`{setting}` is not a setting with a number as its default");
        };
        text.push_str(&format!("/** The default of `{setting}`. */\nexport const {name} = {number};\n"));
    }
    Ok(text)
}
