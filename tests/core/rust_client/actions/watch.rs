//! `watch`: each transaction once and in its order, whatever the server leaves out, repeats, delays or refuses, and wherever the program stops and
//! goes on. The scenarios are those of `tests/client/watch.test.mjs`.

use core::future::{Future, poll_fn};
use core::pin::pin;
use core::task::Poll;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use serde_json::{Value, json};
use ton_edge::address::Address;
use ton_edge::client::{
    Client, Error, RateLimit, Retry, Settings, WantedFinality, Watch, WatchChange, WatchEvent, WatchOptions,
    WatchState, WatchType,
};
use ton_edge::error::Code;
use ton_edge::hash::Hash;

use super::{Call, client_with_statuses};
use crate::rust_client::clock::World;

const SCENARIOS: &str = include_str!("../../../fixtures/watch-scenarios.json");

fn account_at(index: u64) -> Address {
    Address { workchain: 0, hash: [0xA0 + u8::try_from(index).unwrap(); 32] }
}

fn hash_of(account: &Address, lt: u64) -> Hash {
    let mut bytes = account.hash;
    bytes[..8].copy_from_slice(&lt.to_be_bytes());
    Hash(bytes)
}

/// A transaction of the simulated chain.
#[derive(Clone)]
struct Row {
    account: Address,
    lt: u64,
    /// Logical time of the previous transaction of the account; 0 for none.
    previous_lt: u64,
    orig_status: &'static str,
    end_status: &'static str,
    /// The hash of the first transaction of its trace.
    trace: Hash,
}

impl Row {
    fn hash(&self) -> Hash {
        hash_of(&self.account, self.lt)
    }

    fn cursor(&self) -> String {
        format!("{}:{}:{}", self.account, self.lt, self.hash().to_b64())
    }

    /// The row of v3.
    fn to_json(&self, template: &Value, is_final: bool) -> Value {
        let mut row = template.clone();
        let previous =
            if self.previous_lt == 0 { Hash([0; 32]) } else { hash_of(&self.account, self.previous_lt) };
        let fields = json!({
            "account": self.account.to_string(), "lt": self.lt.to_string(), "hash": self.hash().to_b64().to_string(),
            "prev_trans_lt": self.previous_lt.to_string(), "prev_trans_hash": previous.to_b64().to_string(),
            "orig_status": self.orig_status, "end_status": self.end_status, "trace_id": self.trace.to_b64().to_string(),
            "finality": if is_final { "finalized" } else { "confirmed" },
        });
        row.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        row
    }
}

/// A chain of accounts, and a server of v3 that shows it.
#[derive(Clone, Default)]
struct Chain(Vec<Row>);

impl Chain {
    fn add(&mut self, account: Address) {
        self.add_row(account, None, "active");
    }

    fn add_row(&mut self, account: Address, orig: Option<&'static str>, end: &'static str) {
        let last_row = self.0.iter().rfind(|row| row.account == account);
        let previous = last_row.filter(|_| orig.is_none());
        let lt = 1007 + 7 * self.0.len() as u64;
        let row = Row {
            account,
            lt,
            previous_lt: previous.map_or(0, |row| row.lt),
            orig_status: orig.unwrap_or(previous.map_or("nonexist", |row| row.end_status)),
            end_status: end,
            trace: hash_of(&account, lt),
        };
        self.0.push(row);
    }

    /// The rows that a request asks for, as a server sees it whose index has the first `count` of the chain.
    fn select(&self, call: &Call, count: usize) -> Vec<Row> {
        let known_rows = &self.0[..count];
        let names = |name: &str| -> Vec<Address> {
            call.get(name).split(',').map(|text| text.parse().unwrap()).collect()
        };
        if call.path == "v3/accountStates" {
            let last = |account: Address| known_rows.iter().rfind(|row| row.account == account).cloned();
            return names("address").into_iter().filter_map(last).collect();
        }
        if call.path != "v3/transactions" {
            let ids = call.get("trace_id");
            let is_of = |row: &&Row| ids.split(',').any(|id| row.trace.to_b64() == id);
            return known_rows.iter().filter(is_of).cloned().collect();
        }
        let (accounts, start) = (names("account"), call.get("start_lt").parse::<u64>().unwrap());
        let mut rows: Vec<Row> = known_rows
            .iter()
            .filter(|row| accounts.contains(&row.account) && row.lt >= start)
            .cloned()
            .collect();
        if call.get("sort") == "desc" {
            rows.reverse();
        }
        rows.truncate(call.get("limit").parse().unwrap());
        rows
    }
}

/// The responses of a server for rows.
struct Shapes {
    transaction: Value,
    state: Value,
}

