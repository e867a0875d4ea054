//! `payments`: each deposit once, oldest first, whatever the server omits, repeats or reorders, over v3 and v2.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::{Value, json};
use ton_edge::address::Address;
use ton_edge::cell::{Builder, CellId, Cells};
use ton_edge::client::{Asset, Client, Deposit, Error, PaymentsOptions, Since};
use ton_edge::endpoint::Generation;
use ton_edge::error::Code;
use ton_edge::hash::Hash;
use ton_edge::message::{BouncePhase, Description, Message, MessageInfo, StackValue, StorageUsed};

use super::outcomes::{bag_row, message, transaction, transaction_row};
use super::{Call, HASH, bag, client_of};
use crate::rust_client::clock::World;

const GENERATIONS: [Generation; 2] = [Generation::V3, Generation::V2];
const ACCOUNT: Address = Address { workchain: 0, hash: [0xAC; 32] };

fn address(byte: u8) -> Address {
    Address { workchain: 0, hash: [byte; 32] }
}

/// The kind of a transaction of the account.
#[derive(Clone)]
enum Kind {
    /// A value with a comment, which may be empty.
    Deposit(u64, &'static str),
    /// A message that the account sent, and that came back.
    CameBack,
    /// A message that the account sent back.
    SentBack,
    /// A message from outside.
    External,
    /// A notification of a jetton wallet: from, amount and owner.
    Notification(Address, u64, Address),
}

/// The history of the account at the service, oldest first: rows of v3 and of v2.
#[derive(Default)]
struct Ledger {
    rows: Vec<(Value, Value)>,
}

fn comment(cells: &mut Cells, text: &str) -> CellId {
    let mut body = Builder::new();
    if !text.is_empty() {
        body.store_uint(0, 32).unwrap().store_bytes(text.as_bytes()).unwrap();
    }
    cells.add(&body).unwrap()
}

impl Ledger {
    fn with_kinds(kinds: impl IntoIterator<Item = Kind>) -> Self {
        let mut ledger = Self::default();
        for kind in kinds {
            ledger.add(&kind);
        }
        ledger
    }

    /// Adds a transaction; its time is 1000 plus its index.
    fn add(&mut self, kind: &Kind) {
        let mut cells = Cells::new();
        let sender = if let Kind::Notification(from, ..) = kind { *from } else { address(0x5E) };
        let message_sender = if matches!(kind, Kind::External) { None } else { Some(sender) };
        let mut received_message = message(&mut cells, message_sender, ACCOUNT, 7, None);
        let mut amount = 5;
        match kind {
            Kind::Deposit(value, text) => {
                (amount, received_message.body) = (*value, comment(&mut cells, text))
            }
            Kind::Notification(_, units, owner) => {
                let mut body = Builder::new();
                body.store_uint(0x7362_D09C_u32, 32).unwrap().store_uint(0, 64).unwrap();
                body.store_coins((*units).into()).unwrap().store_address(owner).unwrap();
                body.store_bit(true).unwrap();
                let payload = comment(&mut cells, "order 5");
                body.store_ref(payload).unwrap();
                received_message.body = cells.add(&body).unwrap();
            }
            Kind::CameBack | Kind::SentBack | Kind::External => {}
        }
        let came_back = matches!(kind, Kind::CameBack);
        if let MessageInfo::Internal { value, bounced, .. } = &mut received_message.info {
            (*value, *bounced) = (u128::from(amount).into(), came_back);
        }
        let previous_id = self.rows.last().map(|(row, _)| {
            let hash: Hash = row["hash"].as_str().unwrap().parse().unwrap();
            (row["lt"].as_str().unwrap().parse::<u64>().unwrap(), hash)
        });
        let index = self.rows.len() as u32;
        let mut new_transaction = transaction(ACCOUNT, 1_000_000 + 10 * u64::from(index), previous_id);
        new_transaction.now = 1000 + index;
        new_transaction.in_msg = Some(Message { ..received_message.clone() });
        let is_sent_back = matches!(kind, Kind::SentBack);
        if let (true, Description::Ord { bounce, .. }) = (is_sent_back, &mut new_transaction.description) {
            let msg_size = StorageUsed { cells: 1, bits: 1 };
            *bounce = Some(BouncePhase::Ok { msg_size, msg_fees: 0, fwd_fees: 0 });
        }
        let bag_of_v2 = bag_row(&new_transaction, &mut cells);
        let mut row = transaction_row(1);
        row["account"] = json!(ACCOUNT.to_string());
        row["hash"] = bag_of_v2["transaction_id"]["hash"].clone();
        (row["lt"], row["now"]) = (json!(new_transaction.lt.to_string()), json!(new_transaction.now));
        row["prev_trans_lt"] = json!(new_transaction.prev_trans_lt.to_string());
        row["prev_trans_hash"] = json!(new_transaction.prev_trans_hash.to_b64().as_str());
        row["orig_status"] = json!(if previous_id.is_some() { "active" } else { "nonexist" });
        let in_msg = &mut row["in_msg"];
        in_msg["destination"] = json!(ACCOUNT.to_string());
        if message_sender.is_some() {
            in_msg["source"] = json!(sender.to_string());
            in_msg["value"] = json!(amount.to_string());
            in_msg["bounced"] = json!(came_back);
        }
        in_msg["message_content"] =
            json!({ "hash": HASH, "body": bag(&cells, received_message.body), "decoded": null });
        if is_sent_back {
            row["description"]["bounce"] = json!({ "type": "ok" });
        }
        self.rows.push((row, bag_of_v2));
    }

