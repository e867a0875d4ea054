//! Get-methods with stacks, domains, and recipients of transfers.

use std::cell::Cell as Counter;
use std::rc::Rc;

use serde_json::{Value, json};
use ton_edge::address::{Address, Flags};
use ton_edge::cell::{Builder, CellId, Cells};
use ton_edge::client::{Client, Error, GetCall, GetOptions, GetResult, RateLimit, Retry, Settings};
use ton_edge::error::Code;
use ton_edge::message::{
    GET_METHODS, GetMultisigData, GetNftData, GetWalletAddress, GetWalletData, ReadMethod, Stack, StackForm,
    StackValue,
};
use ton_edge::network::Network;

use super::{Call, HASH, bag, client_of};
use crate::rust_client::clock::World;

const ACCOUNT: &str = "0:A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1";

fn address(byte: u8) -> Address {
    Address { workchain: 0, hash: [byte; 32] }
}

/// A result of `runGetMethod`.
fn result(exit_code: i32, gas_used: u32, stack: Value) -> Value {
    json!({
        "gas_used": gas_used, "exit_code": exit_code, "stack": stack,
        "block_id": { "workchain": -1, "shard": "-9223372036854775808", "seqno": 50, "root_hash": HASH, "file_hash": HASH },
        "last_transaction_id": { "lt": "47000000000001", "hash": HASH },
    })
}

fn get(response: Value, options: GetOptions) -> Result<GetResult, Error> {
    let (world, client) = client_of(move |_| response.clone());
    world.run_one(client.get(&mut Cells::new(), ACCOUNT, "seqno", Vec::new(), options))
}

#[test]
fn a_get_method_takes_and_returns_values() {
    let (world, client) = client_of(|call| {
        assert_eq!((call.path.as_str(), call.get("method")), ("v2/runGetMethod", "get_wallet_address"));
        let mut cells = Cells::new();
        let entries: Vec<Value> = serde_json::from_str(call.get("stack")).unwrap();
        let stack = Stack::from_entries(&mut cells, &entries).unwrap();
        assert_eq!(stack.address(&cells, 0).unwrap(), Some(address(7)));
        let owner = StackValue::address(&mut cells, Some(&address(8))).unwrap();
        let StackValue::Slice(owner) = owner else { panic!() };
        result(
            0,
            900,
            json!([["num", "-0x5"], ["cell", { "bytes": bag(&cells, owner) }], ["list", { "elements": [] }]]),
        )
    });
    let mut cells = Cells::new();
    let arguments = vec![StackValue::address(&mut cells, Some(&address(7))).unwrap()];
    let call = client.get(&mut cells, ACCOUNT, "get_wallet_address", arguments, GetOptions::default());
    let result = world.run_one(call).unwrap();
    assert_eq!((result.exit_code, result.gas_used, result.stack.number::<i8>(0).unwrap()), (0, 900, -5));
    assert_eq!(result.stack.address(&cells, 1).unwrap(), Some(address(8)));
    assert!(result.stack.is_null(2).unwrap());
    let block = result.block.unwrap();
    assert_eq!((block.workchain, block.shard, block.seqno), (-1, 1 << 63, 50));
    assert_eq!(result.last_transaction.unwrap().lt, 47_000_000_000_001);
}

#[test]
fn a_get_method_that_fails_is_an_error_with_its_exit_code() {
    for (exit_code, gas_used, text) in [
        (-13, 0, "`seqno` failed with exit code -13: the account has no contract"),
        (-256, 0, "`seqno` failed with exit code -256: the account has no contract"),
        (11, 300, "`seqno` failed with exit code 11: there is no such method"),
        (777, 300, "`seqno` failed with exit code 777, which the contract chose"),
    ] {
        let error = get(result(exit_code, gas_used, json!([])), GetOptions::default()).unwrap_err();
        assert_eq!((error.code, error.exit_code), (Code::GetMethodFailed, Some(exit_code)));
        assert_eq!((error.message.as_ref(), error.parameter.as_deref()), (text, Some("seqno")));
    }
    assert_eq!(get(result(1, 300, json!([])), GetOptions::default()).unwrap().exit_code, 1);
}

