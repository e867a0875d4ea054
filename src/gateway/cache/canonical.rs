//! The canonical form of a parameter's value, for the cache key.

use crate::address;
use crate::endpoint::{Generation, Kind, Param, Value};
use crate::hash;
use crate::text::parse_int;
use std::borrow::Cow;

/// Returns the canonical form of a value that passed the checks of a plan. A value that two servers could read
/// differently stays unchanged.
pub(super) fn canonicalize<'a>(param: &Param, generation: Generation, text: Cow<'a, str>) -> Cow<'a, str> {
    let canonical = match param.kind {
        Kind::Address | Kind::AddressOrNull => {
            address::parse(&text).ok().map(|parsed| parsed.address.to_raw().to_string())
        }
        Kind::Hash | Kind::AccountHash => {
            let parsed_hash =
                if generation == Generation::V3 { hash::parse_prefixed(&text) } else { hash::parse(&text) };
            parsed_hash.ok().map(|hash| hash.to_hex().to_string())
        }
        Kind::Lt | Kind::Int | Kind::Utime | Kind::ShardDec => {
            parse_int(&text).map(|number| number.to_string())
        }
        Kind::Dec => trim_leading_zeros(&text),
        Kind::ShardHex => parse_shard(&text).map(|shard| format!("{shard:x}")),
        Kind::Opcode => parse_opcode(&text).map(|opcode| format!("{opcode:08x}")),
        _ => None,
    };
    canonical.map_or(text, Cow::Owned)
}

/// Returns whether the order of the parameter's values has no meaning: the service looks up each value.
pub(super) const fn is_set(param: &Param) -> bool {
    param.array
        && matches!(
            param.kind,
            Kind::Address | Kind::AddressOrNull | Kind::AddressText | Kind::AccountHash | Kind::Hash
        )
}

/// Returns whether the values equal the default, so that the parameter may be left out; false if specification and
/// server disagree on the default.
pub(super) fn means_absent(param: &Param, values: &[Cow<'_, str>]) -> bool {
    let Some(default) = param.server_default else { return false };
    let [value] = values else { return false };
    let is_default = match default {
        Value::Int(number) => *value == number.to_string(),
        Value::Bool(flag) => *value == if flag { "true" } else { "false" },
        Value::Text(text) | Value::Texts(&[text]) => value == text,
        Value::Texts(_) | Value::EmptyObject {} => false,
    };
    is_default && param.default.is_none_or(|value| value == default)
}

/// Removes leading zeros.
fn trim_leading_zeros(text: &str) -> Option<String> {
    let trimmed_digits = text.trim_start_matches('0');
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| String::from(if trimmed_digits.is_empty() { "0" } else { trimmed_digits }))
}

/// Reads the 64 bits of a shard: hexadecimal, or decimal with a sign.
fn parse_shard(text: &str) -> Option<u64> {
    match text.strip_prefix('-') {
        Some(_) => parse_int(text).map(i64::cast_unsigned),
        None => u64::from_str_radix(text.strip_prefix("0x").unwrap_or(text), 16).ok(),
    }
}

/// Reads the 32 bits of an opcode: as hexadecimal if possible, like the service, else as decimal.
fn parse_opcode(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let hex_value = if is_hex { u32::from_str_radix(digits, 16).ok() } else { None };
    let parse_decimal = || {
        parse_int(text).and_then(|number| {
            i32::try_from(number).ok().map(i32::cast_unsigned).or_else(|| u32::try_from(number).ok())
        })
    };
    hex_value.or_else(parse_decimal)
}

/// Removes the white space between the parts of JSON.
pub(super) fn remove_white_space(json: &str) -> String {
    let mut compact_json = String::with_capacity(json.len());
    let (mut in_string, mut is_escaped) = (false, false);
    for letter in json.chars() {
        if !in_string && matches!(letter, ' ' | '\n' | '\r' | '\t') {
            continue;
        }
        compact_json.push(letter);
        if is_escaped {
            is_escaped = false;
        } else if in_string && letter == '\\' {
            is_escaped = true;
        } else if letter == '"' {
            in_string = !in_string;
        }
    }
    compact_json
}
