//! `pkg/ton-edge.schema.json`: JSON Schema of the configuration file of `ton-edge gateway`. Editors complete and check the file by it.

use serde_json::{Map, Value, json};
use ton_edge::gateway::config::settings::{
    COMMAND_DEFAULTS, COMMAND_SETTINGS, Default, Kind, SETTINGS, Setting,
};

const RATE_LEAST: f64 = 0.001;
const RATE_MOST: u32 = 1_000_000;
const COST_MOST: u32 = 1000;
const UPSTREAMS_MOST: u32 = 8;
const NETWORKS: [&str; 2] = ["mainnet", "testnet"];

fn texts(example: &str) -> Value {
    json!({ "type": "array", "items": { "type": "string", "examples": [example] } })
}

/// A secret is not written into the file.
fn secret() -> Value {
    json!({
        "type": "string",
        "pattern": "^(env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$",
        "examples": ["env:NAME", "file:/run/secrets/name"],
    })
}

fn number() -> Value {
    json!({ "type": "number", "minimum": RATE_LEAST, "maximum": RATE_MOST })
}

fn one_of(schemas: impl Into<Vec<Value>>) -> Value {
    json!({ "anyOf": schemas.into() })
}

fn rate() -> Value {
    let object = json!({
        "type": "object",
        "properties": {
            "rate": number(),
            "burst": { "type": "integer", "minimum": 1, "maximum": RATE_MOST },
        },
        "required": ["rate"],
        "additionalProperties": false,
    });
    one_of([number(), object])
}

fn off_or(schema: Value) -> Value {
    one_of([schema, json!({ "const": "off" })])
}

fn upstreams() -> Value {
    let url = json!({ "type": "string", "pattern": "^https?://", "examples": ["https://toncenter.com"] });
    let keys = one_of([secret(), json!({ "type": "array", "items": secret() })]);
    let upstream = json!({
        "type": "object",
        "properties": { "baseUrl": url, "apiKey": keys, "budget": off_or(number()) },
        "additionalProperties": false,
    });
    let one = one_of([url, upstream]);
    let list = json!({ "type": "array", "items": one, "minItems": 1, "maxItems": UPSTREAMS_MOST });
    off_or(one_of([one, list]))
}

fn client() -> Value {
    let proxies = json!({
        "type": "object",
        "properties": {
            "header": { "type": "string", "examples": ["X-Forwarded-For"] },
            "trustedProxies": { "type": "array", "items": { "type": "string", "examples": ["10.0.0.0/8"] }, "minItems": 1 },
        },
        "required": ["header", "trustedProxies"],
        "additionalProperties": false,
    });
    one_of([json!({ "enum": ["cloudflare", "socket"] }), proxies])
}

/// The schema of a setting in the file; `None` where nothing in a file can be one.
fn schema(kind: Kind) -> Option<Value> {
    Some(match kind {
        Kind::Choice(words) | Kind::Adapter(words) => json!({ "enum": words }),
        Kind::Whole { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Kind::Share => json!({ "type": "number", "minimum": 0, "maximum": 1 }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Services => upstreams(),
        Kind::Hosts => json!({ "type": "object", "additionalProperties": { "enum": NETWORKS } }),
        Kind::Origins => texts("https://app.example"),
        Kind::HeaderNames => texts("X-App-Origin"),
        Kind::HostNames => texts("gw.example"),
        Kind::Blocks => texts("192.0.2.0/24"),
        Kind::Operations => texts("sendBoc"),
        Kind::Token | Kind::Secret | Kind::Reference => secret(),
        Kind::Rate => off_or(rate()),
        Kind::Budget => off_or(number()),
        Kind::Plans => json!({ "type": "object", "additionalProperties": rate() }),
        Kind::Costs => json!({
            "type": "object",
            "additionalProperties": { "type": "integer", "minimum": 1, "maximum": COST_MOST },
        }),
        Kind::Scope => json!({ "enum": ["isolate"] }),
        Kind::Client => client(),
        Kind::Address | Kind::Path | Kind::Name => json!({ "type": "string", "minLength": 1 }),
        Kind::Url => json!({ "type": "string", "pattern": "^https?://" }),
        Kind::Store | Kind::Function | Kind::Functions | Kind::Telemetry => return None,
    })
}

fn described(setting: &Setting) -> Option<Value> {
    let mut schema = schema(setting.kind)?;
    let members = schema.as_object_mut()?;
    members.insert(String::from("description"), json!(setting.meaning.as_str()));
    let default = match setting.default {
        Default::Word(word) => Some(json!(word)),
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

/// The settings that the command has, with its defaults: its own, and those of the gateway that a file can express.
pub(super) fn of_command() -> impl Iterator<Item = Setting> {
    let is_own = |name: &str| COMMAND_SETTINGS.iter().any(|one| one.name == name);
    let all = COMMAND_SETTINGS.iter().chain(SETTINGS.iter().filter(move |one| !is_own(one.name)));
    all.map(|setting| {
        let own = COMMAND_DEFAULTS.iter().find(|(name, _)| *name == setting.name);
        Setting { default: own.map_or(setting.default, |(_, default)| *default), ..*setting }
    })
}

/// The document.
pub(super) fn document() -> Value {
    let mut properties = Map::new();
    properties.insert(
        String::from("$schema"),
        json!({ "type": "string", "description": "Path or URL of this schema, for editors." }),
    );
    for setting in of_command() {
        let Some(schema) = described(&setting) else { continue };
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
    if let Some(local) = properties.get_mut("localGetMethods") {
        *local = one_of([json!({ "type": "boolean" }), local.take()]);
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
