//! The TTL of responses, by request and by content.

use super::*;

/// Seconds for which the response to a request is fresh; `None`: it is not cached.
fn fresh(url: &str, result: &Json) -> Option<f64> {
    let forward = get(url);
    let body = match forward.generation {
        Generation::V2 => json!({ "ok": true, "result": result, "@extra": "1:2:3" }),
        Generation::V3 => result.clone(),
    };
    let entry = cached_entry(&config(), &forward.cache_use.unwrap().key, 200, None, &body.to_string())?;
    assert_eq!(entry.times.control, format!("max-age={}", entry.times.fresh / 1000.0));
    Some(entry.times.fresh / 1000.0)
}

#[test]
fn an_empty_response_is_never_final() {
    for row in cached_rows().filter(|row| row.verb == Verb::Get) {
        let url = format!("/api/{}{}?{}", row.generation.as_str(), row.path, query(&samples::full(row)));
        let rows = [
            "blocks",
            "transactions",
            "messages",
            "traces",
            "shards",
            "elections",
            "actions",
            "result",
            "signatures",
            "opcodes",
        ];
        let mut nothings = vec![json!({}), json!([]), json!(""), json!(null)];
        // A named block is complete by itself; an empty list of an indexer means that the indexer has not reached the block yet.
        if !matches!(row.cache.fixed, Fixed::Seqno | Fixed::BlockSeqno | Fixed::FromSeqno) {
            nothings.extend(
                rows.iter().map(|name| json!({ *name: [], "address_book": {}, "incomplete": false })),
            );
        }
        for nothing in nothings {
            if let Some(seconds) = fresh(&url, &nothing) {
                let short = if matches!(row.cache.class, CacheClass::Immutable | CacheClass::Pure) {
                    1
                } else {
                    row.cache.ttl
                };
                assert_eq!(seconds, f64::from(short), "{url} {nothing}");
            }
        }
    }
}

