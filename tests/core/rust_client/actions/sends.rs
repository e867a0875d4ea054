//! `send_message` with a wallet on a simulated chain: lost responses, rejections, messages that can no longer be executed. A definite answer
//! needs definite evidence, and the bytes are sent once.

use std::cell::{Cell as Counter, RefCell};
use std::rc::Rc;

use serde_json::{Value, json};
use ton_edge::address::Address;
use ton_edge::cell::{BocOptions, Builder, CellId, Cells};
use ton_edge::client::{Client, Error, FollowOptions, MessageRef, SendResult, SendStatus, WaitFor};
use ton_edge::endpoint::Generation;
use ton_edge::error::Code;
use ton_edge::hash::Hash;
use ton_edge::message::{Action, Message, Request, Wallet, WalletVersion, normalized_hash};

use super::outcomes::{bag_row, message, message_row, transaction, transaction_row};
use super::{Call, HASH, bag, client_with_statuses};
use crate::rust_client::clock::World;

/// Until when the messages of the tests are valid, as Unix time in seconds. The clock begins at 5.
const VALID_UNTIL: u32 = 60;
/// A time at which they are certainly no longer valid.
const TIME_AFTER_EXPIRY: u64 = 200;

/// The account of the wallet on the chain, and the behaviour of the service.
struct Chain {
    version: WalletVersion,
    /// `None`: the account has no contract.
    seqno: Option<u32>,
    balance: u64,
    /// The time of the newest block.
    time: u64,
    block: u32,
    /// The transactions of the account as rows of v2, the newest first.
    rows: Vec<Value>,
    /// The responses to `sendBoc`; the last one repeats.
    send_responses: Vec<(u16, Value)>,
    /// After how many searches the list of transactions shows all of them.
    hidden_looks: usize,
    /// The messages that arrived.
    arrived_bocs: Vec<String>,
}

struct SimulatedChain {
    chain: Rc<RefCell<Chain>>,
    world: World,
    client: Client<World>,
    wallet: Wallet,
}

fn accepted_response() -> (u16, Value) {
    (200, json!({ "ok": true, "result": { "@type": "ok" } }))
}

fn failed_response(status: u16, error: &str) -> (u16, Value) {
    (status, json!({ "ok": false, "error": error, "code": status }))
}

fn rejected_response(exit_code: i32) -> (u16, Value) {
    let text = format!(
        "LITE_SERVER_UNKNOWN: cannot apply external message to current state : External message was not accepted\nCannot run message on account: inbound external message rejected by account: exitcode={exit_code}, steps=20, gas_used=0\nVM Log (truncated)"
    );
    failed_response(500, &text)
}

impl SimulatedChain {
    fn new(version: WalletVersion, seqno: Option<u32>, sent: (u16, Value)) -> Self {
        let wallet = Wallet::new(version, [7; 32]);
        let chain = Rc::new(RefCell::new(Chain {
            version,
            seqno,
            balance: 1_000_000_000,
            time: 10,
            block: 500,
            rows: Vec::new(),
            send_responses: vec![sent],
            hidden_looks: 0,
            arrived_bocs: Vec::new(),
        }));
        let own_chain = Rc::clone(&chain);
        let (world, client) = client_with_statuses(move |call| own_chain.borrow_mut().respond(call));
        let simulation = Self { chain, world, client, wallet };
        if seqno.is_some() {
            // The transaction that deployed the wallet.
            simulation.execute(None);
        }
        simulation
    }

    /// A request of the wallet with this seqno; messages with different notes differ.
    fn boc(&self, seqno: u32, note: u32) -> Vec<u8> {
        let mut cells = Cells::new();
        let recipient = Address { workchain: 0, hash: [3; 32] };
        let payment = message(&mut cells, None, recipient, 0, None);
        let body = cells.add(Builder::new().store_uint(note, 32).unwrap()).unwrap();
        let payment =
            Message::to_send(recipient, 5.into(), false, if note == 0 { payment.body } else { body });
        let payment = payment.add(&mut cells).unwrap();
        let actions = vec![Action::SendMessage { mode: 3, message: payment }];
        let request = Request {
            actions,
            seqno,
            valid_until: VALID_UNTIL,
            query_id: (self.wallet.version == WalletVersion::HighloadV3).then_some(seqno),
            created_at: 5,
            ..Request::default()
        };
        let body = self.wallet.request(&mut cells, &request).unwrap().sign(&mut cells, &[1; 64]).unwrap();
        let id = self.wallet.external(&mut cells, body, false).unwrap();
        cells.to_boc(&[id], BocOptions::default()).unwrap()
    }