impl Shapes {
    fn read() -> Self {
        let read = |name: &str, list: &str| -> Value {
            let path = format!("{}/tests/fixtures/recorded/v3/{name}.json", env!("CARGO_MANIFEST_DIR"));
            let body: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
            body[list][0].clone()
        };
        let mut transaction = read("transactions/10", "transactions");
        // Short rows, since there are many.
        for field in ["in_msg", "account_state_before", "account_state_after"] {
            transaction[field] = Value::Null;
        }
        transaction["out_msgs"] = json!([]);
        Self { transaction, state: read("accountStates/1", "accounts") }
    }

    fn respond(&self, call: &Call, rows: &[Row], is_final: impl Fn(&Row) -> bool) -> Value {
        if call.path == "v3/accountStates" {
            let state = |row: &Row| {
                let mut state = self.state.clone();
                state["address"] = row.account.to_string().into();
                state["last_transaction_lt"] = row.lt.to_string().into();
                state["last_transaction_hash"] = row.hash().to_b64().to_string().into();
                state
            };
            return json!({ "accounts": rows.iter().map(state).collect::<Vec<_>>() });
        }
        let rows: Vec<Value> = rows.iter().map(|row| row.to_json(&self.transaction, is_final(row))).collect();
        json!({ "transactions": rows })
    }
}

impl Shapes {
    /// The traces of rows. A trace is complete when all of its transactions are visible.
    fn respond_traces(&self, chain: &Chain, rows: &[Row]) -> Value {
        let trace = |first: &Row| {
            let trace_rows: Vec<&Row> = rows.iter().filter(|row| row.trace == first.trace).collect();
            let is_complete = is_whole(chain, rows, first);
            let transactions: serde_json::Map<String, Value> = trace_rows
                .iter()
                .map(|row| (row.hash().to_b64().to_string(), row.to_json(&self.transaction, true)))
                .collect();
            json!({
                "trace_id": first.trace.to_b64().to_string(), "external_hash": null, "mc_seqno_start": "1",
                "mc_seqno_end": "1", "start_lt": first.lt.to_string(), "start_utime": 1, "end_lt": null,
                "end_utime": null, "is_incomplete": false, "transactions": transactions,
                "trace_info": {
                    "trace_state": if is_complete { "complete" } else { "pending" }, "messages": 1,
                    "transactions": trace_rows.len(), "pending_messages": i32::from(!is_complete),
                    "classification_state": if is_complete { "ok" } else { "unclassified" },
                },
                "actions": actions_of(chain, &trace_rows.into_iter().cloned().collect::<Vec<_>>()),
            })
        };
        let first_rows = rows.iter().filter(|row| row.hash() == row.trace);
        json!({ "traces": first_rows.map(trace).collect::<Vec<_>>() })
    }
}

/// Whether all transactions of the trace of a row are visible.
fn is_whole(chain: &Chain, rows: &[Row], row: &Row) -> bool {
    let count = |rows: &[Row]| rows.iter().filter(|one| one.trace == row.trace).count();
    count(rows) == count(&chain.0)
}

/// The actions of the complete traces of rows: one per transaction, of its account and that of the next one.
fn actions_of(chain: &Chain, rows: &[Row]) -> Vec<Value> {
    let action = |row: &Row| {
        let later_rows = rows.iter().filter(|one| one.trace == row.trace && one.lt >= row.lt);
        let accounts: Vec<String> = later_rows.take(2).map(|one| one.account.to_string()).collect();
        json!({
            "trace_id": row.trace.to_b64().to_string(), "action_id": hash_of(&row.account, row.lt + 1).to_b64().to_string(),
            "start_lt": row.lt.to_string(), "end_lt": row.lt.to_string(), "start_utime": 1, "end_utime": 1,
            "trace_end_lt": "1", "trace_end_utime": 1, "trace_mc_seqno_end": 1, "transactions": [], "success": true,
            "type": "ton_transfer", "details": {}, "accounts": accounts,
        })
    };
    rows.iter().filter(|row| is_whole(chain, rows, row)).map(action).collect()
}

/// A client whose reads are not compared with earlier ones: the server of the tests may forget.
fn client_of(respond: impl FnMut(&Call, f64) -> (u16, Value) + 'static) -> (World, Client<World>) {
    let mut respond = respond;
    let world = World::new(move |request, now| {
        let (status, body) = respond(&Call::read(request), now);
        (status, Vec::new(), body.to_string())
    });
    let settings = Settings {
        base_url: Some("https://gateway.example".into()),
        rate_limit: RateLimit::Off,
        retry: Retry::never(),
        session_consistency: false,
        ..Settings::default()
    };
    let client = Client::new(settings, world.clone()).unwrap();
    (world, client)
}

fn number(value: &Value) -> Option<u64> {
    value.as_u64()
}

fn describe_state(state: WatchState) -> &'static str {
    match state {
        WatchState::CatchingUp => "catching_up",
        WatchState::Live => "live",
        WatchState::Offline => "offline",
    }
}

