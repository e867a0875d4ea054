//! The Rust types of the requests: a struct per row of the endpoint table, and an enum per set of words.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use ton_edge::endpoint::{Endpoint, Generation, Kind, Param, prose::pascal};
use ton_edge::types::ResultType;

/// Doc comments are wrapped at this column.
const MAX_LINE_WIDTH: usize = 110;
/// The attributes that derive TypeScript and JSON Schema.
const SCHEMA_ATTRIBUTE: &str = "#[cfg_attr(feature = \"schema\", derive(TS, JsonSchema))]\n";

/// Returns the only word of a set that has one word.
fn find_only_choice(param: &Param) -> &'static str {
    param.choices.first().copied().unwrap_or_default()
}

fn push_doc(text: &mut String, indent: &str, comment: &str) {
    let mut line = format!("{indent}///");
    let start_length = line.len();
    for word in comment.split_whitespace() {
        if line.len() > start_length && line.len() + 1 + word.len() > MAX_LINE_WIDTH {
            let _ = writeln!(text, "{line}");
            line.truncate(start_length);
            // Further lines of a list item are aligned with its text.
            line.push_str(if comment.starts_with("- ") { "  " } else { "" });
        }
        line.push(' ');
        line.push_str(word);
    }
    let _ = writeln!(text, "{line}");
}

/// Returns the types of a value in Rust and TypeScript.
fn find_value_types(row: &Endpoint, param: &Param) -> (String, String) {
    if let Some(name) = row.words_type(param) {
        let words: Vec<String> = param.choices.iter().map(|choice| format!("{choice:?}")).collect();
        return (name, words.join(" | "));
    }
    let (rust, script) = match param.kind {
        Kind::Address | Kind::AddressText | Kind::AddressOrNull => ("String", "AddressLike"),
        Kind::Hash | Kind::AccountHash | Kind::Boc | Kind::BocOrHex => ("String", "BytesLike"),
        Kind::Lt | Kind::Dec | Kind::ShardDec | Kind::Opcode => ("String", "IntegerLike"),
        Kind::Int => ("i32", "number"),
        Kind::Utime => ("u32", "number"),
        Kind::Bool => ("bool", "boolean"),
        Kind::Enum => return ("String".into(), format!("{:?}", find_only_choice(param))),
        Kind::String | Kind::ShardHex => ("String", "string"),
        Kind::Method | Kind::Scalar => ("Scalar", "IntegerLike"),
        Kind::Stack => (param.item_type.as_str(), param.item_type.as_str()),
        Kind::Object => ("Object", "{ readonly [name: string]: unknown }"),
    };
    (rust.into(), script.into())
}

/// Returns the keywords of the schema, except the type.
fn list_schema_keywords(param: &Param) -> Vec<String> {
    let mut rules = Vec::new();
    if let Some(value) = param.default {
        let default_json = serde_json::json!(value).to_string();
        // A number that is sent as text has a text as its default.
        let is_text = matches!(param.kind, Kind::Lt | Kind::Dec | Kind::ShardDec | Kind::Opcode);
        let is_quoted = is_text && !default_json.starts_with(['"', '[']);
        rules.push(("default", if is_quoted { format!("{default_json:?}") } else { default_json }));
    }
    // The type of an unsigned number already has the lower limit 0.
    let floor = param.min.filter(|_| param.kind == Kind::Int);
    rules.extend(floor.map(|min| ("minimum", min.to_string())));
    rules.extend(param.max.map(|max| ("maximum", max.to_string())));
    rules.extend(param.max_items.map(|max| ("maxItems", max.to_string())));
    if let (Some(pattern), false) = (param.pattern, param.array) {
        rules.push(("pattern", serde_json::json!(pattern).to_string()));
    }
    if param.kind == Kind::Enum && param.choices.len() == 1 {
        rules.push(("const", format!("{:?}", find_only_choice(param))));
    }
    rules.into_iter().map(|(key, value)| format!("{key:?} = {value}")).collect()
}

