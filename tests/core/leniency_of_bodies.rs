//! Malformed and hostile members of JSON bodies and of JSON-RPC calls: what the reference servers accept by their sources, and what the
//! gateway does. Every difference is in a reviewed list, with its reason.
//!
//! `tests/fixtures/http-api-cpp-bodies.json` has the JSON types of every member in v2, from that server's own schema, which validates its
//! requests; for v3 the types are those of ton-index-go's structs.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use ton_edge::endpoint::{Endpoint, Generation, Kind, Op, Param, V2, V3, Verb};
use ton_edge::gateway::{Config, Incoming, Verdict, decide};

use crate::leniency::{assert_reviewed, parse_int, valid_value};

/// Values that programs send for any field; `GOOD` stands for a valid value, which differs by parameter.
fn list_sloppy_values() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(1),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(2_147_483_648_i64),
        json!(u64::MAX),
        json!(""),
        json!("1"),
        json!("+1"),
        json!(" 1"),
        json!("0x10"),
        json!("1.5"),
        json!("true"),
        json!("No"),
        json!("null"),
        json!([]),
        json!(["1"]),
        json!([1]),
        json!([null]),
        json!({}),
        json!({ "1": 1 }),
    ]
}

/// JSON types of the members of v3 bodies, by ton-index-go's structs. A Go decoder leaves a field unchanged for `null`.
const INDEX_GO: &[(&str, &str)] = &[
    ("boc", "string"),
    ("address", "string"),
    ("method", "string"),
    ("stack", "array"),
    ("body", "string"),
    ("init_code", "string"),
    ("init_data", "string"),
    ("ignore_chksig", "boolean"),
    ("opcodes", "array"),
    ("bodies", "array"),
];

fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Whether the reference server can read the value's type; not whether the value is in range, or an address.
fn can_read_type(types: &str, param: &Param, value: &Value) -> bool {
    let value_type = json_type(value);
    if value_type == "null" {
        return !param.required;
    }
    if !types.split(" or ").any(|one| one == value_type) {
        return false;
    }
    let bits = if matches!(param.kind, Kind::Lt | Kind::ShardDec | Kind::Utime) { 64 } else { 32 };
    match (param.kind, value) {
        (Kind::Int | Kind::Lt | Kind::ShardDec | Kind::Utime, Value::String(text)) => parse_int(text, bits),
        (Kind::Int | Kind::Bool, Value::Number(number)) => parse_int(&number.to_string(), 32),
        (Kind::Lt | Kind::ShardDec | Kind::Utime, Value::Number(number)) => {
            parse_int(&number.to_string(), 64)
        }
        (Kind::Bool, Value::String(text)) => {
            let lower_text = text.to_ascii_lowercase();
            ["y", "yes", "t", "true", "on", "1", "n", "no", "f", "false", "off", "0"].contains(&&*lower_text)
        }
        _ => true,
    }
}

/// Whether the outcome depends on more than the JSON type: addresses, hashes, bags of cells and stacks have their own tests.
fn is_tested_elsewhere(param: &Param, value: &Value) -> bool {
    let text = matches!(value, Value::String(_));
    let number =
        value.as_i64().or_else(|| value.as_str().and_then(|text| text.trim_start_matches('+').parse().ok()));
    let is_in_range = number.is_some_and(|number: i64| {
        param.min.is_some_and(|min| number < min.into()) || param.max.is_some_and(|max| number > max.into())
    });
    is_in_range
        || param.array && value.is_array()
        || match param.kind {
            Kind::Address
            | Kind::AddressText
            | Kind::Hash
            | Kind::AccountHash
            | Kind::Boc
            | Kind::BocOrHex => text,
            // There is no shard with the value 1.
            Kind::Method | Kind::ShardDec => text || value.is_number(),
            _ => false,
        }
}

/// Whether a member is null or empty and so counts as absent: then the rules between parameters decide.
fn is_ruled(row: &Endpoint, param: &Param, value: &Value) -> bool {
    let names = |names: &[&str]| names.contains(&param.name);
    matches!(value.as_str(), Some("")) | value.is_null()
        && row.rules.iter().any(|rule| match rule.op {
            Op::ExactlyOne(all) | Op::AtLeastOne(all) | Op::Together(all) => names(all),
            _ => false,
        })
}

fn valid_json_value(param: &Param) -> Value {
    let text = valid_value(param);
    match param.kind {
        Kind::Stack => json!([]),
        Kind::Bool => json!(true),
        _ if param.array => json!([text]),
        _ => json!(text),
    }
}

