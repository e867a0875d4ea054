//! The outcomes of `wait_for_message` for a trace: random traces over v3 and v2, compared with a judge that follows the definition alone; and
//! responses that do not belong to the request. The scenarios are those of `tests/client/outcome.test.mjs`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Value, json};
use ton_edge::address::Address;
use ton_edge::cell::{Builder, Cells, MsgAddress};
use ton_edge::client::{Error, FollowOptions, MessageRef, SendResult, SendStatus, WaitFor};
use ton_edge::endpoint::Generation;
use ton_edge::error::Code;
use ton_edge::hash::Hash;
use ton_edge::message::{
    AccountStatus, ActionPhase, BouncePhase, ComputePhase, Description, Message, MessageInfo, Place,
    SkipReason, StateUpdate, StatusChange, StorageUsed, Transaction, VmDetails, normalized_hash,
};

use super::{Call, bag, client_of};

fn hash_of(number: u32) -> Hash {
    let mut bytes = [7; 32];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    Hash(bytes)
}

fn text_of(number: u32) -> String {
    hash_of(number).to_b64().to_string()
}

fn address_of(number: u32) -> Address {
    let mut hash = [0; 32];
    hash[28..].copy_from_slice(&number.to_be_bytes());
    Address { workchain: 0, hash }
}

/// The number of the hash of the message that the tests follow.
const MESSAGE: u32 = 900_000;
const TRACE: u32 = 900_001;

fn own_hash() -> MessageRef<'static> {
    hash_of(MESSAGE).into()
}

/// A message with a value, in a row of v3.
pub(super) fn message_row(hash: &str) -> Value {
    json!({
        "hash": hash, "source": null, "destination": address_of(1).to_string(), "value": "5",
        "value_extra_currencies": null, "fwd_fee": "0", "ihr_fee": "0", "created_lt": "1", "created_at": "1",
        "opcode": null, "ihr_disabled": true, "bounce": true, "bounced": false, "import_fee": null,
        "message_content": null, "init_state": null,
    })
}

/// A transaction of v3, for a message with a value.
pub(super) fn transaction_row(number: u32) -> Value {
    let block = json!({ "workchain": 0, "shard": "8000000000000000", "seqno": 1 });
    json!({
        "account": address_of(number).to_string(), "hash": text_of(number), "lt": (1000 + number).to_string(),
        "now": 1_750_000_000, "mc_block_seqno": 77, "trace_id": text_of(TRACE), "prev_trans_hash": text_of(0), "prev_trans_lt": "0",
        "orig_status": "active", "end_status": "active", "total_fees": "1000", "total_fees_extra_currencies": null,
        "description": {
            "type": "ord", "aborted": false,
            "compute_ph": { "skipped": false, "success": true, "exit_code": 0 },
            "action": { "success": true, "result_code": 0, "skipped_actions": 0 },
        },
        "block_ref": block, "in_msg": message_row(&text_of(800_000 + number)), "out_msgs": [],
        "account_state_before": null, "account_state_after": null, "emulated": false, "finality": "finalized",
    })
}

/// The row of the transaction that received the message.
fn own_row() -> Value {
    let mut row = transaction_row(1);
    row["in_msg"]["hash"] = json!(text_of(MESSAGE));
    row
}

/// A possible outcome of a message: how it changes its transaction, whether the definition counts it as a success, and its reason.
#[derive(Clone, Copy)]
struct OutcomeCase {
    weight: u32,
    opcode: Option<u32>,
    skipped: Option<&'static str>,
    exit_code: i32,
    result_code: i32,
    skipped_actions: u16,
    bounces: bool,
    reason: Option<&'static str>,
}

const SUCCESS_CASE: OutcomeCase = OutcomeCase {
    weight: 1,
    opcode: None,
    skipped: None,
    exit_code: 0,
    result_code: 0,
    skipped_actions: 0,
    bounces: false,
    reason: None,
};

const fn no_run(opcode: Option<u32>, skipped: &'static str, reason: Option<&'static str>) -> OutcomeCase {
    OutcomeCase { opcode, skipped: Some(skipped), reason, ..SUCCESS_CASE }
}

