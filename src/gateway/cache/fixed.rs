//! Whether an answer is fixed: the chain will never say otherwise. By what was asked, and by what the answer says; where
//! either leaves a doubt it is not.

use super::key::Question;
use crate::endpoint::{Fixed, Kind, Value};
use crate::hash;
use crate::json::Members;
use crate::text::order;
use serde::Deserialize;
use serde_json::value::RawValue;

/// Whether what was said is fixed.
pub(super) fn is(question: &Question, said: &str) -> bool {
    if is_empty(said) {
        return false;
    }
    match question.row.cache.fixed {
        // Whether code that runs uses chance, its result does not show.
        Fixed::Never | Fixed::Run => false,
        Fixed::Answered | Fixed::Found => true,
        // Some servers take 0 for the newest.
        Fixed::Seqno | Fixed::BlockSeqno => question.number("seqno").is_some_and(|seqno| seqno > 0),
        Fixed::FromSeqno => question.number("from_seqno").is_some_and(|seqno| seqno > 0),
        Fixed::Start => whole_page(question, said),
        Fixed::EveryHash => every_hash(question, said),
        Fixed::Trace => traces(question, said),
        Fixed::Incoming => question.get("direction") == Some("in") && transactions(said).is_some(),
        Fixed::Block => one_block(question, said),
        Fixed::Message => messages(question, said),
        Fixed::Transaction => {
            asked(question, "hash") > 0 && transactions(said) == Some(asked(question, "hash"))
        }
        Fixed::Side => {
            let hashes = asked(question, "msg_hash");
            hashes > 0 && question.get("direction").is_some() && transactions(said) == Some(hashes)
        }
        Fixed::Election => question.get("election_id").is_some() && elections(said),
    }
}

fn asked(question: &Question, name: &str) -> usize {
    question.all(name).count()
}

/// Nothing was found: no value, or an object all of whose lists are empty.
fn is_empty(said: &str) -> bool {
    if said.starts_with('{') {
        let Ok(members) = serde_json::from_str::<Members<'_>>(said) else { return true };
        let mut lists = 0;
        let (mut any, mut full) = (false, false);
        for (_, value) in members {
            any = true;
            if value.get().starts_with('[') {
                lists += 1;
                full |= !is_empty(value.get());
            }
        }
        return !any || (lists > 0 && !full);
    }
    let inside = said.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(said);
    inside.trim().is_empty() || matches!(said, "null" | "\"\"")
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
        .is_some_and(|(rows, limit)| i64::try_from(rows.len()).is_ok_and(|rows| rows >= limit));
    full && question.get("hash").is_some() && question.number("lt").is_some_and(|lt| lt > 0)
}

fn every_hash(question: &Question, said: &str) -> bool {
    #[derive(Deserialize)]
    struct Library {
        hash: String,
    }
    let Some(libraries) = rows::<Library>(said, "result") else { return false };
    let hex = |text: &str| hash::parse(text).ok().map(|hash| hash.to_hex().to_string());
    let found: Vec<String> = libraries.iter().filter_map(|one| hex(&one.hash)).collect();
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    let sorted: Vec<&str> = order(&found).iter().filter_map(|place| found.get(*place).copied()).collect();
    let mut wanted = question
        .row
        .params
        .iter()
        .filter(|param| param.kind == Kind::Hash)
        .flat_map(|param| question.all(param.name))
        .peekable();
    wanted.peek().is_some()
        && wanted.all(|one| hex(one).is_some_and(|one| sorted.binary_search(&one.as_str()).is_ok()))
}

fn traces(question: &Question, said: &str) -> bool {
    #[derive(Deserialize)]
    struct Trace {
        trace_info: Info,
        #[serde(default)]
        is_incomplete: bool,
    }
    #[derive(Deserialize)]
    struct Info {
        trace_state: String,
        classification_state: String,
    }
    let hashes: usize = ["trace_id", "tx_hash", "msg_hash"].iter().map(|name| asked(question, name)).sum();
    let done = |trace: &Trace| {
        !trace.is_incomplete
            && trace.trace_info.trace_state == "complete"
            && matches!(trace.trace_info.classification_state.as_str(), "ok" | "failed")
    };
    hashes > 0 && rows::<Trace>(said, "traces").is_some_and(|all| all.len() == hashes && all.iter().all(done))
}

/// How many transactions these are, if all of them are final.
fn transactions(said: &str) -> Option<usize> {
    #[derive(Deserialize)]
    struct Transaction {
        finality: Option<String>,
        mc_block_seqno: Option<i64>,
        #[serde(default)]
        emulated: bool,
    }
    // Older servers know no finality, and list what a masterchain block holds.
    let is_final = |one: &Transaction| {
        !one.emulated
            && one.finality.as_deref().map_or(one.mc_block_seqno.is_some(), |state| state == "finalized")
    };
    let all: Vec<Transaction> = rows(said, "transactions")?;
    (!all.is_empty() && all.iter().all(is_final)).then_some(all.len())
}

fn one_block(question: &Question, said: &str) -> bool {
    let has = |name: &str| question.get(name).is_some();
    let named = has("root_hash") || has("file_hash") || (has("workchain") && has("shard") && has("seqno"));
    named && rows::<&RawValue>(said, "blocks").is_some_and(|blocks| blocks.len() == 1)
}

fn messages(question: &Question, said: &str) -> bool {
    #[derive(Deserialize)]
    struct Message {
        source: Option<String>,
        destination: Option<String>,
        in_msg_tx_hash: Option<String>,
        out_msg_tx_hash: Option<String>,
    }
    let hashes = asked(question, "msg_hash") + asked(question, "hash");
    // What comes from outside was sent by no transaction, what goes outside is received by none.
    let arrived = |one: &Message| {
        (one.out_msg_tx_hash.is_some() || one.source.is_none())
            && (one.in_msg_tx_hash.is_some() || one.destination.is_none())
    };
    hashes > 0
        && rows::<Message>(said, "messages").is_some_and(|all| all.len() == hashes && all.iter().all(arrived))
}

fn elections(said: &str) -> bool {
    #[derive(Deserialize)]
    struct Election {
        finished: bool,
    }
    rows::<Election>(said, "elections")
        .is_some_and(|all| !all.is_empty() && all.iter().all(|one| one.finished))
}
