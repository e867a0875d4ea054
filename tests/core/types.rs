//! The types of responses, compared with the table and with every recording.

use serde_json::{Map, Value};
use ton_edge::endpoint::Endpoint;
use ton_edge::endpoint::Generation::{V2, V3};
use ton_edge::types::v3::{ActionDetails, NFTSaleDetails, ParsedBody};
use ton_edge::types::{self, ResultType, Type};

/// Reads the response of a row: by a type, item by item, or as a scalar.
fn read(row: &Endpoint, file: &str, value: &Value) {
    let find = |name| types::find(row.generation, name).unwrap();
    match ResultType::of(row) {
        ResultType::Type(name) => check_round_trip(file, find(name), value),
        ResultType::List(name) => {
            value.as_array().unwrap().iter().for_each(|item| check_round_trip(file, find(name), item))
        }
        ResultType::Integer => assert!(value.as_i64() == Some(0) || digits(value), "{file}: {value}"),
        ResultType::Text => assert!(value.is_string(), "{file}: {value}"),
        ResultType::Any => {}
    }
}

fn digits(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Reads a value, compares it with its serialization, and returns the properties that no type has.
fn check_round_trip(what: &str, each: &Type, value: &Value) {
    let (reread_value, shown_value) =
        each.read(value).unwrap_or_else(|error| panic!("{what} as {}: {error}", each.name));
    let mut expected = value.clone();
    types::fill_null_lists(&mut expected);
    assert_eq!(
        reread_value, expected,
        "{what} as {}: the value changes when it is read and written",
        each.name
    );
    let unknown_members: Vec<&str> = shown_value
        .match_indices("unknown: {\"")
        .filter_map(|(at, _)| shown_value.get(at..(at + 120).min(shown_value.len())))
        .collect();
    assert!(
        unknown_members.is_empty(),
        "{what} as {}: members without a field: {unknown_members:#?}",
        each.name
    );
}

#[test]
fn names_are_unique_and_have_a_schema() {
    for generation in [V2, V3] {
        let names = types::names(generation);
        let schemas = types::schemas(generation);
        let mut sorted_names = names.clone();
        sorted_names.sort_unstable();
        sorted_names.dedup();
        assert_eq!(sorted_names.len(), names.len());
        for name in names {
            assert!(schemas.contains_key(name), "{name} has a schema");
        }
    }
}

#[test]
fn every_action_shape_is_chosen_by_a_type() {
    let shapes: std::collections::BTreeSet<_> = ActionDetails::KEYS.iter().map(|(_, shape)| *shape).collect();
    assert_eq!(shapes.len(), 77);
    for (_, shape) in ActionDetails::KEYS.iter().chain(ParsedBody::KEYS).chain(NFTSaleDetails::KEYS) {
        assert!(types::find(V3, shape).is_some(), "{shape} is a type");
    }
}

#[test]
fn every_recording_is_of_its_type() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recorded");
    let read_file = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
    let index: Value = serde_json::from_str(&read_file("index.json")).unwrap();
    let (mut responses, mut actions, mut failures) = (0, 0, 0);
    for recording in index["recordings"].as_array().unwrap() {
        if recording["served"] != true {
            continue;
        }
        let file = recording["file"].as_str().unwrap();
        let generation = if recording["generation"] == "v2" { V2 } else { V3 };
        // Reads the text unchanged, and in the form that the JavaScript client returns.
        let text = read_file(file);
        for text in [types::exact(&text).as_ref(), text.as_str()] {
            let mut value: Value = serde_json::from_str(text).unwrap();
            if recording["status"] != 200 {
                let name = if generation == V2 { "Failure" } else { "IndexError" };
                check_round_trip(file, types::find(generation, name).unwrap(), &value);
                failures += 1;
                continue;
            }
            if generation == V2 {
                check_round_trip(file, types::find(V2, "Envelope").unwrap(), &value);
                value = value["result"].take();
            }
            let path = recording["endpoint"].as_str().unwrap();
            let row = generation.rows().iter().find(|row| row.path == path).unwrap();
            read(row, file, &value);
            responses += 1;
            details(file, &value, &mut actions);
        }
    }
    // The recordings contain no action yet; as soon as one does, this reads its details.
    assert!(
        responses >= 160 && failures > 0,
        "{responses} responses, {actions} actions, {failures} failures"
    );
}