fn push_field(text: &mut String, row: &Endpoint, param: &Param) {
    for sentence in param.says(row.generation) {
        push_doc(text, "    ", &sentence);
    }
    let (rust, script) = find_value_types(row, param);
    let name = match param.name {
        "type" => "r#type".into(),
        name => name.to_ascii_lowercase().replace('-', "_"),
    };
    let mut serde = Vec::new();
    if name.trim_start_matches("r#") != param.name {
        serde.push(format!("rename = {:?}", param.name));
    }
    // An empty stack is valid. Any other empty list is a mistake, which must not count as "no filter".
    let is_stack = param.array && param.kind == Kind::Stack;
    let is_optional = !param.required && !is_stack;
    if !param.required {
        let empty = if is_stack { "Vec::is_empty" } else { "Option::is_none" };
        serde.push(format!("default, skip_serializing_if = \"{empty}\""));
    }
    if !serde.is_empty() {
        let _ = writeln!(text, "    #[serde({})]", serde.join(", "));
    }
    let script = match (param.array, param.place) {
        (false, _) => script,
        (true, _) if param.kind == Kind::Stack => format!("readonly {script}[]"),
        (true, _) => format!("{script} | readonly {script}[]"),
    };
    let _ = writeln!(text, "    #[cfg_attr(feature = \"schema\", ts(type = {script:?}))]");
    let rust = if param.array { format!("Vec<{rust}>") } else { rust };
    let mut schema = Vec::new();
    if is_optional {
        schema.push(format!("with = {rust:?}"));
    }
    let rules = list_schema_keywords(param);
    if !rules.is_empty() {
        schema.push(format!("extend({})", rules.join(", ")));
    }
    if !schema.is_empty() {
        let _ = writeln!(text, "    #[cfg_attr(feature = \"schema\", schemars({}))]", schema.join(", "));
    }
    let rust = if is_optional { format!("Option<{rust}>") } else { rust };
    let _ = writeln!(text, "    pub {name}: {rust},");
}

fn request(text: &mut String, row: &Endpoint) {
    text.push('\n');
    push_doc(text, "", &format!("Parameters of `/api/{}{}`.", row.generation.as_str(), row.path));
    text.push_str("///\n");
    row.says().iter().for_each(|sentence| push_doc(text, "", sentence));
    text.push_str("#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]\n");
    text.push_str(SCHEMA_ATTRIBUTE);
    text.push_str("#[serde(deny_unknown_fields)]\n");
    let name = row.request();
    if row.params.is_empty() {
        text.push_str("#[cfg_attr(feature = \"schema\", ts(type = \"Record<string, never>\"))]\n");
        let _ = writeln!(text, "pub struct {name} {{}}");
    } else {
        let _ = writeln!(text, "pub struct {name} {{");
        row.params.iter().for_each(|param| push_field(text, row, param));
        text.push_str("}\n");
    }
    let (generation, verb) = (format!("{:?}", row.generation), format!("{:?}", row.verb));
    let result = match ResultType::of(row) {
        ResultType::Type(name) => name.into(),
        ResultType::List(name) => format!("Vec<{name}>"),
        ResultType::Integer => "Integer".into(),
        ResultType::Text => "String".into(),
        ResultType::Any => "serde_json::Value".into(),
    };
    let _ = write!(
        text,
        "\nimpl Request for {name} {{\n    const ROW: (Generation, Verb, &'static str) = \
         (Generation::{generation}, Verb::{verb}, {:?});\n    type Response = {result};\n}}\n",
        row.path
    );
}

fn push_choices(text: &mut String, name: &str, param: &Param) {
    text.push('\n');
    push_doc(text, "", &format!("Words of the parameter `{}`.", param.name));
    text.push_str("#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]\n");
    text.push_str(SCHEMA_ATTRIBUTE);
    let _ = writeln!(text, "pub enum {name} {{");
    for choice in param.choices {
        let _ =
            writeln!(text, "    /// `{choice}`.\n    #[serde(rename = {choice:?})]\n    {},", pascal(choice));
    }
    text.push_str("}\n");
}

/// Writes `src/types/requests/v2.rs` or `v3.rs`.
pub(super) fn write_file(generation: Generation) -> String {
    let generation_name = generation.as_str();
    let mut body = String::new();
    let (mut names, mut types_done) = (Vec::new(), BTreeSet::new());
    for row in generation.request_rows() {
        names.push(row.request());
        request(&mut body, row);
        for param in row.params {
            if let Some(name) = row.words_type(param)
                && types_done.insert(name.clone())
            {
                push_choices(&mut body, &name, param);
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
        [type_name] => format!("use crate::types::wire::{type_name};\n"),
        list => format!("use crate::types::wire::{{{}}};\n", list.join(", ")),
    };
    format!(
        "//! Requests of {generation_name}. Generated from the endpoint table by `cargo xtask generate`; do not edit.\n\n\
         #[cfg(feature = \"schema\")]\nuse schemars::JsonSchema;\nuse serde::{{Deserialize, Serialize}};\n\
         #[cfg(feature = \"schema\")]\nuse ts_rs::TS;\n\n\
         use super::Request;\nuse crate::endpoint::{{Generation, Verb}};\n\
         #[cfg(feature = \"schema\")]\nuse crate::types::descriptor::{{Type, types}};\nuse crate::types::{generation_name}::*;\n{wire}\n\
         /// The types of this file.\n#[cfg(feature = \"schema\")]\n\
         pub(in crate::types) const TYPES: &[Type] = types![\n    {}\n];\n{body}",
        names.join(",\n    ")
    )
}
