//! Readiness: the upstream's responses, and the verdict on each.

use serde_json::{Value, json};
use ton_edge::gateway::{Config, Health, ProbeResponse, ReadinessStep, check_readiness, report};
use ton_edge::network::Network;

const NOW: f64 = 1_700_000_010_000.0;

fn config(more: &Value) -> Config {
    Config::from_json(&more.to_string()).unwrap()
}

fn ok(body: &Value) -> ProbeResponse {
    ProbeResponse { status: 200, body: body.to_string() }
}

fn v3(global_id: i64, age: i64) -> ProbeResponse {
    let block_time = 1_700_000_010 - age;
    ok(
        &json!({ "last": { "seqno": 7, "global_id": global_id, "gen_utime": block_time.to_string() }, "first": null }),
    )
}

#[track_caller]
fn expect_health(config: &Config, network: Network, responses: &[ProbeResponse]) -> Health {
    match check_readiness(config, network, responses, NOW) {
        ReadinessStep::Known(health) => health,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_upstream_on_the_right_chain_with_a_recent_head_is_ready() {
    let config = config(&json!({}));
    for (network, global_id) in [(Network::Mainnet, -239), (Network::Testnet, -3)] {
        let health = expect_health(&config, network, &[v3(global_id, 60)]);
        let expected = Health {
            ready: true,
            global_id: i32::try_from(global_id).ok(),
            seqno: Some(7),
            head_age: Some(60.0),
            fault: None,
        };
        assert_eq!(health, expected);
        let old_health = expect_health(&config, network, &[v3(global_id, 61)]);
        assert_eq!(old_health.fault.as_deref(), Some("its last block is 61 s old, but the maximum is 60 s"));
        let other_chain_health = expect_health(&config, network, &[v3(-242 - global_id, 1)]);
        assert!(!other_chain_health.ready && other_chain_health.fault.unwrap().starts_with("global_id is "));
    }
}

#[test]
fn a_custom_chain_is_reported_but_does_not_fail_readiness() {
    let config = config(&json!({ "readiness": { "identity": "report", "maxHeadAgeMs": 5000 } }));
    let health = expect_health(&config, Network::Mainnet, &[v3(42, 5)]);
    assert_eq!((health.ready, health.global_id), (true, Some(42)));
    assert!(!expect_health(&config, Network::Mainnet, &[v3(42, 6)]).ready);
}

#[test]
fn an_upstream_without_v3_is_checked_by_v2() {
    let config = config(&json!({}));
    let mut responses = vec![ProbeResponse { status: 404, body: String::new() }];
    let next_request =
        |responses: &[ProbeResponse]| match check_readiness(&config, Network::Mainnet, responses, NOW) {
            ReadinessStep::Request(path) => path,
            other => panic!("{other:?}"),
        };
    assert_eq!(next_request(&responses), "/api/v2/getMasterchainInfo");
    responses.push(ok(&json!({ "ok": true, "result": { "last": { "seqno": 9, "workchain": -1 } } })));
    assert_eq!(
        next_request(&responses),
        "/api/v2/getBlockHeader?workchain=-1&shard=-9223372036854775808&seqno=9"
    );
    responses.push(ok(&json!({ "ok": true, "result": { "global_id": -239, "gen_utime": 1_700_000_007 } })));
    let health = expect_health(&config, Network::Mainnet, &responses);
    assert_eq!((health.ready, health.seqno, health.head_age), (true, Some(9), Some(3.0)));
}

#[test]
fn any_other_response_is_a_fault() {
    let config = config(&json!({}));
    let not_found_response = ProbeResponse { status: 404, body: String::new() };
    let info = ok(&json!({ "ok": true, "result": { "last": { "seqno": 9 } } }));
    let faults: [(&[ProbeResponse], &str); 10] = [
        (&[ProbeResponse::default()], "it cannot be reached, or did not respond in time"),
        (&[ProbeResponse { status: 503, body: String::new() }], "it responded with 503"),
        (&[ok(&json!([]))], "its response is not a JSON object"),
        (&[ProbeResponse { status: 200, body: String::from("<html>") }], "its response is not a JSON object"),
        (&[ok(&json!({ "last": null }))], "its response has no block"),
        (&[ok(&json!({ "last": { "gen_utime": "1700000000" } }))], "its response has no global_id"),
        (
            &[ok(&json!({ "last": { "global_id": -239, "gen_utime": "soon" } }))],
            "its response has no time of the last block",
        ),
        (&[not_found_response.clone(), not_found_response.clone()], "it responded with 404"),
        (&[not_found_response.clone(), ok(&json!({ "result": {} }))], "its response has no block"),
        (&[not_found_response, info, ok(&json!({ "ok": true }))], "its response has no global_id"),
    ];
    for (responses, fault) in faults {
        let health = expect_health(&config, Network::Mainnet, responses);
        assert_eq!((health.ready, health.fault.as_deref()), (false, Some(fault)), "{responses:?}");
    }
}

#[test]
fn networks_with_plain_paths_are_required() {
    let health_json = |ready| serde_json::to_value(Health { ready, ..Health::default() }).unwrap();
    let services =
        json!({ "mainnet": [health_json(false), health_json(true)], "testnet": [health_json(false)] })
            .to_string();
    for (written, status) in [
        (json!({}), 200),
        (json!({ "network": "testnet" }), 503),
        (json!({ "hosts": { "t.example": "testnet" } }), 503),
        (json!({ "hosts": { "m.example": "mainnet" } }), 200),
    ] {
        let report = report(&config(&written), &services);
        assert_eq!(report.status, status, "{written}");
        let body: Value = serde_json::from_str(&report.body).unwrap();
        assert_eq!(body["ready"], json!(status == 200));
        assert_eq!(body["networks"]["mainnet"]["services"].as_array().unwrap().len(), 2);
        assert_eq!(body["networks"]["testnet"]["ready"], json!(false));
    }
}

#[test]
fn results_of_the_javascript_code_are_read_or_ignored() {
    let responses = ProbeResponse::list(r#"[{"status":200,"body":"x"},{"status":70000},7]"#);
    assert_eq!(
        responses,
        [
            ProbeResponse { status: 200, body: String::from("x") },
            ProbeResponse::default(),
            ProbeResponse::default()
        ]
    );
    assert!(ProbeResponse::list("{").is_empty());
    assert_eq!(report(&config(&json!({})), "{").status, 503);
}

#[test]
fn a_network_that_is_off_is_not_in_the_report() {
    let config = config(&json!({ "testnet": "off" }));
    let report = report(&config, &json!({ "mainnet": [{ "ready": true }], "testnet": [] }).to_string());
    let body: Value = serde_json::from_str(&report.body).unwrap();
    assert_eq!(report.status, 200);
    assert_eq!(body["networks"].as_object().unwrap().keys().collect::<Vec<_>>(), ["mainnet"]);
}
