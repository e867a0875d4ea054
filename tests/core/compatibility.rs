//! Requests that the reference servers accept although they do not have the table's form, in both modes of the gateway. The reference
//! servers are ton-index-go v1.3 with Fiber's query decoder, and ton-http-api-cpp; the comments name their
//! functions.

use ton_edge::endpoint::{Kind, V3};
use ton_edge::gateway::{Config, Incoming, Verdict, decide};

const ACCOUNT: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const OTHER: &str = "-1:5555555555555555555555555555555555555555555555555555555555555555";

/// The gateway's action on a request.
#[derive(Debug, PartialEq)]
enum Outcome {
    /// Sends this path and query upstream.
    Sends(String),
    /// Responds with this status and a text that contains these words.
    Refuses(u16, String),
}

fn outcome(settings: &str, url: &str) -> (Outcome, Vec<(String, String)>) {
    let config = Config::from_json(settings).unwrap();
    let ignored_names = |headers: Vec<(std::borrow::Cow<'static, str>, String)>| {
        headers.into_iter().map(|(name, value)| (name.into_owned(), value)).collect()
    };
    match decide(&config, &Incoming { method: "GET", url, ..Incoming::default() }) {
        Verdict::Forward(forward) => {
            let target = forward.url.strip_prefix("https://toncenter.com/api/").unwrap().to_owned();
            (Outcome::Sends(target), ignored_names(forward.notes))
        }
        Verdict::Respond { status, body, headers } => {
            (Outcome::Refuses(status, body.unwrap_or_default()), ignored_names(headers))
        }
        other => panic!("{url}: {other:?}"),
    }
}

