//! Wallets: addresses, signed bodies, and the messages with them, compared with `@ton/ton`.

use super::{build, flag, hash, hash_of, load_text, number, rows};
use serde_json::Value as Json;
use std::collections::HashSet;
use ton_edge::address::Address;
use ton_edge::cell::{BuildError, Builder, CellId, Cells};
use ton_edge::error::Code;
use ton_edge::hash::Hash;
use ton_edge::message::{
    Action, Body, DecodeFault, EncodeFault, Message, MessageInfo, Request, Row, StateInit, Value, Wallet,
    WalletVersion, normalized_hash,
};
use ton_edge::network::Network;

/// The versions in the order of the fixtures.
const VERSIONS: [WalletVersion; 4] =
    [WalletVersion::V3R1, WalletVersion::V3R2, WalletVersion::V4R2, WalletVersion::V5R1];

fn wallet(
    version: WalletVersion,
    public_key: [u8; 32],
    workchain: i64,
    testnet: bool,
    subwallet: u16,
) -> Wallet {
    let network = if testnet { Network::Testnet } else { Network::Mainnet };
    let workchain = workchain.try_into().unwrap();
    let wallet_id = version.wallet_id(network, workchain, subwallet);
    Wallet { workchain, wallet_id, ..Wallet::new(version, public_key) }
}

#[test]
fn a_new_wallet_is_the_first_of_the_mainnet() {
    for version in WalletVersion::ALL {
        let wallet = Wallet::new(version, [7; 32]);
        assert_eq!(wallet.wallet_id, version.wallet_id(Network::Mainnet, 0, 0), "{version}");
        assert_eq!(wallet.workchain, 0, "{version}");
        assert_ne!(wallet.wallet_id, version.wallet_id(Network::Mainnet, 0, 1), "{version}");
    }
}

/// The bytes of a signature in base64.
fn bytes(value: &Json) -> Vec<u8> {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut held, mut bytes) = (0_u32, 0, Vec::new());
    for digit in value.as_str().unwrap().chars().filter_map(|digit| alphabet.find(digit)) {
        bits = (bits << 6 | digit as u32) & 0xFFFF;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    assert_eq!(bytes.len(), 64);
    bytes
}

#[test]
fn addresses_of_wallets() {
    let mut seen_versions = HashSet::new();
    for row in rows("wallets", "wallets", 40) {
        let public_key = hash(&row["public_key"]).0;
        for variant in row["addresses"].as_array().unwrap() {
            let (workchain, testnet) = (variant[0].as_i64().unwrap(), variant[1].as_bool().unwrap());
            for (at, version) in VERSIONS.into_iter().enumerate() {
                let wallet = wallet(version, public_key, workchain, testnet, number(&variant[2]));
                let expected = Address { workchain: wallet.workchain, hash: hash(&variant[3 + at]).0 };
                assert_eq!(wallet.address(), expected, "{version} {variant}");
                let mut cells = Cells::new();
                let init = wallet.state_init(&mut cells).unwrap();
                assert_eq!(Wallet::from_state_init(&cells, &init, wallet.workchain), Some(wallet));
                let id = init.add(&mut cells).unwrap();
                assert_eq!(StateInit::address(&cells, id, wallet.workchain), Some(expected));
                seen_versions.insert((version, workchain, testnet, variant[2].to_string()));
            }
        }
    }
    assert!(seen_versions.len() >= 40, "{}", seen_versions.len());
}

