//! Transactions: every phase and field.

use super::{
    RECORDED_MESSAGES, build, hash, hash_of, load, load_text, messages, remove_properties, rows, shown,
    visit_objects,
};
use serde_json::Value;
use std::collections::HashMap;
use ton_edge::cell::{Bits, BuildError, Builder, CellId, Cells};
use ton_edge::message::{
    AccountStatus, ActionPhase, ComputePhase, CreditPhase, DecodeFault, Description, Message, SkipReason,
    StateUpdate, StatusChange, StoragePhase, StorageUsed, Transaction, VmDetails,
};

#[test]
fn transactions_are_decoded_and_encoded() {
    let mut kinds = HashMap::new();
    for row in rows("transactions", "transactions", 30) {
        let (mut cells, root) = load(&row);
        let transaction = Transaction::load(&mut cells, root).unwrap();
        let expected = remove_properties(&row, &["origin", "boc", "hash"]);
        assert_eq!(shown::transaction(&cells, &transaction), expected);
        let encoded_id = transaction.add(&mut cells).unwrap();
        assert_eq!(hash_of(&cells, encoded_id), hash_of(&cells, root));
        let expected_phases = &expected["description"];
        for what in [
            &expected_phases["type"],
            &expected_phases["bounce"]["type"],
            &expected_phases["compute_ph"]["skipped"],
        ] {
            *kinds.entry(what.to_string()).or_insert(0) += 1;
        }
        let compute = expected_phases.get("compute_ph");
        let description = &transaction.description;
        assert_eq!(description.compute_phase().is_some(), compute.is_some());
        let exit_code = description.compute_phase().and_then(ComputePhase::exit_code);
        let expected_code = compute
            .filter(|phase| phase.get("skipped").is_none())
            .map(|phase| phase.get("exit_code").map_or(0, |code| code.as_str().unwrap().parse().unwrap()));
        assert_eq!(exit_code, expected_code);
    }
    // Seven kinds, three phases of bouncing, four reasons to skip the code, and no account.
    assert_eq!(kinds.len(), 7 + 3 + 4 + 1, "{kinds:?}");
}

#[test]
fn transactions_are_written_as_json() {
    for row in rows("transactions", "transactions", 30) {
        let (mut cells, root) = load(&row);
        let transaction = Transaction::load(&mut cells, root).unwrap();
        // As text: `serde_json::Value` has no numbers of more than 64 bits.
        let json: Value = serde_json::from_str(&serde_json::to_string(&transaction).unwrap()).unwrap();
        assert_eq!(json["lt"].as_u64(), Some(transaction.lt));
        assert_eq!(json["stateUpdate"]["newHash"], transaction.state_update.new_hash.to_b64().to_string());
        assert_eq!(json["outMsgs"].as_array().map(Vec::len), Some(transaction.out_msgs.len()));
        assert_eq!(json["description"]["type"], row["description"]["type"]);
        let compute = &json["description"]["computePh"];
        let code = transaction.description.compute_phase().and_then(ComputePhase::exit_code);
        assert_eq!(compute["details"]["exitCode"].as_i64(), code.map(i64::from));
        let Some(message) = &transaction.in_msg else { continue };
        let dest = message.info.dest_account().map(ToString::to_string);
        assert_eq!(json["inMsg"]["info"]["dest"].as_str(), dest.as_deref());
    }
}

#[test]
fn recorded_transactions_are_decoded_and_encoded() {
    let mut decoded_count = 0;
    for (hash, text) in RECORDED_MESSAGES.iter() {
        let (mut cells, root) = load_text(text);
        let cell = cells.get(root).unwrap();
        let is_transaction = cell.bits() > 660
            && cell.refs().len() == 3
            && cell.slice().is_ok_and(|mut slice| slice.load_u64(4) == Ok(7));
        match Transaction::load(&mut cells, root) {
            Ok(transaction) => {
                let second_id = transaction.add(&mut cells).unwrap();
                assert_eq!(hash_of(&cells, second_id), *hash);
                decoded_count += 1;
            }
            Err(error) => assert!(!is_transaction, "{error}: {text}"),
        }
    }
    assert!(decoded_count >= 40, "{decoded_count}");
}

