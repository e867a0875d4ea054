//! Generates files from the tables of messages: the types of `ton-edge/message`, and the tables of the guides.

use std::fmt::Write as _;

use ton_edge::message::form::{FORMS, Field, Form};
use ton_edge::message::{GET_METHODS, GetMethod, Item, ItemKind, ROWS, Row};

use crate::schemas::to_camel;

/// The name of the generated section of the guide to messages.
pub(super) const SECTION: &str = "generated from src/message/body/table.rs";

/// The name of the generated section of the guide to contracts.
pub(super) const GET_METHOD_SECTION: &str = "generated from src/message/get_method.rs";

/// Converts `jetton_transfer` to `JettonTransfer`.
fn to_pascal(name: &str) -> String {
    let camel_name = to_camel(name);
    let (first, rest) = camel_name.split_at(camel_name.len().min(1));
    first.to_uppercase() + rest
}

/// Returns the type of a decoded field.
fn describe_decoded_type(form: Form) -> String {
    match form {
        Form::Bool => "boolean".to_owned(),
        Form::QueryId => "number".to_owned(),
        Form::Uint(bits) | Form::Int(bits) if bits <= 32 => "number".to_owned(),
        Form::Uint(_) | Form::Int(_) | Form::Uint256 | Form::Coins | Form::VarUint(_) => "bigint".to_owned(),
        Form::Address | Form::Receiver => "string | ExternalAddress | null".to_owned(),
        Form::External => "ExternalAddress | null".to_owned(),
        Form::Account | Form::AccountHash | Form::Hash | Form::Text => "string".to_owned(),
        Form::Cell | Form::Enter | Form::Body => "Cell".to_owned(),
        Form::Bytes | Form::Signature => "Uint8Array".to_owned(),
        Form::Messages | Form::Actions | Form::BetaActions | Form::OutList => "WalletAction[]".to_owned(),
        Form::Maybe(inner_form) | Form::MaybeTagged(_, _, inner_form) => {
            format!("{} | null", describe_decoded_type(*inner_form))
        }
        Form::Child(inner_form) | Form::Either(inner_form) => describe_decoded_type(*inner_form),
        Form::Record(name, _, _) | Form::OneOf(name, _, _) => name.to_owned(),
        Form::Names(_, names) => {
            names.iter().map(|(_, name)| format!("\"{name}\"")).collect::<Vec<_>>().join(" | ")
        }
        Form::Extra => "Record<string, bigint>".to_owned(),
        Form::Message => "Message".to_owned(),
        Form::MessageList => "Message[]".to_owned(),
        _ => "Cell | null".to_owned(),
    }
}

/// Returns the fields of `details`, which belong to the enclosing record.
fn find_details(field: &Field) -> Option<&'static [Field]> {
    match field.form {
        _ if field.name != "details" => None,
        Form::Record(_, _, inner_fields) => Some(inner_fields),
        Form::Child(&Form::Record(_, _, inner_fields)) => Some(inner_fields),
        _ => None,
    }
}

/// Writes the properties for some fields, including those of `details`.
fn push_properties(text: &mut String, indent: &str, fields: &[Field]) {
    for field in fields {
        if let Some(inner_fields) = find_details(field) {
            push_properties(text, indent, inner_fields);
        } else if !matches!(field.form, Form::Tag(_) | Form::Count) {
            let (doc, name) = (field.doc.trim(), to_camel(field.name));
            let _ = writeln!(
                text,
                "{indent}/** {doc} */\n{indent}{name}: {};",
                describe_decoded_type(field.form)
            );
        }
    }
}

/// Writes the types of records and variants, once each.
fn push_records(text: &mut String, names: &mut Vec<&'static str>, form: Form) {
    match form {
        Form::Maybe(inner_form)
        | Form::MaybeTagged(_, _, inner_form)
        | Form::Child(inner_form)
        | Form::Either(inner_form) => {
            push_records(text, names, *inner_form);
        }
        Form::Record(name, doc, fields) if !names.contains(&name) => {
            names.push(name);
            for field in fields {
                match find_details(field) {
                    Some(inner_fields) => {
                        inner_fields.iter().for_each(|field| push_records(text, names, field.form))
                    }
                    None => push_records(text, names, field.form),
                }
            }
            let _ = write!(text, "\n/** {} */\nexport interface {name} {{\n", doc.trim());
            if name == "Transaction" || name == "Message" {
                text.push_str("  /** Hash of its cell, in base64. */\n  hash: string;\n");
            }
            push_properties(text, "  ", fields);
            text.push_str("}\n");
        }
        Form::OneOf(name, doc, variants) if !names.contains(&name) => {
            names.push(name);
            for field in variants.iter().flat_map(|variant| variant.fields) {
                match find_details(field) {
                    Some(inner_fields) => {
                        inner_fields.iter().for_each(|field| push_records(text, names, field.form))
                    }
                    None => push_records(text, names, field.form),
                }
            }
            let _ = write!(text, "\n/** {} */\nexport type {name} =", doc.trim());
            for variant in variants {
                let _ = write!(
                    text,
                    "\n  /** {} */\n  | {{\n      type: \"{}\";\n",
                    variant.doc.trim(),
                    variant.name
                );
                push_properties(text, "      ", variant.fields);
                text.push_str("    }");
            }
            text.push_str(";\n");
        }
        _ => {}
    }
}