/// Runs a scenario: its events, states, cursors and requests must be those of the file.
fn run_scenario(scenario: &Value) {
    let name = scenario["name"].as_str().unwrap();
    let mut chain = Chain::default();
    let transactions = scenario["chain"].as_array().unwrap().clone();
    for one in &transactions {
        let account = account_at(number(&one["account"]).unwrap());
        let orig = one["orig"].as_str().map(|_| "nonexist");
        chain.add_row(account, orig, one["end"].as_str().map_or("active", |_| "nonexist"));
        if let Some(first) = number(&one["trace"]) {
            let trace = chain.0[first as usize].hash();
            chain.0.last_mut().unwrap().trace = trace;
        }
    }
    let faults = scenario["faults"].as_array().cloned().unwrap_or_default();
    let requests = Rc::new(RefCell::new(Vec::new()));
    let (shapes, sent, shown_chain) = (Shapes::read(), Rc::clone(&requests), chain.clone());
    let start_time = 5000.0;
    let (world, client) = client_of(move |call, now| {
        sent.borrow_mut().push(call.path.trim_start_matches("v3/").to_owned());
        let now = (now - start_time) as u64;
        let is_active =
            |fault: &&Value| number(&fault["from"]).unwrap() <= now && now < number(&fault["until"]).unwrap();
        let fault = faults.iter().find(is_active);
        let kind = fault.and_then(|fault| fault["kind"].as_str()).unwrap_or_default();
        if kind == "down" {
            return (502, Value::Null);
        }
        let shown_until = fault.and_then(|fault| number(&fault["shows"])).unwrap_or(now);
        let count = transactions.iter().filter(|one| number(&one["at"]).unwrap_or(0) <= shown_until).count();
        let mut rows = shown_chain.select(call, count);
        let transaction_of =
            |row: &Row| &transactions[shown_chain.0.iter().position(|one| one.lt == row.lt).unwrap()];
        match (kind, call.path.as_str()) {
            ("no_traces", "v3/traces") => return (502, Value::Null),
            (_, "v3/traces") => return (200, shapes.respond_traces(&shown_chain, &rows)),
            ("no_actions", "v3/actions") => return (200, json!({ "actions": [] })),
            (_, "v3/actions") => return (200, json!({ "actions": actions_of(&shown_chain, &rows) })),
            ("no_states", "v3/accountStates") | ("no_transactions", "v3/transactions") => rows.clear(),
            (_, "v3/transactions") => rows.retain(|row| transaction_of(row)["lost"].is_null()),
            _ => {}
        }
        (200, shapes.respond(call, &rows, |row| number(&transaction_of(row)["finalAt"]).unwrap_or(0) <= now))
    });
    let seconds = |world: &World| ((world.now() - start_time) / 1000.0) as u64;
    let types = scenario["types"].as_array().cloned().unwrap_or_else(|| vec![json!("transactions")]);
    let read_type = |name: &Value| match name.as_str().unwrap() {
        "transactions" => WatchType::Transactions,
        "account_state_change" => WatchType::AccountStateChange,
        "trace" => WatchType::Trace,
        "actions" => WatchType::Actions,
        "jettons_change" => WatchType::JettonsChange,
        name => panic!("the type {name}"),
    };
    let options = WatchOptions {
        types: types.iter().map(read_type).collect(),
        since: number(&scenario["since"]).map(|at| chain.0[at as usize].cursor()).into_iter().collect(),
        finality: if scenario["finality"] == "confirmed" {
            WantedFinality::Confirmed
        } else {
            WantedFinality::Finalized
        },
        ..Default::default()
    };
    let accounts: Vec<String> =
        (0..number(&scenario["accounts"]).unwrap()).map(|index| account_at(index).to_string()).collect();
    let accounts: Vec<&str> = accounts.iter().map(String::as_str).collect();
    let states = Rc::new(RefCell::new(Vec::new()));
    let (seen, clock) = (Rc::clone(&states), world.clone());
    let mut watch =
        client.watch(&accounts, options).unwrap().on_state(move |state, error: Option<&Error>| {
            let mut report = vec![json!(describe_state(state)), json!(seconds(&clock))];
            report.extend(error.map(|error| json!(error.code.as_str())));
            seen.borrow_mut().push(Value::Array(report));
        });
    let index_of = |hash: Hash| chain.0.iter().position(|row| row.hash() == hash).unwrap();
    let mut found_events = Vec::new();
    let mut cursors = Vec::new();
    world.run_one(async {
        let expected = scenario["events"].as_array().unwrap();
        while found_events.len() < expected.len() {
            let WatchEvent { account, change, cursor, .. } = watch.next().await.unwrap();
            let account = (0..).find(|index| account_at(*index) == account).unwrap();
            let (kind, places) = match change {
                WatchChange::Transaction { id, row } => {
                    assert_eq!(row.hash, id.hash.to_b64().to_string());
                    ("transactions", vec![json!(index_of(id.hash))])
                }
                WatchChange::AccountState { state } => {
                    let hash = state.last_transaction_hash.unwrap().parse().unwrap();
                    ("account_state_change", vec![json!(index_of(hash))])
                }
                WatchChange::Gap { after, before } => {
                    let gap_index = number(&scenario["gapCursor"]).unwrap() as usize;
                    assert_eq!(cursor, chain.0[gap_index].cursor(), "{name}");
                    ("gap", vec![json!(index_of(after.hash)), json!(index_of(before.hash))])
                }
                WatchChange::Trace { id, trace_id, trace, is_complete } => {
                    assert_eq!(trace.trace_id, Some(trace_id), "{name}");
                    ("trace", vec![json!(index_of(id.hash)), json!(is_complete)])
                }
                WatchChange::Action { id, trace_id, action, is_complete } => {
                    assert_eq!(action.trace_id, Some(trace_id), "{name}");
                    let end_index = chain.0.iter().position(|row| row.lt.to_string() == action.end_lt);
                    ("actions", vec![json!(index_of(id.hash)), json!(end_index), json!(is_complete)])
                }
                change => panic!("{change:?}"),
            };
            let mut event = vec![json!(kind), json!(account)];
            event.extend(places);
            event.push(json!(seconds(&world)));
            found_events.push(Value::Array(event));
            cursors = watch.cursors();
        }
    });
    assert_eq!(Value::Array(found_events), scenario["events"], "{name}");
    assert_eq!(Value::Array(states.borrow().clone()), scenario["states"], "{name}");
    let expected = scenario["cursors"].as_array().unwrap().iter();
    let expected: Vec<String> =
        expected.map(|cursor| chain.0[number(&cursor[1]).unwrap() as usize].cursor()).collect();
    assert_eq!(cursors, expected, "{name}");
    if let Some(expected) = scenario.get("requests") {
        assert_eq!(json!(*requests.borrow()), *expected, "{name}");
    }
}