    fn respond(&self, call: &Call) -> Value {
        let number = |name: &str, default: u64| call.get(name).parse().unwrap_or(default);
        let limit = number("limit", 10) as usize;
        match call.path.as_str() {
            "v3/transactions" => {
                let is_in_query = |row: &&Value| {
                    let lt: u64 = row["lt"].as_str().unwrap().parse().unwrap();
                    lt >= number("start_lt", 0)
                        && row["now"].as_u64().unwrap() <= number("end_utime", u64::MAX)
                };
                let mut rows: Vec<&Value> =
                    self.rows.iter().map(|(row, _)| row).filter(is_in_query).collect();
                if call.get("sort") == "desc" {
                    rows.reverse();
                }
                rows.truncate(limit);
                json!({ "transactions": rows })
            }
            "v2/getTransactions" => {
                let id = |row: &Value| row["transaction_id"]["lt"].as_str().unwrap().parse::<u64>().unwrap();
                let rows = self.rows.iter().rev().map(|(_, row)| row);
                let is_requested =
                    rows.filter(|row| id(row) <= number("lt", u64::MAX) && id(row) > number("to_lt", 0));
                json!(is_requested.take(limit).collect::<Vec<_>>())
            }
            path => panic!("{path}"),
        }
    }
}

type SharedLedger = Rc<RefCell<Ledger>>;

/// A client of a service that has this ledger; `distort` changes its responses.
fn service(
    ledger: Ledger,
    mut distort: impl FnMut(&Call, Value) -> Value + 'static,
) -> (World, Client<World>, SharedLedger) {
    let ledger = Rc::new(RefCell::new(ledger));
    let own_ledger = Rc::clone(&ledger);
    let (world, client) = client_of(move |call| {
        let response = own_ledger.borrow().respond(call);
        distort(call, response)
    });
    (world, client, ledger)
}

fn options(generation: Generation, since: Since) -> PaymentsOptions {
    PaymentsOptions { since, follow: false, generation: Some(generation), ..Default::default() }
}

/// All deposits that the service has.
fn collect(world: &World, client: &Client<World>, options: PaymentsOptions) -> Result<Vec<Deposit>, Error> {
    world.run_one(async {
        let mut payments = client.payments(&ACCOUNT.to_string(), options)?;
        let mut deposits = Vec::new();
        while let Some(deposit) = payments.next().await? {
            deposits.push(deposit);
        }
        Ok(deposits)
    })
}

fn amounts(deposits: &[Deposit]) -> Vec<u128> {
    deposits.iter().map(|deposit| deposit.amount).collect()
}

/// Deposits of 1, 2, 3 ... nanocoins, each followed by a transaction that is not a deposit.
fn ledger_with_deposits(count: u64) -> Ledger {
    let other_kinds = [Kind::CameBack, Kind::SentBack, Kind::External, Kind::Deposit(0, "nothing")];
    let pair = |at: u64| [Kind::Deposit(at + 1, ""), other_kinds[(at % 4) as usize].clone()];
    Ledger::with_kinds((0..count).flat_map(pair))
}

#[test]
fn every_deposit_comes_once_and_every_cursor_continues_after_it() {
    for generation in GENERATIONS {
        let (world, client, _) = service(ledger_with_deposits(130), |_, response| response);
        let deposits = collect(&world, &client, options(generation, Since::Beginning)).unwrap();
        assert_eq!(amounts(&deposits), (1..=130).collect::<Vec<u128>>(), "{generation:?}");
        for at in [0, 49, 50, 128, 129] {
            let since_cursor = Since::Cursor(deposits[at].cursor.clone());
            let remaining_deposits = collect(&world, &client, options(generation, since_cursor)).unwrap();
            assert_eq!(
                amounts(&remaining_deposits),
                (at as u128 + 2..=130).collect::<Vec<_>>(),
                "{generation:?} after {at}"
            );
        }
        let first_deposit = &deposits[0];
        let expected = format!("{ACCOUNT}:{}:{}", first_deposit.lt, first_deposit.hash);
        assert_eq!(
            (first_deposit.cursor.as_str(), first_deposit.id.len(), first_deposit.utime),
            (expected.as_str(), 64, 1000)
        );
        // Deposits from the time of the 11th deposit on.
        let rest = collect(&world, &client, options(generation, Since::Time(1020))).unwrap();
        assert_eq!(amounts(&rest), (11..=130).collect::<Vec<u128>>(), "{generation:?}");
    }
}

#[test]
fn a_history_over_v2_that_is_longer_than_the_pages_in_memory_is_read_again() {
    let (world, client, _) =
        service(Ledger::with_kinds((1..=5120).map(|at| Kind::Deposit(at, ""))), |_, response| response);
    let deposits = collect(&world, &client, options(Generation::V2, Since::Beginning)).unwrap();
    assert_eq!(amounts(&deposits), (1..=5120).collect::<Vec<u128>>());
}

/// Changes the list of rows in a response.
fn change_rows(response: &mut Value, change: impl FnOnce(&mut Vec<Value>)) {
    let list = if response.is_array() { response } else { &mut response["transactions"] };
    change(list.as_array_mut().unwrap());
}

#[test]
fn rows_that_are_omitted_repeated_or_reordered_change_nothing() {
    for generation in GENERATIONS {
        let mut request_count = 0;
        let (world, client, _) = service(ledger_with_deposits(60), move |_, mut response| {
            request_count += 1;
            change_rows(&mut response, |rows| match request_count % 3 {
                0 if rows.len() > 30 => _ = rows.remove(20),
                1 if generation == Generation::V3 => {
                    rows.reverse();
                    rows.extend(rows.clone());
                }
                _ => {}
            });
            response
        });
        let deposits = collect(&world, &client, options(generation, Since::Beginning)).unwrap();
        assert_eq!(amounts(&deposits), (1..=60).collect::<Vec<u128>>(), "{generation:?}");
    }
}

#[test]
fn a_transaction_that_stays_missing_is_an_error_and_later_nothing_is_lost() {
    for generation in GENERATIONS {
        let is_distorting = Rc::new(RefCell::new(true));
        let distortion_switch = Rc::clone(&is_distorting);
        let (world, client, _) = service(ledger_with_deposits(60), move |_, mut response| {
            if *distortion_switch.borrow() {
                // The first transaction of the account, which v3 has at the beginning and v2 at the end.
                change_rows(&mut response, |rows| {
                    rows.retain(|row| row["lt"] != "1000000" && row["transaction_id"]["lt"] != "1000000")
                });
            }
            response
        });
        let rest = world.run_one(async {
            let mut payments =
                client.payments(&ACCOUNT.to_string(), options(generation, Since::Beginning)).unwrap();
            let error = payments.next().await.unwrap_err();
            assert_eq!(error.code, Code::InvalidResponse, "{generation:?}: {error}");
            let expected = format!("{ACCOUNT}:0:");
            assert_eq!(payments.cursor(), Some(expected.as_str()));
            *is_distorting.borrow_mut() = false;
            let mut deposits = Vec::new();
            while let Some(deposit) = payments.next().await.unwrap() {
                deposits.push(deposit);
            }
            deposits
        });
        assert_eq!(amounts(&rest), (1..=60).collect::<Vec<u128>>(), "{generation:?}");
    }
}

#[test]
fn a_deposit_has_its_sender_and_comment() {
    for generation in GENERATIONS {
        let kinds = [Kind::Deposit(7, "order 1"), Kind::Deposit(8, "")];
        let (world, client, _) = service(Ledger::with_kinds(kinds), |_, response| response);
        let deposits = collect(&world, &client, options(generation, Since::Beginning)).unwrap();
        assert_eq!((deposits[0].asset, deposits[0].from), (Asset::Ton, Some(address(0x5E))));
        assert_eq!(deposits[0].comment.as_deref(), Some("order 1"));
        assert_eq!(deposits[0].payload.as_ref().unwrap().body.name(), "comment");
        assert!(deposits[1].comment.is_none() && deposits[1].payload.is_none());
        assert_eq!(deposits[0].trace.is_some(), generation == Generation::V3);
    }
}

#[test]
fn only_the_jetton_wallet_that_the_master_names_can_notify() {
    let (master, wallet, other) = (address(0x11), address(0x12), address(0x13));
    for generation in GENERATIONS {
        let kinds =
            [Kind::Notification(wallet, 900, address(0x77)), Kind::Notification(other, 900, address(0x77))];
        let ledger = Ledger::with_kinds(kinds);
        let (world, client) = client_of(move |call| {
            if call.path != "v2/runGetMethod" {
                return ledger.respond(call);
            }
            assert_eq!(
                (call.get("address"), call.get("method")),
                (master.to_string().as_str(), "get_wallet_address")
            );
            let mut cells = Cells::new();
            let StackValue::Slice(id) = StackValue::address(&mut cells, Some(&wallet)).unwrap() else {
                panic!()
            };
            json!({ "gas_used": 1, "exit_code": 0, "stack": [["cell", { "bytes": bag(&cells, id) }]] })
        });
        let jettons = vec![master.to_string(), master.to_string()];
        let jetton_options = PaymentsOptions { jettons, ..options(generation, Since::Beginning) };
        let deposits = collect(&world, &client, jetton_options).unwrap();
        assert_eq!((deposits[0].asset, deposits[0].amount), (Asset::Jetton(master), 900));
        assert_eq!(
            (deposits[0].from, deposits[0].comment.as_deref()),
            (Some(address(0x77)), Some("order 5"))
        );
        // A body that looks like a notification is a deposit of the TON that the message carries.
        assert_eq!((deposits[1].asset, deposits[1].amount, deposits[1].from), (Asset::Ton, 5, Some(other)));
        let jettons = vec![master.to_string(), address(0x14).to_string()];
        let (world, client) = client_of(move |_| {
            let mut cells = Cells::new();
            let StackValue::Slice(id) = StackValue::address(&mut cells, Some(&wallet)).unwrap() else {
                panic!()
            };
            json!({ "gas_used": 1, "exit_code": 0, "stack": [["cell", { "bytes": bag(&cells, id) }]] })
        });
        let fake_jetton_options = PaymentsOptions { jettons, ..options(generation, Since::Beginning) };
        assert_eq!(
            collect(&world, &client, fake_jetton_options).unwrap_err().parameter.as_deref(),
            Some("jettons")
        );
    }
}

#[test]
fn a_row_without_the_fields_that_decide_is_refused() {
    for (pointer, value) in [
        ("/in_msg/bounced", Value::Null),
        ("/in_msg/bounce", Value::Null),
        ("/in_msg/value", Value::Null),
        ("/in_msg/value", json!("-1")),
        ("/in_msg/destination", json!(address(1).to_string())),
        ("/in_msg/message_content", Value::Null),
        ("/description/compute_ph", json!({ "skipped": false })),
        // A bounceable message that failed, without its bounce phase.
        ("/description/compute_ph", json!({ "skipped": false, "success": false })),
        ("/account", json!(address(1).to_string())),
    ] {
        let case_label = format!("{pointer} {value}");
        let (world, client, _) =
            service(Ledger::with_kinds([Kind::Deposit(7, "")]), move |_, mut response| {
                *response["transactions"][0].pointer_mut(pointer).unwrap() = value.clone();
                response
            });
        let error = collect(&world, &client, options(Generation::V3, Since::Beginning)).unwrap_err();
        assert_eq!(error.code, Code::InvalidResponse, "{case_label}: {error}");
    }
}

#[test]
fn a_follower_waits_for_new_deposits_and_for_their_finality() {
    for generation in GENERATIONS {
        let (world, client, ledger) =
            service(Ledger::with_kinds([Kind::Deposit(1, "")]), move |_, mut response| {
                // The newest row of v3 becomes final when a later row exists.
                change_rows(&mut response, |rows| {
                    if generation == Generation::V3 && rows.len() == 2 {
                        rows[1]["finality"] = json!("confirmed");
                    }
                });
                response
            });
        world.run_one(async {
            let options = PaymentsOptions { follow: true, ..options(generation, Since::Beginning) };
            let mut payments = client.payments(&ACCOUNT.to_string(), options).unwrap();
            assert_eq!(payments.next().await.unwrap().unwrap().amount, 1);
            // The deposit counts as handled when the next one is requested.
            assert!(payments.cursor().unwrap().ends_with(":0:"));
            let started_at = world.now();
            let add_later = async {
                ton_edge::client::Transport::sleep(&world, core::time::Duration::from_secs(10)).await;
                ledger.borrow_mut().add(&Kind::Deposit(2, ""));
                ton_edge::client::Transport::sleep(&world, core::time::Duration::from_secs(10)).await;
                ledger.borrow_mut().add(&Kind::Deposit(3, ""));
            };
            let mut addition = core::pin::pin!(add_later);
            let mut next_deposit = core::pin::pin!(payments.next());
            let mut is_adding = true;
            let deposit = core::future::poll_fn(|context| {
                is_adding = is_adding && addition.as_mut().poll(context).is_pending();
                next_deposit.as_mut().poll(context)
            });
            let deposit = deposit.await.unwrap().unwrap();
            assert_eq!(deposit.amount, 2);
            let waited_ms = world.now() - started_at;
            let expected = if generation == Generation::V3 { 20_000.0..24_000.0 } else { 10_000.0..14_000.0 };
            assert!(expected.contains(&waited_ms), "{generation:?}: {waited_ms}");
        });
    }
}

#[test]
fn a_server_without_v3_is_read_over_v2() {
    let ledger = ledger_with_deposits(3);
    let (world, client) =
        client_of(move |call| if call.path.starts_with("v3/") { Value::Null } else { ledger.respond(call) });
    let no_follow_options = PaymentsOptions { follow: false, ..Default::default() };
    assert_eq!(amounts(&collect(&world, &client, no_follow_options).unwrap()), [1, 2, 3]);
}

#[test]
fn a_cursor_and_options_are_checked_before_anything_is_sent() {
    let (world, client, _) = service(Ledger::default(), |_, response| response);
    let refuse = |options: PaymentsOptions| client.payments(&ACCOUNT.to_string(), options).unwrap_err();
    let hash = Hash([1; 32]);
    for (cursor, text) in [
        (String::new(), "not a cursor"),
        (format!("{ACCOUNT}:5"), "not a cursor"),
        (format!("{ACCOUNT}:5:"), "not a cursor"),
        (format!("{ACCOUNT}:0:{hash}"), "not a cursor"),
        (format!("{ACCOUNT}:+5:{hash}"), "not a cursor"),
        (format!("{}:5:{hash}", address(1)), "is for the account"),
    ] {
        let error = refuse(options(Generation::V3, Since::Cursor(cursor.clone())));
        assert_eq!(
            (error.code, error.parameter.as_deref()),
            (Code::CursorInvalid, Some("since")),
            "{cursor}"
        );
        assert!(error.message.contains(text), "{error}");
    }
    let jettons = vec![address(1).to_string(); 101];
    assert_eq!(
        refuse(PaymentsOptions { jettons, ..Default::default() }).parameter.as_deref(),
        Some("jettons")
    );
    let poll_interval = core::time::Duration::ZERO;
    let error = refuse(PaymentsOptions { poll_interval, ..Default::default() });
    assert_eq!(error.parameter.as_deref(), Some("poll_interval"));
    assert_eq!(
        client.payments("nobody", PaymentsOptions::default()).unwrap_err().parameter.as_deref(),
        Some("account")
    );
    assert!(world.arrivals().is_empty());
}
