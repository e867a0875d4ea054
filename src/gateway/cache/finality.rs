//! Finality: whether a response can never change. Request and response decide; in doubt the response counts as
//! changeable.

use super::canonical;
use super::key::CachedRequest;
use crate::endpoint::{Fixed, Generation, Value};
use crate::hash;
use crate::json::Members;
use crate::text::sort_indices;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// Returns whether the response is final.
pub(super) fn is_final(request: &CachedRequest, result: &str) -> bool {
    if request.row.generation == Generation::V2 && shows_other_block(request, result) {
        return false;
    }
    match request.row.cache.fixed {
        // The result of a get-method does not show whether its code uses randomness.
        Fixed::Never | Fixed::Run => false,
        Fixed::Answered => !is_empty(result) || is_block_without_transactions(request, result),
        Fixed::Found => is_located(result),
        // A block that is selected by its number never changes, even if its lists are empty. Some servers read 0 as
        // the newest block.
        Fixed::Seqno | Fixed::BlockSeqno => {
            request.int("seqno").is_some_and(|seqno| seqno > 0) && has_content(result)
        }
        Fixed::FromSeqno => request.int("from_seqno").is_some_and(|seqno| seqno > 0) && has_content(result),
        Fixed::Start => has_whole_page(request, result),
        Fixed::EveryHash => has_every_library(request, result),
        Fixed::Trace => has_every_trace(request, result),
        Fixed::Incoming => {
            request.get("direction") == Some("in") && read_final_transactions(result).is_some()
        }
        Fixed::Block => has_one_block(request, result),
        Fixed::Message => has_every_message(request, result),
        Fixed::Transaction => read_final_transactions(result).is_some_and(|transactions| {
            let hashes =
                transactions.iter().filter_map(|transaction| read_text(transaction, "hash")).collect();
            transactions.len() <= count_requested(request, "hash") && has_hashes(request, &["hash"], hashes)
        }),
        Fixed::Side => has_every_side(request, result),
        Fixed::Election => request.get("election_id").is_some() && has_finished_elections(result),
    }
}

fn count_requested(request: &CachedRequest, name: &str) -> usize {
    request.values(name).count()
}

/// Returns whether the result has content: it is not `null` and not an empty string, list or object.
fn has_content(result: &str) -> bool {
    let strip_brackets = |open, close| result.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
    let content = strip_brackets('[', ']')
        .or_else(|| strip_brackets('{', '}'))
        .or_else(|| strip_brackets('"', '"'))
        .unwrap_or(result);
    !content.trim().is_empty() && content != "null"
}

/// Returns whether the result is empty: an empty value, or an object all of whose lists are empty, as indexers respond
/// for a block that they have not reached.
fn is_empty(result: &str) -> bool {
    if !result.starts_with('{') {
        return !has_content(result);
    }
    let Ok(members) = serde_json::from_str::<Members<'_>>(result) else { return true };
    let mut lists = 0;
    let (mut has_fields, mut has_rows) = (false, false);
    for (_, value) in members {
        has_fields = true;
        if value.get().starts_with('[') {
            lists += 1;
            has_rows |= has_content(value.get());
        }
    }
    !has_fields || (lists > 0 && !has_rows)
}

/// Returns whether the result is an empty list of a block's transactions with the id of the block, which shows that the
/// block was found.
fn is_block_without_transactions(request: &CachedRequest, result: &str) -> bool {
    #[derive(Deserialize)]
    struct BlockTransactions<'a> {
        #[serde(borrow)]
        id: &'a RawValue,
        #[serde(borrow)]
        transactions: Vec<&'a RawValue>,
    }
    let is_list =
        request.row.generation == Generation::V2 && request.row.path.starts_with("/getBlockTransactions");
    is_list
        && serde_json::from_str::<BlockTransactions<'_>>(result)
            .is_ok_and(|block| block.transactions.is_empty() && has_content(block.id.get()))
}

/// Returns whether a v2 transaction was found; its outgoing messages may be an empty list.
fn is_located(result: &str) -> bool {
    #[derive(Deserialize)]
    struct Transaction<'a> {
        #[serde(borrow)]
        transaction_id: &'a RawValue,
    }
    serde_json::from_str::<Transaction<'_>>(result)
        .is_ok_and(|transaction| has_content(transaction.transaction_id.get()))
}

/// Reads the rows of a list: of the field `name`, or of the result itself if it is a list.
fn read_rows<'a, T: Deserialize<'a>>(result: &'a str, name: &str) -> Option<Vec<T>> {
    if result.starts_with('[') {
        return serde_json::from_str(result).ok();
    }
    let members: Members<'a> = serde_json::from_str(result).ok()?;
    serde_json::from_str(members.get(name)?.get()).ok()
}

