//! The Rust types of the requests, written from the table: `src/types/requests/{v2,v3}.rs`, and what holds for them.
//!
//! A file that no longer compiles is put right by hand, or taken from the last commit, before it is blessed again.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Value, json};
use ton_edge::endpoint::Generation::{self, V2, V3};
use ton_edge::endpoint::{self, Endpoint, Kind, Param, Place, Verb, prose::pascal};
use ton_edge::types::v2::{EstimateFeeRequest, GetTransactionsRequest, RunGetMethodRequest};
use ton_edge::types::v3::{DecodeRequest, Sort, TransactionsRequest};
use ton_edge::types::{self, Answer, Request, Scalar};

use crate::golden;

/// Doc comments are filled up to here.
const WIDTH: usize = 110;

/// Rows with a request type of their own: both of `decode` share one.
fn rows(generation: Generation) -> impl Iterator<Item = &'static Endpoint> {
    let mut seen = BTreeSet::new();
    generation.rows().iter().filter(move |row| seen.insert(row.path))
}

// --- writing ---

fn doc(text: &mut String, indent: &str, said: &str) {
    let mut line = format!("{indent}///");
    let begins = line.len();
    for word in said.split_whitespace() {
        if line.len() > begins && line.len() + 1 + word.len() > WIDTH {
            writeln!(text, "{line}").unwrap();
            line.truncate(begins);
            // A later line of a list item stands under its text.
            line.push_str(if said.starts_with("- ") { "  " } else { "" });
        }
        line.push(' ');
        line.push_str(word);
    }
    writeln!(text, "{line}").unwrap();
}

/// Type of a set of words: by the parameter's name where rows share it, by row and name where only one has it. A set
/// of one word has none.
fn words(row: &Endpoint, param: &Param) -> Option<String> {
    if param.kind != Kind::Enum || param.choices.len() < 2 {
        return None;
    }
    let all = rows(row.generation).flat_map(|row| row.params).filter(|each| each.name == param.name);
    let shared: Vec<_> = all.filter(|each| each.kind == Kind::Enum).collect();
    let same = shared.iter().all(|each| each.choices == param.choices);
    Some(if same && shared.len() > 1 { pascal(param.name) } else { pascal(row.name()) + &pascal(param.name) })
}

/// Rust and TypeScript of one value.
fn value(row: &Endpoint, param: &Param) -> (String, String) {
    if let Some(name) = words(row, param) {
        let words: Vec<String> = param.choices.iter().map(|word| format!("{word:?}")).collect();
        return (name, words.join(" | "));
    }
    let (rust, script) = match param.kind {
        Kind::Address | Kind::AddressText | Kind::AddressOrNull => ("String", "AddressLike"),
        Kind::Hash | Kind::AccountHash | Kind::Boc | Kind::BocOrHex => ("String", "BytesLike"),
        Kind::Lt | Kind::Dec | Kind::ShardDec | Kind::Opcode => ("String", "IntegerLike"),
        Kind::Int => ("i32", "number"),
        Kind::Utime => ("u32", "number"),
        Kind::Bool => ("bool", "boolean"),
        Kind::Enum => return ("String".into(), format!("{:?}", param.choices[0])),
        Kind::String | Kind::ShardHex => ("String", "string"),
        Kind::Method | Kind::Scalar => ("Scalar", "IntegerLike"),
        Kind::Stack => (param.item_type.as_str(), param.item_type.as_str()),
        Kind::Object => ("Object", "{ readonly [name: string]: unknown }"),
    };
    (rust.into(), script.into())
}

/// What the schema says besides the type.
fn extend(param: &Param) -> Vec<String> {
    let mut rules = Vec::new();
    if let Some(value) = param.default {
        let shown = serde_json::to_string(&value).unwrap();
        // A number that travels as text has a default of that type.
        let text = matches!(param.kind, Kind::Lt | Kind::Dec | Kind::ShardDec | Kind::Opcode);
        let quoted = text && !shown.starts_with(['"', '[']);
        rules.push(("default", if quoted { format!("{shown:?}") } else { shown }));
    }
    // The floor of an unsigned number is in its type.
    let floor = param.min.filter(|_| param.kind == Kind::Int);
    rules.extend(floor.map(|min| ("minimum", min.to_string())));
    rules.extend(param.max.map(|max| ("maximum", max.to_string())));
    rules.extend(param.max_items.map(|max| ("maxItems", max.to_string())));
    if let (Some(pattern), false) = (param.pattern, param.array) {
        rules.push(("pattern", serde_json::to_string(&pattern).unwrap()));
    }
    if param.kind == Kind::Enum && param.choices.len() == 1 {
        rules.push(("const", format!("{:?}", param.choices[0])));
    }
    rules.into_iter().map(|(key, value)| format!("{key:?} = {value}")).collect()
}

