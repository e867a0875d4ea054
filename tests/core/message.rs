//! Messages, transactions, accounts, bodies, wallets and amounts, compared with those that `@ton/core` and `@ton/ton` write and
//! read (`fixtures/messages/generate.mjs`).

mod accounts;
mod amounts;
mod blocks;
mod bodies;
mod cuts;
mod foreign;
mod messages;
#[cfg(feature = "types")]
mod outcomes;
mod properties;
mod random;
mod shown;
mod stacks;
mod transactions;
mod wallets;

use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use ton_edge::cell::{Builder, Cell, CellId, Cells, Limits, parse_text};
use ton_edge::hash::Hash;

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)).unwrap()
}

/// The rows of a file in `fixtures/messages`.
fn rows(file: &str, part: &str, least: usize) -> Vec<Value> {
    let file_json: Value = serde_json::from_str(&read(&format!("messages/{file}.json"))).unwrap();
    let rows = file_json[part].as_array().unwrap();
    assert!(rows.len() >= least, "{part}: {}", rows.len());
    rows.clone()
}

/// All bags of cells in the texts of recordings, by the hash of the root.
static RECORDED_MESSAGES: LazyLock<HashMap<Hash, String>> = LazyLock::new(|| {
    let mut files = vec!["boc_examples.json".to_owned()];
    let mut folders = vec!["recorded".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in
            fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(&folder)).unwrap()
        {
            let entry = entry.unwrap();
            let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
            if entry.file_type().unwrap().is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    let mut bags = HashMap::new();
    for file in files {
        for text in read(&file).split('"').filter(|text| text.starts_with("te6cc")) {
            let Ok(bag) = parse_text(text, &Limits::default()) else { continue };
            let Ok(root) = bag.root() else { continue };
            bags.insert(root.hash(), text.to_owned());
        }
    }
    bags
});

/// Calls a function with every object of the recorded JSON of TON Center v3 that satisfies `looks_right`.
fn visit_objects(looks_right: fn(&Value) -> bool, visit: &mut dyn FnMut(&Value)) {
    fn search(value: &Value, looks_right: fn(&Value) -> bool, visit: &mut dyn FnMut(&Value)) {
        if looks_right(value) {
            visit(value);
        }
        match value {
            Value::Object(fields) => fields.values().for_each(|value| search(value, looks_right, visit)),
            Value::Array(items) => items.iter().for_each(|value| search(value, looks_right, visit)),
            _ => {}
        }
    }
    for folder in ["traces", "messages", "transactions"] {
        let path = format!("recorded/v3/{folder}");
        let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(&path));
        for entry in entries.unwrap() {
            let name = entry.unwrap().file_name();
            let response: Value =
                serde_json::from_str(&read(&format!("{path}/{}", name.to_str().unwrap()))).unwrap();
            search(&response, looks_right, visit);
        }
    }
}

/// Calls a function with every recorded message that has a body.
fn visit_recorded_messages(visit: &mut dyn FnMut(&Value)) {
    visit_objects(|value| value["message_content"]["body"].is_string(), visit);
}

/// The cell of a row: its own bag, or a recorded one.
fn load(row: &Value) -> (Cells, CellId) {
    match row.get("boc") {
        Some(boc) => load_text(boc.as_str().unwrap()),
        None => load_text(&RECORDED_MESSAGES[&hash(&row["hash"])]),
    }
}

fn load_text(text: &str) -> (Cells, CellId) {
    let bag = parse_text(text, &Limits::default()).unwrap();
    let root = bag.root().unwrap().id();
    (bag.cells, root)
}

fn hash(value: &Value) -> Hash {
    value.as_str().unwrap().parse().unwrap()
}

fn hash_of(cells: &Cells, id: CellId) -> Hash {
    cells.get(id).unwrap().hash()
}

/// A row from which the given properties are removed.
fn remove_properties(row: &Value, names: &[&str]) -> Value {
    let mut row = row.as_object().unwrap().clone();
    names.iter().for_each(|name| _ = row.remove(*name));
    row.into()
}

fn number<T: TryFrom<u64>>(value: &Value) -> T {
    T::try_from(value.as_u64().unwrap_or_default()).ok().unwrap()
}

fn flag(row: &Value, name: &str) -> bool {
    row.get(name) == Some(&Value::Bool(true))
}

/// A cell that a function builds.
fn build(cells: &mut Cells, fill: impl FnOnce(&mut Builder)) -> CellId {
    let mut builder = Builder::new();
    fill(&mut builder);
    cells.add(&builder).unwrap()
}

/// The content of a cell, as a builder that can change it.
fn content(cell: &Cell<'_>) -> Builder {
    let mut builder = Builder::new();
    builder.store_slice(&cell.slice_exotic()).unwrap();
    builder.set_exotic(cell.slice().is_err());
    builder
}