#[test]
fn events_states_cursors_and_requests_are_those_of_the_scenarios() {
    let file: Value = serde_json::from_str(SCENARIOS).unwrap();
    let scenarios = file["scenarios"].as_array().unwrap();
    assert!(scenarios.len() >= 10);
    scenarios.iter().for_each(run_scenario);
}

#[test]
fn traces_and_actions_come_once_whenever_the_future_is_dropped() {
    for seed in 0..20 {
        let mut server_random = Chance::new(seed);
        let mut chain = Chain::default();
        (0..31).for_each(|_| chain.add(account_at(0)));
        let (shapes, shown) = (Shapes::read(), chain.clone());
        // A third of the requests about traces and actions fails.
        let mut client_random = Chance::new(seed + 1000);
        let (world, client) = client_of(move |call, _| {
            let rows = shown.select(call, shown.0.len());
            match call.path.as_str() {
                "v3/traces" | "v3/actions" if client_random.draw_percent(33) => (502, Value::Null),
                "v3/traces" => (200, shapes.respond_traces(&shown, &rows)),
                "v3/actions" => (200, json!({ "actions": actions_of(&shown, &rows) })),
                _ => (200, shapes.respond(call, &rows, |_| true)),
            }
        });
        let account = account_at(0).to_string();
        let types = vec![WatchType::Trace, WatchType::Actions];
        let options = WatchOptions { types, since: vec![chain.0[0].cursor()], ..Default::default() };
        let mut watch = client.watch(&[&account], options).unwrap();
        let mut changes = Vec::new();
        world.run_one(async {
            for _ in 0..60 {
                let event = next_event(&mut watch, &mut server_random, || {}).await.unwrap();
                changes.push(match event.change {
                    WatchChange::Trace { id, is_complete, .. } => (id.lt, "trace", is_complete, event.cursor),
                    WatchChange::Action { id, is_complete, .. } => {
                        (id.lt, "action", is_complete, event.cursor)
                    }
                    change => panic!("{change:?}"),
                });
            }
        });
        // A program that stops before the last event of a trace gets all of them again.
        let expected = chain.0.windows(2).flat_map(|rows| {
            let lt = rows[1].lt;
            [(lt, "trace", true, rows[0].cursor()), (lt, "action", true, rows[1].cursor())]
        });
        let expected: Vec<_> = expected.collect();
        assert_eq!(changes, expected, "seed {seed}");
    }
}

/// A transaction of a jetton wallet or of its owner: the account, the time from which the server shows it, and the balance after it.
type WalletMove = (u64, f64, u64);

/// The wallet of a change, its balance before and after.
type BalanceChange = (u64, Option<u64>, u64);

/// The rows of the jetton wallets whose last visible transactions these are. All wallets belong to account 0.
fn wallets_of(chain: &Chain, moves: &[WalletMove]) -> Vec<Value> {
    let mut rows: HashMap<Address, Value> = HashMap::new();
    for (row, (account, _, balance)) in chain.0.iter().zip(moves).filter(|(_, (account, ..))| *account > 0) {
        let wallet = json!({
            "address": row.account.to_string(), "balance": balance.to_string(), "owner": account_at(0).to_string(),
            "jetton": account_at(9).to_string(), "last_transaction_lt": row.lt.to_string(), "code_hash": null,
            "data_hash": null,
        });
        rows.insert(account_at(*account), wallet);
    }
    rows.into_values().collect()
}