#[track_caller]
fn sends(url: &str, target: &str) {
    let url = url.replace("ACCOUNT", ACCOUNT).replace("OTHER", OTHER);
    let target = target.replace("ACCOUNT", ACCOUNT).replace("OTHER", OTHER);
    assert_eq!(outcome("{}", &format!("/api/{url}")).0, Outcome::Sends(target), "{url}");
    let strict_outcome = outcome(r#"{"strict":true}"#, &format!("/api/{url}")).0;
    assert!(matches!(strict_outcome, Outcome::Refuses(404 | 422, _)), "strictly, {url}: {strict_outcome:?}");
}

#[track_caller]
fn assert_refused(url: &str, status: u16, words: &str) {
    let url = format!("/api/{}", url.replace("ACCOUNT", ACCOUNT).replace("OTHER", OTHER));
    let (Outcome::Refuses(found, text), _) = outcome("{}", &url) else { panic!("{url} is sent") };
    assert!(found == status && text.contains(words), "{url}: {found} {text}");
    let strict = outcome(r#"{"strict":true}"#, &url).0;
    assert!(matches!(strict, Outcome::Refuses(422, _)), "strictly, {url}: {strict:?}");
}

#[test]
fn v3_reads_numbers_as_ton_index_go_does() {
    for (url, target) in [
        // crud.go: max(1, limit), max(0, offset).
        ("v3/blocks?limit=0", "v3/blocks?limit=1"),
        ("v3/blocks?limit=-5&offset=-1", "v3/blocks?limit=1&offset=0"),
        // ZeroEmpty: an empty number is 0, also a limit before it is clamped.
        ("v3/blocks?limit=", "v3/blocks?limit=1"),
        ("v3/blocks?seqno=", "v3/blocks?seqno=0"),
        ("v3/transactions?start_lt=", "v3/transactions?start_lt=0"),
        // UtimeTypeConverter: the fraction is cut off.
        ("v3/transactions?start_utime=1700000000.75", "v3/transactions?start_utime=1700000000"),
        ("v3/transactions?end_utime=1700000000.", "v3/transactions?end_utime=1700000000"),
        (
            "v3/accountStates?address=ACCOUNT&include_boc=",
            "v3/accountStates?address=ACCOUNT&include_boc=false",
        ),
    ] {
        sends(url, target);
    }
}

#[test]
fn v3_reads_words_and_paths_as_ton_index_go_does() {
    for (url, target) in [
        ("v3/blocks?sort=ASC", "v3/blocks?sort=asc"),
        ("v3/blocks?sort=d", "v3/blocks?sort=desc"),
        // Fiber's decoder compares names with EqualFold; its router ignores case and a final slash.
        ("v3/blocks?Limit=3", "v3/blocks?limit=3"),
        ("v3/Blocks?limit=3", "v3/blocks?limit=3"),
        ("v3/blocks/", "v3/blocks"),
        ("v3/JETTON/Wallets/", "v3/jetton/wallets"),
        // The last value of a repeated scalar counts.
        ("v3/blocks?limit=3&limit=4", "v3/blocks?limit=4"),
        // main.go: the value `both` does not filter.
        (
            "v3/jetton/transfers?owner_address=ACCOUNT&direction=both",
            "v3/jetton/transfers?owner_address=ACCOUNT",
        ),
        (
            "v3/adjacentTransactions?hash=83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8&direction=both",
            "v3/adjacentTransactions?hash=83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8",
        ),
        ("v3/nft/transfers?owner_address=ACCOUNT&direction=both", "v3/nft/transfers?owner_address=ACCOUNT"),
        // ParseAccountAddress and ParseHashBytes trim.
        ("v3/transactions?account=%20ACCOUNT%20", "v3/transactions?account=ACCOUNT"),
    ] {
        sends(url, target);
    }
}

#[test]
fn v2_reads_queries_as_ton_http_api_cpp_does() {
    for (url, target) in [
        // stringToBool.
        (
            "v2/getTransactions?address=ACCOUNT&archival=yes",
            "v2/getTransactions?address=ACCOUNT&archival=true",
        ),
        (
            "v2/getTransactions?address=ACCOUNT&archival=N",
            "v2/getTransactions?address=ACCOUNT&archival=false",
        ),
        ("v2/getTransactions?address=ACCOUNT&archival=", "v2/getTransactions?address=ACCOUNT"),
        // ValidateRequest: an lt of 0 and an empty hash count as absent.
        ("v2/getTransactions?address=ACCOUNT&lt=0&hash=", "v2/getTransactions?address=ACCOUNT"),
        ("v2/getTransactions?address=ACCOUNT&lt=&hash=", "v2/getTransactions?address=ACCOUNT"),
        // The first value of a repeated argument counts.
        ("v2/getTransactions?address=ACCOUNT&limit=3&limit=4", "v2/getTransactions?address=ACCOUNT&limit=3"),
    ] {
        sends(url, target);
    }
}

#[test]
fn refusals_begin_with_the_words_of_the_service() {
    for (url, status, words) in [
        ("v3/blocks?limit=1001", 422, "limit is not allowed: 1001 > 1000; `limit` must be"),
        ("v3/blocks?limit=ten", 422, r#"failed to decode: schema: error converting value for \"limit\"; "#),
        ("v3/blocks?sort=up", 422, "wrong value for sort parameter; "),
        ("v3/messages?direction=both", 422, "direction should be one of: in, out; "),
        (
            "v3/transactions?account=x",
            422,
            r#"failed to decode: schema: error converting value for \"account\"; "#,
        ),
        ("v3/transactions?start_utime=", 422, r#"error converting value for \"start_utime\""#),
        ("v3/transactions?direction=in", 422, "direction can be specified only with msg_hash or opcode; "),
        ("v3/addressInformation", 401, "address of account is required; `address` is required"),
        ("v3/pendingTransactions", 422, "at least 1 account address required; `account` is required"),
        ("v3/walletInformation", 401, "address of account is required; "),
        (
            "v2/getTransactions?address=ACCOUNT&limit=x",
            422,
            "failed to parse get request: failed to parse limit; ",
        ),
        ("v2/getTransactions?address=x", 422, "failed to parse get request: failed to parse address; "),
        (
            "v2/getAddressBalance?address=x",
            422,
            "failed to parse get request: Failed to parse ton_addr: 'x'; ",
        ),
        (
            "v2/getAddressBalance",
            422,
            "failed to parse get request: Failed to parse ton_addr: ''; `address` is required",
        ),
        (
            "v2/getTransactions?address=ACCOUNT&lt=5",
            422,
            "failed to validate request: lt and hash should be used together; ",
        ),
        (
            "v2/lookupBlock?workchain=-1&shard=-9223372036854775808",
            422,
            "failed to validate request: exactly one of seqno, lt, unixtime should be specified; ",
        ),
        (
            "v2/getBlockTransactions?workchain=0&shard=-9223372036854775808&seqno=1&after_lt=1",
            422,
            "failed to validate request: after_lt and after_hash should be used together; ",
        ),
        (
            "v2/getConfigParam?config_id=1&param=2",
            422,
            "failed to validate request: only one of config_id or param should be specified; ",
        ),
        (
            "v3/transactionsByMessage",
            422,
            "at least one of msg_hash, body_hash, opcode should be specified; ",
        ),
        ("v3/pendingTraces", 422, "account or ext_msg_hash should be specified; "),
        ("v3/pendingActions", 422, "account or ext_msg_hash should be specified; "),
        (
            "v3/traces?account=ACCOUNT&trace_id=2ijAeOCcWLOYW9afQi9KufsoRheRB0eO%2FrrNcH86xU8%3D",
            422,
            "only one of account, trace_id, tx_hash, msg_hash should be specified; ",
        ),
        (
            "v3/jetton/wallets?jetton_address=ACCOUNT&jetton_address=0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A9",
            422,
            "exact one owner_address required for multiple jetton_address; ",
        ),
        ("v3/multisig/orders", 422, "At least one of address or multisig_address should be specified; "),
        ("v3/multisig/wallets", 422, "At least one of address or wallet_address should be specified; "),
    ] {
        assert_refused(url, status, words);
    }
}

#[test]
fn a_plus_that_became_a_space_is_explained() {
    let hash = "2ijAeOCcWLOYW9afQi9KufsoRheRB0eO%2FrrNcH86xU8%3D".replace("Qi9", "Qi ");
    for url in [
        format!("v3/transactions?hash={hash}"),
        format!("v2/getTransactions?address=ACCOUNT&lt=5&hash={hash}"),
    ] {
        assert_refused(&url.replace(' ', "+"), 422, "in a URL, write + as %2B");
    }
}

#[test]
fn v3_reads_addresses_of_no_account() {
    for address in ["null", "addr_none", "ext$16:ABCD", "var$0:8:FF"] {
        let escaped_address = address.replace('$', "%24");
        sends(
            &format!("v3/transactions?account={address}"),
            &format!("v3/transactions?account={escaped_address}"),
        );
    }
    assert_refused("v3/transactions?account=ext$", 422, "account");
    assert_refused("v2/getAddressBalance?address=null", 422, "");
}

/// A value that the service would read as another account, or not at all, is refused in both modes.
#[test]
fn nothing_that_could_be_another_account_is_accepted() {
    for url in [
        "v2/getAddressBalance?address=83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8",
        "v2/getAddressBalance?address=%20ACCOUNT",
        "v2/packAddress?address=ACCOUNT&address=OTHER",
        "v2/getAddressBalance?Address=ACCOUNT",
        "v3/transactions?account=0:83",
    ] {
        assert_refused(url, 422, "");
    }
}

#[test]
fn unknown_parameters_are_left_out_and_named() {
    let outcome_and_ignored = |settings: &str, url: &str| {
        let (outcome, headers) = outcome(settings, url);
        let ignored_text =
            headers.into_iter().find(|(name, _)| name == "x-ton-edge-ignored").map(|(_, value)| value);
        (outcome, ignored_text)
    };
    let sent_outcome = |target: &str| Outcome::Sends(target.to_owned());
    assert_eq!(
        outcome_and_ignored("{}", "/api/v3/blocks?_=1700000000000&limit=3&lmit=5"),
        (sent_outcome("v3/blocks?limit=3"), Some(String::from(r#""_", "lmit""#)))
    );
    assert_eq!(
        outcome_and_ignored("{}", "/api/v3/blocks?limit=3"),
        (sent_outcome("v3/blocks?limit=3"), None)
    );
    // A missing parameter may be a misspelt one, so the refusal also names the ignored parameter.
    let (refusal, ignored_text) = outcome_and_ignored("{}", "/api/v3/accountStates?adress=x");
    assert!(matches!(refusal, Outcome::Refuses(422, _)));
    assert_eq!(ignored_text.as_deref(), Some(r#""adress""#));
    // A name cannot end the header's value; long names and long lists of names are cut.
    let odd_names =
        outcome_and_ignored("{}", "/api/v3/blocks?a%0d%0aset-cookie:x=1&%22=1&%C3%A9=1").1.unwrap();
    assert_eq!(odd_names, r#""?", "a??set-cookie:x", "?""#);
    let many_parameters: String = (0..50).map(|at| format!("&x{at}{}=1", "y".repeat(100))).collect();
    assert!(
        outcome_and_ignored("{}", &format!("/api/v3/blocks?{many_parameters}")).1.unwrap().len() < 8 * 68
    );
    // With `strict`, or with this setting alone, the parameter is refused; forwarded parameters do not count as ignored.
    for settings in [r#"{"strict":true}"#, r#"{"unknownParameters":"refuse"}"#] {
        let (Outcome::Refuses(422, text), None) = outcome_and_ignored(settings, "/api/v3/blocks?lmit=5")
        else {
            panic!()
        };
        assert!(text.contains("did you mean `limit`?"), "{text}");
    }
    let forward_config = r#"{"unknownParameters":"forward"}"#;
    assert_eq!(
        outcome_and_ignored(forward_config, "/api/v3/blocks?lmit=5"),
        (sent_outcome("v3/blocks?lmit=5"), None)
    );
    let both_settings = r#"{"strict":true,"unknownParameters":"forward"}"#;
    assert_eq!(
        outcome_and_ignored(both_settings, "/api/v3/blocks?lmit=5"),
        (sent_outcome("v3/blocks?lmit=5"), None)
    );
}

/// The server reads these parameters and does nothing with them (LimitParams, GetShardsDiff), or loses data (ParseWalletState): docs/decisions/one-table-of-operations.md.
#[test]
fn parameters_without_a_use_are_left_out() {
    for (path, parameter) in [
        ("dns/records?domain=foundation.ton", "sort"),
        ("dns/activeAuctions?bidder=ACCOUNT", "sort"),
        ("jetton/masters?limit=10", "sort"),
        ("masterchainBlockShards?seqno=1", "sort"),
        ("nft/collections?limit=10", "sort"),
        ("nft/sales?address=ACCOUNT", "sort"),
        ("topAccountsByBalance?limit=10", "sort"),
        ("vesting?contract_address=ACCOUNT", "sort"),
        ("walletStates?address=ACCOUNT", "include_boc"),
    ] {
        let url = format!("/api/v3/{path}").replace("ACCOUNT", ACCOUNT);
        let (plain_outcome, _) = outcome("{}", &url);
        assert!(matches!(plain_outcome, Outcome::Sends(_)), "{url}");
        let value = if parameter == "sort" { "asc" } else { "false" };
        let (same_outcome, headers) = outcome("{}", &format!("{url}&{parameter}={value}"));
        assert_eq!(same_outcome, plain_outcome, "{url}");
        let note = ("x-ton-edge-ignored".to_owned(), format!("\"{parameter}\""));
        assert!(headers.contains(&note), "{url}: {headers:?}");
    }
}

/// Of these routes, only the server in Python has any: docs/decisions/one-table-of-operations.md.
#[test]
fn routes_of_the_server_in_python_alone_are_unknown() {
    for name in [
        "sendQuery",
        "sendQuerySimple",
        "sendCellSimple",
        "sendBocUnsafe",
        "estimateFeeSimple",
        "getWorkerState",
    ] {
        let (found, _) = outcome("{}", &format!("/api/v2/{name}"));
        assert!(matches!(found, Outcome::Refuses(404, _)), "{name}: {found:?}");
    }
}

#[test]
fn ignored_parameters_are_not_in_the_cache_key() {
    let key = |url: &str| {
        let config = Config::from_json("{}").unwrap();
        let Verdict::Forward(forward) =
            decide(&config, &Incoming { method: "GET", url, ..Incoming::default() })
        else {
            panic!("{url}")
        };
        forward.cache_use.map(|cached| cached.key)
    };
    let plain_key = key("/api/v3/blocks?limit=3");
    assert!(plain_key.is_some());
    for url in ["/api/v3/blocks?limit=3&_=17", "/api/v3/Blocks/?Limit=3", "/api/v3/blocks?limit=9&limit=3"] {
        assert_eq!(key(url), plain_key, "{url}");
    }
}

#[test]
fn an_ignored_api_key_is_reported() {
    let note = |settings: &str, url: &str, key: Option<&'static str>| {
        let config = Config::from_json(settings).unwrap();
        let incoming = Incoming { method: "GET", url, key, ..Incoming::default() };
        let headers = match decide(&config, &incoming) {
            Verdict::Forward(forward) => forward.notes,
            Verdict::Respond { headers, .. } => headers,
            other => panic!("{other:?}"),
        };
        headers.iter().any(|(name, value)| name == "x-ton-edge-api-key" && value == "ignored")
    };
    for url in ["/api/v3/blocks", "/api/v3/blocks?limit=x", "/api/v2/packAddress?address=x"] {
        assert!(note("{}", url, Some("my-key")), "{url}");
        assert!(!note("{}", url, None), "{url}");
        assert!(!note("{}", url, Some("")), "{url}");
    }
    assert!(note("{}", "/api/v3/blocks?api_key=my-key", None));
}

/// v3 accepts every list and scalar parameter in any letter case of its name.
#[test]
fn names_of_v3_have_no_letter_case() {
    for row in V3.iter().filter(|row| row.verb == ton_edge::endpoint::Verb::Get) {
        for param in row.params.iter().filter(|param| param.kind == Kind::Int && param.name == "limit") {
            let url =
                format!("/api/v3{}?{}=0", row.path.to_ascii_uppercase(), param.name.to_ascii_uppercase());
            let (outcome, _) = outcome("{}", &url);
            let is_sent = matches!(&outcome, Outcome::Sends(target) if target.ends_with("limit=1"));
            // Other operations lack a required parameter.
            let lacks_parameter =
                matches!(&outcome, Outcome::Refuses(422, text) if !text.contains("limit is"));
            assert!(is_sent || lacks_parameter, "{url}: {outcome:?}");
        }
    }
}
