//! Builds the JSON Schema of a parameter: the form to send and, as `x-also-accepted`, other accepted forms.

use crate::endpoint::{Generation, Kind, Param, Pattern, Value as Default};
use serde_json::{Map, Value, json};

/// Workchains -128..127 as text.
const WORKCHAIN_PATTERN: &str = "(?:0|[1-9][0-9]?|1[01][0-9]|12[0-7]|-[1-9][0-9]?|-1[01][0-9]|-12[0-8])";
/// Flags as words, in any case.
const FLAG_PATTERN: &str = "^(?:[tT](?:[rR][uU][eE])?|[fF](?:[aA][lL][sS][eE])?|0|1|[oO][nN]|[oO][fF][fF])$";

/// The part of a request that holds a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum In {
    /// In the URL or a header, where every value is text.
    Text,
    /// In a JSON body.
    Json,
}

/// The schema of one value, and those of other forms that are accepted.
struct Form {
    schema: Value,
    alternatives: Vec<Value>,
}

impl Form {
    fn without_alternatives(schema: Value) -> Self {
        Self { schema, alternatives: Vec::new() }
    }

    fn with_alternative(mut self, schema: Value) -> Self {
        self.alternatives.push(schema);
        self
    }

    /// Adds forms of JSON bodies, in which numbers and flags may also be texts, and texts of digits may be numbers.
    fn with_json_alternative(self, location: In, schema: Value) -> Self {
        if location == In::Json { self.with_alternative(schema) } else { self }
    }
}

/// Builds the schema of a parameter, with its default.
pub(super) fn build_schema(generation: Generation, param: &Param, location: In) -> Value {
    let mut form = build_form(generation, param, location);
    if param.array && param.kind != Kind::Stack {
        form = build_list(param, location, form);
    } else if location == In::Json && !matches!(param.kind, Kind::Stack | Kind::Object | Kind::Scalar) {
        // A list of one value is read as that value.
        let items = json!({ "anyOf": list_alternatives(&form) });
        form =
            form.with_alternative(json!({ "type": "array", "items": items, "minItems": 1, "maxItems": 1 }));
    }
    if location == In::Json && !param.required {
        form = form.with_alternative(json!({ "type": "null" }));
    }
    let mut schema = form.schema;
    if let Value::Object(members) = &mut schema {
        if !form.alternatives.is_empty() {
            members.insert(String::from("x-also-accepted"), json!({ "anyOf": form.alternatives }));
        }
        let default = param.default.filter(|default| !matches!(default, Default::EmptyObject {}));
        if let Some(default) = default {
            members.insert(String::from("default"), default_of(param.kind, default));
        }
    }
    schema
}

/// Returns a default as JSON. The table has numbers as defaults of values that are decimal text in requests.
fn default_of(kind: Kind, default: Default) -> Value {
    match (kind, default) {
        (Kind::Lt, Default::Int(number)) => json!(number.to_string()),
        _ => json!(default),
    }
}

fn list_alternatives(form: &Form) -> Vec<Value> {
    std::iter::once(form.schema.clone()).chain(form.alternatives.iter().cloned()).collect()
}

fn build_list(param: &Param, location: In, item: Form) -> Form {
    let single_or_list = json!({ "anyOf": list_alternatives(&item) });
    let mut members = Map::from_iter([(String::from("type"), json!("array"))]);
    members.insert(String::from("items"), item.schema);
    if let Some(max) = param.max_items {
        members.insert(String::from("maxItems"), json!(max));
    }
    if param.required {
        members.insert(String::from("minItems"), json!(1));
    }
    let mut alternative = members.clone();
    alternative.insert(String::from("items"), single_or_list.clone());
    let mut form =
        Form::without_alternatives(Value::Object(members)).with_alternative(Value::Object(alternative));
    if location == In::Json {
        form = form.with_alternative(single_or_list);
        if param.comma {
            form = form.with_alternative(json!({ "type": "string", "pattern": "," }));
        }
    } else if param.comma {
        let joined_text = json!({ "type": "string", "pattern": "," });
        form = form
            .with_alternative(json!({ "type": "array", "items": joined_text, "minItems": 1, "maxItems": 1 }));
    }
    form
}

fn build_text_schema(pattern: &str) -> Value {
    json!({ "type": "string", "pattern": pattern })
}

fn number_schema(param: &Param, min_value: i64, max_value: i64, format: &str) -> Value {
    let min = param.min.map_or(min_value, i64::from);
    let max = param.max.map_or(max_value, i64::from);
    json!({ "type": "integer", "format": format, "minimum": min, "maximum": max })
}