/// Watches the jetton wallets of account 0 over a server that fails in a percentage of its requests, and returns the wallet, the balance
/// before, the balance after and the cursor of each event.
fn watch_wallets(
    moves: &[WalletMove],
    since: Option<usize>,
    (count, percent, seed): (usize, usize, u64),
) -> (Vec<BalanceChange>, Vec<String>, usize) {
    let mut chain = Chain::default();
    moves.iter().for_each(|(account, ..)| chain.add(account_at(*account)));
    let since = since.map(|at| chain.0[at].cursor()).into_iter().collect();
    let (shown, shapes, timed) = (chain.clone(), Shapes::read(), moves.to_vec());
    let (mut luck, lists) = (Chance::new(seed), Rc::new(Cell::new(0)));
    let list_counter = Rc::clone(&lists);
    let (world, client) = client_of(move |call, now| {
        let visible_count = timed.iter().filter(|(_, at, _)| 5000.0 + at <= now).count();
        if luck.draw_percent(percent) {
            return (502, Value::Null);
        }
        if call.path == "v3/jetton/wallets" {
            list_counter.set(list_counter.get() + 1);
            let visible_chain = Chain(shown.0[..visible_count].to_vec());
            return (200, json!({ "jetton_wallets": wallets_of(&visible_chain, &timed) }));
        }
        (200, shapes.respond(call, &shown.select(call, visible_count), |_| true))
    });
    let account = account_at(0).to_string();
    let options = WatchOptions { types: vec![WatchType::JettonsChange], since, ..Default::default() };
    let mut watch = client.watch(&[&account], options).unwrap();
    let (mut found, mut cursors, mut chance) = (Vec::new(), Vec::new(), Chance::new(seed + 1));
    world.run_one(async {
        for _ in 0..count {
            let event = if percent == 0 {
                watch.next().await.unwrap()
            } else {
                next_event(&mut watch, &mut chance, || {}).await.unwrap()
            };
            let WatchChange::JettonBalance { jetton, before, after } = event.change else { panic!() };
            assert_eq!(event.account, account_at(0));
            let wallet = (0..).find(|index| account_at(*index).to_string() == jetton.address).unwrap();
            let number = |amount: ton_edge::cell::Int| u64::try_from(amount.to_u128().unwrap()).unwrap();
            found.push((wallet, before.map(number), number(after)));
            cursors.push(event.cursor);
        }
    });
    let position = |cursor: &String| chain.0.iter().position(|row| row.cursor() == *cursor);
    let cursors = cursors.iter().map(|cursor| format!("{:?}", position(cursor))).collect();
    (found, cursors, lists.get())
}

/// Without a message to the owner, with one, and two new wallets.
const WALLET_MOVES: [WalletMove; 8] = [
    (0, 0.0, 0),
    (1, 0.0, 100),
    (1, 10_000.0, 70),
    (1, 20_000.0, 90),
    (0, 20_000.0, 0),
    (2, 30_000.0, 5),
    (0, 30_000.0, 0),
    (3, 70_000.0, 6),
];

#[test]
fn balances_of_jetton_wallets_come_with_what_was_seen_before() {
    let (found, cursors, lists) = watch_wallets(&WALLET_MOVES, None, (4, 0, 1));
    assert_eq!(found, [(1, Some(100), 70), (1, Some(70), 90), (2, None, 5), (3, None, 6)]);
    // The cursor is the position up to which the owner was handled.
    assert_eq!(cursors, ["Some(0)", "Some(4)", "Some(6)", "Some(6)"]);
    // One list at the beginning, one per change, and one each minute.
    assert_eq!(lists, 6);
    // A program that has just started does not know the earlier balances.
    let (found, ..) =
        watch_wallets(&WALLET_MOVES.map(|(account, _, balance)| (account, 0.0, balance)), Some(4), (2, 0, 1));
    let mut found = found;
    found.sort_unstable();
    assert_eq!(found, [(2, None, 5), (3, None, 6)]);
}

#[test]
fn no_balance_is_lost_when_requests_fail_and_futures_are_dropped() {
    for seed in 0..20 {
        // A change every two minutes, which the server shows before the next one.
        let moves: Vec<WalletMove> =
            (0..20_u64).map(|index| (1 + index % 3, 120_000.0 * index as f64, 100 + index)).collect();
        let mut moves = [&[(0, 0.0, 0)], &moves[..]].concat();
        moves[1..4].iter_mut().for_each(|(_, at, _)| *at = 0.0);
        let (mut found, ..) = watch_wallets(&moves, None, (17, 25, seed));
        // Changes of different wallets in one list have no order.
        found.sort_by_key(|(.., after)| *after);
        let expected: Vec<_> = (3..20).map(|index| (1 + index % 3, Some(97 + index), 100 + index)).collect();
        assert_eq!(found, expected, "seed {seed}");
    }
}

