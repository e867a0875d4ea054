//! The OpenAPI documents and the reference, compared with the endpoint table and the planner.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use ton_edge::endpoint::Generation::{V2, V3};
use ton_edge::endpoint::{Generation, Verb};
use ton_edge::example::Recordings;
use ton_edge::{openapi, reference};

fn recordings() -> Recordings {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recorded");
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).ok();
    let devnet_json = std::fs::read_to_string(folder.join("../../golden/devnet-answers.json")).unwrap();
    Recordings::read(&read("index.json").unwrap(), read).unwrap().with_devnet(&devnet_json).unwrap()
}

fn document(generation: Generation) -> Value {
    serde_json::from_str(&openapi::json(generation, &recordings())).unwrap()
}

#[test]
fn every_row_is_in_its_document_by_every_verb() {
    for generation in [V2, V3] {
        let document = document(generation);
        let mut ids = BTreeSet::new();
        let mut expected = 0;
        for row in generation.rows() {
            for path in std::iter::once(&row.path).chain(row.aliases) {
                for verb in [Verb::Get, Verb::Post].into_iter().filter(|verb| row.takes(*verb)) {
                    let operation = &document["paths"][*path][verb.as_str().to_lowercase()];
                    assert!(
                        ids.insert(operation["operationId"].as_str().unwrap().to_owned()),
                        "{path}: one id each"
                    );
                    assert_eq!(operation["summary"], row.title.as_str());
                    expected += 1;
                }
            }
        }
        let paths = document["paths"].as_object().unwrap().values();
        assert_eq!(paths.map(|item| item.as_object().unwrap().len()).sum::<usize>(), expected);
    }
}

#[test]
fn every_reference_in_a_document_leads_somewhere() {
    fn follow(value: &Value, document: &Value) {
        if let Some(to) = value.get("$ref").and_then(Value::as_str) {
            assert!(document.pointer(to.strip_prefix('#').unwrap()).is_some(), "{to}");
        }
        match value {
            Value::Array(items) => items.iter().for_each(|item| follow(item, document)),
            Value::Object(members) => members.values().for_each(|member| follow(member, document)),
            _ => {}
        }
    }
    for generation in [V2, V3] {
        let document = document(generation);
        follow(&document, &document);
    }
}

#[test]
fn every_category_has_a_description() {
    for generation in [V2, V3] {
        for tag in document(generation)["tags"].as_array().unwrap() {
            assert!(!tag["description"].as_str().unwrap().is_empty(), "{tag}");
        }
    }
}

#[test]
fn no_page_of_the_reference_is_unused() {
    let pages = reference::pages(&recordings());
    assert!(pages.iter().all(|page| page.text.lines().count() < 3000), "no page has 3000 lines or more");
    let files_in = |folder: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference").join(folder);
        std::fs::read_dir(folder).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_file()).count()
    };
    assert_eq!(
        files_in("") + files_in("v2") + files_in("v3"),
        pages.len(),
        "docs/reference has no unused page"
    );
}

#[test]
fn every_operation_has_an_example_that_the_planner_accepts() {
    let pages = reference::pages(&recordings());
    let calls = |text: &str| text.matches("\ncurl 'http://localhost:8080").count();
    assert_eq!(pages.iter().map(|page| calls(&page.text)).sum::<usize>(), V2.rows().len() + V3.rows().len());
    for page in &pages {
        let refused_line = page.text.lines().find(|line| line.starts_with("refused: "));
        assert_eq!(refused_line, None, "{}", page.path);
    }
}

#[test]
fn every_link_of_the_reference_leads_to_a_heading() {
    let pages = reference::pages(&recordings());
    let slug = |heading: &str| -> String {
        let characters = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        characters.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    };
    let mut headings = BTreeSet::new();
    for page in &pages {
        headings.insert(page.path.clone());
        for heading in page.text.lines().filter_map(|line| line.strip_prefix("## ")) {
            let target = format!("{}#{}", page.path, slug(heading));
            assert!(headings.insert(target.clone()), "{target} has one heading");
        }
    }
    let mut links = 0;
    for page in &pages {
        let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (at, _) in page.text.match_indices("](") {
            let link_target = page.text[at + 2..].split(')').next().unwrap();
            if link_target.contains("://") {
                continue;
            }
            if let Some(document) = link_target.strip_prefix("../../") {
                let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(document);
                assert!(file.is_file(), "{} links to {link_target}", page.path);
                continue;
            }
            if folder.is_empty()
                && let Some(document) = link_target.strip_prefix("../")
            {
                let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(document);
                assert!(file.is_file(), "{} links to {link_target}", page.path);
                continue;
            }
            let target = match link_target.strip_prefix("../") {
                Some(up) => up.to_owned(),
                None if folder.is_empty() => link_target.to_owned(),
                None => format!("{folder}/{link_target}"),
            };
            assert!(headings.contains(&target), "{} links to {target}", page.path);
            links += 1;
        }
    }
    assert!(links > 500);
}

#[test]
fn json_rpc_examples_have_all_four_members() {
    let document = document(V2);
    let content = &document["paths"]["/jsonRPC"]["post"]["requestBody"]["content"]["application/json"];
    let mut examples: Vec<&Value> =
        content["example"].as_object().map(|_| &content["example"]).into_iter().collect();
    for example in content["examples"].as_object().into_iter().flat_map(|examples| examples.values()) {
        examples.push(&example["value"]);
    }
    assert!(!examples.is_empty(), "{content}");
    for example in examples {
        for member in ["jsonrpc", "id", "method", "params"] {
            assert!(example.get(member).is_some(), "{member} of {example}");
        }
    }
    let page = reference::pages(&recordings()).into_iter().find(|page| page.path == "v2/rpc.md").unwrap();
    let call = page.text.lines().find(|line| line.contains("-d '{")).unwrap();
    assert!(
        ["jsonrpc", "id", "method", "params"].iter().all(|member| call.contains(&format!("\"{member}\":"))),
        "{call}"
    );
}
