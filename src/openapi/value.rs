//! A parameter's values as JSON Schema: what to send, and, as `x-also-accepted`, what is read besides.

use crate::endpoint::{Generation, Kind, Param, Pattern, Value as Default};
use serde_json::{Map, Value, json};

/// Workchains -128..127 as text.
const WORKCHAIN: &str = "(?:0|[1-9][0-9]?|1[01][0-9]|12[0-7]|-[1-9][0-9]?|-1[01][0-9]|-12[0-8])";
/// Flags as words, in any case.
const FLAG: &str = "^(?:[tT](?:[rR][uU][eE])?|[fF](?:[aA][lL][sS][eE])?|0|1|[oO][nN]|[oO][fF][fF])$";

/// Where a value travels.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum In {
    /// In the URL or a header: everything is text there.
    Text,
    /// In a JSON body.
    Json,
}

/// Schema of one value, and of the other forms in which it is read.
struct Form {
    schema: Value,
    also: Vec<Value>,
}

impl Form {
    fn only(schema: Value) -> Self {
        Self { schema, also: Vec::new() }
    }

    fn also(mut self, other: Value) -> Self {
        self.also.push(other);
        self
    }

    /// In a body numbers and flags are read from text too, and texts of digits from numbers.
    fn in_json(self, place: In, other: Value) -> Self {
        if place == In::Json { self.also(other) } else { self }
    }
}

/// The schema of a parameter, with its default.
pub(super) fn schema(generation: Generation, param: &Param, place: In) -> Value {
    let mut form = one(generation, param, place);
    if param.array && param.kind != Kind::Stack {
        form = list(param, place, form);
    } else if place == In::Json && !matches!(param.kind, Kind::Stack | Kind::Object | Kind::Scalar) {
        // One value in a list of its own is read as that value.
        let items = json!({ "anyOf": options(&form) });
        form = form.also(json!({ "type": "array", "items": items, "minItems": 1, "maxItems": 1 }));
    }
    if place == In::Json && !param.required {
        form = form.also(json!({ "type": "null" }));
    }
    let mut schema = form.schema;
    if let Value::Object(members) = &mut schema {
        if !form.also.is_empty() {
            members.insert(String::from("x-also-accepted"), json!({ "anyOf": form.also }));
        }
        let default = param.default.filter(|default| !matches!(default, Default::EmptyObject {}));
        if let Some(default) = default {
            members.insert(String::from("default"), default_of(param.kind, default));
        }
    }
    schema
}

/// The table has small numbers where the wire has decimal text.
fn default_of(kind: Kind, default: Default) -> Value {
    match (kind, default) {
        (Kind::Lt, Default::Int(number)) => json!(number.to_string()),
        _ => json!(default),
    }
}

fn options(form: &Form) -> Vec<Value> {
    std::iter::once(form.schema.clone()).chain(form.also.iter().cloned()).collect()
}

fn list(param: &Param, place: In, item: Form) -> Form {
    let single = json!({ "anyOf": options(&item) });
    let mut members = Map::from_iter([(String::from("type"), json!("array"))]);
    members.insert(String::from("items"), item.schema);
    if let Some(max) = param.max_items {
        members.insert(String::from("maxItems"), json!(max));
    }
    if param.required {
        members.insert(String::from("minItems"), json!(1));
    }
    let mut also = members.clone();
    also.insert(String::from("items"), single.clone());
    let mut form = Form::only(Value::Object(members)).also(Value::Object(also));
    if place == In::Json {
        form = form.also(single);
        if param.comma {
            form = form.also(json!({ "type": "string", "pattern": "," }));
        }
    } else if param.comma {
        let joined = json!({ "type": "string", "pattern": "," });
        form = form.also(json!({ "type": "array", "items": joined, "minItems": 1, "maxItems": 1 }));
    }
    form
}

fn text(pattern: &str) -> Value {
    json!({ "type": "string", "pattern": pattern })
}

fn number(param: &Param, least: i64, greatest: i64, format: &str) -> Value {
    let min = param.min.map_or(least, i64::from);
    let max = param.max.map_or(greatest, i64::from);
    json!({ "type": "integer", "format": format, "minimum": min, "maximum": max })
}