    /// Adds a transaction of the account, which received this message.
    fn execute(&self, boc: Option<&[u8]>) {
        let mut cells = Cells::new();
        let mut chain = self.chain.borrow_mut();
        let previous_id = chain.rows.first().map(|row| {
            let id = &row["transaction_id"];
            let lt: u64 = id["lt"].as_str().unwrap().parse().unwrap();
            (lt, id["hash"].as_str().unwrap().parse().unwrap())
        });
        let mut new_transaction =
            transaction(self.wallet.address(), previous_id.map_or(1000, |(lt, _)| lt + 1000), previous_id);
        if let Some(boc) = boc {
            let id = cells.add_boc(boc, &ton_edge::cell::Limits::default()).unwrap()[0];
            new_transaction.in_msg = Some(Message::load(&mut cells, id).unwrap());
            chain.seqno = chain.seqno.map(|seqno| seqno + 1);
        }
        let row = bag_row(&new_transaction, &mut cells);
        chain.rows.insert(0, row);
    }

    fn send(&self, boc: &[u8]) -> Result<SendResult, Error> {
        self.send_with(boc, FollowOptions::default())
    }

    fn send_with(&self, boc: &[u8], options: FollowOptions) -> Result<SendResult, Error> {
        self.world.run_one(self.client.send_message(boc, options))
    }

    fn wait(&self, message: MessageRef<'_>, options: FollowOptions) -> Result<SendResult, Error> {
        self.world.run_one(self.client.wait_for_message(message, options))
    }

    fn count_sent(&self) -> usize {
        self.chain.borrow().arrived_bocs.len()
    }
}

impl Chain {
    fn respond(&mut self, call: &Call) -> (u16, Value) {
        let ok = |result: Value| (200, json!({ "ok": true, "result": result }));
        match call.path.as_str() {
            "v2/sendBoc" => {
                self.arrived_bocs.push(call.get("boc").into());
                if self.send_responses.len() > 1 {
                    self.send_responses.remove(0)
                } else {
                    self.send_responses[0].clone()
                }
            }
            "v2/getAddressInformation" => ok(self.state()),
            "v2/getTransactions" => {
                let is_search = call.get("hash").is_empty() && call.get("limit") == "20";
                if is_search && self.hidden_looks > 0 {
                    self.hidden_looks -= 1;
                    return ok(json!(self.rows[1..]));
                }
                let is_start = |row: &&Value| {
                    call.get("hash").is_empty() || row["transaction_id"]["hash"] == call.get("hash")
                };
                let start_index = self.rows.iter().position(|row| is_start(&row)).unwrap_or(self.rows.len());
                let limit: usize = call.get("limit").parse().unwrap();
                ok(json!(self.rows[start_index..].iter().take(limit).collect::<Vec<_>>()))
            }
            // The server has no v3.
            _ => (404, json!({ "error": "not found" })),
        }
    }

    fn state(&self) -> Value {
        let last_id =
            self.rows.first().map_or(json!({ "lt": "0", "hash": "" }), |row| row["transaction_id"].clone());
        let block = json!({ "workchain": -1, "shard": "-9223372036854775808", "seqno": self.block, "root_hash": HASH, "file_hash": HASH });
        let (state, code, data) = match self.seqno {
            Some(seqno) => {
                let mut cells = Cells::new();
                let data = wallet_data(&mut cells, self.version, seqno);
                let code: String = self.version.code().iter().map(|byte| format!("{byte:02x}")).collect();
                ("active", code, bag(&cells, data))
            }
            None => ("uninitialized", String::new(), String::new()),
        };
        json!({
            "balance": self.balance.to_string(), "state": state, "code": code, "data": data, "last_transaction_id": last_id,
            "block_id": block, "sync_utime": self.time, "frozen_hash": "",
        })
    }
}

