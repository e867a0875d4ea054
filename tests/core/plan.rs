//! Planning: every row, and the exact error of every kind of invalid parameter.

use crate::{golden, samples};
use std::borrow::Cow;
use std::fmt::Write;
use ton_edge::endpoint::{Generation, V2, V3, Verb};
use ton_edge::error::{Code, Details, Error};
use ton_edge::plan::{Arg, Plan, Unknown, endpoint, plan, plan_call};

fn show(plan: &Plan) -> String {
    let mut line = format!("{} {}", plan.verb.as_str(), plan.target());
    for (name, value) in &plan.headers {
        write!(line, " [{name}: {value}]").unwrap();
    }
    if let Some(body) = &plan.body {
        write!(line, " {body}").unwrap();
    }
    line
}

#[test]
fn every_row_plans_in_full_and_at_least() {
    let mut text = String::new();
    for row in V2.iter().chain(V3) {
        for args in [samples::required_args(row), samples::full_args(row)] {
            let planned = plan(row, &args, Unknown::Refuse)
                .unwrap_or_else(|error| panic!("{} {}: {error}", row.generation.as_str(), row.path));
            assert_eq!(planned.verb, row.verb);
            assert_eq!(planned.body.is_some(), row.verb == Verb::Post);
            writeln!(text, "{}", show(&planned)).unwrap();
        }
    }
    golden::compare_golden("plans.txt", &text);
}

fn plan_error(generation: Generation, name: &str, args: &[(&'static str, Arg<'static>)]) -> Error {
    let row = endpoint(generation, None, name).unwrap();
    let args: Vec<_> = args.iter().map(|(name, arg)| (Cow::Borrowed(*name), arg.clone())).collect();
    plan(row, &args, Unknown::Refuse).expect_err(name)
}