/// Compares every version of the table with another implementation: its addresses, its signed requests, and its greatest number of
/// messages.
#[test]
fn every_version_has_a_fixture() {
    let file_json: Json = serde_json::from_str(&super::read("messages/wallet-versions.json")).unwrap();
    let (public_key, request) = (hash(&file_json["publicKey"]).0, &file_json["request"]);
    let recipient: Address = request["to"].as_str().unwrap().parse().unwrap();
    let value: u128 = request["value"].as_str().unwrap().parse().unwrap();
    let versions = file_json["versions"].as_array().unwrap();
    let names: Vec<&str> = versions.iter().map(|row| row["version"].as_str().unwrap()).collect();
    assert_eq!(names, WalletVersion::ALL.map(WalletVersion::as_str), "fixtures/messages/wallet-versions.mjs");
    for row in versions {
        let version = WalletVersion::parse(row["version"].as_str().unwrap()).unwrap();
        assert_eq!(Some(version.most_messages() as u64), row["mostMessages"].as_u64(), "{version}");
        let wallets = row["wallets"].as_array().unwrap();
        assert!(wallets.len() >= 4, "{version}");
        for row in wallets {
            let testnet = row["network"] == "testnet";
            let workchain = row["workchain"].as_i64().unwrap();
            let wallet = wallet(version, public_key, workchain, testnet, number(&row["subwallet"]));
            assert_eq!(wallet.address().hash, hash(&row["address"]).0, "{version} {row}");
            let mut cells = Cells::new();
            let body = cells.add(&Builder::new()).unwrap();
            let message = Message::to_send(recipient, value.into(), true, body).add(&mut cells).unwrap();
            let request = Request {
                actions: vec![Action::SendMessage { mode: number(&request["mode"]), message }],
                seqno: number(&request["seqno"]),
                valid_until: number(&request["validUntil"]),
                query_id: Some(number(&request["queryId"])),
                batch_value: None,
                created_at: number(&request["createdAt"]),
                internal: false,
            };
            let unsigned = wallet.request(&mut cells, &request).unwrap();
            let signature = bytes(&row["signature"]).try_into().unwrap();
            let signed = unsigned.sign(&mut cells, &signature).unwrap();
            let external = wallet.external(&mut cells, signed, true).unwrap();
            assert_eq!(hash_of(&cells, external), hash(&row["external"]), "{version} {row}");
        }
    }
}

/// The messages that requests send.
fn load_drafts(cells: &mut Cells) -> Vec<CellId> {
    let texts = rows("wallets", "drafts", 20);
    texts
        .iter()
        .map(|text| {
            let (from, root) = load_text(text.as_str().unwrap());
            cells.copy_from(&from, root).unwrap()
        })
        .collect()
}

fn sign_request(cells: &mut Cells, wallet: &Wallet, request: &Request, row: &Json) -> CellId {
    let unsigned = wallet.request(cells, request).unwrap();
    assert_eq!(unsigned.hash, hash(&row["payload"]), "the signed hash: {row}");
    assert_eq!(hash_of(cells, unsigned.cell), unsigned.hash);
    let signature: [u8; 64] = bytes(&row["signature"]).try_into().unwrap();
    let body = unsigned.sign(cells, &signature).unwrap();
    assert_eq!(hash_of(cells, body), hash(&row["body"]));
    let message = wallet.external(cells, body, flag(row, "deploy")).unwrap();
    assert_eq!(hash_of(cells, message), hash(&row["external"]));
    body
}

#[test]
fn requests_are_those_of_ton_ton() {
    let (mut counts, mut bags) = (HashSet::new(), 0);
    for row in rows("wallets", "wallets", 40) {
        let public_key = hash(&row["public_key"]).0;
        for row in row["requests"].as_array().unwrap() {
            let version = WalletVersion::parse(row["version"].as_str().unwrap()).unwrap();
            let workchain = row["workchain"].as_i64().unwrap();
            let wallet =
                wallet(version, public_key, workchain, flag(row, "testnet"), number(&row["subwallet"]));
            let mut cells = Cells::new();
            let drafts = load_drafts(&mut cells);
            let (first, count): (usize, usize) = (number(&row["first"]), number(&row["count"]));
            let mode: u8 = number(&row["mode"]);
            let action =
                |at: usize| Action::SendMessage { mode, message: drafts[(first + at) % drafts.len()] };
            let actions: Vec<_> = (0..count).map(action).collect();
            let request = Request {
                actions: actions.clone(),
                seqno: number(&row["seqno"]),
                valid_until: number(&row["valid_until"]),
                internal: flag(row, "internal"),
                ..Request::default()
            };
            let body = sign_request(&mut cells, &wallet, &request, row);
            check_decoding(&mut cells, &wallet, &request, body, row);
            if let Some(boc) = row.get("boc") {
                let (mut theirs, root) = load_text(boc.as_str().unwrap());
                let own_message = wallet.external(&mut cells, body, flag(row, "deploy")).unwrap();
                assert_eq!(hash_of(&theirs, root), hash_of(&cells, own_message));
                let message = Message::load(&mut theirs, root).unwrap();
                assert_eq!(message.info.dest_account(), Some(&wallet.address()));
                let decoded_actions =
                    message.init.and_then(|init| Wallet::from_state_init(&theirs, &init, wallet.workchain));
                assert_eq!(decoded_actions, flag(row, "deploy").then_some(wallet));
                let normal = normalized_hash(&mut cells, own_message).unwrap();
                assert_eq!(normalized_hash(&mut theirs, root), Ok(normal));
                bags += 1;
            }
            counts.insert((version, count));
        }
    }
    assert!(counts.len() >= 20 && bags >= 8, "{bags} {counts:?}");
}

