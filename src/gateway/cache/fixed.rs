//! Whether an answer is fixed: the chain will never say otherwise. By what was asked, and by what the answer says; where
//! either leaves a doubt it is not.

use super::key::Question;
use crate::endpoint::{Fixed, Generation, Value};
use crate::hash;
use crate::json::Members;
use crate::text::order;
use serde::Deserialize;
use serde_json::value::RawValue;

/// Whether what was said is fixed.
pub(super) fn is(question: &Question, said: &str) -> bool {
    match question.row.cache.fixed {
        // Whether code that runs uses chance, its result does not show.
        Fixed::Never | Fixed::Run => false,
        Fixed::Answered => !is_empty(said) || is_block_without_transactions(question, said),
        Fixed::Found => is_located(said),
        // A block that is named holds what it holds, however little that is. Some servers take 0 for the newest.
        Fixed::Seqno | Fixed::BlockSeqno => {
            question.number("seqno").is_some_and(|seqno| seqno > 0) && is_something(said)
        }
        Fixed::FromSeqno => {
            question.number("from_seqno").is_some_and(|seqno| seqno > 0) && is_something(said)
        }
        Fixed::Start => whole_page(question, said),
        Fixed::EveryHash => libraries(question, said),
        Fixed::Trace => traces(question, said),
        Fixed::Incoming => question.get("direction") == Some("in") && transactions(said).is_some(),
        Fixed::Block => one_block(question, said),
        Fixed::Message => messages(question, said),
        Fixed::Transaction => transactions(said).is_some_and(|all| {
            let found = all.iter().filter_map(|one| text(one, "hash")).collect();
            all.len() <= asked(question, "hash") && holds(question, &["hash"], found)
        }),
        Fixed::Side => sides(question, said),
        Fixed::Election => question.get("election_id").is_some() && elections(said),
    }
}

fn asked(question: &Question, name: &str) -> usize {
    question.all(name).count()
}

/// It says something: no `null`, and no empty text, list or object.
fn is_something(said: &str) -> bool {
    let inside = |open, close| said.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
    let bare = inside('[', ']').or_else(|| inside('{', '}')).or_else(|| inside('"', '"')).unwrap_or(said);
    !bare.trim().is_empty() && bare != "null"
}

/// Nothing was found: nothing is said, or an object all of whose lists are empty, as indexers answer for a block that they
/// have not reached.
fn is_empty(said: &str) -> bool {
    if !said.starts_with('{') {
        return !is_something(said);
    }
    let Ok(members) = serde_json::from_str::<Members<'_>>(said) else { return true };
    let mut lists = 0;
    let (mut any, mut full) = (false, false);
    for (_, value) in members {
        any = true;
        if value.get().starts_with('[') {
            lists += 1;
            full |= is_something(value.get());
        }
    }
    !any || (lists > 0 && !full)
}

/// The list of a block's transactions that names the block: it was found, and none is in it.
fn is_block_without_transactions(question: &Question, said: &str) -> bool {
    #[derive(Deserialize)]
    struct Listed<'a> {
        #[serde(borrow)]
        id: &'a RawValue,
        #[serde(borrow)]
        transactions: Vec<&'a RawValue>,
    }
    let is_list =
        question.row.generation == Generation::V2 && question.row.path.starts_with("/getBlockTransactions");
    is_list
        && serde_json::from_str::<Listed<'_>>(said)
            .is_ok_and(|listed| listed.transactions.is_empty() && is_something(listed.id.get()))
}

/// A transaction of v2 was found; what it sends may be an empty list.
fn is_located(said: &str) -> bool {
    #[derive(Deserialize)]
    struct Transaction<'a> {
        #[serde(borrow)]
        transaction_id: &'a RawValue,
    }
    serde_json::from_str::<Transaction<'_>>(said).is_ok_and(|found| is_something(found.transaction_id.get()))
}

/// A list under this name, row by row; or the bare list.
fn rows<'a, T: Deserialize<'a>>(said: &'a str, name: &str) -> Option<Vec<T>> {
    if said.starts_with('[') {
        return serde_json::from_str(said).ok();
    }
    let members: Members<'a> = serde_json::from_str(said).ok()?;
    serde_json::from_str(members.get(name)?.get()).ok()
}

/// A list that goes back from a transaction. A node that has forgotten what lies further back gives a shorter one, so only a
/// full page counts.
fn whole_page(question: &Question, said: &str) -> bool {
    let default = question.row.param("limit").and_then(|param| param.default);
    let limit = question.number("limit").or(match default {
        Some(Value::Int(rows)) => Some(i64::from(rows)),
        _ => None,
    });
    let rows: Option<Vec<&RawValue>> = rows(said, "transactions");
    let full = rows
        .zip(limit)
        .is_some_and(|(rows, limit)| i64::try_from(rows.len()).is_ok_and(|rows| rows > 0 && rows >= limit));
    full && question.get("hash").is_some() && question.number("lt").is_some_and(|lt| lt > 0)
}

/// Every hash of these parameters is among these of the answer. A count of rows does not show that: one trace has many
/// transactions, and one transaction many messages.
fn holds(question: &Question, params: &[&str], found: Vec<&str>) -> bool {
    let hex = |text: &str| hash::parse(text).ok().map(|hash| hash.to_hex().to_string());
    let found: Vec<String> = found.into_iter().filter_map(hex).collect();
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    let sorted: Vec<&str> = order(&found).iter().filter_map(|place| found.get(*place).copied()).collect();
    let mut wanted = params.iter().flat_map(|name| question.all(name)).peekable();
    wanted.peek().is_some()
        && wanted.all(|one| hex(one).is_some_and(|one| sorted.binary_search(&one.as_str()).is_ok()))
}