#[test]
fn a_result_of_another_block_or_with_a_stack_that_cannot_be_read_is_refused() {
    let get_at = |seqno| get(result(0, 1, json!([])), GetOptions { seqno: Some(seqno) });
    assert_eq!(get_at(50).unwrap().block.unwrap().seqno, 50);
    assert!(get_at(51).unwrap_err().message.contains("`block_id.seqno` is 50, but the request is about 51"));
    assert_eq!(get_at(u32::MAX).unwrap_err().parameter.as_deref(), Some("seqno"));
    for stack in [json!([["num", "five"]]), json!([["cell", { "bytes": "AAAA" }]])] {
        let error = get(result(0, 1, stack), GetOptions::default()).unwrap_err();
        assert_eq!(error.code, Code::InvalidResponse, "{error}");
    }
    let (world, client) = client_of(|_| json!({}));
    let mut cells = Cells::new();
    let builder = vec![0.into(), StackValue::Builder(cells.add(&Builder::new()).unwrap())];
    let error =
        world.run_one(client.get(&mut cells, ACCOUNT, 5, builder, GetOptions::default())).unwrap_err();
    assert_eq!((error.code, error.index, world.arrivals().len()), (Code::StackInvalid, Some(1), 0));
}

/// A client of a contract that returns these values, and the arena of the values.
fn contract_returning(build: impl FnOnce(&mut Cells) -> Vec<StackValue>) -> (World, Client<World>) {
    let mut cells = Cells::new();
    let stack = Stack::new(build(&mut cells));
    let entries: Vec<Value> = stack.to_entries(&cells, StackForm::V2).unwrap();
    client_of(move |_| result(0, 500, json!(entries)))
}

#[test]
fn a_get_method_of_the_table_has_typed_arguments_and_results() {
    let (world, client) = client_of(|call| {
        assert_eq!((call.path.as_str(), call.get("method")), ("v2/runGetMethod", "get_wallet_address"));
        let mut cells = Cells::new();
        let entries: Vec<Value> = serde_json::from_str(call.get("stack")).unwrap();
        let stack = Stack::from_entries(&mut cells, &entries).unwrap();
        assert_eq!((stack.len(), stack.address(&cells, 0).unwrap()), (1, Some(address(7))));
        result(0, 500, json!(entries))
    });
    let (mut cells, options) = (Cells::new(), GetOptions::default());
    let wallet_of_owner = GetWalletAddress { owner_address: address(7) };
    assert_eq!(
        world.run_one(client.read(&mut cells, ACCOUNT, wallet_of_owner, options)).unwrap(),
        Some(address(7))
    );

    let (world, client) = contract_returning(|cells| {
        let owner = StackValue::address(cells, Some(&address(1))).unwrap();
        let master = StackValue::address(cells, None).unwrap();
        let code = cells.add(Builder::new().store_uint(9, 8).unwrap()).unwrap();
        vec![70.into(), owner, master, StackValue::Cell(code)]
    });
    let data = world.run_one(client.read(&mut cells, ACCOUNT, GetWalletData, options)).unwrap();
    assert_eq!((data.balance, data.owner_address, data.master_address), (70.into(), Some(address(1)), None));
    assert_eq!(cells.get(data.wallet_code).unwrap().slice().unwrap().load_u64(8), Ok(9));

    let (world, client) = contract_returning(|cells| {
        let signers = [3_u8, 4].map(|byte| {
            let mut value = Builder::new();
            value.store_address(&address(byte)).unwrap();
            (ton_edge::cell::Bits::from_bytes(&[byte]).unwrap(), value)
        });
        let signers = cells.add_dict(8, signers.into()).unwrap().unwrap();
        vec![(-1).into(), 2.into(), StackValue::Cell(signers), StackValue::Null]
    });
    let data = world.run_one(client.read(&mut cells, ACCOUNT, GetMultisigData, options)).unwrap();
    assert_eq!((data.next_order_seqno, data.threshold), ((-1).into(), 2));
    assert_eq!((data.signers, data.proposers), (vec![address(3), address(4)], Vec::new()));
}

