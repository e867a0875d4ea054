//! Finality: whether a response can never change. Decided from the request and from the response; in doubt it
//! can change.

use super::key::CachedRequest;
use crate::endpoint::{Fixed, Generation, Value};
use crate::hash;
use crate::json::Members;
use crate::text::order;
use serde::Deserialize;
use serde_json::value::RawValue;

/// Whether the response is final.
pub(super) fn is_final(request: &CachedRequest, result: &str) -> bool {
    match request.row.cache.fixed {
        // The result of a get method does not show whether its code uses randomness.
        Fixed::Never | Fixed::Run => false,
        Fixed::Answered => !is_empty(result) || is_block_without_transactions(request, result),
        Fixed::Found => is_located(result),
        // A block that is selected by its number never changes, however little it holds. Some servers take 0 for the
        // newest.
        Fixed::Seqno | Fixed::BlockSeqno => {
            request.number("seqno").is_some_and(|seqno| seqno > 0) && is_something(result)
        }
        Fixed::FromSeqno => {
            request.number("from_seqno").is_some_and(|seqno| seqno > 0) && is_something(result)
        }
        Fixed::Start => has_whole_page(request, result),
        Fixed::EveryHash => has_every_library(request, result),
        Fixed::Trace => has_every_trace(request, result),
        Fixed::Incoming => {
            request.get("direction") == Some("in") && read_final_transactions(result).is_some()
        }
        Fixed::Block => has_one_block(request, result),
        Fixed::Message => has_every_message(request, result),
        Fixed::Transaction => read_final_transactions(result).is_some_and(|all| {
            let found = all.iter().filter_map(|one| text(one, "hash")).collect();
            all.len() <= requested(request, "hash") && holds(request, &["hash"], found)
        }),
        Fixed::Side => has_every_side(request, result),
        Fixed::Election => request.get("election_id").is_some() && has_finished_elections(result),
    }
}

fn requested(request: &CachedRequest, name: &str) -> usize {
    request.all(name).count()
}

/// Whether it holds anything: not `null`, and no empty string, list or object.
fn is_something(result: &str) -> bool {
    let inside = |open, close| result.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
    let content =
        inside('[', ']').or_else(|| inside('{', '}')).or_else(|| inside('"', '"')).unwrap_or(result);
    !content.trim().is_empty() && content != "null"
}

/// Whether the result is empty: an empty value, or an object all of whose lists are empty, as indexers respond
/// for a block that they have not reached.
fn is_empty(result: &str) -> bool {
    if !result.starts_with('{') {
        return !is_something(result);
    }
    let Ok(members) = serde_json::from_str::<Members<'_>>(result) else { return true };
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

/// Whether it is a list of a block's transactions that names the block and is empty: the block was found.
fn is_block_without_transactions(request: &CachedRequest, result: &str) -> bool {
    #[derive(Deserialize)]
    struct Listed<'a> {
        #[serde(borrow)]
        id: &'a RawValue,
        #[serde(borrow)]
        transactions: Vec<&'a RawValue>,
    }
    let is_list =
        request.row.generation == Generation::V2 && request.row.path.starts_with("/getBlockTransactions");
    is_list
        && serde_json::from_str::<Listed<'_>>(result)
            .is_ok_and(|listed| listed.transactions.is_empty() && is_something(listed.id.get()))
}

/// Whether a v2 transaction was found; its outgoing messages may be an empty list.
fn is_located(result: &str) -> bool {
    #[derive(Deserialize)]
    struct Transaction<'a> {
        #[serde(borrow)]
        transaction_id: &'a RawValue,
    }
    serde_json::from_str::<Transaction<'_>>(result)
        .is_ok_and(|found| is_something(found.transaction_id.get()))
}

/// A list under this name, row by row; or the list itself.
fn rows<'a, T: Deserialize<'a>>(result: &'a str, name: &str) -> Option<Vec<T>> {
    if result.starts_with('[') {
        return serde_json::from_str(result).ok();
    }
    let members: Members<'a> = serde_json::from_str(result).ok()?;
    serde_json::from_str(members.get(name)?.get()).ok()
}

/// A list that goes back from a transaction. A node that has pruned older transactions returns a shorter one,
/// so only a full page is final.
fn has_whole_page(request: &CachedRequest, result: &str) -> bool {
    let default = request.row.param("limit").and_then(|param| param.default);
    let limit = request.number("limit").or(match default {
        Some(Value::Int(rows)) => Some(i64::from(rows)),
        _ => None,
    });
    let rows: Option<Vec<&RawValue>> = rows(result, "transactions");
    let full = rows
        .zip(limit)
        .is_some_and(|(rows, limit)| i64::try_from(rows.len()).is_ok_and(|rows| rows > 0 && rows >= limit));
    full && request.get("hash").is_some() && request.number("lt").is_some_and(|lt| lt > 0)
}