fn is_forwarded(config: &Config, url: &str, body: &Value) -> bool {
    is_text_decided(config, url, &body.to_string())
}

/// Whether the gateway accepts the request.
fn is_text_decided(config: &Config, url: &str, body: &str) -> bool {
    match verdict(config, url, body) {
        Verdict::Forward(_) => true,
        Verdict::Respond { status, .. } => status == 200,
        other => panic!("{url}: {other:?}"),
    }
}

fn verdict(config: &Config, url: &str, body: &str) -> Verdict {
    let incoming = Incoming {
        method: "POST",
        url,
        content_type: Some("application/json"),
        body: Some(body),
        ..Incoming::default()
    };
    decide(config, &incoming)
}

/// Fields with which a request with this field is accepted.
fn companion_fields(config: &Config, row: &Endpoint, param: &Param, url: &str) -> Option<Map<String, Value>> {
    let other_params = || row.params.iter().filter(|one| one.name != param.name);
    let mut required_fields: Map<String, Value> = other_params()
        .filter(|one| one.required)
        .map(|one| (one.name.to_owned(), valid_json_value(one)))
        .collect();
    required_fields.insert(param.name.to_owned(), valid_json_value(param));
    let mut candidates = vec![required_fields.clone()];
    candidates.extend(other_params().filter(|one| !one.required).map(|one| {
        let mut members = required_fields.clone();
        members.insert(one.name.to_owned(), valid_json_value(one));
        members
    }));
    candidates.into_iter().find(|members| is_forwarded(config, url, &json!(members)))
}

