//! The outcome of a message for every combination of phases, in a golden file that the JavaScript code must also match
//! (`tests/client/outcome-words.test.mjs`).

use super::{load, rows};
use crate::golden;
use serde_json::{Value, json};
use std::fmt::Write as _;
use ton_edge::message::{MessageKind, Outcome, Phases, Transaction as Decoded, Verdict};
use ton_edge::types::v3::{Trace, Transaction};

/// A transaction of v3 with the fields that determine the outcome.
fn row(number: usize, description: &Value, message: &Value) -> Value {
    let hash = hash(number);
    let account = format!("0:{number:064}");
    json!({
        "account": account, "hash": hash, "lt": "1", "now": 1, "mc_block_seqno": 1, "prev_trans_hash": hash, "prev_trans_lt": "0",
        "orig_status": "active", "end_status": "active", "total_fees": "1", "total_fees_extra_currencies": {},
        "description": description, "block_ref": { "workchain": 0, "shard": "8000000000000000", "seqno": 1 },
        "in_msg": message, "out_msgs": [], "account_state_before": null, "account_state_after": null, "emulated": false,
    })
}

fn message(opcode: Option<&str>, has_state_init: bool) -> Value {
    let init = has_state_init.then(|| json!({ "hash": "A", "body": "A", "decoded": null }));
    json!({
        "hash": "A", "source": null, "destination": null, "value": "1", "value_extra_currencies": {}, "fwd_fee": null,
        "ihr_fee": null, "created_lt": null, "created_at": null, "opcode": opcode, "ihr_disabled": null, "bounce": null,
        "bounced": null, "import_fee": null, "message_content": null, "init_state": init,
    })
}

fn read(row: &Value) -> Transaction {
    serde_json::from_value(row.clone()).unwrap()
}

/// All descriptions that differ in the fields that determine the outcome.
fn descriptions() -> Vec<Value> {
    let mut descriptions = Vec::new();
    for bounce in [Value::Null, json!({ "type": "ok" }), json!({ "type": "nofunds" })] {
        for aborted in [false, true] {
            for reason in ["no_state", "bad_state", "no_gas", "suspended", "a newer one"] {
                let compute = json!({ "skipped": true, "reason": reason });
                descriptions.push(
                    json!({ "compute_ph": compute, "action": null, "bounce": bounce, "aborted": aborted }),
                );
            }
            for exit_code in [0, 1, 9, 47] {
                for (result_code, skipped) in [(0, 0), (0, 1), (0, 3), (37, 0), (777, 0)] {
                    let compute =
                        json!({ "skipped": false, "success": exit_code < 2, "exit_code": exit_code });
                    let action = json!({ "success": result_code == 0, "result_code": result_code, "skipped_actions": skipped });
                    let action = if exit_code < 2 { action } else { Value::Null };
                    descriptions.push(json!({ "compute_ph": compute, "action": action, "bounce": bounce, "aborted": aborted }));
                    if exit_code >= 2 {
                        break;
                    }
                }
            }
        }
    }
    // Descriptions without fields that a row may lack.
    for compute in [
        Value::Null,
        json!({}),
        json!({ "skipped": true }),
        json!({ "skipped": false, "success": false }),
        json!({ "skipped": false, "success": true }),
    ] {
        descriptions.push(json!({ "compute_ph": compute, "action": null, "bounce": null, "aborted": true }));
        descriptions.push(json!({ "compute_ph": compute, "action": null, "bounce": null }));
    }
    descriptions
}

const MESSAGES: [(Option<&str>, bool); 9] = [
    (None, false),
    (None, true),
    (Some("0x00000000"), false),
    (Some("0x2167da4b"), false),
    (Some("0x7362d09c"), false),
    (Some("0xd53276db"), false),
    (Some("0x05138d91"), false),
    (Some("0x0f8a7ea5"), false),
    (Some("0x7362d09c"), true),
];

fn line(text: &mut String, description: &Value, message: &Value, row: &Value) {
    let row = read(row);
    let outcome = Phases::of_row(&row).map(|phases| phases.outcome());
    let outcome = outcome.map(|Outcome { success, bounced, reason, .. }| json!([success, bounced, reason]));
    let description_text =
        message.as_object().map(|message| json!([message["opcode"], !message["init_state"].is_null()]));
    let mut description = description.clone();
    description["type"] = json!("ord");
    writeln!(text, "{}", json!([description, description_text, outcome])).unwrap();
}