#[test]
fn aborted_transactions() {
    let mut direction_counts = [0, 0];
    for row in rows("transactions", "transactions", 30) {
        let (mut cells, root) = load(&row);
        let transaction = Transaction::load(&mut cells, root).unwrap();
        let phases = &row["description"];
        let aborted = match &transaction.description {
            Description::SplitInstall { .. } => phases["installed"] != true,
            _ => phases["aborted"] == true,
        };
        assert_eq!(transaction.description.aborted(), aborted, "{phases}");
        direction_counts[usize::from(aborted)] += 1;
    }
    assert!(direction_counts.iter().all(|count| *count > 3), "{direction_counts:?}");
}

/// Builds a transaction from recorded JSON.
fn transaction_of_json(cells: &mut Cells, one: &Value) -> Option<Transaction> {
    let digits = |value: &Value| value.as_str().map_or_else(|| value.as_i64(), |text| text.parse().ok());
    let number = |value: &Value| digits(value).unwrap();
    let coins = |value: &Value| u128::try_from(number(value)).unwrap();
    let optional_coins = |value: &Value| digits(value).map(|_| coins(value));
    let bool_of = |value: &Value| value.as_bool().unwrap();
    let status = |value: &Value| match value.as_str().unwrap() {
        "uninit" => AccountStatus::Uninit,
        "frozen" => AccountStatus::Frozen,
        "active" => AccountStatus::Active,
        "nonexist" => AccountStatus::Nonexist,
        other => panic!("{other}"),
    };
    let change = |value: &Value| {
        assert_eq!(value, "unchanged");
        StatusChange::Unchanged
    };
    let (_, account) = one["account"].as_str().unwrap().split_once(':').unwrap();
    let message =
        |cells: &mut Cells, one| messages::messages_of_json(cells, one).map(|layouts| layouts[0].clone());
    let in_msg = match &one["in_msg"] {
        Value::Null => None,
        received => Some(message(cells, received)?),
    };
    let out_msgs = one["out_msgs"].as_array().unwrap();
    let out_msgs = out_msgs.iter().map(|sent| message(cells, sent)).collect::<Option<Vec<_>>>()?;
    let phases = &one["description"];
    let (storage, credit, compute) = (&phases["storage_ph"], &phases["credit_ph"], &phases["compute_ph"]);
    let (action, bounce) = (&phases["action"], &phases["bounce"]);
    assert!(phases["type"] == "ord" && bounce.is_null());
    let compute_ph = if bool_of(&compute["skipped"]) {
        let reason = match compute["reason"].as_str().unwrap() {
            "no_state" => SkipReason::NoState,
            "bad_state" => SkipReason::BadState,
            "no_gas" => SkipReason::NoGas,
            other => panic!("{other}"),
        };
        ComputePhase::Skipped { reason }
    } else {
        ComputePhase::Vm {
            success: bool_of(&compute["success"]),
            msg_state_used: bool_of(&compute["msg_state_used"]),
            account_activated: bool_of(&compute["account_activated"]),
            gas_fees: coins(&compute["gas_fees"]),
            details: VmDetails {
                gas_used: number(&compute["gas_used"]) as u64,
                gas_limit: number(&compute["gas_limit"]) as u64,
                gas_credit: digits(&compute["gas_credit"]).map(|credit| credit as u64),
                mode: number(&compute["mode"]) as i8,
                exit_code: number(&compute["exit_code"]) as i32,
                exit_arg: digits(&compute["exit_arg"]).map(|argument| argument as i32),
                vm_steps: number(&compute["vm_steps"]) as u32,
                vm_init_state_hash: hash(&compute["vm_init_state_hash"]),
                vm_final_state_hash: hash(&compute["vm_final_state_hash"]),
            },
        }
    };
    let action = (!action.is_null()).then(|| ActionPhase {
        success: bool_of(&action["success"]),
        valid: bool_of(&action["valid"]),
        no_funds: bool_of(&action["no_funds"]),
        status_change: change(&action["status_change"]),
        total_fwd_fees: optional_coins(&action["total_fwd_fees"]),
        total_action_fees: optional_coins(&action["total_action_fees"]),
        result_code: number(&action["result_code"]) as i32,
        result_arg: digits(&action["result_arg"]).map(|argument| argument as i32),
        tot_actions: number(&action["tot_actions"]) as u16,
        spec_actions: number(&action["spec_actions"]) as u16,
        skipped_actions: number(&action["skipped_actions"]) as u16,
        msgs_created: number(&action["msgs_created"]) as u16,
        action_list_hash: hash(&action["action_list_hash"]),
        tot_msg_size: StorageUsed {
            cells: number(&action["tot_msg_size"]["cells"]) as u64,
            bits: number(&action["tot_msg_size"]["bits"]) as u64,
        },
    });
    Some(Transaction {
        account_addr: account.parse().unwrap(),
        lt: number(&one["lt"]) as u64,
        prev_trans_hash: hash(&one["prev_trans_hash"]),
        prev_trans_lt: number(&one["prev_trans_lt"]) as u64,
        now: number(&one["now"]) as u32,
        orig_status: status(&one["orig_status"]),
        end_status: status(&one["end_status"]),
        in_msg,
        out_msgs,
        total_fees: coins(&one["total_fees"]).into(),
        state_update: StateUpdate {
            old_hash: hash(&one["account_state_before"]["hash"]),
            new_hash: hash(&one["account_state_after"]["hash"]),
        },
        description: Description::Ord {
            credit_first: bool_of(&phases["credit_first"]),
            storage_ph: (!storage.is_null()).then(|| StoragePhase {
                storage_fees_collected: coins(&storage["storage_fees_collected"]),
                storage_fees_due: optional_coins(&storage["storage_fees_due"]),
                status_change: change(&storage["status_change"]),
            }),
            credit_ph: (!credit.is_null()).then(|| CreditPhase {
                due_fees_collected: optional_coins(&credit["due_fees_collected"]),
                credit: coins(&credit["credit"]).into(),
            }),
            compute_ph,
            action,
            aborted: bool_of(&phases["aborted"]),
            bounce: None,
            destroyed: bool_of(&phases["destroyed"]),
        },
    })
}