#[test]
fn a_contract_that_returns_other_values_is_an_error_with_the_item() {
    let (mut cells, options) = (Cells::new(), GetOptions::default());
    let (world, client) = contract_returning(|_| vec![70.into()]);
    let error = world.run_one(client.read(&mut cells, ACCOUNT, GetWalletData, options)).unwrap_err();
    assert_eq!((error.code, error.parameter.as_deref()), (Code::StackInvalid, Some("get_wallet_data")));
    assert_eq!(error.message, "`get_wallet_data` returned 1 items, not 4");
    let (world, client) = contract_returning(|_| vec![1.into(), 2.into(), 3.into(), 4.into(), 5.into()]);
    let error = world.run_one(client.read(&mut cells, ACCOUNT, GetNftData, options)).unwrap_err();
    assert_eq!(error.parameter.as_deref(), Some("get_nft_data.collection_address"));
    assert_eq!((error.code, error.index), (Code::StackInvalid, Some(2)));
    assert!(error.message.starts_with("`get_nft_data.collection_address`: item 2 of the stack"), "{error}");
    let (world, client) = client_of(|_| result(11, 300, json!([])));
    let error = world.run_one(client.read(&mut cells, ACCOUNT, GetNftData, options)).unwrap_err();
    assert_eq!((error.code, error.exit_code), (Code::GetMethodFailed, Some(11)));
}

#[test]
fn each_type_of_a_get_method_belongs_to_its_row() {
    assert_eq!(GetWalletData::METHOD.name, "get_wallet_data");
    let rows = GET_METHODS.iter().filter(|row| **row == GetWalletData::METHOD);
    assert_eq!(rows.count(), 1);
}

#[test]
fn many_get_methods_return_their_results_in_order() {
    let (world, client) = client_of(|call| {
        let number = u64::from_str_radix(&call.get("address")[2..], 16).unwrap();
        if number == 3 {
            result(-13, 0, json!([]))
        } else {
            result(0, 500, json!([["num", format!("0x{number:x}")]]))
        }
    });
    let calls: Vec<_> = (0..100)
        .map(|number| GetCall::new(format!("0:{number:064x}"), "get_timeout", vec![number.into()]))
        .collect();
    let results = world.run_one(client.get_many(&mut Cells::new(), &calls, GetOptions::default())).unwrap();
    assert_eq!(results.len(), 100);
    for (number, result) in results.into_iter().enumerate() {
        match result {
            Ok(result) => assert_eq!(result.stack.number::<usize>(0).unwrap(), number),
            Err(error) => assert_eq!((number, error.exit_code), (3, Some(-13))),
        }
    }
    let arrivals = world.arrivals();
    let first_count = arrivals.iter().filter(|time| **time == arrivals[0]).count();
    assert!(arrivals.len() == 100 && first_count <= 64, "{first_count} of {}", arrivals.len());
}

#[test]
fn many_get_methods_are_checked_before_the_first_request() {
    let (world, client) = client_of(|_| panic!("a request was sent"));
    let mut cells = Cells::new();
    let builder = StackValue::Builder(cells.add(&Builder::new()).unwrap());
    let good_call = || GetCall::new(ACCOUNT, "seqno", Vec::new());
    let nested_argument = StackValue::Tuple(vec![StackValue::List(vec![0.into(); 1 << 18])]);
    for (calls, code, parameter) in [
        (vec![good_call(), GetCall::new("nonsense", "seqno", Vec::new())], Code::AddressLength, "calls[1]"),
        (
            vec![good_call(), good_call(), GetCall::new(ACCOUNT, "", Vec::new())],
            Code::InvalidParameter,
            "calls[2]",
        ),
        (vec![GetCall::new(ACCOUNT, 5, vec![0.into(), builder])], Code::StackInvalid, "calls[0]"),
        (vec![good_call(), GetCall::new(ACCOUNT, 5, vec![nested_argument])], Code::TooLong, "calls[1]"),
        (vec![good_call(); 10_001], Code::TooLong, "calls"),
    ] {
        let error = world.run_one(client.get_many(&mut cells, &calls, GetOptions::default())).unwrap_err();
        assert_eq!((error.code, error.parameter.as_deref()), (code, Some(parameter)), "{error}");
    }
    let options = GetOptions { seqno: Some(u32::MAX) };
    let error = world.run_one(client.get_many(&mut cells, &[good_call()], options)).unwrap_err();
    assert_eq!((error.code, error.parameter.as_deref()), (Code::InvalidOption, Some("seqno")));
    let no_results = world.run_one(client.get_many(&mut cells, &[], GetOptions::default())).unwrap();
    assert!(no_results.is_empty() && world.arrivals().is_empty());
}