#[test]
fn every_outcome() {
    let mut text = String::new();
    for mut description in descriptions() {
        description["type"] = json!("ord");
        let plain_message = message(None, false);
        line(&mut text, &description, &plain_message, &row(1, &description, &plain_message));
    }
    // If no code ran, the outcome depends on whether the message was meant for a contract.
    for reason in ["no_state", "no_gas"] {
        let compute = json!({ "skipped": true, "reason": reason });
        let description = json!({ "type": "ord", "compute_ph": compute, "aborted": true });
        for (opcode, has_state_init) in MESSAGES {
            let message = message(opcode, has_state_init);
            line(&mut text, &description, &message, &row(1, &description, &message));
        }
        line(&mut text, &description, &Value::Null, &row(1, &description, &Value::Null));
    }
    // Traces without a row, or with a row that lacks the fields that determine its outcome: the error names the next failed transaction by
    // its account.
    let incomplete_description = json!({ "type": "ord", "compute_ph": null, "aborted": true });
    for lost in [None, Some(0), Some(1)] {
        for third in [&successful_row(), &failed_row()] {
            let change = |trace: &mut Value| {
                if let Some(at) = lost {
                    trace["transactions"].as_object_mut().unwrap().remove(&hash(at));
                }
            };
            let trace = trace_of(change, third);
            let Verdict { success, reason } = verdict(&trace);
            let line = json!({ "trace": trace, "message": hash(2), "verdict": [success, reason] });
            writeln!(text, "{line}").unwrap();
        }
    }
    let verdict = verdict(&trace_of(
        |trace| trace["transactions"][hash(0)]["description"] = incomplete_description,
        &failed_row(),
    ));
    assert_eq!(verdict.reason, Some(format!("not enough TON for gas (at 0:{:064})", 2)));
    golden::compare_golden("outcomes.txt", &text);
}

/// The hash of a transaction.
fn hash(number: usize) -> String {
    format!("{number:A>43}=")
}

fn successful_row() -> Value {
    json!({
        "type": "ord", "compute_ph": { "skipped": false, "success": true, "exit_code": 0 }, "aborted": false,
        "action": { "success": true, "result_code": 0, "skipped_actions": 0 },
    })
}

fn failed_row() -> Value {
    json!({ "type": "ord", "compute_ph": { "skipped": true, "reason": "no_gas" }, "aborted": true })
}

fn trace(change: impl FnOnce(&mut Value), third: &Value) -> Verdict {
    verdict(&trace_of(change, third))
}

fn verdict(trace: &Value) -> Verdict {
    Verdict::of_trace(&serde_json::from_value::<Trace>(trace.clone()).unwrap())
}

/// A trace of three transactions: the first one sent a message to each of the others.
fn trace_of(change: impl FnOnce(&mut Value), third: &Value) -> Value {
    let request = message(Some("0x0f8a7ea5"), false);
    let rows: Vec<Value> = [&successful_row(), &successful_row(), third]
        .iter()
        .enumerate()
        .map(|(at, what)| row(at, what, &request))
        .collect();
    let message_to = |to: usize| {
        let mut message = request.clone();
        message["destination"] = rows[to]["account"].clone();
        message
    };
    let mut first_row = rows[0].clone();
    let mut log = request.clone();
    log["destination"] = json!("ext$8:0A");
    first_row["out_msgs"] = json!([message_to(1), message_to(2), log]);
    let node = |at: usize| json!({ "tx_hash": hash(at), "children": [] });
    let mut trace = json!({
        "trace_id": hash(0), "external_hash": null, "mc_seqno_start": "1", "mc_seqno_end": "1", "start_lt": "1",
        "start_utime": 1, "end_lt": "1", "end_utime": 1, "is_incomplete": false,
        "trace_info": {
            "trace_state": "complete", "messages": 3, "transactions": 3, "pending_messages": 0,
            "classification_state": "ok",
        },
        "trace": { "tx_hash": hash(0), "children": [node(1), node(2)] },
        "transactions": {
            hash(0).as_str(): first_row,
            hash(1).as_str(): rows[1],
            hash(2).as_str(): rows[2],
        },
    });
    change(&mut trace);
    trace
}