fn one(generation: Generation, param: &Param, place: In) -> Form {
    match param.kind {
        Kind::Address => Form::only(address("")),
        Kind::AddressOrNull => Form::only(address("|null")),
        Kind::AddressText => Form::only(json!({ "type": "string" })),
        Kind::AccountHash => Form::only(text(&hash(""))),
        Kind::Hash => Form::only(text(&hash(if generation == Generation::V3 { "(?:0x)?" } else { "" }))),
        Kind::Lt => {
            let mut least = text("^[0-9]{1,19}$");
            insert(&mut least, "format", "uint63");
            Form::only(least)
                .also(json!({ "type": "string", "pattern": "^-?[0-9]+$", "format": "uint63" }))
                .in_json(place, number(param, 0, i64::MAX, "int64"))
        }
        Kind::Int => integer(number(param, i64::from(i32::MIN), i64::from(i32::MAX), "int32")),
        Kind::Utime => integer(number(param, 0, i64::from(u32::MAX), "int64")),
        Kind::Bool => {
            let also = Form::only(json!({ "type": "boolean" })).also(text(FLAG));
            // In a URL the number 0 and the text "0" look the same.
            also.also(json!({ "type": "integer", "enum": [0, 1] }))
        }
        Kind::Enum => Form::only(json!({ "type": "string", "enum": param.choices })),
        Kind::String => Form::only(match param.pattern {
            Some(pattern) => json!({ "type": "string", "pattern": pattern }),
            None => json!({ "type": "string" }),
        }),
        Kind::Dec => Form::only(text(pattern_of(Pattern::Digits)))
            .in_json(place, json!({ "type": "integer", "minimum": 0 })),
        Kind::ShardDec => {
            let mut shard = text("^(?:0|-?[1-9][0-9]{0,18})$");
            insert(&mut shard, "format", "int64-text");
            Form::only(shard)
                .also(json!({ "type": "string", "pattern": "^-?[0-9]+$", "format": "int64-text" }))
                .in_json(
                    place,
                    json!({ "type": "integer", "format": "int64", "minimum": i64::MIN, "maximum": i64::MAX }),
                )
        }
        Kind::ShardHex => Form::only(text("^(?:0x)?[0-9a-fA-F]{1,16}$"))
            .also(json!({ "type": "string", "pattern": "^-[0-9]+$", "format": "int64-text" })),
        Kind::Opcode => opcode(place),
        Kind::Boc => Form::only(boc(param, "")),
        Kind::BocOrHex => Form::only(boc(
            param,
            "|(?:[bB]5[eE]{2}9[cC]72|68[fF]{2}65[fF]3|[aA][cC]{2}3[aA]728)(?:[0-9a-fA-F]{2})*",
        )),
        Kind::Method => {
            let schema = json!({ "type": ["string", "integer"], "minLength": 1, "minimum": i64::MIN, "maximum": i64::MAX });
            Form::only(if place == In::Json { schema } else { json!({ "type": "string", "minLength": 1 }) })
        }
        Kind::Stack => stack(param),
        Kind::Scalar => Form::only(json!({ "type": ["string", "number"] })),
        Kind::Object => Form::only(json!({ "type": "object" })),
    }
}

fn insert(schema: &mut Value, name: &str, value: &str) {
    if let Value::Object(members) = schema {
        members.insert(String::from(name), json!(value));
    }
}

/// Friendly forms of one alphabet, or the raw form. The checksum is the format's.
fn address(or: &str) -> Value {
    let pattern = format!("^(?:{WORKCHAIN}:[0-9a-fA-F]{{64}}|[A-Za-z0-9_-]{{48}}|[A-Za-z0-9+/]{{48}}{or})$");
    json!({ "type": "string", "format": "ton-address", "pattern": pattern })
}

/// The last of 43 characters has two bits beyond the 256, which are zero.
fn hash(prefix: &str) -> String {
    format!(
        "^(?:{prefix}[0-9a-fA-F]{{64}}|[A-Za-z0-9+/]{{42}}[AEIMQUYcgkosw048]=|[A-Za-z0-9_-]{{42}}[AEIMQUYcgkosw048]=?)$"
    )
}

fn integer(schema: Value) -> Form {
    Form::only(schema).also(text("^-?[0-9]+$"))
}

fn opcode(place: In) -> Form {
    let least = i64::from(i32::MIN);
    let greatest = i64::from(u32::MAX);
    Form::only(text("^(?:0x)?[0-9a-fA-F]{1,8}$"))
        .also(text("^-?[0-9]+$"))
        .in_json(place, json!({ "type": "integer", "minimum": least, "maximum": greatest }))
}

/// Begins with one of the three magics of a bag of cells; padding is the format's.
fn boc(param: &Param, or: &str) -> Value {
    let or_empty = if param.default.is_some() { "|" } else { "" };
    let pattern =
        format!("^(?:(?:te6cc[g-v]|aP9l8[w-z0-9+/]|rMOnK[A-P])[A-Za-z0-9+/]*={{0,2}}{or}{or_empty})$");
    json!({ "type": "string", "format": "ton-boc", "pattern": pattern })
}

/// The service itself checks the entries.
fn stack(param: &Param) -> Form {
    let items = json!({ "$ref": format!("#/components/schemas/{}", param.item_type.as_str()) });
    let deep = json!({ "contains": { "type": ["array", "object"] } });
    Form::only(json!({ "type": "array", "items": items }))
        .also(json!({ "type": "array", "anyOf": [{ "maxItems": 0 }, deep] }))
}

fn pattern_of(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::Digits => "^[0-9]+$",
        Pattern::Word => "^[A-Za-z0-9_.]+$",
    }
}