/// Checks that the signed body can be decoded.
fn check_decoding(cells: &mut Cells, wallet: &Wallet, request: &Request, body: CellId, row: &Json) {
    let mut table = wallet.version.row().unwrap();
    if wallet.version == WalletVersion::V5R1 {
        let name = if request.internal { "wallet_v5_internal" } else { "wallet_v5_external" };
        table = Row::find(name).unwrap();
        assert_eq!(Body::decode(cells, body).name(), name);
    }
    let decoded_body = Body::Known(table.decode(cells, body).unwrap());
    let Body::Known(known) = &decoded_body else { panic!() };
    assert_eq!(known.rest, None);
    assert_eq!(decoded_body.get("wallet_id"), Some(&Value::Uint(wallet.wallet_id.into())));
    assert_eq!(decoded_body.get("valid_until"), Some(&Value::Uint(request.valid_until.into())));
    assert_eq!(decoded_body.get("seqno"), Some(&Value::Uint(request.seqno.into())));
    assert_eq!(decoded_body.get("signature"), Some(&Value::Bytes(bytes(&row["signature"]))));
    // Wallets v5 ignore errors of actions in external messages.
    let ignores_errors = wallet.version == WalletVersion::V5R1 && !request.internal;
    let actions = request.actions.iter().map(|action| match *action {
        Action::SendMessage { mode, message } if ignores_errors => {
            Action::SendMessage { mode: mode | 2, message }
        }
        other => other,
    });
    assert_eq!(decoded_body.get("actions"), Some(&Value::Actions(actions.collect())));
    let values: Vec<_> =
        table.fields.iter().zip(&known.values).map(|(field, value)| (field.name, value.clone())).collect();
    let encoded_id = table.encode(cells, &values).unwrap();
    assert_eq!(hash_of(cells, encoded_id), hash_of(cells, body));
}

#[test]
fn requests_of_highload_wallets() {
    for row in rows("wallets", "highloads", 8) {
        let wallet = Wallet {
            wallet_id: number(&row["wallet_id"]),
            timeout: number(&row["timeout"]),
            ..Wallet::new(WalletVersion::HighloadV3, hash(&row["public_key"]).0)
        };
        assert_eq!(wallet.address(), Address { workchain: 0, hash: hash(&row["address"]).0 });
        let mut cells = Cells::new();
        let (count, mode): (usize, u8) = (number(&row["count"]), number(&row["mode"]));
        let drafts = load_drafts(&mut cells);
        let request = Request {
            actions: drafts
                .iter()
                .take(count)
                .map(|message| Action::SendMessage { mode, message: *message })
                .collect(),
            query_id: Some(row["query_id"].as_str().unwrap().parse().unwrap()),
            created_at: number(&row["created_at"]),
            ..Request::default()
        };
        let body = sign_request(&mut cells, &wallet, &request, &row);
        let decoded_body = Body::Known(wallet.version.row().unwrap().decode(&mut cells, body).unwrap());
        assert_eq!(decoded_body.get("subwallet_id"), Some(&Value::Uint(wallet.wallet_id.into())));
        assert_eq!(decoded_body.get("created_at"), Some(&Value::Uint(request.created_at.into())));
        assert_eq!(decoded_body.get("timeout"), Some(&Value::Uint(wallet.timeout.into())));
        assert_eq!(decoded_body.get("query_id"), Some(&Value::Uint(request.query_id.unwrap().into())));
        let Some(&Value::Cell(Some(sent))) = decoded_body.get("message") else { panic!("{decoded_body:?}") };
        let message = Message::load(&mut cells, sent).unwrap();
        if count == 1 {
            assert_eq!(sent, drafts[0]);
        } else {
            assert_eq!(message.info.dest_account(), Some(&wallet.address()), "a message to itself");
            let batch_value = wallet.batch_value(count);
            assert!(
                matches!(message.info, MessageInfo::Internal { ref value, .. } if value.coins == batch_value)
            );
            assert_eq!(decoded_body.get("mode"), Some(&Value::Uint(1)), "the fees come from the balance");
            let inner_body = Body::decode(&mut cells, message.body);
            assert_eq!(inner_body.get("query_id"), Some(&Value::Uint(request.query_id.unwrap().into())));
        }
        let init = wallet.state_init(&mut cells).unwrap();
        assert_eq!(Wallet::from_state_init(&cells, &init, 0), Some(wallet));
    }
}