const OUTCOME_CASES: [OutcomeCase; 17] = [
    OutcomeCase { weight: 60, ..SUCCESS_CASE },
    OutcomeCase { opcode: Some(0x0F8A_7EA5), ..SUCCESS_CASE },
    // A value for an account without a contract, with at most a comment or a notice that no contract reads.
    OutcomeCase { weight: 4, ..no_run(None, "no_state", None) },
    no_run(Some(0), "no_state", None),
    no_run(Some(0x2167_DA4B), "no_state", None),
    OutcomeCase { weight: 4, ..no_run(Some(0x7362_D09C), "no_gas", None) },
    no_run(Some(0xD532_76DB), "no_state", None),
    // A request that no contract read, and a value that bounced.
    no_run(Some(0x178D_4519), "no_state", Some("the account has no contract")),
    OutcomeCase {
        bounces: true,
        ..no_run(None, "no_state", Some("the account has no contract; its value went back"))
    },
    OutcomeCase {
        bounces: true,
        ..no_run(Some(0x7362_D09C), "no_gas", Some("not enough TON for gas; its value went back"))
    },
    no_run(None, "no_gas", Some("not enough TON for gas")),
    no_run(Some(0x178D_4519), "no_gas", Some("not enough TON for gas")),
    no_run(None, "bad_state", Some("the message's StateInit")),
    no_run(None, "suspended", Some("the account is suspended")),
    OutcomeCase { exit_code: 47, reason: Some("exit code 47"), ..SUCCESS_CASE },
    OutcomeCase { result_code: 37, reason: Some("the actions failed with result code 37"), ..SUCCESS_CASE },
    OutcomeCase {
        skipped_actions: 2,
        reason: Some("2 actions could not be done and were left out"),
        ..SUCCESS_CASE
    },
];

impl OutcomeCase {
    fn is_aborted(&self) -> bool {
        self.skipped.is_some() || self.exit_code != 0 || self.result_code != 0
    }

    fn change(&self, row: &mut Value) {
        row["in_msg"]["opcode"] = self.opcode.map_or(Value::Null, |opcode| json!(format!("0x{opcode:08x}")));
        let description = &mut row["description"];
        description["aborted"] = json!(self.is_aborted());
        if let Some(reason) = self.skipped {
            description["compute_ph"] = json!({ "skipped": true, "reason": reason });
        } else {
            description["compute_ph"]["success"] = json!(self.exit_code == 0);
            description["compute_ph"]["exit_code"] = json!(self.exit_code);
        }
        if self.skipped.is_some() || self.exit_code != 0 {
            description.as_object_mut().unwrap().remove("action");
        } else {
            let (success, code, skipped) = (self.result_code == 0, self.result_code, self.skipped_actions);
            description["action"] =
                json!({ "success": success, "result_code": code, "skipped_actions": skipped });
        }
        if self.bounces {
            description["bounce"] = json!({ "type": "ok" });
        }
    }
}

/// Random numbers from a seed.
struct Random(u64);