/// These types belong to operations without a recording.
#[test]
fn every_response_of_the_devnet_has_its_type() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/devnet-answers.json");
    let devnet_responses: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let mut actions = 0;
    for made in devnet_responses.as_array().unwrap() {
        let path = made["endpoint"].as_str().unwrap();
        let generation = if made["generation"] == "v2" { V2 } else { V3 };
        let mut response = made["answer"].clone();
        if generation == V2 {
            check_round_trip(path, types::find(V2, "Envelope").unwrap(), &response);
            response = response["result"].take();
        }
        let row = generation.rows().iter().find(|row| row.path == path).unwrap();
        read(row, path, &response);
        details(path, &response, &mut actions);
    }
    assert!(devnet_responses.as_array().unwrap().len() > 45 && actions > 0);
}

/// A property beside the details determines the type of an action's details.
fn details(file: &str, value: &Value, count: &mut usize) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| details(file, item, count)),
        Value::Object(members) => {
            let is_action = members.contains_key("action_id");
            if let (true, Some(kind), Some(found)) =
                (is_action, members.get("type").and_then(Value::as_str), members.get("details"))
            {
                let read =
                    ActionDetails::read(kind, found.clone()).unwrap_or_else(|e| panic!("{file} {kind}: {e}"));
                assert!(!matches!(read, ActionDetails::Other(_)), "{file}: {kind} has a shape");
                assert_eq!(&serde_json::to_value(&read).unwrap(), found, "{file}: {kind} written back");
                let debug_text = format!("{read:?}");
                assert!(
                    !debug_text.contains("unknown: {\""),
                    "{file}: {kind} has a member without a field: {debug_text}"
                );
                *count += 1;
            }
            members.values().for_each(|member| details(file, member, count));
        }
        _ => {}
    }
}

#[test]
fn a_property_with_two_shapes_is_read_by_its_value() {
    let swap = |dex: &str| serde_json::json!({ "dex": dex, "peer_swaps": [] });
    let read = |kind, value| ActionDetails::read(kind, value).unwrap();
    assert!(matches!(read("jetton_swap", swap("tonco")), ActionDetails::ToncoJettonSwap(_)));
    assert!(matches!(read("jetton_swap", swap("stonfi")), ActionDetails::JettonSwap(_)));
    let call = serde_json::json!({ "opcode": "0x00000000" });
    assert!(matches!(read("extra_currency_transfer", call), ActionDetails::CallContract(_)));
    let transfer = serde_json::json!({ "value": "1" });
    assert!(matches!(read("extra_currency_transfer", transfer), ActionDetails::TonTransfer(_)));
}

#[test]
fn unknown_properties_and_values_are_preserved() {
    let read_back = |generation, name: &str, value: Value| {
        let (reread_value, shown_value) = types::find(generation, name).unwrap().read(&value).unwrap();
        assert_eq!(reread_value, value, "{name}");
        shown_value
    };
    let block =
        serde_json::json!({ "workchain": 0, "shard": "8000000000000000", "seqno": 1, "new": [1, null] });
    assert!(read_back(V3, "BlockId", block).contains("unknown: {\"new\""));
    assert!(read_back(V3, "AccountStatus", "melted".into()).contains("Other"));
    assert!(
        read_back(V2, "MsgData", serde_json::json!({ "@type": "msg.dataNew", "x": 1 })).contains("Other")
    );
    assert!(read_back(V2, "LegacyStackEntry", serde_json::json!(["builder", {}])).contains("Other"));
    let details = ActionDetails::read("brand_new", serde_json::json!({ "a": 1 })).unwrap();
    assert!(matches!(details, ActionDetails::Other(_)));
}

#[test]
fn braces_of_typescript_match() {
    let modules = [V2, V3].map(|generation| (generation.as_str(), types::typescript(generation)));
    for (name, text) in modules.into_iter().chain([("operations", types::operations())]) {
        assert_eq!(text.matches('{').count(), text.matches('}').count(), "{name}");
    }
}

#[test]
fn references_of_schemas_are_resolved() {
    for generation in [V2, V3] {
        let schemas = types::schemas(generation);
        assert_references(&Value::Object(schemas.clone()), &schemas);
    }
}

/// Fails for a reference to a schema that does not exist.
fn assert_references(value: &Value, schemas: &Map<String, Value>) {
    if let Some(to) = value.get("$ref").and_then(Value::as_str) {
        let name = to.strip_prefix("#/components/schemas/").unwrap();
        assert!(schemas.contains_key(name), "{to}");
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| assert_references(item, schemas)),
        Value::Object(members) => members.values().for_each(|member| assert_references(member, schemas)),
        _ => {}
    }
}