fn requests(version: WalletVersion) -> (Cells, Wallet, Action) {
    let mut cells = Cells::new();
    let body = cells.add(&Builder::new()).unwrap();
    let wallet = Wallet::new(version, [3; 32]);
    let message = Message::to_send(wallet.address(), 1.into(), false, body).add(&mut cells).unwrap();
    (cells, wallet, Action::SendMessage { mode: 3, message })
}

#[test]
fn too_many_messages_are_refused() {
    for version in WalletVersion::ALL {
        let (mut cells, wallet, action) = requests(version);
        let max_messages = version.most_messages();
        let request_with =
            |count| Request { actions: vec![action; count], query_id: Some(1), ..Request::default() };
        let unsigned = wallet.request(&mut cells, &request_with(max_messages)).unwrap();
        let body = unsigned.sign(&mut cells, &[7; 64]).unwrap();
        let row = version.row().unwrap();
        let decoded_body = row.decode(&mut cells, body).unwrap();
        if version != WalletVersion::HighloadV3 {
            let actions = decoded_body.values.iter().find_map(|value| match value {
                Value::Actions(actions) => Some(actions.len()),
                _ => None,
            });
            assert_eq!(actions, Some(max_messages));
        }
        for count in [max_messages + 1, max_messages + 100] {
            let error = wallet.request(&mut cells, &request_with(count)).unwrap_err();
            assert_eq!(
                (error.field, error.fault),
                ("actions", EncodeFault::TooMany { most: max_messages }),
                "{version}"
            );
        }
    }
}

#[test]
fn actions_that_a_version_does_not_have() {
    let address = "0:000000000000000000000000000000000000000000000000000000000000000f".parse().unwrap();
    let other_requests = [
        Action::AddExtension { address },
        Action::RemoveExtension { address },
        Action::SetSignatureAllowed { allowed: false },
    ];
    for version in WalletVersion::ALL {
        let (mut cells, wallet, action) = requests(version);
        for other in other_requests {
            let request = Request { actions: vec![action, other], query_id: Some(1), ..Request::default() };
            match wallet.request(&mut cells, &request) {
                Ok(unsigned) => {
                    assert_eq!(version, WalletVersion::V5R1);
                    let body = unsigned.sign(&mut cells, &[0; 64]).unwrap();
                    let decoded_body = Body::decode(&mut cells, body);
                    assert_eq!(decoded_body.get("actions"), Some(&Value::Actions(vec![action, other])));
                }
                Err(error) => {
                    assert_ne!(version, WalletVersion::V5R1);
                    assert_eq!((error.field, error.fault), ("actions", EncodeFault::Type));
                }
            }
        }
    }
}

/// Only wallets v5 accept requests in a message of another contract; the other wallets sign the same body for both.
#[test]
fn only_wallets_v5_have_internal_requests() {
    for version in WalletVersion::ALL {
        let (mut cells, wallet, action) = requests(version);
        let mut hash_with = |internal| {
            let request =
                Request { actions: vec![action], internal, query_id: Some(1), ..Request::default() };
            wallet.request(&mut cells, &request).unwrap().hash
        };
        assert_eq!(hash_with(false) != hash_with(true), version == WalletVersion::V5R1, "{version:?}");
    }
}

