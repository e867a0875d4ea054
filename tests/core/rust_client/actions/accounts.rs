//! Summaries of accounts, and jettons of an owner.

use serde_json::{Value, json};
use ton_edge::cell::Int;
use ton_edge::client::{Error, JettonsOptions};
use ton_edge::error::Code;
use ton_edge::types::v3::{AccountStatus, WalletKind};

use super::{HASH, client_of};

const ACCOUNT: &str = "0:A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1";
const OTHER: &str = "0:B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2B2";

fn wallet() -> Value {
    json!({
        "address": ACCOUNT, "is_wallet": true, "wallet_type": "wallet v5 r1", "seqno": 7, "wallet_id": 2_147_483_409_u32,
        "balance": "1500000000", "extra_currencies": { "100": "340282366920938463463374607431768211456" },
        "status": "active", "last_transaction_hash": HASH, "last_transaction_lt": "47000000000001",
    })
}

fn record(domain: &str, wallet: &str) -> Value {
    json!({ "nft_item_address": OTHER, "nft_item_owner": ACCOUNT, "domain": domain, "dns_next_resolver": null,
        "dns_wallet": wallet, "dns_site_adnl": null, "dns_storage_bag_id": null })
}

/// The summary that these responses become.
fn summary(wallets: Value, records: Value) -> Result<ton_edge::client::AccountSummary, Error> {
    let book =
        json!({ ACCOUNT: { "user_friendly": null, "domain": "own.ton", "interfaces": ["wallet_v5r1"] } });
    let (world, client) = client_of(move |call| match call.path.as_str() {
        "v3/walletStates" => json!({ "wallets": wallets, "address_book": book }),
        "v3/dns/records" => json!({ "records": records, "address_book": {} }),
        path => panic!("{path}"),
    });
    let result = world.run_one(client.account(ACCOUNT));
    assert_eq!(world.arrivals().len(), 2);
    result
}

#[test]
fn an_account_has_the_fields_of_its_wallet_and_its_domains() {
    let records = json!([record("a.ton", ACCOUNT), record("own.ton", ACCOUNT)]);
    let account = summary(json!([wallet()]), records).unwrap();
    assert_eq!(
        (account.balance, account.seqno, account.wallet_id),
        (1_500_000_000, Some(7), Some(2_147_483_409))
    );
    assert_eq!((account.state, account.wallet_type), (AccountStatus::Active, Some(WalletKind::WalletV5R1)));
    // An amount of another currency can have 248 bits.
    let amount: Int = "340282366920938463463374607431768211456".parse().unwrap();
    assert_eq!(account.extra_currencies.into_iter().collect::<Vec<_>>(), [(100, amount)]);
    assert_eq!(
        (account.domains, account.interfaces),
        (vec!["own.ton".into(), "a.ton".into()], vec!["wallet_v5r1".into()])
    );
    let last_transaction = account.last_transaction.unwrap();
    assert_eq!((last_transaction.lt, last_transaction.hash.to_b64().as_str()), (47_000_000_000_001, HASH));
}

#[test]
fn both_requests_of_an_account_are_sent_at_the_same_time() {
    let (world, client) = client_of(|call| match call.path.as_str() {
        "v3/walletStates" => json!({ "wallets": [] }),
        _ => json!({ "records": [] }),
    });
    let account = world.run_one(client.account(ACCOUNT)).unwrap();
    assert_eq!(
        (account.balance, account.state, account.last_transaction),
        (0, AccountStatus::Nonexist, None)
    );
    let arrivals = world.arrivals();
    assert_eq!(arrivals[0], arrivals[1]);
}

#[test]
fn a_field_that_is_missing_or_malformed_is_not_a_zero() {
    let change = |field: &str, value: Value| {
        let mut row = wallet();
        row[field] = value;
        summary(json!([row]), json!([]))
    };
    for (field, value, text) in [
        ("balance", Value::Null, "`balance` is missing"),
        ("balance", json!("-1"), "`balance` is not an amount"),
        ("balance", json!("1.5"), "`balance` is not an amount"),
        ("seqno", Value::Null, "`seqno` is missing"),
        ("seqno", json!(4_294_967_296_u64), "`seqno` is not a number of 32 bits"),
        ("status", Value::Null, "`status` is missing"),
        ("last_transaction_lt", Value::Null, "`last_transaction_lt` is missing"),
        ("last_transaction_hash", json!("AAAA"), "`last_transaction_hash` is not a hash"),
        ("address", json!(OTHER), &*format!("`address` is {OTHER}, but the request is about {ACCOUNT}")),
    ] {
        let error = change(field, value).unwrap_err();
        assert_eq!(error.code, Code::InvalidResponse, "{field}");
        assert!(error.message.ends_with(text), "{field}: {error}");
    }
    let error = summary(json!([wallet()]), json!([record("a.ton", OTHER)])).unwrap_err();
    assert!(error.message.contains("`dns_wallet` is"), "{error}");
    // A contract that is not a wallet has no seqno; nor has a highload wallet, whose type the service does not report.
    let mut row = wallet();
    row.as_object_mut().unwrap().retain(|name, _| name != "seqno" && name != "wallet_type");
    assert_eq!(summary(json!([row]), json!([])).unwrap().seqno, None);
}