/// Returns whether a list that goes back from a transaction is a full page. A node that has pruned older transactions
/// returns a shorter list, so only a full page is final.
fn has_whole_page(request: &CachedRequest, result: &str) -> bool {
    let default = request.row.param("limit").and_then(|param| param.default);
    let limit = request.int("limit").or(match default {
        Some(Value::Int(rows)) => Some(i64::from(rows)),
        _ => None,
    });
    let rows: Option<Vec<&RawValue>> = read_rows(result, "transactions");
    let is_full = rows
        .zip(limit)
        .is_some_and(|(rows, limit)| i64::try_from(rows.len()).is_ok_and(|rows| rows > 0 && rows >= limit));
    is_full && request.get("hash").is_some() && request.int("lt").is_some_and(|lt| lt > 0)
}

/// Returns whether the response has every hash of these parameters. Counting rows is not enough: a trace has many
/// transactions, and a transaction many messages.
fn has_hashes(request: &CachedRequest, params: &[&str], hashes: Vec<&str>) -> bool {
    let hex = |text: &str| hash::parse(text).ok().map(|hash| hash.to_hex().to_string());
    let hashes: Vec<String> = hashes.into_iter().filter_map(hex).collect();
    let hashes: Vec<&str> = hashes.iter().map(String::as_str).collect();
    let sorted_hashes: Vec<&str> =
        sort_indices(&hashes).iter().filter_map(|index| hashes.get(*index).copied()).collect();
    let mut requested_hashes = params.iter().flat_map(|name| request.values(name)).peekable();
    requested_hashes.peek().is_some()
        && requested_hashes
            .all(|hash| hex(hash).is_some_and(|hash| sorted_hashes.binary_search(&hash.as_str()).is_ok()))
}

/// Reads a field of a row that is not null, as JSON.
fn read_field<'a>(row: &Members<'a>, name: &str) -> Option<&'a str> {
    row.get(name).map(RawValue::get).filter(|json| *json != "null")
}

/// Reads a string field without its quotes. Characters of hashes need no escape.
fn read_text<'a>(row: &Members<'a>, name: &str) -> Option<&'a str> {
    read_field(row, name)?.strip_prefix('"')?.strip_suffix('"')
}

fn has_every_library(request: &CachedRequest, result: &str) -> bool {
    read_rows::<Members<'_>>(result, "result").is_some_and(|rows| {
        has_hashes(request, &["libraries"], rows.iter().filter_map(|row| read_text(row, "hash")).collect())
    })
}

/// Returns whether the response has every requested trace, complete. A request names a trace by its id, or by a
/// transaction or message of the trace.
fn has_every_trace(request: &CachedRequest, result: &str) -> bool {
    const NAMES: [&str; 3] = ["trace_id", "tx_hash", "msg_hash"];
    let hashes: usize = NAMES.iter().map(|name| count_requested(request, name)).sum();
    let Some(traces) = read_rows::<Members<'_>>(result, "traces").filter(|traces| traces.len() <= hashes)
    else {
        return false;
    };
    let mut names = Vec::new();
    for trace in traces {
        let info =
            read_field(&trace, "trace_info").and_then(|info| serde_json::from_str::<Members<'_>>(info).ok());
        let is_complete = info.is_some_and(|info| {
            read_text(&info, "trace_state") == Some("complete")
                && matches!(read_text(&info, "classification_state"), Some("ok" | "failed"))
        });
        if !is_complete || read_field(&trace, "is_incomplete").is_some_and(|flag| flag != "false") {
            return false;
        }
        names.extend(read_text(&trace, "trace_id"));
        let Some(transactions) = read_field(&trace, "transactions") else { continue };
        let Ok(transactions) = serde_json::from_str::<Members<'_>>(transactions) else { return false };
        for (_, transaction) in transactions {
            let Ok(transaction) = serde_json::from_str::<Members<'_>>(transaction.get()) else {
                return false;
            };
            names.extend(read_text(&transaction, "hash"));
            names.extend(read_incoming(&transaction).into_iter().chain(read_outgoing(&transaction)));
        }
    }
    has_hashes(request, &NAMES, names)
}

/// Reads the hashes that name a message.
fn read_names<'a>(message: &Members<'a>) -> impl Iterator<Item = &'a str> {
    [read_text(message, "hash"), read_text(message, "hash_norm")].into_iter().flatten()
}

/// Reads the hashes of the message that a transaction received.
fn read_incoming<'a>(transaction: &Members<'a>) -> Vec<&'a str> {
    let message = read_field(transaction, "in_msg")
        .and_then(|message| serde_json::from_str::<Members<'_>>(message).ok());
    message.iter().flat_map(read_names).collect()
}

/// Reads the hashes of the messages that a transaction sent.
fn read_outgoing<'a>(transaction: &Members<'a>) -> Vec<&'a str> {
    let messages = read_field(transaction, "out_msgs").and_then(|list| read_rows::<Members<'_>>(list, ""));
    messages.iter().flatten().flat_map(read_names).collect()
}