/// Returns the type of a field to encode, and whether callers may omit it; `None` for a field that callers do not pass.
fn describe_encoded_type(form: Form) -> Option<(&'static str, bool)> {
    Some(match form {
        Form::Enter => return None,
        Form::Uint(64) => ("number | bigint", true),
        Form::Uint(_) | Form::Uint256 | Form::QueryId | Form::Coins => ("number | bigint", false),
        Form::Receiver => ("AddressLike", false),
        Form::Address => ("AddressLike | null", true),
        Form::Cell => ("CellLike", false),
        Form::Text => ("string", false),
        Form::Bytes | Form::Signature => ("Uint8Array", false),
        Form::Messages | Form::Actions | Form::BetaActions | Form::OutList => ("WalletActionInput[]", false),
        _ => ("CellLike | null", true),
    })
}

fn push_property(text: &mut String, field: &Field, optional: bool, kind: &str) {
    let mark = if optional { "?" } else { "" };
    let or = if optional { " | undefined" } else { "" };
    let _ = writeln!(text, "  /** {} */\n  {}{mark}: {kind}{or};", field.doc, to_camel(field.name));
}

/// Writes `pkg/generated/messages.d.ts`.
pub(super) fn write_types() -> String {
    let mut text = String::from(
        "// Generated from the tables of src/message/ by `cargo xtask generate`; do not edit.\n\n\
         import type { AddressLike } from \"../values.js\";\n\
         import type { Cell, CellLike, ExternalAddress, Slice, TokenContent, WalletAction, WalletActionInput } from \"../message.js\";\n",
    );
    let mut names = Vec::new();
    for form in FORMS {
        push_records(&mut text, &mut names, *form);
    }
    for row in ROWS {
        let opcode = row.opcode.map_or("null".to_owned(), |opcode| opcode.to_string());
        let _ = write!(
            text,
            "\n/**\n * {}\n *\n * `{}`\n *\n * @see {}\n */\nexport interface {} {{\n  type: \"{}\";\n  opcode: {opcode};\n",
            row.doc,
            row.tlb(),
            row.source,
            to_pascal(row.name),
            row.name,
        );
        for field in row.fields {
            push_property(&mut text, field, false, &describe_decoded_type(field.form));
        }
        text.push_str("  /** What follows the last field. */\n  rest: Cell | null;\n}\n");
        let _ = write!(
            text,
            "\n/** {} To encode. */\nexport interface {}Input {{\n  type: \"{}\";\n",
            row.doc,
            to_pascal(row.name),
            row.name,
        );
        for field in row.fields {
            if let Some((kind, optional)) = describe_encoded_type(field.form) {
                push_property(&mut text, field, optional, kind);
            }
        }
        text.push_str("}\n");
    }
    let names =
        |end: &str| ROWS.iter().map(|row| format!("\n  | {}{end}", to_pascal(row.name))).collect::<String>();
    let _ = write!(
        text,
        "\n/** A body of the table. */\nexport type KnownBody ={};\n\n/** A body of the table, to encode. */\nexport type BodyInput ={};\n",
        names(""),
        names("Input"),
    );
    get_methods(&mut text);
    text
}

/// Writes the types that `tests/types/message.ts` compares with the unions of all bodies.
pub(super) fn write_type_test() -> String {
    let write_union = |name: &str, end: &str| {
        let names: String =
            ROWS.iter().map(|row| format!("\n    | message.{}{end}", to_pascal(row.name))).collect();
        format!("assertSameType<\n  Same<\n    message.{name},{names}\n  >\n>();\n")
    };
    write_union("KnownBody", "") + &write_union("BodyInput", "Input")
}