impl Random {
    fn draw_below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(limit)) as u32
    }

    fn is_one_of(&mut self, percent: u32) -> bool {
        self.draw_below(100) < percent
    }

    fn pick(&mut self, fates: &[OutcomeCase]) -> OutcomeCase {
        let mut drawn_weight = self.draw_below(fates.iter().map(|fate| fate.weight).sum());
        for fate in fates {
            if drawn_weight < fate.weight {
                return *fate;
            }
            drawn_weight -= fate.weight;
        }
        panic!("the lot is below the sum of the weights")
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Truncation {
    None,
    Row,
    Node,
    Flag,
    State,
}

/// A random trace of v3, and the rows of it that the response has.
struct RandomTrace {
    truncation: Truncation,
    transactions: BTreeMap<String, Value>,
    /// The numbers and fates of the transactions whose rows the response has, in the order of the trace.
    visible_rows: Vec<(u32, OutcomeCase)>,
    count: u32,
    is_cut: bool,
}

impl RandomTrace {
    fn add_subtree(&mut self, random: &mut Random, depth: u32) -> Value {
        self.count += 1;
        let number = self.count;
        let fate = random.pick(&OUTCOME_CASES);
        let mut row = if number == 1 { own_row() } else { transaction_row(number) };
        fate.change(&mut row);
        let has_no_row = number > 1 && self.truncation == Truncation::Row && random.is_one_of(30);
        if has_no_row {
            self.is_cut = true;
        } else {
            self.visible_rows.push((number, fate));
        }
        let mut sent_messages = Vec::new();
        let mut children = Vec::new();
        let count = if depth > 4 { 0 } else { random.draw_below(3) };
        for at in 0..count {
            let mut message = message_row(&text_of(700_000 + at));
            message["destination"] = json!(address_of(9000 + at).to_string());
            sent_messages.push(message);
            if self.truncation == Truncation::Node && random.is_one_of(30) {
                self.is_cut |= !has_no_row;
            } else if !has_no_row {
                // The rows below a missing row are unknown.
                children.push(self.add_subtree(random, depth + 1));
            }
        }
        if random.is_one_of(10) {
            let mut log = message_row(&text_of(700_010));
            log["destination"] = Value::Null;
            sent_messages.push(log);
        }
        row["out_msgs"] = json!(sent_messages);
        let node =
            json!({ "tx_hash": row["hash"], "in_msg_hash": row["in_msg"]["hash"], "children": children });
        if !has_no_row {
            self.transactions.insert(text_of(number), row);
        }
        node
    }
}

/// A trace of v3 with this tree and these transactions.
fn trace_of(tree: Value, transactions: &Value) -> Value {
    json!({
        "trace_id": text_of(TRACE), "external_hash": text_of(MESSAGE), "mc_seqno_start": "1", "mc_seqno_end": "2", "start_lt": "1",
        "start_utime": 1, "end_lt": "2", "end_utime": 2, "is_incomplete": false, "trace": tree, "transactions": transactions,
        "trace_info": {
            "trace_state": "complete", "messages": 1, "transactions": 1, "pending_messages": 0, "classification_state": "ok",
        },
    })
}

fn trace_of_row(row: &Value) -> Value {
    trace_of(
        json!({ "tx_hash": row["hash"], "children": [] }),
        &json!({ row["hash"].as_str().unwrap(): row }),
    )
}

fn wait_options(generation: Generation) -> FollowOptions {
    FollowOptions {
        wait: WaitFor::Trace,
        generation: Some(generation),
        timeout: Some(core::time::Duration::from_secs(2)),
        poll_interval: Some(core::time::Duration::from_millis(1)),
        ..Default::default()
    }
}

/// The outcome over v3 of a service with these responses, by the last part of the path.
fn wait_over_v3(responses: Value, options: FollowOptions) -> Result<SendResult, Error> {
    let (world, client) = client_of(move |call| responses[call.path.trim_start_matches("v3/")].clone());
    world.run_one(client.wait_for_message(own_hash(), options))
}

#[test]
fn random_traces_have_the_outcome_of_the_definition() {
    let mut random = Random(57);
    let current_trace = Rc::new(RefCell::new(Value::Null));
    let response = Rc::clone(&current_trace);
    let (world, client) = client_of(move |call| match call.path.as_str() {
        "v3/transactionsByMessage" => {
            json!({ "transactions": [response.borrow()["transactions"][text_of(1)]] })
        }
        "v3/traces" => json!({ "traces": [*response.borrow()] }),
        // After an outcome, the client accepts no state that is older than its block.
        "v3/masterchainInfo" => json!({ "last": { "workchain": -1, "seqno": 77 } }),
        path => panic!("{path}"),
    });
    let mut counts = BTreeMap::new();
    for at in 0..500 {
        let drawn_truncation = match random.draw_below(100) {
            0..8 => Truncation::Row,
            8..16 => Truncation::Node,
            16..23 => Truncation::Flag,
            23..30 => Truncation::State,
            _ => Truncation::None,
        };
        let is_cut = matches!(drawn_truncation, Truncation::Flag | Truncation::State);
        let mut drawn_trace = RandomTrace {
            truncation: drawn_truncation,
            transactions: BTreeMap::new(),
            visible_rows: Vec::new(),
            count: 0,
            is_cut,
        };
        let tree = drawn_trace.add_subtree(&mut random, 0);
        let mut trace = trace_of(tree, &json!(drawn_trace.transactions));
        trace["is_incomplete"] = json!(drawn_truncation == Truncation::Flag);
        if drawn_truncation == Truncation::State {
            trace["trace_info"]["trace_state"] = json!("unknown");
        }
        *current_trace.borrow_mut() = trace;
        let result =
            world.run_one(client.wait_for_message(own_hash(), wait_options(Generation::V3))).unwrap();
        let reason = result.reason.as_deref().unwrap_or_default();
        let outcome_text = format!("trace {at}: {:?} {reason}", result.success);
        let trace = result.trace.as_ref().unwrap();
        assert_eq!(trace.transactions.len(), drawn_trace.visible_rows.len(), "{outcome_text}");
        match drawn_trace.visible_rows.iter().find(|(_, fate)| fate.reason.is_some()) {
            Some((number, fate)) => {
                assert_eq!(result.success, Some(false), "{outcome_text}");
                assert!(reason.starts_with(fate.reason.unwrap()), "{outcome_text}");
                let account_suffix = format!(" (at {})", address_of(*number));
                assert_eq!(reason.ends_with(&account_suffix), *number != 1, "{outcome_text}");
                assert!(trace.failures().count() > 0, "{outcome_text}");
            }
            None if drawn_trace.is_cut => {
                assert_eq!(result.success, None, "{outcome_text}");
                assert!(reason.starts_with("not known: "), "{outcome_text}");
            }
            None => {
                assert_eq!(
                    (result.success, reason, trace.incomplete),
                    (Some(true), "", false),
                    "{outcome_text}"
                );
                assert_eq!(trace.failures().count(), 0, "{outcome_text}");
            }
        }
        *counts.entry(format!("{:?}", result.success)).or_insert(0) += 1;
    }
    // Each outcome must be frequent enough for the comparison to be meaningful.
    assert!(counts.len() == 3 && counts.values().all(|count| *count > 25), "{counts:?}");
}

/// A transaction of v2 with its message and those that it sent; its bag, logical time and hash.
pub(super) fn bag_row(transaction: &Transaction, cells: &mut Cells) -> Value {
    let id = transaction.add(cells).unwrap();
    let hash = cells.get(id).unwrap().hash().to_b64().to_string();
    json!({ "data": bag(cells, id), "utime": transaction.now, "transaction_id": { "lt": transaction.lt.to_string(), "hash": hash } })
}

/// A transaction of an account after another one of it: without messages, fees and effects.
pub(super) fn transaction(account: Address, lt: u64, previous: Option<(u64, Hash)>) -> Transaction {
    let (prev_trans_lt, prev_trans_hash) = previous.unwrap_or((0, Hash([0; 32])));
    let no_hash = Hash([0; 32]);
    let details = VmDetails {
        gas_used: 1,
        gas_limit: 1,
        gas_credit: None,
        mode: 0,
        exit_code: 0,
        exit_arg: None,
        vm_steps: 1,
        vm_init_state_hash: no_hash,
        vm_final_state_hash: no_hash,
    };
    let action = ActionPhase {
        success: true,
        valid: true,
        no_funds: false,
        status_change: StatusChange::Unchanged,
        total_fwd_fees: None,
        total_action_fees: None,
        result_code: 0,
        result_arg: None,
        tot_actions: 2,
        spec_actions: 0,
        skipped_actions: 0,
        msgs_created: 0,
        action_list_hash: no_hash,
        tot_msg_size: StorageUsed { cells: 1, bits: 1 },
    };
    let compute_ph = ComputePhase::Vm {
        success: true,
        msg_state_used: false,
        account_activated: false,
        gas_fees: 0,
        details,
    };
    Transaction {
        account_addr: Hash(account.hash),
        lt,
        prev_trans_hash,
        prev_trans_lt,
        now: 1_750_000_000,
        orig_status: AccountStatus::Active,
        end_status: AccountStatus::Active,
        in_msg: None,
        out_msgs: Vec::new(),
        total_fees: 1000.into(),
        state_update: StateUpdate { old_hash: no_hash, new_hash: no_hash },
        description: Description::Ord {
            credit_first: true,
            storage_ph: None,
            credit_ph: None,
            compute_ph,
            action: Some(action),
            aborted: false,
            bounce: None,
            destroyed: false,
        },
    }
}

/// A message between accounts, or from outside if it has no sender.
pub(super) fn message(
    cells: &mut Cells,
    sender: Option<Address>,
    receiver: Address,
    lt: u64,
    opcode: Option<u32>,
) -> Message {
    let mut body = Builder::new();
    if let Some(opcode) = opcode {
        body.store_uint(opcode, 32).unwrap();
    }
    let body = cells.add(&body).unwrap();
    let info = match sender {
        Some(from) => MessageInfo::Internal {
            ihr_disabled: true,
            bounce: true,
            bounced: false,
            src: MsgAddress::Std(from),
            dest: receiver,
            value: 5.into(),
            ihr_fee: 0,
            fwd_fee: 0,
            created_lt: lt,
            created_at: 1_750_000_000,
        },
        None => MessageInfo::ExternalIn { src: MsgAddress::None, dest: receiver, import_fee: 0 },
    };
    Message { info, init: None, body, init_in: Place::Auto, body_in: Place::Auto }
}

impl OutcomeCase {
    fn change_cells(&self, transaction: &mut Transaction) {
        let Description::Ord { compute_ph, action, aborted, bounce, .. } = &mut transaction.description
        else {
            panic!()
        };
        *aborted = self.is_aborted();
        if let Some(reason) = self.skipped {
            let reason = match reason {
                "no_state" => SkipReason::NoState,
                "bad_state" => SkipReason::BadState,
                "no_gas" => SkipReason::NoGas,
                _ => SkipReason::Suspended,
            };
            *compute_ph = ComputePhase::Skipped { reason };
        }
        if let ComputePhase::Vm { success, details, .. } = compute_ph {
            *success = self.exit_code == 0;
            details.exit_code = self.exit_code;
        }
        if self.skipped.is_some() || self.exit_code != 0 {
            *action = None;
        }
        if let Some(action) = action {
            action.success = self.result_code == 0;
            action.result_code = self.result_code;
            action.skipped_actions = self.skipped_actions;
        }
        if self.bounces {
            let msg_size = StorageUsed { cells: 1, bits: 1 };
            *bounce = Some(BouncePhase::Ok { msg_size, msg_fees: 0, fwd_fees: 0 });
        }
    }
}

/// The outcome over v2 of a trace with these fates. `parent_of` is the sender of a transaction's message.
fn wait_over_v2(fates: &[OutcomeCase], parent_of: impl Fn(usize) -> usize) -> Result<SendResult, Error> {
    let mut cells = Cells::new();
    let number = |at: usize| address_of(at as u32 + 1);
    let messages: Vec<Message> = (0..fates.len())
        .map(|at| {
            let from = (at > 0).then(|| number(parent_of(at)));
            message(&mut cells, from, number(at), at as u64, fates[at].opcode)
        })
        .collect();
    let bags: Vec<Value> = (0..fates.len())
        .map(|at| {
            let mut new_transaction = transaction(number(at), 1000 + at as u64, None);
            new_transaction.in_msg = Some(messages[at].clone());
            let sent = (1..fates.len()).filter(|child| parent_of(*child) == at);
            new_transaction.out_msgs = sent.map(|child| messages[child].clone()).collect();
            fates[at].change_cells(&mut new_transaction);
            bag_row(&new_transaction, &mut cells)
        })
        .collect();
    let first_message = messages[0].add(&mut cells).unwrap();
    let hash = normalized_hash(&mut cells, first_message).unwrap();
    let (world, client) = client_of(move |call: &Call| match call.path.as_str() {
        "v2/tryLocateResultTx" => bags[call.get("created_lt").parse::<usize>().unwrap()].clone(),
        "v2/getTransactions" => json!([bags[0]]),
        path => panic!("{path}"),
    });
    let account = Some(number(0).to_string());
    let options = FollowOptions { account, since: Some(1), timeout: None, ..wait_options(Generation::V2) };
    world.run_one(client.wait_for_message(hash, options))
}

#[test]
fn random_traces_over_v2_have_the_outcome_of_the_definition() {
    let mut random = Random(58);
    // The first message is external: if it has a transaction, a contract has accepted it.
    let runs: Vec<OutcomeCase> = OUTCOME_CASES.into_iter().filter(|fate| fate.skipped.is_none()).collect();
    let mut counts = [0, 0];
    for at in 0..200 {
        let count = 1 + random.draw_below(12) as usize;
        let fates: Vec<OutcomeCase> = (0..count)
            .map(|number| match number {
                0 if random.draw_below(4) > 0 => SUCCESS_CASE,
                0 => random.pick(&runs),
                _ => random.pick(&OUTCOME_CASES),
            })
            .collect();
        let parents: Vec<usize> =
            (0..count).map(|number| random.draw_below(number.max(1) as u32) as usize).collect();
        let result = wait_over_v2(&fates, |number| parents[number]).unwrap();
        let reason = result.reason.as_deref().unwrap_or_default();
        let label = format!("trace {at}: {:?} {reason}", result.success);
        let failure_reasons: Vec<&str> = fates.iter().filter_map(|fate| fate.reason).collect();
        assert_eq!(result.success, Some(failure_reasons.is_empty()), "{label}");
        assert!(
            failure_reasons.is_empty() && reason.is_empty()
                || failure_reasons.iter().any(|text| reason.starts_with(text)),
            "{label}"
        );
        let trace = result.trace.unwrap();
        assert_eq!((trace.transactions.len(), trace.incomplete), (count, false), "{label}");
        counts[usize::from(failure_reasons.is_empty())] += 1;
    }
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}

#[test]
fn the_outcome_of_a_trace_with_more_transactions_than_the_client_reads_is_not_known() {
    let result_over_v2 = wait_over_v2(&[SUCCESS_CASE; 300], |at| if at < 250 { 0 } else { at - 200 });
    let mut rows: Vec<Value> = vec![own_row()];
    rows.extend((2..4200).map(transaction_row));
    let nodes: Vec<Value> =
        rows[1..].iter().map(|row| json!({ "tx_hash": row["hash"], "children": [] })).collect();
    let transactions: BTreeMap<&str, &Value> =
        rows.iter().map(|row| (row["hash"].as_str().unwrap(), row)).collect();
    let trace = trace_of(json!({ "tx_hash": rows[0]["hash"], "children": nodes }), &json!(transactions));
    let responses =
        json!({ "transactionsByMessage": { "transactions": [rows[0]] }, "traces": { "traces": [trace] } });
    for result in [result_over_v2, wait_over_v3(responses, wait_options(Generation::V3))] {
        let result = result.unwrap();
        let trace = result.trace.as_ref().unwrap();
        assert_eq!((result.success, trace.incomplete, trace.failures().count()), (None, true, 0));
        assert!(result.reason.unwrap().starts_with("not known: not all of the trace was read"));
    }
}

#[test]
fn the_outcome_of_a_message_whose_account_sends_itself_a_message_is_not_known() {
    let mut row = own_row();
    let mut message = message_row(&text_of(5));
    message["destination"] = row["account"].clone();
    row["out_msgs"] = json!([message]);
    let options = FollowOptions { wait: WaitFor::Executed, ..wait_options(Generation::V3) };
    let result =
        wait_over_v3(json!({ "transactionsByMessage": { "transactions": [row] } }), options).unwrap();
    let transaction = result.transaction.unwrap();
    assert_eq!((result.success, transaction.outcome.success, transaction.acts_later), (None, true, true));
    assert!(result.reason.unwrap().starts_with("not known: the account sends itself a message"));
    assert_eq!((result.status, result.trace), (SendStatus::Executed, None));
}

#[test]
fn a_pending_trace_or_message_which_the_service_only_emulates_is_not_an_outcome() {
    let read = |own: &Value, other: &Value| {
        let mut own_row = own.clone();
        let mut message = message_row(&text_of(5));
        message["destination"] = json!(address_of(2).to_string());
        own_row["out_msgs"] = json!([message]);
        let tree =
            json!({ "tx_hash": own_row["hash"], "children": [{ "tx_hash": other["hash"], "children": [] }] });
        let trace = trace_of(tree, &json!({ text_of(1): own_row, text_of(2): other }));
        let responses = json!({
            "transactionsByMessage": { "transactions": [own_row] }, "pendingTraces": { "traces": [] }, "traces": { "traces": [trace] },
        });
        wait_over_v3(responses, wait_options(Generation::V3))
    };
    assert_eq!(read(&own_row(), &transaction_row(2)).unwrap().success, Some(true));
    let make_pending = |mut row: Value, is_emulated: bool| {
        if is_emulated {
            row["emulated"] = json!(true);
            row.as_object_mut().unwrap().remove("finality");
        } else {
            row["finality"] = json!("pending");
        }
        row
    };
    for is_emulated in [true, false] {
        let open_error = read(&own_row(), &make_pending(transaction_row(2), is_emulated)).unwrap_err();
        assert_eq!((open_error.code, open_error.message_hash()), (Code::Timeout, Some(hash_of(MESSAGE))));
        let expected = "the message was executed; still on the way: 1 message that it caused after 2000 ms";
        assert!(open_error.message.starts_with(expected), "{open_error}");
        let pending_error = read(&make_pending(own_row(), is_emulated), &transaction_row(2)).unwrap_err();
        assert!(
            pending_error.message.starts_with("the message is pending, but not in a block yet"),
            "{pending_error}"
        );
    }
}

#[test]
fn the_outcome_of_a_trace_that_is_too_large_for_a_tree_is_not_known() {
    let mut trace = trace_of_row(&own_row());
    trace["is_incomplete"] = json!(true);
    trace.as_object_mut().unwrap().retain(|name, _| name != "trace" && name != "transactions");
    let responses =
        json!({ "transactionsByMessage": { "transactions": [own_row()] }, "traces": { "traces": [trace] } });
    let result = wait_over_v3(responses, wait_options(Generation::V3)).unwrap();
    let trace = result.trace.unwrap();
    assert_eq!((result.success, trace.incomplete, trace.transactions.len()), (None, true, 1));
}

#[test]
fn a_response_that_does_not_belong_to_the_request_is_refused() {
    let mut other_row = transaction_row(1);
    other_row["in_msg"]["hash"] = json!(text_of(600_000));
    let mut row_of_other_account = own_row();
    row_of_other_account["account"] = json!(address_of(2).to_string());
    let mut row_without_phases = own_row();
    row_without_phases["description"] = json!({ "type": "ord", "aborted": false });
    let mut row_without_abortion = own_row();
    row_without_abortion["description"].as_object_mut().unwrap().remove("aborted");
    let mut foreign_trace = trace_of_row(&own_row());
    foreign_trace["trace_id"] = json!(text_of(5));
    let transactions_json = |row: &Value| json!({ "transactions": [row] });
    for (lie, responses) in [
        (
            "the transaction of another message",
            json!({ "transactionsByMessage": transactions_json(&other_row), "traces": { "traces": [trace_of_row(&other_row)] } }),
        ),
        (
            "the transaction of another account",
            json!({ "transactionsByMessage": transactions_json(&row_of_other_account) }),
        ),
        (
            "a pending trace of another message",
            json!({ "transactionsByMessage": { "transactions": [] }, "pendingTraces": { "traces": [trace_of_row(&other_row)] } }),
        ),
        (
            "the trace of another message",
            json!({ "transactionsByMessage": transactions_json(&own_row()), "traces": { "traces": [trace_of_row(&transaction_row(3))] } }),
        ),
        (
            "a trace of another id",
            json!({ "transactionsByMessage": transactions_json(&own_row()), "traces": { "traces": [foreign_trace] } }),
        ),
        (
            "a transaction without its phases",
            json!({ "transactionsByMessage": transactions_json(&row_without_phases) }),
        ),
        (
            "a transaction that does not say whether it was aborted",
            json!({ "transactionsByMessage": transactions_json(&row_without_abortion) }),
        ),
    ] {
        let options =
            FollowOptions { account: Some(address_of(1).to_string()), ..wait_options(Generation::V3) };
        let error = wait_over_v3(responses, options).unwrap_err();
        assert_eq!(
            (error.code, error.message_hash()),
            (Code::InvalidResponse, Some(hash_of(MESSAGE))),
            "{lie}: {error}"
        );
    }
}

#[test]
fn a_transaction_is_matched_to_its_message_also_by_the_normalized_hash() {
    let mut row = own_row();
    row["in_msg"]["hash"] = json!(text_of(600_000));
    row["in_msg"]["hash_norm"] = json!(text_of(MESSAGE));
    let responses = json!({ "transactionsByMessage": { "transactions": [row] }, "traces": { "traces": [trace_of_row(&row)] } });
    assert_eq!(wait_over_v3(responses, wait_options(Generation::V3)).unwrap().success, Some(true));
}

#[test]
fn a_server_without_v3_is_read_over_v2() {
    let mut cells = Cells::new();
    let account = address_of(1);
    let sent_message = message(&mut cells, None, account, 0, None);
    let id = sent_message.add(&mut cells).unwrap();
    let hash = normalized_hash(&mut cells, id).unwrap();
    let mut executed_transaction = transaction(account, 1000, None);
    executed_transaction.in_msg = Some(sent_message);
    let row = bag_row(&executed_transaction, &mut cells);
    let requested_paths = Rc::new(RefCell::new(Vec::new()));
    let paths = Rc::clone(&requested_paths);
    let (world, client) = client_of(move |call: &Call| {
        paths.borrow_mut().push(call.path.clone());
        if call.path == "v2/getTransactions" { json!([row]) } else { Value::Null }
    });
    let options = FollowOptions {
        account: Some(account.to_string()),
        generation: None,
        since: Some(1),
        ..wait_options(Generation::V2)
    };
    let result = world.run_one(client.wait_for_message(hash, options)).unwrap();
    assert_eq!((result.success, result.account), (Some(true), account));
    assert_eq!(*requested_paths.borrow(), ["v3/transactionsByMessage", "v2/getTransactions"]);
    // v2 finds a message only with its account, and a hash alone is not sent.
    let error = world.run_one(client.wait_for_message(hash, wait_options(Generation::V2))).unwrap_err();
    assert_eq!((error.code, error.parameter.as_deref()), (Code::MissingParameter, Some("account")));
}

/// A wallet's request to send these messages: the account, the value, and the send mode. A message without an account goes to the outside.
fn request_of(payments: &[(Option<u32>, u128, u8)]) -> String {
    let mut cells = Cells::new();
    let mut request = Builder::new();
    // Wallet v4: signature, subwallet, valid until, seqno, and the operation that sends messages.
    request.store_bytes(&[0; 64]).unwrap();
    for (value, bits) in [(698_983_191, 32), (1_760_000_000, 32), (3, 32), (0, 8)] {
        request.store_uint(value, bits).unwrap();
    }
    for (to, value, mode) in payments {
        let body = cells.add(&Builder::new()).unwrap();
        let mut message = Message::to_send(address_of(to.unwrap_or(0)), (*value).into(), false, body);
        if to.is_none() {
            message.info = MessageInfo::ExternalOut {
                src: MsgAddress::None,
                dest: MsgAddress::None,
                created_lt: 0,
                created_at: 0,
            };
        }
        let id = message.add(&mut cells).unwrap();
        request.store_uint(u32::from(*mode), 8).unwrap().store_ref(id).unwrap();
    }
    let id = cells.add(&request).unwrap();
    bag(&cells, id)
}

#[test]
fn the_reason_of_a_payment_that_failed_says_how_much_ton_was_needed_and_how_much_was_there() {
    const TON: u128 = 1_000_000_000;
    // The payments, the balance after the transaction, the action that failed, those that were skipped, those that were sent, and the end of
    // the reason; `None`: the amounts are not certain.
    type Case<'a> = (&'a [(Option<u32>, u128, u8)], u128, i64, u32, &'a [(u32, u128)], Option<&'a str>);
    let cases: [Case<'_>; 10] = [
        (
            &[(Some(2), 5 * TON, 3)],
            12 * TON / 10,
            0,
            0,
            &[],
            Some("1.2 TON left, and the message needs 5 TON"),
        ),
        // The first message would have been sent.
        (
            &[(Some(2), TON, 1), (Some(3), 5 * TON, 1)],
            3 * TON,
            1,
            0,
            &[],
            Some("2 TON left, and the message needs 5 TON"),
        ),
        (
            &[(None, 0, 1), (Some(3), 5 * TON, 1)],
            3 * TON,
            1,
            0,
            &[],
            Some("3 TON left, and the message needs 5 TON"),
        ),
        // The message carries the balance, so the amount that it needs is not known.
        (&[(Some(2), 5 * TON, 128)], TON, 0, 0, &[], None),
        (&[(Some(2), 5 * TON, 1)], TON, 1, 0, &[], None),
        (&[(Some(2), 5 * TON, 1), (Some(3), TON, 1)], TON, 1, 0, &[], None),
        // Skipped, as the send mode allows.
        (
            &[(Some(2), 5 * TON, 3)],
            TON,
            0,
            1,
            &[],
            Some("not enough TON: the wallet had 1 TON left, and the message needs 5 TON"),
        ),
        (
            &[(Some(2), TON, 3), (Some(3), 5 * TON, 3), (Some(4), TON, 3)],
            TON,
            0,
            1,
            &[(2, TON), (4, TON)],
            Some("not enough TON: the wallet had 2 TON left, and the message needs 5 TON"),
        ),
        // Skipped for another reason: the balance would have sufficed.
        (&[(Some(2), TON, 3)], TON, 0, 1, &[], None),
        // The account did something other than the request says.
        (&[(Some(2), 5 * TON, 3)], TON, 0, 2, &[], None),
    ];
    for (payments, balance, failed, skipped, sent, end) in cases {
        let mut row = own_row();
        row["in_msg"]["message_content"] =
            json!({ "hash": text_of(3), "body": request_of(payments), "decoded": null });
        row["account_state_after"] = json!({ "hash": text_of(4), "balance": balance.to_string() });
        row["description"]["action"] = if skipped > 0 {
            json!({ "success": true, "result_code": 0, "skipped_actions": skipped })
        } else {
            row["description"]["aborted"] = json!(true);
            json!({ "success": false, "result_code": 37, "result_arg": failed, "skipped_actions": 0 })
        };
        // The service lists them in any order.
        let messages = sent.iter().enumerate().rev().map(|(index, (to, value))| {
            let mut message = message_row(&text_of(500 + *to));
            message["destination"] = json!(address_of(*to).to_string());
            message["value"] = json!(value.to_string());
            message["created_lt"] = json!((2000 + index).to_string());
            message
        });
        row["out_msgs"] = messages.collect();
        let options = FollowOptions { wait: WaitFor::Executed, ..wait_options(Generation::V3) };
        let responses = json!({ "transactionsByMessage": { "transactions": [row] } });
        let result = wait_over_v3(responses, options).unwrap();
        let reason = result.reason.unwrap();
        let head = if skipped > 0 { "as the send mode allows" } else { "result code 37" };
        assert!(result.success == Some(false) && reason.contains(head), "{reason}");
        match end {
            Some(end) => assert!(
                reason.ends_with(&format!("{end} (at {})", address_of(1))) || reason.ends_with(end),
                "{reason}"
            ),
            None => assert!(!reason.contains("TON left"), "{reason}"),
        }
    }
}

#[test]
fn a_request_that_cannot_be_read_leaves_the_reason_without_amounts() {
    for body in ["", "te6cckEBAQEAAgAAAEysuc0=", "no bag", "te6cckEBAQEACAAAAAAMAAAAB1Wbn8Y="] {
        let mut row = own_row();
        row["in_msg"]["message_content"] = json!({ "hash": text_of(3), "body": body, "decoded": null });
        row["account_state_after"] = json!({ "hash": text_of(4), "balance": "1000" });
        row["description"]["aborted"] = json!(true);
        row["description"]["action"] = json!({ "success": false, "result_code": 37, "skipped_actions": 0 });
        let options = FollowOptions { wait: WaitFor::Executed, ..wait_options(Generation::V3) };
        let responses = json!({ "transactionsByMessage": { "transactions": [row] } });
        let reason = wait_over_v3(responses, options).unwrap().reason.unwrap();
        assert!(reason.contains("result code 37") && !reason.contains("TON left"), "{reason}");
    }
}