#[test]
fn bad_parameters_say_what_and_where() {
    use Generation::{V2, V3};
    let text = |text: &'static str| Arg::Text(Cow::Borrowed(text));
    let list = |items: &[&'static str]| Arg::List(items.iter().map(|item| text(item)).collect());
    let address = || ("address", text(samples::ADDRESS));
    let mut table = String::new();
    let mut record_plan = |generation: Generation, name: &str, args: &[(&'static str, Arg<'static>)]| {
        let error = plan_error(generation, name, args);
        assert!(error.message.len() < 400, "{}", error.message);
        let Details { code, message, index, parameter, suggestion, .. } = (*error).clone();
        write!(table, "{} {name}\n  {code}", generation.as_str()).unwrap();
        let _ = parameter.map(|parameter| write!(table, " parameter={parameter}"));
        let _ = index.map(|index| write!(table, " index={index}"));
        let _ = suggestion.map(|suggestion| write!(table, " suggestion={suggestion}"));
        writeln!(table, "\n  {message}").unwrap();
    };
    // Names.
    record_plan(V3, "transactions", &[("acount", text(samples::ADDRESS))]);
    record_plan(V3, "jetton/wallets", &[("jettonAddress", text(samples::ADDRESS))]);
    record_plan(V3, "transactions", &[("apiKey", text("secret"))]);
    record_plan(V2, "getMasterchainInfo", &[("colour", text("red"))]);
    record_plan(V2, "getAddressBalance", &[("colour", text("red"))]);
    record_plan(V2, "getAddressBalance", &[]);
    record_plan(V2, "getAddressBalance", &[("address", Arg::Null)]);
    // Addresses and hashes.
    record_plan(V2, "getAddressBalance", &[("address", text(""))]);
    record_plan(
        V2,
        "getAddressBalance",
        &[("address", text("EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2M"))],
    );
    record_plan(V3, "transactions", &[("account", list(&[samples::ADDRESS, "0:12"]))]);
    record_plan(V3, "transactions", &[("account", text("alice.ton"))]);
    record_plan(V3, "transactions", &[("account", Arg::from(1))]);
    record_plan(V3, "messages", &[("source", text("nil"))]);
    record_plan(V2, "getTransactions", &[address(), ("lt", text("1")), ("hash", text("0xab"))]);
    record_plan(V3, "transactions", &[("hash", text("x"))]);
    // Numbers.
    record_plan(V3, "transactions", &[("limit", Arg::from(0))]);
    record_plan(V3, "transactions", &[("limit", Arg::from(1001))]);
    record_plan(V3, "topAccountsByBalance", &[("limit", Arg::from(1025))]);
    record_plan(V3, "transactions", &[("limit", text("ten"))]);
    record_plan(V3, "transactions", &[("limit", text("+10"))]);
    record_plan(V3, "transactions", &[("limit", Arg::Number(Cow::Borrowed("1.5")))]);
    record_plan(V3, "transactions", &[("offset", Arg::from(-1))]);
    record_plan(V3, "transactions", &[("workchain", text("3000000000"))]);
    record_plan(V3, "transactions", &[("start_lt", text("9223372036854775808"))]);
    record_plan(V3, "transactions", &[("start_utime", text("4294967296"))]);
    record_plan(V2, "getShards", &[("seqno", Arg::from(0))]);
    record_plan(
        V2,
        "getBlockHeader",
        &[("workchain", Arg::from(-1)), ("shard", text("18446744073709551616")), ("seqno", Arg::from(1))],
    );
    record_plan(V3, "blocks", &[("workchain", Arg::from(0)), ("shard", text("80000000000000000"))]);
    record_plan(V3, "transactionsByMessage", &[("opcode", text("0x123456789"))]);
    record_plan(V3, "transactionsByMessage", &[("opcode", Arg::from(4_294_967_296))]);
    // Enumerated values.
    record_plan(V3, "transactions", &[("sort", text("dsc"))]);
    record_plan(V3, "jetton/wallets", &[("exclude_zero_balance", text("maybe"))]);
    record_plan(V3, "transactions", &[("account", Arg::from(true))]);
    record_plan(
        V2,
        "runGetMethod",
        &[address(), ("method", text("")), ("stack", Arg::Json(Cow::Borrowed("[]")))],
    );
    record_plan(V2, "runGetMethod", &[address(), ("method", text("seqno")), ("stack", text("[]"))]);
    // Bags of cells.
    record_plan(V2, "sendBoc", &[("boc", text(""))]);
    record_plan(V2, "sendBoc", &[("boc", text("te6cckEBAQEAAgAAAEysuc0"))]);
    record_plan(V2, "sendBoc", &[("boc", text("te6cck-BAQEAAgAAAEysuc0="))]);
    record_plan(V2, "sendBoc", &[("boc", text("AAAAAAAA"))]);
    // 32 hexadecimal digits are also valid base64, 34 are not.
    record_plan(V2, "sendBoc", &[("boc", text("b5ee9c72010101010002000000000000"))]);
    record_plan(V2, "sendBoc", &[("boc", text("B5EE9C7201010101000200000000000000"))]);
    record_plan(V2, "sendBoc", &[("boc", text("68ff65f301010101000200000000000000"))]);
    record_plan(V3, "decode", &[("bodies", text("b5ee9"))]);
    // Lists.
    record_plan(V3, "masterchainBlockShards", &[("seqno", list(&["1", "2"]))]);
    record_plan(V3, "walletStates", &[("address", Arg::List(vec![text(samples::ADDRESS); 1001]))]);
    record_plan(V3, "accountStates", &[("address", Arg::List(Vec::new()))]);
    // Rules between parameters.
    record_plan(V2, "lookupBlock", &[("workchain", Arg::from(0)), ("shard", text("0"))]);
    record_plan(
        V2,
        "lookupBlock",
        &[("workchain", Arg::from(0)), ("shard", text("0")), ("seqno", Arg::from(1)), ("lt", text("1"))],
    );
    record_plan(V2, "getTransactions", &[address(), ("lt", text("1"))]);
    record_plan(
        V3,
        "traces",
        &[
            ("account", text(samples::ADDRESS)),
            ("tx_hash", text("2ijAeOCcWLOYW9afQi9KufsoRheRB0eO/rrNcH86xU8=")),
        ],
    );
    record_plan(V3, "transactionsByMessage", &[]);
    record_plan(V3, "transactions", &[("direction", text("in"))]);
    record_plan(V3, "jetton/wallets", &[("jetton_address", list(&[samples::ADDRESS, samples::ADDRESS]))]);
    record_plan(V3, "validators/events", &[("start_utime", Arg::from(2)), ("end_utime", Arg::from(1))]);
    record_plan(
        V3,
        "validators/cycles",
        &[("return_validators", Arg::from(true)), ("limit", Arg::from(101))],
    );
    golden::compare_golden("refusals.txt", &table);
}

#[test]
fn values_are_sent_as_they_were_meant() {
    let planned_value = |generation, name: &str, param: &'static str, arg: Arg<'static>| {
        let row = endpoint(generation, None, name).unwrap();
        plan(row, &[(Cow::Borrowed(param), arg)], Unknown::Refuse).map(|plan| plan.query)
    };
    // TON Center reads the text `10` as hexadecimal; a number stays a number.
    assert_eq!(
        planned_value(Generation::V3, "transactionsByMessage", "opcode", Arg::from(10)).unwrap(),
        "opcode=0x0000000a"
    );
    assert_eq!(
        planned_value(Generation::V3, "transactionsByMessage", "opcode", Arg::from(-1)).unwrap(),
        "opcode=0xffffffff"
    );
    // A list joined by commas is checked item by item, and sent as a repeated parameter.
    let repeated_address = format!("{0},{0}", samples::ADDRESS);
    let query =
        planned_value(Generation::V3, "accountStates", "address", Arg::Text(Cow::Owned(repeated_address)))
            .unwrap();
    assert_eq!(query, format!("address={0}&address={0}", samples::ADDRESS));
    // addressBook uses the text in the request as the key of its result.
    assert_eq!(
        planned_value(Generation::V3, "addressBook", "address", Arg::from("any thing")).unwrap(),
        "address=any%20thing"
    );
    // A default that the caller passes is sent, because absent and default are two different requests.
    assert_eq!(planned_value(Generation::V3, "transactions", "offset", Arg::from(0)).unwrap(), "offset=0");
    for (number, flag) in [(0, "false"), (1, "true")] {
        let row = endpoint(Generation::V2, None, "getTransactions").unwrap();
        let args = [("address", Arg::from(samples::ADDRESS)), ("archival", Arg::from(number))];
        let args = args.map(|(name, arg)| (Cow::Borrowed(name), arg));
        let query = plan(row, &args, Unknown::Refuse).unwrap().query;
        assert!(query.ends_with(&format!("&archival={flag}")), "{query}");
    }
    assert_eq!(
        planned_value(Generation::V3, "messages", "source", Arg::from("null")).unwrap(),
        "source=null"
    );
}

#[test]
fn both_spellings_of_a_shard_are_accepted() {
    let sent_shard = |generation, name: &str, shard: Arg<'static>| {
        let row = endpoint(generation, None, name).unwrap();
        let args = [("workchain", Arg::from(-1)), ("shard", shard), ("seqno", Arg::from(1))];
        let args = args.map(|(name, arg)| (Cow::Borrowed(name), arg));
        let planned = plan(row, &args, Unknown::Refuse).unwrap();
        planned.query.split('&').find_map(|pair| pair.strip_prefix("shard=")).unwrap().to_owned()
    };
    for (text, decimal, hex) in [
        ("-9223372036854775808", "-9223372036854775808", "8000000000000000"),
        ("8000000000000000", "-9223372036854775808", "8000000000000000"),
        ("0x8000000000000000", "-9223372036854775808", "0x8000000000000000"),
        ("9223372036854775808", "-9223372036854775808", "8000000000000000"),
        ("c000000000000000", "-4611686018427387904", "c000000000000000"),
        ("6000000000000000", "6917529027641081856", "6000000000000000"),
        ("4611686018427387904", "4611686018427387904", "4000000000000000"),
        // Sixteen digits: a shard that is 1/512 of a workchain.
        ("4503599627370496", "4503599627370496", "0010000000000000"),
        ("0010000000000000", "4503599627370496", "0010000000000000"),
        // Shards that do not exist: forwarded as the generation writes them, or refused.
        ("24", "24", "24"),
        ("0", "0", "0"),
    ] {
        assert_eq!(sent_shard(Generation::V2, "getBlockHeader", text.into()), decimal, "v2 {text}");
        assert_eq!(sent_shard(Generation::V3, "blocks", text.into()), hex, "v3 {text}");
    }
    let number = Arg::from(6_000_000_000_000_000);
    assert_eq!(
        sent_shard(Generation::V2, "getBlockHeader", number),
        "6000000000000000",
        "a number is decimal"
    );
}