/// The layout of extended actions, by `types.tlb` of the contract: one in the body, further ones in a chain of references.
#[test]
fn extended_actions_have_the_layout_of_the_contract() {
    let (mut cells, wallet, action) = requests(WalletVersion::V5R1);
    let Action::SendMessage { message, .. } = action else { panic!() };
    let address: Address =
        "-1:00000000000000000000000000000000000000000000000000000000000000ff".parse().unwrap();
    let extension_actions = [
        Action::AddExtension { address },
        Action::SetSignatureAllowed { allowed: true },
        Action::RemoveExtension { address },
    ];
    let request = Request {
        actions: [&[action, action][..], &extension_actions].concat(),
        seqno: 5,
        valid_until: 6,
        internal: true,
        ..Request::default()
    };
    let unsigned = wallet.request(&mut cells, &request).unwrap();
    let empty_cell = cells.add(&Builder::new()).unwrap();
    let mut list = empty_cell;
    for _ in 0..2 {
        list = build(&mut cells, |to| {
            to.store_ref(list).unwrap().store_uint(0x0EC3_C86D, 32).unwrap();
            to.store_uint(3, 8).unwrap().store_ref(message).unwrap();
        });
    }
    let last_action =
        build(&mut cells, |to| _ = to.store_uint(3, 8).unwrap().store_address(&address).unwrap());
    let second_action = build(&mut cells, |to| {
        to.store_uint(4, 8).unwrap().store_bit(true).unwrap().store_ref(last_action).unwrap();
    });
    let whole_body = build(&mut cells, |to| {
        to.store_uint(0x7369_6E74, 32).unwrap().store_uint(wallet.wallet_id, 32).unwrap();
        to.store_uint(6, 32).unwrap().store_uint(5, 32).unwrap();
        to.store_maybe_ref(Some(list)).unwrap().store_bit(true).unwrap();
        to.store_uint(2, 8).unwrap().store_address(&address).unwrap().store_ref(second_action).unwrap();
    });
    assert_eq!(unsigned.hash, hash_of(&cells, whole_body));
    let body = unsigned.sign(&mut cells, &[1; 64]).unwrap();
    assert_eq!(Body::decode(&mut cells, body).get("actions"), Some(&Value::Actions(request.actions)));
    // The same actions in a request by an extension.
    let row = Row::find("wallet_v5_extension").unwrap();
    let values = [("query_id", Value::Uint(9)), ("actions", Value::Actions(extension_actions.into()))];
    let id = row.encode(&mut cells, &values).unwrap();
    let expected = build(&mut cells, |to| {
        to.store_uint(0x6578_746E, 32).unwrap().store_uint(9, 64).unwrap().store_uint(0b01, 2).unwrap();
        to.store_uint(2, 8).unwrap().store_address(&address).unwrap().store_ref(second_action).unwrap();
    });
    assert_eq!(hash_of(&cells, id), hash_of(&cells, expected));
    assert_eq!(Body::decode(&mut cells, id).get("actions"), Some(&Value::Actions(extension_actions.into())));
}

/// Lists of actions that are not lists of messages.
#[test]
fn malformed_lists_of_actions_are_refused() {
    let (mut cells, _, action) = requests(WalletVersion::V5R1);
    let Action::SendMessage { message, .. } = action else { panic!() };
    let row = Row::find("wallet_v5_extension").unwrap();
    let empty = cells.add(&Builder::new()).unwrap();
    let decode_actions = |cells: &mut Cells, list: CellId, tail: &dyn Fn(&mut Builder)| {
        let id = build(cells, |to| {
            to.store_uint(0x6578_746E, 32).unwrap().store_uint(0, 64).unwrap();
            to.store_maybe_ref(Some(list)).unwrap();
            tail(to);
        });
        row.decode(cells, id).map(|_| ()).map_err(|error| {
            assert_eq!(error.field, "actions");
            error.fault
        })
    };
    let store_no_actions = |to: &mut Builder| _ = to.store_bit(false).unwrap();
    assert_eq!(decode_actions(&mut cells, empty, &store_no_actions), Ok(()));
    let entry = |cells: &mut Cells, tag: u32, next: CellId, more: bool| {
        build(cells, |to| {
            to.store_ref(next).unwrap().store_uint(tag, 32).unwrap().store_uint(0, 8).unwrap();
            to.store_ref(message).unwrap();
            if more {
                to.store_bit(true).unwrap();
            }
        })
    };
    // `action_reserve_currency`, `action_set_code`, and an action with extra bits.
    for (tag, more) in [(0x36E6_B809, false), (0xAD4D_E08E, false), (0x0EC3_C86D, true)] {
        let list = entry(&mut cells, tag, empty, more);
        assert!(decode_actions(&mut cells, list, &store_no_actions).is_err(), "{tag:x}");
    }
    let mut list = empty;
    for count in 1..=300 {
        list = entry(&mut cells, 0x0EC3_C86D, list, false);
        let result = decode_actions(&mut cells, list, &store_no_actions);
        assert_eq!(result, if count <= 255 { Ok(()) } else { Err(DecodeFault::Count) }, "{count}");
    }
    for tag in [0_u8, 1, 5, 255] {
        let tail = |to: &mut Builder| {
            _ = to.store_bit(true).unwrap().store_uint(tag, 8).unwrap().store_bit(true).unwrap()
        };
        assert_eq!(decode_actions(&mut cells, empty, &tail), Err(DecodeFault::Tag), "{tag}");
    }
    // Neither `addr_none` nor an external address is a contract.
    for kind in [0_u16, 0b01_0000_0000] {
        let tail = |to: &mut Builder| {
            to.store_bit(true).unwrap().store_uint(2, 8).unwrap().store_uint(kind, 10).unwrap();
        };
        assert!(decode_actions(&mut cells, empty, &tail).is_err(), "{kind}");
    }
}