/// The cell of a record, such as the one that names the next resolver.
fn record(cells: &mut Cells, tag: u16, account: Address) -> CellId {
    let mut builder = Builder::new();
    builder.store_uint(tag, 16).unwrap().store_address(&account).unwrap();
    cells.add(&builder).unwrap()
}

/// The dictionary of a domain with a wallet.
fn records(cells: &mut Cells, wallet: Address) -> CellId {
    let value = record(cells, 0x9FD3, wallet);
    let mut inline = Builder::new();
    inline.store_ref(value).unwrap();
    // SHA-256 of `wallet`.
    let key =
        ton_edge::hash::parse("e8d44050873dba865aa7c170ab4cce64d90839a34dcfd6cf71d14e0205443b1b").unwrap();
    let key = ton_edge::cell::Bits::from_bytes(&key.0).unwrap();
    cells.add_dict(256, vec![(key, inline)]).unwrap().unwrap()
}

/// What a resolver returns for a name: the number of bits that it resolves, and a cell of the arena.
type Resolver = fn(&mut Cells, resolver: &str, name: &[u8]) -> Option<(i64, Option<CellId>)>;

/// A client of a network with these resolvers, and the number of its requests.
fn network(resolve: Resolver) -> (World, Client<World>, Rc<Counter<usize>>) {
    let counter = Rc::new(Counter::new(0));
    let count = Rc::clone(&counter);
    let (world, client) = client_of(move |call: &Call| {
        count.set(count.get() + 1);
        let mut cells = Cells::new();
        if call.path == "v2/getConfigParam" {
            assert_eq!(call.get("config_id"), "4");
            let mut root = Builder::new();
            root.store_bytes(&[0xEE; 32]).unwrap();
            let root = cells.add(&root).unwrap();
            return json!({ "config": { "bytes": bag(&cells, root) } });
        }
        let entries: Vec<Value> = serde_json::from_str(call.get("stack")).unwrap();
        let stack = Stack::from_entries(&mut cells, &entries).unwrap();
        let mut name = stack.slice(&cells, 0).unwrap();
        let name = name.load_bytes(name.bits() / 8).unwrap();
        match resolve(&mut cells, call.get("address"), &name) {
            None => result(-13, 0, json!([])),
            Some((bits, value)) => {
                let value = value.map_or(
                    json!(["list", { "elements": [] }]),
                    |id| json!(["cell", { "bytes": bag(&cells, id) }]),
                );
                result(0, 500, json!([["num", format!("0x{bits:x}")], value]))
            }
        }
    });
    (world, client, counter)
}

fn root() -> String {
    Address { workchain: -1, hash: [0xEE; 32] }.to_string()
}

#[test]
fn a_domain_is_resolved_from_the_root_through_its_resolvers() {
    let (world, client, count) = network(|cells, resolver, name| {
        if resolver == root() {
            assert_eq!(&name[..4], b"ton\0");
            return Some((32, Some(record(cells, 0xBA93, address(1)))));
        }
        assert_eq!(resolver, address(1).to_string());
        match name {
            b"alice\0" => Some((48, Some(records(cells, address(9))))),
            // A domain without an owner: its contract does not exist.
            b"nobody\0" => None,
            b"unknown\0" => Some((0, None)),
            _ => panic!("{name:?}"),
        }
    });
    assert_eq!(world.run_one(client.resolve("Alice.ton")).unwrap(), Some(address(9)));
    // The root resolver is requested once.
    assert_eq!(count.get(), 3);
    assert_eq!(world.run_one(client.resolve("alice.ton.")).unwrap(), Some(address(9)));
    assert_eq!(count.get(), 5);
    for domain in ["nobody.ton", "unknown.ton"] {
        assert_eq!(world.run_one(client.dns(domain)).unwrap(), None);
        let error = world.run_one(client.recipient(domain)).unwrap_err();
        assert_eq!((error.code, error.parameter.as_deref()), (Code::DomainNotFound, Some("recipient")));
    }
    let receiver = world.run_one(client.recipient(" ALICE.ton ")).unwrap();
    assert_eq!(
        (receiver.address, receiver.name.as_deref(), receiver.bounceable),
        (address(9), Some("alice.ton"), None)
    );
}