/// The data of a wallet with this seqno; of a highload wallet, one that remembers the queries below it.
fn wallet_data(cells: &mut Cells, version: WalletVersion, seqno: u32) -> CellId {
    let mut data = Builder::new();
    if version == WalletVersion::HighloadV3 {
        let mut bits = Builder::new();
        for bit in 0..1023 {
            bits.store_bit(bit < seqno).unwrap();
        }
        let bits = cells.add(&bits).unwrap();
        let mut value = Builder::new();
        value.store_ref(bits).unwrap();
        let key = ton_edge::cell::Bits::from_u64(0, 13).unwrap();
        let queries = cells.add_dict(13, vec![(key, value)]).unwrap();
        data.store_bytes(&[7; 32]).unwrap().store_uint(0, 32).unwrap();
        data.store_maybe_ref(None).unwrap().store_maybe_ref(queries).unwrap();
        data.store_uint(0, 64).unwrap().store_uint(3600, 22).unwrap();
        return cells.add(&data).unwrap();
    }
    let offset = version.data_offset("seqno").unwrap();
    data.store_uint(0, offset).unwrap().store_uint(seqno, 32).unwrap();
    data.store_uint(0, 32).unwrap().store_bytes(&[7; 32]).unwrap().store_bit(false).unwrap();
    cells.add(&data).unwrap()
}

fn hash_of(boc: &[u8]) -> Hash {
    let mut cells = Cells::new();
    let id = cells.add_boc(boc, &ton_edge::cell::Limits::default()).unwrap()[0];
    normalized_hash(&mut cells, id).unwrap()
}

const V4R2: WalletVersion = WalletVersion::V4R2;

#[test]
fn a_message_is_sent_once_and_followed_until_its_account_has_executed_it() {
    for version in [WalletVersion::V3R2, V4R2, WalletVersion::V5R1] {
        let simulation = SimulatedChain::new(version, Some(4), accepted_response());
        let boc = simulation.boc(4, 0);
        simulation.execute(Some(&boc));
        simulation.chain.borrow_mut().hidden_looks = 3;
        let result = simulation.send(&boc).unwrap();
        assert_eq!((result.status, result.success, result.reason), (SendStatus::Executed, Some(true), None));
        assert_eq!((result.hash, result.account), (hash_of(&boc), simulation.wallet.address()));
        let transaction = result.transaction.unwrap();
        assert_eq!((transaction.lt, transaction.exit_code, transaction.total_fees), (2000, Some(0), 1000));
        // The text is the bag as the caller signed it.
        let arrived_bocs = simulation.chain.borrow().arrived_bocs.clone();
        let arrived_bag =
            ton_edge::cell::parse_text(&arrived_bocs[0], &ton_edge::cell::Limits::default()).unwrap();
        let sent_bag = ton_edge::cell::parse(&boc, &ton_edge::cell::Limits::default()).unwrap();
        assert_eq!(
            (arrived_bocs.len(), arrived_bag.root().unwrap().hash()),
            (1, sent_bag.root().unwrap().hash())
        );
    }
}

#[test]
fn a_caller_can_wait_for_the_acceptance_only() {
    let simulation = SimulatedChain::new(V4R2, Some(4), accepted_response());
    let options = FollowOptions { wait: WaitFor::Accepted, ..Default::default() };
    let result = simulation.send_with(&simulation.boc(4, 0), options.clone()).unwrap();
    assert_eq!((result.status, result.success, result.transaction), (SendStatus::Accepted, None, None));
    assert_eq!(simulation.world.arrivals().len(), 1);
    let hash = hash_of(&simulation.boc(4, 0));
    let error = simulation.wait(hash.into(), options).unwrap_err();
    assert_eq!((error.code, error.parameter.as_deref()), (Code::InvalidOption, Some("wait")));
}