/// Reads the transactions of the response, if there are any and all of them are final.
fn read_final_transactions(result: &str) -> Option<Vec<Members<'_>>> {
    // Older servers have no field for finality, and list only transactions that a masterchain block contains.
    let is_final = |transaction: &Members<'_>| {
        read_field(transaction, "emulated").is_none_or(|flag| flag == "false")
            && match read_field(transaction, "finality") {
                Some(state) => state == "\"finalized\"",
                None => read_field(transaction, "mc_block_seqno").is_some(),
            }
    };
    let transactions: Vec<Members<'_>> = read_rows(result, "transactions")?;
    (!transactions.is_empty() && transactions.iter().all(is_final)).then_some(transactions)
}

/// Returns whether the response has the transaction at the requested end of every message. Only messages at that end
/// count: the transaction that received one message can have sent another requested one that has not arrived yet.
fn has_every_side(request: &CachedRequest, result: &str) -> bool {
    let message_end = match request.get("direction") {
        Some("in") => read_incoming,
        Some("out") => read_outgoing,
        _ => return false,
    };
    read_final_transactions(result).is_some_and(|transactions| {
        transactions.len() <= count_requested(request, "msg_hash")
            && has_hashes(request, &["msg_hash"], transactions.iter().flat_map(message_end).collect())
    })
}

/// Returns whether a field of a row is another value than the request's parameter of the same name; false if one of
/// the two is missing.
fn contradicts(request: &CachedRequest, row: &Members<'_>, name: &str) -> bool {
    let Some((requested, param)) = request.get(name).zip(request.row.param(name)) else { return false };
    let Some(json) = read_field(row, name) else { return false };
    let value = Cow::Borrowed(json.trim_matches('"'));
    canonical::canonicalize(param, request.row.generation, value) != requested
}

/// Returns whether a v2 result names another block than the request, as from a server that ignores `seqno`. The block
/// is the result itself, which then has a root hash, or its `id` or `block_id`. The `seqno` of another result can be that
/// of a wallet.
fn shows_other_block(request: &CachedRequest, result: &str) -> bool {
    if request.get("seqno").is_none() {
        return false;
    }
    let Ok(members) = serde_json::from_str::<Members<'_>>(result) else { return false };
    let is_other =
        |block: &Members<'_>| ["workchain", "seqno"].iter().any(|name| contradicts(request, block, name));
    let named_block = ["id", "block_id"].iter().find_map(|name| read_field(&members, name));
    match named_block {
        Some(id) => serde_json::from_str(id).is_ok_and(|block| is_other(&block)),
        None => read_field(&members, "root_hash").is_some() && is_other(&members),
    }
}

fn has_one_block(request: &CachedRequest, result: &str) -> bool {
    const PLACE: [&str; 3] = ["workchain", "shard", "seqno"];
    const HASHES: [&str; 2] = ["root_hash", "file_hash"];
    let has_param = |name: &&str| request.get(name).is_some();
    let names_block = HASHES.iter().any(&has_param) || PLACE.iter().all(&has_param);
    names_block
        && read_rows::<Members<'_>>(result, "blocks").is_some_and(|blocks| match blocks.as_slice() {
            [block] => PLACE.iter().chain(&HASHES).all(|name| {
                !has_param(name) || (read_field(block, name).is_some() && !contradicts(request, block, name))
            }),
            _ => false,
        })
}

fn has_every_message(request: &CachedRequest, result: &str) -> bool {
    let hashes = count_requested(request, "msg_hash") + count_requested(request, "hash");
    // An inbound external message has no sending transaction, and an outbound one has no receiving transaction. With
    // `direction` the result names only the transaction at that end, and lists only messages that have it.
    let direction = request.get("direction");
    let has_field = |message: &Members<'_>, name: &str| read_field(message, name).is_some();
    let has_arrived = |message: &Members<'_>| {
        (has_field(message, "out_msg_tx_hash") || !has_field(message, "source") || direction == Some("in"))
            && (has_field(message, "in_msg_tx_hash")
                || !has_field(message, "destination")
                || direction == Some("out"))
    };
    read_rows::<Members<'_>>(result, "messages").is_some_and(|messages| {
        messages.len() <= hashes
            && messages.iter().all(has_arrived)
            && has_hashes(request, &["msg_hash", "hash"], messages.iter().flat_map(read_names).collect())
    })
}

fn has_finished_elections(result: &str) -> bool {
    #[derive(Deserialize)]
    struct Election {
        finished: bool,
    }
    read_rows::<Election>(result, "elections")
        .is_some_and(|elections| !elections.is_empty() && elections.iter().all(|election| election.finished))
}