#[test]
fn numbers_of_highload_wallets_have_bounds() {
    let (mut cells, wallet, action) = requests(WalletVersion::HighloadV3);
    let with = |query_id| Request { actions: vec![action], query_id: Some(query_id), ..Request::default() };
    for query_id in [0, 8_380_415] {
        assert!(wallet.request(&mut cells, &with(query_id)).is_ok(), "{query_id}");
    }
    // The greatest ids would be changed by a shift that drops their highest bits.
    for query_id in [8_380_416, 1 << 23, 4_290_772_992, u32::MAX] {
        let error = wallet.request(&mut cells, &with(query_id)).unwrap_err();
        assert_eq!(
            (error.field, error.fault),
            ("query_id", EncodeFault::Build(BuildError::Range)),
            "{query_id}"
        );
    }
    // A request must have a query id, and at least one message.
    let request_without_id = Request { query_id: None, ..with(0) };
    let error = wallet.request(&mut cells, &request_without_id).unwrap_err();
    assert_eq!((error.field, error.fault), ("query_id", EncodeFault::Missing));
    let error = wallet.request(&mut cells, &Request { actions: vec![], ..with(0) }).unwrap_err();
    assert_eq!((error.field, error.fault), ("actions", EncodeFault::Missing));
    let wallet_with_long_timeout = Wallet { timeout: 1 << 22, ..wallet };
    assert_eq!(wallet_with_long_timeout.state_init(&mut cells), Err(BuildError::Range));
    let error = wallet_with_long_timeout.request(&mut cells, &with(0)).unwrap_err();
    assert_eq!((error.field, error.fault), ("timeout", EncodeFault::Build(BuildError::Range)));
    let body = cells.add(&Builder::new()).unwrap();
    assert_eq!(wallet_with_long_timeout.external(&mut cells, body, true), Err(BuildError::Range));
    let last = Wallet { timeout: (1 << 22) - 1, ..wallet };
    assert!(last.state_init(&mut cells).is_ok() && last.request(&mut cells, &with(0)).is_ok());
}

/// The wallet's message to itself has the amount that the caller gives, by default more on the masterchain; a single message with a
/// `StateInit` also goes that way.
#[test]
fn batches_of_highload_wallets() {
    let (mut cells, wallet, action) = requests(WalletVersion::HighloadV3);
    let send_own_message = |cells: &mut Cells, wallet: &Wallet, request: &Request| {
        let unsigned = wallet.request(cells, request).unwrap();
        let body = unsigned.sign(cells, &[0; 64]).unwrap();
        let decoded_body = Body::Known(wallet.version.row().unwrap().decode(cells, body).unwrap());
        let Some(&Value::Cell(Some(sent))) = decoded_body.get("message") else { panic!("{decoded_body:?}") };
        let message = Message::load(cells, sent).unwrap();
        let MessageInfo::Internal { value, .. } = message.info else { panic!() };
        (value.coins, Body::decode(cells, message.body).name())
    };
    let request = Request { actions: vec![action; 4], query_id: Some(7), ..Request::default() };
    assert_eq!(send_own_message(&mut cells, &wallet, &request), (14_000_000, "highload_v3_transfer"));
    let request_with_value = Request { batch_value: Some(5), ..request.clone() };
    assert_eq!(send_own_message(&mut cells, &wallet, &request_with_value), (5, "highload_v3_transfer"));
    let master = Wallet { workchain: -1, ..wallet };
    assert_eq!(send_own_message(&mut cells, &master, &request), (350_000_000, "highload_v3_transfer"));
    let single_request = Request { actions: vec![action], ..request };
    assert_eq!(send_own_message(&mut cells, &wallet, &single_request), (1, "empty"));
    let init = wallet.state_init(&mut cells).unwrap();
    let body = cells.add(&Builder::new()).unwrap();
    let deploys = Message { init: Some(init), ..Message::to_send(wallet.address(), 1.into(), false, body) };
    let message = deploys.add(&mut cells).unwrap();
    let one = Request { actions: vec![Action::SendMessage { mode: 3, message }], ..request };
    assert_eq!(send_own_message(&mut cells, &wallet, &one), (11_000_000, "highload_v3_transfer"));
}

