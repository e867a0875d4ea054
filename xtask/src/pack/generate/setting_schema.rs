//! `pkg/ton-edge.schema.json`: a JSON Schema of the configuration file of `ton-edge gateway`, with which editors complete and check the file.

use serde_json::{Map, Value, json};
use ton_edge::gateway::config::settings::{
    COMMAND_DEFAULTS, COMMAND_SETTINGS, Default, Kind, SETTINGS, SWITCHED_GROUPS, Setting,
};

const MIN_RATE: f64 = 0.001;
const MAX_RATE: u32 = 1_000_000;
const MAX_COST: u32 = 1000;
const MAX_UPSTREAMS: u32 = 8;
const MAX_WEIGHT: u32 = 1000;
const NETWORKS: [&str; 2] = ["mainnet", "testnet"];

fn make_texts_schema(example: &str) -> Value {
    json!({ "type": "array", "items": { "type": "string", "examples": [example] } })
}

/// Returns the schema of a secret: a reference, because the file must not contain the secret itself.
fn make_secret_schema() -> Value {
    json!({
        "type": "string",
        "pattern": "^(env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$",
        "examples": ["env:NAME", "file:/run/secrets/name"],
    })
}

fn number_schema() -> Value {
    json!({ "type": "number", "minimum": MIN_RATE, "maximum": MAX_RATE })
}

fn make_one_of_schema(schemas: impl Into<Vec<Value>>) -> Value {
    json!({ "anyOf": schemas.into() })
}

fn make_rate_schema() -> Value {
    let object = json!({
        "type": "object",
        "properties": {
            "rate": number_schema(),
            "burst": { "type": "integer", "minimum": 1, "maximum": MAX_RATE },
        },
        "required": ["rate"],
        "additionalProperties": false,
    });
    make_one_of_schema([number_schema(), object])
}

fn make_off_or_schema(schema: Value) -> Value {
    make_one_of_schema([schema, json!({ "const": "off" })])
}

fn make_upstreams_schema() -> Value {
    let url = json!({ "type": "string", "pattern": "^https?://", "examples": ["https://toncenter.com"] });
    let keys =
        make_one_of_schema([make_secret_schema(), json!({ "type": "array", "items": make_secret_schema() })]);
    let upstream = json!({
        "type": "object",
        "properties": {
            "baseUrl": url,
            "apiKey": keys,
            "budget": make_off_or_schema(number_schema()),
            "weight": { "type": "integer", "minimum": 0, "maximum": MAX_WEIGHT },
        },
        "additionalProperties": false,
    });
    let upstream_schema = make_one_of_schema([url, upstream]);
    let list = json!({ "type": "array", "items": upstream_schema, "minItems": 1, "maxItems": MAX_UPSTREAMS });
    make_off_or_schema(make_one_of_schema([upstream_schema, list]))
}

fn make_client_schema() -> Value {
    let proxies = json!({
        "type": "object",
        "properties": {
            "header": { "type": "string", "examples": ["X-Forwarded-For"] },
            "trustedProxies": { "type": "array", "items": { "type": "string", "examples": ["10.0.0.0/8"] }, "minItems": 1 },
        },
        "required": ["header", "trustedProxies"],
        "additionalProperties": false,
    });
    make_one_of_schema([json!({ "enum": ["cloudflare", "socket"] }), proxies])
}

/// Returns the schema of a setting in the file; `None` if a file cannot express it.
fn make_setting_schema(kind: Kind) -> Option<Value> {
    Some(match kind {
        Kind::Choice(words) | Kind::Adapter(words) => json!({ "enum": words }),
        Kind::Whole { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Kind::Share => json!({ "type": "number", "minimum": 0, "maximum": 1 }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Services => make_upstreams_schema(),
        Kind::Hosts => json!({ "type": "object", "additionalProperties": { "enum": NETWORKS } }),
        Kind::Origins => make_texts_schema("https://app.example"),
        Kind::HeaderNames => make_texts_schema("X-App-Origin"),
        Kind::HostNames => make_texts_schema("gw.example"),
        Kind::Blocks => make_texts_schema("192.0.2.0/24"),
        Kind::Operations => make_texts_schema("sendBoc"),
        Kind::Token | Kind::Secret | Kind::Reference => make_secret_schema(),
        Kind::Rate => make_off_or_schema(make_rate_schema()),
        Kind::Budget => make_off_or_schema(number_schema()),
        Kind::Plans => json!({ "type": "object", "additionalProperties": make_rate_schema() }),
        Kind::Costs => json!({
            "type": "object",
            "additionalProperties": { "type": "integer", "minimum": 1, "maximum": MAX_COST },
        }),
        Kind::Scope => json!({ "enum": ["isolate"] }),
        Kind::Client => make_client_schema(),
        Kind::Address | Kind::Path | Kind::Name => json!({ "type": "string", "minLength": 1 }),
        Kind::Url => json!({ "type": "string", "pattern": "^https?://" }),
        Kind::HttpsUrl => json!({ "type": "string", "pattern": "^https://[^?#]+$" }),
        Kind::Store | Kind::StreamStore | Kind::Function | Kind::Functions | Kind::Telemetry => return None,
    })
}

fn describe_setting(setting: &Setting) -> Option<Value> {
    let mut schema = make_setting_schema(setting.kind)?;
    let members = schema.as_object_mut()?;
    members.insert(String::from("description"), json!(setting.meaning.as_str()));
    let default = match setting.default {
        Default::Word(choice) => Some(json!(choice)),
        Default::Number(number) => Some(json!(number)),
        Default::Said(_) => None,
    };
    if let Some(default) = default {
        members.insert(String::from("default"), default);
    } else {
        members.insert(String::from("$comment"), json!(format!("Default: {}.", setting.default.describe())));
    }
    Some(schema)
}

/// Lists the settings of the command with their defaults: its own settings, and those of the gateway that a file can
/// express.
pub(super) fn list_command_settings() -> impl Iterator<Item = Setting> {
    let is_own = |name: &str| COMMAND_SETTINGS.iter().any(|setting| setting.name == name);
    let settings =
        COMMAND_SETTINGS.iter().chain(SETTINGS.iter().filter(move |setting| !is_own(setting.name)));
    settings.map(|setting| {
        let command_default = COMMAND_DEFAULTS.iter().find(|(name, _)| *name == setting.name);
        Setting { default: command_default.map_or(setting.default, |(_, default)| *default), ..*setting }
    })
}

/// Writes the document.
pub(super) fn write_document() -> Value {
    let mut properties = Map::new();
    properties.insert(
        String::from("$schema"),
        json!({ "type": "string", "description": "Path or URL of this schema, for editors." }),
    );
    for setting in list_command_settings() {
        let Some(schema) = describe_setting(&setting) else { continue };
        match setting.name.split_once('.') {
            None => {
                properties.insert(String::from(setting.name), schema);
            }
            Some((group, name)) => {
                let group = properties.entry(group).or_insert_with(
                    || json!({ "type": "object", "properties": {}, "additionalProperties": false }),
                );
                if let Some(members) = group.pointer_mut("/properties").and_then(Value::as_object_mut) {
                    members.insert(String::from(name), schema);
                }
            }
        }
    }
    for name in SWITCHED_GROUPS {
        if let Some(group) = properties.get_mut(name) {
            *group = make_one_of_schema([json!({ "type": "boolean" }), group.take()]);
        }
    }
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Configuration of ton-edge gateway",
        "description": "Settings of the gateway that `npx ton-edge gateway --config FILE` runs, in TOML or JSON.",
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}