/// Whether the response has every hash of these parameters. A count of rows does not show that: a trace has
/// many transactions, and a transaction many messages.
fn holds(request: &CachedRequest, params: &[&str], found: Vec<&str>) -> bool {
    let hex = |text: &str| hash::parse(text).ok().map(|hash| hash.to_hex().to_string());
    let found: Vec<String> = found.into_iter().filter_map(hex).collect();
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    let sorted: Vec<&str> = order(&found).iter().filter_map(|place| found.get(*place).copied()).collect();
    let mut wanted = params.iter().flat_map(|name| request.all(name)).peekable();
    wanted.peek().is_some()
        && wanted.all(|one| hex(one).is_some_and(|one| sorted.binary_search(&one.as_str()).is_ok()))
}

/// A field of a row that is not null, as JSON.
fn field<'a>(row: &Members<'a>, name: &str) -> Option<&'a str> {
    row.get(name).map(RawValue::get).filter(|json| *json != "null")
}

/// A string field without its quotes. Characters of hashes need no escape.
fn text<'a>(row: &Members<'a>, name: &str) -> Option<&'a str> {
    field(row, name)?.strip_prefix('"')?.strip_suffix('"')
}

fn has_every_library(request: &CachedRequest, result: &str) -> bool {
    rows::<Members<'_>>(result, "result").is_some_and(|all| {
        holds(request, &["libraries"], all.iter().filter_map(|one| text(one, "hash")).collect())
    })
}

/// Traces are named by their ids, their transactions and the messages of these.
fn has_every_trace(request: &CachedRequest, result: &str) -> bool {
    const NAMES: [&str; 3] = ["trace_id", "tx_hash", "msg_hash"];
    let hashes: usize = NAMES.iter().map(|name| requested(request, name)).sum();
    let Some(all) = rows::<Members<'_>>(result, "traces").filter(|all| all.len() <= hashes) else {
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
            found.extend(read_incoming(&one).into_iter().chain(read_outgoing(&one)));
        }
    }
    holds(request, &NAMES, found)
}

/// The hashes that name a message.
fn read_names<'a>(message: &Members<'a>) -> impl Iterator<Item = &'a str> {
    [text(message, "hash"), text(message, "hash_norm")].into_iter().flatten()
}

/// The hashes of the message that a transaction received.
fn read_incoming<'a>(transaction: &Members<'a>) -> Vec<&'a str> {
    let message =
        field(transaction, "in_msg").and_then(|message| serde_json::from_str::<Members<'_>>(message).ok());
    message.iter().flat_map(read_names).collect()
}

/// The hashes of the messages that a transaction sent.
fn read_outgoing<'a>(transaction: &Members<'a>) -> Vec<&'a str> {
    let messages = field(transaction, "out_msgs").and_then(|list| rows::<Members<'_>>(list, ""));
    messages.iter().flatten().flat_map(read_names).collect()
}

/// The transactions of the response, if there are any and all of them are final.
fn read_final_transactions(result: &str) -> Option<Vec<Members<'_>>> {
    // Older servers have no field for finality, and list only what a masterchain block holds.
    let is_final = |one: &Members<'_>| {
        field(one, "emulated").is_none_or(|flag| flag == "false")
            && match field(one, "finality") {
                Some(state) => state == "\"finalized\"",
                None => field(one, "mc_block_seqno").is_some(),
            }
    };
    let all: Vec<Members<'_>> = rows(result, "transactions")?;
    (!all.is_empty() && all.iter().all(is_final)).then_some(all)
}

/// Transactions at one end of messages. A transaction that receives one of them can send another one, which
/// has not arrived yet: so only messages at the requested end count.
fn has_every_side(request: &CachedRequest, result: &str) -> bool {
    let end = match request.get("direction") {
        Some("in") => read_incoming,
        Some("out") => read_outgoing,
        _ => return false,
    };
    read_final_transactions(result).is_some_and(|all| {
        all.len() <= requested(request, "msg_hash")
            && holds(request, &["msg_hash"], all.iter().flat_map(end).collect())
    })
}

fn has_one_block(request: &CachedRequest, result: &str) -> bool {
    let has = |name: &str| request.get(name).is_some();
    let named = has("root_hash") || has("file_hash") || (has("workchain") && has("shard") && has("seqno"));
    named && rows::<&RawValue>(result, "blocks").is_some_and(|blocks| blocks.len() == 1)
}

fn has_every_message(request: &CachedRequest, result: &str) -> bool {
    let hashes = requested(request, "msg_hash") + requested(request, "hash");
    // A message from outside has no sending transaction, a message to the outside has no receiving one. With
    // `direction` the result names the transaction of that end alone, and lists the messages that have it.
    let direction = request.get("direction");
    let has = |one: &Members<'_>, name: &str| field(one, name).is_some();
    let arrived = |one: &Members<'_>| {
        (has(one, "out_msg_tx_hash") || !has(one, "source") || direction == Some("in"))
            && (has(one, "in_msg_tx_hash") || !has(one, "destination") || direction == Some("out"))
    };
    rows::<Members<'_>>(result, "messages").is_some_and(|all| {
        all.len() <= hashes
            && all.iter().all(arrived)
            && holds(request, &["msg_hash", "hash"], all.iter().flat_map(read_names).collect())
    })
}

fn has_finished_elections(result: &str) -> bool {
    #[derive(Deserialize)]
    struct Election {
        finished: bool,
    }
    rows::<Election>(result, "elections")
        .is_some_and(|all| !all.is_empty() && all.iter().all(|one| one.finished))
}