/// Requests of wallets v5 beta share their opcodes with those of v5 r1.
#[test]
fn requests_of_wallets_v5_beta() {
    let mut seen_opcodes = HashSet::new();
    for row in rows("wallets", "betas", 24) {
        let (mut cells, root) = load_text(row["boc"].as_str().unwrap());
        let Body::Known(body) = Body::decode(&mut cells, root) else { panic!("{row}") };
        assert_eq!((Some(body.row.name), body.rest), (row["type"].as_str(), None));
        let decoded_body = Body::Known(body.clone());
        let Some(Value::Actions(actions)) = decoded_body.get("actions") else { panic!("{decoded_body:?}") };
        let actions: Vec<Json> = actions
            .iter()
            .map(|action| match *action {
                Action::SendMessage { mode, message } => {
                    serde_json::json!(["send_message", mode, hash_of(&cells, message).to_b64()])
                }
                Action::AddExtension { address } => {
                    serde_json::json!(["add_extension", address.to_string().to_lowercase()])
                }
                Action::RemoveExtension { address } => {
                    serde_json::json!(["remove_extension", address.to_string().to_lowercase()])
                }
                Action::SetSignatureAllowed { allowed } => {
                    serde_json::json!(["set_signature_allowed", allowed])
                }
                _ => panic!("{action:?}"),
            })
            .collect();
        assert_eq!(Json::from(actions), row["actions"], "{row}");
        if body.row.name != "wallet_v5_beta_extension" {
            let id = row["wallet_id"].as_str().unwrap().parse::<u128>().unwrap();
            let Some(Value::Int(found_id)) = decoded_body.get("wallet_id") else {
                panic!("{decoded_body:?}")
            };
            assert_eq!(found_id.to_string(), id.to_string());
            assert_eq!(decoded_body.get("valid_until"), Some(&Value::Uint(number(&row["valid_until"]))));
            assert_eq!(decoded_body.get("seqno"), Some(&Value::Uint(number(&row["seqno"]))));
        }
        let values: Vec<_> =
            body.row.fields.iter().map(|field| field.name).zip(body.values.iter().cloned()).collect();
        let second_id = body.row.encode(&mut cells, &values).unwrap();
        assert_eq!(hash_of(&cells, second_id), hash_of(&cells, root));
        // With one more bit, the body belongs to neither version.
        let content = cells.get(root).unwrap().slice().unwrap();
        let mut longer_body = Builder::new();
        longer_body.store_slice(&content).unwrap().store_bit(true).unwrap();
        let longer_cell = cells.add(&longer_body).unwrap();
        assert!(
            matches!(Body::decode(&mut cells, longer_cell), Body::Unknown { opcode } if opcode == body.row.opcode)
        );
        seen_opcodes.insert(body.row.name);
    }
    assert_eq!(seen_opcodes.len(), 3);
}