/// Generation and kinds, whether the gateway accepts these values, the values, and the reason.
type Difference = (Generation, &'static [Kind], bool, &'static [&'static str], &'static str);

/// Intended differences between the gateway and the service.
const REVIEWED_DIFFERENCES: &[Difference] = &[
    (
        Generation::V2,
        &[Kind::Int, Kind::Lt, Kind::Utime, Kind::Bool, Kind::Method, Kind::ShardDec],
        true,
        &[r#"["1"]"#, "[1]"],
        "a list of one value counts as the value, as in a URL",
    ),
    (Generation::V2, &[Kind::String], true, &[r#"["1"]"#], "as above"),
    (Generation::V3, &[Kind::Bool], true, &[r#"["1"]"#, "[1]"], "as above"),
    (Generation::V3, &[Kind::String], true, &[r#"["1"]"#], "as above"),
    (
        Generation::V2,
        &[Kind::Int, Kind::Lt, Kind::Bool],
        true,
        &[r#""""#],
        "an empty text counts as absent, as in a URL",
    ),
    (
        Generation::V2,
        &[Kind::Int],
        true,
        &[r#""1""#, r#""+1""#],
        "three methods take `seqno` and `ttl` only as numbers, all others also as texts: the gateway forwards numbers",
    ),
    (
        Generation::V2,
        &[Kind::Bool],
        true,
        &["0", "1", r#""1""#, r#""true""#, r#""No""#],
        "`ignore_chksig` is only a JSON boolean there, `archival` any of these: the gateway forwards a flag",
    ),
    (Generation::V3, &[Kind::Bool], true, &["0", "1", r#""1""#, r#""true""#], "as above"),
    (Generation::V2, &[Kind::Bool], false, &["-1"], "no flag: a slip"),
    (Generation::V2, &[Kind::Lt], false, &["-1"], "no logical time is negative: 0 means the same"),
    (
        Generation::V3,
        &[Kind::Opcode],
        true,
        &["-1", "0", "1", "2147483648", r#""1""#, r#""0x10""#],
        "one opcode counts as a list of one, and a number as an opcode: the gateway forwards a list of texts",
    ),
];

#[test]
fn the_gateway_reads_the_bodies_that_the_references_read() {
    let types: BTreeMap<String, BTreeMap<String, String>> =
        serde_json::from_str(include_str!("../fixtures/http-api-cpp-bodies.json")).unwrap();
    let config = Config::from_json("{}").unwrap();
    let mut differences: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut compared_count = 0;
    for row in V2.iter().chain(V3).filter(|row| row.takes(Verb::Post) && row.path != "/jsonRPC") {
        let url = format!("/api/{}{}", row.generation.as_str(), row.path);
        for param in row.params {
            let member_types = match row.generation {
                Generation::V2 => types[row.path].get(param.name).map(String::as_str),
                Generation::V3 => {
                    INDEX_GO.iter().find(|(name, _)| *name == param.name).map(|(_, typed)| *typed)
                }
            };
            let Some(of_member) = member_types else { panic!("{url}: no type of `{}`", param.name) };
            let members =
                companion_fields(&config, row, param, &url).unwrap_or_else(|| panic!("{url} {}", param.name));
            for value in list_sloppy_values() {
                if is_tested_elsewhere(param, &value) || is_ruled(row, param, &value) {
                    continue;
                }
                let mut members = members.clone();
                members.insert(param.name.to_owned(), value.clone());
                let body = json!(members);
                let is_accepted = is_forwarded(&config, &url, &body);
                let reference = can_read_type(of_member, param, &value);
                compared_count += 1;
                if is_accepted != reference {
                    let key = format!("{:?} {:?} {value}: {is_accepted}", row.generation, param.kind);
                    differences.entry(key).or_default().insert(format!("{url} {}", param.name));
                }
                if row.rpc {
                    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": row.name(), "params": body });
                    assert_eq!(is_forwarded(&config, "/api/v2/jsonRPC", &call), is_accepted, "{call}");
                }
            }
        }
    }
    assert!(compared_count > 1500, "{compared_count} compared");
    let reviewed_keys: BTreeSet<String> = REVIEWED_DIFFERENCES
        .iter()
        .flat_map(|(generation, kinds, ours, values, why)| {
            assert!(!why.is_empty());
            kinds.iter().flat_map(move |kind| {
                values.iter().map(move |value| format!("{generation:?} {kind:?} {value}: {ours}"))
            })
        })
        .collect();
    assert_reviewed(&differences, &reviewed_keys);
}

/// The C++ server reads `method` and an object `params`. It treats other values of `params` as absent, except a list with items, and
/// reads no other member (`JsonRpcHandler.cpp`).
#[test]
fn json_rpc_calls_are_read_as_the_reference_reads_them() {
    let config = Config::from_json("{}").unwrap();
    let call = |name: &str, value: Option<&Value>| {
        let mut call = json!({ "jsonrpc": "2.0", "id": 1, "method": "getMasterchainInfo", "params": {} });
        match value {
            Some(value) => call[name] = value.clone(),
            None => drop(call.as_object_mut().unwrap().remove(name)),
        }
        is_forwarded(&config, "/api/v2/jsonRPC", &call)
    };
    for name in ["jsonrpc", "id", "params"] {
        assert!(call(name, None), "without {name}");
    }
    assert!(!call("method", None));
    // Its JSON reader refuses an object with a repeated name.
    for text in [
        r#"{"method":"getMasterchainInfo","method":"getShards","params":{}}"#,
        r#"{"method":"getMasterchainInfo","params":{},"params":{}}"#,
        r#"{"method":"getMasterchainInfo","id":1,"id":2}"#,
    ] {
        assert!(!is_text_decided(&config, "/api/v2/jsonRPC", text), "{text}");
    }
    for value in list_sloppy_values() {
        let value_text = value.to_string();
        assert!(call("jsonrpc", Some(&value)), "jsonrpc {value_text}");
        assert!(call("id", Some(&value)), "id {value_text}");
        assert!(!call("method", Some(&value)), "method {value_text}");
        let items = value.as_array().is_some_and(|items| !items.is_empty());
        let has_unknown_member = value.as_object().is_some_and(|members| !members.is_empty());
        assert_eq!(call("params", Some(&value)), !items && !has_unknown_member, "params {value_text}");
    }
}

/// A value that the servers accept only in one form is forwarded in that form.
#[test]
fn lenient_members_are_forwarded_in_the_form_that_servers_accept() {
    let config = Config::from_json("{}").unwrap();
    let address = valid_value(&V2[0].params[0]);
    let forwarded_body = |url: &str, body: Value| {
        let Verdict::Forward(forward) = verdict(&config, url, &body.to_string()) else {
            panic!("{url} {body}")
        };
        serde_json::from_str::<Value>(&forward.body.unwrap()).unwrap()
    };
    let run = json!({ "address": address, "method": "seqno", "stack": [], "seqno": "1" });
    assert_eq!(forwarded_body("/api/v2/runGetMethod", run)["seqno"], json!(1));
    let boc = "te6cckEBAQEAAgAAAEysuc0=";
    for (flag, sent) in [(json!("No"), false), (json!(1), true)] {
        let fee = json!({ "address": address, "body": boc, "ignore_chksig": flag });
        assert_eq!(forwarded_body("/api/v2/estimateFee", fee)["ignore_chksig"], json!(sent));
    }
    assert_eq!(forwarded_body("/api/v3/decode", json!({ "opcodes": 16 }))["opcodes"], json!(["0x00000010"]));
}