#[test]
fn a_resolver_that_breaks_the_rules_is_an_error_not_an_unknown_domain() {
    let cases: [(Resolver, &str); 6] = [
        (
            |cells, _, _| Some((7, Some(cells.add(&Builder::new()).unwrap()))),
            "8 to 80 bits of the domain, in whole bytes, not 7",
        ),
        (|cells, _, _| Some((88, Some(cells.add(&Builder::new()).unwrap()))), "not 88"),
        (
            |cells, _, _| Some((8, Some(cells.add(&Builder::new()).unwrap()))),
            "a next resolver that cannot be read",
        ),
        (
            |cells, _, _| Some((8, Some(record(cells, 0x9FD3, address(1))))),
            "not a `dns_next_resolver` record",
        ),
        (
            |cells, _, _| Some((80, Some(record(cells, 0xBA93, address(1))))),
            "returned records that cannot be read",
        ),
        // A resolver that names itself ends with the name.
        (
            |cells, _, _| Some((8, Some(record(cells, 0xBA93, address(1))))),
            "returned records that cannot be read",
        ),
    ];
    for (resolve, text) in cases {
        let (world, client, _) = network(resolve);
        let error = world.run_one(client.dns("alice.ton")).unwrap_err();
        assert_eq!(error.code, Code::InvalidResponse, "{error}");
        assert!(error.message.contains(text), "{error}");
    }
    // A failure of the contract itself is not an unknown domain either.
    let (world, client) = client_of(|call| {
        if call.path == "v2/getConfigParam" {
            let mut cells = Cells::new();
            let root = cells.add(Builder::new().store_bytes(&[0xEE; 32]).unwrap()).unwrap();
            return json!({ "config": { "bytes": bag(&cells, root) } });
        }
        result(9, 500, json!([]))
    });
    assert_eq!(world.run_one(client.dns("alice.ton")).unwrap_err().code, Code::GetMethodFailed);
}

#[test]
fn an_address_is_a_recipient_without_a_request() {
    let (world, client, count) = network(|_, _, _| panic!());
    let write_friendly = |bounceable, test_only| {
        address(5).to_friendly(Flags { bounceable, test_only, url_safe: true }).to_string()
    };
    for (text, bounceable) in [
        (address(5).to_string(), None),
        (address(5).to_string().to_lowercase(), None),
        (write_friendly(true, false), Some(true)),
        (format!("  {}\n", write_friendly(false, false)), Some(false)),
    ] {
        let receiver = world.run_one(client.recipient(&text)).unwrap();
        assert_eq!((receiver.address, receiver.name, receiver.bounceable), (address(5), None, bounceable));
    }
    let error = world.run_one(client.recipient(&write_friendly(true, true))).unwrap_err();
    assert_eq!((error.code, error.parameter.as_deref()), (Code::InvalidParameter, Some("recipient")));
    for text in [address(5).to_string(), write_friendly(true, false)] {
        let error = world.run_one(client.resolve(&text)).unwrap_err();
        assert_eq!((error.code, error.parameter.as_deref()), (Code::DomainIsAddress, Some("domain")));
    }
    for (text, code) in [
        ("", Code::AddressEmpty),
        ("alice", Code::AddressLength),
        ("a..ton", Code::InvalidParameter),
        ("alice .ton", Code::InvalidParameter),
    ] {
        assert_eq!(world.run_one(client.recipient(text)).unwrap_err().code, code, "{text}");
    }
    assert_eq!(count.get(), 0);
    let base_url = Some("https://gateway.example/testnet".into());
    let settings = Settings {
        network: Network::Testnet,
        base_url,
        rate_limit: RateLimit::Off,
        retry: Retry::never(),
        ..Settings::default()
    };
    let testnet = Client::new(settings, world.clone()).unwrap();
    assert_eq!(
        world.run_one(testnet.recipient(&write_friendly(false, true))).unwrap().bounceable,
        Some(false)
    );
}