/// Query ids that differ in the two numbers that the contract reads from them; the second number is below 1023.
#[test]
fn query_ids_are_distinct() {
    let (mut cells, wallet, action) = requests(WalletVersion::HighloadV3);
    let mut seen_query_ids = HashSet::new();
    for query_id in (0..3000).chain(8_377_000..=8_380_415) {
        let request = Request { actions: vec![action], query_id: Some(query_id), ..Request::default() };
        let unsigned = wallet.request(&mut cells, &request).unwrap();
        let body = unsigned.sign(&mut cells, &[0; 64]).unwrap();
        let decoded_body = Body::Known(wallet.version.row().unwrap().decode(&mut cells, body).unwrap());
        assert_eq!(
            decoded_body.get("query_id"),
            Some(&Value::Uint(query_id.into())),
            "the same query id is read back"
        );
        let mut slice = cells.get(unsigned.cell).unwrap().slice().unwrap();
        slice.skip(32 + 8).unwrap();
        let (shift, bit) = (slice.load_u64(13).unwrap(), slice.load_u64(10).unwrap());
        assert!(bit < 1023 && shift * 1023 + bit == u64::from(query_id));
        assert!(seen_query_ids.insert((shift, bit)));
    }
}

#[test]
fn states_of_other_contracts_are_not_wallets() {
    for version in WalletVersion::ALL {
        let mut cells = Cells::new();
        let init = Wallet::new(version, [9; 32]).state_init(&mut cells).unwrap();
        let short = build(&mut cells, |builder| _ = builder.store_uint(0, 100).unwrap());
        let library = build(&mut cells, |builder| {
            builder.store_uint(2, 8).unwrap().store_bytes(&[0; 32]).unwrap().set_exotic(true);
        });
        for changed in [
            StateInit { code: None, ..init.clone() },
            StateInit { data: None, ..init.clone() },
            StateInit { code: init.data, ..init.clone() },
            StateInit { code: Some(library), ..init.clone() },
            StateInit { data: Some(short), ..init.clone() },
            StateInit { data: Some(library), ..init },
        ] {
            assert_eq!(Wallet::from_state_init(&cells, &changed, 0), None, "{version}");
        }
    }
}

/// A wallet that is already deployed is also recognized by its data.
#[test]
fn wallets_with_another_seqno() {
    for version in WalletVersion::ALL {
        let mut cells = Cells::new();
        let wallet = Wallet { wallet_id: 77, ..Wallet::new(version, [9; 32]) };
        let init = wallet.state_init(&mut cells).unwrap();
        let mut slice = cells.get(init.data.unwrap()).unwrap().slice().unwrap();
        let mut builder = Builder::new();
        if version == WalletVersion::HighloadV3 {
            builder.store_bits(&slice.load_bits(256 + 32).unwrap()).unwrap().store_uint(0, 2).unwrap();
            builder.store_uint(123, 64).unwrap();
            slice.skip(66).unwrap();
        } else {
            if version == WalletVersion::V5R1 {
                builder.store_bit(slice.load_bit().unwrap()).unwrap();
            }
            slice.skip(32).unwrap();
            builder.store_uint(4_000_000_000_u32, 32).unwrap();
        }
        builder.store_slice(&slice).unwrap();
        let data = cells.add(&builder).unwrap();
        let state_with_data = StateInit { data: Some(data), ..init };
        assert_eq!(Wallet::from_state_init(&cells, &state_with_data, 0), Some(wallet), "{version}");
    }
}

#[test]
fn names_of_versions() {
    for version in WalletVersion::ALL {
        assert_eq!(WalletVersion::parse(version.as_str()), Ok(version));
        assert_eq!(version.to_string(), version.as_str());
    }
    for (text, near) in [("V4R2", Some("v4r2")), ("v5", None), ("", None), ("v5r1 ", Some("v5r1"))] {
        let error = WalletVersion::parse(text).unwrap_err();
        assert_eq!(error.code, Code::InvalidOption);
        if let Some(near) = near {
            assert_eq!(error.suggestion.as_deref(), Some(near), "{text:?}");
        }
    }
}

#[test]
fn cells_of_another_arena_are_refused() {
    for version in WalletVersion::ALL {
        let (mut cells, wallet, action) = requests(version);
        let request = Request { actions: vec![action], query_id: Some(1), ..Request::default() };
        assert!(wallet.request(&mut Cells::new(), &request).is_err(), "{version}");
        let unsigned = wallet.request(&mut cells, &request).unwrap();
        assert_eq!(unsigned.sign(&mut Cells::new(), &[0; 64]), Err(BuildError::UnknownCell));
        assert!(wallet.external(&mut Cells::new(), unsigned.cell, false).is_err());
        assert_ne!(unsigned.hash, Hash([0; 32]));
    }
}