#[test]
fn a_client_sends_the_defaults_of_the_specification() {
    let query = |name: &str, args: &[(&'static str, Arg<'static>)]| {
        let row = endpoint(Generation::V3, None, name).unwrap();
        let args: Vec<_> = args.iter().map(|(name, arg)| (Cow::Borrowed(*name), arg.clone())).collect();
        (
            plan_call(row, &args, Unknown::Refuse).unwrap().query,
            plan(row, &args, Unknown::Refuse).unwrap().query,
        )
    };
    let (client, gateway) = query("blocks", &[("workchain", Arg::from(-1))]);
    assert_eq!((&*client, &*gateway), ("workchain=-1&limit=10&sort=desc", "workchain=-1"));
    let (client, _) = query("blocks", &[("limit", Arg::from(3)), ("sort", Arg::from("asc"))]);
    assert_eq!(client, "limit=3&sort=asc");
    // With a sort by balance the list is a different one.
    assert_eq!(query("jetton/wallets", &[]).0, "limit=10");
    // Every row with pages in the specification has a limit, and no other row.
    for row in V2.iter().chain(V3) {
        let args = samples::required_args(row);
        let query = plan_call(row, &args, Unknown::Refuse).unwrap().query;
        let has_limit = args.iter().any(|(name, _)| name == "limit");
        assert_eq!(query.contains("limit="), row.page.is_some() || has_limit, "{}", row.path);
        // Rows with times are sorted by time.
        let by_time = row.param("sort").is_some() && row.live_page.is_some_and(|page| page.keyset.is_some());
        assert_eq!(query.contains("sort=desc"), by_time, "{}", row.path);
    }
}