/// Returns the type of an item of a stack: as an argument, or as a result.
const fn item_type(kind: ItemKind, argument: bool) -> &'static str {
    match (kind, argument) {
        (ItemKind::Int, true) => "number | bigint",
        (ItemKind::Int, false) => "bigint",
        (ItemKind::Number, _) => "number",
        (ItemKind::Bool, _) => "boolean",
        (ItemKind::Key, _) => "Uint8Array",
        (ItemKind::Address, true) => "AddressLike",
        (ItemKind::Address, false) => "string | null",
        (ItemKind::Slice, true) => "Slice | CellLike",
        (ItemKind::Slice, false) => "Slice",
        (ItemKind::Cell, true) => "CellLike",
        (ItemKind::Cell, false) => "Cell",
        (ItemKind::MaybeCell, _) => "Cell | null",
        (ItemKind::Content, _) => "TokenContent",
        (ItemKind::Addresses, _) => "string[]",
        _ => "bigint | null",
    }
}

/// Finds the only item of a result whose items have no names.
fn find_only_item(items: &[Item]) -> Option<&Item> {
    items.first().filter(|item| item.name.is_empty())
}

/// Writes the types of get-methods.
fn get_methods(text: &mut String) {
    text.push_str("\n/** The get-methods of the table: their arguments and results. */\nexport interface GetMethods {\n");
    for GetMethod { name, doc, source, arguments, results } in GET_METHODS {
        let _ = write!(
            text,
            "  /**\n   * {doc}\n   *\n   * @see {source}\n   */\n  {name}: {{\n    arguments: ["
        );
        let arguments: Vec<String> = arguments
            .iter()
            .map(|item| format!("{}: {}", to_camel(item.name), item_type(item.kind, true)))
            .collect();
        let _ = write!(text, "{}];\n    result: ", arguments.join(", "));
        match find_only_item(results) {
            Some(item) => {
                let _ = writeln!(text, "{};", item_type(item.kind, false));
            }
            None => {
                text.push_str("{\n");
                for item in *results {
                    let (name, kind) = (to_camel(item.name), item_type(item.kind, false));
                    let _ = writeln!(text, "      /** {} */\n      {name}: {kind};", item.doc);
                }
                text.push_str("    };\n");
            }
        }
        text.push_str("  };\n");
    }
    text.push_str("}\n");
}

/// Writes the table of get-methods of the guide.
pub(super) fn get_method_table() -> String {
    let mut text = String::from("\n| get-method | arguments | result |\n|---|---|---|\n");
    for GetMethod { name, doc, source, arguments, results } in GET_METHODS {
        let list = |items: &[Item]| -> String {
            let names: Vec<String> = items.iter().map(|item| format!("`{}`", to_camel(item.name))).collect();
            names.join(", ")
        };
        let result = find_only_item(results).map_or_else(
            || list(results),
            |item| format!("`{}`", item_type(item.kind, false).replace('|', "\\|")),
        );
        let _ = writeln!(text, "| [`{name}`]({source}): {doc} | {} | {result} |", list(arguments));
    }
    text.push('\n');
    text
}

/// Writes the table of the guide.
pub(super) fn write_table() -> String {
    let mut text = String::from("\n| `type` | opcode | fields | meaning |\n|---|---|---|---|\n");
    for Row { name, opcode, doc, source, fields } in ROWS {
        let opcode = opcode.map_or("none".to_owned(), |opcode| format!("`0x{opcode:08x}`"));
        let fields: Vec<String> = fields.iter().map(|field| format!("`{}`", to_camel(field.name))).collect();
        let _ = writeln!(text, "| [`{name}`]({source}) | {opcode} | {} | {doc} |", fields.join(", "));
    }
    text.push('\n');
    text
}

/// Writes `www/contract/table-docs.js`: what the tables say about get-methods, bodies and their fields.
pub(super) fn write_table_docs() -> String {
    let mut text = String::from(
        "// What the tables of get-methods and bodies say about their rows. Generated from src/message/ by `cargo xtask generate`; do not edit.\n\n\
         /** By get-method: its meaning, the specification, the meanings of the arguments and of the results. @type {Record<string, [string, string, string[], string[]]>} */\n\
         export const METHOD_DOCS = {\n",
    );
    let list_docs = |items: &[Item]| serde_json::json!(items.iter().map(|item| item.doc).collect::<Vec<_>>());
    for GetMethod { name, doc, source, arguments, results } in GET_METHODS {
        let row = serde_json::json!([doc, source, list_docs(arguments), list_docs(results)]);
        let _ = writeln!(text, "  {name}: {row},");
    }
    text.push_str(
        "};\n\n/** By body: its meaning, the specification, the meanings of the fields. @type {Record<string, [string, string, string[]]>} */\n\
         export const BODY_DOCS = {\n",
    );
    for Row { name, doc, source, fields, .. } in ROWS {
        let field_docs: Vec<&str> = fields.iter().map(|field| field.doc).collect();
        let _ = writeln!(text, "  {name}: {},", serde_json::json!([doc, source, field_docs]));
    }
    text.push_str("};\n");
    text
}