#[test]
fn a_message_without_a_transaction_is_not_known() {
    let verdict = Verdict::of([], None);
    assert_eq!(verdict, Verdict { success: None, reason: Some("not known: no transaction was seen".into()) });
}

#[test]
fn a_trace_succeeds_only_if_all_of_it_was_seen() {
    assert_eq!(trace(|_| {}, &successful_row()), Verdict { success: Some(true), reason: None });
    let failure = trace(|_| {}, &failed_row());
    assert_eq!(failure.success, Some(false));
    assert_eq!(failure.reason, Some(format!("not enough TON for gas (at 0:{:064})", 2)));

    let cuts: [fn(&mut Value); 7] = [
        |trace| trace["is_incomplete"] = json!(true),
        |trace| trace["trace_info"]["trace_state"] = json!("broken"),
        |trace| trace["trace_info"]["pending_messages"] = json!(2),
        |trace| trace["trace"]["children"] = json!([trace["trace"]["children"][1]]),
        |trace| trace["trace"]["children"][0]["tx_hash"] = json!("unknown"),
        |trace| trace["trace"]["children"] = Value::Null,
        |trace| trace["trace"] = Value::Null,
    ];
    for (at, cut) in cuts.into_iter().enumerate() {
        let verdict = trace(cut, &successful_row());
        assert_eq!(verdict.success, None, "cut {at}");
        assert!(verdict.reason.unwrap().starts_with("not known: "), "cut {at}");
        // A known failure stays a failure, however many rows are missing.
        let is_seen = at < 5;
        assert_eq!(trace(cut, &failed_row()).success, is_seen.then_some(false), "cut {at}");
    }
    // An emulated or pending transaction has not happened yet, whatever its outcome says.
    for expected in [json!({ "emulated": true }), json!({ "finality": "pending" })] {
        for third in [successful_row(), failed_row()] {
            let assert_unknown = |trace: &mut Value| {
                let hash = trace["trace"]["children"][1]["tx_hash"].as_str().unwrap().to_owned();
                let row = trace["transactions"][&hash].as_object_mut().unwrap();
                row.extend(expected.as_object().unwrap().clone());
            };
            assert_eq!(trace(assert_unknown, &third).success, None, "{expected}");
        }
    }
    let mut row_without_compute = successful_row();
    row_without_compute["compute_ph"] = Value::Null;
    assert_eq!(trace(|_| {}, &row_without_compute).success, None);
}

#[test]
fn an_unknown_reason_is_never_an_arrival() {
    let mut phases = Phases {
        skipped: Some("newer"),
        compute_success: None,
        exit_code: None,
        action_success: None,
        result_code: None,
        skipped_actions: 0,
        bounce: None,
        aborted: true,
        kind: MessageKind::Value,
    };
    assert_eq!(phases.outcome().reason.as_deref(), Some("the contract did not run"));
    phases.skipped = Some("no_state");
    assert!(phases.outcome().success);
    phases.bounce = Some("ok");
    assert!(!phases.outcome().success && phases.outcome().bounced);
}

#[test]
fn decoded_transactions_have_the_same_phases() {
    let mut counts = [0; 3];
    for row in rows("transactions", "transactions", 30) {
        let (mut cells, root) = load(&row);
        let transaction = Decoded::load(&mut cells, root).unwrap();
        let phases = Phases::of(&transaction, &cells);
        assert_eq!(phases.is_some(), transaction.description.compute_phase().is_some());
        let Some(phases) = phases else { continue };
        let expected = &row["description"];
        let skipped = &expected["compute_ph"]["skipped"];
        assert_eq!(phases.skipped.is_some(), !skipped.is_null());
        assert_eq!(phases.bounce, expected["bounce"]["type"].as_str());
        let Outcome { success, bounced, .. } = phases.outcome();
        assert_eq!(bounced, phases.bounce == Some("ok"));
        assert!(!(success && phases.skipped.is_none() && phases.aborted));
        counts[0] += usize::from(success);
        counts[1] += usize::from(!success);
        counts[2] += usize::from(phases.skipped.is_some());
    }
    assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
}