fn build_form(generation: Generation, param: &Param, location: In) -> Form {
    match param.kind {
        Kind::Address => Form::without_alternatives(build_address_schema("")),
        Kind::AddressOrNull => Form::without_alternatives(build_address_schema("|null")),
        Kind::AddressText => Form::without_alternatives(json!({ "type": "string" })),
        Kind::AccountHash => Form::without_alternatives(build_text_schema(&hash(""))),
        Kind::Hash => Form::without_alternatives(build_text_schema(&hash(if generation == Generation::V3 {
            "(?:0x)?"
        } else {
            ""
        }))),
        Kind::Lt => {
            let mut digits_schema = build_text_schema("^[0-9]{1,19}$");
            insert(&mut digits_schema, "format", "uint63");
            Form::without_alternatives(digits_schema)
                .with_alternative(json!({ "type": "string", "pattern": "^-?[0-9]+$", "format": "uint63" }))
                .with_json_alternative(location, number_schema(param, 0, i64::MAX, "int64"))
        }
        Kind::Int => {
            build_integer_form(number_schema(param, i64::from(i32::MIN), i64::from(i32::MAX), "int32"))
        }
        Kind::Utime => build_integer_form(number_schema(param, 0, i64::from(u32::MAX), "int64")),
        Kind::Bool => {
            let flag_form = Form::without_alternatives(json!({ "type": "boolean" }))
                .with_alternative(build_text_schema(FLAG_PATTERN));
            // In a URL the number 0 and the text "0" look the same.
            flag_form.with_alternative(json!({ "type": "integer", "enum": [0, 1] }))
        }
        Kind::Enum => Form::without_alternatives(json!({ "type": "string", "enum": param.choices })),
        Kind::String => Form::without_alternatives(match param.pattern {
            Some(pattern) => json!({ "type": "string", "pattern": pattern }),
            None => json!({ "type": "string" }),
        }),
        Kind::Dec => Form::without_alternatives(build_text_schema(find_pattern(Pattern::Digits)))
            .with_json_alternative(location, json!({ "type": "integer", "minimum": 0 })),
        Kind::ShardDec => {
            let mut shard = build_text_schema("^(?:0|-?[1-9][0-9]{0,18})$");
            insert(&mut shard, "format", "int64-text");
            Form::without_alternatives(shard)
                .with_alternative(
                    json!({ "type": "string", "pattern": "^-?[0-9]+$", "format": "int64-text" }),
                )
                .with_json_alternative(
                    location,
                    json!({ "type": "integer", "format": "int64", "minimum": i64::MIN, "maximum": i64::MAX }),
                )
        }
        Kind::ShardHex => Form::without_alternatives(build_text_schema("^(?:0x)?[0-9a-fA-F]{1,16}$"))
            .with_alternative(json!({ "type": "string", "pattern": "^-[0-9]+$", "format": "int64-text" })),
        Kind::Opcode => build_opcode_form(location),
        Kind::Boc => Form::without_alternatives(build_boc_schema(param, "")),
        Kind::BocOrHex => Form::without_alternatives(build_boc_schema(
            param,
            "|(?:[bB]5[eE]{2}9[cC]72|68[fF]{2}65[fF]3|[aA][cC]{2}3[aA]728)(?:[0-9a-fA-F]{2})*",
        )),
        Kind::Method => {
            let schema = json!({ "type": ["string", "integer"], "minLength": 1, "minimum": i64::MIN, "maximum": i64::MAX });
            Form::without_alternatives(if location == In::Json {
                schema
            } else {
                json!({ "type": "string", "minLength": 1 })
            })
        }
        Kind::Stack => build_stack_form(param),
        Kind::Scalar => Form::without_alternatives(json!({ "type": ["string", "number"] })),
        Kind::Object => Form::without_alternatives(json!({ "type": "object" })),
    }
}

fn insert(schema: &mut Value, name: &str, value: &str) {
    if let Value::Object(members) = schema {
        members.insert(String::from(name), json!(value));
    }
}

/// Returns the schema of friendly forms of one alphabet, or the raw form. JSON Schema cannot check the
/// checksum, so a program has to know the format.
fn build_address_schema(or: &str) -> Value {
    let pattern =
        format!("^(?:{WORKCHAIN_PATTERN}:[0-9a-fA-F]{{64}}|[A-Za-z0-9_-]{{48}}|[A-Za-z0-9+/]{{48}}{or})$");
    json!({ "type": "string", "format": "ton-address", "pattern": pattern })
}

/// Returns the pattern of a hash. The last of 43 characters has two bits beyond the 256, which are zero.
fn hash(prefix: &str) -> String {
    format!(
        "^(?:{prefix}[0-9a-fA-F]{{64}}|[A-Za-z0-9+/]{{42}}[AEIMQUYcgkosw048]=|[A-Za-z0-9_-]{{42}}[AEIMQUYcgkosw048]=?)$"
    )
}

fn build_integer_form(schema: Value) -> Form {
    Form::without_alternatives(schema).with_alternative(build_text_schema("^-?[0-9]+$"))
}

fn build_opcode_form(location: In) -> Form {
    let min_value = i64::from(i32::MIN);
    let max_value = i64::from(u32::MAX);
    Form::without_alternatives(build_text_schema("^(?:0x)?[0-9a-fA-F]{1,8}$"))
        .with_alternative(build_text_schema("^-?[0-9]+$"))
        .with_json_alternative(
            location,
            json!({ "type": "integer", "minimum": min_value, "maximum": max_value }),
        )
}

/// Describes base64 that begins with one of the three magics of a bag of cells. Its padding is part of the format.
fn build_boc_schema(param: &Param, or: &str) -> Value {
    let or_empty = if param.default.is_some() { "|" } else { "" };
    let pattern =
        format!("^(?:(?:te6cc[g-v]|aP9l8[w-z0-9+/]|rMOnK[A-P])[A-Za-z0-9+/]*={{0,2}}{or}{or_empty})$");
    json!({ "type": "string", "format": "ton-boc", "pattern": pattern })
}

/// Returns the schema of a stack, whose entries the service checks.
fn build_stack_form(param: &Param) -> Form {
    let items = json!({ "$ref": format!("#/components/schemas/{}", param.item_type.as_str()) });
    let nested_item = json!({ "contains": { "type": ["array", "object"] } });
    Form::without_alternatives(json!({ "type": "array", "items": items }))
        .with_alternative(json!({ "type": "array", "anyOf": [{ "maxItems": 0 }, nested_item] }))
}

fn find_pattern(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::Digits => "^[0-9]+$",
        Pattern::Word => "^[A-Za-z0-9_.]+$",
    }
}
