//! Describes facts of the endpoint table in words.

use crate::endpoint::{
    CacheClass, Endpoint, Fixed, Generation, Kind, LivePage, Op, PageStyle, Param, Rule, Storage, Value,
};
use crate::gateway::cache::ttl_seconds;

/// Describes the values that a parameter accepts.
pub(super) fn describe_kind(param: &Param) -> String {
    let value_words = match param.kind {
        Kind::Address => "address",
        Kind::AddressText => "address or text",
        Kind::AddressOrNull => "address, or `null`",
        Kind::AccountHash => "hash part of an address",
        Kind::Hash => "hash",
        Kind::Lt => "logical time, decimal text",
        Kind::Int => "integer",
        Kind::Dec => "decimal digits",
        Kind::Utime => "Unix seconds",
        Kind::Bool => "boolean",
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
                super::write_slug(param.item_type.as_str())
            );
        }
        Kind::Scalar => "text or number",
        Kind::Object => "object",
    };
    if param.array { format!("list: {value_words}") } else { String::from(value_words) }
}

/// Describes the bounds of a parameter's values and of their number.
pub(super) fn describe_bounds(param: &Param) -> String {
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

/// Writes `required`, the default, or nothing.
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

/// Describes a rule as a sentence.
pub(super) fn describe_rule(rule: &Rule) -> String {
    let list = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let mut text = match rule.op {
        Op::ExactlyOne(names) => format!("Exactly one of {}.", list(names)),
        Op::AtLeastOne(names) => format!("At least one of {}.", list(names)),
        Op::AtMostOne(names) => format!("At most one of {}.", list(names)),
        Op::Together(names) => format!("{} only together.", list(names)),
        Op::Requires(name, any_of) => format!("`{name}` requires {}.", list(any_of)),
        Op::SeveralNeedOne(name, need) => format!("More than one `{name}` needs exactly one `{need}`."),
        Op::Ordered(low, high) => format!("`{low}` is not greater than `{high}`."),
        Op::Cap(name, max, when) => format!("`{name}` is at most {max} while `{when}` is true."),
    };
    if !rule.enforced {
        text.push_str(" Otherwise it has no effect; no error.");
    }
    text
}

/// Describes when the gateway caches a response of an operation as final; empty for never. `docs/operate/caching.md` has it, too.
#[must_use]
pub fn final_when(row: &Endpoint) -> &'static str {
    let lists_a_block = row.generation == Generation::V2 && row.path.starts_with("/getBlockTransactions");
    match row.cache.fixed {
        Fixed::Never => "",
        Fixed::Answered if lists_a_block => {
            "the response has content, or names the block and lists no transactions"
        }
        Fixed::Answered => "the response has content",
        Fixed::Found => "the transaction is found",
        Fixed::Seqno | Fixed::BlockSeqno => "`seqno` names the block",
        Fixed::FromSeqno => "`from_seqno` names the block",
        Fixed::Start => {
            "`lt` and `hash` name the first transaction, and the response has as many rows as `limit`"
        }
        Fixed::Run => "never, since a get-method can use randomness and its result does not show that",
        Fixed::EveryHash => "the response has every requested library",
        Fixed::Trace => {
            "the request has hashes, and the response has a trace for each, complete and classified `ok` or `failed`"
        }
        Fixed::Incoming => "`direction=in`, and the transaction is final",
        Fixed::Block => {
            "the request names one block (`root_hash`, `file_hash`, or workchain, shard and seqno), and it is found"
        }
        Fixed::Message => {
            "the request has hashes, and the response has a message for each, sent and received (with `direction`: at that end)"
        }
        Fixed::Transaction => "the request has hashes, and the response has a final transaction for each",
        Fixed::Side => {
            "the request has `msg_hash` and `direction`, and the response has a final transaction for each message"
        }
        Fixed::Election => "`election_id` names the election, and it is finished",
    }
}

/// Describes how long a gateway caches a response.
pub(super) fn describe_cache(endpoint: &Endpoint) -> String {
    let cache = endpoint.cache;
    let class = cache.class;
    // These are the address utilities of v2.
    if class == CacheClass::Pure && endpoint.generation == Generation::V2 {
        return String::from("none, since a gateway responds itself");
    }
    if class.storage() == Storage::Never {
        return format!("none; the response {}", class.reason());
    }
    let short_text = format!("{} s; the response {}", ttl_seconds(&cache, false), class.reason());
    match (cache.fixed, final_when(endpoint)) {
        (Fixed::Never, _) => short_text,
        (Fixed::Run, when) => format!("{short_text}. Final: {when}"),
        (_, when) => {
            format!("{short_text}. Final, and cached for {} s, when {when}", ttl_seconds(&cache, true))
        }
    }
}

/// Describes how the rows of a result are paginated; one line per fact.
pub(super) fn describe_pages(endpoint: &Endpoint) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(page) = endpoint.page {
        let rows = page.rows.map_or_else(|| String::from("the list itself"), |rows| format!("`{rows}`"));
        let sort = if page.sortable { ", `sort` by the caller" } else { "" };
        let mut line = format!(
            "By `limit` and `offset`; rows in {rows}; {} per page, at most {}{sort}.",
            page.default, page.max
        );
        append_order(&mut line, page.order.as_str());
        lines.push(line);
        lines.extend(page.notes.as_str().lines().map(String::from));
    }
    if let Some(live) = endpoint.live_page {
        lines.extend(describe_live_pages(&live, endpoint.page.is_some()));
    }
    lines
}

fn append_order(line: &mut String, order: &str) {
    if !order.is_empty() {
        line.push_str(&format!(" Sorted by {order}."));
    }
}

fn describe_live_pages(live: &LivePage, specified: bool) -> Vec<String> {
    let mut lines = Vec::new();
    if !specified {
        let style_words = match live.style {
            PageStyle::Offset => "By `limit` and `offset`",
            PageStyle::Cursor => "By a cursor",
            PageStyle::Limit => "By `limit` alone: later rows cannot be reached",
        };
        let mut line = format!("{style_words}; {} per page, at most {}.", live.default, live.max);
        append_order(&mut line, live.order.as_str());
        lines.push(line);
    }
    if let Some(cursor) = live.cursor.filter(|cursor| !cursor.send.is_empty()) {
        let from = if cursor.from_envelope { "the result" } else { "the last row" };
        let cursor_note = if cursor.inclusive { "; the next page starts with that row" } else { "" };
        lines.push(format!(
            "Next page: `{}` from `{}` of {from}{cursor_note}.",
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