/// Fields of recorded JSON yield the transaction that has its hash on the network.
#[test]
fn recorded_fields_have_the_hash_of_the_network() {
    let mut compared_count = 0;
    visit_objects(
        |value| value["prev_trans_hash"].is_string() && value["description"].is_object(),
        &mut |one| {
            let mut cells = Cells::new();
            let Some(transaction) = transaction_of_json(&mut cells, one) else { return };
            let id = transaction.add(&mut cells).unwrap();
            assert_eq!(hash_of(&cells, id), hash(&one["hash"]), "{one}");
            compared_count += 1;
        },
    );
    assert!(compared_count >= 20, "{compared_count}");
}

/// A transaction in parts, which a test can change.
struct Parts {
    cells: Cells,
    root: CellId,
}

impl Parts {
    fn new(messages: usize) -> Self {
        let row = rows("transactions", "transactions", 30)
            .into_iter()
            .find(|row| row["out_msgs"].as_array().is_none_or(Vec::is_empty))
            .unwrap();
        let (mut cells, root) = load(&row);
        let mut transaction = Transaction::load(&mut cells, root).unwrap();
        let body = cells.add(&Builder::new()).unwrap();
        let dest = "0:000000000000000000000000000000000000000000000000000000000000000f".parse().unwrap();
        transaction.out_msgs =
            (0..messages).map(|at| Message::to_send(dest, (at as u128).into(), true, body)).collect();
        let root = transaction.add(&mut cells).unwrap();
        Self { cells, root }
    }