fn field(text: &mut String, row: &Endpoint, param: &Param) {
    for said in param.says(row.generation) {
        doc(text, "    ", &said);
    }
    let (rust, script) = value(row, param);
    let name = match param.name {
        "type" => "r#type".into(),
        name => name.to_ascii_lowercase().replace('-', "_"),
    };
    let mut serde = Vec::new();
    if name.trim_start_matches("r#") != param.name {
        serde.push(format!("rename = {:?}", param.name));
    }
    // An empty stack is a stack; any other empty list is a mistake, and must not read as "no filter".
    let stack = param.array && param.kind == Kind::Stack;
    let optional = !param.required && !stack;
    if !param.required {
        let empty = if stack { "Vec::is_empty" } else { "Option::is_none" };
        serde.push(format!("default, skip_serializing_if = \"{empty}\""));
    }
    if !serde.is_empty() {
        writeln!(text, "    #[serde({})]", serde.join(", ")).unwrap();
    }
    let script = match (param.array, param.place) {
        (false, _) => script,
        (true, _) if param.kind == Kind::Stack => format!("readonly {script}[]"),
        (true, _) => format!("{script} | readonly {script}[]"),
    };
    writeln!(text, "    #[ts(type = {script:?})]").unwrap();
    let rust = if param.array { format!("Vec<{rust}>") } else { rust };
    let mut schema = Vec::new();
    if optional {
        schema.push(format!("with = {rust:?}"));
    }
    let rules = extend(param);
    if !rules.is_empty() {
        schema.push(format!("extend({})", rules.join(", ")));
    }
    if !schema.is_empty() {
        writeln!(text, "    #[schemars({})]", schema.join(", ")).unwrap();
    }
    let rust = if optional { format!("Option<{rust}>") } else { rust };
    writeln!(text, "    pub {name}: {rust},").unwrap();
}

fn request(text: &mut String, row: &Endpoint) {
    text.push('\n');
    doc(text, "", &format!("Parameters of `/api/{}{}`.", row.generation.as_str(), row.path));
    text.push_str("///\n");
    row.says().iter().for_each(|said| doc(text, "", said));
    text.push_str("#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]\n");
    text.push_str("#[serde(deny_unknown_fields)]\n");
    let name = row.request();
    if row.params.is_empty() {
        text.push_str("#[ts(type = \"Record<string, never>\")]\n");
        writeln!(text, "pub struct {name} {{}}").unwrap();
    } else {
        writeln!(text, "pub struct {name} {{").unwrap();
        row.params.iter().for_each(|param| field(text, row, param));
        text.push_str("}\n");
    }
    let (generation, verb) = (format!("{:?}", row.generation), format!("{:?}", row.verb));
    let answer = match Answer::of(row) {
        Answer::Type(name) => name.into(),
        Answer::List(name) => format!("Vec<{name}>"),
        Answer::Integer => "Integer".into(),
        Answer::Text => "String".into(),
        Answer::Any => "serde_json::Value".into(),
    };
    write!(
        text,
        "\nimpl Request for {name} {{\n    const ROW: (Generation, Verb, &'static str) = \
         (Generation::{generation}, Verb::{verb}, {:?});\n    type Answer = {answer};\n}}\n",
        row.path
    )
    .unwrap();
}

fn choices(text: &mut String, name: &str, param: &Param) {
    text.push('\n');
    doc(text, "", &format!("Words of the parameter `{}`.", param.name));
    text.push_str(
        "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema)]\n",
    );
    writeln!(text, "pub enum {name} {{").unwrap();
    for word in param.choices {
        writeln!(text, "    /// `{word}`.\n    #[serde(rename = {word:?})]\n    {},", pascal(word)).unwrap();
    }
    text.push_str("}\n");
}

/// The whole file of a generation.
fn file(generation: Generation) -> String {
    let of = generation.as_str();
    let mut body = String::new();
    let (mut names, mut done) = (Vec::new(), BTreeSet::new());
    for row in rows(generation) {
        names.push(row.request());
        request(&mut body, row);
        for param in row.params {
            if let Some(name) = words(row, param)
                && done.insert(name.clone())
            {
                choices(&mut body, &name, param);
                names.push(name);
            }
        }
    }
    let wire: Vec<&str> = ["Integer", "Object", "Scalar"]
        .into_iter()
        .filter(|name| {
            ["<NAME>", ": NAME,", "= NAME;"].iter().any(|use_| body.contains(&use_.replace("NAME", name)))
        })
        .collect();
    let wire = match wire.as_slice() {
        [] => String::new(),
        [one] => format!("use crate::types::wire::{one};\n"),
        list => format!("use crate::types::wire::{{{}}};\n", list.join(", ")),
    };
    format!(
        "//! Requests of {of}. Written from the endpoint table: `BLESS=1 cargo test requests`, never by hand.\n\n\
         use schemars::JsonSchema;\nuse serde::{{Deserialize, Serialize}};\nuse ts_rs::TS;\n\n\
         use super::Request;\nuse crate::endpoint::{{Generation, Verb}};\n\
         use crate::types::registry::{{Type, types}};\nuse crate::types::{of}::*;\n{wire}\n\
         /// The types of this file.\n\
         pub(in crate::types) const TYPES: &[Type] = types![\n    {}\n];\n{body}",
        names.join(",\n    ")
    )
}

