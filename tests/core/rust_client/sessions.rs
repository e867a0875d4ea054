//! What a client has seen does not vanish: reads that show less are repeated.

use serde_json::{Value, json};
use ton_edge::client::{Client, Error, Settings};
use ton_edge::endpoint::Generation;
use ton_edge::error::Code;

use super::server::{Reply, Server};
use super::wire::{Wire, wait, wire};
use super::{client, settings};

const ACCOUNT: &str = "0:A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1";

fn read(client: &Client<Wire>, generation: Generation, path: &str, params: Value) -> Result<Value, Error> {
    wait(client.call(generation, path, &params))
}

fn states(client: &Client<Wire>) -> Result<Value, Error> {
    read(client, Generation::V3, "accountStates", json!({ "address": [ACCOUNT] }))
}

fn state_v2(lt: u64, seqno: u32) -> Reply {
    let result = json!({ "last_transaction_id": { "lt": lt.to_string() }, "block_id": { "seqno": seqno } });
    Reply::json(200, &json!({ "ok": true, "result": result }).to_string())
}

fn rows(lt: u64) -> String {
    json!({ "accounts": [{ "address": ACCOUNT, "last_transaction_lt": lt.to_string() }] }).to_string()
}

fn state_v3(lt: u64) -> Reply {
    Reply::json(200, &rows(lt))
}

fn head(seqno: u32) -> Reply {
    Reply::json(200, &json!({ "last": { "workchain": -1, "seqno": seqno } }).to_string())
}

fn empty_list(list: &str) -> Reply {
    Reply::json(200, &json!({ list: [] }).to_string())
}

/// The operations of the requests that arrived.
fn paths(server: &Server) -> Vec<String> {
    let path = |line: &String| {
        let target = line.split(' ').nth(1).unwrap().split('?').next().unwrap();
        target.split('/').skip(3).collect::<Vec<_>>().join("/")
    };
    server.request_lines().iter().map(path).collect()
}

#[test]
fn a_read_is_repeated_until_it_shows_no_older_transaction() {
    let server = Server::start([state_v2(1000, 100), state_v3(999), state_v3(999), state_v3(1000)]);
    let client = client(&server);
    let friendly_address =
        ton_edge::address::pack(ACCOUNT, ton_edge::address::PackOptions::default()).unwrap();
    let params = json!({ "address": friendly_address.to_string() });
    read(&client, Generation::V2, "getAddressInformation", params).unwrap();
    assert_eq!(states(&client).unwrap()["accounts"][0]["last_transaction_lt"], "1000");
    assert_eq!(server.request_lines().len(), 4);
}

#[test]
fn a_server_that_stays_behind_is_an_error_and_can_be_ignored() {
    let replies = || (0..9).map(|count| state_v3(if count == 0 { 1000 } else { 999 }));
    let server = Server::start(replies());
    let timeout = core::time::Duration::from_millis(250);
    let client = Client::new(Settings { timeout, ..settings(&server) }, wire()).unwrap();
    states(&client).unwrap();
    let error = states(&client).unwrap_err();
    assert_eq!(error.code, Code::Behind);
    assert!(
        error.message.contains("at logical time 999, but this client has seen a transaction of it at 1000")
    );
    let server = Server::start(replies());
    let inconsistent_client =
        Client::new(Settings { session_consistency: false, ..settings(&server) }, wire()).unwrap();
    states(&inconsistent_client).unwrap();
    states(&inconsistent_client).unwrap();
    assert_eq!(server.request_lines().len(), 2);
}

#[test]
fn the_newest_block_does_not_go_backwards() {
    let server = Server::start([head(100), head(99), head(101)]);
    let client = client(&server);
    for seqno in [100, 101] {
        let info = read(&client, Generation::V3, "masterchainInfo", json!({})).unwrap();
        assert_eq!(info["last"]["seqno"], seqno);
    }
}

#[test]
fn a_history_is_remembered_for_every_account_in_it() {
    let transactions =
        json!({ "transactions": [{ "account": ACCOUNT, "lt": "1000", "finality": "finalized" }] });
    let server = Server::start([Reply::json(200, &transactions.to_string()), state_v3(999), state_v3(1001)]);
    let client = client(&server);
    read(&client, Generation::V3, "transactions", json!({ "hash": ["A".repeat(43) + "="] })).unwrap();
    states(&client).unwrap();
    assert_eq!(paths(&server), ["transactions", "accountStates", "accountStates"]);
}