#[test]
fn a_request_that_names_a_block_has_a_final_response() {
    let something = json!({ "balance": "1" });
    let address = samples::ADDRESS;
    for name in [
        "getAddressInformation",
        "getExtendedAddressInformation",
        "getWalletInformation",
        "getAddressBalance",
        "getAddressState",
    ] {
        let at = |more: &str| fresh(&format!("/api/v2/{name}?address={address}{more}"), &something);
        assert_eq!(at(""), Some(1.0));
        assert_eq!(at("&seqno=7"), Some(86400.0));
        assert_eq!(at("&seqno=1"), Some(86400.0));
    }
    let proof = |from: &str| {
        fresh(
            &format!("/api/v2/getShardBlockProof?workchain=0&shard=-9223372036854775808&seqno=7{from}"),
            &something,
        )
    };
    for (from, seconds) in [("", 1.0), ("&from_seqno=0", 1.0), ("&from_seqno=1", 86400.0)] {
        assert_eq!(proof(from), Some(seconds), "{from}");
    }
    // This operation accepts any number, and servers may read 0 as the newest block.
    assert_eq!(
        fresh(&format!("/api/v2/getExtendedAddressInformation?address={address}&seqno=0"), &something),
        Some(1.0)
    );
    assert_eq!(
        fresh("/api/v2/lookupBlock?workchain=0&shard=-9223372036854775808&seqno=7", &something),
        Some(86400.0)
    );
    assert_eq!(
        fresh("/api/v2/lookupBlock?workchain=0&shard=-9223372036854775808&unixtime=7", &something),
        Some(1.0)
    );
    assert_eq!(fresh("/api/v2/getShards?seqno=7", &json!({ "shards": [1] })), Some(86400.0));
    assert_eq!(fresh("/api/v2/getConfigParam?config_id=1", &something), Some(5.0));
    assert_eq!(fresh("/api/v2/getConfigParam?config_id=1&seqno=7", &something), Some(86400.0));
    // A get-method may use random numbers, and its result does not show that.
    let run = post(
        "/api/v2/runGetMethod",
        &format!(r#"{{"address":"{address}","method":"seqno","stack":[],"seqno":7}}"#),
    );
    let entry = cached_entry(
        &config(),
        &run.cache_use.unwrap().key,
        200,
        None,
        r#"{"ok":true,"result":{"exit_code":0,"stack":[["num","0x1"]]}}"#,
    );
    assert_eq!(entry.unwrap().times.fresh, 1000.0);
}

#[test]
fn finality_does_not_depend_on_how_many_lists_are_full() {
    let address = samples::ADDRESS;
    let block = "workchain=0&shard=-9223372036854775808&seqno=7";
    let message = format!("source={address}&destination={address}&created_lt=7");
    let id = json!({ "workchain": 0, "seqno": 7 });
    let account = json!({ "balance": "0", "code": "", "extra_currencies": [] });
    let located =
        json!({ "utime": 7, "transaction_id": { "lt": "7", "hash": "x" }, "in_msg": {}, "out_msgs": [] });
    let final_ones = [
        (format!("/api/v2/getAddressInformation?address={address}&seqno=7"), account.clone()),
        (format!("/api/v2/getExtendedAddressInformation?address={address}&seqno=7"), account.clone()),
        (format!("/api/v2/getWalletInformation?address={address}&seqno=7"), account),
        (format!("/api/v2/getAddressBalance?address={address}&seqno=7"), json!("0")),
        (format!("/api/v2/getAddressState?address={address}&seqno=7"), json!("uninitialized")),
        (format!("/api/v2/tryLocateTx?{message}"), located.clone()),
        (format!("/api/v2/tryLocateResultTx?{message}"), located.clone()),
        (format!("/api/v2/tryLocateSourceTx?{message}"), located),
        (
            format!("/api/v2/getBlockTransactions?{block}"),
            json!({ "id": id, "req_count": 40, "transactions": [] }),
        ),
        (
            format!("/api/v2/getBlockTransactionsExt?{block}"),
            json!({ "id": id, "req_count": 40, "transactions": [] }),
        ),
        (format!("/api/v2/getShardBlockProof?{block}&from_seqno=9"), json!({ "from": id, "links": [] })),
        (String::from("/api/v2/getConfigParam?config_id=1&seqno=7"), json!({ "config": {}, "lists": [] })),
    ];
    for (url, said) in &final_ones {
        assert_eq!(fresh(url, said), Some(86400.0), "{url}");
        // Without the field that makes the response final, or with an empty one, it is not final.
        for nothing in [json!(null), json!(""), json!({}), json!([])] {
            assert!(fresh(url, &nothing).is_none_or(|seconds| seconds <= 5.0), "{url} {nothing}");
        }
        for unfixed in [url.replace("&seqno=7", ""), url.replace("&from_seqno=9", "")] {
            if unfixed != *url && unfixed.contains('=') && !unfixed.contains("workchain") {
                assert!(fresh(&unfixed, said).is_some_and(|seconds| seconds <= 5.0), "{unfixed}");
            }
        }
    }
    // A list that only names a block may still grow; so may the indexer's list of a block's content.
    let signatures = json!({ "id": id, "signatures": [] });
    assert_eq!(fresh("/api/v2/getMasterchainBlockSignatures?seqno=7", &signatures), Some(1.0));
    assert_eq!(fresh("/api/v2/getShards?seqno=7", &json!({ "shards": [] })), Some(1.0));
    let none = json!({ "transactions": [], "address_book": { "0:1": {} } });
    assert_eq!(fresh("/api/v3/transactionsByMasterchainBlock?seqno=7", &none), Some(1.0));
    let list = |transactions: Json| {
        fresh(&format!("/api/v2/getBlockTransactions?{block}"), &json!({ "transactions": transactions }))
    };
    assert_eq!(
        (list(json!([])), list(json!([1]))),
        (Some(1.0), Some(86400.0)),
        "the response does not name the block"
    );
}

#[test]
fn a_list_of_transactions_is_final_when_it_is_full() {
    let url =
        format!("/api/v2/getTransactions?address={}&limit=2&lt=7&hash={}", samples::ADDRESS, "ab".repeat(32));
    assert_eq!(fresh(&url, &json!([1, 2])), Some(86400.0));
    // A node that has dropped older transactions returns fewer transactions than requested.
    assert_eq!(fresh(&url, &json!([1])), Some(1.0));
    assert_eq!(fresh(&url.replace("&limit=2", ""), &json!(vec![1; 9])), Some(1.0));
    assert_eq!(fresh(&url.replace("&limit=2", ""), &json!(vec![1; 10])), Some(86400.0));
    assert_eq!(fresh(&url.replace("lt=7", "lt=0"), &json!([1, 2])), Some(1.0));
    let std = url.replace("Transactions?", "TransactionsStd?");
    assert_eq!(fresh(&std, &json!({ "transactions": [1, 2] })), Some(86400.0));
    assert_eq!(fresh(&std, &json!({ "transactions": [1] })), Some(1.0));
}

#[test]
fn libraries_are_final_when_all_are_found() {
    let (one, two) = ("ab".repeat(32), "cd".repeat(32));
    let url = format!("/api/v2/getLibraries?libraries={one}&libraries={two}");
    let found = |hashes: &[&str]| {
        let rows: Vec<_> = hashes
            .iter()
            .map(|hash| json!({ "hash": hash::parse(hash).unwrap().to_b64().to_string(), "data": "x" }))
            .collect();
        fresh(&url, &json!({ "result": rows }))
    };
    assert_eq!(found(&[&one, &two]), Some(86400.0));
    assert_eq!(found(&[&one, &one]), Some(5.0));
}

#[test]
fn indexed_rows_are_final_when_finalized() {
    let hash = "ab".repeat(32);
    let other = "cd".repeat(32);
    let message = json!({ "hash": hash });
    let last = json!({ "hash": hash, "finality": "finalized", "mc_block_seqno": 7, "in_msg": message });
    let near = json!({ "hash": hash, "finality": "confirmed", "mc_block_seqno": 7 });
    let old = json!({ "hash": hash, "mc_block_seqno": 7, "emulated": false, "finality": null });
    let made_up = json!({ "hash": hash, "mc_block_seqno": 7, "emulated": true });
    let another = json!({ "hash": other, "finality": "finalized" });
    let rows = |name: &str, rows: &[&Json]| json!({ name: rows, "address_book": {} });
    let by_hash = format!("/api/v3/transactions?hash={hash}");
    assert_eq!(fresh(&by_hash, &rows("transactions", &[&last])), Some(3600.0));
    assert_eq!(fresh(&by_hash, &rows("transactions", &[&old])), Some(3600.0));
    for rest in [
        rows("transactions", &[&near]),
        rows("transactions", &[&made_up]),
        rows("transactions", &[&last, &last]),
        rows("transactions", &[&another]),
        rows("transactions", &[&json!({})]),
    ] {
        assert_eq!(fresh(&by_hash, &rest), Some(2.0), "{rest}");
    }
    assert_eq!(fresh("/api/v3/transactions?mc_seqno=7", &rows("transactions", &[&last])), Some(2.0));

    let adjacent = |direction: &str| {
        fresh(
            &format!("/api/v3/adjacentTransactions?hash={hash}{direction}"),
            &rows("transactions", &[&last]),
        )
    };
    assert_eq!(
        [adjacent("&direction=in"), adjacent("&direction=out"), adjacent("")],
        [Some(3600.0), Some(10.0), Some(10.0)]
    );

    let side = |direction: &str| {
        fresh(
            &format!("/api/v3/transactionsByMessage?msg_hash={hash}{direction}"),
            &rows("transactions", &[&last]),
        )
    };
    assert_eq!([side("&direction=in"), side("")], [Some(600.0), Some(2.0)]);

    let block = |query: &str, count: usize| {
        fresh(&format!("/api/v3/blocks?{query}"), &rows("blocks", &vec![&old; count]))
    };
    assert_eq!(block(&format!("root_hash={hash}"), 1), Some(86400.0));
    assert_eq!(block("workchain=0&shard=8000000000000000&seqno=7", 1), Some(86400.0));
    assert_eq!(block("workchain=0&shard=8000000000000000&seqno=7", 2), Some(2.0));
    assert_eq!(block("workchain=0&seqno=7", 1), Some(2.0));

    let message = |source: Json, taken: Json| {
        let row = json!({
            "hash": hash, "source": source, "destination": "0:1", "in_msg_tx_hash": taken, "out_msg_tx_hash": source
        });
        fresh(&format!("/api/v3/messages?msg_hash={hash}"), &rows("messages", &[&row]))
    };
    assert_eq!(message(json!("0:2"), json!("x")), Some(600.0));
    assert_eq!(message(json!(null), json!("x")), Some(600.0));
    assert_eq!(message(json!("0:2"), json!(null)), Some(2.0));

    let trace = |state: &str, class: &str, incomplete: bool| {
        let row = json!({
            "trace_id": other, "is_incomplete": incomplete,
            "trace_info": { "trace_state": state, "classification_state": class },
            "transactions": { "x": { "hash": hash, "in_msg": null, "out_msgs": [] } }
        });
        fresh(&format!("/api/v3/traces?tx_hash={hash}"), &rows("traces", &[&row]))
    };
    assert_eq!(trace("complete", "ok", false), Some(3600.0));
    for doubt in [
        trace("pending", "ok", false),
        trace("complete", "unclassified", false),
        trace("complete", "ok", true),
    ] {
        assert_eq!(doubt, Some(2.0));
    }

    let election = |query: &str, over: bool| {
        fresh(
            &format!("/api/v3/validators/elections{query}"),
            &rows("elections", &[&json!({ "finished": over })]),
        )
    };
    assert_eq!(
        [election("?election_id=7", true), election("?election_id=7", false), election("", true)],
        [Some(3600.0), Some(60.0), Some(60.0)]
    );
}

#[test]
fn an_indexed_response_is_final_when_it_has_every_hash_of_the_request() {
    let [one, two, three] = ["ab", "cd", "ef"].map(|byte| byte.repeat(32));
    let b64 = |text: &str| hash::parse(text).unwrap().to_b64().to_string();
    // One trace: a transaction that received `one` and sent `two` and `three`.
    let transaction = json!({
        "hash": b64(&one), "finality": "finalized", "in_msg": { "hash": b64(&one), "hash_norm": b64(&three) },
        "out_msgs": [{ "hash": b64(&two) }, { "hash": b64(&three), "message_content": { "hash": b64(&one) } }]
    });
    let found = json!({ "transactions": [transaction] });
    let sides = |query: &str| fresh(&format!("/api/v3/transactionsByMessage?{query}"), &found);
    let both = format!("msg_hash={two}&msg_hash={three}");
    assert_eq!(sides(&format!("{both}&direction=out")), Some(600.0), "two messages of one transaction");
    assert_eq!(sides(&both), Some(2.0), "the request does not name the end");
    // The transaction received `one` (or `three`, by its other hash); it sent `two`, and the trace does not show who received
    // that.
    assert_eq!(sides(&format!("msg_hash={one}&msg_hash={three}&direction=in")), Some(600.0));
    assert_eq!(sides(&format!("msg_hash={one}&msg_hash={two}&direction=in")), Some(2.0));
    // The hash of a body does not name a message.
    assert_eq!(sides(&format!("msg_hash={three}&msg_hash={one}&direction=out")), Some(2.0));

    let info = json!({ "trace_state": "complete", "classification_state": "ok" });
    let traces = |query: &str, rows: usize| {
        let row = json!({ "trace_id": b64(&one), "trace_info": info, "transactions": { (b64(&one)): transaction } });
        fresh(&format!("/api/v3/traces?{query}"), &json!({ "traces": vec![row; rows] }))
    };
    assert_eq!(traces(&format!("{both}&msg_hash={one}"), 1), Some(3600.0), "three messages of one trace");
    assert_eq!(traces(&format!("trace_id={one}&trace_id={two}"), 1), Some(3600.0));
    assert_eq!(traces(&format!("tx_hash={one}&tx_hash={}", "01".repeat(32)), 1), Some(2.0));
    // Two traces of one message: there can be more.
    assert_eq!(traces(&format!("msg_hash={one}"), 2), Some(2.0));
    assert_eq!(traces(&format!("msg_hash={one}&msg_hash={}", "01".repeat(32)), 2), Some(2.0));

    let messages = |query: &str, row: &Json| {
        fresh(&format!("/api/v3/messages?msg_hash={one}{query}"), &json!({ "messages": [row] }))
    };
    let end = |name: &str| json!({ "hash": b64(&one), "source": "0:1", "destination": "0:2", name: "x" });
    // With a direction the response has only the transaction of that end.
    assert_eq!(messages("&direction=in", &end("in_msg_tx_hash")), Some(600.0));
    assert_eq!(messages("&direction=out", &end("out_msg_tx_hash")), Some(600.0));
    for (direction, name) in [
        ("", "in_msg_tx_hash"),
        ("", "out_msg_tx_hash"),
        ("&direction=in", "out_msg_tx_hash"),
        ("&direction=out", "in_msg_tx_hash"),
    ] {
        assert_eq!(messages(direction, &end(name)), Some(2.0), "{direction} {name}");
    }
    let by_norm =
        json!({ "hash": b64(&two), "hash_norm": b64(&one), "destination": "0:2", "in_msg_tx_hash": "x" });
    assert_eq!(messages("", &by_norm), Some(600.0));
    assert_eq!(messages(&format!("&msg_hash={two}"), &by_norm), Some(600.0), "both names of one message");
    assert_eq!(messages(&format!("&msg_hash={three}"), &by_norm), Some(2.0));
}

#[test]
fn every_condition_of_the_table_can_be_met() {
    // The tests above cover these rules; a new rule needs its own test.
    let used: std::collections::BTreeSet<String> =
        V2.iter().chain(V3).map(|row| format!("{:?}", row.cache.fixed)).collect();
    let known: std::collections::BTreeSet<String> =
        Fixed::ALL.iter().map(|fixed| format!("{fixed:?}")).collect();
    assert_eq!(used, known);
    for row in V2.iter().chain(V3) {
        assert_eq!(row.cache.immutable_when, row.cache.fixed.words(), "{}", row.path);
    }
}

#[test]
fn failures_are_not_cached_except_not_found_for_a_second() {
    let entry_of = |key: &str, status: u16, control: Option<&str>, body: &str| {
        cached_entry(&config(), key, status, control, body)
    };
    let (v2, v3) = ("mainnet/v2/getMasterchainInfo", "mainnet/v3/masterchainInfo");
    let good = r#"{"ok":true,"result":{"last":1},"@extra":"1"}"#;
    assert_eq!(entry_of(v2, 200, None, good).unwrap().times.fresh, 1000.0);
    for status in [0, 201, 204, 206, 301, 400, 401, 403, 409, 416, 422, 429, 500, 502, 503, 504, 542] {
        assert_eq!(entry_of(v2, status, None, good), None, "{status}");
        assert_eq!(entry_of(v3, status, None, good), None, "{status}");
    }
    for (key, body) in [
        (v2, ""),
        (v2, "<html>"),
        (v2, r#"{"ok":false,"result":"Ratelimit exceed","code":429}"#),
        (v2, r#"{"ok":true}"#),
        (v2, r#"{"ok":true,"result":{"last":1}"#),
        (v2, "[]"),
        (v3, ""),
        (v3, "<html>"),
        (v3, r#"{"error":"x"}"#),
        (v3, r#"{"last":1}}"#),
    ] {
        assert_eq!(entry_of(key, 200, None, body), None, "{body}");
    }
    for (body, fault) in [
        ("<html>", Some("html")),
        (" \n<!DOCTYPE html><p>", Some("html")),
        ("", Some("not-json")),
        (r#"{"ok":true,"result":{"#, Some("not-json")),
        (r#"{"last":1}x"#, Some("not-json")),
        (good, None),
        (r#"{"ok":false}"#, None),
        ("[1]", None),
        ("null", None),
        ("7", None),
    ] {
        for key in [None, Some(v2), Some(v3), Some("no key")] {
            assert_eq!(inspect(&config(), key, 200, None, body).fault, fault, "{key:?} {body}");
            assert_eq!(inspect(&config(), key, 404, None, body).fault, None, "other statuses name the error");
        }
    }
    for (control, private) in [
        (None, false),
        (Some("max-age=7"), false),
        (Some("no-storey"), false),
        (Some("max-age=7, No-Store"), true),
        (Some("private=x"), true),
    ] {
        let inspected = inspect(&config(), Some(v3), 200, control, good);
        assert_eq!(inspected.private, private, "{control:?}");
    }
    let deep = ["[".repeat(100_000), "]".repeat(100_000)].concat();
    assert_eq!(inspect(&config(), None, 200, None, &deep).fault, None, "the depth of JSON is not a fault");
    let missing = entry_of(v3, 404, None, r#"{"error":"block not found"}"#).unwrap().times;
    assert_eq!(
        (missing.fresh, missing.stale, missing.failing, missing.control.as_str()),
        (1000.0, 0.0, 0.0, "no-store")
    );
    assert_eq!(entry_of(v3, 404, None, "<html>not here</html>"), None);
    for (control, is_cached) in [
        ("no-store", false),
        ("max-age=5, Private", false),
        ("private=x", false),
        ("no-cache", true),
        ("max-age=0", true),
        ("x-private", true),
    ] {
        assert_eq!(entry_of(v2, 200, Some(control), good).is_some(), is_cached, "{control}");
    }
    for key in [
        "",
        "x",
        "mainnet",
        "mainnet/v2",
        "mainnet/v4/x",
        "mainnet/v2/sendBoc",
        "mainnet/v2/jsonRPC",
        "mainnet/v3/pendingTraces",
        "mainnet/v3/message",
    ] {
        assert_eq!(entry_of(key, 200, None, good), None, "{key}");
    }
}

#[test]
fn the_etag_depends_on_the_content() {
    let tag =
        |body: &str| cached_entry(&config(), "mainnet/v2/getMasterchainInfo", 200, None, body).unwrap().tag;
    let one = tag(r#"{"ok":true,"result":{"last":1},"@extra":"1:0:1"}"#);
    assert_eq!(one, tag(r#"{"ok":true,"result":{"last":1},"@extra":"2:0:9"}"#));
    assert_ne!(one, tag(r#"{"ok":true,"result":{"last":2},"@extra":"1:0:1"}"#));
    assert_eq!(one.len(), 32);
}

#[test]
fn stale_responses_are_served_no_longer_than_they_were_fresh() {
    let times = |config: &str, key: &str| {
        let config = Config::from_json(config).unwrap();
        cached_entry(&config, key, 200, None, r#"{"last":[1],"vesting_contracts":[]}"#).unwrap().times
    };
    for (config, key, fresh, stale, failing) in [
        ("{}", "mainnet/v3/masterchainInfo", 1.0, 1.0, 30.0),
        ("{}", "mainnet/v3/vesting", 60.0, 10.0, 30.0),
        (
            r#"{"cache":{"staleWhileRevalidateMs":0,"staleIfErrorMs":0}}"#,
            "mainnet/v3/vesting",
            60.0,
            0.0,
            0.0,
        ),
        (
            r#"{"cache":{"staleWhileRevalidateMs":3600000,"staleIfErrorMs":7000}}"#,
            "mainnet/v3/vesting",
            60.0,
            60.0,
            7.0,
        ),
    ] {
        let times = times(config, key);
        assert_eq!(
            (times.fresh, times.stale, times.failing),
            (fresh * 1000.0, stale * 1000.0, failing * 1000.0)
        );
    }
}
