//! The gateway's policy: requests as input, verdicts as results.

use crate::samples;
use ton_edge::endpoint::{Category, Generation, V2, V3, Verb};
use ton_edge::gateway::{Config, Forward, Incoming, Verdict, decide, decide_about, too_large};
use ton_edge::network::Network;
use ton_edge::plan::{Unknown, plan};

const SECRET: &str = "the-callers-key";

fn config(json: &str) -> Config {
    Config::from_json(json).unwrap()
}

fn decide_get(url: &str) -> Verdict {
    decide(&config("{}"), &Incoming { method: "GET", url, ..Incoming::default() })
}

/// Decides a GET with the setting `strict`.
fn decide_get_strictly(url: &str) -> Verdict {
    decide(&config(r#"{"strict":true}"#), &Incoming { method: "GET", url, ..Incoming::default() })
}

fn decide_post(url: &str, body: &str) -> Verdict {
    decide_post_with("{}", url, body)
}

/// Decides a POST with the setting `strict`.
fn decide_post_strictly(url: &str, body: &str) -> Verdict {
    decide_post_with(r#"{"strict":true}"#, url, body)
}

fn decide_post_with(settings: &str, url: &str, body: &str) -> Verdict {
    let incoming = Incoming {
        method: "POST",
        url,
        content_type: Some("application/json"),
        body: Some(body),
        ..Incoming::default()
    };
    decide(&config(settings), &incoming)
}

#[track_caller]
fn expect_forward(verdict: Verdict) -> Forward {
    match verdict {
        Verdict::Forward(forward) => forward,
        other => panic!("not forwarded: {other:?}"),
    }
}

#[track_caller]
fn response_of(verdict: Verdict) -> (u16, String) {
    match verdict {
        Verdict::Respond { status, body, headers } => {
            assert!(
                headers.iter().any(|(name, _)| name == "access-control-allow-origin"),
                "CORS on every status"
            );
            // The JavaScript code writes the time.
            (status, body.unwrap_or_default().replace('\0', "NOW"))
        }
        other => panic!("no response: {other:?}"),
    }
}

/// Operations to which the gateway responds itself.
const LOCAL_PATHS: [&str; 4] = ["/detectAddress", "/detectHash", "/packAddress", "/unpackAddress"];

#[test]
fn the_gateway_accepts_the_clients_requests_unchanged() {
    for row in V2.iter().chain(V3).filter(|row| !LOCAL_PATHS.contains(&row.path) && row.path != "/jsonRPC") {
        let planned = plan(row, &samples::full_args(row), Unknown::Refuse).unwrap();
        let target = planned.target();
        let verdict = match &planned.body {
            None => decide_get(&target),
            Some(body) => decide_post(&target, body),
        };
        let forward = expect_forward(verdict);
        assert_eq!(forward.url, format!("https://toncenter.com{target}"));
        assert_eq!(forward.body, planned.body);
        assert_eq!(forward.verb, row.verb);
    }
}

#[test]
fn every_row_is_routed_by_its_verbs_and_no_other() {
    for row in V2.iter().chain(V3) {
        for path in std::iter::once(&row.path).chain(row.aliases) {
            let url = format!("/api/{}{path}", row.generation.as_str());
            let verdict =
                decide(&config("{}"), &Incoming { method: "DELETE", url: &url, ..Incoming::default() });
            let Verdict::Respond { status: 405, headers, .. } = verdict else { panic!("{url}: {verdict:?}") };
            let allow = &headers.iter().find(|(name, _)| name == "allow").unwrap().1;
            let accepts_get = row.verb == Verb::Get || row.path == "/decode";
            assert_eq!(allow.contains("GET, HEAD"), accepts_get, "{url}: {allow}");
            assert_eq!(
                allow.contains("POST"),
                row.verb == Verb::Post || row.also_post || row.path == "/decode"
            );
        }
    }
}

#[test]
fn a_v2_read_by_post_goes_upstream_by_get() {
    let forward = expect_forward(decide_post(
        "/api/v2/getTransactions",
        &format!(r#"{{"address":"{}","limit":"3"}}"#, samples::ADDRESS),
    ));
    assert_eq!(forward.verb, Verb::Get);
    assert_eq!(
        forward.url,
        format!("https://toncenter.com/api/v2/getTransactions?address={}&limit=3", samples::ADDRESS)
    );
}

#[test]
fn an_unknown_parameter_is_refused_whatever_its_value() {
    for (path, body) in [
        ("getConsensusBlock", r#"{"":null}"#),
        ("getMasterchainInfo", r#"{"colour":null}"#),
        ("detectAddress", r#"{"address":"x","colour":null}"#),
        ("jsonRPC", r#"{"id":1,"method":"getMasterchainInfo","params":{"colour":null}}"#),
    ] {
        let (status, text) = response_of(decide_post(&format!("/api/v2/{path}"), body));
        assert_eq!(status, 422, "{path}: {text}");
        assert!(text.contains("has no parameter"), "{text}");
    }
    let forwards = config(r#"{"unknownParameters":"forward"}"#);
    let incoming = Incoming {
        method: "POST",
        url: "/api/v2/getMasterchainInfo",
        content_type: Some("application/json"),
        body: Some(r#"{"colour":null}"#),
        ..Incoming::default()
    };
    expect_forward(decide(&forwards, &incoming));
}

#[test]
fn networks_have_prefixes_and_bases() {
    let upstream_url = |json: &str, url: &str| {
        expect_forward(decide(&config(json), &Incoming { method: "GET", url, ..Incoming::default() }))
    };
    let path = "/api/v3/masterchainInfo";
    assert_eq!(upstream_url("{}", path).url, format!("https://toncenter.com{path}"));
    assert_eq!(
        upstream_url(r#"{"network":"testnet"}"#, path).url,
        format!("https://testnet.toncenter.com{path}")
    );
    assert_eq!(
        upstream_url("{}", "https://gw.example/testnet/api/v3/masterchainInfo").network,
        Network::Testnet
    );
    let own_upstream = r#"{"network":"testnet","mainnet":["http://127.0.0.1:8081/x/"]}"#;
    assert_eq!(
        upstream_url(own_upstream, "/mainnet/api/v3/masterchainInfo").url,
        format!("http://127.0.0.1:8081/x{path}")
    );
}

#[test]
fn a_network_that_is_off_has_no_route() {
    let testnet_config = config(r#"{"network":"testnet","mainnet":"off"}"#);
    let decide_at =
        |url: &str| decide(&testnet_config, &Incoming { method: "GET", url, ..Incoming::default() });
    let url = expect_forward(decide_at("/api/v3/masterchainInfo")).url;
    assert!(url.starts_with("https://testnet.toncenter.com/"), "{url}");
    for path in ["/api/v3/masterchainInfo", "/api/v2/getMasterchainInfo", "/api/v2/detectAddress?address=x"] {
        let (status, body) = response_of(decide_at(&format!("/mainnet{path}")));
        assert_eq!(status, 404, "{path}");
        assert!(body.contains("this gateway does not serve mainnet"), "{body}");
        assert!(matches!(
            decide_at(&format!("/testnet{path}")),
            Verdict::Forward(_) | Verdict::Respond { .. }
        ));
    }
}

#[test]
fn odd_paths_have_no_route() {
    for url in [
        "/api/v3//transactions",
        "/api/v3/transactions/",
        "/api/v3/Transactions",
        "/api/v3/%74ransactions",
        "/api/v3/jetton/../transactions",
        "/api/v3/jetton%2Fwallets",
        "/api/v3/transactions;x",
        "/api/v3",
        "/api/v3/",
        "/api/v2x/getMasterchainInfo",
        "/api/v4/x",
        "/api/v2/getmasterchaininfo",
        "/api/v3\\transactions",
        "https://gw.example/api/v3/transactions/..",
        "/api/v2/jsonRPC/x",
    ] {
        assert_eq!(response_of(decide_get_strictly(url)).0, 404, "{url}");
        // Only v3 ignores the letter case and a slash at the end.
        let is_of_v3 = ["/api/v3/transactions/", "/api/v3/Transactions"].contains(&url);
        assert_eq!(matches!(decide_get(url), Verdict::Forward(_)), is_of_v3, "{url}");
    }
    for url in [
        "/",
        "/index.html",
        "/apiv3/transactions",
        "//api/v3/transactions",
        "https://gw.example",
        "",
        "/%61pi/v3/blocks",
    ] {
        assert_eq!(decide_get(url), Verdict::Asset, "{url}");
    }
    let (_, body) = response_of(decide_get("/api/v3/transaction"));
    assert_eq!(body, r#"{"error":"Not Found; did you mean transactions?"}"#);
}

#[test]
fn the_callers_key_is_not_passed_on() {
    let url = format!("/api/v3/transactions?api_key={SECRET}&limit=3&x_debug_request=1");
    let forward = expect_forward(decide_get(&url));
    assert!(!format!("{forward:?}").contains(SECRET));
    assert_eq!(forward.url, "https://toncenter.com/api/v3/transactions?limit=3");
    let forward = expect_forward(decide_get(&format!("/api/v3/transactions?%61pi_key={SECRET}")));
    assert!(!format!("{forward:?}").contains(SECRET));
    // A misspelt `api_key` is refused, and the refusal does not repeat the key.
    let (status, body) = response_of(decide_get(&format!("/api/v3/transactions?apiKey={SECRET}")));
    assert_eq!(status, 422);
    assert!(!body.contains(SECRET) && body.contains("apiKey"), "{body}");
}

#[test]
fn control_inputs_pass() {
    let control = [("x-no-address-book", String::from("1")), ("x-timeout", String::from("500"))];
    let incoming = Incoming {
        method: "GET",
        url: "/api/v3/transactions?x_timeout=500&limit=1",
        control: &control,
        ..Incoming::default()
    };
    let forward = expect_forward(decide(&config("{}"), &incoming));
    assert_eq!(forward.url, "https://toncenter.com/api/v3/transactions?limit=1&x_timeout=500");
    let names: Vec<_> = forward.headers.iter().map(|(name, _)| name.as_ref()).collect();
    assert_eq!(names, ["accept", "x-no-address-book", "x-timeout"]);
}

#[test]
fn a_request_with_x_timeout_is_marked() {
    let forward_with_timeout = |name: &'static str, query: &str| {
        let control = [(name, String::from("500"))];
        let url = format!("/api/v3/transactions?{query}");
        let incoming = Incoming { method: "GET", url: &url, control: &control, ..Incoming::default() };
        expect_forward(decide(&config("{}"), &incoming)).hurried
    };
    assert!(forward_with_timeout("x-timeout", "") && forward_with_timeout("x-no-metadata", "x_timeout=500"));
    assert!(
        !forward_with_timeout("x-no-metadata", "") && !forward_with_timeout("tracestate", "x_no_metadata=1")
    );
    let call = r#"{"id":1,"method":"getMasterchainInfo","params":{"x_timeout":500}}"#;
    assert!(expect_forward(decide_post("/api/v2/jsonRPC", call)).hurried);
}

#[test]
fn all_but_sends_may_be_retried() {
    let boc = r#"{"boc":"te6cckEBAQEAAgAAAEysuc0="}"#;
    for url in ["/api/v2/sendBoc", "/api/v2/sendBocReturnHash", "/api/v3/message"] {
        assert!(!expect_forward(decide_post(url, boc)).reads, "{url}");
    }
    assert!(
        !expect_forward(decide_post("/api/v2/jsonRPC", &format!(r#"{{"method":"sendBoc","params":{boc}}}"#)))
            .reads
    );
    let run = format!(r#"{{"address":"{}","method":"seqno","stack":[]}}"#, samples::ADDRESS);
    let run = expect_forward(decide_post("/api/v3/runGetMethod", &run));
    let get_forward = expect_forward(decide_get("/api/v3/blocks"));
    assert!(run.reads && get_forward.reads);
    // Only a request with a body has a content type.
    let types = |forward: &Forward| -> Vec<String> {
        let content_types = forward.headers.iter().filter(|(name, _)| name == "content-type");
        content_types.map(|(_, value)| value.clone()).collect()
    };
    assert_eq!((types(&run), types(&get_forward)), (vec![String::from("application/json")], vec![]));
}

#[test]
fn control_inputs_of_a_body_pass_as_a_query() {
    let body = |members: &str| {
        expect_forward(decide_post("/api/v2/getMasterchainInfo", &format!("{{{members}}}"))).url
    };
    let plain_url = "https://toncenter.com/api/v2/getMasterchainInfo";
    for (members, control) in [
        (r#""x_no_metadata":true,"x_no_address_book":false"#, "?x_no_metadata=true&x_no_address_book=false"),
        (r#""x_timeout":500"#, "?x_timeout=500"),
        (r#""x_timeout":"500""#, "?x_timeout=500"),
        // These values cannot be written in a query.
        (r#""x_timeout":null,"x_no_metadata":[1],"x_no_address_book":{}"#, ""),
        // This parameter makes the upstream log the query, so callers must not set it.
        (r#""x_debug_request":1"#, ""),
    ] {
        assert_eq!(body(members), [plain_url, control].concat());
    }
    let call = r#"{"id":1,"method":"getMasterchainInfo","params":{"x_timeout":500}}"#;
    assert_eq!(
        expect_forward(decide_post("/api/v2/jsonRPC", call)).url,
        [plain_url, "?x_timeout=500"].concat()
    );
    // A parameter without a value counts as present.
    let url = "/api/v3/transactions?limit=1&x_no_metadata";
    assert_eq!(
        expect_forward(decide_get(url)).url,
        "https://toncenter.com/api/v3/transactions?limit=1&x_no_metadata="
    );
}

/// Found by fuzzing: a control input that is sent as a header and as a parameter.
#[test]
fn a_header_is_passed_on_once_and_in_lower_case() {
    let control = [("x-actions-version", String::from("v1"))];
    let incoming = Incoming {
        method: "GET",
        url: "/api/v3/traces?X-Actions-Version=v5",
        control: &control,
        ..Incoming::default()
    };
    let forward = expect_forward(decide(&config("{}"), &incoming));
    let headers: Vec<_> =
        forward.headers.iter().map(|(name, value)| (name.as_ref(), value.as_str())).collect();
    assert_eq!(headers, [("accept", "application/json"), ("x-actions-version", "v5")]);
}

#[test]
fn the_gateway_responds_to_utilities_in_every_call_style() {
    let address = samples::ADDRESS;
    let expected = r#""result":{"@type":"ext.utils.detectedAddress","raw_form":"0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8","bounceable":{"@type":"ext.utils.detectedAddressVariant","b64":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N","b64url":"EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"},"non_bounceable":{"@type":"ext.utils.detectedAddressVariant","b64":"UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI","b64url":"UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI"},"given_type":"friendly_bounceable","test_only":false}"#;
    let (status, body) = response_of(decide_get(&format!("/api/v2/detectAddress?address={address}")));
    assert_eq!((status, body), (200, format!(r#"{{"ok":true,{expected},"@extra":"NOW:_:0"}}"#)));
    let (_, body) =
        response_of(decide_post("/api/v2/detectAddress", &format!(r#"{{"address":"{address}"}}"#)));
    assert!(body.contains(expected), "{body}");
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":"7","method":"detectAddress","params":{{"address":"{address}"}}}}"#
    );
    let (status, body) = response_of(decide_post("/api/v2/jsonRPC", &call));
    assert_eq!(
        (status, body),
        (200, format!(r#"{{"ok":true,{expected},"@extra":"NOW:_:0","jsonrpc":"2.0","id":"7"}}"#))
    );

    let result = |url: &str| response_of(decide_get(url)).1;
    let raw_address = "0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8";
    assert!(
        result(&format!("/api/v2/packAddress?address={raw_address}"))
            .starts_with(&format!(r#"{{"ok":true,"result":"{address}","#))
    );
    assert!(
        result(&format!("/api/v2/unpackAddress?address={address}"))
            .contains(&raw_address.to_ascii_uppercase())
    );
    assert!(
        result(&format!("/api/v2/detectHash?hash={}", &raw_address[2..]))
            .contains(r#""b64url":"g9_VUuY3KbRy_LzIxF68xmkXAlWLaOx1J-G6QDoPMag","hex""#)
    );
}

#[test]
fn utilities_refuse_the_same_as_every_operation() {
    let address = samples::ADDRESS;
    let unknown_body = r#"{"address":"ADDRESS","adress":1}"#.replace("ADDRESS", address);
    let call = format!(r#"{{"method":"packAddress","params":{unknown_body}}}"#);
    for refused in [
        response_of(decide_get_strictly(&format!("/api/v2/packAddress?address={address}&adress=1"))),
        response_of(decide_post("/api/v2/packAddress", &unknown_body)),
        response_of(decide_post("/api/v2/jsonRPC", &call)),
    ] {
        assert_eq!(refused.0, 422);
        assert!(refused.1.contains("no parameter `adress`; did you mean `address`?"), "{}", refused.1);
    }
    // One address twice counts as one value, except in strict mode; two different addresses are refused in both modes.
    let config_contract = "-1:5555555555555555555555555555555555555555555555555555555555555555";
    for (read, other, status) in [
        (decide_get as fn(&str) -> Verdict, address, 200),
        (decide_get, config_contract, 422),
        (decide_get_strictly, address, 422),
        (decide_get_strictly, config_contract, 422),
    ] {
        let response = response_of(read(&format!("/api/v2/packAddress?address={address}&address={other}")));
        assert_eq!(response.0, status, "{}", response.1);
        assert!(status == 200 || response.1.contains("takes one value"), "{}", response.1);
    }
}

#[test]
fn refusals_of_utilities_have_ton_centers_text() {
    assert_eq!(
        response_of(decide_get("/api/v2/detectAddress?address=a%22b")),
        (
            422,
            String::from(
                r#"{"ok":false,"error":"failed to parse get request: Failed to parse ton_addr: 'a\"b'","code":422,"@extra":"NOW:_:0"}"#
            )
        )
    );
    let (_, body) = response_of(decide_get("/api/v2/packAddress"));
    assert!(body.contains("Failed to parse ton_addr: ''"), "{body}");
    let (_, body) = response_of(decide_post("/api/v2/detectHash", "{}"));
    assert!(body.contains("failed to parse post request: empty hash"), "{body}");
    let (_, body) = response_of(decide_get("/api/v2/detectHash?hash=xyz"));
    assert!(body.contains("invalid hash: 'xyz'"), "{body}");
}

#[test]
fn json_rpc_knows_its_methods_and_ids() {
    for id in ["1", "\"a\\u0041\"", "-1.5e3", "null", "12345678901234567890"] {
        let call = format!(
            r#"{{"id":{id},"method":"unpackAddress","params":{{"address":"{}"}}}}"#,
            samples::ADDRESS
        );
        let (status, body) = response_of(decide_post("/api/v2/jsonRPC", &call));
        assert!(status == 200 && body.ends_with(&format!(r#","jsonrpc":"2.0","id":{id}}}"#)), "{body}");
    }
    for row in V2.iter().filter(|row| row.rpc && !LOCAL_PATHS.contains(&row.path)) {
        let params = samples::json(&samples::full_args(row));
        for name in std::iter::once(row.name()).chain(row.rpc_aliases.iter().copied()) {
            let call = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{name}","params":{params}}}"#);
            let forward = expect_forward(decide_post("/api/v2/jsonRPC", &call));
            let planned = plan(row, &samples::full_args(row), Unknown::Refuse).unwrap();
            assert_eq!(forward.url, format!("https://toncenter.com{}", planned.target()), "as by its path");
            assert_eq!(forward.body, planned.body);
            assert_eq!(forward.tail.as_deref(), Some(r#","jsonrpc":"2.0","id":1"#));
        }
    }
    for (call, words) in [
        (r#"{"method":"../admin"}"#, "Method not found"),
        (r#"{"method":"getMasterchaininfo"}"#, "did you mean getMasterchainInfo?"),
        (r#"{"id":{},"method":"getMasterchainInfo"}"#, "`id` must be"),
        (r#"{"method":7}"#, "`method` is required"),
        (r#"{"method":"getMasterchainInfo","params":[1]}"#, "params must contain an object"),
        (r#"{"method":"getAddressBalance","params":{}}"#, "`address` is required"),
        (r#"{"method":"getAddressBalance","params":{"addres":1}}"#, "did you mean `address`?"),
        ("[]", "the batch has no call"),
        ("{", "JSON-RPC request object"),
        ("[1", "JSON-RPC request object"),
    ] {
        let (status, body) = response_of(decide_post_strictly("/api/v2/jsonRPC", call));
        assert!(matches!(status, 404 | 422) && body.contains(words), "{call}: {status} {body}");
    }
}

#[test]
fn a_call_without_parameters_has_none() {
    for params in ["", r#","params":null"#, r#","params":[]"#, r#","params":{}"#] {
        let call = format!(r#"{{"id":1,"method":"getMasterchainInfo"{params}}}"#);
        let url = expect_forward(decide_post("/api/v2/jsonRPC", &call)).url;
        assert_eq!(url, "https://toncenter.com/api/v2/getMasterchainInfo", "{call}");
    }
}

#[test]
fn an_id_that_is_not_valid_in_a_reply_is_not_repeated() {
    for id in ["{}", "[1]", r#"{"a":1}"#] {
        let (status, body) = response_of(decide_post_strictly(
            "/api/v2/jsonRPC",
            &format!(r#"{{"id":{id},"method":"getMasterchainInfo"}}"#),
        ));
        assert_eq!(status, 422);
        assert!(body.contains("`id` must be") && body.ends_with(r#","jsonrpc":"2.0","id":null}"#), "{body}");
        // By default every id is accepted, because the service ignores ids.
        let call = format!(r#"{{"id":{id},"method":"getMasterchainInfo"}}"#);
        assert_eq!(
            expect_forward(decide_post("/api/v2/jsonRPC", &call)).tail.as_deref(),
            Some(r#","jsonrpc":"2.0","id":null"#)
        );
    }
}

/// The operators' endpoints with a separate listener.
#[test]
fn each_listener_serves_only_its_own_endpoints() {
    use ton_edge::gateway::{Listener, OpsEndpoint};
    let config = config(r#"{"adminToken":"0123456789abcdef","openapi":"\u0000function"}"#);
    let on =
        |listener, url| decide(&config, &Incoming { method: "GET", url, listener, ..Incoming::default() });
    let (all, public, operators) = (None, Some(Listener::Public), Some(Listener::Operators));
    for (url, expected) in [("/metrics", OpsEndpoint::Metrics), ("/readyz", OpsEndpoint::Ready)] {
        for listener in [all, operators] {
            let verdict = on(listener, url);
            assert!(
                matches!(verdict, Verdict::Ops { operation, refused: Some(_), .. } if operation == expected),
                "{verdict:?}"
            );
        }
        assert_eq!(response_of(on(public, url)).0, 404, "{url}");
    }
    for listener in [all, public] {
        expect_forward(on(listener, "/api/v3/blocks"));
        assert_eq!(on(listener, "/index.html"), Verdict::Asset);
        assert!(matches!(on(listener, "/api/v3/openapi.json"), Verdict::Ops { refused: None, .. }));
    }
    for url in ["/api/v3/blocks", "/api/v3/nothing", "/api/v3/openapi.json", "/", "/index.html"] {
        assert_eq!(response_of(on(operators, url)).0, 404, "{url}");
    }
    for listener in [all, public, operators] {
        assert_eq!(response_of(on(listener, "/healthz")).0, 200);
    }
}

#[test]
fn a_refused_call_has_its_id() {
    let (status, body) = response_of(decide_post("/api/v2/jsonRPC", r#"{"id":"é\"1","method":"x"}"#));
    assert_eq!(status, 404);
    let expected =
        r#"{"ok":false,"error":"Method not found","code":404,"@extra":"_","jsonrpc":"2.0","id":"é\"1"}"#;
    assert_eq!(body, expected);
}

#[test]
fn each_call_of_a_batch_has_its_own_verdict() {
    let batch = format!(
        r#" [{{"id":1,"method":"getMasterchainInfo"}}, {{"id":"u","method":"unpackAddress","params":{{"address":"{}"}}}},
            {{"id":3,"method":"nope"}}, 7, [], {{"id":4,"method":"getAddressBalance","params":{{}}}}]"#,
        samples::ADDRESS
    );
    let Verdict::Batch { status: 200, headers, items } = decide_post("/api/v2/jsonRPC", &batch) else {
        panic!("no batch")
    };
    assert!(headers.iter().any(|(name, value)| name == "content-type" && value == "application/json"));
    let [first_item, unpack_item, unknown_item, number_item, list_item, missing_item] = items.as_slice()
    else {
        panic!("{items:?}")
    };
    assert_eq!(expect_forward(first_item.clone()).url, "https://toncenter.com/api/v2/getMasterchainInfo");
    let body = |verdict: &Verdict| match verdict {
        Verdict::Respond { body: Some(body), .. } => body.clone(),
        other => panic!("no response: {other:?}"),
    };
    assert!(body(unpack_item).ends_with(r#","jsonrpc":"2.0","id":"u"}"#), "{}", body(unpack_item));
    assert!(
        body(unknown_item).contains(r#""code":404"#) && body(unknown_item).ends_with(r#""id":3}"#),
        "{}",
        body(unknown_item)
    );
    for odd in [number_item, list_item] {
        assert!(
            body(odd).contains("must be a JSON-RPC request object") && body(odd).ends_with(r#""id":null}"#)
        );
    }
    assert!(
        body(missing_item).contains("`address` is required") && body(missing_item).ends_with(r#""id":4}"#)
    );

    let largest_batch = format!("[{}]", vec![r#"{"method":"getMasterchainInfo"}"#; 20].join(","));
    assert!(
        matches!(decide_post("/api/v2/jsonRPC", &largest_batch), Verdict::Batch { items, .. } if items.len() == 20)
    );
    let oversized_batch = format!("[{}]", vec![r#"{"method":"getMasterchainInfo"}"#; 21].join(","));
    let (status, body) = response_of(decide_post("/api/v2/jsonRPC", &oversized_batch));
    assert!(status == 413 && body.contains("21 calls; the maximum is 20"), "{status} {body}");
}

#[test]
fn services_beside_the_api_are_named_as_not_offered() {
    let read_not_found_body = |url| {
        let (status, body) = response_of(decide_get(url));
        assert_eq!(status, 404, "{url}");
        body
    };
    for (url, service) in [("/api/streaming/v2/sse", "streaming"), ("/api/emulate?x", "emulate")] {
        let body = read_not_found_body(url);
        assert!(body.contains(&format!("it does not offer /api/{service}")), "{body}");
    }
    let body = read_not_found_body("/api/streamings");
    assert!(!body.contains("offer"), "{body}");
}

#[test]
fn bodies_are_read_and_checked() {
    let verdict_of = |length: Option<&str>, media: Option<&str>| {
        let incoming = Incoming {
            method: "POST",
            url: "/api/v2/sendBoc",
            content_type: media,
            content_length: length,
            ..Incoming::default()
        };
        decide(&config("{}"), &incoming)
    };
    assert_eq!(
        verdict_of(Some("10"), Some("application/json; charset=utf-8")),
        Verdict::Body { limit: 1 << 20 }
    );
    assert_eq!(response_of(verdict_of(None, Some("text/plain"))).0, 415);
    assert_eq!(response_of(verdict_of(None, None)).0, 415);
    let encoded_request = |coding| {
        let incoming = Incoming {
            method: "POST",
            url: "/api/v2/sendBoc",
            content_type: Some("application/json"),
            content_encoding: Some(coding),
            ..Incoming::default()
        };
        decide(&config("{}"), &incoming)
    };
    assert_eq!(encoded_request("identity"), Verdict::Body { limit: 1 << 20 });
    let (status, body) = response_of(encoded_request("gzip"));
    assert!(status == 415 && body.contains("send it without `Content-Encoding`"), "{body}");
    assert_eq!(verdict_of(Some("1048576"), Some("application/json")), Verdict::Body { limit: 1 << 20 });
    assert_eq!(response_of(verdict_of(Some("1048577"), Some("application/json"))).0, 413);
    // A length that is not a number counts as absent.
    assert_eq!(verdict_of(Some("1e9"), Some("application/json")), Verdict::Body { limit: 1 << 20 });
    let request_without_body = Incoming { method: "POST", url: "/api/v2/sendBoc", ..Incoming::default() };
    assert_eq!(response_of(too_large(&config("{}"), &request_without_body)).0, 413);
    for body in ["", "[]", "1", "{", r#"{"boc":"a","boc":"b"}"#, "{\"boc\":\"\\ud800\"}"] {
        assert_eq!(response_of(decide_post("/api/v2/sendBoc", body)).0, 422, "{body}");
    }
    let long_url = format!("/api/v3/transactions?account={}", "x".repeat(140_000));
    assert_eq!(response_of(decide_get(&long_url)).0, 414);
}

/// Status and code of a refusal; 0 for a request that is accepted.
fn code(config: &Config, incoming: &Incoming<'_>) -> (u16, String) {
    match decide(config, incoming) {
        Verdict::Respond { status, headers, .. } => {
            let code = headers.into_iter().find(|(name, _)| name == "x-ton-edge-error");
            (status, code.map_or(String::new(), |(_, code)| code))
        }
        Verdict::Forward(_) => (0, String::new()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_request_is_bounded_before_it_is_parsed() {
    let config = config(
        r#"{"maxBodyBytes":2000,"maxParameters":16,"maxJsonDepth":8,"maxJsonMembers":20,"maxHeaderBytes":4096,"maxUrlBytes":1024}"#,
    );
    let accepted = (0, String::new());
    let refusal = |status, code: &str| (status, code.to_owned());
    let run = |stack: &str, spaces: usize| {
        let address = samples::ADDRESS;
        let spaces = " ".repeat(spaces);
        format!(r#"{{"address":"{address}","method":"seqno","stack":{stack}{spaces}}}"#)
    };
    let decide_post = |url: &str, body: &str| {
        let content_type = Some("application/json");
        code(
            &config,
            &Incoming { method: "POST", url, content_type, body: Some(body), ..Incoming::default() },
        )
    };
    let bodies = |body: &str| {
        let call = format!(r#"{{"id":1,"method":"runGetMethod","params":{body}}}"#);
        (decide_post("/api/v3/runGetMethod", body), decide_post("/api/v2/jsonRPC", &call))
    };
    // The params of a call lie one level deeper, and the call's own properties count.
    let run_nested = |depth: usize| run(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)), 0);
    let too_deep_refusal = refusal(422, "json_too_deep");
    assert_eq!(bodies(&run_nested(6)), (accepted.clone(), accepted.clone()));
    assert_eq!(bodies(&run_nested(7)), (accepted.clone(), too_deep_refusal.clone()));
    assert_eq!(bodies(&run_nested(8)), (too_deep_refusal.clone(), too_deep_refusal));
    let items = |count: usize| run(&format!("[{}]", vec!["[]"; count].join(",")), 0);
    let many_members_refusal = refusal(413, "too_many_members");
    // An object, three properties, the list, its items and the commas between them.
    assert_eq!(bodies(&items(7)), (accepted.clone(), accepted.clone()));
    assert_eq!(bodies(&items(8)).0, accepted);
    assert_eq!(bodies(&items(9)), (many_members_refusal.clone(), many_members_refusal));
    let remaining_members = 2000 - run("[]", 0).len();
    assert_eq!(decide_post("/api/v3/runGetMethod", &run("[]", remaining_members)), accepted);
    assert_eq!(
        decide_post("/api/v3/runGetMethod", &run("[]", remaining_members + 1)),
        refusal(413, "payload_too_large"),
        "also without a Content-Length"
    );

    let decide_get = |url: &str, header_bytes| {
        code(&config, &Incoming { method: "GET", url, header_bytes, ..Incoming::default() })
    };
    let numbers = |count: usize| decide_get(&format!("/api/v3/traces?&{}", "&mc_seqno=1&".repeat(count)), 0);
    let too_many_refusal = refusal(422, "too_many_parameters");
    assert_ne!(numbers(16), too_many_refusal, "empty parameters do not count");
    assert_eq!(numbers(17), too_many_refusal);
    let respond_to_url_of =
        |bytes: usize| decide_get(&format!("/api/v3/blocks?api_key={}", "k".repeat(bytes - 23)), 0);
    assert_eq!(
        (respond_to_url_of(1024), respond_to_url_of(1025)),
        (accepted.clone(), refusal(414, "uri_too_long"))
    );
    let heads = |bytes| decide_get("/api/v3/blocks", bytes);
    assert_eq!((heads(4096), heads(4097)), (accepted, refusal(431, "headers_too_large")));
}

#[test]
fn errors_have_the_generations_shape_or_are_problems() {
    assert_eq!(
        response_of(decide_get_strictly("/api/v2/getAddressBalance")).1,
        r#"{"ok":false,"error":"`address` is required","code":422,"@extra":"_"}"#
    );
    assert_eq!(response_of(decide_get("/api/v3/accountStates")).1, r#"{"error":"`address` is required"}"#);
    let incoming = Incoming {
        method: "GET",
        url: "/api/v3/transactions?acount=1",
        accept: Some("application/problem+json"),
        ..Incoming::default()
    };
    let Verdict::Respond { status, headers, body } = decide(&config(r#"{"strict":true}"#), &incoming) else {
        panic!()
    };
    assert_eq!(status, 422);
    assert!(
        headers.iter().any(|(name, value)| name == "content-type" && value == "application/problem+json")
    );
    assert_eq!(
        body.unwrap(),
        r#"{"type":"about:blank","title":"Unprocessable Content","status":422,"detail":"v3 /transactions has no parameter `acount`; did you mean `account`?","code":"unknown_parameter","parameter":"acount","suggestion":"account"}"#
    );
}

#[test]
fn problems_of_the_upstream_have_the_type_that_the_caller_accepts() {
    let problem = |accept, incoming: Incoming<'_>| {
        expect_forward(decide(&config("{}"), &Incoming { accept, ..incoming })).problem
    };
    let get_request = Incoming { method: "GET", url: "/api/v3/blocks", ..Incoming::default() };
    let call = Incoming {
        method: "POST",
        url: "/api/v2/jsonRPC",
        content_type: Some("application/json"),
        body: Some(r#"{"id":1,"method":"getMasterchainInfo"}"#),
        ..Incoming::default()
    };
    let accept_header = Some("application/json, Application/Problem+JSON;q=0.9");
    assert!(
        problem(accept_header, get_request)
            && !problem(None, get_request)
            && !problem(Some("*/*"), get_request)
    );
    // A call in a batch has no content type.
    assert!(!problem(accept_header, call) && !problem(None, call));
}

#[test]
fn an_absolute_url_is_routed_by_its_path() {
    for url in [
        "/api/v3/blocks#fragment",
        "https://gw.example/api/v3/blocks",
        "https://gw.example:8080/api/v3/blocks?limit=1#fragment",
    ] {
        assert!(
            expect_forward(decide_get(url)).url.starts_with("https://toncenter.com/api/v3/blocks"),
            "{url}"
        );
    }
    // A scheme inside a path is a part of the path, and a query is not a path.
    for url in
        ["/x://y/api/v3/blocks", "https://gw.example?/api/v3/blocks", "https://gw.example#/api/v3/blocks"]
    {
        assert_eq!(decide_get(url), Verdict::Asset, "{url}");
    }
}

#[test]
fn a_request_whose_url_grows_too_long_for_the_upstream_is_refused() {
    let config = config(r#"{"maxUrlBytes":2048,"mainnet":"https://a.example"}"#);
    let json = Some("application/json");
    let hash = "0".repeat(64);
    // In the query the upstream gets the name once per value.
    let addresses = |count: usize| vec![format!("0:{hash}"); count].join(",");
    let url_with_addresses = |count: usize| format!("/api/v3/accountStates?address={}", addresses(count));
    let decide_get = |url: &str| code(&config, &Incoming { method: "GET", url, ..Incoming::default() });
    let body = |count: usize| serde_json::json!({ "libraries": vec![hash.as_str(); count] }).to_string();
    let decide_post = |url: &str, body: &str| {
        code(
            &config,
            &Incoming { method: "POST", url, content_type: json, body: Some(body), ..Incoming::default() },
        )
    };
    let call = |count: usize| format!(r#"{{"id":1,"method":"getLibraries","params":{}}}"#, body(count));
    let outcomes = |count: usize| {
        [
            decide_get(&url_with_addresses(count)),
            decide_post("/api/v2/getLibraries", &body(count)),
            decide_post("/api/v2/jsonRPC", &call(count)),
        ]
    };
    assert_eq!(outcomes(26), [(0, String::new()), (0, String::new()), (0, String::new())]);
    assert!(url_with_addresses(29).len() <= 2048);
    for outcome in outcomes(29) {
        assert_eq!(outcome, (414, String::from("uri_too_long")));
    }
}

#[test]
fn every_early_refusal_of_a_v2_path_has_the_form_of_v2() {
    use ton_edge::gateway::Listener;
    let config = config(r#"{"allowedHosts":["gw.example"],"maxUrlBytes":256,"maxHeaderBytes":1024}"#);
    let url = "https://gw.example/api/v2/getMasterchainInfo";
    let base = Incoming { method: "GET", url, ..Incoming::default() };
    let long_url = format!("{url}?{}", "x".repeat(256));
    for (status, incoming) in [
        (414, Incoming { url: &long_url, ..base }),
        (431, Incoming { header_bytes: 1025, ..base }),
        (421, Incoming { url: "/api/v2/getMasterchainInfo", ..base }),
        (404, Incoming { listener: Some(Listener::Operators), ..base }),
        (404, Incoming { url: "https://gw.example/api/v2/nothing", ..base }),
        (405, Incoming { method: "DELETE", ..base }),
    ] {
        let (given, body) = response_of(decide(&config, &incoming));
        let body: serde_json::Value = serde_json::from_str(&body).unwrap();
        assert_eq!((given, &body["code"], &body["ok"]), (status, &status.into(), &false.into()));
    }
    let (_, body) = response_of(too_large(&config, &base));
    assert!(serde_json::from_str::<serde_json::Value>(&body).is_ok_and(|body| body["code"] == 413), "{body}");
}

#[test]
fn only_an_existing_path_has_a_preflight() {
    for url in ["/api/v3/nothing", "/api/v4/x"] {
        let Verdict::Respond { status, headers, .. } =
            decide(&config("{}"), &Incoming { method: "OPTIONS", url, ..Incoming::default() })
        else {
            panic!("{url}: no response")
        };
        assert_eq!(status, 404);
        assert!(headers.iter().all(|(name, _)| name != "allow" && name != "access-control-allow-methods"));
    }
}

#[test]
fn only_allowed_origins_get_cors_headers() {
    let config = config(r#"{"origins":["https://app.example"]}"#);
    let headers = |origin: Option<&'static str>, method: &'static str| {
        let incoming = Incoming { method, url: "/api/v3/nothing", origin, ..Incoming::default() };
        match decide(&config, &incoming) {
            Verdict::Respond { headers, .. } => headers,
            other => panic!("{other:?}"),
        }
    };
    let allowed_origin = |headers: &[ton_edge::gateway::Header]| {
        headers.iter().find(|(name, _)| name == "access-control-allow-origin").map(|(_, value)| value.clone())
    };
    assert_eq!(
        allowed_origin(&headers(Some("https://app.example"), "GET")).as_deref(),
        Some("https://app.example")
    );
    assert_eq!(allowed_origin(&headers(Some("https://evil.example"), "GET")), None);
    assert!(headers(None, "GET").iter().any(|(name, value)| name == "vary" && value.starts_with("Origin, ")));

    let preflight = Incoming { method: "OPTIONS", url: "/api/v2/sendBoc", ..Incoming::default() };
    let Verdict::Respond { status, headers, body } = decide(&config, &preflight) else { panic!() };
    assert_eq!((status, body), (204, None));
    let find = |name: &str| headers.iter().find(|(given, _)| given == name).unwrap().1.clone();
    assert_eq!(find("access-control-allow-methods"), "POST, OPTIONS");
    assert!(find("access-control-allow-headers").contains("X-Ton-Client-Version"));
    // The longest time for which browsers cache a preflight.
    assert_eq!(find("access-control-max-age"), "7200");
}

#[test]
fn head_has_no_body() {
    let head = |url| decide(&config("{}"), &Incoming { method: "HEAD", url, ..Incoming::default() });
    for url in ["/api/v2/detectAddress?address=x", "/api/v3/nothing"] {
        assert!(matches!(head(url), Verdict::Respond { body: None, .. }));
    }
    let forward = expect_forward(head("/api/v3/masterchainInfo"));
    assert!(forward.head && forward.verb == Verb::Get);
}

#[test]
fn a_request_is_described_whatever_its_outcome() {
    let describe_request = |method, url| {
        let (about, _) = decide_about(&config("{}"), &Incoming { method, url, ..Incoming::default() });
        (about.network, about.generation, about.endpoint, about.category.map(Category::as_str))
    };
    let (main, test) = (Some(Network::Mainnet), Some(Network::Testnet));
    assert_eq!(
        describe_request("GET", "/testnet/api/v3/jetton/wallets?limit=x"),
        (test, Some(Generation::V3), Some("jetton/wallets"), Some("Jettons"))
    );
    assert_eq!(
        describe_request("HEAD", "/api/v2/detectAddress?address=x&api_key=secret"),
        (main, Some(Generation::V2), Some("detectAddress"), Some("Utils"))
    );
    assert_eq!(describe_request("GET", "/api/v3/nothing"), (None, None, None, None));
    assert_eq!(describe_request("GET", "/healthz"), (None, None, Some("healthz"), None));
}

#[test]
fn a_trace_is_continued_unless_it_is_broken() {
    let trace_parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let forwarded_trace = |parent: &str, state: &str| {
        let control = [("traceparent", String::from(parent)), ("tracestate", String::from(state))];
        let incoming = Incoming {
            method: "GET",
            url: "/api/v3/masterchainInfo",
            control: &control,
            ..Incoming::default()
        };
        let Forward { headers, trace, .. } = expect_forward(decide(&config("{}"), &incoming));
        assert!(headers.iter().all(|(name, _)| name != "traceparent"), "the JavaScript code writes it");
        let state = headers.iter().find(|(name, _)| name == "tracestate").map(|(_, value)| value.clone());
        (trace, state)
    };
    let (trace, state) = forwarded_trace(trace_parent, "vendor=1");
    assert_eq!(trace.as_deref(), Some("4bf92f3577b34da6a3ce929d0e0e4736-01"));
    assert_eq!(state.as_deref(), Some("vendor=1"));
    let later_version = "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00-what-the-future-brings";
    assert_eq!(forwarded_trace(later_version, "").0.as_deref(), Some("4bf92f3577b34da6a3ce929d0e0e4736-00"));
    assert_eq!(forwarded_trace(trace_parent, &"x".repeat(513)).1, None);
    // The gateway replaces a malformed trace context by its own.
    for broken in [
        "",
        "00-a-b-01",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x",
        "00-4bf92f3577b34da6a3ce929d0e0e473\u{e9}-00f067aa0ba902b7-01",
    ] {
        assert_eq!(forwarded_trace(broken, "vendor=1"), (None, None), "{broken}");
    }
}

#[test]
fn a_bad_configuration_names_every_field() {
    let error = Config::from_json(
        r#"{"network":"moon","unknownParameters":"drop","mainnet":["https://a.example","ftp://x"],"testnet":["https://t.example/api/v2"],"timeoutMs":0,"deadlineMs":1e9,"retries":11,"breaker":{"failures":0,"openMs":0},"origins":["app.example"],"maxUrlBytes":1,"maxBodyBytes":0}"#,
    )
    .unwrap_err();
    for field in [
        "network",
        "unknownParameters",
        "mainnet[1]",
        "testnet",
        "origins",
        "maxUrlBytes",
        "maxBodyBytes",
        "timeoutMs",
        "deadlineMs",
        "retries",
        "breaker.failures",
        "breaker.openMs",
    ] {
        assert!(error.message.contains(&format!("`{field}")), "{field}: {}", error.message);
    }
    assert!(Config::from_json(r#"{"corss":1}"#).unwrap_err().message.contains("corss"));
    assert!(Config::from_json("").is_err());
}