    /// The transaction with other messages.
    fn add_messages(
        &mut self,
        count: u16,
        keys: &[u64],
        value: impl Fn(&mut Cells, CellId) -> Builder,
    ) -> CellId {
        let body = self.cells.add(&Builder::new()).unwrap();
        let dest = "0:000000000000000000000000000000000000000000000000000000000000000f".parse().unwrap();
        let message = Message::to_send(dest, 5.into(), true, body).add(&mut self.cells).unwrap();
        let pairs = keys
            .iter()
            .map(|key| (Bits::from_u64(*key, 15).unwrap(), value(&mut self.cells, message)))
            .collect();
        let dict = self.cells.add_dict(15, pairs).unwrap();
        let messages = build(&mut self.cells, |to| {
            to.store_bit(false).unwrap().store_maybe_ref(dict).unwrap();
        });
        let cell = self.cells.get(self.root).unwrap();
        let mut slice = cell.slice().unwrap();
        let head = slice.load_bits(4 + 256 + 64 + 256 + 64 + 32).unwrap();
        slice.skip(15).unwrap();
        slice.load_ref().unwrap();
        let mut builder = Builder::new();
        builder.store_bits(&head).unwrap().store_uint(count, 15).unwrap();
        builder.store_ref(messages).unwrap().store_slice(&slice).unwrap();
        self.cells.add(&builder).unwrap()
    }
}

fn message_list(_: &mut Cells, message: CellId) -> Builder {
    let mut builder = Builder::new();
    builder.store_ref(message).unwrap();
    builder
}

#[test]
fn many_messages() {
    for count in [0, 1, 2, 3, 255, 256] {
        let mut parts = Parts::new(count);
        let transaction = Transaction::load(&mut parts.cells, parts.root).unwrap();
        assert_eq!(transaction.out_msgs.len(), count);
        let second_id = transaction.add(&mut parts.cells).unwrap();
        assert_eq!(hash_of(&parts.cells, second_id), hash_of(&parts.cells, parts.root));
        for (at, message) in transaction.out_msgs.iter().enumerate() {
            let ton_edge::message::MessageInfo::Internal { value, .. } = &message.info else { panic!() };
            assert_eq!(value.coins, at as u128, "their order");
        }
    }
    // More messages than a transaction can send.
    let mut parts = Parts::new(300);
    assert_eq!(Transaction::load(&mut parts.cells, parts.root).unwrap_err().field, "out_msgs");
}

#[test]
fn counts_and_keys_of_messages_must_agree() {
    let mut parts = Parts::new(0);
    let count_messages =
        |parts: &mut Parts, id| Transaction::load(&mut parts.cells, id).map(|one| one.out_msgs.len());
    for (count, keys, right) in [
        (0, &[][..], true),
        (2, &[0, 1], true),
        (1, &[0, 1], false),
        (3, &[0, 1], false),
        (0, &[0], false),
        (1, &[], false),
        (1, &[1], false),
        (2, &[0, 2], false),
        (1, &[32767], false),
    ] {
        let id = parts.add_messages(count, keys, message_list);
        match count_messages(&mut parts, id) {
            Ok(length) => assert!(right && length == keys.len(), "{count} {keys:?}"),
            Err(error) => {
                assert_eq!((error.field, error.fault), ("out_msgs", DecodeFault::Count));
                assert!(!right, "{count} {keys:?}");
            }
        }
    }
    // Values with too few or too many bits or references.
    let bit = |cells: &mut Cells, message| {
        let mut builder = message_list(cells, message);
        builder.store_bit(true).unwrap();
        builder
    };
    let id = parts.add_messages(1, &[0], bit);
    assert_eq!(count_messages(&mut parts, id).unwrap_err().field, "out_msgs");
    let id = parts.add_messages(1, &[0], |_, _| Builder::new());
    assert_eq!(count_messages(&mut parts, id).unwrap_err().field, "out_msgs");
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let mut parts = Parts::new(0);
    let mut expensive_transaction = Transaction::load(&mut parts.cells, parts.root).unwrap();
    expensive_transaction.total_fees.coins = 1 << 120;
    assert_eq!(expensive_transaction.add(&mut parts.cells), Err(BuildError::Range));
    assert_eq!(
        Transaction::load(&mut Cells::new(), parts.root).unwrap_err().fault,
        DecodeFault::Build(BuildError::UnknownCell)
    );
}