#[test]
fn a_lost_response_is_not_an_outcome() {
    // The message was executed although the response was lost: it is found, and not sent again.
    for lost in [
        failed_response(502, "bad gateway"),
        failed_response(504, "timeout"),
        failed_response(408, "timeout"),
        (200, json!("cut")),
    ] {
        let simulation = SimulatedChain::new(V4R2, Some(4), lost.clone());
        let boc = simulation.boc(4, 0);
        simulation.execute(Some(&boc));
        assert_eq!(simulation.send(&boc).unwrap().success, Some(true), "{lost:?}");
        assert_eq!(simulation.count_sent(), 1);
        // The message was not executed, but may still be executed: the call returns the error of the
        // request, with the hash.
        let simulation = SimulatedChain::new(V4R2, Some(4), lost);
        let error = simulation.send(&boc).unwrap_err();
        assert!(![Code::MessageExpired, Code::MessageRejected].contains(&error.code), "{error}");
        assert_eq!((error.message_hash(), simulation.count_sent()), (Some(hash_of(&boc)), 1));
    }
    // The status says that the service did not take the message, so the client does not search for it.
    let simulation = SimulatedChain::new(V4R2, Some(4), failed_response(422, "invalid boc"));
    let boc = simulation.boc(4, 0);
    let error = simulation.send(&boc).unwrap_err();
    assert_eq!(
        (error.status, error.message_hash(), simulation.world.arrivals().len()),
        (Some(422), Some(hash_of(&boc)), 1)
    );
}

#[test]
fn a_message_has_expired_only_if_the_wallet_proves_it() {
    for sent in [accepted_response(), failed_response(502, "bad gateway")] {
        for version in [V4R2, WalletVersion::V5R1] {
            let simulation = SimulatedChain::new(version, Some(4), sent.clone());
            simulation.chain.borrow_mut().time = TIME_AFTER_EXPIRY;
            let boc = simulation.boc(4, 0);
            let error = simulation.send(&boc).unwrap_err();
            assert_eq!(
                (error.code, error.message_hash()),
                (Code::MessageExpired, Some(hash_of(&boc))),
                "{error}"
            );
            let expected = "the message was not executed, and never will be: at block 500 the seqno of the wallet is 4, and that of the message 4; it was valid until the Unix time 60";
            assert_eq!(error.message, expected);
            // Until 30 seconds after the end of its validity, a response may still lack the message.
            simulation.chain.borrow_mut().time = u64::from(VALID_UNTIL) + 30;
            let error = simulation.send(&boc).unwrap_err();
            assert_ne!(error.code, Code::MessageExpired, "{error}");
        }
    }
}

#[test]
fn a_message_whose_seqno_another_one_took_never_executes() {
    let simulation = SimulatedChain::new(V4R2, Some(4), accepted_response());
    let (boc, other) = (simulation.boc(4, 0), simulation.boc(4, 9));
    simulation.execute(Some(&other));
    simulation.execute(None);
    let error = simulation.send(&boc).unwrap_err();
    assert_eq!(error.code, Code::MessageExpired);
    assert!(error.message.ends_with("the wallet executed another one in its place"), "{error}");
    // The message itself is found in the history, even if the search over the list does not show it.
    let simulation = SimulatedChain::new(V4R2, Some(4), accepted_response());
    simulation.execute(Some(&boc));
    simulation.chain.borrow_mut().hidden_looks = usize::MAX;
    assert_eq!(simulation.send(&boc).unwrap().success, Some(true));
}

#[test]
fn an_accepted_message_that_is_in_no_block_is_unknown_at_the_end_of_the_time() {
    let simulation = SimulatedChain::new(V4R2, Some(4), accepted_response());
    let boc = simulation.boc(4, 0);
    let error = simulation.send(&boc).unwrap_err();
    assert_eq!(
        (error.code, error.message_hash(), simulation.count_sent()),
        (Code::Timeout, Some(hash_of(&boc)), 1)
    );
    let expected = "the service accepted the message, but it is not in a block yet after 90000 ms (at block 500 the seqno of the wallet is 4, and that of the message 4); continue with";
    assert!(error.message.starts_with(expected), "{error}");
    // `wait_for_message` goes on with the same bytes.
    simulation.execute(Some(&boc));
    assert_eq!(simulation.wait((&boc).into(), FollowOptions::default()).unwrap().success, Some(true));
    assert_eq!(simulation.count_sent(), 1);
}

#[test]
fn a_hash_alone_never_proves_that_a_message_expired() {
    let simulation = SimulatedChain::new(V4R2, Some(4), accepted_response());
    simulation.chain.borrow_mut().time = TIME_AFTER_EXPIRY;
    let hash = hash_of(&simulation.boc(4, 0));
    let account = Some(simulation.wallet.address().to_string());
    let options = FollowOptions { account, valid_until: Some(VALID_UNTIL.into()), ..Default::default() };
    let error = simulation.wait(hash.into(), options).unwrap_err();
    assert_eq!((error.code, error.message_hash()), (Code::Timeout, Some(hash)));
    assert!(error.message.contains("nor which account receives it"), "{error}");
    let error = simulation.wait((&simulation.boc(4, 0)).into(), FollowOptions::default()).unwrap_err();
    assert_eq!(error.code, Code::MessageExpired);
}

