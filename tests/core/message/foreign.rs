//! Bags and bodies as other libraries write them (`fixtures/foreign.jsonl`): they are read with the hashes that their writers computed, and bodies are
//! decoded to what the writer put in. `tests/message/foreign-bags.test.mjs` reads the same bags in JavaScript, and explains the files.

use super::{bodies::text, read};
use serde_json::Value as Json;
use ton_edge::address::{Address, Flags};
use ton_edge::cell::{Limits, parse_text};
use ton_edge::message::{Body, Message, StateInit, TokenContent, Value};

fn list(value: &Json) -> &[Json] {
    value.as_array().unwrap()
}

/// The names of the service's indexer for bodies, where they differ.
fn indexer_name(body: &Body) -> &'static str {
    match body.name() {
        "comment" => "text_comment",
        "encrypted_comment" => "encrypted_text_comment",
        "excesses" => "excess",
        "jetton_notification" => "jetton_notify",
        "change_dns_record" if body.get("value") == Some(&Value::Cell(None)) => "delete_dns_record",
        name => name,
    }
}

#[test]
fn bags_of_other_writers_are_read_as_they_were_meant() {
    let file = read("foreign.jsonl");
    let rows: Vec<Json> = file.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (head, bags) = rows.split_first().unwrap();
    let names: Vec<&str> = list(&head["writers"]).iter().map(|writer| writer[0].as_str().unwrap()).collect();
    let reviewed: Json = serde_json::from_str(&read("foreign-reviewed.json")).unwrap();
    let mut refused_bags = Vec::new();
    let (mut hashes, mut bodies, mut others) = (0, 0, 0);
    for bag in bags.iter().filter(|row| row.is_array()) {
        let name = bag[1].as_str().unwrap();
        let bag_label = format!("{}, {name}", names[bag[0].as_u64().unwrap() as usize]);
        let mut parsed = match parse_text(bag[2].as_str().unwrap(), &Limits::default()) {
            Ok(parsed) => parsed,
            Err(_) => {
                refused_bags.push(bag_label);
                continue;
            }
        };
        let roots = parsed.roots.iter().map(|root| parsed.cells.get(*root).unwrap().hash());
        let root_hashes: Vec<_> = roots.map(|hash| hash.to_hex().as_str().to_lowercase()).collect();
        assert_eq!(Json::from(root_hashes), bag[3], "{bag_label}");
        hashes += 1;
        let id = parsed.roots[0];
        let case = list(&head["cases"]).iter().find(|case| case["name"] == name.replace(" (own)", ""));
        let kind = case.map_or("wallet", |case| case["kind"].as_str().unwrap());
        match (kind, case) {
            ("body", Some(case)) => {
                let body = Body::decode(&mut parsed.cells, id);
                let expected = &case["expect"];
                assert_eq!(expected["@type"], indexer_name(&body), "{bag_label}");
                for (field, value) in expected.as_object().unwrap() {
                    let decoded_value = match field.as_str() {
                        "@type" | "opcode" => continue,
                        "cipher_text" => body.get("data").unwrap(),
                        field => body.get(field).unwrap_or_else(|| panic!("{bag_label}: no {field}")),
                    };
                    match value {
                        // The indexer shows the key of a record as bits.
                        Json::String(_) if field == "key" => {
                            assert!(matches!(decoded_value, Value::Int(_)), "{bag_label}")
                        }
                        Json::String(value) => {
                            let address =
                                value.parse::<Address>().map(|one| one.to_friendly(Flags::default()));
                            let expected = address.map_or(value.clone(), |address| address.to_string());
                            assert_eq!(text(&parsed.cells, decoded_value), expected, "{bag_label}: {field}");
                        }
                        Json::Null => {
                            assert_eq!(text(&parsed.cells, decoded_value), "none", "{bag_label}: {field}")
                        }
                        _ => assert!(matches!(decoded_value, Value::Cell(Some(_))), "{bag_label}: {field}"),
                    }
                }
                bodies += 1;
            }
            ("state", Some(case)) => {
                let state = StateInit::load(&parsed.cells, id).unwrap();
                assert_eq!(state.code.is_some(), case["expect"].get("code").is_some(), "{bag_label}");
                assert_eq!(state.data.is_some(), case["expect"].get("data").is_some(), "{bag_label}");
                others += 1;
            }
            ("message", Some(_)) => _ = Message::load(&mut parsed.cells, id).unwrap(),
            ("content", Some(case)) => {
                let content = TokenContent::load(&parsed.cells, id).unwrap();
                assert_eq!(content.uri.as_deref(), case["expect"]["uri"].as_str(), "{bag_label}");
                assert_eq!(content.name.as_deref(), case["expect"]["name"].as_str(), "{bag_label}");
                others += 1;
            }
            _ => {}
        }
    }
    refused_bags.sort();
    let mut expected_names: Vec<_> =
        list(&reviewed["refused"]).iter().map(|row| row[0].as_str().unwrap().to_owned()).collect();
    expected_names.sort();
    assert_eq!(refused_bags, expected_names);
    assert!(hashes >= 1400 && bodies >= 400 && others >= 150, "{hashes} {bodies} {others}");
}