#[test]
fn unknown_parameters_can_be_sent() {
    let row = endpoint(Generation::V3, None, "transactions").unwrap();
    let args = [(Cow::Borrowed("limit"), Arg::from(3)), (Cow::Borrowed("new one"), Arg::from("a+b"))];
    let planned = plan(row, &args, Unknown::Forward).unwrap();
    assert_eq!(planned.query, "limit=3&new%20one=a%2Bb");
    let flags = [("on", Arg::Bool(true)), ("off", Arg::Bool(false)), ("none", Arg::Null)];
    let args = flags.map(|(name, flag)| (Cow::Borrowed(name), flag));
    assert_eq!(plan(row, &args, Unknown::Forward).unwrap().query, "on=true&off=false");
}

#[test]
fn a_number_as_text_is_a_number_in_a_body() {
    let row = endpoint(Generation::V2, None, "runGetMethod").unwrap();
    for (typed, sent) in [("007", 7), ("0", 0), ("-0", 0), ("12", 12)] {
        let args = [
            (Cow::Borrowed("address"), Arg::from(samples::ADDRESS)),
            (Cow::Borrowed("method"), Arg::from("seqno")),
            (Cow::Borrowed("stack"), Arg::Json(Cow::Borrowed("[]"))),
            (Cow::Borrowed("seqno"), Arg::from(typed)),
        ];
        match plan(row, &args, Unknown::Refuse) {
            Ok(planned) => {
                let body: serde_json::Value = serde_json::from_str(&planned.body.unwrap()).unwrap();
                assert_eq!(body["seqno"], serde_json::json!(sent), "{typed}");
            }
            Err(error) => assert!(sent == 0, "{typed}: {error}"),
        }
    }
}