#[test]
fn the_state_of_another_account_proves_nothing() {
    let simulation = SimulatedChain::new(V4R2, Some(4), accepted_response());
    let mut cells = Cells::new();
    let other_transaction = transaction(Address { workchain: 0, hash: [9; 32] }, 1000, None);
    {
        let mut chain = simulation.chain.borrow_mut();
        chain.time = TIME_AFTER_EXPIRY;
        chain.rows = vec![bag_row(&other_transaction, &mut cells)];
    }
    let error = simulation.send(&simulation.boc(4, 0)).unwrap_err();
    assert_eq!(error.code, Code::InvalidResponse, "{error}");
    assert!(error.message.contains("is not of the account"), "{error}");
    // A state that names a transaction which the account's list lacks.
    let simulation = SimulatedChain::new(V4R2, Some(4), accepted_response());
    simulation.chain.borrow_mut().time = TIME_AFTER_EXPIRY;
    let options = FollowOptions { generation: Some(Generation::V2), ..Default::default() };
    simulation.chain.borrow_mut().rows[0]["transaction_id"]["hash"] = json!(HASH);
    let error = simulation.send_with(&simulation.boc(4, 0), options).unwrap_err();
    assert_ne!(error.code, Code::MessageExpired, "{error}");
}

#[test]
fn a_rejection_counts_only_if_the_wallet_confirms_it() {
    // An exit code that is not about the seqno: the state confirms at once that the message was not executed.
    let simulation = SimulatedChain::new(V4R2, Some(4), rejected_response(35));
    let boc = simulation.boc(4, 0);
    let error = simulation.send(&boc).unwrap_err();
    assert_eq!(
        (error.code, error.exit_code, error.message_hash()),
        (Code::MessageRejected, Some(35), Some(hash_of(&boc)))
    );
    assert!(error.message.starts_with("the account did not accept the message: exit code 35: "), "{error}");
    // A wrong seqno that the state confirms.
    let simulation = SimulatedChain::new(V4R2, Some(4), rejected_response(33));
    let error = simulation.send(&simulation.boc(7, 0)).unwrap_err();
    assert_eq!((error.code, error.exit_code), (Code::MessageRejected, Some(33)));
    // The exit code says that the seqno was used, but the state shows that it was not: one of both is of a replica that lags behind.
    let error = simulation.send(&boc).unwrap_err();
    assert_eq!((error.code, error.exit_code), (Code::Timeout, Some(33)));
    assert!(
        error.message.starts_with("whether the message was executed is not known (at block 500 the seqno"),
        "{error}"
    );
    // The message was executed, and the service rejects its repetition.
    let simulation = SimulatedChain::new(V4R2, Some(4), rejected_response(33));
    simulation.execute(Some(&boc));
    assert_eq!(simulation.send(&boc).unwrap().success, Some(true));
    // Another message with its seqno was executed.
    let simulation = SimulatedChain::new(V4R2, Some(4), rejected_response(33));
    simulation.execute(Some(&simulation.boc(4, 9)));
    assert_eq!(simulation.send(&boc).unwrap_err().code, Code::MessageRejected);
}

#[test]
fn a_rejection_of_an_account_without_a_contract_says_what_is_missing() {
    for (balance, text) in
        [(0, "has no coins and no contract"), (5, "has no contract: its first request needs")]
    {
        let simulation = SimulatedChain::new(V4R2, None, rejected_response(0));
        simulation.chain.borrow_mut().balance = balance;
        let error = simulation.send(&simulation.boc(0, 0)).unwrap_err();
        assert!(error.message.contains(text), "{error}");
    }
}