/// Random numbers that are the same in every run: xorshift.
struct Chance(u64);

impl Chance {
    fn new(seed: u64) -> Self {
        let mut chance = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..8 {
            chance.draw_below(1);
        }
        chance
    }

    fn draw_below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % bound as u64) as usize
    }

    fn draw_percent(&mut self, percent: usize) -> bool {
        self.draw_below(100) < percent
    }
}

/// Polls a future once, and drops it unless it has ended.
async fn poll_once<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    poll_fn(|context| match future.as_mut().poll(context) {
        Poll::Ready(value) => Poll::Ready(Some(value)),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}

/// Returns the next event. Sometimes the future is dropped and called again, at any of its waits.
async fn next_event(
    watch: &mut Watch<World>,
    chance: &mut Chance,
    mut pass: impl FnMut(),
) -> Result<WatchEvent, Error> {
    let mut polls_left = if chance.draw_percent(30) { chance.draw_below(40) } else { usize::MAX };
    loop {
        let result = {
            let mut next_event = pin!(watch.next());
            poll_fn(|context| {
                pass();
                if let Poll::Ready(event) = next_event.as_mut().poll(context) {
                    return Poll::Ready(Some(event));
                }
                polls_left = polls_left.saturating_sub(1);
                if polls_left == 0 { Poll::Ready(None) } else { Poll::Pending }
            })
            .await
        };
        match result {
            Some(event) => return event,
            None => polls_left = 1 + chance.draw_below(40),
        }
    }
}

/// One program and one chain. With an even seed the server fails, lags, leaves rows out, repeats and reorders them.
fn run_laboratory(seed: u64) {
    let mut chance = Chance::new(seed);
    let accounts: Vec<Address> = (0..1 + chance.draw_below(6) as u64).map(account_at).collect();
    let chain = Rc::new(RefCell::new(Chain::default()));
    for account in &accounts {
        if chance.draw_percent(70) {
            chain.borrow_mut().add(*account);
        }
    }
    let rows_at_start = chain.borrow().0.len();
    // The server has no faults until the program has begun. Earlier transactions are not reported.
    let faults = Rc::new(Cell::new(0));
    let (shown, percent, mut luck, shapes) =
        (Rc::clone(&chain), Rc::clone(&faults), Chance::new(seed + 1_000_000), Shapes::read());
    let (world, client) = client_of(move |call, _| {
        if luck.draw_percent(percent.get() / 4) {
            return ([500, 502, 503, 429][luck.draw_below(4)], Value::Null);
        }
        let chain = shown.borrow();
        let is_behind = luck.draw_percent(percent.get());
        let count = if is_behind {
            rows_at_start.max(chain.0.len().saturating_sub(luck.draw_below(20)))
        } else {
            chain.0.len()
        };
        let mut rows = chain.select(call, count);
        if luck.draw_percent(percent.get()) {
            rows.retain(|_| luck.draw_percent(80));
        }
        if luck.draw_percent(percent.get()) {
            let repeated_rows: Vec<Row> = rows.iter().take(2).cloned().collect();
            rows.extend(repeated_rows);
            for index in (1..rows.len()).rev() {
                rows.swap(index, luck.draw_below(index + 1));
            }
        }
        (200, shapes.respond(call, &rows, |_| true))
    });
    let texts: Vec<String> = accounts.iter().map(Address::to_string).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut seen_lts: HashMap<Address, Vec<u64>> = HashMap::new();
    let mut cursors: HashMap<Address, String> = HashMap::new();
    const EVENTS: usize = 400;
    world.run_one(async {
        // Transactions are reported from here on.
        let mut next_growth_time = world.now() + 2000.0;
        let mut traffic = Chance::new(seed + 2_000_000);
        let mut grow_chain = || {
            while next_growth_time <= world.now() {
                next_growth_time += 4000.0;
                let mut chain = chain.borrow_mut();
                let count =
                    if traffic.draw_percent(10) { traffic.draw_below(120) } else { traffic.draw_below(5) };
                for _ in 0..if chain.0.len() > EVENTS + 100 { 0 } else { count } {
                    chain.add(accounts[traffic.draw_below(accounts.len())]);
                }
            }
        };
        let mut count = 0;
        while count < EVENTS {
            let options =
                WatchOptions { since: cursors.values().cloned().collect(), ..WatchOptions::default() };
            let mut watch = client.watch(&texts, options).unwrap();
            while count < EVENTS {
                let event = next_event(&mut watch, &mut chance, &mut grow_chain).await.unwrap();
                faults.set(if seed.is_multiple_of(2) { 40 } else { 0 });
                let WatchChange::Transaction { id, .. } = event.change else {
                    panic!("seed {seed}: {event:?}");
                };
                if chance.draw_percent(2) {
                    // The program ends before it has handled the event, so the event comes again.
                    let stored_cursors = watch.cursors();
                    cursors =
                        stored_cursors.iter().map(|cursor| (account_of(cursor), cursor.clone())).collect();
                    break;
                }
                seen_lts.entry(event.account).or_default().push(id.lt);
                count += 1;
                // The accounts that have begun, including the account of this event.
                cursors = watch.cursors().iter().map(|cursor| (account_of(cursor), cursor.clone())).collect();
                cursors.insert(event.account, event.cursor);
                if chance.draw_percent(1) {
                    break;
                }
            }
        }
    });
    for account in &accounts {
        let rows = chain.borrow();
        let expected = rows.0[rows_at_start..].iter().filter(|row| row.account == *account).map(|row| row.lt);
        let received_lts = seen_lts.remove(account).unwrap_or_default();
        let expected: Vec<u64> = expected.take(received_lts.len()).collect();
        assert_eq!(received_lts, expected, "seed {seed}, {account}");
    }
}

fn account_of(cursor: &str) -> Address {
    let mut parts = cursor.split(':');
    format!("{}:{}", parts.next().unwrap(), parts.next().unwrap()).parse().unwrap()
}

#[test]
fn each_transaction_comes_once_and_in_order_over_a_server_that_lies() {
    let runs = if std::env::var("TESTS_FULL").is_ok_and(|full| full == "1") { 400 } else { 6 };
    (1..=runs).for_each(run_laboratory);
}

#[test]
fn a_hundred_accounts_that_change_at_once_are_two_requests_for_transactions() {
    let accounts: Vec<Address> = (0_u8..100)
        .map(|index| {
            let mut hash = [0; 32];
            hash[31] = index;
            Address { workchain: -1, hash }
        })
        .collect();
    let mut chain = Chain::default();
    for _ in 0..2 {
        accounts.iter().for_each(|account| chain.add(*account));
    }
    let requests = Rc::new(RefCell::new(Vec::new()));
    let (sent, shapes) = (Rc::clone(&requests), Shapes::read());
    let (world, client) = client_of(move |call, now| {
        sent.borrow_mut().push(call.path.clone());
        let count = if now < 6000.0 { 100 } else { 200 };
        (200, shapes.respond(call, &chain.select(call, count), |_| true))
    });
    let texts: Vec<String> = accounts.iter().map(Address::to_string).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut watch = client.watch(&texts, WatchOptions::default()).unwrap();
    let mut changed_accounts = Vec::new();
    world.run_one(async {
        for _ in 0..100 {
            changed_accounts.push(watch.next().await.unwrap().account);
        }
    });
    changed_accounts.sort_by_key(|account| account.hash);
    assert_eq!(changed_accounts, accounts);
    assert_eq!(
        *requests.borrow(),
        ["v3/accountStates", "v3/accountStates", "v3/transactions", "v3/transactions"]
    );
    assert_eq!(watch.state(), Some(WatchState::Live));
}

#[test]
fn a_dropped_wait_does_not_begin_again() {
    let mut chain = Chain::default();
    chain.add(account_at(0));
    chain.add(account_at(0));
    let shapes = Shapes::read();
    let (world, client) = client_of(move |call, now| {
        let count = if now < 6000.0 { 1 } else { 2 };
        (200, shapes.respond(call, &chain.select(call, count), |_| true))
    });
    let text = account_at(0).to_string();
    let mut watch = client.watch(&[&text], WatchOptions::default()).unwrap();
    let event = world.run_one(async {
        loop {
            // A program that drops the future of the watch every second.
            let clock = world.clone();
            let mut timer =
                pin!(ton_edge::client::Transport::sleep(&clock, core::time::Duration::from_secs(1)));
            let mut next = pin!(watch.next());
            let event = poll_fn(|context| match next.as_mut().poll(context) {
                Poll::Ready(event) => Poll::Ready(Some(event)),
                Poll::Pending => timer.as_mut().poll(context).map(|()| None),
            })
            .await;
            assert!(world.now() < 12_000.0, "the wait begins again and again");
            if let Some(event) = event {
                return event.unwrap();
            }
        }
    });
    assert!(matches!(event.change, WatchChange::Transaction { .. }));
    // The first poll was at 5 seconds, the second one at 8.
    assert!(world.now() < 8500.0, "{}", world.now());
}

#[test]
fn a_state_that_is_older_than_the_last_transactions_is_reported_later() {
    let mut chain = Chain::default();
    (0..4).for_each(|_| chain.add(account_at(0)));
    let shapes = Shapes::read();
    let shown_chain = chain.clone();
    // The states are behind, and the page of all changed accounts leaves out rows, so the page of the account shows more than its state.
    let (world, client) = client_of(move |call, now| {
        let count = if call.path == "v3/accountStates" && now < 6000.0 { 3 } else { 4 };
        let mut rows = shown_chain.select(call, count);
        if call.get("sort") == "desc" {
            rows.truncate(1);
        }
        (200, shapes.respond(call, &rows, |_| true))
    });
    let account = account_at(0).to_string();
    let options = WatchOptions {
        types: vec![WatchType::Transactions, WatchType::AccountStateChange],
        since: vec![chain.0[0].cursor()],
        ..Default::default()
    };
    let mut watch = client.watch(&[&account], options).unwrap();
    let kinds = world.run_one(async {
        let mut kinds = Vec::new();
        for _ in 0..4 {
            let event = watch.next().await.unwrap();
            kinds.push((matches!(event.change, WatchChange::AccountState { .. }), event.cursor));
        }
        kinds
    });
    let cursor = |index: usize| chain.0[index].cursor();
    assert_eq!(kinds, [(false, cursor(1)), (false, cursor(2)), (false, cursor(3)), (true, cursor(3))]);
    assert_eq!(watch.state(), Some(WatchState::Live));
}

#[test]
fn queries_that_cannot_be_answered_are_refused() {
    let (world, client) = client_with_statuses(|_| (401, json!({ "error": "no" })));
    let (own, other) = (account_at(0).to_string(), account_at(1).to_string());
    let refuse = |accounts: &[&str], options: WatchOptions| client.watch(accounts, options).unwrap_err();
    let since = |cursor: String| WatchOptions { since: vec![cursor], ..Default::default() };
    assert_eq!(refuse(&[], WatchOptions::default()).code, Code::InvalidParameter);
    assert_eq!(refuse(&[own.as_str(); 101], WatchOptions::default()).code, Code::InvalidParameter);
    assert_eq!(refuse(&["nobody"], WatchOptions::default()).parameter.as_deref(), Some("accounts"));
    assert_eq!(refuse(&[&own], since("1".into())).code, Code::CursorInvalid);
    let error = refuse(&[&own], since(format!("{other}:0:")));
    assert_eq!((error.code, error.message.contains("not in `accounts`")), (Code::CursorInvalid, true));
    let options = WatchOptions { types: Vec::new(), ..Default::default() };
    assert_eq!(refuse(&[&own], options).parameter.as_deref(), Some("types"));
    let options = WatchOptions { poll_interval: core::time::Duration::ZERO, ..Default::default() };
    assert_eq!(refuse(&[&own], options).parameter.as_deref(), Some("poll_interval"));
    assert!(world.arrivals().is_empty());
    // A permanent error is returned, and the next poll still waits.
    let mut watch = client.watch(&[&own], WatchOptions::default()).unwrap();
    assert_eq!(world.run_one(watch.next()).unwrap_err().status, Some(401));
    assert_eq!(world.run_one(watch.next()).unwrap_err().status, Some(401));
    let arrivals = world.arrivals();
    assert!(arrivals[1] - arrivals[0] >= 3000.0, "{arrivals:?}");
}

#[test]
fn rows_of_other_accounts_are_not_accepted() {
    let shapes = Shapes::read();
    let mut chain = Chain::default();
    chain.add(account_at(1));
    let other_row = chain.0.clone();
    let (world, client) = client_of(move |call, _| (200, shapes.respond(call, &other_row, |_| true)));
    let account = account_at(0).to_string();
    let mut watch = client.watch(&[&account], WatchOptions::default()).unwrap();
    let result = world.run_one(async {
        for _ in 0..5 {
            assert!(poll_once(watch.next()).await.is_none());
            ton_edge::client::Transport::sleep(&world, core::time::Duration::from_secs(1)).await;
        }
        watch.cursors()
    });
    assert!(result.is_empty());
}

#[cfg(feature = "stream")]
#[test]
fn a_stream_goes_on_where_the_last_one_stopped() {
    use futures_core::Stream;

    let mut chain = Chain::default();
    (0..5).for_each(|_| chain.add(account_at(0)));
    let (shapes, shown) = (Shapes::read(), chain.clone());
    let (world, client) =
        client_of(move |call, _| (200, shapes.respond(call, &shown.select(call, 5), |_| true)));
    let account = account_at(0).to_string();
    let options = WatchOptions { since: vec![format!("{account}:0:")], ..Default::default() };
    let mut watch = client.watch(&[&account], options).unwrap();
    let mut lts = Vec::new();
    world.run_one(async {
        for count in [2, 3] {
            let mut events = pin!(watch.stream());
            for _ in 0..count {
                let event = poll_fn(|context| events.as_mut().poll_next(context)).await;
                lts.push(event.unwrap().unwrap().cursor);
            }
        }
    });
    assert_eq!(lts, chain.0.iter().map(Row::cursor).collect::<Vec<_>>());
    assert_eq!(watch.cursors(), [chain.0[3].cursor()]);
}
