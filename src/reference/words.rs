//! Facts of the table in words.

use crate::endpoint::{Endpoint, Kind, LivePage, Op, PageStyle, Param, Rule, Storage, Value};

/// What values a parameter takes.
pub(super) fn kind(param: &Param) -> String {
    let one = match param.kind {
        Kind::Address => "address",
        Kind::AddressText => "address or text",
        Kind::AddressOrNull => "address, or `null`",
        Kind::AccountHash => "hash part of an address",
        Kind::Hash => "hash",
        Kind::Lt => "logical time, decimal text",
        Kind::Int => "integer",
        Kind::Dec => "decimal digits",
        Kind::Utime => "Unix seconds",
        Kind::Bool => "flag",
        Kind::Enum => {
            let choices: Vec<_> = param.choices.iter().map(|choice| format!("`{choice}`")).collect();
            return choices.join(", ");
        }
        Kind::String => "text",
        Kind::ShardDec => "shard, signed decimal text",
        Kind::ShardHex => "shard, hex",
        Kind::Opcode => "opcode, hex",
        Kind::Boc => "bag of cells, base64",
        Kind::BocOrHex => "bag of cells, base64 or hex",
        Kind::Method => "name or number",
        Kind::Stack => {
            return format!(
                "list of [{0}](types.md#{1})",
                param.item_type.as_str(),
                super::slug(param.item_type.as_str())
            );
        }
        Kind::Scalar => "text or number",
        Kind::Object => "object",
    };
    if param.array { format!("list: {one}") } else { String::from(one) }
}

/// Bounds of a parameter's values and of their number.
pub(super) fn bounds(param: &Param) -> String {
    let mut parts: Vec<String> = Vec::new();
    match (param.min, param.max) {
        (Some(min), Some(max)) => parts.push(format!("{min}..{max}")),
        (Some(min), None) => parts.push(format!("from {min}")),
        (None, Some(max)) => parts.push(format!("to {max}")),
        (None, None) => {}
    }
    if let Some(max) = param.max_items {
        parts.push(format!("at most {max} values"));
    }
    if param.comma {
        parts.push(String::from("or comma-joined"));
    }
    parts.join(", ")
}

/// `required`, the default, or nothing.
pub(super) fn default(param: &Param) -> String {
    if param.required {
        return String::from("**required**");
    }
    param.default.map_or_else(String::new, |default| match default {
        Value::Int(number) => format!("`{number}`"),
        Value::Bool(flag) => format!("`{flag}`"),
        Value::Text("") => String::from("empty"),
        Value::Text(text) => format!("`{text}`"),
        Value::Texts(texts) => format!("`{}`", texts.join("`, `")),
        Value::EmptyObject {} => String::from("`{}`"),
    })
}

/// A rule as a sentence.
pub(super) fn rule(rule: &Rule) -> String {
    let list = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let mut text = match rule.op {
        Op::ExactlyOne(names) => format!("Exactly one of {}.", list(names)),
        Op::AtLeastOne(names) => format!("At least one of {}.", list(names)),
        Op::AtMostOne(names) => format!("At most one of {}.", list(names)),
        Op::Together(names) => format!("{} only together.", list(names)),
        Op::Requires(name, any_of) => format!("`{name}` needs {} with it.", list(any_of)),
        Op::SeveralNeedOne(name, need) => format!("More than one `{name}` needs exactly one `{need}`."),
        Op::Ordered(low, high) => format!("`{low}` is not greater than `{high}`."),
        Op::Cap(name, max, when) => format!("`{name}` is at most {max} while `{when}` is true."),
    };
    if !rule.enforced {
        text.push_str(" Otherwise it has no effect; no error.");
    }
    text
}

/// How long a result may be cached.
pub(super) fn cache(endpoint: &Endpoint) -> String {
    let cache = endpoint.cache;
    let mut text = String::from(cache.class.reason());
    if cache.class.storage() != Storage::Never {
        text.push_str(&format!(", {} s", cache.ttl));
    }
    if let (condition @ [_, ..], Some(ttl)) = (cache.immutable_when.as_str().as_bytes(), cache.immutable_ttl)
    {
        text.push_str(&format!("; immutable when {}, {ttl} s", String::from_utf8_lossy(condition)));
    }
    text
}

/// How the rows of a result are paginated; one line per fact.
pub(super) fn pages(endpoint: &Endpoint) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(page) = endpoint.page {
        let rows = page.rows.map_or_else(|| String::from("the list itself"), |rows| format!("`{rows}`"));
        let sort = if page.sortable { ", `sort` by the caller" } else { "" };
        let mut line = format!(
            "By `limit` and `offset`; rows in {rows}; {} per page, at most {}{sort}.",
            page.default, page.max
        );
        ordered(&mut line, page.order.as_str());
        lines.push(line);
        lines.extend(page.notes.as_str().lines().map(String::from));
    }
    if let Some(live) = endpoint.live_page {
        lines.extend(live_pages(&live, endpoint.page.is_some()));
    }
    lines
}

fn ordered(line: &mut String, order: &str) {
    if !order.is_empty() {
        line.push_str(&format!(" Sorted by {order}."));
    }
}

fn live_pages(live: &LivePage, specified: bool) -> Vec<String> {
    let mut lines = Vec::new();
    if !specified {
        let how = match live.style {
            PageStyle::Offset => "By `limit` and `offset`",
            PageStyle::Cursor => "By a cursor",
            PageStyle::Limit => "By `limit` alone: later rows cannot be reached",
        };
        let mut line = format!("{how}; {} per page, at most {}.", live.default, live.max);
        ordered(&mut line, live.order.as_str());
        lines.push(line);
    }
    if let Some(cursor) = live.cursor.filter(|cursor| !cursor.send.is_empty()) {
        let from = if cursor.from_envelope { "the result" } else { "the last row" };
        let again = if cursor.inclusive { "; the next page starts with that row" } else { "" };
        lines.push(format!(
            "Next page: `{}` from `{}` of {from}{again}.",
            cursor.send.join("`, `"),
            cursor.take.join("`, `")
        ));
    }
    if let Some(keyset) = live.keyset {
        lines.push(format!(
            "Without shifts: `{}` (down) or `{}` (up) from `{}` of the last row; drop repeats by `{}`.",
            keyset.desc, keyset.asc, keyset.field, keyset.dedupe_by
        ));
    }
    if !live.end.as_str().is_empty() {
        lines.push(format!("Last page: {}.", live.end.as_str()));
    }
    lines.extend(live.notes.as_str().lines().map(String::from));
    lines
}