#[test]
fn a_highload_wallet_is_asked_for_its_query() {
    // The wallet of the lab remembers the queries 0 to 3.
    let simulation = SimulatedChain::new(WalletVersion::HighloadV3, Some(4), accepted_response());
    simulation.chain.borrow_mut().time = 5 + 3600 + TIME_AFTER_EXPIRY;
    let error = simulation.send(&simulation.boc(4, 0)).unwrap_err();
    assert_eq!(error.code, Code::MessageExpired, "{error}");
    assert!(error.message.contains("the wallet has not executed query 4; it was valid until"), "{error}");
    let boc = simulation.boc(3, 0);
    simulation.execute(Some(&boc));
    simulation.chain.borrow_mut().hidden_looks = usize::MAX;
    assert_eq!(simulation.send(&boc).unwrap().success, Some(true));
}

#[test]
fn a_repetition_of_an_accepted_message_is_followed() {
    let simulation = SimulatedChain::new(V4R2, Some(4), accepted_response());
    let boc = simulation.boc(4, 0);
    let options = FollowOptions { wait: WaitFor::Accepted, ..Default::default() };
    simulation.send_with(&boc, options.clone()).unwrap();
    // The client has seen that the service accepted the message, so a later refusal is not an outcome.
    for refusal in [failed_response(422, "duplicate"), rejected_response(33)] {
        simulation.chain.borrow_mut().send_responses = vec![refusal];
        assert_eq!(simulation.send_with(&boc, options.clone()).unwrap().status, SendStatus::Accepted);
    }
    let error = simulation.send(&boc).unwrap_err();
    assert!(error.message.starts_with("the service accepted the message"), "{error}");
}

#[test]
fn only_an_external_message_is_sent() {
    let simulation = SimulatedChain::new(V4R2, Some(4), accepted_response());
    let mut cells = Cells::new();
    let to = simulation.wallet.address();
    let internal = message(&mut cells, Some(to), to, 5, None).add(&mut cells).unwrap();
    let empty_cell = cells.add(&Builder::new()).unwrap();
    for (bytes, code) in [
        (cells.to_boc(&[internal], BocOptions::default()).unwrap(), Code::MessageInvalid),
        (cells.to_boc(&[empty_cell], BocOptions::default()).unwrap(), Code::MessageInvalid),
        (b"no bag".to_vec(), Code::BocInvalid),
    ] {
        let error = simulation.send(&bytes).unwrap_err();
        assert_eq!((error.code, error.parameter.as_deref()), (code, Some("boc")));
    }
    for (name, options) in [
        ("account", FollowOptions { account: Some(to.to_string()), ..Default::default() }),
        ("since", FollowOptions { since: Some(1), ..Default::default() }),
        ("timeout", FollowOptions { timeout: Some(core::time::Duration::ZERO), ..Default::default() }),
    ] {
        let error = simulation.send_with(&simulation.boc(4, 0), options).unwrap_err();
        assert_eq!((error.code, error.parameter.as_deref()), (Code::InvalidOption, Some(name)));
    }
    assert_eq!(simulation.world.arrivals().len(), 0);
}

#[test]
fn later_reads_show_the_transaction_of_the_message() {
    let reads = Rc::new(Counter::new(0));
    let count = Rc::clone(&reads);
    let sender_simulation = SimulatedChain::new(V4R2, Some(4), accepted_response());
    let boc = sender_simulation.boc(4, 0);
    let (hash, account) =
        (hash_of(&boc).to_b64().to_string(), sender_simulation.wallet.address().to_string());
    let (world, client) = client_with_statuses(move |call| match call.path.as_str() {
        "v2/sendBoc" => accepted_response(),
        "v3/transactionsByMessage" => {
            let mut row = transaction_row(1);
            row["account"] = json!(account);
            row["lt"] = json!("2000");
            row["in_msg"] = message_row(&hash);
            (200, json!({ "transactions": [row] }))
        }
        "v3/accountStates" => {
            count.set(count.get() + 1);
            let lt = if count.get() < 3 { "1999" } else { "2000" };
            (200, json!({ "accounts": [{ "address": account, "last_transaction_lt": lt }] }))
        }
        path => panic!("{path}"),
    });
    assert_eq!(
        world.run_one(client.send_message(&boc, FollowOptions::default())).unwrap().success,
        Some(true)
    );
    let params = json!({ "address": [sender_simulation.wallet.address().to_string()] });
    let states: Value = world.run_one(client.call(Generation::V3, "accountStates", &params)).unwrap();
    assert_eq!((states["accounts"][0]["last_transaction_lt"].as_str(), reads.get()), (Some("2000"), 3));
}