// --- holding ---

#[test]
fn they_are_what_the_table_gives() {
    for generation in [V2, V3] {
        golden::hold_file(&format!("src/types/requests/{}.rs", generation.as_str()), &file(generation));
    }
}

#[test]
fn every_row_names_a_request_and_an_answer() {
    for generation in [V2, V3] {
        let script = types::typescript(generation);
        let schemas = types::schemas(generation);
        let declared = |name: &str| {
            let one = |word: &str, after: &str| script.contains(&format!("\nexport {word} {name}{after}"));
            one("interface", " {\n") || one("type", " = ")
        };
        for row in generation.rows() {
            let mut names = vec![row.request()];
            names.extend(words_of(row));
            if let Answer::Type(name) | Answer::List(name) = Answer::of(row) {
                names.push(name.into());
            }
            names.extend(row.page.map(|page| page.row_type.as_str().into()));
            for name in names {
                assert!(
                    types::find(generation, &name).is_some(),
                    "{} names {name}, which is no type",
                    row.path
                );
                assert!(declared(&name), "{name} of {} is not in TypeScript", row.path);
                assert!(schemas.contains_key(&name), "{name} of {} has no schema", row.path);
            }
        }
    }
    assert_eq!(rows(V2).count() + rows(V3).count(), 82, "83 rows, and `decode` has two");
}

fn words_of(row: &Endpoint) -> Vec<String> {
    row.params.iter().filter_map(|param| words(row, param)).collect()
}

#[test]
fn rows_of_one_path_take_and_give_the_same() {
    let facts = |row: &'static Endpoint| -> Vec<_> {
        row.params.iter().map(|param| (param.name, param.kind, param.array, param.required)).collect()
    };
    for generation in [V2, V3] {
        for row in generation.rows() {
            let first = rows(generation).find(|first| first.path == row.path).unwrap();
            assert_eq!((facts(first), first.result), (facts(row), row.result), "{}", row.path);
        }
    }
}

#[test]
fn names_are_nobody_elses() {
    for generation in [V2, V3] {
        let ours: BTreeSet<String> =
            rows(generation).flat_map(|row| [vec![row.request()], words_of(row)].concat()).collect();
        let all = types::names(generation);
        assert_eq!(all.iter().filter(|name| ours.contains(**name)).count(), ours.len());
    }
}

#[test]
fn json_rpc_takes_every_method() {
    for row in V2.rows() {
        assert_eq!(row.rpc, row.path != "/jsonRPC", "{}", row.path);
        let paths: Vec<_> = row.aliases.iter().map(|path| path.trim_start_matches('/')).collect();
        assert_eq!(paths, row.rpc_aliases, "{}: an alias is one for both", row.path);
    }
}

#[test]
fn a_request_is_written_as_it_travels() {
    let written = |value: Value| serde_json::to_string(&value).unwrap();
    let request = TransactionsRequest {
        account: Some(vec!["0:00".into()]),
        limit: Some(3),
        sort: Some(Sort::Asc),
        ..Default::default()
    };
    assert_eq!(json!(request), json!({ "account": ["0:00"], "limit": 3, "sort": "asc" }));
    assert_eq!(TransactionsRequest::ROW, (V3, Verb::Get, "/transactions"));
    assert_eq!(TransactionsRequest::endpoint().unwrap().title.as_str(), "Transactions");
    let call =
        RunGetMethodRequest { address: "0:00".into(), method: Scalar::from(85_143), ..Default::default() };
    assert_eq!(json!(call), json!({ "address": "0:00", "method": 85_143, "stack": [] }));
    assert_eq!(written(json!(DecodeRequest::default())), "{}");
    // What the table requires is asked for, and what it has not is refused.
    let read = |name, value| types::find(V2, name).unwrap().read(&value);
    assert!(
        read("EstimateFeeRequest", json!({ "address": "0:00" })).unwrap_err().to_string().contains("body")
    );
    let unknown = read("GetTransactionsRequest", json!({ "address": "0:00", "form_lt": 1 })).unwrap_err();
    assert!(unknown.to_string().contains("form_lt"));
    fn answers<R: Request>() -> &'static str {
        std::any::type_name::<R::Answer>()
    }
    assert!(answers::<EstimateFeeRequest>().ends_with("QueryFees"));
    assert!(
        answers::<GetTransactionsRequest>().ends_with("Vec<ton_edge::types::v2::transactions::Transaction>")
    );
}

#[test]
fn every_parameter_says_what_it_is() {
    for row in endpoint::V2.iter().chain(endpoint::V3) {
        for param in row.params {
            let said = param.says(row.generation).join(" ");
            assert_eq!(said.contains("Required."), param.required, "{} {said}", row.path);
            assert!(said.len() > param.doc.as_str().len() + 5, "{} {said}", row.path);
            assert!(!said.contains(". .") && said.ends_with('.'), "{} {said}", row.path);
            assert_eq!(said.contains("sent as a header"), param.place == Place::Header);
        }
    }
}