#[test]
fn a_long_decode_is_sent_by_post() {
    let row = endpoint(Generation::V3, None, "decode").unwrap();
    let bodies =
        |count| [(Cow::Borrowed("bodies"), Arg::List(vec![Arg::from("te6cckEBAQEAAgAAAEysuc0="); count]))];
    assert_eq!(plan_call(row, &bodies(2), Unknown::Refuse).unwrap().verb, Verb::Get);
    let long_plan = plan_call(row, &bodies(100), Unknown::Refuse).unwrap();
    assert_eq!((long_plan.verb, long_plan.query.as_str()), (Verb::Post, ""));
}

#[test]
fn an_unknown_operation_gets_the_nearest_name() {
    let error = endpoint(Generation::V3, None, "transaction").unwrap_err();
    assert_eq!((error.code, error.suggestion.as_deref()), (Code::UnknownEndpoint, Some("transactions")));
    assert_eq!(error.to_string(), "v3 has no operation `transaction`; did you mean `transactions`?");
    let error = endpoint(Generation::V3, Some(Verb::Post), "transactions").unwrap_err();
    assert_eq!(error.to_string(), "v3 has no operation POST `transactions`");
    assert!(endpoint(Generation::V2, None, "").is_err());
}

#[test]
fn the_account_of_a_row_is_sent_as_its_hash() {
    let block = |after: &str| {
        let args = [
            ("workchain", "0"),
            ("shard", "-9223372036854775808"),
            ("seqno", "1"),
            ("after_lt", "2"),
            ("after_hash", after),
        ];
        let args = args.map(|(name, value)| (Cow::Borrowed(name), Arg::Text(Cow::Owned(value.to_owned()))));
        plan(endpoint(Generation::V2, None, "getBlockTransactions").unwrap(), &args, Unknown::Refuse)
    };
    let hash = "83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
    for account in [hash.to_owned(), format!("0:{hash}"), format!("-1:{hash}")] {
        assert!(block(&account).unwrap().target().ends_with(&format!("after_hash={hash}")), "{account}");
    }
    for wrong in
        [format!("x:{hash}"), format!(":{hash}"), format!("0:{hash}0"), "0:".into(), format!("0:0:{hash}")]
    {
        assert_eq!(block(&wrong).unwrap_err().parameter.as_deref(), Some("after_hash"), "{wrong}");
    }
}

#[test]
fn a_parameter_of_another_operation_gets_the_name_of_this_one() {
    for (generation, name, wrong, right) in [
        (Generation::V3, "transactions", "address", "account"),
        (Generation::V3, "transactions", "count", "limit"),
        (Generation::V3, "transactions", "order", "sort"),
        (Generation::V3, "transactions", "since", "start_utime"),
        (Generation::V3, "transactions", "until", "end_utime"),
        (Generation::V3, "accountStates", "account", "address"),
        (Generation::V3, "accountStates", "wallet", "address"),
        (Generation::V3, "actions", "hash", "tx_hash"),
        (Generation::V3, "actions", "message_hash", "msg_hash"),
        (Generation::V3, "messages", "from", "source"),
        (Generation::V3, "messages", "to", "destination"),
        (Generation::V3, "jetton/wallets", "jetton", "jetton_address"),
        (Generation::V3, "nft/items", "collection", "collection_address"),
        (Generation::V2, "getAddressInformation", "account", "address"),
        (Generation::V2, "getBlockTransactions", "limit", "count"),
        (Generation::V2, "runGetMethod", "args", "stack"),
        (Generation::V2, "getTransactions", "account", "address"),
    ] {
        let error = plan_error(generation, name, &[(wrong, Arg::from("1"))]);
        assert_eq!(
            (error.code, error.suggestion.as_deref()),
            (Code::UnknownParameter, Some(right)),
            "{name} {wrong}"
        );
        assert!(error.to_string().ends_with(&format!("; did you mean `{right}`?")), "{error}");
    }
    // The operation takes no account, and no other name is near.
    let error = plan_error(Generation::V3, "masterchainInfo", &[("address", Arg::from("1"))]);
    assert_eq!((error.code, error.suggestion.as_deref()), (Code::UnknownParameter, None));
}