#[test]
fn a_history_of_v2_is_compared_by_its_first_row_in_both_forms() {
    let list = |lt: u64| json!([{ "transaction_id": { "lt": lt.to_string() } }]);
    let bare_reply = |lt: u64| Reply::json(200, &json!({ "ok": true, "result": list(lt) }).to_string());
    let object_reply = |lt: u64| {
        let result = json!({ "transactions": list(lt), "previous_transaction_id": {} });
        Reply::json(200, &json!({ "ok": true, "result": result }).to_string())
    };
    let replies = [
        state_v2(1000, 100),
        bare_reply(900),
        bare_reply(1000),
        object_reply(900),
        object_reply(1000),
        object_reply(1000),
    ];
    let server = Server::start(replies);
    let client = client(&server);
    let params = json!({ "address": ACCOUNT });
    read(&client, Generation::V2, "getAddressInformation", params.clone()).unwrap();
    read(&client, Generation::V2, "getTransactions", params.clone()).unwrap();
    for _ in 0..2 {
        let history = read(&client, Generation::V2, "getTransactionsStd", params.clone()).unwrap();
        assert_eq!(history["transactions"][0]["transaction_id"]["lt"], "1000");
    }
    assert_eq!(server.request_lines().len(), 6);
}

#[test]
fn reads_that_show_no_logical_time_wait_until_the_server_has_the_transaction() {
    let server = Server::start([
        head(499),
        head(500),
        empty_list("jetton_wallets"),
        empty_list("jetton_wallets"),
        state_v3(1000),
    ]);
    let client = client(&server);
    client.note_transaction(ACCOUNT, 1000, Some(500));
    for _ in 0..2 {
        read(&client, Generation::V3, "jetton/wallets", json!({ "owner_address": [ACCOUNT] })).unwrap();
    }
    states(&client).unwrap();
    let expected =
        ["masterchainInfo", "masterchainInfo", "jetton/wallets", "jetton/wallets", "accountStates"];
    assert_eq!(paths(&server), expected);
}

#[test]
fn the_block_of_a_transaction_is_requested_when_a_read_needs_it() {
    let server = Server::start([state_v2(1000, 500), head(500), empty_list("traces")]);
    let client = client(&server);
    client.note_transaction(ACCOUNT, 1000, None);
    read(&client, Generation::V3, "traces", json!({ "account": [ACCOUNT] })).unwrap();
    assert_eq!(paths(&server), ["getAddressInformation", "masterchainInfo", "traces"]);
}

#[test]
fn reads_of_v3_wait_for_what_v2_has_shown() {
    let server =
        Server::start([state_v2(1000, 100), state_v3(999), state_v3(1000), empty_list("jetton_wallets")]);
    let client = client(&server);
    read(&client, Generation::V2, "getAddressInformation", json!({ "address": ACCOUNT })).unwrap();
    read(&client, Generation::V3, "jetton/wallets", json!({ "owner_address": [ACCOUNT] })).unwrap();
    let expected = ["getAddressInformation", "accountStates", "accountStates", "jetton/wallets"];
    assert_eq!(paths(&server), expected);
}

#[test]
fn states_of_wallets_show_how_far_the_server_is() {
    let wallets = |lt| Reply::json(200, &rows(lt).replace("accounts", "wallets"));
    let server = Server::start([state_v2(1000, 100), wallets(999), wallets(1000)]);
    let client = client(&server);
    read(&client, Generation::V2, "getAddressInformation", json!({ "address": ACCOUNT })).unwrap();
    read(&client, Generation::V3, "walletStates", json!({ "address": [ACCOUNT] })).unwrap();
    assert_eq!(paths(&server), ["getAddressInformation", "walletStates", "walletStates"]);
}

#[test]
fn a_missing_account_counts_as_deleted_at_a_block_that_had_it() {
    let server = Server::start([
        state_v2(1000, 100),
        empty_list("accounts"),
        head(99),
        head(100),
        empty_list("accounts"),
    ]);
    let client = client(&server);
    read(&client, Generation::V2, "getAddressInformation", json!({ "address": ACCOUNT })).unwrap();
    assert_eq!(states(&client).unwrap()["accounts"], json!([]));
    assert_eq!(server.request_lines().len(), 5);
}

#[test]
fn a_gateway_gets_the_required_block_after_a_transaction_or_when_a_read_is_repeated() {
    let reply =
        |lt, seqno: u32| Reply::with_headers(200, &format!("x-ton-edge-seqno: {seqno}\r\n"), &rows(lt));
    let server = Server::start([reply(1000, 50), reply(999, 40), reply(1000, 50), reply(1000, 60)]);
    let client = client(&server);
    states(&client).unwrap();
    states(&client).unwrap();
    client.note_transaction(ACCOUNT, 1000, Some(60));
    states(&client).unwrap();
    let required_block = |request: &String| {
        let line = request.lines().find_map(|line| line.strip_prefix("x-ton-edge-min-seqno: "));
        line.map(String::from)
    };
    let headers: Vec<_> = server.requests().iter().map(required_block).collect();
    assert_eq!(headers, [None, None, Some(String::from("50")), Some(String::from("60"))]);
}