#[test]
fn the_address_of_an_account_is_checked_before_anything_is_sent() {
    let (world, client) = client_of(|_| json!({}));
    let error = world.run_one(client.account("nobody")).unwrap_err();
    assert_eq!((error.parameter.as_deref(), world.arrivals().len()), (Some("address"), 0));
    let error = world.run_one(client.jettons("nobody", JettonsOptions::default())).unwrap_err();
    assert_eq!((error.parameter.as_deref(), world.arrivals().len()), (Some("owner"), 0));
}

/// The jetton wallet of the owner with this number.
fn jetton(number: u32) -> Value {
    json!({
        "address": format!("0:{number:0>64X}"), "balance": "5000000", "owner": ACCOUNT, "jetton": OTHER,
        "last_transaction_lt": "1", "code_hash": HASH, "data_hash": HASH,
    })
}

fn metadata(decimals: Value) -> Value {
    json!({ OTHER: { "is_indexed": true, "token_info": [
        { "type": "nft_items", "name": "other" },
        { "type": "jetton_masters", "name": "Dollar", "symbol": "USD", "image": "https://image.example", "is_scam": true,
          "extra": { "decimals": decimals } },
    ] } })
}

#[test]
fn a_jetton_has_the_metadata_of_its_master() {
    for (decimals, expected) in [
        (json!("6"), Some(6)),
        (json!(9), Some(9)),
        (json!("six"), None),
        (json!("256"), None),
        (json!("006"), Some(6)),
        (json!("1000"), None),
        (json!(1.5), None),
        (json!(""), None),
    ] {
        let decimals_text = decimals.to_string();
        let (world, client) = client_of(move |call| {
            assert_eq!(call.get("exclude_zero_balance"), "true");
            let rows = if call.get("offset").is_empty() || call.get("offset") == "0" {
                json!([jetton(1)])
            } else {
                json!([])
            };
            json!({ "jetton_wallets": rows, "address_book": {}, "metadata": metadata(decimals.clone()) })
        });
        let [jetton] =
            world.run_one(client.jettons(ACCOUNT, JettonsOptions::default())).unwrap().try_into().unwrap();
        assert_eq!((jetton.balance, jetton.decimals), (Int::from(5_000_000), expected), "{decimals_text}");
        assert_eq!((jetton.name.as_deref(), jetton.symbol.as_deref()), (Some("Dollar"), Some("USD")));
        assert_eq!((jetton.image.as_deref(), jetton.is_scam), (Some("https://image.example"), true));
        assert_eq!(
            (jetton.master.to_string(), jetton.address.to_string()),
            (OTHER.into(), format!("0:{:0>64X}", 1))
        );
    }
}

#[test]
fn a_jetton_of_another_owner_or_without_an_amount_is_refused() {
    for (field, value) in
        [("owner", json!(OTHER)), ("balance", json!("")), ("balance", json!("-5")), ("jetton", json!("x"))]
    {
        let (world, client) = client_of(move |_| {
            let mut row = jetton(1);
            row[field] = value.clone();
            json!({ "jetton_wallets": [row] })
        });
        let error = world.run_one(client.jettons(ACCOUNT, JettonsOptions::default())).unwrap_err();
        assert_eq!(error.code, Code::InvalidResponse, "{error}");
    }
}

#[test]
fn an_owner_of_too_many_jettons_is_an_error_unless_the_caller_sets_a_limit() {
    let (world, client) = client_of(|call| {
        let number = |name: &str, default: u32| call.get(name).parse().unwrap_or(default);
        let (offset, limit) = (number("offset", 0), number("limit", 100));
        let rows: Vec<Value> = (offset..(offset + limit).min(1500)).map(|at| jetton(at + 1)).collect();
        json!({ "jetton_wallets": rows })
    });
    let error = world.run_one(client.jettons(ACCOUNT, JettonsOptions::default())).unwrap_err();
    assert_eq!((error.code, error.parameter.as_deref()), (Code::InvalidOption, Some("max_items")));
    let count = |max_items| {
        let options = JettonsOptions { max_items: Some(max_items), include_zero: false };
        world.run_one(client.jettons(ACCOUNT, options)).unwrap().len()
    };
    assert_eq!((count(3), count(2000)), (3, 1500));
}