/// A field of a row that is not null, as JSON.
fn field<'a>(row: &Members<'a>, name: &str) -> Option<&'a str> {
    row.get(name).map(RawValue::get).filter(|json| *json != "null")
}

/// A field that is a text, without its quotes. Characters of hashes need no escape.
fn text<'a>(row: &Members<'a>, name: &str) -> Option<&'a str> {
    field(row, name)?.strip_prefix('"')?.strip_suffix('"')
}

fn libraries(question: &Question, said: &str) -> bool {
    rows::<Members<'_>>(said, "result").is_some_and(|all| {
        holds(question, &["libraries"], all.iter().filter_map(|one| text(one, "hash")).collect())
    })
}

/// Traces are named by their ids, their transactions and the messages of these.
fn traces(question: &Question, said: &str) -> bool {
    const NAMES: [&str; 3] = ["trace_id", "tx_hash", "msg_hash"];
    let hashes: usize = NAMES.iter().map(|name| asked(question, name)).sum();
    let Some(all) = rows::<Members<'_>>(said, "traces").filter(|all| all.len() <= hashes) else {
        return false;
    };
    let mut found = Vec::new();
    for trace in all {
        let info =
            field(&trace, "trace_info").and_then(|info| serde_json::from_str::<Members<'_>>(info).ok());
        let done = info.is_some_and(|info| {
            text(&info, "trace_state") == Some("complete")
                && matches!(text(&info, "classification_state"), Some("ok" | "failed"))
        });
        if !done || field(&trace, "is_incomplete").is_some_and(|flag| flag != "false") {
            return false;
        }
        found.extend(text(&trace, "trace_id"));
        let Some(inside) = field(&trace, "transactions") else { continue };
        let Ok(inside) = serde_json::from_str::<Members<'_>>(inside) else { return false };
        for (_, one) in inside {
            let Ok(one) = serde_json::from_str::<Members<'_>>(one.get()) else { return false };
            found.extend(text(&one, "hash"));
            found.extend(incoming(&one).into_iter().chain(outgoing(&one)));
        }
    }
    holds(question, &NAMES, found)
}

/// The hashes that name a message.
fn names<'a>(message: &Members<'a>) -> impl Iterator<Item = &'a str> {
    [text(message, "hash"), text(message, "hash_norm")].into_iter().flatten()
}

/// The hashes of the message that a transaction received.
fn incoming<'a>(transaction: &Members<'a>) -> Vec<&'a str> {
    let message =
        field(transaction, "in_msg").and_then(|message| serde_json::from_str::<Members<'_>>(message).ok());
    message.iter().flat_map(names).collect()
}

/// The hashes of the messages that a transaction sent.
fn outgoing<'a>(transaction: &Members<'a>) -> Vec<&'a str> {
    let messages = field(transaction, "out_msgs").and_then(|list| rows::<Members<'_>>(list, ""));
    messages.iter().flatten().flat_map(names).collect()
}

/// The transactions of the answer, if there are any and all of them are final.
fn transactions(said: &str) -> Option<Vec<Members<'_>>> {
    // Older servers know no finality, and list what a masterchain block holds.
    let is_final = |one: &Members<'_>| {
        field(one, "emulated").is_none_or(|flag| flag == "false")
            && match field(one, "finality") {
                Some(state) => state == "\"finalized\"",
                None => field(one, "mc_block_seqno").is_some(),
            }
    };
    let all: Vec<Members<'_>> = rows(said, "transactions")?;
    (!all.is_empty() && all.iter().all(is_final)).then_some(all)
}

/// Transactions at one end of messages. A transaction that receives one of them can send another one, which has not arrived
/// yet: so only messages at the requested end count.
fn sides(question: &Question, said: &str) -> bool {
    let end = match question.get("direction") {
        Some("in") => incoming,
        Some("out") => outgoing,
        _ => return false,
    };
    transactions(said).is_some_and(|all| {
        all.len() <= asked(question, "msg_hash")
            && holds(question, &["msg_hash"], all.iter().flat_map(end).collect())
    })
}

fn one_block(question: &Question, said: &str) -> bool {
    let has = |name: &str| question.get(name).is_some();
    let named = has("root_hash") || has("file_hash") || (has("workchain") && has("shard") && has("seqno"));
    named && rows::<&RawValue>(said, "blocks").is_some_and(|blocks| blocks.len() == 1)
}

fn messages(question: &Question, said: &str) -> bool {
    let hashes = asked(question, "msg_hash") + asked(question, "hash");
    // A message from outside has no sending transaction, a message to the outside has no receiving one. With `direction`
    // the answer names the transaction of that end alone, and lists the messages that have it.
    let direction = question.get("direction");
    let has = |one: &Members<'_>, name: &str| field(one, name).is_some();
    let arrived = |one: &Members<'_>| {
        (has(one, "out_msg_tx_hash") || !has(one, "source") || direction == Some("in"))
            && (has(one, "in_msg_tx_hash") || !has(one, "destination") || direction == Some("out"))
    };
    rows::<Members<'_>>(said, "messages").is_some_and(|all| {
        all.len() <= hashes
            && all.iter().all(arrived)
            && holds(question, &["msg_hash", "hash"], all.iter().flat_map(names).collect())
    })
}

fn elections(said: &str) -> bool {
    #[derive(Deserialize)]
    struct Election {
        finished: bool,
    }
    rows::<Election>(said, "elections")
        .is_some_and(|all| !all.is_empty() && all.iter().all(|one| one.finished))
}
