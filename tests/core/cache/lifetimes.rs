//! The TTL of responses, by request and by content.

use super::*;

/// Seconds for which the response to a request is fresh; `None`: it is not cached.
fn fresh_seconds(url: &str, result: &Json) -> Option<f64> {
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
        let url = format!("/api/{}{}?{}", row.generation.as_str(), row.path, query(&samples::full_args(row)));
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
        let mut empty_results = vec![json!({}), json!([]), json!(""), json!(null)];
        // A named block is complete by itself; an empty list of an indexer means that the indexer has not reached the block yet.
        if !matches!(row.cache.fixed, Fixed::Seqno | Fixed::BlockSeqno | Fixed::FromSeqno) {
            empty_results.extend(
                rows.iter().map(|name| json!({ *name: [], "address_book": {}, "incomplete": false })),
            );
        }
        for nothing in empty_results {
            if let Some(seconds) = fresh_seconds(&url, &nothing) {
                let expected_seconds = if matches!(row.cache.class, CacheClass::Immutable | CacheClass::Pure)
                {
                    1
                } else {
                    row.cache.ttl
                };
                assert_eq!(seconds, f64::from(expected_seconds), "{url} {nothing}");
            }
        }
    }
}

#[test]
fn a_request_that_names_a_block_has_a_final_response() {
    let result = json!({ "balance": "1" });
    let address = samples::ADDRESS;
    for name in [
        "getAddressInformation",
        "getExtendedAddressInformation",
        "getWalletInformation",
        "getAddressBalance",
        "getAddressState",
    ] {
        let fresh_seconds_with =
            |more: &str| fresh_seconds(&format!("/api/v2/{name}?address={address}{more}"), &result);
        assert_eq!(fresh_seconds_with(""), Some(1.0));
        assert_eq!(fresh_seconds_with("&seqno=7"), Some(86400.0));
        assert_eq!(fresh_seconds_with("&seqno=1"), Some(86400.0));
    }
    let fresh_seconds_of_proof = |from: &str| {
        fresh_seconds(
            &format!("/api/v2/getShardBlockProof?workchain=0&shard=-9223372036854775808&seqno=7{from}"),
            &result,
        )
    };
    for (from, seconds) in [("", 1.0), ("&from_seqno=0", 1.0), ("&from_seqno=1", 86400.0)] {
        assert_eq!(fresh_seconds_of_proof(from), Some(seconds), "{from}");
    }
    // This operation accepts any number, and servers may read 0 as the newest block.
    assert_eq!(
        fresh_seconds(&format!("/api/v2/getExtendedAddressInformation?address={address}&seqno=0"), &result),
        Some(1.0)
    );
    assert_eq!(
        fresh_seconds("/api/v2/lookupBlock?workchain=0&shard=-9223372036854775808&seqno=7", &result),
        Some(86400.0)
    );
    assert_eq!(
        fresh_seconds("/api/v2/lookupBlock?workchain=0&shard=-9223372036854775808&unixtime=7", &result),
        Some(1.0)
    );
    assert_eq!(fresh_seconds("/api/v2/getShards?seqno=7", &json!({ "shards": [1] })), Some(86400.0));
    assert_eq!(fresh_seconds("/api/v2/getConfigParam?config_id=1", &result), Some(5.0));
    assert_eq!(fresh_seconds("/api/v2/getConfigParam?config_id=1&seqno=7", &result), Some(86400.0));
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
fn a_response_about_another_block_is_not_final() {
    let address = samples::ADDRESS;
    let shard_block = "workchain=0&shard=-9223372036854775808&seqno=7";
    let block_id =
        |workchain: i32, seqno: u32| json!({ "workchain": workchain, "shard": "x", "seqno": seqno });
    let state = |id: Json| json!({ "balance": "1", "block_id": id });
    let list = |id: Json| json!({ "id": id, "transactions": [1], "signatures": [1] });
    for (url, workchain, is_list) in [
        (format!("/api/v2/getAddressInformation?address={address}&seqno=7"), -1, false),
        (format!("/api/v2/getExtendedAddressInformation?address={address}&seqno=7"), -1, false),
        (format!("/api/v2/getBlockTransactions?{shard_block}"), 0, true),
        (format!("/api/v2/getBlockTransactionsExt?{shard_block}"), 0, true),
        (format!("/api/v2/getBlockHeader?{shard_block}"), 0, true),
        (String::from("/api/v2/getMasterchainBlockSignatures?seqno=7"), -1, true),
    ] {
        let seconds_with = |id: Json| fresh_seconds(&url, &if is_list { list(id) } else { state(id) });
        assert_eq!(seconds_with(block_id(workchain, 7)), Some(86400.0), "{url}");
        assert_eq!(seconds_with(block_id(workchain, 8)), Some(1.0), "{url}");
    }
    let lookup = format!("/api/v2/lookupBlock?{shard_block}");
    let block =
        |workchain: i32, seqno: u32| json!({ "workchain": workchain, "seqno": seqno, "root_hash": "x" });
    assert_eq!(fresh_seconds(&lookup, &block(0, 7)), Some(86400.0));
    assert_eq!(fresh_seconds(&lookup, &block(0, 8)), Some(1.0));
    assert_eq!(fresh_seconds(&lookup, &block(-1, 7)), Some(1.0));
    // The seqno of a wallet is not that of a block.
    let wallet = format!("/api/v2/getWalletInformation?address={address}&seqno=7");
    assert_eq!(fresh_seconds(&wallet, &json!({ "wallet": true, "balance": "1", "seqno": 8 })), Some(86400.0));
}

#[test]
fn finality_does_not_depend_on_how_many_lists_are_full() {
    let address = samples::ADDRESS;
    let block = "workchain=0&shard=-9223372036854775808&seqno=7";
    let message = format!("source={address}&destination={address}&created_lt=7");
    let id = json!({ "workchain": 0, "seqno": 7 });
    let account = json!({ "balance": "0", "code": "", "extra_currencies": [] });
    let located_transaction =
        json!({ "utime": 7, "transaction_id": { "lt": "7", "hash": "x" }, "in_msg": {}, "out_msgs": [] });
    let final_requests = [
        (format!("/api/v2/getAddressInformation?address={address}&seqno=7"), account.clone()),
        (format!("/api/v2/getExtendedAddressInformation?address={address}&seqno=7"), account.clone()),
        (format!("/api/v2/getWalletInformation?address={address}&seqno=7"), account),
        (format!("/api/v2/getAddressBalance?address={address}&seqno=7"), json!("0")),
        (format!("/api/v2/getAddressState?address={address}&seqno=7"), json!("uninitialized")),
        (format!("/api/v2/tryLocateTx?{message}"), located_transaction.clone()),
        (format!("/api/v2/tryLocateResultTx?{message}"), located_transaction.clone()),
        (format!("/api/v2/tryLocateSourceTx?{message}"), located_transaction),
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
    for (url, said) in &final_requests {
        assert_eq!(fresh_seconds(url, said), Some(86400.0), "{url}");
        // Without the field that makes the response final, or with an empty one, it is not final.
        for nothing in [json!(null), json!(""), json!({}), json!([])] {
            assert!(fresh_seconds(url, &nothing).is_none_or(|seconds| seconds <= 5.0), "{url} {nothing}");
        }
        for unfixed in [url.replace("&seqno=7", ""), url.replace("&from_seqno=9", "")] {
            if unfixed != *url && unfixed.contains('=') && !unfixed.contains("workchain") {
                assert!(fresh_seconds(&unfixed, said).is_some_and(|seconds| seconds <= 5.0), "{unfixed}");
            }
        }
    }
    // A list that only names a block may still grow; so may the indexer's list of a block's content.
    let signatures = json!({ "id": id, "signatures": [] });
    assert_eq!(fresh_seconds("/api/v2/getMasterchainBlockSignatures?seqno=7", &signatures), Some(1.0));
    assert_eq!(fresh_seconds("/api/v2/getShards?seqno=7", &json!({ "shards": [] })), Some(1.0));
    let empty_list = json!({ "transactions": [], "address_book": { "0:1": {} } });
    assert_eq!(fresh_seconds("/api/v3/transactionsByMasterchainBlock?seqno=7", &empty_list), Some(1.0));
    let list = |transactions: Json| {
        fresh_seconds(
            &format!("/api/v2/getBlockTransactions?{block}"),
            &json!({ "transactions": transactions }),
        )
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
    assert_eq!(fresh_seconds(&url, &json!([1, 2])), Some(86400.0));
    // A node that has dropped older transactions returns fewer transactions than requested.
    assert_eq!(fresh_seconds(&url, &json!([1])), Some(1.0));
    assert_eq!(fresh_seconds(&url.replace("&limit=2", ""), &json!(vec![1; 9])), Some(1.0));
    assert_eq!(fresh_seconds(&url.replace("&limit=2", ""), &json!(vec![1; 10])), Some(86400.0));
    assert_eq!(fresh_seconds(&url.replace("lt=7", "lt=0"), &json!([1, 2])), Some(1.0));
    let std_url = url.replace("Transactions?", "TransactionsStd?");
    assert_eq!(fresh_seconds(&std_url, &json!({ "transactions": [1, 2] })), Some(86400.0));
    assert_eq!(fresh_seconds(&std_url, &json!({ "transactions": [1] })), Some(1.0));
}

#[test]
fn libraries_are_final_when_all_are_found() {
    let (one, two) = ("ab".repeat(32), "cd".repeat(32));
    let url = format!("/api/v2/getLibraries?libraries={one}&libraries={two}");
    let libraries_with = |hashes: &[&str]| {
        let rows: Vec<_> = hashes
            .iter()
            .map(|hash| json!({ "hash": hash::parse(hash).unwrap().to_b64().to_string(), "data": "x" }))
            .collect();
        fresh_seconds(&url, &json!({ "result": rows }))
    };
    assert_eq!(libraries_with(&[&one, &two]), Some(86400.0));
    assert_eq!(libraries_with(&[&one, &one]), Some(5.0));
}

#[test]
fn indexed_rows_are_final_when_finalized() {
    let hash = "ab".repeat(32);
    let other_hash = "cd".repeat(32);
    let message = json!({ "hash": hash });
    let finalized_row =
        json!({ "hash": hash, "finality": "finalized", "mc_block_seqno": 7, "in_msg": message });
    let confirmed_row = json!({ "hash": hash, "finality": "confirmed", "mc_block_seqno": 7 });
    let row_without_finality =
        json!({ "hash": hash, "mc_block_seqno": 7, "emulated": false, "finality": null });
    let emulated_row = json!({ "hash": hash, "mc_block_seqno": 7, "emulated": true });
    let other_row = json!({ "hash": other_hash, "finality": "finalized" });
    let rows = |name: &str, rows: &[&Json]| json!({ name: rows, "address_book": {} });
    let url_by_hash = format!("/api/v3/transactions?hash={hash}");
    assert_eq!(fresh_seconds(&url_by_hash, &rows("transactions", &[&finalized_row])), Some(3600.0));
    assert_eq!(fresh_seconds(&url_by_hash, &rows("transactions", &[&row_without_finality])), Some(3600.0));
    for rest in [
        rows("transactions", &[&confirmed_row]),
        rows("transactions", &[&emulated_row]),
        rows("transactions", &[&finalized_row, &finalized_row]),
        rows("transactions", &[&other_row]),
        rows("transactions", &[&json!({})]),
    ] {
        assert_eq!(fresh_seconds(&url_by_hash, &rest), Some(2.0), "{rest}");
    }
    assert_eq!(
        fresh_seconds("/api/v3/transactions?mc_seqno=7", &rows("transactions", &[&finalized_row])),
        Some(2.0)
    );

    let adjacent_url = |direction: &str| {
        fresh_seconds(
            &format!("/api/v3/adjacentTransactions?hash={hash}{direction}"),
            &rows("transactions", &[&finalized_row]),
        )
    };
    assert_eq!(
        [adjacent_url("&direction=in"), adjacent_url("&direction=out"), adjacent_url("")],
        [Some(3600.0), Some(10.0), Some(10.0)]
    );

    let side = |direction: &str| {
        fresh_seconds(
            &format!("/api/v3/transactionsByMessage?msg_hash={hash}{direction}"),
            &rows("transactions", &[&finalized_row]),
        )
    };
    assert_eq!([side("&direction=in"), side("")], [Some(600.0), Some(2.0)]);

    let block_row = json!({
        "workchain": 0, "shard": "8000000000000000", "seqno": 7,
        "root_hash": hash::parse(&hash).unwrap().to_b64().to_string(), "file_hash": other_hash,
    });
    let block = |query: &str, count: usize| {
        fresh_seconds(&format!("/api/v3/blocks?{query}"), &rows("blocks", &vec![&block_row; count]))
    };
    assert_eq!(block(&format!("root_hash={hash}"), 1), Some(86400.0));
    assert_eq!(block("workchain=0&shard=8000000000000000&seqno=7", 1), Some(86400.0));
    assert_eq!(block("workchain=0&shard=-9223372036854775808&seqno=7", 1), Some(86400.0));
    assert_eq!(block("workchain=0&shard=8000000000000000&seqno=7", 2), Some(2.0));
    assert_eq!(block("workchain=0&seqno=7", 1), Some(2.0));
    for other_block in [
        format!("root_hash={other_hash}"),
        format!("file_hash={hash}"),
        format!("root_hash={hash}&seqno=8&workchain=0&shard=8000000000000000"),
        String::from("workchain=0&shard=8000000000000000&seqno=8"),
        String::from("workchain=0&shard=4000000000000000&seqno=7"),
        String::from("workchain=-1&shard=8000000000000000&seqno=7"),
    ] {
        assert_eq!(block(&other_block, 1), Some(2.0), "{other_block}");
    }
    let unnamed_block = rows("blocks", &[&json!({ "seqno": 7 })]);
    assert_eq!(fresh_seconds(&format!("/api/v3/blocks?root_hash={hash}"), &unnamed_block), Some(2.0));

    let message = |source: Json, taken: Json| {
        let row = json!({
            "hash": hash, "source": source, "destination": "0:1", "in_msg_tx_hash": taken, "out_msg_tx_hash": source
        });
        fresh_seconds(&format!("/api/v3/messages?msg_hash={hash}"), &rows("messages", &[&row]))
    };
    assert_eq!(message(json!("0:2"), json!("x")), Some(600.0));
    assert_eq!(message(json!(null), json!("x")), Some(600.0));
    assert_eq!(message(json!("0:2"), json!(null)), Some(2.0));

    let trace = |state: &str, class: &str, incomplete: bool| {
        let row = json!({
            "trace_id": other_hash, "is_incomplete": incomplete,
            "trace_info": { "trace_state": state, "classification_state": class },
            "transactions": { "x": { "hash": hash, "in_msg": null, "out_msgs": [] } }
        });
        fresh_seconds(&format!("/api/v3/traces?tx_hash={hash}"), &rows("traces", &[&row]))
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
        fresh_seconds(
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
    let [first_hash, second_hash, third_hash] = ["ab", "cd", "ef"].map(|byte| byte.repeat(32));
    let b64 = |text: &str| hash::parse(text).unwrap().to_b64().to_string();
    // One trace: a transaction that received `one` and sent `two` and `three`.
    let transaction = json!({
        "hash": b64(&first_hash), "finality": "finalized", "in_msg": { "hash": b64(&first_hash), "hash_norm": b64(&third_hash) },
        "out_msgs": [{ "hash": b64(&second_hash) }, { "hash": b64(&third_hash), "message_content": { "hash": b64(&first_hash) } }]
    });
    let response = json!({ "transactions": [transaction] });
    let fresh_seconds_of_hashes =
        |query: &str| fresh_seconds(&format!("/api/v3/transactionsByMessage?{query}"), &response);
    let both_hashes = format!("msg_hash={second_hash}&msg_hash={third_hash}");
    assert_eq!(
        fresh_seconds_of_hashes(&format!("{both_hashes}&direction=out")),
        Some(600.0),
        "two messages of one transaction"
    );
    assert_eq!(fresh_seconds_of_hashes(&both_hashes), Some(2.0), "the request does not name the end");
    // The transaction received `one` (or `three`, by its other hash); it sent `two`, and the trace does not show who received
    // that.
    assert_eq!(
        fresh_seconds_of_hashes(&format!("msg_hash={first_hash}&msg_hash={third_hash}&direction=in")),
        Some(600.0)
    );
    assert_eq!(
        fresh_seconds_of_hashes(&format!("msg_hash={first_hash}&msg_hash={second_hash}&direction=in")),
        Some(2.0)
    );
    // The hash of a body does not name a message.
    assert_eq!(
        fresh_seconds_of_hashes(&format!("msg_hash={third_hash}&msg_hash={first_hash}&direction=out")),
        Some(2.0)
    );

    let info = json!({ "trace_state": "complete", "classification_state": "ok" });
    let traces = |query: &str, rows: usize| {
        let row = json!({ "trace_id": b64(&first_hash), "trace_info": info, "transactions": { (b64(&first_hash)): transaction } });
        fresh_seconds(&format!("/api/v3/traces?{query}"), &json!({ "traces": vec![row; rows] }))
    };
    assert_eq!(
        traces(&format!("{both_hashes}&msg_hash={first_hash}"), 1),
        Some(3600.0),
        "three messages of one trace"
    );
    assert_eq!(traces(&format!("trace_id={first_hash}&trace_id={second_hash}"), 1), Some(3600.0));
    assert_eq!(traces(&format!("tx_hash={first_hash}&tx_hash={}", "01".repeat(32)), 1), Some(2.0));
    // Two traces of one message: there can be more.
    assert_eq!(traces(&format!("msg_hash={first_hash}"), 2), Some(2.0));
    assert_eq!(traces(&format!("msg_hash={first_hash}&msg_hash={}", "01".repeat(32)), 2), Some(2.0));

    let messages = |query: &str, row: &Json| {
        fresh_seconds(
            &format!("/api/v3/messages?msg_hash={first_hash}{query}"),
            &json!({ "messages": [row] }),
        )
    };
    let message_at_end =
        |name: &str| json!({ "hash": b64(&first_hash), "source": "0:1", "destination": "0:2", name: "x" });
    // With a direction the response has only the transaction of that end.
    assert_eq!(messages("&direction=in", &message_at_end("in_msg_tx_hash")), Some(600.0));
    assert_eq!(messages("&direction=out", &message_at_end("out_msg_tx_hash")), Some(600.0));
    for (direction, name) in [
        ("", "in_msg_tx_hash"),
        ("", "out_msg_tx_hash"),
        ("&direction=in", "out_msg_tx_hash"),
        ("&direction=out", "in_msg_tx_hash"),
    ] {
        assert_eq!(messages(direction, &message_at_end(name)), Some(2.0), "{direction} {name}");
    }
    let message_by_norm = json!({ "hash": b64(&second_hash), "hash_norm": b64(&first_hash), "destination": "0:2", "in_msg_tx_hash": "x" });
    assert_eq!(messages("", &message_by_norm), Some(600.0));
    assert_eq!(
        messages(&format!("&msg_hash={second_hash}"), &message_by_norm),
        Some(600.0),
        "both names of one message"
    );
    assert_eq!(messages(&format!("&msg_hash={third_hash}"), &message_by_norm), Some(2.0));
}

#[test]
fn every_condition_of_the_table_can_be_met() {
    // The tests above cover these rules; a new rule needs its own test.
    let used_conditions: std::collections::BTreeSet<String> =
        V2.iter().chain(V3).map(|row| format!("{:?}", row.cache.fixed)).collect();
    let tested_conditions: std::collections::BTreeSet<String> =
        Fixed::ALL.iter().map(|fixed| format!("{fixed:?}")).collect();
    assert_eq!(used_conditions, tested_conditions);
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
    let good_body = r#"{"ok":true,"result":{"last":1},"@extra":"1"}"#;
    assert_eq!(entry_of(v2, 200, None, good_body).unwrap().times.fresh, 1000.0);
    for status in [0, 201, 204, 206, 301, 400, 401, 403, 409, 416, 422, 429, 500, 502, 503, 504, 542] {
        assert_eq!(entry_of(v2, status, None, good_body), None, "{status}");
        assert_eq!(entry_of(v3, status, None, good_body), None, "{status}");
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
        (good_body, None),
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
        let inspected = inspect(&config(), Some(v3), 200, control, good_body);
        assert_eq!(inspected.private, private, "{control:?}");
    }
    let deep_json = ["[".repeat(100_000), "]".repeat(100_000)].concat();
    assert_eq!(
        inspect(&config(), None, 200, None, &deep_json).fault,
        None,
        "the depth of JSON is not a fault"
    );
    let not_found_lifetimes = entry_of(v3, 404, None, r#"{"error":"block not found"}"#).unwrap().times;
    assert_eq!(
        (
            not_found_lifetimes.fresh,
            not_found_lifetimes.stale,
            not_found_lifetimes.failing,
            not_found_lifetimes.control.as_str()
        ),
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
        assert_eq!(entry_of(v2, 200, Some(control), good_body).is_some(), is_cached, "{control}");
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
        assert_eq!(entry_of(key, 200, None, good_body), None, "{key}");
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
